//! The blow of an attack: what its damage hangs on, and the roll.
//!
//! Clauses: MUR-0-4, MUR-0-5. All of it is known before the blow, so whoever strikes again in the same way need not work
//! it out anew.

use super::damage;
use crate::dice::Dice;
use crate::fight::Witness;
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::attack::Strike;
use crate::rules::murdham::nouns::pool::Harm;

impl Strike {
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
