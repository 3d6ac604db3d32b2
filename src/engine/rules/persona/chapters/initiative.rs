//! The initiative order.
//!
//! Clauses: PER-2-4, PER-2-5, PER-13.7-2.

use crate::dice::{Dice, Die, Topic};
use crate::fight::{FighterId, MOST_FIGHTERS, Witness, in_row};
use crate::rules::persona::nouns::scene::Scene;

/// Sorts fighters by the keys that they have.
fn sort(order: &mut [FighterId], keys: &[(i32, i32)]) {
    order.sort_by_key(|who| keys[who.index()]);
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Rolls, by default 1d10, plus AB for everybody in the fight; equal initiative goes by Agility, then by further dice
    /// [PER-2-4, PER-2-5].
    pub(super) fn roll_initiative(&mut self) {
        self.dice.about(Topic::Initiative);
        let there = self.state.fighting;
        let others = (self.arena.lineup.everybody()).filter(|who| !there.has(*who));
        let (mut row, all) = in_row(there.iter().chain(others));
        let mut keys = [(0, 0); MOST_FIGHTERS];
        for who in there.iter() {
            let fighter = self.fighter(who);
            let roll = self.dice.total(self.numbers().turns.initiative);
            keys[who.index()] = (-(roll + fighter.ab), -fighter.ag);
            let arena = self.arena;
            self.witness.say("PER-2-4", || {
                format!(
                    "{} rolls {roll} + {} for initiative.",
                    arena.name(who),
                    fighter.ab
                )
            });
        }
        let count = there.count() as usize;
        let order = &mut row[..count];
        sort(order, &keys);
        let key = |who: &FighterId| keys[who.index()];
        for equal in order.chunk_by_mut(|one, other| key(one) == key(other)) {
            self.part(equal);
        }
        // The places of those who are not in the fight come last.
        self.state.set_order(&row[..all]);
        let arena = self.arena;
        self.witness.say("PER-2-5", || {
            let names: Vec<String> = row[..count].iter().map(|&who| arena.name(who)).collect();
            format!("The order is {}.", names.join(", "))
        });
    }

    /// Orders fighters that are equal in every way by further dice: the higher roll goes first, and fighters with equal
    /// rolls roll again [PER-2-5].
    fn part(&mut self, equal: &mut [FighterId]) {
        // Rolling until nobody ties draws every order with equal chance: each place in turn goes to one of the rest.
        for at in 0..equal.len().saturating_sub(1) {
            let left = u32::try_from(equal.len() - at).expect("at most 64 fighters");
            let pick = self.dice.roll(Die(left)) as usize - 1;
            equal[at..=at + pick].rotate_right(1);
        }
    }
}
