//! Tests of rounds, turns, initiative, aiming, and the limits of a turn.

use crate::dice::Dice;
use crate::fight::{Arena as _, Ending, Fight, Progress, SideId};
use crate::rules::persona::nouns::state::Phase;
use crate::rules::persona::testing::{Setup, Trial, does, fighters, fraction};

const SWORD: &str = "carries = ['sword']";

/// Returns the chance that `a` acts first.
fn first(mine: &str, others: &str) -> num_rational::BigRational {
    let mut trial = fighters("a", mine).against("b", others).ready();
    trial.state = trial.arena.start().clone();
    let odds = trial.odds(|after| after.state.actor() == after.who("a"));
    odds.of(|&first| first)
}

#[test] // PER-2-4
fn initiative_is_a_die_and_ab() {
    assert_eq!(first("ag = 40", "ag = 30"), fraction(64, 100));
    assert_eq!(
        first("ag = 40\nab = 9", "ag = 40\nab = 0"),
        fraction(100 - 1, 100) + fraction(1, 200)
    );
}

#[test] // PER-2-5, PER-13.7-2
fn equal_initiative_goes_by_agility_and_then_by_dice() {
    assert_eq!(first("ag = 35", "ag = 31"), fraction(55, 100));
    assert_eq!(first("ag = 35", "ag = 35"), fraction(1, 2));
}

#[test] // PER-1-1, PER-2-5
fn the_order_holds_for_the_whole_fight() {
    let mut trial = fighters("a", "ag = 10")
        .against("b", "ag = 50")
        .against("c", "ag = 90")
        .ready();
    trial.state = trial.arena.start().clone();
    let after = trial.step([1, 1, 1]);
    let names: Vec<String> = after.state.order().map(|who| after.name(who)).collect();
    assert_eq!(names, ["c", "b", "a"]);
    let later = after.round([]).round([]);
    assert_eq!(later.state.turn_of(0), later.who("c"));
}

#[test] // PER-1-2, PER-3-1, PER-12-2, PER-3-2
fn a_turn_is_two_half_actions_and_one_attack() {
    let after = does("attack", SWORD, "").turn_of_a([100]);
    assert_eq!(after.blows().len(), 1);
    let setup = does("wait", "policy = 'q'\ncarries = ['sword']", "at = 3")
        .policy("q", "act = ['move', 'attack']");
    let text = setup.text().replace("policy = \"p\"\n", "");
    let trial: Trial = crate::rules::testing::Trial::of(crate::rules::testing::compiled(&text));
    let after = trial.turn([100]);
    assert_eq!((after.at("a"), after.blows().len()), (2, 1));
    let two = does("move", "ag = 30", "at = 50").turn_of_a([]);
    assert_eq!(two.at("a"), 6);
    let full = does("full-move", "ag = 30", "at = 50").turn_of_a([]);
    assert_eq!(full.at("a"), 6);
}

/// Plays the turn of `a` with the list `act = lines`, and records the transcript.
fn plays(lines: &str, mine: &str, faces: &[u32]) -> Trial {
    let setup =
        does("wait", &format!("policy = 'q'\n{mine}"), "").policy("q", &format!("act = [{lines}]"));
    let text = setup.text().replace("policy = \"p\"\n", "");
    let trial: Trial = crate::rules::testing::Trial::of(crate::rules::testing::compiled(&text));
    trial.turn(faces.iter().copied())
}

#[test] // PER-12-2
fn one_concentration_a_turn() {
    let after = plays(
        "'aim if self.aim == 0', 'cautious', 'attack'",
        SWORD,
        &[100],
    );
    assert!(after.says("aims") && !after.says("cautious") && after.says("attacks"));
    let both = plays("'cautious', 'attack'", SWORD, &[100]);
    assert!(both.says("cautious") && both.says("attacks"));
}

#[test] // PER-12.1-1
fn an_aim_adds_to_the_next_attack() {
    let after = plays("'aim if self.aim == 0', 'attack'", SWORD, &[60, 9]);
    assert_eq!(after.landed(), 1);
    assert_eq!(after.body("a").aim, 0);
    let missed = plays("'aim if self.aim == 0', 'attack'", SWORD, &[61]);
    assert_eq!(missed.landed(), 0);
    let long = does("aim-long", SWORD, "").turn_of_a([]);
    assert_eq!(long.body("a").aim, 20);
    assert_eq!(long.until("a", []).body("a").aim, 20);
}

