//! Changes values of a scenario in memory, for a search that tries many values.
//!
//! No file is read for a change, so that hundreds of variants can be tried quickly.

use super::overrides;
use super::path::TreePath;
use super::{
    Axis, Faults, Matchup, Node, Scenario, Side, Sources, Span, Table, Value, like, parse,
};

impl Scenario {
    /// Returns the paths that a text describes. In the text, `.*` stands for each key of a table and `[*]`
    /// for each entry of a list. If the text contains one of these stars, only paths to existing values are
    /// returned.
    ///
    /// # Errors
    /// If the text is not a valid path, or no value matches it. The error is a sentence.
    pub fn paths(&self, text: &str) -> Result<Vec<TreePath>, String> {
        let mut tree = self.tree.clone();
        like::resolve(&mut tree, &Faults::default());
        let mut paths = Vec::new();
        expand(text, self.start, &tree, &mut paths)?;
        if text.contains('*') {
            paths.retain(|path| path.find(&tree).is_some());
        }
        if paths.is_empty() {
            return Err(format!("nothing in the scenario matches `{text}`"));
        }
        Ok(paths)
    }

    /// Returns the value at a path before axes change it, including an inherited value. `None` if there is
    /// none.
    pub fn value_at(&self, path: &TreePath) -> Option<Value> {
        let mut tree = self.tree.clone();
        like::resolve(&mut tree, &Faults::default());
        path.find(&tree).map(|node| node.value.clone())
    }

    /// Returns a copy of the scenario with the given values at the given paths.
    ///
    /// # Errors
    /// If a path does not exist. The error is a sentence.
    pub fn with_values(&self, values: &[(&TreePath, Value)]) -> Result<Self, String> {
        let mut changed = self.clone();
        let faults = self.no_faults();
        for (path, value) in values {
            // The new value has no source text, so it gets the source location of the value that it replaces.
            let replaced = path.find(&self.tree);
            let node = Node {
                value: value.clone(),
                span: replaced.map_or(self.start, |node| node.span),
            };
            path.set(&mut changed.tree, &node, &faults);
        }
        match faults.sorted().first() {
            None => Ok(changed),
            Some(fault) => Err(fault.message.clone()),
        }
    }

    /// Returns an empty collection of faults that contains the source texts of this scenario.
    pub fn no_faults(&self) -> Faults {
        Faults::new(self.sources.clone())
    }

    /// Returns the axis that sets the path in `text`.
    pub fn axis_of(&self, text: &str) -> Option<&Axis> {
        let path = read(text, self.start).ok()?;
        self.axes.iter().find(|axis| axis.paths.contains(&path))
    }

    /// Returns the sides of the first matchup, in the listed order.
    pub fn sides(&self) -> Vec<Side> {
        let first: Option<Matchup> = self.matchup(0, &self.no_faults());
        first.map_or_else(Vec::new, |matchup| matchup.sides)
    }

    /// Returns the index of the side that an axis changes, in [`Scenario::sides`]. All paths of the axis have
    /// to lead to this side: into its `[[sides]]` entry, or into a stat block that no other side uses.
    /// Otherwise returns `None`.
    pub fn side_of(&self, axis: &Axis) -> Option<usize> {
        let sides = self.sides();
        let of_path = |path: &TreePath| match path.root() {
            "sides" => path.second_index().filter(|&side| side < sides.len()),
            "combatants" => {
                let name = path.second_key()?;
                let fields = |side: &Side| side.groups.iter().any(|group| group.combatant == name);
                let mut places = (0..sides.len()).filter(|&place| fields(&sides[place]));
                places.next().filter(|_| places.next().is_none())
            }
            _ => None,
        };
        let mut places = axis.paths.iter().map(of_path);
        let first = places.next()??;
        places.all(|place| place == Some(first)).then_some(first)
    }
}

/// Adds the paths that `text` describes to `paths`.
fn expand(text: &str, start: Span, tree: &Table, paths: &mut Vec<TreePath>) -> Result<(), String> {
    let star = [".*", "[*]"]
        .into_iter()
        .filter_map(|star| Some((text.find(star)?, star)))
        .min();
    let Some((at, star)) = star else {
        paths.push(read(text, start)?);
        return Ok(());
    };
    let (before, after) = (&text[..at], &text[at + star.len()..]);
    let Some(node) = read(before, start)?.find(tree) else {
        return Err(format!("`{before}` does not exist"));
    };
    match (&node.value, star) {
        (Value::Table(table), ".*") => {
            for key in table.keys() {
                let bare = key
                    .chars()
                    .all(|c| c.is_alphanumeric() || c == '_' || c == '-');
                let quote = if bare { "" } else { "\"" };
                expand(
                    &format!("{before}.{quote}{key}{quote}{after}"),
                    start,
                    tree,
                    paths,
                )?;
            }
            Ok(())
        }
        (Value::List(list), "[*]") => {
            for index in 0..list.len() {
                expand(&format!("{before}[{index}]{after}"), start, tree, paths)?;
            }
            Ok(())
        }
        (value, ".*") => Err(format!("`{before}` is {}, not a table", value.kind())),
        (value, _) => Err(format!("`{before}` is {}, not a list", value.kind())),
    }
}

