//! Tests of the grid: moves, runs, crawling, postures, and occupied cells.

use crate::grid::Direction;
use crate::rules::semiautomagic::nouns::scene::View;
use crate::rules::semiautomagic::nouns::state::{Life, Whereabouts};
use crate::rules::semiautomagic::reading::sheet::Posture;
use crate::rules::semiautomagic::testing::{Setup, Trial, does, fighters, fraction, on_a_field};

/// Sets up `a` and `b` on the map `map`, and plays `steps` steps of `a`.
fn on(act: &str, mine: &str, map: &str, steps: usize) -> Trial {
    let map = format!("map = \"\"\"\n{map}\n\"\"\"");
    let setup = does(act, &format!("{mine}\nat = 'a'"), "at = 'b'").field(&map);
    let mut trial = setup.ready();
    for _ in 0..steps {
        trial = trial.step([]);
    }
    trial
}

#[test] // SAM-0-6, SAM-0-7
fn without_places_everybody_touches_everybody() {
    let trial = does("attack", "", "").step([1]);
    assert_eq!(trial.blows().len(), 1);
    let trial = does("move", "", "").step([]);
    assert_eq!(trial.at("a"), (0, 0));
    let letters = on("wait", "", "b...\n....\n..a.", 0);
    assert_eq!((letters.at("a"), letters.at("b")), ((2, 0), (0, 2)));
}

#[test] // SAM-0-6
fn the_map_is_told_with_the_numbers_of_its_cells_and_the_dead_apart() {
    let told = |field: &str, places: [&str; 3]| {
        let [a, b, c] = places.map(|place| format!("at = {place}"));
        let setup = fighters("a", &a).against("b", &b).and("c", &c);
        let mut trial = setup.field(field).ready();
        trial.state = trial.arena.start.clone();
        let trial = trial.given("c", |body| body.life = Life::Dead);
        let trial = trial.step([6, 5, 4]);
        let said = trial.heard.said.into_iter();
        let drawn = said.filter(|(clause, _)| *clause == "SAM-0-6");
        drawn.map(|(_, line)| line).collect::<Vec<_>>()
    };
    let map = "map = \"\"\"\n########\n#a.,.bc#\n########\n\"\"\"";
    assert_eq!(
        told(map, ["'a'", "'b'", "'c'"]),
        [
            "    01234567",
            "  2 ########",
            "  1 #A.,.B†#",
            "  0 ########",
            "A a, B b, † c."
        ]
    );
    // If the field has no drawn map, the transcript shows only the part of the field around the fighters.
    assert_eq!(
        told("", ["[9, 12]", "[11, 12]", "[10, 13]"]),
        [
            "      111",
            "    89012",
            " 14 .....",
            " 13 ..†..",
            " 12 .A.B.",
            " 11 .....",
            "A a, B b, † c."
        ]
    );
}

#[test] // SAM-0-3, SAM-3-1
fn a_second_of_moving_goes_as_far_as_the_speed() {
    let moved = |speed: &str| {
        let mine = format!("speed = {speed}\nat = [0, 0]");
        on_a_field("move", &mine, "at = [30, 0]").step([]).at("a").0
    };
    assert_eq!(
        [moved("3"), moved("2.5"), moved("2"), moved("0")],
        [3, 3, 2, 0]
    );
    // At a speed of 3, a straight path of seven squares takes three seconds.
    let setup = on_a_field("move", "at = [0, 0]", "at = [8, 0]");
    let trial = setup.ready().step([]).step([]).step([]);
    assert_eq!((trial.at("a"), trial.body("a").clock.left), ((7, 0), 3));
    // A creature of scale 1 moves in squares two metres wide.
    let large = on_a_field("move", "scale = 1\nat = [0, 0]", "at = [30, 0]");
    assert_eq!(large.step([]).at("a"), (6, 0));
}

#[test] // SAM-3-1, SAM-3-2
fn what_is_left_of_a_second_counts_for_the_next() {
    // A diagonal step costs 1.5 squares. At a speed of 2, the first two seconds are long enough for one step
    // each. The distance that is left over makes two steps possible in the third second.
    let setup = on_a_field("move", "at = [0, 0]\nspeed = 2", "at = [30, 30]");
    let trial = setup.ready().step([]);
    assert_eq!(trial.at("a"), (1, 1));
    let trial = trial.step([]);
    assert_eq!(trial.at("a"), (2, 2));
    let trial = trial.step([]);
    assert_eq!(trial.at("a"), (4, 4));
}

