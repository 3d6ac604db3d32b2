//! Generates random small scenarios of any book. They are made from the book's words, house rules and tables,
//! and from the stat blocks of its starter scenario and its shipped scenarios.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus as Luck;
use skirmish::fight::EventKind;
use skirmish::frame::rules::RULES;
use skirmish::frame::{Allowed, BookInfo};
use skirmish::policy::{ActionSpec, FactSpec, Kind, ListSpec, SlotSpec, Takes, Vocabulary};
use skirmish::scenario::spec::{FieldKind, FieldSpec, Unsaid};
use toml::{Table, Value};

/// The sections that are generated for each scenario. All other sections are copied from a shipped scenario.
const MADE: [&str; 12] = [
    "ruleset",
    "title",
    "include",
    "run",
    "options",
    RULES,
    "combatants",
    "policies",
    "sides",
    "day",
    "vary",
    "expect",
];

/// The kind of scenarios to generate. Probabilities are in per cent.
#[derive(Debug)]
pub(crate) struct Shape {
    /// The round caps to choose from. All have the same probability.
    caps: &'static [i64],
    /// The numbers of fighters on a side to choose from. All have the same probability.
    fighters: &'static [i64],
    /// Probability that the battlefield of the shipped scenario is copied.
    grounded: u32,
    /// Probability that a combatant gets a generated policy.
    policies: u32,
    /// `plain`: probability that a generated policy has only one or two plain attacks. `plain_conditions`:
    /// probability that such a plain attack has a condition.
    plain: u32,
    plain_conditions: u32,
    /// Probability that an option is set. If numbers of the rules are set at all (see `rules`), also the
    /// probability that each of them is set.
    options: u32,
    /// Probability that any numbers of the rules are set.
    rules: u32,
}

impl Shape {
    /// Scenarios that are small enough for exact odds. Their policies have every kind of line and condition.
    pub(crate) const SMALL: Self = Self {
        caps: &[1, 2, 3, 5, 5, 6, 7, 8],
        fighters: &[1, 1, 1, 1, 1, 1, 2, 2, 3],
        grounded: 80,
        policies: 60,
        plain: 0,
        plain_conditions: 0,
        options: 6,
        rules: 50,
    };

    /// Scenarios with long fights: steps are drawn from tables, and some fights reach the round cap. Most
    /// policies are plain attacks with some target rule, because tables rarely apply to other policies.
    pub(crate) const DRAWN: Self = Self {
        caps: &[6, 6, 7, 8, 9, 10, 12, 15, 20, 40, 100],
        fighters: &[1, 1, 1, 1, 2, 2, 3],
        grounded: 50,
        policies: 75,
        plain: 70,
        plain_conditions: 15,
        options: 3,
        rules: 30,
    };
}

/// The parts that scenarios of one book are made from.
pub(crate) struct Source {
    book: &'static BookInfo,
    /// The starter scenario and the shipped scenarios.
    seeds: Vec<Table>,
    /// The names of the book's own weapons.
    weapons: Vec<String>,
}

impl Source {
    /// Loads the scenarios and words of a book, in the order of file names.
    pub(crate) fn of(book: &'static BookInfo) -> Self {
        let folder = format!("{}/scenarios/{}", env!("CARGO_MANIFEST_DIR"), book.name);
        let files = std::fs::read_dir(&folder).expect("every book ships scenarios");
        let mut paths: Vec<_> = files.flatten().map(|file| file.path()).collect();
        paths.sort();
        let scenarios = paths
            .iter()
            .filter(|path| path.extension().is_some_and(|e| e == "toml"));
        let texts = scenarios.map(|path| std::fs::read_to_string(path).expect("a shipped file"));
        let parse = |text: &str| text.parse::<Table>().expect("shipped files are TOML");
        let mut seeds = vec![parse(book.starter)];
        seeds.extend(texts.map(|text| parse(&text)));
        let tables = parse(book.tables);
        let weapons = tables.get("weapons").and_then(Value::as_table);
        Self {
            book,
            seeds,
            weapons: weapons.map_or(Vec::new(), |rows| rows.keys().cloned().collect()),
        }
    }

