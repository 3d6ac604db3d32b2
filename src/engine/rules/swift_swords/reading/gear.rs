//! Equipment of a stat block: armour, shield, weapons, spells, and other names of table rows.
//!
//! Clauses: SST-0-6, SST-10-9..11, SST-12-3, SST-16-2, SST-32-1.

use indexmap::IndexMap;

use super::sheet::Track;
use super::tables::{Code, MEDIUM, Tables};
use crate::scenario::tables::{check_count, known_name, known_names};
use crate::scenario::{Fields, Value};

/// Maximum number of weapons that one combatant carries.
pub(crate) const MOST_CARRIED: usize = 4;

/// A spell that is cast at enemies [SST-10-11].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Spell {
    pub dice: u8,
    pub code: Code,
    /// The track that it hurts.
    pub track: Track,
    /// Whether Block and armour work against it.
    pub stopped: bool,
}

/// The value of armour or a shield: a number, or the name of a row.
pub(crate) fn worn(f: &mut Fields<'_>, key: &'static str, rows: &IndexMap<String, u8>) -> u8 {
    let Some(node) = f.node(key) else { return 0 };
    let Value::Text(name) = &node.value else {
        return f.whole_as(key).unwrap_or(0);
    };
    let place = format!("in the table of {key}s");
    let unknown = ("swift-swords::unknown-gear", key, &*place);
    let known = || rows.keys().map(String::as_str);
    let at = known_name((name, node.span), known, unknown, f.faults());
    at.map_or(0, |at| rows[at])
}

/// The weapons, or else the one of the creature's size.
pub(crate) fn carries(f: &mut Fields<'_>, of_size: Option<&str>, tables: &Tables) -> Vec<String> {
    let Some(names) = f.texts("carries") else {
        let known = of_size.filter(|name| tables.weapons.contains_key(*name));
        return known.into_iter().map(str::to_owned).collect();
    };
    let code = "swift-swords::carries-too-much";
    check_count(&names, MOST_CARRIED, (code, "weapons carried"), f.faults());
    let known = || tables.weapons.keys().map(String::as_str);
    let (code, place) = ("swift-swords::unknown-weapon", "in the weapon table");
    known_names(names, known, (code, "weapon", place), f.faults())
}

/// The row that this key names.
pub(crate) fn row<T: Copy>(
    f: &mut Fields<'_>,
    key: &'static str,
    kind: &str,
    rows: &IndexMap<String, T>,
) -> Option<T> {
    let unknown = ("swift-swords::unknown-row", kind, "in its table");
    let known = || rows.keys().map(String::as_str);
    let at = known_name(f.text(key)?, known, unknown, f.faults())?;
    Some(rows[at])
}

/// The row that this key names, or `None` for `"none"`, so that an axis of a study may begin without.
pub(crate) fn any<T: Copy>(
    f: &mut Fields<'_>,
    key: &'static str,
    kind: &str,
    rows: &IndexMap<String, T>,
) -> Option<T> {
    let (name, span) = f.text(key)?;
    let found = rows.get(name).copied();
    if found.is_none() && name != "none" {
        let known = rows.keys().map(String::as_str).chain(["none"]);
        let (code, place) = ("swift-swords::unknown-row", "in its table");
        (f.faults()).unknown(code, kind, name, span, known, place);
    }
    found
}

/// A damage code by name; without a name, the one at this index of the table.
pub(crate) fn code(f: &mut Fields<'_>, key: &'static str, unsaid: u8, tables: &Tables) -> Code {
    let code = row(f, key, "damage code", &tables.codes);
    code.unwrap_or(tables.codes[usize::from(unsaid)])
}

/// Reads a spell, such as `{ dice = 5, code = "heavy", track = "mental" }`.
pub(crate) fn spell(f: &mut Fields<'_>, tables: &Tables) -> Option<Spell> {
    let (mut fields, _) = f.inner("cast", "`cast`")?;
    let spell = Spell {
        dice: fields.number("dice"),
        code: code(&mut fields, "code", MEDIUM, tables),
        track: fields.choice("track", Track::ALL),
        stopped: fields.flag("stopped"),
    };
    fields.finish();
    Some(spell)
}
