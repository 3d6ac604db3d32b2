//! Close combat: going into it, holds, what the holder may do and what the held, throwing down the large.
//!
//! Clauses: SST-3-6, SST-12-1, SST-12-4..9. What close combat does to posture and weapons is in `contact`. Readings: a
//! creature has one hold on it and one of its own at a time; a hold ends when either is out or leaves the close combat.

use super::phrases::listed;
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::swift_swords::nouns::{
    Cost, Deed, FISTS, Grapple, Grip, Hit, Purpose, Scene, Status, Track, Trait, Wanted,
};

/// Classes of holds, the loosest first.
const CLASSES: [&str; 5] = ["Light", "Medium", "Heavy", "Large", "Huge"];

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// What somebody in a hold does, or somebody who holds an enemy and does not let go; `None`: it acts as others do
    /// [SST-12-5, SST-12-6].
    pub(crate) fn bound(&mut self, who: FighterId) -> Option<Wanted> {
        if self.body(who).close == 0 {
            return None;
        }
        let (deed, passed) = if let Some(grip) = self.body(who).held {
            self.when_held(who, grip.by)
        } else {
            let target = self.view().holding(who)?;
            let (deed, passed) = self.with_grip(who, target);
            let Some(deed) = deed else {
                self.body_mut(target).held = None;
                self.tell_of("SST-12-6", [who, target], "lets go of");
                return None;
            };
            (deed, passed)
        };
        let hand = self.body(who).hand;
        let cost = deed.cost(self.view(), who);
        let fits = cost.fits(hand);
        Some(Wanted {
            deed: if fits { deed } else { Deed::Wait },
            cost: if fits { cost } else { Cost::Free },
            short: passed && (!fits || deed == Deed::Wait),
        })
    }

    /// Carries out what has been paid for.
    pub(crate) fn grapple(&mut self, who: FighterId, grapple: Grapple) {
        match grapple {
            Grapple::Close { target, weapon } => {
                if self.grabs(who, target, weapon, 0) {
                    self.tangle(who, target);
                    self.tell_closing(who, target);
                }
            }
            Grapple::Hold { target } => {
                if self.wrestles(who, target) {
                    self.take_hold(who, target, 0);
                }
            }
            Grapple::Improve { target } => {
                let level = self.state.grip_of(target).level + 1;
                if self.wrestles(who, target) {
                    self.take_hold(who, target, level);
                }
            }
            Grapple::KnockDown { target } => {
                let more = self.view().larger(target, who);
                let fell = self.contest(Trait::Body, [who, target], [0, more]) > 0;
                self.body_mut(target).prone |= fell;
                self.say("SST-12-9", [who, target], |[who, target]| {
                    if fell {
                        format!("{who} throws {target} down.")
                    } else {
                        format!("{target} keeps its feet against {who}.")
                    }
                });
            }
            Grapple::Squeeze { target } => self.squeeze(who, target),
            Grapple::Subdue { target } => {
                let class = usize::from(self.state.grip_of(target).level);
                let number = self.arena.codes[class].damage(1);
                let more = self.view().larger(target, who);
                let done = number > self.successes(target, Trait::Body, more);
                self.say("SST-12-8", [who, target], |[who, target]| {
                    if done {
                        format!("{who} subdues {target}.")
                    } else {
                        format!("{target} does not let {who} subdue it.")
                    }
                });
                if done {
                    self.put_out(target, Status::Out, "SST-12-8");
                }
            }
            Grapple::BreakHold => {
                let grip = self.state.grip_of(who);
                let margin = self.contest(Trait::Body, [who, grip.by], [0, 0]);
                if margin > 0 {
                    let level = grip.level.checked_sub(margin.cast_unsigned());
                    self.body_mut(who).held = level.map(|level| Grip { level, ..grip });
                }
                self.tell_breaking(who, margin);
            }
            Grapple::Reverse => {
                let grip = self.state.grip_of(who);
                let margin = self.contest(Trait::Body, [who, grip.by], [0, 0]);
                if margin >= 2 {
                    // Whomever else the holder's holder held goes free: one hold at a time.
                    self.body_mut(who).held = None;
                    self.take_hold(who, grip.by, 0);
                } else {
                    self.tell_breaking(who, 0);
                }
            }
        }
    }

    /// An attack that is to touch. Whether it does, and both are still there.
    fn grabs(&mut self, who: FighterId, target: FighterId, weapon: u8, bonus: i8) -> bool {
        let attack = self.strike_to(Purpose::Touch, who, target, weapon, bonus);
        attack.last > 0 && self.state.fighting.has(who) && self.state.fighting.has(target)
    }

    /// The same with the wrestling pool and bare hands.
    fn wrestles(&mut self, who: FighterId, target: FighterId) -> bool {
        let fighter = self.fighter(who);
        let bonus = fighter.wrestle.cast_signed() - fighter.attack.cast_signed();
        self.grabs(who, target, FISTS, bonus) && self.state.locked(who, target)
    }

    fn take_hold(&mut self, who: FighterId, target: FighterId, level: u8) {
        self.body_mut(target).held = Some(Grip { by: who, level });
        let class = CLASSES[usize::from(level)];
        self.say("SST-12-4", [who, target], |[who, target]| {
            format!("{who} has {target} in a {class} Hold.")
        });
    }

    /// Damage through a hold: that of one success of its class, whatever the armour [SST-12-7].
    fn squeeze(&mut self, who: FighterId, target: FighterId) {
        let class = usize::from(self.state.grip_of(target).level);
        let points = self.arena.codes[class].damage(1);
        self.say("SST-12-7", [who, target], |[who, target]| {
            format!("{who}'s Hold does {points} to {target}.")
        });
        let hit = Hit::of_itself(target, Track::Physical, points);
        self.land(who, self.arena.holds(), points.into(), hit);
    }

    fn tell_closing(&mut self, who: FighterId, target: FighterId) {
        let (arena, both) = (self.arena, FighterSet::from_iter([who, target]));
        let down = both.filter(|one| self.body(one).prone);
        self.say("SST-12-1", [who, target], |[who, target]| {
            let names = listed(down.iter().map(|one| arena.name(one)).collect());
            let fallen = (!names.is_empty()).then(|| format!("; down: {names}"));
            let fallen = fallen.unwrap_or_default();
            format!("{who} is in close combat with {target}{fallen}.")
        });
    }

    /// Tells what has become of a hold that somebody was to break, by so many successes.
    fn tell_breaking(&mut self, who: FighterId, margin: i8) {
        let held = self.body(who).held;
        self.say("SST-12-5", [who], |[who]| match held {
            None => format!("{who} is free."),
            Some(grip) if margin > 0 => {
                let class = CLASSES[usize::from(grip.level)];
                format!("{who} is in a {class} Hold now.")
            }
            Some(_) => format!("{who} is still held."),
        });
    }
}

#[cfg(test)]
mod tests;
