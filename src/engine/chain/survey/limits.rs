//! The limits of a survey: how much it has to find to be useful, and how much work it may do.

use crate::chain::ROLLED;

/// The greatest number of warm-up steps by the rules. Further warm-up steps are drawn on the chain, which is
/// much quicker, to find the states where fights leave it.
pub(super) const SCOUTED: u32 = 1 << 14;
/// The warm-up ends after this many steps if at most the fraction [`HARDLY_ANY`] of them led to rare states.
pub(super) const SCOUTED_AT_FIRST: u32 = 1 << 11;
pub(super) const HARDLY_ANY: f64 = 1.0 / 256.0;
/// The fewest visits that a state must have in the warm-up for its step to be worked out.
/// `LEAST_FURTHER_VISITS` is the same for the warm-up fights on the chain.
pub(super) const LEAST_VISITS: u32 = 4;
pub(super) const LEAST_FURTHER_VISITS: u32 = 2;
/// The smallest fraction of steps that must start in common states. Otherwise the chain would cover too
/// little.
pub(super) const LEAST_COMMON: f64 = 0.7;
/// The fewest rounds that a fight must have. With fewer, a chain saves no time.
pub(super) const LEAST_ROUNDS: u32 = 6;
/// The greatest memory of all states in bytes, including states without a known step.
const BYTES: usize = 1 << 24;

/// Returns the smallest fraction of all steps that must be known, for states of this size in bytes. With
/// fewer known steps, the look-up of states would take more time than the chain saves. Large states take
/// longer to look up.
pub(super) const fn least_known(bytes: usize) -> f64 {
    if bytes > 512 { 0.95 } else { 0.75 }
}

/// The greatest amount of work that a survey may do.
#[derive(Debug, Clone, Copy)]
pub(super) struct Most {
    /// The number of warm-up steps by the rules. `further` is the number of warm-up steps on the chain.
    pub scouted: u32,
    pub further: u32,
    /// The number of paths of all steps. `paths_of_a_step` is that of a single step.
    pub paths: usize,
    pub paths_of_a_step: usize,
    pub situations: usize,
}

impl Most {
    /// Returns the limits for fights of about `steps_of_a_fight` steps, with states of `bytes` bytes. A
    /// survey within these limits takes between a third and three times as long as the fights that are rolled
    /// before it.
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
