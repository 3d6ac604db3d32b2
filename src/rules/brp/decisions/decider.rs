//! A fighter at the moment of a decision: what each line of its policy would come to here and now.
//!
//! Clauses: BRP-5.2-1, BRP-5.3-4, BRP-5.4-3, BRP-5.6-2, BRP-5.6-8, BRP-5.7-2, BRP-5.11-3, BRP-5.12-5, BRP-5.14-4,
//! BRP-5.14-5. Distances are centimetres, numbers of a policy thousandths.

use super::facts::Asker;
use super::targets::{candidates, farthest, pick};
use crate::dice::Dice;
use crate::fight::{FighterId, LineId, ListId, Witness};
use crate::policy::{self, Decision, ItemRef, Slot, TargetRef};
use crate::rules::brp::nouns::attack::Incoming;
use crate::rules::brp::nouns::fighter::{Fighter, bits, small};
use crate::rules::brp::nouns::reply::Reply;
use crate::rules::brp::nouns::scene::View;
use crate::rules::brp::nouns::state::{Action, Condition, Go, Line, Target, Treatment};
use crate::rules::brp::questions::defence::Defence;
use crate::rules::brp::questions::moves::{FARTHEST, FARTHEST_WITH_ACTION, FREE};
use crate::rules::brp::words::{
    ACT, Class, KNEEL, LENGTHS, MOVE, REACT, SMALLEST, STANCE, act, go as moves, react as reacts,
    target, turn as turns,
};

/// What a policy can come to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Choice {
    Stand,
    Kneel,
    Act(Action),
    Go(Go),
    Proceed,
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

/// A fighter at the moment of a decision.
pub(super) struct Decider<'a, const N: usize> {
    pub(super) asker: Asker<'a, N>,
    asked: Asked,
    list: usize,
    /// Whom the action is about that was decided on before, if anybody.
    pub(super) about: Option<FighterId>,
    aimed: Choice,
    pub(super) line: Line,
    pub(super) length: Option<Class>,
}

impl<'a, const N: usize> Decider<'a, N> {
    #[inline]
    pub(super) fn new(view: View<'a, N>, who: FighterId, asked: Asked) -> Self {
        Self {
            asker: Asker {
                view,
                live: view.state,
                who,
                target: None,
                incoming: None,
            },
            asked,
            list: 0,
            about: None,
            aimed: Choice::Stand,
            line: Line::Unasked,
            length: None,
        }
    }

    #[inline]
    pub(super) fn decide<D: Dice, W: Witness>(
        &mut self,
        list: usize,
        dice: &mut D,
        witness: &mut W,
    ) -> Option<Choice> {
        let policy = &self.me().policy;
        let id = ListId::at(list);
        if policy.list(id).is_empty() {
            return None;
        }
        self.list = list;
        policy.choose(id, self, dice, witness)
    }

