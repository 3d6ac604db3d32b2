//! Carries out the actions that fighters have decided on. This module has the seconds that actions take,
//! delayed effects, changes of posture, and the handling of carried items.
//!
//! Clauses: SAM-0-11, SAM-2-1..7, SAM-3-7, SAM-7-4..7, SAM-10-1, SAM-10-7, SAM-13-5, SAM-14-1.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::semiautomagic::nouns::{
    Busy, Deed, Effect, Handling, Intent, MOST_PENDING, Pending, Scene, Strike, Whereabouts,
};
use crate::rules::semiautomagic::reading::{MOST_ATTACKS, Posture};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Starts an action of the acting fighter. If the turn has enough seconds left, the action is carried out
    /// at once. If not, and if `intent` says how to finish it later, it becomes an unfinished action. Returns
    /// whether the turn continues [SAM-2-2, SAM-2-3].
    pub(super) fn undertake(&mut self, deed: Deed, intent: Option<Intent>) -> bool {
        let who = self.state.actor;
        match deed {
            Deed::Wait => {
                if intent.is_none() && self.body(who).clock.fresh {
                    self.tell("SAM-0-14", who, "can do nothing that is on its list");
                }
                return false;
            }
            Deed::Delay => {
                self.body_mut(who).delays = true;
                self.tell("SAM-1-4", who, "delays its turn");
                return false;
            }
            _ => {}
        }
        let seconds = self.view().seconds(who, &deed);
        let mind = self.state.mind;
        let clock = self.state.clock_mut(who);
        clock.fresh = false;
        let left = clock.left;
        if seconds > 0 {
            // This action interrupts an action that another mind has begun in the same body. The seconds of
            // that action would not be consecutive, so it is lost [SAM-2-3].
            clock.busy = None;
        }
        if seconds > left {
            clock.busy = intent.map(|intent| Busy {
                mind,
                intent,
                left: seconds - left,
            });
            self.spend(who, left);
            let rest = seconds - left;
            let begun = format_args!("begins what takes {rest} s of its next turn");
            self.tell("SAM-2-3", who, begun);
            return self.view().has_seconds(who);
        }
        self.spend(who, seconds);
        self.perform(who, deed);
        self.due(who);
        deed != Deed::Leave && self.view().has_seconds(who)
    }

    /// Subtracts `seconds` from the seconds left in the turn of `who` and from the time until each of its
    /// delayed effects [SAM-2-4].
    pub(super) fn spend(&mut self, who: FighterId, seconds: u8) {
        let pending = self.arena.scope.pending;
        let clock = self.state.clock_mut(who);
        clock.left = clock.left.saturating_sub(seconds);
        if !pending {
            return;
        }
        for pending in self.body_mut(who).pending.iter_mut().flatten() {
            pending.left = pending.left.saturating_sub(seconds);
        }
    }

    /// Applies the delayed effects of `who` that have no seconds left [SAM-2-4].
    pub(super) fn due(&mut self, who: FighterId) {
        for at in 0..MOST_PENDING * usize::from(self.arena.scope.pending) {
            if let Some(pending) = self.body_mut(who).pending[at].take_if(|one| one.left == 0) {
                self.say("SAM-2-4", [who], |[who]| {
                    format!("What {who} has done takes effect.")
                });
                self.take_effect(who, pending.effect, true);
            }
        }
    }

    /// Applies the effect of an action with a weapon. If `delayed`, the effect was stored earlier, and the
    /// ammunition for it was used up then [SAM-2-4].
    fn take_effect(&mut self, who: FighterId, effect: Effect, delayed: bool) {
        match effect {
            Effect::Strike(strike) => self.strike_all(who, &[Some(strike)], delayed),
            Effect::Area {
                weapon,
                target,
                landing,
            } => {
                if !delayed {
                    self.use_up(who, weapon);
                }
                self.blast(who, weapon, target, landing);
            }
            Effect::Daunt { weapon, target } => self.daunt(who, weapon, target),
        }
    }

    /// Stores an effect for later if its weapon has a delay, and uses up the ammunition now. If the weapon is
    /// not usable, nothing is stored. Returns whether the weapon has a delay [SAM-2-4].
    fn put_off(&mut self, who: FighterId, effect: Effect) -> bool {
        let weapon = effect.weapon();
        let left = self.arena.weapon(weapon).delay;
        if left == 0 {
            return false;
        }
        let usable = self.view().usable(who, weapon);
        if usable {
            let mut pending = self.body_mut(who).pending.iter_mut();
            let free = pending.find(|slot| slot.is_none());
            let free = free.expect("`pending::check` gives room for all");
            *free = Some(Pending { left, effect });
            self.use_up(who, weapon);
            self.say("SAM-2-4", [who], |[who]| {
                format!("What {who} has done takes effect in {left} s.")
            });
        }
        true
    }

    /// Makes several attacks at the same time. Those with weapons that have a delay are stored instead, and
    /// take effect later [SAM-2-4].
    pub(super) fn attack(&mut self, who: FighterId, strikes: &[Option<Strike>]) {
        if !self.arena.scope.pending {
            return self.strike_all(who, strikes, false);
        }
        let mut now = [None; MOST_ATTACKS];
        for (now, strike) in now.iter_mut().zip(strikes) {
            *now = strike.filter(|&one| !self.put_off(who, Effect::Strike(one)));
        }
        if now.iter().any(Option::is_some) {
            self.strike_all(who, &now, false);
        }
    }

    /// Carries out an action. Its seconds have already been subtracted from the turn.
    pub(super) fn perform(&mut self, who: FighterId, deed: Deed) {
        let moves = matches!(deed, Deed::Move(_) | Deed::Crawl(_) | Deed::Ride(_));
        if moves {
            // Moving ends an aim [SAM-7-5].
            if self.body(who).aim.is_some() {
                self.body_mut(who).aim = None;
            }
            self.release(who);
        }
        match deed {
            Deed::Effect(effect) if self.put_off(who, effect) => {}
            Deed::Effect(effect) => self.take_effect(who, effect, false),
            Deed::Combo { combo, strikes } => {
                let name = &self.arena.combos[usize::from(combo)].name;
                self.tell("SAM-10-1", who, format_args!("uses the combo {name}"));
                self.attack(who, &strikes);
            }
            Deed::Aim(target) => {
                self.body_mut(who).aim = Some(target);
                self.tell_of("SAM-7-4", [who, target], "aims at");
            }
            Deed::Handle(handling, slot) => self.handle(who, slot, handling),
            Deed::Reload { owner, slot } => self.reload(who, owner, slot),
            Deed::Move(going) => self.go(who, going),
            Deed::Crawl(going) => self.crawl(who, going),
            Deed::Posture(posture) => self.change_posture(who, posture),
            Deed::Ride(going) => {
                let seconds = going.seconds(self.arena.options.rules.time.moving);
                self.command(who, seconds, |scene, mount| scene.go(mount, going));
            }
            Deed::MountStrike(strike) => {
                let seconds = self.arena.weapon(strike.weapon).seconds;
                let strikes = [Some(strike)];
                self.command(who, seconds, |scene, mount| scene.attack(mount, &strikes));
            }
            Deed::Stabilise(ally) => self.stabilise(who, ally),
            Deed::Heal { slot, patient } => self.heal(who, slot, patient),
            Deed::BreakFree => self.break_free(who),
            Deed::Possess { target, joins } => self.possess(who, target, joins),
            Deed::Leave => self.leave(self.state.mind, who),
            Deed::Delay | Deed::Wait => {}
        }
        if !moves {
            let clock = self.state.clock_mut(who);
            (clock.straight, clock.heading) = (0, None);
            (clock.carry, clock.pace) = (0, 0);
        }
    }

    /// Changes the posture of a fighter [SAM-3-7].
    fn change_posture(&mut self, who: FighterId, posture: Posture) {
        let word = ["stands up", "crouches", "lies down"][posture as usize];
        self.body_mut(who).posture = posture;
        self.tell("SAM-3-7", who, word);
    }

    /// Draws, sheathes, picks up, drops or clears a carried item [SAM-2-6].
    fn handle(&mut self, who: FighterId, slot: u8, handling: Handling) {
        let cell = self.view().block(who).at;
        let name = &self.arena.carried(who, slot).name;
        let item = &mut self.body_mut(who).items[usize::from(slot)];
        item.jammed &= handling != Handling::Clear;
        let (place, word) = match handling {
            Handling::Draw => (Whereabouts::Held, "draws"),
            Handling::TakeOut => (Whereabouts::Held, "takes out"),
            Handling::PickUp => (Whereabouts::Held, "picks up"),
            Handling::Sheathe => (Whereabouts::Sheathed, "sheathes"),
            Handling::Drop => (Whereabouts::Dropped(cell), "drops"),
            Handling::Clear => (item.place, "clears"),
        };
        item.place = place;
        self.tell("SAM-2-6", who, format_args!("{word} {name}"));
    }

    /// Spends a second on loading the weapon at index `slot` of `owner`, which is the fighter itself or an
    /// ally. When the last second has been spent, the weapon has as many shots as the ammunition allows
    /// [SAM-7-7].
    fn reload(&mut self, who: FighterId, owner: FighterId, slot: u8) {
        let row = self.arena.carried(owner, slot);
        let scale = row.scale.unwrap_or(self.fighter(owner).scale);
        let larger = (scale - self.fighter(who).scale).max(0);
        let per_scale = self.arena.options.rules.time.reload_per_scale;
        let needed = i32::from(row.reload) + i32::from(per_scale) * larger;
        let (shots, limited) = (row.shots.unwrap_or(0), row.ammunition.is_some());
        let item = &mut self.body_mut(owner).items[usize::from(slot)];
        item.loaded = item.loaded.saturating_add(1);
        let done = i32::from(item.loaded) >= needed;
        if done {
            item.loaded = 0;
            let supply = if limited { item.ammunition } else { shots };
            item.shots = shots.min(supply);
        }
        let word = if done { "has loaded" } else { "loads" };
        self.tell("SAM-7-7", who, format_args!("{word} {}", row.name));
    }
}
