//! Tests of First Aid during a fight.

use num_rational::BigRational;

use crate::rules::brp::nouns::state::Condition;
use crate::rules::brp::testing::{SIMPLE, Setup, blow, fighters, fraction};

const HIT: u32 = 50;
const TREATS: u32 = 60;
const BOTCHES: u32 = 61;
const POLICIES: &str = "[policies.medic]\nact = [\"attack nearest\"]\nturn = [\"first-aid at dying\"]\nreact = []\n\
    [policies.selfish]\nact = [\"first-aid at self\", \"attack nearest\"]\nreact = []\n\
    [policies.stated]\nact = [\"first-aid at fallen\", \"wait\"]\nreact = []";

/// Returns a fight of a healer and a patient against a giant that does nothing. The healer has a First Aid
/// rating of 60. `healer` and `patient` are further lines of their stat blocks.
fn pair(healer: &str, patient: &str) -> Setup {
    fighters(
        "healer",
        &format!("first_aid = 60\ncarries = [\"blow-1\"]\n{healer}"),
    )
    .and("patient", &format!("policy = \"idle\"\n{patient}"))
    .against("giant", "hit_points = 99\npolicy = \"idle\"")
    .with(&blow(1))
    .with(SIMPLE)
    .with(POLICIES)
}

fn medic() -> Setup {
    pair("policy = \"medic\"", "")
}

/// Returns a function that gives the probability of restoring a number of points. The healer has one injury
/// of `injury` points and treats itself.
fn restored(injury: u8, rule: &str) -> impl Fn(i32) -> BigRational {
    let ready = pair("hit_points = 20\npolicy = \"selfish\"", "")
        .option(rule)
        .ready()
        .given("healer", |body| {
            body.hp = 10;
            body.injuries[usize::from(injury) - 1] = 1;
        });
    let odds = ready.round_odds(|after| after.hp("healer") - 10);
    move |points| odds.of(|&got| got == points)
}

#[test] // BRP-5.14-2
fn a_success_restores_a_die_but_no_more_than_the_injury_took() {
    let two = restored(2, "");
    assert_eq!(two(1), fraction(20, 100));
    assert_eq!(two(2), fraction(40, 100));
    assert_eq!(two(0), fraction(40, 100));
    let deep = restored(8, "");
    assert_eq!([1, 2, 3].map(deep), [1, 2, 3].map(|_| fraction(20, 100)));
    assert_eq!(restored(1, "")(1), fraction(60, 100));
}

#[test] // BRP-5.14-2, BRP-5.14-4
fn injuries_from_the_start_can_be_treated_and_other_losses_cannot() {
    let restored = |start: &str| {
        let healer = format!("hit_points = 20\n{start}\npolicy = \"selfish\"");
        let ready = pair(&healer, "").ready();
        let before = ready.hp("healer");
        let odds = ready.round_odds(move |after| after.hp("healer") - before);
        [1, 2].map(|points| odds.of(|&got| got == points))
    };
    let of_two = [fraction(20, 100), fraction(40, 100)];
    assert_eq!(restored("start_injuries = [2]"), of_two);
    assert_eq!(
        restored("start_hit_points = 9\nstart_injuries = [2]"),
        of_two
    );
    assert_eq!(
        restored("start_hit_points = 9"),
        [fraction(0, 1), fraction(0, 1)]
    );
}

#[test] // BRP-5.14-2
fn a_house_rule_adds_points_to_a_special_success() {
    // Of 100 rolls at a chance of 60, 11 are special and 49 are ordinary successes.
    let none = restored(8, "first_aid_special_bonus = 0");
    assert_eq!(none(3), fraction(20, 100));
    let two = restored(8, "first_aid_special_bonus = 2");
    let expected = [(1, 49), (2, 49), (3, 60), (4, 11), (5, 11)];
    for (points, ways) in expected {
        assert_eq!(two(points), fraction(ways, 300), "{points}");
    }
    let shallow = restored(2, "first_aid_special_bonus = 2");
    assert_eq!(shallow(2), fraction(2 * 49 + 3 * 11, 300));
    assert_eq!(
        restored(8, "first_aid_special_bonus = 5")(8),
        fraction(11, 300)
    );
    let beyond = medic().option("first_aid_special_bonus = 6");
    assert!(beyond.faults().contains("first_aid_special_bonus"));
}

