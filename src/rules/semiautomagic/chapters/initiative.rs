//! Who goes first, and who comes later.
//!
//! Clauses: SAM-1-1..3, SAM-11-11, SAM-22-1.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::semiautomagic::nouns::luck::{self, D6};
use crate::rules::semiautomagic::nouns::scene::Scene;
use crate::rules::semiautomagic::questions::sight::Visibility;

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// The bonus to initiative: reflex and dexterity [SAM-1-1]; by a house rule less for mobility penalties [SAM-22-1].
    fn swiftness(&self, who: FighterId) -> i32 {
        let fighter = self.fighter(who);
        let slow = if self.arena.options.mobility_dexterity {
            fighter.hindrance()
        } else {
            0
        };
        fighter.reflex + fighter.dexterity - slow
    }

    /// Everybody who is there rolls d6 and its bonus, highest first; ties are rolled again [SAM-1-1, SAM-1-2].
    pub(super) fn roll_initiative(&mut self) {
        self.dice.about(Topic::Initiative);
        let mut order = [FighterId(0); N];
        let mut count = 0;
        for who in self.arena.lineup.everybody() {
            if self.fighter(who).arrives <= 1 && !self.fighter(who).object {
                order[count] = who;
                count += 1;
            }
        }
        let mut bonuses = [0; N];
        for who in self.arena.lineup.everybody() {
            bonuses[who.index() % N] = self.swiftness(who);
        }
        let bonus = |who: FighterId| bonuses[who.index() % N];
        let mut rolled = [0; N];
        luck::order_by_totals(self.dice, &mut order[..count], &bonus, |dice, who| {
            let face = dice.roll(D6).cast_signed();
            rolled[who.index() % N] = face;
            face + bonus(who)
        });
        self.state.set_order(&order[..count]);
        let arena = self.arena;
        for &who in &order[..count] {
            let (face, bonus) = (rolled[who.index() % N], bonus(who));
            if arena.scope.arrivals {
                let total = (face + bonus).clamp(-128, 127);
                self.body_mut(who).initiative = i8::try_from(total).unwrap_or(0);
            }
            self.witness.say("SAM-1-1", || {
                let total = face + bonus;
                format!(
                    "{} has initiative {face} + {bonus} = {total}.",
                    arena.name(who)
                )
            });
        }
        self.witness.say("SAM-1-2", || {
            let names = order[..count].iter().map(|&who| arena.name(who));
            format!("The order is {}.", names.collect::<Vec<_>>().join(", "))
        });
    }

    /// Those who come in this round roll and are put into the order [SAM-1-3].
    pub(super) fn arrivals(&mut self) {
        for who in self.arena.lineup.everybody() {
            let fighter = self.fighter(who);
            if fighter.arrives != self.state.round || self.state.round == 1 {
                continue;
            }
            self.state.fighting.add(who);
            self.state.bodily.add(who);
            self.tell("SAM-1-3", who, "arrives");
            if fighter.object {
                continue;
            }
            self.dice.about(Topic::Initiative);
            let bonus = self.swiftness(who);
            let total = self.dice.roll(D6).cast_signed() + bonus;
            self.body_mut(who).initiative = i8::try_from(total.clamp(-128, 127)).unwrap_or(0);
            let mut order = [who; N];
            let mut count = 0;
            for other in self.state.order() {
                order[count] = other;
                count += 1;
            }
            let mut place = count;
            for (at, &other) in order[..count].iter().enumerate() {
                let theirs = i32::from(self.body(other).initiative);
                let first = match total.cmp(&theirs) {
                    std::cmp::Ordering::Greater => true,
                    std::cmp::Ordering::Less => false,
                    std::cmp::Ordering::Equal => {
                        let their_bonus = self.swiftness(other);
                        luck::beats(self.dice, bonus, their_bonus)
                    }
                };
                if first {
                    place = at;
                    break;
                }
            }
            order[..=count][place..].rotate_right(1);
            order[place] = who;
            self.state.set_order(&order[..=count]);
        }
    }

    /// Who hides at the start rolls stealth once, and everybody against whom it has cover or concealment perception against it
    /// [SAM-11-11].
    pub(super) fn hide(&mut self) {
        for who in self.arena.lineup.everybody() {
            let fighter = self.fighter(who);
            if !fighter.hidden {
                continue;
            }
            self.dice.about(Topic::Choice);
            let mobility = fighter.hindrance();
            let stealth = fighter.stealth - fighter.scale - mobility;
            let result = self.dice.roll(D6).cast_signed() + stealth;
            let mut unseen = FighterSet::NONE;
            for foe in self.arena.lineup.enemies(who).iter() {
                let cover = self.view().cover(who, foe);
                if cover == 0 && self.view().visibility(who, foe) == Visibility::Plain {
                    continue;
                }
                let needed = result + i32::from(cover.min(3));
                let total = self.dice.roll(D6).cast_signed() + self.fighter(foe).perception;
                let sees = total >= needed;
                if !sees {
                    unseen.add(foe);
                }
                self.say("SAM-11-11", [who, foe], |[who, foe]| {
                    let word = if sees { "sees" } else { "does not see" };
                    format!("{who} hides with {needed}; {foe} {word} it with {total}.")
                });
            }
            self.body_mut(who).unseen_by = unseen;
        }
    }
}
