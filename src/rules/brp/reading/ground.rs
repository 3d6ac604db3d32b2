//! Where fighters start; and whom and what stat blocks name.
//!
//! Clauses: BRP-5.6-3, BRP-X-6, BRP-X-10.

use crate::rules::brp::fields::PLACE;
use crate::rules::draft::places_of;
use crate::scenario::tables::combatants;
use crate::scenario::{Faults, Matchup, Node, Span, Table, fit, number};

/// Start positions in centimetres, in listing order [BRP-X-10].
pub(crate) fn places(matchup: &Matchup, faults: &Faults) -> Vec<i32> {
    let place = |node: &Node| fit(number(PLACE, node, "`at`", faults).unwrap_or(0));
    places_of(&matchup.sides, 0, place, "brp::places", faults)
}

/// Checks the names of those that stat blocks are unaware of. They are checked as written, so that other faults of a stat
/// block hide none of these.
pub(crate) fn check_unaware(matchup: &Matchup, faults: &Faults) {
    let tree = &matchup.tree;
    let sides = matchup.sides.iter().map(|side| side.name.as_str());
    let all: Vec<&str> = combatants(tree)
        .map(|(name, _)| name)
        .chain(sides)
        .collect();
    for (_, block) in combatants(tree) {
        for (name, span) in texts(block, "unaware_of") {
            if !all.contains(&name) {
                let known = all.iter().copied();
                let (code, kind) = ("scenario::unknown-combatant", "combatant or side");
                faults.unknown(code, kind, name, span, known, "in this scenario");
            }
        }
    }
}

/// The text of a key, or those in its list; what is none has been noted where the stat block was read.
fn texts<'n>(block: &'n Node, key: &str) -> impl Iterator<Item = (&'n str, Span)> {
    let node = block.as_table().and_then(|table| table.get(key));
    let list = node.map_or(&[][..], |node| {
        node.as_list().unwrap_or(std::slice::from_ref(node))
    });
    list.iter()
        .filter_map(|node| Some((node.as_text()?, node.span)))
}

/// The names of the armour that a stat block wears.
pub(crate) fn armour<'t>(tree: &'t Table, combatant: &str) -> impl Iterator<Item = &'t str> {
    let block = combatants(tree).find(|&(name, _)| name == combatant);
    let worn = block
        .into_iter()
        .flat_map(|(_, block)| texts(block, "armour"));
    worn.map(|(name, _)| name)
}