#[test] // SAM-3-1
fn what_is_left_of_a_second_is_lost_to_anything_in_between() {
    let mine = |act: &str| format!("at = [5, 5]\nspeed = 2\npolicy = 'q'\n{act}");
    let setup = |lines: &str, foe: &str| {
        on_a_field("wait", &mine(""), foe).policy("q", &format!("act = [{lines}]"))
    };
    // Half a square is left over from the first second. If the fighter sheathes its weapon now, this half is
    // lost, and its last second is long enough for one step only.
    let far = "at = [39, 39]";
    let straight = setup("'move'", far).ready().step([]).step([]).step([]);
    assert_eq!(straight.at("a"), (9, 9));
    let sheathes = setup("'sheathe if self.seconds == 5', 'move'", far).ready();
    let sheathes = sheathes.step([]).step([]).step([]).step([]);
    assert_eq!(sheathes.at("a"), (8, 8));
    // Distance is kept from second to second even if the direction changes. Distance left over when the
    // fighter has reached its goal is lost.
    let turns = setup("'move-away if self.seconds == 5', 'move'", far).ready();
    let turns = turns.step([]).step([1]);
    assert_eq!(turns.body("a").clock.carry, 1);
    let there = setup("'move'", "at = [7, 5]").step([]);
    assert_eq!((there.at("a"), there.body("a").clock.carry), ((6, 5), 0));
}

/// Returns the number of seconds until `a`, with this speed, takes its first steps towards `b`, and the cell
/// that these steps reach.
fn first_steps(speed: &str, map: &str) -> (u8, (u8, u8)) {
    let field = format!("map = \"\"\"\n{map}\n\"\"\"");
    let setup = fighters("a", &format!("policy = 'p'\nspeed = {speed}\nat = 'a'"));
    let setup = if map.contains('f') {
        setup.and("f", "at = 'f'")
    } else {
        setup
    };
    let setup = setup.against("b", "at = 'b'").field(&field);
    let mut trial = setup.policy("p", "act = ['move']").ready();
    let start = trial.at("a");
    while trial.at("a") == start {
        trial = trial.step([]);
    }
    (6 - trial.body("a").clock.left, trial.at("a"))
}

#[test] // SAM-3-1, SAM-3-2, SAM-3-5
fn a_path_takes_as_many_seconds_as_it_costs() {
    // A diagonal step costs 1.5 squares, a straight step into rubble 2, and a diagonal step into rubble 3.
    assert_eq!(first_steps("1", "..b\n...\na.."), (2, (1, 1)));
    assert_eq!(first_steps("1", "a,.b"), (2, (1, 0)));
    assert_eq!(first_steps("2", "##b\n#,#\na##"), (2, (1, 1)));
    assert_eq!(first_steps("1", "##b\n#,#\na##"), (3, (1, 1)));
    assert_eq!(first_steps("3", "a;.b"), (1, (1, 0)));
    // A fighter cannot stop in a friend's cell. Moving through the cell costs as much as if it were free.
    assert_eq!(first_steps("1", "af.b"), (2, (2, 0)));
    assert_eq!(first_steps("2", "af,b"), (2, (2, 0)));
    // Distance left over from one second is used in the next. Three diagonal steps cost 4.5 squares, so they
    // take five seconds at a speed of 1.
    let setup = on_a_field("move", "speed = 1\nat = [0, 0]", "at = [4, 4]");
    let mut trial = setup.ready();
    let mut columns = Vec::new();
    for _ in 0..5 {
        trial = trial.step([]);
        columns.push(trial.at("a").0);
    }
    assert_eq!(columns, [0, 1, 2, 2, 3]);
}

#[test] // SAM-3-1, SAM-2-2
fn the_slow_attack_in_the_seconds_that_their_path_leaves() {
    let attacks = |map: &str, seconds: u8| {
        let lines = format!("act = ['attack if self.seconds >= {seconds}', 'move']");
        let friend = if map.contains('f') {
            "at = 'f'"
        } else {
            "at = 'g'"
        };
        let setup = fighters("a", "speed = 1\npolicy = 'p'\nat = 'a'")
            .and("f", friend)
            .against("b", "natural = 60\nat = 'b'")
            .field(&format!("map = \"\"\"\n{map}\n\"\"\""))
            .policy("p", &lines);
        setup
            .ready()
            .odds_after(Trial::play_turn, |trial| trial.blows().len())
            .of(|&blows| blows == 1)
    };
    let one = fraction(1, 1);
    assert_eq!(attacks("...b\n....\n.a.g", 4), one);
    assert_eq!(attacks("af.b", 4), one);
    assert_eq!(attacks("a,b\n###\n..g", 4), one);
}

