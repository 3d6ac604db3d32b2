//! Finds the numbers of a scenario, so that they can be varied: numbers in stat blocks, rows of weapons and
//! other tables, and the defaults of numbers that the scenario does not set.
//!
//! The book defines which values each key may have. Numbers at their default are therefore also found, and a
//! text counts as dice only if the key allows dice. A number that is computed from others, such as hit points
//! from CON and SIZ, is found only if the scenario sets it.

use super::BookInfo;
use super::rules::{self, RULES};
use super::settings::{Allowed, OptionSpec};
use crate::dice::Throw;
use crate::scenario::spec::{FieldKind, FieldSpec, Unsaid};
use crate::scenario::{Fault, Faults, Node, Step, Table, TreePath, Value};
use crate::suggest::help_or_all;

/// A number of a scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct Number {
    /// The path of the number in the scenario, which need not set it.
    pub path: TreePath,
    /// The value of the number: a whole number, a decimal, or dice as a text.
    pub value: Value,
    /// The unit of the number, such as `m`; empty if it has none.
    pub unit: &'static str,
}

/// A house rule that could have another value, which is a word or a number.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The path of the house rule in the scenario.
    pub path: TreePath,
    /// The present value of the house rule.
    pub value: Value,
    /// All other values that the house rule can have, in the order of the book.
    pub others: Vec<Value>,
}

/// A number without a value in the scenario and without a number as its default. It could be varied only if
/// the scenario set it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsteppable {
    /// The path where the scenario could set the number.
    pub path: TreePath,
    /// The default that applies instead of a number, in the words of the book; empty if the book has no words
    /// for it.
    pub instead: &'static str,
}

/// The numbers found at a path.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Numbers {
    /// Whether the path leads to a table or a list. If so, the other fields have everything in it.
    pub several: bool,
    /// The numbers with a value or with a number as their default, in the order of the book's keys.
    pub found: Vec<Number>,
    /// The house rules that could have another value, in the order of the book.
    pub choices: Vec<Choice>,
    /// The numbers with neither a value nor a number as their default, in the order of the book's keys.
    pub without: Vec<Unsteppable>,
}

/// The keys at the top of a scenario that are about the whole run, and have no numbers of a fight.
const OF_THE_RUN: [&str; 6] = ["ruleset", "title", "run", "include", "vary", "expect"];

/// A place that a path leads to, with the kinds of value that the book allows there.
#[derive(Clone)]
struct PathPlace<'t> {
    kinds: Vec<FieldKind>,
    node: Option<&'t Node>,
    unsaid: Unsaid,
    /// The house rule that the place belongs to, if any.
    rule: Option<&'static OptionSpec>,
    /// All tables of the matchup.
    tree: &'t Table,
}

/// Returns the number or the house rule at a path. If the path leads to a table or a list, returns all
/// numbers and house rules in it. For `rules`, these include the numbers of the tables in
/// [`BookInfo::of_rules`]. Numbers of `[rules]` that only rests use are left out if the scenario has none of
/// these rests. If nothing is found, reports a fault and returns `None`. `tree` has all tables of a matchup.
pub fn numbers(book: &BookInfo, tree: &Table, path: &TreePath, faults: &Faults) -> Option<Numbers> {
    let spot = spot(book, tree, path, faults)?;
    let mut numbers = Numbers::default();
    if spot.is_table_or_list() {
        numbers.several = true;
        spot.gather(book, path, &mut numbers);
        if is_rules(path) && path.steps().len() == 1 {
            for &table in book.of_rules {
                if let Some(spot) = top(book, tree, table) {
                    let path = path.to_table(table);
                    spot.gather(book, &path, &mut numbers);
                }
            }
        }
        if is_rules(path) {
            let unused = unused_rests(book, tree);
            let is_used = |number: &Number| !unused.contains(&number.path.to_string());
            numbers.found.retain(is_used);
        }
        if numbers.found.is_empty() && numbers.choices.is_empty() {
            let message = format!("there is no number in `{path}`");
            let fault = Fault::at(
                "scenario::no-number",
                path.span(),
                message,
                "contains no number",
            );
            faults.push(fault.help_if(without_help(&numbers.without)));
            return None;
        }
        return Some(numbers);
    }
    numbers.choices.extend(spot.choice(path));
    match spot.number() {
        Ok((value, unit)) => numbers.found.push(Number {
            path: path.clone(),
            value,
            unit,
        }),
        Err(why) if numbers.choices.is_empty() => {
            faults.push(why.fault(path, &spot));
            return None;
        }
        Err(_) => {}
    }
    Some(numbers)
}

