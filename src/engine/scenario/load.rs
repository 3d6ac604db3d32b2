//! Builds a scenario from the rulebook's tables, the files, the command line and the axes.
//!
//! Later ones take precedence over earlier ones: the rulebook's tables, included files, the file itself,
//! `--set`, the value of an axis.

use std::io;
use std::path::{Path, PathBuf};

use super::day_files;
use super::files::{self, Files, Reader};
use super::merge::merge;
use super::overrides::{self, Setting, Variation};
use super::path::TreePath;
use super::sheet::Fillable;
use super::spec::FieldSpec;
use super::{
    Axis, Entry, Fault, Faults, Fields, Node, Overrides, Scenario, Span, TOP, Table, Tries, Value,
    axes, expect, heirs, parse, run, top,
};

/// A function that returns the rulebook with a given name, or `None` if there is no such rulebook.
pub type Library<'l> = &'l dyn Fn(&str) -> Option<Shelf>;

/// The parts of a rulebook that are needed to read scenarios.
#[derive(Debug, Clone)]
pub struct Shelf {
    /// The rulebook's tables, as TOML in the format of an included file.
    pub tables: &'static str,
    /// The specifications of the top-level keys of a scenario file, such as `combatants` and `weapons`. For
    /// spreadsheets that a scenario includes, they determine which tables exist and which kind of value each
    /// column has.
    pub keys: Vec<FieldSpec>,
}

impl From<&'static str> for Shelf {
    /// Returns a rulebook with these tables, and without keys at the top of its scenarios.
    fn from(tables: &'static str) -> Self {
        Self {
            tables,
            keys: Vec::new(),
        }
    }
}

/// The largest number of matchups in a scenario.
const MOST_MATCHUPS: usize = 10_000;

impl Scenario {
    /// Reads a scenario file, its includes and the changes from the command line. The returned [`Faults`]
    /// contain no faults, only the source texts, so that a ruleset can add its own faults later.
    ///
    /// If the scenario has faults, this returns an error before the ruleset makes its own checks.
    /// [`Scenario::survey`] lets the ruleset check a faulty scenario too, so that all faults are reported at
    /// once.
    ///
    /// # Errors
    /// If the scenario has faults. The error contains all of them.
    pub fn load(
        path: &Path,
        overrides: &Overrides,
        library: Library,
        rulesets: &[&str],
    ) -> Result<(Self, Faults), Faults> {
        match Self::survey(path, overrides, library, rulesets) {
            (Some(scenario), faults) if faults.is_empty() => Ok((scenario, faults)),
            (_, faults) => Err(faults),
        }
    }

    /// Reads as much of a scenario as possible, so that a ruleset can look for further faults in it. A
    /// scenario with faults must not be played. Returns `None` if no ruleset could check it: if a file is
    /// missing or is not TOML, or if the ruleset is unknown.
    pub fn survey(
        path: &Path,
        overrides: &Overrides,
        library: Library,
        rulesets: &[&str],
    ) -> (Option<Self>, Faults) {
        survey(path, overrides, library, rulesets, &files::from_disk)
    }

    /// Does the same as [`Scenario::survey`], but reads the files with `reader` and not from the disk.
    pub fn survey_by(
        path: &Path,
        overrides: &Overrides,
        library: Library,
        rulesets: &[&str],
        reader: Reader,
    ) -> (Option<Self>, Faults) {
        survey(path, overrides, library, rulesets, reader)
    }

