//! Support for tests. A test sets up a few fighters, gives the faces of all dice in the order of their rolls,
//! and looks at the state afterwards.
//!
//! ```text
//! let after = does("attack", "melee = 2", "parry = 1").step([4, 3, 8]);
//! assert_eq!(after.wounds("b"), 1);
//! ```
//!
//! Fighters act in listing order, and no initiative is rolled. Without a field all fighters touch each other.
//! Each call of `step` plays one action. The first step of a turn includes its automatic events.

use super::Semiautomagic;
use super::nouns::arena::Arena;
use super::nouns::state::{Body, Life, Phase, State};
use crate::dice::Dice;
use crate::fight::{Blow, FighterId, FighterSet};
use crate::frame::{BookInfo, draft};
use crate::rules::testing::{self, Testable};
use crate::scenario::{Faults, Matchup, RunSettings};

pub(super) use crate::rules::testing::fraction;

pub(super) type Setup = testing::Setup<Arena>;
pub(super) type Trial = testing::Trial<Arena>;

/// Starts a setup with one fighter, `name`, on the first side. `stats` are the lines of its stat block.
pub(super) fn fighters(name: &str, stats: &str) -> Setup {
    Setup::of(name, stats)
}

/// Sets up `a`, whose policy is to do `act` in its turns, against `b`. They touch each other. `b` does
/// nothing and does not defend itself. Its Toughness is 9 and its Minimum Toughness is 3, unless its lines
/// `others` say otherwise. Comments of the tests write this as 9/3.
pub(super) fn does(act: &str, mine: &str, others: &str) -> Setup {
    let policy = if mine.contains("policy =") {
        ""
    } else {
        "policy = 'p'\n"
    };
    fighters("a", &format!("{policy}{mine}"))
        .against("b", others)
        .policy("p", &format!("act = [\"{act}\"]"))
}

/// Sets up `a` and `b` as in [`does`], on plain ground of 40 by 40 cells. They start in adjacent cells,
/// unless the lines of a fighter have a place `at = [column, row]`.
pub(super) fn on_a_field(act: &str, mine: &str, others: &str) -> Setup {
    let place = |stats: &str, at: &str| {
        if stats.lines().any(|line| line.trim().starts_with("at =")) {
            stats.to_owned()
        } else {
            format!("{stats}\nat = {at}")
        }
    };
    does(act, &place(mine, "[10, 10]"), &place(others, "[11, 10]")).field("size = [40, 40]")
}

/// In these tests, a policy without a list does nothing in the decisions of that list. The policy `defends`
/// chooses the best defence.
impl Testable for Arena {
    const BOOK: &'static BookInfo = &super::BOOK;
    const STATS: &'static [&'static str] = &["carries = [\"sword\"]", "policy = \"idle\""];
    const LISTS: &'static [&'static str] =
        &["act", "finish", "interrupt", "defend", "veto", "resist"];
    const POLICIES: &'static [(&'static str, &'static str)] =
        &[("idle", ""), ("defends", "defend = ['best']")];
    const TABLES: &'static str = "
[weapons.sword]
damage = \"1d8\"
[weapons.knife]
damage = \"1d4\"
light = true
item = \"small-metal\"
[weapons.spear]
damage = \"1d8\"
reach = 2
hands = 2
item = \"hafted\"
[weapons.teeth]
damage = \"1d4\"
reach = 0
[weapons.shield]
kind = \"shield\"
[weapons.bow]
kind = \"ranged\"
damage = \"1d8+3\"
range = 15
hands = 2
[weapons.crossbow]
kind = \"ranged\"
damage = \"1d8+3\"
range = 15
shots = 1
[weapons.gun]
kind = \"ranged\"
damage = \"1d8+3\"
range = 15
firearm = true
[weapons.fireball]
kind = \"ranged\"
skill = \"magic\"
damage = \"1d6+5\"
range = 10
area = \"sphere\"
area_scale = 1
[weapons.terror]
kind = \"morale\"
damage = \"1d8+3\"
[combos.two]
components = [{ kind = \"attack\" }, { kind = \"attack\" }]
[combos.three]
components = [{}, {}, {}]
[combos.charge]
components = [{}, { kind = \"charge\" }]
";

    type Body = Body;

    fn compile(matchup: &Matchup, run: &RunSettings, faults: &Faults) -> Option<Self> {
        draft::fight::<Semiautomagic>(matchup, run, faults)
    }

    fn unopened(&self) -> State {
        let mut state = self.start.clone();
        let there = self.lineup.starting().iter();
        let there: Vec<FighterId> = there.filter(|&who| !self.fighter(who).object).collect();
        state.set_order(&there);
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

    fn round_goes_on(before: &State, now: &State) -> bool {
        now.round == before.round
    }
}

impl Trial {
    /// Plays until the next turn of the fighter `name` begins. The dice show exactly `faces`.
    pub(super) fn until(self, name: &str, faces: impl IntoIterator<Item = u32>) -> Self {
        let who = self.who(name);
        self.played(faces, |trial, dice| {
            loop {
                trial.play(dice);
                let begins = trial.state.phase == Phase::Start && trial.state.next_up == who;
                if begins || trial.outcome.is_some() {
                    return;
                }
            }
        })
    }

    /// Plays one whole turn. The dice show exactly `faces`.
    pub(super) fn turn(self, faces: impl IntoIterator<Item = u32>) -> Self {
        self.played(faces, Self::play_turn)
    }

    /// Plays to the end of the present turn with the given dice.
    pub(super) fn play_turn<D: Dice>(&mut self, dice: &mut D) {
        loop {
            self.play(dice);
            if self.state.phase == Phase::Start || self.outcome.is_some() {
                return;
            }
        }
    }

    pub(super) fn wounds(&self, name: &str) -> u8 {
        self.body(name).wounds
    }

    pub(super) fn life(&self, name: &str) -> Life {
        self.body(name).life
    }

    /// Returns the column and the row of the fighter's cell.
    pub(super) fn at(&self, name: &str) -> (u8, u8) {
        let cell = self.body(name).cell();
        (cell.x, cell.y)
    }

    /// Returns three numbers: of attacks that landed, of attacks that a defence stopped, and of attacks that
    /// missed.
    pub(super) fn tallied(&self) -> [usize; 3] {
        let blows = self.blows();
        let count = |which: fn(&Blow) -> bool| blows.iter().filter(|blow| which(blow)).count();
        [
            count(|blow| matches!(blow, Blow::Landed { .. })),
            count(|blow| *blow == Blow::Evaded),
            count(|blow| *blow == Blow::Missed),
        ]
    }
}

impl Setup {
    /// Plays the first turn, which is that of `a`. The dice show exactly `faces`.
    pub(super) fn turn_of_a(&self, faces: impl IntoIterator<Item = u32>) -> Trial {
        self.ready().turn(faces)
    }
}
