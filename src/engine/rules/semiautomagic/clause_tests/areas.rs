//! Tests of area attacks.

use crate::dice::outcomes;
use crate::fight::Blow;
use crate::grid::{Cell, Cells, Direction};
use crate::rules::semiautomagic::nouns::luck;
use crate::rules::semiautomagic::nouns::state::{Body, Life};
use crate::rules::semiautomagic::nouns::strike::Landing;
use crate::rules::semiautomagic::questions::areas::cells_of;
use crate::rules::semiautomagic::reading::sheet::Posture;
use crate::rules::semiautomagic::reading::tables::Weapon;
use crate::rules::semiautomagic::testing::{Setup, does, fighters, fraction, on_a_field};

/// Sets up the wizard `a` against two enemies, `b` and `c`, that stand next to each other. The wizard has a
/// spell whose area is a ball of scale `scale`. `mine` are lines in its stat block. `line` is the only line
/// of its list `act`.
fn ball(scale: i32, mine: &str, line: &str) -> Setup {
    ball_at(scale, mine, line, "")
}

/// Like [`ball`]. `theirs` are lines in the stat block of the first of the two enemies.
fn ball_at(scale: i32, mine: &str, line: &str, theirs: &str) -> Setup {
    let row = format!(
        "[weapons.ball]\nkind = 'ranged'\nskill = 'magic'\ndamage = '1d6+5'\nrange = 10\narea = 'sphere'\narea_scale = {scale}"
    );
    fighters(
        "a",
        &format!("carries = ['ball']\npolicy = 'p'\nat = [5, 20]\n{mine}"),
    )
    .against("b", &format!("at = [20, 20]\n{theirs}"))
    .and("c", "at = [21, 20]")
    .field("size = [40, 40]")
    .with(&row)
    .policy("p", &format!("act = ['{line}']"))
}

#[test] // SAM-9-1
fn an_area_is_rolled_against_4() {
    let near = |scale: i32| {
        let text = ball(1, "", "area")
            .text()
            .replace("at = [5, 20]", "at = [14, 20]");
        let head = format!("[combatants.a]\nmagic = 1\nscale = {scale}\n");
        let text = text.replace("[combatants.a]\n", &head);
        let trial =
            crate::rules::semiautomagic::testing::Trial::of(crate::rules::testing::compiled(&text));
        trial
            .odds(|trial| trial.says("it lands there"))
            .of(|&lands| lands)
    };
    assert_eq!([near(0), near(1)], [fraction(2, 3), fraction(2, 3)]);
    // Cover and posture of the fighters in the area do not modify the attack roll. The range does: at 15 m,
    // the range of 10 m must be doubled once.
    let far = ball(1, "magic = 1", "area").odds(|trial| trial.says("it lands there"));
    assert_eq!(far.of(|&lands| lands), fraction(1, 2));
}

#[test] // SAM-9-2, SAM-9-5
fn one_roll_counts_for_all_in_it() {
    let setup = ball(1, "magic = 9", "area");
    let odds = setup.odds(|trial| (trial.life("b"), trial.life("c")));
    assert_eq!(
        odds.of(|&(b, c)| b == Life::Dying && c == Life::Dying),
        fraction(1, 3)
    );
    assert_eq!(
        odds.of(|&(b, c)| b == Life::Well && c == Life::Well),
        fraction(2, 3)
    );
    // The area attack wakes fighters that sleep in the area.
    let asleep = does(
        "area",
        "carries = ['fireball']\nmagic = 9",
        "starts = ['asleep']\narmour = 40",
    );
    assert!(!asleep.step([1, 1]).body("b").asleep);
}

/// Returns a weapon with an area of this shape and scale.
fn weapon(shape: &str, scale: i32) -> Weapon {
    let range = if shape == "sphere" { "range = 9" } else { "" };
    let row =
        format!("kind = 'ranged'\ndamage = '1'\narea = '{shape}'\narea_scale = {scale}\n{range}");
    let setup = fighters("a", "carries = ['ball']").against("b", "");
    let trial = setup.with(&format!("[weapons.ball]\n{row}")).ready();
    trial.arena.weapons[1].clone()
}

