use crate::rules::murdham::nouns::state::Status;
use crate::rules::murdham::testing::{Setup, Trial, fighters, fraction};

/// Returns a fight of a fighter with a sword against a group of `count` members. `down` members are
/// incapacitated.
fn group(count: usize, down: usize, option: &str) -> Trial {
    let mut setup = fighters(
        "a",
        "carries = [\"sword\"]\npolicy = \"plain\"\nhealth = 30",
    );
    for (at, name) in ["b", "c", "d", "e", "f"].iter().take(count).enumerate() {
        let stats = "policy = \"idle\"";
        setup = if at == 0 {
            setup.against(name, stats)
        } else {
            setup.and(name, stats)
        };
    }
    let mut trial = setup.option(option).ready();
    for name in ["f", "e", "d", "c"].iter().skip(5 - count).take(down) {
        trial = trial.out(name, Status::Incapacitated, 4);
    }
    trial
}

/// Returns whether a side of `count` members may have to check its morale when one more member falls. `down`
/// others have fallen before.
fn checks(count: usize, down: usize, option: &str) -> bool {
    group(count, down, option)
        .round_odds(|after| after.says("checks its morale"))
        .of(|&checks| checks)
        > fraction(0, 1)
}

#[test] // MUR-12-1
fn a_group_checks_in_the_round_in_which_it_falls_to_half() {
    assert!(checks(4, 1, ""), "4 -> 2");
    assert!(!checks(4, 0, ""), "4 -> 3");
    assert!(!checks(5, 1, ""), "5 -> 3");
    assert!(checks(5, 2, ""), "5 -> 2");
    assert!(checks(2, 0, ""), "2 -> 1");
    assert!(!checks(4, 2, ""), "4 -> 2 earlier and now 2 -> 1");
    assert!(checks(4, 2, "morale_trigger = \"every_loss\""));
    assert!(checks(4, 2, "morale_trigger = \"every_round\""));
}

#[test] // MUR-0-14, MUR-12-1
fn half_of_an_odd_group_may_be_rounded_up() {
    assert!(checks(5, 1, "half_tests = \"rounded_up\""), "5 -> 3");
}

#[test] // MUR-12-2
fn somebody_alone_checks_when_its_own_health_falls_to_half() {
    let lone = |start: i16, face: u32, check: &[u32]| {
        let faces = [&[face], check].concat();
        fighters(
            "a",
            "carries = [\"sword\"]\npolicy = \"plain\"\nhealth = 30",
        )
        .against(
            "b",
            &format!("policy = \"idle\"\nhealth = 8\nstart_health = {start}"),
        )
        .round(faces)
    };
    assert!(!lone(8, 3, &[]).says("morale"), "8 -> 5");
    let second = lone(5, 2, &[11]);
    assert!(second.says("checks its morale"), "5 -> 3");
    assert_eq!(second.status("b"), Status::Surrendered);
    let group = fighters(
        "a",
        "carries = [\"sword\"]\npolicy = \"plain\"\nhealth = 30",
    )
    .against("b", "policy = \"idle\"\nstart_health = 5")
    .and("c", "policy = \"idle\"")
    .round([2]);
    assert!(!group.says("morale"), "a group is judged by its numbers");
}

/// Returns a fight against a group of four. Two weak members fall first, and the others have WIT 7 and 11.
fn two_left(option: &str) -> Setup {
    fighters(
        "a",
        "carries = [\"sword\"]\npolicy = \"plain\"\nhealth = 30",
    )
    .against("x", "policy = \"idle\"\ncount = 2\nhealth = 1")
    .and("low", "policy = \"idle\"\nwit = 7")
    .and("high", "policy = \"idle\"\nwit = 11")
    .option(option)
}

#[test] // MUR-12-3, MUR-0-2
fn one_roll_is_held_against_everybodys_wit() {
    let ready = || two_left("").ready().out("x 2", Status::Dead, 0);
    let odds = ready().round_odds(|after| (after.fights("low"), after.fights("high")));
    assert_eq!(odds.of(|&both| both == (false, false)), fraction(9, 20));
    assert_eq!(odds.of(|&both| both == (false, true)), fraction(4, 20));
    assert_eq!(odds.of(|&both| both == (true, true)), fraction(7, 20));
    let each = two_left("group_save = \"individual\"")
        .ready()
        .out("x 2", Status::Dead, 0)
        .round_odds(|after| (after.fights("low"), after.fights("high")));
    assert_eq!(
        each.of(|&both| both == (false, false)),
        fraction(13 * 9, 400)
    );
}

#[test] // MUR-0-2
fn three_with_wit_6_9_and_12_on_one_roll() {
    let odds = fighters(
        "a",
        "carries = [\"sword\"]\npolicy = \"plain\"\nhealth = 30",
    )
    .against("x", "policy = \"idle\"\ncount = 3\nhealth = 1")
    .and("b", "policy = \"idle\"\nwit = 6")
    .and("c", "policy = \"idle\"\nwit = 9")
    .and("d", "policy = \"idle\"\nwit = 12")
    .ready()
    .out("x 2", Status::Dead, 0)
    .out("x 3", Status::Dead, 0)
    .round_odds(|after| ["b", "c", "d"].map(|name| after.fights(name)));
    for (who, ways) in [
        ([true, true, true], 6),
        ([false, true, true], 3),
        ([false, false, true], 3),
        ([false, false, false], 8),
    ] {
        assert_eq!(
            odds.of(|&those| those == who),
            fraction(ways, 20),
            "{who:?}"
        );
    }
}

