//! Findings as `JUnit`'s XML, which CI systems other than GitHub show as test results.
//!
//! A suite for each scenario, a case for each figure, for each expectation and for each problem. What moved or is not as meant
//! is a failure, what is open an error, and so is a problem. No times: equal findings are equal bytes.

use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};

use super::{Finding, Problem, Verdict};
use crate::expect::{self, Judgement};
use crate::visible::visible;

/// The XML, its suites in the order of these scenarios.
///
/// # Errors
/// When a name cannot be written as XML.
pub fn junit(
    scenarios: &[&str],
    findings: &[Finding],
    judgements: &[Judgement],
    problems: &[Problem],
) -> Result<String, SerializeError> {
    let mut report = Report::new("skirmish check");
    for &scenario in scenarios {
        let mut suite = TestSuite::new(&*visible(scenario));
        let problems = problems.iter().filter(|one| one.scenario == scenario);
        suite.add_test_cases(problems.map(problem));
        let findings = findings.iter().filter(|one| one.scenario == scenario);
        suite.add_test_cases(findings.map(case));
        let judgements = judgements.iter().filter(|one| one.scenario == scenario);
        suite.add_test_cases(judgements.map(expectation));
        report.add_test_suite(suite);
    }
    report.to_string()
}

fn problem(problem: &Problem) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_type("problem");
    let place = format!("{}:{}: {}", problem.file, problem.line, problem.message);
    status.set_message(&*visible(&place));
    let mut case = TestCase::new(&*visible(&problem.about), status);
    case.set_classname(&*visible(&problem.scenario));
    case
}

/// An expectation: a failure where it is not met, an error where that is open, skipped where it cannot be judged.
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
            let text = format!("{place}: {message}; why it is meant: {}", judgement.why);
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
    use super::super::form::tests::some;
    use super::*;

    #[test]
    fn what_xml_cannot_have_is_seen_instead() {
        let mut findings = some();
        findings[2].matchup = "a\u{fffe}b\u{1b}[1m\u{202e}".to_owned();
        let text = junit(&["gate"], &findings, &[], &[]).expect("names are XML");
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
        let text =
            junit(&["gate", "bridge", "ford"], &findings, &[], &problems).expect("names are XML");
        let xml = roxmltree::Document::parse(&text).expect("it is XML");
        let root = xml.root_element();
        assert_eq!(
            ["tests", "failures", "errors"].map(|name| root.attribute(name)),
            [Some("6"), Some("2"), Some("2")]
        );
        let of = |tag: &'static str| xml.descendants().filter(move |node| node.has_tag_name(tag));
        let names: Vec<_> = of("testsuite")
            .filter_map(|node| node.attribute("name"))
            .collect();
        assert_eq!(names, ["gate", "bridge", "ford"]);
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
