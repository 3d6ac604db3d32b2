//! Dice and Superiority Levels of an attack roll; by what it does its damage, on which track, and against what armour.
//!
//! Clauses: SST-0-1, SST-0-4, SST-10-5, SST-10-9, SST-10-11, SST-11-1..3, SST-12-1..3, SST-19-2, SST-31-1, SST-32-1, SST-37-4. Modifiers are dice. Reading: light,
//! and lying on the ground, matter to blows, shots and spells, and not to what is aimed at the mind; being prone does not
//! matter to spells.

use crate::fight::FighterId;
use crate::rules::swift_swords::fields::modifier;
use crate::rules::swift_swords::nouns::{Attack, Code, FISTS, Light, Means, Track, View};

/// What an attack is rolled with, before exposure dice and Effort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Terms {
    /// May be below 0.
    pub dice: i32,
    pub sl: i8,
    /// Whether the attacker's ones may help [SST-31-1].
    pub ones: bool,
}

impl<const N: usize> View<'_, N> {
    /// The terms of an attack in this situation.
    #[inline]
    pub(crate) fn terms(self, attack: Attack) -> Terms {
        let who = attack.attacker;
        let fighter = self.fighter(who);
        let sl = fighter.sl + i8::from(self.body(attack.target).fumbled);
        if let Means::Riposte(_, dice) = attack.means {
            return Terms {
                dice: dice.into(),
                sl,
                ones: false,
            };
        }
        let skill = match attack.means {
            Means::Mind => fighter.mental_attack,
            Means::Spell => fighter.cast.map_or(0, |(spell, _)| spell.dice),
            _ => fighter.attack,
        };
        let injuries = &self.body(who).injuries;
        let hurt = injuries.of_attack(attack.means);
        let mut terms = Terms {
            dice: i32::from(skill) + i32::from(attack.bonus) - i32::from(hurt),
            sl,
            ones: true,
        };
        match attack.means {
            Means::Melee(weapon) => {
                terms.dice += i32::from(self.advantage(who));
                terms.dice += i32::from(self.light()) + i32::from(self.ground(attack));
                if self.is_off_hand(who, weapon) {
                    terms.dice += i32::from(self.arena.modifiers[const { modifier("off_hand") }]);
                    terms.dice -= i32::from(injuries.of_off_hand());
                }
                if self.state.locked(who, attack.target) {
                    terms.sl += self.inclose_sl(who, weapon);
                }
            }
            Means::Missile(_) => {
                terms.dice += i32::from(self.light()) + i32::from(self.ground(attack));
                terms.dice += self.range(attack);
                self.add_cover(attack, &mut terms);
            }
            Means::Spell => {
                terms.dice += i32::from(self.light());
                self.add_cover(attack, &mut terms);
            }
            Means::Mind | Means::Riposte(..) => {}
        }
        terms
    }

    /// The damage code of an attack.
    #[inline]
    pub(crate) fn code(self, attack: Attack) -> Code {
        match attack.means {
            Means::Melee(weapon) | Means::Missile(weapon) | Means::Riposte(weapon, _) => {
                self.code_of(attack.attacker, weapon)
            }
            Means::Mind => self.arena.codes[usize::from(self.arena.options.mental_code)],
            Means::Spell => {
                let cast = self.fighter(attack.attacker).cast;
                cast.map_or(self.arena.codes[1], |(_, code)| code)
            }
        }
    }

    /// The track that an attack hurts.
    #[inline]
    pub(crate) fn track(self, attack: Attack) -> Track {
        match attack.means {
            Means::Mind => Track::Mental,
            Means::Spell => {
                let cast = self.fighter(attack.attacker).cast;
                cast.map_or(Track::Physical, |(spell, _)| spell.track)
            }
            _ => Track::Physical,
        }
    }

    /// Body armour that an attack meets; a shield is not in it [SST-10-9].
    #[inline]
    pub(crate) fn armour(self, attack: Attack) -> u8 {
        if self.is_stopped_by_gear(attack) {
            self.worn(attack.target) + self.cover_armour(attack)
        } else {
            0
        }
    }

    /// Body armour that somebody has left.
    #[inline]
    pub(crate) fn worn(self, who: FighterId) -> u8 {
        let stripped = self.body(who).stripped;
        self.fighter(who).armour.saturating_sub(stripped)
    }

    /// Whether Block and armour help against an attack.
    #[inline]
    pub(crate) fn is_stopped_by_gear(self, attack: Attack) -> bool {
        match attack.means {
            Means::Mind => false,
            Means::Spell => {
                let cast = self.fighter(attack.attacker).cast;
                cast.is_some_and(|(spell, _)| spell.stopped)
            }
            _ => true,
        }
    }

    /// Dice for being more than the enemies of one's melee [SST-11-2].
    #[inline]
    fn advantage(self, who: FighterId) -> i8 {
        if N < 3 || self.state.fighting.count() < 3 || self.body(who).group == 0 {
            return 0;
        }
        let group = self.state.group(who);
        let friends = group.and(self.arena.lineup.allies(who)).count();
        let enemies = group.count() - friends;
        if enemies == 0 || friends <= enemies {
            0
        } else if friends >= 2 * enemies {
            self.arena.modifiers[const { modifier("major_advantage") }]
        } else {
            self.arena.modifiers[const { modifier("minor_advantage") }]
        }
    }

    #[inline]
    fn light(self) -> i8 {
        match self.arena.field.light {
            Light::Bright => 0,
            Light::Poor => self.arena.modifiers[const { modifier("poor_light") }],
            Light::Dark => self.arena.modifiers[const { modifier("darkness") }],
        }
    }

    /// Dice for who lies on the ground; nothing between those who are in close combat with each other [SST-11-1, SST-12-1].
    #[inline]
    fn ground(self, attack: Attack) -> i8 {
        let (who, target) = (attack.attacker, attack.target);
        if self.state.locked(who, target) {
            return 0;
        }
        let (me, it) = (self.body(who), self.body(target));
        let mut dice = 0;
        if it.prone && !me.prone {
            dice += self.arena.modifiers[const { modifier("target_prone") }];
        }
        if me.prone && me.close == 0 {
            dice += self.arena.modifiers[const { modifier("prone") }];
        }
        dice
    }

    /// Superiority Levels of a weapon in close combat [SST-12-2, SST-12-3].
    fn inclose_sl(self, who: FighterId, weapon: u8) -> i8 {
        if weapon == FISTS {
            self.fighter(who).natural_inclose_sl
        } else {
            self.arena.weapon(weapon).inclose_sl
        }
    }

    /// Dice for the distance, for friends in the way and for flight [SST-11-3, SST-37-4].
    fn range(self, attack: Attack) -> i32 {
        let (who, target) = (attack.attacker, attack.target);
        let zones = self.distance(who, target);
        let mut dice =
            i32::from(zones) * i32::from(self.arena.modifiers[const { modifier("each_zone") }]);
        let mut friends = self.state.group(target).and(self.arena.lineup.allies(who));
        friends.remove(who);
        if !friends.is_empty() {
            dice += i32::from(self.arena.modifiers[const { modifier("into_melee") }]);
        }
        match self.fighter(target).flies {
            Some(flight) if self.aloft(target) => dice - i32::from(flight.speed),
            _ => dice,
        }
    }

    fn add_cover(self, attack: Attack, terms: &mut Terms) {
        if let Some(cover) = self.cover_met(attack) {
            terms.dice += i32::from(cover.dice);
            terms.ones &= cover.effort;
        }
    }
}

#[cfg(test)]
mod tests;
