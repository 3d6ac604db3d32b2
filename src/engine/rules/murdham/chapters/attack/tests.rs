use crate::fight::Blow;
use crate::rules::murdham::nouns::state::Status;
use crate::rules::murdham::testing::{Setup, Trial, fighters, fraction};

/// Returns a fight of `a`, which has a sword, against `b` with these lines in its stat block. `a` attacks the
/// first enemy and never reacts.
fn sword_against(stats: &str) -> Setup {
    fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"").against("b", stats)
}

/// Returns whether `b` is out of the fight.
fn out(trial: &Trial) -> bool {
    !trial.fights("b")
}

#[test] // MUR-3-14, MUR-3-5, MUR-3-9, MUR-0-3, MUR-0-6
fn a_sword_that_rolls_4_on_8_health_incapacitates_without_any_roll_to_hit() {
    let after = sword_against("policy = \"idle\"").turn([4]);
    assert_eq!(after.status("b"), Status::Incapacitated);
    assert_eq!(after.health("b"), 4);
    assert_eq!(
        after.blows(),
        [Blow::Landed {
            rolled: 4,
            stopped: 0,
            dealt: 4
        }]
    );
}

#[test] // MUR-0-6, MUR-0-7
fn half_of_the_health_left_is_critical_and_none_left_is_death() {
    let status = |health: i16, face| {
        let stats = format!("policy = \"idle\"\nhealth = {health}");
        sword_against(&stats).turn([face]).status("b")
    };
    assert_eq!(status(8, 3), Status::Fighting);
    assert_eq!(status(5, 2), Status::Fighting);
    assert_eq!(status(5, 3), Status::Incapacitated);
    assert_eq!(status(1, 1), Status::Dead);
    let odds = sword_against("policy = \"idle\"").odds(out);
    assert_eq!(odds.of(|&out| out), fraction(1, 2));
    let weak = sword_against("policy = \"idle\"\nhealth = 3").odds(|after| after.status("b"));
    assert_eq!(weak.of(|&s| s == Status::Fighting), fraction(1, 6));
    assert_eq!(weak.of(|&s| s == Status::Incapacitated), fraction(1, 6));
    assert_eq!(weak.of(|&s| s == Status::Dead), fraction(2, 3));
}

#[test] // MUR-0-6, MUR-0-7
fn other_readings_of_critical_damage_and_of_no_health() {
    let with = |option: &str, health: i16, face| {
        let stats = format!("policy = \"idle\"\nhealth = 8\nstart_health = {health}");
        sword_against(&stats)
            .option(option)
            .turn([face])
            .status("b")
    };
    assert_eq!(with("critical = \"maximum\"", 5, 3), Status::Fighting);
    assert_eq!(with("critical = \"maximum\"", 8, 4), Status::Incapacitated);
    assert_eq!(with("critical = \"none\"", 8, 6), Status::Fighting);
    assert_eq!(with("critical = \"none\"", 6, 6), Status::Dead);
    let dying = sword_against("policy = \"idle\"\nhealth = 3")
        .and("c", "policy = \"idle\"\nfearless = true")
        .option("zero_health = \"dying\"")
        .round([6]);
    assert_eq!(dying.status("b"), Status::Dying(1));
    assert_eq!(dying.round([1]).status("b"), Status::Dead);
}

#[test] // MUR-0-8, MUR-0-22
fn the_incapacitated_can_be_hurt_and_killed_and_change_nothing_else() {
    let kick = |face| {
        sword_against("policy = \"idle\"")
            .and("c", "policy = \"idle\"")
            .with("[policies.plain]\nact = ['attack at fallen']")
            .ready()
            .out("b", Status::Incapacitated, 4)
            .turn([face])
    };
    let hurt = kick(2);
    assert_eq!(
        (hurt.health("b"), hurt.status("b")),
        (2, Status::Incapacitated)
    );
    assert_eq!(kick(4).status("b"), Status::Dead);
    assert!(kick(4).blows().is_empty(), "a hit is on somebody fighting");
}

