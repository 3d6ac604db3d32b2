//! The command-line arguments as typed. [`super`] converts them into usable values.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use super::best::BestArgs;
use super::book::RulesArgs;
use super::check::CheckArgs;
use super::columns::ColumnsArgs;
use super::compare::CompareArgs;
use super::completions::CompletionsArgs;
use super::count;
use super::explain::ExplainArgs;
use super::export::SheetArgs;
use super::forms::FormArgs;
use super::man::ManArgs;
use super::matrix::MatrixArgs;
use super::merge::MergeArgs;
use super::messages::MessageFormat;
use super::new::NewArgs;
use super::output::Failure;
use super::report::ReportArgs;
use super::schema::SchemaArgs;
use super::serve::ServeArgs;
use super::shard::ShardArgs;
use super::solve::SolveArgs;
use super::tune::TuneArgs;
use super::worth::WorthArgs;
use crate::report::Dialect;
use crate::scenario::{Overrides, PRECISIONS, Percent, PercentError, Seats};

/// Monte Carlo balance simulator for tabletop combat rules.
#[derive(Debug, Parser)]
#[command(
    name = "skirmish",
    version,
    about = "Monte Carlo balance simulator for tabletop combat rules",
    long_about = "Plays millions of fights between scripted combatants under the combat rules of a tabletop rulebook, \
        and reports who wins, how long fights last and how much damage is done.\n\n\
                  A scenario, a short TOML file, says who fights, with what and how they decide.",
    after_long_help = "First steps:\n  \
        skirmish new brp --out gate.toml           a commented scenario to start from\n  \
        skirmish run gate.toml                     who wins, as a table\n  \
        skirmish run gate.toml --out results       the same, and writes all counts as CSV\n  \
        skirmish serve gate.toml                   a page to change numbers and see the new win \
        rates\n  \
        skirmish compare gate.toml --against 55    the effect of a change, under the same luck\n  \
        skirmish worth gate.toml --of combatants.guard   what +1 of each number is worth\n  \
        skirmish explain gate.toml --fight 7       one of those fights, blow by blow\n  \
        skirmish new semiautomagic --out duel.toml   a duel\n  \
        skirmish solve duel.toml                   exact odds of a small matchup\n  \
        skirmish check --update gate.toml          records the current balance\n  \
        skirmish check gate.toml                   fails if the balance has moved\n  \
        skirmish rules brp --options               the house rules that a scenario may set\n\n\
        Exit codes: 0 success, 1 a check failed, 2 wrong usage, 3 faults in a scenario, 4 \
        inconclusive,\n\
        5 a file could not be read or written, 130 interrupted.",
    subcommand_required = true,
    arg_required_else_help = true
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,

    /// Format of messages on standard error: for people, or one JSON object per line
    #[arg(long, global = true, value_name = "FORMAT", default_value = "text")]
    pub(super) message_format: MessageFormat,
}

/// The values that the user may give for a margin.
const MARGINS: RangeInclusive<Percent> = Percent::millionths(100)..=Percent::new(50);

