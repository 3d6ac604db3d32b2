//! How far a survey goes: what it has to find, and what it may cost.

use crate::chain::ROLLED;

/// Steps that are played by the rules to see what fights come to. Later ones are played on the chain so far, which is much
/// quicker, to see where they leave it.
pub(super) const SCOUTED: u32 = 1 << 14;
/// Steps after which that is broken off where few of them led to anything rare, and that part of them.
pub(super) const SCOUTED_AT_FIRST: u32 = 1 << 11;
pub(super) const HARDLY_ANY: f64 = 1.0 / 256.0;
/// How often a situation has to have come about in them to be worth a survey.
pub(super) const LEAST_VISITS: u32 = 4;
/// Most numbers of steps, known or not.
pub(super) const MOST_NUMBERS: usize = 1 << 19;
/// A chain of fewer rounds saves nothing.
pub(super) const LEAST_ROUNDS: u32 = 6;

/// The part of all steps that has to be known: with less, looking situations up costs more than it saves. A large situation
/// costs more.
pub(super) const fn least_known<S>() -> f64 {
    if size_of::<S>() > 512 { 0.95 } else { 0.75 }
}

/// What differs from one kind of fights to another.
#[derive(Debug, Clone, Copy)]
pub(in crate::chain) struct Limits {
    /// The part of steps in situations that come about often: with less, no survey would know enough.
    pub least_common: f64,
    /// How often a situation has to have come about where a chain was left.
    pub least_further_visits: u32,
    /// How many times a survey goes on from where it left off, and how many times as much as its [`Effort`] says it plays
    /// on the chain to see where fights leave it.
    pub rounds: u32,
    pub more: u32,
    /// The part of steps that may stay unknown.
    pub little: f64,
    /// The weight of a path, as a probability, below which the rules play it to its end.
    pub least_weight: f64,
    /// Most bytes that situations take, those included that no step is known of.
    pub bytes: usize,
}

impl Limits {
    /// Those of fights in which turns have one order.
    pub(in crate::chain) const ONE_ORDER: Self = Self {
        least_common: 0.7,
        least_further_visits: 2,
        rounds: 1,
        more: 1,
        little: 1.0 / 512.0,
        least_weight: 0.0,
        bytes: 1 << 24,
    };

    /// Those of fights whose turns come in any order. These are melees: what is rare comes about in each of many situations,
    /// so all that comes about is looked at, and of its outcomes those alone that are likely.
    const ANY_ORDER: Self = Self {
        least_common: 0.6,
        least_further_visits: 1,
        rounds: 8,
        more: 8,
        little: 1.0 / 8192.0,
        least_weight: 1.0 / 1024.0,
        bytes: 1 << 25,
    };

    pub(super) const fn of(orders_turns: bool) -> Self {
        if orders_turns {
            Self::ANY_ORDER
        } else {
            Self::ONE_ORDER
        }
    }
}

/// A survey, and what it may cost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// The number of the first fight that it is made for.
    pub from: u64,
    /// How many steps are played on the chain of less effort to find what is missing.
    pub(super) further: u32,
    /// Whether it goes on to all that known steps lead to, as far as there is room.
    pub(super) exhaustive: bool,
}

/// From fight to fight more is worth knowing.
pub(crate) const EFFORTS: [Effort; 3] = [
    Effort {
        from: ROLLED,
        further: 0,
        exhaustive: false,
    },
    Effort {
        from: 1 << 17,
        further: 1 << 16,
        exhaustive: false,
    },
    Effort {
        from: 1 << 20,
        further: 1 << 18,
        exhaustive: true,
    },
];

/// Most that is gone through.
#[derive(Debug, Clone, Copy)]
pub(super) struct Most {
    /// Paths of all steps, and of one of them.
    pub paths: usize,
    pub paths_of_a_step: usize,
    pub situations: usize,
}

impl Most {
    /// What is gone through at first: little, as most runs are short.
    pub(super) const AT_FIRST: Self = Self {
        paths: 1 << 16,
        paths_of_a_step: 1 << 11,
        situations: 1 << 13,
    };

    /// As much as takes no longer than the fights before it, which took so many steps.
    pub(super) fn after(steps: u64, situations: usize) -> Self {
        // A path takes some four times as long as a step.
        let paths = usize::try_from(steps / 4).unwrap_or(usize::MAX);
        let paths = paths.clamp(Self::AT_FIRST.paths, 1 << 20);
        Self {
            paths,
            situations,
            ..Self::AT_FIRST
        }
    }
}
