//! The facts that conditions of a policy may ask for, each with the function that computes it.
//!
//! Clauses: BRP-5.2-1, BRP-5.6-2, BRP-X-8. Distances are in metres, and chances in percent.

use super::asker::Asker;
use crate::fight::{FighterId, FighterSet};
use crate::frame::goals::{MUST_LEAVE, MUST_REACH, MUST_STAY};
use crate::frame::resting;
use crate::frame::time::{HELP_ARRIVES, OBJECTIVE_LEFT};
use crate::policy::vocabulary::{UNLIMITED, holds, number, scale, specs, truth, whole, word};
use crate::policy::{Columns, FactSpec, ItemRef, ScaleSpec};
use crate::rules::brp::nouns::columns::{
    AFFLICTIONS, AMMUNITION, ATTACK, CONDITIONS, DEFENCES, HAND, HIT_POINTS, INTENTS, PLACE,
    POINTS, ROUND, STANDING, THINGS,
};
use crate::rules::brp::nouns::{
    Action, Body, Condition, Incoming, ItemKind, Level, Threat, places,
};

#[rustfmt::skip]
const LEVEL: ScaleSpec = ScaleSpec { name: "level of success", words: &[
    word("failure", "over the chance"),
    word("success", "at or below the chance"),
    word("special", "below a fifth of the chance"),
] };

// The levels of success have the same numbers in `Level` as on the scale `LEVEL` of the policy language.
const _: () = {
    assert!(LEVEL.value("failure") == Level::Failure as i64);
    assert!(LEVEL.value("success") == Level::Success as i64);
    assert!(LEVEL.value("special") == Level::Special as i64);
};

#[rustfmt::skip]
const INTENT: ScaleSpec = ScaleSpec { name: "stated intent", words: &[
    word("unstated", "not stated yet, or down"),
    word("waits", "no action"),
    word("attacks", "a melee attack"),
    word("shoots", "a shot or throw"),
    word("reloads", "reloading"),
    word("heals", "First Aid"),
    word("wakes", "waking somebody"),
    word("flees", "flight"),
    word("surrenders", "surrender"),
] };

pub(super) const SCALES: &[ScaleSpec] = &[LEVEL, INTENT];

