//! The book's pools of dice, each as a random variable with its odds.
//!
//! Clauses: SST-0-1, SST-0-2, SST-5-2, SST-10-3, SST-13-2, SST-22-2.
//!
//! The outcome of a pool is its counts, not its faces. An attack roll counts hits, near misses, misses and
//! ones. A defence or characteristic roll counts successes. A deal counts the dice of each face. The odds do
//! not depend on the fight, so [`Odds`] is computed once for all fights, and a whole roll is one random draw.

use std::hash::Hash;
use std::sync::{LazyLock, OnceLock};

use indexmap::IndexMap;

use crate::dice::{Alias, Dice, Die, Piece};
use crate::rules::swift_swords::reading::hand::Hand;

/// The only kind of die in the book.
pub(crate) const D6: Die = Die(6);

/// Maximum number of dice of any roll. Larger pools are cut to this number.
pub(crate) const MOST_DICE: u8 = 24;

/// Returns the lowest face that is a success at Superiority Level `sl`. `face` is the lowest at level 0
/// [SST-0-1].
#[inline]
pub(crate) fn need(face: u8, sl: i8) -> u8 {
    (face.cast_signed() - sl).clamp(2, 6).cast_unsigned()
}

/// A kind of dice, whose odds depend only on its own parameters.
pub(crate) trait Luck: Copy + Eq + Hash + 'static {
    /// The outcome of a roll. Its default value is the outcome of a roll of no dice.
    type Outcome: Copy + Eq + Hash + Default + std::ops::Add<Output = Self::Outcome> + 'static;

    /// Rolls one die of this kind.
    fn one<D: Dice>(self, dice: &mut D, log: Option<&mut Vec<u32>>) -> Self::Outcome;

    /// Rolls `count` dice of this kind, at least one, without recording their faces.
    fn several<D: Dice>(self, count: u8, dice: &mut D) -> Self::Outcome;

    /// Returns the precomputed odds of such dice, one entry for each number of dice from 1. Larger numbers of
    /// dice than the last entry have no precomputed odds.
    fn tables(self, odds: &Odds) -> &[Tabled<Self>];

    /// Returns a pool of `dice` dice of this kind.
    #[inline]
    fn times(self, dice: u8) -> Pool<Self> {
        Pool { dice, of: self }
    }
}

/// A pool: some number of dice of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Pool<L> {
    dice: u8,
    of: L,
}

impl<L: Luck> Pool<L> {
    /// Rolls the pool die by die. If `dice` enumerates all outcomes, equal partial results are merged after
    /// each die.
    #[inline]
    fn roll<D: Dice>(self, dice: &mut D, mut log: Option<&mut Vec<u32>>) -> L::Outcome {
        if log.is_some() || !D::TAKES_TOGETHER || self.dice < 2 {
            let all = (0..self.dice).map(|_| self.of.one(dice, log.as_deref_mut()));
            return all.fold(L::Outcome::default(), |sum, one| sum + one);
        }
        let fewer = self.of.times(self.dice - 1);
        dice.piece(fewer, |dice| fewer.roll(dice, None)) + self.of.one(dice, None)
    }

    /// Rolls the pool, in a single draw if `odds` has a table and `dice` can use it. `log` is given if a
    /// witness wants to see the faces.
    #[inline]
    pub(crate) fn settle<D: Dice>(
        self,
        odds: Option<&'static Odds>,
        dice: &mut D,
        log: Option<&mut Vec<u32>>,
    ) -> L::Outcome {
        if odds.is_none() && log.is_none() && !D::TAKES_TOGETHER && self.dice > 0 {
            return dice.piece(self, |dice| self.of.several(self.dice, dice));
        }
        self.draw(odds, dice, log)
    }

    /// Draws the outcome of the pool at once, or rolls the dice if that is not possible.
    #[inline(never)]
    fn draw<D: Dice>(
        self,
        odds: Option<&'static Odds>,
        dice: &mut D,
        log: Option<&mut Vec<u32>>,
    ) -> L::Outcome {
        let at = usize::from(self.dice).wrapping_sub(1);
        let tabled = odds.and_then(|odds| self.of.tables(odds).get(at));
        match (dice.draw(tabled), tabled) {
            (Some(at), Some(tabled)) => tabled.outcomes[at],
            _ if log.is_none() && !D::TAKES_TOGETHER && self.dice > 0 => {
                dice.piece(self, |dice| self.of.several(self.dice, dice))
            }
            _ if log.is_some() || self.dice < 2 => self.roll(dice, log),
            _ => dice.piece(self, |dice| self.roll(dice, None)),
        }
    }
}

