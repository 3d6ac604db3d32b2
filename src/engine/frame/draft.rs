//! Compiles a matchup. First a checked draft is read from the scenario, with all names resolved. Then the
//! fight is built from the draft.
//!
//! All tables, stat blocks and policies of the scenario are checked, including those that no fight uses.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use indexmap::IndexMap;
use serde_json::{Map, Value as Json};

use super::book::{Book, BookInfo, StatBlock};
use super::day;
use super::goals;
use super::label;
use super::lineup::{Blocks, Lineup};
use super::load::Compiled;
use super::objectives;
use super::policy_cache::{Policies, PolicyCache};
use super::scripts::{check_foe, check_mentions, check_policies, policies};
use super::settings::{HouseRules, Record};
use crate::fight::{self, Arena as _};
use crate::policy::{Names, Policy};
use crate::scenario::objectives::{Condition, Objective};
use crate::scenario::spec::FieldSpec;
use crate::scenario::tables;
use crate::scenario::{
    Entry, Fault, Faults, Fields, Matchup, Node, RunSettings, Side, Span, Table, Value, check_kind,
    counted,
};

/// A matchup that has been read and checked, with all names resolved. A fight is built from it.
#[derive(Debug)]
pub struct Draft<'m, B: Book> {
    /// The matchup as written in the scenario.
    pub matchup: &'m Matchup,
    /// The settings of the house rules.
    pub options: B::Options,
    /// The rows of all tables of the book.
    pub tables: B::Tables,
    /// The battlefield, from the table `[field]`.
    pub ground: B::Ground,
    /// The stat blocks by name. The value is `None` for a stat block with faults.
    pub sheets: IndexMap<&'m str, Option<B::Sheet>>,
    /// The names of all items that fighters can carry. In a compiled policy, the number of an item is its
    /// position here.
    pub items: Vec<String>,
    policies: Rc<Policies>,
}

/// Compiles one matchup of the book `B`. Returns `None` if the matchup has faults.
pub(super) fn compile<B: Book>(
    matchup: &Matchup,
    run: &RunSettings,
    known: &PolicyCache,
    faults: &Faults,
) -> Option<Compiled> {
    let (draft, places, record) = Draft::<B>::read(matchup, known, faults)?;
    let sides = B::sides(&draft, &places);
    let content = draft.content(sides);
    let listed = (B::INFO.options.as_slice(), B::INFO.fields);
    let label = label::of(matchup, listed, &record, content, &known.labels);
    let bout = B::bout(&draft, &places, draft.lineup(sides), run, label);
    Some((bout, record))
}

/// Builds only the fight of a matchup, for tests that look at the fight itself.
#[cfg(test)]
pub(crate) fn fight<B: Book>(
    matchup: &Matchup,
    run: &RunSettings,
    faults: &Faults,
) -> Option<B::Fight> {
    let (draft, places, _) = Draft::<B>::read(matchup, &PolicyCache::default(), faults)?;
    let lineup = draft.lineup(B::sides(&draft, &places));
    Some(draft.fight(&places, lineup, run))
}

impl<'m, B: Book> Draft<'m, B> {
    /// Reads and checks everything in a matchup, and returns the draft, the starting places, and the settings
    /// of the house rules. Returns `None` if the matchup has faults.
    fn read(
        matchup: &'m Matchup,
        known: &PolicyCache,
        faults: &Faults,
    ) -> Option<(Self, B::Places, Record)> {
        let before = faults.met();
        let tree = &matchup.tree;
        let fields = options(matchup, faults);
        let (mut settings, record) = B::Options::read(fields, faults);
        let rows = B::tables(tree, faults);
        B::combine(&mut settings, &rows);
        let fields = field(matchup, B::INFO.field(), faults);
        let unmet = faults.met();
        let ground = B::ground(fields, &rows, &matchup.sides, faults);
        let is_sound = faults.met() == unmet;
        let sheets: IndexMap<&str, Option<B::Sheet>> = tables::combatants(tree)
            .map(|(name, node)| (name, sheet::<B>(name, node, &rows, faults)))
            .collect();
        let items: Vec<String> = B::items(&rows).map(str::to_owned).collect();
        let names: Vec<String> = sheets.keys().map(|&name| name.to_owned()).collect();
        let names = Names {
            items: &items,
            combatants: &names,
            zones: B::zones(&ground),
        };
        let policies = known.policies(tables::of(tree, "policies"), &names, || {
            let before = faults.met();
            let policies = policies(tree, B::INFO.vocabulary, &names, faults);
            (policies, faults.met() == before)
        });
        check_policies(tables::combatants(tree), &policies, faults);
        let zones = is_sound.then_some(names.zones.len());
        check_mentions(&matchup.sides, tree, &policies, zones, faults);
        let draft = Self {
            matchup,
            options: settings,
            tables: rows,
            ground,
            sheets,
            items,
            policies,
        };
        check_arrivals(matchup, faults);
        check_rounds(matchup, B::ROUNDS, faults);
        objectives::check(matchup, B::INFO.events, faults);
        let late = |name: &str| {
            let sheet = draft.sheets.get(name).and_then(Option::as_ref);
            sheet.is_some_and(|sheet| sheet.arrives() > 1)
        };
        day::check(matchup, B::INFO, &late, faults);
        let places = B::places(&draft, faults)?;
        draft.check_goals(&places, faults);
        if faults.met() == before {
            B::check(&draft, &places, faults);
        }
        (faults.met() == before).then_some((draft, places, record))
    }

