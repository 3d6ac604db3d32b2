//! Parses ranges of evenly spaced values on an axis, such as `40..90:10`: from 40 to 90 in steps of 10, both
//! ends included.
//!
//! A range in a text is stricter than a table of `from`, `to` and `step`: the last step has to end exactly at
//! the second number, because an author who writes that number wants it to be played. Numbers are in TOML
//! notation. A text is a range only if a number precedes `..`, so that `1d6..2d6` remains a text.

use std::ops::Range;

use toml::de::{DeInteger, DeValue};

use super::scaled::Decimal;
use super::spread::{self, MOST_VALUES};
use super::{Fault, Faults, Node, Span};

/// The result of reading the values of an axis from one text.
pub(super) enum Typed {
    /// The text is a range or the name of a table. These are the values of the range, or the names of the
    /// rows.
    Values(Vec<Node>),
    /// The text is a range or a name with faults, which have been reported.
    Faulty,
    /// The text is neither a range nor the name of a table.
    Other,
}

/// Parses `text` as a range. `place` returns the source location of a byte range of `text`.
pub(super) fn values(text: &str, place: impl Fn(Range<usize>) -> Span, faults: &Faults) -> Typed {
    let Some(dots) = text.find("..") else {
        return Typed::Other;
    };
    let from = 0..dots;
    let colon = text[dots..].find(':').map(|at| dots + at);
    let to = dots + 2..colon.unwrap_or(text.len());
    let step = colon.map(|colon| colon + 1..text.len());
    let is_number = |piece: &Range<usize>| decimal(&text[piece.clone()]).is_some();
    let has_end_alone = text[from.clone()].trim().is_empty() && is_number(&to);
    if !(is_number(&from) || has_end_alone) {
        return Typed::Other;
    }
    let number = |piece: Range<usize>, what: &str| {
        let found = decimal(&text[piece.clone()]);
        if found.is_none() {
            let written = text[piece.clone()].trim();
            let message = match written {
                "" => format!("the range has no {what}"),
                _ => format!("`{written}` is not a number"),
            };
            let label = format!("the {what}");
            let at = if written.is_empty() {
                0..text.len()
            } else {
                piece
            };
            let fault = Fault::at("scenario::axis-values", place(at), message, label);
            faults.push(fault.help("write `FROM..TO:STEP`, such as `40..90:10`"));
        }
        found
    };
    let ends = (number(from, "start"), number(to, "end"));
    let by = step
        .clone()
        .map_or(Some(Decimal::whole(1)), |step| number(step, "step"));
    let (Some(from), Some(to), Some(by)) = (ends.0, ends.1, by) else {
        return Typed::Faulty;
    };
    let whole = place(0..text.len());
    let step_place = step.map_or(whole, place);
    spaced([from, to, by], whole, step_place, faults).map_or(Typed::Faulty, Typed::Values)
}

/// Returns the values from the first of the `numbers` to the second, in steps of the third.
fn spaced(
    numbers: [Decimal; 3],
    span: Span,
    step_span: Span,
    faults: &Faults,
) -> Option<Vec<Node>> {
    let places = numbers.iter().map(|number| number.places).max()?;
    let [first, last, step] = numbers.map(|number| number.in_places(places));
    let (Some(first), Some(last), Some(step)) = (first, last, step) else {
        let message = "the numbers of this range have too many digits";
        faults.push(Fault::at("scenario::range", span, message, "this range"));
        return None;
    };
    let shown = |digits: i128| spread::shown(digits, places);
    let typed = |last: i128, step: i128| {
        let (first, last) = (shown(first), shown(last));
        if step == 10i128.pow(places) {
            format!("`{first}..{last}`")
        } else {
            format!("`{first}..{last}:{}`", shown(step))
        }
    };
    let fault = |span, message: String, label: &str, help: Option<String>| {
        let fault = Fault::at("scenario::axis-values", span, message, label);
        faults.push(fault.help_if(help));
        None
    };
    if step == 0 {
        let message = "the step of a range must not be 0".to_owned();
        return fault(step_span, message, "step of 0", None);
    }
    let way = last - first;
    if way.signum() * step.signum() < 0 {
        let message = format!("a step of {} never reaches {}", shown(step), shown(last));
        let help = format!("write {}", typed(last, -step));
        return fault(step_span, message, "wrong direction", Some(help));
    }
    if way % step != 0 {
        let message = format!(
            "steps of {} do not end exactly at {}",
            shown(step),
            shown(last)
        );
        let before = last - way % step;
        let after = typed(before + step, step);
        let help = if before == first {
            format!("write {after}")
        } else {
            format!("write {} or {after}", typed(before, step))
        };
        return fault(step_span, message, "skips the end", Some(help));
    }
    let count = way / step + 1;
    if count > MOST_VALUES {
        let message = format!("an axis has at most {MOST_VALUES} values, not {count}");
        faults.push(Fault::at("scenario::too-many", span, message, "this range"));
        return None;
    }
    let node = |i| Node {
        value: spread::value(first + i * step, places),
        span,
    };
    Some((0..count).map(node).collect())
}

