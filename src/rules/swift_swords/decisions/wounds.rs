//! What is chosen when somebody is hurt: soaking it off, and where a wound lands.
//!
//! Clauses: SST-19-4, SST-22-2.

use super::decider::{Choice, Decider, asked};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::policy::Slot;
use crate::rules::swift_swords::nouns::attack::Hit;
use crate::rules::swift_swords::nouns::choices::Matter;
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::scene::Scene;
use crate::rules::swift_swords::questions::parts;
use crate::rules::swift_swords::words::{LISTS, PARTS, SHIFT, SOAK, shift};

/// Whether somebody spends a die to soak off damage [SST-19-4].
pub(crate) fn soaks<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    hit: Hit,
) -> bool {
    let matter = Matter {
        stated: hit.by.map(|attack| attack.attacker),
        damage: Some((hit.damage, hit.track == Track::Mental)),
        ..Matter::default()
    };
    asked(scene, (hit.target, SOAK), matter) == Some(const { LISTS[SOAK].action("soak") })
}

/// The part towards which an attacker shifts a wound, by its place in the table [SST-22-2]. Seen are the number rolled
/// and how far it may go.
pub(crate) fn shifts<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    (who, target): (FighterId, FighterId),
    landing: (u8, u8),
) -> Option<usize> {
    if scene.arena.scope.lists >> SHIFT & 1 == 0 {
        return None;
    }
    let matter = Matter {
        stated: Some(target),
        landing,
        ..Matter::default()
    };
    let mut decider = Decider::new(scene.arena, scene.state, who, matter);
    match decider.decide(SHIFT, scene.dice, scene.witness) {
        Some(Choice::Part(part)) => Some(part),
        _ => None,
    }
}

impl<const N: usize> Decider<'_, N> {
    /// What a line of `shift` comes to, if wounds land on that part at all.
    pub(super) fn aim_shift(&self, action: u8, slot: Slot) -> Option<Choice> {
        let Slot::Word(word) = slot else {
            return Some(Choice::Action(action));
        };
        let name = PARTS[usize::from(word)].name;
        let mut parts = self.arena.locations.iter();
        let part = parts.position(|part| part.name == name)?;
        (action == shift::SHIFT && parts::can_shift(self.arena, part)).then_some(Choice::Part(part))
    }
}
