//! The words of the book: the keys of stat blocks, the words of policies, the house rules and the clauses.

use std::sync::LazyLock;

use skirmish::fight::{EventId, EventSpec};
use skirmish::frame::clause::{Clause, always, option, value};
use skirmish::frame::settings::{HouseRules, OptionSpec, Settings, word};
use skirmish::policy::vocabulary::{action, list, number, slot, specs, target, whole};
use skirmish::policy::{FactSpec, ListSpec, Takes, TargetSpec, Vocabulary};
use skirmish::scenario::spec::{self, FieldSpec, name, throw};

use crate::fight::Asker;

/// The keys of a stat block.
#[rustfmt::skip]
pub(crate) const COMBATANT: &[FieldSpec] = &[
    spec::whole("stamina", "points", 1..=100, "what hits take away", "TOY-4").needed(),
    spec::whole("guard", "", 2..=6, "the least that a d6 must show to hit it", "TOY-2").or(4),
    throw("damage", "dice of its hits", "TOY-2").needed(),
    name("policy", "policies", "how it decides", "TOY-1").or_word("default"),
];

#[rustfmt::skip]
const LISTS: [ListSpec; 1] = [
    list("act", "asked in each turn; without a line, strikes at the first enemy", &[
        action("strike", "strikes at an enemy", &[slot("at", Takes::Target, "the enemy; without it the first")]),
        action("rest", "gets back a point of stamina", &[]),
    ]),
];

#[rustfmt::skip]
const TARGETS: [TargetSpec; 2] = [
    target("first", "the first in listing order"),
    target("weakest", "the one with the least stamina left"),
];

type Answer = fn(&Asker<'_>) -> i64;

impl Asker<'_> {
    /// Every fact that policies can test, with the function that computes it.
    #[rustfmt::skip]
    pub(crate) const FACTS: &'static [(FactSpec, Answer)] = &[
        (number("self.stamina", "own stamina").from(0), |a| whole(a.state.body(a.who).stamina)),
        (number("foes.standing", "enemies who stand").from(0), |a| whole(a.arena.foes(a.state, a.who).count())),
    ];
}

/// The words of the book's policies.
pub(crate) static VOCABULARY: Vocabulary = Vocabulary {
    lists: &LISTS,
    facts: &specs::<_, _, { Asker::FACTS.len() }>(Asker::FACTS),
    scales: &[],
    targets: &TARGETS,
    selectors: &[],
};

pub(crate) const REST: u8 = LISTS[0].action("rest");
pub(crate) const WEAKEST: u8 = VOCABULARY.target("weakest");

/// The house rules.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    /// A six on the d6 doubles the damage [TOY-3].
    pub(crate) sixes_double: bool,
}

impl HouseRules for Options {
    #[rustfmt::skip]
    fn ask(set: &mut Settings<'_>) -> Self {
        let sixes_double = set.option("sixes", "TOY-3", "what a six does", &[
            word("plain", "it hits", false),
            word("double", "it hits for double damage", true),
        ]);
        Self { sixes_double }
    }
}

pub(crate) static OPTIONS: LazyLock<Vec<OptionSpec>> = LazyLock::new(Options::listed);

#[rustfmt::skip]
pub(crate) const CLAUSES: &[Clause] = &[
    always("TOY-1", "Turns in listing order"),
    value("TOY-2", "A d6 against the target's guard", "combatants.<name>.guard"),
    option("TOY-3", "What a six does", &["sixes"]),
    always("TOY-4", "Out without stamina"),
];

pub(crate) const SIX: EventId = EventId(0);
pub(crate) const OUT: EventId = EventId(1);

#[rustfmt::skip]
pub(crate) const EVENTS: &[EventSpec] = &[
    EventSpec::deed("six", "TOY-3", "own hits with a six"),
    EventSpec::fate("out", "TOY-4", "out at the end"),
];
