//! Reads how many fights to play, and how: the table `[run]`, and the command-line flags that replace its
//! values.
//!
//! The number of fights is given by `fights`, or follows from `precision`. If both are given, `fights` is the
//! largest number. If the command line sets one of the two, both keys of the file are ignored.

use std::ops::RangeInclusive;

use super::{
    Entry, Fault, Faults, Fields, Overrides, Percent, RUN, RunSettings, Seats, Span, Table, parse,
};

/// The range of precisions that can be required.
pub const PRECISIONS: RangeInclusive<Percent> = Percent::millionths(100)..=Percent::new(25);

/// The largest number of fights of a matchup.
pub(super) const MOST_FIGHTS: i64 = 1_000_000_000_000;
/// The largest allowed value of `round_cap`, the round after which a fight is cut off.
pub(super) const MOST_ROUNDS: i64 = 10_000;

impl Default for RunSettings {
    fn default() -> Self {
        Self {
            fights: 100_000,
            precision: None,
            seed: 1,
            round_cap: 100,
            seats: Seats::One,
            tables: true,
        }
    }
}

/// Writes the command-line flags into the table `[run]`, where they are checked as the file's own values are.
pub(super) fn flags(overrides: &Overrides, run: &mut Table, span: Span, faults: &mut Faults) {
    let seats = overrides.seats.map(|seats| match seats {
        Seats::One => "one",
        Seats::Both => "both",
    });
    let flags = [
        ("fights", overrides.fights.map(|n| n.to_string())),
        ("precision", overrides.precision.map(|p| p.to_string())),
        ("seed", overrides.seed.map(|n| n.to_string())),
        ("round_cap", overrides.round_cap.map(|n| n.to_string())),
        ("seats", seats.map(str::to_owned)),
        ("tables", overrides.tables.map(|tables| tables.to_string())),
    ];
    // A value of the file that a flag replaces is checked as well, because it would be used without that
    // flag.
    let counted = overrides.fights.is_some() || overrides.precision.is_some();
    let given = |key: &str| {
        flags
            .iter()
            .any(|(flag, text)| *flag == key && text.is_some())
    };
    let mut replaced = Table::default();
    for (key, entry) in run.iter() {
        if given(key) || (counted && ["fights", "precision"].contains(&key)) {
            replaced.insert(key, entry.clone());
        }
    }
    settings(&replaced, span, faults);
    if counted {
        run.remove("fights");
        run.remove("precision");
    }
    for (key, flag) in flags {
        let Some(text) = flag else { continue };
        let end = text.len();
        let name = format!("--{}", key.replace('_', "-"));
        let source = faults.sources_mut().add(name, text);
        let node = parse::value(source, 0..end, faults).expect("numbers and words are values");
        let span = node.span;
        let entry = Entry {
            key: span,
            node,
            layer: 0,
        };
        run.insert(key, entry);
    }
}

/// Reads the table `[run]` with its defaults.
pub(super) fn settings(run: &Table, span: Span, faults: &Faults) -> RunSettings {
    let mut fields = Fields::new(run, span, "`run`", RUN, faults);
    let default = RunSettings::default();
    let precision = precision(&mut fields, faults);
    let fights = match precision {
        Some(_) => MOST_FIGHTS.cast_unsigned(),
        None => default.fights,
    };
    let settings = RunSettings {
        fights: fields.whole("fights").map_or(fights, i64::cast_unsigned),
        precision,
        seed: fields.number("seed"),
        round_cap: fields.number("round_cap"),
        seats: fields.choice("seats", [Seats::One, Seats::Both]),
        tables: fields.flag("tables"),
    };
    fields.finish();
    settings
}

fn precision(fields: &mut Fields<'_>, faults: &Faults) -> Option<Percent> {
    let (text, span) = fields.text("precision")?;
    let read = text
        .parse()
        .map_err(|error: super::PercentError| error.to_string());
    let within = |percent: Percent| {
        let bounds = |bounds| format!("`precision` must be {bounds}");
        percent.within(PRECISIONS).map_err(bounds)
    };
    read.and_then(within)
        .map_err(|message| {
            let fault = Fault::at("scenario::precision", span, message, "in `run`");
            faults.push(
                fault.help(
                    "write half the width of the win rates' intervals: `precision = \"0.5%\"`",
                ),
            );
        })
        .ok()
}

#[cfg(test)]
mod tests {
    use super::super::spec::FieldSpec;
    use super::super::testing::{duel, faults, set, told};
    use super::*;

