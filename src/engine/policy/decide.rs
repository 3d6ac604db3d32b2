//! Decides: takes the first line whose action is possible and whose condition holds.

use std::sync::Arc;

use serde::Serialize;

use super::code::{self, Code, Op, Test};
use super::{Bounds, Columns, Vocabulary};
use crate::dice::{Dice, Die, Topic};
use crate::fight::{FighterId, LineId, ListId, Playbook, Witness};

/// A compiled policy. Copies share its data.
///
/// Its numbers are positions in the ruleset's vocabulary and in the names passed to the compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// The decision lists in the vocabulary's order, then the sublists; positions in `asked`.
    pub(super) lists: Arc<[(LineId, LineId)]>,
    pub(super) lines: Arc<[Line]>,
    /// The lines of each list that are evaluated: all except those left out by [`Policy::without`].
    pub(super) asked: Arc<[Line]>,
    pub(super) code: Arc<[Op]>,
    /// The tests at the beginning of conditions, one condition after the other.
    pub(super) tests: Arc<[Test]>,
    /// The columns that each decision list reads.
    pub(super) reads: Arc<[Columns]>,
    pub(super) playbook: Arc<Playbook>,
}

/// One compiled line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Line {
    /// The action, by its position in [`ListSpec::actions`](super::ListSpec::actions); [`Line::CALL`] where the line
    /// calls a sublist.
    pub action: u8,
    /// The slots after the action, by position in [`ActionSpec::slots`](super::ActionSpec::slots).
    pub slots: [Slot; 4],
    /// The id of the line.
    pub id: LineId,
    pub(super) condition: Code,
    /// The tests at the beginning of its condition, as a range of [`Policy::tests`].
    #[serde(skip)]
    pub(super) tests: (u16, u16),
    /// The part of its condition after these tests.
    #[serde(skip)]
    pub(super) rest: Code,
    pub(super) calls: Option<ListId>,
    #[serde(skip)]
    pub(super) measured: bool,
    /// Whether its condition asks neither its target nor the dice, so that its result is independent of the target.
    #[serde(skip)]
    pub(super) aimless: bool,
}

impl Line {
    /// The action of a line that calls a sublist. A [`Decision`] never receives such a line.
    pub const CALL: u8 = u8::MAX;

    /// The sublist that the line calls, if it does.
    pub fn calls(&self) -> Option<ListId> {
        self.calls
    }

    /// The item that it names, if any: the first of several.
    #[inline]
    pub fn item(&self) -> Option<ItemRef> {
        self.slots.iter().find_map(|slot| match slot {
            Slot::Item(item) => Some(*item),
            _ => None,
        })
    }

    /// The target that it names, if any: the first of several.
    #[inline]
    pub fn target(&self) -> Option<TargetRef> {
        self.slots.iter().find_map(|slot| match slot {
            Slot::Target(target) => Some(*target),
            _ => None,
        })
    }

    /// The word in a slot, by its position; 0 without a word.
    #[inline]
    pub fn word(&self, slot: usize) -> u8 {
        match self.slots[slot] {
            Slot::Word(word) => word,
            _ => 0,
        }
    }

    /// Returns whether a slot of the line is a number.
    #[inline]
    pub fn is_measured(&self) -> bool {
        self.measured
    }

    /// Returns whether the line is taken whenever its action is possible.
    pub fn is_unconditional(&self) -> bool {
        self.condition.is_empty()
    }
}

/// The content of a slot of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Slot {
    /// Nothing.
    Absent,
    /// An item.
    Item(ItemRef),
    /// A target.
    Target(TargetRef),
    /// A word, by its position in [`Takes::Word`](super::Takes::Word).
    Word(u8),
    /// A number, whose value is passed to [`Decision::take`].
    Number(Code),
}

/// An item as a policy names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum ItemRef {
    /// By name: a position in [`Names::items`](super::Names::items).
    Named(u16),
    /// By a position in [`Vocabulary::selectors`].
    Selector(u8),
}

/// A target as a policy names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum TargetRef {
    /// By a position in [`Vocabulary::targets`].
    Rule(u8),
    /// One of a combatant's fighters: a position in [`Names::combatants`](super::Names::combatants).
    Combatant(u16),
}

/// The interface of an evaluated list to the fight: a [`Decision`] together with the dice and the witness.
pub(super) trait Situation {
    type Choice;

    const ASKS_FIRST: bool;

    fn aim(&mut self, line: &Line) -> bool;

    fn fact(&self, fact: usize, item: Option<ItemRef>) -> i64;

    /// True with this probability, in thousandths from 0 to 1000. Draws dice.
    fn chance(&mut self, thousandths: u32) -> bool;

