//! What the lines of a turn come to that go places, shoot, use two weapons or grapple.
//!
//! Clauses: SST-3-9, SST-7-4, SST-8-1, SST-8-5, SST-8-8, SST-11-3, SST-12-1, SST-12-4, SST-12-9, SST-32-2. A line is passed
//! over where what it says is impossible or would change nothing.

use super::decider::{Choice, Decider, target_of};
use crate::fight::FighterId;
use crate::policy::{Line, Slot, TargetRef};
use crate::rules::swift_swords::nouns::deeds::{Deed, Grapple, Manner, Shot, Tactic, Way};
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::questions::arms;
use crate::rules::swift_swords::questions::shots::MOST_GATHERED;
use crate::rules::swift_swords::reading::zones::NONE;
use crate::rules::swift_swords::words::{act, target};

impl<const N: usize> Decider<'_, N> {
    /// What a line comes to that is no plain attack.
    pub(super) fn aim_elsewhere(&mut self, line: &Line) -> Option<Deed> {
        let body = self.view.body(self.who);
        Some(Deed::Way(match line.action {
            act::CHARGE => self.aim_charge(line)?,
            act::MOVE => self.aim_move(line)?,
            act::RETREAT if self.view.can_retreat(self.who) => Way::Retreat,
            act::WITHDRAW if body.group != 0 => Way::Withdraw { to: body.zone },
            act::DRAG => self.aim_drag(line)?,
            act::STAND if self.view.can_stand(self.who) => Way::Stand,
            act::READY => {
                let wish = self.wish(line.slots[0]);
                let item = self.view.to_ready(self.who, wish)?;
                Way::Ready { item }
            }
            act::RETREAT | act::WITHDRAW | act::STAND => return None,
            act::ALL_OUT | act::DOUBLE_STRIKE | act::FOLLOW_ON => return self.aim_dual(line),
            act::SHOOT | act::AIM => return self.aim_shot(line),
            act::CAST | act::GATHER => return self.aim_spell(line),
            act::CLOSE | act::HOLD | act::KNOCK_DOWN => return self.aim_grapple(line),
            _ => return self.aim_force(line),
        }))
    }

    /// A move with its goal: a zone by number. Nothing, where one would stay where one is.
    pub(super) fn headed(&self, way: Way, zone: i64) -> Deed {
        let last = i64::try_from(self.view.arena.field.count()).expect("few zones") - 1;
        let to = u8::try_from(zone.clamp(0, last)).expect("few zones");
        match way {
            Way::Move { .. } => self.going(to).map_or(Deed::Wait, Deed::Way),
            Way::Withdraw { .. } if self.leads(to) => Deed::Way(Way::Withdraw { to }),
            other => Deed::Way(other),
        }
    }

    fn leads(&self, to: u8) -> bool {
        let here = self.view.body(self.who).zone;
        self.view.arena.field.distance(here, to) != NONE
    }

    /// A move to a zone, if it would change anything.
    fn going(&self, to: u8) -> Option<Way> {
        let body = self.view.body(self.who);
        let goes = to != body.zone && self.leads(to) && self.view.speed(self.who) > 0;
        let leaves = to == body.zone && body.group != 0;
        (goes || leaves).then_some(Way::Move { to })
    }

    fn aim_move(&mut self, line: &Line) -> Option<Way> {
        let view = self.view;
        let here = view.body(self.who).zone;
        if matches!(line.slots[0], Slot::Number(_)) {
            // Where to is known when the line is taken.
            return Some(Way::Move { to: here });
        }
        let Slot::Target(rule) = line.slots[1] else {
            return self.going(here);
        };
        let away = |foe: FighterId| {
            let there = view.body(foe).zone;
            there != here && view.arena.field.distance(here, there) != NONE
        };
        let foe = self.aim_at(rule, away)?;
        self.going(view.body(foe).zone)
    }

    fn aim_charge(&mut self, line: &Line) -> Option<Way> {
        let (view, who) = (self.view, self.who);
        if view.body(who).group != 0 {
            return None;
        }
        let weapon = view.weapon_in_contact(who, self.wish(line.slots[0]))?;
        let here = view.body(who).zone;
        let steps = view.rush(who);
        let near = |foe: FighterId| {
            view.arena.field.distance(here, view.body(foe).zone) <= steps
                && view.has_room(who, foe)
                && view.in_reach(who, foe)
        };
        let target = self.aim_at(target_of(line.slots[1]), near)?;
        Some(Way::Charge { target, weapon })
    }

    fn aim_drag(&mut self, line: &Line) -> Option<Way> {
        let (view, who) = (self.view, self.who);
        let zone = view.body(who).zone;
        if view.body(who).group == 0 {
            return None;
        }
        let alone = |foe: FighterId| {
            let body = view.body(foe);
            body.group == 0 && body.zone == zone && view.in_reach(who, foe)
        };
        let target = self.aim_at(target_of(line.slots[0]), alone)?;
        Some(Way::Drag { target })
    }

    fn aim_dual(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        if !view.fighter(who).dual {
            return None;
        }
        let off = view.off_hand(who)?;
        // Only an all-out attack names its weapon.
        let (wish, rule) = match line.action {
            act::ALL_OUT => (self.wish(line.slots[0]), line.slots[1]),
            _ => (arms::ANY, line.slots[0]),
        };
        let in_hand = view.in_hand(who);
        let weapon = view.melee_weapon(who, wish);
        let weapon = weapon.filter(|&own| in_hand == Some(own))?;
        let strikes = |foe: FighterId| view.can_strike(who, foe);
        let target = self.aim_at(target_of(rule), strikes)?;
        let manner = match line.action {
            act::ALL_OUT => Manner::AllOut,
            act::FOLLOW_ON => Manner::FollowOn,
            _ => {
                let mut second = target;
                if let Slot::Target(rule) = line.slots[1] {
                    let found = self.aim_at(rule, |foe| foe != target && strikes(foe));
                    self.target = Some(target);
                    second = found.unwrap_or(target);
                }
                Manner::DoubleStrike { second }
            }
        };
        Some(Deed::Dual(Tactic {
            target,
            weapon,
            off,
            manner,
        }))
    }

    fn aim_shot(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let weapon = view.shooting_weapon(who, self.wish(line.slots[0]))?;
        if line.action == act::AIM {
            return self.gathering(Shot::Aim { weapon });
        }
        let carries = |foe: FighterId| view.carries(who, Some(weapon), foe);
        let target = self.aim_sent(Track::Physical, line.slots[1], carries)?;
        Some(Deed::Shot(Shot::Shoot { target, weapon }))
    }

    fn aim_spell(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let (spell, _) = view.fighter(who).cast?;
        if line.action == act::GATHER {
            return self.gathering(Shot::Gather);
        }
        let carries = |foe: FighterId| view.carries(who, None, foe);
        let target = self.aim_sent(Track::of(spell.mental), line.slots[0], carries)?;
        Some(Deed::Shot(Shot::Cast { target }))
    }

    /// Whom something is sent at; never those who are out.
    fn aim_sent(
        &mut self,
        track: Track,
        rule: Slot,
        fits: impl Fn(FighterId) -> bool,
    ) -> Option<FighterId> {
        match target_of(rule) {
            TargetRef::Rule(target::FALLEN) => None,
            rule => self.aim_on(track, rule, fits),
        }
    }

    fn gathering(&self, shot: Shot) -> Option<Deed> {
        let full = shot.gathered(self.view.state, self.who) == Some(MOST_GATHERED);
        (!full).then_some(Deed::Shot(shot))
    }

    fn aim_grapple(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let rule = target_of(line.slots[0]);
        if rule == TargetRef::Rule(target::FALLEN) {
            return None;
        }
        Some(Deed::Grapple(match line.action {
            act::CLOSE => {
                let weapon = view.closing_weapon(who)?;
                let apart = |foe| view.can_strike(who, foe) && !view.state.locked(who, foe);
                let target = self.aim_at(rule, apart)?;
                Grapple::Close { target, weapon }
            }
            act::HOLD => {
                let target = self.aim_at(rule, |foe| view.can_hold(who, foe))?;
                Grapple::Hold { target }
            }
            _ => {
                let target = self.aim_at(rule, |foe| view.can_fell(who, foe))?;
                Grapple::KnockDown { target }
            }
        }))
    }

    /// What a line of `interrupt` comes to: an attack on the one who acts.
    pub(super) fn aim_interrupt(&mut self, line: &Line) -> Option<Choice> {
        if line.action != 0 {
            return Some(Choice::Action(line.action));
        }
        let (view, who) = (self.view, self.who);
        let weapon = view.melee_weapon(who, self.wish(line.slots[0]))?;
        let target = self.matter.stated?;
        let deed = Deed::Attack { target, weapon };
        // Whoever waits for one in the air gets at it when it attacks.
        let reaches = view.state.reaches(who, target) || view.aloft(target);
        let possible = reaches
            && view.may_attack(who)
            && view.has_room(who, target)
            && deed.cost(view, who).fits(view.body(who).hand);
        possible.then_some(Choice::Deed(deed))
    }
}
