//! The time between the fights of a day, which is a chain of fights and rests: characters that return,
//! durability rolls, and rests.
//!
//! Clauses: MUR-0-8, MUR-0-15, MUR-10-5, MUR-12-4, MUR-13-2, MUR-15-1. Health, remedies, and damaged and
//! destroyed gear carry over from fight to fight. If the uses of a weapon are limited, each fight begins with
//! all of them, because durability rolls stand for the ammunition that is used up. A stretch, the book's
//! longer unit of time, lasts over several fights until a rest ends it. Characters that are incapacitated in
//! a fight lie in safety until then.

use std::array::from_fn;

use crate::dice::{D100, Dice, Topic};
use crate::fight::{Away, FighterId, FighterSet, MOST_FIGHTERS, Pause, Witness};
use crate::frame::day::RestSpec;
use crate::rules::murdham::nouns::fighter::MOST_ITEMS;
use crate::rules::murdham::nouns::{
    Arena, Body, Item, Riding, Scene, State, Status, View, Whereabouts,
};

const STRETCH: usize = 0;

/// The kinds of rest that a day may have in this book.
#[rustfmt::skip]
pub(crate) const RESTS: &[RestSpec] = &[
    RestSpec::new("a stretch", "MUR-0-15", "the stretch ends: the incapacitated are able again with the health that they have left, and passed morale checks no longer count"),
    RestSpec::new("a night", "", "a rule of ours: the stretch ends, and every character alive regains 1d6 health (`rules.rest.night`)").with(&["rest.night"]),
];

