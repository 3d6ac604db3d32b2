//! Repeats statements of the last round. If nothing that a fighter's policy depends on has changed, the
//! fighter makes the same statement again and its policy is not evaluated.
//!
//! Clauses: BRP-5.1-1, BRP-5.2-1.

use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, ListId, MOST_FIGHTERS, Silent, Witness, in_row};
use crate::policy::Columns;
use crate::rules::brp::decisions::NoDice;
use crate::rules::brp::nouns::columns::{HAND, HIT_POINTS, INTENTS, ORDER, PICKED, ROUND, Written};
use crate::rules::brp::nouns::{Action, Arena, Intent, Line, PrivateState, Scene, State};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Plays the Statement of Intent and the Movement phase of the round that has begun. If all statements
    /// are repeated, the order of actions usually stays the same as well.
    #[inline]
    pub(crate) fn state_and_move(&mut self) {
        let opened = std::mem::take(&mut self.state.opened);
        if opened && !W::LISTENS {
            return self.count_again(self.state.able);
        }
        if opened {
            self.state.clone_from(&self.arena.unopened);
            self.state.round = 1;
        }
        self.heed();
        let mut written = self.state.take_written();
        written.add(self.kept.take_since());
        let stated = self.state.acting > 0 && self.arena.options.declared && !opened;
        let scope = &self.arena.scope;
        let reads_hands = scope.reads.meets(HAND) || self.arena.options.draw_rank_cost > 0;
        let of_no_concern = if reads_hands { Columns::NONE } else { HAND };
        if W::LISTENS && stated && scope.stable && written.columns.within(of_no_concern) {
            // All statements are the same as before, so the transcript leaves them out.
            self.kept.hush(true);
            self.state_anew();
            return self.kept.hush(false);
        }
        let may_repeat = stated && !W::LISTENS;
        written.columns |= Columns::DICE;
        let alike_from = self.arena.scope.alike_from;
        if alike_from.is_none_or(|from| self.state.round <= from) {
            written.columns |= ROUND;
        }
        if may_repeat && !self.arena.scope.reads.meets(written.columns) {
            // No policy depends on a column that has changed.
            self.count_again(self.state.able);
            if written.columns.meets(ORDER) {
                self.move_and_order();
            }
        } else if may_repeat && self.arena.scope.repeats {
            self.state_again(written);
        } else {
            self.count_statements();
            self.state_anew();
        }
    }

    /// Counts the policy lines of these fighters' statements as used once more. In fights that keep results
    /// from round to round, adds one to the number of uncounted rounds instead. The lines of all these rounds
    /// are later counted at once.
    #[inline]
    fn count_again(&mut self, speakers: FighterSet) {
        if !self.kept.keeps() {
            self.state.repeat(speakers, 1, self.witness);
        } else if !self.kept.count_round(speakers) {
            self.count_statements();
            self.kept.count_round(speakers);
        }
    }

    /// Counts the policy lines of the repeated statements that have not been counted yet.
    #[inline]
    pub(crate) fn count_statements(&mut self) {
        let (rounds, speakers) = self.kept.take_rounds();
        if rounds > 0 {
            self.state.repeat(speakers, rounds, self.witness);
        }
    }

    /// Returns the fighters that state their intents, and their number. They are in the book's order of
    /// statements if that order can make a difference, and otherwise in listing order [BRP-5.2-1].
    pub(crate) fn speakers(&self) -> ([FighterId; MOST_FIGHTERS], usize) {
        if self.arena.scope.hears || W::LISTENS {
            self.view().by_first_choice()
        } else {
            in_row(self.state.able.iter())
        }
    }

    #[inline(never)]
    fn state_anew(&mut self) {
        self.kept.drop_plans(self.state.able);
        self.statement();
        self.move_and_order();
    }

    /// Returns whether a fighter would make the same statement as in the last round, although the columns in
    /// `written` have changed.
    fn stands(&self, who: FighterId, written: Written) -> bool {
        let fighter = self.fighter(who);
        let mut written = written;
        if written.columns.meets(HIT_POINTS) && self.picks_the_same(who) {
            written.columns = written.columns.without(HIT_POINTS);
        }
        if fighter.reads.meets(written.columns.without(PICKED)) {
            return false;
        }
        let intent = &self.body(who).intent;
        let is_down = |whom: Option<FighterId>| whom.is_some_and(|whom| written.fallen.has(whom));
        let has_lost = is_down(intent.action.about()) || is_down(intent.go.whom());
        !fighter.reads.meets(written.columns) || (fighter.aims_alone && !has_lost)
    }

    /// Returns whether a fighter states a blow against a target that the hit points of its enemies decide,
    /// and would pick the same target again. Returns false if hit points also decide anything else in its
    /// statement.
    #[inline]
    fn picks_the_same(&self, who: FighterId) -> bool {
        let intent = &self.body(who).intent;
        let (Some(line), Action::Strike { target, .. }) =
            (self.fighter(who).aims_by_points, intent.action)
        else {
            return false;
        };
        intent.lines[1] == Line::Used(line)
            && self.view().pick_foe(who, target.rule, i32::MAX) == Some(target)
    }

    /// Repeats the statements of the last round. Only fighters whose policies depend on columns that have
    /// changed since then make new statements, in the order of statements.
    #[inline(never)]
    fn state_again(&mut self, mut written: Written) {
        if self.arena.scope.hears {
            for who in self.state.able.iter() {
                self.body_mut(who).intent.spoken = false;
            }
        }
        let (speakers, count) = self.speakers();
        let (mut is_new, mut repeating) = (false, FighterSet::NONE);
        for &who in &speakers[..count] {
            if self.stands(who, written) {
                self.body_mut(who).intent.spoken = true;
                repeating.add(who);
                continue;
            }
            // The lines of the statements before this one can only be counted before it is replaced.
            self.count_statements();
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
                written.columns |= INTENTS;
                if now.is_met_as(&before) {
                    self.kept.drop_plan(who);
                } else {
                    self.kept.drop_plans(FighterSet::of(who));
                }
            }
        }
        self.count_again(repeating);
        if is_new || written.columns.meets(ORDER) {
            self.move_and_order();
        }
    }
}

impl State {
    /// Reports the policy lines of these fighters' statements as used `times` more times. The policies would
    /// use the same lines if they were evaluated again.
    #[inline]
    fn repeat<W: Witness>(&self, speakers: FighterSet, times: u64, witness: &mut W) {
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

/// Returns the state after the statements and the movement of the first round, but with the round number 0.
/// Every fight begins with this state, unless a statement depends on dice or nothing is stated. In these two
/// cases, returns `state` unchanged.
pub(crate) fn opened(arena: &Arena, mut state: State) -> State {
    if arena.options.declared && !arena.scope.reads.meets(Columns::DICE) {
        let kept = &mut PrivateState::nothing();
        state.round = 1;
        Scene::with(arena, &mut state, &mut NoDice, &mut Silent, kept).state_anew();
        (state.opened, state.round) = (true, 0);
    }
    state
}
