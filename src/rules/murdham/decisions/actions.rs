//! What each line of the main action would come to.
//!
//! Clauses: MUR-2-8, MUR-2-10, MUR-2-12, MUR-3-6..8, MUR-3-15, MUR-8-7, MUR-10-5, MUR-10-6, MUR-10-8,
//! MUR-10-10, MUR-16-5.

use super::decider::{Choice, Decider, small, target_of};
use crate::fight::FighterId;
use crate::policy::Slot;
use crate::rules::murdham::nouns::attack::{Manner, Means, Stance};
use crate::rules::murdham::nouns::deeds::{Aim, Deed, Lying, Pick};
use crate::rules::murdham::reading::field::Place;
use crate::rules::murdham::reading::tables::{UNARMED, Weapon};
use crate::rules::murdham::words::{MOVING, act, target};

impl<const N: usize> Decider<'_, N> {
    fn aim_attack(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Deed> {
        let wish = self.wish(slots[0]);
        let shoot = action == act::SHOOT;
        let bare = wish >> UNARMED & 1 == 1 && !shoot;
        if !bare {
            self.first_item(wish, |_, weapon| !shoot || weapon.range > 0)?;
        }
        let target = if action == act::DEATH_BLOW {
            self.aim_at_fallen(target_of(slots[1], target::FALLEN))?
        } else {
            self.aim_at(target_of(slots[1], target::NEAREST))?
        };
        let manner = match action {
            act::HOLD_BACK => Manner::HeldBack,
            act::DEATH_BLOW => Manner::DeathBlow,
            _ => Manner::Plain,
        };
        let pick = Pick {
            target,
            wish,
            manner,
            ranged: shoot,
            moving: shoot && slots[2] == Slot::Word(MOVING),
        };
        (!shoot || self.reaches(pick)).then_some(Deed::Attack(pick))
    }

    /// Whether a shot is possible from here.
    fn reaches(&self, pick: Pick) -> bool {
        let (view, who) = (self.view, self.who);
        let (own, place) = (view.body(who).place, view.body(pick.target).place);
        let reaches = |at: usize, weapon: &Weapon| {
            if weapon.blast {
                let field = &view.arena.field;
                let others = |zone: &Place| !field.touches(own, *zone);
                let mut zones = field.zones_of(place).filter(others);
                weapon.range > 0 && zones.any(|zone| self.blast_reaches(weapon, zone, pick.moving))
            } else {
                let stance = Stance::moving(pick.moving);
                let way = view.way(who, pick.target, Means::Item(small(at)), stance);
                way.is_some_and(|way| way.ranged)
            }
        };
        self.first_item(pick.wish, reaches).is_some()
    }

    fn blast_reaches(&self, weapon: &Weapon, zone: Place, moving: bool) -> bool {
        let way = self.view.blast_reach(self.who, weapon, zone, moving);
        way.is_some()
    }

    /// The first usable weapon of those meant that fits, by its place on the own list.
    fn first_item(&self, wish: u64, fits: impl Fn(usize, &Weapon) -> bool) -> Option<usize> {
        let items = &self.view.body(self.who).items;
        (0..items.len()).find(|&at| {
            let weapon = items[at].weapon;
            let meant = wish >> weapon & 1 == 1 && self.is_usable(at);
            meant && fits(at, self.view.arena.weapon(weapon))
        })
    }

    /// A blast at the place of an enemy, with the first such weapon that reaches it.
    fn aim_blast(&mut self, slots: &[Slot; 4]) -> Option<Deed> {
        let target = self.aim_at(target_of(slots[1], target::NEAREST))?;
        let place = self.view.body(target).place;
        let item = self.first_item(self.wish(slots[0]), |_, weapon| {
            let mut zones = self.view.arena.field.zones_of(place);
            weapon.blast && zones.any(|zone| self.blast_reaches(weapon, zone, false))
        })?;
        Some(Deed::Blast(Aim {
            item: small(item),
            target,
            anybody: slots[1] == Slot::Absent,
        }))
    }

    fn aim_split(&mut self, slots: &[Slot; 4]) -> Option<Deed> {
        let first = self.aim_at(target_of(slots[1], target::NEAREST))?;
        let wish = self.wish(slots[0]);
        let item = self.first_item(wish, |_, weapon| weapon.melee && !weapon.blast)?;
        let (item, among) = (small(item), 2);
        self.view.shares(self.who, item, first, among)?;
        Some(Deed::Split { item, first, among })
    }

    /// Disarming, shoving, grabbing: of whom and to where is in the slots after the target.
    fn aim_nonlethal(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Deed> {
        let target = self.aim_at(target_of(slots[0], target::NEAREST))?;
        let means = match action {
            act::DISARM => Means::Disarm {
                of: self.wish(slots[1]),
            },
            act::SHOVE => Means::Shove { to: None },
            _ => Means::Grapple,
        };
        let larger = self.view.arena.over(self.who, target);
        let sensible = match means {
            Means::Disarm { of } => self.view.droppable(target, of).is_some(),
            Means::Grapple => self.view.can_grab(self.who, target, larger),
            _ => true,
        };
        (sensible && larger >= 0).then_some(Deed::Nonlethal(target, means))
    }

    pub(super) fn aim_pick_up(&self, slot: Slot) -> Option<Deed> {
        let wish = self.wish(slot);
        let (view, who) = (self.view, self.who);
        let others = view.arena.lineup.everybody().filter(|&owner| owner != who);
        for owner in std::iter::once(who).chain(others) {
            for (item, thing) in view.body(owner).items.iter().enumerate() {
                let lying = Lying { owner, item };
                if wish >> thing.weapon & 1 == 1 && view.in_reach(who, lying) {
                    return Some(Deed::PickUp(lying));
                }
            }
        }
        None
    }

    fn aim_use(&mut self, slot: Slot) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let mut remedies = view.body(who).remedies.iter();
        let remedy = remedies.position(|&uses| uses > 0)?;
        let hurt = |ally: FighterId| {
            let patient = view.body(ally);
            patient.status.is_there() && patient.health < view.fighter(ally).health
        };
        let patient = match slot {
            Slot::Absent => hurt(who).then_some(who)?,
            _ => self.aim_at_ally(target_of(slot, target::SELF), hurt)?,
        };
        self.target = Some(patient);
        Some(Deed::Use { remedy, patient })
    }

    pub(super) fn aim_act(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Choice> {
        let deed = match action {
            act::ATTACK | act::HOLD_BACK | act::DEATH_BLOW | act::SHOOT => {
                self.aim_attack(action, slots)?
            }
            act::BLAST => self.aim_blast(slots)?,
            act::SPLIT => self.aim_split(slots)?,
            act::DISARM | act::SHOVE | act::GRAPPLE => self.aim_nonlethal(action, slots)?,
            act::FREE => {
                let state = self.view.state;
                let rule = target_of(slots[0], target::NEAREST);
                Deed::Free(self.aim_at_ally(rule, |ally| state.is_grabbed(ally))?)
            }
            act::PICK_UP => self.aim_pick_up(slots[0])?,
            act::USE => self.aim_use(slots[0])?,
            act::SURRENDER => Deed::Surrender,
            _ => Deed::Nothing,
        };
        Some(Choice::Act(deed))
    }
}
