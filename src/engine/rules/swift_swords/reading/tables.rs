//! Reads the tables of the book: damage codes, weapons, armour, shields, and others.
//!
//! Clauses: SST-5-7, SST-5-8, SST-8-2, SST-10-10, SST-11-4, SST-12-2, SST-12-3, SST-15-10, SST-16-1..3,
//! SST-33-1, SST-36-3.
//!
//! The rows are in `tables.toml`, in the format of a scenario include. So a scenario can override a value of
//! any row or add rows. `figures.rs` reads simple tables, `injuries.rs` wounds, and `zones.rs` cover.

use indexmap::IndexMap;

use super::figures::{Fear, SizeRow, Special, Tactic, Unit};
use super::hand::Hand;
use super::injuries::{Location, Toll};
use super::remedies::{Remedy, remedies};
use super::sheet::Trait;
use super::zones::Cover;
use crate::frame::afflictions::{self, Affliction};
use crate::policy::vocabulary::same;
use crate::rules::swift_swords::fields::{
    AFFLICTION, CODE, COSTS, ENTITLEMENT, MODIFIERS, MORE_DICE, NATION, OWN_RANKS, STOPS, WEAPON,
    pips,
};
use crate::rules::swift_swords::rules::{self, Rules};
use crate::rules::swift_swords::words::WOUNDS;
use crate::scenario::tables::{figures, known_name, numbers, read};
use crate::scenario::{Fault, Faults, Fields, Node, Table, keyed};

keyed! {
    /// A damage code: how much damage each number of successes does [SST-16-2].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub(crate) struct Code {
        pub base: u8,
        /// Number of further successes that one more point of damage needs. 0 if there are no more points.
        pub per: u8,
        /// Cost of a melee attack, in pips [SST-8-2].
        pub cost: u8,
        pub massive: bool,
    }
}

impl Code {
    /// Returns the damage for the final number of successes [SST-16-2].
    #[inline]
    pub(crate) const fn damage(self, successes: u8) -> u8 {
        if successes == 0 {
            0
        } else {
            match (successes - 1).checked_div(self.per) {
                Some(more) => self.base + more,
                None => self.base,
            }
        }
    }
}

keyed! {
    /// A weapon of the matchup.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub(crate) struct Weapon {
        /// Range in zones. 0 if the weapon cannot be shot or thrown.
        pub range: u8,
        pub reach: bool,
        pub natural: bool,
        pub bane: bool,
    }
    beside {
        pub name: String,
        pub code: Code,
        /// The weight class: light, medium, heavy and so on, by index in `codes`.
        pub weight: u8,
        /// Cost of an attack, in pips.
        pub cost: u8,
        pub melee: bool,
        /// Superiority Levels that the weapon gives in close combat [SST-12-2, SST-12-3].
        pub inclose_sl: i8,
        /// The afflictions that hits with the weapon cause. They are not in the book.
        pub afflictions: Vec<String>,
    }
}

impl Weapon {
    /// Returns whether the weapon can be used in close combat. The weapon must be natural, or else be no
    /// missile weapon and have a weight class of at most `heaviest` [SST-12-2].
    #[inline]
    pub(crate) const fn fits_close(&self, heaviest: u8) -> bool {
        self.natural || (self.weight <= heaviest && self.melee)
    }
}

keyed! {
    /// Which chariots a nation has, besides light ones with teams of two [SST-36-3].
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) struct Nation {
        pub four_horse: bool,
        pub heavy: bool,
    }
}

/// Indices of some damage codes in their table.
pub(crate) const LIGHT: u8 = 0;
pub(crate) const MEDIUM: u8 = 1;

/// The index of `hamstring` among the special results.
pub(crate) const HAMSTRING: u8 = {
    let mut at = 0;
    while !same(SPECIALS[at as usize], "hamstring") {
        at += 1;
    }
    at
};

