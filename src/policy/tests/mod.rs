//! A small ruleset of words to test with, and a situation whose every answer is set by hand.

mod arithmetic;
mod deciding;
mod expressions;
mod flaws;
mod lines;

use super::*;
use crate::fight::{LineId, ListId};

const fn word(name: &'static str) -> WordSpec {
    WordSpec { name, doc: "…" }
}

const fn slot(word: &'static str, takes: Takes, required: bool) -> SlotSpec {
    SlotSpec {
        word,
        takes,
        required,
        doc: "what it is",
    }
}

const fn fact(name: &'static str, kind: Kind) -> FactSpec {
    FactSpec {
        name,
        doc: "…",
        kind,
        of_item: false,
        lists: &[],
        needs_target: false,
        steady: false,
    }
}

const ACT: [ActionSpec; 4] = [
    ActionSpec {
        name: "attack",
        doc: "…",
        slots: &[
            slot("with", Takes::Item, false),
            slot("at", Takes::Target, false),
        ],
    },
    ActionSpec {
        name: "move",
        doc: "…",
        slots: &[
            slot("by", Takes::Number, true),
            slot("to", Takes::Target, true),
            slot("at-pace", Takes::Word(&[word("slow"), word("fast")]), false),
        ],
    },
    ActionSpec {
        name: "wait",
        doc: "…",
        slots: &[],
    },
    ActionSpec {
        name: "draw",
        doc: "…",
        slots: &[slot("with", Takes::Item, true)],
    },
];

const REACT: [ActionSpec; 2] = [
    ActionSpec {
        name: "parry",
        doc: "…",
        slots: &[slot("with", Takes::Item, false)],
    },
    ActionSpec {
        name: "wait",
        doc: "…",
        slots: &[],
    },
];

/// The facts' positions are used as their answers in [`Moment::facts`].
static WORDS: Vocabulary = Vocabulary {
    lists: &[
        ListSpec {
            name: "act",
            doc: "…",
            actions: &ACT,
        },
        ListSpec {
            name: "react",
            doc: "…",
            actions: &REACT,
        },
    ],
    facts: &[
        FactSpec {
            steady: true,
            ..fact("self.hp", Kind::Number)
        },
        fact("round", Kind::Number),
        FactSpec {
            needs_target: true,
            steady: true,
            ..fact("target.distance", Kind::Number)
        },
        FactSpec {
            lists: &["react"],
            ..fact("attack.level", Kind::Scale(0))
        },
        FactSpec {
            of_item: true,
            ..fact("usable", Kind::Truth)
        },
        fact("self.prone", Kind::Truth),
        fact("self.size", Kind::Scale(1)),
    ],
    scales: &[
        ScaleSpec {
            name: "levels",
            words: &[word("failure"), word("success"), word("special")],
        },
        ScaleSpec {
            name: "sizes",
            words: &[word("small"), word("big")],
        },
    ],
    targets: &[
        TargetSpec {
            name: "nearest",
            doc: "…",
            steady: true,
        },
        TargetSpec {
            name: "weakest",
            doc: "…",
            steady: false,
        },
    ],
    selectors: &[word("best"), word("any-shield")],
};

/// A policy as written in a test: lists, sublists and lets, each with their lines.
#[derive(Debug, Default, Clone)]
struct Written<'a> {
    lists: Vec<(&'a str, Vec<&'a str>)>,
    sublists: Vec<(&'a str, Vec<&'a str>)>,
    lets: Vec<(&'a str, &'a str)>,
}

impl Written<'_> {
    /// Compiles it. Every text is its own key: the place in which it comes up, counted from 0.
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
            },
        )
    }

    fn policy(&self) -> Policy {
        self.compile().expect("the test's policy is faultless")
    }
}

/// A policy of an `act` list only.
fn act(lines: &[&str]) -> Policy {
    Written {
        lists: vec![("act", lines.to_vec())],
        ..Written::default()
    }
    .policy()
}

/// A moment in a fight whose every answer is given.
#[derive(Debug, Default)]
struct Moment {
    facts: [i64; 7],
    /// Things for which `usable` is true.
    usable: Vec<ItemRef>,
    /// Actions that are not possible.
    impossible: Vec<u8>,
    /// Answers for `chance`, last first.
    luck: Vec<bool>,
    /// Chances that were asked.
    chances: Vec<u32>,
    used: Vec<u16>,
    ran_out: Vec<u8>,
}

impl Situation for Moment {
    type Choice = (u8, [Slot; 4], [i64; 4]);

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
