//! Tests of attacks on the mind, soaking, panic, and being Crushed.

use super::*;
use crate::fight::Blow;
use crate::rules::swift_swords::nouns::{Daze, Grip, Hand, Hit, Status, Track};
use crate::rules::swift_swords::testing::{Setup, Trial, fighters, fraction};

/// Returns a setup of `a`, which attacks the mind of its enemy with `dice` dice, and the enemy `b`.
fn daunting(dice: u8, stats: &str) -> Setup {
    let policy = if stats.contains("policy") {
        ""
    } else {
        "policy = \"idle\""
    };
    fighters(
        "a",
        &format!("mental_attack = {dice}\nad_set = [4, 4]\npolicy = \"daunts\""),
    )
    .against("b", &format!("{stats}\n{policy}"))
    .policy("daunts", "act = [\"intimidate\"]")
}

#[test] // SST-15-7, SST-19-2
fn mental_rank_zero_falls_to_the_mere_effort() {
    let after = daunting(4, "mental = 0").begun([]).step([]);
    assert!(!after.fights("b"));
    assert_eq!((after.left("b"), after.hand("a").as_str()), (3, "4"));
}

#[test] // SST-19-2
fn a_mental_attack_costs_a_mental_rank_or_a_shock() {
    let after = daunting(4, "armour = 3\ndodge = 9\nparry = 9\npolicy = \"dodges\"")
        .begun([])
        .step([5, 5, 3, 2]);
    assert_eq!(
        (after.mind("b"), after.left("b"), after.hand("a").as_str()),
        (2, 3, "4")
    );
    assert!(after.says("a daunts b"));
    let shocked = daunting(2, "stateless = false").begun([]).step([5, 5]);
    assert!(shocked.body("b").states.has(Daze::Shock));
    assert_eq!(shocked.mind("b"), 3);
    // The attack may fumble, and its ones become exposure dice.
    assert!(daunting(2, "").begun([]).step([1, 2]).body("a").fumbled);
    assert_eq!(
        daunting(2, "").begun([]).step([1, 5]).body("a").exposures,
        1
    );
}

#[test] // SST-19-2
fn it_needs_no_contact_but_the_same_zone() {
    let apart = |zone: u8| {
        let at = format!("ad_set = [2]\nat = {{ zone = {zone}, alone = true }}");
        daunting(2, &at)
            .field("zones = 2\nstart = \"alone\"")
            .begun([])
    };
    let after = apart(0).step([3, 3]);
    assert_eq!((after.attacks().len(), after.body("b").group), (1, 0));
    assert!(apart(1).step([]).attacks().is_empty());
}

#[test] // SST-19-2, SST-19-3
fn bands_of_the_mind() {
    let six = daunting(6, "").begun([]);
    let odds = six.odds(|after| after.body("b").wits != Wits::Calm);
    assert_eq!(odds.of(|&yes| yes), fraction(73, 729));
    let hit = |damage: u8| {
        daunting(1, "")
            .begun([])
            .hurt("b", (Track::Mental, damage), [])
    };
    assert_eq!(hit(3).body("b").wits, Wits::Calm);
    assert_eq!(hit(4).body("b").wits, Wits::Panicked { fresh: true });
    assert_eq!(
        (hit(6).mind("b"), hit(6).body("b").wits),
        (2, Wits::Panicked { fresh: true })
    );
    assert_eq!(
        (hit(7).mind("b"), hit(7).body("b").wits),
        (2, Wits::Crushed { fresh: true })
    );
    // Lost Ranks do not lower the limits of panic and of being Crushed. Bonus Ranks raise them.
    let worn = daunting(1, "")
        .begun([])
        .given("b", |body| body.losses[1].direct = 1);
    assert_eq!(
        worn.hurt("b", (Track::Mental, 3), []).body("b").wits,
        Wits::Calm
    );
    let led = daunting(1, "bonus_mental = 1").begun([]);
    assert_eq!(
        led.hurt("b", (Track::Mental, 4), []).body("b").wits,
        Wits::Calm
    );
}

