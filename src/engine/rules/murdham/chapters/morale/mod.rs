//! Morale checks at the end of a round, and what becomes of characters whose morale breaks.
//!
//! Clauses: MUR-0-2, MUR-12-1..7. A group is a side that began with two or more members. A character that is
//! alone on its side is judged by its own health. Sides that fight together are one faction [MUR-0-23], but
//! each is a group of its own and judged by its own losses [MUR-12-1]. Members that have not arrived yet
//! count neither as present nor as lost.

use super::damage::save;
use crate::dice::{Dice, Die};
use crate::fight::{FighterId, FighterSet, SideId, Witness};
use crate::rules::murdham::decisions::BROKEN;
use crate::rules::murdham::events::BROKE;
use crate::rules::murdham::nouns::{Scene, View};
use crate::rules::murdham::options::MoraleTrigger;

impl View<'_> {
    /// Returns the members of a side that count as present: those that are fighting and do not retreat
    /// [MUR-0-22, MUR-12-1].
    fn counted(self, side: FighterSet) -> FighterSet {
        let fighting = side.and(self.state.fighting);
        fighting.filter(|who| !self.body(who).retreating)
    }

    /// Returns the members of a side that take part in this fight and have already arrived.
    fn arrived(self, side: FighterSet) -> FighterSet {
        let to_come = self
            .arena
            .lineup
            .to_come(self.state.round, self.state.stage());
        side.and(self.state.present).without(to_come)
    }

    fn is_halved(self, side: FighterSet) -> bool {
        let (now, began) = (self.counted(side).count(), side.count());
        let options = &self.arena.options;
        let share = options.rules.morale.group;
        options.at_most_share(now.cast_signed(), share, began.cast_signed())
    }

    fn is_hurt(self, who: FighterId) -> bool {
        let (now, most) = (self.body(who).health, self.fighter(who).health);
        let options = &self.arena.options;
        options.at_most_share(now.into(), options.rules.morale.alone, most.into())
    }

    /// Returns whether a side must check its morale at the end of this round. `at` is the index of the side,
    /// and `side` has its members that have arrived.
    fn is_due(self, at: usize, side: FighterSet) -> bool {
        let trigger = self.arena.options.morale_trigger;
        if side.count() == 1 {
            let who = side.iter().next().expect("it has one member");
            let now = self.state.fighting.has(who) && self.is_hurt(who);
            return now && (trigger == MoraleTrigger::EveryRound || self.body(who).hale);
        }
        let bits = match trigger {
            MoraleTrigger::Crossing => self.state.above,
            MoraleTrigger::EveryLoss => self.state.lost,
            MoraleTrigger::EveryRound => u64::MAX,
        };
        bits >> at & 1 == 1 && self.is_halved(side)
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Records at the start of a round which sides have more than half their members, and which lone
    /// characters have more than half their health. The checks at the end of the round compare with this.
    pub(crate) fn note_numbers(&mut self) {
        if !self.arena.scope.morale {
            return;
        }
        for (at, &side) in self.arena.lineup.sides.iter().enumerate() {
            let side = self.view().arrived(side);
            if side.count() == 1 {
                let who = side.iter().next().expect("it has one member");
                self.body_mut(who).hale = !self.view().is_hurt(who);
            } else if !self.view().is_halved(side) {
                self.state.above |= 1 << at;
            }
        }
    }

    /// Makes the morale checks of all sides, one after the other. Characters that failed flee or surrender
    /// only after all checks [MUR-12-3].
    pub(crate) fn check_morale(&mut self) {
        if !self.arena.scope.morale {
            return;
        }
        let mut breaks = FighterSet::NONE;
        for (at, &side) in self.arena.lineup.sides.iter().enumerate() {
            let side = self.view().arrived(side);
            if !self.view().is_due(at, side) {
                continue;
            }
            let subject = self.view().counted(side).filter(|who| {
                let body = self.body(who);
                !(self.fighter(who).fearless || body.steadfast || body.giving_up)
            });
            if subject.is_empty() {
                continue;
            }
            self.tell_side("MUR-12-1", SideId::at(at), "checks its morale");
            breaks = FighterSet(breaks.0 | self.roll_morale(subject).0);
        }
        for who in breaks.iter() {
            if !self.does(who, BROKEN, None, true) {
                self.body_mut(who).retreating = true;
                self.tell("MUR-12-7", who, "turns to flee");
            } else if self.arena.options.surrender_on_own_turn {
                self.body_mut(who).giving_up = true;
                self.tell("MUR-12-6", who, "is about to give up");
            } else {
                self.surrender(who);
            }
        }
    }

    /// Rolls the morale saves of `subject`, one for each or one for all [MUR-0-2]. Returns the characters
    /// that fail. Characters that pass make no more checks in this fight [MUR-12-4].
    fn roll_morale(&mut self, subject: FighterSet) -> FighterSet {
        let options = &self.arena.options;
        let shared = options.group_save_shared && subject.count() > 1;
        let face = if shared {
            self.dice.roll(Die(options.rules.saves.die))
        } else {
            0
        };
        let mut fails = FighterSet::NONE;
        for who in subject.iter() {
            let wit = self.fighter(who).wit;
            let passes = if shared {
                face <= options.need(wit)
            } else {
                save(wit, options, self.dice)
            };
            self.tell_save("MUR-12-3", [who], (wit, passes), |[who], save| {
                format!("{who}: {save}.")
            });
            if passes {
                self.body_mut(who).steadfast = true;
            } else {
                self.note(who, BROKE);
                fails.add(who);
            }
        }
        fails
    }
}

#[cfg(test)]
mod tests;
