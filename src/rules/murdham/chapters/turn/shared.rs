//! Turns in fights with mounts: a mount and its riders, or a vehicle and its passengers, take theirs together.
//!
//! Clauses: MUR-17-1..3, MUR-17-6, MUR-12-7, MUR-3-11, MUR-11-3. First the mount moves, as whoever steers says; then
//! riders act in listed order, and the mount; then it may move on. The first listed rider who is free to steers.
//!
//! Readings: a mount whose turn is spent on a reaction does not move. Riders whose mount falls before they have acted
//! have their turns later in the round.

use super::Turn;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::murdham::chapters::movement::Goal;
use crate::rules::murdham::nouns::deeds::Seat;
use crate::rules::murdham::nouns::scene::{Scene, View};
use crate::rules::murdham::nouns::state::{Gait, Riding};
use crate::rules::murdham::words::{ONWARD, RIDE};

/// A mount and its riders in their turn.
struct Group {
    /// That of the mount: how far it can go, and what it has gone.
    turn: Turn,
    mount: FighterId,
    /// Whether the mount goes anywhere at all.
    goes: bool,
    /// Those who have not acted yet, though they have a turn.
    waiting: FighterSet,
    /// A rider has shot standing still [MUR-3-11].
    still: bool,
}

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Takes somebody's turn, and that of all who ride with it.
    pub(super) fn take_shared_turn(&mut self, who: FighterId) {
        if let Some(mount) = self.view().shared(who) {
            self.take_turn_together(mount);
        } else {
            self.open_turn(who);
            self.take_turn_alone(who);
        }
        self.settle_riders();
    }

    /// The turn of somebody on foot, or of a mount that nobody rides.
    #[inline]
    pub(super) fn take_turn_alone(&mut self, who: FighterId) {
        if !self.may_act(who) {
            return;
        }
        let mut turn = self.begin_turn(who);
        if self.body(who).retreating {
            self.flee(turn);
            return;
        }
        if self.take_seat(&mut turn) {
            self.play_turn(&mut turn);
        }
        if self.fighter(who).seats > 0 {
            self.note_gait(who, turn);
        }
    }

    /// [MUR-17-6] Takes a seat or leaves one, as the policy says. False where that ends the turn.
    fn take_seat(&mut self, turn: &mut Turn) -> bool {
        match self.seat(turn.who) {
            Seat::Stays => true,
            Seat::Leaves => self.leave_seat(turn),
            Seat::Takes(mount) => self.mount_up(turn, mount),
        }
    }

    /// Gets off, and goes on on foot with what is left of the own movement.
    fn leave_seat(&mut self, turn: &mut Turn) -> bool {
        let mount = self.state.mount_of(turn.who);
        let mount = mount.expect("only who rides gets off");
        *turn = Turn {
            walked: 1,
            ..Turn::new(turn.who, self.fighter(turn.who))
        };
        self.climb(turn.who, mount, false);
        self.state.fighting.has(turn.who)
    }

    /// Walks up to a mount and gets on it, if movement is left for that.
    fn mount_up(&mut self, turn: &mut Turn, mount: FighterId) -> bool {
        let who = turn.who;
        let most = turn.full.saturating_sub(1);
        let there = Goal::To(self.body(mount).place);
        turn.walked += self.walk(who, there, most, turn.sneaks);
        let able = self.state.is_free(who);
        let there = self.body(who).place == self.body(mount).place;
        if !able || !there || turn.walked >= turn.full || !self.view().has_seat(who, mount) {
            return able;
        }
        turn.walked += 1;
        self.climb(who, mount, true);
        if self.state.mount_of(who).is_none() {
            return self.state.fighting.has(who);
        }
        if self.state.gait(mount) == Some(Gait::Raced) {
            self.state.body_mut(who).extra = 0;
            return false;
        }
        // No step more; an action, if half the speed has been enough.
        turn.carried = true;
        true
    }

    /// The shared turn [MUR-17-1].
    fn take_turn_together(&mut self, mount: FighterId) {
        let all = self.state.aboard(mount);
        let mut group = self.begin_shared_turn(mount);
        if group.goes && self.view().flees(mount) {
            self.flee_together(&mut group);
            return;
        }
        if let Some((goal, budget)) = self.sets_out(&group) {
            self.ride_so_far(&mut group, goal, budget);
        }
        while let Some(who) = self.next_of_group(&mut group) {
            if self.view().over().is_some() {
                return;
            }
            self.act_carried(&mut group, who);
            self.settle_riders();
        }
        self.ride_on(&mut group);
        if group.turn.sneaks && group.turn.walked > 0 {
            for who in all.and(self.state.fighting).iter() {
                self.is_noticed(who);
            }
        }
    }

    /// Notes how a mount has moved in its turn.
    fn note_gait(&mut self, mount: FighterId, turn: Turn) {
        let gait = match turn.walked {
            0 => Gait::Stood,
            walked if walked > turn.half => Gait::Raced,
            _ => Gait::Rode,
        };
        self.body_mut(mount).riding = Riding::Bears(gait);
    }

    /// Begins the turn of all who have one.
    fn begin_shared_turn(&mut self, mount: FighterId) -> Group {
        let all = self.state.aboard(mount);
        let waiting = all.and(self.state.unused);
        self.state.unused = self.state.unused.without(all);
        let arena = self.arena;
        let place = self.body(mount).place;
        self.say("MUR-17-1", [], |[]| {
            let at = if arena.field.zones > 1 {
                format!(", in {}", arena.place_name(place))
            } else {
                String::new()
            };
            format!("{} take their turn together{at}.", arena.names(all))
        });
        let held = self.state.is_grabbed(mount) || self.body(mount).giving_up;
        let goes = (waiting.has(mount) || self.arena.is_vehicle(mount)) && !held;
        self.dice.about(Topic::Deed(mount.0));
        let turn = if goes {
            self.begin_turn(mount)
        } else {
            Turn::new(mount, self.fighter(mount))
        };
        self.body_mut(mount).riding = Riding::Bears(Gait::Stood);
        Group {
            turn,
            mount,
            goes,
            waiting,
            still: false,
        }
    }

    /// [MUR-12-7] Off the map, by the own side's exit, with all who ride; see `flee`.
    fn flee_together(&mut self, group: &mut Group) {
        let mount = group.mount;
        let exit = self.arena.exits[self.arena.lineup.side(mount).index()];
        if self.body(mount).place != exit {
            self.body_mut(mount).leaving = false;
        }
        loop {
            let left = group.turn.full - group.turn.walked;
            self.ride_so_far(group, Goal::To(exit), left);
            let left = group.turn.full - group.turn.walked;
            let there = self.body(mount).place == exit;
            if !there || left == 0 || !self.view().goes_on(mount) {
                return;
            }
            if left + u8::from(self.body(mount).leaving) < 2 {
                self.body_mut(mount).leaving = true;
                return;
            }
            self.ride_off(mount);
            let there = self.body(mount).place == exit;
            if there || !self.view().goes_on(mount) {
                return;
            }
        }
    }

    /// Where the mount goes before anybody acts, and how far at most.
    fn sets_out(&mut self, group: &Group) -> Option<(Goal, u8)> {
        let (who, turn) = (self.view().steers(group.mount)?, group.turn);
        if !group.goes {
            return None;
        }
        if let Some(ride) = self.steer(who, RIDE) {
            let budget = if ride.racing { turn.full } else { turn.half };
            return Some((self.goal(ride.go)?, budget));
        }
        let half = |view: View<'_, N>, to| view.ahead(group.mount, to, turn.half);
        let approach = self.approach_to_foe(who, half)?;
        let races = approach.under_fire && !approach.then;
        let budget = if races { turn.full } else { turn.half };
        (!approach.at_once).then_some((Goal::To(approach.to), budget))
    }

    /// Rides so far at most, and notes how fast that was: who is on a mount at full speed is done for the round
    /// [MUR-17-3].
    fn ride_so_far(&mut self, group: &mut Group, goal: Goal, budget: u8) {
        let sneaks = group.turn.sneaks;
        let all = self.state.aboard(group.mount);
        group.turn.walked += self.ride(group.mount, goal, budget, sneaks);
        self.note_gait(group.mount, group.turn);
        if group.turn.walked > 0 {
            self.state.unused.remove(group.mount);
        }
        if group.turn.walked > group.turn.half {
            group.waiting = group.waiting.without(all);
            self.state.unused = self.state.unused.without(all);
            for who in all.iter().filter(|&who| who != group.mount) {
                self.state.body_mut(who).extra = 0;
            }
            let riders = self.state.riders(group.mount);
            if !riders.is_empty() {
                let arena = self.arena;
                self.say("MUR-17-3", [], |[]| {
                    let (riders, on) = (arena.names(riders), arena.seat_name(group.mount));
                    format!("At full speed, {riders} {on} can neither act nor react.")
                });
            }
        }
    }

    /// Who acts next: riders in listed order, then the mount. Who has lost its mount has its turn later.
    fn next_of_group(&mut self, group: &mut Group) -> Option<FighterId> {
        group.waiting = group.waiting.and(self.state.fighting);
        let mount = group.mount;
        let sits = |who| who == mount || self.state.mount_of(who) == Some(mount);
        let astray = group.waiting.filter(|who| !sits(who));
        for who in astray.iter() {
            self.state.unused.add(who);
            self.body_mut(who).riding = Riding::No;
        }
        group.waiting = group.waiting.without(astray);
        let mut riders = group.waiting;
        riders.remove(mount);
        let own = group.waiting.has(mount) && self.view().bears(mount);
        let next = riders.iter().next().or(own.then_some(mount))?;
        group.waiting.remove(next);
        Some(next)
    }

    /// One of them acts, carried so far; who gets off first acts on foot.
    fn act_carried(&mut self, group: &mut Group, who: FighterId) {
        self.dice.about(Topic::Deed(who.0));
        if !self.may_act(who) {
            return;
        }
        // Nothing is left to walk, and everything to act: no more than half the mount's speed has been ridden.
        let carried = group.turn.walked;
        let mut turn = Turn {
            full: carried,
            half: carried,
            walked: carried,
            carried: true,
            ..Turn::new(who, self.fighter(who))
        };
        if self.body(who).retreating {
            let walks = who != group.mount && self.fighter(who).speed > 0;
            if walks && self.leave_seat(&mut turn) {
                turn.full -= 1;
                self.flee(turn);
            }
            return;
        }
        if self.take_seat(&mut turn) {
            self.play_turn(&mut turn);
        }
        if !turn.carried {
            return;
        }
        group.turn.acted |= turn.acted;
        group.still |= turn.still;
        // Who does nothing keeps its turn for a reaction; a mount that has moved has done something [MUR-17-2].
        let idle = !turn.acted && (who != group.mount || group.turn.walked == 0);
        if idle && self.state.is_free(who) {
            self.state.unused.add(who);
            self.tell("MUR-17-2", who, "keeps its turn for a reaction");
        }
    }

    /// The way that is left when all have acted.
    fn ride_on(&mut self, group: &mut Group) {
        if !group.goes || group.still || !self.view().goes_on(group.mount) {
            return;
        }
        let left = group.turn.left();
        let steers = self.view().steers(group.mount);
        let Some(who) = steers.filter(|_| left > 0) else {
            return;
        };
        let Some(ride) = self.steer(who, ONWARD) else {
            return;
        };
        let most = if ride.racing {
            left
        } else {
            group.turn.left_half()
        };
        if let Some(goal) = self.goal(ride.go) {
            self.ride_so_far(group, goal, most);
        }
    }
}
