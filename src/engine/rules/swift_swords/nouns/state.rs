//! The state of a fight: everything that changes during it.
//!
//! Two situations that lead to the same fights must compare equal. A field that a fight does not use
//! therefore keeps its start value, and fields that matter only within a round are cleared at its end.

use std::fmt;

use super::defence::Defence;
use super::injuries::Injuries;
use crate::fight::{FighterId, FighterSet, Rounds, Situation};
use crate::frame::afflictions::Suffers;
use crate::frame::remedies;
use crate::rules::swift_swords::reading::figures::Ward;
use crate::rules::swift_swords::reading::hand::Hand;
use crate::rules::swift_swords::reading::zones::Chokes;

/// The state of a whole fight: the shared part, and the state of each fighter.
pub(crate) type State = Situation<Shared, Body>;

/// The part of the state that does not belong to a single fighter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Shared {
    pub round: u32,
    pub phase: Phase,
    /// The creatures that are not out [SST-21-2].
    pub fighting: FighterSet,
    pub turns: Turns,
    /// Number of weeks of rest since the last fight of the day. 0 during a fight [SST-28-1].
    pub weeks: u8,
}

impl Rounds for Shared {
    fn set_round(&mut self, round: u32) {
        self.round = round;
    }
}

/// Which creatures have had their turns, and other data that is cleared at the end of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Turns {
    /// Creatures that wait until somebody else has acted [SST-7-6].
    pub waiting: FighterSet,
    /// Creatures that do not act again in this round: they have called the refresh or used their last option
    /// [SST-7-7].
    pub done: FighterSet,
    /// With a static countdown, the creatures that have acted in the current pass. A pass ends when all
    /// creatures with usable dice have acted once; then all of them may act again [SST-6-1].
    pub acted: FighterSet,
    /// Creatures that have spent a die on the current action [SST-7-5].
    pub spent: FighterSet,
    /// During the surprise round, the creatures that are surprised [SST-29-1].
    pub surprised: FighterSet,
    /// During a surprise round, a creature that has further actions, and their number [SST-29-2].
    pub again: Option<(FighterId, u8)>,
    /// Number of intercepts used at each boundary in this round [SST-31-3].
    pub chokes: Chokes,
}

/// The phase of a round. Each phase takes one step or several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// Events before new dice are dealt: bleeding and scenario events [SST-7-10].
    Opening,
    /// Dice are being dealt. This creature is the next to get a hand.
    Dealing(FighterId),
    /// Creatures act in the order of the countdown [SST-6-1].
    Countdown,
    /// A refresh has been called, and creatures use their last options [SST-7-7].
    Closing,
}

/// The state of one creature. By default the creature is not in the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent conditions, each with its own clause"
)]
pub(crate) struct Body {
    pub status: Status,
    pub hand: Hand,
    /// The face of the die that is kept for the next round. 0 for none [SST-7-8].
    pub kept: u8,
    /// With a static countdown, the number of dice in hand after the deal [SST-6-1].
    pub dealt: u8,
    /// The Ranks lost, by [`Track`](super::Track).
    pub losses: [Losses; 2],
    pub states: States,
    pub exposures: u8,
    pub fumbled: bool,
    /// The defence pool that the creature keeps up [SST-14-1].
    pub pool: Defence,
    /// The shot or spell that the creature gathers dice for [SST-7-4].
    pub aim: Aim,
    /// How a tactic restricts the creature's defences until its next action [SST-32-2].
    pub ward: Ward,
    pub zone: u8,
    /// The melee that the creature is in, as the lowest fighter index of its members plus one. 0 means Alone
    /// [SST-3-1]. The module `contact` sets these numbers.
    pub group: u8,
    /// The group of close combat ("knot") that the creature is in, numbered like a melee. 0 for none
    /// [SST-3-6].
    pub close: u8,
    pub prone: bool,
    /// The hold that another creature has on this one [SST-12-4].
    pub held: Option<Grip>,
    /// Whether the creature is still behind its starting cover [SST-31-2].
    pub covered: bool,
    pub wits: Wits,
    /// Whether the creature has passed a test against fear [SST-23-1].
    pub brave: bool,
    pub injuries: Injuries,
    /// The creature's afflictions. Afflictions are not in the book.
    pub suffers: Suffers,
    /// The weapon in hand, by index in the creature's list.
    pub in_hand: u8,
    /// Weapons of the creature's list that lie on the ground (`dropped`) or are broken, as bits.
    pub dropped: u8,
    pub broken: u8,
    /// Armour that special results have removed [SST-35-2].
    pub stripped: u8,
    pub hamstrung: bool,
    /// Whether the creature can fly but is on the ground [SST-37-1].
    pub landed: bool,
    /// Whether the creature has made all its attacks of this round [SST-27-4].
    pub swarmed: bool,
    /// Remaining uses of each remedy. Remedies without a limit have 0.
    pub uses: [u8; remedies::MOST],
    /// The creatures that have struck at this one in this round. Only used in fights that limit their number
    /// [SST-3-11].
    pub strikers: FighterSet,
    /// For each track, the direct losses that are due to fatigue. 0 unless the fight belongs to a day of
    /// fights [SST-24-1].
    pub tired: [u8; 2],
    /// The lasting harm of a creature that is out. Only used if the fight belongs to a day of fights.
    pub harm: Harm,
}

