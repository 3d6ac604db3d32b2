//! [`Asker`], a fighter that is about to make a decision, and the choice that each policy line makes for it.
//!
//! Clauses: BRP-5.2-1, BRP-5.3-4, BRP-5.4-3, BRP-5.6-2, BRP-5.6-8, BRP-5.7-2, BRP-5.11-3, BRP-5.12-5,
//! BRP-5.14-4, BRP-5.14-5. Distances are centimetres. Numbers that a policy gives are in thousandths.

use super::lists::SMALLEST;
use super::targets::{DYING, FIRST, NEAREST};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, LineId, ListId, Witness};
use crate::policy::{self, Decision, ItemRef, Slot, TargetRef};
use crate::rules::brp::nouns::{
    Action, Condition, Go, Incoming, Line, PickedTarget, Reply, Treatment, View, bits, small,
};
use crate::rules::brp::questions::Arms;
use crate::rules::brp::rules::Movement;
use crate::rules::brp::words::{Class, LENGTHS};

/// The result of a decision of a policy.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Choice {
    /// No change: the fighter stands rather than kneels, keeps to what it has stated, or does what the list
    /// does by default.
    AsBefore,
    Kneel,
    /// An action, and the class of its melee weapon if the line names one [BRP-5.4-3].
    Act(Action, Option<Class>),
    Go(Go),
    React(Reply),
}

/// The moment of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Timing {
    /// Before movement. A target that the fighter can reach by moving is possible.
    Ahead,
    /// At the fighter's own DEX rank. Only a target within reach is possible.
    Now,
}

/// A fighter at the moment of a decision. The facts in the conditions of its policy are computed from `view`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asker<'a> {
    pub view: View<'a>,
    pub who: FighterId,
    pub target: Option<FighterId>,
    pub incoming: Option<Incoming>,
    asked: Timing,
    list: usize,
    aimed: Choice,
    pub line: Line,
}

impl<'a> Asker<'a> {
    #[inline]
    pub(super) fn new(view: View<'a>, who: FighterId, asked: Timing) -> Self {
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

    /// Sets the decision list of the lines that a test is going to evaluate.
    #[cfg(test)]
    pub(super) fn look_at(&mut self, list: usize) {
        self.list = list;
    }

    pub(super) fn arms(&self) -> Arms<'a> {
        self.view.arms(self.who)
    }

    /// Returns the items that a line names, as a bit set of item indices. Returns `None` if the line names no
    /// item, which means that any item is allowed.
    pub(super) fn wish(&self, line: &policy::Line) -> Option<u8> {
        self.view.fighter(self.who).meant_by(line)
    }

    /// Returns the melee reach in centimetres. Before movement, `farther` centimetres of movement are added.
    fn reach(&self, farther: i32) -> i32 {
        let reach = self.view.arena.reach;
        match self.asked {
            Timing::Ahead => reach.saturating_add(farther),
            Timing::Now => reach,
        }
    }

    /// Returns the numbers of the rules about movement, such as the limits of the bands.
    fn movement(&self) -> Movement {
        self.view.arena.options.rules.movement
    }

    /// Picks the enemy to attack by the target rule of a line, among those within `range`. The rule is
    /// `nearest` if the line has none.
    fn aim_at(&mut self, line: &policy::Line, range: i32) -> Option<PickedTarget> {
        let rule = rule_of(line, NEAREST);
        let target = self.view.pick_foe(self.who, rule, range)?;
        self.target = Some(target.who);
        Some(target)
    }

    /// Picks by a target rule one of the allies that satisfy `fits` and are within reach. The fighter itself
    /// counts as one of its allies. Before movement, `more` centimetres are added to the reach.
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

    /// Picks the patient by the target rule of a line of the list `rest`. Without a rule the first patient is
    /// picked.
    pub(super) fn aim_at_patient(
        &mut self,
        line: &policy::Line,
        patients: FighterSet,
    ) -> Option<FighterId> {
        let rule = rule_of(line, FIRST);
        self.target = Some(self.view.pick(self.who, rule, patients)?);
        self.target
    }

    /// Returns a blow, or a shot if the named items can only be shot. If the line names a weapon class, the
    /// weapon is used in that class [BRP-5.4-3].
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

