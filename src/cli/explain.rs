//! `skirmish explain`: one fight, blow by blow.

use std::fmt::Write;

use rayon::prelude::*;

use super::args::{ExplainArgs, Seek};
use super::load::{self, Loaded};
use super::output::{self, Failure, Notes, grouped, quoted};
use super::run::looks_of;
use crate::bout::{Bout, Story};
use crate::fight::{Cast, Ending, Outcome, SideId, Stream};
use crate::rules::Match;
use crate::suggest::nearest;
use crate::tally::Looks;

/// Finds the fight and tells it.
pub(super) fn explain(args: &ExplainArgs) -> Result<(), Failure> {
    let mut overrides = args.overrides.overrides();
    if args.seat == 2 {
        overrides.seats = Some(crate::scenario::Seats::Both);
    }
    let Loaded { scenario, matches } = load::load(&args.file, &overrides)?;
    let notes = Notes::new(args.quiet);
    let place = place(&matches, args.matchup.as_deref())?;
    let found = &matches[place];
    if args.matchup.is_none() && matches.len() > 1 {
        let count = matches.len();
        notes.note(format_args!(
            "matchup 1 of {count}: {}; choose another with --matchup",
            found.name
        ));
    }
    let bout = found.seats[usize::from(args.seat) - 1].as_ref();
    let stream = Stream::new(scenario.run.seed, bout.label());
    let number = match &args.seek {
        None => args.fight,
        Some(seek) => search(bout, &stream, seek, args.among)?,
    };
    let looks = looks_of(&scenario.run, found.seats.len() as u64);
    let fights = looks.as_ref().map_or(scenario.run.fights, Looks::cap);
    if number >= fights {
        let last = grouped(fights - 1);
        let latest = looks.map_or("", |_| " at the latest");
        notes.note(format_args!(
            "a run of this scenario ends with fight {last}{latest}"
        ));
    }
    let title = Title {
        scenario: &scenario.name,
        matchup: &found.name,
        swapped: args.seat == 2,
        fight: number,
        seed: scenario.run.seed,
    };
    output::data(&told(
        &title,
        bout.cast(),
        &bout.tell(&stream, number),
        args.clauses,
    ))?;
    let matchup = reference(&matches, place);
    notes.note(format_args!("again: {}", again(args, &matchup, number)));
    Ok(())
}

/// The position of the matchup that is meant: by name, or by number from 1.
pub(super) fn place(matches: &[Match], wanted: Option<&str>) -> Result<usize, Failure> {
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
        Failure::Usage(match nearest(wanted, names) {
            Some(near) => format!("no matchup called `{wanted}`; did you mean `{near}`?"),
            None => format!("no matchup `{wanted}`: give a name, or a number from 1 to {count}"),
        })
    })
}

/// What `--matchup` calls the matchup at this position: its number, or its name where the number is the name of
/// another.
fn reference(matches: &[Match], place: usize) -> String {
    let number = (place + 1).to_string();
    if matches.iter().any(|one| one.name == number) {
        matches[place].name.clone()
    } else {
        number
    }
}

/// The first fight of the kind, among so many.
fn search(bout: &dyn Bout, stream: &Stream, seek: &Seek, among: u64) -> Result<u64, Failure> {
    let fights = (0..among).into_par_iter();
    let ends = |n: u64| bout.outcome(stream, n);
    let with = |ending: Ending| fights.clone().find_first(|&n| ends(n).ending == ending);
    let found = match seek {
        Seek::Shortest => fights.min_by_key(|&n| (ends(n).rounds, n)),
        Seek::Longest => fights.max_by_key(|&n| (ends(n).rounds, u64::MAX - n)),
        Seek::Draw => with(Ending::Draw),
        Seek::Undecided => with(Ending::Undecided),
        Seek::WonBy(name) => with(Ending::Won(side(bout.cast(), name)?)),
    };
    found.ok_or_else(|| {
        let what = match seek {
            Seek::Draw => "is a draw".to_owned(),
            Seek::Undecided => "is undecided".to_owned(),
            Seek::WonBy(name) => format!("is won by {name}"),
            Seek::Shortest | Seek::Longest => "is there".to_owned(),
        };
        Failure::Inconclusive(format!(
            "none of the first {} fights {what}; --among looks through more",
            grouped(among)
        ))
    })
}

fn side(cast: &Cast, name: &str) -> Result<SideId, Failure> {
    let names = || cast.sides.iter().map(String::as_str);
    names()
        .position(|side| side == name)
        .map(SideId::at)
        .ok_or_else(|| super::unknown("side", name, names()))
}

/// What stands above a story.
#[derive(Debug, Clone, Copy)]
struct Title<'a> {
    scenario: &'a str,
    matchup: &'a str,
    swapped: bool,
    fight: u64,
    seed: u64,
}

