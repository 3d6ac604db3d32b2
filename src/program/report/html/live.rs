//! The sections of a page for a screen that changes while it is read, such as the local page of `skirmish serve`.

use maud::html;

use super::model::Model;
use super::table::Flaw;
use super::visible::visible;
use super::{answer, chart, detail, meant, policies, wins};

/// Most bytes for the full matchups.
const ROOM: usize = 60_000;

/// The sections of a report of one scenario, from its files: the name of each and its markup, which is well-formed and
/// has every text of a scenario escaped. An empty section has an empty markup.
///
/// # Errors
/// Everything that is wrong with the files.
pub fn sections(files: &[(String, Vec<u8>)]) -> Result<Vec<(&'static str, String)>, Vec<Flaw>> {
    let mut model = Model::read(files)?;
    // A run that goes on while the page is read was not interrupted.
    model.record.partial = false;
    let Some(one) = model.scenarios.first() else {
        return Ok(Vec::new());
    };
    let said = answer::answer(&model, one);
    let sections = [
        (
            "answer",
            html! { @for sentence in said { p { (sentence) } } },
        ),
        ("meant", meant::meant(&model, one)),
        ("wins", wins::wins(&model, one)),
        ("detail", detail::detail(&model, one, ROOM)),
        ("policies", policies::policies(&model, one)),
    ];
    let shown =
        |(name, markup): (&'static str, maud::Markup)| (name, visible(&markup.into_string()));
    Ok(sections.map(shown).into())
}

/// The style sheet of a page with charts of at most this number of series.
pub fn style(series: usize) -> String {
    format!(
        "{}{}",
        include_str!("style.css"),
        chart::further_looks(series)
    )
}

/// The patterns that its charts refer to, once for the whole page.
pub fn patterns(series: usize) -> String {
    chart::patterns(series).into_string()
}