#[test] // SAM-3-1, SAM-2-3
fn a_move_ends_in_the_turn_in_which_it_starts() {
    // A fighter does not begin a move in the last second of its turn if this second is too short for a step.
    let lines = "'draw if not self.armed', 'sheathe if self.seconds > 1', 'crouch if self.crouched', 'move'";
    let mine = "speed = 1\npolicy = 'q'\nstunned = 3\nat = [5, 5]";
    let setup = on_a_field("wait", mine, "at = [9, 9]").policy("q", &format!("act = [{lines}]"));
    let trial = setup.ready().step([]).step([]);
    assert_eq!(trial.body("a").clock.left, 1);
    assert!(!trial.step([]).says("needs more than this second"));
    // With two seconds left it does, because together they are long enough for a step.
    let setup = on_a_field("move", "speed = 1\nstunned = 4\nat = [5, 5]", "at = [9, 9]");
    let trial = setup.ready().step([]);
    assert!(trial.says("needs more than this second"));
    assert_eq!(trial.step([]).at("a"), (6, 6));
}

#[test] // SAM-3-1, SAM-3-6, SAM-15-4
fn the_slow_leave_over_rubble() {
    let corridor = |stats: &str, line: &str| {
        let setup = does(line, &format!("speed = 1\nat = 'a'\n{stats}"), "at = 'b'");
        let map = "########\n#,,,,ab#\n########";
        setup.field(&format!("map = \"\"\"\n{map}\n\"\"\"")).ready()
    };
    let backs_off = corridor("", "move-away").turn([]);
    assert_eq!(backs_off.at("a"), (2, 1));
    let flees = corridor("starts = ['panicked']", "wait").turn([]);
    assert_eq!((flees.at("a"), flees.blows().len()), ((2, 1), 0));
    // The fighter has a way to flee, but its last second is too short for a step. It does not attack instead.
    let waits = corridor("starts = ['panicked']\nstunned = 5", "wait").turn([]);
    assert_eq!((waits.at("a"), waits.body("a").clock.busy), ((5, 1), None));
}

#[test] // SAM-10-7, SAM-11-13
fn a_way_around_something_is_not_straight() {
    let map = "####.....b\na....#####";
    let clock = |steps: usize| {
        let trial = on("move", "speed = 4", map, steps);
        (trial.at("a"), trial.body("a").clock.straight)
    };
    // The path has three steps to the east, one around the corner, and three more to the east. Only the last
    // three count as a straight movement.
    assert_eq!([clock(1), clock(2)], [((3, 0), 6), ((7, 1), 6)]);
    // The stored speed of a run of three seconds is the distance of one of these seconds.
    let runs = on_a_field("run", "at = [0, 0]", "at = [39, 0]").step([]);
    assert_eq!((runs.at("a"), runs.body("a").clock.pace), ((38, 0), 15));
}

#[test] // SAM-15-4
fn the_panicked_have_fled_so_far_from_every_enemy() {
    let flees = |column: u8| {
        let mine = "starts = ['panicked', 'held']\nat = [5, 10]";
        let setup = on_a_field("wait", mine, &format!("at = [{column}, 10]"));
        setup.turn_of_a([]).life("a") == Life::Fled
    };
    assert!(flees(35) && !flees(34));
    // A fighter that is held does not flee over the edge of the field.
    let held = "starts = ['panicked', 'held']\nat = [0, 10]";
    assert!(
        on_a_field("wait", held, "at = [3, 10]")
            .turn_of_a([])
            .fights("a")
    );
}

#[test] // SAM-3-2, SAM-3-3
fn hard_ground_costs_more() {
    let at = |row: &str| on("move", "", row, 1).at("a").0;
    assert_eq!(at("a......b"), 3);
    assert_eq!(at("a,,,,,,b"), 1);
    assert_eq!(at("a.;....b"), 1);
    assert_eq!(at("a;.....b"), 1);
    let legend = "[field.legend.m]\nground = \"difficult\"";
    let map = "map = \"\"\"\nammmmmmb\n\"\"\"";
    let setup = does("move", "at = 'a'", "at = 'b'").field(map).with(legend);
    assert_eq!(setup.step([]).at("a"), (1, 0));
}

