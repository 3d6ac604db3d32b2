//! What attackers and their targets choose: exposure dice, Effort, defences, raised dice, ripostes, States.
//!
//! Clauses: SST-9-1, SST-9-3, SST-10-6, SST-13-1, SST-13-8, SST-13-11, SST-17-1.

use super::decider::kind_of;
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::attack::{Attack, Hit, Incoming};
use crate::rules::swift_swords::nouns::choices::{Helps, Matter, Spending};
use crate::rules::swift_swords::nouns::defence::Kind;
use crate::rules::swift_swords::nouns::luck::Rolled;
use crate::rules::swift_swords::nouns::scene::{Scene, View};
use crate::rules::swift_swords::words::{
    DEFEND, EFFORT, RAISE, SPEND, SUFFER, answer, raise, spend,
};

impl<const N: usize> View<'_, N> {
    /// Whether it matters to somebody which dice are just short of a hit: it may raise one [SST-9-3].
    #[inline]
    pub(crate) fn may_raise(self, who: FighterId) -> bool {
        self.fighter(who).decides(RAISE) && self.body(who).hand.ones() > 0
    }
}

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Whether an attacker takes exposure dice of its target [SST-10-6].
    pub(crate) fn picks_up(&mut self, who: FighterId, target: FighterId) -> bool {
        let leave = const { answer("pick-up", "leave") };
        !self.says(who, leave, Matter::about(target))
    }

    /// Whether somebody wants to spend a one for a die more [SST-9-1].
    #[inline]
    pub(crate) fn makes_effort(
        &mut self,
        who: FighterId,
        (helps, incoming): (Helps, Option<Incoming>),
    ) -> bool {
        if self.body(who).hand.ones() == 0 || !self.fighter(who).decides(EFFORT) {
            return false;
        }
        let matter = Matter {
            incoming,
            helps,
            ..Matter::default()
        };
        self.says(who, const { answer("effort", "effort") }, matter)
    }

    /// How the target of an attack defends itself, of what is possible in the order of [`Kind::ALL`] [SST-13-1].
    #[inline]
    pub(crate) fn chosen_defence(
        &mut self,
        who: FighterId,
        incoming: Incoming,
        possible: [bool; 3],
    ) -> Option<Kind> {
        let matter = Matter {
            incoming: Some(incoming),
            possible,
            ..Matter::default()
        };
        kind_of(self.asked(who, DEFEND, matter)?)
    }

    /// The roll of an attack or a defence after one die may have been raised [SST-9-3].
    pub(crate) fn raised(
        &mut self,
        who: FighterId,
        (helps, rolled, need): (Helps, Rolled, u8),
    ) -> Rolled {
        let matter = Matter {
            rolled: Some(rolled),
            helps,
            ..Matter::default()
        };
        let mut raised = rolled;
        match self.asked(who, RAISE, matter) {
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
    pub(crate) fn spending(
        &mut self,
        attack: Attack,
        (rolled, pool, shield): (Rolled, u8, u8),
    ) -> Spending {
        let matter = Matter {
            rolled: Some(rolled),
            block: Some((pool, shield)),
            ..Matter::about(attack.target)
        };
        match self.asked(attack.attacker, SPEND, matter) {
            Some(spend::NEVER) => Spending::Never,
            Some(spend::BREAK_THROUGH) => Spending::Through,
            _ => Spending::Best,
        }
    }

    /// Whether somebody strikes back after a Parry [SST-13-11].
    pub(crate) fn ripostes(&mut self, who: FighterId, target: FighterId) -> bool {
        let nothing = const { answer("riposte", "nothing") };
        !self.says(who, nothing, Matter::about(target))
    }

    /// Whether somebody would take a State instead of losing a Rank [SST-17-1].
    #[inline]
    pub(crate) fn prefers_state(&mut self, hit: Hit) -> bool {
        let rank = const { answer("suffer", "rank") };
        !self.fighter(hit.target).decides(SUFFER)
            || !self.says(hit.target, rank, Matter::of_hit(hit))
    }
}
