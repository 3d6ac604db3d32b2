//! Compares sampled fights with exact odds in random small duels. The sampled results must be within five
//! standard errors of the exact odds, both if fights are drawn from tables and if they are rolled die by die.

#![expect(
    clippy::cast_precision_loss,
    reason = "counts of fights are far below 2^52"
)]

mod common;

use common::{bout, duel, duellist, house_rule, murdham, persona, semiautomagic, swift_swords};
use proptest::prelude::*;
use skirmish::bout::{Bout, Endings};
use skirmish::exact::{Budget, Odds};
use skirmish::fight::{Cast, CombatantId, Ending, EventId, SideId, Stream, WeaponId};
use skirmish::rules;
use skirmish::scenario::Overrides;
use skirmish::tally::{Expected, PerFight, Tally};
use statrs::distribution::{ChiSquared, ContinuousCDF};

const FIGHTS: u64 = 20_000;
const STATES: usize = 200_000;

/// Returns whether `count` of `FIGHTS` fights is within five standard errors of the number to expect.
fn is_near(count: u64, probability: f64) -> bool {
    let fights = FIGHTS as f64;
    let error = (probability * (1.0 - probability) / fights)
        .sqrt()
        .max(0.5 / fights);
    (count as f64 / fights - probability).abs() < 5.0 * error
}

/// Returns the scenario with the setting that turns tables off, so that every die is rolled.
fn rolled(text: &str) -> String {
    match text.split_once("[run]\n") {
        Some((before, after)) => format!("{before}[run]\ntables = false\n{after}"),
        None => text.replacen("[combatants", "[run]\ntables = false\n[combatants", 1),
    }
}

fn sampled(bout: &dyn Bout, seed: u64, fights: u64) -> Tally {
    let mut tally = Tally::new(bout.cast());
    bout.play(&Stream::new(seed, bout.label()), 0..fights, &mut tally);
    tally
}

fn agrees(text: &str) -> Result<(), TestCaseError> {
    let drawn = bout(text);
    let budget = Budget {
        states: STATES,
        ..Budget::ANY
    };
    let solved = drawn.work_out(&budget, &());
    if solved.broken_off.is_some() {
        return Err(TestCaseError::reject("too many situations"));
    }
    let odds = solved.odds;
    prop_assert!((odds.sum(|_| 1.0) - 1.0).abs() < 1e-9);
    for bout in [drawn, bout(&rolled(text))] {
        let tally = sampled(&*bout, 5, FIGHTS);
        is_as_often(&tally, &odds)?;
        has_the_events(&tally, &solved.tally, bout.cast())?;
    }
    Ok(())
}

/// Checks that the mean numbers of the book's events, and the mean health left, are near their exact values.
fn has_the_events(
    tally: &Tally,
    exact: &Tally<Expected>,
    cast: &Cast,
) -> Result<(), TestCaseError> {
    let is_near = |what: &str, found: Option<PerFight>, exact: Option<PerFight>| {
        let [found, exact] = [found, exact].map(|one| one.map_or(0.0, |one| one.mean));
        // The standard deviation of the number of most events is about the mean of this number. Some events
        // have a common cause, which makes at most ten of them at once.
        let error = ((exact * exact + 10.0 * exact) / FIGHTS as f64).sqrt();
        let near = (found - exact).abs() < 5.0 * error.max(1.0 / FIGHTS as f64);
        prop_assert!(near, "{what}: {found}, exact {exact}");
        Ok(())
    };
    for side in [SideId(0), SideId(1)] {
        for (at, event) in cast.events.iter().enumerate() {
            let at = EventId::at(at);
            is_near(event.name, tally.event(side, at), exact.event(side, at))?;
        }
        let who = CombatantId(side.0);
        for (health, exact) in exact.health_left(who) {
            let found = tally.health_left(who).find(|found| found.0 == health);
            is_near("health left", found.map(|found| found.1), Some(exact))?;
        }
    }
    Ok(())
}

