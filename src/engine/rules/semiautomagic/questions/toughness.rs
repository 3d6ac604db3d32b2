//! Toughness and Will of fighters, Toughness of items, and the comparison of damage with them.
//!
//! Clauses: SAM-5-3, SAM-5-7, SAM-13-1..4, SAM-15-1, SAM-15-2, SAM-17-7, SAM-18-1..4, SAM-20-3.

use crate::fight::FighterId;
use crate::rules::semiautomagic::nouns::{Aimed, View};
use crate::rules::semiautomagic::options::Options;

/// The result of comparing damage with a Toughness or a Will.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum DamageResult {
    Nothing,
    /// The damage exceeds only the Minimum Toughness.
    Minor,
    /// The damage exceeds the Toughness.
    Major,
}

impl DamageResult {
    /// Returns the word for this result. `words` has one word each for no effect, a minor and a major result.
    pub(crate) const fn word(self, words: [&'static str; 3]) -> &'static str {
        words[self as usize]
    }
}

/// Compares damage with a Toughness and its Minimum Toughness, or with a Will and its Minimum Will [SAM-5-3,
/// SAM-5-7, SAM-15-2, SAM-18-4].
#[inline]
pub(crate) fn verdict(
    damage: i32,
    [toughness, minimum]: [i32; 2],
    options: &Options,
) -> DamageResult {
    if damage <= 0 {
        return DamageResult::Nothing;
    }
    let [minor, major] = options.threshold;
    if damage + major > toughness {
        DamageResult::Major
    } else if damage + minor > minimum {
        DamageResult::Minor
    } else {
        DamageResult::Nothing
    }
}

impl View<'_> {
    /// Returns the Defence of a fighter: that of its armour or that of its other sources, whichever is higher
    /// [SAM-18-3]. Destroyed armour gives none [SAM-13-4].
    #[inline]
    pub(crate) fn defence(self, who: FighterId) -> i32 {
        let fighter = self.fighter(who);
        let bare = self.body(who).bare;
        let armour = if bare { 0 } else { fighter.armour };
        armour.max(fighter.other_defence)
    }

    /// Returns the present Toughness of a fighter [SAM-18-1].
    #[inline]
    pub(crate) fn toughness(self, who: FighterId) -> i32 {
        let (fighter, wounds) = (self.fighter(who), i32::from(self.body(who).wounds));
        let lost = self.arena.options.rules.dying.wound * wounds;
        fighter.size.toughness + fighter.endurance + self.defence(who) - lost
    }

    /// Returns `toughness` and the Minimum Toughness that belongs to it, which is 6 lower by default
    /// [SAM-18-1].
    #[inline]
    pub(crate) fn with_minimum(self, toughness: i32) -> [i32; 2] {
        [
            toughness,
            toughness - self.arena.options.rules.dying.minimum,
        ]
    }

    /// Returns `will` and the Minimum Will that belongs to it, which is 6 lower by default [SAM-15-1].
    pub(crate) fn with_minimum_will(self, will: i32) -> [i32; 2] {
        [will, will - self.arena.options.rules.morale.minimum]
    }

    /// Returns the Toughness of the body part or item that an attack is aimed at [SAM-12-1, SAM-13-1].
    pub(crate) fn toughness_of(self, who: FighterId, aimed: Aimed) -> i32 {
        match aimed {
            Aimed::Body => self.toughness(who),
            Aimed::Part(part) => self.toughness(who) + self.location(part).toughness,
            Aimed::Thing(slot) => self.thing(who, slot).1,
            Aimed::Armour => self.armour_toughness(who),
        }
    }

    /// Returns the present Will of a fighter, never below 0 [SAM-15-1, SAM-15-7].
    #[inline]
    pub(crate) fn will(self, who: FighterId) -> i32 {
        self.will_by(who, self.fighter(who).spirit)
    }

    /// Returns the Will that `who` would have at present if its spirit were `spirit` [SAM-17-7].
    #[inline]
    pub(crate) fn will_by(self, who: FighterId, spirit: i32) -> i32 {
        let (fighter, penalties) = (self.fighter(who), i32::from(self.body(who).penalties));
        let base = self.arena.options.rules.morale.will;
        (fighter.full_will(base) - fighter.spirit + spirit - penalties).max(0)
    }

    /// Returns the Target score and the Toughness of the item at index `slot` of those that `who` carries
    /// [SAM-13-1..3].
    pub(crate) fn thing(self, who: FighterId, slot: u8) -> (i32, i32) {
        let weapon = self.arena.carried(who, slot);
        let (target, toughness) = weapon.thing;
        let toughness = toughness.unwrap_or(self.arena.options.hafted_toughness);
        let scale = weapon.scale.unwrap_or(self.fighter(who).scale);
        let wounds = i32::from(self.body(who).items[usize::from(slot)].wounds);
        let rules = &self.arena.options.rules;
        (
            target - rules.scale.item_target * scale,
            toughness + rules.scale.item_toughness * scale - rules.items.wound * wounds,
        )
    }

    /// Returns the Toughness of a fighter's armour [SAM-13-2].
    pub(crate) fn armour_toughness(self, who: FighterId) -> i32 {
        let fighter = self.fighter(who);
        let rules = &self.arena.options.rules;
        let wounds = rules.items.wound * i32::from(self.body(who).armour_wounds);
        rules.scale.item_toughness * fighter.scale + fighter.armour + rules.items.armour - wounds
    }

    /// Returns the bonus of a fortitude check [SAM-4-2, SAM-12-2].
    #[inline]
    pub(crate) fn fortitude(self, who: FighterId) -> i32 {
        let fighter = self.fighter(who);
        fighter.fortitude + self.arena.options.rules.scale.fortitude * fighter.scale
    }
}
