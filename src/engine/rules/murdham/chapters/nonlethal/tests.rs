use crate::rules::murdham::nouns::state::{Status, Whereabouts};
use crate::rules::murdham::testing::{Setup, Trial, fighters, fraction};

/// Returns a fight of a character with a sword, whose main action is `line`, against a character with the
/// lines `stats`.
fn does(line: &str, stats: &str) -> Setup {
    fighters("a", "carries = [\"sword\"]\npolicy = \"does\"")
        .against("b", stats)
        .acts("does", line)
}

fn grabbed(trial: &Trial) -> bool {
    trial.captor("b").is_some()
}

#[test] // MUR-10-1, MUR-10-8
fn a_grapple_takes_hold_unless_a_str_save_passes() {
    let grapple = does("grapple", "policy = \"idle\"\nstr = 9\narmour = 3");
    assert_eq!(grapple.odds(grabbed).of(|&held| held), fraction(11, 20));
    let after = grapple.turn([10]);
    assert_eq!(
        (after.captor("b").as_deref(), after.health("b")),
        (Some("a"), 8)
    );
    assert!(after.blows().is_empty(), "no hit");
}

#[test] // MUR-10-8
fn a_grabber_holds_one_of_its_size_and_a_captive_has_one_grabber() {
    let two = does("grapple at c", "policy = \"idle\"")
        .and("c", "policy = \"idle\"")
        .ready()
        .holding("a", "b")
        .turn([20]);
    assert_eq!(
        (two.captor("b"), two.captor("c").as_deref()),
        (None, Some("a"))
    );
    let caught = fighters("a", "policy = \"does\"")
        .against("b", "policy = \"idle\"")
        .and("c", "policy = \"idle\"")
        .acts("does", "grapple at b")
        .ready()
        .holding("b", "c")
        .turn([20]);
    assert_eq!(
        (caught.captor("b").as_deref(), caught.captor("c")),
        (Some("a"), None)
    );
}

#[test] // MUR-10-8
fn grabbing_may_take_a_free_hand() {
    let shielded = |option: &str, faces: &[u32]| {
        fighters("a", "carries = [\"sword\"]\nshield = 1\npolicy = \"does\"")
            .against("b", "policy = \"idle\"")
            .acts("does", "grapple")
            .option(option)
            .turn(faces.iter().copied())
            .captor("b")
    };
    assert_eq!(shielded("", &[20]).as_deref(), Some("a"));
    assert_eq!(shielded("grapple_needs_free_hand = true", &[]), None);
}

#[test] // MUR-10-9
fn a_captive_can_only_try_to_break_free() {
    let captive = fighters("b", "str = 9\ncarries = [\"sword\"]\npolicy = \"plain\"")
        .against("a", "policy = \"idle\"")
        .ready()
        .holding("a", "b");
    let after = captive.odds(grabbed);
    assert_eq!(after.of(|&held| !held), fraction(9, 20));
    let broke = fighters("b", "str = 9\ncarries = [\"sword\"]\npolicy = \"plain\"")
        .against("a", "policy = \"idle\"")
        .ready()
        .holding("a", "b")
        .turn([9]);
    assert!(!grabbed(&broke) && broke.attacks().is_empty());
    // `b` has two turns to break free.
    let twice = fighters("b", "str = 9\npolicy = \"idle\"")
        .against("a", "policy = \"idle\"")
        .ready()
        .holding("a", "b")
        .round([10])
        .odds(grabbed);
    let second = twice.of(|&held| !held);
    assert_eq!(
        fraction(9, 20) + fraction(11, 20) * second,
        fraction(279, 400)
    );
    let resigned = fighters("b", "policy = \"resigned\"")
        .against("a", "policy = \"idle\"")
        .with("[policies.resigned]\ncaptive = ['nothing']")
        .ready()
        .holding("a", "b")
        .turn([]);
    assert!(grabbed(&resigned));
}

