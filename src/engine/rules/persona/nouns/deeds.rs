//! The results of decisions: actions in a turn, actions in a grapple, evasions and attacks out of turn.
//!
//! Clauses: PER-3-1, PER-12-1, PER-12-2, PER-12.31-4.

use super::evasion::EvasionMeans;
use super::state::Overwatch;
use super::swing::{Manner, Swing};
use crate::fight::FighterId;
use crate::rules::persona::reading::sheet::Band;
use crate::rules::persona::rules::Costs;

/// The result of a decision of a policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    Deed(Deed),
    /// An action of a grapple's controller. The flag says whether the controller then releases the other
    /// fighter.
    Control(Control, bool),
    /// The means of evasion with its target number. `None`: no evasion.
    Means(Option<(EvasionMeans, i32)>),
    /// The weapon of an attack out of turn. `None`: no attack.
    Strike(Option<u8>),
}

/// An action that a fighter takes in its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Deed {
    Attack(Swing),
    /// An attack by a held fighter, with a weapon for close quarters [PER-12.23-1].
    CloseAttack(Swing),
    /// A move up to the target, then an attack.
    Charge(Swing),
    /// A move up to the target, then a Knock Down. The flag says whether the Knock Down does damage.
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
    /// The use of a remedy on `patient`. `slot` is the index of the remedy in the fighter's list, `halves`
    /// the cost in Half Actions. `power` is whether the remedy is a power.
    Heal {
        slot: u8,
        patient: FighterId,
        halves: u8,
        power: bool,
    },
    /// An action of a held fighter.
    Wrestle(Wrestle),
    /// An action of a grapple's controller. The flag says whether the controller then releases the other
    /// fighter.
    Control(Control, bool),
    Surrender,
    Wait,
}

/// A move along the line [PER-13.3-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Move {
    pub heading: Heading,
    pub pace: Pace,
    /// Maximum number of units. `None`: as far as the pace allows.
    pub most: Option<u16>,
    /// The altitude band where a flyer wants to end the move.
    pub band: Option<Band>,
}

/// The direction of a move [PER-13.3-2].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Heading {
    /// Towards this fighter.
    Towards(FighterId),
    /// Away from the nearest enemy.
    Away,
    /// To this place.
    To(i16),
}

/// The kind of a move [PER-13.3-1, PER-13.3-3, PER-13.3-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Pace {
    Half,
    Full,
    Run,
    /// A move that provokes no attacks of opportunity.
    Disengage,
    /// A run out of the fight, which the option `leaving` allows.
    Flight,
}

impl Pace {
    /// Returns the cost of a move at this pace, in Half Actions.
    fn cost(self, costs: &Costs) -> u8 {
        match self {
            Self::Half => costs.half_move,
            Self::Full => costs.full_move,
            Self::Run | Self::Flight => costs.run,
            Self::Disengage => costs.disengage,
        }
    }
}

/// An attempt that a held fighter makes in a grapple: to get free or to take control [PER-12.24-1,
/// PER-12.25-1, PER-12.26-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Wrestle {
    BreakFree,
    SlipFree,
    TakeControl,
}

/// An action of a grapple's controller [PER-12.13-3].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Control {
    /// Damage with a natural weapon or with bare hands [PER-12.15-1].
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

/// The cost and the subtypes of an action, such as Attack or Concentration. They matter for the limits of a
/// turn and for Overwatch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Subtypes {
    pub halves: u8,
    pub attack: bool,
    pub concentration: bool,
    pub movement: bool,
}

impl Deed {
    /// Returns the cost and the subtypes of this action [PER-12-1, PER-12-2].
    pub(crate) fn subtypes(&self, costs: &Costs) -> Subtypes {
        let (halves, attack, concentration, movement) = match *self {
            Self::Attack(swing) => (swing.manner.cost(costs), true, false, false),
            Self::Charge(_) | Self::ChargeDown { .. } => (costs.charge, true, false, true),
            Self::Two { first, second } => {
                let full = [first, second]
                    .iter()
                    .any(|swing| swing.manner != Manner::Standard);
                let cost = if full {
                    costs.two_weapons_full
                } else {
                    costs.two_weapons
                };
                (cost, true, false, false)
            }
            Self::Aim { long: false } => (costs.aim, false, true, false),
            Self::Aim { long: true } => (costs.aim_long, false, true, false),
            Self::Cautious => (costs.cautious, false, true, false),
            Self::CloseAttack(_) => (costs.close_attack, true, false, false),
            Self::Guard => (costs.guard, true, false, false),
            Self::Suppress { .. } => (costs.suppress, true, false, false),
            Self::Feint { .. } => (costs.feint, false, false, false),
            Self::Ready { .. } => (costs.ready, false, false, false),
            Self::Assist { .. } => (costs.assist, false, false, false),
            Self::Heal { halves, power, .. } => (halves, false, power, false),
            Self::Wrestle(Wrestle::BreakFree) => (costs.break_free, false, false, false),
            Self::Wrestle(Wrestle::SlipFree) => (costs.slip_free, false, false, false),
            Self::Wrestle(Wrestle::TakeControl) => (costs.take_control, false, false, false),
            Self::KnockDown { .. } => (costs.knock_down, true, false, false),
            Self::Maneuver { .. } => (costs.maneuver, false, false, true),
            Self::Stand => (costs.stand, false, false, true),
            Self::Overwatch(_) => (costs.overwatch, true, true, false),
            Self::Move(going) => (going.pace.cost(costs), false, false, true),
            Self::Reload { half, .. } => (if half { 1 } else { 2 }, false, false, false),
            Self::Control(Control::Release, _) | Self::Surrender | Self::Wait => {
                (0, false, false, false)
            }
            Self::Control(Control::Attack(_), _) => (costs.control, true, false, false),
            Self::Control(..) => (costs.control, false, false, false),
            Self::Disarm { .. } => (costs.disarm, false, false, false),
            Self::Clear { .. } => (costs.clear, false, false, false),
        };
        Subtypes {
            halves,
            attack,
            concentration,
            movement,
        }
    }

    /// Returns the targets of the action: one, two or none. An Overwatch that protects an ally needs them.
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
