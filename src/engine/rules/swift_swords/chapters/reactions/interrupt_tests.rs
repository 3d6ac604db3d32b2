//! Tests of held attacks, which waiting creatures make before an enemy's action.

use crate::fight::{Arena as _, Fight, FighterSet, Silent, Stream};
use crate::rules::swift_swords::nouns::{Aim, Body, Defence, DefenceKind, Grip, Ward, Wits};
use crate::rules::swift_swords::testing::{Setup, Trial, fighters};

/// Returns a setup of `a`, which waits and attacks before its enemy acts, and `b`, which does `act`.
fn waits(stats: &str, act: &str) -> Setup {
    answers("interrupt = [\"attack\"]", stats, act)
}

/// Returns a setup of `a`, which waits and has the policy lists `lists`, and `b`, which does `act`.
fn answers(lists: &str, stats: &str, act: &str) -> Setup {
    fighters("a", "policy = \"p\"\nad_set = [5, 5, 4]")
        .against("b", &format!("policy = \"q\"\nad_set = [5, 3]\n{stats}"))
        .policy("p", lists)
        .policy("q", &format!("act = [\"{act}\"]"))
}

#[test] // SST-8-8
fn whoever_waits_comes_before_an_enemy_who_acts() {
    let after = waits("", "attack").begun([]).step([5, 2, 2, 2, 2, 2, 2, 2]);
    assert_eq!(after.attackers(), ["a", "b"]);
    assert_eq!(
        (after.hand("a"), after.hand("b")),
        ("5, 5".to_owned(), "3".to_owned())
    );
    assert!(after.says("a comes before b."));
}

#[test] // SST-8-8
fn the_action_is_lost_with_whoever_is_out_or_dazed() {
    let out = waits("physical = 1", "attack").and("c", "policy = \"idle\"");
    assert_eq!(out.begun([]).step([5, 2, 2, 2]).attackers(), ["a"]);
    let dazed = waits("stateless = false", "attack")
        .begun([])
        .step([5, 2, 2, 2]);
    assert_eq!(
        (dazed.attackers(), dazed.hand("b")),
        (vec!["a".to_owned()], "3".to_owned())
    );
}

#[test] // SST-8-8
fn by_itself_nobody_interrupts() {
    let setup = fighters("a", "policy = \"idle\"\nad_set = [5, 5, 4]").against("b", "");
    assert_eq!(setup.begun([]).step([2; 4]).attackers(), ["b"]);
}

#[test] // SST-8-8
fn a_mover_is_struck_before_it_moves() {
    let after = waits("", "withdraw").begun([]).step([2; 4]);
    assert_eq!(after.attackers(), ["a"]);
    assert_eq!(after.body("b").group, 0);
}

#[test] // SST-8-8
fn an_action_that_contact_makes_impossible_is_lost() {
    let setup = fighters("a", "policy = \"p\"\nad_set = [5, 5, 4]")
        .against("b", "policy = \"q\"\nad_set = [5, 3]\ncarries = [\"bow\"]")
        .policy("p", "interrupt = [\"attack\"]")
        .policy("q", "act = [\"shoot\"]")
        .field("start = \"alone\"");
    let after = setup.begun([]).step([2; 4]);
    assert_eq!(after.attackers(), ["a"]);
    assert_eq!(
        (after.body("b").group, after.hand("b")),
        (1, "3".to_owned())
    );
}

#[test] // SST-8-8, SST-12-5
fn a_hold_that_is_gone_is_not_broken() {
    let holder = "policy = \"p\"\nattack = 8\nwrestle = 8\nad_set = [4, 4, 4, 4]\nphysical = 9\ncarries = [\"dagger\"]";
    let arena = fighters("a", holder)
        .against("b", "policy = \"q\"\nattack = 1\nad_set = [4, 4]\nphysical = 8")
        .policy(
            "p",
            "act = [\"hold\", \"close\", \"wait\"]\ngrip = [\"wait\"]\ninterrupt = [\"attack\"]\nspecial = [\"step-away\"]",
        )
        .policy("q", "act = [\"wait\"]\nheld = [\"break\"]")
        .ready()
        .arena;
    let stream = Stream::new(1, b"holds");
    for n in 0..200 {
        // In some fights, the attack of a waiting creature ends the hold before the held creature breaks it.
        // The fight must then go on without a panic.
        arena.run(&mut arena.start().clone(), &mut stream.dice(n), &mut Silent);
    }
}