#[test] // BRP-5.14-2
fn nobody_gets_more_than_they_started_with() {
    let after = pair("policy = \"selfish\"", "")
        .ready()
        .given("healer", |body| {
            body.hp = 12;
            body.injuries[7] = 1;
        })
        .round([TREATS, 3]);
    assert_eq!(after.hp("healer"), 13);
}

#[test] // BRP-5.14-2, BRP-5.12-4
fn the_number_counts_even_below_one() {
    let after = medic().ready().felled("patient", -4, 8).round([TREATS, 2]);
    assert_eq!(
        (after.hp("patient"), after.condition("patient")),
        (-2, Condition::Dead)
    );
}

#[test] // BRP-5.14-3
fn an_injury_is_treated_once_whether_it_helps_or_not() {
    for first in [vec![BOTCHES], vec![TREATS, 1]] {
        let after = pair("policy = \"selfish\"", "")
            .ready()
            .given("healer", |body| {
                body.hp = 8;
                body.injuries[4] = 1;
            })
            .round(first);
        assert_eq!(after.body("healer").injuries, [0; 8]);
        assert_eq!(after.round([HIT]).attackers(), ["healer"]);
    }
}

#[test] // BRP-5.14-3
fn a_new_injury_may_be_treated_though_nothing_else_has_changed() {
    let wounded = fighters(
        "healer",
        "dex = 13\nfirst_aid = 60\ncarries = [\"blow-1\"]\npolicy = \"selfish\"",
    )
    .against(
        "imp",
        "hit_points = 99\ncarries = [\"blow-1\"]\nskills = { blow-1 = 90 }\npolicy = \"bold\"",
    )
    .with(&blow(1))
    .with(SIMPLE)
    .with(POLICIES)
    .round([HIT, 100])
    .round([HIT, HIT]);
    assert_eq!(wounded.hp("healer"), 12);
    let treated = wounded.round([100, TREATS, 1]);
    assert_eq!(treated.attackers(), ["imp"]);
    assert_eq!(treated.hp("healer"), 13);
    assert_eq!(treated.round([HIT, 100]).attackers(), ["healer", "imp"]);
}

#[test] // BRP-5.14-4, BRP-5.12-3, BRP-5.12-4
fn one_attempt_saves_the_dying_as_often_as_it_makes_up_their_points() {
    for (hp, hundredths) in [(0, 60), (-1, 40), (-2, 20), (-3, 0), (-9, 0)] {
        let ready = medic().ready().felled("patient", hp, 3);
        let odds = ready.round_odds(|after| after.condition("patient"));
        assert_eq!(
            odds.of(|&how| how == Condition::Unconscious),
            fraction(hundredths, 100),
            "{hp}"
        );
        assert_eq!(
            odds.of(|&how| how == Condition::Dead),
            fraction(100 - hundredths, 100),
            "{hp}"
        );
    }
}

#[test] // BRP-5.14-4, BRP-5.12-5
fn the_saved_sleep_on_and_first_aid_wakes_nobody() {
    let saved = medic().ready().felled("patient", 0, 8).round([TREATS, 3]);
    assert_eq!(
        (saved.hp("patient"), saved.condition("patient")),
        (3, Condition::Unconscious)
    );
    assert!(saved.heard.back.is_empty());
    let asleep = saved.round([HIT]);
    assert_eq!(asleep.condition("patient"), Condition::Unconscious);
    let sleeper = pair("policy = \"stated\"", "")
        .ready()
        .felled("patient", 2, 8)
        .round([TREATS, 3]);
    assert_eq!(
        (sleeper.hp("patient"), sleeper.fights("patient")),
        (5, false)
    );
}

#[test] // BRP-5.14-4
fn first_aid_replaces_the_stated_action_at_the_healers_own_rank() {
    // The ogre's blow comes after the statements, and before or after the healer's rank.
    let ogre = |dex: u8| {
        fighters(
            "healer",
            "first_aid = 60\ncarries = [\"blow-1\"]\npolicy = \"medic\"",
        )
        .and("patient", "policy = \"idle\"")
        .against(
            "ogre",
            &format!("dex = {dex}\ncarries = [\"blow-13\"]\npolicy = \"kills\""),
        )
        .with(&blow(1))
        .with(&blow(13))
        .with(SIMPLE)
        .with(POLICIES)
        .with("[policies.kills]\nact = [\"attack at patient\"]\nreact = []")
    };
    let after = ogre(13).round([HIT, TREATS, 2]);
    assert_eq!(after.attackers(), ["ogre"]);
    assert!(after.says("healer means to attack ogre"));
    assert_eq!(
        (after.hp("patient"), after.condition("patient")),
        (2, Condition::Unconscious)
    );
    let too_late = ogre(11).round([HIT, HIT]);
    assert_eq!(too_late.attackers(), ["healer", "ogre"]);
    assert_eq!(too_late.condition("patient"), Condition::Dead);
}