#[test] // MUR-0-8
fn the_incapacitated_do_nothing_any_more() {
    let after = sword_against("carries = [\"sword\"]\npolicy = \"plain\"")
        .and("c", "policy = \"counters\"\nfearless = true")
        .round([4]);
    assert_eq!(after.turns(), ["a", "c"]);
    assert_eq!(after.attacks().len(), 1);
}

#[test] // MUR-0-15
fn what_lasts_to_the_end_of_the_stretch_lasts_longer_than_the_fight() {
    let mut trial = sword_against("policy = \"idle\"")
        .and("c", "policy = \"idle\"\nhealth = 99\nfearless = true")
        .round([4]);
    for _ in 0..5 {
        trial = trial.round([1]);
        assert_eq!(trial.status("b"), Status::Incapacitated);
    }
}

#[test] // MUR-3-4
fn bare_hands_do_a_d4_impaired() {
    let odds = fighters("a", "policy = \"plain\"")
        .against("b", "policy = \"idle\"\nhealth = 4\narmour = 1")
        .odds(|after| (4 - after.health("b"), after.fights("b")));
    for (net, ways) in [(0, 7), (1, 5), (2, 3), (3, 1)] {
        assert_eq!(odds.of(|&(n, _)| n == net), fraction(ways, 16), "{net}");
    }
    assert_eq!(odds.of(|&(_, fights)| !fights), fraction(1, 4));
}

#[test] // MUR-3-6
fn holding_back_impairs_the_damage() {
    let back = sword_against("policy = \"idle\"").acts("plain", "hold-back");
    assert_eq!(back.odds(out).of(|&out| out), fraction(1, 4));
}

#[test] // MUR-0-10, MUR-3-6
fn a_second_reason_for_impairment_changes_nothing() {
    let fist = |option: &str| {
        fighters("a", "policy = \"gentle\"")
            .against("b", "policy = \"idle\"")
            .acts("gentle", "hold-back")
            .option(option)
    };
    let odds = fist("").odds(|after| 8 - after.health("b"));
    for (damage, ways) in [(1, 7), (2, 5), (3, 3), (4, 1)] {
        assert_eq!(odds.of(|&n| n == damage), fraction(ways, 16));
    }
    let nothing = fist("impaired_twice = \"no_damage\"").turn([]);
    assert_eq!(nothing.health("b"), 8);
}

#[test] // MUR-3-7, MUR-3-8
fn a_death_blow_kills_who_is_nearby_and_down() {
    let dagger = fighters("a", "carries = [\"dagger\"]\npolicy = \"cruel\"")
        .against("b", "policy = \"idle\"\narmour = 3")
        .and("c", "policy = \"idle\"")
        .acts("cruel", "death-blow")
        .ready()
        .out("b", Status::Incapacitated, 4);
    assert_eq!(dagger.turn([]).status("b"), Status::Dead);
}

#[test] // MUR-3-7, MUR-3-8
fn a_death_blow_falls_on_the_one_of_the_fallen_who_is_meant() {
    let struck = |line: &str| {
        let after = fighters("a", "carries = [\"dagger\"]\npolicy = \"cruel\"")
            .against("b", "policy = \"idle\"")
            .and("c", "policy = \"idle\"")
            .and("d", "policy = \"idle\"")
            .acts("cruel", line)
            .ready()
            .out("b", Status::Incapacitated, 4)
            .out("c", Status::Incapacitated, 2)
            .turn([]);
        ["b", "c", "d"].map(|who| after.status(who) == Status::Dead)
    };
    assert_eq!(struck("death-blow"), [true, false, false]);
    assert_eq!(struck("death-blow at c"), [false, true, false]);
    assert_eq!(struck("death-blow at weakest"), [false, true, false]);
    assert_eq!(struck("death-blow at d"), [false, false, false]);
    assert_eq!(struck("death-blow at surrendered"), [false, false, false]);
}

