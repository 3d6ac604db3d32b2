//! Shows how the figures were made, and the command that repeats the run.

use maud::{Markup, html};

use super::figures::{count, listed};
use super::model::Model;
use super::record::{File, ScenarioRecord};

/// A function that quotes a word for the shell.
type Quoted = fn(&str) -> String;

/// Returns the section with the command that repeats the run.
pub(super) fn again(model: &Model, quoted: Quoted) -> Markup {
    let record = &model.record;
    let of_run = (!record.command.is_empty()).then(|| {
        let facts = record
            .scenarios
            .iter()
            .map(|one| (one.scenario.clone(), facts(one)));
        Provenance {
            command: &record.command,
            what: "This command plays the same fights",
            version: &record.version,
            seed: record.seed,
            facts: facts.collect(),
            files: record.files.clone(),
        }
    });
    let of_others = model.others.iter().map(|other| Provenance {
        command: &other.command,
        what: match other.file.as_str() {
            "worth.json" => "This command measured the values of steps",
            _ => "This command measured the effects of changes",
        },
        version: &other.version,
        seed: Some(other.seed),
        facts: Vec::new(),
        files: other.files(),
    });
    let all: Vec<Provenance<'_>> = of_run.into_iter().chain(of_others).collect();
    html! {
        section {
            h2 { "Again" }
            @for made in &all { (one(made, quoted)) }
        }
    }
}

/// How figures were made: the command, the program's version, the seed and the files.
struct Provenance<'a> {
    command: &'a [String],
    what: &'a str,
    version: &'a str,
    seed: Option<u64>,
    facts: Vec<(String, String)>,
    files: Vec<File>,
}

fn one(made: &Provenance<'_>, quoted: Quoted) -> Markup {
    let command: Vec<String> = made.command.iter().map(|word| quoted(word)).collect();
    html! {
        p { (made.what) ", on any machine and any number of threads:" }
        pre { code { (command.join(" ")) } }
        dl.facts {
            dt { "program" } dd { "skirmish " (made.version) }
            @if let Some(seed) = made.seed { dt { "seed" } dd { (seed) } }
            @for (scenario, facts) in &made.facts { dt { (scenario) } dd { (facts) } }
            @for file in &made.files { dt { (file.path) } dd.digest { "SHA-256 " (file.sha256) } }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a count for the eye")]
fn facts(one: &ScenarioRecord) -> String {
    let mut facts = vec![format!("book {}", one.ruleset)];
    facts.push(match one.matchups {
        1 => "1 matchup".to_owned(),
        n => format!("{} matchups", count(n as f64)),
    });
    if let Some(fights) = one.fights {
        facts.push(format!("{} fights in all", count(fights as f64)));
    } else {
        facts.push("exact odds".to_owned());
    }
    if one.both_seats {
        facts.push("in both orders of sides".to_owned());
    }
    let caps: Vec<String> = one.round_caps.iter().map(u32::to_string).collect();
    if !caps.is_empty() {
        facts.push(format!("cut off after {} rounds", listed(&caps)));
    }
    if let Some(precision) = &one.precision {
        facts.push(format!(
            "requested precision of win rates {}",
            precision.half_width
        ));
        if !precision.not_reached.is_empty() {
            facts.push(format!("not reached by {}", listed(&precision.not_reached)));
        }
    }
    facts.join(", ")
}

/// Returns the section that explains the figures, at the end of the page.
pub(super) fn how_to_read(model: &Model) -> Markup {
    html! {
        section {
            h2 { "How to read this" }
            @if model.record.is_exact() {
                p {
                    "These odds are computed, not sampled: a figure without a range is exact to \
                     the digits shown. A figure has a range if fights were not followed to their \
                     end; it is then certainly within this range."
                }
            } @else {
                p {
                    "Every range is a 95 % interval: about 95 of 100 such ranges contain the true \
                     figure, that of endlessly many fights. Figures whose ranges do not overlap \
                     differ by more than luck; if ranges overlap, it is open which figure is \
                     higher. The ranges cover the luck of the dice only, not whether the scenario \
                     is what is played at the table."
                }
            }
            p {
                "The length of a bar is its figure, and the thin line across its end is its range. \
                 A side wins a fight if only its fighters are standing at the end; draws and \
                 undecided fights are won by nobody."
            }
        }
    }
}
