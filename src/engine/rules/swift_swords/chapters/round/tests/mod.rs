//! Tests of rounds, the countdown and refreshes, and of the example fights in the book.

mod surprise;

use crate::fight::{Ending, Progress, SideId, Silent, Stream};
use crate::rules::swift_swords::nouns::{
    Body, Daze, Defence, DefenceKind, Phase, Scene, Track::Physical, View,
};
use crate::rules::swift_swords::testing::{Setup, Trial, fighters, fraction};

fn assert_close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-6, "{found} is not {expected}");
}

fn first_wins(setup: &Setup, chance: f64, rounds: f64) {
    let odds = setup.solved();
    assert_close(odds.of(Ending::Won(SideId(0))), chance);
    assert_close(odds.rounds_mean(), rounds);
}

#[test] // SST-4-3
fn a_fight_of_many_dice_against_few() {
    let sets = |extra: &str| {
        fighters(
            "a",
            &format!("ad_set = [5, 4, 3, 2]\nphysical = 2\nmental = 2\n{extra}"),
        )
        .against("b", "ad_set = [5, 3, 2]\nphysical = 2\nmental = 2")
    };
    let plain = sets("");
    first_wins(&plain, 0.890_395, 1.046_243);
    assert_close(plain.solved().in_round(1), 0.953_782);
    // With `stateless = false`, `a` takes a State instead of losing a Rank whenever it can.
    first_wins(&sets("stateless = false"), 0.986_807, 1.337_764);
}

/// Returns a setup of two creatures with these hands. They only attack, and do no damage. The first belongs
/// to a player.
fn harmless(first: &str, second: &str) -> Setup {
    let stats = |hand: &str| format!("attack = 0\n{hand}");
    fighters("player", &stats(first)).against("gm", &stats(second))
}

fn sets(first: &str, second: &str) -> Setup {
    harmless(&format!("ad_set = {first}"), &format!("ad_set = {second}"))
}

#[test] // SST-4-3
fn attacks_of_a_first_round() {
    let fight = harmless("ad = 2\nad_rolled = true", "ad_set = [5, 3]");
    let odds = fight.ready().round_odds(|fight| {
        let by = |name| fight.attackers().iter().filter(|who| *who == name).count();
        (by("player"), by("gm"))
    });
    for (attacks, ways, of) in [
        ((0, 1), 5, 36),
        ((1, 1), 53, 108),
        ((2, 1), 377, 1296),
        ((3, 1), 47, 648),
        ((4, 1), 1, 144),
    ] {
        assert_eq!(odds.of(|&found| found == attacks), fraction(ways, of));
    }
}

#[test] // SST-6-1, SST-7-6, SST-7-8
fn the_countdown_goes_by_the_number_of_dice() {
    let round = sets("[5, 4, 2, 1]", "[5, 3, 2]").ready().round([]);
    assert_eq!(round.attackers(), ["player", "player", "gm", "gm"]);
    assert!(round.says("player pays 4 and") && round.says("gm pays 3, 2"));
    assert!(round.says("gm calls for a refresh"));
    assert_eq!(round.body("player").kept, 2);
}

#[test] // SST-6-1
fn a_static_countdown_goes_by_the_deal() {
    let fight = sets("[6, 5, 4, 4]", "[5, 5, 5]").option("countdown = \"static\"");
    let round = fight.ready().round([]);
    let order = ["player", "gm", "player", "gm", "player", "gm", "player"];
    assert_eq!(round.attackers(), order);
}

#[test] // SST-6-1
fn who_has_nothing_but_ones_holds_up_no_static_countdown() {
    let fight = sets("[5, 5, 5]", "[1, 1]").option("countdown = \"static\"");
    assert_eq!(fight.ready().round([]).attackers(), ["player"; 3]);
}

