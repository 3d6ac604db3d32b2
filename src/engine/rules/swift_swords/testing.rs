//! Support for tests: sets up a few creatures, prescribes the faces of the dice, and checks the state
//! afterwards.
//!
//! ```text
//! let after = fighters("a", "attack = 4").against("b", "physical = 2").begun([]).step([5, 3, 3, 2]);
//! assert_eq!(after.left("b"), 1);
//! ```
//!
//! Faces are given in the order of the rolls. A deal rolls the additional die of a 6 directly after that 6. A
//! step is an action or a last option.

use std::hash::Hash;

use super::SwiftSwords;
use super::nouns::{Arena, Attack, AttackMeans, Body, Hit, Phase, Scene, State, Track, View};
use super::questions::arms;
use super::reading::hand::Hand;
use crate::dice::{Dice, Odds, Scripted};
use crate::fight::{Blow, FighterId, FighterSet};
use crate::frame::{BookInfo, draft};
use crate::rules::testing::{self, Heard, Testable};
use crate::scenario::{Faults, Matchup, RunSettings};

pub(super) use crate::rules::testing::fraction;

pub(super) type Setup = testing::Setup<Arena>;
pub(super) type Trial = testing::Trial<Arena>;

/// Starts a setup whose first side, that of the players, has one creature.
pub(super) fn fighters(name: &str, stats: &str) -> Setup {
    Setup::of(name, stats)
}

/// By default in tests, `injuries` are off. The default policy is `plain`, which takes a State only if the
/// creature is heroic.
impl Testable for Arena {
    const BOOK: &'static BookInfo = &super::BOOK;
    const STATS: &'static [&'static str] = &["policy = \"plain\""];
    const OPTIONS: &'static [&'static str] = &["injuries = \"off\""];
    const LISTS: &'static [&'static str] =
        &["act", "defend", "pay", "raise", "effort", "shake", "last"];
    const POLICIES: &'static [(&'static str, &'static str)] = &[
        ("idle", ""),
        ("dodges", "defend = ['dodge']"),
        ("blocks", "defend = ['block']"),
        ("parries", "defend = ['parry']"),
    ];

    type Body = Body;

    fn compile(matchup: &Matchup, run: &RunSettings, faults: &Faults) -> Option<Self> {
        draft::fight::<SwiftSwords>(matchup, run, faults)
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

    fn only_opens(state: &State) -> bool {
        state.phase == Phase::Opening
    }

    fn round_goes_on(before: &State, now: &State) -> bool {
        now.round == before.round
    }
}

impl Setup {
    /// Sets the modifiers for outnumbering to 0. The dice in the book's examples already include them.
    pub(super) fn even(self) -> Self {
        self.with("[modifiers]\nminor_advantage = 0\nmajor_advantage = 0")
    }

    /// Plays until all creatures that roll their dice have done so. The deal shows exactly these faces.
    pub(super) fn begun(&self, faces: impl IntoIterator<Item = u32>) -> Trial {
        self.ready().begun(faces)
    }
}

impl Trial {
    /// Plays until all creatures that roll their dice have done so, with exactly these faces. The others get
    /// their fixed hands on the way to the first action.
    pub(super) fn begun(self, faces: impl IntoIterator<Item = u32>) -> Self {
        self.played(faces, |trial, dice| {
            while matches!(trial.state.phase, Phase::Opening | Phase::Dealing(_))
                && !trial.all_fixed()
            {
                trial.play(dice);
            }
        })
    }

    /// Returns whether all creatures that are still to be dealt a hand have a fixed one.
    fn all_fixed(&self) -> bool {
        let Phase::Dealing(next) = self.state.phase else {
            return false;
        };
        let mut rest = self.arena.lineup.everybody().skip(next.index());
        rest.all(|who| !self.arena.fighter(who).ad_rolled)
    }

    /// Returns an attack of one creature on another with its usual weapon.
    pub(super) fn blow(&self, who: &str, target: &str) -> Attack {
        let (attacker, target) = (self.who(who), self.who(target));
        let weapon = self.view().melee_weapon(attacker, arms::ANY);
        let means = AttackMeans::Melee(weapon.expect("anybody has hands"));
        Attack::new(attacker, target, means)
    }

    pub(super) fn view(&self) -> View<'_> {
        View::new(&self.arena, &self.state)
    }

    fn scene<'a, D: Dice>(&'a mut self, dice: &'a mut D) -> Scene<'a, D, Heard> {
        Scene::new(&self.arena, &mut self.state, dice, &mut self.heard)
    }

    fn strike(&mut self, attack: Attack, dice: &mut impl Dice) {
        self.scene(dice).attack(attack);
    }

    /// Resolves one attack, whose cost has been paid, with exactly these faces.
    pub(super) fn struck(self, attack: Attack, faces: impl IntoIterator<Item = u32>) -> Self {
        self.played(faces, |trial, dice| trial.strike(attack, dice))
    }

    /// Returns the exact odds of the values that `read` returns after the attack.
    pub(super) fn strike_odds<T: Eq + Hash>(
        &self,
        attack: Attack,
        read: impl Fn(&Self) -> T,
    ) -> Odds<T> {
        self.odds_after(|trial, dice| trial.strike(attack, dice), read)
    }

    /// Deals damage to a creature, with exactly these faces for the rolls that follow.
    pub(super) fn hurt(
        self,
        name: &str,
        (track, damage): (Track, u8),
        faces: impl IntoIterator<Item = u32>,
    ) -> Self {
        let hit = Hit {
            target: self.who(name),
            by: None,
            track,
            damage,
            massive: false,
        };
        self.played(faces, |trial, dice| {
            let mut scene = trial.scene(dice);
            let damage = scene.taken(&hit);
            if damage > 0 {
                scene.hurt(&Hit { damage, ..hit });
            }
        })
    }

    /// Makes a creature lose `lost` Ranks.
    pub(super) fn losing(mut self, name: &str, track: Track, lost: u8) -> Self {
        let who = self.who(name);
        let mut no_dice = Scripted::new([]);
        self.scene(&mut no_dice).lose_ranks(who, track, lost);
        self
    }

    /// Returns the damage, after armour, of the first attack that hit. Returns 0 if none did.
    pub(super) fn dealt(&self) -> u32 {
        let landed = self.blows().into_iter().find_map(|blow| match blow {
            Blow::Landed { dealt, .. } => Some(dealt),
            _ => None,
        });
        landed.unwrap_or(0)
    }

    /// Replaces the hand of a creature.
    pub(super) fn holding(self, name: &str, faces: &[u8]) -> Self {
        self.given(name, |body| body.hand = Hand::of(faces))
    }

    /// Returns the hand of a creature as the transcript shows it, such as `6, 4, 1`.
    pub(super) fn hand(&self, name: &str) -> String {
        self.body(name).hand.to_string()
    }

    /// Returns the number of Physical Ranks that a creature can still lose.
    pub(super) fn left(&self, name: &str) -> u8 {
        self.view().ranks_left(self.who(name), Track::Physical)
    }

    /// Returns the number of Mental Ranks that a creature can still lose.
    pub(super) fn mind(&self, name: &str) -> u8 {
        self.view().ranks_left(self.who(name), Track::Mental)
    }
}
