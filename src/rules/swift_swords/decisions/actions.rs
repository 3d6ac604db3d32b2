//! What each line of a turn would come to that strikes, with the weapon, the whole body or at the mind.
//!
//! Clauses: SST-7-6, SST-8-1, SST-8-4, SST-8-8, SST-19-2, SST-32-2, SST-34-1. A line that the dice do not pay for is passed over.

use super::decider::{Choice, Decider};
use super::lists::{FALLEN, FIRST};
use crate::fight::FighterId;
use crate::policy::{Line, Slot};
use crate::rules::swift_swords::nouns::{Deed, Defence, Manner, Tactic, Track, View, Wanted};
use crate::rules::swift_swords::questions::arms;

impl<const N: usize> Decider<'_, N> {
    /// An enemy by the rule of a slot, of those who fit; by that rule also one who is out.
    pub(super) fn aim_at(
        &mut self,
        slot: Slot,
        fits: impl Fn(FighterId) -> bool,
    ) -> Option<FighterId> {
        self.aim_on(Track::Physical, slot, fits)
    }

    /// The same of what cannot be done to those who are out.
    pub(super) fn aim_up(
        &mut self,
        slot: Slot,
        fits: impl Fn(FighterId) -> bool,
    ) -> Option<FighterId> {
        self.aim_up_on(Track::Physical, slot, fits)
    }

    /// The same of what is done to this track.
    pub(super) fn aim_up_on(
        &mut self,
        track: Track,
        slot: Slot,
        fits: impl Fn(FighterId) -> bool,
    ) -> Option<FighterId> {
        let fallen = slot == Slot::Target(FALLEN);
        (!fallen).then(|| self.aim_on(track, slot, fits))?
    }

    fn aim_on(
        &mut self,
        track: Track,
        slot: Slot,
        fits: impl Fn(FighterId) -> bool,
    ) -> Option<FighterId> {
        let rule = match slot {
            Slot::Target(rule) => rule,
            _ => FIRST,
        };
        let fit = self.view.foes(self.who).filter(fits);
        self.target = Some(self.view.pick(self.who, track, rule, fit)?);
        self.target
    }

    pub(super) fn aim_attack(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let weapon = view.melee_weapon(who, self.wish(line.slots[0]))?;
        let target = self.aim_at(line.slots[1], |foe| view.can_strike(who, foe))?;
        Some(Deed::Attack { target, weapon })
    }

    pub(super) fn aim_break(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let weapon = view.melee_weapon(who, self.wish(line.slots[0]))?;
        let kept_up = |foe| view.can_strike(who, foe) && view.body(foe).pool != Defence::None;
        let target = self.aim_up(line.slots[1], kept_up)?;
        Some(Deed::Break { target, weapon })
    }

    pub(super) fn aim_mind(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let near = |foe: FighterId| view.body(foe).zone == view.body(who).zone;
        let able = view.fighter(who).mental_attack > 0;
        let target = able.then(|| self.aim_up_on(Track::Mental, line.slots[0], near))??;
        Some(Deed::Daunt { target })
    }

    pub(super) fn aim_slam(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let stands = |foe| view.can_strike(who, foe) && !view.body(foe).prone;
        let able = view.arena.options.slam;
        let target = able.then(|| self.aim_up(line.slots[0], stands))??;
        Some(Deed::Slam { target })
    }

    pub(super) fn aim_dual(&mut self, line: &Line, manner: Manner) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        if !view.fighter(who).dual {
            return None;
        }
        let off = view.off_hand(who)?;
        // Only an all-out attack names its weapon.
        let (wish, first) = match manner {
            Manner::AllOut => (self.wish(line.slots[0]), line.slots[1]),
            _ => (arms::ANY, line.slots[0]),
        };
        let in_hand = view.in_hand(who);
        let weapon = view.melee_weapon(who, wish);
        let weapon = weapon.filter(|&own| in_hand == Some(own))?;
        let strikes = |foe: FighterId| view.can_strike(who, foe);
        let target = self.aim_at(first, strikes)?;
        let mut second = target;
        if let (Manner::DoubleStrike, slot @ Slot::Target(_)) = (manner, line.slots[1]) {
            let found = self.aim_at(slot, |foe| foe != target && strikes(foe));
            self.target = Some(target);
            second = found.unwrap_or(target);
        }
        Some(Deed::Dual(Tactic {
            target,
            second,
            weapon,
            off,
            manner,
        }))
    }

    /// What a line of `interrupt` comes to: an attack on the one who acts.
    pub(super) fn aim_interrupt(&mut self, line: &Line) -> Option<Choice> {
        if line.action != 0 {
            return Some(Choice::Action(line.action));
        }
        let (view, who) = (self.view, self.who);
        let weapon = view.melee_weapon(who, self.wish(line.slots[0]))?;
        let target = self.matter.stated?;
        let deed = Deed::Attack { target, weapon };
        // Whoever waits for one in the air gets at it when it attacks.
        let reaches = view.state.reaches(who, target) || view.aloft(target);
        let possible = reaches
            && view.may_attack(who)
            && view.has_room(who, target)
            && deed.cost(view, who).fits(view.body(who).hand);
        possible.then_some(Choice::Deed(deed))
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
