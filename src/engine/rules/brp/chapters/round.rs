//! A combat round of twelve seconds: statement, movement, actions, resolution.
//!
//! Clauses: BRP-5.1-1, BRP-5.1-2, BRP-5.2-5, BRP-5.4-1, BRP-5.4-5. This file contains the beginning of a
//! round. The actions are in `turns`, and the end is in `resolution`.

use super::order;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterSet, Witness};
use crate::rules::brp::nouns::{Condition, Scene};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Begins the next round.
    #[inline]
    pub(crate) fn begin_round(&mut self) {
        self.state.round += 1;
        self.dice.about(Topic::Round(self.state.round));
        self.witness.round_began(self.state.round);
        if self.arena.lineup.has_arrivals() {
            self.arrivals();
        }
    }

    /// Adds the fighters that arrive in this round to the fight. The intents of all fighters are cleared, so
    /// that everybody makes a new statement and the newcomers make their first.
    fn arrivals(&mut self) {
        let arriving = self
            .arena
            .lineup
            .arriving(self.state.round, self.state.stage());
        if arriving.is_empty() {
            return;
        }
        for who in arriving.iter() {
            self.state.set_condition(who, Condition::Able);
            self.tell("", who, "arrives");
        }
        self.count_statements();
        self.state.forget_intents();
    }

    /// Plays the Movement phase and sets the order of actions.
    pub(crate) fn move_and_order(&mut self) {
        self.movement();
        let (list, count) = self.view().of_actions();
        // Without statements, it is known only at each DEX rank which fighters act together [BRP-5.2-5].
        self.state.tied = if self.arena.options.declared {
            order::ties(self.state, &list[..count])
        } else {
            FighterSet::NONE
        };
        self.state.set_order(0, &list);
        self.state.acting = u8::try_from(count).expect("at most 64 fighters");
    }
}

#[cfg(test)]
mod tests {
    use crate::fight::{Arena as _, Ending, SideId, Silent, Stream, play};
    use crate::rules::brp::testing::{Setup, fighters};

    /// Returns the letters of this text as fighters' names, such as `a` and `b` for `ab`.
    fn names(letters: &str) -> Vec<String> {
        letters.chars().map(String::from).collect()
    }

    #[test] // BRP-5.1-1
    fn a_round_is_intents_then_movement_then_actions_then_resolution() {
        let after = fighters("runner", "dex = 13\nat = 12\nbrawl = 99")
            .against("victim", "dex = 12\nhit_points = 3\nbrawl = 0")
            .with("[policies.default]\nreact = [\"nothing\"]")
            .round([100, 50, 3]);
        let clauses: Vec<&str> = after.heard.said.iter().map(|(clause, _)| *clause).collect();
        assert_eq!(
            clauses,
            [
                "BRP-5.2-1",
                "BRP-5.2-1",
                "BRP-5.3-2",
                "BRP-5.5-1",
                "BRP-5.5-1",
                "BRP-5.6-2",
                "BRP-5.9-2",
                "BRP-5.12-3",
                "BRP-5.12-3"
            ]
        );
        assert!(after.heard.said[1].1.starts_with("victim means"));
        assert!(after.heard.said[2].1.starts_with("runner moves 10 m"));
        assert!(after.heard.said[3].1.starts_with("DEX rank 12: victim"));
        assert!(after.heard.said[4].1.starts_with("DEX rank 7: runner"));
        assert!(after.heard.said[8].1.contains("victim") && after.says("victim is dead"));
    }

    /// Returns a fight of `a` against `b`, whose ally `c` arrives in round 2.
    fn help() -> Setup {
        fighters("a", "dex = 13\nbrawl = 50\nhit_points = 5")
            .against("b", "dex = 12\nbrawl = 50\nhit_points = 5\nat = 1")
            .and("c", "dex = 14\nbrawl = 50\narrives = 2")
            .with("[policies.default]\nact = [\"attack\"]\nreact = [\"nothing\"]")
    }

