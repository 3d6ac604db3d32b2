//! Toughness, Will, and the result of a roll against them.
//!
//! Clauses: SAM-5-3, SAM-5-7, SAM-13-1..4, SAM-15-1, SAM-15-2, SAM-17-7, SAM-18-1..4, SAM-20-3.

use crate::fight::FighterId;
use crate::rules::semiautomagic::nouns::{Aimed, View};
use crate::rules::semiautomagic::options::Options;

/// The result of a damage roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    Nothing,
    /// Over the Minimum Toughness.
    Minor,
    /// Over the Toughness.
    Major,
}

impl Verdict {
    /// The word for the result, out of three.
    pub(crate) const fn word(self, words: [&'static str; 3]) -> &'static str {
        words[self as usize]
    }
}

/// The result of damage against this Toughness; the Minimum Toughness is 6 lower [SAM-5-3, SAM-5-7, SAM-18-4].
#[inline]
pub(crate) fn verdict(damage: i32, toughness: i32, options: &Options) -> Verdict {
    if damage <= 0 {
        return Verdict::Nothing;
    }
    let [minor, major] = options.threshold;
    if damage + major > toughness {
        Verdict::Major
    } else if damage + minor > toughness - 6 {
        Verdict::Minor
    } else {
        Verdict::Nothing
    }
}

impl View<'_> {
    /// The Defence of a fighter: the highest of its sources, at least 0 [SAM-18-3]; destroyed armour gives none
    /// [SAM-13-4].
    #[inline]
    pub(crate) fn defence(self, who: FighterId) -> i32 {
        let fighter = self.fighter(who);
        let bare = self.body(who).bare;
        let armour = if bare { 0 } else { fighter.armour };
        armour.max(fighter.other_defence)
    }

    /// The present Toughness of a fighter [SAM-18-1].
    #[inline]
    pub(crate) fn toughness(self, who: FighterId) -> i32 {
        let (fighter, wounds) = (self.fighter(who), i32::from(self.body(who).wounds));
        6 + 3 * fighter.scale + fighter.endurance + self.defence(who) - wounds
    }

    /// The Toughness of the part or item that an attack is aimed at [SAM-12-1, SAM-13-1].
    pub(crate) fn toughness_of(self, who: FighterId, aimed: Aimed) -> i32 {
        match aimed {
            Aimed::Body => self.toughness(who),
            Aimed::Part(part) => self.toughness(who) + part.called().1,
            Aimed::Thing(slot) => self.thing(who, slot).1,
            Aimed::Armour => self.armour_toughness(who),
        }
    }

    /// The present Will of a fighter, never below 0 [SAM-15-1, SAM-15-7].
    #[inline]
    pub(crate) fn will(self, who: FighterId) -> i32 {
        self.will_by(who, self.fighter(who).spirit)
    }

    /// The present Will of a fighter with this spirit [SAM-17-7].
    #[inline]
    pub(crate) fn will_by(self, who: FighterId, spirit: i32) -> i32 {
        let (fighter, penalties) = (self.fighter(who), i32::from(self.body(who).penalties));
        (fighter.full_will() - fighter.spirit + spirit - penalties).max(0)
    }

    /// Target score and Toughness of an item that a fighter carries [SAM-13-1..3].
    pub(crate) fn thing(self, who: FighterId, slot: u8) -> (i32, i32) {
        let weapon = self.arena.carried(who, slot);
        let (target, toughness) = weapon.thing;
        let toughness = toughness.unwrap_or(self.arena.options.hafted_toughness);
        let scale = weapon.scale.unwrap_or(self.fighter(who).scale);
        let wounds = i32::from(self.body(who).items[usize::from(slot)].wounds);
        (target - scale, toughness + 3 * scale - wounds)
    }

    /// The Toughness of a fighter's armour [SAM-13-2].
    pub(crate) fn armour_toughness(self, who: FighterId) -> i32 {
        let fighter = self.fighter(who);
        3 * fighter.scale + fighter.armour + 3 - i32::from(self.body(who).armour_wounds)
    }

    /// The bonus of a fortitude check [SAM-4-2, SAM-12-2].
    #[inline]
    pub(crate) fn fortitude(self, who: FighterId) -> i32 {
        let fighter = self.fighter(who);
        fighter.fortitude + fighter.scale
    }
}
