//! Tests of the location of wounds, and of their immediate and lasting effects.

use super::*;
use crate::rules::swift_swords::nouns::{Body, BodyPart, Daze, Status, injuries::Injuries};
use crate::rules::swift_swords::testing::{Setup, Trial, fighters, fraction};
use crate::rules::testing::Heard;

/// The stat block of a creature that is struck and does nothing.
const VICTIM: &str = "physical = 2\nmental = 5";

/// Returns a setup of `a`, which strikes with three dice, and `b`. Three successes are a Trauma, because `b`
/// has rank 2.
fn traumatic(stats: &str) -> Setup {
    let policy = if stats.contains("policy") { "" } else { IDLE };
    fighters("a", "attack = 3\nad_set = [5, 5, 5, 5]")
        .against("b", &format!("{VICTIM}\n{stats}\n{policy}"))
        .option("injuries = \"full\"")
}

const IDLE: &str = "policy = \"idle\"";

/// Returns the fight after a Trauma of `b`. The first four faces are for the location, the next ones for the
/// effects.
fn wounded(stats: &str, faces: impl IntoIterator<Item = u32>) -> Trial {
    let struck = [5, 5, 5].into_iter().chain(faces);
    traumatic(stats).begun([]).step(struck)
}

/// Returns the fight after a Trauma. All four location dice show `number`, which decides whether the legs,
/// the arms, the chest or the head are hit. `effect` is the roll for the wound, and `more` are the faces
/// after it.
fn hurt_at(number: u32, effect: u32, more: &[u32]) -> Trial {
    let faces = [number, number, number, number, effect];
    wounded("", faces.into_iter().chain(more.iter().copied()))
}

#[test] // SST-22-4, SST-22-7
fn odds_of_wounds() {
    let begun = traumatic("").begun([]);
    let odds = |read: &dyn Fn(&Trial) -> bool| {
        let found = crate::dice::outcomes(|dice| {
            let mut trial = Trial {
                arena: std::sync::Arc::clone(&begun.arena),
                state: begun.state.clone(),
                heard: Heard::default(),
                outcome: None,
            };
            let hit = Hit {
                target: trial.who("b"),
                by: None,
                track: Track::Physical,
                damage: 3,
                massive: false,
            };
            let arena = std::sync::Arc::clone(&trial.arena);
            Scene::new(&arena, &mut trial.state, dice, &mut crate::fight::Silent).suffer(&hit);
            read(&trial)
        });
        found.of(|&yes| yes)
    };
    assert_eq!(
        odds(&|trial| trial.body("b").injuries.bleeding > 0),
        fraction(17, 81)
    );
    assert_eq!(odds(&|trial| !trial.fights("b")), fraction(137, 5832));
    assert_eq!(unconscious(), fraction(137, 2592));
    let wind = |trial: &Trial| trial.body("b").injuries.burns == 2 && trial.mind("b") == 4;
    let unsteady = |trial: &Trial| trial.body("b").injuries.unsteady;
    assert_eq!(
        odds(&|trial| wind(trial) && !unsteady(trial)),
        fraction(29, 864)
    );
}

/// Returns the chance of a wound in the head that makes its victim unconscious. This creature has no dice for
/// its WILL roll, so such a wound always puts it out.
fn unconscious() -> num_rational::BigRational {
    let trial = traumatic("will = -4").begun([]);
    let found = crate::dice::outcomes(|dice| {
        let mut state = trial.state.clone();
        let hit = Hit {
            target: trial.who("b"),
            by: None,
            track: Track::Physical,
            damage: 3,
            massive: false,
        };
        Scene::new(&trial.arena, &mut state, dice, &mut crate::fight::Silent).suffer(&hit);
        state.fighting.has(trial.who("b"))
    });
    found.of(|&fights| !fights)
}

#[test] // SST-22-1, SST-18-4
fn a_trauma_costs_a_rank_and_wounds_who_is_not_out() {
    let after = hurt_at(1, 3, &[]);
    assert_eq!(
        (
            after.left("b"),
            after.body("b").injuries.fractures[BodyPart::Leg as usize]
        ),
        (1, 2)
    );
    assert!(after.says("the right leg; 3, fracture"));
    // The damage of two successes is not more than the rank.
    assert_eq!(
        traumatic("").begun([]).step([5, 5, 2]).body("b").injuries,
        Injuries::default()
    );
    // A creature that loses its last Rank gets no wound.
    let last = traumatic("")
        .begun([])
        .given("b", |body| body.losses[0].direct = 1);
    assert!(!last.step([5, 5, 5]).fights("b"));
}

