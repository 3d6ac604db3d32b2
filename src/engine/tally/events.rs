//! Frequencies of a book's own events in a fight, and the health left at its end.

use super::{Count, Tally};
use crate::fight::{CombatantId, EventId, SideId, WHOLE};

/// The frequency of an event in a fight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PerFight {
    /// The mean.
    pub mean: f64,
    /// Its standard error; `None` if too few fights were played to estimate it, and for exact odds.
    pub error: Option<f64>,
}

impl<C: Count> Tally<C> {
    /// The frequency of an event that happens to the fighters of a side, or is their doing. `None` if it never
    /// occurred.
    pub fn event(&self, side: SideId, event: EventId) -> Option<PerFight> {
        self.per_fight(self.layout.event(side, event))
    }

    /// For each remaining health, the number of a combatant's fighters that stand with it at the end of a fight;
    /// ascending, without zeros.
    pub fn health_left(&self, combatant: CombatantId) -> impl Iterator<Item = (u32, PerFight)> {
        (0..)
            .zip(self.layout.health(combatant))
            .filter_map(|(health, cell)| Some((health, self.per_fight(cell)?)))
    }

    /// The net damage that a combatant's fighters do in a fight. `None` without fights.
    pub fn damage_per_fight(&self, combatant: CombatantId) -> Option<PerFight> {
        let fights = self.fights();
        let place = self.layout.batched.len() + combatant.index();
        (!fights.is_nothing()).then(|| PerFight {
            mean: self.damage_dealt(combatant).number() / fights.number(),
            error: self.batches.error(place, fights.number(), 1.0),
        })
    }

    fn per_fight(&self, cell: usize) -> Option<PerFight> {
        let (count, fights) = (self.counts[cell], self.fights().number());
        if count.is_nothing() {
            return None;
        }
        #[expect(clippy::cast_precision_loss, reason = "a power of two")]
        let whole = WHOLE as f64;
        let place = cell - self.layout.batched.start;
        let error = self.batches.error(place, fights, whole);
        Some(PerFight {
            mean: count.number() / whole / fights,
            error: error.map(|error| error / whole),
        })
    }
}
