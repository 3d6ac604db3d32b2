//! Evaluates policies. The first line whose action is possible and whose condition holds is chosen.

use std::sync::Arc;

use serde::Serialize;

use super::code::{self, Code, Op, Test};
use super::{Bounds, Columns, Vocabulary};
use crate::dice::{Dice, Die, Topic};
use crate::fight::{FighterId, LineId, ListId, Playbook, Witness};

/// A compiled policy. Clones share its data.
///
/// The numbers in its lines are positions in the ruleset's vocabulary or in the [`Names`](super::Names) that
/// were given to the compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// For each list, the range of its lines in `asked`. Decision lists come first, in the order of the
    /// vocabulary, and then sublists.
    pub(super) lists: Arc<[(LineId, LineId)]>,
    pub(super) lines: Arc<[Line]>,
    /// The lines to be evaluated, one list after another: all of `lines` except those that
    /// [`Policy::without`] has left out.
    pub(super) asked: Arc<[Line]>,
    pub(super) code: Arc<[Op]>,
    /// For all conditions, one after another, the tests that the condition begins with.
    pub(super) tests: Arc<[Test]>,
    /// For each decision list, the columns that its choice depends on.
    pub(super) reads: Arc<[Columns]>,
    pub(super) playbook: Arc<Playbook>,
}

/// A compiled line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Line {
    /// The action, as a position in [`ListSpec::actions`](super::ListSpec::actions). It is [`Line::CALL`] if
    /// the line calls a sublist.
    pub action: u8,
    /// The contents of the slots after the action, in the order of
    /// [`ActionSpec::slots`](super::ActionSpec::slots).
    pub slots: [Slot; 4],
    /// The id of the line in the policy.
    pub id: LineId,
    pub(super) condition: Code,
    /// The tests that the condition begins with, as a range of the policy's tests.
    #[serde(skip)]
    pub(super) tests: (u16, u16),
    /// The rest of the condition, after these tests.
    #[serde(skip)]
    pub(super) rest: Code,
    pub(super) calls: Option<ListId>,
    #[serde(skip)]
    pub(super) measured: bool,
    /// Whether the condition uses neither dice nor facts about the line's target. If so, its value does not
    /// depend on the target.
    #[serde(skip)]
    pub(super) aimless: bool,
}

impl Line {
    /// The value of `action` in a line that calls a sublist. Methods of [`Decision`] are never called with
    /// such a line.
    pub const CALL: u8 = u8::MAX;

    /// Returns the sublist that the line calls. Returns `None` if the line has an action instead.
    pub fn calls(&self) -> Option<ListId> {
        self.calls
    }

    /// Returns the first item that the line names. Returns `None` if it names none.
    #[inline]
    pub fn item(&self) -> Option<ItemRef> {
        self.slots.iter().find_map(|slot| match slot {
            Slot::Item(item) => Some(*item),
            _ => None,
        })
    }

    /// Returns the first target that the line names. Returns `None` if it names none.
    #[inline]
    pub fn target(&self) -> Option<TargetRef> {
        self.slots.iter().find_map(|slot| match slot {
            Slot::Target(target) => Some(*target),
            _ => None,
        })
    }

    /// Returns the word in the slot with index `slot`, as a position in [`Takes::Word`](super::Takes::Word).
    /// Returns 0 if the slot has no word.
    #[inline]
    pub fn word(&self, slot: usize) -> u8 {
        match self.slots[slot] {
            Slot::Word(word) => word,
            _ => 0,
        }
    }

    /// Returns whether any slot of the line has a number.
    #[inline]
    pub fn is_measured(&self) -> bool {
        self.measured
    }

    /// Returns whether the line has no condition.
    pub fn is_unconditional(&self) -> bool {
        self.condition.is_empty()
    }
}

/// The content of a slot in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Slot {
    /// The line does not fill the slot.
    Absent,
    /// An item.
    Item(ItemRef),
    /// A target.
    Target(TargetRef),
    /// A word, as a position in [`Takes::Word`](super::Takes::Word).
    Word(u8),
    /// The code of a number. [`Decision::take`] gets its value.
    Number(Code),
}

