//! Tests of the messages for common mistakes. Each mistake is reported with its place in the file, a stable
//! code and advice, and all mistakes of a file are reported together.

mod common;

use std::fmt::Write as _;

use common::slips::{SOUND, after, faults_of, lines, told};
use skirmish::scenario::{Overrides, Tries};

#[test]
fn the_sound_scenario_is_sound() {
    assert_eq!(told(SOUND), "no faults");
}

#[test]
fn faults_of_every_kind_are_told_in_one_pass() {
    let text = r#"ruleset = "brp"
tittle = "x"
[run]
fights = "many"
[options]
special_treshold = "strict"
[combatants.guard]
hit_points = -3
dex = "60%"
db = "0d6"
armour = "full-plat"
carries = ["brod-sword", 3]
skills = { broad-sword = "60%" }
policy = "stedy"
unaware_of = "gobblin"
[combatants.goblin]
hit_points = 13
dex = 12
db = "d"
[weapons.dagger]
damage = "1d1000000"
[policies.steady]
act = ["atack nearest", "attack neerest if foes.standin > 1"]
recat = []
[[sides]]
name = "a"
fighters = [{ combatant = "gaurd" }]
[[sides]]
name = "a"
fighters = []
[[vary]]
name = "n"
set = "combatants.guard.nope.x"
to = []
"#;
    insta::assert_snapshot!(told(text), @r##"
    2:1 scenario::unknown-key: a scenario has no `tittle` (did you mean `title`?)
    4:10 scenario::type: `fights` must be a whole number, not a text (write a whole number from 1 to 1000000000000)
    6:1 scenario::unknown-key: `options` has no key `special_treshold` (did you mean `special_threshold`?)
    8:14 scenario::range: `hit_points` must be from 1 to 10000, not -3
    9:7 scenario::type: `dex` must be a whole number, not a text (write 60)
    10:6 scenario::dice: a throw has 1 to 100 dice, not 0 (write dice as `2d6+1`, `d8`, `-1d4` or a whole number, or `none`)
    11:10 brp::unknown-armour: there is no armour named `full-plat` (did you mean `full-plate`?)
    12:12 brp::unknown-weapon: there is no weapon named `brod-sword` (did you mean `broad-sword`?)
    12:26 scenario::type: an entry of `carries` must be a text, not a whole number
    13:26 scenario::type: the skill of `broad-sword` must be a number, not a text (write 60)
    14:10 policy::unknown-policy: there is no policy named `stedy` (did you mean `steady`?)
    15:14 scenario::type: `unaware_of` must be a list, not a text (write `["gobblin"]`)
    15:14 scenario::unknown-combatant: there is no combatant or side named `gobblin` (did you mean `goblin`?)
    19:6 scenario::dice: `d` is not a dice expression (write dice as `2d6+1`, `d8`, `-1d4` or a whole number, or `none`)
    21:10 scenario::dice: a die has 2 to 1000 sides, not 1000000 (write dice as `2d6+1`, `d8`, `-1d4` or a whole number)
    23:9 policy::unknown-action: there is no action named `atack` (did you mean `attack`?)
    23:33 policy::unknown-target: there is no target named `neerest` (did you mean `nearest`?)
    23:44 policy::unknown-fact: there is no fact named `foes.standin` (did you mean `foes.standing`?)
    24:1 scenario::unknown-key: policy `steady` has no key `recat` (did you mean `react`?)
    27:27 scenario::unknown-combatant: there is no combatant named `gaurd` (did you mean `guard`?)
    29:8 scenario::duplicate-name: two sides are named `a`
    30:12 scenario::sides: side `a` has no fighters (add `{ combatant = "…" }`)
    33:25 scenario::no-such-path: `combatants.guard.nope.x` does not exist: `combatants.guard` has no `nope` (there are `hit_points`, `dex`, `db`, `armour`, `carries`, `skills`, `policy` and `unaware_of`)
    34:6 scenario::axis-values: axis `n` has no values
    "##);
}

#[test]
fn of_a_row_that_is_like_nothing_known_only_that_is_told() {
    let rows = r#"[combatants.veteran]
like = "gaurd"
[combatants.captain]
like = "veteran"
[combatants.one]
like = "two"
[combatants.two]
like = "one"
[weapons.blade]
like = "brod-sword"
[shields.wall]
like = 3
[policies.wild]
like = "staedy"
"#;
    insta::assert_snapshot!(told(&format!("{SOUND}{rows}")), @r"
    34:8 scenario::unknown-like: there is no row named `gaurd` (did you mean `guard`?)
    38:8 scenario::like-circle: `like` forms a loop: two is like one is like two (remove `like` from one of these rows)
    40:8 scenario::like-circle: `like` forms a loop: one is like two is like one (remove `like` from one of these rows)
    42:8 scenario::unknown-like: there is no row named `brod-sword` (did you mean `broad-sword`?)
    44:8 scenario::type: `shields.wall.like` must be a text, not a whole number
    46:8 scenario::unknown-like: there is no row named `staedy` (did you mean `steady`?)
    ");
    let text = include_str!("../scenarios/persona/all-out-or-guarded.toml");
    let text = text.replace("[combatants.plain]", "[combatants.palin]");
    insta::assert_snapshot!(told(&text), @r"
    27:8 scenario::unknown-like: there is no row named `plain` (did you mean `palin`?)
    47:27 scenario::unknown-combatant: there is no combatant named `plain` (did you mean `palin`?)
    ");
}

#[test]
fn a_row_may_be_like_another_and_who_misspells_that_is_told_so() {
    let rows = r#"[combatants.veteran]
liek = "guard"
[combatants.captain]
like = "guard"
lucky = true
[weapons.blade]
likke = "broad-sword"
[shields.wall]
like = "round-shield"
wide = true
[policies.wild]
lik = "steady"
[policies.calm]
nope = []
"#;
    insta::assert_snapshot!(told(&format!("{SOUND}{rows}")), @r"
    34:1 scenario::unknown-key: combatant `veteran` has no key `liek` (did you mean `like`?)
    37:1 scenario::unknown-key: combatant `captain` has no key `lucky` (there are `dex`, `str`, `con`, `siz`, `hit_points`, `start_hit_points`, `start_injuries`, `db`, `dodge`, `armour`, `natural_ap`, `fixed_cover_ap`, `brawl`, `throw`, `first_aid`, `shield_skill`, `carries`, `skills`, `skill_factor`, `parry_skill`, `ammo`, `unaware_of`, `policy` and `like`)
    39:1 scenario::unknown-key: weapon `blade` has no key `likke` (did you mean `like`?)
    42:1 scenario::unknown-key: shield `wall` has no key `wide` (there are `base`, `points`, `damage`, `db`, `size`, `missile`, `kneeling` and `like`)
    44:1 scenario::unknown-key: policy `wild` has no key `lik` (did you mean `like`?)
    46:1 scenario::unknown-key: policy `calm` has no key `nope` (there are `stance`, `act`, `move`, `turn`, `react`, `rest`, `lists`, `let` and `like`)
    ");
}

#[test]
fn of_words_that_are_near_none_it_is_told_which_there_are() {
    let text = include_str!("../scenarios/semiautomagic/leg-or-plain-blow.toml");
    let line = "attack at strange on critical if oddity > 1";
    let text = text.replace("attack on leg", line);
    insta::assert_snapshot!(told(&text), @r##"
    26:19 policy::unknown-target: there is no target named `strange` (there are `nearest`, `first`, `last`, `weakest`, `strongest`, `easiest`, `flanked`, `helpless`, `shaken`, `wounded`, `fallen`, `goblin`, `swordsman` and `knight`)
    26:30 policy::unknown-word: `critical` is not one of the allowed words (there are `body`, `leg`, `arm`, `hand`, `head`, `vitals`, `torso`, `wings`, `weapon`, `shield`, `armour`, `off-arm`, `off-hand` and `best`)
    26:42 policy::unknown-fact: there is no fact named `oddity` (there are `round`, `self.seconds`, `self.wounds`, `self.toughness`, `self.will`, `self.cover`, `self.prone`, `self.crouched`, `self.flanked`, `self.aims`, `self.charged`, `self.armed`, `self.jammed`, `self.empty`, `self.held`, `self.mounted`, `self.possesses`, `self.mount_seconds`, `target.distance`, `target.gap`, `target.wounds`, `target.toughness`, `target.will`, `target.scale` and 55 more)
    "##);
    let line = "shoot strange with oddity if self.oddity > 1";
    insta::assert_snapshot!(after("attack weakest if foes.standing > 1", line), @r##"
    18:15 policy::unknown-target: there is no target named `strange` (there are `nearest`, `weakest`, `strongest`, `first`, `fallen`, `dying`, `self`, `guard` and `goblin`)
    18:28 policy::unknown-item: there is nothing named `oddity` (there are `melee`, `missile`, `thrown`, `shield`, `hands`, `battle-axe`, `great-axe`, `hand-axe`, `brawl`, `heavy-club`, `light-club`, `dagger`, `halberd`, `hammer`, `great-hammer`, `knife`, `heavy-mace`, `light-mace`, `pike`, `quarterstaff`, `long-spear`, `broad-sword`, `great-sword`, `short-sword` and 18 more)
    18:38 policy::unknown-fact: there is no fact named `self.oddity` (there are `self.hp`, `self.hp_max`, `self.dex`, `self.dodge`, `self.parry`, `self.armed`, `self.kneels`, `self.defences`, `self.parries`, `self.moved`, `self.afflictions`, `self.must_reach`, `self.must_stay` and `self.must_leave`)
    "##);
    insta::assert_snapshot!(after("\"round-shield\"]", "\"self-bow\", \"oddity\"]"), @r##"
    8:27 brp::unknown-weapon: there is no weapon named `self-bow` (there are `long-bow`, `heavy-crossbow` and `light-crossbow`)
    8:39 brp::unknown-weapon: there is no weapon named `oddity` (there are `battle-axe`, `great-axe`, `hand-axe`, `brawl`, `heavy-club`, `light-club`, `dagger`, `halberd`, `hammer`, `great-hammer`, `knife`, `heavy-mace`, `light-mace`, `pike`, `quarterstaff`, `long-spear`, `broad-sword`, `great-sword`, `short-sword`, `thrown-hand-axe`, `long-bow`, `heavy-crossbow`, `light-crossbow`, `thrown-dagger` and 13 more)
    "##);
}

#[test]
fn what_is_told_to_write_is_right_and_all_that_there_is() {
    let slips = [
        ("foes.standing > 1", "chnace(30%)"),
        ("foes.standing > 1", "chanec(30%)"),
        ("foes.standing > 1", "chance(130%)"),
        ("foes.standing > 1", "chance(30)"),
        ("weakest if foes.standing > 1", "weakest If foes.outnumber"),
        ("weakest if foes.standing > 1", "weakest iff foes.outnumber"),
        (
            "weakest if foes.standing > 1",
            "weakest whenever foes.outnumber",
        ),
        ("armour = \"chain\"", "armour = \"nnoe\""),
        ("armour = \"chain\"", "armour = “chain”"),
        ("dex = 12", "dex = 12x"),
    ];
    let mut shown = String::new();
    for (from, to) in slips {
        writeln!(shown, "{to}\n{}", after(from, to)).expect("a text takes every word");
    }
    insta::assert_snapshot!(shown, @r##"
    chnace(30%)
    18:27 policy::unknown-fact: there is no fact named `chnace` (did you mean `chance`?)

    chanec(30%)
    18:27 policy::unknown-fact: there is no fact named `chanec` (did you mean `chance`?)

    chance(130%)
    18:34 policy::type: a chance must be from 0% to 100% (write a percentage from 0% to 100%, such as `chance(30%)`)

    chance(30)
    18:34 policy::type: a chance must be from 0% to 100% (write it with a percent sign: `chance(30%)`)

    weakest If foes.outnumber
    18:24 policy::extra-slot: `attack` takes no `If` (did you mean `if`?)

    weakest iff foes.outnumber
    18:24 policy::extra-slot: `attack` takes no `iff` (did you mean `if`?)

    weakest whenever foes.outnumber
    18:24 policy::extra-slot: `attack` takes no `whenever` (there are `with`, `at`, `as` and `if`)

    armour = "nnoe"
    7:10 brp::unknown-armour: there is no armour named `nnoe` (did you mean `none`?)

    armour = “chain”
    7:10 scenario::toml: string values must be quoted, expected literal string (use straight quotes: `"chain"`)

    dex = 12x
    5:7 scenario::toml: string values must be quoted, expected literal string (write 12, or `"12x"` for a text)
    "##);
    let text = include_str!("../scenarios/swift-swords/fear.toml");
    let text = text.replacen("\"none\"", "\"nnoe\"", 1);
    insta::assert_snapshot!(told(&text), @"38:7 swift-swords::unknown-row: there is no level of fear named `nnoe` (did you mean `none`?)");
    let text = include_str!("../scenarios/semiautomagic/crossbow-against-charge.toml");
    let text = text.replace("at = \"s\"", "at = \"x\"");
    insta::assert_snapshot!(told(&text), @"73:45 semiautomagic::place: the map has no `x` (there are `w`, `s` and `c`)");
}

#[test]
fn slips_of_the_keyboard_are_recognised() {
    let slips = [
        ("ruleset = \"brp\"", "ruleset = \"brb\""),
        ("[combatants.guard]", "[combatant.guard]"),
        ("hit_points = 13", "hitpoints = 13"),
        ("armour = \"chain\"", "armour = \"chian\""),
        ("\"round-shield\"]", "\"round-sheild\"]"),
        ("skills = { broad-sword", "skills = { brod-sword"),
        ("policy = \"steady\"", "policy = \"staedy\""),
        ("attack nearest", "atack nearest"),
        ("attack weakest", "attack weekest"),
        ("foes.standing", "foe.standing"),
        ("react =", "raect ="),
        ("combatant = \"goblin\"", "combatant = \"golbin\""),
        ("count = 3", "cuont = 3"),
        ("guard.carries[0]", "guard.carry[0]"),
    ];
    let mut shown = String::new();
    for (from, to) in slips {
        writeln!(shown, "{to}\n{}", after(from, to)).expect("a text takes every word");
    }
    insta::assert_snapshot!(shown, @r##"
    ruleset = "brb"
    1:11 scenario::unknown-ruleset: there is no ruleset named `brb` (did you mean `brp`?)

    [combatant.guard]
    3:2 scenario::unknown-key: a scenario has no `combatant` (did you mean `combatants`?)
    23:27 scenario::unknown-combatant: there is no combatant named `guard` (there is `goblin`)
    31:19 scenario::no-such-path: `combatants.guard.carries[0]` does not exist: `combatants` has no `guard` (there is `goblin`)

    hitpoints = 13
    4:1 scenario::unknown-key: combatant `guard` has no key `hitpoints` (did you mean `hit_points`?)

    armour = "chian"
    7:10 brp::unknown-armour: there is no armour named `chian` (did you mean `chain`?)

    "round-sheild"]
    8:27 brp::unknown-weapon: there is no weapon named `round-sheild` (did you mean `round-shield`?)

    skills = { brod-sword
    9:12 brp::unknown-weapon: there is no weapon or specialty named `brod-sword` (did you mean `broad-sword`?)

    policy = "staedy"
    10:10 policy::unknown-policy: there is no policy named `staedy` (did you mean `steady`?)

    atack nearest
    18:48 policy::unknown-action: there is no action named `atack` (did you mean `attack`?)

    attack weekest
    18:16 policy::unknown-target: there is no target named `weekest` (did you mean `weakest`?)

    foe.standing
    18:27 policy::unknown-fact: there is no fact named `foe.standing` (did you mean `foes.standing`?)

    raect =
    19:1 scenario::unknown-key: policy `steady` has no key `raect` (did you mean `react`?)

    combatant = "golbin"
    27:27 scenario::unknown-combatant: there is no combatant named `golbin` (did you mean `goblin`?)

    cuont = 3
    27:37 scenario::unknown-key: a fighter of side `goblins` has no key `cuont` (did you mean `count`?)

    guard.carry[0]
    31:25 scenario::no-such-path: `combatants.guard.carry[0]` does not exist: `combatants.guard` has no `carry` (there are `hit_points`, `dex`, `db`, `armour`, `carries`, `skills` and `policy`)
    "##);
}

#[test]
fn values_out_of_range_or_of_the_wrong_type_are_faults() {
    let wrong = [
        ("hit_points = 13", "hit_points = -1"),
        ("hit_points = 13", "hit_points = 1.5"),
        ("hit_points = 13", "hit_points = 99999999999999999999"),
        ("dex = 12", "dex = nan"),
        ("dex = 12", "dex = 2026-01-01"),
        ("broad-sword = 60", "broad-sword = \"60%\""),
        ("broad-sword = 60", "broad-sword = -60"),
        ("db = \"1d4\"", "db = \"0d6\""),
        ("db = \"1d4\"", "db = \"d\""),
        ("db = \"1d4\"", "db = \"1d1000000\""),
        ("db = \"1d4\"", "db = \"1d0\""),
        ("db = \"1d4\"", "db = \"\""),
        ("at = 8", "at = \"near\""),
        ("at = 8", "at = inf"),
        ("at = 8", "at = [1, 2]"),
        ("count = 3", "count = 0"),
        ("count = 3", "count = 63"),
        ("count = 3", "count = 65"),
    ];
    let mut shown = String::new();
    for (from, to) in wrong {
        write!(shown, "{to}\n  {}", after(from, to)).expect("a text takes every word");
    }
    insta::assert_snapshot!(shown, @r##"
    hit_points = -1
      4:14 scenario::range: `hit_points` must be from 1 to 10000, not -1
    hit_points = 1.5
      4:14 scenario::type: `hit_points` must be a whole number, not a decimal number (write a whole number from 1 to 10000)
    hit_points = 99999999999999999999
      4:14 scenario::range: this number has too many digits
    dex = nan
      5:7 scenario::type: `dex` must be a whole number, not a decimal number (write a whole number from 0 to 1000)
    dex = 2026-01-01
      5:7 scenario::type: scenarios cannot contain dates (put it in quotes to make it a text)
    5:7 scenario::type: `dex` must be a whole number, not a text (write a whole number from 0 to 1000)
    broad-sword = "60%"
      9:26 scenario::type: the skill of `broad-sword` must be a number, not a text (write 60)
    broad-sword = -60
      9:26 scenario::range: the skill of `broad-sword` must be from 0 to 1000 percent
    db = "0d6"
      6:6 scenario::dice: a throw has 1 to 100 dice, not 0 (write dice as `2d6+1`, `d8`, `-1d4` or a whole number, or `none`)
    db = "d"
      6:6 scenario::dice: `d` is not a dice expression (write dice as `2d6+1`, `d8`, `-1d4` or a whole number, or `none`)
    db = "1d1000000"
      6:6 scenario::dice: a die has 2 to 1000 sides, not 1000000 (write dice as `2d6+1`, `d8`, `-1d4` or a whole number, or `none`)
    db = "1d0"
      6:6 scenario::dice: a die has 2 to 1000 sides, not 0 (write dice as `2d6+1`, `d8`, `-1d4` or a whole number, or `none`)
    db = ""
      6:6 scenario::dice: `` is not a dice expression (write dice as `2d6+1`, `d8`, `-1d4` or a whole number, or `none`)
    at = "near"
      27:53 scenario::type: `at` must be a number, not a text (write a number from -100000 to 100000)
    at = inf
      27:53 scenario::range: `at` must be from -100000 to 100000 metres
    at = [1, 2]
      27:53 brp::places: 2 places for 3 fighters
    count = 0
      27:45 scenario::range: `count` must be from 1 to 64, not 0
    count = 63
      21:1 scenario::too-many: a fight has at most 64 fighters, not 65
    count = 65
      27:45 scenario::range: `count` must be from 1 to 64, not 65
    "##);
}

#[test]
fn sides_and_axes_that_cannot_be_are_faults() {
    let wrong = [
        ("[{ combatant = \"guard\", count = 2, at = 0 }]", "[]"),
        ("name = \"goblins\"", "name = \"guards\""),
        ("name = \"goblins\"", "name = \" \""),
        ("name = \"goblins\"", "name = \"undecided\""),
        ("to = [\"broad-sword\", \"dagger\"]", "to = []"),
        (
            "to = [\"broad-sword\", \"dagger\"]",
            "to = [\"dagger\", \"dagger\"]",
        ),
        (
            "to = [\"broad-sword\", \"dagger\"]",
            "to = { from = 1, to = 1000000 }",
        ),
        ("combatants.guard.carries[0]", "combatants.guard.carries[2]"),
        ("combatants.guard.carries[0]", "combatants.gaurd.carries[0]"),
        ("combatants.guard.carries[0]", "combatants..guard"),
        ("combatants.guard.carries[0]", "run.fights"),
        ("name = \"blade\"", "name = \"side\""),
        ("[combatants.goblin]", "[combatants.guard]"),
    ];
    let mut shown = String::new();
    for (from, to) in wrong {
        write!(shown, "{to}\n  {}", after(from, to)).expect("a text takes every word");
    }
    insta::assert_snapshot!(shown, @r##"
    []
      23:12 scenario::sides: side `guards` has no fighters (add `{ combatant = "…" }`)
    name = "guards"
      26:8 scenario::duplicate-name: two sides are named `guards`
    name = " "
      26:8 scenario::name: a side cannot be called ` `
    name = "undecided"
      26:8 scenario::name: a side cannot be called `undecided`
    to = []
      32:6 scenario::axis-values: axis `blade` has no values
    to = ["dagger", "dagger"]
      32:17 scenario::duplicate-value: axis `blade` has the value `dagger` twice
    to = { from = 1, to = 1000000 }
      32:6 scenario::too-many: an axis has at most 10000 values, not 1000000
    combatants.guard.carries[2]
      31:32 scenario::no-such-path: `combatants.guard.carries[2]` does not exist: `combatants.guard.carries` has 2 entries, `[0]` to `[1]`
    combatants.gaurd.carries[0]
      31:19 scenario::no-such-path: `combatants.gaurd.carries[0]` does not exist: `combatants` has no `gaurd` (did you mean `guard`?)
    combatants..guard
      31:18 scenario::path: `combatants..guard` is not a path (write a path such as `combatants.guard.carries[0]`)
    run.fights
      31:8 scenario::axis-path: `run` cannot vary between matchups
    name = "side"
      30:8 scenario::name: an axis cannot be called `side` (use a longer name, such as `guard side`)
    [combatants.guard]
      12:13 scenario::toml: duplicate key
    13:1 scenario::toml: duplicate key
    14:1 scenario::toml: duplicate key
    15:1 scenario::toml: duplicate key
    "##);
}

#[test]
fn overrides_that_make_no_sense_are_faults_of_the_command_line() {
    let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    let overrides = Overrides {
        set: texts(&[
            "x",
            "=1",
            "a.b=[1",
            "combatants.gaurd.dex=1",
            "combatants.guard.dex=",
            "combatants.guard.carries[0]=dagger",
            "options.special_threshold=strickt",
            "weapons.dagger.damage=0d6",
            "sides[7].name=x",
        ]),
        vary: texts(&[
            "combatants.guard.hit_points",
            "combatants.guard.carries[9]=dagger,brawl",
            "combatants.goblin.hit_points=1,1",
            "combatants.goblin.dex={ from = 1, to = 1000000 }",
        ]),
        ..Overrides::default()
    };
    let faults = faults_of(&[("main.toml", SOUND)], &overrides).expect("faults");
    insta::assert_snapshot!(lines(&faults), @r##"
    1:1 scenario::override: `--set` needs a path and a value (write `path=value`)
    1:1 scenario::path: the path is empty (write a path such as `combatants.guard.carries[0]`)
    1:5 scenario::toml: unclosed array, expected `]`
    1:12 scenario::no-such-path: `combatants.gaurd.dex` does not exist: `combatants` has no `gaurd` (did you mean `guard`?)
    1:22 scenario::toml: the value is empty
    1:1 scenario::set-and-varied: `combatants.guard.carries[0]` is already varied by the axis `blade` (use `--vary combatants.guard.carries[0]=…` to choose the values of the axis)
    1:27 scenario::word: `special_threshold` cannot be `strickt` (did you mean `strict`?)
    1:23 scenario::dice: a throw has 1 to 100 dice, not 0 (write dice as `2d6+1`, `d8`, `-1d4` or a whole number)
    1:6 scenario::no-such-path: `sides[7].name` does not exist: `sides` has 2 entries, `[0]` to `[1]`
    1:1 scenario::override: `--vary` needs a path and a value (write `path=a,b,c`)
    1:25 scenario::no-such-path: `combatants.guard.carries[9]` does not exist: `combatants.guard.carries` has 2 entries, `[0]` to `[1]`
    1:32 scenario::duplicate-value: axis `goblin hit_points` has the value `1` twice
    1:23 scenario::too-many: an axis has at most 10000 values, not 1000000
    "##);
}

#[test]
fn an_axis_with_a_huge_product_hides_no_other_fault() {
    let axis = |key: &str| format!("combatants.guard.{key}={{ from = 1, to = 1000 }}");
    let overrides = Overrides {
        set: vec!["combatants.goblin.carries[0]=daggre".to_owned()],
        vary: vec![axis("dex"), axis("hit_points")],
        ..Overrides::default()
    };
    let faults = faults_of(&[("main.toml", SOUND)], &overrides).expect("faults");
    insta::assert_snapshot!(lines(&faults), @r##"
    1:30 brp::unknown-weapon: there is no weapon named `daggre` (did you mean `dagger`?)
    1:1 scenario::too-many: the axes make more than 10000 matchups
    "##);
}

#[test]
fn axes_are_checked_as_what_is_set_is() {
    let table =
        |name: &str| format!("scenario::type: `{name}` must be a table, not a whole number");
    let unknown = |key: &str| format!("1:1 scenario::unknown-key: a scenario has no `{key}`");
    let fixed = |key: &str| format!("scenario::axis-path: `{key}` cannot vary");
    for (slip, expected) in [
        ("seed=1,2", unknown("seed")),
        ("round_cap=5,6", unknown("round_cap")),
        ("optoins.parry_limit=1,2", unknown("optoins")),
        ("options=5", table("options")),
        ("field=5", table("field")),
        ("weapons=5", table("weapons")),
        ("combatants=5", table("combatants")),
        ("combatants.guard=5", table("combatants.guard")),
        ("combatants.guard.skills=5", table("skills")),
        ("policies.steady=5", table("policies.steady")),
        ("run.seed=1,2", fixed("run")),
        ("include=a.toml", fixed("include")),
    ] {
        let overrides = Overrides {
            vary: vec![slip.to_owned()],
            ..Overrides::default()
        };
        let faults = faults_of(&[("main.toml", SOUND)], &overrides).expect(slip);
        let told = lines(&faults);
        assert_eq!(told.matches(&expected).count(), 1, "{slip}:\n{told}");
    }
}

#[test]
fn what_is_included_is_not_for_the_command_line_to_say() {
    let overrides = Overrides {
        set: vec!["include=[\"a.toml\"]".to_owned()],
        ..Overrides::default()
    };
    let faults = faults_of(&[("main.toml", SOUND)], &overrides).expect("a fault");
    let told = lines(&faults);
    assert!(told.starts_with("1:1 scenario::override: "), "{told}");
}

#[test]
fn a_value_that_every_matchup_replaces_is_checked_as_well() {
    let own = r#"set = "combatants.guard.carries[0]"
to = ["broad-sword", "dagger"]"#;
    for (set, to, from, slip, code) in [
        (
            "combatants.guard.carries[0]",
            r#""dagger""#,
            r#"["broad-sword", "#,
            r#"["brod-sword", "#,
            "brp::unknown-weapon",
        ),
        (
            "combatants.guard.dex",
            "10, 11",
            "dex = 12",
            "dex = -12",
            "scenario::range",
        ),
        (
            "sides[1].fighters[0].combatant",
            r#""goblin""#,
            r#"combatant = "goblin""#,
            r#"combatant = "golbin""#,
            "scenario::unknown-combatant",
        ),
        (
            "combatants.guard.policy",
            r#""steady""#,
            r#"policy = "steady""#,
            r#"policy = "stedy""#,
            "policy::unknown-policy",
        ),
        (
            "policies.steady.act",
            r#"["attack nearest"]"#,
            "attack weakest",
            "atack weakest",
            "policy::unknown-action",
        ),
    ] {
        let axis = format!("set = \"{set}\"\nto = [{to}]");
        let sound = SOUND.replacen(own, &axis, 1);
        assert!(sound.contains(&axis) && sound.contains(from), "{set}");
        assert_eq!(told(&sound), "no faults", "{set}");
        let told = told(&sound.replacen(from, slip, 1));
        assert!(told.contains(code), "{set}: {told}");
        assert_eq!(told.lines().count(), 1, "{set}: {told}");
    }
}

#[test]
fn a_weapon_is_used_with_a_skill_that_somebody_knows() {
    let blade = |skill: &str| {
        let row = format!("[weapons.blade]\nlike = \"broad-sword\"\n{skill}\n\n[policies.steady]");
        after("[policies.steady]", &row)
    };
    let (code, none) = ("brp::unknown-skill", "no faults");
    let wrong = blade("skill = \"Mellee Weapon\"\nspecialty = \"Swrod\"");
    assert_eq!(
        wrong,
        format!(
            "19:9 {code}: there is no skill named `Mellee Weapon` (did you mean `Melee Weapon`?)\n20:13 {code}: there is no specialty named \
             `Swrod` (did you mean `Sword`?)\n"
        )
    );
    let new = blade("specialty = \"Katana\"");
    assert!(
        new.contains("there is no specialty named `Katana` (remove `specialty`"),
        "{new}"
    );
    assert_eq!(blade("specialty = \"Axe\""), none);
    // If the weapon has a base chance, its specialty may be one that no fighter has. Only a specialty that
    // looks like a misspelt one is reported.
    assert_eq!(blade("specialty = \"Katana\"\nbase = 20"), none);
    assert!(blade("specialty = \"Swrod\"\nbase = 20").contains(code));
    // If a fighter has a skill with this name, the specialty is not taken for a misspelt one.
    let text = SOUND.replace("{ broad-sword = 60 }", "{ broad-sword = 60, Katana = 50 }")
        + "\n[weapons.blade]\nlike = \"broad-sword\"\nspecialty = \"Katana\"\n";
    assert_eq!(told(&text), none);
    // The skill may also have the name of the weapon instead of that of its specialty.
    let text = SOUND.replace("{ broad-sword = 60 }", "{ broad-sword = 60, katana = 50 }")
        + "\n[weapons.katana]\nlike = \"broad-sword\"\nspecialty = \"Katana\"\nbase = 20\n";
    assert_eq!(told(&text), none);
    let set = Overrides {
        set: vec!["weapons.broad-sword.specialty=Swrod".to_owned()],
        ..Overrides::default()
    };
    let faults = faults_of(&[("main.toml", SOUND)], &set).expect("nobody knows it");
    assert!(lines(&faults).contains(code), "{}", lines(&faults));
}

#[test]
fn what_is_tried_is_not_set_as_well() {
    let overrides = Overrides {
        set: vec!["combatants.guard.dex=12".to_owned()],
        tries: Some(Tries {
            path: "combatants.guard.dex".to_owned(),
            values: "{ from = 5, to = 7, step = 1 }".to_owned(),
            flags: "--from and --to",
        }),
        ..Overrides::default()
    };
    let faults = faults_of(&[("main.toml", SOUND)], &overrides).expect("faults");
    insta::assert_snapshot!(lines(&faults), @"1:1 scenario::set-and-varied: `combatants.guard.dex` is already varied by the axis `guard dex` (choose the values to try with --from and --to)");
}
