//! From a checked stat block to the numbers that the kernel reads.
//!
//! Clauses: BRP-5.4-3, BRP-5.5-3, BRP-5.9-1, BRP-5.9-2, BRP-5.9-4, BRP-5.9-9, BRP-5.10-2, BRP-5.10-4, BRP-5.11-4, BRP-5.11-5, BRP-X-3.

use super::Draft;
use super::nouns::chance::{Limits, Skill};
use super::nouns::damage::Damage;
use super::nouns::fighter::{Attack, Fighter, Item, ItemKind, Reflex, Shot, Threat, bits};
use super::nouns::selectors::selected;
use super::reading::sheet::{MOST_ITEMS, Sheet};
use super::reading::tables::{ArmourRow, BonusShare, WeaponKind, WeaponRow};
use super::words::{ACT, Class, MOVE, REACT, STANCE};
use crate::dice::Throw;
use crate::fight::{CastWeapon, FighterSet, ListId, WeaponId};
use crate::policy::{ItemRef, Line};

impl Draft<'_> {
    /// A stat block in numbers, and its weapons as the tally counts them.
    pub(super) fn fighter(
        &self,
        sheet: &Sheet,
        unaware_of: FighterSet,
    ) -> (Fighter, Vec<CastWeapon>) {
        let mut smith = Smith {
            draft: self,
            sheet,
            weapons: Vec::new(),
        };
        let mut carried: Vec<&str> = sheet.carries.iter().map(String::as_str).collect();
        if !carried.contains(&"brawl") {
            carried.push("brawl");
        }
        assert!(
            carried.len() <= MOST_ITEMS,
            "the sheet limits what is carried"
        );
        let items: Vec<Item> = carried.iter().map(|name| smith.item(name)).collect();
        let called = |name: &String| bits(&items, |item| item.name == *name);
        let options = &self.options;
        let armour_of = |points: &dyn Fn(&ArmourRow) -> i32| {
            let worn = sheet.armour.iter();
            let worn = worn.filter(|row| options.helmet || !row.helmet);
            worn.map(points).sum::<i32>() + sheet.natural_ap
        };
        let [ap, ap_missile] = [armour_of(&|row| row.ap), armour_of(&|row| row.ap_missile)];
        let slow = if options.riot_gear_all_missiles {
            ap_missile
        } else {
            ap
        };
        let policy = self.policy(sheet).clone();
        let statements = [STANCE, ACT, MOVE].map(ListId::at);
        let mut fighter = Fighter {
            dex: sheet.dex,
            hit_points: sheet.hit_points,
            armour: [ap, slow, ap_missile],
            cover: sheet.fixed_cover_ap,
            dodge: (sheet.dodge + smith.physical()).max(0),
            first_aid: Limits::of(sheet.first_aid, options),
            named: self.items.iter().map(called).collect(),
            selected: selected(&items),
            shields: bits(&items, Item::is_shield),
            items,
            unaware_of,
            steady: options.declared && statements.iter().all(|&list| policy.steady(list)),
            settled: policy.steady(ListId::at(REACT)),
            policy,
            reflexes: None,
        };
        fighter.reflexes = reflexes(&fighter);
        fighter.settled |= fighter.reflexes.is_some();
        (fighter, smith.weapons)
    }
}

/// Who makes the things that a combatant carries.
struct Smith<'d> {
    draft: &'d Draft<'d>,
    sheet: &'d Sheet,
    weapons: Vec<CastWeapon>,
}