#[test] // BRP-5.14-4
fn a_healer_who_is_down_when_the_round_ends_does_nothing() {
    let after = fighters("healer", "dex = 13\nfirst_aid = 60\npolicy = \"medic\"")
        .and("patient", "policy = \"idle\"")
        .and("guard", "policy = \"idle\"")
        .against("ogre", "carries = [\"blow-11\"]\npolicy = \"bold\"")
        .with(&blow(11))
        .with(SIMPLE)
        .with(POLICIES)
        .ready()
        .felled("patient", 0, 8)
        .round([HIT]);
    assert!(after.says("healer tends to patient"));
    assert_eq!(after.condition("patient"), Condition::Dead);
    assert_eq!(after.body("patient").injuries[7], 1);
}

#[test] // BRP-5.14-4
fn a_healer_may_still_parry_and_dodge() {
    let after = fighters(
        "healer",
        "dex = 13\nfirst_aid = 60\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 70 }\npolicy = \"guarded\"",
    )
    .and("patient", "policy = \"idle\"")
    .against(
        "ogre",
        "carries = [\"blow-11\"]\nskills = { blow-11 = 90 }\npolicy = \"bold\"",
    )
    .with(&blow(11))
    .with(SIMPLE)
    .with("[policies.guarded]\nact = [\"wait\"]\nturn = [\"first-aid at dying\"]\nreact = [\"parry\"]")
    .ready()
    .felled("patient", 0, 8)
    .round([HIT, 70, TREATS, 1]);
    assert!(after.fights("healer"));
    assert_eq!(after.condition("patient"), Condition::Unconscious);
}

#[test] // BRP-5.14-4
fn a_healer_moves_at_most_five_metres_and_treats_within_reach() {
    let stated = |metres: &str, faces: Vec<u32>| {
        fighters("healer", "first_aid = 60\npolicy = \"stated\"\nat = 0")
            .and("patient", &format!("policy = \"idle\"\nat = {metres}"))
            .against("giant", "policy = \"idle\"\nat = -60")
            .with(SIMPLE)
            .with(POLICIES)
            .ready()
            .felled("patient", 2, 8)
            .round(faces)
    };
    let near = stated("7", vec![TREATS, 1]);
    assert_eq!((near.at("healer"), near.hp("patient")), (500, 3));
    let far = stated("7.01", vec![]);
    assert_eq!((far.at("healer"), far.hp("patient")), (0, 2));
    // The healer states First Aid and then moves past the patient. The patient is still within reach, but a
    // healer that moves 6 m has no time left for First Aid.
    let past = |metres: u8, faces: Vec<u32>| {
        fighters("healer", "first_aid = 60\npolicy = \"strays\"\nat = 0")
            .and("patient", "policy = \"idle\"\nat = 5")
            .against("giant", "policy = \"idle\"\nat = 60")
            .with(SIMPLE)
            .with(&format!(
                "[policies.strays]\nact = [\"first-aid at fallen\"]\nmove = [\"advance by {metres}\"]\nreact = []"
            ))
            .ready()
            .felled("patient", 2, 8)
            .round(faces)
    };
    assert_eq!(past(5, vec![TREATS, 1]).hp("patient"), 3);
    assert_eq!(past(6, vec![]).hp("patient"), 2);
    // The healer moves up to an enemy and passes the patient on the way. It has time for First Aid after a
    // move of 5 m, but not after 6 m.
    let on_the_way = |metres: u8, faces: Vec<u32>| {
        fighters(
            "healer",
            "first_aid = 60\ncarries = [\"blow-1\"]\npolicy = \"medic\"\nat = 0",
        )
        .and("patient", &format!("policy = \"idle\"\nat = {metres}"))
        .against(
            "giant",
            &format!("hit_points = 99\npolicy = \"idle\"\nat = {}", metres + 2),
        )
        .with(&blow(1))
        .with(SIMPLE)
        .with(POLICIES)
        .ready()
        .felled("patient", 0, 8)
        .round(faces)
    };
    let five = on_the_way(5, vec![TREATS, 1]);
    assert!(five.attackers().is_empty());
    assert_eq!(five.condition("patient"), Condition::Unconscious);
    let six = on_the_way(6, vec![HIT]);
    assert_eq!(six.attackers(), ["healer"]);
    assert_eq!(six.condition("patient"), Condition::Dead);
}

