//! Tests of conditions such as stuns and sleep, of confusion, and of types of damage.

use crate::fight::Blow;
use crate::rules::semiautomagic::nouns::state::{Body, FOREVER, Life, Mad, Whereabouts};
use crate::rules::semiautomagic::reading::sheet::Posture;
use crate::rules::semiautomagic::testing::{Setup, Trial, does, fighters, fraction, on_a_field};

#[test] // SAM-19-2
fn the_longest_of_several_stuns_counts() {
    let trial = does("attack", "stunned = 4", "").ready();
    let trial = trial.given("a", |body| body.staggered = 1).turn([2]);
    // A stun of four seconds is longer than the two seconds that staggering takes. Two seconds are left of
    // the turn, so the attack of four seconds needs two more.
    assert_eq!(trial.body("a").clock.busy.map(|busy| busy.left), Some(2));
}

#[test] // SAM-19-3
fn staggering_lasts_its_rounds() {
    let trial = does("attack", "", "")
        .ready()
        .given("a", |body| body.staggered = 2);
    let trial = trial.turn([6]);
    assert_eq!(trial.body("a").staggered, 1);
    let trial = trial.turn([]).turn([6]);
    assert_eq!(trial.body("a").staggered, 0);
}

#[test] // SAM-19-4, SAM-19-11
fn sleepers_wake_and_are_flat_footed() {
    let setup = fighters("a", "melee = 3\npolicy = 'p'")
        .against(
            "b",
            "starts = ['asleep']\nparry = 3\npolicy = 'defends'\narmour = 40",
        )
        .policy("p", "act = ['attack']");
    // The sleeper is helpless, so the attack is not rolled. The only die is that of the damage.
    let trial = setup.step([1]);
    assert!(!trial.body("b").asleep && trial.body("b").drowsy == 1);
    assert_eq!(trial.body("b").posture, Posture::Prone);
    let flat = trial.given("a", |body| {
        body.clock.left = 4;
        body.clock.busy = None;
    });
    let odds = flat.odds(|trial| trial.tallied()[1]);
    assert_eq!(odds.of(|&defended| defended == 1), fraction(1, 3));
    // `b` stays flat-footed until the end of its own next turn.
    let trial = flat.turn([1, 1, 1]).turn([]);
    assert_eq!(trial.body("b").drowsy, 0);
    let wakes = does("wait", "", "starts = ['asleep']\nwakes = 2").ready();
    let trial = wakes.turn([]);
    assert!(trial.body("b").asleep);
    // `b` wakes at the start of round 2, before anybody's turn.
    assert!(!trial.turn([]).body("b").asleep);
}

/// Plays a turn of the confused `a` with these faces. The first one is that of the d20 for the confusion
/// table.
fn raves(faces: &[u32]) -> Trial {
    let mine = "starts = ['confused']\ncarries = ['sword', 'knife']\ncombos = ['two']\nmelee = 0\nat = [20, 20]";
    let setup = on_a_field("wait", mine, "at = [21, 20]").and("c", "at = [39, 39]");
    setup.ready().turn(faces.iter().copied())
}

#[test] // SAM-19-6
fn the_confused_do_what_the_die_says() {
    // With a 2, `a` attacks in a random direction. The 3 means east, where `b` stands. The deadliest attack
    // of `a` is its combo, which has two attacks.
    assert_eq!(raves(&[2, 3, 1, 1]).targets(), ["b", "b"]);
    assert!(raves(&[2, 7]).blows().is_empty());
    assert_eq!(raves(&[3, 1, 1]).targets(), ["b", "b"]);
    assert_eq!(raves(&[4, 1, 1]).targets(), ["b", "b"]);
    // With a 5 the fighter runs, with a 7 it throws an item, and with an 8 it makes a single attack with the
    // knife.
    assert_ne!(raves(&[5]).at("a"), (20, 20));
    let thrown = raves(&[7, 3, 1]);
    assert_eq!(thrown.attacks().len(), 1);
    assert!(matches!(
        thrown.body("a").items[0].place,
        Whereabouts::Dropped(_)
    ));
    let pesters = raves(&[8, 1]);
    assert_eq!(
        pesters.attacks(),
        [("a".into(), "b".into(), "knife".into())]
    );
    let drops = raves(&[9]);
    assert!(
        drops.body("a").items[..2]
            .iter()
            .all(|item| matches!(item.place, Whereabouts::Dropped(_)))
    );
    assert_eq!(raves(&[10]).body("a").mad, Mad::Nothing);
    // With an 11 the fighter moves in a random direction for three seconds. With a 12 it runs.
    assert_eq!(raves(&[11, 1]).at("a"), (20, 29));
    assert_eq!(raves(&[12, 5]).at("a"), (20, 0));
    assert_eq!(raves(&[13]).body("a").mad, Mad::Phantoms);
    assert_eq!(raves(&[14]).body("a").posture, Posture::Prone);
    assert_eq!(raves(&[15]).body("a").posture, Posture::Crouched);
    assert_eq!(raves(&[17]).body("a").mad, Mad::Sane);
    assert_eq!(raves(&[19, 4]).body("a").control, 3);
    assert_eq!(raves(&[20]).body("a").control, 9);
}

