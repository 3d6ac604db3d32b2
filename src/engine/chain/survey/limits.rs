//! The limits of a survey: what it has to find to be useful, and how much work it may do.

use crate::chain::ROLLED;

/// Maximum number of warm-up steps by the rules. Further warm-up steps are played on the chain so far, which is much quicker,
/// to find the states in which fights leave it.
pub(super) const SCOUTED: u32 = 1 << 14;
/// The warm-up ends after this many steps if at most the part [`HARDLY_ANY`] of them led to rare states.
pub(super) const SCOUTED_AT_FIRST: u32 = 1 << 11;
pub(super) const HARDLY_ANY: f64 = 1.0 / 256.0;
/// The fewest visits of a state in the warm-up for its step to be worked out, and the fewest where fights left the chain.
pub(super) const LEAST_VISITS: u32 = 4;
pub(super) const LEAST_FURTHER_VISITS: u32 = 2;
/// The smallest part of steps that start in common states; with less, a survey would cover too little.
pub(super) const LEAST_COMMON: f64 = 0.7;
/// A chain of fewer rounds saves nothing.
pub(super) const LEAST_ROUNDS: u32 = 6;
/// Maximum memory of the states in bytes, including states without a known step.
const BYTES: usize = 1 << 24;

/// The smallest part of all steps that has to be known, for states of this size: with less, looking states up costs more
/// than it saves. Large states cost more.
pub(super) const fn least_known(bytes: usize) -> f64 {
    if bytes > 512 { 0.95 } else { 0.75 }
}

/// The most work of a survey.
#[derive(Debug, Clone, Copy)]
pub(super) struct Most {
    /// Warm-up steps by the rules, and warm-up steps on the chain.
    pub scouted: u32,
    pub further: u32,
    /// Paths of all steps, and of one of them.
    pub paths: usize,
    pub paths_of_a_step: usize,
    pub situations: usize,
}

impl Most {
    /// The limits for fights of `steps_of_a_fight` steps and states of `bytes` bytes. A survey within these limits takes between
    /// a third and three times as long as the fights that are rolled before it.
    pub(super) fn of(steps_of_a_fight: u64, bytes: usize) -> Self {
        let steps = ROLLED * steps_of_a_fight;
        let part = |of_it: u64, most: u32| {
            u32::try_from(steps / of_it).map_or(most, |part| part.min(most))
        };
        Self {
            scouted: part(4, SCOUTED),
            further: part(4, 1 << 16),
            paths: part(2, 1 << 16) as usize,
            paths_of_a_step: 1 << 11,
            situations: BYTES / bytes.max(1),
        }
    }
}
