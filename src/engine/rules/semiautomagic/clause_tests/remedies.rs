//! Tests of remedies, which heal wounds, remove morale penalties, and end conditions.

use crate::rules::semiautomagic::events::HEALS;
use crate::rules::semiautomagic::nouns::View;
use crate::rules::semiautomagic::nouns::state::{Body, FOREVER, Life};
use crate::rules::semiautomagic::reading::sheet::Posture;
use crate::rules::semiautomagic::testing::{Setup, Trial, fighters, fraction};

/// Sets up `a`, which heals `c` with a remedy, and an enemy `b`, which does nothing. `row` are the lines of
/// the remedy's row, and `patient` are lines in the stat block of `c`.
fn heals(row: &str, patient: &str) -> Setup {
    with("heal", row, patient)
}

fn with(act: &str, row: &str, patient: &str) -> Setup {
    fighters("a", "remedies = ['balm']\npolicy = 'p'")
        .and("c", patient)
        .against("b", "")
        .policy("p", &format!("act = [\"{act}\"]"))
        .with(&format!("[remedies.balm]\n{row}"))
}

#[test] // SAM-18-11
fn a_remedy_gives_back_wounds_and_takes_its_seconds() {
    let trial = heals("wounds = '1d3'", "wounds = 3").step([2]);
    assert_eq!(trial.wounds("c"), 1);
    assert_eq!(trial.body("a").clock.left, 2);
    assert!(trial.says("loses 2 of its wounds and has 1 wound"));
    let healed = trial
        .heard
        .events
        .iter()
        .filter(|(_, event)| *event == HEALS);
    assert_eq!(healed.count(), 2);
    // A remedy heals at most as many wounds as the patient has.
    let trial = heals("wounds = 3\nseconds = 1", "wounds = 1").step([]);
    assert_eq!((trial.wounds("c"), trial.body("a").clock.left), (0, 5));
    let healed = trial
        .heard
        .events
        .iter()
        .filter(|(_, event)| *event == HEALS);
    assert_eq!(healed.count(), 1);
}

#[test] // SAM-18-11
fn a_remedy_for_nobody_is_not_used() {
    let uses = |row: &str, patient: &str| {
        let trial = heals(row, patient).step([]);
        trial.says("uses balm")
    };
    assert!(uses("wounds = 1", "wounds = 1"));
    assert!(!uses("wounds = 1", ""));
    assert!(!uses("ends = ['held']", "wounds = 1"));
    assert!(!uses("wounds = 1\non = 'self'", "wounds = 1"));
    assert!(!uses("wounds = 1", "wounds = 1\nstarts = ['unconscious']"));
    assert!(!uses("wounds = 1\nskill = 'medicine'", "wounds = 1"));
}

#[test] // SAM-18-11, SAM-0-14
fn whoever_has_most_wounds_is_healed_unless_the_policy_says_otherwise() {
    let of = |act: &str| {
        let setup =
            fighters("a", "wounds = 1\nremedies = ['balm']\npolicy = 'p'").and("c", "wounds = 1");
        let setup = setup.and("d", "wounds = 3").against("b", "");
        let setup = setup.policy("p", &format!("act = [\"{act}\"]"));
        let trial = setup.with("[remedies.balm]\nwounds = 1").step([]);
        ["a", "c", "d"].map(|name| trial.wounds(name))
    };
    assert_eq!(of("heal"), [1, 1, 2]);
    assert_eq!(of("heal at wounded"), [1, 1, 2]);
    assert_eq!(of("heal with balm at nearest"), [0, 1, 3]);
    assert_eq!(of("heal at c"), [1, 0, 3]);
}

#[test] // SAM-18-11
fn a_remedy_has_so_many_uses() {
    let setup = with(
        "heal if uses(balm) > 0",
        "wounds = 1\nuses = 2\nseconds = 1",
        "wounds = 5",
    );
    let trial = setup.turn_of_a([]);
    assert_eq!((trial.wounds("c"), trial.body("a").uses[0]), (3, 0));
    let endless = with("heal", "wounds = 1\nseconds = 1", "wounds = 9").turn_of_a([]);
    assert_eq!(endless.wounds("c"), 3);
}