#[test] // MUR-3-7
fn whoever_guards_from_a_death_blow_suffers_an_ordinary_one() {
    let after = fighters("a", "carries = [\"sword\"]\npolicy = \"cruel\"")
        .against("b", "policy = \"idle\"")
        .and("c", "policy = \"shield\"")
        .acts("cruel", "death-blow")
        .with("[policies.shield]\nact = []\nguard = ['guard at b']")
        .ready()
        .out("b", Status::Incapacitated, 4)
        .turn([3]);
    assert_eq!(
        (after.status("b"), after.health("c")),
        (Status::Incapacitated, 5)
    );
}

#[test] // MUR-3-8, MUR-13-2
fn nobody_attacks_those_who_are_down_unless_its_policy_says_so() {
    let spared = sword_against("policy = \"idle\"")
        .and("c", "policy = \"idle\"")
        .ready()
        .out("b", Status::Surrendered, 8)
        .turn([1]);
    assert_eq!((spared.health("b"), spared.health("c")), (8, 7));
    let struck = sword_against("policy = \"idle\"")
        .and("c", "policy = \"idle\"")
        .acts("plain", "attack at surrendered")
        .ready()
        .out("b", Status::Surrendered, 8)
        .turn([4]);
    assert_eq!(struck.status("b"), Status::Incapacitated);
}

#[test] // MUR-3-13
fn an_attack_goes_by_its_steps() {
    let after = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"\nwit = 9")
        .against("b", "policy = \"dodges\"\nagi = 5")
        .field("dark = true")
        .turn([9, 6, 2]);
    let clauses: Vec<&str> = after.heard.said.iter().map(|(clause, _)| *clause).collect();
    assert_eq!(
        clauses[2..],
        ["MUR-3-1", "MUR-3-9", "MUR-4-6", "MUR-0-5", "MUR-0-3"]
    );
    assert_eq!(after.health("b"), 6);
}

#[test] // MUR-4-6
fn a_dodge_is_an_agi_save_and_works_against_a_musket() {
    let musket = fighters("a", "carries = [\"musket\"]\npolicy = \"plain\"")
        .against("b", "policy = \"dodges\"\nagi = 8");
    let missed = musket.turn([2]);
    assert_eq!(
        (missed.health("b"), missed.blows()),
        (8, vec![Blow::Evaded])
    );
    assert!(!missed.has_turn("b"));
    assert_eq!(musket.turn([9, 3]).health("b"), 5);
    let odds = musket.odds(|after| after.blows() == [Blow::Evaded]);
    assert_eq!(odds.of(|&dodged| dodged), fraction(2, 5));
}

#[test] // MUR-4-2
fn nobody_reacts_to_an_attack_that_has_missed() {
    let bow = fighters("a", "carries = [\"bow\"]\npolicy = \"plain\"")
        .against("b", "policy = \"dodges\"\nagi = 8\nat = 5")
        .field("zones = 6")
        .odds(|after| {
            let hit = matches!(after.blows()[..], [Blow::Landed { .. }]);
            (hit, after.has_turn("b"))
        });
    assert_eq!(bow.of(|&(hit, _)| hit), fraction(3, 10));
    assert_eq!(bow.of(|&(_, unused)| !unused), fraction(1, 2));
}

#[test] // MUR-4-1, MUR-2-5
fn those_without_a_turn_and_the_grabbed_cannot_react() {
    let spent = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"\ncount = 2")
        .against("b", "policy = \"dodges\"")
        .round([10, 2]);
    assert_eq!(spent.health("b"), 6);
    let held = sword_against("policy = \"dodges\"")
        .with("[policies.holder]\nact = ['grapple']")
        .ready()
        .holding("a", "b");
    assert_eq!(held.turn([3]).health("b"), 5);
}

#[test] // MUR-4-4
fn a_failed_dodge_leaves_no_second_reaction() {
    let after = sword_against("policy = \"dodges\"\nextra_reactions = 3\nagi = 5")
        .and("c", "policy = \"idle\"")
        .turn([6, 2]);
    assert_eq!((after.health("b"), after.body("b").extra), (6, 3));
}

