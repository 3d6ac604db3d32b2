//! Cached values that are computed from the situation, which is the state of the fight at one moment. They do
//! not count when situations are compared or hashed, and they are not copied with a situation.
//!
//! The distances between fighters are in [`Places`]. Every other value is stored with the numbers of the
//! latest changes of bodies, and is valid until these numbers change. Every mutable access to a body counts
//! as a change, so no change is overlooked. The exceptions are the clock, the turn order and the last target,
//! because no cached value depends on them. Changes of wounds are counted separately. All fights of a matchup
//! begin with the same situation, so values cached in that situation stay valid in the next fight.
//!
//! In builds with debug assertions, every cached value is compared with a newly computed one before it is
//! used.

use super::arena::Arena;
use super::deeds::Deed;
use super::places::Places;
use super::state::{Body, Shared};
use super::strike::{Aimed, DefenceMeans, Figures, Strike};
use crate::dice::Throw;
use crate::fight::{self, FighterId, FighterSet, LineId, Origin, Source};
use crate::grid::{Cell, CellCounts};

/// The cached values of a state.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    pub(super) places: Places,
    /// The number of the body change that `places` was last updated for, or `None` before the first update.
    placed: Option<u64>,
    changes: Changes,
    /// The number of the latest change of any kind. Changes are numbered from 1.
    latest: u64,
    there: SharedInputs,
    kept: Box<[FighterCache]>,
    origin: Origin,
}

/// The numbers of the latest change of bodies and of the latest change of wounds. A number is 0 if there has
/// been no such change since the start of the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Changes {
    /// The latest change of any body, or of the set of fighters present. Changes of clocks and wounds do not
    /// count.
    bodies: u64,
    wounds: u64,
}

/// Parts of the situation that belong to no fighter and on which cached values depend. They are compared with
/// the present situation before a cached value is used.
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

    /// Returns whether `shared` has these values.
    #[inline]
    fn are_of(&self, shared: &Shared) -> bool {
        self.fighting == shared.fighting
            && self.bodily == shared.bodily
            && self.absent == shared.absent
            && self.holes == shared.holes
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

/// The number of cached actions of a fighter of each kind.
const DEEDS: usize = 4;

/// The cached values of one fighter.
#[derive(Debug, Clone, Copy, Default)]
struct FighterCache {
    /// The first list has the actions that the fighter's policy chose last, and the second list the
    /// unfinished actions that it completed last. The place of an entry in its list is the number of wounds
    /// of the target, modulo the length of the list.
    deeds: [[Option<ChosenAction>; DEEDS]; 2],
    /// The attacks that the fighter made last: one on a body, and one on a body part or an item.
    blows: [Option<CachedAttack>; 2],
    /// The weapons that the fighter can use, as a bit mask.
    usable: Option<u64>,
}

/// The action that a policy line has chosen, and the numbers of the latest changes at that time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ChosenAction {
    pub deed: Deed,
    pub line: LineId,
    pub changes: Changes,
    /// Whether the choice depends on wounds of fighters other than the attacked target.
    pub wounds: bool,
    /// The speeds and the wounds of the attacked target, if the choice depends on them.
    pub target: Option<TargetValues>,
}

impl ChosenAction {
    /// Returns whether the action is still valid when `now` has the latest changes. The caller must also
    /// check that the values in `target` are the same.
    #[inline]
    pub(crate) fn holds(&self, now: Changes) -> bool {
        self.changes.bodies == now.bodies && (!self.wounds || self.changes.wounds == now.wounds)
    }
}

/// The bonuses and numbers of an attack before its rolls, and the latest changes when they were computed.
/// They do not depend on wounds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CachedAttack {
    pub strike: Strike,
    pub figures: Figures,
    pub throw: Throw,
    /// The defence that the target's policy has chosen. `None` until the policy has been evaluated.
    pub defence: Option<Defence>,
    pub changes: Changes,
    pub speeds: Speeds,
}

/// The defence that a policy has chosen, and the policy line that chose it. `means` has the means and its
/// bonus, or `None` if the target does not defend itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Defence {
    pub means: Option<(DefenceMeans, i32)>,
    pub line: LineId,
}

