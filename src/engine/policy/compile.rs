//! Compiles a script into a policy, or reports all flaws of the script.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::calls::{self, List, ParsedLine};
use super::check::{Checker, Context, Typed};
use super::code::Test;
use super::decide::is_aimless;
use super::grammar::{parse_expression, parse_line};
use super::syntax::Expr;
use super::tokens::is_identifier;
use super::{Flaw, Line, Mention, Names, Policy, Script, Slot, Text, Vocabulary};
use crate::fight::{LineId, ListId, Playbook, PlaybookLine};
use crate::suggest::help_for;

/// The greatest number of lists in a policy, decision lists and sublists together.
const MOST_LISTS: usize = 200;
/// The greatest number of lines in a policy.
const MOST_LINES: usize = 10_000;
/// The greatest number of `let`s, one within the other, that a `let` may use.
const LET_CHAIN: usize = 200;

/// Checks a policy against the vocabulary of its ruleset, and compiles it. The compiled policy refers to
/// words of the vocabulary and to `names` by their positions.
///
/// ```
/// use skirmish_engine::policy::vocabulary::{action, list, number};
/// use skirmish_engine::policy::{Names, Script, Text, Vocabulary, compile};
///
/// static WORDS: Vocabulary = Vocabulary {
///     lists: &[list("act", "at one's turn", &[action("wait", "does nothing", &[])])],
///     facts: &[number("self.hp", "hit points left")],
///     scales: &[],
///     targets: &[],
///     selectors: &[],
/// };
/// let names = Names::default();
/// let text = |text, key| Text { text, key, lent: false };
/// let script = |line| Script {
///     name: "calm",
///     lists: vec![(text("act", 0), vec![text(line, 1)])],
///     ..Script::default()
/// };
///
/// assert!(compile(&script("wait if self.hp < 3"), &WORDS, &names).is_ok());
///
/// let flaws = compile(&script("wait if self.hq < 3"), &WORDS, &names).unwrap_err();
/// assert_eq!((flaws[0].key, flaws[0].range.clone()), (1, 8..15));
/// assert_eq!(flaws[0].code, "policy::unknown-fact");
/// assert_eq!(flaws[0].help.as_deref(), Some("did you mean `self.hp`?"));
/// ```
///
/// # Errors
/// All flaws in all texts of the script, in no particular order.
pub fn compile(
    script: &Script,
    vocabulary: &'static Vocabulary,
    names: &Names,
) -> Result<Policy, Vec<Flaw>> {
    compile_with_mentions(script, vocabulary, names).map(|(policy, _)| policy)
}

/// Compiles a policy like [`compile`]. Also returns the zones, enemies and objectives that its lines name or
/// need, in no particular order.
///
/// # Errors
/// The same as [`compile`].
pub fn compile_with_mentions(
    script: &Script,
    vocabulary: &'static Vocabulary,
    names: &Names,
) -> Result<(Policy, Vec<Mention>), Vec<Flaw>> {
    let mut checker = Checker {
        vocabulary,
        names,
        lets: BTreeMap::new(),
        flaws: Vec::new(),
        mentions: Vec::new(),
    };
    let mut lists = parse_lists(&mut checker, script);
    if !checker.flaws.iter().any(|flaw| flaw.code == TOO_MANY) {
        check_lets(&mut checker, script);
        calls::resolve(&mut checker, &mut lists);
        let policy = assemble(&mut checker, script, &lists);
        if checker.flaws.is_empty() {
            return Ok((policy, checker.mentions));
        }
    }
    Err(checker.flaws)
}

const TOO_MANY: &str = "policy::too-many";

