//! Reads the equipment in a stat block: armour, shield, weapons, spells, and other keys that name table rows.
//!
//! Clauses: SST-0-6, SST-5-7, SST-5-8, SST-10-9..11, SST-12-3, SST-16-2, SST-32-1.

use indexmap::IndexMap;

use super::sheet::Track;
use super::tables::{Code, MEDIUM, Tables};
use crate::scenario::tables::{check_count, known_name, known_names};
use crate::scenario::{Fields, Value};

/// Maximum number of weapons that one combatant carries.
pub(crate) const MOST_CARRIED: usize = 4;

/// Maximum number of Action Dice that all situations together add or subtract.
const MOST_MORE: i32 = 20;

/// A spell that is cast at enemies [SST-10-11].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Spell {
    pub dice: u8,
    pub code: Code,
    /// The track on which the spell does damage.
    pub track: Track,
    /// Whether Block and armour work against the spell.
    pub stopped: bool,
}

/// Returns the value of armour or of a shield, given as a number or as the name of a table row.
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

/// Returns the value of a key that may be given as a number or as the name of a row of `table`. Returns
/// `None` if the key is missing or the name is unknown.
pub(super) fn figure(
    f: &mut Fields<'_>,
    key: &'static str,
    (table, rows): (&str, &IndexMap<String, u8>),
) -> Option<u8> {
    let node = f.node(key)?;
    let Value::Text(name) = &node.value else {
        return f.whole_as(key);
    };
    let place = format!("in `{table}`");
    let unknown = ("swift-swords::unknown-row", "row", &*place);
    let known = || rows.keys().map(String::as_str);
    let at = known_name((name, node.span), known, unknown, f.faults())?;
    Some(rows[at])
}

/// Returns how many Action Dice the situations in the stat block add, all together. May be negative
/// [SST-5-8].
pub(super) fn situations(f: &mut Fields<'_>, rows: &IndexMap<String, i8>) -> i8 {
    let unknown = ("swift-swords::unknown-row", "situation", "in `situations`");
    let known = || rows.keys().map(String::as_str);
    let names = f.texts_once("situations").unwrap_or_default();
    let names = names.into_iter();
    let all = names.filter_map(|name| known_name(name, known, unknown, f.faults()));
    let sum: i32 = all.map(|at| i32::from(rows[at])).sum();
    i8::try_from(sum.clamp(-MOST_MORE, MOST_MORE)).expect("clamped")
}

/// Returns the names of the weapons in a stat block. Without any, returns `of_size`, the weapon for the
/// creature's size.
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

/// Returns the table row that this key names. Returns `None` if the key is missing or the name is unknown.
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

/// Returns the table row that this key names, or `None` for `"none"`. With this word, a study can compare the
/// key with and without a row.
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

/// Returns the damage code that this key names, or the code with index `unsaid` if the key is missing.
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
