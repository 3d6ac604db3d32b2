//! Close combat and holds in plain English.

use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::state::State;

/// Classes of holds, the loosest first.
const CLASSES: [&str; 5] = ["Light", "Medium", "Heavy", "Large", "Huge"];

pub(crate) fn closes<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    (who, target): (FighterId, FighterId),
    witness: &mut W,
) {
    witness.say("SST-12-1", || {
        let both: FighterSet = [who, target].into_iter().collect();
        let down = both.iter().filter(|&one| state.body(one).prone);
        let names = super::phrases::listed(down.map(|one| arena.name(one)).collect());
        let fallen = if names.is_empty() {
            String::new()
        } else {
            format!("; down: {names}")
        };
        let (who, target) = (arena.name(who), arena.name(target));
        format!("{who} is in close combat with {target}{fallen}.")
    });
}

pub(crate) fn takes<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    (who, target): (FighterId, FighterId),
    witness: &mut W,
) {
    witness.say("SST-12-4", || {
        let level = state.body(target).held.map_or(0, |grip| grip.level);
        let class = CLASSES[usize::from(level)];
        format!(
            "{} has {} in a {class} Hold.",
            arena.name(who),
            arena.name(target)
        )
    });
}

pub(crate) fn lets_go<const N: usize, W: Witness>(
    arena: &Arena<N>,
    who: FighterId,
    target: FighterId,
    witness: &mut W,
) {
    witness.say("SST-12-6", || {
        format!("{} lets go of {}.", arena.name(who), arena.name(target))
    });
}

pub(crate) fn squeezes<const N: usize, W: Witness>(
    arena: &Arena<N>,
    (who, target): (FighterId, FighterId),
    points: u8,
    witness: &mut W,
) {
    witness.say("SST-12-7", || {
        let (who, target) = (arena.name(who), arena.name(target));
        format!("{who}'s Hold does {points} to {target}.")
    });
}

pub(crate) fn subdues<const N: usize, W: Witness>(
    arena: &Arena<N>,
    (who, target): (FighterId, FighterId),
    done: bool,
    witness: &mut W,
) {
    witness.say("SST-12-8", || {
        let (who, target) = (arena.name(who), arena.name(target));
        if done {
            format!("{who} subdues {target}.")
        } else {
            format!("{target} does not let {who} subdue it.")
        }
    });
}

pub(crate) fn breaks<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    (who, margin): (FighterId, i8),
    witness: &mut W,
) {
    witness.say("SST-12-5", || {
        let name = arena.name(who);
        match state.body(who).held {
            None => format!("{name} is free."),
            Some(grip) if margin > 0 => {
                let class = CLASSES[usize::from(grip.level)];
                format!("{name} is in a {class} Hold now.")
            }
            Some(_) => format!("{name} is still held."),
        }
    });
}

pub(crate) fn fells<const N: usize, W: Witness>(
    arena: &Arena<N>,
    (who, target): (FighterId, FighterId),
    fell: bool,
    witness: &mut W,
) {
    witness.say("SST-12-9", || {
        let (who, target) = (arena.name(who), arena.name(target));
        if fell {
            format!("{who} throws {target} down.")
        } else {
            format!("{target} keeps its feet against {who}.")
        }
    });
}
