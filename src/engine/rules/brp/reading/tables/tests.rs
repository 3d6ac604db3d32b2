//! Tests that compare every row of the tables with the values of the book.

use num_rational::BigRational;

use super::{BonusShare, *};
use crate::dice::outcomes;
use crate::rules::brp::nouns::damage::Damage;
use crate::rules::brp::testing::{fighters, fraction};
use crate::rules::testing;
use crate::scenario::Value;

/// Returns the tables of a scenario that changes none of them, and its matchup.
fn book() -> (Tables, crate::scenario::Matchup) {
    let text = fighters("knight", "").against("goblin", "").text();
    let (matchup, _, faults) = testing::matchup(&text);
    let tables = Tables::read(&matchup.tree, &faults);
    assert!(faults.is_empty(), "{}", faults.render(false, 100));
    (tables, matchup)
}

/// Returns the text at `key` of a row, from the scenario's tree. Some texts, such as the skill, are not
/// stored in a compiled row.
fn word(matchup: &crate::scenario::Matchup, table: &str, row: &str, key: &str) -> String {
    let rows = matchup.tree.get(table).and_then(Node::as_table);
    let row = rows.and_then(|rows| rows.get(row)).and_then(Node::as_table);
    let word = row.and_then(|row| row.get(key)).and_then(Node::as_text);
    word.unwrap_or_default().to_owned()
}

fn mean(damage: Throw) -> BigRational {
    let damage = Damage {
        weapon: damage,
        bonus: Throw::default(),
        share: BonusShare::Full,
    };
    outcomes(|dice| damage.roll(false, true, dice).total()).mean(|&dealt| dealt.into())
}

use BonusShare::{Full, Half, None as No};
use Class::{Long, Medium, Short};

#[test] // BRP-5.9-6, BRP-5.9-1, BRP-5.4-2
fn the_nineteen_melee_weapons() {
    // The columns: name, skill, specialty, base, dice, sides, flat, db, hands, points, length.
    #[rustfmt::skip]
    let rows = [
        ("battle-axe", "Melee Weapon", "Axe", 15, 1, 8, 2, Full, 1, Some(15), Medium),
        ("great-axe", "Melee Weapon", "Axe", 15, 2, 6, 2, Full, 2, Some(15), Medium),
        ("hand-axe", "Melee Weapon", "Axe", 15, 1, 6, 1, Full, 1, Some(12), Medium),
        ("brawl", "Brawl", "", 25, 1, 3, 0, Full, 1, None, Short),
        ("heavy-club", "Melee Weapon", "Club", 25, 1, 8, 0, Full, 2, Some(22), Medium),
        ("light-club", "Melee Weapon", "Club", 25, 1, 6, 0, Full, 1, Some(15), Medium),
        ("dagger", "Melee Weapon", "Dagger", 25, 1, 4, 0, Full, 1, Some(15), Short),
        ("halberd", "Melee Weapon", "Polearm", 15, 3, 6, 0, Full, 2, Some(25), Long),
        ("hammer", "Melee Weapon", "Hammer", 25, 1, 6, 0, Full, 1, Some(15), Medium),
        ("great-hammer", "Melee Weapon", "Hammer", 25, 1, 10, 3, Full, 2, Some(15), Medium),
        ("knife", "Melee Weapon", "Dagger", 25, 1, 3, 1, Full, 1, Some(15), Short),
        ("heavy-mace", "Melee Weapon", "Mace", 25, 1, 8, 2, Full, 2, Some(10), Medium),
        ("light-mace", "Melee Weapon", "Mace", 25, 1, 6, 2, Full, 1, Some(6), Medium),
        ("pike", "Melee Weapon", "Polearm", 15, 1, 10, 2, Full, 2, Some(12), Long),
        ("quarterstaff", "Melee Weapon", "Staff", 25, 1, 8, 0, Full, 2, Some(8), Long),
        ("long-spear", "Melee Weapon", "Spear", 15, 1, 10, 0, Full, 2, Some(10), Long),
        ("broad-sword", "Melee Weapon", "Sword", 15, 1, 8, 1, Full, 1, Some(12), Medium),
        ("great-sword", "Melee Weapon", "Sword", 5, 2, 8, 0, Full, 2, Some(12), Medium),
        ("short-sword", "Melee Weapon", "Sword", 15, 1, 6, 1, Full, 1, Some(12), Medium),
    ];
    let (tables, matchup) = book();
    let melee = |row: &&WeaponRow| row.range.is_none();
    assert_eq!(tables.weapons.values().filter(melee).count(), 19);
    assert_eq!(rows.len(), 19);
    for (name, skill, specialty, base, count, sides, flat, share, hands, points, length) in rows {
        let row = &tables.weapons[name];
        assert_eq!(word(&matchup, "weapons", name, "skill"), skill, "{name}");
        assert_eq!(row.specialty, specialty, "{name}");
        assert_eq!(row.base, Some(base), "{name}");
        assert_eq!(row.damage, Throw::new(count, sides, flat), "{name}");
        assert_eq!((row.share, row.hands), (share, hands), "{name}");
        assert_eq!(row.points, points, "{name}");
        assert_eq!(row.range, None, "{name}");
        assert_eq!(row.lengths, [length], "{name}");
    }
}

