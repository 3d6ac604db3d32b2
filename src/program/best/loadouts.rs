//! Plays the loadouts of a side with the same dice, for the search in [`super::best`].
//!
//! Fight *n* of every loadout has the same dice, as in [`compare`], so few fights suffice to tell good
//! loadouts from bad ones. A loadout may be played in several circumstances, for example against several
//! opponents. Its win rate is then the mean of its win rates in all circumstances, with equal weights.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Arms, Finals, wilson};
use crate::compare::{self, Assignment, Group};
use crate::fight::SideId;
use crate::frame::Match;
use crate::tally::{Family, Interval, Pairs};
use crate::tune::{Ended, Watch, fresh_seed, joint};

/// Number of loadouts whose fights are one unit of work for a thread.
const CHUNK: usize = 16;

/// All loadouts of a side in all circumstances, such as against each opponent.
#[expect(
    missing_debug_implementations,
    reason = "it watches with a `dyn Watch`"
)]
pub struct Loadouts<'a> {
    /// One group for each circumstance. A group has one matchup for each loadout, in the order of the
    /// loadouts.
    groups: Vec<Group<'a>>,
    side: SideId,
    seed: u64,
    watch: &'a dyn Watch,
    stop: &'a AtomicBool,
}

impl<'a> Loadouts<'a> {
    /// Prepares the loadouts of the side named `side`. `circumstances` has one list for each circumstance,
    /// such as each opponent. Every list has one matchup for each loadout, in the same order of loadouts.
    ///
    /// # Errors
    /// If the sides of two matchups of a circumstance have different names. The error lists the sides of both
    /// matchups.
    ///
    /// # Panics
    /// If there are no circumstances, or if the first matchup has no side named `side`.
    pub fn new(
        circumstances: &[Vec<&'a Match>],
        side: &str,
        seed: u64,
        (watch, stop): (&'a dyn Watch, &'a AtomicBool),
    ) -> Result<Self, compare::OtherSides> {
        let groups = circumstances.iter().map(|matches| {
            let seats = matches.iter().map(|found| &*found.seats);
            Group::new(seats.collect(), 0)
        });
        let groups: Vec<Group<'a>> = groups.collect::<Result<_, _>>()?;
        let place = groups[0].cast().sides.iter().position(|name| name == side);
        Ok(Self {
            side: SideId::at(place.expect("the caller has looked for the side")),
            groups,
            seed,
            watch,
            stop,
        })
    }

    /// Returns the index that the side whose loadouts are compared has in `group`. The matchups of another
    /// circumstance may list their sides in another order.
    fn side_in(&self, group: &Group<'_>) -> SideId {
        let name = &self.groups[0].cast().sides[self.side.index()];
        let place = group.cast().sides.iter().position(|other| other == name);
        SideId::at(place.expect("the sides of all matchups have the same names"))
    }

    fn unless_stopped<T>(&self, found: T) -> Result<T, Ended> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Ended::Stopped);
        }
        Ok(found)
    }
}

impl Arms for Loadouts<'_> {
    fn play(&mut self, arms: &[usize], fights: Range<u64>) -> Result<Vec<u64>, Ended> {
        self.watch.stage(&format!("{} loadouts", arms.len()));
        let pieces = arms.chunks(CHUNK);
        let groups: Vec<Group<'_>> = pieces
            .flat_map(|piece| self.groups.iter().map(|group| group.only(piece, piece[0])))
            .collect();
        let rounds: Vec<Assignment<'_>> = groups
            .iter()
            .map(|group| Assignment {
                group,
                seed: self.seed,
                fights: fights.clone(),
            })
            .collect();
        let counted = |fights| self.watch.counted(fights);
        let sums = compare::play(&rounds, &counted, self.stop);
        let mut wins = vec![0; arms.len()];
        let pieces = wins.chunks_mut(CHUNK).zip(sums.chunks(self.groups.len()));
        for (wins, sums) in pieces {
            for (group, sums) in self.groups.iter().zip(sums) {
                let side = self.side_in(group).index();
                for (wins, figures) in wins.iter_mut().zip(sums) {
                    // The first figures are the win rates of the sides, in the order of the sides.
                    let [_, own] = figures[side].sums();
                    *wins += u64::try_from(own).expect("a fight is won once");
                }
            }
        }
        self.unless_stopped(wins)
    }

    fn finals(&mut self, arms: &[usize], fights: u64, family: Family) -> Result<Finals, Ended> {
        self.watch.stage("finals, by fresh fights");
        // The comparison needs two loadouts, so a single finalist is paired with itself.
        let alone = [arms[0], arms[0]];
        let paired = if arms.len() == 1 { &alone } else { arms };
        let groups: Vec<Group<'_>> = (self.groups.iter())
            .map(|group| group.only(paired, paired[0]))
            .collect();
        let counted = |fights| self.watch.counted(fights);
        let luck = (fresh_seed(self.seed, 0), fights);
        let side = self.side;
        let sums = compare::each_with_each(&groups, side, luck, &counted, self.stop);
        let sums: Vec<Vec<Pairs>> = self.unless_stopped(sums)?;
        let count = paired.len();
        let place = |one: usize, other: usize| {
            // `sums` has the pairs of loadouts in the order (0, 1), (0, 2), …, (1, 2), …. The index of a pair
            // is the number of pairs whose first loadout comes before `one`, plus the number of earlier pairs
            // of `one`.
            one * count - one * (one + 1) / 2 + other - one - 1
        };
        let rate = |at: usize, z: f64| {
            let each: Vec<Interval> = sums
                .iter()
                .map(|pairs| {
                    let (pairs, own) = if at + 1 < count {
                        (&pairs[place(at, at + 1)], 0)
                    } else {
                        (&pairs[place(at - 1, at)], 1)
                    };
                    let wins = u64::try_from(pairs.sums()[own]).expect("a fight is won once");
                    wilson(wins, pairs.pairs(), z)
                })
                .collect();
            joint(&each).expect("there are matchups, and fights of them")
        };
        let lead = |one: usize, other: usize| {
            let (first, second) = (one.min(other), one.max(other));
            if first == second {
                return Interval {
                    low: 0.0,
                    high: 0.0,
                    estimate: 0.0,
                };
            }
            let each: Vec<Interval> = sums
                .iter()
                .filter_map(|pairs| pairs[place(first, second)].difference_of_shares_among(family))
                .collect();
            let second_ahead = joint(&each).expect("there are matchups, and fights of them");
            if one == second {
                second_ahead
            } else {
                Interval {
                    low: -second_ahead.high,
                    high: -second_ahead.low,
                    estimate: -second_ahead.estimate,
                }
            }
        };
        let all = || 0..arms.len();
        Ok(Finals {
            rates: all().map(|at| rate(at, Family::ONE.z())).collect(),
            wide: all().map(|at| rate(at, family.z())).collect(),
            leads: all()
                .map(|one| all().map(|other| lead(one, other)).collect())
                .collect(),
        })
    }

    fn width(&self) -> u64 {
        let seats = |group: &Group<'_>| group.width() / group.len() as u64;
        self.groups.iter().map(seats).sum()
    }
}
