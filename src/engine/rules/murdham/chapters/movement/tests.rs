use crate::rules::murdham::nouns::state::Status;
use crate::rules::murdham::testing::{Setup, Trial, fighters, fraction};

/// Returns a fight of a runner against an enemy, on a line of six zones. The runner leaves zone 2, and the
/// enemy attacks a character that moves away from it.
fn runner(stats: &str, enemy: &str) -> Setup {
    fighters(
        "runner",
        &format!("policy = \"runs\"\nhealth = 6\nat = 2\n{stats}"),
    )
    .against(
        "b",
        &format!("carries = [\"sword\"]\npolicy = \"strikes\"\n{enemy}"),
    )
    .field("zones = 6")
    .with("[policies.runs]\nact = []\nreact = ['dodge']\nmove = ['go to 5']")
    .with("[policies.strikes]\nact = []\nreact = []\nopportunity = ['strike']")
}

fn stopped(trial: &Trial) -> bool {
    !trial.fights("runner")
}

#[test] // MUR-6-1, MUR-6-2, MUR-6-4
fn a_blow_comes_before_the_step_away() {
    let run = runner("", "at = 2");
    assert_eq!(run.odds(stopped).of(|&stopped| stopped), fraction(2, 3));
    let hurt = run.turn([2]);
    assert_eq!((hurt.at("runner"), hurt.health("runner")), ("4", 4));
    assert!(!hurt.has_turn("b"));
    let place = |words: &str| {
        let said = hurt.heard.said.iter();
        said.take_while(|(_, text)| !text.contains(words)).count()
    };
    assert!(place("walks from zone 2 to the border 2|3") < place("moves away"));
    assert!(place("moves away") < place("walks from border 2|3 to zone 4"));
    let fell = run.turn([3]);
    assert_eq!(
        (fell.at("runner"), fell.status("runner")),
        ("2|3", Status::Incapacitated)
    );
}

#[test] // MUR-6-1
fn steps_that_stay_nearby_are_free_unless_the_option_counts_every_step() {
    let step = |option: &str, faces: &[u32]| {
        fighters(
            "runner",
            "policy = \"steps\"\nhealth = 6\nat = 2\nspeed = 0.5",
        )
        .against("b", "carries = [\"sword\"]\npolicy = \"strikes\"\nat = 2")
        .field("zones = 6")
        .option(option)
        .with("[policies.steps]\nact = []\nmove = ['go to 5']")
        .with("[policies.strikes]\nact = []\nopportunity = ['strike']")
        .turn(faces.iter().copied())
        .has_turn("b")
    };
    assert!(step("", &[]));
    assert!(!step("moving_away = \"any_step\"", &[1]));
}

#[test] // MUR-6-2
fn several_strike_in_listed_order_and_a_grab_ends_the_movement() {
    let pair = fighters("runner", "policy = \"runs\"\nhealth = 60\nat = 2")
        .against("b", "carries = [\"sword\"]\npolicy = \"strikes\"\nat = 2")
        .and("c", "policy = \"grabs\"\nat = 2")
        .field("zones = 6")
        .with("[policies.runs]\nact = []\nreact = ['dodge']\nmove = ['go to 5']")
        .with("[policies.strikes]\nact = []\nopportunity = ['strike']")
        .with("[policies.grabs]\nact = []\nopportunity = ['grapple']")
        .turn([5, 20]);
    assert_eq!((pair.health("runner"), pair.at("runner")), (55, "2|3"));
    assert_eq!(pair.captor("runner").as_deref(), Some("c"));
}

#[test] // MUR-6-2
fn a_runner_cannot_react_but_may_be_guarded() {
    let guarded = fighters("runner", "policy = \"runs\"\nat = 2")
        .and("friend", "policy = \"shield\"\nat = \"2|3\"")
        .against("b", "carries = [\"sword\"]\npolicy = \"strikes\"\nat = 2")
        .field("zones = 6")
        .with("[policies.runs]\nact = []\nreact = ['dodge']\nmove = ['go to 5']")
        .with("[policies.strikes]\nact = []\nopportunity = ['strike']")
        .with("[policies.shield]\nact = []\nguard = ['guard']")
        .turn([3]);
    assert_eq!((guarded.health("friend"), guarded.at("runner")), (5, "4"));
}

