//! Doing what was decided: the seconds it takes, and what it comes to.
//!
//! Clauses: SAM-0-11, SAM-2-1..7, SAM-3-7, SAM-7-4, SAM-7-5, SAM-10-1, SAM-10-7, SAM-14-1.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::semiautomagic::nouns::deeds::{Change, Deed};
use crate::rules::semiautomagic::nouns::scene::Scene;
use crate::rules::semiautomagic::nouns::state::{Busy, Intent, MOST_PENDING, Pending};
use crate::rules::semiautomagic::nouns::strike::Landing;
use crate::rules::semiautomagic::reading::sheet::Posture;

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
            body.busy = None;
        }
        if seconds > left {
            body.busy = intent.map(|intent| Busy {
                mind,
                intent,
                left: seconds - left,
            });
            self.spend(who, left);
            self.say("SAM-2-3", [who, who], |who, _| {
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
        let row = self.arena.weapon(pending.weapon);
        if row.area.is_some() {
            self.blast(who, pending.weapon, pending.target, pending.landing);
        } else {
            let strike = crate::rules::semiautomagic::nouns::strike::Strike::new(
                pending.weapon,
                pending.target,
            );
            self.strike_all(who, &[Some(strike)]);
        }
    }

    /// Remembers an effect that comes later, if that is how this weapon works.
    fn put_off(
        &mut self,
        who: FighterId,
        weapon: u8,
        target: FighterId,
        landing: Option<Landing>,
    ) -> bool {
        let delay = self.arena.weapon(weapon).delay;
        if delay == 0 {
            return false;
        }
        let landing = landing.unwrap_or(Landing {
            cell: self.body(target).cell,
            heading: None,
        });
        let pending = &mut self.body_mut(who).pending;
        if let Some(free) = pending.iter_mut().find(|slot| slot.is_none()) {
            *free = Some(Pending {
                left: delay,
                weapon,
                target,
                landing,
            });
        }
        self.say("SAM-2-4", [who, who], |who, _| {
            format!("What {who} has done takes effect in {delay} s.")
        });
        true
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
            Deed::Strike(strike) => {
                if !self.put_off(who, strike.weapon, strike.target, None) {
                    self.strike_all(who, &[Some(strike)]);
                }
            }
            Deed::Combo { combo, strikes } => {
                let name = &self.arena.combos[usize::from(combo)].name;
                self.say("SAM-10-1", [who, who], |who, _| {
                    format!("{who} uses the combo {name}.")
                });
                self.strike_all(who, &strikes);
            }
            Deed::Area {
                weapon,
                target,
                landing,
            } => {
                if !self.put_off(who, weapon, target, Some(landing)) {
                    self.blast(who, weapon, target, landing);
                }
            }
            Deed::Daunt { weapon, target } => self.daunt(who, weapon, target),
            Deed::Aim { target } => {
                self.body_mut(who).aim = Some(target);
                self.say("SAM-7-4", [who, target], |who, target| {
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
