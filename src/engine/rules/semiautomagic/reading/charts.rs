//! Reads the tables that the rulebook prints: scales, areas, the scatter die, called shots, items, surfaces,
//! devices, confusion, loads, and techniques. A scenario may change their rows.
//!
//! Clauses: SAM-4-1, SAM-5-5, SAM-9-4, SAM-9-9..11, SAM-12-1, SAM-13-2, SAM-16-2, SAM-19-6, SAM-20-3, SAM-22-1.

use indexmap::IndexMap;

use crate::rules::semiautomagic::fields::{
    AREA, AREAS, CONFUSED, CONFUSION, DEVICE, DIRECTIONS, ITEM_ROW, LOAD, LOCATION, LOCATIONS,
    SCALE_ROW, SCALES, SCATTER, SMALLEST, SURFACE_ROW, TECHNIQUE,
};
use crate::scenario::spec::FieldSpec;
use crate::scenario::tables::{of, read, row};
use crate::scenario::{Fault, Faults, Fields, Table, keyed};

keyed! {
    /// A row of the table of scales, which has what the scale of a creature determines [SAM-4-1].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub(crate) struct Size {
        /// Toughness before attributes and Defence are added.
        pub toughness: i32,
        /// Modifier of the creature's own attack rolls.
        pub attack: i32,
        /// Target score, which an attack roll against the creature must reach.
        pub target: i32,
    }
}

keyed! {
    /// A row of the table of areas, which has the sizes of all shapes at one scale, in cells [SAM-9-9..11].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub(crate) struct Spread {
        pub sphere: u8,
        pub cone: u8,
        pub line_length: u8,
        pub line_width: u8,
    }
}

keyed! {
    /// A row of the table of locations, for a body part that a shot can be called at [SAM-12-1].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub(crate) struct Location {
        /// Modifier of the Target score.
        pub target: i32,
        /// Modifier of the Toughness and the Minimum Toughness.
        pub toughness: i32,
        /// Whether damage over the Minimum Toughness is a wound.
        pub wounds: bool,
        /// Whether damage over the Toughness makes the fighter start dying.
        pub kills: bool,
        /// Speed that the fighter loses, in squares per second: `slows` by damage over the Minimum Toughness,
        /// `slows_over` by damage over the Toughness.
        pub slows: u8,
        pub slows_over: u8,
    }
}

keyed! {
    /// A technique: a named set of modifiers of attacks [SAM-5-5].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub(crate) struct Technique {
        pub attack_mod: i8,
        pub dc_mod: i8,
    }
}

keyed! {
    /// Target score and Toughness of a kind of item, at scale 0. `toughness` is `None` for the kind whose
    /// Toughness a house rule decides [SAM-13-2].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub(crate) struct Stuff {
        pub target: i32,
        pub toughness: Option<i32>,
    }
}

/// A die that shows one of `N` entries. For each entry it has the number of faces that show the entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Faces<const N: usize>(pub [u8; N]);

impl<const N: usize> Faces<N> {
    /// Returns the number of faces of the die.
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().copied().map(u32::from).sum()
    }

    /// Returns the entry that a roll shows, and the rolled face as printed on the die. Only entries that
    /// `left` accepts can be rolled. `face` is the rolled face if only the faces of these entries are
    /// numbered, from 1.
    pub(crate) fn entry(&self, mut face: u32, left: impl Fn(usize) -> bool) -> (usize, u32) {
        let mut before = 0;
        for (at, faces) in self.0.iter().copied().map(u32::from).enumerate() {
            if left(at) {
                if face <= faces {
                    return (at, before + face);
                }
                face -= faces;
            }
            before += faces;
        }
        (N - 1, before)
    }
}

/// The printed tables that are needed during a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Charts {
    pub locations: [Location; LOCATIONS.len()],
    pub scatter: Faces<{ DIRECTIONS.len() }>,
    pub confusion: Faces<{ CONFUSION.len() }>,
}

/// All printed tables. Most of them are needed only before a fight.
#[derive(Debug)]
pub(crate) struct Printed {
    sizes: [Size; SCALES.len()],
    spreads: [Spread; AREAS.len()],
    /// The rows of the table of loads: a sum of endurance and strength, and the mass of one step of load for
    /// this sum, in tenths of a kilogramme. The rows are sorted by the sum.
    loads: Vec<(i32, i64)>,
    pub items: IndexMap<String, Stuff>,
    /// The number that each surface adds to the damage of a fall.
    pub surfaces: IndexMap<String, i32>,
    /// EMP Toughness of each class of devices.
    pub devices: IndexMap<String, i32>,
    pub techniques: IndexMap<String, Technique>,
    pub charts: Charts,
}

impl Printed {
    pub(crate) fn read(tree: &Table, faults: &Faults) -> Self {
        let faces = |f: &mut Fields<'_>| f.number("faces");
        let damage = |_: &str, _: &_, f: &mut Fields<'_>| f.number("damage");
        let toughness = |_: &str, _: &_, f: &mut Fields<'_>| f.number("toughness");
        let stuff = |_: &str, _: &_, f: &mut Fields<'_>| Stuff::keys(f);
        let technique = |_: &str, _: &_, f: &mut Fields<'_>| Technique::keys(f);
        Self {
            sizes: fixed(
                tree,
                ("scales", "scale"),
                SCALES,
                SCALE_ROW,
                faults,
                Size::keys,
            ),
            spreads: fixed(tree, ("areas", "area"), AREAS, AREA, faults, Spread::keys),
            loads: loads(tree, faults),
            items: read(tree, "items", "item", ITEM_ROW, faults, stuff),
            surfaces: read(tree, "surfaces", "surface", SURFACE_ROW, faults, damage),
            devices: read(tree, "devices", "device", DEVICE, faults, toughness),
            techniques: read(
                tree,
                "techniques",
                "technique",
                TECHNIQUE,
                faults,
                technique,
            ),
            charts: Charts {
                locations: fixed(
                    tree,
                    ("locations", "location"),
                    LOCATIONS,
                    LOCATION,
                    faults,
                    Location::keys,
                ),
                scatter: scatter(tree, faults, faces),
                confusion: confusion(tree, faults, faces),
            },
        }
    }

