//! Reads the sides of a matchup: the `[[sides]]` entries.

use std::collections::HashSet;

use unicode_width::UnicodeWidthChar;

use super::allies;
use super::axes::same_column;
use super::fields::wrong_type;
use super::objectives::{self, Objective};
use super::{FIGHTER, Fault, Faults, Fields, Node, SIDE, Span, TOP, Table, top};
use super::{day, day_files};
use crate::fight::MOST_FIGHTERS;
use crate::suggest::nearest;

/// One side of a matchup.
#[derive(Debug, Clone, PartialEq)]
pub struct Side {
    /// The name of the side.
    pub name: String,
    /// The source location of the name.
    pub span: Span,
    /// The fighters, in groups of the same stat block; at least one group.
    pub groups: Vec<Group>,
    /// The index of the first side in this side's alliance. Without an earlier ally, this is the side's own
    /// index.
    pub alliance: usize,
    /// The objectives that let this side win.
    pub wins: Vec<Objective>,
}

/// Fighters of a side that have the same stat block.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The name of the stat block, which is a row of the table `combatants`.
    pub combatant: String,
    /// The source location of that name.
    pub combatant_span: Span,
    /// The number of fighters, at least 1.
    pub count: u32,
    /// Whether `count` is the number in the scenario. If that number has a fault, this is false and `count`
    /// is a replacement.
    pub counted: bool,
    /// The starting positions, in the form that the ruleset defines.
    pub at: Option<Node>,
    /// The round at whose start these fighters join the fight, with its source location. `None` if they are
    /// there from the start.
    pub arrives: Option<(u32, Span)>,
    /// The mounts that these fighters ride at the start, in the form that the ruleset defines. Only some
    /// rulebooks have mounts.
    pub riding: Option<Node>,
    /// The source location of the group.
    pub span: Span,
}

impl Side {
    /// Returns whether the scenario gives starting positions for the mounts of `riders`.
    pub fn places_mounts_of(&self, riders: &Group) -> bool {
        let mount = riders.riding.as_ref().and_then(Node::as_text);
        let is_placed = |group: &Group| Some(&*group.combatant) == mount && group.at.is_some();
        self.groups.iter().any(is_placed)
    }
}

/// The names that tables use for fights without a winner. No side may have one of these names.
const NO_SIDES: [&str; 2] = ["draw", "undecided"];

/// Reads the sides and reports their faults. There have to be two sides or more with at least one fighter
/// each, and the number of fighters is limited. Returns `None` if the sides have faults that make a search
/// for further faults useless.
///
/// An unknown combatant is reported and then replaced by the one with the most similar name, so that further
/// faults are found.
pub(super) fn read(tree: &Table, end: Span, faults: &Faults) -> Option<Vec<Side>> {
    let mut fields = Fields::new(tree, end, "the scenario", TOP, faults);
    let (list, span) = fields.list("sides")?;
    let combatants = match fields.node("combatants") {
        Some(node) => {
            top::check_kind(&["combatants"], node, None, faults);
            Some(node.as_table()?)
        }
        None => None,
    };
    if list.len() < 2
        && (day_files::lacks_sides(tree, faults) || !day::has_known_keys(tree, faults))
    {
        return None;
    }
    if list.len() < 2 {
        faults.push(
            Fault::at(
                "scenario::sides",
                span,
                "a fight needs at least two sides",
                "too few sides",
            )
            .help("add another `[[sides]]`"),
        );
    }
    let empty = Table::default();
    let known = combatants.unwrap_or(&empty);
    let sides: Vec<Option<Side>> = list.iter().map(|node| side(node, known, faults)).collect();
    let wins: Vec<Option<&[Node]>> = list
        .iter()
        .map(|node| node.as_table()?.get("wins")?.as_list())
        .collect();
    let mut names = HashSet::new();
    for (name, span) in list.iter().filter_map(name) {
        if !names.insert(name) {
            faults.push(Fault::at(
                "scenario::duplicate-name",
                span,
                format!("two sides are named `{name}`"),
                "second side with this name",
            ));
        }
    }
    let mut sides: Vec<Side> = sides.into_iter().collect::<Option<_>>()?;
    allies::read(list, &mut sides, (span, faults));
    objectives::read(&wins, &mut sides, faults);
    let fighters: usize = sides
        .iter()
        .flat_map(|side| &side.groups)
        .map(|group| group.count as usize)
        .sum();
    if fighters > MOST_FIGHTERS {
        faults.push(Fault::at(
            "scenario::too-many",
            span,
            format!("a fight has at most {MOST_FIGHTERS} fighters, not {fighters}"),
            "too many fighters",
        ));
        return None;
    }
    (sides.len() >= 2).then_some(sides)
}

