//! What a creature chooses, and how its policy asks for it.
//!
//! Clauses: SST-0-9, SST-0-10, SST-6-2, SST-7-6..8, SST-9-1..3, SST-10-6, SST-13-1, SST-13-8, SST-13-11, SST-17-1,
//! SST-17-3, SST-22-5. The rules offer what is possible, the policy's first fitting line picks; a list without a fitting
//! line leaves it at the book's default. What a line comes to is in `decider.rs`, the actions of a turn in `actions.rs` and
//! `moves.rs`, whom they are aimed at in `targets.rs`.

mod actions;
mod answers;
mod decider;
pub(crate) mod facts;
pub(super) mod lists;
mod moves;
mod targets;

use super::nouns::{Cost, Deed, Last, Matter, Scene, View, Wanted};
use super::reading::hand::Payment;
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use decider::{Chain, Choice, Decider, meant};
use lists::{ACT, LAST, LASTS, PAY, PAYMENTS, answer};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Who of several equals goes first, where some policy decides that [SST-6-2].
    #[inline(never)]
    pub(crate) fn first_of(&mut self, equal: FighterSet) -> Option<FighterId> {
        let mut all = equal.iter();
        let after = const { answer("order", "after") };
        let now = all.find(|&who| !self.says(who, after, Matter::default()));
        now.or(equal.iter().next())
    }

    /// Whether somebody rolls with a one to be rid of a State [SST-9-2].
    pub(crate) fn shakes(&mut self, who: FighterId) -> bool {
        self.says(who, const { answer("shake", "roll") }, Matter::default())
    }

    /// Whether somebody tries an action in spite of a State [SST-17-3].
    pub(crate) fn recovers_by_roll(&mut self, who: FighterId) -> bool {
        self.says(
            who,
            const { answer("recover", "by-roll") },
            Matter::default(),
        )
    }

    /// What somebody wants to do in its turn.
    #[inline]
    pub(crate) fn wants(&mut self, who: FighterId) -> Wanted {
        if let Some(line) = self.fighter(who).strikes
            && let Some(wanted) = self.view().plain_strike(who)
        {
            self.witness.line_used(who, line);
            return wanted;
        }
        let view = View::new(self.arena, self.state);
        let mut decider = Decider::new(view, who, Matter::default());
        let (deed, cost) = match decider.decide(ACT, self.dice, self.witness) {
            // Where to is known only now.
            Some(Choice::Deed(Deed::Way(way))) => (Deed::Way(way), way.cost(view, who)),
            Some(Choice::Deed(deed)) => (deed, decider.cost),
            _ => (Deed::Wait, Cost::Free),
        };
        let short = decider.short && deed == Deed::Wait;
        Wanted { deed, cost, short }
    }

    /// How somebody pays [SST-0-9].
    #[inline]
    pub(crate) fn payment(&mut self, who: FighterId, cost: u8) -> Payment {
        let matter = Matter {
            cost,
            ..Matter::default()
        };
        let how = self.meant(who, PAY, PAYMENTS, matter);
        how.unwrap_or(Payment::Cheapest)
    }

    /// The die that pays for a cost of one die [SST-0-9].
    #[inline]
    pub(crate) fn die_to_pay(&mut self, who: FighterId) -> Option<u8> {
        let highest = const { answer("die", "highest") };
        let highest = self.says(who, highest, Matter::default());
        self.body(who).hand.end(highest)
    }

    /// Whether injuries burn the highest dice rather than the lowest [SST-22-5].
    pub(crate) fn burns_highest(&mut self, who: FighterId) -> bool {
        self.says(who, const { answer("burn", "highest") }, Matter::default())
    }

    /// What somebody wants to do with its last option in a refresh [SST-7-7, SST-7-8], and by which lines. Whether its dice
    /// pay for an action is known when it takes its turn; then the lines have been used, or it does something [`instead`].
    /// Panic leaves no choice [SST-19-5].
    ///
    /// [`instead`]: Scene::instead
    #[inline]
    pub(crate) fn last_option(&mut self, who: FighterId) -> (Last, Chain) {
        if self.view().must_retreat(who) || !self.fighter(who).decides(LAST) {
            return (Last::Act, Chain::NONE);
        }
        let view = View::new(self.arena, self.state);
        let mut decider = Decider::new(view, who, Matter::default());
        let choice = decider.decide(LAST, self.dice, self.witness);
        (option(choice).unwrap_or(Last::Act), decider.chain)
    }

    /// What somebody does with its last option whose dice do not pay for the action it wants: what the lines after that one
    /// say, else it carries the lowest die [SST-0-10].
    pub(crate) fn instead(&mut self, who: FighterId, chain: &Chain) -> Last {
        let view = View::new(self.arena, self.state);
        let mut decider = Decider::new(view, who, Matter::default());
        let choice = decider.decide_beyond(LAST, chain, self.dice, self.witness);
        option(choice).unwrap_or(Last::Carry { highest: false })
    }
}

/// What a choice of the list `last` comes to.
fn option(choice: Option<Choice>) -> Option<Last> {
    Some(meant(LASTS, choice?.action()?))
}

#[cfg(test)]
mod tests;
