//! What panic, rage and confusion make somebody do.
//!
//! Clauses: SAM-14-2, SAM-15-4, SAM-15-6, SAM-19-5, SAM-19-6, SAM-19-8.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::semiautomagic::nouns::deeds::{Change, Deed, Going, Strikes};
use crate::rules::semiautomagic::nouns::scene::Scene;
use crate::rules::semiautomagic::nouns::state::{Forced, Intent, Mad, With};
use crate::rules::semiautomagic::nouns::strike::Strike;
use crate::rules::semiautomagic::questions::routes::RUN;
use crate::rules::semiautomagic::reading::sheet::Posture;
use crate::rules::semiautomagic::reading::tables::{Kind, MOST_ATTACKS};

/// What a condition makes somebody do next, and what that is to become if it takes longer than the turn.
type Urge = (Deed, Option<Intent>);

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// An action that a condition asks for, if any does: then whether the turn goes on.
    pub(super) fn compelled(&mut self, who: FighterId) -> Option<bool> {
        let body = *self.body(who);
        if body.panic.is_some() || body.mad == Mad::Flees {
            return Some(self.flight(who));
        }
        match body.mad {
            Mad::Nothing => return Some(false),
            Mad::Does(face) => {
                self.body_mut(who).mad = Mad::Nothing;
                self.act_madly(who, face);
                return Some(false);
            }
            Mad::Attacks(target) => return Some(self.set_about(self.deadliest(who, target))),
            Mad::Pesters(target) => {
                let feeblest = self.feeblest(who);
                let deed = feeblest.and_then(|with| self.against(who, target, with));
                if let Some((Deed::Strike(_), _)) = deed {
                    // One attack, and no more [SAM-19-6].
                    self.body_mut(who).mad = Mad::Nothing;
                }
                return Some(self.set_about(deed));
            }
            Mad::Sane | Mad::Flees => {}
        }
        let source = body.rage?;
        let there = self.state.fighting.has(source) && self.state.bodily.has(source);
        let target = if there && source != who {
            source
        } else {
            self.view().nearest(who, self.view().others(who))?
        };
        let deed = (self.combos(who).take(1))
            .chain(self.strikers(who).map(With::Weapon))
            .find_map(|with| self.against(who, target, with));
        Some(self.set_about(deed))
    }

    /// Does this, if there is anything to do; says whether the turn goes on.
    fn set_about(&mut self, deed: Option<Urge>) -> bool {
        deed.is_some_and(|(deed, intent)| self.undertake(deed, intent))
    }

    /// An attack with this on somebody; where it is not possible, what leads there: standing up, a second on the way.
    fn against(&self, who: FighterId, target: FighterId, with: With) -> Option<Urge> {
        let view = self.view();
        let forced = Forced { with, target };
        if !self.state.bodily.has(target) {
            return None;
        }
        let deed = if let Some(deed) = self.forced_deed(who, forced) {
            (deed, Some(Intent::Forced(forced)))
        } else if view.body(who).posture == Posture::Prone && view.may_change(who, Change::Stand) {
            (Deed::Posture(Change::Stand), None)
        } else {
            (self.approach(who, target, with)?, None)
        };
        view.affords(who, &deed.0).then_some(deed)
    }

    /// A second on the way to where this reaches somebody.
    fn approach(&self, who: FighterId, target: FighterId, with: With) -> Option<Deed> {
        let view = self.view();
        let mover = view.mover(who)?;
        let weapon = match with {
            With::Weapon(weapon) => Some(weapon),
            With::Combo(combo) => {
                let attacks = &self.arena.combos[usize::from(combo)].attacks;
                let mut named = attacks.iter().filter_map(|attack| attack.weapon);
                named.find(|&weapon| self.strikers(who).any(|striker| striker == weapon))
            }
        };
        let weapon = weapon.or_else(|| view.first(who, |weapon| weapon.kind == Kind::Melee));
        let weapon = view.weapon(weapon.unwrap_or_default());
        let way = view.way_with_reach(mover, target, weapon, who)?;
        let rides = mover != who;
        let deed = if rides { Deed::Ride } else { Deed::Move };
        (view.goes_on(mover, &way)).then_some(deed(Going::Along(way)))
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

    /// The combos that somebody may use, in the order of its list.
    fn combos(&self, who: FighterId) -> impl Iterator<Item = With> {
        let may = self.view().may_combine(who);
        let own = self.fighter(who).combos.iter().filter(move |_| may);
        own.map(|&combo| With::Combo(combo))
    }

    /// The weapons in hand with which somebody attacks single targets.
    fn strikers(&self, who: FighterId) -> impl Iterator<Item = u8> {
        let view = self.view();
        let weapons = view.meant(who, None);
        weapons.filter(move |&weapon| {
            let row = view.weapon(weapon);
            view.usable(who, weapon) && row.strikes() && view.may_cast(who, row.skill)
        })
    }

    /// What leads to the attack or combo with the highest mean damage in all of those that are possible; of equals a combo
    /// before a weapon, then the first [SAM-19-6].
    fn deadliest(&self, who: FighterId, target: FighterId) -> Option<Urge> {
        let mean = |with: With| match with {
            With::Weapon(weapon) => self.mean_damage(who, weapon),
            With::Combo(combo) => {
                let attacks = self.arena.combos[usize::from(combo)].attacks.iter();
                let means = attacks.filter_map(|attack| {
                    let meant = |weapon: &u8| attack.weapon.is_none_or(|fixed| fixed == *weapon);
                    let weapon = self.strikers(who).find(meant)?;
                    Some(self.mean_damage(who, weapon) + 2 * i32::from(attack.damage))
                });
                means.sum()
            }
        };
        let all = self.combos(who);
        let all = all.chain(self.strikers(who).map(With::Weapon));
        let best = all.fold(None, |best: Option<(i32, Urge)>, with| {
            let mean = mean(with);
            let better = best.as_ref().is_none_or(|best| best.0 < mean);
            let urge = better.then(|| self.against(who, target, with)).flatten();
            urge.map(|urge| (mean, urge)).or(best)
        });
        best.map(|(_, urge)| urge)
    }

    /// The weapon in hand with the lowest mean damage.
    fn feeblest(&self, who: FighterId) -> Option<With> {
        let weapons = self.strikers(who);
        let least = weapons.min_by_key(|&weapon| self.mean_damage(who, weapon));
        least.map(With::Weapon)
    }

    /// From whom a panicked one flees.
    fn fled_from(&self, who: FighterId) -> Option<FighterId> {
        let view = self.view();
        let source = view.body(who).panic;
        let source = source.filter(|&from| self.state.bodily.has(from));
        source.or_else(|| view.nearest(who, view.foes(who)))
    }

    /// What a panicked one does who can only crawl, and cannot stand up [SAM-15-4].
    pub(super) fn crawling_off(&self, who: FighterId) -> Option<Deed> {
        let view = self.view();
        let able = view.mobile(who) && view.mount(who).is_none();
        view.crawls(who)
            .filter(|_| able && !view.may_change(who, Change::Stand))?;
        view.crawling_off(who, self.fled_from(who)?)
            .map(Deed::Crawl)
    }

    /// A panicked one flees: it stands up, runs, or moves; where no way is free it attacks the first enemy in reach
    /// [SAM-15-4]. Says whether the turn goes on.
    fn flight(&mut self, who: FighterId) -> bool {
        let view = self.view();
        let legs = view.mount(who).unwrap_or(who);
        let able = view.mobile(legs) && view.body(legs).clock.left > 0;
        if !self.arena.ground.mapped || (view.at_edge(who) && able) {
            self.flee(who);
            return false;
        }
        if let Some(deed) = self.crawling_off(who) {
            return self.undertake(deed, Some(Intent::Flees));
        }
        let Some(from) = self.fled_from(who) else {
            return false;
        };
        if view.body(who).posture != Posture::Standing && view.may_change(who, Change::Stand) {
            let deed = Deed::Posture(Change::Stand);
            return view.affords(who, &deed) && self.undertake(deed, None);
        }
        let deed = view.mover(who).and_then(|mover| {
            let rides = mover != who;
            let left = view.body(mover).clock.left;
            if let Some(run) = view.run_from(mover, from, RUN.min(left)) {
                let deed = if rides { Deed::RideRun } else { Deed::Run };
                return Some(deed(run));
            }
            let deed = if rides { Deed::Ride } else { Deed::Move };
            view.going_off(mover, from).map(deed)
        });
        match deed.filter(|deed| view.affords(who, deed)) {
            Some(deed) => self.undertake(deed, None),
            None => self.at_bay(who),
        }
    }

    /// A single attack at the first enemy in reach.
    fn at_bay(&mut self, who: FighterId) -> bool {
        let view = self.view();
        let foes: FighterSet = view.foes(who);
        let found = foes.iter().find_map(|target| {
            let mut strikes = view
                .meant(who, None)
                .map(|weapon| Strike::new(weapon, target));
            let strike = strikes.find(|&strike| view.may_strike(who, strike))?;
            let with = With::Weapon(strike.weapon);
            let forced = Forced { with, target };
            Some((Deed::Strike(strike), Some(Intent::Forced(forced))))
        });
        let found = found.filter(|(deed, _)| view.affords(who, deed));
        self.dice.about(Topic::Attack);
        self.set_about(found)
    }
}