#[test] // SAM-3-4
fn runs_are_straight_and_fast() {
    let ran = |stats: &str, steps: usize| {
        let setup = on_a_field("run", &format!("at = [0, 0]\n{stats}"), "at = [63, 0]");
        let setup = Setup::clone(&setup);
        let text = setup.text().replace("size = [40, 40]", "size = [64, 40]");
        let mut trial = Trial::of(crate::rules::testing::compiled(&text));
        for _ in 0..steps {
            trial = trial.step([]);
        }
        (trial.at("a").0, trial.body("a").clock.left)
    };
    assert_eq!(ran("", 1), (54, 0));
    assert_eq!(ran("speed = 1", 1), (18, 0));
    assert_eq!(ran("speed = 2.5", 1).0, 48);
    assert_eq!(ran("impractical_shoes = true", 1).0, 0);
    assert_eq!(ran("posture = 'crouched'", 1).0, 0);
    // A run over a short distance takes three seconds as well.
    let near = on_a_field("run", "at = [0, 0]", "at = [5, 0]").step([]);
    assert_eq!((near.at("a"), near.body("a").clock.left), ((4, 0), 3));
    let rubble = on("run", "", "a..,.......b", 1);
    assert_eq!(rubble.at("a"), (2, 0));
    // A run away from an enemy takes three seconds, or six, but nothing in between.
    let lines = "act = ['sheathe if self.seconds == 6', 'draw if self.seconds == 5', 'run-away']";
    let away = on_a_field(
        "wait",
        "policy = 'q'\nat = [30, 10]\nspeed = 1",
        "at = [31, 10]",
    );
    let away = away.policy("q", lines).ready().step([]).step([]).step([]);
    assert_eq!((away.at("a"), away.body("a").clock.left), ((21, 10), 1));
}

#[test] // SAM-3-5
fn who_may_stand_where() {
    let closes = |option: &str, x: u8| {
        let mine = "carries = ['teeth']\nat = [8, 10]";
        let setup = on_a_field("move", mine, "").option(option);
        setup.step([]).at("a") == (x, 10)
    };
    // A weapon of Close reach is used from the cell of the enemy itself.
    assert!(
        closes("", 11) && closes("occupancy = 'free'", 11) && closes("occupancy = 'exclusive'", 8)
    );
    // A fighter cannot stop in an ally's cell, and cannot pass through an enemy's cell.
    let row = |text: &str| {
        let map = format!("map = \"\"\"\n{text}\n\"\"\"");
        let setup = does("move to b", "at = 'a'", "at = 'b'").field(&map);
        setup.and("c", "at = 'c'").step([]).at("a")
    };
    assert_eq!(row("a.c..b"), (0, 0));
    let past = |text: &str| {
        let map = format!("map = \"\"\"\n{text}\n\"\"\"");
        fighters("a", "at = 'a'\npolicy = 'p'")
            .and("c", "at = 'c'")
            .against("b", "at = 'b'")
            .field(&map)
            .policy("p", "act = ['move']")
            .step([])
            .at("a")
    };
    assert_eq!(past("a..c...b"), (2, 0));
    assert_eq!(past("ac.....b"), (3, 0));
    // A fighter does not attack from a cell that another enemy occupies.
    let beside = on_a_field("move to b", "speed = 30\nat = [0, 10]", "at = [10, 10]");
    assert_eq!(beside.and("c", "at = [9, 10]").step([]).at("a"), (9, 9));
    // A run does not end in a cell that an ally occupies.
    let runs = fighters("a", "policy = 'p'\nat = [0, 10]")
        .and("c", "at = [9, 10]")
        .against("b", "at = [10, 10]")
        .field("size = [40, 40]")
        .policy("p", "act = ['run']");
    assert_eq!(runs.step([]).at("a"), (8, 10));
}

#[test] // SAM-3-6
fn ways_lead_to_the_nearest_cell_in_reach() {
    // The fighter goes to the cell next to the enemy that costs least. If several cost the same, it goes to
    // the one in the lowest row, and in a row to the one in the lowest column.
    let trial = on_a_field("move", "at = [9, 10]", "at = [11, 10]").step([]);
    assert_eq!(trial.at("a"), (10, 10));
    let spear = on_a_field("move", "carries = ['spear']\nat = [11, 9]", "at = [11, 10]").step([]);
    assert_eq!(spear.at("a"), (11, 8));
    // The path leads around a wall. If there is no path to the enemy, the scenario is faulty.
    let map = ".....\n.###.\na.#.b";
    assert_eq!(on("move", "speed = 9", map, 1).at("a"), (4, 1));
    let shut =
        Setup::faults(&does("move", "at = 'a'", "at = 'b'").field("map = \"\"\"\na#b\n\"\"\""));
    assert!(shut.contains("there is no way from"));
}