#[test] // SAM-19-6
fn the_confused_do_what_is_possible() {
    let deadliest = |combo: &str, components: &str| {
        let row = format!("[combos.odd]\ncomponents = [{components}]");
        let mine = format!("starts = ['confused']\ncombos = ['{combo}']");
        on_a_field("wait", &mine, "").with(&row).step([4, 1])
    };
    // There is no room for the movement before the charge, and nobody has the bow that the other combo needs.
    // In both cases a plain attack is made instead.
    assert_eq!(deadliest("charge", "{}").blows().len(), 1);
    assert_eq!(deadliest("odd", "{ weapon = 'bow' }").blows().len(), 1);
    // With an 8 only one attack is made, and the seconds left are not used.
    assert!(raves(&[8, 1]).body("a").clock.busy.is_none());
    // If the target is out of reach, the confused fighter moves towards it first.
    let mine = "starts = ['confused']\ncarries = ['sword', 'knife']\nat = [20, 20]";
    let comes = on_a_field("wait", mine, "at = [24, 20]").turn_of_a([8, 1]);
    assert_eq!(
        (comes.at("a"), comes.attacks()[0].2.as_str()),
        ((23, 20), "knife")
    );
}

#[test] // SAM-19-6
fn the_most_disliked_is_who_wounded_it_last_and_is_still_there() {
    let attacks = |out: bool| {
        let mine = "starts = ['confused']\nat = [20, 20]";
        let setup = on_a_field("wait", mine, "at = [21, 20]").and("c", "at = [19, 20]");
        let mut trial = setup.and("d", "at = [39, 39]").ready();
        let c = trial.who("c");
        if out {
            trial.state.fighting.remove(c);
        }
        trial
            .given("a", |body| body.wounded_by = Some(c))
            .turn([3, 1])
            .targets()
    };
    assert_eq!([attacks(false), attacks(true)], [["c"], ["b"]]);
}

#[test] // SAM-19-6
fn the_most_deadly_attack_has_the_highest_mean_damage_and_is_the_first_of_equals() {
    let with = |stats: &str| {
        let rows = "[weapons.blade]\ndamage = '1d8'
            [combos.heavy]\ncomponents = [{ weapon = 'knife', damage = 3 }]
            [combos.plain]\ncomponents = [{ weapon = 'knife', damage = 1 }]";
        let trial = does("wait", &format!("starts = ['confused']\n{stats}"), "").with(rows);
        trial.step([4, 1]).attacks().remove(0).2
    };
    assert_eq!(with("carries = ['sword', 'blade']"), "sword");
    assert_eq!(with("carries = ['knife', 'sword']"), "sword");
    // The mean damage of the combo `heavy` is 8.5: 2.5 of the knife, 3 of strength, and 3 of the combo. The
    // mean damage of the sword is 7.5.
    assert_eq!(
        with("carries = ['sword', 'knife']\ncombos = ['heavy']"),
        "knife"
    );
    assert_eq!(
        with("carries = ['sword', 'knife']\ncombos = ['plain']"),
        "sword"
    );
}

