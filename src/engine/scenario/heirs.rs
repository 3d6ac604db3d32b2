//! Finds the rows that inherit a value from another row, and so change when that row changes.
//!
//! Authors want this effect but easily forget it, so the program names the inheriting rows whenever a value
//! is varied or set.

use indexmap::IndexMap;

use super::path::{PathEntry, Step, TreePath};
use super::{Axis, Entry, Faults, Node, Scenario, Table, Value, axes, like};

/// The largest number of rows that a sentence names. Further rows are only counted.
const NAMED: usize = 8;
/// The largest number of inheriting rows that are named in a suffix.
const BEHIND: usize = 3;

impl Scenario {
    /// Returns a sentence for each group of rows that inherit a value set on the command line or by an axis.
    /// Rows that set the value themselves are not affected and not named. Paths with the same inheriting rows
    /// share a sentence.
    pub fn heirs(&self) -> Vec<String> {
        let varied = self.axes.iter().flat_map(|axis| &axis.paths);
        self.heirs_of(self.set.iter().chain(varied))
    }

    /// Returns a sentence for each group of rows that inherit the values at these paths.
    pub fn heirs_of<'p>(&self, paths: impl IntoIterator<Item = &'p TreePath>) -> Vec<String> {
        let mut tree = self.tree.clone();
        axes::set(&mut tree, &self.chosen(0), &Faults::default());
        let mut changed: IndexMap<String, Vec<String>> = IndexMap::new();
        for path in paths {
            if let Some(rows) = changed_with(&tree, path) {
                changed.entry(rows).or_default().push(path.to_string());
            }
        }
        let sentence = |(rows, paths): (String, Vec<String>)| {
            let change = if paths.len() == 1 {
                "changes"
            } else {
                "change"
            };
            format!("{} also {change} {rows}", listed(&paths))
        };
        changed.into_iter().map(sentence).collect()
    }

    /// Returns the names of the rows that inherit the value at `path`, and so change with it.
    pub fn heirs_at(&self, path: &TreePath) -> Vec<String> {
        let mut tree = self.tree.clone();
        axes::set(&mut tree, &self.chosen(0), &Faults::default());
        heirs_in(&tree, path)
    }

    /// Returns the paths that the command line sets, each with the rows that inherit the value there. Paths
    /// without such rows are left out.
    pub fn set_with_heirs(&self) -> Vec<(String, Vec<String>)> {
        let all = self
            .set
            .iter()
            .map(|path| (path.to_string(), self.heirs_at(path)));
        all.filter(|(_, heirs)| !heirs.is_empty()).collect()
    }
}

/// Returns a suffix for the name of a value, such as ` (and goblin's, rat's)`. It names `heirs`, the rows
/// that inherit the value. The suffix is empty if no row inherits it.
pub fn and_heirs(heirs: &[String]) -> String {
    let shown: Vec<String> = heirs
        .iter()
        .take(BEHIND)
        .map(|heir| format!("{heir}'s"))
        .collect();
    match heirs.len().saturating_sub(BEHIND) {
        _ if heirs.is_empty() => String::new(),
        0 => format!(" (and {})", shown.join(", ")),
        more => format!(" (and {} and {more} more)", shown.join(", ")),
    }
}

/// Appends a suffix such as ` (and rat's)` to the name of each axis that the command line adds. The suffix
/// lists the rows that inherit the varied value. Axes of the file keep their names.
pub(super) fn name_axes(all: &mut [Axis], own: &[Axis], tree: &Table) {
    let mut tree = tree.clone();
    axes::set(&mut tree, &axes::chosen(all, 0), &Faults::default());
    for axis in all {
        let in_file = own.iter().any(|own| own.paths == axis.paths);
        if let ([path], false) = (axis.paths.as_slice(), in_file) {
            let heirs = heirs_in(&tree, path);
            axis.name.push_str(&and_heirs(&heirs));
        }
    }
}

/// Returns the names of the rows in `tree` that inherit the value at `path`.
fn heirs_in(tree: &Table, path: &TreePath) -> Vec<String> {
    let (table, Some(PathEntry::Named(row)), _) = path.parts() else {
        return Vec::new();
    };
    let found = heirs(tree, path, (table, row)).unwrap_or_default();
    found.into_iter().map(str::to_owned).collect()
}