/// Returns the paths of those numbers of `[rules]` that only rests use, if none of these rests is in the
/// scenario's day.
fn unused_rests(book: &BookInfo, tree: &Table) -> Vec<String> {
    let day = tree.get("day").and_then(|node| match &node.value {
        Value::List(list) => Some(list),
        _ => None,
    });
    let stages = day.into_iter().flatten().filter_map(Node::as_table);
    let rests: Vec<&str> = stages
        .filter_map(|stage| stage.get("rest")?.as_text())
        .collect();
    let is_used = |number: &str| {
        let mut users = book
            .rests
            .iter()
            .filter(|rest| rest.numbers.contains(&number));
        users.any(|rest| rests.contains(&rest.name))
    };
    let all = book.rests.iter().flat_map(|rest| rest.numbers);
    let unused = all.filter(|number| !is_used(number));
    unused.map(|number| format!("{RULES}.{number}")).collect()
}

fn without_help(without: &[Unsteppable]) -> Option<String> {
    let first = without.first()?;
    Some(format!("a number of this kind is `{}`", first.path))
}

/// The reason why a place has no number.
enum Why {
    /// The place holds another kind of value.
    Other,
    /// The scenario sets no value, and the default is not a number. This text says what applies instead.
    Unsaid(&'static str),
    /// The book does not allow a number at this place.
    Never,
}

impl Why {
    fn fault(&self, path: &TreePath, spot: &PathPlace<'_>) -> Fault {
        let span = path.span();
        let code = "scenario::no-number";
        match self {
            Self::Other => {
                let (found, help) = match spot.node.map(|node| &node.value) {
                    Some(Value::Text(text)) => (format!("`{text}`"), spot.row_of(text)),
                    Some(value) => (value.kind().to_owned(), None),
                    None => ("missing".to_owned(), None),
                };
                let message = format!("`{path}` is not a number, but {found}");
                Fault::at(code, span, message, "not a number").help_if(help)
            }
            Self::Unsaid("") => {
                let message = format!("`{path}` is not set and has no default number");
                let fault = Fault::at(code, span, message, "not set");
                fault.help(format!("set a number to start from: --set {path}=…"))
            }
            Self::Unsaid(instead) => {
                let message = format!(
                    "`{path}` is not set: its default is {}",
                    instead.replace('`', "")
                );
                let fault = Fault::at(code, span, message, "not set");
                fault.help(format!("set a number to start from: --set {path}=…"))
            }
            Self::Never => {
                let message = format!("`{path}` is not a number");
                Fault::at(code, span, message, "not a number")
            }
        }
    }
}

/// Returns the place that a path leads to in the tables of a matchup. If there is no such place, reports a
/// fault and returns `None`.
fn spot<'t>(
    book: &BookInfo,
    tree: &'t Table,
    path: &TreePath,
    faults: &Faults,
) -> Option<PathPlace<'t>> {
    let mut at: Option<PathPlace<'t>> = None;
    for (depth, (step, span)) in path.steps().enumerate() {
        let next = match (&at, step) {
            (None, Step::Key(key)) if OF_THE_RUN.contains(&key.as_str()) => {
                let message = format!("`{key}` is a setting of the whole run, not of fights");
                let fault = Fault::at("scenario::no-number", span, message, "setting of the run");
                faults.push(fault.help("name a number of a stat block, a weapon or another row"));
                return None;
            }
            (None, Step::Key(key)) if key == "options" => Some(options(tree)),
            (None, Step::Key(key)) => top(book, tree, key),
            (Some(spot), Step::Key(key)) if depth == 1 && is_options(path) => {
                spot.house_rule(book, key)
            }
            (Some(spot), step) => spot.inside(book, step),
            (None, Step::Index(_)) => None,
        };
        let Some(next) = next else {
            faults.push(leads_nowhere(book, tree, path, (depth, span), at.as_ref()));
            return None;
        };
        at = Some(next);
    }
    at
}