    fn take(&mut self, line: &Line, numbers: [i64; 4]) -> Self::Choice;

    fn line_used(&mut self, line: LineId);

    fn list_ran_out(&mut self, list: ListId);
}

impl Policy {
    /// The policy as the tally counts it: all lists, empty ones included, the decision lists first in the
    /// vocabulary's order; and all lines.
    pub fn playbook(&self) -> Arc<Playbook> {
        Arc::clone(&self.playbook)
    }

    /// The evaluated lines of a list. The id of a decision list is its position in [`Vocabulary::lists`].
    ///
    /// # Panics
    /// When the policy has no such list.
    #[inline]
    pub fn list(&self, list: ListId) -> &[Line] {
        let (start, end) = self.lists[list.index()];
        &self.asked[start.index()..end.index()]
    }

    /// One of its lines.
    ///
    /// # Panics
    /// When the policy has no such line.
    #[inline]
    pub fn line(&self, id: LineId) -> &Line {
        &self.lines[id.index()]
    }

    /// The policy without those lines of a decision list that can never lead to a choice, as `never` says: they are
    /// no longer evaluated. The remaining lines keep their numbers.
    ///
    /// # Panics
    /// When it has no such list.
    #[must_use]
    pub fn without(&self, list: ListId, never: impl Fn(&Line) -> bool) -> Self {
        let reached = self.reached_from(list);
        let (mut asked, mut lists) = (Vec::new(), Vec::new());
        for at in (0..self.lists.len()).map(ListId::at) {
            let first = LineId::at(asked.len());
            let is_left =
                |line: &&Line| !reached.contains(&at) || line.calls.is_some() || !never(line);
            asked.extend(self.list(at).iter().filter(is_left));
            lists.push((first, LineId::at(asked.len())));
        }
        Self {
            lists: lists.into(),
            asked: asked.into(),
            ..self.clone()
        }
    }

    /// The policy for a fighter for whom none of `facts` ever holds; these are positions in the vocabulary. Lines that are
    /// possible only while one of them holds are no longer evaluated, and [`Policy::reads`] leaves them out.
    #[must_use]
    pub fn while_false(&self, facts: &[usize], vocabulary: &Vocabulary) -> Self {
        let bounds = |fact: usize| {
            if facts.contains(&fact) {
                Bounds::new(0, 0)
            } else {
                vocabulary.facts[fact].bounds
            }
        };
        let mut left = self.clone();
        for (at, list) in vocabulary.lists.iter().enumerate() {
            let is_idle = |line: &Line| {
                let code = line.condition.of(&self.code);
                let mut asked = code.iter().filter_map(Op::fact);
                let asks = asked.any(|fact| facts.contains(&fact));
                let action = list.actions.get(usize::from(line.action));
                let need = action.and_then(|action| action.needed_by(&line.slots));
                asks && self.never_holds(line, &bounds)
                    || need.is_some_and(|fact| facts.contains(&vocabulary.fact(fact)))
            };
            if left.lines_from(ListId::at(at)).any(is_idle) {
                left = left.without(ListId::at(at), is_idle);
            }
        }
        if left.asked.len() < self.asked.len() {
            let lists = (0..vocabulary.lists.len()).map(ListId::at);
            left.reads = lists
                .map(|list| left.still_reads(list, vocabulary))
                .collect();
        }
        left
    }

    /// The list and all sublists that it calls, directly or through others.
    fn reached_from(&self, list: ListId) -> Vec<ListId> {
        let mut reached = vec![list];
        let mut at = 0;
        while let Some(&list) = reached.get(at) {
            at += 1;
            for called in self.list(list).iter().filter_map(Line::calls) {
                if !reached.contains(&called) {
                    reached.push(called);
                }
            }
        }
        reached
    }

    /// The columns on which a decision list's choice depends: those that its conditions, numbers, target rules and
    /// actions read, including the lists that it calls, and the dice where it draws a chance.
    ///
    /// # Panics
    /// When it is not a decision list.
    pub fn reads(&self, list: ListId) -> Columns {
        self.reads[list.index()]
    }

    /// The columns that a decision list reads, like [`Policy::reads`], but without the lines that are no longer
    /// evaluated ([`Policy::without`]).
    ///
    /// # Panics
    /// When it is not a decision list.
    pub fn still_reads(&self, list: ListId, vocabulary: &Vocabulary) -> Columns {
        self.read_by(list, list.index(), vocabulary)
    }

