//! Shows findings and problems on GitHub Actions: as annotations at lines of files, and as a summary page
//! below the run.

use std::fmt::Write;

use super::account::{Account, Checked};
use super::form::{heads, summary};
use super::{Finding, Problem, Verdict};
use crate::expect::{self, Judgement};
use crate::visible::visible;

/// Maximum number of annotations that GitHub shows for a step.
const ANNOTATIONS: usize = 10;

/// Maximum number of scenarios that the last annotation names.
const NAMED: usize = 20;

/// Maximum number of rows of a table on the page.
const ROWS: usize = 100;

/// Maximum length of the page in bytes. A comment on a pull request may have 65,536 characters.
const COMMENT: usize = 60_000;

/// Returns the results as workflow commands, one per line. Problems come first, each at its own line of its
/// file. They are followed by one annotation for each scenario that does not pass, the worst scenario first.
/// Such an annotation is at the line of the unmet expectation, or at the first changed line. If there are
/// more annotations than GitHub shows, the last one names the rest.
pub fn annotations(account: &Account) -> String {
    let mut all: Vec<Annotation> = account.problems.iter().map(of_problem).collect();
    let (findings, unmet) = (account.telling(), account.unmet());
    let mut scenarios: Vec<Annotation> = (account.scenarios.iter())
        .filter_map(|one| of_scenario(account, one, &findings, &unmet))
        .collect();
    // The sort is stable: scenarios of equal weight stay in their order.
    scenarios.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    all.append(&mut scenarios);
    if all.len() > ANNOTATIONS {
        let rest = all.split_off(ANNOTATIONS - 1);
        let error = rest.iter().any(|one| one.level == "error");
        let mut names: Vec<&str> = rest.iter().map(|one| one.about.as_str()).collect();
        names.dedup();
        let more = names.len().saturating_sub(NAMED);
        names.truncate(NAMED);
        let mut message = format!(
            "GitHub shows only ten annotations; the others: {}",
            names.join(", ")
        );
        if more > 0 {
            let _ = write!(message, " and {more} more");
        }
        all.push(Annotation {
            level: if error { "error" } else { "warning" },
            place: None,
            title: format!("and {} more", rest.len()),
            message,
            about: String::new(),
            weight: 0.0,
        });
    }
    all.iter().map(Annotation::line).collect()
}

/// An annotation: a message that GitHub shows at a line of a file.
struct Annotation {
    level: &'static str,
    /// The file, and the line in it if known. `None` if the annotation belongs to no file.
    place: Option<(String, Option<u64>)>,
    title: String,
    message: String,
    /// Name of the scenario that the annotation is about.
    about: String,
    /// Severity of the annotation. Annotations with larger weights come first.
    weight: f64,
}

impl Annotation {
    fn line(&self) -> String {
        let (level, title) = (self.level, property(&self.title));
        let message = escaped(&self.message);
        let place = match &self.place {
            None => String::new(),
            Some((file, None)) => format!("file={},", property(file)),
            Some((file, Some(line))) => format!("file={},line={line},", property(file)),
        };
        format!("::{level} {place}title={title}::{message}\n")
    }
}

fn of_problem(problem: &Problem) -> Annotation {
    Annotation {
        level: "error",
        place: Some((problem.file.clone(), Some(problem.line))),
        title: format!("not judged: {}", problem.about),
        message: problem.message.clone(),
        about: problem.scenario.clone(),
        weight: f64::INFINITY,
    }
}

