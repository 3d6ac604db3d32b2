//! Checks the policies of a scenario, and compiles them with the vocabulary of a book.

use std::ops::Range;

use indexmap::IndexMap;

use super::goals::MUST_REACH;
use super::policy_cache::{Checked, Policies};
use crate::policy::{self, Flaw, Mention, Mentioned, Names, Script, Text, Vocabulary};
use crate::scenario::objectives::Condition;
use crate::scenario::tables;
use crate::scenario::{Fault, Faults, Fields, Node, Side, Sources, Span, Table, Value};

/// The name of the policy for combatants that do not name one. Other policies have the decision lists of this
/// policy for those that they omit.
const DEFAULT: &str = "default";

/// Compiles all policies in `tree`. The value is `None` for a policy with faults. A decision list that a
/// policy omits is that of the policy `default`. An empty list is not omitted.
pub(super) fn policies(
    tree: &Table,
    vocabulary: &'static Vocabulary,
    names: &Names<'_>,
    faults: &Faults,
) -> Policies {
    let Some(Value::Table(table)) = tree.get("policies").map(|node| &node.value) else {
        return IndexMap::new();
    };
    let default = table.get(DEFAULT);
    table
        .iter()
        .map(|(name, entry)| {
            (
                name.to_owned(),
                compile(name, &entry.node, default, vocabulary, names, faults),
            )
        })
        .collect()
}

/// Reports policies that stat blocks name but that do not exist. The names are read from `blocks` directly,
/// so that they are also checked in stat blocks with other faults.
pub(super) fn check_policies<'t>(
    blocks: impl Iterator<Item = (&'t str, &'t Node)>,
    policies: &Policies,
    faults: &Faults,
) {
    for (_, block) in blocks {
        let node = block.as_table().and_then(|table| table.get("policy"));
        let Some((name, span)) = node.and_then(|node| Some((node.as_text()?, node.span))) else {
            continue;
        };
        if !policies.contains_key(name) {
            let known = policies.keys().map(String::as_str);
            let (code, place) = ("policy::unknown-policy", "one of the policies");
            faults.unknown(code, "policy", name, span, known, place);
        }
    }
}

/// Checks the zones, enemies and objectives that the policies of these sides name or need. The battlefield
/// has `zones` zones. If it is `None`, their number is unknown and zones are not checked. A named enemy must
/// not be only on the fighter's own side or its allies. If an action leads to the place of an objective, the
/// fighter must have such an objective.
pub(super) fn check_mentions(
    sides: &[Side],
    tree: &Table,
    policies: &Policies,
    zones: Option<usize>,
    faults: &Faults,
) {
    for side in sides {
        for group in &side.groups {
            let mut blocks = tables::combatants(tree);
            let block = blocks.find(|(name, _)| *name == group.combatant);
            let named = block.and_then(|(_, block)| block.as_table()?.get("policy")?.as_text());
            let Some(Some(checked)) = policies.get(named.unwrap_or(DEFAULT)) else {
                continue;
            };
            for &(what, span) in &checked.mentions {
                match (what, zones) {
                    (Mentioned::Zone(number), Some(zones)) => {
                        check_zone(number, span, zones, faults);
                    }
                    (Mentioned::Zone(_), None) => {}
                    (Mentioned::Need(fact), _) => {
                        check_need(fact, span, (side, &group.combatant), faults);
                    }
                    (Mentioned::Enemy(who), _) => {
                        let who = tables::combatants(tree).nth(usize::from(who));
                        let (who, _) = who.expect("policies are compiled with these names");
                        check_foe(sides, side, (&group.combatant, who, span), faults);
                    }
                }
            }
        }
    }
}

/// Reports a fault if an action leads to the place of an objective, but `side` has no objective `reach` that
/// includes `combatant`. `fact` is the fact that the action needs.
fn check_need(fact: &str, span: Span, (side, combatant): (&Side, &str), faults: &Faults) {
    debug_assert_eq!(fact, MUST_REACH.name, "no action needs another fact");
    let is_counted = side.wins.iter().any(|objective| {
        let who = &objective.who;
        let is_meant = |(name, _): &(String, Span)| name == combatant || *name == side.name;
        matches!(objective.goal, Condition::Reach(_))
            && (who.is_empty() || who.iter().any(is_meant))
    });
    let code = "policy::no-objective";
    faults.unless_used((span, code), is_counted, || {
        let message = format!("`{combatant}` has no place to reach");
        let label = "no objective with a place";
        let help = "give its side an objective `reach`, or add `if self.must_reach` to this line";
        Fault::at(code, span, message, label).help(help)
    });
}

fn check_zone(number: i64, span: Span, zones: usize, faults: &Faults) {
    let last = zones.saturating_sub(1);
    let is_there = usize::try_from(number).is_ok_and(|number| number <= last);
    faults.unless_used((span, "policy::range"), is_there, || {
        let message = format!("the field has no zone {number}");
        let help = match last {
            0 => "its only zone is 0".to_owned(),
            _ => format!("its zones are 0 to {last}"),
        };
        Fault::at("policy::range", span, message, "out of range").help(help)
    });
}

