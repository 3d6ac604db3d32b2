//! The arguments of `skirmish tune`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::super::args::{DialectArg, OverrideArgs, scenario_file, threads};
use super::super::count;
use crate::scenario::{Percent, PercentError};

/// Search for the value, or the changes, that balance a scenario
#[derive(Debug, Args)]
#[command(
    long_about = "Searches for values that balance a scenario.\n\n\
        For one value, --target SIDE=PERCENT is the intended win rate of a side: the values from \
        --from to --to, or those of --ladder, are searched by fights under the same luck, in which \
        the same die shows the same face at every value. Fresh fights judge the result, with an \
        interval for the value that meets the target. Small duels are solved exactly instead.\n\n\
        For several values, --target even searches for a small set of changes, in steps of each \
        value, after which the mean win rate of every contender is in a band. Contenders are the \
        values that two axes both list, or the sides if there are none. The set may not be the \
        smallest; fresh fights check the result.\n\n\
        For several values, --target SIDE=PERCENT searches for combinations of steps, those \
        nearest to the present values first, and shows the first five that meet the target in \
        fresh fights.\n\n\
        A target can have a tolerance, such as guards=50%±2% or even±2%: a win rate within it \
        meets the target. A win rate without a tolerance has to be within its 95 % interval for \
        one value, and within 1 % for several.\n\n\
        For one value, --target expect judges the expectations of the scenario, its [[expect]], at \
        each value, by as many fights as needed, and shows at which values all of them are \
        met.\n\n\
        --set PATH without a value names the number to change; --set PATH=VALUE changes the \
        scenario beforehand. Exit code 4: no value in the range meets the target, or no set of \
        changes was found.",
    after_long_help = "Examples:\n  \
        skirmish tune gate.toml --set combatants.goblin.hit_points --from 5 --to 15 --target guards=50%\n  \
        skirmish tune gate.toml --set weapons.spear.damage --ladder 1d4,1d6,1d6+1,1d8 --target guards=45%\n  \
        skirmish tune blades.toml --set 'weapons.*.damage' --target even --except brawl,knife,dagger\n  \
        skirmish tune gate.toml --set combatants.guard.dex --set combatants.goblin.dex --target even --band 48..52%\n  \
        skirmish tune duel.toml --set combatants.red.dex --set combatants.red.hit_points --target red=65%±2%\n  \
        skirmish tune gate.toml --set combatants.goblin.hit_points --from 5 --to 15 --target expect",
    mut_arg("set", |set| set.value_name("PATH[=VALUE]").help(
        "The number to change, with `*` for every key; PATH=VALUE changes the scenario before the \
         search; can be repeated"
    )),
    mut_arg("precision", |precision| precision.hide(true))
)]
pub(in super::super) struct TuneArgs {
    /// Scenario file
    #[arg(value_name = "FILE", value_parser = scenario_file())]
    pub(in super::super) file: PathBuf,

    /// Intended win rate of a side, such as guards=50% or guards=50%±2%, can be repeated; or even or even±2%: every
    /// contender within the band; or expect: all expectations of the scenario. ± can be typed as +-
    #[arg(long, required = true, value_name = "SIDE=PERCENT[±PERCENT]|even[±PERCENT]|expect", value_parser = target)]
    pub(super) target: Vec<TargetArg>,

    /// The first value to try
    #[arg(long, value_name = "NUMBER", requires = "to", conflicts_with = "ladder", value_parser = number, allow_hyphen_values = true)]
    pub(super) from: Option<String>,

    /// The last value to try
    #[arg(long, value_name = "NUMBER", requires = "from", value_parser = number, allow_hyphen_values = true)]
    pub(super) to: Option<String>,

    /// Distance from one value to the next; for dice, of their flat bonus [default: 1]
    #[arg(long, value_name = "NUMBER", conflicts_with = "ladder", value_parser = number, allow_hyphen_values = true)]
    pub(super) step: Option<String>,

    /// The values to try, in their order, instead of numbers: 1d6,1d6+1,1d8
    #[arg(long, value_name = "A,B,C")]
    pub(super) ladder: Option<String>,

    /// With even: the band for every mean [default: 45..55%]
    #[arg(long, value_name = "LOW..HIGH%", value_parser = band, allow_hyphen_values = true)]
    pub(super) band: Option<Band>,

    /// With even: contenders to leave out, also as opponents of the others
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    pub(super) except: Vec<String>,

    /// For several values: maximum number of steps in total [default: 60]
    #[arg(long, value_name = "N", value_parser = count::to_10_000, allow_negative_numbers = true)]
    pub(super) most_steps: Option<u32>,

    /// Compute exact odds at any size; fails if a matchup is too large
    #[arg(long)]
    pub(super) exact: bool,

    /// Play fights even if the odds could be computed
    #[arg(long, conflicts_with = "exact")]
    pub(super) sampled: bool,

    /// Write tune.csv and tune.json into this directory, which is created if missing
    #[arg(long, short, value_name = "DIR")]
    pub(in super::super) out: Option<PathBuf>,

    /// Format of the CSV table
    #[arg(long, value_name = "DIALECT", default_value = "standard")]
    pub(super) dialect: DialectArg,