/// The dice of an attack roll [SST-10-2, SST-10-3], or of a defence roll with a die that may be raised
/// [SST-9-3].
///
/// The first number is the lowest face that hits. The second is how many points below it a die may be to
/// count as a near miss. 0: no near misses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct AttackRoll(pub u8, pub u8);

/// The counts of an attack roll. `misses` does not include `near` and `ones`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Rolled {
    pub hits: u8,
    /// Near misses: dice just short of a hit, if the roll counts them separately.
    pub near: u8,
    pub misses: u8,
    pub ones: u8,
}

impl Rolled {
    /// Packs all counts into one number, one byte each.
    const fn counts(self) -> u32 {
        u32::from_le_bytes([self.hits, self.near, self.misses, self.ones])
    }

    const fn of(counts: u32) -> Self {
        let [hits, near, misses, ones] = counts.to_le_bytes();
        Self {
            hits,
            near,
            misses,
            ones,
        }
    }
}

impl std::ops::Add for Rolled {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self::of(self.counts() + other.counts())
    }
}

/// The outcome of one attack die. The indices are the lowest face that hits (from 2), the distance of a near
/// miss, and the face.
const OUTCOMES: [[[u32; 8]; 6]; 5] = {
    let mut outcomes = [[[0; 8]; 6]; 5];
    let mut at = 0;
    while at < 5 * 6 * 6 {
        let (need, near, face) = (at / 36, at / 6 % 6, at % 6 + 1);
        outcomes[need][near][face - 1] = AttackRoll::counts(AttackRoll::band(need + 2, near, face));
        at += 1;
    }
    outcomes
};

impl AttackRoll {
    /// Returns the band of a face: 0 for a 1, 1 for a miss, 2 for a near miss, 3 for a hit.
    const fn band(need: usize, near: usize, face: usize) -> usize {
        if face == 1 {
            0
        } else if face + near < need {
            1
        } else if face < need {
            2
        } else {
            3
        }
    }

    /// Returns the packed counts of one die in this band.
    const fn counts(band: usize) -> u32 {
        0x0100_0000 >> (8 * band)
    }
}

impl Luck for AttackRoll {
    type Outcome = Rolled;

    #[inline]
    fn one<D: Dice>(self, dice: &mut D, log: Option<&mut Vec<u32>>) -> Rolled {
        let Self(need, near) = self;
        let miss = u32::from(need) - 1;
        let far = miss.saturating_sub(near.into()).max(1);
        let band = dice.band(D6, &[1, far, miss]);
        note(dice, log);
        Rolled::of(Self::counts(band))
    }

    #[inline(never)]
    fn several<D: Dice>(self, mut count: u8, dice: &mut D) -> Rolled {
        let Self(need, near) = self;
        let outcomes = &OUTCOMES[usize::from(need) - 2][usize::from(near).min(5)];
        let mut sum = 0;
        dice.faces_while(D6, |face| {
            sum += outcomes[(face as usize - 1) & 7];
            count -= 1;
            count > 0
        });
        Rolled::of(sum)
    }

    #[inline]
    fn tables(self, odds: &Odds) -> &[Tabled<Self>] {
        let near = odds.attacks.get(usize::from(self.1));
        near.map_or(&[], |needs| &needs[usize::from(self.0) - 2])
    }
}

/// Dice that count only as successes or failures, as in defences and characteristic rolls. The number is the
/// lowest face that is a success [SST-0-2, SST-13-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Successes(pub u8);

impl Luck for Successes {
    type Outcome = u8;

    #[inline]
    fn one<D: Dice>(self, dice: &mut D, log: Option<&mut Vec<u32>>) -> u8 {
        let band = dice.band(D6, &[u32::from(self.0) - 1]);
        note(dice, log);
        u8::from(band == 1)
    }