/// An item that a line names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum ItemRef {
    /// An item with a name of its own, as a position in [`Names::items`](super::Names::items).
    Named(u16),
    /// A word that stands for an item, as a position in [`Vocabulary::selectors`].
    Selector(u8),
}

/// A target that a line names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum TargetRef {
    /// A rule that picks a target, as a position in [`Vocabulary::targets`].
    Rule(u8),
    /// Any fighter of a combatant, as a position in [`Names::combatants`](super::Names::combatants).
    Combatant(u16),
}

/// Everything in the fight that the evaluation of a list needs: the methods of a [`Decision`], with dice and
/// a witness.
pub(super) trait Situation {
    type Choice;

    const ASKS_FIRST: bool;

    fn aim(&mut self, line: &Line) -> bool;

    fn fact(&self, fact: usize, item: Option<ItemRef>) -> i64;

    /// Draws with a probability, in thousandths from 0 to 1000. Returns whether the event happens.
    fn chance(&mut self, thousandths: u32) -> bool;

    fn take(&mut self, line: &Line, numbers: [i64; 4]) -> Self::Choice;

    fn line_used(&mut self, line: LineId);

    fn list_ran_out(&mut self, list: ListId);
}

impl Policy {
    /// Returns the names of all lists and the texts of all lines, by their ids. Decision lists come first, in
    /// the order of the vocabulary, and include empty ones.
    pub fn playbook(&self) -> Arc<Playbook> {
        Arc::clone(&self.playbook)
    }

    /// Returns the lines of a list, without those that [`Policy::without`] has left out. The id of a decision
    /// list is its position in [`Vocabulary::lists`].
    ///
    /// # Panics
    /// When the policy has no such list.
    #[inline]
    pub fn list(&self, list: ListId) -> &[Line] {
        let (start, end) = self.lists[list.index()];
        &self.asked[start.index()..end.index()]
    }

    /// Returns the line with this id. The line may have been left out by [`Policy::without`].
    ///
    /// # Panics
    /// When the policy has no such line.
    #[inline]
    pub fn line(&self, id: LineId) -> &Line {
        &self.lines[id.index()]
    }

    /// Returns the policy without some lines of a decision list and of the sublists that it calls. Lines are
    /// left out if `never` returns true, which means that they can never be chosen. The other lines keep
    /// their ids.
    ///
    /// # Panics
    /// When the policy has no such list.
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

    /// Returns the policy for a fighter for whom none of `facts` ever holds. `facts` are positions in the
    /// vocabulary. Lines that are possible only if one of these facts holds are left out: they are not
    /// evaluated, and [`Policy::reads`] does not include what they read.
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

    /// Returns the list and all sublists that it calls, directly or through other sublists.
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

    /// Returns the columns that the choice of a decision list depends on. These are the columns that its
    /// conditions, numbers, target rules and actions read, also in the sublists that it calls.
    /// [`Columns::DICE`] is among them if a condition draws dice.
    ///
    /// # Panics
    /// When `list` is not a decision list.
    pub fn reads(&self, list: ListId) -> Columns {
        self.reads[list.index()]
    }

    /// Returns the columns that the choice of a decision list depends on, like [`Policy::reads`], but without
    /// the lines that [`Policy::without`] has left out.
    ///
    /// # Panics
    /// When `list` is not a decision list.
    pub fn still_reads(&self, list: ListId, vocabulary: &Vocabulary) -> Columns {
        self.read_by(list, list.index(), vocabulary)
    }

    /// Returns whether a list or its sublists have a condition or a number with a fact about the target of
    /// the line.
    ///
    /// # Panics
    /// When the policy has no such list.
    pub fn asks_of_target(&self, list: ListId, vocabulary: &Vocabulary) -> bool {
        let facts = vocabulary.facts.iter().enumerate();
        let mut of_target = facts.filter(|(_, fact)| fact.needs_target);
        of_target.any(|(at, _)| self.asks_in(list, at))
    }

