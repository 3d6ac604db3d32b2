//! All results of a check in one value. Every form of output is made from it.

use std::collections::{HashMap, HashSet};

use super::form::worst_first;
use super::{Figure, Finding, Margins, Problem};
use crate::expect::{self, Judgement};

/// All results of a check.
#[derive(Debug, Clone)]
pub struct Account {
    /// The scenarios, in the order of their files.
    pub scenarios: Vec<Checked>,
    /// The verdicts on figures that were compared with a baseline or with another version.
    pub findings: Vec<Finding>,
    /// The verdicts on the expectations of the scenarios.
    pub judgements: Vec<Judgement>,
    /// The problems that kept scenarios or matchups from being judged.
    pub problems: Vec<Problem>,
    /// How far figures may move.
    pub margins: Margins,
    /// Whether all figures were taken from baselines, without playing a fight.
    pub nothing_played: bool,
    /// With `--base`: the name of the other version, and lines about matchups that could not be paired.
    pub remarks: Vec<String>,
    /// The seconds spent on playing: first for figures, then for expectations.
    pub seconds: [f64; 2],
}

/// A scenario that was checked.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    /// The name of the scenario.
    pub name: String,
    /// The path of its file.
    pub file: String,
    /// The file that changed and its first changed line, if known.
    pub changed: Option<(String, u64)>,
    /// Names of the matchups that have no figures because their content has not changed.
    pub same: Vec<String>,
}

impl Account {
    /// Returns a copy whose paths are replaced by the results of `place`.
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

    /// Returns the figures that have moved or are open, the worst first. In a matchup of two sides the win
    /// rate of the second side is left out, because the first side's losses tell the same. A scenario keeps
    /// such a finding if it has no other with the same verdict.
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
