//! Objectives: ways for a side to win other than as the last side standing. The key `wins` of a side lists
//! its objectives.

use super::fields::wrong_type;
use super::{Fault, Faults, Fields, Node, OBJECTIVE, Percent, Side, Span, Value, counted};

/// An objective of a side.
#[derive(Debug, Clone, PartialEq)]
pub struct Objective {
    /// The condition that the fighters have to meet.
    pub goal: Condition,
    /// The names of the combatants or sides that have to meet the condition. If the list is empty, these are
    /// all fighters of the side that has the objective.
    pub who: Vec<(String, Span)>,
    /// The number of these fighters that have to meet the condition.
    pub least: u32,
    /// The name of this objective in tables.
    pub name: String,
    /// The source location of the objective.
    pub span: Span,
}

/// The condition that the fighters of an objective have to meet.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// The fighters still stand at the end of this round, at this position of the battlefield if there is one. The
    /// location is that of the round.
    Hold(u32, Span, Option<Node>),
    /// The fighters stand at this position of the battlefield, whose form the rulebook defines.
    Reach(Node),
    /// The fighters are out of the fight with one of these fates, whose names the rulebook defines. If the
    /// list is empty, any fate except flight counts.
    Out(Vec<(String, Span)>),
}

impl Condition {
    /// Returns whether the condition is about fighters of the side that would win, and not about its enemies.
    fn is_of_own(&self) -> bool {
        matches!(self, Self::Hold(..) | Self::Reach(_))
    }
}

impl Objective {
    /// Returns the numbers of the fighters that the objective is about. Fighters are numbered from 0 in the
    /// order of `sides`. `own` is the index of the side that has the objective.
    pub(crate) fn fighters<'s>(
        &'s self,
        own: usize,
        sides: &'s [Side],
    ) -> impl Iterator<Item = usize> + 's {
        let groups = sides.iter().enumerate();
        let groups = groups.flat_map(|(at, side)| side.groups.iter().map(move |group| (at, group)));
        let each = groups.flat_map(|it| std::iter::repeat_n(it, it.1.count as usize));
        each.enumerate().filter_map(move |(number, (at, group))| {
            let names = [&group.combatant, &sides[at].name];
            let is_named = |(name, _): &(String, Span)| names.contains(&name);
            let is_meant = self.who.is_empty() || self.who.iter().any(is_named);
            let is_there = at == own || !self.goal.is_of_own();
            (is_meant && is_there).then_some(number)
        })
    }

    /// Returns the round of a `hold` objective, or `None` for the other kinds. The fight ends with that
    /// round.
    pub(crate) fn hold(&self) -> Option<u32> {
        match self.goal {
            Condition::Hold(round, ..) => Some(round),
            Condition::Reach(_) | Condition::Out(_) => None,
        }
    }
}

/// The number of fighters that have to meet a condition, as written in the scenario.
enum Least {
    All,
    Count(u32, Span),
    Share(Percent),
}

/// The name of the fate of fighters who leave a fight alive, in the rulebooks that have it.
pub(crate) const FLED: &str = "fled";

const CODE: &str = "scenario::objective";

/// Reads the objectives of every side. `lists` are the `wins` of the sides. Reports names of combatants and
/// sides that do not take part in the fight.
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
                    let fault = Fault::at(CODE, objective.span, message, "repeated");
                    faults.push(fault.help("remove one of them"));
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
            Condition::Hold(round, span, _) => Some((round, span)),
            Condition::Reach(_) | Condition::Out(_) => None,
        });
    if let Some((first, _)) = holds.next() {
        for (round, span) in holds.filter(|(round, _)| *round != first) {
            let message = format!("sides have different rounds of `hold`: {first} and {round}");
            let fault = Fault::at(CODE, span, message, "differs from another side");
            faults.push(fault.help("use the same round everywhere: the fight ends with it"));
        }
    }
    for (side, wins) in sides.iter_mut().zip(read) {
        side.wins = wins;
    }
}

/// Names with their source locations.
type Named = Vec<(String, Span)>;

