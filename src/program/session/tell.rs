//! Code for telling a single fight. It finds the matchup, describes the ending, and makes the page of a
//! report, which tells a fight.

use super::loaded::Loaded;
use super::words::quoted;
use crate::fight::{
    Cast, Ending, FighterId, LineId, Outcome, Playbook, PlaybookLine, SideId, Stream,
};
use crate::frame::Match;
use crate::report::html::{Flaw, PageSources, READ, RequestedFight, Transcript, page as page_of};
use crate::suggest::nearest;

/// Number of fights among which the fight for the page is searched.
const AMONG: u64 = 200;

/// Returns the index of the matchup that `wanted` names or numbers (from 1). Without `wanted`, returns the
/// first one.
pub(crate) fn place(matches: &[Match], wanted: Option<&str>) -> Result<usize, String> {
    let Some(wanted) = wanted else {
        return Ok(0);
    };
    let by_name = matches.iter().position(|one| one.name == wanted);
    let by_number = || {
        let number = wanted.parse::<usize>().ok()?;
        (1..=matches.len()).contains(&number).then(|| number - 1)
    };
    by_name.or_else(by_number).ok_or_else(|| {
        let count = matches.len();
        let names = matches.iter().map(|one| one.name.as_str());
        match nearest(wanted, names) {
            Some(near) => format!("there is no matchup named `{wanted}`; did you mean `{near}`?"),
            None => format!("no matchup `{wanted}`: give a name, or a number from 1 to {count}"),
        }
    })
}

/// Returns the argument of `--matchup` for the matchup with this index. This is the matchup's number. If the
/// name of some matchup is the same as this number, it is the matchup's name.
pub(crate) fn reference(matches: &[Match], place: usize) -> String {
    let number = (place + 1).to_string();
    if matches.iter().any(|one| one.name == number) {
        matches[place].name.clone()
    } else {
        number
    }
}

/// Describes the ending of a fight: the winner, the number of rounds (only if `when` is true), and the
/// fighters who are left.
pub(crate) fn ending(cast: &Cast, outcome: &Outcome, when: bool) -> String {
    let rounds = match outcome.rounds {
        // For a day, only the rounds of its last fight are known, so the number is left out.
        _ if !when || cast.day.is_some() => String::new(),
        1 => " after 1 round".to_owned(),
        rounds => format!(" after {rounds} rounds"),
    };
    let standing: Vec<_> = outcome.standing.iter().map(|who| cast.name(who)).collect();
    let left = if standing.is_empty() {
        "nobody".to_owned()
    } else {
        standing.join(", ")
    };
    let what = match outcome.ending {
        Ending::Won(side) => {
            let is_through = cast.day.as_ref().is_some_and(|day| day.people == side);
            if is_through {
                cast.told(side, "has got through the day", "have got through the day")
            } else {
                cast.told(side, "has won", "have won")
            }
        }
        Ending::Draw => "A draw".to_owned(),
        Ending::Undecided => match &cast.day {
            Some(day) if !outcome.standing.and(day.folk(cast)).is_empty() => {
                let name = &cast.sides[day.people.index()];
                format!("The {name} side has ended the day")
            }
            _ => "Undecided".to_owned(),
        },
    };
    format!("{what}{rounds}; still standing: {left}")
}

/// The scenarios of a report. The page tells a fight of one of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReportScenarios<'a> {
    pub(crate) loaded: &'a [Loaded],
    /// The command-line flags that change the scenario, as typed.
    pub(crate) overrides: &'a [String],
}

/// Makes the page of a report from its files. `stage` has the scenarios. If it is an error, the page tells no
/// fight and shows this reason. `doubts` are reasons why the files may differ from the results that were
/// played.
pub(crate) fn page<N: Into<String>>(
    files: impl IntoIterator<Item = (N, Vec<u8>)>,
    stage: Result<ReportScenarios<'_>, &str>,
    doubts: &[String],
) -> Result<String, Vec<Flaw>> {
    let files: Vec<(String, Vec<u8>)> = files
        .into_iter()
        .map(|(name, bytes)| (name.into(), bytes))
        .filter(|(name, _)| READ.contains(&name.as_str()))
        .collect();
    let teller = |wanted: &RequestedFight<'_>| match stage {
        Ok(stage) => tell(&stage, wanted),
        Err(why) => Err(why.to_owned()),
    };
    let means = PageSources {
        teller: &teller,
        quoted,
        doubts,
    };
    page_of(&files, means)
}

/// Tells a fight with the properties that `wanted` lists: the first one among the first [`AMONG`] fights. If
/// no fight has them, tells fight 0.
fn tell(stage: &ReportScenarios<'_>, wanted: &RequestedFight<'_>) -> Result<Transcript, String> {
    // The tables in the folder may have matchups that the scenario does not have.
    let none = || "the scenario has no such matchup".to_owned();
    let mut loaded = stage.loaded.iter();
    let one = loaded
        .find(|one| one.scenario.name == wanted.scenario)
        .ok_or_else(none)?;
    let mut names = one.matches.iter().map(|found| &found.name);
    let place = names
        .position(|name| name == wanted.matchup)
        .ok_or_else(none)?;
    let bout = one.matches[place].seats[0].as_ref();
    let cast = bout.cast();
    let stream = Stream::new(one.scenario.run.seed, bout.label());
    let winner = wanted
        .winner
        .and_then(|name| cast.sides.iter().position(|side| side == name));
    let ends = winner.map(|side| Ending::Won(cast.alliances.of(SideId::at(side))));
    let found = (0..AMONG.min(one.scenario.run.fights)).find(|&n| {
        let outcome = bout.outcome(&stream, n);
        outcome.rounds == wanted.rounds && ends.is_none_or(|ending| ending == outcome.ending)
    });
    let fight = found.unwrap_or_default();
    let story = bout.tell(&stream, fight);
    let file = one
        .scenario
        .digests
        .first()
        .map_or(one.scenario.name.as_str(), |(name, _)| name);
    let mut words = vec![
        "skirmish".to_owned(),
        "explain".to_owned(),
        file.to_owned(),
        "--fight".to_owned(),
        fight.to_string(),
        "--matchup".to_owned(),
        if one.is_part {
            wanted.matchup.to_owned()
        } else {
            reference(&one.matches, place)
        },
    ];
    words.extend(stage.overrides.iter().cloned());
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    Ok(Transcript {
        fight,
        ending: ending(cast, &story.outcome, true),
        lines: story
            .lines
            .into_iter()
            .map(|line| (line.round, line.text))
            .collect(),
        again: words.join(" "),
        as_wanted: found.is_some() && ends.is_some(),
    })
}

/// Describes the policy lines that led to a fighter's action, such as `steady, act 2: attack nearest`. The
/// text has the name of the policy. For each line it has the name of the list, the line's number in the list,
/// and the line itself.
pub(crate) fn taken_lines(cast: &Cast, who: FighterId, taken: &[LineId]) -> String {
    let playbook = &cast.combatant(who).playbook;
    let shown = taken.iter().map(|&line| {
        let PlaybookLine { list, text, .. } = &playbook.lines[line.index()];
        let list = &playbook.lists[list.index()];
        format!("{list} {}: {text}", number_in_list(playbook, line))
    });
    let shown: Vec<_> = shown.collect();
    format!("{}, {}", playbook.name, shown.join("; "))
}

/// Returns the number of a policy line within its list, from 1.
pub(crate) fn number_in_list(playbook: &Playbook, line: LineId) -> usize {
    let list = playbook.lines[line.index()].list;
    let until = playbook.lines[..=line.index()].iter();
    until.filter(|other| other.list == list).count()
}