    fn me(&self) -> &'a Fighter {
        self.asker.view.fighter(self.asker.who)
    }

    /// Picks an attack's target within this range, at the statement for melee at any distance.
    fn aim_at(&mut self, rule: TargetRef, range: Option<i32>) -> Option<Target> {
        let Asker { view, who: me, .. } = self.asker;
        let (arena, state) = (view.arena, view.state);
        let near = |foe| range.is_none_or(|range| state.distance(me, foe) <= range);
        let foes = candidates(arena, state, me, rule).filter(near);
        let who = pick(arena, state, me, rule, foes)?;
        self.asker.target = Some(who);
        Some(Target { who, rule })
    }

    /// Picks an ally who fits, oneself included, near enough or at the statement within so much more.
    fn aim_at_ally(
        &mut self,
        rule: TargetRef,
        more: i32,
        fits: impl Fn(&Self, FighterId) -> bool,
    ) -> Option<FighterId> {
        let Asker { view, who, .. } = self.asker;
        let near = match self.asked {
            Asked::Ahead => view.arena.reach + more,
            Asked::Now => view.arena.reach,
        };
        let allies = view.arena.lineup.allies(who);
        let fit = allies.filter(|ally| fits(self, ally) && view.state.distance(who, ally) <= near);
        self.asker.target = Some(pick(view.arena, view.state, who, rule, fit)?);
        self.asker.target
    }

    /// A blow with the first usable thing of those meant: by custom a weapon, a shield only where it is named.
    fn aim_strike(
        &mut self,
        wish: Option<u8>,
        length: Option<Class>,
        rule: TargetRef,
    ) -> Option<Choice> {
        let arms = self.asker.arms();
        if arms.body.intent.kneel {
            return None;
        }
        let item = small(arms.first(|at| {
            let item = &arms.items[at];
            wish.map_or(!item.is_shield(), |wish| wish >> at & 1 == 1)
                && length.is_none_or(|length| item.lengths.contains(&length))
                && arms.can_strike(at)
        })?);
        let range = (self.asked == Asked::Now).then_some(self.asker.view.arena.reach);
        let target = self.aim_at(rule, range)?;
        Some(Choice::Act(Action::Strike { item, target }))
    }

    fn aim_shot(&mut self, wish: Option<u8>, rule: TargetRef) -> Option<Choice> {
        let (arms, reach) = (self.asker.arms(), self.asker.view.arena.reach);
        let serves = |&at: &usize| {
            let takes_both_hands = arms.items[at].shoot.is_some_and(|shot| shot.hands > 1);
            wish.is_none_or(|wish| wish >> at & 1 == 1)
                && arms.can_shoot(at)
                && !(arms.body.intent.kneel && takes_both_hands)
        };
        (0..arms.items.len()).filter(serves).find_map(|at| {
            let target = self.aim_at(rule, Some(farthest(reach, &arms.items[at], true)))?;
            let item = small(at);
            Some(Choice::Act(Action::Shoot { item, target }))
        })
    }

    fn aim_reload(&self, wish: Option<u8>) -> Option<Choice> {
        let arms = self.asker.arms();
        if self.asked == Asked::Now && arms.body.intent.moved > 0 {
            return None;
        }
        let wanted = |at: usize| wish.is_none_or(|wish| wish >> at & 1 == 1);
        let item = small(arms.first(|at| wanted(at) && arms.can_reload(at))?);
        Some(Choice::Act(Action::Reload { item }))
    }

    /// First Aid on oneself or an ally with an untreated injury, near enough [BRP-5.14-4, BRP-5.14-5].
    fn aim_first_aid(&mut self, slots: &[Slot; 4]) -> Option<Choice> {
        if self.asked == Asked::Now && self.asker.arms().body.intent.moved > FREE {
            return None;
        }
        let rule = target_of(slots[0], target::DYING);
        let patient = self.aim_at_ally(rule, FREE, |decider, ally| {
            let patient = decider.asker.view.body(ally);
            let injuries: usize = patient.injuries.iter().map(|&n| usize::from(n)).sum();
            patient.condition != Condition::Dead && injuries > decider.healers_of(ally)
        })?;
        let smallest = slots[1] == Slot::Word(SMALLEST);
        let treatment = Treatment { patient, smallest };
        Some(Choice::Act(Action::FirstAid(treatment)))
    }

    /// How many others tend an ally, each an injury of its own, or have said so before movement [BRP-5.14-4].
    fn healers_of(&self, patient: FighterId) -> usize {
        let Asker { view, who, .. } = self.asker;
        let tends = |healer: &FighterId| {
            let body = view.body(*healer);
            let stated = match body.intent.action {
                Action::FirstAid(treatment) if self.asked == Asked::Ahead => Some(treatment),
                _ => None,
            };
            let all = [body.treating.or(stated), body.treating_later];
            *healer != who && all.iter().flatten().any(|it| it.patient == patient)
        };
        view.state.able.iter().filter(tends).count()
    }

    /// Waking an unconscious ally, near enough [BRP-5.12-5].
    fn aim_wake(&mut self, slot: Slot) -> Option<Choice> {
        let view = self.asker.view;
        if !view.arena.options.waking {
            return None;
        }
        let rule = target_of(slot, target::NEAREST);
        let patient = self.aim_at_ally(rule, FARTHEST_WITH_ACTION, |_, ally| {
            view.body(ally).condition == Condition::Unconscious
        })?;
        Some(Choice::Act(Action::Wake { patient }))
    }

    fn aim_act(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Choice> {
        let wish = self.me().meant_by(slots[0]);
        let rule = target_of(slots[1], target::NEAREST);
        match action {
            act::ATTACK => {
                let length = length_of(slots[2]);
                self.aim_strike(wish, length, rule).or_else(|| {
                    let wish = wish.filter(|_| length.is_none())?;
                    let only_shoot = bits(&self.me().items, |item| item.strike.is_none());
                    self.aim_shot(Some(wish & only_shoot), rule)
                })
            }
            act::SHOOT => self.aim_shot(wish, rule),
            act::RELOAD => self.aim_reload(wish),
            act::FIRST_AID => self.aim_first_aid(slots),
            act::WAKE => self.aim_wake(slots[0]),
            _ => Some(Choice::Act(Action::None)),
        }
    }

    fn aim_move(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Choice> {
        if !matches!(action, moves::CLOSE | moves::ADVANCE | moves::WITHDRAW) {
            return Some(Choice::Go(Go::Stay));
        }
        let whom = match self.asker.arms().body.intent.action {
            Action::Strike { target, .. } | Action::Shoot { target, .. }
                if slots[0] == Slot::Absent =>
            {
                target.who
            }
            _ => self.aim_at(target_of(slots[0], target::NEAREST), None)?.who,
        };
        self.asker.target = Some(whom);
        Some(Choice::Go(if action == moves::WITHDRAW {
            Go::From { whom, by: FARTHEST }
        } else {
            Go::up_to(whom)
        }))
    }

    #[inline]
    fn aim_reply(&self, action: u8, slots: &[Slot; 4]) -> Option<Choice> {
        let incoming = self.asker.incoming;
        let incoming = incoming.expect("only an attack asks for a reaction");
        let wish = self.me().meant_by(slots[0]);
        reply(&self.asker.defence(), incoming, action, wish).map(Choice::React)
    }
}

/// The answer that a line of the reactions means, if it is possible.
#[inline]
pub(super) fn reply<const N: usize>(
    defence: &Defence<'_, N>,
    incoming: Incoming,
    action: u8,
    wish: Option<u8>,
) -> Option<Reply> {
    match action {
        reacts::PARRY => Some(Reply::Parry(defence.parry(incoming, wish)?)),
        reacts::DODGE => Some(Reply::Dodge(defence.dodge(incoming, 0)?)),
        reacts::PARRY_THEN_DODGE if defence.view.arena.options.double_defence => Some(
            Reply::ParryThenDodge(defence.parry(incoming, wish)?, defence.dodge(incoming, 1)?),
        ),
        reacts::PARRY_THEN_DODGE => None,
        _ => Some(Reply::Nothing),
    }
}

/// The class in which a line says to use a weapon.
fn length_of(slot: Slot) -> Option<Class> {
    match slot {
        Slot::Word(at) => Some(LENGTHS[usize::from(at)].1),
        _ => None,
    }
}

fn target_of(slot: Slot, by_custom: u8) -> TargetRef {
    if let Slot::Target(target) = slot {
        target
    } else {
        TargetRef::Rule(by_custom)
    }
}

impl<const N: usize> Decision for Decider<'_, N> {
    type Choice = Choice;

    #[inline]
    fn who(&self) -> FighterId {
        self.asker.who
    }

    #[inline]
    fn aim(&mut self, line: &policy::Line) -> bool {
        self.asker.target = self.about;
        let aimed = match self.list {
            REACT => self.aim_reply(line.action, &line.slots),
            STANCE if line.action == KNEEL => {
                let may_kneel = self.asker.arms().has_large_shield();
                may_kneel.then_some(Choice::Kneel)
            }
            STANCE => Some(Choice::Stand),
            ACT => self.aim_act(line.action, &line.slots),
            MOVE => self.aim_move(line.action, &line.slots),
            _ if line.action == turns::FIRST_AID => self.aim_first_aid(&line.slots),
            _ => Some(Choice::Proceed),
        };
        if let Some(choice) = aimed {
            self.aimed = choice;
        }
        aimed.is_some()
    }

    fn fact(&self, fact: usize, item: Option<ItemRef>) -> i64 {
        self.asker.answer(fact, item)
    }

    #[inline]
    fn take(&mut self, line: &policy::Line, numbers: [i64; 4]) -> Choice {
        if self.list == ACT && line.action == act::ATTACK {
            self.length = length_of(line.slots[2]);
        }
        let metres = |at: usize| matches!(line.slots[at], Slot::Number(_)).then_some(numbers[at]);
        let Some(metres) = (0..4).find_map(metres) else {
            return self.aimed;
        };
        let by = i32::try_from((metres / 10).clamp(0, FARTHEST.into())).expect("clamped");
        match self.aimed {
            Choice::Go(Go::Towards { whom, .. }) => Choice::Go(Go::Towards { whom, most: by }),
            Choice::Go(Go::From { whom, .. }) => Choice::Go(Go::From { whom, by }),
            other => other,
        }
    }

    #[inline]
    fn line_used<W: Witness>(&mut self, line: LineId, witness: &mut W) {
        self.line = Line::Used(line.0);
        witness.line_used(self.asker.who, line);
    }

    #[inline]
    fn list_ran_out<W: Witness>(&mut self, list: ListId, witness: &mut W) {
        self.line = Line::RanOut;
        witness.list_ran_out(self.asker.who, list);
    }
}
