//! Results about two characters that a state keeps for faster play. They are not compared, hashed or copied
//! with it.
//!
//! A kept result depends on the bodies of a character and of its target, but not on their health. The numbers
//! of the latest changes of both bodies are kept with the result. It is valid until one of these numbers
//! changes.
//!
//! Every mutable access to a body counts as a change, so no change can be missed. Only health is written in
//! another way. All fights of a matchup begin with the same state, whose bodies have the number 0. So results
//! for that state are still valid in the next fight.
//!
//! In unit tests, every use of a kept result compares it with a newly computed one.

use super::attack::{Attack, AttackMeans, Manner};
use super::deeds::{AttackChoice, Chosen, Turn};
use super::pool::Pool;
use super::state::Shared;
use crate::fight::{self, FighterId, FighterSet, Origin, Source};

/// The results that a state keeps, with the numbers of changes.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    /// The number of the latest change of each body. Empty if nothing is kept.
    changes: Box<[u64]>,
    latest: u64,
    /// The characters whose bodies have changed since the fight began.
    changed: FighterSet,
    kept: Box<[Kept]>,
    /// Whether the rides have been checked since the last change of a body, and none has to be ended.
    pub(super) riders_settled: bool,
    origin: Origin,
}

/// The latest results of a character. Each is kept with its question and with the numbers of the latest
/// changes of the two bodies.
#[derive(Debug, Clone, Copy, Default)]
struct Kept {
    choice: Option<KeptResult<Choosing, Option<Chosen>>>,
    strike: Option<KeptResult<Striking, (Pool, i32)>>,
}

/// A question and its result.
#[derive(Debug, Clone, Copy)]
struct KeptResult<A, R> {
    asked: A,
    pair: Pair,
    result: R,
}

impl<A: PartialEq, R> KeptResult<A, R> {
    /// Returns the result if it answers this question and the bodies still have these numbers of changes.
    #[inline]
    fn of(&self, asked: &A, pair: Pair) -> Option<&R> {
        (self.asked == *asked && self.pair == pair).then_some(&self.result)
    }
}

/// The numbers of the latest changes of a character and of its target.
type Pair = [u64; 2];

/// The question about the weapon for an attack: the attack wanted, and the parts of the turn that matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Choosing {
    target: FighterId,
    wish: u64,
    /// The manner of the attack, and the flags of the attack and of the turn.
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

/// The question about the dice of an attack's damage. The attacker is not part of the question.
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
    /// Returns the question about an attack. `None` if the attack uses no weapon of the attacker's list.
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

    /// Counts a change of every body.
    fn change_all(&mut self) {
        self.latest += 1;
        self.changes.fill(self.latest);
        self.changed = (0..self.changes.len()).map(FighterId::at).collect();
    }

    /// Makes this state the starting state of all fights of its matchup.
    pub(super) fn set_first(&mut self) {
        self.origin.set_first();
    }

    /// Returns the numbers of the latest changes of two bodies. `None` if nothing is kept.
    #[inline]
    fn pair(&self, who: FighterId, other: FighterId) -> Option<Pair> {
        let change = |who: FighterId| self.changes.get(who.index()).copied();
        Some([change(who)?, change(other)?])
    }

    /// Returns the kept choice of a weapon, if it is still valid.
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

    /// Returns the kept dice of an attack and the armour value against it, if they are still valid.
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
