use crate::exact;
use crate::fight::{Arena as _, Ending, Fight, Progress, SideId, Silent, Stream};
use crate::rules::murdham::events::DEAD;
use crate::rules::murdham::nouns::View;
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::state::Status;
use crate::rules::murdham::testing::{Setup, fighters, fraction};
use crate::rules::testing;

const IDLE: &str = "policy = \"waits\"";

/// A policy for a character that takes its turn and does nothing in it.
const WAITS: &str = "[policies.waits]\nact = []\nreact = []\nbonus = []\nopportunity = []";

#[test] // MUR-1-2, MUR-1-3, MUR-1-4, MUR-1-5, MUR-1-10
fn the_example_of_bandits_and_players() {
    // The players hold back while exactly two enemies are ready. So their side passes at its second
    // opportunity.
    let players = "policy = \"players\"";
    let trial = fighters("leader", IDLE)
        .and("bandit", "policy = \"waits\"\ncount = 3")
        .against("balthasar", players)
        .and("sybilla", "policy = \"waits\"")
        .and("theobald", players)
        .with(WAITS)
        .with("[policies.players]\nact = []\nready = ['hold if foes.ready == 2', 'last']")
        .round([]);
    assert_eq!(
        trial.turns(),
        [
            "leader",
            "sybilla",
            "bandit 1",
            "bandit 2",
            "balthasar",
            "bandit 3",
            "theobald"
        ]
    );
    assert!(trial.says("The side 2 side passes"));
    assert!(!trial.state.open);
}

#[test] // MUR-1-1
fn everybody_has_one_turn_a_round_and_none_is_carried_over() {
    let fight = fighters("a", "policy = \"holds\"")
        .against("b", IDLE)
        .with(WAITS)
        .with("[policies.holds]\nact = []\nready = ['hold if round == 1']");
    let first = fight.round([]);
    assert_eq!(first.turns(), ["b"]);
    assert_eq!(first.round([]).turns(), ["a", "b"]);
}

#[test] // MUR-1-4
fn the_larger_side_takes_its_last_turns_one_after_the_other() {
    let after = fighters("a", IDLE)
        .against("b", "policy = \"waits\"\ncount = 3")
        .with(WAITS)
        .round([]);
    assert_eq!(after.turns(), ["a", "b 1", "b 2", "b 3"]);
}

#[test] // MUR-1-5
fn as_many_passes_as_there_are_sides_end_the_round() {
    let after = fighters("a", "policy = \"holds\"")
        .against("b", "policy = \"holds\"")
        .with("[policies.holds]\nready = ['hold']")
        .round([]);
    assert!(after.turns().is_empty() && !after.state.open);
    let three = fighters("a", "policy = \"holds\"")
        .against("b", "policy = \"holds\"")
        .against("c", IDLE)
        .with(WAITS)
        .with("[policies.holds]\nact = []\nready = ['hold if foes.ready > 1', 'act']")
        .round([]);
    assert_eq!(
        three.turns(),
        ["c", "a", "b"],
        "a and b pass once, c acts, and they may act after all"
    );
}

#[test] // MUR-1-6, MUR-1-9
fn the_holder_of_the_initiative_may_let_others_go_first() {
    let fight = |lead: &str| {
        fighters("a", "policy = \"leads\"")
            .against("b", IDLE)
            .against("c", IDLE)
            .with(WAITS)
            .with(&format!("[policies.leads]\nact = []\nlead = {lead}"))
            .round([])
            .turns()
    };
    assert_eq!(fight("[]"), ["a", "b", "c"]);
    assert_eq!(fight("['go-first']"), ["a", "b", "c"]);
    assert_eq!(fight("['give-way']"), ["b", "c", "a"]);
    assert_eq!(fight("['give-way at c']"), ["c", "a", "b"]);
}

