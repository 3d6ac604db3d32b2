//! A fighter at the moment of a decision: what each line of its policy would come to here and now.
//!
//! Clauses: BRP-5.2-1, BRP-5.3-4, BRP-5.4-3, BRP-5.6-2, BRP-5.6-8, BRP-5.7-2, BRP-5.11-3, BRP-5.12-5, BRP-5.14-4,
//! BRP-5.14-5. Distances are centimetres, numbers of a policy thousandths.

use super::facts;
use super::targets::{candidates, farthest, pick};
use crate::dice::Dice;
use crate::fight::{FighterId, LineId, ListId, Witness};
use crate::policy::{self, Decision, ItemRef, Slot, TargetRef};
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::brp::nouns::attack::Incoming;
use crate::rules::brp::nouns::fighter::{Item, small};
use crate::rules::brp::nouns::reply::Reply;
use crate::rules::brp::nouns::state::{Action, Condition, Go, Line, State, Target, Treatment};
use crate::rules::brp::questions::defence::Defence;
use crate::rules::brp::questions::hands::{can_reload, can_shoot, can_strike, large_shield};
use crate::rules::brp::questions::moves::{FARTHEST, FARTHEST_WITH_ACTION, FREE};
use crate::rules::brp::words::{
    ACT, Class, LENGTHS, MOVE, REACT, SMALLEST, STANCE, act, go as moves, react as reacts,
    stance as stances, target, turn as turns,
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
    arena: &'a Arena<N>,
    view: &'a State<N>,
    pub(super) live: &'a State<N>,
    who: FighterId,
    asked: Asked,
    list: usize,
    pub(super) incoming: Option<Incoming>,
    target: Option<FighterId>,
    /// Whom the action is about that was decided on before, if anybody.
    pub(super) about: Option<FighterId>,
    aimed: Choice,
    pub(super) line: Line,
    pub(super) length: Option<Class>,
}

impl<'a, const N: usize> Decider<'a, N> {
    #[inline]
    pub(super) fn new(
        arena: &'a Arena<N>,
        view: &'a State<N>,
        who: FighterId,
        asked: Asked,
    ) -> Self {
        let line = Line::Unasked;
        let aimed = Choice::Stand;
        Self {
            arena,
            view,
            live: view,
            who,
            asked,
            list: 0,
            incoming: None,
            target: None,
            about: None,
            aimed,
            line,
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
        let policy = &self.arena.fighter(self.who).policy;
        let id = ListId::at(list);
        if policy.list(id).is_empty() {
            return None;
        }
        self.list = list;
        policy.choose(id, self, dice, witness)
    }

    fn items(&self) -> &'a [Item] {
        &self.arena.fighter(self.who).items
    }

    /// The things that a line's slot means; all of them without one.
    fn meant(&self, slot: Slot) -> Option<u8> {
        match slot {
            Slot::Item(item) => Some(self.arena.fighter(self.who).meant(item)),
            _ => None,
        }
    }

    /// Picks an attack's target within this range, at the statement for melee at any distance.
    fn aim_at(&mut self, rule: TargetRef, range: Option<i32>) -> Option<Target> {
        let foes = candidates(self.arena, self.view, self.who, rule);
        let foes = match range {
            None => foes,
            Some(range) => foes
                .iter()
                .filter(|&foe| self.view.distance(self.who, foe) <= range)
                .collect(),
        };
        let who = pick(self.arena, self.view, self.who, rule, foes)?;
        self.target = Some(who);
        Some(Target { who, rule })
    }