/// The story with its headings.
fn told(title: &Title<'_>, cast: &Cast, story: &Story, clauses: bool) -> String {
    let swapped = if title.swapped {
        ", sides in reverse order"
    } else {
        ""
    };
    let mut text = format!(
        "{}: {}{swapped}, fight {}, seed {}\n",
        title.scenario,
        title.matchup,
        grouped(title.fight),
        title.seed
    );
    let mut round = 0;
    for line in &story.lines {
        if line.round != round {
            round = line.round;
            let _ = write!(text, "\nRound {round}\n");
        }
        let _ = write!(text, "  {}", line.text);
        if clauses {
            let _ = write!(text, " [{}]", line.clause);
        }
        text.push('\n');
    }
    let _ = write!(text, "\n{}\n", ending(cast, &story.outcome));
    text
}

/// Who won, when, and with whom left.
fn ending(cast: &Cast, outcome: &Outcome) -> String {
    let rounds = match outcome.rounds {
        1 => "1 round".to_owned(),
        rounds => format!("{rounds} rounds"),
    };
    let standing: Vec<_> = outcome.standing.iter().map(|who| cast.name(who)).collect();
    let left = if standing.is_empty() {
        "nobody".to_owned()
    } else {
        standing.join(", ")
    };
    let what = match outcome.ending {
        Ending::Won(side) => format!("The {} side has won", cast.sides[side.index()]),
        Ending::Draw => "A draw".to_owned(),
        Ending::Undecided => "Undecided".to_owned(),
    };
    format!("{what} after {rounds}; still standing: {left}.")
}

/// The command that tells the same fight again.
fn again(args: &ExplainArgs, matchup: &str, number: u64) -> String {
    let mut words = vec![
        "skirmish".to_owned(),
        "explain".to_owned(),
        args.file.display().to_string(),
        "--fight".to_owned(),
        number.to_string(),
        "--matchup".to_owned(),
        matchup.to_owned(),
    ];
    if args.seat == 2 {
        words.extend(["--seat", "2"].map(str::to_owned));
    }
    if args.clauses {
        words.push("--clauses".to_owned());
    }
    words.extend(args.overrides.typed());
    let words: Vec<_> = words.iter().map(|word| quoted(word)).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bout::StoryLine;
    use crate::fight::{CastCombatant, CombatantId, FighterId, FighterSet, Playbook};

    fn cast() -> Cast {
        let combatant = |(name, side, count): (&str, u8, u32)| CastCombatant {
            name: name.to_owned(),
            side: SideId(side),
            count,
            weapons: Vec::new(),
            playbook: Playbook::default(),
        };
        Cast {
            sides: vec!["guards".to_owned(), "goblins".to_owned()],
            combatants: [("guard", 0, 2), ("goblin", 1, 1)].map(combatant).to_vec(),
            fighters: vec![CombatantId(0), CombatantId(0), CombatantId(1)],
            round_cap: 100,
            most_lost: 0,
            things: FighterSet::NONE,
        }
    }

    fn line(round: u32, text: &str) -> StoryLine {
        StoryLine {
            round,
            clause: "BRP-5.5-1",
            text: text.to_owned(),
        }
    }

    fn story(ending: Ending, rounds: u32, standing: &[u8]) -> Story {
        Story {
            lines: vec![
                line(1, "He strikes."),
                line(1, "He falls."),
                line(2, "All is still."),
            ],
            outcome: Outcome {
                ending,
                rounds,
                standing: standing
                    .iter()
                    .map(|&who| FighterId(who))
                    .collect::<FighterSet>(),
            },
        }
    }

    const TITLE: Title<'_> = Title {
        scenario: "gate",
        matchup: "guards v goblins",
        swapped: false,
        fight: 1234,
        seed: 5,
    };

    #[test]
    fn a_story_has_a_title_rounds_and_an_end() {
        let text = told(
            &TITLE,
            &cast(),
            &story(Ending::Won(SideId(0)), 2, &[1]),
            false,
        );
        insta::assert_snapshot!(text, @r"
        gate: guards v goblins, fight 1,234, seed 5

        Round 1
          He strikes.
          He falls.

        Round 2
          All is still.

        The guards side has won after 2 rounds; still standing: guard 2.
        ");
    }

    #[test]
    fn clauses_follow_their_sentences() {
        let title = Title {
            swapped: true,
            ..TITLE
        };
        let text = told(&title, &cast(), &story(Ending::Draw, 1, &[]), true);
        insta::assert_snapshot!(text, @r"
        gate: guards v goblins, sides in reverse order, fight 1,234, seed 5

        Round 1
          He strikes. [BRP-5.5-1]
          He falls. [BRP-5.5-1]

        Round 2
          All is still. [BRP-5.5-1]

        A draw after 1 round; still standing: nobody.
        ");
    }

    #[test]
    fn a_side_that_is_not_there_is_wrong_usage() {
        assert_eq!(side(&cast(), "goblins"), Ok(SideId(1)));
        let failure = side(&cast(), "goblin").expect_err("no such side");
        assert_eq!(
            failure,
            Failure::Usage("no side called `goblin`; did you mean `goblins`?".to_owned())
        );
    }
}
