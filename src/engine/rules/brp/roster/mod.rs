//! Compiles a checked stat block into a [`Fighter`], the numbers that a fight needs.
//!
//! Clauses: BRP-5.4-3, BRP-5.5-3, BRP-5.9-1, BRP-5.9-2, BRP-5.9-4, BRP-5.9-9, BRP-5.10-2, BRP-5.10-4,
//! BRP-5.11-4, BRP-5.11-5, BRP-X-3.

use std::collections::HashMap;

use super::Draft;
use super::decisions::{ACT, MOVE, REACT, STANCE, VOCABULARY};
use super::nouns::columns::{HIT_POINTS, SELDOM_WRITTEN};
use super::nouns::{
    Attack, Damage, Fighter, Item, ItemKind, Limits, SELECTORS, Shot, Skill, Threat, UsableArms,
    bits,
};
use super::reading::{BonusShare, MOST_ITEMS, Save, Sheet, WeaponRow};
use super::words::Class;
use crate::dice::Throw;
use crate::fight::{CastWeapon, LineId, ListId, WeaponId};
use crate::frame::afflictions::{self, Affliction, Bits, MOST};
use crate::frame::lineup::Lineup;
use crate::frame::meanings::Meanings;
use crate::policy::{Columns, ItemRef, Line, Policy, Slot, TargetRef};

impl Draft<'_> {
    /// Returns the names of the afflictions that weapons of the matchup inflict.
    pub(super) fn brought(&self) -> Vec<&str> {
        let weapons = &self.tables.weapons;
        let carried = self.armoury(&self.matchup.sides);
        let carried = carried.iter().map(String::as_str).chain(["brawl"]);
        let rows = carried.filter_map(|name| weapons.get(name));
        let rows = rows.flat_map(|row| {
            let thrown = row
                .throws_as
                .as_ref()
                .and_then(|(name, _)| weapons.get(name));
            [row].into_iter().chain(thrown)
        });
        rows.flat_map(|row| row.afflictions.iter().map(String::as_str))
            .collect()
    }

    /// Returns the afflictions of the matchup. An affliction's number is its index here.
    pub(super) fn afflictions(&self) -> Vec<Affliction<Save>> {
        afflictions::of_matchup(&self.tables.afflictions, &self.brought())
    }

    /// Compiles a stat block into a fighter. Also returns the fighter's weapons, as the tally counts them.
    pub(super) fn fighter(&self, lineup: &Lineup, at: usize) -> (Fighter, Vec<CastWeapon>) {
        let role = &lineup.roles[at];
        let sheet = self.sheet(&role.name);
        let unaware_of: Vec<&str> = sheet.unaware_of.iter().map(|(name, _)| &**name).collect();
        let own_side = lineup.sides[role.side.index()];
        let mut smith = Smith {
            draft: self,
            sheet,
            weapons: Vec::new(),
            afflictions: self.afflictions(),
            brings: 0,
        };
        let carried = sheet.carries.iter().map(String::as_str);
        let unlisted = !carried.clone().any(|name| name == "brawl");
        let carried = carried.chain(unlisted.then_some("brawl"));
        let items: Vec<Item> = carried.map(|name| smith.item(name)).collect();
        assert!(items.len() <= MOST_ITEMS, "the sheet limits it");
        let called = |name: &String| bits(&items, |item| item.name == *name);
        let options = &self.options;
        let worn = sheet.armour.iter();
        let worn = worn.filter(|row| options.helmet || !row.helmet);
        let [ap, ap_missile] = worn.fold([sheet.natural_ap; 2], |[ap, ap_missile], row| {
            [ap + row.ap, ap_missile + row.ap_missile]
        });
        let slow = if options.riot_gear_all_missiles {
            ap_missile
        } else {
            ap
        };
        let policy = lineup.suited(at, self.policy(sheet), &VOCABULARY);
        let afflictions = smith.suffers();
        let statements = [STANCE, ACT, MOVE].map(ListId::at);
        let fighter = Fighter {
            dex: sheet.dex,
            hit_points: sheet.hit_points,
            start_hit_points: sheet.start_hit_points,
            start_injuries: sheet.start_injuries.clone(),
            armour: [ap, slow, ap_missile],
            cover: sheet.fixed_cover_ap,
            dodge: (sheet.dodge + smith.physical()).max(0),
            first_aid: Limits::of(sheet.first_aid, options),
            afflictions,
            meanings: Meanings::new(self.items.iter().map(called).collect(), |at| {
                bits(&items, SELECTORS[at].1)
            }),
            shields: bits(&items, Item::is_shield),
            items,
            unaware_of: lineup.named(&unaware_of).without(own_side),
            reads: (statements.iter()).fold(Columns::NONE, |all, &list| all | policy.reads(list)),
            aims_alone: !(statements.iter()).any(|&list| policy.asks_of_target(list, &VOCABULARY)),
            aims_by_points: aims_by_points(&policy),
            has_reflexes: has_reflexes(policy.list(ListId::at(REACT))),
            settled: policy.reads(ListId::at(REACT)).within(SELDOM_WRITTEN),
            policy,
            arms: UsableArms::default(),
        };
        (fighter, smith.weapons)
    }
}