#[test] // SST-5-4
fn hands_beyond_the_table_have_a_six_more_for_every_die() {
    let fight = sets("[5]", "[5]");
    let begun = fight.and("many", "ad = 8\nmax_ad = 8").begun([]);
    let set = begun.arena.fighter(begun.who("many")).set;
    assert_eq!(set.to_string(), "6, 6, 6, 5, 5, 4, 3, 2");
}

#[test] // SST-6-3
fn whoever_has_more_dice_acts_first() {
    let round = sets("[6, 6, 6, 5, 5, 5]", "[5, 3, 2]").ready().round([]);
    let order = [
        "player", "player", "player", "player", "gm", "player", "gm", "player",
    ];
    assert_eq!(round.attackers(), order);
}

#[test] // SST-7-5, SST-7-7, SST-7-11
fn the_last_die_brings_a_refresh_and_one_more_option() {
    let round = sets("[6, 5, 4]", "[5, 3, 2]").ready().round([]);
    assert_eq!(
        round.attackers(),
        ["player", "gm", "player", "gm", "player"]
    );
    assert!(round.says("gm calls for a refresh"));
    assert_eq!((round.state.round, round.body("player").kept), (2, 0));
}

#[test] // SST-5-4, SST-7-8
fn a_kept_die_comes_on_top_of_the_next_hand() {
    let fight = harmless("heroic = true", "ad_set = [5, 3, 2]");
    let caught = fight.ready().begun([2, 2, 2, 2]).holding("player", &[3, 1]);
    let next = caught.round([]).begun([2, 3, 4, 5, 1]);
    assert_eq!(next.hand("player"), "5, 4, 3, 2, 1");
    let fight = sets("[4, 4]", "[5, 3, 2]");
    let next = fight
        .ready()
        .round([])
        .holding("gm", &[])
        .given("gm", |gm| gm.kept = 3);
    let next = next.step([]);
    assert!(next.says("gm holds 5, 3, 3, 2"));
}

#[test] // SST-5-6
fn nobody_has_less_than_a_three_or_more_than_the_most() {
    let fight = sets("[4]", "[5]");
    assert_eq!(fight.ready().step([]).hand("gm"), "5");
    let fight = harmless("ad_set = [4]", "ad = 2\nad_mod = -2");
    let round = fight.ready().round([]);
    assert_eq!(
        (round.attackers(), round.body("gm").kept),
        (vec!["player".to_owned()], 3)
    );
    let fight = harmless("ad = 6\nad_rolled = true", "ad_set = [5]");
    let fight = fight.ready().given("player", |player| player.kept = 2);
    assert_eq!(
        fight.begun([2, 2, 3, 3, 4, 4]).hand("player"),
        "4, 4, 3, 3, 2, 2"
    );
}

#[test] // SST-7-9
fn a_round_closes_when_nobody_acts() {
    let fight = fighters("a", "policy = \"idle\"").against("b", "policy = \"idle\"");
    let round = fight.ready().round([]);
    assert!(round.says("Nobody acts any more"));
    assert_eq!((round.body("a").kept, round.body("b").kept), (2, 2));
}

#[test] // SST-2-2
fn wanting_too_much_may_bring_the_refresh() {
    let fight = sets("[4, 2, 2, 2]", "[3]").option("short_calls_refresh = true");
    let fight = fight.ready().holding("player", &[3]);
    let round = fight.round([]);
    assert_eq!(round.attackers(), ["player", "player"]);
    let fight = sets("[3, 1]", "[5, 5]").option("short_calls_refresh = true");
    let round = fight.ready().round([]);
    assert!(
        round.says("player calls for a refresh"),
        "{:?}",
        round.heard.said
    );
    assert_eq!(
        (round.attackers(), round.body("player").kept),
        (vec!["gm".to_owned()], 0)
    );
}

