//! What each line of a turn would come to.
//!
//! Clauses: SST-7-6, SST-8-1, SST-8-4, SST-14-3. A line that the dice do not pay for is passed over.

use super::decider::{Decider, target_of};
use crate::fight::FighterId;
use crate::policy::{Slot, TargetRef};
use crate::rules::swift_swords::nouns::deeds::{Deed, Wanted};
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::scene::View;
use crate::rules::swift_swords::nouns::state::Pool;
use crate::rules::swift_swords::questions::{arms, defences, reach};
use crate::rules::swift_swords::words::{act, target};

impl<const N: usize> Decider<'_, N> {
    /// What a line of `act` comes to, if it is possible and can be paid.
    #[inline]
    pub(super) fn aim_act(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Deed> {
        let deed = match action {
            act::ATTACK => self.aim_attack(slots)?,
            act::BREAK => self.aim_break(slots)?,
            act::POOL => self.aim_pool()?,
            act::YIELD => Deed::Yield,
            act::WAIT => Deed::Wait,
            _ => self.aim_elsewhere(action, slots)?,
        };
        self.affords(deed).then_some(deed)
    }

    /// An enemy by a rule, of those who fit.
    pub(super) fn aim_at(
        &mut self,
        rule: TargetRef,
        fits: impl Fn(FighterId) -> bool,
    ) -> Option<FighterId> {
        self.aim_on(Track::Physical, rule, fits)
    }

    /// The same for what is done to this track.
    pub(super) fn aim_on(
        &mut self,
        track: Track,
        rule: TargetRef,
        fits: impl Fn(FighterId) -> bool,
    ) -> Option<FighterId> {
        let (arena, state, who) = (self.arena, self.state, self.who);
        let fit = arena.foes(state, who).filter(fits);
        let found = super::targets::pick(View::new(arena, state), (who, track), rule, fit)?;
        self.target = Some(found);
        Some(found)
    }

    fn aim_attack(&mut self, slots: &[Slot; 4]) -> Option<Deed> {
        let wish = self.wish(slots[0]);
        let (view, who) = (self.view(), self.who);
        let weapon = arms::melee(view, who, wish)?;
        let rule = target_of(slots[1], target::FIRST);
        let target = self.aim_at(rule, |foe| reach::can_strike(view, who, foe))?;
        Some(Deed::Attack { target, weapon })
    }

    fn aim_break(&mut self, slots: &[Slot; 4]) -> Option<Deed> {
        let wish = self.wish(slots[0]);
        let (view, who) = (self.view(), self.who);
        let weapon = arms::melee(view, who, wish)?;
        let rule = target_of(slots[1], target::FIRST);
        if rule == TargetRef::Rule(target::FALLEN) {
            // They keep up no defence.
            return None;
        }
        let target = self.aim_at(rule, |foe| {
            reach::can_strike(view, who, foe) && view.body(foe).pool != Pool::None
        })?;
        Some(Deed::Break { target, weapon })
    }

    fn aim_pool(&self) -> Option<Deed> {
        (defences::room(self.view(), self.who) > 0).then_some(Deed::Pool)
    }
}

/// What a plain attack at the first enemy comes to for somebody who is up, if it is possible and can be paid.
#[inline]
pub(super) fn strike<const N: usize>(view: View<'_, N>, who: FighterId) -> Option<Wanted> {
    if view.body(who).prone || !reach::may_attack(view.state, who) {
        return None;
    }
    let weapon = arms::melee(view, who, arms::ANY)?;
    let mut foes = view.arena.foes(view.state, who).iter();
    let target = foes.find(|&foe| reach::can_strike(view, who, foe))?;
    let deed = Deed::Attack { target, weapon };
    let cost = deed.cost(view, who);
    let fits = cost.fits(view.body(who).hand);
    fits.then_some(Wanted {
        deed,
        cost,
        short: false,
    })
}
