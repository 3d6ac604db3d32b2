//! Findings as XML in the `JUnit` format, which CI systems other than GitHub show as test results.
//!
//! Each scenario is a test suite. Each figure, expectation and problem is a test case. A moved figure or an
//! unmet expectation is a failure. An open figure or expectation and a problem are errors. Matchups are
//! played in parallel, so the playing time is divided evenly among the cases that needed fights.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};

use super::account::{Account, Checked};
use super::{Finding, Problem, Verdict};
use crate::expect::{self, Judgement};
use crate::visible::visible;

/// Returns the results as XML. The suites are in the order of the scenarios.
///
/// # Errors
/// When the XML writer refuses a name.
pub fn junit(account: &Account) -> Result<String, SerializeError> {
    let is_played = |one: &&Finding| one.verdict != Verdict::Same;
    let played = account.findings.iter().filter(is_played).count();
    let judged = account
        .judgements
        .iter()
        .filter(|one| one.verdict.is_some());
    let [figure, judgement] = [
        each(account.seconds[0], played),
        each(account.seconds[1], judged.count()),
    ];
    let mut report = Report::new("skirmish check");
    report.set_time(seconds(account.seconds.iter().sum()));
    for scenario in &account.scenarios {
        let own = |name: &str| name == scenario.name;
        let mut cases: Vec<TestCase> = Vec::new();
        let problems = account.problems.iter().filter(|one| own(&one.scenario));
        cases.extend(problems.map(problem));
        let same = scenario.same.iter();
        cases.extend(same.map(|matchup| at(same_matchup(scenario, matchup), &scenario.file)));
        for finding in account.findings.iter().filter(|one| own(&one.scenario)) {
            let mut case = at(case(finding), &scenario.file);
            case.set_time(match finding.verdict {
                Verdict::Same => Duration::ZERO,
                _ => figure,
            });
            cases.push(case);
        }
        for one in account.judgements.iter().filter(|one| own(&one.scenario)) {
            let mut case = at(expectation(one), &one.file);
            case.extra
                .insert("line".into(), one.line.to_string().into());
            case.set_time(match one.verdict {
                None => Duration::ZERO,
                Some(_) => judgement,
            });
            cases.push(case);
        }
        let mut suite = TestSuite::new(&*visible(&scenario.name));
        suite
            .extra
            .insert("file".into(), (&*visible(&scenario.file)).into());
        suite.set_time(cases.iter().filter_map(|case| case.time).sum());
        suite.add_test_cases(cases);
        report.add_test_suite(suite);
    }
    report.to_string()
}

/// Adds the path of a file to a test case.
fn at(mut case: TestCase, file: &str) -> TestCase {
    case.extra.insert("file".into(), (&*visible(file)).into());
    case
}

/// Returns the time of each of `cases` cases that took `all` seconds together.
#[expect(clippy::cast_precision_loss, reason = "cases are few")]
fn each(all: f64, cases: usize) -> Duration {
    seconds(all / cases.max(1) as f64)
}

fn seconds(number: f64) -> Duration {
    Duration::try_from_secs_f64(number).unwrap_or_default()
}

/// Returns the test case of a matchup whose content has not changed. The case passes.
fn same_matchup(scenario: &Checked, matchup: &str) -> TestCase {
    let name = format!("{matchup}: not played, because it has not changed");
    let mut case = TestCase::new(&*visible(&name), TestCaseStatus::success());
    case.set_classname(&*visible(&scenario.name));
    case.set_time(Duration::ZERO);
    case
}

fn problem(problem: &Problem) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_type("problem");
    let place = format!("{}:{}: {}", problem.file, problem.line, problem.message);
    status.set_message(&*visible(&place));
    let mut case = TestCase::new(&*visible(&problem.about), status);
    case.set_classname(&*visible(&problem.scenario));
    case.set_time(Duration::ZERO);
    case.extra
        .insert("line".into(), problem.line.to_string().into());
    at(case, &problem.file)
}