#[test] // MUR-10-9, MUR-10-11
fn the_example_of_a_stabbed_captive() {
    let stab = fighters("a", "carries = [\"dagger\"]\npolicy = \"plain\"")
        .against("b", "policy = \"dodges\"\nstr = 9")
        .ready()
        .holding("a", "b");
    let odds = stab.odds(|after| after.fights("b"));
    assert_eq!(odds.of(|&fights| fights), fraction(3, 4));
    let after = fighters("a", "carries = [\"dagger\"]\npolicy = \"plain\"")
        .against("b", "policy = \"dodges\"\nstr = 9")
        .ready()
        .holding("a", "b")
        .turn([3]);
    assert!(grabbed(&after) && after.has_turn("b"));
    let free = after.turn([9]);
    assert!(!grabbed(&free) && !free.has_turn("b"));
}

#[test] // MUR-10-10
fn an_ally_frees_by_its_own_strength() {
    let helper = fighters("a", "policy = \"helps\"\nstr = 7")
        .and("b", "policy = \"idle\"\nstr = 20")
        .against("c", "policy = \"idle\"")
        .policy("helps", "act = ['free', 'grapple']")
        .ready()
        .holding("c", "b");
    assert_eq!(helper.odds(grabbed).of(|&held| !held), fraction(7, 20));
}

#[test] // MUR-10-11
fn a_captive_is_dragged_along() {
    let after = fighters("a", "policy = \"drags\"\nat = 2")
        .against("b", "policy = \"idle\"\nat = 2")
        .field("zones = 6")
        .with("[policies.drags]\nact = []\nmove = ['go to 5']")
        .ready()
        .holding("a", "b")
        .turn([]);
    assert_eq!((after.at("a"), after.at("b")), ("4", "4"));
    assert!(grabbed(&after));
}

#[test] // MUR-10-12, MUR-10-11
fn what_keeps_hold_and_what_does_not() {
    let keeps = |weapon: &str, line: &str, faces: &[u32]| {
        fighters("a", &format!("carries = [\"{weapon}\"]\npolicy = \"does\""))
            .against("b", "policy = \"idle\"\ncarries = [\"axe\"]\nhealth = 30")
            .and("c", "policy = \"idle\"\ncarries = [\"axe\"]\nhealth = 30")
            .acts("does", line)
            .ready()
            .holding("a", "b")
            .turn(faces.iter().copied())
            .captor("b")
            .is_some()
    };
    assert!(keeps("sword", "attack at c", &[1]));
    assert!(keeps("sword", "attack with hands at b", &[1, 1]));
    assert!(keeps("sword", "disarm at b", &[20]));
    assert!(keeps("sword", "nothing", &[]));
    assert!(!keeps("bow", "attack at c", &[1]));
    assert!(!keeps("sword", "disarm at c", &[20]));
    assert!(!keeps("sword", "shove at c", &[1]));
    let falls = fighters("b", "carries = [\"sword\"]\npolicy = \"plain\"")
        .and("friend", "policy = \"idle\"")
        .against("a", "policy = \"idle\"")
        .ready()
        .holding("a", "friend")
        .turn([5]);
    assert_eq!(falls.captor("friend"), None);
}

#[test] // MUR-10-12
fn whoever_dodges_or_is_grabbed_lets_go() {
    let dodges = fighters("b", "carries = [\"sword\"]\npolicy = \"plain\"")
        .and("friend", "policy = \"idle\"")
        .against("a", "policy = \"dodges\"")
        .ready()
        .holding("a", "friend")
        .turn([5]);
    assert_eq!(dodges.captor("friend"), None);
}