#[test] // SAM-9-3, SAM-9-4
fn a_miss_lands_elsewhere() {
    let charts = fighters("a", "").against("b", "").ready().arena.charts;
    let covered = |scale: i32| {
        let weapon = weapon("sphere", scale);
        outcomes(|dice| {
            let heading = luck::scatter(dice, charts.scatter);
            let squares = crate::dice::Dice::roll(dice, luck::D6).cast_signed();
            let (dx, dy) = heading.step();
            let cell = Cell::new(30, 30)
                .moved((dx * squares, dy * squares))
                .expect("on the map");
            cells_of(&weapon, Landing::around(cell), (0, 0)).has(Cell::new(30, 30))
        })
        .of(|&covers| covers)
    };
    assert_eq!(
        [covered(0), covered(1), covered(2)],
        [fraction(0, 1), fraction(1, 16), fraction(11, 48)]
    );
    assert_eq!(Direction::ALL.map(Direction::step)[0], (0, 1));
    // A 1 on the scatter die means north. `b` and `c` stand in row 20, so a ball that lands two squares to
    // the north misses both.
    let setup = ball(1, "magic = -9", "area");
    let trial = setup.step([1, 1, 2]);
    assert_eq!(trial.tallied(), [0, 0, 1]);
    // A ball that lands one square to the east still covers `c` and the cell behind `c`.
    let trial = setup.step([1, 3, 1, 6]);
    assert!(trial.wounds("c") > 0 || trial.wounds("b") > 0);
    // The scatter distance is counted in squares of the larger scale, that of the attacker or that of the
    // weapon. A house rule adds a die.
    let plus = setup.clone().option("scatter_dice = 'plus1'");
    let trial = plus.step([1, 1, 2, 3]);
    assert!(trial.says("5 cells away"));
}

#[test] // SAM-9-3
fn the_larger_scale_of_thrower_and_thrown_counts_for_how_far_it_goes_astray() {
    let cells = |mine: u8, orb: u8| {
        let row = format!(
            "[weapons.orb]\nkind = 'ranged'\ndamage = '1'\nrange = 10\narea = 'sphere'\nscale = {orb}"
        );
        let mine = format!("carries = ['orb']\nranged = -9\nscale = {mine}\nat = [5, 20]");
        let setup = on_a_field("area", &mine, "at = [20, 20]").with(&row);
        let trial = setup.step([1, 1, 2]);
        [2, 4].map(|cells| trial.says(&format!("lands {cells} cells away")))
    };
    assert_eq!(cells(0, 0), [true, false]);
    assert_eq!([cells(1, 0), cells(0, 1)], [[false, true]; 2]);
}

#[test] // SAM-9-1, SAM-13-5
fn an_area_whose_weapon_jams_lands_nowhere() {
    let row = "[weapons.launcher]\nkind = 'ranged'\ndamage = '9'\nrange = 10\narea = 'sphere'\narea_scale = 4\nfirearm = true";
    let setup = on_a_field(
        "area put centred",
        "carries = ['launcher']\nranged = 9",
        "at = [20, 10]",
    );
    let trial = setup
        .with(row)
        .ready()
        .given("a", |body| body.items[0].wounds = 1);
    let trial = trial.step([1]);
    assert_eq!((trial.tallied(), trial.wounds("b")), ([0, 0, 1], 0));
    assert!(trial.body("a").items[0].jammed);
}

#[test] // SAM-9-5, SAM-9-6, SAM-5-7
fn a_dodge_leaves_no_less_than_nothing() {
    let row = "[weapons.puff]\nkind = 'ranged'\ndamage = '1'\nrange = 10\narea = 'sphere'";
    let setup = does(
        "area",
        "carries = ['puff']\nranged = 9",
        "dodge = 9\npolicy = 'defends'",
    );
    let nothing = Blow::Landed {
        rolled: 0,
        stopped: 0,
        dealt: 0,
    };
    assert_eq!(setup.with(row).step([1, 6]).blows(), [nothing]);
}

