//! Compares variants of a matchup, fight by fight. Fights with the same number have equal luck in all
//! variants.
//!
//! If the rules roll for the same thing in fight *n* of two variants, the result is the same
//! ([`Paired`](crate::dice::Paired)). The dice depend on the seed of the run, on *n*, and on the content that
//! all variants have in common ([`shared_label`]). Two fights with the same number then differ mostly by the
//! effect of the change. Far fewer fights are therefore needed than for two runs with independent dice.
//! Counts are whole numbers that are added up block by block, so the result is the same on any number of
//! threads.

mod verdict;

pub use verdict::{Verdict, judge, judge_among};

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use crate::batch::Pace;
use crate::bout::Bout;
use crate::fight::{Cast, SideId, Stream};
use crate::frame::shared_label;
use crate::tally::{Figure, Pairs, Singles};

/// The number of fights in a block.
const BLOCK: u64 = 1024;

/// Several variants of one matchup. Each of them is compared with one, the base.
#[derive(Debug)]
pub struct Group<'a> {
    /// The variants. Each has all its seats: the matchup in each order of its sides.
    variants: Vec<&'a [Box<dyn Bout>]>,
    /// For each order of the sides, the part of the key to the random numbers that is the same in all
    /// variants.
    labels: Vec<Vec<u8>>,
    /// The position of the base in `variants`.
    base: usize,
    /// Whether each variant has two more sums, for draws and for fights that were cut off.
    endings: bool,
}

/// The error for variants that cannot be compared, because their sides have different names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherSides {
    /// The names of the sides of the base.
    pub base: Vec<String>,
    /// The names of the sides of the other variant.
    pub other: Vec<String>,
}

impl<'a> Group<'a> {
    /// Creates a group of variants. The variant at position `base` is the one that the others are compared
    /// with. All variants must have the same number of seats.
    ///
    /// # Errors
    /// If the sides of the variants do not have the same names.
    ///
    /// # Panics
    /// If there are no variants, or if their numbers of seats differ.
    pub fn new(variants: Vec<&'a [Box<dyn Bout>]>, base: usize) -> Result<Self, OtherSides> {
        let names = |seats: &[Box<dyn Bout>]| seats[0].cast().sides.clone();
        let sorted = |mut names: Vec<String>| {
            names.sort_unstable();
            names
        };
        let ours = names(variants[base]);
        for &variant in &variants {
            let other = names(variant);
            if sorted(other.clone()) != sorted(ours.clone()) {
                return Err(OtherSides { base: ours, other });
            }
        }
        let seats = variants[base].len();
        assert!(
            variants.iter().all(|variant| variant.len() == seats),
            "variants are played in the same seats"
        );
        let label = |seat: usize| {
            let labels: Vec<_> = variants.iter().map(|all| all[seat].label()).collect();
            shared_label(&labels)
        };
        let labels = (0..seats).map(label).collect();
        Ok(Self {
            variants,
            labels,
            base,
            endings: false,
        })
    }

    /// Returns this group with two more sums for each variant: one for draws, and one for fights that were
    /// cut off. They follow the sums of the figures ([`Group::figures`]).
    #[must_use]
    pub fn with_endings(self) -> Self {
        Self {
            endings: true,
            ..self
        }
    }

    /// Returns this group with random numbers that depend on the base and on no other variant. The fights of
    /// a variant then do not depend on the other variants of the group.
    #[must_use]
    pub fn in_the_luck_of_its_base(self) -> Self {
        let base = self.variants[self.base].iter();
        Self {
            labels: base.map(|bout| bout.label()).collect(),
            ..self
        }
    }

    /// Returns a group with only the variants at these positions. Its fights have the same luck as in the
    /// whole group. `base` is the position of the new base in the whole group, and must be one of `variants`.
    ///
    /// # Panics
    /// If `base` is not in `variants`.
    #[must_use]
    pub fn only(&self, variants: &[usize], base: usize) -> Self {
        let place = variants.iter().position(|&variant| variant == base);
        Self {
            variants: variants.iter().map(|&at| self.variants[at]).collect(),
            labels: self.labels.clone(),
            base: place.expect("the base is among the variants"),
            endings: self.endings,
        }
    }

    /// Returns the cast of the base variant.
    pub fn cast(&self) -> &Cast {
        self.variants[self.base][0].cast()
    }

    /// Returns the figures that are compared. A figure is a number such as the win rate of a side. Sides are
    /// in the order of [`Group::cast`].
    pub fn figures(&self) -> Vec<Figure> {
        Figure::all(self.cast().sides.len()).collect()
    }

