//! The house rules that `[options]` may set. The first value of each is the default.
//!
//! There is an option for each rule that the book leaves open, or that its readers understand in different
//! ways.

use std::sync::LazyLock;

use super::rules::Rules;
use crate::frame::settings::{HouseRules, OptionSpec, Settings, number, range, small, word};

/// The ways to round a fraction of a chance or of a DEX rank [BRP-X-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rounding {
    Up,
    Down,
    Nearest,
}

/// The rules for which rolls are special successes [BRP-5.5-2].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SpecialThreshold {
    Strict,
    AtMost,
    Nearest,
}

/// All house rules of a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Options {
    /// Whether intents are stated before anything happens [BRP-5.2-1, BRP-5.2-5].
    pub declared: bool,
    /// Whether an attack that has lost its target may pick another one [BRP-5.2-4].
    pub retarget: bool,
    /// Whether fighters with an enemy in reach may run away in a round without an action [BRP-5.3-1].
    pub disengage: bool,
    /// Whether fighters may flee and surrender, a house rule of this program [BRP-5.3-1].
    pub leaving: bool,
    /// The highest roll that always succeeds, and the highest roll that does not fail automatically
    /// [BRP-5.5-1].
    pub auto_rolls: [i32; 2],
    pub special_threshold: SpecialThreshold,
    /// Maximum number of parries of a fighter in a round [BRP-5.6-4]. `None`: any number.
    pub parry_limit: Option<u8>,
    /// Percentage points subtracted from a defence for each earlier defence of the round [BRP-5.6-4].
    pub successive_defence_penalty: i32,
    /// Whether one attack may be met by both a parry and a dodge [BRP-5.6-4].
    pub double_defence: bool,
    /// Whether a weapon may both strike and parry in one round [BRP-5.6-4].
    pub same_weapon: bool,
    /// An item breaks when it has this number of parrying points left: 0 or -1 [BRP-5.6-7].
    pub breaks_at: i32,
    /// DEX ranks lost in a round by drawing a weapon [BRP-5.6-8].
    pub draw_rank_cost: i32,
    /// Whether bare hands may parry bare hands, and whether they may parry weapons [BRP-5.6-9].
    pub brawl_parry: [bool; 2],
    /// Whether slow missiles may be dodged, at half the chance [BRP-5.7-5].
    pub dodge_missiles: bool,
    /// Percentage points subtracted from a shot at a target that is in melee with others [BRP-5.9-5].
    pub fire_into_melee: i32,
    /// Whether the points of a helmet count [BRP-5.10-2].
    pub helmet: bool,
    /// Whether armour with separate points against fast missiles uses these points against every missile
    /// [BRP-5.10-2].
    pub riot_gear_all_missiles: bool,
    /// Whether a shield stops a missile by an ordinary parry roll rather than by a flat chance [BRP-5.11-2].
    pub shield_missile_graded: bool,
    /// A wounded fighter is unconscious if it has this number of hit points or fewer [BRP-5.12-2].
    pub unconscious_at: i32,
    /// Whether fighters die at the end of the round rather than at once [BRP-5.12-3].
    pub death_at_end: bool,
    /// Whether the unconscious can be woken during the fight [BRP-5.12-5].
    pub waking: bool,
    /// Whether a special hit adds a normal roll of the weapon to the weapon's maximum [BRP-5.13-1].
    pub special_adds_roll: bool,
    /// Hit points that a special success adds to First Aid [BRP-5.14-2].
    pub first_aid_special_bonus: i32,
    /// Whether First Aid takes effect in the round when it is given rather than in the next one
    /// [BRP-5.14-4].
    pub first_aid_same_round: bool,
    pub fraction_rounding: Rounding,
    /// Whether a fight ends undecided once no standing fighter can hurt an enemy with the items that its
    /// policy uses [BRP-X-9].
    pub stalemate_ends: bool,
    /// The numbers of the rules, which are read from the table `[rules]`.
    pub rules: Rules,
}

