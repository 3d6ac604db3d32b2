//! Figures of a matchup as evidence from its counts.

use std::cell::RefCell;
use std::collections::HashMap;

use super::claims::{Leading, Terms};
use super::mix::Leads;
use super::{Intention, Levels, Verdict};
use crate::fight::{Cast, CombatantId, Goal, LineId, Objective, ObjectiveId, SideId, WeaponId};
use crate::scenario::expect::Figure;
use crate::tally::{Count, Evidence, Interval, Moment, Tally, endings};

/// The counts of a matchup.
#[derive(Debug, Clone, Copy)]
pub struct Counted<'c> {
    /// Who fights.
    pub cast: &'c Cast,
    /// All fights, in both seats where both are played; one or more.
    pub tally: &'c Tally,
    /// The fights of each seat, where both are played.
    pub seats: Option<&'c [(Cast, Tally); 2]>,
}

/// Something that a combatant uses.
#[derive(Debug, Clone)]
pub(super) enum Used {
    /// One of the things that it carries to attack with.
    Weapons(Vec<WeaponId>),
    /// A line of its policy.
    Line(LineId),
}

/// The evidence for a figure.
#[derive(Debug, Clone)]
pub(super) enum Measured {
    /// A share, a mean or a ratio.
    Plain(Evidence),
    /// A quantile of the rounds.
    Quantile {
        /// How many fights were over by each round, ascending; the last has all.
        over: Vec<(u32, u64)>,
        /// The share.
        share: f64,
    },
}

impl Measured {
    /// How likely such counts would be if the figure were below the bound, and if it were not: the first is small if the
    /// figure surely is `bound` or more, the second if it surely is less.
    pub(super) fn at_least(&self, bound: f64) -> [f64; 2] {
        match self {
            Self::Plain(evidence) => [evidence.above(bound), evidence.below(bound)],
            Self::Quantile { share, .. } => {
                let before = self.over_by(bound.ceil() - 1.0);
                [before.below(*share), before.above(*share)]
            }
        }
    }

    /// The first is small if the figure surely is `bound` or less, the second if it surely is more.
    pub(super) fn at_most(&self, bound: f64) -> [f64; 2] {
        match self {
            Self::Plain(evidence) => [evidence.below(bound), evidence.above(bound)],
            Self::Quantile { share, .. } => {
                let by = self.over_by(bound.floor());
                [by.above(*share), by.below(*share)]
            }
        }
    }

    /// The fights that were over by this round.
    fn over_by(&self, round: f64) -> Evidence {
        let Self::Quantile { over, .. } = self else {
            return Evidence::Share { count: 0, of: 1 };
        };
        let by = over.iter().rev().find(|(at, _)| f64::from(*at) <= round);
        Evidence::Share {
            count: by.map_or(0, |(_, count)| *count),
            of: over.last().map_or(1, |(_, all)| *all),
        }
    }

    /// The interval of the figure; the chance that it is beyond an end is at most `beyond`, for each end.
    pub(super) fn interval(&self, beyond: f64) -> Interval {
        match self {
            Self::Plain(evidence) => evidence.interval(beyond),
            Self::Quantile { over, share } => {
                let first = |is_there: &dyn Fn(Interval) -> bool| {
                    let mut rounds = over.iter().map(|(round, _)| f64::from(*round));
                    let last = over.last().map_or(0.0, |(round, _)| f64::from(*round));
                    let found =
                        rounds.find(|round| is_there(self.over_by(*round).interval(beyond)));
                    found.unwrap_or(last)
                };
                Interval {
                    low: first(&|found| found.high >= *share),
                    high: first(&|found| found.low >= *share),
                    estimate: first(&|found| found.estimate >= *share),
                }
            }
        }
    }
}

/// An intention with the counts that it is judged by.
pub(super) struct Measurable<'m> {
    pub(super) of: &'m Intention,
    counted: &'m [Option<Counted<'m>>],
    /// Means that were asked for, by the place of the matchup: claims about contenders ask for each of them many times.
    means: RefCell<HashMap<usize, Option<Moment>>>,
    /// Leads of contenders that were asked for, by the chance of error: each contender asks for all of them.
    leads: RefCell<HashMap<u64, Option<Leads>>>,
}

impl<'m> Measurable<'m> {
    pub(super) fn new(of: &'m Intention, counted: &'m [Option<Counted<'m>>]) -> Self {
        Self {
            of,
            counted,
            means: RefCell::default(),
            leads: RefCell::default(),
        }
    }

    /// The counts of the matchup at this place of the scenario, if it has fights.
    pub(super) fn at(&self, place: usize) -> Option<&Counted<'_>> {
        self.counted.get(self.of.first + place)?.as_ref()
    }

