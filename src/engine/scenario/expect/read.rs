//! Reads the `[[expect]]` entries. Reports all faults of all entries in one pass, each with its source
//! location.

use super::values::Reader;
use super::{Axis, ChosenValues, Expectation, Figure, Seats, Shape};
use crate::scenario::fields::wrong_type;
use crate::scenario::sides::is_blank;
use crate::scenario::{EXPECT, Fault, Faults, Fields, Node, Span, Table};

/// The fault code for mistakes that are specific to expectations.
pub(super) const CODE: &str = "scenario::expect";

/// The parts of the scenario that are needed to check expectations.
pub(in crate::scenario) struct Context<'a> {
    /// The axes as written in the file.
    pub(in crate::scenario) own: &'a [Axis],
    /// The axes with the values from the command line.
    pub(in crate::scenario) now: &'a [Axis],
    /// Whether the axes have no faults. Names of faulty axes are not checked, as they may be right once the
    /// axis is corrected.
    pub(in crate::scenario) are_sound: bool,
    /// The seats (orders of the sides) that are played according to the file.
    pub(in crate::scenario) own_seats: Seats,
    /// The seats that are played in this run, with the flags of the command line.
    pub(in crate::scenario) seats: Seats,
    /// The start of the file, which is the source location for values from the command line.
    pub(in crate::scenario) start: Span,
}

/// The kinds of `[[expect]]` entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExpectKind {
    Band,
    Order,
    Beats,
    NoneDominated,
    InMix,
    Trend,
}

impl ExpectKind {
    /// The key that marks each kind. An entry without any of these keys is a band.
    const SAID: [(&str, Self); 5] = [
        ("order", Self::Order),
        ("beats", Self::Beats),
        ("none_dominated", Self::NoneDominated),
        ("in_mix", Self::InMix),
        ("trend", Self::Trend),
    ];

    /// Returns the keys that this kind of expectation has in addition to [`OF_ALL`].
    const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Band => &[
                "figure",
                "quantile",
                "objective",
                "mean_over",
                "at_least",
                "at_most",
                "within",
                "ratio_to",
            ],
            Self::Order => &["order", "along", "figure", "objective", "by"],
            Self::Beats => &["beats", "along", "by"],
            Self::NoneDominated => &["none_dominated", "along"],
            Self::InMix => &["in_mix", "along"],
            Self::Trend => &[
                "trend",
                "along",
                "figure",
                "objective",
                "mean_over",
                "by",
                "within",
            ],
        }
    }
}

/// The keys that every kind of expectation has.
const OF_ALL: [&str; 3] = ["why", "of", "where"];

/// Returns the seats that the table `[run]` of a file sets, without the flags of the command line.
pub(in crate::scenario) fn own_seats(run: &Node) -> Seats {
    let seats = run.as_table().and_then(|run| run.get("seats"));
    match seats.and_then(Node::as_text) {
        Some("both") => Seats::Both,
        _ => Seats::One,
    }
}

/// Reads all expectations. Faulty ones are reported and left out.
pub(in crate::scenario) fn read(
    expect: Option<&Node>,
    place: &Context<'_>,
    faults: &Faults,
) -> Vec<Expectation> {
    let Some(node) = expect else {
        return Vec::new();
    };
    let Some(list) = node.as_list() else {
        let wanted = "a list (write `[[expect]]`)";
        wrong_type("`expect`", node, wanted, "not a list", faults);
        return Vec::new();
    };
    let read = list.iter().map(|node| one(node, place, faults));
    read.flatten().collect()
}

