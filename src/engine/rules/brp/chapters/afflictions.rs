//! Afflictions such as poison, bleeding or burning, a house rule of this program.
//!
//! Clauses: BRP-5.12-1, BRP-5.5-1, BRP-5.14-2. A weapon may name afflictions. A hit inflicts them if it does
//! damage, or always with `on = "hit"`.
//!
//! Afflictions act in the Resolution phase before First Aid, from the round of the hit on. If the affliction
//! has a save, the victim rolls first, and a success ends the affliction before it does harm. Otherwise the
//! harm is an injury that armour does not stop. Reports count the harm as a hit by the fighter that inflicted
//! the affliction last, with the affliction's name as the weapon.
//!
//! If an affliction lasts a number of rounds, a further hit starts this count again. Several afflictions last
//! side by side and act in the order of the table. Unconscious and dying fighters still suffer. Dead fighters
//! and fighters that have left the fight do not.

use crate::dice::{Dice, Topic};
use crate::fight::{Blow, FighterId, Witness};
use crate::frame::afflictions::MOST;
use crate::rules::brp::nouns::columns::AFFLICTIONS;
use crate::rules::brp::nouns::{Level, Scene};
use crate::rules::brp::telling::{Roll, count};

impl<D, W: Witness> Scene<'_, D, W> {
    /// Inflicts the afflictions of an item on the target that it has hit. In `(item, missile)`, `missile`
    /// says whether the item was shot or thrown. `wounds` says whether the hit did damage.
    pub(super) fn afflict(
        &mut self,
        [who, target]: [FighterId; 2],
        (item, missile): (u8, bool),
        wounds: bool,
    ) {
        let thing = self.arena.item(who, item);
        let attack = if missile {
            thing.shoot.as_ref().map(|shot| &shot.attack)
        } else {
            thing.strike.as_ref()
        };
        let brings = attack.map_or(0, |attack| attack.brings.of(wounds));
        if brings == 0 || self.body(target).condition.is_beyond_help() {
            return;
        }
        for (at, row) in self.arena.afflictions.iter().enumerate() {
            if brings >> at & 1 == 1 {
                self.body_mut(target).suffers.take_hold(at, row, who);
                self.tell(
                    "BRP-5.12-1",
                    target,
                    format_args!("suffers from {}", row.name),
                );
            }
        }
        self.write(target, AFFLICTIONS);
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Applies the afflictions of all fighters at the end of a round.
    pub(super) fn suffer(&mut self) {
        for who in self.arena.lineup.everybody() {
            if self.body(who).suffers.any() {
                for at in 0..MOST {
                    self.suffer_from(who, at);
                }
                self.write(who, AFFLICTIONS);
            }
        }
    }

    fn suffer_from(&mut self, who: FighterId, at: usize) {
        let Some(by) = self.body(who).suffers.by(at) else {
            return;
        };
        if self.body(who).condition.is_beyond_help() {
            return self.body_mut(who).suffers.end(at);
        }
        let row = &self.arena.afflictions[at];
        self.dice.about(Topic::Deed(who.0));
        if let (Some(limits), _) = self.fighter(who).afflictions[at] {
            self.dice.about(Topic::Save);
            let roll = Roll::of(limits, self.dice);
            let what = format_args!("rolls against {}: {roll}", row.name);
            self.tell("BRP-5.5-1", who, what);
            if roll.level != Level::Failure {
                return self.body_mut(who).suffers.end(at);
            }
        }
        self.dice.about(Topic::Damage);
        let harm = self.dice.total(row.damage).max(0);
        self.body_mut(who).suffers.pass(at);
        let (_, weapon) = self.fighter(by).afflictions[at];
        let dealt = harm.unsigned_abs();
        let blow = Blow::landed(dealt, dealt);
        self.witness.attacked(by, who, weapon, blow);
        let left = self.body(who).hp - harm;
        self.say("BRP-5.12-1", [who], |[who]| {
            let harm = count(harm, "hit point");
            format!("{who} loses {harm} to {} and is at {left}.", row.name)
        });
        self.wound(who, harm);
    }
}

#[cfg(test)]
mod tests {
    use crate::fight::{Blow, Ending};
    use crate::rules::brp::nouns::Condition;
    use crate::rules::brp::testing::{SIMPLE, Setup, Trial, fighters, fraction};

    /// Returns a fight of a viper against a victim. The viper's fang does 1 point and inflicts an affliction.
    /// `venom` has the lines of the affliction, and `victim` has lines of the victim's stat block.
    fn bitten(venom: &str, victim: &str) -> Setup {
        fighters(
            "viper",
            "dex = 13\ncarries = [\"fang\"]\nskills = { fang = 90 }\npolicy = \"bold\"",
        )
        .against("victim", &format!("policy = \"idle\"\n{victim}"))
        .with(SIMPLE)
        .with(
            "[weapons.fang]\nbase = 0\ndamage = \"1\"\nlength = \"short\"\naffliction = \"venom\"",
        )
        .with(&format!("[afflictions.venom]\n{venom}"))
    }

