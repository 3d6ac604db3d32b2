//! What those do whom a mover leaves behind or passes: opportunity attacks and intercepts.
//!
//! Clauses: SST-8-6, SST-8-7, SST-31-3. Readings: defenders of cover stop a mover who comes across it of themselves, the first
//! listed of those who stand alone or in another melee; who is in no state to strike at somebody leaving is in none to step
//! in its way.

use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::swift_swords::fields::pips;
use crate::rules::swift_swords::nouns::{Cost, Scene, View, Wits};
use crate::rules::swift_swords::questions::arms;

impl<const N: usize> View<'_, N> {
    /// Whether somebody can answer a movement at all.
    fn may_answer(self, who: FighterId) -> bool {
        let body = self.body(who);
        let free = !body.states.any() && body.held.is_none() && body.wits == Wits::Calm;
        free && self.state.fighting.has(who)
    }
}

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Lets the enemies of a melee strike at one who leaves it. Whether it still can: not out, and in no State [SST-8-6].
    pub(crate) fn breaks_away(&mut self, who: FighterId) -> bool {
        if self.body(who).group == 0 {
            return true;
        }
        let enemies = self.state.group(who).without(self.arena.lineup.allies(who));
        for foe in enemies.iter() {
            if !self.state.fighting.has(who) {
                return false;
            }
            if !self.view().may_answer(foe) || !self.view().has_room(foe, who) {
                continue;
            }
            let Some(weapon) = self.view().melee_weapon(foe, arms::ANY) else {
                continue;
            };
            if !self.strikes_opportunely(foe, who) {
                continue;
            }
            self.say("SST-8-6", [foe, who], |[foe, who]| {
                format!("{who} turns away, and {foe} has an opportunity.")
            });
            self.strike(foe, who, weapon, 0);
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
        let foes = self.view().foes(who).without(except);
        let price = Cost::Pips(self.arena.costs[const { pips("intercept") }]);
        let crossed = from.and_then(|from| self.arena.field.choke(from, zone));
        for foe in foes.iter() {
            let apart = self.body(foe).zone != zone || !self.view().in_reach(foe, who);
            if apart || !self.view().may_answer(foe) {
                continue;
            }
            let free = crossed.is_some_and(|(at, most)| self.state.chokes[at] < most);
            if let (true, Some((at, _))) = (free, crossed) {
                self.state.chokes[at] += 1;
            } else {
                if !price.fits(self.body(foe).hand) || !self.intercepts(foe, who) {
                    continue;
                }
                self.pay(foe, price);
            }
            let clause = if free { "SST-31-3" } else { "SST-8-7" };
            self.tell_of(clause, [foe, who], "steps in the way of");
            self.join(who, foe);
            return true;
        }
        false
    }
}

#[cfg(test)]
mod tests;
