//! Tests of days: the harm that lasts from fight to fight, and rests.

use super::*;
use crate::fight::{Arena as _, Away, Days, Ending, SideId, Silent};
use crate::rules::swift_swords::nouns::{Daze, Losses, MOST_WEAPONS};
use crate::rules::swift_swords::testing::{Setup, Trial, fighters, fraction};
use crate::rules::testing::{Lots, assert_sound_days};

const RANKS: &str = "physical = 5\nmental = 5";

/// Returns the stages of a day. A number is a fight against the side with this number, any other text is a
/// rest.
fn stages(all: &[&str]) -> String {
    let stage = |stage: &&str| match stage.parse::<u8>() {
        Ok(side) => format!("[[day]]\nfight = 'side {side}'\n"),
        Err(_) => format!("[[day]]\nrest = '{stage}'\n"),
    };
    all.iter().map(stage).collect()
}

/// Returns a setup of a day. `a` and `mate`, who does nothing, fight `b` and then `c`. These enemies have
/// rank 0, so the first attack puts them out without a roll. `between` are the stages between the two fights.
fn day(stats: &str, between: &[&str]) -> Setup {
    let weak = "physical = 0\npolicy = 'idle'\nad_set = [2]";
    let all: Vec<_> = [&["2"], between, &["3"]].concat();
    fighters("a", &format!("{RANKS}\nad_set = [5, 5]\n{stats}"))
        .and("mate", &format!("{RANKS}\npolicy = 'idle'\nad_set = [2]"))
        .against("b", weak)
        .against("c", weak)
        .with(&stages(&all))
}

/// Returns the losses of a creature that has lost these Physical and Mental Ranks.
fn lost(physical: u8, mental: u8) -> [Losses; 2] {
    [physical, mental].map(|direct| Losses { direct, crossed: 0 })
}

/// Plays the first fight of the day. Before it, `change` sets the harm of `mate`.
fn after_harm(between: &[&str], change: impl FnOnce(&mut Body)) -> Trial {
    day("", between).ready().given("mate", change).stage([])
}

#[test] // SST-15-7
fn two_fights_are_won_as_often_as_each_of_them_in_turn() {
    // Each creature has only one Rank on each track. The winner of a fight has therefore lost none.
    let one = "physical = 1\nmental = 1\nattack = 2\nad_set = [5, 4]";
    let wins = |stages: &str| {
        let fight = fighters("a", one).against("b", one).against("c", one);
        let odds = fight.with(stages).solved();
        odds.of(Ending::Won(SideId(0)))
    };
    let single = fighters("a", one).against("b", one);
    let single = single.solved().of(Ending::Won(SideId(0)));
    assert!(single > 0.5 && single < 0.9, "{single}");
    let twice = wins(&stages(&["2", "3"]));
    assert!((twice - single * single).abs() < 1e-9, "{single} {twice}");
    let thrice = wins(&stages(&["3", "2", "3"]));
    assert!((thrice - single.powi(3)).abs() < 1e-9, "{single} {thrice}");
}

#[test] // SST-35-2
fn broken_weapons_and_used_remedies_are_not_left() {
    let left = |change: fn(&mut Body)| {
        let mine = "carries = ['broadsword', 'dagger']\nremedies = ['balm']";
        let trial = day(mine, &[])
            .with("[remedies.balm]\nphysical = 1\nuses = 2")
            .ready()
            .given("a", change);
        trial.arena.supplies(&trial.state, trial.who("a")).numbers()
    };
    assert_eq!(left(|_| ()), [0, 2, 2]);
    assert_eq!(left(|a| a.broken = 0b10), [0, 2, 1]);
    assert_eq!(left(|a| a.uses[0] = 0), [0, 0, 2]);
}

