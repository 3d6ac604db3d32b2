//! The distances between all fighters, cached until somebody moves.
//!
//! Clauses: SAM-0-6, SAM-6-1, SAM-11-2. A gap is the distance between the areas that two fighters occupy, in
//! cells. The gaps follow from the cells of the fighters, so they are not stored in the situation. At the
//! beginning of each step, the cells of all fighters are compared with those of the last update. A movement
//! within a step updates the gaps of the fighter that moves. Nothing is cached in fights without a field, or
//! in fights with mounts, because riders share the cells of their mounts.

use super::arena::Arena;
use super::state::Body;
use crate::fight::{FighterId, FighterSet};
use crate::grid::{Block, Cell};

/// The gaps between all fighters. All lists are empty before the first step of a fight, and in fights that do
/// not cache gaps.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// The cells that each fighter occupied at the last update, as a block of the grid.
    blocks: Box<[Block]>,
    /// The gap from each fighter to each other, in cells.
    gaps: Box<[u8]>,
    /// For each fighter, the fighters that are adjacent to it: those at a gap of exactly 1.
    touching: Box<[FighterSet]>,
}

impl Places {
    /// Updates the gaps of all fighters that have changed their cells since the last update.
    #[inline]
    pub(super) fn update(&mut self, arena: &Arena, bodies: &[Body]) {
        if !arena.scope.places {
            return;
        }
        if self.blocks.len() == bodies.len() {
            let all = self.blocks.iter().zip(bodies);
            let moved = all
                .enumerate()
                .filter(|(_, (block, body))| block.at != body.cell());
            let moved = FighterSet(moved.fold(0, |all, (at, _)| all | 1 << at));
            for who in moved.iter() {
                self.put(who, bodies[who.index()].cell());
            }
        } else {
            self.fill(arena, bodies);
        }
    }

    #[cold]
    fn fill(&mut self, arena: &Arena, bodies: &[Body]) {
        let count = bodies.len();
        let block =
            |(body, fighter): (&Body, &super::Fighter)| Block::new(body.cell(), fighter.width());
        self.blocks = bodies.iter().zip(&arena.roster).map(block).collect();
        self.gaps = vec![0; count * count].into();
        self.touching = vec![FighterSet::NONE; count].into();
        for (at, body) in bodies.iter().enumerate() {
            self.put(FighterId::at(at), body.cell());
        }
    }

    /// Updates the gaps of a fighter that has moved to `cell`.
    pub(super) fn put(&mut self, who: FighterId, cell: Cell) {
        let (at, count) = (who.index(), self.blocks.len());
        let Some(block) = self.blocks.get_mut(at) else {
            return;
        };
        block.at = cell;
        let block = *block;
        let mut touching = FighterSet::NONE;
        for other in 0..count {
            let gap = block.gap(self.blocks[other]);
            if gap == 1 {
                touching.add(FighterId::at(other));
                self.touching[other].add(who);
            } else {
                self.touching[other].remove(who);
            }
            let gap = u8::try_from(gap).unwrap_or(u8::MAX);
            self.gaps[at * count + other] = gap;
            self.gaps[other * count + at] = gap;
        }
        self.touching[at] = touching;
    }

    /// Returns the cells that a fighter occupies, or `None` if they are not cached.
    #[inline]
    pub(crate) fn block(&self, who: FighterId) -> Option<Block> {
        self.blocks.get(who.index()).copied()
    }

    /// Returns the gap between two fighters in cells, or `None` if gaps are not cached.
    #[inline]
    pub(crate) fn gap(&self, one: FighterId, other: FighterId) -> Option<u32> {
        let at = one.index() * self.blocks.len() + other.index();
        self.gaps.get(at).map(|&gap| gap.into())
    }

    /// Returns the fighters at a gap of exactly 1 from `who`, or `None` if gaps are not cached.
    #[inline]
    pub(crate) fn touching(&self, who: FighterId) -> Option<FighterSet> {
        self.touching.get(who.index()).copied()
    }
}
