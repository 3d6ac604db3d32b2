//! The defences that an attack meets: whether a creature can defend itself, with how many dice, and its remaining
//! Ranks.
//!
//! Clauses: SST-12-5, SST-13-1, SST-13-2, SST-14-3, SST-15-5, SST-15-6, SST-16-5, SST-17-2, SST-19-6, SST-29-1, SST-32-2.

use crate::fight::FighterId;
use crate::rules::swift_swords::nouns::{
    Attack, AttackMeans, Daze, DefenceKind, HAMSTRING, Special, Track, View, Ward, Wits,
};

impl<'a> View<'a> {
    /// Returns whether nothing keeps a creature from reacting [SST-12-5, SST-17-2, SST-19-6, SST-29-1].
    #[inline]
    pub(crate) fn is_alert(self, who: FighterId) -> bool {
        let body = self.state.body(who);
        let free = !body.states.any() && body.held.is_none();
        let crushed = matches!(body.wits, Wits::Crushed { .. });
        free && !crushed && !self.state.turns.surprised.has(who)
    }

    /// Returns whether a creature can defend itself at all [SST-13-1].
    #[inline]
    pub(crate) fn can_defend(self, who: FighterId) -> bool {
        let fights = self.state.fighting.has(who);
        fights && self.is_alert(who) && self.state.body(who).ward != Ward::None
    }

    /// Returns whether a creature meets the requirements of a defence, regardless of the attack: the hand, the weapon,
    /// and no tactic that excludes it.
    pub(crate) fn is_ready(self, who: FighterId, kind: DefenceKind) -> bool {
        let ward = self.body(who).ward;
        match kind {
            DefenceKind::Dodge => true,
            DefenceKind::Block => ward == Ward::All && !self.body(who).injuries.left_useless,
            DefenceKind::Parry => ward == Ward::All && self.can_parry(who),
        }
    }

    /// Returns whether a defence works against an attack, and the target meets its requirements.
    pub(crate) fn works(self, attack: Attack, kind: DefenceKind) -> bool {
        let who = attack.target;
        let helps = match kind {
            _ if attack.means == AttackMeans::Mind => false,
            DefenceKind::Dodge => true,
            DefenceKind::Block => self.is_stopped_by_gear(attack),
            DefenceKind::Parry => {
                let shot = attack.means.is_shot();
                attack.means != AttackMeans::Spell && (!shot || self.fighter(who).parry_missiles)
            }
        };
        helps && self.is_ready(who, kind)
    }

    /// Returns whether a defence against an attack can be declared.
    pub(crate) fn can_meet(self, attack: Attack, kind: DefenceKind) -> bool {
        self.skill(attack.target, kind) > 0 && self.works(attack, kind)
    }

    /// Dice of a defence, reduced by injuries; Effort is extra.
    #[inline]
    pub(crate) fn skill(self, who: FighterId, kind: DefenceKind) -> u8 {
        let body = self.body(who);
        let lame = kind == DefenceKind::Dodge && body.hamstrung;
        let lame = u8::from(lame) * self.special(HAMSTRING).dice;
        let penalty = lame + body.injuries.of_defence(kind);
        self.fighter(who).defences[kind as usize].saturating_sub(penalty)
    }

    /// The figures of a special result, by its action [SST-35-2].
    #[inline]
    pub(crate) fn special(self, action: u8) -> &'a Special {
        &self.arena.tables.specials[usize::from(action)]
    }

    /// Dice that a Pool action can still add [SST-14-3].
    pub(crate) fn pool_room(self, who: FighterId) -> u8 {
        let pool = self.body(who).pool;
        let room = |kind| self.skill(who, kind).saturating_sub(pool.dice);
        pool.kind.map_or(0, room)
    }

    /// Ranks that a creature can still lose on a track before it is out.
    #[inline]
    pub(crate) fn ranks_left(self, who: FighterId, track: Track) -> u8 {
        let fighter = self.fighter(who);
        let most = fighter.real(track) + fighter.depth;
        most.saturating_sub(self.body(who).losses[track as usize].total())
    }

    /// The present rank of a creature on a track; below 0, it is heroic.
    pub(crate) fn rank_now(self, who: FighterId, track: Track) -> i32 {
        let lost = self.body(who).losses[track as usize].total();
        i32::from(self.fighter(who).real(track)) - i32::from(lost)
    }

    /// Returns whether a creature can be put into a State, and is not in it [SST-17-1].
    pub(crate) fn may_take(self, who: FighterId, daze: Daze) -> bool {
        !self.fighter(who).stateless && !self.body(who).states.has(daze)
    }

    /// The rank that a hit is compared with: real ranks at the start, and bonus ranks [SST-15-5, SST-16-5].
    #[inline]
    pub(crate) fn rank(self, who: FighterId, track: Track) -> u8 {
        let fighter = self.fighter(who);
        let applies = !fighter.bonus_by_place || self.body(who).covered;
        fighter.real(track) + u8::from(applies) * fighter.bonus[track as usize]
    }

    /// Returns whether a track can be hurt only by weapons made against it [SST-15-6].
    #[inline]
    pub(crate) fn is_beyond(self, who: FighterId, track: Track) -> bool {
        self.fighter(who).real(track) >= self.rules().ranks.beyond
    }
}