#[test] // SAM-3-6
fn ways_off_gain_most_distance() {
    // The enemy is to the east. The fighter moves to the west or along a diagonal, if these gain the same
    // distance. A die chooses between them.
    let setup = on_a_field("move-away", "at = [20, 20]", "at = [21, 20]");
    let odds = setup.odds(|trial| trial.at("a"));
    assert_eq!(odds.of(|&at| at == (17, 20)), fraction(1, 1));
    let slow = on_a_field("move-away", "speed = 1.5\nat = [20, 20]", "at = [21, 20]");
    let odds = slow.odds(|trial| trial.at("a"));
    assert_eq!(odds.iter().count(), 1);
    let corner = on_a_field("move-away", "at = [20, 20]\nspeed = 1", "at = [21, 21]");
    let odds = corner.odds(|trial| trial.at("a"));
    assert_eq!(odds.of(|&at| at == (19, 20)), fraction(1, 2));
    // Another enemy occupies the cell to the west, so that this direction gains no more than four others do.
    let between = on_a_field("move-away from b", "at = [20, 20]", "at = [21, 20]");
    let between = between.and("c", "at = [17, 20]");
    assert_eq!(between.step([1]).at("a"), (20, 23));
}

#[test] // SAM-3-7
fn posture_changes_step_by_step() {
    let after = |act: &str, from: &str| {
        let setup = does(act, &format!("posture = '{from}'"), "");
        setup.step([]).body("a").posture
    };
    assert_eq!(after("crouch", "prone"), Posture::Crouched);
    assert_eq!(after("stand", "prone"), Posture::Standing);
    assert_eq!(after("go-prone", "standing"), Posture::Prone);
    let crawl = on_a_field("move", "posture = 'prone'\nat = [0, 0]", "at = [9, 0]").step([]);
    assert_eq!((crawl.at("a"), crawl.body("a").clock.left), ((1, 0), 2));
    // A fighter that is Disabled or whose legs are useless cannot stand up.
    let stands = |stats: &str, legs: u8| {
        let setup = does("stand", &format!("posture = 'prone'\n{stats}"), "").ready();
        let trial = setup.given("a", |body| body.limbs.legs = legs);
        trial.step([]).body("a").posture == Posture::Standing
    };
    assert!(stands("", 1) && !stands("", 2) && !stands("starts = ['disabled']", 0));
}

#[test] // SAM-4-3, SAM-4-4, SAM-0-6
fn large_creatures_stand_on_blocks() {
    let trial = on_a_field("wait", "scale = 2\nat = [10, 10]", "at = [14, 12]").ready();
    let view = View {
        arena: &trial.arena,
        state: &trial.state,
    };
    let [a, b] = ["a", "b"].map(|name| trial.who(name));
    assert_eq!([view.gap(a, b), view.distance(a, b)], [1, 2]);
    let inside = on_a_field("wait", "scale = 2\nat = [10, 10]", "at = [13, 12]");
    assert!(
        inside
            .faults()
            .contains("two fighters start in the same cell")
    );
    let object =
        on_a_field("attack", "melee = 9", "").and("x", "object = true\nscale = 1\nat = [30, 30]");
    assert_eq!(object.step([1, 1]).targets(), ["b"]);
}

#[test] // SAM-10-7, SAM-3-6
fn a_charge_goes_straight() {
    let setup = on_a_field("charge", "at = [0, 10]", "at = [8, 10]");
    let trial = setup.ready().step([]).step([]);
    assert_eq!(trial.at("a"), (6, 10));
    let trial = trial.step([]);
    assert_eq!(trial.at("a"), (7, 10));
    // A charge needs a straight movement of at least six metres.
    let near = on_a_field("charge", "at = [4, 10]", "at = [8, 10]").step([]);
    assert_eq!(near.at("a"), (4, 10));
    // A charge is at most as long as a run of three seconds.
    let far = |column: u8| {
        let setup = on_a_field("charge", "at = [0, 10]", &format!("at = [{column}, 10]"));
        setup.step([]).at("a")
    };
    assert_eq!([far(19), far(20)], [(3, 10), (0, 10)]);
    // A movement in another direction does not count for the length of a charge.
    let after = |heading: Direction| {
        let mine = "carries = ['sword', 'knife']\npolicy = 'q'\nat = [4, 10]";
        let setup = on_a_field("wait", mine, "at = [8, 10]");
        let setup = setup.policy("q", "act = ['sheathe with knife', 'charge']");
        let trial = setup.step([]).given("a", |body| {
            (body.clock.heading, body.clock.straight) = (Some(heading), 12);
        });
        trial.step([]).at("a")
    };
    assert_eq!(after(Direction::East), (7, 10));
    assert_eq!(after(Direction::North), (4, 10));
}

