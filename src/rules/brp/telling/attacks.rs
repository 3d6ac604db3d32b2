//! An attack in words: its roll, and the sum of its damage.

use std::fmt::Write;

use super::phrases::{Roll, count, metres};
use crate::fight::{FighterId, Witness};
use crate::rules::brp::nouns::attack::Swing;
use crate::rules::brp::nouns::chance::Level;
use crate::rules::brp::nouns::damage::{Damage, Harm, Rolled};
use crate::rules::brp::nouns::scene::Frozen;
use crate::rules::brp::nouns::state::rank_of;
use crate::rules::brp::reading::tables::BonusShare;

impl<D, W: Witness, const N: usize> Frozen<'_, D, W, N> {
    /// Tells of an attack and its roll.
    #[inline]
    pub(crate) fn tell_attack(&mut self, swing: Swing, roll: Roll) {
        let view = self.view;
        let (attacker, target) = (swing.attacker, swing.target);
        let clause = if swing.missile {
            "BRP-5.9-5"
        } else {
            "BRP-5.5-1"
        };
        self.say(clause, [attacker, target], |[who, whom]| {
            let rank = rank_of(view.body(attacker).intent.turn);
            let (attack, _) = view.arena.threat(swing);
            let weapons = &view.arena.cast.combatant(attacker).weapons;
            let weapon = &weapons[attack.weapon.index()].name;
            if swing.missile {
                let from = metres(view.state.distance(attacker, target));
                format!(
                    "DEX rank {rank}: {who} shoots at {whom} with {weapon} from {from}: {roll}."
                )
            } else {
                format!("DEX rank {rank}: {who} attacks {whom} with {weapon}: {roll}.")
            }
        });
    }

    /// Tells of the damage of a blow that landed, rolled at this level of the attack.
    pub(crate) fn tell_harm(
        &mut self,
        who: FighterId,
        level: Level,
        (damage, rolled): (Damage, Rolled),
        harm: Harm,
    ) {
        let (clause, kind) = match (rolled.most, level) {
            (Some(_), _) => ("BRP-5.13-1", "A special hit"),
            (None, Level::Special) => ("BRP-5.8-2", "Partly stopped, an ordinary hit"),
            (None, _) => ("BRP-5.9-2", "A hit"),
        };
        let left = self.live.body(who).hp - harm.dealt;
        self.say(clause, [who], |[name]| {
            let sum = sum(damage, rolled);
            let armour = if harm.stopped > 0 {
                format!(", less {} for armour", harm.stopped)
            } else {
                String::new()
            };
            let end = if harm.dealt == 0 {
                "is unhurt".to_owned()
            } else {
                let points = count(harm.dealt, "hit point");
                format!("loses {points} and is at {left}")
            };
            format!("{kind}: {sum}{armour}; {name} {end}.")
        });
    }
}

/// How a damage roll came about: `9 (the most of 1d8+1) + 6 (1d8+1) + 4 (bonus 1d4) = 19`.
fn sum(damage: Damage, rolled: Rolled) -> String {
    let mut parts = Vec::new();
    if let Some(most) = rolled.most {
        parts.push(format!("{most} (the most of {})", damage.weapon));
    }
    if let Some(weapon) = rolled.weapon {
        parts.push(format!("{weapon} ({})", damage.weapon));
    }
    let mut text = parts.join(" + ");
    let share = match damage.share {
        BonusShare::None => None,
        _ if damage.bonus.is_nothing() => None,
        BonusShare::Full => Some("bonus"),
        BonusShare::Half => Some("half the bonus"),
    };
    if let Some(share) = share {
        let sign = if rolled.bonus < 0 { '-' } else { '+' };
        let size = rolled.bonus.abs();
        let _ = write!(text, " {sign} {size} ({share} {})", damage.bonus);
    }
    if parts.len() > 1 || share.is_some() {
        let _ = write!(text, " = {}", rolled.total());
    }
    text
}