    /// Returns whether a condition or number of a list, or of its sublists, asks a fact of the line's target.
    ///
    /// # Panics
    /// When the policy has no such list.
    pub fn asks_of_target(&self, list: ListId, vocabulary: &Vocabulary) -> bool {
        let facts = vocabulary.facts.iter().enumerate();
        let mut of_target = facts.filter(|(_, fact)| fact.needs_target);
        of_target.any(|(at, _)| self.asks_in(list, at))
    }

    /// The lines of a list and of its sublists that have an action of their own.
    ///
    /// # Panics
    /// When the policy has no such list.
    pub fn lines_from(&self, list: ListId) -> impl Iterator<Item = &Line> {
        let reached = self.reached_from(list);
        let lines = reached.into_iter().flat_map(|list| self.list(list).iter());
        lines.filter(|line| line.calls.is_none())
    }

    /// Returns whether a list, or one of its sublists, has a line with this action.
    ///
    /// # Panics
    /// When the policy has no such list.
    pub fn uses_action(&self, list: ListId, action: usize) -> bool {
        self.list(list).iter().any(|line| match line.calls {
            Some(sublist) => self.uses_action(sublist, action),
            None => usize::from(line.action) == action,
        })
    }

    /// Returns whether any line uses this target rule, given by its position in the vocabulary.
    pub fn aims_by(&self, rule: u8) -> bool {
        let aimed = |slot: &Slot| *slot == Slot::Target(TargetRef::Rule(rule));
        self.lines.iter().any(|line| line.slots.iter().any(aimed))
    }

    /// The only fact of the condition of `line`, by its position in the vocabulary, if the condition is a
    /// single fact.
    pub fn only_if(&self, line: &Line) -> Option<usize> {
        match line.condition.of(&self.code) {
            [Op::Fact(fact)] => Some(usize::from(*fact)),
            _ => None,
        }
    }

    /// Returns whether the condition of `line` asks no dice and never holds while facts are within the bounds that
    /// `fact` gives.
    pub fn never_holds(&self, line: &Line, fact: &dyn Fn(usize) -> Bounds) -> bool {
        let code = line.condition.of(&self.code);
        let draws = code.contains(&Op::Chance);
        !draws && !code.is_empty() && code::bounds(code, fact).never_holds()
    }

    /// Returns whether a condition of any line draws dice.
    pub fn draws(&self) -> bool {
        self.code.contains(&Op::Chance)
    }

    /// Returns whether a condition or number of any line asks this fact, given by its position in the vocabulary.
    pub fn asks(&self, fact: usize) -> bool {
        self.code.iter().any(|op| op.asks(fact))
    }

    /// Returns whether a condition or number of a list, or of its sublists, asks this fact.
    ///
    /// # Panics
    /// When the policy has no such list.
    pub fn asks_in(&self, list: ListId, fact: usize) -> bool {
        let asked = |code: Code| code.of(&self.code).iter().any(|op| op.asks(fact));
        self.list(list).iter().any(|line| {
            let measured = line.slots.iter().any(|slot| match slot {
                Slot::Number(number) => asked(*number),
                _ => false,
            });
            measured
                || asked(line.condition)
                || line
                    .calls
                    .is_some_and(|sublist| self.asks_in(sublist, fact))
        })
    }

    /// The least value such that no line distinguishes it from any greater value of this fact, because lines compare
    /// the fact only with smaller numbers. 0 if no line asks it, `None` if a line uses it in any other way.
    ///
    /// Example: with `attack if round <= 12 or self.health > 3` all values of `round` from 13 are equivalent.
    pub fn settles_at(&self, fact: usize) -> Option<u32> {
        let compared = |ops: &[Op]| match *ops {
            [a, Op::Push(number), Op::Combine(how)] | [Op::Push(number), a, Op::Combine(how)]
                if a.asks(fact) && how.compares() =>
            {
                Some(number)
            }
            _ => None,
        };
        let asked = self.code.iter().filter(|op| op.asks(fact)).count();
        let numbers: Vec<i64> = self.code.windows(3).filter_map(compared).collect();
        if numbers.len() < asked {
            return None;
        }
        let above = |number: i64| number.div_euclid(code::ONE).saturating_add(1).max(0);
        u32::try_from(numbers.into_iter().map(above).max().unwrap_or(0)).ok()
    }

    #[inline]
    pub(super) fn decide<S: Situation>(
        &self,
        list: ListId,
        situation: &mut S,
    ) -> Option<S::Choice> {
        self.decide_after(list, 0, situation)
    }

