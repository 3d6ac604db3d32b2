//! Tests: mounts, falls, collisions, poisons, radiation.

use crate::rules::semiautomagic::nouns::fighter::UNARMED;
use crate::rules::semiautomagic::nouns::scene::View;
use crate::rules::semiautomagic::nouns::state::{Ill, Life, Place};
use crate::rules::semiautomagic::questions::defences::{Attack, Means};
use crate::rules::semiautomagic::reading::sheet::Posture;
use crate::rules::semiautomagic::reading::tables::Kind;
use crate::rules::semiautomagic::testing::{Setup, Trial, does, fighters, fraction, on_a_field};

/// A rider on a horse against somebody at this column.
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
    // Two seconds of the rider's, one of the horse's: 12 m.
    assert_eq!((trial.at("a"), trial.at("horse")), ((12, 10), (12, 10)));
    assert_eq!(
        (trial.body("a").clock.left, trial.body("horse").clock.left),
        (4, 5)
    );
    // In the next second it is there, and a combo fits into what is left.
    let trial = trial.step([]).step([1, 1, 1, 1]);
    assert_eq!(trial.tallied(), [2, 0, 0]);
    assert_eq!(trial.body("a").clock.left, 0);
    // A weapon of two hands cannot be used with one on the reins, and can while the mount stands.
    let spear = rider("'attack', 'ride'", 3)
        .text()
        .replace("[\"sword\"]", "[\"spear\"]");
    let trial = Trial::of(crate::rules::testing::compiled(&spear));
    assert_eq!(trial.step([1, 1]).tallied(), [1, 0, 0]);
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
    // The mount has no turn of its own while it is ridden.
    let trial = trial.turn([]).turn([]);
    assert!(trial.blows().is_empty());
}

#[test] // SAM-14-2
fn a_mount_goes_on_when_its_riders_seconds_are_spent() {
    let lines = "'attack if self.seconds > 2', 'ride-away if self.seconds == 0 and target.gap < 10', 'ride if self.seconds > 0'";
    // There in two seconds, an attack, and back for one second, which is all that it wants.
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
    // 37 cells, in halves, which are 18 and a half squares of the horse.
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
    // The other holds the sword.
    let lines = "'draw with knife if self.mount_seconds < 6', 'ride'";
    let knife = "[\"sword\", \"knife\"]\nsheathed = [\"knife\"]";
    let trial = change(lines, 39, knife).step([]).step([]);
    assert_eq!(trial.body("a").items[1].place, Place::Sheathed);
    // A mount that attacks where it stands leaves both for a spear.
    let lines = "'mount-attack if self.seconds == 6', 'attack'";
    let trial = change(lines, 3, "[\"spear\"]").step([6, 1]).step([1, 1]);
    assert_eq!(trial.attackers(), ["a"]);
}

#[test] // SAM-14-1, SAM-5-8
fn with_a_hand_on_the_reins_one_is_left() {
    // A stroke, a block, a parry.
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
            weapon.kind == Kind::Melee && !weapon.unarmed
        });
        let attack = Attack::single(foe, UNARMED, 4);
        let may = |means| view.bare_bonus(rider, attack, means).is_some();
        [strikes.is_some(), may(Means::Block), may(Means::Parry)]
    };
    // While the mount stands, both are free.
    assert_eq!(can("[\"sword\", \"shield\"]", 0), [true, true, true]);
    assert_eq!(can("[\"sword\", \"shield\"]", 1), [true, false, true]);
    assert_eq!(can("[\"shield\", \"sword\"]", 1), [false, true, false]);
    assert_eq!(can("[\"spear\"]", 0), [true, false, true]);
    assert_eq!(can("[\"spear\"]", 1), [false, false, false]);
}