#[test] // PER-12.1-2
fn an_aim_is_lost_to_any_other_action() {
    let after = plays(
        "'aim if self.aim == 0 and self.halves == 2', 'move-away'",
        "",
        &[],
    );
    assert_eq!(after.body("a").aim, 0);
    let kept = plays("'aim if self.halves == 2'", "", &[]);
    assert_eq!(kept.body("a").aim, 10);
}

#[test] // PER-12.6-1
fn a_cautious_action_comes_first_and_lasts() {
    let late = plays("'move-away if self.halves == 2', 'cautious'", "", &[]);
    assert!(!late.says("cautious"));
    let after = plays("'cautious', 'attack'", SWORD, &[40, 9]);
    assert_eq!(after.landed(), 1);
    assert!(after.body("a").cautious && !after.body("a").hesitant);
    assert_eq!(plays("'cautious', 'attack'", SWORD, &[41]).landed(), 0);
    let next = after.until("a", []).turn([100]);
    assert!(next.body("a").cautious, "it is cautious anew");
}

#[test] // PER-12.6-2
fn who_is_cautious_in_cover_is_shot_at_twice() {
    let shot = |cover: bool| {
        let ready = does(
            "attack",
            "carries = ['gun']",
            &format!("cover = {cover}\nat = 9"),
        )
        .ready();
        ready
            .given("b", |body| body.cautious = true)
            .odds(Trial::landed)
            .of(|&landed| landed > 0)
    };
    assert_eq!((shot(true), shot(false)), (fraction(1, 4), fraction(1, 2)));
}

#[test] // PER-12.27-1
fn guard_mode_is_in_the_way_of_attacks() {
    let guarded = does("attack", SWORD, "")
        .ready()
        .given("b", |body| body.guarding = true);
    assert_eq!(
        guarded.odds(Trial::landed).of(|&landed| landed > 0),
        fraction(30, 100)
    );
    let setup = does("guard", "", "at = 9");
    let after = setup.turn_of_a([]);
    assert!(after.body("a").guarding);
    assert_eq!(after.state.phase, Phase::Start);
}

#[test] // PER-2-7
fn what_lasts_until_the_next_turn_ends_at_its_start() {
    let ready = fighters("a", "").against("b", "at = 9").ready();
    let after = ready.given("a", |body| {
        (
            body.guarding,
            body.cautious,
            body.exposed,
            body.hampered,
            body.countered,
        ) = (true, true, true, true, true);
    });
    let after = after.step([]);
    let body = after.body("a");
    assert!(!(body.guarding || body.cautious || body.exposed || body.hampered || body.countered));
}

#[test] // PER-2-3, PER-2-2
fn the_surprised_lose_their_first_turn() {
    let setup = does("attack", &format!("{SWORD}\nsurprised = true"), "");
    let after = setup.ready().round([]);
    assert!(after.blows().is_empty());
    assert_eq!(after.round([100]).blows().len(), 1);
}

#[test] // PER-3-4
fn an_extended_action_takes_its_turns() {
    let setup = does("attack", &format!("{SWORD}\nextended_task = 2"), "");
    let after = setup.ready().round([]).round([]);
    assert_eq!(after.body("a").task, 2);
    assert_eq!(after.round([100]).blows().len(), 1);
}

#[test] // PER-2-8
fn the_round_cap_leaves_a_fight_undecided() {
    let mut trial = fighters("a", "")
        .against("b", "")
        .run("round_cap = 2")
        .ready();
    let mut dice = crate::dice::Scripted::new([]);
    let ending = loop {
        if let Progress::Ended(outcome) =
            trial
                .arena
                .step(&mut trial.state, &mut dice, &mut crate::fight::Silent)
        {
            break outcome;
        }
    };
    assert_eq!((ending.ending, ending.rounds), (Ending::Undecided, 2));
    let _ = dice.faces();
}

#[test] // PER-13.5-4
fn clearing_a_jam_is_a_bs_test() {
    let jammed = || {
        does("clear", "carries = ['gun']", "at = 9")
            .ready()
            .given("a", |body| body.items[0].jammed = true)
    };
    assert!(!jammed().step([40]).body("a").items[0].jammed);
    assert!(jammed().step([41]).body("a").items[0].jammed);
    let pinned = jammed().given("a", |body| body.pinned = true);
    assert!(pinned.turn([100]).body("a").items[0].jammed);
}

