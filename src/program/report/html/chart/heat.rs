//! Draws a heat map: a table of figures whose cells are coloured by how large the figure is.

use maud::{Markup, html};

/// A cell of a heat map.
#[derive(Debug, Clone)]
pub(in super::super) struct Cell {
    /// The text in the cell.
    pub(in super::super) text: String,
    /// The complete text, which is shown when the pointer is over the cell.
    pub(in super::super) full: String,
    /// How far the figure is from the even value, such as a win rate of one half. From -1 to 1; this
    /// determines the colour.
    pub(in super::super) lean: f64,
    /// Whether the interval of the figure contains the even value.
    pub(in super::super) open: bool,
}

/// A heat map.
#[derive(Debug)]
pub(in super::super) struct Heat<'a> {
    pub(in super::super) caption: String,
    /// The names of the row axis and the column axis.
    pub(in super::super) axes: [&'a str; 2],
    pub(in super::super) rows: Vec<&'a str>,
    pub(in super::super) columns: Vec<&'a str>,
    /// The cells of each row. `None` for a cell whose matchup was not played.
    pub(in super::super) cells: Vec<Vec<Option<Cell>>>,
}

impl Heat<'_> {
    /// Returns the approximate width of the table in `rem`, from the number of columns and the length of the
    /// row names.
    fn width(&self) -> usize {
        // The words in the corner cell are put below each other if necessary, so only the longest word
        // counts.
        let corner = self.axes.iter().flat_map(|axis| axis.split_whitespace());
        let heads = self.rows.iter().copied().chain(corner);
        let heads = heads.map(|text| text.chars().count()).max();
        (self.columns.len() * 23 + heads.unwrap_or(0) * 5).div_ceil(10) + 1
    }
}

/// Returns the heat map as an HTML table.
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