/// The commands of the program.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Run(RunArgs),
    Serve(ServeArgs),
    Merge(MergeArgs),
    Compare(CompareArgs),
    Worth(WorthArgs),
    Tune(TuneArgs),
    Best(BestArgs),
    Solve(SolveArgs),
    Explain(ExplainArgs),
    Check(CheckArgs),
    Report(ReportArgs),
    Rules(RulesArgs),
    Schema(SchemaArgs),
    Columns(ColumnsArgs),
    New(NewArgs),
    Sheet(SheetArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Play scenarios many times and count what happens
#[derive(Debug, Args)]
#[command(
    long_about = "Plays every matchup of the scenarios many times and counts what happens.\n\n\
        A short table goes to standard output. With --out, all counts go to a directory as CSV \
        tables, with run.json, which describes the run; `skirmish columns` explains every column. \
        The same scenario and seed give the same bytes on any machine and with any number of \
        threads.\n\n\
        Ctrl-C ends a run early: the report then has the fights that were played, marked as \
        partial. With --watch, the run is repeated whenever a file is saved, and Ctrl-C ends it \
        with exit code 0.\n\n\
        With --resume a run continues from the counts of an earlier run in --out, even if that run \
        was killed. With --shard it plays one of several equal parts, which `skirmish merge` \
        merges into the bytes of a single run.",
    after_long_help = "Examples:\n  \
        skirmish run gate.toml\n  \
        skirmish run gate.toml --out results --fights 2M\n  \
        skirmish run gate.toml --xlsx gate.xlsx\n  \
        skirmish run gate.toml --format json --quiet\n  \
        skirmish run gate.toml --watch --fights 20k\n  \
        skirmish run gate.toml --precision 0.5%\n  \
        skirmish run gate.toml --set combatants.guard.armour=full-plate\n  \
        skirmish run gate.toml --vary combatants.guard.dex=10,12,14,16\n  \
        skirmish run gate.toml --vary options.special_threshold=strict,at_most --seats both\n  \
        skirmish run gate.toml --vary combatants.goblin.dex=8..16:2\n  \
        skirmish run gate.toml --matchup 55 --fights 10M\n  \
        skirmish run duel.toml --rows blade --columns armour --at dex=12\n  \
        skirmish run gate.toml --html gate.html\n  \
        skirmish run gate.toml --out results --fights 2M --resume\n  \
        skirmish run gate.toml --shard 3/16 --out part-3\n  \
        skirmish run scenarios/brp/*.toml --out reports --quiet"
)]
pub(super) struct RunArgs {
    /// Scenario files; files of the same name are distinguished by their folders
    #[arg(required = true, value_name = "FILE", value_parser = scenario_file())]
    pub(super) files: Vec<PathBuf>,

    /// Write the CSV tables and run.json into this directory, which is created if missing
    #[arg(long, short, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    #[command(flatten)]
    pub(super) forms: FormArgs,

    /// Play only one matchup of each scenario, given by its name or by its number, which starts at 1
    #[arg(long, value_name = "NAME|NUMBER", allow_negative_numbers = true, conflicts_with_all = ["rows", "columns", "at"])]
    pub(super) matchup: Option<String>,

    /// Write the report as one HTML page, which needs no network and runs no script
    #[arg(long, value_name = "FILE", conflicts_with = "watch")]
    pub(super) html: Option<PathBuf>,

    /// Write the first N fights of each matchup into fights.csv, one by one, and how they ended into endings.csv
    #[arg(long, value_name = "N", value_parser = count::few, conflicts_with_all = ["watch", "shard"])]
    pub(super) fights_table: Option<u64>,

    /// Format of the CSV tables
    #[arg(long, value_name = "DIALECT", default_value = "standard")]
    pub(super) dialect: DialectArg,

    /// Run again whenever a file or one of its includes is saved, and show the changes; Ctrl-C ends it
    #[arg(long, short)]
    pub(super) watch: bool,

    /// Threads to play on; default: one for each processor. The number does not affect the result
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(super) threads: Option<NonZeroUsize>,

    /// Show neither progress nor notes
    #[arg(long, short)]
    pub(super) quiet: bool,

    #[command(flatten)]
    pub(super) parts: ShardArgs,

    #[command(flatten)]
    pub(super) matrix: MatrixArgs,

    #[command(flatten)]
    pub(super) overrides: OverrideArgs,
}

/// How the data dictionary is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FormArg {
    /// For people
    Text,
    /// As a table in Markdown
    Markdown,
    /// As CSV: one row for each column of the tables
    Csv,
}

/// How CSV is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum DialectArg {
    /// Commas and decimal points: RFC 4180
    #[default]
    Standard,
    /// Semicolons, decimal commas and a byte order mark: for a spreadsheet in German, French and similar
    ExcelEu,
}

