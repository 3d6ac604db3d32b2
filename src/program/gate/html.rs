//! The HTML page with the results of a check.

use super::account::Account;
use super::form::{count, heads, summary};
use super::{Figure, Finding, Verdict};
use crate::expect;
use crate::report::html::{Bar, Bars, Grid, Section, checked};
use crate::tally::Interval;

/// Maximum number of rows of a table.
const ROWS: usize = 500;

/// Maximum number of bars of a chart.
const BARS: usize = 60;

/// Returns the page with all verdicts of a check.
pub fn html(account: &Account) -> String {
    let names: Vec<&str> = account
        .scenarios
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    let title = match names.as_slice() {
        [only] => format!("Check of {only}"),
        several => format!("Check of {} scenarios", several.len()),
    };
    let parts = [
        problems(account),
        meant(account),
        moved(account),
        same(account),
    ];
    let parts: Vec<Section> = parts.into_iter().flatten().collect();
    checked(&title, &answer(account), &parts)
}

/// Returns the answer at the top of the page: the result of the check in a few sentences.
fn answer(account: &Account) -> Vec<String> {
    let moved = count(&account.findings, Verdict::Moved);
    let open = count(&account.findings, Verdict::Open);
    let (met, judged) = expect::score(&account.judgements);
    let mut said = Vec::new();
    if !account.problems.is_empty() {
        said.push("Not everything could be judged.".to_owned());
    }
    said.extend((moved > 0).then(|| "The balance has moved.".to_owned()));
    said.extend((judged > 0).then(|| format!("As meant: {met} of {judged} expectations.")));
    if moved + open == 0 && !account.findings.is_empty() {
        said.push("No figure has moved.".to_owned());
    }
    said.extend((open > 0).then(|| "Some figures are open: too few fights.".to_owned()));
    if said.is_empty() {
        said.push("No fight was played, because nothing has changed.".to_owned());
    }
    said.extend(account.remarks.iter().cloned());
    said
}

fn problems(account: &Account) -> Option<Section> {
    let row = |one: &super::Problem| {
        let place = format!("{}:{}", one.file, one.line);
        vec![place, one.about.clone(), one.message.clone()]
    };
    let rows: Vec<Vec<String>> = account.problems.iter().map(row).collect();
    (!rows.is_empty()).then(|| Section {
        heading: "Not judged".to_owned(),
        grid: Some(grid(&["where", "what", "why"], rows)),
        ..Section::default()
    })
}

fn meant(account: &Account) -> Option<Section> {
    let (met, judged) = expect::score(&account.judgements);
    let mut all: Vec<&expect::Judgement> = account.judgements.iter().collect();
    all.sort_by_key(|one| match one.verdict {
        Some(expect::Verdict::NotAsMeant) => 0,
        Some(expect::Verdict::Open) => 1,
        None => 2,
        Some(expect::Verdict::AsMeant) => 3,
    });
    let row = |one: &expect::Judgement| {
        let verdict = one.verdict.map_or("not judged", expect::Verdict::name);
        let place = format!("{}:{}", one.file, one.line);
        let (statement, why) = (one.statement.clone(), one.why.clone());
        vec![verdict.to_owned(), statement, one.sentence(), why, place]
    };
    let rows: Vec<Vec<String>> = all.into_iter().map(row).collect();
    let heads = ["verdict", "what is expected", "figures", "why", "where"];
    (!rows.is_empty()).then(|| Section {
        heading: format!("As meant: {met} of {judged}"),
        grid: Some(grid(&heads, rows)),
        ..Section::default()
    })
}

fn moved(account: &Account) -> Option<Section> {
    let findings = &account.findings;
    if findings.is_empty() {
        return None;
    }
    let telling = account.telling();
    let bars: Vec<Bar> = telling
        .iter()
        .filter_map(|one| bar(account, one))
        .take(BARS)
        .collect();
    let rows: Vec<Vec<String>> = telling.iter().map(|one| one.row()).collect();
    Some(Section {
        heading: "Figures that moved".to_owned(),
        text: summary(findings, account.nothing_played, account.margins)
            .lines()
            .map(str::to_owned)
            .collect(),
        bars: (!bars.is_empty()).then(|| Bars {
            caption: "Win rates that have moved or are open, percentage points".to_owned(),
            bars,
        }),
        grid: (!rows.is_empty()).then(|| grid(heads(findings), rows)),
    })
}

/// Returns the bar that shows the shift of a win rate in the chart. Returns `None` for other figures, and for
/// shifts without an interval.
fn bar(account: &Account, finding: &Finding) -> Option<Bar> {
    let paired = finding.paired?;
    let Figure::WinRate(side) = &finding.figure else {
        return None;
    };
    let scenario = match account.scenarios.len() {
        1 => String::new(),
        _ => format!("{}, ", finding.scenario),
    };
    Some(Bar {
        label: format!("{scenario}{}, {side}", finding.matchup),
        shift: Interval {
            low: paired.low,
            high: paired.high,
            estimate: finding.shift,
        },
        verdict: finding.verdict.name().to_owned(),
    })
}

/// Returns the section of the page about unchanged matchups. Returns `None` if there are no such matchups.
fn same(account: &Account) -> Option<Section> {
    let all = account.scenarios.iter().filter(|one| !one.same.is_empty());
    let rows: Vec<Vec<String>> = all
        .map(|one| {
            vec![
                one.name.clone(),
                one.same.len().to_string(),
                one.same.join(", "),
            ]
        })
        .collect();
    (!rows.is_empty()).then(|| Section {
        heading: "Not played".to_owned(),
        text: vec!["These matchups have not changed, so they were not played.".to_owned()],
        grid: Some(grid(&["scenario", "how many", "matchups"], rows)),
        ..Section::default()
    })
}

fn grid(heads: &[&str], mut rows: Vec<Vec<String>>) -> Grid {
    let left_out = rows.len().saturating_sub(ROWS);
    rows.truncate(ROWS);
    Grid {
        heads: heads.iter().map(|&head| head.to_owned()).collect(),
        rows,
        left_out,
    }
}
