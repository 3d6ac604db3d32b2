//! What a stat block says of single weapons: ratings, factors, parries, ammunition.
//!
//! Clauses: BRP-5.5-3, BRP-5.6-1, BRP-5.9-1, BRP-5.9-9, BRP-X-3. Ratings are percent, without armour.

use std::collections::HashMap;

use crate::rules::brp::reading::tables::{Tables, WeaponKind};
use crate::scenario::{Fault, Faults, Fields, Node, fit, number};

/// What the keys of a table in a stat block name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keys {
    Weapons,
    Things,
    Skills,
}

impl Keys {
    /// What one is called, and where it is looked for.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Weapons => ("weapon", "in the weapon table"),
            Self::Things => ("weapon or shield", "in the weapon and shield tables"),
            Self::Skills => ("weapon or specialty", "in the weapon table"),
        }
    }

    fn known(self, tables: &Tables) -> impl Iterator<Item = &str> {
        let weapons = tables.weapons.iter();
        let shields = tables.shields.keys().filter(move |_| self == Self::Things);
        let specialties = tables.weapons.values().map(|row| row.specialty.as_str());
        weapons
            .map(|(name, _)| name.as_str())
            .chain(shields.map(String::as_str))
            .chain(specialties.filter(move |name| self == Self::Skills && !name.is_empty()))
    }
}

/// The entries of a table whose keys name things that can be carried, or skills with them.
fn by_weapon<'n>(
    f: &mut Fields<'n>,
    key: &'static str,
    tables: &Tables,
    keys: Keys,
    faults: &Faults,
) -> Vec<(&'n str, &'n Node)> {
    f.entries(key)
        .filter_map(|(name, entry)| {
            if keys.known(tables).any(|known| known == name) {
                return Some((name, &entry.node));
            }
            if keys == Keys::Skills && tables.shields.contains_key(name) {
                faults.push(
                    Fault::at(
                        "brp::shield-skill",
                        entry.key,
                        format!("`{name}` is a shield"),
                        "not in the weapon table",
                    )
                    .help("one rating, `shield_skill`, serves all shields"),
                );
                return None;
            }
            let ((kind, place), known) = (keys.words(), keys.known(tables));
            faults.unknown("brp::unknown-weapon", kind, name, entry.key, known, place);
            None
        })
        .collect()
}

pub(super) fn skills(f: &mut Fields<'_>, tables: &Tables, faults: &Faults) -> HashMap<String, i32> {
    let kind = f.kind_within("skills");
    let read = |(name, node): (&str, &Node)| {
        let what = format!("the skill of `{name}`");
        Some((name.to_owned(), fit(number(kind, node, &what, faults)?)))
    };
    let skills = by_weapon(f, "skills", tables, Keys::Skills, faults).into_iter();
    skills.filter_map(read).collect()
}

pub(super) fn halvings(
    f: &mut Fields<'_>,
    tables: &Tables,
    faults: &Faults,
) -> HashMap<String, u32> {
    let kind = f.kind_within("skill_factor");
    let mut halvings = HashMap::new();
    for (name, node) in by_weapon(f, "skill_factor", tables, Keys::Things, faults) {
        match number(kind, node, name, &Faults::default()) {
            Some(halves) => {
                halvings.insert(name.to_owned(), u32::from(halves == 1));
            }
            None => faults.push(Fault::at(
                "brp::skill-factor",
                node.span,
                format!("the skill factor of `{name}` is 0.5 or 1"),
                "neither half the skill nor the whole",
            )),
        }
    }
    halvings
}

pub(super) fn parry_skill(
    f: &mut Fields<'_>,
    tables: &Tables,
    faults: &Faults,
) -> HashMap<String, i32> {
    let kind = f.kind_within("parry_skill");
    let mut skills = HashMap::new();
    for (name, node) in by_weapon(f, "parry_skill", tables, Keys::Weapons, faults) {
        let what = format!("the parry of `{name}`");
        if matches!(tables.weapons[name].reach, WeaponKind::Melee(_)) {
            faults.push(Fault {
                code: "brp::parry-skill",
                message: format!("`{name}` parries with its own skill"),
                span: Some(node.span),
                label: "only missile weapons take a `parry_skill`".to_owned(),
                help: Some("give the weapon's rating in `skills`".to_owned()),
            });
        } else if let Some(chance) = number(kind, node, &what, faults) {
            skills.insert(name.to_owned(), fit(chance));
        }
    }
    skills
}

pub(super) fn ammo(
    f: &mut Fields<'_>,
    carries: &[String],
    tables: &Tables,
    faults: &Faults,
) -> HashMap<String, u16> {
    let kind = f.kind_within("ammo");
    let mut ammo = HashMap::new();
    for (name, node) in by_weapon(f, "ammo", tables, Keys::Weapons, faults) {
        let row = &tables.weapons[name];
        let what = format!("the ammunition of `{name}`");
        if matches!(row.reach, WeaponKind::Melee(_)) && row.throws_as.is_none() {
            faults.push(Fault {
                code: "brp::ammo",
                message: format!("`{name}` is neither shot nor thrown"),
                span: Some(node.span),
                label: "ammunition for a melee weapon".to_owned(),
                help: None,
            });
        } else if let Some(count) = number(kind, node, &what, faults) {
            let is_thrown = |own: &String| {
                let row = tables.weapons.get(own);
                row.is_some_and(|row| row.throws_as.as_deref() == Some(name))
            };
            let is_carried = carries.iter().any(|own| own == name || is_thrown(own));
            faults.unless_used((node.span, "brp::ammo"), is_carried, || {
                let message = format!("ammunition for `{name}`, which is not carried");
                let label = "not among what it `carries`";
                Fault::at("brp::ammo", node.span, message, label)
            });
            ammo.insert(name.to_owned(), fit(count));
        }
    }
    ammo
}
