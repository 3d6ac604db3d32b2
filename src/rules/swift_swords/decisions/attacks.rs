//! What attackers and their targets choose: exposure dice, Effort, defences, raised dice, ripostes, States.
//!
//! Clauses: SST-9-1, SST-9-3, SST-10-6, SST-13-1, SST-13-8, SST-13-11, SST-17-1.

use super::decider::{asked, kind_of};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::attack::{Attack, Hit, Incoming};
use crate::rules::swift_swords::nouns::choices::{Helps, Matter, Spending};
use crate::rules::swift_swords::nouns::defence::Kind;
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::luck::Rolled;
use crate::rules::swift_swords::nouns::scene::{Scene, View};
use crate::rules::swift_swords::words::{
    DEFEND, EFFORT, LISTS, PICK_UP, RAISE, RIPOSTE, SPEND, SUFFER, raise, spend,
};

/// Whether an attacker takes exposure dice of its target [SST-10-6].
pub(crate) fn picks_up<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    target: FighterId,
) -> bool {
    let matter = Matter {
        stated: Some(target),
        ..Matter::default()
    };
    asked(scene, (who, PICK_UP), matter) != Some(const { LISTS[PICK_UP].action("leave") })
}

/// Whether somebody spends a one for a die more [SST-9-1].
#[inline]
pub(crate) fn effort<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    (helps, incoming): (Helps, Option<Incoming>),
) -> bool {
    if scene.body(who).hand.ones() == 0 || !scene.fighter(who).decides(EFFORT) {
        return false;
    }
    let matter = Matter {
        incoming,
        helps,
        ..Matter::default()
    };
    asked(scene, (who, EFFORT), matter) == Some(const { LISTS[EFFORT].action("effort") })
}

/// How the target of an attack defends itself, of what is possible in the order of [`Kind::ALL`] [SST-13-1].
#[inline]
pub(crate) fn defend<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    incoming: Incoming,
    possible: [bool; 3],
) -> Option<Kind> {
    let matter = Matter {
        incoming: Some(incoming),
        possible,
        ..Matter::default()
    };
    kind_of(asked(scene, (who, DEFEND), matter)?)
}

/// Whether it matters to somebody which dice are just short of a hit: it may raise one [SST-9-3].
#[inline]
pub(crate) fn may_raise<const N: usize>(view: View<'_, N>, who: FighterId) -> bool {
    view.fighter(who).decides(RAISE) && view.body(who).hand.ones() > 0
}

/// The roll of an attack or a defence after one die may have been raised [SST-9-3].
pub(crate) fn raise<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    (helps, rolled, need): (Helps, Rolled, u8),
) -> Rolled {
    let matter = Matter {
        rolled: Some(rolled),
        helps,
        ..Matter::default()
    };
    let mut raised = rolled;
    match asked(scene, (who, RAISE), matter) {
        Some(raise::RAISE) if rolled.near > 0 => {
            raised.near -= 1;
            raised.hits += 1;
        }
        Some(raise::RAISE | raise::SPARE) if rolled.ones > 0 => {
            raised.ones -= 1;
            match need {
                2 => raised.hits += 1,
                3 => raised.near += 1,
                _ => raised.misses += 1,
            }
        }
        _ => {}
    }
    raised
}

/// How many successes an attacker spends on a Block [SST-13-8]. Seen are its roll, the pool and the shield.
pub(crate) fn spending<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    attack: Attack,
    (rolled, pool, shield): (Rolled, u8, u8),
) -> Spending {
    let matter = Matter {
        rolled: Some(rolled),
        block: Some((pool, shield)),
        stated: Some(attack.target),
        ..Matter::default()
    };
    match asked(scene, (attack.attacker, SPEND), matter) {
        Some(spend::NEVER) => Spending::Never,
        Some(spend::BREAK_THROUGH) => Spending::Through,
        _ => Spending::Best,
    }
}

/// Whether somebody strikes back after a Parry [SST-13-11].
pub(crate) fn ripostes<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    target: FighterId,
) -> bool {
    let matter = Matter {
        stated: Some(target),
        ..Matter::default()
    };
    asked(scene, (who, RIPOSTE), matter) != Some(const { LISTS[RIPOSTE].action("nothing") })
}

/// Whether somebody takes a State instead of losing a Rank [SST-17-1].
#[inline]
pub(crate) fn takes_state<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    hit: Hit,
) -> bool {
    if !scene.fighter(hit.target).decides(SUFFER) {
        return true;
    }
    let matter = Matter {
        stated: hit.by.map(|attack| attack.attacker),
        damage: Some((hit.damage, hit.track == Track::Mental)),
        ..Matter::default()
    };
    asked(scene, (hit.target, SUFFER), matter) != Some(const { LISTS[SUFFER].action("rank") })
}
