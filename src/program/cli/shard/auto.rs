//! Finds the number of this part in the environment variables that a scheduler sets.
//!
//! A task of a Slurm job array knows its own number, the smallest number and the number of tasks. A task of
//! an indexed job of Kubernetes knows its own number, from 0, but not the number of tasks. If a few tasks of
//! a Slurm array are submitted again, they know only how many these few are. With `auto/N`, a task therefore
//! takes the number of parts from the command line.

use std::str::FromStr;

use crate::batch::{NoShard, Shard};

/// The part of the run that the command line requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RequestedPart {
    /// The part with the number that the user gave.
    This(Shard),
    /// The part whose number the scheduler sets. The value is the number of parts, or `None` if the user did
    /// not give it.
    Auto(Option<u64>),
}

impl FromStr for RequestedPart {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        match text.strip_prefix("auto") {
            None => text.parse().map(Self::This),
            Some("") => Ok(Self::Auto(None)),
            Some(rest) => {
                // The number of parts is checked by parsing the last part, `N/N`.
                let of = rest.strip_prefix('/').ok_or(NoShard)?;
                let last: Shard = format!("{of}/{of}").parse()?;
                Ok(Self::Auto(Some(last.of())))
            }
        }
    }
}

const ID: &str = "SLURM_ARRAY_TASK_ID";
const COUNT: &str = "SLURM_ARRAY_TASK_COUNT";
const MIN: &str = "SLURM_ARRAY_TASK_MIN";
const INDEX: &str = "JOB_COMPLETION_INDEX";

/// A function that reads an environment variable.
type Variable<'v> = &'v dyn Fn(&str) -> Option<String>;

/// Returns the part of the run that `wanted` requests. `variable` reads environment variables. The error says
/// why the part cannot be determined.
pub(super) fn found(wanted: RequestedPart, variable: Variable<'_>) -> Result<Shard, String> {
    let of = match wanted {
        RequestedPart::This(shard) => return Ok(shard),
        RequestedPart::Auto(of) => of,
    };
    if let Some(id) = number(ID, variable)? {
        return match of {
            Some(of) => Shard::new(id, of).map_err(|_| {
                format!(
                    "{ID} is {id}, but parts are numbered from 1 to {of}: submit with \
                     --array=1-{of}"
                )
            }),
            None => in_array(id, variable),
        };
    }
    let Some(index) = number(INDEX, variable)? else {
        return Err(format!(
            "neither {ID} nor {INDEX} is set, so this is not a task of a job array: give the part, \
             such as --shard 3/16"
        ));
    };
    let Some(of) = of else {
        return Err(format!(
            "{INDEX} is the number of this part, but the number of parts is unknown: write --shard \
             auto/N, where N is the number of completions of the job"
        ));
    };
    Shard::new(index.saturating_add(1), of).map_err(|_| {
        format!(
            "{INDEX} is {index}, but with {of} completions it must be from 0 to {}",
            of - 1
        )
    })
}

/// Returns the part of the Slurm task with the number `id`. Fails if the array does not begin with 0 or 1, or
/// has gaps, because it may then lack parts.
fn in_array(id: u64, variable: Variable<'_>) -> Result<Shard, String> {
    let needed = |name: &str| {
        number(name, variable)?.ok_or_else(|| {
            format!(
                "{ID} is set, but {name} is not: give the number of parts, such as --shard auto/16"
            )
        })
    };
    let (count, least) = (needed(COUNT)?, needed(MIN)?);
    let unclear = || {
        format!(
            "this is task {id} of a job array of {count} tasks that starts at {least}: some parts \
             are left out, so the number of all parts is unknown: write --shard auto/N"
        )
    };
    if least > 1 || id < least {
        return Err(unclear());
    }
    Shard::new(id - least + 1, count).map_err(|_| unclear())
}

/// Reads an environment variable as a number. Returns `None` if it is not set. Fails if it is no number.
fn number(name: &str, variable: Variable<'_>) -> Result<Option<u64>, String> {
    let Some(text) = variable(name) else {
        return Ok(None);
    };
    let number = text
        .parse()
        .map_err(|_| format!("{name} is `{text}`, which is not a number"))?;
    Ok(Some(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found_in(wanted: &str, set: &[(&str, &str)]) -> Result<String, String> {
        let variable = |name: &str| {
            let (_, value) = set.iter().find(|(other, _)| *other == name)?;
            Some((*value).to_owned())
        };
        let wanted = wanted.parse().map_err(|error: NoShard| error.to_string())?;
        found(wanted, &variable).map(|shard| shard.to_string())
    }

    #[test]
    fn a_task_of_a_slurm_array_knows_its_part() {
        let task = |id, count, min| [(ID, id), (COUNT, count), (MIN, min)];
        assert_eq!(found_in("auto", &task("3", "16", "1")), Ok("3/16".into()));
        assert_eq!(found_in("auto", &task("0", "16", "0")), Ok("1/16".into()));
        assert_eq!(found_in("auto", &task("15", "16", "0")), Ok("16/16".into()));
        // The array was submitted again for tasks 3 and 7, so only the user knows the number of parts.
        let again = task("7", "2", "3");
        assert!(found_in("auto", &again).is_err_and(|text| text.contains("auto/N")));
        assert_eq!(found_in("auto/16", &again), Ok("7/16".into()));
        // The array has gaps, so its highest numbers exceed the number of its tasks.
        assert!(found_in("auto", &task("9", "5", "1")).is_err());
        assert!(
            found_in("auto/16", &task("0", "16", "0"))
                .is_err_and(|text| text.contains("--array=1-16"))
        );
        assert!(found_in("auto", &[(ID, "3")]).is_err_and(|text| text.contains(COUNT)));
    }

    #[test]
    fn a_pod_of_an_indexed_job_knows_its_part() {
        let pod = [(INDEX, "3")];
        assert_eq!(found_in("auto/16", &pod), Ok("4/16".into()));
        assert!(found_in("auto", &pod).is_err_and(|text| text.contains("auto/N")));
        assert!(found_in("auto/3", &pod).is_err());
        assert!(
            found_in("auto/3", &[(INDEX, "x")]).is_err_and(|text| text.contains("not a number"))
        );
    }

    #[test]
    fn elsewhere_the_part_has_to_be_said() {
        assert_eq!(found_in("3/16", &[(ID, "9")]), Ok("3/16".into()));
        assert!(found_in("auto", &[]).is_err_and(|text| text.contains("--shard 3/16")));
        for text in [
            "auto/",
            "auto/0",
            "auto16",
            "auto/x",
            "automatic",
            "auto/1/2",
        ] {
            assert!(text.parse::<RequestedPart>().is_err(), "{text}");
        }
    }
}