/// The speeds that modify an attack: those of the attacker and of the target in their last second, in half
/// metres per second, and the distance that the target has moved, in half cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Speeds {
    pub paces: [u16; 2],
    pub moved: u16,
}

/// Values of an attacker and its target on which a cached action depends. The action is valid only while
/// these values stay the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct TargetValues {
    /// The target, or `None` for an action that is no attack on fighters. All other values are then 0.
    pub target: Option<FighterId>,
    pub speeds: Speeds,
    pub wounds: u8,
}

/// The kind of a cached action: `Choice` if a policy chose it, `Finish` if it completed an unfinished action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CachedAction {
    Choice,
    Finish,
}

/// Returns the place of an attack in [`FighterCache::blows`].
fn place_of(strike: Strike) -> usize {
    usize::from(strike.aimed != Aimed::Body)
}

impl fight::Memo<Shared> for Memo {
    /// Counts a change of the body of `who`, and forgets which weapons it can use.
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
    /// Updates the distances between fighters at the beginning of a step. Reserves room before the first
    /// step.
    #[inline]
    pub(super) fn begin_step(&mut self, arena: &Arena, bodies: &[Body]) {
        if self.placed != Some(self.changes.bodies) {
            self.places.update(arena, bodies);
            self.placed = Some(self.changes.bodies);
            if self.kept.len() != bodies.len() {
                self.kept = vec![FighterCache::default(); bodies.len()].into();
            }
        }
    }

    /// Counts a change of a body that does not affect which weapons a fighter can use.
    #[inline]
    pub(super) fn moved(&mut self) {
        self.latest += 1;
        self.changes.bodies = self.latest;
        self.origin.changed();
    }

    /// Counts the movement of `who` to `cell`, and updates its distances.
    pub(super) fn put(&mut self, who: FighterId, cell: Cell) {
        let is_placed = self.placed == Some(self.changes.bodies);
        self.moved();
        self.places.put(who, cell);
        if is_placed {
            self.placed = Some(self.changes.bodies);
        }
    }

    /// Counts a change of wounds.
    #[inline]
    pub(super) fn wounded(&mut self) {
        self.latest += 1;
        self.changes.wounds = self.latest;
        self.origin.changed();
    }

    /// Marks the situation as the start of all fights of its matchup.
    pub(super) fn set_first(&mut self) {
        self.origin.set_first();
    }

    /// Returns the numbers of the latest changes. If the values in `shared` on which cached values depend
    /// differ from those of the last call, this first counts as one more change of bodies.
    #[inline]
    pub(super) fn changes(&mut self, shared: &Shared) -> Changes {
        if !self.there.are_of(shared) {
            self.there = SharedInputs::of(shared);
            self.moved();
        }
        self.changes
    }

    /// Returns the cached actions of a fighter of the kind `asked`. Use [`ChosenAction::holds`] to find out
    /// which of them are valid.
    #[inline]
    pub(super) fn deeds(&self, who: FighterId, asked: CachedAction) -> &[Option<ChosenAction>] {
        let kept = self.kept.get(who.index());
        kept.map_or(&[], |kept| &kept.deeds[asked as usize])
    }

    pub(super) fn keep_deed(&mut self, who: FighterId, asked: CachedAction, chosen: ChosenAction) {
        if let Some(kept) = self.kept.get_mut(who.index()) {
            let wounds = chosen.target.map_or(0, |target| target.wounds);
            kept.deeds[asked as usize][usize::from(wounds) % DEEDS] = Some(chosen);
        }
    }

    /// Returns the cached attack of a fighter, or `None` if it is not `strike` or not valid when `now` has
    /// the latest changes.
    #[inline]
    pub(super) fn blow(
        &self,
        who: FighterId,
        strike: Strike,
        now: Changes,
    ) -> Option<&CachedAttack> {
        let blow = self.kept.get(who.index())?.blows[place_of(strike)].as_ref()?;
        (blow.changes.bodies == now.bodies && blow.strike == strike).then_some(blow)
    }

    /// Returns the weapons that a fighter can use, as a bit mask, or `None` if they are not cached.
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
            kept.blows[place_of(blow.strike)] = Some(blow);
        }
    }
}
