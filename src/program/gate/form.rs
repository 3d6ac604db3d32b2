//! Texts about findings: the rows of the table, the summary below the table, and a sentence for each finding.

use super::{Figure, Finding, Margins, Paired, Verdict};
use crate::visible::visible;

impl Figure {
    /// Formats a value of the figure with its unit.
    fn shown(&self, value: f64) -> String {
        if self.is_share() {
            format!("{:.1} %", 100.0 * value)
        } else {
            format!("{value:.2}")
        }
    }

    /// Formats a shift of the figure with its unit.
    fn shift(&self, shift: f64) -> String {
        let percent = 100.0 * shift;
        match self {
            Self::Rounds => format!("{percent:+.1} %"),
            Self::Damage(_) => format!("{percent:+.1} % of all damage"),
            _ => format!("{percent:+.1} points"),
        }
    }
}

impl Verdict {
    /// Returns the name of the verdict for tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Held => "held",
            Self::Open => "open",
            Self::Moved => "moved",
        }
    }
}

impl Finding {
    /// Returns the cells of the finding's row, in the order of [`heads`].
    pub fn row(&self) -> Vec<String> {
        let verdict = match self.needs {
            Some(fights) => format!("open: {} fights would decide", grouped(fights)),
            None => self.verdict.name().to_owned(),
        };
        let mut row = vec![
            self.scenario.clone(),
            self.matchup.clone(),
            self.figure.name(),
            self.figure.shown(self.old),
            self.figure.shown(self.new),
            self.figure.shift(self.shift),
        ];
        row.extend(self.interval());
        row.push(verdict);
        row
    }

    /// Returns the 95 % interval of the shift, such as `-12.0 to -10.2`. Returns `None` if the two versions
    /// were not played in pairs with the same dice.
    fn interval(&self) -> Option<String> {
        let Paired { low, high, .. } = self.paired?;
        Some(format!("{:+.1} to {:+.1}", 100.0 * low, 100.0 * high))
    }

    /// Describes the finding in a sentence without a full stop, such as `guards win rate: 40.6 % in the
    /// baseline, 29.5 % now (-11.1 points)`.
    pub fn sentence(&self) -> String {
        let [old, new] = [self.old, self.new].map(|value| self.figure.shown(value));
        let (name, shift) = (self.figure.name(), self.figure.shift(self.shift));
        match self.interval() {
            Some(interval) => format!("{name}: {old} before, {new} now ({shift}; {interval})"),
            None => format!("{name}: {old} in the baseline, {new} now ({shift})"),
        }
    }
}

/// Column heads of the table of figures that were compared with a baseline.
const HEADS: [&str; 7] = [
    "scenario", "matchup", "figure", "baseline", "now", "moved by", "verdict",
];

/// Column heads of the table of figures in two versions that were played in pairs with the same dice.
const PAIRED_HEADS: [&str; 8] = [
    "scenario",
    "matchup",
    "figure",
    "before",
    "now",
    "moved by",
    "95 % interval",
    "verdict",
];

/// Returns the heads of the columns for a table of these findings.
pub fn heads(findings: &[Finding]) -> &'static [&'static str] {
    if findings.iter().any(|finding| finding.paired.is_some()) {
        &PAIRED_HEADS
    } else {
        &HEADS
    }
}

/// Returns the figures that have moved, followed by the figures that are open. In both groups, the figure
/// that is farthest beyond its margin comes first.
pub fn worst_first(findings: &[Finding], margins: Margins) -> Vec<&Finding> {
    let beyond = |finding: &Finding| finding.shift.abs() / margins.of(&finding.figure);
    let mut worst: Vec<_> = findings
        .iter()
        .filter(|finding| matches!(finding.verdict, Verdict::Moved | Verdict::Open))
        .collect();
    worst.sort_by(|a, b| {
        let moved = |finding: &Finding| finding.verdict == Verdict::Moved;
        moved(b)
            .cmp(&moved(a))
            .then(beyond(b).total_cmp(&beyond(a)))
    });
    worst
}

/// Returns the number of figures with this verdict.
pub fn count(findings: &[Finding], verdict: Verdict) -> usize {
    findings
        .iter()
        .filter(|finding| finding.verdict == verdict)
        .count()
}

