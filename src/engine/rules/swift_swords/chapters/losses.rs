//! Lost Ranks on a track, losses that cross over to the other track, and creatures that go out.
//!
//! Clauses: SST-15-6, SST-18-1, SST-19-3, SST-20-1, SST-21-1, SST-21-2.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::{Body, Harm, Scene, Status, Track};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Takes `ranks` Ranks off a track. By default, every second one crosses over to the other track
    /// [SST-20-1]. A creature without Ranks is out. Returns how many Ranks were lost on the track itself.
    pub(crate) fn lose_ranks(&mut self, who: FighterId, track: Track, ranks: u8) -> u8 {
        let (fighter, every) = (self.fighter(who), self.arena.options.crossover);
        for lost in 0..ranks {
            if !self.state.fighting.has(who) {
                return lost;
            }
            let losses = &mut self.body_mut(who).losses[track as usize];
            losses.direct += 1;
            let crosses = every > 0 && losses.direct.is_multiple_of(every);
            let other = track.other();
            let crosses = crosses && !self.view().is_beyond(who, other);
            if crosses {
                self.body_mut(who).losses[other as usize].crossed += 1;
            }
            self.tell_loss(who, track, crosses);
            let losses = self.body(who).losses;
            if Track::ALL
                .into_iter()
                .any(|track| fighter.ranks_left(losses, track) == 0)
            {
                self.put_out(who, Status::Out, "SST-21-1");
            }
        }
        ranks
    }

    /// Reports a Rank lost on a track, and whether the loss has crossed over.
    #[inline]
    fn tell_loss(&mut self, who: FighterId, track: Track, crosses: bool) {
        let clause = match track {
            Track::Physical => "SST-18-1",
            Track::Mental => "SST-19-3",
        };
        self.describe(clause, |view| {
            let [here, there] = [track, track.other()]
                .map(|track| format!("{track:?} {}", view.rank_now(who, track)));
            let more = crosses.then(|| format!(", and {there}"));
            let name = view.arena.name(who);
            format!("{name} is down to {here}{}.", more.unwrap_or_default())
        });
    }

    /// Takes a creature out of the fight and clears its state [SST-21-2]. `clause` is the reason.
    pub(crate) fn put_out(&mut self, who: FighterId, status: Status, clause: &'static str) {
        if !self.state.fighting.has(who) {
            return;
        }
        self.state.fighting.remove(who);
        let turns = &mut self.state.turns;
        turns.waiting.remove(who);
        turns.done.remove(who);
        turns.acted.remove(who);
        turns.spent.remove(who);
        let Body { zone, .. } = *self.body(who);
        let harm = if self.arena.scope.day {
            self.body(who).harm()
        } else {
            Harm::default()
        };
        *self.body_mut(who) = Body {
            status,
            zone,
            harm,
            ..Body::default()
        };
        if self.state.fighting.is_several() {
            self.state.settle(&self.arena.lineup);
        }
        let told = match status {
            Status::Yielded => "yields",
            Status::Fled => "has fled",
            _ => "is out of action",
        };
        self.tell(clause, who, told);
        match status {
            Status::Fled | Status::Yielded => self.witness.fled(who, self.state.round),
            _ => self.witness.downed(who, self.state.round),
        }
    }

    /// Restores `ranks` Ranks lost on a track, and the Ranks of the other track that their loss had cost
    /// [SST-20-1].
    pub(super) fn regain(&mut self, who: FighterId, track: Track, ranks: u8) {
        let every = self.arena.options.crossover;
        let losses = &mut self.body_mut(who).losses[track as usize];
        losses.direct = losses.direct.saturating_sub(ranks);
        let direct = losses.direct;
        let crossed = direct.checked_div(every);
        let tired = &mut self.body_mut(who).tired[track as usize];
        *tired = direct.min(*tired);
        let other = track.other();
        if !self.view().is_beyond(who, other) {
            self.body_mut(who).losses[other as usize].crossed = crossed.unwrap_or(0);
        }
    }
}
