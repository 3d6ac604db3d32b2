use crate::rules::murdham::nouns::state::{Status, Whereabouts};
use crate::rules::murdham::testing::{Setup, Trial, fighters, fraction};

/// Returns a fight of a fighter with a sword at `here` against an idle enemy at `there`. The field is a line
/// of eight zones.
fn apart(here: &str, there: &str) -> Setup {
    fighters(
        "a",
        &format!("carries = [\"sword\"]\npolicy = \"plain\"\nat = {here}"),
    )
    .against("b", &format!("policy = \"idle\"\nat = {there}"))
    .field("zones = 8")
}

#[test] // MUR-2-12, MUR-2-1, MUR-2-2, MUR-0-17
fn one_walks_up_to_half_speed_and_strikes_or_full_speed_and_does_not() {
    let near = apart("0", "1").turn([3]);
    assert_eq!((near.at("a"), near.health("b")), ("1", 5));
    let far = apart("0", "2").turn([]);
    assert_eq!((far.at("a"), far.health("b")), ("2", 8));
    let border = apart("\"2|3\"", "1").turn([3]);
    assert_eq!((border.at("a"), border.health("b")), ("1|2", 5));
    let here = apart("\"0|1\"", "1").turn([3]);
    assert_eq!((here.at("a"), here.health("b")), ("0|1", 5));
}

#[test] // MUR-2-2, MUR-0-13
fn speeds_in_half_zones() {
    let reached = |speed: &str, there: &str| {
        let setup = fighters(
            "a",
            &format!("carries = [\"sword\"]\npolicy = \"plain\"\nspeed = {speed}"),
        )
        .against("b", &format!("policy = \"idle\"\nat = {there}"))
        .field("zones = 8");
        let far = setup.turn([]);
        far.at("a").to_owned()
    };
    assert_eq!(reached("2", "7"), "2");
    assert_eq!(reached("1", "7"), "1");
    assert_eq!(reached("1.5", "7"), "1|2");
    assert_eq!(reached("0", "7"), "0");
    // The speed is three half-zones. Half of it is rounded up to two, which is enough to reach the next zone.
    let half = fighters(
        "a",
        "carries = [\"sword\"]\npolicy = \"plain\"\nspeed = 1.5",
    )
    .against("b", "policy = \"idle\"\nat = 1")
    .field("zones = 8")
    .turn([3]);
    assert_eq!(half.health("b"), 5);
}

#[test] // MUR-2-3
fn sprinting_doubles_both_speeds() {
    let sprint = |there: &str, option: &str| {
        fighters("a", "carries = [\"sword\"]\npolicy = \"runs\"")
            .against("b", &format!("policy = \"idle\"\nat = {there}"))
            .field("zones = 8")
            .option(option)
            .with("[policies.runs]\nact = ['attack']\npace = ['sprint']")
    };
    assert_eq!(sprint("6", "").turn([]).at("a"), "4");
    assert_eq!(sprint("2", "").turn([3]).health("b"), 5);
    let full_only = "sprint = \"full_move_only\"";
    assert_eq!(sprint("6", full_only).turn([]).at("a"), "4");
    assert_eq!(sprint("2", full_only).turn([]).health("b"), 8);
    assert_eq!(sprint("6", "sprint = \"forbidden\"").turn([]).at("a"), "2");
    let not_allowed = fighters(
        "a",
        "carries = [\"sword\"]\npolicy = \"runs\"\nsprint_allowed = false",
    )
    .against("b", "policy = \"idle\"\nat = 6")
    .field("zones = 8")
    .with("[policies.runs]\nact = ['attack']\npace = ['sprint']");
    assert_eq!(not_allowed.turn([]).at("a"), "2");
}

