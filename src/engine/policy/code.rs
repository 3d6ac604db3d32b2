//! Conditions and numbers as flat code, and an interpreter for the code.
//!
//! Numbers are thousandths. Sums saturate at the ends of the 64-bit range. Products and quotients are
//! computed in 128 bits, truncated towards zero, and saturate as well. Division by zero gives zero. A policy
//! therefore cannot fail in a fight. The stack never overflows, because the compiler checks the stack depth
//! that each piece of code needs.

use serde::Serialize;

use super::decide::Situation;
use super::{Bounds, ItemRef};

/// The number one, in thousandths.
pub(super) const ONE: i64 = 1000;

/// The greatest stack depth that a piece of code may need. Must be a power of two.
pub(super) const DEPTH: usize = 32;

/// A stack depth that suffices for most pieces of code, which are short. Must be a power of two.
const SHALLOW: usize = 8;

/// A piece of a policy's code, as a range of operations: a condition or a number. An empty piece is a
/// condition that always holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Code {
    start: u16,
    end: u16,
}

impl Code {
    /// The empty piece of code.
    pub(super) const EMPTY: Self = Self { start: 0, end: 0 };

    /// Appends a piece of code to a policy's code. Returns `None` if the policy has no room for it.
    pub(super) fn append(code: &mut Vec<Op>, piece: &[Op]) -> Option<Self> {
        let start = u16::try_from(code.len()).ok()?;
        let end = u16::try_from(code.len() + piece.len()).ok()?;
        code.extend_from_slice(piece);
        Some(Self { start, end })
    }

    /// Returns the last `count` operations of the piece.
    pub(super) fn last(self, count: usize) -> Self {
        let count = u16::try_from(count).expect("a piece is no longer than all code");
        Self {
            start: self.end - count,
            ..self
        }
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.start == self.end
    }

    #[inline]
    pub(super) fn of(self, code: &[Op]) -> &[Op] {
        &code[usize::from(self.start)..usize::from(self.end)]
    }
}

/// An operation of the interpreter, which works on a stack of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub(super) enum Op {
    /// Pushes a value.
    Push(i64),
    /// Pushes the value of a fact.
    Fact(u16),
    /// Pushes the value of a fact about an item.
    FactOf(u16, ItemRef),
    /// Replaces the top of the stack, a probability, by the result of a draw with that probability.
    Chance,
    /// Negates the truth value on top of the stack.
    Not,
    /// Negates the number on top of the stack.
    Negate,
    /// Replaces the two values on top of the stack by the result of an operation on them.
    Combine(Combine),
    /// If the top of the stack is true, drops it and continues. Otherwise keeps it and skips this number of
    /// operations.
    And(u16),
    /// If the top of the stack is false, drops it and continues. Otherwise keeps it and skips this number of
    /// operations.
    Or(u16),
}

impl Op {
    /// Returns the fact that the operation uses.
    pub(super) fn fact(&self) -> Option<usize> {
        match self {
            Self::Fact(fact) | Self::FactOf(fact, _) => Some(usize::from(*fact)),
            _ => None,
        }
    }

    /// Returns whether the operation uses this fact.
    pub(super) fn asks(&self, fact: usize) -> bool {
        self.fact() == Some(fact)
    }
}

/// An operation on two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub(super) enum Combine {
    Add,
    Subtract,
    Multiply,
    Divide,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
}

impl Combine {
    /// Returns whether the operation is a comparison.
    pub(super) const fn compares(self) -> bool {
        !matches!(
            self,
            Self::Add | Self::Subtract | Self::Multiply | Self::Divide
        )
    }

    /// Returns the result of the operation. A comparison gives 0 or 1.
    #[inline]
    pub(super) fn apply(self, left: i64, right: i64) -> i64 {
        match self {
            Self::Add => left.saturating_add(right),
            Self::Subtract => left.saturating_sub(right),
            Self::Multiply => clamp(i128::from(left) * i128::from(right) / i128::from(ONE)),
            Self::Divide if right == 0 => 0,
            Self::Divide => clamp(i128::from(left) * i128::from(ONE) / i128::from(right)),
            Self::Less => i64::from(left < right),
            Self::LessOrEqual => i64::from(left <= right),
            Self::Greater => i64::from(left > right),
            Self::GreaterOrEqual => i64::from(left >= right),
            Self::Equal => i64::from(left == right),
            Self::NotEqual => i64::from(left != right),
        }
    }
}