/// Returns the annotation of the scenario `one`. Returns `None` if the scenario passes.
fn of_scenario(
    account: &Account,
    one: &Checked,
    findings: &[&Finding],
    unmet: &[&Judgement],
) -> Option<Annotation> {
    let own = |finding: &&&Finding| finding.scenario == one.name;
    let findings: Vec<&Finding> = findings.iter().filter(own).copied().collect();
    let own = |judgement: &&&Judgement| judgement.scenario == one.name;
    let unmet: Vec<&Judgement> = unmet.iter().filter(own).copied().collect();
    let failed = Some(expect::Verdict::NotAsMeant);
    let expectation = unmet.first().filter(|worst| worst.verdict == failed);
    let figure = findings.first();
    let moved = figure.filter(|worst| worst.verdict == Verdict::Moved);
    let beyond = |finding: &Finding| {
        finding.shift.abs() / account.margins.of(&finding.figure).max(f64::MIN_POSITIVE)
    };
    // An unmet expectation weighs more than a moved figure, and a moved figure more than an open one.
    let weight = match (expectation, moved) {
        (Some(_), moved) => 2e9 + moved.map_or(0.0, |worst| beyond(worst).min(1e8)),
        (None, Some(worst)) => 1e9 + beyond(worst).min(1e8),
        (None, None) => figure.map_or(0.0, |worst| beyond(worst).min(1e8)),
    };
    let many = |count: usize, what: &str, end: &str| match count {
        0 => String::new(),
        1 => format!("; and 1 more {what} {end}"),
        n => format!("; and {n} more {what}s {end}"),
    };
    let count = |verdict| findings.iter().filter(|one| one.verdict == verdict).count();
    let alike = |worst: &Judgement| {
        unmet
            .iter()
            .filter(|one| one.verdict == worst.verdict)
            .count()
    };
    let (level, title, place, message) =
        if let Some(worst) = expectation.or_else(|| unmet.first().filter(|_| figure.is_none())) {
            let (level, title, end) = if worst.verdict == failed {
                ("error", "not as meant", "not met")
            } else {
                ("warning", "too few fights for a verdict", "open")
            };
            let (statement, why) = (&worst.statement, &worst.why);
            let mut message = format!("{statement}; {}; reason: {why}", worst.sentence());
            message.push_str(&many(alike(worst) - 1, "expectation", end));
            if let Some(moved) = moved {
                let _ = write!(
                    message,
                    "; also moved: {}, {}",
                    moved.matchup,
                    moved.sentence()
                );
                message.push_str(&many(count(Verdict::Moved) - 1, "figure", "moved"));
            }
            let place = (worst.file.clone(), Some(worst.line as u64));
            (level, title, place, message)
        } else {
            let worst = figure?;
            let (level, title, end) = match worst.verdict {
                Verdict::Moved => ("error", "balance moved", "moved"),
                _ => ("warning", "too few fights for a verdict", "open"),
            };
            let mut message = format!("{}, {}", worst.matchup, worst.sentence());
            message.push_str(&many(count(worst.verdict) - 1, "figure", end));
            let place = match &one.changed {
                Some((file, line)) => (file.clone(), Some(*line)),
                None => (one.file.clone(), None),
            };
            (level, title, place, message)
        };
    Some(Annotation {
        level,
        place: Some(place),
        title: title.to_owned(),
        message,
        about: one.name.clone(),
        weight,
    })
}