#[test] // SAM-18-11
fn a_remedy_reaches_those_who_touch_or_as_far_as_it_says() {
    let reaches = |row: &str, at: &str| {
        let far = format!("wounds = 1\nat = {at}");
        let setup =
            fighters("a", "remedies = ['balm']\npolicy = 'p'\nat = [10, 10]").and("c", &far);
        let setup = setup.against("b", "at = [30, 30]").field("size = [40, 40]");
        let setup = setup.policy("p", "act = ['heal']");
        setup
            .with(&format!("[remedies.balm]\nwounds = 1\n{row}"))
            .step([])
            .wounds("c")
            == 0
    };
    assert!(reaches("", "[11, 10]"));
    assert!(!reaches("", "[12, 10]"));
    assert!(reaches("range = 5", "[15, 10]"));
    assert!(!reaches("range = 5", "[16, 10]"));
}

#[test] // SAM-18-11
fn a_remedy_may_need_a_check_of_its_skill() {
    let odds = |skill: &str| {
        let row = format!("wounds = 1\nskill = '{skill}'\ndc = 6");
        let setup = fighters(
            "a",
            "remedies = ['balm']\npolicy = 'p'\nmedicine = 2\nmagic = 1",
        );
        let setup = setup
            .and("c", "wounds = 1")
            .against("b", "")
            .policy("p", "act = ['heal']");
        let odds = setup
            .with(&format!("[remedies.balm]\n{row}"))
            .odds(|trial| trial.wounds("c"));
        odds.of(|&wounds| wounds == 0)
    };
    assert_eq!(odds("medicine"), fraction(3, 6));
    assert_eq!(odds("magic"), fraction(2, 6));
}

#[test] // SAM-15-6, SAM-18-11
fn the_frenzied_cast_no_remedy() {
    let uses = |skill: &str| {
        let setup = with(
            "heal",
            &format!("wounds = 1\nskill = '{skill}'"),
            "wounds = 1",
        );
        let trial = setup.ready().given("a", |body| body.rage = None);
        let rages = trial.who("a");
        let view = |trial: &Trial| {
            View::new(&trial.arena, &trial.state).may_heal(rages, 0, trial.who("c"))
        };
        let calm = view(&trial);
        let trial = trial.given("a", |body| body.rage = Some(rages));
        [calm, view(&trial)]
    };
    assert_eq!(uses("none"), [true, true]);
    assert_eq!(uses("magic"), [true, false]);
}

#[test] // SAM-18-11, SAM-19-2, SAM-19-3, SAM-19-8, SAM-19-12
fn a_remedy_ends_the_conditions_that_it_names() {
    let ended = |condition: &str, set: fn(&mut Body), has: fn(&Body) -> bool| {
        let setup = heals(&format!("ends = ['{condition}']"), "");
        let trial = setup.ready().given("c", set);
        assert!(has(trial.body("c")), "{condition}");
        let trial = trial.step([]);
        assert!(!has(trial.body("c")), "{condition}");
        // A remedy does not end a condition that its row does not name.
        let other = if condition == "held" {
            "stunned"
        } else {
            "held"
        };
        let trial = heals(&format!("ends = ['{other}']"), "").ready();
        assert!(has(trial.given("c", set).step([]).body("c")), "{condition}");
    };
    ended("held", |body| body.held = FOREVER, |body| body.held > 0);
    ended("stunned", |body| body.stunned = 9, |body| body.stunned > 0);
    ended(
        "staggered",
        |body| body.staggered = 2,
        |body| body.staggered > 0,
    );
    ended(
        "disabled",
        |body| body.disabled = FOREVER,
        |body| body.disabled > 0,
    );
    ended("blinded", |body| body.blinded = 2, |body| body.blinded > 0);
    ended(
        "flat-footed",
        |body| body.drowsy = 2,
        |body| body.drowsy > 0,
    );
    ended(
        "mobility",
        |body| body.hindered = 2,
        |body| body.hindered > 0,
    );
    ended(
        "confused",
        |body| body.confused = FOREVER,
        |body| body.confused > 0,
    );
    ended("asleep", |body| body.asleep = true, |body| body.asleep);
    ended(
        "prone",
        |body| body.posture = Posture::Prone,
        |body| body.posture == Posture::Prone,
    );
    let source = |body: &Body| body.panic.is_some() || body.rage.is_some();
    ended(
        "panicked",
        |body| body.panic = Some(crate::fight::FighterId(2)),
        source,
    );
    ended(
        "frenzied",
        |body| body.rage = Some(crate::fight::FighterId(2)),
        source,
    );
}

