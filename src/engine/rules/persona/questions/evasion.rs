//! The means to evade an attack.
//!
//! Clauses: PER-1-3, PER-2-3, PER-4-8, PER-12.13-1, PER-12.14-1, PER-13.2-3, PER-13.4-1..3.

use crate::fight::FighterId;
use crate::rules::persona::nouns::scene::View;
use crate::rules::persona::nouns::state::Hold;

/// A means to evade, in order of preference for equal target numbers [PER-4-9].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Means {
    Deflect,
    Dodge,
    Parry,
}

impl Means {
    pub(crate) const ALL: [Self; 3] = [Self::Deflect, Self::Dodge, Self::Parry];

    /// The term for it in a transcript.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Deflect => "deflects",
            Self::Dodge => "dodges",
            Self::Parry => "parries",
        }
    }
}

/// An attack that has hit, as its target sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Attack {
    pub who: FighterId,
    pub melee: bool,
    /// Whether it is a Grapple, which cannot be parried [PER-12.13-1].
    pub grapple: bool,
    /// Whether it can be neither dodged nor parried [PER-12.10-1, PER-12.23-1].
    pub certain: bool,
    pub hits: u8,
}

impl View<'_> {
    /// The target number of a means to evade; `None` if the fighter does not have it.
    pub(crate) fn evasion_number(self, who: FighterId, means: Means) -> Option<i32> {
        match means {
            Means::Deflect => self.deflect_number(who),
            Means::Dodge => Some(self.dodge_number(who)),
            Means::Parry => self.parry_number(who),
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

    /// Returns whether an attack may be evaded by these means [PER-4-8].
    pub(crate) fn may_evade(self, who: FighterId, attack: Attack, means: Means) -> bool {
        let possible = match means {
            Means::Deflect => true,
            Means::Dodge => !attack.certain && self.may_react(who),
            Means::Parry => {
                attack.melee && !attack.grapple && !attack.certain && self.may_react(who)
            }
        };
        possible && self.evasion_number(who, means).is_some()
    }

    /// The means with the highest target number [PER-4-9].
    pub(crate) fn best_evasion(self, who: FighterId, attack: Attack) -> Option<Means> {
        let mut best: Option<(Means, i32)> = None;
        for means in Means::ALL
            .into_iter()
            .filter(|&means| self.may_evade(who, attack, means))
        {
            let number = self.evasion_number(who, means).expect("it may evade so");
            if best.is_none_or(|(_, highest)| number > highest) {
                best = Some((means, number));
            }
        }
        best.map(|(means, _)| means)
    }
}
