//! The facts that conditions of a policy can test, each with the function that computes its value.
//!
//! Clauses: SAM-0-14. Values that are called distances are in metres. Gaps are distances in cells. Times are
//! in seconds.

use super::WORDS;
use super::asker::{self, Asker};
use crate::fight::{FighterId, FighterSet};
use crate::frame::goals::{MUST_LEAVE, MUST_REACH, MUST_STAY};
use crate::frame::resting;
use crate::frame::time::{HELP_ARRIVES, OBJECTIVE_LEFT};
use crate::policy::vocabulary::{holds, number, specs, truth, whole};
use crate::policy::{FactSpec, ItemRef};
use crate::rules::semiautomagic::nouns::{Body, Deed, DefenceMeans, Effect, Going, Whereabouts};
use crate::rules::semiautomagic::questions::{Attack, cells_of};
use crate::rules::semiautomagic::reading::{Posture, WeaponKind};

/// A function that computes a fact for the fighter that decides. Facts about a weapon also get the word of
/// the weapon.
type Answer = fn(&Asker<'_>, Option<ItemRef>) -> i64;

pub(super) const FACTS: [FactSpec; Asker::FACTS.len()] = specs(Asker::FACTS);

/// For each fact two flags: whether it depends on the clock or the round, and whether it depends on wounds.
pub(super) const FACT_READS: [[bool; 2]; Asker::FACTS.len()] = {
    let mut reads = [[false; 2]; Asker::FACTS.len()];
    let mut at = 0;
    while at < CLOCK_FACTS.len() {
        reads[WORDS.fact(CLOCK_FACTS[at])][0] = true;
        at += 1;
    }
    at = 0;
    while at < WOUND_FACTS.len() {
        reads[WORDS.fact(WOUND_FACTS[at])][1] = true;
        at += 1;
    }
    reads
};

/// The facts that depend on a fighter's clock or on the round.
const CLOCK_FACTS: [&str; 5] = [
    "round",
    "self.seconds",
    "self.charged",
    "self.mount_seconds",
    "target.needed",
];

/// The facts that depend on wounds.
const WOUND_FACTS: [&str; 4] = [
    "self.wounds",
    "self.toughness",
    "target.wounds",
    "target.toughness",
];

impl Asker<'_> {
    /// Every fact with its function. A value is a number in thousandths, or 0 or 1 for a fact that is true or
    /// false.
    #[rustfmt::skip]
    pub(super) const FACTS: &'static [(FactSpec, Answer)] = resting::facts![
        (number("round", "the number of the round, from 1").from(1), |a, _| whole(a.view.state.round)),
        (number("self.seconds", "seconds left in the own turn").from(0), |a, _| whole(a.me().clock.left)),
        (number("self.wounds", "own wounds").from(0), |a, _| whole(a.me().wounds)),
        (number("self.toughness", "own Toughness now"), |a, _| whole(a.view.toughness(a.who))),
        (number("self.will", "own Will now").from(0), |a, _| whole(a.view.will(a.mind))),
        (number("self.cover", "own cover against the nearest enemy: 0 none to 4 total").within(0, 4), |a, _| a.nearest_foe().map_or(0, |foe| whole(a.view.cover(a.who, foe)))),
        (truth("self.prone", "is prone"), |a, _| holds(a.me().posture == Posture::Prone)),
        (truth("self.crouched", "is crouched"), |a, _| holds(a.me().posture == Posture::Crouched)),
        (truth("self.flanked", "is flanked"), |a, _| holds(a.view.flanked(a.who))),
        (truth("self.aims", "has aimed at somebody"), |a, _| holds(a.me().aim.is_some())),
        (truth("self.charged", "has just moved straight as far as a charge needs, 6 m by default"), |a, _| holds(a.view.has_charged(a.who))),
        (truth("self.armed", "has a usable weapon in hand"),
            |a, _| holds(a.view.first(a.who, |weapon| weapon.kind != WeaponKind::Shield && !weapon.unarmed).is_some())),
        (truth("self.jammed", "a weapon in hand is jammed"), |a, _| holds(a.me().items.iter().any(|item| item.jammed))),
        (truth("self.empty", "a weapon in hand must be reloaded"), |a, _| holds(a.view.meant_slots(a.who, None).any(|slot| a.view.wants_loading(a.who, slot) && a.me().items[usize::from(slot)].shots == 0))),
        (truth("self.held", "is held"), |a, _| holds(a.me().held > 0)),
        (truth("self.mounted", "rides"), |a, _| holds(a.view.mount(a.who).is_some())),
        (truth("self.possesses", "is in the body of another"), |a, _| holds(a.mind != a.who)),
        (number("self.mount_seconds", "seconds left to its mount").from(0), |a, _| a.view.mount(a.who).map_or(0, |mount| whole(a.view.body(mount).clock.left))),
        (number("target.distance", "metres to the target, rounded down").from(0).of_target(), |a, _| a.on_target(|who| whole(a.view.distance(a.who, who) / 2))),
        (number("target.gap", "cells to the target: 1 where they touch").from(0).of_target(), |a, _| a.on_target(|who| whole(a.view.gap(a.who, who)))),
        (number("target.wounds", "the target's wounds").from(0).of_target(), |a, _| a.on_target(|who| whole(a.view.body(who).wounds))),
        (number("target.toughness", "the target's Toughness now").of_target(), |a, _| a.on_target(|who| whole(a.view.toughness(who)))),
        (number("target.will", "the target's Will now").from(0).of_target(), |a, _| a.on_target(|who| whole(a.view.will(who)))),
        (number("target.scale", "the target's scale").within(-2, 10).of_target(), |a, _| a.on_target(|who| whole(a.view.fighter(who).scale))),
        (number("target.cover", "the target's cover from here: 0 none to 4 total").within(0, 4).of_target(), |a, _| a.on_target(|who| whole(a.view.cover(who, a.who)))),
        (number("there.cover", "cover at the end of the way that the line takes, against its target").within(0, 4).of_target(), |a, _| a.cover_there()),
        (number("target.needed", "what the die must show for the line's attack to hit the target; 0 of a line that is no single attack").of_target(), |a, _| a.needed()),
        (number("area.foes", "enemies in the area as the line would put it down").from(0).of_target(), |a, _| a.in_area(0)),
        (number("area.friends", "oneself and allies in the area as the line would put it down").from(0).of_target(), |a, _| a.in_area(1)),
        (truth("target.flanked", "the target is flanked").of_target(), |a, _| a.on_target(|who| holds(a.view.flanked(who)))),
        (truth("target.helpless", "the target is helpless").of_target(), |a, _| a.on_target(|who| holds(a.view.body(who).is_helpless()))),
        (truth("target.prone", "the target is prone").of_target(), |a, _| a.on_target(|who| holds(a.view.body(who).posture == Posture::Prone))),
        (truth("target.panicked", "the target is panicked").of_target(), |a, _| a.on_target(|who| holds(a.view.body(who).panic.is_some()))),
        (truth("target.held", "the target is held").of_target(), |a, _| a.on_target(|who| holds(a.view.body(who).held > 0))),
        (truth("target.stunned", "the target loses the next seconds of its turns").of_target(), |a, _| a.on_target(|who| holds(a.view.body(who).stunned > 0))),
        (truth("target.disabled", "the target is disabled").of_target(), |a, _| a.on_target(|who| holds(a.view.body(who).disabled > 0))),
        (truth("target.blinded", "the target is blinded").of_target(), |a, _| a.on_target(|who| holds(a.view.body(who).blinded > 0))),
        (truth("target.armed", "the target has something in hand that it can drop, beside a shield").of_target(), |a, _| a.on_target(|who| holds(a.view.main_slot(who).is_some()))),
        (truth("target.ails", "the target has a condition that remedies can end, beside being prone or dying").of_target(), |a, _| a.on_target(|who| holds(a.view.ails(who)))),
        (truth("target.object", "the target is an object").of_target(), |a, _| a.on_target(|who| holds(a.view.fighter(who).object))),
        (truth("target.in_sight", "no wall hides the target").of_target(), |a, _| a.on_target(|who| holds(a.view.in_sight(a.who, who)))),
        (truth("target.in_reach", "a usable melee weapon reaches the target").of_target(), |a, _| a.on_target(|who| holds(!a.reached(FighterSet::of(who), WeaponKind::Melee).is_empty()))),
        (truth("target.shot_at", "a usable ranged weapon reaches the target").of_target(), |a, _| a.on_target(|who| holds(!a.reached(FighterSet::of(who), WeaponKind::Ranged).is_empty()))),
        (number("foes.standing", "enemies who are not out").from(0), |a, _| whole(a.view.foes(a.mind).count())),
        (number("foes.touching", "enemies next to it or in its cell").from(0), |a, _| whole(a.view.foes(a.view.mind_of(a.who)).filter(|foe| a.view.gap(a.who, foe) <= 1).count())),
        (number("foes.distance", "metres to the nearest enemy, rounded down").from(0), |a, _| a.nearest_foe().map_or(0, |foe| whole(a.view.distance(a.who, foe) / 2))),
        (number("foes.in_reach", "enemies whom a usable melee weapon reaches").from(0), |a, _| whole(a.reached(a.foes(), WeaponKind::Melee).count())),
        (number("foes.in_range", "enemies whom a usable ranged weapon reaches").from(0), |a, _| whole(a.reached(a.foes(), WeaponKind::Ranged).count())),
        (number("foes.flanked", "enemies who are flanked").from(0), |a, _| whole(a.foes().filter(|foe| a.view.flanked(foe)).count())),
        (number("allies.standing", "allies who are not out, without oneself").from(0), |a, _| whole(a.view.friends(a.mind).count())),
        (number("allies.dying", "allies who are dying").from(0), |a, _| whole(a.view.arena.lineup.allies(a.mind).filter(|ally| a.view.is_dying(ally)).count())),
        (number("allies.wounded", "allies who are not out and have wounds, without oneself").from(0), |a, _| whole(a.view.friends(a.mind).filter(|ally| a.view.body(ally).wounds > 0).count())),
        (number("uses", "uses left of this remedy; 0 of one without limit").from(0).of_item(), |a, item| whole(a.remedies(item).map(|slot| a.view.body(a.mind).uses[usize::from(slot)]).next().unwrap_or(0))),
        (truth("usable", "this weapon is in hand, sound and loaded").of_item(), |a, item| holds(a.view.meant(a.who, item).any(|weapon| a.view.usable(a.who, weapon)))),
        (truth("held", "this weapon is in hand").of_item(), |a, item| holds(a.slots(item, Whereabouts::Held).next().is_some())),
        (truth("spent", "this weapon is in hand, and has no ammunition left").of_item(),
            |a, item| holds(a.slots(item, Whereabouts::Held).map(|slot| a.view.arena.carried(a.who, slot).ammunition.is_some() && a.me().items[usize::from(slot)].ammunition == 0).min() == Some(true))),
        (truth("drawable", "this weapon is sheathed, and there are hands for it that are free or hold what shoots").of_item(),
            |a, item| holds(a.slots(item, Whereabouts::Sheathed).any(|slot| a.view.arena.carried(a.who, slot).hands <= a.spare_hands()))),
        (number("skill", "own skill with this weapon now").of_item(), |a, item| a.view.meant(a.who, item).map(|weapon| whole(a.view.attack_bonus(a.who, weapon))).max().unwrap_or(0)),
        (number("shots", "attacks with this weapon before it must be reloaded; 0 of one that is never loaded").from(0).of_item(),
            |a, item| a.view.meant(a.who, item).find_map(|weapon| a.view.item(a.who, weapon)).map_or(0, |item| whole(item.shots))),
        (number("ammunition", "attacks left with this weapon in all; 0 of one without limit").from(0).of_item(),
            |a, item| a.view.meant(a.who, item).find_map(|weapon| a.view.item(a.who, weapon)).map_or(0, |item| whole(item.ammunition))),
        (number("attack.dc", "what a defence needs").from(0).only_in(&["defend"]), |a, _| a.on_attack(|attack| whole(attack.dc))),
        (truth("attack.melee", "the attack is made in melee").only_in(&["defend"]), |a, _| a.on_attack(|attack| holds(a.view.weapon(attack.weapon).is_melee()))),
        (truth("attack.area", "the attack is on an area").only_in(&["defend"]), |a, _| a.on_attack(|attack| holds(attack.area))),
        (number("self.block", "bonus of a block now; -100 where none is possible").only_in(&["defend"]), |a, _| a.on_attack(|attack| a.bonus(attack, DefenceMeans::Block))),
        (number("self.dodge", "bonus of a dodge now; -100 where none is possible").only_in(&["defend"]), |a, _| a.on_attack(|attack| a.bonus(attack, DefenceMeans::Dodge))),
        (number("self.parry", "bonus of a parry now; -100 where none is possible").only_in(&["defend"]), |a, _| a.on_attack(|attack| a.bonus(attack, DefenceMeans::Parry))),
        (HELP_ARRIVES, |a, _| whole(a.view.arena.lineup.help_arrives(a.mind, a.view.state.round.into(), a.view.state.stage()))),
        (OBJECTIVE_LEFT, |a, _| whole(a.view.arena.lineup.objective_left(a.mind, a.view.state.round.into()))),
        (MUST_REACH, |a, _| holds(a.cell_to_reach().is_some())),
        (MUST_STAY, |a, _| holds(a.mind == a.who && a.view.must_stay(a.who))),
        (MUST_LEAVE, |a, _| holds(a.view.arena.lineup.must_leave(a.mind))),
    ];

    pub(super) fn me(&self) -> &Body {
        self.view.body(self.who)
    }

    pub(super) fn foes(&self) -> FighterSet {
        self.view.foes(self.mind)
    }

    fn nearest_foe(&self) -> Option<FighterId> {
        self.nearest(self.foes())
    }

    fn on_target(&self, answer: impl Fn(FighterId) -> i64) -> i64 {
        self.target.map_or(0, answer)
    }

    fn cover_there(&self) -> i64 {
        let Some(asker::Decided::Deed(Deed::Move(Going::Along(way)))) = self.answer else {
            return 0;
        };
        self.on_target(|foe| whole(self.view.cover_at(self.who, way.goal, foe)))
    }

    /// Returns the number that the d6 must reach so that the attack chosen by the line hits [SAM-5-1]. It may
    /// be below 1 or above 6. Returns 0 if the line has not chosen a single attack.
    fn needed(&self) -> i64 {
        let (who, strike) = match self.answer {
            Some(asker::Decided::Deed(Deed::Effect(Effect::Strike(strike)))) => (self.who, strike),
            Some(asker::Decided::Deed(Deed::MountStrike(strike))) => {
                (self.view.mount(self.who).unwrap_or(self.who), strike)
            }
            _ => return 0,
        };
        let figures = self.view.figures(who, strike);
        whole(figures.target - figures.bonus)
    }

    /// Returns how many enemies (if `which` is 0) or friends (if it is 1) are in the area that the line has
    /// chosen. Returns 0 if the line has not chosen an area.
    fn in_area(&self, which: usize) -> i64 {
        match self.answer {
            Some(asker::Decided::Deed(Deed::Effect(area @ Effect::Area { landing, .. }))) => {
                let cells = cells_of(self.view.weapon(area.weapon()), landing, (0, 0));
                whole(self.view.caught(self.who, &cells)[which].count())
            }
            _ => 0,
        }
    }

    fn on_attack(&self, answer: impl Fn(Attack) -> i64) -> i64 {
        self.attack.map_or(0, |(attack, _)| answer(attack))
    }

    fn bonus(&self, attack: Attack, means: DefenceMeans) -> i64 {
        let bonus = self.view.defence_bonus(self.who, attack, means);
        whole(bonus.unwrap_or(-100))
    }

    /// Returns the remedies that `item`, the item word of a policy line, means. They are indices into the
    /// list of the mind that decides.
    pub(super) fn remedies(&self, item: Option<ItemRef>) -> impl Iterator<Item = u8> + use<'_> {
        let own = &self.view.fighter(self.mind).remedies;
        self.view.arena.remedies.meant(own, item)
    }

    /// Returns the carried items that `item`, the item word of a policy line, means and that are in the place
    /// `place`. They are indices into the fighter's list.
    fn slots(&self, item: Option<ItemRef>, place: Whereabouts) -> impl Iterator<Item = u8> {
        let all = self.view.meant_slots(self.who, item);
        all.filter(move |&slot| self.me().items[usize::from(slot)].place == place)
    }

    /// Returns the number of hands that would be free if the fighter dropped all ranged weapons in hand
    /// [SAM-2-6].
    fn spare_hands(&self) -> u8 {
        let shoot = (self.view.things(self.who)).filter(|(_, row)| row.kind == WeaponKind::Ranged);
        self.view.free_hands(self.who) + shoot.map(|(_, row)| row.hands).sum::<u8>()
    }

    /// Returns the fighters of `some` that are within reach of a usable weapon of this kind.
    fn reached(&self, some: FighterSet, kind: WeaponKind) -> FighterSet {
        let view = self.view;
        let weapons = view.meant(self.who, None);
        let usable = weapons
            .filter(|&weapon| view.weapon(weapon).kind == kind && view.usable(self.who, weapon));
        usable.fold(FighterSet::NONE, |all, weapon| {
            let others = some.without(all);
            let more = others.filter(|foe| view.reaches(self.who, foe, weapon));
            FighterSet(all.0 | more.0)
        })
    }
}
