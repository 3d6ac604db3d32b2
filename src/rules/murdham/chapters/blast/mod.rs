//! Attacks on several at once: blasts, and a larger character's dice shared out among smaller ones.
//!
//! Clauses: MUR-0-5, MUR-4-4, MUR-4-10, MUR-5-4, MUR-8-1..6, MUR-10-11, MUR-10-12, MUR-16-3,
//! MUR-16-4. All damage of one attack is applied together.

use super::damage::{self, save};
use super::hold::{self, Other};
use super::{attack, counter, nonlethal};
use crate::dice::{Dice, Die};
use crate::fight::{Blow, FighterId, FighterSet, WeaponId, Witness};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::attack::{Attack, Incoming, Manner, Means, Way};
use crate::rules::murdham::nouns::deeds::Reply;
use crate::rules::murdham::nouns::pool::{Harm, Pool};
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

/// Makes a blast at a zone.
pub(crate) fn resolve<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, item): (FighterId, u8),
    (zone, way): (Place, Way),
    dice: &mut D,
    witness: &mut W,
) {
    let weapon = arena.weapon_of(state, who, Means::Item(item));
    let mut zone = zone;
    telling::blast(arena, who, weapon, zone, witness);
    hold::before(arena, state, who, Other::Anything, witness);
    attack::spend_shot(arena, state, who, item.into());
    let surprise = state.reveal(who);
    if way.save {
        let hits = save(arena.fighter(who).wit, &arena.options, dice);
        telling::to_hit(arena, who, hits, dice, witness);
        if !hits {
            let Some(other) = deviates(arena, zone, dice) else {
                return;
            };
            zone = other;
            telling::deviates(arena, zone, witness);
        }
    }
    let is_target = |&other: &FighterId| {
        let body = state.body(other);
        let barred = arena.field.feature(body.place).barrier && !arena.nearby(state, who, other);
        body.status.is_there()
            && arena.field.touches(body.place, zone)
            && (way.ranged || other != who)
            && !barred
    };
    let targets: FighterSet = arena.lineup.everybody().filter(is_target).collect();
    let causes = arena.hampered(state, who);
    let mut pools = [arena.pool(weapon, 0, causes); N];
    for target in targets.iter() {
        pools[target.index()] = arena.pool(weapon, arena.over(who, target), causes);
    }
    let volley = Volley {
        attacker: who,
        item,
        ranged: way.ranged,
        targets,
        pools,
    };
    settle(arena, state, &volley, surprise, dice, witness);
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

/// Makes an attack whose dice are shared out.
pub(crate) fn split<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    (who, item): (FighterId, u8),
    (targets, first): (FighterSet, FighterId),
    dice: &mut D,
    witness: &mut W,
) {
    let weapon = arena.weapon_of(state, who, Means::Item(item));
    let parts = u16::try_from(targets.count()).expect("at most 64");
    let mut pools = [Pool::plain(0, weapon.sides); N];
    // One die on somebody k sizes smaller is 1 / 2^k of the weapon's dice: counted here in sixteenths of a die.
    let mut left = 16 * weapon.count;
    let causes = arena.hampered(state, who);
    for target in targets.iter() {
        let whole = arena.pool(weapon, arena.over(who, target), 0).count;
        let count = whole / parts;
        left -= count * (16 * weapon.count / whole);
        pools[target.index()] = Pool {
            count,
            ..arena.pool(weapon, arena.over(who, target), causes)
        };
    }
    // What is left over goes to the one aimed at.
    let whole = arena.pool(weapon, arena.over(who, first), 0).count;
    pools[first.index()].count += left / (16 * weapon.count / whole);
    // Dice that are worth nothing leave nothing to share [MUR-0-10].
    for target in targets.iter() {
        let most = arena.pool(weapon, arena.over(who, target), causes).count;
        let pool = &mut pools[target.index()];
        pool.count = pool.count.min(most);
    }
    telling::split(arena, who, weapon, targets, witness);
    let deed = Other::Attack(first, Means::Item(item));
    hold::before(arena, state, who, deed, witness);
    attack::spend_shot(arena, state, who, item.into());
    let surprise = state.reveal(who);
    if targets.iter().any(|target| !arena.sees(state, who, target)) {
        let hits = save(arena.fighter(who).wit, &arena.options, dice);
        telling::to_hit(arena, who, hits, dice, witness);
        if !hits {
            let weapon = state.body(who).items[usize::from(item)].weapon;
            for target in targets.iter() {
                witness.attacked(who, target, WeaponId(weapon), Blow::Missed);
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
    settle(arena, state, &volley, surprise, dice, witness);
}

/// Reactions of the targets in listed order, one for each at most, then damage [MUR-4-4, MUR-4-10, MUR-8-6].
fn settle<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    volley: &Volley<N>,
    surprise: bool,
    dice: &mut D,
    witness: &mut W,
) {
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
            countered: countered || !arena.lineup.are_enemies(who, target),
            pool: volley.pools[target.index()],
        };
        if arena.options.guard_blast
            && let Some(guard) = attack::guard(arena, state, (seen, reacted), dice, witness)
        {
            guards[target.index()] = Some(guard);
            reacted.add(guard);
            continue;
        }
        if !state.can_react(target) || reacted.has(target) {
            continue;
        }
        match decisions::react(arena, state, seen, FighterSet::NONE, dice, witness) {
            Reply::Dodge => {
                reacted.add(target);
                if attack::dodges(arena, state, target, dice, witness) {
                    hit.remove(target);
                    evaded(state, volley, target, witness);
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
                if counter::strikes_back(arena, state, back, dice, witness) {
                    answer = Some(back);
                }
            }
            Reply::Hide(_) | Reply::Nothing => {}
        }
    }
    let harms = rolled(arena, state, volley, hit, &guards, dice, witness);
    let Some(back) = answer else {
        apply(arena, state, volley, hit, &guards, &harms, witness);
        return;
    };
    if back.means.is_nonlethal() {
        apply(arena, state, volley, hit, &guards, &harms, witness);
        let able = state.fighting.has(back.attacker) && !state.is_grabbed(back.attacker);
        if able && arena.nearby(state, back.attacker, who) {
            nonlethal::effect(arena, state, back, dice, witness);
        }
        return;
    }
    let blow = attack::rolled(arena, state, back, true, dice, witness);
    let own = harms[back.attacker.index()].map_or(0, |harm| harm.net);
    if blow.net > own {
        attack::strike(arena, state, back, blow, witness);
        if state.fighting.has(who) {
            apply(arena, state, volley, hit, &guards, &harms, witness);
        } else {
            telling::void(arena, who, witness);
            for target in hit.iter() {
                evaded(state, volley, target, witness);
            }
        }
    } else {
        apply(arena, state, volley, hit, &guards, &harms, witness);
        if blow.net == own || state.fighting.has(back.attacker) {
            attack::strike(arena, state, back, blow, witness);
        } else {
            attack::told(arena, state, back, who, Blow::Evaded, witness);
        }
    }
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

/// Damage of everybody who is hit, each by its own roll or all by one [MUR-0-5]; that of a guarded target against the
/// guard's armour.
fn rolled<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &State<N>,
    volley: &Volley<N>,
    hit: FighterSet,
    guards: &[Option<FighterId>; N],
    dice: &mut D,
    witness: &mut W,
) -> [Option<Harm>; N] {
    let means = Means::Item(volley.item);
    let weapon = arena.weapon_of(state, volley.attacker, means);
    let mut shared = None;
    let mut harms = [None; N];
    for target in hit.iter() {
        let pool = volley.pools[target.index()];
        let rolled = match shared {
            Some(rolled) if weapon.blast && arena.options.blast_roll_shared => rolled,
            _ => damage::roll(pool, dice),
        };
        shared = Some(rolled);
        let bearer = guards[target.index()].unwrap_or(target);
        let armour = arena.armour(state, bearer, volley.attacker, weapon, false);
        let harm = damage::soak(pool, rolled, armour, &arena.options);
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
        telling::damage(arena, attack, pool, harm, witness);
        harms[target.index()] = Some(harm);
    }
    harms
}

/// All damage of one attack, together.
fn apply<const N: usize, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    volley: &Volley<N>,
    hit: FighterSet,
    guards: &[Option<FighterId>; N],
    harms: &[Option<Harm>; N],
    witness: &mut W,
) {
    for target in hit.iter() {
        let Some(harm) = harms[target.index()] else {
            continue;
        };
        let bearer = guards[target.index()].unwrap_or(target);
        let weapon = state.body(volley.attacker).items[usize::from(volley.item)].weapon;
        let cause = super::wounds::Cause::Attack(volley.attacker, weapon);
        if harm.net > 0 && arena.weapon(weapon).blast {
            state.body_mut(bearer).concealed = false;
        }
        super::wounds::suffer(arena, state, bearer, cause, harm, witness);
    }
    let worst = hit
        .iter()
        .filter_map(|target| harms[target.index()])
        .find(|harm| harm.rolled.one);
    if let Some(harm) = worst {
        let item = usize::from(volley.item);
        super::wounds::weapon(arena, state, volley.attacker, item, harm, witness);
    }
}

#[cfg(test)]
mod tests;
