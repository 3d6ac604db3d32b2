//! Reads a baseline. Reports all flaws of the file at once, each with its line.
//!
//! A baseline stays in a repository for years. It is merged by git and opened in spreadsheets. Files in both
//! CSV dialects are therefore accepted, with columns and rows in any order. Each row needs a valid checksum,
//! and its counts must add up to the number of fights. Sums of squares must be possible, and each side of a
//! matchup must occur once. Baselines of earlier versions, which have no checksums, are accepted too
//! ([`Baseline::sealed`]). Whether a baseline fits a scenario is checked in `fit.rs`.

use std::collections::{HashMap, HashSet};

use csv::{ReaderBuilder, StringRecord};

use super::baseline::{CHECKSUM, checksum};
use super::counts::{Counts, GROUPS, MatchupCounts, SideCounts};
use crate::report::Dialect;
use crate::report::columns::BASELINE;
use crate::suggest::help_for;

/// A flaw in a baseline file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Flaw {
    /// Line number in the file. The header is line 1.
    pub line: u64,
    /// Description of the flaw, with advice where that helps.
    pub message: String,
}

impl Flaw {
    /// Creates the flaw with this line and message.
    pub fn at(line: u64, message: impl Into<String>) -> Self {
        Self {
            line,
            message: message.into(),
        }
    }
}

/// A baseline that was read from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Baseline {
    /// The counts that the file contains.
    pub counts: Counts,
    /// Line of each matchup's first row, in the order of the matchups.
    pub lines: Vec<u64>,
    /// Whether the rows have checksums.
    pub sealed: bool,
}

/// Reads a baseline file.
///
/// # Errors
/// All flaws, in the order of their lines.
pub fn read(bytes: &[u8]) -> Result<Baseline, Vec<Flaw>> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()]
            .split(|&byte| byte == b'\n')
            .count();
        let message = "this is not UTF-8: in a spreadsheet program, save it as `CSV UTF-8`";
        vec![Flaw::at(line as u64, message)]
    })?;
    let (dialect, text) = Dialect::of(text);
    let mut table = Table::new(dialect, text)?;
    let rows: Vec<BaselineRow> = table.rows();
    let sealed = table.places.contains_key(CHECKSUM);
    let mut flaws = table.flaws;
    let baseline = gathered(rows, &mut flaws);
    flaws.sort();
    match baseline {
        Some(baseline) if flaws.is_empty() => Ok(Baseline { sealed, ..baseline }),
        _ => Err(flaws),
    }
}

/// The CSV file that is being read.
struct Table<'t> {
    dialect: Dialect,
    text: &'t str,
    /// Start of the record that was read last: its byte offset and its line number.
    counted: (usize, u64),
    records: csv::StringRecordsIntoIter<&'t [u8]>,
    /// The position of each column, by its name.
    places: HashMap<&'static str, usize>,
    width: usize,
    flaws: Vec<Flaw>,
}

impl<'t> Table<'t> {
    fn new(dialect: Dialect, text: &'t str) -> Result<Self, Vec<Flaw>> {
        let header = text.lines().next().unwrap_or_default();
        if header.trim().is_empty() {
            let message = "the line with the names of the columns is missing; `skirmish check \
                --update` writes a baseline";
            return Err(vec![Flaw::at(1, message)]);
        }
        let mut reader = ReaderBuilder::new()
            .delimiter(dialect.separator())
            .flexible(true)
            .from_reader(text.as_bytes());
        let heads = reader.headers().cloned().unwrap_or_default();
        let places = places(&heads)?;
        Ok(Self {
            dialect,
            text,
            counted: (0, 1),
            records: reader.into_records(),
            places,
            width: heads.len(),
            flaws: Vec::new(),
        })
    }

    fn rows(&mut self) -> Vec<BaselineRow> {
        let mut rows = Vec::new();
        while let Some(record) = self.records.next() {
            match record {
                Ok(record) => {
                    let line = self.line(record.position());
                    rows.extend(self.row(&record, line));
                }
                Err(error) => {
                    let line = self.line(error.position());
                    self.flaws
                        .push(Flaw::at(line, format!("this is not CSV: {error}")));
                }
            }
        }
        rows
    }

