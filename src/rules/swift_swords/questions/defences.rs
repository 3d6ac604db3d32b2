//! Whether somebody can defend itself, and with how many dice.
//!
//! Clauses: SST-12-5, SST-13-1, SST-13-2, SST-14-3, SST-17-2, SST-19-6, SST-29-1, SST-32-2.

use crate::fight::FighterId;
use crate::rules::swift_swords::nouns::{Kind, View, Ward, Wits};

impl<const N: usize> View<'_, N> {
    /// Whether somebody can defend itself at all [SST-12-5, SST-13-1, SST-17-2, SST-19-6, SST-29-1].
    #[inline]
    pub(crate) fn can_defend(self, who: FighterId) -> bool {
        let body = self.state.body(who);
        self.state.fighting.has(who)
            && !body.states.any()
            && body.held.is_none()
            && !matches!(body.wits, Wits::Crushed { .. })
            && body.ward != Ward::None
            && !self.state.surprised.has(who)
    }

    /// Whether somebody has what a defence takes, whatever it is to meet: the hand, the weapon, and no tactic against it.
    pub(crate) fn is_ready(self, who: FighterId, kind: Kind) -> bool {
        let ward = self.body(who).ward;
        match kind {
            Kind::Dodge => true,
            Kind::Block => ward == Ward::All && !self.body(who).injuries.left_useless,
            Kind::Parry => ward == Ward::All && self.can_parry(who),
        }
    }

    /// Dice of a defence, injuries and all; Effort is extra.
    #[inline]
    pub(crate) fn skill(self, who: FighterId, kind: Kind) -> u8 {
        let body = self.body(who);
        let lame = kind == Kind::Dodge && body.hamstrung;
        let penalty = u8::from(lame) + body.injuries.of_defence(kind);
        self.fighter(who).defences[kind as usize].saturating_sub(penalty)
    }

    /// Dice that a Pool action can still add [SST-14-3].
    pub(crate) fn pool_room(self, who: FighterId) -> u8 {
        let pool = self.body(who).pool;
        let room = |kind| self.skill(who, kind).saturating_sub(pool.dice());
        pool.kind().map_or(0, room)
    }
}
