//! Afflictions such as poison, bleeding or burning, a house rule of this program.
//!
//! Clauses: MUR-0-1, MUR-0-3, MUR-0-6, MUR-1-10. A weapon may name afflictions. A hit inflicts them if it
//! takes health, or always with `on = "hit"`. Vehicles do not suffer from afflictions.
//!
//! Afflictions act when a round ends, before morale, from the round of the hit on. If the affliction has a
//! save, the victim rolls first, and a pass ends the affliction before it does harm. Otherwise the victim
//! loses health, and neither armour nor cover helps. This harm can be critical like any other. If the victim
//! is still fighting, the tally counts the harm as a hit by the fighter that inflicted the affliction last,
//! with the affliction's name as the weapon.
//!
//! If an affliction lasts a number of rounds, a further hit starts this count again. Several afflictions last
//! side by side and act in the order of the table. Incapacitated and surrendered characters still suffer.
//! Dying and dead characters and those that have fled do not.

use super::damage;
use super::wounds::Cause;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, WeaponId, Witness};
use crate::frame::afflictions::MOST;
use crate::rules::murdham::nouns::{Pool, Rolled, Scene, Status};
use crate::rules::murdham::reading::Ability;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Inflicts the afflictions of a weapon on a target that it has hit. `weapon` is the weapon's number in
    /// the matchup, and `wounds` says whether the hit took health.
    #[inline]
    pub(super) fn afflict(&mut self, who: FighterId, target: FighterId, weapon: u8, wounds: bool) {
        if !self.arena.scope.afflicts {
            return;
        }
        let brings = self.arena.brings[usize::from(weapon)].of(wounds);
        let spared = matches!(
            self.body(target).status,
            Status::Dead | Status::Dying(_) | Status::Fled
        );
        if brings == 0 || spared || self.arena.is_vehicle(target) {
            return;
        }
        for (at, row) in self.arena.afflictions.iter().enumerate() {
            if brings >> at & 1 == 1 {
                self.body_mut(target).suffers.take_hold(at, row, who);
                self.tell("MUR-0-3", target, format_args!("suffers from {}", row.name));
            }
        }
    }

    /// Applies the afflictions of all characters when a round ends.
    pub(super) fn suffer_on(&mut self) {
        for who in self.arena.lineup.everybody() {
            for at in 0..MOST {
                self.suffer_from(who, at);
            }
        }
    }

    fn suffer_from(&mut self, who: FighterId, at: usize) {
        let Some(by) = self.body(who).suffers.by(at) else {
            return;
        };
        let arena = self.arena;
        let row = &arena.afflictions[at];
        self.dice.about(Topic::Deed(who.0));
        if let Some(ability) = row.save {
            let fighter = self.fighter(who);
            let ability = match ability {
                Ability::Str => fighter.str,
                Ability::Agi => fighter.agi,
                Ability::Wit => fighter.wit,
            };
            let what = format_args!("rolls against {}", row.name);
            if self.saves("MUR-0-1", who, ability, what) {
                return self.body_mut(who).suffers.end(at);
            }
        }
        self.dice.about(Topic::Damage);
        let rolled = Rolled::of(self.dice.total(row.damage).max(0));
        let pool = Pool {
            direct: true,
            ..Pool::plain(row.damage.count, row.damage.sides)
        };
        let harm = damage::soak(pool, rolled, 0, &arena.options);
        self.body_mut(who).suffers.pass(at);
        self.tell("MUR-0-3", who, format_args!("is hurt by {}", row.name));
        let weapon = WeaponId::at(arena.weapons.len() + at);
        self.suffer(who, Cause::Affliction(by, weapon), harm);
    }
}

#[cfg(test)]
mod tests {
    use crate::fight::Blow;
    use crate::rules::murdham::nouns::Status;
    use crate::rules::murdham::testing::{Setup, Trial, fighters, fraction};
    use crate::rules::testing::{assert_flaws, compiled};

    /// Returns a fight of a viper against an idle victim. The viper's fang does 1d4 and inflicts a venom with
    /// the lines `venom`. The victim has 30 health and the lines `victim`.
    fn bitten(venom: &str, victim: &str) -> Setup {
        fighters(
            "viper",
            "carries = ['fang']\npolicy = 'plain'\nfearless = true",
        )
        .against(
            "victim",
            &format!("health = 30\npolicy = 'idle'\nfearless = true\n{victim}"),
        )
        .acts("plain", "attack if target.afflictions == 0")
        .with("[weapons.fang]\ndamage = '1d4'\naffliction = 'venom'")
        .with(&format!("[afflictions.venom]\ndamage = 3\n{venom}"))
    }

    #[test] // MUR-0-3, MUR-1-10
    fn it_hurts_when_rounds_end_from_that_of_the_hit_on() {
        let after = bitten("rounds = 2", "").round([2]);
        assert_eq!(after.health("victim"), 30 - 2 - 3);
        assert!(after.says("victim suffers from venom"));
        let after = after.round([]);
        assert_eq!(after.health("victim"), 30 - 2 - 6);
        // The venom is over after two rounds, so the viper bites again.
        assert_eq!(after.round([1]).health("victim"), 30 - 2 - 6 - 1 - 3);
    }

