//! Looking often enough whether to stop, however long a fight takes.
//!
//! Fights are played piece by piece, with a look at the stop flag between. A piece is as many fights as took about a
//! fiftieth of a second so far: thousands of duels, or two battles. How fights are cut into pieces changes no count, as a
//! fight's luck hangs on its number alone.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The first piece: few enough that even they do not take long.
const FIRST: u64 = 8;
/// The largest piece.
const MOST: u64 = 1 << 16;
/// How long a piece is to take at most.
const LONG: Duration = Duration::from_millis(20);

/// How many fights of a matchup are a piece. Shared by all threads that play it.
#[derive(Debug)]
pub struct Pace(AtomicU64);

impl Default for Pace {
    fn default() -> Self {
        Self(AtomicU64::new(FIRST))
    }
}

impl Pace {
    /// Has these fights played piece by piece until all are, or `stop` is true. Says which is the first that was not
    /// played.
    pub fn play(&self, fights: Range<u64>, stop: &AtomicBool, play: impl FnMut(Range<u64>)) -> u64 {
        self.play_for(Duration::MAX, fights, stop, play)
    }

    /// The same, and no piece begins once it has taken so long. One is played in any case, unless it is to stop.
    pub fn play_for(
        &self,
        longest: Duration,
        fights: Range<u64>,
        stop: &AtomicBool,
        mut play: impl FnMut(Range<u64>),
    ) -> u64 {
        let start = Instant::now();
        let mut at = fights.start;
        while at < fights.end && !stop.load(Ordering::Relaxed) {
            let begun = Instant::now();
            if at > fights.start && begun - start >= longest {
                break;
            }
            let piece = self.0.load(Ordering::Relaxed);
            let end = fights.end.min(at + piece);
            play(at..end);
            self.took(piece, end - at, begun.elapsed());
            at = end;
        }
        at
    }

    /// So many fights took so long, when a piece was that large.
    fn took(&self, piece: u64, fights: u64, time: Duration) {
        let next = if time > LONG {
            fights.min(piece) / 2
        } else if time < LONG / 4 && fights == piece {
            piece * 2
        } else {
            return;
        };
        self.0.store(next.clamp(1, MOST), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_fights_are_played_once_and_in_order() {
        let pace = Pace::default();
        let mut next = 5;
        let end = pace.play(5..1000, &AtomicBool::new(false), |piece| {
            assert_eq!(piece.start, next);
            next = piece.end;
        });
        assert_eq!((end, next), (1000, 1000));
    }

    #[test]
    fn nothing_begins_once_it_is_to_stop() {
        let (pace, stop) = (Pace::default(), AtomicBool::new(false));
        let mut pieces = 0;
        let end = pace.play(0..1000, &stop, |_| {
            pieces += 1;
            stop.store(true, Ordering::Relaxed);
        });
        assert_eq!((end, pieces), (FIRST, 1));
        assert_eq!(pace.play(8..9, &stop, |_| panic!("it is to stop")), 8);
    }

    #[test]
    fn who_has_played_for_long_counts_what_there_is() {
        let (pace, never) = (Pace::default(), AtomicBool::new(false));
        let mut pieces = 0;
        let end = pace.play_for(Duration::ZERO, 5..1000, &never, |_| pieces += 1);
        assert_eq!((end, pieces), (5 + FIRST, 1));
    }

    #[test]
    fn pieces_grow_while_they_are_short_and_shrink_when_they_are_long() {
        let pace = Pace::default();
        let piece = || pace.0.load(Ordering::Relaxed);
        for _ in 0..20 {
            pace.took(piece(), piece(), Duration::from_micros(10));
        }
        assert_eq!(piece(), MOST);
        // The last fights of a block are no sign of a short piece.
        pace.0.store(64, Ordering::Relaxed);
        pace.took(64, 3, Duration::from_micros(10));
        assert_eq!(piece(), 64);
        pace.took(64, 3, Duration::from_secs(1));
        assert_eq!(piece(), 1);
        pace.took(1, 1, Duration::from_secs(1));
        assert_eq!(piece(), 1);
    }
}
