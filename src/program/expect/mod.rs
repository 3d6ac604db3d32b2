//! Judges expectations, which say how the designer of a scenario wants fights to come out.
//!
//! An expectation consists of *claims*, one for each number that it is about. For example, a band for the win
//! rates of twelve matchups has twelve claims. A claim *holds* or *fails* if the fights show that with
//! certainty. An expectation is *as meant* if all of its claims hold, *not as meant* if one of them fails,
//! and *open* otherwise.
//!
//! All verdicts of a command are right together with a probability of at least 95 %:
//!
//! - "Not as meant" is wrong in at most 2.5 % of commands. All bounds of all claims share these 2.5 %
//!   (Bonferroni).
//! - "As meant" is wrong in at most 2.5 % of commands. All expectations share these 2.5 %. The claims of one
//!   expectation need not share: an expectation that is not met has a false claim, and "as meant" is wrong
//!   only if the verdict on that claim is wrong.
//! - If claims are judged repeatedly while more fights are played, each of these times is called a look. The
//!   2.5 % are then divided among all looks, for both kinds of errors.
//!
//! Verdicts depend only on counts. [`sequential`] plays as many fights as the verdicts need. With exact odds
//! ([`judge_exactly`]), no verdict can be wrong.

mod claims;
mod exact;
mod measure;
mod mix;
pub mod sequential;
#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;

use crate::fight::Cast;
use crate::scenario::Scenario;
use crate::scenario::expect::Expectation;
use crate::tally::Tally;
use claims::Claim;
pub use exact::{Odds, judge_exactly};
pub use measure::Counted;
use measure::Measurable;

/// Probability that any "not as meant" of a command is wrong. Also the probability that any "as meant" of a
/// command is wrong.
const ALPHA: f64 = 0.025;

/// The verdict on an expectation or on one of its claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The expectation is met, beyond reasonable doubt.
    AsMeant,
    /// There are too few fights for a verdict.
    Open,
    /// The expectation is not met, beyond reasonable doubt.
    NotAsMeant,
}

impl Verdict {
    /// Returns the name of the verdict for tables and sentences.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AsMeant => "as meant",
            Self::Open => "open",
            Self::NotAsMeant => "not as meant",
        }
    }
}

/// An expectation of a scenario, with the claims that it is split into.
#[derive(Debug, Clone)]
pub struct Intention {
    /// Name of the scenario.
    pub scenario: String,
    /// Name of its rulebook.
    pub ruleset: String,
    /// Number of the expectation in its scenario, from 1.
    pub number: usize,
    /// The expectation, as the scenario states it.
    pub expectation: Expectation,
    /// Name of the side or combatant that the figure belongs to. `None` for figures of the whole fight, such
    /// as the number of rounds.
    pub owner: Option<String>,
    /// The reason why the expectation cannot be judged. `None` if it can.
    pub unjudged: Option<String>,
    claims: Vec<Claim>,
    /// Index of the scenario's first matchup among all matchups of the command.
    first: usize,
}

/// The verdict on an expectation, with its figures.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// Name of the scenario.
    pub scenario: String,
    /// Name of its rulebook.
    pub ruleset: String,
    /// Number of the expectation in its scenario, from 1.
    pub number: usize,
    /// The kind of expectation, for example `band`.
    pub kind: &'static str,
    /// The expectation in words.
    pub statement: String,
    /// The designer's reason for the expectation.
    pub why: String,
    /// The file that contains the expectation.
    pub file: String,
    /// Line of the expectation in that file, from 1.
    pub line: usize,
    /// The unit of the figures: `share`, `rounds`, `points`, `fighters` or `ratio`.
    pub unit: &'static str,
    /// The verdict. `None` if the expectation cannot be judged.
    pub verdict: Option<Verdict>,
    /// The reason why the expectation cannot be judged. `None` if it can.
    pub unjudged: Option<String>,
    /// The verdict on each claim of the expectation.
    pub findings: Vec<Finding>,
}