#[test] // SST-19-2
fn the_code_of_mental_attacks() {
    let after = |code: &str| {
        let setup = daunting(4, "").option(&format!("mental_code = \"{code}\""));
        setup.begun([]).step([5, 5, 5, 5]).body("b").wits
    };
    assert_eq!(after("medium"), Wits::Panicked { fresh: true });
    assert_eq!(after("light"), Wits::Calm);
    assert_eq!(after("heavy"), Wits::Panicked { fresh: true });
}

fn soaking(option: &str) -> Trial {
    let setup =
        daunting(1, "policy = \"soaks\"\nad_set = [5, 2]").policy("soaks", "soak = [\"soak\"]");
    setup
        .option(option)
        .begun([])
        .given("b", |body| body.hand = Hand::of(&[5, 2]))
}

#[test] // SST-19-4
fn damage_of_the_mind_is_soaked_off() {
    let hit = |damage: u8, faces: [u32; 4]| soaking("").hurt("b", (Track::Mental, damage), faces);
    let after = hit(1, [5, 1, 1, 1]);
    assert_eq!((after.mind("b"), after.hand("b").as_str()), (3, "5"));
    assert_eq!(hit(1, [4, 1, 1, 1]).mind("b"), 2);
    // Soaking leaves one point of four, so `b` does not panic.
    assert_eq!(hit(4, [6, 6, 6, 1]).body("b").wits, Wits::Calm);
    assert_eq!(hit(2, [6, 1, 1, 1]).mind("b"), 2);
    let odds = |damage: u8| {
        crate::dice::outcomes(|dice| {
            let mut trial = soaking("");
            let target = trial.who("b");
            let hit = Hit {
                target,
                by: None,
                track: Track::Mental,
                damage,
                massive: false,
            };
            let arena = std::sync::Arc::clone(&trial.arena);
            Scene::new(&arena, &mut trial.state, dice, &mut crate::fight::Silent).soaked(&hit)
        })
    };
    assert_eq!(odds(1).of(|&left| left == 0), fraction(65, 81));
    assert_eq!(odds(2).of(|&left| left == 0), fraction(33, 81));
}

#[test] // SST-19-4
fn what_is_soaked_off_is_not_dealt() {
    let after = |soaks: u32| {
        let setup = daunting(3, "policy = \"soaks\"\nad_set = [5, 2]");
        let begun = setup.policy("soaks", "soak = [\"soak\"]").begun([]);
        begun.step([5, 5, 5, soaks, 1, 1, 1]).blows()
    };
    let landed = |stopped: u32| Blow::Landed {
        rolled: 3,
        stopped,
        dealt: 3 - stopped,
    };
    assert_eq!((after(4), after(5)), (vec![landed(0)], vec![landed(1)]));
}

#[test] // SST-19-4
fn what_can_be_soaked_and_by_whom() {
    // By default, only Mental damage can be soaked. The option `soak` can allow it for both tracks or for
    // none.
    let wounded = |trial: Trial, faces: &[u32]| {
        trial
            .hurt("b", (Track::Physical, 1), faces.iter().copied())
            .left("b")
    };
    assert_eq!(wounded(soaking(""), &[]), 2);
    assert_eq!(wounded(soaking("soak = \"both\""), &[5, 1, 1, 1]), 3);
    let none = soaking("soak = \"none\"").hurt("b", (Track::Mental, 1), []);
    assert_eq!(none.mind("b"), 2);
    // A creature cannot soak in a State, without a usable die, while Crushed, or when surprised.
    let hit = |trial: Trial| trial.hurt("b", (Track::Mental, 1), []).mind("b");
    assert_eq!(
        hit(soaking("").given("b", |body| body.states.add(Daze::Stun))),
        2
    );
    assert_eq!(
        hit(soaking("").given("b", |body| body.hand = Hand::of(&[1]))),
        2
    );
    let crushed = |body: &mut crate::rules::swift_swords::nouns::Body| {
        body.wits = Wits::Crushed { fresh: false };
    };
    assert_eq!(hit(soaking("").given("b", crushed)), 2);
    let mut surprised = soaking("");
    let who = surprised.who("b");
    surprised.state.turns.surprised.add(who);
    assert_eq!(hit(surprised), 2);
}