    #[inline]
    pub(super) fn decide_after<S: Situation>(
        &self,
        list: ListId,
        passed: usize,
        situation: &mut S,
    ) -> Option<S::Choice> {
        for line in &self.list(list)[passed..] {
            let choice = if let Some(sublist) = line.calls {
                if !self.holds(line, situation) {
                    continue;
                }
                let Some(choice) = self.decide(sublist, situation) else {
                    continue;
                };
                choice
            } else {
                // Most conditions are cheap to evaluate; aiming often is not.
                let first = S::ASKS_FIRST && line.aimless;
                if first && !self.holds(line, situation) {
                    continue;
                }
                if !situation.aim(line) || !first && !self.holds(line, situation) {
                    continue;
                }
                let numbers = if line.is_measured() {
                    line.slots.map(|slot| match slot {
                        Slot::Number(code) => code::run(code.of(&self.code), situation),
                        _ => 0,
                    })
                } else {
                    [0; 4]
                };
                situation.take(line, numbers)
            };
            situation.line_used(line.id);
            return Some(choice);
        }
        situation.list_ran_out(list);
        None
    }

    /// Continues a list after a line whose choice had no effect. `told` are the lines reported to
    /// [`Decision::line_used`] for that choice: first the line of the innermost sublist, last the line of the list
    /// itself. If `told` is empty, the list is at its end.
    ///
    /// # Panics
    /// When the policy has no such list.
    pub(super) fn decide_beyond<S: Situation>(
        &self,
        list: ListId,
        told: &[LineId],
        situation: &mut S,
    ) -> Option<S::Choice> {
        let (&used, inner) = told.split_last()?;
        let lines = self.list(list);
        let at = lines.iter().position(|line| line.id == used)?;
        if let (Some(sublist), false) = (lines[at].calls, inner.is_empty())
            && let Some(choice) = self.decide_beyond(sublist, inner, situation)
        {
            situation.line_used(used);
            return Some(choice);
        }
        self.decide_after(list, at + 1, situation)
    }

    #[inline]
    fn holds<S: Situation>(&self, line: &Line, situation: &mut S) -> bool {
        let (first, last) = line.tests;
        let tests = &self.tests[usize::from(first)..usize::from(last)];
        code::all_pass(tests, situation)
            && (line.rest.is_empty() || code::run(line.rest.of(&self.code), situation) != 0)
    }

    /// The columns that a list reads (see [`Policy::reads`]) if it serves the decision `decides`.
    pub(super) fn read_by(&self, list: ListId, decides: usize, vocabulary: &Vocabulary) -> Columns {
        let of_code = |code: Code| {
            let ops = code.of(&self.code).iter().map(|op| match op {
                Op::Fact(fact) | Op::FactOf(fact, _) => vocabulary.facts[usize::from(*fact)].reads,
                Op::Chance => Columns::DICE,
                _ => Columns::NONE,
            });
            ops.fold(Columns::NONE, Columns::and)
        };
        let lists = self.reached_from(list);
        let lines = lists.iter().flat_map(|&list| self.list(list)).map(|line| {
            // A line with a flaw has no action and is never evaluated.
            let actions = vocabulary.lists[decides].actions;
            let action = actions.get(usize::from(line.action));
            let own = match line.calls {
                Some(_) => Columns::NONE,
                None => action.map_or(Columns::ALL, |action| action.reads),
            };
            let slots = line.slots.iter().map(|slot| match slot {
                Slot::Number(code) => of_code(*code),
                Slot::Target(TargetRef::Rule(rule)) => vocabulary.targets[usize::from(*rule)].reads,
                _ => Columns::NONE,
            });
            slots.fold(own | of_code(line.condition), Columns::and)
        });
        lines.fold(Columns::NONE, Columns::and)
    }
}

/// The least value such that none of these policies distinguishes it from a greater value of the fact; see
/// [`Policy::settles_at`].
pub fn all_settle_at<'a>(
    policies: impl IntoIterator<Item = &'a Policy>,
    fact: usize,
) -> Option<u32> {
    let mut policies = policies.into_iter();
    policies.try_fold(0, |from, policy| Some(policy.settles_at(fact)?.max(from)))
}

/// Returns whether a condition asks neither the line's target nor the dice.
pub(super) fn is_aimless(condition: &[Op], vocabulary: &Vocabulary) -> bool {
    condition.iter().all(|op| match op {
        Op::Fact(fact) | Op::FactOf(fact, _) => !vocabulary.facts[usize::from(*fact)].needs_target,
        Op::Chance => false,
        _ => true,
    })
}

/// A decision as a book sees it: finds out the effect of a policy's lines. The caller provides dice and witness, see
/// [`Policy::choose`].
pub trait Decision {
    /// The result of a decision.
    type Choice;

    /// Whether conditions that depend on no target may be evaluated before the line is aimed, which usually takes
    /// longer. This is correct where aiming only finds out the effect of the line and changes nothing.
    const ASKS_FIRST: bool = true;

