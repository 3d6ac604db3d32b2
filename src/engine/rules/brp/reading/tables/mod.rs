//! Reads the tables of weapons, shields and armour. Their rows come from the book or from the scenario.
//!
//! Clauses: BRP-5.4-3, BRP-5.9-1, BRP-5.9-6, BRP-5.9-7, BRP-5.10-2, BRP-5.11-5. The book's rows are in
//! `tables.toml`, which has the format of a scenario include. So a scenario can override a value of any row
//! or add rows.

use indexmap::IndexMap;

use crate::dice::Throw;
use crate::frame::afflictions::{self, Affliction};
use crate::rules::brp::fields::{AFFLICTION, ARMOUR, DAMAGE_BONUS, SHIELD, WEAPON};
use crate::rules::brp::rules::{self, Rules};
use crate::rules::brp::words::{Class, LENGTHS};
use crate::scenario::tables::{self, of};
use crate::scenario::{Fault, Faults, Fields, Node, Span, Table};
use crate::suggest::nearest;

/// The share of the attacker's damage bonus that a weapon uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum BonusShare {
    Full,
    Half,
    None,
}

/// A row of the melee or missile table.
#[derive(Debug, Clone)]
pub(crate) struct WeaponRow {
    pub specialty: String,
    /// The rating of a fighter without the skill. `None` stands for the fighter's Throw rating.
    pub base: Option<i32>,
    pub damage: Throw,
    pub share: BonusShare,
    pub hands: u8,
    /// Parrying points. `None` for a weapon that cannot lose any.
    pub points: Option<i16>,
    /// The classes that a melee weapon can be used in, the default class first [BRP-5.4-3].
    pub lengths: Vec<Class>,
    /// The range of a missile weapon at full chance, in centimetres. `None` for a melee weapon.
    pub range: Option<i32>,
    pub fast: bool,
    pub thrown: bool,
    pub shots: Option<u16>,
    pub reload: u8,
    /// The name of the row for throwing the same item [BRP-5.4-3], and the place in the scenario where this
    /// name is given.
    pub throws_as: Option<(String, Span)>,
    /// Afflictions that hits with the weapon inflict. Afflictions are a house rule of this program.
    pub afflictions: Vec<String>,
}

/// The save against an affliction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Save {
    /// A roll against this chance, in percent.
    Chance(i32),
    /// A roll of the victim's CON against this potency.
    Con(i32),
}

/// A row of the shield table.
#[derive(Debug, Clone)]
pub(crate) struct ShieldRow {
    pub base: i32,
    pub points: i16,
    pub damage: Throw,
    pub share: BonusShare,
    /// The flat chance of a standing fighter to stop a slow missile, in percent. `kneeling` is that of a
    /// kneeling fighter, and `None` if one cannot kneel behind the shield [BRP-5.11-2].
    pub missile: i32,
    pub kneeling: Option<i32>,
}

/// A row of the armour table, or an armour that a stat block writes out.
#[derive(Debug, Clone)]
pub(crate) struct ArmourRow {
    pub ap: i32,
    pub ap_missile: i32,
    pub physical: i32,
    pub helmet: bool,
}

/// All tables of one matchup.
#[derive(Debug)]
pub(crate) struct Tables {
    pub weapons: IndexMap<String, WeaponRow>,
    pub shields: IndexMap<String, ShieldRow>,
    pub armour: IndexMap<String, ArmourRow>,
    /// The bands of the damage bonus in ascending order: the largest sum of STR and SIZ of a band, and its
    /// bonus [BRP-X-2].
    pub damage_bonus: Vec<(i64, Throw)>,
    pub afflictions: IndexMap<String, Affliction<Save>>,
    pub rules: Rules,
}

impl Tables {
    /// Reads every row, used or not, and reports its faults. A faulty value is replaced by a valid one, so
    /// that the row exists for the stat blocks that name it. Each mistake is thus reported only once.
    #[rustfmt::skip]
    pub(crate) fn read(tree: &Table, faults: &Faults) -> Self {
        let tables = Self {
            weapons: tables::read(tree, "weapons", "weapon", WEAPON, faults, |name, node, fields| weapon(fields, node, name, tree)),
            shields: tables::read(tree, "shields", "shield", SHIELD, faults, |name, _, fields| shield(fields, name)),
            armour: tables::read(tree, "armour", "armour", ARMOUR, faults, |_, _, fields| armour(fields)),
            damage_bonus: damage_bonus(tree, faults),
            afflictions: afflictions::read(tree, AFFLICTION, faults, save),
            rules: rules::read(tree, faults),
        };
        tables.check_links(tree, faults);
        check_skills(tree, faults);
        afflictions::check_names(tree, |name| tables.carriable().any(|item| item == name), faults);
        tables
    }

