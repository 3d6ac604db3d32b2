//! A heat map as a table: figures on coloured cells.

use maud::{Markup, html};

/// A cell.
#[derive(Debug, Clone)]
pub(in super::super) struct Cell {
    /// Text of the cell.
    pub(in super::super) text: String,
    /// Full text of the cell.
    pub(in super::super) full: String,
    /// Its distance from even, from -1 to 1.
    pub(in super::super) lean: f64,
    /// Whether its interval includes even.
    pub(in super::super) open: bool,
}

/// A heat map.
#[derive(Debug)]
pub(in super::super) struct Heat<'a> {
    pub(in super::super) caption: String,
    /// Meaning of the rows, and of the columns.
    pub(in super::super) axes: [&'a str; 2],
    pub(in super::super) rows: Vec<&'a str>,
    pub(in super::super) columns: Vec<&'a str>,
    /// Row by row; `None` if nothing was played.
    pub(in super::super) cells: Vec<Vec<Option<Cell>>>,
}

impl Heat<'_> {
    /// Returns the approximate width of its cells and of the heads of its rows, in the page's units.
    fn width(&self) -> usize {
        // The corner's words are stacked if there is no room.
        let corner = self.axes.iter().flat_map(|axis| axis.split_whitespace());
        let heads = self.rows.iter().copied().chain(corner);
        let heads = heads.map(|text| text.chars().count()).max();
        (self.columns.len() * 23 + heads.unwrap_or(0) * 5).div_ceil(10) + 1
    }
}

/// Returns the heat map as a table.
pub(in super::super) fn heat(map: &Heat<'_>) -> Markup {
    html! {
        div.wide tabindex="0" role="region" aria-label=(map.caption) style={ "--fit:" (map.width()) "rem" } {
            table.heat.dense[map.columns.len() > 12] {
                caption { (map.caption) }
                thead {
                    tr {
                        th.corner scope="col" { (map.axes[0]) " ↓ " (map.axes[1]) " →" }
                        @for column in &map.columns { th.column scope="col" { span { (column) } } }
                    }
                }
                tbody {
                    @for (row, cells) in map.rows.iter().zip(&map.cells) {
                        tr {
                            th scope="row" { (row) }
                            @for cell in cells { (one(cell.as_ref())) }
                        }
                    }
                }
            }
        }
    }
}

fn one(cell: Option<&Cell>) -> Markup {
    let Some(cell) = cell else {
        return html! { td {} };
    };
    let strength = (cell.lean.abs().clamp(0.0, 1.0) * 100.0).round();
    let kind = if cell.lean < 0.0 { "behind" } else { "ahead" };
    html! {
        td.(kind).deep[strength > 62.0].open[cell.open] style={ "--p:" (strength) "%" } title=(cell.full) { (cell.text) }
    }
}
