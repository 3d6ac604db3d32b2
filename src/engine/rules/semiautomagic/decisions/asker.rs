//! A moment of decision: who decides, what the latest line would come to.

use super::{ACT, DEFEND};
use crate::fight::{FighterId, LineId, ListId, Witness};
use crate::policy::{Decision, ItemRef, Line};
use crate::rules::semiautomagic::nouns::{Deed, View};
use crate::rules::semiautomagic::questions::{Attack, Means};
use crate::rules::semiautomagic::words::YES;

/// What a decision comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    Deed(Deed),
    /// A defence, or to do without.
    Means(Option<Means>),
    /// Whether it goes on, breaks in, or vetoes.
    Does(bool),
}

/// A fighter who decides.
#[derive(Debug)]
pub(crate) struct Asker<'a> {
    pub view: View<'a>,
    /// The body that is to act.
    pub who: FighterId,
    /// Who decides for it.
    pub mind: FighterId,
    list: usize,
    /// The attack that it may defend against, and the best defence.
    pub attack: Option<(Attack, Means)>,
    /// Whether an action is being finished that has begun before: it need not be possible to begin it.
    pub finishing: bool,
    /// Whether it is only asked if it delays its turn: no other line is told as used.
    pub asks_ahead: bool,
    /// Whom the latest line is aimed at.
    pub target: Option<FighterId>,
    /// What the latest line comes to.
    pub(super) answer: Option<Answer>,
}

impl<'a> Asker<'a> {
    pub(super) fn new(
        view: View<'a>,
        [who, mind]: [FighterId; 2],
        list: usize,
        attack: Option<(Attack, Means)>,
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
        }
    }
}

impl Decision for Asker<'_> {
    /// With the line that says so.
    type Choice = Option<(Answer, LineId)>;

    #[expect(clippy::misnamed_getters, reason = "whose body it is does not decide")]
    fn who(&self) -> FighterId {
        self.mind
    }

    fn aim(&mut self, line: &Line) -> bool {
        self.answer = match self.list {
            ACT => self.deed(line).map(Answer::Deed),
            DEFEND => self.defence(line),
            _ => Some(Answer::Does(line.action == YES)),
        };
        self.answer.is_some()
    }

    fn fact(&self, fact: usize, item: Option<ItemRef>) -> i64 {
        let (spec, answer) = &Self::FACTS[fact];
        spec.kept(answer(self, item))
    }

    fn take(&mut self, line: &Line, _: [i64; 4]) -> Self::Choice {
        Some((self.answer?, line.id))
    }

    fn line_used<W: Witness>(&mut self, line: LineId, witness: &mut W) {
        if !self.asks_ahead || self.answer == Some(Answer::Deed(Deed::Delay)) {
            witness.line_used(self.mind, line);
        }
    }

    fn list_ran_out<W: Witness>(&mut self, list: ListId, witness: &mut W) {
        if !self.asks_ahead {
            witness.list_ran_out(self.mind, list);
        }
    }
}
