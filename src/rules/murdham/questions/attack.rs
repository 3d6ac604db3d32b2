//! What is known of an attack before any roll: its weapon, its dice, how it is seen, and who can answer it.
//!
//! Clauses: MUR-0-4, MUR-0-5, MUR-2-5, MUR-4-5.

use crate::fight::FighterId;
use crate::rules::murdham::nouns::attack::{Attack, Incoming, Manner, Means, Strike};
use crate::rules::murdham::nouns::pool::Pool;
use crate::rules::murdham::nouns::scene::View;
use crate::rules::murdham::nouns::state::State;
use crate::rules::murdham::reading::tables::UNARMED;

impl<const N: usize> View<'_, N> {
    /// The attack as its target sees it.
    pub(crate) fn incoming(self, attack: Attack) -> Incoming {
        Incoming {
            attacker: attack.attacker,
            target: attack.target,
            means: attack.means,
            ranged: attack.way.ranged,
            several: false,
            countered: false,
            pool: self.pool_of(attack),
        }
    }

    /// The dice of an attack against its target.
    pub(crate) fn pool_of(self, attack: Attack) -> Pool {
        let weapon = self
            .arena
            .weapon_of(self.state, attack.attacker, attack.means);
        let held_back = u8::from(attack.manner == Manner::HeldBack);
        let larger = self.arena.over(attack.attacker, attack.target);
        let causes = held_back + self.hampered(attack.attacker);
        self.arena.pool(weapon, larger, causes)
    }

    /// What the damage of an attack hangs on. `exposed`: struck back at behind its barrier.
    pub(crate) fn strike(self, attack: Attack, exposed: bool) -> Strike {
        let (who, target) = (attack.attacker, attack.target);
        let pool = self.pool_of(attack);
        let number = self.state.weapon_number(who, attack.means);
        let armour = self.armour(target, who, self.arena.weapon(number), exposed);
        let key = (number, self.arena.over(who, target), armour);
        let tables = self.arena.blow_tables();
        Strike {
            pool,
            armour,
            luck: tables.and_then(|tables| tables.find(pool, key)),
        }
    }
}

impl<const N: usize> State<N> {
    /// The number of the weapon used among those of the matchup.
    #[inline]
    pub(crate) fn weapon_number(&self, who: FighterId, means: Means) -> u8 {
        match means {
            Means::Item(at) => self.body(who).items[usize::from(at)].weapon,
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