    /// Generates a scenario, which may have faults.
    pub(crate) fn scenario(&self, luck: &mut Luck, shape: &Shape) -> Table {
        let seed = one_of(luck, &self.seeds);
        let mut scenario = Table::new();
        scenario.insert("ruleset".into(), self.book.name.into());
        let mut run = Table::new();
        let cap: i64 = *one_of(luck, shape.caps);
        run.insert("round_cap".into(), cap.into());
        scenario.insert("run".into(), run.into());
        // The tables of the shipped scenario are copied, and in some cases its battlefield. Without a
        // battlefield, fighters start where the book puts them by default.
        let grounded = likely(luck, shape.grounded);
        for (key, table) in seed {
            let own = !MADE.contains(&key.as_str()) && (key != "field" || grounded);
            if own {
                scenario.insert(key.clone(), table.clone());
            }
        }
        scenario.insert("options".into(), self.options(luck, seed, shape).into());
        let rules = self.rules(luck, shape);
        if !rules.is_empty() {
            scenario.insert(RULES.into(), rules.into());
        }
        let mut sides = sides(luck, seed, grounded, shape);
        let day = likely(luck, 15).then(|| self.day(luck, &sides));
        // The first side goes through the day, if there is one. Its fighters are then present from the start.
        let may_arrive = &mut sides[usize::from(day.is_some())..];
        if likely(luck, 25) {
            Self::arrivals(luck, may_arrive, cap);
        }
        scenario.extend(day.map(|day| ("day".to_owned(), day.into())));
        if likely(luck, 15) {
            self.objectives(luck, &mut sides, cap);
        }
        let mut names: Vec<String> = sides.iter().flat_map(fighters).collect();
        names.sort();
        names.dedup();
        let mut weapons = self.weapons.clone();
        if let Some(own) = seed.get("weapons").and_then(Value::as_table) {
            weapons.extend(own.keys().cloned());
        }
        let mut combatants = combatants(luck, seed, &names, &weapons);
        let mut policies = seed
            .get("policies")
            .and_then(Value::as_table)
            .cloned()
            .unwrap_or_default();
        for name in &names {
            if likely(luck, shape.policies) {
                let carried = carried(&combatants[name]);
                let words = Words {
                    vocabulary: self.book.vocabulary,
                    items: if carried.is_empty() {
                        &weapons
                    } else {
                        &carried
                    },
                    combatants: &names,
                    zones: zones(&scenario),
                };
                let policy = format!("{name}-s");
                policies.insert(policy.clone(), words.policy(luck, shape).into());
                let block = combatants[name].as_table_mut().expect("a stat block");
                block.insert("policy".into(), policy.into());
            }
        }
        if likely(luck, 15) {
            let hurt: (&str, Value) = match self.book.name {
                "brp" => (
                    "start_injuries",
                    vec![Value::from(1), Value::from(2)].into(),
                ),
                "persona" => ("start_wounds", 2.into()),
                "murdham" => ("start_health", 2.into()),
                "semiautomagic" => ("wounds", 1.into()),
                _ => ("fatigue_physical", 1.into()),
            };
            let block = combatants[one_of(luck, &names)].as_table_mut();
            block.expect("a stat block").insert(hurt.0.into(), hurt.1);
        }
        self.let_leave(luck, &mut scenario, &policies);
        if !policies.is_empty() {
            scenario.insert("policies".into(), policies.into());
        }
        scenario.insert("combatants".into(), combatants.into());
        scenario.insert("sides".into(), Value::Array(sides));
        if FieldSpec::find(self.book.fields, "afflictions").is_some() && likely(luck, 20) {
            self.envenom(luck, &mut scenario);
        }
        if self.book.name == "semiautomagic" && likely(luck, 25) {
            raise_the_dead(luck, &mut scenario, &names);
        }
        if self.book.name == "semiautomagic" && likely(luck, 30) {
            bring_ailments(luck, &mut scenario, &names);
        }
        if self.book.name == "semiautomagic" && likely(luck, 30) {
            bring_remedies(luck, &mut scenario, &names);
        }
        if self.book.name == "persona" && likely(luck, 30) {
            bring_powers(luck, &mut scenario, &names);
        }
        if self.book.name == "swift-swords" && likely(luck, 30) {
            bring_spells(luck, &mut scenario, &names);
        }
        scenario
    }

    /// Adds one or two afflictions, and makes most weapons that fighters carry cause them with a hit.
    fn envenom(&self, luck: &mut Luck, scenario: &mut Table) {
        let rows = FieldSpec::find(self.book.fields, "afflictions");
        let rows = rows.map_or(&[][..], |table| match table.kind {
            FieldKind::ByName(_, FieldKind::Table(rows)) => rows,
            _ => &[],
        });
        let mut afflictions = Table::new();
        for name in ["venom", "fire"] {
            let mut row = Table::new();
            row.insert(
                "damage".into(),
                (*one_of(luck, &["1", "2", "1d2", "1d3-1"])).into(),
            );
            if likely(luck, 60) {
                row.insert("rounds".into(), luck.random_range(1i64..=4).into());
            }
            for spec in rows
                .iter()
                .filter(|spec| !["damage", "rounds"].contains(&spec.key))
            {
                let needed = spec.key == "save" && !row.contains_key("rounds");
                if needed || likely(luck, 50) {
                    row.insert(spec.key.into(), value_of(luck, spec.kind));
                }
            }
            afflictions.insert(name.into(), row.into());
        }
        scenario.insert("afflictions".into(), afflictions.into());
        let blocks = self::rows(scenario, "combatants").map(|(_, block)| block);
        let carried: Vec<String> = blocks.flat_map(carried).collect();
        let weapons = scenario
            .entry("weapons")
            .or_insert_with(|| Table::new().into());
        let weapons = weapons.as_table_mut().expect("weapons are a table");
        let known = |name: &String| self.weapons.contains(name);
        for name in carried {
            if (known(&name) || weapons.contains_key(&name)) && likely(luck, 70) {
                let row = weapons.entry(name).or_insert_with(|| Table::new().into());
                let names: &[&str] = match luck.random_range(0..3) {
                    0 => &["venom"],
                    1 => &["fire"],
                    _ => &["fire", "venom"],
                };
                let names: Vec<Value> = names.iter().map(|&name| name.into()).collect();
                let row = row.as_table_mut().expect("a weapon");
                row.insert("affliction".into(), names.into());
            }
        }
    }

