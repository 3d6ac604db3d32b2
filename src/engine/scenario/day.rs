//! Reads the `[[day]]` entries of a scenario: fights and rests that follow one another.

use super::fields::wrong_type;
use super::sides::side_named;
use super::{DAY, Fault, Faults, Fields, Node, Side, Span, TOP, Table, counted};
use crate::fight::Away;

/// The fights and rests of a day, as written in the scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct Day {
    /// The name of the side that goes through the day: the first side of the scenario.
    pub people: String,
    /// The fights and rests, in order.
    pub stages: Vec<Stage>,
}

impl Day {
    /// Returns whether the fighters of the sides `one` and `other` are ever in the same fight.
    pub fn meet(&self, one: &str, other: &str) -> bool {
        let has = |foes: &[String], name: &str| foes.iter().any(|foe| foe == name);
        let both = |stage: &Stage| matches!(stage, Stage::Fight(foes, ..) if has(foes, one) && has(foes, other));
        one == other || [one, other].contains(&&*self.people) || self.stages.iter().any(both)
    }
}

/// A fight or a rest of a day.
#[derive(Debug, Clone, PartialEq)]
pub enum Stage {
    /// A fight: the names of the opposing sides, and the number of fights in a row. The third value says
    /// whether fighters of the first side that fled or were captured are missing from the later fights of the
    /// day.
    Fight(Vec<String>, u32, Away),
    /// A rest: its name in the rulebook, and the source location of that name.
    Rest(String, Span),
}

const CODE: &str = "scenario::day";

/// The largest number of fights and rests in a day.
const MOST_STAGES: usize = 60;

/// Reads the day of a scenario. Returns `None` if the scenario has no `day`, or if the day has faults, which
/// are reported.
pub(super) fn read(tree: &Table, end: Span, sides: &[Side], faults: &Faults) -> Option<Day> {
    tree.get("day")?;
    let mut fields = Fields::new(tree, end, "the scenario", TOP, faults);
    let (list, span) = fields.list("day")?;
    let before = faults.met();
    let stages: Vec<Stage> = list
        .iter()
        .filter_map(|node| stage(node, sides, faults))
        .collect();
    if faults.met() > before {
        return None;
    }
    let fights = stages.iter().map(|stage| match stage {
        Stage::Fight(_, times, _) => *times as usize,
        Stage::Rest(..) => 1,
    });
    let all: usize = fights.sum();
    let fault = |message: String, label: &str, help: &str| {
        faults.push(Fault::at(CODE, span, message, label).help(help));
    };
    match stages.first() {
        None => fault(
            "a day has no fight".to_owned(),
            "empty",
            "add an entry with `fight = \"SIDE\"`, or remove `day`",
        ),
        Some(Stage::Rest(_, span)) => {
            let fault = Fault::at(
                CODE,
                *span,
                "a day must begin with a fight",
                "rest before the first fight",
            );
            faults.push(fault.help(
                "remove the rest; if fighters begin the day wounded, set that in their stat blocks",
            ));
        }
        Some(Stage::Fight(..)) => {}
    }
    if all > MOST_STAGES {
        let most = counted(MOST_STAGES, "stage");
        fault(
            format!("a day can have at most {most}, not {all}"),
            "too many",
            "lower `repeat`, or remove a stage",
        );
    }
    let people = sides[0].name.clone();
    for side in &sides[1..] {
        let fights =
            |stage: &Stage| matches!(stage, Stage::Fight(foes, ..) if foes.contains(&side.name));
        if !stages.iter().any(fights) {
            let message = format!("side `{}` is in no fight of the day", side.name);
            let fault = Fault::at(CODE, side.span, message, "never fights");
            faults.push(fault.help(format!(
                "add a `[[day]]` entry with `fight = \"{}\"`, or remove the side",
                side.name
            )));
        }
    }
    (faults.met() == before).then_some(Day { people, stages })
}