/// The harm to a creature that lasts until later fights of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Harm {
    pub losses: [Losses; 2],
    pub tired: [u8; 2],
    pub injuries: Injuries,
    pub broken: u8,
    pub uses: [u8; remedies::MOST],
}

impl Body {
    /// Returns the lasting harm of a creature that is not out.
    pub(crate) const fn harm(&self) -> Harm {
        Harm {
            losses: self.losses,
            tired: self.tired,
            injuries: self.injuries,
            broken: self.broken,
            uses: self.uses,
        }
    }

    /// Creates the state of a creature that has only this status and this harm.
    pub(crate) fn harmed(status: Status, harm: Harm) -> Self {
        Self {
            status,
            losses: harm.losses,
            tired: harm.tired,
            injuries: harm.injuries,
            broken: harm.broken,
            uses: harm.uses,
            ..Self::default()
        }
    }
}

/// A hold on a creature [SST-12-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Grip {
    pub by: FighterId,
    /// The tightness, from 0 to 4: light, medium, heavy, large, huge.
    pub level: u8,
}

/// Whether a creature fights, or why it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) enum Status {
    Fighting,
    /// Out of Action: the creature lies on the field but is not dead.
    Out,
    /// Killed in Action: the creature is dead.
    #[default]
    Killed,
    Yielded,
    Fled,
    /// Out of Action since an earlier fight of the day. The creature is not on the field of this fight.
    Behind,
    /// Not in the fight at the moment. The creature joins in a later round, or belongs to another fight of
    /// the day.
    Absent,
}

/// The Ranks that a creature has lost on one track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Losses {
    /// Ranks lost directly: to hits, injuries, fear and the like. By default, every second of them takes a
    /// Rank of the other track [SST-20-1].
    pub direct: u8,
    /// Ranks lost because losses on the other track crossed over.
    pub crossed: u8,
}

impl Losses {
    #[inline]
    pub(crate) const fn total(self) -> u8 {
        self.direct + self.crossed
    }
}

/// The States that a creature is in, as bits [SST-17-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct States(pub u8);

/// A State that a creature can be in: Stun, Shock or Doubt.
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

    /// Returns the State that ends first [SST-17-3].
    pub(crate) fn first(self) -> Option<Daze> {
        let mut all = [Daze::Stun, Daze::Shock, Daze::Doubt].into_iter();
        all.find(|&daze| self.has(daze))
    }
}

/// The Action Pool: the shot or spell that a creature gathers dice for, and the number of dice beyond the
/// base cost [SST-7-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Aim {
    #[default]
    None,
    /// A shot with this weapon of the creature's list.
    Shot {
        item: u8,
        dice: u8,
    },
    Spell {
        dice: u8,
    },
}

impl Aim {
    /// Returns the number of gathered dice.
    pub(crate) const fn dice(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Shot { dice, .. } | Self::Spell { dice } => dice,
        }
    }
}

/// A creature's state of mind [SST-19-5, SST-19-6]. `fresh` is true until its first turn in this state is
/// over.
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