    /// Returns the number of variants, including the base.
    pub fn len(&self) -> usize {
        self.variants.len()
    }

    /// Returns whether there are no variants, which is never the case.
    pub fn is_empty(&self) -> bool {
        self.variants.is_empty()
    }

    /// Returns whether a variant has the same content as the base.
    pub fn is_same(&self, variant: usize) -> bool {
        let labels = self.variants[variant].iter().map(|bout| bout.label());
        labels.eq(self.variants[self.base].iter().map(|bout| bout.label()))
    }

    /// Returns the number of fights that are played for each fight number. There is one for each variant and
    /// each order of its sides.
    pub fn width(&self) -> u64 {
        (self.variants.len() * self.labels.len()) as u64
    }

    /// Returns the number of sums that each variant has.
    fn sums(&self) -> usize {
        self.figures().len() + if self.endings { 2 } else { 0 }
    }

    /// Plays the fights with these numbers. Returns for each variant the sums of its comparison with the
    /// base, as in [`Sums`].
    fn play(&self, seed: u64, fights: Range<u64>) -> Vec<Vec<Pairs>> {
        let figures = self.figures();
        let mut sums = vec![vec![Pairs::default(); self.sums()]; self.variants.len()];
        for (seat, label) in self.labels.iter().enumerate() {
            let stream = Stream::new(seed, label);
            let played = |variant: usize| {
                let bout = &self.variants[variant][seat];
                let mut singles = Singles::new(bout.cast());
                bout.play_paired(&stream, fights.clone(), &mut singles);
                singles
            };
            let base = played(self.base);
            for (variant, sums) in sums.iter_mut().enumerate() {
                let other = if variant == self.base {
                    base.clone()
                } else {
                    played(variant)
                };
                for (pairs, &figure) in sums.iter_mut().zip(&figures) {
                    let of = |variant: usize| {
                        self.named_alike(figure, self.variants[variant][seat].cast())
                    };
                    pairs.count((&base, of(self.base)), (&other, of(variant)));
                }
                if let [draws, undecided] = &mut sums[figures.len()..] {
                    draws.count_cells(base.draws(), other.draws());
                    undecided.count_cells(base.undecided(), other.undecided());
                }
            }
        }
        sums
    }

    /// Plays the fights with these numbers, and compares every two variants by whether `side` won. Returns
    /// the sums of each comparison: of the first variant with the second, of the first with the third, and so
    /// on.
    fn play_each_with_each(&self, side: SideId, seed: u64, fights: &Range<u64>) -> Vec<Pairs> {
        let count = self.variants.len();
        let mut sums = vec![Pairs::default(); count * count.saturating_sub(1) / 2];
        let figure = Figure::Won(side);
        for (seat, label) in self.labels.iter().enumerate() {
            let stream = Stream::new(seed, label);
            let played = |variants: &&'a [Box<dyn Bout>]| {
                let bout = &variants[seat];
                let mut singles = Singles::new(bout.cast());
                bout.play_paired(&stream, fights.clone(), &mut singles);
                (singles, self.named_alike(figure, bout.cast()))
            };
            let all: Vec<(Singles, Figure)> = self.variants.iter().map(played).collect();
            let each = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
            for (pairs, (one, other)) in sums.iter_mut().zip(each) {
                let [one, other] = [one, other].map(|at| (&all[at].0, all[at].1));
                pairs.count(one, other);
            }
        }
        sums
    }

    /// Returns the same figure for another cast, which may list the sides in another order. Sides are
    /// identified by their names.
    fn named_alike(&self, figure: Figure, cast: &Cast) -> Figure {
        let there = |side: SideId| {
            let name = &self.cast().sides[side.index()];
            let place = cast.sides.iter().position(|other| other == name);
            SideId::at(place.expect("Group::new found sides of the same names"))
        };
        match figure {
            Figure::Won(side) => Figure::Won(there(side)),
            Figure::Rounds => Figure::Rounds,
            Figure::Dealt(side) => Figure::Dealt(there(side)),
        }
    }
}

/// The sums of a group. The outer list has one entry for each variant. The inner list has the comparisons of
/// the variant with the base: one for each figure and, after [`Group::with_endings`], one for draws and one
/// for fights that were cut off.
pub type Sums = Vec<Vec<Pairs>>;

