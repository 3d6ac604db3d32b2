//! One creature's turn: it ends a State, chooses an action, pays, and acts.
//!
//! Clauses: SST-7-3, SST-7-6, SST-8-1, SST-8-3, SST-9-2, SST-9-4, SST-10-2, SST-14-2, SST-14-3, SST-17-2..5,
//! SST-19-5.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::decisions::lists::answer;
use crate::rules::swift_swords::nouns::{
    Act, Aim, Attack, Body, Cost, Daze, DecisionContext, Deed, Purpose, Scene, Status, Took, Trait,
    WantedDeed, Wits,
};

/// How a State, a state of mind or close combat restricts a creature's turn.
#[derive(Debug, Clone, Copy, Default)]
struct Troubles {
    /// Whether the creature is in a State but wants to act in this turn. After paying, it acts only if a roll
    /// ends the State [SST-17-5].
    by_roll: bool,
    /// Whether a roll against panic has failed in this turn.
    panics: bool,
    /// The action that the creature must take: in panic, or in a hold.
    wanted: Option<WantedDeed>,
}

impl Body {
    /// Returns whether no State, state of mind or close combat restricts the creature's turn.
    #[inline]
    fn is_free(&self) -> bool {
        !self.states.any() && matches!(self.wits, Wits::Calm) && self.close == 0
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    pub(crate) fn take_turn(&mut self, who: FighterId) -> Took {
        self.dice.about(Topic::Deed(who.0));
        let troubles = if self.body(who).is_free() {
            Ok(Troubles::default())
        } else {
            self.troubles(who)
        };
        let Troubles {
            by_roll,
            panics,
            wanted,
        } = match troubles {
            Ok(troubles) => troubles,
            Err(took) => return took,
        };
        let WantedDeed { deed, cost, short } = wanted.unwrap_or_else(|| self.wants(who));
        if deed.act == Act::Wait {
            if by_roll {
                return self.recover(who);
            }
            self.tell("SST-7-6", who, "waits");
            return Took::Waited { short };
        }
        if cost != Cost::Free && self.body(who).held.is_some() && !panics {
            // A held creature in panic cannot get away, so it struggles. It rolls against panic before it
            // pays.
            self.is_calm(who);
        }
        if !self.pay_at_once(who, cost) {
            return Took::Waited { short: true };
        }
        if cost != Cost::Free {
            self.has_acted(who, deed.gathers(self.state, who));
            self.lands(who, deed.act);
            let goes_on = self.faced(who) && self.state.fighting.has(who);
            if !goes_on || (by_roll && !self.steadies(who, true)) {
                return Took::Acted;
            }
        }
        if self.spares(who, deed) {
            // The creatures around the target strike at a flyer even if the target is out by then.
            let passes = self.arena.scope.flight && deed.act.is_blow();
            let near = passes.then(|| self.state.group(deed.target));
            self.perform(who, deed);
            if let Some(near) = near {
                self.passes_by(who, deed.target, near);
            }
        } else {
            self.body_mut(who).aim = Aim::None;
        }
        Took::Acted
    }

    /// Returns how a State, a state of mind or close combat restricts a creature's turn. Returns `Err` with
    /// the result of the turn if the creature has no choice.
    #[inline(never)]
    fn troubles(&mut self, who: FighterId) -> Result<Troubles, Took> {
        if let Some(took) = self.crushed(who) {
            return Err(took);
        }
        // Before anything else, the creature may spend a 1 for a roll against a State [SST-9-2].
        if self.body(who).states.any() && self.shakes(who) {
            self.steadies(who, false);
        }
        let by_roll = self.body(who).states.any();
        // The roll against panic comes before any action, even before the end of a State [SST-19-5].
        let panics = by_roll && !self.is_calm(who);
        let tries = const { answer("recover", "by-roll") };
        if by_roll && !self.answers(who, tries, DecisionContext::default) {
            return Err(self.recover(who));
        }
        let wanted = self.flees(who, panics).or_else(|| self.bound(who));
        Ok(Troubles {
            by_roll,
            panics,
            wanted,
        })
    }

    /// Rolls to end one State. `effort` is whether a 1 may be spent for an additional die. Returns whether
    /// the creature is in no State now [SST-17-5].
    fn steadies(&mut self, who: FighterId, effort: bool) -> bool {
        let Some(daze) = self.body(who).states.first() else {
            return true;
        };
        let which = match daze {
            Daze::Stun => Trait::Body,
            Daze::Shock => Trait::Mind,
            Daze::Doubt => Trait::Soul,
        };
        let bonus = self.fighter(who).recovery_bonus.cast_signed();
        let successes = self.roll_trait(who, which, bonus, effort);
        if self.pass(successes) {
            self.gets_over(who, daze);
        }
        !self.body(who).states.any()
    }

    /// Makes a creature spend dice to end a State, instead of taking an action [SST-17-3].
    fn recover(&mut self, who: FighterId) -> Took {
        if !self.pay(who, Cost::Dice(self.rules().actions.recover)) {
            return Took::Waited { short: true };
        }
        self.has_acted(who, false);
        self.lands(who, Act::Wait);
        if self.faced(who)
            && let Some(daze) = self.body(who).states.first()
        {
            self.gets_over(who, daze);
        }
        Took::Acted
    }

    fn gets_over(&mut self, who: FighterId, daze: Daze) {
        self.body_mut(who).states.remove(daze);
        let told = format_args!("is no longer {daze}");
        self.tell("SST-17-3", who, told);
    }

    /// Performs an action whose cost has been paid.
    #[expect(clippy::inline_always, reason = "it is called in one place")]
    #[inline(always)]
    fn perform(&mut self, who: FighterId, deed: Deed) {
        if deed.act.is_attack() {
            self.has_swarmed(who);
        }
        if deed.act == Act::Attack {
            self.strike_as_mob(who, deed.target, deed.weapon);
        } else {
            self.perform_other(who, deed);
        }
    }

    /// Performs an action that is not a plain attack.
    #[inline(never)]
    fn perform_other(&mut self, who: FighterId, deed: Deed) {
        let (act, target, weapon) = (deed.act, deed.target, deed.weapon);
        match act {
            Act::Break => {
                self.strike(Attack::blow(who, target, weapon).to(Purpose::Break));
            }
            Act::Charge => self.charge(who, target, weapon),
            Act::AllOut | Act::DoubleStrike | Act::FollowOn => self.fight_with_two(who, deed),
            Act::Slam => self.slam(who, target),
            Act::Daunt => self.daunt(who, target),
            Act::Shoot | Act::Cast => self.shoot(who, deed),
            Act::Close => self.close_in(who, target, weapon),
            Act::Hold => self.wrestle(who, target, self.rules().close.first_hold),
            Act::Improve => self.improve(who, target),
            Act::KnockDown => self.throw_down(who, target),
            Act::Squeeze => self.squeeze(who, target),
            Act::Subdue => self.subdue(who, target),
            Act::BreakHold | Act::Reverse => self.struggle(who, act == Act::Reverse),
            Act::Aim | Act::Gather => self.gather(who, deed),
            Act::Pool => self.pool(who),
            Act::Move | Act::Retreat | Act::Withdraw => self.go(who, deed),
            Act::Drag => self.drag(who, target),
            Act::Stand => {
                self.body_mut(who).prone = false;
                self.tell("SST-22-8", who, "stands up");
            }
            Act::Ready => self.ready(who, weapon),
            Act::Heal => self.heal(who, weapon, target),
            Act::Yield => {
                let held = self.body(who).held.is_some();
                let clause = if held { "SST-12-5" } else { "SST-8-1" };
                self.put_out(who, Status::Yielded, clause);
            }
            Act::Attack | Act::Wait => {}
        }
    }

    /// Adds dice to a creature's defence pool [SST-14-3].
    fn pool(&mut self, who: FighterId) {
        let room = self.view().pool_room(who);
        if room > 0 {
            let pool = self.body(who).pool;
            let more = self.rules().defences.pooled.min(room);
            let pool = pool.kept(pool.dice + more);
            self.body_mut(who).pool = pool;
            self.say("SST-14-3", [who], |[who]| format!("{who}: {pool} now."));
        }
    }
}

#[cfg(test)]
mod tests;
