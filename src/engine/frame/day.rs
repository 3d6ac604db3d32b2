//! Turns the day that a scenario describes into the day of a fight, with names of sides and rests replaced by
//! numbers.

use super::book::BookInfo;
use super::lineup::Lineup;
use super::resting;
use crate::fight::{Away, Cast, Day, FighterId, FighterSet, SideId, Stage, StageKind};
use crate::scenario::day::{Day as Written, Stage as WrittenStage};
use crate::scenario::{Fault, Faults, Matchup};

/// A kind of rest that a book has: a time without a fight that heals people or restores something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RestSpec {
    /// The name of the rest in `rest = "…"`.
    pub name: &'static str,
    /// The effect of the rest.
    pub doc: &'static str,
    /// The clause behind the rest; empty if the rest is our own addition to the book.
    pub clause: &'static str,
    /// The numbers of `[rules]` that only rests use, this rest among them, such as `healing.week`.
    pub numbers: &'static [&'static str],
}

impl RestSpec {
    /// Creates a rest that uses no numbers of `[rules]`.
    pub const fn new(name: &'static str, clause: &'static str, doc: &'static str) -> Self {
        Self {
            name,
            doc,
            clause,
            numbers: &[],
        }
    }

    /// Declares the numbers of `[rules]` that only rests use, this rest among them.
    #[must_use]
    pub const fn with(mut self, numbers: &'static [&'static str]) -> Self {
        self.numbers = numbers;
        self
    }
}

/// Reports rests that the book does not have. Also reports fighters of the first side that would join a fight late,
/// which is not possible in a day. `late` returns whether the fighters of a stat block join their fight late.
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
            let message = format!("`{}` joins the day late", group.combatant);
            let label = "the people of a day are together from its start";
            let fault = Fault::at("scenario::day", span, message, label);
            faults.push(fault.help(
                "write help as a side of its own, with `allies` and `arrives`, and name it in `fight`",
            ));
        }
    }
    for stage in &day.stages {
        if let WrittenStage::Rest(name, span) = stage
            && !book.rests.iter().any(|rest| rest.name == name)
        {
            let code = "scenario::day";
            if book.rests.is_empty() {
                let message = format!("`{}` has no rests", book.name);
                faults.push(Fault::at(code, *span, message, "no such rest"));
                continue;
            }
            let known = book.rests.iter().map(|rest| rest.name);
            faults.unknown(code, "rest", name, *span, known, "in this book");
        }
    }
}

/// The fighters that take part in each stage of a day.
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

/// Returns the day `day` for a fight with this cast, with all names resolved.
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

/// Returns whether a fighter's policy has lines in the list `rest`, and can therefore end the day.
fn plans(cast: &Cast, who: FighterId) -> bool {
    let book = &cast.combatant(who).playbook;
    let list = book.lists.iter().position(|list| list == resting::NAME);
    list.is_some_and(|list| book.lines.iter().any(|line| line.list.index() == list))
}