/// Builds the items of one combatant.
struct Smith<'d> {
    draft: &'d Draft<'d>,
    sheet: &'d Sheet,
    weapons: Vec<CastWeapon>,
    /// The afflictions of the matchup. `brings` has those that the combatant's items inflict, as bits.
    afflictions: Vec<Affliction<Save>>,
    brings: u8,
}

impl Smith<'_> {
    /// Returns one item that the combatant carries, with all its uses.
    fn item(&mut self, name: &str) -> Item {
        let (tables, options) = (&self.draft.tables, &self.draft.options);
        let divisor = first_given(&self.sheet.divisors, &[name]).unwrap_or(1);
        if let Some(row) = tables.shields.get(name) {
            let (missile, kneeling) = (row.missile, row.kneeling);
            let rating = self.sheet.shield_skill.unwrap_or(row.base);
            let damage = (row.damage, row.share);
            return Item {
                name: name.to_owned(),
                kind: ItemKind::Shield { missile, kneeling },
                hands: 1,
                points: Some(row.points),
                strike: Some(self.attack(name, Class::Short, [rating; 2], divisor, damage)),
                lengths: vec![Class::Short],
                parry: Some(Skill::new(rating, divisor, options)),
                ..Item::default()
            };
        }
        let row = &tables.weapons[name];
        let is_melee = row.range.is_none();
        let kind = match name {
            "brawl" => ItemKind::Brawl,
            _ if is_melee => ItemKind::Melee,
            _ => ItemKind::Missile,
        };
        let thrown_as = row.throws_as.as_ref().map(|(thrown, _)| thrown.as_str());
        let shot_as = if is_melee { thrown_as } else { Some(name) };
        let rating = self.rating(name, row);
        let parries = self.sheet.parry_skill.get(name).copied();
        let parries = if is_melee { Some(rating) } else { parries };
        let mut item = Item {
            name: name.to_owned(),
            kind,
            hands: row.hands,
            points: row.points.filter(|_| kind != ItemKind::Brawl),
            lengths: row.lengths.clone(),
            parry: parries.map(|chance| Skill::new(chance, divisor, options)),
            ..Item::default()
        };
        if let Some(shot_as) = shot_as {
            let shot = &tables.weapons[shot_as];
            let given = first_given(&self.sheet.ammo, &[name, shot_as]);
            item.ammo = given.or(shot.shots).or(shot.thrown.then_some(1));
            item.reload = shot.reload;
            item.shoot = Some(self.shot(name, shot_as, shot));
            let brings = self.brings(&shot.afflictions);
            if let Some(shot) = &mut item.shoot {
                shot.attack.brings = brings;
            }
        }
        if is_melee {
            let damage = (row.damage, row.share);
            let brings = self.brings(&row.afflictions);
            let strike = self.attack(name, row.lengths[0], [rating; 2], divisor, damage);
            item.strike = Some(Attack { brings, ..strike });
        }
        item
    }

    /// Returns two values for each affliction of the matchup. One is the combatant's save against it. The
    /// other is the weapon under which the tally counts its harm if this combatant inflicts it.
    fn suffers(&mut self) -> [(Option<Limits>, WeaponId); MOST] {
        let (con, options) = (self.sheet.con, &self.draft.options);
        let limits = |save: Save| match save {
            Save::Chance(chance) => Limits::of(chance, options),
            Save::Con(potency) => Limits::of(50 + 5 * (con - potency), options),
        };
        let mut suffers = [(None, WeaponId(0)); MOST];
        for (at, row) in self.afflictions.iter().enumerate() {
            suffers[at].0 = row.save.map(limits);
            if self.brings >> at & 1 == 1 {
                suffers[at].1 = WeaponId::at(self.weapons.len());
                self.weapons.push(CastWeapon {
                    name: row.name.clone(),
                    most: row.most(),
                });
            }
        }
        suffers
    }

    /// Returns the afflictions that a row of the weapon table names, as bits. Also adds them to the
    /// afflictions that the combatant's items inflict.
    fn brings(&mut self, row: &[String]) -> Bits {
        let bits = afflictions::bits(&self.afflictions, row);
        self.brings |= bits.of(true);
        bits
    }

    /// Returns the use of an item at a distance. `carried` is the item's name. `name` and `row` are those of
    /// the use: a dagger, for instance, is thrown as `thrown-dagger`.
    fn shot(&mut self, carried: &str, name: &str, row: &WeaponRow) -> Shot {
        let rating = self.rating(name, row);
        // Armour hinders throwing only if the fighter rolls its Throw rating, which is a physical skill
        // [BRP-5.10-4].
        let chance = match row.base {
            None => (rating + self.physical()).max(0),
            Some(_) => rating,
        };
        let divisor = first_given(&self.sheet.divisors, &[name, carried]).unwrap_or(1);
        let damage = (row.damage, row.share);
        let place = self.draft.items.iter().position(|item| item == name);
        let place = place.and_then(|place| u16::try_from(place).ok());
        Shot {
            attack: self.attack(name, Class::Missile, [rating, chance], divisor, damage),
            row: ItemRef::Named(place.expect("every weapon can be named")),
            hands: row.hands,
            range: row.range.expect("links between rows are checked"),
            threat: if row.fast {
                Threat::FastMissile
            } else {
                Threat::SlowMissile
            },
            thrown: row.thrown,
        }
    }

    fn attack(
        &mut self,
        name: &str,
        class: Class,
        [rating, chance]: [i32; 2],
        divisor: u32,
        (weapon, share): (Throw, BonusShare),
    ) -> Attack {
        let (options, bonus) = (&self.draft.options, self.sheet.db);
        let damage = Damage {
            weapon,
            bonus,
            share,
        };
        let known = self.weapons.iter().position(|weapon| weapon.name == name);
        let weapon = known.unwrap_or_else(|| {
            self.weapons.push(CastWeapon {
                name: name.to_owned(),
                most: damage.most(true, options).cast_unsigned(),
            });
            self.weapons.len() - 1
        });
        Attack {
            weapon: WeaponId::at(weapon),
            class,
            rating,
            skill: Skill::new(chance, divisor, options),
            damage,
            brings: Bits::default(),
        }
    }

    /// Returns the rating with a weapon. This is the rating given for the weapon, or else for its specialty,
    /// or else the base chance [BRP-5.9-1, BRP-X-3].
    fn rating(&self, name: &str, row: &WeaponRow) -> i32 {
        let skills = &self.sheet.skills;
        let given = skills.get(name).or_else(|| skills.get(&row.specialty));
        let brawl = self.sheet.brawl.filter(|_| name == "brawl");
        let rating = given.copied().or(brawl).or(row.base);
        rating.unwrap_or(self.sheet.throw)
    }

    /// Returns the armour modifier of physical skills, in percentage points [BRP-5.10-4].
    fn physical(&self) -> i32 {
        self.sheet.armour.iter().map(|row| row.physical).sum()
    }
}

