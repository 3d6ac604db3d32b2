//! What a fighter chooses, and how its policy asks for it.
//!
//! Clauses: BRP-5.2-1, BRP-5.2-4, BRP-5.3-4, BRP-5.4-3, BRP-5.6-2, BRP-5.6-8, BRP-5.7-2, BRP-5.11-3, BRP-5.12-5,
//! BRP-5.14-5, BRP-X-7, BRP-X-8. The rules offer what is possible, the policy's first fitting line picks.

use super::arena::Arena;
use super::chance::{Level, Limits};
use super::defence::{Defence, Incoming, Tool};
use super::fighter::{Item, Reflex, Threat};
use super::hands::{can_reload, can_shoot, can_strike, first_melee, large_shield};
use super::movement::{FARTHEST, FARTHEST_WITH_ACTION, FREE};
use super::plain::Guard;
use super::state::{Action, Condition, Go, Line, State, Target, Treatment};
use super::words::{
    ACT, MOVE, REACT, STANCE, TURN, act, go as moves, react as answers, stance as stances, target,
    turn as turns,
};
use crate::dice::{Dice, Die};
use crate::fight::{FighterId, FighterSet, LineId, ListId, Witness};
use crate::policy::{ItemRef, Situation, Slot, TargetRef};

/// When an action is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// Before movement: what can be reached by moving is possible.
    Ahead,
    /// At the own DEX rank: only what can be done from here.
    Now,
}

/// An answer to an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Reply {
    Nothing,
    Parry(Tool),
    Dodge(Limits),
    ParryThenDodge(Tool, Limits),
}

/// Whether to kneel.
pub(super) fn stance<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    view: &State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> (bool, Line) {
    let mut mind = Mind::new(arena, view, who, Asked::Ahead, dice, witness);
    let choice = mind.decide(STANCE);
    (matches!(choice, Some(Choice::Kneel)), mind.line)
}

/// Which action to take.
pub(super) fn act<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    view: &State<N>,
    who: FighterId,
    asked: Asked,
    dice: &mut D,
    witness: &mut W,
) -> (Action, Line) {
    let mut mind = Mind::new(arena, view, who, asked, dice, witness);
    let choice = mind.decide(ACT);
    (
        if let Some(Choice::Act(action)) = choice {
            action
        } else {
            Action::None
        },
        mind.line,
    )
}

/// How to move; `None` where the policy leaves it to custom.
pub(super) fn go<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    view: &State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> (Option<Go>, Line) {
    let mut mind = Mind::new(arena, view, who, Asked::Ahead, dice, witness);
    let choice = mind.decide(MOVE);
    (
        if let Some(Choice::Go(go)) = choice {
            Some(go)
        } else {
            None
        },
        mind.line,
    )
}

/// What to do in place of the stated action [BRP-5.14-4].
pub(super) fn turn<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    view: &State<N>,
    who: FighterId,
    dice: &mut D,
    witness: &mut W,
) -> Option<Treatment> {
    let mut mind = Mind::new(arena, view, who, Asked::Now, dice, witness);
    match mind.decide(TURN) {
        Some(Choice::Act(Action::FirstAid(treatment))) => Some(treatment),
        _ => None,
    }
}

/// How to answer a successful attack [BRP-5.6-2, BRP-5.7-2].
#[inline]
pub(super) fn react<const N: usize, D: Dice, W: Witness>(
    defence: &Defence<'_, N>,
    incoming: Incoming,
    dice: &mut D,
    witness: &mut W,
) -> Reply {
    if let Some(reflexes) = &defence.arena.fighter(defence.who).reflexes {
        for reflex in reflexes {
            if let Some(reply) = reply(defence, incoming, reflex.action, reflex.wish) {
                witness.line_used(defence.who, reflex.line);
                return reply;
            }
        }
        if !reflexes.is_empty() {
            witness.list_ran_out(defence.who, ListId::at(REACT));
        }
        return Reply::Nothing;
    }
    let mut mind = Mind::new(
        defence.arena,
        defence.view,
        defence.who,
        Asked::Now,
        dice,
        witness,
    );
    mind.live = defence.live;
    mind.incoming = Some(incoming);
    match mind.decide(REACT) {
        Some(Choice::React(reply)) => reply,
        _ => Reply::Nothing,
    }
}

