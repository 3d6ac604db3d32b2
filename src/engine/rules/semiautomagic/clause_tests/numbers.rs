//! Tests of scenarios that change numbers and tables of the rules.

use crate::rules::semiautomagic::nouns::state::{Life, Mad};
use crate::rules::semiautomagic::testing::{Setup, does, fighters, fraction, on_a_field};

fn hits(setup: &Setup) -> num_rational::BigRational {
    let odds = setup.odds(|trial| trial.tallied()[2]);
    odds.of(|&missed| missed == 0)
}

#[test] // SAM-4-1
fn a_scale_has_the_numbers_of_its_row() {
    let setup = does("attack", "melee = 2", "");
    assert_eq!(hits(&setup), fraction(5, 6));
    let small = setup.clone().with("[scales.0]\ntarget = 6");
    assert_eq!(hits(&small), fraction(1, 2));
    let deft = setup.clone().with("[scales.0]\nattack = -1");
    assert_eq!(hits(&deft), fraction(2, 3));
    let tough = setup.with("[scales.0]\ntoughness = 7").ready();
    assert_eq!(tough.arena.fighter(tough.who("b")).size.toughness, 7);
}

#[test] // SAM-4-1
fn the_largest_scales_fight_without_places() {
    let sizes = does("attack", "melee = 0", "scale = 10");
    let trial = sizes.step([1, 8]);
    assert_eq!((trial.wounds("b"), trial.life("b")), (0, Life::Well));
    assert!(trial.says("39/33"), "its Toughness");
    assert_eq!(
        hits(&does("attack", "scale = 10\nmelee = 10", "")),
        fraction(1, 2)
    );
    let on_a_map = on_a_field("attack", "scale = 7\nat = [0, 0]", "at = [39, 39]");
    assert!(on_a_map.faults().contains("larger than any map"));
    let risen = on_a_field("attack", "carries = ['claw']", "").with(
        "[weapons.claw]
damage = '1d4'
poison = 'rot'
[poisons.rot]
dc = 5
rises = 'colossus'
[combatants.colossus]
scale = 8",
    );
    let faults = risen.faults();
    assert!(
        faults.contains("`colossus` is larger than any map"),
        "{faults}"
    );
}

#[test] // SAM-18-1
fn the_minimum_toughness_is_as_much_lower_as_the_rules_say() {
    let wounds = |rules: &str| {
        let setup = does("attack", "melee = 9", "").with(rules);
        let odds = setup.odds(|trial| (trial.wounds("b"), trial.life("b")));
        odds.of(|&(wounds, life)| wounds == 1 && life == Life::Well)
    };
    assert_eq!(wounds(""), fraction(6, 8));
    assert_eq!(wounds("[rules.dying]\nminimum = 2"), fraction(2, 8));
}

#[test] // SAM-19-6, SAM-19-7
fn entries_of_confusion_have_as_many_faces_as_their_rows_say() {
    let mine = "starts = ['confused']\nat = [20, 20]";
    let setup = on_a_field("wait", mine, "at = [21, 20]");
    let setup = setup.with("[confusion]\ncontrol = { faces = 0 }");
    let odds = setup.odds(|trial| trial.body("a").mad);
    // Two of the 17 faces give control. Two other faces demand another roll, with 16 or 15 faces the first
    // time and 14 after both. The probability is 2/17 + 1/17 (2/16 + 1/16 · 2/14) + 1/17 (2/15 + 1/15 ·
    // 2/14).
    assert_eq!(odds.of(|&mad| mad == Mad::Sane), fraction(15, 112));
    assert!(setup.step([15]).says("15 on the d17"));
}

#[test] // SAM-9-4
fn the_scatter_die_has_the_faces_of_its_table() {
    let setup = fighters("a", "").against("b", "");
    let faces = setup.with("[scatter]\nn = { faces = 3 }\ns = { faces = 0 }");
    let die = faces.ready().arena.charts.scatter;
    let shown: Vec<usize> = (1..=die.count())
        .map(|face| die.entry(face, |_| true).0)
        .collect();
    assert_eq!(shown, [0, 0, 0, 1, 2, 3, 5, 6, 7]);
}