#[test] // SAM-19-6, SAM-19-7
fn the_confused_throw_what_they_hold_as_far_as_it_goes() {
    let thrown = |stats: &str, at: &str, faces: &[u32]| {
        let mine = format!("starts = ['confused']\nat = [0, 0]\nranged = 4\n{stats}");
        let setup = does("wait", &mine, &format!("at = {at}\narmour = 40"));
        setup
            .field("size = [64, 64]")
            .turn_of_a(faces.iter().copied())
            .tallied()
    };
    // The target is 60 m to the east. This takes two doublings of the range of a bow, or four of the range of
    // a thrown item, which is 5 m.
    let bow = "carries = ['bow']";
    assert_eq!(thrown(bow, "[60, 0]", &[7, 3, 2, 1]), [1, 0, 0]);
    assert_eq!(thrown("", "[60, 0]", &[7, 3, 3]), [0, 0, 1]);
    assert_eq!(thrown("", "[60, 0]", &[7, 3, 4, 1]), [1, 0, 0]);
    // The target is 90 m to the north-east. This would take five doublings, so nothing is thrown.
    assert_eq!(thrown("", "[60, 60]", &[7, 2]), [0, 0, 0]);
    // At 30 m three doublings are needed, and the scale modifies the roll as in any other attack.
    assert_eq!(thrown("scale = 1", "[30, 0]", &[7, 3, 3]), [0, 0, 1]);
    assert_eq!(thrown("scale = 1", "[30, 0]", &[7, 3, 4, 1]), [1, 0, 0]);
}

#[test] // SAM-19-6
fn what_confusion_makes_one_do_ends_with_the_turn() {
    let setup = does("attack", "starts = ['confused']", "");
    let nothing = setup.turn_of_a([10]);
    assert_eq!(nothing.body("a").confused, FOREVER);
    // If confusion has ended or is under control, the behaviour of the last turn is not continued in the next
    // one.
    let next = |change: fn(&mut Body)| {
        let trial = setup.turn_of_a([10]).turn([]).given("a", change);
        trial.turn([1]).attackers()
    };
    assert_eq!(next(|body| body.confused = 0), ["a"]);
    assert_eq!(next(|body| body.control = 2), ["a"]);
    // The fighter keeps control for three turns. After that, it is confused again.
    let waits = does("wait", "starts = ['confused']", "");
    let mut trial = waits.turn_of_a([19, 3]).turn([]);
    assert_eq!(trial.body("a").control, 2);
    for _ in 0..2 {
        trial = trial.turn([]).turn([]);
    }
    assert!(trial.turn([10]).says("is confused: 10"));
    // A fighter that becomes confused in its turn abandons its unfinished action.
    let acts = does("attack", "starts = ['confused']", "");
    let begun = acts.turn_of_a([17, 1]).turn([]);
    assert!(begun.body("a").clock.busy.is_some());
    assert!(begun.turn([10]).body("a").clock.busy.is_none());
}

#[test] // SAM-19-2, SAM-19-6
fn the_stunned_do_nothing_confused_either() {
    let mine = "starts = ['confused']\nstunned = 6\nat = [20, 20]";
    let setup = on_a_field("wait", mine, "at = [21, 20]");
    assert_eq!(setup.turn_of_a([12]).at("a"), (20, 20));
    let holds = setup.turn_of_a([9]);
    assert_eq!(holds.body("a").items[0].place, Whereabouts::Held);
}

#[test] // SAM-19-6
fn phantoms_flank() {
    let setup = fighters("b", "starts = ['confused']\nparry = 3\npolicy = 'defends'")
        .against("a", "melee = 3\npolicy = 'p'")
        .policy("p", "act = ['attack']");
    let trial = setup.ready().turn([13]);
    let odds = trial.odds(|trial| trial.tallied()[1]);
    assert_eq!(odds.of(|&defended| defended == 1), fraction(1, 3));
    // The fighter fights phantoms until its own next turn, and so it counts as flanked until then.
    let trial = trial.turn([1, 1, 1]).turn([17]);
    assert_eq!(trial.body("b").mad, Mad::Sane);
}

#[test] // SAM-19-7
fn rolling_again_leaves_numbers_out() {
    // The 1 demands another roll, and entry 1 is left out of it. The 9 of that roll therefore means entry 10.
    assert_eq!(raves(&[1, 3, 9]).body("a").mad, Mad::Nothing);
    let mine = "starts = ['confused']\nat = [20, 20]";
    let setup = on_a_field("wait", mine, "at = [21, 20]");
    let odds = setup.odds(|trial| trial.body("a").mad);
    assert_eq!(odds.of(|&mad| mad == Mad::Sane), fraction(90, 323));
    assert_eq!(setup.ready().body("a").confused, FOREVER);
}

