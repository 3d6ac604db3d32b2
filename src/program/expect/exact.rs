//! Judges expectations by exact odds. No dice are rolled, so every verdict is certain. A verdict is open only
//! if some fights are unresolved and could still decide it.

use super::claims::{Claim, Measure, Terms};
use super::measure::{Used, side_of, won_by};
use super::mix::Leads;
use super::{Finding, Intention, Judgement, Verdict};
use crate::fight::{Cast, CombatantId, LineId};
use crate::scenario::expect::Figure;
use crate::tally::{Count, Expected, Interval, Tally, endings};

/// Numbers that differ by at most this count as equal, because floats are rounded.
const EQUAL: f64 = 1e-9;

/// If the share of unresolved fights is larger than this, means such as damage are not given.
const FOLLOWED: f64 = 1e-6;

/// The exact odds of a matchup, in place of the counts of fights.
#[derive(Debug, Clone, Copy)]
pub struct Odds<'o> {
    /// The sides and fighters of the matchup.
    pub cast: &'o Cast,
    /// The odds. If both orders of the sides are solved, these are the means of both.
    pub tally: &'o Tally<Expected>,
    /// The odds in each seat (order of the sides), if both seats are solved.
    pub seats: Option<&'o [(Cast, Tally<Expected>); 2]>,
}

/// Judges intentions by exact odds. `odds` has all matchups of the first scenario, then those of the second
/// one, and so on.
pub fn judge_exactly(intentions: &[Intention], odds: &[Odds<'_>]) -> Vec<Judgement> {
    let judged = intentions.iter().map(|intention| {
        let scene = Scene { intention, odds };
        let findings = intention.claims.iter().map(|claim| scene.finding(claim));
        intention.judgement(findings.collect())
    });
    judged.collect()
}

/// An expectation with its claims (an [`Intention`]), and the odds of all matchups of the command.
struct Scene<'s> {
    intention: &'s Intention,
    odds: &'s [Odds<'s>],
}

impl Scene<'_> {
    fn at(&self, place: usize) -> Option<&Odds<'_>> {
        self.odds.get(self.intention.first + place)
    }

    fn finding(&self, claim: &Claim) -> Finding {
        let (interval, verdict) = match &claim.measure {
            Measure::Undominated(columns) => self.undominated(columns),
            measure => {
                let interval = self.measured(measure);
                let verdict = interval.map_or(Verdict::Open, |found| bounded(claim, found));
                (interval, verdict)
            }
        };
        Finding {
            about: claim.about.clone(),
            estimate: interval.map(|found| found.estimate),
            low: interval.map(|found| found.low),
            high: interval.map(|found| found.high),
            at_least: claim.at_least,
            at_most: claim.at_most,
            fights: 0,
            verdict,
        }
    }

    fn measured(&self, measure: &Measure) -> Option<Interval> {
        match measure {
            Measure::Sum(terms) => self.sum(terms),
            Measure::Ratio(over, under) => {
                let (over, under) = (self.sum(over)?, self.sum(under)?);
                (under.low > 0.0).then(|| Interval {
                    low: over.low / under.high,
                    high: over.high / under.low,
                    estimate: over.estimate / under.estimate,
                })
            }
            Measure::Use(place, combatant, used) => self.at(*place)?.used(*combatant, used),
            Measure::InMix(leading, at) => {
                let lead = |one, other| self.sum(leading.lead(one, other));
                Leads::new(leading.contenders, lead)?.share(*at)
            }
            Measure::Undominated(_) => None,
        }
    }

    /// Returns the weighted sum of the expectation's figure over matchups. Returns `None` if one of the
    /// figures is not known.
    fn sum(&self, terms: &Terms) -> Option<Interval> {
        let none = Interval {
            low: 0.0,
            high: 0.0,
            estimate: 0.0,
        };
        let figure = self.intention.expectation.figure;
        let owner = self.intention.owner.as_deref();
        terms.iter().try_fold(none, |sum, &(weight, place)| {
            let found = self.at(place)?.figure(figure, owner)?;
            let [low, high] = if weight < 0.0 {
                [found.high, found.low]
            } else {
                [found.low, found.high]
            };
            Some(Interval {
                low: sum.low + weight * low,
                high: sum.high + weight * high,
                estimate: sum.estimate + weight * found.estimate,
            })
        })
    }

    /// Returns how much more the first contender scores than the second, against the opponent where this
    /// difference is largest. `columns` has the scores of both contenders against each opponent. The verdict
    /// says whether the difference is above 0 against any opponent.
    fn undominated(&self, columns: &[[Terms; 2]]) -> (Option<Interval>, Verdict) {
        let lead = |[own, other]: &[Terms; 2]| {
            let less = other.iter().map(|&(weight, place)| (-weight, place));
            self.sum(&own.iter().copied().chain(less).collect())
        };
        let leads: Option<Vec<Interval>> = columns.iter().map(lead).collect();
        let Some(leads) = leads else {
            return (None, Verdict::Open);
        };
        let verdict = if leads.iter().any(|lead| lead.low > EQUAL) {
            Verdict::AsMeant
        } else if leads.iter().all(|lead| lead.high <= EQUAL) {
            Verdict::NotAsMeant
        } else {
            Verdict::Open
        };
        let best = leads
            .into_iter()
            .max_by(|a, b| a.estimate.total_cmp(&b.estimate));
        (best, verdict)
    }
}

