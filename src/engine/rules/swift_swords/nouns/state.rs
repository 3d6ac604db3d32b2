//! What changes in a fight.
//!
//! Equal situations compare equal: what a fight does not use stays at its start value, and what a round used up is wiped
//! when it ends.

use std::fmt;

use super::defence::Defence;
use super::injuries::Injuries;
use crate::fight::{FighterId, FighterSet, Rounds, Situation};
use crate::rules::swift_swords::reading::hand::Hand;
use crate::rules::swift_swords::reading::zones::Chokes;

/// The situation.
pub(crate) type State = Situation<Shared, Body>;

/// What changes in a fight beside the fighters themselves.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Shared {
    pub round: u32,
    pub phase: Phase,
    /// Who is not out [SST-21-2].
    pub fighting: FighterSet,
    pub turns: Turns,
}

impl Rounds for Shared {
    fn set_round(&mut self, round: u32) {
        self.round = round;
    }
}

/// Whose turns have been, and what else is wiped when a round ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Turns {
    /// Who waits until somebody else has acted [SST-7-6].
    pub waiting: FighterSet,
    /// Who gets nothing more in this round: callers, and those whose last option has passed [SST-7-7].
    pub done: FighterSet,
    /// Who has had its action of this pass, under a static countdown [SST-6-1].
    pub acted: FighterSet,
    /// Who has spent a die on the action under way [SST-7-5].
    pub spent: FighterSet,
    /// Who is surprised, in the surprise round [SST-29-1].
    pub surprised: FighterSet,
    /// Who is in the midst of its options in a surprise round, and how many it has left [SST-29-2].
    pub again: Option<(FighterId, u8)>,
    /// Intercepts that boundaries have brought in this round [SST-31-3].
    pub chokes: Chokes,
}

/// Where in a round the fight is. Each is a step, or several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// What happens before new dice: bleeding, events [SST-7-10].
    Opening,
    /// Dice are dealt, to this one next.
    Dealing(FighterId),
    /// Actions by countdown [SST-6-1].
    Countdown,
    /// A refresh has been called: last options [SST-7-7].
    Closing,
}

/// What changes about one creature. The default is somebody who is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent conditions, each with its own clause"
)]
pub(crate) struct Body {
    pub status: Status,
    pub hand: Hand,
    /// The face of a die kept for the next round; 0: none [SST-7-8].
    pub kept: u8,
    /// Dice in hand at the deal, under a static countdown [SST-6-1].
    pub dealt: u8,
    /// By their [`Track`](super::Track).
    pub losses: [Losses; 2],
    pub states: States,
    pub exposures: u8,
    pub fumbled: bool,
    /// The defence that is kept up [SST-14-1].
    pub pool: Defence,
    /// An action being gathered for [SST-7-4].
    pub aim: Aim,
    /// What a tactic leaves of its defences until its next action [SST-32-2].
    pub ward: Ward,
    pub zone: u8,
    /// Its melee: the number of its lowest member and one more; 0: Alone [SST-3-1]. Numbers are set by
    /// `contact`.
    pub group: u8,
    /// Those it is in close combat with, itself included, numbered likewise; 0: none [SST-3-6].
    pub close: u8,
    pub prone: bool,
    /// The hold it is in [SST-12-4].
    pub held: Option<Grip>,
    /// Behind the cover it started with [SST-31-2].
    pub covered: bool,
    pub wits: Wits,
    /// Has passed a test against fear [SST-23-1].
    pub brave: bool,
    pub injuries: Injuries,
    /// The weapon in hand, by its place on the list.
    pub in_hand: u8,
    /// Weapons of its list that lie on the ground, and that are broken, as bits.
    pub dropped: u8,
    pub broken: u8,
    /// Armour taken off by special results [SST-35-2].
    pub stripped: u8,
    pub hamstrung: bool,
    /// On the ground, though it can fly [SST-37-1].
    pub landed: bool,
    /// Has made all its attacks of this round [SST-27-4].
    pub swarmed: bool,
    /// Who has struck at it in this round, where that is limited [SST-3-11].
    pub strikers: FighterSet,
}

/// A hold on somebody [SST-12-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Grip {
    pub by: FighterId,
    /// Light, medium, heavy, large, huge: 0 to 4.
    pub level: u8,
}

/// How a creature is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) enum Status {
    Fighting,
    /// Out of Action: it lies there, and is not dead.
    Out,
    /// Killed in Action.
    #[default]
    Killed,
    Yielded,
    Fled,
}

/// Ranks lost on one track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Losses {
    /// By hits, injuries, fear and the like: these cross over [SST-20-1].
    pub direct: u8,
    /// Crossed over from the other track.
    pub crossed: u8,
}

impl Losses {
    #[inline]
    pub(crate) const fn total(self) -> u8 {
        self.direct + self.crossed
    }
}

/// The States somebody is in [SST-17-1], as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct States(pub u8);

/// One State.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Daze {
    Stun,
    Shock,
    Doubt,
}

impl fmt::Display for Daze {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stun => "Stunned",
            Self::Shock => "Shocked",
            Self::Doubt => "in Doubt",
        })
    }
}

impl States {
    #[inline]
    pub(crate) const fn any(self) -> bool {
        self.0 != 0
    }

    #[inline]
    pub(crate) const fn has(self, state: Daze) -> bool {
        self.0 >> state as u8 & 1 == 1
    }

    pub(crate) const fn add(&mut self, state: Daze) {
        self.0 |= 1 << state as u8;
    }

    pub(crate) const fn remove(&mut self, state: Daze) {
        self.0 &= !(1 << state as u8);
    }

    /// The one that is shaken off first [SST-17-3].
    pub(crate) fn first(self) -> Option<Daze> {
        let mut all = [Daze::Stun, Daze::Shock, Daze::Doubt].into_iter();
        all.find(|&daze| self.has(daze))
    }
}

/// An Action Pool [SST-7-4]: dice gathered beyond the base cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Aim {
    #[default]
    None,
    /// A shot with this weapon of the list.
    Shot {
        item: u8,
        dice: u8,
    },
    Spell {
        dice: u8,
    },
}

impl Aim {
    /// Dice gathered.
    pub(crate) const fn dice(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Shot { dice, .. } | Self::Spell { dice } => dice,
        }
    }
}

/// What defences a tactic leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Ward {
    #[default]
    All,
    DodgeOnly,
    None,
}

/// The state of mind [SST-19-5, SST-19-6]. `fresh` until its first turn is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Wits {
    #[default]
    Calm,
    Panicked {
        fresh: bool,
    },
    Crushed {
        fresh: bool,
    },
}
