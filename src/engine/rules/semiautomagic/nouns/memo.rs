//! Values that follow from the situation, kept for faster play: never compared, hashed or copied.
//!
//! The gaps between fighters are in [`Places`]. The other values depend on bodies; each is kept with the numbers of the
//! the latest changes of bodies, and holds until these numbers change. Every mutable access to a body counts as a
//! change, so no change can be forgotten. A few parts have their own mutable access: the clock, the order and the last
//! target, which no kept value reads, and the number of wounds, whose changes are counted separately. All fights of a
//! matchup begin with the same situation, so values kept in that situation are valid in the next fight too.
//!
//! In builds with debug assertions, every use of a kept value compares it with a new one.

use super::arena::Arena;
use super::deeds::Deed;
use super::places::Places;
use super::state::{Body, Shared};
use super::strike::{DefenceMeans, Figures, Strike};
use crate::dice::Throw;
use crate::fight::{self, FighterId, FighterSet, LineId, Origin, Source};
use crate::grid::CellCounts;

/// The kept values of a state.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    pub(super) places: Places,
    /// The number of bodies' changes at the last comparison of places, if there was one.
    placed: Option<u64>,
    changes: Changes,
    /// The highest number of any change.
    latest: u64,
    there: SharedInputs,
    kept: Box<[FighterCache]>,
    origin: Origin,
}

/// The numbers of the latest changes; 0 if there have been none since the first situation of the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Changes {
    /// Of bodies, apart from clocks and wounds, and of who is there.
    bodies: u64,
    wounds: u64,
}

/// The shared values on which kept values depend. They are compared before each use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SharedInputs {
    fighting: FighterSet,
    bodily: FighterSet,
    absent: FighterSet,
    holes: CellCounts<8>,
}

impl SharedInputs {
    #[inline]
    pub(super) const fn of(shared: &Shared) -> Self {
        Self {
            fighting: shared.fighting,
            bodily: shared.bodily,
            absent: shared.absent,
            holes: shared.holes,
        }
    }
}

impl Default for SharedInputs {
    fn default() -> Self {
        Self {
            fighting: FighterSet::NONE,
            bodily: FighterSet::NONE,
            absent: FighterSet::NONE,
            holes: CellCounts::NONE,
        }
    }
}

/// The kept values of one fighter.
#[derive(Debug, Clone, Copy, Default)]
struct FighterCache {
    /// The actions that its policy has chosen last, and those that it has finished last, for an even and an odd number
    /// of the target's wounds.
    deeds: [[Option<ChosenAction>; 2]; 2],
    /// The attack that it has made last.
    blow: Option<CachedAttack>,
    /// The weapons that it can use, as bits.
    usable: Option<u64>,
}

/// The action of a policy line, and the numbers of changes when it was chosen.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ChosenAction {
    pub deed: Deed,
    pub line: LineId,
    pub changes: Changes,
    /// Whether the choice depends on wounds, beside those of the target that it attacks.
    pub wounds: bool,
    /// The values of the target that it attacks, if the choice depends on them.
    pub target: Option<TargetValues>,
}

impl ChosenAction {
    /// Returns whether the deed holds after these changes, if the values of the target are those.
    #[inline]
    pub(crate) fn holds(&self, now: Changes) -> bool {
        self.changes.bodies == now.bodies && (!self.wounds || self.changes.wounds == now.wounds)
    }
}

/// An attack up to its dice, and the numbers of changes when it was computed. It does not depend on wounds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CachedAttack {
    pub strike: Strike,
    pub figures: Figures,
    pub throw: Throw,
    /// The defence, once it has been asked for.
    pub defence: Option<Defence>,
    pub changes: Changes,
    pub speeds: Speeds,
}

/// The answer of a target to an attack: the means and its bonus, unless it does without a defence; and the line that
/// chose it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Defence {
    pub means: Option<(DefenceMeans, i32)>,
    pub line: LineId,
}

/// The speeds of an attacker and of its target that count for an attack: half metres of the last second of each, and
/// half cells that the target has moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Speeds {
    pub paces: [u16; 2],
    pub moved: u16,
}

