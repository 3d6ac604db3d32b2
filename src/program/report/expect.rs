//! Writes the verdicts on expectations: the table `expect.csv`, and the lines below the summary of a
//! scenario.

use std::io::Write;

use super::columns::{ColumnKind, EXPECT};
use super::write::Unwritten;
use super::{Csv, Report, form};
use crate::expect::{Finding, Judgement, Verdict, score};
use crate::tally::{Count, Method};

/// The largest number of expectations of a scenario that are listed with their text.
const TOLD: usize = 10;

/// The verdict on an expectation that cannot be judged.
pub(super) const UNJUDGED: &str = "not judged";

impl<C: Count> Report<C> {
    /// Returns the name and content of the table of expectations. `None` if there are no expectations.
    pub(super) fn expect_table(&self) -> Option<(&'static str, Unwritten<'_>)> {
        if self.judgements.is_empty() {
            return None;
        }
        let write = move |out: &mut dyn Write| {
            let is_exact = C::METHOD == Method::Exact;
            let further = if is_exact { EXPECT.exact } else { &[] };
            let method = is_exact.then_some(C::METHOD.name());
            let columns = EXPECT.columns.iter().chain(further);
            let header = columns.map(|column| (column.name.to_owned(), column.kind));
            let mut csv = Csv::onto(
                out,
                self.dialect,
                header.collect::<Vec<(String, ColumnKind)>>(),
            );
            for row in self.judgements.iter().flat_map(rows) {
                csv.row(row.iter().map(String::as_str).chain(method));
            }
            csv.end().map(|_| ())
        };
        Some((EXPECT.name, Unwritten::new(write)))
    }

    /// Returns the verdicts on the expectations of one scenario.
    pub(super) fn judgements_of<'r>(&'r self, scenario: &'r str) -> Vec<&'r Judgement> {
        let all = self.judgements.iter();
        all.filter(|one| one.scenario == scenario).collect()
    }
}

/// Returns the table rows of an expectation: one for each claim, such as each pair of neighbours in an order.
pub(super) fn rows(judgement: &Judgement) -> Vec<Vec<String>> {
    let leading = [
        judgement.scenario.clone(),
        judgement.ruleset.clone(),
        judgement.number.to_string(),
        judgement.line.to_string(),
        judgement.kind.to_owned(),
        judgement.statement.clone(),
        judgement.why.clone(),
        judgement.verdict.map_or(UNJUDGED, Verdict::name).to_owned(),
    ];
    let unit = judgement.unit.to_owned();
    if let Some(reason) = &judgement.unjudged {
        let empty = vec![String::new(); 7];
        let own = [reason.clone(), unit].into_iter().chain(empty);
        return vec![leading.into_iter().chain(own).collect()];
    }
    let own = |finding: &Finding| {
        let number = |amount: Option<f64>| {
            let amount = amount.filter(|amount| amount.is_finite());
            amount.map_or_else(String::new, |amount| form::figure(Method::Sampled, amount))
        };
        let cells = [
            finding.about.clone(),
            unit.clone(),
            number(finding.estimate),
            number(finding.low),
            number(finding.high),
            number(finding.at_least),
            number(finding.at_most),
            finding.verdict.name().to_owned(),
            finding.fights.to_string(),
        ];
        leading.iter().cloned().chain(cells).collect()
    };
    judgement.findings.iter().map(own).collect()
}

/// Returns the lines below the summary, such as `as meant: 7 of 8`. A line for each unmet, undecided or
/// unjudged expectation follows, and the designer's reason for each unmet one. Returns no lines if there are
/// no expectations.
pub fn lines(judgements: &[&Judgement]) -> Vec<String> {
    if judgements.is_empty() {
        return Vec::new();
    }
    let all: Vec<Judgement> = judgements.iter().map(|one| (*one).clone()).collect();
    let (met, judged) = score(&all);
    let mut lines = vec![format!("as meant: {met} of {judged}")];
    let mut told = 0;
    for wanted in [Some(Verdict::NotAsMeant), Some(Verdict::Open), None] {
        for one in judgements.iter().filter(|one| one.verdict == wanted) {
            told += 1;
            if told > TOLD {
                continue;
            }
            lines.push(format!("  {}", sentence(one)));
            if wanted == Some(Verdict::NotAsMeant) {
                lines.push(format!("    reason: {}", one.why));
            }
        }
    }
    if told > TOLD {
        lines.push(format!("  and {} more", told - TOLD));
    }
    lines
}

/// Returns a line such as `not as meant (line 41): guards win rate from 45 % to 55 %; 65: 58.1 % (57.0 % to
/// 59.2 %)`.
fn sentence(one: &Judgement) -> String {
    let verdict = one.verdict.map_or(UNJUDGED, Verdict::name);
    let (line, statement) = (one.line, &one.statement);
    format!("{verdict} (line {line}): {statement}; {}", one.sentence())
}