    fn options(&self, luck: &mut Luck, seed: &Table, shape: &Shape) -> Table {
        let own = seed.get("options").and_then(Value::as_table);
        let mut options = own
            .filter(|_| likely(luck, 50))
            .cloned()
            .unwrap_or_default();
        for option in self.book.options.iter() {
            if likely(luck, shape.options) {
                let value = match one_of(luck, &option.values).value {
                    Allowed::Word(word) => word.into(),
                    Allowed::Number(number) => i64::from(number).into(),
                    Allowed::Range(least, most) => {
                        i64::from(luck.random_range(least..=most)).into()
                    }
                };
                options.insert(option.name.into(), value);
            }
        }
        options
    }

    /// Makes some of the fighters arrive later.
    fn arrivals(luck: &mut Luck, sides: &mut [Value], cap: i64) {
        for side in sides {
            let groups = side.get_mut("fighters").and_then(Value::as_array_mut);
            for group in groups.expect("sides are made so") {
                if likely(luck, 50) {
                    let round = luck.random_range(1..=cap.min(4));
                    let group = group.as_table_mut().expect("a group");
                    group.insert("arrives".into(), round.into());
                }
            }
        }
    }

    /// Generates a day. It has fights against all sides except the first, with rests in between. Some fights
    /// are repeated.
    fn day(&self, luck: &mut Luck, sides: &[Value]) -> Vec<Value> {
        let mut stages = Vec::new();
        for side in &sides[1..] {
            let name = side.get("name").cloned().expect("a side has a name");
            let mut stage = Table::from_iter([("fight".to_owned(), name)]);
            if likely(luck, 40) {
                stage.insert("repeat".into(), 2.into());
            }
            stages.push(stage.into());
            if !self.book.rests.is_empty() && likely(luck, 60) {
                let rest = one_of(luck, self.book.rests).name;
                stages.push(Table::from_iter([("rest".to_owned(), rest.into())]).into());
            }
        }
        stages
    }

    /// Adds objectives to some of the sides.
    fn objectives(&self, luck: &mut Luck, sides: &mut [Value], cap: i64) {
        let fates: Vec<&str> = (self.book.events.iter())
            .filter(|event| event.kind == EventKind::Fate)
            .map(|event| event.name)
            .collect();
        let hold = luck.random_range(1..=cap);
        for at in 0..sides.len() {
            let others = sides.iter().enumerate().filter(|(other, _)| *other != at);
            let others: Vec<String> = others.flat_map(|(_, side)| fighters(side)).collect();
            let mut wins = Vec::new();
            if likely(luck, 40) {
                wins.push(Table::from_iter([("hold".to_owned(), hold.into())]));
            }
            if likely(luck, 60) {
                let out = one_of(luck, &others).as_str();
                let mut objective = Table::from_iter([("out".to_owned(), out.into())]);
                if likely(luck, 50) {
                    objective.insert("fate".into(), (*one_of(luck, &fates)).into());
                }
                if likely(luck, 50) {
                    objective.insert("count".into(), 1.into());
                }
                wins.push(objective);
            }
            if likely(luck, 30) {
                // The place to reach, or to hold, is a place where other fighters start.
                let groups = sides
                    .iter()
                    .filter_map(|side| side.get("fighters")?.as_array());
                let mut places: Vec<Value> = groups.flatten().filter_map(place).collect();
                places.extend([0, 1, 2].map(Value::from));
                let place = one_of(luck, &places).clone();
                match wins.first_mut().filter(|one| one.contains_key("hold")) {
                    Some(first) if likely(luck, 50) => {
                        first.insert("at".into(), place);
                    }
                    _ => wins.push(Table::from_iter([("reach".to_owned(), place)])),
                }
            }
            if !wins.is_empty() {
                let side = sides[at].as_table_mut().expect("a side");
                let wins = wins.into_iter().map(Value::Table).collect();
                side.insert("wins".into(), Value::Array(wins));
            }
        }
    }

    /// Sets the house rule `leaving` in most cases, if the book has it and one of the policies lets fighters
    /// leave.
    fn let_leave(&self, luck: &mut Luck, scenario: &mut Table, policies: &Table) {
        let known = self
            .book
            .options
            .iter()
            .any(|option| option.name == "leaving");
        let lines = policies.values().filter_map(Value::as_table);
        let mut lines = lines.flat_map(Table::values).filter_map(Value::as_array);
        let leaves = |line: &Value| {
            let line = line.as_str().unwrap_or_default();
            line.starts_with("flee") || line.starts_with("surrender")
        };
        if known && lines.any(|list| list.iter().any(leaves)) && likely(luck, 75) {
            let options = scenario.get_mut("options").and_then(Value::as_table_mut);
            let options = options.expect("options were made");
            options.insert("leaving".into(), "yes".into());
        }
    }

