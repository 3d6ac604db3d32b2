//! Morale at the end of a round, and the end of those who break.
//!
//! Clauses: MUR-0-2, MUR-12-1..7. A group is a side that began with two or more; a lone character is judged by its own
//! health.

use super::damage::save;
use crate::dice::{Dice, Die};
use crate::fight::{FighterSet, SideId, WHOLE, Witness};
use crate::rules::murdham::events::BROKE;
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::deeds::Broken;
use crate::rules::murdham::nouns::scene::{Scene, View};
use crate::rules::murdham::nouns::state::State;
use crate::rules::murdham::options::MoraleTrigger;
use crate::rules::murdham::{decisions, telling};

/// Notes at the start of a round what the end of it is held against.
pub(crate) fn note<const N: usize>(arena: &Arena<N>, state: &mut State<N>) {
    state.above = 0;
    state.lost = 0;
    if !arena.scope.morale {
        return;
    }
    for (at, &side) in arena.lineup.sides.iter().enumerate() {
        if side.count() == 1 {
            let who = side.iter().next().expect("it has one member");
            state.body_mut(who).hale = !is_hurt(View::new(arena, state), side);
        } else if !is_halved(View::new(arena, state), side) {
            state.above |= 1 << at;
        }
    }
}

/// Those of a side who count in its numbers [MUR-0-22, MUR-12-1].
fn counted<const N: usize>(state: &State<N>, side: FighterSet) -> FighterSet {
    let fighting = side.and(state.fighting).iter();
    fighting
        .filter(|&who| !state.body(who).retreating)
        .collect()
}

fn is_halved<const N: usize>(view: View<'_, N>, side: FighterSet) -> bool {
    let (now, began) = (counted(view.state, side).count(), side.count());
    view.arena
        .options
        .at_most_half(now.cast_signed(), began.cast_signed())
}

fn is_hurt<const N: usize>(view: View<'_, N>, side: FighterSet) -> bool {
    let who = side.iter().next().expect("a side has a member");
    let (now, most) = (view.body(who).health, view.fighter(who).health);
    view.arena.options.at_most_half(now.into(), most.into())
}

/// Whether a side has to check its morale now.
fn is_due<const N: usize>(view: View<'_, N>, at: usize, side: FighterSet) -> bool {
    if side.count() == 1 {
        let who = side.iter().next().expect("it has one member");
        let now = view.state.fighting.has(who) && is_hurt(view, side);
        return match view.arena.options.morale_trigger {
            MoraleTrigger::Crossing | MoraleTrigger::EveryLoss => now && view.body(who).hale,
            MoraleTrigger::EveryRound => now,
        };
    }
    let above = view.state.above >> at & 1 == 1;
    let lost = view.state.lost >> at & 1 == 1;
    is_halved(view, side)
        && match view.arena.options.morale_trigger {
            MoraleTrigger::Crossing => above,
            MoraleTrigger::EveryLoss => lost,
            MoraleTrigger::EveryRound => true,
        }
}

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Checks the morale of all sides, rolled one after the other and taking effect together [MUR-12-3].
    pub(crate) fn check_morale(&mut self) {
        if !self.arena.scope.morale {
            return;
        }
        let mut breaks = FighterSet::NONE;
        for (at, &side) in self.arena.lineup.sides.iter().enumerate() {
            if !is_due(self.view(), at, side) {
                continue;
            }
            let subject: FighterSet = counted(self.state, side)
                .iter()
                .filter(|&who| {
                    let body = self.body(who);
                    !(self.fighter(who).fearless || body.steadfast || body.giving_up)
                })
                .collect();
            if subject.is_empty() {
                continue;
            }
            telling::morale(self, SideId::at(at));
            breaks = FighterSet(breaks.0 | self.roll_morale(subject).0);
        }
        for who in breaks.iter() {
            match decisions::broken(self, who) {
                Broken::Retreat => {
                    let side = self.arena.lineup.side(who).index();
                    let body = self.body_mut(who);
                    body.retreating = true;
                    self.state.lost |= 1 << side;
                    telling::retreats(self, who);
                }
                Broken::Surrender if self.arena.options.surrender_on_own_turn => {
                    self.body_mut(who).giving_up = true;
                    telling::despairs(self, who);
                }
                Broken::Surrender => self.surrender(who),
            }
        }
    }

    /// The group save [MUR-0-2]: those who fail it; those who pass are steadfast from now on [MUR-12-4].
    fn roll_morale(&mut self, subject: FighterSet) -> FighterSet {
        let options = &self.arena.options;
        let shared = options.group_save_shared && subject.count() > 1;
        let face = if shared { self.dice.roll(Die(20)) } else { 0 };
        let mut fails = FighterSet::NONE;
        for who in subject.iter() {
            let wit = self.fighter(who).wit;
            let passes = if shared {
                face <= options.need(wit)
            } else {
                save(wit, options, self.dice)
            };
            telling::holds(self, who, passes);
            if passes {
                self.state.body_mut(who).steadfast = true;
            } else {
                self.witness.happened(who, BROKE, WHOLE);
                fails.add(who);
            }
        }
        fails
    }
}

#[cfg(test)]
mod tests;
