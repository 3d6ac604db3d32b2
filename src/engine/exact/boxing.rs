//! A small fight for tests. Its probabilities and means can all be worked out in several ways.

use std::sync::Arc;

use crate::dice::{Dice, Die, Throw};
use crate::fight::{
    Arena, Blow, Cast, CastCombatant, CastWeapon, CombatantId, Counters, Counting, Days, Ending,
    EventId, EventSpec, Fight, FighterId, FighterSet, Left, LineId, ListId, Moment, Objectives,
    Outcome, Playbook, PlaybookLine, Progress, RollCall, SideId, State, WHOLE, WeaponId, Witness,
};

/// The event that a strike lands with a 6 on the die.
pub(crate) const HARD: EventId = EventId(0);
pub(crate) const DODGED: EventId = EventId(1);
/// The fate of a boxer who goes down with exactly 0 hit points left. `OUT_COLD` is the fate of a boxer with
/// fewer.
pub(crate) const DOWN: EventId = EventId(2);
pub(crate) const OUT_COLD: EventId = EventId(3);

const EVENTS: &[EventSpec] = &[
    EventSpec::deed("hard", "BOX-1", "own strikes that land with a 6"),
    EventSpec::deed("dodged", "BOX-2", "strikes dodged"),
    EventSpec::fate("down", "BOX-3", "down with nothing left"),
    EventSpec::fate("out cold", "BOX-4", "down with less"),
];

/// A fight of two boxers who strike in turn or at the same time. A strike rolls a d6: a 1 to 3 misses, a 4 is
/// dodged, and a 5 or 6 lands and does 1d3 damage.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "what can be said of a match, each on its own"
)]
pub(crate) struct Boxing {
    pub cast: Cast,
    start: Ring,
    /// Whether the hit points are counters that can be taken out of a state.
    reducible: bool,
    /// Whether both boxers strike in the same step, so that a step is a whole round.
    at_once: bool,
    /// Whether strikes that land with a 6 are reported as the event [`HARD`]. A step then has more different
    /// paths.
    hard: bool,
    /// Whether a boxer who goes down gets up once, with all hit points. From then on, this boxer misses only
    /// with a 1.
    gets_up: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Ring {
    pub round: u32,
    pub second: bool,
    pub left: [i32; 2],
    /// For each boxer, whether the boxer has already got up once.
    pub up: [bool; 2],
}

pub(crate) fn boxing(hit_points: i32, round_cap: u32, alike: bool) -> Boxing {
    let boxer = |side: u8| CastCombatant {
        name: format!("boxer {side}"),
        side: SideId(side),
        count: 1,
        health: hit_points.unsigned_abs(),
        weapons: vec![CastWeapon {
            name: "fist".to_owned(),
            most: 3,
        }],
        carries: Vec::new(),
        playbook: Arc::new(Playbook {
            name: "box".to_owned(),
            lists: vec!["act".to_owned()],
            lines: vec![PlaybookLine {
                list: ListId(0),
                text: "strike".to_owned(),
                lent: false,
            }],
        }),
    };
    Boxing {
        cast: Cast {
            sides: vec!["red".to_owned(), "blue".to_owned()],
            combatants: [0, 1].map(boxer).to_vec(),
            fighters: [0, 1].map(CombatantId).to_vec(),
            round_cap,
            alliances: crate::fight::Alliances::default(),
            alike_from: alike.then_some(2),
            most_lost: 0,
            things: FighterSet::NONE,
            absent: FighterSet::NONE,
            objectives: Vec::new(),
            day: None,
            events: EVENTS,
        },
        start: Ring {
            round: 0,
            second: false,
            left: [hit_points; 2],
            up: [false; 2],
        },
        reducible: false,
        at_once: false,
        hard: false,
        gets_up: false,
    }
}

impl Boxing {
    /// Returns this fight with hard strikes counted.
    pub(crate) fn hard(self) -> Self {
        Self { hard: true, ..self }
    }

