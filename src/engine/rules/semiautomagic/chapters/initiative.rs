//! Initiative, late arrivals, and delayed turns that interrupt others.
//!
//! Clauses: SAM-1-1..4, SAM-11-11, SAM-22-1.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, FighterSet, Witness, in_row};
use crate::rules::semiautomagic::decisions::INTERRUPT;
use crate::rules::semiautomagic::nouns::luck::{self, Roller};
use crate::rules::semiautomagic::nouns::{Arena, D6, Phase, Scene};
use crate::rules::semiautomagic::questions::Visibility;

impl Arena {
    /// Returns the initiative bonus of `who`: reflex plus dexterity [SAM-1-1]. Under a house rule, mobility
    /// penalties reduce it [SAM-22-1].
    fn swiftness(&self, who: FighterId) -> i32 {
        let fighter = self.fighter(who);
        let penalty = self.options.rules.movement.mobility_skills * fighter.hindrance();
        let slow = i32::from(self.options.mobility_dexterity) * penalty;
        fighter.reflex + fighter.dexterity - slow
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Rolls d6 plus the bonus for every fighter present, and sets the turn order, with the highest total
    /// first. Ties are rolled again. Returns whether anybody is present [SAM-1-1, SAM-1-2].
    pub(super) fn roll_initiative(&mut self) -> bool {
        self.dice.about(Topic::Initiative);
        let arena = self.arena;
        let there = arena.lineup.starting();
        let there = there.filter(|who| !arena.fighter(who).object);
        let there = there.without(self.state.absent);
        let (row, count) = in_row(there.iter());
        let mut rolled = row.map(|who| Roller::new(who, arena.swiftness(who)));
        luck::order(self.dice, &mut rolled[..count]);
        let order = &rolled.map(|one| one.who)[..count];
        self.state.set_order(order);
        for &Roller { who, total, .. } in &rolled[..count] {
            if arena.scope.arrivals || arena.scope.rises {
                self.remember_initiative(who, total);
            }
            self.tell_initiative(who, total);
        }
        if order.is_empty() {
            return false;
        }
        self.witness.say("SAM-1-2", || {
            let names = order.iter().map(|&who| arena.cast.name(who));
            format!("The order is {}.", names.collect::<Vec<_>>().join(", "))
        });
        true
    }

    pub(super) fn tell_initiative(&mut self, who: FighterId, total: i32) {
        let bonus = self.arena.swiftness(who);
        let face = total - bonus;
        let told = format_args!("has initiative {face} + {bonus} = {total}");
        self.tell("SAM-1-1", who, told);
    }

    /// Stores the initiative of a fighter. It is later compared with that of fighters that arrive.
    fn remember_initiative(&mut self, who: FighterId, total: i32) {
        self.body_mut(who).initiative = i8::try_from(total.clamp(-128, 127)).unwrap_or(0);
    }

    /// Adds the fighters that arrive in this round, and rolls their initiative [SAM-1-3]. If the cell of a
    /// fighter is occupied, it arrives in the nearest free cell. Mounts and riders always arrive in their own
    /// cell.
    pub(super) fn arrivals(&mut self) {
        let (arena, round) = (self.arena, self.state.round.into());
        for who in self.arena.lineup.arriving(round, self.state.stage()).iter() {
            let rides = |mount: &Option<FighterId>| *mount == Some(who);
            let mounted = arena.mounts[who.index()].is_some() || arena.mounts.iter().any(rides);
            let cell = self.body(who).cell();
            if !mounted && let Some(free) = self.view().cell_at(who, cell) {
                self.state.put(who, free);
            }
            self.state.fighting.add(who);
            self.state.bodily.add(who);
            self.tell("SAM-1-3", who, "arrives");
            if !self.fighter(who).object {
                self.join_order(who);
            }
        }
    }

    /// Rolls the initiative of `who`, and inserts it into the turn order. The first fighter of the order is
    /// then the next to act. Returns the total of the roll [SAM-1-3].
    pub(super) fn join_order(&mut self, who: FighterId) -> i32 {
        self.dice.about(Topic::Initiative);
        let bonus = self.arena.swiftness(who);
        let total = self.dice.roll(D6).cast_signed() + bonus;
        self.remember_initiative(who, total);
        let (mut order, count) = in_row(self.state.order());
        let comes_before = |&other: &FighterId| {
            let theirs = i32::from(self.state.body(other).initiative);
            let mut ties = || luck::beats(self.dice, bonus, self.arena.swiftness(other));
            total > theirs || (total == theirs && ties())
        };
        let place = (order[..count].iter().position(comes_before)).unwrap_or(count);
        order[..=count][place..].rotate_right(1);
        order[place] = who;
        self.state.set_order(&order[..=count]);
        total
    }

    /// Lets fighters that have delayed their turn decide, in turn order, whether they take it now. The first
    /// one that agrees acts. Returns whether one agreed. `goes_on` says whether the current turn has more
    /// actions. If it has, its fighter continues after the delayed turn. If not, the fighter that the current
    /// turn itself has interrupted continues, if there is one.
    pub(super) fn break_in(&mut self, goes_on: bool) -> bool {
        let actor = self.state.actor;
        if self.body(actor).delays && !goes_on {
            return false;
        }
        let (order, count) = in_row(self.state.order());
        let breaks_in = |&who: &FighterId| {
            let body = self.body(who);
            // A fighter that has panicked since it delayed its turn cannot take the turn any more.
            let delays = body.delays && body.panic.is_none();
            let waits = who != actor && delays && self.is_able(who);
            waits && self.does([who, who], INTERRUPT, false)
        };
        let Some(who) = order.into_iter().take(count).find(breaks_in) else {
            return false;
        };
        let before = || self.body_mut(actor).broke_in_on.take();
        let interrupted = goes_on.then_some(actor).or_else(before);
        let body = self.body_mut(who);
        (body.delays, body.broke_in_on) = (false, interrupted);
        self.state.hand_to(who);
        self.state.phase = Phase::Acting;
        self.tell("SAM-1-4", who, "takes its delayed turn");
        self.lose_control(who);
        self.lose_stunned_seconds(who);
        true
    }

    /// Returns to the fighter that a delayed turn has interrupted, after the end of the delayed turn. Returns
    /// whether there is such a fighter.
    pub(super) fn resume(&mut self) -> bool {
        let who = self.state.actor;
        let Some(other) = self.body_mut(who).broke_in_on.take() else {
            return false;
        };
        self.state.hand_to(other);
        self.state.phase = Phase::Acting;
        true
    }

    /// Rolls stealth once for every fighter that starts hidden. Each of its enemies rolls perception against
    /// the result. If the fighter has neither cover nor concealment from an enemy, this enemy finds it
    /// without a roll [SAM-11-11].
    pub(super) fn hide(&mut self) {
        for who in self.arena.lineup.everybody() {
            let fighter = self.fighter(who);
            if !fighter.hidden || self.state.absent.has(who) {
                continue;
            }
            self.dice.about(Topic::Choice);
            let rules = &self.arena.options.rules;
            let stealth = fighter.stealth
                - rules.scale.stealth * fighter.scale
                - rules.movement.mobility_skills * fighter.hindrance();
            let result = self.dice.roll(D6).cast_signed() + stealth;
            let mut unseen = FighterSet::NONE;
            for foe in self
                .arena
                .lineup
                .enemies(who)
                .without(self.state.absent)
                .iter()
            {
                let cover = self.view().cover(who, foe);
                if cover == 0 && self.view().visibility(who, foe) == Visibility::Plain {
                    continue;
                }
                let needed = result + rules.situations.hides(cover);
                let total = self.dice.roll(D6).cast_signed() + self.fighter(foe).perception;
                let sees = total >= needed;
                if !sees {
                    unseen.add(foe);
                }
                self.say("SAM-11-11", [who, foe], |[who, foe]| {
                    let word = if sees { "sees" } else { "does not see" };
                    format!("{who} hides with {needed}; {foe} {word} it with {total}.")
                });
            }
            self.body_mut(who).unseen_by = unseen;
        }
    }
}