#[test] // PER-13.5-2
fn a_magazine_is_filled_by_an_action() {
    let empty = does("reload", "carries = ['pistol']", "at = 9")
        .ready()
        .given("a", |body| body.items[0].rounds = 0);
    let after = empty.step([]);
    assert_eq!(
        (after.body("a").items[0].rounds, after.state.phase),
        (6, Phase::Start)
    );
    let quick =
        "[weapons.quick]\nkind = 'ranged'\ndamage = '1d10'\nrange = 20\nclip = 3\nreload = 'half'";
    let half = does("reload", "carries = ['quick']", "at = 9")
        .with(quick)
        .ready()
        .given("a", |body| body.items[0].rounds = 0);
    assert_eq!(half.step([]).state.turn.halves, 1);
}

#[test] // PER-13.5-5, PER-12.9-1
fn a_stowed_or_dropped_weapon_is_readied() {
    use crate::rules::persona::nouns::state::Whereabouts;
    let stowed = does(
        "ready with knife",
        "carries = ['sword', 'knife']\nstowed = ['knife']",
        "at = 9",
    );
    assert_eq!(stowed.ready().body("a").items[1].place, Whereabouts::Stowed);
    assert_eq!(
        stowed.step([]).body("a").items[1].place,
        Whereabouts::AtHand
    );
    let dropped = |at: i16| {
        let ready = does("ready", SWORD, "at = 9")
            .ready()
            .given("a", |body| body.items[0].place = Whereabouts::Dropped(at));
        ready.step([]).body("a").items[0].place
    };
    assert_eq!(
        (dropped(1), dropped(2)),
        (Whereabouts::AtHand, Whereabouts::Dropped(2))
    );
}

#[test] // PER-13.1-1, PER-13.1-2
fn one_passes_and_a_hundred_fails() {
    let odds = |ws: i32, rule: &str| {
        let setup: Setup = does(
            "attack",
            &format!("{SWORD}\nws = {ws}\nattack_mod = -10"),
            "",
        );
        let setup = setup.option(&format!("auto_results = \"{rule}\""));
        setup.odds(Trial::landed).of(|&landed| landed > 0)
    };
    assert_eq!(
        (odds(0, "1-and-100"), odds(0, "none")),
        (fraction(1, 100), fraction(0, 1))
    );
    assert_eq!(
        (odds(120, "1-and-100"), odds(120, "none")),
        (fraction(99, 100), fraction(1, 1))
    );
}

#[test] // PER-13.1-3
fn degrees_count_tens() {
    use crate::rules::persona::nouns::luck::{TestRules, test};
    let rules = |base: &str| {
        let setup = does("wait", "", "").option(&format!("dos_base = {base}"));
        TestRules::of(&setup.ready().arena.options)
    };
    let odds = crate::dice::outcomes(|dice| test(dice, 47, rules("1")));
    for (degrees, percent) in [(1, 10), (2, 10), (3, 10), (4, 10), (5, 7)] {
        assert_eq!(
            odds.of(|&found| found == Some(degrees)),
            fraction(percent, 100)
        );
    }
    let bare = crate::dice::outcomes(|dice| test(dice, 47, rules("0")));
    assert_eq!(bare.of(|&found| found == Some(0)), fraction(10, 100));
}

#[test] // PER-13.1-4
fn bonuses_are_tens_unless_given() {
    let trial = fighters("a", "s = 47\nt = 33\nag = 9\nws = 112")
        .against("b", "sb = 9\ntb = 8\nab = 7")
        .ready();
    let [a, b] = ["a", "b"].map(|name| trial.arena.fighter(trial.who(name)).clone());
    assert_eq!((a.sb, a.tb, a.ab, a.flurry()), (4, 3, 0, 11));
    assert_eq!((b.sb, b.tb, b.ab), (9, 8, 7));
}

#[test] // PER-3-3, PER-12-3
fn attacks_out_of_turn_are_free() {
    let setup = fighters("a", "policy = 'p'\ncarries = ['sword']")
        .against(
            "b",
            "policy = 'q'\nat = 1\ncarries = ['sword']\nws = 60\ntalents = ['counter-attack']",
        )
        .policy("p", "act = ['attack']")
        .policy(
            "q",
            "act = ['attack']\nevade = ['parry']\ncounter = ['counter']",
        );
    let after = setup.ready().round([50, 60, 100, 100]);
    assert_eq!(after.attackers(), ["a", "b", "b"]);
}

