//! A builder that writes the text of a scenario for a test.

use std::hash::Hash;
use std::marker::PhantomData;

use super::{Testable, Trial};
use crate::dice::Odds;
use crate::exact;
use crate::frame::BookInfo;
use crate::scenario::spec::{FieldKind, FieldSpec};

/// Keys of a fighter's group in `[[sides]]` that a test may write among the lines of the stat block. If the
/// book's stat blocks have a key of the same name, the line stays in the stat block.
const OF_GROUP: [&str; 4] = ["at", "count", "riding", "arrives"];

/// The text of a scenario while it is being written. [`Setup::and`] adds fighters to the latest side.
#[derive(Debug)]
pub(crate) struct Setup<F> {
    options: String,
    field: String,
    run: String,
    extra: String,
    combatants: String,
    sides: Vec<Vec<String>>,
    wins: Vec<String>,
    fight: PhantomData<fn() -> F>,
}

impl<F: Testable> Setup<F> {
    /// Begins the first side with one fighter. `stats` are lines of its stat block. Lines of
    /// [`Testable::STATS`] are added if `stats` does not set their keys. `stats` may also set keys of the
    /// fighter's group: the starting place (`at = …`), the number of fighters (`count = …`), their mount
    /// (`riding = …`) and the round of arrival (`arrives = …`).
    pub(crate) fn of(name: &str, stats: &str) -> Self {
        let empty = Self {
            options: String::new(),
            field: String::new(),
            run: String::new(),
            extra: String::new(),
            combatants: String::new(),
            sides: Vec::new(),
            wins: Vec::new(),
            fight: PhantomData,
        };
        empty.against(name, stats)
    }

    /// Begins the next side with one fighter. The parameters are those of [`Setup::of`].
    pub(crate) fn against(mut self, name: &str, stats: &str) -> Self {
        self.sides.push(Vec::new());
        self.wins.push(String::new());
        self.and(name, stats)
    }

    /// Adds fighters to the latest side. The parameters are those of [`Setup::of`].
    pub(crate) fn and(mut self, name: &str, stats: &str) -> Self {
        let mut block = format!("[combatants.{name}]\n{}", missing(F::STATS, stats));
        let mut group = format!("combatant = \"{name}\"");
        for line in stats.lines().map(str::trim) {
            if OF_GROUP.contains(&key(line)) && !is_of_block(F::BOOK, key(line)) {
                group += &[", ", line].concat();
            } else {
                block += &[line, "\n"].concat();
            }
        }
        self.combatants += &block;
        let side = self.sides.last_mut().expect("a side was begun");
        side.push(format!("{{ {group} }}"));
        self
    }

    /// Gives the latest side these objectives, for instance `{ reach = 2 }`.
    pub(crate) fn wins(mut self, objectives: &str) -> Self {
        let side = self.wins.last_mut().expect("a side was begun");
        *side = format!("wins = [{objectives}]\n");
        self
    }

    /// Adds a line to the table `[options]`.
    pub(crate) fn option(mut self, line: &str) -> Self {
        self.options += &[line, "\n"].concat();
        self
    }

    /// Adds a line to the table `[field]`.
    pub(crate) fn field(mut self, line: &str) -> Self {
        self.field += &[line, "\n"].concat();
        self
    }

    /// Adds a line to the table `[run]`.
    pub(crate) fn run(mut self, line: &str) -> Self {
        self.run += &[line, "\n"].concat();
        self
    }

    /// Adds further TOML tables, such as policies or weapons.
    pub(crate) fn with(mut self, toml: &str) -> Self {
        self.extra += &[toml, "\n"].concat();
        self
    }

    /// Adds a policy with these lists, for instance `act = ["attack"]`. The other lists of
    /// [`Testable::LISTS`] are empty.
    pub(crate) fn policy(self, name: &str, lists: &str) -> Self {
        self.with(&policy::<F>(name, lists))
    }

