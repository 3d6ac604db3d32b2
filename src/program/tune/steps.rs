//! Values that can be changed in steps: numbers, dice whose flat bonus changes, or positions on a ladder of
//! values.

use std::fmt;

use crate::dice::Throw;
use crate::scenario::{TreePath, Value};

/// Maximum number of decimals that a step may have.
const MOST_PLACES: usize = 9;

/// A value of the scenario that can be changed in steps.
#[derive(Debug, Clone)]
pub struct Knob {
    /// The path of the value in the scenario.
    pub path: TreePath,
    steps: Steps,
}

#[derive(Debug, Clone, PartialEq)]
enum Steps {
    /// A number and the size of its steps. Both are given in units of ten to the minus `places`.
    Number { at: i64, step: i64, places: usize },
    /// Dice, and the size of the steps of their flat bonus.
    Dice { at: Throw, step: i32 },
    /// A list of values, and the position of the present value in it.
    Ladder { values: Vec<Value>, at: usize },
}

/// How a value changes in a step.
#[derive(Debug, Clone, PartialEq)]
pub enum Stepping {
    /// By this number, up or down. The text is a whole number or a decimal fraction.
    By(String),
    /// From each of these values to the next one or the one before.
    Along(Vec<Value>),
}

/// The reason why a value cannot be changed in steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unsteppable {
    /// The value is neither a number nor dice. The text says what it is.
    Kind(String),
    /// The value cannot be changed by steps of this size, which is given as text.
    Step(String),
    /// The value, which is given as text, is not on the ladder.
    OffLadder(String),
}

impl fmt::Display for Unsteppable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind(what) => write!(f, "is {what}, neither a number nor dice"),
            Self::Step(step) => write!(f, "cannot be changed in steps of {step}"),
            Self::OffLadder(text) => write!(f, "is `{text}`, which is not on the ladder"),
        }
    }
}

impl Knob {
    /// Creates a knob for the value at `path`.
    ///
    /// # Errors
    /// If the value cannot be changed in such steps.
    pub fn new(path: TreePath, value: &Value, stepping: &Stepping) -> Result<Self, Unsteppable> {
        let steps = match stepping {
            Stepping::By(step) => by(value, step)?,
            Stepping::Along(values) => {
                let same = |other: &&Value| alike(other, value);
                let at = values.iter().position(|other| same(&other));
                Steps::Ladder {
                    values: values.clone(),
                    at: at.ok_or_else(|| Unsteppable::OffLadder(text(value)))?,
                }
            }
        };
        Ok(Self { path, steps })
    }

    /// Returns the value after `offset` steps up, or down if `offset` is negative. Returns `None` if there is
    /// no such value, for example beyond the end of the ladder.
    pub fn value(&self, offset: i32) -> Option<Value> {
        match &self.steps {
            Steps::Number { at, step, places } => {
                let digits = at.checked_add(step.checked_mul(i64::from(offset))?)?;
                if *places == 0 {
                    return Some(Value::Whole(digits));
                }
                let text = format!("{digits}e-{places}");
                text.parse().ok().map(Value::Real)
            }
            Steps::Dice { at, step } => {
                let plus = at.plus.checked_add(step.checked_mul(offset)?)?;
                let throw = Throw { plus, ..*at };
                Some(Value::Text(throw.to_string()))
            }
            Steps::Ladder { values, at } => {
                let at = i64::try_from(*at).ok()? + i64::from(offset);
                values.get(usize::try_from(at).ok()?).cloned()
            }
        }
    }

    /// Returns the value after `offset` steps as text. The text is empty if there is no such value.
    pub fn text(&self, offset: i32) -> String {
        self.value(offset).as_ref().map_or_else(String::new, text)
    }
}

fn by(value: &Value, step: &str) -> Result<Steps, Unsteppable> {
    let unfit = || Unsteppable::Step(step.to_owned());
    let whole = || {
        step.parse()
            .ok()
            .filter(|&step| step != 0)
            .ok_or_else(unfit)
    };
    match value {
        Value::Whole(at) => Ok(Steps::Number {
            at: *at,
            step: i64::from(whole()?),
            places: 0,
        }),
        Value::Real(at) => {
            let (at, step) = (at.to_string(), step);
            let places = decimals(&at).max(decimals(step)).max(1);
            if places > MOST_PLACES {
                return Err(unfit());
            }
            Ok(Steps::Number {
                at: digits(&at, places).ok_or_else(unfit)?,
                step: digits(step, places)
                    .filter(|&step| step != 0)
                    .ok_or_else(unfit)?,
                places,
            })
        }
        Value::Text(dice) => match dice.parse::<Throw>() {
            Ok(at) => Ok(Steps::Dice { at, step: whole()? }),
            Err(_) => Err(Unsteppable::Kind(format!("`{dice}`"))),
        },
        Value::Truth(_) | Value::List(_) | Value::Table(_) => {
            Err(Unsteppable::Kind(value.kind().to_owned()))
        }
    }
}