#[test] // PER-13.7-1
fn the_default_policy_comes_to_blows() {
    let setup = fighters("a", "policy = 'default'\ncarries = ['sword']")
        .against("b", "policy = 'plain'\ncarries = ['gun']\nat = 30");
    let lists = "act = ['wait']";
    let _ = lists;
    assert!(setup.faults().is_empty(), "{}", setup.faults());
}

#[test] // PER-12-2
fn a_maneuver_is_no_attack_and_a_knock_down_is_one() {
    let maneuver = "'maneuver at first by past if self.halves == 2', 'attack'";
    assert_eq!(plays(maneuver, SWORD, &[1, 100, 100]).blows().len(), 1);
    let knock = "'knock-down at first then spare if self.halves == 2', 'attack'";
    assert!(plays(knock, SWORD, &[1, 100]).blows().is_empty());
}

#[test] // PER-12.31-4
fn a_called_shot_makes_a_multiple_attack_a_full_action() {
    let mine = "carries = ['sword', 'knife']\ntalents = ['two-weapons-melee']";
    let halves = |line: &str| does(line, mine, "").step([100, 100]).state.turn.halves;
    assert_eq!(halves("two-weapons as called"), 0);
    assert_eq!(halves("two-weapons"), 1);
}

#[test] // PER-13.1-2, PER-13.1-3
fn a_pass_by_a_one_has_one_degree() {
    use crate::rules::persona::nouns::luck::TestRules;
    let rules = TestRules::of(&does("wait", "", "").ready().arena.options);
    assert_eq!(rules.degrees(1, -30), Some(1));
    assert_eq!(rules.degrees(2, -30), None);
}

#[test] // PER-8-1, PER-12.25-1, PER-13.4-1, PER-13.4-2
fn skills_are_those_of_their_characteristics_unless_given() {
    let trial = fighters("a", "ws = 11\nt = 22\nag = 33\nwp = 44").against("b", "");
    let trial = trial.ready();
    let a = trial.arena.fighter(trial.who("a"));
    assert_eq!((a.endurance, a.magic_resistance), (22, 44));
    assert_eq!((a.acrobatics, a.dodge, a.parry), (33, 33, 11));
}

#[test] // PER-13.5-4, PER-13.2-1
fn the_tired_clear_jams_worse() {
    let jammed = |face: u32| {
        let ready = does("clear", "carries = ['gun']", "at = 9").ready();
        let tired = ready.given("a", |body| (body.items[0].jammed, body.fatigue) = (true, 1));
        tired.step([face]).body("a").items[0].jammed
    };
    assert!(!jammed(30) && jammed(31));
}

#[test] // PER-13.5-2, PER-13.5-4, PER-13.5-5
fn only_what_is_at_hand_is_cleared_or_reloaded() {
    let stowed = |act: &str, weapon: &str| {
        let mine = format!("carries = ['{weapon}']\nstowed = ['{weapon}']");
        let ready = does(act, &mine, "at = 9").ready();
        let after = ready
            .given("a", |body| {
                (body.items[0].jammed, body.items[0].rounds) = (true, 0);
            })
            .step([]);
        after.says("a does nothing.")
    };
    assert!(stowed("clear", "gun") && stowed("reload", "pistol"));
}

#[test] // PER-1-2, PER-3-1
fn no_full_action_follows_a_half_action() {
    let ready = fighters("a", "policy = 'q'\nprone = true\nat = 0")
        .against("b", "at = 50")
        .policy("q", "act = ['stand', 'full-move']")
        .ready();
    let after = ready.turn([]);
    assert_eq!((after.body("a").prone, after.at("a")), (false, 0));
}

#[test] // PER-12.6-2, PER-4-6
fn a_throw_at_who_is_cautious_in_cover_is_rolled_twice() {
    let ready = does("attack", "carries = ['javelin']", "cover = true\nat = 9").ready();
    let cautious = ready.given("b", |body| body.cautious = true);
    let odds = cautious.odds(Trial::landed);
    assert_eq!(odds.of(|&landed| landed > 0), fraction(1, 4));
}

#[test] // PER-12.6-2, PER-12.3-3
fn the_higher_of_two_rolls_jams_a_weapon_too() {
    let ready = does(
        "semi-burst",
        "carries = ['gun']\nbs = 110",
        "cover = true\nat = 9",
    )
    .ready();
    let cautious = ready.given("b", |body| body.cautious = true);
    assert!(cautious.step([1, 94]).body("a").items[0].jammed);
}