/// Returns the verdict on a claim whose number is `found`. A difference that must be above 0 fails if it is
/// 0.
fn bounded(claim: &Claim, found: Interval) -> Verdict {
    let is_difference = match &claim.measure {
        Measure::Sum(terms) => terms.iter().any(|(weight, _)| *weight < 0.0),
        _ => false,
    };
    let room = |bound: f64| {
        if is_difference && bound.abs() <= EQUAL {
            EQUAL
        } else {
            -EQUAL
        }
    };
    let least = claim.at_least.map(|bound| {
        let bound = bound + room(bound);
        (found.low >= bound, found.high < bound)
    });
    let most = claim.at_most.map(|bound| {
        let bound = bound - room(bound);
        (found.high <= bound, found.low > bound)
    });
    let ends: Vec<(bool, bool)> = least.into_iter().chain(most).collect();
    if ends.iter().any(|(_, fails)| *fails) {
        Verdict::NotAsMeant
    } else if ends.iter().all(|(holds, _)| *holds) {
        Verdict::AsMeant
    } else {
        Verdict::Open
    }
}

impl Odds<'_> {
    /// Returns a figure of the matchup. Its interval contains every value that it could have after the
    /// unresolved fights. Returns `None` if these values are not known.
    fn figure(&self, figure: Figure, owner: Option<&str>) -> Option<Interval> {
        let tally = self.tally;
        let share = |part| Count::share(part, tally.unresolved(), tally.fights(), tally.scale());
        match figure {
            Figure::WinRate => tally.win_rate(side_of(self.cast, owner?)?),
            Figure::Score => {
                let mut part = tally.wins(side_of(self.cast, owner?)?);
                part.plus(tally.draws().part(0.5));
                part.plus(tally.undecided().part(0.5));
                share(part)
            }
            Figure::Draws => share(tally.draws()),
            Figure::Undecided => share(tally.undecided()),
            Figure::Rounds => tally.rounds_mean(),
            Figure::RoundsQuantile(percent) => self.quantile(f64::from(percent) / 100.0),
            Figure::Damage => {
                let owner = owner?;
                let side = side_of(self.cast, owner);
                let own = self.cast.combatants.iter().enumerate().filter(|(_, one)| {
                    side.map_or_else(|| one.name == owner, |side| one.side == side)
                });
                let dealt = own.map(|(at, _)| tally.damage_dealt(CombatantId::at(at)));
                self.on_the_way(Expected::total(dealt).value(), tally.fights().value())
            }
            Figure::Survivors => tally.survivors_mean(side_of(self.cast, owner?)?),
            Figure::FirstDown => {
                let mut combatants = self.cast.combatants.iter();
                let place = combatants.position(|one| Some(one.name.as_str()) == owner)?;
                let fighters = self.cast.fighters_of(CombatantId::at(place));
                let first = fighters.iter().filter_map(|who| tally.departure(who));
                self.on_the_way(first.map(|one| one.first.mean).sum(), 1.0)
            }
            Figure::SeatEffect => {
                let seats = self.seats?;
                let owner = owner?;
                let in_seat = |listed: fn(&[String]) -> Option<&String>| {
                    let (cast, tally) = (seats.iter())
                        .find(|(cast, _)| listed(&cast.sides).is_some_and(|name| name == owner))?;
                    tally.win_rate(side_of(cast, owner)?)
                };
                let (first, last) = (in_seat(<[_]>::first)?, in_seat(<[_]>::last)?);
                Some(Interval {
                    low: first.low - last.high,
                    high: first.high - last.low,
                    estimate: first.estimate - last.estimate,
                })
            }
            Figure::WonBy(at) => share(won_by(tally, self.cast, side_of(self.cast, owner?)?, at)),
            Figure::WeaponUse | Figure::LineUse => None,
        }
    }

    /// Returns the mean `sum / of` of something that fighters do during a fight, such as damage. The interval
    /// allows for rounding errors. Returns `None` if too many fights are unresolved.
    fn on_the_way(&self, sum: f64, of: f64) -> Option<Interval> {
        let unresolved = self.tally.unresolved().value() / self.tally.fights().value();
        let (estimate, error) = (sum / of, self.tally.error());
        (of > 0.0 && unresolved <= FOLLOWED).then_some(Interval {
            low: estimate * (1.0 - error),
            high: estimate * (1.0 + error),
            estimate,
        })
    }

    /// Returns the first round at whose end `share` of the fights are over. For the lower end of the
    /// interval, all unresolved fights are assumed to end in the first round. For the upper end, they are
    /// assumed to end last.
    fn quantile(&self, share: f64) -> Option<Interval> {
        let tally = self.tally;
        let (all, rest) = (tally.fights().value(), tally.unresolved().value());
        let mut rounds: Vec<(u32, f64)> = endings(self.cast.sides.len())
            .flat_map(|ending| tally.rounds(ending))
            .map(|(round, weight)| (round, weight.value()))
            .collect();
        rounds.sort_by_key(|(round, _)| *round);
        let by = |more: f64| {
            let mut over = more;
            let found = rounds.iter().find(|(_, weight)| {
                over += weight;
                over >= (share - EQUAL) * all
            });
            found.map(|(round, _)| f64::from(*round))
        };
        let last = f64::from(self.cast.round_cap);
        let low = by(rest)?;
        let high = by(0.0).unwrap_or(last);
        Some(Interval {
            low,
            high,
            estimate: high,
        })
    }

    /// Returns the share of a combatant's attacks that it makes with a weapon, or the share of the decisions
    /// in a list that are made by one policy line.
    fn used(&self, combatant: CombatantId, used: &Used) -> Option<Interval> {
        let tally = self.tally;
        let (part, all) = match used {
            Used::Weapons(weapons) => {
                let each = weapons.iter();
                let part = each.map(|&weapon| tally.attacks_with(combatant, weapon));
                (Expected::total(part), tally.attacks(combatant))
            }
            Used::Line(line) => {
                let lines = &self.cast.combatants[combatant.index()].playbook.lines;
                let list = lines[line.index()].list;
                let first = lines.iter().position(|other| other.list == list)?;
                let all = tally.considered(combatant, LineId::at(first));
                (tally.used(combatant, *line), all)
            }
        };
        if all.is_nothing() {
            // A combatant that never attacks does not use the weapon, so the share is 0.
            return self.on_the_way(0.0, 1.0);
        }
        self.on_the_way(part.value(), all.value())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cast, scenario};
    use super::super::{Fielded, intentions};
    use super::*;
    use crate::fight::{Ending, FighterSet, Outcome, SideId, Witness};

    /// The share of fights that the left side wins, the share of draws, and the share of unresolved fights.
    /// The right side wins all other fights. The last value is the number of rounds of every fight.
    type RoundShares = ([f64; 3], u32);

    const AXIS: &str = "
