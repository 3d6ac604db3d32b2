//! The dice and the Superiority Level of an attack roll. Also the damage code, the track and the armour of an
//! attack.
//!
//! Clauses: SST-0-1, SST-0-4, SST-10-5, SST-10-9, SST-10-11, SST-11-1..3, SST-12-1..3, SST-19-2, SST-31-1,
//! SST-31-2, SST-32-1, SST-37-4. Modifiers are in dice.
//!
//! Interpretations: bad light and lying on the ground affect melee attacks and shots. Bad light also affects
//! spells. Neither affects attacks on the mind. If several covers are in the way of a shot, the one that
//! takes most dice counts, and ones help only if all covers allow it. A shot takes the shortest way, and of
//! several the one through the zones listed first.

use crate::fight::{FighterId, FighterSet};
use crate::rules::swift_swords::fields::modifier;
use crate::rules::swift_swords::nouns::{
    Attack, AttackMeans, Body, Code, Cover, FISTS, Fighter, Spell, Track, View,
};

/// The parameters of an attack roll, without exposure dice and Effort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Terms {
    /// Number of dice. May be below 0.
    pub dice: i32,
    pub sl: i8,
    /// Whether the attacker's ones may improve the roll [SST-31-1].
    pub ones: bool,
}

impl View<'_> {
    /// Returns the parameters of the roll for an attack by `fighter` in this situation.
    #[expect(clippy::inline_always, reason = "every attack asks once, in one place")]
    #[inline(always)]
    pub(crate) fn terms(self, attack: &Attack, fighter: &Fighter) -> Terms {
        let who = attack.attacker;
        let (me, it) = (self.body(who), self.body(attack.target));
        let fumbled = i8::from(it.fumbled);
        let sl = fighter.sl + fumbled * self.rules().attacks.fumbled_sl;
        let AttackMeans::Melee(weapon) = attack.means else {
            return self.terms_from_afar(attack, sl);
        };
        let hurt = me.injuries.of_attack(attack.means);
        let mut dice = i32::from(fighter.attack) + attack.bonus - i32::from(hurt);
        dice += self.advantage(fighter, me) + self.light() + self.ground(me, it);
        let (off_dice, close_sl) = if fighter.dual || me.close != 0 {
            (self.off_dice(who, weapon), self.close_sl(attack, weapon))
        } else {
            (0, 0)
        };
        Terms {
            dice: dice + off_dice,
            sl: sl + close_sl,
            ones: true,
        }
    }

    /// Returns the modifier in dice for an attack with the off hand. 0 for other attacks [SST-32-1].
    #[inline(never)]
    fn off_dice(self, who: FighterId, weapon: u8) -> i32 {
        if !self.is_off_hand(who, weapon) {
            return 0;
        }
        let dice = self.arena.tables.modifiers[const { modifier("off_hand") }];
        dice - self.body(who).injuries.of_off_hand()
    }

    /// Returns the Superiority Levels that a weapon gives in close combat with the target [SST-12-2,
    /// SST-12-3].
    #[inline(never)]
    fn close_sl(self, attack: &Attack, weapon: u8) -> i8 {
        if !self.state.locked(attack.attacker, attack.target) {
            return 0;
        }
        match weapon {
            FISTS => self.fighter(attack.attacker).natural_inclose_sl,
            _ => self.arena.weapon(weapon).inclose_sl,
        }
    }

    /// Returns the parameters of the roll for an attack that is no melee attack. `sl` is its Superiority
    /// Level.
    #[inline(never)]
    fn terms_from_afar(self, attack: &Attack, sl: i8) -> Terms {
        let who = attack.attacker;
        let fighter = self.fighter(who);
        let (me, it) = (self.body(who), self.body(attack.target));
        let skill = match attack.means {
            AttackMeans::Riposte(_, dice) => {
                return Terms {
                    dice: dice.into(),
                    sl,
                    ones: false,
                };
            }
            AttackMeans::Mind => fighter.mental_attack,
            AttackMeans::Spell => self.spell(attack).map_or(0, |spell| spell.dice),
            _ => fighter.attack,
        };
        let hurt = me.injuries.of_attack(attack.means);
        let mut terms = Terms {
            dice: i32::from(skill) + attack.bonus - i32::from(hurt),
            sl,
            ones: true,
        };
        if attack.means.is_shot() {
            terms.dice += self.light();
            if attack.means != AttackMeans::Spell {
                terms.dice += self.ground(me, it) + self.range(attack);
            }
            if let Some(cover) = self.cover_met(attack) {
                terms.dice += i32::from(cover.dice);
                terms.ones &= cover.effort;
            }
        }
        terms
    }

    #[inline]
    fn spell(self, attack: &Attack) -> Option<Spell> {
        let casts = matches!(attack.means, AttackMeans::Spell);
        casts.then(|| self.fighter(attack.attacker).cast)?
    }

    #[inline]
    pub(crate) fn code(self, attack: &Attack) -> Code {
        match attack.means.weapon() {
            Some(weapon) => self.code_of(attack.attacker, weapon),
            None => self.code_unarmed(attack),
        }
    }

    /// Returns the damage code of an attack without a weapon: a spell or an attack on the mind.
    #[inline(never)]
    fn code_unarmed(self, attack: &Attack) -> Code {
        match self.spell(attack) {
            Some(spell) => spell.code,
            None => self.arena.tables.codes[usize::from(self.arena.options.mental_code)],
        }
    }

    /// Returns the track on which an attack does damage.
    #[inline]
    pub(crate) fn track(self, attack: &Attack) -> Track {
        match attack.means {
            AttackMeans::Mind => Track::Mental,
            AttackMeans::Spell => self
                .spell(attack)
                .map_or(Track::Physical, |spell| spell.track),
            _ => Track::Physical,
        }
    }

    /// Returns the armour of `struck` against an attack, without a shield [SST-10-9].
    #[expect(clippy::inline_always, reason = "it is two numbers for most attacks")]
    #[inline(always)]
    pub(crate) fn armour(self, attack: &Attack, struck: &Fighter) -> u8 {
        if !self.is_stopped_by_gear(attack) {
            return 0;
        }
        let stripped = self.body(attack.target).stripped;
        let worn = struck.armour.saturating_sub(stripped);
        if attack.means.is_shot() {
            worn + self.cover_armour(attack)
        } else {
            worn
        }
    }

    /// Returns the body armour that a creature has left.
    #[inline]
    pub(crate) fn worn(self, who: FighterId) -> u8 {
        let stripped = self.body(who).stripped;
        self.fighter(who).armour.saturating_sub(stripped)
    }

    /// Returns whether Block and armour work against this attack.
    #[inline]
    pub(crate) fn is_stopped_by_gear(self, attack: &Attack) -> bool {
        match attack.means {
            AttackMeans::Mind => false,
            AttackMeans::Spell => self.spell(attack).is_none_or(|spell| spell.stopped),
            _ => true,
        }
    }

    /// Returns the bonus dice of a creature for outnumbering the enemies in its melee. 0 if it is in no melee
    /// [SST-11-2].
    #[inline]
    fn advantage(self, fighter: &Fighter, me: &Body) -> i32 {
        let friends = self.state.fighting.and(fighter.allies);
        if !friends.is_several() || me.group == 0 {
            return 0;
        }
        self.outnumbers(fighter.allies, me.group)
    }

    /// Counts both sides in the melee with the number `group`, and returns the bonus dice of a creature with
    /// these allies if its side has more members.
    #[inline(never)]
    fn outnumbers(self, allies: FighterSet, group: u8) -> i32 {
        let members = self.state.members(group);
        let friends = members.and(allies).count();
        let enemies = members.without(allies).count();
        if enemies == 0 || friends <= enemies {
            0
        } else if friends >= self.rules().attacks.major_ratio * enemies {
            self.arena.tables.modifiers[const { modifier("major_advantage") }]
        } else {
            self.arena.tables.modifiers[const { modifier("minor_advantage") }]
        }
    }

    #[inline]
    fn light(self) -> i32 {
        let light = self.arena.ground.light;
        light.map_or(0, |at| self.arena.tables.modifiers[at])
    }

    /// Returns the modifier in dice for attacker or target lying on the ground. 0 between creatures in close
    /// combat with each other [SST-11-1, SST-12-1].
    #[inline]
    fn ground(self, me: &Body, it: &Body) -> i32 {
        if !(me.prone || it.prone) || me.is_locked(it) {
            return 0;
        }
        let mut dice = 0;
        if it.prone && !me.prone {
            dice += self.arena.tables.modifiers[const { modifier("target_prone") }];
        }
        if me.prone && me.close == 0 {
            dice += self.arena.tables.modifiers[const { modifier("prone") }];
        }
        dice
    }

    /// Returns the modifier in dice for distance, for friends in the way, and for a flying target [SST-11-3,
    /// SST-37-4].
    #[inline(never)]
    fn range(self, attack: &Attack) -> i32 {
        let (who, target) = (attack.attacker, attack.target);
        let zones = self.distance(who, target);
        let mut dice = match zones {
            0 => self.rules().attacks.same_zone,
            _ => i32::from(zones) * self.arena.tables.modifiers[const { modifier("each_zone") }],
        };
        if !self.state.group(target).and(self.mates(who)).is_empty() {
            dice += self.arena.tables.modifiers[const { modifier("into_melee") }];
        }
        match self.fighter(target).flies {
            Some(flight) if self.aloft(target) => {
                dice + self.rules().flight.missile * i32::from(flight.speed)
            }
            _ => dice,
        }
    }

    /// Returns the cover that is in the way of a shot, if any.
    #[inline(never)]
    pub(crate) fn cover_met(self, attack: &Attack) -> Option<Cover> {
        let (who, target) = (attack.attacker, attack.target);
        let [mut here, to] = [who, target].map(|who| self.body(who).zone);
        let own = self.arena.cover_of[target.index()].filter(|_| self.body(target).covered);
        let mut met = worse(own, self.chariot(target));
        let field = &self.arena.ground;
        if field.walls.is_empty() {
            return met;
        }
        while let Some(next) = field.ways.towards(here, to) {
            let wall = field.wall(here, next);
            met = worse(met, wall.and_then(|wall| wall.cover));
            here = next;
        }
        met
    }

    /// Returns the cover of a chariot's crew, which is light and hard [SST-36-2].
    fn chariot(self, who: FighterId) -> Option<Cover> {
        let is = self.fighter(who).chariot.is_some() && self.state.fighting.has(who);
        is.then_some(Cover {
            dice: self.rules().chariots.cover,
            effort: true,
            hard: true,
        })
    }

    /// Returns the armour that hard cover in the way adds, if the scenario gives it a value.
    #[inline(never)]
    pub(crate) fn cover_armour(self, attack: &Attack) -> u8 {
        let worth = self.fighter(attack.target).hard_cover_armour;
        let counts = worth > 0 && attack.means.is_shot();
        let hard = counts && self.cover_met(attack).is_some_and(|cover| cover.hard);
        if hard { worth } else { 0 }
    }
}

/// Combines two covers: the one that takes more dice, with the restrictions of both.
fn worse(a: Option<Cover>, b: Option<Cover>) -> Option<Cover> {
    match (a, b) {
        (Some(a), Some(b)) => Some(Cover {
            dice: a.dice.min(b.dice),
            effort: a.effort && b.effort,
            hard: a.hard || b.hard,
        }),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod cover_tests;
#[cfg(test)]
mod tests;
