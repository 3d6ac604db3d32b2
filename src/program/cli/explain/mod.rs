//! Implements `skirmish explain`, which tells one fight blow by blow.

mod args;

pub(super) use crate::session::tell::{ending, reference};

use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use super::load::{self, Loaded};
use super::output::{self, Failure, Notes, grouped, quoted};
use crate::bout::{Story, StoryLine};
use crate::fight::{Cast, Stream};
use crate::frame::Match;
use crate::report::sampled_percent;
use crate::session::chances::{Chances, moment_after};
use crate::session::events::{Title, events};
use crate::session::results::looks_of;
use crate::session::search::{self, NotFound};
use crate::session::tell::{self, taken_lines};
use crate::tally::Looks;
use crate::visible::visible;
pub(super) use args::ExplainArgs;
use args::Format;

/// Finds the requested fight and tells it.
pub(super) fn explain(args: &ExplainArgs) -> Result<(), Failure> {
    let mut overrides = args.overrides.overrides();
    if args.seat == 2 {
        overrides.seats = Some(crate::scenario::Seats::Both);
    }
    let Loaded {
        scenario, matches, ..
    } = load::load(&args.file, &overrides)?;
    let notes = Notes::new(args.quiet);
    load::note_heirs_of([&scenario], notes);
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
    // This flag is never set. On Ctrl-C the whole program ends, so the search needs no flag.
    let never = AtomicBool::new(false);
    let number = match &args.seek {
        None => args.fight,
        Some(seek) => {
            let found =
                search::search(bout, &stream, (seek, args.among), &never).map_err(not_found)?;
            if let Some(remark) = found.remark {
                notes.note(remark);
            }
            found.number
        }
    };
    let looks = looks_of(&scenario.run, found.seats.len() as u64);
    let fights = looks.as_ref().map_or(scenario.run.fights, Looks::cap);
    if number >= fights {
        let last = grouped(fights - 1);
        let latest = looks.map_or("", |_| " at most");
        notes.note(format_args!(
            "the last fight of a run of this scenario is number {last}{latest}"
        ));
    }
    let title = Title {
        scenario: &scenario.name,
        matchup: &found.name,
        swapped: args.seat == 2,
        fight: number,
        seed: scenario.run.seed,
    };
    let (cast, story) = (bout.cast(), bout.tell(&stream, number));
    let chances = args.chances.map(|fights| {
        let moments = match args.format {
            Format::Text => round_ends(&story),
            Format::Jsonl => (0..story.moments.len()).collect(),
        };
        let onward = bout.onward(&stream, number);
        let mut chances = Chances::new(onward, cast.sides.len(), moments);
        chances.play(fights, &never);
        chances
    });
    let chances = chances.as_ref();
    let with = Additions {
        clauses: args.clauses,
        policies: args.policies,
    };
    output::data(&match args.format {
        Format::Text => told(&title, cast, (&story, chances), with),
        Format::Jsonl => json_lines(&events(&title, cast, &story, chances)),
    })?;
    let matchup = reference(&matches, place);
    notes.note(format_args!("again: {}", again(args, &matchup, number)));
    Ok(())
}

/// Returns the index of the matchup that `wanted` names or numbers (from 1). Without `wanted`, returns the
/// first one.
pub(super) fn place(matches: &[Match], wanted: Option<&str>) -> Result<usize, Failure> {
    tell::place(matches, wanted).map_err(Failure::Usage)
}

/// Converts the error of a search into the failure of the command.
fn not_found(error: NotFound) -> Failure {
    match error {
        NotFound::NoSide(text) => Failure::Usage(text),
        NotFound::NoFight(text) => {
            Failure::Inconclusive(format!("{text}; raise --among to search more fights"))
        }
    }
}

/// Formats events as one JSON object per line.
fn json_lines(events: &[serde_json::Value]) -> String {
    let lines: Vec<String> = events.iter().map(ToString::to_string).collect();
    lines.join("\n") + "\n"
}

/// The parts of the transcript besides the sentences.
#[derive(Debug, Clone, Copy, Default)]
struct Additions {
    /// Whether the clause of the rulebook is printed after each sentence.
    clauses: bool,
    /// Whether the policy lines behind the fighters' choices are printed.
    policies: bool,
}