/// Returns a fight between `b`, which is in panic, and `a`. They are in contact.
fn panicking(field: &str, stats: &str) -> Trial {
    let policy = if stats.contains("policy") {
        ""
    } else {
        "policy = \"fights\""
    };
    let setup = fighters(
        "b",
        &format!("ad_set = [5, 3, 3]\nattack = 1\n{stats}\n{policy}"),
    )
    .against("a", "policy = \"idle\"\nattack = 1")
    .policy("fights", "act = [\"attack\"]\nsuffer = [\"rank\"]")
    .field(field);
    setup
        .begun([])
        .given("b", |body| body.wits = Wits::Panicked { fresh: true })
}

#[test] // SST-19-5
fn who_panics_gets_away_whatever_it_costs() {
    // First comes an attack of opportunity. The first action in a panic has no roll against panic.
    let first = panicking("zones = 3", "").step([3]);
    assert_eq!(
        (
            first.body("b").zone,
            first.body("b").group,
            first.attackers()
        ),
        (1, 0, vec!["a".to_owned()])
    );
    assert_eq!(first.hand("b"), "5, 3");
    // From the second action on, the creature rolls SPIRIT. If it fails, it runs on. If it passes, it acts.
    let runs = first.step([1, 2, 3, 4]);
    assert_eq!(
        (runs.body("b").zone, runs.body("b").wits),
        (2, Wits::Panicked { fresh: false })
    );
}

#[test] // SST-19-5
fn who_is_over_its_panic_acts_at_once() {
    let trial = panicking("", "").given("b", |body| body.wits = Wits::Panicked { fresh: false });
    let after = trial.step([5, 1, 1, 1, 3]);
    assert_eq!(
        (after.body("b").wits, after.attackers()),
        (Wits::Calm, vec!["b".to_owned()])
    );
}

#[test] // SST-19-5
fn a_one_buys_a_second_roll_against_panic() {
    let setup = fighters("b", "ad_set = [5, 3, 1]\nattack = 1\npolicy = \"shaker\"")
        .against("a", "policy = \"idle\"")
        .policy("shaker", "act = [\"attack\"]\nshake = [\"roll\"]");
    let trial = setup
        .begun([])
        .given("b", |body| body.wits = Wits::Panicked { fresh: false });
    let after = trial.step([1, 1, 1, 1, 5, 1, 1, 1, 3]);
    assert_eq!(
        (after.body("b").wits, after.hand("b").as_str()),
        (Wits::Calm, "3")
    );
}

#[test] // SST-19-5
fn from_a_single_zone_panic_leads_out_of_the_fight() {
    let after = panicking("", "").step([3]);
    assert_eq!(after.body("b").status, Status::Fled);
    assert_eq!(after.heard.fled, [after.who("b")]);
    // A creature that is struck down on the way does not get away.
    let struck = panicking("", "physical = 1").step([5]);
    assert_eq!(struck.body("b").status, Status::Out);
}

#[test] // SST-19-5
fn without_the_pips_who_panics_waits() {
    let poor =
        fighters("b", "ad_set = [2]\nattack = 1").against("a", "policy = \"idle\"\nad_set = [3]");
    let after = poor
        .begun([])
        .given("b", |body| body.wits = Wits::Panicked { fresh: false })
        .step([]);
    assert_eq!(after.body("b").wits, Wits::Panicked { fresh: false });
}

