//! The target rules of policies, and the fighters that they pick.
//!
//! Clauses: MUR-0-19, MUR-0-23, MUR-3-8, MUR-3-15, MUR-11-1, MUR-17-4. Distances are in zones. Of equally
//! good targets, rules pick the first in listed order.

use super::VOCABULARY;
use super::asker::Asker;
use crate::fight::{FighterId, FighterSet};
use crate::policy::vocabulary::{specs, target};
use crate::policy::{Line, TargetRef, TargetSpec};
use crate::rules::murdham::nouns::{Status, View};
use crate::rules::murdham::reading::NONE;

/// A function that picks one fighter of a set for the fighter that makes the decision. It returns `None` if
/// none fits.
type Rule = fn(View<'_>, FighterId, FighterSet) -> Option<FighterId>;

/// The specifications of the target rules, as the policy language needs them.
pub(super) const TARGETS: [TargetSpec; Asker::TARGETS.len()] = specs(Asker::TARGETS);

// The indices of the rules that code refers to.
pub(crate) const NEAREST: u8 = VOCABULARY.target("nearest");
pub(crate) const FALLEN: u8 = VOCABULARY.target("fallen");
pub(crate) const SURRENDERED: u8 = VOCABULARY.target("surrendered");
pub(super) const SELF: u8 = VOCABULARY.target("self");
const VEHICLE: u8 = VOCABULARY.target("vehicle");

impl Asker<'_> {
    /// Every target rule with the function that picks the target.
    #[rustfmt::skip]
    const TARGETS: &'static [(TargetSpec, Rule)] = &[
        (target("nearest", "the smallest distance among those one sees, else among all; ties by listed order, as for all rules"), |view, who, some| view.nearest(who, some)),
        (target("weakest", "the least current health"), |view, _, some| some.iter().min_by_key(|&other| view.body(other).health)),
        (target("strongest", "the most current health"), |view, _, some| some.iter().min_by_key(|&other| -view.body(other).health)),
        (target("deadliest", "the weapon with the highest damage"), |view, _, some| some.iter().min_by_key(|&other| -view.most_damage(other))),
        (target("first", "the first in listed order"), |_, _, some| some.iter().next()),
        (target("spent", "the nearest whose turn is used, who cannot react"),
            |view, who, some| view.nearest(who, some.without(view.state.unused).filter(|other| view.body(other).extra == 0))),
        (target("fallen", "the nearest who is incapacitated"), |view, who, some| view.nearest(who, some)),
        (target("surrendered", "the nearest who has surrendered"), |view, who, some| view.nearest(who, some)),
        (target("captive", "the nearest who is grabbed"), |view, who, some| view.nearest(who, some.filter(|other| view.state.is_grabbed(other)))),
        (target("captor", "the nearest who has grabbed somebody"),
            |view, who, some| view.nearest(who, some.filter(|other| !view.state.captives(other).is_empty()))),
        (target("self", "oneself, for remedies"), |_, who, some| some.has(who).then_some(who)),
        (target("rider", "the nearest on a mount or in a vehicle"),
            |view, who, some| view.nearest(who, some.and(view.arena.scope.riders).filter(|other| view.state.mount_of(other).is_some()))),
        (target("mount", "the nearest that somebody rides"),
            |view, who, some| view.nearest(who, some.filter(|other| !view.riders(other).is_empty()))),
        (target("vehicle", "the nearest vehicle that is whole; no other rule but its name picks one"),
            |view, who, some| view.nearest(who, some.filter(|other| view.arena.is_vehicle(other)))),
    ];
}

/// Returns the target rule of a line, or the rule `unsaid` if the line has none.
pub(crate) fn rule_of(line: &Line, unsaid: u8) -> TargetRef {
    line.target().unwrap_or(TargetRef::Rule(unsaid))
}

