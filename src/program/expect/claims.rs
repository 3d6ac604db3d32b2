//! Splits an expectation into claims, one for each number that it is about.

use std::sync::Arc;

use indexmap::IndexMap;

use super::measure::{Measurable, Measured, Used};
use super::{Fielded, Finding, Intention, Levels, Verdict};
use crate::fight::{CombatantId, LineId};
use crate::scenario::expect::{Band, ChosenValues, Expectation, Figure, Shape, Trend};
use crate::tally::Interval;

/// A statement that a number is within bounds. The statement holds or fails.
#[derive(Debug, Clone)]
pub(super) struct Claim {
    /// Name of the matchup, the contenders or the step along an axis that the number belongs to.
    pub(super) about: String,
    /// The number that the claim is about.
    pub(super) measure: Measure,
    /// Lower bound of the number, if it has one.
    pub(super) at_least: Option<f64>,
    /// Upper bound of the number, if it has one.
    pub(super) at_most: Option<f64>,
}

/// A weighted sum over matchups: pairs of a weight and the index of a matchup in its scenario.
pub(super) type Terms = Vec<(f64, usize)>;

/// The number that a claim is about. A matchup is given by its index in the scenario.
#[derive(Debug, Clone)]
pub(super) enum Measure {
    /// The weighted sum of the expectation's figure over some matchups.
    Sum(Terms),
    /// The first sum divided by the second.
    Ratio(Terms, Terms),
    /// How often a combatant uses a weapon or a policy line in the matchup with this index.
    Use(usize, CombatantId, Used),
    /// How much more the first contender scores than the second, against the opponent where this difference
    /// is largest. For each opponent, the list has the scores of both contenders.
    Undominated(Vec<[Terms; 2]>),
    /// The share of a contender in the best mix of all contenders (see the module `mix`). The second value is
    /// the index of the contender.
    InMix(Arc<Leading>, usize),
}

/// The leads of all contenders over each other. The lead of one contender over another is how far it scores
/// above one half against the other.
#[derive(Debug, Clone)]
pub(super) struct Leading {
    /// Number of contenders.
    pub(super) contenders: usize,
    /// The lead of contender `one` over contender `other` is at `one * contenders + other`. It is a weighted
    /// sum over matchups.
    pub(super) leads: Vec<Terms>,
}

impl Leading {
    /// Returns the lead of contender `one` over contender `other`.
    pub(super) fn lead(&self, one: usize, other: usize) -> &Terms {
        &self.leads[one * self.contenders + other]
    }
}

/// Returns the claims of an expectation. The error says why the expectation has no claims.
pub(super) fn of(
    expectation: &Expectation,
    owner: Option<&str>,
    matchups: &[Fielded<'_>],
) -> Result<Vec<Claim>, String> {
    let picked: Vec<usize> = (0..matchups.len())
        .filter(|&at| expectation.picks(matchups[at].axes))
        .collect();
    let scene = Scene {
        matchups,
        picked: &picked,
    };
    let claims = match &expectation.shape {
        Shape::Band(band) => match expectation.figure {
            Figure::WeaponUse | Figure::LineUse => scene.uses(expectation.figure, owner, band),
            _ if band.ratio_to.is_empty() => scene.band(band),
            _ => scene.ratios(expectation, band),
        },
        Shape::Order {
            along,
            contenders,
            by,
        } => scene.order(along, contenders, *by),
        Shape::Beats {
            along, contenders, ..
        } => scene.beats(along, contenders, expectation),
        Shape::NoneDominated { along } => scene.undominated(along),
        Shape::InMix { along, at_least } => scene.in_mix(along, *at_least),
        Shape::Trend { .. } => scene.trend(&expectation.shape),
    };
    if claims.is_empty() {
        return Err(match expectation.figure {
            _ if matches!(expectation.shape, Shape::InMix { .. }) => {
                "its axes do not have the same contenders now"
            }
            Figure::WeaponUse => "no combatant has two things to attack with",
            Figure::LineUse => "the scenario's own policies have no lines",
            _ => "none of its matchups is played",
        }
        .to_owned());
    }
    Ok(claims)
}

/// The matchups of a scenario, and the indices of the matchups that an expectation is about (`picked`).
struct Scene<'s> {
    matchups: &'s [Fielded<'s>],
    picked: &'s [usize],
}

