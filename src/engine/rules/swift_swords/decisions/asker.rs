//! The decision context: a creature that has to decide, and the choice that each line of its policy offers.
//!
//! Clauses: SST-0-10. `lists.rs` says what each action means, and `actions.rs` finds the actions of a turn.
//! Numbers of a policy are in thousandths.

use super::lists::{
    ACT, ActionKey, DEFENCES, DEFEND, GRIP, GRIPS, HELD, INTERRUPT, LAST, LASTS, PARTS, RAISE,
    RAISES, SHIFT, SPECIAL, STRUGGLES,
};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, LineId, ListId, Witness};
use crate::policy::{ActionSpec, Decision, ItemRef, Line, Slot};
use crate::rules::swift_swords::nouns::{Act, DecisionContext, Deed, LastOption, Scene, View};
use crate::rules::swift_swords::questions::{arms, reach::TIGHTEST};

/// The result of a decision of a policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    /// An action of the list, by index.
    Action(u8),
    Deed(Deed),
    /// A part of the body, by index in the table of locations.
    Part(u8),
}

impl Choice {
    pub(crate) const fn action(self) -> Option<u8> {
        match self {
            Self::Action(action) => Some(action),
            _ => None,
        }
    }
}

/// The weapon and the possible targets of an action that can be made with one of several weapons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reach {
    /// The action, by its index in the list `act`.
    pub(super) action: u8,
    /// The weapons that the action may use, as bits.
    pub(super) wish: u64,
    pub(super) weapon: u8,
    /// The enemies that the action may be used against. `None` if it needs no enemy.
    pub(super) foes: Option<FighterSet>,
}

/// A creature that has to decide, with everything that its policy may read.
pub(super) struct Asker<'a> {
    pub(super) view: View<'a>,
    pub(super) who: FighterId,
    list: usize,
    pub(super) matter: DecisionContext,
    pub(super) target: Option<FighterId>,
    aimed: Choice,
    /// The weapon and targets found for the latest line, if its action needs an enemy or a weapon.
    pub(super) reach: Option<Reach>,
    /// Whether a line was skipped because the dice in hand cannot pay for it.
    pub(super) short: bool,
    /// Whether the list `last` may still choose the option to act.
    acts: bool,
    /// The lines that led to the chosen action.
    pub(super) chain: Chain,
}

impl<'a> Asker<'a> {
    #[inline]
    pub(super) fn new(view: View<'a>, who: FighterId, matter: DecisionContext) -> Self {
        let attacker = matter.incoming.map(|seen| seen.attack.attacker);
        Self {
            view,
            who,
            list: 0,
            matter,
            target: matter.stated.or(attacker),
            aimed: Choice::Action(0),
            reach: None,
            short: false,
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
        let fighter = self.view.fighter(self.who);
        let me = self.me();
        let ready = list == ACT && !me.prone && me.dropped == 0;
        let passed = if ready { fighter.rising } else { 0 };
        self.list = list;
        let (policy, list) = (&fighter.policy, ListId::at(list));
        policy.choose_after(list, passed, self, dice, witness)
    }

    /// Evaluates the list `last` again, from the line after the lines in `chain`. These lines had chosen the
    /// option to act, which is impossible. It cannot be chosen again.
    pub(super) fn decide_beyond<D: Dice, W: Witness>(
        &mut self,
        list: usize,
        chain: &Chain,
        dice: &mut D,
        witness: &mut W,
    ) -> Option<Choice> {
        self.list = list;
        self.acts = false;
        let policy = &self.view.fighter(self.who).policy;
        let (lines, list) = (chain.lines(), ListId::at(list));
        policy.choose_beyond(list, lines, self, dice, witness)
    }

    /// Returns whether an action is allowed in this round and can be paid for. Sets `short` if the dice
    /// cannot pay.
    #[inline]
    pub(super) fn affords(&mut self, deed: Deed) -> bool {
        if deed.act.is_attack() && !self.view.may_attack(self.who) {
            return false;
        }
        let pays = self.view.pays_for(self.who, deed);
        self.short |= !pays;
        pays
    }

    /// Returns whether an action of the list `grip` is possible and can be paid for.
    fn can_grip(&mut self, action: u8) -> bool {
        let target = self.matter.stated.expect("a hold is about somebody");
        match meant(GRIPS, action) {
            Some(Act::Improve)
                if !self.view.wrestles(self.who)
                    || self.view.state.grip_of(target).level == TIGHTEST =>
            {
                false
            }
            act => act.is_none_or(|act| self.affords(Deed::to(act, target))),
        }
    }

    /// Returns whether an action of the list `raise` would change a die of the roll [SST-9-3]. A 1 can be
    /// raised only in an attack roll.
    fn can_raise(&self, action: u8) -> bool {
        let rolled = self.matter.rolled;
        let ones = self.is_own_attack() && rolled.ones > 0;
        let [near, one] = meant(RAISES, action);
        !one || ones || (near && rolled.near > 0)
    }

    /// Returns the choice of a line of `shift`, or `None` if wounds cannot land on that part of the body.
    fn aim_shift(&self, line: &Line) -> Option<Choice> {
        let Slot::Word(word) = line.slots[0] else {
            return Some(Choice::Action(line.action));
        };
        let (arena, name) = (self.view.arena, PARTS[usize::from(word)].name);
        let part = arena.tables.locations.get_index_of(name)?;
        let place = u8::try_from(part).expect("few parts");
        arena.can_shift(part).then_some(Choice::Part(place))
    }

    /// Returns the weapons that a line names, as bits. A line that names none matches all weapons.
    pub(super) fn wish(&self, line: &Line) -> u64 {
        match line.slots[0] {
            Slot::Item(item) => self.view.arena.meant(item),
            _ => arms::ANY,
        }
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Returns the choice that a creature's policy makes in the list with the index `list`. `matter` returns
    /// what the decision is about.
    #[inline]
    pub(crate) fn choice(
        &mut self,
        who: FighterId,
        list: usize,
        matter: impl FnOnce() -> DecisionContext,
    ) -> Option<Choice> {
        let fighter = self.fighter(who);
        if !fighter.decides(list) {
            return None;
        }
        if let Some((line, action)) = fighter.settled[list] {
            self.witness.line_used(who, line);
            return Some(Choice::Action(action));
        }
        self.asks(who, list, &matter())
    }

    /// Evaluates the lines of a list and returns the choice.
    #[inline(never)]
    fn asks(&mut self, who: FighterId, list: usize, matter: &DecisionContext) -> Option<Choice> {
        let mut asker = Asker::new(View::new(self.arena, self.state), who, *matter);
        asker.decide(list, self.dice, self.witness)
    }

    /// Returns the meaning of the action that a creature's policy chooses in a list. `rows` has each action
    /// of the list with its meaning.
    #[inline]
    pub(crate) fn meant<T: Copy>(
        &mut self,
        who: FighterId,
        list: usize,
        rows: &[(ActionSpec, T)],
        matter: impl FnOnce() -> DecisionContext,
    ) -> Option<T> {
        let action = self.choice(who, list, matter)?.action()?;
        Some(meant(rows, action))
    }

    /// Returns whether a creature's policy chooses the action `answer` in the list of this action.
    #[inline]
    pub(crate) fn answers(
        &mut self,
        who: FighterId,
        answer: ActionKey,
        matter: impl FnOnce() -> DecisionContext,
    ) -> bool {
        let (list, action) = answer;
        self.choice(who, list, matter) == Some(Choice::Action(action))
    }
}

/// Returns the meaning of an action, by its index in the rows of its list.
#[inline]
pub(super) fn meant<T: Copy>(rows: &[(ActionSpec, T)], action: u8) -> T {
    rows[usize::from(action)].1
}

/// Maximum number of lines that a [`Chain`] stores for one choice.
const MOST_LINES: usize = 8;

/// The lines that led to a choice whose cost is not paid yet. Lines of sublists come first. If there are too
/// many lines, the first ones are dropped.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chain {
    lines: [LineId; MOST_LINES],
    count: u8,
}

impl Chain {
    /// A chain with no lines.
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

