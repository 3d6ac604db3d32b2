//! Reads each kind of `[[expect]]` entry from its own keys: bands, orders, trends and the others.

use super::values::{Reader, fault_at};
use super::{Axis, Band, Figure, Shape, Trend};
use crate::scenario::Value;
use crate::scenario::frame::TRENDS;

/// A figure, and the condition that it is expected to meet. `None` if a faulty key makes either of them
/// unknown.
pub(super) type Read = Option<(Figure, Shape)>;

impl Reader<'_, '_> {
    pub(super) fn band(&mut self) -> Read {
        let figure = self.figure(true, true)?;
        let mean_over = self.axes("mean_over");
        let ratio_to = self.chosen("ratio_to");
        let is_ratio = self.has("ratio_to");
        let in_percent = figure.is_share() && !is_ratio;
        let (least, most) = (
            self.amount("at_least", in_percent),
            self.amount("at_most", in_percent),
        );
        let within = self.amount("within", in_percent);
        self.check_band_keys(figure);
        let bounds = ["at_least", "at_most", "within"];
        if !bounds.iter().any(|key| self.has(key)) {
            let fault = fault_at(self.span, "an expectation has no bounds", "expects nothing");
            self.faults.push(fault.help(if figure == Figure::SeatEffect {
                "add `within`"
            } else {
                "add `at_least` or `at_most` or both, or one of `order`, `beats`, `none_dominated`, `in_mix` and `trend`"
            }));
            return None;
        }
        let (at_least, at_most) = match within {
            Some(within) => (Some(-within), Some(within)),
            None => (least, most),
        };
        self.check_bounds(at_least, at_most, in_percent && within.is_none());
        let band = Band {
            at_least,
            at_most,
            mean_over: mean_over?,
            ratio_to: ratio_to?,
        };
        Some((figure, Shape::Band(band)))
    }

    /// Reports keys that do not fit the `figure` of a band.
    fn check_band_keys(&self, figure: Figure) {
        let is_ratio = self.has("ratio_to");
        if is_ratio || self.has("mean_over") {
            let cannot = match figure {
                Figure::RoundsQuantile(_) => Some("a quantile of rounds"),
                Figure::WeaponUse | Figure::LineUse => Some("a share of what one combatant does"),
                Figure::SeatEffect if is_ratio => Some("a seat effect"),
                _ => None,
            };
            if let Some(what) = cannot {
                let key = if is_ratio { "ratio_to" } else { "mean_over" };
                let message = format!("`{key}` cannot be used with {what}");
                let label = "this figure is judged in each single matchup";
                self.faults.push(fault_at(self.key(key), message, label));
            }
        }
        let (unfit, what, help): (&[&str], _, _) = if figure == Figure::SeatEffect {
            let help = "write `within`, the largest distance from 0 in either direction";
            (&["at_least", "at_most"], "a seat effect", help)
        } else {
            let help = "write `at_least` and `at_most`; `within` is only for `seat_effect` and flat trends";
            (&["within"], "a band", help)
        };
        for key in unfit.iter().filter(|key| self.has(key)) {
            let message = format!("`{key}` cannot be used with {what}");
            let fault = fault_at(self.key(key), message, "here");
            self.faults.push(fault.help(help));
        }
    }

    /// Reports bounds that no value can meet. For a share, also reports bounds that every value meets, and
    /// bounds that no number of fights can confirm.
    fn check_bounds(&self, at_least: Option<f64>, at_most: Option<f64>, is_share: bool) {
        if let (Some(least), Some(most)) = (at_least, at_most)
            && least > most
        {
            let message = "`at_most` is less than `at_least`";
            let fault = fault_at(self.key("at_most"), message, "less than `at_least`");
            self.faults
                .push(fault.help("swap `at_least` and `at_most`"));
        }
        if !is_share {
            return;
        }
        let is_idle =
            at_least.is_none_or(|least| least <= 0.0) && at_most.is_none_or(|most| most >= 1.0);
        if is_idle && (at_least.is_some() || at_most.is_some()) {
            let key = if at_least.is_some() {
                "at_least"
            } else {
                "at_most"
            };
            let message = "this expectation is always met: every share is from 0 % to 100 %";
            self.faults
                .push(fault_at(self.key(key), message, "always true"));
        }
        for (key, bound, never, nearly) in [
            ("at_most", at_most, 0.0, "0.1%"),
            ("at_least", at_least, 1.0, "99.9%"),
        ] {
            if bound == Some(never) {
                let message = "no number of fights can show that something never or always happens";
                let fault = fault_at(self.key(key), message, "can never be certain");
                self.faults
                    .push(fault.help(format!("write `{key} = \"{nearly}\"`")));
            }
        }
    }

    pub(super) fn order(&mut self) -> Read {
        let figure = self.figure(false, false);
        let along = self.along::<1>()?;
        let by = self.gap(figure?);
        let contenders = self.contenders("order", along[0]);
        if contenders.as_ref().is_some_and(|all| all.len() < 2) {
            let node = self.fields.node("order");
            let span = node.map_or(self.span, |node| node.span);
            let fault = fault_at(span, "an order needs two or more values", "too few");
            self.faults.push(fault);
        }
        let [along] = along;
        let shape = Shape::Order {
            along: along.name.clone(),
            contenders: contenders?,
            by,
        };
        Some((figure?, shape))
    }

