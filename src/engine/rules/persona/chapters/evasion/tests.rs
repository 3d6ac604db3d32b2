//! Tests of Dodge, Parry and Deflect.

use crate::dice::Scripted;
use crate::fight::{EventId, Fight, FighterId, Progress, WHOLE, Witness};
use crate::rules::persona::events::EVADED;
use crate::rules::persona::nouns::state::{Body, Hold, Overwatch, Shot, Trigger};
use crate::rules::persona::testing::{Setup, Trial, does, fraction};

const SWORD: &str = "carries = ['sword']\nws = 42";
const GUN: &str = "carries = ['gun']\nbs = 80\nbraced = true";

fn through(setup: &Setup) -> num_rational::BigRational {
    setup.odds(Trial::landed).of(|&landed| landed > 0)
}

#[test] // PER-4-8, PER-13.4-1, PER-1-3
fn a_dodge_takes_a_reaction_and_may_stop_a_hit() {
    let setup = does("attack", SWORD, "policy = 'dodges'\ndodge = 40");
    assert_eq!(through(&setup), fraction(312, 1000));
    let after = setup.step([52, 40]);
    assert_eq!((after.evaded(), after.body("b").reactions), (1, 0));
}

#[test] // PER-1-3
fn without_a_reaction_there_is_no_dodge() {
    let setup = does(
        "attack",
        SWORD,
        "policy = 'dodges'\ndodge = 100\nreactions = 0",
    );
    assert_eq!(through(&setup), fraction(52, 100));
    let two = does("attack", SWORD, "policy = 'dodges'\nreactions = 2").ready();
    assert_eq!(two.body("b").reactions, 2);
}

#[test] // PER-1-3, PER-2-7
fn reactions_come_back_at_the_start_of_a_turn() {
    let after = does("attack", SWORD, "policy = 'dodges'").step([1, 1]);
    assert_eq!(after.body("b").reactions, 0);
    let next = after.until("b", []).step([]);
    assert_eq!(next.body("b").reactions, 1);
}

#[test] // PER-1-3
fn a_house_rule_forbids_reactions_in_the_own_turn() {
    let setup = |option: &str| {
        does(
            "attack",
            SWORD,
            "policy = 'q'\ncarries = ['sword']\nws = 60\ntalents = ['counter-attack']",
        )
        .policy("q", "evade = ['parry']\ncounter = ['counter']")
        .with("[policies.p2]\nact = ['attack']\nevade = ['dodge']")
        .option(option)
    };
    let text = |option: &str| {
        setup(option)
            .text()
            .replace("policy = \"p\"", "policy = \"p2\"")
    };
    let play = |option: &str| {
        let arena = crate::rules::testing::compiled(&text(option));
        crate::rules::testing::Trial::of(arena)
    };
    // The faces of the attack, the Parry, the Counter-Attack, and the Dodge against it.
    let after: Trial = play("own_turn_reactions = \"yes\"").step([52, 60, 40, 30]);
    assert_eq!((after.lost("a"), after.evaded()), (0, 2));
    let after: Trial = play("own_turn_reactions = \"no\"").step([52, 60, 40, 9]);
    assert_eq!(after.lost("a"), 9);
}

#[test] // PER-13.4-2
fn a_parry_needs_a_melee_weapon_against_a_melee_attack() {
    let parries = |weapon: &str| {
        does(
            "attack with melee",
            SWORD,
            &format!("policy = 'parries'\nparry = 30\n{weapon}"),
        )
    };
    assert_eq!(
        through(&parries("carries = ['sword']")),
        fraction(52 * 70, 10_000)
    );
    assert_eq!(through(&parries("carries = ['gun']")), fraction(52, 100));
    assert_eq!(through(&parries("")), fraction(52, 100));
    let shot = does(
        "attack",
        GUN,
        "policy = 'parries'\nat = 9\ncarries = ['sword']",
    );
    assert_eq!(through(&shot), fraction(90, 100));
    let buckler = "[weapons.buckler]\ndamage = '1d5'\nparry_mod = 20";
    let with = parries("carries = ['sword', 'buckler']").with(buckler);
    assert_eq!(through(&with), fraction(52 * 50, 10_000));
}

