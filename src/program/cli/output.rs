//! Prints data to standard output and everything else to standard error. Also defines the ways in which a
//! command can fail.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;

use comfy_table::Table;

use super::messages;
pub(super) use crate::session::words::{grouped, quoted};
use crate::visible::{harmless, visible, visible_page};

/// Line width for output that does not go to a terminal.
const PLAIN_WIDTH: u16 = 120;

/// Width of a terminal that does not report its width.
const TERMINAL_WIDTH: u16 = 80;

/// The reason why a command failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Failure {
    /// A check has failed.
    Check(String),
    /// The command line is wrong.
    Usage(String),
    /// Scenarios have faults. The text is the whole output about them, as it will be printed.
    Faults(String),
    /// A search has found nothing, or there were too few fights for a verdict. More fights or a wider search
    /// may help.
    Inconclusive(String),
    /// A file could not be read or written.
    Files(String),
    /// The user pressed Ctrl-C.
    Interrupted(String),
    /// Any of the other failures, with additional lines below its message.
    Listed(Box<Self>, Vec<String>),
}

impl Failure {
    /// Returns the exit code of the program for this failure.
    pub(super) fn code(&self) -> u8 {
        match self {
            Self::Check(_) => 1,
            Self::Usage(_) => 2,
            Self::Faults(_) => 3,
            Self::Inconclusive(_) => 4,
            Self::Files(_) => 5,
            Self::Interrupted(_) => 130,
            Self::Listed(first, _) => first.code(),
        }
    }

    /// Adds lines below the message of the failure.
    pub(super) fn with_lines(self, lines: Vec<String>) -> Self {
        Self::Listed(Box::new(self), lines)
    }

    /// Returns the failure without its additional lines.
    pub(super) fn kind(&self) -> &Self {
        match self {
            Self::Listed(first, _) => first.kind(),
            single => single,
        }
    }

    /// Prints the failure to standard error.
    pub(super) fn show(&self) {
        if messages::are_json() {
            return message(&messages::of_failure(self));
        }
        match self {
            // In these texts, control characters from files have been escaped already. The remaining ones are
            // colours.
            Self::Faults(text) => message(text),
            Self::Interrupted(text) => line(text),
            Self::Check(text)
            | Self::Usage(text)
            | Self::Inconclusive(text)
            | Self::Files(text) => line(&format!("error: {text}")),
            Self::Listed(first, below) => {
                first.show();
                for text in below {
                    line(text);
                }
            }
        }
    }
}

/// Writes one line to standard error. Line ends in the text are escaped. The text may contain names, labels,
/// titles and paths from other people's files, which must not begin a new line.
fn line(text: &str) {
    message(&format!("{}\n", visible(text)));
}

/// Writes `text` to standard error. Escapes only commands to GitHub Actions. The caller must have escaped all
/// other control characters that come from files.
pub(super) fn message(text: &str) {
    // If standard error cannot be written, there is no way to report that.
    let _ = io::stderr().lock().write_all(unobeyed(text).as_bytes());
}

/// Escapes commands to GitHub Actions in a text, if the program runs there.
fn unobeyed(text: &str) -> Cow<'_, str> {
    if in_github() {
        harmless(text)
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns whether the program runs in a step of GitHub Actions.
pub(super) fn in_github() -> bool {
    std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true")
}

/// Writes data for people to standard output. All control characters are escaped, except line ends and
/// colours where these are enabled.
pub(super) fn data(text: &str) -> Result<(), Failure> {
    read(text).map(|_| ())
}

/// Writes data as [`data`] does. Returns whether standard output still has a reader.
pub(super) fn read(text: &str) -> Result<bool, Failure> {
    let text = visible_page(text, Capabilities::stdout().color);
    put(unobeyed(&text).as_bytes())
}

/// Writes data for programs to standard output, unchanged. A reader that stops early, such as `head`, is no
/// failure.
pub(super) fn raw(bytes: &[u8]) -> Result<(), Failure> {
    put(bytes).map(|_| ())
}

fn put(bytes: &[u8]) -> Result<bool, Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Failure::Files(format!(
            "cannot write to standard output: {error}"
        ))),
    }
}

/// Prints a warning to standard error, even with `--quiet`.
pub(super) fn complain(text: &str) {
    if messages::are_json() {
        message(&messages::of_note(text));
    } else {
        line(text);
    }
}

/// Prints notes to standard error, unless `--quiet` is set.
#[derive(Debug, Clone, Copy)]
pub(super) struct Notes {
    quiet: bool,
}

impl Notes {
    pub(super) fn new(quiet: bool) -> Self {
        Self { quiet }
    }

    /// Notes that a file or a folder was written.
    pub(super) fn written(self, path: &Path) {
        self.note(format_args!("{} is written", path.display()));
    }

    /// Prints a note as one line.
    pub(super) fn note(self, text: impl Display) {
        if !self.quiet {
            complain(&text.to_string());
        }
    }

    /// Prints a note that has several lines.
    pub(super) fn note_lines(self, lines: &[String]) {
        if self.quiet {
            return;
        }
        if messages::are_json() {
            message(&messages::of_note(&lines.join("\n")));
        } else {
            for text in lines {
                line(text);
            }
        }
    }