#[test] // MUR-6-3, MUR-3-10
fn any_attack_on_one_target_serves_and_takes_a_save_in_the_dark() {
    let bow = fighters("runner", "policy = \"runs\"\nat = 2")
        .against(
            "b",
            "carries = [\"bow\"]\npolicy = \"strikes\"\nat = 2\nwit = 9",
        )
        .field("zones = 6")
        .with("[policies.runs]\nact = []\nmove = ['go to 5']")
        .with("[policies.strikes]\nact = []\nopportunity = ['strike']");
    assert_eq!(bow.turn([3]).attacks()[0].2, "bow");
    let dark = bow.field("dark = true").turn([9, 1, 2]);
    assert_eq!(dark.attacks()[0].2, "unarmed");
}

#[test] // MUR-6-1, MUR-12-7
fn leaving_the_map_is_moving_away_too() {
    let flee = |face| {
        fighters("runner", "policy = \"idle\"\nhealth = 6")
            .against("b", "carries = [\"sword\"]\npolicy = \"strikes\"")
            .with("[policies.strikes]\nact = []\nopportunity = ['strike']")
            .ready()
            .given("runner", |body| body.retreating = true)
            .turn([face])
            .status("runner")
    };
    assert_eq!(flee(2), Status::Fled);
    assert_eq!(flee(3), Status::Incapacitated);
}

#[test] // MUR-12-7
fn those_who_retreat_walk_to_their_exit_and_off_the_map() {
    let flee = |at: i32, speed: &str| {
        fighters(
            "runner",
            &format!("carries = [\"bow\"]\npolicy = \"plain\"\nat = {at}\n{speed}"),
        )
        .and("friend", "policy = \"idle\"")
        .against("b", "policy = \"idle\"\nat = 5")
        .field("zones = 6\nexits = { \"side 1\" = 0 }")
        .ready()
        .given("runner", |body| body.retreating = true)
    };
    assert_eq!(flee(0, "").turn([]).status("runner"), Status::Fled);
    assert_eq!(flee(1, "").turn([]).status("runner"), Status::Fled);
    let two = flee(2, "").turn([]);
    assert_eq!(
        (two.status("runner"), two.at("runner")),
        (Status::Fighting, "0")
    );
    assert_eq!(
        flee(2, "").round([]).turn([]).status("runner"),
        Status::Fled
    );
}

#[test] // MUR-12-7
fn those_who_retreat_may_dodge_and_do_not_counter() {
    let answer = |policy: &str, faces: &[u32]| {
        fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"")
            .against(
                "runner",
                &format!("carries = [\"sword\"]\npolicy = \"{policy}\""),
            )
            .and("friend", "policy = \"idle\"")
            .acts("plain", "attack at runner")
            .ready()
            .given("runner", |body| body.retreating = true)
            .turn(faces.iter().copied())
    };
    assert!(answer("dodges", &[5]).says("dodges"));
    assert_eq!(answer("counters", &[2]).health("a"), 8);
}

#[test] // MUR-12-7
fn the_exit_is_the_zone_where_the_side_started_unless_given() {
    let fight = fighters("a", "at = \"2|3\"")
        .against("b", "at = 4")
        .field("zones = 6");
    assert_eq!(fight.ready().arena.exits, [2, 4]);
    let given = fight.field("exits = { \"side 2\" = 5 }");
    assert_eq!(given.ready().arena.exits, [2, 5]);
}

