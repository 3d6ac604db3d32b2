//! What the lines of a turn come to that go places, shoot, use two weapons or grapple.
//!
//! Clauses: SST-3-9, SST-7-4, SST-8-1, SST-8-5, SST-8-8, SST-11-3, SST-12-1, SST-12-4, SST-12-9, SST-32-2. A line is passed
//! over where what it says is impossible or would change nothing.

use super::decider::{Choice, Decider, target_of};
use crate::fight::FighterId;
use crate::policy::{Slot, TargetRef};
use crate::rules::swift_swords::nouns::deeds::{Deed, Grapple, Shot, Tactic, Way};
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::questions::shots::{self, MOST_GATHERED};
use crate::rules::swift_swords::questions::{arms, grips, reach, routes};
use crate::rules::swift_swords::reading::zones::NONE;
use crate::rules::swift_swords::words::{act, target};

impl<const N: usize> Decider<'_, N> {
    /// What a line comes to that is no plain attack.
    pub(super) fn aim_elsewhere(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Deed> {
        match action {
            act::CHARGE => self.aim_charge(slots),
            act::ALL_OUT | act::DOUBLE_STRIKE | act::FOLLOW_ON => self.aim_dual(action, slots),
            act::SHOOT | act::AIM => self.aim_shot(action, slots),
            act::CAST | act::GATHER => self.aim_spell(action, slots),
            act::MOVE => self.aim_move(slots),
            act::RETREAT => {
                let can = routes::can_retreat(self.view(), self.who);
                can.then_some(Deed::Way(Way::Retreat))
            }
            act::WITHDRAW => {
                let body = self.state.body(self.who);
                let to = body.zone;
                (body.group != 0).then_some(Deed::Way(Way::Withdraw { to }))
            }
            act::DRAG => self.aim_drag(slots),
            act::STAND => {
                let body = self.state.body(self.who);
                let can = body.prone && body.close == 0 && !body.injuries.legless;
                can.then_some(Deed::Way(Way::Stand))
            }
            act::READY => {
                let wish = self.wish(slots[0]);
                let item = arms::to_ready(self.view(), self.who, wish)?;
                Some(Deed::Way(Way::Ready { item }))
            }
            act::CLOSE | act::HOLD | act::KNOCK_DOWN => self.aim_grapple(action, slots),
            _ => self.aim_force(action, slots),
        }
    }

    /// A move with its goal: a zone by number. Nothing, where one would stay where one is.
    pub(super) fn headed(&self, way: Way, zone: i64) -> Deed {
        let last = i64::try_from(self.arena.field.count()).expect("few zones") - 1;
        let to = u8::try_from(zone.clamp(0, last)).expect("few zones");
        let body = self.state.body(self.who);
        match way {
            Way::Move { .. } => self.going(to).unwrap_or(Deed::Wait),
            Way::Withdraw { .. } if self.leads(to) => Deed::Way(Way::Withdraw { to }),
            Way::Withdraw { .. } => Deed::Way(Way::Withdraw { to: body.zone }),
            other => Deed::Way(other),
        }
    }

    fn leads(&self, to: u8) -> bool {
        let here = self.state.body(self.who).zone;
        self.arena.field.distance(here, to) != NONE
    }

    /// A move to a zone, if it would change anything.
    fn going(&self, to: u8) -> Option<Deed> {
        let body = self.state.body(self.who);
        let goes = to != body.zone && self.leads(to) && routes::speed(self.arena, self.who) > 0;
        let leaves = to == body.zone && body.group != 0;
        (goes || leaves).then_some(Deed::Way(Way::Move { to }))
    }

    fn aim_move(&mut self, slots: &[Slot; 4]) -> Option<Deed> {
        let here = self.state.body(self.who).zone;
        if matches!(slots[0], Slot::Number(_)) {
            // Where to is known when the line is taken.
            return Some(Deed::Way(Way::Move { to: here }));
        }
        let Slot::Target(rule) = slots[1] else {
            return self.going(here);
        };
        let (field, state) = (&self.arena.field, self.state);
        let away = |foe: FighterId| {
            let there = state.body(foe).zone;
            there != here && field.distance(here, there) != NONE
        };
        let foe = self.aim_at(rule, away)?;
        self.going(state.body(foe).zone)
    }

    fn aim_charge(&mut self, slots: &[Slot; 4]) -> Option<Deed> {
        let (view, who) = (self.view(), self.who);
        if view.body(who).group != 0 {
            return None;
        }
        let weapon = arms::in_contact(view, who, self.wish(slots[0]))?;
        let here = view.body(who).zone;
        let steps = routes::rush(view, who);
        let near = |foe: FighterId| {
            view.arena.field.distance(here, view.body(foe).zone) <= steps
                && reach::has_room(view, who, foe)
                && reach::in_reach(view, who, foe)
        };
        let target = self.aim_at(target_of(slots[1], target::FIRST), near)?;
        Some(Deed::Way(Way::Charge { target, weapon }))
    }

    fn aim_drag(&mut self, slots: &[Slot; 4]) -> Option<Deed> {
        let (view, who) = (self.view(), self.who);
        let zone = view.body(who).zone;
        if view.body(who).group == 0 {
            return None;
        }
        let alone = |foe: FighterId| {
            let body = view.body(foe);
            body.group == 0 && body.zone == zone && reach::in_reach(view, who, foe)
        };
        let target = self.aim_at(target_of(slots[0], target::FIRST), alone)?;
        Some(Deed::Way(Way::Drag { target }))
    }

    fn aim_dual(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Deed> {
        let (view, who) = (self.view(), self.who);
        if !view.fighter(who).dual {
            return None;
        }
        let off = arms::off_hand(view, who)?;
        // Only an all-out attack names its weapon.
        let (wish, rule) = match action {
            act::ALL_OUT => (self.wish(slots[0]), slots[1]),
            _ => (arms::ANY, slots[0]),
        };
        let in_hand = arms::in_hand(view, who);
        let weapon = arms::melee(view, who, wish).filter(|&own| in_hand == Some(own))?;
        let strikes = |foe: FighterId| reach::can_strike(view, who, foe);
        let rule = target_of(rule, target::FIRST);
        let target = self.aim_at(rule, strikes)?;
        Some(Deed::Dual(match action {
            act::ALL_OUT => Tactic::AllOut { target, weapon },
            act::FOLLOW_ON => Tactic::FollowOn {
                target,
                weapon,
                off,
            },
            _ => {
                let second = match slots[1] {
                    Slot::Target(rule) => {
                        let found = self.aim_at(rule, |foe| foe != target && strikes(foe));
                        self.target = Some(target);
                        found.unwrap_or(target)
                    }
                    _ => target,
                };
                Tactic::DoubleStrike {
                    target,
                    second,
                    weapon,
                    off,
                }
            }
        }))
    }

    fn aim_shot(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Deed> {
        let (view, who) = (self.view(), self.who);
        let weapon = shots::weapon(view, who, self.wish(slots[0]))?;
        if action == act::AIM {
            let shot = Shot::Aim { weapon };
            return self.gathering(shot);
        }
        let rule = target_of(slots[1], target::FIRST);
        let carries = |foe: FighterId| shots::carries(view, who, Some(weapon), foe);
        let target = self.aim_sent(Track::Physical, rule, carries)?;
        Some(Deed::Shot(Shot::Shoot { target, weapon }))
    }

    fn aim_spell(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Deed> {
        let (view, who) = (self.view(), self.who);
        let (spell, _) = view.fighter(who).cast?;
        if action == act::GATHER {
            return self.gathering(Shot::Gather);
        }
        let rule = target_of(slots[0], target::FIRST);
        let carries = |foe: FighterId| shots::carries(view, who, None, foe);
        let track = if spell.mental {
            Track::Mental
        } else {
            Track::Physical
        };
        let target = self.aim_sent(track, rule, carries)?;
        Some(Deed::Shot(Shot::Cast { target }))
    }

    /// Whom something is sent at; never those who are out.
    fn aim_sent(
        &mut self,
        track: Track,
        rule: TargetRef,
        fits: impl Fn(FighterId) -> bool,
    ) -> Option<FighterId> {
        if rule == TargetRef::Rule(target::FALLEN) {
            return None;
        }
        self.aim_on(track, rule, fits)
    }

    fn gathering(&self, shot: Shot) -> Option<Deed> {
        let full = shot.gathered(self.state, self.who) == Some(MOST_GATHERED);
        (!full).then_some(Deed::Shot(shot))
    }

    fn aim_grapple(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Deed> {
        let (view, who) = (self.view(), self.who);
        let rule = target_of(slots[0], target::FIRST);
        if rule == TargetRef::Rule(target::FALLEN) {
            return None;
        }
        let grapple = match action {
            act::CLOSE => {
                let weapon = arms::closing(view, who, arms::ANY)?;
                let target = self.aim_at(rule, |foe| {
                    reach::can_strike(view, who, foe) && !reach::locked(view.state, who, foe)
                })?;
                Grapple::Close { target, weapon }
            }
            act::HOLD => {
                let target = self.aim_at(rule, |foe| grips::can_hold(view, who, foe))?;
                Grapple::Hold { target }
            }
            _ => {
                let target = self.aim_at(rule, |foe| grips::can_fell(view.state, who, foe))?;
                Grapple::KnockDown { target }
            }
        };
        Some(Deed::Grapple(grapple))
    }

    /// What a line of `interrupt` comes to: an attack on the one who acts.
    pub(super) fn aim_interrupt(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Choice> {
        if action != 0 {
            return Some(Choice::Action(action));
        }
        let (view, who) = (self.view(), self.who);
        let weapon = arms::melee(view, who, self.wish(slots[0]))?;
        let target = self.matter.stated?;
        let deed = Deed::Attack { target, weapon };
        // Whoever waits for one in the air gets at it when it attacks.
        let reaches = reach::reaches(view.state, who, target) || reach::aloft(view, target);
        let possible = reaches
            && reach::may_attack(view.state, who)
            && reach::has_room(view, who, target)
            && deed.cost(view, who).fits(view.body(who).hand);
        possible.then_some(Choice::Deed(deed))
    }
}
