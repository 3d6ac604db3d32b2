//! Conditions and numbers as code, and an interpreter for this code.
//!
//! Numbers are in thousandths. Results beyond the 64-bit range become its nearest end. Products and quotients
//! are computed in 128 bits and truncated towards zero. A division by zero gives zero. Evaluating a policy
//! can therefore not fail in a fight. The stack never overflows, because the compiler checks how many places
//! on the stack each piece of code needs.

use serde::Serialize;

use super::decide::Situation;
use super::{Bounds, ItemRef};

/// The number one, in thousandths.
pub(super) const ONE: i64 = 1000;

/// The greatest number of places on the stack that a piece of code may need. Must be a power of two.
pub(super) const DEPTH: usize = 32;

/// The number of places on the stack that most pieces of code need at most. Must be a power of two.
const SHALLOW: usize = 8;

/// A condition or a number, as a range of operations in the code of its policy. An empty range is a condition
/// that always holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Code {
    start: u16,
    end: u16,
}

impl Code {
    /// The empty piece of code.
    pub(super) const EMPTY: Self = Self { start: 0, end: 0 };

    /// Appends an expression to the code of a policy. Returns `None` if the code would become too long.
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

/// An operation of the interpreter. Operations take values from a stack and put values on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub(super) enum Op {
    /// Puts a value on the stack.
    Push(i64),
    /// Puts the value of a fact on the stack.
    Fact(u16),
    /// Puts the value of a fact about an item on the stack.
    FactOf(u16, ItemRef),
    /// Takes a probability from the stack, draws with it, and puts the result on the stack.
    Chance,
    /// Replaces the truth value on top of the stack by its opposite.
    Not,
    /// Replaces the number on top of the stack by its negative.
    Negate,
    /// Takes two values from the stack, and puts the result of this operation on it.
    Combine(Combine),
    /// If the value on top of the stack is true, removes it. Otherwise skips this number of operations.
    And(u16),
    /// If the value on top of the stack is false, removes it. Otherwise skips this number of operations.
    Or(u16),
}

impl Op {
    /// Returns the fact that the operation uses, as a position in the vocabulary. Returns `None` if it uses
    /// none.
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

    /// Returns the result of the operation. For a comparison, this is 0 or 1.
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

/// A simple condition: a fact, `not` a fact, or the comparison of a fact with a number or another fact. Most
/// conditions begin with one or several of them, joined by `and`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Test {
    fact: u16,
    item: Option<ItemRef>,
    /// The fact that is subtracted from the first one before the range is checked, if there is one.
    less: Option<u16>,
    range: Range,
}

/// The values that pass a [`Test`]: those from `least` to `most`, or all others if `within` is false.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Range {
    least: i64,
    most: i64,
    within: bool,
}

impl Range {
    /// Returns the values that make a comparison with `number` true.
    fn of(how: Combine, number: i64) -> Self {
        let (least, most) = match how {
            Combine::LessOrEqual | Combine::Greater => (i64::MIN, number),
            Combine::GreaterOrEqual | Combine::Less => (number, i64::MAX),
            _ => (number, number),
        };
        let within = matches!(
            how,
            Combine::LessOrEqual | Combine::GreaterOrEqual | Combine::Equal
        );
        Self {
            least,
            most,
            within,
        }
    }

    #[inline]
    fn has(self, value: i64) -> bool {
        (self.least..=self.most).contains(&value) == self.within
    }
}

impl Test {
    #[inline]
    fn passes<S: Situation>(&self, situation: &mut S) -> bool {
        let mut value = situation.fact(self.fact.into(), self.item);
        if let Some(less) = self.less {
            value = value.saturating_sub(situation.fact(less.into(), None));
        }
        self.range.has(value)
    }

