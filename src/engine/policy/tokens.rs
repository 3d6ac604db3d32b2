//! The tokens of the policy language: words, numbers and signs. Also the messages for unexpected tokens.

use std::ops::Range;

use winnow::Parser;
use winnow::ascii::digit1;
use winnow::combinator::{alt, delimited, not, opt, peek, preceded, repeat};
use winnow::error::{ErrMode, ModalResult, ParserError};
use winnow::stream::{LocatingSlice, Location, Stateful};
use winnow::token::{any, one_of, take_while};

use super::code::ONE;
use super::script::Flaw;
use super::syntax::Name;

const KEYWORDS: [&str; 6] = ["if", "and", "or", "not", "true", "false"];

pub(super) type Input<'a> = Stateful<LocatingSlice<&'a str>, State<'a>>;
pub(super) type Parsed<T> = ModalResult<T, Snag>;

#[derive(Debug, Clone)]
pub(super) struct State<'a> {
    pub(super) prepositions: &'a [&'static str],
    pub(super) nesting: usize,
    pub(super) size: usize,
}

impl<'a> State<'a> {
    pub(super) fn new(prepositions: &'a [&'static str]) -> Self {
        Self {
            prepositions,
            nesting: 0,
            size: 0,
        }
    }
}

/// The error type of the parser. It is the flaw to report, or `None` if the parser should try another
/// alternative.
#[derive(Debug)]
pub(super) struct Snag(pub(super) Option<Box<Flaw>>);

impl<'a> ParserError<Input<'a>> for Snag {
    type Inner = Self;

    fn from_input(_: &Input<'a>) -> Self {
        Self(None)
    }

    fn into_inner(self) -> Result<Self::Inner, Self> {
        Ok(self)
    }
}

/// Returns whether a text can be a name without quotes.
pub(super) fn is_identifier(text: &str) -> bool {
    let mut input = Input {
        input: LocatingSlice::new(text),
        state: State::new(&[]),
    };
    plain.parse_next(&mut input).is_ok()
        && input.input.is_empty()
        && !KEYWORDS.contains(&text)
        && !text.starts_with(|first: char| first.is_ascii_digit())
}

pub(super) fn name(input: &mut Input, expected: &str) -> Parsed<Name> {
    spaces(input)?;
    if opt(peek('\'')).parse_next(input)?.is_some() {
        let quoted = delimited('\'', take_while(1.., |c| c != '\''), '\'').with_span();
        let Some((text, at)) = opt(quoted).parse_next(input)? else {
            let start = input.current_token_start();
            let flaw = syntax(
                start..start + input.input.len(),
                "a name in quotes is empty or has no closing quote",
                "starts here",
            );
            return Err(cut(flaw));
        };
        let text = text.to_owned();
        return Ok(Name { text, at });
    }
    let found = opt(plain
        .with_span()
        .verify(|(text, _)| !KEYWORDS.contains(text)))
    .parse_next(input)?;
    match found {
        Some((text, at)) => Ok(Name {
            text: text.to_owned(),
            at,
        }),
        None => Err(cut(unexpected(input, expected))),
    }
}

/// Parses a name without quotes, or a keyword.
pub(super) fn plain<'a>(input: &mut Input<'a>) -> Parsed<&'a str> {
    let letter = |c: char| c.is_alphanumeric() || c == '_';
    (
        one_of(letter),
        repeat::<_, _, (), _, _>(
            0..,
            alt((
                one_of(letter),
                (one_of(['-', '.']), peek(one_of(letter))).map(|(c, _)| c),
            )),
        ),
    )
        .take()
        .parse_next(input)
}

/// Parses a number. Fails if a letter follows directly, because the text is then a name.
pub(super) fn number<'a>(input: &mut Input<'a>) -> Parsed<&'a str> {
    let letter = |c: char| c.is_alphabetic() || c == '_';
    (digit1, opt(('.', digit1)), opt('%'), not(one_of(letter)))
        .take()
        .parse_next(input)
}

