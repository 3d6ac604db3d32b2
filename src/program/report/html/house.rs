//! Shows the house rules of a scenario that differ from the rulebook.

use maud::{Markup, html};

use super::model::{Model, Scenario};
use crate::frame::Allowed;
use crate::rules::RulesetId;

/// Returns the section about house rules.
pub(super) fn house_rules(model: &Model, scenario: &Scenario) -> Markup {
    let book = &scenario.record.ruleset;
    html! {
        section {
            h3 { "House rules" }
            (differing(scenario))
            @if model.record.version != env!("CARGO_PKG_VERSION") && RulesetId::named(book).is_some() {
                p.note {
                    "The fights were played by skirmish " (model.record.version) "; the default \
                        values of the book are those of skirmish "
                    (env!("CARGO_PKG_VERSION")) "."
                }
            }
        }
    }
}

fn differing(scenario: &Scenario) -> Markup {
    let book = &scenario.record.ruleset;
    let Some(id) = RulesetId::named(book) else {
        return html! { p { "This version of skirmish does not have the book " b { (book) } ", so \
        it does not know which house rules differ from it." } };
    };
    let Some(settings) = &scenario.record.options else {
        return html! { p { "The record of the run has no house rules." } };
    };
    let mut rows = Vec::new();
    for option in id.book().options.iter() {
        let default = option.values.first().map(|value| value.value.to_string());
        let Some(set) = settings.get(option.name) else {
            continue;
        };
        if default.as_ref() != Some(set) {
            let meaning = |wanted: &str| {
                let found = option
                    .values
                    .iter()
                    .find(|value| allows(value.value, wanted));
                found.map_or("", |value| value.doc)
            };
            let values: Vec<(&str, &str)> = set
                .split(" | ")
                .map(|value| (value, meaning(value)))
                .collect();
            rows.push((option, default.unwrap_or_default(), values));
        }
    }
    if rows.is_empty() {
        return html! { p { "All have the default values of the book " b { (book) } "." } };
    }
    html! {
        p.note { "All others have the default values of the book " b { (book) } ": " code { "skirmish rules " (book) " --options" } "." }
        div.wide {
            table.figures.words {
                thead { tr { @for head in ["house rule", "what it changes", "here", "the book"] { th scope="col" { (head) } } } }
                tbody {
                    @for (option, default, values) in &rows {
                        tr {
                            th scope="row" { code { (option.name) } }
                            td { (option.doc) " (" (option.clause) ")" }
                            td {
                                @for (at, (value, doc)) in values.iter().enumerate() {
                                    @if at > 0 { " or " }
                                    code { (value) }
                                    @if !doc.is_empty() { " (" (doc) ")" }
                                }
                            }
                            td { code { (default) } }
                        }
                    }
                }
            }
        }
    }
}

/// Returns whether `wanted` is the text of an allowed value.
fn allows(allowed: Allowed, wanted: &str) -> bool {
    match allowed {
        Allowed::Range(least, most) => wanted
            .parse::<i32>()
            .is_ok_and(|number| (least..=most).contains(&number)),
        one => one.to_string() == wanted,
    }
}
