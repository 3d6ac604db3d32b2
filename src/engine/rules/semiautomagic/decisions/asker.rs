//! The decision context: the fighter that decides, and the choice of the latest line.

use std::cell::Cell;

use super::facts::FACT_READS;
use super::{ACT, DEFEND};
use crate::fight::{FighterId, LineId, ListId, Witness};
use crate::policy::{Decision, ItemRef, Line};
use crate::rules::semiautomagic::nouns::{Deed, DefenceMeans, View};
use crate::rules::semiautomagic::questions::Attack;
use crate::rules::semiautomagic::words::YES;

/// The result of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decided {
    Deed(Deed),
    /// A defence, or none.
    Means(Option<DefenceMeans>),
    /// Whether it continues its action, interrupts a turn, or vetoes.
    Does(bool),
}

/// Parts of the situation whose changes are not counted with those of the rest. A decision that has read the clock, the
/// round or the last target is never kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Reads {
    pub clock: bool,
    /// Wounds, except those of the target that it attacks in the end.
    pub wounds: bool,
    /// The speeds and the wounds of the target that it attacks in the end, for the best aim.
    pub aim: bool,
}

/// A fighter who decides.
#[derive(Debug)]
pub(crate) struct Asker<'a> {
    pub view: View<'a>,
    /// The body that acts.
    pub who: FighterId,
    /// The mind that decides for it.
    pub mind: FighterId,
    list: usize,
    /// The attack that it may defend against, and the best defence.
    pub attack: Option<(Attack, DefenceMeans)>,
    /// Whether an action that was begun before is being finished: it need not be possible to begin it.
    pub finishing: bool,
    /// Whether the question is only if it delays its turn: other lines are not counted as used.
    pub asks_ahead: bool,
    /// The target of the latest line.
    pub target: Option<FighterId>,
    /// The choice of the latest line.
    pub(super) answer: Option<Decided>,
    /// The parts of the situation read until now.
    reads: Cell<Reads>,
}

impl<'a> Asker<'a> {
    pub(super) fn new(
        view: View<'a>,
        [who, mind]: [FighterId; 2],
        list: usize,
        attack: Option<(Attack, DefenceMeans)>,
    ) -> Self {
        Self {
            view,
            who,
            mind,
            list,
            attack,
            finishing: false,
            asks_ahead: false,
            target: attack.map(|(attack, _)| attack.who),
            answer: None,
            reads: Cell::default(),
        }
    }

    /// The parts of the situation read until now.
    pub(super) fn reads(&self) -> Reads {
        self.reads.get()
    }

    /// Notes that the decision reads the clock, the round or the last target.
    #[inline]
    pub(super) fn reads_clock(&self) {
        self.reads.set(Reads {
            clock: true,
            ..self.reads.get()
        });
    }

    /// Notes that the decision reads what the best aim at its target depends on.
    #[inline]
    pub(super) fn reads_aim(&self) {
        self.reads.set(Reads {
            aim: true,
            ..self.reads.get()
        });
    }

    /// Notes that the decision reads wounds.
    #[inline]
    pub(super) fn reads_wounds(&self) {
        self.reads.set(Reads {
            wounds: true,
            ..self.reads.get()
        });
    }
}

impl Decision for Asker<'_> {
    /// An answer, with the line that gave it.
    type Choice = Option<(Decided, LineId)>;

    #[expect(clippy::misnamed_getters, reason = "whose body it is does not decide")]
    fn who(&self) -> FighterId {
        self.mind
    }

    fn aim(&mut self, line: &Line) -> bool {
        self.answer = match self.list {
            ACT => self.deed(line).map(Decided::Deed),
            DEFEND => self.defence(line),
            _ => Some(Decided::Does(line.action == YES)),
        };
        self.answer.is_some()
    }

    fn fact(&self, fact: usize, item: Option<ItemRef>) -> i64 {
        let [clock, wounds] = FACT_READS[fact];
        if clock {
            self.reads_clock();
        }
        if wounds {
            self.reads_wounds();
        }
        let (spec, answer) = &Self::FACTS[fact];
        spec.kept(answer(self, item))
    }

    fn take(&mut self, line: &Line, _: [i64; 4]) -> Self::Choice {
        Some((self.answer?, line.id))
    }

    fn line_used<W: Witness>(&mut self, line: LineId, witness: &mut W) {
        if !self.asks_ahead || self.answer == Some(Decided::Deed(Deed::Delay)) {
            witness.line_used(self.mind, line);
        }
    }

    fn list_ran_out<W: Witness>(&mut self, list: ListId, witness: &mut W) {
        if !self.asks_ahead {
            witness.list_ran_out(self.mind, list);
        }
    }
}
