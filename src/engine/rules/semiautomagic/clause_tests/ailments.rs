//! Tests of ailments, which are conditions that attacks cause when they land, and of grabs, trips and
//! disarming.

use crate::rules::semiautomagic::nouns::state::{Body, FOREVER, Life, Whereabouts};
use crate::rules::semiautomagic::reading::sheet::Posture;
use crate::rules::semiautomagic::testing::{Setup, Trial, does, fighters, fraction, on_a_field};

/// Sets up `a`, which attacks `b` with a net. The net always hits, does 4 damage, and has the ailment
/// `ailment`. `b` has Toughness 9 and Minimum Toughness 3. `theirs` are lines in its stat block.
fn with(ailment: &str, theirs: &str) -> Setup {
    let row =
        format!("[weapons.net]\ndamage = '4'\nadds_strength = false\nailment = {{ {ailment} }}");
    does("attack", "melee = 9\ncarries = ['net']", theirs).with(&row)
}

#[test] // SAM-6-4, SAM-12-2
fn the_fortitude_check_against_an_ailment_needs_the_damage_dealt_or_its_own_number() {
    let prone = |ailment: &str| {
        let odds = with(ailment, "fortitude = 1").odds(|trial| trial.body("b").posture);
        odds.of(|&posture| posture == Posture::Prone)
    };
    // The fortitude roll, d6 + 1, must reach the damage of 4 or, if there is a `dc`, the 6 of the `dc`. With
    // `resist = 'none'` there is no roll.
    assert_eq!(prone("effect = 'prone'"), fraction(2, 6));
    assert_eq!(prone("effect = 'prone', dc = 6"), fraction(4, 6));
    assert_eq!(prone("effect = 'prone', resist = 'none'"), fraction(1, 1));
}

#[test] // SAM-6-4, SAM-5-2
fn an_attack_that_does_not_land_brings_nothing() {
    let of = |mine: &str, theirs: &str, faces: &[u32]| {
        let row = "[weapons.net]\ndamage = '4'\nailment = { effect = 'held', resist = 'none' }";
        let mine = format!("carries = ['net']\n{mine}");
        let trial = does("attack", &mine, theirs)
            .with(row)
            .step(faces.iter().copied());
        trial.body("b").held
    };
    assert_eq!(of("melee = 0", "", &[3]), 0);
    assert_eq!(
        of("melee = 0", "parry = 0\npolicy = 'defends'", &[4, 3]),
        FOREVER
    );
    assert_eq!(of("melee = 0", "parry = 0\npolicy = 'defends'", &[4, 4]), 0);
}

/// Returns what `of` returns for `b` after an attack with this ailment. The ailment cannot be resisted.
fn befalls<T>(ailment: &str, of: fn(&Body) -> T) -> T {
    let trial = with(&format!("{ailment}, resist = 'none'"), "").step([6]);
    of(trial.body("b"))
}

#[test] // SAM-6-4, SAM-19-1..4, SAM-19-8, SAM-19-10..13
fn each_ailment_has_its_effect() {
    assert_eq!(
        befalls("effect = 'stunned', seconds = 5", |body| body.stunned),
        5
    );
    assert_eq!(befalls("effect = 'held', rounds = 3", |body| body.held), 3);
    assert_eq!(befalls("effect = 'held'", |body| body.held), FOREVER);
    assert_eq!(
        befalls("effect = 'staggered', rounds = 2", |body| body.staggered),
        2
    );
    assert_eq!(
        befalls("effect = 'disabled', rounds = 2", |body| body.disabled),
        2
    );
    assert_eq!(
        befalls("effect = 'blinded', rounds = 2", |body| body.blinded),
        2
    );
    assert_eq!(befalls("effect = 'flat-footed'", |body| body.drowsy), 1);
    assert_eq!(befalls("effect = 'mobility'", |body| body.hindered), 1);
    assert_eq!(
        befalls("effect = 'unconscious'", |body| body.life),
        Life::Unconscious
    );
    assert!(befalls("effect = 'paralysed'", |body| body.paralysed));
    // The attack that puts `b` to sleep does not wake it.
    let asleep = |body: &Body| (body.asleep, body.posture);
    assert_eq!(befalls("effect = 'asleep'", asleep), (true, Posture::Prone));
    let place = |body: &Body| body.items[0].place;
    assert!(matches!(
        befalls("effect = 'disarmed'", place),
        Whereabouts::Dropped(_)
    ));
}