#[test] // SST-18-1, SST-22-6, SST-21-2
fn harm_goes_on_and_the_rest_of_a_fight_does_not() {
    let after = after_harm(&[], |mate| {
        mate.losses = lost(2, 1);
        mate.injuries.bleeding = 0b100;
        mate.injuries.burns = 1;
        (mate.broken, mate.dropped) = (0b10, 0b1);
        mate.states.add(Daze::Stun);
        (mate.prone, mate.fumbled, mate.exposures) = (true, true, 2);
        (mate.brave, mate.stripped, mate.hamstrung) = (true, 1, true);
        mate.kept = 5;
    });
    let mate = after.body("mate");
    assert_eq!((after.left("mate"), after.mind("mate")), (3, 4));
    assert_eq!((mate.injuries.bleeding, mate.injuries.burns), (0b100, 1));
    assert_eq!((mate.broken, mate.dropped), (0b10, 0));
    let start = after.arena.start.body(after.who("mate"));
    let fresh = Body {
        losses: mate.losses,
        injuries: mate.injuries,
        broken: mate.broken,
        ..*start
    };
    assert!(*mate == fresh);
    assert!(after.arena.start.turns == after.state.turns && after.state.round == 1);
}

#[test] // SST-28-1, SST-8-1
fn used_remedies_and_broken_weapons_are_gone_in_the_next_fight() {
    let fight = day(
        "carries = ['broadsword', 'dagger']\nremedies = ['balm']",
        &[],
    );
    let fight = fight.with("[remedies.balm]\nphysical = 1\nuses = 3");
    let trial = fight
        .ready()
        .given("a", |a| (a.uses[0], a.broken) = (1, 0b1));
    let after = trial.stage([]);
    let a = after.body("a");
    assert_eq!((a.uses[0], a.broken, a.in_hand), (1, 0b1, 1));
}

#[test] // SST-21-4, SST-21-1
fn who_is_out_with_ranks_left_is_back_and_who_has_none_lies_behind() {
    let out = |physical: u8, between: &[&str]| {
        day("", between).ready().played([], |trial, dice| {
            let who = trial.who("mate");
            trial.state.body_mut(who).losses = lost(physical, 0);
            let (arena, state) = (std::sync::Arc::clone(&trial.arena), &mut trial.state);
            Scene::new(&arena, state, dice, &mut trial.heard).put_out(who, Status::Out, "");
            while trial.state.stage() == 0 {
                trial.play(dice);
            }
        })
    };
    let back = out(4, &[]);
    assert!(back.fights("mate") && back.left("mate") == 1);
    assert_eq!(back.heard.back, [back.who("mate")]);
    let behind = out(5, &["a week"]);
    assert!(!behind.fights("mate"));
    assert_eq!(behind.body("mate").status, Status::Behind);
    let who = behind.who("mate");
    assert!(behind.arena.left(&behind.state, who).fate.is_some());
    let healed = behind.stage([]);
    assert!(healed.fights("mate") && healed.left("mate") == 2);
    // In the second fight, `mate` counts as left behind, because it went out in the first.
    let second = out(5, &[]);
    assert_eq!(second.body("mate").status, Status::Behind);
    assert_eq!(
        second
            .stage([])
            .outcome
            .map(|outcome| outcome.standing.count()),
        Some(1)
    );
}

#[test] // SST-21-4, SST-13-2
fn who_has_fled_or_yielded_is_back_and_who_is_killed_is_not() {
    let left = |status: Status| {
        day("", &[]).ready().played([], |trial, dice| {
            let who = trial.who("mate");
            let (arena, state) = (std::sync::Arc::clone(&trial.arena), &mut trial.state);
            let mut scene = Scene::new(&arena, state, dice, &mut trial.heard);
            scene.lose_ranks(who, Track::Physical, 2);
            scene.put_out(who, status, "");
            while trial.state.stage() == 0 {
                trial.play(dice);
            }
        })
    };
    for status in [Status::Fled, Status::Yielded] {
        let after = left(status);
        assert!(after.fights("mate") && after.left("mate") == 3);
    }
    let killed = left(Status::Killed);
    assert_eq!(killed.body("mate").status, Status::Killed);
    assert!(!killed.fights("mate"));
}