    /// A blow with the first usable thing of those meant: by custom a weapon, a shield only where it is named.
    fn aim_strike(
        &mut self,
        wish: Option<u8>,
        length: Option<Class>,
        rule: TargetRef,
    ) -> Option<Choice> {
        let body = self.view.body(self.who);
        if body.intent.kneel {
            return None;
        }
        let items = self.items();
        let serves = |&at: &usize| {
            let item = &items[at];
            wish.map_or(!item.is_shield(), |wish| wish >> at & 1 == 1)
                && length.is_none_or(|length| item.lengths.contains(&length))
                && can_strike(item, body, at)
        };
        let item = small((0..items.len()).find(serves)?);
        let range = (self.asked == Asked::Now).then_some(self.arena.reach);
        let target = self.aim_at(rule, range)?;
        Some(Choice::Act(Action::Strike { item, target }))
    }

    fn aim_shot(&mut self, wish: Option<u8>, rule: TargetRef) -> Option<Choice> {
        let body = self.view.body(self.who);
        let items = self.items();
        for (at, item) in items.iter().enumerate() {
            let wanted = wish.is_none_or(|wish| wish >> at & 1 == 1);
            if !wanted
                || !can_shoot(item, body, at)
                || (body.intent.kneel && item.shoot.is_some_and(|shot| shot.hands > 1))
            {
                continue;
            }
            if let Some(target) = self.aim_at(rule, Some(farthest(self.arena.reach, item, true))) {
                return Some(Choice::Act(Action::Shoot {
                    item: small(at),
                    target,
                }));
            }
        }
        None
    }

    /// The things that cannot strike in melee, as bits.
    fn only_shoot(&self) -> u8 {
        let items = self.items().iter().enumerate();
        let shoots = items.filter(|(_, item)| item.strike.is_none());
        shoots.fold(0, |things, (at, _)| things | 1 << at)
    }

    fn aim_reload(&self, wish: Option<u8>) -> Option<Choice> {
        let body = self.view.body(self.who);
        if self.asked == Asked::Now && body.intent.moved > 0 {
            return None;
        }
        let items = self.items();
        let wanted = |at: &usize| wish.is_none_or(|wish| wish >> at & 1 == 1);
        let item = (0..items.len())
            .filter(wanted)
            .find(|&at| can_reload(&items[at], body, at))?;
        Some(Choice::Act(Action::Reload { item: small(item) }))
    }

    /// First Aid on oneself or an ally with an untreated injury, near enough [BRP-5.14-4, BRP-5.14-5].
    fn aim_first_aid(&mut self, slots: &[Slot; 4]) -> Option<Choice> {
        let body = self.view.body(self.who);
        let near = match self.asked {
            Asked::Ahead => self.arena.reach + FREE,
            Asked::Now if body.intent.moved > FREE => return None,
            Asked::Now => self.arena.reach,
        };
        let rule = target_of(slots[0], target::DYING);
        let patients = self.arena.lineup.allies(self.who).iter().filter(|&ally| {
            let patient = self.view.body(ally);
            let injuries: usize = patient.injuries.iter().map(|&n| usize::from(n)).sum();
            patient.condition != Condition::Dead
                && injuries > self.healers_of(ally)
                && self.view.distance(self.who, ally) <= near
        });
        let patient = pick(self.arena, self.view, self.who, rule, patients.collect())?;
        self.target = Some(patient);
        Some(Choice::Act(Action::FirstAid(Treatment {
            patient,
            smallest: slots[1] == Slot::Word(SMALLEST),
        })))
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
        self.view.able.iter().filter(tends).count()
    }

    /// Waking an unconscious ally, near enough [BRP-5.12-5].
    fn aim_wake(&mut self, slot: Slot) -> Option<Choice> {
        if !self.arena.options.waking {
            return None;
        }
        let near = match self.asked {
            Asked::Ahead => self.arena.reach + FARTHEST_WITH_ACTION,
            Asked::Now => self.arena.reach,
        };
        let sleepers = self.arena.lineup.allies(self.who).iter().filter(|&ally| {
            self.view.body(ally).condition == Condition::Unconscious
                && self.view.distance(self.who, ally) <= near
        });
        let rule = target_of(slot, target::NEAREST);
        let patient = pick(self.arena, self.view, self.who, rule, sleepers.collect())?;
        self.target = Some(patient);
        Some(Choice::Act(Action::Wake { patient }))
    }

