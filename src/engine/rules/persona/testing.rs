//! Support for tests: sets up a few fighters, prescribes the faces of the dice, and checks the state
//! afterwards.
//!
//! ```text
//! let after = does("attack with melee", "carries = ['sword']", "t = 20").step([45, 7]);
//! assert_eq!(after.lost("b"), 8);
//! ```
//!
//! Fighters act in listing order, and no initiative is rolled. A step is one action.

use super::Persona;
use super::chapters::turn;
use super::nouns::arena::Arena;
use super::nouns::state::{Body, Phase, State};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Progress};
use crate::frame::{BookInfo, draft};
use crate::rules::testing::{self, Heard, Testable};
use crate::scenario::{Faults, Matchup, RunSettings};

pub(super) use crate::rules::testing::fraction;

pub(super) type Setup = testing::Setup<Arena>;
pub(super) type Trial = testing::Trial<Arena>;

/// Starts a setup whose first side has one fighter.
pub(super) fn fighters(name: &str, stats: &str) -> Setup {
    Setup::of(name, stats)
}

/// Returns a setup of `a`, which does `act` in its turn, and its enemy `b`, which does nothing. They are one
/// unit apart. `b` has no armour and TB 3. `mine` and `others` are added to the stat blocks of `a` and `b`.
pub(super) fn does(act: &str, mine: &str, others: &str) -> Setup {
    fighters("a", &with_place("policy = \"p\"", mine, 0))
        .against("b", &with_place("", others, 1))
        .policy("p", &format!("act = [\"{act}\"]"))
}

/// Returns a stat block with the starting place `at`, unless `stats` already sets a place.
fn with_place(head: &str, stats: &str, at: i32) -> String {
    let place = if stats.lines().any(|line| line.starts_with("at =")) {
        String::new()
    } else {
        format!("at = {at}")
    };
    format!("{head}\n{stats}\n{place}")
}

/// By default in tests, no die triggers Fury or Critical Hits, policies without a list do nothing, and all
/// fighters have simple numbers.
impl Testable for Arena {
    const BOOK: &'static BookInfo = &super::BOOK;
    #[rustfmt::skip]
    const STATS: &'static [&'static str] = &[
        "ws = 40", "bs = 40", "s = 30", "t = 30", "ag = 30", "wp = 30", "wounds = 30", "policy = \"idle\"",
    ];
    const OPTIONS: &'static [&'static str] = &["fury = \"none\""];
    const LISTS: &'static [&'static str] = &[
        "act",
        "evade",
        "counter",
        "opportunity",
        "control",
        "restrained",
    ];
    const POLICIES: &'static [(&'static str, &'static str)] = &[
        ("idle", ""),
        ("evades", "evade = ['best']"),
        ("dodges", "evade = ['dodge']"),
        ("parries", "evade = ['parry']"),
    ];
    const TABLES: &'static str = "
[weapons.sword]
damage = \"1d10\"
[weapons.knife]
damage = \"1d5\"
class = \"light\"
[weapons.axe]
damage = \"2d10\"
hands = 2
[weapons.gun]
kind = \"ranged\"
damage = \"1d10\"
range = 50
semi = 3
full = 6
hands = 2
[weapons.needler]
kind = \"ranged\"
damage = \"1\"
range = 50
semi = 3
full = 6
hands = 2
[weapons.pistol]
kind = \"ranged\"
damage = \"1d10\"
range = 20
semi = 2
clip = 6
class = \"pistol\"
[weapons.javelin]
kind = \"thrown\"
damage = \"1d10\"
range = 10
";

    type Body = Body;

    fn compile(matchup: &Matchup, run: &RunSettings, faults: &Faults) -> Option<Self> {
        draft::fight::<Persona>(matchup, run, faults)
    }

    fn unopened(&self) -> State {
        let mut state = self.start.clone();
        let listed: Vec<FighterId> = self.lineup.everybody().collect();
        state.set_order(&listed);
        state.phase = Phase::Start;
        state
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

    fn goes_on(state: &State) -> bool {
        state.volley.is_some()
    }

    fn settle(&self, state: &mut State, dice: &mut impl Dice, witness: &mut Heard) -> Progress {
        turn::pass_on(self, state, dice, witness)
    }

    fn round_goes_on(before: &State, now: &State) -> bool {
        now.round == before.round
    }
}

impl Trial {
    /// Plays until the next turn of the named fighter begins. The dice show exactly these faces.
    pub(super) fn until(self, name: &str, faces: impl IntoIterator<Item = u32>) -> Self {
        let who = self.who(name);
        self.played(faces, |trial, dice| {
            loop {
                trial.play(dice);
                let begins = trial.state.phase == Phase::Start && trial.state.actor() == who;
                if begins || trial.outcome.is_some() {
                    return;
                }
            }
        })
    }

    /// Plays the rest of the turn that has begun or is about to begin. The dice show exactly these faces.
    pub(super) fn turn(self, faces: impl IntoIterator<Item = u32>) -> Self {
        self.played(faces, |trial, dice| {
            loop {
                trial.play(dice);
                if trial.state.phase == Phase::Start || trial.outcome.is_some() {
                    return;
                }
            }
        })
    }

    /// Returns the wounds that the named fighter has lost since the start.
    pub(super) fn lost(&self, name: &str) -> i16 {
        let who = self.who(name);
        self.arena.start.body(who).wounds - self.state.body(who).wounds
    }

    /// Returns the place of the named fighter on the line.
    pub(super) fn at(&self, name: &str) -> i16 {
        self.body(name).at
    }

    /// Returns the number of hits that were not evaded.
    pub(super) fn landed(&self) -> usize {
        let blows = self.blows();
        let landed = |blow: &&crate::fight::Blow| matches!(blow, crate::fight::Blow::Landed { .. });
        blows.iter().filter(landed).count()
    }

    /// Returns the number of hits that were evaded.
    pub(super) fn evaded(&self) -> usize {
        let blows = self.blows();
        blows
            .iter()
            .filter(|blow| **blow == crate::fight::Blow::Evaded)
            .count()
    }
}

impl Setup {
    /// Plays the first turn, that of `a`. The dice show exactly these faces.
    pub(super) fn turn_of_a(&self, faces: impl IntoIterator<Item = u32>) -> Trial {
        self.ready().turn(faces)
    }
}
