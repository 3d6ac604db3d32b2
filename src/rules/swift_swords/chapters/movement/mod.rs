//! Going from place to place: moving, getting away, charging, and what else is done with one's feet and hands.
//!
//! Clauses: SST-1-1, SST-1-2, SST-3-2, SST-3-3, SST-3-9, SST-3-10, SST-8-1, SST-8-5, SST-12-9, SST-22-8, SST-37-1. Who moves may be
//! struck at and stopped: `opportunity`. Readings: whoever leaves its melee without leaving the zone can be stopped there by
//! those of other melees; a charge that is stopped ends without an attack.

use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::swift_swords::fields::modifier;
use crate::rules::swift_swords::nouns::{Scene, Status, Trait, Way, Wits};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Carries out what has been paid for.
    pub(crate) fn carry_out_move(&mut self, who: FighterId, way: Way) {
        match way {
            Way::Move { to } => self.go_to(who, to),
            Way::Retreat => self.retreat(who),
            Way::Withdraw { to } => self.withdraw(who, to),
            Way::Charge { target, weapon } => {
                self.stumbles(who);
                self.charge(who, target, weapon);
            }
            Way::Drag { target } => self.drag(who, target),
            Way::Stand => {
                self.body_mut(who).prone = false;
                self.tell("SST-22-8", who, "stands up");
            }
            Way::Ready { item } => {
                self.ready(who, item);
                let arena = self.arena;
                let weapon = self.view().in_hand(who);
                self.say("SST-8-1", [who], |[who]| {
                    let name = weapon.map_or("nothing", |weapon| &arena.weapon(weapon).name);
                    format!("{who} has {name} in hand now.")
                });
            }
        }
        if let Way::Move { .. } | Way::Retreat | Way::Withdraw { .. } = way {
            self.stumbles(who);
        }
    }

    /// Moves away from the enemies, at the risk of opportunity attacks; from the only zone there is, out of the fight
    /// [SST-1-2, SST-19-5].
    pub(crate) fn retreat(&mut self, who: FighterId) {
        if self.arena.field.count() > 1 {
            let to = self.view().refuge(who);
            self.go_to(who, to);
        } else if self.breaks_away(who) {
            let panics = matches!(self.body(who).wits, Wits::Panicked { .. });
            let clause = if panics { "SST-19-5" } else { "SST-1-2" };
            self.put_out(who, Status::Fled, clause);
        }
    }

    /// Moves, at the risk of opportunity attacks [SST-8-5, SST-8-6].
    fn go_to(&mut self, who: FighterId, to: u8) {
        let former = self.state.group(who);
        if !self.breaks_away(who) {
            return;
        }
        if self.body(who).group != 0 {
            self.leave(who);
            self.tell("SST-8-5", who, "leaves contact");
        }
        if self.body(who).zone == to {
            if self.view().circles(who) {
                self.body_mut(who).landed = false;
            }
            self.is_stopped(who, None, former);
            return;
        }
        let speed = self.view().speed(who);
        for _ in 0..self.body(who).injuries.slowed(speed) {
            if !self.enters(who, to, FighterSet::NONE) {
                return;
            }
        }
    }

    /// Goes into the next zone on the way to another. Whether it can go on: it is not there yet, and nobody has stopped it.
    fn enters(&mut self, who: FighterId, to: u8, except: FighterSet) -> bool {
        let here = self.body(who).zone;
        let Some(next) = self.arena.field.ways.towards(here, to) else {
            return false;
        };
        let body = self.body_mut(who);
        body.zone = next;
        body.covered = false;
        body.landed = false;
        let name = &self.arena.field.names[usize::from(next)];
        self.say("SST-3-2", [who], |[who]| {
            format!("{who} enters zone {name}.")
        });
        !self.is_stopped(who, Some(here), except)
    }

    /// Leaves contact safely, close combat too, and stands [SST-8-5, SST-12-9].
    fn withdraw(&mut self, who: FighterId, to: u8) {
        self.leave(who);
        let body = self.body_mut(who);
        body.prone = body.injuries.legless;
        self.tell("SST-8-5", who, "withdraws");
        self.enters(who, to, FighterSet::NONE);
    }

    /// Comes into contact and attacks at once [SST-8-5].
    fn charge(&mut self, who: FighterId, target: FighterId, weapon: u8) {
        let there = self.body(target).zone;
        let goal = self.state.group(target);
        self.tell_of("SST-8-5", [who, target], "charges");
        let stopped = if self.body(who).zone == there {
            self.is_stopped(who, None, goal)
        } else {
            for _ in 0..self.view().rush(who) {
                if !self.enters(who, there, goal) {
                    break;
                }
            }
            self.body(who).group != 0
        };
        if stopped || !self.state.reaches(who, target) {
            return;
        }
        self.strike(
            who,
            target,
            weapon,
            self.arena.modifiers[const { modifier("charge") }],
        );
    }

    /// Tries to pull somebody who stands alone into one's melee [SST-3-9].
    fn drag(&mut self, who: FighterId, target: FighterId) {
        let pulled = self.contest(Trait::Dex, [who, target], [0, 0]) > 0;
        if pulled {
            let mut members = self.state.group(who);
            members.add(target);
            self.link(members);
        }
        self.say("SST-3-9", [who, target], |[who, target]| {
            if pulled {
                format!("{who} pulls {target} into the melee.")
            } else {
                format!("{who} gets no hold of {target}.")
            }
        });
    }
}

#[cfg(test)]
mod tests;
