//! One character's turn: movement, a bonus action and a main action, or movement alone.
//!
//! Clauses: MUR-2-1..6, MUR-2-8, MUR-2-10, MUR-2-12, MUR-3-1, MUR-3-11, MUR-3-15, MUR-8-7, MUR-10-9,
//! MUR-11-3, MUR-12-7, MUR-13-1. Distances of movement are in half-zones. The turns that mounts share with
//! their riders are in `shared.rs`.

mod shared;

use super::damage::save;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::murdham::decisions::{AFTER, BONUS, CAPTIVE, MOVE, PACE};
use crate::rules::murdham::nouns::{
    Chosen, Deed, Go, Lying, Pace, Ride, Scene, Status, Turn, WalkGoal, Whereabouts,
};
use crate::rules::murdham::options::Sprint;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Plays the turn of a character. If it rides, its mount and the other riders take their turns together
    /// with it.
    pub(crate) fn take_turn(&mut self, who: FighterId) {
        if self.arena.scope.mounts
            && let Some(mount) = self.view().shared(who)
        {
            self.take_turn_together(mount);
        } else {
            self.take_turn_alone(who);
        }
        self.settle_riders();
    }

    /// Plays the turn of a character on foot, or of a mount without riders.
    #[inline]
    fn take_turn_alone(&mut self, who: FighterId) {
        self.state.unused.remove(who);
        self.dice.about(Topic::Deed(who.0));
        if self.arena.field.zones > 1 {
            self.tell_at("MUR-1-2", who, "takes its turn,");
        } else {
            self.tell("MUR-1-2", who, "takes its turn");
        }
        if !self.may_act(who) {
            return;
        }
        let mut turn = self.begin_turn(who);
        if self.body(who).retreating {
            self.flee(&mut turn);
            return;
        }
        if self.take_seat(&mut turn) {
            self.play_turn(&mut turn);
        }
        if self.fighter(who).seats > 0 {
            self.note_gait(&turn);
        }
    }

    /// Returns whether a character is free to act in its turn. If it surrenders, or if somebody holds it,
    /// this function plays its turn and returns false.
    #[inline]
    fn may_act(&mut self, who: FighterId) -> bool {
        if self.body(who).giving_up {
            self.surrender(who);
            return false;
        }
        if self.state.is_grabbed(who) {
            if self.does(who, CAPTIVE, None, true) {
                self.break_free(who);
            }
            return false;
        }
        true
    }

    /// Plays a turn from the bonus action on. What comes before is done: the pace has been chosen, and the
    /// character may have mounted or dismounted.
    #[inline]
    fn play_turn(&mut self, turn: &mut Turn) {
        let who = turn.who;
        if let Deed::PickUp(lying) = self.chooses(who, BONUS, None) {
            self.pick_up(who, lying);
            turn.bonus = false;
            turn.acted = true;
        }
        let deed = self.main_action(who);
        self.carry_out(turn, deed);
        let stays = turn.still || turn.carried || turn.left() == 0;
        if !stays
            && self.state.is_free(who)
            && let Some(Ride { go, .. }) = self.asks(who, AFTER, None, None)
        {
            self.step_out(turn, go, turn.left());
        }
        if turn.sneaks && turn.walked > 0 {
            self.is_noticed(who);
        }
    }

    /// Begins a turn. The pace that the policy chooses decides how far the character can move [MUR-2-2,
    /// MUR-2-3, MUR-11-3].
    #[inline]
    fn begin_turn(&mut self, who: FighterId) -> Turn {
        let fighter = self.fighter(who);
        let mut turn = Turn::new(who, fighter);
        match self.chooses(who, PACE, None) {
            Pace::Walk => {}
            Pace::Sprint => {
                let factor = self.arena.options.rules.movement.sprint_factor;
                turn.full *= factor;
                if self.arena.options.sprint == Sprint::Free {
                    turn.half *= factor;
                }
            }
            // A character cannot sneak off the map.
            Pace::Sneak if self.view().flees(who) => {}
            Pace::Sneak => {
                turn.sneaks = true;
                let divisor = self.arena.options.rules.movement.sneak_divisor;
                turn.full = turn.full.div_ceil(divisor);
                turn.half = turn.half.div_ceil(divisor);
                if self.arena.options.sneak_save
                    && !save(fighter.agi, &self.arena.options, self.dice)
                {
                    for one in self.view().aboard(who).iter() {
                        self.show(one);
                    }
                }
            }
        }
        turn
    }

    /// [MUR-11-3] Reveals a character that has sneaked in this turn, if it is near an enemy that can see it.
    fn is_noticed(&mut self, who: FighterId) {
        let view = self.view();
        let seen = |foe| view.nearby(foe, who) && view.sees(foe, who);
        if view.body(who).concealed && view.foes(who).iter().any(seen) {
            self.show(who);
        }
    }

    fn show(&mut self, who: FighterId) {
        self.body_mut(who).concealed = false;
        self.tell("MUR-11-3", who, "is noticed");
    }

    /// [MUR-2-8] Picks up a weapon that lies nearby.
    fn pick_up(&mut self, who: FighterId, lying: Lying) {
        self.let_go(who);
        let owner = self.body_mut(lying.owner);
        let mut item = owner.items[lying.item];
        owner.items[lying.item].at = Whereabouts::Gone;
        item.at = Whereabouts::Held;
        let weapon = &self.arena.weapon(item.weapon).name;
        self.tell("MUR-2-8", who, format_args!("picks up {weapon}"));
        let at = if lying.owner == who {
            Some(lying.item)
        } else {
            self.state.room(who)
        };
        self.body_mut(who).items[at.expect("only who has room picks up")] = item;
    }

    /// Makes the movement `go`, which a policy has chosen, up to `most` half-zones.
    fn step_out(&mut self, turn: &mut Turn, go: Go, most: u8) {
        if let Some(goal) = self.goal(go) {
            self.walk(turn, goal, most);
        }
    }

    /// Returns the goal of a movement that a policy has chosen. Returns `None` if the character stays where
    /// it is.
    fn goal(&self, go: Go) -> Option<WalkGoal> {
        match go {
            Go::Stay => None,
            Go::Towards(whom) => Some(WalkGoal::To(self.body(whom).place)),
            Go::From(whom) => Some(WalkGoal::From(self.body(whom).place)),
            Go::To(zone) => Some(WalkGoal::To(zone)),
        }
    }

    /// Carries out the main action, with the movement before it and, if the action is not possible, after it.
    fn carry_out(&mut self, turn: &mut Turn, deed: Deed) {
        let who = turn.who;
        let target = deed.target();
        let fought = self.state.fighting;
        let stands = deed.stands();
        let go = if stands || turn.carried {
            None
        } else if let Deed::Go(place) = deed {
            Some(Go::To(place))
        } else {
            let ride: Option<Ride> = self.asks(who, MOVE, None, target);
            ride.map(|ride| ride.go)
        };
        if matches!(deed, Deed::Nothing | Deed::Go(_)) {
            if let Some(go) = go {
                self.step_out(turn, go, turn.limit());
            }
            return;
        }
        // The weapon choice made here is used below, unless the character moves in between.
        let mut settled = None;
        if let Some(go) = go {
            self.step_out(turn, go, turn.left_half());
        } else if let Some(target) = target {
            settled = self.view().settle(*turn, deed);
            if settled.is_none() && !stands && !turn.carried {
                self.approach(turn, deed, target);
            }
        }
        let able = self.state.is_free(who);
        // The target may have been felled while the character moved, by an enemy's attack or the reply to
        // one.
        if target.is_some_and(|target| fought.has(target) && !self.state.fighting.has(target)) {
            return;
        }
        if able
            && turn.walked <= turn.half
            && let Some(chosen) = settled.or_else(|| self.view().settle(*turn, deed))
        {
            turn.acted = true;
            self.perform(turn, deed, chosen);
        } else if able && let Some(go) = go {
            self.step_out(turn, go, turn.left());
        }
    }

    /// [MUR-2-12] Walks towards the target of a main action. The character uses half its speed if that is
    /// enough to reach a place for the action, and otherwise its full speed.
    fn approach(&mut self, turn: &mut Turn, deed: Deed, target: FighterId) {
        let to = self.body(target).place;
        let half = turn.left_half();
        let there = self.view().ahead(turn.who, to, half);
        let walked = Turn {
            walked: turn.half,
            ..*turn
        };
        let here = self.state.suppose_at(turn.who, there);
        let is_enough = self.view().settle(walked, deed).is_some();
        self.state.suppose_at(turn.who, here);
        let budget = if is_enough { half } else { turn.left() };
        self.walk(turn, WalkGoal::To(to), budget);
    }

    fn perform(&mut self, turn: &mut Turn, deed: Deed, chosen: Chosen) {
        let who = turn.who;
        let moves = turn.walked > 0 || matches!(deed, Deed::Attack(pick) if pick.moving);
        match (chosen, deed) {
            (Chosen::Attack(attack), _) => {
                turn.still = attack.way.ranged && !moves;
                self.attack(attack);
            }
            (Chosen::Blast(item, zone, way), _) => {
                turn.still = way.ranged && !moves;
                self.blast(who, item, zone, way);
            }
            (Chosen::Split(targets), Deed::Split { item, first, .. }) => {
                self.split_shots(who, item, targets, first);
            }
            (_, Deed::Free(ally)) => self.release(who, ally),
            (_, Deed::Surrender) => self.surrender(who),
            (_, Deed::PickUp(lying)) => self.pick_up(who, lying),
            (_, Deed::Use { remedy, patient }) => self.treat(who, remedy, patient),
            (_, _) => {}
        }
    }

    /// [MUR-2-10] Restores health of a patient with a remedy. A dying patient becomes incapacitated. An
    /// incapacitated one stays so.
    fn treat(&mut self, who: FighterId, remedy: usize, patient: FighterId) {
        self.let_go(who);
        self.body_mut(who).remedies[remedy] -= 1;
        let (number, _) = self.fighter(who).remedies[remedy];
        let heals = self.arena.remedies[usize::from(number)];
        let heals = self.dice.total(heals).max(0);
        let most = i32::from(self.fighter(patient).health);
        let body = self.body_mut(patient);
        let health = (i32::from(body.health) + heals).min(most);
        body.health = i16::try_from(health).expect("health fits as it did");
        if matches!(body.status, Status::Dying(_)) && health > 0 {
            body.status = Status::Incapacitated;
        }
        self.say("MUR-2-10", [who, patient], |[name, other]| {
            let whom = if who == patient { "itself" } else { &other };
            format!("{name} treats {whom}: {heals}, now at {health} health.")
        });
    }
}

#[cfg(test)]
mod tests;