#[test] // MUR-0-18
fn a_full_place_can_be_neither_entered_nor_crossed() {
    let walk = |option: &str| {
        fighters("runner", "policy = \"runs\"\nat = 0")
            .against("b", "policy = \"idle\"\nat = 1")
            .field("zones = 4")
            .option(option)
            .with("[policies.runs]\nact = []\nmove = ['go to 3']")
            .turn([])
            .at("runner")
            .to_owned()
    };
    assert_eq!(walk(""), "2");
    assert_eq!(walk("zone_capacity = 1"), "0|1");
    assert_eq!(walk("zone_capacity = 2"), "2");
}

/// Returns a fight of `a` in the yard against an enemy in the hall and an idle one at `bystander`. Two ways
/// of the same length lead from the yard to the hall. The one through the gate is listed before the one
/// through the shed.
fn ways(stats: &str, bystander: &str) -> Setup {
    fighters("a", &format!("policy = \"does\"\nat = \"yard\"\n{stats}"))
        .against("b", "policy = \"idle\"\nat = \"hall\"")
        .and("c", &format!("policy = \"idle\"\nat = \"{bystander}\""))
        .field("zones = [\"yard\", \"gate\", \"hall\", \"shed\"]")
        .field("joins = [[\"yard\", \"gate\"], [\"gate\", \"hall\"], [\"hall\", \"shed\"], [\"shed\", \"yard\"]]")
}

#[test] // MUR-0-18
fn a_full_place_is_walked_round_where_a_way_leads_round_it() {
    let walks = |stats: &str, bystander: &str, option: &str, line: &str| {
        ways(stats, bystander)
            .option(option)
            .with(&format!("[policies.does]\nact = []\nmove = ['{line}']"))
            .turn([])
            .at("a")
            .to_owned()
    };
    let (slow, one) = ("speed = 1", "zone_capacity = 1");
    assert_eq!(walks(slow, "gate", "", "close at b"), "gate");
    assert_eq!(walks(slow, "gate", one, "close at b"), "shed");
    assert_eq!(
        walks(slow, "yard|gate", "border_capacity = 1", "close at b"),
        "shed"
    );
    assert_eq!(
        walks("speed = 3", "gate", one, "close at b"),
        "hall|shed",
        "up to the place that is full itself"
    );
}

#[test] // MUR-0-18
fn whoever_walks_away_takes_another_way_where_the_first_is_full() {
    let away = |option: &str| {
        fighters("a", "policy = \"does\"\nat = \"yard\"\nspeed = 0.5")
            .and("c", "policy = \"idle\"\nat = \"yard|gate\"")
            .against("b", "policy = \"idle\"\nat = \"yard\"")
            .field("zones = [\"yard\", \"gate\", \"shed\"]")
            .field("joins = [[\"yard\", \"gate\"], [\"yard\", \"shed\"]]")
            .option(option)
            .with("[policies.does]\nact = []\nmove = ['withdraw at b']")
            .turn([])
            .at("a")
            .to_owned()
    };
    assert_eq!(away(""), "yard|gate");
    assert_eq!(away("border_capacity = 1"), "yard|shed");
}

#[test] // MUR-0-18, MUR-2-12
fn whoever_has_to_go_round_knows_how_far_that_is() {
    let attacks = |zone: &str, option: &str| {
        let after = fighters(
            "a",
            "carries = [\"sword\"]\npolicy = \"does\"\nat = 0\nspeed = 2",
        )
        .against("b", &format!("policy = \"idle\"\nat = {zone}"))
        .and("c", "policy = \"idle\"\nat = 1")
        .field("zones = 5\njoins = [[0, 1], [1, 2], [0, 3], [3, 4], [4, 2]]")
        .option(option)
        .acts("does", "attack at b")
        .turn([]);
        after.at("a").to_owned()
    };
    assert_eq!(attacks("2", ""), "2");
    assert_eq!(attacks("2", "zone_capacity = 1"), "4");
}

