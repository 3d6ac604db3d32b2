//! Attacks on several targets at once: blasts, and attacks by a larger character that divides its dice among
//! several smaller enemies.
//!
//! Clauses: MUR-0-5, MUR-4-4, MUR-4-10, MUR-5-4, MUR-8-1..6, MUR-10-11, MUR-10-12, MUR-16-3, MUR-16-4. The
//! damage to all targets of one attack is applied together.

use super::damage;
use super::wounds::Cause;
use crate::dice::{Dice, Die};
use crate::fight::{Blow, FighterId, FighterSet, MOST_FIGHTERS, WeaponId, Witness};
use crate::rules::murdham::decisions::REACT;
use crate::rules::murdham::nouns::{
    Attack, AttackMeans, Delivery, Harm, Incoming, Pool, Reply, Scene, Status,
};
use crate::rules::murdham::reading::Place;

/// An attack on several targets, between its declaration and its effects.
struct Volley {
    attacker: FighterId,
    item: u8,
    /// The number of the weapon `item` among all weapons of the matchup.
    weapon: u8,
    /// The targets that have not evaded the attack. For each of them, `pools` has the dice against it and
    /// `harms` the damage to it.
    targets: FighterSet,
    pools: [Pool; MOST_FIGHTERS],
    harms: [Option<Harm>; MOST_FIGHTERS],
    /// For each target, the character that suffers the damage: a guard, or the target itself.
    bearers: [FighterId; MOST_FIGHTERS],
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Makes a blast at a zone with the weapon `item`. `way` says how the blast reaches the zone.
    pub(crate) fn blast(&mut self, who: FighterId, item: u8, mut zone: Place, way: Delivery) {
        let arena = self.arena;
        let number = self.state.weapon_number(who, AttackMeans::Item(item));
        let weapon = arena.weapon(number);
        self.say("MUR-8-1", [who], |[who]| {
            let (at, weapon) = (arena.place_name(zone), &weapon.name);
            format!("{who} attacks everybody in {at} with {weapon}.")
        });
        let surprise = self.set_about(who, None, AttackMeans::Item(item));
        if way.save && !self.hits(who) {
            let Some(other) = self.deviates(zone) else {
                return;
            };
            zone = other;
            self.say("MUR-8-5", [], |[]| {
                format!("It goes astray to {}.", arena.place_name(zone))
            });
        }
        let view = self.view();
        let targets = arena.lineup.those(|other| {
            let body = view.body(other);
            let barred = arena.field.feature(body.place).barrier && !view.nearby(who, other);
            body.status.is_there()
                && arena.field.touches(body.place, zone)
                && (way.ranged || other != who)
                && !barred
        });
        let causes = view.hampered(who);
        let pool = |larger| view.worn_dice(who, item, arena.pool(number, larger, causes));
        let mut pools = [pool(0); MOST_FIGHTERS];
        for target in targets.iter() {
            pools[target.index()] = pool(arena.over(who, target));
        }
        self.settle_volley(who, item, way, targets, &pools, surprise);
    }

    /// Makes an attack with the weapon `item` that divides its dice among `targets`. `first` is the target
    /// that the attacker aims at.
    pub(crate) fn split_shots(
        &mut self,
        who: FighterId,
        item: u8,
        targets: FighterSet,
        first: FighterId,
    ) {
        let arena = self.arena;
        let number = self.state.weapon_number(who, AttackMeans::Item(item));
        let weapon = arena.weapon(number);
        let parts = u16::try_from(targets.count()).expect("at most 64");
        let causes = self.view().hampered(who);
        let view = self.view();
        let pool = |target, causes| {
            let pool = arena.pool(number, arena.over(who, target), causes);
            view.worn_dice(who, item, pool)
        };
        let whole = |target| pool(target, 0).count;
        let mut pools = [Pool::plain(0, weapon.sides); MOST_FIGHTERS];
        // A larger attacker has more dice against smaller targets, so a single die counts for less against
        // them. By default, a die against a target that is k sizes smaller counts for 1 / 2^k of a die of the
        // weapon. `worth` is counted in sixteenths of a die, because sizes differ by four at most.
        let parts_of_die = arena.options.rules.size.dice_factor.pow(4);
        let worth = |target| parts_of_die * weapon.count / whole(target);
        let mut left = parts_of_die * weapon.count;
        for target in targets.iter() {
            let count = whole(target) / parts;
            left -= count * worth(target);
            pools[target.index()] = Pool {
                count,
                ..pool(target, causes)
            };
        }
        // The dice that are left over are added to those against the first target.
        pools[first.index()].count += left / worth(first);
        // If impairment leaves the attack no dice, every target gets none [MUR-0-10].
        for target in targets.iter() {
            let count = &mut pools[target.index()].count;
            *count = pool(target, causes).count.min(*count);
        }
        self.say("MUR-16-3", [who], |[who]| {
            let (names, weapon) = (arena.names(targets), &weapon.name);
            format!("{who} attacks {names} at once with {weapon}.")
        });
        let means = AttackMeans::Item(item);
        let surprise = self.set_about(who, Some(first), means);
        let blind = targets.iter().any(|target| !self.view().sees(who, target));
        if blind && !self.hits(who) {
            for target in targets.iter() {
                self.tell_spared([who, target], number, Blow::Missed);
            }
            return;
        }
        self.settle_volley(who, item, Delivery::default(), targets, &pools, surprise);
    }