#[test] // SAM-19-3, SAM-0-12
fn staggering_lasts_1d6_rounds_and_a_stun_1d6_seconds_unless_stated() {
    let rolled =
        |effect: &str| with(&format!("effect = '{effect}', resist = 'none'"), "").step([6, 5]);
    assert_eq!(rolled("staggered").body("b").staggered, 5);
    assert_eq!(rolled("stunned").body("b").stunned, 5);
}

#[test] // SAM-19-11, SAM-6-4
fn a_sleeper_wakes_at_the_next_attack() {
    let trial = with("effect = 'asleep', resist = 'none'", "armour = 40").turn_of_a([6]);
    assert!(trial.body("b").asleep);
    // The second attack hits without a roll and wakes `b`. The third puts it to sleep again.
    let trial = trial.until("a", []).turn([6]);
    assert!(trial.says("wakes up") && trial.body("b").asleep);
}

#[test] // SAM-0-12, SAM-19-8, SAM-19-12
fn holds_and_disabling_end_after_their_rounds() {
    for effect in ["held", "disabled"] {
        let setup = with(
            &format!("effect = '{effect}', rounds = 1, resist = 'none'"),
            "",
        );
        let trial = setup.turn_of_a([6]);
        let lasts = |trial: &Trial| trial.body("b").held.max(trial.body("b").disabled);
        assert_eq!(lasts(&trial), 1, "{effect}");
        assert_eq!(lasts(&trial.turn([])), 0, "{effect}");
    }
}

#[test] // SAM-19-8
fn a_fighter_that_a_blow_disables_has_three_seconds_and_no_combo() {
    let row = "[weapons.net]\ndamage = '4'\nailment = { effect = 'disabled', resist = 'none' }";
    let theirs = "combos = ['two']\ncarries = ['knife']\npolicy = 'q'";
    let setup = does(
        "attack",
        "melee = 9\ncarries = ['net']\narmour = 40",
        theirs,
    );
    let setup = setup.with(row).policy("q", "act = ['combo', 'attack']");
    let trial = setup.turn_of_a([6]).turn([]);
    // `b` has begun an attack that takes four seconds and needs one more second. It has not begun its combo.
    assert_eq!(trial.body("b").clock.busy.map(|busy| busy.left), Some(1));
}

#[test] // SAM-13-1, SAM-18-2, SAM-20-3
fn things_suffer_from_nothing() {
    let row = "[weapons.net]\ndamage = '4'\nailment = { effect = 'disarmed', resist = 'none' }";
    let held = |act: &str, mine: &str| {
        let mine = format!("melee = 9\ncarries = ['net']\n{mine}");
        let trial = does(act, &mine, "").with(row).step([6]);
        trial.body("b").items[0].place == Whereabouts::Held
    };
    assert!(!held("attack", ""));
    // An attack on the sword itself does not make its owner drop it.
    assert!(held("attack on weapon", ""));
    let pulse = row.replace("damage", "emp = true\ndamage");
    let trial = does("attack", "melee = 9\ncarries = ['net']", "")
        .with(&pulse)
        .step([6]);
    assert_eq!(trial.body("b").items[0].place, Whereabouts::Held);
}

/// Sets up `a`, which uses one of the predefined combos on `b`.
fn uses(combo: &str, theirs: &str) -> Setup {
    does("combo", &format!("melee = 3\ncombos = ['{combo}']"), theirs)
}

