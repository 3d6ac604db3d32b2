//! The house rules that `[options]` may set, each with its default first, and what they come to in types.
//!
//! An option is there where the book, or its readers at the table, go more than one way.

use std::sync::LazyLock;

use crate::rules::settings::{HouseRules, OptionSpec, Settings, number, range, small, word};

/// What armour does [SST-10-9].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum ArmourMode {
    Successes,
    Damage,
    Roll,
}

/// What a shield adds to the pool of a Block [SST-13-5].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum ShieldDice {
    AfterSuccess,
    Always,
    None,
}

/// How an attacker gets past a Block [SST-13-6, SST-13-9].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum BlockRule {
    Spend,
    Compare,
    Permanent,
}

/// Which damage can be soaked off [SST-19-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) enum Soak {
    Mental,
    None,
    Both,
}

/// All house rules of a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a house rule of the book, named as in the scenario"
)]
pub(in crate::rules) struct Options {
    /// Who cannot pay for what it wants calls for a refresh [SST-2-2].
    pub short_calls_refresh: bool,
    /// The order is that of the deal [SST-6-1].
    pub static_countdown: bool,
    /// Every melee attack costs 4 [SST-8-2].
    pub flat_cost: bool,
    /// A fumble loses the successes [SST-10-5].
    pub fumble_negates: bool,
    /// An attack may take all exposure dice of its target [SST-10-6].
    pub pickup_all: bool,
    pub armour_mode: ArmourMode,
    pub shield_dice: ShieldDice,
    pub block_rule: BlockRule,
    pub parry_can_fumble: bool,
    pub parry_keep_on_fumble: bool,
    /// A State absorbs only the first point of a hit [SST-17-1].
    pub state_absorbs_point: bool,
    pub state_on_trauma: bool,
    pub injuries: bool,
    /// Massive damage kills without a roll [SST-18-6].
    pub massive_kills: bool,
    /// The damage code of a mental attack, by its place in the table [SST-19-2].
    pub mental_code: u8,
    pub soak: Soak,
    /// Every so many Ranks cost one of the other track; 0: never [SST-20-1].
    pub crossover: u8,
    pub neck_groin: bool,
    pub dread_adjacent: bool,
    /// A mob has one attack in a round, at several [SST-27-4].
    pub mob_per_round: bool,
    /// Actions of those who surprise; `None`: until their dice are used up [SST-29-2].
    pub surprise_actions: Option<u8>,
    pub slam: bool,
    /// Successes for a special result [SST-35-1].
    pub special_price: u8,
}

