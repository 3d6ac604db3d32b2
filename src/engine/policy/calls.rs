//! Resolves calls in policies: finds the list that each line with `do` calls.
//!
//! The actions and facts of a sublist are checked for one kind of decision. A sublist may therefore not be
//! called for two kinds. A list may not call itself, directly or through other lists, because a decision
//! would never end.

use super::check::{Checker, Context};
use super::syntax::{LineTree, Name};
use crate::suggest::help_for;

/// A list of a policy that is being compiled. It is a decision list, or a sublist that lines call with `do`.
/// Decision lists come first, in the order of the vocabulary.
#[derive(Debug)]
pub(super) struct List<'a> {
    pub(super) name: &'a str,
    /// The kind of decision that the list is used for, as a position in
    /// [`Vocabulary::lists`](super::Vocabulary::lists). `None` while this is not known.
    pub(super) decision: Option<usize>,
    pub(super) lines: Vec<ParsedLine<'a>>,
}

/// A line with its parse tree, which is `None` if the line could not be parsed.
#[derive(Debug)]
pub(super) struct ParsedLine<'a> {
    pub(super) place: Context<'a>,
    pub(super) tree: Option<LineTree>,
    /// The position of the list that the line calls. `None` if the line calls no list.
    pub(super) calls: Option<usize>,
}

impl LineTree {
    /// Returns whether the line calls a sublist.
    pub(super) fn is_call(&self) -> bool {
        self.action.text == "do"
    }
}

/// Finds the list that each line calls, and the kind of decision that each sublist is used for.
pub(super) fn resolve(checker: &mut Checker, lists: &mut [List]) {
    let names: Vec<_> = lists.iter().map(|list| list.name).collect();
    for line in lists.iter_mut().flat_map(|list| &mut list.lines) {
        if let Some(tree) = line.tree.as_ref().filter(|tree| tree.is_call()) {
            line.calls = called(checker, tree, &names, &line.place);
        }
    }
    let decisions = checker.vocabulary.lists.len();
    let mut open = vec![false; lists.len()];
    for list in 0..decisions {
        walk(checker, lists, &mut open, list);
    }
    // A sublist that no line calls is checked for the decision that has most of its actions.
    for list in decisions..lists.len() {
        if lists[list].decision.is_none() {
            lists[list].decision = Some(likely_decision(checker, &lists[list]));
            walk(checker, lists, &mut open, list);
        }
    }
}

/// Returns the position of the list that a line calls. Returns `None` if the line names no list, or one that
/// does not exist. Flaws of the call are reported.
fn called(
    checker: &mut Checker,
    tree: &LineTree,
    names: &[&str],
    place: &Context,
) -> Option<usize> {
    let Some(first) = tree.parts.first().filter(|part| part.word.is_none()) else {
        checker.unknown(
            "policy::missing-slot",
            "`do` needs the name of a list".to_owned(),
            "name is missing",
            (
                &tree.action.at,
                place,
                Some("write `do` and the name of a list of this policy".to_owned()),
            ),
        );
        return None;
    };
    if let Some(second) = tree.parts.get(1) {
        let at = second.word.as_ref().map_or(&second.value.at, |w| &w.at);
        checker.unknown(
            "policy::extra-slot",
            "`do` takes only the name of one list".to_owned(),
            "not allowed here",
            (at, place, None),
        );
    }
    let name = first.value.name()?;
    let found = names.iter().position(|list| *list == name);
    if found.is_none() {
        let sublists = names[checker.vocabulary.lists.len()..].iter().copied();
        checker.unknown(
            "policy::unknown-list",
            format!("this policy has no list named `{name}`"),
            "unknown list",
            (&first.value.at, place, help_for(name, sublists)),
        );
    }
    found
}

/// Follows the calls of a list that is used for a known kind of decision, and sets this kind for all called
/// lists. `open` is true for the lists whose calls have led to this list.
fn walk(checker: &mut Checker, lists: &mut [List], open: &mut [bool], list: usize) {
    open[list] = true;
    let decision = lists[list].decision;
    for line in 0..lists[list].lines.len() {
        let ParsedLine {
            place,
            tree: Some(tree),
            calls: Some(sublist),
        } = &lists[list].lines[line]
        else {
            continue;
        };
        let (sublist, at) = (*sublist, tree.parts[0].value.at.clone());
        let (place, name) = (*place, lists[sublist].name);
        let is_decision = sublist < checker.vocabulary.lists.len();
        let flaw = if open[sublist] {
            Some((
                "policy::recursion",
                format!("the lists call each other in a loop with `{name}`"),
                "closes the loop",
                "a list can only call lists that do not call it, directly or indirectly",
            ))
        } else if is_decision || (lists[sublist].decision.is_some_and(|d| Some(d) != decision)) {
            Some((
                "policy::wrong-list",
                format!("the list `{name}` is called for another kind of decision"),
                "second kind of decision",
                "write a separate list for each kind of decision",
            ))
        } else {
            None
        };
        if let Some((code, message, label, help)) = flaw {
            lists[list].lines[line].calls = None;
            let help = Some(help.to_owned());
            checker.unknown(code, message, label, (&at, &place, help));
        } else if lists[sublist].decision.is_none() {
            lists[sublist].decision = decision;
            walk(checker, lists, open, sublist);
        }
    }
    open[list] = false;
}

fn likely_decision(checker: &Checker, list: &List) -> usize {
    let actions: Vec<&Name> = list
        .lines
        .iter()
        .filter_map(|line| line.tree.as_ref())
        .filter(|tree| !tree.is_call())
        .map(|tree| &tree.action)
        .collect();
    let known = |decision: &usize| {
        let spec = &checker.vocabulary.lists[*decision];
        let knows = |name: &&&Name| spec.actions.iter().any(|a| a.name == name.text);
        actions.iter().filter(knows).count()
    };
    // The order is reversed, because `max_by_key` returns the last maximum, and the first one is needed.
    (0..checker.vocabulary.lists.len())
        .rev()
        .max_by_key(known)
        .unwrap_or(0)
}