/// Parses a path that is not in a source text. Its source location is `start`, the start of the scenario.
fn read(text: &str, start: Span) -> Result<TreePath, String> {
    let faults = Faults::default();
    TreePath::parse(text, |_| start, &faults).ok_or_else(|| first_of(&faults))
}

/// Parses a list of values in the form of the command line, such as `1d6,1d6+1,1d8`.
///
/// # Errors
/// If one of them is not a valid value. The error is a sentence.
pub fn listed(list: &str) -> Result<Vec<Value>, String> {
    let mut faults = Faults::new(Sources::default());
    let source = faults.sources_mut().add("--ladder", list);
    let value = |piece| parse::value(source, piece, &faults).map(|node| node.value);
    let values: Option<Vec<Value>> = overrides::pieces(list).into_iter().map(value).collect();
    values.ok_or_else(|| first_of(&faults))
}

/// Returns the message and advice of the first fault as a sentence.
fn first_of(faults: &Faults) -> String {
    let fault = faults.sorted().into_iter().next();
    fault.map_or_else(String::new, |fault| match fault.help {
        Some(help) => format!("{}: {help}", fault.message),
        None => fault.message,
    })
}

#[cfg(test)]
mod tests {
    use super::super::Overrides;
    use super::super::testing::{duel, vary};
    use super::*;

    fn scenario(more: &str) -> Scenario {
        let (scenario, faults) = duel(more, &Overrides::default());
        assert!(faults.is_empty(), "{}", faults.render(false, 100));
        scenario.expect("a scenario")
    }

    fn paths(scenario: &Scenario, text: &str) -> Result<Vec<String>, String> {
        let paths = scenario.paths(text)?;
        Ok(paths.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_star_is_every_key_or_entry_that_has_what_follows() {
        let scenario = scenario("[combatants.ogre]\nhp = 20\ncarries = ['axe', 'sword']\n");
        let all = paths(&scenario, "combatants.*.hp").expect("paths");
        assert!(all.contains(&"combatants.ogre.hp".to_owned()), "{all:?}");
        assert_eq!(
            paths(&scenario, "combatants.ogre.carries[*]"),
            Ok(vec![
                "combatants.ogre.carries[0]".to_owned(),
                "combatants.ogre.carries[1]".to_owned()
            ])
        );
        for wrong in [
            "combatants.*.wings",
            "combatant.*.hp",
            "combatants..hp",
            "combatants.ogre.*.x",
        ] {
            assert!(paths(&scenario, wrong).is_err(), "{wrong}");
        }
        // Without a star, the last key of a path may be a new one.
        assert_eq!(
            paths(&scenario, "combatants.ogre.new"),
            Ok(vec!["combatants.ogre.new".to_owned()])
        );
    }

    #[test]
    fn a_variant_has_the_value_and_leaves_the_first_alone() {
        let first = scenario("[combatants.ogre]\nhp = 20\n[combatants.chief]\nlike = 'ogre'\n");
        let path = &first.paths("combatants.chief.hp").expect("a path")[0];
        assert_eq!(first.value_at(path), Some(Value::Whole(20)));
        let other = first
            .with_values(&[(path, Value::Whole(25))])
            .expect("it can be set");
        assert_eq!(other.value_at(path), Some(Value::Whole(25)));
        assert_eq!(first.value_at(path), Some(Value::Whole(20)));
        let nowhere = &first.paths("combatants.nobody.hp").expect("a path")[0];
        assert!(first.with_values(&[(nowhere, Value::Whole(1))]).is_err());
    }

    #[test]
    fn an_axis_belongs_to_the_side_that_it_changes() {
        let (scenario, _) = duel(
            "",
            &vary(&[
                "combatants.guard.hp=1,2",
                "sides[1].fighters[0].count=1,2",
                "options.stun=1,2",
            ]),
        );
        let scenario = scenario.expect("a scenario");
        let sides: Vec<_> = scenario
            .axes
            .iter()
            .map(|axis| scenario.side_of(axis))
            .collect();
        assert_eq!(sides, [Some(0), Some(1), None]);
        assert!(scenario.axis_of("combatants.\"guard\".hp").is_some());
        assert!(scenario.axis_of("combatants.guard").is_none());
    }

    #[test]
    fn a_list_of_values_splits_at_its_commas() {
        let text = |text: &str| Value::Text(text.to_owned());
        assert_eq!(
            listed("1d6, 1d6+1,7,1.5"),
            Ok(vec![
                text("1d6"),
                text("1d6+1"),
                Value::Whole(7),
                Value::Real(1.5)
            ])
        );
        assert!(listed("1d6,,1d8").is_err());
    }
}
