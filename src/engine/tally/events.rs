//! How often a book's own events happen in a fight, and how much health is left at its end.

use super::{Count, Tally};
use crate::fight::{CombatantId, EventId, SideId, WHOLE};

/// How often something happens in a fight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PerFight {
    /// On average.
    pub mean: f64,
    /// The standard error of that; `None` where too few fights were played to tell, and where odds are worked out.
    pub error: Option<f64>,
}

impl<C: Count> Tally<C> {
    /// How often an event happens to the fighters of a side, or is their doing, in a fight. `None` where it never did.
    pub fn event(&self, side: SideId, event: EventId) -> Option<PerFight> {
        self.per_fight(self.layout.event(side, event))
    }

    /// With how much health how many of a combatant's fighters stand at the end of a fight: ascending, none with nobody.
    pub fn health_left(&self, combatant: CombatantId) -> impl Iterator<Item = (u32, PerFight)> {
        (0..)
            .zip(self.layout.health(combatant))
            .filter_map(|(health, cell)| Some((health, self.per_fight(cell)?)))
    }

    /// How much net damage a combatant's fighters do in a fight. `None` without fights.
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
