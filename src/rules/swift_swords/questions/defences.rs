//! Whether somebody can defend itself, and with how many dice.
//!
//! Clauses: SST-12-5, SST-13-1, SST-13-2, SST-14-3, SST-17-2, SST-19-6, SST-29-1, SST-32-2.

use super::{arms, penalties};
use crate::fight::FighterId;
use crate::rules::swift_swords::nouns::defence::Kind;
use crate::rules::swift_swords::nouns::scene::View;
use crate::rules::swift_swords::nouns::state::{Pool, State, Ward, Wits};

/// Whether somebody can defend itself at all [SST-12-5, SST-13-1, SST-17-2, SST-19-6, SST-29-1].
#[inline]
pub(crate) fn is_able<const N: usize>(state: &State<N>, who: FighterId) -> bool {
    let body = state.body(who);
    state.fighting.has(who)
        && !body.states.any()
        && body.held.is_none()
        && !matches!(body.wits, Wits::Crushed { .. })
        && body.ward != Ward::None
        && !state.surprised.has(who)
}

/// Whether somebody has what a defence takes, whatever it is to meet: the hand, the weapon, and no tactic against it.
pub(crate) fn is_ready<const N: usize>(view: View<'_, N>, who: FighterId, kind: Kind) -> bool {
    let ward = view.body(who).ward;
    match kind {
        Kind::Dodge => true,
        Kind::Block => ward == Ward::All && penalties::can_block(view.state, who),
        Kind::Parry => ward == Ward::All && arms::can_parry(view, who),
    }
}

/// Dice of a defence, injuries and all; Effort is extra.
#[inline]
pub(crate) fn skill<const N: usize>(view: View<'_, N>, who: FighterId, kind: Kind) -> u8 {
    let fighter = view.fighter(who);
    let (dice, lame) = match kind {
        Kind::Dodge => (fighter.dodge, view.body(who).hamstrung),
        Kind::Block => (fighter.block, false),
        Kind::Parry => (fighter.parry, false),
    };
    let penalty = u8::from(lame) + penalties::defence(view.state, who, kind);
    dice.saturating_sub(penalty)
}

/// Dice that a Pool action can still add [SST-14-3].
pub(crate) fn room<const N: usize>(view: View<'_, N>, who: FighterId) -> u8 {
    let pool = view.body(who).pool;
    let cap = match pool {
        Pool::None => return 0,
        Pool::Dodge(_) => skill(view, who, Kind::Dodge),
        Pool::Block(_) => skill(view, who, Kind::Block),
    };
    cap.saturating_sub(pool.dice())
}
