//! What is known of an attack before any roll: its weapon, its dice, how it is seen, and who can answer it.
//!
//! Clauses: MUR-0-4, MUR-0-5, MUR-2-5, MUR-4-5.

use crate::fight::FighterId;
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::attack::{Attack, Incoming, Manner, Means, Strike};
use crate::rules::murdham::nouns::pool::Pool;
use crate::rules::murdham::nouns::state::State;
use crate::rules::murdham::reading::tables::UNARMED;

impl<const N: usize> Arena<N> {
    /// The attack as its target sees it.
    pub(crate) fn incoming(&self, state: &State<N>, attack: Attack) -> Incoming {
        Incoming {
            attacker: attack.attacker,
            target: attack.target,
            means: attack.means,
            ranged: attack.way.ranged,
            several: false,
            countered: false,
            pool: self.pool_of(state, attack),
        }
    }

    /// The dice of an attack against its target.
    pub(crate) fn pool_of(&self, state: &State<N>, attack: Attack) -> Pool {
        let weapon = self.weapon_of(state, attack.attacker, attack.means);
        let held_back = u8::from(attack.manner == Manner::HeldBack);
        self.pool(
            weapon,
            self.over(attack.attacker, attack.target),
            held_back + self.hampered(state, attack.attacker),
        )
    }
}

impl<const N: usize> State<N> {
    /// The number of the weapon used among those of the matchup.
    pub(crate) fn weapon_number(&self, attack: Attack) -> u8 {
        match attack.means {
            Means::Item(at) => self.body(attack.attacker).items[usize::from(at)].weapon,
            _ => UNARMED,
        }
    }

    /// Whether somebody has a turn or a reaction left to answer with [MUR-2-5, MUR-4-5].
    #[inline]
    pub(crate) fn can_react(&self, who: FighterId) -> bool {
        let body = self.body(who);
        self.fighting.has(who)
            && body.captor.is_none()
            && !body.giving_up
            && (self.unused.has(who) || body.extra > 0)
    }
}

impl Strike {
    /// `exposed`: struck back at behind its barrier.
    pub(crate) fn new<const N: usize>(
        arena: &Arena<N>,
        state: &State<N>,
        attack: Attack,
        exposed: bool,
    ) -> Self {
        let pool = arena.pool_of(state, attack);
        let weapon = arena.weapon_of(state, attack.attacker, attack.means);
        let armour = arena.armour(state, attack.target, attack.attacker, weapon, exposed);
        let larger = arena.over(attack.attacker, attack.target);
        let number = state.weapon_number(attack);
        Self {
            pool,
            armour,
            luck: arena
                .blow_tables()
                .and_then(|tables| tables.find(pool, (number, larger, armour))),
        }
    }
}