#[test] // SAM-18-9, SAM-18-11
fn a_remedy_stabilises_the_dying() {
    let trial = heals("ends = ['dying']", "starts = ['dying']").step([]);
    assert_eq!(trial.life("c"), Life::Stable);
    // A dying fighter that a remedy makes stable stays prone.
    let trial = heals("ends = ['prone', 'dying']", "starts = ['dying']").step([]);
    assert_eq!(trial.body("c").posture, Posture::Prone);
    assert!(
        !heals("ends = ['prone']", "starts = ['dying']")
            .step([])
            .says("uses balm")
    );
    // Wounds make the checks of a dying fighter harder, so healing them helps.
    let trial = heals("wounds = 1", "starts = ['dying']\nwounds = 2").step([]);
    assert_eq!((trial.life("c"), trial.wounds("c")), (Life::Dying, 1));
}

#[test] // SAM-15-5, SAM-15-9, SAM-15-10
fn a_remedy_takes_morale_penalties_off_and_the_broken_come_back() {
    let trial = heals("morale = 2", "morale_penalties = 3").step([]);
    assert_eq!(trial.body("c").penalties, 1);
    let trial = heals("morale = 1", "starts = ['broken']\nspirit = 3").ready();
    assert!(!trial.fights("c"));
    let trial = trial.step([]);
    assert!(trial.fights("c") && !trial.body("c").broken);
    let confused = heals("morale = 1", "morale_penalties = 1\nstarts = ['confused']").step([]);
    assert_eq!(confused.body("c").confused, 0);
}

#[test] // SAM-21-6
fn symptoms_are_not_treated_before_the_poison_is_over() {
    let wounds = |ends: &str, poison: &str| {
        let row = format!("wounds = 1\n{ends}");
        let theirs = format!("wounds = 2\nafflicted = ['{poison}']");
        heals(&row, &theirs).step([]).wounds("c")
    };
    assert_eq!(wounds("", "snake-venom"), 2);
    assert_eq!(wounds("ends = ['poison']", "snake-venom"), 1);
    assert_eq!(wounds("", "sedative"), 1);
    let cured = heals("ends = ['poison']", "afflicted = ['snake-venom']").step([]);
    assert!(cured.body("c").ills.iter().all(Option::is_none));
}

#[test] // SAM-0-14, SAM-18-11
fn the_default_policy_heals_the_badly_wounded_and_those_who_ail() {
    let attacks = |patient: &str, faces: &[u32]| {
        let setup = fighters("a", "remedies = ['balm']\npolicy = 'default'").and("c", patient);
        let setup = setup.against("b", "armour = 40");
        let setup = setup.with("[remedies.balm]\nwounds = 1\nends = ['held']");
        !setup.step(faces.iter().copied()).blows().is_empty()
    };
    assert!(!attacks("wounds = 2", &[]));
    assert!(!attacks("starts = ['held']", &[]));
    assert!(attacks("wounds = 1", &[6, 1]));
}

#[test] // SAM-18-11
fn remedies_that_do_nothing_are_faults() {
    let told = |row: &str| heals(row, "").faults();
    assert!(told("uses = 1").contains("remedy `balm` does nothing"));
    assert!(told("wounds = 1\ndc = 4").contains("without a `skill` there is no check"));
    assert!(told("wounds = 1\non = 'self'\nrange = 4").contains("only the user can use it"));
    assert!(told("wounds = '1d6-3'").contains("in all from 0 to 200"));
}
