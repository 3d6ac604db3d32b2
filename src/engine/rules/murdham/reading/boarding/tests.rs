use crate::rules::murdham::testing::{Setup, fighters};
use crate::rules::testing::{self, assert_flaws};

const STABLE: &str = "[combatants.horse]\nhealth = 10\nseats = 1\npolicy = 'idle'\n\
    [combatants.wagon]\nhealth = 8\nseats = 3\nvehicle = true\n";

/// Returns a fight of two fighters with a horse and a wagon among the stat blocks. `stats` are lines of the
/// first fighter.
fn with(stats: &str) -> Setup {
    fighters("a", stats).against("b", "").with(STABLE)
}

/// Returns the name of each rider with the name of its mount.
fn seats(setup: &Setup) -> Vec<(String, String)> {
    let fight = setup.ready();
    let ridden = |who| {
        let mount = fight.state.mount_of(who)?;
        Some((fight.arena.name(who), fight.arena.name(mount)))
    };
    fight.arena.lineup.everybody().filter_map(ridden).collect()
}

fn pairs(names: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |&(who, mount): &(&str, &str)| (who.to_owned(), mount.to_owned());
    names.iter().map(owned).collect()
}

#[test] // MUR-17-1
fn each_rider_has_a_mount_of_its_own() {
    let two = seats(&with("count = 2\nriding = 'horse'"));
    assert_eq!(two, pairs(&[("a 1", "horse 1"), ("a 2", "horse 2")]));
    assert!(seats(&with("count = 2\nriding = false")).is_empty());
}

#[test] // MUR-17-1, MUR-17-4
fn passengers_share_as_many_vehicles_as_they_need() {
    let four = seats(&with("count = 4\nriding = 'wagon'"));
    let expected = [
        ("a 1", "wagon 1"),
        ("a 2", "wagon 2"),
        ("a 3", "wagon 1"),
        ("a 4", "wagon 2"),
    ];
    assert_eq!(four, pairs(&expected));
    let crew = fighters("driver", "riding = 'wagon'")
        .and("archer", "riding = 'wagon'\ncount = 2")
        .against("b", "")
        .with(STABLE);
    let expected = [
        ("driver", "wagon"),
        ("archer 1", "wagon"),
        ("archer 2", "wagon"),
    ];
    assert_eq!(seats(&crew), pairs(&expected));
}

#[test] // MUR-17-1
fn mounts_that_are_listed_are_ridden_and_others_stand_by() {
    let listed = fighters("a", "riding = 'horse'")
        .and("horse", "count = 2\nseats = 1\nat = 1")
        .against("b", "")
        .field("zones = 2");
    assert_eq!(seats(&listed), pairs(&[("a", "horse 1")]));
    let fight = listed.ready();
    assert_eq!((fight.at("a"), fight.at("horse 1")), ("1", "1"));
    let come = with("riding = 'horse'\nat = 1").field("zones = 2").ready();
    assert_eq!((come.at("a"), come.at("horse")), ("1", "1"));
}

#[test] // MUR-17-1
#[rustfmt::skip]
fn what_cannot_be_ridden_is_a_fault() {
    let kinds = "`riding` must be the name of a mount or vehicle, or `false`, not a whole number";
    let (rides, cannot) = ("murdham::mount-rides", "`a` cannot ride: it can be ridden itself");
    let seats = "remove `riding` here, or `seats` from `[combatants.a]`";
    assert_flaws(with, &[
        ["riding = «'hrose'»", "murdham::unknown-mount", "there is no mount named `hrose`", "did you mean `horse`?"],
        ["riding = «'b'»", "murdham::no-mount", "`b` has no seats", "add `seats = 1` to `[combatants.b]`"],
        ["riding = «3»", "scenario::type", kinds, ""],
        ["seats = 1\nriding = «'horse'»", rides, cannot, seats],
        ["seats = 1\nriding = «'a'»", rides, cannot, seats],
    ]);
}

#[test] // MUR-17-1
#[rustfmt::skip]
fn riders_need_room_and_start_where_their_mounts_do() {
    let crowd = |stats: &str| fighters("a", stats).and("horse", "count = 2\nseats = 1").against("b", "");
    let more = "list more of them in this side, or none: then as many come as are needed";
    assert_flaws(crowd, &[[
        "count = 3\nriding = «'horse'»",
        "murdham::too-many-riders", "3 would ride `horse`, which has room for 2", more,
    ]]);
    let apart = |stats: &str| fighters("a", stats).and("horse", "at = 2\nseats = 1").against("b", "").field("zones = 3");
    assert_flaws(apart, &[
        ["at = «1»\nriding = 'horse'", "murdham::places", "`a` and its `horse` start at different places", ""],
    ]);
}

#[test] // MUR-17-4
#[rustfmt::skip]
fn vehicles_have_seats_and_need_somebody() {
    let beside = |stats: &str| fighters("c", "").and("a", stats).against("b", "");
    let many = "add `seats = 4`, or another number";
    assert_flaws(beside, &[
        ["vehicle = «true»", "murdham::no-seats", "a vehicle needs seats", many],
        [
            "vehicle = true\nseats = 2\ncarries = «['bow']»",
            "murdham::no-use", "`carries` has no effect on a vehicle", "remove it",
        ],
    ]);
    let alone = fighters("a", "vehicle = true\nseats = 2").against("b", "");
    let (code, message) = ("murdham::only-vehicles", "side `side 1` has only vehicles");
    alone.assert_shown("name = «\"side 1\"»", code, message, "add a fighter, who can ride in it");
}

#[test]
fn the_label_of_a_fight_without_mounts_knows_of_no_mounts() {
    let label = |text: &str| {
        let (matchup, run, faults) = testing::matchup(text);
        let known = crate::frame::PolicyCache::default();
        let compiled = (crate::rules::murdham::BOOK.compile)(&matchup, &run, &known, &faults);
        let (bout, _) = compiled.unwrap_or_else(|| panic!("{}", faults.render(false, 100)));
        String::from_utf8(bout.label()).expect("it is JSON")
    };
    let on_foot = label(&with("").text());
    assert!(!on_foot.contains("mount") && !on_foot.contains("horse"));
    let mounted = with("riding = 'horse'");
    assert!(label(&mounted.text()).contains("horse"));
    let save = mounted.option("mount_down = 'save'");
    assert!(label(&save.text()).contains("mount_down"));
}
