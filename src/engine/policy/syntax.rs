//! Parse trees of lines and conditions. Names in them have their places in the text, but not yet a meaning.

use std::ops::Range;

use super::code::Combine;

/// The parse tree of a line: `<action> [parts] [if <condition>]`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LineTree {
    pub(super) action: Name,
    pub(super) parts: Vec<LinePart>,
    pub(super) condition: Option<Expr>,
}

/// A part of a line between the action and the condition.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LinePart {
    /// The preposition, such as `at`; `None` for a part without a preposition.
    pub(super) word: Option<Name>,
    pub(super) value: Expr,
}

/// A name with its place in the text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) at: Range<usize>,
}

/// An expression with its place in the text. Parentheses around the expression belong to its place.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Expr {
    pub(super) at: Range<usize>,
    pub(super) tree: Tree,
}

/// The structure of an expression.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Tree {
    /// A number in thousandths.
    Number(i64),
    Truth(bool),
    Name(String),
    Call(Name, Box<Expr>),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Combine(Combine, Box<Expr>, Box<Expr>),
}

impl Expr {
    /// Returns the name that the expression consists of. Returns `None` if the expression is anything else.
    pub(super) fn name(&self) -> Option<&str> {
        match &self.tree {
            Tree::Name(name) => Some(name),
            _ => None,
        }
    }

    /// Returns whether two expressions are equal except for their places in the text.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        match (&self.tree, &other.tree) {
            (Tree::Call(name, inner), Tree::Call(other, of)) => {
                name.text == other.text && inner.is_like(of)
            }
            (Tree::Not(inner), Tree::Not(other)) | (Tree::Negate(inner), Tree::Negate(other)) => {
                inner.is_like(other)
            }
            (Tree::And(left, right), Tree::And(other_left, other_right))
            | (Tree::Or(left, right), Tree::Or(other_left, other_right)) => {
                left.is_like(other_left) && right.is_like(other_right)
            }
            (Tree::Combine(how, left, right), Tree::Combine(other, other_left, other_right)) => {
                how == other && left.is_like(other_left) && right.is_like(other_right)
            }
            (one, other) => one == other,
        }
    }

    /// Calls `visit` for each name in the expression, with its place in the text, from left to right. A name
    /// that is followed by parentheses is left out.
    pub(super) fn names(&self, visit: &mut impl FnMut(&str, &Range<usize>)) {
        match &self.tree {
            Tree::Number(_) | Tree::Truth(_) => {}
            Tree::Name(name) => visit(name, &self.at),
            Tree::Call(_, inner) | Tree::Not(inner) | Tree::Negate(inner) => inner.names(visit),
            Tree::And(left, right) | Tree::Or(left, right) | Tree::Combine(_, left, right) => {
                left.names(visit);
                right.names(visit);
            }
        }
    }
}
