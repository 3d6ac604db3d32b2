//! One character's turn: movement, a bonus action and a main action, or nothing but movement.
//!
//! Clauses: MUR-2-1..6, MUR-2-8, MUR-2-10, MUR-2-12, MUR-3-1, MUR-3-11, MUR-3-15, MUR-8-7, MUR-10-9, MUR-11-3, MUR-12-7,
//! MUR-13-1. Movement is half-zones. Turns that mounts and riders take together are in `shared.rs`.

pub(crate) mod choice;
mod shared;

use crate::rules::murdham::nouns::scene::Scene;
use choice::Chosen;

use super::damage::save;
use super::hold::Other;
use super::movement::Goal;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::murdham::nouns::attack::{Attack, Stance};
use crate::rules::murdham::nouns::deeds::{Deed, Go, Lying, Pace};
use crate::rules::murdham::nouns::fighter::Fighter;
use crate::rules::murdham::nouns::state::{Status, Whereabouts};
use crate::rules::murdham::options::Sprint;
use crate::rules::murdham::words::{AFTER, MOVE};

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

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Takes somebody's turn.
    pub(crate) fn take_turn(&mut self, who: FighterId) {
        if self.arena.scope.mounts {
            self.take_shared_turn(who);
        } else {
            self.open_turn(who);
            self.take_turn_alone(who);
        }
    }

    /// Uses up somebody's turn, and tells that it takes it.
    fn open_turn(&mut self, who: FighterId) {
        self.state.unused.remove(who);
        self.dice.about(Topic::Deed(who.0));
        if self.arena.field.zones > 1 {
            self.tell_at("MUR-1-2", who, "takes its turn, in");
        } else {
            self.tell("MUR-1-2", who, "takes its turn");
        }
    }

    /// Whether somebody can do as it likes in its turn. Who gives up or is held has done by then what it does.
    fn may_act(&mut self, who: FighterId) -> bool {
        if self.body(who).giving_up {
            self.surrender(who);
            return false;
        }
        if self.state.is_grabbed(who) {
            if self.struggles(who) {
                self.break_free(who);
            }
            return false;
        }
        true
    }

    /// What somebody does in its turn, from the bonus action on.
    #[inline]
    fn play_turn(&mut self, turn: &mut Turn) {
        let who = turn.who;
        if let Some(lying) = self.bonus(who) {
            self.pick_up(who, lying);
            turn.bonus = false;
            turn.acted = true;
        }
        let deed = self.acts(who);
        self.carry_out(turn, deed);
        let stays = turn.still || turn.carried || turn.left() == 0;
        if !stays
            && self.state.is_free(who)
            && let Some(go) = self.goes(who, AFTER, None)
        {
            self.step_out(turn, go, turn.left());
        }
        if turn.sneaks && turn.walked > 0 {
            self.is_noticed(who);
        }
    }

    /// How far the turn leads, by the pace chosen [MUR-2-2, MUR-2-3, MUR-11-3].
    fn begin_turn(&mut self, who: FighterId) -> Turn {
        let fighter = self.fighter(who);
        let mut turn = Turn::new(who, fighter);
        match self.pace(who) {
            Pace::Walk => {}
            Pace::Sprint => {
                turn.full *= 2;
                if self.arena.options.sprint == Sprint::Free {
                    turn.half *= 2;
                }
            }
            // Nobody sneaks off the map.
            Pace::Sneak if self.view().flees(who) => {}
            Pace::Sneak => {
                turn.sneaks = true;
                turn.full = turn.full.div_ceil(2);
                turn.half = turn.half.div_ceil(2);
                if self.arena.options.sneak_save
                    && !save(fighter.agility, &self.arena.options, self.dice)
                {
                    for one in self.state.aboard(who).iter() {
                        self.show(one);
                    }
                }
            }
        }
        turn
    }

    /// [MUR-11-3] Whoever ends a sneaking move nearby an enemy who can see is noticed.
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

    /// [MUR-12-7] Off the map, by the own side's exit. From there it is a zone more, of which the slow take a half in one
    /// turn and a half in the next.
    fn flee(&mut self, turn: Turn) {
        let exit = self.arena.exits[self.arena.lineup.side(turn.who).index()];
        if self.body(turn.who).place != exit {
            self.body_mut(turn.who).leaving = false;
        }
        let mut left = turn.full;
        loop {
            left -= self.walk(turn.who, Goal::To(exit), left, false);
            let there = self.body(turn.who).place == exit && self.state.fighting.has(turn.who);
            if !there || self.state.is_grabbed(turn.who) || left == 0 {
                return;
            }
            if left + u8::from(self.body(turn.who).leaving) < 2 {
                self.body_mut(turn.who).leaving = true;
                return;
            }
            self.leave_map(turn.who);
            if !self.state.fighting.has(turn.who) {
                return;
            }
        }
    }

    /// [MUR-2-8] Takes up a weapon that lies nearby.
    fn pick_up(&mut self, who: FighterId, lying: Lying) {
        self.settle_before(who, Other::Anything);
        let owner = self.body_mut(lying.owner);
        let mut item = owner.items[lying.item];
        owner.items[lying.item].at = Whereabouts::Gone;
        item.at = Whereabouts::Held;
        let weapon = &self.arena.weapon(item.weapon).name;
        self.say("MUR-2-8", [who], |[who]| {
            format!("{who} picks up {weapon}.")
        });
        let at = if lying.owner == who {
            Some(lying.item)
        } else {
            self.state.room(who)
        };
        self.body_mut(who).items[at.expect("only who has room picks up")] = item;
    }

    /// Moves as a policy says, up to so many half-zones.
    fn step_out(&mut self, turn: &mut Turn, go: Go, most: u8) {
        if let Some(goal) = self.goal(go) {
            turn.walked += self.walk(turn.who, goal, most, turn.sneaks);
        }
    }

    /// Where a policy's movement leads, if anywhere.
    fn goal(&self, go: Go) -> Option<Goal> {
        match go {
            Go::Stay => None,
            Go::Towards(whom) => Some(Goal::To(self.body(whom).place)),
            Go::From(whom) => Some(Goal::From(self.body(whom).place)),
            Go::To(zone) => Some(Goal::To(zone)),
        }
    }

    /// The main action, with the movement that goes with it.
    fn carry_out(&mut self, turn: &mut Turn, deed: Deed) {
        let who = turn.who;
        let target = deed.target();
        let fought = self.state.fighting;
        let stands = deed.stands();
        let go = if stands || turn.carried {
            None
        } else {
            self.goes(who, MOVE, target)
        };
        if deed == Deed::Nothing {
            if let Some(go) = go {
                self.step_out(turn, go, turn.limit());
            }
            return;
        }
        // What is settled without a step still holds when the deed is done.
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
        // Whoever moves may be struck at, and may strike back: the target can have fallen meanwhile.
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

    /// [MUR-2-12] Towards the target: half speed if that is enough to act, else full speed.
    fn approach(&mut self, turn: &mut Turn, deed: Deed, target: FighterId) {
        let to = self.body(target).place;
        let half = turn.left_half();
        let at = self.view().ahead(turn.who, to, half);
        let budget = if self.possible_from(*turn, deed, at) {
            half
        } else {
            turn.left()
        };
        turn.walked += self.walk(turn.who, Goal::To(to), budget, turn.sneaks);
    }

    fn perform(&mut self, turn: &mut Turn, deed: Deed, chosen: Chosen) {
        let who = turn.who;
        match deed {
            Deed::Nothing => {}
            Deed::Attack(pick) => match chosen {
                Chosen::Blast(item, zone, way) => {
                    turn.still = way.ranged && turn.walked == 0 && !pick.moving;
                    self.blast(who, item, (zone, way));
                }
                Chosen::Single(means, way) => {
                    turn.still = way.ranged && turn.walked == 0 && !pick.moving;
                    self.attack(Attack {
                        manner: pick.manner,
                        ..Attack::plain(who, pick.target, means, way)
                    });
                }
                Chosen::AsSaid => unreachable!("settle chooses for every attack"),
            },
            Deed::Nonlethal(target, means) => {
                let way = self.view().way(who, target, means, Stance::PLAIN);
                let way = way.expect("it has just been possible");
                self.attack(Attack::plain(who, target, means, way));
            }
            Deed::Blast(aim) => {
                let aimed = self.view().aim(*turn, aim);
                let aimed = aimed.expect("it has just been possible");
                turn.still = aimed.1.ranged && turn.walked == 0;
                self.blast(who, aim.item, aimed);
            }
            Deed::Split { item, first, among } => {
                let targets = self.view().shares(who, item, first, among);
                let targets = targets.expect("it has just been possible");
                self.split_shots(who, item, targets, first);
            }
            Deed::Free(ally) => self.release(who, ally),
            Deed::Surrender => self.surrender(who),
            Deed::PickUp(lying) => self.pick_up(who, lying),
            Deed::Use { remedy, patient } => self.treat(who, remedy, patient),
        }
    }

    /// [MUR-2-10] Restores health; who is incapacitated stays so.
    fn treat(&mut self, who: FighterId, remedy: usize, patient: FighterId) {
        self.settle_before(who, Other::Anything);
        self.body_mut(who).remedies[remedy] -= 1;
        let (number, _) = self.fighter(who).remedies[remedy];
        let remedy = &self.arena.remedies[usize::from(number)];
        let heals = self.dice.total(remedy.heals).max(0);
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

impl Turn {
    /// A turn at walking pace, before anything is done.
    pub(crate) fn new(who: FighterId, fighter: &Fighter) -> Self {
        Self {
            who,
            full: fighter.speed,
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

    /// Of these, how many are left.
    fn left(self) -> u8 {
        self.limit().saturating_sub(self.walked)
    }

    /// Of those that leave room for an action, how many are left.
    fn left_half(self) -> u8 {
        self.half.saturating_sub(self.walked)
    }
}

#[cfg(test)]
mod tests;