fn is_as_often(tally: &Tally, odds: &Odds) -> Result<(), TestCaseError> {
    for side in [SideId(0), SideId(1)] {
        let exact = odds.of(Ending::Won(side));
        prop_assert!(
            is_near(tally.wins(side), exact),
            "{} wins of side {}, exact {exact}",
            tally.wins(side),
            side.0
        );
    }
    prop_assert!(is_near(tally.draws(), odds.of(Ending::Draw)));
    prop_assert!(is_near(tally.undecided(), odds.of(Ending::Undecided)));
    for round in 1..=4 {
        let ended = |ending| {
            tally
                .rounds(ending)
                .filter(|&(r, _)| r == round)
                .map(|(_, fights)| fights)
                .sum::<u64>()
        };
        let count: u64 = ENDINGS.into_iter().map(ended).sum();
        prop_assert!(
            is_near(count, odds.in_round(round)),
            "{count} ended in round {round}"
        );
    }
    Ok(())
}

const ENDINGS: [Ending; 4] = [
    Ending::Won(SideId(0)),
    Ending::Won(SideId(1)),
    Ending::Draw,
    Ending::Undecided,
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(11), ..ProptestConfig::default() })]

    #[test]
    fn a_small_brp_duel(first in duellist(), second in duellist(), rule in house_rule()) {
        agrees(&duel(&first, &second, rule))?;
    }

    #[test]
    fn a_small_murdham_duel(
        first in murdham::brawler(),
        second in murdham::brawler(),
        rule in murdham::house_rule(),
        ground in murdham::ground(),
    ) {
        agrees(&murdham::fight(&first, &second, 1, rule, ground))?;
    }

    #[test]
    fn a_small_persona_duel(
        first in persona::brawler(),
        second in persona::brawler(),
        rule in persona::house_rule(),
        apart in 1u32..7,
    ) {
        agrees(&persona::fight(&first, &second, 1, rule, apart))?;
    }

    #[test]
    fn a_small_semiautomagic_duel(
        first in semiautomagic::brawler(),
        second in semiautomagic::brawler(),
        rule in semiautomagic::house_rule(),
    ) {
        agrees(&semiautomagic::fight(&first, &second, 1, rule))?;
    }

    #[test]
    fn a_small_swift_swords_duel(
        first in swift_swords::brawler(),
        second in swift_swords::brawler(),
        rule in swift_swords::house_rule(),
    ) {
        agrees(&swift_swords::fight(&first, &second, 1, rule))?;
    }
}

