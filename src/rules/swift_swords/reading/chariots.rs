//! Who drives which chariots.
//!
//! Clauses: SST-36-2, SST-36-3. What a team and its chariot are in a fight is in `mob` and `cover`. Left out: light and
//! heavy chariots, which differ in crew and pace only [SST-36-4].

use crate::scenario::{Fault, Faults, Fields, Node};

/// Teams, by what a stat block calls them.
pub(crate) const TEAMS: &[&str] = &["two-horse", "four-horse"];

/// Nations, and whether teams of four are known there; teams of two are everywhere [SST-36-3].
pub(crate) const NATIONS: [(&str, bool); 9] = [
    ("egyptian", false),
    ("kushite", true),
    ("libyan", true),
    ("carthaginian", true),
    ("syrian", false),
    ("hittite", false),
    ("mitanni", false),
    ("babylonian", true),
    ("assyrian", true),
];

/// The chariot of a stat block: whether it has four horses.
pub(crate) fn read(f: &mut Fields<'_>, node: &Node, faults: &Faults) -> Option<bool> {
    let four = f.word("chariot").map(|team| team == 1);
    let Some(nation) = f.word("nation") else {
        return four;
    };
    let (name, fours) = NATIONS[nation];
    match four {
        None => faults.push(Fault::at(
            "swift-swords::chariot-team",
            node.span,
            "`nation` says which chariots there are, and there is none",
            "a nation and no `chariot`",
        )),
        Some(true) if !fours => faults.push(Fault::at(
            "swift-swords::chariot-team",
            node.span,
            format!("the chariots of `{name}` have two horses"),
            "a team of four",
        )),
        Some(_) => {}
    }
    four
}