#[test] // SST-22-5
fn dice_burn_now_and_in_every_deal() {
    let burnt = |policy: &str| {
        traumatic(&format!("ad_set = [5, 3, 2]\n{policy}"))
            .policy("high", "burn = [\"highest\"]")
            .begun([])
    };
    let after = burnt("").step([5, 5, 5, 5, 5, 5, 5, 2]);
    assert_eq!(
        (after.hand("b").as_str(), after.body("b").injuries.burns),
        ("5, 1, 1", 2)
    );
    assert_eq!(after.mind("b"), 4);
    let high = burnt("policy = \"high\"").step([5, 5, 5, 5, 5, 5, 5, 2]);
    assert_eq!(high.hand("b"), "2, 1, 1");
    // With one die burned, the hand pays for one attack in a round instead of two.
    let setup = fighters("a", "ad_set = [5, 3, 2]\nattack = 1").against("b", "policy = \"idle\"");
    let next = setup
        .begun([])
        .given("a", |body| body.injuries.burns = 1)
        .step([3]);
    assert_eq!(next.hand("a"), "3, 1");
    assert_eq!(next.round([]).attackers().len(), 0);
}

/// Returns a fight at the start of round 2, after `change` has made `b` bleed.
fn bleeding(change: impl FnOnce(&mut Body)) -> Trial {
    let setup = fighters("a", "policy = \"idle\"").against("b", "policy = \"idle\"\nphysical = 3");
    let mut trial = setup
        .option("injuries = \"full\"")
        .ready()
        .given("b", change);
    trial.state.round = 2;
    trial
}

#[test] // SST-22-6
fn bleeding_costs_a_rank_where_body_fails() {
    let one = |body: &mut Body| body.injuries.bleeding = 0b1;
    assert_eq!(bleeding(one).step([1, 2, 3, 4]).left("b"), 2);
    assert_eq!(bleeding(one).step([1, 2, 3, 5]).left("b"), 3);
    let odds = bleeding(one).odds(|after| after.left("b"));
    assert_eq!(odds.of(|&left| left == 2), fraction(16, 81));
    let worse = |body: &mut Body| {
        body.injuries.bleeding = 0b1;
        body.injuries.bleeding_worse = 0b1;
    };
    let odds = bleeding(worse).odds(|after| after.left("b"));
    assert_eq!(odds.of(|&left| left == 2), fraction(4, 9));
    // Two parts bleed separately.
    let two = |body: &mut Body| body.injuries.bleeding = 0b11;
    assert_eq!(bleeding(two).step([1, 2, 3, 4, 1, 2, 3, 4]).left("b"), 1);
}

#[test] // SST-0-7, SST-22-6
fn two_who_bleed_to_the_end_at_once_draw() {
    let setup = fighters("a", "policy = \"idle\"\nphysical = 1")
        .against("b", "policy = \"idle\"\nphysical = 1")
        .option("injuries = \"full\"");
    let one = |body: &mut Body| body.injuries.bleeding = 0b1;
    let mut trial = setup.ready().given("a", one).given("b", one);
    trial.state.round = 2;
    let after = trial.round([1, 1, 1, 1, 1, 1, 1, 1]);
    let ending = after.outcome.map(|outcome| outcome.ending);
    assert_eq!(ending, Some(crate::fight::Ending::Draw));
}

#[test] // SST-22-7
fn wounds_of_the_head() {
    let hero = "heroic = true\nad_rolled = false\nad_set = [5]";
    let stunned = wounded(hero, [6, 6, 6, 6, 1]);
    assert!(stunned.body("b").states.has(Daze::Stun));
    assert_eq!(stunned.body("b").injuries.burns, 1);
    // A minor creature is never Stunned.
    assert!(!hurt_at(6, 1, &[]).body("b").states.any());
    // The WILL roll has two dice fewer.
    assert!(!hurt_at(6, 2, &[4, 4]).fights("b"));
    assert!(hurt_at(6, 2, &[4, 5]).fights("b"));
    let blind = hurt_at(6, 3, &[3]);
    assert_eq!((blind.body("b").injuries.sight, blind.mind("b")), (1, 4));
    let deaf = hurt_at(6, 3, &[4]).body("b").injuries;
    assert_eq!((deaf.sight, deaf.casting), (0, 2));
    assert_eq!(
        hurt_at(6, 4, &[]).body("b").injuries.fractures[BodyPart::Head as usize],
        2
    );
    let giddy = hurt_at(6, 5, &[]);
    assert_eq!((giddy.mind("b"), giddy.body("b").injuries.burns), (4, 2));
    let left = giddy.body("b").injuries;
    assert!(left.unsteady);
    assert_eq!((left.casting, left.stumbling), (2, 0));
    assert_eq!(hurt_at(6, 6, &[]).body("b").injuries.bleeding, 1 << 5);
}