/// Returns the value of a number in thousandths. Returns `None` if the value has fractions of a thousandth or
/// is too large.
pub(super) fn thousandths(text: &str) -> Option<i64> {
    let (text, one) = match text.strip_suffix('%') {
        Some(text) => (text, ONE / 100),
        None => (text, ONE),
    };
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let mut value = whole.parse::<i64>().ok()?.checked_mul(one)?;
    let mut place = one;
    for digit in decimals.trim_end_matches('0').bytes() {
        if place == 1 {
            return None;
        }
        place /= 10;
        value = value.checked_add(i64::from(digit - b'0') * place)?;
    }
    Some(value)
}

pub(super) fn keyword<'a>(word: &'static str) -> impl Parser<Input<'a>, &'a str, ErrMode<Snag>> {
    spaced(plain.verify(move |text: &str| text == word))
}

pub(super) fn spaced<'a, T>(
    parser: impl Parser<Input<'a>, T, ErrMode<Snag>>,
) -> impl Parser<Input<'a>, T, ErrMode<Snag>> {
    preceded(spaces, parser)
}

pub(super) fn spaces(input: &mut Input) -> Parsed<()> {
    take_while(0.., char::is_whitespace)
        .void()
        .parse_next(input)
}

pub(super) fn end(input: &Input, expected: &str) -> Parsed<()> {
    if lexeme(input).is_empty() {
        Ok(())
    } else {
        Err(cut(unexpected(input, expected)))
    }
}

/// Returns the next token, which is a name, a number or a sign, and leaves it in the input. The token is
/// empty at the end of the text.
pub(super) fn lexeme<'a>(input: &Input<'a>) -> &'a str {
    let mut ahead = input.clone();
    let quoted = ('\'', take_while(0.., |c| c != '\''), opt('\'')).take();
    opt(spaced(alt((
        plain,
        quoted,
        alt(("&&", "||", "=>", "=<", "<=", ">=", "==", "!=", "<>")),
        any.take(),
    ))))
    .parse_next(&mut ahead)
    .ok()
    .flatten()
    .unwrap_or("")
}

pub(super) fn unexpected(input: &Input, expected: &str) -> Flaw {
    let found = lexeme(input);
    let text = *input.input.as_ref();
    let rest = input.current_token_start();
    let start = rest + (text.len() - text.trim_start().len());
    let flaw = if found.is_empty() {
        syntax(
            start..start,
            format!("the text ends where {expected} is expected"),
            format!("expected {expected}"),
        )
    } else {
        syntax(
            start..start + found.len(),
            format!("unexpected `{found}`"),
            format!("expected {expected}"),
        )
    };
    flaw.help(hint(found).map(str::to_owned))
}

/// Returns help on an operator that other languages have: the text to write instead. Returns `None` for any
/// other text.
pub(super) fn hint(found: &str) -> Option<&'static str> {
    Some(match found {
        "&" | "&&" => "write `and`",
        "|" | "||" => "write `or`",
        "!" => "write `not`",
        "=>" => "write `>=`",
        "=<" => "write `<=`",
        "<>" => "write `!=`",
        "," => "put names with commas or spaces in quotes: `'sword, broad'`",
        _ => return None,
    })
}

pub(super) fn syntax(
    at: Range<usize>,
    message: impl Into<String>,
    label: impl Into<String>,
) -> Flaw {
    Flaw::new(0, at, "policy::syntax", message, label)
}

pub(super) fn too_deep(at: Range<usize>) -> Flaw {
    let flaw = Flaw::new(
        0,
        at,
        "policy::too-deep",
        "this condition is too complicated",
        "too complicated",
    );
    flaw.help("give parts of it a name in `let`, or split the line".to_owned())
}

pub(super) fn cut(flaw: Flaw) -> ErrMode<Snag> {
    ErrMode::Cut(Snag(Some(Box::new(flaw))))
}
