//! The house rules of a fight, in types.
//!
//! What `[options]` may say and what holds by default is listed in `house_rules.rs`; here is what each word and
//! number stands for. The clause is named at each field.

use super::house_rules::OPTIONS;
use crate::rules::settings::{Record, Settings};
use crate::scenario::{Faults, Fields};

/// What makes a blow critical [MUR-0-6].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Critical {
    Remaining,
    Maximum,
    None,
}

/// Who may sprint, and when [MUR-2-3].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sprint {
    Free,
    FullMoveOnly,
    Forbidden,
}

/// When a group has to check its morale [MUR-12-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MoraleTrigger {
    Crossing,
    EveryLoss,
    EveryRound,
}

/// All house rules of a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a house rule of the book, named as in the scenario"
)]
pub(super) struct Options {
    /// A roll equal to the ability passes [MUR-0-1].
    pub save_equal: bool,
    /// One roll serves a whole group [MUR-0-2].
    pub group_save_shared: bool,
    /// A hit on somebody with armour does 1 damage at least [MUR-0-4].
    pub minimum_damage: bool,
    /// One roll serves all targets of a blast [MUR-0-5].
    pub blast_roll_shared: bool,
    pub critical: Critical,
    /// Nobody at 0 health dies at once [MUR-0-7].
    pub dying: bool,
    /// Impaired dice are one size smaller, rather than the lower of two rolls [MUR-0-9].
    pub impaired_step_down: bool,
    /// Two causes of impairment leave no damage [MUR-0-10].
    pub impaired_twice_none: bool,
    /// The highest face is rolled again [MUR-0-12].
    pub open_dice: bool,
    /// Halves are rounded up before anything is held against them [MUR-0-14].
    pub half_rounded_up: bool,
    /// How many fit a zone and a border [MUR-0-18]; `None`: any number.
    pub zone_capacity: Option<u8>,
    pub border_capacity: Option<u8>,
    /// The initiative is drawn anew every round [MUR-1-7].
    pub initiative_each_round: bool,
    pub sprint: Sprint,
    /// Another weapon in hand costs a bonus action [MUR-2-8].
    pub swap_costs: bool,
    /// Targets of a blast can be guarded [MUR-5-4].
    pub guard_blast: bool,
    /// Every step that is not towards somebody is a step away [MUR-6-1].
    pub any_step: bool,
    /// Cover counts against nearby attackers too [MUR-7-1].
    pub cover_in_melee: bool,
    /// Attackers may offer to spare their target [MUR-9-1].
    pub stunts: bool,
    pub grapple_needs_free_hand: bool,
    /// Sneaking takes an AGI save [MUR-11-3].
    pub sneak_save: bool,
    pub morale_trigger: MoraleTrigger,
    /// Those who break surrender when their turn comes [MUR-12-6].
    pub surrender_on_own_turn: bool,
    /// A smaller attacker's damage is halved after armour [MUR-16-1].
    pub halve_after_armour: bool,
    /// Riders whose mount falls need an AGI save, or fall with it [MUR-17-8].
    pub mount_down_save: bool,
}

impl Options {
    /// Reads `[options]`; also name and setting of each, for a run's record.
    pub(super) fn read(fields: Fields<'_>, faults: &Faults) -> (Self, Record) {
        let settings = Settings::read(OPTIONS, fields, faults);
        (Self::of(&settings), settings.record())
    }

    fn of(set: &Settings) -> Self {
        let room = |name| {
            set.number(name)
                .map(|number| u8::try_from(number).expect("the range was checked"))
        };
        Self {
            save_equal: set.is("save_equal", "pass"),
            group_save_shared: set.is("group_save", "shared"),
            minimum_damage: set.number("minimum_damage") == Some(1),
            blast_roll_shared: set.is("blast_roll", "shared"),
            critical: set.one_of(
                "critical",
                [
                    ("remaining", Critical::Remaining),
                    ("maximum", Critical::Maximum),
                    ("none", Critical::None),
                ],
            ),
            dying: set.is("zero_health", "dying"),
            impaired_step_down: set.is("impaired", "step_down"),
            impaired_twice_none: set.is("impaired_twice", "no_damage"),
            open_dice: set.is("open_dice", "on"),
            half_rounded_up: set.is("half_tests", "rounded_up"),
            zone_capacity: room("zone_capacity"),
            border_capacity: room("border_capacity"),
            initiative_each_round: set.is("initiative_changes", "each_round"),
            sprint: set.one_of(
                "sprint",
                [
                    ("free", Sprint::Free),
                    ("full_move_only", Sprint::FullMoveOnly),
                    ("forbidden", Sprint::Forbidden),
                ],
            ),
            swap_costs: set.is("weapon_swap", "bonus"),
            guard_blast: set.is("guard_blast", "yes"),
            any_step: set.is("moving_away", "any_step"),
            cover_in_melee: set.is("cover_in_melee", "yes"),
            stunts: set.is("stunts", "yield"),
            grapple_needs_free_hand: set.is("grapple_needs_free_hand", "yes"),
            sneak_save: set.is("sneak_save", "AGI"),
            morale_trigger: set.one_of(
                "morale_trigger",
                [
                    ("crossing", MoraleTrigger::Crossing),
                    ("every_loss", MoraleTrigger::EveryLoss),
                    ("every_round", MoraleTrigger::EveryRound),
                ],
            ),
            surrender_on_own_turn: set.is("break_surrender", "own_turn"),
            halve_after_armour: set.is("size_halving", "after_armour"),
            mount_down_save: set.is("mount_down", "save"),
        }
    }

    /// Whether a number is half of a whole or less [MUR-0-14].
    #[inline]
    pub(super) fn at_most_half(&self, number: i32, whole: i32) -> bool {
        if self.half_rounded_up {
            number <= (whole + 1) / 2
        } else {
            2 * number <= whole
        }
    }
}

#[cfg(test)]
impl Default for Options {
    fn default() -> Self {
        Self::of(&Settings::defaults(OPTIONS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test] // MUR-0-14
    fn halves_are_tested_exactly_or_rounded_up() {
        let exact = Options::default();
        assert!(exact.at_most_half(2, 5) && !exact.at_most_half(3, 5));
        let up = Options {
            half_rounded_up: true,
            ..Options::default()
        };
        assert!(up.at_most_half(3, 5) && !up.at_most_half(4, 5));
        // Beyond half a range of 5: 3 is, 2 is not; of 8: 5 is, 4 is not.
        assert!(!exact.at_most_half(3, 5) && exact.at_most_half(2, 5));
        assert!(!exact.at_most_half(5, 8) && exact.at_most_half(4, 8));
    }
}
