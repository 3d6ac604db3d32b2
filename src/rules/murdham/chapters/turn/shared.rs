//! Turns in fights with mounts: a mount and its riders, or a vehicle and its passengers, take theirs together.
//!
//! Clauses: MUR-17-1..3, MUR-17-6, MUR-12-7, MUR-3-11, MUR-11-3. First the mount moves, as whoever steers says; then
//! riders act in listed order, and the mount; then it may move on. The first listed rider who is free to steers.
//!
//! Readings: a mount whose turn is spent on a reaction does not move. Riders whose mount falls before they have acted
//! have their turns later in the round.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::policy::TargetRef;
use crate::rules::murdham::decisions::targets::NEAREST;
use crate::rules::murdham::decisions::{ONWARD, RIDE, SADDLE};
use crate::rules::murdham::nouns::{Gait, Goal, Ride, Riding, Scene, Seat, Turn, View};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// [MUR-17-6] Takes a seat or leaves one, as the policy says. False where that ends the turn.
    pub(super) fn take_seat(&mut self, turn: &mut Turn) -> bool {
        if !self.arena.scope.mounts || self.fighter(turn.who).seats > 0 {
            return true;
        }
        match self.chooses(turn.who, SADDLE, None) {
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
        self.walk(turn, there, most);
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
    pub(super) fn take_turn_together(&mut self, mount: FighterId) {
        let all = self.state.aboard(mount);
        let (mut turn, goes) = self.begin_shared_turn(mount);
        if goes && self.view().flees(mount) {
            self.flee(&mut turn);
            return;
        }
        if goes && let Some((goal, budget)) = self.sets_out(&turn) {
            self.travel(&mut turn, goal, budget);
        }
        while let Some(who) = self.next_of_group(&mut turn) {
            if self.view().over().is_some() {
                return;
            }
            self.act_carried(&mut turn, who);
            self.settle_riders();
        }
        if goes && !turn.still && self.view().moves_on(&turn) {
            self.ride_on(&mut turn);
        }
        if turn.sneaks && turn.walked > 0 {
            for who in all.and(self.state.fighting).iter() {
                self.is_noticed(who);
            }
        }
    }

    /// Notes how a mount has moved in its turn.
    pub(super) fn note_gait(&mut self, turn: &Turn) {
        let gait = match turn.walked {
            0 => Gait::Stood,
            walked if walked > turn.half => Gait::Raced,
            _ => Gait::Rode,
        };
        self.body_mut(turn.who).riding = Riding::Bears(gait);
    }

    /// Begins the turn of all who have one; whether the mount goes anywhere at all.
    fn begin_shared_turn(&mut self, mount: FighterId) -> (Turn, bool) {
        let all = self.state.aboard(mount);
        let waiting = all.and(self.state.unused);
        self.state.unused = self.state.unused.without(all);
        self.describe("MUR-17-1", |view| {
            let (arena, place) = (view.arena, view.body(mount).place);
            let at = if arena.field.zones > 1 {
                format!(", {}", arena.at_place(place))
            } else {
                String::new()
            };
            format!("{} take their turn together{at}.", arena.names(all))
        });
        let held = self.state.is_grabbed(mount) || self.body(mount).giving_up;
        let goes = (waiting.has(mount) || self.arena.is_vehicle(mount)) && !held;
        self.dice.about(Topic::Deed(mount.0));
        let mut turn = if goes {
            self.begin_turn(mount)
        } else {
            Turn::new(mount, self.fighter(mount))
        };
        self.body_mut(mount).riding = Riding::Bears(Gait::Stood);
        (turn.shared, turn.waiting) = (true, waiting);
        (turn, goes)
    }

    /// Where the mount goes before anybody acts, and how far at most.
    fn sets_out(&mut self, turn: &Turn) -> Option<(Goal, u8)> {
        let who = self.view().steers(turn.who)?;
        let (goal, races) = if let Some(Ride { go, racing }) = self.asks(who, RIDE, None, None) {
            (self.goal(go)?, racing)
        } else {
            self.customary_ride(who, turn)?
        };
        Some((goal, if races { turn.full } else { turn.half }))
    }

    /// Where a mount goes by custom, and whether at full speed: towards the nearest enemy until its rider can attack, and
    /// faster than half speed under fire where that is not enough.
    fn customary_ride(&mut self, who: FighterId, turn: &Turn) -> Option<(Goal, bool)> {
        let (view, rule) = (self.view(), TargetRef::Rule(NEAREST));
        let foe = view.pick(who, rule, view.enemies(who, rule))?;
        if view.can_attack(who, foe, false) {
            return None;
        }
        let to = view.body(foe).place;
        let under_fire = view.can_attack(foe, who, false);
        let there = view.ahead(turn.who, to, turn.half);
        let here = std::mem::replace(&mut self.body_mut(who).place, there);
        let is_enough = self.view().can_attack(who, foe, true);
        self.body_mut(who).place = here;
        Some((Goal::To(to), under_fire && !is_enough))
    }

    /// Goes so far at most. Of a ride is noted how fast that was: who is on a mount at full speed is done for the round
    /// [MUR-17-3].
    pub(crate) fn travel(&mut self, turn: &mut Turn, goal: Goal, budget: u8) {
        let mount = turn.who;
        let all = self.state.aboard(mount);
        self.walk(turn, goal, budget);
        if !turn.shared {
            return;
        }
        self.note_gait(turn);
        if turn.walked > 0 {
            self.state.unused.remove(mount);
        }
        if turn.walked > turn.half {
            turn.waiting = turn.waiting.without(all);
            self.state.unused = self.state.unused.without(all);
            for who in all.iter().filter(|&who| who != mount) {
                self.state.body_mut(who).extra = 0;
            }
            let riders = self.state.riders(mount);
            if !riders.is_empty() {
                self.describe("MUR-17-3", |View { arena, .. }| {
                    let (riders, on) = (arena.names(riders), arena.seat_name(mount));
                    format!("At full speed, {riders} {on} can neither act nor react.")
                });
            }
        }
    }

    /// Who acts next: riders in listed order, then the mount. Who has lost its mount has its turn later.
    fn next_of_group(&mut self, turn: &mut Turn) -> Option<FighterId> {
        turn.waiting = turn.waiting.and(self.state.fighting);
        let mount = turn.who;
        let sits = |who| who == mount || self.state.mount_of(who) == Some(mount);
        let astray = turn.waiting.filter(|who| !sits(who));
        for who in astray.iter() {
            self.state.unused.add(who);
            self.body_mut(who).riding = Riding::No;
        }
        turn.waiting = turn.waiting.without(astray);
        let mut riders = turn.waiting;
        riders.remove(mount);
        let own = turn.waiting.has(mount) && self.view().bears(mount);
        let next = riders.iter().next().or(own.then_some(mount))?;
        turn.waiting.remove(next);
        Some(next)
    }

    /// One of them acts, carried so far; who gets off first acts on foot.
    fn act_carried(&mut self, ride: &mut Turn, who: FighterId) {
        self.dice.about(Topic::Deed(who.0));
        if !self.may_act(who) {
            return;
        }
        // Nothing is left to walk, and everything to act: no more than half the mount's speed has been ridden.
        let carried = ride.walked;
        let mut turn = Turn {
            full: carried,
            half: carried,
            walked: carried,
            carried: true,
            ..Turn::new(who, self.fighter(who))
        };
        if self.body(who).retreating {
            let walks = who != ride.who && self.fighter(who).speed > 0;
            if walks && self.leave_seat(&mut turn) {
                self.flee(&mut turn);
            }
            return;
        }
        if self.take_seat(&mut turn) {
            self.play_turn(&mut turn);
        }
        if !turn.carried {
            return;
        }
        ride.acted |= turn.acted;
        ride.still |= turn.still;
        // Who does nothing keeps its turn for a reaction; a mount that has moved has done something [MUR-17-2].
        let idle = !turn.acted && (who != ride.who || ride.walked == 0);
        if idle && self.state.is_free(who) {
            self.state.unused.add(who);
            self.tell("MUR-17-2", who, "keeps its turn for a reaction");
        }
    }

    /// The way that is left when all have acted.
    fn ride_on(&mut self, turn: &mut Turn) {
        let left = turn.left();
        let steers = self.view().steers(turn.who);
        if let Some(who) = steers.filter(|_| left > 0)
            && let Some(Ride { go, racing }) = self.asks(who, ONWARD, None, None)
            && let Some(goal) = self.goal(go)
        {
            let most = if racing { left } else { turn.left_half() };
            self.travel(turn, goal, most);
        }
    }
}
