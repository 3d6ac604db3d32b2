//! Doing what was decided: the seconds it takes, and what it comes to.
//!
//! Clauses: SAM-0-11, SAM-2-1..7, SAM-3-7, SAM-7-4, SAM-7-5, SAM-10-1, SAM-10-7, SAM-14-1.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::semiautomagic::nouns::deeds::{Change, Deed};
use crate::rules::semiautomagic::nouns::scene::Scene;
use crate::rules::semiautomagic::nouns::state::{Busy, Effect, Intent, MOST_PENDING, Pending};
use crate::rules::semiautomagic::nouns::strike::Strike;
use crate::rules::semiautomagic::reading::sheet::Posture;
use crate::rules::semiautomagic::reading::tables::MOST_ATTACKS;

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Spends an action's seconds and does it; or begins it, where it runs over the end of the turn. Says whether the turn
    /// goes on [SAM-2-2, SAM-2-3].
    pub(super) fn undertake(&mut self, deed: Deed, intent: Option<Intent>) -> bool {
        let who = self.state.actor;
        match deed {
            Deed::Wait => return false,
            Deed::Delay => {
                self.body_mut(who).delays = true;
                self.tell("SAM-1-4", who, "delays its turn");
                return false;
            }
            _ => {}
        }
        let seconds = self.view().seconds(who, &deed);
        let mind = self.state.mind;
        let body = self.body_mut(who);
        body.clock.fresh = false;
        let left = body.clock.left;
        if seconds > 0 {
            // The seconds of what another mind has begun are no longer consecutive [SAM-2-3].
            body.clock.busy = None;
        }
        if seconds > left {
            body.clock.busy = intent.map(|intent| Busy {
                mind,
                intent,
                left: seconds - left,
            });
            self.spend(who, left);
            self.say("SAM-2-3", [who], |[who]| {
                let rest = seconds - left;
                format!("{who} begins what takes {rest} s of its next turn.")
            });
            return self.view().has_seconds(who);
        }
        self.spend(who, seconds);
        self.perform(who, deed);
        self.due(who);
        self.view().has_seconds(who)
    }

    /// So many seconds of somebody's turn pass [SAM-2-4].
    pub(super) fn spend(&mut self, who: FighterId, seconds: u8) {
        let body = self.body_mut(who);
        body.clock.left = body.clock.left.saturating_sub(seconds);
        for pending in body.pending.iter_mut().flatten() {
            pending.left = pending.left.saturating_sub(seconds);
        }
    }

    /// Effects whose time has come take place [SAM-2-4].
    pub(super) fn due(&mut self, who: FighterId) {
        for at in 0..MOST_PENDING {
            if let Some(pending) = self.body_mut(who).pending[at].take_if(|one| one.left == 0) {
                self.take_place(who, pending);
            }
        }
    }

    fn take_place(&mut self, who: FighterId, pending: Pending) {
        self.tell("SAM-2-4", who, "sees its delayed effect happen");
        match pending.effect {
            Effect::Strike(strike) => self.strike_all(who, &[Some(strike)], true),
            Effect::Area {
                weapon,
                target,
                landing,
            } => self.blast(who, weapon, target, landing),
            Effect::Daunt { weapon, target } => self.daunt(who, weapon, target),
        }
    }

    /// Remembers an effect that comes later, if that is how this weapon works; what it shoots is gone now [SAM-2-4].
    pub(super) fn put_off(&mut self, who: FighterId, weapon: u8, effect: Effect) -> bool {
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

    /// Attacks at once, of which each with a delay comes later [SAM-2-4].
    pub(super) fn attack(&mut self, who: FighterId, strikes: &[Option<Strike>]) {
        let mut now = [None; MOST_ATTACKS];
        for (now, strike) in now.iter_mut().zip(strikes) {
            *now = strike.filter(|&one| !self.put_off(who, one.weapon, Effect::Strike(one)));
        }
        if now.iter().any(Option::is_some) {
            self.strike_all(who, &now, false);
        }
    }

    /// Does an action whose seconds are spent.
    pub(super) fn perform(&mut self, who: FighterId, deed: Deed) {
        let moves = matches!(
            deed,
            Deed::Move(_) | Deed::Run(_) | Deed::Crawl(_) | Deed::Ride(_) | Deed::RideRun(_)
        );
        if moves {
            // An aim is lost to moving [SAM-7-5].
            self.body_mut(who).aim = None;
        }
        match deed {
            Deed::Strike(strike) => self.attack(who, &[Some(strike)]),
            Deed::Combo { combo, strikes } => {
                let name = &self.arena.combos[usize::from(combo)].name;
                self.say("SAM-10-1", [who], |[who]| {
                    format!("{who} uses the combo {name}.")
                });
                self.attack(who, &strikes);
            }
            Deed::Area {
                weapon,
                target,
                landing,
            } => {
                let effect = Effect::Area {
                    weapon,
                    target,
                    landing,
                };
                if !self.put_off(who, weapon, effect) {
                    self.use_up(who, weapon);
                    self.blast(who, weapon, target, landing);
                }
            }
            Deed::Daunt { weapon, target } => {
                if !self.put_off(who, weapon, Effect::Daunt { weapon, target }) {
                    self.daunt(who, weapon, target);
                }
            }
            Deed::Aim { target } => {
                self.body_mut(who).aim = Some(target);
                self.say("SAM-7-4", [who, target], |[who, target]| {
                    format!("{who} aims at {target}.")
                });
            }
            Deed::Handle(handling, slot) => self.handle(who, slot, handling),
            Deed::Reload { owner, slot } => self.reload(who, owner, slot),
            Deed::Move(going) => self.go(who, going),
            Deed::Run(run) => self.run(who, run),
            Deed::Crawl(going) => self.crawl(who, going),
            Deed::Posture(change) => self.change_posture(who, change),
            Deed::Ride(going) => self.ride(who, 1, |scene, mount| scene.go(mount, going)),
            Deed::RideRun(run) => {
                self.ride(who, run.seconds, |scene, mount| scene.run(mount, run));
            }
            Deed::MountStrike(strike) => self.mount_strike(who, strike),
            Deed::Stabilise { ally } => self.stabilise(who, ally),
            Deed::Possess { target, joins } => self.possess(who, target, joins),
            Deed::Leave => self.leave(self.state.mind, who),
            Deed::Delay | Deed::Wait => {}
        }
        if !moves {
            let clock = &mut self.body_mut(who).clock;
            (clock.straight, clock.carry, clock.pace) = (0, 0, 0);
            clock.heading = None;
        }
    }

    /// [SAM-3-7]
    fn change_posture(&mut self, who: FighterId, change: Change) {
        let (posture, word) = match change {
            Change::Crouch => (Posture::Crouched, "crouches"),
            Change::Lie => (Posture::Prone, "lies down"),
            Change::Stand => (Posture::Standing, "stands up"),
        };
        self.body_mut(who).posture = posture;
        self.tell("SAM-3-7", who, word);
    }
}
