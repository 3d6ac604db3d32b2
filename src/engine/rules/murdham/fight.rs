//! The implementation of [`Fight`] for this book, with outcome tables for blows. When a fight is solved,
//! those values of fallen characters that no longer matter are taken out of the state.
//!
//! Clauses: MUR-0-6, MUR-0-7, MUR-13-3, MUR-18-2.

use super::chapters::damage;
use super::nouns::{Arena, BlowTables, Item, Scene, State, Status, View, Whereabouts};
use crate::dice::{Dice, odds};
use crate::fight::{
    self, Cast, Counters, Counting, Days, Fight, FighterId, FighterSet, Left, LineId, Moment,
    Objectives, Pause, Progress, RollCall, Spot, Supplies, Witness,
};

impl fight::Arena for Arena {
    type State = State;

    fn cast(&self) -> &Cast {
        &self.cast
    }

    #[inline]
    fn start(&self) -> &State {
        &self.start
    }

    /// Returns the characters that stand and those that are out. Surrendered characters may still fight again
    /// or be killed [MUR-13-3], so they are out only when the fight ends. Absent characters are in neither
    /// set.
    fn roll_call(&self, state: &State) -> RollCall {
        let mut call = RollCall::of(&self.cast, state.fighting);
        call.out = call
            .out
            .filter(|who| !matches!(state.body(who).status, Status::Surrendered | Status::Absent));
        call
    }

    #[inline]
    fn left(&self, state: &State, who: FighterId) -> Left {
        let body = state.body(who);
        Left {
            fate: body.status.fate(),
            health: u32::try_from(body.health).unwrap_or(0),
        }
    }

    fn moment(&self, state: &State) -> Moment {
        View::new(self, state).moment()
    }
}

impl Objectives for Arena {
    fn is_at(&self, state: &State, who: FighterId, spot: Spot) -> bool {
        Spot::at(state.body(who).place.into()) == spot
    }

    fn cut_off<D: Dice, W: Witness>(&self, state: &mut State, dice: &mut D, witness: &mut W) {
        Scene::new(self, state, dice, witness).leave_the_field();
    }
}

impl Days for Arena {
    fn parts(&mut self) -> Option<(&mut Cast, &mut State)> {
        Some((&mut self.cast, &mut self.start))
    }

    fn begin(&self, state: &mut State, fresh: FighterSet, folk: FighterSet) {
        self.begin_fight(state, fresh, folk);
    }

    fn pause<D: Dice, W: Witness>(
        &self,
        state: &mut State,
        pause: Pause,
        folk: FighterSet,
        dice: &mut D,
        witness: &mut W,
    ) {
        Scene::new(self, state, dice, witness).pause(pause, folk);
    }

    fn ends_day<D: Dice, W: Witness>(
        &self,
        state: &mut State,
        who: FighterId,
        dice: &mut D,
        witness: &mut W,
    ) -> Option<LineId> {
        Scene::new(self, state, dice, witness).ends_day(who)
    }

    fn is_dead(&self, state: &State, who: FighterId) -> bool {
        matches!(state.body(who).status, Status::Dead | Status::Dying(_))
    }

    fn supplies(&self, state: &State, who: FighterId) -> Supplies {
        let (body, fighter) = (state.body(who), self.fighter(who));
        let sound = |item: &&Item| {
            let weapon = self.weapon(item.weapon);
            let is_there = item.at != Whereabouts::Gone && !item.damaged;
            is_there && !weapon.natural && !weapon.damaged
        };
        let items = body.items.iter().take(fighter.carries.len());
        let weapons = items.filter(sound).count();
        let shield = fighter.sheet.shield > 0 && !body.shield_gone;
        let armour = fighter.armour > 0 && !body.armour_gone;
        let shield = shield && !(fighter.shield_damaged || body.wear.shield);
        let armour = armour && !(fighter.armour_damaged || body.wear.armour);
        Supplies {
            ammunition: 0,
            remedies: body.remedies.iter().copied().map(u32::from).sum(),
            things: u32::try_from(weapons).expect("few weapons")
                + u32::from(shield)
                + u32::from(armour),
        }
    }
}

impl Fight for Arena {
    fn prepared(&self) -> Option<Self> {
        if !self.draws {
            return None;
        }
        let mut arena = self.clone();
        let options = &self.options;
        arena.blows = Some(BlowTables::new(self, |pool, armour| {
            odds(|dice| damage::harm(pool, armour, options, dice).counted())
        }));
        Some(arena)
    }

    fn counting(&self) -> Option<&dyn Counting<State>> {
        Some(self)
    }

    #[inline]
    fn step<D: Dice, W: Witness>(
        &self,
        state: &mut State,
        dice: &mut D,
        witness: &mut W,
    ) -> Progress {
        Scene::new(self, state, dice, witness).step()
    }
}