#[test] // MUR-0-16
fn on_a_graph_one_goes_the_shortest_way() {
    let after = fighters(
        "a",
        "carries = [\"sword\"]\npolicy = \"plain\"\nat = \"yard\"",
    )
    .against("b", "policy = \"idle\"\nat = \"hall\"")
    .field("zones = [\"yard\", \"gate\", \"hall\"]")
    .field("joins = [[\"yard\", \"gate\"], [\"gate\", \"hall\"], [\"hall\", \"yard\"]]")
    .turn([3]);
    assert_eq!((after.at("a"), after.health("b")), ("hall", 5));
}

#[test] // MUR-6-4
fn whom_to_strike_at_is_a_policys_to_choose() {
    let strikes = |line: &str| {
        fighters("runner", "policy = \"runs\"\nhealth = 30")
            .and("slow", "policy = \"idle\"")
            .against("b", "carries = [\"sword\"]\npolicy = \"strikes\"")
            .field("zones = 6")
            .with("[policies.runs]\nact = []\nmove = ['go to 5']")
            .with(&format!(
                "[policies.strikes]\nact = []\nopportunity = ['{line}']"
            ))
    };
    assert!(strikes("strike at slow").turn([]).has_turn("b"));
    assert!(
        strikes("strike if target.health < 9")
            .turn([])
            .has_turn("b")
    );
    assert!(
        !strikes("strike at runner if target.health > 9")
            .turn([1])
            .has_turn("b")
    );
}

#[test] // MUR-12-7
fn leaving_takes_a_whole_zone_of_movement() {
    let flee = |speed: &str| {
        fighters(
            "runner",
            &format!("policy = \"idle\"\nat = 1\nspeed = {speed}"),
        )
        .against("b", "policy = \"idle\"\nat = 5")
        .field("zones = 6\nexits = { \"side 1\" = 0 }")
        .ready()
        .given("runner", |body| body.retreating = true)
        .turn([])
    };
    let short = flee("1.5");
    assert_eq!(
        (short.at("runner"), short.status("runner")),
        ("0", Status::Fighting)
    );
    assert_eq!(flee("2").status("runner"), Status::Fled);
}

#[test] // MUR-12-7
fn who_cannot_walk_never_leaves_and_the_slow_leave_by_halves() {
    let flees = |speed: &str| {
        fighters(
            "runner",
            &format!("policy = \"idle\"\nat = 0\nspeed = {speed}"),
        )
        .against("b", "policy = \"idle\"\nat = 5")
        .field("zones = 6")
        .ready()
        .given("runner", |body| body.retreating = true)
        .round([])
    };
    let mut rooted = flees("0");
    for _ in 0..5 {
        assert_eq!(rooted.status("runner"), Status::Fighting);
        rooted = rooted.round([]);
    }
    let slow = flees("0.5");
    assert_eq!(slow.status("runner"), Status::Fighting);
    assert_eq!(slow.turn([]).status("runner"), Status::Fled);
    assert_eq!(flees("1").status("runner"), Status::Fled);
}

#[test] // MUR-12-7
fn the_way_off_the_map_takes_so_many_turns_by_speed_and_distance() {
    let turns = |speed: &str, at: u8| {
        let stats = format!("policy = \"idle\"\nat = {at}\nspeed = {speed}");
        let mut fight = fighters("runner", &stats)
            .and("friend", "policy = \"idle\"\nat = 4")
            .against("b", "policy = \"idle\"\nat = 4")
            .field("zones = 5\nexits = { \"side 1\" = 0 }")
            .ready()
            .given("runner", |body| body.retreating = true);
        for round in 1..=9 {
            fight = fight.round([]);
            if fight.status("runner") == Status::Fled {
                return round;
            }
        }
        0
    };
    for (speed, expected) in [
        ("0.5", [2, 4, 6]),
        ("1", [1, 2, 3]),
        ("1.5", [1, 2, 2]),
        ("2", [1, 1, 2]),
        ("0", [0, 0, 0]),
    ] {
        assert_eq!([0, 1, 2].map(|at| turns(speed, at)), expected, "{speed}");
    }
}

