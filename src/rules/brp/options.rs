//! The house rules: every option of the book, as `[options]` gives it.
//!
//! Absent means the default, which is how the book is read; see the clause named at each field.

use std::collections::BTreeMap;

use crate::scenario::{Fault, Faults, Fields, Value};

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
}

impl Default for Options {
    fn default() -> Self {
        Self {
            declared: true,
            retarget: true,
            disengage: false,
            auto_rolls: AutoRolls::None,
            special_threshold: SpecialThreshold::Strict,
            parry_limit: None,
            successive_defence_penalty: 0,
            double_defence: false,
            same_weapon: true,
            breaks_at: 0,
            draw_rank_cost: 0,
            brawl_parry: BrawlParry::UnarmedOnly,
            dodge_missiles: false,
            fire_into_melee: 0,
            helmet: true,
            riot_gear_all_missiles: true,
            shield_missile_graded: true,
            unconscious_at: 2,
            death_at_end: true,
            waking: true,
            special_adds_roll: true,
            first_aid_special_bonus: 0,
            first_aid_same_round: true,
            fraction_rounding: Rounding::Up,
        }
    }
}

/// Options and, by name, how each was set: what a run's record shows.
pub(super) type Settings = BTreeMap<String, String>;

impl Options {
    /// Reads `[options]`; what is not there keeps its default.
    pub(super) fn read(fields: Fields<'_>, faults: &Faults) -> (Self, Settings) {
        let mut reader = Reader {
            fields,
            faults,
            settings: Settings::new(),
        };
        let r = &mut reader;
        let options = Self {
            declared: r.first_of("intent", ["declared", "skip"]),
            retarget: r.yes("retarget", true),
            disengage: !r.first_of("disengage", ["no", "run"]),
            auto_rolls: [AutoRolls::None, AutoRolls::Hundred, AutoRolls::Edges]
                [r.word("auto_rolls", &["none", "hundred", "edges"])],
            special_threshold: [
                SpecialThreshold::Strict,
                SpecialThreshold::AtMost,
                SpecialThreshold::Nearest,
            ][r.word("special_threshold", &["strict", "at_most", "nearest"])],
            parry_limit: r.limit("parry_limit"),
            successive_defence_penalty: r.points("successive_defence_penalty", 100),
            double_defence: r.yes("double_defence", false),
            same_weapon: r.yes("same_weapon", true),
            breaks_at: if r.first_of("breaks_at", ["zero", "below_zero"]) {
                0
            } else {
                -1
            },
            draw_rank_cost: r.points("draw_rank_cost", 100),
            brawl_parry: [
                BrawlParry::UnarmedOnly,
                BrawlParry::AllMelee,
                BrawlParry::Never,
            ][r.word("brawl_parry", &["unarmed_only", "all_melee", "never"])],
            dodge_missiles: r.yes("dodge_missiles", false),
            fire_into_melee: r.points("fire_into_melee", 100),
            helmet: r.first_of("helmet", ["add", "ignore"]),
            riot_gear_all_missiles: r.first_of("riot_gear", ["melee_missile", "low_high"]),
            shield_missile_graded: r.first_of("shield_missile", ["graded", "flat"]),
            unconscious_at: r.two_or_nothing("unconscious_at"),
            death_at_end: r.first_of("death", ["end_of_round", "immediate"]),
            waking: r.yes("waking", true),
            special_adds_roll: r.first_of("special_damage", ["max_plus_roll", "max_only"]),
            first_aid_special_bonus: r.points("first_aid_special_bonus", MOST_FIRST_AID_BONUS),
            first_aid_same_round: r.first_of("first_aid_time", ["same_round", "next_round"]),
            fraction_rounding: [Rounding::Up, Rounding::Down, Rounding::Nearest]
                [r.word("fraction_rounding", &["up", "down", "nearest"])],
        };
        reader.fields.finish();
        (options, reader.settings)
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

struct Reader<'n> {
    fields: Fields<'n>,
    faults: &'n Faults,
    settings: Settings,
}

impl Reader<'_> {
    fn note(&mut self, key: &str, value: &(impl ToString + ?Sized)) {
        self.settings.insert(key.to_owned(), value.to_string());
    }