    /// Returns the row of the table of scales for the scale of a creature [SAM-4-1].
    pub(crate) fn size(&self, scale: i32) -> Size {
        self.sizes[usize::try_from(scale - SMALLEST).unwrap_or(0)]
    }

    /// Returns the row of the table of areas for the scale of an area [SAM-9-9].
    pub(crate) fn spread(&self, scale: i32) -> Spread {
        self.spreads[usize::try_from(scale + 1).unwrap_or(0)]
    }

    /// Returns the mass of one step of load for a fighter whose endurance and strength add up to `sum`, in
    /// tenths of a kilogramme. It is in the row with the highest sum that is not above `sum` [SAM-22-1].
    pub(crate) fn load_step(&self, sum: i32) -> i64 {
        let below = self.loads.iter().rev().find(|(of, _)| *of <= sum);
        let row = below.or(self.loads.first());
        row.map_or(0, |(_, step)| *step)
    }
}

/// Reads a table that may have only the rows of `names`. Returns the rows in the order of `names`. Reports a
/// row with any other name.
fn fixed<'n, T: Default + Copy, const N: usize>(
    tree: &'n Table,
    (table, kind): (&'static str, &'static str),
    names: [&'static str; N],
    keys: &'static [FieldSpec],
    faults: &'n Faults,
    mut read: impl FnMut(&mut Fields<'n>) -> T,
) -> [T; N] {
    let rows = of(tree, table);
    for (name, entry) in rows.iter() {
        if !names.contains(&name) {
            let place = format!("in `{table}`, whose rows are fixed");
            let code = "semiautomagic::unknown-row";
            faults.unknown(code, kind, name, entry.key, names, &place);
        }
    }
    names.map(|name| {
        let entry = rows.entry(name);
        let fields = entry
            .and_then(|entry| row(name, &entry.node, format!("{kind} `{name}`"), keys, faults));
        fields.map_or(T::default(), |mut fields| {
            let found = read(&mut fields);
            fields.finish();
            found
        })
    })
}

/// Reads the scatter die, which must have at least one face [SAM-9-4].
fn scatter<'n>(
    tree: &'n Table,
    faults: &'n Faults,
    faces: impl FnMut(&mut Fields<'n>) -> u8,
) -> Faces<{ DIRECTIONS.len() }> {
    let all = fixed(
        tree,
        ("scatter", "direction"),
        DIRECTIONS,
        SCATTER,
        faults,
        faces,
    );
    let die = Faces(all);
    check_faces(
        tree,
        "scatter",
        die.count(),
        "all directions have 0 faces",
        faults,
    );
    die
}

/// Reads the table of confusion. Some of its entries demand another roll. At least one of the others must
/// have a face [SAM-19-6, SAM-19-7].
fn confusion<'n>(
    tree: &'n Table,
    faults: &'n Faults,
    faces: impl FnMut(&mut Fields<'n>) -> u8,
) -> Faces<{ CONFUSION.len() }> {
    let all = fixed(
        tree,
        ("confusion", "entry"),
        CONFUSION,
        CONFUSED,
        faults,
        faces,
    );
    let lasts = |name: &str| !["longer", "panic", "again"].contains(&name);
    let lasting = CONFUSION.iter().zip(all).filter(|(name, _)| lasts(name));
    let count = lasting.map(|(_, faces)| u32::from(faces)).sum();
    let label = "all entries but `longer`, `panic` and `again` have 0 faces";
    check_faces(tree, "confusion", count, label, faults);
    Faces(all)
}

fn check_faces(tree: &Table, table: &str, count: u32, label: &str, faults: &Faults) {
    let node = tree.get(table).filter(|_| count == 0);
    if let Some(node) = node {
        let message = format!("the die of `{table}` has no faces");
        let fault = Fault::at("semiautomagic::no-faces", node.span, message, label);
        faults.push(fault.help("set `faces = 1` for one of them"));
    }
}

/// Reads the steps of load. Each row is named by a sum of endurance and strength [SAM-22-1].
fn loads(tree: &Table, faults: &Faults) -> Vec<(i32, i64)> {
    let mut loads: Vec<(i32, i64)> = Vec::new();
    for (name, entry) in of(tree, "loads").iter() {
        let sum = name.parse().ok();
        let Some(sum) = sum.filter(|sum: &i32| sum.to_string() == name) else {
            let message = format!("`{name}` is not a sum of endurance and strength");
            let fault = Fault::at(
                "semiautomagic::unknown-row",
                entry.key,
                message,
                "not a number",
            );
            faults.push(fault.help("name the row by a whole number, such as `21`"));
            continue;
        };
        let what = format!("load `{name}`");
        if let Some(mut fields) = row(name, &entry.node, what, LOAD, faults) {
            loads.push((sum, fields.number("step")));
            fields.finish();
        }
    }
    loads.sort_unstable();
    loads
}
