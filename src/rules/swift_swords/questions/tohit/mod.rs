//! Dice and Superiority Levels of an attack roll.
//!
//! Clauses: SST-0-1, SST-0-4, SST-10-5, SST-11-1..3, SST-12-1..3, SST-31-1, SST-32-1, SST-37-4. Modifiers are dice. Reading: light,
//! and lying on the ground, matter to blows, shots and spells, and not to what is aimed at the mind; being prone does not
//! matter to spells.

use super::{arms, cover, penalties, reach};
use crate::fight::FighterId;
use crate::rules::swift_swords::nouns::arena::Arena;
use crate::rules::swift_swords::nouns::attack::{Attack, Means};
use crate::rules::swift_swords::nouns::fighter::FISTS;
use crate::rules::swift_swords::nouns::scene::View;
use crate::rules::swift_swords::reading::zones::Light;

/// What an attack is rolled with, before exposure dice and Effort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Terms {
    /// May be below 0.
    pub dice: i32,
    pub sl: i8,
    /// Whether the attacker's ones may help [SST-31-1].
    pub ones: bool,
}

/// The terms of an attack in this situation.
#[inline]
pub(crate) fn terms<const N: usize>(view: View<'_, N>, attack: Attack) -> Terms {
    let who = attack.attacker;
    let fighter = view.fighter(who);
    let fumbled = i8::from(view.body(attack.target).fumbled);
    if let Means::Riposte(_, dice) = attack.means {
        return Terms {
            dice: dice.into(),
            sl: fighter.sl + fumbled,
            ones: false,
        };
    }
    let skill = match attack.means {
        Means::Mind => fighter.mental_attack,
        Means::Spell => fighter.cast.map_or(0, |(spell, _)| spell.dice),
        _ => fighter.attack,
    };
    let dice = i32::from(skill) + i32::from(attack.bonus)
        - i32::from(penalties::attack(view.state, attack));
    let mut terms = Terms {
        dice,
        sl: fighter.sl + fumbled,
        ones: true,
    };
    match attack.means {
        Means::Melee(weapon) => {
            terms.dice += i32::from(advantage(view, who));
            terms.dice += i32::from(light(view.arena)) + i32::from(ground(view, attack));
            if arms::is_off_hand(view, who, weapon) {
                terms.dice += i32::from(view.arena.modifiers.off_hand);
                terms.dice -= i32::from(penalties::off_hand(view.state, who));
            }
            if reach::locked(view.state, who, attack.target) {
                terms.sl += inclose_sl(view.arena, who, weapon);
            }
        }
        Means::Missile(_) => {
            terms.dice += i32::from(light(view.arena)) + i32::from(ground(view, attack));
            terms.dice += range(view, attack);
            covered(view, attack, &mut terms);
        }
        Means::Spell => {
            terms.dice += i32::from(light(view.arena));
            covered(view, attack, &mut terms);
        }
        Means::Mind | Means::Riposte(..) => {}
    }
    terms
}

/// Dice for being more than the enemies of one's melee [SST-11-2].
#[inline]
fn advantage<const N: usize>(view: View<'_, N>, who: FighterId) -> i8 {
    if N < 3 || view.state.fighting.count() < 3 || view.body(who).group == 0 {
        return 0;
    }
    let group = reach::group(view.state, who);
    let friends = group.and(view.arena.lineup.allies(who)).count();
    let enemies = group.count() - friends;
    if enemies == 0 || friends <= enemies {
        0
    } else if friends >= 2 * enemies {
        view.arena.modifiers.major_advantage
    } else {
        view.arena.modifiers.minor_advantage
    }
}

#[inline]
fn light<const N: usize>(arena: &Arena<N>) -> i8 {
    match arena.field.light {
        Light::Bright => 0,
        Light::Poor => arena.modifiers.poor_light,
        Light::Dark => arena.modifiers.darkness,
    }
}

/// Dice for who lies on the ground; nothing between those who are in close combat with each other [SST-11-1, SST-12-1].
#[inline]
fn ground<const N: usize>(view: View<'_, N>, attack: Attack) -> i8 {
    let (who, target) = (attack.attacker, attack.target);
    if reach::locked(view.state, who, target) {
        return 0;
    }
    let (me, it) = (view.body(who), view.body(target));
    let above = if it.prone && !me.prone {
        view.arena.modifiers.target_prone
    } else {
        0
    };
    let below = if me.prone && me.close == 0 {
        view.arena.modifiers.prone
    } else {
        0
    };
    above + below
}

/// Superiority Levels of a weapon in close combat [SST-12-2, SST-12-3].
fn inclose_sl<const N: usize>(arena: &Arena<N>, who: FighterId, weapon: u8) -> i8 {
    if weapon == FISTS {
        arena.fighter(who).natural_inclose_sl
    } else {
        arena.weapon(weapon).inclose_sl
    }
}

/// Dice for the distance, for friends in the way and for flight [SST-11-3, SST-37-4].
fn range<const N: usize>(view: View<'_, N>, attack: Attack) -> i32 {
    let (who, target) = (attack.attacker, attack.target);
    let body = view.body(target);
    let zones = view.arena.field.distance(view.body(who).zone, body.zone);
    let mut dice = i32::from(zones) * i32::from(view.arena.modifiers.each_zone);
    let mut friends = reach::group(view.state, target).and(view.arena.lineup.allies(who));
    friends.remove(who);
    if !friends.is_empty() {
        dice += i32::from(view.arena.modifiers.into_melee);
    }
    match view.fighter(target).flies {
        Some(flight) if reach::aloft(view, target) => dice - i32::from(flight.speed),
        _ => dice,
    }
}

fn covered<const N: usize>(view: View<'_, N>, attack: Attack, terms: &mut Terms) {
    if let Some(cover) = cover::met(view, attack) {
        terms.dice += i32::from(cover.dice);
        terms.ones &= cover.effort;
    }
}

#[cfg(test)]
mod tests;
