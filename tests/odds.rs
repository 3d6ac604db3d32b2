//! Compares the engine with odds that were computed by hand. Each rulebook has a table of odds,
//! `odds/<book>.csv`, about the scenario `odds/<book>.toml`.
//!
//! The columns of a table are a description; settings for the scenario; an event; the probability of the
//! event as an exact fraction; and the calculation. Settings are separated by semicolons and written as for
//! `--set`, but without `combatants.`. An event consists of `<fighter> down` or `<fighter> stands`, joined by
//! `and`.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Deserialize;
use skirmish::bout::Bout;
use skirmish::fight::{FighterId, Outcome};
use skirmish::rules::{self, RulesetId};
use skirmish::scenario::Overrides;

/// Largest number of states that a fight of these tables may have. All of them are small.
const STATES: usize = 100_000;

/// The largest difference allowed between the result of the engine and the fraction. The engine computes
/// exactly within a step, but uses floating-point numbers between steps.
const CLOSE: f64 = 1e-12;

/// First words of settings for sections of the scenario. All other settings are about combatants.
const SECTIONS: [&str; 8] = [
    "run",
    "options",
    "rules",
    "field",
    "weapons",
    "afflictions",
    "policies",
    "sides",
];

#[derive(Debug, Deserialize)]
struct Row {
    situation: String,
    scenario: String,
    event: String,
    probability: String,
    working: String,
}

impl Row {
    fn bout(&self, frame: &Path) -> Box<dyn Bout> {
        let full = |setting: &str| {
            let setting = setting.trim();
            let section = setting.split(['.', '[', '=']).next().unwrap_or_default();
            if SECTIONS.contains(&section) {
                setting.to_owned()
            } else {
                format!("combatants.{setting}")
            }
        };
        let overrides = Overrides {
            set: self.scenario.split(';').map(full).collect(),
            ..Overrides::default()
        };
        match rules::load(frame, &overrides) {
            Ok((_, mut matches)) => matches.remove(0).seats.remove(0),
            Err(faults) => panic!("{}: {}", self.situation, faults.render(false, 120)),
        }
    }

    /// Returns whether the event occurs in a fight with this outcome.
    fn holds(&self, bout: &dyn Bout, outcome: &Outcome) -> bool {
        let cast = bout.cast();
        self.event.split(" and ").all(|part| {
            let (name, what) = part.trim().rsplit_once(' ').expect("a name and a word");
            let who = (0..cast.fighters.len())
                .map(FighterId::at)
                .find(|&who| cast.name(who) == name)
                .unwrap_or_else(|| panic!("{}: nobody is called {name}", self.situation));
            match what {
                "down" => !outcome.standing.has(who),
                "stands" => outcome.standing.has(who),
                _ => panic!("{}: what is `{what}`?", self.situation),
            }
        })
    }

    fn expected(&self) -> f64 {
        let number = |text: &str| -> f64 { text.parse().expect("a whole number") };
        match self.probability.split_once('/') {
            Some((ways, of)) => number(ways) / number(of),
            None => number(&self.probability),
        }
    }
}

/// Returns the paths of all tables.
fn tables() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/odds");
    let files = std::fs::read_dir(folder).expect("the tables' folder");
    let paths = files.map(|file| file.expect("a readable entry").path());
    let mut tables: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "csv"))
        .collect();
    tables.sort();
    tables
}

fn rows(table: &Path) -> Vec<Row> {
    let reader = csv::Reader::from_path(table).expect("a readable table");
    reader
        .into_deserialize()
        .map(|row| row.unwrap_or_else(|error| panic!("{}: {error}", table.display())))
        .collect()
}

#[test]
fn the_engine_finds_the_odds_worked_out_by_hand() {
    let fault = |row: &Row, frame: &Path| {
        let bout = row.bout(frame);
        let odds = bout.solve(STATES).expect("a small situation");
        let found = odds.sum(|outcome| f64::from(u8::from(row.holds(&*bout, outcome))));
        ((found - row.expected()).abs() > CLOSE).then(|| {
            format!(
                "{}: {} {}, not {found} ({})",
                row.situation, row.event, row.probability, row.working
            )
        })
    };
    let faults = |table: PathBuf| {
        let (rows, frame) = (rows(&table), table.with_extension("toml"));
        let rows = rows.par_iter();
        rows.filter_map(|row| fault(row, &frame))
            .collect::<Vec<_>>()
    };
    let wrong: Vec<String> = tables().into_iter().flat_map(faults).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_book_has_a_table_whose_situations_differ() {
    let has_one = |book: &&RulesetId| {
        let file = format!("{}.csv", book.book().name);
        tables().iter().any(|path| path.ends_with(&file))
    };
    assert_eq!(
        RulesetId::ALL.iter().filter(has_one).count(),
        RulesetId::ALL.len()
    );
    for table in tables() {
        let rows = rows(&table);
        assert!(rows.len() >= 40, "{} is short", table.display());
        for (at, row) in rows.iter().enumerate() {
            assert!(!row.working.is_empty(), "{} has no working", row.situation);
            let twin = rows[..at].iter().find(|other| {
                other.situation == row.situation
                    || (&other.scenario, &other.event) == (&row.scenario, &row.event)
            });
            assert!(twin.is_none(), "{} stands twice", row.situation);
        }
    }
}
