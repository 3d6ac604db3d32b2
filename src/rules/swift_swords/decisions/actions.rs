//! What each line of a turn would come to.
//!
//! Clauses: SST-7-6, SST-8-1, SST-8-4, SST-14-3. A line that the dice do not pay for is passed over.

use super::decider::{Decider, target_of};
use crate::fight::FighterId;
use crate::policy::{Line, TargetRef};
use crate::rules::swift_swords::nouns::deeds::{Deed, Wanted};
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::scene::View;
use crate::rules::swift_swords::nouns::state::Pool;
use crate::rules::swift_swords::questions::arms;
use crate::rules::swift_swords::words::{act, target};

impl<const N: usize> Decider<'_, N> {
    /// What a line of `act` comes to, if it is possible and can be paid.
    #[inline]
    pub(super) fn aim_act(&mut self, line: &Line) -> Option<Deed> {
        let deed = match line.action {
            act::ATTACK => self.aim_attack(line)?,
            act::BREAK => self.aim_break(line)?,
            act::POOL => {
                let room = self.view.pool_room(self.who);
                (room > 0).then_some(Deed::Pool)?
            }
            act::YIELD => Deed::Yield,
            act::WAIT => Deed::Wait,
            _ => self.aim_elsewhere(line)?,
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
        let fit = self.view.foes(self.who).filter(fits);
        let found = self.view.pick(self.who, track, rule, fit)?;
        self.target = Some(found);
        Some(found)
    }

    fn aim_attack(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let weapon = view.melee_weapon(who, self.wish(line.slots[0]))?;
        let target = self.aim_at(target_of(line.slots[1]), |foe| view.can_strike(who, foe))?;
        Some(Deed::Attack { target, weapon })
    }

    fn aim_break(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let weapon = view.melee_weapon(who, self.wish(line.slots[0]))?;
        let rule = target_of(line.slots[1]);
        if rule == TargetRef::Rule(target::FALLEN) {
            // They keep up no defence.
            return None;
        }
        let kept_up = |foe| view.can_strike(who, foe) && view.body(foe).pool != Pool::None;
        let target = self.aim_at(rule, kept_up)?;
        Some(Deed::Break { target, weapon })
    }
}

impl<const N: usize> View<'_, N> {
    /// What a plain attack at the first enemy comes to for somebody who is up, if it is possible and can be paid.
    #[inline]
    pub(super) fn plain_strike(self, who: FighterId) -> Option<Wanted> {
        if self.body(who).prone || !self.may_attack(who) {
            return None;
        }
        let weapon = self.melee_weapon(who, arms::ANY)?;
        let mut foes = self.foes(who).iter();
        let target = foes.find(|&foe| self.can_strike(who, foe))?;
        let deed = Deed::Attack { target, weapon };
        let (cost, short) = (deed.cost(self, who), false);
        let fits = cost.fits(self.body(who).hand);
        fits.then_some(Wanted { deed, cost, short })
    }
}