    /// Returns the line number of a record. The line numbers of the CSV reader are one too low if lines end
    /// with two characters, so they are not used.
    fn line(&mut self, position: Option<&csv::Position>) -> u64 {
        let bytes = self.text.as_bytes();
        let start = position.and_then(|position| usize::try_from(position.byte()).ok());
        let mut start = start.unwrap_or(self.counted.0).min(bytes.len());
        while matches!(bytes.get(start), Some(b'\r' | b'\n')) {
            start += 1;
        }
        let (from, lines) = self.counted;
        let passed = bytes[from.min(start)..start]
            .split(|&byte| byte == b'\n')
            .count() as u64
            - 1;
        self.counted = (start, lines + passed);
        lines + passed
    }

    fn row(&mut self, record: &StringRecord, line: u64) -> Option<BaselineRow> {
        if record.len() != self.width {
            let (has, needs) = (record.len(), self.width);
            let message = format!("the row has {has} cells, but there are {needs} columns");
            self.flaws.push(Flaw::at(line, message));
            return None;
        }
        let text = |name: &str| self.text(record, name);
        let mut flaws = Vec::new();
        let mut number = |name: &'static str| {
            let cell = &record[self.places[name]];
            let digits = !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit());
            let number = cell.parse::<u128>().ok().filter(|_| digits);
            if number.is_none() {
                flaws.push(Flaw::at(
                    line,
                    format!("`{name}` is `{cell}`, not a whole number"),
                ));
            }
            number
        };
        let [fights, wins, losses, draws, undecided, seed] =
            ["fights", "wins", "losses", "draws", "undecided", "seed"]
                .map(|name| number(name).and_then(|count| u64::try_from(count).ok()));
        let [rounds, rounds_squared, damage, damage_squared] =
            ["rounds", "rounds_squared", "damage", "damage_squared"].map(number);
        let row = || {
            Some(BaselineRow {
                line,
                scenario: text("scenario"),
                ruleset: text("ruleset"),
                seed: seed?,
                version: text("version"),
                losses: losses?,
                matchup: MatchupCounts {
                    matchup: text("matchup"),
                    digest: text("digest"),
                    fights: fights?,
                    draws: draws?,
                    undecided: undecided?,
                    rounds: rounds?,
                    rounds_squared: rounds_squared?,
                    sides: Vec::new(),
                },
                side: SideCounts {
                    side: text("side"),
                    wins: wins?,
                    damage: damage?,
                    damage_squared: damage_squared?,
                },
            })
        };
        let row = row();
        if row.is_none() && flaws.is_empty() {
            flaws.push(Flaw::at(
                line,
                "a count is larger than the maximum number of fights",
            ));
        }
        if let Some(row) = &row {
            let wrong = row.impossible().or_else(|| self.unsealed(record));
            flaws.extend(wrong.map(|message| Flaw::at(line, message)));
        }
        self.flaws.append(&mut flaws);
        row
    }
}

impl Table<'_> {
    /// Returns the text of a record's cell in the column `name`.
    fn text(&self, record: &StringRecord, name: &str) -> String {
        let cell = &record[self.places[name]];
        if self.is_earlier(record) {
            self.dialect.read_number(cell)
        } else {
            Dialect::read(cell)
        }
    }

    /// Returns whether version 0.2.0 or earlier wrote the row. These versions replaced the decimal point by a
    /// comma even in texts such as the name `1.5`.
    fn is_earlier(&self, record: &StringRecord) -> bool {
        self.dialect == Dialect::ExcelEu
            && self.places.get(CHECKSUM).is_some_and(|&is| {
                let earlier = self.checksum(record, |cell| self.dialect.read_number(cell));
                record[is] == *earlier && record[is] != *self.checksum(record, Dialect::read)
            })
    }

    /// Computes the checksum of a row from all of its other cells. `read` converts a cell into the text that
    /// the checksum is made from.
    fn checksum(&self, record: &StringRecord, read: impl Fn(&str) -> String) -> String {
        let others = BASELINE.names().filter(|name| *name != CHECKSUM);
        checksum(others.map(|name| read(&record[self.places[name]])))
    }

    /// Returns a message if the checksum of a row is wrong. Returns `None` if the checksum is right or the
    /// file has none.
    fn unsealed(&self, record: &StringRecord) -> Option<String> {
        let is = self.places.get(CHECKSUM).map(|&at| &record[at])?;
        let due = self.checksum(record, Dialect::read);
        if self.is_earlier(record) {
            return None;
        }
        (is != due).then(|| {
            format!(
                "its checksum is `{is}`, but that of its cells is `{due}`: the row was edited, or \
                 merged from two rows; restore the row, or write the baseline again with --update"
            )
        })
    }
}

