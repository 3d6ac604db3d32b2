//! Plays random small scenarios of every book in all ways, such as solved, drawn and rolled, and compares the
//! results. The seeds are fixed. `cargo run --release --example agree` does the same for more scenarios.

mod common;
#[path = "../examples/agree/drawn.rs"]
mod drawn;
#[path = "../examples/agree/generate.rs"]
mod generate;
#[path = "../examples/agree/judge.rs"]
mod judge;

use common::bout;
use drawn::{Compared, compare};
use generate::{Shape, Source};
use judge::{Effort, Verdict, judge};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus as Luck;
use skirmish::exact::Budget;
use skirmish::fight::{CombatantId, Ending, FighterId, LineId, SideId, Stream};
use skirmish::rules::RulesetId;
use skirmish::tally::Tally;

const EFFORT: Effort = Effort {
    states: 3000,
    paths: 10_000,
    fights: 1000,
    // The number of the first fight. Fights with lower numbers are always rolled, never drawn from tables.
    first: 1 << 13,
    seconds: 0.3,
};

/// Plays `scenarios` random scenarios of a book in all ways, and checks that they agree. Returns how many of
/// them were small enough for exact odds.
fn agree(name: &str, seed: u64, scenarios: usize) -> usize {
    let book = RulesetId::named(name).expect("a book").book();
    let source = Source::of(book);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("scenario.toml");
    let mut luck = Luck::seed_from_u64(seed);
    let (mut played, mut solved) = (0, 0);
    while played < scenarios {
        let text = toml::to_string(&source.scenario(&mut luck, &Shape::SMALL))
            .expect("a table can be written");
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

/// Few of these scenarios are small enough for exact odds. In all others, drawn fights are compared with
/// rolled ones.
#[test]
fn random_scenarios_of_persona_agree() {
    agree("persona", 4, 12);
}

#[test]
fn random_scenarios_of_semiautomagic_agree() {
    agree("semiautomagic", 5, 12);
}

/// Compares drawn fights with rolled fights in `scenarios` random scenarios of a book.
///
/// `cargo run --release --example agree -- --drawn --scenarios 3000` compares more of them.
fn drawn_is_rolled(name: &str, seed: u64, scenarios: usize) {
    let source = Source::of(RulesetId::named(name).expect("a book").book());
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("scenario.toml");
    let mut luck = Luck::seed_from_u64(seed);
    let (mut played, mut served) = (0, 0);
    while played < scenarios {
        let scenario = source.scenario(&mut luck, &Shape::DRAWN);
        let text = toml::to_string(&scenario).expect("a table can be written");
        std::fs::write(&path, &text).expect("a temporary file");
        match compare(&path, 2000) {
            Compared::Faulty => {}
            Compared::Rolled => played += 1,
            Compared::Agrees => (played, served) = (played + 1, served + 1),
            Compared::Differs(what) => panic!("{what}\n{text}"),
        }
    }
    assert!(served > 0, "no table serves any of these scenarios");
}

#[test]
fn drawn_fights_of_brp_have_the_odds_of_rolled_ones() {
    drawn_is_rolled("brp", 1, 300);
}

#[test]
fn drawn_fights_of_murdham_have_the_odds_of_rolled_ones() {
    drawn_is_rolled("murdham", 2, 60);
}

#[test]
fn drawn_fights_of_swift_swords_have_the_odds_of_rolled_ones() {
    drawn_is_rolled("swift-swords", 3, 300);
}

#[test]
fn drawn_fights_of_persona_have_the_odds_of_rolled_ones() {
    drawn_is_rolled("persona", 4, 30);
}

#[test]
fn drawn_fights_of_semiautomagic_have_the_odds_of_rolled_ones() {
    drawn_is_rolled("semiautomagic", 5, 25);
}

/// Checks who goes down in drawn duels with bare hands. Their blows also cause fatigue, so a fighter may be
/// knocked out by wounds or by fatigue.
#[test] // PER-4-19, PER-13.2-2
fn a_drawn_duel_with_bare_hands_tells_what_felled_everybody() {
    let one = "ag = 1, bs = 1, s = 1, t = 1, wounds = 1, wp = 1";
    let text = format!(
        "ruleset = \"persona\"\n[combatants]\nA = {{ {one}, ws = 1 }}\nB = {{ {one}, ws = 2 }}\n\
         [[sides]]\nname = \"a\"\nfighters = [{{ combatant = \"A\" }}]\n\
         [[sides]]\nname = \"b\"\nfighters = [{{ combatant = \"B\" }}]\n"
    );
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("scenario.toml");
    std::fs::write(&path, text).expect("a temporary file");
    assert_eq!(compare(&path, 4000), Compared::Agrees);
}

const MANY: u64 = 40_000;

/// Plays a melee of `brp` in one place. `B1` chooses its targets by the target rule `rule`. The numbers of
/// the fights are so high that fights are drawn from tables if this is possible for a melee.
fn melee(round_cap: u32, combatants: &str, rule: &str, first_side: &[&str]) -> Tally {
    let fighters = |names: &[&str]| {
        let groups: Vec<String> = names
            .iter()
            .map(|name| format!("{{ combatant = \"{name}\", at = 0 }}"))
            .collect();
        groups.join(", ")
    };
    let bout = bout(&format!(
        "ruleset = \"brp\"\nrun = {{ round_cap = {round_cap} }}\n\
         policies.by-rule = {{ act = [\"attack at {rule}\"] }}\n{combatants}\n\
         [[sides]]\nname = \"A\"\nfighters = [{}]\n[[sides]]\nname = \"B\"\nfighters = [{}]\n",
        fighters(first_side),
        fighters(&["B1"]),
    ));
    let mut tally = Tally::new(bout.cast());
    let first = 1 << 20;
    bout.play(
        &Stream::new(1, bout.label()),
        first..first + MANY,
        &mut tally,
    );
    tally
}

/// Asserts that `count` of [`MANY`] fights is within five standard errors of the number to expect.
#[track_caller]
fn assert_near(count: u64, probability: f64) {
    let fights = f64::from(u32::try_from(MANY).expect("few fights"));
    let share = f64::from(u32::try_from(count).expect("few fights")) / fights;
    let error = (probability * (1.0 - probability) / fights).sqrt();
    assert!(
        (share - probability).abs() < 5.0 * error,
        "{share}, and {probability} ± {error}"
    );
}

#[test] // BRP-5.2-1, BRP-X-7
fn a_drawn_melee_that_attacks_the_weakest_has_its_exact_odds() {
    let tally = melee(
        100,
        "weapons.blade-0 = { damage = \"1d3\", length = \"long\" }\n\
         combatants.A1 = { dex = 12, hit_points = 3 }\n\
         combatants.A2 = { dex = 12, hit_points = 2, carries = [\"blade-0\", \"target-shield\"] }\n\
         combatants.B1 = { dex = 12, hit_points = 3, policy = \"by-rule\" }",
        "weakest",
        &["A1", "A2"],
    );
    // This probability was computed exactly, by `solve`.
    assert_near(tally.wins(SideId(0)), 0.751_486_8);
}

#[test] // BRP-5.2-1, BRP-X-7
fn a_melee_that_attacks_the_weakest_is_decided_as_often_in_its_last_rounds_as_by_the_rules() {
    let tally = melee(
        12,
        "combatants.A1 = { dex = 10, hit_points = 6 }\n\
         combatants.A2 = { dex = 11, hit_points = 8 }\n\
         combatants.B1 = { dex = 6, hit_points = 19, policy = \"by-rule\" }",
        "weakest",
        &["A1", "A2"],
    );
    let decided = |round: u32| {
        let of = |side| tally.rounds(Ending::Won(SideId(side)));
        let all = of(0).chain(of(1));
        all.filter(|one| one.0 == round).map(|one| one.1).sum()
    };
    // This probability was estimated from two million rolled fights.
    assert_near(decided(11), 0.043_05);
    assert_near(decided(12), 0.047_57);
}

#[test] // BRP-5.2-1, BRP-X-7
fn the_strongest_is_attacked_also_where_every_wound_puts_a_fighter_out() {
    let tally = melee(
        100,
        "combatants.A1 = { dex = 18, hit_points = 1 }\n\
         combatants.A2 = { dex = 10, hit_points = 2 }\n\
         combatants.B1 = { dex = 6, hit_points = 4, policy = \"by-rule\" }",
        "strongest",
        &["A1", "A2"],
    );
    let in_round_1 = |who| tally.kills(CombatantId(who)).any(|(round, _)| round == 1);
    assert!(!in_round_1(0), "A2 is the strongest");
    assert!(in_round_1(1));
}

/// Checks that drawn shooters defend themselves as the list `react` of the policy `default` says, also after
/// their own shots. With a heavy crossbow in hand, they dodge, and the line for parries is never used.
#[test] // BRP-5.6-1, BRP-X-7
fn a_drawn_shooter_defends_itself_as_its_policy_says() {
    let tally = melee(
        100,
        "combatants.A1 = { carries = [\"heavy-crossbow\"], dex = 1, hit_points = 3, policy = \"by-rule\" }\n\
         combatants.B1 = { carries = [\"heavy-crossbow\"], dex = 1, hit_points = 3, \
         policy = \"default\" }",
        "weakest",
        &["A1", "A1"],
    );
    let lines = (0..12).map(|line| tally.used(CombatantId(1), LineId(line)));
    let used: Vec<u64> = lines.collect();
    assert!(used[9] > 0, "it dodges: {used:?}");
    assert_eq!(used[10], 0, "it cannot parry better than dodge: {used:?}");
}

fn duel(first: &str, second: &str, policies: &str) -> String {
    format!(
        "ruleset = \"brp\"\nrun = {{ round_cap = 8 }}\n{policies}\n[combatants]\nA = {{ {first} }}\nB = {{ {second} }}\n\
         [[sides]]\nname = \"side A\"\nfighters = [{{ combatant = \"A\" }}]\n\
         [[sides]]\nname = \"side B\"\nfighters = [{{ combatant = \"B\" }}]\n"
    )
}

/// Checks that the solver assigns probabilities to the right round if only one fighter acts. In such a fight,
/// each step of the solver is a whole round.
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
    // A separate model of this fight gives 7.75 %.
    assert!((won - 0.0775).abs() < 5e-5, "{won}");
}

/// Checks that the solver assigns probabilities to the right round if both fighters act at the same time. In
/// such a fight, each step of the solver is a whole round.
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

/// Checks the exact odds of being the first fighter out. Two kinds of fighters do not count: those that have
/// not arrived yet, and those that were already down when the fight began.
#[test] // SAM-1-3
fn who_goes_out_first_is_solved_right_where_fighters_arrive_late_or_begin_down() {
    for (early, late) in [("", "arrives = 3"), ("starts = [\"unconscious\"]", "")] {
        let bout = bout(&format!(
            "ruleset = \"semiautomagic\"\nrun = {{ round_cap = 8 }}\nweapons.axe = {{ damage = \"1d4+40\" }}\n\
             policies.hits = {{ act = [\"attack\"] }}\npolicies.idle = {{ act = [] }}\n[combatants]\n\
             killer = {{ melee = 20, reflex = 20, carries = [\"axe\"], policy = \"hits\" }}\n\
             early = {{ {early}{}policy = \"idle\" }}\nlate = {{ {late}{}policy = \"idle\" }}\n\
             [[sides]]\nname = \"x\"\nfighters = [{{ combatant = \"killer\" }}]\n\
             [[sides]]\nname = \"y\"\nfighters = [{{ combatant = \"early\" }}, {{ combatant = \"late\" }}]\n",
            if early.is_empty() { "" } else { ", " },
            if late.is_empty() { "" } else { ", " },
        ));
        let solved = bout.work_out(&Budget::ANY, &());
        let first = |who: u8| {
            solved
                .tally
                .departure(FighterId(who))
                .expect("out")
                .first
                .mean
        };
        assert!((first(1) - 1.0).abs() < 1e-9, "{early}{late}: {}", first(1));
        assert!(first(2).abs() < 1e-9, "{early}{late}: {}", first(2));
    }
}
