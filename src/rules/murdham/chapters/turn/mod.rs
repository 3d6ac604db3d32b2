//! One character's turn: movement, a bonus action and a main action, or nothing but movement.
//!
//! Clauses: MUR-2-1..6, MUR-2-8, MUR-2-10, MUR-2-12, MUR-3-1, MUR-3-11, MUR-3-15, MUR-8-7, MUR-10-9, MUR-11-3, MUR-12-7,
//! MUR-13-1. Movement is half-zones. Turns that mounts and riders take together are in `shared.rs`.

pub(crate) mod choice;
mod shared;

use choice::{Chosen, aim, possible_from, settle};

use super::damage::save;
use super::hold::{self, Other};
use super::movement::{self, Goal};
use super::{attack, blast, nonlethal, wounds};
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::attack::{Attack, Manner, Stance};
use crate::rules::murdham::nouns::deeds::{Deed, Go, Lying, Pace};
use crate::rules::murdham::nouns::fighter::Fighter;
use crate::rules::murdham::nouns::plans::Plans;
use crate::rules::murdham::nouns::state::{State, Status, Whereabouts};
use crate::rules::murdham::options::Sprint;
use crate::rules::murdham::words::{AFTER, MOVE};
use crate::rules::murdham::{decisions, telling};

/// What is left of a turn.
#[derive(Debug, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "what a turn has done already, each on its own"
)]
pub(crate) struct Turn {
    who: FighterId,
    /// Half-zones without any action, and with one.
    full: u8,
    half: u8,
    sneaks: bool,
    walked: u8,
    /// An action was taken: no more than half speed in all.
    acted: bool,
    /// A shot was taken standing still: no movement any more [MUR-3-11].
    still: bool,
    /// The bonus action is not used yet.
    bonus: bool,
    /// On a mount or in a vehicle, or ridden: others say where it goes [MUR-17-1].
    carried: bool,
}

/// Takes somebody's turn: by its plan, where there is one and plans hold.
pub(crate) fn take<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, plans): (FighterId, Option<&Plans>),
    dice: &mut D,
    witness: &mut W,
) {
    if arena.scope.mounts {
        shared::take(arena, state, who, dice, witness);
        return;
    }
    state.unused.remove(who);
    dice.about(Topic::Deed(who.0));
    telling::turn(arena, state, who, witness);
    if let Some(plan) = plans
        && !state.stale
        && let Some(plan) = plan.of(state, who)
    {
        plan.tell(who, arena.fighter(who), witness);
        let known = (plan.attack, Some(plan.strike));
        attack::resolve_as(arena, state, known, dice, witness);
        return;
    }
    if !is_free(arena, state, who, dice, witness) {
        return;
    }
    let mut turn = begin(arena, state, who, dice, witness);
    if state.body(who).retreating {
        flee(arena, state, turn, dice, witness);
        return;
    }
    play(arena, state, &mut turn, dice, witness);
}

/// Whether somebody can do as it likes in its turn. Who gives up or is held has done by then what it does.
fn is_free<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> bool {
    if state.body(who).giving_up {
        wounds::surrender(arena, state, who, witness);
        return false;
    }
    if state.is_grabbed(who) {
        if decisions::struggles(arena, state, who, dice, witness) {
            nonlethal::break_free(arena, state, who, dice, witness);
        }
        return false;
    }
    true
}

/// What somebody does in its turn, from the bonus action on.
#[inline]
fn play<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    turn: &mut Turn,
    dice: &mut D,
    witness: &mut W,
) {
    let who = turn.who;
    if let Some(lying) = decisions::bonus(arena, state, who, dice, witness) {
        pick_up(arena, state, who, lying, witness);
        turn.bonus = false;
        turn.acted = true;
    }
    let (deed, _) = decisions::act(arena, state, who, dice, witness);
    carry_out(arena, state, turn, deed, dice, witness);
    let stays = turn.still || turn.carried;
    if !stays && state.fighting.has(who) && !state.is_grabbed(who) {
        let left = turn.limit().saturating_sub(turn.walked);
        if left > 0
            && let Some(go) = decisions::go(arena, state, who, (AFTER, None), dice, witness)
        {
            step_out(arena, state, turn, go, left, dice, witness);
        }
    }
    if turn.sneaks && turn.walked > 0 {
        noticed(arena, state, who, witness);
    }
}

impl Turn {
    /// A turn at walking pace, before anything is done.
    pub(crate) fn new(who: FighterId, fighter: &Fighter) -> Self {
        Self {
            who,
            full: fighter.full,
            half: fighter.half,
            sneaks: false,
            walked: 0,
            acted: false,
            still: false,
            bonus: true,
            carried: false,
        }
    }