impl Arena {
    /// Begins a fight of a day. `folk` are the characters that go through the whole day, and `fresh` are the
    /// foes of this fight. All other characters are absent.
    pub(crate) fn begin_fight(&self, state: &mut State, fresh: FighterSet, folk: FighterSet) {
        **state = (*self.unopened).clone();
        state.fighting = FighterSet::NONE;
        state.present = FighterSet::NONE;
        for who in self.lineup.everybody() {
            let start = *self.unopened.body(who);
            let body = if folk.has(who) {
                carried(&start, state.body(who))
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
        let late = self.lineup.to_come(1, state.stage()).and(fresh);
        state.present = FighterSet(state.fighting.0 | late.0);
        state.fighting = state.fighting.without(self.lineup.things());
        let hides = |who| state.body(who).concealed;
        if !state.fighting.iter().any(hides) {
            state.ambush = 0;
        }
        for who in self.lineup.everybody() {
            let mount = state.mount_of(who);
            if mount.is_some_and(|mount| !state.present.has(mount)) {
                state.body_mut(who).riding = Riding::No;
            }
        }
    }
}

/// Returns the state of a character at the start of the next fight. The health, the status and the gear are
/// those that the last fight left in `before`. A character that can fight begins at its place in `start`. A
/// character that is dead or was absent keeps only its status.
fn carried(start: &Body, before: &Body) -> Body {
    let kept = Body {
        health: before.health,
        status: before.status,
        steadfast: before.steadfast,
        shield_gone: before.shield_gone,
        armour_gone: before.armour_gone,
        items: before.items,
        wear: before.wear,
        remedies: before.remedies,
        ..Body::default()
    };
    match before.status {
        Status::Fighting => {
            let mut items = before.items;
            for (item, fresh) in items.iter_mut().zip(&start.items) {
                item.shots = fresh.shots;
            }
            let held = items.iter().position(|item| item.at == Whereabouts::Held);
            Body {
                items,
                place: start.place,
                riding: start.riding,
                concealed: start.concealed,
                in_hand: held.and_then(|at| u8::try_from(at).ok()).unwrap_or(0),
                ..kept
            }
        }
        Status::Incapacitated | Status::Behind => Body {
            status: Status::Behind,
            ..kept
        },
        Status::Surrendered | Status::Captive => Body {
            status: Status::Captive,
            ..kept
        },
        Status::Fled => kept,
        Status::Dead | Status::Dying(_) | Status::Absent => Body {
            status: before.status,
            ..Body::default()
        },
    }
}

impl View<'_> {
    /// Returns the weapon that the stat block of `who` lists at index `slot`, in its present condition. After
    /// a fight, anybody may hold the weapon, it may lie on the ground, an enemy may have taken it, or it may
    /// be destroyed.
    fn found(self, who: FighterId, slot: u8) -> Item {
        let lost = self.body(who).wear.lost >> slot & 1 == 1;
        let fresh = self.arena.unopened.body(who).items[usize::from(slot)];
        let everybody = || self.arena.lineup.everybody();
        let everything = || everybody().flat_map(|other| &self.body(other).items);
        let is_it = |item: &&Item| item.home == (who, slot) && item.weapon == fresh.weapon;
        let there = |item: &&Item| is_it(item) && item.at != Whereabouts::Gone;
        let found = everything()
            .find(there)
            .or_else(|| everything().find(is_it));
        Item {
            at: if lost {
                Whereabouts::Gone
            } else {
                Whereabouts::Held
            },
            ..found.copied().unwrap_or(fresh)
        }
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Plays what follows a fight: the return of characters after it, or a rest.
    pub(crate) fn pause(&mut self, pause: Pause, folk: FighterSet) {
        match pause {
            Pause::Aftermath(away) => {
                self.gather(folk, away);
                self.collect_weapons(folk);
                for who in folk.without(self.arena.lineup.things()).iter() {
                    self.roll_durability(who);
                }
            }
            Pause::Rest(rest) => {
                for who in folk.without(self.arena.lineup.things()).iter() {
                    self.rest(who, rest);
                }
            }
        }
    }

    /// [MUR-12-7, MUR-13-2, MUR-0-7] Gathers the living after a fight. Characters that fled or surrendered
    /// come back, unless the scenario keeps them `away`. Dying characters die.
    fn gather(&mut self, folk: FighterSet, away: Away) {
        for who in folk.iter() {
            match self.body(who).status {
                Status::Dying(_) => self.put_out(who, Status::Dead),
                Status::Fled if away.fled => {}
                Status::Surrendered | Status::Captive if away.captured => {}
                Status::Fled | Status::Surrendered | Status::Captive => {
                    self.is_able(who, "MUR-13-2", "is back with the others");
                }
                Status::Fighting
                | Status::Incapacitated
                | Status::Dead
                | Status::Behind
                | Status::Absent => {}
            }
        }
    }

    /// Makes a character able to fight again, and reports it with the words `told`.
    fn is_able(&mut self, who: FighterId, clause: &'static str, told: &str) {
        if !self.arena.is_vehicle(who) {
            self.state.fighting.add(who);
        }
        self.body_mut(who).status = Status::Fighting;
        self.tell(clause, who, told);
    }

    /// [MUR-10-5] Gives the characters of the day the weapons of their stat blocks back, except destroyed
    /// ones. Weapons of enemies that they have picked up are left behind.
    fn collect_weapons(&mut self, folk: FighterSet) {
        let mut all = [[Item::default(); MOST_ITEMS]; MOST_FIGHTERS];
        for who in folk.iter() {
            let count = self.fighter(who).carries.len();
            all[who.index()] = from_fn(|at| match u8::try_from(at) {
                Ok(slot) if at < count => self.view().found(who, slot),
                _ => Item::default(),
            });
        }
        for who in folk.iter() {
            self.body_mut(who).items = all[who.index()];
        }
    }

    /// [MUR-15-1] Makes the durability rolls of a character. There is one for each sound weapon that it has
    /// used and still holds, except natural ones. If it has been hit, there is one for a sound shield and one
    /// for sound armour.
    fn roll_durability(&mut self, who: FighterId) {
        if self.body(who).status == Status::Dead {
            return;
        }
        self.dice.about(Topic::Deed(who.0));
        let arena = self.arena;
        for at in 0..MOST_ITEMS {
            let item = self.body(who).items[at];
            let weapon = arena.weapon(item.weapon);
            self.body_mut(who).items[at].used = false;
            let can_wear = item.at == Whereabouts::Held && !weapon.natural;
            let is_sound = !(item.damaged || weapon.damaged);
            if item.used && can_wear && is_sound && self.wears(who, &weapon.name) {
                self.body_mut(who).items[at].damaged = true;
            }
        }
        let fighter = self.fighter(who);
        let body = *self.body(who);
        self.body_mut(who).wear.hit = false;
        if !body.wear.hit {
            return;
        }
        let has_shield = fighter.sheet.shield > 0 && !body.shield_gone;
        if has_shield && !(fighter.shield_damaged || body.wear.shield) {
            self.body_mut(who).wear.shield = self.wears(who, "shield");
        }
        let has_armour = fighter.armour > 0 && !body.armour_gone;
        if has_armour && !(fighter.armour_damaged || body.wear.armour) {
            self.body_mut(who).wear.armour = self.wears(who, "armour");
        }
    }

    /// Makes one durability roll for the item called `what`. Returns whether the item is damaged.
    fn wears(&mut self, who: FighterId, what: &str) -> bool {
        let risk = self.arena.options.rules.gear.durability_risk;
        self.dice.about(Topic::Damage);
        let wears = self.dice.band(D100, &[risk]) == 0;
        let how = if wears { "is damaged" } else { "is sound" };
        self.say("MUR-15-1", [who], |[who]| {
            format!("After the fight, the {what} of {who} {how}.")
        });
        wears
    }

    /// [MUR-0-8, MUR-0-15, MUR-12-4] Applies the end of a stretch to a character. If the rest is a night, it
    /// also restores health. Does nothing for a character that is dead, has fled or has surrendered.
    fn rest(&mut self, who: FighterId, rest: usize) {
        if matches!(
            self.body(who).status,
            Status::Dead | Status::Fled | Status::Surrendered | Status::Captive
        ) {
            return;
        }
        self.body_mut(who).steadfast = false;
        if matches!(
            self.body(who).status,
            Status::Incapacitated | Status::Behind
        ) {
            self.is_able(who, "MUR-0-8", "comes to");
        }
        if rest == STRETCH {
            return;
        }
        self.dice.about(Topic::Deed(who.0));
        self.dice.about(Topic::Healing);
        let heals = self.dice.total(self.arena.options.rules.rest.night);
        let most = i32::from(self.fighter(who).health);
        let body = self.body_mut(who);
        let health = (i32::from(body.health) + heals).min(most);
        body.health = i16::try_from(health).expect("health fits as it did");
        self.tell(
            "MUR-0-3",
            who,
            format_args!("rests, and is at {health} health"),
        );
    }
}

#[cfg(test)]
mod tests;
