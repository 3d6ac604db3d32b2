//! Tests of mounts and their riders.

use crate::rules::semiautomagic::nouns::DefenceMeans;
use crate::rules::semiautomagic::nouns::fighter::UNARMED;
use crate::rules::semiautomagic::nouns::scene::View;
use crate::rules::semiautomagic::nouns::state::{Body, Life, Mad, Whereabouts};
use crate::rules::semiautomagic::questions::defences::Attack;
use crate::rules::semiautomagic::reading::sheet::Posture;
use crate::rules::semiautomagic::reading::tables::WeaponKind;
use crate::rules::semiautomagic::testing::{Setup, Trial, fighters};

/// Sets up a rider on a horse against an enemy in column `column`. `lines` are the lines of the rider's
/// policy.
fn rider(lines: &str, column: u8) -> Setup {
    fighters(
        "a",
        "policy = 'p'\nmelee = 9\ncombos = ['two']\nat = [0, 10]\nriding = 'horse'",
    )
    .and(
        "horse",
        "scale = 1\nspeed = 6\ncarries = ['teeth']\nnatural = 4",
    )
    .against("b", &format!("at = [{column}, 10]\narmour = 40"))
    .field("size = [40, 40]")
    .policy("p", &format!("act = [{lines}]"))
}

#[test] // SAM-14-1, SAM-14-2
fn a_mount_moves_in_its_riders_turn() {
    let setup = rider("'combo', 'ride'", 22);
    let trial = setup.ready().step([]);
    // Riding 12 m takes two seconds of the rider's turn and one of the horse's.
    assert_eq!((trial.at("a"), trial.at("horse")), ((12, 10), (12, 10)));
    assert_eq!(
        (trial.body("a").clock.left, trial.body("horse").clock.left),
        (4, 5)
    );
    // The horse reaches the enemy with its next second. The rest of the rider's turn is long enough for its
    // combo.
    let trial = trial.step([]).step([1, 1, 1, 1]);
    assert_eq!(trial.tallied(), [2, 0, 0]);
    assert_eq!(trial.body("a").clock.left, 0);
    // A two-handed weapon can be used as long as the mount has not moved. After that, one hand holds the
    // reins.
    let spear = rider("'attack', 'ride'", 3)
        .text()
        .replace("[\"sword\"]", "[\"spear\"]");
    let trial = Trial::of(crate::rules::testing::compiled(&spear));
    assert_eq!(trial.step([1, 1]).tallied(), [1, 0, 0]);
}

#[test] // SAM-14-2, SAM-0-7
fn rider_and_mount_start_where_either_is_said_to_be() {
    let places = |mine: &str, horse: &str| {
        let setup = fighters("a", &format!("riding = 'horse'\n{mine}"));
        let setup = setup.and("horse", &format!("scale = 1\n{horse}"));
        let trial = setup.against("b", "at = [9, 9]").ready();
        [trial.at("a"), trial.at("horse")]
    };
    assert_eq!(places("at = [5, 6]", ""), [(5, 6); 2]);
    assert_eq!(places("", "at = [5, 6]"), [(5, 6); 2]);
}

#[test] // SAM-14-2
fn a_mount_attacks_at_its_riders_command() {
    let setup = rider("'mount-attack', 'ride'", 22).text();
    let jaws = "[weapons.jaws]\ndamage = '1d4'\n[[sides]]";
    let text = setup
        .replacen("[[sides]]", jaws, 1)
        .replace("['teeth']", "['jaws']");
    let mut trial = Trial::of(crate::rules::testing::compiled(&text))
        .step([])
        .step([]);
    trial = trial.step([6, 1]);
    assert_eq!(trial.attackers(), ["horse"]);
    // A mount has no turn of its own while it is ridden.
    let trial = trial.turn([]).turn([]);
    assert!(trial.blows().is_empty());
    // Two seconds are left in the horse's turn, which are too few for another bite.
    let text = rider("'mount-attack'", 3)
        .text()
        .replacen("[[sides]]", jaws, 1);
    let text = text.replace("['teeth']", "['jaws']");
    let bitten = Trial::of(crate::rules::testing::compiled(&text)).step([6, 1]);
    assert_eq!(bitten.body("horse").clock.left, 2);
    assert!(bitten.step([]).blows().is_empty());
    // A rider cannot move on foot.
    assert_eq!(rider("'move'", 22).step([]).at("a"), (0, 10));
    // For an attack by the mount, the fact `target.needed` uses the skill and the scale of the mount.
    let asks = rider("'mount-attack if target.needed == 5'", 3).text();
    let asks = asks
        .replacen("[[sides]]", jaws, 1)
        .replace("['teeth']", "['jaws']");
    let asks = Trial::of(crate::rules::testing::compiled(&asks)).step([6, 1]);
    assert_eq!(asks.attackers(), ["horse"]);
    // The attack of a mount may be a called shot [SAM-12-5].
    let called = rider("'mount-attack on leg if target.needed == 6'", 3).text();
    let called = called
        .replacen("[[sides]]", jaws, 1)
        .replace("['teeth']", "['jaws']");
    let called = Trial::of(crate::rules::testing::compiled(&called)).step([6, 1]);
    assert!(called.says("horse attacks a leg of b"));
}

