use crate::fight::Blow;
use crate::rules::murdham::nouns::state::Status;
use crate::rules::murdham::testing::{Setup, Trial, fighters, fraction};

/// Returns the first side of a fight on a line of six zones: a bomber with this WIT in zone 0.
fn bomber(wit: i32) -> Setup {
    fighters(
        "a",
        &format!("carries = [\"bomb\"]\npolicy = \"plain\"\nwit = {wit}"),
    )
    .with("[weapons.bomb]\ndamage = \"1d6\"\nmelee = false\nrange = 4\nblast = true")
    .field("zones = 6")
}

fn lost(trial: &Trial, name: &str) -> i16 {
    20 - trial.health(name)
}

const STOUT: &str = "policy = \"idle\"\nhealth = 20";

#[test] // MUR-8-1
fn a_blast_hits_everybody_in_a_zone_and_on_its_borders() {
    let after = bomber(10)
        .and("friend", &format!("{STOUT}\nat = \"1|2\""))
        .against("b", &format!("{STOUT}\nat = 2"))
        .and("c", &format!("{STOUT}\nat = \"2|3\""))
        .and("d", &format!("{STOUT}\nat = 3"))
        .turn([1, 2, 3]);
    let lost = ["friend", "b", "c", "d"].map(|name| lost(&after, name));
    assert_eq!(lost, [1, 2, 3, 0]);
}

#[test] // MUR-8-2, MUR-8-3
fn a_melee_blast_hits_the_own_zone_spares_its_author_and_cannot_miss() {
    let breath = fighters(
        "wyrm",
        "carries = [\"fire-breath\"]\npolicy = \"breathes\"\nat = 1",
    )
    .against("b", &format!("{STOUT}\nat = 1"))
    .and("c", &format!("{STOUT}\nat = \"1|2\""))
    .field("zones = 3\ndark = true")
    .acts("breathes", "blast");
    let after = breath.turn([4, 5]);
    assert_eq!(
        [lost(&after, "b"), lost(&after, "c"), after.health("wyrm")],
        [4, 5, 8]
    );
    let border = |line: &str, faces: &[u32]| {
        let after = fighters(
            "wyrm",
            "carries = [\"fire-breath\"]\npolicy = \"breathes\"\nat = \"1|2\"",
        )
        .against("b", &format!("{STOUT}\nat = 1"))
        .and("c", &format!("{STOUT}\nat = 2"))
        .and("d", &format!("{STOUT}\nat = 2"))
        .field("zones = 3")
        .acts("breathes", line)
        .turn(faces.iter().copied());
        ["b", "c", "d"].map(|name| lost(&after, name))
    };
    assert_eq!(
        border("blast", &[4, 5]),
        [0, 4, 5],
        "where more enemies are"
    );
    assert_eq!(border("blast at b", &[4]), [4, 0, 0]);
}

#[test] // MUR-8-4, MUR-8-7
fn a_ranged_blast_at_the_own_zone_hits_its_author_too() {
    let own = bomber(10)
        .against("b", STOUT)
        .acts("plain", "blast")
        .turn([3, 2]);
    assert_eq!((own.health("a"), lost(&own, "b")), (5, 2));
    let never_by_itself = bomber(10).against("b", STOUT).turn([2, 2]);
    assert_eq!(never_by_itself.attacks()[0].2, "unarmed");
}

#[test] // MUR-8-4, MUR-8-5
fn a_blast_that_misses_goes_to_a_zone_beside() {
    let thrown = bomber(12)
        .against("b", &format!("{STOUT}\nat = 3"))
        .and("c", &format!("{STOUT}\nat = \"3|4\""))
        .and("d", &format!("{STOUT}\nat = 2"))
        .acts("plain", "attack at b");
    let odds = thrown.odds(|after| ["b", "c", "d"].map(|name| lost(after, name) > 0));
    assert_eq!(odds.of(|&[b, _, _]| b), fraction(3, 5));
    assert_eq!(odds.of(|&[_, c, _]| c), fraction(4, 5));
    assert_eq!(odds.of(|&[_, _, d]| d), fraction(1, 5));
    assert!(thrown.turn([13, 2, 4]).says("astray to zone 4"));
}