#[test] // SAM-0-9, SAM-18-6, SAM-18-8
fn the_aftermath_knows_the_faces_that_stabilise() {
    let setup = does("attack", "melee = 9", "").option("aftermath = 'resolve'");
    let setup = setup.with("[rules.dying]\nstabilise_from = 9");
    let odds = setup.ready().odds(|trial| trial.life("b"));
    let [dead, stable] = [Life::Dead, Life::Stable].map(|life| odds.of(|&other| other == life));
    // Death takes five failures. Their probabilities are 2/5, 4/7, 6/9, 8/11 and 10/13, among the turns that
    // change something.
    assert_eq!(dead.clone() / (dead + stable), fraction(256, 3003));
}

#[test] // SAM-2-6, SAM-3-1
fn a_move_takes_the_seconds_that_the_rules_say() {
    let setup = on_a_field("move", "at = [10, 10]", "at = [35, 10]");
    assert_eq!(setup.turn_of_a([]).at("a"), (28, 10));
    let slow = setup.with("[rules.time]\nmoving = 4");
    assert_eq!(slow.turn_of_a([]).at("a"), (13, 10));
}

#[test] // SAM-5-5
fn a_technique_changes_attack_and_defence() {
    let with = |technique: &str| {
        let setup = does("attack", "melee = 2\ncarries = ['foil']", "");
        setup.with(&format!(
            "[weapons.foil]\ndamage = '1d8'\ntechnique = '{technique}'"
        ))
    };
    assert_eq!(hits(&with("on-the-exhale")), fraction(1, 1));
    assert_eq!(hits(&with("shoot-from-the-hip")), fraction(2, 3));
    let faults = with("on-the-inhale").faults();
    assert!(faults.contains("did you mean `on-the-exhale`?"), "{faults}");
}

#[test] // SAM-12-1
fn locations_have_the_numbers_of_their_rows() {
    let setup = does("attack on leg", "melee = 9", "");
    let slowed = |setup: &Setup, face: u32| setup.step([1, face, 6]).body("b").limbs.slowed;
    assert_eq!(
        [slowed(&setup, 8), setup.step([1, 1]).body("b").limbs.slowed],
        [2, 1]
    );
    let lame = setup
        .clone()
        .with("[locations]\nleg = { slows = 3, toughness = -2, kills = true }");
    assert_eq!(lame.step([1, 1]).body("b").limbs.slowed, 3);
    assert_eq!(lame.step([1, 5]).life("b"), Life::Dying);
}

#[test] // SAM-4-1, SAM-9-4, SAM-18-8, SAM-19-6, SAM-21-8, SAM-22-1
fn numbers_that_lead_to_nonsense_are_faults() {
    let faults = |toml: &str| fighters("a", "").against("b", "").with(toml).faults();
    let row = "{ toughness = 0, attack = 0, target = 0 }";
    let rows = |names: &[&str]| {
        let rows = names.iter().map(|name| format!("{name} = {{ faces = 0 }}"));
        rows.collect::<Vec<_>>().join(
            "
",
        )
    };
    let directions = rows(&["n", "ne", "e", "se", "s", "sw", "w", "nw"]);
    let entries = rows(&[
        "towards",
        "disliked",
        "nearest",
        "throw",
        "pester",
        "drop",
        "nothing",
        "stray",
        "dash",
        "phantoms",
        "prone",
        "sit",
        "control",
        "control-rounds",
        "control-minute",
    ]);
    for (toml, said) in [
        (
            format!("[scales]\n11 = {row}"),
            "there is no scale named `11`",
        ),
        (
            "[loads]\nheavy = { step = 3 }".to_owned(),
            "`heavy` is not a sum",
        ),
        (
            format!("[scatter]\n{directions}"),
            "the die of `scatter` has no faces",
        ),
        (
            format!("[confusion]\n{entries}"),
            "the die of `confusion` has no faces",
        ),
        (
            "[rules.dying]\nstabilise_from = 12".to_owned(),
            "`rules.dying.stabilise_die` must be at least `stabilise_from`, which is 12, not 10",
        ),
        (
            "[rules.poison]\nrises = '1d4-1'".to_owned(),
            "in all from 1 to 200, not `1d4-1`",
        ),
        (
            "[rules.falls]\ndamage = '40d6'".to_owned(),
            "at most 12 dice of 100 faces",
        ),
    ] {
        let faults = faults(&toml);
        assert!(faults.contains(said), "{said}\n{faults}");
    }
}
