//! Tests of arithmetic. Numbers are tested at their limits, and compiled code is compared with a direct
//! evaluation of random expressions.

use proptest::prelude::*;

use super::*;
use crate::policy::code::Combine;

#[test]
fn sums_and_products_stop_at_the_ends() {
    let (least, most) = (i64::MIN, i64::MAX);
    assert_eq!(Combine::Add.apply(most, 1), most);
    assert_eq!(Combine::Subtract.apply(least, 1), least);
    assert_eq!(Combine::Multiply.apply(most, 2000), most);
    assert_eq!(Combine::Multiply.apply(most, -2000), least);
    assert_eq!(Combine::Divide.apply(least, 1), least);
    assert_eq!(Combine::Divide.apply(least, -1), most);
    // The product before the division by 1000 needs more than 64 bits, but not more than 128.
    assert_eq!(Combine::Multiply.apply(most, 500), most / 2);
}

#[test]
fn what_is_cut_is_cut_towards_zero_and_nothing_is_divided_by_zero() {
    assert_eq!(Combine::Multiply.apply(1, 999), 0);
    assert_eq!(Combine::Multiply.apply(-1, 999), 0);
    assert_eq!(Combine::Divide.apply(-2000, 3000), -666);
    assert_eq!(Combine::Divide.apply(5000, 0), 0);
    assert_eq!(Combine::Divide.apply(0, 0), 0);
}

/// A random expression.
#[derive(Debug, Clone)]
enum Random {
    Number(i64),
    Truth(bool),
    Hp,
    Round,
    Prone,
    Negate(Box<Random>),
    Not(Box<Random>),
    And(Box<Random>, Box<Random>),
    Or(Box<Random>, Box<Random>),
    Combine(&'static str, Box<Random>, Box<Random>),
}

impl Random {
    /// Returns the text of the expression, with parentheses around every part.
    fn print(&self) -> String {
        match self {
            Self::Number(n) if *n < 0 => format!("(-{})", Self::Number(-n).print()),
            Self::Number(n) => format!("{}.{:03}", n / 1000, n % 1000),
            Self::Truth(truth) => truth.to_string(),
            Self::Hp => "self.hp".to_owned(),
            Self::Round => "round".to_owned(),
            Self::Prone => "self.prone".to_owned(),
            Self::Negate(inner) => format!("(-{})", inner.print()),
            Self::Not(inner) => format!("(not {})", inner.print()),
            Self::And(left, right) => format!("({} and {})", left.print(), right.print()),
            Self::Or(left, right) => format!("({} or {})", left.print(), right.print()),
            Self::Combine(how, left, right) => {
                format!("({} {how} {})", left.print(), right.print())
            }
        }
    }

    /// Returns an operation on two numbers. If it is a division by a number that is always zero, which would
    /// be a flaw, it becomes a multiplication.
    fn combined(how: &'static str, left: Self, right: Self) -> Self {
        let is_zero = !right.asks() && right.value([0; 7]) == 0;
        let how = if how == "/" && is_zero { "*" } else { how };
        Self::Combine(how, left.into(), right.into())
    }

    /// Returns whether the expression uses facts.
    fn asks(&self) -> bool {
        match self {
            Self::Number(_) | Self::Truth(_) => false,
            Self::Hp | Self::Round | Self::Prone => true,
            Self::Negate(inner) | Self::Not(inner) => inner.asks(),
            Self::And(left, right) | Self::Or(left, right) | Self::Combine(_, left, right) => {
                left.asks() || right.asks()
            }
        }
    }

