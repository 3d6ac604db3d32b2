//! Helpers for several test files: they read scenarios from text and generate small random duels of `brp`.

#![allow(dead_code, reason = "each test file uses its own part")]

pub(crate) mod murdham;
pub(crate) mod persona;
pub(crate) mod semiautomagic;
pub(crate) mod slips;
pub(crate) mod swift_swords;

use proptest::prelude::*;
use skirmish::bout::Bout;
use skirmish::frame::Match;
use skirmish::rules;
use skirmish::scenario::Overrides;

/// Returns all matchups of the scenario `text`.
pub(crate) fn matches(text: &str) -> Vec<Match> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("trial.toml");
    std::fs::write(&path, text).expect("a temporary file");
    match rules::load(&path, &Overrides::default()) {
        Ok((_, matches)) => matches,
        Err(faults) => panic!("{}\n{text}", faults.render(false, 120)),
    }
}

/// Returns the first matchup of the scenario `text`, with its sides in the order of the scenario.
pub(crate) fn bout(text: &str) -> Box<dyn Bout> {
    matches(text).remove(0).seats.remove(0)
}

/// A fighter of a random duel.
#[derive(Debug, Clone)]
pub(crate) struct Duellist {
    pub dex: u32,
    pub hit_points: u32,
    pub armour: u32,
    pub weapon: &'static str,
    pub skill: u32,
    pub shield: Option<&'static str>,
    pub dodge: u32,
    pub db: &'static str,
    pub react: &'static str,
}

impl Duellist {
    /// Returns the stat block and the policy of this fighter under the name `name`.
    pub(crate) fn block(&self, name: &str) -> String {
        let shield = self
            .shield
            .map_or(String::new(), |shield| format!(", \"{shield}\""));
        format!(
            "[combatants.{name}]\ndex = {}\nhit_points = {}\narmour = {{ ap = {} }}\ndb = \"{}\"\n\
             carries = [\"{}\"{shield}]\nskills = {{ {} = {} }}\nshield_skill = {}\ndodge = {}\npolicy = \"{name}\"\n\
             [policies.{name}]\nreact = {}\n",
            self.dex,
            self.hit_points,
            self.armour,
            self.db,
            self.weapon,
            self.weapon,
            self.skill,
            self.skill,
            self.dodge,
            self.react,
        )
    }
}

/// Generates any fighter with small numbers that the rules allow.
pub(crate) fn duellist() -> impl Strategy<Value = Duellist> {
    (
        8u32..18,
        3u32..9,
        0u32..5,
        prop::sample::select(vec![
            "broad-sword",
            "light-mace",
            "dagger",
            "great-axe",
            "long-spear",
            "brawl",
        ]),
        20u32..110,
        prop::option::of(prop::sample::select(vec!["round-shield", "target-shield"])),
        0u32..90,
        prop::sample::select(vec!["0", "1d4", "-1d4"]),
        prop::sample::select(vec![
            "[\"parry\"]",
            "[\"dodge\"]",
            "[\"parry if attack.level == special\", \"dodge\"]",
            "[\"parry if self.defences == 0\", \"dodge if chance(50%)\"]",
            "[\"nothing\"]",
            "[\"parry-then-dodge\", \"parry\", \"dodge\"]",
        ]),
    )
        .prop_map(
            |(dex, hit_points, armour, weapon, skill, shield, dodge, db, react)| Duellist {
                dex,
                hit_points,
                armour,
                weapon,
                skill,
                shield,
                dodge,
                db,
                react,
            },
        )
}

/// Generates a line that sets one of the house rules, or no line.
pub(crate) fn house_rule() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        "special_threshold = \"at_most\"",
        "special_threshold = \"nearest\"",
        "auto_rolls = \"hundred\"",
        "auto_rolls = \"edges\"",
        "parry_limit = 1",
        "successive_defence_penalty = 20",
        "double_defence = \"yes\"",
        "same_weapon = \"no\"",
        "breaks_at = \"below_zero\"",
        "draw_rank_cost = 3",
        "brawl_parry = \"all_melee\"",
        "brawl_parry = \"never\"",
        "unconscious_at = 0",
        "death = \"immediate\"",
        "special_damage = \"max_only\"",
        "fraction_rounding = \"down\"",
        "intent = \"skip\"",
        "retarget = \"no\"",
    ])
}

/// Returns the text of a scenario with a duel of these two fighters.
pub(crate) fn duel(first: &Duellist, second: &Duellist, house_rule: &str) -> String {
    format!(
        "ruleset = \"brp\"\n[run]\nround_cap = 5\n[options]\n{house_rule}\n{}{}\
         [[sides]]\nname = \"first\"\nfighters = [{{ combatant = \"one\" }}]\n\
         [[sides]]\nname = \"second\"\nfighters = [{{ combatant = \"two\" }}]\n",
        first.block("one"),
        second.block("two"),
    )
}

/// Returns the duel with one more fighter on the second side. That fighter arrives in round `round`.
pub(crate) fn helped(duel: &str, round: u32) -> String {
    let (others, end) = duel.rsplit_once("}]").expect("the second side is the last");
    assert!(end.trim().is_empty(), "{duel}");
    format!("{others}}}, {{ combatant = \"two\", arrives = {round} }}]\n")
}