#[test] // MUR-10-5
fn a_disarmed_weapon_is_taken_or_falls() {
    let takes = does(
        "disarm",
        "policy = \"plain\"\nstr = 12\ncarries = [\"sword\"]",
    );
    let odds = takes.odds(|after| after.holds("b").is_empty());
    assert_eq!(odds.of(|&lost| lost), fraction(2, 5));
    let stripped = takes.turn([13]);
    assert_eq!(stripped.body("b").items[0].at, Whereabouts::Gone);
    assert_eq!(stripped.turn([2, 3]).attacks()[0].2, "unarmed");
    let busy = fighters("a", "carries = [\"bow\"]\npolicy = \"does\"")
        .against("b", "policy = \"idle\"\ncarries = [\"sword\", \"dagger\"]")
        .acts("does", "disarm of dagger")
        .turn([20]);
    assert_eq!(busy.body("b").items[1].at, Whereabouts::Lying(0));
    let natural = does("disarm", "policy = \"idle\"\ncarries = [\"bite\"]").turn([]);
    assert_eq!(natural.holds("b"), ["bite"]);
}

#[test] // MUR-10-6
fn a_shove_moves_half_a_zone() {
    let shove = |line: &str, here: &str, there: &str| {
        fighters("a", &format!("policy = \"does\"\nat = {here}"))
            .against("b", &format!("policy = \"idle\"\nat = {there}"))
            .field("zones = 4")
            .acts("does", line)
            .turn([20])
            .at("b")
            .to_owned()
    };
    assert_eq!(shove("shove", "1", "1"), "1|2");
    assert_eq!(shove("shove", "\"1|2\"", "1"), "0|1");
    assert_eq!(shove("shove", "2", "\"2|3\""), "3");
    assert_eq!(shove("shove", "3", "3"), "3", "the edge of the map");
    assert_eq!(shove("shove to 0", "1", "1"), "0|1");
    let second = fighters("b", "policy = \"idle\"\nat = 1")
        .against("a", "policy = \"does\"\nat = 1")
        .field("zones = 4\ninitiative = \"side 2\"")
        .acts("does", "shove")
        .turn([20]);
    assert_eq!(second.at("b"), "0|1", "the second side faces lower zones");
}

#[test] // MUR-10-6
fn a_shove_breaks_a_grab_and_draws_no_blow() {
    let after = fighters("a", "policy = \"does\"\nat = \"1|2\"")
        .against("b", "policy = \"idle\"\nat = 1")
        .and("c", "policy = \"strikes\"\nat = 2")
        .field("zones = 4")
        .with("[policies.strikes]\nact = []\nopportunity = ['strike']")
        .acts("does", "shove at b");
    let after = after.ready().holding("c", "b").turn([20]);
    assert_eq!(
        (after.at("b"), after.captor("b"), after.has_turn("c")),
        ("0|1", None, true)
    );
}

#[test] // MUR-10-7
fn pits_and_traps_await_those_who_are_shoved_in() {
    let into = |hazard: &str, faces: &[u32]| {
        fighters("a", "policy = \"does\"\nat = 1")
            .against("b", "policy = \"idle\"\nat = 1\narmour = 2")
            .field("zones = 4")
            .field(&format!("places = {{ \"1|2\" = {{ {hazard} }} }}"))
            .acts("does", "shove")
            .turn(faces.iter().copied())
    };
    assert_eq!(into("hazard = \"1d6\"", &[20, 5]).health("b"), 5);
    assert_eq!(
        into("hazard = \"1d6\", direct = true", &[20, 3]).health("b"),
        5
    );
    assert_eq!(into("hazard = \"out\"", &[20]).status("b"), Status::Dead);
}

#[test] // MUR-16-8, MUR-16-11
fn the_larger_shove_further_and_hurt() {
    let shove = |size: &str, faces: &[u32]| {
        fighters("a", "size = \"large\"\npolicy = \"does\"\nat = 1")
            .against(
                "b",
                &format!("size = \"{size}\"\npolicy = \"idle\"\nhealth = 6\narmour = 3\nat = 1"),
            )
            .field("zones = 9")
            .acts("does", "shove")
            .turn(faces.iter().copied())
    };
    let medium = shove("medium", &[2]);
    assert_eq!((medium.health("b"), medium.at("b")), (4, "2"));
    let fallen = shove("medium", &[3]);
    assert_eq!((fallen.fights("b"), fallen.at("b")), (false, "2"));
    assert_eq!(shove("small", &[1]).at("b"), "3");
    assert_eq!(shove("tiny", &[1]).at("b"), "5");
    assert!(medium.blows().is_empty(), "no hit");
    let same = fighters("a", "size = \"large\"\npolicy = \"does\"\nat = 1")
        .against("b", "size = \"large\"\npolicy = \"idle\"\nat = 1")
        .field("zones = 9")
        .acts("does", "shove")
        .turn([20]);
    assert_eq!((same.health("b"), same.at("b")), (8, "1|2"));
}

