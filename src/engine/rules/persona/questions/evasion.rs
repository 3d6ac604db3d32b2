//! The means that a fighter has for evading an attack.
//!
//! Clauses: PER-1-3, PER-2-3, PER-4-8, PER-12.13-1, PER-12.14-1, PER-13.2-3, PER-13.4-1..3.

use crate::fight::FighterId;
use crate::rules::persona::nouns::evasion::{Attack, EvasionMeans};
use crate::rules::persona::nouns::scene::View;
use crate::rules::persona::nouns::state::Hold;

impl View<'_> {
    /// Returns the target number of a means of evasion, or `None` if the fighter does not have this means.
    fn evasion_number(self, who: FighterId, means: EvasionMeans) -> Option<i32> {
        match means {
            EvasionMeans::Deflect => self.deflect_number(who),
            EvasionMeans::Dodge => Some(self.dodge_number(who)),
            EvasionMeans::Parry => self.parry_number(who),
        }
    }

    /// Returns whether a fighter may spend a Reaction [PER-1-3, PER-2-3, PER-12.14-1, PER-13.2-3].
    pub(crate) fn may_react(self, who: FighterId) -> bool {
        let body = self.body(who);
        body.reactions > 0
            && body.stunned == 0
            && !body.surprised
            && body.hold == Hold::Free
            && (self.arena.options.own_turn_reactions || self.state.actor() != who)
    }

    /// Returns the target number of evading `attack` by these means, or `None` if they are not possible
    /// [PER-4-8].
    pub(crate) fn evasion(
        self,
        who: FighterId,
        attack: Attack,
        means: EvasionMeans,
    ) -> Option<i32> {
        let possible = match means {
            EvasionMeans::Deflect => true,
            EvasionMeans::Dodge => !attack.certain && self.may_react(who),
            EvasionMeans::Parry => {
                attack.melee && !attack.grapple && !attack.certain && self.may_react(who)
            }
        };
        if possible {
            self.evasion_number(who, means)
        } else {
            None
        }
    }

    /// Returns the means of evasion with the highest target number, and that number [PER-4-9].
    pub(crate) fn best_evasion(
        self,
        who: FighterId,
        attack: Attack,
    ) -> Option<(EvasionMeans, i32)> {
        let mut best: Option<(EvasionMeans, i32)> = None;
        for means in EvasionMeans::ALL {
            if let Some(number) = self.evasion(who, attack, means)
                && best.is_none_or(|(_, highest)| number > highest)
            {
                best = Some((means, number));
            }
        }
        best
    }
}
