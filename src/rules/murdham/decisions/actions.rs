//! What each line of the main action would come to.
//!
//! Clauses: MUR-2-8, MUR-2-10, MUR-2-12, MUR-3-6..8, MUR-3-15, MUR-8-7, MUR-10-5, MUR-10-6, MUR-10-8,
//! MUR-10-10, MUR-16-5.

use super::decider::{Choice, Decider, small, target_of};
use crate::fight::FighterId;
use crate::policy::Slot;
use crate::rules::murdham::nouns::attack::{Manner, Means, Stance};
use crate::rules::murdham::nouns::deeds::{Deed, Lying, Pick};
use crate::rules::murdham::reading::tables::UNARMED;
use crate::rules::murdham::words::{MOVING, act, target};

impl<const N: usize> Decider<'_, N> {
    fn aim_attack(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Deed> {
        let wish = self.wish(slots[0]);
        let shoot = action == act::SHOOT;
        let default = if action == act::DEATH_BLOW {
            target::FALLEN
        } else {
            target::NEAREST
        };
        let ranged = |decider: &Self, at: usize| {
            let weapon = decider.state.body(decider.who).items[at].weapon;
            !shoot || decider.arena.weapon(weapon).range > 0
        };
        let bare = wish >> UNARMED & 1 == 1 && !shoot;
        if !bare && !self.has_any(wish, |at| ranged(self, at)) {
            return None;
        }
        let rule = target_of(slots[1], default);
        let target = if action == act::DEATH_BLOW {
            self.aim_at_fallen(rule)?
        } else {
            self.aim_at(rule)?
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
        let stance = Stance {
            moving: pick.moving,
            ..Stance::default()
        };
        self.has_any(pick.wish, |at| {
            let weapon = self
                .arena
                .weapon(self.state.body(self.who).items[at].weapon);
            let item = small(at);
            if weapon.blast {
                let place = self.state.body(pick.target).place;
                let own = self.state.body(self.who).place;
                weapon.range > 0
                    && self.arena.field.zones_of(place).any(|zone| {
                        !self.arena.field.touches(own, zone)
                            && self.blast_reaches(item, zone, pick.moving)
                    })
            } else {
                let (arena, state) = (self.arena, self.state);
                let way = arena.way(state, self.who, pick.target, Means::Item(item), stance);
                way.is_some_and(|way| way.ranged)
            }
        })
    }

    fn blast_reaches(&self, item: u8, zone: u8, moving: bool) -> bool {
        let (arena, state) = (self.arena, self.state);
        let weapon = arena.weapon_of(state, self.who, Means::Item(item));
        arena
            .blast_reach(state, self.who, weapon, zone, moving)
            .is_some()
    }

    /// A blast at the place of an enemy, with the first such weapon that reaches it.
    fn aim_blast(&mut self, slots: &[Slot; 4]) -> Option<Deed> {
        let wish = self.wish(slots[0]);
        let target = self.aim_at(target_of(slots[1], target::NEAREST))?;
        let place = self.state.body(target).place;
        let items = &self.state.body(self.who).items;
        let item = (0..items.len()).find(|&at| {
            let fits = wish >> items[at].weapon & 1 == 1 && self.is_usable(at);
            let mut zones = self.arena.field.zones_of(place);
            fits && self.arena.weapon(items[at].weapon).blast
                && zones.any(|zone| self.blast_reaches(small(at), zone, false))
        })?;
        Some(Deed::Blast {
            item: small(item),
            target,
            anybody: slots[1] == Slot::Absent,
        })
    }

    fn aim_split(&mut self, slots: &[Slot; 4]) -> Option<Deed> {
        let wish = self.wish(slots[0]);
        let first = self.aim_at(target_of(slots[1], target::NEAREST))?;
        let items = &self.state.body(self.who).items;
        let item = (0..items.len()).find(|&at| {
            let weapon = self.arena.weapon(items[at].weapon);
            wish >> items[at].weapon & 1 == 1 && self.is_usable(at) && weapon.melee && !weapon.blast
        })?;
        let (arena, state) = (self.arena, self.state);
        arena.shares(state, self.who, small(item), first, 2)?;
        Some(Deed::Split {
            item: small(item),
            first,
            among: 2,
        })
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
        let (arena, state) = (self.arena, self.state);
        let larger = arena.over(self.who, target);
        let sensible = match means {
            Means::Disarm { of } => arena.droppable(state, target, of).is_some(),
            Means::Grapple => arena.can_grab(state, self.who, target, larger),
            _ => true,
        };
        (sensible && larger >= 0).then_some(Deed::Nonlethal(target, means))
    }

    pub(super) fn aim_pick_up(&self, slot: Slot) -> Option<Deed> {
        let wish = self.wish(slot);
        let everybody = self.arena.lineup.everybody();
        let own_first = std::iter::once(self.who).chain(everybody.filter(|&who| who != self.who));
        for owner in own_first {
            for (item, thing) in self.state.body(owner).items.iter().enumerate() {
                let lying = Lying { owner, item };
                let wanted = wish >> thing.weapon & 1 == 1;
                if wanted && self.arena.in_reach(self.state, self.who, lying) {
                    return Some(Deed::PickUp(lying));
                }
            }
        }
        None
    }

    fn aim_use(&mut self, slot: Slot) -> Option<Deed> {
        let body = self.state.body(self.who);
        let remedy = body.remedies.iter().position(|&uses| uses > 0)?;
        let (arena, state) = (self.arena, self.state);
        let hurt = |ally: FighterId| {
            let patient = state.body(ally);
            patient.status.is_there() && patient.health < arena.fighter(ally).health
        };
        let patient = match slot {
            Slot::Absent => hurt(self.who).then_some(self.who)?,
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
                let state = self.state;
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
