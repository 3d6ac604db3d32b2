//! The time between the fights of a day: returns, first aid, healing by the week, sleep and fatigue.
//!
//! Clauses: SST-20-1, SST-21-1, SST-21-4, SST-22-6, SST-24-1, SST-28-1.
//!
//! Lost Ranks, injuries including bleeding, broken weapons and used remedies last from fight to fight.
//! Dropped weapons are picked up, and armour is put on again. Interpretations: natural healing restores
//! Physical Ranks. The other effects of injuries end in a week that begins with all Physical Ranks. Severed
//! limbs stay lost. Killed creatures do not return.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, FighterSet, Pause, Witness};
use crate::frame::day::RestSpec;
use crate::rules::swift_swords::nouns::{
    Arena, Body, BodyPart, Harm, Luck, Scene, State, Status, Successes, Toll, Track, Trait, View,
    injuries::Injuries,
};
use crate::rules::swift_swords::words::WoundKind;

const FIRST_AID: usize = 0;
const WEEK: usize = 1;
const WEEK_WITH_HEALER: usize = 2;
const MARCH: usize = 3;
const VIGIL: usize = 4;

/// The kinds of rest in this book.
#[rustfmt::skip]
pub(crate) const RESTS: &[RestSpec] = &[
    RestSpec::new("first aid", "SST-28-1", "ten minutes: bleeding ends, and a creature that has lost only one Physical Rank regains it").with(&["rest.first_aid"]),
    RestSpec::new("a week", "SST-28-1", "a week of rest with good food: everybody alive regains two Physical Ranks in the first week after a fight, and one in each later week").with(&["rest.first_week", "rest.week"]),
    RestSpec::new("a week with a healer", "SST-28-1", "a week of rest in which a healer's roll of four dice gives back one more Rank").with(&["rest.first_week", "rest.week", "rest.healer", "rest.healer_dice"]),
    RestSpec::new("a hard march", "SST-24-1", "no rest: everybody rolls BODY, and is tired, one Physical Rank down, without a success").with(&["rest.tired"]),
    RestSpec::new("a night awake", "SST-24-1", "no rest: everybody rolls WILL, and is tired, one Mental Rank down, without a success").with(&["rest.tired"]),
    RestSpec::new("a night", "", "a rule of ours: Ranks lost to fatigue come back, and one Mental Rank more (`rules.rest.night`)").with(&["rest.night"]),
];

impl Arena {
    /// Starts a fight of a day. The creatures in `folk` keep their harm from earlier fights. Those in `fresh`
    /// begin unharmed.
    pub(crate) fn begin_fight(&self, state: &mut State, fresh: FighterSet, folk: FighterSet) {
        **state = (*self.unopened).clone();
        state.fighting = FighterSet::NONE;
        for who in self.lineup.everybody() {
            let start = *self.unopened.body(who);
            let body = if folk.has(who) {
                self.carried(who, &start, state.body(who))
            } else if fresh.has(who) {
                start
            } else {
                Body {
                    status: Status::Absent,
                    ..Body::default()
                }
            };
            *state.body_mut(who) = body;
            if body.status == Status::Fighting {
                state.fighting.add(who);
            }
        }
        state.turns.surprised = state.turns.surprised.and(state.fighting);
        state.settle(&self.lineup);
    }

    /// Returns a creature's state at its starting place, with the harm from earlier fights. The state of a
    /// creature that does not fight is not changed.
    fn carried(&self, who: FighterId, start: &Body, before: &Body) -> Body {
        if before.status != Status::Fighting {
            return *before;
        }
        let whole = |&at: &u8| before.broken >> at & 1 == 0;
        let count = u8::try_from(self.fighter(who).carries.len()).expect("few weapons");
        Body {
            losses: before.losses,
            tired: before.tired,
            injuries: before.injuries,
            broken: before.broken,
            uses: before.uses,
            in_hand: (0..count).find(whole).unwrap_or(start.in_hand),
            prone: start.prone || before.injuries.legless,
            ..*start
        }
    }

