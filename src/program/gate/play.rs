//! Plays the fights of a baseline. They are the same fights that `run` plays, but are counted in groups.
//!
//! `batch` cannot count them, because the squares of each group's damage are lost when it merges tallies.
//! Here each group has a tally of its own. Baselines contain only whole numbers, so the result does not
//! depend on the number of threads.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::counts::{GROUPS, MatchupCounts, SideCounts};
use crate::batch::{Pace, Plan};
use crate::bout::Bout;
use crate::fight::{CombatantId, SideId, Stream};
use crate::frame::Match;
use crate::tally::{Tally, endings};

/// Observes the progress of [`play`].
pub trait Watch: Sync {
    /// Is called from any thread after `fights` more fights have been counted.
    fn counted(&self, fights: u64);
}

/// Observes nothing.
impl Watch for () {
    fn counted(&self, _: u64) {}
}

/// Rounds a number of fights up to a multiple of [`GROUPS`].
pub fn in_groups(fights: u64) -> u64 {
    fights.div_ceil(GROUPS) * GROUPS
}

/// A matchup to be played for a baseline.
#[derive(Debug, Clone, Copy)]
pub struct Task<'m> {
    /// The matchup in all of its seats (orders of the sides).
    pub found: &'m Match,
    /// The seed, and the number of fights in each seat (order of the sides). This number is a multiple of
    /// [`GROUPS`].
    pub plan: Plan,
    /// Whether exchanges of blows are drawn from precomputed tables of their outcomes
    /// ([`RunSettings::tables`](crate::scenario::RunSettings)).
    pub tables: bool,
}

impl Task<'_> {
    /// Returns the digest of everything that determines the matchup's fights, except their seed and number.
    /// See [`digest`].
    pub fn digest(&self) -> String {
        digest(&self.found.seats, self.tables)
    }
}

/// Returns the digest of everything that determines a matchup's fights, except their seed and number.
/// `tables` says whether exchanges of blows are drawn from precomputed tables of their outcomes. The digest
/// has 64 bits, which suffice because nobody has a reason to forge one. It begins with a word, so that
/// spreadsheets do not take it for a number.
pub fn digest(seats: &[Box<dyn Bout>], tables: bool) -> String {
    let mut digest = Sha256::new().chain_update(b"skirmish baseline 1");
    for bout in seats {
        digest.update((bout.label().len() as u64).to_le_bytes());
        digest.update(bout.label());
        digest.update(bout.cast().round_cap.to_le_bytes());
    }
    if !tables {
        digest.update(b"every die rolled");
    }
    let digest = digest.finalize();
    let first = digest
        .iter()
        .take(8)
        .fold(0, |all, byte| all << 8 | u64::from(*byte));
    format!("sha256:{first:016x}")
}