#[test] // MUR-8-6
fn each_dodge_saves_only_the_dodger() {
    let dodgers = |name: &str| format!("policy = \"dodges\"\nagi = 10\nhealth = 20\nat = {name}");
    let odds = bomber(10)
        .against("b", &dodgers("1"))
        .and("c", &dodgers("1"))
        .odds(|after| (lost(after, "b") > 0, lost(after, "c") > 0));
    assert_eq!(odds.of(|&both| both == (true, true)), fraction(1, 4));
    assert_eq!(odds.of(|&both| both == (false, false)), fraction(1, 4));
    assert_eq!(odds.of(|&(b, c)| b != c), fraction(1, 2));
}

/// Returns a fight of a bomber against two archers one zone away, both with this policy.
fn answered(policy: &str) -> Setup {
    let stats = format!("policy = \"{policy}\"\nhealth = 20\nat = 1\ncarries = [\"bow\"]");
    bomber(10).against("b", &stats).and("c", &stats)
}

#[test] // MUR-4-10, MUR-8-6
fn one_of_several_may_counter_and_the_larger_blow_comes_first() {
    let first = answered("counters").turn([2, 3, 5]);
    assert_eq!(
        (first.status("a"), lost(&first, "b"), lost(&first, "c")),
        (Status::Incapacitated, 0, 0)
    );
    assert!(first.has_turn("c"), "one counter is enough");
    let slower = answered("counters").turn([4, 3, 3]);
    assert_eq!(
        (slower.health("a"), lost(&slower, "b"), lost(&slower, "c")),
        (5, 4, 3)
    );
    let tie = answered("counters").turn([4, 3, 4]);
    assert_eq!((tie.fights("a"), lost(&tie, "b")), (false, 4));
}

#[test] // MUR-8-6
fn allies_of_the_author_may_only_dodge() {
    let after = bomber(10)
        .and(
            "friend",
            "policy = \"counters\"\nhealth = 20\nat = 1\ncarries = [\"bow\"]",
        )
        .against("b", "policy = \"idle\"\nhealth = 20\nat = 1")
        .turn([3, 2]);
    assert_eq!((after.health("a"), lost(&after, "friend")), (8, 3));
}

#[test] // MUR-5-4
fn nobody_guards_or_hides_from_a_blast_unless_the_option_says_so() {
    let guarded = |option: &str| {
        bomber(10)
            .against("b", "policy = \"hides\"\nhealth = 20\nat = 1")
            .and("c", "policy = \"shield\"\nhealth = 20\narmour = 1\nat = 1")
            .option(option)
            .reacts("hides", "hide")
            .with("[policies.shield]\nact = []\nreact = []\nguard = ['guard at b']")
            .turn([5, 4])
    };
    let plain = guarded("");
    assert_eq!((lost(&plain, "b"), lost(&plain, "c")), (5, 3));
    let option = guarded("guard_blast = \"yes\"");
    assert_eq!((lost(&option, "b"), lost(&option, "c")), (0, 4 + 3));
}

#[test] // MUR-0-5
fn one_roll_may_serve_all_targets() {
    let both = |option: &str, faces: &[u32]| {
        let after = bomber(10)
            .against("b", &format!("{STOUT}\nat = 1"))
            .and("c", &format!("{STOUT}\nat = 1\narmour = 2"))
            .option(option)
            .turn(faces.iter().copied());
        (lost(&after, "b"), lost(&after, "c"))
    };
    assert_eq!(both("", &[5, 3]), (5, 1));
    assert_eq!(both("blast_roll = \"shared\"", &[5]), (5, 3));
}

#[test] // MUR-7-3, MUR-8-1
fn a_barrier_keeps_a_blast_from_afar_out() {
    let after = bomber(10)
        .against("b", &format!("{STOUT}\nat = \"1|2\""))
        .and("c", &format!("{STOUT}\nat = 1"))
        .field("places = { \"1|2\" = { barrier = true } }")
        .acts("plain", "attack at c")
        .turn([3]);
    assert_eq!((lost(&after, "b"), lost(&after, "c")), (0, 3));
}

