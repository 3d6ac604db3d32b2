//! What is drawn from tables of exact odds in a fight, rather than rolled.

use super::blows::Blows;
use super::chart::Chart;
use crate::rules::murdham::nouns::arena::Arena;

/// The tables of a fight.
#[derive(Debug)]
pub(crate) enum Tabled<const N: usize> {
    /// Every die is rolled.
    Nothing,
    /// The damage of blows; the rest is rolled.
    Blows(Blows),
    /// Whole turns.
    Turns(Chart<N>),
}

impl<const N: usize> Tabled<N> {
    pub(crate) fn new(arena: &Arena<N>) -> Self {
        if !arena.draws {
            return Self::Nothing;
        }
        match Chart::new(arena) {
            Some(chart) => Self::Turns(chart),
            None => Self::Blows(Blows::new(arena)),
        }
    }
}
