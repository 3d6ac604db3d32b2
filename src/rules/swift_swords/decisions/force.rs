//! What lines come to that strike with the whole body or at the mind, and what extra successes buy.
//!
//! Clauses: SST-19-2, SST-34-1, SST-35-1.

use super::decider::{Choice, Decider, target_of};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::policy::{Slot, TargetRef};
use crate::rules::swift_swords::nouns::attack::Attack;
use crate::rules::swift_swords::nouns::choices::Matter;
use crate::rules::swift_swords::nouns::deeds::Deed;
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::luck::Rolled;
use crate::rules::swift_swords::nouns::scene::Scene;
use crate::rules::swift_swords::questions::reach;
use crate::rules::swift_swords::words::{SPECIAL, act, target};

/// The next special result that an attacker buys, of those offered [SST-35-1]. Seen are its roll and the successes it could
/// spend.
pub(crate) fn buys<const N: usize, D: Dice, W: Witness>(
    scene: &mut Scene<'_, D, W, N>,
    attack: Attack,
    (rolled, spare, offers): (Rolled, u8, u16),
) -> Option<u8> {
    let matter = Matter {
        stated: Some(attack.target),
        rolled: Some(rolled),
        spare,
        offers,
        ..Matter::default()
    };
    let mut decider = Decider::new(scene.arena, scene.state, attack.attacker, matter);
    match decider.decide(SPECIAL, scene.dice, scene.witness) {
        Some(Choice::Action(result)) => Some(result),
        _ => None,
    }
}

impl<const N: usize> Decider<'_, N> {
    /// What a line comes to that strikes at the mind or throws down.
    pub(super) fn aim_force(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Deed> {
        let (view, who) = (self.view(), self.who);
        let rule = target_of(slots[0], target::FIRST);
        if rule == TargetRef::Rule(target::FALLEN) {
            return None;
        }
        let zone = view.body(who).zone;
        let able = match action {
            act::INTIMIDATE => view.fighter(who).mental_attack > 0,
            act::SLAM => view.arena.options.slam,
            _ => false,
        };
        if !able {
            return None;
        }
        let fits = |foe: FighterId| match action {
            act::INTIMIDATE => view.body(foe).zone == zone,
            _ => reach::can_strike(view, who, foe) && !view.body(foe).prone,
        };
        let track = match action {
            act::INTIMIDATE => Track::Mental,
            _ => Track::Physical,
        };
        let target = self.aim_on(track, rule, fits)?;
        Some(match action {
            act::INTIMIDATE => Deed::Daunt { target },
            _ => Deed::Slam { target },
        })
    }
}