/// Returns the number of decimals of a number, as written.
fn decimals(number: &str) -> usize {
    number.split_once('.').map_or(0, |(_, part)| part.len())
}

/// Parses a number in units of ten to the minus `places`. Returns `None` if it is no number or does not fit.
fn digits(number: &str, places: usize) -> Option<i64> {
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let plain = part.bytes().all(|byte| byte.is_ascii_digit());
    let text = format!("{whole}{part:0<places$}");
    plain.then(|| text.parse().ok()).flatten()
}

/// Returns whether two values are equal. Dice may be equal although they are written differently.
fn alike(one: &Value, other: &Value) -> bool {
    if let (Value::Text(one), Value::Text(other)) = (one, other)
        && let (Ok(one), Ok(other)) = (one.parse::<Throw>(), other.parse::<Throw>())
    {
        return one == other;
    }
    one == other
}

/// Formats a value for people.
pub fn text(value: &Value) -> String {
    match value {
        Value::Truth(truth) => truth.to_string(),
        Value::Whole(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        Value::List(_) | Value::Table(_) => value.kind().to_owned(),
    }
}

/// Formats a value in TOML notation.
pub fn toml(value: &Value) -> String {
    match value {
        // Quotes and escapes of JSON are valid in TOML.
        Value::Text(text) => serde_json::Value::from(text.as_str()).to_string(),
        Value::Real(number) => format!("{number:?}"),
        other => text(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::listed;

    fn steps(value: &Value, stepping: &Stepping) -> Result<Vec<String>, Unsteppable> {
        let steps = match stepping {
            Stepping::By(step) => by(value, step)?,
            Stepping::Along(values) => Steps::Ladder {
                values: values.clone(),
                at: values
                    .iter()
                    .position(|other| alike(other, value))
                    .ok_or_else(|| Unsteppable::OffLadder(text(value)))?,
            },
        };
        let knob = Knob {
            path: path(),
            steps,
        };
        Ok((-2..=2).map(|offset| knob.text(offset)).collect())
    }

    fn path() -> TreePath {
        let (scenario, _) = crate::scenario::Scenario::parse(
            &[("a.toml", "ruleset = 'brp'\n")],
            &crate::scenario::Overrides::default(),
            &|_| Some("".into()),
            &["brp"],
        );
        let scenario = scenario.expect("a scenario, if one with faults");
        scenario.paths("options.x").expect("a path").remove(0)
    }

    fn stepped(value: &Value, step: &str) -> Result<Vec<String>, Unsteppable> {
        steps(value, &Stepping::By(step.to_owned()))
    }

    #[test]
    fn numbers_go_up_and_down_by_their_step() {
        assert_eq!(
            stepped(&Value::Whole(10), "5"),
            Ok(["0", "5", "10", "15", "20"].map(str::to_owned).to_vec())
        );
        assert_eq!(
            stepped(&Value::Real(1.5), "0.25"),
            Ok(["1", "1.25", "1.5", "1.75", "2"]
                .map(str::to_owned)
                .to_vec())
        );
    }

    #[test]
    fn dice_go_by_what_is_added_to_them() {
        let axe = Value::Text("2d6+1".to_owned());
        assert_eq!(
            stepped(&axe, "1"),
            Ok(["2d6-1", "2d6", "2d6+1", "2d6+2", "2d6+3"]
                .map(str::to_owned)
                .to_vec())
        );
    }

    #[test]
    fn a_ladder_ends_where_it_ends() {
        let ladder = Stepping::Along(listed("1d4,1d6,1D8").expect("values"));
        let small = Value::Text("1d8".to_owned());
        assert_eq!(
            steps(&small, &ladder),
            Ok(["1d4", "1d6", "1D8", "", ""].map(str::to_owned).to_vec())
        );
        let other = Value::Text("1d10".to_owned());
        let missing = Unsteppable::OffLadder("1d10".to_owned());
        assert_eq!(steps(&other, &ladder), Err(missing));
    }

    #[test]
    fn what_has_no_steps_is_refused() {
        let word = Value::Text("steady".to_owned());
        assert!(matches!(stepped(&word, "1"), Err(Unsteppable::Kind(_))));
        assert!(matches!(
            stepped(&Value::Truth(true), "1"),
            Err(Unsteppable::Kind(_))
        ));
        for step in ["0", "0.5", "one", ""] {
            let refused = stepped(&Value::Whole(3), step);
            assert!(matches!(refused, Err(Unsteppable::Step(_))), "{step}");
        }
    }

    #[test]
    fn values_are_written_as_toml_reads_them() {
        for value in [
            Value::Text("a \"b\"".to_owned()),
            Value::Real(2.0),
            Value::Whole(3),
        ] {
            let read: toml::Table = format!("x = {}", toml(&value)).parse().expect("TOML");
            assert_eq!(read.len(), 1);
        }
        assert_eq!(toml(&Value::Real(2.0)), "2.0");
    }
}
