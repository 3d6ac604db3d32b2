//! Converts the reasons why a scenario or a matchup cannot be judged into problems with file and line.

use std::path::Path;

use super::baselines::Unfit;
use crate::gate::Problem;
use crate::scenario::{Fault, Faults};

/// Maximum number of faults of a scenario that are reported as problems.
const SHOWN: usize = 50;

/// Returns the problems for the faults of a scenario. A fault that is in no file, such as one in a `--set`,
/// is reported at the first line of the scenario.
pub(super) fn of_faults(scenario: &str, file: &Path, faults: &Faults) -> Vec<Problem> {
    let sources = faults.sources();
    let problem = |fault: Fault| {
        let place = fault.span.filter(|span| {
            let of_flag = sources.name(span.source).starts_with("--");
            !of_flag && !sources.is_book(span.source)
        });
        let place = place.map(|span| (sources.name(span.source).to_owned(), sources.line(span)));
        let (file, line) = place.unwrap_or_else(|| (file.display().to_string(), 1));
        let help = fault
            .help
            .map_or(String::new(), |help| format!(" ({help})"));
        Problem {
            scenario: scenario.to_owned(),
            about: fault.code.to_owned(),
            message: format!("{}{help}", fault.message),
            file,
            line: line as u64,
        }
    };
    let faults = faults.sorted().into_iter().take(SHOWN);
    faults.map(problem).collect()
}

/// Returns the problems for a baseline that does not fit its scenario. If the baseline cannot be read, its
/// problem is reported at the scenario's file.
pub(super) fn of_unfit(
    scenario: &str,
    (file, path): (&Path, &Path),
    unfit: &Unfit,
) -> Vec<Problem> {
    let problem = |line: u64, message: String| Problem {
        scenario: scenario.to_owned(),
        about: "baseline".to_owned(),
        message,
        file: path.display().to_string(),
        line,
    };
    match unfit {
        Unfit::Unreadable(text) => vec![Problem {
            file: file.display().to_string(),
            ..problem(1, text.clone())
        }],
        Unfit::Flawed(flaws) => {
            let flaws = flaws.iter().take(SHOWN);
            flaws
                .map(|flaw| problem(flaw.line, flaw.message.clone()))
                .collect()
        }
        Unfit::Foreign(misfits) => {
            let misfits = misfits.iter().cloned();
            misfits.map(|text| problem(1, text)).collect()
        }
    }
}