/// Returns the transcript of a fight, with a title and a heading for each round.
fn told(
    title: &Title<'_>,
    cast: &Cast,
    (story, chances): (&Story, Option<&Chances<'_>>),
    with: Additions,
) -> String {
    let swapped = if title.swapped {
        ", sides in reverse order"
    } else {
        ""
    };
    let by = chances.map_or_else(String::new, |chances| {
        format!(", chances from {} fights", grouped(chances.fights()))
    });
    let mut text = format!(
        "{}: {}{swapped}, fight {}, seed {}{by}\n",
        visible(title.scenario),
        visible(title.matchup),
        grouped(title.fight),
        title.seed
    );
    if let Some(chances) = chances {
        let _ = write!(text, "\n{}", chances_at(cast, chances, 0));
    }
    let mut lines = 0;
    for round in folded(cast, &story.lines, with) {
        let (first, last) = (round.first, round.last);
        lines += round.lines;
        if first > 0 {
            let _ = write!(text, "\nRound {first}\n");
        }
        text.push_str(&round.text);
        let _ = match last - first {
            0 => Ok(()),
            1 => write!(text, "\nRound {last}: as round {first}\n"),
            _ => write!(text, "\nRounds {} to {last}: as round {first}\n", first + 1),
        };
        if let Some(chances) = chances
            && first > 0
            && lines < story.lines.len()
        {
            text.push_str(&chances_at(cast, chances, moment_after(story, lines)));
        }
    }
    let _ = write!(
        text,
        "\n{}.\n",
        visible(&ending(cast, &story.outcome, true))
    );
    text
}

/// Returns the indices of some moments in `story.moments`, in ascending order: the first one, and the last
/// one of each round.
fn round_ends(story: &Story) -> Vec<usize> {
    let mut ends = vec![0];
    let mut lines = 0;
    for round in story.lines.chunk_by(|one, next| one.round == next.round) {
        lines += round.len();
        ends.push(moment_after(story, lines));
    }
    ends.dedup();
    ends
}

/// Formats the chance of each side to win at the moment with this index, as one line.
fn chances_at(cast: &Cast, chances: &Chances<'_>, moment: usize) -> String {
    let found = chances.at(moment).unwrap_or_default();
    let sides = cast.sides.iter().zip(found);
    let sides =
        sides.map(|(side, chance)| format!("{} {}", visible(side), sampled_percent(chance)));
    format!("  Chances: {}\n", sides.collect::<Vec<_>>().join(", "))
}

/// Consecutive rounds whose sentences are the same.
struct Alike {
    first: u32,
    last: u32,
    text: String,
    /// Total number of sentences in these rounds.
    lines: usize,
}

/// Divides a transcript into rounds. Consecutive rounds with the same sentences become one entry.
fn folded(cast: &Cast, lines: &[StoryLine], with: Additions) -> Vec<Alike> {
    let mut rounds: Vec<Alike> = Vec::new();
    for lines in lines.chunk_by(|one, next| one.round == next.round) {
        let (round, text) = (lines[0].round, sentences(cast, lines, with));
        match rounds.last_mut() {
            Some(alike) if alike.last + 1 == round && alike.text == text => {
                alike.last = round;
                alike.lines += lines.len();
            }
            _ => rounds.push(Alike {
                first: round,
                last: round,
                text,
                lines: lines.len(),
            }),
        }
    }
    rounds
}

/// Formats sentences, one per line, with the parts that `with` requests.
fn sentences(cast: &Cast, lines: &[StoryLine], with: Additions) -> String {
    let mut text = String::new();
    for line in lines {
        let (before, behind) = if with.policies {
            decided(cast, line)
        } else {
            (String::new(), String::new())
        };
        let _ = write!(text, "{before}  {}{behind}", visible(&line.text));
        if with.clauses && !line.clause.is_empty() {
            let _ = write!(text, " [{}]", line.clause);
        }
        text.push('\n');
    }
    text
}

/// Returns the policy lines that led to a sentence, as two texts. The first has the lines of fighters whom
/// the sentence does not name, and is printed before the sentence. The second has the lines of fighters whom
/// the sentence names, and is printed after it.
fn decided(cast: &Cast, line: &StoryLine) -> (String, String) {
    let (mut before, mut behind) = (String::new(), String::new());
    let mut rest = &line.decided[..];
    while let Some(&(who, _)) = rest.first() {
        let own = rest.iter().take_while(|(other, _)| *other == who).count();
        let mut taken: Vec<_> = rest[..own].iter().map(|&(_, line)| line).collect();
        // A choice that rolls several dice has its policy line several times in a row.
        taken.dedup();
        rest = &rest[own..];
        let name = cast.name(who);
        let lines = taken_lines(cast, who, &taken);
        let (found, name, lines) = (
            names(cast, &line.text, &name),
            visible(&name),
            visible(&lines),
        );
        let _ = match found {
            Some(0) => write!(behind, " ({lines})"),
            Some(_) => write!(behind, " ({name}: {lines})"),
            None => writeln!(before, "  ({name}: {lines})"),
        };
    }
    (before, behind)
}

/// Returns the byte offset of a fighter's name in a sentence, or `None` if the sentence does not name the
/// fighter. Longer names that begin with `name` do not count: `guard` is not `guard 1`, and `guard 1` is not
/// the `guard 1 (bandits)` of another side.
fn names(cast: &Cast, text: &str, name: &str) -> Option<usize> {
    let goes_on = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let of_a_side = |rest: &str| {
        let mut sides = cast.sides.iter();
        sides.any(|side| rest.starts_with(&format!(" ({side})")))
    };
    text.match_indices(name)
        .find(|(at, _)| {
            let rest = &text[at + name.len()..];
            let (before, after) = (text[..*at].chars().next_back(), rest.chars().next());
            let whole = !before.is_some_and(goes_on) && !after.is_some_and(goes_on);
            whole && !numbered(rest) && !of_a_side(rest)
        })
        .map(|(at, _)| at)
}

/// Returns whether a text begins with a space and a digit, so that it continues a name with a number.
fn numbered(text: &str) -> bool {
    let rest = text.strip_prefix(' ');
    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns the command that tells the same fight again.
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
    if args.policies {
        words.push("--policies".to_owned());
    }
    if let Some(fights) = args.chances {
        words.extend(["--chances".to_owned(), fights.to_string()]);
    }
    words.extend(args.overrides.typed());
    let words: Vec<_> = words.iter().map(|word| quoted(word)).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use crate::fight::{
        CastCombatant, CombatantId, Ending, FighterId, FighterSet, LineId, ListId, Outcome,
        Playbook, PlaybookLine, SideId,
    };

    fn cast() -> Cast {
        let combatant = |(name, side, count): (&str, u8, u32)| CastCombatant {
            name: name.to_owned(),
            side: SideId(side),
            count,
            health: 0,
            weapons: Vec::new(),
            carries: Vec::new(),
            playbook: Arc::default(),
        };
        Cast {
            sides: vec!["guards".to_owned(), "goblins".to_owned()],
            combatants: [("guard", 0, 2), ("goblin", 1, 1)].map(combatant).to_vec(),
            fighters: vec![CombatantId(0), CombatantId(0), CombatantId(1)],
            round_cap: 100,
            alliances: crate::fight::Alliances::default(),
            alike_from: None,
            most_lost: 0,
            things: FighterSet::NONE,
            absent: FighterSet::NONE,
            objectives: Vec::new(),
            day: None,
            events: &[],
        }
    }

    fn line(round: u32, text: &str) -> StoryLine {
        StoryLine {
            round,
            clause: "BRP-5.5-1",
            text: text.to_owned(),
            decided: vec![],
        }
    }

    fn story(ending: Ending, rounds: u32, standing: &[u8]) -> Story {
        Story {
            events: Vec::new(),
            moments: Vec::new(),
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
            (&story(Ending::Won(SideId(0)), 2, &[1]), None),
            Additions::default(),
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
    fn rounds_that_are_alike_are_told_once() {
        let mut story = story(Ending::Undecided, 6, &[0]);
        let told = [
            (1, "He strikes."),
            (2, "He waits."),
            (3, "He waits."),
            (4, "He falls."),
        ];
        let more = (5..=7).map(|round| line(round, "All is still."));
        let lines = told.map(|(round, text)| line(round, text)).into_iter();
        story.lines = lines.chain(more).collect();
        let text = told_of(&story);
        insta::assert_snapshot!(text, @r"
        Round 1
          He strikes.

        Round 2
          He waits.

        Round 3: as round 2

        Round 4
          He falls.

        Round 5
          All is still.

        Rounds 6 to 7: as round 5

        Undecided after 6 rounds; still standing: guard 1.
        ");
    }

    fn told_of(story: &Story) -> String {
        let text = told(&TITLE, &cast(), (story, None), Additions::default());
        let (_, text) = text.split_once("\n\n").expect("a title");
        text.to_owned()
    }

    #[test]
    fn clauses_follow_their_sentences() {
        let title = Title {
            swapped: true,
            ..TITLE
        };
        let with = Additions {
            clauses: true,
            ..Additions::default()
        };
        let text = told(&title, &cast(), (&story(Ending::Draw, 1, &[]), None), with);
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
    fn policies_stand_behind_what_they_decided_and_before_what_they_did_not() {
        let mut cast = cast();
        let line = |(list, text): (u8, &str)| PlaybookLine {
            list: ListId(list),
            text: text.to_owned(),
            lent: false,
        };
        for combatant in &mut cast.combatants {
            combatant.playbook = Arc::new(Playbook {
                name: "steady".to_owned(),
                lists: ["act", "raise"].map(str::to_owned).to_vec(),
                lines: [
                    (0, "wait if round == 1"),
                    (0, "attack nearest"),
                    (1, "raise"),
                ]
                .map(line)
                .to_vec(),
            });
        }
        let taken = |line: u16, by: &[u8]| {
            let taken = |&who: &u8| (FighterId(who), LineId(line));
            by.iter().map(taken).collect::<Vec<_>>()
        };
        let mut story = story(Ending::Draw, 1, &[]);
        story.lines.truncate(1);
        story.lines[0].text = "Rank 2: guard 1 strikes guard 2.".to_owned();
        let mut shown = |text: &str, decided: Vec<_>| {
            story.lines[0].text = text.to_owned();
            story.lines[0].decided = decided;
            let with = Additions {
                policies: true,
                ..Additions::default()
            };
            let text = told(&TITLE, &cast, (&story, None), with);
            let lines = text.lines().skip(3).take_while(|line| !line.is_empty());
            lines.collect::<Vec<_>>().join("|")
        };
        assert_eq!(
            shown("guard 1 strikes.", taken(1, &[0])),
            "  guard 1 strikes. (steady, act 2: attack nearest)"
        );
        assert_eq!(
            shown(
                "guard 1 strikes.",
                [taken(1, &[0]), taken(2, &[0, 0])].concat()
            ),
            "  guard 1 strikes. (steady, act 2: attack nearest; raise 1: raise)"
        );
        assert_eq!(
            shown("Rank 2: guard 1 strikes.", taken(0, &[2, 0])),
            "  (goblin: steady, act 1: wait if round == 1)|  Rank 2: guard 1 strikes. (guard 1: steady, act 1: wait if round == 1)"
        );
        assert_eq!(shown("He falls.", vec![]), "  He falls.");
    }

    #[test]
    fn a_name_is_found_whole() {
        for (text, name, at) in [
            ("guard 1 strikes.", "guard 1", Some(0)),
            ("guard 12 strikes.", "guard 1", None),
            ("guard 12 strikes guard 1.", "guard 1", Some(17)),
            ("guard 1 strikes.", "guard", None),
            ("guard (goblins) strikes.", "guard", None),
            ("guard (unhurt) strikes.", "guard", Some(0)),
            ("rearguard waits for guard.", "guard", Some(20)),
        ] {
            assert_eq!(names(&cast(), text, name), at, "{text}");
        }
    }
}
