//! Tests of poisons and diseases.

use crate::rules::semiautomagic::nouns::scene::View;
use crate::rules::semiautomagic::nouns::state::{Body, Cloud, Ill, Life};
use crate::rules::semiautomagic::testing::{Trial, does, fighters, fraction, on_a_field};

/// Sets up `a`, which has the affliction `poison` from the start. Checks against it come in each of its
/// turns.
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
    // The check must reach 6. With a fortitude of 3, it fails with a 1 or a 2.
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
    // A poison with checks every second has six checks in a turn. A poison with checks every hour has none in
    // a fight.
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
    // Any hit that does damage applies the poison, and uses up a dose.
    assert_eq!([fang(1), fang(2), fang(0)], [Some(1), Some(2), Some(3)]);
    let blunt = "[weapons.fang]\ndamage = '0'\nadds_strength = false\npoison = 'snake-venom'";
    let setup = does("attack", "melee = 9\ncarries = ['fang']", "").with(blunt);
    assert_eq!(setup.step([1]).body("b").ills[0], None);
    // A poison by injury on an area weapon also needs damage, and no area stays on the map.
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
    // The check must reach 8, and with a fortitude of 3, a 5 is enough. After a whole round in the area, the
    // next check must reach 9.
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

#[test] // SAM-9-6, SAM-21-3
fn gas_can_be_blocked_and_not_dodged() {
    let gas = "[weapons.gas]\nkind = 'ranged'\ndamage = '0'\nrange = 10\narea = 'sphere'\npoison = 'chloroform'";
    let breathes = |theirs: &str, faces: &[u32]| {
        let mine = "carries = ['gas']\nranged = 9\nat = [10, 20]";
        let theirs = format!("at = [20, 20]\npolicy = 'defends'\n{theirs}");
        let setup = on_a_field("area", mine, &theirs).with(gas);
        setup.step(faces.iter().copied()).body("b").ills[0].is_some()
    };
    assert!(!breathes("block = 9\ncarries = ['shield']", &[1, 6]));
    assert!(breathes("dodge = 9", &[1]));
    assert!(!breathes("dodge = 9\nevasion = true", &[1, 6]));
}

#[test] // SAM-21-3
fn a_further_cloud_takes_the_place_of_that_which_is_nearly_gone() {
    let gas = "[weapons.gas]\nkind = 'ranged'\ndamage = '0'\nrange = 10\narea = 'sphere'\npoison = 'chloroform'\nlasts = 4";
    let mine = "carries = ['gas']\nranged = 9\nat = [10, 20]";
    let setup = on_a_field("area put centred", mine, "at = [20, 20]").with(gas);
    let mut trial = setup.step([1]);
    let first = trial.state.clouds[0].expect("a cloud");
    trial.state.clouds = [9, 2].map(|rounds| Some(Cloud { rounds, ..first }));
    let trial = trial.turn([]).turn([5]).step([1]);
    let rounds = trial
        .state
        .clouds
        .map(|cloud| cloud.map(|cloud| cloud.rounds));
    assert_eq!(rounds, [Some(8), Some(4)]);
}