fn is_options(path: &TreePath) -> bool {
    path.steps()
        .next()
        .is_some_and(|(step, _)| *step == Step::Key("options".to_owned()))
}

/// Returns whether the path is `rules` or begins with it. All numbers of `[rules]` have a default, so they
/// can be varied even if the scenario does not have this table.
fn is_rules(path: &TreePath) -> bool {
    path.steps()
        .next()
        .is_some_and(|(step, _)| *step == Step::Key(RULES.to_owned()))
}

fn options(tree: &Table) -> PathPlace<'_> {
    PathPlace {
        kinds: Vec::new(),
        node: tree.get("options"),
        unsaid: Unsaid::Nothing,
        rule: None,
        tree,
    }
}

fn top<'t>(book: &BookInfo, tree: &'t Table, key: &str) -> Option<PathPlace<'t>> {
    let rows = book.top();
    let row = FieldSpec::find(&rows, key)?;
    Some(PathPlace {
        kinds: flat(row.kind),
        node: tree.get(key),
        unsaid: row.unsaid,
        rule: None,
        tree,
    })
}

/// Returns the fault of a path that leads nowhere. `depth` is the index of the first step that is wrong, and
/// `parent` the place before it.
fn leads_nowhere(
    book: &BookInfo,
    tree: &Table,
    path: &TreePath,
    (depth, span): (usize, crate::scenario::Span),
    parent: Option<&PathPlace<'_>>,
) -> Fault {
    let mut known: Vec<String> = Vec::new();
    let mut add = |key: &str| {
        if !known.iter().any(|other| other == key) {
            known.push(key.to_owned());
        }
    };
    let whose = match parent {
        None => {
            let of_the_run = |key: &&str| !OF_THE_RUN.contains(key);
            let rows = book.top();
            let rows = rows.iter().map(|row| row.key);
            rows.chain(["options"])
                .chain(tree.keys())
                .filter(of_the_run)
                .for_each(&mut add);
            "the scenario".to_owned()
        }
        Some(spot) => {
            for row in spot.rows(book) {
                add(row.key);
            }
            if depth == 1 && is_options(path) {
                book.options.iter().for_each(|option| add(option.name));
            }
            if let Some(table) = spot.node.and_then(Node::as_table) {
                table.keys().for_each(add);
            }
            format!("`{}`", path.first(depth))
        }
    };
    let (has_not, help) = match path.steps().nth(depth).map(|(step, _)| step) {
        Some(Step::Key(key)) => {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            (format!("has no `{key}`"), help_or_all(key, &known))
        }
        Some(Step::Index(index)) => (format!("has no entry `[{index}]`"), None),
        None => (String::new(), None),
    };
    let message = format!("`{path}` does not exist: {whose} {has_not}");
    Fault::at("scenario::no-such-path", span, message, "no such value").help_if(help)
}

/// Returns the kinds of value that `kind` stands for: all alternatives, if there are several.
fn flat(kind: FieldKind) -> Vec<FieldKind> {
    match kind {
        FieldKind::AnyOf(kinds) => kinds.iter().flat_map(|&kind| flat(kind)).collect(),
        kind => vec![kind],
    }
}