    /// Returns the fight of [`bitten`] with a venom that does 2 points at the end of each round. `lines` are
    /// further lines of the venom.
    fn venom(lines: &str) -> Setup {
        bitten(&format!("damage = 2\n{lines}"), "")
    }

    /// Returns the harm that the victim suffers in each of the next `rounds` rounds. The viper misses in all
    /// of them.
    fn harm_of(mut trial: Trial, rounds: usize) -> Vec<i32> {
        let mut harm = Vec::new();
        for _ in 0..rounds {
            let before = trial.hp("victim");
            trial = trial.round([100]);
            harm.push(before - trial.hp("victim"));
        }
        harm
    }

    #[test] // BRP-5.12-1
    fn an_affliction_does_harm_from_the_round_of_the_hit_on() {
        let after = venom("rounds = 3").round([50]);
        assert_eq!(after.hp("victim"), 13 - 1 - 2);
        assert!(after.says("victim suffers from venom"));
        assert!(after.says("victim loses 2 hit points to venom and is at 10"));
        assert_eq!(harm_of(after, 4), [2, 2, 0, 0]);
        assert_eq!(harm_of(venom("rounds = 3").round([100]), 2), [0, 0]);
    }

    #[test] // BRP-5.12-1
    fn harm_by_an_affliction_is_a_hit_under_its_name_by_the_fighter_that_brought_it() {
        let after = venom("rounds = 3").round([50]);
        let named = |weapon: &str| ("viper".to_owned(), "victim".to_owned(), weapon.to_owned());
        assert_eq!(after.attacks(), [named("fang"), named("venom")]);
        assert_eq!(after.blows()[1], Blow::landed(2, 2));
    }

    #[test] // BRP-5.10-1
    fn armour_that_stops_the_hit_stops_it_unless_any_hit_brings_it() {
        let armoured = |lines: &str| {
            bitten(
                &format!("damage = 2\nrounds = 3\n{lines}"),
                "natural_ap = 1",
            )
            .round([50])
        };
        assert_eq!(armoured("").hp("victim"), 13);
        assert_eq!(armoured("on = \"wound\"").hp("victim"), 13);
        // Armour does not stop the harm of the affliction.
        assert_eq!(armoured("on = \"hit\"").hp("victim"), 11);
    }

    #[test] // BRP-5.5-1
    fn a_save_ends_it_before_it_does_harm() {
        let saved = venom("save = 60").round([50, 60]);
        assert_eq!(saved.hp("victim"), 12);
        let failed = venom("save = 60").round([50, 61]);
        assert_eq!(failed.hp("victim"), 10);
        // The affliction lasts until a save succeeds. No further saves are rolled after that.
        let after = venom("save = 60")
            .round([50, 61])
            .round([100, 61])
            .round([100, 60]);
        assert_eq!(after.round([100]).hp("victim"), 8);
    }

    #[test] // BRP-5.5-1
    fn con_is_set_against_the_potency() {
        let resists = |save: &str, victim: &str| {
            let text = bitten(&format!("damage = 2\nsave = \"con\"\n{save}"), victim).text();
            let text = text.replace("hit_points = 13\nhit_points", "hit_points");
            let trial = Trial::of(crate::rules::testing::compiled(&text));
            let odds = trial.round_odds(Trial::blows);
            // Of ten bites, nine hit. If the victim then fails its save, the harm of the venom is reported as
            // a second hit. So a fight has exactly one hit if the save succeeds.
            odds.of(|blows| matches!(blows[..], [Blow::Landed { .. }]))
        };
        // A victim without CON uses its hit points as CON.
        assert_eq!(resists("", "hit_points = 13"), fraction(9 * 65, 1000));
        assert_eq!(
            resists("potency = 16", "hit_points = 13"),
            fraction(9 * 35, 1000)
        );
        assert_eq!(
            resists("potency = 9", "hit_points = 13"),
            fraction(9 * 70, 1000)
        );
        assert_eq!(resists("potency = 40", "hit_points = 13"), fraction(0, 1));
    }

    #[test] // BRP-5.12-1
    fn a_further_hit_begins_the_rounds_anew_and_does_not_add_up() {
        let after = venom("rounds = 2").round([50]).round([50]);
        assert_eq!(after.hp("victim"), 13 - 2 * 3);
        assert_eq!(harm_of(after, 3), [2, 0, 0]);
    }

    #[test] // BRP-5.12-1
    fn different_afflictions_go_on_side_by_side() {
        let text = venom("rounds = 2")
            .with("[afflictions.fire]\ndamage = 3\nrounds = 1")
            .text()
            .replace("= \"venom\"", "= [\"fire\", \"venom\"]");
        let after = Trial::of(crate::rules::testing::compiled(&text)).round([50]);
        let weapons: Vec<String> = after.attacks().into_iter().map(|attack| attack.2).collect();
        assert_eq!(weapons, ["fang", "venom", "fire"]);
        assert_eq!(after.hp("victim"), 13 - 1 - 2 - 3);
        assert_eq!(harm_of(after, 2), [2, 0]);
    }

