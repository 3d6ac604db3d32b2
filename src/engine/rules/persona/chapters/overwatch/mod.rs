//! Overwatch: a shot that a fighter keeps ready for an enemy's action.
//!
//! Clauses: PER-12.32-1..5.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::persona::nouns::deeds::Deed;
use crate::rules::persona::nouns::scene::{Scene, View};
use crate::rules::persona::nouns::state::{Overwatch, Shot, Trigger};
use crate::rules::persona::nouns::swing::{Manner, Swing};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Resolves Overwatch before an action of `actor`. A watcher that wins an opposed Agility test shoots
    /// first. The watchers that lose it shoot after the action, and are returned. Returns `None` if the actor
    /// can no longer act [PER-12.32-3].
    pub(super) fn watched(
        &mut self,
        actor: FighterId,
        deed: &Deed,
    ) -> Option<crate::fight::FighterSet> {
        let mut later = crate::fight::FighterSet::NONE;
        let watchers = self.view().foes(actor).filter(|foe| {
            let watch = self.body(foe).overwatch;
            watch.is_some_and(|watch| self.view().meets(foe, actor, watch, deed))
        });
        for who in watchers.iter() {
            let Some(watch) = self.body(who).overwatch else {
                continue;
            };
            let view = self.view();
            let numbers = [who, actor].map(|one| self.fighter(one).ag + view.fatigue(one));
            let bonuses = [who, actor].map(|one| self.fighter(one).ab);
            let test = self.opposed(numbers, bonuses);
            self.tell_opposed("PER-12.32-3", [who, actor], test, |who, actor| {
                let ended = if test.won { "is" } else { "is not" };
                format!("{who} {ended} quicker than {actor}")
            });
            if !test.won {
                later.add(who);
                continue;
            }
            let was_pinned = self.body(actor).pinned;
            self.shoot_from_overwatch(who, actor, watch);
            let stopped = !self.is_able(actor) || (self.body(actor).pinned && !was_pinned);
            if stopped && self.state.fighting.has(actor) {
                self.say("PER-12.32-3", [actor], |[actor]| {
                    format!("{actor} cannot do any more what it was about to do.")
                });
            }
            if stopped || self.is_over() {
                return None;
            }
        }
        Some(later)
    }

    /// Fires the shots of `watchers` after the action, if they are still legal [PER-12.32-3].
    pub(super) fn watched_after(&mut self, actor: FighterId, watchers: crate::fight::FighterSet) {
        for who in watchers.iter() {
            if let Some(watch) = self
                .body(who)
                .overwatch
                .filter(|_| self.state.fighting.has(who) && !self.is_over())
            {
                self.shoot_from_overwatch(who, actor, watch);
            }
        }
    }

    /// Fires the Overwatch shot of `who` at `actor`. The target and all other fighters with hits take a
    /// Pinning test [PER-12.32-4].
    fn shoot_from_overwatch(&mut self, who: FighterId, actor: FighterId, watch: Overwatch) {
        let swing = watch.swing(actor);
        if !self.view().may_swing(who, swing) {
            return;
        }
        self.body_mut(who).overwatch = None;
        self.say("PER-12.32-1", [who, actor], |[who, actor]| {
            format!("{who} has waited for {actor}.")
        });
        let targets = self.attack(who, swing);
        let modifier = self.numbers().shooting.overwatch_pinning;
        for target in targets.iter() {
            self.pin(target, modifier, "PER-12.32-4");
        }
    }
}

impl Overwatch {
    /// Returns the attack on `target` that this Overwatch makes.
    fn swing(self, target: FighterId) -> Swing {
        let manner = match self.shot {
            Shot::Standard => Manner::Standard,
            Shot::Semi => Manner::Semi,
            Shot::Full => Manner::Full,
        };
        Swing::new(manner, self.weapon, target)
    }
}

impl View<'_> {
    /// Returns whether `deed`, which `actor` is about to do, triggers the Overwatch of `who`. `actor` must
    /// also be in the kill zone [PER-12.32-1, PER-12.32-2].
    fn meets(self, who: FighterId, actor: FighterId, watch: Overwatch, deed: &Deed) -> bool {
        let kinds = deed.subtypes(&self.numbers().costs);
        let (own, there) = (self.body(who).at, self.body(actor).at);
        let side = if watch.upwards {
            there >= own
        } else {
            there <= own
        };
        let range = self.numbers().shooting.reach * self.arena.weapon(watch.weapon).range;
        let happens = match watch.trigger {
            Trigger::Acts => true,
            Trigger::Moves => kinds.movement,
            Trigger::Attacks => kinds.attack,
            Trigger::AttacksAlly => {
                let is_ally = |target: FighterId| {
                    target != who && !self.arena.lineup.are_enemies(who, target)
                };
                kinds.attack
                    && match *deed {
                        Deed::Suppress {
                            weapon,
                            full,
                            upwards,
                        } => self.arc(actor, weapon, full, upwards).iter().any(is_ally),
                        _ => deed.targets().any(is_ally),
                    }
            }
            Trigger::HasNoReaction => self.body(actor).reactions == 0,
        };
        side && happens && self.distance(who, actor) <= range
    }
}

#[cfg(test)]
mod tests;
