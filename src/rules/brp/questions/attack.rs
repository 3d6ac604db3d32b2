//! What an attack and its damage are up against: the chance to hit, the armour.
//!
//! Clauses: BRP-5.5-1, BRP-5.9-5, BRP-5.10-1, BRP-5.10-2, BRP-5.11-6.

use crate::fight::FighterId;
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::brp::nouns::attack::Swing;
use crate::rules::brp::nouns::chance::{Limits, modified};
use crate::rules::brp::nouns::fighter::{Attack, Threat};
use crate::rules::brp::nouns::state::State;

/// The attack as its user makes it and its target meets it.
pub(crate) fn threat<const N: usize>(arena: &Arena<N>, swing: Swing) -> (&Attack, Threat) {
    let item = &arena.fighter(swing.attacker).items[usize::from(swing.item)];
    if swing.missile {
        let shot = item
            .shoot
            .as_ref()
            .expect("only what can shoot is chosen for a shot");
        (
            &shot.attack,
            if shot.fast {
                Threat::FastMissile
            } else {
                Threat::SlowMissile
            },
        )
    } else {
        (
            item.strike
                .as_ref()
                .expect("only what can strike is chosen for a blow"),
            Threat::Melee,
        )
    }
}

/// Halvings by range band: within the range none, up to twice it one, up to three times two [BRP-5.9-5]; `None`
/// beyond.
fn range_halves(distance: i32, range: i32) -> Option<u32> {
    match i64::from(distance) {
        d if d <= i64::from(range) => Some(0),
        d if d <= 2 * i64::from(range) => Some(1),
        d if d <= 3 * i64::from(range) => Some(2),
        _ => None,
    }
}

/// The chance to hit, after range and melee around the target [BRP-5.9-5].
#[inline]
pub(crate) fn limits<const N: usize>(
    arena: &Arena<N>,
    view: &State<N>,
    swing: Swing,
    attack: &Attack,
) -> Limits {
    if !swing.missile {
        return attack.limits;
    }
    let item = &arena.fighter(swing.attacker).items[usize::from(swing.item)];
    let range = item.shoot.as_ref().expect("a missile is shot").range;
    let halves = range_halves(view.distance(swing.attacker, swing.target), range)
        .expect("only targets within three times the range are shot at");
    let penalty = arena.options.fire_into_melee;
    let points = if penalty > 0 && arena.involved(view, swing.target) {
        -penalty
    } else {
        0
    };
    if halves == 0 && points == 0 {
        return attack.limits;
    }
    Limits::of(
        modified(
            attack.chance,
            points,
            attack.halves + halves,
            &arena.options,
        ),
        &arena.options,
    )
}

/// Armour against this threat, fixed cover included [BRP-5.10-1, BRP-5.10-2, BRP-5.11-6].
#[inline]
pub(crate) fn armour<const N: usize>(
    arena: &Arena<N>,
    view: &State<N>,
    who: FighterId,
    threat: Threat,
) -> i32 {
    let fighter = arena.fighter(who);
    let covered = threat != Threat::Melee && !view.body(who).moved;
    fighter.armour[threat as usize] + if covered { fighter.cover } else { 0 }
}
