//! Whom an action is aimed at.
//!
//! Clauses: BRP-5.2-4, BRP-X-7. Distances are centimetres; ties go by listing order.

use std::cmp::Reverse;

use crate::fight::{FighterId, FighterSet};
use crate::policy::TargetRef;
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::brp::nouns::fighter::Item;
use crate::rules::brp::nouns::state::{Condition, State, Target};
use crate::rules::brp::words::target;

/// The target that a rule picks among enemies that an attack could be made on now.
pub(crate) fn pick_again<const N: usize>(
    arena: &Arena<N>,
    view: &State<N>,
    who: FighterId,
    rule: TargetRef,
    range: i32,
) -> Option<FighterId> {
    let near = candidates(arena, view, who, rule)
        .iter()
        .filter(|&foe| view.distance(who, foe) <= range);
    pick(arena, view, who, rule, near.collect())
}

/// Whether an attack on this target still makes sense under the rule it was picked by [BRP-5.2-4].
pub(crate) fn is_target<const N: usize>(
    view: &State<N>,
    who: FighterId,
    target: Target,
    range: i32,
) -> bool {
    let stands = if wants_fallen(target.rule) {
        view.body(target.who).condition.is_fallen()
    } else {
        view.able.has(target.who)
    };
    stands && view.distance(who, target.who) <= range
}

/// How far an item attacks, in centimetres: reach, or three times the range.
pub(crate) fn farthest(reach: i32, item: &Item, missile: bool) -> i32 {
    match item.shoot {
        Some(shot) if missile => shot.range.saturating_mul(3),
        _ => reach,
    }
}

/// Enemies that a rule may pick for an attack: the able ones, or the fallen where the rule asks for those
/// [BRP-X-7].
pub(super) fn candidates<const N: usize>(
    arena: &Arena<N>,
    view: &State<N>,
    who: FighterId,
    rule: TargetRef,
) -> FighterSet {
    if wants_fallen(rule) {
        arena
            .lineup
            .enemies(who)
            .iter()
            .filter(|&foe| view.body(foe).condition.is_fallen())
            .collect()
    } else {
        arena.able_enemies(view, who)
    }
}

/// Whether a rule picks among those who are down.
fn wants_fallen(rule: TargetRef) -> bool {
    matches!(rule, TargetRef::Rule(target::FALLEN | target::DYING))
}

/// Applies a target rule; ties go by listing order.
pub(super) fn pick<const N: usize>(
    arena: &Arena<N>,
    view: &State<N>,
    who: FighterId,
    rule: TargetRef,
    among: FighterSet,
) -> Option<FighterId> {
    let nearest = |among: FighterSet| among.iter().min_by_key(|&other| view.distance(who, other));
    match rule {
        TargetRef::Rule(target::WEAKEST) => among
            .iter()
            .min_by_key(|&other| view.body(other).strength()),
        TargetRef::Rule(target::STRONGEST) => among
            .iter()
            .min_by_key(|&other| Reverse(view.body(other).strength())),
        TargetRef::Rule(target::FIRST) => among.iter().next(),
        TargetRef::Rule(target::FALLEN) => nearest(
            among
                .iter()
                .filter(|&other| view.body(other).condition.is_fallen())
                .collect(),
        ),
        TargetRef::Rule(target::DYING) => among
            .iter()
            .find(|&other| view.body(other).condition == Condition::Dying),
        TargetRef::Rule(target::SELF) => among.has(who).then_some(who),
        TargetRef::Rule(_) => nearest(among),
        TargetRef::Combatant(name) => nearest(
            among
                .iter()
                .filter(|&other| arena.lineup.is_called(other, name))
                .collect(),
        ),
    }
}