/// Returns `weight` times the mean over the matchups at `places`, as a weighted sum.
fn mean(places: &[usize], weight: f64) -> Terms {
    let each = weight / super::float(places.len());
    places.iter().map(|&place| (each, place)).collect()
}

impl Scene<'_> {
    fn value(&self, place: usize, axis: &str) -> &str {
        let mut all = self.matchups[place].axes.iter();
        let found = all.find(|(name, _)| name == axis);
        found.map_or("", |(_, value)| value)
    }

    /// Returns those of the `picked` matchups that have this value on an axis.
    fn on(&self, axis: &str, value: &str) -> Vec<usize> {
        let places = self.picked.iter().copied();
        places
            .filter(|&place| self.value(place, axis) == value)
            .collect()
    }

    /// Groups the matchups at `places`. Matchups of a group differ only in their values on the axes
    /// `without`. The key of a group has the values on all other axes.
    fn groups(&self, places: &[usize], without: &[&str]) -> IndexMap<Vec<&str>, Vec<usize>> {
        let mut groups: IndexMap<Vec<&str>, Vec<usize>> = IndexMap::new();
        for &place in places {
            let axes = self.matchups[place].axes.iter();
            let kept = axes.filter(|(name, _)| !without.contains(&name.as_str()));
            let key = kept.map(|(_, value)| value.as_str()).collect();
            groups.entry(key).or_default().push(place);
        }
        groups
    }

    /// Returns the name of a group: the name of its matchup if there is only one, or else the values that its
    /// matchups share.
    fn called(&self, key: &[&str], places: &[usize]) -> String {
        match places {
            [one] => self.matchups[*one].name.to_owned(),
            _ => key.join(" / "),
        }
    }

    fn band(&self, band: &Band) -> Vec<Claim> {
        let without: Vec<&str> = band.mean_over.iter().map(String::as_str).collect();
        let groups = self.groups(self.picked, &without).into_iter();
        let claims = groups.map(|(key, places)| Claim {
            about: self.called(&key, &places),
            measure: Measure::Sum(mean(&places, 1.0)),
            at_least: band.at_least,
            at_most: band.at_most,
        });
        claims.collect()
    }

    fn ratios(&self, expectation: &Expectation, band: &Band) -> Vec<Claim> {
        let is_replaced =
            |only: &&ChosenValues| !band.ratio_to.iter().any(|chosen| chosen.axis == only.axis);
        let kept: Vec<&ChosenValues> = expectation.only.iter().filter(is_replaced).collect();
        let others: Vec<usize> = (0..self.matchups.len())
            .filter(|&place| {
                let mut all = kept.iter().copied().chain(&band.ratio_to);
                all.all(|chosen| chosen.has(self.matchups[place].axes))
            })
            .collect();
        let without: Vec<&str> = (band.mean_over.iter())
            .chain(band.ratio_to.iter().map(|chosen| &chosen.axis))
            .map(String::as_str)
            .collect();
        let under = self.groups(&others, &without);
        let over = self.groups(self.picked, &without).into_iter();
        let claims = over.filter_map(|(key, places)| {
            let under = under.get(&key)?;
            let names = [&places, under].map(|places| self.called(&key, places));
            Some(Claim {
                about: names.join(" : "),
                measure: Measure::Ratio(mean(&places, 1.0), mean(under, 1.0)),
                at_least: band.at_least,
                at_most: band.at_most,
            })
        });
        claims.collect()
    }

    fn order(&self, along: &str, contenders: &[String], by: f64) -> Vec<Claim> {
        let pairs = contenders.windows(2);
        let claims = pairs.map(|pair| {
            let [above, below] = [&pair[0], &pair[1]].map(|name| self.on(along, name));
            let difference = mean(&above, 1.0).into_iter().chain(mean(&below, -1.0));
            Claim {
                about: format!("{} above {}", pair[0], pair[1]),
                measure: Measure::Sum(difference.collect()),
                at_least: Some(by),
                at_most: None,
            }
        });
        claims.collect()
    }

    fn beats(
        &self,
        [own, other]: &[String; 2],
        [winner, loser]: &[String; 2],
        expectation: &Expectation,
    ) -> Vec<Claim> {
        let Shape::Beats { by, .. } = &expectation.shape else {
            return Vec::new();
        };
        let places = self.on(own, winner).into_iter();
        let places: Vec<usize> = places
            .filter(|&place| self.value(place, other) == loser)
            .collect();
        if places.is_empty() {
            return Vec::new();
        }
        vec![Claim {
            about: format!("{winner} against {loser}"),
            measure: Measure::Sum(mean(&places, 1.0)),
            at_least: Some(0.5 + by),
            at_most: None,
        }]
    }

    /// Returns the different values that the picked matchups have on an axis, in the order of the matchups.
    fn values(&self, axis: &str) -> Vec<&str> {
        let mut values: Vec<&str> = Vec::new();
        for &place in self.picked {
            let value = self.value(place, axis);
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }

    /// Returns `weight` times the mean over the matchups that have the value `row` on the axis `rows` and the
    /// value `column` on the axis `columns`.
    fn cell(&self, [rows, columns]: &[String; 2], [row, column]: [&str; 2], weight: f64) -> Terms {
        let places = self.on(rows, row).into_iter();
        let places: Vec<usize> = places
            .filter(|&place| self.value(place, columns) == column)
            .collect();
        mean(&places, weight)
    }

    /// Returns a claim about the share of each contender in the best mix (see the module `mix`). The list is
    /// empty if the two axes have different contenders.
    fn in_mix(&self, along: &[String; 2], at_least: f64) -> Vec<Claim> {
        let contenders = self.values(&along[0]);
        let mut opponents = self.values(&along[1]);
        let mut sorted = contenders.clone();
        sorted.sort_unstable();
        opponents.sort_unstable();
        if sorted != opponents {
            return Vec::new();
        }
        // Two contenders meet in two matchups, because either of them can be on the first axis. Both matchups
        // count, so an advantage of the side that the first axis belongs to cancels out.
        let lead = |one: &str, other: &str| -> Terms {
            let own = self.cell(along, [one, other], 0.5).into_iter();
            own.chain(self.cell(along, [other, one], -0.5)).collect()
        };
        let leads = contenders
            .iter()
            .flat_map(|one| contenders.iter().map(|other| lead(one, other)));
        let leading = Arc::new(Leading {
            contenders: contenders.len(),
            leads: leads.collect(),
        });
        let claims = contenders.iter().enumerate().map(|(at, name)| Claim {
            about: (*name).to_owned(),
            measure: Measure::InMix(Arc::clone(&leading), at),
            at_least: Some(at_least),
            at_most: None,
        });
        claims.collect()
    }

    fn undominated(&self, along: &[String; 2]) -> Vec<Claim> {
        let contenders = self.values(&along[0]);
        let opponents = self.values(&along[1]);
        let cell = |row: &str, column: &str| self.cell(along, [row, column], 1.0);
        let cells: Vec<Vec<Terms>> = (contenders.iter())
            .map(|row| opponents.iter().map(|column| cell(row, column)).collect())
            .collect();
        let mut claims = Vec::new();
        for (i, one) in contenders.iter().enumerate() {
            for (j, other) in contenders.iter().enumerate().filter(|(j, _)| *j != i) {
                let both = cells[i].iter().zip(&cells[j]);
                claims.push(Claim {
                    about: format!("{one} under {other}"),
                    measure: Measure::Undominated(
                        both.map(|(own, other)| [own.clone(), other.clone()])
                            .collect(),
                    ),
                    at_least: Some(0.0),
                    at_most: None,
                });
            }
        }
        claims
    }

    fn trend(&self, shape: &Shape) -> Vec<Claim> {
        let Shape::Trend {
            along,
            values,
            direction,
            mean_over,
            by,
        } = shape
        else {
            return Vec::new();
        };
        let without: Vec<&str> = (mean_over.iter().map(String::as_str))
            .chain([along.as_str()])
            .collect();
        let mut claims = Vec::new();
        for (key, places) in self.groups(self.picked, &without) {
            let on = |value: &str| -> Vec<usize> {
                let places = places.iter().copied();
                places
                    .filter(|&place| self.value(place, along) == value)
                    .collect()
            };
            let steps: Vec<(usize, usize)> = match direction {
                Trend::Rising | Trend::Falling => {
                    (1..values.len()).map(|to| (to - 1, to)).collect()
                }
                Trend::Flat => (0..values.len())
                    .flat_map(|from| (from + 1..values.len()).map(move |to| (from, to)))
                    .collect(),
            };
            for (from, to) in steps {
                let [before, after] = [from, to].map(|at| on(&values[at]));
                if before.is_empty() || after.is_empty() {
                    continue;
                }
                let step = mean(&after, 1.0).into_iter().chain(mean(&before, -1.0));
                let (at_least, at_most) = match direction {
                    Trend::Rising => (Some(*by), None),
                    Trend::Falling => (None, Some(-by)),
                    Trend::Flat => (Some(-by), Some(*by)),
                };
                let step_of = format!("{} to {}", values[from], values[to]);
                let group = key.join(" / ");
                claims.push(Claim {
                    about: if group.is_empty() {
                        step_of
                    } else {
                        format!("{group}: {step_of}")
                    },
                    measure: Measure::Sum(step.collect()),
                    at_least,
                    at_most,
                });
            }
        }
        claims
    }

    /// Returns a claim for each weapon of a combatant, or for each policy line that is in the scenario's own
    /// files and not the book's.
    fn uses(&self, figure: Figure, owner: Option<&str>, band: &Band) -> Vec<Claim> {
        let mut claims = Vec::new();
        for &place in self.picked {
            let matchup = &self.matchups[place];
            for (at, combatant) in matchup.cast.combatants.iter().enumerate() {
                if owner.is_some_and(|owner| owner != combatant.name) {
                    continue;
                }
                let id = CombatantId::at(at);
                let used: Vec<(&str, Used)> = if figure == Figure::WeaponUse {
                    let carried = combatant.carries.iter();
                    let carried = carried
                        .map(|item| (item.name.as_str(), Used::Weapons(item.weapons.clone())));
                    carried.filter(|_| combatant.carries.len() > 1).collect()
                } else {
                    let lines = combatant.playbook.lines.iter().enumerate();
                    let own = lines.filter(|(_, line)| !line.lent);
                    own.map(|(line, told)| (told.text.as_str(), Used::Line(LineId::at(line))))
                        .collect()
                };
                claims.extend(used.into_iter().map(|(name, used)| Claim {
                    about: format!("{}: {}, {name}", matchup.name, combatant.name),
                    measure: Measure::Use(place, id, used),
                    at_least: band.at_least,
                    at_most: band.at_most,
                }));
            }
        }
        claims
    }
}

