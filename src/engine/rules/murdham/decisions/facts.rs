//! The facts that conditions of a policy may ask for, each with the function that computes it.
//!
//! Clauses: MUR-4-14, MUR-9-2, MUR-13-1. Distances are in zones.

use super::asker::Asker;
use crate::fight::{FighterId, FighterSet};
use crate::frame::goals::{MUST_LEAVE, MUST_REACH, MUST_STAY};
use crate::frame::resting;
use crate::frame::time::{HELP_ARRIVES, OBJECTIVE_LEFT};
use crate::policy::vocabulary::{
    UNLIMITED, holds, number, scale, share, specs, truth, whole, word,
};
use crate::policy::{FactSpec, ItemRef, ScaleSpec};
use crate::rules::murdham::fields::SIZES;
use crate::rules::murdham::nouns::{
    Attack, Body, Fighter, Incoming, Pool, Stance, Status, Whereabouts,
};
use crate::rules::murdham::options::Critical;
use crate::rules::murdham::reading::{NONE, UNARMED};

/// Maximum number of dice that [`chance`] computes with.
const MOST_DICE: u16 = 12;
/// The number of different totals of twelve dice with 20 sides, including 0.
const TOTALS: usize = 12 * 20 + 1;

#[rustfmt::skip]
const SIZE: ScaleSpec = ScaleSpec { name: "size", words: &[
    word(SIZES[0], "the smallest"),
    word(SIZES[1], "as a child"),
    word(SIZES[2], "as people commonly are"),
    word(SIZES[3], "as a wyrm"),
    word(SIZES[4], "the largest"),
] };

pub(crate) const SCALES: &[ScaleSpec] = &[SIZE];

/// The decision lists that decide about an attack: the fighter's reply, guarding an ally, and the answer to
/// an offer to be spared.
const OF_ATTACK: &[&str] = &["react", "guard", "accept"];

