//! From a checked stat block to the numbers that the kernel reads.
//!
//! Clauses: BRP-5.4-3, BRP-5.5-3, BRP-5.9-1, BRP-5.9-2, BRP-5.9-4, BRP-5.9-9, BRP-5.10-2, BRP-5.10-4, BRP-5.11-4, BRP-5.11-5, BRP-X-3.

use super::Draft;
use super::nouns::chance::{Limits, modified};
use super::nouns::damage::Damage;
use super::nouns::fighter::{Attack, Fighter, Item, ItemKind, Parry, Reflex, Shot};
use super::nouns::selectors::selected;
use super::reading::sheet::{MOST_ITEMS, Sheet};
use super::reading::tables::{ArmourRow, BonusShare, WeaponKind, WeaponRow};
use super::words::{ACT, Class, MOVE, REACT, STANCE};
use crate::dice::Throw;
use crate::fight::{CastWeapon, FighterSet, ListId, WeaponId};
use crate::policy::{ItemRef, Line, Slot};

impl Draft<'_> {
    /// A stat block in numbers, and its weapons as the tally counts them.
    pub(super) fn fighter(
        &self,
        sheet: &Sheet,
        unaware_of: FighterSet,
    ) -> (Fighter, Vec<CastWeapon>) {
        let mut weapons: Vec<CastWeapon> = Vec::new();
        let mut carried: Vec<&str> = sheet.carries.iter().map(String::as_str).collect();
        if !carried.contains(&"brawl") {
            carried.push("brawl");
        }
        assert!(
            carried.len() <= MOST_ITEMS,
            "the sheet limits what is carried"
        );
        let items: Vec<Item> = carried
            .iter()
            .map(|name| self.item(sheet, name, &mut weapons))
            .collect();
        let named = self
            .items
            .iter()
            .map(|name| {
                (0..items.len())
                    .filter(|&at| items[at].name == *name)
                    .fold(0, |bits, at| bits | 1 << at)
            })
            .collect();
        let options = &self.options;
        let armour_of = |points: &dyn Fn(&ArmourRow) -> i32| {
            let worn = sheet
                .armour
                .iter()
                .filter(|row| options.helmet || !row.helmet);
            worn.map(points).sum::<i32>() + sheet.natural_ap
        };
        let slow = |row: &ArmourRow| {
            if options.riot_gear_all_missiles {
                row.ap_missile
            } else {
                row.ap
            }
        };
        let policy = self.policy(sheet).clone();
        let statements = [STANCE, ACT, MOVE].map(ListId::at);
        let fighter = Fighter {
            dex: sheet.dex,
            hit_points: sheet.hit_points,
            armour: [
                armour_of(&|row| row.ap),
                armour_of(&slow),
                armour_of(&|row| row.ap_missile),
            ],
            cover: sheet.fixed_cover_ap,
            dodge: (sheet.dodge + physical(sheet)).max(0),
            first_aid: Limits::of(sheet.first_aid, options),
            selected: selected(&items),
            items,
            named,
            unaware_of,
            steady: options.declared && statements.iter().all(|&list| policy.steady(list)),
            policy,
            reflexes: None,
            settled: false,
            shields: 0,
        };
        let reflexes = reflexes(&fighter);
        let is_shield = |at: &usize| matches!(fighter.items[*at].kind, ItemKind::Shield { .. });
        let shields = (0..fighter.items.len())
            .filter(is_shield)
            .fold(0, |bits, at| bits | 1 << at);
        let fighter = Fighter {
            settled: reflexes.is_some() || fighter.policy.steady(ListId::at(REACT)),
            reflexes,
            shields,
            ..fighter
        };
        (fighter, weapons)
    }

    /// One thing carried, with all its uses.
    fn item(&self, sheet: &Sheet, name: &str, weapons: &mut Vec<CastWeapon>) -> Item {
        let halves = halvings(sheet, &[name]);
        if let Some(shield) = self.tables.shields.get(name) {
            let rating = sheet.shield_skill.unwrap_or(shield.base);
            let damage = damage(sheet, shield.damage, shield.share);
            return Item {
                name: name.to_owned(),
                kind: ItemKind::Shield {
                    missile: shield.missile,
                    kneeling: shield.kneeling,
                },
                hands: 1,
                points: Some(shield.points),
                ammo: None,
                reload: 0,
                strike: Some(self.attack(
                    name,
                    Class::Short,
                    (rating, rating),
                    halves,
                    damage,
                    weapons,
                )),
                lengths: vec![Class::Short],
                shoot: None,
                parry: Some(self.parry(rating, halves)),
            };
        }
        let row = &self.tables.weapons[name];
        let rating = rating(sheet, name, row);
        let damage = damage(sheet, row.damage, row.share);
        match &row.reach {
            WeaponKind::Melee(lengths) => {
                let brawl = name == "brawl";
                let thrown = row.throws_as.as_deref();
                let shoot = thrown.map(|thrown| self.shot(sheet, (name, thrown), weapons));
                let (shots, reload) =
                    thrown.map_or((None, 0), |thrown| loads(&self.tables.weapons[thrown]));
                Item {
                    name: name.to_owned(),
                    kind: if brawl {
                        ItemKind::Brawl
                    } else {
                        ItemKind::Melee
                    },
                    hands: row.hands,
                    points: row.points.filter(|_| !brawl),
                    ammo: thrown.map(|thrown| ammo(sheet, &[name, thrown]).or(shots).unwrap_or(1)),
                    reload,
                    strike: Some(self.attack(
                        name,
                        lengths[0],
                        (rating, rating),
                        halves,
                        damage,
                        weapons,
                    )),
                    lengths: lengths.clone(),
                    shoot,
                    parry: Some(self.parry(rating, halves)),
                }
            }
            WeaponKind::Missile {
                thrown,
                shots,
                reload,
                ..
            } => Item {
                name: name.to_owned(),
                kind: ItemKind::Missile,
                hands: row.hands,
                points: row.points,
                ammo: ammo(sheet, &[name]).or(*shots).or(thrown.then_some(1)),
                reload: *reload,
                strike: None,
                lengths: Vec::new(),
                shoot: Some(self.shot(sheet, (name, name), weapons)),
                parry: sheet
                    .parry_skill
                    .get(name)
                    .map(|&chance| self.parry(chance, halves)),
            },
        }
    }

    /// The use of a thing carried at a distance, by the row of that use.
    fn shot(
        &self,
        sheet: &Sheet,
        (carried, name): (&str, &str),
        weapons: &mut Vec<CastWeapon>,
    ) -> Shot {
        let row = &self.tables.weapons[name];
        let WeaponKind::Missile {
            range,
            fast,
            thrown,
            ..
        } = row.reach
        else {
            unreachable!("links between rows are checked")
        };
        let rating = rating(sheet, name, row);
        // Only the Throw skill itself is a physical skill [BRP-5.10-4].
        let chance = if row.base.is_none() {
            (rating + physical(sheet)).max(0)
        } else {
            rating
        };
        let halves = halvings(sheet, &[name, carried]);
        let damage = damage(sheet, row.damage, row.share);
        let attack = self.attack(
            name,
            Class::Missile,
            (rating, chance),
            halves,
            damage,
            weapons,
        );
        let place = self.items.iter().position(|item| item == name);
        let place = place.and_then(|place| u16::try_from(place).ok());
        Shot {
            attack,
            row: ItemRef::Named(place.expect("every weapon can be named")),
            hands: row.hands,
            range,
            fast,
            thrown,
        }
    }

    fn attack(
        &self,
        name: &str,
        class: Class,
        (rating, chance): (i32, i32),
        halves: u32,
        damage: Damage,
        weapons: &mut Vec<CastWeapon>,
    ) -> Attack {
        let most = damage.most(&self.options).cast_unsigned();
        let known = weapons.iter().position(|weapon| weapon.name == name);
        let weapon = known.unwrap_or_else(|| {
            weapons.push(CastWeapon {
                name: name.to_owned(),
                most,
            });
            weapons.len() - 1
        });
        let limits = Limits::of(modified(chance, 0, halves, &self.options), &self.options);
        Attack {
            weapon: WeaponId::at(weapon),
            class,
            rating,
            chance,
            halves,
            limits,
            damage,
        }
    }

    fn parry(&self, chance: i32, halves: u32) -> Parry {
        Parry {
            chance,
            halves,
            limits: Limits::of(modified(chance, 0, halves, &self.options), &self.options),
        }
    }
}