    /// Generates numbers of the rules that differ a little from their defaults.
    fn rules(&self, luck: &mut Luck, shape: &Shape) -> Table {
        let mut rules = Table::new();
        let groups = FieldSpec::find(self.book.fields, RULES).map_or(&[][..], rows_of);
        if groups.is_empty() || !likely(luck, shape.rules) {
            return rules;
        }
        for group in groups {
            let mut numbers = Table::new();
            for row in rows_of(group) {
                if likely(luck, shape.options)
                    && let Some(value) = near_default(luck, row)
                {
                    numbers.insert(row.key.into(), value);
                }
            }
            if !numbers.is_empty() {
                rules.insert(group.key.into(), numbers.into());
            }
        }
        rules
    }
}

/// Returns the keys in the rows of a table.
fn rows_of(table: &FieldSpec) -> &'static [FieldSpec] {
    match table.kind {
        FieldKind::Table(rows) => rows,
        _ => &[],
    }
}

/// Returns a value for the number of the rules in `row`: in its range, and at most three steps from its
/// default. Returns `None` if it is not a number but dice.
fn near_default(luck: &mut Luck, row: &FieldSpec) -> Option<Value> {
    let Unsaid::Whole(default) = row.unsaid else {
        return None;
    };
    let (least, most) = match row.kind {
        FieldKind::Whole { least, most, .. } => (least, most),
        FieldKind::Scaled {
            least, most, scale, ..
        } => (least / scale, most / scale),
        _ => return None,
    };
    let step = luck.random_range(-3..=3_i64);
    Some((default + step).clamp(least, most).into())
}

/// Returns a random value of this kind. Smaller numbers are more likely.
fn value_of(luck: &mut Luck, kind: FieldKind) -> Value {
    match kind {
        FieldKind::AnyOf(kinds) => {
            let kind = *one_of(luck, kinds);
            value_of(luck, kind)
        }
        FieldKind::Word(words) => (*one_of(luck, words)).into(),
        FieldKind::Whole { least, most, .. } => {
            let most = *one_of(
                luck,
                &[most, (least + 100).min(most), (least + 20).min(most)],
            );
            luck.random_range(least..=most).into()
        }
        _ => true.into(),
    }
}

/// Returns the starting place of a group. Returns `None` if the group has several places.
fn place(group: &Value) -> Option<Value> {
    let at = group.get("at")?;
    let zone = at.get("zone").unwrap_or(at);
    let is_list = |part: &Value| part.is_array();
    let several = zone.as_array().is_some_and(|list| list.iter().any(is_list));
    (!several).then(|| zone.clone())
}

/// Generates two sides, or in a few cases three or four. Two of three or four sides may be allied.
fn sides(luck: &mut Luck, seed: &Table, grounded: bool, shape: &Shape) -> Vec<Value> {
    let names: Vec<&String> = rows(seed, "combatants").map(|(name, _)| name).collect();
    let listed = seed.get("sides").and_then(Value::as_array);
    let groups: Vec<&Value> = listed
        .into_iter()
        .flatten()
        .filter_map(|side| side.get("fighters")?.as_array())
        .flatten()
        .collect();
    let count = if likely(luck, 88) {
        2
    } else {
        luck.random_range(3..=4)
    };
    let side = |at: usize, luck: &mut Luck| {
        let mut left = *one_of(luck, shape.fighters);
        let mut fighters = Vec::new();
        while left > 0 {
            let mut group = one_of(luck, &groups)
                .as_table()
                .cloned()
                .unwrap_or_default();
            if likely(luck, 50) || group.get("combatant").is_none_or(|who| !who.is_str()) {
                group.insert("combatant".into(), one_of(luck, &names).as_str().into());
            }
            let count = luck.random_range(1..=left);
            left -= count;
            group.insert("count".into(), count.into());
            // Otherwise the group starts at a place that the shipped scenario has.
            if likely(luck, 35) {
                match one_of(luck, &groups).get("at") {
                    Some(at) => group.insert("at".into(), at.clone()),
                    None => group.remove("at"),
                };
            }
            if !grounded {
                group.remove("at");
            }
            match group.get_mut("at") {
                Some(Value::Integer(at)) if likely(luck, 30) => {
                    *at = *one_of(luck, &[0, 1, *at + 1, *at / 2]);
                }
                _ => {}
            }
            fighters.push(Value::Table(group));
        }
        let mut side = Table::new();
        let name = listed.and_then(|sides| sides.get(at)?.get("name")?.as_str());
        let name = name.map_or_else(|| format!("side {at}"), str::to_owned);
        side.insert("name".into(), name.into());
        side.insert("fighters".into(), fighters.into());
        Value::Table(side)
    };
    let mut sides: Vec<Value> = (0..count).map(|at| side(at, luck)).collect();
    if count > 2 && likely(luck, 70) {
        let [one, other] = [0, 1].map(|_| luck.random_range(0..count));
        let ally = sides[other]["name"].clone();
        let side = sides[one].as_table_mut().expect("a side");
        side.insert("allies".into(), vec![ally].into());
    }
    sides
}

