//! Computes the figures of a matchup from its counts, and how certain the figures are.

use std::cell::RefCell;
use std::collections::HashMap;

use super::claims::{Leading, Terms};
use super::mix::Leads;
use super::{Intention, Levels, Verdict};
use crate::fight::{Cast, CombatantId, Goal, LineId, Objective, ObjectiveId, SideId, WeaponId};
use crate::scenario::expect::Figure;
use crate::tally::{Count, Evidence, Interval, Moment, Tally, endings};

/// The counts of a matchup that has fights.
#[derive(Debug, Clone, Copy)]
pub struct Counted<'c> {
    /// The sides and fighters of the matchup.
    pub cast: &'c Cast,
    /// The counts of all fights, in both seats (orders of the sides) if both are played. There is at least
    /// one fight.
    pub tally: &'c Tally,
    /// The counts of each seat (order of the sides), if both are played.
    pub seats: Option<&'c [(Cast, Tally); 2]>,
}

/// A weapon or a policy line whose use by a combatant is counted.
#[derive(Debug, Clone)]
pub(super) enum Used {
    /// An item that the combatant attacks with. The item may have several weapon ids, such as one for each
    /// way to strike.
    Weapons(Vec<WeaponId>),
    /// A line of the combatant's policy, by its id.
    Line(LineId),
}

/// A figure with the evidence for it.
#[derive(Debug, Clone)]
pub(super) enum Measured {
    /// A share, a mean or a ratio.
    Plain(Evidence),
    /// A quantile of the number of rounds.
    Quantile {
        /// Rounds in ascending order, each with the number of fights that were over by its end. The last
        /// entry has all fights.
        over: Vec<(u32, u64)>,
        /// The share of fights that are over by the quantile, such as 0.5 for the median.
        share: f64,
    },
}

impl Measured {
    /// Returns the p-values of two hypotheses: "the figure is below `bound`" and "the figure is `bound` or
    /// more". A small first value means that the figure surely reaches the bound. A small second value means
    /// that it surely does not.
    pub(super) fn at_least(&self, bound: f64) -> [f64; 2] {
        match self {
            Self::Plain(evidence) => [evidence.above(bound), evidence.below(bound)],
            Self::Quantile { share, .. } => {
                let before = self.over_by(bound.ceil() - 1.0);
                [before.below(*share), before.above(*share)]
            }
        }
    }

    /// Returns the p-values of two hypotheses: "the figure is above `bound`" and "the figure is `bound` or
    /// less". A small first value means that the figure surely stays within the bound. A small second value
    /// means that it surely does not.
    pub(super) fn at_most(&self, bound: f64) -> [f64; 2] {
        match self {
            Self::Plain(evidence) => [evidence.below(bound), evidence.above(bound)],
            Self::Quantile { share, .. } => {
                let by = self.over_by(bound.floor());
                [by.above(*share), by.below(*share)]
            }
        }
    }

    /// Returns the share of fights that were over by the end of this round.
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

