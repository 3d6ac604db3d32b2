//! Draws a heat table on a terminal: rows and columns of figures in per cent, coloured by how large they are.
//!
//! Columns that do not fit are left out, and so are rows beyond a limit. With colours, the background of a
//! cell goes from orange over white to blue, which colour-blind readers can distinguish. Without colours,
//! only the figures are shown.

use unicode_width::UnicodeWidthStr;

use super::Paper;

/// The largest number of rows that are shown.
const MOST_ROWS: usize = 60;

/// The largest width of a column's head, in characters.
const HEAD: usize = 12;

/// The smallest width of a figure in characters, enough for `100`.
const FIGURE: usize = 3;

/// The background colours of cells from 0 to 100 %, as numbers in the 256-colour palette. All of them are
/// light enough for black figures.
const GROUNDS: [u8; 9] = [208, 214, 221, 229, 255, 195, 153, 117, 75];

/// The content of a heat table.
pub(super) struct Heat {
    /// The head of the column with the names of the rows.
    pub(super) corner: String,
    pub(super) rows: Vec<String>,
    pub(super) columns: Vec<String>,
    /// The shares from 0 to 1, row by row. `None` for a cell without a figure.
    pub(super) shares: Vec<Vec<Option<f64>>>,
}

/// The numbers of rows and columns that are left out.
pub(super) struct LeftOut {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Heat {
    /// Returns the lines of the table, and the numbers of rows and columns that do not fit.
    pub(super) fn lines(&self, paper: &Paper) -> (Vec<String>, LeftOut) {
        let names = self.rows.iter().chain([&self.corner]);
        let longest = names.map(|name| name.width()).max().unwrap_or(0);
        let width = usize::from(paper.width);
        // At least one column is shown, however long the names of the rows are.
        let most = width.saturating_sub(FIGURE + 4).max(FIGURE);
        let label = longest.min(most);
        let heads: Vec<String> = self.columns.iter().map(|name| elided(name, HEAD)).collect();
        // If some heads are not numbers, columns are two blanks apart. A name may contain single blanks, so
        // one blank would not separate two names clearly.
        let apart = usize::from(!heads.iter().all(|head| head.parse::<usize>().is_ok()));
        let mut room = width.saturating_sub(label + 2);
        let widths: Vec<usize> = heads
            .iter()
            .map(|head| head.width().max(FIGURE) + apart)
            .take_while(|&column| {
                let fits = room > column;
                room = room.saturating_sub(column + 1);
                fits
            })
            .collect();
        let shown = self.rows.len().min(MOST_ROWS);
        let whole = label + 2 + widths.iter().map(|column| column + 1).sum::<usize>();
        let rule = "─".repeat(whole.min(width));
        let corner = padded(&elided(&self.corner, label), label);
        let mut head = format!(" {corner} ");
        for (name, &column) in heads.iter().zip(&widths) {
            head.push_str(&" ".repeat(column - name.width()));
            head.push_str(name);
            head.push(' ');
        }
        let mut lines = vec![paper.bold(head.trim_end()), rule.clone()];
        for (name, shares) in self.rows.iter().zip(&self.shares).take(shown) {
            let mut line = format!(" {} ", padded(&elided(name, label), label));
            for (share, &column) in shares.iter().zip(&widths) {
                line.push_str(&slot(paper, *share, column));
            }
            lines.push(line.trim_end().to_owned());
        }
        lines.push(rule);
        let left_out = LeftOut {
            rows: self.rows.len() - shown,
            columns: self.columns.len() - widths.len(),
        };
        (lines, left_out)
    }
}

/// Returns the cell for a figure, aligned to the right, and the blank after it.
fn slot(paper: &Paper, share: Option<f64>, column: usize) -> String {
    let Some(share) = share else {
        return format!("{:>column$} ", "–");
    };
    let text = format!("{:>column$.0} ", share * 100.0);
    if paper.color {
        let ground = ground(share);
        format!("\x1b[48;5;{ground}m\x1b[38;5;16m{text}\x1b[0m")
    } else {
        text
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a share of one picks one of a few colours"
)]
fn ground(share: f64) -> u8 {
    let at = (share * GROUNDS.len() as f64) as usize;
    GROUNDS[at.min(GROUNDS.len() - 1)]
}

/// Returns the text, shortened to a width of `most` if it is longer.
fn elided(text: &str, most: usize) -> String {
    if text.width() <= most {
        return text.to_owned();
    }
    let mut kept = String::new();
    for c in text.chars() {
        let longer = format!("{kept}{c}");
        if longer.width() >= most {
            break;
        }
        kept = longer;
    }
    kept + "…"
}

fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heat(k: usize) -> Heat {
        let names: Vec<String> = (1..=k).map(|n| format!("{n} größte Axt")).collect();
        Heat {
            corner: "axe".to_owned(),
            columns: (1..=k).map(|n| n.to_string()).collect(),
            shares: vec![vec![Some(0.504); k]; k],
            rows: names,
        }
    }

    #[test]
    fn columns_are_cut_to_the_width_and_counted() {
        for (width, columns) in [(80, 16), (40, 6), (20, 1), (9, 1)] {
            let paper = Paper {
                width,
                color: false,
            };
            let (lines, left_out) = heat(19).lines(&paper);
            let longest = lines.iter().map(|line| line.width()).max();
            assert!(
                width < 20 || longest <= Some(usize::from(width)),
                "{lines:#?}"
            );
            assert_eq!(19 - left_out.columns, columns, "{width}: {lines:#?}");
        }
    }

    #[test]
    fn colours_change_nothing_but_the_colour() {
        let plain = Paper {
            width: 80,
            color: false,
        };
        let bright = Paper {
            color: true,
            ..plain
        };
        let (lines, _) = heat(3).lines(&bright);
        assert!(lines[2].contains("\x1b[48;5;255m"), "{lines:#?}");
        let bare = lines.iter().map(|line| {
            let parts = line.split('\x1b');
            let texts = parts.enumerate().map(|(i, part)| match i {
                0 => part,
                _ => part.split_once('m').map_or("", |(_, text)| text),
            });
            texts.collect::<String>().trim_end().to_owned()
        });
        assert!(bare.eq(heat(3).lines(&plain).0));
    }

    #[test]
    fn every_share_has_a_ground() {
        assert_eq!([0.0, 0.5, 1.0].map(ground), [208, 255, 75]);
    }
}