impl Counting<State> for Arena {
    /// Moves the health of fallen characters into counters and gives all of them the same status. This is
    /// done only if nothing depends on these values before the end of the fight. `put` later moves them back,
    /// and the final report says which characters are dead and which are incapacitated [MUR-0-6, MUR-0-7,
    /// MUR-18-2].
    fn take(&self, state: &mut State) -> Option<Counters> {
        if !self.scope.forgets_fallen {
            return None;
        }
        let mut counters = Counters::NONE;
        for who in self.lineup.everybody() {
            let body = state.body_mut(who);
            if !matches!(body.status, Status::Incapacitated | Status::Dead) {
                continue;
            }
            counters.set(who.index(), body.health);
            body.status = Status::Incapacitated;
            body.health = 0;
            body.steadfast = false;
            body.hale = false;
            body.in_hand = 0;
            for item in &mut body.items {
                if item.at == Whereabouts::Held {
                    *item = Item::default();
                }
            }
        }
        Some(counters)
    }

    fn put(&self, state: &mut State, counters: &Counters) {
        for (place, health) in counters.iter().take(self.lineup.count()) {
            let body = state.body_mut(FighterId::at(place));
            body.health = health;
            body.status = if health > 0 {
                Status::Incapacitated
            } else {
                Status::Dead
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fight::Fight;
    use crate::fight::{Arena as _, counters};
    use crate::rules::murdham::nouns::state::Status;
    use crate::rules::murdham::testing::{Setup, Trial, fighters};

    fn three(policy: &str) -> Setup {
        let one = "carries = ['sword']\npolicy = 'plain'";
        fighters("a", one)
            .against("b", one)
            .and("c", &format!("policy = '{policy}'"))
    }

    /// Returns the fight of `setup` with `c` down. The fighter `c` is incapacitated with this health, or dead
    /// if the health is 0.
    fn lies(setup: &Setup, health: i16) -> Trial {
        let status = if health > 0 {
            Status::Incapacitated
        } else {
            Status::Dead
        };
        setup.ready().out("c", status, health)
    }

    #[test]
    fn nothing_is_drawn_where_every_die_is_to_be_rolled() {
        let prepared = |setup: &Setup| setup.ready().arena.prepared();
        let drawn = prepared(&three("plain")).expect("it draws blows");
        assert!(drawn.blows.is_some());
        assert!(prepared(&three("plain").with("[run]\ntables = false")).is_none());
    }

    #[test] // MUR-0-6, MUR-0-7
    fn what_has_become_of_the_fallen_is_no_part_of_a_situation() {
        let setup = three("plain");
        let taken = |health: i16| {
            let fallen = lies(&setup, health);
            let mut state = fallen.state.clone();
            let counters = counters::take(&*fallen.arena, &mut state).expect("it forgets");
            let situation = state.clone();
            counters::put(&*fallen.arena, &mut state, &counters);
            let who = fallen.who("c");
            assert_eq!(state.body(who).status, fallen.status("c"));
            assert_eq!(state.body(who).health, fallen.health("c"));
            let fate = fallen.arena.left(&state, who).fate;
            assert_eq!(fate, fallen.arena.left(&fallen.state, who).fate);
            situation
        };
        assert!(taken(3) == taken(1) && taken(1) == taken(0));
    }

    #[test]
    fn nothing_is_forgotten_where_somebody_asks_or_nobody_is_left_to() {
        let forgets = |setup: &Setup| {
            let Trial { arena, state, .. } = setup.ready();
            counters::take(&*arena, &mut state.clone()).is_some()
        };
        let plain = three("plain");
        assert!(forgets(&plain));
        for act in [
            "death-blow",
            "attack at fallen",
            "attack if foes.dead > 0",
            "attack if allies.down > 0",
        ] {
            assert!(!forgets(&three("asks").acts("asks", act)), "{act}");
        }
        assert!(!forgets(&plain.clone().option("zero_health = 'dying'")));
        assert!(!forgets(&plain.clone().option("zone_capacity = 4")));
        assert!(!forgets(&plain.option("border_capacity = 4")));
        let duel = fighters("a", "policy = 'plain'").against("b", "policy = 'plain'");
        assert!(!forgets(&duel));
    }

    #[test] // MUR-13-3
    fn whoever_has_surrendered_is_not_told_of_as_out_before_the_end() {
        let told = |status: Status| {
            let trial = three("plain").ready().out("c", status, 8);
            trial.arena.roll_call(&trial.state).out.has(trial.who("c"))
        };
        assert!(told(Status::Incapacitated) && told(Status::Fled));
        assert!(!told(Status::Surrendered));
    }
}
