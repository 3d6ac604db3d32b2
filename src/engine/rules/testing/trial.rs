//! A fight that a test plays with scripted dice, together with its state and its reports.

use std::hash::Hash;
use std::sync::Arc;

use super::{Heard, Testable};
use crate::dice::{Dice, Enumerated, Odds, Recorded, Scripted, outcomes};
use crate::fight::{Blow, FighterId, Outcome, Progress, State as _, advance};

/// A fight in the middle of a test: its state, and the reports since the last call that played it.
#[derive(Debug)]
pub(crate) struct Trial<F: Testable> {
    pub arena: Arc<F>,
    pub state: F::State,
    pub heard: Heard,
    pub outcome: Option<Outcome>,
}

impl<F: Testable> Trial<F> {
    pub(crate) fn of(arena: F) -> Self {
        Self {
            state: arena.unopened(),
            arena: Arc::new(arena),
            heard: Heard::default(),
            outcome: None,
        }
    }

    /// Plays one step with exactly these die faces. Fails if a face is missing or left over. Steps before it
    /// that only open a round are played as well, and so are steps after it that only continue it.
    pub(crate) fn step(self, faces: impl IntoIterator<Item = u32>) -> Self {
        self.played(faces, Self::play_step)
    }

    /// Plays the rest of the round, or the next round if no round is in progress. The faces must be exactly
    /// those that are needed.
    pub(crate) fn round(self, faces: impl IntoIterator<Item = u32>) -> Self {
        self.played(faces, Self::play_round)
    }

    /// Plays the rest of the present stage of a day with exactly these die faces. Fails if a face is missing
    /// or left over.
    pub(crate) fn stage(self, faces: impl IntoIterator<Item = u32>) -> Self {
        self.played(faces, Self::play_stage)
    }

    /// Lets the function `play` play the fight with exactly these die faces.
    pub(crate) fn played(
        mut self,
        faces: impl IntoIterator<Item = u32>,
        play: impl FnOnce(&mut Self, &mut Recorded<Scripted>),
    ) -> Self {
        self.heard = Heard::default();
        play(&mut self, &mut Recorded::new(Scripted::new(faces)));
        self
    }

    /// Plays the next step of the fight. If the fight belongs to a day, this may be a rest instead.
    pub(crate) fn play(&mut self, dice: &mut impl Dice) {
        assert!(self.outcome.is_none(), "the fight is over");
        let (state, heard) = (&mut self.state, &mut self.heard);
        let mut progress = if self.arena.cast().day.is_some() {
            advance(&*self.arena, state, dice, heard)
        } else {
            self.arena.step(state, dice, heard)
        };
        if progress == Progress::Goes {
            progress = self.arena.settle(state, dice, heard);
        }
        if let Progress::Ended(outcome) = progress {
            self.outcome = Some(outcome);
        }
    }

    fn play_step(&mut self, dice: &mut impl Dice) {
        while self.outcome.is_none() && F::only_opens(&self.state) {
            self.play(dice);
        }
        self.play(dice);
        while self.outcome.is_none() && F::goes_on(&self.state) {
            self.play(dice);
        }
    }

    fn play_round(&mut self, dice: &mut impl Dice) {
        let before = self.state.clone();
        self.play(dice);
        while self.outcome.is_none() && F::round_goes_on(&before, &self.state) {
            self.play(dice);
        }
    }

    fn play_stage(&mut self, dice: &mut impl Dice) {
        let stage = self.state.stage();
        while self.outcome.is_none() && self.state.stage() == stage {
            self.play(dice);
        }
    }

    /// Returns the exact probability of each value that `read` may return after the rest of the stage of a
    /// day.
    pub(crate) fn stage_odds<T: Eq + Hash>(&self, read: impl Fn(&Self) -> T) -> Odds<T> {
        self.odds_after(Self::play_stage, read)
    }

    /// Returns the exact probability of each value that `read` may return after the next step.
    pub(crate) fn odds<T: Eq + Hash>(&self, read: impl Fn(&Self) -> T) -> Odds<T> {
        self.odds_after(Self::play_step, read)
    }

    /// Returns the exact probability of each value that `read` may return after the rest of the round.
    pub(crate) fn round_odds<T: Eq + Hash>(&self, read: impl Fn(&Self) -> T) -> Odds<T> {
        self.odds_after(Self::play_round, read)
    }

    /// Returns the exact probability of each value that `read` may return after the function `play` has
    /// played the fight.
    pub(crate) fn odds_after<T: Eq + Hash>(
        &self,
        play: impl Fn(&mut Self, &mut Enumerated),
        read: impl Fn(&Self) -> T,
    ) -> Odds<T> {
        outcomes(|dice| {
            let mut trial = Self {
                arena: Arc::clone(&self.arena),
                state: self.state.clone(),
                heard: Heard::default(),
                outcome: None,
            };
            play(&mut trial, dice);
            read(&trial)
        })
    }

    /// Changes the state of the fighter called `name`. The fight continues from the changed state.
    pub(crate) fn given(mut self, name: &str, change: impl FnOnce(&mut F::Body)) -> Self {
        let who = self.who(name);
        change(F::body_mut(&mut self.state, who));
        self
    }

    /// Returns the fighter with this name, as transcripts write it: `knight`, `goblin 2`.
    pub(crate) fn who(&self, name: &str) -> FighterId {
        let mut everybody = (0..self.arena.cast().fighters.len()).map(FighterId::at);
        let found = everybody.find(|&who| self.name(who) == name);
        found.unwrap_or_else(|| panic!("nobody is called {name}"))
    }

    pub(crate) fn name(&self, who: FighterId) -> String {
        self.arena.cast().name(who)
    }

    /// Returns the names of these fighters.
    pub(crate) fn names(&self, fighters: &[FighterId]) -> Vec<String> {
        fighters.iter().map(|&who| self.name(who)).collect()
    }

    pub(crate) fn body(&self, name: &str) -> &F::Body {
        F::body(&self.state, self.who(name))
    }

    /// Returns whether a fighter is still in the fight.
    pub(crate) fn fights(&self, name: &str) -> bool {
        F::fighting(&self.state).has(self.who(name))
    }

    /// Returns attacker, target and weapon of every counted attack, in order.
    pub(crate) fn attacks(&self) -> Vec<(String, String, String)> {
        let cast = self.arena.cast();
        let blows = self.heard.blows.iter();
        let named = blows.map(|&(who, target, weapon, _)| {
            let weapon = &cast.combatant(who).weapons[weapon.index()].name;
            (cast.name(who), cast.name(target), weapon.clone())
        });
        named.collect()
    }

    /// Returns the attackers of all counted attacks, in order.
    pub(crate) fn attackers(&self) -> Vec<String> {
        let blows = self.heard.blows.iter();
        blows.map(|&(who, ..)| self.name(who)).collect()
    }

    /// Returns the targets of all counted attacks, in order.
    pub(crate) fn targets(&self) -> Vec<String> {
        let blows = self.heard.blows.iter();
        blows.map(|&(_, target, ..)| self.name(target)).collect()
    }

    /// Returns the results of all counted attacks, in order.
    pub(crate) fn blows(&self) -> Vec<Blow> {
        self.heard.blows.iter().map(|&(.., blow)| blow).collect()
    }

    /// Returns whether a sentence of the transcript contains these words.
    pub(crate) fn says(&self, words: &str) -> bool {
        self.heard.said.iter().any(|(_, text)| text.contains(words))
    }
}