    /// Checks that `throws_as` names a missile weapon, and that no weapon has the name of a shield.
    fn check_links(&self, tree: &Table, faults: &Faults) {
        for (name, row) in &self.weapons {
            let Some((throws_as, span)) = &row.throws_as else {
                continue;
            };
            let found = self.weapons.get(throws_as);
            if !found.is_some_and(|row| row.range.is_some() && row.thrown) {
                let message = format!("`{name}` cannot be thrown as `{throws_as}`");
                let label = "`throws_as` needs a weapon with a range and `thrown = true`";
                faults.note("brp::throws-as", *span, message, label);
            }
        }
        let both = |name: &&String| self.weapons.contains_key(*name);
        for name in self.shields.keys().filter(both) {
            // The span of a row in the scenario is smaller than that of a row in the book's own tables. The
            // smallest span is therefore in the scenario.
            let rows = ["weapons", "shields"].map(|table| of(tree, table).entry(name));
            let first = rows.iter().flatten().map(|row| row.key).min();
            let span = first.expect("the tables were read from these rows");
            let message = format!("`{name}` is both a weapon and a shield");
            let label = "names in the two tables must differ";
            faults.note("scenario::duplicate", span, message, label);
        }
    }

    /// Returns the names of all items that can be carried.
    pub(crate) fn carriable(&self) -> impl Iterator<Item = &str> {
        let names = self.weapons.keys().chain(self.shields.keys());
        names.map(String::as_str)
    }
}

/// Reads the bands of the damage bonus [BRP-X-2].
fn damage_bonus(tree: &Table, faults: &Faults) -> Vec<(i64, Throw)> {
    let mut bands: Vec<(i64, Throw)> = Vec::new();
    for (name, node, mut fields) in
        tables::rows(tree, "damage_bonus", "damage bonus", DAMAGE_BONUS, faults)
    {
        let most = fields.number("most");
        let dice = fields.throw("dice").unwrap_or_default();
        fields.finish();
        if bands.iter().any(|(other, _)| *other == most) {
            let message = format!("`damage_bonus.{name}` ends at {most}, and so does another band");
            faults.note(
                "scenario::duplicate",
                node.span,
                message,
                "same end as another row",
            );
        }
        bands.push((most, dice));
    }
    bands.sort_by_key(|(most, _)| *most);
    bands
}

/// Checks the skills that a scenario gives to weapons. A skill is known if a weapon of the book has it or if
/// a combatant has a rating for it. With an unknown skill, everybody would have the base chance [BRP-5.9-1].
/// An unknown skill is therefore a fault, unless the scenario also gives the base chance and the name is not
/// close to a known one.
fn check_skills(tree: &Table, faults: &Faults) {
    let of_book = |node: &Node| faults.sources().is_book(node.span.source);
    let rated: Vec<&str> = tables::combatants(tree)
        .filter_map(|(_, block)| block.as_table()?.get("skills")?.as_table())
        .flat_map(|skills| skills.iter().map(|(name, _)| name))
        .collect();
    for key in ["skill", "specialty"] {
        let written = of(tree, "weapons").iter();
        let written = written.filter_map(|(_, row)| {
            let row = row.node.as_table()?;
            let node = row.get(key)?;
            let has_base = row.get("base").is_some_and(|base| !of_book(base));
            Some((node.as_text()?, node, has_base))
        });
        let (book, scenario): (Vec<_>, Vec<_>) = written.partition(|&(_, node, _)| of_book(node));
        let mut known: Vec<&str> = book.into_iter().map(|(name, ..)| name).collect();
        known.extend(rated.iter().filter(|_| key == "specialty"));
        known.dedup();
        for (name, node, has_base) in scenario {
            // The name of a weapon among the ratings is not offered as the correct spelling of a specialty.
            let is_weapon = |name: &&str| of(tree, "weapons").get(name).is_some();
            let near = known.iter().copied().filter(|near| !is_weapon(near));
            let nearest = nearest(name, near);
            if known.contains(&name) || (has_base && nearest.is_none()) {
                continue;
            }
            let message = format!("there is no {key} named `{name}`");
            let label = "no weapon uses it, and no combatant has it";
            let fault = Fault::at("brp::unknown-skill", node.span, message, label);
            let help = nearest.map_or_else(
                || format!("remove `{key}`, or set the `base` of the weapon"),
                |nearest| format!("did you mean `{nearest}`?"),
            );
            faults.push(fault.help(help));
        }
    }
}

