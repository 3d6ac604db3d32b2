//! Scales, which turn a figure into a position in a chart.

use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;

/// A range of figures that fills the whole width or height of a plot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in super::super) struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// Returns a scale from the figure `low` to the figure `high`.
    pub(in super::super) fn new(low: f64, high: f64) -> Self {
        Self { low, high }
    }

    /// The scale for shares, from 0 to 1.
    pub(in super::super) const WHOLE: Self = Self {
        low: 0.0,
        high: 1.0,
    };

    /// Returns a scale from zero to slightly above the highest of these figures.
    pub(in super::super) fn up_to(figures: impl IntoIterator<Item = f64>) -> Self {
        let highest = figures.into_iter().fold(0.0, f64::max);
        Self::new(0.0, if highest > 0.0 { highest * 1.06 } else { 1.0 })
    }

    /// Returns a scale with zero in the middle that contains all of these figures.
    pub(in super::super) fn around_zero(figures: impl IntoIterator<Item = f64>) -> Self {
        let farthest = figures.into_iter().map(f64::abs).fold(0.0, f64::max);
        let reach = if farthest > 0.0 { farthest * 1.04 } else { 1.0 };
        Self::new(-reach, reach)
    }

    /// Returns the same scale for labels in per cent.
    pub(in super::super) fn in_percent(self) -> Self {
        Self::new(self.low * 100.0, self.high * 100.0)
    }

    /// Returns the position of a figure, in per cent. Figures outside of the scale are put at its nearer end.
    pub(in super::super) fn at(&self, figure: f64) -> f64 {
        let part = (figure - self.low) / (self.high - self.low);
        part.clamp(0.0, 1.0) * 100.0
    }

    /// Returns round figures for tick marks, at most `most` of them.
    pub(in super::super) fn ticks(&self, most: usize) -> Vec<f64> {
        let ticks = RangedCoordf64::from(self.low..self.high).key_points(most);
        // A sum of steps may differ from zero by a rounding error.
        let step = (self.high - self.low) * 1e-9;
        let mut ticks: Vec<f64> = ticks
            .into_iter()
            .map(|tick| if tick.abs() < step { 0.0 } else { tick })
            .filter(|tick| (self.low - step..=self.high + step).contains(tick))
            .collect();
        ticks.dedup();
        ticks
    }

    /// Returns a figure as text, with as many decimals as the tick marks of this scale need.
    pub(in super::super) fn label(&self, figure: f64) -> String {
        let ticks = self.ticks(5);
        let step = match ticks.as_slice() {
            [first, second, ..] => second - first,
            _ => 1.0,
        };
        let places = (0..6)
            .find(|&places| {
                let scaled = step * 10f64.powi(places);
                (scaled - scaled.round()).abs() < 1e-6
            })
            .unwrap_or(6);
        let text = format!("{figure:.places$}", places = places.unsigned_abs() as usize);
        text.replace('-', "−")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_places_and_ticks_are_round() {
        let scale = Scale::new(0.0, 1.0);
        let places = [0.0, 0.25, 1.0, 7.0].map(|figure| format!("{:.1}", scale.at(figure)));
        assert_eq!(places, ["0.0", "25.0", "100.0", "100.0"]);
        let ticks = scale.ticks(6);
        assert_eq!((ticks.first(), ticks.last()), (Some(&0.0), Some(&1.0)));
        let labels: Vec<String> = ticks.iter().map(|&tick| scale.label(tick)).collect();
        assert_eq!(labels, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        let around = Scale::around_zero([0.04, -0.1]);
        assert!((around.at(0.0) - 50.0).abs() < 1e-9);
        assert!(around.ticks(6).contains(&0.0));
        assert!(Scale::up_to([]).at(0.5) > 0.0);
    }
}
