//! House rules: what a book lists is what `[options]` may say.
//!
//! A book describes each option once, as an [`OptionSpec`]. Reading goes by that description and nothing else, so
//! what the program documents, what it takes and what it falls back on cannot differ.

use std::collections::BTreeMap;
use std::fmt;

use crate::scenario::{Fault, Faults, Fields, Value};

/// One house rule of a book.
#[derive(Debug, Clone, Copy)]
pub struct OptionSpec {
    /// Its key in `[options]`.
    pub name: &'static str,
    /// What it changes.
    pub doc: &'static str,
    /// What it may be, the default first, each with its meaning. The first is no range.
    pub values: &'static [OptionValue],
    /// The clause it belongs to.
    pub clause: &'static str,
    /// Whether a matchup's label always says how it is set. One that came after fights had been published is left out
    /// where it has its default, so that those fights keep their luck.
    pub labelled: bool,
}

/// One setting of a house rule.
#[derive(Debug, Clone, Copy)]
pub struct OptionValue {
    /// What is written in the scenario.
    pub value: Allowed,
    /// What it does.
    pub doc: &'static str,
}

/// What a house rule may be set to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allowed {
    /// This word. An option with the words `yes` and `no` takes `true` and `false` too.
    Word(&'static str),
    /// This number.
    Number(i32),
    /// Any whole number from the one to the other.
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

/// Every house rule with its setting, as a run's record shows it.
pub(super) type Record = BTreeMap<String, String>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Setting {
    Word(&'static str),
    Number(i32),
}

/// How each house rule of a book is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Settings(BTreeMap<&'static str, Setting>);

impl Settings {
    /// Reads `[options]`. What is not there, or at fault, has its default.
    pub(super) fn read(specs: &[OptionSpec], mut fields: Fields<'_>, faults: &Faults) -> Self {
        let mut settings = Self::defaults(specs);
        for spec in specs {
            if let Some(setting) = read(spec, &mut fields, faults) {
                settings.0.insert(spec.name, setting);
            }
        }
        fields.finish();
        settings
    }

    /// Every house rule at its default.
    ///
    /// # Panics
    /// When the first value of an option is a range.
    pub(super) fn defaults(specs: &[OptionSpec]) -> Self {
        let default = |spec: &OptionSpec| match spec.values[0].value {
            Allowed::Word(word) => (spec.name, Setting::Word(word)),
            Allowed::Number(number) => (spec.name, Setting::Number(number)),
            Allowed::Range(..) => panic!("the default of `{}` is a range", spec.name),
        };
        Self(specs.iter().map(default).collect())
    }

    /// Whether a house rule is set to this word.
    pub(super) fn is(&self, name: &str, word: &str) -> bool {
        self.word(name) == Some(word)
    }

    /// What the word that a house rule is set to stands for.
    ///
    /// # Panics
    /// When the word is not among these.
    pub(super) fn one_of<T, const N: usize>(&self, name: &str, meanings: [(&str, T); N]) -> T {
        let set = self.word(name);
        let meaning = meanings.into_iter().find(|(word, _)| set == Some(word));
        meaning.expect("every listed word has its meaning").1
    }

    /// The number that a house rule is set to, if it is one.
    pub(super) fn number(&self, name: &str) -> Option<i32> {
        match self.get(name) {
            Setting::Number(number) => Some(number),
            Setting::Word(_) => None,
        }
    }

    /// As a run's record shows them.
    pub(super) fn record(&self) -> Record {
        let shown = |setting: &Setting| match setting {
            Setting::Word(word) => (*word).to_owned(),
            Setting::Number(number) => number.to_string(),
        };
        let pairs = self.0.iter();
        pairs
            .map(|(name, setting)| ((*name).to_owned(), shown(setting)))
            .collect()
    }

    fn word(&self, name: &str) -> Option<&'static str> {
        match self.get(name) {
            Setting::Word(word) => Some(word),
            Setting::Number(_) => None,
        }
    }

    fn get(&self, name: &str) -> Setting {
        let setting = self.0.get(name);
        *setting.unwrap_or_else(|| panic!("the book lists no option `{name}`"))
    }
}

/// What one option is set to; `None` when it is absent or at fault.
fn read(spec: &OptionSpec, fields: &mut Fields<'_>, faults: &Faults) -> Option<Setting> {
    let node = fields.node(spec.name)?;
    let mut words = Vec::new();
    let mut numbers = Vec::new();
    for value in spec.values {
        match value.value {
            Allowed::Word(word) => words.push(word),
            Allowed::Number(number) => numbers.push((number, number)),
            Allowed::Range(least, most) => numbers.push((least, most)),
        }
    }
    let place = |word: &str| words.iter().position(|&known| known == word);
    let written = if words.is_empty() || (!numbers.is_empty() && node.as_text().is_none()) {
        return number(spec, &numbers, fields, faults).map(Setting::Number);
    } else if let (Value::Truth(truth), Some(yes), Some(no)) =
        (&node.value, place("yes"), place("no"))
    {
        Some(if *truth { yes } else { no })
    } else {
        fields.word_of(spec.name, &words)
    };
    written.map(|at| Setting::Word(words[at]))
}

/// A whole number that lies in one of these ranges.
fn number(
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
    let help = spec
        .values
        .iter()
        .map(|value| format!("{}: {}", value.value, value.doc));
    faults.push(Fault {
        code: "scenario::range",
        message: format!(
            "`{}` is {}, not {number}",
            spec.name,
            those.collect::<Vec<_>>().join(" or ")
        ),
        span: fields.node(spec.name).map(|node| node.span),
        label: "in `options`".to_owned(),
        help: Some(help.collect::<Vec<_>>().join("; ")),
    });
    None
}
