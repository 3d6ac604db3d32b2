//! Dice and Superiority Levels of an attack roll.
//!
//! Clauses: SST-0-1, SST-0-4, SST-10-5, SST-11-1..3, SST-12-2, SST-31-1.

use super::arena::Arena;
use super::attack::{Attack, Means};
use super::injury;
use super::state::State;

/// What an attack is rolled with, before exposure dice and Effort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Terms {
    /// May be below 0.
    pub dice: i32,
    pub sl: i8,
    /// Whether the attacker's ones may help [SST-31-1].
    pub ones: bool,
}

/// The terms of an attack in this situation.
pub(super) fn terms<const N: usize>(arena: &Arena<N>, state: &State<N>, attack: Attack) -> Terms {
    let who = attack.attacker;
    let fighter = arena.fighter(who);
    let fumbled = i8::from(state.body(attack.target).fumbled);
    if let Means::Riposte(_, dice) = attack.means {
        return Terms {
            dice: dice.into(),
            sl: fighter.sl + fumbled,
            ones: false,
        };
    }
    let skill = match attack.means {
        Means::Mind => fighter.mental_attack,
        Means::Spell => fighter.cast.map_or(0, |(spell, _)| spell.dice),
        _ => fighter.attack,
    };
    let dice = i32::from(skill) + i32::from(attack.bonus) - i32::from(injury::attack(state, who));
    Terms {
        dice,
        sl: fighter.sl + fumbled,
        ones: true,
    }
}
