//! Reads and checks stat blocks. In the result, all names refer to existing rows, and all values are within
//! their ranges.
//!
//! Clauses: SAM-0-5, SAM-1-3, SAM-3-1, SAM-3-4, SAM-4-1, SAM-9-7, SAM-10-5, SAM-11-5, SAM-11-15, SAM-12-3,
//! SAM-16-1, SAM-16-3, SAM-17-1, SAM-17-7, SAM-18-1..3, SAM-19-1, SAM-19-8..13, SAM-20-3, SAM-21-1, SAM-22-1.

use super::charts::Size;
use super::remedies::CODES;
use super::tables::{Tables, Weapon, WeaponKind};
use crate::dice::Throw;
use crate::frame::remedies;
use crate::grid::{Direction, Directions};
use crate::rules::semiautomagic::fields::{COMBATANT, NO_DEVICE, SKILLS, SURFACE};
use crate::rules::semiautomagic::rules::Rules;
use crate::scenario::tables::{check_count, known_name, known_names, row};
use crate::scenario::{Faults, Fields, Node, Span, keyed};

pub(crate) const MOST_CARRIED: usize = 4;
pub(crate) const MOST_COMBOS: usize = 4;
/// Maximum number of poisons and diseases that one combatant can suffer from at the same time.
pub(crate) const MOST_ILLS: usize = 2;
/// The fault code for a list with too many entries.
pub(super) const TOO_MANY: &str = "semiautomagic::too-many";

/// The posture of a fighter [SAM-3-7]. The value of a variant is the number of steps below standing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) enum Posture {
    #[default]
    Standing,
    Crouched,
    Prone,
}

/// A condition that a fighter may have when the fight starts, in the order of the names in
/// [`STARTS`](crate::rules::semiautomagic::fields::STARTS).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Condition {
    Held,
    Disabled,
    Asleep,
    Unconscious,
    Paralysed,
    Blinded,
    Dying,
    Broken,
    Confused,
    Panicked,
    Frenzied,
    Staggered,
}

/// The cover of a combatant or of a cell [SAM-11-5].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Cover {
    /// The step of cover: 0 none, 1 light, 2 medium, 3 heavy, 4 total.
    pub step: u8,
    /// The directions of the attacks that meet this cover.
    pub from: Directions,
}

impl Cover {
    /// Returns the step of cover against attacks from a direction. If there is no direction, as in a fight
    /// without a map, this is always `step`.
    #[inline]
    pub(crate) fn towards(self, from: Option<Direction>) -> u8 {
        let holds = from.is_none_or(|from| self.from.has(from));
        if holds { self.step } else { 0 }
    }
}

/// A fall that the scenario schedules [SAM-16-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fall {
    pub round: u16,
    pub metres: i32,
    /// The number that the surface adds to the damage of the fall.
    pub surface: i32,
    pub ledge: bool,
}

keyed! {
    #[derive(Debug, Clone)]
    pub(crate) struct Sheet {
        pub scale: i32,
        pub strength: i32,
        pub endurance: i32,
        pub dexterity: i32,
        pub spirit: i32,
        pub reflex: i32,
        pub melee: i32,
        pub ranged: i32,
        pub magic: i32,
        pub block: Option<i32>,
        pub dodge: Option<i32>,
        pub parry: Option<i32>,
        pub parries_unarmed: bool,
        pub armour: i32,
        pub object: bool,
        pub perception: i32,
        pub stealth: i32,
        pub will_misc: i32,
        pub medicine: Option<i32>,
        /// The speed in half squares per second.
        pub speed: i32,
        pub impractical_shoes: bool,
        pub natural_reach: u8,
        pub unarmed: Option<Throw>,
        pub evasion: bool,
        pub tuck_and_roll: i32,
        pub arms: u8,
        pub legs: u8,
        pub wings: bool,
        pub flies_at: i32,
        pub mobility: i32,
        pub lowlight: bool,
        pub cover_scale: i32,
        pub cover_durability: i32,
        pub concealed: bool,
        pub invisible: bool,
        pub hidden: bool,
        pub arrives: u16,
        pub wakes: Option<u16>,
        pub wounds: u8,
        pub morale_penalties: u8,
        pub stunned: u8,
        pub possession: Option<i32>,
        pub possession_range: u8,
        pub willing: bool,
    }
    beside {
        /// The row of the fighter's scale in the table of scales.
        pub size: Size,
        /// The Toughness of the fighter's own cover [SAM-11-8].
        pub cover_toughness: i32,
        /// The highest Defence from a source other than armour, or 0 without such a source.
        pub other_defence: i32,
        /// The EMP Toughness, or `None` if the fighter is not a device.
        pub device: Option<i32>,
        pub fortitude: i32,
        pub carries: Vec<String>,
        pub sheathed: Vec<String>,
        pub packed: Vec<String>,
        pub combos: Vec<String>,
        pub remedies: Vec<String>,
        /// Number of mobility penalties for the carried load. `None` if the load exceeds the maximum, which
        /// is five steps by default.
        pub burden: Option<i32>,
        pub cover: Cover,
        pub surprised_by: Vec<(String, Span)>,
        /// The conditions when the fight starts, as a bit mask of [`Condition`] values.
        starts: u16,
        pub posture: Posture,
        pub afflicted: Vec<u8>,
        pub falls: Option<Fall>,
        pub policy: String,
    }
}

