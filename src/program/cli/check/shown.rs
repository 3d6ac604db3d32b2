//! Formats the result of a check for standard output.

use std::fmt::Write;

use super::super::output::{Capabilities, grouped};
use super::super::sheet::Sheet;
use super::base::{Before, Versions};
use crate::expect::Judgement;
use crate::expect::sequential::Judgements;
use crate::gate::sequential;
use crate::gate::{self, Counts, Finding, Margins, Stranger};
use crate::report::expect_lines;
use crate::visible::visible;

/// Maximum number of rows of the table, and of matchups that are listed as new, gone, renamed or different.
const SHOWN: usize = 30;

/// Describes the size of a baseline, such as `4 matchups of 200,000 fights, seed 1`.
pub(super) fn size(counts: &Counts) -> String {
    let fights = counts.matchups.first().map_or(0, |matchup| matchup.fights);
    let matchups = match counts.matchups.len() {
        1 => String::new(),
        n => format!("{} matchups of ", grouped(n as u64)),
    };
    format!("{matchups}{} fights, seed {}", grouped(fights), counts.seed)
}

/// Returns the text of a check. It has a line for each scenario, the table of the figures that moved or are
/// open, and the totals. `anew` has the number of matchups of each scenario that were played.
pub(super) fn page(
    pairs: &[(Counts, Counts)],
    anew: &[usize],
    findings: &[Finding],
    margins: Margins,
) -> String {
    let mut text = String::new();
    for ((old, new), &anew) in pairs.iter().zip(anew) {
        let mut against = String::new();
        if size(old) != size(new) {
            against = format!(", against {}", size(old));
        }
        if old.version != new.version {
            let _ = write!(against, ", baseline of skirmish {}", visible(&old.version));
        }
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{} ({}): {}{against}{}",
            visible(&new.scenario),
            new.ruleset,
            size(new),
            unplayed(new.matchups.len(), anew)
        );
    }
    let otherwise: usize = pairs
        .iter()
        .map(|(old, new)| gate::played_otherwise(old, new))
        .sum();
    if otherwise > 0 {
        let _ = writeln!(
            text,
            "{otherwise} matchups have not changed in the scenario, but their counts have: the \
             rules have changed"
        );
    }
    text.push_str(&table(findings, pairs.len() > 1, margins));
    text.push_str(&gate::summary(findings, nothing_played(anew), margins));
    text.push('\n');
    text
}

/// Returns the table of figures that have moved or are open, the worst first. With `several` scenarios, it
/// has a column for their names. The text is empty if no figure has moved or is open.
fn table(findings: &[Finding], several: bool, margins: Margins) -> String {
    let worst = gate::worst_first(findings, margins);
    if worst.is_empty() {
        return String::new();
    }
    // The first column has the scenario. It is left out if there is only one scenario.
    let from = usize::from(!several);
    let mut sheet = Sheet::new(gate::heads(findings)[from..].iter().copied());
    for finding in worst.iter().take(SHOWN) {
        sheet.row(finding.row().into_iter().skip(from));
    }
    let mut text = format!("\n{}", sheet.show(Capabilities::stdout()));
    if worst.len() > SHOWN {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "and {} more", grouped((worst.len() - SHOWN) as u64));
    }
    text.push('\n');
    text
}

/// Returns the text of the comparison with the version `name`. It has a line for each scenario, the matchups
/// that cannot be paired, the table of the figures that moved or are open, and the totals.
pub(super) fn versions(
    name: &str,
    all: &[Versions],
    found: &sequential::Verdicts,
    margins: Margins,
) -> String {
    let mut text = format!(
        "compared with {}, both played by skirmish {}\n",
        visible(name),
        env!("CARGO_PKG_VERSION")
    );
    for one in all {
        let scenario = &one.now.scenario;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{} ({}): {}",
            visible(&scenario.name),
            scenario.ruleset,
            visible(&state(one))
        );
        text.push_str(&strangers(&scenario.name, &one.strangers));
    }
    if found.findings.is_empty() {
        text.push_str("no fight was played: no matchup that both versions have has changed\n");
        return text;
    }
    text.push_str(&table(&found.findings, all.len() > 1, margins));
    text.push_str(&gate::summary(&found.findings, false, margins));
    let _ = writeln!(
        text,
        "\n{} pairs of fights at {}",
        grouped(found.pairs),
        looks(found.looks)
    );
    text
}

/// Returns lines about the comparison: the version `name` that was compared with, the scenarios that could
/// not be compared, and the matchups that could not be paired.
pub(super) fn remarks(name: &str, all: &[Versions]) -> Vec<String> {
    let version = env!("CARGO_PKG_VERSION");
    let mut lines = vec![format!(
        "compared with {name}, both played by skirmish {version}"
    )];
    for one in all {
        let scenario = &one.now.scenario.name;
        if !matches!(one.before, Before::Known(_)) {
            lines.push(format!("{scenario}: {}", state(one)));
        }
        let strangers = strangers(scenario, &one.strangers);
        lines.extend(strangers.lines().map(str::to_owned));
    }
    lines
}