/// The verdict on one claim, with its number.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Name of the matchup, the contenders or the step along an axis that the number belongs to.
    pub about: String,
    /// The estimate of the number. `None` if there are too few fights for it.
    pub estimate: Option<f64>,
    /// Lower end of the number's interval. All intervals of a command contain the true numbers together with
    /// a probability of 95 %.
    pub low: Option<f64>,
    /// Upper end of the number's interval.
    pub high: Option<f64>,
    /// Lower bound of the claim, if it has one.
    pub at_least: Option<f64>,
    /// Upper bound of the claim, if it has one.
    pub at_most: Option<f64>,
    /// Number of fights in all matchups that the claim is about, together.
    pub fights: u64,
    /// The verdict on the claim.
    pub verdict: Verdict,
}

/// A matchup of a scenario, without results.
#[derive(Debug, Clone, Copy)]
pub struct Fielded<'m> {
    /// Name of the matchup.
    pub name: &'m str,
    /// Its axes, each with the value that the matchup has on it.
    pub axes: &'m [(String, String)],
    /// The sides and fighters of the matchup.
    pub cast: &'m Cast,
}

/// Returns the intentions of a scenario. `first` is the index of the scenario's first matchup among all
/// matchups of the command.
pub fn intentions(scenario: &Scenario, matchups: &[Fielded<'_>], first: usize) -> Vec<Intention> {
    let intention = |(number, expectation): (usize, &Expectation)| {
        let owner = scenario.owner_of(expectation);
        let (claims, unjudged) = match &expectation.unjudged {
            Some(reason) => (Vec::new(), Some(reason.clone())),
            None => match claims::of(expectation, owner.as_deref(), matchups) {
                Ok(claims) => (claims, None),
                Err(reason) => (Vec::new(), Some(reason)),
            },
        };
        Intention {
            scenario: scenario.name.clone(),
            ruleset: scenario.ruleset.clone(),
            number,
            expectation: expectation.clone(),
            owner,
            unjudged,
            claims,
            first,
        }
    };
    (1..).zip(&scenario.expectations).map(intention).collect()
}

/// Significance levels for the verdicts on claims. All verdicts of a command together are wrong with a
/// probability of at most 5 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Levels {
    /// A claim fails if the p-value of one of its bounds is at most this.
    fails: f64,
    /// A claim holds if the p-values of all of its bounds are at most this.
    holds: f64,
}