#[test] // MUR-2-4, MUR-2-1
fn movement_comes_before_and_after_the_action_half_speed_in_all() {
    let after = fighters("a", "carries = [\"sword\"]\npolicy = \"hits-and-runs\"")
        .against("b", "policy = \"idle\"\nat = \"0|1\"")
        .field("zones = 8")
        .with("[policies.hits-and-runs]\nact = ['attack']\nafter = ['go to 7']")
        .turn([3]);
    assert_eq!((after.health("b"), after.at("a")), (5, "1"));
    let before = fighters("a", "carries = [\"sword\"]\npolicy = \"steps\"\nat = 2")
        .against("b", "policy = \"idle\"\nat = 3")
        .field("zones = 8")
        .with("[policies.steps]\nact = ['attack']\nmove = ['withdraw']")
        .turn([]);
    assert_eq!((before.at("a"), before.health("b")), ("0", 8));
}

#[test] // MUR-2-6, MUR-3-1
fn one_main_action_a_turn() {
    assert_eq!(apart("0", "0").turn([1]).attacks().len(), 1);
}

#[test] // MUR-2-8
fn a_dropped_weapon_is_picked_up_as_a_bonus_action() {
    let drops = |trial: Trial| trial.given("a", |body| body.items[0].at = Whereabouts::Lying(0));
    let setup = fighters("a", "carries = [\"sword\"]\npolicy = \"tidy\"")
        .against("b", "policy = \"disarms\"")
        .acts("disarms", "disarm")
        .with("[policies.tidy]\nact = ['attack']\nbonus = ['pick-up if not self.armed']");
    let after = drops(setup.ready()).turn([5]);
    assert_eq!((after.holds("a"), after.health("b")), (vec!["sword"], 3));
    let other = fighters("a", "policy = \"tidy\"")
        .against("b", "carries = [\"axe\"]\npolicy = \"idle\"")
        .with("[policies.tidy]\nact = ['attack']\nbonus = ['pick-up with axe']")
        .ready()
        .given("b", |body| body.items[0].at = Whereabouts::Lying(0))
        .turn([5]);
    assert_eq!((other.holds("a"), other.holds("b").len()), (vec!["axe"], 0));
}

#[test] // MUR-2-8, MUR-0-21
fn another_weapon_costs_a_bonus_action_under_the_option() {
    let swaps = |option: &str| {
        fighters("a", "carries = [\"sword\", \"bow\"]\npolicy = \"shoots\"")
            .against("b", "carries = [\"sword\"]\npolicy = \"idle\"\nat = 2")
            .field("zones = 3")
            .option(option)
            .with("[policies.shoots]\nact = ['shoot']\nreact = ['counter']")
    };
    assert_eq!(swaps("").turn([2]).attacks()[0].2, "bow");
    let after = swaps("weapon_swap = \"bonus\"").turn([2]);
    assert_eq!(
        (after.attacks()[0].2.as_str(), after.body("a").in_hand),
        ("bow", 1)
    );
}

#[test] // MUR-2-10
fn a_remedy_restores_health_and_wakes_nobody() {
    let heal = |policy: &str, health: i16| {
        fighters(
            "a",
            &format!("policy = \"heals\"\nremedies = {{ salve = 1 }}\nstart_health = {health}"),
        )
        .and("friend", "policy = \"idle\"\nstart_health = 2")
        .against("b", "policy = \"idle\"")
        .with("[remedies.salve]\nheals = \"1d6\"")
        .acts("heals", policy)
    };
    let own = heal("use", 3).round([4]);
    assert_eq!(own.health("a"), 7);
    assert_eq!(own.round([]).health("a"), 7, "used up");
    assert_eq!(
        heal("use", 5).turn([6]).health("a"),
        8,
        "never above full health"
    );
    let lying = heal("use at friend", 8)
        .ready()
        .out("friend", Status::Incapacitated, 2)
        .turn([3]);
    assert_eq!(
        (lying.health("friend"), lying.status("friend")),
        (5, Status::Incapacitated)
    );
}