#[test] // MUR-1-7
fn the_initiative_is_drawn_once_where_nobody_started_the_fight() {
    let fight = fighters("a", IDLE).against("b", IDLE).with(WAITS);
    let drawn = fight.clone().field("initiative = \"random\"");
    assert_eq!(drawn.turn([2]).turns(), ["b"]);
    assert_eq!(drawn.round([2]).round([]).turns(), ["b", "a"]);
    let anew = drawn.option("initiative_changes = \"each_round\"");
    assert_eq!(anew.round([2]).round([1]).turns(), ["a", "b"]);
    let started = fight.field("initiative = \"side 2\"");
    assert_eq!(started.turn([]).turns(), ["b"]);
}

#[test] // MUR-1-8
fn a_policy_says_who_acts_and_who_keeps_its_turn() {
    let after = fighters("a", "policy = \"last\"\ncount = 2")
        .and("keen", IDLE)
        .against("b", "policy = \"waits\"\ncount = 3")
        .with(WAITS)
        .with("[policies.last]\nact = []\nready = ['last']")
        .round([]);
    assert_eq!(after.turns(), ["keen", "b 1", "a 1", "b 2", "a 2", "b 3"]);
}

#[test] // MUR-1-11, MUR-2-5
fn the_fallen_lose_a_turn_they_had_not_used() {
    let after = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"")
        .against("b", "carries = [\"sword\"]\npolicy = \"plain\"")
        .and("c", "policy = \"waits\"\nfearless = true")
        .with(WAITS)
        .round([4]);
    assert_eq!(after.turns(), ["a", "c"]);
}

#[test] // MUR-2-5
fn whoever_has_reacted_takes_no_turn_in_that_round() {
    let after = fighters(
        "a",
        "carries = [\"sword\"]\npolicy = \"plain\"\nhealth = 20",
    )
    .against(
        "b",
        "carries = [\"sword\"]\npolicy = \"counterer\"\nhealth = 20",
    )
    .round([1, 2]);
    assert_eq!(after.turns(), ["a"]);
}

#[test] // MUR-1-12, MUR-1-13, MUR-18-1
fn the_fight_ends_in_the_round_in_which_one_side_is_left() {
    let fight = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"")
        .against("b", "carries = [\"sword\"]\npolicy = \"plain\"")
        .round([3, 3])
        .round([4]);
    let outcome = fight.outcome.expect("b is down");
    assert_eq!(
        (outcome.ending, outcome.rounds),
        (Ending::Won(SideId(0)), 2)
    );
}

#[test] // MUR-1-14
fn a_fight_that_goes_on_after_the_last_round_is_undecided() {
    let mut trial = fighters("a", IDLE)
        .against("b", IDLE)
        .with(WAITS)
        .run("round_cap = 3")
        .ready();
    for _ in 0..3 {
        assert_eq!(trial.outcome, None);
        trial = trial.round([]);
    }
    let outcome = trial.outcome.expect("the cap");
    assert_eq!((outcome.ending, outcome.rounds), (Ending::Undecided, 3));
}

#[test] // MUR-0-23
fn three_sides_are_all_enemies_of_each_other() {
    let after = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"")
        .against("b", "carries = [\"sword\"]\npolicy = \"plain\"")
        .against("c", "carries = [\"sword\"]\npolicy = \"plain\"")
        .round([1, 2, 3]);
    let met: Vec<(String, String)> = after
        .attacks()
        .into_iter()
        .map(|(who, whom, _)| (who, whom))
        .collect();
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(met, [pair("a", "b"), pair("b", "a"), pair("c", "a")]);
}