#[test] // SAM-19-8
fn the_disabled_have_three_seconds() {
    let setup = does("attack", "starts = ['disabled']\ncarries = ['knife']", "").ready();
    let mut trial = setup;
    let mut counts = Vec::new();
    for faces in [vec![], vec![1], vec![1], vec![1]] {
        let blows = faces.len();
        trial = trial.turn(faces);
        counts.push(blows);
        trial = trial.turn([]);
    }
    assert_eq!(counts.iter().sum::<usize>(), 3);
    // A Disabled fighter does not use combos, not even in rage.
    let combos = "carries = ['knife']\ncombos = ['two']";
    let stats = format!("starts = ['disabled']\n{combos}");
    assert!(
        does("combo", &stats, "")
            .turn_of_a([])
            .body("a")
            .clock
            .busy
            .is_none()
    );
    let stats = format!("starts = ['disabled', 'frenzied']\n{combos}");
    let frenzied = does("wait", &stats, "").turn_of_a([]).turn([]).turn([1]);
    assert_eq!(frenzied.blows().len(), 1);
    // A Disabled fighter can use only light weapons, and can only crawl.
    let heavy = does("attack", "starts = ['disabled']", "").step([]);
    assert!(heavy.blows().is_empty() && heavy.body("a").clock.busy.is_none());
    let crawls =
        on_a_field("move", "starts = ['disabled']\nat = [0, 0]", "at = [9, 0]").turn_of_a([]);
    assert_eq!(crawls.at("a"), (0, 0));
    assert_eq!(crawls.turn([]).step([]).at("a"), (1, 0));
}

#[test] // SAM-19-9
fn the_helpless_are_hit() {
    let melee = does(
        "attack",
        "melee = -9",
        "starts = ['asleep']\nparry = 9\npolicy = 'defends'",
    );
    assert_eq!(
        melee
            .odds(|trial| trial.tallied()[0])
            .of(|&landed| landed == 1),
        fraction(1, 1)
    );
    let ranged = does(
        "attack",
        "carries = ['bow']\nranged = 0",
        "starts = ['asleep']",
    );
    assert_eq!(
        ranged
            .odds(|trial| trial.tallied()[0])
            .of(|&landed| landed == 1),
        fraction(1, 6)
    );
}

#[test] // SAM-19-10
fn the_unconscious_are_out() {
    let trial = fighters("x", "")
        .and("a", "starts = ['unconscious']")
        .against("b", "")
        .ready();
    assert!(!trial.fights("a") && trial.body("a").posture == Posture::Prone);
    let asleep = does("wait", "starts = ['asleep']", "").ready();
    assert_eq!(asleep.body("a").posture, Posture::Prone);
}

#[test] // SAM-19-12
fn the_held_only_dodge() {
    let defended = |stats: &str| {
        let theirs = format!("starts = ['held']\npolicy = 'defends'\n{stats}");
        let odds = does("attack", "melee = 3", &theirs).odds(|trial| trial.tallied()[1]);
        odds.of(|&defended| defended == 1)
    };
    assert_eq!(defended("parry = 3"), fraction(0, 1));
    assert_eq!(defended("block = 3\ncarries = ['shield']"), fraction(0, 1));
    assert_eq!(defended("dodge = 3"), fraction(1, 3));
    let stays = on_a_field("move-away", "starts = ['held']", "").step([]);
    assert_eq!(stays.at("a"), (10, 10));
}

#[test] // SAM-19-13
fn the_blinded_see_nobody() {
    let blind = does("attack", "melee = 2\nstarts = ['blinded']", "");
    assert_eq!(
        blind
            .odds(|trial| trial.tallied()[2])
            .of(|&missed| missed == 0),
        fraction(1, 6)
    );
    let flat = does(
        "attack",
        "melee = 3",
        "starts = ['blinded']\nparry = 3\npolicy = 'defends'",
    );
    assert_eq!(
        flat.odds(|trial| trial.tallied()[1])
            .of(|&defended| defended == 1),
        fraction(1, 3)
    );
    let paralysed = fighters("x", "")
        .and("a", "starts = ['paralysed']")
        .against("b", "")
        .ready();
    assert!(!paralysed.fights("a") && paralysed.body("a").is_helpless());
}

#[test] // SAM-20-1
fn types_are_labels() {
    let acid = "[weapons.acid]\ndamage = '1d8'\ntype = 'chemical'";
    let trial = does("attack", "melee = 9\ncarries = ['acid']", "")
        .with(acid)
        .step([1, 1]);
    assert!(trial.says("4 chemical damage") && trial.wounds("b") == 1);
}

