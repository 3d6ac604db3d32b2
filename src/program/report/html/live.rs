//! Builds the sections of a report for a screen that is updated while it is read, such as the page of
//! `skirmish serve`.

use maud::{Markup, html};

use super::chart::{Course, Curve, Curves, Scale, curves};
use super::figures::Unit;
use super::model::Model;
use super::table::Flaw;
use super::visible::visible;
use super::{answer, chart, detail, expectations, policies, wins};
use crate::tally::Interval;

/// The largest number of bytes for matchups with all details.
const ROOM: usize = 60_000;

/// The files of a report: the name and the content of each.
pub type Files = [(String, Vec<u8>)];

/// The sections of a page: the name of each, and its markup.
pub type Sections = Vec<(&'static str, String)>;

/// The data that the sections of a page are made from.
#[derive(Debug, Clone, Copy)]
pub struct LiveView<'a> {
    /// The files of the report, which has only one scenario.
    pub files: &'a Files,
    /// The files of an earlier state of the scenario. The charts show that state as well, unless the files
    /// cannot be read.
    pub before: Option<&'a Files>,
    /// The name of the matchup to put first, if only some matchups are shown.
    pub chosen: Option<&'a str>,
}

/// Returns the sections of a report. The markup is well-formed, and all texts from a scenario are escaped. A
/// section without content has an empty markup. Before each section, `stop` is called, and if it returns
/// true, the result is `None`.
///
/// # Errors
/// If the files have flaws. The error contains all of them.
pub fn sections(
    view: &LiveView<'_>,
    stop: &dyn Fn() -> bool,
) -> Option<Result<Sections, Vec<Flaw>>> {
    let mut model = match Model::read(view.files) {
        Ok(model) => model,
        Err(flaws) => return Some(Err(flaws)),
    };
    // The run may still be in progress here, so it is not shown as interrupted.
    model.record.partial = false;
    if stop() {
        return None;
    }
    let before = view.before.and_then(|files| Model::read(files).ok());
    let before = before.and_then(|mut before| before.scenarios.pop());
    if let (Some(one), Some(before)) = (model.scenarios.first_mut(), before) {
        one.compare_with(before);
    }
    let Some(one) = model.scenarios.first() else {
        return Some(Ok(Vec::new()));
    };
    let said = || {
        let said = answer::answer(&model, one);
        html! { @for sentence in said { p { (sentence) } } }
    };
    let makers: [(&'static str, &dyn Fn() -> Markup); 5] = [
        ("answer", &said),
        ("meant", &|| expectations::meant(&model, one)),
        ("wins", &|| wins::wins(&model, one)),
        ("detail", &|| detail::detail(&model, one, view.chosen, ROOM)),
        ("policies", &|| policies::policies(&model, one)),
    ];
    let made = makers
        .iter()
        .map(|(name, make)| (!stop()).then(|| (*name, visible(&make().into_string()))));
    made.collect::<Option<Sections>>().map(Ok)
}

/// The height of the plot that [`chances`] draws, in pixels.
const LOW: f64 = 84.0;

/// Returns a chart of each side's chance to win in the course of a fight. Each element of `chances` has the
/// number of sentences of the transcript up to that point, and the chance of each side. The first of these
/// numbers has to be 0.
pub fn chances(sides: &[String], chances: &[(usize, Vec<Interval>)]) -> String {
    let position = |lines: usize| f64::from(u32::try_from(lines).unwrap_or(u32::MAX));
    let lines = sides.iter().enumerate().map(|(place, side)| Curve {
        series: chart::Series::side(side, place),
        points: (chances.iter())
            .filter_map(|(lines, found)| Some((position(*lines), *found.get(place)?)))
            .collect(),
    });
    let lines: Vec<Curve> = lines.collect();
    let markup = curves(&Curves {
        title: "Chance to win in the course of the fight",
        about: "The share of new fights, played on from each moment, that each side wins, with its \
            95 % interval.",
        across: "sentence",
        lines: &lines,
        ghosts: &[],
        course: Course::Steps,
        up: Scale::WHOLE,
        unit: Unit::Share,
        height: LOW,
    });
    visible(&markup.into_string())
}

/// Returns the style sheet for a page whose charts have at most `series` series.
pub fn style(series: usize) -> String {
    format!(
        "{}{}",
        include_str!("style.css"),
        chart::further_looks(series)
    )
}

/// Returns the patterns that the charts of a page refer to. The page has to contain them once.
pub fn patterns(series: usize) -> String {
    chart::patterns(series).into_string()
}