/// All tables of a scenario.
#[derive(Debug, Clone)]
pub(crate) struct Tables {
    /// The damage codes. Those of the book come first, in the order of weight.
    pub codes: IndexMap<String, Code>,
    pub weapons: IndexMap<String, Weapon>,
    pub armours: IndexMap<String, u8>,
    pub shields: IndexMap<String, u8>,
    /// Fixed hands, by number of dice from 1.
    pub sets: Vec<Hand>,
    /// Costs of all actions except melee attacks, in pips, in the order of [`COSTS`].
    pub costs: [u8; COSTS.len()],
    /// Modifiers of an attack roll, in dice, in the order of [`MODIFIERS`].
    pub modifiers: [i32; MODIFIERS.len()],
    /// The default values for creatures of each size, from size 0.
    pub sizes: Vec<SizeRow>,
    pub covers: IndexMap<String, Cover>,
    pub locations: IndexMap<String, Location>,
    /// Levels of fear, the mildest first.
    pub fears: IndexMap<String, Fear>,
    pub units: IndexMap<String, Unit>,
    /// Action Dice by experience [SST-5-7].
    pub action_dice: IndexMap<String, u8>,
    /// Modifiers of the number of Action Dice, by situation [SST-5-8].
    pub situations: IndexMap<String, i8>,
    /// Mental Ranks by kind of creature [SST-15-10].
    pub mental_ranks: IndexMap<String, u8>,
    /// The effects of each wound, in the order of the kinds.
    pub wounds: [Toll; WOUNDS.len()],
    /// The tactics with two weapons, in the order of their actions in `Act`.
    pub tactics: [Tactic; 3],
    /// The special results, in the order of the actions of the list `special`.
    pub specials: [Special; SPECIALS.len()],
    /// The smallest [`Special::extra`] of all special results.
    pub least_extra: u8,
    /// The chariots of each nation [SST-36-3].
    pub nations: IndexMap<String, Nation>,
    pub afflictions: IndexMap<String, Affliction<Trait>>,
    pub remedies: IndexMap<String, Remedy>,
    pub rules: Rules,
}

/// The names of the special results, in the order of the actions of the list `special`.
pub(crate) const SPECIALS: [&str; 13] = [
    "more-damage",
    "disarm",
    "drain",
    "stun",
    "break-weapon",
    "expose",
    "strip",
    "step-away",
    "draw-in",
    "knock-down",
    "knock-back",
    "hamstring",
    "wear-down",
];

impl Tables {
    /// Reads every row, even unused ones. A faulty value is replaced by a valid one. So the row still exists
    /// for stat blocks that name it, and one mistake leads to one fault.
    pub(crate) fn read(tree: &Table, faults: &Faults) -> Self {
        let codes = read(tree, "codes", "code", CODE, faults, |_, _, f| Code::keys(f));
        let rules = rules::read(tree, faults);
        let light_sl = rules.close.light_sl;
        let specials = super::figures::specials(tree, faults);
        let weapon = |name: &_, node: &_, f: &mut Fields<'_>| Weapon {
            afflictions: afflictions::named(tree, f),
            ..weapon(f, node, name, (&codes, light_sl))
        };
        let costs = figures(tree, "costs", COSTS, faults);
        let tables = Self {
            weapons: read(tree, "weapons", "weapon", WEAPON, faults, weapon),
            armours: numbers(tree, "armours", STOPS, faults),
            shields: numbers(tree, "shields", STOPS, faults),
            sets: super::figures::sets(tree, rules.hands.further_face, faults),
            remedies: remedies(tree, costs[const { pips("cast") }], faults),
            costs,
            modifiers: figures(tree, "modifiers", MODIFIERS, faults),
            sizes: super::figures::sizes(tree, faults),
            covers: super::zones::covers(tree, faults),
            locations: super::injuries::locations(tree, faults),
            fears: super::figures::fears(tree, faults),
            units: super::figures::units(tree, faults),
            action_dice: numbers(tree, "action_dice", ENTITLEMENT, faults),
            situations: numbers(tree, "situations", MORE_DICE, faults),
            mental_ranks: numbers(tree, "mental_ranks", OWN_RANKS, faults),
            wounds: super::injuries::tolls(tree, faults),
            tactics: super::figures::tactics(tree, faults),
            least_extra: specials.iter().map(|row| row.extra).min().unwrap_or(0),
            specials,
            nations: read(tree, "nations", "nation", NATION, faults, |_, _, f| {
                Nation::keys(f)
            }),
            afflictions: afflictions::read(tree, AFFLICTION, faults, |f| {
                f.word("save").map(|at| Trait::ALL[at])
            }),
            rules,
            codes,
        };
        let is_weapon = |name: &str| tables.weapons.contains_key(name);
        afflictions::check_names(tree, is_weapon, faults);
        tables
    }
}