    /// Reports the lines as used.
    pub(crate) fn tell<W: Witness>(&self, who: FighterId, witness: &mut W) {
        for &line in self.lines() {
            witness.line_used(who, line);
        }
    }
}

impl Decision for Asker<'_> {
    type Choice = Choice;

    /// `false`: the method `aim` must be called before the condition of a line is evaluated. It sets `short`
    /// if the dice cannot pay for the line's action, and has to do so even if the condition is false.
    const ASKS_FIRST: bool = false;

    #[inline]
    fn who(&self) -> FighterId {
        self.who
    }

    #[inline]
    fn aim(&mut self, line: &Line) -> bool {
        let action = Choice::Action(line.action);
        let aimed = match self.list {
            ACT => {
                let deed = self.aim_deed(line).filter(|&deed| self.affords(deed));
                deed.map(Choice::Deed)
            }
            INTERRUPT => self.aim_interrupt(line),
            DEFEND => {
                let kind = meant(DEFENCES, line.action);
                let seen = self.matter.incoming.expect("an attack is met");
                let meets = |kind| self.view.can_meet(&seen.attack, kind);
                kind.is_none_or(meets).then_some(action)
            }
            SPECIAL => (self.matter.offers >> line.action & 1 == 1).then_some(action),
            SHIFT => self.aim_shift(line),
            HELD => {
                let deed = Deed::of(meant(STRUGGLES, line.action));
                self.affords(deed).then_some(action)
            }
            GRIP => self.can_grip(line.action).then_some(action),
            RAISE => self.can_raise(line.action).then_some(action),
            LAST if !self.acts && meant(LASTS, line.action) == LastOption::Act => None,
            _ => Some(action),
        };
        let Some(aimed) = aimed else {
            return false;
        };
        self.aimed = aimed;
        true
    }

    fn fact(&self, fact: usize, item: Option<ItemRef>) -> i64 {
        self.answer(fact, item)
    }

    #[inline]
    fn take(&mut self, line: &Line, numbers: [i64; 4]) -> Choice {
        match (self.aimed, line.slots[0]) {
            (Choice::Deed(deed), Slot::Number(_)) => {
                Choice::Deed(self.headed(deed, numbers[0] / 1000))
            }
            (choice, _) => choice,
        }
    }

    #[inline]
    fn line_used<W: Witness>(&mut self, line: LineId, witness: &mut W) {
        let acts = |action| meant(LASTS, action) == LastOption::Act;
        if self.list == LAST && self.aimed.action().is_some_and(acts) {
            self.chain.add(line);
        } else {
            witness.line_used(self.who, line);
        }
    }
}