    fn word(&mut self, key: &'static str, words: &[&'static str]) -> usize {
        let at = self.fields.word(key, words).unwrap_or(0);
        self.note(key, words[at]);
        at
    }

    fn first_of(&mut self, key: &'static str, words: [&'static str; 2]) -> bool {
        self.word(key, &words) == 0
    }

    /// Yes or no, as a word or as TOML's own truth value.
    fn yes(&mut self, key: &'static str, default: bool) -> bool {
        let value = match self.fields.node(key).map(|node| &node.value) {
            None => default,
            Some(Value::Truth(truth)) => *truth,
            Some(_) => self
                .fields
                .word(key, &["no", "yes"])
                .map_or(default, |at| at == 1),
        };
        self.note(key, if value { "yes" } else { "no" });
        value
    }

    fn points(&mut self, key: &'static str, most: i32) -> i32 {
        let points = self.fields.whole(key, 0..=i64::from(most)).unwrap_or(0);
        self.note(key, &points);
        i32::try_from(points).expect("the range was checked")
    }

    fn limit(&mut self, key: &'static str) -> Option<u8> {
        let limit = match self.fields.node(key).map(|node| &node.value) {
            None => None,
            Some(Value::Text(_)) => {
                self.fields.word(key, &["none"]);
                None
            }
            Some(_) => self
                .fields
                .whole(key, 0..=100)
                .map(|n| u8::try_from(n).expect("the range was checked")),
        };
        self.note(key, &limit.map_or("none".to_owned(), |n| n.to_string()));
        limit
    }

    fn two_or_nothing(&mut self, key: &'static str) -> i32 {
        let points = self.fields.whole(key, 0..=2).unwrap_or(2);
        if points == 1 {
            self.faults.push(Fault {
                code: "brp::option",
                message: format!("`{key}` is 2 or 0"),
                span: self.fields.node(key).map(|node| node.span),
                label: "neither of the two readings".to_owned(),
                help: Some(
                    "2: a wound that leaves 2 or 1 fells; 0: fights on down to 1 hit point"
                        .to_owned(),
                ),
            });
        }
        self.note(key, &points);
        if points == 0 { 0 } else { 2 }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::brp::house_rules::OPTIONS;
    use crate::rules::brp::trial::fighters;

    /// What comes of a line of `[options]`: its settings, or its faults.
    fn set(key: &str, value: &str) -> Result<super::Settings, String> {
        let setup = fighters("knight", "").against("goblin", "");
        let line = if value.parse::<i32>().is_ok() {
            format!("{key} = {value}")
        } else {
            format!("{key} = \"{value}\"")
        };
        let setup = setup.option(&line);
        let (matchup, _, faults) = crate::rules::testing::matchup(&setup.text());
        let fields = crate::rules::section(&matchup, "options", &faults);
        let (_, settings) = super::Options::read(fields, &faults);
        if faults.is_empty() {
            Ok(settings)
        } else {
            Err(faults.render(false, 100))
        }
    }

    #[test]
    fn an_option_takes_what_is_listed_and_nothing_else() {
        for option in OPTIONS {
            let name = option.name;
            for value in option.values {
                if let Some(range) = value.value.strip_prefix("a number from ") {
                    let (least, most) = range.split_once(" to ").expect("a range");
                    let most: i32 = most.parse().expect("a number");
                    for number in [least.to_owned(), most.to_string()] {
                        let settings = set(name, &number).expect("within the range");
                        assert_eq!(settings[name], number);
                    }
                    for number in [-1, most + 1] {
                        let faults = set(name, &number.to_string()).expect_err("out of range");
                        assert!(faults.contains("scenario::range"), "{faults}");
                    }
                } else {
                    let settings = set(name, value.value).expect("a listed value");
                    assert_eq!(settings[name], value.value);
                }
            }
            let faults = set(name, "never-heard-of").expect_err("no such value");
            assert!(
                faults.contains("scenario::word") || faults.contains("scenario::type"),
                "{faults}"
            );
        }
    }

    #[test]
    fn an_option_that_is_not_set_has_its_first_value() {
        let setup = fighters("knight", "").against("goblin", "");
        let (matchup, _, faults) = crate::rules::testing::matchup(&setup.text());
        let fields = crate::rules::section(&matchup, "options", &faults);
        let (options, settings) = super::Options::read(fields, &faults);
        assert_eq!(options, super::Options::default());
        for option in OPTIONS {
            assert_eq!(settings[option.name], option.values[0].value);
        }
        assert_eq!(settings.len(), OPTIONS.len());
    }
}
