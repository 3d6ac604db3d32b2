//! What is chosen when somebody is hurt: soaking it off, and where a wound lands.
//!
//! Clauses: SST-19-4, SST-22-2.

use super::decider::{Choice, Decider};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::policy::{Line, Slot};
use crate::rules::swift_swords::nouns::attack::Hit;
use crate::rules::swift_swords::nouns::choices::Matter;
use crate::rules::swift_swords::nouns::scene::Scene;
use crate::rules::swift_swords::words::{PARTS, SHIFT, answer};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Whether somebody spends a die to soak off damage [SST-19-4].
    pub(crate) fn soaks(&mut self, hit: Hit) -> bool {
        let soak = const { answer("soak", "soak") };
        self.says(hit.target, soak, Matter::of_hit(hit))
    }

    /// The part towards which an attacker shifts a wound, by its place in the table [SST-22-2]. Seen are the number rolled
    /// and how far it may go.
    pub(crate) fn shifts(
        &mut self,
        who: FighterId,
        target: FighterId,
        landing: (u8, u8),
    ) -> Option<usize> {
        if !self.arena.scope.decides(SHIFT) {
            return None;
        }
        let matter = Matter {
            landing,
            ..Matter::about(target)
        };
        match self.choice(who, SHIFT, matter) {
            Some(Choice::Part(part)) => Some(part),
            _ => None,
        }
    }
}

impl<const N: usize> Decider<'_, N> {
    /// What a line of `shift` comes to, if wounds land on that part at all.
    pub(super) fn aim_shift(&self, line: &Line) -> Option<Choice> {
        let Slot::Word(word) = line.slots[0] else {
            return Some(Choice::Action(line.action));
        };
        let (name, arena) = (PARTS[usize::from(word)].name, self.view.arena);
        let mut parts = arena.locations.iter();
        let part = parts.position(|part| part.name == name)?;
        arena.can_shift(part).then_some(Choice::Part(part))
    }
}