    /// Returns this fight with another start state.
    pub(crate) fn begun_from(self, start: Ring) -> Self {
        Self { start, ..self }
    }
}

/// Returns the fight with equivalent rounds from `round` on, but not before round 2.
pub(crate) fn alike_from(round: u32, mut fight: Boxing) -> Boxing {
    fight.cast.alike_from = Some(round.max(2));
    fight
}

pub(crate) fn at_once(hit_points: i32, round_cap: u32, reducible: bool) -> Boxing {
    Boxing {
        reducible,
        at_once: true,
        ..boxing(hit_points, round_cap, true)
    }
}

pub(crate) fn counting_down(hit_points: i32, round_cap: u32) -> Boxing {
    Boxing {
        reducible: true,
        ..boxing(hit_points, round_cap, true)
    }
}

pub(crate) fn getting_up(hit_points: i32, round_cap: u32) -> Boxing {
    Boxing {
        gets_up: true,
        ..counting_down(hit_points, round_cap)
    }
}

fn strike<D: Dice, W: Witness>(
    (ring, hard): (&mut Ring, bool),
    at: usize,
    dice: &mut D,
    witness: &mut W,
) {
    let (who, target) = (FighterId::at(at), FighterId::at(1 - at));
    witness.line_used(who, LineId(0));
    let how = if ring.up[at] {
        dice.band(Die(6), &[1, 2])
    } else if hard {
        dice.band(Die(6), &[3, 4, 5])
    } else {
        dice.band(Die(6), &[3, 4])
    };
    let blow = match how {
        0 => Blow::Missed,
        1 => {
            witness.happened(target, DODGED, WHOLE);
            Blow::Evaded
        }
        _ => {
            if how == 3 {
                witness.happened(who, HARD, WHOLE);
            }
            let dealt = dice.total(Throw::new(1, 3, 0));
            ring.left[1 - at] -= dealt;
            Blow::Landed {
                rolled: dealt.cast_unsigned(),
                stopped: 0,
                dealt: dealt.cast_unsigned(),
            }
        }
    };
    witness.attacked(who, target, WeaponId(0), blow);
    witness.say("BOX-1", || format!("boxer {at} strikes"));
}

impl Arena for Boxing {
    type State = Ring;

    fn cast(&self) -> &Cast {
        &self.cast
    }

    fn start(&self) -> &Ring {
        &self.start
    }

    fn roll_call(&self, ring: &Ring) -> RollCall {
        // If the counters are taken out of the state, `left` is 0 for both boxers, and nobody stands.
        let stands = |&at: &usize| ring.left[at] > 0;
        RollCall::of(
            &self.cast,
            (0..2).filter(stands).map(FighterId::at).collect(),
        )
    }

    fn left(&self, ring: &Ring, who: FighterId) -> Left {
        let left = ring.left[who.index()];
        Left {
            fate: match left {
                0 => Some(DOWN),
                left if left < 0 && self.gets_up => Some(DOWN),
                left if left < 0 => Some(OUT_COLD),
                _ => None,
            },
            health: u32::try_from(left).unwrap_or(0),
        }
    }

    fn moment(&self, ring: &Ring) -> Moment {
        if self.cast.alike_from.is_some() {
            Moment {
                round: ring.round,
                part: u32::from(!ring.second),
                ..Moment::default()
            }
        } else {
            Moment::default()
        }
    }
}

impl Objectives for Boxing {}

impl Days for Boxing {}

impl Fight for Boxing {
    fn step<D: Dice, W: Witness>(
        &self,
        ring: &mut Ring,
        dice: &mut D,
        witness: &mut W,
    ) -> Progress {
        if !ring.second {
            ring.round += 1;
        }
        let first = usize::from(ring.second);
        strike((ring, self.hard), first, dice, witness);
        if self.at_once {
            strike((ring, self.hard), 1, dice, witness);
        } else {
            ring.second = !ring.second;
        }
        for at in 0..2 {
            if self.gets_up && ring.left[at] <= 0 && !ring.up[at] {
                ring.up[at] = true;
                ring.left[at] = self.start.left[at];
            }
        }
        let round = ring.round;
        let standing = [0, 1].into_iter().filter(|&at| ring.left[at] > 0);
        let standing: FighterSet = standing.map(FighterId::at).collect();
        for at in (0..2).filter(|&at| ring.left[at] <= 0) {
            witness.downed(FighterId::at(at), round);
        }
        let last = !ring.second && round == self.cast.round_cap;
        let ending = match standing.count() {
            0 => Ending::Draw,
            1 => Ending::Won(SideId(u8::from(ring.left[0] <= 0))),
            _ if last => Ending::Undecided,
            _ => return Progress::Goes,
        };
        Progress::Ended(Outcome {
            ending,
            rounds: round,
            standing,
        })
    }

    fn counting(&self) -> Option<&dyn Counting<Ring>> {
        Some(self)
    }
}

impl Counting<Ring> for Boxing {
    fn take(&self, ring: &mut Ring) -> Option<Counters> {
        let mut counters = Counters::NONE;
        for (place, left) in ring.left.iter_mut().enumerate() {
            if *left > 0 {
                counters.set(place, i16::try_from(*left - 1).ok()?);
            }
            *left = 0;
        }
        self.reducible.then_some(counters)
    }

    fn put(&self, ring: &mut Ring, counters: &Counters) {
        for (place, counter) in counters.iter() {
            ring.left[place] = i32::from(counter) + 1;
        }
    }

    fn fell_by(&self, place: usize, below: i16) -> Option<(FighterId, EventId, u64)> {
        let fate = if below > 1 { OUT_COLD } else { DOWN };
        (place < 2 && !self.gets_up).then(|| (FighterId::at(place), fate, WHOLE))
    }
}

impl State for Ring {
    fn set_round(&mut self, round: u32) {
        self.round = round;
    }
}