#[test] // MUR-4-5
fn further_reactions_come_after_the_turn_is_used() {
    let after = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"\ncount = 3")
        .against("b", "policy = \"dodges\"\nextra_reactions = 1\nagi = 10")
        .round([10, 10, 1]);
    assert_eq!(after.health("b"), 7);
}

#[test] // MUR-4-11, MUR-4-12
fn who_hides_swaps_places_and_the_other_may_react() {
    let shy = sword_against("policy = \"hides\"\nat = 0")
        .and("c", "policy = \"dodges\"\nagi = 10\nat = \"0|1\"")
        .field("zones = 2")
        .reacts("hides", "hide at c");
    let dodged = shy.turn([10]);
    assert_eq!((dodged.at("b"), dodged.at("c")), ("0|1", "0"));
    assert!(!dodged.has_turn("b") && !dodged.has_turn("c"));
    let hit = shy.turn([11, 3]);
    assert_eq!((hit.health("b"), hit.health("c")), (8, 5));
}

#[test] // MUR-4-12
fn nobody_hides_behind_who_has_hidden_already() {
    let pair = sword_against("policy = \"hides\"")
        .and("c", "policy = \"hides\"")
        .reacts("hides", "hide")
        .turn([3]);
    assert_eq!((pair.health("b"), pair.health("c")), (8, 5));
}

#[test] // MUR-4-13
fn one_hides_behind_the_willing_and_behind_ones_captive_only() {
    let unwilling = sword_against("policy = \"hides\"")
        .and("c", "policy = \"idle\"\nwilling = false")
        .reacts("hides", "hide")
        .turn([3]);
    assert_eq!((unwilling.health("b"), unwilling.health("c")), (5, 8));
    let shield = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"")
        .and("friend", "policy = \"grabs\"")
        .against("b", "policy = \"hides\"")
        .acts("grabs", "grapple")
        .reacts("hides", "hide")
        .ready()
        .holding("b", "friend")
        .turn([3]);
    assert_eq!((shield.health("b"), shield.health("friend")), (8, 5));
}

#[test] // MUR-5-1, MUR-5-2, MUR-5-3, MUR-5-5
fn a_guard_takes_the_blow_with_its_own_armour_and_cannot_dodge_it() {
    let guarded = sword_against("policy = \"dodges\"")
        .and("c", "policy = \"shield\"\narmour = 3\nextra_reactions = 2")
        .with("[policies.shield]\nact = []\nreact = ['dodge']\nguard = ['guard at b']");
    let odds = guarded.odds(|after| 8 - after.health("c"));
    assert_eq!(odds.of(|&n| n == 0), fraction(1, 2));
    for damage in 1..=3 {
        assert_eq!(odds.of(|&n| n == damage), fraction(1, 6));
    }
    let after = guarded.turn([6]);
    assert_eq!((after.health("b"), after.health("c")), (8, 5));
    assert!(after.has_turn("b") && !after.has_turn("c"));
}

#[test] // MUR-5-3
fn allies_are_asked_in_listed_order_and_one_is_enough() {
    let after = sword_against("policy = \"idle\"")
        .and("c", "policy = \"shield\"")
        .and("d", "policy = \"shield\"")
        .with("[policies.shield]\nact = []\nguard = ['guard']")
        .turn([2]);
    assert_eq!((after.health("c"), after.has_turn("d")), (6, true));
}

#[test] // MUR-5-1
fn a_guard_has_to_be_nearby_and_stays_where_it_is() {
    let far = sword_against("policy = \"idle\"")
        .and("c", "policy = \"shield\"\nat = 1")
        .and("d", "policy = \"shield\"\nat = \"0|1\"")
        .field("zones = 2")
        .with("[policies.shield]\nact = []\nguard = ['guard']")
        .turn([2]);
    assert_eq!(
        (far.health("c"), far.health("d"), far.at("d")),
        (8, 6, "0|1")
    );
}

