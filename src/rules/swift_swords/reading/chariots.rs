//! Who drives which chariots.
//!
//! Clauses: SST-36-2, SST-36-3. What a team and its chariot are in a fight is in `mob` and `cover`. Left out: light and
//! heavy chariots, which differ in crew and pace only [SST-36-4].

use crate::rules::swift_swords::fields::NATIONS;
use crate::scenario::{Fault, Faults, Fields, Node};

/// The chariot of a stat block: whether it has four horses.
pub(crate) fn read(f: &mut Fields<'_>, node: &Node, faults: &Faults) -> Option<bool> {
    let four = f.word("chariot").map(|team| team == 1);
    let Some(nation) = f.word("nation") else {
        return four;
    };
    let (name, fours) = NATIONS[nation];
    let (code, span) = ("swift-swords::chariot-team", node.span);
    if four.is_none() {
        let message = "`nation` says which chariots there are, and there is none";
        faults.push(Fault::at(code, span, message, "a nation and no `chariot`"));
    } else if four == Some(true) && !fours {
        let message = format!("the chariots of `{name}` have two horses");
        faults.push(Fault::at(code, span, message, "a team of four"));
    }
    four
}