impl Levels {
    /// Computes the levels for these intentions, whose claims are judged `looks` times.
    pub fn new(intentions: &[Intention], looks: usize) -> Self {
        let ends: usize = (intentions.iter().flat_map(|one| &one.claims))
            .map(Claim::ends)
            .sum();
        let judged = intentions
            .iter()
            .filter(|one| one.unjudged.is_none())
            .count();
        let each = |parts: usize| ALPHA / float(parts.max(1)) / float(looks.max(1));
        Self {
            fails: each(ends),
            holds: each(judged),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "claims and looks are few")]
fn float(count: usize) -> f64 {
    count as f64
}

/// Judges intentions once, after all fights of a command. `counted` has the matchups of all scenarios in
/// their order, and `None` for matchups without fights. `looks` is the number of times that the run could
/// have ended early. It is 1 for a run without a precision.
pub fn judge(
    intentions: &[Intention],
    counted: &[Option<Counted<'_>>],
    looks: usize,
) -> Vec<Judgement> {
    let levels = Levels::new(intentions, looks);
    let judged = intentions.iter().map(|intention| {
        let scene = Measurable::new(intention, counted);
        let findings = intention.claims.iter().map(|claim| {
            let verdict = claim.verdict(&scene, levels);
            claim.finding(&scene, levels, verdict)
        });
        intention.judgement(findings.collect())
    });
    judged.collect()
}

impl Intention {
    /// Combines the verdicts on the claims into the verdict on the expectation.
    fn judgement(&self, findings: Vec<Finding>) -> Judgement {
        let expectation = &self.expectation;
        let worst = findings.iter().map(|finding| finding.verdict).max();
        Judgement {
            scenario: self.scenario.clone(),
            ruleset: self.ruleset.clone(),
            number: self.number,
            kind: expectation.kind(),
            statement: expectation.statement(self.owner.as_deref()),
            why: expectation.why.clone(),
            file: expectation.file.clone(),
            line: expectation.line,
            unit: expectation.unit(),
            verdict: worst.filter(|_| self.unjudged.is_none()),
            unjudged: self.unjudged.clone(),
            findings,
        }
    }

    /// Returns the number of claims.
    pub fn claims(&self) -> usize {
        self.claims.len()
    }
}

impl Judgement {
    /// Returns the decisive claim. This is the claim that is farthest from being met, among those with the
    /// same verdict as the expectation.
    pub fn decisive(&self) -> Option<&Finding> {
        let verdict = self.verdict?;
        let all = self.findings.iter().filter(|one| one.verdict == verdict);
        all.reduce(|worst, one| {
            if one.beyond() > worst.beyond() {
                one
            } else {
                worst
            }
        })
    }

    /// Formats a number in the unit of the expectation's figures.
    pub fn shown(&self, amount: f64) -> String {
        if self.unit == "share" {
            format!("{:.1} %", 100.0 * amount)
        } else {
            format!("{amount:.2}")
        }
    }

    /// Describes the number of the decisive claim, such as `65: 58.1 % (57.0 % to 59.2 %)`.
    pub fn figure(&self) -> Option<String> {
        let finding = self.decisive()?;
        let about = if finding.about.is_empty() {
            String::new()
        } else {
            format!("{}: ", finding.about)
        };
        let (Some(estimate), Some(low), Some(high)) = (finding.estimate, finding.low, finding.high)
        else {
            return Some(format!("{about}no fight to judge by"));
        };
        let [estimate, low, high] = [estimate, low, high].map(|amount| self.shown(amount));
        if low == estimate && high == estimate {
            return Some(format!("{about}{estimate}"));
        }
        Some(format!("{about}{estimate} ({low} to {high})"))
    }

    /// Describes the numbers that decide the verdict. If the expectation cannot be judged, says why.
    pub fn sentence(&self) -> String {
        if let Some(reason) = &self.unjudged {
            return reason.clone();
        }
        let mut text = self.figure().unwrap_or_default();
        if let Some(how_many) = self.how_many() {
            text.push_str("; this verdict holds for ");
            text.push_str(&how_many);
        }
        text
    }

    /// Returns how many claims have the verdict of the expectation, such as `2 of 12`. Returns `None` if the
    /// expectation is met or has only one claim.
    pub fn how_many(&self) -> Option<String> {
        let verdict = self
            .verdict
            .filter(|verdict| *verdict != Verdict::AsMeant)?;
        let of = self.findings.len();
        let with = self.findings.iter().filter(|one| one.verdict == verdict);
        (of > 1).then(|| format!("{} of {of}", with.count()))
    }
}

impl Finding {
    /// Returns how far the estimate of the number is beyond the bounds of the claim. The unit is half of the
    /// interval's width. The result is below 0 if the estimate is within the bounds.
    fn beyond(&self) -> f64 {
        let (Some(estimate), Some(low), Some(high)) = (self.estimate, self.low, self.high) else {
            return f64::INFINITY;
        };
        let reach = ((high - low) / 2.0).max(f64::MIN_POSITIVE);
        let below = self.at_least.map(|least| (least - estimate) / reach);
        let above = self.at_most.map(|most| (estimate - most) / reach);
        below
            .into_iter()
            .chain(above)
            .fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Returns the number of expectations that are met, and the number of those that could be judged.
pub fn score(judgements: &[Judgement]) -> (usize, usize) {
    let judged = judgements.iter().filter_map(|one| one.verdict);
    let met = judged.clone().filter(|one| *one == Verdict::AsMeant);
    (met.count(), judged.count())
}

/// Returns the counts of a matchup. Returns `None` if it has no fights.
pub fn counted<'c>(
    cast: &'c Cast,
    tally: &'c Tally,
    seats: Option<&'c [(Cast, Tally); 2]>,
) -> Option<Counted<'c>> {
    (tally.fights() > 0).then_some(Counted { cast, tally, seats })
}