impl Sheet {
    #[inline]
    pub(crate) fn starts(&self, condition: Condition) -> bool {
        self.starts >> condition as u16 & 1 == 1
    }

    /// Returns the width in metres of a square for a creature of the fighter's scale [SAM-4-1].
    #[inline]
    pub(crate) fn metres(&self) -> u32 {
        1 << self.scale.max(0)
    }

    /// Returns the number of cells that the fighter is wide, limited to the width of the largest map
    /// [SAM-0-6].
    #[inline]
    pub(crate) fn width(&self) -> u8 {
        1 << self.scale.clamp(0, 6)
    }

    /// Returns the largest distance in cells that the fighter's attacks can cross. Returns `None` if it can
    /// act from afar, with missiles, spells or possession [SAM-6-1, SAM-6-3].
    pub(crate) fn far(&self, tables: &Tables) -> Option<u8> {
        let weapons = self.carries.iter().map(|name| &tables.weapons[name]);
        let strikes =
            |weapon: &Weapon| matches!(weapon.kind, WeaponKind::Melee | WeaponKind::Shield);
        let most = weapons.clone().map(|weapon| weapon.reach).max();
        let squares = self.natural_reach.saturating_add(most.unwrap_or(1).max(1));
        let far = squares.saturating_mul(self.width());
        (self.possession.is_none() && weapons.clone().all(strikes)).then_some(far)
    }

    /// Returns whether the fighter has melee weapons but none of them reaches an enemy at 1 square. Returns
    /// false if the fighter can act from afar. `up_to` is the house rule that lets a weapon also reach nearer
    /// targets [SAM-6-1..3].
    pub(crate) fn reaches_past(&self, tables: &Tables, up_to: bool) -> bool {
        let weapons = self.carries.iter().map(|name| &tables.weapons[name]);
        let melee = weapons.filter(|weapon| weapon.kind == WeaponKind::Melee);
        let own = self.unarmed.iter().map(|_| 0);
        let mut reaches = own.chain(melee.map(|weapon| weapon.reach)).peekable();
        let past = |reach: u8| match reach + self.natural_reach {
            0 => true,
            squares => squares > 1 && !up_to,
        };
        self.far(tables).is_some() && reaches.peek().is_some() && reaches.all(past)
    }
}

/// Reads the stat block of one combatant, and reports all its faults. Returns `None` if it is unusable.
pub(crate) fn read(name: &str, node: &Node, tables: &Tables, faults: &Faults) -> Option<Sheet> {
    let mut fields = row(name, node, format!("combatant `{name}`"), COMBATANT, faults)?;
    let f = &mut fields;
    let mut keys = Sheet::keys(f);
    let rules = &tables.rules;
    let level = level(f, &mut keys, rules);
    let endurance = if keys.object {
        rules.dying.object_endurance
    } else {
        keys.endurance
    };
    let carries = f.texts("carries").unwrap_or_default();
    check_count(
        &carries,
        MOST_CARRIED,
        (TOO_MANY, "weapons carried"),
        faults,
    );
    let carries = tables.weapons_of(carries, faults);
    let combos = f.texts_once("combos").unwrap_or_default();
    check_count(&combos, MOST_COMBOS, (TOO_MANY, "combos"), faults);
    let combos = tables.combos_of(combos, faults);
    check_combos(f, &combos, level, tables);
    let remedies = remedies::named(f, &tables.remedies, CODES);
    let others = ["natural", "unarmoured", "durability"].map(|key| f.number::<i32>(key));
    let postures = [Posture::Standing, Posture::Crouched, Posture::Prone];
    let afflicted = f.texts_once("afflicted").unwrap_or_default();
    check_count(&afflicted, MOST_ILLS, (TOO_MANY, "afflictions"), faults);
    let sheet = Sheet {
        endurance,
        other_defence: others.into_iter().max().unwrap_or(0).max(0),
        size: tables.printed.size(keys.scale),
        cover_toughness: tables.printed.size(keys.cover_scale).toughness
            + rules.dying.object_endurance
            + keys.cover_durability,
        device: device(f, tables),
        fortitude: f.whole_as("fortitude").unwrap_or(endurance),
        sheathed: among(f, "sheathed", &carries),
        packed: among(f, "packed", &carries),
        carries,
        combos,
        remedies,
        burden: burden(f, keys.strength + endurance, tables),
        cover: cover(f),
        surprised_by: named(f.texts_once("surprised_by")),
        starts: (f.words("starts").into_iter().flatten()).fold(0, |bits, at| bits | 1 << at),
        posture: f.choice("posture", postures),
        afflicted: tables.poisons_of(afflicted, faults),
        falls: fall(f, tables),
        policy: f.text("policy").map_or("default", |text| text.0).to_owned(),
        ..keys
    };
    check_use(f, &sheet);
    fields.finish();
    Some(sheet)
}