/// Returns the first side of a fight: a wyrm that divides the dice of its bite among `among` enemies.
fn wyrm(among: u32) -> Setup {
    fighters(
        "wyrm",
        "size = \"large\"\ncarries = [\"bite\", \"fire-breath\"]\npolicy = \"bites\"\nhealth = 20",
    )
    .acts("bites", &format!("split with bite among {among}"))
}

#[test] // MUR-16-3, MUR-16-5
fn dice_are_shared_out_among_smaller_targets() {
    let two = wyrm(2).against("b", STOUT).and("c", STOUT).turn([3, 8]);
    assert_eq!((lost(&two, "b"), lost(&two, "c")), (3, 8));
    let small = "size = \"small\"\npolicy = \"idle\"\nhealth = 20";
    let three = wyrm(3)
        .against("b", small)
        .and("c", small)
        .and("d", small)
        .turn([1, 2, 3, 4]);
    assert_eq!(["b", "c", "d"].map(|name| lost(&three, name)), [3, 3, 4]);
    let mixed = wyrm(2).against("b", STOUT).and("c", small).turn([3, 4, 5]);
    assert_eq!((lost(&mixed, "b"), lost(&mixed, "c")), (3, 9));
    let too_many = wyrm(3)
        .against("b", STOUT)
        .and("c", STOUT)
        .and("d", STOUT)
        .turn([3, 8]);
    let lost = ["b", "c", "d"].map(|name| lost(&too_many, name));
    assert_eq!(
        lost,
        [3, 8, 0],
        "three medium at a die each is more than the bite has"
    );
}

#[test] // MUR-16-3, MUR-4-10
fn shared_dice_can_be_dodged_and_countered_once() {
    let after = wyrm(2)
        .against(
            "b",
            "policy = \"counters\"\nhealth = 20\ncarries = [\"sword\"]",
        )
        .and("c", "policy = \"dodges\"\nhealth = 20\nagi = 10")
        .turn([10, 3, 5]);
    assert_eq!(
        (lost(&after, "b"), lost(&after, "c"), after.health("wyrm")),
        (3, 0, 17)
    );
}

#[test] // MUR-16-2, MUR-16-4
fn a_wyrm_bites_with_two_dice_and_breathes_with_one() {
    let bite = fighters(
        "wyrm",
        "size = \"large\"\ncarries = [\"bite\"]\npolicy = \"plain\"",
    )
    .against("b", "policy = \"idle\"\narmour = 1");
    let odds = bite.odds(|after| (after.fights("b"), after.health("b")));
    assert_eq!(odds.of(|&(fights, _)| !fights), fraction(29, 32));
    assert_eq!(odds.of(|&(_, health)| health == 0), fraction(9, 16));
    let small = fighters(
        "wyrm",
        "size = \"large\"\ncarries = [\"bite\"]\npolicy = \"plain\"",
    )
    .against("b", "size = \"small\"\npolicy = \"idle\"\nhealth = 40")
    .turn([8, 8, 8, 8]);
    assert_eq!(small.health("b"), 8);
    let breath = fighters(
        "wyrm",
        "size = \"large\"\ncarries = [\"fire-breath\"]\npolicy = \"burns\"",
    )
    .against("b", "size = \"tiny\"\npolicy = \"idle\"\nhealth = 20")
    .acts("burns", "blast")
    .turn([6]);
    assert_eq!(lost(&breath, "b"), 6);
    let bomb = bomber(10)
        .against(
            "wyrm",
            "size = \"large\"\npolicy = \"idle\"\nhealth = 20\nat = 1",
        )
        .turn([5]);
    assert_eq!(lost(&bomb, "wyrm"), 5);
}

#[test] // MUR-16-1
fn a_humans_sword_does_half_to_a_wyrm() {
    let after = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"")
        .against("wyrm", "size = \"large\"\npolicy = \"idle\"\nhealth = 20")
        .turn([3]);
    assert_eq!(
        after.blows(),
        [Blow::Landed {
            rolled: 2,
            stopped: 0,
            dealt: 2
        }]
    );
}