fn one(node: &Node, place: &Context<'_>, faults: &Faults) -> Option<Expectation> {
    let Some(table) = node.as_table() else {
        wrong_type("an expectation", node, "a table", "in `expect`", faults);
        return None;
    };
    let met = faults.met();
    let mut fields = Fields::new(table, node.span, "an expectation", EXPECT, faults);
    let why = fields.text("why");
    if let Some((text, span)) = why
        && is_blank(text)
    {
        let fault = Fault::at(CODE, span, "`why` is empty", "gives no reason");
        faults.push(fault.help("give the reason for the expectation, or remove `why`"));
    }
    let of = fields.text("of");
    for row in EXPECT {
        fields.node(row.key);
    }
    let kind = kind(table, faults);
    if let Some(kind) = kind {
        misplaced(table, kind, faults);
    }
    let mut reader = Reader {
        table,
        span: node.span,
        fields: &mut fields,
        place,
        faults,
    };
    let only = reader.chosen("where");
    let shape = kind.and_then(|kind| match kind {
        ExpectKind::Band => reader.band(),
        ExpectKind::Order => reader.order(),
        ExpectKind::Beats => reader.beats(),
        ExpectKind::NoneDominated => reader.none_dominated(),
        ExpectKind::InMix => reader.in_mix(),
        ExpectKind::Trend => reader.trend(),
    });
    fields.finish();
    let (figure, shape) = shape?;
    let sources = faults.sources();
    let stands = if sources.is_flag(node.span.source) {
        place.start
    } else {
        node.span
    };
    let mut found = Expectation {
        span: node.span,
        file: sources.name(stands.source).to_owned(),
        line: sources.line(stands),
        why: why?.0.to_owned(),
        figure,
        of: of.map(|(name, _)| name.to_owned()),
        of_span: of.map_or(node.span, |(_, span)| span),
        only: only?,
        shape,
        unjudged: None,
    };
    if let Shape::Trend { along, values, .. } = &mut found.shape {
        let is_meant = |value: &String| {
            let mut chosen = found.only.iter().filter(|chosen| chosen.axis == *along);
            chosen.all(|chosen| chosen.values.contains(value))
        };
        values.retain(is_meant);
    }
    check_together(&found, table, faults);
    found.unjudged = unjudged(&found, place);
    (faults.met() == met).then_some(found)
}

/// Returns the kind of an expectation. Reports a fault and returns `None` if its keys belong to two kinds.
fn kind(table: &Table, faults: &Faults) -> Option<ExpectKind> {
    let said = ExpectKind::SAID
        .iter()
        .filter(|(key, _)| table.get(key).is_some());
    match said.collect::<Vec<_>>().as_slice() {
        [] => Some(ExpectKind::Band),
        [(_, kind)] => Some(*kind),
        [(first, _), (second, _), ..] => {
            let span = table.entry(second).expect("it is said").key;
            let message = format!("an expectation cannot have both `{first}` and `{second}`");
            let fault = Fault::at(CODE, span, message, "second kind of expectation");
            faults.push(fault.help("write two `[[expect]]` entries"));
            None
        }
    }
}

/// Reports keys that this kind of expectation does not have.
fn misplaced(table: &Table, kind: ExpectKind, faults: &Faults) {
    let said = ExpectKind::SAID.iter().find(|(_, said)| *said == kind);
    let called = said.map_or_else(|| "a band".to_owned(), |(key, _)| format!("`{key}`"));
    for row in EXPECT {
        let is_known = kind.keys().contains(&row.key) || OF_ALL.contains(&row.key);
        if let Some(entry) = table.entry(row.key).filter(|_| !is_known) {
            let message = format!("`{}` cannot be used with {called}", row.key);
            let fault = Fault::at(CODE, entry.key, message, "has no effect here");
            let keys: Vec<String> = kind.keys().iter().map(|key| format!("`{key}`")).collect();
            faults.push(fault.help(format!("the keys of {called} are {}", keys.join(", "))));
        }
    }
}