/// Arguments that override values of a scenario.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Changing the scenario")]
pub(super) struct OverrideArgs {
    /// Fights per matchup and seat: 250000, 200k, 2M, 1e6
    #[arg(long, value_name = "N", value_parser = count::fights, allow_negative_numbers = true)]
    pub(super) fights: Option<u64>,

    /// Play each matchup until every win rate has this half-width of its 95 % interval, such as 0.5%; --fights is the
    /// maximum
    #[arg(long, value_name = "PERCENT", value_parser = precision, allow_hyphen_values = true)]
    pub(super) precision: Option<Percent>,

    /// Seed of the run; the same seed plays the same fights
    #[arg(long, value_name = "N", value_parser = count::seed, allow_negative_numbers = true)]
    pub(super) seed: Option<u64>,

    /// Round after which a fight ends as undecided
    #[arg(long, value_name = "N", value_parser = count::to_10_000, allow_negative_numbers = true)]
    pub(super) round_cap: Option<u32>,

    /// Play the sides in the listed order, or in both orders
    #[arg(long, value_name = "SEATS")]
    pub(super) seats: Option<SeatsArg>,

    /// Roll every die instead of drawing whole exchanges from tables of their exact odds: slower; the fights differ,
    /// but their odds do not
    #[arg(long)]
    pub(super) no_tables: bool,

    /// Set a value of the scenario or of the book's tables; can be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    pub(super) set: Vec<String>,

    /// Play one matchup per value, such as 10,12 or 40..90:10; can be repeated: every combination is played
    #[arg(long, value_name = "PATH=A,B,C")]
    pub(super) vary: Vec<String>,
}

/// One order of the sides or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum SeatsArg {
    /// As the scenario lists them
    One,
    /// Also with the sides in reverse order
    Both,
}

impl DialectArg {
    /// Converts the flag into a dialect of the module `report`.
    pub(super) fn dialect(self) -> Dialect {
        match self {
            Self::Standard => Dialect::Standard,
            Self::ExcelEu => Dialect::ExcelEu,
        }
    }

    /// Rejects `--dialect` if the command writes no table because `out` is missing. The command-line parser
    /// cannot check this, because the record of a run repeats the command with `--dialect` but without
    /// `--out`.
    pub(super) fn needs(self, out: Option<&Path>) -> Result<(), Failure> {
        match (self, out) {
            (Self::ExcelEu, None) => Err(Failure::Usage(
                "--dialect sets the format of CSV tables, but this command writes none: add --out \
                 DIR or remove --dialect"
                    .to_owned(),
            )),
            _ => Ok(()),
        }
    }

    /// Returns the flag `--dialect` with its value, as typed. The result is empty for the default, which
    /// needs no flag.
    pub(super) fn typed(self) -> Vec<String> {
        match self {
            Self::Standard => Vec::new(),
            Self::ExcelEu => vec!["--dialect".to_owned(), "excel-eu".to_owned()],
        }
    }
}

impl OverrideArgs {
    /// Converts the flags into overrides of the module `scenario`.
    pub(super) fn overrides(&self) -> Overrides {
        Overrides {
            set: self.set.clone(),
            vary: self.vary.clone(),
            tries: None,
            fights: self.fights,
            precision: self.precision,
            seed: self.seed,
            round_cap: self.round_cap,
            seats: self.seats.map(|seats| match seats {
                SeatsArg::One => Seats::One,
                SeatsArg::Both => Seats::Both,
            }),
            tables: self.no_tables.then_some(false),
        }
    }