/// Returns stat blocks with these names. Numbers and weapons are changed at random, and some blocks are
/// copies of others.
fn combatants(luck: &mut Luck, seed: &Table, names: &[String], weapons: &[String]) -> Table {
    let all: Vec<&Value> = rows(seed, "combatants").map(|(_, block)| block).collect();
    let mut combatants = Table::new();
    for name in names {
        let twin = combatants
            .iter()
            .next()
            .filter(|_| likely(luck, 20))
            .map(|(_, block)| block);
        let mut block = match twin {
            Some(twin) => Value::clone(twin),
            None => seed["combatants"][name].clone(),
        };
        if twin.is_none() {
            change(luck, &mut block, &all);
            let block = block.as_table_mut().expect("a stat block");
            if !weapons.is_empty() && likely(luck, 35) {
                let carried: Vec<Value> = (0..luck.random_range(0..=2))
                    .map(|_| one_of(luck, weapons).as_str().into())
                    .collect();
                block.insert("carries".into(), carried.into());
            }
        }
        combatants.insert(name.clone(), block);
    }
    // Policies of the shipped scenario may name any of its combatants, so all of them are kept.
    for (name, block) in rows(seed, "combatants") {
        combatants
            .entry(name.clone())
            .or_insert_with(|| block.clone());
    }
    combatants
}

/// Adds a disease that makes the dead rise. Some fighters have it from the start, and some weapons transmit
/// it.
fn raise_the_dead(luck: &mut Luck, scenario: &mut Table, names: &[String]) {
    let blocks: Vec<String> = rows(scenario, "combatants")
        .map(|row| row.0.clone())
        .collect();
    let mut row = Table::new();
    row.insert("dc".into(), luck.random_range(1i64..=9).into());
    row.insert(
        "every".into(),
        (*one_of(luck, &["round", "round", "longer"])).into(),
    );
    let symptoms = [
        "wound",
        "morale",
        "mobility",
        "staggered",
        "unconscious",
        "random",
        "none",
    ];
    row.insert("symptom".into(), (*one_of(luck, &symptoms)).into());
    row.insert("airborne".into(), likely(luck, 15).into());
    row.insert("rises".into(), one_of(luck, &blocks).as_str().into());
    let poisons = scenario
        .entry("poisons")
        .or_insert_with(|| Table::new().into());
    let poisons = poisons.as_table_mut().expect("poisons are a table");
    poisons.insert("grave".into(), row.into());
    let blocks = scenario["combatants"].as_table_mut().expect("stat blocks");
    for (_, block) in blocks.iter_mut().filter(|(name, _)| names.contains(name)) {
        if likely(luck, 35) {
            let block = block.as_table_mut().expect("a stat block");
            block.insert("afflicted".into(), vec![Value::from("grave")].into());
        }
    }
    let weapons = scenario.get_mut("weapons").and_then(Value::as_table_mut);
    for (_, weapon) in weapons.into_iter().flatten() {
        let weapon = weapon.as_table_mut().expect("a weapon");
        let kind = weapon.get("kind").and_then(Value::as_str);
        if kind != Some("morale") && likely(luck, 50) {
            weapon.insert("poison".into(), "grave".into());
        }
    }
}

/// Gives some weapons an ailment, and some fighters a predefined combo without damage.
fn bring_ailments(luck: &mut Luck, scenario: &mut Table, names: &[String]) {
    let weapons = scenario.get_mut("weapons").and_then(Value::as_table_mut);
    for (_, weapon) in weapons.into_iter().flatten() {
        let weapon = weapon.as_table_mut().expect("a weapon");
        let kind = weapon.get("kind").and_then(Value::as_str);
        if !matches!(kind, Some("morale" | "shield")) && likely(luck, 50) {
            weapon.insert("ailment".into(), ailment(luck).into());
        }
    }
    let blocks = scenario["combatants"].as_table_mut().expect("stat blocks");
    for (_, block) in blocks.iter_mut().filter(|(name, _)| names.contains(name)) {
        if likely(luck, 35) {
            let combo = *one_of(luck, &["grab", "trip", "disarm"]);
            let block = block.as_table_mut().expect("a stat block");
            block.insert("combos".into(), vec![Value::from(combo)].into());
        }
    }
}

/// Returns an ailment of the book `semiautomagic`. It lasts for the whole fight or for a short time.
fn ailment(luck: &mut Luck) -> Table {
    let effects = [
        "prone",
        "held",
        "stunned",
        "staggered",
        "disabled",
        "blinded",
        "flat-footed",
        "mobility",
        "asleep",
        "paralysed",
        "unconscious",
        "disarmed",
    ];
    let effect = *one_of(luck, &effects);
    let mut row = Table::new();
    row.insert("effect".into(), effect.into());
    match luck.random_range(0..3) {
        0 => _ = row.insert("resist".into(), "none".into()),
        1 => _ = row.insert("dc".into(), luck.random_range(3i64..=9).into()),
        _ => {}
    }
    let dice: [Value; 4] = [1.into(), 2.into(), "1d2".into(), "1d3".into()];
    let rounds = ["held", "staggered", "disabled", "blinded", "flat-footed"];
    if effect == "stunned" {
        row.insert("seconds".into(), one_of(luck, &dice).clone());
    } else if effect == "staggered" || rounds.contains(&effect) && likely(luck, 60) {
        row.insert("rounds".into(), one_of(luck, &dice).clone());
    }
    if effect == "held" && likely(luck, 50) {
        row.insert("escape".into(), luck.random_range(3i64..=9).into());
    }
    row
}

