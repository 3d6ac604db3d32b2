//! Attacks on areas.
//!
//! Clauses: SAM-9-1..12, SAM-21-2, SAM-21-3.

use super::attack::Rolled;
use super::harm::Harm;
use crate::dice::{Dice, Throw};
use crate::fight::{Blow, FighterId, FighterSet, Witness};
use crate::rules::semiautomagic::nouns::luck;
use crate::rules::semiautomagic::nouns::scene::Scene;
use crate::rules::semiautomagic::nouns::state::Cloud;
use crate::rules::semiautomagic::nouns::strike::{Landing, Strike};
use crate::rules::semiautomagic::questions::areas::cells_off;
use crate::rules::semiautomagic::questions::defences::{Attack, Means};
use crate::rules::semiautomagic::reading::tables::{By, Weapon};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// An area attack, from its roll to what it does [SAM-9-1].
    pub(super) fn blast(&mut self, who: FighterId, weapon: u8, target: FighterId, at: Landing) {
        let view = self.view();
        let row = self.arena.weapon(weapon);
        let doubled = view.doublings_to_cell(who, row, at);
        let figures = view.area_figures([who, target], weapon, doubled);
        let rolled = self.attack_roll(who, weapon, figures, 0);
        let face = self.face();
        self.say("SAM-9-1", [who, target], |[who, target]| {
            let ended = match rolled {
                Rolled::Hit => "it lands there",
                Rolled::Jam => "the weapon jams",
                _ => "it goes astray",
            };
            let total = face.cast_signed() + figures.bonus;
            format!(
                "{who} throws {} at {target}: {face}{:+} = {total} against {}: {ended}.",
                row.name, figures.bonus, figures.target
            )
        });
        let mapped = self.arena.ground.mapped;
        let off = match rolled {
            Rolled::Hit => Some((0, 0)),
            Rolled::Jam => None,
            _ => Some(self.astray(who, weapon, doubled)).filter(|_| mapped),
        };
        let held = match off {
            Some(off) if mapped => self.view().within(&cells_off(row, at, off)),
            Some(_) => std::iter::once(target).collect(),
            None => FighterSet::NONE,
        };
        if !held.has(target) {
            self.count(who, target, weapon, Blow::Missed);
        }
        self.body_mut(who).last = Some(target);
        self.engulf(who, weapon, figures.dc, held);
        let stays = row.lasts > 0 && row.poison.is_some() && !self.wounds_to_poison(row);
        if let Some((dx, dy)) = off.filter(|_| stays) {
            let small = |by: i32| i16::try_from(by).unwrap_or(i16::MAX);
            self.linger(Cloud {
                at,
                off: (small(dx), small(dy)),
                weapon,
                rounds: row.lasts,
            });
        }
        self.after_attack(who, held);
    }

    /// How far a missed area goes astray: so many squares in one of the eight directions [SAM-9-3, SAM-9-4].
    fn astray(&mut self, who: FighterId, weapon: u8, doubled: u32) -> (i32, i32) {
        let count = if self.arena.options.scatter_plus {
            doubled + 1
        } else {
            doubled.max(1)
        };
        let own = self.fighter(who).scale;
        let scale = self.arena.weapon(weapon).scale.unwrap_or(own).max(own);
        let heading = luck::scatter(self.dice);
        let dice = Throw::new(u16::try_from(count).unwrap_or(1), 6, 0);
        let squares = self.dice.total(dice) << scale.max(0);
        let (dx, dy) = heading.step();
        self.say("SAM-9-3", [who], |[_]| {
            format!("It lands {squares} cells away, direction {dx:+}, {dy:+}.")
        });
        (dx * squares, dy * squares)
    }

    /// What an area does to everybody in it: each defends by itself, one damage roll counts for all [SAM-9-2, SAM-9-5..7].
    fn engulf(&mut self, who: FighterId, weapon: u8, dc: i32, held: FighterSet) {
        let row = self.arena.weapon(weapon);
        let attack = Attack {
            who,
            weapon,
            dc,
            area: true,
        };
        let (mut struck, mut ducked) = (held, FighterSet::NONE);
        let harmful = !row.damage.is_nothing();
        for target in held.iter() {
            if !harmful && !self.view().evades(target, who) && !self.may_block(target, attack) {
                continue;
            }
            match self.defends(target, attack) {
                Some(Means::Dodge) if !self.view().evades(target, who) => ducked.add(target),
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
        let mut harms = [None::<Harm>; N];
        for target in struck.iter() {
            let less = if ducked.has(target) { 3 } else { 0 };
            let strike = Strike { target, ..strike };
            let harm = self.measure(strike, (damage - less).max(0), None);
            self.count_harm(who, &harm);
            harms[target.index() % N] = Some(harm);
        }
        for target in struck.iter() {
            let life = self.body(target).life;
            if let Some(harm) = harms[target.index() % N] {
                self.inflict(who, &harm, life);
                if !self.wounds_to_poison(row) {
                    self.breathe(target, weapon);
                } else if harm.damage > 0 {
                    self.envenom(who, target, weapon);
                }
            }
        }
    }

    /// Whether what is on a weapon needs damage to get in [SAM-21-2].
    fn wounds_to_poison(&self, row: &Weapon) -> bool {
        row.poison
            .is_some_and(|poison| self.arena.poisons[usize::from(poison)].by == By::Injury)
    }

    fn may_block(&self, target: FighterId, attack: Attack) -> bool {
        self.view()
            .defence_bonus(target, attack, Means::Block)
            .is_some()
    }

    /// An area stays, in the place of the one that has stayed longest where there is no room [SAM-21-3].
    fn linger(&mut self, cloud: Cloud) {
        let clouds = &mut self.state.clouds;
        let left = |cloud: &Option<Cloud>| cloud.map_or(0, |cloud| cloud.rounds);
        let slot = (0..clouds.len()).min_by_key(|&slot| left(&clouds[slot]));
        if let Some(slot) = slot {
            clouds[slot] = Some(cloud);
        }
    }

    /// Whether somebody is in an area that stays.
    pub(super) fn in_cloud(&self, who: FighterId, cloud: Cloud) -> bool {
        let row = self.arena.weapon(cloud.weapon);
        let off = (cloud.off.0.into(), cloud.off.1.into());
        !self.arena.ground.mapped || cells_off(row, cloud.at, off).touches(self.view().block(who))
    }

    /// A round of what stays is over.
    pub(super) fn clouds_drift(&mut self) {
        for cloud in &mut self.state.clouds {
            if let Some(stays) = cloud {
                stays.rounds -= 1;
                if stays.rounds == 0 {
                    *cloud = None;
                }
            }
        }
    }
}