#[test] // SST-0-5, SST-6-2
fn equals_go_in_listed_order_players_first() {
    let three = "attack = 0\nad_set = [5]";
    let fight = fighters("a", three).against("b", three).and("c", three);
    let fight = fight.even();
    let order = |fight: &Setup| fight.ready().round([]).attackers();
    assert_eq!(order(&fight), ["a", "b", "c"]);
    let gm = fight
        .clone()
        .field("controllers = { \"side 1\" = \"gm\", \"side 2\" = \"player\" }");
    assert_eq!(order(&gm), ["b", "c", "a"]);
    let polite = "attack = 0\nad_set = [5]\npolicy = \"p\"";
    let fight = fighters("a", three).against("b", polite).and("c", three);
    let fight = fight.even();
    let fight = fight.policy("p", "act = [\"attack\"]\norder = [\"after\"]");
    assert_eq!(order(&fight), ["a", "c", "b"]);
}

#[test] // SST-0-7, SST-0-8
fn a_fight_without_end_is_cut_off() {
    let fight = sets("[5]", "[5]")
        .run("round_cap = 2")
        .ready()
        .round([])
        .round([]);
    let outcome = fight.outcome.expect("the cap is reached");
    assert_eq!((outcome.ending, outcome.rounds), (Ending::Undecided, 2));
}

#[test] // SST-29-1, SST-29-2
fn those_who_surprise_have_one_action() {
    let fight = sets("[5, 4, 3]", "[5, 3, 2]").field("surprised = [\"gm\"]");
    let round = fight.ready().round([]);
    assert_eq!(round.attackers(), ["player"]);
    let twice = fight
        .clone()
        .option("surprise_actions = 2")
        .ready()
        .round([]);
    assert_eq!(twice.attackers(), ["player", "player"]);
    let all = sets("[5, 4, 4, 3]", "[5]").field("surprised = [\"side 2\"]");
    let all = all.option("surprise_actions = \"all\"").ready().round([]);
    assert_eq!(all.attackers(), ["player"; 3]);
    let next = fight.ready().round([]).round([]);
    assert!(next.attackers().contains(&"gm".to_owned()));
}

#[test] // SST-2-3, SST-7-10
fn what_lasts_until_the_next_action_outlasts_a_refresh() {
    let fight = fighters("a", "attack = 0\nad_set = [3]").against("b", "policy = \"idle\"");
    let marked = fight.ready().given("a", |a| {
        (a.exposures, a.fumbled, a.pool) = (2, true, Defence::of(DefenceKind::Dodge, 2));
    });
    let marks = |fight: &Trial| {
        let body = fight.body("a");
        (body.exposures, body.fumbled, body.pool)
    };
    // The 3 pays for nothing in the first round. It is kept, and so are the marks and the pool.
    let next = marked.round([]);
    assert_eq!((next.attackers().len(), next.state.round), (0, 2));
    assert_eq!(marks(&next), (2, true, Defence::of(DefenceKind::Dodge, 2)));
    // In the second round two 3s pay for an action, which ends the marks and the pool.
    let acts = next.step([]);
    assert_eq!(
        (acts.attackers(), marks(&acts)),
        (vec!["a".to_owned()], (0, false, Defence::NONE))
    );
}

#[test] // SST-2-3, SST-22-5, SST-22-6
fn what_happens_every_round_happens_once_in_it() {
    let fight =
        fighters("a", "attack = 0\nad_set = [5, 4, 4, 2]").against("b", "policy = \"idle\"");
    let hurt = fight.option("injuries = \"full\"").ready().given("a", |a| {
        a.injuries.bleeding = 1;
        a.injuries.burns = 1;
    });
    // There is no bleeding before the first refresh. In each round only one die burns, although there are
    // three actions.
    let first = hurt.round([]);
    assert_eq!(first.attackers(), ["a"; 3]);
    assert!(first.says("a holds 5, 4, 4, 1."));
    let second = first.round([1, 2, 3, 4]);
    assert_eq!((second.attackers().len(), second.left("a")), (3, 2));
    assert!(second.says("a holds 5, 4, 4, 1."));
}

