//! Whether fights came out as their designer means them to: expectations, judged by the counts of fights.
//!
//! An expectation becomes *claims*, one for each figure that it is about: a band over twelve matchups is twelve. A claim
//! *holds* or *fails* once that is sure. An expectation is *as meant* when all of its claims hold, *not as meant* when one of
//! them fails, and *open* else.
//!
//! All verdicts of a command hold together with a chance of 95 %:
//!
//! - "Not as meant" is wrong in at most 2.5 % of commands: 2.5 % are shared by all ends of all claims (Bonferroni).
//! - "As meant" is wrong in at most 2.5 % of commands: 2.5 % are shared by all expectations. An expectation that is not met has
//!   a false claim, and "as meant" takes a wrong verdict on that one, so claims of one expectation need not share.
//! - Where verdicts are looked for more than once, both are shared by all looks as well.
//!
//! Judging is a function of counts alone. [`sequential`] plays as many fights as verdicts need. By exact odds
//! ([`judge_exactly`]) there is no chance of error.

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

/// The chance that any "not as meant" of a command is wrong, and that any "as meant" is.
const ALPHA: f64 = 0.025;

/// The verdict on an expectation or on one of its claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It is met, for sure.
    AsMeant,
    /// Too few fights to say.
    Open,
    /// It is not met, for sure.
    NotAsMeant,
}

impl Verdict {
    /// The verdict in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AsMeant => "as meant",
            Self::Open => "open",
            Self::NotAsMeant => "not as meant",
        }
    }
}

/// An expectation with the matchups that its claims are about.
#[derive(Debug, Clone)]
pub struct Intention {
    /// The scenario's name.
    pub scenario: String,
    /// Its rulebook.
    pub ruleset: String,
    /// Position among the scenario's expectations, from 1.
    pub number: usize,
    /// The expectation.
    pub expectation: Expectation,
    /// Whose figure it is, if anybody's.
    pub owner: Option<String>,
    /// Why it cannot be judged, if it cannot.
    pub unjudged: Option<String>,
    claims: Vec<Claim>,
    /// The place of the scenario's first matchup among those of the command.
    first: usize,
}

/// The verdict on an expectation, and the figures behind it.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// The scenario's name.
    pub scenario: String,
    /// Its rulebook.
    pub ruleset: String,
    /// Its place among the scenario's expectations, from 1.
    pub number: usize,
    /// The kind of expectation, for example `band`.
    pub kind: &'static str,
    /// The expectation in words.
    pub statement: String,
    /// Why it is intended.
    pub why: String,
    /// The file that it stands in.
    pub file: String,
    /// Line of the expectation in the file, from 1.
    pub line: usize,
    /// The unit of its figures: `share`, `rounds`, `points`, `fighters` or `ratio`.
    pub unit: &'static str,
    /// The verdict; `None` where it cannot be judged.
    pub verdict: Option<Verdict>,
    /// Why it cannot be judged, if it cannot.
    pub unjudged: Option<String>,
    /// The verdict on each claim.
    pub findings: Vec<Finding>,
}

/// The verdict on one claim.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The matchup, contenders or step along an axis.
    pub about: String,
    /// The figure; `None` where no fight tells it.
    pub estimate: Option<f64>,
    /// The lower end of its interval. Intervals of a command hold together with a chance of 95 %.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The least that it may be.
    pub at_least: Option<f64>,
    /// The most.
    pub at_most: Option<f64>,
    /// The fights behind it, of all matchups that it is about.
    pub fights: u64,
    /// The verdict.
    pub verdict: Verdict,
}

/// A matchup of a scenario, before any fight.
#[derive(Debug, Clone, Copy)]
pub struct Fielded<'m> {
    /// Its name.
    pub name: &'m str,
    /// Its values on axes.
    pub axes: &'m [(String, String)],
    /// Who fights.
    pub cast: &'m Cast,
}

/// The intentions of a scenario whose first matchup has this place among those of the command.
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

/// Significance levels: 5 % in all, shared by all verdicts of a command.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Levels {
    /// An end of a claim fails if its p-value is at most this.
    fails: f64,
    /// A claim holds if its p-value is at most this.
    holds: f64,
}

impl Levels {
    /// The levels for these intentions, judged `looks` times.
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

/// Judges intentions once, by all fights of a command. `counted` has the matchups of all scenarios in their order; those
/// without fights are `None`. `looks` is at how many numbers of fights these could have ended.
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
    /// The verdict that follows from those on its claims.
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

    /// How many claims it makes.
    pub fn claims(&self) -> usize {
        self.claims.len()
    }
}

impl Judgement {
    /// The claim that decides: of those with the worst verdict the one that is the farthest from being met.
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

    /// An amount of what it is about, in its unit.
    pub fn shown(&self, amount: f64) -> String {
        if self.unit == "share" {
            format!("{:.1} %", 100.0 * amount)
        } else {
            format!("{amount:.2}")
        }
    }

    /// The decisive figure in words: `65: 58.1 % (57.0 % to 59.2 %)`.
    pub fn figure(&self) -> Option<String> {
        let finding = self.decisive()?;
        let about = if finding.about.is_empty() {
            String::new()
        } else {
            format!("{}: ", finding.about)
        };
        let (Some(estimate), Some(low), Some(high)) = (finding.estimate, finding.low, finding.high)
        else {
            return Some(format!("{about}no fight tells"));
        };
        let [estimate, low, high] = [estimate, low, high].map(|amount| self.shown(amount));
        if low == estimate && high == estimate {
            return Some(format!("{about}{estimate}"));
        }
        Some(format!("{about}{estimate} ({low} to {high})"))
    }

    /// The figures that decide, or why it cannot be judged.
    pub fn sentence(&self) -> String {
        if let Some(reason) = &self.unjudged {
            return reason.clone();
        }
        let mut text = self.figure().unwrap_or_default();
        if let Some(how_many) = self.how_many() {
            text.push_str("; so for ");
            text.push_str(&how_many);
        }
        text
    }

    /// How many claims have the verdict of the whole, where that is not all of them: `2 of 12`.
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
    /// How far beyond its bounds the figure is, as a multiple of half its interval; below 0 within them.
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

/// How many of these are as meant, and how many were judged.
pub fn score(judgements: &[Judgement]) -> (usize, usize) {
    let judged = judgements.iter().filter_map(|one| one.verdict);
    let met = judged.clone().filter(|one| *one == Verdict::AsMeant);
    (met.count(), judged.count())
}

/// The counts of a matchup; `None` without fights.
pub fn counted<'c>(
    cast: &'c Cast,
    tally: &'c Tally,
    seats: Option<&'c [(Cast, Tally); 2]>,
) -> Option<Counted<'c>> {
    (tally.fights() > 0).then_some(Counted { cast, tally, seats })
}
