//! The gaps between all fighters, kept until somebody moves.
//!
//! Clauses: SAM-0-6, SAM-6-1, SAM-11-2. These values follow from the cells of the fighters, so they are no part of the
//! situation. Every step compares the cells with those at the last update, and each movement within a step updates the
//! mover. Without places, or with mounts, whose riders stand where they stand, nothing is kept.

use super::arena::Arena;
use super::state::Body;
use crate::fight::{FighterId, FighterSet};
use crate::grid::{Block, Cell};

/// The gaps between all fighters; empty until the first step of a fight, and in fights that keep none.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// The block of each fighter at the last update.
    blocks: Box<[Block]>,
    /// The gap from each fighter to each, in cells.
    gaps: Box<[u8]>,
    /// Fighters at a gap of exactly one cell from each.
    touching: Box<[FighterSet]>,
}

impl Places {
    /// Updates the values of all fighters that are in other cells than at the last update.
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

    /// Updates the values of a fighter that is in this cell now.
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

    /// The gap between two fighters, if it is kept.
    #[inline]
    pub(crate) fn gap(&self, one: FighterId, other: FighterId) -> Option<u32> {
        let at = one.index() * self.blocks.len() + other.index();
        self.gaps.get(at).map(|&gap| gap.into())
    }

    /// The fighters whose gap to a fighter is exactly one cell, if they are kept.
    #[inline]
    pub(crate) fn touching(&self, who: FighterId) -> Option<FighterSet> {
        self.touching.get(who.index()).copied()
    }
}
