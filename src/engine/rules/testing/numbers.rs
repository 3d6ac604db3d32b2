//! Tests, for every book, of paths that name the numbers of a scenario. Also tests the error messages for
//! wrong paths.

use crate::frame::{BookInfo, Numbers, numbers};
use crate::rules::RulesetId;
use crate::scenario::{Faults, Matchup, Overrides, Scenario, Value, asked};

const GATE: &str = r#"
ruleset = "brp"
[combatants.guard]
dex = 12
hit_points = 13
db = "1d4"
armour = "chain"
carries = ["broad-sword"]
skills = { broad-sword = 55 }
[combatants.veteran]
like = "guard"
hit_points = 15
armour = { ap = 3 }
[options]
[[sides]]
name = "left"
fighters = [{ combatant = "guard", count = 2, at = [0, 1.5] }]
[[sides]]
name = "right"
fighters = [{ combatant = "veteran" }]
"#;

/// Reads a scenario without faults. Returns its book, its first matchup, and an empty list of faults.
fn read(text: &str) -> (&'static BookInfo, Matchup, Faults) {
    let mut books = RulesetId::ALL.iter().map(|id| id.book());
    let book = books.find(|book| text.contains(&format!("ruleset = \"{}\"", book.name)));
    let book = book.expect("a book");
    let library = |_: &str| Some(book.shelf());
    let texts = [("a.toml", text)];
    let (scenario, faults) = Scenario::parse(&texts, &Overrides::default(), &library, &[book.name]);
    assert!(faults.is_empty(), "{}", faults.render(false, 100));
    let scenario = scenario.expect("a scenario");
    let matchup = scenario.changed(0, &[], &faults).expect("a matchup");
    (book, matchup, faults)
}

/// Returns the numbers that a path names in this scenario. If the path is faulty, returns the code, message
/// and help of each fault.
fn found(text: &str, path: &str) -> Result<Numbers, Vec<String>> {
    let (book, matchup, mut faults) = read(text);
    let asked = asked(&[path.to_owned()], &mut faults);
    let numbers = numbers(book, &matchup.tree, &asked[0].path, &faults);
    numbers.ok_or_else(|| {
        let faults = faults.sorted().into_iter();
        faults
            .map(|fault| {
                let help = fault.help.map_or(String::new(), |help| format!("; {help}"));
                format!("{}: {}{help}", fault.code, fault.message)
            })
            .collect()
    })
}