    /// Half-zones that may be walked in all.
    fn limit(self) -> u8 {
        if self.acted { self.half } else { self.full }
    }
}

/// How far the turn leads, by the pace chosen [MUR-2-2, MUR-2-3, MUR-11-3].
fn begin<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> Turn {
    let fighter = arena.fighter(who);
    let mut turn = Turn::new(who, fighter);
    match decisions::pace(arena, state, who, dice, witness) {
        Pace::Walk => {}
        Pace::Sprint => {
            turn.full *= 2;
            if arena.options.sprint == Sprint::Free {
                turn.half *= 2;
            }
        }
        // Nobody sneaks off the map.
        Pace::Sneak if arena.flees(state, who) => {}
        Pace::Sneak => {
            turn.sneaks = true;
            turn.full = turn.full.div_ceil(2);
            turn.half = turn.half.div_ceil(2);
            if arena.options.sneak_save && !save(fighter.agility, &arena.options, dice) {
                for one in state.aboard(who).iter() {
                    state.body_mut(one).concealed = false;
                    telling::noticed(arena, one, witness);
                }
            }
        }
    }
    turn
}

/// [MUR-11-3] Whoever ends a sneaking move nearby an enemy who can see is noticed.
fn noticed<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    witness: &mut W,
) {
    let seen = state.body(who).concealed
        && arena
            .foes(state, who)
            .iter()
            .any(|foe| arena.nearby(state, foe, who) && arena.sees(state, foe, who));
    if seen {
        state.body_mut(who).concealed = false;
        telling::noticed(arena, who, witness);
    }
}

/// [MUR-12-7] Off the map, by the own side's exit. From there it is a zone more, of which the slow take a half in one
/// turn and a half in the next.
fn flee<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    turn: Turn,
    dice: &mut D,
    witness: &mut W,
) {
    let exit = arena.exits[arena.lineup.side(turn.who).index()];
    if state.body(turn.who).place != exit {
        state.body_mut(turn.who).leaving = false;
    }
    let mut left = turn.full;
    loop {
        let walk = (Goal::To(exit), left, false);
        left -= movement::walk(arena, state, turn.who, walk, dice, witness);
        let there = state.body(turn.who).place == exit && state.fighting.has(turn.who);
        if !there || state.is_grabbed(turn.who) || left == 0 {
            return;
        }
        if left + u8::from(state.body(turn.who).leaving) < 2 {
            state.body_mut(turn.who).leaving = true;
            return;
        }
        movement::leave(arena, state, turn.who, dice, witness);
        if !state.fighting.has(turn.who) {
            return;
        }
    }
}

/// [MUR-2-8] Takes up a weapon that lies nearby.
fn pick_up<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    lying: Lying,
    witness: &mut W,
) {
    hold::before(arena, state, who, Other::Anything, witness);
    let owner = state.body_mut(lying.owner);
    let mut item = owner.items[lying.item];
    owner.items[lying.item].at = Whereabouts::Gone;
    item.at = Whereabouts::Held;
    telling::picks_up(arena, who, item.weapon, witness);
    let at = if lying.owner == who {
        Some(lying.item)
    } else {
        state.room(who)
    };
    state.body_mut(who).items[at.expect("only who has room picks up")] = item;
}

/// Moves as a policy says, up to so many half-zones.
fn step_out<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    turn: &mut Turn,
    go: Go,
    most: u8,
    dice: &mut D,
    witness: &mut W,
) {
    let goal = match go {
        Go::Stay => return,
        Go::Towards(whom) => Goal::To(state.body(whom).place),
        Go::From(whom) => Goal::From(state.body(whom).place),
        Go::To(zone) => Goal::To(zone),
    };
    let walk = (goal, most, turn.sneaks);
    turn.walked += movement::walk(arena, state, turn.who, walk, dice, witness);
}