#[test] // SAM-19-1, SAM-22-1
fn hindrance_takes_half_squares() {
    let moved = |stats: &str| {
        let mine = format!("{stats}\nat = [0, 0]");
        on_a_field("move", &mine, "at = [30, 0]").step([]).at("a").0
    };
    assert_eq!([moved("mobility = 1"), moved("mobility = 2")], [3, 2]);
    // With strength and endurance of 3, each step of load is 8 kg.
    assert_eq!(
        [moved("load = 8"), moved("load = 8.1"), moved("load = 16.1")],
        [3, 3, 2]
    );
    assert_eq!([moved("load = 40"), moved("load = 24")], [1, 2]);
    // The penalties of armour and of load are not added. Of a load on wheels, only a quarter counts.
    assert_eq!(
        [moved("mobility = 2\nload = 10"), moved("wheeled = 32")],
        [2, 3]
    );
    // Wounds of the wings reduce a flyer's speed only while it flies.
    let flies = |grounded: bool| {
        let setup = on_a_field("move", "flies_at = 1\nat = [0, 0]", "at = [30, 0]").ready();
        let trial = setup.given("a", |body| {
            (body.limbs.wings, body.limbs.grounded) = (1, grounded);
        });
        trial.step([]).at("a").0
    };
    assert_eq!([flies(false), flies(true)], [2, 3]);
    let slow = on_a_field("move", "load = 40\nat = [0, 0]", "at = [30, 0]").step([]);
    assert_eq!((slow.at("a"), slow.body("a").clock.left), ((1, 0), 5));
    let laden = on_a_field("move", "load = 40.1\nat = [0, 0]", "at = [30, 0]").step([]);
    assert_eq!((laden.at("a"), laden.body("a").clock.left), ((1, 0), 0));
}

#[test] // SAM-22-1
fn a_step_of_encumbrance_hangs_on_endurance_and_strength() {
    let tenths = [
        0, 8, 13, 20, 32, 50, 80, 127, 202, 320, 508, 806, 1_280, 2_032, 3_225, 5_120, 8_127,
        12_902, 20_480, 32_510, 51_606,
    ];
    for (sum, step) in tenths.into_iter().enumerate() {
        let burden = |load: u32| {
            let kilogrammes = format!("{}.{}", load / 10, load % 10);
            let (strength, endurance) = (sum / 2, sum - sum / 2);
            let stats =
                format!("strength = {strength}\nendurance = {endurance}\nload = {kilogrammes}");
            let trial = does("wait", &stats, "").ready();
            trial.arena.fighter(trial.who("a")).burden
        };
        let beyond = Some(1).filter(|_| step > 0);
        assert_eq!([burden(step), burden(step + 1)], [Some(0), beyond]);
    }
}

#[test] // SAM-3-6, SAM-7-1
fn who_shoots_moves_to_where_it_can() {
    let sling = "[weapons.sling]\nkind = 'ranged'\ndamage = '1d4'\nrange = 5\nmax_doublings = 1";
    let mine = "carries = ['sling']\nat = [0, 10]";
    let setup = on_a_field("move", mine, "at = [20, 10]").with(sling);
    // `a` stops ten metres from `b`, which is as far as its sling reaches.
    let trial = setup.ready().step([]).step([]).step([]).step([]);
    assert_eq!((trial.at("a"), trial.body("a").clock.left), ((10, 10), 2));
    assert_eq!(trial.turn([]).at("a"), (10, 10));
    // A wall hides the enemy. `a` moves to the nearest cell that has a view of the enemy.
    let wall = ".....\n.....\na.#.b";
    assert_eq!(on("move", "carries = ['bow']", wall, 1).at("a"), (1, 1));
    // A fighter that also carries a melee weapon moves until this weapon reaches the enemy.
    let both = "[weapons.pistol]\nkind = 'ranged'\ndamage = '1d4'\nrange = 50";
    let setup = on_a_field(
        "move",
        "carries = ['pistol', 'sword']\nat = [0, 10]",
        "at = [20, 10]",
    );
    assert_eq!(setup.with(both).step([]).at("a"), (3, 10));
}

#[test] // SAM-11-5
fn cover_is_sought_where_it_covers() {
    let seeks = |from: &str| {
        let legend = format!("legend = {{ w = {{ cover = 'medium', cover_from = ['{from}'] }} }}");
        let setup = fighters("a", "policy = 'p'\nat = [4, 0]")
            .against("b", "at = [9, 0]")
            .field("map = \"\"\"\n..w.......\n\"\"\"")
            .field(&legend)
            .policy("p", "act = ['move-to-cover']");
        setup.step([]).at("a")
    };
    assert_eq!([seeks("e"), seeks("w")], [(2, 0), (4, 0)]);
}

#[test] // SAM-3-7, SAM-4-3
fn the_large_crawl_a_square_of_their_own() {
    let mine = "scale = 1\nposture = 'prone'\nat = [0, 0]";
    let trial = on_a_field("move", mine, "at = [20, 0]").step([]);
    assert_eq!((trial.at("a"), trial.body("a").clock.left), ((2, 0), 2));
}

