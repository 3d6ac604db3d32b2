//! The state of a fight: everything that changes in it.
//!
//! Equivalent states compare equal: a field that a fight does not use stays at its start value, and the fields of a
//! round are cleared when the round ends.

use std::fmt;

use super::defence::Defence;
use super::injuries::Injuries;
use crate::fight::{FighterId, FighterSet, Rounds, Situation};
use crate::frame::afflictions::Suffers;
use crate::frame::remedies;
use crate::rules::swift_swords::reading::figures::Ward;
use crate::rules::swift_swords::reading::hand::Hand;
use crate::rules::swift_swords::reading::zones::Chokes;

/// The situation.
pub(crate) type State = Situation<Shared, Body>;

/// The part of the state that belongs to no single fighter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Shared {
    pub round: u32,
    pub phase: Phase,
    /// Creatures that are not out [SST-21-2].
    pub fighting: FighterSet,
    pub turns: Turns,
    /// Weeks of rest since the last fight of a day; 0 in a fight [SST-28-1].
    pub weeks: u8,
}

impl Rounds for Shared {
    fn set_round(&mut self, round: u32) {
        self.round = round;
    }
}

/// The turns taken, and other fields that are cleared when a round ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Turns {
    /// Creatures that wait until somebody else has acted [SST-7-6].
    pub waiting: FighterSet,
    /// Creatures that get nothing more in this round: callers, and those whose last option has passed [SST-7-7].
    pub done: FighterSet,
    /// Creatures that have had their action of this pass, under a static countdown [SST-6-1].
    pub acted: FighterSet,
    /// Creatures that have spent a die on the current action [SST-7-5].
    pub spent: FighterSet,
    /// Creatures that are surprised, in the surprise round [SST-29-1].
    pub surprised: FighterSet,
    /// The creature that has further options in a surprise round, and their number [SST-29-2].
    pub again: Option<(FighterId, u8)>,
    /// Number of intercepts used at each boundary in this round [SST-31-3].
    pub chokes: Chokes,
}

/// The phase of a round. Each is one step, or several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// Events before new dice: bleeding, scenario events [SST-7-10].
    Opening,
    /// Dice are dealt, to this creature next.
    Dealing(FighterId),
    /// Actions by countdown [SST-6-1].
    Countdown,
    /// A refresh has been called: last options [SST-7-7].
    Closing,
}

/// The state of one creature. The default is a creature that is not in the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent conditions, each with its own clause"
)]
pub(crate) struct Body {
    pub status: Status,
    pub hand: Hand,
    /// The face of a die kept for the next round; 0 if none [SST-7-8].
    pub kept: u8,
    /// Dice in hand at the deal, under a static countdown [SST-6-1].
    pub dealt: u8,
    /// Losses by their [`Track`](super::Track).
    pub losses: [Losses; 2],
    pub states: States,
    pub exposures: u8,
    pub fumbled: bool,
    /// The defence that is kept up [SST-14-1].
    pub pool: Defence,
    /// An action being gathered for [SST-7-4].
    pub aim: Aim,
    /// The restriction that a tactic puts on its defences until its next action [SST-32-2].
    pub ward: Ward,
    pub zone: u8,
    /// Its melee: the number of the melee's lowest member plus one; 0: Alone [SST-3-1]. The numbers are set by
    /// `contact`.
    pub group: u8,
    /// Its knot of close combat, numbered like melees; 0 if none [SST-3-6].
    pub close: u8,
    pub prone: bool,
    /// The hold it is in [SST-12-4].
    pub held: Option<Grip>,
    /// Whether it is behind the cover it started with [SST-31-2].
    pub covered: bool,
    pub wits: Wits,
    /// Whether it has passed a test against fear [SST-23-1].
    pub brave: bool,
    pub injuries: Injuries,
    /// Its afflictions, a rule of ours.
    pub suffers: Suffers,
    /// The weapon in hand, by its index on the list.
    pub in_hand: u8,
    /// Weapons of its list that lie on the ground, and that are broken, as bits.
    pub dropped: u8,
    pub broken: u8,
    /// Armour taken off by special results [SST-35-2].
    pub stripped: u8,
    pub hamstrung: bool,
    /// Whether it is on the ground although it can fly [SST-37-1].
    pub landed: bool,
    /// Whether it has made all its attacks of this round [SST-27-4].
    pub swarmed: bool,
    /// Uses left of its remedies; 0 also stands for no limit.
    pub uses: [u8; remedies::MOST],
    /// Creatures that have struck at it in this round, if their number is limited [SST-3-11].
    pub strikers: FighterSet,
    /// Ranks lost to fatigue, by their track, among the direct losses; 0 except in a day [SST-24-1].
    pub tired: [u8; 2],
    /// The lasting harm of a creature that is out, in a day.
    pub harm: Harm,
}

/// The harm of a creature that outlasts a fight of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Harm {
    pub losses: [Losses; 2],
    pub tired: [u8; 2],
    pub injuries: Injuries,
    pub broken: u8,
    pub uses: [u8; remedies::MOST],
}

impl Body {
    /// The harm of a creature that is not out.
    pub(crate) const fn harm(&self) -> Harm {
        Harm {
            losses: self.losses,
            tired: self.tired,
            injuries: self.injuries,
            broken: self.broken,
            uses: self.uses,
        }
    }

    /// A creature with nothing but its status and this harm.
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
    /// Light, medium, heavy, large, huge: 0 to 4.
    pub level: u8,
}

/// The status of a creature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) enum Status {
    Fighting,
    /// Out of Action: it lies on the field, and is not dead.
    Out,
    /// Killed in Action.
    #[default]
    Killed,
    Yielded,
    Fled,
    /// Out of Action since before this fight of the day, and not on its field.
    Behind,
    /// Not in the fight: it joins at the start of a later round, or belongs to another fight of the day.
    Absent,
}

/// Ranks lost on one track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Losses {
    /// Lost to hits, injuries, fear and the like: these cross over [SST-20-1].
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

/// The States that a creature is in [SST-17-1], as bits.
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

    /// The State that ends first [SST-17-3].
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