#[test] // MUR-11-1, MUR-11-2, MUR-18-1
fn the_concealed_play_a_bonus_round_of_their_own() {
    let ambush = fighters(
        "victim",
        "carries = [\"sword\"]\npolicy = \"dodges\"\nextra_reactions = 1\nfearless = true",
    )
    .against(
        "thief",
        "carries = [\"sword\"]\npolicy = \"plain\"\nconcealed = true\ncount = 2",
    )
    .field("initiative = \"side 2\"");
    let zero = ambush.round([1, 2]);
    assert_eq!(
        (zero.turns(), zero.state.round),
        (vec!["thief 1".to_owned(), "thief 2".to_owned()], 0)
    );
    assert_eq!(zero.health("victim"), 5);
    let first = zero.round([20, 1, 20, 1]);
    assert_eq!(first.state.round, 1);
    let quick = ambush.round([4]);
    assert_eq!(quick.outcome.expect("over at once").rounds, 0);
}

#[test] // MUR-11-1
fn a_side_that_lies_in_ambush_holds_the_initiative() {
    let text = fighters("victim", "policy = \"waits\"")
        .against("thief", "policy = \"waits\"\nconcealed = true")
        .with(WAITS)
        .text()
        .replace("initiative = \"side 1\"\n", "");
    let arena: Arena = testing::compiled(&text);
    let view = View::new(&arena, arena.start());
    assert_eq!(view.known_first(), Some(SideId(1)));
}

#[test] // MUR-3-14
fn the_exact_odds_of_two_swords_without_reactions() {
    let sword = "carries = [\"sword\"]\npolicy = \"plain\"\nfearless = true";
    let odds = fighters("a", sword).against("b", sword).solved();
    let exact = 1_487_668_471.0 / 2_176_782_336.0;
    assert!((odds.of(Ending::Won(SideId(0))) - exact).abs() < 1e-12);
}

#[test] // MUR-18-3
fn the_story_ends_with_how_everybody_is() {
    let after = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"")
        .and("d", IDLE)
        .against("b", IDLE)
        .and("c", IDLE)
        .with(WAITS)
        .ready()
        .out("c", Status::Surrendered, 8)
        .turn([5]);
    assert!(after.says("Fighting: a and d; incapacitated: b; surrendered: c."));
}

#[test] // MUR-1-7, MUR-11-1
fn an_initiative_that_is_said_to_be_random_is_so_in_an_ambush_too() {
    let sword = "carries = [\"sword\"]\npolicy = \"plain\"\nfearless = true";
    let ambush = format!("{sword}\nconcealed = true");
    let wins = |initiative: &str| {
        let text = fighters("a", &ambush).against("b", sword).text();
        let text = text.replace("initiative = \"side 1\"\n", initiative);
        let arena: Arena = testing::compiled(&text);
        let odds = exact::solve(&arena, 1000).expect("a small fight");
        odds.of(Ending::Won(SideId(0)))
    };
    let random = wins("initiative = \"random\"\n");
    assert!((random - 0.785_445).abs() < 1e-6, "{random}");
    assert!(
        wins("") > random,
        "those in ambush go first unless it is said"
    );
}

#[test] // MUR-18-3
fn everybody_is_counted_once_by_how_it_ends() {
    // The first enemy surrenders. Then a blast hits both enemies.
    let caught = |face: u32| {
        fighters("b", "policy = \"meek\"\nat = 1\nfearless = true")
            .and(
                "c",
                "policy = \"waits\"\nhealth = 30\nat = 1\nfearless = true",
            )
            .against("a", "carries = [\"bomb\"]\npolicy = \"plain\"")
            .with(WAITS)
            .with("[weapons.bomb]\ndamage = \"1d6\"\nmelee = false\nrange = 4\nblast = true")
            .with("[policies.meek]\nact = ['surrender']\nbonus = []\nreact = []")
            .field("zones = 3")
            .round([face, 1])
    };
    let killed = caught(6);
    assert_eq!(killed.heard.downed, [killed.who("b")]);
    assert!(killed.heard.fled.is_empty());
    let resumed = caught(2);
    assert_eq!(resumed.status("b"), Status::Fighting);
    let heard = &resumed.heard;
    assert!(heard.downed.is_empty() && heard.fled.is_empty() && heard.back.is_empty());
    let gave_up = fighters("a", "policy = \"meek\"")
        .against("b", IDLE)
        .with(WAITS)
        .with("[policies.meek]\nact = ['surrender']\nbonus = []\nreact = []")
        .turn([]);
    assert_eq!(gave_up.heard.fled, [gave_up.who("a")]);
    assert!(gave_up.heard.downed.is_empty());
}