/// Returns a phrase that lists the rows which inherit the value at `path`. `None` if no row inherits it.
fn changed_with(tree: &Table, path: &TreePath) -> Option<String> {
    let (table, Some(PathEntry::Named(row)), _) = path.parts() else {
        return None;
    };
    let heirs = heirs(tree, path, (table, row))?;
    let are = match heirs.len() {
        0 => return None,
        1 => "is",
        _ => "are",
    };
    let heirs: Vec<String> = heirs.iter().map(|heir| format!("{table}.{heir}")).collect();
    Some(format!("{}, which {are} like `{row}`", listed(&heirs)))
}

/// Returns the names as one text. If there are too many, only the first are named and the others counted.
fn listed(names: &[String]) -> String {
    let more = names.len().saturating_sub(NAMED);
    let shown: Vec<String> = names
        .iter()
        .take(NAMED)
        .map(|name| format!("`{name}`"))
        .collect();
    match shown.as_slice() {
        all if more > 0 => format!("{} and {more} more", all.join(", ")),
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        all => all.concat(),
    }
}

/// Returns the names of the rows of `table` that inherit the value at `path` from the row `row`. `None` if
/// the rows of this table cannot inherit from each other.
fn heirs<'t>(tree: &'t Table, path: &TreePath, (table, row): (&str, &str)) -> Option<Vec<&'t str>> {
    let rows = like::rows(tree, table)?;
    let set = path.find(tree).and_then(Node::as_table);
    let keys: Vec<&Step> = path.steps().skip(2).map(|(step, _)| step).collect();
    let inherits = |name: &str| {
        let mut at = rows.get(name).and_then(Node::as_table);
        // A chain of inheriting rows is at most as long as the table. A cycle would be longer, and is
        // reported elsewhere.
        for _ in 0..rows.len() {
            let Some(one) = at.filter(|one| !says(one, &keys, set)) else {
                return false;
            };
            match like::other(one) {
                Some(other) if other == row => return true,
                other => at = other.and_then(|other| rows.get(other)?.as_table()),
            }
        }
        false
    };
    let others = rows.keys().filter(|name| *name != row);
    Some(others.filter(|name| inherits(name)).collect())
}

/// Returns whether the row `own` sets a value itself, so that it does not inherit it. `keys` is the path of
/// the value inside the row. If the inherited value is a table, `set` is that table, and `own` has to set
/// every key in it.
fn says(own: &Table, keys: &[&Step], set: Option<&Table>) -> bool {
    match keys {
        [] => set.is_some_and(|set| {
            let said = |(key, entry): (&str, &Entry)| says_at(own, key, &[], entry.node.as_table());
            set.iter().filter(|(key, _)| *key != like::LIKE).all(said)
        }),
        // A row that inherits has its own key `like`. It still depends on the `like` of the other row, which
        // decides where that row's values come from.
        [Step::Key(key)] if key == like::LIKE => false,
        [Step::Key(key), inside @ ..] => says_at(own, key, inside, set),
        [Step::Index(_), ..] => false,
    }
}

