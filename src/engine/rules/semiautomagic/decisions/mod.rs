//! Decisions of combatants, and how a policy makes them.
//!
//! Clauses: SAM-0-14, SAM-1-4, SAM-2-3, SAM-5-9, SAM-17-4, SAM-17-8. The rules offer the possible choices; the first line of the
//! policy that fits picks one. The choices of lines are in `actions.rs` and `moves.rs`, the target rules in `targets.rs`, the
//! facts of conditions in `facts.rs`.

mod actions;
mod asker;
mod facts;
mod moves;
mod targets;

use super::nouns::{Deed, SELECTORS, Scene, View};
use super::questions::{Attack, Means};
use super::words;
use crate::dice::Dice;
use crate::fight::{FighterId, LineId, ListId, Witness};
use crate::policy::vocabulary::{list, specs};
use crate::policy::{ListSpec, Vocabulary};
use asker::{Answer, Asker};

/// The decisions, in the order of their occurrence.
#[rustfmt::skip]
const LISTS: [ListSpec; 6] = [
    list("act", "asked for every action of its turn; without a line, the rest of the turn is lost", &actions::ACTIONS),
    words::FINISH,
    words::INTERRUPT,
    list("defend", "asked of the target of every attack that hits, about the attacker, before damage is rolled; without a line, no defence", &actions::DEFENCES).about_target(),
    words::VETO,
    words::RESIST,
];

/// Every word that a policy of this book can use.
pub(super) const WORDS: Vocabulary = Vocabulary {
    lists: &LISTS,
    facts: &facts::FACTS,
    scales: &[],
    targets: &targets::TARGETS,
    selectors: &specs::<_, _, { SELECTORS.len() }>(SELECTORS),
};

// Numbers of the decisions.
pub(super) const ACT: usize = WORDS.list("act");
pub(super) const FINISH: usize = WORDS.list("finish");
pub(super) const INTERRUPT: usize = WORDS.list("interrupt");
const DEFEND: usize = WORDS.list("defend");
pub(super) const VETO: usize = WORDS.list("veto");
pub(super) const RESIST: usize = WORDS.list("resist");

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// The decision of a mind for a body in `list`, about `attack` with the best defence against it if given; and the
    /// line that made it.
    fn decides(
        &mut self,
        of: [FighterId; 2],
        list: usize,
        attack: Option<(Attack, Means)>,
    ) -> Option<(Answer, LineId)> {
        let mut asker = Asker::new(View::new(self.arena, self.state), of, list, attack);
        let policy = &self.arena.fighter(of[1]).policy;
        policy.choose(ListId::at(list), &mut asker, self.dice, self.witness)?
    }

    /// The next action of the turn, and the line that chose it.
    pub(super) fn next_deed(&mut self) -> (Deed, Option<LineId>) {
        match self.decides([self.state.actor, self.state.mind], ACT, None) {
            Some((Answer::Deed(deed), line)) => (deed, Some(line)),
            _ => (Deed::Wait, None),
        }
    }

    /// Returns whether the policy delays the turn that begins. Its lines are counted as used only if it does; otherwise
    /// it is asked again.
    pub(super) fn would_delay(&mut self) -> bool {
        let of = [self.state.actor, self.state.mind];
        let mut asker = Asker::new(View::new(self.arena, self.state), of, ACT, None);
        asker.asks_ahead = true;
        let policy = &self.arena.fighter(of[1]).policy;
        let chosen = policy.choose(ListId::at(ACT), &mut asker, self.dice, self.witness);
        matches!(chosen.flatten(), Some((Answer::Deed(Deed::Delay), _)))
    }

    /// The action that an unfinished action becomes once its last second is spent: its targets are chosen now
    /// [SAM-2-3].
    pub(super) fn finished_deed(&self, line: LineId) -> Option<Deed> {
        let (who, mind) = (self.state.actor, self.state.mind);
        let mut asker = Asker::new(self.view(), [who, mind], ACT, None);
        asker.finishing = true;
        asker.deed(self.fighter(mind).policy.line(line))
    }

    /// The yes-or-no answer of a mind for a body: whether it continues its unfinished action [SAM-2-3], takes its
    /// delayed turn now [SAM-1-4], vetoes [SAM-17-4], or resists [SAM-17-8]. `unsaid` is the answer without a fitting
    /// line.
    pub(super) fn does(&mut self, of: [FighterId; 2], list: usize, unsaid: bool) -> bool {
        match self.decides(of, list, None) {
            Some((Answer::Does(does), _)) => does,
            _ => unsaid,
        }
    }

    /// The defence of an attack's target, if it defends [SAM-5-9].
    pub(super) fn chosen_defence(&mut self, who: FighterId, attack: Attack) -> Option<Means> {
        let best = self.view().best_defence(who, attack)?;
        match self.decides([who, who], DEFEND, Some((attack, best))) {
            Some((Answer::Means(means), _)) => means,
            _ => None,
        }
    }
}