/// Escapes a text for the message of a workflow command.
fn escaped(text: &str) -> String {
    visible(text)
        .replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Escapes a text for a property of a workflow command, such as the title.
fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

/// Returns the summary page in Markdown. It is short enough for a comment on a pull request.
pub fn markdown(account: &Account) -> String {
    let mut text = "### skirmish check\n".to_owned();
    let row = |text: &mut String, cells: &[String]| {
        let cells: Vec<_> = cells.iter().map(|cell| cell_of(cell)).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    };
    for remark in &account.remarks {
        let _ = writeln!(text, "\n{}", cell_of(remark));
    }
    let problems = &account.problems;
    if !problems.is_empty() {
        text.push_str("\nNot judged:\n\n| where | what | why |\n| --- | --- | --- |\n");
        for problem in problems.iter().take(ROWS) {
            let place = format!("{}:{}", problem.file, problem.line);
            let cells = [place, problem.about.clone(), problem.message.clone()];
            row(&mut text, &cells);
        }
        if problems.len() > ROWS {
            let _ = writeln!(text, "\n{} more", problems.len() - ROWS);
        }
    }
    if !account.judgements.is_empty() {
        let (met, judged) = expect::score(&account.judgements);
        let _ = writeln!(text, "\nas meant: {met} of {judged}");
        let unmet = account.unmet();
        if !unmet.is_empty() {
            text.push_str("\n| where | what is expected | verdict | figures | why |\n| --- | --- | --- | --- | --- |\n");
            for one in unmet.iter().take(ROWS) {
                let place = format!("{}:{}", one.file, one.line);
                let verdict = one.verdict.map_or("", expect::Verdict::name).to_owned();
                let (statement, why) = (one.statement.clone(), one.why.clone());
                row(&mut text, &[place, statement, verdict, one.sentence(), why]);
            }
            if unmet.len() > ROWS {
                let _ = writeln!(text, "\n{} more", unmet.len() - ROWS);
            }
        }
    }
    if !account.findings.is_empty() {
        let (findings, margins) = (&account.findings, account.margins);
        let _ = writeln!(
            text,
            "\n{}",
            summary(findings, account.nothing_played, margins)
        );
        let telling = account.telling();
        if !telling.is_empty() {
            text.push('\n');
            let heads: Vec<String> = heads(findings)
                .iter()
                .map(|&head| head.to_owned())
                .collect();
            row(&mut text, &heads);
            text.push_str("| --- | --- | --- |");
            text.push_str(&" ---: |".repeat(heads.len() - 4));
            text.push_str(" --- |\n");
            for finding in telling.iter().take(ROWS) {
                row(&mut text, &finding.row());
            }
            if telling.len() > ROWS {
                let _ = writeln!(text, "\n{} more", telling.len() - ROWS);
            }
        }
    }
    short(text)
}

/// Cuts the end of the text if it is too long for a comment. Only whole lines are kept.
fn short(mut text: String) -> String {
    if text.len() <= COMMENT {
        return text;
    }
    let end = (0..=COMMENT).rev().find(|&end| text.is_char_boundary(end));
    text.truncate(end.unwrap_or_default());
    text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
    text.push_str("\nThe rest is left out, because it does not fit a comment.\n");
    text
}

/// Escapes a text for a cell of a Markdown table, so that nothing in it acts as markup.
fn cell_of(text: &str) -> String {
    let text = text.replace(['\r', '\n'], " ");
    let mut cell = String::with_capacity(text.len());
    for letter in visible(&text).chars() {
        match letter {
            '<' => cell.push_str("&lt;"),
            '&' => cell.push_str("&amp;"),
            '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '~' | '#' | '@' => {
                cell.push('\\');
                cell.push(letter);
            }
            _ => cell.push(letter),
        }
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::super::account::tests::account;
    use super::super::form::tests::{finding, some};
    use super::super::{Figure, Verdict};
    use super::*;

    #[test]
    fn a_scenario_has_one_annotation_which_is_a_workflow_command() {
        let mut account = account(some());
        account.scenarios[0].file = "a,b/gate.toml".to_owned();
        let text = annotations(&account);
        assert_eq!(
            text,
            "::error file=a%2Cb/gate.toml,title=balance moved::65, rounds: 0.40 in the baseline, 0.50 now (+10.0 %25); and 1 more \
             figure moved\n"
        );
        account.scenarios[0].changed = Some(("a/knights.toml".to_owned(), 7));
        let text = annotations(&account);
        assert!(
            text.starts_with("::error file=a/knights.toml,line=7,title=balance moved::65, rounds"),
            "{text}"
        );
        account.findings.truncate(2);
        let text = annotations(&account);
        assert!(
            text.starts_with("::warning ") && text.lines().count() == 1,
            "{text}"
        );
    }

    #[test]
    fn of_two_sides_the_first_is_told() {
        let wins = |side: &str| Figure::WinRate(side.to_owned());
        let findings = vec![
            finding("a", wins("guards"), -0.05, Verdict::Moved),
            finding("a", wins("goblins"), 0.05, Verdict::Moved),
            finding("b", wins("guards"), 0.015, Verdict::Held),
            finding("b", wins("goblins"), 0.03, Verdict::Moved),
        ];
        let text = annotations(&account(findings.clone()));
        assert!(
            text.contains("::a, guards win rate: ") && !text.contains("more"),
            "{text}"
        );
        let page = markdown(&account(findings.clone()));
        assert!(!page.contains("goblins"), "{page}");
        // If the win rate of the second side is the only one that has certainly moved, the annotation names
        // it.
        let text = annotations(&account(findings[2..].to_vec()));
        assert!(text.contains("::b, goblins win rate: "), "{text}");
    }

    #[test]
    fn ten_annotations_are_the_worst_and_the_last_counts_the_others() {
        let mut findings = Vec::new();
        for n in 0..27 {
            let shift = 0.02 + f64::from(n) / 100.0;
            let mut one = finding("a", Figure::Draws, shift, Verdict::Moved);
            one.scenario = format!("s{n}");
            findings.push(one);
        }
        let text = annotations(&account(findings));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 10);
        assert!(lines[0].starts_with("::error file=s26.toml,title=balance moved::a, draws"));
        assert!(
            lines[9].starts_with(
                "::error title=and 18 more::GitHub shows only ten annotations; the others: s17, \
                 s16, "
            ),
            "{}",
            lines[9]
        );
    }

    #[test]
    fn a_page_has_a_table_that_no_name_can_break() {
        let mut findings = some();
        findings[2].matchup = "a|b\n<c> `d`".to_owned();
        let text = markdown(&account(findings.clone()));
        assert!(
            text.contains("| gate | a\\|b &lt;c> \\`d\\` | guards win rate |"),
            "{text}"
        );
        assert_eq!(text.lines().filter(|line| line.starts_with('|')).count(), 5);
        let fine = markdown(&account(findings[4..].to_vec()));
        assert!(!fine.contains('|'), "{fine}");
    }

    #[test]
    fn a_page_fits_a_comment() {
        let name = "a very long name of a matchup ".repeat(40);
        let many = vec![finding(&name, Figure::Draws, 0.5, Verdict::Moved); 90];
        let text = markdown(&account(many));
        assert!(text.len() < 65_000, "{}", text.len());
        assert!(text.ends_with("|\n\nThe rest is left out, because it does not fit a comment.\n"));
    }

    #[test]
    fn a_problem_is_shown_at_its_line() {
        let problem = Problem {
            scenario: "gate".to_owned(),
            about: "matchup 55".to_owned(),
            message: "it is\nnot in it".to_owned(),
            file: "a:b.csv".to_owned(),
            line: 12,
        };
        let mut all = account(some());
        all.problems = vec![problem.clone()];
        let text = annotations(&all);
        assert_eq!(
            text.lines().next(),
            Some(
                "::error file=a%3Ab.csv,line=12,title=not judged%3A matchup 55::it is\\nnot in it"
            )
        );
        assert_eq!(text.lines().count(), 2);
        all.problems = vec![problem.clone(); 30];
        assert_eq!(annotations(&all).lines().count(), 10);
        let mut all = account(Vec::new());
        all.problems = vec![problem];
        let page = markdown(&all);
        assert!(
            page.contains("| a:b.csv:12 | matchup 55 | it is not in it |"),
            "{page}"
        );
        assert!(!page.contains("figures"), "{page}");
    }
}