fn weapon(
    f: &mut Fields<'_>,
    node: &Node,
    name: &str,
    (codes, light_sl): (&IndexMap<String, Code>, i8),
) -> Weapon {
    let (kind, place) = ("damage code", "among the damage codes");
    let unknown = ("swift-swords::unknown-code", kind, place);
    let known = || codes.keys().map(String::as_str);
    let code = f.text("code");
    let at = code.and_then(|code| known_name(code, known, unknown, f.faults()));
    let weight = at.unwrap_or(usize::from(MEDIUM));
    let code = codes[weight];
    let keys = Weapon::keys(f);
    let light = weight == usize::from(LIGHT) && !keys.natural;
    let weapon = Weapon {
        name: name.to_owned(),
        code,
        weight: u8::try_from(weight).unwrap_or(u8::MAX),
        cost: f.whole_as("cost").unwrap_or(code.cost),
        melee: f.truth("melee").unwrap_or(keys.range == 0),
        inclose_sl: f
            .whole_as("inclose_sl")
            .unwrap_or(if light { light_sl } else { 0 }),
        ..keys
    };
    let (code, why) = ("swift-swords::no-use", "it does not strike");
    f.check_use("reach", weapon.melee || !weapon.reach, code, why);
    if !weapon.melee && weapon.range == 0 {
        let code = "swift-swords::weapon-kind";
        let label = "not a melee weapon, and no range";
        let message = format!("weapon `{name}` can neither strike nor shoot");
        let fault = Fault::at(code, node.span, message, label);
        f.faults()
            .push(fault.help("add a `range`, or remove `melee = false`"));
    }
    weapon
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::outcomes;
    use crate::rules::swift_swords::nouns::{AttackRoll, Luck};

    fn code(base: u8, per: u8) -> Code {
        Code {
            base,
            per,
            cost: 4,
            massive: false,
        }
    }

    #[test] // SST-16-2
    fn damage_grows_with_successes_as_the_weight_allows() {
        let damages = |code: Code| (1..=5).map(|s| code.damage(s)).collect::<Vec<_>>();
        assert_eq!(damages(code(1, 2)), [1, 1, 2, 2, 3]);
        assert_eq!(damages(code(1, 1)), [1, 2, 3, 4, 5]);
        assert_eq!(damages(code(2, 1)), [2, 3, 4, 5, 6]);
        assert_eq!(damages(code(3, 1)), [3, 4, 5, 6, 7]);
        assert_eq!(damages(code(4, 1)), [4, 5, 6, 7, 8]);
        assert_eq!(code(1, 1).damage(0), 0);
    }

    #[test] // SST-16-2, SST-16-5
    fn five_dice_do_so_much_on_average() {
        let five = AttackRoll(5, 0).times(5);
        let odds = |code: Code| {
            outcomes(move |dice| {
                let rolled = five.settle(None, dice, None);
                code.damage(if rolled.ones > rolled.hits {
                    0
                } else {
                    rolled.hits
                })
            })
        };
        let fraction = |a: i64, b: i64| num_rational::BigRational::new(a.into(), b.into());
        for (code, ways, of) in [
            (code(1, 2), 3853, 3888),
            (code(1, 1), 2035, 1296),
            (code(2, 1), 169, 72),
            (code(3, 1), 4049, 1296),
            (code(4, 1), 316, 81),
        ] {
            let odds = odds(code);
            let mean: num_rational::BigRational = (1..=8u8)
                .map(|n| odds.of(|&damage| damage == n) * fraction(n.into(), 1))
                .sum();
            assert_eq!(mean, fraction(ways, of));
        }
        let least = |code, damage| odds(code).of(|&d| d >= damage);
        assert_eq!(least(code(1, 1), 4), fraction(11, 243));
        assert_eq!(least(code(2, 1), 4), fraction(17, 81));
        assert_eq!(least(code(3, 1), 4), fraction(173, 324));
        assert_eq!(least(code(3, 1), 7), fraction(1, 243));
        assert_eq!(least(code(4, 1), 7), fraction(11, 243));
    }
}