impl HouseRules for Options {
    #[rustfmt::skip]
    fn ask(set: &mut Settings<'_>) -> Self {
        Self {
            declared: set.keeps("intent", "BRP-5.2-5", "whether intents are stated before anything happens", ("declared", "everybody states movement, action and target first"), ("skip", "each decides on movement when it comes, and all of one DEX rank on their actions when that comes")),
            retarget: set.keeps("retarget", "BRP-5.2-4", "what becomes of an attack whose target cannot be attacked any more", ("yes", "another target is picked by the same rule"), ("no", "the action is lost")),
            disengage: set.differs("disengage", "BRP-5.3-1", "whether somebody in melee may walk away", ("no", "with an enemy in reach nobody moves"), ("run", "up to 30 m, in a round without an action")),
            leaving: set.unlabelled("leaving", "BRP-5.3-1", "whether fighters may leave the fight alive; a rule of ours", &[
                word("no", "nobody flees or surrenders", false),
                word("yes", "policies may `flee`, also from melee, and `surrender`", true),
            ]),
            auto_rolls: set.option("auto_rolls", "BRP-5.5-1", "rolls that succeed or fail whatever the chance", &[
                word("none", "no such rolls", [0, 100]),
                word("hundred", "100 always fails", [0, 99]),
                word("edges", "96 to 100 always fail, 1 to 5 succeed unless the chance is 0", [5, 95]),
            ]),
            special_threshold: set.option("special_threshold", "BRP-5.5-2", "how low a roll has to be for a special success", &[
                word("strict", "below a fifth of the chance", SpecialThreshold::Strict),
                word("at_most", "a fifth of the chance or less", SpecialThreshold::AtMost),
                word("nearest", "a fifth rounded to nearest or less, halves up, at least 1", SpecialThreshold::Nearest),
            ]),
            parry_limit: set.option("parry_limit", "BRP-5.6-4", "how many parries each may try in a round", &[
                word("none", "any number", None),
                range(0, 100, "that many, dodges not counted", |n| Some(small(n))),
            ]),
            successive_defence_penalty: set.amount("successive_defence_penalty", "BRP-5.6-4", "percentage points off for each earlier defence of the round", (0, "every defence at full chance"), (0, 100, "that many points for each")),
            double_defence: set.differs("double_defence", "BRP-5.6-4", "whether one attack may be met by a parry and a dodge", ("no", "one defence against any one attack"), ("yes", "parry, then dodge; the better level counts")),
            same_weapon: set.keeps("same_weapon", "BRP-5.6-4", "whether one weapon may both attack and parry in a round", ("yes", "it may"), ("no", "whichever it does first, it does not do the other")),
            breaks_at: set.option("breaks_at", "BRP-5.6-7", "when a weapon or shield that loses points is broken", &[
                word("zero", "at 0 points left", 0),
                word("below_zero", "only below 0", -1),
            ]),
            draw_rank_cost: set.amount("draw_rank_cost", "BRP-5.6-8", "DEX ranks lost in a round in which a weapon is newly drawn", (0, "drawing is free"), (0, 100, "that many ranks; Brawl needs no drawing")),
            brawl_parry: set.option("brawl_parry", "BRP-5.6-9", "what bare hands may parry", &[
                word("unarmed_only", "other bare hands", [true, false]),
                word("all_melee", "any melee attack", [true, true]),
                word("never", "nothing", [false, false]),
            ]),
            dodge_missiles: set.differs("dodge_missiles", "BRP-5.7-5", "whether arrows and thrown weapons can be dodged", ("no", "no missile can be dodged"), ("yes", "those of low velocity, at half chance")),
            fire_into_melee: set.amount("fire_into_melee", "BRP-5.9-5", "percentage points off a shot at somebody who is in melee with others than the shooter", (0, "no penalty"), (0, 100, "that many points")),
            helmet: set.keeps("helmet", "BRP-5.10-2", "what a helmet does against a hit", ("add", "its points are added to the body's"), ("ignore", "nothing")),
            riot_gear_all_missiles: set.keeps("riot_gear", "BRP-5.10-2", "where armour with a second figure uses it", ("melee_missile", "against every missile"), ("low_high", "against high velocity only")),
            shield_missile_graded: set.keeps("shield_missile", "BRP-5.11-2", "how a shield meets a missile", ("graded", "as a parry at its straight chance, with wear"), ("flat", "its straight chance stops the missile whatever its level")),
            unconscious_at: set.option("unconscious_at", "BRP-5.12-2", "hit points at which a wounded combatant is unconscious", &[
                number(2, "at 2 or 1", 2),
                number(0, "never: they fight on down to 1", 0),
            ]),
            death_at_end: set.keeps("death", "BRP-5.12-3", "when somebody at 0 hit points or less is dead", ("end_of_round", "when the round ends, unless healed before"), ("immediate", "at once")),
            waking: set.keeps("waking", "BRP-5.12-5", "whether the unconscious can be woken in the fight", ("yes", "an ally in reach may do it as their action"), ("no", "they sleep on")),
            special_adds_roll: set.keeps("special_damage", "BRP-5.13-1", "what a special hit does beside the damage bonus", ("max_plus_roll", "the weapon's most and an ordinary roll"), ("max_only", "the weapon's most")),
            first_aid_special_bonus: set.amount("first_aid_special_bonus", "BRP-5.14-2", "points that a special success in First Aid adds", (0, "none"), (0, MOST_FIRST_AID_BONUS, "that many, still at most what the injury took")),
            first_aid_same_round: set.keeps("first_aid_time", "BRP-5.14-4", "when First Aid takes effect", ("same_round", "at the end of the round, before the dying die"), ("next_round", "a round later, too late for the dying")),
            fraction_rounding: set.option("fraction_rounding", "BRP-X-4", "how halved and quartered chances and ranks are rounded", &[
                word("up", "up", Rounding::Up),
                word("down", "down", Rounding::Down),
                word("nearest", "to nearest, halves up", Rounding::Nearest),
            ]),
            stalemate_ends: set.unlabelled("stalemate", "BRP-X-9", "what becomes of a fight in which nobody who stands can hurt an enemy any more with what its policy uses", &[
                word("end", "it ends at once, undecided", true),
                word("go-on", "it goes on to the round cap", false),
            ]),
            rules: Rules::default(),
        }
    }
}

/// The descriptions of all house rules, in the order of their clauses.
pub(super) static OPTIONS: LazyLock<Vec<OptionSpec>> = LazyLock::new(Options::listed);

impl Options {
    /// Divides a chance or a rank and rounds as the option says [BRP-X-4]. `number` must not be negative.
    #[inline]
    pub(super) fn divide(&self, number: i32, divisor: u32) -> i32 {
        if divisor == 1 {
            return number;
        }
        let up = match self.fraction_rounding {
            Rounding::Up => divisor - 1,
            Rounding::Down => 0,
            Rounding::Nearest => divisor / 2,
        };
        ((number.cast_unsigned() + up) / divisor).cast_signed()
    }
}

/// The largest bonus that a special success may add to First Aid. A roll of 1D3 and this bonus restore 8
/// points at most, the largest size of injuries that the state of a fight distinguishes.
pub(super) const MOST_FIRST_AID_BONUS: i32 = 5;

#[cfg(test)]
impl Default for Options {
    fn default() -> Self {
        Self::defaults().0
    }
}
