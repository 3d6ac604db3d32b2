//! A fighter at the moment of a decision: what each line of its policy would come to here and now.
//!
//! Clauses: BRP-5.2-1, BRP-5.3-4, BRP-5.4-3, BRP-5.6-2, BRP-5.6-8, BRP-5.7-2, BRP-5.11-3, BRP-5.12-5, BRP-5.14-4,
//! BRP-5.14-5. Distances are centimetres, numbers of a policy thousandths.

use super::lists::SMALLEST;
use super::targets::{DYING, NEAREST};
use crate::dice::Dice;
use crate::fight::{FighterId, LineId, ListId, Witness};
use crate::policy::{self, Decision, ItemRef, Slot, TargetRef};
use crate::rules::brp::nouns::{
    Action, Condition, Go, Incoming, Line, Reply, Target, Treatment, View, bits, small,
};
use crate::rules::brp::questions::{Arms, FARTHEST, FARTHEST_WITH_ACTION, FREE};
use crate::rules::brp::words::{Class, LENGTHS};

/// What a policy can come to.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Choice {
    /// To stand, to go on as stated, or whatever is custom.
    AsBefore,
    Kneel,
    /// With the class in which the weapon is used in melee, where the line names one [BRP-5.4-3].
    Act(Action, Option<Class>),
    Go(Go),
    React(Reply),
}

/// When an action is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Before movement: what can be reached by moving is possible.
    Ahead,
    /// At the own DEX rank: only what can be done from here.
    Now,
}

/// A fighter at the moment of a decision, and what it looks at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asker<'a> {
    pub view: View<'a>,
    pub who: FighterId,
    pub target: Option<FighterId>,
    pub incoming: Option<Incoming>,
    asked: Asked,
    list: usize,
    aimed: Choice,
    pub line: Line,
}

impl<'a> Asker<'a> {
    #[inline]
    pub(super) fn new(view: View<'a>, who: FighterId, asked: Asked) -> Self {
        Self {
            view,
            who,
            target: None,
            incoming: None,
            asked,
            list: 0,
            aimed: Choice::AsBefore,
            line: Line::Unasked,
        }
    }

    #[inline]
    pub(super) fn decide<D: Dice, W: Witness>(
        &mut self,
        list: usize,
        dice: &mut D,
        witness: &mut W,
    ) -> Option<Choice> {
        let (policy, id) = (&self.view.fighter(self.who).policy, ListId::at(list));
        if policy.list(id).is_empty() {
            return None;
        }
        self.list = list;
        policy.choose(id, self, dice, witness)
    }

    /// Looks at the lines of a list.
    #[cfg(test)]
    pub(super) fn look_at(&mut self, list: usize) {
        self.list = list;
    }