    /// Returns the permanent effects of injuries, which are those of severed limbs [SST-22-7, SST-28-1].
    fn permanent(&self, injuries: Injuries) -> Injuries {
        let severed = injuries.severed;
        let mut left = Injuries {
            severed,
            ..Injuries::default()
        };
        let toll: &Toll = &self.tables.wounds[WoundKind::Sever as usize];
        for (at, location) in self.tables.locations.values().enumerate() {
            if severed >> at & 1 == 0 {
                continue;
            }
            left.worsen(toll, location.part);
            left.burns = left.burns.saturating_add(toll.burn);
            match location.part {
                BodyPart::Leg => left.legless = true,
                BodyPart::RightArm => left.right_useless = true,
                BodyPart::LeftArm => left.left_useless = true,
                _ => {}
            }
        }
        left
    }
}

impl View<'_> {
    /// Returns whether a creature has Ranks left on both tracks [SST-21-1].
    fn has_ranks(self, who: FighterId) -> bool {
        Track::ALL
            .into_iter()
            .all(|track| self.ranks_left(who, track) > 0)
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Plays a pause between two fights: the aftermath of a fight, or a rest. `folk` are the creatures of the
    /// side that fights all fights of the day.
    pub(crate) fn pause(&mut self, pause: Pause, folk: FighterSet) {
        match pause {
            Pause::Aftermath(away) => {
                let is_away = |status| match status {
                    Status::Fled => away.fled,
                    Status::Yielded => away.captured,
                    _ => false,
                };
                for who in folk.iter() {
                    if !is_away(self.body(who).status) {
                        self.rejoin(who);
                    }
                }
            }
            Pause::Rest(rest) => {
                let rests = |who| {
                    let status = self.body(who).status;
                    !matches!(status, Status::Killed | Status::Fled | Status::Yielded)
                };
                for who in folk.filter(rests).iter() {
                    self.dice.about(Topic::Deed(who.0));
                    self.rest(who, rest);
                    self.recovers(who);
                }
                if matches!(rest, WEEK | WEEK_WITH_HEALER) {
                    self.state.weeks = self.state.weeks.saturating_add(1);
                }
            }
        }
    }

    /// Brings a creature back to its party after a fight that is not lost. Killed creatures do not return.
    /// Creatures that are Out of Action fight again as soon as they have Ranks [SST-21-4].
    fn rejoin(&mut self, who: FighterId) {
        let body = *self.body(who);
        let harm = match body.status {
            Status::Killed => {
                *self.body_mut(who) = Body::harmed(Status::Killed, Harm::default());
                return;
            }
            Status::Absent => return,
            Status::Fighting | Status::Behind => body.harm(),
            Status::Out | Status::Yielded | Status::Fled => body.harm,
        };
        let is_back = matches!(body.status, Status::Yielded | Status::Fled);
        let status = match body.status {
            Status::Fighting => Status::Fighting,
            _ => Status::Behind,
        };
        *self.body_mut(who) = Body::harmed(status, harm);
        if is_back {
            self.tell("SST-21-4", who, "is back with the others");
        }
        self.recovers(who);
    }

    /// Lets a creature that was out fight again, if it has Ranks [SST-21-1, SST-21-4].
    fn recovers(&mut self, who: FighterId) {
        if self.body(who).status == Status::Behind && self.view().has_ranks(who) {
            self.body_mut(who).status = Status::Fighting;
            self.state.fighting.add(who);
            self.tell("SST-21-4", who, "can fight on");
        }
    }

    /// Applies a rest to one creature.
    fn rest(&mut self, who: FighterId, rest: usize) {
        match rest {
            FIRST_AID => self.first_aid(who),
            WEEK => self.heal_for_a_week(who, false),
            WEEK_WITH_HEALER => self.heal_for_a_week(who, true),
            MARCH => self.tire(who, Track::Physical, Trait::Body),
            VIGIL => self.tire(who, Track::Mental, Trait::Will),
            _ => self.sleep(who),
        }
    }

    /// Ends bleeding. If a creature has lost no more Physical Ranks than first aid can restore, by default
    /// one, the lost Ranks come back [SST-22-6, SST-28-1].
    fn first_aid(&mut self, who: FighterId) {
        let body = self.body_mut(who);
        if body.injuries.bleeding != 0 {
            body.injuries.bleeding = 0;
            body.injuries.bleeding_worse = 0;
            self.tell("SST-22-6", who, "bleeds no longer");
        }
        let most = self.rules().rest.first_aid;
        let lost = self.body(who).losses[Track::Physical as usize];
        if (1..=most).contains(&lost.total()) {
            self.give_ranks("SST-28-1", who, Track::Physical, most);
        }
    }

    /// Applies a week of natural healing: Physical Ranks come back. A creature that has lost none gets over
    /// its injuries instead [SST-28-1].
    fn heal_for_a_week(&mut self, who: FighterId, with_healer: bool) {
        let rules = self.rules().rest;
        let mut ranks = if self.state.weeks == 0 {
            rules.first_week
        } else {
            rules.week
        };
        if self.body(who).losses[Track::Physical as usize].direct == 0 {
            let injuries = self.body(who).injuries;
            let left = self.arena.permanent(injuries);
            self.body_mut(who).injuries = left;
            if left != injuries {
                self.tell("SST-28-1", who, "gets over the injuries");
            }
            return;
        }
        let injuries = &mut self.body_mut(who).injuries;
        injuries.bleeding = 0;
        injuries.bleeding_worse = 0;
        if with_healer && rules.healer_dice > 0 {
            self.dice.about(Topic::Healing);
            let face = self.rules().rolls.characteristic_face;
            let (hits, _) = self.roll(Successes(face).times(rules.healer_dice));
            if self.pass(hits) {
                ranks += rules.healer;
            }
        }
        self.give_ranks("SST-28-1", who, Track::Physical, ranks);
    }

    /// Rolls a characteristic. A creature that fails is tired, which costs Ranks of `track` [SST-24-1].
    fn tire(&mut self, who: FighterId, track: Track, which: Trait) {
        if self.body(who).status != Status::Fighting || self.view().is_beyond(who, track) {
            return;
        }
        if self.passes(who, which, 0) {
            return;
        }
        self.tell("SST-24-1", who, "is tired");
        for _ in 0..self.rules().rest.tired {
            self.body_mut(who).tired[track as usize] += 1;
            self.lose_ranks(who, track, 1);
            if !self.state.fighting.has(who) {
                self.rejoin(who);
                return;
            }
        }
    }

    /// Restores the Ranks lost to fatigue, and by `rules.rest.night` further Mental Ranks. This rule is not
    /// in the book.
    fn sleep(&mut self, who: FighterId) {
        for track in Track::ALL {
            let tired = self.body(who).tired[track as usize];
            let more = match track {
                Track::Physical => 0,
                Track::Mental => self.rules().rest.night,
            };
            self.give_ranks("", who, track, tired + more);
            self.body_mut(who).tired[track as usize] = 0;
        }
    }

    /// Restores Ranks that a creature has lost on a track, and reports it.
    fn give_ranks(&mut self, clause: &'static str, who: FighterId, track: Track, ranks: u8) {
        let lost = self.body(who).losses[track as usize].direct;
        if ranks.min(lost) == 0 {
            return;
        }
        self.regain(who, track, ranks);
        let now = Track::ALL.map(|track| self.view().rank_now(who, track));
        self.say(clause, [who], |[who]| {
            format!("{who} recovers: Physical {}, Mental {}.", now[0], now[1])
        });
    }
}

#[cfg(test)]
mod tests;