/// A fact alone, negated, or compared with a number or another fact. Most conditions begin with such tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Test {
    fact: u16,
    item: Option<ItemRef>,
    how: How,
}

/// The requirement that a [`Test`] makes of its fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    Holds,
    HoldsNot,
    Compares(Combine, i64),
    ComparesFact(Combine, u16),
}

impl Test {
    #[inline]
    fn passes<S: Situation>(&self, situation: &mut S) -> bool {
        let value = situation.fact(self.fact.into(), self.item);
        match self.how {
            How::Holds => value != 0,
            How::HoldsNot => value == 0,
            How::Compares(how, number) => how.apply(value, number) != 0,
            How::ComparesFact(how, other) => {
                how.apply(value, situation.fact(other.into(), None)) != 0
            }
        }
    }

    /// Returns the test that a piece of code begins with, and the code after it.
    fn first(code: &[Op]) -> Option<(Self, &[Op])> {
        let (fact, item, rest) = match code {
            [Op::Fact(fact), rest @ ..] => (*fact, None, rest),
            [Op::FactOf(fact, item), rest @ ..] => (*fact, Some(*item), rest),
            _ => return None,
        };
        let (how, rest) = match rest {
            [Op::Not, rest @ ..] => (How::HoldsNot, rest),
            [Op::Push(number), Op::Combine(how), rest @ ..] if how.compares() => {
                (How::Compares(*how, *number), rest)
            }
            [Op::Fact(other), Op::Combine(how), rest @ ..] if how.compares() => {
                (How::ComparesFact(*how, *other), rest)
            }
            _ => (How::Holds, rest),
        };
        Some((Self { fact, item, how }, rest))
    }

    /// Splits a conjunction. Returns the tests that it begins with, and the code of its last part, which is
    /// evaluated only if all tests pass. The last part is empty if the condition consists of tests alone.
    /// Returns `None` if the code cannot be split in this way.
    pub(super) fn leading(code: &[Op]) -> Option<(Vec<Self>, &[Op])> {
        let (test, mut rest) = Self::first(code)?;
        let mut tests = vec![test];
        // `skips` has a pair for each `And`: the number of operations that it skips, and the number of
        // operations after it. `ends` has the number of operations left after each part of the conjunction.
        let (mut skips, mut ends) = (Vec::new(), Vec::new());
        while let [Op::And(skip), after @ ..] = rest {
            skips.push((usize::from(*skip), after.len()));
            let next = Self::first(after);
            let next = next.filter(|(_, left)| matches!(left, [] | [Op::And(_), ..]));
            let Some((test, left)) = next else {
                // The part after this `And` is the last one if the `And` skips everything that follows.
                rest = if usize::from(*skip) == after.len() {
                    after
                } else {
                    rest
                };
                ends.push(0);
                break;
            };
            tests.push(test);
            rest = left;
            ends.push(rest.len());
        }
        // Each skip must end where a part ends, so that it skips only whole parts.
        let sound = |&(skip, left): &(usize, usize)| left >= skip && ends.contains(&(left - skip));
        let whole = !matches!(rest, [Op::And(_), ..]) && (rest.is_empty() || ends.contains(&0));
        (whole && skips.iter().all(sound)).then_some((tests, rest))
    }
}

/// Returns whether all tests pass. Stops at the first test that fails.
#[inline]
pub(super) fn all_pass<S: Situation>(tests: &[Test], situation: &mut S) -> bool {
    tests.iter().all(|test| test.passes(situation))
}

/// Returns the nearest value in the 64-bit range.
#[inline]
fn clamp(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
}