/// Returns the value in `said` for the first of `names` that has one. Callers give the name of a use before
/// the name of the item, so that a value for the use takes precedence [BRP-5.5-3].
fn first_given<T: Copy>(said: &HashMap<String, T>, names: &[&str]) -> Option<T> {
    names.iter().find_map(|&name| said.get(name)).copied()
}

/// Returns the line of the list `act` whose target rule compares hit points, if nothing else in a statement
/// depends on hit points (see [`Fighter::aims_by_points`]).
fn aims_by_points(policy: &Policy) -> Option<LineId> {
    let statements = [STANCE, ACT, MOVE].map(ListId::at);
    let mut facts = VOCABULARY.facts.iter().enumerate();
    let is_asked = |fact: usize| (statements.iter()).any(|&list| policy.asks_in(list, fact));
    if facts.any(|(at, fact)| (fact.needs_target || fact.reads.meets(HIT_POINTS)) && is_asked(at)) {
        return None;
    }
    let compares = |slot: &Slot| match slot {
        Slot::Target(TargetRef::Rule(rule)) => VOCABULARY.targets[usize::from(*rule)]
            .reads
            .meets(HIT_POINTS),
        _ => false,
    };
    let lines = statements.iter().flat_map(|&list| policy.lines_from(list));
    let mut aiming = lines.filter(|line| line.slots.iter().any(compares));
    let line = aiming.next().filter(|_| aiming.next().is_none())?.id;
    let mut acts = policy.lines_from(ListId::at(ACT));
    acts.any(|act| act.id == line).then_some(line)
}

/// Returns whether `reactions` is not empty and none of its lines has a condition or calls another list.
fn has_reflexes(reactions: &[Line]) -> bool {
    let is_reflex = |line: &Line| line.is_unconditional() && line.calls().is_none();
    !reactions.is_empty() && reactions.iter().all(is_reflex)
}

#[cfg(test)]
mod tests;