/// The main action, with the movement that goes with it.
fn carry_out<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    turn: &mut Turn,
    deed: Deed,
    dice: &mut D,
    witness: &mut W,
) {
    let who = turn.who;
    let target = deed.target();
    let fought = state.fighting;
    let stands = deed.stands();
    let go = if stands || turn.carried {
        None
    } else {
        decisions::go(arena, state, who, (MOVE, target), dice, witness)
    };
    let least = |turn: Turn| turn.half.saturating_sub(turn.walked);
    if deed == Deed::Nothing {
        if let Some(go) = go {
            step_out(arena, state, turn, go, turn.limit(), dice, witness);
        }
        return;
    }
    // What is settled without a step still holds when the deed is done.
    let mut settled = None;
    if let Some(go) = go {
        step_out(arena, state, turn, go, least(*turn), dice, witness);
    } else if let Some(target) = target {
        settled = settle(arena, state, *turn, deed);
        if settled.is_none() && !stands && !turn.carried {
            approach(arena, state, turn, (deed, target), dice, witness);
        }
    }
    let able = state.fighting.has(who) && !state.is_grabbed(who);
    // Whoever moves may be struck at, and may strike back: the target can have fallen meanwhile.
    if target.is_some_and(|target| fought.has(target) && !state.fighting.has(target)) {
        return;
    }
    if able
        && turn.walked <= turn.half
        && let Some(chosen) = settled.or_else(|| settle(arena, state, *turn, deed))
    {
        turn.acted = true;
        perform(arena, state, turn, (deed, chosen), dice, witness);
    } else if able && let Some(go) = go {
        let left = turn.limit().saturating_sub(turn.walked);
        step_out(arena, state, turn, go, left, dice, witness);
    }
}

/// [MUR-2-12] Towards the target: half speed if that is enough to act, else full speed.
fn approach<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    turn: &mut Turn,
    (deed, target): (Deed, FighterId),
    dice: &mut D,
    witness: &mut W,
) {
    let to = state.body(target).place;
    let half = turn.half.saturating_sub(turn.walked);
    let at = movement::ahead(arena, state, turn.who, to, half);
    let budget = if possible_from(arena, state, *turn, deed, at) {
        half
    } else {
        turn.limit().saturating_sub(turn.walked)
    };
    let walk = (Goal::To(to), budget, turn.sneaks);
    turn.walked += movement::walk(arena, state, turn.who, walk, dice, witness);
}

fn perform<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    turn: &mut Turn,
    (deed, chosen): (Deed, Chosen),
    dice: &mut D,
    witness: &mut W,
) {
    let who = turn.who;
    match deed {
        Deed::Nothing => {}
        Deed::Attack(pick) => match chosen {
            Chosen::Blast(item, zone, way) => {
                turn.still = way.ranged && turn.walked == 0 && !pick.moving;
                blast::resolve(arena, state, (who, item), (zone, way), dice, witness);
            }
            Chosen::Single(means, way) => {
                turn.still = way.ranged && turn.walked == 0 && !pick.moving;
                let attack = Attack {
                    attacker: who,
                    target: pick.target,
                    means,
                    manner: pick.manner,
                    way,
                };
                attack::resolve(arena, state, attack, dice, witness);
            }
            Chosen::AsSaid => unreachable!("settle chooses for every attack"),
        },
        Deed::Nonlethal(target, means) => {
            let way = arena.way(state, who, target, means, Stance::default());
            let attack = Attack {
                attacker: who,
                target,
                means,
                manner: Manner::Plain,
                way: way.expect("it has just been possible"),
            };
            attack::resolve(arena, state, attack, dice, witness);
        }
        Deed::Blast {
            item,
            target,
            anybody,
        } => {
            let aimed = aim(arena, state, *turn, item, (target, anybody))
                .expect("it has just been possible");
            turn.still = aimed.1.ranged && turn.walked == 0;
            blast::resolve(arena, state, (who, item), aimed, dice, witness);
        }
        Deed::Split { item, first, among } => {
            let targets = arena.shares(state, who, item, first, among);
            let targets = targets.expect("it has just been possible");
            blast::split(arena, state, (who, item), (targets, first), dice, witness);
        }
        Deed::Free(ally) => nonlethal::release(arena, state, who, ally, dice, witness),
        Deed::Surrender => wounds::surrender(arena, state, who, witness),
        Deed::PickUp(lying) => pick_up(arena, state, who, lying, witness),
        Deed::Use { remedy, patient } => treat(arena, state, who, remedy, patient, dice, witness),
    }
}

/// [MUR-2-10] Restores health; who is incapacitated stays so.
fn treat<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    who: FighterId,
    remedy: usize,
    patient: FighterId,
    dice: &mut D,
    witness: &mut W,
) {
    hold::before(arena, state, who, Other::Anything, witness);
    state.body_mut(who).remedies[remedy] -= 1;
    let (number, _) = arena.fighter(who).remedies[remedy];
    let heals = dice.total(arena.remedies[usize::from(number)].heals).max(0);
    let most = i32::from(arena.fighter(patient).health);
    let body = state.body_mut(patient);
    let health = (i32::from(body.health) + heals).min(most);
    body.health = i16::try_from(health).expect("health fits as it did");
    if matches!(body.status, Status::Dying(_)) && health > 0 {
        body.status = Status::Incapacitated;
    }
    telling::healed(arena, state, who, patient, heals, witness);
}

#[cfg(test)]
mod tests;