    #[inline(never)]
    fn several<D: Dice>(self, mut count: u8, dice: &mut D) -> u8 {
        let mut successes = 0;
        dice.faces_while(D6, |face| {
            successes += u8::from(face >= self.0.into());
            count -= 1;
            count > 0
        });
        successes
    }

    #[inline]
    fn tables(self, odds: &Odds) -> &[Tabled<Self>] {
        &odds.successes[usize::from(self.0) - 2]
    }
}

/// Dice that are counted by face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Deal {
    /// Action Dice that are rolled for a round. Each face of at least `again` adds `extra` dice [SST-5-1,
    /// SST-5-2].
    Action {
        again: u8,
        extra: u8,
    },
    Plain,
}

impl Deal {
    /// The deal by the book, where each 6 adds one die. Only this deal has precomputed odds.
    const PRINTED: Self = Self::Action { again: 6, extra: 1 };
}

impl Luck for Deal {
    type Outcome = Hand;

    #[inline]
    fn one<D: Dice>(self, dice: &mut D, mut log: Option<&mut Vec<u32>>) -> Hand {
        let mut hand = Hand::NONE;
        let mut more = |hand: &mut Hand| {
            let face = u8::try_from(dice.roll(D6)).expect("a die shows 6 at most");
            note(dice, log.as_deref_mut());
            hand.add(face);
            face
        };
        let face = more(&mut hand);
        if let Self::Action { again, extra } = self
            && face >= again
        {
            for _ in 0..extra {
                more(&mut hand);
            }
        }
        hand
    }

    #[inline(never)]
    fn several<D: Dice>(self, count: u8, dice: &mut D) -> Hand {
        let (again, extra) = match self {
            Self::Action { again, extra } => (u32::from(again), u32::from(extra)),
            Self::Plain => (u32::MAX, 0),
        };
        let mut hand = Hand::NONE;
        // The number of dice still to be rolled, and how many of the next ones are additional dice. Additional
        // dice do not add further dice.
        let (mut left, mut more) = (u32::from(count), 0);
        dice.faces_while(D6, |face| {
            hand.add(face.to_le_bytes()[0]);
            left -= 1;
            if more > 0 {
                more -= 1;
            } else if face >= again {
                more = extra;
                left += extra;
            }
            left > 0
        });
        hand
    }

    #[inline]
    fn tables(self, odds: &Odds) -> &[Tabled<Self>] {
        match self {
            Self::PRINTED => &odds.deals,
            Self::Action { .. } | Self::Plain => &[],
        }
    }
}

/// Appends the faces of the last roll to the log.
#[inline]
pub(crate) fn note(dice: &impl Dice, log: Option<&mut Vec<u32>>) {
    if let Some(log) = log {
        log.extend_from_slice(dice.faces());
    }
}

/// A pool with the precomputed odds of its outcomes.
#[derive(Debug)]
pub(crate) struct Tabled<L: Luck> {
    pool: Pool<L>,
    table: Alias,
    outcomes: Vec<L::Outcome>,
    /// The odds of each outcome, as multiples of 1 / 2^64.
    parts: Vec<u128>,
}

impl<L: Luck> Piece for Tabled<L> {
    #[inline]
    fn table(&self) -> &Alias {
        &self.table
    }

    fn roll<D: Dice>(&self, dice: &mut D) -> usize {
        let rolled = self.pool.roll(dice, None);
        let at = self.outcomes.iter().position(|&other| other == rolled);
        at.expect("the table has every outcome")
    }
}

/// The precomputed odds of all pools of usual size.
#[derive(Debug)]
pub(crate) struct Odds {
    /// Indices: the distance of a near miss (0 or 1), the lowest face that hits (from 2), the number of dice
    /// (from 1).
    attacks: [[Vec<Tabled<AttackRoll>>; 5]; 2],
    /// Indices: the lowest face that is a success (from 2), the number of dice (from 1).
    successes: [Vec<Tabled<Successes>>; 5],
    /// Index: the number of dice (from 1).
    deals: Vec<Tabled<Deal>>,
}

/// The chances of at least some number of successes, in thousandths. Indices: the lowest face that is a
/// success (from 2), the number of dice (from 1), the number of successes (from 1).
type Chances = [[[u16; MOST_SUCCESSES]; TABLED_DICE as usize]; 5];

/// Maximum number of successes in the table of chances.
const MOST_SUCCESSES: usize = 8;

