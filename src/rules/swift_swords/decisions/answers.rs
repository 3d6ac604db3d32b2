//! What somebody answers when others move, declare or hold: single choices outside one's own actions.
//!
//! Clauses: SST-0-10, SST-8-6..8, SST-12-5, SST-12-6, SST-32-2.

use super::decider::{Choice, Decider, asked};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::choices::Matter;
use crate::rules::swift_swords::nouns::deeds::Deed;
use crate::rules::swift_swords::nouns::scene::Scene;
use crate::rules::swift_swords::words::{
    FOLLOW, GRIP, HELD, INTERCEPT, INTERRUPT, LISTS, OPPORTUNITY, grip, held,
};

/// The matter of a decision about another.
fn about(other: FighterId) -> Matter {
    Matter {
        stated: Some(other),
        ..Matter::default()
    }
}

/// Whether somebody strikes at an enemy who leaves contact [SST-8-6].
pub(crate) fn strikes_opportunely<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    mover: FighterId,
) -> bool {
    asked(scene, (who, OPPORTUNITY), about(mover))
        != Some(const { LISTS[OPPORTUNITY].action("nothing") })
}

/// Whether somebody pays to step in a mover's way [SST-8-7].
pub(crate) fn intercepts<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    mover: FighterId,
) -> bool {
    asked(scene, (who, INTERCEPT), about(mover))
        == Some(const { LISTS[INTERCEPT].action("intercept") })
}

/// The attack by which somebody who waits comes first, if any [SST-8-8].
pub(crate) fn interrupts<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    actor: FighterId,
) -> Option<Deed> {
    let mut decider = Decider::new(scene.arena, scene.state, who, about(actor));
    match decider.decide(INTERRUPT, scene.dice, scene.witness) {
        Some(Choice::Deed(deed)) => Some(deed),
        _ => None,
    }
}

/// Whether somebody pays for the second blow of a follow-on [SST-32-2].
pub(crate) fn follows<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    target: FighterId,
) -> bool {
    asked(scene, (who, FOLLOW), about(target)) != Some(const { LISTS[FOLLOW].action("nothing") })
}

/// What somebody does who is held, by the actions of its list [SST-12-5], and whether it would do something that its dice do
/// not pay for.
pub(crate) fn when_held<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) -> (u8, bool) {
    let by = scene.body(who).held.map(|grip| grip.by);
    let matter = Matter {
        stated: by,
        ..Matter::default()
    };
    let list = (who, HELD, held::BREAK);
    bound(scene, list, matter)
}

/// What somebody does with its hold on an enemy, by the actions of its list [SST-12-6], and whether it would do something
/// that its dice do not pay for.
pub(crate) fn with_grip<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    target: FighterId,
) -> (u8, bool) {
    let list = (who, GRIP, grip::DAMAGE);
    bound(scene, list, about(target))
}

/// Asks the list of somebody in a hold, which has a default. Whether something was too dear: a line, or that.
fn bound<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    (who, list, default): (FighterId, usize, u8),
    matter: Matter,
) -> (u8, bool) {
    let mut decider = Decider::new(scene.arena, scene.state, who, matter);
    match decider.decide(list, scene.dice, scene.witness) {
        Some(Choice::Action(action)) => (action, decider.short),
        _ => (default, true),
    }
}