/// Computes a fact for the fighter that makes the decision. The second parameter is the named item of a fact
/// about items, and `None` for other facts.
type Answer = fn(&Asker<'_>, Option<ItemRef>) -> i64;

/// The specifications of the facts, as the policy language needs them.
pub(super) const FACTS: [FactSpec; Asker::FACTS.len()] = specs(Asker::FACTS);

impl<'a> Asker<'a> {
    /// Every fact with the function that computes its value. A value is a number in thousandths, a truth
    /// value, or the position of a word on its scale.
    #[rustfmt::skip]
    const FACTS: &'static [(FactSpec, Answer)] = resting::facts![
        (number("round", "the number of the round, from 1").reads(ROUND).from(1), |a, _| whole(a.view.state.round)),
        (number("self.hp", "own hit points").reads(HIT_POINTS), |a, _| whole(a.me().hp)),
        (number("self.hp_max", "own hit points at the start").reads(Columns::NONE).from(1), |a, _| whole(a.view.fighter(a.who).hit_points)),
        (number("self.dex", "own DEX").reads(Columns::NONE).from(0), |a, _| whole(a.view.fighter(a.who).dex)),
        (number("self.dodge", "chance of a dodge now, in percent; 0 where none is possible").reads(Columns::NONE).from(0),
            |a, _| whole(a.view.dodge(a.who, a.seen(), 0).map_or(0, |limits| limits.success))),
        (number("self.parry", "chance of a parry now, in percent; 0 where none is possible").reads(THINGS.and(HAND)).from(0),
            |a, _| whole(a.view.parry(a.who, a.seen(), None).map_or(0, |tool| tool.limits.success))),
        (truth("self.armed", "has a usable melee weapon other than bare hands").reads(THINGS), |a, _| holds(a.has_arms(a.who))),
        (truth("self.kneels", "has stated to kneel").reads(Columns::NONE), |a, _| holds(a.me().intent.kneel)),
        (number("self.defences", "own defences made this round").reads(DEFENCES).from(0), |a, _| whole(a.me().defences)),
        (number("self.parries", "own parries made this round").reads(DEFENCES).from(0), |a, _| whole(a.me().parries)),
        (number("self.moved", "metres moved this round").reads(DEFENCES).from(0), |a, _| metres(a.me().intent.moved)),
        (number("self.afflictions", "afflictions that one suffers from").reads(AFFLICTIONS).from(0), |a, _| whole(a.me().suffers.count())),
        (number("target.afflictions", "afflictions that the target suffers from").reads(AFFLICTIONS).from(0).of_target(),
            |a, _| a.on_target(|who| whole(a.view.body(who).suffers.count()))),
        (number("target.hp", "the target's hit points").reads(HIT_POINTS).of_target(), |a, _| a.on_target(|who| whole(a.view.body(who).hp))),
        (number("target.hp_max", "the target's hit points at the start").reads(Columns::NONE).from(0).of_target(),
            |a, _| a.on_target(|who| whole(a.view.fighter(who).hit_points))),
        (number("target.distance", "metres to the target").reads(PLACE).from(0).of_target(), |a, _| a.on_target(|who| a.distance(who))),
        (truth("target.in_reach", "the target is within melee reach").reads(PLACE).of_target(),
            |a, _| a.on_target(|who| holds(a.view.in_reach(a.who, who)))),
        (truth("target.down", "the target is unconscious or dying").reads(CONDITIONS).of_target(),
            |a, _| a.on_target(|who| holds(a.is_fallen(who)))),
        (truth("target.armed", "the target has a usable melee weapon other than bare hands").reads(THINGS).of_target(),
            |a, _| a.on_target(|who| holds(a.has_arms(who)))),
        (scale(&INTENT, "target.intent", "what the target has stated, if it has spoken before").reads(INTENTS.and(STANDING)).of_target(),
            |a, _| a.on_target(|who| a.stated(who))),
        (number("foes.standing", "able enemies").reads(STANDING).from(0), |a, _| whole(a.view.able_enemies(a.who).count())),
        (number("foes.fallen", "enemies unconscious or dying").reads(CONDITIONS).from(0),
            |a, _| whole(a.view.arena.lineup.enemies(a.who).filter(|foe| a.is_fallen(foe)).count())),
        (number("foes.dead", "enemies who are dead").reads(CONDITIONS).from(0),
            |a, _| whole(a.view.arena.lineup.enemies(a.who).filter(|foe| a.view.body(foe).condition == Condition::Dead).count())),
        (number("foes.fled", "enemies who have fled or surrendered").reads(CONDITIONS).from(0),
            |a, _| whole(a.view.arena.lineup.enemies(a.who).filter(|foe| a.view.body(foe).condition.has_left()).count())),
        (number("foes.in_reach", "able enemies within melee reach").reads(PLACE.and(STANDING)).from(0),
            |a, _| whole(a.view.able_enemies(a.who).filter(|foe| a.view.in_reach(a.who, foe)).count())),
        (number("foes.distance", "metres to the nearest able enemy").reads(PLACE.and(STANDING)).from(0),
            |a, _| a.view.able_enemies(a.who).iter().map(|foe| a.distance(foe)).min().unwrap_or(0)),
        (number("foes.aiming_at_me", "enemies that have stated an attack on oneself").reads(INTENTS.and(STANDING)).from(0),
            |a, _| whole(a.view.able_enemies(a.who).filter(|foe| a.aims_at(foe, a.who)).count())),
        (number("allies.standing", "able allies, without oneself").reads(STANDING).from(0), |a, _| whole(a.view.state.able.and(a.mates()).count())),
        (number("allies.fallen", "allies unconscious or dying").reads(CONDITIONS).from(0),
            |a, _| whole(a.mates().filter(|mate| a.is_fallen(mate)).count())),
        (number("allies.dying", "allies at 0 hit points or less, not dead").reads(CONDITIONS).from(0),
            |a, _| whole(a.mates().filter(|mate| a.view.body(mate).condition == Condition::Dying).count())),
        (number("allies.dead", "allies who are dead").reads(CONDITIONS).from(0),
            |a, _| whole(a.mates().filter(|mate| a.view.body(mate).condition == Condition::Dead).count())),
        (number("allies.down", "allies who are unconscious, dying or dead").reads(CONDITIONS).from(0),
            |a, _| whole(a.mates().filter(|mate| a.view.body(mate).condition.is_down()).count())),
        (number("allies.fled", "allies who have fled or surrendered").reads(CONDITIONS).from(0),
            |a, _| whole(a.mates().filter(|mate| a.view.body(mate).condition.has_left()).count())),
        (number("allies.aiming_at_target", "allies that have stated an attack on the target").reads(INTENTS.and(STANDING)).from(0).of_target(),
            |a, _| a.on_target(|who| whole(a.mates().filter(|mate| a.aims_at(mate, who)).count()))),
        (truth("usable", "this thing is carried, whole and not used up").reads(THINGS).of_item(),
            |a, item| holds(a.things(item).any(|at| a.arms().is_whole(at) && a.arms().has_ammo(at)))),
        (truth("loaded", "this weapon could be shot now").reads(THINGS).of_item(),
            |a, item| holds(a.things(item).any(|at| a.arms().can_shoot(at)))),
        (number("points", "parrying points left of this thing").reads(POINTS.and(THINGS)).of_item(),
            |a, item| a.things(item).find_map(|at| a.points(at)).map_or(0, whole)),
        (number("ammo", "shots or pieces left; 1000000 where they are unlimited").reads(AMMUNITION.and(THINGS)).from(0).of_item(),
            |a, item| whole(a.things(item).map(|at| a.shots(at)).fold(0, i64::saturating_add).min(UNLIMITED))),
        (scale(&LEVEL, "attack.level", "how well the attack succeeded").reads(ATTACK).only_in(&["react"]), |a, _| a.on_attack(|seen| seen.level as i64)),
        (truth("attack.missile", "the attack was shot or thrown").reads(ATTACK).only_in(&["react"]),
            |a, _| a.on_attack(|seen| holds(seen.threat != Threat::Melee))),
        (truth("attack.unarmed", "the attack is with bare hands").reads(ATTACK).only_in(&["react"]), |a, _| a.on_attack(|seen| holds(seen.brawl))),
        (truth("attack.weapon", "the attack is with this thing; one thrown goes by the name of its throw too").reads(ATTACK).of_item().only_in(&["react"]),
            |a, item| a.on_attack(|seen| holds(item.is_some_and(|item| a.is_with(seen, item))))),
        (number("attacker.hp", "the attacker's hit points").reads(ATTACK).only_in(&["react"]), |a, _| a.on_attack(|seen| whole(a.view.body(seen.attacker).hp))),
        (number("attacker.distance", "metres to the attacker").reads(ATTACK).from(0).only_in(&["react"]), |a, _| a.on_attack(|seen| a.distance(seen.attacker))),
        (HELP_ARRIVES.reads(ROUND), |a, _| whole(a.view.arena.lineup.help_arrives(a.who, a.view.state.round, a.view.state.stage()))),
        (OBJECTIVE_LEFT.reads(ROUND), |a, _| whole(a.view.arena.lineup.objective_left(a.who, a.view.state.round))),
        (MUST_REACH.reads(PLACE.and(STANDING)), |a, _| holds(a.view.place_to_reach(a.who).is_some())),
        (MUST_STAY.reads(PLACE.and(STANDING)), |a, _| holds(a.view.must_stay(a.who))),
        (MUST_LEAVE.reads(Columns::NONE), |a, _| holds(a.view.arena.lineup.must_leave(a.who))),
    ];

    /// Returns the value of the fact at this index of `FACTS`.
    pub(super) fn answer(&self, fact: usize, item: Option<ItemRef>) -> i64 {
        let (spec, answer) = &Self::FACTS[fact];
        spec.kept(answer(self, item))
    }

    fn me(&self) -> &'a Body {
        self.view.body(self.who)
    }

    /// Returns the value that `read` returns for the target, or 0 if there is no target.
    fn on_target(&self, read: impl Fn(FighterId) -> i64) -> i64 {
        self.target.map_or(0, read)
    }

    /// Returns the value that `read` returns for the attack that the fighter reacts to, or 0 if the decision
    /// is no reaction.
    fn on_attack(&self, read: impl Fn(Incoming) -> i64) -> i64 {
        self.incoming.map_or(0, read)
    }

    fn distance(&self, other: FighterId) -> i64 {
        metres(self.view.state.distance(self.who, other))
    }

    fn is_fallen(&self, who: FighterId) -> bool {
        self.view.body(who).condition.is_fallen()
    }

    /// Returns whether the attack is made with the named item. A throw matches two names: the item's own
    /// name, and the name of its row for throwing, such as `thrown-dagger`.
    fn is_with(&self, incoming: Incoming, item: ItemRef) -> bool {
        let Some(at) = incoming.item else {
            return false;
        };
        let attacker = self.view.fighter(incoming.attacker);
        let shot = attacker.items[usize::from(at)].shoot;
        let thrown = incoming.threat != Threat::Melee && shot.is_some_and(|shot| shot.row == item);
        thrown || attacker.meant(item) >> at & 1 == 1
    }

    /// Returns the fighter's allies without the fighter itself.
    fn mates(&self) -> FighterSet {
        let allies = self.view.arena.lineup.allies(self.who);
        allies.without(FighterSet::of(self.who))
    }

    /// Returns whether `attacker` has stated an attack on `target`.
    fn aims_at(&self, attacker: FighterId, target: FighterId) -> bool {
        let intent = &self.view.body(attacker).intent;
        self.view.state.able.has(attacker)
            && intent.spoken
            && intent.action.aim().is_some_and(|aim| aim.who == target)
    }

    /// Returns the stated intent of a fighter, as a position on the scale `INTENT`. The intent of fighters
    /// that are down or have stated nothing yet is `unstated`.
    fn stated(&self, who: FighterId) -> i64 {
        let intent = &self.view.body(who).intent;
        if !self.view.state.able.has(who) || !intent.spoken {
            return const { INTENT.value("unstated") };
        }
        match intent.action {
            Action::None => const { INTENT.value("waits") },
            Action::Strike { .. } => const { INTENT.value("attacks") },
            Action::Shoot { .. } => const { INTENT.value("shoots") },
            Action::Reload { .. } => const { INTENT.value("reloads") },
            Action::FirstAid(_) => const { INTENT.value("heals") },
            Action::Wake { .. } => const { INTENT.value("wakes") },
            Action::Flee => const { INTENT.value("flees") },
            Action::Surrender => const { INTENT.value("surrenders") },
        }
    }

    fn has_arms(&self, who: FighterId) -> bool {
        let arms = self.view.arms(who);
        let is_weapon = |at: usize| arms.items[at].kind == ItemKind::Melee;
        arms.first(|at| is_weapon(at) && arms.can_strike(at))
            .is_some()
    }

    /// Returns the indices of the carried items that match an item name of the policy language.
    fn things(&self, item: Option<ItemRef>) -> impl Iterator<Item = usize> + use<> {
        places(item.map_or(0, |item| self.view.fighter(self.who).meant(item)))
    }

    /// Returns the parrying points left of an item. `None` if it is broken or has no parrying points.
    fn points(&self, at: usize) -> Option<i32> {
        let points = self.arms().items[at].points?;
        let thing = &self.me().items[at];
        (!thing.broken).then(|| i32::from(points - thing.lost))
    }

    fn shots(&self, at: usize) -> i64 {
        let item = &self.arms().items[at];
        match item.ammo {
            Some(_) => i64::from(self.me().items[at].ammo),
            None if item.shoot.is_some() => UNLIMITED,
            None => 0,
        }
    }
}

/// Converts centimetres to thousandths of metres.
fn metres(centimetres: i32) -> i64 {
    i64::from(centimetres) * 10
}
