//! What a stat block says of single weapons: ratings, factors, parries, ammunition.
//!
//! Clauses: BRP-5.5-3, BRP-5.6-1, BRP-5.9-1, BRP-5.9-9, BRP-X-3. Ratings are percent, without armour.

use std::collections::HashMap;

use super::Reader;
use crate::rules::brp::reading::tables::{Tables, WeaponKind};
use crate::scenario::spec::FieldKind;
use crate::scenario::{Fault, Faults, Node, fit, number};

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

impl Reader<'_> {
    /// What a table says, by the names of things that can be carried or of skills with them; `read` says it of one.
    fn by_weapon<T>(
        &mut self,
        key: &'static str,
        keys: Keys,
        read: impl Fn(FieldKind, &str, &Node) -> Option<T>,
    ) -> HashMap<String, T> {
        let (kind, tables) = (self.f.kind_within(key), self.tables);
        let mut said = HashMap::new();
        for (name, entry) in self.f.entries(key) {
            if keys.known(tables).any(|known| known == name) {
                said.extend(read(kind, name, &entry.node).map(|value| (name.to_owned(), value)));
            } else if keys == Keys::Skills && tables.shields.contains_key(name) {
                let message = format!("`{name}` is a shield");
                let label = "not in the weapon table";
                let fault = Fault::at("brp::shield-skill", entry.key, message, label);
                let help = "one rating, `shield_skill`, serves all shields";
                self.faults.push(fault.help(help));
            } else {
                let (kind, place) = keys.words();
                let (code, known) = ("brp::unknown-weapon", keys.known(tables));
                self.faults
                    .unknown(code, kind, name, entry.key, known, place);
            }
        }
        said
    }

    pub(super) fn skills(&mut self) -> HashMap<String, i32> {
        let faults = self.faults;
        self.by_weapon("skills", Keys::Skills, |kind, name, node| {
            number(kind, node, &format!("the skill of `{name}`"), faults).map(fit)
        })
    }

    pub(super) fn halvings(&mut self) -> HashMap<String, u32> {
        let faults = self.faults;
        self.by_weapon("skill_factor", Keys::Things, |kind, name, node| {
            let halves = number(kind, node, name, &Faults::default());
            if halves.is_none() {
                let message = format!("the skill factor of `{name}` is 0.5 or 1");
                let label = "neither half the skill nor the whole";
                let fault = Fault::at("brp::skill-factor", node.span, message, label);
                faults.push(fault);
            }
            Some(u32::from(halves? == 1))
        })
    }

    pub(super) fn parry_skill(&mut self) -> HashMap<String, i32> {
        let (tables, faults) = (self.tables, self.faults);
        self.by_weapon("parry_skill", Keys::Weapons, |kind, name, node| {
            if matches!(tables.weapons[name].reach, WeaponKind::Melee(_)) {
                let message = format!("`{name}` parries with its own skill");
                let label = "only missile weapons take a `parry_skill`";
                let fault = Fault::at("brp::parry-skill", node.span, message, label);
                faults.push(fault.help("give the weapon's rating in `skills`"));
                return None;
            }
            number(kind, node, &format!("the parry of `{name}`"), faults).map(fit)
        })
    }

    pub(super) fn ammo(&mut self, carries: &[String]) -> HashMap<String, u16> {
        let (tables, faults) = (self.tables, self.faults);
        self.by_weapon("ammo", Keys::Weapons, |kind, name, node| {
            let row = &tables.weapons[name];
            if matches!(row.reach, WeaponKind::Melee(_)) && row.throws_as.is_none() {
                let message = format!("`{name}` is neither shot nor thrown");
                let label = "ammunition for a melee weapon";
                faults.push(Fault::at("brp::ammo", node.span, message, label));
                return None;
            }
            let what = format!("the ammunition of `{name}`");
            let count = number(kind, node, &what, faults)?;
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
            Some(fit(count))
        })
    }
}