    /// Threads to play on; default: one for each processor. The number does not affect the result
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(super) threads: Option<NonZeroUsize>,

    /// Show neither progress nor notes
    #[arg(long, short)]
    pub(super) quiet: bool,

    #[command(flatten)]
    pub(super) overrides: OverrideArgs,
}

/// An argument of `--target`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TargetArg {
    /// All contenders win about equally often. The tolerance is given after `±`, or is missing.
    Even(Option<Percent>),
    /// All expectations of the scenario are met.
    Expect,
    /// A side has this win rate. The tolerance is given after `±`, or is missing.
    Side(String, Percent, Option<Percent>),
}

/// The lower and the upper bound for every mean win rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Band {
    pub(super) low: Percent,
    pub(super) high: Percent,
}

impl Band {
    pub(super) const USUAL: Self = Self {
        low: Percent::new(45),
        high: Percent::new(55),
    };

    /// Returns the band from `share - tolerance` to `share + tolerance`.
    pub(super) fn around(share: Percent, tolerance: Percent) -> Self {
        let (low, high) = share.around(tolerance);
        Self { low, high }
    }

    /// Returns the band as typed on the command line.
    pub(super) fn text(self) -> String {
        format!("{}..{}", self.low, self.high)
    }

    /// Returns the band in words, for the output.
    pub(super) fn words(self) -> String {
        format!("{} to {}", self.low, self.high)
    }

    /// Returns the middle of the band and half of its width, such as `50 % ± 5`.
    pub(super) fn aim(self) -> String {
        let (low, high) = (self.low.share(), self.high.share());
        let reach = percent((high - low) / 2.0);
        let middle = percent(f64::midpoint(low, high));
        format!("{middle} ± {}", reach.trim_end_matches(" %"))
    }
}

impl TargetArg {
    fn text(&self) -> String {
        match self {
            Self::Even(tolerance) => format!("even{}", more(*tolerance)),
            Self::Expect => "expect".to_owned(),
            Self::Side(side, share, tolerance) => format!("{side}={share}{}", more(*tolerance)),
        }
    }
}

impl TuneArgs {
    /// Splits the arguments of `--set` into two lists. Arguments without `=` are paths of values that the
    /// search may change. Arguments with `=` set a value before the search.
    pub(super) fn split(&self) -> (Vec<String>, Vec<String>) {
        let all = self.overrides.set.iter().cloned();
        all.partition(|text| !text.contains('='))
    }

    /// Returns the step between two values, as typed.
    pub(super) fn step(&self) -> &str {
        self.step.as_deref().unwrap_or("1")
    }

    /// Returns the flags of this command that affect the result. The flags that override the scenario are not
    /// included.
    pub(super) fn typed(&self) -> Vec<String> {
        let mut words = Vec::new();
        for target in &self.target {
            words.extend(["--target".to_owned(), target.text()]);
        }
        let band = self.band.map(Band::text);
        let except = (!self.except.is_empty()).then(|| self.except.join(","));
        for (flag, value) in [
            ("--from", self.from.clone()),
            ("--to", self.to.clone()),
            ("--step", self.step.clone()),
            ("--ladder", self.ladder.clone()),
            ("--band", band),
            ("--except", except),
            ("--most-steps", self.most_steps.map(|n| n.to_string())),
        ] {
            words.extend(value.into_iter().flat_map(|value| [flag.to_owned(), value]));
        }
        words.extend(self.exact.then(|| "--exact".to_owned()));
        words.extend(self.sampled.then(|| "--sampled".to_owned()));
        words.extend(self.dialect.typed());
        words
    }
}

/// Formats a tolerance as the user types it after a target. The text is empty without a tolerance.
fn more(tolerance: Option<Percent>) -> String {
    tolerance.map_or_else(String::new, |tolerance| format!("±{tolerance}"))
}

/// Formats a share in per cent, without needless zeros.
pub(super) fn percent(share: f64) -> String {
    let text = format!("{:.6}", share * 100.0);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    format!("{text} %")
}

/// The signs that the user may type before a tolerance.
const PLUS_MINUS: [&str; 3] = ["±", "+-", "+/-"];

fn target(text: &str) -> Result<TargetArg, String> {
    if text == "expect" {
        return Ok(TargetArg::Expect);
    }
    let form = "write a side and its intended win rate, such as guards=50% or guards=50%±2%, or even, even±2% or expect";
    if let Some(rest) = text.strip_prefix("even")
        && !rest.contains('=')
    {
        let (before, tolerance) = with_tolerance(rest)?;
        return match before.trim() {
            "" => Ok(TargetArg::Even(tolerance)),
            _ => Err(form.to_owned()),
        };
    }
    let (side, share) = text.rsplit_once('=').ok_or(form)?;
    let (share, tolerance) = with_tolerance(share)?;
    let share = read_percent(share)?;
    if side.is_empty() {
        return Err(form.to_owned());
    }
    share
        .within(Percent::millionths(1)..=Percent::new(100))
        .map(|share| TargetArg::Side(side.to_owned(), share, tolerance))
}