/// Parses a number in TOML notation.
fn decimal(text: &str) -> Option<Decimal> {
    let number = DeValue::parse(text.trim()).ok()?;
    match number.get_ref() {
        DeValue::Integer(number) => whole(number).map(Decimal::whole),
        DeValue::Float(number) => Decimal::new(number.as_str().parse().ok()?),
        _ => None,
    }
}

fn whole(number: &DeInteger) -> Option<i64> {
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{duel, faults, told, vary};
    use crate::scenario::Overrides;

    type Told = Vec<(&'static str, String)>;

    fn texts(
        (scenario, faults): (Option<crate::scenario::Scenario>, crate::scenario::Faults),
    ) -> Result<String, Told> {
        if !faults.is_empty() {
            return Err(told(&faults));
        }
        let values = &scenario.expect("a scenario without faults").axes[0].values;
        let texts: Vec<&str> = values.iter().map(|value| value.text.as_str()).collect();
        Ok(texts.join(" "))
    }

    /// Returns the texts of an axis that has this range on the command line, or the faults.
    fn typed(range: &str) -> Result<String, Told> {
        texts(duel("", &vary(&[&format!("combatants.guard.hp={range}")])))
    }

    /// Returns the texts of an axis that has this range in the file, or the faults.
    fn written(range: &str) -> Result<String, Told> {
        let axis = format!("[[vary]]\nname = 'x'\nset = 'combatants.guard.hp'\nto = '{range}'\n");
        texts(duel(&axis, &Overrides::default()))
    }

    fn help(range: &str) -> String {
        let (_, faults) = duel("", &vary(&[&format!("combatants.guard.hp={range}")]));
        let fault = faults.sorted().pop().expect("a fault");
        fault.help.unwrap_or_default()
    }

    #[test]
    fn a_range_goes_from_one_end_to_the_other_and_has_both() {
        for (range, values) in [
            ("40..90:10", "40 50 60 70 80 90"),
            ("1..4", "1 2 3 4"),
            ("3..1:-1", "3 2 1"),
            ("0.8..1.1:0.1", "0.8 0.9 1 1.1"),
            ("-1..1:0.5", "-1 -0.5 0 0.5 1"),
            ("7..7", "7"),
            ("1_000..3e3:+1000", "1000 2000 3000"),
            (" 40 .. 60 : 20 ", "40 60"),
        ] {
            assert_eq!(typed(range), Ok(values.to_owned()), "{range}");
            assert_eq!(written(range), Ok(values.to_owned()), "{range}");
        }
        assert_eq!(typed("1,4..6,20..30:5"), Ok("1 4 5 6 20 25 30".to_owned()));
    }

    #[test]
    fn a_range_that_does_not_come_out_even_is_a_fault_at_its_step() {
        for (range, code, place) in [
            ("1..3:0", "scenario::axis-values", "0"),
            ("90..40:10", "scenario::axis-values", "10"),
            ("90..40", "scenario::axis-values", "90..40"),
            ("40..95:10", "scenario::axis-values", "10"),
            ("0.5..0.9", "scenario::axis-values", "0.5..0.9"),
            ("1..10_001", "scenario::too-many", "1..10_001"),
            ("1e30..2:0.001", "scenario::range", "1e30..2:0.001"),
            ("40..", "scenario::axis-values", "40.."),
            ("..90", "scenario::axis-values", "..90"),
            ("40..90:", "scenario::axis-values", "40..90:"),
            ("40..9O:10", "scenario::axis-values", "9O"),
            ("40..90:ten", "scenario::axis-values", "ten"),
            ("1...5", "scenario::axis-values", ".5"),
        ] {
            assert_eq!(typed(range), Err(faults([(code, place)])), "{range}");
            assert_eq!(
                written(range).err().map(|told| told[0].0),
                Some(code),
                "{range}"
            );
        }
    }

    #[test]
    fn help_says_which_range_would_do() {
        assert_eq!(help("90..40:10"), "write `90..40:-10`");
        assert_eq!(help("40..95:10"), "write `40..90:10` or `40..100:10`");
        assert_eq!(
            help("0.5..0.9:0.3"),
            "write `0.5..0.8:0.3` or `0.5..1.1:0.3`"
        );
    }

    #[test]
    fn what_is_no_number_is_no_range() {
        assert_eq!(typed("1d6..2d6,'40..90'"), Ok("1d6..2d6 40..90".to_owned()));
        assert_eq!(written("../x"), Err(faults([("scenario::type", "'../x'")])));
    }
}