    #[test] // BRP-5.1-1, BRP-5.4-1
    fn a_fighter_that_arrives_later_is_nowhere_until_its_round() {
        let first = help().round([100, 100]);
        assert_eq!(
            (first.attackers(), first.targets()),
            (names("ab"), names("ba"))
        );
        assert!(!first.fights("c") && !first.says("c arrives"));
        let second = first.round([100, 100, 100]);
        assert!(second.fights("c") && second.says("c arrives"));
        // The newcomer `c` has the highest DEX, so it strikes first. It is also the enemy that is nearest to
        // `a`.
        assert_eq!(
            (second.attackers(), second.targets()),
            (names("cab"), names("aca"))
        );
    }

    #[test] // BRP-X-9
    fn a_side_with_help_on_the_way_is_not_beaten() {
        let felled = help().round([20, 3]);
        assert!(!felled.fights("b") && felled.outcome.is_none());
        let later = felled.round([100, 100]);
        assert!(later.fights("c") && later.outcome.is_none());
    }

    #[test] // BRP-X-9
    fn the_last_side_does_not_wait_for_its_own_help() {
        let outcome = help().round([100, 20, 3]).outcome.expect("a is down");
        assert_eq!(
            (outcome.ending, outcome.rounds),
            (Ending::Won(SideId(1)), 1)
        );
        // A side wins if only its fighters are still to come, even if nobody stands.
        let both = Setup::of("a", "hit_points = 5\nbrawl = 50")
            .against("b", "hit_points = 5\nbrawl = 50")
            .and("c", "arrives = 9")
            .with("[policies.default]\nreact = [\"nothing\"]")
            .round([20, 3, 20, 3]);
        let outcome = both.outcome.expect("a and b are down");
        assert_eq!(outcome.ending, Ending::Won(SideId(1)));
        assert!(outcome.standing.is_empty());
        assert!(!both.arena.roll_call(&both.state).out.has(both.who("c")));
    }

    #[test] // BRP-X-9
    fn a_stalemate_lasts_until_everybody_has_arrived() {
        let wall = "armour = { ap = 60 }";
        let fight = fighters("a", wall)
            .against("b", wall)
            .and("c", &format!("{wall}\narrives = 3"))
            .ready();
        assert_eq!(fight.arena.cast.alike_from, Some(4));
        let dice = &mut Stream::new(1, b"walls").dice(0);
        let outcome = play(&*fight.arena, dice, &mut Silent);
        assert_eq!((outcome.ending, outcome.rounds), (Ending::Undecided, 3));
    }

    #[test]
    fn allies_who_are_to_come_are_neither_standing_nor_down() {
        let asks = |fact: &str| {
            fighters("a", "policy = 'asks'")
                .and("c", "arrives = 2")
                .against("b", "policy = 'idle'")
                .with(&format!(
                    "[policies.asks]\nact = [\"attack if {fact}\", \"wait\"]"
                ))
                .with("[policies.idle]\nact = [\"wait\"]\nreact = [\"nothing\"]")
                .ready()
        };
        let first = |fact: &str, faces: &[u32]| asks(fact).round(faces.iter().copied()).attackers();
        assert_eq!(
            first("allies.standing == 0 and allies.down == 0", &[100]),
            names("a")
        );
        assert_eq!(first("allies.standing > 0", &[]), names(""));
        let second = asks("allies.standing > 0").round([]).round([100, 100]);
        assert_eq!(second.attackers().len(), 2);
    }

    #[test] // BRP-5.1-1
    fn rounds_follow_until_the_fight_is_over() {
        let mut trial = fighters("a", "dex = 13\nbrawl = 50")
            .against("b", "hit_points = 6\nbrawl = 50")
            .with("[policies.default]\nreact = [\"nothing\"]")
            .ready();
        for round in 1..=3 {
            trial = trial.round([100, 100]);
            assert_eq!((trial.state.round, trial.outcome.is_some()), (round, false));
        }
        trial = trial.round([20, 2, 100]).round([20, 2]);
        let outcome = trial.outcome.expect("b is down");
        assert_eq!(outcome.rounds, 5);
    }

