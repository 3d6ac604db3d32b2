//! Writes expectations as sentences: `guards win rate from 45 % to 55 %, where skill is 55`.

use super::{Band, ChosenValues, Expectation, Figure, Shape, Trend};

impl Figure {
    /// Returns the name of the figure for use in sentences.
    pub fn name(self) -> String {
        match self {
            Self::WinRate => "win rate".to_owned(),
            Self::Score => "score".to_owned(),
            Self::Draws => "draws".to_owned(),
            Self::Undecided => "undecided".to_owned(),
            Self::Rounds => "rounds".to_owned(),
            Self::RoundsQuantile(percent) => format!("rounds of {percent} % of the fights"),
            Self::Damage => "damage".to_owned(),
            Self::Survivors => "survivors".to_owned(),
            Self::FirstDown => "first down".to_owned(),
            Self::SeatEffect => "seat effect".to_owned(),
            Self::WeaponUse => "weapon use".to_owned(),
            Self::LineUse => "line use".to_owned(),
            Self::WonBy(0) => "won as the last side standing".to_owned(),
            Self::WonBy(at) => format!("won by objective {at}"),
        }
    }

    /// Returns the word for this figure under the key `figure` of a scenario.
    pub const fn key(self) -> &'static str {
        match self {
            Self::WinRate => "win_rate",
            Self::Score => "score",
            Self::Draws => "draws",
            Self::Undecided => "undecided",
            Self::Rounds | Self::RoundsQuantile(_) => "rounds",
            Self::Damage => "damage",
            Self::Survivors => "survivors",
            Self::FirstDown => "first_down",
            Self::SeatEffect => "seat_effect",
            Self::WeaponUse => "weapon_use",
            Self::LineUse => "line_use",
            Self::WonBy(_) => "won_by",
        }
    }
}

/// Returns a share as text such as `45 %`, with as many decimals as needed.
pub fn percent(share: f64) -> String {
    let text = format!("{:.4}", 100.0 * share);
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Returns values as a text such as `55 or 65`.
pub fn listed_values(values: &[String]) -> String {
    match values {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

impl Expectation {
    /// Returns the name of this kind of expectation: `band`, `ratio`, `order`, `beats`, `none_dominated`,
    /// `in_mix` or `trend`.
    pub fn kind(&self) -> &'static str {
        match &self.shape {
            Shape::Band(band) if band.ratio_to.is_empty() => "band",
            Shape::Band(_) => "ratio",
            Shape::Order { .. } => "order",
            Shape::Beats { .. } => "beats",
            Shape::NoneDominated { .. } => "none_dominated",
            Shape::InMix { .. } => "in_mix",
            Shape::Trend { .. } => "trend",
        }
    }

    /// Returns the expectation as a sentence. `of` is the side or combatant whose figure is judged, if there
    /// is one.
    pub fn statement(&self, of: Option<&str>) -> String {
        let name = self.figure.name();
        let figure = of.map_or_else(|| name.clone(), |of| format!("{of} {name}"));
        let amount = |amount: f64| self.amount(amount);
        let by = |least: f64| {
            if least > 0.0 {
                format!(" by at least {}", amount(least))
            } else {
                String::new()
            }
        };
        let text = match &self.shape {
            Shape::Band(band) => band_in_words(band, &figure, amount),
            Shape::Order {
                contenders,
                by: gap,
                ..
            } => format!("{figure}: {}{}", contenders.join(" above "), by(*gap)),
            Shape::Beats {
                contenders: [one, other],
                by: gap,
                ..
            } => format!("{one} beats {other}{}", by(*gap)),
            Shape::NoneDominated { along: [along, _] } => {
                format!("nothing on the axis {along} is dominated")
            }
            Shape::InMix {
                along: [along, _],
                at_least,
            } => {
                let share = amount(*at_least);
                format!("each on the axis {along} has at least {share} of the best mix")
            }
            Shape::Trend {
                along,
                direction,
                mean_over,
                by: gap,
                ..
            } => {
                let figure = format!("{figure}{}", averaged(mean_over));
                match direction {
                    Trend::Rising => format!("{figure} rises along {along}{}", by(*gap)),
                    Trend::Falling => format!("{figure} falls along {along}{}", by(*gap)),
                    Trend::Flat => {
                        format!("{figure} is flat along {along}, within {}", amount(*gap))
                    }
                }
            }
        };
        format!("{text}{}", where_in_words(&self.only))
    }

    /// Returns `amount` as text with the unit of this expectation.
    pub fn amount(&self, amount: f64) -> String {
        if self.is_in_percent() {
            percent(amount)
        } else {
            let text = format!("{amount:.4}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
    }

    /// Returns whether amounts are shown in per cent: for a share, or for a difference between two shares.
    pub fn is_in_percent(&self) -> bool {
        self.unit() == "share"
    }

    /// Returns the unit of the amounts: `share`, `rounds`, `points`, `fighters` or `ratio`.
    pub fn unit(&self) -> &'static str {
        let is_ratio = matches!(&self.shape, Shape::Band(band) if !band.ratio_to.is_empty());
        match self.figure {
            _ if is_ratio => "ratio",
            Figure::Rounds | Figure::RoundsQuantile(_) => "rounds",
            Figure::Damage => "points",
            Figure::Survivors => "fighters",
            _ => "share",
        }
    }
}

fn band_in_words(band: &Band, figure: &str, amount: impl Fn(f64) -> String) -> String {
    let bounds = match (band.at_least, band.at_most) {
        (Some(least), Some(most)) => format!("from {} to {}", amount(least), amount(most)),
        (Some(least), None) => format!("at least {}", amount(least)),
        (None, Some(most)) => format!("at most {}", amount(most)),
        (None, None) => String::new(),
    };
    let figure = format!("{figure}{}", averaged(&band.mean_over));
    if band.ratio_to.is_empty() {
        return format!("{figure} {bounds}");
    }
    let other = where_in_words(&band.ratio_to);
    let other = other.trim_start_matches(", where ");
    format!("{figure} as a multiple of that where {other}: {bounds}")
}

fn averaged(axes: &[String]) -> String {
    if axes.is_empty() {
        String::new()
    } else {
        format!(" (mean over {})", axes.join(", "))
    }
}

fn where_in_words(only: &[ChosenValues]) -> String {
    let parts: Vec<String> = only
        .iter()
        .map(|chosen| format!("{} is {}", chosen.axis, listed_values(&chosen.values)))
        .collect();
    if parts.is_empty() {
        String::new()
    } else {
        format!(", where {}", parts.join(" and "))
    }
}