/// Parses all lines of a script. Returns all decision lists, in the order of the vocabulary, and then the
/// sublists.
fn parse_lists<'a>(checker: &mut Checker, script: &Script<'a>) -> Vec<List<'a>> {
    let specs = checker.vocabulary.lists;
    let mut prepositions: Vec<_> = specs
        .iter()
        .flat_map(|list| list.actions)
        .flat_map(|action| action.slots)
        .map(|slot| slot.word)
        .collect();
    prepositions.sort_unstable();
    prepositions.dedup();

    let mut lists: Vec<_> = (0..specs.len())
        .map(|decision| List {
            name: specs[decision].name,
            decision: Some(decision),
            lines: Vec::new(),
        })
        .collect();
    let mut given = vec![false; specs.len()];
    let mut room = MOST_LINES;
    for (name, lines) in &script.lists {
        let Some(list) = specs.iter().position(|spec| spec.name == name.text) else {
            let help = help_for(name.text, specs.iter().map(|spec| spec.name));
            let message = format!("there is no list named `{}`", name.text);
            let label = "not a list of this rulebook";
            let flaw = whole(*name, "policy::unknown-list", message, label).help(help);
            checker.flaws.push(flaw);
            continue;
        };
        if std::mem::replace(&mut given[list], true) {
            checker.flaws.push(twice(*name));
            continue;
        }
        lists[list].lines = parse_lines(checker, lines, &prepositions, &mut room);
    }
    for (name, lines) in &script.sublists {
        if lists.len() == MOST_LISTS {
            let message = format!("a policy has at most {MOST_LISTS} lists");
            let flaw = whole(*name, TOO_MANY, message, "one too many");
            checker.flaws.push(flaw);
            break;
        }
        if lists.iter().any(|list| list.name == name.text) {
            checker.flaws.push(twice(*name));
        }
        lists.push(List {
            name: name.text,
            decision: None,
            lines: parse_lines(checker, lines, &prepositions, &mut room),
        });
    }
    lists
}

fn parse_lines<'a>(
    checker: &mut Checker,
    lines: &[Text<'a>],
    prepositions: &[&'static str],
    room: &mut usize,
) -> Vec<ParsedLine<'a>> {
    if lines.len() > *room {
        let message = format!("a policy has at most {MOST_LINES} lines");
        checker
            .flaws
            .push(whole(lines[*room], TOO_MANY, message, "one too many"));
        return Vec::new();
    }
    *room -= lines.len();
    lines
        .iter()
        .map(|text| {
            let parsed = parse_line(*text, prepositions);
            ParsedLine {
                place: Context {
                    text: *text,
                    line: None,
                    may_fail: false,
                },
                tree: parsed.map_err(|flaw| checker.flaws.push(flaw)).ok(),
                calls: None,
            }
        })
        .collect()
}

/// Checks all `let`s of a script. The `let`s that a `let` uses are checked before it.
fn check_lets<'a>(checker: &mut Checker<'a>, script: &Script<'a>) {
    let mut lets = BTreeMap::new();
    for (name, text) in &script.lets {
        if let Some(flaw) = let_name_flaw(checker, *name) {
            checker.flaws.push(flaw);
        } else if lets.contains_key(name.text) {
            checker.flaws.push(twice(*name));
        } else {
            let parsed = parse_expression(*text);
            let parsed = parsed.map_err(|flaw| checker.flaws.push(flaw)).ok();
            let parsed = parsed.map(|expr| (*text, expr));
            lets.insert(name.text, parsed);
        }
    }
    for name in lets.keys() {
        check_let(checker, &lets, name, &mut Vec::new());
    }
}

/// The parsed `let`s by name, each with its text. The value is `None` for a `let` that could not be parsed.
type Lets<'a> = BTreeMap<&'a str, Option<(Text<'a>, Expr)>>;

fn check_let<'a>(
    checker: &mut Checker<'a>,
    lets: &Lets<'a>,
    name: &'a str,
    open: &mut Vec<&'a str>,
) {
    if checker.lets.contains_key(name) {
        return;
    }
    let Some((text, expr)) = &lets[name] else {
        checker.lets.insert(name, Typed::FAULTY);
        return;
    };
    let place = Context {
        text: *text,
        line: None,
        may_fail: false,
    };
    open.push(name);
    let mut asked = Vec::new();
    expr.names(&mut |name, at| {
        if let Some((&name, _)) = lets.get_key_value(name) {
            asked.push((name, at.clone()));
        }
    });
    for (asked, at) in asked {
        if checker.lets.contains_key(asked) {
            continue;
        }
        let (code, message, label) = if open.contains(&asked) {
            (
                "policy::recursion",
                format!("`{asked}` in `let` depends on itself"),
                "closes the loop",
            )
        } else if open.len() > LET_CHAIN {
            (
                "policy::too-deep",
                format!("`{asked}` is nested too deeply in `let`"),
                "too many levels",
            )
        } else {
            check_let(checker, lets, asked, open);
            continue;
        };
        checker.unknown(code, message, label, (&at, &place, None));
        checker.lets.insert(asked, Typed::FAULTY);
    }
    open.pop();
    let typed = checker.expr(expr, &place);
    checker.lets.entry(name).or_insert(typed);
}

