//! How far a survey goes: what it has to find, and what it may cost.

use crate::chain::ROLLED;

/// Most steps that are played by the rules to see what fights come to. Later ones are played on the chain so far, which is
/// much quicker, to see where they leave it.
pub(super) const SCOUTED: u32 = 1 << 14;
/// Steps after which that is broken off where few of them led to anything rare, and that part of them.
pub(super) const SCOUTED_AT_FIRST: u32 = 1 << 11;
pub(super) const HARDLY_ANY: f64 = 1.0 / 256.0;
/// How often a situation has to have come about in them to be worth a survey, and how often where a chain was left.
pub(super) const LEAST_VISITS: u32 = 4;
pub(super) const LEAST_FURTHER_VISITS: u32 = 2;
/// The part of steps in situations that come about often: with less, no survey would know enough.
pub(super) const LEAST_COMMON: f64 = 0.7;
/// A chain of fewer rounds saves nothing.
pub(super) const LEAST_ROUNDS: u32 = 6;
/// Most bytes that situations take, those included that no step is known of.
const BYTES: usize = 1 << 24;

/// The part of all steps that has to be known: with less, looking situations up costs more than it saves. A large situation
/// costs more.
pub(super) const fn least_known(bytes: usize) -> f64 {
    if bytes > 512 { 0.95 } else { 0.75 }
}

/// Most that is gone through.
#[derive(Debug, Clone, Copy)]
pub(super) struct Most {
    /// Steps that are played by the rules, and steps that are played on the chain.
    pub scouted: u32,
    pub further: u32,
    /// Paths of all steps, and of one of them.
    pub paths: usize,
    pub paths_of_a_step: usize,
    pub situations: usize,
}

impl Most {
    /// As much as takes no longer than some two times the fights that are rolled before it, each of which has so many steps: a
    /// path takes some four times as long as a step.
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