impl Claim {
    /// Returns the number of bounds that the claim has, from 0 to 2.
    pub(super) fn ends(&self) -> usize {
        usize::from(self.at_least.is_some()) + usize::from(self.at_most.is_some())
    }

    /// Returns the indices of the matchups that the claim is about. An index may occur more than once.
    pub(super) fn matchups(&self) -> Vec<usize> {
        let of = |terms: &Terms| terms.iter().map(|(_, place)| *place).collect::<Vec<_>>();
        match &self.measure {
            Measure::Sum(terms) => of(terms),
            Measure::Ratio(over, under) => [of(over), of(under)].concat(),
            Measure::Use(place, ..) => vec![*place],
            Measure::Undominated(columns) => columns.iter().flatten().flat_map(of).collect(),
            Measure::InMix(leading, _) => leading.leads.iter().flat_map(of).collect(),
        }
    }

    /// Returns the smallest and the largest value that the number of the claim can have. Returns `None` if
    /// they are not known.
    fn limits(&self, of: &Intention) -> Option<[f64; 2]> {
        let figure = of.expectation.figure;
        let most = if figure.is_share() {
            1.0
        } else {
            f64::INFINITY
        };
        match &self.measure {
            Measure::Use(..) | Measure::InMix(..) => Some([0.0, 1.0]),
            Measure::Ratio(..) => Some([0.0, f64::INFINITY]),
            Measure::Sum(terms) if terms.iter().all(|(weight, _)| *weight > 0.0) => {
                let is_difference = figure == Figure::SeatEffect;
                Some([if is_difference { -1.0 } else { 0.0 }, most])
            }
            Measure::Sum(_) | Measure::Undominated(_) => None,
        }
    }