    fn figure(&self, place: usize) -> Option<Measured> {
        let figure = self.of.expectation.figure;
        self.at(place)?.figure(figure, self.of.owner.as_deref())
    }

    fn moment(&self, terms: &Terms) -> Option<Moment> {
        let parts: Option<Vec<(f64, Moment)>> = terms
            .iter()
            .map(|&(weight, place)| Some((weight, self.mean(place)?)))
            .collect();
        Moment::sum(&parts?)
    }

    /// The figure of a matchup as a mean.
    fn mean(&self, place: usize) -> Option<Moment> {
        if let Some(known) = self.means.borrow().get(&place) {
            return *known;
        }
        let mean = match self.figure(place) {
            Some(Measured::Plain(evidence)) => evidence.moment(),
            Some(Measured::Quantile { .. }) | None => None,
        };
        self.means.borrow_mut().insert(place, mean);
        mean
    }

    /// The weighted sum of the figure; where it is that of one matchup, as exactly as that is known.
    pub(super) fn sum(&self, terms: &Terms) -> Option<Measured> {
        match terms.as_slice() {
            [(weight, place)] if (weight - 1.0).abs() < f64::EPSILON => self.figure(*place),
            _ => Some(Measured::Plain(Evidence::Mean(self.moment(terms)?))),
        }
    }

    pub(super) fn ratio(&self, over: &Terms, under: &Terms) -> Option<Measured> {
        let (over, under) = (self.moment(over)?, self.moment(under)?);
        Some(Measured::Plain(Evidence::Ratio { over, under }))
    }

    /// By how much the first scores more than the second against one opponent.
    fn lead(&self, [own, other]: &[Terms; 2]) -> Option<Evidence> {
        let less = other.iter().map(|&(weight, place)| (-weight, place));
        let both: Terms = own.iter().copied().chain(less).collect();
        Some(Evidence::Mean(self.moment(&both)?))
    }

    /// The lead against the opponent against whom it is the largest.
    pub(super) fn best_column(&self, columns: &[[Terms; 2]]) -> Option<Measured> {
        let leads: Option<Vec<Evidence>> = columns.iter().map(|column| self.lead(column)).collect();
        let best = leads?
            .into_iter()
            .max_by(|a, b| a.estimate().total_cmp(&b.estimate()))?;
        Some(Measured::Plain(best))
    }

    /// The share of a contender in the best mix, with an interval that misses it at either end with a probability of at most
    /// `beyond`. This probability is divided among the ends of the intervals of all leads.
    pub(super) fn in_mix(&self, leading: &Leading, of: usize, beyond: f64) -> Option<Interval> {
        let mut known = self.leads.borrow_mut();
        let leads = known.entry(beyond.to_bits()).or_insert_with(|| {
            let ends = leading.contenders * leading.contenders.saturating_sub(1);
            let each = beyond / super::float(ends.max(1));
            Leads::new(leading.contenders, |one, other| {
                let moment = self.moment(leading.lead(one, other))?;
                Some(Evidence::Mean(moment).interval(each))
            })
        });
        leads.as_ref()?.share(of)
    }

    /// Whether one contender scores more than another against somebody.
    pub(super) fn undominated(&self, columns: &[[Terms; 2]], levels: Levels) -> Verdict {
        let leads: Option<Vec<Evidence>> = columns.iter().map(|column| self.lead(column)).collect();
        let Some(leads) = leads else {
            return Verdict::Open;
        };
        // The opponent is picked by the very counts that judge, so all of them share.
        let holds = levels.holds / super::float(leads.len());
        if leads.iter().any(|lead| lead.above(0.0) <= holds) {
            Verdict::AsMeant
        } else if leads.iter().all(|lead| lead.below(0.0) <= levels.fails) {
            Verdict::NotAsMeant
        } else {
            Verdict::Open
        }
    }