    /// Returns the interval of the figure. The probability that the true figure is above the interval is at
    /// most `beyond`. The same holds for the probability that it is below.
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

/// An expectation with its claims (an [`Intention`]), and the counts of all matchups of the command.
pub(super) struct Measurable<'m> {
    pub(super) of: &'m Intention,
    counted: &'m [Option<Counted<'m>>],
    /// Cache of the mean of each matchup. Claims about contenders use each mean many times.
    means: RefCell<HashMap<usize, Option<Moment>>>,
    /// Cache of the leads of contenders over each other. The key is the bits of the error probability that
    /// the claim allows. Each contender's claim uses all leads.
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

    /// Returns the counts of the matchup with the index `place` in the scenario. Returns `None` if it has no
    /// fights.
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

    /// Returns the figure of a matchup as a mean with its variance. Returns `None` if the figure is a
    /// quantile or has too few fights.
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

    /// Returns the weighted sum of the figure over matchups. For a single matchup with the weight 1, returns
    /// the evidence of this matchup itself, which is more precise.
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

    /// Returns how much more the first contender scores than the second one, against one opponent.
    fn lead(&self, [own, other]: &[Terms; 2]) -> Option<Evidence> {
        let less = other.iter().map(|&(weight, place)| (-weight, place));
        let both: Terms = own.iter().copied().chain(less).collect();
        Some(Evidence::Mean(self.moment(&both)?))
    }

    /// Returns the largest lead of the first contender over the second one. Each column has the scores of
    /// both against one opponent.
    pub(super) fn best_column(&self, columns: &[[Terms; 2]]) -> Option<Measured> {
        let leads: Option<Vec<Evidence>> = columns.iter().map(|column| self.lead(column)).collect();
        let best = leads?
            .into_iter()
            .max_by(|a, b| a.estimate().total_cmp(&b.estimate()))?;
        Some(Measured::Plain(best))
    }

    /// Returns the share of the contender `of` in the best mix. The probability that the true share is above
    /// the interval is at most `beyond`. The same holds for the probability that it is below. `beyond` is
    /// divided equally among the intervals of all leads.
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

    /// Judges whether the first contender scores more than the second one against at least one opponent.
    pub(super) fn undominated(&self, columns: &[[Terms; 2]], levels: Levels) -> Verdict {
        let leads: Option<Vec<Evidence>> = columns.iter().map(|column| self.lead(column)).collect();
        let Some(leads) = leads else {
            return Verdict::Open;
        };
        // The counts that choose the opponent with the largest lead also judge this lead. The level is
        // therefore divided among all opponents.
        let holds = levels.holds / super::float(leads.len());
        if leads.iter().any(|lead| lead.above(0.0) <= holds) {
            Verdict::AsMeant
        } else if leads.iter().all(|lead| lead.below(0.0) <= levels.fails) {
            Verdict::NotAsMeant
        } else {
            Verdict::Open
        }
    }

    /// Returns the share of a combatant's attacks that it makes with a weapon, or the share of the decisions
    /// in a list that are made by one policy line.
    ///
    /// The tally does not count how these shares vary between fights, so the error is an upper bound. It is
    /// computed as if all attacks or decisions of a fight were of one kind, and as if their number varied
    /// like the number of rounds.
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
        // A combatant that never attacks does not use the weapon, so the share is 0.
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
    /// Returns a figure with its evidence. Returns `None` if there are too few fights for it.
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

    /// Returns the mean damage per fight that a side deals, or that all fighters of a combatant deal. The
    /// damage of several combatants may be correlated, so their standard errors are added.
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
            // Standard errors are estimated from the variation between batches. A batch has 16 fights. If
            // there would be more than 256 batches, batches are larger.
            freedom: (fights / 16.0).min(256.0) - 1.0,
        })
        .filter(|moment| moment.freedom >= 1.0)
    }

    /// Returns how often a fighter of the combatant is the first of its side to go down, as a share of all
    /// fights. If several sides have the combatant, the first of these sides counts.
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
            // If no fighter gets up again, a fighter is the first at most once in a fight. The sum of the
            // means is then a share of fights.
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

    /// Returns the difference of two win rates of a side: that when the side is listed first, minus that when
    /// it is listed last.
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

/// Returns the number of fights that a side wins by one of its objectives. `at` is the position of the
/// objective in the side's list, from 1. If `at` is 0, the fights count that the side wins as the last side
/// standing. The result is 0 if there is no such objective.
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

/// Returns the rounds in ascending order, each with the number of fights that ended in it.
fn by_round(cast: &Cast, tally: &Tally) -> Vec<(u32, u64)> {
    let mut rounds = std::collections::BTreeMap::new();
    for (round, fights) in endings(cast.sides.len()).flat_map(|ending| tally.rounds(ending)) {
        *rounds.entry(round).or_insert(0) += fights;
    }
    rounds.into_iter().collect()
}

/// Returns the mean number of rounds of a fight, with its variance.
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
