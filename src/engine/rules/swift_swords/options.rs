//! The house rules that `[options]` may set, each with its default value first, and their types.
//!
//! An option exists for each rule that the book leaves open or that readers understand in several ways.

use std::sync::LazyLock;

use super::rules::Rules;
use crate::frame::settings::{HouseRules, OptionSpec, Settings, number, range, small, word};

/// How armour works: it stops successes, reduces damage, or is rolled for the successes that it stops
/// [SST-10-9].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArmourMode {
    Successes,
    Damage,
    Roll,
}

/// How many dice a shield adds to the pool of a Block [SST-13-5].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ShieldDice {
    AfterSuccess,
    Always,
    None,
}

/// How an attacker gets past a Block [SST-13-6, SST-13-9].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BlockRule {
    Spend,
    Compare,
    Permanent,
}

/// All house rules of a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a house rule of the book, named as in the scenario"
)]
pub(crate) struct Options {
    /// A creature that wants an action but cannot pay for it calls a refresh [SST-2-2].
    pub short_calls_refresh: bool,
    /// The hands after the deal decide the order of actions for the whole round [SST-6-1].
    pub static_countdown: bool,
    /// Every melee attack costs 4 pips [SST-8-2].
    pub flat_cost: bool,
    /// If an attack is a fumble, its successes are lost too [SST-10-5].
    pub fumble_negates: bool,
    /// An attack may use all exposure dice of its target [SST-10-6].
    pub pickup_all: bool,
    pub armour_mode: ArmourMode,
    pub shield_dice: ShieldDice,
    pub block_rule: BlockRule,
    pub parry_can_fumble: bool,
    pub parry_keep_on_fumble: bool,
    /// A State absorbs only one point of damage [SST-17-1].
    pub state_absorbs_point: bool,
    pub state_on_trauma: bool,
    pub injuries: bool,
    /// Massive damage kills without a roll [SST-18-6].
    pub massive_kills: bool,
    /// The damage code of mental attacks, as an index in the table of codes [SST-19-2].
    pub mental_code: u8,
    /// For each track, whether damage on it can be soaked off [SST-19-4].
    pub soak: [bool; 2],
    /// Number of lost Ranks that take one Rank of the other track. 0 if they take none [SST-20-1].
    pub crossover: u8,
    pub neck_groin: bool,
    pub dread_adjacent: bool,
    /// A mob makes one attack in a round, against several targets [SST-27-4].
    pub mob_per_round: bool,
    /// Number of actions that surprising creatures have. `None`: until their dice are used up [SST-29-2].
    pub surprise_actions: Option<u8>,
    pub slam: bool,
    /// Number of successes that a special result costs [SST-35-1].
    pub special_price: u8,
    /// The numbers of the rules, read from `[rules]`.
    pub rules: Rules,
}

impl HouseRules for Options {
    #[rustfmt::skip]
    fn ask(set: &mut Settings<'_>) -> Self {
        Self {
            short_calls_refresh: set.differs("short_calls_refresh", "SST-2-2", "somebody whose turn comes and whose dice do not pay for what it wants", ("no", "waits"), ("yes", "calls for a refresh")),
            static_countdown: set.differs("countdown", "SST-6-1", "who is next", ("dynamic", "whoever has the most dice after each action"), ("static", "the order of the deal, one action each in turn")),
            flat_cost: set.differs("attack_cost", "SST-8-2", "pips of a melee attack", ("by_weight", "as the weapon's code or row says"), ("flat", "`rules.actions.flat` for all, 4 by default")),
            fumble_negates: set.keeps("fumble_negates", "SST-10-5", "the successes of a fumbled attack", ("yes", "are lost"), ("no", "still count")),
            pickup_all: set.differs("exposure_pickup", "SST-10-6", "how many exposure dice of its target one attack may take", ("one", "one"), ("all", "all of them")),
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
            parry_can_fumble: set.keeps("parry_can_fumble", "SST-13-10", "an attack with more ones than successes only because of a Parry", ("yes", "is a fumble"), ("no", "is none")),
            parry_keep_on_fumble: set.keeps("parry_keep_on_fumble", "SST-13-10", "dice turned by a Parry, when the attack fumbles", ("yes", "stay on the attacker as exposure dice"), ("no", "are taken away with the other ones")),
            state_absorbs_point: set.differs("state_absorbs", "SST-17-1", "what a State is taken instead of", ("hit", "the whole hit"), ("point", "its first point: of a hit of 2 or more, the Rank is lost as well")),
            state_on_trauma: set.differs("state_on_trauma", "SST-17-1", "whether the Rank of a Trauma can be taken as a State", ("no", "never"), ("yes", "as that of any other hit")),
            injuries: set.keeps("injuries", "SST-18-4", "what a Trauma does beside the Rank", ("full", "a lasting injury"), ("off", "nothing but the loss of pools")),
            massive_kills: set.differs("massive", "SST-18-6", "Massive damage", ("roll", "kills unless a BODY roll passes"), ("kia", "kills")),
            mental_code: set.option("mental_code", "SST-19-2", "the damage code of a mental attack", &[
                word("medium", "1, and 1 more for every further success", 1),
                word("light", "1, and 1 more for every second further success", 0),
                word("heavy", "2, and 1 more for every further success", 2),
            ]),
            soak: set.option("soak", "SST-19-4", "which damage can be soaked off", &[
                word("mental", "mental damage, by SPIRIT", [false, true]),
                word("none", "none", [false, false]),
                word("both", "physical damage too, by BODY", [true, true]),
            ]),
            crossover: set.option("crossover", "SST-20-1", "every how many Ranks lost on one track cost one of the other", &[
                number(2, "every second", 2),
                number(3, "every third", 3),
                number(4, "every fourth", 4),
                number(0, "never", 0),
            ]),
            neck_groin: set.differs("neck_groin", "SST-22-3", "wounds in neck and groin", ("ignored", "never; the parts next to them are next to each other"), ("used", "by shifting the location")),
            dread_adjacent: set.differs("dread_adjacent", "SST-23-3", "whether Dread reaches into the zones next to it", ("no", "no"), ("yes", "yes")),
            mob_per_round: set.differs("mob_attacks", "SST-27-4", "how often a mob and its like strike at several", ("per_action", "with every attack"), ("per_round", "with the first attack of a round, and then with no other in it")),
            surprise_actions: set.option("surprise_actions", "SST-29-2", "what those who surprise can do before the first deal of both sides", &[
                number(1, "one action", Some(1)),
                range(2, 20, "so many actions in a row", |n| Some(small(n))),
                word("all", "act until their dice are used up", None),
            ]),
            slam: set.differs("slam", "SST-34-1", "whether there are slam attacks", ("off", "no"), ("on", "yes")),
            special_price: set.option("special_price", "SST-35-1", "successes that a special result costs", &[
                number(1, "one", 1),
                number(2, "two", 2),
            ]),
            rules: Rules::default(),
        }
    }
}

/// All house rules, in the order of their clauses.
pub(super) static OPTIONS: LazyLock<Vec<OptionSpec>> = LazyLock::new(Options::listed);

#[cfg(test)]
impl Default for Options {
    fn default() -> Self {
        Self::defaults().0
    }
}