#[test] // SST-22-7
fn wounds_of_the_arms_and_chest() {
    let flesh = hurt_at(3, 2, &[]);
    assert!(!flesh.fights("b"), "the second rank of two");
    let right = hurt_at(4, 4, &[]).body("b").injuries;
    assert_eq!(
        (right.right_useless, right.left_useless, right.burns),
        (true, false, 1)
    );
    let left = hurt_at(3, 4, &[]).body("b").injuries;
    assert_eq!((left.right_useless, left.left_useless), (false, true));
    let broken = wounded(
        "heroic = true\nad_rolled = false\nad_set = [5]\nstateless = true",
        [4, 4, 4, 4, 6],
    );
    assert!(broken.body("b").injuries.right_useless);
    assert_eq!(broken.body("b").dropped, 1);
    assert_eq!(broken.left("b"), 3);
    assert_eq!(
        hurt_at(5, 5, &[]).body("b").injuries.fractures[BodyPart::Chest as usize],
        2
    );
}

/// Returns the fight after a Trauma in the leg of `b`, a hero. The wound there is `effect`. `faces` are for
/// its effects.
fn dealt(effect: &str, faces: impl IntoIterator<Item = u32>) -> Trial {
    let row = format!(
        "[injuries]\nlegs = [\"{effect}\", \"wind\", \"wind\", \"wind\", \"wind\", \"wind\", \"wind\"]"
    );
    let hero = "heroic = true\nad_rolled = false\nad_set = [5, 4]\nstateless = true";
    let setup = traumatic(hero).with(&row);
    let struck = [5, 5, 5, 1, 1, 1, 1, 1];
    setup.begun([]).step(struck.into_iter().chain(faces))
}

#[test] // SST-22-7
fn the_worst_wounds() {
    let severed = dealt("sever", []);
    let body = severed.body("b");
    assert!(body.prone && body.injuries.legless);
    assert_eq!((body.injuries.all, body.injuries.burns), (2, 2));
    assert_eq!((severed.left("b"), severed.hand("b").as_str()), (2, "1, 1"));
    // The penalties of `puncture` and `maim` are on all rolls.
    assert_eq!(
        (
            dealt("puncture", []).left("b"),
            dealt("puncture", []).body("b").injuries.all
        ),
        (3, 1)
    );
    let maimed = dealt("maim", []);
    assert_eq!(
        (
            maimed.body("b").losses[1].direct,
            maimed.body("b").injuries.all
        ),
        (1, 1)
    );
    // For `kill`, the BODY roll comes before the loss of Ranks, and all dice in hand are lost.
    let near = dealt("kill", [4, 5]);
    assert_eq!(
        (near.hand("b").as_str(), near.body("b").losses[1].direct),
        ("no dice", 2)
    );
    assert_eq!(dealt("kill", [4, 4]).body("b").status, Status::Out);
    // For `foot`, the creature falls prone at once if a DEX roll fails.
    let fallen = dealt("foot", [1, 2, 3, 4]);
    assert!(fallen.body("b").prone && fallen.body("b").injuries.lame);
    let stands = dealt("foot", [1, 2, 3, 5]);
    assert_eq!(
        (stands.body("b").prone, stands.body("b").injuries.stumbling),
        (false, 2)
    );
    let leg = dealt("broken", []).body("b").injuries;
    assert_eq!(
        (leg.unsteady, leg.stumbling, leg.right_useless),
        (true, 2, false)
    );
}