#[test] // SAM-9-6
fn everybody_defends_by_itself() {
    let setup = |stats: &str| {
        ball_at(
            0,
            "magic = 1",
            "area",
            &format!("{stats}\npolicy = 'defends'"),
        )
        .ready()
    };
    // A dodge must reach 5. If it succeeds, the damage is 3 to 8 instead of 6 to 11. Damage of 4 or more
    // wounds.
    let dodges = setup("dodge = 9").odds(|trial| {
        (
            trial.says("it lands there"),
            trial.wounds("b"),
            trial.life("b"),
        )
    });
    assert_eq!(
        dodges.of(|&(lands, wounds, _)| lands && wounds == 1),
        fraction(1, 2) * fraction(5, 6)
    );
    assert_eq!(
        dodges.of(|&(_, _, life)| life == Life::Dying),
        fraction(0, 1)
    );
    let blocks = setup("block = 9\ndodge = 9\ncarries = ['shield']");
    assert_eq!(
        blocks
            .odds(|trial| trial.wounds("b"))
            .of(|&wounds| wounds > 0),
        fraction(0, 1)
    );
    let parries = setup("parry = 9").odds(|trial| trial.wounds("b"));
    assert_eq!(parries.of(|&wounds| wounds > 0), fraction(1, 2));
    // If the area has scattered, a dodge must still reach the same number.
    assert!(setup("dodge = 9").step([1, 1, 1]).tallied() == [0, 0, 1]);
}

#[test] // SAM-9-7, SAM-11-6
fn evasion_negates() {
    let with = |stats: &str| {
        let stats = format!("{stats}\npolicy = 'defends'");
        let setup = ball_at(0, "magic = 9", "area at b put centred", &stats);
        setup
            .odds(|trial| trial.wounds("b"))
            .of(|&wounds| wounds > 0)
    };
    assert_eq!(with("dodge = 12\nevasion = true"), fraction(0, 1));
    assert_eq!(with("dodge = 12\ncover = 'heavy'"), fraction(0, 1));
    assert_eq!(with("dodge = 12\ncover = 'medium'"), fraction(5, 6));
}

#[test] // SAM-9-8, SAM-9-9, SAM-9-10, SAM-9-11, SAM-9-12
fn areas_have_their_shapes() {
    let cells = |shape: &str, scale: i32, heading: Option<Direction>| -> Cells {
        let weapon = weapon(shape, scale);
        let cell = Cell::new(20, 20);
        cells_of(&weapon, Landing { cell, heading }, (0, 0))
    };
    let spheres = [-1, 0, 1, 2, 3, 4].map(|scale| cells("sphere", scale, None).count());
    assert_eq!(spheres, [1, 1, 4, 16, 64, 256]);
    let line = |scale: i32, heading| cells("line", scale, Some(heading));
    let straight = [-1, 0, 1, 2].map(|scale| line(scale, Direction::East).count());
    assert_eq!(straight, [1, 2, 4, 2 * 8]);
    // Each diagonal cell counts as 1.5 cells of length. A cell that lies partly in the line is covered.
    let diagonal = [-1, 0, 1].map(|scale| line(scale, Direction::NorthEast).count());
    assert_eq!(diagonal, [1, 2, 3]);
    for heading in [Direction::South, Direction::SouthWest] {
        let cones = [0, 1, 2].map(|scale| cells("cone", scale, Some(heading)).count());
        assert_eq!(cones, [1, 3, 10]);
    }
    // A cone starts at its user, does not cover the user, and needs no range.
    let breath = "[weapons.breath]\nkind = 'ranged'\nskill = 'magic'\ndamage = '1d6+5'\narea = 'cone'\narea_scale = 2";
    let setup = on_a_field("area", "carries = ['breath']\nmagic = 9", "at = [13, 10]").with(breath);
    let trial = setup.step([1, 6]);
    assert_eq!((trial.life("b"), trial.wounds("a")), (Life::Dying, 0));
    let far = on_a_field("area", "carries = ['breath']\nmagic = 9", "at = [15, 10]").with(breath);
    assert!(far.step([]).blows().is_empty());
}

#[test] // SAM-9-2, SAM-0-14
fn friends_are_spared() {
    let setup = |friend: &str| {
        fighters(
            "a",
            "carries = ['fireball']\nmagic = 9\npolicy = 'p'\nat = [15, 20]",
        )
        .and("f", friend)
        .against("b", "at = [20, 20]")
        .field("size = [40, 40]")
        .policy("p", "act = ['area']")
    };
    // The friend stands next to the enemy. The ball is placed where it covers only the enemy.
    let trial = setup("at = [21, 20]").step([1, 6]);
    assert_eq!((trial.wounds("b") > 0, trial.wounds("f")), (true, 0));
    let on = does("area put centred", "carries = ['fireball']\nmagic = 9", "").step([1, 6]);
    assert!(on.wounds("b") > 0);
}