#[test] // MUR-16-8
fn there_is_no_save_against_the_larger_but_a_dodge() {
    let grab = |policy: &str, faces: &[u32]| {
        fighters("a", "size = \"large\"\npolicy = \"does\"")
            .against("b", &format!("str = 20\npolicy = \"{policy}\""))
            .acts("does", "grapple")
            .turn(faces.iter().copied())
            .captor("b")
    };
    assert_eq!(grab("idle", &[]).as_deref(), Some("a"));
    assert_eq!(grab("dodges", &[10]), None);
}

#[test] // MUR-16-9
fn a_smaller_captive_is_freed_by_others_only() {
    let captive = fighters("b", "str = 20\npolicy = \"idle\"")
        .and("friend", "str = 10\npolicy = \"helps\"")
        .against("a", "size = \"large\"\npolicy = \"idle\"")
        .policy("helps", "act = ['free', 'grapple']")
        .ready()
        .holding("a", "b");
    let after = captive.turn([]);
    assert!(grabbed(&after));
    assert!(!grabbed(&after.turn([]).turn([10])));
}

#[test] // MUR-16-10
fn the_larger_cannot_be_disarmed_shoved_or_grabbed() {
    for line in ["disarm", "shove", "grapple"] {
        let after = fighters("a", "policy = \"does\"")
            .against(
                "b",
                "size = \"large\"\ncarries = [\"axe\"]\npolicy = \"idle\"",
            )
            .acts("does", line)
            .turn([]);
        assert!(!grabbed(&after) && after.holds("b").len() == 1, "{line}");
    }
    let counter = fighters(
        "b",
        "size = \"large\"\ncarries = [\"axe\"]\npolicy = \"plain\"",
    )
    .against("a", "policy = \"grabs\"\nhealth = 30")
    .reacts("grabs", "counter-grapple")
    .turn([3, 4]);
    assert!(counter.has_turn("a") && !grabbed(&counter));
}

#[test] // MUR-16-12
fn the_larger_hold_several_and_go_on_fighting() {
    let ogre = |appendages: i32| {
        fighters("a", &format!("size = \"large\"\nappendages = {appendages}\ncarries = [\"bow\", \"bite\"]\npolicy = \"does\""))
            .against("b", "policy = \"idle\"\nhealth = 30")
            .and("c", "policy = \"idle\"\nhealth = 30")
            .and("d", "policy = \"idle\"\nhealth = 30")
    };
    let second = ogre(2)
        .acts("does", "grapple at c")
        .ready()
        .holding("a", "b")
        .turn([]);
    assert!(second.captor("b").is_some() && second.captor("c").is_some());
    let full = ogre(1)
        .acts("does", "grapple at c")
        .ready()
        .holding("a", "b")
        .turn([]);
    assert_eq!(full.captor("c"), None);
    let bites = fighters(
        "a",
        "size = \"large\"\ncarries = [\"bow\", \"bite\"]\npolicy = \"does\"",
    )
    .against("b", "policy = \"idle\"\nhealth = 30")
    .and("d", "policy = \"idle\"\nhealth = 30")
    .with("[policies.does]\nact = ['attack at d', 'grapple']")
    .ready()
    .holding("a", "b")
    .turn([3, 4]);
    assert_eq!(bites.attacks()[0].2, "bite");
    assert!(grabbed(&bites));
}

