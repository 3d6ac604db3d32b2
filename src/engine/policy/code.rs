//! Conditions and numbers as flat code, and what running it means.
//!
//! Numbers are thousandths. Sums that leave the range of 64 bits stop at its ends, products and quotients are taken
//! in 128 bits, cut towards zero and stopped likewise, and dividing by what happens to be zero gives zero: a policy
//! cannot fail in a fight. The depth of the stack is checked when a policy is compiled.

use serde::Serialize;

use super::decide::Situation;
use super::{Bounds, ItemRef};

/// What one whole is.
pub(super) const ONE: i64 = 1000;

/// Most values that one piece of code may have in the air at once. A power of two.
pub(super) const DEPTH: usize = 32;

/// Values that a piece of code has in the air if it is short, as most are. A power of two.
const SHALLOW: usize = 8;

/// A piece of a policy's code: a condition or a number. Empty code says nothing and holds always.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Code {
    start: u16,
    end: u16,
}

impl Code {
    /// No code at all.
    pub(super) const EMPTY: Self = Self { start: 0, end: 0 };

    /// Adds a piece of code to a policy's; `None` when the policy is full.
    pub(super) fn append(code: &mut Vec<Op>, piece: &[Op]) -> Option<Self> {
        let start = u16::try_from(code.len()).ok()?;
        let end = u16::try_from(code.len() + piece.len()).ok()?;
        code.extend_from_slice(piece);
        Some(Self { start, end })
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

/// One small operation on a stack of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub(super) enum Op {
    /// Puts a value on the stack.
    Push(i64),
    /// Asks a fact.
    Fact(u16),
    /// Asks a fact of a thing.
    FactOf(u16, ItemRef),
    /// Draws, with the top of the stack as the chance.
    Chance,
    /// Turns a truth round.
    Not,
    /// Turns a number's sign.
    Negate,
    /// Combines the two values on top.
    Combine(Combine),
    /// If the top is true, drops it and goes on; else keeps it and skips so many operations.
    And(u16),
    /// If the top is false, drops it and goes on; else keeps it and skips so many operations.
    Or(u16),
}

impl Op {
    /// The fact that it asks.
    pub(super) fn fact(&self) -> Option<usize> {
        match self {
            Self::Fact(fact) | Self::FactOf(fact, _) => Some(usize::from(*fact)),
            _ => None,
        }
    }

    /// Whether it asks this fact.
    pub(super) fn asks(&self, fact: usize) -> bool {
        self.fact() == Some(fact)
    }
}

/// What may be done with two values.
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
    /// Whether it is a comparison.
    pub(super) const fn compares(self) -> bool {
        !matches!(
            self,
            Self::Add | Self::Subtract | Self::Multiply | Self::Divide
        )
    }

    /// The result; comparisons give 0 or 1.
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

/// A fact that is asked by itself or compared with a number: what most conditions consist of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Test {
    fact: u16,
    item: Option<ItemRef>,
    how: How,
}

/// What is asked of the fact of a [`Test`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    Holds,
    HoldsNot,
    Compares(Combine, i64),
}

impl Test {
    #[inline]
    fn passes<S: Situation>(&self, situation: &mut S) -> bool {
        let value = situation.fact(self.fact.into(), self.item);
        match self.how {
            How::Holds => value != 0,
            How::HoldsNot => value == 0,
            How::Compares(how, number) => how.apply(value, number) != 0,
        }
    }

    /// The first test of a piece of code, and what comes after it.
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
            _ => (How::Holds, rest),
        };
        Some((Self { fact, item, how }, rest))
    }

    /// The tests that a condition consists of, if it holds where all of them pass, and only there.
    pub(super) fn all_of(code: &[Op]) -> Option<Vec<Self>> {
        let (test, mut rest) = Self::first(code)?;
        let mut tests = vec![test];
        // Where one does not pass, so many operations of those left are skipped; and where tests end.
        let (mut skips, mut ends) = (Vec::new(), Vec::new());
        while let [Op::And(skip), after @ ..] = rest {
            skips.push((usize::from(*skip), after.len()));
            let (test, after) = Self::first(after)?;
            tests.push(test);
            rest = after;
            ends.push(rest.len());
        }
        // A skip has to end where a test has ended, so that what is skipped are whole tests.
        let sound = |&(skip, left): &(usize, usize)| left >= skip && ends.contains(&(left - skip));
        (rest.is_empty() && skips.iter().all(sound)).then_some(tests)
    }
}

/// Whether all of some tests pass; those after one that does not are not asked.
#[inline]
pub(super) fn all_pass<S: Situation>(tests: &[Test], situation: &mut S) -> bool {
    tests.iter().all(|test| test.passes(situation))
}

/// The nearest value that 64 bits can hold.
#[inline]
fn clamp(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
}

/// The value of a piece of code; a truth is 0 or something else.
#[inline]
pub(super) fn run<S: Situation>(code: &[Op], situation: &mut S) -> i64 {
    // Most conditions are a truth, or a number compared with another.
    match *code {
        [Op::Fact(fact)] => return situation.fact(fact.into(), None),
        [Op::Fact(fact), Op::Not] => return i64::from(situation.fact(fact.into(), None) == 0),
        [Op::Fact(fact), Op::Push(value), Op::Combine(how)] => {
            return how.apply(situation.fact(fact.into(), None), value);
        }
        _ => {}
    }
    // Of all values but one, each is combined with another by an operation of its own. And room costs time to clear.
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

/// Room for so many values, a power of two, and how many there are. The mask saves a check that compiled code cannot
/// fail.
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

/// What a piece of code can come to where its facts are within such bounds.
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

/// The most values that a piece of code has in the air at once.
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
