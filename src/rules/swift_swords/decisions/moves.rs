//! What the lines of a turn come to that go places, shoot or grapple.
//!
//! Clauses: SST-3-9, SST-7-4, SST-8-1, SST-8-5, SST-11-3, SST-12-1, SST-12-4, SST-12-9. A line is passed over where what it says
//! is impossible or would change nothing.

use super::decider::Decider;
use crate::fight::FighterId;
use crate::policy::{Line, Slot};
use crate::rules::swift_swords::nouns::{Deed, Grapple, NO_WAY, Shot, Way};
use crate::rules::swift_swords::questions::reach::MOST_GATHERED;

impl<const N: usize> Decider<'_, N> {
    /// A move with its goal: a zone by number. Nothing, where one would stay where one is.
    pub(super) fn headed(&self, way: Way, zone: i64) -> Deed {
        let last = i64::try_from(self.view.arena.field.count()).expect("few zones") - 1;
        let to = u8::try_from(zone.clamp(0, last)).expect("few zones");
        match way {
            Way::Move { .. } => self.going(to).unwrap_or(Deed::Wait),
            Way::Withdraw { .. } if self.leads(to) => Deed::Way(Way::Withdraw { to }),
            other => Deed::Way(other),
        }
    }

    fn leads(&self, to: u8) -> bool {
        self.view.arena.field.ways.distance(self.me().zone, to) != NO_WAY
    }

    /// A move to a zone, if it would change anything.
    fn going(&self, to: u8) -> Option<Deed> {
        let body = self.me();
        let goes = to != body.zone && self.leads(to) && self.view.speed(self.who) > 0;
        let leaves = to == body.zone && body.group != 0;
        (goes || leaves).then_some(Deed::Way(Way::Move { to }))
    }

    pub(super) fn aim_move(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let here = view.body(who).zone;
        match line.slots {
            // Where to is known when the line is taken.
            [Slot::Number(_), ..] => Some(Deed::Way(Way::Move { to: here })),
            [_, slot @ Slot::Target(_), ..] => {
                let away = |foe| !matches!(view.distance(who, foe), 0 | NO_WAY);
                let foe = self.aim_at(slot, away)?;
                self.going(view.body(foe).zone)
            }
            _ => self.going(here),
        }
    }

    pub(super) fn aim_charge(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        if view.body(who).group != 0 {
            return None;
        }
        let weapon = view.weapon_in_contact(who, self.wish(line.slots[0]))?;
        let steps = view.rush(who);
        let near = |foe| {
            view.distance(who, foe) <= steps && view.has_room(who, foe) && view.in_reach(who, foe)
        };
        let target = self.aim_at(line.slots[1], near)?;
        Some(Deed::Way(Way::Charge { target, weapon }))
    }

    pub(super) fn aim_drag(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let me = view.body(who);
        let alone = |foe: FighterId| {
            let body = view.body(foe);
            body.group == 0 && body.zone == me.zone && view.in_reach(who, foe)
        };
        let target = (me.group != 0).then(|| self.aim_at(line.slots[0], alone))??;
        Some(Deed::Way(Way::Drag { target }))
    }

    pub(super) fn aim_ready(&mut self, line: &Line) -> Option<Deed> {
        let item = self.view.to_ready(self.who, self.wish(line.slots[0]))?;
        Some(Deed::Way(Way::Ready { item }))
    }

    /// The weapon of a line of `shoot` or `aim`.
    pub(super) fn shooting(&self, line: &Line) -> Option<u8> {
        let wish = self.wish(line.slots[0]);
        self.view.shooting_weapon(self.who, wish)
    }

    pub(super) fn aim_shot(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let weapon = self.shooting(line)?;
        let target = self.aim_up(line.slots[1], |foe| view.carries(who, Some(weapon), foe))?;
        Some(Deed::Shot(Shot::Shoot { target, weapon }))
    }

    pub(super) fn aim_spell(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let (spell, _) = view.fighter(who).cast?;
        let carries = |foe| view.carries(who, None, foe);
        let target = self.aim_up_on(spell.track, line.slots[0], carries)?;
        Some(Deed::Shot(Shot::Cast { target }))
    }

    /// Gathers on, up to the most that can be gathered.
    pub(super) fn gathering(&self, shot: Shot) -> Option<Deed> {
        let full = shot.gathered(self.view.state, self.who) == Some(MOST_GATHERED);
        (!full).then_some(Deed::Shot(shot))
    }

    pub(super) fn aim_close(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let weapon = view.closing_weapon(who)?;
        let apart = |foe| view.can_strike(who, foe) && !view.state.locked(who, foe);
        let target = self.aim_up(line.slots[0], apart)?;
        Some(Deed::Grapple(Grapple::Close { target, weapon }))
    }

    pub(super) fn aim_hold(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let target = self.aim_up(line.slots[0], |foe| view.can_hold(who, foe))?;
        Some(Deed::Grapple(Grapple::Hold { target }))
    }

    pub(super) fn aim_throw(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let target = self.aim_up(line.slots[0], |foe| view.can_fell(who, foe))?;
        Some(Deed::Grapple(Grapple::KnockDown { target }))
    }
}