#[test] // MUR-10-12
fn whoever_hides_behind_a_friend_lets_go() {
    let after = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"")
        .and("friend", "policy = \"idle\"")
        .against("b", "policy = \"hides\"")
        .and("c", "policy = \"idle\"")
        .reacts("hides", "hide at c")
        .ready()
        .holding("b", "friend")
        .turn([3]);
    assert_eq!((after.health("c"), after.captor("friend")), (5, None));
}

#[test] // MUR-1-4, MUR-10-9
fn a_captive_is_not_asked_whether_to_keep_its_turn() {
    let after = fighters("b", "policy = \"patient\"")
        .against("a", "policy = \"idle\"")
        .with("[policies.patient]\nready = ['hold']")
        .ready()
        .holding("a", "b")
        .turn([5]);
    assert_eq!(after.captor("b"), None);
}

#[test] // MUR-10-8
fn who_has_no_hand_free_to_grapple_with_does_what_comes_next() {
    let both = |stats: &str, option: &str, faces: &[u32]| {
        let stats = format!("carries = [\"sword\"]\npolicy = \"does\"\n{stats}");
        let after = fighters("a", &stats)
            .against("b", "policy = \"idle\"")
            .with("[policies.does]\nact = ['grapple', 'attack']\nbonus = []")
            .option(option)
            .turn(faces.iter().copied());
        (after.captor("b"), after.health("b"))
    };
    let (needs, grabbed) = ("grapple_needs_free_hand = true", Some("a".to_owned()));
    assert_eq!(both("shield = 1", needs, &[3]), (None, 5));
    assert_eq!(both("", needs, &[20]), (grabbed.clone(), 8));
    assert_eq!(both("shield = 1", "", &[20]), (grabbed, 8));
}

#[test] // MUR-16-12
fn hands_that_hold_captives_throw_no_bombs() {
    for line in [
        "blast at d",
        "attack with bomb at d",
        "shoot with bomb at d",
    ] {
        let ogre = |appendages: u8| {
            let stats = format!(
                "size = \"large\"\nappendages = {appendages}\ncarries = [\"bomb\"]\npolicy = \"does\""
            );
            fighters("a", &stats)
                .against("b", "policy = \"idle\"")
                .and("c", "policy = \"idle\"")
                .and("d", "policy = \"idle\"\nat = 1")
                .field("zones = 3")
                .with("[weapons.bomb]\ndamage = \"1d6\"\nmelee = false\nrange = 4\nblast = true")
                .acts("does", line)
                .ready()
                .holding("a", "b")
                .holding("a", "c")
        };
        assert_eq!(ogre(2).turn([]).health("d"), 8, "{line}");
        assert_eq!(ogre(3).turn([1]).health("d"), 7, "{line}");
    }
}

#[test] // MUR-13-3, MUR-16-11, MUR-10-7
fn who_is_hurt_by_a_shove_after_surrendering_fights_on() {
    let shoved = |size: &str, hazard: &str, faces: &[u32]| {
        fighters(
            "a",
            &format!("size = \"{size}\"\npolicy = \"does\"\nat = 1"),
        )
        .against("b", "policy = \"idle\"\nat = 1")
        .and("c", "policy = \"idle\"\nat = 1")
        .field("zones = 4")
        .field(&format!("places = {{ \"1|2\" = {{ {hazard} }} }}"))
        .acts("does", "shove at surrendered")
        .ready()
        .out("b", Status::Surrendered, 8)
        .turn(faces.iter().copied())
        .fights("b")
    };
    assert!(shoved("large", "cover = true", &[2]));
    assert!(shoved("medium", "hazard = \"1d6\"", &[3]));
    assert!(!shoved("medium", "cover = true", &[]));
}

#[test] // MUR-15-3, MUR-10-7
fn only_attacks_destroy_damaged_gear() {
    let after = fighters("a", "policy = \"does\"\nat = 1")
        .against(
            "b",
            "policy = \"idle\"\nhealth = 30\nshield = 1\ndamaged = [\"shield\"]\nat = 1",
        )
        .field("zones = 4\nplaces = { \"1|2\" = { hazard = \"1d10\" } }")
        .acts("does", "shove")
        .turn([20, 9]);
    assert_eq!(
        (after.health("b"), after.body("b").shield_gone),
        (22, false)
    );
}