    /// Builds the fight. If the matchup is a day, the fight becomes a day.
    pub(super) fn fight(&self, places: &B::Places, lineup: Lineup, run: &RunSettings) -> B::Fight {
        let mut fight = B::fight(self, places, lineup, run);
        if let Some(day) = &self.matchup.day {
            let day = day::resolved(day, fight.cast(), B::INFO);
            fight::day::set(&mut fight, day);
        }
        fight
    }

    /// Checks the places that objectives want fighters to reach. Reports places that do not exist, and
    /// objectives that are already met when the fight begins.
    fn check_goals(&self, places: &B::Places, faults: &Faults) {
        for (at, side) in self.matchup.sides.iter().enumerate() {
            for objective in &side.wins {
                let (node, is_held) = match &objective.goal {
                    Condition::Reach(node) => (node, false),
                    Condition::Hold(_, _, Some(node)) => (node, true),
                    Condition::Hold(..) | Condition::Out(_) => continue,
                };
                let Some(spot) = B::spot(self, node, faults) else {
                    continue;
                };
                let who = objective.fighters(at, B::sides(self, places));
                let there = who.filter(|&who| B::starts_at(places, who, spot)).count();
                if !is_held && there >= objective.least as usize {
                    let message = format!("side `{}` has reached this place already", side.name);
                    let fault =
                        Fault::at("scenario::objective", node.span, message, "they start here");
                    faults.push(fault.help("name another place, or another start position `at`"));
                }
            }
        }
    }

    /// Returns the lineup of these sides: their fighters, objectives, and stages of a day.
    fn lineup(&self, sides: &[Side]) -> Lineup {
        let names: Vec<&str> = self.sheets.keys().copied().collect();
        let arms = |name: &str| {
            let carried = self.sheet(name).carries().iter();
            let carried = carried.map(|item| (item.clone(), B::counted_as(&self.tables, item)));
            carried.filter(|(_, names)| !names.is_empty()).collect()
        };
        let blocks = Blocks {
            is_thing: &|name| self.sheet(name).is_thing(),
            arrives: &|name| self.sheet(name).arrives(),
            arms: &arms,
        };
        let mut lineup = Lineup::new(sides, &B::later(self), &names, &blocks);
        let spot = |node: &Node| B::spot(self, node, &Faults::default());
        objectives::set(&mut lineup, &self.matchup.sides, B::INFO.events, spot);
        if let Some(day) = &self.matchup.day {
            lineup.stages = day::fighters_of_stages(day, &lineup);
        }
        lineup
    }

    /// Returns the stat block named `name`.
    ///
    /// # Panics
    /// If the stat block has faults.
    pub fn sheet(&self, name: &str) -> &B::Sheet {
        self.sheets[name]
            .as_ref()
            .expect("sheets with faults end the compilation")
    }

    /// Returns the compiled policy that a stat block uses.
    ///
    /// # Panics
    /// If the policy has faults.
    pub fn policy(&self, sheet: &B::Sheet) -> &Policy {
        let checked = self.policies[sheet.policy()].as_ref();
        let checked = checked.expect("policies with faults end the compilation");
        &checked.policy
    }