/// Computes a fact for the fighter that makes the decision. The second parameter is the named weapon of a
/// fact about weapons, and `None` for other facts.
type Answer = fn(&Asker<'_>, Option<ItemRef>) -> i64;

/// The specifications of the facts, as the policy language needs them.
pub(crate) const FACTS: [FactSpec; Asker::FACTS.len()] = specs(Asker::FACTS);

impl Asker<'_> {
    /// Every fact with the function that computes its value. A value is a number in thousandths, a truth
    /// value, or the position of a word on its scale.
    #[rustfmt::skip]
    pub(super) const FACTS: &'static [(FactSpec, Answer)] = resting::facts![
        (scale(&SIZE, "self.size", "own size"), |a, _| a.fighter(a.who).size as i64),
        (scale(&SIZE, "target.size", "the target's size").of_target(), |a, _| a.on_target(|who| a.fighter(who).size as i64)),
        (number("round", "the number of the round; 0 is the bonus round of an ambush").from(0), |a, _| whole(a.view.state.round)),
        (number("self.health", "own health").from(0), |a, _| whole(a.me().health)),
        (number("self.health_max", "own full health").from(0), |a, _| whole(a.fighter(a.who).health)),
        (number("self.str", "own STR").within(1, 20), |a, _| whole(a.fighter(a.who).str)),
        (number("self.agi", "own AGI: by default, a dodge works so many times in 20").within(1, 20), |a, _| whole(a.fighter(a.who).agi)),
        (number("self.wit", "own WIT").within(1, 20), |a, _| whole(a.fighter(a.who).wit)),
        (number("self.armour", "own armour value, cover aside").within(0, 20), |a, _| whole(a.view.worn(a.who))),
        (truth("self.ready", "the own turn of this round is unused"), |a, _| holds(a.view.state.unused.has(a.who))),
        (truth("self.armed", "has a weapon, bare hands aside"), |a, _| holds(a.has_arms(a.who))),
        (truth("self.retreating", "one is on the way off the map"), |a, _| holds(a.me().retreating)),
        (number("self.zone", "the number of the zone that one is in, from 0; on a border the lower one").from(0),
            |a, _| a.view.arena.field.zones_of(a.me().place).next().map_or(0, whole)),
        (truth("passed", "a side has passed since the last turn of this round"), |a, _| holds(a.view.state.passes > 0)),
        (truth("first_opportunity", "nobody has taken a turn in this round, nor has a side passed"),
            |a, _| holds(a.view.state.passes == 0 && a.view.state.fighting.without(a.view.state.unused).is_empty())),
        (truth("self.concealed", "no enemy has noticed oneself"), |a, _| holds(a.me().concealed)),
        (number("self.holding", "captives that one holds").from(0), |a, _| whole(a.view.state.captives(a.who).count())),
        (number("self.remedies", "uses left of all remedies").from(0), |a, _| a.me().remedies.iter().map(|&uses| whole(uses)).sum()),
        (number("self.afflictions", "afflictions that one suffers from").from(0), |a, _| whole(a.me().suffers.count())),
        (number("target.afflictions", "afflictions that the target suffers from").from(0).of_target(), |a, _| a.on_target(|who| whole(a.body(who).suffers.count()))),
        (number("target.health", "the target's health").from(0).of_target(), |a, _| a.on_target(|who| whole(a.body(who).health))),
        (number("target.health_max", "the target's full health").from(0).of_target(), |a, _| a.on_target(|who| whole(a.fighter(who).health))),
        (number("target.agi", "the target's AGI").within(0, 20).of_target(), |a, _| a.on_target(|who| whole(a.fighter(who).agi))),
        (number("target.str", "the target's STR").within(0, 20).of_target(), |a, _| a.on_target(|who| whole(a.fighter(who).str))),
        (number("target.armour", "the target's armour value, cover aside").within(0, 20).of_target(), |a, _| a.on_target(|who| whole(a.view.worn(who)))),
        (number("target.distance", "zones to the target").from(0).of_target(), |a, _| a.on_target(|who| a.distance(who))),
        (truth("target.nearby", "the target is nearby").of_target(), |a, _| a.on_target(|who| holds(a.is_near(who)))),
        (truth("target.ready", "the target's turn is unused, so that it may react").of_target(),
            |a, _| a.on_target(|who| holds(a.view.state.unused.has(who)))),
        (truth("target.armed", "the target has a weapon, bare hands aside").of_target(), |a, _| a.on_target(|who| holds(a.has_arms(who)))),
        (truth("target.grabbed", "somebody holds the target").of_target(), |a, _| a.on_target(|who| holds(a.view.state.is_grabbed(who)))),
        (number("target.larger", "sizes that the target is larger; negative where it is smaller").within(-4, 4).of_target(),
            |a, _| a.on_target(|who| whole(a.view.arena.over(who, a.who)))),
        (number("foes.fighting", "enemies who fight on").from(0), |a, _| whole(a.foes().count())),
        (number("foes.ready", "enemies whose turn is unused").from(0), |a, _| whole(a.foes().and(a.view.state.unused).count())),
        (number("foes.nearby", "enemies nearby who fight on").from(0), |a, _| whole(a.near(a.foes()).count())),
        (number("foes.distance", "zones to the nearest enemy who fights on").from(0), |a, _| a.nearest(a.foes()).unwrap_or(0)),
        (number("foes.down", "enemies who are incapacitated").from(0), |a, _| count(a.enemies(), |foe| a.body(foe).status.is_down())),
        (number("foes.dead", "enemies who are dead").from(0), |a, _| count(a.enemies(), |foe| a.body(foe).status == Status::Dead)),
        (number("foes.surrendered", "enemies who have surrendered").from(0), |a, _| count(a.enemies(), |foe| a.body(foe).status == Status::Surrendered)),
        (number("allies.fighting", "allies who fight on, without oneself").from(0), |a, _| whole(a.mates().and(a.view.state.fighting).count())),
        (number("allies.ready", "allies whose turn is unused, without oneself").from(0), |a, _| whole(a.mates().and(a.view.state.unused).count())),
        (number("allies.nearby", "allies nearby who fight on, without oneself").from(0),
            |a, _| whole(a.near(a.mates().and(a.view.state.fighting)).count())),
        (number("allies.down", "allies who are incapacitated").from(0), |a, _| count(a.mates(), |mate| a.body(mate).status.is_down())),
        (number("allies.dead", "allies who are dead").from(0), |a, _| count(a.mates(), |mate| a.body(mate).status == Status::Dead)),
        (number("allies.grabbed", "allies whom somebody holds").from(0), |a, _| count(a.mates(), |mate| a.view.state.is_grabbed(mate))),
        (truth("usable", "one has this weapon, a shot for it and hands that are not full of captives").of_item(),
            |a, item| { let (bare, mut things) = a.things(item); holds(bare || things.any(|at| a.view.is_usable(a.who, at))) }),
        (number("shots", "uses left of this weapon; 1000000 where they are unlimited").from(0).of_item(), |a, item| a.shots(item)),
        (number("attack.damage", "mean damage of the attack before armour").from(0).only_in(OF_ATTACK), |a, _| a.on_attack(|seen| mean(a.pool(seen)))),
        (number("attack.most", "the most that the attack does past one's own armour").from(0).only_in(OF_ATTACK), |a, _| a.on_blow(|pool, armour| whole((pool.most() - armour).max(0)))),
        (share("attack.risk", "chance that the attack, if it lands, puts its target out of the fight, from 0 to 1").only_in(OF_ATTACK),
            |a, _| a.on_blow(|pool, armour| a.risk(pool, armour, a.who))),
        (truth("attack.ranged", "the attack is shot or thrown").only_in(OF_ATTACK), |a, _| a.on_attack(|seen| holds(seen.attack.way.ranged))),
        (truth("attack.nonlethal", "the attack disarms, shoves or grabs").only_in(OF_ATTACK),
            |a, _| a.on_attack(|seen| holds(seen.attack.means.is_nonlethal()))),
        (truth("attack.several", "the attack is on several at once").only_in(OF_ATTACK), |a, _| a.on_attack(|seen| holds(seen.several))),
        (number("attacker.health", "the attacker's health").from(0).only_in(OF_ATTACK), |a, _| a.on_attack(|seen| whole(a.body(seen.attack.attacker).health))),
        (number("attacker.armour", "the attacker's armour value, cover aside").within(0, 20).only_in(OF_ATTACK),
            |a, _| a.on_attack(|seen| whole(a.view.worn(seen.attack.attacker)))),
        (number("attacker.distance", "zones to the attacker").from(0).only_in(OF_ATTACK), |a, _| a.on_attack(|seen| a.distance(seen.attack.attacker))),
        (share("counter.risk", "chance that one's own best blow puts the attacker out of the fight, from 0 to 1; 0 where none is possible")
            .only_in(&["react"]), |a, _| a.on_attack(|seen| a.risk_back(seen))),
        (truth("self.mounted", "one is on a mount or in a vehicle"), |a, _| holds(a.rides(a.who))),
        (number("self.riders", "how many ride oneself").from(0), |a, _| whole(a.view.riders(a.who).count())),
        (truth("target.mounted", "the target is on a mount or in a vehicle").of_target(), |a, _| a.on_target(|who| holds(a.rides(who)))),
        (number("target.riders", "how many ride the target or sit in it").from(0).of_target(),
            |a, _| a.on_target(|who| whole(a.view.riders(who).count()))),
        (number("mount.health", "health of one's own mount or vehicle; 0 on foot").from(0), |a, _| a.on_mount(|mount| whole(a.body(mount).health))),
        (number("mount.health_max", "full health of one's own mount or vehicle; 0 on foot").from(0),
            |a, _| a.on_mount(|mount| whole(a.fighter(mount).health))),
        (number("mount.speed", "zones in a turn of one's own mount or vehicle; 0 on foot").from(0),
            |a, _| a.on_mount(|mount| whole(a.fighter(mount).speed) / 2)),
        (truth("mount.moved", "one's own mount or vehicle has moved in this round"),
            |a, _| a.on_mount(|mount| holds(a.view.state.has_moved(mount)))),
        (number("mount.distance", "zones to the nearest mount or vehicle of the own side with a free seat; 1000000 where there is none").from(0),
            |a, _| a.nearest(a.view.arena.lineup.those(|mount| a.view.has_seat(a.who, mount))).unwrap_or(whole(UNLIMITED))),
        (number("foes.mounted", "enemies who fight on and are on a mount or in a vehicle").from(0), |a, _| count(a.foes(), |foe| a.rides(foe))),
        (HELP_ARRIVES, |a, _| whole(a.view.arena.lineup.help_arrives(a.who, a.view.state.round, a.view.state.stage()))),
        (OBJECTIVE_LEFT, |a, _| whole(a.view.arena.lineup.objective_left(a.who, a.view.state.round))),
        (MUST_REACH, |a, _| holds(a.view.place_to_reach(a.who).is_some())),
        (MUST_STAY, |a, _| holds(a.view.must_stay(a.who))),
        (MUST_LEAVE, |a, _| holds(a.view.arena.lineup.must_leave(a.who))),
    ];

    fn body(&self, who: FighterId) -> &Body {
        self.view.body(who)
    }

    fn me(&self) -> &Body {
        self.body(self.who)
    }

    fn fighter(&self, who: FighterId) -> &Fighter {
        self.view.fighter(who)
    }

    fn has_arms(&self, who: FighterId) -> bool {
        self.body(who).held().next().is_some()
    }

    /// Returns the value that `read` returns for the target, or 0 if there is no target.
    fn on_target(&self, read: impl Fn(FighterId) -> i64) -> i64 {
        self.target.map_or(0, read)
    }

    /// Returns the value that `read` returns for the attack that the decision is about, or 0 if there is
    /// none.
    fn on_attack(&self, read: impl Fn(&Incoming) -> i64) -> i64 {
        self.seen.map_or(0, read)
    }

    /// Returns the dice of an attack against its target.
    fn pool(&self, seen: &Incoming) -> Pool {
        seen.shared
            .unwrap_or_else(|| self.view.pool_of(seen.attack))
    }

    /// Returns the value that `read` returns for the dice of the attack and the fighter's armour value
    /// against it. Returns 0 if there is no attack or it does no damage.
    fn on_blow(&self, read: impl Fn(Pool, i32) -> i64) -> i64 {
        let attack = self.seen.filter(|seen| !seen.attack.means.is_nonlethal());
        attack.map_or(0, |seen| {
            let weapon = self.view.weapon_of(seen.attack.attacker, seen.attack.means);
            let armour = self
                .view
                .armour(self.who, seen.attack.attacker, weapon, false);
            let pool = self.pool(seen);
            read(pool, if pool.direct { 0 } else { armour })
        })
    }

    /// Returns the value that `read` returns for the fighter's mount, or 0 if the fighter is on foot.
    fn on_mount(&self, read: impl Fn(FighterId) -> i64) -> i64 {
        self.view.state.mount_of(self.who).map_or(0, read)
    }

    fn rides(&self, who: FighterId) -> bool {
        self.view.state.mount_of(who).is_some()
    }

    /// Returns the chance, in thousandths, that a counter puts the attacker out of the fight. Returns 0 if no
    /// counter is possible.
    fn risk_back(&self, seen: &Incoming) -> i64 {
        let back = self.blow(seen.attack.attacker, u64::MAX, Stance::Exposed);
        let Some((means, way)) = back.filter(|_| self.may_counter(seen)) else {
            return 0;
        };
        let answer = Attack::plain(self.who, seen.attack.attacker, means, way);
        let (pool, armour) = self.view.strike(answer, true);
        self.risk(pool, armour, seen.attack.attacker)
    }

    fn foes(&self) -> FighterSet {
        self.view.noticed(self.who)
    }

    fn enemies(&self) -> FighterSet {
        self.view.arena.lineup.enemies(self.who)
    }

    /// Returns the fighter's allies without the fighter itself.
    fn mates(&self) -> FighterSet {
        let mut mates = self.view.arena.lineup.allies(self.who);
        mates.remove(self.who);
        mates
    }

    fn is_near(&self, other: FighterId) -> bool {
        self.view.nearby(self.who, other)
    }

    /// Returns those characters of the set `some` that are nearby.
    fn near(&self, some: FighterSet) -> FighterSet {
        self.view.near(self.who, some)
    }

    fn distance(&self, other: FighterId) -> i64 {
        match self.view.distance(self.who, other) {
            NONE => whole(UNLIMITED),
            zones => whole(zones),
        }
    }

    /// Returns the distance to the nearest of these characters, in zones as a number of the policy language.
    /// Returns `None` for an empty set.
    fn nearest(&self, some: FighterSet) -> Option<i64> {
        some.iter().map(|other| self.distance(other)).min()
    }

    /// Returns the chance that damage with these dice puts the character `who` out of the fight, in
    /// thousandths.
    fn risk(&self, pool: Pool, armour: i32, who: FighterId) -> i64 {
        let health = i32::from(self.body(who).health);
        let full = i32::from(self.fighter(who).health);
        let options = &self.view.arena.options;
        let critical = |health: i32| (options.rules.wounds.critical * health + 99) / 100;
        let needed = match options.critical {
            Critical::Remaining => critical(health),
            Critical::Maximum => critical(full).min(health),
            Critical::None => health,
        };
        let armour = if pool.direct { 0 } else { armour };
        let before = needed.max(1) + armour;
        let total = (before - 1) * i32::from(pool.divisor) + 1;
        chance(pool, total)
    }

    /// Returns two values for the weapons that `item` names: whether bare hands are among them, and the list
    /// indices of those that the fighter holds.
    fn things(&self, item: Option<ItemRef>) -> (bool, impl Iterator<Item = usize>) {
        let meant = item.map_or(0, |item| self.view.arena.meant(item));
        let items = &self.me().items;
        let held = move |&at: &usize| {
            items[at].at == Whereabouts::Held && meant >> items[at].weapon & 1 == 1
        };
        (meant >> UNARMED & 1 == 1, (0..items.len()).filter(held))
    }

    fn shots(&self, item: Option<ItemRef>) -> i64 {
        let (bare, things) = self.things(item);
        let left = |at: usize| {
            let item = self.me().items[at];
            let counted = self.view.arena.weapon(item.weapon).shots;
            counted.map_or(UNLIMITED, |_| item.shots.into())
        };
        let all: i64 = things.map(left).chain(bare.then_some(UNLIMITED)).sum();
        whole(all.min(UNLIMITED))
    }
}

