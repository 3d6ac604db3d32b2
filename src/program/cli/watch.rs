//! Implements `skirmish run --watch`, which plays again after every save of a file and shows the table with
//! the changes.
//!
//! Each round reads the files, plays the fights and shows the table. A save during a round interrupts it, and
//! the next round begins. After a round, the loop waits until the files differ from those that the last round
//! has used. Faults of a scenario are shown and do not end the loop. Changes are relative to the last
//! complete table. The user ends the loop by Ctrl-C, and the exit code is then 0.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use console::Term;

use super::args::RunArgs;
use super::forms::FormatArg;
use super::interrupt;
use super::load::{self, Loaded};
use super::output::{self, Capabilities, Failure, Notes, obeys, quoted};
use super::run;
use crate::batch::Done;
use crate::report::Report;
use crate::session::watched::Watched;

/// Plays the scenarios again after every save, until the user presses Ctrl-C.
pub(super) fn watch(args: &RunArgs) -> Result<(), Failure> {
    let notes = Notes::new(args.quiet);
    if args.forms.format == FormatArg::Json {
        return Err(Failure::Usage(
            "--watch shows a table after every save: leave out --format json".to_owned(),
        ));
    }
    args.forms.check()?;
    run::each_file_once(&args.files)?;
    let mut watched = Watched::new(&args.files);
    if !watched.missing().is_empty() {
        // A file that is missing at the start is probably a mistyped name. The command therefore fails at
        // once instead of waiting for the file.
        run::load(args)?;
    }
    let stop = interrupt::listen()?;
    let made = args.out.as_deref().map(run::writable).transpose()?;
    let mut screen = Screen::new();
    let mut last: Option<Box<Report>> = None;
    while !stop.load(Ordering::Relaxed) {
        watched.look();
        let round = Round::play(args, &mut watched, stop, notes);
        let again = matches!(round, Round::CutShort);
        let is_missing = matches!(round, Round::Missing(_));
        match round {
            Round::CutShort => {}
            Round::Missing(missing) => {
                screen.next();
                output::complain(&missing);
            }
            Round::Failed(failure) => {
                screen.next();
                failure.show();
            }
            Round::Whole(report, remark) => {
                screen.next();
                if !screen.show(&report, last.as_deref())? {
                    // Nobody reads standard output any more.
                    break;
                }
                if let Some(out) = &args.out
                    && let Err(error) = report.write(out)
                {
                    Failure::Files(error.to_string()).show();
                }
                if let Err(failure) = args.forms.write(&report, notes) {
                    failure.show();
                }
                if let Some(remark) = remark {
                    notes.note(remark);
                }
                last = Some(report);
            }
        }
        if !again {
            if !is_missing {
                notes.note(waiting(&watched));
            }
            watched.changed(|| stop.load(Ordering::Relaxed));
        }
    }
    if last.is_none() {
        // No table was written, so folders that were created for tables are removed again.
        run::clear(&made.unwrap_or_default());
    }
    Ok(())
}

/// How a round of reading, playing and showing has ended.
enum Round {
    /// All fights were played. The text is an additional note, if there is one.
    Whole(Box<Report>, Option<String>),
    /// A file was saved during the round, or the user pressed Ctrl-C.
    CutShort,
    /// Scenario files are missing. The text is the message about them.
    Missing(String),
    /// The scenarios have faults.
    Failed(Failure),
}

impl Round {
    fn play(args: &RunArgs, watched: &mut Watched, stop: &AtomicBool, notes: Notes) -> Self {
        let missing = watched.missing();
        if !missing.is_empty() {
            return Self::Missing(gone(&missing));
        }
        let played = watched
            .read(|reader| run::load_by(args, reader))
            .inspect(|loaded| load::note_heirs(loaded, notes))
            .and_then(|loaded| Ok((play(args, &loaded, watched, stop, notes)?, loaded)));
        let (done, loaded) = match played {
            Ok(played) => played,
            Err(failure) => return Self::Failed(failure),
        };
        if done.iter().any(|done| !done.complete) {
            return Self::CutShort;
        }
        let capped = done.iter().filter(|done| !done.precise).count();
        let remark = run::precise_enough(capped, run::matchups(&loaded).count());
        let remark = match remark {
            Err(Failure::Inconclusive(text)) => Some(text),
            _ => None,
        };
        Self::Whole(Box::new(run::report(args, &loaded, done, false)), remark)
    }
}

/// Plays all fights. Ends early if a file changes or the user presses Ctrl-C.
fn play(
    args: &RunArgs,
    loaded: &[Loaded],
    watched: &mut Watched,
    stop: &AtomicBool,
    notes: Notes,
) -> Result<Vec<Done>, Failure> {
    let (cut, over) = (AtomicBool::new(false), AtomicBool::new(false));
    let ended = || over.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
    thread::scope(|scope| {
        scope.spawn(|| {
            if watched.changed(ended) || stop.load(Ordering::Relaxed) {
                cut.store(true, Ordering::Relaxed);
            }
        });
        let played = run::play_quietly(args.threads, loaded, &cut, notes);
        over.store(true, Ordering::Relaxed);
        played.map(|(done, _)| done)
    })
}

/// Returns the message about missing files, such as `gate.toml is gone: waiting for it to come back`.
fn gone(missing: &[&Path]) -> String {
    let names: Vec<_> = missing
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    match names.as_slice() {
        [one] => format!("{one} is gone: waiting for it to come back"),
        several => format!(
            "{} are gone: waiting for them to come back",
            several.join(", ")
        ),
    }
}

/// Returns the message that names the watched files.
fn waiting(watched: &Watched) -> String {
    let files: Vec<_> = watched.files().map(shown).collect();
    format!("watching {}; Ctrl-C ends it", files.join(", "))
}

fn shown(path: &Path) -> String {
    quoted(&path.display().to_string())
}

/// Where tables are shown. On a terminal, each table replaces the one before. In other output, the tables
/// follow each other.
struct Screen {
    terminal: Option<Term>,
    shown: bool,
}

impl Screen {
    fn new() -> Self {
        let is_terminal = io::stdout().is_terminal() && obeys();
        Self {
            terminal: is_terminal.then(Term::stdout),
            shown: false,
        }
    }

    /// Clears the screen for the next table.
    fn next(&self) {
        if let Some(terminal) = &self.terminal {
            // If the terminal cannot be cleared, the tables follow each other.
            let _ = terminal.clear_screen();
        }
    }

    /// Shows a report. Returns whether standard output still has a reader.
    fn show(&mut self, report: &Report, before: Option<&Report>) -> Result<bool, Failure> {
        let look = Capabilities::stdout();
        let text = match before {
            None => report.terminal(look.columns(), look.color),
            Some(before) => report.terminal_since(before, look.columns(), look.color),
        };
        let gap = if self.shown && self.terminal.is_none() {
            "\n"
        } else {
            ""
        };
        self.shown = true;
        output::read(&format!("{gap}{text}"))
    }
}