#[test] // MUR-9-1, MUR-9-2
fn who_accepts_to_be_spared_is_disarmed_and_out_at_the_health_it_has() {
    let mercy = |health: i16, option: &str| {
        let stats =
            format!("policy = \"meek\"\ncarries = [\"axe\"]\nhealth = 8\nstart_health = {health}");
        fighters("a", "carries = [\"sword\"]\npolicy = \"kind\"")
            .against("b", &stats)
            .and("c", "policy = \"idle\"")
            .option(option)
            .with("[policies.kind]\nact = ['attack']\noffer = ['offer']")
            .with("[policies.meek]\nreact = []\nact = []\naccept = ['accept if self.health <= 3']")
    };
    let spared = mercy(3, "stunts = \"yield\"").turn([]);
    assert_eq!(
        (spared.status("b"), spared.health("b")),
        (Status::Incapacitated, 3)
    );
    assert!(spared.holds("b").is_empty());
    assert_eq!(mercy(4, "stunts = \"yield\"").turn([1]).health("b"), 3);
    assert_eq!(mercy(3, "").turn([6]).status("b"), Status::Dead);
    let refused = mercy(3, "").odds(|after| (after.fights("b"), after.status("b") == Status::Dead));
    assert_eq!(refused.of(|&(fights, _)| !fights), fraction(5, 6));
    assert_eq!(refused.of(|&(_, dead)| dead), fraction(2, 3));
}

#[test] // MUR-4-3, MUR-11-4
fn whoever_is_attacked_from_hiding_cannot_react_nor_be_guarded() {
    let ambush = fighters(
        "a",
        "carries = [\"sword\"]\npolicy = \"plain\"\nconcealed = true",
    )
    .against("b", "policy = \"dodges\"\nagi = 15\nextra_reactions = 1")
    .and("c", "policy = \"shield\"\nextra_reactions = 1")
    .with("[policies.shield]\nact = []\nguard = ['guard']");
    assert_eq!(ambush.odds(out).of(|&out| out), fraction(1, 2));
    assert!(!ambush.turn([1]).body("a").concealed);
    // In the bonus round of an ambush, guards have no turns to react with. So the same is tested in a later
    // round, when the guard has one.
    let guarded = sword_against("policy = \"idle\"")
        .and("c", "policy = \"shield\"")
        .with("[policies.shield]\nact = []\nguard = ['guard']");
    let struck = |concealed: bool| {
        let fight = guarded
            .ready()
            .given("a", |body| body.concealed = concealed);
        fight
            .odds(|after| (after.health("b") < 8, after.health("c") < 8))
            .of(|&struck| struck == (concealed, !concealed))
    };
    assert_eq!([false, true].map(struck), [fraction(1, 1), fraction(1, 1)]);
}

#[test] // MUR-2-11, MUR-4-14
fn all_five_reactions_are_a_policys_to_choose() {
    let told = |policy: &str, faces: &[u32]| {
        sword_against("policy = \"p\"")
            .and("c", "policy = \"idle\"")
            .with(policy)
            .turn(faces.iter().copied())
    };
    assert!(told("[policies.p]\nreact = ['counter']", &[1, 2, 2]).says("counters"));
    assert!(told("[policies.p]\nreact = ['dodge']", &[3]).says("dodges"));
    assert!(told("[policies.p]\nreact = ['hide at c']", &[3]).says("hides"));
    let guards = sword_against("policy = \"idle\"")
        .and("c", "policy = \"p\"")
        .with("[policies.p]\nguard = ['guard at b']")
        .turn([2]);
    assert!(guards.says("guards"));
    let read = "[policies.p]\nreact = ['dodge if attack.damage == 3.5 and attacker.health == 8 and \
                self.ready and foes.ready == 0 and counter.risk < 10% and allies.nearby == 1 and not attack.ranged']";
    assert!(told(read, &[3]).says("dodges"));
}

