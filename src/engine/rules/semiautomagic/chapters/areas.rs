//! Attacks on areas, and areas that stay on the map for some rounds.
//!
//! Clauses: SAM-9-1..12, SAM-21-2, SAM-21-3, SAM-21-8.

use super::attack::Rolled;
use super::harm::Harm;
use crate::dice::{Dice, Throw};
use crate::fight::{Blow, FighterId, FighterSet, MOST_FIGHTERS, Witness};
use crate::rules::semiautomagic::nouns::{Cloud, DefenceMeans, Landing, Scene, Strike, luck};
use crate::rules::semiautomagic::questions::{Attack, DamageResult, cells_of};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Makes an area attack at the position `at`: rolls the attack and, if it misses, the scatter, and
    /// applies the effects to everybody in the area [SAM-9-1].
    pub(super) fn blast(&mut self, who: FighterId, weapon: u8, target: FighterId, at: Landing) {
        let view = self.view();
        let row = self.arena.weapon(weapon);
        let doubled = view.doublings_at(who, row, at);
        let figures = view.area_figures([who, target], weapon, doubled);
        let rolled = self.attack_roll(who, weapon, figures, 0);
        let sum = self.sum(figures.bonus, figures.target);
        self.say("SAM-9-1", [who, target], |[who, target]| {
            let ended = match rolled {
                Rolled::Hit => "it lands there",
                Rolled::Jam => "the weapon jams",
                _ => "it goes astray",
            };
            format!("{who} throws {} at {target}: {sum}: {ended}.", row.name)
        });
        let mapped = self.arena.ground.mapped;
        let off = match rolled {
            Rolled::Hit => Some((0, 0)),
            Rolled::Jam => None,
            _ => Some(self.astray(who, weapon, doubled)).filter(|_| mapped),
        };
        let held = match off {
            Some(off) if mapped => self.view().within(&cells_of(row, at, off)),
            Some(_) => FighterSet::of(target),
            None => FighterSet::NONE,
        };
        if !held.has(target) {
            self.count(who, target, weapon, Blow::Missed);
        }
        self.state.attacks(who, target);
        // Only targets that slept before the attack wake. An area that puts its target to sleep does not wake
        // it again.
        let sleepers = held.filter(|target| self.body(target).asleep);
        self.engulf(who, weapon, figures.dc, held);
        let breathed = row.poison.filter(|&poison| !self.poison(poison).by_injury);
        let stays = row.lasts > 0 && breathed.is_some();
        let by = breathed.and_then(|poison| self.borne_by(who, poison));
        if let Some(off) = off.filter(|_| stays) {
            // If all entries for areas that stay are in use, the new area replaces the one with the fewest
            // rounds left [SAM-21-3].
            let left = |slot: &&mut Option<Cloud>| slot.map_or(0, |cloud| cloud.rounds);
            if let Some(slot) = self.state.clouds.iter_mut().min_by_key(left) {
                *slot = Some(Cloud {
                    at,
                    off,
                    weapon,
                    rounds: row.lasts,
                    by,
                });
            }
        }
        self.after_attack(who, sleepers);
    }

    /// Rolls where an area lands if its attack roll missed: a number of squares away in one of the eight
    /// directions. Returns the offset in cells. `doubled` is the number of range doublings [SAM-9-3,
    /// SAM-9-4].
    fn astray(&mut self, who: FighterId, weapon: u8, doubled: u32) -> (i32, i32) {
        let plus = self.arena.options.scatter_plus;
        let count = if plus { doubled + 1 } else { doubled.max(1) };
        let own = self.fighter(who).scale;
        let scale = self.arena.weapon(weapon).scale.unwrap_or(own).max(own);
        let heading = luck::scatter(self.dice, self.arena.charts.scatter);
        let faces = self.arena.options.rules.attack.scatter_die;
        let dice = Throw::new(u16::try_from(count).unwrap_or(1), faces, 0);
        let squares = self.dice.total(dice) << scale.max(0);
        let (dx, dy) = heading.step();
        self.say("SAM-9-3", [who], |[_]| {
            format!("It lands {squares} cells away, direction {dx:+}, {dy:+}.")
        });
        (dx * squares, dy * squares)
    }

    /// Applies an area attack to the fighters in `held`. Each of them defends for itself, but there is only
    /// one damage roll [SAM-9-2, SAM-9-5..7].
    fn engulf(&mut self, who: FighterId, weapon: u8, dc: i32, held: FighterSet) {
        let row = self.arena.weapon(weapon);
        let mut attack = Attack::single(who, weapon, dc);
        attack.area = true;
        let (mut struck, mut ducked) = (held, FighterSet::NONE);
        let harmful = !row.damage.is_nothing();
        for target in held.iter() {
            let evades = |scene: &Self| scene.view().evades(target, who);
            let block = || self.view().bare_bonus(target, attack, DefenceMeans::Block);
            if !harmful && !evades(self) && block().is_none() {
                continue;
            }
            match self.defends(target, attack, None) {
                Some(DefenceMeans::Dodge) if !evades(self) => ducked.add(target),
                Some(_) => {
                    struck.remove(target);
                    self.count(who, target, weapon, Blow::Evaded);
                }
                None => {}
            }
        }
        if struck.is_empty() {
            return;
        }
        let strike = Strike::new(weapon, who);
        let damage = self.damage(who, strike);
        let mut harms = [None::<Harm>; MOST_FIGHTERS];
        for target in struck.iter() {
            let less = if ducked.has(target) {
                self.arena.options.rules.attack.area_dodge
            } else {
                0
            };
            let strike = Strike { target, ..strike };
            let harm = self.measure(strike, (damage - less).max(0), None);
            self.landed(
                who,
                strike,
                harm.damage,
                harm.verdict != DamageResult::Nothing,
            );
            harms[target.index()] = Some(harm);
        }
        for harm in harms.into_iter().flatten() {
            let target = harm.strike.target;
            self.inflict(who, &harm, self.body(target).life);
            if let Some(poison) = row.poison.filter(|&poison| !self.poison(poison).by_injury) {
                self.afflict(target, poison, true, self.borne_by(who, poison));
            } else if harm.damage > 0 {
                self.envenom(who, target, weapon);
            }
        }
    }

    /// Returns whether a fighter is inside `cloud`, an area that stays.
    pub(super) fn in_cloud(&self, who: FighterId, cloud: Cloud) -> bool {
        let row = self.arena.weapon(cloud.weapon);
        let cells = || cells_of(row, cloud.at, cloud.off);
        !self.arena.ground.mapped || cells().touches(self.view().block(who))
    }

    /// Subtracts one round from every area that stays on the map, and removes areas that have no rounds left.
    pub(super) fn clouds_drift(&mut self) {
        for slot in &mut self.state.clouds {
            slot.take_if(|cloud| {
                cloud.rounds -= 1;
                cloud.rounds == 0
            });
        }
    }
}
