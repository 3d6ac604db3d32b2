//! The limits of a survey: how many states must be frequent for a chain to be useful, and how much work the
//! survey may do.

use crate::chain::ROLLED;

/// The greatest number of steps in warm-up fights that the rules play. Later warm-up fights are drawn on the
/// chain, which is much quicker, to find the states in which fights leave the chain.
pub(super) const SCOUTED: u32 = 1 << 14;
/// The warm-up ends after this many steps if at most the fraction [`HARDLY_ANY`] of them began in rare
/// states.
pub(super) const SCOUTED_AT_FIRST: u32 = 1 << 11;
pub(super) const HARDLY_ANY: f64 = 1.0 / 256.0;
/// The least number of visits that a state must have in the warm-up for its step to be worked out.
/// `LEAST_FURTHER_VISITS` is the same number for the warm-up fights that are drawn on the chain.
pub(super) const LEAST_VISITS: u32 = 4;
pub(super) const LEAST_FURTHER_VISITS: u32 = 2;
/// The smallest fraction of warm-up steps that must begin in frequent states. Below this, a chain would be of
/// little use, and the fight gets none.
pub(super) const LEAST_COMMON: f64 = 0.7;
/// The smallest round cap of a fight with a chain. With fewer rounds, a chain saves no time.
pub(super) const LEAST_ROUNDS: u32 = 6;
/// The greatest memory that all states of a chain may take together, in bytes. States whose step has not been
/// worked out are included.
const BYTES: usize = 1 << 24;

/// Returns the smallest fraction of warm-up steps that the chain must be able to draw. `bytes` is the size of
/// a state. With fewer such steps, looking up the states would take more time than the chain saves. Large
/// states take longer to look up.
pub(super) const fn least_known(bytes: usize) -> f64 {
    if bytes > 512 { 0.95 } else { 0.75 }
}

/// The greatest amount of work that a survey may do.
#[derive(Debug, Clone, Copy)]
pub(super) struct Most {
    /// The number of steps in warm-up fights that the rules play. `further` is the number of steps in warm-up
    /// fights on the chain.
    pub scouted: u32,
    pub further: u32,
    /// The number of paths of all steps together. `paths_of_a_step` is the greatest number of paths of one
    /// step.
    pub paths: usize,
    pub paths_of_a_step: usize,
    pub situations: usize,
}

impl Most {
    /// Returns the limits for fights of about `steps_of_a_fight` steps, with states of `bytes` bytes. Within
    /// these limits, a survey takes between a third of the time and three times the time of the fights that
    /// are rolled before it.
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