#[test] // MUR-18-2
fn a_hit_is_damage_rolled_on_somebody_fighting_not_limited_by_its_health() {
    let odds = sword_against("policy = \"idle\"").odds(Trial::blows);
    let dealt = |blows: &Vec<Blow>| match blows[..] {
        [Blow::Landed { dealt, .. }] => dealt.into(),
        _ => panic!("one hit"),
    };
    assert_eq!(odds.mean(dealt), fraction(7, 2));
    let weak = sword_against("policy = \"idle\"\nhealth = 2");
    assert_eq!(weak.odds(Trial::blows).mean(dealt), fraction(7, 2));
    let lost = weak.odds(|after| 2 - after.health("b"));
    assert_eq!(lost.mean(|&lost| lost.into()), fraction(11, 6));
    let stopped = sword_against("policy = \"idle\"\narmour = 3").turn([2]);
    assert_eq!(
        stopped.blows(),
        [Blow::Landed {
            rolled: 2,
            stopped: 2,
            dealt: 0
        }]
    );
}

#[test] // MUR-15-2, MUR-15-3, MUR-15-4
fn damaged_gear_is_lost_to_a_one_and_to_heavy_blows() {
    let club = fighters(
        "a",
        "carries = [\"improvised-great\", \"dagger\"]\npolicy = \"plain\"",
    )
    .against("b", "policy = \"idle\"");
    let broken = club.turn([1]);
    assert_eq!((broken.holds("a"), broken.health("b")), (vec!["dagger"], 7));
    assert_eq!(club.turn([2]).holds("a").len(), 2);
    let axe = fighters("a", "carries = [\"battleaxe\"]\npolicy = \"plain\"").against(
        "b",
        "policy = \"idle\"\nhealth = 30\narmour = 1\nshield = 1\ndamaged = [\"shield\", \"armour\"]",
    );
    assert_eq!(
        axe.odds(|after| after.body("b").shield_gone)
            .of(|&gone| gone),
        fraction(1, 8)
    );
    let heavy = axe.round([8]);
    assert_eq!(
        (heavy.health("b"), heavy.body("b").armour_gone),
        (24, false)
    );
    let second = heavy.round([8]);
    assert_eq!(
        (second.health("b"), second.body("b").armour_gone),
        (17, true)
    );
    assert_eq!(second.turn([7]).health("b"), 10);
}

#[test] // MUR-0-21
fn shots_run_out_and_weapons_change_without_cost() {
    let thrower = fighters(
        "a",
        "carries = [\"bomblet\", \"dagger\"]\npolicy = \"plain\"",
    )
    .against("b", "policy = \"idle\"\nhealth = 30")
    .with("[weapons.bomblet]\ndamage = \"1d8\"\nmelee = false\nrange = 3\nshots = 1");
    let first = thrower.round([8]);
    assert_eq!(first.attacks()[0].2, "bomblet");
    assert_eq!(first.round([4]).attacks()[0].2, "dagger");
}

#[test] // MUR-0-4
fn the_example_of_shield_and_light_armour() {
    let after = fighters("leader", "carries = [\"battleaxe\"]\npolicy = \"plain\"")
        .against(
            "theobald",
            "policy = \"idle\"\nhealth = 9\narmour = 1\nshield = 1",
        )
        .turn([5]);
    assert_eq!(after.health("theobald"), 6);
}

#[test] // MUR-0-11, MUR-16-1, MUR-16-2
fn direct_damage_does_the_same_at_any_size() {
    for size in ["tiny", "small", "medium", "large", "massive"] {
        let needle = fighters(
            "a",
            &format!("carries = [\"needle\"]\npolicy = \"plain\"\nsize = \"{size}\""),
        )
        .against("b", "policy = \"idle\"\narmour = 3")
        .with("[weapons.needle]\ndamage = \"1d6\"\ndirect = true");
        let odds = needle.odds(out);
        assert_eq!(odds.of(|&out| out), fraction(1, 2), "{size}");
        assert_eq!(needle.turn([3]).health("b"), 5, "{size}");
    }
}

