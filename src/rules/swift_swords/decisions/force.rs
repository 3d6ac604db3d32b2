//! What lines come to that strike with the whole body or at the mind, and what extra successes buy.
//!
//! Clauses: SST-19-2, SST-34-1, SST-35-1.

use super::decider::{Choice, Decider, target_of};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::policy::{Line, TargetRef};
use crate::rules::swift_swords::nouns::attack::Attack;
use crate::rules::swift_swords::nouns::choices::Matter;
use crate::rules::swift_swords::nouns::deeds::Deed;
use crate::rules::swift_swords::nouns::fighter::Track;
use crate::rules::swift_swords::nouns::luck::Rolled;
use crate::rules::swift_swords::nouns::scene::Scene;
use crate::rules::swift_swords::words::{SPECIAL, act, target};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// The next special result that an attacker buys, of those offered [SST-35-1]. Seen are its roll and the successes it could
    /// spend.
    pub(crate) fn next_special(
        &mut self,
        attack: Attack,
        (rolled, spare, offers): (Rolled, u8, u16),
    ) -> Option<u8> {
        let matter = Matter {
            rolled: Some(rolled),
            spare,
            offers,
            ..Matter::about(attack.target)
        };
        let choice = self.choice(attack.attacker, SPECIAL, matter);
        choice.and_then(Choice::action)
    }
}

impl<const N: usize> Decider<'_, N> {
    /// What a line comes to that strikes at the mind or throws down.
    pub(super) fn aim_force(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let rule = target_of(line.slots[0]);
        if rule == TargetRef::Rule(target::FALLEN) {
            return None;
        }
        match line.action {
            act::INTIMIDATE if view.fighter(who).mental_attack > 0 => {
                let zone = view.body(who).zone;
                let near = |foe: FighterId| view.body(foe).zone == zone;
                let target = self.aim_on(Track::Mental, rule, near)?;
                Some(Deed::Daunt { target })
            }
            act::SLAM if view.arena.options.slam => {
                let stands = |foe| view.can_strike(who, foe) && !view.body(foe).prone;
                let target = self.aim_at(rule, stands)?;
                Some(Deed::Slam { target })
            }
            _ => None,
        }
    }
}
