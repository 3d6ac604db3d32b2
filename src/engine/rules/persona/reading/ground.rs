//! Reads the field and the starting places.
//!
//! Clauses: PER-2-1, PER-6-1, PER-6-2, PER-7-7, PER-12.30-2, PER-13.7-1.

use crate::dice::Throw;
use crate::frame::draft::places_of;
use crate::rules::persona::fields::PLACE;
use crate::rules::persona::rules::Ranges;
use crate::scenario::{Fault, Faults, Fields, Matchup, Node, fit, number};

/// The contents of the table `[field]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ground {
    /// The modifier of BS attack tests in each range bracket, nearest first.
    pub range_mods: [i32; 6],
    /// Upper ends of the range brackets. The last bracket has no upper end [PER-6-1].
    brackets: [i32; 5],
    pub crash_low: Throw,
    pub crash_high: Throw,
    pub obstacles: Vec<i32>,
    pub ledges: Vec<i32>,
    pub ledge: Throw,
}

impl Ground {
    /// Returns the modifier of a BS attack test at this distance [PER-6-1].
    #[inline]
    pub(crate) fn range_mod(&self, distance: i32) -> i32 {
        let bracket = self.brackets.iter().position(|&end| distance <= end);
        self.range_mods[bracket.unwrap_or(self.brackets.len())]
    }
}

/// Reads the field. `ranges` are the upper ends of the range brackets, from the numbers of the rules.
pub(crate) fn read(mut fields: Fields<'_>, ranges: Ranges, faults: &Faults) -> Ground {
    let range_mods = match fields.inner("range_mods", "`field.range_mods`") {
        None => [0; 6],
        Some((mut inner, _)) => {
            let keys = [
                "assault",
                "close",
                "medium",
                "long",
                "very_long",
                "longshot",
            ];
            let mods = keys.map(|key| inner.number(key));
            inner.finish();
            mods
        }
    };
    let Ranges {
        assault,
        close,
        medium,
        long,
        very_long,
    } = ranges;
    let ground = Ground {
        range_mods,
        brackets: [assault, close, medium, long, very_long],
        crash_low: fall(&mut fields, "crash_low", Throw::new(6, 10, 0), faults),
        crash_high: fall(&mut fields, "crash_high", Throw::new(20, 10, 0), faults),
        obstacles: places(&mut fields, "obstacle_at", faults),
        ledges: places(&mut fields, "ledge_at", faults),
        ledge: fall(&mut fields, "ledge", Throw::new(1, 10, 0), faults),
    };
    fields.finish();
    ground
}

/// Reads the damage of a fall. Reports a fault if the damage can be below 0.
fn fall(fields: &mut Fields<'_>, key: &'static str, unsaid: Throw, faults: &Faults) -> Throw {
    let throw = fields.throw(key).unwrap_or(unsaid);
    if throw.min() < 0 {
        let span = fields.node(key).map(|node| node.span);
        faults.push(Fault {
            code: "persona::fall",
            message: format!("`{key}` is {throw}, which can be below 0"),
            span,
            label: "damage of a fall must be 0 or more".to_owned(),
            help: None,
        });
    }
    throw
}

fn places(fields: &mut Fields<'_>, key: &'static str, faults: &Faults) -> Vec<i32> {
    let list = fields.list(key).map_or(&[][..], |(list, _)| list);
    let mut places: Vec<i32> = Vec::new();
    for node in list {
        let Some(place) = number(PLACE, node, &format!("`{key}`"), faults).map(fit) else {
            continue;
        };
        if places.contains(&place) {
            let message = format!("`{key}` has {place} twice");
            let label = "repeated";
            faults.push(Fault::at("scenario::duplicate", node.span, message, label));
        }
        places.push(place);
    }
    places
}

/// Returns the starting places of the fighters, in listing order [PER-2-1].
pub(crate) fn starts(matchup: &Matchup, faults: &Faults) -> Vec<i32> {
    let place = |node: &Node| fit(number(PLACE, node, "`at`", faults).unwrap_or(0));
    places_of(&matchup.sides, 0, place, "persona::places", faults)
}
