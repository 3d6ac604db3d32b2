//! What the conditions of a policy may ask, answered.

use super::access::Means;
use super::arena::Arena;
use super::attack::Incoming;
use super::damage::Pool;
use super::field::NONE;
use super::fighter::UNARMED;
use super::options::Critical;
use super::questions::{FACTS, Fact};
use super::state::{State, Status, Whereabouts};
use crate::fight::{FighterId, FighterSet};
use crate::policy::ItemRef;

/// Who asks, and what they look at.
pub(super) struct Asker<'a, const N: usize> {
    pub arena: &'a Arena<N>,
    pub state: &'a State<N>,
    pub who: FighterId,
    pub target: Option<FighterId>,
    pub incoming: Option<Incoming>,
}

/// Stands for a number without limit.
const UNLIMITED: i64 = 1_000_000;

/// Most dice that a risk is worked out from.
const MOST_DICE: u16 = 12;
/// The most that they show, and nothing.
const TOTALS: usize = 12 * 20 + 1;

/// Whether somebody holds this weapon of its list and has a shot for it.
pub(super) fn is_usable<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
    at: usize,
) -> bool {
    let item = state.body(who).items[at];
    let loaded = arena.weapon(item.weapon).shots.is_none() || item.shots > 0;
    item.at == Whereabouts::Held && loaded
}