#[test] // MUR-1-7
fn the_initiative_is_drawn_anew_among_those_who_still_fight() {
    let first = fighters("a", IDLE)
        .against("b", IDLE)
        .against("c", IDLE)
        .with(WAITS)
        .field("initiative = \"random\"")
        .option("initiative_changes = \"each_round\"")
        .ready()
        .out("b", Status::Dead, 0)
        .odds(|after| after.turns().concat());
    for side in ["a", "c"] {
        assert_eq!(first.of(|who| who == side), fraction(1, 2), "{side}");
    }
}

#[test] // MUR-0-7, MUR-18-3
fn the_dying_count_as_dead_when_the_fight_ends() {
    let after = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"")
        .against("b", "policy = \"waits\"\nhealth = 3")
        .with(WAITS)
        .option("zero_health = \"dying\"")
        .turn([3]);
    assert_eq!(after.status("b"), Status::Dying(2));
    assert_eq!(
        after.arena.left(&after.state, after.who("b")).fate,
        Some(DEAD)
    );
}

#[test] // MUR-1-1
fn every_turn_and_every_round_leads_on() {
    let trial = fighters("a", "count = 2").against("b", "count = 2").ready();
    let arena = trial.arena;
    for n in 0..50 {
        let (mut state, mut dice) = (arena.start().clone(), Stream::new(1, b"moments").dice(n));
        let mut before = arena.moment(&state);
        while arena.step(&mut state, &mut dice, &mut Silent) == Progress::Goes {
            let now = arena.moment(&state);
            assert!(before < now, "fight {n}: {before:?}, {now:?}");
            before = now;
        }
    }
}

#[test] // MUR-1-5
fn those_who_have_nobody_left_do_not_pass() {
    let holds = "policy = \"holds\"";
    let trial = fighters("a", holds)
        .against("b", holds)
        .against("c", holds)
        .with("[policies.holds]\nready = ['hold']")
        .ready()
        .out("c", Status::Incapacitated, 4)
        .round([]);
    let said = trial.heard.said.iter();
    let passes = said.filter(|(_, text)| text.ends_with("passes.")).count();
    assert_eq!((passes, trial.state.open), (2, false));
}

#[test] // MUR-1-5, MUR-1-2
fn a_side_that_has_just_fallen_passes_no_more() {
    let after = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"\ncount = 2")
        .against("b", "policy = \"waits\"")
        .against("c", "policy = \"holds\"")
        .with(WAITS)
        .with("[policies.holds]\nready = ['hold']\nreact = []")
        .round([4, 1]);
    assert_eq!(after.attackers(), ["a 1", "a 2"]);
}

#[test] // MUR-11-1
fn a_side_that_lies_in_ambush_in_part_does_not_hold_the_initiative() {
    let text = fighters("victim", IDLE)
        .against("thief", "policy = \"waits\"\nconcealed = true")
        .and("decoy", IDLE)
        .with(WAITS)
        .text()
        .replace("initiative = \"side 1\"\n", "");
    let arena: Arena = testing::compiled(&text);
    let view = View::new(&arena, arena.start());
    assert_eq!(view.known_first(), None);
}

#[test] // MUR-12-7
fn the_exit_of_a_side_is_where_its_first_member_starts() {
    let fight = fighters("a", "at = 2")
        .and("b", "at = 0")
        .against("c", "at = 4");
    assert_eq!(fight.field("zones = 6").ready().arena.exits, [2, 4]);
}