/// Reports keys of one expectation that contradict each other.
fn check_together(found: &Expectation, table: &Table, faults: &Faults) {
    let averaged: &[String] = match &found.shape {
        Shape::Band(band) => &band.mean_over,
        Shape::Trend { mean_over, .. } => mean_over,
        _ => &[],
    };
    let along = found.along();
    let key = |name: &str| table.entry(name).map_or(found.span, |entry| entry.key);
    for chosen in &found.only {
        // `order` and `beats` name the values to compare, so `where` must not select values on their axes.
        // For other expectations, `where` may leave out values of the axis that is compared, but not all
        // values except one.
        let is_named = matches!(found.shape, Shape::Order { .. } | Shape::Beats { .. });
        let compares = along.first() == Some(&chosen.axis.as_str());
        if along.contains(&chosen.axis.as_str()) && is_named {
            let message = format!("`where` and `along` both name the axis `{}`", chosen.axis);
            let label = "its values are compared";
            faults.push(Fault::at(CODE, key("where"), message, label));
        } else if compares && chosen.values.len() < 2 {
            let message = format!(
                "`where` leaves only one value of the axis `{}`",
                chosen.axis
            );
            faults.push(Fault::at(CODE, key("where"), message, "nothing to compare"));
        }
    }
    for axis in averaged {
        if along.contains(&axis.as_str()) {
            let message = format!("`mean_over` and `along` both name the axis `{axis}`");
            faults.push(Fault::at(
                CODE,
                key("mean_over"),
                message,
                "the figure is averaged over this axis",
            ));
        }
    }
    if let Shape::Band(band) = &found.shape
        && !band.ratio_to.is_empty()
    {
        for chosen in &band.ratio_to {
            if averaged.contains(&chosen.axis) {
                let axis = &chosen.axis;
                let message = format!("`ratio_to` and `mean_over` both name the axis `{axis}`");
                faults.push(Fault::at(
                    CODE,
                    key("ratio_to"),
                    message,
                    "the figure is averaged over this axis",
                ));
            } else if !found.only.iter().any(|only| only.axis == chosen.axis) {
                let axis = &chosen.axis;
                let message = format!("`where` does not name the axis `{axis}`");
                let fault = Fault::at(
                    CODE,
                    key("ratio_to"),
                    message,
                    "the other matchup is not defined",
                );
                faults.push(fault.help(format!(
                    "add `where = {{ \"{axis}\" = … }}`, the value whose figure is divided"
                )));
            }
        }
        let same = |chosen: &ChosenValues| found.only.contains(chosen);
        if band.ratio_to.iter().all(same) {
            let message = "`ratio_to` and `where` select the same matchups";
            faults.push(Fault::at(
                CODE,
                key("ratio_to"),
                message,
                "the ratio is always 1",
            ));
        }
    }
}

/// Returns the reason why an expectation cannot be judged in this run: only one seat is played, or the
/// command line has removed a value that the expectation names.
fn unjudged(found: &Expectation, place: &Context<'_>) -> Option<String> {
    if found.figure == Figure::SeatEffect && place.seats == Seats::One {
        return Some("only one seat is played".to_owned());
    }
    let now = |name: &str| place.now.iter().find(|axis| axis.name == name);
    let lacks = |name: &str, value: &String| {
        let has = now(name).is_some_and(|axis| axis.values.iter().any(|one| one.text == *value));
        (!has).then(|| format!("the axis `{name}` has no value `{value}` now"))
    };
    let ratio_to: &[ChosenValues] = match &found.shape {
        Shape::Band(band) => &band.ratio_to,
        _ => &[],
    };
    let chosen = found.only.iter().chain(ratio_to);
    let mut named: Vec<(&str, &String)> = chosen
        .flat_map(|chosen| chosen.values.iter().map(|value| (&*chosen.axis, value)))
        .collect();
    match &found.shape {
        Shape::Order {
            along, contenders, ..
        } => named.extend(contenders.iter().map(|one| (&**along, one))),
        Shape::Beats {
            along, contenders, ..
        } => named.extend((along.iter().zip(contenders)).map(|(axis, one)| (&**axis, one))),
        Shape::Trend { along, values, .. } => {
            named.extend(values.iter().map(|value| (&**along, value)));
        }
        Shape::Band(_) | Shape::NoneDominated { .. } | Shape::InMix { .. } => {}
    }
    named
        .into_iter()
        .find_map(|(axis, value)| lacks(axis, value))
}