/// Adds two remedies, and gives one or both of them to some fighters. Some fighters start with wounds or
/// other conditions that the remedies can end.
fn bring_remedies(luck: &mut Luck, scenario: &mut Table, names: &[String]) {
    let mut rows = Table::new();
    for name in ["balm", "charm"] {
        rows.insert(name.into(), remedy(luck).into());
    }
    scenario.insert("remedies".into(), rows.into());
    let blocks = scenario["combatants"].as_table_mut().expect("stat blocks");
    for (_, block) in blocks.iter_mut().filter(|(name, _)| names.contains(name)) {
        let block = block.as_table_mut().expect("a stat block");
        if likely(luck, 60) {
            let all = [&["balm"][..], &["charm"], &["charm", "balm"]];
            let own = one_of(luck, &all).iter().map(|&name| Value::from(name));
            block.insert("remedies".into(), own.collect::<Vec<Value>>().into());
            block.insert("medicine".into(), 1.into());
        }
        if likely(luck, 40) {
            block.insert("wounds".into(), luck.random_range(1i64..=3).into());
        }
        if likely(luck, 20) {
            let start = *one_of(
                luck,
                &["held", "blinded", "disabled", "broken", "confused", "dying"],
            );
            block.insert("starts".into(), vec![Value::from(start)].into());
        }
    }
}

/// Returns a remedy of the book `semiautomagic`. Most remedies have a limited number of uses.
fn remedy(luck: &mut Luck) -> Table {
    let mut row = Table::new();
    let dice: [Value; 3] = [1.into(), 2.into(), "1d2".into()];
    row.insert("wounds".into(), one_of(luck, &dice).clone());
    if likely(luck, 40) {
        row.insert("morale".into(), one_of(luck, &dice).clone());
    }
    let ends = [
        "prone",
        "held",
        "stunned",
        "staggered",
        "disabled",
        "blinded",
        "flat-footed",
        "mobility",
        "confused",
        "panicked",
        "frenzied",
        "asleep",
        "poison",
        "dying",
    ];
    if likely(luck, 60) {
        let two = [*one_of(luck, &ends[..7]), *one_of(luck, &ends[7..])];
        row.insert("ends".into(), two.map(Value::from).to_vec().into());
    }
    row.insert("seconds".into(), luck.random_range(1i64..=5).into());
    if likely(luck, 70) {
        row.insert("uses".into(), luck.random_range(1i64..=2).into());
    }
    if likely(luck, 30) {
        row.insert(
            "skill".into(),
            (*one_of(luck, &["medicine", "magic"])).into(),
        );
        row.insert("dc".into(), luck.random_range(3i64..=6).into());
    }
    row
}

/// Adds two remedies of the book `persona`, and gives one or both of them to some fighters. Also gives some
/// weapons an ailment.
fn bring_powers(luck: &mut Luck, scenario: &mut Table, names: &[String]) {
    let mut rows = Table::new();
    for name in ["balm", "charm"] {
        rows.insert(name.into(), power(luck).into());
    }
    scenario.insert("remedies".into(), rows.into());
    let blocks = scenario["combatants"].as_table_mut().expect("stat blocks");
    for (_, block) in blocks.iter_mut().filter(|(name, _)| names.contains(name)) {
        if likely(luck, 60) {
            let all = [&["balm"][..], &["charm"], &["charm", "balm"]];
            let own = one_of(luck, &all).iter().map(|&name| Value::from(name));
            let block = block.as_table_mut().expect("a stat block");
            block.insert("remedies".into(), own.collect::<Vec<Value>>().into());
        }
    }
    let weapons = scenario.get_mut("weapons").and_then(Value::as_table_mut);
    for (_, weapon) in weapons.into_iter().flatten() {
        if likely(luck, 30) {
            let effects = [
                "fatigue",
                "stunned",
                "prone",
                "pinned",
                "immobilised",
                "unconscious",
            ];
            let mut row = Table::new();
            row.insert("effect".into(), (*one_of(luck, &effects)).into());
            let weapon = weapon.as_table_mut().expect("a weapon");
            weapon.insert("ailment".into(), row.into());
        }
    }
}

/// Returns a remedy of the book `persona`. Most remedies have a limited number of uses.
fn power(luck: &mut Luck) -> Table {
    let mut row = Table::new();
    let dice: [Value; 4] = [1.into(), 3.into(), "1d2".into(), "1d5".into()];
    row.insert("wounds".into(), one_of(luck, &dice).clone());
    if likely(luck, 40) {
        row.insert("fatigue".into(), 1.into());
    }
    if likely(luck, 60) {
        let end = *one_of(luck, &["prone", "stunned", "pinned", "immobilised"]);
        row.insert("ends".into(), vec![Value::from(end)].into());
    }
    row.insert("action".into(), (*one_of(luck, &["half", "full"])).into());
    row.insert("power".into(), likely(luck, 30).into());
    row.insert("range".into(), luck.random_range(0i64..=20).into());
    if likely(luck, 75) {
        row.insert("uses".into(), luck.random_range(1i64..=2).into());
    }
    if likely(luck, 30) {
        row.insert("test".into(), (*one_of(luck, &["wp", "ag"])).into());
    }
    row
}

