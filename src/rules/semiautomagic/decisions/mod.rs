//! What a combatant chooses, and how its policy asks for it.
//!
//! Clauses: SAM-0-14, SAM-1-4, SAM-2-3, SAM-5-9, SAM-17-4. The rules offer what is possible, the policy's first fitting line
//! picks. What a line comes to is in `actions.rs` and `moves.rs`, whom it is aimed at in `targets.rs`, what its condition
//! asks in `facts.rs`.

mod actions;
mod asker;
mod facts;
mod moves;
mod targets;

use super::nouns::deeds::Deed;
use super::nouns::scene::{Scene, View};
use super::questions::defences::{Attack, Means};
use super::words;
use crate::dice::Dice;
use crate::fight::{FighterId, LineId, ListId, Witness};
use crate::policy::vocabulary::list;
use crate::policy::{ListSpec, Vocabulary};
use asker::{Answer, Asker};

/// The decisions, in the order in which a fighter meets them.
#[rustfmt::skip]
const LISTS: [ListSpec; 5] = [
    list("act", "asked for every action of its turn; without a line, the rest of the turn is lost", &actions::ACTIONS),
    words::FINISH,
    words::INTERRUPT,
    list("defend", "asked of the target of every attack that hits, before damage is rolled; without a line, no defence", &actions::DEFENCES),
    words::VETO,
];

/// All that a policy of this book can say, but for what selectors mean.
pub(super) const WORDS: Vocabulary = Vocabulary {
    lists: &LISTS,
    facts: &facts::FACTS,
    scales: &[],
    targets: &targets::TARGETS,
    selectors: &[],
};

// Decisions by their number.
pub(super) const ACT: usize = WORDS.list("act");
const FINISH: usize = WORDS.list("finish");
const INTERRUPT: usize = WORDS.list("interrupt");
const DEFEND: usize = WORDS.list("defend");
const VETO: usize = WORDS.list("veto");

/// The next action of somebody's turn, and the line that chose it.
pub(super) fn act<D: Dice, W: Witness, const N: usize>(
    scene: &mut Scene<'_, D, W, N>,
) -> (Deed, Option<LineId>) {
    match scene.decides(scene.state.actor, scene.state.mind, ACT, None) {
        Some((Answer::Deed(deed), line)) => (deed, Some(line)),
        _ => (Deed::Wait, None),
    }
}

/// What an unfinished action comes to once its last second is spent: its targets are chosen now [SAM-2-3].
pub(super) fn finished<D: Dice, W: Witness, const N: usize>(
    scene: &Scene<'_, D, W, N>,
    line: LineId,
) -> Option<Deed> {
    let (who, mind) = (scene.state.actor, scene.state.mind);
    let mut asker = Asker::new(scene.view(), [who, mind], ACT, None);
    asker.finishing = true;
    asker.deed(scene.fighter(mind).policy.line(line))
}

/// Whether somebody goes on with its unfinished action [SAM-2-3].
pub(super) fn goes_on<D: Dice, W: Witness, const N: usize>(scene: &mut Scene<'_, D, W, N>) -> bool {
    scene.does(scene.state.actor, scene.state.mind, FINISH, true)
}

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// What the policy of a mind decides for a body, about an attack and the best defence against it if that is asked; and
    /// the line that says so.
    fn decides(
        &mut self,
        who: FighterId,
        mind: FighterId,
        list: usize,
        attack: Option<(Attack, Means)>,
    ) -> Option<(Answer, LineId)> {
        let mut asker = Asker::new(View::new(self.arena, self.state), [who, mind], list, attack);
        let policy = &self.arena.fighter(mind).policy;
        policy.choose(ListId::at(list), &mut asker, self.dice, self.witness)?
    }

    /// What somebody answers to a question of yes or no; `unsaid` without a line.
    fn does(&mut self, who: FighterId, mind: FighterId, list: usize, unsaid: bool) -> bool {
        match self.decides(who, mind, list, None) {
            Some((Answer::Does(does), _)) => does,
            _ => unsaid,
        }
    }

    /// Whether somebody who delays takes its turn now [SAM-1-4].
    pub(super) fn interrupts(&mut self, who: FighterId) -> bool {
        self.does(who, who, INTERRUPT, false)
    }

    /// Whether somebody in a body of several vetoes [SAM-17-4].
    pub(super) fn vetoes(&mut self, body: FighterId, mind: FighterId) -> bool {
        self.does(body, mind, VETO, false)
    }

    /// How the target of an attack defends, if it does [SAM-5-9].
    pub(super) fn chosen_defence(&mut self, who: FighterId, attack: Attack) -> Option<Means> {
        let best = self.view().best_defence(who, attack)?;
        match self.decides(who, who, DEFEND, Some((attack, best))) {
            Some((Answer::Means(means), _)) => means,
            _ => None,
        }
    }
}