/// Returns the position of each column by its name. Columns that are unknown, repeated or missing are flaws.
/// Only the column of checksums may be missing.
fn places(heads: &StringRecord) -> Result<HashMap<&'static str, usize>, Vec<Flaw>> {
    let mut places = HashMap::new();
    let mut wrong = Vec::new();
    for (place, head) in heads.iter().enumerate() {
        match BASELINE.names().find(|name| *name == head) {
            Some(name) if places.insert(name, place).is_some() => {
                wrong.push(format!("the column `{name}` occurs twice"));
            }
            Some(_) => {}
            None => {
                let help = help_for(head, BASELINE.names())
                    .map_or(String::new(), |help| format!("; {help}"));
                wrong.push(format!("a baseline has no column `{head}`{help}"));
            }
        }
    }
    if places.is_empty() {
        let names: Vec<_> = BASELINE.names().collect();
        wrong = vec![format!(
            "this is not the header of a baseline, which must be `{}`; `skirmish check --update` \
             writes one",
            names.join(",")
        )];
    } else {
        let missing = BASELINE
            .names()
            .filter(|name| *name != CHECKSUM && !places.contains_key(name));
        wrong.extend(missing.map(|name| format!("the column `{name}` is missing")));
    }
    if wrong.is_empty() {
        Ok(places)
    } else {
        Err(wrong
            .into_iter()
            .map(|message| Flaw::at(1, message))
            .collect())
    }
}

/// A row of the file, with its numbers parsed.
struct BaselineRow {
    line: u64,
    scenario: String,
    ruleset: String,
    seed: u64,
    version: String,
    losses: u64,
    /// Counts of the matchup, which are the same in the rows of all its sides.
    matchup: MatchupCounts,
    side: SideCounts,
}

impl BaselineRow {
    /// Returns the reason why no fights can have these counts. Returns `None` if the counts are possible.
    fn impossible(&self) -> Option<String> {
        let MatchupCounts {
            fights,
            draws,
            undecided,
            rounds,
            rounds_squared,
            ..
        } = self.matchup;
        let SideCounts {
            wins,
            damage,
            damage_squared,
            ..
        } = self.side;
        if fights == 0 || fights % GROUPS != 0 {
            return Some(format!(
                "there are {fights} fights, but the number must be a multiple of {GROUPS}"
            ));
        }
        let parts = [
            ("wins", wins),
            ("losses", self.losses),
            ("draws", draws),
            ("undecided", undecided),
        ];
        if let Some((name, part)) = parts.into_iter().find(|&(_, part)| part > fights) {
            return Some(format!(
                "{name} is {part}, but there are only {fights} fights"
            ));
        }
        let sum: u64 = parts.into_iter().map(|(_, part)| part).sum();
        if sum != fights {
            return Some(format!(
                "the sum of wins, losses, draws and undecided is {sum}, but there are {fights} \
                 fights"
            ));
        }
        // The sum of n squares is at least the square of the sum, divided by n.
        let possible = |values: u64, sum: u128, squares: u128| {
            (u128::from(values).checked_mul(squares))
                .zip(sum.checked_mul(sum))
                .is_some_and(|(larger, smaller)| {
                    larger >= smaller && squares >= sum / u128::from(values)
                })
        };
        if !possible(fights, rounds, rounds_squared) || rounds_squared < rounds {
            return Some(format!(
                "`rounds_squared` cannot be {rounds_squared} if `rounds` is {rounds}"
            ));
        }
        if !possible(GROUPS, damage, damage_squared) || damage_squared < damage {
            return Some(format!(
                "`damage_squared` cannot be {damage_squared} if `damage` is {damage}"
            ));
        }
        None
    }