#[test] // SAM-6-4, SAM-10-8
fn grab_trip_and_disarm_are_ready_components_without_damage() {
    let grabbed = uses("grab", "").step([1]);
    assert_eq!((grabbed.body("b").held, grabbed.wounds("b")), (FOREVER, 0));
    assert_eq!(grabbed.body("a").clock.left, 2);
    // `b` falls prone unless its fortitude roll, d6 + 3, reaches 6.
    let tripped = uses("trip", "").odds(|trial| trial.body("b").posture);
    assert_eq!(
        tripped.of(|&posture| posture == Posture::Prone),
        fraction(2, 6)
    );
    let disarmed = uses("disarm", "").odds(|trial| trial.body("b").items[0].place);
    let drops = disarmed.of(|place| matches!(place, Whereabouts::Dropped(_)));
    assert_eq!(drops, fraction(2, 6));
}

#[test] // SAM-10-8
fn a_ready_component_can_stand_beside_attacks_and_change_its_numbers() {
    let row = "[combos.both]\ncomponents = [{}, { component = 'trip', ailment = { effect = 'prone', resist = 'none' } }]";
    let trial = does("combo", "melee = 3\ncombos = ['both']", "")
        .with(row)
        .step([1, 1, 1]);
    assert_eq!(
        (trial.wounds("b"), trial.body("b").posture),
        (1, Posture::Prone)
    );
    let row = "[components.trip]\nattack_mod = -4";
    let misses = |row: &str| {
        uses("trip", "")
            .with(row)
            .odds(Trial::tallied)
            .of(|tallied| tallied[2] == 1)
    };
    assert_eq!([misses(""), misses(row)], [fraction(0, 1), fraction(4, 6)]);
}

#[test] // SAM-10-4, SAM-10-8
fn nobody_is_grabbed_twice() {
    let row = "[combos.grab]\ncomponents = [{ component = 'grab' }]";
    let setup = does(
        "combo",
        "melee = 3\ncombos = ['grab', 'two']",
        "armour = 40",
    )
    .with(row);
    let trial = setup.turn_of_a([1]);
    assert_eq!(trial.blows().len(), 1);
    assert_eq!(trial.until("a", []).turn([1; 8]).blows().len(), 4);
}

#[test] // SAM-10-8, SAM-19-8
fn the_disabled_may_trip_in_place_of_a_single_attack() {
    let trips = |combo: &str| {
        let mine =
            format!("melee = 3\ncombos = ['{combo}']\nstarts = ['disabled']\ncarries = ['knife']");
        does("combo", &mine, "")
            .turn_of_a([])
            .body("a")
            .clock
            .busy
            .is_some()
    };
    assert_eq!([trips("trip"), trips("two")], [true, false]);
}

#[test] // SAM-6-4, SAM-19-12
fn a_hold_is_broken_by_a_fortitude_check_or_when_the_holder_moves_or_falls() {
    let free = |faces: [u32; 1]| {
        let setup = uses("grab", "policy = 'q'").policy("q", "act = ['break-free']");
        setup.turn_of_a([1]).turn(faces).body("b").held == 0
    };
    // To break free, the fortitude roll, d6 + 3, must reach 6.
    assert_eq!([free([2]), free([3])], [false, true]);
    let act = "combo\", \"move-away if foes.touching > 0";
    let trial = on_a_field(act, "melee = 3\ncombos = ['grab']", "").turn_of_a([1]);
    assert_eq!(trial.body("b").held, 0);
    let setup = fighters("a", "melee = 3\ncombos = ['grab']\npolicy = 'p'").and("c", "");
    let setup = setup
        .against("b", "melee = 9\npolicy = 'q'")
        .policy("p", "act = ['combo']");
    let trial = setup.policy("q", "act = ['attack at a']").turn_of_a([1]);
    let trial = trial.until("b", []);
    assert_eq!(trial.body("b").held, FOREVER);
    assert_eq!(trial.turn([1, 8]).body("b").held, 0);
}
