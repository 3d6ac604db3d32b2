//! The time between the fights of a day: the aftermath of a fight, rests, and the start of the next fight.
//!
//! Clauses: PER-2-8, PER-4-19, PER-4-20, PER-13.2-1, PER-13.2-2, PER-13.5-2.
//! Interpretation: the chapter has no rests, so skirmish adds two, with their numbers in `[rules.rest]`. A
//! fighter that is out because of wounds is dead. With Fate Points it suffers Lethal Damage instead, and
//! fights again when rests have restored enough wounds. The unconscious wake up after the fight, with at most
//! TB levels of fatigue. Magazines stay empty and weapons stay jammed, because the chapter does not count
//! spare magazines.

use crate::dice::Dice;
use crate::fight::{Away, FighterId, FighterSet, Pause, Witness};
use crate::frame::day::RestSpec;
use crate::rules::persona::events::{DOWN, FLED, SURRENDERED, UNCONSCIOUS};
use crate::rules::persona::nouns::arena::Arena;
use crate::rules::persona::nouns::scene::Scene;
use crate::rules::persona::nouns::state::{Body, State};
use crate::scenario::counted;

const HOUR: usize = 0;

/// The kinds of rest in this book.
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
    /// Starts a fight of a day. The fighters in `folk` keep their wounds, fatigue, rounds, jams and uses of
    /// remedies from the previous fight. They return to their starting places and their starting weapons. The
    /// fighters in `fresh` begin unharmed.
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
    /// Plays a pause between two fights: the aftermath of a fight, or a rest. `folk` are the fighters of the
    /// side that fights all fights of the day.
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

    /// Brings fighters back after a fight. The unconscious wake up. Fighters that fled or surrendered return,
    /// unless `away` says that they stay away [PER-2-8, PER-13.2-2].
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

    /// Lets the fighters in `folk` rest, without those that are dead, have fled or have surrendered.
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

    /// Loads `rounds` rounds into the magazines of a fighter, but no more than each holds [PER-13.5-2].
    fn load(&mut self, who: FighterId, rounds: u8) {
        let full = self.arena.start.body(who).items;
        for (item, full) in self.body_mut(who).items.iter_mut().zip(full) {
            item.rounds = item.rounds.saturating_add(rounds).min(full.rounds);
        }
    }
}

#[cfg(test)]
mod tests;
