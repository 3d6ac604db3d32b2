//! The facts that conditions of a policy may use, and the function that computes each.
//!
//! Clauses: PER-3-2, PER-13.7-3. Distances are in units, target numbers in percent.

use super::asker::Asker;
use crate::fight::{FighterId, FighterSet};
use crate::frame::goals::{MUST_LEAVE, MUST_REACH, MUST_STAY};
use crate::frame::resting;
use crate::frame::time::{HELP_ARRIVES, OBJECTIVE_LEFT};
use crate::policy::vocabulary::{holds, number, specs, truth, whole};
use crate::policy::{Columns, FactSpec, ItemRef};
use crate::rules::persona::columns::{
    AIM, ALLIES, ATTACK, ATTACKER, FATIGUE, FEINT, FOES, HITS, ITEMS, OTHERS, REACTIONS, ROUND,
    SELF, TURN, WATCH, WOUNDS,
};
use crate::rules::persona::nouns::evasion::{Attack, EvasionMeans};
use crate::rules::persona::nouns::scene::View;
use crate::rules::persona::nouns::state::{Body, Hold};
use crate::rules::persona::reading::tables::WeaponKind;

/// A function that returns the value of a fact for a fighter, or for a weapon if the fact is about a weapon.
type Answer = fn(&Asker<'_>, Option<ItemRef>) -> i64;

/// The columns of facts about the places of the fighter and its enemies.
const NEAR: Columns = SELF.and(FOES);
/// The columns of facts about the line's target or about the attacker. A target may also be an ally or the
/// fighter itself. Actions that allow such targets declare [`OTHERS`], so their choices are not stored.
const TARGET: Columns = NEAR.and(ATTACKER);
/// The columns of facts about the fighter's evasion.
const EVADING: Columns = SELF.and(FATIGUE);

/// The facts that conditions may use: their names, descriptions and columns, without the functions.
pub(crate) const FACTS: [FactSpec; Asker::FACTS.len()] = specs(Asker::FACTS);

impl Asker<'_> {
    /// All facts, each with the function that computes its value. A number is in thousandths, a truth value
    /// is 0 or 1.
    #[rustfmt::skip]
    pub(super) const FACTS: &'static [(FactSpec, Answer)] = resting::facts![
        (number("round", "the number of the round, from 1").from(1).reads(ROUND), |a, _| whole(a.view.state.round)),
        (number("self.wounds", "own wounds left").reads(WOUNDS), |a, _| whole(a.me().wounds)),
        (number("self.wounds_max", "own wounds at the start").from(1).reads(Columns::NONE), |a, _| whole(a.view.fighter(a.who).wounds)),
        (number("self.fatigue", "own levels of fatigue").from(0).reads(FATIGUE), |a, _| whole(a.me().fatigue)),
        (number("self.reactions", "own Reactions left").from(0).reads(REACTIONS), |a, _| whole(a.me().reactions)),
        (number("self.halves", "Half Actions left in the own turn").within(0, 4).reads(TURN), |a, _| whole(a.view.state.turn.halves)),
        (number("self.aim", "own bonus from aiming").from(0).reads(AIM), |a, _| whole(a.me().aim)),
        (truth("self.attacked", "an Attack action has been used in the own turn").reads(TURN), |a, _| holds(a.view.state.turn.attacks > 0)),
        (truth("self.moved", "the action just before was a Half Move").reads(TURN), |a, _| holds(a.view.state.turn.half_moved)),
        (truth("self.prone", "is prone").reads(SELF), |a, _| holds(a.me().prone)),
        (truth("self.pinned", "is pinned").reads(SELF), |a, _| holds(a.me().pinned)),
        (truth("self.cautious", "is cautious").reads(SELF), |a, _| holds(a.me().cautious)),
        (truth("self.watching", "is on Overwatch").reads(WATCH), |a, _| holds(a.me().overwatch.is_some())),
        (truth("self.controls", "controls a grapple").reads(SELF), |a, _| holds(matches!(a.me().hold, Hold::Controls(_)))),
        (truth("self.braced", "its bursts are braced").reads(Columns::NONE), |a, _| holds(a.view.fighter(a.who).braced)),
        (truth("self.in_melee", "an enemy is adjacent").reads(NEAR), |a, _| holds(!a.view.adjacent_foes(a.who).is_empty())),
        (truth("self.jammed", "a ranged weapon at hand is jammed").reads(ITEMS), |a, _| holds(a.own_weapons().any(|weapon| a.view.may_clear(a.who, weapon)))),
        (truth("self.empty", "a ranged weapon at hand is empty").reads(ITEMS),
            |a, _| holds(a.own_weapons().any(|weapon| a.view.at_hand(a.who, weapon) && a.view.empty(a.who, weapon)))),
        (truth("self.armed", "has a usable weapon other than bare hands").reads(ITEMS), |a, _| holds(a.own_weapons().any(|weapon| a.view.usable(a.who, weapon)))),
        (number("self.dodge", "target number of a Dodge now").reads(EVADING), |a, _| whole(a.view.dodge_number(a.who))),
        (number("self.parry", "target number of a Parry now; 0 where none is possible").reads(EVADING.and(ITEMS)), |a, _| whole(a.view.parry_number(a.who).unwrap_or(0))),
        (number("target.distance", "units to the target").from(0).of_target().reads(TARGET), |a, _| a.on_target(|who| whole(a.view.distance(a.who, who)))),
        (number("target.wounds", "the target's wounds left").of_target().reads(OTHERS), |a, _| a.on_target(|who| whole(a.view.body(who).wounds))),
        (number("target.lost", "wounds that the target has lost").of_target().reads(OTHERS), |a, _| a.on_target(|who| whole(a.view.lost(who)))),
        (truth("target.hurt", "the target has lost half of its wounds or more").of_target().reads(OTHERS), |a, _| a.on_target(|who| holds(2 * a.view.lost(who) >= a.view.fighter(who).wounds))),
        (number("target.fatigue", "the target's levels of fatigue").from(0).of_target().reads(OTHERS), |a, _| a.on_target(|who| whole(a.view.body(who).fatigue))),
        (number("target.reactions", "the target's Reactions left").from(0).of_target().reads(OTHERS), |a, _| a.on_target(|who| whole(a.view.body(who).reactions))),
        (number("target.armour", "the target's armour points and TB").from(0).of_target().reads(ATTACKER), |a, _| a.on_target(|who| whole(a.view.fighter(who).ap + a.view.fighter(who).tb))),
        (truth("target.prone", "the target is prone").of_target().reads(TARGET), |a, _| a.on_target(|who| holds(a.view.body(who).prone))),
        (truth("target.stunned", "the target is stunned").of_target().reads(TARGET), |a, _| a.on_target(|who| holds(a.view.body(who).stunned > 0))),
        (truth("target.pinned", "the target is pinned").of_target().reads(TARGET), |a, _| a.on_target(|who| holds(a.view.body(who).pinned))),
        (truth("target.ails", "the target is fatigued, or has a condition that remedies can end, beside being prone").of_target().reads(OTHERS), |a, _| a.on_target(|who| holds(a.view.ails(who)))),
        (truth("target.surprised", "the target is surprised").of_target().reads(TARGET), |a, _| a.on_target(|who| holds(a.view.body(who).surprised))),
        (truth("target.guarding", "the target is in Guard Mode").of_target().reads(TARGET), |a, _| a.on_target(|who| holds(a.view.body(who).guarding))),
        (truth("target.held", "the target is in a grapple").of_target().reads(TARGET), |a, _| a.on_target(|who| holds(a.view.grappling(who)))),
        (truth("target.feinted", "the target was taken in by the own feint").of_target().reads(ATTACKER.and(FEINT)), |a, _| a.on_target(|who| holds(a.me().feint == Some(who)))),
        (truth("target.armed", "the target has a weapon at hand").of_target().reads(OTHERS), |a, _| a.on_target(|who| holds(a.view.main_weapon(who).is_some()))),
        (truth("target.shoots", "the target has a ranged weapon at hand").of_target().reads(OTHERS),
            |a, _| a.on_target(|who| holds(a.view.first(who, |weapon| weapon.kind == WeaponKind::Ranged).is_some()))),
        (number("foes.standing", "enemies who are not out").from(0).reads(FOES), |a, _| whole(a.view.foes(a.who).count())),
        (number("foes.out", "enemies who are out").from(0).reads(FOES),
            |a, _| whole(a.out(a.view.arena.lineup.enemies(a.who)).count())),
        (number("foes.adjacent", "enemies who are adjacent").from(0).reads(NEAR), |a, _| whole(a.view.adjacent_foes(a.who).count())),
        (number("foes.in_range", "enemies within reach of a usable ranged or thrown weapon").from(0).reads(NEAR.and(ITEMS)), |a, _| whole(a.in_range())),
        (number("foes.distance", "units to the nearest enemy").from(0).reads(NEAR), |a, _| a.view.nearest_foe(a.who).map_or(0, |foe| whole(a.view.distance(a.who, foe)))),
        (number("foes.pinned", "enemies who are pinned").from(0).reads(FOES), |a, _| whole(a.view.foes(a.who).filter(|foe| a.view.body(foe).pinned).count())),
        (number("allies.standing", "allies who are not out, without oneself").from(0).reads(ALLIES), |a, _| whole(a.view.friends(a.who).count())),
        (number("allies.out", "allies who are out").from(0).reads(ALLIES),
            |a, _| whole(a.out(a.view.arena.lineup.allies(a.who)).count())),
        (number("allies.held", "allies in a grapple").from(0).reads(ALLIES), |a, _| whole(a.view.friends(a.who).filter(|ally| a.view.grappling(ally)).count())),
        (number("uses", "uses left of this remedy; 0 of one without limit").from(0).of_item().reads(OTHERS), |a, item| whole(a.remedies(item).map(|slot| a.me().uses[usize::from(slot)]).next().unwrap_or(0))),
        (truth("usable", "this weapon is at hand, not jammed and not empty").of_item().reads(ITEMS), |a, item| holds(a.view.meant(a.who, item).any(|weapon| a.view.usable(a.who, weapon)))),
        (truth("jammed", "this weapon is jammed").of_item().reads(ITEMS),
            |a, item| holds(a.view.meant(a.who, item).any(|weapon| a.view.item(a.who, weapon).is_some_and(|item| item.jammed)))),
        (number("rounds", "rounds in the magazine of this weapon").from(0).of_item().reads(ITEMS),
            |a, item| a.view.meant(a.who, item).find_map(|weapon| a.view.item(a.who, weapon)).map_or(0, |item| whole(item.rounds))),
        (number("attack.hits", "hits that one may evade").from(0).only_in(&["evade"]).reads(HITS), |a, _| a.on_attack(|attack| whole(attack.hits))),
        (truth("attack.melee", "the attack is made in melee").only_in(&["evade"]).reads(ATTACK), |a, _| a.on_attack(|attack| holds(attack.melee))),
        (truth("attack.grapple", "the attack is a Grapple").only_in(&["evade"]).reads(ATTACK), |a, _| a.on_attack(|attack| holds(attack.grapple))),
        (truth("can_deflect", "the attack may be deflected").only_in(&["evade"]).reads(ATTACK), |a, _| a.on_attack(|attack| holds(a.view.evasion(a.who, attack, EvasionMeans::Deflect).is_some()))),
        (HELP_ARRIVES.reads(ROUND), |a, _| whole(a.view.arena.lineup.help_arrives(a.who, a.view.state.round.into(), a.view.state.stage()))),
        (OBJECTIVE_LEFT.reads(ROUND), |a, _| whole(a.view.arena.lineup.objective_left(a.who, a.view.state.round.into()))),
        (MUST_REACH.reads(SELF.and(OTHERS)), |a, _| holds(a.view.place_to_reach(a.who).is_some())),
        (MUST_STAY.reads(SELF.and(OTHERS)), |a, _| holds(a.view.must_stay(a.who))),
        (MUST_LEAVE.reads(Columns::NONE), |a, _| holds(a.view.arena.lineup.must_leave(a.who))),
    ];

    fn me(&self) -> &Body {
        self.view.body(self.who)
    }

    /// Returns the fighters of `some` that are out.
    fn out(&self, some: FighterSet) -> FighterSet {
        let View { arena, state } = self.view;
        some.without(state.fighting).without(arena.to_come(state))
    }

    fn on_target(&self, answer: impl Fn(FighterId) -> i64) -> i64 {
        self.target.map_or(0, answer)
    }

    fn on_attack(&self, answer: impl Fn(Attack) -> i64) -> i64 {
        self.attack.map_or(0, answer)
    }

    /// Returns the remedies that a word of a policy matches, by index in the fighter's list.
    pub(super) fn remedies(&self, item: Option<ItemRef>) -> impl Iterator<Item = u8> + use<'_> {
        let own = &self.view.fighter(self.who).remedies;
        self.view.arena.remedies.meant(own, item)
    }

    /// Returns the indices of the weapons that the fighter carries.
    fn own_weapons(&self) -> impl Iterator<Item = u8> {
        self.view.fighter(self.who).carries.iter().copied()
    }

    /// Returns the number of enemies in reach of a usable weapon that is not a melee weapon.
    fn in_range(&self) -> u32 {
        let view = self.view;
        let reaches = |foe: FighterId| {
            let mut weapons = self.own_weapons();
            weapons.any(|weapon| {
                let row = view.arena.weapon(weapon);
                !row.is_melee() && view.usable(self.who, weapon) && view.reaches(self.who, foe, row)
            })
        };
        view.foes(self.who).filter(reaches).count()
    }
}