#[test] // MUR-8-6, MUR-11-4
fn nobody_dodges_a_blast_out_of_hiding() {
    let after = fighters(
        "a",
        "carries = [\"bomb\"]\npolicy = \"plain\"\nconcealed = true",
    )
    .with("[weapons.bomb]\ndamage = \"1d6\"\nmelee = false\nrange = 4\nblast = true")
    .field("zones = 6")
    .against(
        "b",
        "policy = \"dodges\"\nhealth = 20\nat = 1\nconcealed = true",
    )
    .and("c", "policy = \"idle\"\nhealth = 20\nat = 1")
    .turn([3, 4]);
    assert_eq!((lost(&after, "b"), lost(&after, "c")), (3, 4));
    assert!(!after.body("b").concealed, "damage from a blast gives away");
}

#[test] // MUR-16-3, MUR-0-11
fn the_dice_of_direct_damage_are_as_many_against_the_smaller() {
    let splits = |dice: &str, faces: &[u32]| {
        let after = fighters(
            "a",
            "carries = [\"claws\"]\npolicy = \"does\"\nsize = \"large\"",
        )
        .against("b", STOUT)
        .and("c", STOUT)
        .with(&format!(
            "[weapons.claws]\ndamage = \"{dice}\"\ndirect = true"
        ))
        .acts("does", "split")
        .turn(faces.iter().copied());
        ["b", "c"].map(|name| lost(&after, name))
    };
    assert_eq!(splits("1d6", &[]), [0, 0]);
    assert_eq!(splits("2d6", &[4, 5]), [4, 5]);
}

#[test] // MUR-4-10, MUR-8-6
fn a_counter_that_misses_is_the_one_counter_all_the_same() {
    let counters = "policy = \"counters\"\nhealth = 20\ncarries = [\"sword\"]\nwit = 9";
    let after = fighters(
        "wyrm",
        "size = \"large\"\ncarries = [\"bite\"]\npolicy = \"bites\"\nhealth = 20\nsees_in_dark = true",
    )
    .acts("bites", "split with bite")
    .against("b", counters)
    .and("c", counters)
    .field("dark = true")
    .turn([10, 3, 8]);
    assert_eq!((lost(&after, "b"), lost(&after, "c")), (3, 8));
    assert!(!after.has_turn("b") && after.has_turn("c"));
}

#[test] // MUR-4-4, MUR-5-4
fn nobody_reacts_to_one_blast_twice_whomever_it_could_guard() {
    let after = bomber(10)
        .against("b", &format!("{STOUT}\nat = 1"))
        .and(
            "c",
            "policy = \"shield\"\nhealth = 20\nextra_reactions = 2\nat = 1",
        )
        .and("d", &format!("{STOUT}\nat = 1"))
        .option("guard_blast = \"yes\"")
        .with("[policies.shield]\nact = []\nreact = ['dodge']\nguard = ['guard']")
        .turn([5, 4, 3]);
    let lost = ["b", "c", "d"].map(|name| lost(&after, name));
    assert_eq!(lost, [0, 5 + 4, 3]);
    assert_eq!(after.body("c").extra, 2);
}

#[test] // MUR-2-4, MUR-3-11
fn who_strikes_all_around_may_move_on_and_who_throws_standing_may_not() {
    let breath = fighters(
        "wyrm",
        "carries = [\"fire-breath\"]\npolicy = \"breathes\"\nat = 1",
    )
    .against("b", &format!("{STOUT}\nat = 1"))
    .field("zones = 6")
    .policy("breathes", "act = ['blast']\nafter = ['go to 5']")
    .turn([4]);
    assert_eq!((lost(&breath, "b"), breath.at("wyrm")), (4, "2"));
    let thrown = bomber(10)
        .against("b", &format!("{STOUT}\nat = 1"))
        .policy("plain", "act = ['blast']\nafter = ['go to 5']")
        .turn([4]);
    assert_eq!((lost(&thrown, "b"), thrown.at("a")), (4, "0"));
}

#[test] // MUR-10-11, MUR-16-3
fn who_shares_out_the_dice_of_one_hand_keeps_its_captive() {
    let keeps = |two_handed: bool| {
        fighters(
            "a",
            "size = \"large\"\ncarries = [\"club\"]\npolicy = \"does\"",
        )
        .against("b", STOUT)
        .and("c", STOUT)
        .and("d", "size = \"large\"\npolicy = \"idle\"")
        .with(&format!(
            "[weapons.club]\ndamage = \"1d6\"\ntwo_handed = {two_handed}"
        ))
        .acts("does", "split")
        .ready()
        .holding("a", "d")
        .turn([1, 2])
        .captor("d")
        .is_some()
    };
    assert!(keeps(false));
    assert!(!keeps(true));
}