fn share(fields: &mut Fields<'_>) -> BonusShare {
    fields.choice("db", [BonusShare::Full, BonusShare::Half, BonusShare::None])
}

/// Reads the save against an affliction. `None` if the row has no save, or a faulty one.
fn save(fields: &mut Fields<'_>) -> Option<Save> {
    let potency: i32 = fields.number("potency");
    let is_text = fields.node("save")?.as_text().is_some();
    if !is_text {
        return fields.whole_as("save").map(Save::Chance);
    }
    fields.word_of("save", &["con"])?;
    Some(Save::Con(potency))
}

fn weapon(fields: &mut Fields<'_>, node: &Node, name: &str, tree: &Table) -> WeaponRow {
    fields.text("skill");
    let from_throw = fields.word("base_from").is_some();
    let base = fields.whole_as("base");
    if from_throw && base.is_some() {
        no_use(fields, "base", name, "`base_from` is given as well");
    }
    let [melee, missile] = ["length", "range"].map(|key| fields.node(key).is_some());
    let lengths = fields.words("length").into_iter().flatten();
    let row = WeaponRow {
        specialty: fields.text_or("specialty", ""),
        base: (!from_throw).then_some(base.unwrap_or(0)),
        damage: fields.damage("damage").unwrap_or_default(),
        share: share(fields),
        hands: fields.number("hands"),
        points: fields.whole_as("points"),
        lengths: lengths.map(|at| LENGTHS[at].1).collect(),
        range: fields.whole_as("range").or(missile.then_some(0)),
        fast: fields.choice("velocity", [false, true]),
        thrown: fields.flag("thrown"),
        shots: fields.whole_as("shots"),
        reload: fields.number("reload"),
        afflictions: afflictions::named(tree, fields),
        throws_as: (fields.text("throws_as")).map(|(name, span)| (name.to_owned(), span)),
    };
    if melee == missile {
        let message = format!("weapon `{name}` needs either a `length` or a `range`");
        let label = "melee weapons have a length, missile weapons a range";
        let fault = Fault::at("brp::weapon-kind", node.span, message, label);
        fields.faults().push(fault.help(
            "for an item that strikes and can be thrown, write two rows and link them with `throws_as`",
        ));
    }
    if missile {
        no_use(fields, "throws_as", name, "only melee weapons have this");
    } else {
        for key in ["velocity", "thrown", "shots", "reload"] {
            no_use(fields, key, name, "only missile weapons have this");
        }
    }
    row
}

/// Reports a value that would have no effect, and that was therefore probably meant differently.
fn no_use(fields: &mut Fields<'_>, key: &'static str, name: &str, label: &str) {
    if let Some(node) = fields.node(key) {
        let message = format!("`{key}` has no effect on `{name}`");
        (fields.faults()).note("brp::no-use", node.span, message, label);
    }
}

fn shield(fields: &mut Fields<'_>, name: &str) -> ShieldRow {
    let large = fields.word("size") == Some(2);
    let (missile, kneeling) = (fields.number("missile"), fields.whole_as("kneeling"));
    if kneeling.is_some() && !large {
        let label = "only fighters with large shields can kneel behind them";
        no_use(fields, "kneeling", name, label);
    }
    ShieldRow {
        base: fields.number("base"),
        points: fields.number("points"),
        damage: fields.damage("damage").unwrap_or_default(),
        share: share(fields),
        missile,
        kneeling: large.then_some(kneeling.unwrap_or(missile)),
    }
}

/// Reads the fields of an armour, from a row of the table or from a stat block.
pub(crate) fn armour(fields: &mut Fields<'_>) -> ArmourRow {
    fields.whole("perception");
    let ap = fields.number("ap");
    ArmourRow {
        ap,
        ap_missile: fields.whole_as("ap_missile").unwrap_or(ap),
        physical: fields.number("physical"),
        helmet: fields.choice("slot", [false, true]),
    }
}

#[cfg(test)]
mod error_tests;
#[cfg(test)]
mod tests;
