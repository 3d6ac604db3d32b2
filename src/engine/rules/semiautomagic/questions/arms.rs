//! The weapons that a fighter has, and their possible uses.
//!
//! Clauses: SAM-2-6, SAM-5-8, SAM-6-3, SAM-7-6, SAM-7-7, SAM-12-3, SAM-13-1, SAM-13-4, SAM-13-5, SAM-14-1,
//! SAM-19-8.

use crate::fight::FighterId;
use crate::policy::ItemRef;
use crate::rules::semiautomagic::nouns::{BodyPart, Item, UNARMED, View, Whereabouts};
use crate::rules::semiautomagic::reading::{Weapon, WeaponKind};

impl<'a> View<'a> {
    /// The index of a weapon among those carried.
    #[inline]
    pub(crate) fn slot(self, who: FighterId, weapon: u8) -> Option<usize> {
        let carries = &self.fighter(who).carries;
        let held = |at: &usize| {
            carries[*at] == weapon && self.body(who).items[*at].place == Whereabouts::Held
        };
        let all = || (0..carries.len()).filter(|&at| carries[at] == weapon);
        all().find(held).or_else(|| all().next())
    }

    /// The state of a weapon; `None` for bare hands and for weapons that the fighter does not carry.
    #[inline]
    pub(crate) fn item(self, who: FighterId, weapon: u8) -> Option<&'a Item> {
        let at = self.slot(who, weapon)?;
        Some(&self.body(who).items[at])
    }

    /// Hands that can hold an item [SAM-12-3].
    pub(crate) fn hands(self, who: FighterId) -> u8 {
        let arms = self.fighter(who).arms;
        arms.saturating_sub(self.body(who).limbs.arms)
    }

    /// The items in a fighter's hands, in order of preference: the index among the items carried, and the weapon.
    pub(crate) fn held(self, who: FighterId) -> impl Iterator<Item = (u8, &'a Weapon)> {
        let items = self.body(who).items.iter().zip(&self.fighter(who).carries);
        let held = |item: &Item| item.place == Whereabouts::Held;
        let items = (0..).zip(items).filter(move |(_, (item, _))| held(item));
        items.map(move |(slot, (_, &weapon))| (slot, self.weapon(weapon)))
    }

    /// Hands that the held items take.
    pub(crate) fn full_hands(self, who: FighterId) -> u8 {
        self.held(who).map(|(_, row)| row.hands).sum()
    }

    /// Hands that hold nothing; a hand that controls a moving mount is not free [SAM-14-1].
    pub(crate) fn free_hands(self, who: FighterId) -> u8 {
        let used = self.full_hands(who) + u8::from(self.hand_on_reins(who));
        self.hands(who).saturating_sub(used)
    }

    /// Returns whether one hand of a fighter is on the reins: its mount has moved in this turn [SAM-14-1].
    fn hand_on_reins(self, who: FighterId) -> bool {
        self.arena.scope.mounts
            && self.body(who).clock.controlled
            && (self.mount(who)).is_some_and(|mount| self.body(mount).clock.moved > 0)
    }

    /// Returns whether an item in hand can be used with one hand fewer. Reading: the first held items remain usable, as
    /// far as the other hands suffice [SAM-14-1].
    fn spares_a_hand(self, who: FighterId, row: &Weapon, slot: usize) -> bool {
        let before = (self.held(who)).take_while(|&(at, _)| usize::from(at) < slot);
        let taken: u8 = before.map(|(_, other)| other.hands).sum();
        taken + row.hands < self.hands(who)
    }

    /// Returns whether a fighter can defend with an item in hand that `fits` [SAM-5-8, SAM-14-1].
    pub(crate) fn wields(self, who: FighterId, fits: impl Fn(&Weapon) -> bool) -> bool {
        let all = !self.hand_on_reins(who);
        let mut held = self.held(who).filter(|(_, row)| fits(row));
        held.any(|(slot, row)| all || self.spares_a_hand(who, row, slot.into()))
    }

    /// Returns whether a weapon can be used: in hand, sound, loaded, and not too heavy
    /// [SAM-7-6, SAM-12-3, SAM-13-4, SAM-13-5, SAM-19-8].
    #[inline]
    pub(crate) fn usable(self, who: FighterId, weapon: u8) -> bool {
        let Some(kept) = self.state.kept_usable(who) else {
            return self.usable_now(who, weapon);
        };
        let usable = kept >> weapon & 1 == 1;
        debug_assert_eq!(usable, self.usable_now(who, weapon), "a kept weapon");
        usable
    }

    /// Returns whether a weapon can be used, found out now.
    pub(crate) fn usable_now(self, who: FighterId, weapon: u8) -> bool {
        let row = self.weapon(weapon);
        let heavy = !row.light && self.body(who).disabled > 0;
        if heavy {
            return false;
        }
        if weapon == UNARMED {
            return self.fighter(who).unarmed.is_some() && self.free_hands(who) > 0;
        }
        let Some(slot) = self.slot(who, weapon) else {
            return false;
        };
        let item = &self.body(who).items[slot];
        let loaded = row.shots.is_none() || item.shots > 0;
        let supplied = row.ammunition.is_none() || item.ammunition > 0;
        item.place == Whereabouts::Held
            && !item.jammed
            && loaded
            && supplied
            && (!self.hand_on_reins(who) || self.spares_a_hand(who, row, slot))
    }

    /// Returns whether a held weapon has fewer shots loaded than it can hold, and ammunition for more.
    pub(crate) fn wants_loading(self, who: FighterId, slot: u8) -> bool {
        let row = self.arena.carried(who, slot);
        let item = &self.body(who).items[usize::from(slot)];
        item.place == Whereabouts::Held
            && row.shots.is_some_and(|most| item.shots < most)
            && row.ammunition.is_none_or(|_| item.ammunition > item.shots)
    }

    /// The weapons that a policy may use, in order of preference, bare hands last: all of them if it names none.
    pub(crate) fn meant(self, who: FighterId, item: Option<ItemRef>) -> impl Iterator<Item = u8> {
        let [bits, ..] = self.arena.meant(item);
        let all = self.fighter(who).weapons.iter().copied();
        all.filter(move |&weapon| bits >> weapon & 1 == 1)
    }

    /// The indices of the items that a policy may use, in order of preference.
    pub(crate) fn meant_slots(
        self,
        who: FighterId,
        item: Option<ItemRef>,
    ) -> impl Iterator<Item = u8> {
        let [bits, ..] = self.arena.meant(item);
        let all = (0u8..).zip(&self.fighter(who).carries);
        all.filter_map(move |(at, weapon)| (bits >> weapon & 1 == 1).then_some(at))
    }

    /// The first usable weapon that fits.
    pub(crate) fn first(self, who: FighterId, fits: impl Fn(&Weapon) -> bool) -> Option<u8> {
        let mut all = self.meant(who, None);
        all.find(|&weapon| self.usable(who, weapon) && fits(self.weapon(weapon)))
    }

    /// The index of the main weapon in hand: the first held item that is not a shield.
    pub(crate) fn main_slot(self, who: FighterId) -> Option<u8> {
        self.held_slot(who, |weapon| weapon.kind != WeaponKind::Shield)
    }

    /// The items in a fighter's hands that can be attacked and dropped: not spells or claws [SAM-13-1].
    pub(crate) fn things(self, who: FighterId) -> impl Iterator<Item = (u8, &'a Weapon)> {
        self.held(who).filter(|(_, row)| row.held)
    }

    /// The index of the item in the hand of this part: the main weapon, or in the off hand the next item, unless the
    /// main weapon takes both hands [SAM-12-3].
    pub(crate) fn slot_in(self, who: FighterId, part: BodyPart) -> Option<u8> {
        let main = self.main_slot(who);
        let both = main.is_some_and(|slot| self.arena.carried(who, slot).hands > 1);
        if both || !matches!(part, BodyPart::OffArm | BodyPart::OffHand) {
            return main;
        }
        let mut others = self.things(who).map(|(slot, _)| slot);
        others.find(|&slot| Some(slot) != main)
    }

    /// The index of the first item in hand that `fits`.
    pub(crate) fn held_slot(self, who: FighterId, fits: impl Fn(&Weapon) -> bool) -> Option<u8> {
        let mut things = self.things(who);
        things.find_map(|(slot, row)| fits(row).then_some(slot))
    }
}
