//! Small random fights of the book `semiautomagic`.

use proptest::prelude::*;

/// A fighter of a random fight.
#[derive(Debug, Clone)]
pub(crate) struct Brawler {
    pub melee: i32,
    pub defence: &'static str,
    pub armour: u32,
    pub weapon: &'static str,
    pub extra: &'static str,
    pub lists: &'static str,
}

impl Brawler {
    /// Returns the stat block and the policy of this fighter under the name `name`.
    fn block(&self, name: &str) -> String {
        format!(
            "[combatants.{name}]\nmelee = {}\nranged = 2\nmagic = 2\n{}\narmour = {}\ncarries = [\"{}\"]\n{}\n\
             policy = \"{name}\"\n[policies.{name}]\n{}\n",
            self.melee, self.defence, self.armour, self.weapon, self.extra, self.lists,
        )
    }
}

/// Generates any fighter with small numbers that the rules allow.
pub(crate) fn brawler() -> impl Strategy<Value = Brawler> {
    (
        prop::sample::select(vec![0i32, 2, 4]),
        prop::sample::select(vec!["", "parry = 2", "dodge = 1\nparry = 1"]),
        prop::sample::select(vec![0u32, 2]),
        prop::sample::select(vec!["sword", "knife", "gun", "howl"]),
        prop::sample::select(vec![
            "",
            "",
            "combos = ['two']",
            "starts = ['staggered']",
            "posture = 'prone'",
            "spirit = -3",
            "stunned = 3",
            "cover = 'light'",
        ]),
        prop::sample::select(vec![
            "act = ['attack']",
            "act = ['combo', 'attack']",
            "act = ['daunt', 'attack']",
            "act = ['attack on leg', 'attack']",
            "act = ['attack on weapon if chance(30%)', 'attack']",
            "act = ['crouch', 'attack']",
            "act = ['stand', 'attack']\nfinish = ['abandon if chance(50%)']",
        ]),
    )
        .prop_map(|(melee, defence, armour, weapon, extra, lists)| Brawler {
            melee,
            defence,
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
        "ties = \"failure\"",
        "naturals = \"auto\"",
        "spill = false",
        "broken_is_out = false",
        "scale_damage = \"all\"",
        "parry_ranged = false",
        "min_reach = \"up-to\"",
        "threshold = \"meet\"",
        "threshold = \"mixed\"",
        "dying_dc = 6",
        "wound_death = \"zero\"",
    ])
}

const TABLES: &str = "[weapons.sword]\ndamage = \"1d8\"\n[weapons.knife]\ndamage = \"1d4\"\n\
     [weapons.gun]\nkind = \"ranged\"\ndamage = \"1d6+3\"\nrange = 15\nshots = 2\n\
     [weapons.howl]\nkind = \"morale\"\ndamage = \"1d6+4\"\n\
     [combos.two]\ncomponents = [{ attack_mod = -1 }, {}]\n";

/// Returns the text of a scenario without a field: one fighter fights against `count` others.
pub(crate) fn fight(first: &Brawler, second: &Brawler, count: u32, rule: &str) -> String {
    format!(
        "ruleset = \"semiautomagic\"\n[run]\nround_cap = 3\n[options]\n{rule}\n{TABLES}{}{}\
         [[sides]]\nname = \"first\"\nfighters = [{{ combatant = \"one\" }}]\n\
         [[sides]]\nname = \"second\"\nfighters = [{{ combatant = \"two\", count = {count} }}]\n",
        first.block("one"),
        second.block("two"),
    )
}

/// The cells next to the first fighter in the four main directions. The first fighter stands in column 20,
/// row 20.
pub(crate) const TURNS: [[u8; 2]; 4] = [[21, 20], [20, 21], [19, 20], [20, 19]];

/// Returns the text of a scenario with a fight of one against one on a field. The second fighter starts next
/// to the first, in column `x` and row `y`.
pub(crate) fn on_a_map(first: &Brawler, second: &Brawler, [x, y]: [u8; 2]) -> String {
    let text =
        fight(first, second, 1, "").replace("[options]\n", "[field]\nsize = [40, 40]\n[options]\n");
    let text = text.replace(
        "{ combatant = \"one\" }",
        "{ combatant = \"one\", at = [20, 20] }",
    );
    text.replace("count = 1", &format!("at = [{x}, {y}]"))
}
