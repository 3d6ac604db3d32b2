//! Which actions a fighter may take.
//!
//! Clauses: PER-1-2, PER-2-3, PER-4-1, PER-4-3, PER-12-1, PER-12-2, PER-12.6-1, PER-12.7-1, PER-12.9-1,
//! PER-12.13-1, PER-12.14-1, PER-12.14-3, PER-12.23-1, PER-12.31-1, PER-12.36-1, PER-13.2-7, PER-13.2-8,
//! PER-13.5-4, PER-13.5-5, PER-13.5-8.

use crate::fight::FighterId;
use crate::rules::persona::nouns::deeds::Deed;
use crate::rules::persona::nouns::fighter::UNARMED;
use crate::rules::persona::nouns::scene::View;
use crate::rules::persona::nouns::state::{Hold, Shot, Whereabouts};
use crate::rules::persona::nouns::swing::{Manner, Swing};
use crate::rules::persona::options::ShootEngaged;
use crate::rules::persona::reading::sheet::Talent;
use crate::rules::persona::reading::tables::{Class, WeaponKind};

impl View<'_> {
    /// Returns whether a fighter may still take `deed` in this turn [PER-1-2, PER-12-2, PER-13.2-8].
    #[inline]
    pub(crate) fn affords(self, who: FighterId, deed: &Deed) -> bool {
        let (turn, rules) = (&self.state.turn, self.numbers());
        let kinds = deed.subtypes(&rules.costs);
        let pinned = self.body(who).pinned && kinds.halves > 0;
        kinds.halves <= turn.halves
            && !(pinned && (kinds.halves > 1 || turn.actions >= rules.conditions.pinned_actions))
            && !(kinds.attack && turn.attacks >= rules.turns.attacks)
            && !(kinds.concentration && turn.concentrations >= rules.turns.concentrations)
            && (!kinds.movement || self.mobile(who))
            && (turn.fresh || !matches!(deed, Deed::Cautious))
    }

    /// Returns whether a fighter may make this attack. Limits of the turn are not checked [PER-4-1,
    /// PER-12-1].
    pub(crate) fn may_swing(self, who: FighterId, swing: Swing) -> bool {
        let weapon = self.weapon(swing);
        let mode = match swing.manner {
            Manner::Semi => self.capacity(who, swing.weapon, Shot::Semi) > 0,
            Manner::Full => self.capacity(who, swing.weapon, Shot::Full) > 0,
            Manner::Standard | Manner::Called(_) => true,
            _ => weapon.is_melee(),
        };
        mode && self.has_talent_for(who, swing.manner)
            && self.usable(who, swing.weapon)
            && self.state.fighting.has(swing.target)
            && self.reaches(who, swing.target, weapon)
            && (weapon.kind != WeaponKind::Ranged || self.may_shoot(who, weapon.class))
    }

    /// Returns whether a fighter may shoot a weapon of this class. Where it may not, the reason is an
    /// adjacent enemy [PER-4-3].
    pub(crate) fn may_shoot(self, who: FighterId, class: Class) -> bool {
        self.arena.options.shoot_engaged != ShootEngaged::PistolOnly
            || class == Class::Pistol
            || self.adjacent_foes(who).is_empty()
    }

    /// Returns whether a fighter has the talent that attacks of this manner require [PER-13.5-8].
    fn has_talent_for(self, who: FighterId, manner: Manner) -> bool {
        let fighter = self.fighter(who);
        match manner {
            Manner::Swift => fighter.has(Talent::SwiftAttack),
            Manner::Lightning => fighter.has(Talent::LightningAttack),
            Manner::Counter => fighter.has(Talent::CounterAttack),
            Manner::TakeDown => fighter.has(Talent::Takedown),
            _ => true,
        }
    }

    /// Returns whether a fighter may charge an enemy: the fighter can move, and the distance is neither too
    /// short nor too long [PER-12.7-1, PER-7-6].
    pub(crate) fn may_charge(self, who: FighterId, target: FighterId) -> bool {
        let (fighter, rules) = (self.fighter(who), self.numbers());
        let moves = &rules.moves;
        let way = self.along(who, target) - moves.adjacent;
        let body = self.body(who);
        let heights = (body.band as i32 - self.body(target).band as i32).abs();
        self.can_walk(who)
            && !body.pinned
            && (moves.charge_line..=moves.charge * fighter.half_move).contains(&way)
            && (heights == 0
                || (fighter.flies && !body.grounded && heights <= rules.flight.full_bands.into()))
    }

    /// Returns whether a fighter may take an action against `target` for which any melee weapon or bare hands
    /// suffice, such as a Feint, a Disarm or a Maneuver [PER-7-3, PER-12-1].
    pub(crate) fn may_touch(self, who: FighterId, target: FighterId) -> bool {
        self.state.fighting.has(target) && self.within_reach(who, target)
    }

    /// Returns whether the target is within reach of bare hands or of a melee weapon at hand.
    fn within_reach(self, who: FighterId, target: FighterId) -> bool {
        let best = self.first(who, |weapon| {
            weapon.is_melee() && self.reaches(who, target, weapon)
        });
        best.is_some()
    }

    /// Returns whether a fighter may start a grapple [PER-12.13-1].
    pub(crate) fn may_grapple(self, who: FighterId, target: FighterId) -> bool {
        self.fighter(who).free_hand
            && !self.grappling(who)
            && !self.grappling(target)
            && self.state.fighting.has(target)
    }

    /// Returns whether a fighter can disarm an enemy. The fighter must have the talent for a Disarm. The
    /// enemy must be within reach and hold a weapon [PER-12.9-1].
    pub(crate) fn may_disarm(self, who: FighterId, target: FighterId) -> bool {
        self.fighter(who).has(Talent::Disarm)
            && self.may_touch(who, target)
            && self.main_weapon(target).is_some()
    }

    /// Returns whether a fighter may draw a weapon or pick it up [PER-13.5-5, PER-12.9-1].
    pub(crate) fn may_ready(self, who: FighterId, weapon: u8) -> bool {
        self.item(who, weapon).is_some_and(|item| match item.place {
            Whereabouts::Stowed => true,
            Whereabouts::Dropped(at) => {
                let far = (i32::from(at) - i32::from(self.body(who).at)).abs();
                far <= self.numbers().moves.pick_up
            }
            Whereabouts::AtHand | Whereabouts::Taken => false,
        })
    }

    /// Returns whether a fighter may clear a jam of this weapon [PER-13.5-4].
    pub(crate) fn may_clear(self, who: FighterId, weapon: u8) -> bool {
        self.at_hand(who, weapon) && self.item(who, weapon).is_some_and(|item| item.jammed)
    }

    /// Returns whether a fighter may reload this weapon [PER-13.5-2].
    pub(crate) fn may_reload(self, who: FighterId, weapon: u8) -> bool {
        let clip = self.arena.weapon(weapon).clip;
        self.at_hand(who, weapon)
            && self
                .item(who, weapon)
                .is_some_and(|item| clip.is_some_and(|clip| item.rounds < clip))
    }

    /// Returns whether a fighter may help an ally in its grapple [PER-12.14-3].
    pub(crate) fn may_assist(self, who: FighterId, ally: FighterId) -> bool {
        let helpers = self.body(ally).helpers;
        !self.grappling(who)
            && self.grappling(ally)
            && self.adjacent(who, ally)
            && helpers.count() < self.numbers().grapple.helpers.into()
            && !helpers.has(who)
    }

    /// Returns whether a fighter in a grapple may make this attack against the other participant
    /// [PER-12.23-1].
    pub(crate) fn may_strike_close(self, who: FighterId, swing: Swing) -> bool {
        self.weapon(swing).is_close() && self.may_swing(who, swing)
    }

    /// Returns whether a fighter can make an attack of opportunity. The fighter must not be stunned,
    /// surprised or in a grapple. It needs no weapon, because bare hands suffice [PER-12.2-1].
    pub(crate) fn may_strike_at_leaving(self, who: FighterId) -> bool {
        let body = self.body(who);
        body.stunned == 0 && !body.surprised && body.hold == Hold::Free
    }

    /// Returns the melee weapon that a fighter would strike an enemy with: the first carried weapon that can,
    /// or bare hands.
    pub(crate) fn striking_weapon(self, who: FighterId, target: FighterId) -> u8 {
        let fits = self.first(who, |weapon| {
            weapon.is_melee() && self.reaches(who, target, weapon)
        });
        fits.unwrap_or(UNARMED)
    }
}
