//! How much is played: the `[run]` table and the flags that go before it.

use super::{Entry, Faults, Fields, Overrides, RunSettings, Seats, Span, Table, parse};

const MOST_FIGHTS: i64 = 1_000_000_000_000;
const MOST_ROUNDS: i64 = 10_000;

impl Default for RunSettings {
    fn default() -> Self {
        Self {
            fights: 100_000,
            seed: 1,
            round_cap: 100,
            seats: Seats::One,
            tables: true,
        }
    }
}

/// Writes the command line's flags into the tree's `[run]`, where they are checked like the file's own values.
pub(super) fn flags(overrides: &Overrides, run: &mut Table, faults: &mut Faults) {
    let seats = overrides.seats.map(|seats| match seats {
        Seats::One => "one",
        Seats::Both => "both",
    });
    let flags = [
        ("fights", overrides.fights.map(|n| n.to_string())),
        ("seed", overrides.seed.map(|n| n.to_string())),
        ("round_cap", overrides.round_cap.map(|n| n.to_string())),
        ("seats", seats.map(str::to_owned)),
        ("tables", overrides.tables.map(|tables| tables.to_string())),
    ];
    for (key, flag) in flags {
        let Some(text) = flag else { continue };
        let end = text.len();
        let name = format!("--{}", key.replace('_', "-"));
        let source = faults.sources_mut().add(name, text);
        let node = parse::value(source, 0..end, faults).expect("numbers and words are values");
        let span = node.span;
        run.insert(key, Entry { key: span, node });
    }
}

/// Reads `[run]`.
pub(super) fn settings(run: &Table, span: Span, faults: &Faults) -> RunSettings {
    let mut fields = Fields::new(run, span, "`run`", faults);
    let default = RunSettings::default();
    let settings = RunSettings {
        fights: fields
            .whole("fights", 1..=MOST_FIGHTS)
            .map_or(default.fights, i64::cast_unsigned),
        seed: fields
            .whole("seed", 0..=i64::MAX)
            .map_or(default.seed, i64::cast_unsigned),
        round_cap: fields
            .whole("round_cap", 1..=MOST_ROUNDS)
            .and_then(|rounds| u32::try_from(rounds).ok())
            .unwrap_or(default.round_cap),
        seats: match fields.word("seats", &["one", "both"]) {
            Some(1) => Seats::Both,
            _ => Seats::One,
        },
        tables: fields.truth("tables").unwrap_or(default.tables),
    };
    fields.finish();
    settings
}

#[cfg(test)]
mod tests {
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
}
