//! What the conditions of a policy may ask, answered.

use super::arena::Arena;
use super::chance::Level;
use super::defence::{Defence, Incoming};
use super::fighter::{ItemKind, Threat};
use super::hands::{can_shoot, can_strike, is_whole};
use super::questions::{FACTS, Fact};
use super::state::{Action, Body, Condition, State};
use crate::fight::{FighterId, FighterSet};
use crate::policy::ItemRef;

/// Who asks, and what they look at.
pub(super) struct Asker<'a, const N: usize> {
    pub arena: &'a Arena<N>,
    pub view: &'a State<N>,
    pub live: &'a State<N>,
    pub who: FighterId,
    pub target: Option<FighterId>,
    pub incoming: Option<Incoming>,
}

/// Stands for a number without limit.
const UNLIMITED: i64 = 1_000_000;

impl<const N: usize> Asker<'_, N> {
    /// The value of a fact: thousandths, a truth, or a place on a scale.
    pub(super) fn answer(&self, fact: usize, item: Option<ItemRef>) -> i64 {
        let me = self.view.body(self.who);
        match FACTS[fact].0 {
            Fact::Round => whole(self.view.round),
            Fact::SelfHp => whole(me.hp),
            Fact::SelfHpMax => whole(self.arena.fighter(self.who).hit_points),
            Fact::SelfDex => whole(self.arena.fighter(self.who).dex),
            Fact::SelfDodge => whole(
                self.defence()
                    .dodge(self.attack())
                    .map_or(0, |limits| limits.success),
            ),
            Fact::SelfParry => whole(
                self.defence()
                    .parry(self.attack(), None)
                    .map_or(0, |tool| tool.limits.success),
            ),
            Fact::SelfArmed => truth(self.is_armed(me)),
            Fact::SelfKneels => truth(me.intent.kneel),
            Fact::SelfDefences => whole(self.live.body(self.who).defences),
            Fact::SelfParries => whole(self.live.body(self.who).parries),
            Fact::SelfMoved => metres(me.intent.moved),
            Fact::TargetHp => self.target().map_or(0, |(_, body)| whole(body.hp)),
            Fact::TargetHpMax => self
                .target()
                .map_or(0, |(who, _)| whole(self.arena.fighter(who).hit_points)),
            Fact::TargetDistance => self
                .target()
                .map_or(0, |(who, _)| metres(self.view.distance(self.who, who))),
            Fact::TargetInReach => truth(
                self.target()
                    .is_some_and(|(who, _)| self.arena.in_reach(self.view, self.who, who)),
            ),
            Fact::TargetDown => truth(
                self.target()
                    .is_some_and(|(_, body)| body.condition.is_fallen()),
            ),
            Fact::TargetIntent => self
                .target()
                .map_or(0, |(who, body)| self.stated(who, body)),
            Fact::FoesStanding => whole(self.foes().count()),
            Fact::FoesFallen => self.count(self.arena.lineup.enemies(self.who), |body| {
                body.condition.is_fallen()
            }),
            Fact::FoesInReach => number_of(self.foes(), |foe| {
                self.arena.in_reach(self.view, self.who, foe)
            }),
            Fact::FoesDistance => self
                .foes()
                .iter()
                .map(|foe| self.view.distance(self.who, foe))
                .min()
                .map_or(0, metres),
            Fact::FoesAimingAtMe => number_of(self.foes(), |foe| self.aims_at(foe, self.who)),
            Fact::AlliesStanding => whole(self.view.able.and(self.mates()).count()),
            Fact::AlliesFallen => self.count(self.mates(), |body| body.condition.is_fallen()),
            Fact::AlliesDying => {
                self.count(self.mates(), |body| body.condition == Condition::Dying)
            }
            Fact::AlliesAimingAtTarget => self.target.map_or(0, |target| {
                number_of(self.mates(), |mate| self.aims_at(mate, target))
            }),
            Fact::Usable => truth(self.things(item).any(|at| {
                let thing = &self.arena.fighter(self.who).items[at];
                is_whole(thing, me, at) && (thing.ammo.is_none() || me.items[at].ammo > 0)
            })),
            Fact::Loaded => truth(
                self.things(item)
                    .any(|at| can_shoot(&self.arena.fighter(self.who).items[at], me, at)),
            ),
            Fact::Points => self
                .things(item)
                .find_map(|at| self.points(me, at))
                .map_or(0, whole),
            Fact::Ammo => {
                let left = self
                    .things(item)
                    .map(|at| self.left(me, at))
                    .fold(0, i64::saturating_add);
                left.min(UNLIMITED) * 1000
            }
            Fact::AttackLevel => self.incoming.map_or(Level::Failure, |i| i.level) as i64,
            Fact::AttackMissile => truth(self.incoming.is_some_and(|i| i.threat != Threat::Melee)),
            Fact::AttackUnarmed => truth(self.incoming.is_some_and(|i| i.brawl)),
            Fact::AttackWeapon => truth(
                self.incoming
                    .zip(item)
                    .is_some_and(|(incoming, item)| self.is_with(incoming, item)),
            ),
            Fact::AttackerHp => self
                .incoming
                .map_or(0, |i| whole(self.view.body(i.attacker).hp)),
            Fact::AttackerDistance => self
                .incoming
                .map_or(0, |i| metres(self.view.distance(self.who, i.attacker))),
        }
    }

    fn defence(&self) -> Defence<'_, N> {
        Defence {
            arena: self.arena,
            view: self.view,
            live: self.live,
            who: self.who,
        }
    }

    /// The attack in question; outside a reaction, an ordinary armed blow.
    fn attack(&self) -> Incoming {
        self.incoming.unwrap_or(Incoming {
            attacker: self.who,
            level: Level::Success,
            threat: Threat::Melee,
            item: None,
            brawl: false,
        })
    }

    /// Whether an attack is made with the thing meant, by its own name or by that of the row it is thrown by.
    fn is_with(&self, incoming: Incoming, item: ItemRef) -> bool {
        let Some(at) = incoming.item else {
            return false;
        };
        let attacker = self.arena.fighter(incoming.attacker);
        let shot = attacker.items[usize::from(at)].shoot;
        let thrown = incoming.threat != Threat::Melee && shot.is_some_and(|shot| shot.row == item);
        thrown || attacker.meant(item) >> at & 1 == 1
    }

    fn target(&self) -> Option<(FighterId, &Body)> {
        self.target.map(|who| (who, self.view.body(who)))
    }

    fn foes(&self) -> FighterSet {
        self.arena.able_enemies(self.view, self.who)
    }

    /// The own side without oneself.
    fn mates(&self) -> FighterSet {
        let mut mates = self.arena.lineup.allies(self.who);
        mates.remove(self.who);
        mates
    }

    fn count(&self, among: FighterSet, which: impl Fn(&Body) -> bool) -> i64 {
        number_of(among, |who| which(self.view.body(who)))
    }

    /// Whether somebody has stated an attack on somebody.
    fn aims_at(&self, attacker: FighterId, target: FighterId) -> bool {
        let intent = &self.view.body(attacker).intent;
        self.view.able.has(attacker)
            && intent.spoken
            && matches!(intent.action,
                Action::Strike { target: aim, .. } | Action::Shoot { target: aim, .. } if aim.who == target)
    }

    /// What somebody has stated, as a place on the scale of intents. Only the able have stated anything, and only
    /// those who spoke before.
    fn stated(&self, who: FighterId, body: &Body) -> i64 {
        if !self.view.able.has(who) || !body.intent.spoken {
            return 0;
        }
        match body.intent.action {
            Action::None => 1,
            Action::Strike { .. } => 2,
            Action::Shoot { .. } => 3,
            Action::Reload { .. } => 4,
            Action::FirstAid(_) => 5,
            Action::Wake { .. } => 6,
        }
    }

    fn is_armed(&self, me: &Body) -> bool {
        let items = &self.arena.fighter(self.who).items;
        items
            .iter()
            .enumerate()
            .any(|(at, item)| item.kind == ItemKind::Melee && can_strike(item, me, at))
    }

    /// Positions of the things meant.
    fn things(&self, item: Option<ItemRef>) -> impl Iterator<Item = usize> + use<N> {
        let meant = item.map_or(0, |item| self.arena.fighter(self.who).meant(item));
        (0..8).filter(move |at| meant >> at & 1 == 1)
    }

    /// Parrying points left of a whole thing.
    fn points(&self, me: &Body, at: usize) -> Option<i32> {
        let points = self.arena.fighter(self.who).items[at].points?;
        (!me.items[at].broken).then(|| i32::from(points - me.items[at].lost))
    }

    fn left(&self, me: &Body, at: usize) -> i64 {
        let item = &self.arena.fighter(self.who).items[at];
        match item.ammo {
            Some(_) => i64::from(me.items[at].ammo),
            None if item.shoot.is_some() => UNLIMITED,
            None => 0,
        }
    }
}

fn number_of(among: FighterSet, which: impl Fn(FighterId) -> bool) -> i64 {
    let those: FighterSet = among.iter().filter(|&who| which(who)).collect();
    whole(those.count())
}

fn whole(number: impl Into<i64>) -> i64 {
    number.into() * 1000
}

/// Centimetres as thousandths of metres.
fn metres(centimetres: i32) -> i64 {
    i64::from(centimetres) * 10
}

fn truth(holds: bool) -> i64 {
    i64::from(holds)
}
