//! Shows the transcript of one fight.
//!
//! The fight is from the only matchup or from the most even one. It is won by the side that wins most often,
//! and it has the median length of all fights in the matchup. A transcript needs the scenario itself, so the
//! caller provides it.

use maud::{Markup, html};

use super::model::{Matchup, Scenario};
use super::wins::featured;

/// The largest number of sentences that are shown.
const LINES: usize = 150;

/// The fight whose transcript the page requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedFight<'a> {
    /// The name of the scenario.
    pub scenario: &'a str,
    /// The name of the matchup.
    pub matchup: &'a str,
    /// The side that should win. `None` if any ending will do.
    pub winner: Option<&'a str>,
    /// The length that the fight should have, in rounds.
    pub rounds: u32,
}

/// The transcript of a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transcript {
    /// The number of the fight.
    pub fight: u64,
    /// The sentences in order, each with its round.
    pub lines: Vec<(u32, String)>,
    /// A sentence on how the fight ended.
    pub ending: String,
    /// The command that shows this transcript again.
    pub again: String,
    /// Whether this is the requested fight. If it is not, it is the first fight of the matchup.
    pub as_wanted: bool,
}

/// A function that returns the transcript of a requested fight, or the reason why it cannot be given.
pub type Teller<'a> = &'a dyn Fn(&RequestedFight<'_>) -> Result<Transcript, String>;

/// Returns the section with the transcript of one fight.
pub(super) fn told(scenario: &Scenario, teller: Teller) -> Markup {
    let Some(matchup) = featured(scenario, 1).first().copied() else {
        return html! {};
    };
    let result = teller(&wanted(scenario, matchup));
    html! {
        section {
            h3 { "One fight" }
            @match result {
                Ok(told) => {
                    p.note {
                        @if scenario.matchups.len() > 1 { "Matchup " b { (matchup.name) } ", the most even one, fight " }
                        @else { "Fight " }
                        (told.fight)
                        @if told.as_wanted {
                            ": won by the side that wins most often, and as long as the median \
                             fight of this matchup."
                        } @else { "." }
                        " To read it again: " code { (told.again) }
                    }
                    details.story { summary { "Read it" } (story(&told)) }
                }
                Err(why) => p.note { "Not told: " (why) "." }
            }
        }
    }
}

fn wanted<'a>(scenario: &'a Scenario, matchup: &'a Matchup) -> RequestedFight<'a> {
    let best = matchup
        .sides
        .iter()
        .filter_map(|side| Some((side, side.win_rate?.estimate)));
    let best = best.max_by(|(_, a), (_, b)| a.total_cmp(b));
    let best = best.filter(|(_, rate)| *rate > 0.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the cast takes what is out of range to the nearest end"
    )]
    let rounds = matchup
        .sides
        .first()
        .and_then(|side| side.rounds_p50)
        .unwrap_or_default() as u32;
    RequestedFight {
        scenario: &scenario.record.scenario,
        matchup: &matchup.name,
        winner: best.map(|(side, _)| side.name.as_str()),
        rounds,
    }
}

fn story(told: &Transcript) -> Markup {
    let mut rounds: Vec<(u32, Vec<&str>)> = Vec::new();
    for (round, text) in told.lines.iter().take(LINES) {
        match rounds.last_mut() {
            Some((last, lines)) if last == round => lines.push(text),
            _ => rounds.push((*round, vec![text])),
        }
    }
    html! {
        @for alike in rounds.chunk_by(|(_, lines), (_, next)| lines == next) {
            @let (round, lines) = &alike[0];
            h4 { @if *round == 0 { "Before the first round" } @else { "Round " (round) } }
            // The lines of a map begin with a blank, and are put close to each other.
            @for line in lines { p.map[line.starts_with(' ')] { (line) } }
            @if let [_, .., (last, _)] = alike { p.note { "The same to the end of round " (last) "." } }
        }
        @if told.lines.len() > LINES {
            p.note { (told.lines.len() - LINES) " more sentences; the command above shows them all." }
        }
        p { b { (told.ending) } }
    }
}
