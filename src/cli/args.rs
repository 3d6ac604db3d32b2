//! What may be typed, as typed; [`super`] turns it into what is usable.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::completions::CompletionsArgs;
use super::count;
use super::explain::{Seek, seek};
use super::forms::FormArgs;
use super::man::ManArgs;
use super::matrix::MatrixArgs;
use super::merge::MergeArgs;
use super::messages::MessageFormat;
use super::report::ReportArgs;
use super::shard::ShardArgs;
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
    long_about = "Plays millions of fights between scripted combatants under the combat rules of a tabletop \
                  rulebook, and adds up who wins, how long it takes and what the blows do.\n\n\
                  A scenario, a short TOML file, says who fights, with what and how they decide.",
    after_long_help = "A first quarter of an hour:\n  \
        skirmish new brp --out gate.toml           a commented scenario to start from\n  \
        skirmish run gate.toml                     who wins, as a table\n  \
        skirmish run gate.toml --out results       the same, and everything counted as CSV\n  \
        skirmish compare gate.toml --against 55    what a change does, under the same luck\n  \
        skirmish worth gate.toml --of combatants.guard   what +1 is worth, of each of his numbers\n  \
        skirmish explain gate.toml --fight 7       one of those fights, blow by blow\n  \
        skirmish solve duel.toml                   exact odds, where a matchup is small enough\n  \
        skirmish check gate.toml                   fails if the balance moved since a baseline\n  \
        skirmish rules brp --options               the house rules that a scenario may set\n\n\
        Exit codes: 0 fine, 1 a check failed, 2 wrong usage, 3 faults in a scenario, 4 inconclusive,\n\
        5 a file could not be read or written, 130 interrupted.",
    subcommand_required = true,
    arg_required_else_help = true
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,

    /// How messages are written to standard error: for people, or as one JSON object a line
    #[arg(long, global = true, value_name = "FORMAT", default_value = "text")]
    pub(super) message_format: MessageFormat,
}

/// Margins that can be asked for.
const MARGINS: RangeInclusive<Percent> = Percent::millionths(100)..=Percent::new(50);