/// Adds two remedies of the book `swift-swords`, and gives one or both of them to some fighters.
fn bring_spells(luck: &mut Luck, scenario: &mut Table, names: &[String]) {
    let mut rows = Table::new();
    for name in ["balm", "charm"] {
        rows.insert(name.into(), spell(luck).into());
    }
    scenario.insert("remedies".into(), rows.into());
    let blocks = scenario["combatants"].as_table_mut().expect("stat blocks");
    for (_, block) in blocks.iter_mut().filter(|(name, _)| names.contains(name)) {
        if likely(luck, 60) {
            let all = [&["balm"][..], &["charm"], &["charm", "balm"]];
            let own = one_of(luck, &all).iter().map(|&name| Value::from(name));
            let block = block.as_table_mut().expect("a stat block");
            block.insert("remedies".into(), own.collect::<Vec<Value>>().into());
        }
    }
}

/// Returns a remedy of the book `swift-swords`. Most remedies have a limited number of uses.
fn spell(luck: &mut Luck) -> Table {
    let mut row = Table::new();
    let dice: [Value; 3] = [1.into(), 2.into(), "1d2".into()];
    row.insert("physical".into(), one_of(luck, &dice).clone());
    if likely(luck, 40) {
        row.insert("mental".into(), one_of(luck, &dice).clone());
    }
    if likely(luck, 60) {
        let ends = ["stun", "shock", "doubt", "panic", "bleeding", "afflictions"];
        let two = [*one_of(luck, &ends[..3]), *one_of(luck, &ends[3..])];
        row.insert("ends".into(), two.map(Value::from).to_vec().into());
    }
    if likely(luck, 70) {
        row.insert("cost".into(), luck.random_range(1i64..=6).into());
    }
    if likely(luck, 50) {
        row.insert("range".into(), luck.random_range(0i64..=2).into());
    }
    if likely(luck, 75) {
        row.insert("uses".into(), luck.random_range(1i64..=2).into());
    }
    if likely(luck, 30) {
        row.insert("test".into(), (*one_of(luck, &["soul", "mind"])).into());
    }
    row
}

/// Iterates over the rows of the table `table` in a scenario, with their names.
fn rows<'t>(seed: &'t Table, table: &str) -> impl Iterator<Item = (&'t String, &'t Value)> {
    seed.get(table)
        .and_then(Value::as_table)
        .into_iter()
        .flatten()
}

fn fighters(side: &Value) -> Vec<String> {
    let groups = side["fighters"].as_array().expect("sides are made so");
    groups
        .iter()
        .filter_map(|group| Some(group["combatant"].as_str()?.to_owned()))
        .collect()
}

fn carried(block: &Value) -> Vec<String> {
    let list = block.get("carries").and_then(Value::as_array);
    list.into_iter()
        .flatten()
        .filter_map(|item| Some(item.as_str()?.to_owned()))
        .collect()
}

/// Changes some numbers in `value`. Most of them become smaller, so that fights stay small. Some become equal
/// to numbers in `others`.
fn change(luck: &mut Luck, value: &mut Value, others: &[&Value]) {
    match value {
        Value::Integer(number) => {
            if likely(luck, 45) {
                let n = *number;
                *number = *one_of(
                    luck,
                    &[n / 2, n / 2, n / 3, n / 3 + 1, n + 1, n - 1, 0, 1, 2, 3],
                );
            }
        }
        Value::Boolean(truth) => *truth ^= likely(luck, 10),
        Value::Array(list) => {
            for entry in list {
                change(luck, entry, &[]);
            }
        }
        Value::Table(table) => {
            for (key, entry) in table.iter_mut() {
                let other = others.iter().find_map(|other| other.get(key));
                match other {
                    Some(other) if likely(luck, 15) => *entry = other.clone(),
                    _ => change(luck, entry, &[]),
                }
            }
        }
        Value::String(_) | Value::Float(_) | Value::Datetime(_) => {}
    }
}

/// The words and names that policies of a scenario can use.
struct Words<'a> {
    vocabulary: &'static Vocabulary,
    items: &'a [String],
    combatants: &'a [String],
    /// The number of zones of the field.
    zones: i64,
}

/// Returns the number of zones of a scenario's field, or 1 in books without zones.
fn zones(scenario: &Table) -> i64 {
    let zones = scenario.get("field").and_then(|field| field.get("zones"));
    match zones {
        Some(Value::Integer(count)) => *count,
        Some(Value::Array(names)) => i64::try_from(names.len()).unwrap_or(1),
        _ => 1,
    }
}

