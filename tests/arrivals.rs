//! Tests of fighters that join the fight at the start of a later round.
//!
//! Most tests take a random small fight of each book, and compare it with the same fight when help for one
//! side arrives later. Until the help arrives, the exact odds of one fight follow from those of the other.

mod common;

use common::{bout, helped, murdham, persona, semiautomagic, swift_swords};
use proptest::prelude::*;
use skirmish::bout::Bout;
use skirmish::exact::{Budget, Solved};
use skirmish::fight::{CombatantId, Ending, LineId, SideId, Stream};
use skirmish::tally::Tally;

const FIRST: Ending = Ending::Won(SideId(0));
const SECOND: Ending = Ending::Won(SideId(1));

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(59),
        ..ProptestConfig::default()
    }
}

/// Returns a small fight and its exact odds. Rejects the test case if the fight has too many states.
fn solved(text: &str) -> Result<(Box<dyn Bout>, Solved), TestCaseError> {
    let budget = Budget {
        states: 30_000,
        ..Budget::ANY
    };
    let bout = bout(text);
    let solved = bout.work_out(&budget, &());
    prop_assume!(solved.broken_off.is_none());
    Ok((bout, solved))
}

/// Returns the probability that a fight ends in this way after this many rounds.
fn chance(solved: &Solved, ending: Ending, round: u32) -> f64 {
    let all = solved.odds.iter();
    let these = all.filter(|(it, _)| (it.ending, it.rounds) == (ending, round));
    these.map(|(_, chance)| chance).sum()
}

/// Returns the round cap of the scenario.
fn cap(text: &str) -> u32 {
    let (_, rest) = text.split_once("round_cap = ").expect("a round cap");
    let (cap, _) = rest.split_once('\n').expect("a line");
    cap.parse().expect("a number")
}

/// Checks that a fighter that arrives in round 1 is like a fighter that is present from the start.
fn the_first_round_is_no_arrival(duel: &str) -> Result<(), TestCaseError> {
    let first = duel.replace("combatant = \"one\"", "combatant = \"one\", arrives = 1");
    prop_assert_ne!(&*first, duel);
    let ((_, plain), (_, first)) = (solved(duel)?, solved(&first)?);
    for ending in [FIRST, SECOND, Ending::Draw, Ending::Undecided] {
        let [a, b] = [&plain, &first].map(|it| it.odds.of(ending));
        prop_assert!((a - b).abs() < 1e-12, "{a} {b}");
    }
    Ok(())
}