impl View<'_> {
    /// Returns the enemies that a target rule may pick for an attack. These are the enemies that are
    /// fighting, or those that are fallen or have surrendered if the rule is about them. If the rule is
    /// `vehicle` or names a combatant, enemy vehicles are included. Concealed enemies are left out
    /// [MUR-11-1]. If any of the enemies are in sight, those out of sight are left out.
    #[inline]
    pub(crate) fn enemies(self, who: FighterId, rule: TargetRef) -> FighterSet {
        let known = match rule {
            TargetRef::Combatant(_) | TargetRef::Rule(FALLEN | SURRENDERED | VEHICLE) => {
                self.unusual_enemies(who, rule)
            }
            TargetRef::Rule(_) => self.noticed(who),
        };
        if !self.arena.scope.blinds || !known.is_several() {
            // A single enemy can be picked whether it is in sight or not.
            return known;
        }
        let seen = known.filter(|foe| self.sees(who, foe));
        if seen.is_empty() { known } else { seen }
    }

    /// Returns the enemies that a rule may pick if it is about the fallen or the surrendered, or if vehicles
    /// of enemies are among them. These can be attacked as well, as long as they can carry passengers
    /// [MUR-17-4].
    #[inline(never)]
    fn unusual_enemies(self, who: FighterId, rule: TargetRef) -> FighterSet {
        let lineup = &self.arena.lineup;
        let of_status = |wanted: fn(Status) -> bool| {
            let all = lineup.enemies(who);
            all.filter(|foe| wanted(self.body(foe).status))
        };
        match rule {
            TargetRef::Rule(FALLEN) => of_status(Status::is_down),
            TargetRef::Rule(SURRENDERED) => of_status(|status| status == Status::Surrendered),
            _ => {
                let others = |thing| lineup.are_enemies(who, thing) && self.bears(thing);
                FighterSet(self.noticed(who).0 | self.arena.cast.things.filter(others).0)
            }
        }
    }

    /// Returns the enemies that are fighting and not concealed.
    #[inline]
    pub(super) fn noticed(self, who: FighterId) -> FighterSet {
        let foes = self.foes(who);
        if self.arena.scope.conceals {
            foes.filter(|foe| !self.body(foe).concealed)
        } else {
            foes
        }
    }

    /// Returns the fighter that a rule picks from the set `among`.
    #[inline]
    pub(crate) fn pick(
        self,
        who: FighterId,
        rule: TargetRef,
        among: FighterSet,
    ) -> Option<FighterId> {
        match rule {
            TargetRef::Rule(NEAREST) => self.nearest(who, among),
            TargetRef::Rule(rule) => Asker::TARGETS[usize::from(rule)].1(self, who, among),
            TargetRef::Combatant(name) => {
                let called = among.filter(|other| self.arena.lineup.is_called(other, name));
                self.nearest(who, called)
            }
        }
    }

    /// Returns the enemy that a rule picks for an attack.
    #[inline]
    pub(super) fn aims(self, who: FighterId, rule: TargetRef) -> Option<FighterId> {
        self.pick(who, rule, self.enemies(who, rule))
    }

    fn nearest(self, who: FighterId, some: FighterSet) -> Option<FighterId> {
        if self.arena.field.single || !some.is_several() {
            return some.iter().next();
        }
        let distances = self.arena.field.distances(self.body(who).place);
        let mut nearest = None;
        let mut least = NONE;
        for other in some.iter() {
            let distance = distances[usize::from(self.body(other).place)];
            if distance == 0 {
                return Some(other);
            }
            if nearest.is_none() || distance < least {
                (nearest, least) = (Some(other), distance);
            }
        }
        nearest
    }

    /// Returns the maximum damage that the weapons that a fighter holds can do to a target of its own size.
    fn most_damage(self, who: FighterId) -> i32 {
        let held = self.body(who).held();
        let most = held.map(|(_, item)| self.arena.pool(item.weapon, 0, 0).most());
        most.max().unwrap_or(0)
    }
}
