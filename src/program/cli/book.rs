//! Implements `skirmish rules`, which shows the rules of a book and the words of its scenarios.

use std::fmt::Write;

use clap::Args;

use super::output::{self, Capabilities, Failure};
use super::sheet::{self, Sheet};
use crate::frame::rules::RULES;
use crate::frame::{BookInfo, Clause, How, OptionSpec};
use crate::policy::{ActionSpec, FactSpec, Kind, ScaleSpec, Takes, Vocabulary};
use crate::rules::RulesetId;
use crate::scenario::spec::{FieldKind, FieldSpec};

/// Show the simulated rules of a book and the words of its scenarios
#[derive(Debug, Args)]
#[command(
    long_about = "Shows a rulebook: every numbered clause and how it is simulated, the house rules, the words of \
        policies, the keys of a scenario, the tables of weapons and other rows, and the book's policies. Without \
        flags it shows all of them.\n\n\
        Without a book, lists the books.",
    after_long_help = "Examples:\n  \
        skirmish rules\n  \
        skirmish rules brp --clauses\n  \
        skirmish rules brp --actions --facts\n  \
        skirmish rules brp --fields\n  \
        skirmish rules brp --tables\n  \
        skirmish rules brp --policies"
)]
#[expect(clippy::struct_excessive_bools, reason = "independent flags, as typed")]
pub(super) struct RulesArgs {
    /// Name of the book
    #[arg(value_name = "BOOK")]
    pub(super) book: Option<String>,

    /// Every numbered rule and how it is simulated
    #[arg(long, requires = "book")]
    pub(super) clauses: bool,

    /// The house rules of `[options]`, the default first
    #[arg(long, requires = "book")]
    pub(super) options: bool,

    /// The lists of a policy and the actions of each
    #[arg(long, requires = "book")]
    pub(super) actions: bool,

    /// The facts that conditions of policies can use
    #[arg(long, requires = "book")]
    pub(super) facts: bool,

    /// The words that policies use for targets and for carried items
    #[arg(long, requires = "book")]
    pub(super) targets: bool,

    /// Every key of a scenario: its possible values and its meaning
    #[arg(long, requires = "book")]
    pub(super) fields: bool,

    /// Weapons and other rows, with their figures
    #[arg(long, requires = "book")]
    pub(super) tables: bool,

    /// The rests between the fights of a day
    #[arg(long, requires = "book")]
    pub(super) rests: bool,

    /// The book's own policies, as a scenario has them
    #[arg(long, requires = "book")]
    pub(super) policies: bool,
}

/// The text above the list of actions in the output.
const ACTIONS: &str = "\
Decisions: the lists of a policy, and the actions that a line may begin with

A line is `<action> ... [if <condition>]`, or `do <list> [if <condition>]` to go through another list of the
policy. A fighter takes the first line that is possible and whose condition holds.
";

/// The text above the list of facts in the output.
const FACTS: &str = "\
Facts that a condition can use

A condition has `and`, `or`, `not`, comparisons, `+ - * /`, numbers, percentages, the names that the policy's `let`
gives, and `chance(30%)`, which holds in 30 % of the cases.

";

/// Prints the requested parts of a book, or the list of books.
pub(super) fn rules(args: &RulesArgs) -> Result<(), Failure> {
    let look = Capabilities::stdout();
    match &args.book {
        None => output::data(&books(look)),
        Some(name) => output::data(&text(super::book_named(name)?, args, look)),
    }
}

fn books(look: Capabilities) -> String {
    let mut sheet = Sheet::new(["book", "about"]);
    for id in RulesetId::ALL {
        sheet.row([id.book().name, id.book().about]);
    }
    sheet.show(look)
}

fn text(book: &BookInfo, args: &RulesArgs, look: Capabilities) -> String {
    let parts = [
        (args.clauses, clauses(book, look)),
        (args.options, options(book.options, look)),
        (args.actions, actions(book.vocabulary, look)),
        (args.facts, facts(book.vocabulary, look)),
        (args.targets, targets(book.vocabulary, look)),
        (args.fields, super::fields::text(book, look)),
        (args.tables, tables(book, look)),
        (args.rests, rests(book, look)),
        (args.policies, book.policies.trim_start().to_owned()),
    ];
    let all = parts.iter().all(|(wanted, _)| !wanted);
    let mut text = String::new();
    if all {
        let _ = write!(text, "{}: {}\n\n", book.name, book.about);
    }
    let wanted = parts.into_iter().filter(|(wanted, _)| all || *wanted);
    text.push_str(&wanted.map(|(_, part)| part).collect::<Vec<_>>().join("\n"));
    text
}