/// Returns each number as text, with its path, value and unit. An example is
/// `combatants.guard.hit_points 13 hit points`.
fn listed(numbers: &Numbers) -> Vec<String> {
    let value = |value: &Value| match value {
        Value::Whole(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        other => other.kind().to_owned(),
    };
    let all = numbers.found.iter();
    all.map(|number| format!("{} {} {}", number.path, value(&number.value), number.unit))
        .map(|text| text.trim_end().to_owned())
        .collect()
}

#[test]
fn a_stat_block_has_its_own_numbers_and_the_defaults_of_the_book() {
    let numbers = found(GATE, "combatants.guard").expect("numbers");
    assert!(numbers.several);
    assert_eq!(
        listed(&numbers),
        [
            "combatants.guard.dex 12",
            "combatants.guard.hit_points 13 hit points",
            "combatants.guard.db 1d4",
            "combatants.guard.natural_ap 0 points",
            "combatants.guard.fixed_cover_ap 0 points",
            "combatants.guard.throw 25 percent",
            "combatants.guard.first_aid 30 percent",
            "combatants.guard.skills.broad-sword 55 percent",
        ]
    );
    let without = numbers.without.iter();
    let without: Vec<String> = without.map(|one| one.path.to_string()).collect();
    assert!(
        without.contains(&"combatants.guard.dodge".to_owned()),
        "{without:?}"
    );
    assert!(
        !without.contains(&"combatants.guard.policy".to_owned()),
        "{without:?}"
    );
}

#[test]
fn what_a_row_takes_over_is_its_own() {
    let numbers = found(GATE, "combatants.veteran").expect("numbers");
    let listed = listed(&numbers);
    for wanted in [
        "combatants.veteran.dex 12",
        "combatants.veteran.hit_points 15 hit points",
        "combatants.veteran.skills.broad-sword 55 percent",
        "combatants.veteran.armour.ap 3 points",
        "combatants.veteran.armour.physical 0 percent",
    ] {
        assert!(listed.contains(&wanted.to_owned()), "{wanted}: {listed:?}");
    }
}

#[test]
fn an_objective_has_a_place_only_if_it_names_one() {
    for (place, wanted) in [
        ("", &[][..]),
        (", at = 2", &["sides[0].wins[0].at 2 metres"][..]),
    ] {
        let wins = format!("name = \"left\"\nwins = [{{ hold = 8{place} }}]");
        let text = GATE.replace("name = \"left\"", &wins);
        let numbers = found(&text, "sides[0].wins").expect("numbers");
        let mut all = vec!["sides[0].wins[0].hold 8 rounds"];
        all.extend(wanted);
        assert_eq!(listed(&numbers), all);
    }
}

#[test]
fn a_path_leads_to_one_number() {
    for (path, wanted) in [
        ("combatants.guard.dex:+1", "combatants.guard.dex 12"),
        (
            "weapons.broad-sword.damage",
            "weapons.broad-sword.damage 1d8+1",
        ),
        ("armour.chain.ap", "armour.chain.ap 7 points"),
        ("field.melee_reach", "field.melee_reach 2 metres"),
        (
            "sides[0].fighters[0].count",
            "sides[0].fighters[0].count 2 fighters",
        ),
        (
            "sides[0].fighters[0].at[1]",
            "sides[0].fighters[0].at[1] 1.5 metres",
        ),
        (
            "sides[1].fighters[0].count",
            "sides[1].fighters[0].count 1 fighters",
        ),
    ] {
        let numbers = found(GATE, path).expect(path);
        assert_eq!(listed(&numbers), [wanted]);
        assert!(!numbers.several);
    }
}

#[test]
fn what_is_no_number_says_what_it_is_and_what_to_do() {
    for (path, wanted) in [
        (
            "combatants.guard.armour",
            "scenario::no-number: `combatants.guard.armour` is not a number, but `chain`; its numbers are in `armour.chain`",
        ),
        (
            "combatants.guard.policy",
            "scenario::no-number: `combatants.guard.policy` is not a number",
        ),
        (
            "combatants.guard.dodge",
            "scenario::no-number: `combatants.guard.dodge` is not set: its default is twice DEX; set a number to start from: \
             --set combatants.guard.dodge=…",
        ),
        (
            "combatants.guard.dxe",
            "scenario::no-such-path: `combatants.guard.dxe` does not exist: `combatants.guard` has no `dxe`; did you mean `dex`?",
        ),
        (
            "combatants.gaurd.dex",
            "scenario::no-such-path: `combatants.gaurd.dex` does not exist: `combatants` has no `gaurd`; did you mean `guard`?",
        ),
        (
            "combatant.guard",
            "scenario::no-such-path: `combatant.guard` does not exist: the scenario has no `combatant`; did you mean `combatants`?",
        ),
        (
            "sides[2].name",
            "scenario::no-such-path: `sides[2].name` does not exist: `sides` has no entry `[2]`",
        ),
        (
            "run.seed",
            "scenario::no-number: `run` is a setting of the whole run, not of fights; name a number of a stat block, a \
             weapon or another row",
        ),
        (
            "combatants.guard.carries",
            "scenario::no-number: there is no number in `combatants.guard.carries`",
        ),
        (
            "combatants.guard.dex.more",
            "scenario::no-such-path: `combatants.guard.dex.more` does not exist: `combatants.guard.dex` has no `more`",
        ),
    ] {
        let faults = found(GATE, path).expect_err(path);
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].starts_with(wanted), "{}", faults[0]);
    }
}

#[test]
fn every_number_of_every_starter_is_found_by_its_own_path() {
    for id in RulesetId::ALL {
        let (book, matchup, mut faults) = read(id.book().starter);
        let tables: Vec<String> = book.fields.iter().map(|row| row.key.to_owned()).collect();
        let mut count = 0;
        for table in asked(&tables, &mut faults) {
            let unheard = Faults::default();
            let all = numbers(book, &matchup.tree, &table.path, &unheard);
            for number in all.into_iter().flat_map(|all| all.found) {
                let again = numbers(book, &matchup.tree, &number.path, &faults);
                let again = again.unwrap_or_else(|| panic!("{}", faults.render(false, 100)));
                assert_eq!(again.found[0].value, number.value, "{}", number.path);
                assert!(!again.several);
                count += 1;
            }
        }
        assert!(count > 40, "{}: {count}", book.name);
    }
}