/// Returns the sentences of the transcript, without the results of attacks.
fn told(fight: &Trial) -> Vec<&str> {
    let said = fight.heard.said.iter();
    said.filter(|(clause, _)| *clause != "SST-10-2")
        .map(|(_, text)| text.as_str())
        .collect()
}

#[test] // SST-4-1
fn dice_are_dealt_spent_by_countdown_and_dealt_again_until_it_is_over() {
    let fight = sets("[4]", "[5, 3]");
    let first = fight.ready().round([]);
    let round = [
        "player holds 4.",
        "gm holds 5, 3.",
        "gm pays 5 and has 3 left.",
        "player pays 4 and has no dice left.",
        "player calls for a refresh.",
        "gm waits.",
        "gm keeps the 3 for the next round.",
    ];
    assert_eq!(told(&first), round);
    let second = first.round([]);
    assert_eq!(
        told(&second)[..3],
        [
            "player holds 4.",
            "gm holds 5, 3, 3.",
            "gm pays 5 and has 3, 3 left."
        ]
    );
    // Surprise is decided before the first deal, and ends with the first round.
    let ambush = fight
        .field("surprised = [\"gm\"]")
        .run("round_cap = 2")
        .ready()
        .round([]);
    let round = [
        "Those who are surprised have no dice.",
        "player holds 4.",
        "player pays 4 and has no dice left.",
    ];
    assert_eq!(told(&ambush), round);
    let last = ambush.round([]);
    assert_eq!(told(&last)[..2], ["player holds 4.", "gm holds 5, 3."]);
    assert_eq!(told(&last).last(), Some(&"Still undecided after round 2."));
}

#[test] // SST-7-10
fn a_new_deal_comes_after_the_bleeding_and_before_the_burning() {
    let rolls = "ad = 2\nad_rolled = true\npolicy = \"idle\"";
    let fight = fighters("a", rolls)
        .against("b", "ad_set = [5, 3, 2]\npolicy = \"idle\"")
        .and("c", "policy = \"idle\"")
        .option("injuries = \"full\"");
    let kept_up = |body: &mut Body| {
        body.exposures = 1;
        body.fumbled = true;
        body.pool = Defence::of(DefenceKind::Dodge, 2);
        body.states.add(Daze::Stun);
        body.injuries.bleeding = 1;
        body.injuries.burns = 1;
    };
    let mut trial = fight
        .ready()
        .given("a", kept_up)
        .given("b", kept_up)
        .losing("c", Physical, 3);
    trial.state.round = 2;
    // The dice in order: BODY of `a` and of `b` against bleeding, and then the new dice of `a`.
    let after = trial.step([1, 2, 3, 4, 1, 2, 3, 5, 4, 3]);
    assert_eq!((after.left("a"), after.left("b")), (2, 3));
    let clauses: Vec<_> = after.heard.said.iter().map(|&(clause, _)| clause).collect();
    assert_eq!(
        clauses,
        [
            "SST-22-6", "SST-0-2", "SST-18-1", "SST-22-6", "SST-0-2", "SST-5-1"
        ]
    );
    assert_eq!(after.hand("a"), "4, 1");
    for name in ["a", "b"] {
        let body = after.body(name);
        assert_eq!(
            (body.exposures, body.fumbled, body.pool),
            (1, true, Defence::of(DefenceKind::Dodge, 2))
        );
        assert!(body.states.has(Daze::Stun));
    }
    let dealt = after.step([]);
    assert!(
        dealt.says("b holds 5, 3, 1.") && !dealt.says("c holds"),
        "who is out has no dice"
    );
}

