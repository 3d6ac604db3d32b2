//! The effects of damage after soaking: a State or a lost Rank, a Trauma, a Killing Blow, Massive damage.
//!
//! Clauses: SST-10-9, SST-15-6, SST-15-7, SST-16-3..5, SST-17-1, SST-18-1..6, SST-19-2,
//! SST-19-4, SST-21-3. Interpretation: creatures in a hold do not soak.

use crate::dice::Dice;
use crate::fight::{Blow, FighterId, WeaponId, Witness};
use crate::rules::swift_swords::decisions::lists::answer;
use crate::rules::swift_swords::nouns::{
    Attack, AttackMeans, Band, Code, Cost, Daze, DecisionContext, Hit, Result, Scene, Status, Toll,
    Track, Trait, View, band,
};
use crate::rules::swift_swords::options::ArmourMode;
use crate::rules::swift_swords::reading::tables::Tables;

/// Returns the maximum number of Ranks that a hit costs at once: its own, and those of the injury that it
/// causes.
pub(crate) fn most_lost(tables: &Tables) -> u32 {
    let of_wound = |toll: &Toll| toll.ranks.iter().sum();
    let wound: u8 = tables.wounds.iter().map(of_wound).max().unwrap_or(0);
    u32::from(tables.rules.damage.ranks) + u32::from(wound)
}

