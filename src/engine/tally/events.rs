//! How often the events of a rulebook happen in a fight, and how much health is left at its end.

use super::{Count, Tally};
use crate::fight::{CombatantId, EventId, SideId, WHOLE};

/// How often an event happens in a fight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PerFight {
    /// The mean number per fight.
    pub mean: f64,
    /// The standard error of the mean. `None` for exact odds, and if too few fights were played to estimate
    /// it.
    pub error: Option<f64>,
}

impl<C: Count> Tally<C> {
    /// Returns how often an event happens in a fight to the fighters of a side, or is done by them. `None` if
    /// it never happened.
    pub fn event(&self, side: SideId, event: EventId) -> Option<PerFight> {
        self.per_fight(self.layout.event(side, event))
    }

    /// Returns the health values that a combatant's standing fighters have at the end of a fight, ascending.
    /// Each comes with the mean number of fighters that have it. Values that never occur are left out.
    pub fn health_left(&self, combatant: CombatantId) -> impl Iterator<Item = (u32, PerFight)> {
        (0..)
            .zip(self.layout.health(combatant))
            .filter_map(|(health, cell)| Some((health, self.per_fight(cell)?)))
    }

    /// Returns the damage that a combatant's fighters do in a fight, after armour. `None` if no fights were
    /// played.
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