#[test] // SST-19-5, SST-17-3
fn states_are_shaken_off_before_the_flight() {
    let dazed =
        panicking("zones = 2", "stateless = false").given("b", |body| body.states.add(Daze::Stun));
    let after = dazed.step([]);
    assert_eq!(
        (after.body("b").states.any(), after.body("b").zone),
        (false, 0)
    );
    assert_eq!(after.hand("b"), "5, 3");
}

#[test] // SST-19-5
fn panic_forbids_no_defence() {
    let setup = fighters("a", "ad_set = [5]\nattack = 1")
        .against("b", "dodge = 1\npolicy = \"dodges\"\nad_set = [2]");
    let trial = setup
        .begun([])
        .given("b", |body| body.wits = Wits::Panicked { fresh: true });
    assert!(trial.step([5]).attackers() == ["a"]);
}

#[test] // SST-19-6
fn the_crushed_do_nothing_at_all() {
    let setup = fighters("a", "ad_set = [5]\nattack = 1")
        .against("b", "dodge = 4\npolicy = \"dodges\"\nad_set = [5, 3, 2]");
    let trial = setup
        .begun([])
        .given("b", |body| body.wits = Wits::Crushed { fresh: true });
    // In its first turn, the creature loses its lowest die and makes no roll.
    let first = trial.step([]);
    assert_eq!(
        (first.hand("b").as_str(), first.body("b").wits),
        ("5, 3", Wits::Crushed { fresh: false })
    );
    // The creature fails its roll and loses the next die.
    let second = first.step([1, 2, 3, 4]);
    assert_eq!(second.hand("b"), "5");
    // A Crushed creature does not defend itself.
    assert_eq!(second.step([3]).attackers(), ["a"]);
}

#[test] // SST-19-6
fn a_crushed_mind_may_recover_when_its_turn_begins() {
    let setup = fighters("b", "ad_set = [5, 3]\nattack = 1").against("a", "policy = \"idle\"");
    let trial = setup
        .begun([])
        .given("b", |body| body.wits = Wits::Crushed { fresh: false });
    let after = trial.step([5, 1, 1, 1, 3]);
    assert_eq!(
        (after.body("b").wits, after.attackers()),
        (Wits::Calm, vec!["b".to_owned()])
    );
    let odds = trial_of_crushed().odds(|after| after.body("b").wits == Wits::Calm);
    assert_eq!(odds.of(|&calm| calm), fraction(65, 81));
}

fn trial_of_crushed() -> Trial {
    let setup = fighters("b", "ad_set = [5, 3]\nattack = 1").against("a", "policy = \"idle\"");
    setup
        .begun([])
        .given("b", |body| body.wits = Wits::Crushed { fresh: false })
}

#[test] // SST-19-6, SST-7-5
fn a_die_lost_to_being_crushed_calls_no_refresh() {
    let setup = fighters("b", "ad_set = [3]").against("a", "ad_set = [4, 4]\nattack = 1");
    let trial = setup
        .begun([])
        .given("b", |body| body.wits = Wits::Crushed { fresh: true });
    let after = trial.step([3]).step([]);
    assert_eq!(after.state.round, 1);
    assert!(!after.says("refresh"));
    assert_eq!(after.step([3]).attackers(), ["a"]);
}

#[test] // SST-23-1
fn an_attack_made_to_frighten_undoes_courage() {
    let brave = |flag: &str, faces: [u32; 1]| {
        let setup = fighters(
            "a",
            &format!("mental_attack = 1\n{flag}\nad_set = [4]\npolicy = \"daunts\""),
        )
        .against("b", "policy = \"idle\"")
        .policy("daunts", "act = [\"intimidate\"]");
        setup
            .begun([])
            .given("b", |body| body.brave = true)
            .step(faces)
            .body("b")
            .brave
    };
    assert!(!brave("mental_fear = true", [5]));
    assert!(brave("mental_fear = true", [3]));
    assert!(brave("", [5]));
}