#[test] // PER-13.4-3, PER-4-8
fn deflect_takes_no_reaction() {
    let setup = does(
        "attack",
        SWORD,
        "policy = 'evades'\ndeflect = 50\ndodge = 40\nreactions = 0",
    );
    assert_eq!(through(&setup), fraction(26, 100));
    let stunned = setup.ready().given("b", |body| body.stunned = 1);
    let odds = stunned.odds(Trial::landed);
    assert_eq!(odds.of(|&landed| landed > 0), fraction(72 * 50, 10_000));
}

#[test] // PER-4-9
fn the_best_evasion_is_that_of_the_highest_number() {
    let with = |numbers: &str| {
        let after = does(
            "attack",
            SWORD,
            &format!("policy = 'evades'\ncarries = ['sword']\n{numbers}"),
        )
        .step([52, 100, 9]);
        let said = after
            .heard
            .said
            .iter()
            .find(|(clause, _)| *clause == "PER-4-8");
        said.expect("an evasion")
            .1
            .split(' ')
            .nth(1)
            .expect("a verb")
            .trim_end_matches(':')
            .to_owned()
    };
    assert_eq!(with("dodge = 40\nparry = 40"), "dodges");
    assert_eq!(with("dodge = 40\nparry = 41"), "parries");
    assert_eq!(with("dodge = 40\nparry = 40\ndeflect = 40"), "deflects");
    assert_eq!(with("dodge = 40\nparry = 40\ndeflect = 39"), "dodges");
}

#[test] // PER-4-10
fn of_several_hits_a_dodge_takes_one_for_each_degree() {
    // A burst scores three hits. The target needs 40 or less to dodge, and rolls `roll`.
    let left = |roll: u32, dice: &[u32]| {
        let setup = does("semi-burst", GUN, "policy = 'dodges'\ndodge = 40\nat = 9");
        let faces = [&[1, roll][..], dice].concat();
        setup.step(faces).landed()
    };
    assert_eq!(left(10, &[]), 0);
    assert_eq!(left(11, &[]), 0);
    assert_eq!(left(21, &[9]), 1);
    assert_eq!(left(31, &[9, 9]), 2);
    assert_eq!(left(41, &[9, 9, 9]), 3);
}

#[test] // PER-2-3
fn the_surprised_have_no_reactions_in_the_first_round() {
    let setup = does("attack", SWORD, "policy = 'dodges'\nsurprised = true");
    assert_eq!(setup.ready().body("b").reactions, 0);
    assert_eq!(setup.step([82, 9]).landed(), 1);
    let after = setup.ready().round([100]);
    assert_eq!(
        (after.body("b").surprised, after.body("b").reactions),
        (false, 1)
    );
}

#[test] // PER-12.6-1, PER-12.28-1, PER-13.2-1, PER-13.2-6
fn evasion_has_its_modifiers() {
    let with = |change: fn(&mut Body)| {
        let ready = does("attack", SWORD, "policy = 'dodges'\ndodge = 50")
            .ready()
            .given("b", change);
        let view = ready.state.clone();
        let scene = crate::rules::persona::nouns::scene::View {
            arena: &*ready.arena,
            state: &view,
        };
        scene.dodge_number(ready.who("b"))
    };
    assert_eq!(with(|_| {}), 50);
    assert_eq!(with(|body| body.fatigue = 2), 40);
    assert_eq!(with(|body| body.prone = true), 30);
    assert_eq!(with(|body| body.exposed = true), 30);
    assert_eq!(with(|body| body.cautious = true), 60);
}

#[test] // PER-12.14-1
fn who_is_in_a_grapple_can_only_deflect() {
    let setup = does("attack", SWORD, "policy = 'evades'\ndeflect = 20").and("c", "at = 1");
    let ready = setup.ready();
    let (b, c) = (ready.who("b"), ready.who("c"));
    let ready = ready
        .given("b", |body| body.hold = Hold::HeldBy(c))
        .given("c", |body| body.hold = Hold::Controls(b));
    let after = ready.step([72, 20]);
    assert!(after.says("b deflects"));
    assert_eq!(after.body("b").reactions, 1);
}

#[test] // PER-4-10, PER-13.1-3
fn a_bare_pass_takes_one_of_several_hits_even_without_degrees() {
    let setup = does("semi-burst", GUN, "policy = 'dodges'\ndodge = 40\nat = 9");
    let after = setup.option("dos_base = 0").step([1, 40, 9, 9]);
    assert_eq!((after.evaded(), after.landed()), (1, 2));
}