/// Returns one line that sums up all findings. `nothing_played` says that no fight was played and every
/// figure was taken from the baseline, because nothing that could change it has changed.
pub fn summary(findings: &[Finding], nothing_played: bool, margins: Margins) -> String {
    let [same, held, open, moved] = [Verdict::Same, Verdict::Held, Verdict::Open, Verdict::Moved]
        .map(|verdict| count(findings, verdict));
    let all = findings.len();
    if same == all && nothing_played {
        return format!(
            "no fight was played: all {all} figures are those of the baseline; --play plays the \
             fights anyway"
        );
    }
    if same == all {
        return format!("all {all} figures are the same, to the last fight");
    }
    let mut parts = vec![format!("{moved} moved")];
    parts.extend((open > 0).then(|| format!("{open} open")));
    parts.push(format!("{held} held"));
    parts.extend((same > 0).then(|| format!("{same} the same")));
    let largest = (findings.iter())
        .filter(|finding| finding.verdict == Verdict::Held)
        .max_by(|a, b| {
            let beyond = |finding: &Finding| finding.shift.abs() / margins.of(&finding.figure);
            beyond(a).total_cmp(&beyond(b))
        });
    let largest = largest
        .filter(|_| moved + open == 0)
        .map_or(String::new(), |finding| {
            let shift = finding.figure.shift(finding.shift);
            format!(
                "\nlargest shift: {}, {}, {shift}",
                visible(&finding.matchup),
                visible(&finding.figure.name())
            )
        });
    format!(
        "{all} figures: {} (margins: {} % of all fights, {} % of a mean){largest}",
        parts.join(", "),
        100.0 * margins.share,
        100.0 * margins.mean,
    )
}

/// Returns how many fights each matchup needs until no figure is open any more. Returns `None` if no figure
/// is open.
pub fn needed(findings: &[Finding]) -> Option<u64> {
    findings.iter().filter_map(|finding| finding.needs).max()
}

/// Formats a number with grouped digits: `1,234,567`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(String::from_utf8_lossy).collect();
    groups.join(",")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns a made-up finding for tests.
    pub(in crate::gate) fn finding(
        matchup: &str,
        figure: Figure,
        shift: f64,
        verdict: Verdict,
    ) -> Finding {
        Finding {
            scenario: "gate".to_owned(),
            matchup: matchup.to_owned(),
            figure,
            old: 0.4,
            new: 0.4 + shift,
            shift,
            p: 0.01,
            verdict,
            needs: (verdict == Verdict::Open).then_some(120_000),
            paired: None,
        }
    }

    pub(in crate::gate) fn some() -> Vec<Finding> {
        let wins = || Figure::WinRate("guards".to_owned());
        vec![
            finding("45", wins(), 0.015, Verdict::Open),
            finding("55", wins(), 0.004, Verdict::Held),
            finding("65", wins(), -0.021, Verdict::Moved),
            finding("65", Figure::Rounds, 0.1, Verdict::Moved),
            finding(
                "75",
                Figure::Damage("<a> & \"b\"".to_owned()),
                0.0,
                Verdict::Same,
            ),
        ]
    }

    #[test]
    fn what_moved_stands_first_and_the_farthest_before_the_rest() {
        let findings = some();
        let worst = worst_first(&findings, Margins::default());
        let rows: Vec<_> = worst
            .iter()
            .map(|finding| finding.row()[1..].join(" | "))
            .collect();
        assert_eq!(
            rows,
            [
                "65 | rounds | 0.40 | 0.50 | +10.0 % | moved",
                "65 | guards win rate | 40.0 % | 37.9 % | -2.1 points | moved",
                "45 | guards win rate | 40.0 % | 41.5 % | +1.5 points | open: 120,000 fights would \
                 decide",
            ]
        );
        assert_eq!(needed(&findings), Some(120_000));
    }

    #[test]
    fn the_line_below_says_it_all() {
        assert_eq!(
            summary(&some(), false, Margins::default()),
            "5 figures: 2 moved, 1 open, 1 held, 1 the same (margins: 1 % of all fights, 2 % of a mean)"
        );
        assert_eq!(
            summary(&some()[1..2], false, Margins::default()),
            "1 figures: 0 moved, 1 held (margins: 1 % of all fights, 2 % of a mean)\n\
             largest shift: 55, guards win rate, +0.4 points"
        );
        assert_eq!(
            summary(&some()[4..], false, Margins::default()),
            "all 1 figures are the same, to the last fight"
        );
        assert_eq!(
            summary(&some()[4..], true, Margins::default()),
            "no fight was played: all 1 figures are those of the baseline; --play plays the fights \
             anyway"
        );
    }
}
