//! Splits fights into pieces, so that a run notices soon that it has to stop.
//!
//! The stop flag is checked between two pieces. A piece has as many fights as take about a fiftieth of a
//! second, judged by earlier pieces: thousands of duels, or two battles. The size of pieces does not affect
//! any count, because the number of a fight determines its random numbers.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The number of fights in the first piece: few, so that even slow fights do not take long.
const FIRST: u64 = 8;
/// The greatest number of fights in a piece.
const MOST: u64 = 1 << 16;
/// The time that a piece should take at most.
const LONG: Duration = Duration::from_millis(20);

/// The present size of a matchup's pieces, in fights. All threads that play the matchup share it.
#[derive(Debug)]
pub struct Pace(AtomicU64);

impl Default for Pace {
    fn default() -> Self {
        Self(AtomicU64::new(FIRST))
    }
}

impl Pace {
    /// Plays these fights piece by piece until all are played, or `stop` is true. Returns the number of the
    /// first fight that was not played.
    pub fn play(&self, fights: Range<u64>, stop: &AtomicBool, play: impl FnMut(Range<u64>)) -> u64 {
        self.play_for(Duration::MAX, fights, stop, play)
    }

    /// Plays fights like [`Pace::play`], but begins no piece after the time `longest`. Plays at least one
    /// piece unless `stop` is true.
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

    /// Sets the size of the next piece. `piece` was the size for the last piece. That piece had `fights`
    /// fights and took `time`.
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
        // A short piece at the end of a block takes little time, but that must not make later pieces larger.
        pace.0.store(64, Ordering::Relaxed);
        pace.took(64, 3, Duration::from_micros(10));
        assert_eq!(piece(), 64);
        pace.took(64, 3, Duration::from_secs(1));
        assert_eq!(piece(), 1);
        pace.took(1, 1, Duration::from_secs(1));
        assert_eq!(piece(), 1);
    }
}