/// The commands.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Run(RunArgs),
    Merge(MergeArgs),
    Compare(CompareArgs),
    Worth(WorthArgs),
    Tune(TuneArgs),
    Solve(SolveArgs),
    Explain(ExplainArgs),
    Check(CheckArgs),
    Report(ReportArgs),
    Rules(RulesArgs),
    Schema(SchemaArgs),
    Columns(ColumnsArgs),
    New(NewArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Play scenarios many times and count what happens
#[derive(Debug, Args)]
#[command(
    long_about = "Plays every matchup of the scenarios many times and counts what happens.\n\n\
        A short table goes to standard output. With --out, all counts go to a directory as CSV: summary, rounds, \
        kills, standing, damage, combatants and policies, with run.json saying what was run. The same scenario and seed \
        give the same bytes on any machine and with any number of threads.\n\n\
        Ctrl-C ends a run early: what has been counted by then is reported, marked as partial. With --watch a run \
        follows every save of the files, and Ctrl-C ends the watch with exit code 0.\n\n\
        With --resume a run goes on from what was counted into --out before, however that ended. With --shard it plays one \
        of several equal parts, which `skirmish merge` adds up to the bytes of one run.",
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
        skirmish run duel.toml --rows blade --columns armour --at dex=12\n  \
        skirmish run gate.toml --html gate.html\n  \
        skirmish run gate.toml --out results --fights 2M --resume\n  \
        skirmish run gate.toml --shard 3/16 --out part-3\n  \
        skirmish run scenarios/brp/*.toml --out reports --quiet"
)]
pub(super) struct RunArgs {
    /// Scenario files; those of one name are told apart by their folders
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,

    /// Write the CSV tables and run.json into this directory, made if it is not there
    #[arg(long, short, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    #[command(flatten)]
    pub(super) forms: FormArgs,
    /// Write the report as one HTML page, which needs no network and runs no script
    #[arg(long, value_name = "FILE", conflicts_with = "watch")]
    pub(super) html: Option<PathBuf>,

    /// How the CSV tables are written
    #[arg(long, value_name = "DIALECT", default_value = "standard")]
    pub(super) dialect: DialectArg,

    /// Run again whenever a file is saved, its includes too, and show what has moved; Ctrl-C ends it
    #[arg(long, short)]
    pub(super) watch: bool,

    /// Threads to play on; as many as there are processors when not given. Changes no result
    #[arg(long, value_name = "N", value_parser = threads)]
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

/// Say what a change does, by fights under the same luck
#[derive(Debug, Args)]
#[command(
    long_about = "Says what a change does to win rates, to how long fights last and to the damage that each side does.\n\n\
        Both variants are fought under the same luck: the same die shows the same in both, round by round. So the \
        difference is known from far fewer fights than two separate runs would take; the column `variance` says \
        what part of their variance is left. A scenario is compared with and without what --set changes in it, all of \
        it together, in each of its matchups. Or two scenarios are compared, the second with the first, or all values of an \
        axis with one of them: there --set holds for both.\n\n\
        Every difference has a 95 % interval and a verdict: better or worse, no difference larger than the margin, or \
        undecided, with about as many fights as would settle it four times in five. Several changes are sorted by how \
        much they move the first side's win rate, and their intervals and verdicts hold for all of them together.",
    after_long_help = "Examples:\n  \
        skirmish compare duel.toml --set combatants.guard.armour=full-plate\n  \
        skirmish compare old.toml new.toml\n  \
        skirmish compare gate.toml --vary combatants.guard.armour=chain,full-plate --against chain\n  \
        skirmish compare gate.toml --against 55 --fights 200k\n  \
        skirmish compare gate.toml --against 'guard skill=55' --margin 0.5% --out results"
)]
pub(super) struct CompareArgs {
    /// Two scenario files, or one with a change by --set or an axis
    #[arg(required = true, num_args = 1..=2, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,

    /// The value that all others of its axis are compared with: VALUE, or AXIS=VALUE where several axes have it
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true)]
    pub(super) against: Option<String>,

    /// What counts as no difference: of win rates so much either way, of means so large a part of what was before
    #[arg(long, value_name = "PERCENT", default_value = "1%", value_parser = margin, allow_hyphen_values = true)]
    pub(super) margin: Percent,

    /// Write differences.csv and differences.json into this directory, made if it is not there
    #[arg(long, short, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    /// How the CSV table is written
    #[arg(long, value_name = "DIALECT", default_value = "standard")]
    pub(super) dialect: DialectArg,

    /// Threads to play on; as many as there are processors when not given. Changes no result
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(super) threads: Option<NonZeroUsize>,

    /// Show neither progress nor notes
    #[arg(long, short)]
    pub(super) quiet: bool,

    #[command(flatten)]
    pub(super) overrides: OverrideArgs,
}

/// Work out the exact odds of matchups that are small enough
#[derive(Debug, Args)]
#[command(
    long_about = "Works out the exact odds of every matchup: no fights are played, all that can happen is gone \
        through, with its probability. Duels take a moment; two against one may take a minute; beyond that the \
        situations soon are too many, and `run` is the way.\n\n\
        A short table goes to standard output. With --out, the same tables as those of `run` go to a directory as \
        CSV, with probabilities in place of fights, and in place of other counts what is to be expected of one \
        fight; `method` says `exact`, `unresolved` which part of all fights was not followed to its end, \
        and `error_bound` how far any figure may be off because computers round.\n\n\
        A matchup that outgrows its budget has all that is left of it in `unresolved`, and a win rate between \
        `win_rate_low` and `win_rate_high` for certain. It is named on standard error, the others are solved all \
        the same, and the exit code is 4. Ctrl-C ends the work early, likewise.",
    after_long_help = "Examples:\n  \
        skirmish solve duel.toml\n  \
        skirmish solve duel.toml --out results\n  \
        skirmish solve duel.toml --compare --fights 1M\n  \
        skirmish solve duel.toml --vary combatants.guard.dex=10,12,14,16\n  \
        skirmish solve melee.toml --budget-bytes 4GiB --round-cap 20 --negligible 1e-6"
)]
pub(super) struct SolveArgs {
    /// Scenario files; those of one name are told apart by their folders
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,

    /// Write the CSV tables and run.json into this directory, made if it is not there
    #[arg(long, short, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    #[command(flatten)]
    pub(super) forms: FormArgs,

    /// How the CSV tables are written
    #[arg(long, value_name = "DIALECT", default_value = "standard")]
    pub(super) dialect: DialectArg,

    /// Also play the fights, and show the sampled figures beside the exact ones
    #[arg(long)]
    pub(super) compare: bool,

    /// Most situations of a matchup held at once; any number when not given
    #[arg(long, value_name = "N", value_parser = count::states)]
    pub(super) budget_states: Option<usize>,

    /// Most memory for situations; matchups that are solved at once, one on each thread, share it evenly
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = count::bytes)]
    pub(super) budget_bytes: usize,

    /// Which part of all fights may stay unresolved for the sake of speed; 0 follows every fight to its end
    #[arg(long, value_name = "PART", default_value = "1e-9", value_parser = negligible)]
    pub(super) negligible: f64,

    /// Threads to work on; as many as there are processors when not given. Changes no result
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(super) threads: Option<NonZeroUsize>,

    /// Show neither progress nor notes
    #[arg(long, short)]
    pub(super) quiet: bool,

    #[command(flatten)]
    pub(super) matrix: MatrixArgs,

    #[command(flatten)]
    pub(super) overrides: OverrideArgs,
}

/// Tell one fight of a scenario, blow by blow
#[derive(Debug, Args)]
#[command(
    long_about = "Tells one fight of a scenario in plain English: every roll with what was needed, every wound, \
        every choice. It is the very fight that `run` counts under this number, for the same scenario and seed.\n\n\
        Fights are counted from 0. With --where, the first fight of a kind is looked for instead: quartile=2 is one as long \
        as the median, rarest one whose ending, who wins and who is left, comes least often among those looked through.",
    after_long_help = "Examples:\n  \
        skirmish explain gate.toml --fight 7\n  \
        skirmish explain gate.toml --fight 7 --clauses\n  \
        skirmish explain gate.toml --matchup 3 --where longest\n  \
        skirmish explain gate.toml --where quartile=2 --policies\n  \
        skirmish explain gate.toml --where won-by=goblins --among 1M\n\n\
        A matchup is named by its number, the first being 1, or by its name in the tables."
)]
pub(super) struct ExplainArgs {
    /// Scenario file
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,

    /// Number of the fight; the first is 0
    #[arg(long, value_name = "N", default_value = "0", value_parser = count::index, conflicts_with = "seek")]
    pub(super) fight: u64,

    /// Which matchup: its number, the first being 1, or its name
    #[arg(long, value_name = "NAME|NUMBER", allow_negative_numbers = true)]
    pub(super) matchup: Option<String>,

    /// Look for a fight: shortest, longest, quartile=1, 2 or 3, rarest, draw, undecided, or won-by=SIDE
    #[arg(long = "where", value_name = "WHAT", value_parser = seek)]
    pub(super) seek: Option<Seek>,

    /// How many fights --where looks through
    #[arg(long, value_name = "N", default_value = "10_000", value_parser = count::fights, requires = "seek")]
    pub(super) among: u64,

    /// 1 for the sides as listed, 2 for the reverse order
    #[arg(long, value_name = "1|2", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=2))]
    pub(super) seat: u8,

    /// Name the clause of the book behind each sentence
    #[arg(long)]
    pub(super) clauses: bool,

    /// Name the policy and its line that decided, behind what a fighter does
    #[arg(long)]
    pub(super) policies: bool,

    /// Show no notes
    #[arg(long, short)]
    pub(super) quiet: bool,

    #[command(flatten)]
    pub(super) overrides: OverrideArgs,
}

/// Fail if the balance has moved since a baseline was written
#[derive(Debug, Args)]
#[command(
    long_about = "Plays the scenarios again and compares with the counts of a baseline, a CSV file beside each scenario \
        or the one that --baseline names. A matchup of which nothing has changed since a baseline of this version would \
        come out the same and is not played, unless --play asks for it. Otherwise every figure is tested: each side's win \
        rate, draws, undecided fights, rounds, and each side's damage. One that has moved by more than the margin for \
        certain fails the check; false alarms are at most 5 % over all figures together.\n\n\
        A table of what moved goes to standard output, worst first. In GitHub Actions it also becomes annotations and \
        the summary of the step. What cannot be judged stands there too, and keeps nothing else from being judged.\n\n\
        The seed and the number of fights are those of the baseline. Exit codes: 0 nothing moved, 1 something did, \
        3 faults in a scenario, 4 too few fights to say, 5 a baseline that is missing, or not of this scenario as it \
        stands; the first that applies of 3, 5, 1, 4.",
    after_long_help = "Examples:\n  \
        skirmish check gate.toml --update                 write gate.baseline.csv, to be checked in\n  \
        skirmish check gate.toml\n  \
        skirmish check scenarios/brp/*.toml --junit balance.xml\n  \
        skirmish check gate.toml --play                   play even where nothing has changed\n  \
        skirmish check gate.toml --baseline old.csv --margin 0.5%\n  \
        skirmish check gate.toml --set combatants.guard.armour=chain"
)]
#[expect(clippy::struct_excessive_bools, reason = "flags of the command line")]
pub(super) struct CheckArgs {
    /// Scenario files; those of one name are told apart by their folders
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,

    /// The baseline; without it, each scenario's NAME.baseline.csv beside it
    #[arg(long, value_name = "FILE")]
    pub(super) baseline: Option<PathBuf>,

    /// Write the baselines instead, with the seed and number of fights they had, or 200,000 for each matchup
    #[arg(long, conflicts_with = "junit")]
    pub(super) update: bool,

    /// Play every matchup, also those of which nothing has changed, as --update does
    #[arg(long, conflicts_with = "update")]
    pub(super) play: bool,

    /// How far a share of the fights may move, in percentage points
    #[arg(long, value_name = "PERCENT", default_value = "1%", value_parser = count::percent, allow_hyphen_values = true)]
    pub(super) margin: f64,

    /// How far a mean may move: rounds, as a part of what they were, and damage, as a part of all sides' together
    #[arg(long, value_name = "PERCENT", default_value = "2%", value_parser = count::percent, allow_hyphen_values = true)]
    pub(super) mean_margin: f64,

    #[arg(
        long,
        value_name = "FILE",
        help = "Also write the findings as JUnit XML"
    )]
    pub(super) junit: Option<PathBuf>,

    /// Compare with a baseline that another version of skirmish wrote
    #[arg(long)]
    pub(super) any_version: bool,

    /// How the baseline of --update is written; either is read
    #[arg(long, value_name = "DIALECT", default_value = "standard")]
    pub(super) dialect: DialectArg,

    /// Threads to play on; as many as there are processors when not given. Changes no result
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(super) threads: Option<NonZeroUsize>,

    /// Show neither progress nor notes
    #[arg(long, short)]
    pub(super) quiet: bool,

    #[command(flatten)]
    pub(super) overrides: OverrideArgs,
}

/// Show what every column of the CSV tables means
#[derive(Debug, Args)]
#[command(
    long_about = "Shows the data dictionary: of every CSV table that skirmish writes, each column with what stands in \
        it, its unit, its range and its meaning.",
    after_long_help = "Examples:\n  \
        skirmish columns\n  \
        skirmish columns summary\n  \
        skirmish columns --as csv > dictionary.csv"
)]
pub(super) struct ColumnsArgs {
    /// One of the tables; all when not given
    #[arg(value_name = "TABLE")]
    pub(super) table: Option<String>,

    /// How to show it
    #[arg(long = "as", value_name = "FORM", default_value = "text")]
    pub(super) form: FormArg,

    /// How the CSV is written
    #[arg(long, value_name = "DIALECT", default_value = "standard")]
    pub(super) dialect: DialectArg,
}

/// How the data dictionary is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FormArg {
    /// For people
    Text,
    /// As a table in Markdown
    Markdown,
    /// One row per column
    Csv,
}

/// How CSV is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum DialectArg {
    /// Commas and decimal points: RFC 4180
    #[default]
    Standard,
    /// Semicolons, decimal commas and a byte order mark: a spreadsheet set to German, French and the like
    ExcelEu,
}

/// Show what a rulebook simulates and what scenarios may say
#[derive(Debug, Args)]
#[command(
    long_about = "Shows a rulebook: every numbered clause and how it is simulated, the house rules, the words \
        that policies may use, the keys of a scenario, and the tables of weapons and the like. Without any of the \
        flags, all of it.\n\n\
        Without a book, lists the books.",
    after_long_help = "Examples:\n  \
        skirmish rules\n  \
        skirmish rules brp --clauses\n  \
        skirmish rules brp --actions --facts\n  \
        skirmish rules brp --fields\n  \
        skirmish rules brp --tables"
)]
#[expect(clippy::struct_excessive_bools, reason = "independent flags, as typed")]
pub(super) struct RulesArgs {
    /// Name of the book
    #[arg(value_name = "BOOK")]
    pub(super) book: Option<String>,

    /// Every numbered rule and how it is simulated
    #[arg(long, requires = "book")]
    pub(super) clauses: bool,

    /// The house rules of `[options]`, the default first
    #[arg(long, requires = "book")]
    pub(super) options: bool,

    /// The lists of a policy and the actions of each
    #[arg(long, requires = "book")]
    pub(super) actions: bool,

    /// What a condition may ask
    #[arg(long, requires = "book")]
    pub(super) facts: bool,

    /// Words for targets and for the things carried
    #[arg(long, requires = "book")]
    pub(super) targets: bool,

    /// Every key of a scenario: what it may be and what it means
    #[arg(long, requires = "book")]
    pub(super) fields: bool,

    /// Weapons and the like, with their figures
    #[arg(long, requires = "book")]
    pub(super) tables: bool,
}

/// Write a JSON Schema of a rulebook's scenarios, or of what skirmish writes as JSON
#[derive(Debug, Args)]
#[command(
    long_about = "Writes a JSON Schema (draft 2020-12) of the scenarios of a book to standard output: every key, what \
        it may be, what holds where it is not said and what it means. Editors complete and check scenarios by it: keep \
        it as a file, and name that in the first line of a scenario, as in `#:schema brp.json`.\n\n\
        With --output or --messages, the schema of a line that `run` and `solve` write with --format json, or of one \
        that any command writes with --message-format json.",
    after_long_help = "Examples:\n  \
        skirmish schema brp > brp.json\n  \
        skirmish schema --output > run-output.json"
)]
pub(super) struct SchemaArgs {
    /// Name of the book
    #[arg(value_name = "BOOK", required_unless_present_any = ["output", "messages"])]
    pub(super) book: Option<String>,

    /// The schema of a line of `run --format json`
    #[arg(long, conflicts_with_all = ["book", "messages"])]
    pub(super) output: bool,

    /// The schema of a line of `--message-format json`
    #[arg(long, conflicts_with = "book")]
    pub(super) messages: bool,
}

/// Write a commented scenario to start from
#[derive(Debug, Args)]
#[command(
    long_about = "Writes a scenario that runs as it is and explains each of its parts: a first one to change \
        into one's own. To standard output, or with --out to a file, which must not exist yet.",
    after_long_help = "Examples:\n  \
        skirmish new brp\n  \
        skirmish new brp --out gate.toml"
)]
pub(super) struct NewArgs {
    /// Name of the book
    #[arg(value_name = "BOOK")]
    pub(super) book: String,

    /// File to write; an existing one is left alone
    #[arg(long, short, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

/// What the command line may say in a scenario's stead.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Changing the scenario")]
pub(super) struct OverrideArgs {
    /// Fights per matchup and seat: 250000, 200k, 2M, 1e6
    #[arg(long, value_name = "N", value_parser = count::fights)]
    pub(super) fights: Option<u64>,

    /// Play each matchup until half the 95 % interval of every win rate is no wider, as 0.5%; --fights is the cap
    #[arg(long, value_name = "PERCENT", value_parser = precision, allow_hyphen_values = true)]
    pub(super) precision: Option<Percent>,

    /// Seed of the run; the same seed plays the same fights
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX.cast_unsigned()))]
    pub(super) seed: Option<u64>,

    /// Round after which a fight is cut off as undecided
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) round_cap: Option<u32>,

    /// Play the sides in the listed order, or in both orders
    #[arg(long, value_name = "SEATS")]
    pub(super) seats: Option<SeatsArg>,

    /// Roll every die, where whole exchanges could be drawn from tables of their exact odds: slower, and other
    /// fights of the same odds
    #[arg(long)]
    pub(super) no_tables: bool,

    /// Set a value of the scenario or of the book's tables; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    pub(super) set: Vec<String>,

    /// Play one matchup per value, as 10,12 or 40..90:10; may be repeated, for every combination
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
    /// As reports know it.
    pub(super) fn dialect(self) -> Dialect {
        match self {
            Self::Standard => Dialect::Standard,
            Self::ExcelEu => Dialect::ExcelEu,
        }
    }

    /// As it is typed, if it has to be.
    pub(super) fn typed(self) -> Vec<String> {
        match self {
            Self::Standard => Vec::new(),
            Self::ExcelEu => vec!["--dialect".to_owned(), "excel-eu".to_owned()],
        }
    }
}

impl OverrideArgs {
    /// As the scenario reads them.
    pub(super) fn overrides(&self) -> Overrides {
        Overrides {
            set: self.set.clone(),
            vary: self.vary.clone(),
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

    /// As they are typed, in one order whatever order they were typed in.
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

pub(super) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let range = "a number from 1 to 1024".to_owned();
    match text.parse::<NonZeroUsize>() {
        Ok(n) if n.get() <= 1024 => Ok(n),
        _ => Err(range),
    }
}

fn negligible(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(part) if (0.0..1.0).contains(&part) => Ok(part),
        _ => Err("a number from 0 to less than 1, as 1e-9".to_owned()),
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
        let line = "skirmish run a.toml --fights 2k --seed 9 --round-cap 50 --seats both --no-tables --set a.b=1 --vary c=1,2";
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
