//! Reads the values of a stat block that are given for single weapons: ratings, factors, parry chances,
//! ammunition.
//!
//! Clauses: BRP-5.5-3, BRP-5.6-1, BRP-5.9-1, BRP-5.9-9, BRP-X-3. Ratings are percent, without the penalty of
//! armour.

use std::collections::HashMap;

use super::Reader;
use crate::rules::brp::fields::COMBATANT;
use crate::rules::brp::reading::tables::WeaponRow;
use crate::scenario::spec::{FieldKind, FieldSpec};
use crate::scenario::{Fault, Faults, Node, fit, number};

/// For error messages, the word for a weapon and the phrase that says which table has the weapons' names.
const WEAPON: (&str, &str) = ("weapon", "in the weapon table");

impl<'n> Reader<'n> {
    /// Reads the table at `key`, whose keys are names from `known`, such as weapons or skills. `read` reads
    /// the value at one of them. Error messages about an unknown name use `called` as the word for such a
    /// name, and `place` to say which table has the names ("in the weapon table").
    fn by_weapon<T>(
        &mut self,
        key: &'static str,
        (called, place): (&str, &str),
        known: &[&str],
        read: impl Fn(FieldKind, &str, &Node) -> Option<T>,
    ) -> HashMap<String, T> {
        let (kind, faults) = (self.f.kind_within(key), self.f.faults());
        let mut said = HashMap::new();
        for (name, entry) in self.f.entries(key) {
            if known.contains(&name) {
                said.extend(read(kind, name, &entry.node).map(|value| (name.to_owned(), value)));
            } else if key == "skills" && self.tables.shields.contains_key(name) {
                let message = format!("`{name}` is a shield");
                let label = "not in the weapon table";
                let fault = Fault::at("brp::shield-skill", entry.key, message, label);
                faults.push(fault.help("set `shield_skill`, the rating for all shields"));
            } else if FieldSpec::find(COMBATANT, name).is_some() {
                let message = format!("there is no {called} named `{name}`");
                let fault = Fault::at("brp::unknown-weapon", entry.key, message, "separate key");
                faults.push(fault.help(format!("move `{name} = …` out of `{key}`")));
            } else {
                let (code, known) = ("brp::unknown-weapon", known.iter().copied());
                faults.unknown(code, called, name, entry.key, known, place);
            }
        }
        said
    }

    fn weapons(&self) -> Vec<&'n str> {
        self.tables.weapons.keys().map(String::as_str).collect()
    }

    pub(super) fn skills(&mut self) -> HashMap<String, i32> {
        let faults = self.f.faults();
        let specialties = self.tables.weapons.values().map(|row| &*row.specialty);
        let mut known = self.weapons();
        known.extend(specialties.filter(|name| !name.is_empty()));
        let called = ("weapon or specialty", "in the weapon table");
        self.by_weapon("skills", called, &known, |kind, name, node| {
            number(kind, node, &format!("the skill of `{name}`"), faults).map(fit)
        })
    }

    pub(super) fn divisors(&mut self) -> HashMap<String, u32> {
        let faults = self.f.faults();
        let known: Vec<&str> = self.tables.carriable().collect();
        let called = ("weapon or shield", "in the weapon and shield tables");
        self.by_weapon("skill_factor", called, &known, |kind, name, node| {
            let halves = number(kind, node, name, &Faults::default());
            if halves.is_none() {
                let message = format!("the skill factor of `{name}` must be 0.5 or 1");
                let label = "neither 0.5 nor 1";
                faults.note("brp::skill-factor", node.span, message, label);
            }
            Some(if halves? == 1 { 2 } else { 1 })
        })
    }

    pub(super) fn parry_skill(&mut self) -> HashMap<String, i32> {
        let (tables, faults) = (self.tables, self.f.faults());
        self.by_weapon(
            "parry_skill",
            WEAPON,
            &self.weapons(),
            |kind, name, node| {
                if tables.weapons[name].range.is_none() {
                    let message = format!("`{name}` parries with its own skill");
                    let label = "`parry_skill` is only for missile weapons";
                    let fault = Fault::at("brp::parry-skill", node.span, message, label);
                    faults.push(fault.help("set the rating of the weapon in `skills`"));
                    return None;
                }
                number(kind, node, &format!("the parry of `{name}`"), faults).map(fit)
            },
        )
    }

    pub(super) fn ammo(&mut self, carries: &[String]) -> HashMap<String, u16> {
        let (tables, faults) = (self.tables, self.f.faults());
        self.by_weapon("ammo", WEAPON, &self.weapons(), |kind, name, node| {
            let row = &tables.weapons[name];
            if row.range.is_none() && row.throws_as.is_none() {
                let message = format!("`{name}` cannot be shot or thrown");
                let label = "ammunition for a melee weapon";
                faults.note("brp::ammo", node.span, message, label);
                return None;
            }
            let count = number(kind, node, &format!("the ammunition of `{name}`"), faults)?;
            let throws = |row: &WeaponRow| row.throws_as.as_ref().is_some_and(|(of, _)| of == name);
            let is_thrown = |own: &String| tables.weapons.get(own).is_some_and(throws);
            let is_carried = carries.iter().any(|own| own == name || is_thrown(own));
            faults.unless_used((node.span, "brp::ammo"), is_carried, || {
                let message = format!("`{name}` has ammunition, but is not carried");
                let label = "not in `carries`";
                Fault::at("brp::ammo", node.span, message, label)
            });
            Some(fit(count))
        })
    }
}
