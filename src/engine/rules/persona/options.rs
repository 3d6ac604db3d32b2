//! The house rules that `[options]` may set, each with its default value first, and their types.
//!
//! An option exists for each rule that the book leaves open or that readers understand in several ways.

use std::sync::LazyLock;

use super::rules::Rules;
use crate::frame::settings::{HouseRules, OptionSpec, Settings, number, range, small, word};

/// Which fighters may shoot while an enemy is adjacent [PER-4-3].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ShootEngaged {
    Modified(i32),
    PistolOnly,
}

/// Which tests the largest face of a damage die triggers [PER-4-17].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fury {
    ByFate,
    CriticalOnly,
    FateOnly,
    Both,
    None,
}

/// All house rules of a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a house rule of the book, named as in the scenario"
)]
pub(crate) struct Options {
    pub own_turn_reactions: bool,
    /// Whether fighters may flee and surrender. This rule is not in the book [PER-2-8].
    pub leaving: bool,
    pub shoot_engaged: ShootEngaged,
    /// The largest sum of modifiers. The smallest sum is the same number with a minus sign. `None`: no limit
    /// [PER-4-4].
    pub modifier_cap: Option<i32>,
    pub dos_die: bool,
    pub fury: Fury,
    /// Whether fighters with Fate Points continue to fight below 0 wounds [PER-4-20].
    pub lethal_buffer: bool,
    /// Whether damage of at least the Soak is dealt in full, and smaller damage not at all. Otherwise the
    /// Soak is subtracted from all damage [PER-4-18].
    pub soak_gate: bool,
    /// Whether fatigue from an unarmed hit depends on the damage after Soak. Otherwise it depends on the
    /// damage before Soak [PER-5-2].
    pub unarmed_dealt: bool,
    pub extra_beyond_first: bool,
    pub full_auto_by_semi: bool,
    /// Whether a Called Shot also has the modifier of a Standard Attack [PER-12.5-1].
    pub called_as_standard: bool,
    /// Maximum number of enemies in the arc of Suppressing Fire. The first number is for semi-automatic fire,
    /// the second for fully automatic fire [PER-12.35-1].
    pub suppress_zone: [u8; 2],
    pub suppress_distinct: bool,
    pub auto_results: bool,
    /// Degrees of success of a roll that only just passes [PER-13.1-3].
    pub dos_base: u8,
    /// Whether the higher bonus, and then the higher roll, wins an opposed test if both fighters have equal
    /// degrees [PER-13.1-5].
    pub ties_by_bonus: bool,
    pub fatigue_per_level: bool,
    pub stunned_bonus: i32,
    pub prone_ranged: i32,
    pub prone_ws: i32,
    pub prone_dodge: i32,
    pub primitive_doubles: bool,
    pub grapple_grab: bool,
    /// The numbers of the rules, read from `[rules]`.
    pub rules: Rules,
}

