//! The actions that a fighter may take, and how many seconds they take.
//!
//! Clauses: SAM-2-2, SAM-2-6, SAM-2-7, SAM-5-8, SAM-6-1, SAM-7-1, SAM-7-2, SAM-8-1, SAM-10-4, SAM-10-7, SAM-11-7, SAM-11-10,
//! SAM-12-3, SAM-12-5, SAM-13-1, SAM-14-2, SAM-15-3, SAM-15-6, SAM-17-1, SAM-18-9, SAM-19-8.

use crate::fight::FighterId;
use crate::grid::Block;
use crate::rules::semiautomagic::nouns::{
    Aimed, BodyPart, Deed, Handling, Life, Strike, View, Whereabouts,
};
use crate::rules::semiautomagic::reading::{
    Ailment, Component, Posture, Skill, Suffering, WeaponKind,
};

impl View<'_> {
    /// Returns whether a weapon of `who` reaches a target. For a melee weapon, the distance must be within
    /// its reach. For other weapons, the target must be in sight and within range [SAM-6-1, SAM-7-1,
    /// SAM-7-2].
    #[inline]
    pub(crate) fn reaches(self, who: FighterId, target: FighterId, weapon: u8) -> bool {
        let row = self.weapon(weapon);
        match row.kind {
            WeaponKind::Melee => self.reaches_over(who, row, self.gap(who, target)),
            WeaponKind::Ranged => {
                self.doublings_to(who, target, row) <= u32::from(row.max_doublings)
                    && self.in_sight(who, target)
            }
            WeaponKind::Morale => {
                self.distance(who, target) <= 2 * u32::from(row.range) && self.in_sight(who, target)
            }
            WeaponKind::Shield => false,
        }
    }

    /// Returns whether a fighter may make this attack, apart from the seconds that it takes. Attacks on dying
    /// targets are allowed, although only some policy lines choose such a target.
    pub(crate) fn may_strike(self, who: FighterId, strike: Strike) -> bool {
        self.weapon(strike.weapon).strikes()
            && self.usable(who, strike.weapon)
            && self.may_hit(who, strike)
    }

    /// Returns whether a fighter may make this attack. The caller has already checked that the weapon is
    /// usable.
    pub(crate) fn may_hit(self, who: FighterId, strike: Strike) -> bool {
        let row = self.weapon(strike.weapon);
        let there = self.state.bodily.has(strike.target)
            && (self.state.fighting.has(strike.target) || self.is_dying(strike.target));
        there
            && self.reaches(who, strike.target, strike.weapon)
            && self.locatable(strike.target, who)
            && self.has(strike.target, strike.aimed)
            && self.may_cast(who, row.skill)
            && self.mount(who) != Some(strike.target)
    }

    /// Returns the attack of a combo component on `foe`, with the first weapon that can make this attack.
    /// Returns `None` if no weapon can.
    pub(crate) fn component(
        self,
        who: FighterId,
        component: &Component,
        target: FighterId,
        aimed: Aimed,
    ) -> Option<Strike> {
        if component.harmless && self.shrugs_off(target, component.ailment) {
            return None;
        }
        let meant = |weapon: &u8| component.weapon.is_none_or(|fixed| fixed == *weapon);
        let mut strikes = self.meant(who, None).filter(meant).map(|weapon| Strike {
            target,
            weapon,
            aimed,
            attack_mod: component.attack_mod,
            dc_mod: component.dc_mod,
            damage: component.damage,
            harmless: component.harmless,
            ails: component.ails,
        });
        strikes.find(|&strike| self.may_strike(who, strike))
    }

    /// Returns whether a fighter may use this skill. A fighter in rage cannot use magic [SAM-15-6].
    #[inline]
    pub(crate) fn may_cast(self, who: FighterId, skill: Skill) -> bool {
        skill != Skill::Magic || self.body(who).rage.is_none()
    }

    /// Returns whether a fighter may use a combo. A Disabled fighter may use only combos with a single
    /// component of rating 1 [SAM-10-8, SAM-19-8].
    #[inline]
    pub(crate) fn may_combine(self, who: FighterId, combo: u8) -> bool {
        self.body(who).disabled == 0 || self.arena.combos[usize::from(combo)].is_single()
    }

    /// Returns whether a fighter may begin this combo now. A charge combo needs a straight movement just
    /// before [SAM-10-7].
    #[inline]
    pub(crate) fn may_begin(self, who: FighterId, combo: u8) -> bool {
        !self.arena.combos[usize::from(combo)].charge || self.has_charged(who)
    }

    /// Returns whether `who` has the body part or item that an attack is aimed at [SAM-12-5, SAM-13-1].
    pub(crate) fn has(self, who: FighterId, aimed: Aimed) -> bool {
        let (fighter, limbs) = (self.fighter(who), &self.body(who).limbs);
        match aimed {
            Aimed::Body => true,
            Aimed::Armour => fighter.armour > 0 && !self.body(who).bare,
            Aimed::Thing(slot) => {
                let place = self.body(who).items[usize::from(slot)].place;
                place == Whereabouts::Held && self.arena.carried(who, slot).held
            }
            Aimed::Part(part) => {
                !fighter.object
                    && match part {
                        BodyPart::Leg => fighter.legs > limbs.legs,
                        BodyPart::Arm | BodyPart::Hand => fighter.arms > limbs.arms,
                        BodyPart::OffArm | BodyPart::OffHand => fighter.arms > limbs.arms + 1,
                        BodyPart::Wings => fighter.wings && !limbs.grounded,
                        BodyPart::Head | BodyPart::Vitals | BodyPart::Torso => true,
                    }
            }
        }
    }

    /// Returns whether `who` can handle the item at index `slot` in this way, such as drawing an item that is
    /// sheathed [SAM-2-6, SAM-2-7].
    pub(crate) fn may_handle(self, who: FighterId, slot: u8, handling: Handling) -> bool {
        let item = &self.body(who).items[usize::from(slot)];
        let free = self.free_hands(who) >= self.arena.carried(who, slot).hands;
        match (handling, item.place) {
            (Handling::Draw, Whereabouts::Sheathed) | (Handling::TakeOut, Whereabouts::Packed) => {
                free
            }
            (Handling::Sheathe, Whereabouts::Held) => true,
            (Handling::Drop, Whereabouts::Held) => self.arena.carried(who, slot).held,
            (Handling::PickUp, Whereabouts::Dropped(cell)) => {
                let there = Block::new(cell, 1);
                free && (!self.arena.ground.mapped || self.block(who).gap(there) <= 1)
            }
            (Handling::Clear, Whereabouts::Held) => item.jammed,
            _ => false,
        }
    }

    /// Returns whether a fighter may use Medicine on a dying fighter [SAM-18-9].
    pub(crate) fn may_stabilise(self, who: FighterId, patient: FighterId) -> bool {
        self.shared(who, |fighter| fighter.medicine).is_some()
            && self.body(patient).life == Life::Dying
            && self.state.bodily.has(patient)
            && self.gap(who, patient) <= 1
    }

    /// Returns whether an ailment has no effect on `who`. This is so if `ailment` is `None`, if `who` has the
    /// ailment already, or if `who` is an object, dying, stable, unconscious, dead or fled.
    fn shrugs_off(self, who: FighterId, ailment: Option<Ailment>) -> bool {
        let body = self.body(who);
        if body.life != Life::Well || self.fighter(who).object {
            return true;
        }
        ailment.is_none_or(|ailment| match ailment.effect {
            Suffering::Prone => body.posture == Posture::Prone,
            Suffering::Held => body.held > 0,
            Suffering::Stunned => body.stunned > 0,
            Suffering::Staggered => body.staggered > 0,
            Suffering::Disabled => body.disabled > 0,
            Suffering::Blinded => body.blinded > 0,
            Suffering::FlatFooted => body.drowsy > 0,
            Suffering::Asleep => body.asleep,
            Suffering::Disarmed => self.main_slot(who).is_none(),
            Suffering::Mobility | Suffering::Paralysed | Suffering::Unconscious => false,
        })
    }

    /// Returns whether a fighter is held and can break free.
    pub(crate) fn may_break_free(self, who: FighterId) -> bool {
        let body = self.body(who);
        body.held > 0 && body.escape > 0
    }

    /// Returns whether a fighter may change to a posture [SAM-3-7].
    pub(crate) fn may_change(self, who: FighterId, posture: Posture) -> bool {
        let (body, fighter) = (self.body(who), self.fighter(who));
        let legless = fighter.legs > 0 && body.limbs.legs >= fighter.legs;
        let upright = !legless && body.disabled == 0;
        posture != body.posture && (posture == Posture::Prone || upright)
    }

    /// Returns the number of seconds that an action takes [SAM-2-6, SAM-2-7, SAM-3-7].
    pub(crate) fn seconds(self, who: FighterId, deed: &Deed) -> u8 {
        let time = &self.arena.options.rules.time;
        match *deed {
            Deed::Effect(effect) => self.weapon(effect.weapon()).seconds,
            Deed::Combo { combo, .. } => self.arena.combos[usize::from(combo)].seconds,
            Deed::Aim(_) => self.arena.options.aim_seconds,
            Deed::Handle(handling, _) => match handling {
                Handling::Drop => time.drop,
                Handling::Draw | Handling::Sheathe => time.draw,
                Handling::PickUp => time.pick_up,
                Handling::TakeOut => time.take_out,
                Handling::Clear => time.clear,
            },
            Deed::Move(going) => going.seconds(time.moving),
            Deed::Crawl(_) => self.crawls(who).unwrap_or(time.crawl),
            Deed::Posture(posture) => match (self.body(who).posture, posture) {
                (Posture::Prone, Posture::Standing) => self.arena.options.stand_prone,
                (_, Posture::Standing) => time.stand_from_crouch,
                (Posture::Prone, _) => time.rise_to_crouch,
                _ => time.get_down,
            },
            Deed::Reload { .. } => 1,
            Deed::Ride(_) | Deed::MountStrike(_) if self.body(who).clock.controlled => 0,
            Deed::Ride(_) | Deed::MountStrike(_) => time.mount_control,
            Deed::Possess { .. } => time.possess,
            Deed::Stabilise(_) => time.stabilise,
            Deed::Heal { slot, .. } => self.arena.remedy(self.mind_of(who), slot).seconds,
            Deed::BreakFree => time.break_free,
            Deed::Leave | Deed::Delay | Deed::Wait => 0,
        }
    }

    /// Returns whether a fighter has seconds left in its turn, or controls a mount that has seconds left
    /// [SAM-14-2].
    #[inline]
    pub(crate) fn has_seconds(self, who: FighterId) -> bool {
        let clock = &self.body(who).clock;
        let mount = || self.mount(who).filter(|_| clock.controlled);
        clock.left > 0 || mount().is_some_and(|mount| self.body(mount).clock.left > 0)
    }

    /// Returns whether an action may begin in this turn and be finished in a later one [SAM-2-3].
    #[inline]
    pub(crate) fn may_spill(self, deed: &Deed) -> bool {
        let whole = matches!(
            deed,
            Deed::Move(_)
                | Deed::Posture(_)
                | Deed::Ride(_)
                | Deed::MountStrike(_)
                | Deed::Reload { .. }
        );
        self.arena.options.spill && !whole
    }

    /// Returns whether the rest of the turn is long enough for an action, or the action may be finished in a
    /// later turn [SAM-2-3].
    pub(crate) fn affords(self, who: FighterId, deed: &Deed) -> bool {
        if self.only_leaves(who) {
            return matches!(deed, Deed::Leave | Deed::Wait);
        }
        let left = self.body(who).clock.left;
        let spills = left > 0 && self.may_spill(deed);
        spills || self.seconds(who, deed) <= left
    }
}
