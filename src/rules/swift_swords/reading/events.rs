//! What strikes at the mind of a whole side from outside the fight, as the scenario has it.
//!
//! Clauses: SST-19-7.

use crate::fight::SideId;
use crate::rules::swift_swords::fields::EVENT;
use crate::scenario::tables::row;
use crate::scenario::{Faults, Fields, Side, side_named};

/// What faults call a side that is not there.
pub(crate) const UNKNOWN_SIDE: &str = "swift-swords::unknown-side";

/// Something that strikes at the mind of a whole side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Event {
    pub round: u32,
    pub side: SideId,
    /// Mental Ranks that it costs; negative: that it gives back.
    pub ranks: i8,
    /// Whether a SPIRIT roll averts it.
    pub test: bool,
}

/// Reads `events = [{ round = 2, side = "orcs", ranks = 1, test = true }]`.
pub(crate) fn read(fields: &mut Fields<'_>, sides: &[Side], faults: &Faults) -> Vec<Event> {
    let Some((list, _)) = fields.list("events") else {
        return Vec::new();
    };
    list.iter()
        .filter_map(|node| {
            let mut row = row("events", node, "event".to_owned(), EVENT, faults)?;
            let round = row.whole_as("round");
            let side = row.text("side");
            let side = side.and_then(|side| side_named(sides, side, UNKNOWN_SIDE, faults));
            let ranks = row.whole_as("ranks");
            let code = "swift-swords::no-use";
            row.check_use("ranks", ranks != Some(0), code, "it costs nothing");
            let test = row.flag("test");
            row.finish();
            Some(Event {
                round: round?,
                side: SideId::at(side?),
                ranks: ranks?,
                test,
            })
        })
        .collect()
}