/// Describes how many matchups both versions of a scenario have, and how many of these are unchanged.
fn state(one: &Versions) -> String {
    let count = |n: usize| match n {
        1 => "1 matchup".to_owned(),
        n => format!("{} matchups", grouped(n as u64)),
    };
    match &one.before {
        Before::New => "new, so there is nothing to compare it with".to_owned(),
        Before::OtherBook(book) => {
            format!("it had the book {book} before, so there is nothing to compare it with")
        }
        Before::Known(_) => {
            let same = match (one.changed.len(), one.same.len()) {
                (_, 0) => String::new(),
                (0, _) => "; none was played, because none has changed".to_owned(),
                (_, 1) => "; 1 of them was not played, because it has not changed".to_owned(),
                (_, n) => format!(
                    "; {} of them were not played, because they have not changed",
                    grouped(n as u64)
                ),
            };
            let seed = one.now.scenario.run.seed;
            format!(
                "{}, seed {seed}{same}",
                count(one.changed.len() + one.same.len())
            )
        }
    }
}

fn looks(n: usize) -> String {
    match n {
        1 => "one look".to_owned(),
        n => format!("{n} looks"),
    }
}

/// Returns whether no matchup of any scenario was played. `anew` has the number of matchups of each scenario
/// that were played.
pub(super) fn nothing_played(anew: &[usize]) -> bool {
    anew.iter().all(|&anew| anew == 0)
}

/// The remark on matchups that were not played, if other matchups of the scenario were played.
const OTHERS: &str =
    "the others were not, because neither they nor the version of skirmish has changed";

/// Describes how many of the `all` matchups of a scenario were not played. `anew` of them were played. The
/// text is empty if all were played.
fn unplayed(all: usize, anew: usize) -> String {
    match anew {
        0 => "; none was played, because neither the scenario nor the version of skirmish has \
            changed"
            .to_owned(),
        _ if anew == all => String::new(),
        1 => format!("; 1 of them has changed and was played, {OTHERS}"),
        _ => format!(
            "; {} of them have changed and were played, {OTHERS}",
            grouped(anew as u64)
        ),
    }
}

/// Returns the text of the verdicts on expectations, with a block for each scenario. If there are several
/// scenarios, each block begins with the scenario's name. `alone` has the names of the scenarios without a
/// baseline.
pub(super) fn meant(found: &Judgements, several: bool, alone: &[String]) -> String {
    let mut text = String::new();
    let mut names: Vec<&str> = Vec::new();
    for judgement in &found.judgements {
        if !names.contains(&judgement.scenario.as_str()) {
            names.push(&judgement.scenario);
        }
    }
    for name in names {
        let own = found.judgements.iter().filter(|one| one.scenario == name);
        let own: Vec<&Judgement> = own.collect();
        let without = if alone.iter().any(|one| one == name) {
            " (without a baseline)"
        } else {
            ""
        };
        for (at, line) in expect_lines(&own).iter().enumerate() {
            let line = visible(line);
            // Writing to a string cannot fail.
            let _ = match at {
                0 if several => writeln!(text, "{}: {line}{without}", visible(name)),
                0 => writeln!(text, "{line}{without}"),
                _ => writeln!(text, "{line}"),
            };
        }
    }
    if found.looks > 0 {
        let _ = writeln!(
            text,
            "{} fights at {} to judge the expectations",
            grouped(found.fights),
            looks(found.looks)
        );
    }
    text
}

/// Lists the matchups that were added, removed or renamed, or have other sides, with one line for each kind.
pub(super) fn strangers(scenario: &str, strangers: &[Stranger]) -> String {
    let mut kinds = [
        ("new", Vec::new()),
        ("gone", Vec::new()),
        ("renamed", Vec::new()),
        ("other sides", Vec::new()),
    ];
    for one in strangers {
        let (at, told) = match one {
            Stranger::New { matchup } => (0, matchup.clone()),
            Stranger::Gone { matchup, .. } => (1, matchup.clone()),
            Stranger::Renamed { from, to, .. } => (2, format!("{from} (now {to})")),
            Stranger::NewSide { matchup, side, .. } => (3, format!("{matchup} (new: {side})")),
            Stranger::GoneSide { matchup, side, .. } => (3, format!("{matchup} (gone: {side})")),
        };
        kinds[at].1.push(told);
    }
    let mut text = String::new();
    for (kind, names) in kinds.iter().filter(|(_, names)| !names.is_empty()) {
        let shown: Vec<_> = names.iter().take(SHOWN).map(|name| visible(name)).collect();
        let _ = write!(text, "{}, {kind}: {}", visible(scenario), shown.join(", "));
        if names.len() > SHOWN {
            let _ = write!(text, " and {} more", grouped((names.len() - SHOWN) as u64));
        }
        text.push('\n');
    }
    text
}