/// Sets up six enemies around a friend, and `a` with a ball that would cover all seven.
fn surrounded(line: &str) -> Setup {
    let around = "[[20, 20], [21, 20], [22, 20], [20, 21], [20, 22], [22, 22]]";
    let mine = "carries = ['ball']\nmagic = 9\npolicy = 'p'\nat = [15, 21]";
    fighters("a", mine)
        .and("f", "at = [21, 21]")
        .against("b", &format!("count = 6\nat = {around}"))
        .field("size = [40, 40]")
        .with("[weapons.ball]\nkind = 'ranged'\nskill = 'magic'\ndamage = '9'\nrange = 10\narea = 'sphere'\narea_scale = 2")
        .policy("p", &format!("act = ['{line}']"))
}

#[test] // SAM-9-2, SAM-0-14
fn a_friend_counts_against_two_enemies_or_all() {
    // Covering six enemies and a friend is worth more than covering three enemies and no friend.
    let best = surrounded("area").step([1]);
    assert!(best.wounds("f") > 0 && best.wounds("b 6") > 0);
    let clear = surrounded("area put clear").step([1]);
    assert_eq!(clear.wounds("f"), 0);
    let hit = ["b 1", "b 2", "b 3", "b 4", "b 5", "b 6"].map(|foe| clear.wounds(foe) > 0);
    assert_eq!(hit.into_iter().filter(|hit| *hit).count(), 3);
}

#[test] // SAM-9-2, SAM-0-14
fn an_area_that_holds_too_many_friends_is_not_used() {
    let around = "[[20, 20], [21, 20], [22, 20], [20, 21], [22, 21], [20, 22], [21, 22], [22, 22]]";
    let setup = |friends: u8, at: &str, line: &str| {
        let mine = "carries = ['ball']\nmagic = 9\npolicy = 'p'\nat = [15, 21]";
        let setup = fighters("a", mine)
            .and("f", &format!("count = {friends}\nat = {at}\narmour = 40"))
            .against("b", "at = [21, 21]")
            .field("size = [40, 40]")
            .with("[weapons.ball]\nkind = 'ranged'\nskill = 'magic'\ndamage = '9'\nrange = 10\narea = 'sphere'\narea_scale = 2")
            .policy("p", &format!("act = ['{line}']"));
        let odds = setup.odds(|trial| trial.wounds("b"));
        odds.of(|&wounds| wounds > 0)
    };
    assert_eq!(setup(8, around, "area"), fraction(0, 1));
    assert_eq!(setup(8, around, "area put centred"), fraction(1, 1));
    // A friend that is out of the fight does not count when the area is placed.
    let mut out = surrounded("area put clear if area.foes == 6").ready();
    let friend = out.who("f");
    out.state.fighting.remove(friend);
    assert!(out.step([1]).wounds("b 6") > 0);
}

#[test] // SAM-0-14
fn policies_ask_who_is_in_the_area() {
    let wounds = |line: &str, faces: &[u32]| {
        let trial = surrounded(line).step(faces.iter().copied());
        ["b 1", "b 2", "b 3", "b 4", "b 5", "b 6"].map(|foe| trial.wounds(foe) > 0)
    };
    let all = "area if area.foes == 6 and area.friends == 1";
    assert_eq!(wounds(all, &[1]), [true; 6]);
    assert_eq!(wounds("area if area.friends == 0", &[]), [false; 6]);
    let clear = "area put clear if area.foes == 3 and area.friends == 0";
    assert_ne!(wounds(clear, &[1]), [false; 6]);
}

#[test] // SAM-0-14, SAM-5-1, SAM-12-1
fn policies_ask_what_the_die_must_show() {
    let strikes = |line: &str, faces: &[u32]| {
        let trial = does(line, "melee = 1", "").step(faces.iter().copied());
        trial.attackers() == ["a"]
    };
    assert!(strikes("attack if target.needed == 3", &[1]));
    assert!(!strikes("attack if target.needed != 3", &[]));
    assert!(strikes("attack on head if target.needed == 6", &[1]));
}

