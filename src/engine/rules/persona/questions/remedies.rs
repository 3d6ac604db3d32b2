//! Which fighters a remedy can help.
//!
//! Clauses: PER-12.21-1, PER-12.22-1.

use crate::fight::FighterId;
use crate::rules::persona::nouns::scene::View;
use crate::rules::persona::reading::remedies::{Cure, Remedy};

impl View<'_> {
    /// Returns whether a fighter may use its remedy `slot` on `patient`. The remedy must have an effect on
    /// the patient.
    pub(crate) fn may_heal(self, who: FighterId, slot: u8, patient: FighterId) -> bool {
        let remedy = self.arena.remedy(who, slot);
        let range = remedy.range.unwrap_or(self.numbers().moves.adjacent);
        remedy.is_left(self.body(who).uses, slot)
            && remedy.serves(who, patient)
            && self.state.fighting.has(patient)
            && (patient == who || self.distance(who, patient) <= range)
            && self.helps(remedy, patient)
    }

    fn helps(self, remedy: &Remedy, who: FighterId) -> bool {
        remedy.wounds.max() > 0 && self.lost(who) > 0
            || remedy.fatigue.max() > 0 && self.body(who).fatigue > 0
            || (Cure::ALL.into_iter()).any(|cure| remedy.ends(cure) && self.suffers(who, cure))
    }

    /// Returns the number of wounds that a fighter has lost.
    pub(crate) fn lost(self, who: FighterId) -> i16 {
        self.fighter(who).wounds - self.body(who).wounds
    }

    pub(crate) fn suffers(self, who: FighterId, cure: Cure) -> bool {
        let body = self.body(who);
        match cure {
            Cure::Prone => body.prone,
            Cure::Stunned => body.stunned > 0,
            Cure::Pinned => body.pinned,
            Cure::Immobilised => body.immobilised,
        }
    }

    /// Returns whether a fighter is fatigued or has a condition that remedies can end. Being prone does not
    /// count.
    pub(crate) fn ails(self, who: FighterId) -> bool {
        let mut cures = Cure::ALL.into_iter().skip(1);
        self.body(who).fatigue > 0 || cures.any(|cure| self.suffers(who, cure))
    }
}
