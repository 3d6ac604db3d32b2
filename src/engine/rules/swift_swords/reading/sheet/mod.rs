//! Reads a stat block and checks it: names are resolved, numbers are in range, every key is known.
//!
//! Clauses: SST-0-2, SST-0-6, SST-5-1, SST-5-4..6, SST-5-8, SST-10-9, SST-10-10, SST-12-1, SST-12-3,
//! SST-12-4, SST-15-1..9, SST-17-5, SST-19-2, SST-23-3, SST-24-1, SST-26-1, SST-27-1, SST-31-1, SST-32-1,
//! SST-36-2, SST-36-3, SST-37-1. Pools are total numbers of dice. Levels are dice above or below level 0. The
//! crew and the pace of light and heavy chariots are not read [SST-36-4].

use super::figures::{self, Fear, Unit};
use super::gear::{self, Spell};
use super::hand::Hand;
use super::remedies::CODES;
use super::tables::{Code, LIGHT, Tables};
use crate::frame::remedies;
use crate::rules::swift_swords::fields::COMBATANT;
use crate::scenario::tables::{known_name, row};
use crate::scenario::{Fault, Faults, Fields, Node, keyed};

/// The characteristics [SST-0-2].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Trait {
    Body,
    Mind,
    Soul,
    Will,
    Spirit,
    Dex,
}

impl Trait {
    pub(crate) const ALL: [Self; 6] = [
        Self::Body,
        Self::Mind,
        Self::Soul,
        Self::Will,
        Self::Spirit,
        Self::Dex,
    ];
}

pub(crate) use crate::rules::swift_swords::words::TRAITS;

/// The two tracks of Ranks [SST-15-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Track {
    Physical,
    Mental,
}

impl Track {
    pub(crate) const ALL: [Self; 2] = [Self::Physical, Self::Mental];

    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Physical => Self::Mental,
            Self::Mental => Self::Physical,
        }
    }
}

keyed! {
    /// A checked stat block. Its Ranks are real Ranks. They include those of the heroic level, but not those
    /// that a unit adds.
    #[derive(Debug, Clone)]
    pub(crate) struct Sheet {
        pub ad_mod: i8,
        pub attack: u8,
        pub sl: i8,
        pub parry_missiles: bool,
        /// Whether the creature has its bonus Ranks only in its position. These Ranks end when the
        /// creature leaves the position or an enemy reaches it [SST-15-4].
        pub bonus_by_place: bool,
        pub heroic: bool,
        pub recovery_bonus: u8,
        pub size: u8,
        pub stability: u8,
        pub natural_inclose_sl: i8,
        pub dual: bool,
        /// Dice of the skill for holds. 0 without the skill [SST-12-4].
        pub wrestle: u8,
        pub mental_attack: u8,
        /// Whether an enemy that fails against the mental attack must test against fear again.
        pub mental_fear: bool,
        pub hard_cover_armour: u8,
        pub speed: u8,
        pub heavy_chariot: bool,
    }
    beside {
        pub max_ad: u8,
        pub ad: u8,
        pub ad_rolled: bool,
        pub ad_set: Option<Hand>,
        pub armour: u8,
        pub shield: u8,
        /// Dice of Dodge, Block and Parry, in this order.
        pub defences: [u8; 3],
        /// The real Ranks, without bonus Ranks: first Physical, then Mental.
        pub ranks: [u8; 2],
        pub bonus: [u8; 2],
        /// Ranks lost to fatigue before the fight, by track.
        pub fatigue: [u8; 2],
        pub stateless: bool,
        pub levels: [i8; 6],
        /// The names of the weapons. If the stat block gives none, this is the weapon for the creature's
        /// size.
        pub carries: Vec<String>,
        /// The names of the remedies, in order of preference.
        pub remedies: Vec<String>,
        /// The damage code of the creature's natural weapons [SST-12-3].
        pub natural: Code,
        pub fear: Option<Fear>,
        pub cast: Option<Spell>,
        pub unit: Option<Unit>,
        /// Whether four horses draw the creature's chariot rather than two. `None` without a chariot.
        pub chariot: Option<bool>,
        pub flies: Option<Flight>,
        pub policy: String,
    }
}

keyed! {
    /// How a creature flies: zones and turns in an action, and zones in a dive [SST-37-1].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub(crate) struct Flight {
        pub speed: u8,
        pub turns: u8,
        /// Whether the creature may attack in passing without giving enemies an opportunity [SST-37-5].
        pub fly_by: bool,
    }
    beside {
        pub dive: u8,
    }
}

