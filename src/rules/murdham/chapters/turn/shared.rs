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
use crate::rules::murdham::chapters::mounts;
use crate::rules::murdham::chapters::movement::{self, Goal};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::deeds::{Go, Ride, Seat};
use crate::rules::murdham::nouns::scene::{Scene, View};
use crate::rules::murdham::nouns::state::{Gait, Riding, State};
use crate::rules::murdham::questions::ending;
use crate::rules::murdham::words::{ONWARD, RIDE};
use crate::rules::murdham::{decisions, telling};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Takes somebody's turn, and that of all who ride with it.
    pub(super) fn take_shared_turn(&mut self, who: FighterId) {
        if let Some(mount) = self.arena.shared(self.state, who) {
            self.take_turn_together(mount);
        } else {
            self.state.unused.remove(who);
            self.dice.about(Topic::Deed(who.0));
            telling::turn(self, who);
            self.take_turn_alone(who);
        }
        self.settle_riders();
    }

    /// The turn of somebody on foot, or of a mount that nobody rides.
    fn take_turn_alone(&mut self, who: FighterId) {
        if !self.is_free(who) {
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
            moved(self.state, who, turn);
        }
    }

    /// [MUR-17-6] Takes a seat or leaves one, as the policy says. False where that ends the turn.
    fn take_seat(&mut self, turn: &mut Turn) -> bool {
        match decisions::saddle(self, turn.who) {
            Seat::Stays => true,
            Seat::Leaves => self.leave_seat(turn),
            Seat::Takes(mount) => self.mount_up(turn, mount),
        }
    }

    /// Gets off, and goes on on foot with what is left of the own movement.
    fn leave_seat(&mut self, turn: &mut Turn) -> bool {
        let mount = self
            .state
            .mount_of(turn.who)
            .expect("only who rides gets off");
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
        let able = self.state.fighting.has(who) && !self.state.is_grabbed(who);
        let there = self.body(who).place == self.body(mount).place;
        if !able
            || !there
            || turn.walked >= turn.full
            || !self.arena.has_seat(self.state, who, mount)
        {
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
        let mut group = Group::new(self, mount);
        if group.flees(self.arena, self.state) {
            group.flee(self);
            return;
        }
        if let Some((goal, budget)) = group.sets_out(self) {
            group.ride(self, (goal, budget));
        }
        while let Some(who) = group.next(self.arena, self.state) {
            if ending::over(self.view()).is_some() {
                return;
            }
            group.act(self, who);
            self.settle_riders();
        }
        group.ride_on(self);
        if group.turn.sneaks && group.turn.walked > 0 {
            for who in all.and(self.state.fighting).iter() {
                self.is_noticed(who);
            }
        }
    }
}

/// Notes how a mount has moved in its turn.
fn moved<const N: usize>(state: &mut State<N>, mount: FighterId, turn: Turn) {
    let gait = match turn.walked {
        0 => Gait::Stood,
        walked if walked > turn.half => Gait::Raced,
        _ => Gait::Rode,
    };
    state.body_mut(mount).riding = Riding::Bears(gait);
}

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

impl Group {
    /// Begins the turn of all who have one.
    fn new<const N: usize, D: Dice, W: Witness>(
        scene: &mut Scene<'_, D, W, N>,
        mount: FighterId,
    ) -> Self {
        let all = scene.state.aboard(mount);
        let waiting = all.and(scene.state.unused);
        scene.state.unused = scene.state.unused.without(all);
        telling::shared_turn(scene, mount);
        let held = scene.state.is_grabbed(mount) || scene.body(mount).giving_up;
        let goes = (waiting.has(mount) || scene.arena.is_vehicle(mount)) && !held;
        scene.dice.about(Topic::Deed(mount.0));
        let turn = if goes {
            scene.begin_turn(mount)
        } else {
            Turn::new(mount, scene.fighter(mount))
        };
        scene.body_mut(mount).riding = Riding::Bears(Gait::Stood);
        Self {
            turn,
            mount,
            goes,
            waiting,
            still: false,
        }
    }

    /// Whether the mount bolts, or carries off whoever steers it.
    fn flees<const N: usize>(&self, arena: &Arena<N>, state: &State<N>) -> bool {
        self.goes && arena.flees(state, self.mount)
    }

    /// [MUR-12-7] Off the map, by the own side's exit, with all who ride; see [`flee`].
    fn flee<const N: usize, D: Dice, W: Witness>(&mut self, scene: &mut Scene<'_, D, W, N>) {
        let exit = scene.arena.exits[scene.arena.lineup.side(self.mount).index()];
        if scene.body(self.mount).place != exit {
            scene.body_mut(self.mount).leaving = false;
        }
        loop {
            let left = self.turn.full - self.turn.walked;
            self.ride(scene, (Goal::To(exit), left));
            let left = self.turn.full - self.turn.walked;
            let there = scene.body(self.mount).place == exit;
            if !there || left == 0 || !mounts::goes_on(scene.view(), self.mount) {
                return;
            }
            if left + u8::from(scene.body(self.mount).leaving) < 2 {
                scene.body_mut(self.mount).leaving = true;
                return;
            }
            scene.ride_off(self.mount);
            let there = scene.body(self.mount).place == exit;
            if there || !mounts::goes_on(scene.view(), self.mount) {
                return;
            }
        }
    }

