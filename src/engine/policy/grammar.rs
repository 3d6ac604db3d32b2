//! The parser of the policy language: from a text to a [`LineTree`] or an [`Expr`].
//!
//! ```text
//! line       = name part* ["if" or]          or      = and ("or" and)*
//! part       = [preposition] value           and     = not ("and" not)*
//! not        = "not" not | compare           compare = sum [("<" | "<=" | ">" | ">=" | "==" | "=" | "!=") sum]
//! sum        = product (("+" | "-") product)*   product = sign (("*" | "/") sign)*
//! sign       = "-" sign | atom
//! atom       = number ["%"] | "true" | "false" | name ["(" or ")"] | "(" or ")"
//! name       = letters, digits, "_", and "-" or "." between them | "'" anything "'"
//! ```
//!
//! A `-` between two letters is part of a name, such as `broad-sword`. The vocabulary defines which words are
//! prepositions. Whether the parts after them are valid is checked later. Parsing stops at the first flaw of
//! a text.

use winnow::Parser;
use winnow::combinator::{alt, not, opt, peek};
use winnow::error::ErrMode;
use winnow::stream::{LocatingSlice, Location, Stream};
use winnow::token::one_of;

use super::code::Combine;
use super::script::{Flaw, Text};
use super::syntax::{Expr, LinePart, LineTree, Name, Tree};
use super::tokens::{
    Input, Parsed, State, cut, end, keyword, lexeme, name, number, plain, spaced, spaces, syntax,
    thousandths, too_deep, unexpected,
};

/// The greatest number of parentheses, signs and `not`s that may be within each other.
const NESTING: usize = 50;
/// The greatest number of operators and values in a text.
const SIZE: usize = 500;

/// Parses a line.
pub(super) fn parse_line(text: Text<'_>, prepositions: &[&'static str]) -> Result<LineTree, Flaw> {
    parse(text, prepositions, line)
}

/// Parses a condition or a number.
pub(super) fn parse_expression(text: Text<'_>) -> Result<Expr, Flaw> {
    parse(text, &[], |input| {
        let expr = or(input)?;
        end(input, "an operator or the end")?;
        Ok(expr)
    })
}

fn parse<'a, T>(
    text: Text<'a>,
    prepositions: &'a [&'static str],
    parser: impl Fn(&mut Input<'a>) -> Parsed<T>,
) -> Result<T, Flaw> {
    let mut input = Input {
        input: LocatingSlice::new(text.text),
        state: State::new(prepositions),
    };
    parser(&mut input).map_err(|error| {
        let flaw = match error {
            ErrMode::Backtrack(snag) | ErrMode::Cut(snag) => snag.0,
            ErrMode::Incomplete(_) => None,
        };
        let flaw = flaw.map_or_else(|| unexpected(&input, "something else"), |flaw| *flaw);
        Flaw {
            key: text.key,
            ..flaw
        }
    })
}

fn line(input: &mut Input) -> Parsed<LineTree> {
    let action = name(input, "an action")?;
    let mut parts = Vec::new();
    loop {
        if lexeme(input).is_empty() {
            let condition = None;
            return Ok(LineTree {
                action,
                parts,
                condition,
            });
        }
        if opt(keyword("if")).parse_next(input)?.is_some() {
            let condition = Some(or(input)?);
            end(input, "an operator or the end")?;
            return Ok(LineTree {
                action,
                parts,
                condition,
            });
        }
        parts.push(part(input)?);
    }
}

fn part(input: &mut Input) -> Parsed<LinePart> {
    let start = input.checkpoint();
    let word = spaced(plain).with_span().parse_next(input);
    if let Ok((text, at)) = word
        && input.state.prepositions.contains(&text)
    {
        let word = Some(Name {
            text: text.to_owned(),
            at: at.end - text.len()..at.end,
        });
        let next = lexeme(input);
        if next == "if" || input.state.prepositions.contains(&next) {
            return Err(cut(unexpected(
                input,
                &format!("what follows `{text}`, or a name in quotes"),
            )));
        }
        let value = or(input)?;
        return Ok(LinePart { word, value });
    }
    input.reset(&start);
    if ["<", "<=", ">", ">=", "=", "==", "!="].contains(&lexeme(input)) {
        let mut flaw = unexpected(input, "a name, a preposition or `if`");
        flaw.help = Some("a condition begins with `if`".to_owned());
        return Err(cut(flaw));
    }
    let bare = name(input, "a name, a preposition or `if`")?;
    Ok(LinePart {
        word: None,
        value: Expr {
            at: bare.at,
            tree: Tree::Name(bare.text),
        },
    })
}

fn or(input: &mut Input) -> Parsed<Expr> {
    chain(input, and, |input| {
        keyword("or").value(Tree::Or as Join).parse_next(input)
    })
}

fn and(input: &mut Input) -> Parsed<Expr> {
    chain(input, negation, |input| {
        keyword("and").value(Tree::And as Join).parse_next(input)
    })
}

fn negation(input: &mut Input) -> Parsed<Expr> {
    let Some(word) = opt(keyword("not").span()).parse_next(input)? else {
        return comparison(input);
    };
    let inner = nested(input, negation)?;
    Ok(Expr {
        at: word.end - "not".len()..inner.at.end,
        tree: Tree::Not(Box::new(inner)),
    })
}