#[test] // MUR-12-7, MUR-10-6
fn who_is_shoved_back_begins_its_way_off_the_map_anew() {
    let after = fighters("runner", "policy = \"idle\"\nat = 0\nspeed = 0.5")
        .against("b", "policy = \"shoves\"\nat = 0")
        .and("c", "policy = \"idle\"\nat = 5")
        .field("zones = 6\nexits = { \"side 1\" = 0 }")
        .with("[policies.shoves]\nact = ['shove to 5']\nbonus = []\nreact = []\nopportunity = []")
        .ready()
        .given("runner", |body| body.retreating = true)
        .round([20]);
    assert_eq!(
        (after.at("runner"), after.body("runner").leaving),
        ("0|1", 0)
    );
}

#[test] // MUR-12-7, MUR-10-11
fn who_is_carried_out_of_its_exit_zone_begins_its_way_off_the_map_anew() {
    let after = fighters("b", "policy = \"carries\"\nspeed = 2")
        .against("runner", "policy = \"idle\"\nspeed = 0.5")
        .field("zones = 3")
        .with("[policies.carries]\nact = []\nmove = ['go to 1']")
        .ready()
        .holding("b", "runner")
        .given("runner", |body| {
            (body.retreating, body.leaving) = (true, 1);
        })
        .turn([]);
    assert_eq!((after.at("b"), after.at("runner")), ("1", "1"));
    assert_eq!(after.body("runner").leaving, 0);
}

#[test] // MUR-6-2, MUR-12-7
fn who_is_shoved_on_leaving_the_map_goes_on_with_the_movement_left() {
    let shoved = |speed: u8| {
        fighters(
            "runner",
            &format!("policy = \"idle\"\nat = 0\nspeed = {speed}"),
        )
        .against("b", "policy = \"pushes\"\nat = 0")
        .field("zones = 6\nexits = { \"side 1\" = 0 }")
        .with("[policies.pushes]\nact = []\nopportunity = ['shove to 5']")
        .ready()
        .given("runner", |body| body.retreating = true)
        .turn([20])
    };
    let short = shoved(1);
    assert_eq!(
        (short.status("runner"), short.body("runner").leaving),
        (Status::Fighting, 1),
        "back at the exit with half a zone left"
    );
    assert_eq!(shoved(2).status("runner"), Status::Fled);
}

#[test] // MUR-6-2
fn who_has_been_shoved_takes_its_next_step_before_anybody_else_strikes() {
    let after = fighters("runner", "policy = \"runs\"\nat = \"2|3\"\nspeed = 0.5")
        .against("b", "policy = \"pushes\"\nat = 2")
        .and("c", "carries = [\"sword\"]\npolicy = \"strikes\"\nat = 2")
        .field("zones = 6")
        .with("[policies.runs]\nact = []\nmove = ['go to 5']")
        .with("[policies.pushes]\nact = []\nopportunity = ['shove to 0']")
        .with("[policies.strikes]\nact = []\nopportunity = ['strike']")
        .turn([20]);
    assert_eq!(
        (after.at("runner"), after.has_turn("c")),
        ("2|3", true),
        "pushed into the zone, it steps back to the border and leaves nobody"
    );
}

#[test] // MUR-6-1, MUR-6-2
fn who_has_been_grabbed_does_not_move_away_from_anybody_else() {
    let after = |face: u32| {
        fighters("runner", "policy = \"runs\"\nhealth = 60\nat = 2")
            .against("b", "policy = \"grabs\"\nat = 2")
            .and("c", "carries = [\"sword\"]\npolicy = \"strikes\"\nat = 2")
            .field("zones = 6")
            .with("[policies.runs]\nact = []\nreact = ['dodge']\nmove = ['go to 5']")
            .with("[policies.grabs]\nact = []\nopportunity = ['grapple']")
            .with("[policies.strikes]\nact = []\nopportunity = ['strike']")
            .turn([face].into_iter().chain((face < 10).then_some(5)))
    };
    let (held, free) = (after(20), after(1));
    assert_eq!((held.at("runner"), held.has_turn("c")), ("2|3", true));
    assert_eq!((free.at("runner"), free.has_turn("c")), ("4", false));
}

