//! The house rules that `[options]` may set. The first value of each is the default.
//!
//! There is an option for each rule that the book leaves open, or that its readers understand in different
//! ways.

use std::sync::LazyLock;

use super::rules::Rules;
use crate::frame::settings::{HouseRules, OptionSpec, Settings, number, range, small, word};

/// The rules that decide which damage is critical. Critical damage takes a character out of the fight
/// [MUR-0-6].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Critical {
    Remaining,
    Maximum,
    None,
}

/// The rules that decide when characters may sprint [MUR-2-3].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sprint {
    Free,
    FullMoveOnly,
    Forbidden,
}

/// The rules that decide when a group has to check its morale [MUR-12-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MoraleTrigger {
    Crossing,
    EveryLoss,
    EveryRound,
}

/// All house rules of a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Options {
    /// Whether a roll equal to the ability passes a save [MUR-0-1].
    pub save_equal: bool,
    /// Whether a group makes one roll for all members instead of one each [MUR-0-2].
    pub group_save_shared: bool,
    /// Whether a hit on a target with armour does at least 1 damage [MUR-0-4].
    pub minimum_damage: bool,
    /// Whether a blast makes one damage roll for all targets instead of one each [MUR-0-5].
    pub blast_roll_shared: bool,
    pub critical: Critical,
    /// Whether a character at 0 health is dying rather than dead [MUR-0-7].
    pub dying: bool,
    /// Whether impaired dice have fewer sides. Otherwise the dice are rolled twice and the lower roll counts
    /// [MUR-0-9].
    pub impaired_step_down: bool,
    /// Whether an attack with two causes of impairment does no damage [MUR-0-10].
    pub impaired_twice_none: bool,
    /// Whether a die that shows its highest face is rolled again and added [MUR-0-12].
    pub open_dice: bool,
    /// Whether half of an odd number is rounded up before a comparison with it [MUR-0-14].
    pub half_rounded_up: bool,
    /// How many medium-sized characters a zone can hold. `border_capacity` says the same of a border. `None`
    /// means any number [MUR-0-18].
    pub zone_capacity: Option<u8>,
    pub border_capacity: Option<u8>,
    /// Whether the initiative is drawn again every round [MUR-1-7].
    pub initiative_each_round: bool,
    pub sprint: Sprint,
    /// Whether a change to a weapon that is not in hand costs a bonus action [MUR-2-8].
    pub swap_costs: bool,
    /// Whether the targets of a blast can be guarded [MUR-5-4].
    pub guard_blast: bool,
    /// Whether every step counts as a step away from a character unless it leads towards it [MUR-6-1].
    pub any_step: bool,
    /// Whether cover counts against nearby attackers as well [MUR-7-1].
    pub cover_in_melee: bool,
    /// Whether attackers may offer to spare their target [MUR-9-1].
    pub stunts: bool,
    pub grapple_needs_free_hand: bool,
    /// Whether sneaking needs an AGI save [MUR-11-3].
    pub sneak_save: bool,
    pub morale_trigger: MoraleTrigger,
    /// Whether characters whose morale breaks surrender only in their next turn, and not at once [MUR-12-6].
    pub surrender_on_own_turn: bool,
    /// Whether a smaller attacker's damage is halved after armour rather than before [MUR-16-1].
    pub halve_after_armour: bool,
    /// Whether riders whose mount falls need an AGI save to avoid the damage of a fall [MUR-17-8].
    pub mount_down_save: bool,
    /// The numbers of the rules, which are read from the table `[rules]`.
    pub rules: Rules,
}

