//! House rules: the settings that `[options]` accepts are the rows that a book lists.
//!
//! A book writes each option once, in [`HouseRules::ask`]: its name, its clause, its effect, and each of its values
//! with a meaning and a typed form. Listings, checks and defaults all use these rows, so that they cannot disagree.

use std::collections::BTreeMap;
use std::fmt;

use crate::scenario::{Fault, Faults, Fields, Value};
use crate::suggest::nearest;

/// One house rule of a book.
#[derive(Debug, Clone)]
pub struct OptionSpec {
    /// Its key in `[options]`.
    pub name: &'static str,
    /// Its effect.
    pub doc: &'static str,
    /// The possible values, the default first, each with its meaning. The first is no range.
    pub values: Vec<OptionValue>,
    /// Its clause.
    pub clause: &'static str,
    /// Whether the label of a matchup always contains its setting. An option that was added after fights had been
    /// published is left out of the label at its default, so that those fights keep their random numbers.
    pub labelled: bool,
}

impl OptionSpec {
    /// All possible values of the option, each with its meaning.
    fn values_in_words(&self) -> String {
        let value = |value: &OptionValue| format!("{}: {}", value.value, value.doc);
        let values: Vec<String> = self.values.iter().map(value).collect();
        values.join("; ")
    }
}

/// One setting of a house rule.
#[derive(Debug, Clone, Copy)]
pub struct OptionValue {
    /// The value as written in the scenario.
    pub value: Allowed,
    /// Its effect.
    pub doc: &'static str,
}

/// A possible setting of a house rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allowed {
    /// This word. An option with the words `yes` and `no` takes `true` and `false` too.
    Word(&'static str),
    /// This number.
    Number(i32),
    /// Any whole number from the first to the second.
    Range(i32, i32),
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.pad(word),
            Self::Number(number) => number.fmt(f),
            Self::Range(least, most) => f.pad(&format!("a number from {least} to {most}")),
        }
    }
}

/// Every house rule with its setting, as the record of a run shows it.
pub type Record = BTreeMap<String, String>;

/// One setting of a house rule, with its typed form.
#[derive(Debug, Clone, Copy)]
pub struct Choice<T> {
    spec: OptionValue,
    means: TypedSetting<T>,
}

#[derive(Debug, Clone, Copy)]
enum TypedSetting<T> {
    This(T),
    Counted(fn(i32) -> T),
}

/// A setting that is a word.
pub const fn word<T: Copy>(word: &'static str, doc: &'static str, means: T) -> Choice<T> {
    choice(Allowed::Word(word), doc, TypedSetting::This(means))
}

/// A setting that is this number.
pub const fn number<T: Copy>(number: i32, doc: &'static str, means: T) -> Choice<T> {
    choice(Allowed::Number(number), doc, TypedSetting::This(means))
}

/// Settings that are any whole number from `least` to `most`.
pub const fn range<T: Copy>(
    least: i32,
    most: i32,
    doc: &'static str,
    means: fn(i32) -> T,
) -> Choice<T> {
    choice(
        Allowed::Range(least, most),
        doc,
        TypedSetting::Counted(means),
    )
}

const fn choice<T: Copy>(value: Allowed, doc: &'static str, means: TypedSetting<T>) -> Choice<T> {
    let spec = OptionValue { value, doc };
    Choice { spec, means }
}

/// The number of a setting whose range fits into a byte.
///
/// # Panics
/// When the number is not below 256.
pub fn small(number: i32) -> u8 {
    u8::try_from(number).expect("the range was checked")
}

/// All house rules of a book in typed form.
pub trait HouseRules: Sized {
    /// Asks for the setting of each option, in the order of the clauses.
    fn ask(set: &mut Settings<'_>) -> Self;

    /// Reads `[options]`, and returns as well the name and setting of each option for the record of a run. A missing
    /// or faulty option has its default.
    fn read(fields: Fields<'_>, faults: &Faults) -> (Self, Record) {
        let mut set = Settings {
            given: Some((fields, faults)),
            specs: Vec::new(),
            record: Record::new(),
        };
        let options = Self::ask(&mut set);
        if let Some((fields, _)) = set.given {
            fields.finish();
        }
        (options, set.record)
    }

    /// The defaults of all house rules, and their rows for listings.
    fn defaults() -> (Self, Vec<OptionSpec>) {
        let mut set = Settings {
            given: None,
            specs: Vec::new(),
            record: Record::new(),
        };
        (Self::ask(&mut set), set.specs)
    }

    /// The rows of all house rules for listings.
    fn listed() -> Vec<OptionSpec> {
        Self::defaults().1
    }
}

/// The settings of the house rules of a book.
#[derive(Debug)]
pub struct Settings<'n> {
    given: Option<(Fields<'n>, &'n Faults)>,
    specs: Vec<OptionSpec>,
    record: Record,
}