/// The answer that a line of the reactions means, if it is possible.
#[inline]
fn reply<const N: usize>(
    defence: &Defence<'_, N>,
    incoming: Incoming,
    action: u8,
    wish: Option<u8>,
) -> Option<Reply> {
    match action {
        answers::PARRY => Some(Reply::Parry(defence.parry(incoming, wish)?)),
        answers::DODGE => Some(Reply::Dodge(defence.dodge(incoming)?)),
        answers::PARRY_THEN_DODGE if defence.arena.options.double_defence => {
            Some(Reply::ParryThenDodge(
                defence.parry(incoming, wish)?,
                defence.dodge_after(incoming, 1)?,
            ))
        }
        answers::PARRY_THEN_DODGE => None,
        _ => Some(Reply::Nothing),
    }
}

/// How a fighter that decides by reflex meets any armed blow now; `None` where that may differ from blow to blow.
pub(super) fn guard<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
) -> Option<Guard> {
    let defence = Defence {
        arena,
        view: state,
        live: state,
        who,
    };
    let blow = Incoming {
        attacker: who,
        level: Level::Success,
        threat: Threat::Melee,
        brawl: false,
    };
    let reflexes = arena.fighter(who).reflexes.as_ref()?;
    let met = |reflex: &Reflex| {
        Some((
            reply(&defence, blow, reflex.action, reflex.wish)?,
            reflex.line,
        ))
    };
    let (reply, line) = reflexes.iter().find_map(met)?;
    (!matches!(reply, Reply::ParryThenDodge(..))).then_some(Guard { reply, line })
}

/// The target that a rule picks among enemies that an attack could be made on now.
pub(super) fn pick_again<const N: usize>(
    arena: &Arena<N>,
    view: &State<N>,
    who: FighterId,
    rule: TargetRef,
    range: i32,
) -> Option<FighterId> {
    let near = candidates(arena, view, who, rule)
        .iter()
        .filter(|&foe| view.distance(who, foe) <= range);
    pick(arena, view, who, rule, near.collect())
}

/// Whether an attack on this target still makes sense under the rule it was picked by [BRP-5.2-4].
pub(super) fn is_target<const N: usize>(
    view: &State<N>,
    who: FighterId,
    target: Target,
    range: i32,
) -> bool {
    let stands = if wants_fallen(target.rule) {
        view.body(target.who).condition.is_fallen()
    } else {
        view.able.has(target.who)
    };
    stands && view.distance(who, target.who) <= range
}

/// How far an item attacks, in centimetres: reach, or three times the range.
pub(super) fn farthest(reach: i32, item: &Item, missile: bool) -> i32 {
    match item.shoot {
        Some(shot) if missile => shot.range.saturating_mul(3),
        _ => reach,
    }
}

/// Enemies that a rule may pick for an attack: the able ones, or the fallen where the rule asks for those
/// [BRP-X-7].
fn candidates<const N: usize>(
    arena: &Arena<N>,
    view: &State<N>,
    who: FighterId,
    rule: TargetRef,
) -> FighterSet {
    if matches!(rule, TargetRef::Rule(target::FALLEN | target::DYING)) {
        arena
            .enemies(who)
            .iter()
            .filter(|&foe| view.body(foe).condition.is_fallen())
            .collect()
    } else {
        arena.able_enemies(view, who)
    }
}

/// Whether a rule picks among those who are down.
fn wants_fallen(rule: TargetRef) -> bool {
    matches!(rule, TargetRef::Rule(target::FALLEN | target::DYING))
}

/// Applies a target rule; ties go by listing order.
fn pick<const N: usize>(
    arena: &Arena<N>,
    view: &State<N>,
    who: FighterId,
    rule: TargetRef,
    among: FighterSet,
) -> Option<FighterId> {
    let nearest = |among: FighterSet| among.iter().min_by_key(|&other| view.distance(who, other));
    match rule {
        TargetRef::Rule(target::WEAKEST) => among.iter().min_by_key(|&other| view.body(other).hp),
        TargetRef::Rule(target::STRONGEST) => {
            among.iter().min_by_key(|&other| -view.body(other).hp)
        }
        TargetRef::Rule(target::FIRST) => among.iter().next(),
        TargetRef::Rule(target::FALLEN) => nearest(
            among
                .iter()
                .filter(|&other| view.body(other).condition.is_fallen())
                .collect(),
        ),
        TargetRef::Rule(target::DYING) => among
            .iter()
            .find(|&other| view.body(other).condition == Condition::Dying),
        TargetRef::Rule(target::SELF) => among.has(who).then_some(who),
        TargetRef::Rule(_) => nearest(among),
        TargetRef::Combatant(name) => nearest(
            among
                .iter()
                .filter(|&other| arena.is_called(other, name))
                .collect(),
        ),
    }
}