#[test] // SST-28-1, SST-22-6
fn first_aid_stops_bleeding_and_gives_the_only_rank_back() {
    let treated = |physical: u8| {
        let after = after_harm(&["first aid"], |mate| {
            mate.losses = lost(physical, 0);
            mate.injuries.bleeding = 0b11;
            mate.injuries.bleeding_worse = 0b1;
            mate.injuries.all = 1;
        });
        let after = after.stage([]);
        let injuries = after.body("mate").injuries;
        assert_eq!((injuries.bleeding, injuries.bleeding_worse), (0, 0));
        assert_eq!(injuries.all, 1);
        after.left("mate")
    };
    assert_eq!([0, 1, 2].map(treated), [5, 5, 3]);
}

#[test] // SST-28-1, SST-20-1
fn two_ranks_heal_in_the_first_week_and_one_in_each_later_week() {
    let weeks = ["a week", "a week", "a week"];
    let trial = after_harm(&weeks, |mate| {
        mate.losses = lost(4, 0);
        mate.losses[1].crossed = 2;
    });
    let first = trial.stage([]);
    assert_eq!((first.left("mate"), first.mind("mate")), (3, 4));
    let second = first.stage([]);
    assert_eq!((second.left("mate"), second.mind("mate")), (4, 5));
    assert_eq!(second.stage([]).left("mate"), 5);
    // After another fight, the next week is a first week again.
    let again = after_harm(&["a week", "2", "a week"], |mate| mate.losses = lost(4, 0));
    let again = again.stage([]).stage([]);
    assert_eq!((again.left("mate"), again.stage([]).left("mate")), (3, 5));
}

#[test] // SST-28-1
fn a_healer_gives_one_rank_more_with_a_successful_roll() {
    let trial = || after_harm(&["a week with a healer"], |mate| mate.losses = lost(4, 0));
    let odds = trial().stage_odds(|after| after.left("mate"));
    assert_eq!(odds.of(|&left| left == 4), fraction(65, 81));
    assert_eq!(odds.of(|&left| left == 3), fraction(16, 81));
}

#[test] // SST-28-1, SST-22-7
fn injuries_end_in_a_week_that_begins_with_all_ranks_but_severed_limbs_stay_lost() {
    let weeks = ["a week", "a week"];
    let trial = after_harm(&weeks, |mate| {
        mate.losses = lost(1, 0);
        mate.injuries.all = 3;
        mate.injuries.lame = true;
    });
    let first = trial.stage([]);
    assert_eq!(
        (first.left("mate"), first.body("mate").injuries.all),
        (5, 3)
    );
    assert!(first.stage([]).body("mate").injuries == Injuries::default());
    let cut = after_harm(&["a week"], |mate| {
        let injuries = &mut mate.injuries;
        (injuries.severed, injuries.all, injuries.burns) = (1 << 3, 5, 4);
        injuries.right_useless = true;
    });
    let trial = cut.stage([]);
    let location = trial.arena.tables.locations.get_index(3);
    let (_, location) = location.expect("a fourth location");
    let injuries = trial.body("mate").injuries;
    assert_eq!(injuries.severed, 1 << 3);
    assert_eq!((injuries.all, injuries.burns), (2, 2));
    assert_eq!(injuries.right_useless, location.part == BodyPart::RightArm);
}

#[test] // SST-22-7
fn a_creature_without_a_leg_begins_the_next_fight_prone() {
    assert!(!after_harm(&[], |_| ()).body("mate").prone);
    let legless = after_harm(&[], |mate| mate.injuries.legless = true);
    assert!(legless.body("mate").prone);
}

#[test] // SST-24-1
fn a_hard_march_tires_without_a_success_of_body_and_a_night_awake_without_one_of_will() {
    let tired = |rest: &str| {
        let trial = after_harm(&[rest], |_| ());
        trial.stage_odds(|after| (after.left("mate"), after.mind("mate")))
    };
    let marched = tired("a hard march");
    assert_eq!(marched.of(|&left| left == (4, 5)), fraction(16, 81));
    assert_eq!(marched.of(|&left| left == (5, 5)), fraction(65, 81));
    let awake = tired("a night awake");
    assert_eq!(awake.of(|&left| left == (5, 4)), fraction(16, 81));
    // The level of the characteristic counts: with BODY +2, the roll has six dice.
    let strong = day("body = 2", &["a hard march"]).ready().stage([]);
    let odds = strong.stage_odds(|after| after.left("a"));
    assert_eq!(odds.of(|&left| left == 4), fraction(64, 729));
}