    /// Does the same as [`Scenario::survey`] for texts in memory, each with its path. The first text is the
    /// scenario, and the others can be included.
    ///
    /// ```
    /// use skirmish_engine::scenario::{Overrides, Scenario};
    ///
    /// let text = r#"
    ///     ruleset = "brp"
    ///     [combatants.guard]
    ///     [[sides]]
    ///     name = "left"
    ///     fighters = [{ combatant = "guard" }]
    ///     [[sides]]
    ///     name = "right"
    ///     fighters = [{ combatant = "gaurd" }]
    /// "#;
    /// let library = |_: &str| Some("[weapons]".into());
    /// let (_, faults) =
    ///     Scenario::parse(&[("duel.toml", text)], &Overrides::default(), &library, &["brp"]);
    /// assert_eq!(faults.len(), 1);
    /// assert!(faults.render(false, 80).contains("did you mean `guard`?"));
    /// ```
    ///
    /// # Panics
    /// If `texts` is empty.
    pub fn parse(
        texts: &[(&str, &str)],
        overrides: &Overrides,
        library: Library,
        rulesets: &[&str],
    ) -> (Option<Self>, Faults) {
        let reader = |path: &Path| -> io::Result<(PathBuf, Vec<u8>)> {
            let found = texts
                .iter()
                .find(|(name, _)| files::plain(Path::new(name)) == files::plain(path));
            let (_, text) = found.ok_or(io::ErrorKind::NotFound)?;
            Ok((files::plain(path), text.as_bytes().to_vec()))
        };
        let path = Path::new(texts[0].0);
        survey(path, overrides, library, rulesets, &reader)
    }
}

fn survey(
    path: &Path,
    overrides: &Overrides,
    library: Library,
    rulesets: &[&str],
    reader: Reader,
) -> (Option<Scenario>, Faults) {
    let mut faults = Faults::default();
    let files = files::read(path, reader, &mut faults);
    let settings = overrides::settings(&overrides.set, &mut faults);
    let mut variations = overrides::variations(&overrides.vary, &mut faults);
    let tried = overrides.tries.as_ref();
    variations.extend(tried.and_then(|tries| overrides::tried(tries, &mut faults)));
    if files.read.is_empty() || !files.sound {
        return (None, faults);
    }
    let name = path.file_stem().unwrap_or(path.as_os_str());
    let whole = Survey {
        name: name.to_string_lossy().into_owned(),
        files: &files,
        overrides,
        variations: &variations,
        library,
        rulesets,
    };
    // A value of the file that `--set` replaces is checked as well, because it would be used without that
    // option.
    let unset = (!settings.is_empty() && !sets_ruleset(&settings)).then(|| {
        let mut found = Faults::new(faults.sources().clone());
        let (scenario, places) = whole.scenario(&[], &settings, &mut found);
        let is_replaced = |span: Span| places.iter().any(|place| place.holds(span));
        let replaced = |fault: &Fault| fault.span.is_some_and(is_replaced);
        let found: Vec<Fault> = found.sorted().into_iter().filter(replaced).collect();
        (scenario, places, found)
    });
    let (mut scenario, _) = whole.scenario(&settings, &[], &mut faults);
    if let Some((unset, places, found)) = unset {
        for fault in found {
            faults.push(fault);
        }
        if let (Some(scenario), Some(unset)) = (&mut scenario, unset) {
            scenario.unset = Some((Box::new(unset), places));
        }
    }
    (scenario, faults)
}

fn sets_ruleset(settings: &[Setting]) -> bool {
    let mut paths = settings.iter().map(|setting| &setting.path);
    paths.any(|path| path.is_root() && path.root() == "ruleset")
}

/// The files and command-line options of a scenario.
struct Survey<'d> {
    name: String,
    files: &'d Files,
    overrides: &'d Overrides,
    variations: &'d [Variation],
    library: Library<'d>,
    rulesets: &'d [&'d str],
}