    #[test] // BRP-5.12-2, BRP-5.12-3
    fn the_fallen_suffer_on() {
        let setup = venom("rounds = 9").and("mate", "dex = 12\npolicy = \"idle\"");
        let fallen = setup
            .ready()
            .given("victim", |body| body.hp = 5)
            .round([50]);
        assert_eq!(fallen.condition("victim"), Condition::Unconscious);
        let dead = fallen.round([100]);
        assert_eq!(
            (dead.hp("victim"), dead.condition("victim")),
            (0, Condition::Dead)
        );
        assert!(dead.round([100]).blows().len() == 1);
    }

    #[test] // BRP-5.14-2, BRP-5.14-4
    fn first_aid_treats_the_injury_of_the_same_round() {
        let after = venom("rounds = 1")
            .and("medic", "dex = 12\nfirst_aid = 50\npolicy = \"medic\"")
            .with("[policies.medic]\nact = [\"wait\"]\nturn = [\"first-aid first if allies.standing > 0\"]\nreact = []")
            .text()
            .replace("first-aid first", "first-aid victim");
        let trial = Trial::of(crate::rules::testing::compiled(&after));
        // The victim has two injuries: the bite of 1 point and the venom's 2 points. First Aid treats the
        // larger one, so it restores 2 points.
        let after = trial.round([50, 50, 3]);
        assert_eq!(after.hp("victim"), 13 - 1);
    }

    #[test] // BRP-5.12-3
    fn an_affliction_may_end_a_fight_and_may_take_both_sides() {
        let trial = venom("rounds = 9")
            .ready()
            .given("victim", |body| body.hp = 4);
        let after = trial.round([50]);
        let outcome = after.outcome.expect("one side is left");
        assert!(matches!(outcome.ending, Ending::Won(_)));
        assert_eq!(after.names(&after.heard.downed), ["victim"]);
    }

    #[test] // BRP-5.2-1
    fn policies_see_who_suffers() {
        let after = venom("rounds = 2")
            .with("[policies.cunning]\nact = [\"attack nearest if target.afflictions == 0\", \"wait if foes.standing > 0\"]\nreact = []")
            .text()
            .replace("policy = \"bold\"", "policy = \"cunning\"");
        let after = Trial::of(crate::rules::testing::compiled(&after));
        let (one, two) = (after.round([50]), [100]);
        let after = one.round([]);
        assert!(after.attackers() == ["viper"] && after.targets() == ["victim"]);
        assert_eq!(after.round(two).attackers(), ["viper"]);
    }

    #[test] // BRP-X-9
    fn a_fight_with_afflictions_is_no_stalemate() {
        let armoured = bitten("damage = 2\nrounds = 3\non = \"hit\"", "natural_ap = 50");
        assert!(armoured.round([50]).outcome.is_none());
        let without = armoured.text().replace("affliction = \"venom\"\n", "");
        let trial = Trial::of(crate::rules::testing::compiled(&without));
        assert!(trial.round([50]).outcome.is_some());
    }

    #[test] // BRP-5.12-1
    #[rustfmt::skip]
    fn faults_of_afflictions_are_told_with_their_place() {
        use crate::rules::testing::{assert_flaws, assert_ranges};

        let setup = |lines: &str| bitten("damage = 2\nrounds = 3", "").with(lines);
        assert_flaws(setup, &[
            ["[weapons.claw]\nlike = 'fang'\naffliction = «'venon'»", "scenario::unknown-affliction", "there is no affliction named `venon`", "did you mean `venom`?"],
            ["[weapons.claw]\nlike = 'fang'\naffliction = ['venom', «'venom'»]", "scenario::duplicate", "`affliction` has `venom` twice", ""],
            ["[afflictions.«fang»]\ndamage = 1\nrounds = 2", "scenario::duplicate", "`fang` is both a weapon and an affliction", ""],
            ["[afflictions.fire]\nrounds = 2\ndamage = 1\nsave = «'siz'»", "scenario::word", "`save` cannot be `siz`", "there is `con`"],
        ]);
        let endless = setup("[afflictions.fire]\ndamage = 1").faults();
        assert!(endless.contains("affliction `fire` never ends"), "{endless}");
        assert!(endless.contains("add a `save` or a number of `rounds`, or both"), "{endless}");
        let fire = |line: &str| setup(&format!("[afflictions.fire]\ndamage = 1\nrounds = 1\n{line}"));
        assert_ranges(fire, &[["potency", "1001", "from 0 to 1000"], ["save", "1001", "from 0 to 1000"]]);
        let many: Vec<String> = (1..=4).map(|at| format!("[afflictions.a{at}]\ndamage = 1\nrounds = 1\n")).collect();
        let names = "[weapons.dagger]\naffliction = ['a1', 'a2', 'a3', 'a4']";
        let all = setup(&[&many.concat(), names].concat());
        assert!(all.faults().is_empty(), "{}", all.faults());
        let carried = all.and("brute", "carries = ['dagger']").faults();
        assert!(carried.contains("more than 4 afflictions in one matchup"), "{carried}");
    }
}