#[test] // BRP-5.9-6
fn melee_weapons_on_the_average() {
    let (tables, _) = book();
    for (name, ways, of) in [
        ("great-axe", 9, 1),
        ("halberd", 21, 2),
        ("great-sword", 9, 1),
        ("great-hammer", 17, 2),
        ("quarterstaff", 9, 2),
        ("short-sword", 9, 2),
        ("knife", 3, 1),
        ("brawl", 2, 1),
    ] {
        assert_eq!(
            mean(tables.weapons[name].damage),
            fraction(ways, of),
            "{name}"
        );
    }
}

#[test] // BRP-5.9-7, BRP-5.9-8, BRP-5.9-9
fn the_twelve_missile_weapons() {
    // The columns: name, skill, specialty, base, dice, sides, flat, db, hands, points, metres, fast, thrown,
    // shots, reload.
    #[rustfmt::skip]
    let rows = [
        ("thrown-hand-axe", "Missile Weapon", "Throwing Axe", Some(10), 1, 6, 0, Half, 1, Some(12), 20, false, true, None, 0),
        ("long-bow", "Missile Weapon", "Bow", Some(5), 1, 8, 1, Half, 2, Some(10), 90, false, false, None, 0),
        ("heavy-crossbow", "Missile Weapon", "Crossbow", Some(25), 2, 6, 2, No, 2, Some(18), 55, false, false, None, 1),
        ("light-crossbow", "Missile Weapon", "Crossbow", Some(25), 1, 6, 2, No, 2, Some(10), 40, false, false, None, 1),
        ("thrown-dagger", "Missile Weapon", "Throwing Dagger", Some(15), 1, 4, 0, Half, 1, Some(15), 10, false, true, None, 0),
        ("thrown-knife", "Missile Weapon", "Throwing Dagger", Some(15), 1, 3, 1, Half, 1, Some(10), 10, false, true, None, 0),
        ("pistol", "Firearm", "Pistol", Some(20), 1, 8, 0, No, 1, Some(8), 20, true, false, Some(6), 0),
        ("laser-pistol", "Energy Weapon", "Laser Pistol", Some(20), 1, 8, 0, No, 1, Some(14), 20, true, false, Some(20), 0),
        ("rifle", "Firearm", "Rifle", Some(25), 2, 6, 0, No, 2, Some(12), 80, true, false, Some(6), 0),
        ("laser-rifle", "Energy Weapon", "Laser Rifle", Some(15), 2, 8, 0, No, 2, Some(20), 100, true, false, Some(20), 0),
        ("thrown-rock", "Throw", "Throw", None, 1, 2, 0, Half, 1, None, 20, false, true, None, 0),
        ("sling", "Missile Weapon", "Sling", Some(5), 1, 8, 0, Half, 2, Some(2), 80, false, false, None, 0),
    ];
    let (tables, matchup) = book();
    let missile = |row: &&WeaponRow| row.range.is_some();
    assert_eq!(tables.weapons.values().filter(missile).count(), 12);
    assert_eq!(rows.len(), 12);
    for row in rows {
        let (name, skill, specialty, base, count, sides, flat, db, hands, points, ..) = row;
        let (.., metres, high, leaves, held, rounds) = row;
        let row = &tables.weapons[name];
        assert_eq!(word(&matchup, "weapons", name, "skill"), skill, "{name}");
        assert_eq!(row.specialty, specialty, "{name}");
        assert_eq!(row.base, base, "{name}");
        assert_eq!(row.damage, Throw::new(count, sides, flat), "{name}");
        assert_eq!((row.share, row.hands), (db, hands), "{name}");
        assert_eq!(row.points, points, "{name}");
        assert_eq!(
            (row.range, row.fast, row.thrown),
            (Some(metres * 100), high, leaves),
            "{name}"
        );
        assert_eq!((row.shots, row.reload), (held, rounds), "{name}");
    }
    for (melee, thrown) in [
        ("hand-axe", "thrown-hand-axe"),
        ("dagger", "thrown-dagger"),
        ("knife", "thrown-knife"),
    ] {
        let throws_as = tables.weapons[melee].throws_as.as_ref();
        assert_eq!(throws_as.map(|(name, _)| name.as_str()), Some(thrown));
    }
}