#[test] // SAM-14-2
fn a_mount_goes_on_when_its_riders_seconds_are_spent() {
    let lines = "'attack if self.seconds > 2', 'ride-away if self.seconds == 0 and target.gap < 10', 'ride if self.seconds > 0'";
    // The horse reaches the enemy in two seconds, and the rider attacks. With its last second, the horse
    // carries the rider away again.
    let trial = rider(lines, 22).turn_of_a([1, 1]);
    assert_eq!((trial.tallied(), trial.at("a")), ([1, 0, 0], (8, 10)));
}

#[test] // SAM-14-2, SAM-3-4
fn a_mount_runs_and_its_rider_uses_a_combo() {
    let trial = rider("'combo', 'run'", 39).ready().step([]);
    assert_eq!(trial.at("a"), (37, 10));
    let left = [trial.body("a").clock.left, trial.body("horse").clock.left];
    assert_eq!(left, [4, 3]);
    assert_eq!(trial.step([1, 1, 1, 1]).tallied(), [2, 0, 0]);
}

#[test] // SAM-11-12, SAM-4-3
fn a_rider_is_carried_in_squares_of_its_own() {
    let trial = rider("'run'", 39).ready().step([]);
    // The horse moves 37 cells, or 74 half cells. In squares of its own scale, this is 18.5.
    let moved = [trial.body("a").clock.moved, trial.body("horse").clock.moved];
    assert_eq!(moved, [74, 74]);
}

#[test] // SAM-14-1
fn a_hand_is_on_the_reins_while_the_mount_moves() {
    let change = |lines: &str, column: u8, sword: &str| {
        let jaws = "[weapons.jaws]\ndamage = '1d4'\n[[sides]]";
        let text = rider(lines, column).text().replacen("[[sides]]", jaws, 1);
        let text = text.replace("['teeth']", "['jaws']");
        Trial::of(crate::rules::testing::compiled(
            &text.replace("[\"sword\"]", sword),
        ))
    };
    // One hand holds the reins and the other holds the sword. No hand is free to draw the knife.
    let lines = "'draw with knife if self.mount_seconds < 6', 'ride'";
    let knife = "[\"sword\", \"knife\"]\nsheathed = [\"knife\"]";
    let trial = change(lines, 39, knife).step([]).step([]);
    assert_eq!(trial.body("a").items[1].place, Whereabouts::Sheathed);
    // If a mount attacks without having moved, both hands of its rider are free for a spear.
    let lines = "'mount-attack if self.seconds == 6', 'attack'";
    let trial = change(lines, 3, "[\"spear\"]").step([6, 1]).step([1, 1]);
    assert_eq!(trial.attackers(), ["a"]);
}