    /// Returns a blow with the first usable item of those that the line names. If it names none, all items
    /// except shields are allowed. Before movement, the target may be at any distance. Returns `None` for a
    /// kneeling fighter.
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
        if self.asked == Timing::Now && arms.body.intent.moved > 0 {
            return None;
        }
        let item = small(arms.first(|at| is_meant(wish, at) && arms.can_reload(at))?);
        Some(Action::Reload { item })
    }

    /// Returns the action of giving First Aid to the fighter itself or to an ally. The patient has an
    /// untreated injury that no other healer treats. It is within reach or, before movement, can be reached
    /// by a move that leaves time for First Aid [BRP-5.14-4, BRP-5.14-5].
    pub(super) fn first_aid(&mut self, line: &policy::Line) -> Option<Action> {
        if self.asked == Timing::Now && self.arms().body.intent.moved > self.movement().free {
            return None;
        }
        let patient =
            self.aim_at_ally(rule_of(line, DYING), self.movement().free, |asker, ally| {
                let patient = asker.view.body(ally);
                let injuries: usize = patient.injuries.iter().map(|&n| usize::from(n)).sum();
                !patient.condition.is_beyond_help() && injuries > asker.healers_of(ally)
            })?;
        let smallest = line.word(1) == SMALLEST;
        Some(Action::FirstAid(Treatment { patient, smallest }))
    }

    /// Returns the number of other fighters that treat `patient`, each a different injury. At a decision
    /// before movement, fighters that have only stated First Aid count as well [BRP-5.14-4].
    fn healers_of(&self, patient: FighterId) -> usize {
        let tends = |healer: &FighterId| {
            let body = self.view.body(*healer);
            let stated = match body.intent.action {
                Action::FirstAid(treatment) if self.asked == Timing::Ahead => Some(treatment),
                _ => None,
            };
            let all = [body.treating.or(stated), body.treating_later];
            *healer != self.who && all.iter().flatten().any(|it| it.patient == patient)
        };
        self.view.state.able.iter().filter(tends).count()
    }

    /// Returns the action of waking an unconscious ally. The ally is within reach or, before movement, can be
    /// reached by a move that leaves time for an action [BRP-5.12-5].
    pub(super) fn wake(&mut self, line: &policy::Line) -> Option<Action> {
        let view = self.view;
        if !view.arena.options.waking {
            return None;
        }
        let rule = rule_of(line, NEAREST);
        let patient = self.aim_at_ally(rule, self.movement().quarter_rank, |_, ally| {
            view.body(ally).condition == Condition::Unconscious
        })?;
        Some(Action::Wake { patient })
    }

    /// Returns the action of fleeing. Returns `None` if the option `leaving` forbids it, after movement, and
    /// for a fighter that kneels [BRP-5.3-1].
    pub(super) fn flee(&self) -> Option<Action> {
        let may = self.view.arena.options.leaving && self.asked == Timing::Ahead;
        let may = may && !self.arms().body.intent.kneel;
        may.then_some(Action::Flee)
    }

    pub(super) fn surrender(&self) -> Option<Action> {
        self.view.arena.options.leaving.then_some(Action::Surrender)
    }

    /// Returns the movement `go` relative to an enemy. This is the enemy that the line names. If the line
    /// names none and the fighter's action is an attack, it is the target of that attack.
    pub(super) fn go(&mut self, line: &policy::Line, go: fn(FighterId) -> Go) -> Option<Choice> {
        let whom = match self.arms().body.intent.action.aim() {
            Some(target) if line.target().is_none() => target.who,
            _ => self.aim_at(line, i32::MAX)?.who,
        };
        self.target = Some(whom);
        Some(Choice::Go(go(whom)))
    }

    /// Returns a movement to the place that the fighter still has to reach as its objective, or `None` if
    /// there is no such place. Facts about the target are then about the fighter that the action concerns.
    pub(super) fn go_to_place(&mut self) -> Option<Choice> {
        let place = self.view.place_to_reach(self.who)?;
        self.target = self.arms().body.intent.action.about();
        Some(Choice::Go(Go::To(place)))
    }

    /// Returns the choice not to move. The facts about the target in the line's condition are then about the
    /// fighter that the action concerns.
    pub(super) fn stay(&mut self) -> Choice {
        self.target = self.arms().body.intent.action.about();
        Choice::Go(Go::Stay)
    }

    /// Returns the attack that the fighter reacts to. Returns an ordinary blow with a weapon if the decision
    /// is no reaction.
    pub(super) fn seen(&self) -> Incoming {
        let blow = Incoming::blow(self.who, false);
        self.incoming.unwrap_or(blow)
    }

    /// Returns the reply that a line names, if that reply is possible.
    pub(super) fn react(&mut self, line: &policy::Line) -> Option<Choice> {
        let reply = self.view.reply(self.who, self.seen(), line);
        reply.map(Choice::React)
    }
}

/// Returns the choice of an action without a weapon class.
pub(super) const fn act(action: Action) -> Choice {
    Choice::Act(action, None)
}

/// Returns whether the item at index `at` is in the bit set `wish`. `None` contains every item.
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
        let most = i32::try_from((numbers[1] / 10).clamp(0, self.movement().farthest.into()))
            .expect("clamped");
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