    /// Returns the test at the beginning of some code, and the code after it. Returns `None` if the code
    /// begins otherwise.
    fn first(code: &[Op]) -> Option<(Self, &[Op])> {
        let (fact, item, rest) = match code {
            [Op::Fact(fact), rest @ ..] => (*fact, None, rest),
            [Op::FactOf(fact, item), rest @ ..] => (*fact, Some(*item), rest),
            _ => return None,
        };
        let (less, range, rest) = match rest {
            [Op::Not, rest @ ..] => (None, Range::of(Combine::Equal, 0), rest),
            [Op::Push(number), Op::Combine(how), rest @ ..] if how.compares() => {
                (None, Range::of(*how, *number), rest)
            }
            [Op::Fact(other), Op::Combine(how), rest @ ..] if how.compares() => {
                (Some(*other), Range::of(*how, 0), rest)
            }
            _ => (None, Range::of(Combine::NotEqual, 0), rest),
        };
        let test = Self {
            fact,
            item,
            less,
            range,
        };
        Some((test, rest))
    }

    /// Splits a condition of several parts joined by `and`. Returns the tests at its beginning and the code
    /// of the rest. The rest must be evaluated only if all tests pass, and is empty if there are only tests.
    /// Returns `None` if the code cannot be split in this way.
    pub(super) fn leading(code: &[Op]) -> Option<(Vec<Self>, &[Op])> {
        let (test, mut rest) = Self::first(code)?;
        let mut tests = vec![test];
        // For each `And`, `skips` has the number of operations that it skips and the number of operations
        // after it. For each part of the condition, `ends` has the number of operations after it.
        let (mut skips, mut ends) = (Vec::new(), Vec::new());
        while let [Op::And(skip), after @ ..] = rest {
            skips.push((usize::from(*skip), after.len()));
            let next = Self::first(after);
            let next = next.filter(|(_, left)| matches!(left, [] | [Op::And(_), ..]));
            let Some((test, left)) = next else {
                // If this `And` skips everything after it, what follows is the last part.
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
        // The operations that an `And` skips must be whole parts, so they must end where a part ends.
        let sound = |&(skip, left): &(usize, usize)| left >= skip && ends.contains(&(left - skip));
        let whole = !matches!(rest, [Op::And(_), ..]) && (rest.is_empty() || ends.contains(&0));
        (whole && skips.iter().all(sound)).then_some((tests, rest))
    }
}

/// Returns whether all tests pass. Later tests are not evaluated after one has failed.
#[inline]
pub(super) fn all_pass<S: Situation>(tests: &[Test], situation: &mut S) -> bool {
    tests.iter().all(|test| test.passes(situation))
}

/// Returns the number in the 64-bit range that is nearest to `value`.
#[inline]
fn clamp(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
}

/// Returns the value of a piece of code. A truth value is 0 if it is false.
#[inline]
pub(super) fn run<S: Situation>(code: &[Op], situation: &mut S) -> i64 {
    // The most frequent conditions need no stack.
    match *code {
        [Op::Fact(fact)] => return situation.fact(fact.into(), None),
        [Op::Push(chance), Op::Chance] => {
            let chance = u32::try_from(chance.clamp(0, ONE)).unwrap_or_default();
            return i64::from(situation.chance(chance));
        }
        [Op::Fact(fact), Op::Not] => return i64::from(situation.fact(fact.into(), None) == 0),
        [Op::Fact(fact), Op::Push(value), Op::Combine(how)] => {
            return how.apply(situation.fact(fact.into(), None), value);
        }
        _ => {}
    }
    // A short piece of code uses the smaller stack, because it is quicker to clear. At most half of its
    // operations put a value on the stack, because every value but the last needs an operation that takes it.
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

/// A stack with room for `ROOM` values, and the number of values on it. `ROOM` is a power of two, so that a
/// mask of the index can replace the check of its range. Compiled code never needs more room.
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

/// Returns the bounds of the value of a piece of code. `fact` returns the bounds of each fact.
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

/// Returns the greatest number of values that a piece of code has on the stack at once.
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