    fn aim_act(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Choice> {
        let wish = self.meant(slots[0]);
        let rule = target_of(slots[1], target::NEAREST);
        match action {
            act::ATTACK => {
                let length = length_of(slots[2]);
                self.aim_strike(wish, length, rule).or_else(|| {
                    let wish = wish.filter(|_| length.is_none())?;
                    self.aim_shot(Some(wish & self.only_shoot()), rule)
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
        let stated = match self.view.body(self.who).intent.action {
            Action::Strike { target, .. } | Action::Shoot { target, .. }
                if slots[0] == Slot::Absent =>
            {
                Some(target.who)
            }
            _ => None,
        };
        let whom = match stated {
            Some(whom) => whom,
            None => self.aim_at(target_of(slots[0], target::NEAREST), None)?.who,
        };
        self.target = Some(whom);
        Some(Choice::Go(match action {
            moves::WITHDRAW => Go::From { whom, by: FARTHEST },
            _ => Go::Towards {
                whom,
                most: i32::MAX,
            },
        }))
    }

    #[inline]
    fn aim_reply(&self, action: u8, slots: &[Slot; 4]) -> Option<Choice> {
        let incoming = self.incoming.expect("only an attack asks for a reaction");
        let defence = Defence {
            arena: self.arena,
            view: self.view,
            live: self.live,
            who: self.who,
        };
        Some(Choice::React(reply(
            &defence,
            incoming,
            action,
            self.meant(slots[0]),
        )?))
    }

    /// Replaces what a number slot decides: the metres of a move.
    fn measured(choice: Choice, metres: i64) -> Choice {
        let by = i32::try_from((metres / 10).clamp(0, i64::from(FARTHEST))).expect("clamped");
        match choice {
            Choice::Go(Go::Towards { whom, .. }) => Choice::Go(Go::Towards { whom, most: by }),
            Choice::Go(Go::From { whom, .. }) => Choice::Go(Go::From { whom, by }),
            other => other,
        }
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
        reacts::DODGE => Some(Reply::Dodge(defence.dodge(incoming)?)),
        reacts::PARRY_THEN_DODGE if defence.arena.options.double_defence => {
            Some(Reply::ParryThenDodge(
                defence.parry(incoming, wish)?,
                defence.dodge_after(incoming, 1)?,
            ))
        }
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
        self.who
    }

    #[inline]
    fn aim(&mut self, line: &policy::Line) -> bool {
        self.target = self.about;
        let aimed = match self.list {
            REACT => self.aim_reply(line.action, &line.slots),
            STANCE if line.action == stances::KNEEL => {
                large_shield(self.items(), self.view.body(self.who)).map(|_| Choice::Kneel)
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
        facts::Asker {
            arena: self.arena,
            view: self.view,
            live: self.live,
            who: self.who,
            target: self.target,
            incoming: self.incoming,
        }
        .answer(fact, item)
    }

    #[inline]
    fn take(&mut self, line: &policy::Line, numbers: [i64; 4]) -> Choice {
        if self.list == ACT && line.action == act::ATTACK {
            self.length = length_of(line.slots[2]);
        }
        let metres = |at: usize| matches!(line.slots[at], Slot::Number(_)).then_some(numbers[at]);
        match (0..4).find_map(metres) {
            Some(metres) => Self::measured(self.aimed, metres),
            None => self.aimed,
        }
    }

    #[inline]
    fn line_used<W: Witness>(&mut self, line: LineId, witness: &mut W) {
        self.line = Line::Used(line.0);
        witness.line_used(self.who, line);
    }

    #[inline]
    fn list_ran_out<W: Witness>(&mut self, list: ListId, witness: &mut W) {
        self.line = Line::RanOut;
        witness.list_ran_out(self.who, list);
    }
}