#[test] // MUR-16-1
fn a_story_says_how_often_damage_is_halved() {
    let told = |size: &str, option: &str, words: &str| {
        let small = format!("carries = [\"sword\"]\npolicy = \"plain\"\nsize = \"{size}\"");
        let large = "policy = \"idle\"\nsize = \"large\"\narmour = 1";
        let after = fighters("a", &small)
            .against("b", large)
            .option(option)
            .turn([6]);
        assert!(after.says(words), "{:?}", after.heard.said);
    };
    told(
        "medium",
        "",
        "a rolls 6 for damage (1d6), halved to 3, of which b is spared 1.",
    );
    told(
        "small",
        "",
        "a rolls 6 for damage (1d6), halved twice to 2, of which b is spared 1.",
    );
    told("tiny", "", "halved 3 times to 1");
    let last = "size_halving = \"after_armour\"";
    told(
        "small",
        last,
        "a rolls 6 for damage (1d6), less armour and halved twice: 2.",
    );
}

#[test] // MUR-3-6, MUR-5-1
fn a_guard_takes_a_blow_held_back_as_it_was_meant() {
    let guarded = sword_against("policy = \"idle\"")
        .and("c", "policy = \"shield\"")
        .acts("plain", "hold-back")
        .with("[policies.shield]\nact = []\nguard = ['guard at b']");
    let odds = guarded.odds(|after| (after.fights("b"), after.fights("c")));
    assert_eq!(odds.of(|&both| both == (true, false)), fraction(1, 4));
    assert_eq!(odds.of(|&both| both == (true, true)), fraction(3, 4));
}

#[test] // MUR-3-6, MUR-4-11
fn who_is_hidden_behind_takes_a_blow_held_back_as_it_was_meant() {
    let hidden = sword_against("policy = \"hides\"")
        .and("c", "policy = \"idle\"")
        .acts("plain", "hold-back")
        .reacts("hides", "hide at c");
    let odds = hidden.odds(|after| after.fights("c"));
    assert_eq!(odds.of(|&fights| !fights), fraction(1, 4));
}

#[test] // MUR-0-7
fn a_blow_more_gives_the_dying_no_more_time() {
    let after = sword_against("policy = \"idle\"")
        .and("c", "policy = \"idle\"")
        .option("zero_health = \"dying\"")
        .with("[policies.plain]\nact = ['attack at fallen']")
        .ready()
        .out("b", Status::Dying(1), 0)
        .turn([3]);
    assert_eq!(after.status("b"), Status::Dying(1));
}

#[test] // MUR-0-10
fn one_reason_for_impairment_leaves_damage_where_two_leave_none() {
    let fist = fighters("a", "policy = \"plain\"").against("b", "policy = \"idle\"");
    let after = fist.option("impaired_twice = \"no_damage\"").turn([3, 2]);
    assert_eq!(after.health("b"), 6);
}

#[test] // MUR-10-11, MUR-4-13
fn whoever_hides_behind_its_captive_keeps_hold_of_it() {
    let shield = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"")
        .and("friend", "policy = \"grabs\"")
        .against("b", "policy = \"hides\"")
        .acts("grabs", "grapple")
        .reacts("hides", "hide")
        .ready()
        .holding("b", "friend")
        .turn([3]);
    assert_eq!(shield.health("friend"), 5);
    assert_eq!(shield.captor("friend").as_deref(), Some("b"));
}

#[test] // MUR-10-12, MUR-5-1
fn whoever_guards_lets_go_of_its_captive() {
    let guarded = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"")
        .and("friend", "policy = \"idle\"")
        .against("b", "policy = \"idle\"")
        .and("c", "policy = \"shield\"")
        .with("[policies.shield]\nact = []\nguard = ['guard']")
        .ready()
        .holding("c", "friend")
        .turn([3]);
    assert_eq!((guarded.health("c"), guarded.captor("friend")), (5, None));
}

