//! A creature at the moment of a decision: what each line of its policy would come to here and now.
//!
//! Clauses: SST-0-10. What the actions of a turn come to is in `actions.rs` and `moves.rs`. Numbers of a policy are thousandths.

use super::facts;
use crate::dice::Dice;
use crate::fight::{FighterId, LineId, ListId, Witness};
use crate::policy::{self, Decision, ItemRef, Slot, TargetRef};
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::choices::{Helps, Matter};
use crate::rules::swift_swords::nouns::deeds::{Cost, Deed};
use crate::rules::swift_swords::nouns::defence::Kind;
use crate::rules::swift_swords::nouns::scene::{Scene, View};
use crate::rules::swift_swords::nouns::state::State;
use crate::rules::swift_swords::questions::{arms, grips, reach};
use crate::rules::swift_swords::words::{
    ACT, DEFEND, GRIP, HELD, INTERRUPT, LAST, RAISE, SHIFT, SPECIAL, defend, grip, last, raise,
};

/// What a policy can come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// An action of its list, by position.
    Action(u8),
    Deed(Deed),
    /// A part of the body, by its place in the table.
    Part(usize),
}

/// A creature at the moment of a decision.
pub(super) struct Decider<'a, const N: usize> {
    pub(super) arena: &'a Arena<N>,
    pub(super) state: &'a State<N>,
    pub(super) who: FighterId,
    pub(super) list: usize,
    pub(super) matter: Matter,
    pub(super) target: Option<FighterId>,
    pub(super) aimed: Choice,
    /// A line was passed over because the dice do not pay for it.
    pub(super) short: bool,
    /// What the action of the latest line takes that could be paid for.
    pub(super) cost: Cost,
    /// Whether the list `last` may still come to an action.
    acts: bool,
    /// The lines by which it has.
    pub(super) chain: Chain,
}

impl<'a, const N: usize> Decider<'a, N> {
    #[inline]
    pub(super) fn view(&self) -> View<'a, N> {
        View::new(self.arena, self.state)
    }

    #[inline]
    pub(super) fn new(
        arena: &'a Arena<N>,
        state: &'a State<N>,
        who: FighterId,
        matter: Matter,
    ) -> Self {
        Self {
            arena,
            state,
            who,
            list: 0,
            matter,
            target: None,
            aimed: Choice::Action(0),
            short: false,
            cost: Cost::Free,
            acts: true,
            chain: Chain::NONE,
        }
    }

    #[inline]
    pub(super) fn decide<D: Dice, W: Witness>(
        &mut self,
        list: usize,
        dice: &mut D,
        witness: &mut W,
    ) -> Option<Choice> {
        let fighter = self.arena.fighter(self.who);
        if !fighter.decides(list) {
            return None;
        }
        let stands = list == ACT && !self.state.body(self.who).prone;
        let passed = if stands { fighter.rising } else { 0 };
        self.list = list;
        let attacker = self.matter.incoming.map(|seen| seen.attacker);
        self.target = self.matter.stated.or(attacker);
        let list = ListId::at(list);
        fighter
            .policy
            .choose_after(list, passed, self, dice, witness)
    }

    /// Goes on with the list `last` after a line that led to no action; no other leads to one.
    pub(super) fn decide_beyond<D: Dice, W: Witness>(
        &mut self,
        list: usize,
        chain: &Chain,
        dice: &mut D,
        witness: &mut W,
    ) -> Option<Choice> {
        self.list = list;
        self.acts = false;
        let fighter = self.arena.fighter(self.who);
        let (lines, list) = (chain.lines(), ListId::at(list));
        fighter
            .policy
            .choose_beyond(list, lines, self, dice, witness)
    }

    /// Whether an action is allowed in this round and can be paid for; if only its dice are wanting, that is noted.
    #[inline]
    pub(super) fn affords(&mut self, deed: Deed) -> bool {
        if deed.is_attack() && !reach::may_attack(self.state, self.who) {
            return false;
        }
        let cost = deed.cost(self.view(), self.who);
        let fits = cost.fits(self.state.body(self.who).hand);
        if fits {
            self.cost = cost;
        } else {
            self.short = true;
        }
        fits
    }

    /// Whether a line of `grip` can be done and paid for.
    fn can_grip(&mut self, action: u8) -> bool {
        let Some(target) = self.matter.stated else {
            return false;
        };
        let tightens = action == grip::IMPROVE;
        let possible = !tightens || grips::can_tighten(self.state, target);
        possible && grips::of_grip(action, target).is_none_or(|deed| self.affords(deed))
    }

    /// Whether a line of `raise` would change a die of the roll [SST-9-3]. The ones of a defence mean nothing.
    fn can_raise(&self, action: u8) -> bool {
        let rolled = self.matter.rolled.unwrap_or_default();
        let ones = self.matter.helps == Helps::Attack && rolled.ones > 0;
        match action {
            raise::RAISE => rolled.near > 0 || ones,
            raise::SPARE => ones,
            _ => true,
        }
    }

    /// The weapons that a slot means; all of them without one.
    pub(super) fn wish(&self, slot: Slot) -> u64 {
        match slot {
            Slot::Item(item) => self.arena.meant(item),
            _ => arms::ANY,
        }
    }
}