#[test] // SST-18-1, SST-18-4, SST-22-7
fn a_hit_counts_the_ranks_that_its_wound_costs() {
    let lost = |trial: &Trial| trial.heard.lost.clone();
    assert_eq!(lost(&hurt_at(1, 3, &[])), [1], "a fracture costs none");
    // `ranks` is the number of lost Ranks. One of them is that of the Trauma. The wound costs the others.
    for (effect, ranks) in [("puncture", 2), ("maim", 2), ("sever", 3), ("foot", 1)] {
        let faces: &[u32] = if effect == "foot" { &[1, 2, 3, 5] } else { &[] };
        let trial = dealt(effect, faces.iter().copied());
        assert_eq!(lost(&trial), [ranks], "{effect}");
    }
    assert_eq!(lost(&dealt("kill", [4, 5])), [3]);
    // If the wound puts a creature out, the Ranks of the wound are not lost as well.
    assert_eq!(lost(&dealt("kill", [4, 4])), [1]);
}

#[test] // SST-22-7
fn injuries_take_dice_off_rolls() {
    let setup = fighters("a", "attack = 5\nad_set = [5]").against("b", "policy = \"idle\"");
    let hurt = |change: fn(&mut Injuries)| {
        let trial = setup
            .begun([])
            .given("a", |body| change(&mut body.injuries));
        // `dice` is the expected number of attack dice. The step fails if it rolls more or fewer.
        move |dice: usize| trial.step(std::iter::repeat_n(3, dice))
    };
    drop(hurt(|injuries| injuries.all = 2)(3));
    drop(hurt(|injuries| {
        injuries.fractures[BodyPart::RightArm as usize] = 2;
    })(3));
    drop(hurt(|injuries| injuries.sight = 1)(4));
    drop(hurt(|injuries| {
        injuries.fractures[BodyPart::LeftArm as usize] = 2;
    })(5));
    drop(hurt(|injuries| injuries.all = 5)(0));
    let dodges = fighters("a", "attack = 2\nad_set = [5]")
        .against("b", "dodge = 4\npolicy = \"dodges\"\nad_set = [5]");
    let lame = dodges.begun([]).given("b", |body| {
        body.injuries.fractures[BodyPart::Leg as usize] = 2;
    });
    drop(lame.step([3, 3, 5, 5]));
}

#[test] // SST-22-7
fn without_its_right_hand_one_fights_on_light_and_does_not_parry() {
    let setup = fighters("a", "attack = 5\nad_set = [5]\ncarries = [\"great-axe\"]")
        .against("b", "policy = \"idle\"\nphysical = 3");
    let one_handed = setup
        .begun([])
        .given("a", |body| body.injuries.right_useless = true);
    // Three successes do 2 damage with the light code. The axe would have cost 5 and done 4.
    let after = one_handed.step([5, 5, 5, 2, 2]);
    assert!(after.says("b is hit for 2"));
    assert!(setup.begun([]).step([5, 5, 5, 2, 2]).says("b is hit for 4"));
    let parries = fighters("a", "attack = 2\nad_set = [5]").against(
        "b",
        "parry = 4\nshield = 1\npolicy = \"parries\"\nad_set = [5]",
    );
    let helpless = parries
        .begun([])
        .given("b", |body| body.injuries.right_useless = true);
    drop(helpless.step([3, 3]));
    let blocks = fighters("a", "attack = 2\nad_set = [5]").against(
        "b",
        "block = 4\nshield = 1\npolicy = \"blocks\"\nad_set = [5]",
    );
    let helpless = blocks
        .begun([])
        .given("b", |body| body.injuries.left_useless = true);
    drop(helpless.step([3, 3]));
}

#[test] // SST-22-3, SST-22-4
fn tables_of_injuries_are_checked() {
    let faults = |toml: &str| traumatic("").with(toml).faults();
    let twice = faults("[locations.tail]\nnumber = 3\neffects = \"legs\"\nnext = [\"chest\"]");
    assert!(twice.contains("swift-swords::part-number"), "{twice}");
    let tails = (0..9).map(|at| format!("[locations.tail-{at}]\neffects = \"legs\"\n"));
    let tails: Vec<String> = tails.collect();
    assert!(faults(&tails.concat()).contains("scenario::too-many"));
    let word = faults(
        "[injuries]\nlegs = [\"stun\", \"stun\", \"stun\", \"stub\", \"stun\", \"stun\", \"stun\"]",
    );
    assert!(word.contains("swift-swords::unknown-wound"), "{word}");
    assert!(faults("[injuries]\nlegs = [\"stun\"]").contains("swift-swords::injury-row"));
}