/// What a weapon does in these hands [BRP-5.9-2].
fn damage(sheet: &Sheet, weapon: Throw, share: BonusShare) -> Damage {
    Damage {
        weapon,
        bonus: sheet.db,
        share,
    }
}

/// The rating with a weapon: given for it, given for its specialty, or the base chance [BRP-5.9-1, BRP-X-3].
fn rating(sheet: &Sheet, name: &str, row: &WeaponRow) -> i32 {
    let given = sheet
        .skills
        .get(name)
        .or_else(|| sheet.skills.get(&row.specialty))
        .copied();
    let brawl = sheet.brawl.filter(|_| name == "brawl");
    given.or(brawl).or(row.base).unwrap_or(sheet.throw)
}

/// What armour adds to physical skills, in percentage points [BRP-5.10-4].
fn physical(sheet: &Sheet) -> i32 {
    sheet.armour.iter().map(|row| row.physical).sum()
}

/// The reactions, where every line of them is unconditional.
fn reflexes(fighter: &Fighter) -> Option<Vec<Reflex>> {
    let lines = fighter.policy.list(ListId::at(REACT));
    let reflex = |line: &Line| {
        let wish = match line.slots[0] {
            Slot::Item(item) => Some(fighter.meant(item)),
            _ => None,
        };
        let plain = line.is_unconditional() && line.calls().is_none();
        plain.then_some(Reflex {
            action: line.action,
            wish,
            line: line.id,
        })
    };
    lines.iter().map(reflex).collect()
}

/// Halvings of every roll with a thing, by the first of its names that the stat block gives a factor for: that of a
/// use before that of the thing carried [BRP-5.5-3].
fn halvings(sheet: &Sheet, names: &[&str]) -> u32 {
    let given = names.iter().find_map(|&name| sheet.halvings.get(name));
    given.copied().unwrap_or(0)
}

/// Shots of a missile weapon, where they are counted, and rounds of reloading [BRP-5.9-8, BRP-5.9-9].
fn loads(row: &WeaponRow) -> (Option<u16>, u8) {
    match row.reach {
        WeaponKind::Missile { shots, reload, .. } => (shots, reload),
        WeaponKind::Melee(_) => (None, 0),
    }
}

fn ammo(sheet: &Sheet, names: &[&str]) -> Option<u16> {
    names.iter().find_map(|&name| sheet.ammo.get(name)).copied()
}

#[cfg(test)]
mod tests;
