//! Tests of objectives, which are ways to win other than being the last side standing.
//!
//! Most tests take a random small fight of each book, and compare it with the same fight when sides have
//! objectives. The exact odds of one follow from those of the other.

mod common;

use common::{bout, murdham, persona, semiautomagic, swift_swords};
use proptest::prelude::*;
use skirmish::bout::Bout;
use skirmish::exact::{Budget, Solved};
use skirmish::fight::{CombatantId, Ending, ObjectiveId, SideId, Stream};
use skirmish::rules;
use skirmish::scenario::Overrides;
use skirmish::tally::Tally;

const FIRST: SideId = SideId(0);
const SECOND: SideId = SideId(1);

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(59),
        ..ProptestConfig::default()
    }
}

/// Returns the scenario with `wins` as the objectives of its first side.
fn with(text: &str, wins: &str) -> String {
    let head = "name = \"first\"\n";
    assert!(text.contains(head), "{text}");
    text.replace(head, &format!("{head}wins = [{wins}]\n"))
}

/// Returns a small fight and its exact odds. Rejects the test case if the fight has too many states.
fn solved(text: &str) -> Result<(Box<dyn Bout>, Solved), TestCaseError> {
    let budget = Budget {
        states: 20_000,
        ..Budget::ANY
    };
    let bout = bout(text);
    let solved = bout.work_out(&budget, &());
    prop_assume!(solved.broken_off.is_none());
    Ok((bout, solved))
}

fn odds(solved: &Solved) -> [f64; 4] {
    let endings = [
        Ending::Won(FIRST),
        Ending::Won(SECOND),
        Ending::Draw,
        Ending::Undecided,
    ];
    endings.map(|ending| solved.odds.of(ending))
}

fn are_near(ours: [f64; 4], theirs: [f64; 4]) -> bool {
    ours.iter().zip(theirs).all(|(a, b)| (a - b).abs() < 1e-9)
}

/// Returns the round cap of the scenario.
fn cap(text: &str) -> u32 {
    let (_, rest) = text.split_once("round_cap = ").expect("a round cap");
    let (cap, _) = rest.split_once('\n').expect("a line");
    cap.parse().expect("a number")
}

/// Checks an objective to hold until the last round. The side wins the fights that would otherwise be
/// undecided.
fn holding_wins_what_is_undecided(text: &str) -> Result<(), TestCaseError> {
    let held = with(text, &format!("{{ hold = {} }}", cap(text)));
    let ((_, plain), (bout, held)) = (solved(text)?, solved(&held)?);
    let [first, second, draw, undecided] = odds(&plain);
    let wanted = [first + undecided, second, draw, 0.0];
    prop_assert!(
        are_near(odds(&held), wanted),
        "{:?} {wanted:?}",
        odds(&held)
    );
    let names: Vec<&str> = (bout.cast().objectives.iter())
        .map(|one| one.name.as_str())
        .collect();
    let name = format!("hold {} rounds", cap(text));
    prop_assert_eq!(names, [&name, "last side standing", "last side standing"]);
    let met = [0, 1, 2].map(|at| held.tally.met(ObjectiveId(at)).value());
    prop_assert!((met[0] - undecided).abs() < 1e-9 && (met[1] - first).abs() < 1e-9);
    prop_assert!((met[2] - second).abs() < 1e-9);
    Ok(())
}