    /// Returns the number of the claim with its evidence from the fights. Returns `None` if there are too few
    /// fights, or if the number is a share in a mix.
    fn measured(&self, scene: &Measurable<'_>) -> Option<Measured> {
        match &self.measure {
            Measure::Sum(terms) => scene.sum(terms),
            Measure::Ratio(over, under) => scene.ratio(over, under),
            Measure::Use(place, combatant, used) => scene.used(*place, *combatant, used),
            Measure::Undominated(columns) => scene.best_column(columns),
            Measure::InMix(..) => None,
        }
    }

    /// Returns the verdict on the claim, given the counts in `scene`.
    pub(super) fn verdict(&self, scene: &Measurable<'_>, levels: Levels) -> Verdict {
        if let Measure::Undominated(columns) = &self.measure {
            return scene.undominated(columns, levels);
        }
        if let Measure::InMix(leading, at) = &self.measure {
            let least = self.at_least.unwrap_or_default();
            let share = |beyond: f64| scene.in_mix(leading, *at, beyond);
            return if share(levels.fails).is_some_and(|share| share.high < least) {
                Verdict::NotAsMeant
            } else if share(levels.holds).is_some_and(|share| share.low >= least) {
                Verdict::AsMeant
            } else {
                Verdict::Open
            };
        }
        let Some(measured) = self.measured(scene) else {
            return Verdict::Open;
        };
        let least = self.at_least.map(|bound| measured.at_least(bound));
        let most = self.at_most.map(|bound| measured.at_most(bound));
        let ends: Vec<[f64; 2]> = least.into_iter().chain(most).collect();
        if ends.iter().any(|[_, fails]| *fails <= levels.fails) {
            Verdict::NotAsMeant
        } else if ends.iter().all(|[holds, _]| *holds <= levels.holds) {
            Verdict::AsMeant
        } else {
            Verdict::Open
        }
    }

    /// Returns the verdict together with the number of the claim and its interval.
    pub(super) fn finding(
        &self,
        scene: &Measurable<'_>,
        levels: Levels,
        verdict: Verdict,
    ) -> Finding {
        let interval = match &self.measure {
            Measure::InMix(leading, at) => scene.in_mix(leading, *at, levels.fails),
            _ => (self.measured(scene)).map(|measured| measured.interval(levels.fails)),
        };
        let interval = interval.map(|found| match self.limits(scene.of) {
            None => found,
            Some([least, most]) => Interval {
                low: found.low.max(least),
                high: found.high.min(most),
                ..found
            },
        });
        let mut places = self.matchups();
        places.sort_unstable();
        places.dedup();
        let fights = places
            .iter()
            .map(|&place| scene.at(place).map_or(0, |one| one.tally.fights()));
        Finding {
            about: self.about.clone(),
            estimate: interval.map(|found| found.estimate),
            low: interval.map(|found| found.low),
            high: interval.map(|found| found.high),
            at_least: self.at_least,
            at_most: self.at_most,
            fights: fights.sum(),
            verdict,
        }
    }
}
