//! Turns in fights with mounts: a mount and its riders, or a vehicle and its passengers, take theirs together.
//!
//! Clauses: MUR-17-1..3, MUR-17-6, MUR-12-7, MUR-3-11, MUR-11-3. First the mount moves, as whoever steers says; then
//! riders act in listed order, and the mount; then it may move on. The first listed rider who is free to steers.
//!
//! Readings: a mount whose turn is spent on a reaction does not move. Riders whose mount falls before they have acted
//! have their turns later in the round.

use super::{Turn, begin, flee, is_free, noticed, play};
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::murdham::chapters::mounts;
use crate::rules::murdham::chapters::movement::{self, Goal};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::deeds::{Go, Ride, Seat};
use crate::rules::murdham::nouns::state::{Gait, Riding, State};
use crate::rules::murdham::questions::ending;
use crate::rules::murdham::words::{ONWARD, RIDE};
use crate::rules::murdham::{decisions, telling};

/// Takes somebody's turn, and that of all who ride with it.
pub(super) fn take<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) {
    if let Some(mount) = arena.shared(state, who) {
        together(arena, state, mount, dice, witness);
    } else {
        state.unused.remove(who);
        dice.about(Topic::Deed(who.0));
        telling::turn(arena, state, who, witness);
        alone(arena, state, who, dice, witness);
    }
    mounts::settle(arena, state, dice, witness);
}

/// The turn of somebody on foot, or of a mount that nobody rides.
fn alone<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) {
    if !is_free(arena, state, who, dice, witness) {
        return;
    }
    let mut turn = begin(arena, state, who, dice, witness);
    if state.body(who).retreating {
        flee(arena, state, turn, dice, witness);
        return;
    }
    if take_seat(arena, state, &mut turn, dice, witness) {
        play(arena, state, &mut turn, dice, witness);
    }
    if arena.fighter(who).seats > 0 {
        moved(state, who, turn);
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

/// [MUR-17-6] Takes a seat or leaves one, as the policy says. False where that ends the turn.
fn take_seat<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    turn: &mut Turn,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    match decisions::saddle(arena, state, turn.who, dice, witness) {
        Seat::Stays => true,
        Seat::Leaves => leave_seat(arena, state, turn, dice, witness),
        Seat::Takes(mount) => mount_up(arena, state, turn, mount, dice, witness),
    }
}

/// Gets off, and goes on on foot with what is left of the own movement.
fn leave_seat<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    turn: &mut Turn,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let mount = state.mount_of(turn.who).expect("only who rides gets off");
    *turn = Turn {
        walked: 1,
        ..Turn::new(turn.who, arena.fighter(turn.who))
    };
    mounts::climb(arena, state, (turn.who, mount, false), dice, witness);
    state.fighting.has(turn.who)
}

/// Walks up to a mount and gets on it, if movement is left for that.
fn mount_up<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    turn: &mut Turn,
    mount: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    let who = turn.who;
    let most = turn.full.saturating_sub(1);
    let walk = (Goal::To(state.body(mount).place), most, turn.sneaks);
    turn.walked += movement::walk(arena, state, who, walk, dice, witness);
    let able = state.fighting.has(who) && !state.is_grabbed(who);
    let there = state.body(who).place == state.body(mount).place;
    if !able || !there || turn.walked >= turn.full || !arena.has_seat(state, who, mount) {
        return able;
    }
    turn.walked += 1;
    mounts::climb(arena, state, (who, mount, true), dice, witness);
    if state.mount_of(who).is_none() {
        return state.fighting.has(who);
    }
    if state.gait(mount) == Some(Gait::Raced) {
        state.vitals_mut(who).extra = 0;
        return false;
    }
    // No step more; an action, if half the speed has been enough.
    turn.carried = true;
    true
}

