//! The chance of each side to win, at moments of a fight. From each moment, the fight is played on with new
//! dice many times. These continuations are called fresh fights.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::bout::{Endings, Onward, Story};
use crate::tally::Interval;

/// Number of fights between two checks of the stop flag. A fight takes at most a few milliseconds.
const PIECE: u64 = 8;

/// The results of fresh fights that begin at some moments of a fight.
#[derive(Debug)]
pub(crate) struct Chances<'b> {
    onward: Box<dyn Onward + 'b>,
    /// Indices of these moments in the [`Story`] of the fight, in ascending order.
    moments: Vec<usize>,
    /// Number of sides.
    sides: usize,
    /// How the fresh fights from each moment have ended.
    endings: Vec<Endings>,
    /// Number of fresh fights from each moment.
    fights: u64,
}

impl<'b> Chances<'b> {
    /// Prepares fresh fights from the moments with these indices in the story. No fight is played yet.
    pub(crate) fn new(onward: Box<dyn Onward + 'b>, sides: usize, moments: Vec<usize>) -> Self {
        Self {
            onward,
            endings: vec![Endings::none(sides); moments.len()],
            sides,
            moments,
            fights: 0,
        }
    }

    pub(crate) fn story(&self) -> &Story {
        self.onward.story()
    }

    /// Plays fresh fights on the current rayon thread pool, until there are `fights` of them from each
    /// moment. The result depends neither on the number of threads nor on earlier calls. Returns `None` if
    /// `stop` became true. The results are then unchanged.
    pub(crate) fn play(&mut self, fights: u64, stop: &AtomicBool) -> Option<()> {
        let (count, rest) = (
            self.moments.len() as u64,
            fights.saturating_sub(self.fights),
        );
        let before = || vec![Endings::none(self.sides); self.moments.len()];
        let played = (0..rest.div_ceil(PIECE) * count).into_par_iter().fold(
            before,
            |mut sums: Vec<Endings>, piece| {
                let place = usize::try_from(piece % count).expect("there are few moments");
                let first = self.fights + piece / count * PIECE;
                if !stop.load(Ordering::Relaxed) {
                    let end = fights.min(first + PIECE);
                    sums[place] += &self.onward.play(self.moments[place], first..end);
                }
                sums
            },
        );
        let played = played.reduce(before, |sums, more| added(sums, &more));
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        self.endings = added(std::mem::take(&mut self.endings), &played);
        self.fights = self.fights.max(fights);
        Some(())
    }

    /// Returns the number of fresh fights from each moment.
    pub(crate) fn fights(&self) -> u64 {
        self.fights
    }

    /// Iterates over the moments in ascending order. Each item has the moment's index in the story and the
    /// chance of every side.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, Vec<Interval>)> {
        let all = self.moments.iter().zip(&self.endings);
        all.map(|(&moment, endings)| (moment, endings.chances()))
    }

    /// Returns the chance of every side at the moment with this index in the story. Returns `None` if no
    /// fights were played from there.
    pub(crate) fn at(&self, moment: usize) -> Option<Vec<Interval>> {
        let place = self.moments.binary_search(&moment).ok()?;
        Some(self.endings[place].chances())
    }
}

/// Returns the sums of two lists, element by element.
fn added(mut sums: Vec<Endings>, more: &[Endings]) -> Vec<Endings> {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
    sums
}

/// Returns the indices of at most `most` moments of a story, in ascending order. If the story has more
/// moments, evenly spaced ones are chosen, with the first and the last among them.
pub(crate) fn spread(story: &Story, most: usize) -> Vec<usize> {
    let all = story.moments.len();
    if all <= most.max(2) {
        return (0..all).collect();
    }
    (0..most).map(|at| at * (all - 1) / (most - 1)).collect()
}

/// Returns the index of the last moment that comes after no more than `lines` sentences.
pub(crate) fn moment_after(story: &Story, lines: usize) -> usize {
    let after = story
        .moments
        .partition_point(|moment| moment.lines <= lines);
    after.saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use std::ops::Range;
    use std::sync::atomic::AtomicU64;

    use super::*;
    use crate::bout::Moment;
    use crate::fight::{Ending, FighterSet, Outcome};

    /// A fight for tests, which counts how many fresh fights are played from it. After `most` of them, it
    /// sets the flag `stop`.
    #[derive(Debug)]
    struct Counting<'s> {
        story: Story,
        played: &'s AtomicU64,
        most: u64,
        stop: &'s AtomicBool,
    }

    impl Onward for Counting<'_> {
        fn story(&self) -> &Story {
            &self.story
        }

        fn play(&self, _: usize, _: Range<u64>) -> Endings {
            if self.played.fetch_add(1, Ordering::Relaxed) + 1 >= self.most {
                self.stop.store(true, Ordering::Relaxed);
            }
            Endings::none(2)
        }
    }

    /// Returns a story with one moment after each of these numbers of sentences.
    fn story(lines: impl IntoIterator<Item = usize>) -> Story {
        let moment = |lines| Moment {
            lines,
            standing: FighterSet::NONE,
            health: Vec::new(),
        };
        Story {
            lines: Vec::new(),
            events: Vec::new(),
            moments: lines.into_iter().map(moment).collect(),
            outcome: Outcome {
                ending: Ending::Draw,
                rounds: 1,
                standing: FighterSet::NONE,
            },
        }
    }

    #[test]
    fn no_fight_is_played_on_once_the_chances_are_no_longer_wanted() {
        const THREADS: u64 = 2;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
        let pool = pool.expect("two threads");
        for most in [1, 5, 100] {
            let (played, stop) = (AtomicU64::new(0), AtomicBool::new(false));
            let onward = Counting {
                story: story(0..30),
                played: &played,
                most,
                stop: &stop,
            };
            let mut chances = Chances::new(Box::new(onward), 2, (0..30).collect());
            assert_eq!(pool.install(|| chances.play(100_000, &stop)), None);
            // The other thread may have checked the flag just before it was set, and then plays one more
            // fight.
            assert!((most..most + THREADS).contains(&played.load(Ordering::Relaxed)));
            assert_eq!(chances.fights(), 0);
        }
    }

    #[test]
    fn moments_are_all_or_evenly_spaced_with_both_ends() {
        let story = story([0, 2, 3, 7, 9, 10, 14]);
        assert_eq!(spread(&story, 7), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(spread(&story, 4), [0, 2, 4, 6]);
        assert_eq!(
            [0, 1, 2, 8, 99].map(|lines| moment_after(&story, lines)),
            [0, 0, 1, 3, 6]
        );
    }
}
