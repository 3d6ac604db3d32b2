//! Turns a day as written in a scenario into the day of a compiled fight. Names of sides and rests become
//! numbers.

use super::book::BookInfo;
use super::lineup::Lineup;
use super::resting;
use crate::fight::{Away, Cast, Day, FighterId, FighterSet, SideId, Stage, StageKind};
use crate::scenario::day::{Day as Written, Stage as WrittenStage};
use crate::scenario::{Fault, Faults, Matchup};

/// A kind of rest in a book. A rest is a time without a fight that heals people or restores something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RestSpec {
    /// The name of the rest, as in `rest = "…"`.
    pub name: &'static str,
    /// A sentence on the effect of the rest.
    pub doc: &'static str,
    /// The clause that the rest follows; empty if the rest is our own addition to the book.
    pub clause: &'static str,
    /// The keys of `[rules]` that this rest uses and that only rests use, such as `healing.week`.
    pub numbers: &'static [&'static str],
}

impl RestSpec {
    /// Creates a kind of rest that uses no number of `[rules]`.
    pub const fn new(name: &'static str, clause: &'static str, doc: &'static str) -> Self {
        Self {
            name,
            doc,
            clause,
            numbers: &[],
        }
    }

    /// Sets the keys of `[rules]` that this rest uses and that only rests use.
    #[must_use]
    pub const fn with(mut self, numbers: &'static [&'static str]) -> Self {
        self.numbers = numbers;
        self
    }
}

/// Reports rests of the matchup's day that the book does not have. Also reports fighters of the people that
/// would join a fight late, which is not possible in a day. `late` returns whether the fighters of a stat
/// block join late.
pub(super) fn check(
    matchup: &Matchup,
    book: &BookInfo,
    late: &dyn Fn(&str) -> bool,
    faults: &Faults,
) {
    let Some(day) = &matchup.day else {
        return;
    };
    let people = matchup.sides.iter().filter(|side| side.name == day.people);
    for group in people.flat_map(|side| &side.groups) {
        let given = group.arrives.map(|(round, _)| round > 1);
        if given.unwrap_or_else(|| late(&group.combatant)) {
            let span = group.arrives.map_or(group.span, |(_, span)| span);
            let message = format!("`{}` arrives later in a day", group.combatant);
            let label = "the first side of a day is together from its start";
            let fault = Fault::at("scenario::day", span, message, label);
            faults.push(
                fault.help("remove `arrives`: only fighters of other sides can arrive later"),
            );
        }
    }
    for stage in &day.stages {
        if let WrittenStage::Rest(name, span) = stage
            && !book.rests.iter().any(|rest| rest.name == name)
        {
            let code = "scenario::day";
            if book.rests.is_empty() {
                let message = format!("`{}` has no rests", book.name);
                faults.push(Fault::at(code, *span, message, "unknown rest"));
                continue;
            }
            let known = book.rests.iter().map(|rest| rest.name);
            faults.unknown(code, "rest", name, *span, known, "in this book");
        }
    }
}

/// Returns the fighters that take part in each stage of a day, in the order of the stages.
pub(super) fn fighters_of_stages(day: &Written, lineup: &Lineup) -> Vec<FighterSet> {
    let all_of = |name: &String| lineup.of_side(name);
    let people = all_of(&day.people);
    let mut stages = Vec::new();
    for stage in &day.stages {
        match stage {
            WrittenStage::Fight(names, times, _) => {
                let foes = names.iter().map(all_of);
                let all = foes.fold(people, |all, some| FighterSet(all.0 | some.0));
                stages.extend(std::iter::repeat_n(all, *times as usize));
            }
            WrittenStage::Rest(..) => stages.push(people),
        }
    }
    stages
}

/// Returns the day `day`, with its names replaced by the numbers of sides, fighters and rests in this cast
/// and this book.
pub(super) fn resolved(day: &Written, cast: &Cast, book: &BookInfo) -> Day {
    let side = |name: &String| {
        let at = cast.sides.iter().position(|side| side == name);
        SideId::at(at.expect("names are checked"))
    };
    let all_of = |name: &String| -> FighterSet {
        let side = side(name);
        let everybody = cast.everybody();
        everybody.filter(|who| cast.combatant(who).side == side)
    };
    let mut stages = Vec::new();
    for stage in &day.stages {
        match stage {
            WrittenStage::Fight(names, times, away) => {
                let foes = names.iter().map(all_of);
                let foes = foes.fold(FighterSet::NONE, |all, some| FighterSet(all.0 | some.0));
                for _ in 0..*times {
                    stages.push(Stage {
                        name: names.join(" and "),
                        what: StageKind::Fight(foes),
                        away: *away,
                    });
                }
            }
            WrittenStage::Rest(name, _) => {
                let at = book.rests.iter().position(|rest| rest.name == name);
                stages.push(Stage {
                    name: name.clone(),
                    what: StageKind::Rest(at.expect("names are checked")),
                    away: Away::default(),
                });
            }
        }
    }
    let people = side(&day.people);
    let own = cast.side(people);
    Day {
        people,
        stages,
        planners: own.filter(|who| plans(cast, who)),
        supplies: Vec::new(),
    }
}

/// Returns whether the policy of a fighter has lines in the decision list `rest`, so that the fighter can end
/// the day.
fn plans(cast: &Cast, who: FighterId) -> bool {
    let book = &cast.combatant(who).playbook;
    let list = book.lists.iter().position(|list| list == resting::NAME);
    list.is_some_and(|list| book.lines.iter().any(|line| line.list.index() == list))
}