#[test] // MUR-3-15
fn the_nearest_visible_enemy_with_the_first_weapon_that_serves() {
    let after = fighters("a", "carries = [\"bow\", \"sword\"]\npolicy = \"plain\"")
        .against("far", "policy = \"idle\"\nat = 2")
        .and("near", "policy = \"idle\"\nat = 1")
        .field("zones = 3")
        .turn([3]);
    assert_eq!(
        (after.health("near"), after.attacks()[0].2.as_str()),
        (5, "bow")
    );
    let rules = |line: &str, face| {
        fighters("a", "carries = [\"sword\"]\npolicy = \"picks\"")
            .against("one", "policy = \"idle\"\nhealth = 9")
            .and(
                "two",
                "policy = \"idle\"\nhealth = 5\ncarries = [\"battleaxe\"]",
            )
            .and("three", "policy = \"idle\"\nhealth = 20")
            .acts("picks", line)
            .turn([face])
            .attacks()[0]
            .1
            .clone()
    };
    assert_eq!(rules("attack nearest", 1), "one");
    assert_eq!(rules("attack weakest", 1), "two");
    assert_eq!(rules("attack strongest", 1), "three");
    assert_eq!(rules("attack deadliest", 1), "two");
    assert_eq!(rules("attack at three", 1), "three");
}

#[test] // MUR-3-15
fn those_whose_turn_is_spent_can_be_picked() {
    let second = fighters("a", "carries = [\"sword\"]\npolicy = \"first\"")
        .and("c", "carries = [\"sword\"]\npolicy = \"picks\"")
        .against("one", "policy = \"waits\"\nhealth = 30")
        .and("two", "policy = \"dodges\"\nhealth = 30")
        .with("[policies.waits]\nact = []\nreact = []\nready = ['hold']")
        .with("[policies.first]\nact = ['attack at two']")
        .with("[policies.picks]\nact = ['attack spent', 'attack nearest']")
        .round([20, 2, 3]);
    assert_eq!((second.health("one"), second.health("two")), (30, 25));
}

#[test] // MUR-3-10, MUR-0-19
fn striking_in_the_dark_takes_a_wit_save() {
    let dark = |wit: i32| {
        fighters(
            "a",
            &format!("carries = [\"sword\"]\npolicy = \"plain\"\nwit = {wit}"),
        )
        .against("b", "policy = \"idle\"")
        .field("dark = true")
    };
    let missed = dark(10).turn([20]);
    assert_eq!(missed.health("b"), 8);
    let odds = dark(9).odds(|after| after.fights("b"));
    assert_eq!(odds.of(|&fights| !fights), fraction(9, 40));
    let sees = fighters(
        "a",
        "carries = [\"sword\"]\npolicy = \"plain\"\nsees_in_dark = true",
    )
    .against("b", "policy = \"idle\"")
    .field("dark = true");
    assert_eq!(sees.turn([3]).health("b"), 5);
}

#[test] // MUR-3-3, MUR-3-11
fn beyond_half_range_a_shot_takes_a_wit_save() {
    let shot = |there: &str, wit: i32| {
        fighters(
            "a",
            &format!("carries = [\"bow\"]\npolicy = \"plain\"\nwit = {wit}"),
        )
        .against("b", &format!("policy = \"idle\"\nat = {there}"))
        .field("zones = 12")
    };
    assert_eq!(shot("5", 10).turn([5, 2]).health("b"), 6);
    assert_eq!(shot("4", 10).turn([2]).health("b"), 6);
    let odds = shot("5", 12).odds(|after| after.fights("b"));
    assert_eq!(odds.of(|&fights| !fights), fraction(3, 10));
    let beyond = shot("9", 10).turn([]);
    assert_eq!((beyond.health("b"), beyond.at("a")), (8, "2"));
    assert_eq!(
        shot("0", 10).turn([2]).health("b"),
        6,
        "a nearby enemy may be shot at"
    );
}

#[test] // MUR-3-11, MUR-3-12
fn a_shot_on_the_move_takes_a_save_and_stays_within_half_range() {
    let moving = |there: &str| {
        fighters("a", "carries = [\"bow\"]\npolicy = \"skirmisher\"\nat = 1")
            .against("b", &format!("policy = \"idle\"\nat = {there}"))
            .field("zones = 12")
            .with("[policies.skirmisher]\nact = ['shoot while moving']\nafter = ['withdraw']")
    };
    let after = moving("5").turn([10, 3]);
    assert_eq!((after.health("b"), after.at("a")), (5, "0"));
    assert_eq!(moving("6").turn([]).health("b"), 8);
    let still = fighters("a", "carries = [\"bow\"]\npolicy = \"archer\"\nat = 1")
        .against("b", "policy = \"idle\"\nat = 3")
        .field("zones = 12")
        .with("[policies.archer]\nact = ['shoot']\nafter = ['withdraw']")
        .turn([3]);
    assert_eq!(still.at("a"), "1", "a shot taken standing forbids movement");
}

