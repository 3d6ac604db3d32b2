//! How a creature can defend itself: the possible defences, their dice, and the Ranks that are left.
//!
//! Clauses: SST-12-5, SST-13-1, SST-13-2, SST-14-3, SST-15-5, SST-15-6, SST-16-5, SST-17-2, SST-19-6,
//! SST-29-1, SST-32-2.

use crate::fight::FighterId;
use crate::rules::swift_swords::nouns::{
    Attack, AttackMeans, Daze, DefenceKind, HAMSTRING, Special, Track, View, Ward, Wits,
};

impl<'a> View<'a> {
    /// Returns whether a creature can react to what others do [SST-12-5, SST-17-2, SST-19-6, SST-29-1].
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

    /// Returns whether a creature meets the requirements of a kind of defence. These are the same for any
    /// attack: a usable hand, a weapon, and no tactic that excludes this defence.
    pub(crate) fn is_ready(self, who: FighterId, kind: DefenceKind) -> bool {
        let ward = self.body(who).ward;
        match kind {
            DefenceKind::Dodge => true,
            DefenceKind::Block => ward == Ward::All && !self.body(who).injuries.left_useless,
            DefenceKind::Parry => ward == Ward::All && self.can_parry(who),
        }
    }

    /// Returns whether a kind of defence works against this attack, and its target meets the requirements.
    pub(crate) fn works(self, attack: &Attack, kind: DefenceKind) -> bool {
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

    /// Returns whether the target of an attack can declare this kind of defence.
    pub(crate) fn can_meet(self, attack: &Attack, kind: DefenceKind) -> bool {
        self.skill(attack.target, kind) > 0 && self.works(attack, kind)
    }

    /// Returns the number of dice of a defence, reduced by injuries. A die from Effort is not included.
    #[inline]
    pub(crate) fn skill(self, who: FighterId, kind: DefenceKind) -> u8 {
        let body = self.body(who);
        let lame = kind == DefenceKind::Dodge && body.hamstrung;
        let lame = u8::from(lame) * self.special(HAMSTRING).dice;
        let penalty = lame + body.injuries.of_defence(kind);
        self.fighter(who).defences[kind as usize].saturating_sub(penalty)
    }

    /// Returns the table row of a special result, by the index of its action in the list `special`
    /// [SST-35-2].
    #[inline]
    pub(crate) fn special(self, action: u8) -> &'a Special {
        &self.arena.tables.specials[usize::from(action)]
    }

    /// Returns the number of dice that a Pool action can still add [SST-14-3].
    pub(crate) fn pool_room(self, who: FighterId) -> u8 {
        let pool = self.body(who).pool;
        let room = |kind| self.skill(who, kind).saturating_sub(pool.dice);
        pool.kind.map_or(0, room)
    }

    /// Returns the number of Ranks that a creature can still lose on a track before it is out.
    #[inline]
    pub(crate) fn ranks_left(self, who: FighterId, track: Track) -> u8 {
        self.fighter(who).ranks_left(self.body(who).losses, track)
    }

    /// Returns the rank of a creature on a track after its losses. A creature that fights on after losing all
    /// its Ranks has a negative rank.
    pub(crate) fn rank_now(self, who: FighterId, track: Track) -> i32 {
        let lost = self.body(who).losses[track as usize].total();
        i32::from(self.fighter(who).real(track)) - i32::from(lost)
    }

    /// Returns whether a State can be put on a creature. The creature must not be in this State already
    /// [SST-17-1].
    #[inline]
    pub(crate) fn may_take(self, who: FighterId, daze: Daze) -> bool {
        !self.fighter(who).stateless && !self.body(who).states.has(daze)
    }

    /// Returns the rank that the damage of a hit is compared with: the real Ranks at the start of the fight,
    /// plus bonus Ranks [SST-15-5, SST-16-5].
    #[inline]
    pub(crate) fn rank(self, who: FighterId, track: Track) -> u8 {
        let fighter = self.fighter(who);
        let applies = !fighter.bonus_by_place || self.body(who).covered;
        fighter.real(track) + u8::from(applies) * fighter.bonus[track as usize]
    }

    /// Returns whether a creature has so many Ranks on this track that only weapons made against such
    /// creatures can hurt it there [SST-15-6].
    #[inline]
    pub(crate) fn is_beyond(self, who: FighterId, track: Track) -> bool {
        self.fighter(who).real(track) >= self.rules().ranks.beyond
    }
}
