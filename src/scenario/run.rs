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
    };
    fields.finish();
    settings
}
