//! Statements that need not be made anew: where nothing has changed since the last ones that these rely on, whoever's policy
//! asks for nothing else states the same.
//!
//! Clauses: BRP-5.1-1, BRP-5.2-1.

use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, ListId, Silent, Witness, in_row};
use crate::rules::brp::decisions::NoDice;
use crate::rules::brp::nouns::{Arena, Intent, Line, Scene, State};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Statement of Intent and Movement of the round that has begun. Where all state what they did before, the order is the
    /// same, too.
    #[inline]
    pub(crate) fn state_and_move(&mut self) {
        let opened = std::mem::take(&mut self.state.opened);
        if opened && W::LISTENS {
            *self.state = self.arena.unopened.clone();
            self.state.round = 1;
        } else if self.arena.scope.steady && (opened || !self.state.changed) {
            self.state.repeat(self.state.able, self.witness);
            return;
        } else if self.may_repeat() {
            if self.state_again() {
                self.move_and_order();
                self.take_guard();
            }
            return;
        }
        self.state_anew();
    }

    /// Those who state their intents, in their order where that makes a difference; and how many they are [BRP-5.2-1].
    pub(crate) fn speakers(&self) -> ([FighterId; N], usize) {
        if self.arena.scope.hears || W::LISTENS {
            self.view().by_first_choice()
        } else {
            in_row(self.state.able.iter())
        }
    }

    #[inline(never)]
    fn state_anew(&mut self) {
        self.state.changed = false;
        self.statement();
        self.move_and_order();
        self.take_guard();
    }

    /// Whether what was stated in the last round is still there, as nothing has changed, and may be stated again by those who
    /// would.
    #[inline]
    fn may_repeat(&self) -> bool {
        let stated = !self.state.changed && self.state.acting > 0;
        stated && self.arena.scope.repeats && !W::LISTENS
    }

    /// States what was stated in the last round, since when nothing has changed: whoever's policy asks for more than that is
    /// asked anew. Says whether anybody states anything else.
    #[inline(never)]
    fn state_again(&mut self) -> bool {
        for who in self.state.able.iter() {
            self.body_mut(who).intent.spoken = false;
        }
        let (speakers, count) = self.speakers();
        let mut is_new = false;
        for &who in &speakers[..count] {
            if self.fighter(who).steady {
                self.body_mut(who).intent.spoken = true;
                self.state.repeat(FighterSet::of(who), self.witness);
                continue;
            }
            let before = std::mem::take(&mut self.body_mut(who).intent);
            self.state_intent(who);
            let now = &mut self.body_mut(who).intent;
            if now.says(&before) {
                *now = Intent {
                    spoken: true,
                    lines: now.lines,
                    ..before
                };
            } else {
                is_new = true;
            }
        }
        is_new
    }
}

impl<const N: usize> State<N> {
    /// Counts the lines of intents that stand from the round before once more: they would be taken again.
    #[inline]
    fn repeat<W: Witness>(&self, speakers: FighterSet, witness: &mut W) {
        for who in speakers.iter() {
            for (list, line) in self.body(who).intent.lines.iter().enumerate() {
                match *line {
                    Line::Unasked => {}
                    Line::Used(line) => witness.line_repeated(who, line, 1),
                    Line::RanOut => witness.list_ran_out_repeatedly(who, ListId::at(list), 1),
                }
            }
        }
    }
}

/// The situation after the statements and movement of the first round, counted as round 0: what every fight begins
/// with where no statement depends on luck.
pub(crate) fn opened<const N: usize>(arena: &Arena<N>, mut state: State<N>) -> State<N> {
    if arena.scope.steady {
        Scene::new(arena, &mut state, &mut NoDice, &mut Silent).state_anew();
        state.opened = true;
    }
    state
}