impl Survey<'_> {
    /// Returns all axes, the axes of the file without the command line, and whether the axes have no faults.
    fn axes(
        &self,
        (vary, tree): (Option<&Node>, &Table),
        known: Option<&[String]>,
        faults: &Faults,
    ) -> (Vec<Axis>, Vec<Axis>, bool) {
        let met = faults.met();
        let mut axes = axes::read(vary, self.variations, tree, known, faults);
        let are_sound = faults.met() == met;
        let unheard = Faults::new(faults.sources().clone());
        let own = axes::read(vary, &[], tree, known, &unheard);
        if are_sound && axes.iter().all(|axis| !axis.values.is_empty()) {
            heirs::name_axes(&mut axes, &own, tree);
        }
        (axes, own, are_sound)
    }

    /// Returns the scenario with `settings` applied, or `None` if its rulebook is unknown. Also returns the
    /// source locations of all values that the settings in `others` would replace.
    fn scenario(
        &self,
        settings: &[Setting],
        others: &[Setting],
        faults: &mut Faults,
    ) -> (Option<Scenario>, Vec<Span>) {
        let files = self.files;
        let root = files.read.last().expect("the scenario itself was read");
        let start = Span {
            source: root.source,
            start: 0,
            end: 0,
        };
        let ruleset = ruleset(&root.table, start, settings, self, faults);
        let mut tree = Table::default();
        if let Some((name, _, shelf)) = &ruleset {
            let name = format!("the {name} tables");
            let source = faults.sources_mut().add_book(name, shelf.tables);
            tree = parse::document(source, faults).0;
        }
        let book: Vec<String> = tree.keys().map(str::to_owned).collect();
        let known = ruleset.is_some().then_some(book.as_slice());

        let named = ruleset.as_ref().map(|(name, _, shelf)| (&**name, shelf));
        lay_all(&mut tree, files, named, faults);
        for Setting { path, value } in settings {
            if settable(path, &tree, known, faults) {
                path.set(&mut tree, value, faults);
            }
        }
        if tree.get("run").is_none() {
            tree.insert("run", empty(start));
        }
        let mut run_entry = tree.entry("run").cloned().unwrap_or_else(|| empty(start));
        let span = run_entry.node.span;
        let own_seats = expect::own_seats(&run_entry.node);
        if let Value::Table(table) = &mut run_entry.node.value {
            run::flags(self.overrides, table, span, faults);
        }
        tree.insert("run", run_entry);
        top::check(&tree, known, faults);

        let mut places = Vec::new();
        for node in others.iter().filter_map(|other| other.path.find(&tree)) {
            node.places(&mut places);
        }
        let vary = tree.remove("vary");
        let vary = vary.as_ref().map(|entry| &entry.node);
        tree.remove("include");
        let expect = tree.remove("expect");
        let (mut axes, own_axes, are_sound) = self.axes((vary, &tree), known, faults);
        set_in_vain(settings, &axes, self.overrides.tries.as_ref(), faults);
        let matchups = axes
            .iter()
            .try_fold(1usize, |n, axis| n.checked_mul(axis.values.len()))
            .unwrap_or(usize::MAX);
        if matchups > MOST_MATCHUPS {
            faults.push(too_many(
                &axes,
                matchups,
                (self.overrides.tries.as_ref(), self.variations),
                start,
            ));
            axes.clear();
        } else {
            axes::check_joined(&axes, matchups, faults);
        }

        let mut fields = Fields::new(&tree, start, "the scenario", TOP, faults);
        let title = fields.text("title").map(|(title, _)| title.to_owned());
        let run = match fields.node("run") {
            Some(Node {
                value: Value::Table(table),
                span,
            }) => run::settings(table, *span, faults),
            _ => super::RunSettings::default(),
        };
        let place = expect::Context {
            own: &own_axes,
            now: &axes,
            are_sound,
            own_seats,
            seats: run.seats,
            start,
        };
        let expectations = expect::read(expect.as_ref().map(|entry| &entry.node), &place, faults);
        let scenario = ruleset.map(|(ruleset, ..)| Scenario {
            name: self.name.clone(),
            title,
            ruleset,
            run,
            axes,
            expectations,
            digests: files.digests.clone(),
            start,
            sources: faults.sources().clone(),
            tree,
            set: settings.iter().map(|one| one.path.clone()).collect(),
            unset: None,
        });
        if let Some(scenario) = &scenario {
            scenario.matchup(0, faults);
        }
        (scenario, places)
    }
}