#[test] // MUR-11-1, MUR-8-2
fn who_picks_a_zone_knows_nothing_of_the_concealed() {
    let after = fighters(
        "wyrm",
        "carries = [\"fire-breath\"]\npolicy = \"breathes\"\nat = \"1|2\"",
    )
    .against("b", &format!("{STOUT}\nat = 1"))
    .and("c", &format!("{STOUT}\nat = 2"))
    .and("d", &format!("{STOUT}\nat = 2"))
    .field("zones = 3")
    .acts("breathes", "blast")
    .ready()
    .given("c", |body| body.concealed = true)
    .given("d", |body| body.concealed = true)
    .turn([4]);
    assert_eq!((lost(&after, "b"), lost(&after, "c")), (4, 0));
}

#[test] // MUR-16-3, MUR-16-5
fn dice_that_are_shared_among_one_are_all_its_own() {
    let after = wyrm(1).against("b", STOUT).and("c", STOUT).turn([3, 8]);
    assert_eq!((lost(&after, "b"), lost(&after, "c")), (11, 0));
}

#[test] // MUR-8-2
fn of_two_zones_with_as_many_enemies_the_lower_is_hit() {
    let after = fighters(
        "wyrm",
        "carries = [\"fire-breath\"]\npolicy = \"breathes\"\nat = \"1|2\"",
    )
    .against("b", &format!("{STOUT}\nat = 2"))
    .and("c", &format!("{STOUT}\nat = 1"))
    .field("zones = 3")
    .acts("breathes", "blast")
    .turn([4]);
    assert_eq!((lost(&after, "b"), lost(&after, "c")), (0, 4));
}

#[test] // MUR-16-3
fn dice_are_shared_out_among_no_more_than_are_meant() {
    let small = "size = \"small\"\npolicy = \"idle\"\nhealth = 20";
    let two = wyrm(2).against("b", small).and("c", small).and("d", small);
    let after = two.turn([1, 2, 3, 4]);
    assert_eq!(["b", "c", "d"].map(|name| lost(&after, name)), [3, 7, 0]);
}

#[test] // MUR-16-3, MUR-3-10
fn dice_shared_out_in_the_dark_take_a_save_to_hit() {
    let after = wyrm(2)
        .against("b", STOUT)
        .and("c", STOUT)
        .field("dark = true")
        .turn([11]);
    assert_eq!(after.blows(), [Blow::Missed; 2]);
}

#[test] // MUR-13-3, MUR-8-1
fn whom_its_own_side_hurts_does_not_fight_on() {
    let after = bomber(10)
        .and("friend", &format!("{STOUT}\nat = 1"))
        .against("b", &format!("{STOUT}\nat = 1"))
        .and("c", &format!("{STOUT}\nat = 1"))
        .ready()
        .out("friend", Status::Surrendered, 20)
        .out("c", Status::Surrendered, 20)
        .turn([3, 3, 3]);
    let status = ["friend", "c"].map(|name| after.status(name));
    assert_eq!(status, [Status::Surrendered, Status::Fighting]);
}

#[test] // MUR-5-4, MUR-8-4
fn nobody_guards_others_from_its_own_blast() {
    let stats = "carries = [\"bomb\"]\npolicy = \"sorry\"\nextra_reactions = 1\nhealth = 20";
    let after = fighters("a", stats)
        .and("friend", STOUT)
        .against("b", STOUT)
        .with("[weapons.bomb]\ndamage = \"1d6\"\nmelee = false\nrange = 4\nblast = true")
        .option("guard_blast = \"yes\"")
        .with("[policies.sorry]\nact = ['blast']\nguard = ['guard']\nreact = []")
        .turn([1, 2, 3]);
    assert_eq!(
        ["a", "friend", "b"].map(|name| lost(&after, name)),
        [1, 2, 3]
    );
}