/// Returns the number of these characters that satisfy `which`.
fn count(some: FighterSet, which: impl Fn(FighterId) -> bool) -> i64 {
    whole(some.filter(which).count())
}

/// Returns the mean damage of these dice before armour, in thousandths.
fn mean(pool: Pool) -> i64 {
    let sides = i64::from(pool.sides);
    let rolls = 1 + u32::from(pool.again);
    let one = if pool.again > 0 && pool.count == 1 {
        let lowest = |least: i64| (sides - least + 1).pow(rolls);
        (1..=sides).map(lowest).sum::<i64>() * 1000 / sides.pow(rolls)
    } else {
        (sides + 1) * 500
    };
    i64::from(pool.count) * one / i64::from(pool.divisor)
}

/// Returns the chance that the sum of these dice is at least `least`, in thousandths. If there are more than
/// twelve dice, it is the chance of twelve.
fn chance(pool: Pool, least: i32) -> i64 {
    let (count, sides) = (pool.count.min(MOST_DICE), usize::from(pool.sides));
    let most = usize::from(count) * sides;
    let mut ways = [0u64; TOTALS];
    ways[0] = 1;
    for dice in 0..usize::from(count) {
        let so_far = dice * sides;
        for total in (0..=so_far + sides).rev() {
            let from = total.saturating_sub(sides);
            let sum = ways[from..total.min(so_far + 1)].iter().sum();
            ways[total] = sum;
        }
    }
    let all = u64::from(pool.sides).pow(count.into());
    let least = usize::try_from(least).unwrap_or(0).min(most + 1);
    let good: u64 = ways[least..=most].iter().sum();
    let rolls = 1 + u32::from(pool.again);
    let [good, all] = [good, all].map(|ways| u128::from(ways).pow(rolls));
    i64::try_from(good * 1000 / all).expect("a chance is at most 1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_of_dice_are_counted_exactly() {
        assert_eq!(chance(Pool::plain(1, 6), 4), 500);
        assert_eq!(chance(Pool::plain(1, 6), 7), 0);
        assert_eq!(chance(Pool::plain(2, 8), 5), 1000 * 58 / 64);
        assert_eq!(chance(Pool::plain(2, 8), 9), 1000 * 36 / 64);
        let twice = Pool {
            again: 1,
            ..Pool::plain(1, 8)
        };
        assert_eq!(chance(twice, 4), 1000 * 25 / 64);
        assert_eq!(mean(twice), 51_000 / 16);
        assert_eq!(mean(Pool::plain(2, 6)), 7000);
    }
}
