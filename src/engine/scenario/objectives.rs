//! Objectives: the `wins` of a side, ways to win other than being the last side standing.

use super::fields::wrong_type;
use super::{Fault, Faults, Fields, Node, OBJECTIVE, Percent, Side, Span, Value, counted};

/// An objective of a side.
#[derive(Debug, Clone, PartialEq)]
pub struct Objective {
    /// Its condition.
    pub goal: Goal,
    /// The combatants or sides that it is about; empty for the side itself.
    pub who: Vec<(String, Span)>,
    /// The number of their fighters that it takes.
    pub least: u32,
    /// Its name in tables.
    pub name: String,
    /// Its place.
    pub span: Span,
}

/// The condition of an objective.
#[derive(Debug, Clone, PartialEq)]
pub enum Goal {
    /// To stand at the end of this round.
    Hold(u32, Span),
    /// To be out of the fight, with one of these fates, which the book names; with none, by any fate except flight.
    Out(Vec<(String, Span)>),
}

/// The number of fighters as written.
enum Least {
    All,
    Count(u32, Span),
    Share(Percent),
}

/// The fate of those who leave a fight alive, in the books that have it.
pub(crate) const FLED: &str = "fled";

const CODE: &str = "scenario::objective";

/// Reads the objectives of every side, with the names of combatants and sides checked against those that fight.
/// `lists` are the `wins` of the sides.
pub(super) fn read(lists: &[Option<&[Node]>], sides: &mut [Side], faults: &Faults) {
    let read: Vec<Vec<Objective>> = lists
        .iter()
        .enumerate()
        .map(|(at, list)| {
            let list = list.unwrap_or_default().iter();
            let mut wins: Vec<Objective> = Vec::new();
            for objective in list.filter_map(|node| objective(node, at, sides, faults)) {
                if wins.iter().any(|before| before.name == objective.name) {
                    let message = format!("side `{}` has this objective twice", sides[at].name);
                    let fault = Fault::at(CODE, objective.span, message, "there already");
                    faults.push(fault.help("leave one of them out"));
                }
                wins.push(objective);
            }
            wins
        })
        .collect();
    let mut holds = read
        .iter()
        .flatten()
        .filter_map(|objective| match objective.goal {
            Goal::Hold(round, span) => Some((round, span)),
            Goal::Out(_) => None,
        });
    if let Some((first, _)) = holds.next() {
        for (round, span) in holds.filter(|(round, _)| *round != first) {
            let message = format!("one side holds until round {first}, another until {round}");
            let fault = Fault::at(CODE, span, message, "another round");
            faults.push(fault.help("a fight ends with the round of `hold`: write the same in all"));
        }
    }
    for (side, wins) in sides.iter_mut().zip(read) {
        side.wins = wins;
    }
}

fn objective(node: &Node, own: usize, sides: &[Side], faults: &Faults) -> Option<Objective> {
    let what = format!("an objective of side `{}`", sides[own].name);
    let Some(table) = node.as_table() else {
        wrong_type(
            &what,
            node,
            "a table like `{ hold = 10 }`",
            "in `wins`",
            faults,
        );
        return None;
    };
    let before = faults.met();
    let mut fields = Fields::new(table, node.span, &*what, OBJECTIVE, faults);
    let hold = (
        fields.whole_as("hold"),
        fields.node("hold").map(|node| node.span),
    );
    let who = names(&mut fields, "who");
    let out = names(&mut fields, "out");
    let fate = names(&mut fields, "fate");
    let least = least(&mut fields, faults);
    let misspelt = ["hold", "out"].iter().any(|key| fields.is_misspelt(key));
    let is_faulty = misspelt || table.get("out").is_some();
    fields.finish();
    let fail = |span: Span, message: &str, label: &str, help: &str| {
        faults.push(Fault::at(CODE, span, message, label).help(help));
    };
    let of_out = || {
        fate.as_ref()
            .and_then(|fate| fate.first())
            .map(|(_, span)| *span)
    };
    let of_hold = || {
        who.as_ref()
            .and_then(|who| who.first())
            .map(|(_, span)| *span)
    };
    let goal = match (hold, &out) {
        ((_, Some(span)), Some(_)) => {
            let help = "write two entries: a side wins by whichever it meets first";
            fail(
                span,
                &format!("{what} has both `hold` and `out`"),
                "one or the other",
                help,
            );
            return None;
        }
        ((_, None), None) => {
            if is_faulty {
                return None;
            }
            let help = "write `{ hold = 10 }`, or `{ out = \"…\" }` with a combatant or a side";
            fail(
                node.span,
                &format!("{what} has neither `hold` nor `out`"),
                "nothing to do",
                help,
            );
            return None;
        }
        ((round, Some(span)), None) => {
            if let Some(fate) = of_out() {
                fail(
                    fate,
                    "`fate` belongs to `out`",
                    "not to `hold`",
                    "leave it out",
                );
            }
            Goal::Hold(round?, span)
        }
        ((_, None), Some(_)) => {
            if let Some(span) = of_hold() {
                fail(
                    span,
                    "`who` belongs to `hold`",
                    "not to `out`",
                    "name them in `out`",
                );
            }
            Goal::Out(fate.unwrap_or_default())
        }
    };
    let (named, holds) = match goal {
        Goal::Hold(..) => (who.unwrap_or_default(), true),
        Goal::Out(_) => (out?, false),
    };
    check_names(&named, holds.then_some(own), sides, faults);
    if faults.met() > before {
        return None;
    }
    let all = fighters(&named, holds.then_some(own), sides);
    let least = match least {
        Least::All if holds && named.is_empty() => 1,
        Least::All => all,
        Least::Share(share) => at_least(share, all),
        Least::Count(count, span) => {
            if count > all {
                let message = format!(
                    "`count` is {count}, of {}",
                    counted(all as usize, "fighter")
                );
                fail(
                    span,
                    &message,
                    "more than there are",
                    "lower it, or leave it out for all",
                );
            }
            count
        }
    };
    let takes_own = |name: &str| {
        let side = &sides[own];
        let is_own = side.groups.iter().any(|group| group.combatant == name);
        let others = sides.iter().enumerate().filter(|(at, _)| *at != own);
        let mut others = others.flat_map(|(_, side)| &side.groups);
        name == side.name || (is_own && !others.any(|group| group.combatant == name))
    };
    let flees = |goal: &Goal| match goal {
        Goal::Hold(..) => true,
        Goal::Out(fates) => fates.iter().any(|(fate, _)| fate == FLED),
    };
    if !flees(&goal) && named.iter().all(|(name, _)| takes_own(name)) {
        let help = "write `fate = \"fled\"`, or name somebody of another side";
        let message = format!(
            "side `{}` would win by the fall of its own",
            sides[own].name
        );
        fail(named[0].1, &message, "its own", help);
    }
    Some(Objective {
        name: called(&goal, &named, (least, all)),
        goal,
        who: named,
        least,
        span: node.span,
    })
}

