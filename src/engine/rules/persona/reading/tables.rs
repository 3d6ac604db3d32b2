//! Reads the weapons of a scenario.
//!
//! Clauses: PER-4-2, PER-4-3, PER-4-7, PER-4-11, PER-4-16, PER-5-1, PER-7-5, PER-8-1, PER-12.3-3, PER-13.5-1,
//! PER-13.5-2, PER-13.5-6.

use indexmap::IndexMap;

use super::remedies::{Remedy, remedies};
use crate::dice::Throw;
use crate::rules::persona::fields::WEAPON;
use crate::rules::persona::rules::{self, MOST_DICE, Rules};
use crate::scenario::tables::rows;
use crate::scenario::{Fault, Faults, Fields, Node, Span, Table};

/// The weapons and remedies of a scenario.
#[derive(Debug)]
pub(crate) struct Tables {
    pub weapons: IndexMap<String, Weapon>,
    /// The names of the damage types of all weapons.
    pub types: Vec<String>,
    pub remedies: IndexMap<String, Remedy>,
    pub rules: Rules,
}

/// How a weapon is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WeaponKind {
    Melee,
    Thrown,
    Ranged,
}

/// The class of a weapon. Some actions require a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Other,
    Natural,
    Light,
    Shadow,
    Compact,
    Pistol,
    Carbine,
}

/// The characteristic that a test uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Characteristic {
    Ws,
    Bs,
    S,
    T,
    Ag,
    Wp,
}

impl Characteristic {
    /// All characteristics, in the order of
    /// [`CHARACTERISTICS`](crate::rules::persona::fields::CHARACTERISTICS).
    pub(crate) const ALL: [Self; 6] = [Self::Ws, Self::Bs, Self::S, Self::T, Self::Ag, Self::Wp];
}

/// A condition that an ailment causes [PER-8-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    Fatigue,
    Stunned,
    Prone,
    Pinned,
    Immobilised,
    Unconscious,
}

/// An ailment that a damaging hit may cause [PER-8-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ailment {
    /// Whether the target resists with Magic Resistance rather than with Endurance.
    pub mental: bool,
    pub effect: Effect,
    pub turns: u8,
}

/// A weapon of the scenario, or bare hands.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a key of the weapon table"
)]
pub(crate) struct Weapon {
    pub name: String,
    /// The number of the weapon in the tally. Further copies of a weapon have the number of the first.
    pub counted: u8,
    pub kind: WeaponKind,
    pub damage: Throw,
    pub pen: i32,
    pub adds_sb: bool,
    /// The damage type, as a bit whose index is that in [`Tables::types`]. 0 for no type.
    pub damage_type: u64,
    pub two_handed: bool,
    pub class: Class,
    /// The range stated in the scenario, in units. 0 for melee weapons.
    pub range: i32,
    pub reach: i32,
    pub semi: u8,
    pub full: u8,
    pub jam_from: u32,
    /// The lowest face of the damage dice that triggers a test for Righteous Fury.
    pub fury_from: u32,
    pub clip: Option<u8>,
    pub reload_half: bool,
    pub test: Characteristic,
    pub parry_mod: i32,
    pub balanced: bool,
    pub primitive: bool,
    pub reaches_high: bool,
    pub unarmed: bool,
    pub ailment: Option<Ailment>,
}

/// The bit index of the damage type of bare hands [PER-5-1].
const IMPACT: u32 = 0;

impl Weapon {
    /// Returns the weapon that stands for bare hands [PER-5-1].
    pub(crate) fn unarmed(rules: &Rules) -> Self {
        let damage = rules.unarmed.damage;
        Self {
            name: "unarmed".to_owned(),
            counted: 0,
            kind: WeaponKind::Melee,
            damage,
            pen: rules.unarmed.pen,
            adds_sb: true,
            damage_type: 1 << IMPACT,
            two_handed: false,
            class: Class::Natural,
            range: 0,
            reach: rules.moves.adjacent,
            semi: 0,
            full: 0,
            jam_from: 101,
            fury_from: damage.sides.into(),
            clip: None,
            reload_half: false,
            test: Characteristic::Ws,
            parry_mod: 0,
            balanced: false,
            primitive: true,
            reaches_high: false,
            unarmed: true,
            ailment: None,
        }
    }

    pub(crate) fn is_melee(&self) -> bool {
        self.kind == WeaponKind::Melee
    }

    /// Returns whether the weapon can be used within a grapple [PER-12.23-1].
    pub(crate) fn is_close(&self) -> bool {
        !matches!(self.class, Class::Other | Class::Carbine)
    }

    /// Returns the largest face of the damage dice.
    pub(crate) fn largest(&self) -> u32 {
        self.damage.sides.into()
    }
}

impl Tables {
    /// Reads all weapons and remedies, and reports every fault in them.
    pub(crate) fn read(tree: &Table, faults: &Faults) -> Self {
        let mut tables = Self {
            weapons: IndexMap::new(),
            types: vec!["impact".to_owned()],
            remedies: remedies(tree, faults),
            rules: rules::read(tree, faults),
        };
        for (name, node, mut fields) in rows(tree, "weapons", "weapon", WEAPON, faults) {
            let row = tables.weapon(&mut fields, node, name, faults);
            tables.weapons.insert(name.to_owned(), row);
            fields.finish();
        }
        tables
    }