#[test] // SST-24-1, SST-21-1
fn who_is_tired_out_takes_no_part_in_the_next_fight() {
    let trial = after_harm(&["a hard march"], |mate| mate.losses = lost(4, 0));
    let after = trial.stage([5, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(after.body("mate").status, Status::Behind);
    assert_eq!(after.heard.downed, [after.who("mate")]);
    assert!(after.fights("a") && !after.fights("mate"));
}

#[test] // SST-24-1
fn a_night_ends_fatigue_and_gives_a_mental_rank_back() {
    let rests = ["a hard march", "a night awake", "a night"];
    let trial = after_harm(&rests, |mate| mate.losses = lost(1, 2));
    let none = [5, 1, 1, 1, 1, 1, 1, 1];
    let tired = trial.stage(none).stage(none);
    assert_eq!((tired.left("mate"), tired.mind("mate")), (3, 1));
    assert_eq!(tired.body("mate").tired, [1, 1]);
    let rested = tired.stage([]);
    assert_eq!((rested.left("mate"), rested.mind("mate")), (4, 4));
    assert_eq!(rested.body("mate").tired, [0, 0]);
}

#[test] // SST-24-1
fn a_night_ends_the_fatigue_of_the_stat_block_too() {
    let tired = day("fatigue_physical = 2", &["a night"]).ready();
    assert_eq!((tired.left("a"), tired.mind("a")), (3, 4));
    let rested = tired.stage([]).stage([]);
    assert_eq!((rested.left("a"), rested.mind("a")), (5, 5));
}

#[test] // SST-29-1, SST-21-2
fn who_is_not_in_this_fight_is_nowhere_and_has_no_fate() {
    let fight = day("", &[]).field("surprised = ['c']");
    let trial = fight.ready();
    let c = trial.who("c");
    assert!(trial.state.turns.surprised.is_empty());
    assert_eq!(trial.arena.left(&trial.state, c).fate, None);
    let call = trial.arena.roll_call(&trial.state);
    assert!(!call.standing.has(c) && !call.out.has(c));
    assert_eq!(trial.body("c").status, Status::Absent);
    let second = trial.stage([]);
    assert!(second.fights("c") && !second.fights("b"));
    assert!(second.state.turns.surprised.has(c));
    let over = second.stage([]);
    let outcome = over.outcome.expect("the day is over");
    assert_eq!(
        (outcome.ending, outcome.standing.count()),
        (Ending::Won(SideId(0)), 2)
    );
}

#[test] // SST-22-7, SST-28-1
fn a_limb_severed_in_a_fight_of_a_day_is_remembered() {
    let severed = |stages: &str| {
        let victim = "physical = 2\nmental = 9\nheroic = true\nad_set = [2]\npolicy = 'idle'";
        let fight = fighters("a", "attack = 3\nad_set = [5, 5, 5, 5]")
            .against("b", victim)
            .against("c", victim)
            .option("injuries = 'full'")
            .with(&format!(
                "[injuries]\narms = [{}]",
                ["'sever'"; 7].join(", ")
            ))
            .with(stages);
        let hit = fight.begun([]).step([5, 5, 5, 4, 4, 4, 4, 1]);
        let injuries = hit.body("b").injuries;
        assert!(injuries.right_useless && injuries.all == 2);
        injuries.severed
    };
    assert_eq!(severed(&stages(&["2", "3"])), 1 << 3);
    assert_eq!(severed(""), 0);
}

/// Checks that every creature has exactly one status, and that all values are in range.
fn check(arena: &Arena, state: &State) {
    let view = View::new(arena, state);
    for who in arena.lineup.everybody() {
        let (body, fighter) = (state.body(who), arena.fighter(who));
        assert_eq!(state.fighting.has(who), body.status == Status::Fighting);
        let has_fate = arena.left(state, who).fate.is_some();
        let stands = matches!(body.status, Status::Fighting | Status::Absent);
        assert_eq!(has_fate, !stands);
        for track in Track::ALL {
            let losses = body.losses[track as usize];
            assert!(body.tired[track as usize] <= losses.direct, "{body:?}");
            let most = fighter.real(track) + fighter.depth;
            assert!(losses.total() <= most + 4, "{body:?}");
            if body.status == Status::Fighting && fighter.real(track) > 0 {
                assert!(view.ranks_left(who, track) > 0, "{body:?}");
            }
        }
        let fresh = arena.unopened.body(who);
        assert!(
            body.uses
                .iter()
                .zip(&fresh.uses)
                .all(|(uses, most)| uses <= most)
        );
        assert!(u32::from(body.broken) < 1 << fighter.carries.len().min(MOST_WEAPONS));
    }
}

#[test]
fn in_random_days_everybody_is_in_one_state_with_values_in_range() {
    let text = |lots: &mut Lots| {
        let mut person = || {
            let carries = lots.one_of(&["broadsword", "great-axe", "bow", "spear"]);
            let policy = lots.one_of(&["default", "dodger", "parrier", "rash"]);
            format!(
                "physical = {}\nmental = {}\nheroic = {}\nattack = {}\ndodge = 3\nparry = 3\n\
                 carries = ['{carries}', 'dagger']\nremedies = ['balm']\npolicy = '{policy}'\ncount = {}",
                lots.up_to(4),
                lots.up_to(4),
                lots.up_to(2) == 1,
                2 + lots.up_to(4),
                lots.up_to(3),
            )
        };
        let blocks = [person(), person(), person(), person()];
        let setup = fighters("a", &blocks[0])
            .and("d", &blocks[1])
            .against("b", &blocks[2])
            .against("c", &blocks[3])
            .option("injuries = 'full'")
            .run("round_cap = 8")
            .with("[remedies.balm]\nphysical = 1\nuses = 2")
            .with(&format!(
                "[policies.rash]\nact = ['stand', 'yield if chance(4%)', 'heal if target.lost > 0', 'attack fallen if chance(20%)', 'attack weakest']\nspecial = ['break-weapon', 'disarm']{}",
                lots.rest()
            ));
        let rests = std::array::from_fn::<_, { RESTS.len() }, _>(|at| RESTS[at].name);
        setup.with(&lots.stages(&rests)).text()
    };
    assert_sound_days(150, text, check);
}

#[test] // SST-21-4
fn whoever_has_fled_or_is_captured_stays_away_if_the_scenario_says_so() {
    let trial = day("", &[]).ready();
    let (arena, who) = (&trial.arena, trial.who("a"));
    let folk = arena.cast.day.as_ref().expect("a day").folk(&arena.cast);
    let stands_after = |fate, aways: &[Away]| {
        let mut state = arena.start().clone();
        let harm = state.body(who).harm();
        *state.body_mut(who) = Body::harmed(fate, harm);
        state.fighting.remove(who);
        for &away in aways {
            let dice = &mut crate::dice::Scripted::new([]);
            arena.pause(&mut state, Pause::Aftermath(away), folk, dice, &mut Silent);
            arena.begin(&mut state, FighterSet::NONE, folk);
        }
        let call = arena.roll_call(&state);
        assert_ne!(call.standing.has(who), call.out.has(who));
        call.standing.has(who)
    };
    let [none, fled, captured] = [(false, false), (true, false), (false, true)]
        .map(|(fled, captured)| Away { fled, captured });
    assert!(stands_after(Status::Fled, &[none]) && stands_after(Status::Fled, &[captured]));
    assert!(!stands_after(Status::Fled, &[fled]) && !stands_after(Status::Fled, &[fled, fled]));
    // The creature returns after the first fight whose `fled` is false.
    assert!(stands_after(Status::Fled, &[fled, none]));
    assert!(stands_after(Status::Yielded, &[none]) && stands_after(Status::Yielded, &[fled]));
    assert!(!stands_after(Status::Yielded, &[captured]));
}