/// Reads one objective of the side at index `own`.
fn objective(node: &Node, own: usize, sides: &[Side], faults: &Faults) -> Option<Objective> {
    let what = format!("an objective of side `{}`", sides[own].name);
    let Some(table) = node.as_table() else {
        let wanted = "a table such as `{ hold = 10 }`";
        wrong_type(&what, node, wanted, "in `wins`", faults);
        return None;
    };
    let before = faults.met();
    let mut fields = Fields::new(table, node.span, &*what, OBJECTIVE, faults);
    let read = goal(&mut fields, node.span, &what);
    let least = least(&mut fields, faults);
    fields.finish();
    let (goal, who) = read?;
    let side = goal.is_of_own().then_some(own);
    check_names(&who, side, sides, faults);
    if faults.met() > before {
        return None;
    }
    check_own(&goal, &who, own, sides, faults);
    let all = fighters(&who, side, sides);
    let least = match least {
        Least::All if who.is_empty() => 1,
        Least::All => all,
        Least::Share(share) => at_least(share, all),
        Least::Count(count, span) => {
            if count > all {
                let of = counted(all as usize, "fighter");
                let message = format!("`count` is {count}, more than {of}");
                let fault = Fault::at(CODE, span, message, "too many");
                faults.push(fault.help("lower it, or remove it to mean all"));
            }
            count
        }
    };
    Some(Objective {
        name: called(&goal, &who, (least, all)),
        goal,
        who,
        least,
        span: node.span,
    })
}

/// Reads the condition of an objective, and the names of the fighters that it is about.
fn goal(fields: &mut Fields<'_>, place: Span, what: &str) -> Option<(Condition, Named)> {
    let round = fields.whole_as("hold");
    let [who, out, fate] = ["who", "out", "fate"].map(|key| names(fields, key));
    let place_of = |names: &Option<Named>| names.as_ref()?.first().map(|(_, span)| *span);
    let faults = fields.faults();
    let fail = |span: Span, message: &str, label: &str, help: &str| {
        faults.push(Fault::at(CODE, span, message, label).help(help));
    };
    let hold = fields.node("hold").map(|node| node.span);
    let reach = fields.node("reach");
    let at = fields.node("at").cloned();
    if let (Some(at), None) = (&at, hold) {
        let help = "remove it, or write `reach = …` for a place to get to";
        fail(
            at.span,
            "`at` can only be used with `hold`",
            "no `hold` in this entry",
            help,
        );
        return None;
    }
    if let (Some(span), Some(_), _) | (Some(span), _, Some(_)) = (hold, reach, &out) {
        let help = "write two entries: the side wins with the first that it meets";
        let other = if reach.is_some() { "reach" } else { "out" };
        let message = format!("{what} has both `hold` and `{other}`");
        fail(span, &message, "only one is allowed", help);
        return None;
    }
    let (goal, key) = match (hold, reach, out) {
        (Some(span), ..) => (Condition::Hold(round?, span, at), "hold"),
        (_, Some(place), None) => (Condition::Reach(place.clone()), "reach"),
        (_, Some(place), Some(_)) => {
            let help = "write two entries: the side wins with the first that it meets";
            let message = format!("{what} has both `reach` and `out`");
            fail(place.span, &message, "only one is allowed", help);
            return None;
        }
        (None, None, Some(out)) => {
            if let Some(span) = place_of(&who) {
                let message = "`who` can only be used with `hold` and `reach`";
                fail(
                    span,
                    message,
                    "not with `out`",
                    "name the fighters in `out`",
                );
            }
            return Some((Condition::Out(fate.unwrap_or_default()), out));
        }
        (None, None, None) => {
            let keys = ["hold", "reach", "out"];
            let is_misspelt = keys.iter().any(|key| fields.is_misspelt(key));
            if !is_misspelt && fields.node("out").is_none() {
                let help = "write `{ hold = 10 }`, or `{ out = \"…\" }` with a combatant or a side";
                let message = format!("{what} needs `hold`, `reach` or `out`");
                fail(place, &message, "no condition", help);
            }
            return None;
        }
    };
    if let Some(fate) = place_of(&fate) {
        let label = format!("not with `{key}`");
        fail(
            fate,
            "`fate` can only be used with `out`",
            &label,
            "remove it",
        );
    }
    Some((goal, who.unwrap_or_default()))
}

