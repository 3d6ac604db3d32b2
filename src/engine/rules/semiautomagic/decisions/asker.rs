//! The context of one decision of a policy: the fighter that decides, and the choice of the line that is
//! being tried.

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
    /// A defence, or `None` for no defence.
    Means(Option<DefenceMeans>),
    /// The answer to a question of yes or no, such as whether to interrupt a turn or to veto it.
    Does(bool),
}

/// Says which values a decision has read besides bodies. The cache uses this to know how long the decision is
/// valid. A decision that has read the clock, the round or the last target is never cached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Reads {
    pub clock: bool,
    /// Whether the decision has read wounds of fighters, other than in the choice of the best aim.
    pub wounds: bool,
    /// Whether the decision has chosen the best aim, which depends on the speeds and the wounds of its
    /// target.
    pub aim: bool,
}

/// A decision in progress, and the fighter that makes it.
#[derive(Debug)]
pub(crate) struct Asker<'a> {
    pub view: View<'a>,
    /// The fighter whose body acts.
    pub who: FighterId,
    /// The fighter whose mind decides for that body.
    pub mind: FighterId,
    list: usize,
    /// In a decision of the list `defend`: the attack to defend against, and the defence with the best bonus.
    pub attack: Option<(Attack, DefenceMeans)>,
    /// Whether the decision completes an unfinished action. The check whether that action may begin is then
    /// left out.
    pub finishing: bool,
    /// Whether the decision is only about delaying the turn. A line that chooses anything else then does not
    /// count as used, because the fighter decides about its action again afterwards.
    pub asks_ahead: bool,
    /// The target that the line tried last has chosen.
    pub target: Option<FighterId>,
    /// The choice of the line that has been tried last, or `None` if its action is not possible.
    pub(super) answer: Option<Decided>,
    /// Says which values the decision has read until now.
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

    /// Returns what the decision has read until now.
    pub(super) fn reads(&self) -> Reads {
        self.reads.get()
    }

    /// Records that the decision has read the clock, the round or the last target.
    #[inline]
    pub(super) fn reads_clock(&self) {
        self.reads.set(Reads {
            clock: true,
            ..self.reads.get()
        });
    }

    /// Records that the decision has chosen the best aim, which depends on the speeds and the wounds of its
    /// target.
    #[inline]
    pub(super) fn reads_aim(&self) {
        self.reads.set(Reads {
            aim: true,
            ..self.reads.get()
        });
    }

    /// Records that the decision has read wounds.
    #[inline]
    pub(super) fn reads_wounds(&self) {
        self.reads.set(Reads {
            wounds: true,
            ..self.reads.get()
        });
    }
}

impl Decision for Asker<'_> {
    /// The choice, and the policy line that made it. `None` if the decision has no result.
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