#[test] // MUR-3-12, MUR-0-19
fn nobody_shoots_at_what_it_does_not_see() {
    let dark = fighters("a", "carries = [\"bow\"]\npolicy = \"archer\"")
        .against("b", "policy = \"idle\"\nat = 2")
        .field("zones = 3\nplaces = { 2 = { dark = true } }")
        .acts("archer", "shoot")
        .turn([]);
    assert_eq!(dark.health("b"), 8);
    let blocked = fighters("a", "carries = [\"bow\"]\npolicy = \"archer\"")
        .against("b", "policy = \"idle\"\nat = 2")
        .field("zones = 3\nblocked = [[0, 2]]")
        .acts("archer", "shoot")
        .turn([]);
    assert_eq!(blocked.health("b"), 8);
}

#[test] // MUR-3-2
fn melee_attacks_reach_enemies_who_are_nearby() {
    let rooted = |there: &str| {
        fighters("a", "carries = [\"sword\"]\npolicy = \"rooted\"\nat = 1")
            .against("b", &format!("policy = \"idle\"\nat = {there}"))
            .field("zones = 4")
            .with("[policies.rooted]\nact = ['attack']\nmove = ['stay']")
    };
    assert_eq!(rooted("\"1|2\"").turn([2]).health("b"), 6);
    assert_eq!(rooted("2").turn([]).health("b"), 8);
}

#[test] // MUR-16-6
fn the_massive_strike_one_zone_far() {
    let giant = |there: &str, policy: &str| {
        fighters(
            "a",
            &format!("size = \"massive\"\ncarries = [\"sword\"]\npolicy = \"{policy}\""),
        )
        .against(
            "b",
            &format!("size = \"massive\"\npolicy = \"idle\"\nhealth = 30\nat = {there}"),
        )
        .field("zones = 4")
        .with("[policies.rooted]\nact = ['attack']\nmove = ['stay']")
        .with("[policies.grabs]\nact = ['grapple']\nmove = ['stay']")
    };
    assert_eq!(giant("1", "rooted").turn([2]).health("b"), 28);
    assert_eq!(giant("2", "rooted").turn([]).health("b"), 30);
    assert_eq!(giant("1", "grabs").turn([]).captor("b"), None);
}

#[test] // MUR-16-7
fn size_changes_how_far_one_can_shoot() {
    let shot = |size: &str, target: &str, there: i32, faces: &[u32]| {
        fighters(
            "a",
            &format!("size = \"{size}\"\ncarries = [\"bow\"]\npolicy = \"archer\""),
        )
        .against(
            "b",
            &format!("size = \"{target}\"\npolicy = \"idle\"\nhealth = 90\nat = {there}"),
        )
        .field("zones = 18")
        .acts("archer", "shoot")
        .turn(faces.iter().copied())
        .attacks()
        .len()
    };
    assert_eq!(shot("medium", "large", 8, &[3]), 1);
    assert_eq!(shot("medium", "large", 9, &[10, 3]), 1);
    assert_eq!(shot("medium", "large", 17, &[]), 0);
    assert_eq!(shot("large", "medium", 2, &[3, 3]), 1);
    assert_eq!(shot("large", "medium", 3, &[10, 3, 3]), 1);
    assert_eq!(shot("large", "medium", 5, &[]), 0);
}