/// Returns whether the command line can set a path, and reports a fault if not. Includes cannot be set, since
/// they have been read already, and neither can unknown tables. A path to a key at the top of the scenario is
/// always accepted, as that key is checked later.
fn settable(path: &TreePath, tree: &Table, book: Option<&[String]>, faults: &Faults) -> bool {
    let (root, span) = (path.root(), path.root_span());
    if root == "include" {
        let message = "`include` cannot be set on the command line";
        let label = "not a setting";
        let fault = Fault::at("scenario::override", span, message, label);
        faults.push(fault.help("write `include = [\"…\"]` at the top of the scenario"));
        return false;
    }
    path.is_root() || tree.get(root).is_some() || top::is_known(root, span, true, book, faults)
}

/// Reports values from `--set` that have no effect, because an axis replaces them in every matchup.
fn set_in_vain(settings: &[Setting], axes: &[Axis], tries: Option<&Tries>, faults: &Faults) {
    for Setting { path, .. } in settings {
        let varies = |axis: &&Axis| axis.paths.iter().any(|varied| varied.covers(path));
        if let Some(axis) = axes.iter().find(varies) {
            let message = format!("`{path}` is already varied by the axis `{}`", axis.name);
            let fault = Fault::at(
                "scenario::set-and-varied",
                path.span(),
                message,
                "this setting has no effect",
            );
            let own = tries.filter(|tries| tries.path == path.to_string());
            faults.push(fault.help(match own {
                Some(tries) => format!("choose the values to try with {}", tries.flags),
                None => format!("use `--vary {path}=…` to choose the values of the axis"),
            }));
        }
    }
}

fn empty(span: Span) -> Entry {
    let value = Value::Table(Table::default());
    Entry {
        key: span,
        node: Node { value, span },
        layer: 0,
    }
}

/// Returns the fault that there are too many matchups. It points at the values that `tune` tries, if there
/// are any, otherwise at the last axis.
fn too_many(
    axes: &[Axis],
    matchups: usize,
    (tries, variations): (Option<&Tries>, &[Variation]),
    start: Span,
) -> Fault {
    let code = "scenario::too-many";
    let last = tries.zip(variations.last());
    let found = last.and_then(|(tries, Variation { path, .. })| {
        let own = axes.iter().find(|axis| axis.paths.contains(path))?;
        Some((tries.flags, path.span(), own.values.len()))
    });
    if let Some((flags, span, values)) = found {
        let others = matchups / values;
        let message = format!(
            "{flags}: {values} values for each of {others} matchups make more than {MOST_MATCHUPS} matchups"
        );
        let fault = Fault::at(code, span, message, "too many values");
        return fault.help("try fewer values, with a shorter range or a larger --step");
    }
    let span = axes.last().map_or(start, |axis| axis.span);
    let message = format!("the axes make more than {MOST_MATCHUPS} matchups");
    Fault::at(code, span, message, "with this axis")
}

/// Returns the name of the rulebook, the source location of that name, and the rulebook's tables.
fn ruleset(
    root: &Table,
    start: Span,
    settings: &[Setting],
    whole: &Survey<'_>,
    faults: &Faults,
) -> Option<(String, Span, Shelf)> {
    let (library, rulesets) = (whole.library, whole.rulesets);
    let set = settings
        .iter()
        .rfind(|setting| setting.path.is_root() && setting.path.root() == "ruleset");
    let mut table = root.clone();
    if let Some(setting) = set {
        setting.path.set(&mut table, &setting.value, faults);
    }
    let mut fields = Fields::open(&table, start, "the scenario", faults);
    if table.get("ruleset").is_none() {
        let missing = Fault::at(
            "scenario::missing-key",
            start,
            "the scenario has no `ruleset`",
            "`ruleset` is missing",
        );
        let names: Vec<String> = rulesets.iter().map(|name| format!("`{name}`")).collect();
        faults.push(missing.help(format!("add `ruleset = \"…\"`: {}", names.join(", "))));
    }
    let (name, span) = fields.text("ruleset")?;
    let Some(shelf) = library(name) else {
        let place = "one of the rulebooks";
        let rulesets = rulesets.iter().copied();
        faults.unknown(
            "scenario::unknown-ruleset",
            "ruleset",
            name,
            span,
            rulesets,
            place,
        );
        return None;
    };
    Some((name.to_owned(), span, shelf))
}