/// Returns a fight of `a` against `b`, whose ally `c` arrives in round 2.
fn help(health: u32) -> Setup {
    let sword = format!("carries = [\"sword\"]\npolicy = \"plain\"\nhealth = {health}");
    fighters("a", &sword)
        .against("b", &sword)
        .and("c", &format!("{sword}\narrives = 2"))
}

#[test] // MUR-1-1, MUR-1-3
fn a_character_that_arrives_later_is_nowhere_until_its_round() {
    let first = help(20).round([1, 1]);
    assert_eq!(first.turns(), ["a", "b"]);
    assert!(!first.fights("c") && !first.says("c arrives"));
    let second = first.round([1, 1, 1]);
    assert!(second.says("c arrives"));
    assert_eq!(second.turns(), ["a", "b", "c"]);
}

#[test] // MUR-1-12, MUR-1-13
fn a_side_with_help_on_the_way_is_not_beaten() {
    let felled = help(3).round([6]);
    assert!(!felled.fights("b") && felled.outcome.is_none());
    let beaten = felled.round([6]);
    let outcome = beaten.outcome.expect("c is down");
    assert_eq!(
        (outcome.ending, outcome.rounds),
        (Ending::Won(SideId(0)), 2)
    );
    let outcome = help(3).round([1, 6]).outcome.expect("a is down");
    assert_eq!(
        (outcome.ending, outcome.rounds),
        (Ending::Won(SideId(1)), 1)
    );
    // The ally `c` has not arrived yet, so only `b` counts as standing.
    assert_eq!(outcome.standing.count(), 1);
}

#[test]
fn rounds_pass_before_anybody_is_there() {
    let late = format!("{IDLE}\narrives = 3");
    let setup = fighters("a", &late).against("b", &late);
    let mut trial = setup.with(WAITS).ready();
    for round in 1..=2 {
        trial = trial.round([]);
        assert_eq!((trial.state.round, trial.turns().len()), (round, 0));
    }
    assert!(trial.round([]).fights("b"));
}

#[test] // MUR-12-1
fn who_is_to_come_counts_neither_as_present_nor_as_lost() {
    let group = |count: u32| {
        let stats = format!("{IDLE}\nwit = 20\ncount = {count}");
        fighters("a", IDLE)
            .against("b", &stats)
            .and("c", &format!("{stats}\narrives = 3"))
            .with(WAITS)
    };
    // Both members that have arrived are present. The side has lost nobody, so it does not check its morale.
    let mut trial = group(2).ready();
    trial = trial.round([]);
    assert!(!trial.says("checks its morale"));
    // One of the two members that have arrived is lost, so the side is at half. The two members that have not
    // arrived yet do not count.
    let trial = group(2).ready().step([]).out("b 2", Status::Dead, 0);
    let trial = trial.given("b 1", |body| body.steadfast = false).round([1]);
    assert!(
        trial.says("side 2 side checks its morale"),
        "{:?}",
        trial.heard.said
    );
}

#[test] // MUR-17-1
fn a_rider_and_its_mount_arrive_together() {
    let setup = || {
        fighters("a", IDLE)
            .against("b", IDLE)
            .and("rider", &format!("{IDLE}\nriding = \"horse\"\narrives = 2"))
            .with(WAITS)
            .with(&format!(
                "[combatants.horse]\n{IDLE}\nhealth = 8\nseats = 1"
            ))
    };
    let first = setup().ready();
    assert!(!first.fights("rider") && !first.fights("horse"));
    let second = first.round([]).round([]);
    assert!(second.fights("rider") && second.fights("horse"));
    assert_eq!(
        second.state.mount_of(second.who("rider")),
        Some(second.who("horse"))
    );
    let apart = fighters("a", "")
        .against("b", "")
        .and("rider", "riding = \"horse\"\narrives = 2")
        .and("horse", "seats = 1");
    let told = apart.faults();
    assert!(
        told.contains("`rider` and its `horse` arrive in different rounds"),
        "{told}"
    );
}