/// Returns whether the entries of `[[day]]` have known keys only, and reports faults if not. This is for a scenario with
/// one side: its other sides may come from the files of the day, and a misspelt `file` makes them missing.
pub(super) fn has_known_keys(tree: &Table, faults: &Faults) -> bool {
    let before = faults.met();
    let stages = tree.get("day").and_then(Node::as_list).unwrap_or_default();
    for node in stages {
        if let Some(table) = node.as_table() {
            let mut fields = Fields::new(table, node.span, "a stage of the day", DAY, faults);
            for spec in DAY {
                let _ = fields.node(spec.key);
            }
            fields.finish();
        }
    }
    faults.met() == before
}

/// Reads one `[[day]]` entry.
fn stage(node: &Node, sides: &[Side], faults: &Faults) -> Option<Stage> {
    let Some(table) = node.as_table() else {
        wrong_type("a stage of the day", node, "a table", "in `day`", faults);
        return None;
    };
    let mut fields = Fields::new(table, node.span, "a stage of the day", DAY, faults);
    let foes = fields.text_or_texts("fight");
    let rest = fields.text("rest");
    let file = fields.node("file").map(|node| node.span);
    let repeat: Option<u32> = fields.whole_as("repeat");
    let away = Away {
        fled: fields.choice("fled", [false, true]),
        captured: fields.choice("captured", [false, true]),
    };
    // The key `file` is removed when the sides of that file are copied. It is still there only if the file
    // has a fault, or if the command line or an axis has set it after the files were read.
    if let Some(span) = file {
        if faults.met() > 0 {
            return None;
        }
        let message = "`file` of a day can only be set in the scenario file";
        let label = "set by the command line or an axis";
        let help = "write one entry of `[[day]]` for each file, and vary its other values";
        faults.push(Fault::at(CODE, span, message, label).help(help));
        return None;
    }
    let of_fights = ["repeat", "fled", "captured"];
    let of_fight = of_fights.map(|key| fields.node(key).map(|node| (key, node.span)));
    let of_fight = of_fight.into_iter().flatten().next();
    let place = ["fight", "rest"].map(|key| fields.node(key).map(|node| node.span));
    let is_misspelt = ["fight", "rest"].iter().any(|key| fields.is_misspelt(key));
    fields.finish();
    let fault = |span: Span, message: &str, label: &str, help: &str| {
        faults.push(Fault::at(CODE, span, message, label).help(help));
    };
    match place {
        [Some(_), Some(rest)] => {
            let help = "write two entries, one for the fight and one for the rest";
            fault(
                rest,
                "a stage of the day has both `fight` and `rest`",
                "only one is allowed",
                help,
            );
            None
        }
        [None, None] => {
            if !is_misspelt {
                let help = "add `fight = \"SIDE\"` or `rest = \"…\"`";
                fault(
                    node.span,
                    "a stage of the day has neither `fight` nor `rest`",
                    "does nothing",
                    help,
                );
            }
            None
        }
        [None, Some(_)] if of_fight.is_some() => {
            let (key, span) = of_fight.expect("it is there");
            let help = match key {
                "repeat" => "write the entry of the rest several times",
                _ => "move it to the fight before the rest",
            };
            fault(
                span,
                &format!("`{key}` is a key of fights"),
                "this stage is a rest",
                help,
            );
            None
        }
        [None, Some(_)] => rest.map(|(name, span)| Stage::Rest(name.to_owned(), span)),
        [Some(span), None] => {
            let foes = foes?;
            if foes.is_empty() {
                fault(span, "`fight` is empty", "no side", "name a side to fight");
                return None;
            }
            let mut names: Vec<String> = Vec::new();
            for (name, span) in foes {
                let at = side_named(sides, (name, span), CODE, faults)?;
                if at == 0 {
                    let message = format!("side `{name}` would fight itself");
                    fault(
                        span,
                        &message,
                        "the side whose day it is",
                        "name the other sides only: the first side is in every fight",
                    );
                    return None;
                }
                names.push(name.to_owned());
            }
            Some(Stage::Fight(names, repeat.unwrap_or(1), away))
        }
    }
}
