//! What panic, rage and confusion make somebody do.
//!
//! Clauses: SAM-15-4, SAM-15-6, SAM-19-5, SAM-19-6.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::semiautomagic::nouns::deeds::{Change, Deed, Going, Strikes};
use crate::rules::semiautomagic::nouns::scene::Scene;
use crate::rules::semiautomagic::nouns::state::{Forced, Intent, Mad, With};
use crate::rules::semiautomagic::nouns::strike::Strike;
use crate::rules::semiautomagic::questions::routes::{RUN, part_of};
use crate::rules::semiautomagic::reading::sheet::Posture;
use crate::rules::semiautomagic::reading::tables::{Kind, MOST_ATTACKS, Weapon};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// An action that a condition asks for, if any does: then whether the turn goes on.
    pub(super) fn compelled(&mut self, who: FighterId) -> Option<bool> {
        let body = *self.body(who);
        if body.panic.is_some() || body.mad == Mad::Flees {
            return Some(self.flight(who));
        }
        match body.mad {
            Mad::Nothing => return Some(false),
            Mad::Attacks(target) => return Some(self.go_for(who, target, self.deadliest(who))),
            Mad::Pesters(target) => return Some(self.go_for(who, target, self.feeblest(who))),
            Mad::Sane | Mad::Flees => {}
        }
        let source = body.rage?;
        let there = self.state.fighting.has(source) && self.state.bodily.has(source);
        let target = if there && source != who {
            source
        } else {
            self.view().nearest(who, self.view().others(who))?
        };
        let first = self.fighter(who).combos.first().copied().map(With::Combo);
        let single = self.view().first(who, Weapon::strikes);
        Some(self.go_for(who, target, first.or(single.map(With::Weapon))))
    }

    /// Attacks somebody with this, or goes there; says whether the turn goes on.
    fn go_for(&mut self, who: FighterId, target: FighterId, with: Option<With>) -> bool {
        let Some(with) = with.filter(|_| self.state.bodily.has(target)) else {
            return false;
        };
        let forced = Forced { with, target };
        if let Some(deed) = self.forced_deed(who, forced) {
            return self.undertake(deed, Some(Intent::Forced(forced)));
        }
        if self.body(who).posture == Posture::Prone && self.view().may_change(who, Change::Stand) {
            let deed = Deed::Posture(Change::Stand);
            return self.view().affords(who, &deed) && self.undertake(deed, None);
        }
        self.approach(who, target, with)
    }

    /// A second on the way to where this reaches somebody.
    fn approach(&mut self, who: FighterId, target: FighterId, with: With) -> bool {
        let view = self.view();
        if !view.mobile(who) || view.mount(who).is_some() || view.crawls(who).is_some() {
            return false;
        }
        let weapon = match with {
            With::Weapon(weapon) => Some(weapon),
            With::Combo(combo) => self.arena.combos[usize::from(combo)]
                .attacks
                .iter()
                .find_map(|attack| attack.weapon),
        };
        let weapon = weapon.or_else(|| view.first(who, |weapon| weapon.kind == Kind::Melee));
        let weapon = view.weapon(weapon.unwrap_or_default());
        let Some(way) = view.way_to(who, target, weapon) else {
            return false;
        };
        let budget = view.pace(who) + u32::from(view.body(who).clock.carry);
        if part_of(view, who, &way, budget).0 == 0 {
            return false;
        }
        self.undertake(Deed::Move(Going::Along(way)), None)
    }

    /// An attack with this on somebody, if it is possible now.
    pub(super) fn forced_deed(&self, who: FighterId, forced: Forced) -> Option<Deed> {
        let view = self.view();
        let target = forced.target;
        match forced.with {
            With::Weapon(weapon) => {
                let strike = Strike::new(weapon, target);
                view.may_strike(who, strike).then_some(Deed::Strike(strike))
            }
            With::Combo(combo) => {
                let row = &self.arena.combos[usize::from(combo)];
                if row.charge && !view.has_charged(who) {
                    return None;
                }
                let mut strikes: Strikes = [None; MOST_ATTACKS];
                for (strike, component) in strikes.iter_mut().zip(&row.attacks) {
                    let mut weapons = view.meant(who, None);
                    *strike = weapons.find_map(|weapon| {
                        let strike = Strike {
                            attack_mod: component.attack_mod,
                            dc_mod: component.dc_mod,
                            damage: component.damage,
                            ..Strike::new(weapon, target)
                        };
                        let meant = component.weapon.is_none_or(|fixed| fixed == weapon);
                        (meant && view.may_strike(who, strike)).then_some(strike)
                    });
                }
                let any = strikes.iter().any(Option::is_some);
                any.then_some(Deed::Combo { combo, strikes })
            }
        }
    }

    /// Twice the mean damage of a weapon in somebody's hand.
    fn mean_damage(&self, who: FighterId, weapon: u8) -> i32 {
        let throw = self.view().damage_throw(who, weapon);
        throw.min() + throw.max()
    }

    /// The weapons in hand with which somebody attacks single targets.
    fn strikers(&self, who: FighterId) -> impl Iterator<Item = u8> {
        let view = self.view();
        let weapons = view.meant(who, None);
        weapons.filter(move |&weapon| view.usable(who, weapon) && view.weapon(weapon).strikes())
    }

    /// The attack or combo with the highest mean damage in all; of equals a combo before a weapon, then the first
    /// [SAM-19-6].
    fn deadliest(&self, who: FighterId) -> Option<With> {
        let disabled = self
            .fighter(who)
            .starts(crate::rules::semiautomagic::reading::sheet::Condition::Disabled);
        let best = |found: Option<(i32, With)>, next: (i32, With)| match found {
            Some(best) if best.0 >= next.0 => Some(best),
            _ => Some(next),
        };
        let combos = self.fighter(who).combos.iter().filter(|_| !disabled);
        let combos = combos.map(|&combo| {
            let row = &self.arena.combos[usize::from(combo)];
            let attacks = row.attacks.iter().map(|attack| {
                let weapon = attack.weapon.or_else(|| self.strikers(who).next());
                let mean = weapon.map_or(0, |weapon| self.mean_damage(who, weapon));
                mean + 2 * i32::from(attack.damage)
            });
            (attacks.sum(), With::Combo(combo))
        });
        let found = combos.fold(None, best);
        let weapons = self
            .strikers(who)
            .map(|weapon| (self.mean_damage(who, weapon), With::Weapon(weapon)));
        weapons.fold(found, best).map(|(_, with)| with)
    }

    /// The weapon in hand with the lowest mean damage.
    fn feeblest(&self, who: FighterId) -> Option<With> {
        let weapons = self.strikers(who);
        let least = weapons.min_by_key(|&weapon| self.mean_damage(who, weapon));
        least.map(With::Weapon)
    }

    /// A panicked one flees: it stands up, runs, or moves; where no way is free it attacks the first enemy in reach
    /// [SAM-15-4]. Says whether the turn goes on.
    fn flight(&mut self, who: FighterId) -> bool {
        let view = self.view();
        if !self.arena.ground.mapped || (view.at_edge(who) && view.mobile(who)) {
            self.flee(who);
            return false;
        }
        let source = view
            .body(who)
            .panic
            .filter(|&from| self.state.bodily.has(from));
        let from = source.or_else(|| view.nearest(who, view.foes(who)));
        let Some(from) = from else {
            return false;
        };
        if view.body(who).posture != Posture::Standing && view.may_change(who, Change::Stand) {
            let deed = Deed::Posture(Change::Stand);
            return view.affords(who, &deed) && self.undertake(deed, None);
        }
        if view.mobile(who) && view.mount(who).is_none() && view.crawls(who).is_none() {
            let left = view.body(who).clock.left;
            if left >= RUN
                && let Some(run) = view.run_from(who, from, RUN)
            {
                return self.undertake(Deed::Run(run), None);
            }
            let (headings, _) = view.ways_off(who, from, view.pace(who), false);
            if headings != 0 {
                return self.undertake(Deed::Move(Going::Away { headings }), None);
            }
        }
        self.at_bay(who)
    }

    /// A single attack at the first enemy in reach.
    fn at_bay(&mut self, who: FighterId) -> bool {
        let view = self.view();
        let foes: FighterSet = view.foes(who);
        let found = foes.iter().find_map(|target| {
            let mut weapons = view.meant(who, None);
            let fits = |weapon: &u8| view.may_strike(who, Strike::new(*weapon, target));
            let weapon = weapons.find(fits)?;
            Some(Forced {
                with: With::Weapon(weapon),
                target,
            })
        });
        let Some(forced) = found else {
            return false;
        };
        self.dice.about(Topic::Attack);
        match self.forced_deed(who, forced) {
            Some(deed) => self.undertake(deed, Some(Intent::Forced(forced))),
            None => false,
        }
    }
}