#[test] // MUR-7-1, MUR-7-2
fn cover_helps_against_attackers_who_are_not_nearby() {
    let shot = |stats: &str, weapon: &str, option: &str| {
        fighters("a", &format!("carries = [\"{weapon}\"]\npolicy = \"plain\""))
            .against("b", &format!("policy = \"idle\"\nat = 2\n{stats}"))
            .field("zones = 3\nplaces = { 2 = { cover = true } }")
            .option(option)
            .with("[weapons.ballista]\ndamage = \"1d6\"\nmelee = false\nrange = 8\npenetrates_cover = true")
            .odds(|after| 8 - after.health("b"))
    };
    let bare = shot("", "bow", "");
    assert_eq!(bare.of(|&n| n == 0), fraction(1, 6));
    assert_eq!(bare.mean(|&n| n.into()), fraction(5, 2));
    assert_eq!(
        shot("armour = 3", "bow", "").of(|&n| n == 3),
        fraction(1, 6)
    );
    assert_eq!(
        shot("armour = 1\nshield = 1", "bow", "").of(|&n| n == 3),
        fraction(1, 6)
    );
    assert_eq!(shot("", "ballista", "").of(|&n| n == 6), fraction(1, 6));
    let melee = |option: &str| {
        fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"")
            .against("b", "policy = \"idle\"")
            .field("places = { 0 = { cover = true } }")
            .option(option)
            .turn([3])
            .health("b")
    };
    assert_eq!((melee(""), melee("cover_in_melee = true")), (5, 6));
}

#[test] // MUR-13-1, MUR-13-2
fn surrender_wastes_the_turn_and_throws_the_weapons_away() {
    let after = fighters(
        "a",
        "carries = [\"sword\", \"bite\"]\npolicy = \"meek\"\nstart_health = 3",
    )
    .and("friend", "policy = \"idle\"")
    .against("b", "policy = \"idle\"")
    .with("[policies.meek]\nact = ['surrender if self.health <= 3', 'attack']")
    .turn([]);
    assert_eq!(
        (after.status("a"), after.holds("a")),
        (Status::Surrendered, vec!["bite"])
    );
    assert!(after.heard.downed.is_empty());
}

#[test] // MUR-13-3
fn who_is_harmed_after_surrendering_fights_on() {
    let kick = |face| {
        fighters("a", "carries = [\"sword\"]\npolicy = \"cruel\"")
            .against("b", "policy = \"idle\"\narmour = 1")
            .and("c", "policy = \"idle\"")
            .acts("cruel", "attack at surrendered")
            .ready()
            .out("b", Status::Surrendered, 8)
            .turn([face])
    };
    let harmed = kick(3);
    assert_eq!(
        (harmed.status("b"), harmed.has_turn("b")),
        (Status::Fighting, false)
    );
    assert!(harmed.body("b").steadfast);
    assert_eq!(kick(1).status("b"), Status::Surrendered);
    assert_eq!(kick(6).status("b"), Status::Incapacitated);
}

#[test] // MUR-11-3, MUR-11-7
fn moving_gives_the_concealed_away_unless_they_sneak() {
    let prowl = |pace: &str, option: &str, faces: &[u32]| {
        fighters(
            "a",
            "carries = [\"sword\"]\npolicy = \"prowls\"\nconcealed = true\nagi = 12",
        )
        .against("b", "policy = \"idle\"\nat = 4")
        .field("zones = 8")
        .option(option)
        .with(&format!(
            "[policies.prowls]\nact = ['attack']\npace = {pace}"
        ))
        .turn(faces.iter().copied())
    };
    let walks = prowl("[]", "", &[]);
    assert_eq!((walks.at("a"), walks.body("a").concealed), ("2", false));
    let sneaks = prowl("['sneak']", "", &[]);
    assert_eq!((sneaks.at("a"), sneaks.body("a").concealed), ("1", true));
    let heard = prowl("['sneak']", "sneak_save = \"AGI\"", &[13]);
    assert!(!heard.body("a").concealed);
    assert!(
        prowl("['sneak']", "sneak_save = \"AGI\"", &[12])
            .body("a")
            .concealed
    );
}

