//! Sequential judging: plays fights until the verdicts are known, and no more.
//!
//! Claims are judged several times while fights are played. These times are called looks. At each look, every
//! matchup has a fifth more fights than at the look before, as in runs with a precision. All open claims are
//! then judged by all fights up to this look. A verdict never changes after it is found. A matchup is played
//! further as long as it belongs to an open claim of an open expectation, but not beyond its cap. All looks
//! together have the error probabilities in [`Levels`], so judging often does not make errors likelier.
//!
//! Which fights are counted depends only on looks and verdicts, and not on the number of threads.

use std::sync::atomic::AtomicBool;

use super::measure::Measurable;
use super::{Counted, Finding, Intention, Judgement, Levels, Verdict, counted};
use crate::batch::{self, Done, Plan, Shard, Task, Watch};
use crate::bout::Bout;
use crate::fight::Cast;
use crate::scenario::expect::Figure;
use crate::tally::Tally;

/// Number of fights of a matchup at the first look, in all orders of its sides together. The distribution of
/// rounds may be skewed, and Student's t is only valid for about this many fights then.
pub const FIRST: u64 = 1000;

/// A matchup that may be played, with its seed and its limit.
#[derive(Debug, Clone, Copy)]
pub struct Game<'g> {
    /// The matchup in each order of its sides that is played.
    pub seats: &'g [Box<dyn Bout>],
    /// The seed of the fights.
    pub seed: u64,
    /// Maximum number of fights in each seat (order of the sides).
    pub cap: u64,
}

impl Game<'_> {
    /// Returns the number of fights in each seat (order of the sides) when all seats together have `look`
    /// fights. The result is at most `cap`.
    fn fights(&self, look: u64) -> u64 {
        look.div_ceil(self.seats.len().max(1) as u64).min(self.cap)
    }

    fn in_all(&self) -> u64 {
        self.cap.saturating_mul(self.seats.len().max(1) as u64)
    }
}

/// All verdicts, and how many fights they took.
#[derive(Debug)]
pub struct Judgements {
    /// The verdict on each intention, in the order of the intentions.
    pub judgements: Vec<Judgement>,
    /// Number of fights that were played.
    pub fights: u64,
    /// Number of times that claims were judged.
    pub looks: usize,
}

/// Returns the numbers of fights of a matchup after which claims are judged, up to `most`. The fights in all
/// orders of its sides are counted together.
pub fn looks(most: u64) -> Vec<u64> {
    looks_by(5, most)
}

/// Returns numbers of fights from [`FIRST`] to `most`. Each number is larger than the one before by a
/// fraction of `1 / part`.
pub fn looks_by(part: u64, most: u64) -> Vec<u64> {
    let mut looks = Vec::new();
    let mut at = FIRST;
    while at < most {
        looks.push(at);
        at = at.saturating_add(at.div_ceil(part));
    }
    looks.push(most.max(1));
    looks
}

/// Plays fights and judges intentions, until every intention has a verdict or its matchups have reached their
/// caps. `games` has the matchups of all scenarios in their order. Returns `None` if `stop` became true
/// before that.
pub fn play(
    intentions: &[Intention],
    games: &[Game<'_>],
    watch: &dyn Watch,
    stop: &AtomicBool,
) -> Option<Judgements> {
    let mut done: Vec<Option<Done>> = games.iter().map(|_| None).collect();
    let is_by_seat = |one: &Intention| one.expectation.figure == Figure::SeatEffect;
    let keeps_seats = intentions.iter().any(is_by_seat);
    by_looks(intentions, games, |wanted| {
        let task = |&(place, fights): &(usize, u64)| Task {
            seats: games[place].seats,
            plan: Plan {
                seed: games[place].seed,
                fights,
            },
            looks: None,
        };
        let tasks: Vec<Task<'_>> = wanted.iter().map(task).collect();
        let before = wanted.iter().zip(&tasks).map(|(&(place, _), task)| {
            let before = done[place].take();
            before.unwrap_or_else(|| Done::nothing(task))
        });
        let before = (Shard::WHOLE, before.collect());
        let after = batch::go_on(&tasks, before, watch, stop);
        if after.iter().any(|done| !done.complete) {
            return None;
        }
        let sums = wanted.iter().zip(after).map(|(&(place, _), after)| {
            let sum = Sum::new(games[place].seats, &after.seats, keeps_seats);
            done[place] = Some(after);
            sum
        });
        Some(sums.collect())
    })
}

/// Judges intentions at every look. `advance` gets the matchups to play next, each as its index and a number
/// of fights. It must play each of them until it has that many fights in each seat (order of the sides),
/// counting those of earlier looks. It returns the counts of each of them. Returns `None` if `advance` does.
pub(super) fn by_looks(
    intentions: &[Intention],
    games: &[Game<'_>],
    mut advance: impl FnMut(&[(usize, u64)]) -> Option<Vec<Sum>>,
) -> Option<Judgements> {
    let places = intentions.iter().flat_map(Intention::places);
    let most = places.map(|place| games[place].in_all()).max();
    let all_looks = most.map_or_else(Vec::new, looks);
    let levels = Levels::new(intentions, all_looks.len());
    let mut trials: Vec<OpenIntention<'_>> = intentions.iter().map(OpenIntention::new).collect();
    let mut sums: Vec<Option<Sum>> = games.iter().map(|_| None).collect();
    let mut played: Vec<u64> = vec![0; games.len()];
    let mut used = 0;
    for &look in &all_looks {
        let mut places: Vec<usize> = trials.iter().flat_map(OpenIntention::places).collect();
        places.sort_unstable();
        places.dedup();
        let wanted: Vec<(usize, u64)> = (places.into_iter())
            .map(|place| (place, games[place].fights(look)))
            .filter(|&(place, fights)| played[place] < fights)
            .collect();
        if wanted.is_empty() {
            break;
        }
        used += 1;
        for (&(place, fights), sum) in wanted.iter().zip(advance(&wanted)?) {
            sums[place] = Some(sum);
            played[place] = fights;
        }
        let counts: Vec<Option<Counted<'_>>> = counts(&sums);
        let active: Vec<usize> = wanted.iter().map(|(place, _)| *place).collect();
        for trial in &mut trials {
            trial.judge(&counts, &active, levels);
        }
    }
    let counts = counts(&sums);
    let fights = counts.iter().flatten().map(|one| one.tally.fights()).sum();
    let judgements = trials.into_iter().map(|trial| trial.ended(&counts, levels));
    Some(Judgements {
        judgements: judgements.collect(),
        fights,
        looks: used,
    })
}

fn counts(sums: &[Option<Sum>]) -> Vec<Option<Counted<'_>>> {
    sums.iter()
        .map(|sum| sum.as_ref().and_then(Sum::counted))
        .collect()
}

impl Intention {
    /// Returns the indices of the matchups that the claims are about. They are indices among all matchups of
    /// the command.
    fn places(&self) -> Vec<usize> {
        let claims = self.claims.iter().flat_map(super::Claim::matchups);
        claims.map(|place| self.first + place).collect()
    }
}

/// An intention (an expectation with its claims) whose claims are being judged.
struct OpenIntention<'i> {
    intention: &'i Intention,
    /// The finding of each claim that has a verdict. `None` for a claim that is still open.
    settled: Vec<Option<Finding>>,
}

