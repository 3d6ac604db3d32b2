//! The weapons of a fighter: the weapon in hand, natural weapons, bare hands.
//!
//! Clauses: SST-8-1, SST-8-2, SST-12-1..3, SST-32-1, SST-33-1.

use crate::fight::FighterId;
use crate::rules::swift_swords::nouns::{Body, Code, FISTS, LIGHT, View};

/// Any weapon.
pub(crate) const ANY: u64 = u64::MAX;

impl View<'_> {
    /// The weapon of a creature's list that is in hand, by its number in the matchup.
    #[inline]
    pub(crate) fn in_hand(self, who: FighterId) -> Option<u8> {
        let body = self.body(who);
        let at = body.in_hand;
        let weapon = self.fighter(who).carries.get(usize::from(at))?;
        let gone = (body.dropped | body.broken) >> at & 1 == 1;
        let held = !body.injuries.right_useless || self.arena.kinds.natural >> weapon & 1 == 1;
        (!gone && held).then_some(*weapon)
    }

    /// The weapon that a creature would strike with, of those in `wish`: the one in hand, that of a trained other hand,
    /// a natural one, bare hands.
    #[inline]
    pub(crate) fn melee_weapon(self, who: FighterId, wish: u64) -> Option<u8> {
        let fit = wish & self.striking(self.body(who));
        let in_hand = self.in_hand(who).filter(|weapon| fit >> weapon & 1 == 1);
        in_hand.or_else(|| self.other_weapon(who, wish, fit))
    }

    /// The weapon that a creature would strike with, of those in `wish`, if it does not use the one in hand. Those in `fit`
    /// can strike in its position.
    fn other_weapon(self, who: FighterId, wish: u64, fit: u64) -> Option<u8> {
        let fighter = self.fighter(who);
        let meant = |weapon: &u8| wish >> weapon & 1 == 1;
        let fit = fit & self.arena.kinds.natural;
        let natural = |weapon: &u8| fit >> weapon & 1 == 1;
        let other = fighter.dual.then(|| self.off_hand(who)).flatten();
        (other.filter(meant))
            .or_else(|| fighter.carries.iter().copied().find(natural))
            .or(Some(FISTS).filter(meant))
    }

    /// Returns whether a creature has a weapon in hand that it can lose.
    pub(crate) fn is_armed(self, who: FighterId) -> bool {
        let weapon = self.in_hand(who);
        weapon.is_some_and(|weapon| !self.arena.weapon(weapon).natural)
    }

    /// The weapons that can strike in a creature's position, as bits: not a weapon with reach in contact, and not one that
    /// is too long in close combat [SST-12-2, SST-33-1].
    #[inline]
    const fn striking(self, body: &Body) -> u64 {
        let kinds = &self.arena.kinds;
        let useless = if body.group == 0 { 0 } else { kinds.reach };
        let fits = if body.close == 0 {
            ANY
        } else {
            kinds.fits_close
        };
        kinds.melee & !useless & fits
    }

    /// The weapon that a creature would strike with once in contact, of those in `wish`.
    pub(crate) fn weapon_in_contact(self, who: FighterId, wish: u64) -> Option<u8> {
        self.melee_weapon(who, wish & !self.arena.kinds.reach)
    }

    /// The weapon that a creature would enter close combat with: light, natural or none [SST-12-1].
    pub(crate) fn closing_weapon(self, who: FighterId) -> Option<u8> {
        let kinds = &self.arena.kinds;
        self.melee_weapon(who, kinds.light & !kinds.reach & kinds.fits_close)
    }

    /// The weapon in the other hand: the first on the list besides the one in hand that can strike from there
    /// [SST-32-1].
    pub(crate) fn off_hand(self, who: FighterId) -> Option<u8> {
        let body = self.body(who);
        if body.injuries.left_useless {
            return None;
        }
        let gone = body.dropped | body.broken;
        let fit = self.striking(body) & !self.arena.kinds.natural;
        let carries = self.fighter(who).carries.iter().enumerate();
        let mut others = carries.filter(|&(at, _)| at != usize::from(body.in_hand));
        let fit = |&(at, &weapon): &(usize, &u8)| gone >> at & 1 == 0 && fit >> weapon & 1 == 1;
        others.find(fit).map(|(_, &weapon)| weapon)
    }

    /// The weapon in hand that a creature trained with two weapons would strike with, of those in `wish`, if there is
    /// one in the other hand [SST-32-1].
    pub(crate) fn one_of_two(self, who: FighterId, wish: u64) -> Option<u8> {
        let able = self.fighter(who).dual && self.off_hand(who).is_some();
        let weapon = able.then(|| self.melee_weapon(who, wish))??;
        (self.in_hand(who) == Some(weapon)).then_some(weapon)
    }

    /// Returns whether this weapon of a creature is in its other hand [SST-32-1].
    #[inline]
    pub(crate) fn is_off_hand(self, who: FighterId, weapon: u8) -> bool {
        self.fighter(who).dual
            && !self.arena.weapon(weapon).natural
            && self.in_hand(who) != Some(weapon)
    }

    /// The list index of the first weapon in `wish` that a creature could take in hand or pick up [SST-8-1].
    pub(crate) fn to_ready(self, who: FighterId, wish: u64) -> Option<u8> {
        let body = self.body(who);
        if body.injuries.right_useless {
            return None;
        }
        let carries = self.fighter(who).carries.iter();
        let mut places = (0u8..).zip(carries);
        let fit = |&(at, &weapon): &(u8, &u8)| {
            let new = at != body.in_hand || body.dropped >> at & 1 == 1;
            let whole = body.broken >> at & 1 == 0;
            let kind = self.arena.weapon(weapon);
            wish >> weapon & 1 == 1
                && new
                && whole
                && !kind.natural
                && (body.close == 0 || kind.fits_close(self.rules().close.heaviest))
        };
        places.find(fit).map(|(at, _)| at)
    }

    /// Returns whether a creature has anything to parry with [SST-13-10]. In contact, a creature whose weapon is of no
    /// use there cannot parry with a shield.
    #[inline]
    pub(crate) fn can_parry(self, who: FighterId) -> bool {
        let armed = || self.melee_weapon(who, ANY) != Some(FISTS);
        let shielded = || self.fighter(who).shield > 0 && !self.is_outreached(who);
        !self.is_disarmed(who) && (armed() || shielded())
    }

    /// Returns whether a creature is in contact with a weapon in hand that is of no use there: it counts as unarmed
    /// [SST-33-1].
    fn is_outreached(self, who: FighterId) -> bool {
        self.body(who).group != 0 && self.has_reach(who)
    }

    /// Returns whether a creature has a weapon with reach in hand.
    fn has_reach(self, who: FighterId) -> bool {
        let weapon = self.in_hand(who);
        weapon.is_some_and(|weapon| self.arena.weapon(weapon).reach)
    }

    /// Returns whether a creature with a weapon with reach keeps an enemy of its zone off.
    pub(crate) fn keeps_off(self, who: FighterId, foe: FighterId) -> bool {
        let near = self.body(who).zone == self.body(foe).zone;
        near && !self.state.together(who, foe) && self.has_reach(who)
    }

    /// Returns whether a creature's right hand is useless, or has lost its weapon and has not taken another
    /// [SST-22-7, SST-35-2]. In close combat all creatures drop weapons that are too long, so hands and claws keep
    /// their own damage.
    #[inline]
    fn is_disarmed(self, who: FighterId) -> bool {
        let body = self.state.body(who);
        let gone = (body.dropped | body.broken) >> body.in_hand & 1 == 1;
        body.injuries.right_useless || (gone && body.close == 0)
    }

    /// Returns whether bare hands count as plain ones, even if they do more damage otherwise [SST-33-1, SST-35-2].
    #[inline]
    fn is_bare(self, who: FighterId) -> bool {
        self.is_disarmed(who) || (self.body(who).close == 0 && self.is_outreached(who))
    }

    /// The damage code of blows with a weapon in a creature's hands.
    #[inline]
    pub(crate) fn code_of(self, who: FighterId, weapon: u8) -> Code {
        match weapon {
            FISTS => self.code_of_fists(who),
            _ => self.arena.weapon(weapon).code,
        }
    }

    /// The damage code of a creature's bare hands.
    #[inline(never)]
    fn code_of_fists(self, who: FighterId) -> Code {
        if self.is_bare(who) {
            self.arena.tables.codes[usize::from(LIGHT)]
        } else {
            self.fighter(who).natural
        }
    }

    /// Cost of a melee attack in pips [SST-8-2].
    #[inline]
    pub(crate) fn attack_cost(self, who: FighterId, weapon: u8) -> u8 {
        match weapon {
            _ if self.arena.options.flat_cost => self.rules().actions.flat,
            FISTS => self.cost_of_fists(who),
            _ => self.arena.weapon(weapon).cost,
        }
    }

    /// Cost of an attack with bare hands in pips.
    #[inline(never)]
    fn cost_of_fists(self, who: FighterId) -> u8 {
        if self.is_bare(who) {
            self.rules().actions.unarmed
        } else {
            self.fighter(who).natural.cost
        }
    }
}