    pub(super) fn arms(&self) -> Arms<'a> {
        self.view.arms(self.who)
    }

    /// The things that a line means, as bits; all of them where it names none.
    pub(super) fn wish(&self, line: &policy::Line) -> Option<u8> {
        self.view.fighter(self.who).meant_by(line)
    }

    /// How far it reaches; at the statement so much farther, by moving.
    fn reach(&self, farther: i32) -> i32 {
        let reach = self.view.arena.reach;
        match self.asked {
            Asked::Ahead => reach.saturating_add(farther),
            Asked::Now => reach,
        }
    }

    /// Picks the target that a line names for an attack, or the nearest, within this range.
    fn aim_at(&mut self, line: &policy::Line, range: i32) -> Option<Target> {
        let rule = rule_of(line, NEAREST);
        let target = self.view.pick_foe(self.who, rule, range)?;
        self.target = Some(target.who);
        Some(target)
    }

    /// Picks an ally who fits, oneself included, near enough or at the statement within so much more.
    fn aim_at_ally(
        &mut self,
        rule: TargetRef,
        more: i32,
        fits: impl Fn(&Self, FighterId) -> bool,
    ) -> Option<FighterId> {
        let (view, who) = (self.view, self.who);
        let near = self.reach(more);
        let allies = view.arena.lineup.allies(who);
        let fit = allies.filter(|ally| fits(self, ally) && view.state.distance(who, ally) <= near);
        self.target = Some(view.pick(who, rule, fit)?);
        self.target
    }

    /// A blow, or with a thing that is only shot a shot; in the class in which the line says to use it [BRP-5.4-3].
    pub(super) fn attack(&mut self, line: &policy::Line) -> Option<Choice> {
        let length = match line.slots[2] {
            Slot::Word(at) => Some(LENGTHS[usize::from(at)].1),
            _ => None,
        };
        let action = self.strike(line, length).or_else(|| {
            let wish = self.wish(line).filter(|_| length.is_none())?;
            let only_shot = bits(self.arms().items, |item| item.strike.is_none());
            self.shoot(line, Some(wish & only_shot))
        });
        Some(Choice::Act(action?, length))
    }

    /// A blow with the first usable thing of those meant: by custom a weapon, a shield only where it is named. At the
    /// statement the target may be at any distance.
    fn strike(&mut self, line: &policy::Line, length: Option<Class>) -> Option<Action> {
        let (wish, arms) = (self.wish(line), self.arms());
        if arms.body.intent.kneel {
            return None;
        }
        let item = small(arms.first(|at| {
            let item = &arms.items[at];
            is_meant(wish, at)
                && (wish.is_some() || !item.is_shield())
                && length.is_none_or(|length| item.lengths.contains(&length))
                && arms.can_strike(at)
        })?);
        let target = self.aim_at(line, self.reach(i32::MAX))?;
        Some(Action::Strike { item, target })
    }

    pub(super) fn shoot(&mut self, line: &policy::Line, wish: Option<u8>) -> Option<Action> {
        let arms = self.arms();
        let serves = |&at: &usize| {
            let takes_both_hands = arms.items[at].shoot.is_some_and(|shot| shot.hands > 1);
            is_meant(wish, at)
                && arms.can_shoot(at)
                && !(arms.body.intent.kneel && takes_both_hands)
        };
        let mut items = (0..arms.items.len()).filter(serves).map(small);
        items.find_map(|item| {
            let target = self.aim_at(line, self.view.farthest(self.who, item, true))?;
            Some(Action::Shoot { item, target })
        })
    }

    pub(super) fn reload(&self, line: &policy::Line) -> Option<Action> {
        let (wish, arms) = (self.wish(line), self.arms());
        if self.asked == Asked::Now && arms.body.intent.moved > 0 {
            return None;
        }
        let item = small(arms.first(|at| is_meant(wish, at) && arms.can_reload(at))?);
        Some(Action::Reload { item })
    }

    /// First Aid on oneself or an ally with an untreated injury, near enough [BRP-5.14-4, BRP-5.14-5].
    pub(super) fn first_aid(&mut self, line: &policy::Line) -> Option<Action> {
        if self.asked == Asked::Now && self.arms().body.intent.moved > FREE {
            return None;
        }
        let patient = self.aim_at_ally(rule_of(line, DYING), FREE, |asker, ally| {
            let patient = asker.view.body(ally);
            let injuries: usize = patient.injuries.iter().map(|&n| usize::from(n)).sum();
            patient.condition != Condition::Dead && injuries > asker.healers_of(ally)
        })?;
        let smallest = line.word(1) == SMALLEST;
        Some(Action::FirstAid(Treatment { patient, smallest }))
    }

    /// How many others tend an ally, each an injury of its own, or have said so before movement [BRP-5.14-4].
    fn healers_of(&self, patient: FighterId) -> usize {
        let tends = |healer: &FighterId| {
            let body = self.view.body(*healer);
            let stated = match body.intent.action {
                Action::FirstAid(treatment) if self.asked == Asked::Ahead => Some(treatment),
                _ => None,
            };
            let all = [body.treating.or(stated), body.treating_later];
            *healer != self.who && all.iter().flatten().any(|it| it.patient == patient)
        };
        self.view.state.able.iter().filter(tends).count()
    }

    /// Waking an unconscious ally, near enough [BRP-5.12-5].
    pub(super) fn wake(&mut self, line: &policy::Line) -> Option<Action> {
        let view = self.view;
        if !view.arena.options.waking {
            return None;
        }
        let rule = rule_of(line, NEAREST);
        let patient = self.aim_at_ally(rule, FARTHEST_WITH_ACTION, |_, ally| {
            view.body(ally).condition == Condition::Unconscious
        })?;
        Some(Action::Wake { patient })
    }

    /// A movement; by custom that of an attacker is about whom the action is aimed at.
    pub(super) fn go(&mut self, line: &policy::Line, go: fn(FighterId) -> Go) -> Option<Choice> {
        let whom = match self.arms().body.intent.action.aim() {
            Some(target) if line.target().is_none() => target.who,
            _ => self.aim_at(line, i32::MAX)?.who,
        };
        self.target = Some(whom);
        Some(Choice::Go(go(whom)))
    }

    /// No movement, whomever the action is about.
    pub(super) fn stay(&mut self) -> Choice {
        self.target = self.arms().body.intent.action.about();
        Choice::Go(Go::Stay)
    }

    /// The attack in question; outside a reaction, an ordinary armed blow.
    pub(super) fn seen(&self) -> Incoming {
        let blow = Incoming::blow(self.who, false);
        self.incoming.unwrap_or(blow)
    }

    /// The answer that a line means, if it is possible.
    pub(super) fn react(&mut self, line: &policy::Line) -> Option<Choice> {
        let reply = self.view.reply(self.who, self.seen(), line);
        reply.map(Choice::React)
    }
}