#[test] // SST-19-1
fn blows_hurt_bodies_and_only_what_strikes_at_the_mind_hurts_minds() {
    let left = |trial: &Trial| (trial.left("b"), trial.mind("b"));
    let setup = |a: &str, b: &str| {
        let b = format!("policy = \"idle\"\nphysical = 3\nmental = 3\n{b}");
        fighters("a", &format!("attack = 4\nad_set = [5]\n{a}"))
            .against("b", &b)
            .policy("daunts", "act = [\"intimidate\"]")
            .policy("shoots", "act = [\"shoot\"]")
            .option("crossover = 0")
    };
    // An attack with a weapon costs no Mental Ranks, with any number of successes.
    for faces in [[5, 2, 2, 2], [5, 5, 5, 2], [5, 5, 5, 5]] {
        assert_eq!(left(&setup("", "").begun([]).step(faces)), (2, 3));
    }
    let bow = "carries = [\"bow\"]\npolicy = \"shoots\"";
    let shot = setup(bow, "").field("start = \"alone\"");
    assert_eq!(left(&shot.begun([]).step([5, 5, 2, 2])), (2, 3));
    // Intimidation, an event, and fear hurt the mind.
    let daunts = setup("mental_attack = 4\npolicy = \"daunts\"", "armour = 3");
    assert_eq!(left(&daunts.begun([]).step([5, 5, 2, 2])), (3, 2));
    let event = setup("", "").field("events = [{ round = 1, side = \"side 2\", ranks = 1 }]");
    assert_eq!(left(&event.ready().step([2; 4])), (3, 2));
    let fear = fighters("b", "attack = 1\nad_set = [5]")
        .against("a", "fear = \"dread\"\npolicy = \"idle\"\nad_set = [3]")
        .option("crossover = 0");
    assert_eq!(left(&fear.begun([]).step([1, 1, 1, 3])), (3, 2));
}

#[test] // SST-17-3, SST-19-5
fn shaking_off_a_state_is_the_first_action_of_a_panic() {
    let shaken = || {
        let trial = panicking("zones = 3", "stateless = false");
        trial
            .given("b", |body| body.states.add(Daze::Shock))
            .step([])
    };
    assert_eq!(shaken().body("b").wits, Wits::Panicked { fresh: false });
    // `b` has ended the State as its first action. So it rolls SPIRIT before the second. If it passes, it
    // acts. If it fails, it runs.
    let acts = shaken().step([5, 1, 1, 1, 3]);
    assert_eq!(
        (acts.body("b").wits, acts.attackers()),
        (Wits::Calm, vec!["b".to_owned()])
    );
    let runs = shaken().step([1, 2, 3, 4, 3]);
    assert_eq!((runs.body("b").zone, runs.body("b").group), (1, 0));
    let odds = shaken().odds(|after| after.body("b").wits == Wits::Calm);
    assert_eq!(odds.of(|&calm| calm), fraction(65, 81));
}

#[test] // SST-17-3, SST-19-5
fn a_state_forbids_no_roll_against_panic() {
    let dazed = |faces: [u32; 4]| {
        let trial = panicking("zones = 3", "stateless = false");
        let trial = trial.given("b", |body| {
            body.states.add(Daze::Stun);
            body.wits = Wits::Panicked { fresh: false };
        });
        let after = trial.step(faces);
        // Whether SPIRIT passes or not, the turn is used for ending the State.
        assert!(!after.body("b").states.any() && after.attackers().is_empty());
        assert_eq!(
            (after.hand("b").as_str(), after.body("b").zone),
            ("5, 3", 0)
        );
        after.body("b").wits
    };
    assert_eq!(dazed([5, 1, 1, 1]), Wits::Calm);
    assert_eq!(dazed([1, 2, 3, 4]), Wits::Panicked { fresh: false });
}

