//! The ways to defend against an attack, and their bonuses.
//!
//! Clauses: SAM-4-2, SAM-5-2, SAM-5-8, SAM-5-9, SAM-9-6, SAM-11-2, SAM-11-14, SAM-15-6, SAM-15-8, SAM-19-9, SAM-19-12,
//! SAM-22-1.

use crate::fight::FighterId;
use crate::rules::semiautomagic::nouns::{DefenceMeans, Mad, View};
use crate::rules::semiautomagic::reading::{Weapon, WeaponKind};

/// An attack that has hit, as its target sees it when it chooses a defence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Attack {
    pub who: FighterId,
    pub weapon: u8,
    /// The number that a defence must reach.
    pub dc: i32,
    pub area: bool,
}

impl Attack {
    /// Returns an attack on a single target with the weapon of index `weapon`. `dc` is the number that a
    /// defence must reach.
    pub(crate) const fn single(who: FighterId, weapon: u8, dc: i32) -> Self {
        Self {
            who,
            weapon,
            dc,
            area: false,
        }
    }
}

impl View<'_> {
    /// Returns the bonus of a defence, with the penalties for being flanked and flat-footed. Returns `None`
    /// if the defence is not possible [SAM-5-8, SAM-9-6, SAM-19-12].
    pub(crate) fn defence_bonus(
        self,
        who: FighterId,
        attack: Attack,
        means: DefenceMeans,
    ) -> Option<i32> {
        let bonus = self.bare_bonus(who, attack, means)?;
        let flanked = self.body(who).mad == Mad::Phantoms || self.flanked(who);
        let flat = self.flat_footed(who, attack.who);
        let rules = &self.arena.options.rules.situations;
        Some(bonus + i32::from(flanked) * rules.flanked + i32::from(flat) * rules.flat_footed)
    }

    /// Returns the bonus of a defence without the penalties for being flanked and flat-footed, which are the
    /// same for every defence. Returns `None` if the defence is not possible.
    pub(crate) fn bare_bonus(
        self,
        who: FighterId,
        attack: Attack,
        means: DefenceMeans,
    ) -> Option<i32> {
        let (body, fighter) = (self.body(who), self.fighter(self.mind_of(who)));
        let options = &self.arena.options;
        let flat = || options.flat_footed_helpless && self.flat_footed(who, attack.who);
        if body.is_helpless() || fighter.object || flat() {
            return None;
        }
        let ranged = !self.weapon(attack.weapon).is_melee();
        Some(match means {
            DefenceMeans::Block => {
                let bonus = self.shared(who, |fighter| fighter.block)?;
                let shielded = self.wields(who, |weapon| weapon.kind == WeaponKind::Shield);
                (shielded && body.held == 0).then_some(bonus)?
            }
            DefenceMeans::Parry => {
                let armed = |weapon: &Weapon| weapon.parries;
                let bonus = self.shared(who, |fighter| fighter.parry)?;
                let possible = body.held == 0
                    && !attack.area
                    && (options.parry_ranged || !ranged)
                    && (fighter.parries_unarmed || self.wields(who, armed));
                possible.then_some(bonus)?
            }
            DefenceMeans::Dodge => {
                let rage = body.rage.is_some() && options.rage.dodge;
                let slow = self.fighter(who).hindrance() + i32::from(body.hindered);
                let rules = &options.rules;
                let slow =
                    i32::from(options.mobility_dexterity) * rules.movement.mobility_skills * slow;
                let bonus = self.shared(who, |fighter| fighter.dodge)?;
                bonus
                    + i32::from(body.held > 0) * rules.conditions.held
                    + i32::from(rage) * rules.morale.rage
                    - slow
            }
        })
    }

    /// Returns the possible defence with the highest bonus [SAM-5-9]. Against an area, a possible block is
    /// returned even if a dodge has a higher bonus [SAM-9-6]. Returns `None` if no defence is possible.
    pub(crate) fn best_defence(self, who: FighterId, attack: Attack) -> Option<DefenceMeans> {
        let bonus = |means| Some((means, self.bare_bonus(who, attack, means)?));
        let mut possible = DefenceMeans::ALL.into_iter().filter_map(bonus);
        let best = if attack.area {
            possible.next()
        } else {
            possible.reduce(|best, next| if next.1 > best.1 { next } else { best })
        };
        Some(best?.0)
    }

    /// Returns the highest defence bonus in a fighter's stat block, or -100 if it has none. Policies use it
    /// to find an easy target.
    pub(crate) fn defensive(self, who: FighterId) -> i32 {
        let fighter = self.fighter(who);
        let all = [fighter.block, fighter.parry, fighter.dodge];
        all.into_iter().flatten().max().unwrap_or(-100)
    }

    /// Returns whether a successful dodge saves a fighter from the whole damage of an area. This is so with a
    /// certain technique, or behind heavy cover [SAM-9-7, SAM-11-6].
    pub(crate) fn evades(self, who: FighterId, against: FighterId) -> bool {
        let least = self.arena.options.rules.situations.evasion_cover;
        self.fighter(who).evasion || self.cover(who, against) >= least
    }
}