    pub(super) fn beats(&mut self) -> Read {
        let along = self.along::<2>()?;
        let by = self.gap(Figure::Score);
        let (list, span) = self.fields.list("beats")?;
        let [first, second] = list else {
            let fault = fault_at(span, "`beats` needs two contenders", "not two values");
            self.faults
                .push(fault.help("write `beats = [\"winner\", \"loser\"]`"));
            return None;
        };
        let first = self.value_on(along[0], first);
        let second = self.value_on(along[1], second);
        let contenders = [first?, second?];
        if contenders[0] == contenders[1] {
            let message = format!("`{}` cannot beat itself", contenders[0]);
            self.faults
                .push(fault_at(span, message, "the same contender twice"));
        }
        let shape = Shape::Beats {
            along: along.map(|axis| axis.name.clone()),
            contenders,
            by,
        };
        Some((Figure::Score, shape))
    }

    pub(super) fn none_dominated(&mut self) -> Read {
        if self.fields.truth("none_dominated") == Some(false) {
            let span = self
                .fields
                .node("none_dominated")
                .map_or(self.span, |node| node.span);
            let fault = fault_at(
                span,
                "`none_dominated` can only be `true`",
                "expects nothing",
            );
            self.faults.push(fault.help("remove the expectation"));
        }
        let along = self.along::<2>()?;
        for axis in along {
            self.has_two(axis);
        }
        let along = along.map(|axis| axis.name.clone());
        Some((Figure::Score, Shape::NoneDominated { along }))
    }

    pub(super) fn in_mix(&mut self) -> Read {
        let along = self.along::<2>()?;
        let at_least = self.amount("in_mix", true)?;
        let [one, other] = along;
        self.has_two(one);
        let has = |axis: &Axis, text: &str| axis.values.iter().any(|value| value.text == text);
        let single = one.values.iter().find(|value| !has(other, &value.text));
        let single = single.map(|value| (one, other, value));
        let single = single.or_else(|| {
            let value = other.values.iter().find(|value| !has(one, &value.text))?;
            Some((other, one, value))
        });
        if let Some((has, lacks, value)) = single {
            let message = format!(
                "the axis `{}` has the value `{}`, but the axis `{}` does not",
                has.name, value.text, lacks.name
            );
            let fault = fault_at(self.key("in_mix"), message, "the axes differ");
            self.faults
                .push(fault.help("`in_mix` compares two axes with the same contenders"));
        }
        #[expect(clippy::cast_precision_loss, reason = "contenders are few")]
        let contenders = one.values.len() as f64;
        if at_least <= 0.0 {
            let message = "this expectation is always met: every share is 0 % or more";
            self.faults
                .push(fault_at(self.key("in_mix"), message, "always true"));
        } else if at_least * contenders > 1.0 {
            let message = format!("{contenders} contenders cannot all have this share of a mix");
            self.faults.push(fault_at(
                self.key("in_mix"),
                message,
                "more than 100 % in all",
            ));
        }
        let along = along.map(|axis| axis.name.clone());
        Some((Figure::Score, Shape::InMix { along, at_least }))
    }

    pub(super) fn trend(&mut self) -> Read {
        let direction = self.fields.word("trend");
        let direction = direction.map(|at| [Trend::Rising, Trend::Falling, Trend::Flat][at]);
        let figure = self.figure(true, false);
        let mean_over = self.axes("mean_over");
        let along = self.along::<1>();
        let is_flat = direction == Some(Trend::Flat);
        if let Some(direction) = direction {
            let (key, other) = if is_flat {
                ("by", "within")
            } else {
                ("within", "by")
            };
            if self.has(key) {
                let word = TRENDS[direction as usize];
                let message = format!("`{key}` cannot be used with a trend that is {word}");
                let fault = fault_at(self.key(key), message, "here");
                self.faults.push(fault.help(format!("write `{other}`")));
            }
        }
        if is_flat && !self.has("within") {
            let fault = fault_at(
                self.span,
                "a flat trend has no `within`",
                "`within` is missing",
            );
            self.faults
                .push(fault.help("add `within`, the largest difference between any two figures"));
        }
        let by = figure.and_then(|figure| {
            if is_flat {
                self.amount("within", figure.is_share())
            } else {
                Some(self.gap(figure))
            }
        });
        let [along] = along?;
        self.has_two(along);
        let mut numbers = Vec::new();
        for value in &along.values {
            match value.node.value {
                #[expect(clippy::cast_precision_loss, reason = "only their order counts")]
                Value::Whole(number) => numbers.push((number as f64, value.text.clone())),
                Value::Real(number) => numbers.push((number, value.text.clone())),
                _ => {
                    let message = format!(
                        "a trend needs an axis of numbers, but `{}` has the value `{}`",
                        along.name, value.text
                    );
                    let fault = fault_at(self.key("trend"), message, "axis with other values");
                    self.faults.push(fault);
                    return None;
                }
            }
        }
        numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
        let shape = Shape::Trend {
            along: along.name.clone(),
            values: numbers.into_iter().map(|(_, text)| text).collect(),
            direction: direction?,
            mean_over: mean_over?,
            by: by?,
        };
        Some((figure?, shape))
    }
}
