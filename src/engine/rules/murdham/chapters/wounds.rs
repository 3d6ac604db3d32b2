//! The effects of a blow: health lost, characters that fall, die or fight again, and gear that is destroyed.
//!
//! Clauses: MUR-0-3, MUR-0-6..8, MUR-0-22, MUR-1-11, MUR-13-2, MUR-13-3, MUR-15-2, MUR-15-3, MUR-16-11,
//! MUR-17-4, MUR-17-7, MUR-18-2, MUR-18-3. Damage is the damage after armour. The tally counts all of it,
//! even if it is more than the health that was left.

use super::damage;
use crate::dice::{Dice, Throw, Topic};
use crate::fight::{Blow, EventId, FighterId, WeaponId, Witness};
use crate::frame::afflictions::Suffers;
use crate::rules::murdham::events::{ARMOUR_LOST, CRITICAL, EVENTS, SHIELD_LOST, WEAPON_LOST};
use crate::rules::murdham::nouns::{Harm, Item, Pool, Rolled, Scene, Status, Whereabouts};
use crate::rules::murdham::options::Critical;

/// The source of damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// An attack by this fighter with the weapon of this number in the matchup.
    Attack(FighterId, u8),
    /// A shove by this fighter, or the hazard of the place where the shove led. The tally does not count it
    /// as a hit [MUR-18-2].
    Shove(FighterId),
    /// A fall. No fighter has caused it.
    Fall,
    /// An affliction that this fighter has inflicted. The tally counts it as a hit with this weapon.
    Affliction(FighterId, WeaponId),
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Applies damage to a character, with all its consequences.
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
            if self.arena.scope.day {
                self.body_mut(who).wear.hit = true;
            }
        }
        if let (Cause::Affliction(by, weapon), Status::Fighting) = (cause, before) {
            let dealt = net.cast_unsigned();
            self.witness
                .attacked(by, who, weapon, Blow::landed(dealt, dealt));
        }
        let left = (i32::from(health) - net).max(0);
        let left_health = i16::try_from(left).expect("health fits as it did");
        self.state.set_health(who, left_health);
        if net == 0 {
            self.tell("MUR-0-3", who, "is unhurt");
        } else {
            let what = format_args!("suffers {net} and is at {left} health");
            self.tell("MUR-0-3", who, what);
        }
        if left == 0 && !matches!(before, Status::Dying(_)) {
            let status = if self.arena.options.dying && !self.arena.is_vehicle(who) {
                Status::Dying(self.arena.options.rules.wounds.dying)
            } else {
                Status::Dead
            };
            self.put_out(who, status);
        } else if net > 0 && self.is_critical(who, net, health) {
            if matches!(before, Status::Fighting | Status::Surrendered) {
                self.note(who, CRITICAL);
                self.put_out(who, Status::Incapacitated);
            }
        } else if net > 0 && before == Status::Surrendered && self.is_hostile(who, cause) {
            self.resume(who);
        }
        if let Cause::Attack(attacker, weapon) = cause {
            self.afflict(attacker, who, weapon, net > 0);
        }
    }

    /// Rolls and applies the damage of a fall from a mount, or of a shove by a larger character [MUR-16-11,
    /// MUR-17-7].
    pub(crate) fn bruise(&mut self, who: FighterId, cause: Cause, damage: Throw) {
        self.dice.about(Topic::Damage);
        let rolled = Rolled::of(self.dice.total(damage));
        let pool = Pool {
            direct: true,
            ..Pool::plain(damage.count, damage.sides)
        };
        let harm = damage::soak(pool, rolled, 0, &self.arena.options);
        self.suffer(who, cause, harm);
    }

    /// Takes a character out of the fight. `status` is its status from now on.
    pub(crate) fn put_out(&mut self, who: FighterId, status: Status) {
        let (was_fighting, before) = (self.state.fighting.has(who), self.body(who).status);
        let was_whole = self.arena.is_vehicle(who) && before == Status::Fighting;
        self.state.fighting.remove(who);
        self.state.unused.remove(who);
        let round = self.state.round;
        let body = self.state.body_mut(who);
        body.status = status;
        body.captor = None;
        body.concealed = false;
        body.retreating = false;
        body.leaving = 0;
        body.giving_up = false;
        body.extra = 0;
        if status == Status::Dead {
            body.health = 0;
        }
        if matches!(status, Status::Dead | Status::Dying(_) | Status::Fled) {
            body.suffers = Suffers::default();
        }
        if was_fighting {
            self.state.lost |= 1 << self.arena.lineup.side(who).index();
        }
        // The tally counts each character once, by its final status. Surrendered characters are counted when
        // the fight ends.
        match status {
            Status::Fled => self.witness.fled(who, round),
            Status::Surrendered => {}
            _ if was_fighting || was_whole || before == Status::Surrendered => {
                self.witness.downed(who, round);
            }
            _ => {}
        }
        let told = match status {
            Status::Fighting | Status::Captive | Status::Behind | Status::Absent => None,
            Status::Dead if self.arena.is_vehicle(who) => Some(("MUR-17-4", "is wrecked")),
            Status::Incapacitated => Some(("MUR-0-6", "is incapacitated")),
            Status::Dying(_) => Some(("MUR-0-7", "is dying")),
            Status::Dead => Some(("MUR-0-7", "is dead")),
            Status::Surrendered => Some(("MUR-13-2", "surrenders")),
            Status::Fled => Some(("MUR-12-7", "has fled")),
        };
        if let Some((clause, what)) = told {
            self.tell(clause, who, what);
        }
        self.settle_holds();
    }

    /// [MUR-13-3] Makes a surrendered character fight again, because somebody has harmed it. It has no turn
    /// left in this round.
    fn resume(&mut self, who: FighterId) {
        self.state.fighting.add(who);
        let body = self.body_mut(who);
        body.status = Status::Fighting;
        body.steadfast = true;
        self.tell("MUR-13-3", who, "fights on after all");
    }

    /// [MUR-15-3] Destroys one piece of damaged gear after a heavy blow of an attack: the shield, or the
    /// armour if the fighter has no damaged shield left. The damage of this blow is already worked out, so
    /// the piece still protected against it.
    fn damage_gear(&mut self, who: FighterId, harm: Harm) {
        if harm.before < self.arena.options.rules.gear.heavy {
            return;
        }
        let fighter = self.fighter(who);
        let wear = self.body(who).wear;
        let shield_damaged = fighter.shield_damaged || wear.shield;
        let armour_damaged = fighter.armour_damaged || wear.armour;
        if !(shield_damaged || armour_damaged) {
            return;
        }
        let body = self.body_mut(who);
        if shield_damaged && !body.shield_gone {
            body.shield_gone = true;
            self.lose_gear(who, SHIELD_LOST, "shield");
        } else if armour_damaged && !body.armour_gone {
            body.armour_gone = true;
            self.lose_gear(who, ARMOUR_LOST, "armour");
        }
    }

    /// Counts and reports the loss of a shield, an armour or a weapon.
    fn lose_gear(&mut self, who: FighterId, loss: EventId, what: &str) {
        self.note(who, loss);
        self.say(EVENTS[loss.index()].clause, [who], |[who]| {
            format!("The {what} of {who} is destroyed.")
        });
    }

    /// [MUR-15-2] Destroys a damaged weapon after a blow if one of its damage dice showed a low face, by
    /// default a 1.
    #[inline]
    pub(crate) fn damage_weapon(&mut self, who: FighterId, item: usize, harm: Harm) {
        let Item {
            weapon,
            damaged,
            home: (owner, slot),
            ..
        } = self.body(who).items[item];
        let weapon = self.arena.weapon(weapon);
        if harm.rolled.breaks && (weapon.damaged || damaged) {
            self.body_mut(who).items[item].at = Whereabouts::Gone;
            if self.arena.scope.day {
                self.body_mut(owner).wear.lost |= 1 << slot;
            }
            self.lose_gear(who, WEAPON_LOST, &weapon.name);
        }
    }

    /// Makes a character throw its weapons away and surrender [MUR-13-2].
    pub(crate) fn surrender(&mut self, who: FighterId) {
        self.throw_down(who);
        self.put_out(who, Status::Surrendered);
    }

    /// Makes a character drop all weapons that it holds, except natural ones such as claws.
    pub(crate) fn throw_down(&mut self, who: FighterId) {
        let arena = self.arena;
        let body = self.body_mut(who);
        let place = body.place;
        for item in &mut body.items {
            if item.at == Whereabouts::Held && !arena.weapon(item.weapon).natural {
                item.at = Whereabouts::Lying(place);
            }
        }
    }

    /// Returns whether `net` damage is critical for a character that had `health` left before it [MUR-0-6].
    /// Damage to a vehicle is never critical [MUR-17-4].
    fn is_critical(&self, who: FighterId, net: i32, health: i16) -> bool {
        if self.arena.is_vehicle(who) {
            return false;
        }
        let least = self.arena.options.rules.wounds.critical;
        let is_share = |health: i16| 100 * net >= least * i32::from(health);
        match self.arena.options.critical {
            Critical::Remaining => is_share(health),
            Critical::Maximum => is_share(self.fighter(who).health),
            Critical::None => false,
        }
    }

    fn is_hostile(&self, who: FighterId, cause: Cause) -> bool {
        match cause {
            Cause::Attack(by, _) | Cause::Shove(by) => self.arena.lineup.are_enemies(by, who),
            // The affliction came with an earlier attack. Its later harm is not a hostile act.
            Cause::Fall | Cause::Affliction(..) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::murdham::nouns::state::Status;
    use crate::rules::murdham::testing::fighters;

    #[test] // MUR-13-3, MUR-12-6
    fn whoever_fights_on_after_giving_up_does_not_give_up_again() {
        let after = fighters("b", "policy = 'plain'")
            .and("friend", "policy = 'idle'")
            .against("a", "carries = ['sword']\npolicy = 'cruel'")
            .acts("cruel", "attack at surrendered")
            .ready()
            .given("b", |body| body.giving_up = true)
            .round([3]);
        assert!(after.says("b surrenders") && after.fights("b"));
        assert_eq!(after.turn([2, 1]).health("a"), 7);
    }

    #[test] // MUR-17-4, MUR-18-3
    fn a_wreck_is_told_of_like_the_dead() {
        let after = fighters("b", "carries = ['battleaxe']\npolicy = 'wrecks'")
            .against("crew", "riding = 'wagon'\npolicy = 'idle'")
            .with("[combatants.wagon]\nhealth = 8\nseats = 1\nvehicle = true")
            .acts("wrecks", "attack at vehicle")
            .turn([8]);
        assert_eq!(after.heard.downed, [after.who("wagon")]);
    }

    #[test] // MUR-15-2, MUR-0-12
    fn only_damaged_weapons_are_lost_to_a_one() {
        let after = fighters("a", "carries = ['sword']\npolicy = 'plain'")
            .against("b", "policy = 'idle'")
            .option("open_dice = 'on'")
            .turn([1]);
        assert_eq!(after.holds("a"), ["sword"]);
    }

    #[test] // MUR-9-1, MUR-0-8
    fn nobody_offers_the_fallen_to_be_spared() {
        let after = fighters("a", "carries = ['sword']\npolicy = 'kind'")
            .against("b", "policy = 'meek'")
            .and("c", "policy = 'idle'")
            .option("stunts = 'yield'")
            .policy("kind", "act = ['attack at fallen']\noffer = ['offer']")
            .policy("meek", "accept = ['accept']")
            .ready()
            .out("b", Status::Incapacitated, 4)
            .turn([1]);
        assert_eq!(after.health("b"), 3);
    }

    #[test] // MUR-3-7, MUR-0-7
    fn a_death_blow_ends_the_dying_too() {
        let after = fighters("a", "carries = ['dagger']\npolicy = 'cruel'")
            .against("b", "policy = 'idle'")
            .and("c", "policy = 'idle'")
            .option("zero_health = 'dying'")
            .acts("cruel", "death-blow")
            .ready()
            .out("b", Status::Dying(2), 0)
            .turn([]);
        assert_eq!(after.status("b"), Status::Dead);
    }

    #[test] // MUR-0-9, MUR-0-10
    fn two_reasons_leave_no_damage_however_impaired_dice_are_rolled() {
        let after = fighters("a", "policy = 'gentle'")
            .against("b", "policy = 'idle'")
            .option("impaired = 'step_down'")
            .option("impaired_twice = 'no_damage'")
            .acts("gentle", "hold-back")
            .turn([]);
        assert_eq!(after.health("b"), 8);
    }
}