/// Generates a fighter of `brp` whose actions and items are random, and with them the moment of its action.
fn gambler() -> impl Strategy<Value = String> {
    let chooses = |what: &[&'static str]| prop::sample::select(what.to_vec());
    (
        10u32..12,
        2u32..8,
        0u32..3,
        chooses(&[
            "[]",
            "[\"broad-sword\"]",
            "[\"dagger\", \"round-shield\"]",
            "[\"great-axe\"]",
            "[\"hand-axe\", \"broad-sword\"]",
        ]),
        chooses(&["0", "1d4", "2d6"]),
        chooses(&[
            "[\"attack with hands if chance(40%)\", \"attack\"]",
            "[\"attack if chance(60%)\", \"attack with hands if chance(50%)\"]",
            "[\"wait if chance(30%)\", \"attack\"]",
            "[\"attack with hands if chance(50%)\", \"wait if chance(50%)\", \"attack\"]",
            "[\"attack\"]",
        ]),
        chooses(&[
            "[\"nothing\"]",
            "[\"parry if chance(50%)\", \"dodge if chance(30%)\"]",
            "[\"parry\", \"dodge\"]",
        ]),
    )
        .prop_map(|(dex, hit_points, armour, carries, db, act, react)| {
            format!(
                "dex = {dex}\nhit_points = {hit_points}\narmour = {{ ap = {armour} }}\ncarries = {carries}\ndb = \"{db}\"\n\
                 brawl = 60\ndodge = 40\nshield_skill = 50\nskills = {{ broad-sword = 55, dagger = 60, great-axe = 50 }}\n\
                 policy = \"NAME\"\n[policies.NAME]\nact = {act}\nreact = {react}\n"
            )
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(12), ..ProptestConfig::default() })]

    /// Checks duels of fighters whose policies use chance to decide whether they act, and with what item. The
    /// moment of an action depends on the item. The solver must give the right odds and must not panic.
    #[test]
    fn a_brp_duel_of_those_who_leave_it_to_chance(
        first in gambler(),
        second in gambler(),
        rule in house_rule(),
        cap in prop::sample::select(vec![2u32, 4, 60]),
    ) {
        let block = |name: &str, text: &str| format!("[combatants.{name}]\n{}", text.replace("NAME", name));
        agrees(&format!(
            "ruleset = \"brp\"\n[run]\nround_cap = {cap}\n[options]\n{rule}\n{}{}\
             [[sides]]\nname = \"first\"\nfighters = [{{ combatant = \"one\" }}]\n\
             [[sides]]\nname = \"second\"\nfighters = [{{ combatant = \"two\" }}]\n",
            block("one", &first),
            block("two", &second),
        ))?;
    }

    #[test]
    fn a_murdham_duel_of_those_who_leave_it_to_chance(
        first in murdham::brawler(),
        second in murdham::brawler(),
        rule in murdham::house_rule(),
        acts in prop::sample::subsequence(vec![
            "['nothing if chance(40%)', 'attack']",
            "['hold-back if chance(50%)', 'attack if chance(70%)']",
            "['shove if chance(30%)', 'disarm if chance(30%)', 'attack']",
        ], 2),
    ) {
        let react = "['dodge if chance(50%)', 'counter if chance(50%)']";
        let [first, second] = [(first, acts[0]), (second, acts[1])]
            .map(|(one, act)| murdham::Brawler { act, react, ..one });
        agrees(&murdham::fight(&first, &second, 1, rule, ("", 0)))?;
    }

    #[test]
    fn a_persona_duel_of_those_who_leave_it_to_chance(
        first in persona::brawler(),
        second in persona::brawler(),
        rule in persona::house_rule(),
        lists in prop::sample::subsequence(vec![
            "act = ['guard if chance(50%)', 'attack']\nevade = ['parry if chance(50%)', 'dodge']",
            "act = ['aim if chance(30%)', 'attack if chance(80%)']\nevade = ['dodge if chance(50%)']",
            "act = ['stand', 'knock-down if chance(30%)', 'attack']",
        ], 2),
    ) {
        let [first, second] = [(first, lists[0]), (second, lists[1])]
            .map(|(one, lists)| persona::Brawler { lists, ..one });
        agrees(&persona::fight(&first, &second, 1, rule, 1))?;
    }
}

#[test]
fn a_hero_against_a_goblin_ends_and_hurts_as_it_should() {
    let text = std::fs::read_to_string("scenarios/swift-swords/duel.toml")
        .expect("a shipped scenario")
        .replace(
            "heroic = true",
            "ad = 2\nad_rolled = true\nstateless = false",
        );
    has_the_exact_distribution(&text);
}

/// Checks four duels: two with blows that leave wounds, one with fear and mental attacks, and one of a mob
/// against a flyer.
#[test]
fn wounds_and_minds_are_sampled_as_enumerated_in_swift_swords() {
    let duel = |first: &str, second: &str, rule: &str| {
        format!(
            "ruleset = \"swift-swords\"\n[run]\nround_cap = 2\n[options]\n{rule}\n\
             [combatants.one]\nad_set = [5, 4]\nphysical = 2\nmental = 3\n{first}\npolicy = \"p\"\n\
             [combatants.two]\nad_set = [5]\nphysical = 2\nmental = 3\n{second}\npolicy = \"p\"\n\
             [policies.p]\nact = [\"intimidate\", \"attack\"]\nshift = [\"shift to head\"]\nsoak = [\"soak\"]\n\
             [[sides]]\nname = \"a\"\nfighters = [{{ combatant = \"one\" }}]\n[[sides]]\nname = \"b\"\nfighters = [{{ combatant = \"two\" }}]\n"
        )
    };
    for (first, second, rule) in [
        ("attack = 3\ncarries = [\"heavy\"]", "attack = 1", ""),
        (
            "attack = 3\ncarries = [\"heavy\"]",
            "attack = 1\nstateless = false",
            "neck_groin = \"used\"",
        ),
        (
            "mental_attack = 5\nfear = \"dread\"",
            "attack = 2",
            "mental_code = \"heavy\"",
        ),
        (
            "attack = 2\nunit = \"mob\"",
            "attack = 2\nflies = { speed = 2 }",
            "",
        ),
    ] {
        agrees(&duel(first, second, rule)).expect("sampled as enumerated");
    }
}

