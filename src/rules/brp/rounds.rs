//! Plain rounds: everybody strikes where they stand, with whole weapons and settled replies, until something changes.
//!
//! Clauses: those of `chapters/round.rs` and `chapters/attack`. Most rounds of a long melee are alike: the statements stand,
//! the defenders' reactions are settled, no house rule counts defences, nobody heals or reloads. What such a round
//! needs is looked up once per statement; what is left is to draw or roll each [`Exchange`]. A transcript goes the
//! long way and tells the same fight.

use std::ops::Range;

use super::chapters::round;
use super::nouns::{Action, Arena, Exchange, Reply, Scene, small};
use super::speed::plain::{Step, prepare};
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, FighterSet, Witness};

/// Why an exchange is settled at once.
const NOT_TOLD: &str = "plain rounds are not told in words";

impl<'a, D: Dice, W: Witness, const N: usize> Scene<'a, D, W, N> {
    /// What a fighter's stated blow comes down to, if it is a plain one.
    #[inline]
    fn prepare(&self, who: FighterId) -> Option<Step<'a>> {
        prepare(self.arena, self.state, who, self.witness)
    }

    /// Plays plain rounds from the start of a round on, for as long as they are plain. Leaves the fight at the start of
    /// a round that is not, or right after the blow that changed something.
    #[inline]
    pub(super) fn rounds(&mut self) {
        let arena = self.arena;
        let opening = round::is_opening(self.state);
        let at_start = self.state.acted == 0 && (!self.state.stale || opening);
        let stand = arena.scope.plain && arena.scope.steady;
        if W::LISTENS || !stand || !at_start || self.state.acting == 0 {
            return;
        }
        let acting = usize::from(self.state.acting);
        let mut steps = [None; N];
        for (step, &who) in steps.iter_mut().zip(&self.state.order[..acting]) {
            *step = self.prepare(who);
            if step.is_none() {
                return;
            }
        }
        let (before, speakers) = (self.state.round, self.state.able);
        let was_stale = self.state.stale;
        self.state.stale = false;
        let duel = arena.duel_in(self.state);
        'rounds: loop {
            self.state.round += 1;
            self.dice.about(Topic::Round(self.state.round));
            self.witness.round_began(self.state.round);
            let both = duel.and_then(|duel| self.dice.draw(Some(duel)).map(|at| duel.outcomes(at)));
            for (at, step) in steps.iter().flatten().enumerate() {
                let outcome = match &both {
                    Some(both) => both[at],
                    None => step.settle::<D, W>(false, self.dice).expect(NOT_TOLD),
                };
                self.land(step, outcome);
                if self.breaks_off_after(at) {
                    self.state.acted = small(at + 1);
                    break 'rounds;
                }
            }
            if was_stale || self.state.round >= arena.cast.round_cap {
                self.state.acted = self.state.acting;
                break;
            }
        }
        self.state.stale |= was_stale;
        let times = u64::from(self.state.round - before);
        self.state.repeat(speakers, times, self.witness);
    }

    /// Lets the next of a group that acts together strike, if all of the group strike plain blows; says whether. They hang
    /// on nothing that the others' blows change, so each of them can be a step: `view` remembers who was able before.
    #[inline]
    pub(super) fn one_of_a_group(&mut self, places: Range<usize>) -> bool {
        let (arena, begins) = (self.arena, self.state.view.is_empty());
        if W::LISTENS || !arena.scope.plain || (begins && places.len() == 1) {
            return false;
        }
        if begins {
            if self.state.stale && !self.aim_anew(places.clone()) {
                return false;
            }
            let strikes = |&who: &FighterId| {
                self.prepare(who).is_some_and(|step| {
                    self.state.able.has(step.target)
                        && self.body(who).in_hand == step.item
                        && !arena.item(who, step.item).is_bare()
                })
            };
            let members = self.state.order[places.clone()].iter();
            let mut able = members.filter(|who| self.state.able.has(**who));
            if !able.all(strikes) {
                return false;
            }
            self.state.view = self.state.able;
        }
        let who = self.state.order[places.start];
        if self.state.view.has(who) {
            let step = self.prepare(who);
            let step = step.expect("the whole group was prepared, and blows change no statements");
            let outcome = step.settle::<D, W>(false, self.dice).expect(NOT_TOLD);
            self.land(&step, outcome);
        }
        self.state.acted += 1;
        if places.len() == 1 {
            self.state.view = FighterSet::NONE;
        }
        true
    }

    /// Where something has changed since the statements, has those of a group who strike aim at whom they can strike now
    /// [BRP-5.2-4], and settles how everybody meets it. Says whether they all can.
    fn aim_anew(&mut self, places: Range<usize>) -> bool {
        let reach = self.arena.reach;
        for at in places {
            let (who, view) = (self.state.order[at], self.view());
            if !view.state.able.has(who) {
                continue;
            }
            let Action::Strike { item, target } = view.body(who).intent.action else {
                return false;
            };
            let can = view.arms(who).can_strike(item.into());
            let Some(target) = view.aim_again(who, target, reach).filter(|_| can) else {
                return false;
            };
            self.body_mut(who).intent.action = Action::Strike { item, target };
        }
        self.take_guard();
        true
    }

    /// Draws the round of a duel that has just begun, where the dice draw. Its exchanges happen here then; dice that go
    /// on to roll have been told what to come out as.
    #[inline]
    pub(super) fn duel_round(&mut self) {
        if let Some(duel) = self.arena.duel_in(self.state)
            && let Some(drawn) = self.dice.draw(Some(duel))
        {
            let steps = first_blows(self.arena, self.witness);
            let steps = steps.expect("a duel begins with two plain blows");
            self.exchange(&steps, duel.outcomes(drawn));
        }
    }
}

impl<D, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Makes the two exchanges of a round happen, the second only if the first changed nothing or both happen at once.
    pub(super) fn exchange(&mut self, steps: &[Step<'_>; 2], outcomes: [Exchange; 2]) {
        for (at, (step, outcome)) in steps.iter().zip(outcomes).enumerate() {
            self.land(step, outcome);
            self.state.acted += 1;
            if self.breaks_off_after(at) {
                return;
            }
        }
    }

    /// Whether something has changed before the next act. Those who are tied all act on the situation before them
    /// [BRP-5.4-4].
    #[inline]
    fn breaks_off_after(&self, at: usize) -> bool {
        let is_tied = at + 1 < N && self.state.tied.has(FighterId::at(at + 1));
        self.state.stale && !is_tied
    }

    /// Makes a plain exchange happen.
    #[inline]
    fn land(&mut self, step: &Step<'_>, outcome: Exchange) {
        step.tell(outcome, 1, self.witness);
        if let Reply::Parry(tool) = step.guard.reply {
            self.wear(step.target, tool.item, outcome.tool_loss);
            self.wear(step.who, step.item, outcome.weapon_loss);
        }
        self.wound(step.target, outcome.dealt());
    }
}

/// The two blows of the first round of a duel.
pub(super) fn first_blows<'a, const N: usize, W: Witness>(
    arena: &'a Arena<N>,
    witness: &W,
) -> Option<[Step<'a>; 2]> {
    let step = |at: usize| prepare(arena, &arena.start, arena.start.order[at], witness);
    Some([step(0)?, step(1)?])
}
