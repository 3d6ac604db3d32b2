//! What a combatant chooses, and how its policy asks for it.
//!
//! Clauses: SAM-0-14, SAM-1-4, SAM-2-3, SAM-5-9, SAM-17-4, SAM-17-8. The rules offer what is possible, the policy's first fitting line
//! picks. What a line comes to is in `actions.rs` and `moves.rs`, whom it is aimed at in `targets.rs`, what its condition
//! asks in `facts.rs`.

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

/// The decisions, in the order in which a fighter meets them.
#[rustfmt::skip]
const LISTS: [ListSpec; 6] = [
    list("act", "asked for every action of its turn; without a line, the rest of the turn is lost", &actions::ACTIONS),
    words::FINISH,
    words::INTERRUPT,
    list("defend", "asked of the target of every attack that hits, about the attacker, before damage is rolled; without a line, no defence", &actions::DEFENCES).about_target(),
    words::VETO,
    words::RESIST,
];

/// All that a policy of this book can say.
pub(super) const WORDS: Vocabulary = Vocabulary {
    lists: &LISTS,
    facts: &facts::FACTS,
    scales: &[],
    targets: &targets::TARGETS,
    selectors: &specs::<_, _, { SELECTORS.len() }>(SELECTORS),
};

// Decisions by their number.
pub(super) const ACT: usize = WORDS.list("act");
pub(super) const FINISH: usize = WORDS.list("finish");
pub(super) const INTERRUPT: usize = WORDS.list("interrupt");
const DEFEND: usize = WORDS.list("defend");
pub(super) const VETO: usize = WORDS.list("veto");
pub(super) const RESIST: usize = WORDS.list("resist");

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// What the policy of a mind decides for a body, about an attack and the best defence against it if that is asked; and
    /// the line that says so.
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

    /// Whether the policy delays the turn that begins. Its lines are told as used only if it does: else it is asked again.
    pub(super) fn would_delay(&mut self) -> bool {
        let of = [self.state.actor, self.state.mind];
        let mut asker = Asker::new(View::new(self.arena, self.state), of, ACT, None);
        asker.asks_ahead = true;
        let policy = &self.arena.fighter(of[1]).policy;
        let chosen = policy.choose(ListId::at(ACT), &mut asker, self.dice, self.witness);
        matches!(chosen.flatten(), Some((Answer::Deed(Deed::Delay), _)))
    }

    /// What an unfinished action comes to once its last second is spent: its targets are chosen now [SAM-2-3].
    pub(super) fn finished_deed(&self, line: LineId) -> Option<Deed> {
        let (who, mind) = (self.state.actor, self.state.mind);
        let mut asker = Asker::new(self.view(), [who, mind], ACT, None);
        asker.finishing = true;
        asker.deed(self.fighter(mind).policy.line(line))
    }

    /// What a mind answers for a body to a question of yes or no: whether it goes on with its unfinished action [SAM-2-3], or
    /// takes its delayed turn now [SAM-1-4], vetoes [SAM-17-4], or resists [SAM-17-8]. `unsaid` without a line.
    pub(super) fn does(&mut self, of: [FighterId; 2], list: usize, unsaid: bool) -> bool {
        match self.decides(of, list, None) {
            Some((Answer::Does(does), _)) => does,
            _ => unsaid,
        }
    }

    /// How the target of an attack defends, if it does [SAM-5-9].
    pub(super) fn chosen_defence(&mut self, who: FighterId, attack: Attack) -> Option<Means> {
        let best = self.view().best_defence(who, attack)?;
        match self.decides([who, who], DEFEND, Some((attack, best))) {
            Some((Answer::Means(means), _)) => means,
            _ => None,
        }
    }
}
