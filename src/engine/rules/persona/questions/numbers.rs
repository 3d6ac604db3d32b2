//! Target numbers of attacks, evasions and opposed tests.
//!
//! Clauses: PER-2-3, PER-4-3..7, PER-4-22, PER-6-1, PER-7-3, PER-12.1-1, PER-12.3-1, PER-12.4-1, PER-12.5-1,
//! PER-12.6-1, PER-12.7-1, PER-12.8-1, PER-12.11-1, PER-12.12-1, PER-12.13-1, PER-12.14-2, PER-12.20-2,
//! PER-12.27-1, PER-12.28-1, PER-12.31-1, PER-12.33-1, PER-12.34-1, PER-12.36-1, PER-13.2-1, PER-13.2-3..6,
//! PER-13.2-8, PER-13.4-1..3.

use crate::fight::FighterId;
use crate::rules::persona::nouns::scene::View;
use crate::rules::persona::nouns::swing::{Manner, Swing};
use crate::rules::persona::options::ShootEngaged;
use crate::rules::persona::reading::sheet::{Band, Talent};
use crate::rules::persona::reading::tables::{Class, Weapon, WeaponKind};

impl View<'_> {
    /// Returns the penalty of a fighter's fatigue on all its tests, as a negative number [PER-13.2-1].
    #[inline]
    pub(crate) fn fatigue(self, who: FighterId) -> i32 {
        let levels = i32::from(self.body(who).fatigue);
        let counted = if self.arena.options.fatigue_per_level {
            levels
        } else {
            levels.min(1)
        };
        self.numbers().conditions.fatigue * counted
    }

    /// Returns the modifier of the attack test for the manner of the attack, such as that of a Charge.
    fn own_modifier(self, who: FighterId, manner: Manner) -> i32 {
        let attacks = &self.numbers().attacks;
        match manner {
            Manner::Standard => attacks.standard,
            Manner::Semi if self.fighter(who).braced => attacks.semi_braced,
            Manner::Semi => attacks.semi,
            Manner::Full if self.fighter(who).braced => attacks.full_braced,
            Manner::Full => attacks.full,
            Manner::Called(_) if self.arena.options.called_as_standard => {
                attacks.called + attacks.standard
            }
            Manner::Called(_) => attacks.called,
            Manner::Charge | Manner::GrappleCharge => attacks.charge,
            Manner::Counter => attacks.counter,
            Manner::Stun => attacks.stun,
            Manner::Swift => attacks.swift,
            Manner::Grapple => self.numbers().grapple.initiate,
            Manner::TakeDown => attacks.take_down,
            Manner::Lightning => attacks.lightning,
            Manner::Heavy => attacks.heavy,
        }
    }

    /// Returns the target number of an attack test [PER-4-22]. `aimed` is whether the attack has the bonus of
    /// an Aim.
    pub(crate) fn attack_number(self, who: FighterId, swing: Swing, aimed: bool) -> i32 {
        let (own, other) = (self.body(who), self.body(swing.target));
        let (fighter, weapon) = (self.fighter(who), self.weapon(swing));
        let options = &self.arena.options;
        let shoots = weapon.kind == WeaponKind::Ranged;
        let mut sum = self.own_modifier(who, swing.manner)
            + swing.penalty
            + fighter.attack_mod
            + self.fatigue(who);
        if aimed {
            sum += i32::from(own.aim);
        }
        if own.conditions() | other.conditions() | other.hold.word() != 0 {
            sum += self.conditions(who, swing.target, weapon);
        }
        if shoots {
            let ground = &self.arena.ground;
            sum += ground.range_mod(self.distance(who, swing.target));
            if let ShootEngaged::Modified(modifier) = options.shoot_engaged
                && modifier != 0
                && !self.adjacent_foes(who).is_empty()
            {
                sum += modifier;
            }
        }
        fighter.characteristic(weapon.test) + self.capped(sum)
    }

    /// Returns the modifier of an attack test for the conditions of the attacker and of the target. 0 if
    /// neither has any.
    fn conditions(self, who: FighterId, target: FighterId, weapon: &Weapon) -> i32 {
        let (own, other) = (self.body(who), self.body(target));
        let (options, rules) = (&self.arena.options, self.numbers());
        let shoots = weapon.kind == WeaponKind::Ranged;
        let when = |holds: bool, modifier: i32| if holds { modifier } else { 0 };
        let mut sum =
            when(own.hesitant, rules.attacks.cautious) + when(own.hampered, rules.tricks.obstacle);
        sum += when(other.surprised, rules.attacks.surprised)
            + when(other.stunned > 0, options.stunned_bonus)
            + when(other.guarding, rules.attacks.guard);
        sum += when(
            own.band == Band::Ground && other.band == Band::Low,
            rules.attacks.from_ground,
        );
        // Throws are WS tests too, so the modifiers for prone attackers and for attacks into a grapple also
        // apply to them [PER-4-6, PER-4-22, PER-12.14-2, PER-13.2-6].
        let from_outside = self.grappling(target) && !self.in_one_grapple(who, target);
        sum += when(own.prone && !shoots, options.prone_ws)
            + when(from_outside && !shoots, rules.grapple.outsider);
        sum += if weapon.is_melee() {
            when(other.prone, rules.conditions.prone_melee)
        } else {
            let far = other.prone && !self.adjacent(who, target);
            when(far, options.prone_ranged)
        };
        sum + when(shoots && own.pinned, rules.conditions.pinned)
    }

    /// Returns the sum of modifiers, limited by the option `modifier_cap` if the fight uses it [PER-4-4].
    fn capped(self, sum: i32) -> i32 {
        let cap = self.arena.options.modifier_cap;
        cap.map_or(sum, |cap| sum.clamp(-cap, cap))
    }

    /// Returns the target number of Suppressing Fire. Only penalties of the shooter change it [PER-12.35-1].
    pub(crate) fn suppress_number(self, who: FighterId, weapon: u8) -> i32 {
        let (own, fighter, rules) = (self.body(who), self.fighter(who), self.numbers());
        let when = |holds: bool, modifier: i32| if holds { modifier } else { 0 };
        let engaged = match self.arena.options.shoot_engaged {
            ShootEngaged::Modified(modifier) if modifier < 0 => {
                when(!self.adjacent_foes(who).is_empty(), modifier)
            }
            _ => 0,
        };
        let sum = rules.shooting.suppress
            + self.fatigue(who)
            + when(own.pinned, rules.conditions.pinned)
            + when(own.hampered, rules.tricks.obstacle)
            + fighter.attack_mod.min(0)
            + engaged;
        fighter.characteristic(self.arena.weapon(weapon).test) + self.capped(sum)
    }

    /// Returns the modifier that applies to all evasions of a fighter. It comes from fatigue, a Heavy Attack
    /// and a Cautious Action [PER-12.6-1, PER-12.28-1].
    fn evading(self, who: FighterId) -> i32 {
        let (body, evasion) = (self.body(who), &self.numbers().evasion);
        self.fatigue(who)
            + evasion.heavy * i32::from(body.exposed)
            + evasion.cautious * i32::from(body.cautious)
    }

    /// Returns the target number of Dodge [PER-13.4-1].
    pub(crate) fn dodge_number(self, who: FighterId) -> i32 {
        let prone = if self.body(who).prone {
            self.arena.options.prone_dodge
        } else {
            0
        };
        self.fighter(who).dodge + self.evading(who) + prone
    }

    /// Returns the target number of Parry, or `None` without a melee weapon at hand [PER-13.4-2].
    pub(crate) fn parry_number(self, who: FighterId) -> Option<i32> {
        let weapon = self.parries_with(who)?;
        Some(self.fighter(who).parry + weapon.parry_mod + self.evading(who))
    }

    /// Returns the target number of Deflect, or `None` without an AT Field [PER-13.4-3].
    pub(crate) fn deflect_number(self, who: FighterId) -> Option<i32> {
        Some(self.fighter(who).deflect? + self.evading(who))
    }

    /// Returns the target number of an opposed test of WS [PER-12.6-1, PER-13.2-1, PER-13.2-6].
    pub(crate) fn ws_number(self, who: FighterId) -> i32 {
        let body = self.body(who);
        let prone = if body.prone {
            self.arena.options.prone_ws
        } else {
            0
        };
        let hesitant = self.numbers().attacks.cautious * i32::from(body.hesitant);
        self.fighter(who).ws + self.fatigue(who) + prone + hesitant
    }

    /// Returns the target number of an opposed test of Strength.
    pub(crate) fn strength_number(self, who: FighterId) -> i32 {
        self.fighter(who).s + self.fatigue(who)
    }

    /// Returns the target number of a grapple's controller in an opposed Strength test that the controller
    /// starts. Helpers of the controller add to it [PER-12.14-3, PER-12.20-2].
    pub(crate) fn control_number(self, who: FighterId, other: FighterId) -> i32 {
        let easy = self.body(other).prone && !self.body(who).prone;
        let rules = self.numbers();
        let prone = rules.conditions.prone_melee + rules.grapple.prone;
        self.strength_number(who) + prone * i32::from(easy) + self.help(who)
    }

    /// Returns the bonus that a fighter has from its helpers [PER-12.14-3].
    pub(crate) fn help(self, who: FighterId) -> i32 {
        let grapple = &self.numbers().grapple;
        let helpers = self.body(who).helpers.count().min(grapple.helpers.into());
        grapple.help * helpers.cast_signed()
    }

    /// Returns the penalty of an attack with two weapons. `off` is whether it is the attack with the off hand
    /// [PER-12.31-1..3].
    pub(crate) fn two_weapon_penalty(self, who: FighterId, weapon: u8, off: bool) -> i32 {
        let (fighter, two) = (self.fighter(who), &self.numbers().two_weapons);
        let ambidextrous = fighter.has(Talent::Ambidextrous);
        let row = self.arena.weapon(weapon);
        let dances = row.is_melee() && row.balanced && fighter.has(Talent::BladeDancer);
        let slings =
            matches!(row.class, Class::Pistol | Class::Carbine) && fighter.has(Talent::Gunslinger);
        let both = if dances {
            two.blade_dancer
        } else if slings {
            two.gunslinger
        } else if ambidextrous {
            two.ambidextrous
        } else {
            two.both
        };
        let off_hand = match (off, ambidextrous) {
            (false, _) => 0,
            (true, true) => two.ambidextrous_off_hand,
            (true, false) => two.off_hand,
        };
        both + off_hand
    }
}
