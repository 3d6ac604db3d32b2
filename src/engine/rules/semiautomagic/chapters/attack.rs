//! Attack rolls and what follows from them: defences, cover, and damage. Both single attacks and combos use
//! this code.
//!
//! Clauses: SAM-0-11, SAM-0-15, SAM-5-1..9, SAM-7-1, SAM-7-4, SAM-7-5, SAM-7-6, SAM-10-2..4, SAM-11-7,
//! SAM-11-8, SAM-11-10, SAM-13-5, SAM-19-9, SAM-19-11.

use super::harm::Harm;
use crate::dice::{Dice, Throw, Topic};
use crate::fight::{Blow, FighterId, FighterSet, WeaponId, Witness};
use crate::rules::semiautomagic::events::JAM;
use crate::rules::semiautomagic::nouns::memo::CachedAttack;
use crate::rules::semiautomagic::nouns::{
    Aimed, D6, DefenceMeans, Figures, Life, Scene, Strike, luck,
};
use crate::rules::semiautomagic::options::Locate;
use crate::rules::semiautomagic::questions::{Attack, DamageResult, Visibility, verdict};
use crate::rules::semiautomagic::reading::MOST_ATTACKS;

/// The result of an attack roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rolled {
    Hit,
    /// The attack hits the target's cover [SAM-11-8].
    Cover,
    Miss,
    /// The weapon jams [SAM-13-5].
    Jam,
}