#[test] // BRP-5.9-7
fn missile_weapons_on_the_average() {
    let (tables, _) = book();
    for (name, ways, of) in [
        ("heavy-crossbow", 9, 1),
        ("light-crossbow", 11, 2),
        ("long-bow", 11, 2),
        ("rifle", 7, 1),
        ("laser-rifle", 9, 1),
        ("pistol", 9, 2),
        ("thrown-rock", 3, 2),
    ] {
        assert_eq!(
            mean(tables.weapons[name].damage),
            fraction(ways, of),
            "{name}"
        );
    }
}

#[test] // BRP-5.10-2
fn the_twelve_kinds_of_armour() {
    // The columns: name, helmet, points, points against missiles, physical, perception.
    let rows = [
        ("bulletproof-vest", false, 8, 8, -5, 0),
        ("chain", false, 7, 7, -20, 0),
        ("flak-jacket", false, 4, 4, -10, 0),
        ("heavy-clothing", false, 1, 1, 0, 0),
        ("heavy-helmet", true, 2, 2, 0, -50),
        ("light-helmet", true, 1, 1, 0, -15),
        ("hoplite-panoply", false, 6, 6, -20, 0),
        ("soft-leather", false, 1, 1, 0, 0),
        ("hard-leather", false, 2, 2, -10, 0),
        ("full-plate", false, 8, 8, -25, 0),
        ("quilted", false, 2, 2, -5, 0),
        ("riot-gear", false, 12, 6, -10, 0),
    ];
    let (tables, matchup) = book();
    assert_eq!((tables.armour.len(), rows.len()), (12, 12));
    for (name, helmet, ap, ap_missile, physical, perception) in rows {
        let row = &tables.armour[name];
        assert_eq!(row.helmet, helmet, "{name}");
        assert_eq!((row.ap, row.ap_missile), (ap, ap_missile), "{name}");
        assert_eq!(row.physical, physical, "{name}");
        let written = matchup.tree.get("armour").and_then(Node::as_table);
        let written = written.and_then(|rows| rows.get(name));
        let written = written.and_then(Node::as_table);
        let written = written.and_then(|row| row.get("perception"));
        assert!(
            matches!(written.map(|node| &node.value), Some(Value::Whole(points)) if *points == perception),
            "{name}"
        );
    }
}

#[test] // BRP-5.11-5, BRP-5.11-2
fn the_six_shields() {
    // The columns: name, base, points, dice, sides, db, size, chance against missiles, chance when kneeling.
    let rows = [
        ("heater-shield", 15, 12, 1, 3, Full, "full", 30, None),
        ("hoplite-shield", 15, 16, 1, 4, Full, "large", 60, Some(90)),
        ("kite-shield", 15, 16, 1, 4, Full, "full", 30, None),
        ("riot-shield", 15, 16, 1, 3, Full, "large", 60, Some(90)),
        ("round-shield", 15, 12, 1, 3, Full, "full", 30, None),
        ("target-shield", 15, 12, 1, 2, Full, "target", 15, None),
    ];
    let (tables, matchup) = book();
    assert_eq!((tables.shields.len(), rows.len()), (6, 6));
    for (name, base, points, count, sides, share, size, missile, kneeling) in rows {
        let row = &tables.shields[name];
        assert_eq!((row.base, row.points), (base, points), "{name}");
        assert_eq!(row.damage, Throw::new(count, sides, 0), "{name}");
        assert_eq!(row.share, share, "{name}");
        assert_eq!(word(&matchup, "shields", name, "size"), size, "{name}");
        assert_eq!((row.missile, row.kneeling), (missile, kneeling), "{name}");
    }
}

#[test] // BRP-5.9-1
fn a_scenario_changes_a_figure_and_adds_a_weapon_of_its_own() {
    let text = fighters("gunner", "carries = [\"cannon\", \"broad-sword\"]")
        .against("goblin", "")
        .with("[weapons.broad-sword]\nbase = 20")
        .with("[weapons.cannon]\nbase = 1\ndamage = \"6d6\"\ndb = \"none\"\nhands = 2\nrange = 400\nvelocity = \"high\"")
        .text();
    let (matchup, _, faults) = testing::matchup(&text);
    let tables = Tables::read(&matchup.tree, &faults);
    assert!(faults.is_empty());
    let sword = &tables.weapons["broad-sword"];
    assert_eq!((sword.base, sword.damage), (Some(20), Throw::new(1, 8, 1)));
    assert_eq!(tables.weapons["cannon"].damage, Throw::new(6, 6, 0));
}