#[test] // MUR-0-18, MUR-10-6
fn nobody_is_shoved_into_a_full_place() {
    let shoved = |line: &str, capacity: &str| {
        fighters("a", "policy = \"does\"\nat = 1")
            .against("b", "policy = \"idle\"\nat = 1")
            .and("c", "policy = \"idle\"\nat = \"1|2\"")
            .field("zones = 4")
            .option(&format!("border_capacity = {capacity}"))
            .acts("does", line)
            .turn([20])
            .at("b")
            .to_owned()
    };
    for line in ["shove at b", "shove at b to 3"] {
        assert_eq!(shoved(line, "1"), "1");
        assert_eq!(shoved(line, "2"), "1|2");
    }
}

#[test] // MUR-0-18, MUR-10-11
fn a_captive_takes_room_where_it_is_dragged() {
    let drags = |capacity: u8| {
        fighters("a", "policy = \"drags\"\nat = 2")
            .against("b", "policy = \"idle\"\nat = 2")
            .field("zones = 6")
            .option(&format!("border_capacity = {capacity}"))
            .with("[policies.drags]\nact = []\nmove = ['go to 5']")
            .ready()
            .holding("a", "b")
            .turn([])
            .at("a")
            .to_owned()
    };
    assert_eq!(drags(1), "2");
    assert_eq!(drags(2), "4");
}

#[test] // MUR-10-12, MUR-2-8
fn who_changes_weapons_as_a_bonus_action_lets_go() {
    let holds = |line: &str, option: &str| {
        fighters("a", "carries = [\"sword\", \"dagger\"]\npolicy = \"does\"")
            .against("b", "policy = \"idle\"\nhealth = 30")
            .and("c", "policy = \"idle\"\nhealth = 30")
            .option(option)
            .acts("does", line)
            .ready()
            .holding("a", "b")
            .turn([1])
            .captor("b")
            .is_some()
    };
    let bonus = "weapon_swap = \"bonus\"";
    assert!(holds("attack with dagger at c", ""));
    assert!(!holds("attack with dagger at c", bonus));
    assert!(holds("attack with sword at c", bonus));
}

#[test] // MUR-10-5, MUR-2-8
fn unless_another_is_named_the_weapon_in_hand_is_dropped() {
    let left = |line: &str| {
        let after = fighters("a", "policy = \"does\"")
            .against("b", "policy = \"idle\"\ncarries = [\"axe\", \"sword\"]")
            .option("weapon_swap = \"bonus\"")
            .acts("does", line)
            .ready()
            .given("b", |body| body.in_hand = 1)
            .turn([20]);
        after.holds("b").concat()
    };
    assert_eq!(left("disarm"), "axe");
    assert_eq!(left("disarm of axe"), "sword");
}

#[test] // MUR-10-8, MUR-4-13
fn nobody_grabs_a_captive_that_somebody_hides_behind() {
    let after = fighters("a", "policy = \"does\"")
        .and("x", "policy = \"idle\"")
        .against("b", "policy = \"hides\"")
        .acts("does", "grapple at b")
        .reacts("hides", "hide")
        .ready()
        .holding("b", "x")
        .turn([]);
    let captors = ["x", "b"].map(|name| after.captor(name));
    assert_eq!(captors, [Some("b".to_owned()), None]);
}

#[test] // MUR-10-4
fn whoever_is_grabbed_disarms_nobody_in_return() {
    let after = does("grapple", "policy = \"takes\"")
        .reacts("takes", "counter-disarm")
        .turn([20]);
    assert_eq!(after.captor("b").as_deref(), Some("a"));
    assert_eq!(after.holds("a"), ["sword"]);
}