    /// Plays the reactions to an attack on several targets, in listed order and at most one for each
    /// character. Then rolls and applies the damage [MUR-4-4, MUR-4-10, MUR-8-6].
    fn settle_volley(
        &mut self,
        who: FighterId,
        item: u8,
        way: Delivery,
        targets: FighterSet,
        pools: &[Pool; MOST_FIGHTERS],
        surprise: bool,
    ) {
        let mut volley = Volley {
            attacker: who,
            item,
            weapon: self.state.weapon_number(who, AttackMeans::Item(item)),
            targets,
            pools: *pools,
            harms: [None; MOST_FIGHTERS],
            bearers: std::array::from_fn(FighterId::at),
        };
        let mut reacted = FighterSet::NONE;
        let mut countered = false;
        let mut answer: Option<Attack> = None;
        for target in targets.iter() {
            if surprise || target == who {
                continue;
            }
            let seen = Incoming {
                attack: Attack::plain(who, target, AttackMeans::Item(item), way),
                several: true,
                countered: countered || !self.arena.lineup.are_enemies(who, target),
                hidden: FighterSet::NONE,
                shared: Some(pools[target.index()]),
            };
            if self.arena.options.guard_blast
                && let Some(guard) = self.guard(&seen, reacted)
            {
                volley.bearers[target.index()] = guard;
                reacted.add(guard);
                continue;
            }
            if !self.state.can_react(target) || reacted.has(target) {
                continue;
            }
            match self.chooses(target, REACT, Some(&seen)) {
                Reply::Dodge => {
                    reacted.add(target);
                    if self.dodges(target) {
                        volley.targets.remove(target);
                        self.tell_spared([who, target], volley.weapon, Blow::Evaded);
                    }
                }
                Reply::Counter(means, way) => {
                    reacted.add(target);
                    countered = true;
                    let back = Attack::plain(target, who, means, way);
                    if self.strikes_back(back) {
                        answer = Some(back);
                    }
                }
                Reply::Hide(_) | Reply::Nothing => {}
            }
        }
        self.roll_volley(&mut volley);
        let Some(back) = answer else {
            self.apply_volley(&volley);
            return;
        };
        if back.means.is_nonlethal() {
            self.apply_volley(&volley);
            self.take_effect_after(back);
            return;
        }
        let blow = self.roll_damage(back, true);
        let own = volley.harms[back.attacker.index()].map_or(0, |harm| harm.net);
        if blow.net > own {
            self.strike(back, blow);
            if self.state.fighting.has(who) {
                self.apply_volley(&volley);
            } else {
                self.tell("MUR-4-8", who, "is hit first");
                for target in volley.targets.iter() {
                    self.tell_spared([who, target], volley.weapon, Blow::Evaded);
                }
            }
        } else {
            self.apply_volley(&volley);
            if blow.net == own || self.state.fighting.has(back.attacker) {
                self.strike(back, blow);
            } else {
                self.tell_attack(back, Blow::Evaded);
            }
        }
    }

    /// Rolls the damage to each target that is hit. The option `blast_roll_shared` gives all targets of a
    /// blast one common roll [MUR-0-5]. If a target is guarded, the armour of its guard counts.
    fn roll_volley(&mut self, volley: &mut Volley) {
        let who = volley.attacker;
        let weapon = self.arena.weapon(volley.weapon);
        let mut shared = None;
        for target in volley.targets.iter() {
            let pool = volley.pools[target.index()];
            let rolled = match shared {
                Some(rolled) if weapon.blast && self.arena.options.blast_roll_shared => rolled,
                _ => damage::roll(pool, self.dice),
            };
            shared = Some(rolled);
            let bearer = volley.bearers[target.index()];
            let armour = self.view().armour(bearer, who, weapon, false);
            let harm = damage::soak(pool, rolled, armour, &self.arena.options);
            self.tell_damage([who, bearer], pool, harm);
            volley.harms[target.index()] = Some(harm);
        }
    }

    /// Applies the damage to all targets together.
    fn apply_volley(&mut self, volley: &Volley) {
        let weapon = volley.weapon;
        let hit = volley.targets.iter();
        let harms = hit.filter_map(|target| Some((target, volley.harms[target.index()]?)));
        let mut brittle = None;
        for (target, harm) in harms {
            let bearer = volley.bearers[target.index()];
            if harm.net > 0 && self.arena.weapon(weapon).blast {
                self.body_mut(bearer).concealed = false;
            }
            self.suffer(bearer, Cause::Attack(volley.attacker, weapon), harm);
            brittle = brittle.or(harm.rolled.breaks.then_some(harm));
        }
        if let Some(harm) = brittle {
            self.damage_weapon(volley.attacker, volley.item.into(), harm);
        }
    }

    /// [MUR-8-5] Returns the zone that a blast hits if it misses `zone`: a random neighbouring zone. Returns
    /// `None` if `zone` has no neighbour.
    fn deviates(&mut self, zone: Place) -> Option<Place> {
        let beside = || self.arena.field.zones_beside(zone);
        let count = u32::try_from(beside().count()).expect("few zones");
        let at = if count > 1 {
            self.dice.roll(Die(count)) - 1
        } else {
            0
        };
        beside().nth(at as usize)
    }

    /// Reports to the tally that an attack with `weapon` did not hit a target. `weapon` is the weapon's
    /// number in the matchup. Nothing is reported if the target is no longer fighting.
    pub(crate) fn tell_spared(&mut self, [who, target]: [FighterId; 2], weapon: u8, blow: Blow) {
        if self.body(target).status == Status::Fighting {
            self.witness.attacked(who, target, WeaponId(weapon), blow);
        }
    }
}

#[cfg(test)]
mod tests;