/// Plays `fights` fights of each group, in every variant and seat, on the current rayon thread pool. After
/// each piece of a block, calls `counted` with the number of fights played in it. Once `stop` is true, no
/// thread begins another piece.
///
/// # Panics
/// When a fight panics, which would be a bug in its rules.
pub fn run(
    groups: &[&Group<'_>],
    (seed, fights): (u64, u64),
    counted: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Vec<Sums> {
    let rounds: Vec<Assignment<'_>> = groups
        .iter()
        .map(|group| Assignment {
            group,
            seed,
            fights: 0..fights,
        })
        .collect();
    play(&rounds, counted, stop)
}

/// The fights of one group that are to be played.
#[derive(Debug, Clone)]
pub struct Assignment<'g> {
    /// The group to play.
    pub group: &'g Group<'g>,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The numbers of the fights.
    pub fights: Range<u64>,
}

impl Assignment<'_> {
    fn blocks(&self) -> u64 {
        (self.fights.end - self.fights.start).div_ceil(BLOCK)
    }
}

/// Plays these assignments as [`run`] does. Returns the sums of each assignment, in the same order.
///
/// # Panics
/// When a fight panics, which would be a bug in its rules.
pub fn play(
    rounds: &[Assignment<'_>],
    counted: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Vec<Sums> {
    let nothing = || -> Vec<Sums> {
        let empty = |round: &Assignment<'_>| {
            let group = round.group;
            vec![vec![Pairs::default(); group.sums()]; group.len()]
        };
        rounds.iter().map(empty).collect()
    };
    let paces: Vec<Pace> = rounds.iter().map(|_| Pace::default()).collect();
    let most = rounds
        .iter()
        .map(Assignment::blocks)
        .max()
        .unwrap_or_default();
    // Block 0 of every group comes first, then block 1, and so on. If the run is stopped, all groups have
    // then played about as many fights.
    let jobs = (0..most).flat_map(|block| {
        let unfinished = (0..rounds.len()).filter(move |&at| block < rounds[at].blocks());
        unfinished.map(move |at| (at, block))
    });
    let jobs: Vec<(usize, u64)> = jobs.collect();
    let play = |mut sums: Vec<Sums>, (at, block): (usize, u64)| {
        let Assignment {
            group,
            seed,
            fights,
        } = &rounds[at];
        let start = fights.start + block * BLOCK;
        let end = fights.end.min(start + BLOCK);
        paces[at].play(start..end, stop, |piece| {
            let pairs = piece.end - piece.start;
            add(&mut sums[at], &group.play(*seed, piece));
            counted(pairs * group.width());
        });
        sums
    };
    let merge = |mut sums: Vec<Sums>, others: Vec<Sums>| {
        for (sums, others) in sums.iter_mut().zip(&others) {
            add(sums, others);
        }
        sums
    };
    jobs.into_par_iter()
        .fold(nothing, play)
        .reduce(nothing, merge)
}

/// Plays `fights` fights of every variant of each group, as [`run`] does. Compares every two variants of a
/// group by whether the side given with the group won. Returns for each group the sums of each comparison: of the first variant with
/// the second, of the first with the third, and so on.
///
/// # Panics
/// When a fight panics, which would be a bug in its rules.
pub fn each_with_each(
    groups: &[(Group<'_>, SideId)],
    (seed, fights): (u64, u64),
    counted: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Vec<Vec<Pairs>> {
    let count = |group: &Group<'_>| group.len() * group.len().saturating_sub(1) / 2;
    let nothing = || -> Vec<Vec<Pairs>> {
        let empty = |(group, _): &(Group<'_>, SideId)| vec![Pairs::default(); count(group)];
        groups.iter().map(empty).collect()
    };
    let pace = Pace::default();
    let blocks = fights.div_ceil(BLOCK);
    let jobs = (0..blocks).flat_map(|block| (0..groups.len()).map(move |at| (at, block)));
    let jobs: Vec<(usize, u64)> = jobs.collect();
    let play = |mut sums: Vec<Vec<Pairs>>, (at, block): (usize, u64)| {
        let start = block * BLOCK;
        pace.play(start..fights.min(start + BLOCK), stop, |piece| {
            let (group, side) = &groups[at];
            let played = group.play_each_with_each(*side, seed, &piece);
            for (sum, own) in sums[at].iter_mut().zip(&played) {
                sum.merge(own);
            }
            counted((piece.end - piece.start) * group.width());
        });
        sums
    };
    let merge = |mut sums: Vec<Vec<Pairs>>, others: Vec<Vec<Pairs>>| {
        for (sum, other) in sums.iter_mut().flatten().zip(others.iter().flatten()) {
            sum.merge(other);
        }
        sums
    };
    jobs.into_par_iter()
        .fold(nothing, play)
        .reduce(nothing, merge)
}

fn add(sums: &mut Sums, others: &Sums) {
    for (sum, other) in sums.iter_mut().flatten().zip(others.iter().flatten()) {
        sum.merge(other);
    }
}