#[test] // SAM-0-14
fn policies_ask_how_things_stand() {
    let holds = |condition: &str, mine: &str, change: fn(&mut Body)| {
        let setup = does(&format!("go-prone if {condition}"), mine, "");
        let trial = setup.ready().given("a", change).step([]);
        trial.body("a").posture == Posture::Prone
    };
    let as_is = |_: &mut Body| {};
    assert!(holds("self.jammed", "", |a| a.items[0].jammed = true));
    assert!(!holds("self.jammed", "", as_is));
    let crossbow = "carries = ['crossbow']";
    assert!(holds("self.empty", crossbow, |a| a.items[0].shots = 0));
    assert!(!holds("self.empty", crossbow, as_is));
    assert!(holds("self.armed", "", as_is));
    let fists = "carries = []\nunarmed = '1d3'\nnatural_reach = 1";
    assert!(!holds("self.armed", fists, as_is));
    assert!(holds("allies.standing == 0", "", as_is));
    // A condition about the target uses the values of the target that the line has chosen.
    let asks = |condition: &str, mine: &str, theirs: &str| {
        let trial = does(&format!("attack if {condition}"), mine, theirs).ready();
        let odds = trial.odds(|trial| trial.blows().len());
        odds.of(|&blows| blows == 1) == fraction(1, 1)
    };
    assert!(asks(
        "target.cover == 1",
        "cover = 'heavy'",
        "cover = 'light'"
    ));
    assert!(asks("target.panicked", "", "starts = ['panicked']"));
    assert!(!asks("target.panicked", "", ""));
    assert!(asks("foes.touching == 1", "", ""));
    let inside = on_a_field("go-prone if foes.touching == 1", "", "").ready();
    let inside = inside
        .given("b", |body| *body = body.at(Cell::new(10, 10)))
        .step([]);
    assert_eq!(inside.body("a").posture, Posture::Prone);
    // The fact `self.parry` includes the modifiers that apply to all defences.
    let parries = |least: i32, faces: &[u32]| {
        let theirs = "parry = 3\npolicy = 'q'\nsurprised_by = ['a']\narmour = 40";
        let lists = format!("defend = ['best if self.parry >= {least}']");
        let setup = does("attack", "melee = 9", theirs).policy("q", &lists);
        setup.step(faces.iter().copied()).says("parries")
    };
    assert!(parries(2, &[1, 1, 1]) && !parries(3, &[1, 1]));
}

#[test] // SAM-0-14, SAM-11-5
fn policies_ask_for_the_cover_where_they_go() {
    let goes = |least: u8| {
        let line = format!("move-to-cover if there.cover >= {least}");
        let setup = fighters("a", "policy = 'p'\nat = [4, 0]")
            .against("b", "at = [9, 0]")
            .field("map = \"\"\"\n..w.......\n\"\"\"\nlegend = { w = { cover = 'medium' } }")
            .policy("p", &format!("act = ['{line}']"));
        setup.step([]).at("a") != (4, 0)
    };
    assert!(goes(2));
    assert!(!goes(3));
}

#[test] // SAM-9-3
fn what_lands_off_the_grid_holds_who_is_within() {
    let ball = |faces: [u32; 4]| {
        let row = "[weapons.ball]\nkind = 'ranged'\ndamage = '1d6+5'\nrange = 10\narea = 'sphere'\narea_scale = 3";
        let mine = "carries = ['ball']\nranged = -9\nat = [9, 0]";
        let setup = on_a_field("area put centred", mine, "at = [0, 0]");
        setup.with(row).step(faces)
    };
    // The ball lands one square south of its aim. Its centre is a cell outside the grid.
    assert_eq!(ball([1, 5, 1, 6]).life("b"), Life::Dying);
}

#[test] // SAM-9-10
fn wide_lines_are_straight() {
    let ray = |scale: u8, cell: &str| {
        let row = format!(
            "[weapons.ray]\nkind = 'ranged'\ndamage = '5'\narea = 'line'\narea_scale = {scale}"
        );
        let mine = "carries = ['ray']\nranged = 9";
        let setup = on_a_field("area", mine, &format!("at = {cell}")).with(&row);
        let odds = setup.odds(|trial| trial.wounds("b"));
        odds.of(|&wounds| wounds == 1) == fraction(1, 1)
    };
    assert!(ray(1, "[12, 12]") && ray(2, "[14, 10]"));
    assert!(!ray(2, "[12, 12]"));
}

#[test] // SAM-11-7
fn no_area_is_thrown_out_of_total_cover() {
    let thrown = |option: &str| {
        let mine = "carries = ['fireball']\nmagic = 9\ncover = 'total'";
        let setup = does("area", mine, "").option(option);
        setup
            .odds(|trial| trial.blows().len())
            .of(|&blows| blows == 1)
    };
    let [off, on] = ["hit_cover = 'off'", "hit_cover = 'on'"].map(thrown);
    assert_eq!([off, on], [fraction(0, 1), fraction(1, 1)]);
}