#[test] // PER-13.5-2
fn a_magazine_may_be_filled_before_it_is_empty() {
    let ready = does("reload", "carries = ['pistol']", "at = 9").ready();
    let begun = ready.given("a", |body| body.items[0].rounds = 4);
    assert_eq!(begun.step([]).body("a").items[0].rounds, 6);
}

/// Returns a fight of `a` against `b` after the initiative rolls, whose dice show these faces. `c` joins the
/// side of `b` in round 2.
fn help(mine: &str, faces: &[u32]) -> Trial {
    let mut trial = fighters("a", mine)
        .against("b", "")
        .and("c", "arrives = 2")
        .ready();
    trial.state = trial.arena.start().clone();
    trial.step(faces.iter().copied())
}

fn order(trial: &Trial) -> Vec<String> {
    let order: Vec<_> = trial.state.order().take(3).collect();
    trial.names(&order)
}

#[test] // PER-2-4, PER-2-5
fn who_arrives_later_rolls_initiative_when_it_comes() {
    let trial = help("", &[8, 3]);
    assert!(!trial.fights("c"));
    assert_eq!(order(&trial), ["a", "b", "c"]);
    let comes = |face: u32| help("", &[8, 3]).round([face]);
    assert_eq!(order(&comes(9)), ["c", "a", "b"]);
    assert_eq!(order(&comes(5)), ["a", "c", "b"]);
    assert_eq!(order(&comes(2)), ["a", "b", "c"]);
    assert!(comes(5).says("c arrives") && comes(5).fights("c"));
    // No more fighters will arrive, so the initiative values are cleared.
    assert_eq!(comes(5).body("a").initiative, 0);
}

#[test] // PER-2-5, PER-13.7-2
fn newcomers_that_are_equal_in_every_way_take_any_place_among_their_equals() {
    let odds =
        help("", &[8, 8, 1]).round_odds(|after| order(after).iter().position(|who| who == "c"));
    // With a roll of 8, `c` ties with both others, and its three places are equally likely. With one of
    // the 7 lower faces, `c` is last. With one of the 2 higher faces, it is first.
    for (place, chance) in [(0, (7, 30)), (1, (1, 30)), (2, (22, 30))] {
        assert_eq!(
            odds.of(|at| *at == Some(place)),
            fraction(chance.0, chance.1)
        );
    }
    // If `c` ties with `a` by a roll of 8, `a` goes first, because its Agility is higher.
    let odds = help("ag = 39", &[8, 3]).round_odds(|after| order(after)[0] == "a");
    assert_eq!(odds.of(|first| *first), fraction(8, 10));
}

#[test] // PER-2-8
fn a_side_with_help_on_the_way_is_not_beaten() {
    let setup = |who: &str| {
        fighters("a", &format!("{SWORD}\npolicy = 'p'\nwounds = 3"))
            .against("b", "wounds = 3\nat = 1")
            .and(who, "wounds = 3\nat = 1\narrives = 2")
            .policy("p", "act = ['attack']")
    };
    // The round ends as well, and `c` rolls its initiative.
    let felled = setup("c").turn_of_a([1, 10, 1]);
    assert!(!felled.fights("b") && felled.outcome.is_none());
    assert!(felled.fights("c") && felled.state.round == 2);
    let outcome = felled
        .until("a", [])
        .turn([1, 10])
        .outcome
        .expect("c is out");
    assert_eq!(
        (outcome.ending, outcome.rounds),
        (Ending::Won(SideId(0)), 2)
    );
}

#[test]
fn rounds_pass_before_anybody_is_there() {
    let mut trial = fighters("a", "arrives = 3")
        .against("b", "arrives = 4")
        .ready();
    trial.state = trial.arena.start().clone();
    let trial = trial.step([5]);
    assert_eq!(
        (trial.state.round, trial.fights("a"), trial.fights("b")),
        (3, true, false)
    );
    assert_eq!(trial.arena.cast.alike_from, Some(5));
}

#[test] // PER-2-3
fn who_arrives_after_the_surprise_is_not_surprised() {
    let trial = fighters("a", "")
        .against("b", "")
        .and("c", "arrives = 2\nsurprised = true")
        .ready();
    assert!(trial.body("c").surprised);
    let after = trial.round([1]);
    assert!(!after.body("c").surprised && after.body("c").reactions > 0);
}