    /// The share of a combatant's attacks that it makes with something, or of the decisions of a list that a line makes.
    ///
    /// The tally does not count how these shares vary between fights. The error is therefore an upper bound: it assumes that
    /// every fight has one kind of attack or decision only, and that numbers of attacks vary as lengths of fights do.
    pub(super) fn used(
        &self,
        place: usize,
        combatant: CombatantId,
        used: &Used,
    ) -> Option<Measured> {
        let Counted { cast, tally, .. } = self.at(place)?;
        let (part, all): (u64, u64) = match used {
            Used::Weapons(weapons) => (
                (weapons.iter())
                    .map(|&weapon| tally.attacks_with(combatant, weapon))
                    .sum(),
                tally.attacks(combatant),
            ),
            Used::Line(line) => {
                let lines = &cast.combatants[combatant.index()].playbook.lines;
                let list = lines[line.index()].list;
                let first = lines.iter().position(|other| other.list == list)?;
                (
                    tally.used(combatant, *line),
                    tally.considered(combatant, LineId::at(first)),
                )
            }
        };
        let fights = number(tally.fights());
        if fights < 2.0 {
            return None;
        }
        // A combatant that never attacks uses nothing.
        let share = number(part) / number(all).max(1.0);
        let rounds = rounds(cast, tally)?;
        let lengths = 1.0 + rounds.variance * fights / (rounds.mean * rounds.mean).max(1.0);
        Some(Measured::Plain(Evidence::Mean(Moment {
            mean: share,
            variance: (share * (1.0 - share) * lengths + 1.0 / fights) / fights,
            freedom: fights - 1.0,
        })))
    }
}

impl Counted<'_> {
    /// The evidence for a figure; `None` where there is none yet.
    fn figure(&self, figure: Figure, owner: Option<&str>) -> Option<Measured> {
        let tally = self.tally;
        let of = tally.fights();
        let share = |count| Evidence::Share { count, of };
        Some(Measured::Plain(match figure {
            Figure::WinRate => share(tally.wins(self.side(owner?)?)),
            Figure::Score => {
                let wins = tally.wins(self.side(owner?)?);
                let nobody = tally.draws() + tally.undecided();
                if nobody == 0 {
                    share(wins)
                } else {
                    let (wins, nobody) = (number(wins), number(nobody));
                    let moment = Moment::of(of, wins + nobody / 2.0, wins + nobody / 4.0, 0.5);
                    Evidence::Mean(moment?)
                }
            }
            Figure::Draws => share(tally.draws()),
            Figure::Undecided => share(tally.undecided()),
            Figure::Rounds => Evidence::Mean(rounds(self.cast, tally)?),
            Figure::RoundsQuantile(percent) => {
                let mut sum = 0;
                let over = by_round(self.cast, tally)
                    .into_iter()
                    .map(|(round, fights)| {
                        sum += fights;
                        (round, sum)
                    });
                return Some(Measured::Quantile {
                    over: over.collect(),
                    share: f64::from(percent) / 100.0,
                });
            }
            Figure::Damage => Evidence::Mean(self.damage(owner?)?),
            Figure::Survivors => {
                let side = self.side(owner?)?;
                let error = tally.survivors_error(side)?;
                let unseen = 1.0 / number(of);
                Evidence::Mean(Moment {
                    mean: tally.survivors_mean(side)?.estimate,
                    variance: error * error + unseen * unseen,
                    freedom: number(of) - 1.0,
                })
            }
            Figure::FirstDown => self.first_down(owner?)?,
            Figure::SeatEffect => Evidence::Mean(self.seat_effect(owner?)?),
            Figure::WonBy(at) => share(won_by(tally, self.cast, self.side(owner?)?, at)),
            Figure::WeaponUse | Figure::LineUse => return None,
        }))
    }

    fn side(&self, name: &str) -> Option<SideId> {
        side_of(self.cast, name)
    }

    fn combatants(&self, name: &str) -> impl Iterator<Item = CombatantId> {
        let all = self.cast.combatants.iter().enumerate();
        let named = all.filter(move |(_, combatant)| combatant.name == name);
        named.map(|(at, _)| CombatantId::at(at))
    }

    /// The damage of a side or of a combatant in a fight. The damage of several combatants may be correlated, so their errors are added.
    fn damage(&self, name: &str) -> Option<Moment> {
        let combatants: Vec<CombatantId> = match self.side(name) {
            Some(side) => {
                let all = self.cast.combatants.iter().enumerate();
                let own = all.filter(|(_, combatant)| combatant.side == side);
                own.map(|(at, _)| CombatantId::at(at)).collect()
            }
            None => self.combatants(name).collect(),
        };
        let (mut mean, mut error) = (0.0, 0.0);
        for combatant in combatants {
            let dealt = self.tally.damage_per_fight(combatant)?;
            mean += dealt.mean;
            error += dealt.error?;
        }
        let fights = number(self.tally.fights());
        Some(Moment {
            mean,
            variance: error * error + 1.0 / fights / fights,
            // Errors come from batches of 16 fights, 256 of them at most, and larger ones after them.
            freedom: (fights / 16.0).min(256.0) - 1.0,
        })
        .filter(|moment| moment.freedom >= 1.0)
    }

    /// The share of fights where this combatant is the first of its side to go. Where both sides have it, the first side
    /// counts.
    fn first_down(&self, name: &str) -> Option<Evidence> {
        let combatant = self.combatants(name).next()?;
        let side = self.cast.combatants[combatant.index()].side;
        let (mut mean, mut error) = (0.0, 0.0);
        for who in self.cast.fighters_of(combatant).iter() {
            if let Some(departure) = self.tally.departure(who) {
                mean += departure.first.mean;
                error += departure.first.error.unwrap_or(f64::INFINITY);
            }
        }
        let mates = self.cast.combatants.iter().enumerate();
        let back: u64 = mates
            .filter(|(_, mate)| mate.side == side)
            .map(|(at, _)| self.tally.times_back(CombatantId::at(at)))
            .sum();
        let of = self.tally.fights();
        let fights = number(of);
        if back == 0 {
            // Nobody goes first twice in a fight, so these are counts of fights.
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a count of fights, divided by them"
            )]
            let count = (mean * fights).round() as u64;
            let count = count.min(of);
            return Some(Evidence::Share { count, of });
        }
        let moment = Moment {
            mean,
            variance: error * error + 1.0 / fights / fights,
            freedom: (fights / 16.0).min(256.0) - 1.0,
        };
        (moment.freedom >= 1.0 && error.is_finite()).then_some(Evidence::Mean(moment))
    }

    /// How much more often a side wins when listed first than when listed last.
    fn seat_effect(&self, side: &str) -> Option<Moment> {
        let seats = self.seats?;
        let in_seat = |listed: fn(&[String]) -> Option<&String>| {
            let is_there =
                |(cast, _): &&(Cast, Tally)| listed(&cast.sides).is_some_and(|name| name == side);
            let (cast, tally) = seats.iter().find(is_there)?;
            let (count, of) = (tally.wins(side_of(cast, side)?), tally.fights());
            Evidence::Share { count, of }.moment()
        };
        Moment::sum(&[(1.0, in_seat(<[_]>::first)?), (-1.0, in_seat(<[_]>::last)?)])
    }
}