#[test] // SST-7-10
fn whoever_bleeds_to_the_end_ends_the_fight_before_new_dice() {
    let fight = fighters("a", "physical = 1\npolicy = \"idle\"").against("b", "policy = \"idle\"");
    let mut trial = fight.option("injuries = \"full\"").ready();
    trial = trial.given("a", |a| a.injuries.bleeding = 1);
    trial.state.round = 2;
    let after = trial.round([1, 2, 3, 4]);
    assert_eq!(
        after.outcome.map(|outcome| outcome.ending),
        Some(Ending::Won(SideId(1)))
    );
    assert!(!after.says("holds"));
}

#[test] // SST-5-4, SST-0-9
fn a_set_pays_for_so_many_attacks() {
    let attacks = |set: &str| {
        let fight = harmless(
            &format!("ad_set = {set}"),
            "policy = \"idle\"\nad_set = [2]",
        );
        let round = fight.ready().round([]);
        (round.attackers().len(), round.body("player").kept)
    };
    assert_eq!(attacks("[5, 3, 2]"), (2, 0));
    assert_eq!(attacks("[5, 4, 3, 2]"), (3, 0));
    assert_eq!(attacks("[5, 3]"), (1, 3));
}

/// Plays some fights and checks that each step leads to a later part of the round or to the next round.
fn leads_on(setup: &Setup) {
    let trial = setup.ready();
    let (arena, mut most) = (&trial.arena, 0);
    for n in 0..60 {
        let mut dice = Stream::new(7, b"moments").dice(n);
        let mut state = trial.state.clone();
        let mut before = View::new(arena, &state).moment();
        while Scene::new(arena, &mut state, &mut dice, &mut Silent).step() == Progress::Goes {
            let after = View::new(arena, &state).moment();
            assert!(after > before, "{before:?}, then {after:?}: {state:?}");
            assert!(after.round <= before.round + 1);
            before = after;
        }
        most = most.max(before.round);
    }
    assert!(most > 1, "no fight of several rounds");
}

#[test] // SST-7-4, SST-7-6..10, SST-29-2
fn every_step_leads_on() {
    let pair = |stats: &str, lists: &str| {
        let stats = format!("{stats}\npolicy = \"p\"");
        fighters("a", &stats)
            .against("b", &stats)
            .policy("p", lists)
            .run("round_cap = 12")
    };
    let attack = "act = [\"attack\"]";
    leads_on(&pair("heroic = true", attack));
    leads_on(&pair("", attack).option("countdown = \"static\""));
    leads_on(&pair("", attack).option("short_calls_refresh = true"));
    leads_on(&pair("", "act = []"));
    leads_on(&pair(
        "physical = 8",
        "act = []\nlast = [\"act\", \"carry-high\"]",
    ));
    // A shot with gathered dice costs no further die.
    let bow = "carries = [\"bow\"]\nphysical = 8";
    let aims = "act = [\"shoot if self.gathered > 1 or chance(30%)\", \"aim\"]";
    let archers = pair(bow, aims).field("start = \"alone\"");
    leads_on(&archers);
    let surprising = archers.clone().field("surprised = [\"b\"]");
    leads_on(&surprising.clone().option("surprise_actions = 3"));
    leads_on(&surprising.option("surprise_actions = \"all\""));
    // Letting go and yielding cost no die either.
    let wrestle = "act = [\"close\", \"hold\", \"attack\", \"yield if self.physical < 2\"]\n\
                   grip = [\"subdue if chance(30%)\", \"let-go if chance(50%)\", \"wait\"]\n\
                   held = [\"reverse if chance(50%)\", \"wait\"]";
    leads_on(&pair("physical = 4\nwrestle = 4", wrestle));
    // Fights with panic, Crushed creatures, fear and defences.
    let daunts =
        "act = [\"intimidate\", \"attack\"]\ndefend = [\"dodge\", \"parry\"]\nsoak = [\"soak\"]";
    let minds =
        "mental_attack = 6\nmental = 2\nheroic = true\nfear = \"fearsome\"\ndodge = 3\nparry = 3";
    leads_on(&pair(minds, daunts).field("zones = 3"));
}

