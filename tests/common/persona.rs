//! Small random fights of the book `persona`.

use proptest::prelude::*;

/// A fighter of a random fight.
#[derive(Debug, Clone)]
pub(crate) struct Brawler {
    pub ws: u32,
    pub ag: u32,
    pub wounds: u32,
    pub armour: u32,
    pub weapon: &'static str,
    pub extra: &'static str,
    pub lists: &'static str,
}

impl Brawler {
    /// Returns the stat block and the policy of this fighter under the name `name`.
    fn block(&self, name: &str) -> String {
        format!(
            "[combatants.{name}]\nws = {}\nbs = 45\ns = 30\nt = 20\nag = {}\nwp = 35\nwounds = {}\nap = {}\n\
             carries = [\"{}\"]\n{}\npolicy = \"{name}\"\n[policies.{name}]\n{}\n",
            self.ws, self.ag, self.wounds, self.armour, self.weapon, self.extra, self.lists,
        )
    }
}

/// Generates any fighter with small numbers that the rules allow.
pub(crate) fn brawler() -> impl Strategy<Value = Brawler> {
    (
        prop::sample::select(vec![25u32, 40, 62]),
        prop::sample::select(vec![20u32, 35, 41]),
        1u32..6,
        0u32..3,
        prop::sample::select(vec!["knife", "stick", "gun"]),
        prop::sample::select(vec![
            "",
            "",
            "fate = 1",
            "prone = true",
            "surprised = true",
            "reactions = 2\nfate = 1",
            "deflect = 30",
            "talents = ['counter-attack', 'disarm', 'takedown']",
            "free_hand = true",
        ]),
        prop::sample::select(vec![
            "act = ['attack']",
            "act = ['aim if self.halves == 2', 'attack']",
            "act = ['heavy-attack', 'full-move', 'attack']\nevade = ['parry', 'dodge']",
            "act = ['stand', 'guard if chance(30%)', 'attack']\nevade = ['dodge if attack.hits > 1']",
            "act = ['grapple if not target.held', 'attack']\ncontrol = ['throw-down', 'damage', 'release']",
            "act = ['feint if self.halves == 2', 'attack']\nrestrained = ['slip-free', 'break-free']",
            "act = ['knock-down if not target.prone', 'attack']\nrestrained = ['take-control']",
            "act = ['cautious', 'attack']",
            "act = ['stun', 'attack']",
            "act = ['take-down', 'disarm', 'attack']\ncounter = ['counter']",
            "act = ['maneuver if self.halves == 2', 'attack', 'move']\nopportunity = ['attack']",
            "act = ['move-away if self.halves == 2', 'attack with ranged', 'charge', 'full-move']",
            "act = ['semi-burst', 'clear', 'attack']",
            "act = ['suppress', 'attack']",
            "act = ['overwatch when enemy-moves', 'attack']",
        ]),
    )
        .prop_map(|(ws, ag, wounds, armour, weapon, extra, lists)| Brawler {
            ws,
            ag,
            wounds,
            armour,
            weapon,
            extra,
            lists,
        })
}

/// Generates a line that sets one of the house rules, or no line.
pub(crate) fn house_rule() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        "",
        "own_turn_reactions = false",
        "shoot_engaged = -10",
        "modifier_cap = 20",
        "dos_die = \"off\"",
        "fury = \"both\"",
        "fury = \"critical-only\"",
        "soak = \"gate\"",
        "unarmed_fatigue = \"dealt\"",
        "extra_hits_from = \"beyond-first\"",
        "suppress_random = \"distinct\"",
        "auto_results = \"none\"",
        "dos_base = 0",
        "opposed_ties = \"bonus-then-roll\"",
        "fatigue_mod = \"per-level\"",
        "primitive = \"double-ap\"",
    ])
}

/// Returns the text of a scenario: one fighter fights against `count` others, at this distance.
pub(crate) fn fight(
    first: &Brawler,
    second: &Brawler,
    count: u32,
    rule: &str,
    apart: u32,
) -> String {
    format!(
        "ruleset = \"persona\"\n[run]\nround_cap = 2\n[options]\n{rule}\n\
         [weapons.knife]\ndamage = \"1d5\"\nclass = \"light\"\n\
         [weapons.stick]\ndamage = \"2\"\nprimitive = true\n\
         [weapons.gun]\nkind = \"ranged\"\ndamage = \"1d5\"\nrange = 20\nsemi = 2\nclip = 4\nclass = \"pistol\"\n\
         {}{}\
         [[sides]]\nname = \"first\"\nfighters = [{{ combatant = \"one\" }}]\n\
         [[sides]]\nname = \"second\"\nfighters = [{{ combatant = \"two\", count = {count}, at = {apart} }}]\n",
        first.block("one"),
        second.block("two"),
    )
}