#[test] // SST-22-7, SST-15-6
fn a_wound_costs_a_mind_beyond_damage_nothing() {
    let setup = fighters("a", "attack = 3\nad_set = [5, 5, 5, 5]")
        .against("b", &format!("physical = 2\nmental = 9\n{IDLE}"))
        .option("injuries = \"full\"");
    let after = setup.begun([]).step([5, 5, 5, 5, 5, 5, 5, 2]);
    assert_eq!((after.body("b").injuries.burns, after.mind("b")), (2, 9));
}

#[test] // SST-22-7, SST-12-3
fn a_hand_that_is_hurt_drops_what_it_holds_but_no_claws() {
    let dropped = |weapon: &str| {
        let after = wounded(&format!("carries = [\"{weapon}\"]"), [4, 4, 4, 4, 4]);
        assert!(after.body("b").injuries.right_useless);
        after.body("b").dropped
    };
    assert_eq!(["broadsword", "claws"].map(dropped), [1, 0]);
}

#[test] // SST-22-6
fn where_it_bleeds_worse_is_rolled_with_two_dice_fewer() {
    let bleeds = |worse: u16| {
        let setup = fighters("a", IDLE)
            .against("b", IDLE)
            .option("injuries = \"full\"");
        let begun = setup.begun([]).round([]).given("a", |body| {
            (body.injuries.bleeding, body.injuries.bleeding_worse) = (1, worse);
        });
        let odds = begun.odds(|after| after.left("a"));
        odds.of(|&left| left == 2)
    };
    assert_eq!(bleeds(0), fraction(16, 81));
    assert_eq!(bleeds(1), fraction(4, 9));
}

#[test] // SST-22-7
fn a_severed_arm_is_of_no_use() {
    let severed = |number: u32| {
        let row = "[injuries]\narms = [\"sever\", \"wind\", \"wind\", \"wind\", \"wind\", \"wind\", \"wind\"]";
        let hero = "heroic = true\nad_rolled = false\nad_set = [5, 4]\nstateless = true";
        let begun = traumatic(hero).with(row).begun([]);
        let after = begun.step([5, 5, 5, number, number, number, number, 1]);
        let body = after.body("b");
        assert!(!body.prone && !body.injuries.legless);
        let injuries = body.injuries;
        (injuries.right_useless, injuries.left_useless, body.dropped)
    };
    assert_eq!(severed(4), (true, false, 1));
    assert_eq!(severed(3), (false, true, 0));
}

#[test] // SST-22-7
fn what_may_put_out_is_resisted_by_what_it_strikes_at() {
    let rolls = |effect: &str, which: &str, dice: usize| {
        let after = dealt(effect, vec![2; dice]);
        assert!(after.says(&format!("for {which}: fails")), "{effect}");
        assert!(!after.fights("b"));
    };
    rolls("unconscious", "WILL", 4);
    rolls("paralysed", "BODY", 4);
    rolls("kill", "BODY", 2);
    assert!(dealt("foot", [2; 4]).says("for DEX: fails"));
}

#[test] // SST-22-5, SST-22-7
fn every_wound_takes_its_dice_and_ranks() {
    let passes = [5, 2, 2, 2];
    for (effect, faces, burns, ranks) in [
        ("stun", &[][..], 1, [0, 0]),
        ("unconscious", &passes, 1, [0, 0]),
        ("sight-or-sound", &[1], 0, [0, 1]),
        ("balance", &[], 2, [0, 1]),
        ("paralysed", &passes, 0, [0, 0]),
        ("broken", &[], 0, [1, 0]),
        ("wind", &[], 2, [0, 1]),
        ("kill", &[5, 2], 0, [0, 2]),
        ("hand", &[], 1, [0, 0]),
        ("foot", &passes, 1, [0, 0]),
        ("flesh-wound", &[], 0, [1, 0]),
        ("fracture", &[], 0, [0, 0]),
        ("sever", &[], 2, [2, 0]),
        ("puncture", &[], 1, [1, 0]),
        ("maim", &[], 1, [0, 1]),
        ("bleeder", &[], 0, [0, 0]),
    ] {
        let after = dealt(effect, faces.iter().copied());
        let body = after.body("b");
        // One of the lost Physical Ranks is that of the Trauma, not of the wound.
        let lost = [body.losses[0].direct - 1, body.losses[1].direct];
        assert_eq!((body.injuries.burns, lost), (burns, ranks), "{effect}");
    }
}