fn rests(book: &BookInfo, look: Capabilities) -> String {
    let mut sheet = Sheet::new(["rest", "clause", "what it does"]);
    for rest in book.rests {
        let clause = if rest.clause.is_empty() {
            "ours"
        } else {
            rest.clause
        };
        sheet.row([rest.name, clause, rest.doc]);
    }
    format!(
        "Rests between the fights of a day, for `rest` in `[[day]]`\n\n{}",
        sheet.show(look)
    )
}

fn clauses(book: &BookInfo, look: Capabilities) -> String {
    let mut sheet = Sheet::new(["clause", "what it is about", "how it is simulated"]);
    for Clause { id, title, how } in book.clauses {
        sheet.row([*id, *title, &how_in_words(*how)]);
    }
    let left_out = |clause: &&Clause| matches!(clause.how, How::Not(_));
    let out = book.clauses.iter().filter(left_out).count();
    let count = book.clauses.len();
    format!(
        "Rules of the book: {count}, of which {out} are not simulated\n\n{}",
        sheet.show(look)
    )
}

fn how_in_words(how: How) -> String {
    match how {
        How::Always => "always".to_owned(),
        How::Option(names) => format!("option {}", names.join(", ")),
        How::Value(path) => format!("scenario value {path}"),
        How::Policy(lists) => format!("policy: {}", lists.join(", ")),
        How::Not(why) => format!("not: {why}"),
    }
}

fn options(options: &[OptionSpec], look: Capabilities) -> String {
    let mut sheet = Sheet::new(["option", "value", "meaning", "clause"]);
    for option in options {
        sheet.row([option.name, "", option.doc, option.clause]);
        for (place, value) in option.values.iter().enumerate() {
            let default = if place == 0 { " (default)" } else { "" };
            let meaning = format!("{}{default}", value.doc);
            sheet.row(["", &value.value.to_string(), &meaning, ""]);
        }
    }
    format!("House rules, set in [options]\n\n{}", sheet.show(look))
}

fn actions(vocabulary: &Vocabulary, look: Capabilities) -> String {
    let mut text = ACTIONS.to_owned();
    for list in vocabulary.lists {
        let mut sheet = Sheet::new(["action", "meaning"]);
        for action in list.actions {
            sheet.row([form(action).as_str(), action.doc]);
            for slot in action.slots {
                let word = format!("  {} {}", slot.word, taken(slot.takes));
                sheet.row([word.as_str(), slot.doc]);
                if let Takes::Word(words) = slot.takes {
                    for word in words {
                        sheet.row([format!("    {}", word.name).as_str(), word.doc]);
                    }
                }
            }
        }
        let _ = write!(
            text,
            "\n{}: {}\n\n{}",
            list.name,
            list.doc,
            sheet.show(look)
        );
    }
    text
}

/// Returns the syntax of a policy line that uses this action, such as `attack [with <item>]`.
fn form(action: &ActionSpec) -> String {
    let mut form = action.name.to_owned();
    for slot in action.slots {
        let part = format!("{} {}", slot.word, taken(slot.takes));
        let _ = if slot.required {
            write!(form, " {part}")
        } else {
            write!(form, " [{part}]")
        };
    }
    form
}

fn taken(takes: Takes) -> &'static str {
    match takes {
        Takes::Item => "<item>",
        Takes::Target | Takes::Enemy => "<target>",
        Takes::Number | Takes::Whole(..) => "<number>",
        Takes::Zone(_) => "<zone>",
        Takes::Word(_) => "<word>",
    }
}

