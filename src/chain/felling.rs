//! What happens most where a counter runs out: its fighter falls, and the fight goes on.
//!
//! That case of a plain transition is kept beside it, packed like it, so that it is soon followed, too.

use super::compact::{LOSSES, Row, Transition, nothing};
use super::{Branch, Chain, Change, Known, What};
use crate::fight::{Counters, Fight, FighterId, FighterSet};

/// What takes the place of a plain transition where the one counter that it lowers runs out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Felling {
    /// The branch that does.
    pub branch: u32,
    /// Where it leads.
    pub onward: Transition,
    /// The places of the counters that are gone with that, as in a [`Transition`].
    pub gone: [u8; LOSSES],
    /// Whether what is left of the one that runs out hangs on how far below 0 that takes it: see [`Fight::rest_of`].
    pub rests: bool,
    /// In which round it is told of, counted from that of the step, and whether anybody was out before.
    pub told_on: u32,
    pub after_others: bool,
}

impl Felling {
    /// That of a branch, if it is as simple as that.
    pub(super) fn of<S>(branch: &Branch, chain: &Chain<S>) -> Option<Self> {
        let by_role = chain.kind.orders;
        let &[
            Change {
                place,
                what: lowered,
            },
        ] = branch.changes.of(&chain.changes)
        else {
            return None;
        };
        let [case] = branch.cases.of(&chain.cases) else {
            return None;
        };
        let instead = &chain.branches[case.step.branch as usize];
        let fall = &chain.falls[instead.fall? as usize];
        let is_certain = case.step.shift == 0;
        let fells_one = fall.end.is_none() && fall.downed.count() == 1;
        if case.exhausted != 1 << place || !is_certain || !fells_one {
            return None;
        }
        let mut gone = [nothing(by_role); LOSSES];
        let mut rests = false;
        let changes = instead.changes.of(&chain.changes);
        if changes.len() > LOSSES {
            return None;
        }
        for (gone, change) in gone.iter_mut().zip(changes) {
            match change.what {
                What::IsGone => *gone = Row::coded(change.place, by_role)?,
                What::RunsOut(loss) if change.place == place && lowered == What::Loses(loss) => {
                    rests = true;
                }
                _ => return None,
            }
        }
        Some(Self {
            branch: case.step.branch,
            onward: Transition::of(&Branch::to(instead.to), &[], by_role)?,
            gone,
            rests,
            told_on: fall.rounds_on,
            after_others: fall.after_others,
        })
    }
}

/// Who falls where the counter of a place runs out.
#[derive(Debug, Clone)]
pub(super) struct Fallen([Option<FighterId>; Counters::MOST]);

impl Default for Fallen {
    fn default() -> Self {
        Self([None; Counters::MOST])
    }
}

impl Fallen {
    /// Who does, if anybody.
    #[inline]
    pub(super) fn by(&self, place: usize) -> Option<FighterId> {
        *self.0.get(place)?
    }

    /// Whether just the fighter of the counter that runs out falls with that, where this takes the place of a branch in a step
    /// from the situation of this number. Who that is, is noted.
    pub(super) fn is_of<F: Fight>(
        &mut self,
        felling: &Felling,
        (number, known, branch): (u32, Known, &Branch),
        (fight, chain): (&F, &Chain<F::State>),
    ) -> bool {
        let instead = &chain.branches[felling.branch as usize];
        let downed = instead.fall.map(|fall| chain.falls[fall as usize].downed);
        let Some(role) = downed.and_then(|downed| downed.iter().next()) else {
            return false;
        };
        let who = if chain.kind.orders {
            chain.casting.fighter(known.players, role)
        } else {
            role
        };
        let change = branch.changes.of(&chain.changes)[0];
        let place = chain.place(known, change.place);
        let told_of = fight.fell_by(place, 1).map(|(who, ..)| who);
        let is_told = chain.kind.fatal >> place & 1 == 0 || told_of == Some(who);
        let onward = chain.target(known, felling.onward.target);
        let stand = |number| chain.situations.standing(number);
        *self.0[place].get_or_insert(who) == who
            && is_told
            && stand(onward) == stand(number).without(FighterSet::of(who))
    }
}
