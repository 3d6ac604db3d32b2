//! The blow of an attack: what its damage hangs on, and the roll.
//!
//! Clauses: MUR-0-4, MUR-0-5. All of it is known before the blow, so whoever strikes again in the same way need not work
//! it out anew.

use super::attack::{self, Attack};
use super::damage::{self, Harm, Pool};
use crate::dice::Dice;
use crate::fight::Witness;
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::state::State;

/// The blow of an attack: what its damage hangs on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Strike {
    pub pool: Pool,
    armour: i32,
    /// Which of the tables of blows, if there is one.
    luck: Option<u16>,
}

impl Strike {
    /// `exposed`: struck back at behind its barrier.
    pub(crate) fn new<const N: usize>(
        arena: &Arena<N>,
        state: &State<N>,
        attack: Attack,
        exposed: bool,
    ) -> Self {
        let pool = attack::pool(arena, state, attack);
        let weapon = arena.weapon_of(state, attack.attacker, attack.means);
        let armour = arena.armour(state, attack.target, attack.attacker, weapon, exposed);
        let larger = arena.over(attack.attacker, attack.target);
        let number = attack::weapon_number(state, attack);
        Self {
            pool,
            armour,
            luck: arena
                .blows()
                .and_then(|blows| blows.find(pool, (number, larger, armour))),
        }
    }

    /// Draws or rolls its damage. Who listens hears it rolled, as it was drawn.
    #[inline]
    pub(crate) fn roll<const N: usize, D: Dice, W: Witness>(
        self,
        arena: &Arena<N>,
        dice: &mut D,
        _: &W,
    ) -> Harm {
        let Self { pool, armour, luck } = self;
        let options = &arena.options;
        if let (Some(blows), Some(at)) = (arena.blows(), luck) {
            let luck = blows.luck(options, at);
            let drawn = dice.draw(Some(&luck)).filter(|_| !W::LISTENS);
            if let Some(drawn) = drawn {
                return luck.outcome(drawn);
            }
        }
        if W::LISTENS {
            return damage::harm(pool, armour, options, dice);
        }
        dice.piece((pool, armour), |dice| {
            damage::harm(pool, armour, options, dice).counted()
        })
    }
}