#[test] // MUR-4-12, MUR-4-14, MUR-16-2
fn whoever_is_hidden_behind_weighs_the_dice_against_itself() {
    let ogre = |policy: &str| {
        fighters(
            "a",
            "size = \"large\"\ncarries = [\"sword\"]\npolicy = \"plain\"",
        )
        .against("b", "policy = \"hides\"")
        .and("c", "size = \"large\"\npolicy = \"weighs\"\nagi = 20")
        .reacts("hides", "hide at c")
        .reacts("weighs", policy)
    };
    // `a` attacks `b`, which hides behind the large `c`. The sword would do 2d6 to `b`, but it does 1d6 to
    // `c`.
    let light = ogre("dodge if attack.damage > 5").turn([3]);
    assert_eq!((light.health("c"), light.has_turn("c")), (5, true));
    let dodged = ogre("dodge if attack.damage < 5").turn([20]);
    assert_eq!((dodged.health("c"), dodged.has_turn("c")), (8, false));
}

#[test] // MUR-0-6, MUR-4-14
fn the_risk_of_a_blow_is_that_of_the_health_left_under_any_reading() {
    let reacts = |critical: &str| {
        sword_against("policy = \"wary\"\nstart_health = 3\nagi = 20")
            .reacts("wary", "dodge if attack.risk > 0.6")
            .option(&format!("critical = \"{critical}\""))
    };
    // `b` has 3 of 8 health left. Damage of 2 is half of what is left, damage of 3 is all that is left, and
    // damage of 4 is half of the full health. So under each option a blow of 1d6 is dangerous with a chance
    // over 0.6.
    assert_eq!(reacts("remaining").turn([20]).health("b"), 3);
    assert_eq!(reacts("maximum").turn([20]).health("b"), 3);
    assert_eq!(reacts("none").turn([20]).health("b"), 3);
    let whole = |critical: &str| {
        sword_against("policy = \"wary\"\nagi = 20")
            .reacts("wary", "dodge if attack.risk > 0.4")
            .option(&format!("critical = \"{critical}\""))
    };
    assert_eq!(whole("maximum").turn([20]).health("b"), 8);
    assert_eq!(whole("none").turn([2]).health("b"), 6);
}

#[test] // MUR-11-2, MUR-4-5
fn before_the_first_round_nobody_reacts_but_those_in_ambush() {
    let ambush = |start: &str| {
        fighters(
            "a",
            &format!("carries = [\"sword\"]\npolicy = \"plain\"\n{start}"),
        )
        .against("b", "policy = \"dodges\"\nextra_reactions = 1\nat = 1")
        .field("zones = 3")
    };
    // The attacker walks into sight, so its target is not taken by surprise.
    let before = ambush("concealed = true").turn([3]);
    assert!(!before.says("is taken by surprise"));
    assert_eq!((before.health("b"), before.body("b").extra), (5, 0));
    let later = ambush("").turn([10]);
    assert_eq!(later.health("b"), 8);
}

#[test] // MUR-4-7, MUR-2-8
fn a_counter_is_made_with_the_best_weapon_or_the_one_in_hand() {
    let counters = |carries: &str, option: &str| {
        let stats = format!("policy = \"counters\"\ncarries = {carries}");
        let after = sword_against(&stats).option(option).turn([1, 3]);
        after.attacks()[0].2.clone()
    };
    let swap = "weapon_swap = \"bonus\"";
    let two = "[\"sword\", \"battleaxe\"]";
    assert_eq!(counters(two, ""), "battleaxe");
    assert_eq!(counters(two, swap), "sword");
    // Of equally good weapons, the first listed is used.
    assert_eq!(counters("[\"axe\", \"sword\"]", ""), "axe");
}

#[test] // MUR-15-3
fn what_is_destroyed_is_destroyed_once() {
    let maul = fighters("a", "carries = [\"maul\"]\npolicy = \"plain\"")
        .against(
            "b",
            "health = 90\narmour = 2\ndamaged = [\"armour\"]\npolicy = \"idle\"",
        )
        .with("[weapons.maul]\ndamage = \"1d10\"");
    let first = maul.round([9]);
    assert!(first.says("The armour of b is destroyed."));
    let second = first.round([9]);
    assert!(!second.says("is destroyed"));
    assert_eq!(second.health("b"), 90 - 7 - 9);
}