fn facts(vocabulary: &Vocabulary, look: Capabilities) -> String {
    let mut sheet = Sheet::new(["fact", "kind", "in", "meaning"]);
    for fact in vocabulary.facts {
        let name = format!(
            "{}{}",
            fact.name,
            if fact.of_item { "(<item>)" } else { "" }
        );
        let kind = match fact.kind {
            Kind::Number => match fact.bounds.in_words(fact.is_share) {
                Some(bounds) => format!("number, {bounds}"),
                None => "number".to_owned(),
            },
            Kind::Truth => "true or false".to_owned(),
            Kind::Scale(scale) => scale.name.to_owned(),
        };
        sheet.row([name.as_str(), &kind, &place(fact), fact.doc]);
    }
    let mut text = format!("{FACTS}{}", sheet.show(look));
    for ScaleSpec { name, words } in vocabulary.scales {
        let _ = write!(
            text,
            "\n{name}, from low to high\n\n{}",
            glossary("word", words.iter().map(|word| (word.name, word.doc)), look)
        );
    }
    text
}

/// Returns the names of the decision lists that may use a fact, as text.
fn place(fact: &FactSpec) -> String {
    let lists = if fact.lists.is_empty() {
        "every list".to_owned()
    } else {
        fact.lists.join(", ")
    };
    if fact.needs_target {
        format!("{lists}, with a target")
    } else {
        lists
    }
}

fn targets(vocabulary: &Vocabulary, look: Capabilities) -> String {
    format!(
        "Targets, in addition to the names of combatants\n\n{}\nItems, in addition to the names of carried items\n\n{}",
        glossary(
            "target",
            vocabulary
                .targets
                .iter()
                .map(|target| (target.name, target.doc)),
            look
        ),
        glossary(
            "item",
            vocabulary
                .selectors
                .iter()
                .map(|item| (item.name, item.doc)),
            look
        )
    )
}

fn glossary<'a>(
    head: &str,
    words: impl IntoIterator<Item = (&'a str, &'a str)>,
    look: Capabilities,
) -> String {
    let mut sheet = Sheet::new([head, "meaning"]);
    for (name, doc) in words {
        sheet.row([name, doc]);
    }
    sheet.show(look)
}

fn tables(book: &BookInfo, look: Capabilities) -> String {
    let sheets = sheet::of_toml(book.tables, |table, row| source(book, table, row));
    let sheets = sheets.iter().filter(|(name, _)| *name != "policies");
    let parts = sheets.map(|(name, sheet)| {
        let rows = if sheet.is_empty() {
            "none of the book's own\n".to_owned()
        } else {
            sheet.show(look)
        };
        format!("[{name}]\n\n{rows}")
    });
    let rules = FieldSpec::find(book.fields, RULES).map(|row| row.kind);
    let groups = match rules {
        Some(FieldKind::Table(groups)) => groups,
        _ => &[],
    };
    let parts = parts.chain(groups.iter().map(|group| rules_group(group, look)));
    parts.collect::<Vec<_>>().join("\n")
}

/// Formats a group of `[rules]` as a table with a row for each number.
fn rules_group(group: &FieldSpec, look: Capabilities) -> String {
    let FieldKind::Table(numbers) = group.kind else {
        return String::new();
    };
    let heads = ["number", "default", "values", "source", "clause", "meaning"];
    let mut sheet = Sheet::new(heads);
    for row in numbers {
        let source = if row.ours { OURS } else { BOOK };
        let [default, values] = [row.unsaid.to_string(), row.kind.to_string()];
        sheet.row([row.key, &default, &values, source, row.clause, row.doc]);
    }
    let FieldSpec { key, doc, .. } = group;
    format!("[{RULES}.{key}]: {doc}\n\n{}", sheet.show(look))
}

/// The words for the origin of a value: `BOOK` if it is from the printed book, `OURS` if it is from the
/// authors of skirmish.
const BOOK: &str = "book";
const OURS: &str = "ours";

/// Returns the words for the origin of a row in the book's tables: `book` or `ours`. If only some values of
/// the row are ours, their keys follow.
fn source(book: &BookInfo, table: &str, row: &str) -> String {
    let mut keys = Vec::new();
    for path in book.ours {
        let mut steps = path.split('.');
        let is_table = steps.next() == Some(table);
        let is_row = steps.next().is_none_or(|step| step == "*" || step == row);
        if is_table && is_row {
            match steps.next() {
                Some(key) => keys.push(key),
                None => return OURS.to_owned(),
            }
        }
    }
    if keys.is_empty() {
        return BOOK.to_owned();
    }
    format!("{BOOK}, {OURS}: {}", keys.join(", "))
}
