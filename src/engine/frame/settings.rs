//! House rules: the options that a scenario can set in `[options]`.
//!
//! A book defines each option once, in [`HouseRules::ask`]: its name, its clause, its effect, and each
//! possible value with a meaning and a typed form. Listings, checks and defaults all use these definitions,
//! so they cannot disagree.

use std::collections::BTreeMap;
use std::fmt;

use crate::scenario::{Fault, Faults, Fields, Value};
use crate::suggest::nearest;

/// A house rule of a book.
#[derive(Debug, Clone)]
pub struct OptionSpec {
    /// The key of the option in `[options]`.
    pub name: &'static str,
    /// The effect of the option.
    pub doc: &'static str,
    /// The possible values, each with its meaning. The first is the default, and is not a range.
    pub values: Vec<OptionValue>,
    /// The clause behind the option.
    pub clause: &'static str,
    /// Whether the label of a matchup always contains the setting. The label leaves out an option at its
    /// default if the option was added to the book later. Earlier published fights then keep their random
    /// numbers.
    pub labelled: bool,
}

impl OptionSpec {
    /// Returns a sentence part that lists all possible values, each with its meaning.
    fn values_in_words(&self) -> String {
        let value = |value: &OptionValue| format!("{}: {}", value.value, value.doc);
        let values: Vec<String> = self.values.iter().map(value).collect();
        values.join("; ")
    }
}

/// A possible setting of a house rule, with its meaning.
#[derive(Debug, Clone, Copy)]
pub struct OptionValue {
    /// The value as written in the scenario.
    pub value: Allowed,
    /// The effect of the setting.
    pub doc: &'static str,
}

/// The form of a possible setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allowed {
    /// This word. If the words of an option are `yes` and `no`, `true` and `false` are accepted as well.
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

/// The setting of every house rule by name, as the record of a run shows it.
pub type Record = BTreeMap<String, String>;

/// A possible setting of a house rule, with its typed form.
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

/// Creates a setting that is this word.
pub const fn word<T: Copy>(word: &'static str, doc: &'static str, means: T) -> Choice<T> {
    choice(Allowed::Word(word), doc, TypedSetting::This(means))
}

/// Creates a setting that is this number.
pub const fn number<T: Copy>(number: i32, doc: &'static str, means: T) -> Choice<T> {
    choice(Allowed::Number(number), doc, TypedSetting::This(means))
}

/// Creates a setting that is any whole number from `least` to `most`.
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

/// Converts the number of a setting to a byte.
///
/// # Panics
/// If the number is not from 0 to 255.
pub fn small(number: i32) -> u8 {
    u8::try_from(number).expect("the range was checked")
}

/// The settings of all house rules of a book, as a struct with typed fields.
pub trait HouseRules: Sized {
    /// Defines every option by asking `set` for its setting, in the order of the clauses.
    fn ask(set: &mut Settings<'_>) -> Self;

    /// Reads `[options]`. Returns also the name and setting of each option, for the record of a run. A
    /// missing or faulty option gets its default.
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

    /// Returns the defaults of all house rules, and the definition of each option for listings.
    fn defaults() -> (Self, Vec<OptionSpec>) {
        let mut set = Settings {
            given: None,
            specs: Vec::new(),
            record: Record::new(),
        };
        (Self::ask(&mut set), set.specs)
    }

    /// Returns the definitions of all house rules, for listings.
    fn listed() -> Vec<OptionSpec> {
        Self::defaults().1
    }
}

/// The source of the settings for [`HouseRules::ask`]: the options of a scenario, or only the defaults.
#[derive(Debug)]
pub struct Settings<'n> {
    given: Option<(Fields<'n>, &'n Faults)>,
    specs: Vec<OptionSpec>,
    record: Record,
}

impl Settings<'_> {
    /// Defines a house rule and returns its setting: the first of `values`, unless the scenario sets another.
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

    /// Defines a house rule that labels leave out at its default (see [`OptionSpec::labelled`]). Returns its
    /// setting.
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

    /// Defines a house rule with two words. Returns whether it is set to the first word, its default.
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

    /// Defines a house rule with two words. Returns whether it is set to the second word.
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

    /// Defines a house rule whose setting is a number. Returns the number: the default, or another one in the
    /// range.
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
    /// Returns whether this allowed setting covers `set`, a word or a number.
    fn takes(self, set: Self) -> bool {
        match (self, set) {
            (Self::Range(least, most), Self::Number(number)) => (least..=most).contains(&number),
            _ => self == set,
        }
    }
}

/// Reads the setting of one option. Returns `None` if the option is absent or faulty.
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
        // No list of the words here, because numbers are allowed as well.
        let message = format!("`{}` cannot be `{text}`", spec.name);
        let fault = Fault::at("scenario::word", node.span, message, "in `options`");
        faults.push(fault.help(spec.values_in_words()));
        None
    } else {
        fields.word_of(spec.name, &words)
    };
    written.map(|at| Allowed::Word(words[at]))
}

/// Reads a whole number that must be in one of these ranges.
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
