//! Reads a stat block and checks its keys, the names in it, and the ranges of its numbers.
//!
//! Clauses: BRP-5.9-1, BRP-5.10-2, BRP-X-1, BRP-X-2, BRP-X-3, BRP-X-10. Ratings are percent, without the
//! penalty of armour.

mod by_weapon;

use std::collections::HashMap;

use super::tables::{ArmourRow, Tables, armour};
use crate::dice::Throw;
use crate::rules::brp::fields::{ARMOUR, COMBATANT};
use crate::scenario::tables::{known_names, row};
use crate::scenario::{Fault, Faults, Fields, Node, Span, Value, fit};

/// A checked stat block.
#[derive(Debug)]
pub(crate) struct Sheet {
    pub dex: i32,
    pub hit_points: i32,
    /// Hit points at the start. `start_injuries` has the sizes of the untreated injuries at the start.
    pub start_hit_points: i32,
    pub start_injuries: Vec<i32>,
    /// The CON of the stat block, or its hit points if it gives no CON.
    pub con: i32,
    pub db: Throw,
    /// The armour worn: at most one body armour and one helmet. `worn` has the names of those that are rows
    /// of the armour table.
    pub armour: Vec<ArmourRow>,
    pub worn: Vec<String>,
    pub natural_ap: i32,
    pub fixed_cover_ap: i32,
    pub dodge: i32,
    pub brawl: Option<i32>,
    pub throw: i32,
    pub first_aid: i32,
    pub shield_skill: Option<i32>,
    pub carries: Vec<String>,
    /// Ratings by weapon or by specialty.
    pub skills: HashMap<String, i32>,
    /// The divisor of the chance with an item, 1 or 2, by the item's name [BRP-5.5-3].
    pub divisors: HashMap<String, u32>,
    /// The chance to parry with a missile weapon, by the weapon's name. Weapons without an entry cannot parry
    /// [BRP-5.6-1].
    pub parry_skill: HashMap<String, i32>,
    pub ammo: HashMap<String, u16>,
    pub unaware_of: Vec<(String, Span)>,
    pub policy: String,
}

/// Maximum number of items that one combatant carries, bare hands included.
pub(crate) const MOST_ITEMS: usize = 8;

/// Maximum number of items that a stat block lists. Bare hands are added to them.
const MOST_CARRIED: usize = MOST_ITEMS - 1;

/// Reads the stat block of one combatant and reports every fault. `None` if `node` is no table.
pub(crate) fn read(name: &str, node: &Node, tables: &Tables, faults: &Faults) -> Option<Sheet> {
    let f = row(name, node, format!("combatant `{name}`"), COMBATANT, faults)?;
    let mut reader = Reader { f, tables };
    let ratings = &tables.rules.ratings;
    let dex: i32 = reader.f.number("dex");
    let carries = reader.carries();
    let (worn, armour) = reader.worn();
    let hit_points = reader.hit_points(name, node);
    let (start_hit_points, start_injuries) = reader.start(hit_points);
    let sheet = Sheet {
        dex,
        hit_points,
        start_hit_points,
        start_injuries,
        con: reader.f.whole_as("con").unwrap_or(hit_points),
        db: reader.damage_bonus(name),
        armour,
        worn,
        natural_ap: reader.f.number("natural_ap"),
        fixed_cover_ap: reader.f.number("fixed_cover_ap"),
        dodge: reader
            .f
            .whole_as("dodge")
            .unwrap_or(ratings.dodge_factor * dex),
        brawl: reader.f.whole_as("brawl"),
        throw: reader.f.whole_as("throw").unwrap_or(ratings.throw),
        first_aid: reader.f.whole_as("first_aid").unwrap_or(ratings.first_aid),
        shield_skill: reader.f.whole_as("shield_skill"),
        skills: reader.skills(),
        divisors: reader.divisors(),
        parry_skill: reader.parry_skill(),
        ammo: reader.ammo(&carries),
        carries,
        unaware_of: (reader.f.texts_once("unaware_of").into_iter().flatten())
            .map(|(name, span)| (name.to_owned(), span))
            .collect(),
        policy: reader.f.text_or("policy", "default"),
    };
    if sheet.brawl.is_some() && sheet.skills.contains_key("brawl") {
        reader.said_twice("skills.brawl", "brawl");
    }
    reader.f.finish();
    Some(sheet)
}

