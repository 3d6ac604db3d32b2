//! A small vocabulary for tests, and a decision whose facts and results each test sets.

mod arithmetic;
mod deciding;
mod expressions;
mod flaws;
mod lines;

use super::decide::Situation;
use super::vocabulary::{action, list, number, scale, share, slot, target, truth, word};
use super::*;
use crate::fight::{LineId, ListId};

const ACT: [ActionSpec; 5] = [
    action(
        "attack",
        "…",
        &[
            slot("with", Takes::Item, "what it is"),
            slot("at", Takes::Target, "what it is"),
        ],
    )
    .reads(THINGS),
    action(
        "move",
        "…",
        &[
            slot("by", Takes::Number, "what it is").required(),
            slot("to", Takes::Target, "what it is").required(),
            slot("at-pace", Takes::Word(&PACES), "what it is"),
        ],
    )
    .reads(Columns::NONE),
    action("wait", "…", &[]).reads(Columns::NONE),
    action(
        "draw",
        "…",
        &[slot("with", Takes::Item, "what it is").required()],
    ),
    action("go", "…", &[slot("to", Takes::Zone(7), "what it is")]),
];

const PACES: [WordSpec; 2] = [word("slow", "…"), word("fast", "…")];

const REACT: [ActionSpec; 2] = [
    action("parry", "…", &[slot("with", Takes::Item, "what it is")]),
    action("wait", "…", &[]),
];

const LEVELS: ScaleSpec = ScaleSpec {
    name: "levels",
    words: &[
        word("failure", "…"),
        word("success", "…"),
        word("special", "…"),
    ],
};

const SIZES: ScaleSpec = ScaleSpec {
    name: "sizes",
    words: &[word("small", "…"), word("big", "…")],
};

/// The columns of the test's states. Facts that do not declare any of them read all columns.
const HIT_POINTS: Columns = Columns::column(0);
const PLACES: Columns = Columns::column(1);
const THINGS: Columns = Columns::column(2);

/// The vocabulary of the tests. The value of a fact is at the same position in [`Moment::facts`].
static WORDS: Vocabulary = Vocabulary {
    lists: &[list("act", "…", &ACT), list("react", "…", &REACT)],
    facts: &[
        number("self.hp", "…").reads(HIT_POINTS),
        number("round", "…"),
        number("target.distance", "…").of_target().reads(PLACES),
        scale(&LEVELS, "attack.level", "…").only_in(&["react"]),
        truth("usable", "…").of_item(),
        truth("self.prone", "…"),
        scale(&SIZES, "self.size", "…"),
        share("risk", "…"),
        number("foes", "…").from(0),
        number("armour", "…").within(0, 3),
    ],
    scales: &[LEVELS, SIZES],
    targets: &[target("nearest", "…").reads(PLACES), target("weakest", "…")],
    selectors: &[word("best", "…"), word("any-shield", "…")],
};

#[test]
fn words_are_found_by_their_names() {
    assert_eq!((WORDS.list("react"), WORDS.lists[0].action("draw")), (1, 3));
    assert_eq!((WORDS.fact("usable"), WORDS.target("weakest")), (4, 1));
    assert_eq!((LEVELS.value("failure"), LEVELS.value("special")), (0, 2));
}

/// A policy as written in a test: lists, sublists and `let`s, each with its texts.
#[derive(Debug, Default, Clone)]
struct Written<'a> {
    lists: Vec<(&'a str, Vec<&'a str>)>,
    sublists: Vec<(&'a str, Vec<&'a str>)>,
    lets: Vec<(&'a str, &'a str)>,
}

impl Written<'_> {
    /// Compiles the policy. The key of each text is its position in the order of appearance, from 0.
    fn compile(&self) -> Result<Policy, Vec<Flaw>> {
        let items = [
            "broad-sword",
            "sword, broad",
            "2-handed-axe",
            "2h-mace",
            "best-bow",
        ]
        .map(String::from);
        let combatants = ["goblin", "troll"].map(String::from);
        let zones = ["gate", "yard", "2nd-floor", "round"].map(String::from);
        let mut key = 0;
        let mut text = |text| {
            key += 1;
            Text {
                text,
                key: key - 1,
                lent: false,
            }
        };
        let mut script = Script {
            name: "steady",
            ..Script::default()
        };
        for (from, to) in [
            (&self.lists, &mut script.lists),
            (&self.sublists, &mut script.sublists),
        ] {
            for (name, lines) in from {
                let name = text(name);
                to.push((name, lines.iter().map(|line| text(line)).collect()));
            }
        }
        for (name, expression) in &self.lets {
            script.lets.push((text(name), text(expression)));
        }
        compile(
            &script,
            &WORDS,
            &Names {
                items: &items,
                combatants: &combatants,
                zones: &zones,
            },
        )
    }

    fn policy(&self) -> Policy {
        self.compile().expect("the test's policy is faultless")
    }
}

/// Compiles a policy that has only the list `act`.
fn act(lines: &[&str]) -> Policy {
    Written {
        lists: vec![("act", lines.to_vec())],
        ..Written::default()
    }
    .policy()
}

/// A moment in a fight for tests. Each test sets the values of facts, the possible actions and the results of
/// chances.
#[derive(Debug, Default)]
struct Moment {
    facts: [i64; 7],
    /// The items for which the fact `usable` is true.
    usable: Vec<ItemRef>,
    /// The actions that are not possible.
    impossible: Vec<u8>,
    /// The results of the next draws of chances, the last one first.
    luck: Vec<bool>,
    /// The probabilities that chances were drawn with, in thousandths.
    chances: Vec<u32>,
    used: Vec<u16>,
    ran_out: Vec<u8>,
}

impl Situation for Moment {
    type Choice = (u8, [Slot; 4], [i64; 4]);

    const ASKS_FIRST: bool = false;

    fn aim(&mut self, line: &Line) -> bool {
        !self.impossible.contains(&line.action)
    }

    fn fact(&self, fact: usize, item: Option<ItemRef>) -> i64 {
        match item {
            Some(item) => i64::from(self.usable.contains(&item)),
            None => self.facts[fact],
        }
    }

    fn chance(&mut self, thousandths: u32) -> bool {
        self.chances.push(thousandths);
        self.luck.pop().expect("the test foresees every draw")
    }

    fn take(&mut self, line: &Line, numbers: [i64; 4]) -> Self::Choice {
        (line.action, line.slots, numbers)
    }

    fn line_used(&mut self, line: LineId) {
        self.used.push(line.0);
    }

    fn list_ran_out(&mut self, list: ListId) {
        self.ran_out.push(list.0);
    }
}

const ACT_LIST: ListId = ListId(0);
const REACT_LIST: ListId = ListId(1);