/// Returns the value of a piece of code. A truth value is false if it is 0, and true otherwise.
#[inline]
pub(super) fn run<S: Situation>(code: &[Op], situation: &mut S) -> i64 {
    // The most common conditions are handled without a stack.
    match *code {
        [Op::Fact(fact)] => return situation.fact(fact.into(), None),
        [Op::Fact(fact), Op::Not] => return i64::from(situation.fact(fact.into(), None) == 0),
        [Op::Fact(fact), Op::Push(value), Op::Combine(how)] => {
            return how.apply(situation.fact(fact.into(), None), value);
        }
        _ => {}
    }
    // Short code needs only a small stack, which is cheaper to clear. At most half of its operations push
    // values, because every value except the last needs an operation that combines it with another.
    if code.len() < 2 * SHALLOW {
        debug_assert!(depth(code) <= SHALLOW, "half of it puts values there");
        run_in(Stack([0; SHALLOW], 0), code, situation)
    } else {
        run_in(Stack([0; DEPTH], 0), code, situation)
    }
}

fn run_in<S: Situation, const ROOM: usize>(
    mut stack: Stack<ROOM>,
    code: &[Op],
    situation: &mut S,
) -> i64 {
    let mut at = 0;
    while let Some(&op) = code.get(at) {
        at += 1;
        match op {
            Op::Push(value) => stack.push(value),
            Op::Fact(fact) => stack.push(situation.fact(usize::from(fact), None)),
            Op::FactOf(fact, item) => stack.push(situation.fact(usize::from(fact), Some(item))),
            Op::Chance => {
                let chance = u32::try_from(stack.pop().clamp(0, ONE)).unwrap_or_default();
                stack.push(i64::from(situation.chance(chance)));
            }
            Op::Not => {
                let truth = stack.pop();
                stack.push(i64::from(truth == 0));
            }
            Op::Negate => {
                let number = stack.pop();
                stack.push(number.saturating_neg());
            }
            Op::Combine(how) => {
                let right = stack.pop();
                let left = stack.pop();
                stack.push(how.apply(left, right));
            }
            Op::And(skip) | Op::Or(skip) => {
                let left = stack.pop();
                if (left != 0) == matches!(op, Op::Or(_)) {
                    stack.push(left);
                    at += usize::from(skip);
                }
            }
        }
    }
    stack.pop()
}

/// A stack of `ROOM` values with their number. `ROOM` is a power of two, so that an index mask can replace
/// the bounds check. Compiled code never needs more room.
struct Stack<const ROOM: usize>([i64; ROOM], usize);

impl<const ROOM: usize> Stack<ROOM> {
    #[inline]
    fn push(&mut self, value: i64) {
        self.0[self.1 & (ROOM - 1)] = value;
        self.1 += 1;
    }

    #[inline]
    fn pop(&mut self) -> i64 {
        self.1 = self.1.wrapping_sub(1);
        self.0[self.1 & (ROOM - 1)]
    }
}

/// Returns the bounds of a piece of code, if each fact is within the bounds that `fact` returns.
pub(super) fn bounds(code: &[Op], fact: &dyn Fn(usize) -> Bounds) -> Bounds {
    let mut stack: Vec<Bounds> = Vec::new();
    let mut rest = code;
    while let [op, after @ ..] = rest {
        rest = after;
        let found = match *op {
            Op::Push(value) => Bounds::new(value, value),
            Op::Fact(asked) | Op::FactOf(asked, _) => fact(asked.into()),
            _ => {
                let last = stack.pop().expect("no operation lacks its values");
                match *op {
                    Op::Not => last.not(),
                    Op::Negate => last.negated(),
                    Op::Combine(how) => {
                        let left = stack.pop().expect("there are two");
                        left.combined(how, last)
                    }
                    Op::And(skip) | Op::Or(skip) => {
                        let (right, after) = rest.split_at(skip.into());
                        rest = after;
                        let right = bounds(right, fact);
                        if matches!(op, Op::And(_)) {
                            last.and(right)
                        } else {
                            last.or(right)
                        }
                    }
                    _ => Bounds::TRUTH,
                }
            }
        };
        stack.push(found);
    }
    stack.pop().unwrap_or(Bounds::TRUTH)
}

/// Returns the stack depth that a piece of code needs.
pub(super) fn depth(code: &[Op]) -> usize {
    let mut most = 0;
    let mut now = 0usize;
    for op in code {
        match op {
            Op::Push(_) | Op::Fact(_) | Op::FactOf(..) => now += 1,
            Op::Combine(_) | Op::And(_) | Op::Or(_) => now -= 1,
            Op::Chance | Op::Not | Op::Negate => {}
        }
        most = most.max(now);
    }
    most
}