/// Reports an objective that would let a side win when its own fighters or its allies fall.
fn check_own(goal: &Condition, who: &Named, own: usize, sides: &[Side], faults: &Faults) {
    let Condition::Out(fates) = goal else {
        return;
    };
    let has = |side: &Side, name: &str| {
        let mut groups = side.groups.iter();
        name == side.name || groups.any(|group| group.combatant == name)
    };
    let is_friend = |side: &&Side| side.alliance == sides[own].alliance;
    let is_own = |name: &str| {
        let mut foes = sides.iter().filter(|side| !is_friend(side));
        let mut friends = sides.iter().filter(is_friend);
        let is_side = friends.clone().any(|side| side.name == name);
        is_side || (friends.any(|side| has(side, name)) && !foes.any(|side| has(side, name)))
    };
    let flees = fates.iter().any(|(fate, _)| fate == FLED);
    if !flees && who.iter().all(|(name, _)| is_own(name)) {
        let side = &sides[own].name;
        let (whose, label) = if who.iter().any(|(name, _)| has(&sides[own], name)) {
            ("its own", "the own side")
        } else {
            ("its allies'", "an ally")
        };
        let message = format!("side `{side}` would win when {whose} fighters fall");
        let fault = Fault::at(CODE, who[0].1, message, label);
        faults.push(fault.help("write `fate = \"fled\"`, or name fighters of another side"));
    }
}

/// Returns the name of an objective for tables.
fn called(goal: &Condition, named: &[(String, Span)], (least, all): (u32, u32)) -> String {
    let words = |names: &[(String, Span)]| {
        let texts: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
        texts.join(" or ")
    };
    let some = if least < all && !(named.is_empty() && least == 1) {
        format!(" ({least} of {all})")
    } else {
        String::new()
    };
    let who = words(named);
    match goal {
        Condition::Hold(round, _, at) => {
            let at = at.as_ref().map(written);
            let (place, there) = match &at {
                Some(place) => (format!(" {place}"), format!(" at {place}")),
                None => (String::new(), " standing".to_owned()),
            };
            if named.is_empty() {
                let rounds = if *round == 1 { "round" } else { "rounds" };
                format!("hold{place} {round} {rounds}{some}")
            } else {
                format!("{who}{there} after round {round}{some}")
            }
        }
        Condition::Reach(place) if named.is_empty() => format!("reach {}{some}", written(place)),
        Condition::Reach(place) => format!("{who} at {}{some}", written(place)),
        Condition::Out(fates) if fates.is_empty() => format!("{who} out{some}"),
        Condition::Out(fates) => format!("{who} {}{some}", words(fates)),
    }
}

/// Returns a position of the battlefield as text, such as `gate`, `40` or `3, 7`.
fn written(place: &Node) -> String {
    match &place.value {
        Value::Text(name) => name.clone(),
        Value::Whole(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::List(list) => list.iter().map(written).collect::<Vec<_>>().join(", "),
        Value::Truth(_) | Value::Table(_) => "there".to_owned(),
    }
}

/// Returns the number of fighters that make up `share` of all, rounded up; at least one.
fn at_least(share: Percent, all: u32) -> u32 {
    let exact = share.share() * f64::from(all);
    (1..=all)
        .find(|&count| f64::from(count) >= exact - 1e-9)
        .unwrap_or(all)
}

/// Reads the names at `key`, which is one text or a list of texts. An empty list is a fault.
fn names(fields: &mut Fields<'_>, key: &'static str) -> Option<Vec<(String, Span)>> {
    let texts = fields.text_or_texts(key)?;
    if texts.is_empty() {
        let span = fields.node(key)?.span;
        let faults = fields.faults();
        faults.note(CODE, span, format!("`{key}` is empty"), "names no fighter");
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
                .map_err(|bounds| format!("`share` must be {bounds}"))
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
                "an objective has both `count` and `share`",
                "only one is allowed",
            );
            faults.push(fault.help("remove one of them"));
            Least::All
        }
        (Some((count, span)), None) => Least::Count(count, span),
        (None, Some((share, _))) => Least::Share(share),
        (None, None) => Least::All,
    }
}

/// Reports names that are neither those of combatants nor of sides in the fight. If `own` is given, only the
/// combatants and the name of that side are allowed.
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

/// Returns how many fighters have one of these combatant names or belong to a side with one of these names.
/// If `own` is given, only fighters of that side count. An empty list of names means all fighters.
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
