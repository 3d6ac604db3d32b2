//! All results of a check in one value. Every form of output, such as the table or the HTML page, is made
//! from this value.

use std::collections::{HashMap, HashSet};

use super::form::worst_first;
use super::{Figure, Finding, Margins, Problem};
use crate::expect::{self, Judgement};

/// All results of a check.
#[derive(Debug, Clone)]
pub struct Account {
    /// The checked scenarios, in the order of their files.
    pub scenarios: Vec<Checked>,
    /// The verdicts on the figures that were compared with a baseline or with another version of the
    /// scenario.
    pub findings: Vec<Finding>,
    /// The verdicts on the expectations of the scenarios.
    pub judgements: Vec<Judgement>,
    /// The problems that prevented verdicts on scenarios or matchups.
    pub problems: Vec<Problem>,
    /// How far figures may move without a failure of the check.
    pub margins: Margins,
    /// Whether all figures were taken from baselines, without playing a fight.
    pub nothing_played: bool,
    /// With `--base`: lines with the name of the other version and about matchups that could not be paired.
    /// Otherwise empty.
    pub remarks: Vec<String>,
    /// The seconds spent on playing. The first number is for comparing figures, the second for judging
    /// expectations.
    pub seconds: [f64; 2],
}

/// A scenario that was checked, and what has changed in it.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    /// The name of the scenario.
    pub name: String,
    /// The path of its file.
    pub file: String,
    /// The file that differs from the other version and its first changed line, if known.
    pub changed: Option<(String, u64)>,
    /// Names of the matchups whose content has not changed. They were not played, so they have no figures.
    pub same: Vec<String>,
}

impl Account {
    /// Returns a copy whose paths have been converted by `place`.
    #[must_use]
    pub fn placed(&self, place: impl Fn(&str) -> String) -> Self {
        let mut account = self.clone();
        for one in &mut account.scenarios {
            one.file = place(&one.file);
            if let Some((file, _)) = &mut one.changed {
                *file = place(file);
            }
        }
        for problem in &mut account.problems {
            problem.file = place(&problem.file);
        }
        for judgement in &mut account.judgements {
            judgement.file = place(&judgement.file);
        }
        account
    }

    /// Returns the figures that have moved or are open, the worst first. In a matchup of two sides, the win
    /// rate of the second side is left out, because it follows from that of the first side. It is kept if no
    /// other figure of the scenario has the same verdict.
    pub(super) fn telling(&self) -> Vec<&Finding> {
        let mut sides: HashMap<[&str; 2], Vec<&str>> = HashMap::new();
        for finding in &self.findings {
            if let Figure::WinRate(side) = &finding.figure {
                let matchup = [finding.scenario.as_str(), finding.matchup.as_str()];
                sides.entry(matchup).or_default().push(side);
            }
        }
        let repeats = |finding: &Finding| {
            let matchup = [finding.scenario.as_str(), finding.matchup.as_str()];
            match (&finding.figure, sides.get(&matchup).map(Vec::as_slice)) {
                (Figure::WinRate(side), Some([_, second])) => side == second,
                _ => false,
            }
        };
        let worst = worst_first(&self.findings, self.margins);
        let told: HashSet<(&str, &str)> = worst
            .iter()
            .filter(|finding| !repeats(finding))
            .map(|finding| (finding.scenario.as_str(), finding.verdict.name()))
            .collect();
        let is_told = |finding: &&Finding| {
            let kind = (finding.scenario.as_str(), finding.verdict.name());
            !repeats(finding) || !told.contains(&kind)
        };
        worst.into_iter().filter(is_told).collect()
    }

    /// Returns the expectations that are not met, followed by those that are open.
    pub(super) fn unmet(&self) -> Vec<&Judgement> {
        let with = |verdict| {
            let all = self.judgements.iter();
            all.filter(move |one| one.verdict == Some(verdict))
        };
        let failed = with(expect::Verdict::NotAsMeant);
        failed.chain(with(expect::Verdict::Open)).collect()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns an account with these findings and the scenarios that they name.
    pub(in crate::gate) fn account(findings: Vec<Finding>) -> Account {
        let mut scenarios: Vec<Checked> = Vec::new();
        for finding in &findings {
            if scenarios.iter().all(|one| one.name != finding.scenario) {
                scenarios.push(Checked {
                    name: finding.scenario.clone(),
                    file: format!("{}.toml", finding.scenario),
                    ..Checked::default()
                });
            }
        }
        Account {
            scenarios,
            findings,
            judgements: Vec::new(),
            problems: Vec::new(),
            margins: Margins::default(),
            nothing_played: false,
            remarks: Vec::new(),
            seconds: [0.0; 2],
        }
    }
}