    /// Returns the flags with their values as typed, always in the same order.
    pub(super) fn typed(&self) -> Vec<String> {
        let one = |flag: &str, value: Option<String>| value.map(|value| [flag.to_owned(), value]);
        let seats = self.seats.map(|seats| match seats {
            SeatsArg::One => "one".to_owned(),
            SeatsArg::Both => "both".to_owned(),
        });
        let mut words: Vec<String> = [
            one("--fights", self.fights.map(|n| n.to_string())),
            one("--precision", self.precision.map(|p| p.to_string())),
            one("--seed", self.seed.map(|n| n.to_string())),
            one("--round-cap", self.round_cap.map(|n| n.to_string())),
            one("--seats", seats),
        ]
        .into_iter()
        .flatten()
        .flatten()
        .collect();
        words.extend(self.no_tables.then(|| "--no-tables".to_owned()));
        for (flag, values) in [("--set", &self.set), ("--vary", &self.vary)] {
            words.extend(
                values
                    .iter()
                    .flat_map(|value| [flag.to_owned(), value.clone()]),
            );
        }
        words
    }
}

/// Returns the parser for the path of a scenario file. A path that begins with `-` gets `./` before it, so that
/// commands which name the file, such as that in the record of a run, can be typed and read again.
pub(super) fn scenario_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(|path| {
        if path.as_os_str().as_encoded_bytes().starts_with(b"-") {
            Path::new(".").join(path)
        } else {
            path
        }
    })
}

pub(super) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let range = "a number from 1 to 1024".to_owned();
    match text.parse::<NonZeroUsize>() {
        Ok(n) if n.get() <= 1024 => Ok(n),
        _ => Err(range),
    }
}

pub(super) fn margin(text: &str) -> Result<Percent, String> {
    let percent: Percent = text
        .parse()
        .map_err(|error: PercentError| error.to_string())?;
    percent.within(MARGINS)
}