#[test] // PER-12.10-1
fn a_reaction_ends_a_feint() {
    let ready = does("attack", SWORD, "policy = 'dodges'").ready();
    let a = ready.who("a");
    let after = ready.given("b", |body| body.feint = Some(a)).step([52, 1]);
    assert_eq!(after.body("b").feint, None);
}

#[test] // PER-13.2-6, PER-13.4-2
fn the_prone_parry_as_well_as_others() {
    let setup = does(
        "attack",
        SWORD,
        "policy = 'parries'\nparry = 30\ncarries = ['sword']",
    );
    let prone = setup.ready().given("b", |body| body.prone = true);
    assert_eq!(prone.step([62, 30]).evaded(), 1);
}

#[test] // PER-13.4-3, PER-12.6-1, PER-12.28-1
fn caution_and_heavy_attacks_count_for_deflect() {
    let deflects = |face: u32, change: fn(&mut Body)| {
        let stats = "policy = 'evades'\ndeflect = 50\nreactions = 0";
        let ready = does("attack", SWORD, stats).ready().given("b", change);
        let odds = ready.odds(|after| after.evaded() == 1);
        odds.of(|&evaded| evaded) == fraction(52 * i64::from(face), 10_000)
    };
    assert!(deflects(50, |_| {}));
    assert!(deflects(60, |body| body.cautious = true));
    assert!(deflects(30, |body| body.exposed = true));
    assert!(deflects(40, |body| body.fatigue = 1));
}

#[test] // PER-13.4-2, PER-13.5-5
fn a_parry_is_made_with_the_best_weapon_at_hand() {
    let buckler = "[weapons.buckler]\ndamage = '1d5'\nparry_mod = 20";
    let through = |carried: &str| {
        let stats = format!("policy = 'parries'\nparry = 30\ncarries = {carried}");
        through(&does("attack", SWORD, &stats).with(buckler))
    };
    assert_eq!(through("['buckler', 'sword']"), fraction(52 * 50, 10_000));
    let stowed = "['sword', 'buckler']\nstowed = ['buckler']";
    assert_eq!(through(stowed), fraction(52 * 70, 10_000));
}

#[test] // PER-13.4-3, PER-12.1-2, PER-12.10-1, PER-12.32-5
fn deflecting_ends_neither_an_aim_nor_a_feint_nor_an_overwatch() {
    let ready = does("attack", SWORD, "policy = 'evades'\ndeflect = 90").ready();
    let a = ready.who("a");
    let watch = Overwatch {
        weapon: 0,
        shot: Shot::Standard,
        trigger: Trigger::Moves,
        upwards: true,
    };
    let busy = ready.given("b", |body| {
        (body.aim, body.feint, body.overwatch) = (10, Some(a), Some(watch));
    });
    let after = busy.step([52, 90]);
    let body = after.body("b");
    assert_eq!((body.aim, body.feint), (10, Some(a)));
    assert_eq!(body.overwatch, Some(watch));
}

#[test] // PER-4-6, PER-13.4-2
fn throws_are_dodged_and_not_parried() {
    let thrown = |policy: &str, faces: &[u32]| {
        let other = format!("policy = '{policy}'\ncarries = ['sword']\nparry = 90\nat = 9");
        let setup = does("attack", "carries = ['javelin']", &other);
        setup.step(faces.iter().copied()).evaded()
    };
    assert_eq!(thrown("parries", &[50, 9]), 0);
    assert_eq!(thrown("dodges", &[50, 30]), 1);
}

/// A witness that counts evaded hits as the tally does.
#[derive(Debug, Default)]
struct Evasions(u64);

impl Witness for Evasions {
    fn happened(&mut self, _: FighterId, event: EventId, parts: u64) {
        if event == EVADED {
            self.0 += parts / WHOLE;
        }
    }
}

#[test] // PER-4-10
fn each_of_several_hits_that_are_evaded_is_counted() {
    let setup = does("semi-burst", GUN, "policy = 'dodges'\ndodge = 40\nat = 9");
    let mut trial = setup.ready();
    let (mut dice, mut told) = (Scripted::new([1, 21]), Evasions::default());
    let progress = trial.arena.step(&mut trial.state, &mut dice, &mut told);
    assert_eq!((progress, told.0), (Progress::Goes, 2));
}