/// The fights that a side wins by the objective at this position of its list, from 1, or as the last side standing at 0.
/// A side without that objective never wins by it.
pub(super) fn won_by<C: Count>(tally: &Tally<C>, cast: &Cast, side: SideId, at: u8) -> C {
    let is_last = at == 0;
    if cast.objectives.is_empty() && is_last {
        return tally.wins(side);
    }
    let owner = if is_last {
        cast.alliances.of(side)
    } else {
        side
    };
    let is_own = |one: &Objective| one.side == owner && (one.goal == Goal::Last) == is_last;
    let mut own = (0..cast.objectives.len()).filter(|&id| is_own(&cast.objectives[id]));
    let found = own.nth(usize::from(at.saturating_sub(1)));
    found.map_or_else(C::default, |id| tally.met(ObjectiveId::at(id)))
}

pub(super) fn side_of(cast: &Cast, name: &str) -> Option<SideId> {
    let place = cast.sides.iter().position(|side| side == name);
    place.map(SideId::at)
}

/// Number of fights that ended in each round, in ascending order of rounds.
fn by_round(cast: &Cast, tally: &Tally) -> Vec<(u32, u64)> {
    let mut rounds = std::collections::BTreeMap::new();
    for (round, fights) in endings(cast.sides.len()).flat_map(|ending| tally.rounds(ending)) {
        *rounds.entry(round).or_insert(0) += fights;
    }
    rounds.into_iter().collect()
}

/// The rounds that a fight lasts.
fn rounds(cast: &Cast, tally: &Tally) -> Option<Moment> {
    let (mut sum, mut squares) = (0.0, 0.0);
    for (round, fights) in by_round(cast, tally) {
        let (round, fights) = (f64::from(round), number(fights));
        sum += round * fights;
        squares += round * round * fights;
    }
    Moment::of(tally.fights(), sum, squares, 1.0)
}

#[expect(clippy::cast_precision_loss, reason = "counts of fights and blows")]
fn number(count: u64) -> f64 {
    count as f64
}