#[test] // SAM-14-1, SAM-5-8
fn with_a_hand_on_the_reins_one_is_left() {
    // Returns three values: whether the rider can attack, block and parry with these weapons after `moves`
    // moves.
    let can = |carries: &str, moves: u8| {
        let mine = format!("{carries}\nblock = 3\nparry = 2");
        let text = rider("'ride'", 39).text().replace("[\"sword\"]", &mine);
        let mut trial = Trial::of(crate::rules::testing::compiled(&text));
        for _ in 0..moves {
            trial = trial.step([]);
        }
        let view = View {
            arena: &trial.arena,
            state: &trial.state,
        };
        let [rider, foe] = ["a", "b"].map(|name| trial.who(name));
        let strikes = view.first(rider, |weapon| {
            weapon.kind == WeaponKind::Melee && !weapon.unarmed
        });
        let attack = Attack::single(foe, UNARMED, 4);
        let may = |means| view.bare_bonus(rider, attack, means).is_some();
        [
            strikes.is_some(),
            may(DefenceMeans::Block),
            may(DefenceMeans::Parry),
        ]
    };
    // As long as the mount has not moved, both hands are free.
    assert_eq!(can("[\"sword\", \"shield\"]", 0), [true, true, true]);
    assert_eq!(can("[\"sword\", \"shield\"]", 1), [true, false, true]);
    assert_eq!(can("[\"shield\", \"sword\"]", 1), [false, true, false]);
    assert_eq!(can("[\"spear\"]", 0), [true, false, true]);
    assert_eq!(can("[\"spear\"]", 1), [false, false, false]);
}

#[test] // SAM-14-2, SAM-2-4
fn delayed_effects_of_a_mount_happen_while_it_is_ridden() {
    let jaws = "[weapons.jaws]\ndamage = '1d4'\ndelay = 1\n[[sides]]";
    let lines = "'mount-attack if self.mount_seconds == 6 and target.needed > 0', 'ride-away'";
    let text = rider(lines, 3).text().replacen("[[sides]]", jaws, 1);
    let text = text.replace("['teeth']", "['jaws']");
    let trial = Trial::of(crate::rules::testing::compiled(&text)).step([]);
    assert!(trial.attackers().is_empty());
    assert_eq!(trial.step([6, 1]).attackers(), ["horse"]);
}

#[test] // SAM-14-2, SAM-19-2
fn a_stunned_mount_does_nothing() {
    let trial = rider("'ride'", 22).ready();
    let trial = trial.given("horse", |body| body.stunned = 6).turn([]);
    assert_eq!(
        (trial.at("a"), trial.body("a").clock.controlled),
        ((0, 10), false)
    );
}

#[test] // SAM-14-2, SAM-15-8, SAM-19-6
fn a_mount_that_is_helpless_or_out_of_its_mind_obeys_nobody() {
    let setup = rider("'ride'", 22).option("broken_is_out = 'no'");
    let rides = |change: fn(&mut Body)| setup.ready().given("horse", change).turn([]).at("a");
    assert_ne!(rides(|_| {}), (0, 10));
    assert_eq!(rides(|horse| horse.broken = true), (0, 10));
    assert_eq!(rides(|horse| horse.mad = Mad::Nothing), (0, 10));
}

#[test] // SAM-14-2, SAM-19-6
fn nobody_attacks_what_it_rides() {
    let mine = "starts = ['confused']\ncarries = ['teeth']\nat = [0, 10]\nriding = 'horse'";
    let setup = fighters("a", mine).and("horse", "scale = 1");
    let setup = setup.against("b", "at = [30, 10]").field("size = [40, 40]");
    // The nearest creature is the rider's own horse, which it does not attack.
    assert!(setup.turn_of_a([4]).blows().is_empty());
}

#[test] // SAM-14-2, SAM-15-4, SAM-15-6
fn panic_and_rage_rule_riders_and_mounts() {
    let setup = |mine: &str, theirs: &str| {
        fighters("a", &format!("riding = 'horse'\nat = [37, 10]\n{mine}"))
            .and("horse", &format!("scale = 1\nspeed = 1\n{theirs}"))
            .against("b", "at = [39, 10]\narmour = 40")
            .field("size = [40, 40]")
    };
    // If rider or mount is panicked, both flee with two runs of three seconds.
    let panics = "starts = ['panicked']";
    let rider = setup(panics, "").turn_of_a([]);
    assert_eq!((rider.at("a"), rider.at("horse")), ((1, 10), (1, 10)));
    let mount = setup("", panics).turn_of_a([]);
    assert_eq!((mount.at("a"), mount.at("horse")), ((1, 10), (1, 10)));
    // They are now far enough from every enemy, so both leave the fight.
    let gone = mount.turn([]);
    assert_eq!(gone.names(&gone.heard.fled), ["horse", "a"]);
    // If the rider is Broken and the mount flees, both leave the fight [SAM-14-2].
    let mut broken = setup("", panics).ready();
    let rider = broken.who("a");
    broken.state.fighting.remove(rider);
    let broken = broken.given("a", |body| (body.broken, body.dc) = (true, 10));
    let gone = broken.turn([1]).turn([]);
    assert_eq!([gone.life("horse"), gone.life("a")], [Life::Fled; 2]);
    // An unconscious rider is left behind when its mount flees.
    let gone = setup("starts = ['unconscious']", panics).turn_of_a([]);
    let gone = gone.turn([]);
    assert_eq!(
        [gone.life("horse"), gone.life("a")],
        [Life::Fled, Life::Unconscious]
    );
    // A rider in rage rides towards the fighter that has enraged it.
    let frenzied = fighters("a", "riding = 'horse'\nat = [0, 10]\nstarts = ['frenzied']")
        .and("horse", "scale = 1\nspeed = 6")
        .against("b", "at = [22, 10]")
        .field("size = [40, 40]");
    assert_eq!(frenzied.step([]).at("a"), (12, 10));
}