/// The name of an objective in tables.
fn called(goal: &Goal, named: &[(String, Span)], (least, all): (u32, u32)) -> String {
    let words = |names: &[(String, Span)]| {
        let names: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
        names.join(" or ")
    };
    let some = if least < all && !(named.is_empty() && least == 1) {
        format!(" ({least} of {all})")
    } else {
        String::new()
    };
    let who = words(named);
    match goal {
        Goal::Hold(round, _) if named.is_empty() => format!("hold {round} rounds{some}"),
        Goal::Hold(round, _) => format!("{who} standing after round {round}{some}"),
        Goal::Out(fates) if fates.is_empty() => format!("{who} out{some}"),
        Goal::Out(fates) => format!("{who} {}{some}", words(fates)),
    }
}

/// The smallest number of fighters that is at least this share of all; at least one.
fn at_least(share: Percent, all: u32) -> u32 {
    let exact = share.share() * f64::from(all);
    (1..=all)
        .find(|&count| f64::from(count) >= exact - 1e-9)
        .unwrap_or(all)
}

/// A text or a list of texts.
fn names(fields: &mut Fields<'_>, key: &'static str) -> Option<Vec<(String, Span)>> {
    let texts = match fields.node(key).map(|node| &node.value)? {
        Value::List(_) => fields.texts_once(key)?,
        _ => vec![fields.text(key)?],
    };
    if texts.is_empty() {
        let span = fields.node(key)?.span;
        let faults = fields.faults();
        faults.note(CODE, span, format!("`{key}` is empty"), "names nobody");
        return None;
    }
    Some(
        texts
            .into_iter()
            .map(|(text, span)| (text.to_owned(), span))
            .collect(),
    )
}

fn least(fields: &mut Fields<'_>, faults: &Faults) -> Least {
    let count: Option<u32> = fields.whole_as("count");
    let place = fields.node("count").map(|node| node.span);
    let share = fields.text("share").and_then(|(text, span)| {
        let read: Result<Percent, _> = text.parse();
        let within = |share: Percent| {
            let bounds = Percent::millionths(1)..=Percent::new(100);
            share
                .within(bounds)
                .map_err(|bounds| format!("`share` is {bounds}"))
        };
        let read = read.map_err(|error| error.to_string()).and_then(within);
        let report = |message: String| {
            let fault = Fault::at(CODE, span, message, "in an objective");
            faults.push(fault.help("write a share such as `share = \"50%\"`"));
        };
        read.map_err(report).ok().map(|share| (share, span))
    });
    match (count.zip(place), share) {
        (Some(_), Some((_, span))) => {
            let fault = Fault::at(
                CODE,
                span,
                "`count` and `share` are both given",
                "one too many",
            );
            faults.push(fault.help("leave one of them out"));
            Least::All
        }
        (Some((count, span)), None) => Least::Count(count, span),
        (None, Some((share, _))) => Least::Share(share),
        (None, None) => Least::All,
    }
}

/// Reports names that are neither combatants nor sides of the fight; if `own` is given, of that side.
fn check_names(names: &[(String, Span)], own: Option<usize>, sides: &[Side], faults: &Faults) {
    let of = |at: &usize| own.is_none_or(|own| own == *at);
    let among = (0..sides.len()).filter(of).map(|at| &sides[at]);
    let known: Vec<&str> = among
        .flat_map(|side| {
            let fighters = side.groups.iter().map(|group| group.combatant.as_str());
            fighters.chain([side.name.as_str()])
        })
        .collect();
    for (name, span) in names {
        if !known.contains(&name.as_str()) {
            let place = if own.is_some() {
                "on this side"
            } else {
                "in this fight"
            };
            let what = "combatant or side";
            faults.unknown(CODE, what, name, *span, known.iter().copied(), place);
        }
    }
}

/// The number of fighters with one of these names, or of a side with one of these names.
fn fighters(names: &[(String, Span)], own: Option<usize>, sides: &[Side]) -> u32 {
    let mut all = 0;
    for (at, side) in sides.iter().enumerate() {
        if own.is_some_and(|own| own != at) {
            continue;
        }
        let is_named =
            |name: &str| names.is_empty() || names.iter().any(|(known, _)| known == name);
        let whole = is_named(&side.name);
        let groups = side.groups.iter();
        let groups = groups.filter(|group| whole || is_named(&group.combatant));
        all += groups.map(|group| group.count).sum::<u32>();
    }
    all
}