impl View<'_> {
    /// Returns the damage of an attack with `successes` successes left.
    #[expect(clippy::inline_always, reason = "every attack asks once, in one place")]
    #[inline(always)]
    pub(super) fn points(self, attack: &Attack, code: Code, successes: u8) -> u8 {
        let takes_off = self.arena.options.armour_mode == ArmourMode::Damage;
        let armour = if takes_off {
            self.armour(attack, self.fighter(attack.target))
        } else {
            0
        };
        code.damage(successes).saturating_sub(armour)
    }

    /// Returns the largest damage that is still a plain hit, a Trauma and a Killing Blow, in this order, as
    /// multiples of the rank in tenths. On the Mental track, the limits are those of panic and of being
    /// Crushed [SST-16-5, SST-19-2].
    #[inline]
    fn bands(self, track: Track) -> [i32; 3] {
        let rules = self.rules().damage;
        match track {
            Track::Physical => [rules.trauma, rules.killing, rules.massive],
            Track::Mental => [rules.panic, rules.crush, rules.crush],
        }
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Reports and applies a hit. `rolled` is the damage before armour. Returns whether any damage is dealt.
    pub(crate) fn land(
        &mut self,
        by: FighterId,
        weapon: WeaponId,
        rolled: u32,
        hit: &Hit<'_>,
    ) -> bool {
        let damage = self.taken(hit);
        let blow = Blow::landed(rolled, damage.into());
        self.witness.attacked(by, hit.target, weapon, blow);
        let lost = match damage {
            0 => 0,
            damage => self.hurt(&Hit { damage, ..*hit }),
        };
        self.witness.lost(by, hit.target, weapon, lost.into());
        if self.arena.scope.afflicts {
            self.afflict(by, hit, damage > 0);
        }
        damage > 0
    }

    /// Returns the damage that a creature takes from a hit: what soaking leaves, or 0 if the creature is
    /// beyond such damage [SST-15-6, SST-19-4].
    pub(crate) fn taken(&mut self, hit: &Hit<'_>) -> u8 {
        if hit.damage == 0 {
            return 0;
        }
        if self.view().is_beyond(hit.target, hit.track) && !self.is_cursed(hit) {
            self.tell("SST-15-6", hit.target, "is beyond such damage");
            return 0;
        }
        self.soaked(hit)
    }

    /// Returns whether the weapon of a hit is made against creatures that are beyond other damage
    /// [SST-15-6].
    #[inline(never)]
    fn is_cursed(&self, hit: &Hit<'_>) -> bool {
        let weapon = hit.by.and_then(|attack| attack.means.weapon());
        weapon.is_some_and(|weapon| self.arena.weapon(weapon).bane)
    }

    /// Returns the damage of a hit that is left after soaking [SST-19-4].
    #[inline]
    pub(crate) fn soaked(&mut self, hit: &Hit<'_>) -> u8 {
        let (who, which) = match hit.track {
            Track::Physical => (hit.target, Trait::Body),
            Track::Mental => (hit.target, Trait::Spirit),
        };
        if !self.arena.options.soak[hit.track as usize] {
            return hit.damage;
        }
        let pays = self.view().pays_dice(who, self.rules().actions.soak);
        let able = pays && self.view().is_alert(who);
        let soaks = const { answer("soak", "soak") };
        if !able || !self.answers(who, soaks, || DecisionContext::of_hit(hit)) {
            return hit.damage;
        }
        self.pay(who, Cost::Dice(self.rules().actions.soak));
        let successes = self.successes(who, which, 0);
        let soaked = successes.saturating_mul(self.rules().damage.soaked);
        let left = hit.damage.saturating_sub(soaked);
        self.say("SST-19-4", [who], |[who]| {
            format!("{who} soaks: {left} of {} damage is left.", hit.damage)
        });
        left
    }

    /// Applies damage to a creature that is fighting or Out of Action. Returns the number of Ranks that it
    /// costs at once.
    ///
    /// The count has the Ranks of the hit and of its injury, on the track where they are lost. Ranks that
    /// cross over to the other track and Ranks lost later to bleeding are not included. A Killing Blow counts
    /// as the Ranks of a hit.
    pub(crate) fn hurt(&mut self, hit: &Hit<'_>) -> u8 {
        let (who, track, damage) = (hit.target, hit.track, hit.damage);
        if !self.state.fighting.has(who) {
            // A creature that is Out of Action has no Ranks left to lose. It is killed if its BODY roll fails
            // [SST-21-3].
            if !self.passes(who, Trait::Body, 0) {
                self.dies(who, "SST-21-3");
            }
            return 0;
        }
        let rank = self.view().rank(who, track);
        let massive = hit.massive.then_some(Band::Massive);
        let band = massive.unwrap_or(band(damage, rank, self.view().bands(track)));
        self.tell_band(hit, rank, band);
        let dazed = self.takes_state(hit, band);
        let rules = self.rules().damage;
        let mut lost = 0;
        if !dazed || (self.arena.options.state_absorbs_point && damage > rules.state_points) {
            lost += self.lose_ranks(who, track, rules.ranks);
        }
        if band == Band::Plain {
            return lost;
        }
        self.drop_pools(who);
        match (track, band) {
            // A creature that has lost its last Rank to the hit can still be killed.
            (Track::Physical, Band::Killing | Band::Massive) => self.killing(who, band),
            _ if !self.state.fighting.has(who) => {}
            (Track::Physical, _) => lost += self.suffer(hit),
            (Track::Mental, Band::Trauma) => self.panic(who),
            (Track::Mental, _) => self.crush(who),
        }
        lost
    }

    #[inline]
    fn tell_band(&mut self, hit: &Hit<'_>, rank: u8, band: Band) {
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

    /// Lets the target take a State instead of losing the Rank. Returns whether it has taken one [SST-17-1].
    fn takes_state(&mut self, hit: &Hit<'_>, band: Band) -> bool {
        let fits = match band {
            Band::Plain => true,
            Band::Trauma => self.arena.options.state_on_trauma,
            Band::Killing | Band::Massive => false,
        };
        if !fits || self.fighter(hit.target).stateless {
            return false;
        }
        let daze = match (hit.track, hit.by.map(|attack| attack.means)) {
            (_, Some(AttackMeans::Spell)) => Daze::Doubt,
            (Track::Physical, _) => Daze::Stun,
            (Track::Mental, _) => Daze::Shock,
        };
        self.prefers_state(hit, daze)
    }

    /// Puts a creature into a State, if that is possible and the creature prefers it to losing a Rank.
    /// Returns whether it did [SST-17-1].
    #[inline]
    pub(super) fn prefers_state(&mut self, hit: &Hit<'_>, daze: Daze) -> bool {
        self.view().may_take(hit.target, daze) && self.chooses_state(hit, daze)
    }

    /// Puts a creature into a State that is possible, if the creature prefers it to losing a Rank. Returns
    /// whether it did.
    #[inline(never)]
    fn chooses_state(&mut self, hit: &Hit<'_>, daze: Daze) -> bool {
        let who = hit.target;
        let loses_rank = const { answer("suffer", "rank") };
        let takes = !self.answers(who, loses_rank, || DecisionContext::of_hit(hit));
        if takes {
            self.daze_with(who, daze);
        }
        takes
    }

    /// Applies a Killing Blow, which puts any creature out, or Massive damage, which may also kill [SST-18-5,
    /// SST-18-6].
    fn killing(&mut self, who: FighterId, band: Band) {
        let massive = band == Band::Massive;
        let clause = if massive { "SST-18-6" } else { "SST-18-5" };
        self.put_out(who, Status::Out, clause);
        // The creature is already out. The roll only decides whether it is also killed.
        if massive && (self.arena.options.massive_kills || !self.passes(who, Trait::Body, 0)) {
            self.dies(who, "SST-18-6");
        }
    }

    fn dies(&mut self, who: FighterId, clause: &'static str) {
        self.body_mut(who).status = Status::Killed;
        self.tell(clause, who, "is killed");
    }

    /// Puts a creature out that has rank 0, and so has no Rank to lose. Any attack on it does this
    /// [SST-15-7].
    #[inline(never)]
    pub(crate) fn squash(&mut self, attack: &Attack) -> Result {
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