/// Sets up an attack with a new weapon. `row` are the lines of the weapon's row.
fn most(row: &str) -> Setup {
    let row = format!("[weapons.new]\n{row}\nadds_strength = false");
    does("attack", "melee = 9\ncarries = ['new']", "armour = 60").with(&row)
}

#[test] // SAM-20-2
fn light_bludgeons_have_smaller_dice() {
    let faces = |row: &str| {
        let odds = most(row).odds(|trial| match trial.blows()[..] {
            [Blow::Landed { rolled, .. }] => rolled,
            _ => 0,
        });
        odds.iter().count()
    };
    assert_eq!(faces("damage = '1d8'"), 8);
    assert_eq!(faces("damage = '1d8'\nlight_material = true"), 6);
    assert_eq!(faces("damage = '1d4'\nlight_material = true"), 3);
    assert_eq!(faces("damage = '1d2'\nlight_material = true"), 1);
    assert_eq!(
        faces("damage = '1d8'\nlight_material = true\ntype = 'slashing'"),
        8
    );
    let two = most("damage = '2d2'\nlight_material = true").step([1]);
    assert!(matches!(two.blows()[..], [Blow::Landed { rolled: 2, .. }]));
}

#[test] // SAM-20-4
fn nonlethal_damage_knocks_out() {
    let club = "[weapons.sap]\ndamage = '1d8'\nnonlethal = true";
    let setup = |theirs: &str| does("attack", "melee = 9\ncarries = ['sap']", theirs).with(club);
    let trial = setup("").and("c", "").step([1, 8]);
    assert_eq!((trial.life("b"), trial.wounds("b")), (Life::Unconscious, 1));
    assert_eq!(setup("").step([1, 3]).wounds("b"), 1);
    let dying = fighters("a", "melee = 9\ncarries = ['sap']\npolicy = 'p'")
        .against("b", "starts = ['dying']")
        .and("c", "")
        .with(club)
        .policy("p", "act = ['attack at fallen']");
    assert_eq!(dying.step([8]).life("b"), Life::Dead);
    // Nonlethal damage has no effect on objects, not even on one in a fighter's hand.
    let hammer = "[weapons.hammer]\ndamage = '30'\nnonlethal = true";
    let setup = does("attack on weapon", "melee = 9\ncarries = ['hammer']", "");
    let trial = setup.with(hammer).step([1]);
    assert_eq!(trial.body("b").items[0].place, Whereabouts::Held);
}

#[test] // SAM-20-3
fn emp_affects_devices_alone() {
    let gun = "[weapons.pulse]\nkind = 'ranged'\ndamage = '1d6'\nrange = 15\nemp = true";
    let off = |device: &str| {
        let theirs = format!("device = '{device}'\narmour = 40");
        let setup = does("attack", "ranged = 9\ncarries = ['pulse']", &theirs).with(gun);
        setup.odds(|trial| trial.fights("b")).of(|&fights| !fights)
    };
    assert_eq!(
        [off("advanced"), off("moderate"), off("no")],
        [fraction(1, 2), fraction(0, 1), fraction(0, 1)]
    );
    assert_eq!(off("complicated"), fraction(1, 3));
    // A hit on any body part switches the device off, and has no other effect. An item in its hand is not
    // part of the device.
    let called = |place: &str| {
        let line = format!("attack on {place}");
        let setup = does(
            &line,
            "ranged = 9\ncarries = ['pulse']",
            "device = 'advanced'",
        );
        setup.with(gun).step([1, 6])
    };
    let trial = called("leg");
    assert_eq!((trial.life("b"), trial.wounds("b")), (Life::Unconscious, 0));
    assert_eq!(called("weapon").body("b").items[0].place, Whereabouts::Held);
    // A device is switched off by damage that exceeds its EMP Toughness by at least 1. The classes have an
    // EMP Toughness from 8 down to 3.
    let toughness = |device: &str| {
        let theirs = format!("device = '{device}'");
        let setup = |damage: u8| {
            let row = format!(
                "[weapons.pulse]\nkind = 'ranged'\ndamage = '{damage}'\nrange = 15\nemp = true"
            );
            does("attack", "ranged = 9\ncarries = ['pulse']", &theirs)
                .with(&row)
                .step([1])
        };
        (1..=9).find(|&damage| !setup(damage).fights("b"))
    };
    let devices = [
        "very-simple",
        "simple",
        "moderate",
        "complicated",
        "advanced",
    ];
    assert_eq!(devices.map(toughness), [9, 8, 7, 5, 4].map(Some));
}
