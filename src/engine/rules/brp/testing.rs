//! Support for the tests of this book: a few fighters, scripted dice, and the state afterwards.
//!
//! ```text
//! let after = fighters("knight", "skills = { broad-sword = 65 }\ncarries = [\"broad-sword\"]")
//!     .against("goblin", "carries = [\"broad-sword\"]")
//!     .round([12, 61, 3]);
//! assert_eq!(after.hp("goblin"), 9);
//! ```

use super::Brp;
use super::nouns::arena::Arena;
use super::nouns::state::{Body, Condition, ItemState, State};
use crate::fight::{FighterId, FighterSet};
use crate::frame::{BookInfo, draft};
use crate::rules::testing::{self, Testable};
use crate::scenario::{Faults, Matchup, RunSettings};

pub(super) use crate::rules::testing::fraction;

pub(super) type Setup = testing::Setup<Arena>;
pub(super) type Trial = testing::Trial<Arena>;

/// Two policies: `idle` does nothing, and `bold` attacks but never defends.
pub(super) const SIMPLE: &str = "[policies.idle]\nact = [\"wait\"]\nreact = []\n[policies.bold]\nact = [\"attack nearest\"]\nreact = []";

/// Begins the first side with one fighter, called `name`. `stats` are lines of its stat block.
pub(super) fn fighters(name: &str, stats: &str) -> Setup {
    Setup::of(name, stats)
}

/// Returns the table row of a sword called `blow-9` if `damage` is 9. Its hits do exactly `damage`, and it
/// has no parrying points.
pub(super) fn blow(damage: i32) -> String {
    format!(
        "[weapons.blow-{damage}]\nskill = \"Melee Weapon\"\nspecialty = \"Sword\"\nbase = 100\ndb = \"full\"\n\
         damage = \"{damage}\"\nhands = 1\nlength = \"medium\""
    )
}

impl Testable for Arena {
    const BOOK: &'static BookInfo = &super::BOOK;
    const STATS: &'static [&'static str] = &["dex = 12", "hit_points = 13"];

    type Body = Body;

    fn compile(matchup: &Matchup, run: &RunSettings, faults: &Faults) -> Option<Self> {
        draft::fight::<Brp>(matchup, run, faults)
    }

    fn unopened(&self) -> State {
        self.unopened.clone()
    }

    fn body(state: &State, who: FighterId) -> &Body {
        state.body(who)
    }

    fn body_mut(state: &mut State, who: FighterId) -> &mut Body {
        state.body_mut(who)
    }

    fn fighting(state: &State) -> FighterSet {
        state.able
    }

    fn round_goes_on(_: &State, now: &State) -> bool {
        now.acted > 0
    }
}

impl Trial {
    /// Makes a fighter unconscious or dying, depending on its hit points `hp`. It has one untreated injury of
    /// `injury` points, or none if `injury` is 0.
    pub(super) fn felled(mut self, name: &str, hp: i32, injury: u8) -> Self {
        let who = self.who(name);
        self.state.able.remove(who);
        let body = self.state.body_mut(who);
        body.hp = hp;
        body.condition = if hp > 0 {
            Condition::Unconscious
        } else {
            Condition::Dying
        };
        if injury > 0 {
            body.injuries[usize::from(injury.min(8)) - 1] += 1;
        }
        self
    }

    pub(super) fn hp(&self, name: &str) -> i32 {
        self.body(name).hp
    }

    pub(super) fn condition(&self, name: &str) -> Condition {
        self.body(name).condition
    }

    /// Returns a fighter's place on the line, in centimetres.
    pub(super) fn at(&self, name: &str) -> i32 {
        self.body(name).at
    }

    /// Returns the state of an item that a fighter carries.
    pub(super) fn item(&self, name: &str, item: &str) -> ItemState {
        let items = &self.arena.fighter(self.who(name)).items;
        let at = items.iter().position(|thing| thing.name == item);
        self.body(name).items[at.unwrap_or_else(|| panic!("{name} carries no {item}"))]
    }
}