#[test] // MUR-12-7, MUR-6-1
fn those_on_their_way_off_the_map_strike_at_nobody() {
    let run = runner("", "at = 2").ready();
    let after = run.given("b", |body| body.retreating = true).turn([]);
    assert_eq!((after.at("runner"), after.health("runner")), ("4", 6));
}

#[test] // MUR-0-18, MUR-0-24
fn everybody_who_is_there_takes_room_by_size() {
    let walks = |mine: &str, others: &str| {
        let stats = format!("policy = \"walks\"\nsize = \"{mine}\"");
        let other = format!("policy = \"idle\"\nat = 1\nsize = \"{others}\"");
        fighters("a", &stats)
            .against("b", &other)
            .field("zones = 2")
            .option("zone_capacity = 1")
            .with("[policies.walks]\nact = []\nmove = ['go to 1']")
    };
    let enters = |mine: &str, others: &str| walks(mine, others).turn([]).at("a") == "1";
    assert!(!enters("medium", "medium") && !enters("tiny", "medium"));
    assert!(enters("small", "small") && !enters("small", "large"));
    // Fallen characters take up room, but dead ones do not.
    let fallen = |status: Status, health: i16| {
        let trial = walks("medium", "medium").and("c", "policy = \"idle\"");
        let after = trial.ready().out("b", status, health).turn([]);
        after.at("a").to_owned()
    };
    assert_eq!(fallen(Status::Incapacitated, 4), "0|1");
    assert_eq!(fallen(Status::Dead, 0), "1");
}

#[test] // MUR-2-4
fn whoever_walks_away_stops_at_a_wall() {
    let after = fighters("a", "policy = \"leaves\"\nat = 1")
        .against("b", "policy = \"idle\"")
        .field("zones = 3\nplaces = { 2 = { wall = true } }")
        .policy("leaves", "move = ['withdraw']")
        .turn([]);
    assert_eq!(after.at("a"), "1|2");
}

#[test] // MUR-11-3, MUR-0-13
fn half_of_a_sneakers_odd_movement_is_rounded_up() {
    let sneaks = |lists: &str, faces: &[u32]| {
        let stats = "carries = [\"sword\"]\npolicy = \"sneaks\"\nspeed = 2.5";
        let after = fighters("a", stats)
            .against("b", "policy = \"idle\"\nat = 1")
            .field("zones = 4")
            .policy("sneaks", &format!("pace = ['sneak']\n{lists}"))
            .turn(faces.iter().copied());
        after.at("a").to_owned()
    };
    // Sneaking halves the movement and rounds it up. The fighter moves three half-zones instead of five if it
    // does not act, and two instead of three if it does.
    assert_eq!(sneaks("move = ['go to 3']", &[]), "1|2");
    assert_eq!(sneaks("act = ['attack']", &[3]), "1");
}

/// A stat block of a horse with a speed of four zones and its own policy.
const HORSE: &str = "[combatants.horse]\nhealth = 10\nspeed = 4\nseats = 1\npolicy = \"horse\"\n";

#[test] // MUR-11-3, MUR-17-1
fn a_mount_that_does_not_sneak_gives_its_rider_away() {
    let after = fighters("lancer", "riding = \"horse\"\npolicy = \"rides\"")
        .against("b", "policy = \"idle\"\nat = 3")
        .field("zones = 4")
        .with(HORSE)
        .policy("horse", "")
        .policy("rides", "ride = ['go to 1']")
        .ready()
        .hiding("lancer")
        .hiding("horse")
        .turn([]);
    let concealed = ["lancer", "horse"].map(|name| after.body(name).concealed);
    assert_eq!((after.at("horse"), concealed), ("1", [false, false]));
}

