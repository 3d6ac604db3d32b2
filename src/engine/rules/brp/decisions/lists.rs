//! The decision lists of a policy. Each list has lines, and each line names one of the actions in this file.
//!
//! Clauses: BRP-5.2-1, BRP-5.3-4, BRP-5.4-3, BRP-5.6-2, BRP-5.7-2, BRP-5.11-3, BRP-5.12-5, BRP-5.14-5.
//! Distances are metres.

use super::asker::{Asker, Choice, act};
use crate::frame::goals::MUST_REACH;
use crate::frame::resting;
use crate::policy::vocabulary::{Rows, action, all_actions, all_lists, count, list, slot, word};
use crate::policy::{ActionSpec, Columns, Line, ListSpec, SlotSpec, Takes};
use crate::rules::brp::nouns::columns::{CONDITIONS, HAND, INJURIES, INTENTS, PICKED, PLACE, RISEN, STANDING, THINGS};
use crate::rules::brp::nouns::{Action, Go};
use crate::rules::brp::words::LENGTHS;

/// A function that makes the choice of a policy line. It returns `None` if that choice is not possible.
type Act = fn(&mut Asker<'_>, &Line) -> Option<Choice>;

const ACTIONS: [ActionSpec; count(Asker::LISTS)] = all_actions(Asker::LISTS);

/// The specifications of the decision lists, as the policy language needs them.
pub(super) const LISTS: [ListSpec; Asker::LISTS.len()] = all_lists(Asker::LISTS, &ACTIONS);

/// The columns that an action against an able enemy depends on (see `columns.rs`). The action picks the
/// nearest enemy unless the line has another target rule.
const AIMED: Columns = PLACE.and(PICKED).and(RISEN);

const WITH_WEAPON: SlotSpec = slot("with", Takes::Item, "the weapon; without it the first of the list that can be used");
const AT_ENEMY: SlotSpec = slot("at", Takes::Enemy, "the enemy; without it the nearest");
const AS_LENGTH: SlotSpec = slot("as", Takes::Word(&[
    word(LENGTHS[0].0, "as a short weapon"),
    word(LENGTHS[1].0, "as a medium weapon"),
    word(LENGTHS[2].0, "as a long weapon"),
]), "in which class, for the order of equal DEX ranks; without it the first that the weapon's `length` lists");
const AT_PATIENT: SlotSpec = slot("at", Takes::Target, "the patient, oneself included; without it the first who is dying");
const ON_INJURY: SlotSpec = slot("on", Takes::Word(&[
    word("largest", "the largest untreated injury; the default"),
    word("smallest", "the smallest untreated injury"),
]), "which injury");
pub(super) const SMALLEST: u8 = ON_INJURY.word("smallest");
const WITH_TOOL: SlotSpec = slot("with", Takes::Item, "the tool; without it a shield, else the weapon in hand");
const WITH_FIRST_TOOL: SlotSpec = slot("with", Takes::Item, "the tool to parry with; without it a shield, else the weapon in hand");
const BY_METRES: SlotSpec = slot("by", Takes::Number, "how many metres").required();

const TREATS: ActionSpec = action("first-aid",
    "treats an injury of somebody within reach, having moved 5 m at most; takes effect at the end of the round", &[AT_PATIENT, ON_INJURY]).reads(PLACE.and(CONDITIONS).and(INJURIES).and(INTENTS));

impl Asker<'_> {
    /// Keeps to what the fighter has stated, or to the default of the list if it has stated nothing.
    const AS_BEFORE: Act = |_, _| Some(Choice::AsBefore);

    /// Makes no choice. The code that all books share carries out the lines of the list `rest`.
    const BETWEEN: Act = |_, _| None;

    /// The decisions in their order within a round, each with its actions.
    pub(super) const LISTS: &'static [Rows<Act>] = &[
        (list("stance", "part of the statement of intent: how to stand this round; without a line, upright", &[]), &[
            (action("kneel", "kneels behind a large shield: no move, no melee attack, no dodge, and the shield covers more", &[]).reads(THINGS),
                |a, _| a.arms().has_large_shield().then_some(Choice::Kneel)),
            (action("stand", "stands", &[]).reads(Columns::NONE), Self::AS_BEFORE),
        ]),
        (list("act", "part of the statement of intent: the one action of the round; without a line, none", &[]), &[
            (action("attack", "strikes in melee, closing in if need be; with a weapon that only shoots, shoots", &[WITH_WEAPON, AT_ENEMY, AS_LENGTH]).reads(AIMED.and(THINGS)),
                |a, line| a.attack(line)),
            (action("shoot", "shoots or throws at an enemy within three times the range, if loaded", &[WITH_WEAPON, AT_ENEMY]).reads(AIMED.and(THINGS)),
                |a, line| a.shoot(line, a.wish(line)).map(act)),
            (action("reload", "spends the whole round on reloading a weapon that has been shot", &[WITH_WEAPON]).reads(THINGS),
                |a, line| a.reload(line).map(act)),
            (TREATS, |a, line| a.first_aid(line).map(act)),
            (action("wake", "wakes an unconscious ally, who is able again from the next round on", &[slot("at", Takes::Target, "the ally; without it the nearest")]).reads(PLACE.and(CONDITIONS)),
                |a, line| a.wake(line).map(act)),
            (action("flee", "runs up to 30 m from the nearest enemy, also from melee, and defends at most; it has left the fight at the end of \
                the round unless an enemy has kept up; only under `leaving = \"yes\"`", &[]).reads(Columns::NONE), |a, _| a.flee().map(act)),
            (action("surrender", "gives up when its DEX rank comes; only under `leaving = \"yes\"`", &[]).reads(Columns::NONE),
                |a, _| a.surrender().map(act)),
            (action("wait", "takes no action; parries and dodges stay possible", &[]).reads(Columns::NONE), |_, _| Some(act(Action::None))),
        ]),
        (list("move", "part of the statement of intent: how to move; without a line, a melee attacker, healer or waker closes in and everybody \
            else stays. Whoever has an enemy within reach stays in any case. A line that names nobody may ask about the target of the \
            action", &[]).about_target(), &[
            (action("close", "moves up to an enemy's reach, 30 m at most; over 29 m leaves no action", &[AT_ENEMY]).reads(AIMED),
                |a, line| a.go(line, Go::up_to)),
            (action("advance", "moves some way towards an enemy, up to its reach", &[AT_ENEMY, BY_METRES]).reads(AIMED), |a, line| a.go(line, Go::up_to)),
            (action("withdraw", "moves some way from an enemy, 30 m at most", &[AT_ENEMY, BY_METRES]).reads(AIMED),
                |a, line| a.go(line, |whom| Go::From { whom, by: i32::MAX })),
            (action("go", "moves to the place of an objective that one must reach, 30 m at most; over 29 m leaves no action", &[]).needs(MUST_REACH).reads(PLACE.and(STANDING)),
                |a, _| a.go_to_place()),
            (action("stay", "does not move", &[]).reads(Columns::NONE), |a, _| Some(a.stay())),
        ]),
        (list("turn", "asked when the own DEX rank comes: what to do in place of the stated action", &[]), &[
            (TREATS, |a, line| a.first_aid(line).map(act)),
            (action("proceed", "does what was stated", &[]).reads(Columns::NONE), Self::AS_BEFORE),
        ]),
        (list("react", "asked for every successful attack of which the target is aware; without a line, no defence", &[]), &[
            (action("parry", "parries", &[WITH_TOOL]).reads(THINGS.and(HAND)), |a, line| a.react(line)),
            (action("dodge", "dodges", &[]).reads(Columns::NONE), |a, line| a.react(line)),
            (action("parry-then-dodge", "parries and, if that is not enough, dodges too; only under `double_defence = \"yes\"`", &[WITH_FIRST_TOOL]).reads(THINGS.and(HAND)),
                |a, line| a.react(line)),
            (action("nothing", "lets the attack come", &[]).reads(Columns::NONE), |a, line| a.react(line)),
        ]),
        (resting::with_treatment(&[]), &[
            (resting::STOP, Self::BETWEEN),
            (resting::CONTINUE, Self::BETWEEN),
            (action(resting::TREAT, "in the rest `first aid`: treats an untreated injury", &[resting::PATIENT, ON_INJURY]), Self::BETWEEN),
        ]),
    ];
}