#[test] // MUR-10-7, MUR-17-1
fn what_a_mount_is_shoved_into_its_rider_is_shoved_into() {
    let after = fighters("a", "policy = \"does\"\nat = 0")
        .against(
            "rider",
            "policy = \"idle\"\nriding = \"horse\"\nat = \"0|1\"",
        )
        .with("[combatants.horse]\nhealth = 10\nseats = 1\npolicy = 'idle'")
        .field("zones = 2\nplaces = { 1 = { hazard = \"1d4\" } }")
        .acts("does", "shove at horse")
        .turn([20, 3, 2]);
    assert_eq!((after.at("horse"), after.at("rider")), ("1", "1"));
    assert_eq!((after.health("horse"), after.health("rider")), (7, 6));
}

#[test] // MUR-10-7, MUR-0-4
fn armour_leaves_a_point_of_a_hazard_that_does_something() {
    let health = |armour: u8, hazard: &str, faces: &[u32]| {
        let stats = format!("policy = 'idle'\narmour = {armour}\nat = '0|1'");
        let shoved = does("shove", &stats)
            .field(&format!(
                "zones = 2\nplaces = {{ 1 = {{ hazard = '{hazard}' }} }}"
            ))
            .option("minimum_damage = 1")
            .turn(faces.iter().copied());
        assert_eq!(shoved.at("b"), "1");
        shoved.health("b")
    };
    for armour in [0, 1, 3] {
        assert_eq!(health(armour, "1d4-1", &[20, 1]), 8);
        assert_eq!(health(armour, "1d4-1", &[20, 2]), 7);
        assert_eq!(health(armour, "1", &[20]), 7);
    }
}

#[test] // MUR-10-7, MUR-0-4
fn no_armour_takes_more_than_three_off_a_hazard() {
    let stats = "policy = \"idle\"\narmour = 3\nshield = 1\nhealth = 20\nat = \"0|1\"";
    let shoved = does("shove", stats)
        .field("zones = 2\nplaces = { 1 = { hazard = \"1d6\" } }")
        .turn([20, 5]);
    assert_eq!(shoved.health("b"), 18);
}

#[test] // MUR-10-5
fn a_dropped_weapon_lies_where_its_owner_stands() {
    let after = fighters("a", "carries = [\"bow\"]\npolicy = \"does\"\nat = \"0|1\"")
        .against("b", "policy = \"idle\"\ncarries = [\"sword\"]\nat = 1")
        .field("zones = 2")
        .acts("does", "disarm")
        .turn([20]);
    assert_eq!(after.body("b").items[0].at, Whereabouts::Lying(1));
}

#[test] // MUR-10-6
fn a_shove_goes_by_the_first_border_where_zones_are_no_line_and_never_into_a_wall() {
    let shoved = |field: &str, zone: &str| {
        let after = fighters("b", &format!("policy = \"idle\"\nat = \"{zone}\""))
            .against("a", &format!("policy = \"does\"\nat = \"{zone}\""))
            .field(&format!("initiative = \"side 2\"\n{field}"))
            .acts("does", "shove")
            .turn([20]);
        after.at("b").to_owned()
    };
    let yard = "zones = [\"yard\", \"gate\", \"shed\"]\njoins = [[\"gate\", \"yard\"], [\"yard\", \"shed\"]]";
    assert_eq!(shoved(yard, "yard"), "gate|yard");
    assert_eq!(shoved("zones = 3", "1"), "0|1");
    let wall = "zones = 3\nplaces = { \"0|1\" = { wall = true } }";
    assert_eq!(shoved(wall, "1"), "1");
}

#[test] // MUR-0-18, MUR-17-1
fn a_mount_is_shoved_where_there_is_room_for_its_rider_too() {
    let shoved = |capacity: u8| {
        fighters("a", "policy = \"does\"\nat = 1")
            .against("rider", "policy = \"idle\"\nriding = \"horse\"\nat = 1")
            .field("zones = 4")
            .option(&format!("border_capacity = {capacity}"))
            .with("[combatants.horse]\nhealth = 10\nseats = 1\npolicy = 'idle'")
            .acts("does", "shove at horse")
            .turn([20])
            .at("horse")
            .to_owned()
    };
    assert_eq!([1, 2].map(shoved), ["1", "1|2"]);
}
