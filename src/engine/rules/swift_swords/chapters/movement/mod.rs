//! Moves, retreats, charges, and other actions with feet and hands. Also when flyers have to land.
//!
//! Clauses: SST-1-1, SST-1-2, SST-3-2, SST-3-3, SST-3-9, SST-3-10, SST-8-1, SST-8-5, SST-12-9, SST-22-8,
//! SST-37-1, SST-37-3..5. The module `reactions` has the interruptions of movement, and `reach` says who can
//! reach a flyer. A flyer begins in the air and is in contact with nobody there.
//!
//! Interpretations: a creature that leaves its melee but not its zone can be stopped there by enemies of
//! other melees. A charge that is stopped ends without an attack. A charge from the air is a dive. A flyer
//! stays in the air for attacks with a weapon in hand, charges and moves. Any other action makes it land,
//! unless it can circle. Close combat makes every flyer land. A creature that falls prone is on the ground.

use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::swift_swords::fields::modifier;
use crate::rules::swift_swords::nouns::{Act, Attack, Deed, Scene, Status, Trait};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Performs an action that changes places. A creature that is unsteady may fall afterwards.
    pub(super) fn go(&mut self, who: FighterId, deed: Deed) {
        match deed.act {
            Act::Withdraw => self.withdraw(who, deed.to),
            Act::Retreat => self.retreat(who),
            _ => self.go_to(who, deed.to),
        }
        self.stumbles(who);
    }

    /// Moves a creature away from its enemies, which may cause attacks of opportunity. In a fight with only
    /// one zone, the creature leaves the fight [SST-1-2, SST-19-5].
    fn retreat(&mut self, who: FighterId) {
        if self.arena.ground.count() > 1 {
            let to = self.view().refuge(who);
            self.go_to(who, to);
        } else if self.breaks_away(who) {
            let panics = self.view().panics(who);
            let clause = if panics { "SST-19-5" } else { "SST-1-2" };
            self.put_out(who, Status::Fled, clause);
        }
    }

    /// Moves a creature, which may cause attacks of opportunity [SST-8-5, SST-8-6].
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
            if self.fighter(who).flies.is_some() {
                let circles = self.view().circles(who);
                self.body_mut(who).landed = !circles;
            }
            self.is_stopped(who, None, former);
            return;
        }
        let speed = self.view().speed(who);
        let speed = (self.body(who).injuries).slowed(speed, self.rules().injuries);
        for _ in 0..speed {
            if !self.enters(who, to) {
                return;
            }
        }
    }

    /// Moves a creature into the next zone on its way. Returns whether it can go on: it has not arrived yet
    /// and was not stopped.
    fn enters(&mut self, who: FighterId, to: u8) -> bool {
        let here = self.body(who).zone;
        let Some(next) = self.arena.ground.ways.towards(here, to) else {
            return false;
        };
        let body = self.body_mut(who);
        body.zone = next;
        body.covered = false;
        body.landed = false;
        let name = &self.arena.ground.names[usize::from(next)];
        let told = format_args!("enters zone {name}");
        self.tell("SST-3-2", who, told);
        !self.is_stopped(who, Some(here), FighterSet::NONE)
    }

    /// Makes a creature leave contact safely, even close combat, and stand up [SST-8-5, SST-12-9].
    fn withdraw(&mut self, who: FighterId, to: u8) {
        self.leave(who);
        let body = self.body_mut(who);
        body.prone = body.injuries.legless;
        self.tell("SST-8-5", who, "withdraws");
        self.enters(who, to);
    }

    /// Brings a creature into contact and makes its attack at once [SST-8-5].
    pub(super) fn charge(&mut self, who: FighterId, target: FighterId, weapon: u8) {
        self.stumbles(who);
        let there = self.body(target).zone;
        self.tell_of("SST-8-5", [who, target], "charges");
        let stopped = if self.body(who).zone == there {
            self.is_stopped(who, None, FighterSet::NONE)
        } else {
            for _ in 0..self.view().rush(who) {
                if !self.enters(who, there) {
                    break;
                }
            }
            self.body(who).group != 0
        };
        if !stopped && self.state.reaches(who, target) {
            let bonus = self.arena.tables.modifiers[const { modifier("charge") }];
            self.strike(Attack::blow(who, target, weapon).with(bonus));
        }
    }

    /// Makes a flyer land for an action that it cannot take in the air. The action is already paid for
    /// [SST-37-1].
    #[inline]
    pub(crate) fn lands(&mut self, who: FighterId, act: Act) {
        if !self.view().aloft(who) {
            return;
        }
        let circles = self.view().circles(who) && !act.is_grapple();
        if !act.is_blow() && !act.goes() && !circles {
            self.body_mut(who).landed = true;
            self.tell("SST-37-1", who, "is on the ground");
        }
    }

    /// Rolls whether a creature pulls `target`, which stands alone, into its melee [SST-3-9].
    pub(super) fn drag(&mut self, who: FighterId, target: FighterId) {
        let pulled = self.wins(Trait::Dex, [who, target], [0, 0]);
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
mod flight_tests;
#[cfg(test)]
mod goal_tests;
#[cfg(test)]
mod tests;