/// The shared turn [MUR-17-1].
fn together<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    mount: FighterId,
    dice: &mut D,
    witness: &mut W,
) {
    let all = state.aboard(mount);
    let mut group = Group::new(arena, state, mount, dice, witness);
    if group.flees(arena, state) {
        group.flee(arena, state, dice, witness);
        return;
    }
    if let Some((goal, budget)) = group.sets_out(arena, state, dice, witness) {
        group.ride(arena, state, (goal, budget), dice, witness);
    }
    while let Some(who) = group.next(arena, state) {
        if ending::over(arena, state).is_some() {
            return;
        }
        group.act(arena, state, who, dice, witness);
        mounts::settle(arena, state, dice, witness);
    }
    group.ride_on(arena, state, dice, witness);
    if group.turn.sneaks && group.turn.walked > 0 {
        for who in all.and(state.fighting).iter() {
            noticed(arena, state, who, witness);
        }
    }
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
        arena: &Arena<N>,
        state: &mut State<N>,
        mount: FighterId,
        dice: &mut D,
        witness: &mut W,
    ) -> Self {
        let all = state.aboard(mount);
        let waiting = all.and(state.unused);
        state.unused = state.unused.without(all);
        telling::shared_turn(arena, state, mount, witness);
        let held = state.is_grabbed(mount) || state.body(mount).giving_up;
        let goes = (waiting.has(mount) || arena.is_vehicle(mount)) && !held;
        dice.about(Topic::Deed(mount.0));
        let turn = if goes {
            begin(arena, state, mount, dice, witness)
        } else {
            Turn::new(mount, arena.fighter(mount))
        };
        state.body_mut(mount).riding = Riding::Bears(Gait::Stood);
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
    fn flee<const N: usize, D: Dice, W: Witness>(
        &mut self,
        arena: &Arena<N>,
        state: &mut State<N>,
        dice: &mut D,
        witness: &mut W,
    ) {
        let exit = arena.exits[arena.lineup.side(self.mount).index()];
        if state.body(self.mount).place != exit {
            state.body_mut(self.mount).leaving = false;
        }
        loop {
            let left = self.turn.full - self.turn.walked;
            self.ride(arena, state, (Goal::To(exit), left), dice, witness);
            let left = self.turn.full - self.turn.walked;
            let there = state.body(self.mount).place == exit;
            if !there || left == 0 || !mounts::goes_on(arena, state, self.mount) {
                return;
            }
            if left + u8::from(state.body(self.mount).leaving) < 2 {
                state.body_mut(self.mount).leaving = true;
                return;
            }
            mounts::leave(arena, state, self.mount, dice, witness);
            let there = state.body(self.mount).place == exit;
            if there || !mounts::goes_on(arena, state, self.mount) {
                return;
            }
        }
    }

    /// Where the mount goes before anybody acts, and how far at most.
    fn sets_out<const N: usize, D: Dice, W: Witness>(
        &self,
        arena: &Arena<N>,
        state: &mut State<N>,
        dice: &mut D,
        witness: &mut W,
    ) -> Option<(Goal, u8)> {
        let (who, turn) = (arena.steers(state, self.mount)?, self.turn);
        if !self.goes {
            return None;
        }
        if let Some(ride) = decisions::ride(arena, state, (who, RIDE), dice, witness) {
            let budget = if ride.racing { turn.full } else { turn.half };
            return Some((goal(state, ride)?, budget));
        }
        let half = |state: &State<N>, to| movement::ahead(arena, state, self.mount, to, turn.half);
        let approach = decisions::approach(arena, state, who, half)?;
        let races = approach.under_fire && !approach.then;
        let budget = if races { turn.full } else { turn.half };
        (!approach.at_once).then_some((Goal::To(approach.to), budget))
    }

    /// Rides so far at most, and notes how fast that was: who is on a mount at full speed is done for the round
    /// [MUR-17-3].
    fn ride<const N: usize, D: Dice, W: Witness>(
        &mut self,
        arena: &Arena<N>,
        state: &mut State<N>,
        (goal, budget): (Goal, u8),
        dice: &mut D,
        witness: &mut W,
    ) {
        let sneaks = self.turn.sneaks;
        let all = state.aboard(self.mount);
        let ride = (goal, budget, sneaks);
        self.turn.walked += mounts::ride(arena, state, self.mount, ride, dice, witness);
        moved(state, self.mount, self.turn);
        if self.turn.walked > 0 {
            state.unused.remove(self.mount);
        }
        if self.turn.walked > self.turn.half {
            self.waiting = self.waiting.without(all);
            state.unused = state.unused.without(all);
            for who in all.iter().filter(|&who| who != self.mount) {
                state.vitals_mut(who).extra = 0;
            }
            telling::races(arena, state, self.mount, witness);
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
        arena: &Arena<N>,
        state: &mut State<N>,
        who: FighterId,
        dice: &mut D,
        witness: &mut W,
    ) {
        dice.about(Topic::Deed(who.0));
        if !is_free(arena, state, who, dice, witness) {
            return;
        }
        // Nothing is left to walk, and everything to act: no more than half the mount's speed has been ridden.
        let carried = self.turn.walked;
        let mut turn = Turn {
            full: carried,
            half: carried,
            walked: carried,
            carried: true,
            ..Turn::new(who, arena.fighter(who))
        };
        if state.body(who).retreating {
            let walks = who != self.mount && arena.fighter(who).full > 0;
            if walks && leave_seat(arena, state, &mut turn, dice, witness) {
                turn.full -= 1;
                flee(arena, state, turn, dice, witness);
            }
            return;
        }
        if take_seat(arena, state, &mut turn, dice, witness) {
            play(arena, state, &mut turn, dice, witness);
        }
        if !turn.carried {
            return;
        }
        self.turn.acted |= turn.acted;
        self.still |= turn.still;
        // Who does nothing keeps its turn for a reaction; a mount that has moved has done something [MUR-17-2].
        let idle = !turn.acted && (who != self.mount || self.turn.walked == 0);
        if idle && state.fighting.has(who) && !state.is_grabbed(who) {
            state.unused.add(who);
            telling::keeps_turn(arena, who, witness);
        }
    }

    /// The way that is left when all have acted.
    fn ride_on<const N: usize, D: Dice, W: Witness>(
        &mut self,
        arena: &Arena<N>,
        state: &mut State<N>,
        dice: &mut D,
        witness: &mut W,
    ) {
        let able = self.goes && arena.bears(state, self.mount) && !state.is_grabbed(self.mount);
        if !able || self.still || state.riders(self.mount).is_empty() {
            return;
        }
        let left = self.turn.limit().saturating_sub(self.turn.walked);
        let Some(who) = arena.steers(state, self.mount).filter(|_| left > 0) else {
            return;
        };
        let Some(ride) = decisions::ride(arena, state, (who, ONWARD), dice, witness) else {
            return;
        };
        let most = if ride.racing {
            left
        } else {
            self.turn.half.saturating_sub(self.turn.walked)
        };
        if let Some(goal) = goal(state, ride) {
            self.ride(arena, state, (goal, most), dice, witness);
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