fn says_at(own: &Table, key: &str, inside: &[&Step], set: Option<&Table>) -> bool {
    match own.get(key).map(|node| &node.value) {
        None => false,
        Some(Value::Table(own)) => says(own, inside, set),
        Some(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Overrides;
    use super::super::testing::{DUEL, read};
    use super::and_heirs;

    const ROWS: &str = "
[combatants.veteran]
like = 'guard'
hp = 20
skills = { sword = 60 }
[combatants.captain]
like = 'veteran'
carries = ['axe']
[policies.calm]
act = ['attack']
[policies.cool]
like = 'calm'
[policies.odd]
like = 'odd'
";

    fn heirs(set: &[&str], vary: &[&str], more: &str) -> Vec<String> {
        let overrides = Overrides {
            set: set.iter().map(|&text| text.to_owned()).collect(),
            vary: vary.iter().map(|&text| text.to_owned()).collect(),
            ..Overrides::default()
        };
        let text = format!("{DUEL}{ROWS}{more}");
        let (scenario, _) = read(&[("main.toml", &text)], &overrides);
        scenario.expect("a scenario").heirs()
    }

    #[test]
    fn rows_that_are_like_another_change_with_it() {
        let both = "which are like `guard`";
        for (set, told) in [
            (
                "combatants.guard.mp=3",
                Some(format!(
                    "`combatants.veteran` and `combatants.captain`, {both}"
                )),
            ),
            (
                "combatants.veteran.mp=3",
                Some("`combatants.captain`, which is like `veteran`".to_owned()),
            ),
            ("combatants.captain.mp=3", None),
            // The veteran sets this value itself, and the captain inherits it from the veteran.
            ("combatants.guard.hp=3", None),
            ("combatants.guard.skills.sword=3", None),
            ("combatants.guard.skills={sword=3}", None),
            (
                "combatants.guard.skills={sword=3,bow=4}",
                Some(format!(
                    "`combatants.veteran` and `combatants.captain`, {both}"
                )),
            ),
            // A list is inherited as a whole.
            (
                "combatants.guard.carries[0]=axe",
                Some("`combatants.veteran`, which is like `guard`".to_owned()),
            ),
            (
                "combatants.veteran.like=goblin",
                Some("`combatants.captain`, which is like `veteran`".to_owned()),
            ),
            (
                "policies.calm.act=[]",
                Some("`policies.cool`, which is like `calm`".to_owned()),
            ),
            ("policies.odd.act=[]", None),
            ("sides[0].name=x", None),
            ("run.seed=2", None),
        ] {
            let path = set.split_once('=').expect("a value").0;
            let told = told.map(|told| format!("`{path}` also changes {told}"));
            assert_eq!(heirs(&[set], &[], ""), Vec::from_iter(told), "{set}");
        }
    }

    #[test]
    fn what_varies_is_told_as_well() {
        let told = heirs(
            &["combatants.veteran.mp=1"],
            &["combatants.guard.mp=1,2"],
            "",
        );
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("`combatants.veteran.mp` also changes `combatants.captain`,"));
        let axis = "[[vary]]\nname = 'x'\nset = ['combatants.guard.mp', 'combatants.captain.mp']\nto = [1, 2]\n";
        let told = heirs(&[], &[], axis);
        assert_eq!(
            told,
            ["`combatants.guard.mp` also changes `combatants.veteran`, which is like `guard`"]
        );
        let several = [
            "combatants.guard.mp=1",
            "combatants.guard.ap=1",
            "combatants.guard.carries[0]=axe",
        ];
        assert_eq!(
            heirs(&several, &[], ""),
            [
                "`combatants.guard.mp` and `combatants.guard.ap` also change `combatants.veteran` and `combatants.captain`, \
                 which are like `guard`",
                "`combatants.guard.carries[0]` also changes `combatants.veteran`, which is like `guard`",
            ]
        );
    }

    #[test]
    fn of_many_the_first_are_named() {
        let many: Vec<String> = (0..12)
            .map(|n| format!("[combatants.g{n}]\nlike = 'goblin'\n"))
            .collect();
        let told = heirs(&["combatants.goblin.mp=1"], &[], &many.concat());
        assert!(
            told[0].ends_with("`combatants.g7` and 4 more, which are like `goblin`"),
            "{told:?}"
        );
    }

    #[test]
    fn an_axis_of_the_command_line_names_the_rows_that_change_with_it() {
        let named = |vary: &[&str]| -> Vec<String> {
            let overrides = Overrides {
                vary: vary.iter().map(|&text| text.to_owned()).collect(),
                ..Overrides::default()
            };
            let (scenario, _) = read(&[("main.toml", &format!("{DUEL}{ROWS}"))], &overrides);
            let axes = scenario.expect("a scenario").axes;
            axes.into_iter().map(|axis| axis.name).collect()
        };
        assert_eq!(named(&["combatants.guard.hp=1,2"]), ["guard hp"]);
        assert_eq!(
            named(&["combatants.veteran.hp=1,2"]),
            ["veteran hp (and captain's)"]
        );
        // A row whose own value is varied as well does not inherit it.
        let both = ["combatants.veteran.hp=1,2", "combatants.captain.hp=1,2"];
        assert_eq!(named(&both), ["veteran hp", "captain hp"]);
        let heirs = ["a", "b"].map(str::to_owned);
        assert_eq!(and_heirs(&heirs), " (and a's, b's)");
        assert_eq!(and_heirs(&[]), "");
    }
}
