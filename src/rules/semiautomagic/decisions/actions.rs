//! What the lines of a turn come to: attacks, combos, areas, handling things.
//!
//! Clauses: SAM-0-14, SAM-2-6, SAM-2-7, SAM-7-4, SAM-7-7, SAM-9-1, SAM-10-4, SAM-10-7, SAM-12-5, SAM-13-1, SAM-14-1, SAM-15-3,
//! SAM-17-1, SAM-17-7, SAM-17-10, SAM-18-9.

use super::asker::{Answer, Asker, item_in, word_in};
use crate::fight::{FighterId, FighterSet};
use crate::policy::{ItemRef, Line};
use crate::rules::semiautomagic::nouns::arena::Component;
use crate::rules::semiautomagic::nouns::deeds::{Change, Deed, Handling, Strikes};
use crate::rules::semiautomagic::nouns::strike::{Aimed, Part, Strike};
use crate::rules::semiautomagic::questions::defences::Means;
use crate::rules::semiautomagic::reading::tables::{Kind, MOST_ATTACKS, Skill};
use crate::rules::semiautomagic::words::{act, defend};

/// The parts of the body as the word `on` lists them, from the second on.
const PARTS: [Part; 7] = [
    Part::Leg,
    Part::Arm,
    Part::Hand,
    Part::Head,
    Part::Vitals,
    Part::Torso,
    Part::Wings,
];