    /// Returns the names of the stat blocks of all fighters on these sides, followed by those of fighters
    /// that may arrive later. The same name may occur several times.
    pub fn blocks(&self, sides: &[Side]) -> Vec<String> {
        let groups = sides.iter().flat_map(|side| &side.groups);
        let names = groups.map(|group| group.combatant.clone());
        let later = B::later(self).into_iter().map(|(_, name)| name);
        names.chain(later).collect()
    }

    /// Returns the names of the items that the fighters of these sides carry, including fighters that may
    /// arrive later. An item comes before another if a stat block names it earlier.
    pub fn armoury(&self, sides: &[Side]) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for block in self.blocks(sides) {
            for name in self.sheet(&block).carries() {
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
        }
        names
    }

    /// Returns a bit set of the fight's weapons for each name in `self.items`. The set has the weapon with
    /// this name, and is empty if nobody in the fight carries it. Bit 0 stands for bare hands, and the next
    /// bits for the names in `armoury`, in their order.
    pub fn named(&self, armoury: &[String]) -> Vec<u64> {
        let bit = |name: &String| armoury.iter().position(|known| known == name);
        let bits = self.items.iter().map(bit);
        bits.map(|at| at.map_or(0, |at| 1 << (at + 1))).collect()
    }

    /// Reports a fault if the fighters of these sides carry too many different weapons. There may be `room`
    /// of them, including bare hands.
    pub fn check_armoury(&self, sides: &[Side], room: usize, faults: &Faults) {
        let (count, most) = (self.armoury(sides).len(), room - 1);
        if count > most {
            faults.push(Fault::at(
                "scenario::too-many",
                sides[0].span,
                format!("a matchup can have at most {most} different weapons, not {count}"),
                "too many weapons",
            ));
        }
    }

    /// Checks a key of stat blocks that has an effect only in some matchups. `is_used` says whether the key
    /// has an effect in this matchup. If the key has no effect in any matchup of the scenario, this is a
    /// fault with `code`.
    pub fn check_use(
        &self,
        (combatant, key): (&str, &str),
        is_used: bool,
        (code, why): (&'static str, &str),
        faults: &Faults,
    ) {
        let mut blocks = tables::combatants(&self.matchup.tree);
        let block = blocks.find(|(name, _)| *name == combatant);
        if let Some(entry) = block.and_then(|(_, block)| block.as_table()?.entry(key)) {
            faults.unless_used((entry.key, code), is_used, || {
                let message = format!("`{key}` has no effect on combatant `{combatant}`");
                Fault::at(code, entry.node.span, message, why)
            });
        }
    }

    /// Checks the combatants and sides that a key of the stat blocks names as enemies. `names` returns the
    /// value of this key. A fault is reported for a name that only the fighter's own side or its allies have.
    pub fn check_foes(&self, names: impl Fn(&B::Sheet) -> &[(String, Span)], faults: &Faults) {
        let sides = &self.matchup.sides;
        for side in sides {
            for group in &side.groups {
                for (name, span) in names(self.sheet(&group.combatant)) {
                    check_foe(sides, side, (&group.combatant, name, *span), faults);
                }
            }
        }
    }

    /// Checks that `names` are names of combatants or sides. Any other name is a fault with `code`.
    pub fn check_people<'n>(
        &self,
        names: impl Iterator<Item = &'n (String, Span)>,
        code: &'static str,
        faults: &Faults,
    ) {
        let sides = self.matchup.sides.iter().map(|side| side.name.as_str());
        let known: Vec<&str> = self.sheets.keys().copied().chain(sides).collect();
        for (name, span) in names.filter(|(name, _)| !known.contains(&name.as_str())) {
            let place = "among combatants and sides";
            faults.unknown(code, "combatant", name, *span, known.iter().copied(), place);
        }
    }