/// Returns the index of the side with this name. An unknown name is a fault with the code `code`.
pub fn side_named(
    sides: &[Side],
    (name, span): (&str, Span),
    code: &'static str,
    faults: &Faults,
) -> Option<usize> {
    let at = sides.iter().position(|side| side.name == name);
    if at.is_none() {
        let known = sides.iter().map(|side| side.name.as_str());
        faults.unknown(code, "side", name, span, known, "one of the sides");
    }
    at
}

/// Returns the name of a side as written, even if the side has faults.
pub(super) fn name(side: &Node) -> Option<(&str, Span)> {
    let name = side.as_table()?.get("name")?;
    Some((name.as_text()?, name.span))
}

/// The largest number of letters in a name. Names are repeated in every row of tables, pages and baselines.
const MOST_LETTERS: usize = 200;

/// Reports a name that is too long. `what` is the kind of name, as a phrase such as `a label`.
pub(super) fn check_length(what: &str, name: &str, span: Span, faults: &Faults) {
    let letters = name.chars().count();
    if letters > MOST_LETTERS {
        let message = format!("{what} can have at most {MOST_LETTERS} letters, not {letters}");
        faults.push(Fault::at("scenario::name", span, message, "name too long"));
    }
}

/// Returns whether a text shows nothing: it has only blanks and invisible characters.
pub(super) fn is_blank(text: &str) -> bool {
    let shapeless = |c: char| {
        c.is_whitespace()
            || c.is_control()
            || c == '\u{2800}'
            || UnicodeWidthChar::width(c).unwrap_or(0) == 0
    };
    text.chars().all(shapeless)
}

fn side(node: &Node, known: &Table, faults: &Faults) -> Option<Side> {
    let Some(table) = node.as_table() else {
        wrong_type("a side", node, "a table", "in `sides`", faults);
        return None;
    };
    let what = match table.get("name").and_then(Node::as_text) {
        Some(name) => format!("side `{name}`"),
        None => "a side".to_owned(),
    };
    let mut fields = Fields::new(table, node.span, &*what, SIDE, faults);
    let name = fields.text("name");
    let fighters = fields.list("fighters");
    // The keys `allies` and `wins` are read later, when all sides are known. Here they are only marked as
    // known keys.
    fields.text_or_texts("allies");
    fields.list("wins");
    fields.finish();
    if let Some((name, span)) = name
        && (is_blank(name) || NO_SIDES.iter().any(|taken| same_column(taken, name)))
    {
        faults.push(Fault::at(
            "scenario::name",
            span,
            format!("a side cannot be called `{name}`"),
            "this word has another meaning in tables",
        ));
    }
    let (fighters, fighters_span) = fighters?;
    if fighters.is_empty() {
        faults.push(
            Fault::at(
                "scenario::sides",
                fighters_span,
                format!("{what} has no fighters"),
                "nobody here",
            )
            .help("add `{ combatant = \"…\" }`"),
        );
    }
    let groups: Vec<Option<Group>> = fighters
        .iter()
        .map(|node| group(node, &what, known, faults))
        .collect();
    let groups: Vec<Group> = groups.into_iter().collect::<Option<_>>()?;
    let (name, span) = name?;
    (!groups.is_empty()).then(|| Side {
        name: name.to_owned(),
        span,
        groups,
        alliance: 0,
        wins: Vec::new(),
    })
}

