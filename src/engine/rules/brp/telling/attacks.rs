//! Transcript sentences about an attack: its roll, and how its damage adds up.

use std::fmt::Write;

use super::phrases::{Roll, count, metres};
use crate::fight::{FighterId, Witness};
use crate::rules::brp::nouns::{Damage, Landed, Level, Rolled, Scene, Swing, rank_of};
use crate::rules::brp::reading::BonusShare;

impl<D, W: Witness> Scene<'_, D, W> {
    /// Adds the sentence about an attack and its roll to the transcript.
    #[inline]
    pub(crate) fn tell_attack(&mut self, swing: Swing, roll: Roll) {
        let (attacker, target, missile) = (swing.attacker, swing.target, swing.missile);
        let clause = if missile { "BRP-5.9-5" } else { "BRP-5.5-1" };
        self.describe(clause, |view| {
            let cast = &view.arena.cast;
            let [who, whom] = [attacker, target].map(|who| cast.name(who));
            let rank = rank_of(view.body(attacker).intent.turn);
            let (attack, _) = view.arena.threat(swing);
            let weapon = &cast.combatant(attacker).weapons[attack.weapon.index()].name;
            let from = || format!(" from {}", metres(view.state.distance(attacker, target)));
            let from = missile.then(from).unwrap_or_default();
            let does = if missile { "shoots at" } else { "attacks" };
            format!("DEX rank {rank}: {who} {does} {whom} with {weapon}{from}: {roll}.")
        });
    }

    /// Adds the sentence about the damage of a blow that landed. `who` is the target.
    pub(crate) fn tell_harm(&mut self, who: FighterId, landed: Landed) {
        let (rolled, harm) = (landed.rolled, landed.harm);
        let (clause, kind) = match (rolled.most, landed.level) {
            (Some(_), _) => ("BRP-5.13-1", "A special hit"),
            (None, Level::Special) => ("BRP-5.8-2", "Partly stopped, an ordinary hit"),
            (None, _) => ("BRP-5.9-2", "A hit"),
        };
        let left = self.body(who).hp - harm.dealt;
        self.say(clause, [who], |[name]| {
            let sum = sum(landed.damage, rolled);
            let stopped = || format!(", less {} for armour", harm.stopped);
            let armour = (harm.stopped > 0).then(stopped).unwrap_or_default();
            let end = match count(harm.dealt, "hit point") {
                _ if harm.dealt == 0 => "is unhurt".to_owned(),
                points => format!("loses {points} and is at {left}"),
            };
            format!("{kind}: {sum}{armour}; {name} {end}.")
        });
    }
}

/// Returns the parts of a damage roll as text, such as `6 (1d8+1) + 4 (bonus 1d4) = 10`.
fn sum(damage: Damage, rolled: Rolled) -> String {
    let most = (rolled.most).map(|most| format!("{most} (the most of {})", damage.weapon));
    let weapon = (rolled.weapon).map(|weapon| format!("{weapon} ({})", damage.weapon));
    let parts: Vec<String> = most.into_iter().chain(weapon).collect();
    let mut text = parts.join(" + ");
    if damage.has_bonus() {
        let is_half = damage.share == BonusShare::Half;
        let share = if is_half { "half the bonus" } else { "bonus" };
        let sign = if rolled.bonus < 0 { '-' } else { '+' };
        let size = rolled.bonus.abs();
        let _ = write!(text, " {sign} {size} ({share} {})", damage.bonus);
    }
    if parts.len() > 1 || damage.has_bonus() {
        let _ = write!(text, " = {}", rolled.total());
    }
    text
}