/// A stat block while it is being read.
struct Reader<'n> {
    f: Fields<'n>,
    tables: &'n Tables,
}

impl Reader<'_> {
    /// Returns the hit points that the stat block gives, or the average of CON and SIZ, rounded up [BRP-X-1].
    fn hit_points(&mut self, name: &str, node: &Node) -> i32 {
        let [con, siz] = ["con", "siz"].map(|key| self.f.whole(key));
        let divisor = i64::from(self.tables.rules.ratings.hit_point_divisor);
        let average = con
            .zip(siz)
            .map(|(con, siz)| fit((con + siz + divisor - 1) / divisor));
        let given = self.f.whole_as("hit_points");
        let replaced = average.is_some() && self.f.outranks("con", "hit_points");
        if self.f.node("hit_points").is_some() && !replaced {
            if con.is_some() {
                self.check_said_once("hit_points", "con");
            }
            return given.unwrap_or(1);
        }
        if let Some(average) = average {
            return average;
        }
        let keys = ["hit_points", "con", "siz"];
        if !keys.iter().any(|key| self.f.is_misspelt(key)) {
            let message = format!("combatant `{name}` has no hit points");
            let label = "`hit_points` is missing";
            let fault = Fault::at("scenario::missing-key", node.span, message, label);
            let help = "add `hit_points`, or `con` and `siz`";
            self.f.faults().push(fault.help(help));
        }
        1
    }

    /// Returns the hit points and the sizes of the untreated injuries at the start. The injuries together are
    /// not larger than the hit points lost [BRP-5.14-4].
    fn start(&mut self, hit_points: i32) -> (i32, Vec<i32>) {
        let most = i64::from(hit_points);
        let start: Option<i32> = self.f.whole_within("start_hit_points", 1..=most).map(fit);
        let injuries: Vec<i32> = self
            .f
            .wholes("start_injuries")
            .into_iter()
            .map(fit)
            .collect();
        let untreated = injuries
            .iter()
            .fold(0, |sum: i32, injury| sum.saturating_add(*injury));
        let lost = hit_points - start.unwrap_or(hit_points);
        let most = if start.is_some() {
            lost
        } else {
            hit_points - 1
        };
        if untreated > most
            && let Some(span) = self.f.node("start_injuries").map(|node| node.span)
        {
            let message =
                format!("the injuries add up to {untreated} hit points, but only {most} are lost");
            let fault = Fault::at("brp::start-injuries", span, message, "too many");
            let help = "injuries can add up to at most `hit_points` minus `start_hit_points`";
            self.f.faults().push(fault.help(help));
            return (hit_points, Vec::new());
        }
        (start.unwrap_or(hit_points - untreated), injuries)
    }

    /// Returns the damage bonus that the stat block gives, or the bonus for STR + SIZ [BRP-X-2]. There is no
    /// bonus if the stat block gives neither.
    fn damage_bonus(&mut self, name: &str) -> Throw {
        let [str, siz] = ["str", "siz"].map(|key| self.f.whole(key));
        let replaced = str.and(siz).is_some() && self.f.outranks("str", "db");
        if let Some(given) = self.f.node("db").filter(|_| !replaced) {
            if str.is_some() {
                self.check_said_once("db", "str");
            }
            let is_none = matches!(&given.value, Value::Text(text) if text == "none");
            let throw = (!is_none).then(|| self.f.throw("db"));
            return throw.flatten().unwrap_or_default();
        }
        let Some((str, at)) = str.zip(self.f.node("str")) else {
            return Throw::default();
        };
        let bands = &self.tables.damage_bonus;
        let total = siz.map(|siz| str + siz);
        let row = total.and_then(|total| bands.iter().find(|(most, _)| total <= *most));
        if let Some((_, throw)) = row {
            return *throw;
        }
        let (code, message, label, help) = match total {
            Some(total) => (
                "brp::damage-bonus",
                format!("the damage bonus table has no row for a sum of STR and SIZ of {total}"),
                format!(
                    "the table ends at {}",
                    bands.last().map_or(0, |(most, _)| *most)
                ),
                "write the dice yourself, as in `db = \"3d6\"`",
            ),
            None => (
                "scenario::missing-key",
                format!("combatant `{name}` has `str` without `siz`"),
                "the damage bonus goes by STR + SIZ".to_owned(),
                "give `siz` as well, or `db`",
            ),
        };
        let fault = Fault::at(code, at.span, message, label);
        self.f.faults().push(fault.help(help));
        Throw::default()
    }

    /// Reports a fault if the stat block itself gives both keys, which set the same value. One of them would
    /// otherwise be ignored without a message.
    fn check_said_once(&mut self, one: &str, other: &'static str) {
        if !self.f.outranks(one, other) {
            self.said_twice(one, other);
        }
    }

    /// Reports that `one` and `other` set the same value. The message points at `other`.
    fn said_twice(&mut self, one: &str, other: &'static str) {
        self.f.faults().push(Fault {
            code: "brp::given-twice",
            message: format!("`{one}` and `{other}` set the same thing"),
            span: self.f.node(other).map(|node| node.span),
            label: format!("`{one}` is also set"),
            help: Some("remove one of them".to_owned()),
        });
    }

    /// Reads at most one body armour and one helmet, each by name or written out [BRP-5.10-2].
    fn worn(&mut self) -> (Vec<String>, Vec<ArmourRow>) {
        let Some(node) = self.f.node("armour") else {
            return (Vec::new(), Vec::new());
        };
        let (faults, rows) = (self.f.faults(), &self.tables.armour);
        let names: Vec<(&str, Span)> = match &node.value {
            Value::Text(name) if name == "none" => Vec::new(),
            Value::Text(name) => vec![(name.as_str(), node.span)],
            Value::List(_) => self.f.texts("armour").unwrap_or_default(),
            Value::Table(table) => {
                let mut fields = Fields::new(table, node.span, "armour", ARMOUR, faults);
                let row = armour(&mut fields);
                fields.finish();
                return (Vec::new(), vec![row]);
            }
            other => {
                let kind = other.kind();
                let message =
                    format!("`armour` must be a name, a list of names or a table, not {kind}");
                faults.note("scenario::type", node.span, message, "not armour");
                Vec::new()
            }
        };
        let (mut worn, mut armour) = (Vec::new(), Vec::<ArmourRow>::new());
        for (name, span) in names {
            let Some(row) = rows.get(name) else {
                let known = rows.keys().map(String::as_str).chain(["none"]);
                let (code, place) = ("brp::unknown-armour", "in the armour table");
                faults.unknown(code, "armour", name, span, known, place);
                continue;
            };
            if armour.iter().any(|other| other.helmet == row.helmet) {
                let kind = if row.helmet { "helmet" } else { "body armour" };
                let message = format!("`{name}` is a second {kind}");
                let label = "at most one body armour and one helmet";
                let fault = Fault::at("brp::armour-twice", span, message, label);
                faults.push(fault.help("remove one of them"));
            }
            worn.push(name.to_owned());
            armour.push(row.clone());
        }
        (worn, armour)
    }

    fn carries(&mut self) -> Vec<String> {
        let names = self.f.texts("carries").unwrap_or_default();
        let mut counted = names.iter().filter(|(name, _)| *name != "brawl");
        if let Some(&(_, span)) = counted.nth(MOST_CARRIED) {
            let message = format!("more than {MOST_CARRIED} items are carried");
            (self.f.faults()).note("brp::carries-too-much", span, message, "one too many");
        }
        let place = "in the weapon and shield tables";
        let fault = ("brp::unknown-weapon", "weapon", place);
        known_names(names, || self.tables.carriable(), fault, self.f.faults())
    }
}

#[cfg(test)]
mod error_tests;
#[cfg(test)]
mod tests;
