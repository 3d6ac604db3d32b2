//! Checks the meaning of a line: its action, the contents of its slots and its condition.

use std::ops::Range;

use super::check::{Checker, Context, Site, as_name};
use super::code::{Code, ONE, Op};
use super::lookup::Referent;
use super::syntax::{Expr, LinePart, LineTree, Name};
use super::{ActionSpec, Kind, ListSpec, Mention, Mentioned, Slot, Takes, TargetRef};
use crate::suggest::{all_of, help_for, help_or_all, in_words};

/// A checked line that is not yet part of a policy.
#[derive(Debug)]
pub(super) struct Meaning {
    /// The action, as a position among the actions of the list. `None` if the line calls a sublist.
    pub(super) action: Option<u8>,
    pub(super) slots: [Slot; 4],
    pub(super) condition: Code,
}

impl Checker<'_> {
    /// Checks a line with an action, and appends its expressions to `code`. Returns `None` if the line has a
    /// flaw.
    pub(super) fn action_line(
        &mut self,
        tree: &LineTree,
        list: usize,
        place: &Context,
        code: &mut Vec<Op>,
    ) -> Option<Meaning> {
        let before = self.flaws.len();
        let spec = &self.vocabulary.lists[list];
        let action = spec.actions.iter().position(|a| a.name == tree.action.text);
        let Some(action) = action else {
            self.unknown_action(&tree.action, spec, place);
            // The action is not valid, so the slots cannot be checked. The condition can be, and may use
            // facts about a target, because the right action could have one.
            self.condition(tree, Site { list, target: true }, place, code);
            return None;
        };
        let spec = &spec.actions[action];
        let target = spec.slots.iter().any(|s| s.takes.is_target());
        let site = Site { list, target };
        let line = Context {
            line: Some(site),
            ..*place
        };
        let slots = self.slots(tree, spec, &line, code);
        let condition = self.condition(tree, site, place, code)?;
        if let Some(fact) = spec.needed_by(&slots).filter(|_| !place.text.lent) {
            let number = self.vocabulary.fact(fact);
            if !condition.of(code).iter().any(|op| op.asks(number)) {
                self.mentions.push(Mention {
                    what: Mentioned::Need(fact),
                    key: place.text.key,
                    range: tree.action.at.clone(),
                });
            }
        }
        (self.flaws.len() == before).then_some(Meaning {
            action: Some(u8::try_from(action).expect("a list has few actions")),
            slots,
            condition,
        })
    }

    /// Checks the condition of a line that calls a sublist. The name of the sublist has been checked before.
    pub(super) fn call_line(
        &mut self,
        tree: &LineTree,
        list: usize,
        place: &Context,
        code: &mut Vec<Op>,
    ) -> Option<Meaning> {
        let site = Site {
            list,
            target: false,
        };
        let condition = self.condition(tree, site, place, code)?;
        Some(Meaning {
            action: None,
            slots: [Slot::Absent; 4],
            condition,
        })
    }

    fn condition(
        &mut self,
        tree: &LineTree,
        site: Site,
        place: &Context,
        code: &mut Vec<Op>,
    ) -> Option<Code> {
        let Some(expr) = &tree.condition else {
            return Some(Code::EMPTY);
        };
        let place = Context {
            line: Some(site),
            ..*place
        };
        let ops = self.of_kind(expr, Kind::Truth, &place)?;
        match ops[..] {
            [Op::Push(truth)] if truth != 0 => Some(Code::EMPTY),
            _ => self.keep(&ops, expr, &place, code),
        }
    }

    fn keep(
        &mut self,
        ops: &[Op],
        expr: &Expr,
        place: &Context,
        code: &mut Vec<Op>,
    ) -> Option<Code> {
        let kept = Code::append(code, ops);
        if kept.is_none() {
            self.flaw(
                place,
                &expr.at,
                "policy::too-deep",
                "the conditions of this policy are too long in all",
                "no space from this line on",
            );
        }
        kept
    }

    fn slots(
        &mut self,
        tree: &LineTree,
        spec: &'static ActionSpec,
        place: &Context,
        code: &mut Vec<Op>,
    ) -> [Slot; 4] {
        let mut slots = [Slot::Absent; 4];
        let mut given = [false; 4];
        let mut parts = tree.parts.iter().enumerate().peekable();
        while let Some((position, part)) = parts.next() {
            let next_is_bare = parts.peek().is_some_and(|(_, next)| next.word.is_none());
            let Some(slot) = self.slot_of(part, position, next_is_bare, spec) else {
                self.stray(part, spec, place);
                if part.word.is_none() && next_is_bare {
                    parts.next(); // The value after a preposition that is probably mistyped.
                }
                continue;
            };
            let at = part.word.as_ref().map_or(&part.value.at, |word| &word.at);
            if given[slot] {
                self.flaw(
                    place,
                    at,
                    "policy::duplicate",
                    format!("`{}` has this part twice", spec.name),
                    format!("second `{}`", spec.slots[slot].word),
                );
                continue;
            }
            given[slot] = true;
            if let Some(value) = self.slot(&part.value, &spec.slots[slot].takes, place, code) {
                slots[slot] = value;
            }
        }
        for (slot, given) in spec.slots.iter().zip(given) {
            if slot.required && !given {
                let flaw = self.flaw(
                    place,
                    &tree.action.at,
                    "policy::missing-slot",
                    format!("`{}` needs a `{}`", spec.name, slot.word),
                    format!("`{} …` is missing", slot.word),
                );
                flaw.help = Some(format!("`{} …`: {}", slot.word, slot.doc));
            }
        }
        slots
    }

    /// Returns the index of the slot that a part of the line belongs to. Returns `None` if there is no such
    /// slot.
    fn slot_of(
        &self,
        part: &LinePart,
        position: usize,
        next_is_bare: bool,
        spec: &ActionSpec,
    ) -> Option<usize> {
        if let Some(word) = &part.word {
            return spec.slots.iter().position(|slot| slot.word == word.text);
        }
        // A part without a preposition, directly after the action, is a target. If another such part follows
        // and this is not the name of a target, it is probably a mistyped preposition.
        let is_target = |slot: &super::SlotSpec| slot.takes.is_target();
        let target = spec.slots.iter().position(is_target)?;
        let known = part
            .value
            .name()
            .and_then(|name| self.find_target(name, false));
        (position == 0 && (known.is_some() || !next_is_bare)).then_some(target)
    }

    fn slot(
        &mut self,
        value: &Expr,
        takes: &Takes,
        place: &Context,
        code: &mut Vec<Op>,
    ) -> Option<Slot> {
        match takes {
            Takes::Item => self.item(value, place).map(Slot::Item),
            Takes::Target | Takes::Enemy => {
                let name = as_name(value, place);
                let found = self.find_target(name, place.text.lent);
                if self.is_rule_and_combatant(name) && !place.text.lent {
                    let message =
                        format!("`{name}` is both a rule for picking a target and a combatant");
                    let label = "ambiguous";
                    let help = Some("rename the combatant".to_owned());
                    self.unknown(
                        "policy::ambiguous",
                        message,
                        label,
                        (&value.at, place, help),
                    );
                }
                if found.is_none() {
                    let help = help_for(name, self.target_names());
                    self.unknown(
                        "policy::unknown-target",
                        format!("there is no target named `{name}`"),
                        "neither a rule for picking targets nor a combatant",
                        (&value.at, place, help),
                    );
                }
                if let (Takes::Enemy, Some(TargetRef::Combatant(who))) = (takes, found) {
                    self.mention(Mentioned::Enemy(who), value, place);
                }
                found.map(Slot::Target)
            }
            Takes::Number | Takes::Whole(..) | Takes::Zone(_) => {
                let ops = match takes {
                    Takes::Zone(_) => self.zone(value, place)?,
                    _ => self.of_kind(value, Kind::Number, place)?,
                };
                self.check_written_out(&ops, value, (takes, place));
                self.keep(&ops, value, place, code).map(Slot::Number)
            }
            Takes::Word(words) => {
                let name = as_name(value, place);
                let names = || words.iter().map(|word| word.name);
                let found = names().position(|word| word == name);
                if found.is_none() {
                    self.unknown(
                        "policy::unknown-word",
                        format!("`{name}` is not one of the allowed words"),
                        "unknown word",
                        (&value.at, place, help_for(name, names())),
                    );
                }
                found.map(|word| Slot::Word(u8::try_from(word).expect("a slot has few words")))
            }
        }
    }

    /// Returns the code for the zone in `value`. If this is the name of a zone, it always means this zone.
    /// Otherwise it must be a number.
    fn zone(&mut self, value: &Expr, place: &Context) -> Option<Vec<Op>> {
        if let Some(zone) = self.find_zone(as_name(value, place)) {
            return Some(vec![Op::Push(zone * ONE)]);
        }
        let is_letter = |name: &&str| !name.starts_with(|first: char| first.is_ascii_digit());
        let name = value.name().filter(is_letter);
        if let Some(name) = name.filter(|name| matches!(self.find(name), Referent::Nothing)) {
            let help = help_for(name, self.zone_names());
            self.unknown(
                "policy::unknown-zone",
                format!("there is no zone named `{name}`"),
                "neither a zone nor a fact",
                (&value.at, place, help),
            );
            return None;
        }
        self.of_kind(value, Kind::Number, place)
    }

    /// Reports a flaw if the value of a slot is a literal number that the slot does not allow.
    fn check_written_out(&mut self, ops: &[Op], value: &Expr, (takes, place): (&Takes, &Context)) {
        // Arithmetic on literal numbers has been computed already, so their code is a single operation.
        let [Op::Push(thousandths)] = *ops else {
            return;
        };
        let within = |least: i64, most: i64| {
            let fits = thousandths % 1000 == 0 && (least..=most).contains(&(thousandths / 1000));
            (fits, format!("a whole number from {least} to {most}"))
        };
        let (fits, bounds) = match takes {
            Takes::Whole(least, most) => within(*least, *most),
            Takes::Zone(last) => within(0, *last),
            _ => (thousandths >= 0, "0 or more".to_owned()),
        };
        if fits && matches!(takes, Takes::Zone(_)) {
            self.mention(Mentioned::Zone(thousandths / 1000), value, place);
        }
        if !fits {
            let text = place.text.text.get(value.at.clone()).unwrap_or_default();
            let message = format!("this number must be {bounds}, not {text}");
            self.flaw(place, &value.at, "policy::range", message, "out of range");
        }
    }

    fn mention(&mut self, what: Mentioned, value: &Expr, place: &Context) {
        self.mentions.push(Mention {
            what,
            key: place.text.key,
            range: value.at.clone(),
        });
    }

    fn stray(&mut self, part: &LinePart, spec: &ActionSpec, place: &Context) {
        let (text, at) = match &part.word {
            Some(word) => (word.text.as_str(), &word.at),
            None => (as_name(&part.value, place), &part.value.at),
        };
        let item = |slot: &&super::SlotSpec| matches!(slot.takes, Takes::Item);
        let help = match spec.slots.iter().find(item) {
            Some(slot) if part.word.is_none() && self.find_item(text, false).is_some() => {
                Some(format!("write `{} {text}`", slot.word))
            }
            _ => help_for(text, spec.slots.iter().map(|slot| slot.word).chain(["if"])),
        };
        self.unknown(
            "policy::extra-slot",
            format!("`{}` takes no `{text}`", spec.name),
            "not allowed here",
            (at, place, help),
        );
    }

    fn unknown_action(&mut self, action: &Name, spec: &ListSpec, place: &Context) {
        let name = action.text.as_str();
        let known = spec.actions.iter().map(|action| action.name);
        let known: Vec<_> = known.chain(["do"]).collect();
        let lists = self.vocabulary.lists.iter();
        let elsewhere: Vec<_> = lists
            .filter(|list| list.actions.iter().any(|action| action.name == name))
            .map(|list| list.name)
            .collect();
        if elsewhere.is_empty() {
            self.unknown(
                "policy::unknown-action",
                format!("there is no action named `{name}`"),
                format!("not an action of the list `{}`", spec.name),
                (&action.at, place, help_or_all(name, &known)),
            );
        } else {
            let own = all_of(&known).expect("every list has a `do`");
            let lists = if elsewhere.len() == 1 {
                "list"
            } else {
                "lists"
            };
            let elsewhere = in_words(&elsewhere);
            let help = format!("{own} here; `{name}` is an action of the {lists} {elsewhere}");
            self.unknown(
                "policy::wrong-list",
                format!("`{name}` cannot be used in the list `{}`", spec.name),
                "not available here",
                (&action.at, place, Some(help)),
            );
        }
    }

    pub(super) fn unknown(
        &mut self,
        code: &'static str,
        message: String,
        label: impl Into<String>,
        (at, place, help): (&Range<usize>, &Context, Option<String>),
    ) {
        self.flaw(place, at, code, message, label).help = help;
    }
}
