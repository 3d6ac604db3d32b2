//! Random small scenarios of every book, played in every way there is, agree with each other: a sample, with fixed seeds, of
//! what `cargo run --release --example agree` does for as long as it is let.

mod common;
#[path = "../examples/agree/generate.rs"]
mod generate;
#[path = "../examples/agree/judge.rs"]
mod judge;

use common::bout;
use generate::Source;
use judge::{Effort, Verdict, judge};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus as Luck;
use skirmish::exact::Budget;
use skirmish::fight::{Ending, SideId};
use skirmish::rules::RulesetId;

const EFFORT: Effort = Effort {
    states: 3000,
    paths: 10_000,
    fights: 1000,
    // No fight before it is drawn.
    first: 1 << 12,
    seconds: 0.3,
};

/// Plays so many scenarios of a book, and says how many were small enough for exact odds.
fn agree(name: &str, seed: u64, scenarios: usize) -> usize {
    let book = RulesetId::named(name).expect("a book").book();
    let source = Source::of(book);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("scenario.toml");
    let mut luck = Luck::seed_from_u64(seed);
    let (mut played, mut solved) = (0, 0);
    while played < scenarios {
        let text = toml::to_string(&source.scenario(&mut luck)).expect("a table can be written");
        std::fs::write(&path, &text).expect("a temporary file");
        match judge(&path, &EFFORT) {
            Verdict::Faulty => {}
            Verdict::Agrees { solved: exact, .. } => {
                played += 1;
                solved += usize::from(exact);
            }
            Verdict::Disagrees(what) => panic!("{what}\n{text}"),
        }
    }
    solved
}

#[test]
fn random_scenarios_of_brp_agree() {
    assert!(agree("brp", 1, 25) > 0, "none was solved");
}

#[test]
fn random_scenarios_of_murdham_agree() {
    assert!(agree("murdham", 2, 25) > 0, "none was solved");
}

#[test]
fn random_scenarios_of_swift_swords_agree() {
    assert!(agree("swift-swords", 3, 25) > 0, "none was solved");
}

/// Few of these are small enough for exact odds: what is drawn is held against what is rolled.
#[test]
fn random_scenarios_of_persona_agree() {
    agree("persona", 4, 12);
}

#[test]
fn random_scenarios_of_semiautomagic_agree() {
    agree("semiautomagic", 5, 12);
}

fn duel(first: &str, second: &str, policies: &str) -> String {
    format!(
        "ruleset = \"brp\"\nrun = {{ round_cap = 8 }}\n{policies}\n[combatants]\nA = {{ {first} }}\nB = {{ {second} }}\n\
         [[sides]]\nname = \"side A\"\nfighters = [{{ combatant = \"A\" }}]\n\
         [[sides]]\nname = \"side B\"\nfighters = [{{ combatant = \"B\" }}]\n"
    )
}

/// Only one of them acts, so that a step is a whole round.
#[test]
fn weight_stays_in_its_round_where_one_fighter_acts() {
    let bout = bout(&duel(
        "dex = 12, hit_points = 10, carries = [\"broad-sword\"], skills = { broad-sword = 30 }, policy = \"A\"",
        "dex = 9, hit_points = 30, dodge = 30, policy = \"B\"",
        "policies.A = { act = [\"attack nearest\"] }\n\
         policies.B = { act = [\"wait\"], react = [\"dodge if self.defences == 0\"] }",
    ));
    let solved = bout.work_out(&Budget::ANY, &());
    let won = solved.odds.of(Ending::Won(SideId(0)));
    // An independent model says 7.75 %.
    assert!((won - 0.0775).abs() < 5e-5, "{won}");
}

/// Both act at the same moment, so that a step is a whole round.
#[test]
fn weight_stays_in_its_round_where_both_act_at_once() {
    let equal = "dex = 12, hit_points = 5, brawl = 40, dodge = 45, policy = \"dodge-once\"";
    let bout = bout(&duel(
        equal,
        equal,
        "policies.dodge-once = { act = [\"attack nearest\"], react = [\"dodge if self.defences == 0\"] }",
    ));
    let solved = bout.work_out(&Budget::ANY, &());
    let third = solved
        .tally
        .rounds(Ending::Won(SideId(0)))
        .nth(2)
        .expect("a third round");
    assert_eq!(third.0, 3);
    assert!(
        (third.1.value() - 0.071_911_822_294_261_6).abs() < 1e-13,
        "{third:?}"
    );
}