#[test]
fn two_against_one_in_murdham() {
    let text = std::fs::read_to_string("scenarios/murdham/duel.toml")
        .expect("a shipped scenario")
        .replace("\"plain\"", "\"counterer\"")
        .replacen(
            "{ combatant = \"swordsman\" }",
            "{ combatant = \"swordsman\", count = 2 }",
            1,
        );
    agrees(&text).expect("sampled as enumerated");
}

#[test] // MUR-17-1..8
fn a_lancer_and_a_spearman_in_murdham() {
    for [lancer, mount, spearman, policy, rule] in murdham::MOUNTED {
        let text = murdham::mounted(lancer, mount, spearman, policy, rule);
        agrees(&text).unwrap_or_else(|why| panic!("{why}\n{text}"));
    }
}

#[test] // MUR-3-14
fn the_plain_murdham_duel_is_solved_to_its_known_figure() {
    let text = std::fs::read_to_string("scenarios/murdham/duel.toml").expect("a shipped scenario");
    let odds = bout(&text).solve(STATES).expect("a duel is small");
    let exact = 1_487_668_471.0 / 2_176_782_336.0;
    assert!((odds.of(Ending::Won(SideId(0))) - exact).abs() < 1e-12);
}

/// Checks a duel of two minor characters with three dice each. The first defends itself whenever it can. The
/// exact win rate and the mean number of rounds must equal known values.
#[test] // SST-4-3
fn fights_in_which_one_defends_are_solved_to_their_known_figures() {
    for (defence, chance, rounds) in [
        ("dodge", 0.398_399, 2.337_253),
        ("parry", 0.730_970, 1.941_656),
        ("block", 0.652_147, 2.422_247),
    ] {
        let minor = "mental = 3\nad_set = [5, 3, 2]";
        let text = format!(
            "ruleset = \"swift-swords\"\n[options]\ninjuries = \"off\"\n\
             [combatants.a]\n{minor}\n{defence} = 4\nshield = 1\npolicy = \"defends\"\n\
             [combatants.b]\n{minor}\npolicy = \"attacks\"\n\
             [policies.attacks]\nact = [\"attack\"]\ndefend = []\npay = []\nraise = []\n\
             effort = []\nshake = []\nlast = []\n\
             [policies.defends]\nlike = \"attacks\"\ndefend = [\"{defence}\"]\n\
             [[sides]]\nname = \"first\"\nfighters = [{{ combatant = \"a\" }}]\n\
             [[sides]]\nname = \"second\"\nfighters = [{{ combatant = \"b\" }}]\n"
        );
        let odds = bout(&text).solve(STATES).expect("a duel is small");
        assert!(
            (odds.of(Ending::Won(SideId(0))) - chance).abs() < 1e-6,
            "{defence}"
        );
        assert!((odds.rounds_mean() - rounds).abs() < 1e-6, "{defence}");
    }
}

/// An observed count, and the number to expect.
type Cell = (u64, f64);

/// Returns the p-value of a chi-squared test: the probability that counts with the same sum differ at least
/// this much from the numbers to expect. Cells with an expected number below ten are combined.
fn p_value(cells: &[Cell]) -> f64 {
    let (many, few): (Vec<Cell>, Vec<Cell>) =
        cells.iter().partition(|&&(_, expected)| expected >= 10.0);
    let rest = few.iter().fold((0, 0.0), |(n, sum), &(count, expected)| {
        (n + count, sum + expected)
    });
    let cells: Vec<Cell> = many
        .into_iter()
        .chain((rest.1 >= 10.0).then_some(rest))
        .collect();
    let statistic: f64 = cells
        .iter()
        .map(|&(count, expected)| (count as f64 - expected).powi(2) / expected)
        .sum();
    let freedom = cells.len() - 1;
    assert!(freedom > 3, "there is something to compare");
    let law = ChiSquared::new(freedom as f64).expect("degrees of freedom");
    law.sf(statistic)
}

