//! Checks that the pictures in the README show what the program prints and writes at present.
//!
//! A picture of a terminal is drawn from the output of a command, with its colours. It is compared with the
//! shipped file byte by byte. A picture of a web page is a screenshot, and a file next to it has the SHA-256
//! of the page. If one of them is outdated, this command makes all pictures again. The screenshot needs
//! Chromium:
//!
//! ```text
//! PICTURES=overwrite cargo test --test pictures
//! ```
#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sha2::{Digest, Sha256};

/// A picture of a terminal.
struct Shot {
    /// The name of the file in `docs/pictures`, without its extension.
    name: &'static str,
    /// The arguments of `skirmish` for this picture.
    command: &'static str,
    /// Number of columns of the terminal.
    columns: usize,
    /// The beginning of the last line in the picture. If it is empty, the picture shows all lines of the
    /// output.
    last_line: &'static str,
}

const SHOTS: [Shot; 2] = [
    Shot {
        name: "blades",
        command: "run scenarios/brp/blades.toml --fights 10k",
        columns: 96,
        last_line: "all figures",
    },
    Shot {
        name: "worth",
        command: "worth scenarios/brp/reference-duel.toml --of combatants.fast",
        columns: 100,
        last_line: "fast win rate:",
    },
];

/// The picture of the top of a page: its name in `docs/pictures`, and the file of the page.
const PAGE: (&str, &str) = ("page", "reports/swift-swords-goblins-per-hero/report.html");

/// Width and height of the screenshot, in pixels.
const WINDOW: (u32, u32) = (1000, 1000);

#[test]
fn pictures_of_terminals_show_what_the_program_prints() {
    for shot in SHOTS {
        let drawn = draw(&shot, &printed(&shot));
        let file = picture(&format!("{}.svg", shot.name));
        if overwriting() {
            fs::write(&file, drawn).expect("the folder is ours");
        } else {
            assert!(read(&file) == drawn, "{}", out_of_date(&file));
        }
    }
}

#[test]
fn the_picture_of_a_page_shows_the_page_as_it_is() {
    let (name, page) = PAGE;
    let image = picture(&format!("{name}.png"));
    let noted = picture(&format!("{name}.sha256"));
    let page = root().join(page);
    let digest = format!("{:x}\n", Hex(&Sha256::digest(read(&page).as_bytes())));
    if overwriting() {
        photograph(&page, &image);
        fs::write(&noted, digest).expect("the folder is ours");
    } else {
        assert!(image.exists(), "{}", out_of_date(&image));
        assert!(read(&noted) == digest, "{}", out_of_date(&image));
    }
}

/// Checks that the README shows every picture, and that its text names the command of each picture of a
/// terminal.
#[test]
fn the_readme_shows_every_picture() {
    let readme = read(&root().join("README.md"));
    let (page, _) = PAGE;
    assert!(readme.contains(&format!("](docs/pictures/{page}.png)")));
    for shot in SHOTS {
        assert!(readme.contains(&format!("](docs/pictures/{}.svg)", shot.name)));
        assert!(readme.contains(&format!("skirmish {}`", shot.command)));
    }
}