fn read_percent(text: &str) -> Result<Percent, String> {
    text.parse()
        .map_err(|error: PercentError| match in_per_cent(text) {
            Some(meant) => format!("`{text}` is not a percentage: write it as `{meant}`"),
            None => error.to_string(),
        })
}

/// Returns the share that was probably meant by a number without a per cent sign: `70%` for both 70 and 0.7.
fn in_per_cent(text: &str) -> Option<String> {
    let number: f64 = text.trim().parse().ok()?;
    let meant = if number < 1.0 {
        percent(number).replace(' ', "")
    } else {
        format!("{}%", text.trim())
    };
    let share: Percent = meant.parse().ok()?;
    share
        .within(Percent::millionths(1)..=Percent::new(100))
        .ok()?;
    Some(meant)
}

/// Splits a text such as `50%±2%` into the part before the tolerance and the tolerance.
fn with_tolerance(text: &str) -> Result<(&str, Option<Percent>), String> {
    let found = PLUS_MINUS.iter().find_map(|sign| text.split_once(sign));
    let Some((before, tolerance)) = found else {
        return Ok((text, None));
    };
    let tolerance = read_percent(tolerance)?;
    let tolerance = tolerance.within(Percent::millionths(1)..=Percent::new(50));
    let tolerance = tolerance.map_err(|range| format!("a tolerance must be {range}"))?;
    Ok((before, Some(tolerance)))
}

fn band(text: &str) -> Result<Band, String> {
    let form = "write the ends of the band, such as 45..55%";
    let (low, high) = text.split_once("..").ok_or(form)?;
    let read = |text: &str| -> Result<Percent, String> {
        let text = text.trim().trim_end_matches('%');
        if text.parse() == Ok(0.0) {
            return Ok(Percent::millionths(0));
        }
        let percent: Percent = format!("{text}%").parse().map_err(|_| form)?;
        percent.within(Percent::millionths(0)..=Percent::new(100))
    };
    if !high.trim_end().ends_with('%') {
        return Err(form.to_owned());
    }
    let band = Band {
        low: read(low)?,
        high: read(high)?,
    };
    if band.low >= band.high {
        return Err("the lower end of the band comes first: 45..55%".to_owned());
    }
    Ok(band)
}

/// Checks that a text is a number in TOML, and returns it unchanged.
fn number(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_digit() || ".-+".contains(c);
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && text.chars().all(plain) => Ok(text.to_owned()),
        _ => Err(
            "write a number, such as 40 or 1.5; for dice use --ladder, such as 1d6,1d8".to_owned(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_a_side_and_its_share_or_even() {
        assert_eq!(target("even"), Ok(TargetArg::Even(None)));
        assert_eq!(target("expect"), Ok(TargetArg::Expect));
        let half = TargetArg::Side("the guards".to_owned(), Percent::new(50), None);
        assert_eq!(target("the guards=50%"), Ok(half));
        let even = TargetArg::Side("even more".to_owned(), Percent::new(50), None);
        assert_eq!(target("even more=50%"), Ok(even));
        for text in [
            "guards",
            "guards=50",
            "guards=101%",
            "guards=-1%",
            "=50%",
            "guards=half",
            "evenly",
            "even 2%",
        ] {
            assert!(target(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_tolerance_is_typed_with_one_sign_or_with_two() {
        let two = Some(Percent::new(2));
        for text in ["guards=65%±2%", "guards=65%+-2%", "guards=65% +/- 2%"] {
            let side = TargetArg::Side("guards".to_owned(), Percent::new(65), two);
            assert_eq!(target(text), Ok(side.clone()), "{text}");
            assert_eq!(side.text(), "guards=65%±2%");
        }
        for text in ["even±2%", "even+-2%", "even ± 2%"] {
            assert_eq!(target(text), Ok(TargetArg::Even(two)), "{text}");
        }
        for text in [
            "guards=65%±",
            "guards=65%±2",
            "guards=65%±0%",
            "guards=65%±60%",
            "guards±2%",
            "even±two%",
            "even±2%±2%",
            "guards=±2%",
        ] {
            assert!(target(text).is_err(), "{text}");
        }
        let band = Band::around(Percent::new(50), Percent::new(2));
        assert_eq!(
            (band.words(), band.aim()),
            ("48% to 52%".to_owned(), "50 % ± 2".to_owned())
        );
    }

    #[test]
    fn a_band_is_two_shares_in_order() {
        assert_eq!(band("45..55%"), Ok(Band::USUAL));
        assert_eq!(band("45%..55%"), Ok(Band::USUAL));
        assert_eq!(band("0..30%").map(Band::text), Ok("0%..30%".to_owned()));
        for text in [
            "45-55%", "45..55", "55..45%", "50..50%", "45..110%", "..%", "x..y%",
        ] {
            assert!(band(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_are_plain() {
        for text in ["40", "-3", "1.5"] {
            assert_eq!(number(text).as_deref(), Ok(text));
        }
        for text in ["1d6", "nan", "inf", "1e400", "", "ten"] {
            assert!(number(text).is_err(), "{text}");
        }
    }
}