    /// Returns the value of the expression. It is computed in 128 bits, directly from the expression.
    fn value(&self, facts: [i64; 7]) -> i128 {
        let ends = |value: i128| value.clamp(i64::MIN.into(), i64::MAX.into());
        match self {
            Self::Number(n) => i128::from(*n),
            Self::Truth(truth) => i128::from(*truth),
            Self::Hp => facts[0].into(),
            Self::Round => facts[1].into(),
            Self::Prone => facts[5].into(),
            Self::Negate(inner) => ends(-inner.value(facts)),
            Self::Not(inner) => i128::from(inner.value(facts) == 0),
            Self::And(left, right) => left.value(facts) & right.value(facts),
            Self::Or(left, right) => left.value(facts) | right.value(facts),
            Self::Combine(how, left, right) => {
                let (left, right) = (left.value(facts), right.value(facts));
                match *how {
                    "+" => ends(left + right),
                    "-" => ends(left - right),
                    "*" => ends(left * right / 1000),
                    "/" => ends((left * 1000).checked_div(right).unwrap_or(0)),
                    "<" => i128::from(left < right),
                    "<=" => i128::from(left <= right),
                    ">" => i128::from(left > right),
                    ">=" => i128::from(left >= right),
                    "==" => i128::from(left == right),
                    _ => i128::from(left != right),
                }
            }
        }
    }
}

fn number() -> impl Strategy<Value = Random> {
    let leaf = prop_oneof![
        (-20_000i64..20_000).prop_map(Random::Number),
        Just(Random::Number(0)),
        Just(Random::Number(i64::MAX)),
        Just(Random::Hp),
        Just(Random::Round),
    ];
    leaf.prop_recursive(5, 24, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        let how = prop::sample::select(vec!["+", "-", "*", "/"]);
        prop_oneof![
            3 => (how, two).prop_map(|(how, (l, r))| Random::combined(how, l, r)),
            1 => inner.prop_map(|inner| Random::Negate(inner.into())),
        ]
    })
}

fn truth() -> impl Strategy<Value = Random> {
    let how = prop::sample::select(vec!["<", "<=", ">", ">=", "==", "!="]);
    let leaf = prop_oneof![
        1 => any::<bool>().prop_map(Random::Truth),
        1 => Just(Random::Prone),
        4 => (how, number(), number()).prop_map(|(how, l, r)| Random::Combine(
            how,
            l.into(),
            r.into()
        )),
    ];
    leaf.prop_recursive(4, 12, 2, |inner| {
        let two = || (inner.clone(), inner.clone());
        prop_oneof![
            two().prop_map(|(l, r)| Random::And(l.into(), r.into())),
            two().prop_map(|(l, r)| Random::Or(l.into(), r.into())),
            two().prop_map(|(l, r)| Random::Combine("==", l.into(), r.into())),
            inner.clone().prop_map(|inner| Random::Not(inner.into())),
        ]
    })
}

proptest! {
    #[test]
    fn compiled_code_agrees_with_walking_the_tree(
        condition in truth(),
        amount in number(),
        hp in prop_oneof![Just(0), -30_000i64..30_000, any::<i64>()],
        round in 0i64..5000,
        prone in 0i64..2,
    ) {
        let facts = [hp, round, 0, 0, 0, prone, 0];
        // The two facts add up to 0. Without them, a negative number would be reported as a flaw.
        let line = format!("move nearest by self.hp - self.hp + ({}) if so", amount.print());
        // A condition that never holds would be reported as a flaw. A `let` with a comparison is not.
        let so = format!("({}) == true", condition.print());
        let written = Written {
            lists: vec![("act", vec![&line])],
            lets: vec![("so", &so)],
            ..Written::default()
        };
        let mut moment = Moment { facts, ..Moment::default() };
        let choice = written.policy().decide(ACT_LIST, &mut moment);
        prop_assert_eq!(choice.is_some(), condition.value(facts) != 0);
        if let Some((_, _, numbers)) = choice {
            prop_assert_eq!(i128::from(numbers[0]), amount.value(facts));
        }
    }

    #[test]
    fn no_text_breaks_the_compiler(text in ".{0,40}|([a-z(){}<>=!'%0-9. -]|if |and |not |self.hp |at |with ){0,30}") {
        let written = Written {
            lists: vec![("act", vec![&text])],
            lets: vec![("own", &text)],
            ..Written::default()
        };
        for flaw in written.compile().err().into_iter().flatten() {
            prop_assert!(text.get(flaw.range.clone()).is_some(), "{:?} in {:?}", flaw, text);
        }
    }
}
