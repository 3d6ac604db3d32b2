//! Builds one HTML page from a report: the question, the answer with its certainty, charts, tables, and the
//! command that repeats the run.
//!
//! The page is made from the tables and the `run.json` of a report. A run therefore gives the same page as a
//! folder that was written long ago. Only the transcript of a fight needs the scenario itself. The caller
//! provides it through a [`Teller`].
//!
//! The page is a single file that loads nothing and runs no script, and its content security policy forbids
//! both. It can be sent by mail, opened without a network and archived. The markup is written with `maud`,
//! which checks it at compile time, escapes all texts and closes all elements. The page is therefore also
//! well-formed XML. Charts are SVG (see `chart/mod.rs`). The page does not depend on the time or the machine:
//! equal reports give equal bytes.
//!
//! A page has at most about one megabyte for each scenario, for any number of matchups. Charts show only some
//! matchups, and tables are limited in length. Both say how much they leave out.

mod answer;
mod changes;
mod chart;
mod checked;
mod checks;
mod contenders;
mod detail;
mod expectations;
mod figures;
mod house;
mod live;
mod model;
mod policies;
mod record;
mod reproduce;
mod table;
#[cfg(test)]
mod tests;
mod transcript;
mod visible;
mod wins;

use maud::{DOCTYPE, Markup, PreEscaped, html};

pub use checked::{Bar, Bars, Grid, Section, checked};
pub use live::{Files, LiveView, Sections, chances, patterns, sections, style};
pub use table::Flaw;
pub use transcript::{RequestedFight, Teller, Transcript};

use figures::count;
use model::{Model, Scenario};

/// The largest number of bytes for a scenario's matchups with all details.
const ROOM: usize = 450_000;

/// The content security policy: the browser may use the style in the page, but load nothing else and run no
/// script.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// The files that a page is made from. The report of a run has at least the first and the last of them. The
/// output of `compare` or of `worth` has a table and its record.
pub const READ: [&str; 18] = [
    "summary.csv",
    "rounds.csv",
    "standing.csv",
    "damage.csv",
    "hits.csv",
    "objectives.csv",
    "allies.csv",
    "day.csv",
    "combatants.csv",
    "policies.csv",
    "matrix.csv",
    "contenders.csv",
    "expect.csv",
    "differences.csv",
    "differences.json",
    "worth.csv",
    "worth.json",
    "run.json",
];

/// The data and functions that a page needs in addition to the files.
#[derive(Clone, Copy)]
pub struct PageSources<'a> {
    /// Returns the transcripts of fights that the page shows.
    pub teller: Teller<'a>,
    /// Quotes a word of a command for the shell.
    pub quoted: fn(&str) -> String,
    /// Sentences on why the files may not belong to the fights that were played. The page begins with them.
    pub doubts: &'a [String],
}

impl std::fmt::Debug for PageSources<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Means").finish_non_exhaustive()
    }
}

/// Returns the page of a report. `files` has the name and the content of each file.
///
/// # Errors
/// If the files have flaws. The error contains all of them.
pub fn page(files: &[(String, Vec<u8>)], means: PageSources<'_>) -> Result<String, Vec<Flaw>> {
    let model = Model::read(files)?;
    let text = whole(&model, means).into_string();
    Ok(visible::visible(&text))
}

fn whole(model: &Model, means: PageSources<'_>) -> Markup {
    let title = match model.scenarios.as_slice() {
        [only] => only.title().to_owned(),
        [] if model.tables.contains_key("worth.csv") => "The worth of numbers".to_owned(),
        [] => "Variants compared".to_owned(),
        several => format!("{} scenarios", several.len()),
    };
    let body = html! {
        (doubts(means.doubts))
        @if let [only] = model.scenarios.as_slice() {
            (scenario(model, only, means, true))
        } @else {
            h1 { (title) }
            @if !model.scenarios.is_empty() {
              nav {
                ol {
                    @for (at, one) in model.scenarios.iter().enumerate() {
                        li { a href={ "#scenario-" (at + 1) } { (one.title()) } " " span.aside { (one.record.scenario) } }
                    }
                }
              }
            }
            @for (at, one) in model.scenarios.iter().enumerate() {
                article id={ "scenario-" (at + 1) } { (scenario(model, one, means, false)) }
            }
        }
        (changes::changes(model))
        (reproduce::again(model, means.quoted))
        (reproduce::how_to_read(model))
    };
    framed(&title, model.most_sides(), &body)
}

/// Returns a complete page with this body. `series` is the largest number of series in one of its charts.
fn framed(title: &str, series: usize, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                (PreEscaped("<meta charset=\"utf-8\" />\n"))
                (PreEscaped(format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />\n")))
                (PreEscaped("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"))
                (PreEscaped("<meta name=\"color-scheme\" content=\"light dark\" />\n"))
                title { (title) " · skirmish" }
                style { (PreEscaped(include_str!("style.css"))) (PreEscaped(chart::further_looks(series))) }
            }
            body {
                (chart::patterns(series))
                main { (body) }
            }
        }
    }
}

/// Returns the sentences on why the files may be wrong, for the top of the page.
fn doubts(doubts: &[String]) -> Markup {
    html! {
        @if !doubts.is_empty() {
            aside.answer role="note" {
                p.lead { "Parts of this report have changed since it was written" }
                @for doubt in doubts { p { (doubt) } }
            }
        }
    }
}

fn scenario(model: &Model, one: &Scenario, means: PageSources<'_>, alone: bool) -> Markup {
    let said = answer::answer(model, one);
    html! {
        header {
            @if alone { h1 { (one.title()) } } @else { h2 { (one.title()) } }
            p.byline { (byline(model, one)) }
            @if !one.record.inherited.is_empty() { p.byline { "set: " (one.record.inherited.join(", ")) } }
        }
        section.answer {
            @if alone { h2.unseen { "The answer and its figures" } }
            @match said.as_slice() {
                [] => {}
                [first, rest @ ..] => {
                    p.lead { (first) }
                    @for sentence in rest { p { (sentence) } }
                }
            }
        }
        (wins::wins(model, one))
        (expectations::meant(model, one))
        (detail::detail(model, one, None, ROOM))
        (policies::policies(model, one))
        (house::house_rules(model, one))
        (transcript::told(one, means.teller))
    }
}

/// Returns a line about the size of the run.
#[expect(clippy::cast_precision_loss, reason = "a count for the eye")]
fn byline(model: &Model, one: &Scenario) -> String {
    let record = &one.record;
    let matchups = match record.matchups {
        1 => "1 matchup".to_owned(),
        n => format!("{} matchups", count(n as f64)),
    };
    let how = record.fights.map_or_else(
        || "exact odds".to_owned(),
        |fights| format!("{} fights", count(fights as f64)),
    );
    let seed = model
        .record
        .seed
        .map_or_else(String::new, |seed| format!(", seed {seed}"));
    let partial = if model.record.partial {
        format!(
            ", partial (of {} planned matchups)",
            model.record.matchups_planned
        )
    } else {
        String::new()
    };
    let constants = one.constants.iter();
    let throughout: String = constants
        .flat_map(|(axis, value)| [" · ", axis, " = ", value])
        .collect();
    let (name, book) = (&record.scenario, &record.ruleset);
    format!("{name} · book {book} · {matchups}, {how}{seed}{partial}{throughout}")
}