impl<const N: usize> Asker<'_, N> {
    /// The value of a fact: thousandths, a truth, or a place on a scale. `counter` says what one could strike back
    /// with.
    pub(super) fn answer(
        &self,
        fact: usize,
        item: Option<ItemRef>,
        counter: impl FnOnce() -> Option<Means>,
    ) -> i64 {
        let me = self.arena.fighter(self.who);
        let body = self.state.body(self.who);
        let target = |read: &dyn Fn(FighterId) -> i64| self.target.map_or(0, read);
        let attacker =
            |read: &dyn Fn(FighterId) -> i64| self.incoming.map_or(0, |i| read(i.attacker));
        match FACTS[fact].0 {
            Fact::SelfSize => me.size as i64,
            Fact::TargetSize => target(&|who| self.arena.fighter(who).size as i64),
            Fact::Round => whole(self.state.round),
            Fact::SelfHealth => whole(body.health),
            Fact::SelfHealthMax => whole(me.health),
            Fact::SelfStr => whole(me.strength),
            Fact::SelfAgi => whole(me.agility),
            Fact::SelfWit => whole(me.wit),
            Fact::SelfArmour => self.armour(self.who),
            Fact::SelfReady => truth(self.state.unused.has(self.who)),
            Fact::SelfArmed => truth(body.items.iter().any(|item| item.at == Whereabouts::Held)),
            Fact::SelfConcealed => truth(body.concealed),
            Fact::SelfHolding => whole(self.state.captives(self.who).count()),
            Fact::SelfRemedies => body.remedies.iter().map(|&uses| whole(uses)).sum(),
            Fact::TargetHealth => target(&|who| whole(self.state.body(who).health)),
            Fact::TargetHealthMax => target(&|who| whole(self.arena.fighter(who).health)),
            Fact::TargetAgi => target(&|who| whole(self.arena.fighter(who).agility)),
            Fact::TargetStr => target(&|who| whole(self.arena.fighter(who).strength)),
            Fact::TargetArmour => target(&|who| self.armour(who)),
            Fact::TargetDistance => target(&|who| self.distance(who)),
            Fact::TargetNearby => target(&|who| truth(self.is_near(who))),
            Fact::TargetReady => target(&|who| truth(self.state.unused.has(who))),
            Fact::TargetGrabbed => target(&|who| truth(self.state.is_grabbed(who))),
            Fact::TargetLarger => target(&|who| whole(self.arena.over(who, self.who))),
            Fact::FoesFighting => whole(self.foes().count()),
            Fact::FoesReady => whole(self.foes().and(self.state.unused).count()),
            Fact::FoesNearby => number_of(self.foes(), |foe| self.is_near(foe)),
            Fact::FoesDistance => {
                let distances = self.foes().iter().map(|foe| self.distance(foe));
                distances.min().unwrap_or(0)
            }
            Fact::FoesDown => self.enemies_who(Status::is_down),
            Fact::FoesSurrendered => self.enemies_who(|status| status == Status::Surrendered),
            Fact::AlliesFighting => whole(self.mates().and(self.state.fighting).count()),
            Fact::AlliesReady => whole(self.mates().and(self.state.unused).count()),
            Fact::AlliesNearby => {
                let fighting = self.mates().and(self.state.fighting);
                number_of(fighting, |mate| self.is_near(mate))
            }
            Fact::AlliesDown => {
                number_of(self.mates(), |mate| self.state.body(mate).status.is_down())
            }
            Fact::AlliesGrabbed => number_of(self.mates(), |mate| self.state.is_grabbed(mate)),
            Fact::Usable => truth(
                self.things(item)
                    .any(|at| at == usize::MAX || is_usable(self.arena, self.state, self.who, at)),
            ),
            Fact::Shots => self.shots(item),
            Fact::AttackDamage => self.incoming.map_or(0, |seen| mean(seen.pool)),
            Fact::AttackMost => self.incoming.map_or(0, |seen| {
                let armour = self.against(self.who, seen.attacker, seen.means, false);
                let most = seen.pool.most() - if seen.pool.direct { 0 } else { armour };
                whole(if seen.means.is_nonlethal() {
                    0
                } else {
                    most.max(0)
                })
            }),
            Fact::AttackRisk => self.incoming.map_or(0, |seen| {
                let armour = self.against(self.who, seen.attacker, seen.means, false);
                if seen.means.is_nonlethal() {
                    0
                } else {
                    self.risk(seen.pool, armour, self.who)
                }
            }),
            Fact::AttackRanged => truth(self.incoming.is_some_and(|seen| seen.ranged)),
            Fact::AttackNonlethal => {
                truth(self.incoming.is_some_and(|seen| seen.means.is_nonlethal()))
            }
            Fact::AttackSeveral => truth(self.incoming.is_some_and(|seen| seen.several)),
            Fact::AttackerHealth => attacker(&|who| whole(self.state.body(who).health)),
            Fact::AttackerArmour => attacker(&|who| self.armour(who)),
            Fact::AttackerDistance => attacker(&|who| self.distance(who)),
            Fact::CounterRisk => match (self.incoming, counter()) {
                (Some(seen), Some(means)) => {
                    let weapon = self.arena.weapon_of(self.state, self.who, means);
                    let larger = self.arena.over(self.who, seen.attacker);
                    let armour = self.against(seen.attacker, self.who, means, true);
                    let causes = self.arena.hampered(self.state, self.who);
                    self.risk(
                        self.arena.pool(weapon, larger, causes),
                        armour,
                        seen.attacker,
                    )
                }
                _ => 0,
            },
            riding => self.of_riding(riding),
        }
    }

    /// What has to do with mounts, vehicles and those who ride.
    fn of_riding(&self, fact: Fact) -> i64 {
        let (arena, state) = (self.arena, self.state);
        let rides = |who| state.mount_of(who).is_some();
        let target = |read: &dyn Fn(FighterId) -> i64| self.target.map_or(0, read);
        match fact {
            Fact::SelfMounted => truth(rides(self.who)),
            Fact::SelfRiders => whole(state.riders(self.who).count()),
            Fact::TargetMounted => target(&|who| truth(rides(who))),
            Fact::TargetRiders => target(&|who| whole(state.riders(who).count())),
            Fact::MountHealth => self.mount(|mount| whole(state.body(mount).health)),
            Fact::MountHealthMax => self.mount(|mount| whole(arena.fighter(mount).health)),
            Fact::MountSpeed => self.mount(|mount| whole(arena.fighter(mount).full) / 2),
            Fact::MountMoved => self.mount(|mount| truth(state.has_moved(mount))),
            Fact::MountDistance => {
                let free = |&mount: &FighterId| arena.has_seat(state, self.who, mount);
                let nearest = arena.lineup.everybody().filter(free);
                let nearest = nearest.map(|mount| self.distance(mount)).min();
                nearest.unwrap_or(UNLIMITED * 1000)
            }
            Fact::FoesMounted => number_of(self.foes(), rides),
            _ => unreachable!("every other fact is answered above"),
        }
    }

    /// Something about what one rides; 0 on foot.
    fn mount(&self, read: impl Fn(FighterId) -> i64) -> i64 {
        self.state.mount_of(self.who).map_or(0, read)
    }

    fn foes(&self) -> FighterSet {
        let foes = self.arena.foes(self.state, self.who).iter();
        foes.filter(|&foe| !self.state.body(foe).concealed)
            .collect()
    }

    /// The own side without oneself.
    fn mates(&self) -> FighterSet {
        let mut mates = self.arena.lineup.allies(self.who);
        mates.remove(self.who);
        mates
    }

    fn enemies_who(&self, are: impl Fn(Status) -> bool) -> i64 {
        let enemies = self.arena.lineup.enemies(self.who);
        number_of(enemies, |foe| are(self.state.body(foe).status))
    }

    fn is_near(&self, other: FighterId) -> bool {
        self.arena.nearby(self.state, self.who, other)
    }

    fn distance(&self, other: FighterId) -> i64 {
        match self.arena.distance(self.state, self.who, other) {
            NONE => UNLIMITED * 1000,
            zones => whole(zones),
        }
    }

    /// Armour and shield, without any cover.
    fn armour(&self, who: FighterId) -> i64 {
        let (fighter, body) = (self.arena.fighter(who), self.state.body(who));
        let armour = if body.armour_gone { 0 } else { fighter.armour };
        let shield = if body.shield_gone { 0 } else { fighter.shield };
        whole((armour + shield).min(3))
    }

    /// Armour value against an attack.
    fn against(&self, who: FighterId, attacker: FighterId, means: Means, exposed: bool) -> i32 {
        let weapon = self.arena.weapon_of(self.state, attacker, means);
        self.arena
            .armour(self.state, who, attacker, weapon, exposed)
    }

    /// The chance that these dice put somebody out of the fight, in thousandths.
    fn risk(&self, pool: Pool, armour: i32, who: FighterId) -> i64 {
        let health = i32::from(self.state.body(who).health);
        let full = i32::from(self.arena.fighter(who).health);
        let needed = match self.arena.options.critical {
            Critical::Remaining => (health + 1) / 2,
            Critical::Maximum => ((full + 1) / 2).min(health),
            Critical::None => health,
        };
        let armour = if pool.direct { 0 } else { armour };
        let before = needed.max(1) + armour;
        let total = (before - 1) * (1 << pool.halvings) + 1;
        chance(pool, total)
    }

    /// Places on the own list of the weapons meant; bare hands count as one that is always there.
    fn things(&self, item: Option<ItemRef>) -> impl Iterator<Item = usize> + use<N> {
        let meant = item.map_or(0, |item| self.arena.meant(item));
        let items = self.state.body(self.who).items;
        let bare = (meant >> UNARMED & 1 == 1).then_some(usize::MAX);
        (0..items.len())
            .filter(move |&at| {
                items[at].at == Whereabouts::Held && meant >> items[at].weapon & 1 == 1
            })
            .chain(bare)
    }

    fn shots(&self, item: Option<ItemRef>) -> i64 {
        let left = |at: usize| {
            let item = self.state.body(self.who).items.get(at);
            match item.map(|item| (self.arena.weapon(item.weapon).shots, item.shots)) {
                Some((Some(_), shots)) => i64::from(shots),
                _ => UNLIMITED,
            }
        };
        let all: i64 = self.things(item).map(left).sum();
        all.min(UNLIMITED) * 1000
    }
}