#[test] // SAM-15-4, SAM-3-7, SAM-19-8
fn a_fighter_that_can_only_crawl_flees_by_crawling() {
    let mine = "starts = ['panicked', 'disabled']\nat = [20, 20]";
    let setup = on_a_field("wait", mine, "at = [21, 20]");
    // A Disabled fighter has three seconds in a turn, and crawling by one square takes four. Three directions
    // are equally good, and the die chooses the second.
    let trial = setup.ready().turn([]).turn([]).turn([2]);
    assert_eq!(trial.at("a"), (19, 20));
}

#[test] // SAM-15-4
fn the_panicked_flee_from_the_source_or_once_that_is_out_from_the_nearest_enemy() {
    let flees = |source: &str| {
        let setup = fighters("a", "starts = ['panicked']\nspeed = 1\nat = [20, 20]")
            .against("b", &format!("at = [22, 20]\n{source}"))
            .and("c", "at = [20, 19]")
            .field("size = [40, 40]");
        // The run leads nine squares straight away from the enemy, or six squares diagonally.
        setup.step([]).at("a")
    };
    assert_eq!(flees(""), (11, 20));
    assert_eq!(flees("starts = ['dying']"), (20, 29));
}

#[test] // SAM-0-6, SAM-15-4
fn places_alone_make_no_edge() {
    let flees = |field: &str| {
        let setup = does("wait", "starts = ['panicked']\nat = [0, 5]", "at = [3, 5]");
        let setup = setup.and("c", "at = [3, 4]").field(field);
        let trial = setup.step([]);
        (trial.fights("a"), trial.at("a"))
    };
    assert_eq!(flees(""), (true, (0, 32)));
    assert!(!flees("size = [40, 40]").0);
}

#[test] // SAM-0-14
fn by_default_one_flanks_takes_cover_and_aims_where_that_pays() {
    let default = |at: &str, more: &str| format!("policy = 'default'\nat = {at}\n{more}");
    let flanks = fighters("c", &default("[9, 11]", ""))
        .and("a", "at = [9, 10]")
        .against("b", "at = [10, 10]")
        .field("size = [20, 20]");
    assert_eq!(flanks.step([]).at("c"), (11, 10));
    let bow = "ranged = 0\ncarries = ['bow']";
    let covered = fighters("c", &default("[0, 1]", bow))
        .against("b", "at = [12, 1]")
        .field("map = \"\"\"\n.............\n.............\n..w..........\n\"\"\"\nlegend = { w = { cover = 'light' } }");
    assert_eq!(covered.step([]).at("c"), (2, 0));
    let shot = |far: u8| {
        let setup = fighters("c", &default("[0, 1]", bow)).field("size = [60, 3]");
        setup.against("b", &format!("at = [{far}, 1]"))
    };
    assert_eq!(shot(20).step([1]).attackers(), ["c"]);
    assert!(shot(50).step([]).body("c").aim.is_some());
    let spirit = fighters("c", "policy = 'default'\npossession = 9\nspirit = 9");
    assert!(spirit.against("b", "").step([6]).body("c").inside.is_some());
}

#[test] // SAM-0-14
fn by_default_mounts_bite_the_terrible_daunt_and_medicine_waits_until_nobody_is_near() {
    let jaws = "[weapons.jaws]\ndamage = '1d4'";
    let rider = fighters("c", "policy = 'default'\nriding = 'horse'\nat = [5, 5]")
        .and("horse", "scale = 1\ncarries = ['jaws']\nnatural = 4")
        .against("b", "at = [4, 5]")
        .field("size = [20, 20]")
        .with(jaws);
    assert_eq!(rider.step([6, 1]).attackers(), ["horse"]);
    let terrible = "policy = 'default'\ncarries = ['terror', 'sword']\nmelee = 9";
    let daunts = fighters("c", terrible).against("b", "").step([8]);
    assert_eq!((daunts.wounds("b"), daunts.body("b").penalties), (0, 1));
    let healer = |column: u8, faces: &[u32]| {
        let setup = fighters("c", "policy = 'default'\nmedicine = 1\nat = [5, 5]")
            .and("x", "starts = ['dying']\nat = [5, 6]")
            .against("b", &format!("at = [{column}, 5]"))
            .field("size = [40, 20]");
        setup.step(faces.iter().copied()).life("x")
    };
    assert_eq!(healer(30, &[6]), Life::Stable);
    assert_eq!(healer(8, &[]), Life::Dying);
}

