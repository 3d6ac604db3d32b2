//! Actions that panic, rage and confusion force on a fighter.
//!
//! Clauses: SAM-14-2, SAM-15-4, SAM-15-6, SAM-19-5, SAM-19-6, SAM-19-8.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::semiautomagic::nouns::{
    Aimed, AttackMeans, Deed, Effect, Forced, Going, Intent, Mad, Scene, Strike, Strikes,
};
use crate::rules::semiautomagic::questions::Mover;
use crate::rules::semiautomagic::reading::{MOST_ATTACKS, Posture, WeaponKind};

/// A forced action. If it takes more seconds than the turn has left, it is finished later according to the
/// intent.
type Urge = (Deed, Option<Intent>);

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Carries out the action that panic, rage or confusion forces on a fighter, and returns whether the turn
    /// continues. Returns `None` if the fighter is free to choose.
    pub(super) fn compelled(&mut self, who: FighterId) -> Option<bool> {
        let body = self.body(who);
        let (mad, rage) = (body.mad, body.rage);
        if body.panic.is_some() || mad == Mad::Flees {
            return Some(self.flight(who));
        }
        match mad {
            Mad::Nothing | Mad::Phantoms => return Some(false),
            Mad::Does(face) => {
                self.body_mut(who).mad = Mad::Nothing;
                self.act_madly(who, face);
                return Some(false);
            }
            Mad::Attacks(target) => return Some(self.set_about(self.deadliest(who, target))),
            Mad::Pesters(target) => {
                // The attack is made with the weapon in hand that has the lowest mean damage.
                let weapons = self.strikers(who).map(AttackMeans::Weapon);
                let feeblest = weapons.min_by_key(|&with| self.mean_damage(who, with));
                let deed = feeblest.and_then(|with| self.against(who, target, with));
                if let Some((Deed::Effect(_), _)) = deed {
                    // There is only one such attack in the turn [SAM-19-6].
                    self.body_mut(who).mad = Mad::Nothing;
                }
                return Some(self.set_about(deed));
            }
            Mad::Sane | Mad::Flees => {}
        }
        let source = rage?;
        let there = self.state.fighting.has(source) && self.state.bodily.has(source);
        let target = if there && source != who {
            source
        } else {
            self.view().nearest(who, self.view().others(who))?
        };
        let deed = (self.means(who, 1)).find_map(|with| self.against(who, target, with));
        Some(self.set_about(deed))
    }

    /// Carries out `deed`, if there is one. Returns whether the turn continues, which is false if there is
    /// none.
    fn set_about(&mut self, deed: Option<Urge>) -> bool {
        deed.is_some_and(|(deed, intent)| self.undertake(deed, intent))
    }

    /// Returns an attack on `target` with the weapon or combo `with`. If it is not possible now, returns an
    /// action that prepares it: standing up, or one move towards the target.
    fn against(&self, who: FighterId, target: FighterId, with: AttackMeans) -> Option<Urge> {
        let view = self.view();
        let forced = Forced { with, target };
        if !self.state.bodily.has(target) {
            return None;
        }
        let begins = match with {
            AttackMeans::Combo(combo) => view.may_begin(who, combo),
            AttackMeans::Weapon(_) => true,
        };
        let deed = if let Some(deed) = self.forced_deed(who, forced).filter(|_| begins) {
            (deed, Some(Intent::Forced(forced)))
        } else if view.body(who).posture == Posture::Prone
            && view.may_change(who, Posture::Standing)
        {
            (Deed::Posture(Posture::Standing), None)
        } else {
            (self.approach(who, target, with)?, None)
        };
        view.affords(who, &deed.0).then_some(deed)
    }

    /// Returns one move towards a place where `with` reaches `target`.
    fn approach(&self, who: FighterId, target: FighterId, with: AttackMeans) -> Option<Deed> {
        let view = self.view();
        let mover = view.mover(who)?;
        let weapon = match with {
            AttackMeans::Weapon(weapon) => Some(weapon),
            AttackMeans::Combo(combo) => {
                let attacks = &self.arena.combos[usize::from(combo)].attacks;
                let mut named = attacks.iter().filter_map(|attack| attack.weapon);
                named.find(|&weapon| self.strikers(who).any(|striker| striker == weapon))
            }
        };
        let weapon = weapon.or_else(|| view.first(who, |weapon| weapon.kind == WeaponKind::Melee));
        let weapon = view.weapon(weapon.unwrap_or_default());
        let mover = Mover::new(view, mover);
        let way = mover.way_to(target, (weapon, who))?;
        let going = Deed::moving(who, mover.who, Going::Along(way));
        mover.goes_on(&way).then_some(going)
    }

    /// Returns the forced attack as an action, if it is possible now. Callers that begin an attack also check
    /// whether it may begin [SAM-2-3].
    pub(super) fn forced_deed(&self, who: FighterId, forced: Forced) -> Option<Deed> {
        let view = self.view();
        let target = forced.target;
        match forced.with {
            AttackMeans::Weapon(weapon) => {
                let strike = Strike::new(weapon, target);
                let possible = view.may_strike(who, strike);
                possible.then_some(Deed::Effect(Effect::Strike(strike)))
            }
            AttackMeans::Combo(combo) => {
                let attacks = &self.arena.combos[usize::from(combo)].attacks;
                let mut strikes: Strikes = [None; MOST_ATTACKS];
                for (strike, component) in strikes.iter_mut().zip(attacks) {
                    *strike = view.component(who, component, target, Aimed::Body);
                }
                let any = strikes.iter().any(Option::is_some);
                any.then_some(Deed::Combo { combo, strikes })
            }
        }
    }

    /// Returns twice the mean damage of a weapon in hand. For a combo, returns twice the sum of the mean
    /// damage of all its possible attacks.
    fn mean_damage(&self, who: FighterId, with: AttackMeans) -> i32 {
        match with {
            AttackMeans::Weapon(weapon) => {
                let throw = self.view().damage_throw(who, weapon);
                throw.min() + throw.max()
            }
            AttackMeans::Combo(combo) => {
                let attacks = self.arena.combos[usize::from(combo)].attacks.iter();
                let means = attacks.filter_map(|attack| {
                    let meant = |weapon: &u8| attack.weapon.is_none_or(|fixed| fixed == *weapon);
                    let weapon = AttackMeans::Weapon(self.strikers(who).find(meant)?);
                    let mean = self.mean_damage(who, weapon) + 2 * i32::from(attack.damage);
                    Some(if attack.harmless { 0 } else { mean })
                });
                means.sum()
            }
        }
    }

    /// Returns the usable combos among the first `combos` combos of a fighter, and then its weapons in hand.
    fn means(&self, who: FighterId, combos: usize) -> impl Iterator<Item = AttackMeans> {
        let view = self.view();
        let first = self.fighter(who).combos.iter().take(combos);
        let may = first.filter(move |&&combo| view.may_combine(who, combo));
        let weapons = self.strikers(who).map(AttackMeans::Weapon);
        may.map(|&combo| AttackMeans::Combo(combo)).chain(weapons)
    }

    /// Returns the usable weapons in hand that can attack a single target.
    fn strikers(&self, who: FighterId) -> impl Iterator<Item = u8> {
        let view = self.view();
        let weapons = view.meant(who, None);
        weapons.filter(move |&weapon| {
            let row = view.weapon(weapon);
            view.usable(who, weapon) && row.strikes() && view.may_cast(who, row.skill)
        })
    }

    /// Returns the attack or combo with the highest mean damage. If it is not possible yet, returns an action
    /// that prepares it. If several have the same mean damage, combos are preferred to weapons, and the
    /// earlier in the stat block to the later [SAM-19-6].
    fn deadliest(&self, who: FighterId, target: FighterId) -> Option<Urge> {
        let all = self.means(who, usize::MAX);
        let possible = all.filter_map(|with| Some((with, self.against(who, target, with)?)));
        let deadliest = possible.min_by_key(|&(with, _)| -self.mean_damage(who, with));
        deadliest.map(|(_, urge)| urge)
    }

    /// Returns the enemy that a panicked fighter flees from: the one that caused the panic. If that one is
    /// unknown or out of the fight, returns the nearest enemy [SAM-15-4].
    fn fled_from(&self, who: FighterId) -> Option<FighterId> {
        let view = self.view();
        let source = view.body(who).panic;
        let there = self.state.fighting.and(self.state.bodily);
        let source = source.filter(|&from| from != who && there.has(from));
        source.or_else(|| view.nearest(who, view.foes(who)))
    }

    /// Returns the crawling of a panicked fighter that is prone and cannot stand up [SAM-15-4].
    pub(super) fn crawling_off(&self, who: FighterId) -> Option<Deed> {
        let view = self.view();
        let able = view.mobile(who) && view.mount(who).is_none();
        let lies = view.crawls(who).is_some() && !view.may_change(who, Posture::Standing);
        let from = self.fled_from(who).filter(|_| able && lies)?;
        view.crawling_off(who, from).map(Deed::Crawl)
    }

    /// Makes a panicked fighter flee: it stands up, runs, or moves. If all directions are blocked, it attacks
    /// the first enemy in reach [SAM-15-4]. Returns whether the turn continues.
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
        if view.body(who).posture != Posture::Standing && view.may_change(who, Posture::Standing) {
            let deed = Deed::Posture(Posture::Standing);
            return view.affords(who, &deed) && self.undertake(deed, None);
        }
        let deed = view.mover(who).and_then(|mover| {
            let left = view.body(mover).clock.left;
            let run = view.run_off(mover, from, view.shortest_run().min(left));
            let going = run.or_else(|| view.going_off(mover, from))?;
            Some(Deed::moving(who, mover, going))
        });
        match deed.filter(|deed| view.affords(who, deed)) {
            Some(deed) => self.undertake(deed, None),
            // A direction is open, but the rest of the turn is too short for a step.
            None if able
                && view
                    .mover(who)
                    .is_some_and(|legs| view.has_a_way_off(legs, from)) =>
            {
                false
            }
            None => self.at_bay(who),
        }
    }

    /// Makes a single attack on the first enemy in reach. Returns whether the turn continues afterwards.
    fn at_bay(&mut self, who: FighterId) -> bool {
        let view = self.view();
        let found = view.foes(who).iter().find_map(|target| {
            let mut all = view.meant(who, None).map(AttackMeans::Weapon);
            all.find_map(|with| {
                let forced = Forced { with, target };
                let deed = self.forced_deed(who, forced)?;
                Some((deed, Some(Intent::Forced(forced))))
            })
        });
        let found = found.filter(|(deed, _)| view.affords(who, deed));
        self.dice.about(Topic::Attack);
        self.set_about(found)
    }
}
