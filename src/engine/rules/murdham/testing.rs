//! Support for the tests of this book: a few characters, scripted dice, and the state afterwards.
//!
//! ```text
//! let after = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"")
//!     .against("b", "policy = \"idle\"")
//!     .turn([4]);
//! assert_eq!(after.health("b"), 4);
//! ```

use std::sync::Arc;

use super::Murdham;
use super::nouns::arena::Arena;
use super::nouns::state::{Body, State, Status, Whereabouts};
use crate::fight::{FighterId, FighterSet};
use crate::frame::{BookInfo, draft};
use crate::rules::testing::{self, Testable};
use crate::scenario::{Faults, Matchup, RunSettings};

pub(super) use crate::rules::testing::fraction;

pub(super) type Setup = testing::Setup<Arena>;
pub(super) type Trial = testing::Trial<Arena>;

/// Begins the first side with one character, called `name`. `stats` are lines of its stat block. The first
/// side has the initiative.
pub(super) fn fighters(name: &str, stats: &str) -> Setup {
    Setup::of(name, stats)
}

/// In tests, a fighter takes its turn as soon as it can, unless the test gives its policy a list `ready`.
impl Testable for Arena {
    const BOOK: &'static BookInfo = &super::BOOK;
    const STATS: &'static [&'static str] = &["health = 8"];
    const FIELD: &'static [&'static str] = &["initiative = \"side 1\""];
    const LISTS: &'static [&'static str] = &["act", "bonus", "react", "opportunity"];
    const POLICIES: &'static [(&'static str, &'static str)] = &[
        ("idle", ""),
        ("dodges", "react = ['dodge']"),
        ("counters", "react = ['counter']"),
    ];
    const TABLES: &'static str = "[policies.default]\nready = []\n";

    type Body = Body;

    fn compile(matchup: &Matchup, run: &RunSettings, faults: &Faults) -> Option<Self> {
        draft::fight::<Murdham>(matchup, run, faults)
    }

    fn body(state: &State, who: FighterId) -> &Body {
        state.body(who)
    }

    fn body_mut(state: &mut State, who: FighterId) -> &mut Body {
        state.body_mut(who)
    }

    fn fighting(state: &State) -> FighterSet {
        state.fighting
    }

    fn round_goes_on(_: &State, now: &State) -> bool {
        now.open
    }
}

impl Setup {
    /// Adds a policy with the main action `line` and no reactions.
    pub(super) fn acts(self, policy: &str, line: &str) -> Self {
        self.policy(policy, &format!("act = ['{line}']"))
    }

    /// Adds a policy that replies to attacks with `line` and does nothing else.
    pub(super) fn reacts(self, policy: &str, line: &str) -> Self {
        self.policy(policy, &format!("react = ['{line}']"))
    }

    /// Plays the first turn with exactly these die faces.
    pub(super) fn turn(&self, faces: impl IntoIterator<Item = u32>) -> Trial {
        self.step(faces)
    }
}

impl Trial {
    /// Plays one turn, and the passes before it, with exactly these die faces. Fails if a face is missing or
    /// left over.
    pub(super) fn turn(self, faces: impl IntoIterator<Item = u32>) -> Self {
        self.step(faces)
    }

    /// Takes a character out of the fight. It has this status and health from now on.
    pub(super) fn out(mut self, name: &str, status: Status, health: i16) -> Self {
        let who = self.who(name);
        self.state.fighting.remove(who);
        self.state.unused.remove(who);
        self.given(name, |body| (body.status, body.health) = (status, health))
    }

    /// Makes `captor` hold `captive`.
    pub(super) fn holding(mut self, captor: &str, captive: &str) -> Self {
        let arena = Arc::get_mut(&mut self.arena).expect("nobody else plays this trial yet");
        arena.scope.grabs = true;
        let who = self.who(captor);
        self.given(captive, |body| body.captor = Some(who))
    }

    /// Conceals a character.
    pub(super) fn hiding(mut self, name: &str) -> Self {
        let arena = Arc::get_mut(&mut self.arena).expect("nobody else plays this trial yet");
        arena.scope.conceals = true;
        self.given(name, |body| body.concealed = true)
    }

    pub(super) fn health(&self, name: &str) -> i16 {
        self.body(name).health
    }

    pub(super) fn status(&self, name: &str) -> Status {
        self.body(name).status
    }

    /// Returns whether the character still has its turn of this round.
    pub(super) fn has_turn(&self, name: &str) -> bool {
        self.state.unused.has(self.who(name))
    }

    /// Returns the name of the place where a character is.
    pub(super) fn at(&self, name: &str) -> &str {
        &self.arena.field.names[usize::from(self.body(name).place)]
    }

    /// Returns the name of the fighter that holds a character.
    pub(super) fn captor(&self, name: &str) -> Option<String> {
        self.body(name).captor.map(|who| self.name(who))
    }

    /// Returns the names of the weapons that a character holds.
    pub(super) fn holds(&self, name: &str) -> Vec<&str> {
        let items = self.body(name).items.iter();
        items
            .filter(|item| item.at == Whereabouts::Held)
            .map(|item| self.arena.weapon(item.weapon).name.as_str())
            .collect()
    }

    /// Returns the names of the characters that took a turn, in order.
    pub(super) fn turns(&self) -> Vec<String> {
        let said = self.heard.said.iter();
        said.filter(|(clause, _)| *clause == "MUR-1-2")
            .filter_map(|(_, text)| Some(text.split_once(" takes its turn")?.0.to_owned()))
            .collect()
    }
}
