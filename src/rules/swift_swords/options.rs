//! The house rules of a fight, in types.
//!
//! What `[options]` may say and what holds by default is listed in `house_rules.rs`; here is what each word and
//! number stands for. The clause is named at each field.

use super::house_rules::OPTIONS;
use crate::rules::settings::{Record, Settings};
use crate::scenario::{Faults, Fields};

/// What armour does [SST-10-9].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArmourMode {
    Successes,
    Damage,
    Roll,
}

/// What a shield adds to the pool of a Block [SST-13-5].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ShieldDice {
    AfterSuccess,
    Always,
    None,
}

/// How an attacker gets past a Block [SST-13-6, SST-13-9].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockRule {
    Spend,
    Compare,
    Permanent,
}

/// Which damage can be soaked off [SST-19-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Soak {
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
pub(super) struct Options {
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
    /// Several attacks of a mob only with its first of a round [SST-27-4].
    pub mob_per_round: bool,
    /// Actions of those who surprise; `None`: until their dice are used up [SST-29-2].
    pub surprise_actions: Option<u8>,
    pub slam: bool,
    /// Successes for a special result [SST-35-1].
    pub special_price: u8,
}

impl Options {
    /// Reads `[options]`; also name and setting of each, for a run's record.
    pub(super) fn read(fields: Fields<'_>, faults: &Faults) -> (Self, Record) {
        let settings = Settings::read(OPTIONS, fields, faults);
        (Self::of(&settings), settings.record())
    }

    fn of(set: &Settings) -> Self {
        let small = |name| {
            set.number(name)
                .map(|number| u8::try_from(number).expect("the range was checked"))
        };
        Self {
            short_calls_refresh: set.is("short_calls_refresh", "yes"),
            static_countdown: set.is("countdown", "static"),
            flat_cost: set.is("attack_cost", "flat"),
            fumble_negates: set.is("fumble_negates", "yes"),
            pickup_all: set.is("exposure_pickup", "all"),
            armour_mode: set.one_of(
                "armour_mode",
                [
                    ("successes", ArmourMode::Successes),
                    ("damage", ArmourMode::Damage),
                    ("roll", ArmourMode::Roll),
                ],
            ),
            shield_dice: set.one_of(
                "shield_dice",
                [
                    ("after_success", ShieldDice::AfterSuccess),
                    ("always", ShieldDice::Always),
                    ("none", ShieldDice::None),
                ],
            ),
            block_rule: set.one_of(
                "block_rule",
                [
                    ("spend", BlockRule::Spend),
                    ("compare", BlockRule::Compare),
                    ("permanent", BlockRule::Permanent),
                ],
            ),
            parry_can_fumble: set.is("parry_can_fumble", "yes"),
            parry_keep_on_fumble: set.is("parry_keep_on_fumble", "yes"),
            state_absorbs_point: set.is("state_absorbs", "point"),
            state_on_trauma: set.is("state_on_trauma", "yes"),
            injuries: set.is("injuries", "full"),
            massive_kills: set.is("massive", "kia"),
            mental_code: set.one_of("mental_code", [("light", 0), ("medium", 1), ("heavy", 2)]),
            soak: set.one_of(
                "soak",
                [
                    ("mental", Soak::Mental),
                    ("none", Soak::None),
                    ("both", Soak::Both),
                ],
            ),
            crossover: small("crossover").expect("it is a number"),
            neck_groin: set.is("neck_groin", "used"),
            dread_adjacent: set.is("dread_adjacent", "yes"),
            mob_per_round: set.is("mob_attacks", "per_round"),
            surprise_actions: small("surprise_actions"),
            slam: set.is("slam", "on"),
            special_price: small("special_price").expect("it is a number"),
        }
    }
}

#[cfg(test)]
impl Default for Options {
    fn default() -> Self {
        Self::of(&Settings::defaults(OPTIONS))
    }
}
