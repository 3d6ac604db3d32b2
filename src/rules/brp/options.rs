//! The house rules of a fight, in types.
//!
//! What `[options]` may say and what holds by default is listed in `house_rules.rs`; here is what each word and
//! number stands for. The clause is named at each field.

use super::house_rules::OPTIONS;
use crate::rules::settings::{Record, Settings};
use crate::scenario::{Faults, Fields};

/// How a fraction of a chance or of a DEX rank is rounded [BRP-X-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rounding {
    Up,
    Down,
    Nearest,
}

/// Which rolls settle a test by themselves [BRP-5.5-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AutoRolls {
    None,
    Hundred,
    Edges,
}

/// Which rolls are special [BRP-5.5-2].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SpecialThreshold {
    Strict,
    AtMost,
    Nearest,
}

/// What bare hands may parry [BRP-5.6-9].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BrawlParry {
    UnarmedOnly,
    AllMelee,
    Never,
}

/// All house rules of a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a house rule of the book, named as in the scenario"
)]
pub(super) struct Options {
    /// Intents are stated before anything happens [BRP-5.2-1, BRP-5.2-5].
    pub declared: bool,
    /// A lost target may be replaced [BRP-5.2-4].
    pub retarget: bool,
    /// Whoever is involved may run [BRP-5.3-1].
    pub disengage: bool,
    pub auto_rolls: AutoRolls,
    pub special_threshold: SpecialThreshold,
    /// Parries a round [BRP-5.6-4]; `None`: any number.
    pub parry_limit: Option<u8>,
    /// Points off per earlier defence of the round [BRP-5.6-4].
    pub successive_defence_penalty: i32,
    /// A parry and a dodge against one attack [BRP-5.6-4].
    pub double_defence: bool,
    /// A weapon may strike and parry in one round [BRP-5.6-4].
    pub same_weapon: bool,
    /// Parrying points at which a tool breaks: 0 or -1 [BRP-5.6-7].
    pub breaks_at: i32,
    /// Ranks lost by drawing a weapon [BRP-5.6-8].
    pub draw_rank_cost: i32,
    pub brawl_parry: BrawlParry,
    /// Slow missiles may be dodged at half chance [BRP-5.7-5].
    pub dodge_missiles: bool,
    /// Points off a shot at somebody in melee [BRP-5.9-5].
    pub fire_into_melee: i32,
    /// A helmet's points count [BRP-5.10-2].
    pub helmet: bool,
    /// The lower figure of two-figure armour holds against every missile, not the fast ones only [BRP-5.10-2].
    pub riot_gear_all_missiles: bool,
    /// A shield's figure against missiles is an ordinary parry roll, not a flat chance [BRP-5.11-2].
    pub shield_missile_graded: bool,
    /// Hit points at which a wound leaves one unconscious [BRP-5.12-2].
    pub unconscious_at: i32,
    /// Death waits for the end of the round [BRP-5.12-3].
    pub death_at_end: bool,
    /// The unconscious can be woken [BRP-5.12-5].
    pub waking: bool,
    /// A special hit adds a normal roll to the maximum [BRP-5.13-1].
    pub special_adds_roll: bool,
    /// Points a special success adds to First Aid [BRP-5.14-2].
    pub first_aid_special_bonus: i32,
    /// First Aid works in the round it is given [BRP-5.14-4].
    pub first_aid_same_round: bool,
    pub fraction_rounding: Rounding,
    /// A fight in which nobody who stands can hurt an enemy ends at once [BRP-X-9].
    pub stalemate_ends: bool,
}

impl Options {
    /// Reads `[options]`; also name and setting of each, for a run's record.
    pub(super) fn read(fields: Fields<'_>, faults: &Faults) -> (Self, Record) {
        let settings = Settings::read(OPTIONS, fields, faults);
        (Self::of(&settings), settings.record())
    }

    fn of(set: &Settings) -> Self {
        let points = |name| set.number(name).expect("this option has no words");
        let limit = |number| u8::try_from(number).expect("a limit has two digits, or is 100");
        Self {
            declared: set.is("intent", "declared"),
            retarget: set.is("retarget", "yes"),
            disengage: set.is("disengage", "run"),
            auto_rolls: set.one_of(
                "auto_rolls",
                [
                    ("none", AutoRolls::None),
                    ("hundred", AutoRolls::Hundred),
                    ("edges", AutoRolls::Edges),
                ],
            ),
            special_threshold: set.one_of(
                "special_threshold",
                [
                    ("strict", SpecialThreshold::Strict),
                    ("at_most", SpecialThreshold::AtMost),
                    ("nearest", SpecialThreshold::Nearest),
                ],
            ),
            parry_limit: set.number("parry_limit").map(limit),
            successive_defence_penalty: points("successive_defence_penalty"),
            double_defence: set.is("double_defence", "yes"),
            same_weapon: set.is("same_weapon", "yes"),
            breaks_at: set.one_of("breaks_at", [("zero", 0), ("below_zero", -1)]),
            draw_rank_cost: points("draw_rank_cost"),
            brawl_parry: set.one_of(
                "brawl_parry",
                [
                    ("unarmed_only", BrawlParry::UnarmedOnly),
                    ("all_melee", BrawlParry::AllMelee),
                    ("never", BrawlParry::Never),
                ],
            ),
            dodge_missiles: set.is("dodge_missiles", "yes"),
            fire_into_melee: points("fire_into_melee"),
            helmet: set.is("helmet", "add"),
            riot_gear_all_missiles: set.is("riot_gear", "melee_missile"),
            shield_missile_graded: set.is("shield_missile", "graded"),
            unconscious_at: points("unconscious_at"),
            death_at_end: set.is("death", "end_of_round"),
            waking: set.is("waking", "yes"),
            special_adds_roll: set.is("special_damage", "max_plus_roll"),
            first_aid_special_bonus: points("first_aid_special_bonus"),
            first_aid_same_round: set.is("first_aid_time", "same_round"),
            fraction_rounding: set.one_of(
                "fraction_rounding",
                [
                    ("up", Rounding::Up),
                    ("down", Rounding::Down),
                    ("nearest", Rounding::Nearest),
                ],
            ),
            stalemate_ends: set.is("stalemate", "end"),
        }
    }

