//! Functions that make the choices of policy lines for main actions, and for mounting and dismounting.
//!
//! Clauses: MUR-2-8, MUR-2-10, MUR-2-12, MUR-3-6..8, MUR-3-15, MUR-8-7, MUR-10-5, MUR-10-6, MUR-10-8,
//! MUR-10-10, MUR-16-5, MUR-17-6.

use super::asker::{Asker, Choice};
use super::lists::MOVING;
use super::targets::{FALLEN, NEAREST, SELF, SURRENDERED, rule_of};
use crate::fight::FighterId;
use crate::policy::{Line, TargetRef};
use crate::rules::murdham::nouns::{
    Aim, AttackChoice, AttackMeans, Deed, Item, Lying, Manner, Seat, Turn, WalkGoal,
};
use crate::rules::murdham::reading::{UNARMED, Weapon};

impl Asker<'_> {
    pub(super) fn attack(&mut self, line: &Line, manner: Manner, shoots: bool) -> Option<Choice> {
        let wish = self.wish(line);
        let bare = wish >> UNARMED & 1 == 1 && !shoots;
        if !bare {
            self.first_item(wish, |_, weapon| !shoots || weapon.range > 0)?;
        }
        let target = if manner == Manner::DeathBlow {
            self.aim_at_fallen(line)?
        } else {
            self.aim_at(line)?
        };
        let deed = Deed::Attack(AttackChoice {
            target,
            wish,
            manner,
            ranged: shoots,
            moving: shoots && line.word(2) == MOVING,
        });
        (!shoots || self.may(deed)).then_some(Choice::Act(deed))
    }

    /// Picks a fallen enemy by the target rule of a line [MUR-3-7, MUR-3-8].
    fn aim_at_fallen(&mut self, line: &Line) -> Option<FighterId> {
        if line.target() == Some(TargetRef::Rule(SURRENDERED)) {
            return None;
        }
        let fallen = self.view.enemies(self.who, TargetRef::Rule(FALLEN));
        self.aim_among(rule_of(line, FALLEN), fallen)
    }

    /// Returns whether the fighter can take this action without moving first.
    fn may(&self, deed: Deed) -> bool {
        let turn = Turn::new(self.who, self.view.fighter(self.who));
        self.view.settle(turn, deed).is_some()
    }

    /// Returns the list index of the first usable weapon in the bit set `wish` that satisfies `fits`.
    fn first_item(&self, wish: u64, fits: impl Fn(u8, &Weapon) -> bool) -> Option<u8> {
        let mut held = self.view.body(self.who).held();
        let found = held.find(|&(at, &Item { weapon, .. })| {
            let meant = wish >> weapon & 1 == 1 && self.view.is_usable(self.who, at.into());
            meant && fits(at, self.view.arena.weapon(weapon))
        });
        found.map(|(at, _)| at)
    }

    /// Returns a blast at the place of an enemy. The weapon is the first one on the fighter's list that makes
    /// blasts and reaches that place.
    pub(super) fn blast(&mut self, line: &Line) -> Option<Choice> {
        let target = self.aim_at(line)?;
        let anybody = line.target().is_none();
        let deed = |item| {
            Deed::Blast(Aim {
                item,
                target,
                anybody,
            })
        };
        let reaches = |at, weapon: &Weapon| weapon.blast && self.may(deed(at));
        let item = self.first_item(self.wish(line), reaches)?;
        Some(Choice::Act(deed(item)))
    }

    pub(super) fn split(&mut self, line: &Line) -> Option<Choice> {
        let first = self.aim_at(line)?;
        let wish = self.wish(line);
        let item = self.first_item(wish, |_, weapon| weapon.melee && !weapon.blast)?;
        let among = 2;
        let deed = Deed::Split { item, first, among };
        self.may(deed).then_some(Choice::Act(deed))
    }

    /// Returns an attempt to disarm, shove or grab an enemy. `means` says which of the three.
    pub(super) fn handle(&mut self, line: &Line, means: AttackMeans) -> Option<Choice> {
        let target = self.aim_at(line)?;
        let sensible = self.view.can_handle(self.who, target, means);
        sensible.then_some(Choice::Act(Deed::Nonlethal(target, means)))
    }

    pub(super) fn free(&mut self, line: &Line) -> Option<Choice> {
        let state = self.view.state;
        let allies = self.view.arena.lineup.allies(self.who);
        let grabbed = allies.filter(|ally| state.is_grabbed(ally));
        let ally = self.aim_among(rule_of(line, NEAREST), grabbed)?;
        Some(Choice::Act(Deed::Free(ally)))
    }

    pub(super) fn pick_up(&self, line: &Line) -> Option<Choice> {
        let wish = self.wish(line);
        let (view, who) = (self.view, self.who);
        let others = view.arena.lineup.everybody().filter(|&owner| owner != who);
        for owner in std::iter::once(who).chain(others) {
            for (item, thing) in view.body(owner).items.iter().enumerate() {
                let lying = Lying { owner, item };
                if wish >> thing.weapon & 1 == 1 && view.in_reach(who, lying) {
                    return Some(Choice::Act(Deed::PickUp(lying)));
                }
            }
        }
        None
    }

    pub(super) fn treat(&mut self, line: &Line) -> Option<Choice> {
        let (view, who) = (self.view, self.who);
        let mut remedies = view.body(who).remedies.iter();
        let remedy = remedies.position(|&uses| uses > 0)?;
        let hurt = |ally: FighterId| {
            let patient = view.body(ally);
            patient.status.is_there() && patient.health < view.fighter(ally).health
        };
        let patient = if line.target().is_some() {
            let allies = view.arena.lineup.allies(who);
            self.aim_among(rule_of(line, SELF), allies.filter(hurt))?
        } else {
            hurt(who).then_some(who)?
        };
        self.target = Some(patient);
        Some(Choice::Act(Deed::Use { remedy, patient }))
    }

    /// Returns the choice to walk to the place that the character still has to reach as its objective.
    /// Returns `None` if there is no such place or the way is blocked.
    pub(super) fn run(&self) -> Option<Choice> {
        let place = self.view.place_to_reach(self.who)?;
        let mover = self.view.shared(self.who).unwrap_or(self.who);
        let here = self.view.body(mover).place;
        let is_open = self.view.onward(mover, here, WalkGoal::To(place)).is_some();
        is_open.then_some(Choice::Act(Deed::Go(place)))
    }

    /// Returns the choice to take a free seat on a mount. If `vehicle` is true, the seat is in a vehicle.
    pub(super) fn take_seat(&mut self, line: &Line, vehicle: bool) -> Option<Choice> {
        let (view, who) = (self.view, self.who);
        if view.state.mount_of(who).is_some() {
            return None;
        }
        let among = view
            .arena
            .lineup
            .those(|mount| view.arena.is_vehicle(mount) == vehicle && view.has_seat(who, mount));
        let mount = self.aim_among(rule_of(line, NEAREST), among)?;
        Some(Choice::Seat(Seat::Takes(mount)))
    }

    /// Returns the choice to leave the mount that the fighter rides. If `vehicle` is true, it leaves a
    /// vehicle.
    pub(super) fn leave_seat(&self, vehicle: bool) -> Option<Choice> {
        let own = self.view.state.mount_of(self.who)?;
        let fits = self.view.arena.is_vehicle(own) == vehicle;
        let leaves = fits && self.view.can_alight(self.who);
        leaves.then_some(Choice::Seat(Seat::Leaves))
    }
}