fn let_name_flaw(checker: &Checker, name: Text) -> Option<Flaw> {
    let vocabulary = checker.vocabulary;
    let mut words = vocabulary.scales.iter().flat_map(|scale| scale.words);
    if !is_identifier(name.text) || name.text == "chance" {
        let message = format!("`{}` cannot be the name of a `let`", name.text);
        let help = "use letters, digits and `_`, with `-` or `.` between them, and no word of the language";
        let flaw = whole(name, "policy::syntax", message, "not a name");
        Some(flaw.help(help.to_owned()))
    } else if vocabulary.facts.iter().any(|fact| fact.name == name.text)
        || words.any(|word| word.name == name.text)
    {
        let message = format!("`{}` is already a word of this rulebook", name.text);
        let flaw = whole(name, "policy::duplicate", message, "already taken");
        Some(flaw.help("choose another name".to_owned()))
    } else {
        None
    }
}

fn twice(name: Text) -> Flaw {
    let message = format!("`{}` is defined twice", name.text);
    whole(name, "policy::duplicate", message, "second definition")
        .help("choose another name".to_owned())
}

/// Returns whether any of these slots has a number.
fn is_measured(slots: &[Slot]) -> bool {
    slots.iter().any(|slot| matches!(slot, Slot::Number(_)))
}

/// Creates a flaw that marks a whole text.
fn whole(text: Text, code: &'static str, message: String, label: &str) -> Flaw {
    Flaw::new(text.key, 0..text.text.len(), code, message, label)
}

/// Checks all lines, and returns the compiled policy. It may be used only if no flaw has been reported.
fn assemble(checker: &mut Checker, script: &Script, lists: &[List]) -> Policy {
    let vocabulary = checker.vocabulary;
    let (mut ranges, mut lines) = (Vec::new(), Vec::new());
    let (mut code, mut tests) = (Vec::new(), Vec::new());
    let mut playbook = Playbook {
        name: script.name.to_owned(),
        lists: lists.iter().map(|list| list.name.to_owned()).collect(),
        lines: Vec::new(),
    };
    for (id, list) in lists.iter().enumerate() {
        let start = LineId::at(lines.len());
        for line in &list.lines {
            let (Some(tree), Some(decision)) = (&line.tree, list.decision) else {
                continue;
            };
            let (place, code) = (&line.place, &mut code);
            let meaning = if tree.is_call() {
                checker.call_line(tree, decision, place, code)
            } else {
                checker.action_line(tree, decision, place, code)
            };
            let Some(meaning) = meaning else { continue };
            let condition = meaning.condition.of(code);
            let aimless = is_aimless(condition, vocabulary);
            let found = if condition.is_empty() {
                Some((Vec::new(), condition))
            } else {
                Test::leading(condition)
            };
            let (leading, rest) = found.unwrap_or((Vec::new(), condition));
            let rest = meaning.condition.last(rest.len());
            let first = tests.len();
            tests.extend(leading);
            let place = |at: usize| u16::try_from(at).ok();
            let range = place(first).zip(place(tests.len()));
            let (range, rest) = range.map_or(((0, 0), meaning.condition), |range| (range, rest));
            lines.push(Line {
                action: meaning.action.unwrap_or(Line::CALL),
                slots: meaning.slots,
                id: LineId::at(lines.len()),
                condition: meaning.condition,
                tests: range,
                rest,
                calls: line.calls.map(ListId::at),
                measured: is_measured(&meaning.slots),
                aimless,
            });
            playbook.lines.push(PlaybookLine {
                list: ListId::at(id),
                text: line.place.text.text.trim().to_owned(),
                lent: line.place.text.lent,
            });
        }
        ranges.push((start, LineId::at(lines.len())));
    }
    let lines: Arc<[Line]> = lines.into();
    let mut policy = Policy {
        lists: ranges.into(),
        asked: Arc::clone(&lines),
        lines,
        code: code.into(),
        tests: tests.into(),
        reads: Arc::new([]),
        playbook: Arc::new(playbook),
    };
    policy.reads = (0..vocabulary.lists.len())
        .map(|list| policy.read_by(ListId::at(list), list, vocabulary))
        .collect();
    policy
}