fn comparison(input: &mut Input) -> Parsed<Expr> {
    let left = sum(input)?;
    let Some(how) = opt(compare).parse_next(input)? else {
        return Ok(left);
    };
    let right = sum(input)?;
    if peek(opt(compare)).parse_next(input)?.is_some() {
        let mut flaw = unexpected(input, "`and`, `or` or the end");
        flaw.help = Some("comparisons cannot be chained: join two of them with `and`".to_owned());
        return Err(cut(flaw));
    }
    join(input, |l, r| Tree::Combine(how, l, r), left, right)
}

fn compare(input: &mut Input) -> Parsed<Combine> {
    spaced(alt((
        "<=".value(Combine::LessOrEqual),
        ">=".value(Combine::GreaterOrEqual),
        "==".value(Combine::Equal),
        "!=".value(Combine::NotEqual),
        "<".value(Combine::Less),
        ">".value(Combine::Greater),
        ("=", not(one_of(['<', '>']))).value(Combine::Equal),
    )))
    .parse_next(input)
}

fn sum(input: &mut Input) -> Parsed<Expr> {
    chain(input, product, |input| {
        spaced(alt((
            '+'.value((|l, r| Tree::Combine(Combine::Add, l, r)) as Join),
            '-'.value((|l, r| Tree::Combine(Combine::Subtract, l, r)) as Join),
        )))
        .parse_next(input)
    })
}

fn product(input: &mut Input) -> Parsed<Expr> {
    chain(input, sign, |input| {
        spaced(alt((
            '*'.value((|l, r| Tree::Combine(Combine::Multiply, l, r)) as Join),
            '/'.value((|l, r| Tree::Combine(Combine::Divide, l, r)) as Join),
        )))
        .parse_next(input)
    })
}

fn sign(input: &mut Input) -> Parsed<Expr> {
    let Some(minus) = opt(spaced('-'.span())).parse_next(input)? else {
        return atom(input);
    };
    let inner = nested(input, sign)?;
    Ok(Expr {
        at: minus.start..inner.at.end,
        tree: Tree::Negate(Box::new(inner)),
    })
}

fn atom(input: &mut Input) -> Parsed<Expr> {
    spaces(input)?;
    let start = input.current_token_start();
    if opt('(').parse_next(input)?.is_some() {
        let inner = nested(input, or)?;
        let end = close(input)?;
        return Ok(Expr {
            at: start..end,
            tree: inner.tree,
        });
    }
    if let Some((text, at)) = opt(number.with_span()).parse_next(input)? {
        let Some(thousandths) = thousandths(text) else {
            let flaw = syntax(at, format!("`{text}` has too many digits"), "this number")
                .help("a number can have three decimals, a percentage one".to_owned());
            return Err(cut(flaw));
        };
        return Ok(Expr {
            at,
            tree: Tree::Number(thousandths),
        });
    }
    for (word, truth) in [("true", true), ("false", false)] {
        if let Some(at) = opt(keyword(word).span()).parse_next(input)? {
            return Ok(Expr {
                at,
                tree: Tree::Truth(truth),
            });
        }
    }
    let name = name(input, "a value")?;
    if opt(spaced('(')).parse_next(input)?.is_none() {
        return Ok(Expr {
            at: name.at,
            tree: Tree::Name(name.text),
        });
    }
    let inner = nested(input, or)?;
    let end = close(input)?;
    Ok(Expr {
        at: start..end,
        tree: Tree::Call(name, Box::new(inner)),
    })
}

/// Parses a closing parenthesis. Returns the position after it.
fn close(input: &mut Input) -> Parsed<usize> {
    match opt(spaced(')'.span())).parse_next(input)? {
        Some(at) => Ok(at.end),
        None => Err(cut(unexpected(input, "an operator or `)`"))),
    }
}

type Join = fn(Box<Expr>, Box<Expr>) -> Tree;

/// Parses operands with operators between them, such as `a + b - c`. They are joined from left to right.
fn chain<'a>(
    input: &mut Input<'a>,
    operand: fn(&mut Input<'a>) -> Parsed<Expr>,
    operator: fn(&mut Input<'a>) -> Parsed<Join>,
) -> Parsed<Expr> {
    let mut left = operand(input)?;
    while let Some(how) = opt(operator).parse_next(input)? {
        let right = operand(input)?;
        left = join(input, how, left, right)?;
    }
    Ok(left)
}

fn join(
    input: &mut Input,
    how: impl Fn(Box<Expr>, Box<Expr>) -> Tree,
    left: Expr,
    right: Expr,
) -> Parsed<Expr> {
    let at = left.at.start..right.at.end;
    input.state.size += 1;
    if input.state.size > SIZE {
        return Err(cut(too_deep(at)));
    }
    Ok(Expr {
        at,
        tree: how(Box::new(left), Box::new(right)),
    })
}

fn nested<'a>(input: &mut Input<'a>, inner: fn(&mut Input<'a>) -> Parsed<Expr>) -> Parsed<Expr> {
    input.state.nesting += 1;
    if input.state.nesting > NESTING {
        let at = input.previous_token_end();
        return Err(cut(too_deep(at - 1..at)));
    }
    let expr = inner(input)?;
    input.state.nesting -= 1;
    Ok(expr)
}
