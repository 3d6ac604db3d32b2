//! The actions that the lines of the lists `act` and `interrupt` choose.
//!
//! Clauses: SST-3-9, SST-7-4, SST-7-6, SST-8-1, SST-8-4, SST-8-5, SST-8-8, SST-11-3, SST-12-1, SST-12-4,
//! SST-12-9, SST-19-2, SST-32-2, SST-34-1. A line is skipped if its action is impossible, would change
//! nothing, or costs more than the dice in hand can pay.

use super::asker::{Asker, Choice, Reach};
use super::lists::{FALLEN, FIRST, GO, WITHDRAW, WOUNDED};
use crate::fight::{FighterId, FighterSet};
use crate::policy::{Line, Slot, TargetRef};
use crate::rules::swift_swords::nouns::{Act, Cost, Deed, NO_WAY, Track, View, WantedDeed};
use crate::rules::swift_swords::questions::arms;

impl Asker<'_> {
    /// Returns the action that a line of `act` chooses, if the action is possible.
    pub(super) fn aim_deed(&mut self, line: &Line) -> Option<Deed> {
        let (spec, (act, ..)) = &Self::ACTS[usize::from(line.action)];
        match act {
            Act::Move if line.action == GO => return self.aim_go(line),
            Act::Move => return self.aim_move(line),
            Act::Heal => return self.aim_heal(line),
            _ => {}
        }
        let Reach { weapon, foes, .. } = self.reach(line)?;
        let mut deed = Deed {
            weapon,
            to: self.me().zone,
            ..Deed::of(*act)
        };
        let Some(foes) = foes else {
            return Some(deed);
        };
        // If a line may name a weapon, the slot of the weapon comes before that of the target.
        let at = usize::from(!spec.slots[0].takes.is_target());
        let target = self.aim_at(*act, line.slots[at], foes)?;
        (deed.target, deed.second) = (target, target);
        if act.is_tactic() {
            deed.off = self.view.off_hand(self.who)?;
        }
        if let (Act::DoubleStrike, slot @ Slot::Target(_)) = (*act, line.slots[1]) {
            let others = foes.without(FighterSet::of(target));
            let second = self.aim_at(*act, slot, others);
            deed.second = second.unwrap_or(target);
            self.target = Some(target);
        }
        Some(deed)
    }

    /// Returns the weapon and the possible targets for a line's action, if the action is possible. The result
    /// is stored for later lines with the same action and weapons, because the situation does not change
    /// while the lines of a list are tried.
    fn reach(&mut self, line: &Line) -> Option<Reach> {
        let (action, wish) = (line.action, self.wish(line));
        if let Some(reach) = self.reach
            && (reach.action, reach.wish) == (action, wish)
        {
            debug_assert_eq!(Some(reach), self.new_reach(action, wish));
            return Some(reach);
        }
        self.reach = self.new_reach(action, wish);
        self.reach
    }

    /// Computes the weapon and the possible targets for an action. `wish` are the weapons that it may use, as
    /// bits.
    fn new_reach(&self, action: u8, wish: u64) -> Option<Reach> {
        let (_, (_, weapon, foes)) = &Self::ACTS[usize::from(action)];
        let weapon = weapon(self.view, self.who, wish)?;
        Some(Reach {
            action,
            wish,
            weapon,
            foes: foes.map(|foes| foes(self.view, self.who, weapon)),
        })
    }

    /// Returns the enemy that the target rule of a slot picks from `fit`. Some actions also allow an enemy
    /// that is out.
    fn aim_at(&mut self, act: Act, slot: Slot, fit: FighterSet) -> Option<FighterId> {
        let rule = match slot {
            Slot::Target(rule) => rule,
            _ => FIRST,
        };
        let plain = matches!(act, Act::Attack | Act::Charge | Act::Move | Act::Drag);
        if rule == FALLEN && !plain && !act.is_tactic() {
            return None;
        }
        let track = match act {
            Act::Daunt => Track::Mental,
            Act::Cast => self.view.fighter(self.who).cast?.track,
            _ => Track::Physical,
        };
        self.target = Some(self.view.pick(self.who, track, rule, fit)?);
        self.target
    }

    fn aim_move(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let here = view.body(who).zone;
        match line.slots {
            // The number of the zone is an expression. It is computed only when the line is chosen.
            [Slot::Number(_), ..] => Some(Deed::of(Act::Move)),
            [_, slot @ Slot::Target(_), ..] => {
                let is_away = |foe| !matches!(view.distance(who, foe), 0 | NO_WAY);
                let away = view.foes(who).filter(is_away);
                let foe = self.aim_at(Act::Move, slot, away)?;
                self.going(view.body(foe).zone)
            }
            _ => self.going(here),
        }
    }

    /// Returns a move or a withdrawal towards the place that the creature has to reach for an objective.
    /// `None` if there is no such place, or if the action is impossible or would change nothing.
    fn aim_go(&self, line: &Line) -> Option<Deed> {
        let to = self.view.zone_to_reach(self.who)?;
        if line.word(0) == WITHDRAW {
            let leaves = self.me().group != 0 && self.leads(to);
            return leaves.then_some(Deed {
                to,
                ..Deed::of(Act::Withdraw)
            });
        }
        self.going(to)
    }

    /// Returns the use of a remedy: the first remedy that matches the line and helps somebody. The line's
    /// target rule picks the patient.
    fn aim_heal(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let rule = match line.slots[1] {
            Slot::Target(rule) => rule,
            _ => WOUNDED,
        };
        if rule == FALLEN {
            return None;
        }
        let allies = view.arena.lineup.allies(who);
        let (slot, patient) = self.remedies(line.item()).find_map(|slot| {
            let [physical, _] = view.arena.remedy(who, slot).ranks;
            let track = if physical.max() > 0 {
                Track::Physical
            } else {
                Track::Mental
            };
            let patients = allies.filter(|patient| view.may_heal(who, slot, patient));
            Some((slot, view.pick(who, track, rule, patients)?))
        })?;
        self.target = Some(patient);
        Some(Deed {
            weapon: slot,
            ..Deed::to(Act::Heal, patient)
        })
    }

    /// Returns a move to a zone, if the move would change anything.
    fn going(&self, to: u8) -> Option<Deed> {
        let body = self.me();
        let goes = to != body.zone && self.leads(to) && self.view.speed(self.who) > 0;
        let leaves = to == body.zone && body.group != 0;
        let deed = Deed::of(Act::Move);
        (goes || leaves).then_some(Deed { to, ..deed })
    }

    fn leads(&self, to: u8) -> bool {
        self.view.arena.ground.ways.distance(self.me().zone, to) != NO_WAY
    }

    /// Returns `deed` with its destination, the zone with number `zone`. Returns the action of waiting if the
    /// creature would stay where it is.
    pub(super) fn headed(&self, deed: Deed, zone: i64) -> Deed {
        let last = i64::try_from(self.view.arena.ground.count()).expect("few zones") - 1;
        let to = u8::try_from(zone.clamp(0, last)).expect("few zones");
        match deed.act {
            Act::Move => self.going(to).unwrap_or(Deed::of(Act::Wait)),
            Act::Withdraw if self.leads(to) => Deed { to, ..deed },
            _ => deed,
        }
    }

    /// Returns what a line of the policy's list `interrupt` chooses: to do nothing, or to attack the enemy
    /// that is about to act. Returns `None` if the attack is not possible.
    pub(super) fn aim_interrupt(&mut self, line: &Line) -> Option<Choice> {
        if line.action != 0 {
            return Some(Choice::Action(line.action));
        }
        let (view, who) = (self.view, self.who);
        let weapon = view.melee_weapon(who, self.wish(line))?;
        let target = self.matter.stated?;
        let deed = Deed::attack(target, weapon);
        // A waiting creature can reach an enemy in the air at the moment when that enemy attacks.
        let reaches = view.state.reaches(who, target) || view.aloft(target);
        let possible = reaches
            && view.may_attack(who)
            && view.has_room(who, target)
            && view.pays_for(who, deed);
        possible.then_some(Choice::Deed(deed))
    }
}

impl View<'_> {
    /// Returns an attack with the weapon in hand, if the creature stands, has dropped no weapon, and can pay
    /// for it.
    #[expect(
        clippy::inline_always,
        reason = "to hand over what was written in parts takes a thirtieth of a duel"
    )]
    #[inline(always)]
    pub(super) fn plain_strike(self, who: FighterId, at: TargetRef) -> Option<WantedDeed> {
        let body = self.body(who);
        if body.prone || body.dropped != 0 || !self.may_attack(who) {
            return None;
        }
        let weapon = self.melee_weapon(who, arms::ANY)?;
        let target = self.pick(who, Track::Physical, at, self.strikeable(who))?;
        let deed = Deed::attack(target, weapon);
        let (cost, short) = (Cost::Pips(self.blow_cost(who, target, weapon)), false);
        let fits = cost.fits(self.body(who).hand);
        fits.then_some(WantedDeed { deed, cost, short })
    }
}