    /// Returns whether a progress bar may be drawn on the terminal.
    pub(super) fn animated(self) -> bool {
        !self.quiet && !messages::are_json() && io::stderr().is_terminal() && obeys()
    }
}

/// The features of an output stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Capabilities {
    /// Whether to write colours.
    pub(super) color: bool,
    /// Width in columns. `None` if the stream is no terminal and `COLUMNS` is not set.
    pub(super) width: Option<u16>,
}

impl Capabilities {
    /// Returns the width in columns, or [`PLAIN_WIDTH`] if it is unknown.
    pub(super) fn columns(self) -> u16 {
        self.width.unwrap_or(PLAIN_WIDTH)
    }

    pub(super) fn stdout() -> Self {
        Self {
            color: colors(io::stdout().is_terminal()),
            width: width(io::stdout().is_terminal(), Table::new().width()),
        }
    }

    pub(super) fn stderr() -> Self {
        Self {
            color: colors(io::stderr().is_terminal()),
            width: width(
                io::stderr().is_terminal(),
                Table::new().use_stderr().width(),
            ),
        }
    }
}

/// Returns whether to use colours. They are used on a terminal only, and the user can disable them by
/// `NO_COLOR` [<https://no-color.org>].
fn colors(terminal: bool) -> bool {
    let is = |name: &str, dull: fn(&str) -> bool| {
        std::env::var_os(name).is_some_and(|value| dull(&value.to_string_lossy()))
    };
    terminal && !is("NO_COLOR", |value| !value.is_empty()) && obeys()
}

/// Returns whether the terminal understands control sequences, such as those for colours. The environment
/// variable `TERM` names the type of the terminal.
pub(super) fn obeys() -> bool {
    is_capable(std::env::var_os("TERM").as_deref(), cfg!(windows))
}

/// Returns whether a terminal of type `term` understands control sequences. On Windows a terminal needs no
/// type.
fn is_capable(term: Option<&OsStr>, windows: bool) -> bool {
    term.map_or(windows, |term| !term.is_empty() && term != "dumb")
}

/// Returns the width in columns: the value of the environment variable `COLUMNS`, or else the width of the
/// terminal. Returns `None` if the variable is not set and the stream is no terminal.
fn width(terminal: bool, reported: Option<u16>) -> Option<u16> {
    let named = std::env::var("COLUMNS").ok();
    columns(terminal, reported, named.as_deref())
}

/// Returns the width in columns as [`width`] does. `named` is the value of `COLUMNS`, and `reported` is the
/// width that the terminal reports. A terminal that reports no width, or 0, counts as 80 columns wide.
fn columns(terminal: bool, reported: Option<u16>, named: Option<&str>) -> Option<u16> {
    let some = |columns: &u16| *columns > 0;
    let named = named.and_then(|text| text.trim().parse().ok());
    let own = terminal.then(|| reported.filter(some).unwrap_or(TERMINAL_WIDTH));
    named.filter(some).or(own)
}

/// Formats a number with thousands separators, after rounding it to a whole number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast takes what is out of range to the nearest end"
)]
pub(super) fn whole(number: f64) -> String {
    grouped(number.round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_are_those_promised() {
        let text = String::new;
        let codes = [
            Failure::Check(text()),
            Failure::Usage(text()),
            Failure::Faults(text()),
            Failure::Inconclusive(text()),
            Failure::Files(text()),
            Failure::Interrupted(text()),
        ]
        .map(|failure| {
            let listed = failure.clone().with_lines(vec![text()]);
            assert_eq!((listed.code(), listed.kind()), (failure.code(), &failure));
            failure.code()
        });
        assert_eq!(codes, [1, 2, 3, 4, 5, 130]);
    }

    #[test]
    fn thousands_are_set_apart() {
        let texts = [0, 999, 1000, 36_100_000].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "36,100,000"]);
        assert_eq!(whole(47_300.5), "47,301");
    }

    #[test]
    fn a_terminal_is_as_wide_as_it_says_or_80_columns_and_columns_comes_first() {
        assert_eq!(columns(true, Some(0), None), Some(80));
        assert_eq!(columns(true, None, None), Some(80));
        assert_eq!(columns(true, Some(132), None), Some(132));
        assert_eq!(columns(true, Some(132), Some("60")), Some(60));
        assert_eq!(columns(false, None, Some("60")), Some(60));
        assert_eq!(columns(false, None, None), None);
        for meaningless in ["", "0", "wide", "-5"] {
            assert_eq!(columns(true, Some(132), Some(meaningless)), Some(132));
        }
    }

    #[test]
    fn a_terminal_without_a_type_gets_neither_colours_nor_a_bar() {
        let is = |term: &str| is_capable(Some(OsStr::new(term)), false);
        assert!(is("xterm-256color") && !is("") && !is("dumb"));
        assert!(!is_capable(None, false) && is_capable(None, true));
    }

    #[test]
    fn no_terminal_no_colours() {
        assert!(!colors(false));
    }
}
