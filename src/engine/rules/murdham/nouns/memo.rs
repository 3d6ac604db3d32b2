//! Results about two characters, kept for faster play: never compared, hashed or copied.
//!
//! A kept result depends on the bodies of a character and of its target, without their health. It is kept with the numbers of
//! the latest changes of both bodies, and holds until one of them changes. Every mutable access to a body counts as a
//! change, so no change can be forgotten; only health has an access of its own. All fights of a matchup begin with the
//! same situation, in which all numbers are 0, so results kept for it are valid in the next fight too.
//!
//! In unit tests, every use of a kept result compares it with a new one.

use super::attack::{Attack, AttackMeans, Manner};
use super::deeds::{AttackChoice, Chosen, Turn};
use super::pool::Pool;
use super::state::Shared;
use crate::fight::{self, FighterId, FighterSet, Origin, Source};

/// The memo of a state.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    /// The number of the latest change of each body; empty where nothing is kept.
    changes: Box<[u64]>,
    latest: u64,
    /// The characters whose bodies have changed since the first situation of the fight.
    changed: FighterSet,
    kept: Box<[Kept]>,
    /// Whether no ride has to be ended: no body has changed since that was found.
    pub(super) riders_settled: bool,
    origin: Origin,
}

/// The latest results of a character, each with what was asked and the numbers of the latest changes of the two bodies.
#[derive(Debug, Clone, Copy, Default)]
struct Kept {
    choice: Option<KeptResult<Choosing, Option<Chosen>>>,
    strike: Option<KeptResult<Striking, (Pool, i32)>>,
}

/// A result for a question.
#[derive(Debug, Clone, Copy)]
struct KeptResult<A, R> {
    asked: A,
    pair: Pair,
    result: R,
}

impl<A: PartialEq, R> KeptResult<A, R> {
    /// The result, if it is that of this question and holds after these changes.
    #[inline]
    fn of(&self, asked: &A, pair: Pair) -> Option<&R> {
        (self.asked == *asked && self.pair == pair).then_some(&self.result)
    }
}

/// The numbers of the latest changes of a character and of its target.
type Pair = [u64; 2];

/// The choice of a weapon for an attack: the attack wanted, and the parts of the turn that it depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Choosing {
    target: FighterId,
    wish: u64,
    /// The manner, and flags.
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

/// An attack whose damage is to be rolled, without its attacker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Striking {
    target: FighterId,
    /// The weapon, by its index on the attacker's list.
    item: u8,
    held_back: bool,
    /// Whether the target is struck back at behind its barrier.
    exposed: bool,
}

impl Striking {
    /// The values that the damage of an attack depends on; `None` if it is not an attack with a weapon of the attacker's list.
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
    /// Counts a change of a body.
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

    /// Counts a change of all bodies.
    fn change_all(&mut self) {
        self.latest += 1;
        self.changes.fill(self.latest);
        self.changed = (0..self.changes.len()).map(FighterId::at).collect();
    }

    /// Makes the situation the first one of all fights of its matchup.
    pub(super) fn set_first(&mut self) {
        self.origin.set_first();
    }

    /// The numbers of the latest changes of two bodies.
    #[inline]
    fn pair(&self, who: FighterId, other: FighterId) -> Option<Pair> {
        let change = |who: FighterId| self.changes.get(who.index()).copied();
        Some([change(who)?, change(other)?])
    }

    /// The kept result of choosing a weapon.
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

    /// The kept dice of an attack, and the armour value against it.
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