/// Returns the number of fights with each ending and each last round, and the numbers to expect.
fn endings(tally: &Tally, exact: &Tally<Expected>) -> Vec<Cell> {
    let cells = |ending| {
        let count_of = |round| {
            let mut counts = tally.rounds(ending).filter(move |&(r, _)| r == round);
            counts.next().map_or(0, |(_, count)| count)
        };
        exact
            .rounds(ending)
            .map(|(round, part)| (count_of(round), part.value() * tally.fights() as f64))
            .collect::<Vec<Cell>>()
    };
    ENDINGS.into_iter().flat_map(cells).collect()
}

/// Returns how many hits of one weapon did each amount of damage, and the numbers to expect.
fn damage(
    tally: &Tally,
    exact: &Tally<Expected>,
    (combatant, weapon): (CombatantId, WeaponId),
) -> Vec<Cell> {
    let counts: Vec<(u64, u64)> = tally.damage(combatant, weapon).collect();
    let parts: Vec<(u64, f64)> = exact
        .damage(combatant, weapon)
        .map(|(damage, part)| (damage, part.value()))
        .collect();
    let hits: u64 = counts.iter().map(|&(_, count)| count).sum();
    let all: f64 = parts.iter().map(|&(_, part)| part).sum();
    let count_of = |damage| {
        counts
            .iter()
            .find(|&&(d, _)| d == damage)
            .map_or(0, |&(_, n)| n)
    };
    parts
        .iter()
        .map(|&(damage, part)| (count_of(damage), part / all * hits as f64))
        .collect()
}

/// Compares the endings and the damage with their exact distributions, once with drawn fights and once with
/// rolled ones.
fn has_the_exact_distribution(text: &str) {
    for (text, how) in [(text.to_owned(), "drawn"), (rolled(text), "rolled")] {
        let bout = bout(&text);
        let exact = bout.work_out(&Budget::ANY, &()).tally;
        let tally = sampled(&*bout, 12, 200_000);
        let p = p_value(&endings(&tally, &exact));
        assert!(p > 1e-6, "endings, {how}: p = {p:e}");
        let mut compared = 0;
        for at in [0, 1] {
            for weapon in 0..bout.cast().combatants[at].weapons.len() {
                let of = (CombatantId::at(at), WeaponId::at(weapon));
                let cells = damage(&tally, &exact, of);
                if cells.iter().filter(|cell| cell.1 >= 10.0).count() > 4 {
                    let p = p_value(&cells);
                    assert!(p > 1e-6, "damage of {at} with {weapon}, {how}: p = {p:e}");
                    compared += 1;
                }
            }
        }
        assert!(compared >= 2, "both hit often enough to be judged");
    }
}

#[test] // SST-18-1
fn hits_cost_as_many_ranks_as_they_should() {
    let text = std::fs::read_to_string("scenarios/swift-swords/duel.toml")
        .expect("a shipped scenario")
        .replace(
            "heroic = true",
            "ad = 2\nad_rolled = true\nstateless = false",
        );
    let bout = bout(&text);
    let exact = bout.work_out(&Budget::ANY, &()).tally;
    let tally = sampled(&*bout, 12, FIGHTS);
    let mut compared = 0;
    for at in [0, 1] {
        let who = CombatantId::at(at);
        let all = (0..bout.cast().combatants[at].weapons.len()).map(WeaponId::at);
        let (mut landed, mut hits) = (0.0, 0);
        for weapon in all {
            let parts: Vec<_> = exact.ranks_lost(who, weapon).collect();
            let counts: Vec<_> = tally.ranks_lost(who, weapon).collect();
            let of_weapon: u64 = counts.iter().map(|&(_, n)| n).sum();
            let expected: f64 = parts.iter().map(|&(_, part)| part.value()).sum();
            (landed, hits) = (landed + expected, hits + of_weapon);
            for &(ranks, part) in &parts {
                let found = counts.iter().find(|&&(r, _)| r == ranks);
                let count = found.map_or(0, |&(_, n)| n) as f64;
                let (share, all) = (part.value() / expected, of_weapon as f64);
                let error = (all * share * (1.0 - share)).sqrt().max(1.0);
                assert!(
                    (count - all * share).abs() < 5.0 * error,
                    "{at}: {count} of {all} hits cost {ranks} Ranks, exact share {share}"
                );
                compared += u32::from(count > 100.0);
            }
        }
        assert_eq!(hits, tally.hits(who));
        assert!((landed - exact.hits(who).value()).abs() < 1e-9);
    }
    assert!(compared >= 2, "Ranks and States were lost often enough");
}