#[test] // SST-7-8
fn a_kept_die_comes_once_and_with_its_face() {
    let fight = sets("[4]", "[5, 3]").ready().round([]);
    let second = fight.round([]);
    assert!(second.says("gm holds 5, 3, 3."));
    assert!(second.round([]).says("gm holds 5, 3."));
    let kept = sets("[4]", "[5, 3]").ready().given("gm", |gm| gm.kept = 2);
    assert!(kept.step([]).says("gm holds 5, 3, 2."));
}

#[test] // SST-5-6
fn who_has_no_dice_left_to_roll_holds_a_three() {
    for (ad_mod, kept, hand) in [(-2, 0, "3"), (-3, 0, "3"), (-2, 5, "5, 3")] {
        let stats = format!("ad = 2\nad_mod = {ad_mod}\nad_rolled = true");
        let fight = harmless("ad_set = [4]", &stats).ready();
        let after = fight.given("gm", |gm| gm.kept = kept).step([]);
        assert!(after.says(&format!("gm holds {hand}.")), "{ad_mod}");
    }
}

#[test] // SST-22-5
fn the_highest_dice_of_a_deal_burn_where_a_policy_says_so() {
    let fight = fighters("a", "ad_set = [5, 3, 2]\npolicy = \"p\"")
        .policy("p", "burn = [\"highest\"]")
        .against("b", "policy = \"idle\"");
    let after = fight.ready().given("a", |a| a.injuries.burns = 1).step([]);
    assert!(after.says("a holds 3, 2, 1."));
}

#[test] // SST-6-1
fn ones_count_in_a_static_countdown_as_well() {
    let fight = sets("[5, 5]", "[5, 1, 1]").option("countdown = \"static\"");
    assert_eq!(fight.ready().round([]).attackers(), ["gm", "player"]);
}

#[test] // SST-2-2, SST-7-6
fn who_wants_nothing_calls_for_no_refresh() {
    let idle = "policy = \"idle\"";
    let fight = fighters("a", idle).against("b", idle);
    let round = fight.option("short_calls_refresh = true").ready().round([]);
    assert!(!round.says("calls for a refresh") && round.says("Nobody acts any more"));
}

#[test] // SST-2-2, SST-7-5
fn whoever_calls_for_want_of_dice_defends_itself_no_more() {
    let fight = fighters("a", "dodge = 1\nad_set = [3, 1]\npolicy = \"p\"")
        .policy("p", "act = [\"attack\"]\ndefend = [\"dodge\"]")
        .against("b", "attack = 1\nad_set = [5]");
    let round = fight.option("short_calls_refresh = true").ready();
    let after = round.round([2]);
    assert!(after.says("a calls for a refresh"));
    assert_eq!(after.attackers(), ["b"]);
}

#[test] // SST-7-5, SST-7-7
fn whoever_pays_its_last_die_to_defend_itself_keeps_no_ones() {
    let fight = fighters("a", "attack = 1\nad_set = [5]")
        .against("b", "dodge = 1\nad_set = [3, 1]\npolicy = \"dodges\"");
    let begun = || fight.begun([]).holding("a", &[5, 4]).holding("b", &[3, 1]);
    let mut closing = begun();
    closing.state.phase = Phase::Closing;
    assert_eq!(closing.step([2, 2]).hand("b"), "no dice");
    let mut acting = begun();
    acting.state.phase = Phase::Countdown;
    let after = acting.step([2, 2]);
    assert!(after.says("b calls for a refresh."));
    assert_eq!(after.hand("b"), "no dice");
}

