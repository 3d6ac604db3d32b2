//! Checks whether a fighter can use a remedy on another fighter, and whether the remedy helps.
//!
//! Clauses: SAM-15-5, SAM-15-6, SAM-18-9, SAM-18-11, SAM-21-6.

use crate::fight::FighterId;
use crate::rules::semiautomagic::nouns::{Life, View};
use crate::rules::semiautomagic::reading::{Craft, Cure, Posture, Remedy, Symptom};

impl View<'_> {
    /// Returns whether `who` may use a remedy on `patient`, and whether this has an effect. `slot` is the
    /// index of the remedy in the list of the fighter whose mind directs the body of `who`.
    pub(crate) fn may_heal(self, who: FighterId, slot: u8, patient: FighterId) -> bool {
        let mind = self.mind_of(who);
        let remedy = self.arena.remedy(mind, slot);
        let able = match remedy.craft {
            Craft::None => true,
            Craft::Medicine => self.shared(who, |fighter| fighter.medicine).is_some(),
            Craft::Magic => self.body(who).rage.is_none(),
        };
        let in_range = || match remedy.range {
            _ if patient == who => true,
            None => self.gap(who, patient) <= 1,
            Some(metres) => {
                self.distance(who, patient) <= 2 * u32::from(metres) && self.in_sight(who, patient)
            }
        };
        remedy.is_left(self.body(mind).uses, slot)
            && able
            && remedy.serves(who, patient)
            && self.state.bodily.has(patient)
            && in_range()
            && self.helps(remedy, patient)
    }

    /// Returns whether a remedy has any effect on `who`. During a fight, no remedy helps fighters that are
    /// dead, stable, unconscious, paralysed or fled, and none helps objects.
    fn helps(self, remedy: &Remedy, who: FighterId) -> bool {
        let body = self.body(who);
        if self.fighter(who).object || body.paralysed {
            return false;
        }
        match body.life {
            Life::Well | Life::Dying => {
                let shaken = body.penalties > 0 && !self.lingers(remedy, who, Symptom::Morale);
                let morale = body.life == Life::Well && remedy.morale.max() > 0;
                self.can_lose_wounds(remedy, who)
                    || morale && shaken
                    || (Cure::ALL.into_iter())
                        .any(|cure| remedy.ends(cure) && self.can_end(remedy, who, cure))
            }
            Life::Stable | Life::Unconscious | Life::Dead | Life::Fled => false,
        }
    }

    pub(crate) fn can_lose_wounds(self, remedy: &Remedy, who: FighterId) -> bool {
        let wounded = remedy.wounds.max() > 0 && self.body(who).wounds > 0;
        wounded && !self.lingers(remedy, who, Symptom::Wound)
    }

    /// Returns whether a remedy can end the condition `cure` of `who`. It cannot if an affliction may have
    /// caused the condition. Of dying fighters, it can end only poison and the dying itself.
    pub(crate) fn can_end(self, remedy: &Remedy, who: FighterId, cure: Cure) -> bool {
        let symptom = match cure {
            Cure::Staggered => Symptom::Staggered,
            Cure::Blinded => Symptom::BlindedAndStaggered,
            Cure::Mobility => Symptom::Mobility,
            _ => Symptom::Nothing,
        };
        let well = self.body(who).life == Life::Well;
        (well || matches!(cure, Cure::Poison | Cure::Dying))
            && self.suffers(who, cure)
            && !self.lingers(remedy, who, symptom)
    }

    /// Returns whether `who` has an affliction with this symptom that prevents treatment. The symptom cannot
    /// be treated before the affliction is over, unless the remedy also ends poison [SAM-21-6].
    pub(crate) fn lingers(self, remedy: &Remedy, who: FighterId, symptom: Symptom) -> bool {
        if symptom == Symptom::Nothing || remedy.ends(Cure::Poison) {
            return false;
        }
        let mut ills = self.body(who).ills.iter().flatten();
        ills.any(
            |ill| match self.arena.poisons[usize::from(ill.poison)].symptom {
                Symptom::Random => matches!(
                    symptom,
                    Symptom::Wound | Symptom::Morale | Symptom::Mobility
                ),
                Symptom::StaggeredThenParalysed | Symptom::BlindedAndStaggered
                    if symptom == Symptom::Staggered =>
                {
                    true
                }
                other => other == symptom,
            },
        )
    }

    fn suffers(self, who: FighterId, cure: Cure) -> bool {
        let body = self.body(who);
        match cure {
            Cure::Prone => {
                body.posture == Posture::Prone && self.may_change(who, Posture::Standing)
            }
            Cure::Held => body.held > 0,
            Cure::Stunned => body.stunned > 0,
            Cure::Staggered => body.staggered > 0,
            Cure::Disabled => body.disabled > 0,
            Cure::Blinded => body.blinded > 0,
            Cure::FlatFooted => body.drowsy > 0,
            Cure::Mobility => body.hindered > 0,
            Cure::Confused => body.confused > 0,
            Cure::Panicked => body.panic.is_some(),
            Cure::Frenzied => body.rage.is_some(),
            Cure::Asleep => body.asleep,
            Cure::Poison => body.ills.iter().any(Option::is_some),
            Cure::Dying => body.life == Life::Dying,
        }
    }

    /// Returns whether a fighter has any condition that remedies can end, other than being prone or dying.
    pub(crate) fn ails(self, who: FighterId) -> bool {
        let cures = Cure::ALL.into_iter().skip(1);
        self.body(who).life == Life::Well && { cures }.any(|cure| self.suffers(who, cure))
    }
}