#[test] // SAM-14-3
fn a_rider_falls_with_its_mount() {
    let setup = |option: &str| {
        fighters("b", "melee = 9\nstrength = 20\npolicy = 'p'\nat = [13, 10]")
            .against("a", "at = [11, 10]\nriding = 'horse'")
            .and("horse", "scale = 1")
            .field("size = [40, 40]")
            .option(option)
            .policy("p", "act = ['attack at horse']")
    };
    let trial = setup("").step([1, 8]);
    assert_eq!(trial.life("horse"), Life::Dying);
    assert_eq!(
        (trial.body("a").posture, trial.wounds("a")),
        (Posture::Prone, 0)
    );
    assert_eq!(trial.at("a"), (10, 9));
    let hurt = setup("mount_fall_metres = 10").step([1, 8, 6]);
    assert_eq!(hurt.wounds("a"), 1);
    // A rider that is thrown off does not land in the cell of an enemy.
    let crowded = setup("").text().replacen(
        "at = [13, 10] }",
        "at = [13, 10] }, { combatant = \"c\", at = [10, 9] }",
        1,
    );
    let crowded = crowded.replacen("[[sides]]", "[combatants.c]\npolicy = 'idle'\n[[sides]]", 1);
    let crowded = Trial::of(crate::rules::testing::compiled(&crowded)).step([1, 8]);
    assert_eq!(crowded.at("a"), (11, 9));
}

#[test] // SAM-14-3
fn nobody_sits_on_a_mount_that_is_down() {
    let setup = |horse: &str| {
        fighters("b", "carries = ['dread']\npolicy = 'p'\nat = [13, 10]")
            .against("a", "at = [11, 10]\nriding = 'horse'")
            .and("horse", &format!("scale = 1\npolicy = 'up'\n{horse}"))
            .field("size = [40, 40]")
            .with("[weapons.dread]\nkind = 'morale'\ndamage = '20'\nmorale = 'untyped'")
            .policy("p", "act = ['daunt at horse']")
            .policy("up", "act = ['stand']")
    };
    let opened = |horse: &str, faces: &[u32]| {
        let mut trial = setup(horse).ready();
        trial.state = trial.arena.start.clone();
        trial.step(faces.iter().copied())
    };
    let thrown = |trial: &Trial| {
        let body = trial.body("a");
        body.unmounted && body.posture == Posture::Prone && trial.at("a") != trial.at("horse")
    };
    // The rider is thrown off if the mount starts prone, if it falls, or if it is Broken.
    let prone = opened("posture = 'prone'", &[6, 5, 4]);
    assert!(thrown(&prone));
    assert!(thrown(&opened("falls = { metres = 5 }", &[6, 5, 4, 1])));
    assert!(thrown(&setup("spirit = -4").step([])));
    // A mount that enters the fight Broken throws off its rider as well, even if the rider is Broken, too.
    let mut broken = setup("spirit = -4").ready();
    let rider = broken.who("a");
    broken.state.fighting.remove(rider);
    let broken = broken.given("a", |body| (body.broken, body.dc) = (true, 10));
    assert!(thrown(&broken.step([])));
    // Without its rider, the mount has its own turns, and may stand up in them.
    let stands = prone.turn([]).turn([]).turn([]);
    assert_eq!(stands.body("horse").posture, Posture::Standing);
}
