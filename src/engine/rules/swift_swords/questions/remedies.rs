//! Which creatures a remedy can help.
//!
//! Clauses: SST-3-12, SST-28-1. Interpretation: a remedy without a range needs a touch, which reaches as far
//! as a melee attack without a reach weapon.

use crate::fight::FighterId;
use crate::rules::swift_swords::nouns::{Cure, Daze, Remedy, Track, View, Wits};

impl View<'_> {
    /// Returns whether a creature may use its remedy `slot` on `patient`. The remedy must have an effect on
    /// the patient.
    pub(crate) fn may_heal(self, who: FighterId, slot: u8, patient: FighterId) -> bool {
        let remedy = self.arena.remedy(who, slot);
        remedy.is_left(self.body(who).uses, slot)
            && remedy.serves(who, patient)
            && self.state.fighting.has(patient)
            && (patient == who || self.brings_help(who, remedy, patient))
            && self.helps(remedy, patient)
    }

    /// Returns whether `who` can use this remedy on `patient` from where it is.
    fn brings_help(self, who: FighterId, remedy: &Remedy, patient: FighterId) -> bool {
        let [here, there] = [who, patient].map(|who| self.body(who).zone);
        match remedy.range {
            Some(range) => {
                self.distance(who, patient) <= range && self.arena.ground.sees(here, there)
            }
            None => self.state.reaches(who, patient),
        }
    }

    fn helps(self, remedy: &Remedy, patient: FighterId) -> bool {
        let gives = |track: Track| {
            let direct = self.body(patient).losses[track as usize].direct;
            remedy.ranks[track as usize].max() > 0 && direct > 0
        };
        Track::ALL.into_iter().any(gives)
            || (Cure::ALL.into_iter()).any(|cure| remedy.ends(cure) && self.suffers(patient, cure))
    }

    /// Returns the number of Ranks that a creature has lost, on both tracks together.
    pub(crate) fn lost(self, who: FighterId) -> u8 {
        let losses = self.body(who).losses;
        losses.iter().map(|losses| losses.total()).sum()
    }

    /// Returns whether a creature suffers from this kind of harm.
    pub(crate) fn suffers(self, who: FighterId, cure: Cure) -> bool {
        let body = self.body(who);
        match cure {
            Cure::Stun => body.states.has(Daze::Stun),
            Cure::Shock => body.states.has(Daze::Shock),
            Cure::Doubt => body.states.has(Daze::Doubt),
            Cure::Panic => body.wits != Wits::Calm,
            Cure::Bleeding => body.injuries.bleeding != 0,
            Cure::Afflictions => body.suffers.count() > 0,
        }
    }

    /// Returns whether a creature suffers from any kind of harm that remedies can end.
    pub(crate) fn ails(self, who: FighterId) -> bool {
        Cure::ALL.into_iter().any(|cure| self.suffers(who, cure))
    }
}
