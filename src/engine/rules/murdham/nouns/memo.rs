//! The memo of a state: results about two characters, kept for faster play. The memo is not compared, hashed
//! or copied together with the state.
//!
//! A character's body is its part of the state. A kept result depends on the bodies of a character and of its
//! target, but not on their health. Each change of a body gets a number. The numbers of the latest changes of
//! both bodies are kept with the result. The result is valid as long as both numbers are still the same.
//!
//! Every mutable access to a body counts as a change, so no change can be missed. Only health is written
//! without being counted. All fights of a matchup begin with the same state, whose bodies all have the number
//! 0. So results that were kept for that state are still valid in the next fight.
//!
//! In unit tests, every use of a kept result compares it with a newly computed one.

use super::attack::{Attack, AttackMeans, Manner};
use super::deeds::{AttackChoice, Chosen, Turn};
use super::pool::Pool;
use super::state::Shared;
use crate::fight::{self, FighterId, FighterSet, Origin, Source};

/// The kept results, with the numbers of changes that decide whether they are valid.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    /// The number of the latest change of each body. Empty if nothing is kept.
    changes: Box<[u64]>,
    latest: u64,
    /// The characters whose bodies have changed since the fight began.
    changed: FighterSet,
    kept: Box<[Kept]>,
    /// Whether no body has changed since all rides were last checked (see `settle_riders`).
    pub(super) riders_settled: bool,
    origin: Origin,
}

/// The latest results for a character: the choice of a weapon, and the dice of an attack.
#[derive(Debug, Clone, Copy, Default)]
struct Kept {
    choice: Option<KeptResult<Choosing, Option<Chosen>>>,
    strike: Option<KeptResult<Striking, (Pool, i32)>>,
}

/// A result, with the parameters that it was computed for and the numbers of changes of the two bodies.
#[derive(Debug, Clone, Copy)]
struct KeptResult<A, R> {
    asked: A,
    pair: Pair,
    result: R,
}

impl<A: PartialEq, R> KeptResult<A, R> {
    /// Returns the result if it was computed for these parameters and the two bodies have not changed since.
    #[inline]
    fn of(&self, asked: &A, pair: Pair) -> Option<&R> {
        (self.asked == *asked && self.pair == pair).then_some(&self.result)
    }
}

/// The numbers of the latest changes of a character and of its target.
type Pair = [u64; 2];

/// The parameters of a choice of weapon: the attack wanted, and the parts of the turn that matter for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Choosing {
    target: FighterId,
    wish: u64,
    /// The manner of the attack and four flags: `ranged`, `moving`, whether the fighter has walked in this
    /// turn, and whether it still has its bonus action.
    how: [u8; 5],
}

impl Choosing {
    #[inline]
    pub(crate) const fn new(pick: AttackChoice, turn: &Turn) -> Self {
        Self {
            target: pick.target,
            wish: pick.wish,
            how: [
                pick.manner as u8,
                pick.ranged as u8,
                pick.moving as u8,
                (turn.walked > 0) as u8,
                turn.bonus as u8,
            ],
        }
    }
}

/// The parameters of the dice of an attack's damage, except for the attacker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Striking {
    target: FighterId,
    /// The index of the weapon on the attacker's list.
    item: u8,
    held_back: bool,
    /// Whether the attack is a counter, so that a barrier protects the target only as cover.
    exposed: bool,
}

impl Striking {
    /// Returns the parameters for an attack. Returns `None` if the attack uses no weapon of the attacker's
    /// list.
    #[inline]
    pub(crate) const fn new(attack: &Attack, exposed: bool) -> Option<Self> {
        let AttackMeans::Item(item) = attack.means else {
            return None;
        };
        Some(Self {
            target: attack.target,
            item,
            held_back: matches!(attack.manner, Manner::HeldBack),
            exposed,
        })
    }
}

impl fight::Memo<Shared> for Memo {
    /// Gives the change of a body a new number.
    #[inline]
    fn changed(&mut self, who: FighterId) {
        self.riders_settled = false;
        self.origin.changed();
        self.changed.add(who);
        if let Some(change) = self.changes.get_mut(who.index()) {
            self.latest += 1;
            *change = self.latest;
        }
    }

    fn copied(&self) -> Self {
        Self {
            origin: self.origin.copied(),
            ..Self::default()
        }
    }

    #[inline]
    fn follow(&mut self, other: &Self, _: &Shared) {
        self.riders_settled = false;
        let changed = std::mem::replace(&mut self.changed, FighterSet::NONE);
        match self.origin.follow(&other.origin) {
            Source::Same => {
                for who in changed.iter() {
                    if let Some(change) = self.changes.get_mut(who.index()) {
                        *change = 0;
                    }
                }
            }
            Source::First => {
                self.changes.fill(0);
                self.kept.fill(Kept::default());
            }
            Source::Later => self.change_all(),
        }
    }
}

impl Memo {
    /// Makes room for the results of `count` characters.
    #[inline]
    pub(super) fn begin(&mut self, count: usize) {
        if self.kept.len() != count {
            self.changes = vec![0; count].into();
            self.kept = vec![Kept::default(); count].into();
            self.latest = 0;
            self.change_all();
        }
    }

    /// Gives a change of every body a new number.
    fn change_all(&mut self) {
        self.latest += 1;
        self.changes.fill(self.latest);
        self.changed = (0..self.changes.len()).map(FighterId::at).collect();
    }

    /// Marks this state as the starting state of all fights of its matchup.
    pub(super) fn set_first(&mut self) {
        self.origin.set_first();
    }

    /// Returns the numbers of the latest changes of two bodies. Returns `None` if the state keeps no results.
    #[inline]
    fn pair(&self, who: FighterId, other: FighterId) -> Option<Pair> {
        let change = |who: FighterId| self.changes.get(who.index()).copied();
        Some([change(who)?, change(other)?])
    }

    /// Returns the kept choice of a weapon. The outer `Option` is `None` if there is no valid choice.
    #[inline]
    pub(super) fn choice(&self, who: FighterId, asked: &Choosing) -> Option<&Option<Chosen>> {
        let kept = self.kept.get(who.index())?.choice.as_ref()?;
        kept.of(asked, self.pair(who, asked.target)?)
    }

    pub(super) fn keep_choice(&mut self, who: FighterId, asked: Choosing, result: Option<Chosen>) {
        if let Some(pair) = self.pair(who, asked.target) {
            self.kept[who.index()].choice = Some(KeptResult {
                asked,
                pair,
                result,
            });
        }
    }

    /// Returns the kept dice of an attack and the armour value against it. Returns `None` if there are no
    /// valid ones.
    #[inline]
    pub(super) fn strike(&self, who: FighterId, asked: Striking) -> Option<(Pool, i32)> {
        let kept = self.kept.get(who.index())?.strike.as_ref()?;
        kept.of(&asked, self.pair(who, asked.target)?).copied()
    }

    pub(super) fn keep_strike(&mut self, who: FighterId, asked: Striking, result: (Pool, i32)) {
        if let Some(pair) = self.pair(who, asked.target) {
            self.kept[who.index()].strike = Some(KeptResult {
                asked,
                pair,
                result,
            });
        }
    }
}