#[test] // BRP-5.14-4, BRP-X-9
fn several_healers_treat_different_injuries_in_listing_order() {
    let many = || {
        fighters("leech", "first_aid = 50\npolicy = \"medic\"")
            .and("healer", "dex = 15\nfirst_aid = 60\npolicy = \"medic\"")
            .and("patient", "policy = \"idle\"")
            .against("giant", "hit_points = 99\npolicy = \"idle\"")
            .with(SIMPLE)
            .with(POLICIES)
    };
    // The fighter called `leech` is listed first and treats the larger injury, although `healer` acts before
    // it.
    let two = many()
        .ready()
        .felled("patient", -3, 8)
        .given("patient", |body| body.injuries[0] = 1)
        .round([50, 3, 60, 3]);
    assert_eq!(
        (two.hp("patient"), two.condition("patient")),
        (1, Condition::Unconscious)
    );
    assert_eq!(two.body("patient").injuries, [0; 8]);
    // There is only one injury, and two healers cannot treat the same one. The leech acts later and has to
    // attack instead.
    let one = many().ready().felled("patient", -3, 8).round([100, 61]);
    assert_eq!(one.condition("patient"), Condition::Dead);
    assert_eq!(one.attackers(), ["leech"]);
}

#[test] // BRP-5.14-4
fn a_house_rule_makes_first_aid_a_matter_of_two_rounds() {
    let timed = |time: &str| {
        pair("policy = \"stated\"", "")
            .option(&format!("first_aid_time = \"{time}\""))
            .option("stalemate = \"go-on\"")
    };
    let sleeping = timed("next_round")
        .ready()
        .felled("patient", 2, 8)
        .round([]);
    assert_eq!(sleeping.hp("patient"), 2);
    assert_eq!(sleeping.round([TREATS, 3]).hp("patient"), 5);
    let prompt = timed("same_round").ready().felled("patient", 2, 8);
    assert_eq!(prompt.round([TREATS, 3]).hp("patient"), 5);
}

#[test] // BRP-5.14-4
fn under_that_house_rule_it_comes_too_late_for_the_dying() {
    let ogre = |time: &str| {
        medic()
            .against(
                "ogre",
                "dex = 13\ncarries = [\"blow-13\"]\npolicy = \"kills\"",
            )
            .with(&blow(13))
            .with("[policies.kills]\nact = [\"attack at patient\", \"wait\"]\nreact = []")
            .option(&format!("first_aid_time = \"{time}\""))
    };
    let late = ogre("next_round").round([HIT]);
    assert!(late.says("healer tends to patient"));
    assert_eq!(late.condition("patient"), Condition::Dead);
    let in_vain = late.round([HIT]);
    assert_eq!(
        (in_vain.attackers(), in_vain.hp("patient")),
        (vec!["healer".to_owned()], 0)
    );
    let in_time = ogre("same_round").round([HIT, TREATS, 1]);
    assert_eq!(in_time.condition("patient"), Condition::Unconscious);
}

#[test] // BRP-5.14-4
fn under_that_house_rule_it_costs_the_action_of_the_first_round_alone() {
    let sleeping = pair("policy = \"once\"", "")
        .option("first_aid_time = \"next_round\"")
        .with("[policies.once]\nact = [\"first-aid at patient if round == 1\", \"attack nearest\"]\nreact = []")
        .ready()
        .felled("patient", 2, 8)
        .round([]);
    assert!(sleeping.says("healer tends to patient"));
    let after = sleeping.round([100, TREATS, 3]);
    assert_eq!(
        (after.attackers(), after.hp("patient")),
        (vec!["healer".to_owned()], 5)
    );
}