/// Returns the items of `c` after its first turn, and the attacks in this turn. There is an enemy in column
/// `column`, and `c` has a ranged weapon, `arm`. The items are letters: `h` held, `s` sheathed, `d` dropped.
/// The attacks are the names of the weapons.
fn archer(arm: &str, mine: &str, column: u8, faces: &[u32]) -> (String, Vec<String>) {
    let setup = fighters("c", &format!("policy = 'default'\nat = [0, 1]\n{mine}"))
        .against("b", &format!("at = [{column}, 1]"))
        .field("size = [60, 3]")
        .with(&format!(
            "[weapons.arm]\nkind = 'ranged'\ndamage = '1'\nrange = 15\n{arm}"
        ));
    let after = setup.ready().turn(faces.iter().copied());
    let items = after.body("c").items.map(|item| match item.place {
        Whereabouts::Held => "h",
        Whereabouts::Sheathed => "s",
        Whereabouts::Dropped(_) => "d",
        _ => "",
    });
    let attacks = after.attacks().into_iter();
    (items.concat(), attacks.map(|(_, _, with)| with).collect())
}

#[test] // SAM-0-14, SAM-2-6, SAM-7-6
fn by_default_what_has_no_shot_left_makes_room_for_another_weapon() {
    let shoots = |arm: &str, carries: &str| {
        let (items, attacks) = archer(arm, &format!("ranged = 0\ncarries = {carries}"), 20, &[1]);
        assert_eq!(attacks, ["arm"], "{arm}");
        items
    };
    // The six seconds of the turn are used like this: four to shoot, none to drop the weapon, one to draw the
    // sword, and one to move.
    assert_eq!(
        shoots("hands = 2\nammunition = 1", "['arm', 'sword']"),
        "dh"
    );
    assert_eq!(shoots("hands = 2\nammunition = 1", "['arm', 'bow']"), "dh");
    assert_eq!(
        shoots("hands = 2\nammunition = 2", "['arm', 'sword']"),
        "hs"
    );
    assert_eq!(shoots("hands = 2", "['arm', 'sword']"), "hs");
    let loads = "hands = 2\nshots = 1\nammunition = 2";
    assert_eq!(shoots(loads, "['arm', 'sword']"), "hs");
    // Nothing is dropped if a hand is free, if another weapon is already in hand, or if the fighter has no
    // other weapon. The same is true if the other weapon needs two hands and one holds a shield.
    assert_eq!(shoots("ammunition = 1", "['arm', 'sword', 'knife']"), "hhs");
    assert_eq!(shoots("hands = 2\nammunition = 1", "['arm']"), "h");
    assert_eq!(
        shoots("ammunition = 1", "['arm', 'shield', 'spear']"),
        "hhs"
    );
    // If `c` has two ranged weapons in hand, it draws the sword only after both are empty.
    assert_eq!(shoots("ammunition = 1", "['arm', 'gun', 'sword']"), "hhs");
}

#[test] // SAM-0-14, SAM-2-6, SAM-5-8
fn by_default_who_strikes_as_well_as_it_shoots_draws_beside_an_enemy() {
    let beside = |arm: &str, mine: &str| {
        let (items, attacks) = archer(arm, mine, 1, &[1]);
        (items, attacks.concat())
    };
    let is = |items: &str, attacks: &str| (items.to_owned(), attacks.to_owned());
    let equal = "ranged = 1\nmelee = 1\ncarries = ['arm', 'sword']";
    assert_eq!(beside("hands = 2", equal), is("dh", "sword"));
    assert_eq!(
        beside("", &format!("{equal}\nsheathed = ['sword']")),
        is("hh", "sword")
    );
    // `c` first fires the shot that is still loaded, and then draws.
    assert_eq!(beside("hands = 2\nshots = 1", equal), is("dh", "arm"));
    assert_eq!(beside("hands = 2\nshots = 6", equal), is("dh", "sword"));
    // `c` does not draw another weapon if it shoots better than it strikes, or if it already has a melee
    // weapon in hand. The same is true if it would have no hand for the melee weapon, or if no enemy is
    // adjacent.
    let better = "ranged = 1\nmelee = 0\ncarries = ['arm', 'sword']";
    assert_eq!(beside("hands = 2", better), is("hs", "arm"));
    let knife = "ranged = 1\nmelee = 1\ncarries = ['arm', 'knife', 'sword']";
    assert_eq!(beside("", knife), is("hhs", "knife"));
    let shield = "ranged = 1\nmelee = 1\ncarries = ['arm', 'shield', 'spear']";
    assert_eq!(beside("", shield), is("hhs", "arm"));
    let (items, attacks) = archer("hands = 2", equal, 2, &[1]);
    assert_eq!((items, attacks.concat()), is("hs", "arm"));
}
