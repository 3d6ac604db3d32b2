//! The weapons that a fighter can use: the weapon in hand, natural weapons, bare hands.
//!
//! Clauses: SST-8-1, SST-8-2, SST-12-1..3, SST-32-1, SST-33-1.

use crate::fight::FighterId;
use crate::rules::swift_swords::nouns::{Body, Code, FISTS, LIGHT, View};

/// A bit set that matches any weapon.
pub(crate) const ANY: u64 = u64::MAX;

impl View<'_> {
    /// Returns the weapon in a creature's hand, by index in the matchup.
    #[inline]
    pub(crate) fn in_hand(self, who: FighterId) -> Option<u8> {
        let body = self.body(who);
        let at = body.in_hand;
        let weapon = self.fighter(who).carries.get(usize::from(at))?;
        let gone = (body.dropped | body.broken) >> at & 1 == 1;
        let held = !body.injuries.right_useless || self.arena.kinds.natural >> weapon & 1 == 1;
        (!gone && held).then_some(*weapon)
    }

    /// Returns the weapon that a creature would strike with: the weapon in hand, or else the one in its
    /// trained other hand, or else a natural weapon, or else bare hands. `wish` are the allowed weapons, as
    /// bits.
    #[expect(
        clippy::inline_always,
        reason = "nearly every creature strikes with the weapon in hand"
    )]
    #[inline(always)]
    pub(crate) fn melee_weapon(self, who: FighterId, wish: u64) -> Option<u8> {
        let fit = wish & self.striking(self.body(who));
        let in_hand = self.in_hand(who).filter(|weapon| fit >> weapon & 1 == 1);
        in_hand.or_else(|| self.other_weapon(who, wish, fit))
    }

    /// Returns the weapon that a creature would strike with if it cannot use the weapon in hand: the one in
    /// its trained other hand, or else a natural weapon, or else bare hands. `wish` are the allowed weapons,
    /// as bits. `fit` are those of them that can strike in the creature's position.
    #[inline(never)]
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

    /// Returns whether a creature has a weapon in hand that it could lose.
    pub(crate) fn is_armed(self, who: FighterId) -> bool {
        let weapon = self.in_hand(who);
        weapon.is_some_and(|weapon| !self.arena.weapon(weapon).natural)
    }

    /// Returns the weapons that can strike in a creature's position, as bits. Weapons with reach cannot
    /// strike in contact, and weapons that are too long cannot strike in close combat [SST-12-2, SST-33-1].
    #[inline]
    fn striking(self, body: &Body) -> u64 {
        let [in_contact, in_close] = [body.group != 0, body.close != 0].map(usize::from);
        self.arena.kinds.striking[in_close][in_contact]
    }

    /// Returns the weapon that a creature would strike with once it is in contact. `wish` are the allowed
    /// weapons, as bits.
    pub(crate) fn weapon_in_contact(self, who: FighterId, wish: u64) -> Option<u8> {
        self.melee_weapon(who, wish & !self.arena.kinds.reach)
    }

    /// Returns the weapon for entering close combat: light, natural, or bare hands [SST-12-1].
    pub(crate) fn closing_weapon(self, who: FighterId) -> Option<u8> {
        let kinds = &self.arena.kinds;
        self.melee_weapon(who, kinds.light & !kinds.reach & kinds.fits_close)
    }

    /// Returns the weapon in a creature's other hand. This is the first weapon of its list that is not in
    /// hand and can strike in its position [SST-32-1].
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

    /// Returns the weapon in hand of a creature that could strike with two weapons, because it is trained for
    /// this and has a weapon in the other hand. Returns `None` if the weapon in hand is not in `wish`, the
    /// allowed weapons as bits [SST-32-1].
    pub(crate) fn one_of_two(self, who: FighterId, wish: u64) -> Option<u8> {
        let able = self.fighter(who).dual && self.off_hand(who).is_some();
        let weapon = able.then(|| self.melee_weapon(who, wish))??;
        (self.in_hand(who) == Some(weapon)).then_some(weapon)
    }

    /// Returns whether a creature would strike with this weapon in its other hand [SST-32-1].
    #[inline]
    pub(crate) fn is_off_hand(self, who: FighterId, weapon: u8) -> bool {
        self.fighter(who).dual
            && !self.arena.weapon(weapon).natural
            && self.in_hand(who) != Some(weapon)
    }

    /// Returns the first weapon in `wish` that a creature could take in hand or pick up, by index in its list
    /// [SST-8-1].
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

    /// Returns whether a creature has a weapon or a shield to parry with [SST-13-10]. A creature in contact
    /// whose weapon is useless there cannot parry with its shield.
    #[inline]
    pub(crate) fn can_parry(self, who: FighterId) -> bool {
        let armed = || self.melee_weapon(who, ANY) != Some(FISTS);
        let shielded = || self.fighter(who).shield > 0 && !self.is_outreached(who);
        !self.is_disarmed(who) && (armed() || shielded())
    }

    /// Returns whether a creature is in contact and holds a weapon with reach, which is useless there. The
    /// creature counts as unarmed [SST-33-1].
    fn is_outreached(self, who: FighterId) -> bool {
        self.body(who).group != 0 && self.has_reach(who)
    }

    /// Returns whether a creature has a weapon with reach in hand.
    fn has_reach(self, who: FighterId) -> bool {
        let weapon = self.in_hand(who);
        weapon.is_some_and(|weapon| self.arena.weapon(weapon).reach)
    }

    /// Returns whether a creature with a reach weapon in hand keeps `foe`, an enemy in its zone, out of
    /// contact.
    pub(crate) fn keeps_off(self, who: FighterId, foe: FighterId) -> bool {
        let near = self.body(who).zone == self.body(foe).zone;
        near && !self.state.together(who, foe) && self.has_reach(who)
    }

    /// Returns whether a creature's right hand is useless, or has lost its weapon and not taken another
    /// [SST-22-7, SST-35-2]. In close combat a lost weapon does not count: all creatures drop weapons there
    /// that are too long, and still strike with the damage of their hands or claws.
    #[inline]
    fn is_disarmed(self, who: FighterId) -> bool {
        let body = self.state.body(who);
        let gone = (body.dropped | body.broken) >> body.in_hand & 1 == 1;
        body.injuries.right_useless || (gone && body.close == 0)
    }

    /// Returns whether a creature's bare hands do only the damage of ordinary hands, because it is disarmed
    /// or holds a weapon that is useless in contact [SST-33-1, SST-35-2].
    #[inline]
    fn is_bare(self, who: FighterId) -> bool {
        self.is_disarmed(who) || (self.body(who).close == 0 && self.is_outreached(who))
    }

    /// Returns the damage code of a creature's attacks with a weapon.
    #[inline]
    pub(crate) fn code_of(self, who: FighterId, weapon: u8) -> Code {
        match weapon {
            FISTS => self.code_of_fists(who),
            _ => self.arena.weapon(weapon).code,
        }
    }

    /// Returns the damage code of a creature's bare hands.
    #[inline(never)]
    fn code_of_fists(self, who: FighterId) -> Code {
        if self.is_bare(who) {
            self.arena.tables.codes[usize::from(LIGHT)]
        } else {
            self.fighter(who).natural
        }
    }

    /// Returns the cost of a melee attack with a weapon, in pips [SST-8-2].
    #[expect(clippy::inline_always, reason = "it is one number of most weapons")]
    #[inline(always)]
    pub(crate) fn attack_cost(self, who: FighterId, weapon: u8) -> u8 {
        match weapon {
            _ if self.arena.options.flat_cost => self.rules().actions.flat,
            FISTS => self.cost_of_fists(who),
            _ => self.arena.weapon(weapon).cost,
        }
    }

    /// Returns the cost of an attack with bare hands, in pips.
    #[inline(never)]
    fn cost_of_fists(self, who: FighterId) -> u8 {
        if self.is_bare(who) {
            self.rules().actions.unarmed
        } else {
            self.fighter(who).natural.cost
        }
    }
}