    /// Divides a chance or rank by `2^halves`, rounded as the option says [BRP-X-4].
    #[inline]
    pub(super) fn halve(&self, number: i32, halves: u32) -> i32 {
        let up = match self.fraction_rounding {
            Rounding::Up => (1 << halves) - 1,
            Rounding::Down => 0,
            Rounding::Nearest => (1 << halves) / 2,
        };
        (number + up) >> halves
    }
}

/// Most points that a special success may add to First Aid: injuries are told apart up to this and three.
pub(super) const MOST_FIRST_AID_BONUS: i32 = 5;

#[cfg(test)]
impl Default for Options {
    fn default() -> Self {
        Self::of(&Settings::defaults(OPTIONS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::brp::testing::fighters;
    use crate::rules::draft::section;
    use crate::rules::{Allowed, OptionSpec, testing};

    /// What comes of a line of `[options]`: the options and their record, or the faults.
    fn set(line: &str) -> Result<(Options, Record), String> {
        let setup = fighters("knight", "").against("goblin", "").option(line);
        let (matchup, _, faults) = testing::matchup(&setup.text());
        let read = Options::read(section(&matchup, "options", &faults), &faults);
        if faults.is_empty() {
            Ok(read)
        } else {
            Err(faults.render(false, 100))
        }
    }

    /// Every value that the book lists, as written: of a range, both ends.
    fn listed(option: &OptionSpec) -> Vec<String> {
        let mut written: Vec<String> = Vec::new();
        for value in option.values {
            match value.value {
                Allowed::Word(word) => written.push(format!("\"{word}\"")),
                Allowed::Number(number) => written.push(number.to_string()),
                Allowed::Range(least, most) => written.extend([least, most].map(|n| n.to_string())),
            }
        }
        written
    }

    #[test]
    fn what_is_listed_is_taken_and_means_something() {
        for option in OPTIONS {
            let mut met: Vec<Options> = Vec::new();
            let mut values = listed(option);
            values.dedup();
            for value in values {
                let line = format!("{} = {value}", option.name);
                let (options, record) = set(&line).expect("a listed value");
                assert_eq!(record[option.name], value.trim_matches('"'));
                assert!(!met.contains(&options), "{line} changes nothing");
                met.push(options);
            }
        }
    }

    #[test]
    fn what_is_not_listed_is_refused() {
        for option in OPTIONS {
            let listed = listed(option);
            for value in [
                "-2", "-1", "0", "1", "2", "3", "6", "101", "1.5", "true", "false",
            ]
            .into_iter()
            .chain(["\"never-heard-of\"", "\"\"", "\"1\"", "[]", "{}"])
            {
                let in_range = option.values.iter().any(|other| match other.value {
                    Allowed::Range(least, most) => value
                        .parse()
                        .is_ok_and(|number: i32| (least..=most).contains(&number)),
                    _ => false,
                });
                let as_truth = ["true", "false"].contains(&value)
                    && listed.iter().any(|word| word == "\"yes\"");
                let taken = in_range || as_truth || listed.iter().any(|word| word == value);
                let line = format!("{} = {value}", option.name);
                assert_eq!(set(&line).is_ok(), taken, "{line}");
            }
        }
    }

    #[test]
    fn yes_and_no_may_be_truths() {
        for (truth, word) in [(true, "yes"), (false, "no")] {
            let (options, record) = set(&format!("waking = {truth}")).expect("a truth");
            assert_eq!((options.waking, record["waking"].as_str()), (truth, word));
        }
    }

    #[test]
    fn an_option_that_is_not_set_has_its_first_value() {
        let (options, record) = set("").expect("nothing is set");
        assert_eq!(options, Options::default());
        assert_eq!(record.len(), OPTIONS.len());
        for option in OPTIONS {
            assert_eq!(record[option.name], option.values[0].value.to_string());
        }
    }
}