/// Returns the test case of an expectation. The case is a failure if the expectation is not met, an error if
/// it is open, and skipped if it cannot be judged.
fn expectation(judgement: &Judgement) -> TestCase {
    let message = judgement.sentence();
    let status = match judgement.verdict {
        Some(expect::Verdict::AsMeant) => TestCaseStatus::success(),
        None => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(&*visible(&message));
            status
        }
        Some(verdict) => {
            let kind = match verdict {
                expect::Verdict::NotAsMeant => NonSuccessKind::Failure,
                _ => NonSuccessKind::Error,
            };
            let mut status = TestCaseStatus::non_success(kind);
            status.set_type(verdict.name());
            let place = format!("{}:{}", judgement.file, judgement.line);
            let text = format!("{place}: {message}; reason: {}", judgement.why);
            status.set_message(&*visible(&text));
            status
        }
    };
    let name = format!("expectation {}: {}", judgement.number, judgement.statement);
    let mut case = TestCase::new(&*visible(&name), status);
    case.set_classname(&*visible(&judgement.scenario));
    case
}

fn case(finding: &Finding) -> TestCase {
    let kind = match finding.verdict {
        Verdict::Moved => Some(NonSuccessKind::Failure),
        Verdict::Open => Some(NonSuccessKind::Error),
        Verdict::Same | Verdict::Held => None,
    };
    let status = kind.map_or_else(TestCaseStatus::success, |kind| {
        let mut status = TestCaseStatus::non_success(kind);
        status.set_type(finding.verdict.name());
        status.set_message(&*visible(&finding.sentence()));
        status
    });
    let name = format!("{}: {}", finding.matchup, finding.figure.name());
    let mut case = TestCase::new(&*visible(&name), status);
    case.set_classname(&*visible(&finding.scenario));
    case
}

#[cfg(test)]
mod tests {
    use super::super::account::tests::account;
    use super::super::form::tests::some;
    use super::*;

    #[test]
    fn what_xml_cannot_have_is_seen_instead() {
        let mut findings = some();
        findings[2].matchup = "a\u{fffe}b\u{1b}[1m\u{202e}".to_owned();
        let text = junit(&account(findings)).expect("names are XML");
        let xml = roxmltree::Document::parse(&text).expect("it is XML");
        let names: Vec<_> = (xml.descendants())
            .filter(|node| node.has_tag_name("testcase"))
            .filter_map(|node| node.attribute("name"))
            .collect();
        assert_eq!(names[2], "a\\uFFFEb\\u001B[1m\\u202E: guards win rate");
    }

    #[test]
    fn an_xml_parser_finds_every_figure_and_what_became_of_it() {
        let mut findings = some();
        findings[4].scenario = "bridge".to_owned();
        let problems = [Problem {
            scenario: "ford".to_owned(),
            about: "scenario::type".to_owned(),
            message: "`dex` is a whole number".to_owned(),
            file: "ford.toml".to_owned(),
            line: 7,
        }];
        let mut all = account(findings);
        all.scenarios.push(Checked {
            name: "ford".to_owned(),
            file: "ford.toml".to_owned(),
            same: vec!["45".to_owned()],
            ..Checked::default()
        });
        all.problems = problems.to_vec();
        all.seconds = [2.0, 1.0];
        let text = junit(&all).expect("names are XML");
        let xml = roxmltree::Document::parse(&text).expect("it is XML");
        let root = xml.root_element();
        assert_eq!(
            ["tests", "failures", "errors"].map(|name| root.attribute(name)),
            [Some("7"), Some("2"), Some("2")]
        );
        assert_eq!(root.attribute("time"), Some("3.000"));
        let of = |tag: &'static str| xml.descendants().filter(move |node| node.has_tag_name(tag));
        let names: Vec<_> = of("testsuite")
            .filter_map(|node| node.attribute("name"))
            .collect();
        assert_eq!(names, ["gate", "bridge", "ford"]);
        let files: Vec<_> = of("testcase")
            .map(|node| (node.attribute("file"), node.attribute("time")))
            .collect();
        assert_eq!(files[0], (Some("gate.toml"), Some("0.500")));
        assert_eq!(files[4], (Some("bridge.toml"), Some("0.000")));
        assert_eq!(files[5], (Some("ford.toml"), Some("0.000")));
        let errors: Vec<_> = of("error")
            .filter_map(|node| node.attribute("message"))
            .collect();
        assert_eq!(errors[1], "ford.toml:7: `dex` is a whole number");
        let names: Vec<_> = of("testcase")
            .filter_map(|node| node.attribute("name"))
            .collect();
        assert_eq!(names[0], "45: guards win rate");
        assert_eq!(names[4], "75: <a> & \"b\" damage");
        let failure = of("failure").next().expect("two moved");
        let message = "guards win rate: 40.0 % in the baseline, 37.9 % now (-2.1 points)";
        assert_eq!(failure.attribute("message"), Some(message));
    }
}
