//! The effects of attacks that land: on bodies, on body parts, on carried items, and on fighters that another
//! attack of the same action has killed.
//!
//! Clauses: SAM-0-11, SAM-5-3, SAM-12-1..4, SAM-13-1, SAM-13-4, SAM-18-2, SAM-18-4, SAM-18-7, SAM-20-3, SAM-20-4, SAM-21-2.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::semiautomagic::events::RUINED;
use crate::rules::semiautomagic::nouns::{Aimed, BodyPart, Life, Scene, Strike, Whereabouts};
use crate::rules::semiautomagic::questions::{DamageResult, verdict};

/// Rolled damage after it has been compared with the target's Toughness and before it is applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Harm {
    pub strike: Strike,
    pub damage: i32,
    pub verdict: DamageResult,
}

impl Harm {
    /// Returns the value for an attack that lands and does no damage.
    pub(super) const fn none(strike: Strike) -> Self {
        Self {
            strike,
            damage: 0,
            verdict: DamageResult::Nothing,
        }
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Compares damage with the Toughness of its target [SAM-5-3, SAM-12-1, SAM-13-1, SAM-20-3, SAM-20-4]. If
    /// the attack went through cover, `shield` is the Durability of the cover. It replaces the target's
    /// Defence if it is higher [SAM-11-8].
    pub(super) fn measure(&mut self, strike: Strike, damage: i32, shield: Option<i32>) -> Harm {
        let view = self.view();
        let (target, options) = (strike.target, &self.arena.options);
        let fighter = self.fighter(target);
        let weapon = self.arena.weapon(strike.weapon);
        let thing = matches!(strike.aimed, Aimed::Thing(_) | Aimed::Armour);
        let better = shield
            .filter(|_| !thing)
            .map_or(0, |shield| shield - view.defence(target));
        let toughness = view.toughness_of(target, strike.aimed) + better.max(0);
        let both = view.with_minimum(toughness);
        let verdict = if weapon.emp {
            match fighter.device.filter(|_| !thing) {
                Some(toughness) if damage > toughness => DamageResult::Major,
                _ => DamageResult::Nothing,
            }
        } else if weapon.nonlethal && (thing || fighter.object) {
            DamageResult::Nothing
        } else {
            verdict(damage, both, options)
        };
        self.say("SAM-5-3", [target], |[target]| {
            let over = [
                "nothing",
                "over the Minimum Toughness",
                "over the Toughness",
            ];
            let ended = verdict.word(over);
            let (what, [_, least]) = (weapon.damage_type, both);
            format!("{damage} {what} damage to {target}, {toughness}/{least}: {ended}.")
        });
        Harm {
            strike,
            damage,
            verdict,
        }
    }

    /// Applies the damage of an attack that landed. `before` is the state of its target before the action
    /// began.
    pub(super) fn inflict(&mut self, who: FighterId, harm: &Harm, before: Life) {
        let Strike { target, aimed, .. } = harm.strike;
        if matches!(before, Life::Dead | Life::Fled) {
            return;
        }
        let part = match aimed {
            Aimed::Thing(slot) => return self.harm_thing(target, Some(slot), harm.verdict),
            Aimed::Armour => return self.harm_thing(target, None, harm.verdict),
            Aimed::Body => None,
            Aimed::Part(part) => Some(part),
        };
        if self.body(target).life == Life::Dead {
            return self.wound_the_slain(harm, part);
        }
        let weapon = self.arena.weapon(harm.strike.weapon);
        if harm.verdict != DamageResult::Nothing && self.arena.scope.confusion {
            self.body_mut(target).wounded_by = Some(who);
        }
        match harm.verdict {
            DamageResult::Nothing => {}
            DamageResult::Minor => {
                if part.is_none_or(|part| self.view().location(part).wounds) {
                    self.wound(target, before);
                }
                if let Some(part) = part {
                    self.maim(target, part, harm.damage);
                }
            }
            DamageResult::Major if weapon.emp => {
                self.knock_out(target, ("SAM-20-3", "is switched off"));
            }
            DamageResult::Major => match part {
                Some(part) if !self.view().location(part).kills => {
                    self.wound(target, before);
                    self.cripple(target, part, harm.damage);
                }
                _ => self.fell(target, before, weapon.nonlethal),
            },
        }
        if harm.damage > 0 && weapon.poison.is_some() && weapon.area.is_none() {
            self.envenom(who, target, harm.strike.weapon);
        }
        if let Some(ailment) = self.arena.ailment(harm.strike) {
            self.ail(who, harm, ailment);
        }
    }

    /// Applies damage to a fighter that another attack of the same action has killed. The damage counts as a
    /// wound, but has no other effect [SAM-0-15, SAM-10-2].
    fn wound_the_slain(&mut self, harm: &Harm, part: Option<BodyPart>) {
        let target = harm.strike.target;
        let wounds = match harm.verdict {
            DamageResult::Nothing => false,
            DamageResult::Minor => part.is_none_or(|part| self.view().location(part).wounds),
            DamageResult::Major => {
                let emp = self.arena.weapon(harm.strike.weapon).emp;
                !emp && !self.fighter(target).object
            }
        };
        if wounds {
            self.count_wound(target);
        }
    }

    /// Rolls a fortitude check of `target` against `damage`. Returns whether it succeeds [SAM-12-2].
    pub(super) fn withstands(&mut self, target: FighterId, damage: i32) -> bool {
        let bonus = self.view().fortitude(target);
        let holds = self.makes(Topic::Save, bonus, damage);
        let word = ["does not withstand it", "withstands it"][usize::from(holds)];
        self.tell_sum("SAM-12-2", target, word, (bonus, damage));
        holds
    }

    /// Applies damage to a body part if it exceeds the Minimum Toughness but not the Toughness [SAM-12-1].
    fn maim(&mut self, target: FighterId, part: BodyPart, damage: i32) {
        let slows = self.view().location(part).slows;
        self.body_mut(target).limbs.slow(part, slows);
        match part {
            BodyPart::Hand | BodyPart::OffHand => {
                if let Some(slot) = self.view().slot_in(target, part) {
                    self.body_mut(target).items[usize::from(slot)].shaky = true;
                    if !self.withstands(target, damage) {
                        self.let_fall(target, slot);
                    }
                }
            }
            BodyPart::Head => {
                if self.state.fighting.has(target) && !self.withstands(target, damage) {
                    let rounds = self.arena.options.rules.items.head_rounds;
                    let turns = self.turns_to_end(target, rounds);
                    let body = self.body_mut(target);
                    body.staggered = body.staggered.max(turns);
                    self.tell("SAM-12-1", target, "is staggered");
                }
            }
            BodyPart::Leg
            | BodyPart::Arm
            | BodyPart::OffArm
            | BodyPart::Vitals
            | BodyPart::Torso
            | BodyPart::Wings => {}
        }
    }

    /// Applies damage that exceeds the Toughness to a body part that a fighter can lose without dying
    /// [SAM-12-1, SAM-12-3, SAM-12-4].
    fn cripple(&mut self, target: FighterId, part: BodyPart, damage: i32) {
        let lost = part.term();
        if !matches!(part, BodyPart::Head | BodyPart::Vitals | BodyPart::Torso) {
            self.tell("SAM-12-3", target, format_args!("loses the use of {lost}"));
        }
        let slows = self.view().location(part).slows_over;
        self.body_mut(target).limbs.slow(part, slows);
        match part {
            BodyPart::Leg => {
                self.body_mut(target).limbs.legs += 1;
                if self.state.fighting.has(target) && !self.withstands(target, damage) {
                    self.tell("SAM-12-1", target, "falls prone");
                    self.fall_prone(target);
                }
            }
            BodyPart::Wings => {
                let limbs = &mut self.body_mut(target).limbs;
                let flew = !std::mem::replace(&mut limbs.grounded, true);
                if flew {
                    self.fall(target, self.fighter(target).flies_at, 0, false);
                }
            }
            BodyPart::Head | BodyPart::Vitals | BodyPart::Torso => {}
            BodyPart::Arm | BodyPart::Hand | BodyPart::OffArm | BodyPart::OffHand => {
                self.body_mut(target).limbs.arms += 1;
                if let Some(slot) = self.view().slot_in(target, part) {
                    self.let_fall(target, slot);
                }
                self.drop_what_is_too_much(target);
            }
        }
    }

    /// Drops items until the remaining hands are enough for all items still held. The item that is last in
    /// the stat block is dropped first [SAM-12-3].
    fn drop_what_is_too_much(&mut self, who: FighterId) {
        let hands = self.view().hands(who);
        while self.view().full_hands(who) > hands
            && let Some((slot, _)) = self.view().things(who).last()
        {
            self.let_fall(who, slot);
        }
    }

    /// Drops the item at index `slot` into the cell where its owner stands.
    pub(super) fn let_fall(&mut self, who: FighterId, slot: u8) {
        let cell = self.view().block(who).at;
        self.body_mut(who).items[usize::from(slot)].place = Whereabouts::Dropped(cell);
        let name = &self.arena.carried(who, slot).name;
        self.tell("SAM-12-3", who, format_args!("drops {name}"));
    }

    /// Damages the item at index `slot` or, if `slot` is `None`, the armour. `verdict` says whether the item
    /// is wounded or destroyed [SAM-13-1, SAM-13-4].
    fn harm_thing(&mut self, owner: FighterId, slot: Option<u8>, verdict: DamageResult) {
        if verdict == DamageResult::Nothing {
            return;
        }
        let ruined = verdict == DamageResult::Major;
        let body = self.body_mut(owner);
        let word = match slot.map(|slot| &mut body.items[usize::from(slot)]) {
            Some(item) if ruined => {
                item.place = Whereabouts::Destroyed;
                "sees its weapon destroyed"
            }
            Some(item) => {
                item.wounds = item.wounds.saturating_add(1);
                "sees its weapon damaged"
            }
            None => {
                body.bare |= ruined;
                body.armour_wounds = body.armour_wounds.saturating_add((!ruined).into());
                "sees its armour damaged"
            }
        };
        if ruined {
            self.note(owner, RUINED);
        }
        self.tell("SAM-13-4", owner, word);
    }
}