#[test] // MUR-11-3, MUR-11-4
fn a_sneaker_that_ends_nearby_is_seen_after_its_attack() {
    let after = fighters(
        "a",
        "carries = [\"sword\"]\npolicy = \"prowls\"\nconcealed = true",
    )
    .against(
        "b",
        "policy = \"dodges\"\nat = \"0|1\"\nextra_reactions = 1",
    )
    .field("zones = 3")
    .with(
        "[policies.prowls]\nact = ['attack if target.nearby']\nmove = ['close']\npace = ['sneak']",
    )
    .turn([3]);
    assert_eq!((after.health("b"), after.body("a").concealed), (5, false));
}

#[test] // MUR-0-20
fn a_hand_is_free_unless_both_are_taken() {
    let free = |stats: &str| {
        let trial = fighters("a", stats).against("b", "").ready();
        trial.arena.fighter(trial.who("a")).free_hand
    };
    assert!(free("carries = [\"sword\"]"));
    assert!(!free("carries = [\"sword\"]\nshield = 1"));
    assert!(!free("carries = [\"bow\"]"));
    assert!(free("shield = 1"));
    assert!(free("carries = [\"bow\"]\nfree_hand = true"));
}

#[test] // MUR-2-1
fn a_bonus_action_leaves_half_speed() {
    let walks = |lying: bool| {
        fighters("a", "carries = [\"sword\"]\npolicy = \"tidy\"")
            .against("b", "policy = \"idle\"\nat = 7")
            .field("zones = 8")
            .with("[policies.tidy]\nact = ['attack']\nbonus = ['pick-up']")
            .ready()
            .given("a", |body| {
                if lying {
                    body.items[0].at = Whereabouts::Lying(0);
                }
            })
            .turn([])
            .at("a")
            .to_owned()
    };
    assert_eq!(
        (walks(false), walks(true)),
        ("2".to_owned(), "1".to_owned())
    );
}

#[test] // MUR-11-1
fn nobody_aims_at_the_concealed() {
    let after = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"")
        .against("b", "policy = \"idle\"\nconcealed = true")
        .and("c", "policy = \"idle\"\nat = 1")
        .field("zones = 2")
        .round([])
        .turn([3]);
    assert_eq!((after.health("b"), after.health("c")), (8, 5));
    assert!(after.body("b").concealed);
}

#[test] // MUR-3-11
fn a_shot_taken_standing_takes_no_step_whatever_the_policy_says_of_steps() {
    let archer = |line: &str, steps: &str| {
        fighters("a", "carries = [\"bow\"]\npolicy = \"archer\"\nat = 1")
            .against("b", "policy = \"idle\"\nat = 4")
            .field("zones = 8")
            .with(&format!(
                "[policies.archer]\nact = ['{line}']\nmove = ['{steps}']\nafter = ['{steps}']"
            ))
    };
    for line in ["shoot with bow while standing", "shoot with bow", "shoot"] {
        for steps in ["withdraw", "close", "go to 7"] {
            let shot = archer(line, steps).turn([3]);
            assert_eq!(
                (shot.at("a"), shot.health("b")),
                ("1", 5),
                "{line}, {steps}"
            );
        }
    }
    let odds = archer("shoot while standing", "close").odds(|after| after.blows().len());
    assert_eq!(odds.of(|&hits| hits == 1), fraction(1, 1));
    let moving = archer("shoot while moving", "close").turn([10, 3]);
    assert_eq!((moving.at("a"), moving.health("b")), ("2", 5));
}

#[test] // MUR-2-8
fn so_it_does_for_a_blast_and_for_dice_that_are_shared_out() {
    let blows = |line: &str, bonus: &str, faces: &[u32]| {
        let stats =
            "size = \"large\"\ncarries = [\"dagger\", \"bomb\", \"axe\"]\npolicy = \"does\"";
        fighters("a", stats)
            .against("b", "carries = [\"sword\"]\npolicy = \"idle\"\nhealth = 20")
            .and("c", "policy = \"idle\"\nhealth = 20")
            .option("weapon_swap = \"bonus\"")
            .with("[weapons.bomb]\ndamage = \"1d6\"\nblast = true")
            .policy("does", &format!("act = ['{line}']\nbonus = [{bonus}]"))
            .ready()
            .given("b", |body| body.items[0].at = Whereabouts::Lying(0))
            .turn(faces.iter().copied())
            .attacks()
            .len()
    };
    for line in ["blast", "split with axe"] {
        assert_eq!(blows(line, "", &[1, 2]), 2, "{line}");
        assert_eq!(blows(line, "'pick-up'", &[]), 0, "{line}");
    }
    assert_eq!(blows("split with dagger", "'pick-up'", &[1, 2]), 2);
}

