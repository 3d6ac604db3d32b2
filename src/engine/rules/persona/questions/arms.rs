//! The weapons that a fighter has, and how it can use them.
//!
//! Clauses: PER-5-1, PER-12-1, PER-12.23-1, PER-12.31-1, PER-13.4-2, PER-13.5-2, PER-13.5-5.

use crate::fight::FighterId;
use crate::policy::ItemRef;
use crate::rules::persona::nouns::fighter::UNARMED;
use crate::rules::persona::nouns::scene::View;
use crate::rules::persona::nouns::state::{Item, Shot, Whereabouts};
use crate::rules::persona::reading::tables::{Weapon, WeaponKind};

impl<'a> View<'a> {
    /// Returns the state of a weapon, or `None` for bare hands and for weapons that the fighter does not
    /// carry.
    #[inline]
    pub(crate) fn item(self, who: FighterId, weapon: u8) -> Option<&'a Item> {
        let at = self.slot(who, weapon)?;
        Some(&self.body(who).items[at])
    }

    /// Returns the index of a weapon in the fighter's list of carried weapons.
    #[inline]
    pub(crate) fn slot(self, who: FighterId, weapon: u8) -> Option<usize> {
        self.fighter(who)
            .carries
            .iter()
            .position(|&own| own == weapon)
    }

    /// Returns whether the fighter holds a weapon or can use it without drawing it. Always true for bare
    /// hands [PER-5-1, PER-13.5-5].
    #[inline]
    pub(crate) fn at_hand(self, who: FighterId, weapon: u8) -> bool {
        weapon == UNARMED
            || self
                .item(who, weapon)
                .is_some_and(|item| item.place == Whereabouts::AtHand)
    }

    /// Returns whether the fighter can use a weapon now: it is at hand, not jammed and not empty [PER-12-1,
    /// PER-13.5-2].
    #[inline]
    pub(crate) fn usable(self, who: FighterId, weapon: u8) -> bool {
        weapon == UNARMED
            || self.item(who, weapon).is_some_and(|item| {
                let loaded = self.arena.weapon(weapon).clip.is_none() || item.rounds > 0;
                item.place == Whereabouts::AtHand && !item.jammed && loaded
            })
    }

    /// Returns whether the magazine of a weapon is empty.
    pub(crate) fn empty(self, who: FighterId, weapon: u8) -> bool {
        self.arena.weapon(weapon).clip.is_some()
            && self.item(who, weapon).is_some_and(|item| item.rounds == 0)
    }

    /// Returns the weapons of the fighter that `item` matches, in order of preference, bare hands last.
    /// `None` matches all weapons.
    pub(crate) fn meant(self, who: FighterId, item: Option<ItemRef>) -> impl Iterator<Item = u8> {
        let bits = item.map_or(u64::MAX, |item| self.arena.meant(item));
        let all = self.fighter(who).weapons.iter().copied();
        all.filter(move |&weapon| bits >> weapon & 1 == 1)
    }

    /// Returns the first weapon at hand that satisfies `fits`.
    pub(crate) fn first(self, who: FighterId, fits: impl Fn(&Weapon) -> bool) -> Option<u8> {
        let mut all = self.meant(who, None);
        all.find(|&weapon| self.usable(who, weapon) && fits(self.arena.weapon(weapon)))
    }

    /// Returns the weapon in the main hand: the first carried weapon that is at hand.
    pub(crate) fn main_weapon(self, who: FighterId) -> Option<u8> {
        let mut carried = self.fighter(who).carries.iter().copied();
        carried.find(|&weapon| self.at_hand(who, weapon))
    }

    /// Returns the weapon that the fighter parries with: the melee weapon at hand with the best parry
    /// modifier [PER-13.4-2].
    pub(crate) fn parries_with(self, who: FighterId) -> Option<&'a Weapon> {
        let carried = self.fighter(who).carries.iter().zip(&self.body(who).items);
        let at_hand = carried.filter(|(_, item)| item.place == Whereabouts::AtHand);
        let weapons = at_hand.map(|(&weapon, _)| self.arena.weapon(weapon));
        let melee = weapons.filter(|weapon| weapon.is_melee());
        melee.max_by_key(|weapon| weapon.parry_mod)
    }

    /// Returns a weapon for each hand: the first two one-handed weapons at hand [PER-12.31-1].
    pub(crate) fn pair(self, who: FighterId) -> Option<[u8; 2]> {
        let carried = self.fighter(who).carries.iter().copied();
        let mut fit = carried
            .filter(|&weapon| self.usable(who, weapon) && !self.arena.weapon(weapon).two_handed);
        Some([fit.next()?, fit.next()?])
    }

    /// Returns the maximum number of hits of a shot in this mode, which is also the number of rounds used.
    /// Returns 0 if the weapon does not have the mode [PER-13.5-2].
    pub(crate) fn capacity(self, who: FighterId, weapon: u8, shot: Shot) -> u8 {
        let row = self.arena.weapon(weapon);
        let capacity = match shot {
            Shot::Standard => u8::from(row.kind == WeaponKind::Ranged),
            Shot::Semi => row.semi,
            Shot::Full => row.full,
        };
        if row.clip.is_none() {
            return capacity;
        }
        let item = self.item(who, weapon);
        item.map_or(capacity, |item| capacity.min(item.rounds))
    }
}