#[test] // SST-8-8, SST-7-4
fn the_release_of_what_is_gathered_can_be_interrupted() {
    let setup = fighters("a", "policy = \"p\"\nad_set = [5, 5, 4]")
        .against("b", "policy = \"q\"\nad_set = [5, 5]\ncarries = [\"bow\"]")
        .policy("p", "interrupt = [\"attack\"]")
        .policy("q", "act = [\"shoot\"]")
        .field("start = \"alone\"");
    let begun = setup.begun([]);
    let mut weapons = begun.arena.weapons.iter();
    let bow = weapons.position(|weapon| weapon.name == "bow");
    let item = u8::try_from(bow.expect("it is carried")).expect("few weapons");
    let begun = begun.given("b", |b| b.aim = Aim::Shot { item, dice: 2 });
    // The attack brings `b` into contact. `b` cannot shoot there and loses the dice that it gathered for the
    // shot.
    let after = begun.step([2; 4]);
    assert_eq!(
        (after.attackers(), after.hand("b")),
        (vec!["a".to_owned()], "5, 5".to_owned())
    );
    assert_eq!(after.body("b").aim, Aim::None);
}

#[test] // SST-8-8, SST-33-1
fn a_weapon_that_reaches_is_of_no_use_once_somebody_has_come_near() {
    let setup = waits("carries = [\"spear\"]", "attack").field("start = \"alone\"");
    let after = setup.begun([]).step([2; 4]);
    assert_eq!(after.attackers(), ["a"]);
    assert_eq!(
        (after.body("b").group, after.hand("b")),
        (1, "3".to_owned())
    );
}