    /// Returns those lines of a list and of its sublists that have an action instead of calling a sublist.
    ///
    /// # Panics
    /// When the policy has no such list.
    pub fn lines_from(&self, list: ListId) -> impl Iterator<Item = &Line> {
        let reached = self.reached_from(list);
        let lines = reached.into_iter().flat_map(|list| self.list(list).iter());
        lines.filter(|line| line.calls.is_none())
    }

    /// Returns whether a line of a list or of its sublists has this action, given by its position in the
    /// vocabulary.
    ///
    /// # Panics
    /// When the policy has no such list.
    pub fn uses_action(&self, list: ListId, action: usize) -> bool {
        self.list(list).iter().any(|line| match line.calls {
            Some(sublist) => self.uses_action(sublist, action),
            None => usize::from(line.action) == action,
        })
    }

    /// Returns whether any line names this rule that picks a target. `rule` is its position in the
    /// vocabulary. Lines that [`Policy::without`] has left out count too.
    pub fn aims_by(&self, rule: u8) -> bool {
        let aimed = |slot: &Slot| *slot == Slot::Target(TargetRef::Rule(rule));
        self.lines.iter().any(|line| line.slots.iter().any(aimed))
    }

    /// If the condition of `line` is a single fact, returns the position of this fact in the vocabulary.
    /// Otherwise returns `None`.
    pub fn only_if(&self, line: &Line) -> Option<usize> {
        match line.condition.of(&self.code) {
            [Op::Fact(fact)] => Some(usize::from(*fact)),
            _ => None,
        }
    }

    /// Returns whether the condition of `line` is false for all possible values of its facts. `fact` returns
    /// the bounds of a fact. Returns false if the condition draws dice, or if the line has no condition.
    pub fn never_holds(&self, line: &Line, fact: &dyn Fn(usize) -> Bounds) -> bool {
        let code = line.condition.of(&self.code);
        let draws = code.contains(&Op::Chance);
        !draws && !code.is_empty() && code::bounds(code, fact).never_holds()
    }

    /// Returns whether the condition of any line draws dice. Lines that [`Policy::without`] has left out
    /// count too.
    pub fn draws(&self) -> bool {
        self.code.contains(&Op::Chance)
    }

    /// Returns whether any line has a condition or a number with this fact. `fact` is its position in the
    /// vocabulary. Lines that [`Policy::without`] has left out count too.
    pub fn asks(&self, fact: usize) -> bool {
        self.code.iter().any(|op| op.asks(fact))
    }

    /// Returns whether a list or its sublists have a condition or a number with this fact.
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

    /// Returns the least value of a fact such that no line distinguishes it from any greater value. There is
    /// such a value if lines only compare the fact with numbers. It is 0 if no line uses the fact. Returns
    /// `None` if a line uses the fact in another way.
    ///
    /// For example, `attack if round <= 12 or self.health > 3` does not distinguish between values of `round`
    /// from 13.
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
                // If possible, the condition is checked before `aim` is called. Most conditions take little
                // time, while `aim` often takes long.
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

    /// Makes another choice if a choice of the list had no effect: tries only the lines after the line that
    /// was chosen. `told` are the lines that [`Decision::line_used`] has reported for the first choice. The
    /// first of them is a line of the innermost sublist, and the last a line of `list`. Returns `None` if
    /// `told` is empty, or if no later line makes a choice.
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
        line.is_unconditional() || self.passes(line, situation)
    }

    /// Returns whether the condition of a line holds.
    #[inline(never)]
    fn passes<S: Situation>(&self, line: &Line, situation: &mut S) -> bool {
        let (first, last) = line.tests;
        let tests = &self.tests[usize::from(first)..usize::from(last)];
        code::all_pass(tests, situation)
            && (line.rest.is_empty() || code::run(line.rest.of(&self.code), situation) != 0)
    }

    /// Returns the columns that the choice of a list depends on: see [`Policy::reads`]. `decides` is the kind
    /// of decision that the list is used for, as a position in the vocabulary.
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
            // A line with a flaw may have an action that the list does not have. Such a policy is never used.
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