impl PathPlace<'_> {
    fn is_table_or_list(&self) -> bool {
        let by_kind = |kind: &FieldKind| {
            matches!(
                kind,
                FieldKind::Table(_) | FieldKind::ByName(..) | FieldKind::List(_)
            )
        };
        match self.node.map(|node| &node.value) {
            Some(value) => matches!(value, Value::Table(_) | Value::List(_)),
            None => self.kinds.is_empty() || self.kinds.iter().all(by_kind),
        }
    }

    /// Returns the definitions of all keys that the value may have if it is a table. The list is empty if it
    /// cannot be one.
    fn rows(&self, book: &BookInfo) -> Vec<FieldSpec> {
        if self.node.is_some_and(|node| node.as_table().is_none()) {
            return Vec::new();
        }
        let of = |kind: &FieldKind| match kind {
            FieldKind::Table(rows) => Some(book.rows(rows)),
            _ => None,
        };
        self.kinds.iter().filter_map(of).flatten().collect()
    }

    /// Returns the place that one more step leads to. Returns `None` if there is no such place.
    fn inside(&self, book: &BookInfo, step: &Step) -> Option<Self> {
        match step {
            Step::Key(key) => {
                let table = self.node.map(|node| node.as_table());
                let node = table.flatten().and_then(|table| table.get(key));
                if let Some(row) = FieldSpec::find(&self.rows(book), key) {
                    return Some(Self {
                        kinds: flat(row.kind),
                        node,
                        unsaid: row.unsaid,
                        rule: None,
                        tree: self.tree,
                    });
                }
                let of = |kind: &FieldKind| match kind {
                    FieldKind::ByName(_, of) => Some(flat(**of)),
                    _ => None,
                };
                let kinds = self.kinds.iter().find_map(of)?;
                node.map(|node| Self {
                    kinds,
                    node: Some(node),
                    unsaid: Unsaid::Nothing,
                    rule: None,
                    tree: self.tree,
                })
            }
            Step::Index(index) => {
                let of = |kind: &FieldKind| match kind {
                    FieldKind::List(of) => Some(flat(**of)),
                    _ => None,
                };
                let kinds = self.kinds.iter().find_map(of)?;
                let node = self.node?.as_list()?.get(*index)?;
                Some(Self {
                    kinds,
                    node: Some(node),
                    unsaid: Unsaid::Nothing,
                    rule: None,
                    tree: self.tree,
                })
            }
        }
    }

    /// Returns the place of the house rule `name`, if this place is the table `[options]`. Returns `None` if
    /// the book has no such house rule.
    fn house_rule(&self, book: &BookInfo, name: &str) -> Option<Self> {
        let rule = book.options.iter().find(|option| option.name == name)?;
        let table = self.node.and_then(Node::as_table);
        Some(Self {
            kinds: kinds_of(rule),
            rule: Some(rule),
            tree: self.tree,
            node: table.and_then(|table| table.get(name)),
            unsaid: match rule.values.first().map(|first| first.value) {
                Some(Allowed::Number(number)) => Unsaid::Whole(number.into()),
                Some(Allowed::Word(word)) => Unsaid::Word(word),
                Some(Allowed::Range(..)) | None => Unsaid::Nothing,
            },
        })
    }

    /// Returns the unit of the value. Returns `None` if the value cannot be a number.
    fn unit(&self) -> Option<&'static str> {
        self.kinds.iter().find_map(|kind| match kind {
            FieldKind::Whole { unit, .. } | FieldKind::Scaled { unit, .. } => Some(*unit),
            FieldKind::Number | FieldKind::Throw | FieldKind::Anything => Some(""),
            _ => None,
        })
    }

    /// Returns the number at this place with its unit, or the reason why there is no number.
    fn number(&self) -> Result<(Value, &'static str), Why> {
        let unit = self.unit().ok_or(match self.node {
            Some(_) => Why::Other,
            None => Why::Never,
        })?;
        let dice = |text: &str| {
            let may_be = (self.kinds.iter()).any(|kind| matches!(kind, FieldKind::Throw));
            may_be && text.parse::<Throw>().is_ok()
        };
        match self.node.map(|node| &node.value) {
            Some(value @ (Value::Whole(_) | Value::Real(_))) => Ok((value.clone(), unit)),
            Some(Value::Text(text)) if dice(text) => Ok((Value::Text(text.clone()), unit)),
            Some(_) => Err(Why::Other),
            None => match self.unsaid {
                Unsaid::Whole(number) => Ok((Value::Whole(number), unit)),
                Unsaid::Rule { path, default } => {
                    let said = rules::said(self.tree, path);
                    Ok((said.unwrap_or(Value::Whole(default)), unit))
                }
                Unsaid::Word(text) if dice(text) => Ok((Value::Text(text.to_owned()), unit)),
                Unsaid::As(words) | Unsaid::Word(words) => Err(Why::Unsaid(words)),
                Unsaid::Nothing | Unsaid::Needed | Unsaid::Truth(_) => Err(Why::Unsaid("")),
            },
        }
    }

    /// Returns the house rule at this place with all its other values. Returns `None` if it can have no other
    /// value.
    fn choice(&self, path: &TreePath) -> Option<Choice> {
        let values = &self.rule?.values;
        // A range of numbers is one of the other values only if the present value is a word. Its least number
        // above 0 then stands for the whole range.
        let has_word = !matches!(
            self.node.map(|node| &node.value),
            Some(Value::Whole(_) | Value::Real(_))
        );
        let starts_with_word = matches!(values.first()?.value, Allowed::Word(_));
        let least = has_word && (self.node.is_some() || starts_with_word);
        let of = |allowed: Allowed| match allowed {
            Allowed::Word(word) => Some(Value::Text(word.to_owned())),
            Allowed::Number(number) => Some(Value::Whole(number.into())),
            Allowed::Range(number, _) => least.then(|| Value::Whole(number.max(1).into())),
        };
        let value = match self.node.map(|node| &node.value) {
            Some(Value::Truth(truth)) => Value::Text(if *truth { "yes" } else { "no" }.to_owned()),
            Some(value) => value.clone(),
            None => of(values.first()?.value)?,
        };
        let others = values.iter().filter_map(|one| of(one.value));
        let others: Vec<Value> = others.filter(|other| *other != value).collect();
        (!others.is_empty()).then(|| Choice {
            path: path.clone(),
            value,
            others,
        })
    }

    /// Returns a help text if `name` can be the name of a row here. The text has the path of that row, where
    /// its numbers can be found.
    fn row_of(&self, name: &str) -> Option<String> {
        let table = self.kinds.iter().find_map(|kind| match kind {
            FieldKind::Name(table) if !table.contains(' ') => Some(table),
            _ => None,
        })?;
        Some(format!("its numbers are in `{table}.{name}`"))
    }

    /// Adds all numbers and house rules in this table or list to `numbers`.
    fn gather(&self, book: &BookInfo, path: &TreePath, numbers: &mut Numbers) {
        let mut visit = |step: Step, spot: &Self| {
            let path = path.then(step);
            if spot.is_table_or_list() {
                if spot.node.is_some() || is_rules(&path) {
                    spot.gather(book, &path, numbers);
                }
                return;
            }
            let choice = spot.choice(&path);
            let has_choice = choice.is_some();
            numbers.choices.extend(choice);
            match spot.number() {
                Ok((value, unit)) => numbers.found.push(Number { path, value, unit }),
                Err(Why::Unsaid(_)) if has_choice => {}
                Err(Why::Unsaid(instead)) => {
                    numbers.without.push(Unsteppable { path, instead });
                }
                Err(Why::Other | Why::Never) => {}
            }
        };
        if is_options(path) && path.steps().len() == 1 {
            for rule in book.options.iter() {
                if let Some(spot) = self.house_rule(book, rule.name) {
                    visit(Step::Key(rule.name.to_owned()), &spot);
                }
            }
            return;
        }
        let rows = self.rows(book);
        let entries = match self.node.map(|node| &node.value) {
            Some(Value::Table(table)) => table.keys().map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        let keys = rows.iter().map(|row| row.key.to_owned());
        let beside = entries
            .into_iter()
            .filter(|key| FieldSpec::find(&rows, key).is_none());
        let keys: Vec<String> = keys.chain(beside).collect();
        let length = (self.node.and_then(Node::as_list)).map_or(0, <[Node]>::len);
        let steps = keys.into_iter().map(Step::Key);
        for step in steps.chain((0..length).map(Step::Index)) {
            if let Some(spot) = self.inside(book, &step) {
                visit(step, &spot);
            }
        }
    }
}

/// Returns the kinds of value that a house rule can be set to.
fn kinds_of(rule: &OptionSpec) -> Vec<FieldKind> {
    let limits = rule.values.iter().find_map(|one| match one.value {
        Allowed::Range(least, most) => Some((least, most)),
        Allowed::Number(_) | Allowed::Word(_) => None,
    });
    let kind = limits.map(|(least, most)| FieldKind::Whole {
        unit: "",
        least: least.into(),
        most: most.into(),
    });
    vec![kind.unwrap_or(FieldKind::Text)]
}
