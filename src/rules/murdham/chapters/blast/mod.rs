//! Attacks on several at once: blasts, and a larger character's dice shared out among smaller ones.
//!
//! Clauses: MUR-0-5, MUR-4-4, MUR-4-10, MUR-5-4, MUR-8-1..6, MUR-10-11, MUR-10-12, MUR-16-3,
//! MUR-16-4. All damage of one attack is applied together.

use super::attack;
use super::damage::{self, save};
use super::hold::Other;
use crate::dice::{Dice, Die};
use crate::fight::{Blow, FighterId, FighterSet, WeaponId, Witness};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::attack::{Attack, Incoming, Manner, Means, Way};
use crate::rules::murdham::nouns::deeds::Reply;
use crate::rules::murdham::nouns::pool::{Harm, Pool};
use crate::rules::murdham::nouns::scene::Scene;
use crate::rules::murdham::nouns::state::{State, Status};
use crate::rules::murdham::reading::field::Place;
use crate::rules::murdham::{decisions, telling};

/// Those whom an attack on several aims at, each with its dice.
struct Volley<const N: usize> {
    attacker: FighterId,
    item: u8,
    ranged: bool,
    targets: FighterSet,
    pools: [Pool; N],
}

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Makes a blast at a zone.
    pub(crate) fn blast(&mut self, (who, item): (FighterId, u8), (zone, way): (Place, Way)) {
        let weapon = self.arena.weapon_of(self.state, who, Means::Item(item));
        let mut zone = zone;
        telling::blast(self, who, weapon, zone);
        self.settle_before(who, Other::Anything);
        attack::spend_shot(self.arena, self.state, who, item.into());
        let surprise = self.state.reveal(who);
        if way.save {
            let hits = save(self.fighter(who).wit, &self.arena.options, self.dice);
            telling::to_hit(self, who, hits);
            if !hits {
                let Some(other) = deviates(self.arena, zone, self.dice) else {
                    return;
                };
                zone = other;
                telling::deviates(self, zone);
            }
        }
        let is_target = |&other: &FighterId| {
            let body = self.body(other);
            let barred = self.arena.field.feature(body.place).barrier
                && !self.arena.nearby(self.state, who, other);
            body.status.is_there()
                && self.arena.field.touches(body.place, zone)
                && (way.ranged || other != who)
                && !barred
        };
        let targets: FighterSet = self.arena.lineup.everybody().filter(is_target).collect();
        let causes = self.arena.hampered(self.state, who);
        let mut pools = [self.arena.pool(weapon, 0, causes); N];
        for target in targets.iter() {
            pools[target.index()] = self
                .arena
                .pool(weapon, self.arena.over(who, target), causes);
        }
        let volley = Volley {
            attacker: who,
            item,
            ranged: way.ranged,
            targets,
            pools,
        };
        self.settle_volley(&volley, surprise);
    }

    /// Makes an attack whose dice are shared out.
    pub(crate) fn split_shots(
        &mut self,
        who: FighterId,
        item: u8,
        targets: FighterSet,
        first: FighterId,
    ) {
        let weapon = self.arena.weapon_of(self.state, who, Means::Item(item));
        let parts = u16::try_from(targets.count()).expect("at most 64");
        let mut pools = [Pool::plain(0, weapon.sides); N];
        // One die on somebody k sizes smaller is 1 / 2^k of the weapon's dice: counted here in sixteenths of a die.
        let mut left = 16 * weapon.count;
        let causes = self.arena.hampered(self.state, who);
        for target in targets.iter() {
            let whole = self
                .arena
                .pool(weapon, self.arena.over(who, target), 0)
                .count;
            let count = whole / parts;
            left -= count * (16 * weapon.count / whole);
            pools[target.index()] = Pool {
                count,
                ..self
                    .arena
                    .pool(weapon, self.arena.over(who, target), causes)
            };
        }
        // What is left over goes to the one aimed at.
        let whole = self
            .arena
            .pool(weapon, self.arena.over(who, first), 0)
            .count;
        pools[first.index()].count += left / (16 * weapon.count / whole);
        // Dice that are worth nothing leave nothing to share [MUR-0-10].
        for target in targets.iter() {
            let most = self
                .arena
                .pool(weapon, self.arena.over(who, target), causes)
                .count;
            let pool = &mut pools[target.index()];
            pool.count = pool.count.min(most);
        }
        telling::split(self, who, weapon, targets);
        let deed = Other::Attack(first, Means::Item(item));
        self.settle_before(who, deed);
        attack::spend_shot(self.arena, self.state, who, item.into());
        let surprise = self.state.reveal(who);
        if targets
            .iter()
            .any(|target| !self.arena.sees(self.state, who, target))
        {
            let hits = save(self.fighter(who).wit, &self.arena.options, self.dice);
            telling::to_hit(self, who, hits);
            if !hits {
                let weapon = self.body(who).items[usize::from(item)].weapon;
                for target in targets.iter() {
                    self.witness
                        .attacked(who, target, WeaponId(weapon), Blow::Missed);
                }
                return;
            }
        }
        let volley = Volley {
            attacker: who,
            item,
            ranged: false,
            targets,
            pools,
        };
        self.settle_volley(&volley, surprise);
    }

    /// Reactions of the targets in listed order, one for each at most, then damage [MUR-4-4, MUR-4-10, MUR-8-6].
    fn settle_volley(&mut self, volley: &Volley<N>, surprise: bool) {
        let who = volley.attacker;
        let mut hit = volley.targets;
        let mut guards = [None; N];
        let mut reacted = FighterSet::NONE;
        let mut countered = false;
        let mut answer: Option<Attack> = None;
        for target in volley.targets.iter() {
            if surprise || target == who {
                continue;
            }
            let seen = Incoming {
                attacker: who,
                target,
                means: Means::Item(volley.item),
                ranged: volley.ranged,
                several: true,
                countered: countered || !self.arena.lineup.are_enemies(who, target),
                pool: volley.pools[target.index()],
            };
            if self.arena.options.guard_blast
                && let Some(guard) = self.guard(seen, reacted)
            {
                guards[target.index()] = Some(guard);
                reacted.add(guard);
                continue;
            }
            if !self.state.can_react(target) || reacted.has(target) {
                continue;
            }
            match decisions::react(self, seen, FighterSet::NONE) {
                Reply::Dodge => {
                    reacted.add(target);
                    if self.dodges(target) {
                        hit.remove(target);
                        evaded(self.state, volley, target, self.witness);
                    }
                }
                Reply::Counter(means, way) => {
                    reacted.add(target);
                    countered = true;
                    let back = Attack {
                        attacker: target,
                        target: who,
                        means,
                        manner: Manner::Plain,
                        way,
                    };
                    if self.strikes_back(back) {
                        answer = Some(back);
                    }
                }
                Reply::Hide(_) | Reply::Nothing => {}
            }
        }
        let harms = self.roll_volley(volley, hit, &guards);
        let Some(back) = answer else {
            self.apply_volley(volley, hit, &guards, &harms);
            return;
        };
        if back.means.is_nonlethal() {
            self.apply_volley(volley, hit, &guards, &harms);
            let able =
                self.state.fighting.has(back.attacker) && !self.state.is_grabbed(back.attacker);
            if able && self.arena.nearby(self.state, back.attacker, who) {
                self.take_effect(back);
            }
            return;
        }
        let blow = self.roll_damage(back, true);
        let own = harms[back.attacker.index()].map_or(0, |harm| harm.net);
        if blow.net > own {
            self.strike(back, blow);
            if self.state.fighting.has(who) {
                self.apply_volley(volley, hit, &guards, &harms);
            } else {
                telling::void(self, who);
                for target in hit.iter() {
                    evaded(self.state, volley, target, self.witness);
                }
            }
        } else {
            self.apply_volley(volley, hit, &guards, &harms);
            if blow.net == own || self.state.fighting.has(back.attacker) {
                self.strike(back, blow);
            } else {
                self.tell_attack(back, who, Blow::Evaded);
            }
        }
    }

    /// Damage of everybody who is hit, each by its own roll or all by one [MUR-0-5]; that of a guarded target against the
    /// guard's armour.
    fn roll_volley(
        &mut self,
        volley: &Volley<N>,
        hit: FighterSet,
        guards: &[Option<FighterId>; N],
    ) -> [Option<Harm>; N] {
        let means = Means::Item(volley.item);
        let weapon = self.arena.weapon_of(self.state, volley.attacker, means);
        let mut shared = None;
        let mut harms = [None; N];
        for target in hit.iter() {
            let pool = volley.pools[target.index()];
            let rolled = match shared {
                Some(rolled) if weapon.blast && self.arena.options.blast_roll_shared => rolled,
                _ => damage::roll(pool, self.dice),
            };
            shared = Some(rolled);
            let bearer = guards[target.index()].unwrap_or(target);
            let armour = self
                .arena
                .armour(self.state, bearer, volley.attacker, weapon, false);
            let harm = damage::soak(pool, rolled, armour, &self.arena.options);
            let attack = Attack {
                attacker: volley.attacker,
                target: bearer,
                means,
                manner: Manner::Plain,
                way: Way {
                    ranged: volley.ranged,
                    save: false,
                },
            };
            telling::damage(self, attack, pool, harm);
            harms[target.index()] = Some(harm);
        }
        harms
    }

    /// All damage of one attack, together.
    fn apply_volley(
        &mut self,
        volley: &Volley<N>,
        hit: FighterSet,
        guards: &[Option<FighterId>; N],
        harms: &[Option<Harm>; N],
    ) {
        for target in hit.iter() {
            let Some(harm) = harms[target.index()] else {
                continue;
            };
            let bearer = guards[target.index()].unwrap_or(target);
            let weapon = self.body(volley.attacker).items[usize::from(volley.item)].weapon;
            let cause = super::wounds::Cause::Attack(volley.attacker, weapon);
            if harm.net > 0 && self.arena.weapon(weapon).blast {
                self.body_mut(bearer).concealed = false;
            }
            self.suffer(bearer, cause, harm);
        }
        let worst = hit
            .iter()
            .filter_map(|target| harms[target.index()])
            .find(|harm| harm.rolled.one);
        if let Some(harm) = worst {
            let item = usize::from(volley.item);
            self.damage_weapon(volley.attacker, item, harm);
        }
    }
}

/// [MUR-8-5] Where a blast goes that misses: one of the zones beside, equally likely.
fn deviates<const N: usize>(arena: &Arena<N>, zone: Place, dice: &mut impl Dice) -> Option<Place> {
    let count = arena.field.zones_beside(zone).count();
    let at = match count {
        0 => return None,
        1 => 0,
        _ => dice.roll(Die(u32::try_from(count).expect("few zones"))) - 1,
    };
    arena.field.zones_beside(zone).nth(at as usize)
}

fn evaded<const N: usize, W: Witness>(
    state: &State<N>,
    volley: &Volley<N>,
    target: FighterId,
    witness: &mut W,
) {
    if state.body(target).status == Status::Fighting {
        let weapon = state.body(volley.attacker).items[usize::from(volley.item)].weapon;
        witness.attacked(volley.attacker, target, WeaponId(weapon), Blow::Evaded);
    }
}

#[cfg(test)]
mod tests;