/// The values of an attacker and of its target that a kept action is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct TargetValues {
    pub speeds: Speeds,
    pub wounds: u8,
}

/// The kept deeds of a fighter: that of a choice, or that of a finished action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CachedAction {
    Choice,
    Finish,
}

impl fight::Memo<Shared> for Memo {
    /// Counts a change of a body.
    #[inline]
    fn changed(&mut self, who: FighterId) {
        self.moved();
        if let Some(kept) = self.kept.get_mut(who.index()) {
            kept.usable = None;
        }
    }

    fn follow(&mut self, other: &Self, shared: &Shared) {
        for kept in &mut self.kept {
            kept.usable = None;
        }
        self.placed = None;
        match self.origin.follow(&other.origin) {
            Source::Later => {
                self.moved();
                self.wounded();
                return;
            }
            Source::First => {
                self.kept.fill(FighterCache::default());
                self.places = Places::default();
            }
            Source::Same => {}
        }
        (self.changes, self.there) = (Changes::default(), SharedInputs::of(shared));
    }
}

impl Memo {
    /// Prepares for the next step: makes room before the first, and compares the places.
    #[inline]
    pub(super) fn begin_step(&mut self, arena: &Arena, bodies: &[Body]) {
        if self.placed != Some(self.changes.bodies) {
            self.places.update(arena, bodies);
            self.placed = Some(self.changes.bodies);
        }
        if self.kept.len() != bodies.len() {
            self.kept = vec![FighterCache::default(); bodies.len()].into();
        }
    }

    /// Counts a change that does not affect the items and limbs of any fighter.
    #[inline]
    pub(super) fn moved(&mut self) {
        self.latest += 1;
        self.changes.bodies = self.latest;
        self.origin.changed();
    }

    /// Counts a change of wounds.
    #[inline]
    pub(super) fn wounded(&mut self) {
        self.latest += 1;
        self.changes.wounds = self.latest;
        self.origin.changed();
    }

    /// Makes the situation the first one of fights.
    pub(super) fn set_first(&mut self) {
        self.origin.set_first();
    }

    /// The numbers of changes now.
    #[inline]
    pub(super) fn changes(&mut self, there: SharedInputs) -> Changes {
        if self.there != there {
            self.there = there;
            self.moved();
        }
        self.changes
    }

    /// The kept deeds of a fighter; those that hold are those of [`ChosenAction::holds`].
    #[inline]
    pub(super) fn deeds(&self, who: FighterId, asked: CachedAction) -> &[Option<ChosenAction>] {
        let kept = self.kept.get(who.index());
        kept.map_or(&[], |kept| &kept.deeds[asked as usize])
    }

    pub(super) fn keep_deed(&mut self, who: FighterId, asked: CachedAction, chosen: ChosenAction) {
        if let Some(kept) = self.kept.get_mut(who.index()) {
            let wounds = chosen.target.map_or(0, |target| target.wounds);
            kept.deeds[asked as usize][usize::from(wounds % 2)] = Some(chosen);
        }
    }

    /// The kept attack of a fighter, if it is this one and holds after these changes.
    #[inline]
    pub(super) fn blow(
        &self,
        who: FighterId,
        strike: Strike,
        now: Changes,
    ) -> Option<&CachedAttack> {
        let blow = self.kept.get(who.index())?.blow.as_ref()?;
        (blow.changes.bodies == now.bodies && blow.strike == strike).then_some(blow)
    }

    /// The weapons that a fighter can use, as bits, if they are kept.
    #[inline]
    pub(super) fn usable(&self, who: FighterId) -> Option<u64> {
        self.kept.get(who.index())?.usable
    }

    pub(super) fn keep_usable(&mut self, who: FighterId, weapons: u64) {
        if let Some(kept) = self.kept.get_mut(who.index()) {
            kept.usable = Some(weapons);
        }
    }

    pub(super) fn keep_blow(&mut self, who: FighterId, blow: CachedAttack) {
        if let Some(kept) = self.kept.get_mut(who.index()) {
            kept.blow = Some(blow);
        }
    }
}