#[test] // MUR-7-3, MUR-8-2
fn a_barrier_keeps_out_no_blast_from_nearby() {
    let after = fighters(
        "wyrm",
        "carries = [\"fire-breath\"]\npolicy = \"breathes\"\nat = 1",
    )
    .against("b", &format!("{STOUT}\nat = \"1|2\""))
    .field("zones = 3\nplaces = { \"1|2\" = { barrier = true } }")
    .acts("breathes", "blast")
    .turn([4]);
    assert_eq!(lost(&after, "b"), 4);
}

#[test] // MUR-17-5
fn blasts_and_shared_dice_from_the_saddle_are_impaired() {
    let rides = |line: &str, faces: &[u32]| {
        let stats = "size = \"large\"\ncarries = [\"bomb\", \"bite\"]\nriding = \"horse\"\npolicy = \"own\"";
        let after = fighters("a", stats)
            .against("b", STOUT)
            .and("c", STOUT)
            .and("d", &format!("{STOUT}\nat = 1"))
            .field("zones = 3")
            .with("[weapons.bomb]\ndamage = \"1d6\"\nmelee = false\nrange = 4\nblast = true")
            .with("[combatants.horse]\nhealth = 20\nseats = 1\npolicy = \"idle\"")
            .policy("own", &format!("act = ['{line}']\nride = ['stay']"))
            .turn(faces.iter().copied());
        ["b", "c", "d"].map(|name| lost(&after, name))
    };
    assert_eq!(rides("blast at d", &[5, 2]), [0, 0, 2]);
    assert_eq!(rides("split with bite", &[7, 4, 3, 8]), [4, 3, 0]);
}

#[test] // MUR-8-4
fn nobody_reacts_to_its_own_blast() {
    let stats = "carries = [\"bomb\"]\npolicy = \"rash\"\nextra_reactions = 1";
    let after = fighters("a", stats)
        .against("b", STOUT)
        .with("[weapons.bomb]\ndamage = \"1d6\"\nmelee = false\nrange = 4\nblast = true")
        .policy("rash", "act = ['blast']\nreact = ['dodge']")
        .turn([3, 2]);
    assert_eq!((after.health("a"), after.body("a").extra), (5, 1));
    assert_eq!(lost(&after, "b"), 2);
}

#[test] // MUR-5-4, MUR-8-6
fn whoever_cannot_hide_from_a_blast_may_dodge_it() {
    let after = bomber(10)
        .against("b", "policy = \"shy\"\nhealth = 20\nat = 1")
        .and("c", &format!("{STOUT}\nat = 1"))
        .policy("shy", "react = ['hide', 'dodge']")
        .turn([10, 4]);
    assert_eq!((lost(&after, "b"), lost(&after, "c")), (0, 4));
}

#[test] // MUR-4-10
fn a_counter_is_held_against_what_the_blast_does_to_its_author() {
    let stats = "policy = \"counters\"\nhealth = 20\nat = 1\ncarries = [\"bow\"]";
    let blast = bomber(10)
        .against("b", stats)
        .and("c", &format!("{STOUT}\nat = 1"));
    // `b` counters for 4 damage, which is more than the 2 that the blast would do to `b`. The 5 to `c` does
    // not matter.
    let after = blast.turn([2, 5, 4]);
    assert_eq!(
        (after.fights("a"), lost(&after, "b"), lost(&after, "c")),
        (false, 0, 0)
    );
}

#[test] // MUR-4-10, MUR-4-9
fn equal_blows_of_a_blast_and_its_counter_fell_both() {
    let after = bomber(10)
        .against("b", "policy = \"counters\"\nat = 1\ncarries = [\"bow\"]")
        .and("c", &format!("{STOUT}\nat = 1"))
        .turn([4, 1, 4]);
    assert_eq!((after.fights("a"), after.fights("b")), (false, false));
}

#[test] // MUR-0-5, MUR-16-3
fn dice_that_are_shared_out_are_rolled_for_each_in_any_case() {
    let split = wyrm(2).against("b", STOUT).and("c", STOUT);
    let after = split.option("blast_roll = \"shared\"").turn([3, 8]);
    assert_eq!((lost(&after, "b"), lost(&after, "c")), (3, 8));
}