impl Settings<'_> {
    /// The setting of a house rule; the first of its values unless another is given.
    pub fn option<T: Copy>(
        &mut self,
        name: &'static str,
        clause: &'static str,
        doc: &'static str,
        values: &[Choice<T>],
    ) -> T {
        let spec = OptionSpec {
            name,
            doc,
            values: values.iter().map(|choice| choice.spec).collect(),
            clause,
            labelled: true,
        };
        self.set(spec, values)
    }

    /// The setting of a house rule that labels omit at its default (see [`OptionSpec::labelled`]).
    ///
    /// # Panics
    /// Never: what was asked is listed.
    pub fn unlabelled<T: Copy>(
        &mut self,
        name: &'static str,
        clause: &'static str,
        doc: &'static str,
        values: &[Choice<T>],
    ) -> T {
        let set = self.option(name, clause, doc, values);
        let spec = self.specs.last_mut().expect("it was just listed");
        spec.labelled = false;
        set
    }

    /// Returns whether a house rule with two words is set to the first, its default.
    pub fn keeps(
        &mut self,
        name: &'static str,
        clause: &'static str,
        doc: &'static str,
        (default, its_doc): (&'static str, &'static str),
        (other, other_doc): (&'static str, &'static str),
    ) -> bool {
        let words = [word(default, its_doc, true), word(other, other_doc, false)];
        self.option(name, clause, doc, &words)
    }

    /// Returns whether a house rule with two words is set to the second.
    pub fn differs(
        &mut self,
        name: &'static str,
        clause: &'static str,
        doc: &'static str,
        default: (&'static str, &'static str),
        other: (&'static str, &'static str),
    ) -> bool {
        !self.keeps(name, clause, doc, default, other)
    }

    /// The number that a house rule is set to: its default, or another in its range.
    pub fn amount(
        &mut self,
        name: &'static str,
        clause: &'static str,
        doc: &'static str,
        (default, its_doc): (i32, &'static str),
        (least, most, other_doc): (i32, i32, &'static str),
    ) -> i32 {
        let default = number(default, its_doc, default);
        let others = range(least, most, other_doc, |number| number);
        self.option(name, clause, doc, &[default, others])
    }

    fn set<T: Copy>(&mut self, spec: OptionSpec, values: &[Choice<T>]) -> T {
        let given = self.given.as_mut();
        let given = given.and_then(|(fields, faults)| read(&spec, fields, faults));
        let set = given.unwrap_or(spec.values[0].value);
        self.record.insert(spec.name.to_owned(), set.to_string());
        self.specs.push(spec);
        let holds = |choice: &&Choice<T>| choice.spec.value.takes(set);
        let choice = values.iter().find(holds).expect("what is taken is listed");
        match (&choice.means, set) {
            (TypedSetting::This(meaning), _) => *meaning,
            (TypedSetting::Counted(meaning), Allowed::Number(number)) => meaning(number),
            _ => unreachable!("a default is no range, and a range takes numbers"),
        }
    }
}

impl Allowed {
    /// Returns whether `set`, a word or a number, is an allowed setting.
    fn takes(self, set: Self) -> bool {
        match (self, set) {
            (Self::Range(least, most), Self::Number(number)) => (least..=most).contains(&number),
            _ => self == set,
        }
    }
}

/// The setting of one option; `None` when it is absent or faulty.
fn read(spec: &OptionSpec, fields: &mut Fields<'_>, faults: &Faults) -> Option<Allowed> {
    let node = fields.node(spec.name)?;
    let mut words = Vec::new();
    let mut numbers = Vec::new();
    for value in &spec.values {
        match value.value {
            Allowed::Word(word) => words.push(word),
            Allowed::Number(number) => numbers.push((number, number)),
            Allowed::Range(least, most) => numbers.push((least, most)),
        }
    }
    let place = |word: &str| words.iter().position(|&known| known == word);
    let written = if words.is_empty() || (!numbers.is_empty() && node.as_text().is_none()) {
        return whole(spec, &numbers, fields, faults).map(Allowed::Number);
    } else if let (Value::Truth(truth), Some(yes), Some(no)) =
        (&node.value, place("yes"), place("no"))
    {
        Some(if *truth { yes } else { no })
    } else if let (Value::Text(text), false) = (&node.value, numbers.is_empty())
        && place(text).is_none()
        && nearest(text, words.iter().copied()).is_none()
    {
        // A list of the words alone would be incomplete.
        let message = format!("`{}` cannot be `{text}`", spec.name);
        let fault = Fault::at("scenario::word", node.span, message, "in `options`");
        faults.push(fault.help(spec.values_in_words()));
        None
    } else {
        fields.word_of(spec.name, &words)
    };
    written.map(|at| Allowed::Word(words[at]))
}

/// A whole number within one of these ranges.
fn whole(
    spec: &OptionSpec,
    ranges: &[(i32, i32)],
    fields: &mut Fields<'_>,
    faults: &Faults,
) -> Option<i32> {
    let least = ranges.iter().map(|range| range.0).min()?;
    let most = ranges.iter().map(|range| range.1).max()?;
    let number = fields.whole_within(spec.name, least.into()..=most.into())?;
    let number = i32::try_from(number).expect("the range was checked");
    if ranges
        .iter()
        .any(|&(least, most)| (least..=most).contains(&number))
    {
        return Some(number);
    }
    let those = spec.values.iter().map(|value| value.value.to_string());
    faults.push(Fault {
        code: "scenario::range",
        message: format!(
            "`{}` is {}, not {number}",
            spec.name,
            those.collect::<Vec<_>>().join(" or ")
        ),
        span: fields.node(spec.name).map(|node| node.span),
        label: "in `options`".to_owned(),
        help: Some(spec.values_in_words()),
    });
    None
}
