//! The Statement of Intent: highest DEX first, everybody says what they will do.
//!
//! Clauses: BRP-5.2-1..5, BRP-X-5. Slower fighters know the intents of faster ones; positions and hit points are
//! those at the start of the round. With `intent = "skip"` nothing is stated: a fighter makes up its mind to move when
//! its movement comes, with an action in view that nobody hears of and that it may change at its DEX rank.

use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, ListId, Silent, Witness, in_row};
use crate::rules::brp::decisions::{ACT, Asked, Choice, MOVE, STANCE};
use crate::rules::brp::nouns::{Action, Go, Intent, Line, Scene, State, View};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Everybody able states an intent.
    pub(super) fn statement(&mut self) {
        for who in self.state.able.iter() {
            self.body_mut(who).intent = Intent::default();
        }
        if self.arena.options.declared {
            let (speakers, count) = self.view().by_dex(View::first_choice);
            for &who in &speakers[..count] {
                self.state_intent(who);
            }
        }
    }

    /// States what was stated in the last round, since when nothing has changed: whoever's policy asks for more than that is
    /// asked anew. Says whether anybody states anything else.
    #[inline(never)]
    pub(super) fn state_again(&mut self) -> bool {
        for who in self.state.able.iter() {
            self.body_mut(who).intent.spoken = false;
        }
        let (speakers, count) = if self.arena.scope.hears {
            self.view().by_dex(View::first_choice)
        } else {
            in_row(self.state.able.iter())
        };
        let mut is_new = false;
        for &who in &speakers[..count] {
            if self.fighter(who).steady {
                self.body_mut(who).intent.spoken = true;
                self.state.repeat(FighterSet::of(who), 1, self.witness);
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

    /// One fighter makes up its mind: stance, action and movement, in this order.
    pub(super) fn state_intent(&mut self, who: FighterId) {
        let declared = self.arena.options.declared;
        let (choice, line) = self.decide(STANCE, who, Asked::Ahead);
        let intent = &mut self.body_mut(who).intent;
        (intent.kneel, intent.lines[0]) = (matches!(choice, Choice::Kneel), line);
        let (choice, line) = if declared {
            self.decide(ACT, who, Asked::Ahead)
        } else {
            let nobody = &mut Silent;
            let mut unheard = Scene::new(self.arena, self.state, self.dice, nobody);
            unheard.decide(ACT, who, Asked::Ahead)
        };
        let intent = &mut self.body_mut(who).intent;
        intent.lines[1] = line;
        if let Choice::Act(action, length) = choice {
            (intent.action, intent.length) = (action, length);
        }
        let (choice, line) = self.decide(MOVE, who, Asked::Ahead);
        let intent = &mut self.body_mut(who).intent;
        intent.go = match choice {
            Choice::Go(go) => go,
            _ => by_custom(intent.action),
        };
        (intent.lines[2], intent.spoken) = (line, declared);
        if declared {
            self.tell_intent(who);
        }
    }
}

/// The movement that an action asks for by itself: a melee attacker, healer or waker closes in [BRP-5.3-4].
fn by_custom(action: Action) -> Go {
    match action {
        Action::Shoot { .. } => Go::Stay,
        _ => action.about().map_or(Go::Stay, Go::up_to),
    }
}

impl<const N: usize> State<N> {
    /// Counts the lines of intents that stand from the round before once more, or so many times: they would be taken
    /// again.
    #[inline]
    pub(crate) fn repeat<W: Witness>(&self, speakers: FighterSet, times: u64, witness: &mut W) {
        for who in speakers.iter() {
            for (list, line) in self.body(who).intent.lines.iter().enumerate() {
                match *line {
                    Line::Unasked => {}
                    Line::Used(line) => witness.line_repeated(who, line, times),
                    Line::RanOut => witness.list_ran_out_repeatedly(who, ListId::at(list), times),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