#[test] // MUR-11-3
fn a_blast_that_does_no_damage_gives_nobody_away() {
    let after = bomber(10)
        .against("b", "policy = \"idle\"\narmour = 3\nat = 1")
        .and("c", &format!("{STOUT}\nat = 1"))
        .ready()
        .given("b", |body| body.concealed = true)
        .turn([2, 4]);
    assert!(after.body("b").concealed);
    assert_eq!((after.health("b"), lost(&after, "c")), (8, 4));
}

#[test] // MUR-16-3, MUR-3-10
fn one_target_in_the_dark_is_enough_for_a_save_to_hit() {
    let after = fighters(
        "wyrm",
        "size = \"large\"\ncarries = [\"bite\"]\npolicy = \"bites\"\nat = \"0|1\"",
    )
    .against("b", STOUT)
    .and("c", &format!("{STOUT}\nat = 1"))
    .field("zones = 2\nplaces = { 1 = { dark = true } }")
    .acts("bites", "split with bite")
    .turn([11]);
    assert_eq!(after.blows(), [Blow::Missed; 2]);
}

#[test] // MUR-15-2, MUR-16-3
fn any_one_among_dice_that_are_shared_out_destroys_a_damaged_weapon() {
    let holds = |faces: [u32; 2]| {
        let after = fighters(
            "a",
            "size = \"large\"\ncarries = [\"club\"]\npolicy = \"does\"",
        )
        .against("b", STOUT)
        .and("c", STOUT)
        .with("[weapons.club]\ndamage = \"1d6\"\ndamaged = true")
        .acts("does", "split")
        .turn(faces);
        after.holds("a").len()
    };
    assert_eq!([[1, 3], [3, 1], [3, 2]].map(holds), [0, 0, 1]);
}

#[test] // MUR-16-3
fn dice_are_shared_out_among_the_smaller_and_with_what_strikes_one_by_one() {
    let splits = |stats: &str, size: &str, faces: &[u32]| {
        let after = fighters("a", &format!("policy = \"does\"\n{stats}"))
            .against("b", &format!("{STOUT}\nsize = \"small\""))
            .and("c", &format!("{STOUT}\nsize = \"{size}\""))
            .with("[weapons.claws]\ndamage = \"2d6\"")
            .acts("does", "split")
            .turn(faces.iter().copied());
        ["b", "c"].map(|name| lost(&after, name))
    };
    let claws = "carries = [\"claws\"]";
    assert_eq!(splits(claws, "medium", &[]), [0, 0]);
    assert_eq!(splits(claws, "small", &[1, 2, 3, 4]), [3, 7]);
    let axe = "carries = [\"bow\", \"fire-breath\", \"axe\"]";
    assert_eq!(splits(axe, "small", &[1, 2]), [1, 2]);
}

#[test] // MUR-8-4, MUR-8-7
fn a_thrown_blast_goes_where_the_enemies_are_and_not_at_ones_own_feet() {
    let after = bomber(10)
        .against("b", &format!("{STOUT}\nat = \"0|1\""))
        .and("c", &format!("{STOUT}\nat = 1"))
        .acts("plain", "blast")
        .turn([2, 3]);
    assert_eq!(
        (after.health("a"), lost(&after, "b"), lost(&after, "c")),
        (8, 2, 3)
    );
}

#[test] // MUR-8-4, MUR-0-19
fn nobody_throws_a_blast_out_of_sight() {
    let after = bomber(10)
        .against("b", &format!("{STOUT}\nat = 2"))
        .field("places = { 2 = { dark = true } }")
        .acts("plain", "blast")
        .turn([]);
    assert_eq!(lost(&after, "b"), 0);
}

#[test] // MUR-8-7
fn a_blast_is_made_with_the_first_weapon_that_reaches_so_far() {
    let after = fighters("a", "carries = [\"pot\", \"bomb\"]\npolicy = \"plain\"")
        .against("b", &format!("{STOUT}\nat = 2"))
        .field("zones = 6")
        .with("[weapons.pot]\ndamage = \"1d6\"\nmelee = false\nrange = 1\nblast = true")
        .with("[weapons.bomb]\ndamage = \"1d6\"\nmelee = false\nrange = 4\nblast = true")
        .acts("plain", "blast")
        .turn([4]);
    assert_eq!(
        (after.attacks()[0].2.as_str(), after.at("a")),
        ("bomb", "0")
    );
}
