//! Findings and problems as GitHub Actions shows them: annotations at the files, and a page below the run.

use std::fmt::Write;

use super::form::{heads, summary, worst_first};
use super::{Finding, Margins, Problem, Verdict};
use crate::expect::{self, Judgement};
use crate::visible::visible;

/// GitHub shows so many annotations of a step.
const ANNOTATIONS: usize = 10;

/// So many rows are enough for a page.
const ROWS: usize = 100;

/// Workflow commands: a line for each problem and for each expectation that is not met, each at its own line, and then for the
/// worst findings. `file` gives a
/// scenario's path from its name.
pub fn annotations<'p>(
    findings: &[Finding],
    judgements: &[Judgement],
    problems: &[Problem],
    margins: Margins,
    file: impl Fn(&str) -> &'p str,
) -> String {
    let mut text = String::new();
    for problem in problems.iter().take(ANNOTATIONS) {
        let (file, line) = (property(&problem.file), problem.line);
        let title = property(&format!("not judged: {}", problem.about));
        let message = escaped(&problem.message);
        let _ = writeln!(
            text,
            "::error file={file},line={line},title={title}::{message}"
        );
    }
    let mut room = ANNOTATIONS - problems.len().min(ANNOTATIONS);
    for judgement in unmet(judgements).into_iter().take(room) {
        let (level, title) = match judgement.verdict {
            Some(expect::Verdict::NotAsMeant) => ("error", "not as meant"),
            _ => ("warning", "too few fights to say"),
        };
        let (file, line) = (property(&judgement.file), judgement.line);
        let (statement, why) = (&judgement.statement, &judgement.why);
        let sentence = judgement.sentence();
        let message = escaped(&format!("{statement}; {sentence}; why it is meant: {why}"));
        let _ = writeln!(
            text,
            "::{level} file={file},line={line},title={title}::{message}"
        );
        room -= 1;
    }
    for finding in worst_first(findings, margins).into_iter().take(room) {
        let (level, title) = match finding.verdict {
            Verdict::Moved => ("error", "balance moved"),
            _ => ("warning", "too few fights to say"),
        };
        let file = property(file(&finding.scenario));
        let message = escaped(&format!("{}, {}", finding.matchup, finding.sentence()));
        // Writing to a text does not fail.
        let _ = writeln!(text, "::{level} file={file},title={title}::{message}");
    }
    text
}

/// The expectations that are not met, and then those that are open.
fn unmet(judgements: &[Judgement]) -> Vec<&Judgement> {
    let with = |verdict| {
        let all = judgements.iter();
        all.filter(move |one| one.verdict == Some(verdict))
    };
    let failed = with(expect::Verdict::NotAsMeant);
    failed.chain(with(expect::Verdict::Open)).collect()
}

/// A message as the runner reads it back.
fn escaped(text: &str) -> String {
    visible(text)
        .replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// A property of a command likewise.
fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

/// A page in Markdown. `nothing_played` where every figure was taken from the baseline.
pub fn markdown(
    findings: &[Finding],
    judgements: &[Judgement],
    nothing_played: bool,
    problems: &[Problem],
    margins: Margins,
) -> String {
    let worst = worst_first(findings, margins);
    let mut text = "### skirmish check\n".to_owned();
    let row = |text: &mut String, cells: &[String]| {
        let cells: Vec<_> = cells.iter().map(|cell| cell_of(cell)).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    };
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
    if !judgements.is_empty() {
        let (met, judged) = expect::score(judgements);
        let _ = writeln!(text, "\nas meant: {met} of {judged}");
        let unmet = unmet(judgements);
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
    if findings.is_empty() {
        return text;
    }
    let _ = writeln!(text, "\n{}", summary(findings, nothing_played, margins));
    if worst.is_empty() {
        return text;
    }
    text.push('\n');
    let heads: Vec<String> = heads(findings)
        .iter()
        .map(|&head| head.to_owned())
        .collect();
    row(&mut text, &heads);
    text.push_str(if heads.len() == 8 {
        "| --- | --- | --- | ---: | ---: | ---: | ---: | --- |\n"
    } else {
        "| --- | --- | --- | ---: | ---: | ---: | --- |\n"
    });
    for finding in worst.iter().take(ROWS) {
        row(&mut text, &finding.row());
    }
    if worst.len() > ROWS {
        let _ = writeln!(text, "\n{} more", worst.len() - ROWS);
    }
    text
}

/// A text in a cell of a table: nothing in it is markup.
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
    use super::super::form::tests::{finding, some};
    use super::super::{Figure, Verdict};
    use super::*;

    #[test]
    fn annotations_are_workflow_commands() {
        let text = annotations(&some(), &[], &[], Margins::default(), |_| "a,b/gate.toml");
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(
            lines[1],
            "::error file=a%2Cb/gate.toml,title=balance moved::65, guards win rate: 40.0 %25 in the baseline, 37.9 %25 \
             now (-2.1 points)"
        );
        assert!(lines[2].starts_with("::warning "), "{}", lines[2]);
        assert_eq!(lines.len(), 3);
        let many = vec![finding("a", Figure::Draws, 0.5, Verdict::Moved); 30];
        assert_eq!(
            annotations(&many, &[], &[], Margins::default(), |_| "x")
                .lines()
                .count(),
            10
        );
    }

    #[test]
    fn a_page_has_a_table_that_no_name_can_break() {
        let mut findings = some();
        findings[2].matchup = "a|b\n<c> `d`".to_owned();
        let text = markdown(&findings, &[], false, &[], Margins::default());
        assert!(
            text.contains("| gate | a\\|b &lt;c> \\`d\\` | guards win rate |"),
            "{text}"
        );
        assert_eq!(text.lines().filter(|line| line.starts_with('|')).count(), 5);
        let fine = markdown(&findings[4..], &[], false, &[], Margins::default());
        assert!(!fine.contains('|'), "{fine}");
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
        let problems = [problem];
        let text = annotations(&some(), &[], &problems, Margins::default(), |_| "gate.toml");
        assert_eq!(
            text.lines().next(),
            Some(
                "::error file=a%3Ab.csv,line=12,title=not judged%3A matchup 55::it is\\nnot in it"
            )
        );
        assert_eq!(text.lines().count(), 4);
        let many = vec![problems[0].clone(); 30];
        let text = annotations(&some(), &[], &many, Margins::default(), |_| "gate.toml");
        assert_eq!(text.lines().count(), 10);
        let page = markdown(&[], &[], false, &problems, Margins::default());
        assert!(
            page.contains("| a:b.csv:12 | matchup 55 | it is not in it |"),
            "{page}"
        );
        assert!(!page.contains("figures"), "{page}");
    }
}