fn group(node: &Node, side: &str, known: &Table, faults: &Faults) -> Option<Group> {
    let Some(table) = node.as_table() else {
        let wanted = "a table such as `{ combatant = \"…\", count = 1 }`";
        let place = format!("in {side}");
        wrong_type("an entry of `fighters`", node, wanted, &place, faults);
        return None;
    };
    let what = format!("a fighter of {side}");
    let mut fields = Fields::new(table, node.span, what, FIGHTER, faults);
    let combatant = fields.text("combatant");
    let before = faults.met();
    let count = fields.number("count");
    let counted = faults.met() == before;
    let at = fields.node("at").cloned();
    let arrives = fields.whole_as("arrives");
    let arrives = arrives.zip(fields.node("arrives").map(|node| node.span));
    let riding = fields.node("riding").cloned();
    fields.finish();
    let (mut combatant, combatant_span) = combatant?;
    if known.get(combatant).is_none() {
        let near = if faults.are_many() {
            None
        } else {
            nearest(combatant, known.keys())
        };
        let meant = near.or(known.keys().next());
        faults.unknown(
            "scenario::unknown-combatant",
            "combatant",
            combatant,
            combatant_span,
            known.keys(),
            "in `combatants`",
        );
        combatant = meant?;
    }
    let block = known.get(combatant)?;
    if block.as_table().is_none() {
        let called = format!("`combatants.{combatant}`");
        wrong_type(&called, block, "a table", "not a table", faults);
        return None;
    }
    Some(Group {
        combatant: combatant.to_owned(),
        combatant_span,
        count,
        counted,
        at,
        arrives,
        riding,
        span: node.span,
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{faults, read, told};
    use super::*;
    use crate::scenario::{Overrides, Scenario};

    fn sides(text: &str) -> (Option<Scenario>, Faults) {
        let head = "ruleset = 'brp'\n[combatants.guard]\n[combatants.goblin]\n";
        read(
            &[("a.toml", &format!("{head}{text}"))],
            &Overrides::default(),
        )
    }

    #[test]
    fn sides_have_groups_with_counts_and_places() {
        let text = "[[sides]]
            name = 'left'
            fighters = [{ combatant = 'guard' }, { combatant = 'goblin', count = 3, at = [0, 1] }]
            [[sides]]
            name = 'right'
            fighters = [{ combatant = 'goblin' }]";
        let (scenario, faults) = sides(text);
        let matchups = scenario.expect("a scenario").matchups(&faults);
        assert!(faults.is_empty());
        let [left, right] = matchups[0].sides.as_slice() else {
            panic!("two sides")
        };
        let groups: Vec<_> = left
            .groups
            .iter()
            .map(|g| (&*g.combatant, g.count))
            .collect();
        assert_eq!(groups, [("guard", 1), ("goblin", 3)]);
        let at = left.groups[1].at.as_ref().expect("a place");
        assert_eq!(faults.sources().slice(at.span), "[0, 1]");
        assert_eq!(faults.sources().slice(right.span), "'right'");
        assert_eq!(
            faults.sources().slice(right.groups[0].combatant_span),
            "'goblin'"
        );
        assert!(right.groups[0].at.is_none());
    }

    #[test]
    fn no_side_is_called_like_an_ending_in_another_case_or_with_blanks() {
        for name in ["Draw", "UNDECIDED", " draw"] {
            let text = format!(
                "[[sides]]\nname = '{name}'\nfighters = [{{ combatant = 'guard' }}]\n\
                 [[sides]]\nname = 'right'\nfighters = [{{ combatant = 'goblin' }}]"
            );
            let (_, found) = sides(&text);
            let place = format!("'{name}'");
            assert_eq!(told(&found), faults([("scenario::name", place.as_str())]));
        }
    }

    #[test]
    fn every_fault_of_the_sides_is_found() {
        let text = "[[sides]]
            name = 'draw'
            fighters = [{ combatant = 'gaurd', count = 0 }, { combatant = 'guard', cuont = 2 }]
            [[sides]]
            name = 'draw'
            fighters = [{ combatant = 'goblin', count = 65 }]";
        let (scenario, found) = sides(text);
        assert_eq!(
            told(&found),
            faults([
                ("scenario::name", "'draw'"),
                ("scenario::unknown-combatant", "'gaurd'"),
                ("scenario::range", "0"),
                ("scenario::unknown-key", "cuont"),
                ("scenario::name", "'draw'"),
                ("scenario::duplicate-name", "'draw'"),
                ("scenario::range", "65"),
            ])
        );
        let matchups = scenario.expect("a scenario to look into").matchups(&found);
        let meant = &matchups[0].sides[0].groups[0];
        assert_eq!((&*meant.combatant, meant.count), ("guard", 1));
    }

    #[test]
    fn sides_have_headers() {
        for (text, help) in [("", "add `[[sides]]`"), ("[sides]\n", "write `[[sides]]`")] {
            let found = sides(text).1.sorted();
            assert_eq!(found[0].help.as_deref(), Some(help), "{text}");
        }
    }

    #[test]
    fn a_side_has_a_name_that_can_be_seen() {
        let named = |name: &str| {
            let side = |name| {
                format!("[[sides]]\nname = '{name}'\nfighters = [{{ combatant = 'guard' }}]\n")
            };
            told(&sides(&(side(name) + &side("right"))).1)
        };
        for name in [
            "\u{200b}",
            " \u{feff}\u{2060}",
            "\u{a0}\u{ad}",
            "\u{3164}",
            "\u{2800}",
            "\u{202e}",
        ] {
            let quoted = format!("'{name}'");
            assert_eq!(
                named(name),
                faults([("scenario::name", &quoted)]),
                "{name:?}"
            );
        }
        for name in ["-", "e\u{301}", "日本", "👨‍👩‍👧", "."] {
            assert_eq!(named(name), faults([]), "{name}");
        }
    }

    #[test]
    fn a_fight_needs_sides_and_fighters() {
        let guard = "fighters = [{ combatant = 'guard' }]";
        let one = format!("[[sides]]\nname = 'left'\n{guard}\n");
        let empty = format!("{one}[[sides]]\nname = 'right'\nfighters = []\n");
        let shapes = format!("{one}[[sides]]\nname = ''\nfighters = ['guard', 'guard']\n");
        let absent = format!("{one}[[sides]]\n");
        let nameless = format!("{one}[[sides]]\nfighters = [{{ name = 'a' }}]\n");
        let crowd = "fighters = [{ combatant = 'guard', count = 64 }]";
        let crowd = format!("{one}[[sides]]\nname = 'right'\n{crowd}\n");
        for (text, expected) in [
            ("", faults([("scenario::missing-key", "")])),
            ("[sides]\n", faults([("scenario::type", "[sides]")])),
            (&one, faults([("scenario::sides", "[[sides]]")])),
            (&empty, faults([("scenario::sides", "[]")])),
            (
                &shapes,
                faults([
                    ("scenario::name", "''"),
                    ("scenario::type", "'guard'"),
                    ("scenario::type", "'guard'"),
                ]),
            ),
            (
                &absent,
                faults([
                    ("scenario::missing-key", "[[sides]]"),
                    ("scenario::missing-key", "[[sides]]"),
                ]),
            ),
            (
                &nameless,
                faults([
                    ("scenario::missing-key", "[[sides]]"),
                    ("scenario::missing-key", "{ name = 'a' }"),
                    ("scenario::unknown-key", "name"),
                ]),
            ),
            (&crowd, faults([("scenario::too-many", "[[sides]]")])),
        ] {
            let (scenario, found) = sides(text);
            assert_eq!(told(&found), expected, "{text}");
            let matchups = scenario.expect("a scenario to look into").matchups(&found);
            assert!(matchups.is_empty(), "{text}");
        }
    }
}