/// Asks a list about something. The position of the action taken, if any.
#[inline]
pub(super) fn asked<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    (who, list): (FighterId, usize),
    matter: Matter,
) -> Option<u8> {
    if !scene.fighter(who).decides(list) {
        return None;
    }
    let mut decider = Decider::new(scene.arena, scene.state, who, matter);
    match decider.decide(list, scene.dice, scene.witness) {
        Some(Choice::Action(action)) => Some(action),
        _ => None,
    }
}

/// The defence that an action of `defend` is.
#[inline]
pub(super) fn kind_of(action: u8) -> Option<Kind> {
    match action {
        defend::DODGE => Some(Kind::Dodge),
        defend::BLOCK => Some(Kind::Block),
        defend::PARRY => Some(Kind::Parry),
        _ => None,
    }
}

/// Most lines that are remembered of one choice.
const MOST_LINES: usize = 8;

/// The lines of a choice that is still to be paid for, those of sublists first. Of more than there is room for, the first
/// are forgotten.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chain {
    lines: [LineId; MOST_LINES],
    count: u8,
}

impl Chain {
    /// Of no lines.
    pub(super) const NONE: Self = Self {
        lines: [LineId(0); MOST_LINES],
        count: 0,
    };

    fn add(&mut self, line: LineId) {
        if usize::from(self.count) == MOST_LINES {
            self.lines.rotate_left(1);
            self.count -= 1;
        }
        self.lines[usize::from(self.count)] = line;
        self.count += 1;
    }

    fn lines(&self) -> &[LineId] {
        &self.lines[..usize::from(self.count)]
    }

    /// Counts the lines as used.
    pub(crate) fn tell<W: Witness>(&self, who: FighterId, witness: &mut W) {
        for &line in self.lines() {
            witness.line_used(who, line);
        }
    }
}

pub(super) fn target_of(slot: Slot, default: u8) -> TargetRef {
    match slot {
        Slot::Target(target) => target,
        _ => TargetRef::Rule(default),
    }
}

impl<const N: usize> Decision for Decider<'_, N> {
    type Choice = Choice;

    /// Whatever a line is passed over for, it is noted that the dice did not pay for it.
    const ASKS_FIRST: bool = false;

    #[inline]
    fn who(&self) -> FighterId {
        self.who
    }

    #[inline]
    fn aim(&mut self, line: &policy::Line) -> bool {
        let aimed = match self.list {
            ACT => {
                let deed = self.aim_act(line.action, &line.slots);
                deed.map(Choice::Deed)
            }
            INTERRUPT => self.aim_interrupt(line.action, &line.slots),
            DEFEND => {
                let kind = kind_of(line.action);
                let possible = kind.is_none_or(|kind| self.matter.possible[kind as usize]);
                possible.then_some(Choice::Action(line.action))
            }
            SPECIAL => {
                let offered = self.matter.offers >> line.action & 1 == 1;
                offered.then_some(Choice::Action(line.action))
            }
            SHIFT => self.aim_shift(line.action, line.slots[0]),
            HELD => {
                let fits = self.affords(grips::of_held(line.action));
                fits.then_some(Choice::Action(line.action))
            }
            GRIP => {
                let fits = self.can_grip(line.action);
                fits.then_some(Choice::Action(line.action))
            }
            RAISE => {
                let fits = self.can_raise(line.action);
                fits.then_some(Choice::Action(line.action))
            }
            LAST if !self.acts && line.action == last::ACT => None,
            _ => Some(Choice::Action(line.action)),
        };
        if let Some(choice) = aimed {
            self.aimed = choice;
        }
        aimed.is_some()
    }

    fn fact(&self, fact: usize, _item: Option<ItemRef>) -> i64 {
        facts::Asker {
            arena: self.arena,
            state: self.state,
            who: self.who,
            target: self.target,
            matter: &self.matter,
        }
        .answer(fact)
    }

    #[inline]
    fn take(&mut self, line: &policy::Line, numbers: [i64; 4]) -> Choice {
        let Choice::Deed(Deed::Way(way)) = self.aimed else {
            return self.aimed;
        };
        let mut slots = line.slots.iter();
        match slots.position(|slot| matches!(slot, Slot::Number(_))) {
            Some(at) => Choice::Deed(self.headed(way, numbers[at] / 1000)),
            None => self.aimed,
        }
    }

    #[inline]
    fn line_used<W: Witness>(&mut self, line: LineId, witness: &mut W) {
        if self.list == LAST && self.aimed == Choice::Action(last::ACT) {
            self.chain.add(line);
        } else {
            witness.line_used(self.who, line);
        }
    }
}
