use crate::rules::murdham::trial::{Setup, fighters};
use crate::rules::testing;

const STABLE: &str = "[combatants.horse]\nhealth = 10\nseats = 1\npolicy = 'idle'\n\
    [combatants.wagon]\nhealth = 8\nseats = 3\nvehicle = true\n";

/// One side with this, against somebody.
fn with(stats: &str) -> Setup {
    fighters("a", stats).against("b", "").with(STABLE)
}

fn shows(setup: &Setup, marked: &str, code: &str, message: &str, help: Option<&str>) {
    testing::assert_shown(&setup.text(), &setup.faults(), marked, code, message, help);
}

/// Who rides what, by name.
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
fn what_cannot_be_ridden_is_a_fault() {
    shows(
        &with("riding = 'hrose'"),
        "riding = «'hrose'»",
        "murdham::unknown-mount",
        "no mount called `hrose`",
        Some("did you mean `horse`?"),
    );
    shows(
        &with("riding = 'b'"),
        "riding = «'b'»",
        "murdham::no-mount",
        "`b` has no seats",
        Some("add `seats = 1` to `[combatants.b]`"),
    );
    shows(
        &with("riding = 3"),
        "riding = «3»",
        "scenario::type",
        "`riding` is the name of a mount or vehicle, or `false`, not a whole number",
        None,
    );
    shows(
        &with("seats = 1\nriding = 'horse'"),
        "riding = «'horse'»",
        "murdham::mount-rides",
        "`a` cannot ride: it can be ridden itself",
        Some("leave `riding` out here, or `seats` out of `[combatants.a]`"),
    );
    shows(
        &with("seats = 1\nriding = 'a'"),
        "riding = «'a'»",
        "murdham::mount-rides",
        "`a` cannot ride: it can be ridden itself",
        Some("leave `riding` out here, or `seats` out of `[combatants.a]`"),
    );
}

#[test] // MUR-17-1
fn riders_need_room_and_start_where_their_mounts_do() {
    let crowd = fighters("a", "count = 3\nriding = 'horse'")
        .and("horse", "count = 2\nseats = 1")
        .against("b", "");
    shows(
        &crowd,
        "riding = «'horse'»",
        "murdham::too-many-riders",
        "3 are to ride `horse`, which has room for 2",
        Some("list more of them in this side, or none: as many come as are needed"),
    );
    let apart = fighters("a", "at = 1\nriding = 'horse'")
        .and("horse", "at = 2\nseats = 1")
        .against("b", "")
        .field("zones = 3");
    shows(
        &apart,
        "at = «1»",
        "murdham::places",
        "`a` does not start where its `horse` does",
        None,
    );
}

#[test] // MUR-17-4
fn vehicles_have_seats_and_need_somebody() {
    let beside = |stats: &str| fighters("c", "").and("a", stats).against("b", "");
    shows(
        &beside("vehicle = true"),
        "vehicle = «true»",
        "murdham::no-seats",
        "a vehicle has seats",
        Some("add `seats = 4`, or as many as there are"),
    );
    shows(
        &beside("vehicle = true\nseats = 2\ncarries = ['bow']"),
        "carries = «['bow']»",
        "murdham::no-use",
        "`carries` is of no use to a vehicle",
        Some("leave it out"),
    );
    shows(
        &fighters("a", "vehicle = true\nseats = 2").against("b", ""),
        "name = «\"side 1\"»",
        "murdham::only-vehicles",
        "nobody fights for `side 1`",
        Some("add a fighter, who may ride in it"),
    );
}

#[test]
fn the_label_of_a_fight_without_mounts_knows_of_no_mounts() {
    let label = |text: &str| {
        let (matchup, run, faults) = testing::matchup(text);
        let compiled = (super::super::BOOK.compile)(&matchup, &run, &faults);
        let (bout, _) = compiled.unwrap_or_else(|| panic!("{}", faults.render(false, 100)));
        String::from_utf8(bout.label().to_vec()).expect("it is JSON")
    };
    let on_foot = label(&with("").text());
    assert!(!on_foot.contains("mount") && !on_foot.contains("horse"));
    let mounted = with("riding = 'horse'");
    assert!(label(&mounted.text()).contains("horse"));
    let save = mounted.option("mount_down = 'save'");
    assert!(label(&save.text()).contains("mount_down"));
}
