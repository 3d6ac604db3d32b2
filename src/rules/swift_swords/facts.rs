//! What the conditions of a policy may ask, answered.

use super::arena::Arena;
use super::arms;
use super::contact;
use super::defence::{self, Kind};
use super::fighter::{FISTS, Track};
use super::hand::{Hand, Payment};
use super::luck::{chance, need};
use super::questions::{FACTS, Fact};
use super::ranks;
use super::state::{Aim, Body, Phase, State};
use super::tactics::{Helps, Matter};
use crate::fight::{FighterId, FighterSet};

/// Who asks, and what they look at.
pub(super) struct Asker<'a, const N: usize> {
    pub arena: &'a Arena<N>,
    pub state: &'a State<N>,
    pub who: FighterId,
    pub target: Option<FighterId>,
    pub matter: &'a Matter,
}

fn whole(number: impl Into<i64>) -> i64 {
    number.into() * 1000
}

fn truth(holds: bool) -> i64 {
    i64::from(holds)
}

impl<const N: usize> Asker<'_, N> {
    /// The value of a fact: thousandths, or a truth.
    pub(super) fn answer(&self, fact: usize) -> i64 {
        let fact = FACTS[fact].0;
        self.of_self(fact)
            .or_else(|| self.of_target(fact))
            .or_else(|| self.of_others(fact))
            .unwrap_or_else(|| self.of_matter(fact))
    }

    fn body(&self, who: FighterId) -> &Body {
        self.state.body(who)
    }

    fn left(&self, who: FighterId, track: Track) -> i64 {
        whole(ranks::left(self.arena, self.state, who, track))
    }

    fn of_self(&self, fact: Fact) -> Option<i64> {
        let (arena, state, who) = (self.arena, self.state, self.who);
        let (me, body) = (arena.fighter(who), self.body(who));
        let skill = |kind| whole(defence::skill(arena, state, who, kind));
        Some(match fact {
            Fact::Round => whole(state.round),
            Fact::Closing => truth(state.phase == Phase::Closing),
            Fact::SelfDice => whole(body.hand.total()),
            Fact::SelfUsable => whole(body.hand.usable()),
            Fact::SelfOnes => whole(body.hand.ones()),
            Fact::SelfPips => whole(body.hand.pips()),
            Fact::SelfAttacks => whole(self.attacks(body.hand)),
            Fact::SelfSpare => truth(self.has_spare()),
            Fact::SelfPhysical => self.left(who, Track::Physical),
            Fact::SelfMental => self.left(who, Track::Mental),
            Fact::SelfRank => whole(ranks::total(arena, state, who, Track::Physical)),
            Fact::SelfAttack => whole(me.attack),
            Fact::SelfDodge => skill(Kind::Dodge),
            Fact::SelfBlock => skill(Kind::Block),
            Fact::SelfParry => skill(Kind::Parry),
            Fact::SelfArmour => whole(me.armour.saturating_sub(body.stripped)),
            Fact::SelfShield => whole(me.shield),
            Fact::SelfStateless => truth(me.stateless),
            Fact::SelfPool => whole(body.pool.dice()),
            Fact::SelfPoolRoom => whole(defence::room(arena, state, who)),
            Fact::SelfGathered => match body.aim {
                Aim::None => 0,
                Aim::Shot { dice, .. } | Aim::Spell { dice } => whole(dice),
            },
            Fact::SelfExposures => whole(body.exposures),
            Fact::SelfFumbled => truth(body.fumbled),
            Fact::SelfDazed => truth(body.states.any()),
            Fact::SelfArmed => truth(arms::in_hand(arena, state, who).is_some()),
            Fact::SelfBare => truth(arms::melee(arena, state, who, arms::ANY) == Some(FISTS)),
            Fact::SelfContact => truth(body.group != 0),
            Fact::SelfClose => truth(body.close != 0),
            Fact::SelfProne => truth(body.prone),
            Fact::SelfCanStand => truth(body.prone && body.close == 0 && !body.injuries.legless),
            Fact::SelfHolding => {
                let held = |other: FighterId| self.body(other).held.is_some_and(|g| g.by == who);
                truth(state.fighting.iter().any(held))
            }
            Fact::SelfCovered => truth(body.covered),
            Fact::SelfZone => whole(body.zone),
            _ => return None,
        })
    }

    /// How many attacks a hand pays for.
    fn attacks(&self, mut hand: Hand) -> u8 {
        let (arena, state, who) = (self.arena, self.state, self.who);
        let Some(weapon) = arms::melee(arena, state, who, arms::ANY) else {
            return 0;
        };
        let cost = arms::cost(arena, state, who, weapon);
        let mut attacks = 0;
        while let Some(paid) = hand.pay(cost, Payment::Cheapest) {
            hand = hand.without(paid);
            attacks += 1;
        }
        attacks
    }

    /// Whether the lowest usable die is of no use to the attacks that the hand pays for.
    fn has_spare(&self) -> bool {
        let hand = self.body(self.who).hand;
        let Some(lowest) = hand.lowest() else {
            return false;
        };
        let mut rest = hand;
        rest.remove(lowest);
        self.attacks(rest) == self.attacks(hand)
    }

    fn of_target(&self, fact: Fact) -> Option<i64> {
        let (arena, state) = (self.arena, self.state);
        let target = |read: &dyn Fn(FighterId) -> i64| self.target.map_or(0, read);
        let hand = |who: FighterId| self.body(who).hand;
        Some(match fact {
            Fact::TargetDice | Fact::AttackerDice | Fact::OtherDice => {
                target(&|who| whole(hand(who).total()))
            }
            Fact::TargetUsable => target(&|who| whole(hand(who).usable())),
            Fact::TargetOnes => target(&|who| whole(hand(who).ones())),
            Fact::TargetPhysical | Fact::AttackerPhysical | Fact::OtherPhysical => {
                target(&|who| self.left(who, Track::Physical))
            }
            Fact::TargetMental => target(&|who| self.left(who, Track::Mental)),
            Fact::TargetRank => {
                target(&|who| whole(ranks::total(arena, state, who, Track::Physical)))
            }
            Fact::TargetAttack => target(&|who| whole(arena.fighter(who).attack)),
            Fact::TargetArmour => target(&|who| {
                whole(
                    arena
                        .fighter(who)
                        .armour
                        .saturating_sub(self.body(who).stripped),
                )
            }),
            Fact::TargetPool => target(&|who| whole(self.body(who).pool.dice())),
            Fact::TargetExposures | Fact::AttackExposures | Fact::OtherExposures => {
                target(&|who| whole(self.body(who).exposures))
            }
            Fact::TargetFumbled => target(&|who| truth(self.body(who).fumbled)),
            Fact::TargetDazed | Fact::OtherDazed => {
                target(&|who| truth(self.body(who).states.any()))
            }
            Fact::TargetDefends => target(&|who| {
                let ready = |&kind: &Kind| {
                    defence::is_ready(arena, state, who, kind)
                        && defence::skill(arena, state, who, kind) > 0
                };
                let able = defence::is_able(state, who) && hand(who).is_usable();
                truth(able && Kind::ALL.iter().any(ready))
            }),
            Fact::TargetContact => target(&|who| truth(self.body(who).group != 0)),
            Fact::TargetSame => target(&|who| truth(contact::together(state, self.who, who))),
            Fact::TargetClose => target(&|who| truth(self.body(who).close != 0)),
            Fact::TargetProne => target(&|who| truth(self.body(who).prone)),
            Fact::TargetHeld => target(&|who| truth(self.body(who).held.is_some())),
            Fact::TargetDistance => target(&|who| self.distance(who)),
            Fact::Hold => {
                let own = self.body(self.who).held;
                let grip = own.or_else(|| self.target.and_then(|who| self.body(who).held));
                whole(grip.map_or(0, |grip| grip.level))
            }
            Fact::TargetLarger | Fact::OtherLarger => target(&|who| {
                whole(i32::from(arena.fighter(who).size) - i32::from(arena.fighter(self.who).size))
            }),
            _ => return None,
        })
    }

    fn distance(&self, who: FighterId) -> i64 {
        let (here, there) = (self.body(self.who).zone, self.body(who).zone);
        whole(self.arena.field.distance(here, there))
    }

    fn of_others(&self, fact: Fact) -> Option<i64> {
        let foes = self.arena.foes(self.state, self.who);
        let mut mates = self.arena.lineup.allies(self.who).and(self.state.fighting);
        mates.remove(self.who);
        let group = || contact::group(self.state, self.who);
        let dice = |those: FighterSet| {
            let usable = those
                .iter()
                .map(|who| u32::from(self.body(who).hand.usable()));
            whole(usable.sum::<u32>())
        };
        Some(match fact {
            Fact::FoesFighting => whole(foes.count()),
            Fact::FoesContact => whole(foes.and(group()).count()),
            Fact::FoesDice => dice(foes),
            Fact::FoesDistance => foes.iter().map(|foe| self.distance(foe)).min().unwrap_or(0),
            Fact::AlliesFighting => whole(mates.count()),
            Fact::AlliesContact => whole(mates.and(group()).count()),
            Fact::AlliesDice => dice(mates),
            _ => return None,
        })
    }

    fn of_matter(&self, fact: Fact) -> i64 {
        let matter = self.matter;
        let rolled = matter.rolled.unwrap_or_default();
        let (pool, shield) = matter.block.unwrap_or_default();
        let (damage, mental) = matter.damage.unwrap_or_default();
        match (fact, matter.incoming) {
            (Fact::AttackDice, Some(seen)) => whole(seen.dice),
            (Fact::AttackSl, Some(seen)) => whole(seen.sl),
            (Fact::AttackChance, Some(seen)) => {
                let armour = self.arena.fighter(self.who).armour;
                let stopped = armour.saturating_sub(self.body(self.who).stripped);
                chance(seen.dice, need(seen.sl), stopped + 1).into()
            }
            (Fact::AttackMissile, Some(seen)) => truth(seen.missile),
            (Fact::AttackBase, Some(seen)) => whole(seen.code.base),
            (Fact::Damage, _) => whole(damage),
            (Fact::DamageMental, _) => truth(mental),
            (Fact::RollHits, _) => whole(rolled.hits),
            (Fact::RollNear, _) => whole(rolled.near),
            (Fact::RollOnes, _) => whole(rolled.ones),
            (Fact::RollMisses, _) => whole(rolled.misses + rolled.near),
            (Fact::BlockPool, _) => whole(pool),
            (Fact::BlockShield, _) => whole(shield),
            (Fact::WoundNumber, _) => whole(matter.landing.0),
            (Fact::WoundSteps, _) => whole(matter.landing.1),
            (Fact::Spare, _) => whole(matter.spare),
            (Fact::Cost, _) => whole(matter.cost),
            (Fact::Helps | Fact::RollFor, _) => whole(match matter.helps {
                Helps::Attack => 0,
                Helps::Defence => 1,
                Helps::Other => 2,
            }),
            _ => 0,
        }
    }
}