/// Reads the level, and computes bonuses from it. These are the bonuses of the skills that the keys
/// `fast` and `staggered` list, unless the stat block gives the bonus itself [SAM-1-1, SAM-5-8,
/// SAM-23-1].
fn level(f: &mut Fields<'_>, keys: &mut Sheet, rules: &Rules) -> Option<usize> {
    let level: Option<i32> = f.whole_as("level");
    let mut listed = [false; SKILLS.len()];
    for (key, per_point) in [
        ("fast", rules.levels.fast),
        ("staggered", rules.levels.staggered),
    ] {
        let skills = f.words(key).unwrap_or_default();
        let bonus = level.unwrap_or(0) / per_point;
        for at in skills {
            if std::mem::replace(&mut listed[at], true)
                && let Some(node) = f.node(key)
            {
                let message = format!("`{}` is both in `fast` and in `staggered`", SKILLS[at]);
                f.faults().note(
                    "scenario::duplicate",
                    node.span,
                    message,
                    "already in `fast`",
                );
            }
            let mut own = |key: &'static str, value: &mut i32| {
                if f.node(key).is_none() {
                    *value = bonus;
                }
            };
            let defence = |value: &mut Option<i32>| *value = value.or(Some(bonus));
            match at {
                0 => {
                    own("melee", &mut keys.melee);
                    defence(&mut keys.parry);
                }
                1 => own("ranged", &mut keys.ranged),
                2 => own("magic", &mut keys.magic),
                3 => defence(&mut keys.block),
                4 => {
                    own("reflex", &mut keys.reflex);
                    defence(&mut keys.dodge);
                }
                5 => defence(&mut keys.medicine),
                6 => own("perception", &mut keys.perception),
                _ => own("stealth", &mut keys.stealth),
            }
        }
        let why = "without a `level` nothing follows from it";
        f.check_use(key, level.is_some(), "semiautomagic::no-use", why);
    }
    let is_used = listed.contains(&true) || f.node("combos").is_some();
    let why = "it lists no skills under `fast` or `staggered`, and has no combos";
    f.check_use("level", is_used, "semiautomagic::no-use", why);
    level.and_then(|level| usize::try_from(level).ok())
}

/// Reports keys that have no effect because of other keys of the stat block. Also reports weapons that are
/// both sheathed and packed.
fn check_use(f: &mut Fields<'_>, sheet: &Sheet) {
    let code = "semiautomagic::no-use";
    let has_combos = !sheet.combos.is_empty();
    for key in ["combo_rating", "combo_ranks"] {
        f.check_use(key, has_combos, code, "it has no combos");
    }
    let possesses = sheet.possession.is_some();
    let why = "has no `possession`";
    f.check_use("possession_range", possesses, code, why);
    let why = "only for fighters that start asleep";
    f.check_use("wakes", sheet.starts(Condition::Asleep), code, why);
    for (name, span) in f.texts("packed").unwrap_or_default() {
        if sheet.sheathed.iter().any(|other| other == name) {
            let message = format!("`{name}` is both sheathed and packed");
            let faults = f.faults();
            faults.note(
                "scenario::duplicate",
                span,
                message,
                "already in `sheathed`",
            );
        }
    }
}

/// Copies the names of a list, with their positions in the text of the scenario.
pub(crate) fn named(names: Option<Vec<(&str, Span)>>) -> Vec<(String, Span)> {
    let owned = |(name, span): (&str, Span)| (name.to_owned(), span);
    names.into_iter().flatten().map(owned).collect()
}