impl Words<'_> {
    fn policy(&self, luck: &mut Luck, shape: &Shape) -> Table {
        let mut policy = Table::new();
        if shape.plain > 0 && likely(luck, shape.plain) {
            let count = *one_of(luck, &[1, 1, 1, 2]);
            let mut lines: Vec<Value> = (0..count)
                .map(|_| self.plain_attack(luck, shape).into())
                .collect();
            let act = self.act();
            let flight = act.actions.iter().find(|action| action.name == "flee");
            if let Some(flight) = flight.filter(|_| likely(luck, 15)) {
                let flight = format!("flee if {}", self.condition(luck, act, flight, 1));
                lines.insert(0, flight.into());
            }
            policy.insert("act".into(), lines.into());
            return policy;
        }
        for list in self.vocabulary.lists {
            if likely(luck, 45) {
                let count = *one_of(luck, &[0, 1, 1, 2, 2, 3]);
                let lines: Vec<Value> = (0..count).map(|_| self.line(luck, list).into()).collect();
                policy.insert(list.name.into(), lines.into());
            }
        }
        policy
    }

    /// Returns the specification of the list `act`, which all books have.
    fn act(&self) -> &'static ListSpec {
        let mut lists = self.vocabulary.lists.iter();
        lists.find(|list| list.name == "act").expect("all books")
    }

    /// Returns a line with an attack and a random target rule. All books have the list `act` and the action
    /// `attack … at <target>`.
    fn plain_attack(&self, luck: &mut Luck, shape: &Shape) -> String {
        let rule = one_of(luck, self.vocabulary.targets).name;
        let line = format!("attack at {rule}");
        if !likely(luck, shape.plain_conditions) {
            return line;
        }
        let list = self.act();
        let mut actions = list.actions.iter();
        let attack = actions.find(|action| action.name == "attack");
        let attack = attack.expect("all books have it");
        format!("{line} if {}", self.condition(luck, list, attack, 1))
    }

    fn line(&self, luck: &mut Luck, list: &ListSpec) -> String {
        let action = one_of(luck, list.actions);
        let mut line = action.name.to_owned();
        for slot in action.slots {
            if slot.required || likely(luck, 30) {
                line = format!("{line} {} {}", slot.word, self.slot(luck, slot));
            }
        }
        let condition = likely(luck, 45).then(|| self.condition(luck, list, action, 2));
        // Some actions need a fact, such as `go` with `self.must_reach`. A line with such an action but
        // without the fact is a fault if no fighter has an objective that makes the action possible.
        match (action.needs, condition) {
            (Some(need), Some(condition)) => format!("{line} if {need} or ({condition})"),
            (Some(need), None) => format!("{line} if {need}"),
            (None, Some(condition)) => format!("{line} if {condition}"),
            (None, None) => line,
        }
    }

    fn slot(&self, luck: &mut Luck, slot: &SlotSpec) -> String {
        match slot.takes {
            Takes::Item => self.item(luck),
            Takes::Target | Takes::Enemy => {
                let rules = self.vocabulary.targets.iter().map(|rule| rule.name);
                let all: Vec<&str> = rules
                    .chain(self.combatants.iter().map(String::as_str))
                    .collect();
                (*one_of(luck, &all)).to_owned()
            }
            Takes::Number => luck.random_range(0..4).to_string(),
            Takes::Zone(_) => luck.random_range(0..self.zones.clamp(1, 4)).to_string(),
            Takes::Whole(least, most) => luck.random_range(least..=most.min(least + 3)).to_string(),
            Takes::Word(words) => one_of(luck, words).name.to_owned(),
        }
    }

    fn item(&self, luck: &mut Luck) -> String {
        let selectors = self.vocabulary.selectors.iter().map(|word| word.name);
        let all: Vec<&str> = selectors
            .chain(self.items.iter().map(String::as_str))
            .collect();
        (*one_of(luck, &all)).to_owned()
    }

    fn condition(
        &self,
        luck: &mut Luck,
        list: &ListSpec,
        action: &ActionSpec,
        depth: u8,
    ) -> String {
        if depth > 0 && likely(luck, 20) {
            let mut part = || self.condition(luck, list, action, depth - 1);
            let (one, other) = (part(), part());
            return match luck.random_range(0..3) {
                0 => format!("({one}) and ({other})"),
                1 => format!("({one}) or ({other})"),
                _ => format!("not ({one})"),
            };
        }
        if likely(luck, 10) {
            return format!("chance({}%)", luck.random_range(1..100));
        }
        let aims = action
            .slots
            .iter()
            .any(|slot| matches!(slot.takes, Takes::Target));
        let may = |fact: &&FactSpec| {
            (fact.lists.is_empty() || fact.lists.contains(&list.name))
                && (aims || !fact.needs_target)
        };
        let facts: Vec<&FactSpec> = self.vocabulary.facts.iter().filter(may).collect();
        let fact = *one_of(luck, &facts);
        let name = if fact.of_item {
            format!("{}({})", fact.name, self.item(luck))
        } else {
            fact.name.to_owned()
        };
        let compare = *one_of(luck, &["==", "!=", "<", "<=", ">", ">="]);
        match fact.kind {
            Kind::Truth => name,
            Kind::Number => format!("{name} {compare} {}", luck.random_range(0..8)),
            Kind::Scale(scale) => {
                let word = one_of(luck, scale.words);
                format!("{name} {compare} {}", word.name)
            }
        }
    }
}

pub(crate) fn one_of<'l, T>(luck: &mut Luck, list: &'l [T]) -> &'l T {
    &list[luck.random_range(0..list.len())]
}

fn likely(luck: &mut Luck, percent: u32) -> bool {
    luck.random_range(0..100) < percent
}
