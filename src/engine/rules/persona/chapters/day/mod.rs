//! The time between the fights of a day: the end of a fight, rests, and the beginning of the next fight.
//!
//! Clauses: PER-2-8, PER-4-19, PER-4-20, PER-13.2-1, PER-13.2-2, PER-13.5-2.
//! Reading: the chapter prints no rests, so both are ours, with numbers of `[rules.rest]`. A fighter that is out for
//! wounds is dead, unless it has Fate Points and suffers Lethal Damage instead of dying: then it fights again once rests
//! have given it enough wounds. The unconscious wake after the fight, with no more levels of fatigue than TB. Magazines
//! stay empty and jams stay, because the chapter counts no spare magazines.

use crate::dice::Dice;
use crate::fight::{Away, FighterId, FighterSet, Pause, Witness};
use crate::frame::day::RestSpec;
use crate::rules::persona::events::{DOWN, FLED, SURRENDERED, UNCONSCIOUS};
use crate::rules::persona::nouns::arena::Arena;
use crate::rules::persona::nouns::scene::Scene;
use crate::rules::persona::nouns::state::{Body, State};
use crate::scenario::counted;

const HOUR: usize = 0;

/// The rests of this book.
#[rustfmt::skip]
pub(crate) const RESTS: &[RestSpec] = &[
    RestSpec::new("an hour", "", "everybody alive loses `rules.rest.hour_fatigue` levels of fatigue, by default 1, and regains `hour_wounds`, by default none").with(&["rest.hour_wounds", "rest.hour_fatigue", "rest.hour_rounds"]),
    RestSpec::new("a night", "", "everybody alive loses `rules.rest.night_fatigue` levels of fatigue, by default all, and regains `night_wounds`, by default 1").with(&["rest.night_wounds", "rest.night_fatigue", "rest.night_rounds"]),
];

/// The wounds, levels of fatigue and rounds that a rest restores.
#[derive(Debug, Clone, Copy)]
struct Restored {
    wounds: i16,
    fatigue: u8,
    rounds: u8,
}

impl Arena {
    /// Begins a fight of a day. Wounds, fatigue, magazines, jams and uses of remedies go on from one fight to the next;
    /// everybody is back at the starting place, with the weapons in hand that it began with.
    pub(crate) fn begin_fight(&self, state: &mut State, fresh: FighterSet, folk: FighterSet) {
        **state = (*self.start).clone();
        state.fighting = FighterSet::NONE;
        let late = self.lineup.to_come(1, state.stage());
        for who in self.lineup.everybody() {
            let absent = !fresh.has(who) && !folk.has(who);
            let start = Body {
                absent,
                ..*self.start.body(who)
            };
            let body = if folk.has(who) {
                state.body(who).carried(&start)
            } else {
                start
            };
            if !absent && !late.has(who) && body.fate.is_none() {
                state.fighting.add(who);
            }
            *state.body_mut(who) = body;
        }
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Plays a time without a fight.
    pub(crate) fn pause(&mut self, pause: Pause, folk: FighterSet) {
        let rest = self.numbers().rest;
        match pause {
            Pause::Aftermath(away) => self.gather(folk, away),
            Pause::Rest(HOUR) => self.rest(
                folk,
                Restored {
                    wounds: rest.hour_wounds,
                    fatigue: rest.hour_fatigue,
                    rounds: rest.hour_rounds,
                },
            ),
            Pause::Rest(_) => self.rest(
                folk,
                Restored {
                    wounds: rest.night_wounds,
                    fatigue: rest.night_fatigue,
                    rounds: rest.night_rounds,
                },
            ),
        }
    }

    /// Gathers the living after a fight: the unconscious wake, and fighters that fled or surrendered are back,
    /// unless the scenario keeps them `away` [PER-2-8, PER-13.2-2].
    fn gather(&mut self, folk: FighterSet, away: Away) {
        for who in folk.without(self.state.fighting).iter() {
            let fate = self.body(who).fate;
            if fate == Some(UNCONSCIOUS) {
                let most = u8::try_from(self.fighter(who).tb).unwrap_or(0);
                let body = self.body_mut(who);
                body.fatigue = body.fatigue.min(most);
                self.is_able_again(who, "PER-13.2-2", "wakes up");
            } else if fate == Some(FLED) && !away.fled
                || fate == Some(SURRENDERED) && !away.captured
            {
                self.is_able_again(who, "PER-2-8", "is back with the others");
            }
        }
    }

    fn is_able_again(&mut self, who: FighterId, clause: &'static str, word: &'static str) {
        self.state.fighting.add(who);
        self.body_mut(who).fate = None;
        self.say(clause, [who], |[who]| format!("{who} {word}."));
    }

    /// Lets everybody alive rest.
    fn rest(&mut self, folk: FighterSet, restored: Restored) {
        for who in folk.iter() {
            let is_away = matches!(self.body(who).fate, Some(FLED | SURRENDERED));
            if is_away || !self.state.fighting.has(who) && !self.fighter(who).fate {
                continue;
            }
            let fighter = self.fighter(who);
            let body = self.body_mut(who);
            let most = fighter.wounds.max(body.wounds);
            body.wounds = body.wounds.saturating_add(restored.wounds).min(most);
            body.fatigue = body.fatigue.saturating_sub(restored.fatigue);
            let (wounds, levels) = (body.wounds, body.fatigue);
            self.load(who, restored.rounds);
            self.say("PER-4-19", [who], |[who]| {
                let levels = counted(levels.into(), "level");
                format!("{who} rests, and has {wounds} wounds and {levels} of fatigue.")
            });
            let body = self.body(who);
            if body.fate == Some(DOWN) && body.wounds >= fighter.least_wounds {
                self.is_able_again(who, "PER-4-20", "is able again");
            }
        }
    }

    /// Puts rounds into the magazines of a fighter, no more than fit [PER-13.5-2].
    fn load(&mut self, who: FighterId, rounds: u8) {
        let full = self.arena.start.body(who).items;
        for (item, full) in self.body_mut(who).items.iter_mut().zip(full) {
            item.rounds = item.rounds.saturating_add(rounds).min(full.rounds);
        }
    }
}

#[cfg(test)]
mod tests;