    #[test]
    fn flags_go_before_the_file_and_the_file_before_defaults() {
        let text = "[run]\nfights = 5\nseed = 7\nseats = 'both'\ntables = true\n";
        let (scenario, _) = duel(text, &Overrides::default());
        let run = scenario.expect("a scenario").run;
        assert_eq!(
            run,
            RunSettings {
                fights: 5,
                precision: None,
                seed: 7,
                round_cap: 100,
                seats: Seats::Both,
                tables: true,
            }
        );
        let overrides = Overrides {
            fights: Some(9),
            seed: Some(0),
            round_cap: Some(3),
            seats: Some(Seats::One),
            tables: Some(false),
            ..set(&["run.fights=8", "run.round_cap=4"])
        };
        let (scenario, faults) = duel(text, &overrides);
        assert!(faults.is_empty());
        assert_eq!(
            scenario.expect("a scenario").run,
            RunSettings {
                fights: 9,
                precision: None,
                seed: 0,
                round_cap: 3,
                seats: Seats::One,
                tables: false,
            }
        );
        let (scenario, _) = duel("", &set(&["run.fights=8"]));
        assert_eq!(scenario.expect("a scenario").run.fights, 8);
    }

    #[test]
    fn what_a_flag_takes_the_place_of_is_checked() {
        let text = "[run]\nfights = 0\nprecision = true\nseed = -4\nround_cap = 0\nseats = 'x'\ntables = 3\n";
        let overrides = Overrides {
            fights: Some(9),
            seed: Some(0),
            round_cap: Some(3),
            seats: Some(Seats::One),
            tables: Some(false),
            ..Overrides::default()
        };
        let (_, faults) = duel(text, &overrides);
        assert_eq!(faults.len(), 6);
    }

    #[test]
    fn what_is_not_said_is_as_the_rows_say() {
        let (scenario, faults) = duel("", &Overrides::default());
        assert!(faults.is_empty());
        let run = scenario.expect("a scenario").run;
        assert_eq!(run, RunSettings::default());
        let row = FieldSpec::find(RUN, "fights").expect("a row");
        assert_eq!(row.unsaid.to_string(), run.fights.to_string());
    }

    #[test]
    fn settings_out_of_range_are_faults_wherever_they_come_from() {
        let text = "[run]\nfights = 0\nseed = -1\nround_cap = 10_001\nseats = 'all'\ntables = 'few'\nfast = 1\n";
        let (_, found) = duel(text, &Overrides::default());
        assert_eq!(
            told(&found),
            faults([
                ("scenario::range", "0"),
                ("scenario::range", "-1"),
                ("scenario::range", "10_001"),
                ("scenario::word", "'all'"),
                ("scenario::type", "'few'"),
                ("scenario::unknown-key", "fast"),
            ])
        );
        let overrides = Overrides {
            fights: Some(1_000_000_000_001),
            seed: Some(u64::MAX),
            round_cap: Some(0),
            ..Overrides::default()
        };
        let (_, found) = duel("", &overrides);
        assert_eq!(
            told(&found),
            faults([
                ("scenario::range", "1000000000001"),
                ("scenario::range", "18446744073709551615"),
                ("scenario::range", "0"),
            ])
        );
        assert!(found.render(false, 100).contains("[--round-cap:1:1]"));
    }

    fn run(text: &str, overrides: &Overrides) -> (u64, Option<String>) {
        let (scenario, faults) = duel(&format!("[run]\n{text}\n"), overrides);
        assert!(faults.is_empty(), "{}", faults.render(false, 100));
        let run = scenario.expect("a scenario").run;
        (run.fights, run.precision.map(|p| p.to_string()))
    }

    #[test]
    fn fights_beside_a_precision_are_the_most_there_are() {
        let none = Overrides::default();
        let half = Some("0.5%".to_owned());
        let most = MOST_FIGHTS.cast_unsigned();
        assert_eq!(run("precision = '0.5 %'", &none), (most, half.clone()));
        assert_eq!(run("precision = '0.5%'\nfights = 7", &none), (7, half));
    }

    #[test]
    fn the_command_line_s_word_replaces_all_that_the_file_says_of_how_much() {
        let fights = Overrides {
            fights: Some(9),
            ..Overrides::default()
        };
        let precision = Overrides {
            precision: Some(Percent::new(2)),
            ..Overrides::default()
        };
        let both = Overrides {
            fights: Some(9),
            ..precision.clone()
        };
        let text = "precision = '0.5%'\nfights = 7";
        let two = Some("2%".to_owned());
        assert_eq!(run(text, &fights), (9, None));
        let most = MOST_FIGHTS.cast_unsigned();
        assert_eq!(run(text, &precision), (most, two.clone()));
        assert_eq!(run(text, &both), (9, two));
    }

    #[test]
    fn a_precision_that_makes_no_sense_is_a_fault_at_its_place() {
        for text in [
            "0%",
            "-1%",
            "100%",
            "25.1%",
            "0.00001%",
            "0.5",
            "half",
            "",
            "%",
            "0.0000001%",
        ] {
            let quoted = format!("'{text}'");
            let (_, found) = duel(
                &format!("[run]\nprecision = {quoted}\n"),
                &Overrides::default(),
            );
            assert_eq!(told(&found), faults([("scenario::precision", &quoted)]));
        }
        for number in ["0.5", "0", "1"] {
            let (_, found) = duel(
                &format!("[run]\nprecision = {number}\n"),
                &Overrides::default(),
            );
            assert_eq!(told(&found), faults([("scenario::type", number)]));
        }
    }
}