    /// Returns the bit of the damage type `name`. A name that is new gets the next free bit.
    fn damage_type(&mut self, name: &str) -> u64 {
        let known = self.types.iter().position(|known| known == name);
        let at = known.unwrap_or_else(|| {
            self.types.push(name.to_owned());
            self.types.len() - 1
        });
        1 << (at % 64)
    }

    fn weapon(
        &mut self,
        fields: &mut Fields<'_>,
        node: &Node,
        name: &str,
        faults: &Faults,
    ) -> Weapon {
        let kind = fields.choice(
            "kind",
            [WeaponKind::Melee, WeaponKind::Thrown, WeaponKind::Ranged],
        );
        let given = fields.node("damage").map(|node| node.span);
        let damage = fields.throw("damage").unwrap_or_default();
        check_dice(damage, given, name, faults);
        let range: Option<i32> = fields.whole_as("range");
        if (kind == WeaponKind::Melee) == range.is_some() {
            let (message, label) = if range.is_some() {
                (
                    format!("`range` has no effect on `{name}`"),
                    "only for thrown and ranged weapons",
                )
            } else {
                (
                    format!("weapon `{name}` has no range"),
                    "thrown and ranged weapons need a `range`",
                )
            };
            let span = fields.node("range").map_or(node.span, |node| node.span);
            faults.push(Fault::at("persona::range", span, message, label));
        }
        let only = |keys: &[&'static str], which: bool, label: &str, fields: &mut Fields<'_>| {
            for &key in keys.iter().filter(|_| !which) {
                if let Some(node) = fields.node(key) {
                    let message = format!("`{key}` has no effect on `{name}`");
                    faults.push(Fault::at("persona::no-use", node.span, message, label));
                }
            }
        };
        only(
            &["semi", "full", "jam_from", "clip", "reload"],
            kind == WeaponKind::Ranged,
            "only ranged weapons have this",
            fields,
        );
        only(
            &["reach", "parry_mod"],
            kind == WeaponKind::Melee,
            "only melee weapons have this",
            fields,
        );
        let usual = if kind == WeaponKind::Ranged {
            Characteristic::Bs
        } else {
            Characteristic::Ws
        };
        Weapon {
            name: name.to_owned(),
            counted: 0,
            kind,
            damage,
            pen: fields.number("pen"),
            adds_sb: fields
                .truth("adds_sb")
                .unwrap_or(kind != WeaponKind::Ranged),
            damage_type: fields
                .text("type")
                .map_or(0, |(name, _)| self.damage_type(name)),
            two_handed: fields.number::<u8>("hands") == 2,
            class: fields.choice(
                "class",
                [
                    Class::Other,
                    Class::Natural,
                    Class::Light,
                    Class::Shadow,
                    Class::Compact,
                    Class::Pistol,
                    Class::Carbine,
                ],
            ),
            range: range.unwrap_or(0),
            reach: (fields.whole_as("reach")).unwrap_or(self.rules.moves.adjacent),
            semi: fields.whole_as("semi").unwrap_or(0),
            full: fields.whole_as("full").unwrap_or(0),
            jam_from: (fields.whole_as("jam_from")).unwrap_or(self.rules.shooting.jam_from),
            fury_from: fields
                .whole_as("fury_from")
                .unwrap_or_else(|| damage.sides.into()),
            clip: fields.whole_as("clip"),
            reload_half: fields.choice("reload", [false, true]),
            test: fields
                .word("test")
                .map_or(usual, |at| Characteristic::ALL[at]),
            parry_mod: fields.number("parry_mod"),
            balanced: fields.flag("balanced"),
            primitive: fields.flag("primitive"),
            reaches_high: fields.flag("reaches_high"),
            unarmed: false,
            ailment: ailment(fields),
        }
    }
}

/// Reports the damage of a weapon if it has more than [`MOST_DICE`] dice, or if its dice are subtracted.
fn check_dice(damage: Throw, span: Option<Span>, name: &str, faults: &Faults) {
    if damage.negative || damage.count > MOST_DICE {
        faults.push(Fault {
            code: "persona::dice",
            message: format!("`damage` of `{name}` is {damage}"),
            span,
            label: format!("at most {MOST_DICE} dice, added up"),
            help: None,
        });
    }
}

fn ailment(fields: &mut Fields<'_>) -> Option<Ailment> {
    const EFFECTS: [Effect; 6] = [
        Effect::Fatigue,
        Effect::Stunned,
        Effect::Prone,
        Effect::Pinned,
        Effect::Immobilised,
        Effect::Unconscious,
    ];
    let (mut inner, _) = fields.inner("ailment", "ailment")?;
    let mental = inner.choice("resist", [false, true]);
    let effect = inner.word("effect").map(|at| EFFECTS[at]);
    let turns = inner.number("turns");
    let lasts = effect.is_none_or(|effect| effect == Effect::Stunned);
    let why = "only `stunned` lasts so many turns";
    inner.check_use("turns", lasts, "persona::no-use", why);
    inner.finish();
    effect.map(|effect| Ailment {
        mental,
        effect,
        turns,
    })
}