/// Reads a list of names. They must name items that the fighter carries.
fn among(f: &mut Fields<'_>, key: &'static str, carries: &[String]) -> Vec<String> {
    let names = f.texts_once(key).unwrap_or_default();
    let known = || carries.iter().map(String::as_str);
    let (code, place) = ("semiautomagic::unknown-weapon", "in `carries`");
    known_names(names, known, (code, "weapon", place), f.faults())
}

/// Checks that a fighter of this level may use each of its combos, by rating and number of components
/// [SAM-10-5].
fn check_combos(f: &mut Fields<'_>, combos: &[String], level: Option<usize>, tables: &Tables) {
    let rating: Option<i32> = f.whole_as("combo_rating");
    let ranks: Option<usize> = f.whole_as("combo_ranks");
    if let (Some(level), Some(ranks), Some(node)) = (level, ranks, f.node("combo_ranks"))
        && ranks > level
    {
        let message = format!("{ranks} ranks are too many for level {level}");
        let label = "no skill can have more ranks than the level";
        f.faults()
            .note("semiautomagic::level", node.span, message, label);
    }
    let mut fault = |name: &str, key, has: String| {
        if let Some(node) = f.node(key).or(f.node("level")) {
            let (message, label) = (
                format!("combo `{name}` has {has}"),
                "too little for this combo",
            );
            (f.faults()).note("semiautomagic::combo", node.span, message, label);
        }
    };
    for combo in combos.iter().filter_map(|name| tables.combos.get(name)) {
        let (name, rated, count) = (&combo.name, combo.rating, combo.components);
        if rating.is_some_and(|most| rated > most) {
            fault(name, "combo_rating", format!("a rating of {rated}"));
        }
        if ranks.or(level).is_some_and(|most| count > most + 1) {
            fault(name, "combo_ranks", format!("{count} components"));
        }
    }
}

/// Reads the keys of a cover: its step, and the directions of the attacks that meet it.
pub(crate) fn cover(f: &mut Fields<'_>) -> Cover {
    let step = f.choice("cover", [0, 1, 2, 3, 4]);
    let from = f.words("cover_from");
    let from = from.map(|words| words.into_iter().map(|at| Direction::ALL[at]).collect());
    let why = "without `cover` it covers from nowhere";
    f.check_use("cover_from", step > 0, "semiautomagic::no-use", why);
    Cover {
        step,
        from: from.unwrap_or(Directions::ALL),
    }
}

/// Reads the class of a device, and returns its EMP Toughness [SAM-20-3].
fn device(f: &mut Fields<'_>, tables: &Tables) -> Option<i32> {
    let devices = &tables.printed.devices;
    let (name, span) = f.text("device").filter(|(name, _)| *name != NO_DEVICE)?;
    let known = || devices.keys().map(String::as_str);
    let code = (
        "semiautomagic::unknown-device",
        "device",
        "in the device table",
    );
    let at = known_name((name, span), known, code, f.faults())?;
    Some(devices[at])
}

/// Returns the mobility penalties for the carried load. By default there is one for each step, whole or part,
/// after the first. Returns `None` for more than five steps [SAM-22-1].
fn burden(f: &mut Fields<'_>, sum: i32, tables: &Tables) -> Option<i32> {
    let rules = &tables.rules.encumbrance;
    let [load, wheeled] = ["load", "wheeled"].map(|key| f.whole(key).unwrap_or(0));
    // A load on wheels counts for a fraction of its mass. All masses are multiplied by the denominator of
    // this fraction, so that they stay whole numbers.
    let wheels = i64::from(rules.wheels);
    let mass = wheels * load + wheeled;
    if mass == 0 {
        return Some(0);
    }
    let step = wheels * tables.printed.load_step(sum);
    if step == 0 || mass > i64::from(rules.most_steps) * step {
        return None;
    }
    let steps = i32::try_from((mass + step - 1) / step).ok()?;
    Some((steps - i32::from(rules.free_steps)).max(0))
}

fn fall(f: &mut Fields<'_>, tables: &Tables) -> Option<Fall> {
    let (mut inner, _) = f.inner("falls", "`falls`")?;
    let surfaces = &tables.printed.surfaces;
    let named = inner.text("surface").and_then(|named| {
        let known = || surfaces.keys().map(String::as_str);
        let code = (
            "semiautomagic::unknown-surface",
            "surface",
            "in the surface table",
        );
        known_name(named, known, code, inner.faults())
    });
    let surface = named.map_or(surfaces.get(SURFACE), |at| {
        surfaces.get_index(at).map(|row| row.1)
    });
    let fall = Fall {
        round: inner.number("round"),
        metres: inner.number("metres"),
        surface: surface.copied().unwrap_or(0),
        ledge: inner.flag("ledge"),
    };
    inner.finish();
    Some(fall)
}
