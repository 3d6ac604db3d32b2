//! What a decision comes to: the actions of a turn and of a grapple.
//!
//! Clauses: PER-3-1, PER-12-1, PER-12-2, PER-12.31-4.

use super::state::Overwatch;
use super::swing::{Manner, Swing};
use crate::fight::FighterId;
use crate::rules::persona::reading::sheet::Band;

/// An action of somebody's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Deed {
    Attack(Swing),
    /// By who is held, with a weapon for close quarters [PER-12.23-1].
    CloseAttack(Swing),
    /// Moves up and attacks.
    Charge(Swing),
    /// Moves up and knocks down; whether it hurts.
    ChargeDown {
        target: FighterId,
        hurt: bool,
    },
    /// One attack with each hand.
    Two {
        first: Swing,
        second: Swing,
    },
    Aim {
        long: bool,
    },
    Cautious,
    Guard,
    Disarm {
        target: FighterId,
        take: bool,
    },
    Feint {
        target: FighterId,
    },
    KnockDown {
        target: FighterId,
        hurt: bool,
    },
    Maneuver {
        target: FighterId,
        past: bool,
        follow: bool,
    },
    Overwatch(Overwatch),
    Suppress {
        weapon: u8,
        full: bool,
        upwards: bool,
    },
    Move(Move),
    Stand,
    Clear {
        weapon: u8,
    },
    Ready {
        weapon: u8,
    },
    Reload {
        weapon: u8,
        half: bool,
    },
    Assist {
        ally: FighterId,
    },
    /// By who is held.
    Wrestle(Wrestle),
    /// By who controls a grapple, and whether it lets go afterwards.
    Control(Control, bool),
    Wait,
}

/// A move along the line [PER-13.3-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Move {
    /// Towards whom; away from the nearest enemy without.
    pub towards: Option<FighterId>,
    /// Half Moves in it.
    pub times: u8,
    /// Units that it goes at most, if it is to stop before.
    pub most: Option<u16>,
    /// The band that a flyer wants to end in.
    pub band: Option<Band>,
    /// Whether it is a Disengage, which provokes nothing.
    pub disengages: bool,
}

/// What who is held tries [PER-12.24-1, PER-12.25-1, PER-12.26-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Wrestle {
    BreakFree,
    SlipFree,
    TakeControl,
}

/// What the controller of a grapple does [PER-12.13-3].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Control {
    /// Hurts with a natural weapon or bare hands [PER-12.15-1].
    Damage {
        weapon: u8,
    },
    Push {
        follow: bool,
    },
    Ready {
        weapon: u8,
    },
    Grab,
    ThrowDown,
    Stand {
        pull: bool,
    },
    Attack(Swing),
    Release,
}

/// What an action counts as, for the limits of a turn and for those who watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Subtypes {
    pub halves: u8,
    pub attack: bool,
    pub concentration: bool,
    pub movement: bool,
}

impl Deed {
    /// What it costs and counts as [PER-12-1, PER-12-2].
    pub(crate) fn subtypes(&self) -> Subtypes {
        let (halves, attack, concentration, movement) = match *self {
            Self::Attack(swing) => (1 + u8::from(swing.manner.is_full()), true, false, false),
            Self::Charge(_) | Self::ChargeDown { .. } => (2, true, false, true),
            Self::Two { first, second } => {
                let full = [first, second]
                    .iter()
                    .any(|swing| swing.manner != Manner::Standard);
                (1 + u8::from(full), true, false, false)
            }
            Self::Aim { long } => (1 + u8::from(long), false, true, false),
            Self::Cautious => (1, false, true, false),
            Self::CloseAttack(_)
            | Self::Guard
            | Self::Suppress { .. }
            | Self::Control(Control::Attack(_), _) => (2, true, false, false),
            Self::Feint { .. } | Self::Ready { .. } | Self::Assist { .. } | Self::Wrestle(_) => {
                (1, false, false, false)
            }
            Self::KnockDown { .. } => (1, true, false, false),
            Self::Maneuver { .. } | Self::Stand => (1, false, false, true),
            Self::Overwatch(_) => (2, true, true, false),
            Self::Move(going) => (
                if going.times == 1 && !going.disengages {
                    1
                } else {
                    2
                },
                false,
                false,
                true,
            ),
            Self::Reload { half, .. } => (if half { 1 } else { 2 }, false, false, false),
            Self::Control(Control::Release, _) | Self::Wait => (0, false, false, false),
            Self::Disarm { .. } | Self::Clear { .. } | Self::Control(..) => {
                (2, false, false, false)
            }
        };
        Subtypes {
            halves,
            attack,
            concentration,
            movement,
        }
    }

    /// Whom it is aimed at, one or two, for those who watch over an ally.
    pub(crate) fn targets(&self) -> impl Iterator<Item = FighterId> {
        let (one, other) = match *self {
            Self::Attack(swing)
            | Self::CloseAttack(swing)
            | Self::Charge(swing)
            | Self::Control(Control::Attack(swing), _) => (Some(swing.target), None),
            Self::Two { first, second } => (Some(first.target), Some(second.target)),
            Self::ChargeDown { target, .. } | Self::KnockDown { target, .. } => {
                (Some(target), None)
            }
            _ => (None, None),
        };
        one.into_iter().chain(other)
    }
}