/// What a policy can come to.
#[derive(Debug, Clone, Copy)]
enum Choice {
    Stand,
    Kneel,
    Act(Action),
    Go(Go),
    Proceed,
    React(Reply),
}

/// A fighter at the moment of a decision.
struct Mind<'a, const N: usize, D, W> {
    arena: &'a Arena<N>,
    view: &'a State<N>,
    live: &'a State<N>,
    who: FighterId,
    asked: Asked,
    list: usize,
    incoming: Option<Incoming>,
    target: Option<FighterId>,
    aimed: Choice,
    line: Line,
    dice: &'a mut D,
    witness: &'a mut W,
}

impl<'a, const N: usize, D: Dice, W: Witness> Mind<'a, N, D, W> {
    #[inline]
    fn new(
        arena: &'a Arena<N>,
        view: &'a State<N>,
        who: FighterId,
        asked: Asked,
        dice: &'a mut D,
        witness: &'a mut W,
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
            aimed,
            line,
            dice,
            witness,
        }
    }

    #[inline]
    fn decide(&mut self, list: usize) -> Option<Choice> {
        let policy = &self.arena.fighter(self.who).policy;
        let id = ListId(list as u8);
        if policy.list(id).is_empty() {
            return None;
        }
        self.list = list;
        policy.decide(id, self)
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

    fn aim_strike(&mut self, wish: Option<u8>, rule: TargetRef) -> Option<Choice> {
        let body = self.view.body(self.who);
        if body.intent.kneel {
            return None;
        }
        let items = self.items();
        let item = match wish {
            None => first_melee(items, body),
            Some(wish) => (0..items.len())
                .find(|&at| wish >> at & 1 == 1 && can_strike(&items[at], body, at))?
                as u8,
        };
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
                    item: at as u8,
                    target,
                }));
            }
        }
        None
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
        Some(Choice::Act(Action::Reload { item: item as u8 }))
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
        let patients = self.arena.allies(self.who).iter().filter(|&ally| {
            let patient = self.view.body(ally);
            patient.condition != Condition::Dead
                && patient.injuries.iter().any(|&n| n > 0)
                && self.view.distance(self.who, ally) <= near
        });
        let patient = pick(self.arena, self.view, self.who, rule, patients.collect())?;
        self.target = Some(patient);
        Some(Choice::Act(Action::FirstAid(Treatment {
            patient,
            smallest: slots[1] == Slot::Word(1),
        })))
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
        let sleepers = self.arena.allies(self.who).iter().filter(|&ally| {
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
            act::ATTACK => self
                .aim_strike(wish, rule)
                .or_else(|| self.aim_shot(Some(wish?), rule)),
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

fn target_of(slot: Slot, by_custom: u8) -> TargetRef {
    if let Slot::Target(target) = slot {
        target
    } else {
        TargetRef::Rule(by_custom)
    }
}

impl<const N: usize, D: Dice, W: Witness> Situation for Mind<'_, N, D, W> {
    type Choice = Choice;

    #[inline]
    fn aim(&mut self, line: &crate::policy::Line) -> bool {
        self.target = None;
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
        super::facts::Asker {
            arena: self.arena,
            view: self.view,
            live: self.live,
            who: self.who,
            target: self.target,
            incoming: self.incoming,
        }
        .answer(fact, item)
    }

    fn chance(&mut self, thousandths: u32) -> bool {
        self.dice.band(Die(1000), &[thousandths]) == 0
    }

    #[inline]
    fn take(&mut self, line: &crate::policy::Line, numbers: [i64; 4]) -> Choice {
        let metres = |at: usize| matches!(line.slots[at], Slot::Number(_)).then_some(numbers[at]);
        match (0..4).find_map(metres) {
            Some(metres) => Self::measured(self.aimed, metres),
            None => self.aimed,
        }
    }

    #[inline]
    fn line_used(&mut self, line: LineId) {
        self.line = Line::Used(line.0);
        self.witness.line_used(self.who, line);
    }

    #[inline]
    fn list_ran_out(&mut self, list: ListId) {
        self.line = Line::RanOut;
        self.witness.list_ran_out(self.who, list);
    }
}

#[cfg(test)]
mod tests;