[[vary]]
name = 'dex'
set = 'combatants.one.dex'
to = [10, 12, 14]
";

    fn odds(cast: &Cast, ([left, draws, open], rounds): RoundShares) -> Tally<Expected> {
        let mut tally = Tally::weighed(cast);
        let right = 1.0 - left - draws - open;
        for (ending, standing, weight) in [
            (Ending::Won(SideId::at(0)), FighterSet(0b011), left),
            (Ending::Won(SideId::at(1)), FighterSet(0b100), right),
            (Ending::Draw, FighterSet::NONE, draws),
        ] {
            tally.weigh(weight);
            tally.ended(&Outcome {
                ending,
                rounds,
                standing,
            });
        }
        tally.leave(open);
        tally
    }

    fn judged(expectation: &str, rows: [RoundShares; 3]) -> Judgement {
        let text = format!("{AXIS}[[expect]]\nwhy = 'so'\n{expectation}");
        let (scenario, cast) = (scenario(&text), cast());
        let axes = ["10", "12", "14"].map(|value| vec![("dex".to_owned(), value.to_owned())]);
        let matchups = axes.each_ref().map(|axes| Fielded {
            name: &axes[0].1,
            axes,
            cast: &cast,
        });
        let tallies = rows.map(|row| odds(&cast, row));
        let odds = tallies.each_ref().map(|tally| Odds {
            cast: &cast,
            tally,
            seats: None,
        });
        judge_exactly(&intentions(&scenario, &matchups, 0), &odds).remove(0)
    }

    fn verdict(expectation: &str, rows: [RoundShares; 3]) -> Verdict {
        judged(expectation, rows).verdict.expect("it is judged")
    }

    const EVEN: RoundShares = ([0.5, 0.0, 0.0], 4);

    #[test]
    fn a_figure_at_its_bound_is_within_it() {
        let band = |least, most| {
            let text = format!(
                "figure = 'win_rate'\nof = 'left'\nat_least = '{least}%'\nat_most = '{most}%'"
            );
            verdict(&text, [EVEN; 3])
        };
        assert_eq!(band("50", "60"), Verdict::AsMeant);
        assert_eq!(band("40", "50"), Verdict::AsMeant);
        assert_eq!(band("50.001", "60"), Verdict::NotAsMeant);
        assert_eq!(band("40", "49.999"), Verdict::NotAsMeant);
    }

    #[test]
    fn fights_that_were_not_followed_leave_open_what_they_could_decide() {
        let open = ([0.5, 0.0, 0.1], 4);
        let least = |least| {
            let text = format!("figure = 'score'\nof = 'left'\nat_least = '{least}%'");
            verdict(&text, [EVEN, open, EVEN])
        };
        assert_eq!(least("50"), Verdict::AsMeant);
        assert_eq!(
            verdict("figure = 'draws'\nat_most = '5%'", [open; 3]),
            Verdict::Open
        );
        let rows = [([0.4, 0.0, 0.1], 4); 3];
        let at = |least: &str| {
            let text = format!("figure = 'win_rate'\nof = 'left'\nat_least = '{least}%'");
            verdict(&text, rows)
        };
        assert_eq!(at("45"), Verdict::Open);
        assert_eq!(at("51"), Verdict::NotAsMeant);
        let damage = "figure = 'damage'\nof = 'left'\nat_most = 5";
        assert_eq!(verdict(damage, [open; 3]), Verdict::Open);
        assert_eq!(verdict(damage, [EVEN; 3]), Verdict::AsMeant);
    }

    #[test]
    fn a_quantile_is_the_round_by_which_so_many_fights_are_over() {
        let most = |most| format!("figure = 'rounds'\nquantile = '90%'\nat_most = {most}");
        assert_eq!(verdict(&most(4), [EVEN; 3]), Verdict::AsMeant);
        assert_eq!(verdict(&most(3), [EVEN; 3]), Verdict::NotAsMeant);
        let open = ([0.5, 0.0, 0.05], 4);
        assert_eq!(verdict(&most(4), [open; 3]), Verdict::AsMeant);
        let open = ([0.5, 0.0, 0.2], 4);
        assert_eq!(verdict(&most(4), [open; 3]), Verdict::Open);
    }

    #[test]
    fn equals_are_in_no_order_and_on_no_way_up() {
        let at = |share| ([share, 0.0, 0.0], 4);
        let order = "order = [14, 12, 10]\nalong = 'dex'\nof = 'left'";
        let trend = "figure = 'win_rate'\nof = 'left'\ntrend = 'rising'\nalong = 'dex'";
        for text in [order, trend] {
            assert_eq!(verdict(text, [at(0.4), at(0.5), at(0.6)]), Verdict::AsMeant);
            assert_eq!(
                verdict(text, [at(0.4), at(0.5), at(0.5)]),
                Verdict::NotAsMeant
            );
        }
        let by = format!("{trend}\nby = '10%'");
        assert_eq!(verdict(&by, [at(0.4), at(0.5), at(0.6)]), Verdict::AsMeant);
        assert_eq!(
            verdict(&by, [at(0.4), at(0.5), at(0.59)]),
            Verdict::NotAsMeant
        );
        let flat = "figure = 'rounds'\ntrend = 'flat'\nalong = 'dex'\nwithin = 1";
        let rounds = |rounds| ([0.5, 0.0, 0.0], rounds);
        assert_eq!(
            verdict(flat, [rounds(4), rounds(5), rounds(4)]),
            Verdict::AsMeant
        );
        assert_eq!(
            verdict(flat, [rounds(4), rounds(5), rounds(6)]),
            Verdict::NotAsMeant
        );
    }

    #[test]
    fn an_exact_figure_is_told_without_a_range() {
        let rows = [([0.3, 0.0, 0.0], 4), EVEN, EVEN];
        let text = "figure = 'win_rate'\nof = 'left'\nat_least = '40%'";
        assert_eq!(
            judged(text, rows).sentence(),
            "10: 30.0 %; this verdict holds for 1 of 3"
        );
        let ratio =
            "figure = 'rounds'\nwhere = { dex = 14 }\nratio_to = { dex = 10 }\nat_least = 2";
        let rounds = |rounds| ([0.5, 0.0, 0.0], rounds);
        let rows = |last| [rounds(3), rounds(4), rounds(last)];
        assert_eq!(verdict(ratio, rows(6)), Verdict::AsMeant);
        assert_eq!(judged(ratio, rows(5)).sentence(), "14 : 10: 1.67");
    }
}
