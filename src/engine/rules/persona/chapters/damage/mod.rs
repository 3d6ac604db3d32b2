//! The damage of hits.
//!
//! Clauses: PER-4-11..21, PER-5-1, PER-5-2, PER-8-1, PER-10-1..3, PER-11-1..4, PER-12.5-1, PER-12.27-1,
//! PER-12.36-1, PER-12.36-2, PER-13.5-7, PER-13.7-4.

use std::fmt::Display;

use crate::dice::{Dice, Topic};
use crate::fight::{Blow, FighterId, WHOLE, Witness};
use crate::rules::persona::chapters::attack::NO_HIT;
use crate::rules::persona::events::{CRITICAL, DOWN, FURY, PAST_ZERO};
use crate::rules::persona::nouns::luck::{self, Extra, ExtraDice, Hit, HitDice};
use crate::rules::persona::nouns::scene::Scene;
use crate::rules::persona::nouns::state::past_zero;
use crate::rules::persona::nouns::swing::{BodyPart, Manner, Swing};
use crate::rules::persona::nouns::volley::{MOST_DEGREES, Volley};
use crate::rules::persona::options::Fury;
use crate::rules::persona::telling::{further, sum, thrown};

/// The damage of a hit, before and after Soak.
#[derive(Debug, Clone, Copy)]
struct Harm {
    /// Damage before Soak, at least 0.
    raw: i32,
    dealt: i32,
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Deals the next pending hit of an attack test. Hits on the target of the attack come first. Soak
    /// reduces each hit separately [PER-4-13, PER-4-21].
    pub(super) fn deal_next(&mut self) {
        let Some(volley) = &self.state.volley else {
            return;
        };
        let (who, swing) = (volley.who, volley.swing);
        let dice = self.dice_of(who, swing);
        let Some(volley) = &mut self.state.volley else {
            return;
        };
        self.dice.about(Topic::Damage);
        let hit = loop {
            if let Some(hit) = volley.settled() {
                break hit;
            }
            let degrees = volley.degrees;
            volley.add(luck::hit(self.dice, HitDice { degrees, ..dice }));
        };
        let is_hit = |who: FighterId| volley.left_on(who) > 0;
        let target = if is_hit(swing.target) {
            swing.target
        } else {
            let next = self.arena.lineup.those(is_hit).iter().next();
            next.expect("a hit is left")
        };
        volley.take_from(target);
        self.hit(who, target, swing, hit);
    }

    /// Deals the hit of an attack test that scores one hit only. `degrees` may replace a die of this hit.
    pub(super) fn deal_only(&mut self, who: FighterId, swing: Swing, degrees: i32) {
        let mut dice = self.dice_of(who, swing);
        if self.arena.options.dos_die {
            dice.degrees = degrees.min(MOST_DEGREES);
        }
        self.dice.about(Topic::Damage);
        let hit = luck::hit(self.dice, dice);
        self.hit(who, swing.target, swing, hit);
    }

    /// Returns the damage dice of a hit, with no degrees that may replace a die.
    fn dice_of(&self, who: FighterId, swing: Swing) -> HitDice {
        let (rages, confirms) = self.fury_of(who);
        let weapon = self.arena.weapon(swing.weapon);
        HitDice {
            throw: weapon.damage,
            degrees: 0,
            fury_from: rages.then_some(weapon.fury_from),
            critical_from: confirms.then(|| weapon.largest()),
        }
    }

    /// Returns whether the fighter's dice can trigger Righteous Fury, and whether they can trigger Critical
    /// Hits [PER-4-17].
    fn fury_of(&self, who: FighterId) -> (bool, bool) {
        let fate = self.fighter(who).fate;
        match self.arena.options.fury {
            Fury::ByFate => (fate, !fate),
            Fury::CriticalOnly => (false, true),
            Fury::FateOnly => (fate, false),
            Fury::Both => (fate, true),
            Fury::None => (false, false),
        }
    }

    /// Resolves one hit, from the damage dice to the effects on the target [PER-4-11..19].
    fn hit(&mut self, who: FighterId, target: FighterId, swing: Swing, hit: Hit) {
        let harm = self.damage(who, target, swing, hit);
        let there = self.state.fighting.has(target);
        if swing.manner == Manner::TakeDown {
            self.count(who, target, swing, NO_HIT);
            if there && harm.dealt > 0 {
                self.taken_down(target, harm.dealt);
            }
            return;
        }
        let [raw, dealt] = [harm.raw, harm.dealt].map(i32::unsigned_abs);
        let blow = Blow::Landed {
            rolled: raw,
            stopped: raw - dealt.min(raw),
            dealt,
        };
        self.count(who, target, swing, blow);
        if !there {
            return;
        }
        let weapon = self.arena.weapon(swing.weapon);
        self.lose(target, harm.dealt);
        if weapon.unarmed && self.state.fighting.has(target) {
            let counts = if self.arena.options.unarmed_dealt {
                harm.dealt
            } else {
                harm.raw
            };
            if counts >= self.fighter(target).tb {
                self.tire(target, self.numbers().unarmed.fatigue, "PER-5-2");
            }
        }
        if harm.dealt > 0 && self.state.fighting.has(target) {
            self.ail(target, swing.weapon);
        }
    }

