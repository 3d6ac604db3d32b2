//! The book's pools of dice, each a random variable.
//!
//! Clauses: SST-0-1, SST-0-2, SST-5-2, SST-10-3, SST-13-2, SST-22-2. The outcome of a pool is its counts, not its faces: hits,
//! near misses, misses and ones of an attack roll; successes of a defence or characteristic; dice in hand of a deal. None of them
//! depends on the fight, so their odds ([`Odds`]) are computed once for all fights, and a whole roll is one draw.

use std::hash::Hash;
use std::sync::{LazyLock, OnceLock};

use indexmap::IndexMap;

use crate::dice::{Alias, Dice, Die, Piece};
use crate::rules::swift_swords::reading::hand::Hand;

/// The only die of the book.
pub(crate) const D6: Die = Die(6);

/// Maximum number of dice of any roll; larger pools are cut.
pub(crate) const MOST_DICE: u8 = 24;

/// The lowest face that is a success at this Superiority Level, if `face` is that of level 0 [SST-0-1].
#[inline]
pub(crate) fn need(face: u8, sl: i8) -> u8 {
    (face.cast_signed() - sl).clamp(2, 6).cast_unsigned()
}

/// A kind of dice that depends on nothing but its own parameters.
pub(crate) trait Luck: Copy + Eq + Hash + 'static {
    /// The outcome of such dice; the default is the outcome of no dice.
    type Outcome: Copy + Eq + Hash + Default + std::ops::Add<Output = Self::Outcome> + 'static;

    /// Rolls one die of this kind.
    fn one<D: Dice>(self, dice: &mut D, log: Option<&mut Vec<u32>>) -> Self::Outcome;

    /// Rolls `count` dice of this kind, at least one, where nobody wants to know their faces.
    fn several<D: Dice>(self, count: u8, dice: &mut D) -> Self::Outcome;

    /// The odds by number of dice, from 1, as far as they have been computed.
    fn tables(self, odds: &Odds) -> &[Tabled<Self>];

    /// A pool of `dice` dice of this kind.
    #[inline]
    fn times(self, dice: u8) -> Pool<Self> {
        Pool { dice, of: self }
    }
}

/// A number of dice of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Pool<L> {
    dice: u8,
    of: L,
}

impl<L: Luck> Pool<L> {
    /// Rolls the pool die by die. When all outcomes are enumerated, equal partial results are merged after each die.
    #[inline]
    fn roll<D: Dice>(self, dice: &mut D, mut log: Option<&mut Vec<u32>>) -> L::Outcome {
        if log.is_some() || !D::TAKES_TOGETHER || self.dice < 2 {
            let all = (0..self.dice).map(|_| self.of.one(dice, log.as_deref_mut()));
            return all.fold(L::Outcome::default(), |sum, one| sum + one);
        }
        let fewer = self.of.times(self.dice - 1);
        dice.piece(fewer, |dice| fewer.roll(dice, None)) + self.of.one(dice, None)
    }

    /// Rolls the pool, in one draw if dice and fight allow it. `log` is present if a witness wants to see the faces.
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

    /// Draws the pool, or rolls it if it cannot be drawn.
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

/// Dice of an attack [SST-10-2, SST-10-3], or of a defence with a die that may be raised [SST-9-3]: the lowest face
/// that hits, and how far below it a die is a near miss, which is counted separately; 0 if none is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct AttackRoll(pub u8, pub u8);

/// The counts of an attack roll. `misses` excludes `near` and `ones`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Rolled {
    pub hits: u8,
    /// Dice just short of a hit, if they are counted separately.
    pub near: u8,
    pub misses: u8,
    pub ones: u8,
}

impl Rolled {
    /// All counts as one number, with one byte each.
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

/// The outcome of a die of an attack roll: by the lowest face that hits, from 2, by how far below it a die is a near miss,
/// and by the face.
const OUTCOMES: [[[u32; 8]; 6]; 5] = {
    let mut outcomes = [[[0; 8]; 6]; 5];
    let mut at = 0;
    while at < 5 * 6 * 6 {
        let (need, near, face) = (at / 36, at / 6 % 6, at % 6 + 1);
        outcomes[need][near][face] = AttackRoll::counts(AttackRoll::band(need + 2, near, face));
        at += 1;
    }
    outcomes
};

impl AttackRoll {
    /// The band of a face: 0 for a one, then a miss, a near miss, a hit.
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