    /// The fighter that decides.
    fn who(&self) -> FighterId;

    /// Tries to make the line's action possible: binds item and target. Returns false to skip the line.
    fn aim(&mut self, line: &Line) -> bool;

    /// The value of a fact, given by its position in [`Vocabulary::facts`]: thousandths for a number, 0 or 1 for a
    /// truth, the position on its scale for a word. `item` is given for facts of an item. The target is bound by
    /// [`Decision::aim`].
    fn fact(&self, fact: usize, item: Option<ItemRef>) -> i64;

    /// Makes the choice. `numbers` holds the values of the number slots by slot position, in thousandths; 0
    /// elsewhere.
    fn take(&mut self, line: &Line, numbers: [i64; 4]) -> Self::Choice;

    /// Reports to the witness that this line was used. A line that calls a sublist is reported after the line of the
    /// sublist.
    #[inline]
    fn line_used<W: Witness>(&mut self, line: LineId, witness: &mut W) {
        witness.line_used(self.who(), line);
    }

    /// Reports to the witness that no line of this list was used.
    #[inline]
    fn list_ran_out<W: Witness>(&mut self, list: ListId, witness: &mut W) {
        witness.list_ran_out(self.who(), list);
    }
}

/// Draws whether an event of this probability, in thousandths, happens: `chance(30%)` is rolled with this function.
fn chance(dice: &mut impl Dice, thousandths: u32) -> bool {
    dice.about(Topic::Choice);
    dice.band(Die(1000), &[thousandths]) == 0
}

/// A decision with the dice for its chances and the witness that is told which lines are used.
struct Under<'a, C, D, W> {
    decision: &'a mut C,
    dice: &'a mut D,
    witness: &'a mut W,
}

impl<C: Decision, D: Dice, W: Witness> Situation for Under<'_, C, D, W> {
    type Choice = C::Choice;

    const ASKS_FIRST: bool = C::ASKS_FIRST;

    #[inline]
    fn aim(&mut self, line: &Line) -> bool {
        self.decision.aim(line)
    }

    #[inline]
    fn fact(&self, fact: usize, item: Option<ItemRef>) -> i64 {
        self.decision.fact(fact, item)
    }

    fn chance(&mut self, thousandths: u32) -> bool {
        chance(self.dice, thousandths)
    }

    #[inline]
    fn take(&mut self, line: &Line, numbers: [i64; 4]) -> C::Choice {
        self.decision.take(line, numbers)
    }

    #[inline]
    fn line_used(&mut self, line: LineId) {
        self.decision.line_used(line, self.witness);
    }

    #[inline]
    fn list_ran_out(&mut self, list: ListId) {
        self.decision.list_ran_out(list, self.witness);
    }
}

impl Policy {
    /// Goes through a list and makes the choice of the first line whose action is possible and whose condition holds,
    /// if any. `chance(30%)` asks the dice; the witness is told which lines were used, and whether no line was.
    /// Allocates nothing.
    ///
    /// # Panics
    /// When the policy has no such list.
    #[inline]
    pub fn choose<C: Decision, D: Dice, W: Witness>(
        &self,
        list: ListId,
        decision: &mut C,
        dice: &mut D,
        witness: &mut W,
    ) -> Option<C::Choice> {
        self.choose_after(list, 0, decision, dice, witness)
    }

    /// Goes through a list like [`Policy::choose`], but starts after the first `passed` lines, which the
    /// caller knows to be skipped.
    ///
    /// # Panics
    /// When the policy has no such list, or the list has fewer than `passed` lines.
    #[inline]
    pub fn choose_after<C: Decision, D: Dice, W: Witness>(
        &self,
        list: ListId,
        passed: usize,
        decision: &mut C,
        dice: &mut D,
        witness: &mut W,
    ) -> Option<C::Choice> {
        let mut under = Under {
            decision,
            dice,
            witness,
        };
        self.decide_after(list, passed, &mut under)
    }

    /// Continues a list after a line whose choice had no effect. `told` are the lines reported to
    /// [`Decision::line_used`] for that choice: first the line of the innermost sublist, last the line of the list
    /// itself. If `told` is empty, the list is at its end.
    pub fn choose_beyond<C: Decision, D: Dice, W: Witness>(
        &self,
        list: ListId,
        told: &[LineId],
        decision: &mut C,
        dice: &mut D,
        witness: &mut W,
    ) -> Option<C::Choice> {
        let mut under = Under {
            decision,
            dice,
            witness,
        };
        self.decide_beyond(list, told, &mut under)
    }
}