impl HouseRules for Options {
    #[rustfmt::skip]
    fn ask(set: &mut Settings<'_>) -> Self {
        Self {
            save_equal: set.keeps("save_equal", "MUR-0-1", "a save whose roll equals the ability", ("pass", "passes"), ("fail", "fails")),
            group_save_shared: set.keeps("group_save", "MUR-0-2", "how a group rolls a save", ("shared", "one roll, held against each one's ability"), ("individual", "a roll for each")),
            minimum_damage: set.option("minimum_damage", "MUR-0-4", "the least that a hit does to somebody with any armour value", &[
                number(0, "armour may stop all of it", false),
                number(1, "1 health", true),
            ]),
            blast_roll_shared: set.differs("blast_roll", "MUR-0-5", "the damage of a blast", ("per_target", "rolled for each target"), ("shared", "rolled once for all")),
            critical: set.option("critical", "MUR-0-6", "which damage incapacitates; by default half: `rules.wounds.critical`", &[
                word("remaining", "half or more of the health that is left", Critical::Remaining),
                word("maximum", "half or more of full health", Critical::Maximum),
                word("none", "only the last health does", Critical::None),
            ]),
            dying: set.differs("zero_health", "MUR-0-7", "who has no health left", ("dead", "is dead"), ("dying", "is incapacitated, and by default dead at the end of the next round")),
            impaired_step_down: set.differs("impaired", "MUR-0-9", "impaired damage", ("lower_of_two", "the lower of two rolls"), ("step_down", "dice one size smaller: `rules.step_down`")),
            impaired_twice_none: set.differs("impaired_twice", "MUR-0-10", "damage impaired for two reasons", ("same", "is impaired once"), ("no_damage", "is 0")),
            open_dice: set.differs("open_dice", "MUR-0-12", "a damage die that shows its highest face", ("off", "counts as it is"), ("on", "counts one less and is rolled again, adding; by default at most 12 times, then it stands")),
            half_rounded_up: set.differs("half_tests", "MUR-0-14", "half of an odd number, where something is held against it", ("exact", "is not rounded"), ("rounded_up", "is rounded up")),
            zone_capacity: set.option("zone_capacity", "MUR-0-18", "how many a zone holds", &[
                word("none", "any number", None),
                range(1, 64, "so many of medium size; a full place can be neither entered nor crossed, but walked round", |n| Some(small(n))),
            ]),
            border_capacity: set.option("border_capacity", "MUR-0-18", "how many a border holds", &[
                word("none", "any number", None),
                range(1, 64, "so many of medium size; a full place can be neither entered nor crossed, but walked round", |n| Some(small(n))),
            ]),
            initiative_each_round: set.differs("initiative_changes", "MUR-1-7", "how long a side holds the initiative", ("never", "for the whole fight"), ("each_round", "for a round, then it is drawn anew")),
            sprint: set.option("sprint", "MUR-2-3", "sprinting", &[
                word("free", "whenever one likes", Sprint::Free),
                word("full_move_only", "only in a turn without actions", Sprint::FullMoveOnly),
                word("forbidden", "never", Sprint::Forbidden),
            ]),
            swap_costs: set.differs("weapon_swap", "MUR-2-8", "using another weapon than the one in hand", ("free", "costs nothing"), ("bonus", "costs a bonus action; nobody counters with it")),
            guard_blast: set.differs("guard_blast", "MUR-5-4", "whether one can guard somebody from a blast", ("no", "not possible"), ("yes", "the guard suffers the other's roll beside its own")),
            any_step: set.differs("moving_away", "MUR-6-1", "what draws an opportunity attack", ("leaving_nearby", "a step after which the two are not nearby any more"), ("any_step", "every step that is not towards the other")),
            cover_in_melee: set.differs("cover_in_melee", "MUR-7-1", "cover against nearby attackers", ("no", "does not count"), ("yes", "counts")),
            stunts: set.differs("stunts", "MUR-9-1", "offers to be spared for giving up", ("off", "are not made"), ("yield", "by those whose policy offers, to those whose policy accepts")),
            grapple_needs_free_hand: set.differs("grapple_needs_free_hand", "MUR-10-8", "whether grabbing takes a free hand", ("no", "none is needed"), ("yes", "one is needed")),
            sneak_save: set.differs("sneak_save", "MUR-11-3", "sneaking past eyes and ears", ("none", "always works"), ("AGI", "needs an AGI save each turn")),
            morale_trigger: set.option("morale_trigger", "MUR-12-1", "when a group checks its morale; by default at half: `rules.morale.group`", &[
                word("crossing", "in the round in which it falls to half or less", MoraleTrigger::Crossing),
                word("every_loss", "in any round with a loss that ends at half or less", MoraleTrigger::EveryLoss),
                word("every_round", "in any round that ends at half or less", MoraleTrigger::EveryRound),
            ]),
            surrender_on_own_turn: set.differs("break_surrender", "MUR-12-6", "when the broken surrender", ("at_once", "at the end of the round"), ("own_turn", "at their next opportunity; until then they do nothing")),
            halve_after_armour: set.differs("size_halving", "MUR-16-1", "when a smaller attacker's damage is halved", ("before_armour", "before armour"), ("after_armour", "after armour")),
            mount_down_save: set.unlabelled("mount_down", "MUR-17-8", "riders whose mount falls", &[
                word("step_off", "stand on their own feet, unhurt", false),
                word("save", "need an AGI save, or suffer the damage of a fall: `rules.mounts.fall`", true),
            ]),
            rules: Rules::default(),
        }
    }
}

/// The descriptions of all house rules, in the order of their clauses.
pub(super) static OPTIONS: LazyLock<Vec<OptionSpec>> = LazyLock::new(Options::listed);

impl Options {
    /// Returns whether `number` is at most `percent` per cent of `whole` [MUR-0-14].
    #[inline]
    pub(super) fn at_most_share(&self, number: i32, percent: i32, whole: i32) -> bool {
        let rounding = if self.half_rounded_up { 99 } else { 0 };
        number <= (percent * whole + rounding) / 100
    }

    /// Returns the highest roll that passes a save on this ability [MUR-0-1].
    #[inline]
    pub(super) fn need(&self, ability: u8) -> u32 {
        u32::from(ability) - u32::from(!self.save_equal)
    }
}

#[cfg(test)]
impl Default for Options {
    fn default() -> Self {
        Self::defaults().0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test] // MUR-0-14
    fn halves_are_tested_exactly_or_rounded_up() {
        let exact = Options::default();
        let half = |options: &Options, number, whole| options.at_most_share(number, 50, whole);
        assert!(half(&exact, 2, 5) && !half(&exact, 3, 5));
        let up = Options {
            half_rounded_up: true,
            ..Options::default()
        };
        assert!(half(&up, 3, 5) && !half(&up, 4, 5));
        // Half of 5 is less than 3 and more than 2. Half of 8 is less than 5, but not less than 4.
        assert!(!half(&exact, 3, 5) && half(&exact, 2, 5));
        assert!(!half(&exact, 5, 8) && half(&exact, 4, 8));
        // 66 % of 7 is 4.62.
        let share = |options: &Options, number| options.at_most_share(number, 66, 7);
        assert!(share(&exact, 4) && !share(&exact, 5));
        assert!(share(&up, 5) && !share(&up, 6));
    }
}