    /// Returns the names and values of the columns that must have the same value in the whole file.
    fn file(&self) -> [(&'static str, String); 5] {
        [
            ("scenario", self.scenario.clone()),
            ("ruleset", self.ruleset.clone()),
            ("fights", self.matchup.fights.to_string()),
            ("seed", self.seed.to_string()),
            ("version", self.version.clone()),
        ]
    }

    /// Returns the names and values of the columns that must have the same value in all rows of a matchup.
    fn shared(&self) -> [(&'static str, String); 5] {
        let MatchupCounts {
            digest,
            draws,
            undecided,
            rounds,
            rounds_squared,
            ..
        } = &self.matchup;
        [
            ("draws", draws.to_string()),
            ("undecided", undecided.to_string()),
            ("rounds", rounds.to_string()),
            ("rounds_squared", rounds_squared.to_string()),
            ("digest", digest.clone()),
        ]
    }
}

/// Combines the rows of a file into a baseline. Adds a flaw to `flaws` where two rows contradict each other.
/// Returns `None` if there are no rows.
fn gathered(rows: Vec<BaselineRow>, flaws: &mut Vec<Flaw>) -> Option<Baseline> {
    let mut rows = rows.into_iter();
    let Some(first) = rows.next() else {
        if flaws.is_empty() {
            flaws.push(Flaw::at(
                2,
                "there are no rows; `skirmish check --update` writes them",
            ));
        }
        return None;
    };
    let mut matchups: Vec<(BaselineRow, Vec<SideCounts>)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut met: HashSet<(String, String)> = HashSet::new();
    let (file, header) = (first.file(), first.line);
    let mut head = None;
    for row in std::iter::once(first).chain(rows) {
        for ((name, is), (_, was)) in row.file().into_iter().zip(&file) {
            if is != *was {
                let message = format!(
                    "`{name}` is `{is}` here, but `{was}` in line {header}: it must be the same in \
                     the whole file"
                );
                flaws.push(Flaw::at(row.line, message));
            }
        }
        let (matchup, side) = (row.matchup.matchup.clone(), row.side.side.clone());
        if !met.insert((matchup.clone(), side.clone())) {
            let message = format!("matchup `{matchup}` has the side `{side}` twice");
            flaws.push(Flaw::at(row.line, message));
            continue;
        }
        let side = row.side.clone();
        head.get_or_insert_with(|| {
            (
                row.scenario.clone(),
                row.ruleset.clone(),
                row.seed,
                row.version.clone(),
            )
        });
        if let Some(&place) = places.get(&matchup) {
            let (first, sides) = &mut matchups[place];
            for ((name, is), (_, was)) in row.shared().into_iter().zip(first.shared()) {
                if is != was {
                    let line = first.line;
                    let message = format!(
                        "`{name}` is `{is}` here, but `{was}` in line {line} of the same matchup \
                         `{matchup}`"
                    );
                    flaws.push(Flaw::at(row.line, message));
                }
            }
            sides.push(side);
        } else {
            places.insert(matchup, matchups.len());
            matchups.push((row, vec![side]));
        }
    }
    let (scenario, ruleset, seed, version) = head?;
    let whole = |(row, sides): (BaselineRow, Vec<SideCounts>)| {
        let counts = MatchupCounts {
            sides,
            ..row.matchup
        };
        let each = || counts.sides.iter().map(|side| u128::from(side.wins));
        let wins: u128 = each().sum();
        let rest = u128::from(counts.draws) + u128::from(counts.undecided);
        // Allied sides win the same fights. Two sides with equal numbers of wins may therefore be allied, and
        // their wins may count only once.
        let once: u128 = each().collect::<HashSet<_>>().into_iter().sum();
        let possible = once + rest..=wins + rest;
        if !possible.contains(&u128::from(counts.fights)) && flaws.is_empty() {
            let (matchup, fights) = (&counts.matchup, counts.fights);
            let message = format!(
                "the sides of matchup `{matchup}` account for {} of {fights} fights: a row is missing, or wins are wrong",
                wins + rest
            );
            flaws.push(Flaw::at(row.line, message));
        }
        counts
    };
    let lines = matchups.iter().map(|(row, _)| row.line).collect();
    let counts = Counts {
        scenario,
        ruleset,
        seed,
        version,
        matchups: matchups.into_iter().map(whole).collect(),
    };
    Some(Baseline {
        counts,
        lines,
        sealed: false,
    })
}

#[cfg(test)]
mod tests;
