//! Small random fights of the book `murdham`.

use proptest::prelude::*;

/// A character of a random fight.
#[derive(Debug, Clone)]
pub(crate) struct Brawler {
    pub abilities: [u32; 3],
    pub health: u32,
    pub armour: u32,
    pub shield: u32,
    pub size: &'static str,
    pub weapon: &'static str,
    pub act: &'static str,
    pub react: &'static str,
    pub extra: &'static str,
}

impl Brawler {
    /// Returns the stat block and the policy of this character under the name `name`.
    pub(crate) fn block(&self, name: &str) -> String {
        let [strength, agility, wit] = self.abilities;
        format!(
            "[combatants.{name}]\nstr = {strength}\nagi = {agility}\nwit = {wit}\nhealth = {}\narmour = {}\nshield = {}\n\
             size = \"{}\"\ncarries = [\"{}\"]\npolicy = \"{name}\"\n{}\n\
             [policies.{name}]\nact = {}\nreact = {}\n",
            self.health,
            self.armour,
            self.shield,
            self.size,
            self.weapon,
            self.extra,
            self.act,
            self.react,
        )
    }
}

/// Generates any character with small numbers that the rules allow.
pub(crate) fn brawler() -> impl Strategy<Value = Brawler> {
    (
        prop::array::uniform3(3u32..19),
        2u32..12,
        0u32..4,
        0u32..2,
        prop::sample::select(vec!["medium", "medium", "small", "large"]),
        prop::sample::select(vec![
            "sword",
            "dagger",
            "battleaxe",
            "bow",
            "improvised-great",
            "fire-bomb",
        ]),
        prop::sample::select(vec![
            "['attack']",
            "['hold-back if target.health <= 3', 'attack']",
            "['grapple if not target.grabbed', 'attack']",
            "['disarm if chance(30%)', 'attack']",
            "['shove if chance(30%)', 'attack']",
            "['surrender if self.health <= 2', 'attack']",
            "['nothing if round == 1', 'attack']",
        ]),
        prop::sample::select(vec![
            "['counter']",
            "['dodge']",
            "['dodge if attack.risk > counter.risk', 'counter']",
            "['counter-grapple', 'counter']",
            "['counter-disarm if attack.ranged == false and chance(50%)', 'dodge if chance(50%)']",
            "[]",
        ]),
        prop::sample::select(vec![
            "",
            "fearless = true",
            "extra_reactions = 1",
            "concealed = true",
            "sees_in_dark = true",
            "speed = 1",
        ]),
    )
        .prop_map(
            |(abilities, health, armour, shield, size, weapon, act, react, extra)| Brawler {
                abilities,
                health,
                armour,
                shield,
                size,
                weapon,
                act,
                react,
                extra,
            },
        )
}

/// Generates a line that sets one of the house rules, or no line.
pub(crate) fn house_rule() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        "",
        "save_equal = \"fail\"",
        "minimum_damage = 1",
        "critical = \"maximum\"",
        "critical = \"none\"",
        "zero_health = \"dying\"",
        "impaired = \"step_down\"",
        "impaired_twice = \"no_damage\"",
        "half_tests = \"rounded_up\"",
        "initiative_changes = \"each_round\"",
        "moving_away = \"any_step\"",
        "weapon_swap = \"bonus\"",
        "cover_in_melee = \"yes\"",
        "grapple_needs_free_hand = \"yes\"",
        "morale_trigger = \"every_round\"",
        "break_surrender = \"own_turn\"",
        "size_halving = \"after_armour\"",
    ])
}

/// Generates the lines of the place of the fight, and the distance between the sides. The fight is in one
/// zone, in the dark, or at a distance.
pub(crate) fn ground() -> impl Strategy<Value = (&'static str, u32)> {
    prop::sample::select(vec![
        ("", 0),
        ("", 0),
        ("dark = true", 0),
        ("zones = 3", 2),
        (
            "zones = 3\nplaces = { 2 = { cover = true }, \"0|1\" = { hazard = \"1d4\" } }",
            2,
        ),
    ])
}

/// Returns the text of a scenario: one character fights against `count` others.
pub(crate) fn fight(
    first: &Brawler,
    second: &Brawler,
    count: u32,
    rule: &str,
    ground: (&str, u32),
) -> String {
    let (field, at) = ground;
    format!(
        "ruleset = \"murdham\"\n[run]\nround_cap = 4\n[options]\n{rule}\n[field]\n{field}\n{}{}\
         [[sides]]\nname = \"first\"\nfighters = [{{ combatant = \"one\" }}]\n\
         [[sides]]\nname = \"second\"\nfighters = [{{ combatant = \"two\", count = {count}, at = {at} }}]\n",
        first.block("one"),
        second.block("two"),
    )
}

/// Returns the text of a scenario with a lancer on a horse or in a cart against a spearman on foot. The
/// arguments are lines for the stat blocks, the mount and the policies.
pub(crate) fn mounted(
    lancer: &str,
    mount: &str,
    spearman: &str,
    policy: &str,
    rule: &str,
) -> String {
    format!(
        "ruleset = \"murdham\"\n[run]\nround_cap = 4\n[options]\n{rule}\n[field]\nzones = 3\ninitiative = \"first\"\n\
         [combatants.lancer]\nhealth = 5\ncarries = [\"battleaxe\"]\npolicy = \"rides\"\n{lancer}\n\
         [combatants.horse]\nhealth = 4\nseats = 1\n{mount}\n\
         [combatants.spearman]\nhealth = 5\ncarries = [\"spear\"]\npolicy = \"stands\"\n\
         [policies.rides]\nready = []\nbonus = []\n{policy}\n\
         [policies.stands]\nready = []\nbonus = []\n{spearman}\n\
         [[sides]]\nname = \"first\"\nfighters = [{{ combatant = \"lancer\", riding = \"horse\" }}]\n\
         [[sides]]\nname = \"second\"\nfighters = [{{ combatant = \"spearman\", at = 1 }}]\n"
    )
}

/// The ways that a lancer can fight. Each has lines for the stat blocks of the lancer and its mount, lines
/// for the policies, and a house rule.
pub(crate) const MOUNTED: [[&str; 5]; 5] = [
    [
        "",
        "policy = \"plain\"",
        "act = [\"attack rider\", \"attack\"]",
        "act = [\"attack\"]",
        "",
    ],
    [
        "agi = 12",
        "speed = 3\nfearless = true\npolicy = \"plain\"",
        "act = [\"attack mount\", \"attack\"]\nreact = []",
        "act = [\"attack\"]\nride = [\"close\"]\nonward = [\"withdraw\"]",
        "mount_down = \"save\"",
    ],
    [
        "fearless = true",
        "carries = [\"dagger\"]\npolicy = \"plain\"",
        "act = [\"attack\"]",
        "act = [\"nothing if round == 1\", \"attack\"]\nsaddle = [\"dismount if mount.moved\", \"mount\"]",
        "",
    ],
    [
        "",
        "vehicle = true",
        "act = [\"attack at vehicle if chance(50%)\", \"attack\"]",
        "act = [\"attack\"]\nride = [\"close while racing\"]\nsaddle = [\"board\"]",
        "",
    ],
    [
        "extra_reactions = 1",
        "policy = \"plain\"",
        "act = [\"grapple at rider if not target.grabbed\", \"shove at rider\"]",
        "act = [\"attack\"]\nride = [\"withdraw while racing if chance(50%)\"]",
        "zero_health = \"dying\"",
    ],
];
