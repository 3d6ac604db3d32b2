//! The target rules of policies, and the fighters that they pick.
//!
//! Clauses: BRP-5.2-4, BRP-X-7. Distances are centimetres. Of equally good targets, rules pick the first in
//! listing order.

use std::cmp::Reverse;

use super::VOCABULARY;
use crate::fight::{FighterId, FighterSet};
use crate::policy::vocabulary::{specs, target};
use crate::policy::{Columns, TargetRef, TargetSpec};
use crate::rules::brp::nouns::columns::{CONDITIONS, HIT_POINTS, PICKED, PLACE, RISEN};
use crate::rules::brp::nouns::{Condition, PickedTarget, View};

/// The columns that a rule depends on if it picks among all able fighters (see `columns.rs`).
const PICK: Columns = PICKED.and(RISEN);

/// A function that picks one fighter of a set for the fighter that makes the decision. It returns `None` if
/// the set is empty.
type Pick = fn(View<'_>, FighterId, FighterSet) -> Option<FighterId>;

pub(super) const TARGETS: [TargetSpec; View::TARGETS.len()] = specs(View::TARGETS);

pub(super) const NEAREST: u8 = VOCABULARY.target("nearest");
pub(super) const FIRST: u8 = VOCABULARY.target("first");
pub(crate) const WEAKEST: u8 = VOCABULARY.target("weakest");
pub(crate) const STRONGEST: u8 = VOCABULARY.target("strongest");
pub(crate) const FALLEN: u8 = VOCABULARY.target("fallen");
pub(crate) const DYING: u8 = VOCABULARY.target("dying");

impl View<'_> {
    /// Every target rule with the function that picks the target.
    #[rustfmt::skip]
    const TARGETS: &'static [(TargetSpec, Pick)] = &[
        (target("nearest", "the smallest distance; ties by listing order, as for all rules").reads(PLACE.and(PICK)), |view, who, some| view.nearest(who, some)),
        (target("weakest", "the fewest current hit points").reads(HIT_POINTS.and(PICK)), |view, _, some| some.iter().min_by_key(|&other| view.body(other).hp)),
        (target("strongest", "the most current hit points").reads(HIT_POINTS.and(PICK)), |view, _, some| some.iter().min_by_key(|&other| Reverse(view.body(other).hp))),
        (target("first", "the first in listing order").reads(PICK), |_, _, some| some.iter().next()),
        (target("fallen", "the nearest who is unconscious or dying").reads(PLACE.and(CONDITIONS)),
            |view, who, some| view.nearest(who, some.filter(|other| view.body(other).condition.is_fallen()))),
        (target("dying", "the first in listing order who is at 0 hit points or less and not dead").reads(CONDITIONS),
            |view, _, some| some.iter().find(|&other| view.body(other).condition == Condition::Dying)),
        (target("self", "oneself, for First Aid").reads(Columns::NONE), |_, who, some| some.has(who).then_some(who)),
    ];

    /// Returns the nearest fighter of a set, or the first of several at the same distance.
    pub(crate) fn nearest(self, who: FighterId, among: FighterSet) -> Option<FighterId> {
        let distance = |&other: &FighterId| self.state.distance(who, other);
        among.iter().min_by_key(distance)
    }

    /// Returns the fighter that a rule picks from the set `among`.
    pub(super) fn pick(
        self,
        who: FighterId,
        rule: TargetRef,
        among: FighterSet,
    ) -> Option<FighterId> {
        let called = |name| among.filter(|other| self.arena.lineup.is_called(other, name));
        match rule {
            TargetRef::Rule(rule) => Self::TARGETS[usize::from(rule)].1(self, who, among),
            TargetRef::Combatant(name) => self.nearest(who, called(name)),
        }
    }

    /// Returns the enemies that a target rule may pick for an attack. These are the able enemies, or the
    /// fallen ones if the rule is about fallen fighters [BRP-X-7].
    fn prey(self, who: FighterId, rule: TargetRef) -> FighterSet {
        let fallen = |foe: FighterId| self.body(foe).condition.is_fallen();
        match rule {
            TargetRef::Rule(FALLEN | DYING) => self.arena.lineup.enemies(who).filter(fallen),
            _ => self.able_enemies(who),
        }
    }

    /// Returns the enemy within `range` that a rule picks for an attack.
    pub(crate) fn pick_foe(
        self,
        who: FighterId,
        rule: TargetRef,
        range: i32,
    ) -> Option<PickedTarget> {
        let near = |foe: FighterId| self.state.distance(who, foe) <= range;
        let mut prey = self.prey(who, rule);
        if range < i32::MAX {
            prey = prey.filter(near);
        }
        let who = self.pick(who, rule, prey)?;
        Some(PickedTarget { who, rule })
    }

    /// Returns the target of a stated attack. If that fighter can no longer be attacked, the rule that picked
    /// it picks another one, unless the option `retarget` forbids this [BRP-5.2-4].
    pub(crate) fn aim_again(
        self,
        who: FighterId,
        target: PickedTarget,
        range: i32,
    ) -> Option<PickedTarget> {
        let near = self.state.distance(who, target.who) <= range;
        if near && self.prey(who, target.rule).has(target.who) {
            return Some(target);
        }
        let again = || self.pick_foe(who, target.rule, range);
        self.arena.options.retarget.then(again).flatten()
    }

    /// Returns the maximum distance of an attack with an item, in centimetres. For a blow this is the melee
    /// reach, and for a shot or throw the farthest range.
    pub(crate) fn farthest(self, who: FighterId, item: u8, missile: bool) -> i32 {
        match self.arena.item(who, item).shoot {
            Some(shot) if missile => self.arena.options.rules.missiles.farthest(shot.range),
            _ => self.arena.reach,
        }
    }
}