#[test] // SST-9-4, SST-7-5
fn a_one_that_is_spent_calls_for_no_refresh() {
    let fight = fighters("a", "ad_set = [5, 5]\npolicy = \"p\"")
        .against("b", "ad_set = [3]\npolicy = \"idle\"")
        .and(
            "c",
            "ad_set = [1]\npolicy = \"q\"\nat = { zone = 0, alone = true }",
        )
        .policy("p", "act = [\"drag at c\"]")
        .policy("q", "effort = [\"effort\"]");
    let after = fight.begun([]).step([2; 9]);
    assert_eq!(after.hand("c"), "no dice");
    assert!(!after.says("refresh"));
}

#[test] // SST-31-3
fn defenders_of_cover_can_step_in_the_way_anew_in_every_round() {
    let fight = fighters("a", "policy = \"idle\"").against("b", "policy = \"idle\"");
    let mut trial = fight.ready();
    trial.state.turns.chokes[0] = 1;
    assert_eq!(trial.round([]).state.turns.chokes[0], 0);
}

#[test] // SST-6-2
fn where_all_of_them_would_rather_go_last_the_first_listed_goes() {
    let polite = "attack = 0\nad_set = [5]\npolicy = \"p\"";
    let fight = fighters("a", "policy = \"idle\"\nad_set = [1]")
        .against("b", polite)
        .and("c", polite)
        .policy("p", "act = [\"attack\"]\norder = [\"after\"]");
    assert_eq!(fight.even().ready().round([]).attackers(), ["b", "c"]);
}

#[test] // SST-0-5
fn several_sides_may_be_run_by_players() {
    let three = "attack = 0\nad_set = [5]";
    let fight = fighters("a", three).against("b", three).against("c", three);
    let fight = fight.field("controllers = { \"side 3\" = \"player\" }");
    assert_eq!(fight.even().ready().round([]).attackers(), ["a", "c", "b"]);
}

/// Returns a setup of `a` and `b`, which both do nothing. A helper of `b` arrives in round 2.
fn help() -> Setup {
    fighters("a", "ad_set = [4]\npolicy = 'idle'")
        .against("b", "ad_set = [3]\npolicy = 'idle'")
        .and("c", "ad_set = [5, 5]\nattack = 0\narrives = 2")
}

#[test] // SST-5-1, SST-6-1
fn a_creature_that_arrives_later_is_nowhere_until_its_round() {
    let first = help().round([]);
    assert!(first.attackers().is_empty() && !first.fights("c"));
    let odds = first.round_odds(|after| {
        let first = after.attackers().first().cloned();
        after.says("c arrives") && after.says("c holds 5, 5") && first.as_deref() == Some("c")
    });
    assert_eq!(odds.of(|so| *so), fraction(1, 1));
}

#[test] // SST-3-1, SST-3-8
fn a_newcomer_stands_alone_until_it_comes_into_contact() {
    let there = help().round([]).played([], Trial::play);
    assert!(there.fights("c") && there.body("c").group == 0);
    assert!(there.body("a").group > 0);
    let odds = there.round_odds(|after| after.body("c").group == after.body("a").group);
    assert_eq!(odds.of(|joined| *joined), fraction(1, 1));
}

#[test] // SST-0-7
fn a_side_with_help_on_the_way_is_not_beaten() {
    let weak = "ad_set = [1]\nphysical = 1\nmental = 1";
    let first = fighters("a", "ad_set = [6, 6, 6]\nattack = 16").against("b", weak);
    let helped = first.clone().and("c", &format!("{weak}\narrives = 3"));
    assert_eq!(helped.ready().arena.cast.alike_from, Some(4));
    let wins = |setup: Setup| {
        let odds = setup.run("round_cap = 3").solved();
        let mut chances = [0.0; 4];
        let wins = odds
            .iter()
            .filter(|(it, _)| it.ending == Ending::Won(SideId(0)));
        wins.for_each(|(it, chance)| chances[it.rounds as usize] += chance);
        chances
    };
    let ([_, first, ..], [_, one, two, three]) = (wins(first), wins(helped));
    assert!(first > 0.5 && three > 0.5, "{first} {three}");
    assert!(one + two < 1e-12, "{one} {two}");
}