#[test]
fn a_style_lasts_until_it_is_reset() {
    let lines = styled("\u{1b}[1ma\u{1b}[31mb\u{1b}[0mc");
    let [line] = &lines[..] else {
        panic!("{} lines", lines.len())
    };
    let red = Some("#ff7b72".to_owned());
    assert_eq!(line[0].1.color, None);
    assert_eq!((line[1].1.bold, &line[1].1.color), (true, &red));
    assert_eq!(line[2].1, Style::default());
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn picture(name: &str) -> PathBuf {
    root().join("docs/pictures").join(name)
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn overwriting() -> bool {
    std::env::var_os("PICTURES").is_some_and(|value| value == "overwrite")
}

fn out_of_date(file: &Path) -> String {
    format!(
        "{} is out of date; this makes it again: PICTURES=overwrite cargo test --test pictures",
        file.display()
    )
}

/// Formats bytes as hexadecimal digits.
struct Hex<'b>(&'b [u8]);

impl std::fmt::LowerHex for Hex<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Takes a screenshot of the top of a page.
fn photograph(page: &Path, image: &Path) {
    let browsers = ["chromium", "chromium-browser", "google-chrome"];
    let (width, height) = WINDOW;
    let taken = browsers.iter().any(|browser| {
        Command::new(browser)
            .args(["--headless", "--no-sandbox", "--disable-gpu"])
            .arg("--hide-scrollbars")
            .arg(format!("--window-size={width},{height}"))
            .arg(format!("--screenshot={}", image.display()))
            .arg(format!("file://{}", page.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    });
    assert!(taken, "a screenshot needs one of {browsers:?}");
}

/// Returns what a command prints on a terminal, with its escape sequences.
fn printed(shot: &Shot) -> String {
    let program = env!("CARGO_BIN_EXE_skirmish");
    let inside = format!(
        "stty cols {} rows 60; exec '{program}' {} 2>/dev/null",
        shot.columns, shot.command
    );
    let output = Command::new("script")
        .args(["--quiet", "--return", "--command", &inside, "/dev/null"])
        .current_dir(root())
        .env("TERM", "xterm-256color")
        .env_remove("NO_COLOR")
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .output()
        .expect("`script` of util-linux runs a program on a terminal");
    let text = String::from_utf8(output.stdout).expect("the program prints UTF-8");
    assert!(output.status.success(), "{text}");
    text.replace("\r\n", "\n")
}

/// The style of a character.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Style {
    bold: bool,
    color: Option<String>,
    background: Option<String>,
}

impl Style {
    /// Applies the parameters of one escape sequence that sets colours or weight.
    fn apply(&mut self, parameters: &str) {
        let codes: Vec<u8> = parameters
            .split(';')
            .map(|code| code.parse().unwrap_or(0))
            .collect();
        match codes[..] {
            [0] => *self = Self::default(),
            [1] => self.bold = true,
            [38, 5, color] => self.color = Some(rgb(color)),
            [48, 5, color] => self.background = Some(rgb(color)),
            [code @ 30..=37] => self.color = Some(rgb(code - 30)),
            _ => panic!("the picture does not know the style {parameters}"),
        }
    }
}

/// Returns one of the 256 colours of a terminal as a CSS colour.
fn rgb(color: u8) -> String {
    const NAMED: [&str; 16] = [
        "#484f58", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4",
        "#6e7681", "#ffa198", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#ffffff",
    ];
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let [red, green, blue] = match color {
        0..=15 => return NAMED[usize::from(color)].to_owned(),
        16..=231 => [36, 6, 1].map(|step| LEVELS[usize::from((color - 16) / step % 6)]),
        232..=255 => [8 + 10 * (color - 232); 3],
    };
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Splits a text into lines, and returns each character with its style.
fn styled(text: &str) -> Vec<Vec<(char, Style)>> {
    let mut style = Style::default();
    let line = |line: &str| {
        let mut cells = Vec::new();
        let mut pieces = line.split("\u{1b}[");
        cells.extend(
            pieces
                .next()
                .into_iter()
                .flat_map(str::chars)
                .map(|c| (c, style.clone())),
        );
        for piece in pieces {
            let (parameters, rest) = piece
                .split_once('m')
                .expect("only colours are escape sequences");
            style.apply(parameters);
            cells.extend(rest.chars().map(|c| (c, style.clone())));
        }
        cells
    };
    text.lines().map(line).collect()
}

/// Lengths in the picture, in tenths of a pixel.
const CELL: usize = 84;
const LINE: usize = 190;
const MARGIN: usize = 180;
const TOP: usize = 580;

/// Formats a length in tenths of a pixel as pixels.
fn pixels(tenths: usize) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Returns an SVG picture of a terminal with the command and its output.
fn draw(shot: &Shot, output: &str) -> String {
    let mut lines = styled(output);
    if !shot.last_line.is_empty() {
        let starts = |line: &Vec<(char, Style)>| {
            let text: String = line.iter().map(|(c, _)| c).collect();
            text.starts_with(shot.last_line)
        };
        let last = lines
            .iter()
            .position(starts)
            .expect("the last line is there");
        lines.truncate(last + 1);
        lines.push(vec![('…', Style::default())]);
    }
    let command = format!("skirmish {}", shot.command);
    let prompt = Style {
        color: Some(rgb(2)),
        ..Style::default()
    };
    let typed = Style {
        color: Some(rgb(15)),
        ..Style::default()
    };
    let mut first = vec![('$', prompt), (' ', Style::default())];
    first.extend(command.chars().map(|c| (c, typed.clone())));
    lines.insert(0, first);

    let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = pixels(2 * MARGIN + longest * CELL);
    let height = pixels(TOP + lines.len() * LINE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-label=\"{}\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"9\" fill=\"#1b1f27\"/>\n\
         <circle cx=\"20\" cy=\"20\" r=\"6\" fill=\"#ff5f57\"/><circle cx=\"40\" cy=\"20\" r=\"6\" fill=\"#febc2e\"/>\
         <circle cx=\"60\" cy=\"20\" r=\"6\" fill=\"#28c840\"/>\n\
         <g font-family=\"ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace\" font-size=\"14\" \
         fill=\"#d5dae3\" xml:space=\"preserve\">\n",
        escaped(&command)
    );
    for (row, cells) in lines.iter().enumerate() {
        for run in runs(cells) {
            draw_run(&mut svg, row, &cells[run.clone()], run.start);
        }
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

/// Returns the ranges of adjacent characters that have the same style and are of the same kind: rules, bars
/// or text.
fn runs(cells: &[(char, Style)]) -> Vec<Range<usize>> {
    let kind = |c: char| match c {
        '─' => 1,
        '░' => 2,
        '█'..='▏' => 3,
        _ => 0,
    };
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (column, (c, style)) in cells.iter().enumerate() {
        match runs.last_mut() {
            Some(run) if kind(cells[run.start].0) == kind(*c) && cells[run.start].1 == *style => {
                run.end = column + 1;
            }
            _ => runs.push(column..column + 1),
        }
    }
    runs
}

fn draw_run(svg: &mut String, row: usize, cells: &[(char, Style)], column: usize) {
    let style = &cells[0].1;
    let left = MARGIN + column * CELL;
    let baseline = TOP + row * LINE;
    let mut rectangle = |x: usize, y: usize, width: usize, height: usize, fill: &str| {
        let [x, y, width, height] = [x, y, width, height].map(pixels);
        writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
        )
        .expect("a string takes anything");
    };
    if let Some(fill) = &style.background {
        rectangle(left, baseline - 140, cells.len() * CELL, LINE, fill);
    }
    let color = style.color.as_deref();
    match cells[0].0 {
        '─' => rectangle(left, baseline - 50, cells.len() * CELL, 10, "#8b949e"),
        '░' => rectangle(left, baseline - 110, cells.len() * CELL, 120, "#484f58"),
        '█'..='▏' => {
            // The block characters are in order, from a whole block, U+2588, to an eighth of a block, U+258F.
            let eighths = |c: char| 8 - (c as usize).saturating_sub('█' as usize);
            let filled: usize = cells.iter().map(|(c, _)| eighths(*c)).sum();
            let fill = color.unwrap_or("#d5dae3");
            rectangle(left, baseline - 110, filled * CELL / 8, 120, fill);
        }
        _ => {
            let bold = if style.bold {
                " font-weight=\"bold\""
            } else {
                ""
            };
            let color = match (color, style.bold) {
                (Some(color), _) => format!(" fill=\"{color}\""),
                (None, true) => " fill=\"#ffffff\"".to_owned(),
                (None, false) => String::new(),
            };
            for words in words(cells) {
                let text: String = cells[words.clone()].iter().map(|(c, _)| c).collect();
                writeln!(
                    svg,
                    "<text x=\"{}\" y=\"{}\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"{bold}{color}>{}</text>",
                    pixels(left + words.start * CELL),
                    pixels(baseline),
                    pixels(words.len() * CELL),
                    escaped(&text)
                )
                .expect("a string takes anything");
            }
        }
    }
}

/// Returns the ranges of the words in a line. Only several spaces together separate words, because browsers
/// would show them as one.
fn words(cells: &[(char, Style)]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, (c, _)) in cells.iter().enumerate() {
        match found.last_mut() {
            _ if *c == ' ' => {}
            Some(words) if at <= words.end + 1 => words.end = at + 1,
            _ => found.push(at..at + 1),
        }
    }
    found
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}