    /// Returns the scenario's text. The sides are called `side 1`, `side 2` and so on.
    pub(crate) fn text(&self) -> String {
        let side = |(at, groups): (usize, &Vec<String>)| {
            let (name, groups, wins) = (at + 1, groups.join(", "), &self.wins[at]);
            format!("[[sides]]\nname = \"side {name}\"\nfighters = [{groups}]\n{wins}")
        };
        let sides: String = self.sides.iter().enumerate().map(side).collect();
        let table = |name: &str, lines: &str, defaults: &[&str]| match (lines, defaults) {
            ("", []) => String::new(),
            _ => format!("[{name}]\n{}{lines}", missing(defaults, lines)),
        };
        let policies = F::POLICIES
            .iter()
            .map(|(name, lists)| policy::<F>(name, lists));
        [
            &format!("ruleset = \"{}\"\n", F::BOOK.name),
            &table("run", &self.run, &[]),
            &table("options", &self.options, F::OPTIONS),
            &table("field", &self.field, F::FIELD),
            &self.combatants,
            "\n",
            &policies.collect::<String>(),
            F::TABLES,
            &self.extra,
            "\n",
            &sides,
        ]
        .concat()
    }

    /// Compiles the scenario and returns the fight in the state that tests begin with.
    pub(crate) fn ready(&self) -> Trial<F> {
        Trial::of(super::compiled(&self.text()))
    }

    /// Returns every fault of the scenario and of its matchups, rendered.
    pub(crate) fn faults(&self) -> String {
        let faults = match super::scenario(&self.text()) {
            Ok((scenario, faults)) => {
                for matchup in scenario.matchups(&faults) {
                    drop(F::compile(&matchup, &scenario.run, &faults));
                }
                faults.settle();
                faults
            }
            Err(faults) => faults,
        };
        faults.render(false, 100)
    }

    /// Plays the first step with exactly these die faces. See [`Trial::step`].
    pub(crate) fn step(&self, faces: impl IntoIterator<Item = u32>) -> Trial<F> {
        self.ready().step(faces)
    }

    /// Plays the first round with exactly these die faces. See [`Trial::round`].
    pub(crate) fn round(&self, faces: impl IntoIterator<Item = u32>) -> Trial<F> {
        self.ready().round(faces)
    }

    /// Returns the exact probability of each value that `read` may return after the first step.
    pub(crate) fn odds<T: Eq + Hash>(&self, read: impl Fn(&Trial<F>) -> T) -> Odds<T> {
        self.ready().odds(read)
    }

    /// Returns the exact probabilities of all outcomes of the fight.
    pub(crate) fn solved(&self) -> exact::Odds {
        let fight: F = super::compiled(&self.text());
        exact::solve(&fight, 1_000_000).expect("a small fight")
    }
}

impl<F> Clone for Setup<F> {
    fn clone(&self) -> Self {
        Self {
            options: self.options.clone(),
            field: self.field.clone(),
            run: self.run.clone(),
            extra: self.extra.clone(),
            combatants: self.combatants.clone(),
            sides: self.sides.clone(),
            wins: self.wins.clone(),
            fight: PhantomData,
        }
    }
}

fn policy<F: Testable>(name: &str, lists: &str) -> String {
    let empty = F::LISTS.iter().map(|list| format!("{list} = []"));
    let empty = missing(empty, lists);
    format!("[policies.{name}]\n{empty}{lists}\n")
}

/// Returns whether this key may be set in the book's stat blocks.
fn is_of_block(book: &BookInfo, key: &str) -> bool {
    let blocks = FieldSpec::find(book.fields, "combatants").map(|row| row.kind);
    match blocks {
        Some(FieldKind::ByName(_, FieldKind::Table(rows))) => FieldSpec::find(rows, key).is_some(),
        _ => false,
    }
}

/// Returns the key that a line sets.
fn key(line: &str) -> &str {
    line.split('=').next().expect("a first part").trim()
}

/// Returns those default lines whose keys are not set in `text`.
fn missing<S: AsRef<str>>(defaults: impl IntoIterator<Item = S>, text: &str) -> String {
    let given: Vec<&str> = text.lines().map(key).collect();
    let lines = defaults.into_iter();
    let left = lines.filter(|line| !given.contains(&key(line.as_ref())));
    left.map(|line| [line.as_ref(), "\n"].concat()).collect()
}
