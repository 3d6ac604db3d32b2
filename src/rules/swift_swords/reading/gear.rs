//! What a stat block has on and about it: armour, shield, weapons, spells, and other names of tables.
//!
//! Clauses: SST-0-6, SST-10-9..11, SST-12-3, SST-16-2, SST-32-1.

use indexmap::IndexMap;

use super::sheet::Track;
use super::tables::{MEDIUM, Tables};
use crate::scenario::tables::{known_name, known_names};
use crate::scenario::{Fault, Faults, Fields, Span, Value};

/// Most weapons that one combatant carries.
pub(crate) const MOST_CARRIED: usize = 4;

/// A spell that is cast at enemies [SST-10-11].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Spell {
    pub dice: u8,
    /// A place in the table of codes.
    pub code: u8,
    /// What it hurts.
    pub track: Track,
    /// Whether Block and armour help against it.
    pub stopped: bool,
}

/// What armour or a shield is worth: a number, or the name of a row.
pub(crate) fn worn(
    f: &mut Fields<'_>,
    key: &'static str,
    rows: &IndexMap<String, u8>,
    faults: &Faults,
) -> u8 {
    let Some(node) = f.node(key) else { return 0 };
    let Value::Text(name) = &node.value else {
        return f.whole_as(key).unwrap_or(0);
    };
    let place = format!("in the table of {key}s");
    let unknown = ("swift-swords::unknown-gear", key, &*place);
    let known = || rows.keys().map(String::as_str);
    let at = known_name((name, node.span), known, unknown, faults);
    at.map_or(0, |at| rows[at])
}

/// The weapons, or the one that goes with the size.
pub(crate) fn carries(
    f: &mut Fields<'_>,
    of_size: Option<&str>,
    tables: &Tables,
    faults: &Faults,
) -> Vec<String> {
    let Some(names) = f.texts("carries") else {
        let known = of_size.filter(|name| tables.weapons.contains_key(*name));
        return known.into_iter().map(str::to_owned).collect();
    };
    if let Some((_, span)) = names.get(MOST_CARRIED) {
        let (code, label) = ("swift-swords::carries-too-much", "one too many");
        let message = format!("more than {MOST_CARRIED} weapons carried");
        faults.push(Fault::at(code, *span, message, label));
    }
    let known = || tables.weapons.keys().map(String::as_str);
    let (code, place) = ("swift-swords::unknown-weapon", "in the weapon table");
    known_names(names, known, (code, "weapon", place), faults)
}

/// The place of a row by its name.
pub(crate) fn row<T>(
    name: Option<(&str, Span)>,
    kind: &str,
    rows: &IndexMap<String, T>,
    faults: &Faults,
) -> Option<u8> {
    let unknown = ("swift-swords::unknown-row", kind, "in its table");
    let known = || rows.keys().map(String::as_str);
    let at = known_name(name?, known, unknown, faults)?;
    Some(u8::try_from(at).expect("tables are short"))
}

/// A name, but for `"none"`, which is as good as none, for an axis that begins without.
pub(crate) fn any(name: Option<(&str, Span)>) -> Option<(&str, Span)> {
    name.filter(|(name, _)| *name != "none")
}

/// A damage code by name.
pub(crate) fn code(
    f: &mut Fields<'_>,
    key: &'static str,
    tables: &Tables,
    faults: &Faults,
) -> Option<u8> {
    row(f.text(key), "damage code", &tables.codes, faults)
}

/// `{ dice = 5, code = "heavy", track = "mental" }`.
pub(crate) fn spell(f: &mut Fields<'_>, tables: &Tables, faults: &Faults) -> Option<Spell> {
    let (mut fields, _) = f.inner("cast", "`cast`")?;
    let spell = Spell {
        dice: fields.number("dice"),
        code: code(&mut fields, "code", tables, faults).unwrap_or(MEDIUM),
        track: fields.choice("track", Track::ALL),
        stopped: fields.flag("stopped"),
    };
    fields.finish();
    Some(spell)
}