impl<const N: usize> Asker<'_, N> {
    /// The action that a line of `act` comes to, if it is possible now.
    pub(crate) fn deed(&mut self, line: &Line) -> Option<Deed> {
        let deed = self.wanted(line)?;
        (self.finishing || self.view.affords(self.who, &deed)).then_some(deed)
    }

    fn wanted(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        Some(match line.action {
            act::ATTACK => Deed::Strike(self.strike(line, who)?),
            act::COMBO => self.combo(line)?,
            act::AREA => self.area(line)?,
            act::DAUNT => self.daunt(line)?,
            act::AIM => self.aim_at(line)?,
            act::RELOAD => self.reload(line)?,
            act::CLEAR => self.handle(line, Handling::Clear)?,
            act::DRAW => self.handle(line, Handling::Draw)?,
            act::SHEATHE => self.handle(line, Handling::Sheathe)?,
            act::DROP => self.handle(line, Handling::Drop)?,
            act::PICK_UP => self.handle(line, Handling::PickUp)?,
            act::TAKE_OUT => self.handle(line, Handling::TakeOut)?,
            act::MOVE
            | act::MOVE_AWAY
            | act::FLANK
            | act::TO_COVER
            | act::CHARGE
            | act::RUN
            | act::RUN_AWAY => self.going(line)?,
            act::RIDE | act::RIDE_AWAY => self.ride(line)?,
            act::MOUNT_ATTACK => {
                let mount = view.mount(who)?;
                let strike = self.strike(line, mount)?;
                let seconds = view.weapon(strike.weapon).seconds;
                (seconds <= view.body(mount).clock.left).then_some(Deed::MountStrike(strike))?
            }
            act::CROUCH => self.change(Change::Crouch)?,
            act::GO_PRONE => self.change(Change::Lie)?,
            act::STAND => self.change(Change::Stand)?,
            act::STABILISE => {
                let allies = view.arena.lineup.allies(self.mind);
                let patients = allies.filter(|ally| view.may_stabilise(who, ally));
                let ally = self.aim_among(line, 0, patients)?;
                Deed::Stabilise { ally }
            }
            act::POSSESS => self.possess(line, false)?,
            act::JOIN => self.possess(line, true)?,
            act::LEAVE => (self.mind != who).then_some(Deed::Leave)?,
            act::DELAY => {
                let clock = &view.body(who).clock;
                let whole = clock.fresh && view.body(who).clock.busy.is_none();
                let own = view.state.next_up == who && self.mind == who;
                (whole && own && !view.body(who).delays).then_some(Deed::Delay)?
            }
            _ => Deed::Wait,
        })
    }

    /// An attack that is possible for a body: the target by the line's rule among those whom a weapon that it means
    /// reaches, then the first such weapon.
    fn strike(&mut self, line: &Line, body: FighterId) -> Option<Strike> {
        let item = item_in(line, 0);
        let at = |asker: &Self, foe: FighterId| {
            let aimed = asker.aimed(line, 2, foe)?;
            let mut weapons = asker.view.meant(body, item);
            weapons.find_map(|weapon| {
                let strike = Strike {
                    aimed,
                    ..Strike::new(weapon, foe)
                };
                asker.view.may_strike(body, strike).then_some(strike)
            })
        };
        let prey = self.prey(line, 1);
        let (_, strike) = self.aim_where(line, 1, prey, at)?;
        Some(strike)
    }

    /// What a slot of a line aims at on somebody; `None` where it has no such thing [SAM-12-5, SAM-13-1].
    fn aimed(&self, line: &Line, slot: usize, foe: FighterId) -> Option<Aimed> {
        Some(match word_in(line, slot) {
            0 => Aimed::Body,
            8 => Aimed::Thing(self.view.main_slot(foe)?),
            9 => Aimed::Thing(self.view.shield_slot(foe)?),
            10 => Aimed::Armour,
            part => Aimed::Part(*PARTS.get(usize::from(part) - 1)?),
        })
    }

    /// The first combo that the line means with an attack that is possible, and whom each of its attacks goes at [SAM-10-4].
    fn combo(&mut self, line: &Line) -> Option<Deed> {
        if !self.view.arena.scope.combos {
            return None;
        }
        let bits =
            item_in(line, 0).map_or(u64::MAX, |item: ItemRef| self.view.arena.meant_combos(item));
        let own = self.view.fighter(self.mind).combos.iter().copied();
        let lent = self.view.lent_combos(self.who, self.mind);
        let combines = self.view.may_combine(self.who);
        let mut combos = own
            .chain(lent)
            .filter(|combo| combines && bits >> combo & 1 == 1);
        combos.find_map(|combo| {
            let row = &self.view.arena.combos[usize::from(combo)];
            let charged = !row.charge || self.finishing || self.view.has_charged(self.who);
            if !charged {
                return None;
            }
            let strikes = self.strikes(line, &row.attacks)?;
            Some(Deed::Combo { combo, strikes })
        })
    }

    /// Whom the attacks of a combo go at; `None` where there is nobody for any of them.
    fn strikes(&mut self, line: &Line, attacks: &[Component]) -> Option<Strikes> {
        let one = |asker: &Self, component: &Component, foe: FighterId| {
            let aimed = asker.aimed(line, 2, foe)?;
            let fixed = component.weapon;
            let mut weapons = asker.view.meant(asker.who, None);
            weapons.find_map(|weapon| {
                let strike = Strike {
                    target: foe,
                    weapon,
                    aimed,
                    attack_mod: component.attack_mod,
                    dc_mod: component.dc_mod,
                    damage: component.damage,
                };
                let meant = fixed.is_none_or(|fixed| fixed == weapon);
                (meant && asker.view.may_strike(asker.who, strike)).then_some(strike)
            })
        };
        let prey = self.prey(line, 1);
        let mut within = [FighterSet::NONE; MOST_ATTACKS];
        for (legal, component) in within.iter_mut().zip(attacks) {
            *legal = prey.filter(|foe| one(self, component, foe).is_some());
        }
        let all = within
            .iter()
            .fold(FighterSet::NONE, |all, each| FighterSet(all.0 | each.0));
        let main = self.aim_among(line, 1, all)?;
        let several = word_in(line, 3) == 1;
        let mut strikes = [None; MOST_ATTACKS];
        let mut left = all;
        for ((strike, component), legal) in strikes.iter_mut().zip(attacks).zip(within) {
            if several && left.and(legal).is_empty() {
                left = all;
            }
            let among = if several { left.and(legal) } else { legal };
            let mut foe = if among.has(main) {
                Some(main)
            } else {
                self.pick(line, 1, among)
            };
            if several && foe.is_none() {
                left = all;
                foe = self.pick(line, 1, legal);
            }
            *strike = foe.and_then(|foe| one(self, component, foe));
            if let Some(foe) = foe {
                left.remove(foe);
            }
        }
        Some(strikes)
    }

    /// An area attack [SAM-9-1].
    fn area(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        if !view.arena.scope.areas {
            return None;
        }
        let item = item_in(line, 0);
        let best = word_in(line, 2) == 0;
        let at = |foe: FighterId| {
            let mut weapons = view.meant(who, item);
            weapons.find_map(|weapon| {
                let row = view.weapon(weapon);
                let possible =
                    row.area.is_some() && view.usable(who, weapon) && view.may_cast(who, row.skill);
                let landing = possible.then(|| view.landing(who, row, foe, best))??;
                Some((weapon, landing))
            })
        };
        let foes = view.foes(self.mind);
        let (target, (weapon, landing)) = self.aim_where(line, 1, foes, |_, foe| at(foe))?;
        Some(Deed::Area {
            weapon,
            target,
            landing,
        })
    }

    /// A morale effect [SAM-15-3].
    fn daunt(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let at = |foe: FighterId| {
            let mut weapons = view.meant(who, item_in(line, 0));
            weapons.find(|&weapon| {
                let row = view.weapon(weapon);
                row.kind == Kind::Morale
                    && view.usable(who, weapon)
                    && view.reaches(who, foe, weapon)
                    && view.body(who).rage.is_none()
                    && (!row.rolled || view.locatable(foe, who))
            })
        };
        let foes = view.foes(self.mind);
        let (target, weapon) = self.aim_where(line, 1, foes, |_, foe| at(foe))?;
        Some(Deed::Daunt { weapon, target })
    }

    /// Aiming at whom a ranged weapon that can be aimed reaches, where that is of use and has not been done [SAM-7-4].
    fn aim_at(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let helps = |foe: FighterId| {
            let mut weapons = view.meant(who, None);
            weapons.any(|weapon| {
                let row = view.weapon(weapon);
                row.kind == Kind::Ranged
                    && row.skill != Skill::Magic
                    && view.usable(who, weapon)
                    && view.reaches(who, foe, weapon)
                    && view.doublings_to(who, foe, row) > 0
            })
        };
        let foes = view.foes(self.mind);
        let (target, ()) = self.aim_where(line, 0, foes, |_, foe| helps(foe).then_some(()))?;
        (view.body(who).aim != Some(target)).then_some(Deed::Aim { target })
    }

    /// Loading an own weapon, or that of an ally who is next to it [SAM-7-7].
    fn reload(&self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let item = item_in(line, 0);
        let near = view
            .friends(self.mind)
            .filter(|ally| view.gap(who, ally) <= 1);
        let owners = std::iter::once(who).chain(near.iter());
        let mut all = owners.flat_map(|owner| {
            let slots = view.meant_slots(owner, item);
            slots.map(move |slot| (owner, slot))
        });
        let (owner, slot) = all.find(|&(owner, slot)| view.wants_loading(owner, slot))?;
        Some(Deed::Reload { owner, slot })
    }

    fn handle(&self, line: &Line, handling: Handling) -> Option<Deed> {
        let mut slots = self.view.meant_slots(self.who, item_in(line, 0));
        let slot = slots.find(|&slot| self.view.may_handle(self.who, slot, handling))?;
        Some(Deed::Handle(handling, slot))
    }

    fn change(&self, change: Change) -> Option<Deed> {
        self.view
            .may_change(self.who, change)
            .then_some(Deed::Posture(change))
    }

    /// Possessing an enemy [SAM-17-1], or an ally who is willing [SAM-17-7].
    fn possess(&mut self, line: &Line, joins: bool) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let able = self.mind == who && view.fighter(who).possession.is_some();
        let all = if joins {
            let friends = view.friends(self.mind);
            friends.filter(|ally| view.fighter(ally).willing)
        } else {
            view.foes(self.mind)
        };
        let bodies = all.filter(|body| able && view.may_possess(who, body));
        let target = self.aim_among(line, 0, bodies)?;
        Some(Deed::Possess { target, joins })
    }

    /// What a line of `defend` comes to, if it is possible: a defence, or to do without [SAM-5-9].
    pub(super) fn defence(&self, line: &Line) -> Option<Answer> {
        let attack = self.attack?;
        let means = match line.action {
            defend::BLOCK => Means::Block,
            defend::DODGE => Means::Dodge,
            defend::PARRY => Means::Parry,
            defend::BEST => self.best?,
            _ => return Some(Answer::Means(None)),
        };
        let possible = self.best == Some(means) || self.view.may_defend(self.who, attack, means);
        possible.then_some(Answer::Means(Some(means)))
    }
}