#[test]
fn the_reference_duel_ends_and_hurts_as_it_should() {
    let text =
        std::fs::read_to_string("scenarios/brp/reference-duel.toml").expect("a shipped scenario");
    has_the_exact_distribution(&text);
}

#[test]
fn a_duel_of_breaking_weapons_ends_and_hurts_as_it_should() {
    has_the_exact_distribution(
        "ruleset = \"brp\"\n[run]\nround_cap = 12\n[combatants.axe]\ndex = 12\nhit_points = 9\n\
         carries = [\"hand-axe\", \"round-shield\"]\nskills = { hand-axe = 90 }\nshield_skill = 60\n\
         [combatants.sword]\ndex = 12\nhit_points = 11\ncarries = [\"short-sword\"]\nskills = { short-sword = 80 }\n\
         [[sides]]\nname = \"first\"\nfighters = [{ combatant = \"axe\" }]\n\
         [[sides]]\nname = \"second\"\nfighters = [{ combatant = \"sword\" }]\n",
    );
}

#[test]
fn the_reference_duel_is_solved_to_its_known_figures() {
    let text =
        std::fs::read_to_string("scenarios/brp/reference-duel.toml").expect("a shipped scenario");
    let odds = bout(&text).solve(STATES).expect("a duel is small");
    assert!((odds.of(Ending::Won(SideId(0))) - 0.522_637_9).abs() < 5e-8);
    assert!((odds.rounds_mean() - 7.143_37).abs() < 5e-6);
}

/// Checks the win chances that are computed in the middle of fights. Their mean over many fights must equal
/// the win rate at the start.
#[test]
fn chances_in_the_middle_of_fights_average_to_the_win_rate() {
    const TOLD: u64 = 2500;
    const FRESH: u64 = 4;
    const MOMENT: usize = 5;
    for scenario in [
        "brp/reference-duel",
        "murdham/duel",
        "persona/parry-or-dodge",
        "semiautomagic/leg-or-plain-blow",
        "swift-swords/goblins-per-hero",
    ] {
        let path = format!("scenarios/{scenario}.toml");
        let (_, matches) = rules::load(path.as_ref(), &Overrides::default())
            .unwrap_or_else(|faults| panic!("{}", faults.render(false, 100)));
        let bouts = matches.iter().map(|found| found.seats[0].as_ref());
        let lead = |bout: &dyn Bout| sampled(bout, 12, 200).wins(SideId(0)).abs_diff(100);
        let bout = bouts.min_by_key(|&bout| lead(bout)).expect("a matchup");
        let stream = Stream::new(11, bout.label());
        let mut played = Endings::none(bout.cast().sides.len());
        // The first fights of a duel are rolled, and the later ones are drawn.
        for n in (0..TOLD / 2).chain(1_000_000..1_000_000 + TOLD / 2) {
            let onward = bout.onward(&stream, n);
            let last = onward.story().moments.len() - 1;
            played += &onward.play(MOMENT.min(last), 0..FRESH);
        }
        let rate = sampled(bout, 12, 100_000).wins(SideId(0)) as f64 / 100_000.0;
        let found = played.wins(SideId(0)) as f64 / played.fights() as f64;
        // Fights that continue from the same story depend on each other. Therefore only the number of stories
        // counts for the standard error.
        let error = (rate * (1.0 - rate) / TOLD as f64).sqrt();
        assert!(
            error > 0.005 && (found - rate).abs() < 5.0 * error,
            "{scenario}: {found}, not {rate}"
        );
    }
}