/// Checks that fighters that have yet to arrive have only one effect: their side is not beaten before they
/// come.
fn help_on_the_way_keeps_its_side_in_the_fight(duel: &str) -> Result<(), TestCaseError> {
    let cap = cap(duel);
    let ((_, alone), (_, helped)) = (solved(duel)?, solved(&helped(duel, cap))?);
    for round in 1..cap {
        let of = |ending| chance(&alone, ending, round);
        let [won, lost] = [SECOND, FIRST].map(|ending| chance(&helped, ending, round));
        let expected = of(SECOND) + of(Ending::Draw);
        prop_assert!((won - expected).abs() < 1e-9, "{won} {expected}");
        prop_assert!(lost < 1e-12, "{lost} in round {round}");
        prop_assert!(chance(&helped, Ending::Draw, round) < 1e-12);
    }
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn real(count: u64) -> f64 {
    count as f64
}

/// Checks that fights with an arrival end in each way as often as the exact odds say, both if they are drawn
/// from tables and if they are rolled.
fn played_and_exact_agree(duel: &str) -> Result<(), TestCaseError> {
    const FIGHTS: u64 = 3000;
    for tables in [true, false] {
        let tables = format!("[run]\ntables = {tables}\n");
        let text = helped(&duel.replace("[run]\n", &tables), 2);
        let (bout, exact) = solved(&text)?;
        let mut tally = Tally::new(bout.cast());
        bout.play(&Stream::new(59, bout.label()), 0..FIGHTS, &mut tally);
        for ending in [FIRST, SECOND, Ending::Draw, Ending::Undecided] {
            let (met, share) = (real(tally.ended_so(ending)), exact.odds.of(ending));
            let wanted = share * real(FIGHTS);
            let error = (wanted * (1.0 - share)).max(0.0).sqrt().max(1.0);
            prop_assert!((met - wanted).abs() < 5.0 * error, "{met} {wanted}");
        }
    }
    Ok(())
}

fn all_laws(duel: &str) -> Result<(), TestCaseError> {
    the_first_round_is_no_arrival(duel)?;
    help_on_the_way_keeps_its_side_in_the_fight(duel)?;
    played_and_exact_agree(duel)
}

proptest! {
    #![proptest_config(config(4))]

    #[test]
    fn help_arrives_in_brp(
        one in common::duellist(),
        two in common::duellist(),
        rule in common::house_rule(),
    ) {
        all_laws(&common::duel(&one, &two, rule))?;
    }

    #[test]
    fn help_arrives_in_murdham(
        one in murdham::brawler(),
        two in murdham::brawler(),
        rule in murdham::house_rule(),
        ground in murdham::ground(),
    ) {
        all_laws(&murdham::fight(&one, &two, 1, rule, ground))?;
    }

    #[test]
    fn help_arrives_in_persona(
        one in persona::brawler(),
        two in persona::brawler(),
        rule in persona::house_rule(),
    ) {
        all_laws(&persona::fight(&one, &two, 1, rule, 0))?;
    }

    #[test]
    fn help_arrives_in_semiautomagic(
        one in semiautomagic::brawler(),
        two in semiautomagic::brawler(),
        rule in semiautomagic::house_rule(),
    ) {
        all_laws(&semiautomagic::fight(&one, &two, 1, rule))?;
    }
}

proptest! {
    // The exact odds of these fights take long to compute.
    #![proptest_config(config(2))]

    #[test]
    fn help_arrives_in_swift_swords(
        one in swift_swords::brawler(),
        two in swift_swords::brawler(),
        rule in swift_swords::house_rule(),
    ) {
        let text = swift_swords::fight(&one, &two, 1, rule);
        all_laws(&text.replace("round_cap = 3", "round_cap = 2"))?;
    }
}

/// Returns the faults of a scenario, one per line. `row` is added to the fighters of its first side, and
/// `wins` are the objectives of that side.
fn faults(row: &str, wins: &str) -> String {
    let text = common::slips::SOUND
        .replace("count = 2, at = 0", &format!("count = 2, at = 0, {row}"))
        .replace(
            "name = \"guards\"\n",
            &format!("name = \"guards\"\nwins = [{wins}]\n"),
        );
    common::slips::told(&text)
}

#[test]
fn rounds_in_which_nobody_can_arrive_are_faults() {
    let all = [
        ("arrives = 0", ""),
        ("arrives = 101", ""),
        ("arrives = 2.5", ""),
        ("arives = 2", ""),
        ("arrives = 9", "{ hold = 8 }"),
    ];
    let told: Vec<String> = all
        .iter()
        .map(|(row, wins)| format!("{row} {wins}\n{}", faults(row, wins)))
        .collect();
    insta::assert_snapshot!(told.join("\n"));
    assert_eq!(faults("arrives = 100", ""), "no faults");
    assert_eq!(faults("arrives = 8", "{ hold = 8 }"), "no faults");
}

/// The name of each book, and a stat block that bare hands can hardly put out of the fight.
const TOUGH: [(&str, &str); 5] = [
    ("brp", "dex = 12\nhit_points = 90"),
    ("murdham", "health = 90\nfearless = true"),
    (
        "persona",
        "ws = 40\nbs = 30\ns = 30\nt = 30\nag = 40\nwp = 30\nwounds = 90",
    ),
    ("semiautomagic", "armour = 30\ncarries = [\"arming-sword\"]"),
    ("swift-swords", "attack = 1\nphysical = 9\narmour = 9"),
];

/// Checks the facts about arrivals and objectives in policies. In every round one of the policy lines holds,
/// and each line holds in some round.
#[test]
fn policies_of_every_book_know_when_help_comes_and_how_long_they_hold() {
    let lines = [
        "attack if round == 1 and help.arrives == 2 and objective.left == 4",
        "attack if round == 2 and help.arrives == 1 and objective.left == 3",
        "attack if round > 2 and help.arrives == 0 and objective.left == 5 - round",
    ];
    for (book, block) in TOUGH {
        let text = format!(
            "ruleset = \"{book}\"\n[combatants.one]\n{block}\npolicy = \"knows\"\n[combatants.two]\n{block}\n\
             policy = \"idle\"\n[policies.idle]\nact = []\n[policies.knows]\nact = {lines:?}\n[[sides]]\nname = \"first\"\nwins = [{{ hold = 4 }}]\n\
             fighters = [{{ combatant = \"one\" }}, {{ combatant = \"two\", arrives = 3 }}]\n\
             [[sides]]\nname = \"second\"\nfighters = [{{ combatant = \"two\" }}]\n"
        );
        let bout = bout(&text);
        let mut tally = Tally::new(bout.cast());
        bout.play(&Stream::new(59, bout.label()), 0..100, &mut tally);
        let one = CombatantId(0);
        let known = &bout.cast().combatants[0].playbook.lines;
        let used = lines.map(|text| {
            let line = known.iter().position(|line| line.text == text);
            tally.used(one, LineId::at(line.expect("a line of the policy")))
        });
        assert!(used.iter().all(|&times| times > 0), "{book} {used:?}");
        // One of the lines is used in every round of every fight.
        assert!(used.iter().sum::<u64>() >= 4 * 100, "{book} {used:?}");
    }
}
