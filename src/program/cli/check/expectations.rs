//! Judges the expectations of the checked scenarios. Plays only as many fights as the verdicts need.

use std::rc::Rc;

use super::super::load::Loaded;
use super::super::output::{Failure, Notes};
use super::super::progress::Progress;
use super::super::run::pool;
use super::super::{interrupt, output};
use super::CheckArgs;
use crate::expect::sequential::{Game, Judgements, play};
use crate::expect::{Judgement, Verdict};
use crate::gate::FIGHTS;
use crate::session::expectations::intentions;

/// Judges the expectations of these scenarios.
pub(super) fn judge(
    args: &CheckArgs,
    loaded: &[Rc<Loaded>],
    notes: Notes,
) -> Result<Judgements, Failure> {
    let intentions = intentions(loaded.iter().map(|one| &**one));
    if intentions.is_empty() {
        return Ok(Judgements {
            judgements: Vec::new(),
            fights: 0,
            looks: 0,
        });
    }
    let games = loaded.iter().flat_map(|one| {
        let run = &one.scenario.run;
        one.matches.iter().map(|found| {
            let seats = found.seats.len() as u64;
            // In a scenario with a precision, the number of fights is an upper limit and may be very large.
            let cap = match run.precision {
                Some(_) => run.fights.min(FIGHTS.div_ceil(seats)),
                None => run.fights,
            };
            Game {
                seats: &found.seats,
                seed: run.seed,
                cap,
            }
        })
    });
    let games: Vec<Game<'_>> = games.collect();
    let stop = interrupt::listen()?;
    let progress = Progress::new(0, notes);
    let found = pool(args.threads)?.install(|| play(&intentions, &games, &progress, stop));
    progress.finish();
    found.ok_or_else(|| {
        let text = "interrupted: nothing was judged and no file was written";
        Failure::Interrupted(text.to_owned())
    })
}

/// Returns the failure of the command if an expectation is not met or still open. Returns `None` if all are
/// met.
pub(super) fn verdict(judgements: &[Judgement]) -> Option<Failure> {
    let count = |verdict| {
        let all = judgements.iter();
        all.filter(|one| one.verdict == Some(verdict)).count()
    };
    let of = judgements
        .iter()
        .filter(|one| one.verdict.is_some())
        .count();
    let expectations = match of {
        1 => "the expectation is".to_owned(),
        _ => format!("of {} expectations", output::grouped(of as u64)),
    };
    let failed = count(Verdict::NotAsMeant);
    if failed > 0 {
        return Some(Failure::Check(match of {
            1 => format!("{expectations} not met"),
            _ => format!("{failed} {expectations} are not met"),
        }));
    }
    let open = count(Verdict::Open);
    (open > 0).then(|| {
        let what = match of {
            1 => format!("{expectations} open"),
            _ => format!("{open} {expectations} are open"),
        };
        Failure::Inconclusive(format!(
            "{what}: too few fights for a verdict; raise --fights"
        ))
    })
}