/// An action with a thing used in its ordinary class.
pub(super) const fn act(action: Action) -> Choice {
    Choice::Act(action, None)
}

/// Whether a thing is among those meant, as bits; without a wish all are.
fn is_meant(wish: Option<u8>, at: usize) -> bool {
    wish.is_none_or(|wish| wish >> at & 1 == 1)
}

fn rule_of(line: &policy::Line, by_custom: u8) -> TargetRef {
    line.target().unwrap_or(TargetRef::Rule(by_custom))
}

impl Decision for Asker<'_> {
    type Choice = Choice;

    #[inline]
    fn who(&self) -> FighterId {
        self.who
    }

    #[inline]
    fn aim(&mut self, line: &policy::Line) -> bool {
        self.target = None;
        let (_, actions) = Self::LISTS[self.list];
        let (_, aim) = actions[usize::from(line.action)];
        let aimed = aim(self, line);
        self.aimed = aimed.unwrap_or(self.aimed);
        aimed.is_some()
    }

    fn fact(&self, fact: usize, item: Option<ItemRef>) -> i64 {
        self.answer(fact, item)
    }

    #[inline]
    fn take(&mut self, line: &policy::Line, numbers: [i64; 4]) -> Choice {
        let Slot::Number(_) = line.slots[1] else {
            return self.aimed;
        };
        let most = i32::try_from((numbers[1] / 10).clamp(0, FARTHEST.into())).expect("clamped");
        match self.aimed {
            Choice::Go(Go::Towards { whom, .. }) => Choice::Go(Go::Towards { whom, most }),
            Choice::Go(Go::From { whom, .. }) => Choice::Go(Go::From { whom, by: most }),
            other => other,
        }
    }

    #[inline]
    fn line_used<W: Witness>(&mut self, line: LineId, witness: &mut W) {
        self.line = Line::Used(line);
        witness.line_used(self.who, line);
    }

    #[inline]
    fn list_ran_out<W: Witness>(&mut self, list: ListId, witness: &mut W) {
        self.line = Line::RanOut;
        witness.list_ran_out(self.who, list);
    }
}