#[test] // BRP-5.14-4
fn a_healer_felled_in_the_second_round_of_the_house_rule_heals_nobody() {
    let after = fighters("healer", "dex = 13\nfirst_aid = 60\npolicy = \"stated\"")
        .and("patient", "policy = \"idle\"")
        .and("guard", "policy = \"idle\"")
        .against(
            "ogre",
            "carries = [\"blow-11\"]\nskills = { blow-11 = 90 }\npolicy = \"bold\"",
        )
        .with(&blow(11))
        .with(SIMPLE)
        .with(POLICIES)
        .option("first_aid_time = \"next_round\"")
        .ready()
        .felled("patient", 2, 8)
        .round([100])
        .round([HIT]);
    assert_eq!(
        (after.hp("patient"), after.body("patient").injuries[7]),
        (2, 1)
    );
}

#[test] // BRP-5.14-5
fn by_custom_the_first_of_the_dying_is_treated_at_the_largest_injury() {
    let triage = |line: &str| {
        fighters("healer", "first_aid = 60\npolicy = \"triage\"")
            .and("sleeper", "policy = \"idle\"")
            .and("far", "policy = \"idle\"\nat = 2.01")
            .and("bandaged", "policy = \"idle\"")
            .and("first", "policy = \"idle\"")
            .and("second", "policy = \"idle\"")
            .against("giant", "hit_points = 99\npolicy = \"idle\"")
            .with(SIMPLE)
            .with(&format!(
                "[policies.triage]\nact = [\"wait\"]\nturn = [\"{line}\"]\nreact = []"
            ))
            .ready()
            .felled("sleeper", 1, 8)
            .felled("far", 0, 8)
            .felled("bandaged", 0, 0)
            .felled("first", 0, 5)
            .given("first", |body| {
                body.injuries[1] = 1;
                body.injuries[4] = 2;
            })
            .felled("second", -1, 8)
    };
    let custom = triage("first-aid").round([TREATS, 3]);
    assert_eq!(
        (custom.hp("first"), custom.body("first").injuries),
        (3, [0, 1, 0, 0, 1, 0, 0, 0])
    );
    let smallest = triage("first-aid on smallest").round([TREATS, 3]);
    assert_eq!(
        (smallest.hp("first"), smallest.body("first").injuries),
        (2, [0, 0, 0, 0, 2, 0, 0, 0])
    );
    let weakest = triage("first-aid at weakest").round([TREATS, 3]);
    assert_eq!((weakest.hp("first"), weakest.hp("second")), (0, 2));
    let named = triage("first-aid at sleeper").round([TREATS, 3]);
    assert_eq!((named.hp("sleeper"), named.hp("first")), (4, 0));
}

#[test] // BRP-5.14-5
fn enemies_are_left_to_their_own_healers() {
    let after = medic()
        .and("brute", "policy = \"idle\"")
        .ready()
        .felled("brute", 0, 8)
        .round([HIT]);
    assert_eq!(after.attackers(), ["healer"]);
    assert_eq!(after.condition("brute"), Condition::Dead);
}

/// Returns a fight of a healer and a standing patient, which walks away in the round `round`.
fn walking_off(round: u8, time: &str) -> Setup {
    fighters("healer", "dex = 13\nfirst_aid = 60\npolicy = \"tends\"")
        .and("patient", "dex = 14\npolicy = \"walks\"")
        .against("giant", "at = 60\npolicy = \"idle\"")
        .with(SIMPLE)
        .with("[policies.tends]\nact = [\"first-aid at patient if round == 1\", \"wait\"]\nmove = [\"stay\"]")
        .with(&format!(
            "[policies.walks]\nact = [\"wait\"]\nmove = [\"withdraw by 10 if round == {round}\", \"stay\"]"
        ))
        .option(&format!("first_aid_time = \"{time}\""))
        .option("stalemate = \"go-on\"")
}

#[test] // BRP-5.14-4
fn nobody_treats_whoever_has_walked_off() {
    let hurt = |setup: Setup| {
        let ready = setup.ready();
        ready.given("patient", |body| {
            body.hp = 5;
            body.injuries[4] = 1;
        })
    };
    let before = hurt(walking_off(1, "same_round")).round([]);
    assert!(before.at("patient") < 0 && !before.says("tends to"));
    let stays = hurt(walking_off(2, "same_round")).round([TREATS, 1]);
    assert_eq!(stays.hp("patient"), 6);
    let begun = hurt(walking_off(2, "next_round")).round([]);
    assert!(begun.says("healer tends to patient"));
    let after = begun.round([]);
    assert!(after.says("healer can no longer tend to patient"));
    assert_eq!(after.hp("patient"), 5);
}