    #[test] // BRP-5.1-2
    fn dex_alone_sets_the_order_without_any_roll() {
        let fight = fighters("slow", "dex = 9").against("fast", "dex = 10");
        let mut trial = fight.ready();
        for _ in 0..5 {
            trial = trial.round([100, 100]);
            assert_eq!(trial.attackers(), ["fast", "slow"]);
        }
    }

    #[test] // BRP-X-5, BRP-5.4-1
    fn everybody_has_one_action_and_any_number_of_defences() {
        let after = fighters(
            "lone",
            "dex = 20\nbrawl = 60\npolicy = \"dodge\"\ndodge = 60",
        )
        .against(
            "gang",
            "dex = 12\ncount = 4\nbrawl = 60\npolicy = \"never\"",
        )
        .round([100, 50, 50, 50, 50, 50, 50, 50, 50]);
        assert_eq!(
            after.attackers(),
            ["lone", "gang 1", "gang 2", "gang 3", "gang 4"]
        );
        assert_eq!(after.hp("lone"), 13);
    }

    #[test] // BRP-5.4-1
    fn whoever_is_down_when_the_rank_comes_loses_the_action() {
        let after = fighters("fast", "dex = 13\nbrawl = 50")
            .against("slow", "dex = 12\nhit_points = 4\npolicy = \"never\"")
            .and("other", "dex = 11")
            .round([20, 2, 100]);
        assert_eq!(after.attackers(), ["fast", "other"]);
        assert_eq!((after.hp("slow"), after.fights("slow")), (2, false));
    }

    #[test] // BRP-5.4-5
    fn a_defence_comes_with_the_attack_it_answers_and_costs_no_action() {
        let after = fighters(
            "middle",
            "dex = 12\nbrawl = 60\npolicy = \"dodge\"\ndodge = 60",
        )
        .against("early", "dex = 14\nbrawl = 60\npolicy = \"never\"")
        .and("late", "dex = 10\nbrawl = 60\npolicy = \"never\"")
        .round([50, 50, 100, 50, 50]);
        assert_eq!(after.attackers(), ["early", "middle", "late"]);
        let told = |who: &str| {
            after
                .heard
                .said
                .iter()
                .position(|(_, text)| text.contains(who))
        };
        assert!(told("DEX rank 14: early") < told("middle dodges"));
        assert!(told("middle dodges") < told("DEX rank 12: middle"));
        assert_eq!(after.hp("middle"), 13);
    }

    #[test] // BRP-5.4-5
    fn a_round_without_an_action_still_has_defences() {
        let after = fighters("idle", "policy = \"idle\"\ndodge = 60")
            .against("foe", "brawl = 60")
            .with("[policies.idle]\nact = [\"wait\"]\nreact = [\"dodge\"]")
            .round([50, 50]);
        assert_eq!(
            (after.attackers(), after.hp("idle")),
            (vec!["foe".to_owned()], 13)
        );
    }

    #[test] // BRP-X-5
    fn first_aid_in_place_of_reloading_leaves_the_weapon_unloaded() {
        let after = fighters(
            "medic",
            "carries = [\"light-crossbow\"]\npolicy = \"medic\"",
        )
        .and("patient", "")
        .against("far", "at = 500\npolicy = \"far\"")
        .with("[policies.far]\nact = [\"wait\"]\nmove = [\"stay\"]")
        .with("[policies.default]\nact = [\"reload\"]")
        .ready()
        .given("medic", |body| body.items[0].unloaded = 1)
        .felled("patient", 0, 5)
        .round([100]);
        assert_eq!(after.item("medic", "light-crossbow").unloaded, 1);
        assert!(after.says("medic tends to patient"));
    }
}