    /// The counts of a die in this band.
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
            sum += outcomes[face as usize & 7];
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

/// Dice that count only as successes, by the lowest face that is a success: defences and characteristics
/// [SST-0-2, SST-13-1].
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

/// Dice counted by their faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Deal {
    /// With `extra` more dice for every face from `again`: Action Dice that are rolled for a round [SST-5-1, SST-5-2].
    Action {
        again: u8,
        extra: u8,
    },
    Plain,
}

impl Deal {
    /// As the book has it: with one more die for every 6. Only such deals have tables.
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
    fn several<D: Dice>(self, mut count: u8, dice: &mut D) -> Hand {
        let (again, extra) = match self {
            Self::Action { again, extra } => (again.into(), extra),
            Self::Plain => (u32::MAX, 0),
        };
        let mut hand = Hand::NONE;
        // Dice that follow from the last one, and do not lead to others.
        let mut more = 0;
        dice.faces_while(D6, |face| {
            hand.add(u8::try_from(face).expect("a die shows 6 at most"));
            if more > 0 {
                more -= 1;
            } else {
                count -= 1;
                more = if face >= again { extra } else { 0 };
            }
            more > 0 || count > 0
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

/// Adds the last roll to the log.
#[inline]
pub(crate) fn note(dice: &impl Dice, log: Option<&mut Vec<u32>>) {
    if let Some(log) = log {
        log.extend_from_slice(dice.faces());
    }
}

/// A pool and the odds of its outcomes.
#[derive(Debug)]
pub(crate) struct Tabled<L: Luck> {
    pool: Pool<L>,
    table: Alias,
    outcomes: Vec<L::Outcome>,
    /// The odds of each outcome, in parts of 2^64.
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

/// The odds of all pools of usual size.
#[derive(Debug)]
pub(crate) struct Odds {
    /// By how far below the face needed a die is a near miss, from 0 to 1; by the face needed from 2, by number of dice from 1.
    attacks: [[Vec<Tabled<AttackRoll>>; 5]; 2],
    /// By the face needed from 2, by number of dice from 1.
    successes: [Vec<Tabled<Successes>>; 5],
    /// By number of dice from 1.
    deals: Vec<Tabled<Deal>>,
}

/// The chance of at least a given number of counted successes, in thousandths: by the face needed from 2, by number of
/// dice from 1, by successes from 1.
type Chances = [[[u16; MOST_SUCCESSES]; TABLED_DICE as usize]; 5];

/// Maximum number of successes in the table of chances.
const MOST_SUCCESSES: usize = 8;

/// The chance that an attack roll has at least `successes` successes and is no fumble, in thousandths; with `fumble` ones
/// beyond the successes it is one. Larger numbers of dice or successes are treated as the largest in the table.
pub(crate) fn chance(dice: u8, need: u8, successes: u8, fumble: u8) -> u16 {
    let Some(dice) = usize::from(dice).checked_sub(1) else {
        return 0;
    };
    let successes = usize::from(successes.max(1)) - 1;
    let dice = dice.min(usize::from(TABLED_DICE) - 1);
    chances(fumble)[usize::from(need) - 2][dice][successes.min(MOST_SUCCESSES - 1)]
}

/// The chances where `fumble` ones beyond the successes are a fumble, computed when they are first needed. No roll of the
/// tables has more ones than dice, so larger numbers have the same chances.
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

/// Maximum number of dice that have a table; larger pools are rolled.
const TABLED_DICE: u8 = 12;
const TABLED_DEALS: u8 = 6;

impl Odds {
    /// The tables, computed when they are first needed.
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

/// The chances of at least 1, 2, 3 ... successes, in thousandths.
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

/// The probability of every outcome of one die, its extra die included, is a whole number of these parts.
const WAYS: u128 = 36;

/// The exact tables of 1 to `most` dice, each computed from the table before it and one more die.
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