/// Plays the matchups on the current rayon thread pool.
///
/// Returns the counts in the order of the matchups. Returns `None` if `stop` became true before all fights
/// were played.
///
/// # Panics
/// When a fight panics, which is a bug in the rules of its book.
pub fn play(
    tasks: &[Task<'_>],
    watch: &dyn Watch,
    stop: &AtomicBool,
) -> Option<Vec<MatchupCounts>> {
    let jobs: Vec<_> = (0..GROUPS)
        .flat_map(|group| {
            tasks
                .iter()
                .enumerate()
                .map(move |(place, task)| (group, place, task))
        })
        .collect();
    let paces: Vec<Pace> = tasks.iter().map(|_| Pace::default()).collect();
    let groups: Option<Vec<(usize, Group)>> = jobs
        .into_par_iter()
        .map(|(group, place, Task { found, plan, .. })| {
            let size = plan.fights / GROUPS;
            let fights = group * size..(group + 1) * size;
            let counted = Group::played(
                &found.seats,
                plan.seed,
                &fights,
                watch,
                (&paces[place], stop),
            )?;
            Some((place, counted))
        })
        .collect();
    let mut counts: Vec<_> = tasks.iter().map(nothing).collect();
    for (place, group) in groups? {
        group.add_to(&mut counts[place]);
    }
    Some(counts)
}

/// Returns counts of zero for the matchup.
fn nothing(task: &Task<'_>) -> MatchupCounts {
    let found = task.found;
    let sides = found.seats.first().map(|bout| &bout.cast().sides);
    let side = |side: &String| SideCounts {
        side: side.clone(),
        wins: 0,
        damage: 0,
        damage_squared: 0,
    };
    MatchupCounts {
        matchup: found.name.clone(),
        digest: task.digest(),
        fights: 0,
        draws: 0,
        undecided: 0,
        rounds: 0,
        rounds_squared: 0,
        sides: sides.into_iter().flatten().map(side).collect(),
    }
}

/// The counts of one group of fights.
#[derive(Debug, Default)]
struct Group {
    fights: u64,
    draws: u64,
    undecided: u64,
    rounds: u128,
    rounds_squared: u128,
    /// The number of wins and the damage of each side. The sides are in the order of the first seat.
    sides: Vec<(u64, u128)>,
}

impl Group {
    /// Plays the fights with the numbers `fights` in all seats (orders of the sides) and counts them. Returns
    /// `None` if `stop` became true.
    fn played(
        seats: &[Box<dyn Bout>],
        seed: u64,
        fights: &Range<u64>,
        watch: &dyn Watch,
        (pace, stop): (&Pace, &AtomicBool),
    ) -> Option<Self> {
        let mut group = Self::default();
        let names = &seats.first()?.cast().sides;
        group.sides = vec![(0, 0); names.len()];
        for bout in seats {
            let mut tally = Tally::new(bout.cast());
            let stream = Stream::new(seed, bout.label());
            let end = pace.play(fights.clone(), stop, |piece| {
                bout.play(&stream, piece.clone(), &mut tally);
                watch.counted(piece.end - piece.start);
            });
            if end < fights.end {
                return None;
            }
            group.add_seat(&**bout, &tally, names);
        }
        Some(group)
    }

    fn add_seat(&mut self, bout: &dyn Bout, tally: &Tally, names: &[String]) {
        let cast = bout.cast();
        self.fights += tally.fights();
        self.draws += tally.draws();
        self.undecided += tally.undecided();
        for (round, fights) in endings(cast.sides.len()).flat_map(|ending| tally.rounds(ending)) {
            let (round, fights) = (u128::from(round), u128::from(fights));
            self.rounds += round * fights;
            self.rounds_squared += round * round * fights;
        }
        let place = |name: &String| {
            let place = names.iter().position(|other| other == name);
            place.expect("both seats of a matchup have the same sides")
        };
        for (i, name) in cast.sides.iter().enumerate() {
            self.sides[place(name)].0 += tally.wins(SideId::at(i));
        }
        for (i, combatant) in cast.combatants.iter().enumerate() {
            let dealt = tally.damage_dealt(CombatantId::at(i));
            self.sides[place(&cast.sides[combatant.side.index()])].1 += u128::from(dealt);
        }
    }

    fn add_to(self, counts: &mut MatchupCounts) {
        counts.fights += self.fights;
        counts.draws += self.draws;
        counts.undecided += self.undecided;
        counts.rounds += self.rounds;
        counts.rounds_squared += self.rounds_squared;
        for (side, (wins, damage)) in counts.sides.iter_mut().zip(self.sides) {
            side.wins += wins;
            side.damage += damage;
            side.damage_squared += damage * damage;
        }
    }
}

#[cfg(test)]
mod tests {
    use rayon::ThreadPoolBuilder;

    use super::*;
    use crate::batch;
    use crate::rules;
    use crate::scenario::{Overrides, Seats};

    /// Returns four matchups, two of each of two scenarios. The scenarios belong to different books, and
    /// their matchups are played in both orders of the sides.
    fn matches() -> Vec<Match> {
        let both = Overrides {
            seats: Some(Seats::Both),
            ..Overrides::default()
        };
        ["brp/goblins-per-knight", "murdham/duel"]
            .into_iter()
            .flat_map(|name| {
                let path = format!("scenarios/{name}.toml");
                let (_, mut matches) = rules::load(path.as_ref(), &both).expect("a good scenario");
                matches.truncate(2);
                matches
            })
            .collect()
    }

    fn task(found: &Match, plan: Plan) -> Task<'_> {
        Task {
            found,
            plan,
            tables: true,
        }
    }

    fn counts(matches: &[Match], threads: usize) -> Vec<MatchupCounts> {
        let plan = Plan {
            seed: 3,
            fights: 2 * GROUPS,
        };
        let tasks: Vec<_> = matches.iter().map(|found| task(found, plan)).collect();
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let played = pool
            .expect("a pool")
            .install(|| play(&tasks, &(), &AtomicBool::new(false)));
        played.expect("nobody stops it")
    }

    #[test]
    fn the_fights_are_those_of_a_run() {
        let matches = matches();
        for (found, counts) in matches.iter().zip(counts(&matches, 2)) {
            let plan = Plan {
                seed: 3,
                fights: 2 * GROUPS,
            };
            let played = batch::Task {
                seats: &found.seats,
                plan,
                looks: None,
            };
            let done = batch::run(&[played], &(), &AtomicBool::new(false));
            let mut sum = nothing(&task(found, plan));
            let mut group = Group {
                sides: vec![(0, 0); sum.sides.len()],
                ..Group::default()
            };
            let names = &found.seats[0].cast().sides;
            for (bout, tally) in found.seats.iter().zip(&done[0].seats) {
                group.add_seat(&**bout, tally, names);
            }
            group.add_to(&mut sum);
            // The tallies of a run do not have the squares of each group's damage. The test therefore only
            // checks that the squares in `counts` are possible, and copies them.
            for (side, counted) in sum.sides.iter_mut().zip(&counts.sides) {
                assert!(
                    counted.damage_squared >= counted.damage * counted.damage / u128::from(GROUPS)
                );
                side.damage_squared = counted.damage_squared;
            }
            assert_eq!(sum, counts, "{}", found.name);
            assert!(counts.fights == 4 * GROUPS && counts.sides[0].damage > 0);
        }
    }

    #[test]
    fn threads_change_nothing_and_one_who_stops_gets_nothing() {
        let matches = matches();
        assert_eq!(counts(&matches, 1), counts(&matches, 3));
        let plan = Plan {
            seed: 3,
            fights: GROUPS,
        };
        let tasks: Vec<_> = matches.iter().map(|found| task(found, plan)).collect();
        assert_eq!(play(&tasks, &(), &AtomicBool::new(true)), None);
    }

    #[test]
    fn a_digest_is_of_what_decides_the_fights() {
        let matches = matches();
        let plan = Plan {
            seed: 3,
            fights: GROUPS,
        };
        let digests: Vec<_> = (matches.iter())
            .flat_map(|found| {
                [true, false].map(|tables| Task {
                    tables,
                    ..task(found, plan)
                })
            })
            .map(|task| task.digest())
            .collect();
        for (at, digest) in digests.iter().enumerate() {
            assert!(!digests[..at].contains(digest), "{digests:?}");
        }
        let other = Plan { seed: 4, ..plan };
        assert_eq!(task(&matches[0], other).digest(), digests[0]);
    }

    #[test]
    fn groups_are_equal_and_nobody_gets_fewer_than_asked_for() {
        assert_eq!(
            [1, 100, 101, 200_000].map(in_groups),
            [100, 100, 200, 200_000]
        );
    }
}
