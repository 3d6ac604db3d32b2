//! The weapons of a fighter, and what it can do with them.
//!
//! Clauses: SAM-2-6, SAM-5-8, SAM-6-3, SAM-7-6, SAM-7-7, SAM-12-3, SAM-13-1, SAM-13-4, SAM-13-5, SAM-14-1,
//! SAM-19-8.

use crate::fight::FighterId;
use crate::policy::ItemRef;
use crate::rules::semiautomagic::nouns::{BodyPart, Item, UNARMED, View, Whereabouts};
use crate::rules::semiautomagic::reading::{Weapon, WeaponKind};

impl<'a> View<'a> {
    /// Returns the index of a weapon among the items that a fighter carries, or `None` if it carries none of
    /// that kind. If it carries several, one that is in a hand is preferred.
    #[inline]
    pub(crate) fn slot(self, who: FighterId, weapon: u8) -> Option<usize> {
        let carries = &self.fighter(who).carries;
        let held = |at: &usize| {
            carries[*at] == weapon && self.body(who).items[*at].place == Whereabouts::Held
        };
        let all = || (0..carries.len()).filter(|&at| carries[at] == weapon);
        all().find(held).or_else(|| all().next())
    }

    /// Returns the state of a weapon that `who` carries. Returns `None` for bare hands and for weapons that
    /// it does not carry.
    #[inline]
    pub(crate) fn item(self, who: FighterId, weapon: u8) -> Option<&'a Item> {
        let at = self.slot(who, weapon)?;
        Some(&self.body(who).items[at])
    }

    /// Returns the number of hands of a fighter that can hold an item [SAM-12-3].
    pub(crate) fn hands(self, who: FighterId) -> u8 {
        let arms = self.fighter(who).arms;
        arms.saturating_sub(self.body(who).limbs.arms)
    }

    /// Returns the items in a fighter's hands, most preferred first. Each item comes with its index among the
    /// items carried.
    pub(crate) fn held(self, who: FighterId) -> impl Iterator<Item = (u8, &'a Weapon)> {
        let items = self.body(who).items.iter().zip(&self.fighter(who).carries);
        let held = |item: &Item| item.place == Whereabouts::Held;
        let items = (0..).zip(items).filter(move |(_, (item, _))| held(item));
        items.map(move |(slot, (_, &weapon))| (slot, self.weapon(weapon)))
    }

    /// Returns the number of hands that are needed for the items in hand.
    pub(crate) fn full_hands(self, who: FighterId) -> u8 {
        self.held(who).map(|(_, row)| row.hands).sum()
    }

    /// Returns the number of free hands. A hand that holds the reins of a moving mount is not free
    /// [SAM-14-1].
    pub(crate) fn free_hands(self, who: FighterId) -> u8 {
        let used = self.full_hands(who) + u8::from(self.hand_on_reins(who));
        self.hands(who).saturating_sub(used)
    }

    /// Returns whether a fighter needs one hand for the reins. It does if its mount has moved in this turn
    /// [SAM-14-1].
    fn hand_on_reins(self, who: FighterId) -> bool {
        self.arena.scope.mounts
            && self.body(who).clock.controlled
            && (self.mount(who)).is_some_and(|mount| self.body(mount).clock.moved > 0)
    }

    /// Returns whether the item at index `slot`, which is in hand, can be used while one hand holds the
    /// reins. Interpretation of the rules: the other hands are given to the items in hand, in order of
    /// preference. An item that needs more hands than are left cannot be used [SAM-14-1].
    fn spares_a_hand(self, who: FighterId, row: &Weapon, slot: usize) -> bool {
        let before = (self.held(who)).take_while(|&(at, _)| usize::from(at) < slot);
        let taken: u8 = before.map(|(_, other)| other.hands).sum();
        taken + row.hands < self.hands(who)
    }

    /// Returns whether a fighter can defend with at least one of the items in hand that `fits` accepts
    /// [SAM-5-8, SAM-14-1].
    pub(crate) fn wields(self, who: FighterId, fits: impl Fn(&Weapon) -> bool) -> bool {
        let all = !self.hand_on_reins(who);
        let mut held = self.held(who).filter(|(_, row)| fits(row));
        held.any(|(slot, row)| all || self.spares_a_hand(who, row, slot.into()))
    }

    /// Returns whether a fighter can use a weapon. The weapon must be in hand, loaded, not jammed, and not
    /// too large for the hands that the fighter can use [SAM-7-6, SAM-12-3, SAM-13-4, SAM-13-5, SAM-19-8].
    #[inline]
    pub(crate) fn usable(self, who: FighterId, weapon: u8) -> bool {
        let Some(kept) = self.state.kept_usable(who) else {
            return self.usable_now(who, weapon);
        };
        let usable = kept >> weapon & 1 == 1;
        debug_assert_eq!(usable, self.usable_now(who, weapon), "a kept weapon");
        usable
    }

    /// Computes what [`usable`](Self::usable) returns, without the cache.
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

    /// Returns whether an item is in hand and can be loaded: some of its shots are missing, and there is
    /// ammunition for them.
    pub(crate) fn wants_loading(self, who: FighterId, slot: u8) -> bool {
        let row = self.arena.carried(who, slot);
        let item = &self.body(who).items[usize::from(slot)];
        item.place == Whereabouts::Held
            && row.shots.is_some_and(|most| item.shots < most)
            && row.ammunition.is_none_or(|_| item.ammunition > item.shots)
    }

    /// Returns those weapons of `who` that `item`, the item word of a policy line, means. The most preferred
    /// weapon comes first and bare hands come last. If `item` is `None`, returns all weapons.
    pub(crate) fn meant(self, who: FighterId, item: Option<ItemRef>) -> impl Iterator<Item = u8> {
        let [bits, ..] = self.arena.meant(item);
        let all = self.fighter(who).weapons.iter().copied();
        all.filter(move |&weapon| bits >> weapon & 1 == 1)
    }

    /// Returns the indices of the carried items that `item`, the item word of a policy line, means. The most
    /// preferred item comes first. If `item` is `None`, returns all items.
    pub(crate) fn meant_slots(
        self,
        who: FighterId,
        item: Option<ItemRef>,
    ) -> impl Iterator<Item = u8> {
        let [bits, ..] = self.arena.meant(item);
        let all = (0u8..).zip(&self.fighter(who).carries);
        all.filter_map(move |(at, weapon)| (bits >> weapon & 1 == 1).then_some(at))
    }

    /// Returns the most preferred usable weapon that `fits` accepts.
    pub(crate) fn first(self, who: FighterId, fits: impl Fn(&Weapon) -> bool) -> Option<u8> {
        let mut all = self.meant(who, None);
        all.find(|&weapon| self.usable(who, weapon) && fits(self.weapon(weapon)))
    }

    /// Returns the index of the main weapon among the items carried: the first item in hand that is not a
    /// shield.
    pub(crate) fn main_slot(self, who: FighterId) -> Option<u8> {
        self.held_slot(who, |weapon| weapon.kind != WeaponKind::Shield)
    }

    /// Returns the items in hand that can be attacked and dropped, with their indices. Spells and claws
    /// cannot, so they are left out [SAM-13-1].
    pub(crate) fn things(self, who: FighterId) -> impl Iterator<Item = (u8, &'a Weapon)> {
        self.held(who).filter(|(_, row)| row.held)
    }

    /// Returns the index of the item in the hand or arm `part`. The main weapon is in the main hand. The next
    /// item is in the off hand, unless the main weapon takes both hands [SAM-12-3].
    pub(crate) fn slot_in(self, who: FighterId, part: BodyPart) -> Option<u8> {
        let main = self.main_slot(who);
        let both = main.is_some_and(|slot| self.arena.carried(who, slot).hands > 1);
        if both || !matches!(part, BodyPart::OffArm | BodyPart::OffHand) {
            return main;
        }
        let mut others = self.things(who).map(|(slot, _)| slot);
        others.find(|&slot| Some(slot) != main)
    }

    /// Returns the index of the first item in hand that `fits` accepts.
    pub(crate) fn held_slot(self, who: FighterId, fits: impl Fn(&Weapon) -> bool) -> Option<u8> {
        let mut things = self.things(who);
        things.find_map(|(slot, row)| fits(row).then_some(slot))
    }
}
