//! The initiative order, and fighters that join it in a later round.
//!
//! Clauses: PER-2-4, PER-2-5, PER-13.7-2.

use crate::dice::{Dice, Die, Topic};
use crate::fight::{FighterId, FighterSet, MOST_FIGHTERS, Witness, in_row};
use crate::rules::persona::nouns::scene::Scene;

/// Sorts fighters by their keys, in ascending order. `keys` has one entry for each fighter index.
fn sort(order: &mut [FighterId], keys: &[(i32, i32)]) {
    order.sort_by_key(|who| keys[who.index()]);
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Rolls initiative (by default 1d10, plus AB) for all fighters present, and sets the order of their
    /// turns. Among fighters with equal initiative, the higher Agility goes first, and further dice decide
    /// between equal Agilities [PER-2-4, PER-2-5].
    ///
    /// Fighters that join later get the last places. Returns whether any fighter is present.
    pub(super) fn roll_initiative(&mut self) -> bool {
        self.dice.about(Topic::Initiative);
        let there = self.state.fighting;
        let (mut order, count) = in_row(there.iter());
        let mut keys = [(0, 0); MOST_FIGHTERS];
        for who in there.iter() {
            let initiative = self.initiative_of(who);
            keys[who.index()] = (-initiative, -self.fighter(who).ag);
            if self.arena.lineup.has_arrivals() {
                self.body_mut(who).initiative = initiative;
            }
        }
        let order = &mut order[..count];
        sort(order, &keys);
        let key = |who: &FighterId| keys[who.index()];
        for equal in order.chunk_by_mut(|one, other| key(one) == key(other)) {
            self.part(equal);
        }
        self.state.set_order(order);
        // Fighters that are not present have the last places of the order.
        let others = (self.arena.lineup.everybody()).filter(|who| !there.has(*who));
        for (place, who) in (count..).zip(others) {
            self.state.bodies_mut()[place].turn_of = who;
        }
        if order.is_empty() {
            return false;
        }
        let arena = self.arena;
        self.witness.say("PER-2-5", || {
            let names: Vec<String> = order.iter().map(|&who| arena.name(who)).collect();
            format!("The order is {}.", names.join(", "))
        });
        true
    }

    /// Rolls the initiative of one fighter.
    fn initiative_of(&mut self, who: FighterId) -> i32 {
        let ab = self.fighter(who).ab;
        let roll = self.dice.total(self.numbers().turns.initiative);
        let arena = self.arena;
        self.witness.say("PER-2-4", || {
            format!("{} rolls {roll} + {ab} for initiative.", arena.name(who))
        });
        roll + ab
    }

    /// Adds the fighters that arrive at the start of this round. Each rolls its initiative on arrival.
    pub(super) fn arrivals(&mut self) {
        let round = self.state.round;
        for who in self
            .arena
            .lineup
            .arriving(round.into(), self.state.stage())
            .iter()
        {
            self.state.fighting.add(who);
            self.tell("", who, "arrives");
            if round > self.numbers().turns.surprise_rounds {
                let reactions = self.fighter(who).reactions;
                let body = self.body_mut(who);
                (body.surprised, body.reactions) = (false, reactions);
            }
            self.dice.about(Topic::Initiative);
            self.body_mut(who).initiative = self.initiative_of(who);
            self.join_order(who);
        }
        if self.arena.to_come(self.state).is_empty() {
            // Initiative is only compared when a fighter joins, and no more fighters will join.
            for body in self.state.bodies_mut() {
                body.initiative = 0;
            }
        }
    }

    /// Inserts a newcomer into the order. Among fighters with equal initiative and Agility, each place is
    /// equally likely [PER-2-5].
    fn join_order(&mut self, who: FighterId) {
        let key = |other: FighterId| (-self.body(other).initiative, -self.fighter(other).ag);
        let count = self.arena.lineup.count();
        let (mut order, _) = in_row((0..count).map(|place| self.state.turn_of(place)));
        let from = order[..count].iter().position(|&other| other == who);
        let from = from.expect("everybody has a place in the order");
        let others = self.state.fighting.without(FighterSet::of(who));
        let (own, equal) = (key(who), others.filter(|other| key(other) == key(who)));
        let later = others.filter(|other| key(other) > own);
        let mut before = 0;
        if !equal.is_empty() {
            before = self.dice.roll(Die(equal.count() + 1)) - 1;
        }
        let mut passed = 0;
        let place = order[..from].iter().position(|&other| {
            let is_here = later.has(other) || (equal.has(other) && passed == before);
            passed += u32::from(equal.has(other));
            is_here
        });
        if let Some(place) = place {
            order[place..=from].rotate_right(1);
            self.state.set_order(&order[..count]);
        }
    }

    /// Orders fighters with equal initiative and Agility by further dice [PER-2-5].
    fn part(&mut self, equal: &mut [FighterId]) {
        // In the book, each of these fighters rolls, the higher roll goes first, and ties are rolled again.
        // All orders are then equally likely. It is therefore enough to draw each place from the fighters
        // that are left.
        for at in 0..equal.len().saturating_sub(1) {
            let left = u32::try_from(equal.len() - at).expect("at most 64 fighters");
            let pick = self.dice.roll(Die(left)) as usize - 1;
            equal[at..=at + pick].rotate_right(1);
        }
    }
}
