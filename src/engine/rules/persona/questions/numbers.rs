//! Target numbers: of attacks, evasions and opposed tests.
//!
//! Clauses: PER-2-3, PER-4-3..7, PER-4-22, PER-6-1, PER-7-3, PER-12.1-1, PER-12.3-1, PER-12.4-1, PER-12.5-1, PER-12.6-1,
//! PER-12.7-1, PER-12.8-1, PER-12.11-1, PER-12.12-1, PER-12.13-1, PER-12.14-2, PER-12.20-2, PER-12.27-1, PER-12.28-1,
//! PER-12.31-1, PER-12.33-1, PER-12.34-1, PER-12.36-1, PER-13.2-1, PER-13.2-3..6, PER-13.2-8, PER-13.4-1..3.

use crate::fight::FighterId;
use crate::rules::persona::nouns::scene::View;
use crate::rules::persona::nouns::swing::{Manner, Swing};
use crate::rules::persona::options::ShootEngaged;
use crate::rules::persona::reading::sheet::{Band, Talent};
use crate::rules::persona::reading::tables::{Class, Kind};

impl View<'_> {
    /// The fatigue penalty on all tests [PER-13.2-1].
    #[inline]
    pub(crate) fn fatigue(self, who: FighterId) -> i32 {
        let levels = i32::from(self.body(who).fatigue);
        let counted = if self.arena.options.fatigue_per_level {
            levels
        } else {
            levels.min(1)
        };
        -10 * counted
    }

    /// The modifier of an attack's manner.
    fn own_modifier(self, who: FighterId, manner: Manner) -> i32 {
        let braced = self.fighter(who).braced;
        match manner {
            Manner::Standard => 10,
            Manner::Semi => 10 * i32::from(braced),
            Manner::Full => 10 * i32::from(braced) - 10,
            Manner::Called(_) => self.arena.options.called_shot,
            Manner::Charge | Manner::GrappleCharge => 20,
            Manner::Counter | Manner::Stun => -20,
            Manner::Swift | Manner::Grapple | Manner::TakeDown => 0,
            Manner::Lightning => -10,
            Manner::Heavy => 30,
        }
    }

    /// The target number of an attack test [PER-4-22]. `aimed`: whether it has the bonus of an Aim.
    pub(crate) fn attack_number(self, who: FighterId, swing: Swing, aimed: bool) -> i32 {
        let (own, other) = (self.body(who), self.body(swing.target));
        let (fighter, weapon) = (self.fighter(who), self.weapon(swing));
        let options = &self.arena.options;
        let shoots = weapon.kind == Kind::Ranged;
        let when = |holds: bool, modifier: i32| if holds { modifier } else { 0 };
        let mut sum = self.own_modifier(who, swing.manner)
            + swing.penalty
            + fighter.attack_mod
            + self.fatigue(who);
        sum += when(aimed, own.aim.into());
        sum += when(own.hesitant, -10) + when(own.hampered, -10);
        sum += when(other.surprised, 30)
            + when(other.stunned > 0, options.stunned_bonus)
            + when(other.guarding, -20);
        sum += when(own.band == Band::Ground && other.band == Band::Low, -20);
        // Throws are WS tests, too [PER-4-6, PER-4-22, PER-12.14-2, PER-13.2-6].
        let from_outside = self.grappling(swing.target) && !self.in_one_grapple(who, swing.target);
        sum += when(own.prone && !shoots, options.prone_ws) + when(from_outside && !shoots, 20);
        if weapon.is_melee() {
            sum += when(other.prone, 10);
        } else {
            sum += when(
                other.prone && !self.adjacent(who, swing.target),
                options.prone_ranged,
            );
        }
        if shoots {
            sum += when(own.pinned, -20)
                + self
                    .arena
                    .ground
                    .range_mod(self.distance(who, swing.target));
            if let ShootEngaged::Modified(modifier) = options.shoot_engaged {
                sum += when(
                    modifier != 0 && !self.adjacent_foes(who).is_empty(),
                    modifier,
                );
            }
        }
        fighter.characteristic(weapon.test) + self.capped(sum)
    }

    /// A sum of modifiers, which a house rule may cap [PER-4-4].
    fn capped(self, sum: i32) -> i32 {
        let cap = self.arena.options.modifier_cap;
        cap.map_or(sum, |cap| sum.clamp(-cap, cap))
    }

    /// The target number of Suppressing Fire: only penalties of the shooter count [PER-12.35-1].
    pub(crate) fn suppress_number(self, who: FighterId, weapon: u8) -> i32 {
        let (own, fighter) = (self.body(who), self.fighter(who));
        let when = |holds: bool, modifier: i32| if holds { modifier } else { 0 };
        let engaged = match self.arena.options.shoot_engaged {
            ShootEngaged::Modified(modifier) if modifier < 0 => {
                when(!self.adjacent_foes(who).is_empty(), modifier)
            }
            _ => 0,
        };
        let sum = -20
            + self.fatigue(who)
            + when(own.pinned, -20)
            + when(own.hampered, -10)
            + fighter.attack_mod.min(0)
            + engaged;
        fighter.characteristic(self.arena.weapon(weapon).test) + self.capped(sum)
    }

    /// The modifiers common to all evasions of a fighter: a Heavy Attack, caution [PER-12.6-1, PER-12.28-1].
    fn evading(self, who: FighterId) -> i32 {
        let body = self.body(who);
        self.fatigue(who) - 20 * i32::from(body.exposed) + 10 * i32::from(body.cautious)
    }

    /// The target number of Dodge [PER-13.4-1].
    pub(crate) fn dodge_number(self, who: FighterId) -> i32 {
        let prone = if self.body(who).prone {
            self.arena.options.prone_dodge
        } else {
            0
        };
        self.fighter(who).dodge + self.evading(who) + prone
    }

    /// The target number of Parry; `None` without a melee weapon at hand [PER-13.4-2].
    pub(crate) fn parry_number(self, who: FighterId) -> Option<i32> {
        let weapon = self.parries_with(who)?;
        Some(self.fighter(who).parry + weapon.parry_mod + self.evading(who))
    }

    /// The target number of Deflect; `None` without an AT Field [PER-13.4-3].
    pub(crate) fn deflect_number(self, who: FighterId) -> Option<i32> {
        Some(self.fighter(who).deflect? + self.evading(who))
    }

    /// The target number of WS in an opposed test [PER-12.6-1, PER-13.2-1, PER-13.2-6].
    pub(crate) fn ws_number(self, who: FighterId) -> i32 {
        let body = self.body(who);
        let prone = if body.prone {
            self.arena.options.prone_ws
        } else {
            0
        };
        self.fighter(who).ws + self.fatigue(who) + prone - 10 * i32::from(body.hesitant)
    }

    /// The target number of Strength in an opposed test.
    pub(crate) fn strength_number(self, who: FighterId) -> i32 {
        self.fighter(who).s + self.fatigue(who)
    }

    /// The target number of a grapple's controller in an opposed Strength test that it starts, with its helpers
    /// [PER-12.14-3, PER-12.20-2].
    pub(crate) fn control_number(self, who: FighterId, other: FighterId) -> i32 {
        let easy = self.body(other).prone && !self.body(who).prone;
        self.strength_number(who) + 20 * i32::from(easy) + self.help(who)
    }

    /// The bonus of helpers [PER-12.14-3].
    pub(crate) fn help(self, who: FighterId) -> i32 {
        10 * self.body(who).helpers.count().min(2).cast_signed()
    }

    /// The penalty of each attack with two weapons: main hand, then off hand [PER-12.31-1..3].
    pub(crate) fn two_weapon_penalty(self, who: FighterId, weapon: u8, off: bool) -> i32 {
        let fighter = self.fighter(who);
        let ambidextrous = fighter.has(Talent::Ambidextrous);
        let row = self.arena.weapon(weapon);
        let dances = row.is_melee() && row.balanced && fighter.has(Talent::BladeDancer);
        let slings =
            matches!(row.class, Class::Pistol | Class::Carbine) && fighter.has(Talent::Gunslinger);
        let both = if dances || slings {
            0
        } else if ambidextrous {
            -10
        } else {
            -20
        };
        let off_hand = if off && !ambidextrous { -20 } else { 0 };
        both + off_hand
    }
}