    /// Returns the damage of a hit before and after Soak, including Righteous Fury and Special Damage.
    fn damage(&mut self, who: FighterId, target: FighterId, swing: Swing, hit: Hit) -> Harm {
        let (fighter, weapon) = (self.fighter(who), self.arena.weapon(swing.weapon));
        let bare = fighter.characteristic(weapon.test);
        let weakness = self.fighter(target).weak_to & weapon.damage_type != 0;
        let wasted_on = |volley: &Volley| volley.guards.has(target);
        let guarding =
            self.body(target).guarding || self.state.volley.as_ref().is_some_and(wasted_on);
        let guard = self.numbers().damage.guard_confirm * i32::from(guarding);
        let mut further = [0; 2];
        if hit.fury || hit.critical || weakness {
            let extra = Extra {
                fury: hit.fury.then_some(bare),
                critical: hit.critical.then_some(bare + guard),
                confirm: bare + guard,
                weakness,
                dice: ExtraDice::of(&self.arena.options),
            };
            let (sums, [raged, confirmed]) = luck::extra(self.dice, extra, self.rules());
            further = sums;
            self.tell_extra([who, target], extra, sums, [raged, confirmed]);
            for (event, happened) in [(FURY, raged), (CRITICAL, confirmed)] {
                if happened {
                    self.witness.happened(who, event, WHOLE);
                }
            }
        }
        let bonus = self.sb_with(who, swing.weapon);
        let raw = (hit.sum + i32::from(hit.gain) + bonus + further[0] + further[1]).max(0);
        let part = match swing.manner {
            Manner::Called(part) => Some(part),
            _ => None,
        };
        let soak = self.soak(target, swing.weapon, part);
        let dealt = self.soaked(raw, soak);
        self.say("PER-4-18", [who, target], |[_, target]| {
            let parts: &[(i32, &dyn Display)] = &[
                (
                    hit.sum + i32::from(hit.gain),
                    &thrown(weapon.damage, hit.gain),
                ),
                (bonus, &"SB"),
                (further[0], &"Righteous Fury"),
                (further[1], &"Special Damage"),
            ];
            let damage = sum(parts, raw);
            let name = &weapon.name;
            format!("{name} does {damage} damage, Soak {soak}: {target} takes {dealt}.")
        });
        Harm { raw, dealt }
    }

    /// Returns the fighter's SB if it adds to the damage of this weapon, or else 0 [PER-4-11].
    fn sb_with(&self, who: FighterId, weapon: u8) -> i32 {
        if self.arena.weapon(weapon).adds_sb {
            self.fighter(who).sb
        } else {
            0
        }
    }

    /// Returns TB plus the armour that is left after Penetration. `part` is the part of the body that is hit.
    /// `None` is the whole body [PER-4-18, PER-12.5-1, PER-13.5-7].
    fn soak(&self, target: FighterId, weapon: u8, part: Option<BodyPart>) -> i32 {
        let (fighter, weapon) = (self.fighter(target), self.arena.weapon(weapon));
        let armour = part.map_or(fighter.ap, |part| fighter.parts[part as usize]);
        let doubled = weapon.primitive && self.arena.options.primitive_doubles;
        fighter.tb + (armour * (1 + i32::from(doubled)) - weapon.pen).max(0)
    }

    /// Returns the damage that is dealt after Soak. The option `soak` decides how [PER-4-18].
    fn soaked(&self, raw: i32, soak: i32) -> i32 {
        if self.arena.options.soak_gate {
            if raw >= soak { raw } else { 0 }
        } else {
            (raw - soak).max(0)
        }
    }

    /// Removes `dealt` wounds. A fighter with too few wounds left is out [PER-4-19, PER-4-20].
    pub(super) fn lose(&mut self, target: FighterId, dealt: i32) {
        let least = self.fighter(target).least_wounds;
        let body = self.body_mut(target);
        let left = (i32::from(body.wounds) - dealt).max(i16::MIN.into());
        body.wounds = i16::try_from(left).expect("it was held to that");
        if body.wounds < least {
            let past = past_zero(body.wounds);
            if !self.arena.scope.counts_down || self.witness.knows_counters() {
                self.witness.happened(target, PAST_ZERO, past * WHOLE);
            }
            self.out(target, DOWN, "PER-4-19", "is down");
        }
    }

    /// Damages a fighter with a weapon without an attack test, and adds `fatigue` levels of fatigue. The
    /// damage is the weapon's dice plus SB, reduced by TB and armour. `part` is the part of the body whose
    /// armour counts, `None` the whole body [PER-12.15-1, PER-12.29-2].
    pub(super) fn bruise(
        &mut self,
        who: FighterId,
        target: FighterId,
        (weapon, part): (u8, Option<BodyPart>),
        fatigue: u8,
        clause: &'static str,
    ) {
        self.dice.about(Topic::Damage);
        let throw = self.arena.weapon(weapon).damage;
        let shown = self.dice.total(throw);
        let sb = self.sb_with(who, weapon);
        let raw = (shown + sb).max(0);
        let soak = self.soak(target, weapon, part);
        let dealt = self.soaked(raw, soak);
        self.say(clause, [who, target], |[who, target]| {
            let damage = sum(&[(shown, &throw), (sb, &"SB")], raw);
            format!("{who} hurts {target}: {damage} damage, Soak {soak}: {target} takes {dealt}.")
        });
        self.lose(target, dealt);
        if self.state.fighting.has(target) {
            self.tire(target, fatigue, clause);
        }
    }

    /// Reports the Righteous Fury and the Special Damage that have just been rolled.
    fn tell_extra(&mut self, of: [FighterId; 2], extra: Extra, sums: [i32; 2], came: [bool; 2]) {
        let (arena, faces) = (self.arena, self.dice.faces());
        if !W::LISTENS {
            return;
        }
        let names = of.map(|who| arena.cast.name(who));
        let told = further(faces, extra, sums, came, &names);
        for (clause, text) in ["PER-4-14", "PER-11-1"].into_iter().zip(told) {
            if let Some(text) = text {
                self.witness.say(clause, || text);
            }
        }
    }
}

#[cfg(test)]
mod tests;
