//! Close combat: going into it, holds, what the holder may do and what the held, throwing down the large.
//!
//! Clauses: SST-3-6, SST-12-1, SST-12-4..9. What close combat does to posture and weapons is in `contact`. Readings: a
//! creature has one hold on it and one of its own at a time; a hold ends when either is out or leaves the close combat.

use super::{contact, contest};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::decisions;
use crate::rules::swift_swords::nouns::arena::Cause;
use crate::rules::swift_swords::nouns::attack::{Attack, Hit, Means, Purpose};
use crate::rules::swift_swords::nouns::deeds::{Cost, Deed, Grapple, Wanted};
use crate::rules::swift_swords::nouns::fighter::{FISTS, Track};
use crate::rules::swift_swords::nouns::scene::Scene;
use crate::rules::swift_swords::nouns::state::{Grip, Status};
use crate::rules::swift_swords::questions::{grips, reach};
use crate::rules::swift_swords::reading::sheet::Trait;
use crate::rules::swift_swords::telling::holds;

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// What somebody in a hold does, or somebody who holds an enemy and does not let go; `None`: it acts as others do
    /// [SST-12-5, SST-12-6].
    pub(crate) fn bound(&mut self, who: FighterId) -> Option<Wanted> {
        if self.body(who).close == 0 {
            return None;
        }
        let (deed, passed) = if self.body(who).held.is_some() {
            let (action, passed) = decisions::when_held(self, who);
            (grips::of_held(action), passed)
        } else {
            let target = grips::holding(self.state, who)?;
            let (action, passed) = decisions::with_grip(self, who, target);
            let Some(deed) = grips::of_grip(action, target) else {
                self.body_mut(target).held = None;
                holds::lets_go(self, who, target);
                return None;
            };
            (deed, passed)
        };
        let hand = self.body(who).hand;
        let cost = deed.cost(self.view(), who);
        let (deed, cost) = if cost.fits(hand) {
            (deed, cost)
        } else {
            (Deed::Wait, Cost::Free)
        };
        let short = deed == Deed::Wait && passed;
        Some(Wanted { deed, cost, short })
    }

    /// Carries out what has been paid for.
    pub(crate) fn grapple(&mut self, who: FighterId, grapple: Grapple) {
        match grapple {
            Grapple::Close { target, weapon } => {
                contact::engage(self.arena, self.state, who, target, weapon);
                if self.grabs(who, target, weapon, 0) {
                    contact::tangle(self.arena, self.state, who, target);
                    holds::closes(self, who, target);
                }
            }
            Grapple::Hold { target } => {
                if self.wrestles(who, target) {
                    self.take_hold(who, target, 0);
                }
            }
            Grapple::Improve { target } => {
                let level = grips::grip_of(self.state, target).level + 1;
                if self.wrestles(who, target) {
                    self.take_hold(who, target, level);
                }
            }
            Grapple::KnockDown { target } => {
                let more = contest::larger(self.arena, target, who);
                let pair = ((who, 0), (target, more));
                let fell = self.contest(Trait::Body, pair) > 0;
                self.body_mut(target).prone |= fell;
                holds::fells(self, (who, target), fell);
            }
            Grapple::Squeeze { target } => self.squeeze(who, target),
            Grapple::Subdue { target } => {
                let class = usize::from(grips::grip_of(self.state, target).level);
                let number = self.arena.codes[class].damage(1);
                let more = contest::larger(self.arena, target, who);
                let body = (target, Trait::Body);
                let against = self.successes(body, more);
                holds::subdues(self, who, target, number > against);
                if number > against {
                    self.put_out(target, Status::Out, "SST-12-8");
                }
            }
            Grapple::BreakHold => {
                let grip = grips::grip_of(self.state, who);
                let pair = ((who, 0), (grip.by, 0));
                let margin = self.contest(Trait::Body, pair);
                if margin > 0 {
                    let level = grip.level.checked_sub(margin.cast_unsigned());
                    self.body_mut(who).held = level.map(|level| Grip { level, ..grip });
                }
                holds::breaks(self, (who, margin));
            }
            Grapple::Reverse => {
                let grip = grips::grip_of(self.state, who);
                let pair = ((who, 0), (grip.by, 0));
                let margin = self.contest(Trait::Body, pair);
                if margin >= 2 {
                    // Whomever else the holder's holder held goes free: one hold at a time.
                    self.body_mut(who).held = None;
                    self.take_hold(who, grip.by, 0);
                } else {
                    holds::breaks(self, (who, 0));
                }
            }
        }
    }

    /// An attack that is to touch. Whether it does, and both are still there.
    fn grabs(&mut self, who: FighterId, target: FighterId, weapon: u8, bonus: i8) -> bool {
        let attack = Attack {
            attacker: who,
            target,
            means: Means::Melee(weapon),
            purpose: Purpose::Touch,
            bonus,
        };
        let touched = self.attack(attack).last > 0;
        touched && self.state.fighting.has(who) && self.state.fighting.has(target)
    }

    /// The same with the wrestling pool and bare hands.
    fn wrestles(&mut self, who: FighterId, target: FighterId) -> bool {
        let fighter = self.fighter(who);
        let bonus = fighter.wrestle.cast_signed() - fighter.attack.cast_signed();
        contact::engage(self.arena, self.state, who, target, FISTS);
        self.grabs(who, target, FISTS, bonus) && reach::locked(self.state, who, target)
    }

    fn take_hold(&mut self, who: FighterId, target: FighterId, level: u8) {
        self.body_mut(target).held = Some(Grip { by: who, level });
        holds::takes(self, who, target);
    }

    /// Damage through a hold: that of one success of its class, whatever the armour [SST-12-7].
    fn squeeze(&mut self, who: FighterId, target: FighterId) {
        let class = usize::from(grips::grip_of(self.state, target).level);
        let points = self.arena.codes[class].damage(1);
        let weapon = self.arena.counted(Cause::Hold);
        holds::squeezes(self, who, target, points);
        let hit = Hit {
            target,
            by: None,
            track: Track::Physical,
            damage: points,
            massive: false,
        };
        self.land(who, weapon, points.into(), hit);
    }
}

#[cfg(test)]
mod tests;