#[test] // MUR-6-1, MUR-17-4
fn nobody_strikes_at_a_vehicle_that_drives_away() {
    let drives = |strike: &str, faces: &[u32]| {
        fighters("crew", "riding = \"wagon\"\npolicy = \"drives\"")
            .against("b", "carries = [\"sword\"]\npolicy = \"strikes\"")
            .field("zones = 4")
            .with("[combatants.wagon]\nhealth = 8\nspeed = 4\nseats = 1\nvehicle = true")
            .policy("drives", "ride = ['withdraw']")
            .policy("strikes", &format!("opportunity = ['{strike}']"))
            .turn(faces.iter().copied())
    };
    let wagon = drives("strike at wagon", &[]);
    assert_eq!((wagon.at("wagon"), wagon.has_turn("b")), ("2", true));
    assert_eq!(drives("strike at crew", &[2]).health("crew"), 6);
}

/// Returns a fight of a lancer on a horse. An enemy holds the lancer, so the horse moves by its own policy.
/// That policy has the lists `horse`.
fn carries_a_captive(horse: &str, option: &str) -> Trial {
    let setup = fighters("lancer", "riding = \"horse\"\npolicy = \"idle\"");
    let setup = setup
        .against("c", "policy = \"strikes\"")
        .field("zones = 8");
    let setup = setup.with(HORSE).policy("horse", horse).option(option);
    let setup = setup.policy("strikes", "opportunity = ['strike at lancer']");
    setup.ready().holding("c", "lancer")
}

#[test] // MUR-17-1, MUR-10-9
fn a_mount_leaves_a_rider_who_is_held_and_goes_no_further_without_one() {
    let after = carries_a_captive("ride = ['go to 3']", "").turn([]);
    assert_eq!((after.at("horse"), after.at("lancer")), ("0|1", "0"));
    assert_eq!(after.captor("lancer").as_deref(), Some("c"));
    assert!(after.has_turn("lancer"));
    // The rider that is held stays behind. So it needs no room on the way, and no enemy attacks it for moving
    // away.
    for option in ["border_capacity = 1", "moving_away = \"any_step\""] {
        let after = carries_a_captive("ride = ['go to 3']", option).turn([]);
        assert_eq!((after.at("horse"), after.has_turn("c")), ("0|1", true));
    }
}

#[test] // MUR-12-7, MUR-10-9
fn a_mount_that_flees_leaves_a_rider_who_is_held() {
    let flees = carries_a_captive("", "").given("horse", |body| body.retreating = true);
    let after = flees.turn([]);
    let status = ["horse", "lancer"].map(|name| after.status(name));
    assert_eq!(status, [Status::Fled, Status::Fighting]);
    assert_eq!(after.captor("lancer").as_deref(), Some("c"));
    let free = carries_a_captive("", "")
        .given("horse", |body| body.retreating = true)
        .given("lancer", |body| body.captor = None)
        .turn([1, 1]);
    let status = ["horse", "lancer"].map(|name| free.status(name));
    assert_eq!(status, [Status::Fled, Status::Fled]);
}

#[test] // MUR-6-2, MUR-17-1
fn a_mount_that_is_grabbed_on_its_way_goes_no_further() {
    let after = fighters("lancer", "riding = \"horse\"\npolicy = \"rides\"")
        .against("b", "policy = \"grabs\"")
        .field("zones = 4")
        .with(HORSE)
        .policy("horse", "captive = ['nothing']")
        .policy("rides", "ride = ['withdraw']")
        .policy("grabs", "opportunity = ['grapple at horse']")
        .turn([20]);
    assert_eq!(after.captor("horse").as_deref(), Some("b"));
    assert_eq!((after.at("horse"), after.at("lancer")), ("0|1", "0|1"));
}