impl HouseRules for Options {
    #[rustfmt::skip]
    #[expect(clippy::too_many_lines, reason = "a table: a line for each word")]
    fn ask(set: &mut Settings<'_>) -> Self {
        Self {
            short_calls_refresh: set.option("short_calls_refresh", "SST-2-2", "somebody whose turn comes and whose dice do not pay for what it wants", &[
                word("no", "waits", false),
                word("yes", "calls for a refresh", true),
            ]),
            static_countdown: set.option("countdown", "SST-6-1", "who is next", &[
                word("dynamic", "whoever has the most dice after each action", false),
                word("static", "the order of the deal, one action each in turn", true),
            ]),
            flat_cost: set.option("attack_cost", "SST-8-2", "pips of a melee attack", &[
                word("by_weight", "as the weapon's code or row says", false),
                word("flat", "4 for all", true),
            ]),
            fumble_negates: set.option("fumble_negates", "SST-10-5", "the successes of a fumbled attack", &[
                word("yes", "are lost", true),
                word("no", "still count", false),
            ]),
            pickup_all: set.option("exposure_pickup", "SST-10-6", "how many exposure dice of its target one attack may take", &[
                word("one", "one", false),
                word("all", "all of them", true),
            ]),
            armour_mode: set.option("armour_mode", "SST-10-9", "what armour does", &[
                word("successes", "takes off successes", ArmourMode::Successes),
                word("damage", "takes off damage; a shield still successes", ArmourMode::Damage),
                word("roll", "is rolled; each success of it takes off one", ArmourMode::Roll),
            ]),
            shield_dice: set.option("shield_dice", "SST-13-5", "what a shield adds to the pool of a Block", &[
                word("after_success", "its value, if any die succeeded", ShieldDice::AfterSuccess),
                word("always", "its value", ShieldDice::Always),
                word("none", "nothing", ShieldDice::None),
            ]),
            block_rule: set.option("block_rule", "SST-13-6", "how an attacker gets past a Block", &[
                word("spend", "spends successes on it, for this attack", BlockRule::Spend),
                word("compare", "has more successes than the pool", BlockRule::Compare),
                word("permanent", "spends successes on it, which stay struck off", BlockRule::Permanent),
            ]),
            parry_can_fumble: set.option("parry_can_fumble", "SST-13-10", "an attack with more ones than successes only because of a Parry", &[
                word("yes", "is a fumble", true),
                word("no", "is none", false),
            ]),
            parry_keep_on_fumble: set.option("parry_keep_on_fumble", "SST-13-10", "dice turned by a Parry, when the attack fumbles", &[
                word("yes", "stay on the attacker as exposure dice", true),
                word("no", "are taken away with the other ones", false),
            ]),
            state_absorbs_point: set.option("state_absorbs", "SST-17-1", "what a State is taken instead of", &[
                word("hit", "the whole hit", false),
                word("point", "its first point: of a hit of 2 or more, the Rank is lost as well", true),
            ]),
            state_on_trauma: set.option("state_on_trauma", "SST-17-1", "whether the Rank of a Trauma can be taken as a State", &[
                word("no", "never", false),
                word("yes", "as that of any other hit", true),
            ]),
            injuries: set.option("injuries", "SST-18-4", "what a Trauma does beside the Rank", &[
                word("full", "a lasting injury", true),
                word("off", "nothing but the loss of pools", false),
            ]),
            massive_kills: set.option("massive", "SST-18-6", "Massive damage", &[
                word("roll", "kills unless a BODY roll passes", false),
                word("kia", "kills", true),
            ]),
            mental_code: set.option("mental_code", "SST-19-2", "the damage code of a mental attack", &[
                word("medium", "1, and 1 more for every further success", 1),
                word("light", "1, and 1 more for every second further success", 0),
                word("heavy", "2, and 1 more for every further success", 2),
            ]),
            soak: set.option("soak", "SST-19-4", "which damage can be soaked off", &[
                word("mental", "mental damage, by SPIRIT", Soak::Mental),
                word("none", "none", Soak::None),
                word("both", "physical damage too, by BODY", Soak::Both),
            ]),
            crossover: set.option("crossover", "SST-20-1", "every how many Ranks lost on one track cost one of the other", &[
                number(2, "every second", 2),
                number(3, "every third", 3),
                number(4, "every fourth", 4),
                number(0, "never", 0),
            ]),
            neck_groin: set.option("neck_groin", "SST-22-3", "wounds in neck and groin", &[
                word("ignored", "never; the parts next to them are next to each other", false),
                word("used", "by shifting the location", true),
            ]),
            dread_adjacent: set.option("dread_adjacent", "SST-23-3", "whether Dread reaches into the zones next to it", &[
                word("no", "no", false),
                word("yes", "yes", true),
            ]),
            mob_per_round: set.option("mob_attacks", "SST-27-4", "how often a mob and its like strike at several", &[
                word("per_action", "with every attack", false),
                word("per_round", "with the first attack of a round, and then with no other in it", true),
            ]),
            surprise_actions: set.option("surprise_actions", "SST-29-2", "what those who surprise can do before the first deal of both sides", &[
                number(1, "one action", Some(1)),
                range(2, 20, "so many actions in a row", |n| Some(small(n))),
                word("all", "act until their dice are used up", None),
            ]),
            slam: set.option("slam", "SST-34-1", "whether there are slam attacks", &[
                word("off", "no", false),
                word("on", "yes", true),
            ]),
            special_price: set.option("special_price", "SST-35-1", "successes that a special result costs", &[
                number(1, "one", 1),
                number(2, "two", 2),
            ]),
        }
    }
}

/// Every house rule, in the order of the clauses they belong to.
pub(super) static OPTIONS: LazyLock<Vec<OptionSpec>> = LazyLock::new(Options::listed);

#[cfg(test)]
impl Default for Options {
    fn default() -> Self {
        Self::defaults().0
    }
}