#[test] // SST-8-8, SST-12-6
fn a_hold_that_is_gone_hurts_nobody() {
    let setup = fighters("c", "attack = 2\nad_set = [5, 5, 4, 4]\npolicy = \"w\"")
        .and("b", "policy = \"idle\"\nad_set = [2]")
        .against("a", "physical = 8\nad_set = [5, 4, 3]\npolicy = \"idle\"")
        .policy("w", "interrupt = [\"attack\"]\nspecial = [\"knock-back\"]");
    let trial = setup.even().begun([]);
    let by = trial.who("a");
    let begun = trial.given("a", |body| body.close = 2).given("b", |body| {
        (body.close, body.held) = (2, Some(Grip { by, level: 0 }));
    });
    // The holder is thrown out of contact before it can do damage through the hold.
    let after = begun.step([5, 5, 5, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(
        (after.attackers(), after.left("b")),
        (vec!["c".to_owned()], 3)
    );
    assert_eq!(
        (after.body("b").held, after.hand("a")),
        (None, "5, 3".to_owned())
    );
}

#[test] // SST-8-8, SST-1-1
fn nobody_comes_before_an_enemy_of_another_zone() {
    let setup = waits("at = 1", "move to 2").field("zones = 3");
    let after = setup.begun([]).step([]);
    assert!(after.attackers().is_empty());
    assert_eq!(after.body("b").zone, 2);
}

#[test] // SST-8-8, SST-12-5
fn whoever_is_held_comes_before_nobody() {
    let setup = fighters("a", "policy = \"p\"\nad_set = [5, 5, 4]")
        .against("b", "policy = \"idle\"\nad_set = [5, 3]")
        .policy("p", "held = [\"wait\"]\ninterrupt = [\"attack\"]");
    let trial = setup.begun([]);
    let by = trial.who("b");
    let begun = trial.given("b", |body| body.close = 1).given("a", |body| {
        (body.close, body.held) = (1, Some(Grip { by, level: 0 }));
    });
    let after = begun.step([]);
    assert_eq!(after.attackers(), ["b"]);
    assert_eq!(
        (after.hand("a"), after.left("a")),
        ("5, 5, 4".to_owned(), 2)
    );
}

#[test] // SST-8-8, SST-3-7, SST-8-5
fn whoever_is_brought_into_another_melee_does_not_get_at_its_target() {
    for act in ["attack at x", "slam at x", "charge at x"] {
        let setup = fighters("a", "policy = \"p\"\nad_set = [5, 5, 4]")
            .and("x", "policy = \"idle\"")
            .against("b", "policy = \"q\"\nad_set = [5, 3]")
            .policy("p", "interrupt = [\"attack\"]")
            .policy("q", &format!("act = [\"{act}\"]"))
            .option("slam = \"on\"")
            .field("start = \"alone\"");
        let after = setup.begun([]).step([2; 4]);
        assert_eq!(after.attackers(), ["a"], "{act}");
        assert_eq!((after.body("b").group, after.body("x").group), (1, 0));
        assert_eq!(after.hand("b"), "3");
    }
}

#[test] // SST-8-8, SST-8-5
fn a_charge_is_lost_once_somebody_has_come_near() {
    let setup = waits("", "charge").field("start = \"alone\"");
    let after = setup.begun([]).step([2; 4]);
    assert_eq!(after.attackers(), ["a"]);
    assert_eq!(
        (after.body("b").group, after.hand("b")),
        (1, "3".to_owned())
    );
}

#[test] // SST-8-8, SST-3-11
fn nobody_comes_before_an_enemy_around_whom_there_is_no_room() {
    let begun = waits("", "attack").field("max_attackers = 1").begun([]);
    let other = FighterSet::of(begun.who("b"));
    let full = begun.given("b", |body| body.strikers = other);
    assert_eq!(full.step([2; 4]).attackers(), ["b"]);
}

/// Gives `a` a Block of two dice as its defence pool, an exposure die, the Fumbled mark, and a spell for
/// which it has gathered one die.
fn marked(trial: Trial) -> Trial {
    trial.given("a", |body| {
        body.pool = Defence {
            kind: Some(DefenceKind::Block),
            dice: 2,
        };
        (body.exposures, body.fumbled) = (1, true);
        body.aim = Aim::Spell { dice: 1 };
    })
}

#[test] // SST-8-8, SST-7-3, SST-14-2, SST-7-4
fn paying_for_a_held_attack_ends_marks_and_pools() {
    let begun = marked(waits("", "attack").begun([]));
    let after = begun
        .given("a", |body| body.ward = Ward::DodgeOnly)
        .step([2; 8]);
    assert_eq!(after.attackers(), ["a", "b"]);
    let body = after.body("a");
    assert_eq!(
        (body.pool, body.exposures, body.fumbled),
        (Defence::NONE, 0, false)
    );
    assert_eq!((body.ward, body.aim), (Ward::All, Aim::None));
    // `a` continues to wait, so it keeps its marks and pools. The attack of `b` takes the exposure die of `a`
    // and meets the Block of `a`, which then loses a die.
    let waits_on = answers("interrupt = [\"nothing\"]", "", "attack");
    let after = marked(waits_on.begun([])).step([2; 5]);
    let body = after.body("a");
    assert_eq!((body.pool.dice, body.fumbled), (1, true));
    assert_eq!(body.aim, Aim::Spell { dice: 1 });
}

#[test] // SST-8-8, SST-14-1
fn who_has_come_before_pays_for_a_new_block() {
    let stats = "policy = \"p\"\nblock = 2\nshield = 1\nattack = 4\nad_set = [5, 5, 4]";
    let setup = fighters("a", stats)
        .against(
            "b",
            "policy = \"q\"\nad_set = [5, 3]\nattack = 1\nphysical = 8",
        )
        .policy("p", "interrupt = [\"attack\"]\ndefend = [\"block\"]")
        .policy("q", "act = [\"attack\"]");
    let begun = setup.even().begun([]).given("a", |body| {
        body.pool = Defence {
            kind: Some(DefenceKind::Block),
            dice: 2,
        };
        body.exposures = 1;
    });
    // The dice in order: the attack of `a`, the new Block of two dice, and one attack die of `b`. `b` has no
    // exposure die to add, because paying for the attack has ended the mark of `a`.
    let after = begun.step([2, 2, 2, 2, 5, 5, 3]);
    assert_eq!(after.attackers(), ["a", "b"]);
    assert_eq!(
        (after.hand("a").as_str(), after.body("a").pool.dice),
        ("5", 2)
    );
}

#[test] // SST-8-8, SST-23-1, SST-23-3
fn fear_is_rolled_before_a_held_attack() {
    let begun = || waits("fear = \"scary\"", "attack").begun([]);
    let failed = begun().step([2; 8]);
    assert_eq!(failed.attackers(), ["b"]);
    assert_eq!(failed.hand("a"), "5, 5", "the cost is lost");
    let stood = begun().step([5, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
    assert_eq!(stood.attackers(), ["a", "b"]);
    assert!(stood.body("a").brave);
}

#[test] // SST-8-8, SST-7-5
fn a_held_attack_with_the_last_die_calls_for_a_refresh() {
    let setup = fighters("a", "policy = \"p\"\nad_set = [4, 1, 1]\nattack = 1")
        .against(
            "b",
            "policy = \"q\"\nad_set = [5, 3]\nattack = 1\nphysical = 8",
        )
        .policy("p", "interrupt = [\"attack\"]")
        .policy("q", "act = [\"attack\"]");
    // `a` holds three dice, two of them ones, and waits in its own turn.
    let after = setup.even().begun([]).step([3, 3]);
    assert_eq!(after.attackers(), ["a", "b"]);
    assert!(after.says("a calls for a refresh.") && after.hand("a") == "no dice");
}

#[test] // SST-8-8
fn several_come_before_in_listing_order_each_with_what_it_finds() {
    let stats = "policy = \"p\"\nattack = 1\nad_set = [4, 4, 4]";
    let setup = fighters("a", stats)
        .and("c", stats)
        .and("e", stats)
        .against("b", "policy = \"q\"\nad_set = [5, 3]\nphysical = 2")
        .and("d", "policy = \"idle\"\nad_set = [1]")
        .policy("p", "interrupt = [\"attack\"]")
        .policy("q", "act = [\"attack\"]")
        .even();
    // The second attack puts the enemy out. The third waiting creature keeps its dice.
    let after = setup.begun([]).step([5, 5]);
    assert_eq!(after.attackers(), ["a", "c"]);
    assert_eq!(
        ["a", "c", "e"].map(|name| after.hand(name)),
        ["4, 4", "4, 4", "4, 4, 4"]
    );
}

#[test] // SST-8-8, SST-19-5
fn the_panicked_come_before_nobody() {
    // In close combat an attack costs less than the Move that panic demands.
    let stats = "policy = \"p\"\nad_set = [2, 1, 1]\nattack = 1";
    let setup = fighters("a", stats)
        .against("b", "policy = \"q\"\nad_set = [5, 3]\nattack = 1")
        .policy("p", "interrupt = [\"attack\"]")
        .policy("q", "act = [\"attack\"]")
        .with("[costs]\nattack-close = 2")
        .even();
    let attackers = |wits: Wits, rolled: usize| {
        let tangled = |body: &mut Body| (body.close, body.prone) = (1, true);
        let begun = setup.begun([]).given("a", tangled).given("b", tangled);
        let begun = begun.given("a", |body| body.wits = wits);
        begun.step(vec![3; rolled]).attackers()
    };
    assert_eq!(attackers(Wits::Calm, 2), ["a", "b"]);
    assert_eq!(attackers(Wits::Panicked { fresh: true }, 1), ["b"]);
}
