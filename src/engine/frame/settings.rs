//! House rules: the options of a book, which a scenario can set in `[options]`.
//!
//! A book defines each option once, in [`HouseRules::ask`]. The definition has the name of the option, its
//! clause and effect, and each value that it can have, with a meaning. Listings, checks and defaults are all
//! taken from these definitions, so they cannot disagree.

use std::collections::BTreeMap;
use std::fmt;

use crate::scenario::{Fault, Faults, Fields, Value};
use crate::suggest::nearest;

/// A house rule of a book.
#[derive(Debug, Clone)]
pub struct OptionSpec {
    /// The key of the option in `[options]`.
    pub name: &'static str,
    /// A sentence on the effect of the option.
    pub doc: &'static str,
    /// The values that the option can have, each with its meaning. The first one is the default, and is never
    /// a range.
    pub values: Vec<OptionValue>,
    /// The clause that the option is about.
    pub clause: &'static str,
    /// Whether labels of matchups always contain the setting of this option. If not, labels leave it out if
    /// it is at its default. This is the case for options that were added later, so that fights published
    /// before keep their random numbers.
    pub labelled: bool,
}

impl OptionSpec {
    /// Returns all values with their meanings as one text, such as `yes: …; no: …`.
    fn values_in_words(&self) -> String {
        let value = |value: &OptionValue| format!("{}: {}", value.value, value.doc);
        let values: Vec<String> = self.values.iter().map(value).collect();
        values.join("; ")
    }
}

/// A value that a house rule can have, with its meaning.
#[derive(Debug, Clone, Copy)]
pub struct OptionValue {
    /// The value as written in the scenario.
    pub value: Allowed,
    /// The effect of this value.
    pub doc: &'static str,
}

/// The form of a value that a house rule can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allowed {
    /// A word. If an option has the words `yes` and `no`, a scenario can also write `true` and `false`.
    Word(&'static str),
    /// A number.
    Number(i32),
    /// Any whole number from the first number to the second.
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

/// The name of each house rule with its setting, in the form that the record of a run has.
pub type Record = BTreeMap<String, String>;

/// A value that a house rule can have. `means` is what the rules use for it, a value of type `T`.
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

/// Creates a value that is this word. The rules use `means` for it.
pub const fn word<T: Copy>(word: &'static str, doc: &'static str, means: T) -> Choice<T> {
    choice(Allowed::Word(word), doc, TypedSetting::This(means))
}

/// Creates a value that is this number. The rules use `means` for it.
pub const fn number<T: Copy>(number: i32, doc: &'static str, means: T) -> Choice<T> {
    choice(Allowed::Number(number), doc, TypedSetting::This(means))
}

/// Creates a value that may be any whole number from `least` to `most`. The rules use what `means` returns
/// for it.
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

/// Converts a number that a house rule is set to into a byte.
///
/// # Panics
/// If the number is not from 0 to 255.
pub fn small(number: i32) -> u8 {
    u8::try_from(number).expect("the range was checked")
}

/// The settings of all house rules of a book: a struct with a field for each option.
pub trait HouseRules: Sized {
    /// Defines every option with a method of `set`, which returns its setting. Options are in the order of
    /// the clauses.
    fn ask(set: &mut Settings<'_>) -> Self;

    /// Reads the table `[options]`. Returns the settings, and the name and setting of each option for the
    /// record of a run. An option that is missing or has a fault gets its default.
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

    /// Returns all house rules at their defaults, and the definitions of all options.
    fn defaults() -> (Self, Vec<OptionSpec>) {
        let mut set = Settings {
            given: None,
            specs: Vec::new(),
            record: Record::new(),
        };
        (Self::ask(&mut set), set.specs)
    }

    /// Returns the definitions of all options.
    fn listed() -> Vec<OptionSpec> {
        Self::defaults().1
    }
}

/// The settings for [`HouseRules::ask`]. They are read from a scenario, or are the defaults if there is no
/// scenario.
#[derive(Debug)]
pub struct Settings<'n> {
    given: Option<(Fields<'n>, &'n Faults)>,
    specs: Vec<OptionSpec>,
    record: Record,
}

impl Settings<'_> {
    /// Defines an option. Returns the value of `values` that the scenario sets, or the first one if it sets
    /// none.
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

    /// Defines an option like [`Settings::option`]. Labels leave this option out if it is at its default: see
    /// [`OptionSpec::labelled`].
    ///
    /// # Panics
    /// Never, because the option has just been added to the list.
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

    /// Defines an option with two words as its values. Returns whether it is set to the first of them, the
    /// default.
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

    /// Defines an option with two words as its values. Returns whether it is set to the second of them, which
    /// is not the default.
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

    /// Defines an option that can be set to any number of a range. Returns the number that the scenario sets,
    /// or the default.
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
    /// Returns whether `set`, a word or a number, is this value or lies in this range.
    fn takes(self, set: Self) -> bool {
        match (self, set) {
            (Self::Range(least, most), Self::Number(number)) => (least..=most).contains(&number),
            _ => self == set,
        }
    }
}

/// Reads the setting of one option. Returns `None` if the option is missing or has a fault.
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
        // The words are not listed in this message, because numbers are possible too.
        let message = format!("`{}` cannot be `{text}`", spec.name);
        let fault = Fault::at("scenario::word", node.span, message, "in `options`");
        faults.push(fault.help(spec.values_in_words()));
        None
    } else {
        fields.word_of(spec.name, &words)
    };
    written.map(|at| Allowed::Word(words[at]))
}

/// Reads a whole number. It must lie in one of these ranges, or it is a fault.
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
            "`{}` must be {}, not {number}",
            spec.name,
            those.collect::<Vec<_>>().join(" or ")
        ),
        span: fields.node(spec.name).map(|node| node.span),
        label: "in `options`".to_owned(),
        help: Some(spec.values_in_words()),
    });
    None
}