impl<'i> OpenIntention<'i> {
    fn new(intention: &'i Intention) -> Self {
        Self {
            intention,
            settled: vec![None; intention.claims.len()],
        }
    }

    fn has_failed(&self) -> bool {
        let mut settled = self.settled.iter().flatten();
        settled.any(|finding| finding.verdict == Verdict::NotAsMeant)
    }

    /// Returns the indices of the matchups that open claims are about, among all matchups of the command. The
    /// list is empty if a claim has failed, because the verdict on the expectation is then known.
    fn places(&self) -> Vec<usize> {
        if self.has_failed() {
            return Vec::new();
        }
        let both = self.intention.claims.iter().zip(&self.settled);
        let open = both.filter(|(_, settled)| settled.is_none());
        let places = open.flat_map(|(claim, _)| claim.matchups());
        places.map(|place| self.intention.first + place).collect()
    }

    /// Judges again those open claims that are about a matchup in `active`. These matchups have new fights.
    fn judge(&mut self, counts: &[Option<Counted<'_>>], active: &[usize], levels: Levels) {
        if self.has_failed() {
            return;
        }
        let intention = self.intention;
        let scene = Measurable::new(intention, counts);
        for (claim, settled) in intention.claims.iter().zip(&mut self.settled) {
            let is_new = |place: &usize| active.binary_search(&(intention.first + place)).is_ok();
            if settled.is_some() || !claim.matchups().iter().any(is_new) {
                continue;
            }
            let verdict = claim.verdict(&scene, levels);
            if verdict != Verdict::Open {
                *settled = Some(claim.finding(&scene, levels, verdict));
            }
        }
    }

    fn ended(self, counts: &[Option<Counted<'_>>], levels: Levels) -> Judgement {
        let scene = Measurable::new(self.intention, counts);
        let both = self.intention.claims.iter().zip(self.settled);
        let findings = both.map(|(claim, settled)| {
            settled.unwrap_or_else(|| claim.finding(&scene, levels, Verdict::Open))
        });
        self.intention.judgement(findings.collect())
    }
}

/// The counts of a matchup, with all seats (orders of the sides) added up.
pub(super) struct Sum {
    pub(super) cast: Cast,
    pub(super) tally: Tally,
    pub(super) seats: Option<[(Cast, Tally); 2]>,
}

impl Sum {
    /// Adds up the tallies of a matchup's seats. With `keeps_seats`, the tally of each seat is kept too. All
    /// tallies are packed to save memory, because there may be thousands of matchups.
    fn new(seats: &[Box<dyn Bout>], tallies: &[Tally], keeps_seats: bool) -> Self {
        let cast = seats[0].cast().clone();
        let mut tally = tallies[0].clone();
        let mut both = None;
        if let (Some(bout), Some(other)) = (seats.get(1), tallies.get(1)) {
            both = keeps_seats.then(|| {
                let mut seats = [
                    (cast.clone(), tally.clone()),
                    (bout.cast().clone(), other.clone()),
                ];
                for (_, tally) in &mut seats {
                    tally.pack();
                }
                seats
            });
            tally.absorb(other, bout.cast(), &cast);
        }
        tally.pack();
        Self {
            cast,
            tally,
            seats: both,
        }
    }

    fn counted(&self) -> Option<Counted<'_>> {
        counted(&self.cast, &self.tally, self.seats.as_ref())
    }
}