#[test] // SAM-14-2, SAM-2-4
fn delayed_effects_of_a_mount_happen_while_it_is_ridden() {
    let jaws = "[weapons.jaws]\ndamage = '1d4'\ndelay = 1\n[[sides]]";
    let lines = "'mount-attack if self.mount_seconds == 6', 'ride-away'";
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

#[test] // SAM-14-2, SAM-15-4, SAM-15-6
fn panic_and_rage_rule_riders_and_mounts() {
    let setup = |mine: &str, theirs: &str| {
        fighters("a", &format!("riding = 'horse'\nat = [37, 10]\n{mine}"))
            .and("horse", &format!("scale = 1\nspeed = 1\n{theirs}"))
            .against("b", "at = [39, 10]\narmour = 40")
            .field("size = [40, 40]")
    };
    // Two runs of three seconds, whoever of both flees.
    let panics = "starts = ['panicked']";
    let rider = setup(panics, "").turn_of_a([]);
    assert_eq!((rider.at("a"), rider.at("horse")), ((1, 10), (1, 10)));
    let mount = setup("", panics).turn_of_a([]);
    assert_eq!((mount.at("a"), mount.at("horse")), ((1, 10), (1, 10)));
    // So far from every enemy both have fled.
    let gone = mount.turn([]);
    assert_eq!(gone.names(&gone.heard.fled), ["horse", "a"]);
    // So has a Broken rider whom its mount carries off [SAM-14-2].
    let mut broken = setup("", panics).ready();
    let rider = broken.who("a");
    broken.state.fighting.remove(rider);
    let broken = broken.given("a", |body| (body.broken, body.dc) = (true, 10));
    let gone = broken.turn([1]).turn([]);
    assert_eq!([gone.life("horse"), gone.life("a")], [Life::Fled; 2]);
    // A frenzied rider rides at the source.
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
    // It begins the fight prone, falls, or is Broken.
    let prone = opened("posture = 'prone'", &[6, 5, 4]);
    assert!(thrown(&prone));
    assert!(thrown(&opened("falls = { metres = 5 }", &[6, 5, 4, 1])));
    assert!(thrown(&setup("spirit = -4").step([])));
    // Without its rider it has turns of its own, in which it may stand up.
    let stands = prone.turn([]).turn([]).turn([]);
    assert_eq!(stands.body("horse").posture, Posture::Standing);
}

/// What a fall does to somebody of 9/3: the odds of a wound, and of dying.
fn falls(stats: &str) -> [num_rational::BigRational; 2] {
    let setup = fighters("a", &format!("falls = {{ {stats} }}"))
        .against("b", "")
        .and("c", "");
    let mut trial = setup.ready();
    trial.state = trial.arena.start.clone();
    // The order is rolled too, so count the odds of the first round of three.
    let odds = trial.odds(|trial| (trial.wounds("a"), trial.life("a")));
    [
        odds.of(|&(wounds, life)| wounds == 1 && life == Life::Well),
        odds.of(|&(_, life)| life != Life::Well),
    ]
}

#[test] // SAM-16-1, SAM-0-3
fn falls_hurt_by_their_height() {
    let sixths = |wound: i64, dying: i64| [fraction(wound, 6), fraction(dying, 6)];
    assert_eq!(falls("metres = 5"), sixths(4, 0));
    assert_eq!(falls("metres = 10"), sixths(5, 0));
    assert_eq!(falls("metres = 20"), sixths(5, 1));
    assert_eq!(falls("metres = 40"), sixths(1, 5));
    assert_eq!(falls("metres = 60"), sixths(0, 6));
    assert_eq!(falls("metres = 600"), sixths(0, 6));
    assert_eq!(falls("metres = 0"), sixths(0, 0));
}

#[test] // SAM-16-2
fn surfaces_are_soft_or_hard() {
    assert_eq!(
        falls("metres = 20, surface = 'soft'"),
        [fraction(4, 6), fraction(0, 6)]
    );
    assert_eq!(
        falls("metres = 60, surface = 'deep-water'"),
        [fraction(3, 6), fraction(0, 6)]
    );
    assert_eq!(
        falls("metres = 20, surface = 'spikes'"),
        [fraction(2, 6), fraction(4, 6)]
    );
}

#[test] // SAM-16-3
fn ledges_are_caught() {
    let caught = falls("metres = 60, ledge = true");
    assert_eq!(caught, [fraction(0, 1), fraction(1, 2)]);
    let rolls = fighters("a", "falls = { metres = 60 }\ntuck_and_roll = 12").against("b", "");
    let mut trial = rolls.ready();
    trial.state = trial.arena.start.clone();
    let odds = trial.odds(|trial| trial.wounds("a"));
    assert_eq!(odds.of(|&wounds| wounds == 1), fraction(3, 6));
}

#[test] // SAM-16-4
fn collisions_hurt_who_does_not_dodge() {
    let setup = |collision: &str| {
        fighters("a", "dodge = 2")
            .against("b", "")
            .field(&format!("collisions = [{{ {collision} }}]"))
    };
    let wounded = |collision: &str| {
        let mut trial = setup(collision).ready();
        trial.state = trial.arena.start.clone();
        trial
            .odds(|trial| trial.wounds("a"))
            .of(|&wounds| wounds > 0)
    };
    // DC 6, a half; then d6 and 2 against 9/3.
    assert_eq!(
        wounded("who = ['a'], scale = 2, speed = 10"),
        fraction(1, 2) * fraction(5, 6)
    );
    // Crushed: the larger scale counts, 6 more.
    assert_eq!(
        wounded("who = ['a'], scale = 2, speed = 10, crushed = true"),
        fraction(1, 2)
    );
    assert_eq!(wounded("who = ['b'], scale = 0"), fraction(0, 1));
}

#[test] // SAM-16-4
fn collisions_count_the_squares_of_who_is_hurt() {
    // A cart of scale 2 that eight wounds have brought to 7/1.
    let mut trial = fighters("a", "dodge = 2")
        .and("cart", "object = true\nscale = 2\nwounds = 8\ncarries = []")
        .against("b", "")
        .field("collisions = [{ who = ['a', 'cart'], speed = 10 }]")
        .ready();
    trial.state = trial.arena.start.clone();
    let odds = trial.odds(|trial| (trial.wounds("a") > 0, trial.wounds("cart") > 8));
    // Ten squares a second of the human are 2 more, two and a half of the cart nothing: over 3 with a 2, over 1 with a 2.
    assert_eq!(
        odds.of(|&(human, _)| human),
        fraction(1, 2) * fraction(5, 6)
    );
    assert_eq!(odds.of(|&(_, cart)| cart), fraction(5, 6));
    assert_eq!(odds.of(|&(human, cart)| human && !cart), fraction(0, 1));
}

/// Checks of an affliction, one for each turn of `a`.
fn ill(poison: &str, stats: &str) -> Trial {
    let stats = format!("afflicted = ['{poison}']\n{stats}");
    fighters("x", "")
        .and("a", &stats)
        .against("b", "")
        .ready()
        .turn([])
}

#[test] // SAM-21-1
fn three_successes_in_a_row_cure() {
    // Fortitude 3 against DC 6.
    let trial = ill("snake-venom", "");
    assert_eq!(
        trial
            .odds(|trial| trial.wounds("a"))
            .of(|&wounds| wounds == 0),
        fraction(2, 3)
    );
    let mut trial = trial;
    for face in [3, 2, 3, 3, 3] {
        assert!(trial.body("a").ills[0].is_some());
        trial = trial.turn([face]).turn([]).turn([]);
    }
    assert_eq!((trial.body("a").ills[0], trial.wounds("a")), (None, 1));
    // Once a second means six checks in a turn; once an hour none.
    let trial = ill("radiation-extreme", "").turn([1, 1, 1, 1, 1, 1]);
    assert_eq!(trial.wounds("a"), 6);
    assert_eq!(ill("radiation-moderate", "").turn([]).wounds("a"), 0);
}

#[test] // SAM-21-2
fn poisoned_blades_have_doses() {
    let fang = |doses: u8| {
        let row = format!(
            "[weapons.fang]\ndamage = '1'\nadds_strength = false\npoison = 'snake-venom'\ndoses = {doses}"
        );
        let setup = does("attack", "melee = 9\ncarries = ['fang']", "").with(&row);
        let trial = setup.ready().turn([1]).turn([6]).turn([1, 1]);
        trial.body("b").ills[0].map(|ill| ill.doses)
    };
    // A hit that deals damage will do; each takes a dose.
    assert_eq!([fang(1), fang(2), fang(0)], [Some(1), Some(2), Some(3)]);
    // Splinters on an area have to do damage as well, and no cloud of them stays.
    let splinters = |damage: u8| {
        let row = format!(
            "[weapons.splinters]\nkind = 'ranged'\ndamage = '{damage}'\nrange = 10\narea = 'sphere'\npoison = 'snake-venom'\nlasts = 2"
        );
        let stats = "carries = ['splinters']\nranged = 9\nat = [10, 20]";
        let setup = on_a_field("area if self.seconds == 6", stats, "at = [15, 20]").with(&row);
        let trial = setup.ready().turn([1]);
        (
            trial.body("b").ills[0].is_some(),
            trial.state.clouds[0].is_some(),
        )
    };
    assert_eq!(
        [splinters(0), splinters(1)],
        [(false, false), (true, false)]
    );
}

#[test] // SAM-21-2
fn areas_use_a_dose_for_everybody_they_wound() {
    let splinters = |doses: &str| {
        let row = format!(
            "[weapons.splinters]\nkind = 'ranged'\ndamage = '1'\nrange = 10\narea = 'sphere'\narea_scale = 1\npoison = 'snake-venom'\n{doses}"
        );
        let stats = "carries = ['splinters']\nranged = 9\nat = [10, 20]";
        let setup = on_a_field("area if self.seconds == 6", stats, "at = [15, 20]").with(&row);
        let trial = setup.and("c", "at = [16, 20]").ready().turn([1]);
        ["b", "c"].map(|name| trial.body(name).ills[0].is_some())
    };
    assert_eq!(splinters(""), [true, false]);
    assert_eq!(splinters("doses = 2"), [true, true]);
    assert_eq!(splinters("doses = 0"), [true, true]);
}

#[test] // SAM-21-3
fn what_is_inhaled_stays() {
    let gas = "[weapons.gas]\nkind = 'ranged'\ndamage = '0'\nrange = 10\narea = 'sphere'\narea_scale = 2\npoison = 'chloroform'\nlasts = 2";
    let setup = on_a_field(
        "area if round == 1 and self.seconds == 6",
        "carries = ['gas']\nranged = 9\nat = [10, 20]",
        "at = [20, 20]",
    );
    let trial = setup.with(gas).and("c", "at = [39, 39]").ready().turn([1]);
    assert!(trial.body("b").ills[0].is_some() && trial.state.clouds[0].is_some());
    // DC 8 against 3: a 5; then DC 9, for a whole round in it.
    let trial = trial.turn([5]).turn([]).turn([]);
    assert_eq!(
        trial.body("b").ills[0].map(|ill| (ill.successes, ill.stayed)),
        Some((1, 0))
    );
    let trial = trial.turn([5]);
    assert_eq!(trial.body("b").ills[0].map(|ill| ill.stayed), Some(1));
    assert_eq!(trial.life("b"), Life::Unconscious);
    let trial = trial.turn([]).turn([]);
    assert_eq!(trial.state.clouds[0], None);
}

#[test] // SAM-21-3
fn only_seconds_in_what_is_inhaled_make_it_worse() {
    let gas = "[poisons.fumes]\nby = 'inhaled'\ndc = 6\nsymptom = 'morale'\nevery = 'second'\n\
        [weapons.gas]\nkind = 'ranged'\ndamage = '0'\nrange = 10\narea = 'sphere'\narea_scale = 1\npoison = 'fumes'\nlasts = 3";
    // All checks of a first turn fail, in which it does this; against what those of the next are.
    let dcs = |acts: &str| {
        let theirs = "spirit = 20\nfortitude = 3\ncarries = ['knife']\nsheathed = ['knife']";
        let theirs = format!("{theirs}\npolicy = 'q'\nat = [20, 20]");
        let setup = on_a_field(
            "area if round == 1 and self.seconds == 6",
            "carries = ['gas']\nranged = 9\nat = [10, 20]",
            &theirs,
        );
        let setup = setup.with(gas).policy("q", &format!("act = [{acts}]"));
        let trial = setup.ready().turn([1]).turn([1; 6]).turn([]);
        let trial = trial.turn([1; 6]);
        let dcs = (6..=13).filter(|dc| trial.says(&format!("fumes, DC {dc}.")));
        dcs.collect::<Vec<_>>()
    };
    let two_seconds = "'draw if self.seconds == 6', 'sheathe if self.seconds == 5'";
    assert_eq!(dcs("'move'"), [6]);
    assert_eq!(dcs(&format!("{two_seconds}, 'move'")), [7, 8]);
    assert_eq!(dcs(two_seconds), [7, 8, 9, 10, 11, 12]);
}

#[test] // SAM-21-4
fn the_air_carries_diseases() {
    let near = |column: u8| {
        let setup = fighters("x", "at = [10, 10]")
            .against("b", &format!("afflicted = ['plague']\nat = [{column}, 10]"));
        let trial = setup.field("size = [40, 40]").ready();
        trial
            .odds(|trial| trial.body("x").ills[0].is_some())
            .of(|&ill| ill)
    };
    assert_eq!([near(13), near(14)], [fraction(1, 6), fraction(0, 1)]);
}

#[test] // SAM-21-5
fn doses_double_what_they_do() {
    let trial = ill("snake-venom", "").given("a", |body| {
        body.ills[0] = body.ills[0].map(|ill| Ill { doses: 4, ..ill });
    });
    // DC 8: a 5 and 3 hold, a 4 does not: three wounds.
    assert_eq!(
        trial
            .odds(|trial| trial.wounds("a"))
            .of(|&wounds| wounds == 0),
        fraction(2, 6)
    );
    assert_eq!(
        trial
            .odds(|trial| trial.wounds("a"))
            .of(|&wounds| wounds == 3),
        fraction(4, 6)
    );
}

#[test] // SAM-21-5
fn a_new_dose_sets_back_what_has_been_overcome() {
    let fang = "[weapons.fang]\ndamage = '1'\nadds_strength = false\npoison = 'snake-venom'";
    let mine = "melee = 9\ncarries = ['fang']";
    let setup = does("attack", mine, "afflicted = ['snake-venom']").with(fang);
    let trial = setup.ready().given("b", |body| {
        body.ills[0] = body.ills[0].map(|ill| Ill {
            successes: 2,
            ..ill
        });
    });
    let ill = trial.step([1]).body("b").ills[0];
    assert_eq!(ill.map(|ill| (ill.doses, ill.successes)), Some((2, 0)));
}

#[test] // SAM-21-6, SAM-18-10
fn poison_wounds_are_wounds() {
    let trial = ill("iocane-powder", "wounds = 8").turn([1]);
    assert_eq!((trial.wounds("a"), trial.life("a")), (9, Life::Well));
    let view = View {
        arena: &trial.arena,
        state: &trial.state,
    };
    assert_eq!(view.toughness(trial.who("a")), 0);
}

#[test] // SAM-21-7
fn poisons_have_their_symptoms() {
    // DC 10 against 3 cannot be made.
    assert_eq!(ill("sedative", "").turn([6]).life("a"), Life::Unconscious);
    let spider = ill("spider-venom", "fortitude = -9").turn([1, 6]);
    assert_eq!(spider.body("a").staggered, 0);
    let spider = spider
        .turn([])
        .turn([])
        .turn([1, 6])
        .turn([])
        .turn([])
        .turn([1]);
    assert!(spider.body("a").paralysed && !spider.fights("a"));
    // Blinded and staggered for d6 rounds, of which the turn is the first.
    let gas = ill("tear-gas", "fortitude = -9").turn([1, 4, 6]);
    assert_eq!((gas.body("a").blinded, gas.body("a").staggered), (3, 3));
    let zombie = "[poisons.fast-zombie]\nby = 'other'\ndc = 40\nsymptom = 'random'";
    let setup = fighters("x", "")
        .and("a", "afflicted = ['fast-zombie']")
        .against("b", "")
        .with(zombie);
    let trial = setup.ready().turn([]);
    let odds = trial.odds(|trial| {
        let body = trial.body("a");
        (body.wounds, body.penalties, body.hindered)
    });
    assert_eq!(odds.iter().count(), 3);
    assert!(odds.iter().all(|(_, chance)| *chance == fraction(1, 3)));
}

#[test] // SAM-22-2
fn radiation_fades_with_distance() {
    let at = |column: u8| {
        let setup = fighters("a", &format!("at = [{column}, 20]")).against("b", "at = [39, 39]");
        let setup =
            setup.field("size = [40, 40]\nradiation = [{ at = [20, 20], severity = 'moderate' }]");
        let trial = setup.ready().turn([]);
        let ill = trial.body("a").ills[0];
        ill.map(|ill| trial.arena.poisons[usize::from(ill.poison)].name.clone())
    };
    let named = |name: &str| Some(format!("radiation-{name}"));
    assert_eq!([at(20), at(21)], [named("moderate"), named("moderate")]);
    assert_eq!([at(19), at(22)], [named("light"), named("light")]);
    assert_eq!([at(17), at(24)], [named("minor"), named("minor")]);
    assert_eq!([at(16), at(25)], [None, None]);
}

#[test] // SAM-0-10, SAM-21-1
fn the_first_check_is_in_the_turn_after_the_cause() {
    let setup = on_a_field("wait", "fortitude = -20", "at = [30, 10]");
    let setup = setup.field("radiation = [{ at = [10, 10], severity = 'heavy' }]");
    let trial = setup.ready().turn([]);
    assert!(trial.body("a").ills[0].is_some());
    assert_eq!(trial.turn([]).turn([1]).wounds("a"), 1);
}