/// Returns the chance, in thousandths, that an attack roll has at least `successes` successes and is no
/// fumble. A roll with at least `fumble` more ones than successes is a fumble. Numbers beyond the table are
/// treated as its largest.
pub(crate) fn chance(dice: u8, need: u8, successes: u8, fumble: u8) -> u16 {
    let Some(dice) = usize::from(dice).checked_sub(1) else {
        return 0;
    };
    let successes = usize::from(successes.max(1)) - 1;
    let dice = dice.min(usize::from(TABLED_DICE) - 1);
    chances(fumble)[usize::from(need) - 2][dice][successes.min(MOST_SUCCESSES - 1)]
}

/// Returns the table of chances, where a roll is a fumble if it has at least `fumble` more ones than
/// successes. Each table is computed when it is first needed. No roll has more ones than dice, so larger
/// values of `fumble` share the last table.
pub(crate) fn chances(fumble: u8) -> &'static Chances {
    static TABLES: [OnceLock<Chances>; TABLED_DICE as usize + 1] =
        [const { OnceLock::new() }; TABLED_DICE as usize + 1];
    let fumble = fumble.clamp(1, TABLED_DICE + 1);
    TABLES[usize::from(fumble) - 1].get_or_init(|| {
        let rolls = &Odds::get().attacks[0];
        std::array::from_fn(|need| {
            std::array::from_fn(|dice| chances_of(&rolls[need][dice], fumble))
        })
    })
}

/// Maximum number of dice with precomputed odds. Larger pools are rolled.
const TABLED_DICE: u8 = 12;
const TABLED_DEALS: u8 = 6;

impl Odds {
    /// Returns the precomputed odds, which are computed when they are first needed.
    pub(crate) fn get() -> &'static Self {
        static TABLES: LazyLock<Odds> = LazyLock::new(Odds::new);
        &TABLES
    }

    fn new() -> Self {
        let needs: [u8; 5] = [2, 3, 4, 5, 6];
        let attacks =
            [0, 1].map(|near| needs.map(|need| tables(TABLED_DICE, AttackRoll(need, near))));
        Self {
            attacks,
            successes: needs.map(|need| tables(TABLED_DICE, Successes(need))),
            deals: tables(TABLED_DEALS, Deal::PRINTED),
        }
    }
}

/// Returns the chances, in thousandths, of at least 1, 2, 3 and so on successes in a roll that is no fumble.
fn chances_of(roll: &Tabled<AttackRoll>, fumble: u8) -> [u16; MOST_SUCCESSES] {
    std::array::from_fn(|at| {
        let enough =
            |rolled: &Rolled| usize::from(rolled.hits) > at && rolled.ones < rolled.hits + fumble;
        let parts = roll.outcomes.iter().zip(&roll.parts);
        let parts = parts.filter(|(rolled, _)| enough(rolled));
        let all: u128 = parts.map(|(_, &parts)| parts).sum();
        u16::try_from((all * 1000) >> 64).expect("a chance is one at most")
    })
}

/// The probability of each outcome of one die, including its additional die, is a multiple of 1 / 36.
const WAYS: u128 = 36;

/// Computes the exact odds of 1 to `most` dice, each from the odds of one die fewer.
fn tables<L: Luck>(most: u8, luck: L) -> Vec<Tabled<L>> {
    let mut one: IndexMap<L::Outcome, u128> = IndexMap::new();
    crate::dice::visit(
        |dice| luck.one(dice, None),
        |outcome, path| *one.entry(outcome).or_default() += path.ways * WAYS / path.of,
    );
    let mut all = one.clone();
    let mut found = Vec::new();
    let mut of = WAYS;
    for dice in 1..=most {
        let parts: Vec<u128> = all.values().map(|&ways| (ways << 64) / of).collect();
        found.push(Tabled {
            pool: luck.times(dice),
            table: Alias::new(&parts),
            outcomes: all.keys().copied().collect(),
            parts,
        });
        let mut next: IndexMap<L::Outcome, u128> = IndexMap::new();
        for (&before, &ways) in &all {
            for (&more, &times) in &one {
                *next.entry(before + more).or_default() += ways * times;
            }
        }
        all = next;
        of *= WAYS;
    }
    found
}

#[cfg(test)]
mod tests;
