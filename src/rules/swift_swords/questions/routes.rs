//! Where somebody can go, and how far in one move.
//!
//! Clauses: SST-8-5, SST-19-5, SST-37-1.

use crate::fight::FighterId;
use crate::rules::swift_swords::nouns::{NO_WAY, View, Way, Wits};

impl<const N: usize> View<'_, N> {
    /// Whether somebody could get away from its enemies at all, and be the better for it.
    pub(crate) fn can_retreat(self, who: FighterId) -> bool {
        let body = self.body(who);
        self.arena.field.count() == 1 || body.group != 0 || self.refuge(who) != body.zone
    }

    /// Whether somebody lies on the ground and could stand up.
    pub(crate) fn can_stand(self, who: FighterId) -> bool {
        let body = self.body(who);
        body.prone && body.close == 0 && !body.injuries.legless
    }

    /// The zone that somebody can reach and that is farthest from the nearest enemy; the own one, then the first, of several.
    pub(crate) fn refuge(self, who: FighterId) -> u8 {
        let here = self.body(who).zone;
        let foes = self.foes(who);
        let far = |zone: u8| {
            let distances = foes.iter().map(|foe| {
                let there = self.body(foe).zone;
                self.arena.field.ways.distance(zone, there)
            });
            distances.min().unwrap_or(0)
        };
        let count = u8::try_from(self.arena.field.count()).expect("few zones");
        let (mut best, mut most) = (here, far(here));
        for zone in (0..count).filter(|&zone| self.arena.field.ways.distance(here, zone) != NO_WAY)
        {
            if far(zone) > most {
                (best, most) = (zone, far(zone));
            }
        }
        best
    }

    /// Zones that somebody gets in one move [SST-8-5, SST-37-1].
    pub(crate) fn speed(self, who: FighterId) -> u8 {
        let fighter = self.fighter(who);
        fighter.flies.map_or(fighter.speed, |flight| flight.speed)
    }

    /// Zones that somebody comes nearer in a charge: from the air as many as in a dive, else no more than one [SST-8-5, SST-37-1].
    pub(crate) fn rush(self, who: FighterId) -> u8 {
        match self.fighter(who).flies {
            Some(flight) if self.aloft(who) => flight.dive,
            _ => self.speed(who).min(1),
        }
    }

    /// Whether the dice of somebody pay for getting away.
    #[inline]
    pub(crate) fn pays_for_retreat(self, who: FighterId) -> bool {
        let cost = Way::Retreat.cost(self, who);
        cost.fits(self.body(who).hand)
    }

    /// Whether somebody gets away in its next turn, whatever it would rather do: its last option is one, too [SST-7-7, SST-19-5].
    #[inline]
    pub(crate) fn must_retreat(self, who: FighterId) -> bool {
        let body = self.body(who);
        matches!(body.wits, Wits::Panicked { .. })
            && body.held.is_none()
            && self.pays_for_retreat(who)
    }
}