/// Reads one combatant, and reports every fault in it.
pub(crate) fn read(name: &str, node: &Node, tables: &Tables, faults: &Faults) -> Option<Sheet> {
    let mut fields = row(name, node, format!("combatant `{name}`"), COMBATANT, faults)?;
    let f = &mut fields;
    let keys = Sheet::keys(f);
    let heroic = keys.heroic;
    let row = tables.sizes.get(usize::from(keys.size));
    let row = row.or(tables.sizes.last());
    let physical = f.whole_as("physical").or(row.map(|row| row.physical));
    let mental = gear::figure(f, "mental", ("mental_ranks", &tables.mental_ranks));
    let human = || tables.mental_ranks.get("human").copied();
    let ranks: [u8; 2] = [physical.unwrap_or(3), mental.or_else(human).unwrap_or(3)];
    let level = tables.rules.ranks.heroic_level;
    let raised = f.choice("heroic_level", [[0, 0], [level, 0], [0, level]]);
    let guide = ("action_dice", &tables.action_dice);
    let set = f.node("ad_set");
    let sheet = Sheet {
        max_ad: f.whole_as("max_ad").unwrap_or(tables.rules.hands.most),
        ad_mod: keys.ad_mod + gear::situations(f, &tables.situations),
        ad: gear::figure(f, "ad", guide).unwrap_or_else(|| {
            let (row, dice) = if heroic { ("hero", 4) } else { ("soldier", 3) };
            tables.action_dice.get(row).copied().unwrap_or(dice)
        }),
        ad_rolled: f.truth("ad_rolled").unwrap_or(heroic),
        ad_set: set.map(|node| figures::set(node, "`ad_set`", faults)),
        armour: gear::worn(f, "armour", &tables.armours),
        shield: gear::worn(f, "shield", &tables.shields),
        defences: ["dodge", "block", "parry"].map(|key| f.number(key)),
        ranks: Track::ALL.map(|track| ranks[track as usize] + raised[track as usize]),
        bonus: ["bonus_physical", "bonus_mental"].map(|key| f.number(key)),
        fatigue: ["fatigue_physical", "fatigue_mental"].map(|key| f.number(key)),
        stateless: f.truth("stateless").unwrap_or(!heroic),
        levels: TRAITS.map(|key| f.number(key)),
        carries: gear::carries(f, row.map(|row| row.weapon.as_str()), tables),
        remedies: remedies::named(f, &tables.remedies, CODES),
        natural: gear::code(f, "natural_code", LIGHT, tables),
        fear: gear::any(f, "fear", "level of fear", &tables.fears),
        cast: gear::spell(f, tables),
        unit: gear::any(f, "unit", "unit", &tables.units),
        chariot: chariot(f, node, keys.heavy_chariot, tables),
        flies: flight(f),
        policy: f.text_or("policy", "default"),
        ..keys
    };
    let no_use = "swift-swords::no-use";
    let why = "heroes alone have this level";
    f.check_use("heroic_level", heroic, no_use, why);
    let drives = sheet.chariot.is_some();
    f.check_use("heavy_chariot", drives, no_use, "there is no `chariot`");
    let why = "`ad_set` sets all dice";
    f.check_use("ad", sheet.ad_set.is_none(), no_use, why);
    check_most(f, &sheet, name, faults);
    fields.finish();
    if sheet.heroic && sheet.unit.is_some() {
        let message = format!("combatant `{name}` is both heroic and a unit");
        let (code, label) = ("swift-swords::heroic-unit", "units are never heroic");
        faults.note(code, node.span, message, label);
    }
    Some(sheet)
}

/// Reports a fault if `ad` is more than `max_ad`, the maximum number of Action Dice in a round.
fn check_most(f: &mut Fields<'_>, sheet: &Sheet, name: &str, faults: &Faults) {
    if sheet.ad_set.is_none()
        && let Some(node) = f.node("ad")
    {
        let (code, ad, most) = ("scenario::range", sheet.ad, sheet.max_ad);
        faults.unless_used((node.span, code), ad <= most, || {
            let message =
                format!("`ad` of combatant `{name}` is {ad}, more than its `max_ad` of {most}");
            let label = "more than `max_ad`";
            let fault = Fault::at(code, node.span, message, label);
            fault.help(format!("add `max_ad = {ad}`"))
        });
    }
}

/// Reads the chariot of a stat block. Returns whether four horses draw it, or `None` without a chariot.
fn chariot(f: &mut Fields<'_>, node: &Node, heavy: bool, tables: &Tables) -> Option<bool> {
    let four = f.word("chariot").map(|team| team == 1);
    let Some(nation) = f.text("nation") else {
        return four;
    };
    let known = || tables.nations.keys().map(String::as_str);
    let unknown = ("swift-swords::unknown-row", "nation", "in its table");
    let Some(at) = known_name(nation, known, unknown, f.faults()) else {
        return four;
    };
    let ((name, _), has) = (nation, tables.nations[at]);
    let (code, span) = ("swift-swords::chariot-team", node.span);
    if four.is_none() {
        let message = "`nation` has no effect without `chariot`";
        let label = "no `chariot`";
        f.faults().note(code, span, message, label);
    } else if heavy && !has.heavy {
        let message = format!("the nation `{name}` has only light chariots");
        f.faults().note(code, span, message, "heavy chariot");
    } else if four == Some(true) && !has.four_horse {
        let message = format!("the nation `{name}` has only chariots with two horses");
        f.faults().note(code, span, message, "four horses");
    }
    four
}

/// Reads how a creature flies, such as `{ speed = 2, turns = 2, dive = 3 }`.
fn flight(f: &mut Fields<'_>) -> Option<Flight> {
    let (mut fields, span) = f.inner("flies", "`flies`")?;
    let keys = Flight::keys(&mut fields);
    let dive = fields.whole_as("dive").unwrap_or(keys.speed);
    fields.finish();
    if dive < keys.speed {
        let message = "a dive must be at least as fast as straight flight";
        let (code, label) = ("scenario::range", "`dive` is the highest speed");
        f.faults().note(code, span, message, label);
    }
    Some(Flight { dive, ..keys })
}

#[cfg(test)]
mod tests;