impl HouseRules for Options {
    #[rustfmt::skip]
    #[expect(clippy::too_many_lines, reason = "a table: a line for each word")]
    fn ask(set: &mut Settings<'_>) -> Self {
        Self {
            own_turn_reactions: set.option("own_turn_reactions", "PER-1-3", "whether Reactions may be used during one's own turn", &[
                word("yes", "they may", true),
                word("no", "they may not", false),
            ]),
            leaving: set.unlabelled("leaving", "PER-2-8", "whether fighters may leave the fight alive; a rule of ours", &[
                word("no", "nobody flees or surrenders", false),
                word("yes", "policies may `flee` and `surrender`", true),
            ]),
            shoot_engaged: set.option("shoot_engaged", "PER-4-3", "shooting while an enemy is adjacent", &[
                word("free", "as at any time", ShootEngaged::Modified(0)),
                word("pistol-only", "only with weapons of class `pistol`", ShootEngaged::PistolOnly),
                range(-100, 100, "added to BS attack tests", ShootEngaged::Modified),
            ]),
            modifier_cap: set.option("modifier_cap", "PER-4-4", "the most that all modifiers of an attack test come to, either way", &[
                word("none", "any number", None),
                range(1, 200, "so much", Some),
            ]),
            dos_die: set.option("dos_die", "PER-4-12", "whether a damage die may be replaced by the degrees of success", &[
                word("best", "the one that gains most, if any does", true),
                word("off", "never", false),
            ]),
            fury: set.option("fury", "PER-4-17", "what the largest face of a damage die calls for", &[
                word("by-fate", "Righteous Fury for those with Fate Points, a Critical Hit for others", Fury::ByFate),
                word("critical-only", "a Critical Hit for everybody", Fury::CriticalOnly),
                word("fury-only", "Righteous Fury for those with Fate Points, nothing for others", Fury::FateOnly),
                word("both", "a Critical Hit for everybody, and before it Righteous Fury for those with Fate Points", Fury::Both),
                word("none", "nothing", Fury::None),
            ]),
            lethal_buffer: set.option("lethal", "PER-4-20", "those with Fate Points at 0 wounds", &[
                word("as-others", "are out", false),
                word("buffer", "fight on until they are below their `lethal_buffer`", true),
            ]),
            soak_gate: set.option("soak", "PER-4-18", "what Soak does", &[
                word("subtract", "it is taken off the damage", false),
                word("gate", "damage below it does nothing, all other is dealt in full", true),
            ]),
            unarmed_dealt: set.option("unarmed_fatigue", "PER-5-2", "the damage that an unarmed hit needs for fatigue", &[
                word("raw", "before Soak", false),
                word("dealt", "after Soak", true),
            ]),
            extra_beyond_first: set.option("extra_hits_from", "PER-12.3-1", "which degrees of success bring further hits", &[
                word("all", "all", false),
                word("beyond-first", "those beyond the first", true),
            ]),
            full_auto_by_semi: set.option("full_auto_cap", "PER-12.4-1", "most hits of a fully automatic burst", &[
                word("full", "the weapon's `full`", false),
                word("semi", "the weapon's `semi`", true),
            ]),
            called_as_standard: set.option("called_shot_mod", "PER-12.5-1", "the modifier of a Called Shot", &[
                number(-20, "its own in all: `rules.attacks.called`", false),
                number(-10, "that of a Standard Attack as well", true),
            ]),
            suppress_zone: [
                set.option("suppress_zone", "PER-12.35-1", "most enemies that a semi-automatic arc holds, nearest first", &[
                    word("all", "all on that side", u8::MAX),
                    range(1, 64, "so many", small),
                ]),
                set.option("suppress_zone_full", "PER-12.35-1", "most enemies that a fully automatic arc holds, nearest first", &[
                    word("all", "all on that side", u8::MAX),
                    range(1, 64, "so many", small),
                ]),
            ],
            suppress_distinct: set.option("suppress_random", "PER-12.35-2", "who is hit by Suppressing Fire", &[
                word("independent", "each hit anybody", false),
                word("distinct", "nobody twice before all have been hit", true),
            ]),
            auto_results: set.option("auto_results", "PER-13.1-2", "rolls that pass or fail whatever the target number", &[
                word("1-and-100", "1 passes, 100 fails; `rules.tests` has the numbers", true),
                word("none", "none", false),
            ]),
            dos_base: set.option("dos_base", "PER-13.1-3", "degrees of success of a bare pass", &[
                number(1, "one", 1),
                number(0, "none", 0),
            ]),
            ties_by_bonus: set.option("opposed_ties", "PER-13.1-5", "who wins an opposed test of equal degrees", &[
                word("defender", "the one who did not begin it", false),
                word("bonus-then-roll", "the higher bonus, then the lower roll, then the one who did not begin it", true),
            ]),
            fatigue_per_level: set.option("fatigue_mod", "PER-13.2-1", "how often `rules.conditions.fatigue`, by default -10, is added to all tests", &[
                word("flat", "once, however many levels", false),
                word("per-level", "once for each level", true),
            ]),
            stunned_bonus: set.option("stunned_bonus", "PER-13.2-3", "added to attack tests against the stunned", &[
                number(20, "20", 20),
                range(-100, 100, "so much", |number| number),
            ]),
            prone_ranged: set.option("prone_ranged", "PER-13.2-5", "added to ranged attack tests against the prone from beyond adjacency", &[
                number(-10, "-10", -10),
                range(-100, 100, "so much", |number| number),
            ]),
            prone_ws: set.option("prone_ws", "PER-13.2-6", "added to the WS tests of the prone", &[
                number(-10, "-10", -10),
                range(-100, 100, "so much", |number| number),
            ]),
            prone_dodge: set.option("prone_dodge", "PER-13.2-6", "added to Dodge of the prone", &[
                number(-20, "-20", -20),
                range(-100, 100, "so much", |number| number),
            ]),
            primitive_doubles: set.option("primitive", "PER-13.5-7", "the quality Primitive", &[
                word("none", "does nothing", false),
                word("double-ap", "armour points count twice against it", true),
            ]),
            grapple_grab: set.option("grapple_grab", "PER-12.17-2", "whether the controller of a grapple may take the weapon in the other's hand", &[
                word("no", "no", false),
                word("yes", "yes, in place of readying one of its own", true),
            ]),
            rules: Rules::default(),
        }
    }
}

/// All house rules, in listing order.
pub(crate) static OPTIONS: LazyLock<Vec<OptionSpec>> = LazyLock::new(Options::listed);

impl Default for Options {
    fn default() -> Self {
        Self::defaults().0
    }
}