    /// Where the mount goes before anybody acts, and how far at most.
    fn sets_out<const N: usize, D: Dice, W: Witness>(
        &self,
        scene: &mut Scene<'_, D, W, N>,
    ) -> Option<(Goal, u8)> {
        let (who, turn) = (scene.arena.steers(scene.state, self.mount)?, self.turn);
        if !self.goes {
            return None;
        }
        if let Some(ride) = decisions::ride(scene, (who, RIDE)) {
            let budget = if ride.racing { turn.full } else { turn.half };
            return Some((goal(scene.state, ride)?, budget));
        }
        let arena = scene.arena;
        let half = |state: &State<N>, to| {
            movement::ahead(View::new(arena, state), self.mount, to, turn.half)
        };
        let approach = decisions::approach(scene.arena, scene.state, who, half)?;
        let races = approach.under_fire && !approach.then;
        let budget = if races { turn.full } else { turn.half };
        (!approach.at_once).then_some((Goal::To(approach.to), budget))
    }

    /// Rides so far at most, and notes how fast that was: who is on a mount at full speed is done for the round
    /// [MUR-17-3].
    fn ride<const N: usize, D: Dice, W: Witness>(
        &mut self,
        scene: &mut Scene<'_, D, W, N>,
        (goal, budget): (Goal, u8),
    ) {
        let sneaks = self.turn.sneaks;
        let all = scene.state.aboard(self.mount);
        self.turn.walked += scene.ride(self.mount, goal, budget, sneaks);
        moved(scene.state, self.mount, self.turn);
        if self.turn.walked > 0 {
            scene.state.unused.remove(self.mount);
        }
        if self.turn.walked > self.turn.half {
            self.waiting = self.waiting.without(all);
            scene.state.unused = scene.state.unused.without(all);
            for who in all.iter().filter(|&who| who != self.mount) {
                scene.state.body_mut(who).extra = 0;
            }
            telling::races(scene, self.mount);
        }
    }

    /// Who acts next: riders in listed order, then the mount. Who has lost its mount has its turn later.
    fn next<const N: usize>(
        &mut self,
        arena: &Arena<N>,
        state: &mut State<N>,
    ) -> Option<FighterId> {
        self.waiting = self.waiting.and(state.fighting);
        let astray =
            |&who: &FighterId| who != self.mount && state.mount_of(who) != Some(self.mount);
        let astray: FighterSet = self.waiting.iter().filter(astray).collect();
        for who in astray.iter() {
            state.unused.add(who);
            state.body_mut(who).riding = Riding::No;
        }
        self.waiting = self.waiting.without(astray);
        let mut riders = self.waiting;
        riders.remove(self.mount);
        let own = self.waiting.has(self.mount) && arena.bears(state, self.mount);
        let next = riders.iter().next().or(own.then_some(self.mount))?;
        self.waiting.remove(next);
        Some(next)
    }

    /// One of them acts, carried so far; who gets off first acts on foot.
    fn act<const N: usize, D: Dice, W: Witness>(
        &mut self,
        scene: &mut Scene<'_, D, W, N>,
        who: FighterId,
    ) {
        scene.dice.about(Topic::Deed(who.0));
        if !scene.is_free(who) {
            return;
        }
        // Nothing is left to walk, and everything to act: no more than half the mount's speed has been ridden.
        let carried = self.turn.walked;
        let mut turn = Turn {
            full: carried,
            half: carried,
            walked: carried,
            carried: true,
            ..Turn::new(who, scene.fighter(who))
        };
        if scene.body(who).retreating {
            let walks = who != self.mount && scene.fighter(who).full > 0;
            if walks && scene.leave_seat(&mut turn) {
                turn.full -= 1;
                scene.flee(turn);
            }
            return;
        }
        if scene.take_seat(&mut turn) {
            scene.play_turn(&mut turn);
        }
        if !turn.carried {
            return;
        }
        self.turn.acted |= turn.acted;
        self.still |= turn.still;
        // Who does nothing keeps its turn for a reaction; a mount that has moved has done something [MUR-17-2].
        let idle = !turn.acted && (who != self.mount || self.turn.walked == 0);
        if idle && scene.state.fighting.has(who) && !scene.state.is_grabbed(who) {
            scene.state.unused.add(who);
            telling::keeps_turn(scene, who);
        }
    }

    /// The way that is left when all have acted.
    fn ride_on<const N: usize, D: Dice, W: Witness>(&mut self, scene: &mut Scene<'_, D, W, N>) {
        let able = self.goes
            && scene.arena.bears(scene.state, self.mount)
            && !scene.state.is_grabbed(self.mount);
        if !able || self.still || scene.state.riders(self.mount).is_empty() {
            return;
        }
        let left = self.turn.limit().saturating_sub(self.turn.walked);
        let Some(who) = scene
            .arena
            .steers(scene.state, self.mount)
            .filter(|_| left > 0)
        else {
            return;
        };
        let Some(ride) = decisions::ride(scene, (who, ONWARD)) else {
            return;
        };
        let most = if ride.racing {
            left
        } else {
            self.turn.half.saturating_sub(self.turn.walked)
        };
        if let Some(goal) = goal(scene.state, ride) {
            self.ride(scene, (goal, most));
        }
    }
}

/// Where a ride leads, if anywhere.
fn goal<const N: usize>(state: &State<N>, ride: Ride) -> Option<Goal> {
    match ride.go {
        Go::Stay => None,
        Go::Towards(whom) => Some(Goal::To(state.body(whom).place)),
        Go::From(whom) => Some(Goal::From(state.body(whom).place)),
        Go::To(zone) => Some(Goal::To(zone)),
    }
}