    #[test] // MUR-18-2
    fn its_harm_is_a_hit_of_whoever_brought_it_under_its_own_name() {
        let after = bitten("rounds = 2", "").round([2]);
        let named = |weapon: &str| ("viper".to_owned(), "victim".to_owned(), weapon.to_owned());
        assert_eq!(after.attacks(), [named("fang"), named("venom")]);
        assert_eq!(after.blows()[1], Blow::landed(3, 3));
    }

    #[test] // MUR-0-4
    fn armour_that_stops_the_hit_stops_it_unless_any_hit_brings_it() {
        let hit = |venom: &str| bitten(&format!("rounds = 2\n{venom}"), "armour = 2").round([2]);
        assert_eq!(hit("").health("victim"), 30);
        assert_eq!(hit("on = 'hit'").health("victim"), 27);
    }

    #[test] // MUR-0-1
    fn a_save_ends_it_before_it_does_harm() {
        let unhurt = |save: &str| {
            let trial = bitten(&format!("save = '{save}'"), "str = 5\nagi = 8\nwit = 12").ready();
            let odds = trial.round_odds(|after| after.blows().len());
            odds.of(|&blows| blows == 1)
        };
        assert_eq!(unhurt("str"), fraction(5, 20));
        assert_eq!(unhurt("agi"), fraction(8, 20));
        assert_eq!(unhurt("wit"), fraction(12, 20));
    }

    #[test] // MUR-0-6, MUR-0-7
    fn it_may_incapacitate_and_the_incapacitated_suffer_on() {
        let trial = bitten("rounds = 9", "").and("mate", "policy = 'idle'\nfearless = true");
        let text = trial
            .text()
            .replace("attack if target.afflictions == 0", "attack at victim");
        let trial = Trial::of(compiled(&text));
        let fallen = trial.given("victim", |body| body.health = 6).round([1]);
        // The venom takes 3 of the 5 health that are left, which is critical.
        assert_eq!(fallen.status("victim"), Status::Incapacitated);
        assert_eq!(fallen.names(&fallen.heard.downed), ["victim"]);
        let dead = fallen.round([]);
        assert_eq!(dead.status("victim"), Status::Dead);
        assert!(dead.blows().is_empty() && dead.round([]).outcome.is_none());
    }

    #[test] // MUR-1-10, MUR-12-1
    fn a_fight_that_it_decides_ends_before_morale() {
        let trial = bitten("rounds = 9", "").ready();
        let after = trial.given("victim", |body| body.health = 4).round([1]);
        assert_eq!(after.status("victim"), Status::Dead);
        assert!(after.outcome.is_some() && !after.says("morale"));
    }

    #[test] // MUR-13-3
    fn the_surrendered_suffer_on_without_fighting_again() {
        let trial = bitten("rounds = 9", "").and("mate", "policy = 'idle'\nfearless = true");
        let bitten = trial.round([1]);
        let who = bitten.who("victim");
        let mut trial = bitten.given("victim", |body| body.status = Status::Surrendered);
        trial.state.fighting.remove(who);
        let after = trial.round([1]);
        assert_eq!(after.health("victim"), 30 - 1 - 6);
        assert_eq!(after.status("victim"), Status::Surrendered);
    }

    #[test] // MUR-17-4
    fn a_vehicle_suffers_from_nothing() {
        let after = bitten("rounds = 2", "")
            .against("crew", "riding = 'wagon'\npolicy = 'idle'\nfearless = true")
            .with("[combatants.wagon]\nhealth = 30\nseats = 1\nvehicle = true")
            .text()
            .replace("attack if target.afflictions == 0", "attack at vehicle");
        let after = Trial::of(compiled(&after)).round([3]);
        assert_eq!(after.health("wagon"), 27);
        assert!(!after.says("suffers from"));
    }

    #[test] // MUR-0-3
    #[rustfmt::skip]
    fn faults_of_afflictions_are_told_with_their_place() {
        let setup = |lines: &str| bitten("rounds = 3", "").with(lines);
        assert_flaws(setup, &[
            ["[weapons.claw]\nlike = 'fang'\naffliction = «'venon'»", "scenario::unknown-affliction", "there is no affliction named `venon`", "did you mean `venom`?"],
            ["[afflictions.«fang»]\ndamage = 1\nrounds = 2", "scenario::duplicate", "`fang` is both a weapon and an affliction", ""],
            ["[afflictions.fire]\nrounds = 2\ndamage = 1\nsave = «'wti'»", "scenario::word", "`save` cannot be `wti`", "did you mean `wit`?"],
        ]);
        let endless = setup("[afflictions.fire]\ndamage = 1").faults();
        assert!(endless.contains("affliction `fire` never ends"), "{endless}");
    }
}
