//! The order of turns of a chain that does without it: what it is at the start of a step, and what has become of it.

use super::Survey;
use crate::chain::{Onward, Place, Reduced};
use crate::fight::{Fight, FighterSet, Turns};

impl<F: Fight> Survey<'_, F> {
    /// The turns of a fight in this place: of those who are not at turn any order will do.
    pub(super) fn turns_at(&self, place: &Place<F::State>) -> Option<Turns> {
        let fight = self.fight;
        if !self.chain.kind.orders {
            return Some(Turns::nobody());
        }
        let owner = match &place.next {
            Some(next) => next.who,
            None => fight.take_turns(&mut place.situation.clone())?.owner(),
        };
        let mut others = fight.standing(&place.situation);
        others.remove(owner);
        let mut turns = match &place.next {
            Some(next) if !next.round_begins => {
                // Somebody's turn was before.
                let before = others.iter().next()?;
                others.remove(before);
                Turns::new([before, owner].into_iter().chain(others.iter()), 1)
            }
            Some(_) => {
                let count = others.count() as usize + 1;
                Turns::new([owner].into_iter().chain(others.iter()), count)
            }
            None => Turns::new([owner].into_iter().chain(others.iter()), 1),
        };
        if let Some(next) = &place.next {
            turns.keep(owner, next.kept);
        }
        Some(turns)
    }

    /// Where a path leads, so many rounds on, in which these stand. `None` if more has become of the turns than that one is
    /// over, and that those who do not stand any more have none.
    pub(super) fn onward(
        &mut self,
        after: Reduced<F::State>,
        mut turns: Turns,
        standing: FighterSet,
        rounds_on: u32,
    ) -> Option<Onward> {
        let mut over = None;
        if self.chain.kind.orders {
            let owner = turns.owner();
            if let Some(next) = after.place.next {
                let kept = after.turns.kept(owner);
                // What whoever comes next has kept is not in the turns any more.
                let kept = if next.who == owner { next.kept } else { kept };
                over = Some(self.chain.situations.keep(kept)?);
                turns.keep(owner, kept);
            }
            turns.retain(standing);
            if over.is_some() {
                turns.pass();
            }
            if turns != after.turns {
                return None;
            }
        }
        Some(Onward {
            at: self.first_number(after.place.situation)?,
            rounds_on,
            over,
        })
    }
}