impl Smith<'_> {
    /// One thing carried, with all its uses.
    fn item(&mut self, name: &str) -> Item {
        let tables = &self.draft.tables;
        if let Some(row) = tables.shields.get(name) {
            let rating = self.sheet.shield_skill.unwrap_or(row.base);
            let damage = self.damage(row.damage, row.share);
            let (missile, kneeling) = (row.missile, row.kneeling);
            let kind = ItemKind::Shield { missile, kneeling };
            let mut shield = Item::new(name, kind, 1, Some(row.points));
            self.arm(&mut shield, &[Class::Short], rating, damage);
            return shield;
        }
        let row = &tables.weapons[name];
        match &row.reach {
            WeaponKind::Melee(lengths) => {
                let mut item = if name == "brawl" {
                    Item::new(name, ItemKind::Brawl, row.hands, None)
                } else {
                    Item::new(name, ItemKind::Melee, row.hands, row.points)
                };
                if let Some(thrown) = row.throws_as.as_deref() {
                    item.shoot = Some(self.shot(name, thrown));
                    if let WeaponKind::Missile { shots, reload, .. } = tables.weapons[thrown].reach
                    {
                        item.ammo = self.ammo(&[name, thrown]).or(shots).or(Some(1));
                        item.reload = reload;
                    }
                }
                let (rating, damage) = (self.rating(name, row), self.damage(row.damage, row.share));
                self.arm(&mut item, lengths, rating, damage);
                item
            }
            &WeaponKind::Missile {
                thrown,
                shots,
                reload,
                ..
            } => {
                let mut item = Item::new(name, ItemKind::Missile, row.hands, row.points);
                item.ammo = self.ammo(&[name]).or(shots).or(thrown.then_some(1));
                item.reload = reload;
                item.shoot = Some(self.shot(name, name));
                let (parry, halves) = (self.sheet.parry_skill.get(name), self.halvings(&[name]));
                item.parry = parry.map(|&chance| Skill::new(chance, halves, &self.draft.options));
                item
            }
        }
    }

    /// Makes a thing one to strike and to parry with in these classes.
    fn arm(&mut self, item: &mut Item, lengths: &[Class], rating: i32, damage: Damage) {
        let halves = self.halvings(&[&item.name]);
        item.strike = Some(self.attack(&item.name, lengths[0], [rating; 2], halves, damage));
        item.lengths = lengths.to_vec();
        item.parry = Some(Skill::new(rating, halves, &self.draft.options));
    }

    /// The use of a thing carried at a distance, by the row of that use.
    fn shot(&mut self, carried: &str, name: &str) -> Shot {
        let row = &self.draft.tables.weapons[name];
        let WeaponKind::Missile {
            range,
            fast,
            thrown,
            ..
        } = row.reach
        else {
            unreachable!("links between rows are checked")
        };
        let rating = self.rating(name, row);
        // Only the Throw skill itself is a physical skill [BRP-5.10-4].
        let chance = match row.base {
            None => (rating + self.physical()).max(0),
            Some(_) => rating,
        };
        let halves = self.halvings(&[name, carried]);
        let damage = self.damage(row.damage, row.share);
        let place = self.draft.items.iter().position(|item| item == name);
        let place = place.and_then(|place| u16::try_from(place).ok());
        Shot {
            attack: self.attack(name, Class::Missile, [rating, chance], halves, damage),
            row: ItemRef::Named(place.expect("every weapon can be named")),
            hands: row.hands,
            range,
            threat: if fast {
                Threat::FastMissile
            } else {
                Threat::SlowMissile
            },
            thrown,
        }
    }

    fn attack(
        &mut self,
        name: &str,
        class: Class,
        [rating, chance]: [i32; 2],
        halves: u32,
        damage: Damage,
    ) -> Attack {
        let options = &self.draft.options;
        let known = self.weapons.iter().position(|weapon| weapon.name == name);
        let weapon = known.unwrap_or_else(|| {
            self.weapons.push(CastWeapon {
                name: name.to_owned(),
                most: damage.most(options).cast_unsigned(),
            });
            self.weapons.len() - 1
        });
        Attack {
            weapon: WeaponId::at(weapon),
            class,
            rating,
            skill: Skill::new(chance, halves, options),
            damage,
        }
    }

    /// What a weapon does in these hands [BRP-5.9-2].
    fn damage(&self, weapon: Throw, share: BonusShare) -> Damage {
        Damage {
            weapon,
            bonus: self.sheet.db,
            share,
        }
    }

    /// The rating with a weapon: given for it, given for its specialty, or the base chance [BRP-5.9-1, BRP-X-3].
    fn rating(&self, name: &str, row: &WeaponRow) -> i32 {
        let skills = &self.sheet.skills;
        let given = skills.get(name).or_else(|| skills.get(&row.specialty));
        let brawl = self.sheet.brawl.filter(|_| name == "brawl");
        let rating = given.copied().or(brawl).or(row.base);
        rating.unwrap_or(self.sheet.throw)
    }

    /// What armour adds to physical skills, in percentage points [BRP-5.10-4].
    fn physical(&self) -> i32 {
        self.sheet.armour.iter().map(|row| row.physical).sum()
    }

    /// Halvings of every roll with a thing, by the first of its names that the stat block gives a factor for: that of a
    /// use before that of the thing carried [BRP-5.5-3].
    fn halvings(&self, names: &[&str]) -> u32 {
        let mut given = names
            .iter()
            .filter_map(|&name| self.sheet.halvings.get(name));
        given.next().copied().unwrap_or(0)
    }

    fn ammo(&self, names: &[&str]) -> Option<u16> {
        let mut given = names.iter().filter_map(|&name| self.sheet.ammo.get(name));
        given.next().copied()
    }
}

/// The reactions, where every line of them is unconditional.
fn reflexes(fighter: &Fighter) -> Option<Vec<Reflex>> {
    let lines = fighter.policy.list(ListId::at(REACT));
    let reflex = |line: &Line| {
        let plain = line.is_unconditional() && line.calls().is_none();
        plain.then_some(Reflex {
            action: line.action,
            wish: fighter.meant_by(line.slots[0]),
            line: line.id,
        })
    };
    lines.iter().map(reflex).collect()
}

#[cfg(test)]
mod tests;
