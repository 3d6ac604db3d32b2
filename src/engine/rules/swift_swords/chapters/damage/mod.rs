//! What damage does unless it is soaked off: a State or a Rank, a Trauma, a Killing Blow, Massive damage.
//!
//! Clauses: SST-10-9, SST-15-6, SST-15-7, SST-16-3..5, SST-17-1, SST-18-1..6, SST-19-2,
//! SST-19-4, SST-21-3. Reading: of those who are held nobody soaks.

use super::injury;
use crate::dice::Dice;
use crate::fight::{Blow, FighterId, WeaponId, Witness};
use crate::rules::swift_swords::decisions::lists::answer;
use crate::rules::swift_swords::nouns::{
    Attack, Band, Code, Cost, Daze, Hit, Matter, Means, Result, Scene, Status, Track, Trait, View,
    band,
};
use crate::rules::swift_swords::options::ArmourMode;

/// The most Ranks that a hit costs at once: its own, and those of the injury that it leaves.
pub(crate) const MOST_LOST: u32 = 1 + injury::MOST_COST as u32;

impl View<'_> {
    /// Points of damage of so many final successes.
    #[inline]
    pub(super) fn points(self, attack: Attack, code: Code, successes: u8) -> u8 {
        let takes_off = self.arena.options.armour_mode == ArmourMode::Damage;
        let armour = if takes_off { self.armour(attack) } else { 0 };
        code.damage(successes).saturating_sub(armour)
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Lands a hit of so much damage before armour, tells what of it is dealt, and does it. Whether anything is.
    pub(crate) fn land(&mut self, by: FighterId, weapon: WeaponId, rolled: u32, hit: Hit) -> bool {
        let damage = self.taken(hit);
        let blow = Blow::landed(rolled, damage.into());
        self.witness.attacked(by, hit.target, weapon, blow);
        let lost = match damage {
            0 => 0,
            damage => self.hurt(Hit { damage, ..hit }),
        };
        self.witness.lost(by, hit.target, weapon, lost.into());
        damage > 0
    }

    /// What somebody takes of the damage of a hit: nothing if it is beyond such damage, else what soaking leaves
    /// [SST-15-6, SST-19-4].
    pub(crate) fn taken(&mut self, hit: Hit) -> u8 {
        if hit.damage == 0 {
            return 0;
        }
        let weapon = hit.by.and_then(|attack| attack.means.weapon());
        let cursed = weapon.is_some_and(|weapon| self.arena.weapon(weapon).bane);
        if self.view().is_beyond(hit.target, hit.track) && !cursed {
            self.tell("SST-15-6", hit.target, "is beyond such damage");
            return 0;
        }
        self.soaked(hit)
    }

    /// What soaking leaves of the damage of a hit [SST-19-4].
    #[inline]
    pub(crate) fn soaked(&mut self, hit: Hit) -> u8 {
        let (who, which) = match hit.track {
            Track::Physical => (hit.target, Trait::Body),
            Track::Mental => (hit.target, Trait::Spirit),
        };
        if !self.arena.options.soak[hit.track as usize] {
            return hit.damage;
        }
        let able = self.body(who).hand.is_usable() && self.view().is_alert(who);
        let soaks = const { answer("soak", "soak") };
        if !able || !self.answers(who, soaks, || Matter::of_hit(hit)) {
            return hit.damage;
        }
        self.pay(who, Cost::Die);
        let successes = self.successes(who, which, 0);
        let left = hit.damage.saturating_sub(successes);
        self.say("SST-19-4", [who], |[who]| {
            format!("{who} soaks: {left} of {} damage is left.", hit.damage)
        });
        left
    }

    /// Does damage that is taken to somebody who is in the fight, or is down. How many Ranks that costs at once: the hit's own
    /// and those of its injury, on the track where they are lost; not what crosses over from there, nor what bleeding costs
    /// later. Whoever is out by a Killing Blow has lost the one Rank.
    pub(crate) fn hurt(&mut self, hit: Hit) -> u8 {
        let (who, track, damage) = (hit.target, hit.track, hit.damage);
        if !self.state.fighting.has(who) {
            // Whoever is Out of Action already has no Ranks left to lose: a BODY roll or killed [SST-21-3].
            if !self.passes(who, Trait::Body, 0) {
                self.dies(who, "SST-21-3");
            }
            return 0;
        }
        let rank = self.view().rank(who, track);
        let massive = hit.massive.then_some(Band::Massive);
        let band = massive.unwrap_or(band(damage, rank));
        self.tell_band(hit, rank, band);
        let dazed = self.takes_state(hit, band);
        let mut lost = 0;
        if !dazed || (self.arena.options.state_absorbs_point && damage > 1) {
            lost += self.lose_ranks(who, track, 1);
        }
        if band == Band::Plain {
            return lost;
        }
        self.drop_pools(who);
        match (track, band) {
            // Also where it takes the last Rank.
            (Track::Physical, Band::Killing | Band::Massive) => self.killing(who, band),
            _ if !self.state.fighting.has(who) => {}
            (Track::Physical, _) => lost += self.suffer(hit),
            (Track::Mental, Band::Trauma) => self.panic(who),
            (Track::Mental, _) => self.crush(who),
        }
        lost
    }

    #[inline]
    fn tell_band(&mut self, hit: Hit, rank: u8, band: Band) {
        let (clause, which, what) = match (hit.track, band) {
            (_, Band::Plain) => return,
            (Track::Physical, Band::Trauma) => ("SST-16-5", "rank", "is a Trauma to"),
            (Track::Physical, Band::Killing) => ("SST-16-5", "rank", "is a Killing Blow to"),
            (Track::Physical, Band::Massive) => ("SST-16-5", "rank", "is Massive damage to"),
            (Track::Mental, Band::Trauma) => ("SST-19-2", "Mental rank", "panics"),
            (Track::Mental, _) => ("SST-19-2", "Mental rank", "crushes"),
        };
        self.say(clause, [hit.target], |[who]| {
            format!("{} against {which} {rank} {what} {who}.", hit.damage)
        });
    }

    /// Whether a State is taken instead of the Rank [SST-17-1]. If so, it has been taken.
    fn takes_state(&mut self, hit: Hit, band: Band) -> bool {
        let daze = match (hit.track, hit.by.map(|attack| attack.means)) {
            (_, Some(Means::Spell)) => Daze::Doubt,
            (Track::Physical, _) => Daze::Stun,
            (Track::Mental, _) => Daze::Shock,
        };
        let fits = match band {
            Band::Plain => true,
            Band::Trauma => self.arena.options.state_on_trauma,
            Band::Killing | Band::Massive => false,
        };
        fits && self.prefers_state(hit, daze)
    }

    /// Whether somebody can be in this State, and would rather be than lose a Rank [SST-17-1]. If so, it is.
    pub(super) fn prefers_state(&mut self, hit: Hit, daze: Daze) -> bool {
        let who = hit.target;
        let may = self.view().may_take(who, daze);
        let loses_rank = const { answer("suffer", "rank") };
        let takes = may && !self.answers(who, loses_rank, || Matter::of_hit(hit));
        if takes {
            self.daze_with(who, daze);
        }
        takes
    }

    /// A Killing Blow puts anybody out; Massive damage may kill [SST-18-5, SST-18-6].
    fn killing(&mut self, who: FighterId, band: Band) {
        let massive = band == Band::Massive;
        let clause = if massive { "SST-18-6" } else { "SST-18-5" };
        self.put_out(who, Status::Out, clause);
        // Whoever is out takes no further part: whether it lives is told, and decides nothing.
        if massive && (self.arena.options.massive_kills || !self.passes(who, Trait::Body, 0)) {
            self.dies(who, "SST-18-6");
        }
    }

    fn dies(&mut self, who: FighterId, clause: &'static str) {
        self.body_mut(who).status = Status::Killed;
        self.tell(clause, who, "is killed");
    }

    /// Somebody of rank 0 is beaten by the mere effort [SST-15-7], without a Rank to lose.
    pub(crate) fn squash(&mut self, attack: Attack) -> Result {
        let weapon = self.arena.counted(attack.means);
        self.count(attack, Blow::landed(1, 1));
        self.witness.lost(attack.attacker, attack.target, weapon, 0);
        self.put_out(attack.target, Status::Out, "SST-15-7");
        Result {
            last: 1,
            hurt: true,
        }
    }
}

#[cfg(test)]
mod tests;