#[test] // MUR-2-8
fn nobody_picks_up_more_than_there_is_room_for() {
    let lies = |room: usize| {
        let setup = fighters("a", "carries = [\"sword\"]\npolicy = \"picks\"")
            .against("b", "carries = [\"axe\"]\npolicy = \"idle\"")
            .with("[policies.picks]\nact = []\nbonus = ['pick-up']\nreact = []");
        let begun = setup.ready().given("a", |body| {
            let (all, item) = (body.items.len(), body.items[0]);
            body.items[..all - room].fill(item);
        });
        let begun = begun.given("b", |body| body.items[0].at = Whereabouts::Lying(0));
        begun.turn([]).body("b").items[0].at == Whereabouts::Lying(0)
    };
    assert_eq!([0, 1].map(lies), [true, false]);
}

#[test] // MUR-7-1, MUR-7-4
fn cover_and_barriers_against_those_who_are_nearby() {
    let struck = |there: &str, option: &str| {
        fighters(
            "a",
            "carries = [\"sword\"]\npolicy = \"plain\"\nat = \"0|1\"",
        )
        .against("b", "policy = \"idle\"\nat = 0")
        .field("zones = 2")
        .field(&format!("places = {{ 0 = {{ {there} = true }} }}"))
        .option(option)
        .turn([3])
        .health("b")
    };
    // The attacker stands on the border of the zone, so it is nearby the target.
    assert_eq!(struck("cover", ""), 5);
    assert_eq!(struck("cover", "cover_in_melee = \"yes\""), 6);
    // A barrier protects as cover does only against counters, so this attack meets no cover.
    assert_eq!(struck("barrier", "cover_in_melee = \"yes\""), 5);
}

#[test] // MUR-11-3, MUR-0-19
fn a_sneaker_is_noticed_where_it_has_moved_and_is_seen() {
    let concealed = |there: &str, field: &str, stats: &str| {
        fighters("a", "policy = \"prowls\"\nconcealed = true")
            .against("b", &format!("policy = \"idle\"\nat = {there}\n{stats}"))
            .field("zones = 3")
            .field(field)
            .with("[policies.prowls]\nact = []\nmove = ['close']\npace = ['sneak']")
            .turn([])
            .body("a")
            .concealed
    };
    assert!(!concealed("\"0|1\"", "", ""));
    assert!(concealed("\"0|1\"", "dark = true", ""));
    assert!(!concealed("\"0|1\"", "dark = true", "sees_in_dark = true"));
    // A character that stays where it is is not noticed.
    assert!(concealed("0", "", ""));
}

#[test] // MUR-0-7, MUR-2-10
fn a_remedy_saves_the_dying() {
    let dying = |remedies: &str, faces: &[u32]| {
        fighters("a", &format!("policy = \"heals\"\n{remedies}"))
            .and("friend", "policy = \"idle\"\nfearless = true")
            .against("b", "policy = \"idle\"")
            .with("[remedies.salve]\nheals = \"1d6\"")
            .option("zero_health = \"dying\"")
            .option("group_save = \"individual\"")
            .acts("heals", "use at friend")
            .ready()
            .out("friend", Status::Dying(1), 0)
            .round(faces.iter().copied())
            .status("friend")
    };
    let salve = "fearless = true\nremedies = { salve = 1 }";
    assert_eq!(dying(salve, &[3]), Status::Incapacitated);
    assert_eq!(dying("fearless = true", &[]), Status::Dead);
}