#[test] // SAM-21-3
fn only_seconds_in_what_is_inhaled_make_it_worse() {
    let gas = "[poisons.fumes]\nby = 'inhaled'\ndc = 6\nsymptom = 'morale'\nevery = 'second'\n\
        [weapons.gas]\nkind = 'ranged'\ndamage = '0'\nrange = 10\narea = 'sphere'\narea_scale = 1\npoison = 'fumes'\nlasts = 3";
    // Returns the numbers that the checks of `b` must reach in its second turn. All its checks in the first
    // turn fail. `acts` are its actions in the first turn.
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

#[test] // SAM-21-3
fn nothing_else_becomes_worse_by_the_seconds() {
    let lines = "act = ['draw if self.seconds == 6', 'sheathe if self.seconds == 5', 'move']";
    let mine =
        "afflicted = ['snake-venom']\ncarries = ['knife']\nsheathed = ['knife']\npolicy = 'q'";
    let setup = on_a_field("wait", mine, "at = [30, 10]").policy("q", lines);
    let trial = setup.turn_of_a([6]).turn([]);
    assert!(trial.turn([6]).says("snake-venom, DC 6."));
}

#[test] // SAM-21-3, SAM-14-2
fn who_is_carried_out_of_what_is_inhaled_inhales_no_more() {
    let gas = "[poisons.fumes]\nby = 'inhaled'\ndc = 6\nsymptom = 'morale'\nevery = 'second'\n\
        [weapons.gas]\nkind = 'ranged'\ndamage = '0'\nrange = 10\narea = 'sphere'\narea_scale = 1\npoison = 'fumes'\nlasts = 3";
    let trial = fighters(
        "b",
        "policy = 'p'\ncarries = ['gas']\nranged = 9\nat = [10, 20]",
    )
    .against(
        "a",
        "policy = 'q'\nspirit = 20\nriding = 'horse'\nat = [20, 20]",
    )
    .and("horse", "scale = 1\nspirit = 20")
    .field("size = [40, 40]")
    .with(gas)
    .policy(
        "p",
        "act = ['area at horse if round == 1 and self.seconds == 6']",
    )
    .policy(
        "q",
        "act = ['ride-away if round == 1 and self.mount_seconds == 6']",
    );
    // The horse carries its rider out of the area in its first second.
    let trial = trial.ready().turn([1]);
    let trial = trial.until("horse", [1; 6]).until("a", [1; 6]).turn([1; 6]);
    assert!(trial.says("fumes, DC 6.") && !trial.says("fumes, DC 7."));
}

#[test] // SAM-18-2, SAM-21-1, SAM-21-6
fn things_suffer_from_nothing_and_the_dying_lose_no_heart() {
    let gas = "[poisons.fumes]\nby = 'inhaled'\ndc = 40\nsymptom = 'morale'\n\
        [weapons.gas]\nkind = 'ranged'\ndamage = '0'\nrange = 10\narea = 'sphere'\narea_scale = 1\npoison = 'fumes'";
    let setup = on_a_field(
        "area put centred",
        "carries = ['gas']\nranged = 9",
        "at = [20, 10]",
    );
    let trial = setup
        .and("x", "object = true\nat = [21, 10]")
        .with(gas)
        .step([1]);
    let ills = ["b", "x"].map(|name| trial.body(name).ills[0].is_some());
    assert_eq!(ills, [true, false]);
    let ails = |life: &str| {
        let stats = format!("afflicted = ['fumes']\n{life}");
        let setup = fighters("a", &stats)
            .and("c", "")
            .against("b", "")
            .with(gas);
        setup.ready()
    };
    assert_eq!(ails("").turn([1]).body("a").penalties, 1);
    let dying = ails("starts = ['dying']").turn([1, 9, 6]);
    assert_eq!(dying.body("a").penalties, 0);
}

#[test] // SAM-21-1, SAM-21-7
fn failures_count_in_a_row_and_symptoms_do_not_shorten_what_lasts_longer() {
    let setup = fighters("a", "afflicted = ['spider-venom']\nfortitude = 3").against("b", "");
    let mut trial = setup.ready();
    // A success separates the third failure from the other two. A staggered fighter rolls a d6 for the
    // seconds that it loses.
    for faces in [&[1, 6][..], &[1, 6], &[6], &[1, 6], &[1, 6]] {
        trial = trial.turn(faces.iter().copied()).turn([]);
        assert!(trial.fights("a"));
    }
    assert!(!trial.turn([1]).fights("a"));
    let long = |change: fn(&mut Body)| setup.ready().given("a", change).turn([1, 6]);
    assert_eq!(long(|body| body.staggered = 5).body("a").staggered, 4);
    let gas = fighters("a", "afflicted = ['tear-gas']\nfortitude = -9").against("b", "");
    let gas = gas.ready().given("a", |body| body.blinded = 6);
    assert_eq!(gas.turn([1, 2, 6]).body("a").blinded, 5);
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
    // With four doses, the check must reach 8, and each failure has the symptom three times, as three wounds.
    // A roll of 5 + 3 succeeds, and 4 + 3 fails.
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
    // The check must reach 10, which is impossible with a fortitude of 3.
    assert_eq!(ill("sedative", "").turn([6]).life("a"), Life::Unconscious);
    // A dying fighter stays dying and does not become unconscious.
    assert_eq!(
        ill("sedative", "starts = ['dying']")
            .turn([6, 9, 6])
            .life("a"),
        Life::Dying
    );
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
    // The gas makes a fighter blinded and staggered for d6 rounds. The current turn counts as the first.
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