    /// Reports fighters that cannot reach any enemy from their starting place. `idle` returns whether this is
    /// so, for the position of a fighter in the order of the scenario and its stat block. `code`, `label` and
    /// `help` are parts of the reported fault.
    pub fn check_reach(
        &self,
        (code, label, help): (&'static str, &'static str, &'static str),
        idle: impl Fn(usize, &B::Sheet) -> bool,
        faults: &Faults,
    ) {
        let groups = self.matchup.sides.iter().flat_map(|side| &side.groups);
        let everybody = groups.flat_map(|group| std::iter::repeat_n(group, group.count as usize));
        for (at, group) in everybody.enumerate() {
            if idle(at, self.sheet(&group.combatant)) {
                let message = format!("`{}` can never reach an enemy", group.combatant);
                faults.push(Fault::at(code, group.span, message, label).help(help));
            }
        }
    }

    /// Returns the rows of tables that the fight of these sides depends on, in the form of the matchup's
    /// label.
    fn content(&self, sides: &[Side]) -> Vec<label::LabelRow> {
        let mut content = vec![("policies", "default".to_owned())];
        for block in self.blocks(sides) {
            let policy = self.sheet(&block).policy().to_owned();
            content.push(("combatants", block));
            content.push(("policies", policy));
        }
        content.extend(B::content(self, sides));
        let book = book_rows(B::INFO);
        for &table in B::INFO.of_rules {
            let rows = tables::entries(&self.matchup.tree, table);
            let changed = rows.filter(|(name, row)| {
                let of_book = &book[table][*name];
                !is_same(of_book, &label::canonical(row))
            });
            content.extend(changed.map(|(name, _)| (table, name.to_owned())));
        }
        let row = |(table, name): (&'static str, String)| {
            let row = tables::of(&self.matchup.tree, table).get(&name)?;
            let row = label::canonical(row);
            if table != "policies" {
                return Some((table, name, row));
            }
            let is_own = is_same(&book[table][&name], &row);
            let mut row = without_goals(row, &book[table]);
            if is_own {
                row = without_later_lines(row, &name, B::LATER_LINES);
            }
            Some((table, name, row))
        };
        content.into_iter().filter_map(row).collect()
    }
}

/// Returns whether two values are equal. A whole number equals the same number as a decimal, such as `2` and
/// `2.0`.
fn is_same(one: &Json, other: &Json) -> bool {
    match (one, other) {
        (Json::Object(one), Json::Object(other)) => {
            let same = |(key, value): (&String, &Json)| {
                other.get(key).is_some_and(|twin| is_same(value, twin))
            };
            one.len() == other.len() && one.iter().all(same)
        }
        (Json::Array(one), Json::Array(other)) => {
            let mut pairs = one.iter().zip(other);
            one.len() == other.len() && pairs.all(|(one, other)| is_same(one, other))
        }
        (Json::Number(one), Json::Number(other)) => one.as_f64() == other.as_f64(),
        _ => one == other,
    }
}

/// Removes from one of the book's own policies the lines in `later`, which labels leave out: see
/// [`Book::LATER_LINES`].
fn without_later_lines(mut row: Json, policy: &str, later: &[(&str, &str)]) -> Json {
    let lists = row.as_object_mut().into_iter().flat_map(Map::values_mut);
    for lines in lists.filter_map(Json::as_array_mut) {
        lines.retain(|line| !later.iter().any(|&(of, text)| of == policy && line == text));
    }
    row
}

/// Returns a policy without its lines about objectives, for a label. Only lists that are the same as in a
/// policy of the book lose these lines. The lines have no effect in a fight without such objectives. A list
/// that has only such lines is left out too.
fn without_goals(mut row: Json, of_book: &Json) -> Json {
    let is_goal = |line: &Json| line.as_str().is_some_and(goals::is_about_goals);
    let policies = || of_book.as_object().into_iter().flat_map(Map::values);
    if let Some(lists) = row.as_object_mut() {
        lists.retain(|name, list| {
            let mut known = policies().filter_map(|policy| policy.get(name));
            let is_shared = known.any(|own| is_same(own, list));
            let Some(lines) = list.as_array_mut().filter(|_| is_shared) else {
                return true;
            };
            let was_empty = lines.is_empty();
            lines.retain(|line| !is_goal(line));
            was_empty || !lines.is_empty()
        });
    }
    row
}

/// Returns all rows of a book's tables as JSON, by table and name.
fn book_rows(book: &'static BookInfo) -> Arc<Json> {
    static BOOKS: Mutex<BTreeMap<&str, Arc<Json>>> = Mutex::new(BTreeMap::new());
    let mut books = BOOKS.lock().unwrap_or_else(PoisonError::into_inner);
    let read = || {
        let tables: toml::Table = (book.tables.parse()).expect("a book's tables are TOML");
        Arc::new(serde_json::to_value(tables).expect("tables without dates are JSON"))
    };
    Arc::clone(books.entry(book.name).or_insert_with(read))
}

/// Reads a stat block. Returns `None` if `node` is not a table or if the book cannot use it.
fn sheet<B: Book>(name: &str, node: &Node, rows: &B::Tables, faults: &Faults) -> Option<B::Sheet> {
    check_kind(&["combatants", name], node, None, faults);
    node.as_table()?;
    B::sheet(name, node, rows, faults)
}

/// Returns the number of a weapon in a fight. Bare hands have the number 0, and the names in `armoury` the
/// numbers from 1, in their order.
///
/// # Panics
/// If the weapon is not in `armoury`.
pub fn number_of(name: &str, armoury: &[String]) -> u8 {
    let at = armoury.iter().position(|known| known == name);
    u8::try_from(at.expect("the armoury is what is carried") + 1).expect("few weapons")
}

/// Returns the round cap that the scenario sets, or else the default. Returns `None` if a command line flag
/// sets the cap, or if the value is faulty.
pub(super) fn own_cap(matchup: &Matchup, faults: &Faults) -> Option<i64> {
    let run = tables::of(&matchup.tree, "run");
    match run.get("round_cap").map(|node| (&node.value, node.span)) {
        None => Some(RunSettings::default().round_cap.into()),
        Some((Value::Whole(cap), span)) if !faults.sources().is_flag(span.source) => Some(*cap),
        Some(_) => None,
    }
}

/// Reports fighters that would arrive after the last round of the fight. The last round is the round cap or,
/// if it is earlier, the round of an objective `hold`. A round cap that a command line flag sets is not
/// considered.
fn check_arrivals(matchup: &Matchup, faults: &Faults) {
    let holds = matchup.sides.iter().flat_map(|side| &side.wins);
    let hold = holds.filter_map(Objective::hold).min().map(i64::from);
    let cap = own_cap(matchup, faults);
    let (last, help) = match (hold, cap) {
        (Some(hold), cap) if cap.is_none_or(|cap| hold <= cap) => (
            hold,
            "write a later round for `hold`, or an earlier one here",
        ),
        (_, Some(cap)) => (
            cap,
            "raise `round_cap` in `[run]`, or write an earlier round here",
        ),
        _ => return,
    };
    for group in matchup.sides.iter().flat_map(|side| &side.groups) {
        if let Some((round, span)) = group.arrives.filter(|(round, _)| i64::from(*round) > last) {
            let message = format!("no fight lasts until round {round}");
            let label = format!("the last round is {last}");
            faults.push(Fault::at("scenario::range", span, message, label).help(help));
        }
    }
}

/// Reports round numbers after the round cap, because no fight reaches these rounds. `paths` lead from the
/// top of the scenario to keys whose values are round numbers: see [`Book::ROUNDS`]. Checks nothing if a
/// command line flag sets the round cap.
fn check_rounds(matchup: &Matchup, paths: &[&[&str]], faults: &Faults) {
    let Some(cap) = own_cap(matchup, faults) else {
        return;
    };
    let fights = |name: &str| {
        let mut groups = matchup.sides.iter().flat_map(|side| &side.groups);
        groups.any(|group| group.combatant == name)
    };
    for path in paths {
        rounds(
            &matchup.tree,
            path,
            &mut |entry: &Entry| {
                if let Value::Whole(round) = entry.node.value {
                    faults.unless_used((entry.key, "scenario::range"), round <= cap, || {
                        let message = format!("no fight lasts until round {round}");
                        let label = format!("the round cap is {cap}");
                        let fault = Fault::at("scenario::range", entry.node.span, message, label);
                        fault.help("raise `round_cap` in `[run]`, or remove this")
                    });
                }
            },
            &fights,
        );
    }
}

/// Calls `found` for every entry that `path` leads to. In the table `combatants`, only entries whose name
/// satisfies `fights` are visited.
fn rounds(
    table: &Table,
    path: &[&str],
    found: &mut impl FnMut(&Entry),
    fights: &impl Fn(&str) -> bool,
) {
    match path {
        [] => {}
        ["combatants", rest @ ..] => {
            for (_, block) in tables::combatants(table).filter(|(name, _)| fights(name)) {
                if let Some(block) = block.as_table() {
                    rounds(block, rest, found, fights);
                }
            }
        }
        [key] => {
            if let Some(entry) = table.entry(key) {
                found(entry);
            }
        }
        [key, rest @ ..] => match table.get(key).map(|node| &node.value) {
            Some(Value::Table(table)) => rounds(table, rest, found, fights),
            Some(Value::List(list)) => {
                for table in list.iter().filter_map(Node::as_table) {
                    rounds(table, rest, found, fights);
                }
            }
            _ => {}
        },
    }
}

/// Returns the starting place of every fighter, in the order of the scenario. The key `at` of a group of
/// fighters is one place for all of them, or a list with one place for each. Fighters of a group without `at`
/// start at `here`. A list of the wrong length is a fault with `code`.
pub fn places_of<T: Copy>(
    sides: &[Side],
    here: T,
    read: impl Fn(&Node) -> T,
    code: &'static str,
    faults: &Faults,
) -> Vec<T> {
    let mut places = Vec::new();
    for group in sides.iter().flat_map(|side| &side.groups) {
        let count = group.count as usize;
        match group.at.as_ref().map(|node| (node, &node.value)) {
            None => places.extend(std::iter::repeat_n(here, count)),
            Some((node, Value::List(list))) => {
                if list.len() != count && group.counted {
                    let (places, fighters) =
                        (counted(list.len(), "place"), counted(count, "fighter"));
                    let message = format!("{places} for {fighters}");
                    let label = "needs one place for each fighter, or one for all";
                    faults.push(Fault::at(code, node.span, message, label));
                }
                let read = list.iter().map(&read).chain(std::iter::repeat(here));
                places.extend(read.take(count));
            }
            Some((node, _)) => places.extend(std::iter::repeat_n(read(node), count)),
        }
    }
    places
}

/// Reports a fault if none of the fighters of two sides can ever meet, unless the sides are allied. `meets`
/// returns whether two fighters can meet, given their positions in the order of the scenario.
pub fn check_ways(
    sides: &[Side],
    code: &'static str,
    label: &'static str,
    meets: impl Fn(usize, usize) -> bool,
    faults: &Faults,
) {
    let help = "join their zones in `[field]`, or change their start positions";
    check_paths(sides, (code, label, help), meets, faults);
}

/// Reports the same faults as [`check_ways`], with this code, label and help.
pub(crate) fn check_paths(
    sides: &[Side],
    (code, label, help): (&'static str, &'static str, &'static str),
    meets: impl Fn(usize, usize) -> bool,
    faults: &Faults,
) {
    let mut first = 0;
    let members: Vec<std::ops::Range<usize>> = sides
        .iter()
        .map(|side| {
            let count: usize = side.groups.iter().map(|group| group.count as usize).sum();
            first += count;
            first - count..first
        })
        .collect();
    for (one, here) in members.iter().enumerate() {
        let others = members.iter().enumerate().skip(one + 1);
        for (other, there) in others.filter(|(at, _)| sides[*at].alliance != sides[one].alliance) {
            let mut pairs = here
                .clone()
                .flat_map(|a| there.clone().map(move |b| (a, b)));
            if !pairs.any(|(a, b)| meets(a, b)) {
                let (from, to) = (&sides[one].name, &sides[other].name);
                let message = format!("there is no way from `{from}` to `{to}`");
                let fault = Fault::at(code, sides[other].span, message, label);
                faults.push(fault.help(help));
            }
        }
    }
}

/// Opens the table `[options]` for reading. If the scenario does not have it, it is empty.
pub(crate) fn options<'n>(matchup: &'n Matchup, faults: &'n Faults) -> Fields<'n> {
    let (table, span) = part(matchup, "options");
    Fields::open(table, span, "`options`", faults)
}

/// Opens the table `[field]` for reading. If the scenario does not have it, it is empty.
fn field<'n>(matchup: &'n Matchup, rows: &'static [FieldSpec], faults: &'n Faults) -> Fields<'n> {
    let (table, span) = part(matchup, "field");
    Fields::new(table, span, "`field`", rows, faults)
}

/// Returns the table `name` of the matchup, and its place in the file. If the matchup does not have it, the
/// table is empty.
fn part<'n>(matchup: &'n Matchup, name: &str) -> (&'n Table, Span) {
    let node = matchup.tree.get(name);
    let span = node.map_or(matchup.sides[0].span, |node| node.span);
    (tables::of(&matchup.tree, name), span)
}
