//! A fight: its fighters, its mutable state, and its turns.

use skirmish::dice::{Dice, Die};
use skirmish::fight::{
    self, Blow, Cast, Days, Ending, Fight, FighterId, FighterSet, Left, ListId, Objectives,
    Outcome, Progress, RollCall, Rounds, Situation, WHOLE, WeaponId, Witness,
};
use skirmish::frame::Lineup;
use skirmish::policy::{Decision, ItemRef, Line, Policy, Slot, TargetRef};

use crate::book::Sheet;
use crate::words::{OUT, Options, REST, SIX, WEAKEST};

/// A compiled fight.
#[derive(Debug, Clone)]
pub(crate) struct Arena {
    pub(crate) options: Options,
    /// The stat block and the policy of each role, which is a group of equal fighters of a side.
    pub(crate) roster: Vec<(Sheet, Policy)>,
    pub(crate) lineup: Lineup,
    pub(crate) cast: Cast,
    pub(crate) start: State,
}

/// The state of a fight: shared values, and a row of values for each fighter.
pub(crate) type State = Situation<Shared, Body>;

/// The part of the state that belongs to no single fighter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Shared {
    round: u32,
    /// The fighter whose turn is next, by its index in listing order.
    next: u8,
    standing: FighterSet,
}

impl Rounds for Shared {
    fn set_round(&mut self, round: u32) {
        self.round = round;
    }
}

/// The mutable state of one fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Body {
    pub(crate) stamina: u8,
}

/// Returns the state of all fighters at the start of a fight.
pub(crate) fn start(roster: &[(Sheet, Policy)], lineup: &Lineup) -> State {
    let shared = Shared {
        round: 1,
        next: 0,
        standing: lineup.everybody().collect(),
    };
    let body = |who| Body {
        stamina: roster[lineup.role(who)].0.stamina,
    };
    State::new(shared, lineup.everybody().map(body))
}

impl Arena {
    fn sheet(&self, who: FighterId) -> &Sheet {
        &self.roster[self.lineup.role(who)].0
    }

    /// Returns the enemies of `who` that are not out of the fight.
    pub(crate) fn foes(&self, state: &State, who: FighterId) -> FighterSet {
        state.standing.without(self.lineup.allies(who))
    }

    /// Plays one blow [TOY-2, TOY-3, TOY-4].
    fn strike<D: Dice, W: Witness>(
        &self,
        state: &mut State,
        (who, target): (FighterId, FighterId),
        dice: &mut D,
        witness: &mut W,
    ) {
        let band = dice.band(Die(6), &[self.sheet(target).guard - 1, 5]);
        let blow = if band == 0 {
            Blow::Missed
        } else {
            if band == 2 {
                witness.happened(who, SIX, WHOLE);
            }
            let doubled = u32::from(band == 2 && self.options.sixes_double);
            let dealt = dice.total(self.sheet(who).damage).unsigned_abs() << doubled;
            let stamina = &mut state.body_mut(target).stamina;
            *stamina = stamina.saturating_sub(u8::try_from(dealt).unwrap_or(u8::MAX));
            Blow::Landed {
                rolled: dealt,
                stopped: 0,
                dealt,
            }
        };
        witness.attacked(who, target, WeaponId(0), blow);
        witness.say("TOY-2", || {
            let [who, target] = [who, target].map(|who| self.cast.name(who));
            format!("{who} strikes at {target}: {blow:?}.")
        });
        if state.body(target).stamina == 0 {
            state.standing.remove(target);
            witness.downed(target, state.round);
        }
    }
}

/// A decision in progress: the fighter whose turn it is, and the target that the line tried last has chosen.
pub(crate) struct Asker<'a> {
    pub(crate) arena: &'a Arena,
    pub(crate) state: &'a State,
    pub(crate) who: FighterId,
    target: Option<FighterId>,
}

impl Decision for Asker<'_> {
    /// The fighter to strike. `None` means that the fighter rests.
    type Choice = Option<FighterId>;

    fn who(&self) -> FighterId {
        self.who
    }

    fn aim(&mut self, line: &Line) -> bool {
        let mut foes = self.arena.foes(self.state, self.who).iter();
        let is = |foe: &FighterId, name| self.arena.lineup.is_called(*foe, name);
        self.target = match line.slots[0] {
            _ if line.action == REST => None,
            Slot::Target(TargetRef::Combatant(name)) => foes.find(|foe| is(foe, name)),
            Slot::Target(TargetRef::Rule(WEAKEST)) => {
                foes.min_by_key(|foe| self.state.body(*foe).stamina)
            }
            _ => foes.next(),
        };
        line.action == REST || self.target.is_some()
    }

    fn fact(&self, fact: usize, _: Option<ItemRef>) -> i64 {
        Asker::FACTS[fact].1(self)
    }

    fn take(&mut self, _: &Line, _: [i64; 4]) -> Self::Choice {
        self.target
    }
}

impl fight::Arena for Arena {
    type State = State;

    fn cast(&self) -> &Cast {
        &self.cast
    }

    fn start(&self) -> &State {
        &self.start
    }

    fn roll_call(&self, state: &State) -> RollCall {
        RollCall::of(&self.cast, state.standing)
    }

    fn left(&self, state: &State, who: FighterId) -> Left {
        let stands = state.standing.has(who);
        Left {
            fate: (!stands).then_some(OUT),
            health: state.body(who).stamina.into(),
        }
    }
}

impl Objectives for Arena {}

impl Days for Arena {}

impl Fight for Arena {
    /// Plays one turn [TOY-1].
    fn step<D: Dice, W: Witness>(
        &self,
        state: &mut State,
        dice: &mut D,
        witness: &mut W,
    ) -> Progress {
        let who = FighterId(state.next);
        if state.next == 0 {
            witness.round_began(state.round);
        }
        if state.standing.has(who) {
            let target = self.foes(state, who).iter().next();
            let policy = &self.roster[self.lineup.role(who)].1;
            let mut asker = Asker {
                arena: self,
                state,
                who,
                target,
            };
            let choice = policy.choose(ListId::at(0), &mut asker, dice, witness);
            if let Some(target) = choice.unwrap_or(target) {
                self.strike(state, (who, target), dice, witness);
            } else {
                let stamina = &mut state.body_mut(who).stamina;
                *stamina = self.sheet(who).stamina.min(*stamina + 1);
            }
        }
        let last = usize::from(state.next) + 1 == self.lineup.count();
        let ending = match self.lineup.last_alliance(state.standing) {
            Some(side) => Ending::Won(side),
            None if last && state.round == self.cast.round_cap => Ending::Undecided,
            None => {
                state.round += u32::from(last);
                state.next = if last { 0 } else { state.next + 1 };
                return Progress::Goes;
            }
        };
        Progress::Ended(Outcome {
            ending,
            rounds: state.round,
            standing: state.standing,
        })
    }
}
