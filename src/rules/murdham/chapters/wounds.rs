//! What a blow leaves behind: health lost, characters incapacitated, dead or fighting again, gear destroyed.
//!
//! Clauses: MUR-0-3, MUR-0-6..8, MUR-0-22, MUR-1-11, MUR-13-2, MUR-13-3, MUR-15-2, MUR-15-3, MUR-17-4, MUR-18-2,
//! MUR-18-3. Damage is net and not limited by the health left where it is counted.

use crate::dice::Dice;
use crate::fight::{Blow, FighterId, WHOLE, WeaponId, Witness};
use crate::rules::murdham::events::{ARMOUR_LOST, CRITICAL, SHIELD_LOST, WEAPON_LOST};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::pool::Harm;
use crate::rules::murdham::nouns::scene::Scene;
use crate::rules::murdham::nouns::state::{State, Status, Whereabouts};
use crate::rules::murdham::options::Critical;
use crate::rules::murdham::telling;

/// Damage from which damaged gear is destroyed [MUR-15-3].
const HEAVY: i32 = 8;

/// Where damage comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// An attack's rolled damage with this weapon of the matchup.
    Attack(FighterId, u8),
    /// Somebody's shove, or the hazard that it led into; counted as no hit [MUR-18-2].
    Shove(FighterId),
    /// Nobody's doing: a fall.
    Fall,
}

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Applies damage to somebody.
    pub(crate) fn suffer(&mut self, who: FighterId, cause: Cause, harm: Harm) {
        let before = self.body(who).status;
        let health = self.body(who).health;
        let net = harm.net;
        if let Cause::Attack(attacker, weapon) = cause {
            if before == Status::Fighting {
                let blow = Blow::Landed {
                    rolled: harm.before.cast_unsigned(),
                    stopped: (harm.before - net).max(0).cast_unsigned(),
                    dealt: net.cast_unsigned(),
                };
                self.witness.attacked(attacker, who, WeaponId(weapon), blow);
            }
            self.damage_gear(who, harm);
        }
        let left = (i32::from(health) - net).max(0);
        self.state.body_mut(who).health = i16::try_from(left).expect("health fits as it did");
        telling::harm(self, who, harm);
        if left == 0 && !matches!(before, Status::Dying(_)) {
            let status = if self.arena.options.dying && !self.arena.is_vehicle(who) {
                Status::Dying(2)
            } else {
                Status::Dead
            };
            self.put_out(who, status);
        } else if net > 0 && is_critical(self.arena, who, net, health) {
            if matches!(before, Status::Fighting | Status::Surrendered) {
                self.witness.happened(who, CRITICAL, WHOLE);
                self.put_out(who, Status::Incapacitated);
            }
        } else if net > 0 && before == Status::Surrendered && is_hostile(self.arena, who, cause) {
            self.resume(who);
        }
    }

    /// Puts somebody out of the fight.
    pub(crate) fn put_out(&mut self, who: FighterId, status: Status) {
        let (was_fighting, before) = (self.state.fighting.has(who), self.body(who).status);
        let was_whole = self.arena.is_vehicle(who) && before == Status::Fighting;
        self.state.fighting.remove(who);
        self.state.unused.remove(who);
        let side = self.arena.lineup.side(who).index();
        let round = self.state.round;
        let body = self.state.body_mut(who);
        body.status = status;
        body.captor = None;
        body.concealed = false;
        body.retreating = false;
        body.leaving = false;
        body.giving_up = false;
        body.extra = 0;
        if matches!(status, Status::Dead | Status::Fled) {
            body.health = if status == Status::Dead {
                0
            } else {
                body.health
            };
        }
        if was_fighting {
            self.state.lost |= 1 << side;
        }
        // Everybody is counted once, by how it ends: who has surrendered is told of with the end of the fight.
        match status {
            Status::Fled => self.witness.fled(who, round),
            Status::Surrendered => {}
            _ if was_fighting || was_whole || before == Status::Surrendered => {
                self.witness.downed(who, round);
            }
            _ => {}
        }
        telling::out(self, who);
        self.settle_holds();
    }

    /// [MUR-13-3] Whoever is harmed after surrendering fights on, with this round's turn used.
    fn resume(&mut self, who: FighterId) {
        self.state.fighting.add(who);
        let body = self.body_mut(who);
        body.status = Status::Fighting;
        body.steadfast = true;
        telling::resumes(self, who);
    }

    /// [MUR-15-3] An attack's heavy blow destroys damaged gear, the shield first; it has still helped against this blow.
    fn damage_gear(&mut self, who: FighterId, harm: Harm) {
        let fighter = self.fighter(who);
        if harm.before < HEAVY || !(fighter.shield_damaged || fighter.armour_damaged) {
            return;
        }
        let body = self.body_mut(who);
        if fighter.shield_damaged && !body.shield_gone {
            body.shield_gone = true;
            self.witness.happened(who, SHIELD_LOST, WHOLE);
            telling::gear(self, who, "shield");
        } else if fighter.armour_damaged && !body.armour_gone {
            body.armour_gone = true;
            self.witness.happened(who, ARMOUR_LOST, WHOLE);
            telling::gear(self, who, "armour");
        }
    }

    /// [MUR-15-2] A damaged weapon whose damage die shows 1 is lost after the blow.
    pub(crate) fn damage_weapon(&mut self, who: FighterId, item: usize, harm: Harm) {
        let weapon = self.body(who).items[item].weapon;
        if harm.rolled.one && self.arena.weapon(weapon).damaged {
            self.body_mut(who).items[item].at = Whereabouts::Gone;
            self.witness.happened(who, WEAPON_LOST, WHOLE);
            telling::gear(self, who, &self.arena.weapon(weapon).name);
        }
    }

    /// Gives up, throwing weapons away [MUR-13-2].
    pub(crate) fn surrender(&mut self, who: FighterId) {
        throw_down(self.arena, self.state, who);
        self.put_out(who, Status::Surrendered);
    }
}

/// Whether net damage on somebody with so much health left is critical [MUR-0-6]; a vehicle holds to its last health
/// [MUR-17-4].
fn is_critical<const N: usize>(arena: &Arena<N>, who: FighterId, net: i32, health: i16) -> bool {
    if arena.is_vehicle(who) {
        return false;
    }
    match arena.options.critical {
        Critical::Remaining => 2 * net >= i32::from(health),
        Critical::Maximum => 2 * net >= i32::from(arena.fighter(who).health),
        Critical::None => false,
    }
}

fn is_hostile<const N: usize>(arena: &Arena<N>, who: FighterId, cause: Cause) -> bool {
    match cause {
        Cause::Attack(by, _) | Cause::Shove(by) => arena.lineup.are_enemies(by, who),
        Cause::Fall => false,
    }
}

/// Everything in somebody's hands falls to the ground.
pub(crate) fn throw_down<const N: usize>(arena: &Arena<N>, state: &mut State<N>, who: FighterId) {
    let body = state.body_mut(who);
    let place = body.place;
    for item in &mut body.items {
        if item.at == Whereabouts::Held && !arena.weapon(item.weapon).natural {
            item.at = Whereabouts::Lying(place);
        }
    }
}
