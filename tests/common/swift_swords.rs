//! Small random fights of the book `swift-swords`.

use proptest::prelude::*;

/// A creature of a random fight.
#[derive(Debug, Clone)]
pub(crate) struct Brawler {
    pub dice: &'static str,
    pub attack: u32,
    pub ranks: [u32; 2],
    pub armour: u32,
    pub weapon: &'static str,
    pub defence: &'static str,
    pub extra: &'static str,
    pub lists: &'static str,
}

impl Brawler {
    /// Returns the stat block and the policy of this creature under the name `name`.
    pub(crate) fn block(&self, name: &str) -> String {
        let [physical, mental] = self.ranks;
        format!(
            "[combatants.{name}]\n{}\nattack = {}\nwrestle = 2\nphysical = {physical}\nmental = {mental}\narmour = {}\n\
             carries = [\"{}\"]\n{}\n{}\npolicy = \"{name}\"\n[policies.{name}]\nact = [\"attack\"]\n{}\n",
            self.dice, self.attack, self.armour, self.weapon, self.defence, self.extra, self.lists,
        )
    }
}

/// Generates any creature with small numbers that the rules allow.
pub(crate) fn brawler() -> impl Strategy<Value = Brawler> {
    (
        prop::sample::select(vec![
            "ad_set = [5, 3, 2]",
            "ad_set = [6, 4, 1]",
            "ad = 2",
            "ad = 1\nad_rolled = true",
        ]),
        1u32..5,
        prop::array::uniform2(1u32..3),
        0u32..2,
        prop::sample::select(vec!["medium", "light", "heavy", "huge", "massive"]),
        prop::sample::select(vec![
            "dodge = 3",
            "parry = 3",
            "block = 3\nshield = 1",
            "block = 2\nparry = 2\ndodge = 2\nshield = 2",
        ]),
        prop::sample::select(vec![
            "",
            "",
            "sl = 1",
            "stateless = false",
            "body = -2\nstateless = false\nrecovery_bonus = 1",
            "bonus_physical = 1",
            "fear = 'fearsome'\nmental_attack = 3",
            "fear = 'fell'\nstateless = false",
        ]),
        prop::sample::select(vec![
            "defend = ['dodge', 'parry', 'block']",
            "defend = ['block', 'parry if attack.dice > 2']",
            "defend = ['parry if chance(50%)']\nriposte = ['nothing if attacker.exposures < 2']",
            "defend = []\neffort = ['effort']",
            "defend = ['dodge']\nact = ['pool if self.pool_room > 0', 'break', 'attack']",
            "raise = ['raise if roll.hits == 0', 'spare if roll.ones > roll.hits']",
            "suffer = ['rank']\nspend = ['break-through']",
            "recover = ['by-roll']\nshake = ['roll']",
            "pay = ['most']\ndie = ['highest']\nlast = ['carry']",
            "act = ['close', 'hold', 'attack']\ngrip = ['subdue if hold > 0', 'improve']\n\
             held = ['reverse if chance(50%)', 'break']",
            "act = ['stand', 'withdraw if self.in_contact and chance(20%)', 'charge', 'attack']",
            "act = ['intimidate if chance(50%)', 'attack']\nsoak = ['soak']",
            "special = ['drain', 'expose', 'knock-down', 'more-damage', 'wear-down']",
            "act = ['slam if not target.prone', 'stand', 'attack']\nspecial = ['disarm', 'knock-back']",
            "act = ['retreat if self.physical < 2', 'move if self.in_contact and chance(30%)', 'attack']",
        ]),
    )
        .prop_map(
            |(dice, attack, ranks, armour, weapon, defence, extra, lists)| Brawler {
                dice,
                attack,
                ranks,
                armour,
                weapon,
                defence,
                extra,
                lists,
            },
        )
}

/// Generates a line that sets one of the house rules, or no line.
pub(crate) fn house_rule() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        "",
        "short_calls_refresh = true",
        "countdown = \"static\"",
        "attack_cost = \"flat\"",
        "fumble_negates = false",
        "exposure_pickup = \"all\"",
        "armour_mode = \"damage\"",
        "armour_mode = \"roll\"",
        "shield_dice = \"always\"",
        "block_rule = \"compare\"",
        "block_rule = \"permanent\"",
        "parry_can_fumble = false",
        "parry_keep_on_fumble = false",
        "state_absorbs = \"point\"",
        "state_on_trauma = true",
        "massive = \"kia\"",
        "crossover = 0",
        "crossover = 3",
        "slam = \"on\"",
        "soak = \"both\"",
        "special_price = 2",
    ])
}

/// Returns the text of a scenario: one creature fights against `count` others. The players control the side
/// `first`.
pub(crate) fn fight(first: &Brawler, second: &Brawler, count: u32, rule: &str) -> String {
    // If the policy of the creature has its own list `act`, the default one is left out.
    let block = |brawler: &Brawler, name: &str| {
        let block = brawler.block(name);
        match block.matches("\nact = ").count() {
            1 => block,
            _ => block.replacen("\nact = [\"attack\"]", "", 1),
        }
    };
    format!(
        "ruleset = \"swift-swords\"\n[run]\nround_cap = 3\n[options]\ninjuries = \"off\"\n{rule}\n[field]\n\
         controllers = {{ first = \"player\", second = \"gm\" }}\n{}{}\
         [[sides]]\nname = \"first\"\nfighters = [{{ combatant = \"one\" }}]\n\
         [[sides]]\nname = \"second\"\nfighters = [{{ combatant = \"two\", count = {count} }}]\n",
        block(first, "one"),
        block(second, "two"),
    )
}