fn precision(text: &str) -> Result<Percent, String> {
    let percent: Percent = text
        .parse()
        .map_err(|error: PercentError| error.to_string())?;
    percent.within(PRECISIONS)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn parse(line: &str) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(line.split(' '))
    }

    #[test]
    fn the_commands_are_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_shows_examples() {
        for command in Cli::command().get_subcommands() {
            let help = command.clone().render_long_help().to_string();
            assert!(help.contains("Examples:"), "{}", command.get_name());
        }
    }

    #[test]
    fn overrides_reach_the_scenario() {
        let line = "skirmish run a.toml --fights 2k --seed 9 --round-cap 50 --seats both --no-tables --set a.b=1 \
            --vary c=1,2";
        let Command::Run(args) = parse(line).expect("a good line").command else {
            panic!("another command");
        };
        let overrides = args.overrides.overrides();
        assert_eq!(
            (overrides.fights, overrides.seed, overrides.round_cap),
            (Some(2000), Some(9), Some(50))
        );
        assert_eq!(overrides.set, ["a.b=1"]);
        assert_eq!(overrides.vary, ["c=1,2"]);
        assert!(matches!(overrides.seats, Some(Seats::Both)));
        let typed = args.overrides.typed().join(" ");
        assert_eq!(
            typed,
            "--fights 2000 --seed 9 --round-cap 50 --seats both --no-tables --set a.b=1 --vary c=1,2"
        );
    }

    #[test]
    fn a_fight_is_found_by_its_number_or_by_its_kind() {
        assert!(parse("skirmish explain a.toml --where shortest --fight 3").is_err());
        assert!(parse("skirmish explain a.toml --among 10").is_err());
    }

    #[test]
    fn what_is_negative_is_told_what_is_wanted() {
        for (line, wanted) in [
            (
                "skirmish run a.toml --fights -3",
                "write a whole number: 250000",
            ),
            (
                "skirmish run a.toml --seed -1",
                "a seed is a whole number from 0",
            ),
            (
                "skirmish run a.toml --seed 0x10",
                "a seed is a whole number from 0",
            ),
            (
                "skirmish run a.toml --round-cap -1",
                "write a whole number from 1 to 10000",
            ),
            (
                "skirmish explain a.toml --fight -1",
                "write a whole number: 7",
            ),
            (
                "skirmish run a.toml --threads -3",
                "a number from 1 to 1024",
            ),
            ("skirmish explain a.toml --seat -3", "write 1 or 2"),
            (
                "skirmish run a.toml --out b --checkpoint -1",
                "a number of seconds from 0.01",
            ),
            (
                "skirmish solve a.toml --budget-bytes -1GiB",
                "write bytes, KiB, MiB or GiB",
            ),
            (
                "skirmish solve a.toml --negligible -1e-9",
                "a number from 0 to less than 1",
            ),
            (
                "skirmish tune a.toml --target even --band -5..5%",
                "45..55%",
            ),
            (
                "skirmish tune a.toml --target even --most-steps -1",
                "write a whole number from 1 to 10000",
            ),
        ] {
            let text = parse(line).expect_err(line).to_string();
            assert!(text.contains(wanted) && !text.contains("-- -"), "{text}");
        }
    }

    #[test]
    fn numbers_may_have_underscores_and_a_fault_tells_the_range() {
        let line = "skirmish run a.toml --seed 1_000 --round-cap 1_0 --fights 1_000";
        let Ok(Command::Run(args)) = parse(line).map(|cli| cli.command) else {
            panic!("{line} is a run");
        };
        let overrides = args.overrides.overrides();
        assert_eq!(
            (overrides.seed, overrides.round_cap),
            (Some(1000), Some(10))
        );
        for (flag, range) in [
            ("--round-cap 1e9", "from 1 to 10000"),
            ("--round-cap soon", "from 1 to 10000"),
            ("--seed 1e99", "from 0 to 9223372036854775807"),
            ("--fights 0", "1 to 1e12"),
            ("--fights many", "at most 1e12"),
        ] {
            let line = format!("skirmish run a.toml {flag}");
            let text = parse(&line).expect_err(&line).to_string();
            assert!(text.contains(range), "{text}");
        }
    }

    #[test]
    fn nonsense_is_wrong_usage() {
        for line in [
            "skirmish run",
            "skirmish run a.toml --fights -5",
            "skirmish run a.toml --precision 0%",
            "skirmish run a.toml --precision -1%",
            "skirmish run a.toml --precision 100%",
            "skirmish run a.toml --precision 0.5",
            "skirmish run a.toml --precision fine",
            "skirmish run a.toml --round-cap 0",
            "skirmish run a.toml --seed -1",
            "skirmish run a.toml --threads 0",
            "skirmish run a.toml --seats three",
            "skirmish explain a.toml --seat 3",
            "skirmish explain a.toml --where quartile=4",
            "skirmish compare",
            "skirmish compare a.toml b.toml c.toml",
            "skirmish compare a.toml b.toml --margin 0%",
            "skirmish compare a.toml b.toml --margin -1%",
            "skirmish compare a.toml b.toml --margin 100%",
            "skirmish compare a.toml b.toml --margin 1",
            "skirmish solve",
            "skirmish solve a.toml --budget-states 0",
            "skirmish solve a.toml --budget-bytes much",
            "skirmish solve a.toml --negligible 1",
            "skirmish solve a.toml --negligible nan",
            "skirmish check",
            "skirmish check a.toml --margin 0%",
            "skirmish check a.toml --mean-margin -1%",
            "skirmish check a.toml --update --junit a.xml",
            "skirmish run a.toml --dialect french",
            "skirmish run a.toml --out b --shard 4/3",
            "skirmish run a.toml --out b --shard auto/0",
            "skirmish run a.toml --shard 1/3",
            "skirmish run a.toml --resume",
            "skirmish run a.toml --out b --shard 1/3 --html c.html",
            "skirmish run a.toml --out b --shard 1/3 --watch",
            "skirmish run a.toml --out b --checkpoint 0",
            "skirmish run a.toml --checkpoint 5",
            "skirmish merge",
            "skirmish columns --as pdf",
            "skirmish rules --clauses",
            "skirmish new",
        ] {
            let error = parse(line).expect_err(line);
            assert_eq!(error.exit_code(), 2, "{line}");
        }
    }
}