/// Returns a fight of `b`, which is in panic and Stunned, against `a`. To end the State, `b` rolls rather
/// than spending a die.
fn panicking_and_stunned(hand: &[u8], wits: Wits) -> Trial {
    let stats = "stateless = false\npolicy = \"rolls\"\nattack = 1";
    let setup = fighters("b", &format!("{stats}\nad_set = {hand:?}"))
        .against("a", "policy = \"idle\"\nattack = 1")
        .policy(
            "rolls",
            "act = [\"attack\"]\nsuffer = [\"rank\"]\nrecover = [\"by-roll\"]",
        )
        .field("zones = 3");
    setup.begun([]).given("b", |body| {
        body.wits = wits;
        body.states.add(Daze::Stun);
    })
}

const FIRST: Wits = Wits::Panicked { fresh: true };
const LATER: Wits = Wits::Panicked { fresh: false };

#[test] // SST-19-5, SST-17-3
fn a_roll_against_a_state_may_let_the_panicked_flee() {
    let begun = || panicking_and_stunned(&[5, 3, 3], FIRST);
    // The dice are for the BODY roll against the Stun, and for the attack of opportunity. The Move is paid
    // before them. In the first turn of a panic there is no SPIRIT roll.
    let away = begun().step([5, 2, 2, 2, 3]);
    assert_eq!((away.body("b").zone, away.hand("b").as_str()), (1, "5, 3"));
    assert!(!away.body("b").states.any() && away.body("b").wits == LATER);
    let stays = begun().step([2; 4]);
    assert_eq!(
        (stays.body("b").zone, stays.hand("b").as_str()),
        (0, "5, 3")
    );
    assert!(stays.body("b").states.any() && stays.body("b").wits == LATER);
    let odds = begun().odds(|after| after.body("b").zone);
    assert_eq!(odds.of(|&zone| zone == 1), fraction(65, 81));
}

#[test] // SST-19-5, SST-17-3
fn a_state_and_a_panic_are_rolled_against_once_each() {
    let begun = || panicking_and_stunned(&[5, 4, 3], LATER);
    // SPIRIT fails and BODY passes, so the creature runs.
    let runs = begun().step([2, 2, 2, 2, 5, 2, 2, 2, 3]);
    assert_eq!((runs.body("b").zone, runs.hand("b").as_str()), (1, "5, 4"));
    assert_eq!(runs.attackers(), ["a"]);
    // SPIRIT passes, so the creature pays for an attack. BODY passes, so the attack takes place.
    let strikes = begun().step([5, 2, 2, 2, 5, 2, 2, 2, 3]);
    assert_eq!(
        (strikes.body("b").zone, strikes.hand("b").as_str()),
        (0, "5, 3")
    );
    assert_eq!(strikes.attackers(), ["b"]);
    assert_eq!(strikes.body("b").wits, Wits::Calm);
}

#[test] // SST-19-5, SST-17-3
fn who_cannot_pay_for_its_flight_shakes_a_state_off_by_a_die() {
    let after = panicking_and_stunned(&[2], FIRST).step([]);
    assert_eq!(
        (after.body("b").states.any(), after.body("b").zone),
        (false, 0)
    );
    assert_eq!(after.hand("b"), "no dice");
}

#[test] // SST-19-5, SST-17-3
fn one_roll_rids_the_panicked_of_one_state_only() {
    let begun = panicking_and_stunned(&[5, 3, 3], FIRST);
    let begun = begun.given("b", |body| body.states.add(Daze::Doubt));
    let after = begun.step([5, 2, 2, 2]);
    assert!(!after.body("b").states.has(Daze::Stun) && after.body("b").states.has(Daze::Doubt));
    assert_eq!(
        (after.body("b").zone, after.hand("b").as_str()),
        (0, "5, 3")
    );
}

#[test] // SST-12-5, SST-17-3, SST-19-5
fn the_panicked_in_a_hold_roll_while_they_struggle() {
    let begun = panicking_and_stunned(&[5, 4, 3], LATER);
    let by = begun.who("a");
    let begun = begun.given("a", |body| (body.close, body.prone) = (1, true));
    let begun = begun.given("b", |body| {
        (body.close, body.prone) = (1, true);
        body.held = Some(Grip { by, level: 0 });
    });
    // The rolls: SPIRIT, BODY against the Stun, and BODY against the BODY of the holder.
    let rolls = [[2; 4], [5, 2, 2, 2], [5, 2, 2, 2], [2; 4]];
    let after = begun.step(rolls.concat());
    assert_eq!(
        (after.body("b").held, after.body("b").states.any()),
        (None, false)
    );
    assert_eq!(after.body("b").wits, LATER);
}

