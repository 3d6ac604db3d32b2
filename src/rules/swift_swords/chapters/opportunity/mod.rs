//! What those do whom a mover leaves behind or passes: opportunity attacks and intercepts.
//!
//! Clauses: SST-8-6, SST-8-7, SST-31-3. Readings: defenders of cover stop a mover who comes across it of themselves, the first
//! listed of those who stand alone or in another melee; who is in no state to strike at somebody leaving is in none to step
//! in its way.

use super::contact;
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::swift_swords::decisions;
use crate::rules::swift_swords::nouns::attack::{Attack, Means, Purpose};
use crate::rules::swift_swords::nouns::deeds::Cost;
use crate::rules::swift_swords::nouns::scene::Scene;
use crate::rules::swift_swords::nouns::state::{State, Wits};
use crate::rules::swift_swords::questions::{arms, reach};

/// Whether somebody can answer a movement at all.
fn is_able<const N: usize>(state: &State<N>, who: FighterId) -> bool {
    let body = state.body(who);
    state.fighting.has(who) && !body.states.any() && body.held.is_none() && body.wits == Wits::Calm
}

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Lets the enemies of a melee strike at one who leaves it. Whether it still can: not out, and in no State [SST-8-6].
    pub(crate) fn breaks_away(&mut self, who: FighterId) -> bool {
        if self.body(who).group == 0 {
            return true;
        }
        let enemies = reach::group(self.state, who).without(self.arena.lineup.allies(who));
        for foe in enemies.iter() {
            if !self.state.fighting.has(who) {
                return false;
            }
            if !is_able(self.state, foe) || !reach::has_room(self.view(), foe, who) {
                continue;
            }
            let Some(weapon) = arms::melee(self.view(), foe, arms::ANY) else {
                continue;
            };
            if !decisions::strikes_opportunely(self, foe, who) {
                continue;
            }
            self.say("SST-8-6", [foe, who], |[foe, who]| {
                format!("{who} turns away, and {foe} has an opportunity.")
            });
            contact::engage(self.arena, self.state, foe, who, weapon);
            let attack = Attack {
                attacker: foe,
                target: who,
                means: Means::Melee(weapon),
                purpose: Purpose::Harm,
                bonus: 0,
            };
            self.attack(attack);
        }
        self.state.fighting.has(who) && !self.body(who).states.any()
    }

    /// Lets enemies in a mover's zone step in its way, but for those excepted; `from` is where it comes from. Whether one
    /// has: then it is in contact with it [SST-8-7, SST-31-3].
    pub(crate) fn is_stopped(
        &mut self,
        who: FighterId,
        from: Option<u8>,
        except: FighterSet,
    ) -> bool {
        let zone = self.body(who).zone;
        let foes = self.arena.foes(self.state, who).without(except);
        let price = Cost::Pips(self.arena.costs.intercept);
        let crossed = from.and_then(|from| self.arena.field.choke(from, zone));
        for foe in foes.iter() {
            let apart = self.body(foe).zone != zone || !reach::in_reach(self.view(), foe, who);
            if apart || !is_able(self.state, foe) {
                continue;
            }
            let free = crossed.is_some_and(|(at, most)| self.state.chokes.count(at) < most);
            if let (true, Some((at, _))) = (free, crossed) {
                self.state.chokes.add(at);
            } else {
                if !price.fits(self.body(foe).hand) || !decisions::intercepts(self, foe, who) {
                    continue;
                }
                self.pay(foe, price);
            }
            let clause = if free { "SST-31-3" } else { "SST-8-7" };
            self.say(clause, [foe, who], |[foe, who]| {
                format!("{foe} steps in the way of {who}.")
            });
            contact::join(self.arena, self.state, who, foe);
            return true;
        }
        false
    }
}

#[cfg(test)]
mod tests;
