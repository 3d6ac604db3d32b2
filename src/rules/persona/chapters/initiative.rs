//! Who goes first.
//!
//! Clauses: PER-2-4, PER-2-5, PER-13.7-2.

use crate::dice::{Dice, Die, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::persona::nouns::scene::Scene;

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Everybody rolls 1d10 and AB; equal initiative goes by Agility, then by further dice [PER-2-4, PER-2-5].
    pub(super) fn roll_initiative(&mut self) {
        self.dice.about(Topic::Initiative);
        let count = self.arena.lineup.count();
        let mut order = [FighterId(0); N];
        let mut keys = [(0, 0); N];
        for who in self.arena.lineup.everybody() {
            let fighter = self.fighter(who);
            let roll = self.dice.roll(Die(10)).cast_signed();
            order[who.index() % N] = who;
            keys[who.index() % N] = (-(roll + fighter.ab), -fighter.ag);
            let arena = self.arena;
            self.witness.say("PER-2-4", || {
                format!(
                    "{} rolls {roll} + {} for initiative.",
                    arena.name(who),
                    fighter.ab
                )
            });
        }
        let order = &mut order[..count];
        order.sort_by_key(|who| keys[who.index() % N]);
        let mut at = 0;
        while at < count {
            let key = keys[order[at].index() % N];
            let alike = order[at..]
                .iter()
                .take_while(|who| keys[who.index() % N] == key)
                .count();
            self.part(&mut order[at..at + alike]);
            at += alike;
        }
        self.state.order[..count].copy_from_slice(order);
        let (arena, order) = (self.arena, &self.state.order[..count]);
        self.witness.say("PER-2-5", || {
            let names: Vec<String> = order.iter().map(|&who| arena.name(who)).collect();
            format!("The order is {}.", names.join(", "))
        });
    }

    /// Puts those who are equal in every way into an order by further dice: the higher goes first, and those who roll
    /// the same roll again [PER-2-5].
    fn part(&mut self, equal: &mut [FighterId]) {
        // Rolling until nobody ties is to draw any order with equal chance: each place in turn goes to one of those left.
        for at in 0..equal.len().saturating_sub(1) {
            let left = u32::try_from(equal.len() - at).expect("at most 64 fighters");
            let pick = self.dice.roll(Die(left)) as usize - 1;
            equal[at..=at + pick].rotate_right(1);
        }
    }
}