#[test] // MUR-1-11, MUR-2-12
fn nobody_attacks_whom_it_has_felled_on_its_way() {
    let archer = "carries = [\"sword\", \"bow\"]\npolicy = \"own\"\nextra_reactions = 1";
    let after = fighters("a", archer)
        .against("b", "carries = [\"sword\"]\npolicy = \"strikes\"")
        .and("c", "policy = \"idle\"\nat = 3")
        .field("zones = 4")
        .with("[policies.own]\nact = ['attack at b']\nmove = ['go to 1']\nreact = ['counter']")
        .with("[policies.strikes]\nact = []\nopportunity = ['strike']")
        .turn([1, 6]);
    assert_eq!((after.at("a"), after.health("b")), ("1", 2));
    assert_eq!(after.status("b"), Status::Incapacitated);
}

#[test] // MUR-3-15, MUR-4-5
fn those_who_can_still_react_are_not_spent() {
    let second = fighters("a", "carries = [\"sword\"]\npolicy = \"picks\"")
        .against("one", "policy = \"idle\"\nhealth = 30\nextra_reactions = 1")
        .and("two", "policy = \"idle\"\nhealth = 30")
        .acts("picks", "attack spent")
        .ready();
    let mut begun = second.given("one", |body| body.extra = 1);
    begun.state.open = true;
    begun.state.unused = [begun.who("a")].into_iter().collect();
    let after = begun.turn([3]);
    assert_eq!(after.targets(), ["two"]);
}

#[test] // MUR-16-7, MUR-0-13
fn half_of_an_odd_range_is_rounded_up() {
    let shots = |there: u8| {
        fighters(
            "a",
            "size = \"large\"\ncarries = [\"sling\"]\npolicy = \"archer\"\nwit = 20",
        )
        .against(
            "b",
            &format!("policy = \"idle\"\nhealth = 90\nat = {there}"),
        )
        .field("zones = 6")
        .with("[weapons.sling]\ndamage = \"1d4\"\nmelee = false\nrange = 5")
        .acts("archer", "shoot")
        .odds(|after| after.attacks().len())
        .of(|&count| count > 0)
    };
    assert_eq!([3, 4].map(shots), [fraction(1, 1), fraction(0, 1)]);
}

#[test] // MUR-11-3, MUR-13-2
fn whoever_gives_up_is_concealed_no_more() {
    let after = fighters("a", "concealed = true\npolicy = \"gives-up\"")
        .against("b", "policy = \"idle\"")
        .acts("gives-up", "surrender")
        .turn([]);
    assert_eq!(after.status("a"), Status::Surrendered);
    assert!(!after.body("a").concealed);
}

#[test] // MUR-0-14, MUR-3-9
fn half_of_an_odd_range_is_not_rounded_where_it_is_held_against_a_distance() {
    let shot = |there: u8, faces: &[u32]| {
        fighters("a", "carries = [\"sling\"]\npolicy = \"archer\"")
            .against(
                "b",
                &format!("policy = \"idle\"\nhealth = 90\nat = {there}"),
            )
            .field("zones = 6")
            .with("[weapons.sling]\ndamage = \"1d4\"\nmelee = false\nrange = 5")
            .acts("archer", "shoot")
            .turn(faces.iter().copied())
            .health("b")
    };
    assert_eq!((shot(2, &[3]), shot(3, &[10, 3])), (87, 87));
}

#[test] // MUR-2-10
fn a_remedy_helps_those_who_are_nearby() {
    let healed = |there: &str| {
        fighters(
            "a",
            "policy = \"heals\"\nremedies = { salve = 1 }\nspeed = 0",
        )
        .and(
            "friend",
            &format!("policy = \"idle\"\nstart_health = 2\nat = {there}"),
        )
        .against("b", "policy = \"idle\"")
        .field("zones = 3")
        .with("[remedies.salve]\nheals = \"1d6\"")
        .acts("heals", "use at friend")
        .odds(|after| after.health("friend"))
        .of(|&health| health > 2)
    };
    let whole = ["\"0|1\"", "1"].map(healed);
    assert_eq!(whole, [fraction(1, 1), fraction(0, 1)]);
}
