//! Reads the tables of weapons and remedies. Their rows come from the book or from the scenario.
//!
//! Clauses: MUR-0-20, MUR-0-21, MUR-2-10, MUR-3-4, MUR-7-2, MUR-15-2, MUR-15-4, MUR-16-12. The book's rows
//! are in `tables.toml`, which has the format of a scenario include. So a scenario can override a value of
//! any row or add rows.

use indexmap::IndexMap;

use crate::dice::Throw;
use crate::frame::afflictions::{self, Affliction};
use crate::rules::murdham::fields::{AFFLICTION, REMEDY, WEAPON};
use crate::rules::murdham::rules::{self, Attacks, MOST_DICE, MOST_SIDES, Rules, Sizes, is_damage};
use crate::scenario::{Fault, Faults, Fields, Node, Table, keyed, tables};

/// Maximum number of different weapons in one matchup, including bare hands.
pub(crate) const MOST_WEAPONS: usize = 64;

/// The number that bare hands have among the weapons of a matchup.
pub(crate) const UNARMED: u8 = 0;

keyed! {
    /// A weapon of the matchup [MUR-0-21].
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub(crate) struct Weapon {
        pub impaired: bool,
        pub melee: bool,
        /// Range in zones. A range of 0 means that the weapon cannot be shot or thrown.
        pub range: u8,
        pub blast: bool,
        pub direct: bool,
        pub two_handed: bool,
        pub natural: bool,
        pub penetrates_cover: bool,
        pub damaged: bool,
        /// Number of uses in one fight. `None` if it is not limited.
        pub shots: Option<u16>,
    }
    beside {
        pub name: String,
        /// The number of damage dice. `sides` is the number of sides of each.
        pub count: u16,
        pub sides: u16,
        /// Afflictions that hits with the weapon inflict, a house rule of this program.
        pub afflictions: Vec<String>,
    }
}

impl Weapon {
    /// Returns bare hands as a weapon [MUR-3-4].
    pub(crate) fn unarmed(rules: &Attacks) -> Self {
        Self {
            name: "unarmed".to_owned(),
            count: rules.unarmed.count,
            sides: rules.unarmed.sides,
            impaired: rules.unarmed_impaired > 0,
            melee: true,
            natural: true,
            ..Self::default()
        }
    }

    /// Returns the range in zones against a target that is `larger` steps of size smaller than the user
    /// [MUR-16-7].
    #[inline]
    pub(crate) fn range_at(&self, larger: i32, rules: &Sizes) -> i32 {
        let range = i32::from(self.range);
        let Sizes {
            range_divisor: divisor,
            range_factor: factor,
            ..
        } = *rules;
        match larger {
            0 => range,
            _ if self.blast => range,
            1.. => (0..larger).fold(range, |range, _| (range + divisor - 1) / divisor),
            _ => (larger..0).fold(range, |range, _| range * factor),
        }
    }

    /// Returns the number of hands that the weapon needs [MUR-0-20, MUR-16-12].
    #[inline]
    pub(crate) fn hands(&self) -> u8 {
        if self.natural {
            0
        } else {
            1 + u8::from(self.two_handed)
        }
    }
}

/// An ability that a save is rolled against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ability {
    Str,
    Agi,
    Wit,
}

/// All tables of one matchup.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    pub weapons: IndexMap<String, Weapon>,
    /// The health that each remedy restores, by the remedy's name [MUR-2-10].
    pub remedies: IndexMap<String, Throw>,
    pub afflictions: IndexMap<String, Affliction<Ability>>,
    pub rules: Rules,
}

impl Tables {
    /// Reads every row, used or not, and reports its faults. A faulty value is replaced by a valid one, so
    /// that the row exists for the stat blocks that name it. Each mistake is thus reported only once.
    pub(crate) fn read(tree: &Table, faults: &Faults) -> Self {
        let weapon =
            |name: &str, node: &Node, fields: &mut Fields<'_>| weapon(name, node, fields, tree);
        let tables = Self {
            weapons: tables::read(tree, "weapons", "weapon", WEAPON, faults, weapon),
            remedies: tables::read(tree, "remedies", "remedy", REMEDY, faults, |_, _, f| {
                f.throw("heals").unwrap_or_default()
            }),
            afflictions: afflictions::read(tree, AFFLICTION, faults, |f| {
                let at = f.word("save")?;
                Some([Ability::Str, Ability::Agi, Ability::Wit][at])
            }),
            rules: rules::read(tree, faults),
        };
        let is_weapon = |name: &str| tables.weapons.contains_key(name);
        afflictions::check_names(tree, is_weapon, faults);
        tables
    }
}

fn weapon(name: &str, node: &Node, fields: &mut Fields<'_>, tree: &Table) -> Weapon {
    let faults = fields.faults();
    let dice = damage(fields);
    let weapon = Weapon {
        name: name.to_owned(),
        count: dice.count,
        sides: dice.sides,
        afflictions: afflictions::named(tree, fields),
        ..Weapon::keys(fields)
    };
    if !weapon.melee && weapon.range == 0 {
        let message = format!("weapon `{name}` can neither strike nor shoot");
        let label = "not a melee weapon, and no range";
        let fault = Fault::at("murdham::weapon-kind", node.span, message, label);
        faults.push(fault.help("add a `range`, or remove `melee = false`"));
    }
    if weapon.natural && weapon.two_handed {
        let node = fields.node("two_handed").unwrap_or(node);
        let message = format!("`two_handed` has no effect on `{name}`");
        let label = "natural weapons need no hands";
        let fault = Fault::at("murdham::no-use", node.span, message, label);
        faults.push(fault.help("remove it"));
    }
    weapon
}

/// Reads the damage, which must be dice without a flat number. By size, the book doubles the dice of an
/// attack or halves its damage. A flat number would not fit that.
fn damage(fields: &mut Fields<'_>) -> Throw {
    let fallback = Throw::new(1, 6, 0);
    let Some(throw) = fields.throw("damage") else {
        return fallback;
    };
    if is_damage(throw) {
        return throw;
    }
    fields.faults().push(Fault {
        code: "murdham::damage",
        message: format!(
            "damage must be 1 to {MOST_DICE} dice of at most {MOST_SIDES} sides, not `{throw}`"
        ),
        span: fields.node("damage").map(|node| node.span),
        label: "must be only dice".to_owned(),
        help: Some("write `1d6` or `2d8`".to_owned()),
    });
    fallback
}