/// Returns the least value of a fact such that none of these policies distinguishes it from any greater
/// value: see [`Policy::settles_at`].
pub fn all_settle_at<'a>(
    policies: impl IntoIterator<Item = &'a Policy>,
    fact: usize,
) -> Option<u32> {
    let mut policies = policies.into_iter();
    policies.try_fold(0, |from, policy| Some(policy.settles_at(fact)?.max(from)))
}

/// Returns whether a condition uses neither dice nor facts about the target of the line.
pub(super) fn is_aimless(condition: &[Op], vocabulary: &Vocabulary) -> bool {
    condition.iter().all(|op| match op {
        Op::Fact(fact) | Op::FactOf(fact, _) => !vocabulary.facts[usize::from(*fact)].needs_target,
        Op::Chance => false,
        _ => true,
    })
}

/// A decision of a fighter in a fight. Each book implements this trait to find out what the lines of a policy
/// would do. Dice and a witness are not part of it, but are passed to [`Policy::choose`].
pub trait Decision {
    /// The type of the result of a decision.
    type Choice;

    /// Whether conditions that do not depend on the target may be evaluated before [`Decision::aim`] is
    /// called, which usually takes longer. This is correct if the only effect of `aim` is to find the item
    /// and the target of a line.
    const ASKS_FIRST: bool = true;

    /// Returns the fighter that has to decide.
    fn who(&self) -> FighterId;

    /// Finds the item and the target of the line's action. Returns false if the action is not possible, so
    /// that the line is skipped.
    fn aim(&mut self, line: &Line) -> bool;

    /// Returns the value of a fact: thousandths for a number, 0 or 1 for a truth value, and the position on
    /// its scale for a word. `fact` is its position in [`Vocabulary::facts`]. `item` is the item that the
    /// fact is about, if it is about one. A fact about a target is about the one that [`Decision::aim`] has
    /// found last.
    fn fact(&self, fact: usize, item: Option<ItemRef>) -> i64;

    /// Returns the choice that the line makes. `numbers` has the value of each slot with a number, in
    /// thousandths, and 0 for all other slots.
    fn take(&mut self, line: &Line, numbers: [i64; 4]) -> Self::Choice;

    /// Reports to the witness that this line was used. If the line called a sublist, the line used there has
    /// been reported before.
    #[inline]
    fn line_used<W: Witness>(&mut self, line: LineId, witness: &mut W) {
        witness.line_used(self.who(), line);
    }

    /// Reports to the witness that this list has no line to use.
    #[inline]
    fn list_ran_out<W: Witness>(&mut self, list: ListId, witness: &mut W) {
        witness.list_ran_out(self.who(), list);
    }
}

/// Draws with a probability in thousandths, for a condition such as `chance(30%)`. Returns whether the event
/// happens.
fn chance(dice: &mut impl Dice, thousandths: u32) -> bool {
    dice.about(Topic::Choice);
    dice.band(Die(1000), &[thousandths]) == 0
}

/// A decision with dice for its draws and a witness for its reports.
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
    /// Evaluates a list, and returns the choice of the first line whose action is possible and whose
    /// condition holds. Returns `None` if there is no such line. Conditions such as `chance(30%)` roll
    /// `dice`. `witness` gets reports of the lines used and of the lists without a line to use. No memory is
    /// allocated.
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

    /// Evaluates a list like [`Policy::choose`], but skips its first `passed` lines. The caller must know
    /// that none of these would be chosen.
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

    /// Makes another choice if a choice of the list had no effect: tries only the lines after the line that
    /// was chosen. `told` are the lines that [`Decision::line_used`] has reported for the first choice. The
    /// first of them is a line of the innermost sublist, and the last a line of `list`. Returns `None` if
    /// `told` is empty, or if no later line makes a choice.
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