/// Compares all ways of playing fights with several fighters on a side. Fighters that act at the same time
/// may strike an enemy that has just gone down.
#[test]
fn small_melees_of_brp_agree() {
    let melee = |rule: &str, (one, ones): (&str, u32), (other, others): (&str, u32)| {
        format!(
            "ruleset = \"brp\"\n[run]\nround_cap = 30\n[options]\n{rule}\n\
             [combatants.one]\ndex = 12\n{one}\n[combatants.other]\n{other}\n\
             [[sides]]\nname = \"a\"\nfighters = [{{ combatant = \"one\", count = {ones} }}]\n\
             [[sides]]\nname = \"b\"\nfighters = [{{ combatant = \"other\", count = {others} }}]\n"
        )
    };
    let puncher = "hit_points = 4\nbrawl = 70";
    let aims = "[policies.weakest]\nact = [\"attack weakest\"]\n[policies.strongest]\nact = [\"attack strongest\"]\n";
    let blade = "[weapons.blade]\nskill = \"Melee Weapon\"\nspecialty = \"Sword\"\nbase = 60\ndamage = \"1d6\"\ndb = \"none\"\n\
                 hands = 1\npoints = 2\nlength = \"medium\"\n";
    for text in [
        melee(
            "",
            (puncher, 2),
            ("dex = 11\nhit_points = 5\nbrawl = 60", 2),
        ),
        melee(
            "",
            (puncher, 2),
            ("dex = 12\nhit_points = 5\nbrawl = 60", 1),
        ),
        melee(
            "death = \"immediate\"",
            ("hit_points = 9\nbrawl = 60\nnatural_ap = 1", 1),
            ("dex = 14\nhit_points = 4\nbrawl = 45", 2),
        ),
        // The rules for the weakest and the strongest enemy compare hit points, which a drawn fight does not
        // track.
        melee(
            "",
            ("hit_points = 5\nbrawl = 70\npolicy = \"weakest\"", 2),
            (
                "dex = 11\nhit_points = 6\nbrawl = 60\npolicy = \"strongest\"",
                2,
            ),
        ) + aims,
        melee(
            "",
            ("hit_points = 9\nbrawl = 75\npolicy = \"weakest\"", 1),
            (
                "dex = 12\nhit_points = 5\nbrawl = 50\npolicy = \"weakest\"",
                3,
            ),
        ) + aims,
        // When their blades have broken, the fighters cannot hurt each other any more.
        melee(
            "",
            ("hit_points = 4\nnatural_ap = 3\ncarries = [\"blade\"]", 2),
            (
                "dex = 11\nhit_points = 4\nnatural_ap = 3\ncarries = [\"blade\"]",
                1,
            ),
        ) + blade,
    ] {
        agrees(&text).unwrap_or_else(|what| panic!("{what}\n{text}"));
    }
}

/// Checks attacks with several hits. After the hit that knocks the target out, further hits of the same
/// attack inflict no wounds.
#[test]
fn wounds_past_zero_of_several_hits_agree() {
    let text = "ruleset = \"persona\"\n[weapons.sword]\ndamage = \"1d5\"\n[options]\nfury = \"none\"\n\
                [combatants.one]\nws = 35\nbs = 20\ns = 20\nt = 10\n\
                ag = 40\nwp = 35\nwounds = 4\ntalents = [\"lightning-attack\"]\ncarries = [\"sword\"]\npolicy = \"many\"\n\
                [combatants.other]\nlike = \"one\"\nwounds = 3\n\
                [policies.many]\nact = [\"lightning-attack\"]\nevade = [\"nothing\"]\n\
                [[sides]]\nname = \"a\"\nfighters = [{ combatant = \"one\" }]\n\
                [[sides]]\nname = \"b\"\nfighters = [{ combatant = \"other\", at = 1 }]\n";
    agrees(text).unwrap_or_else(|what| panic!("{what}"));
}