/// Checks an objective that is met when one of two enemies goes down. In the same fight without objectives,
/// the probability that one of these enemies goes down first must be the same.
fn the_first_fall_is_enough(text: &str) -> Result<(), TestCaseError> {
    let sooner = with(text, "{ out = \"two\", count = 1 }");
    let ((_, plain), (_, sooner)) = (solved(text)?, solved(&sooner)?);
    let falls = plain.tally.first_down(CombatantId(1)).expect("fights");
    let met = sooner.tally.met(ObjectiveId(0)).value();
    prop_assert!((met - falls.estimate).abs() < 1e-9, "{met} {falls:?}");
    let won = sooner.odds.of(Ending::Won(FIRST));
    prop_assert!((met - won).abs() < 1e-9, "there is no other way to win");
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn real(count: u64) -> f64 {
    count as f64
}

/// Checks that rolled fights meet each objective as often as the exact odds say, and that every win counts
/// for exactly one objective.
fn rolled_and_exact_agree(text: &str) -> Result<(), TestCaseError> {
    const FIGHTS: u64 = 3000;
    let cap = cap(text).max(2) - 1;
    let wins = format!("{{ hold = {cap} }}, {{ out = \"two\", share = \"50%\" }}");
    let text = with(text, &wins);
    let (bout, exact) = solved(&text)?;
    let mut tally = Tally::new(bout.cast());
    bout.play(&Stream::new(59, bout.label()), 0..FIGHTS, &mut tally);
    let mut sums = [0, 0];
    for (at, objective) in (0..).zip(&bout.cast().objectives) {
        let (met, share) = (
            tally.met(ObjectiveId(at)),
            exact.tally.met(ObjectiveId(at)).value(),
        );
        sums[objective.side.index()] += met;
        let wanted = share * real(FIGHTS);
        let error = (wanted * (1.0 - share)).max(0.0).sqrt().max(1.0);
        prop_assert!(
            (real(met) - wanted).abs() < 5.0 * error,
            "{met} {wanted} {}",
            objective.name
        );
    }
    prop_assert_eq!(sums, [tally.wins(FIRST), tally.wins(SECOND)]);
    Ok(())
}

/// Checks that a fight is a draw if both sides meet an objective to hold until the last round.
fn several_met_at_once_are_a_draw(text: &str) -> Result<(), TestCaseError> {
    let held = format!("{{ hold = {} }}", cap(text));
    let both = with(text, &held).replace(
        "name = \"second\"\n",
        &format!("name = \"second\"\nwins = [{held}]\n"),
    );
    let ((_, plain), (_, both)) = (solved(text)?, solved(&both)?);
    let [first, second, draw, undecided] = odds(&plain);
    let wanted = [first, second, draw + undecided, 0.0];
    prop_assert!(
        are_near(odds(&both), wanted),
        "{:?} {wanted:?}",
        odds(&both)
    );
    let met = [0, 1].map(|at| both.tally.met(ObjectiveId(at)).value());
    prop_assert!(met.iter().all(|met| *met < 1e-12), "no side has won by it");
    Ok(())
}

/// Checks that a side wins if its enemy goes down, even if its own last fighter goes down in the same round.
/// Without the objective, such a fight is a draw.
fn an_objective_goes_before_the_last_side_standing(text: &str) -> Result<(), TestCaseError> {
    let felled = with(text, "{ out = \"two\" }");
    let ((_, plain), (_, felled)) = (solved(text)?, solved(&felled)?);
    let [first, second, draw, undecided] = odds(&plain);
    let [won, lost, drawn, open] = odds(&felled);
    prop_assert!(
        won > first - 1e-9 && won < first + draw + 1e-9,
        "{won} {first} {draw}"
    );
    prop_assert!((lost - second).abs() < 1e-9 && (open - undecided).abs() < 1e-9);
    prop_assert!((won + drawn - first - draw).abs() < 1e-9);
    if text.contains("ruleset = \"brp\"") {
        // Objectives are judged when the round ends. By then both fighters are down.
        prop_assert!(drawn < 1e-9, "{drawn} {draw}");
    }
    Ok(())
}

/// Checks that the counts of objectives of both seats (orders of the sides) together are the sum of those of
/// each seat.
fn both_seats_count_the_same_objectives(text: &str) -> Result<(), TestCaseError> {
    const FIGHTS: u64 = 300;
    let text = text.replace("[run]\n", "[run]\nseats = \"both\"\n");
    let wins = format!("{{ hold = {} }}, {{ out = \"two\" }}", cap(&text));
    let seats = common::matches(&with(&text, &wins)).remove(0).seats;
    let tallies = seats.iter().map(|bout| {
        let mut tally = Tally::new(bout.cast());
        bout.play(&Stream::new(59, bout.label()), 0..FIGHTS, &mut tally);
        tally
    });
    let [listed, reversed] = tallies.collect::<Vec<_>>().try_into().expect("two seats");
    // The objectives of the first side come first, then those of the second. After them, there is one entry
    // for each side: its wins as the last side standing.
    let met = |tally: &Tally, at: u8| tally.met(ObjectiveId(at));
    let mut both = listed.clone();
    both.absorb(&reversed, seats[1].cast(), seats[0].cast());
    for (here, there) in [(0, 0), (1, 1), (2, 3), (3, 2)] {
        prop_assert_eq!(met(&both, here), met(&listed, here) + met(&reversed, there));
    }
    Ok(())
}

fn all_laws(duel: &str, one_against_two: &str) -> Result<(), TestCaseError> {
    holding_wins_what_is_undecided(duel)?;
    several_met_at_once_are_a_draw(duel)?;
    an_objective_goes_before_the_last_side_standing(duel)?;
    both_seats_count_the_same_objectives(one_against_two)?;
    the_first_fall_is_enough(one_against_two)?;
    rolled_and_exact_agree(duel)?;
    rolled_and_exact_agree(one_against_two)
}

proptest! {
    #![proptest_config(config(4))]

    #[test]
    fn objectives_of_brp_follow_from_the_fight_without_them(
        one in common::duellist(),
        two in common::duellist(),
        rule in common::house_rule(),
    ) {
        let duel = common::duel(&one, &two, rule);
        all_laws(&duel, &duel.replace("\"two\" }", "\"two\", count = 2 }"))?;
    }

    #[test]
    fn objectives_of_murdham_follow_from_the_fight_without_them(
        one in murdham::brawler(),
        two in murdham::brawler(),
        rule in murdham::house_rule(),
        ground in murdham::ground(),
    ) {
        all_laws(
            &murdham::fight(&one, &two, 1, rule, ground),
            &murdham::fight(&one, &two, 2, rule, ground),
        )?;
    }

    #[test]
    fn objectives_of_persona_follow_from_the_fight_without_them(
        one in persona::brawler(),
        two in persona::brawler(),
        rule in persona::house_rule(),
    ) {
        all_laws(
            &persona::fight(&one, &two, 1, rule, 0),
            &persona::fight(&one, &two, 2, rule, 0),
        )?;
    }

    #[test]
    fn objectives_of_semiautomagic_follow_from_the_fight_without_them(
        one in semiautomagic::brawler(),
        two in semiautomagic::brawler(),
        rule in semiautomagic::house_rule(),
    ) {
        all_laws(
            &semiautomagic::fight(&one, &two, 1, rule),
            &semiautomagic::fight(&one, &two, 2, rule),
        )?;
    }

}

proptest! {
    // The exact odds of these fights take long to compute.
    #![proptest_config(config(2))]

    #[test]
    fn objectives_of_swift_swords_follow_from_the_fight_without_them(
        one in swift_swords::brawler(),
        two in swift_swords::brawler(),
        rule in swift_swords::house_rule(),
    ) {
        let short = |count| {
            let text = swift_swords::fight(&one, &two, count, rule);
            text.replace("round_cap = 3", "round_cap = 2")
        };
        all_laws(&short(1), &short(2))?;
    }
}

/// Returns the faults of a scenario with `wins` as the objectives of its first side, one per line.
fn faults(wins: &str) -> String {
    common::slips::told(&common::slips::SOUND.replace(
        "name = \"guards\"\n",
        &format!("name = \"guards\"\nwins = [{wins}]\n"),
    ))
}

#[test]
fn objectives_that_cannot_be_meant_are_faults() {
    let all = [
        "{ hold = 101 }",
        "{ hold = 5, who = 'gard' }",
        "{ hold = 5, fate = 'dead' }",
        "{ hold = 5 }, { hold = 6, who = 'guard' }",
        "{ hold = 5 }, { hold = 5 }",
        "{ out = 'gobblin' }",
        "{ out = 'goblins', fate = 'ded' }",
        "{ out = 'goblins', count = 4 }",
        "{ out = 'goblins', count = 2, share = '50%' }",
        "{ out = 'goblins', share = '0%' }",
        "{ out = 'goblins', who = 'guard' }",
        "{ out = 'guard' }",
        "{ out = 'guard', fate = 'dead' }",
        "{ out = [] }",
        "{ outt = 'goblins' }",
        "{ hold = 5, out = 'goblins' }",
        "{}",
        "3",
    ];
    let told: Vec<String> = all
        .iter()
        .map(|wins| format!("{wins}\n{}", faults(wins)))
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn good_objectives_have_no_faults() {
    let good = "{ hold = 100 }, { hold = 100, who = 'guard' }, { out = 'goblin', fate = ['dead', 'unconscious'] }, \
                { out = ['goblins'], share = '34%' }, { out = 'goblin', count = 3 }";
    assert_eq!(faults(good), "no faults");
}

/// Returns a duel of a book that has flight. The fighter of the first side flees as soon as it can.
fn hunt(book: &str, block: &str, option: &str) -> String {
    format!(
        "ruleset = \"{book}\"\n[run]\nround_cap = 6\n[options]\n{option}\n[combatants.one]\n{block}\npolicy = \"runs\"\n\
         [combatants.two]\n{block}\n[policies.runs]\nact = [\"flee\"]\n[[sides]]\nname = \"first\"\n\
         fighters = [{{ combatant = \"one\" }}]\n[[sides]]\nname = \"second\"\nfighters = [{{ combatant = \"two\" }}]\n"
    )
}

#[test]
fn who_has_fled_is_not_felled_and_may_win_by_it() {
    let persona = "ws = 40\nbs = 30\ns = 30\nt = 30\nag = 40\nwp = 30\nwounds = 30";
    let brp = "dex = 12\nhit_points = 30\nbrawl = 50";
    for (book, block) in [("persona", persona), ("brp", brp)] {
        let text = hunt(book, block, "leaving = \"yes\"");
        let pursued = text.replace(
            "name = \"second\"\n",
            "name = \"second\"\nwins = [{ out = \"one\" }]\n",
        );
        let fled = with(&pursued, "{ out = \"one\", fate = \"fled\" }");
        let bout = bout(&fled);
        let mut tally = Tally::new(bout.cast());
        bout.play(&Stream::new(59, bout.label()), 0..500, &mut tally);
        let names: Vec<&str> = (bout.cast().objectives.iter())
            .map(|one| one.name.as_str())
            .collect();
        assert_eq!(names[..2], ["one fled", "one out"]);
        let away = tally.times_fled(CombatantId(0));
        assert!(away > 0, "{book}: somebody gets away");
        assert_eq!(tally.met(ObjectiveId(0)), away, "{book}");
        assert_eq!(tally.wins(FIRST), away, "{book}");
        assert_eq!(
            tally.met(ObjectiveId(1)),
            tally.downs(CombatantId(0)),
            "{book}"
        );
    }
}

/// Checks `--round-cap`. If it ends the fight before the round of the objective `hold`, the side has not
/// held.
#[test]
fn a_lower_round_cap_does_not_make_a_side_hold() {
    let weak = "[combatants.x]\ndex = 10\nhit_points = 60\nbrawl = 5\n";
    let side = |name: &str| {
        format!("[[sides]]\nname = \"{name}\"\nfighters = [{{ combatant = \"x\" }}]\n")
    };
    let text = format!(
        "ruleset = \"brp\"\n{weak}{}{}",
        side("first"),
        side("second")
    );
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("trial.toml");
    std::fs::write(&path, with(&text, "{ hold = 4 }")).expect("a temporary file");
    let ended = |cap: u32| {
        let overrides = Overrides {
            round_cap: Some(cap),
            ..Overrides::default()
        };
        let (_, matches) = rules::load(&path, &overrides).expect("no faults");
        let bout = &matches[0].seats[0];
        bout.outcome(&Stream::new(59, bout.label()), 0)
    };
    assert_eq!((ended(3).ending, ended(3).rounds), (Ending::Undecided, 3));
    assert_eq!((ended(4).ending, ended(4).rounds), (Ending::Won(FIRST), 4));
    assert_eq!(
        (ended(50).ending, ended(50).rounds),
        (Ending::Won(FIRST), 4)
    );
}

/// A fight in the words of one book: a messenger has to get past a guard post that does nothing.
struct Ride {
    book: &'static str,
    /// Lines of the scenario before the stat blocks. They describe the battlefield.
    field: &'static str,
    block: &'static str,
    /// The lists of the messenger's policy.
    policy: &'static str,
    /// Three places: the start of the messenger, the post, and the place that the messenger has to reach.
    places: [&'static str; 3],
}

const RIDES: [Ride; 5] = [
    Ride {
        book: "brp",
        field: "",
        block: "dex = 12\nhit_points = 30",
        policy: "act = ['wait']\nmove = ['advance by 8']",
        places: ["0", "30", "20"],
    },
    Ride {
        book: "murdham",
        field: "[field]\nzones = ['road', 'bridge', 'gate', 'tower']\n",
        block: "health = 20\nfearless = true",
        policy: "act = []\nmove = ['go to gate']",
        places: ["'road'", "'tower'", "'gate'"],
    },
    Ride {
        book: "persona",
        field: "",
        block: "ws = 40\nbs = 30\ns = 30\nt = 30\nag = 40\nwp = 30\nwounds = 30",
        policy: "act = ['move']",
        places: ["0", "-30", "-12"],
    },
    Ride {
        book: "semiautomagic",
        field: "[field]\nsize = [20, 3]\n",
        block: "",
        policy: "act = ['move']",
        places: ["[0, 1]", "[15, 1]", "[9, 1]"],
    },
    Ride {
        book: "swift-swords",
        field: "[field]\nzones = ['road', 'bridge', 'gate', 'tower']\n",
        block: "attack = 3",
        policy: "act = ['move to gate']",
        places: ["'road'", "'tower'", "'gate'"],
    },
];

impl Ride {
    fn text(&self, wins: &str) -> String {
        let Self {
            book,
            field,
            block,
            policy,
            places: [from, post, _],
        } = self;
        format!(
            "ruleset = \"{book}\"\n[run]\nround_cap = 12\n{field}[combatants.messenger]\n{block}\npolicy = 'rides'\n\
             [combatants.post]\n{block}\npolicy = 'idle'\n[policies.rides]\n{policy}\n[policies.idle]\nact = []\n\
             [[sides]]\nname = \"first\"\nwins = [{wins}]\nfighters = [{{ combatant = 'messenger', at = {from} }}]\n\
             [[sides]]\nname = \"second\"\nfighters = [{{ combatant = 'post', at = {post} }}]\n"
        )
    }
}

#[test]
fn a_side_wins_as_soon_as_its_messenger_is_at_the_place_to_reach() {
    for ride in &RIDES {
        let goal = ride.places[2];
        let ended = |text: &str| {
            let bout = bout(text);
            bout.outcome(&Stream::new(59, bout.label()), 0)
        };
        let reached = ended(&ride.text(&format!("{{ reach = {goal}, who = 'messenger' }}")));
        assert_eq!(reached.ending, Ending::Won(FIRST), "{}", ride.book);
        assert!(
            reached.rounds < 12 && reached.standing.count() == 2,
            "{}",
            ride.book
        );
        let any = ended(&ride.text(&format!("{{ reach = {goal} }}")));
        assert_eq!(any.rounds, reached.rounds, "{}", ride.book);
        let never = ended(&ride.text(""));
        assert_eq!(never.ending, Ending::Undecided, "{}", ride.book);
    }
}

#[test]
fn a_place_is_held_by_whoever_stands_there_at_the_end_of_the_round() {
    for ride in &RIDES {
        let [start, _, goal] = ride.places;
        let ended = |policy: &str, wins: &str| {
            // Policies inherit lists, and the lists `move` of `default` go to the place.
            let stays = match ride.book {
                "brp" | "murdham" => "[policies.idle]\nmove = []\n",
                _ => "[policies.idle]\n",
            };
            let text = ride.text(wins).replace("[policies.idle]\n", stays);
            let bout = bout(&text.replace("policy = 'rides'\n", policy));
            bout.outcome(&Stream::new(59, bout.label()), 0)
        };
        let idle = "policy = 'idle'\n";
        let held = ended(idle, &format!("{{ hold = 2, at = {start} }}"));
        assert_eq!(
            (held.ending, held.rounds),
            (Ending::Won(FIRST), 2),
            "{}",
            ride.book
        );
        let elsewhere = ended(idle, &format!("{{ hold = 2, at = {goal} }}"));
        assert_eq!(elsewhere.ending, Ending::Undecided, "{}", ride.book);
        // The policy `default` goes to the place and stays there.
        let taken = ended(
            "",
            &format!("{{ hold = 5, at = {goal}, who = 'messenger' }}"),
        );
        assert_eq!(
            (taken.ending, taken.rounds),
            (Ending::Won(FIRST), 5),
            "{}",
            ride.book
        );
    }
}

#[test]
fn by_default_a_messenger_goes_to_the_place_to_reach() {
    for ride in &RIDES {
        let goal = ride.places[2];
        let wins = format!("{{ reach = {goal}, who = 'messenger' }}");
        let bout = bout(&ride.text(&wins).replace("policy = 'rides'\n", ""));
        let reached = bout.outcome(&Stream::new(59, bout.label()), 0);
        assert_eq!(reached.ending, Ending::Won(FIRST), "{}", ride.book);
        assert!(
            reached.rounds <= 3 && reached.standing.count() == 2,
            "{}: {}",
            ride.book,
            reached.rounds
        );
    }
}

/// Checks that a fighter with the policy `default` flees if an objective of an allied side needs this. The
/// objective has no such effect if it is about an enemy.
#[test]
fn by_default_a_fighter_leaves_for_an_objective_of_an_ally() {
    let text = |who: &str| {
        format!(
            "ruleset = \"brp\"\n[run]\nround_cap = 3\n[options]\nleaving = \"yes\"\n\
             [combatants.post]\ndex = 5\nhit_points = 30\npolicy = 'idle'\n\
             [combatants.page]\ndex = 12\nhit_points = 30\n\
             [combatants.knight]\nlike = 'page'\npolicy = 'idle'\n[policies.idle]\nact = []\nmove = []\n\
             [[sides]]\nname = \"first\"\nfighters = [{{ combatant = 'post', at = 50 }}]\n\
             [[sides]]\nname = \"second\"\nallies = [\"third\"]\nfighters = [{{ combatant = 'page' }}]\n\
             [[sides]]\nname = \"third\"\nwins = [{{ out = '{who}', fate = 'fled' }}]\n\
             fighters = [{{ combatant = 'knight' }}]\n"
        )
    };
    let ended = |who: &str| {
        let bout = bout(&text(who));
        bout.outcome(&Stream::new(59, bout.label()), 0)
    };
    let left = ended("page");
    assert_eq!((left.ending, left.rounds), (Ending::Won(SECOND), 1));
    assert_eq!(ended("post").ending, Ending::Undecided);
}

#[test]
fn places_that_cannot_be_meant_are_faults() {
    let mut told = Vec::new();
    for ride in &RIDES {
        let [from, ..] = ride.places;
        let far = match ride.book {
            "murdham" | "swift-swords" => "'gaet'",
            "semiautomagic" => "[9, 3]",
            _ => "'gate'",
        };
        for wins in [from, far] {
            let wins = format!("{{ reach = {wins} }}");
            let faults = common::slips::told(&ride.text(&wins));
            told.push(format!("{} {wins}\n{faults}", ride.book));
        }
        // A place to hold may be the start, but must exist.
        for wins in [from, far] {
            let wins = format!("{{ hold = 3, at = {wins} }}");
            let faults = common::slips::told(&ride.text(&wins));
            told.push(format!("{} {wins}\n{faults}", ride.book));
        }
    }
    let brp = &RIDES[0];
    for wins in [
        "{ reach = 20, who = 'post' }",
        "{ reach = 20, hold = 3 }",
        "{ reach = 20, out = 'post' }",
        "{ reach = 20, at = 10 }",
        "{ out = 'post', at = 10 }",
        "{ reach = 20, fate = 'dead' }",
        "{ reach = 20, count = 2 }",
    ] {
        told.push(format!("{wins}\n{}", common::slips::told(&brp.text(wins))));
    }
    let bare = RIDES[3]
        .text("{ reach = [9, 1] }")
        .replace(RIDES[3].field, "");
    let bare = bare
        .replace(", at = [0, 1]", "")
        .replace(", at = [15, 1]", "");
    told.push(format!("without a map\n{}", common::slips::told(&bare)));
    insta::assert_snapshot!(told.join("\n"));
}

/// Checks that a fighter that surrenders counts as captured, in every book with surrender.
#[test]
fn an_objective_that_is_met_in_draws_is_not_said_to_be_never_met() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let text = HOLD.replace("hold = 3", "hold = 2");
    std::fs::write(folder.path().join("gate.toml"), text).expect("the folder is ours");
    let said = |goal: &str| {
        let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
        let run = ["run", "gate.toml", "--fights", "50", "--quiet", "--set"];
        let set = format!("sides[1].wins=[{{ {goal} }}]");
        let done = command.current_dir(&folder).args(run).arg(set).assert();
        String::from_utf8(done.success().get_output().stdout.clone()).expect("UTF-8")
    };
    // Both sides hold until the same round, so all fights are draws.
    let both = said("hold = 2");
    assert!(both.contains("100.0 %"), "{both}");
    assert!(!both.contains("never met"), "{both}");
    let one = said("out = 'guards'");
    assert!(one.contains("never met: guards out"), "{one}");
}

/// A fight where no fighter acts.
const HOLD: &str = "ruleset = \"murdham\"
[combatants.guard]
health = 9
policy = \"still\"
fearless = true
[policies.still]
act = []
bonus = []
react = []
ready = []
[[sides]]
name = \"guards\"
fighters = [{ combatant = \"guard\" }]
wins = [{ hold = 3 }]
[[sides]]
name = \"raiders\"
fighters = [{ combatant = \"guard\" }]
";

#[test]
fn a_side_wins_by_the_capture_of_an_enemy() {
    let persona = "ws = 40\nbs = 30\ns = 30\nt = 30\nag = 40\nwp = 30\nwounds = 30";
    for (book, block, option, act, fate) in [
        (
            "brp",
            "dex = 12\nhit_points = 30",
            "leaving = \"yes\"",
            "surrender",
            "surrendered",
        ),
        ("murdham", "health = 20", "", "surrender", "surrendered"),
        (
            "persona",
            persona,
            "leaving = \"yes\"",
            "surrender",
            "surrendered",
        ),
        ("swift-swords", "attack = 3", "", "yield", "yielded"),
    ] {
        let text = format!(
            "ruleset = \"{book}\"\n[options]\n{option}\n[combatants.hunter]\n{block}\npolicy = 'idle'\n\
             [combatants.officer]\n{block}\npolicy = 'meek'\n[combatants.soldier]\n{block}\npolicy = 'idle'\n\
             [policies.idle]\nact = []\n[policies.meek]\nact = ['{act}']\n\
             [[sides]]\nname = \"first\"\nwins = [{{ out = 'officer', fate = '{fate}' }}]\n\
             fighters = [{{ combatant = 'hunter' }}]\n\
             [[sides]]\nname = \"second\"\nfighters = [{{ combatant = 'officer' }}, {{ combatant = 'soldier' }}]\n"
        );
        let bout = bout(&text);
        let outcome = bout.outcome(&Stream::new(59, bout.label()), 0);
        assert_eq!(
            (outcome.ending, outcome.rounds),
            (Ending::Won(FIRST), 1),
            "{book}"
        );
        assert_eq!(outcome.standing.count(), 2, "{book}");
        assert_eq!(bout.cast().objectives[0].name, format!("officer {fate}"));
    }
}