#[test] // MUR-12-4
fn who_passes_is_steadfast_for_the_rest_of_the_fight() {
    let after = two_left("morale_trigger = \"every_round\"")
        .ready()
        .out("x 2", Status::Dead, 0)
        .round([1, 7]);
    assert!(after.body("low").steadfast && after.body("high").steadfast);
    assert!(!after.round([1]).says("checks its morale"));
}

#[test] // MUR-12-5
fn the_fearless_count_but_neither_roll_nor_break() {
    let after = fighters(
        "a",
        "carries = [\"sword\"]\npolicy = \"plain\"\nhealth = 30",
    )
    .against("b", "policy = \"idle\"\nhealth = 1")
    .and("c", "policy = \"idle\"\nfearless = true")
    .round([1]);
    assert!(after.fights("c") && !after.says("morale"));
}

#[test] // MUR-12-6
fn the_broken_surrender_or_retreat_as_their_policy_says() {
    let broken = |policy: &str, option: &str| {
        fighters(
            "a",
            "carries = [\"sword\"]\npolicy = \"plain\"\nhealth = 30",
        )
        .against("b", "policy = \"idle\"\nhealth = 1")
        .and("c", "policy = \"breaks\"\nwit = 5")
        .and("d", "policy = \"idle\"\nfearless = true")
        .and("e", "policy = \"idle\"\nhealth = 1")
        .option(option)
        .with(&format!(
            "[policies.breaks]\nact = []\nreact = ['dodge']\n{policy}"
        ))
        .ready()
        .out("e", Status::Dead, 0)
        .round([1, 6])
    };
    assert_eq!(broken("", "").status("c"), Status::Surrendered);
    let runs = broken("broken = ['retreat']", "");
    assert!(runs.fights("c") && runs.body("c").retreating);
    let later = broken("", "break_surrender = \"own_turn\"");
    assert!(later.fights("c") && later.body("c").giving_up);
    let now = later.round([1]);
    assert_eq!(now.status("c"), Status::Surrendered);
}

#[test] // MUR-0-22, MUR-12-1
fn those_who_retreat_do_not_count_in_the_numbers() {
    let due = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"\nat = 8")
        .against("b", "policy = \"idle\"\nhealth = 1\nat = 8")
        .and("c", "policy = \"idle\"\nat = 8")
        .and("d", "policy = \"idle\"\ncount = 2\nat = 8")
        .field("zones = 9\nexits = { \"side 2\" = 0 }")
        .ready()
        .given("c", |body| body.retreating = true)
        .round([1, 20]);
    assert!(due.says("checks its morale") && due.fights("c"));
    assert_eq!(due.status("d 2"), Status::Surrendered);
}

#[test] // MUR-1-8, MUR-12-7
fn those_who_retreat_may_keep_their_turn_to_dodge_with() {
    let round = |ready: &str, faces: &[u32]| {
        let after = fighters("runner", "policy = \"runs\"\nhealth = 8\nagi = 10")
            .against("b", "carries = [\"sword\"]\npolicy = \"plain\"")
            .field("zones = 6")
            .acts("plain", "attack at runner")
            .with(&format!(
                "[policies.runs]\nact = []\nreact = ['dodge']\n{ready}"
            ))
            .ready()
            .given("runner", |body| body.retreating = true)
            .turn(faces.iter().copied());
        (after.says("dodges"), after.status("runner"))
    };
    assert_eq!(round("", &[]), (false, Status::Fled));
    assert_eq!(
        round("ready = ['hold if foes.ready > 0']", &[5]),
        (true, Status::Fighting)
    );
}

#[test] // MUR-12-1, MUR-0-22
fn whoever_surrenders_is_a_loss_to_its_side() {
    let idle = "policy = \"idle\"";
    let setup = fighters("a", idle)
        .against("b", "policy = \"gives-up\"")
        .and("c", idle)
        .and("d", idle)
        .and("e", idle)
        .acts("gives-up", "surrender")
        .option("morale_trigger = \"every_loss\"");
    let halved =
        setup
            .ready()
            .out("d", Status::Incapacitated, 4)
            .out("e", Status::Incapacitated, 4);
    assert!(halved.round([1]).says("checks its morale"));
}

#[test] // MUR-12-2, MUR-12-1
fn somebody_alone_who_was_hurt_by_half_before_checks_only_every_round() {
    let lone = fighters(
        "a",
        "carries = [\"sword\"]\npolicy = \"plain\"\nhealth = 30",
    )
    .against("b", "policy = \"idle\"\nhealth = 8\nstart_health = 4");
    assert!(!lone.round([1]).says("morale"), "4 -> 3");
    let each = lone
        .option("morale_trigger = \"every_round\"")
        .round([1, 11]);
    assert_eq!(each.status("b"), Status::Surrendered);
}

#[test] // MUR-0-1, MUR-0-2
fn a_roll_that_equals_the_ability_may_fail_for_a_group_too() {
    let high = |option: &str| {
        let ready = two_left(option).ready().out("x 2", Status::Dead, 0);
        ready.round([1, 11]).fights("high")
    };
    assert!(high("") && !high("save_equal = \"fail\""));
}

#[test] // MUR-12-6
fn whoever_is_about_to_give_up_does_not_keep_its_turn() {
    let after = fighters("b", "policy = \"patient\"")
        .and("c", "policy = \"idle\"")
        .against("a", "policy = \"idle\"")
        .policy("patient", "ready = ['hold']")
        .ready()
        .given("b", |body| body.giving_up = true)
        .turn([]);
    assert_eq!(after.status("b"), Status::Surrendered);
}