/// Mean damage in thousandths, before armour and size.
fn mean(pool: Pool) -> i64 {
    let sides = i64::from(pool.sides);
    let one = if pool.twice && pool.count == 1 {
        let lower = |least: i64| (sides - least + 1) * (sides - least + 1);
        (1..=sides).map(lower).sum::<i64>() * 1000 / (sides * sides)
    } else {
        (sides + 1) * 500
    };
    (i64::from(pool.count) * one) >> pool.halvings
}

/// The chance that these dice show at least so much, in thousandths. Of more than twelve dice, twelve are looked at.
fn chance(pool: Pool, least: i32) -> i64 {
    let (count, sides) = (pool.count.min(MOST_DICE), usize::from(pool.sides));
    let mut ways = [0u64; TOTALS];
    ways[0] = 1;
    for dice in 0..usize::from(count) {
        let most = dice * sides;
        for total in (0..=most + sides).rev() {
            let from = total.saturating_sub(sides);
            let sum = ways[from..total.min(most + 1)].iter().sum();
            ways[total] = sum;
        }
    }
    let all: u128 = ways.iter().map(|&ways| u128::from(ways)).sum();
    let least = usize::try_from(least).unwrap_or(0).min(TOTALS);
    let good: u128 = ways[least..].iter().map(|&ways| u128::from(ways)).sum();
    let rolls = 1 + u32::from(pool.twice);
    let (good, all) = (good.pow(rolls), all.pow(rolls));
    i64::try_from(good * 1000 / all).expect("a chance is at most 1")
}

fn number_of(among: FighterSet, which: impl Fn(FighterId) -> bool) -> i64 {
    let those: FighterSet = among.iter().filter(|&who| which(who)).collect();
    whole(those.count())
}

fn whole(number: impl Into<i64>) -> i64 {
    number.into() * 1000
}

fn truth(holds: bool) -> i64 {
    i64::from(holds)
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
            twice: true,
            ..Pool::plain(1, 8)
        };
        assert_eq!(chance(twice, 4), 1000 * 25 / 64);
        assert_eq!(mean(twice), 51_000 / 16);
        assert_eq!(mean(Pool::plain(2, 6)), 7000);
    }
}