/// Reports a fault if `combatant`, on the side `own`, names an enemy that only its own side or allied sides
/// have. `name` is the name of a combatant or of a side.
pub(super) fn check_foe(
    sides: &[Side],
    own: &Side,
    (combatant, name, span): (&str, &str, Span),
    faults: &Faults,
) {
    let has =
        |side: &Side| side.name == name || side.groups.iter().any(|group| group.combatant == name);
    let is_friend = |side: &Side| side == own || side.alliance == own.alliance;
    let is_foe = sides.iter().any(|side| !is_friend(side) && has(side));
    let is_own = sides.iter().any(|side| is_friend(side) && has(side));
    let code = "scenario::no-enemy";
    faults.unless_used((span, code), is_foe || !is_own, || {
        let message = format!("`{name}` is not an enemy of `{combatant}`");
        let place = if has(own) { "same side" } else { "allied side" };
        Fault::at(code, span, message, place)
    });
}

/// The texts in one policy, each with the node of the scenario that contains it.
struct Texts<'n> {
    texts: Vec<(&'n str, &'n Node)>,
    sources: &'n Sources,
}

impl<'n> Texts<'n> {
    fn add(&mut self, text: &'n str, node: &'n Node) -> Text<'n> {
        self.texts.push((text, node));
        Text {
            text,
            key: self.texts.len() - 1,
            lent: self.sources.is_book(node.span.source),
        }
    }

    /// Returns the place in the file of the range `range` of a text. `key` is the index of the text. If the
    /// text is a key of the file, returns the place of the key's value instead.
    fn span(&self, key: usize, range: Range<usize>, faults: &Faults) -> Span {
        let (text, node) = self.texts[key];
        let inside = matches!(&node.value, Value::Text(value) if value == text);
        if inside {
            faults.sources().pointer_span(node.span, range)
        } else {
            node.span
        }
    }

    /// Reads a list of texts. A value that is not a list of texts is a fault.
    fn lines(&mut self, node: &'n Node, what: &str, faults: &Faults) -> Vec<Text<'n>> {
        let wrong = |node: &Node| {
            faults.push(Fault {
                code: "scenario::type",
                message: format!("{what} must be a list of texts"),
                span: Some(node.span),
                label: "not a list of texts".to_owned(),
                help: Some("write `[\"first line\", \"second line\"]`".to_owned()),
            });
        };
        let Value::List(list) = &node.value else {
            wrong(node);
            return Vec::new();
        };
        let mut lines = Vec::new();
        for node in list {
            match &node.value {
                Value::Text(text) => lines.push(self.add(text, node)),
                _ => wrong(node),
            }
        }
        lines
    }
}

fn compile(
    name: &str,
    node: &Node,
    default: Option<&Node>,
    vocabulary: &'static Vocabulary,
    names: &Names<'_>,
    faults: &Faults,
) -> Option<Checked> {
    let Value::Table(table) = &node.value else {
        let message = format!(
            "`policies.{name}` must be a table, not {}",
            node.value.kind()
        );
        let fault = Fault::at("scenario::type", node.span, message, "not a table");
        faults.push(fault);
        return None;
    };
    let before = faults.met();
    let mut texts = Texts {
        texts: Vec::new(),
        sources: faults.sources(),
    };
    let mut script = Script {
        name,
        ..Script::default()
    };
    let what = format!("policy `{name}`");
    let mut fields = Fields::open(table, node.span, what, faults).of_row();
    for list in vocabulary.lists {
        let given = fields.node(list.name).or_else(|| {
            default
                .and_then(Node::as_table)
                .and_then(|default| default.get(list.name))
        });
        if let Some(given) = given {
            let title = texts.add(list.name, given);
            let lines = texts.lines(given, &format!("`{}`", list.name), faults);
            script.lists.push((title, lines));
        }
    }
    if let Some((lists, _)) = fields.table("lists") {
        for (name, entry) in lists.iter() {
            let title = texts.add(name, &entry.node);
            let lines = texts.lines(&entry.node, &format!("list `{name}`"), faults);
            script.sublists.push((title, lines));
        }
    }
    if let Some((lets, _)) = fields.table("let") {
        for (name, entry) in lets.iter() {
            let title = texts.add(name, &entry.node);
            if let Value::Text(text) = &entry.node.value {
                script.lets.push((title, texts.add(text, &entry.node)));
            } else {
                faults.push(Fault {
                    code: "scenario::type",
                    message: format!("`{name}` must be a text"),
                    span: Some(entry.node.span),
                    label: "a named condition must be a text".to_owned(),
                    help: None,
                });
            }
        }
    }
    fields.finish();
    match policy::compile_with_mentions(&script, vocabulary, names) {
        Ok((policy, mentions)) => {
            let place = |named: Mention| (named.what, texts.span(named.key, named.range, faults));
            let mentions = mentions.into_iter().map(place).collect();
            (faults.met() == before).then_some(Checked { policy, mentions })
        }
        Err(flaws) => {
            for flaw in flaws {
                faults.push(fault(flaw, &texts, faults));
            }
            None
        }
    }
}

/// Converts a flaw in a policy into a fault, which has a place in the file.
fn fault(flaw: Flaw, texts: &Texts<'_>, faults: &Faults) -> Fault {
    Fault {
        code: flaw.code,
        message: flaw.message,
        span: Some(texts.span(flaw.key, flaw.range, faults)),
        label: flaw.label,
        help: flaw.help,
    }
}
