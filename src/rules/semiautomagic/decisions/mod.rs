//! What a combatant chooses, and how its policy asks for it.
//!
//! Clauses: SAM-0-14, SAM-1-4, SAM-2-3, SAM-5-9, SAM-17-4. The rules offer what is possible, the policy's first fitting line
//! picks. What a line comes to is in `actions.rs` and `moves.rs`, whom it is aimed at in `targets.rs`, what its condition
//! asks in `facts.rs`.

mod actions;
mod asker;
pub(super) mod facts;
mod moves;
mod targets;

use super::nouns::deeds::Deed;
use super::nouns::scene::{Scene, View};
use super::questions::defences::{Attack, Means};
use super::words::{ACT, DEFEND, FINISH, INTERRUPT, VETO};
use crate::dice::Dice;
use crate::fight::{FighterId, LineId, ListId, Witness};
use asker::{Answer, Asker};

/// The next action of somebody's turn, and the line that chose it.
pub(super) fn act<D: Dice, W: Witness, const N: usize>(
    scene: &mut Scene<'_, D, W, N>,
) -> (Deed, Option<LineId>) {
    let (who, mind) = (scene.state.actor, scene.state.mind);
    let view = View::new(scene.arena, scene.state);
    let mut asker = Asker::new(view, [who, mind], ACT);
    let policy = &scene.arena.fighter(mind).policy;
    let chosen = policy.choose(ListId::at(ACT), &mut asker, scene.dice, scene.witness);
    match asker.deed.filter(|_| chosen.is_some()) {
        Some(deed) => (deed, asker.taken),
        None => (Deed::Wait, None),
    }
}

/// What an unfinished action comes to once its last second is spent: its targets are chosen now [SAM-2-3].
pub(super) fn finished<D: Dice, W: Witness, const N: usize>(
    scene: &Scene<'_, D, W, N>,
    line: LineId,
) -> Option<Deed> {
    let (who, mind) = (scene.state.actor, scene.state.mind);
    let mut asker = Asker::new(scene.view(), [who, mind], ACT);
    asker.finishing = true;
    asker.deed(scene.arena.fighter(mind).policy.line(line))
}

/// What somebody answers to a question of yes or no; `unsaid` without a line.
fn does<D: Dice, W: Witness, const N: usize>(
    scene: &mut Scene<'_, D, W, N>,
    [who, mind]: [FighterId; 2],
    list: usize,
    unsaid: bool,
) -> bool {
    let view = View::new(scene.arena, scene.state);
    let mut asker = Asker::new(view, [who, mind], list);
    let policy = &scene.arena.fighter(mind).policy;
    let chosen = policy.choose(ListId::at(list), &mut asker, scene.dice, scene.witness);
    match asker.answer.filter(|_| chosen.is_some()) {
        Some(Answer::Does(does)) => does,
        _ => unsaid,
    }
}

/// Whether somebody goes on with its unfinished action [SAM-2-3].
pub(super) fn goes_on<D: Dice, W: Witness, const N: usize>(scene: &mut Scene<'_, D, W, N>) -> bool {
    let both = [scene.state.actor, scene.state.mind];
    does(scene, both, FINISH, true)
}

/// Whether somebody who delays takes its turn now [SAM-1-4].
pub(super) fn interrupts<D: Dice, W: Witness, const N: usize>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
) -> bool {
    does(scene, [who, who], INTERRUPT, false)
}

/// Whether somebody in a body of several vetoes [SAM-17-4].
pub(super) fn vetoes<D: Dice, W: Witness, const N: usize>(
    scene: &mut Scene<'_, D, W, N>,
    body: FighterId,
    mind: FighterId,
) -> bool {
    does(scene, [body, mind], VETO, false)
}

/// How the target of an attack defends, if it does [SAM-5-9].
pub(super) fn defend<D: Dice, W: Witness, const N: usize>(
    scene: &mut Scene<'_, D, W, N>,
    who: FighterId,
    attack: Attack,
) -> Option<Means> {
    let best = scene.view().best_defence(who, attack)?;
    let view = View::new(scene.arena, scene.state);
    let mut asker = Asker::new(view, [who, who], DEFEND).about(attack, best);
    let policy = &scene.arena.fighter(who).policy;
    let chosen = policy.choose(ListId::at(DEFEND), &mut asker, scene.dice, scene.witness);
    match asker.answer.filter(|_| chosen.is_some()) {
        Some(Answer::Means(means)) => means,
        _ => None,
    }
}