/// Merges all files into `tree`, which contains the rulebook's tables, and copies the sides of other
/// scenarios that the day names. `ruleset` is the rulebook with its name, or `None` if it is unknown.
fn lay_all(tree: &mut Table, files: &Files, ruleset: Option<(&str, &Shelf)>, faults: &Faults) {
    let of_book = tree.clone();
    let keys = ruleset.map(|(_, shelf)| shelf.keys.as_slice());
    lay_files(tree, files, keys, faults);
    top::misplaced(files, faults);
    if let Some((name, shelf)) = ruleset {
        let book = day_files::Rulebook::new(name, &of_book, &shelf.keys);
        day_files::lay(tree, files, &book, faults);
    }
}

/// Merges all files into `tree`, which contains the rulebook's tables. Included files come first, so that a
/// file takes precedence over its includes and over the rulebook. `keys` are the specifications of the keys
/// of the rulebook, or `None` if the rulebook is unknown.
pub(super) fn lay_files(
    tree: &mut Table,
    files: &Files,
    keys: Option<&[FieldSpec]>,
    faults: &Faults,
) {
    let fillable = keys.map(Fillable::of);
    let strangers: Vec<_> = files.read.iter().map(|file| file.source).collect();
    for file in &files.read {
        let outranks = |source| !strangers.contains(&source) || file.below.contains(&source);
        let is_root = file.source == strangers[strangers.len() - 1];
        let mut table = match (&file.sheet, &fillable) {
            (Some(sheet), Some(fillable)) => sheet.tree(fillable, faults),
            _ => file.table.clone(),
        };
        table.remove("include");
        if !is_root {
            for key in top::scenario_only() {
                table.remove(key);
            }
        }
        merge(tree, &table, &outranks, faults);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{DUEL, duel, faults, read, set, told};
    use super::*;

    const NONE: Overrides = Overrides {
        set: Vec::new(),
        vary: Vec::new(),
        tries: None,
        fights: None,
        precision: None,
        seed: None,
        round_cap: None,
        seats: None,
        tables: None,
    };

    /// Returns the value at a path of keys that are separated by dots.
    fn value(scenario: &Scenario, path: &str) -> Option<Value> {
        let (tables, key) = path.rsplit_once('.')?;
        let table = tables
            .split('.')
            .try_fold(&scenario.tree, |table, key| table.get(key)?.as_table())?;
        Some(table.get(key)?.value.clone())
    }

    #[test]
    fn a_sound_scenario_has_no_faults() {
        let (scenario, faults) = duel("", &set(&["title=Who wins?"]));
        let scenario = scenario.expect("a scenario");
        assert!(faults.is_empty());
        assert_eq!((&*scenario.name, &*scenario.ruleset), ("duel", "brp"));
        assert_eq!(scenario.title.as_deref(), Some("Who wins?"));
        assert_eq!(scenario.digests[0].0, "duel.toml");
    }

    #[test]
    fn the_later_text_outranks_the_earlier() {
        let main = format!("include = ['a.toml', 'b.toml']\n{DUEL}[weapons.axe]\nweight = 4\n");
        let (scenario, faults) = read(
            &[
                ("main.toml", &main),
                (
                    "a.toml",
                    "include = ['c.toml']\n[weapons.axe]\ndamage = 'a'\nweight = 2\n",
                ),
                (
                    "b.toml",
                    "include = ['c.toml']\n[weapons.bow]\ndamage = 'b'\n",
                ),
                (
                    "c.toml",
                    "[weapons.axe]\ndamage = 'c'\nreach = 1\n[weapons.bow]\ndamage = 'c'\n",
                ),
            ],
            &set(&[
                "weapons.axe.reach=9",
                "options.stun=true",
                "weapons.pike={}",
            ]),
        );
        assert!(faults.is_empty(), "{}", faults.render(false, 100));
        let scenario = scenario.expect("a scenario");
        let text = |text: &str| Some(Value::Text(text.to_owned()));
        assert_eq!(value(&scenario, "weapons.sword.damage"), text("1d8"));
        assert_eq!(value(&scenario, "weapons.axe.damage"), text("a"));
        assert_eq!(value(&scenario, "weapons.bow.damage"), text("b"));
        assert_eq!(
            value(&scenario, "weapons.axe.weight"),
            Some(Value::Whole(4))
        );
        assert_eq!(value(&scenario, "weapons.axe.reach"), Some(Value::Whole(9)));
        assert_eq!(value(&scenario, "options.stun"), Some(Value::Truth(true)));
        let files: Vec<&str> = scenario.digests.iter().map(|(name, _)| &**name).collect();
        assert_eq!(files, ["main.toml", "a.toml", "c.toml", "b.toml"]);
    }

    #[test]
    fn includes_that_contradict_each_other_are_a_fault() {
        let main = format!("include = ['a.toml', 'b.toml']\n{DUEL}");
        let axe = "[weapons.axe]\ndamage = '1d6'\n";
        let (_, found) = read(
            &[("main.toml", &main), ("a.toml", axe), ("b.toml", axe)],
            &NONE,
        );
        assert_eq!(told(&found), faults([("scenario::duplicate", "damage")]));
    }

    #[test]
    fn an_unknown_or_missing_ruleset_does_not_hide_other_faults() {
        let text = "wepon = 3\n[unknown]\n[run]\nfights = 0\n";
        let (scenario, found) = read(&[("a.toml", &format!("ruleset = 'bpr'\n{text}"))], &NONE);
        assert!(scenario.is_none());
        assert_eq!(
            told(&found),
            faults([
                ("scenario::unknown-ruleset", "'bpr'"),
                ("scenario::unknown-key", "wepon"),
                ("scenario::range", "0"),
            ])
        );
        let help = found.sorted()[0].help.clone();
        assert_eq!(help.as_deref(), Some("did you mean `brp`?"));
        for text in [text.to_owned(), format!("ruleset = 3\n{text}")] {
            let (scenario, found) = read(&[("a.toml", &text)], &NONE);
            assert!(scenario.is_none());
            assert_eq!(found.len(), 3);
        }
        let (scenario, found) = duel("", &set(&["ruleset=persona"]));
        assert!(scenario.is_none(), "the test's only book is brp");
        assert_eq!(
            told(&found),
            faults([("scenario::unknown-ruleset", "persona")])
        );
    }

    #[test]
    fn broken_toml_is_shown_in_every_file() {
        let main = format!("include = ['a.toml']\n{DUEL}\nx = \n");
        let (scenario, found) = read(&[("main.toml", &main), ("a.toml", "y = 'open\n")], &NONE);
        assert!(scenario.is_none());
        let codes: Vec<_> = told(&found).into_iter().map(|(code, _)| code).collect();
        assert_eq!(codes, ["scenario::toml", "scenario::toml"]);
    }

    #[test]
    fn files_come_from_the_disk() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let main = folder.path().join("blades.toml");
        let library = |_: &str| Some("[weapons]\n".into());
        let load = || Scenario::load(&main, &NONE, &library, &["brp"]);
        let fault = load().expect_err("there is no file yet");
        assert_eq!(told(&fault), faults([("scenario::file", "")]));
        std::fs::write(&main, DUEL).expect("a file for the test");
        let (scenario, faults) = load().expect("no faults");
        assert_eq!((&*scenario.name, faults.len()), ("blades", 0));
        std::fs::write(&main, format!("{DUEL}x = 1")).expect("a file for the test");
        assert_eq!(load().expect_err("an unknown key").len(), 1);
    }
}