#[test] // SST-12-5, SST-19-5
fn who_is_held_may_be_over_its_panic_too() {
    let trial = fighters("b", "ad_set = [5, 3, 3]")
        .against("a", "policy = \"idle\"\nad_set = [1]")
        .begun([]);
    let by = trial.who("a");
    let trial = trial.given("a", |body| (body.close, body.prone) = (1, true));
    let trial = trial.given("b", |body| {
        (body.close, body.prone) = (1, true);
        body.held = Some(Grip { by, level: 0 });
        body.wits = Wits::Panicked { fresh: true };
    });
    // In both turns, BODY is rolled against BODY. The second turn also has a SPIRIT roll before that.
    let first = trial.step([2; 8]);
    assert_eq!(first.body("b").wits, Wits::Panicked { fresh: false });
    let second = first.step([5, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
    assert_eq!(second.body("b").wits, Wits::Calm);
}

#[test] // SST-19-2, SST-19-3, SST-19-5, SST-19-6
fn what_strikes_at_the_mind_is_told_as_such() {
    let hit = |damage: u8| {
        let after = daunting(1, "")
            .begun([])
            .hurt("b", (Track::Mental, damage), []);
        assert!(!after.says("Trauma") && !after.says("Killing Blow"));
        after.heard.said
    };
    let told = |clause, text: &str| (clause, text.to_owned());
    assert_eq!(hit(3), [told("SST-19-3", "b is down to Mental 2.")]);
    assert_eq!(
        hit(4),
        [
            told("SST-19-2", "4 against Mental rank 3 panics b."),
            told("SST-19-3", "b is down to Mental 2."),
            told("SST-19-5", "b panics."),
        ]
    );
    assert_eq!(
        hit(7),
        [
            told("SST-19-2", "7 against Mental rank 3 crushes b."),
            told("SST-19-3", "b is down to Mental 2."),
            told("SST-19-6", "b is crushed."),
        ]
    );
    // The transcript also says when a creature is no longer Crushed.
    let crushed = trial_of_crushed().step([5, 1, 1, 1, 3]);
    assert!(
        crushed
            .heard
            .said
            .contains(&told("SST-19-6", "b is itself again."))
    );
}

#[test] // SST-1-2, SST-19-5
fn flight_is_told_by_what_it_comes_from() {
    let told = |clause| (clause, "b has fled.".to_owned());
    let panics = panicking("", "").step([3]);
    assert!(panics.heard.said.contains(&told("SST-19-5")));
    let setup = fighters("b", "ad_set = [5]\npolicy = \"runs\"")
        .against("a", "policy = \"idle\"\nattack = 1")
        .policy("runs", "act = [\"retreat\"]");
    let runs = setup.begun([]).holding("a", &[2]).step([3]);
    assert!(runs.heard.said.contains(&told("SST-1-2")));
}

#[test] // SST-0-10, SST-19-1
fn the_weakest_mind_is_daunted_first() {
    let after = fighters(
        "a",
        "mental_attack = 4\nad_set = [4, 4]\npolicy = \"daunts\"",
    )
    .against("b", "physical = 2\nmental = 8\npolicy = \"idle\"")
    .and("c", "physical = 8\nmental = 2\npolicy = \"idle\"")
    .policy("daunts", "act = [\"intimidate weakest\"]")
    .begun([])
    .step([5, 5, 3, 2]);
    assert_eq!((after.mind("b"), after.mind("c")), (8, 1));
}

#[test] // SST-19-4, SST-23-1
fn whoever_soaks_off_a_fright_stays_brave() {
    let brave = |soaked: u32| {
        let setup = fighters(
            "a",
            "policy = \"p\"\nad_set = [5]\nmental_attack = 1\nmental_fear = true",
        )
        .against("b", "policy = \"soaks\"\nad_set = [3, 2]")
        .policy("p", "act = [\"intimidate\"]")
        .policy("soaks", "soak = [\"soak\"]");
        let begun = setup.begun([]).given("b", |body| body.brave = true);
        begun.step([5, soaked, 1, 1, 1]).body("b").brave
    };
    assert!(brave(5) && !brave(2));
}

#[test] // SST-19-5, SST-19-6
fn whoever_is_crushed_does_not_panic_besides() {
    let setup = fighters("a", "mental = 5\npolicy = \"idle\"").against("b", "");
    let crushed = setup
        .ready()
        .given("a", |body| body.wits = Wits::Crushed { fresh: false });
    let after = crushed.hurt("a", (Track::Mental, 6), []);
    assert_eq!(after.body("a").wits, Wits::Crushed { fresh: false });
    assert_eq!(after.mind("a"), 4);
}

#[test] // SST-19-5, SST-9-4
fn no_effort_goes_into_a_roll_that_a_one_has_bought() {
    let lists = "act = [\"attack\"]\nshake = [\"roll\"]\neffort = [\"effort if effort.for == 2\"]";
    let setup = fighters("a", "attack = 1\nad_set = [4, 1, 1, 1]\npolicy = \"p\"")
        .policy("p", lists)
        .against("b", "ad_set = [2]\npolicy = \"idle\"");
    let begun = setup
        .begun([])
        .given("a", |body| body.wits = Wits::Panicked { fresh: false });
    // All five dice of the first roll fail. One of them is from Effort. Another 1 buys a second roll, which
    // has only four dice.
    let after = begun.step([2, 2, 2, 2, 2, 5, 2, 2, 2, 2]);
    assert_eq!(after.body("a").wits, Wits::Calm);
    assert_eq!(after.attackers(), ["a"]);
}

#[test] // SST-19-2, SST-10-6
fn an_attack_on_the_mind_takes_exposure_dice_too() {
    let begun = daunting(2, "").begun([]);
    let after = begun.given("b", |body| body.exposures = 1).step([3, 3, 3]);
    assert_eq!(after.body("b").exposures, 0);
}

#[test] // SST-19-5, SST-7-7
fn panic_leaves_no_choice_in_a_last_option() {
    let setup = fighters("b", "attack = 0\nad_set = [4]")
        .against("a", "ad_set = [3]\npolicy = \"p\"")
        .policy("p", "last = [\"carry\"]");
    let panics = setup
        .begun([])
        .given("a", |body| body.wits = Wits::Panicked { fresh: true });
    let after = panics.round([]);
    assert_eq!(after.heard.fled, [after.who("a")]);
}

#[test] // SST-19-2, SST-19-6
fn any_damage_beyond_a_panic_crushes() {
    for damage in [9, 10, 99] {
        let after = daunting(1, "")
            .begun([])
            .hurt("b", (Track::Mental, damage), []);
        assert_eq!(
            (after.mind("b"), after.body("b").wits),
            (2, Wits::Crushed { fresh: true })
        );
    }
}

#[test] // SST-19-5
fn who_panics_again_begins_anew() {
    let trial = panicking("", "").given("b", |body| body.wits = Wits::Panicked { fresh: false });
    let after = trial.hurt("b", (Track::Mental, 4), []);
    assert_eq!(after.body("b").wits, Wits::Panicked { fresh: true });
}

#[test] // SST-19-2, SST-10-5
fn the_mind_of_somebody_who_has_fumbled_is_easier_to_daunt() {
    let begun = daunting(2, "")
        .begun([])
        .given("b", |body| body.fumbled = true);
    assert_eq!(begun.step([4, 3]).mind("b"), 2);
}