/// An attack that hits, before the target defends. The last three fields matter only if the attack hit cover.
/// `damage` is the damage that comes through the cover. `shield` is the Durability of the cover, which may
/// replace the target's Defence. `breaks_cover` says whether the cover loses a step [SAM-11-8].
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Hit {
    /// The number that a defence roll must reach.
    pub dc: i32,
    /// The damage dice of the attack, if they are known already.
    pub throw: Option<Throw>,
    pub damage: Option<i32>,
    pub shield: Option<i32>,
    pub breaks_cover: bool,
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Makes several attacks at the same time. All of them are rolled before the effect of any of them is
    /// applied [SAM-0-11, SAM-10-2]. If `delayed`, the attacks were made earlier, and they take effect even
    /// if the attacker is out of the fight by now [SAM-2-4].
    pub(super) fn strike_all(&mut self, who: FighterId, strikes: &[Option<Strike>], delayed: bool) {
        let mut harms: [Option<Harm>; MOST_ATTACKS] = [None; MOST_ATTACKS];
        let mut targets = FighterSet::NONE;
        let mut broken = [None; MOST_ATTACKS];
        for ((harm, broken), strike) in harms.iter_mut().zip(&mut broken).zip(strikes) {
            let possible = |one: &Strike| delayed || self.view().usable(who, one.weapon);
            let Some(strike) = strike.filter(possible) else {
                continue;
            };
            if !delayed {
                self.use_up(who, strike.weapon);
            }
            match self.hits(who, strike) {
                Some(hit) => {
                    *broken = hit.breaks_cover.then_some(strike.target);
                    *harm = self.land(who, strike, hit);
                }
                None => self.count(who, strike.target, strike.weapon, Blow::Missed),
            }
            targets.add(strike.target);
            self.state.attacks(who, strike.target);
        }
        for target in broken[..strikes.len()].iter().copied().flatten() {
            self.break_cover(target, who);
        }
        // Only targets that slept before the attack wake. An attack that puts its target to sleep does not
        // wake it again.
        let sleepers = targets.filter(|target| self.body(target).asleep);
        // The effects depend on the state of each target before the action. A fighter that starts dying from
        // the first hit does not count as already dying for the second [SAM-10-2].
        let harms = &harms[..strikes.len()];
        let mut before = [Life::Well; MOST_ATTACKS];
        for (before, harm) in before.iter_mut().zip(harms) {
            if let Some(harm) = harm {
                *before = self.body(harm.strike.target).life;
            }
        }
        for (harm, before) in harms.iter().zip(before) {
            if let Some(harm) = harm {
                self.inflict(who, harm, before);
            }
        }
        self.after_attack(who, sleepers);
    }

    /// Ends the aim and the hiding of the attacker, and wakes the targets that slept [SAM-7-4, SAM-7-5,
    /// SAM-11-11, SAM-19-11].
    pub(super) fn after_attack(&mut self, who: FighterId, targets: FighterSet) {
        let body = self.body(who);
        if body.aim.is_some() || !body.unseen_by.is_empty() {
            let body = self.body_mut(who);
            body.aim = None;
            body.unseen_by = FighterSet::NONE;
        }
        for target in targets.iter() {
            if self.body(target).asleep {
                self.wake(target);
            }
        }
    }

    /// Returns the numbers for the attack roll and the defence, and the damage dice. Those of the fighter's
    /// latest attack are cached.
    fn blow(&mut self, who: FighterId, strike: Strike) -> (Figures, Throw) {
        let speeds = self.view().speeds(who, strike.target);
        if let Some(blow) = self
            .state
            .kept_blow(who, strike)
            .filter(|blow| blow.speeds == speeds)
        {
            let (figures, throw) = (blow.figures, blow.throw);
            debug_assert_eq!(figures, self.view().figures(who, strike), "a kept attack");
            debug_assert_eq!(throw, self.view().damage_of(who, strike), "a kept attack");
            return (figures, throw);
        }
        let changes = self.state.changes();
        let view = self.view();
        let blow = CachedAttack {
            strike,
            figures: view.figures(who, strike),
            throw: view.damage_of(who, strike),
            defence: None,
            changes,
            speeds,
        };
        if self.fighter(who).keeps {
            self.state.keep_blow(who, blow);
        }
        (blow.figures, blow.throw)
    }

    /// Makes the attack roll. Returns the hit, also if it goes through cover, or `None` if the attack misses
    /// or cover stops it.
    fn hits(&mut self, who: FighterId, strike: Strike) -> Option<Hit> {
        let target = strike.target;
        if !self.locates(who, target) {
            return None;
        }
        let (figures, throw) = self.blow(who, strike);
        let plain = Hit {
            dc: figures.dc,
            throw: Some(throw),
            ..Hit::default()
        };
        if self.view().hits_surely(strike) {
            self.say("SAM-19-9", [who, target], |[who, target]| {
                format!("{who} attacks {target}, who is helpless, and hits.")
            });
            return Some(plain);
        }
        let (view, covers) = (self.view(), self.arena.options.hit_cover);
        let cover = if covers { view.cover(target, who) } else { 0 };
        let bonus = self.arena.options.rules.situations.cover(cover);
        let rolled = self.attack_roll(who, strike.weapon, figures, bonus.unsigned_abs());
        self.tell_roll(who, strike, figures, rolled);
        match rolled {
            Rolled::Hit => Some(plain),
            Rolled::Cover => self.through_cover(who, strike, plain),
            Rolled::Miss | Rolled::Jam => None,
        }
    }

    /// Lets the target defend against `hit`. If the defence fails, rolls the damage and compares it with the
    /// Toughness, but does not apply it yet. Returns `None` if the defence succeeds.
    pub(super) fn land(&mut self, who: FighterId, strike: Strike, hit: Hit) -> Option<Harm> {
        let attack = Attack::single(who, strike.weapon, hit.dc);
        if self.evades(strike.target, attack, Some(strike)) {
            return None;
        }
        let harm = if strike.harmless {
            Harm::none(strike)
        } else {
            let damage = match (hit.damage, hit.throw) {
                (Some(damage), _) => damage,
                (None, Some(throw)) => self.roll_damage(who, throw),
                (None, None) => self.damage(who, strike),
            };
            self.measure(strike, damage, hit.shield)
        };
        let damage = harm.damage;
        self.landed(who, strike, damage, harm.verdict != DamageResult::Nothing);
        Some(harm)
    }

    /// Lets the target of an attack defend, and reports a successful defence for the statistics. Returns
    /// whether the defence succeeds [SAM-5-2].
    pub(super) fn evades(
        &mut self,
        target: FighterId,
        attack: Attack,
        strike: Option<Strike>,
    ) -> bool {
        let evades = self.defends(target, attack, strike).is_some();
        if evades {
            self.count(attack.who, target, attack.weapon, Blow::Evaded);
        }
        evades
    }

    /// Subtracts one shot and one unit of ammunition from a weapon, if it has such limits [SAM-7-6].
    pub(super) fn use_up(&mut self, who: FighterId, weapon: u8) {
        let row = self.arena.weapon(weapon);
        if row.shots.is_none() && row.ammunition.is_none() {
            return;
        }
        if let Some(at) = self.view().slot(who, weapon) {
            let item = &self.body(who).items[at];
            if item.shots > 0 || item.ammunition > 0 {
                let item = &mut self.body_mut(who).items[at];
                item.shots = item.shots.saturating_sub(1);
                item.ammunition = item.ammunition.saturating_sub(1);
            }
        }
    }

    /// Returns whether the attacker locates its target. A check is rolled only if the target is invisible and
    /// a house rule demands the check [SAM-11-10].
    pub(super) fn locates(&mut self, who: FighterId, target: FighterId) -> bool {
        let checks = self.arena.options.locate == Locate::Check
            && self.view().visibility(target, who) == Visibility::Invisible;
        if !checks {
            return true;
        }
        let rage = self.body(who).rage.is_some() && self.arena.options.rage.perception;
        let perception = self.view().shared(who, |fighter| Some(fighter.perception));
        let rules = &self.arena.options.rules;
        let bonus = perception.unwrap_or(0) + i32::from(rage) * rules.morale.rage;
        let found = self.makes(Topic::Attack, bonus, rules.situations.locate);
        let word = if found { "hears" } else { "does not find" };
        self.tell_of("SAM-11-10", [who, target], word);
        found
    }

    /// Makes the attack roll. `cover` is what cover has added to the Target score. A roll that fails only
    /// because of `cover` hits the cover [SAM-5-1].
    pub(super) fn attack_roll(
        &mut self,
        who: FighterId,
        weapon: u8,
        figures: Figures,
        cover: u32,
    ) -> Rolled {
        let least = (self.arena.options).least_in_combat(figures.bonus, figures.target);
        let row = self.arena.weapon(weapon);
        let item = || self.view().item(who, weapon);
        let jams = row.firearm && item().is_some_and(|item| item.wounds > 0);
        self.dice.about(Topic::Attack);
        let jam = u32::from(jams) * self.arena.options.rules.items.jam;
        if jam == 0 && cover == 0 {
            let hits = luck::shows(self.dice, least);
            return if hits { Rolled::Hit } else { Rolled::Miss };
        }
        // The highest face that would miss even if there were no cover. It may be below 1 or above 6.
        let bare = figures.target - figures.bonus - cover.cast_signed() - 1;
        let high = (least - 1).max(jam);
        let low = bare.clamp(0, 6).unsigned_abs().clamp(jam, high);
        let low = if cover == 0 { high } else { low };
        match self.dice.band(D6, &[jam, low, high]) {
            0 => {
                if let Some(at) = self.view().slot(who, weapon) {
                    self.body_mut(who).items[at].jammed = true;
                    self.note(who, JAM);
                }
                Rolled::Jam
            }
            1 => Rolled::Miss,
            2 => Rolled::Cover,
            _ => Rolled::Hit,
        }
    }

    fn tell_roll(&mut self, who: FighterId, strike: Strike, figures: Figures, rolled: Rolled) {
        let sum = self.sum(figures.bonus, figures.target);
        let name = &self.arena.weapon(strike.weapon).name;
        self.say("SAM-5-1", [who, strike.target], |[who, target]| {
            let ended = ["a hit", "it hits the cover", "a miss", "the weapon jams"];
            let ended = ended[rolled as usize];
            let place = match strike.aimed {
                Aimed::Part(part) => format!("{} of ", part.term()),
                Aimed::Thing(_) => "what is in the hand of ".to_owned(),
                Aimed::Armour => "the armour of ".to_owned(),
                Aimed::Body => String::new(),
            };
            format!("{who} attacks {place}{target} with {name}: {sum}: {ended}.")
        });
    }

    /// Rolls damage against the cover that an attack has hit. Returns the hit with the damage that comes
    /// through, or `None` if nothing comes through [SAM-11-8].
    fn through_cover(&mut self, who: FighterId, strike: Strike, hit: Hit) -> Option<Hit> {
        if strike.harmless {
            return None;
        }
        let damage = self.damage(who, strike);
        let cover = self.fighter(strike.target);
        let toughness = cover.cover_toughness;
        let both = self.view().with_minimum(toughness);
        let verdict = verdict(damage, both, &self.arena.options);
        let less = self.arena.options.rules.situations.pierced_cover;
        self.say("SAM-11-8", [who, strike.target], |[_, target]| {
            let ended = match verdict {
                DamageResult::Nothing => "holds".to_owned(),
                DamageResult::Minor => format!("takes {less} off"),
                DamageResult::Major => "breaks".to_owned(),
            };
            format!("The cover of {target} (Toughness {toughness}) {ended}.")
        });
        let breaks_cover = verdict == DamageResult::Major;
        let left = if breaks_cover { damage } else { damage - less };
        (verdict != DamageResult::Nothing).then_some(Hit {
            damage: Some(left.max(0)),
            shield: Some(cover.cover_durability),
            breaks_cover,
            ..hit
        })
    }

    /// Lowers by one step the cover that `who` has against an attacker. Either the fighter's own cover or
    /// that of its cells loses the step, whichever is better. If both are equally good, both lose a step
    /// [SAM-11-5, SAM-11-8].
    fn break_cover(&mut self, who: FighterId, against: FighterId) {
        let view = self.view();
        let (block, from) = (view.block(who), view.direction(who, against));
        let own = view.own_cover(who, from);
        let best = own.max(view.ground_cover(block, from)).max(1);
        if own == best {
            self.body_mut(who).cover_lost += 1;
        }
        for cell in block.cells() {
            if self.view().cell_cover(cell, from) == best {
                self.state.holes.add(cell);
            }
        }
    }

    /// Lets the target choose a defence and roll for it. Returns the defence if it succeeds. Returns `None`
    /// if it fails, or if the target does not defend itself [SAM-5-2].
    pub(super) fn defends(
        &mut self,
        target: FighterId,
        attack: Attack,
        strike: Option<Strike>,
    ) -> Option<DefenceMeans> {
        let (means, bonus) = self.chosen_defence(target, attack, strike)?;
        let defended = self.makes_in_combat(Topic::Defence, bonus, attack.dc);
        let (sum, word) = (self.sum(bonus, attack.dc), means.word());
        let ended = if defended { "in time" } else { "in vain" };
        self.tell("SAM-5-2", target, format_args!("{word}: {sum}: {ended}"));
        defended.then_some(means)
    }

    /// Rolls the damage of an attack. The result is never below 0 [SAM-5-6, SAM-5-7, SAM-11-13].
    pub(super) fn damage(&mut self, who: FighterId, strike: Strike) -> i32 {
        let (_, throw) = self.blow(who, strike);
        self.roll_damage(who, throw)
    }

    /// Rolls damage with these dice. The result is never below 0.
    fn roll_damage(&mut self, who: FighterId, throw: Throw) -> i32 {
        self.dice.about(Topic::Damage);
        let damage = self.dice.total(throw).max(0);
        let told = format_args!("rolls {damage} for damage ({throw})");
        self.tell("SAM-5-3", who, told);
        damage
    }

    /// Reports the result of an attack for the statistics [SAM-0-15].
    pub(super) fn count(&mut self, who: FighterId, target: FighterId, weapon: u8, blow: Blow) {
        let weapon = WeaponId(self.arena.weapon(weapon).counted);
        self.witness.attacked(who, target, weapon, blow);
    }

    /// Reports an attack that lands, for the statistics. `harms` says whether the damage has an effect on the
    /// target. If it has none, all of it counts as stopped [SAM-0-15].
    pub(super) fn landed(&mut self, who: FighterId, strike: Strike, damage: i32, harms: bool) {
        let rolled = damage.unsigned_abs();
        let dealt = if harms { rolled } else { 0 };
        let blow = Blow::Landed {
            rolled,
            stopped: rolled - dealt,
            dealt,
        };
        self.count(who, strike.target, strike.weapon, blow);
    }
}
