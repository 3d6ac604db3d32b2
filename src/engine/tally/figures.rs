//! Figures that are calculated from the counts of a tally.
//!
//! Counts are exact. Shares are from 0 to 1, and means are in rounds or fighters. Shares and means have an
//! interval that contains the true value in 95 of 100 runs. A figure is `None` and not 0 if there were no
//! fights or attacks to calculate it from.

use super::layout::{Histogram, LANDED, MISSED, WARDED};
use super::{Count, Interval, Method, Tally, endings};
use crate::fight::{CombatantId, Ending, LineId, ListId, ObjectiveId, SideId, WeaponId};

/// Figures about how fights end.
impl<C: Count> Tally<C> {
    /// Returns the number of all fights.
    pub fn fights(&self) -> C {
        let ended = self.every_ending().map(|ending| self.ended_so(ending));
        C::total(ended.chain([self.unresolved]))
    }

    /// Returns the number of fights with an unknown result. Only exact odds have such fights.
    pub fn unresolved(&self) -> C {
        self.unresolved
    }

    /// Returns the number of fights that a side won.
    pub fn wins(&self, side: SideId) -> C {
        self.ended_so(Ending::Won(self.layout.alliances.of(side)))
    }

    /// Returns the number of fights that an enemy of this side won.
    pub fn losses(&self, side: SideId) -> C {
        let own = self.layout.alliances.of(side);
        let others = (0..self.layout.sides.len()).map(SideId::at);
        let others = others.filter(|&other| other != own);
        C::total(others.map(|other| self.ended_so(Ending::Won(other))))
    }

    /// Returns the number of fights after which no fighter was standing.
    pub fn draws(&self) -> C {
        self.ended_so(Ending::Draw)
    }

    /// Returns the number of fights that were cut off at the last round.
    pub fn undecided(&self) -> C {
        self.ended_so(Ending::Undecided)
    }

    /// Returns the number of fights that were not cut off and have a known result.
    pub fn decided(&self) -> C {
        let own = |ending: &Ending| *ending != Ending::Undecided;
        let decided = self.every_ending().filter(own);
        C::total(decided.map(|ending| self.ended_so(ending)))
    }

    /// Returns the number of fights with this ending.
    pub fn ended_so(&self, ending: Ending) -> C {
        C::total(self.rounds(ending).map(|(_, fights)| fights))
    }

    /// Returns the number of fights that a side won by this objective.
    pub fn met(&self, objective: ObjectiveId) -> C {
        self.counts[self.layout.objectives.start + objective.index()]
    }

    /// Returns the share of all fights that a side won by this objective, from 0 to 1.
    pub fn met_rate(&self, objective: ObjectiveId) -> Option<Interval> {
        let met = self.met(objective);
        C::share(met, self.unresolved, self.fights(), &self.scale)
    }

    /// Returns the share of all fights that a side won, from 0 to 1.
    pub fn win_rate(&self, side: SideId) -> Option<Interval> {
        C::share(self.wins(side), self.unresolved, self.fights(), &self.scale)
    }

    /// Returns the last rounds of the fights with this ending, ascending, each with the number of fights.
    pub fn rounds(&self, ending: Ending) -> impl Iterator<Item = (u32, C)> {
        self.by_round(self.layout.rounds(ending))
    }

    /// Returns the first round after which at least `percent` per cent of all fights were over.
    ///
    /// ```
    /// # use skirmish_engine::fight::{Alliances, Cast, Ending, FighterSet, Outcome, Witness};
    /// # let cast = Cast { sides: vec![], combatants: vec![], fighters: vec![], round_cap: 9, alliances: Alliances::default(), alike_from: None, most_lost: 0, things: FighterSet::NONE, absent: FighterSet::NONE, objectives: vec![], day: None, events: &[] };
    /// # let mut tally = skirmish_engine::tally::Tally::new(&cast);
    /// assert_eq!(tally.rounds_quantile(50), None);
    /// for rounds in [1, 2, 2, 7] {
    ///     tally.ended(&Outcome { ending: Ending::Draw, rounds, standing: FighterSet::NONE });
    /// }
    /// assert_eq!(tally.rounds_quantile(25), Some(1));
    /// assert_eq!(tally.rounds_quantile(50), Some(2));
    /// assert_eq!(tally.rounds_quantile(90), Some(7));
    /// ```
    pub fn rounds_quantile(&self, percent: u8) -> Option<u32> {
        let fights = self.fights();
        let mut over = C::default();
        (0..=self.layout.round_cap).find(|&round| {
            for ending in self.every_ending() {
                over.plus(self.counts[self.layout.rounds(ending) + round as usize]);
            }
            !over.is_nothing() && over.is_percent_of(percent, fights)
        })
    }

    /// Returns the mean length of all fights, in rounds.
    pub fn rounds_mean(&self) -> Option<Interval> {
        let all = self.every_ending().flat_map(|ending| self.rounds(ending));
        C::mean(all, self.layout.round_cap, self.unresolved, &self.scale)
    }

    /// Returns the mean number of fighters of a side that stand at the end.
    pub fn survivors_mean(&self, side: SideId) -> Option<Interval> {
        let part = &self.layout.sides[side.index()];
        let most = part.fighters.count();
        let counts = part.standing..=part.standing + most as usize;
        let all = (0..).zip(counts.map(|cell| self.counts[cell]));
        C::mean(all, most, self.unresolved, &self.scale)
    }

    /// Returns the standard error of [`Tally::rounds_mean`]. `None` for exact odds, and for fewer than two
    /// fights.
    pub fn rounds_error(&self) -> Option<f64> {
        let all = self.every_ending().flat_map(|ending| self.rounds(ending));
        standard_error(all)
    }

    /// Returns the standard error of [`Tally::survivors_mean`]. `None` for exact odds, and for fewer than two
    /// fights.
    pub fn survivors_error(&self, side: SideId) -> Option<f64> {
        let part = &self.layout.sides[side.index()];
        let counts = part.standing..=part.standing + part.fighters.count() as usize;
        standard_error((0..).zip(counts.map(|cell| self.counts[cell])))
    }

    pub(super) fn every_ending(&self) -> impl Iterator<Item = Ending> + use<C> {
        endings(self.layout.sides.len())
    }

    /// Returns the rounds of a histogram whose count is not 0, with their counts. `base` is the first cell of
    /// the histogram.
    pub(super) fn by_round(&self, base: usize) -> impl Iterator<Item = (u32, C)> {
        (0..=self.layout.round_cap)
            .map(move |round| (round, self.counts[base + round as usize]))
            .filter(|&(_, count)| !count.is_nothing())
    }
}

/// Figures about combatants. All fighters of a combatant are counted together.
impl<C: Count> Tally<C> {
    /// Returns the rounds when fighters of a combatant went down, ascending, each with the number of times.
    pub fn kills(&self, combatant: CombatantId) -> impl Iterator<Item = (u32, C)> {
        self.by_round(self.layout.combatants[combatant.index()].downs)
    }

    /// Returns how many times fighters of a combatant went down.
    pub fn downs(&self, combatant: CombatantId) -> C {
        C::total(self.kills(combatant).map(|(_, downs)| downs))
    }

    /// Returns the rounds when fighters of a combatant came back after going down, ascending, each with the
    /// number of times.
    pub fn returns(&self, combatant: CombatantId) -> impl Iterator<Item = (u32, C)> {
        self.by_round(self.layout.combatants[combatant.index()].back)
    }

    /// Returns the rounds when fighters of a combatant left the fight alive, ascending, each with the number
    /// of times.
    pub fn flights(&self, combatant: CombatantId) -> impl Iterator<Item = (u32, C)> {
        self.by_round(self.layout.combatants[combatant.index()].fled)
    }

    /// Returns the number of a combatant's fighters that stood at the end, over all fights.
    pub fn survived(&self, combatant: CombatantId) -> C {
        self.counts[self.layout.combatants[combatant.index()].survived]
    }

    /// Returns how many times fighters of a combatant came back after going down.
    pub fn times_back(&self, combatant: CombatantId) -> C {
        C::total(self.returns(combatant).map(|(_, times)| times))
    }

    /// Returns how many times fighters of a combatant left the fight alive.
    pub fn times_fled(&self, combatant: CombatantId) -> C {
        C::total(self.flights(combatant).map(|(_, times)| times))
    }

    /// Returns the number of attacks that a combatant made.
    pub fn attacks(&self, combatant: CombatantId) -> C {
        C::total(self.blows(combatant).map(|(_, count)| count))
    }

    /// Returns the number of attacks that a combatant made with a weapon.
    pub fn attacks_with(&self, combatant: CombatantId, weapon: WeaponId) -> C {
        let rows = self.layout.lanes(combatant, weapon).iter();
        let cells = rows.flat_map(|row| (0..row.len()).map(|cell| row.base as usize + cell));
        C::total(cells.map(|cell| self.counts[cell]))
    }

    /// Returns the number of attacks that missed although no defence stopped them.
    pub fn missed(&self, combatant: CombatantId) -> C {
        self.blows_in(combatant, MISSED)
    }

    /// Returns the number of attacks that a defence stopped.
    pub fn evaded(&self, combatant: CombatantId) -> C {
        self.blows_in(combatant, WARDED)
    }

    /// Returns the number of attacks that hit, even if armour stopped all damage.
    pub fn hits(&self, combatant: CombatantId) -> C {
        let landed = self.blows(combatant).filter(|&(cell, _)| cell >= LANDED);
        C::total(landed.map(|(_, count)| count))
    }

    /// Returns the damage that a combatant did after armour, in the rulebook's points.
    pub fn damage_dealt(&self, combatant: CombatantId) -> C {
        let mut dealt = C::default();
        for row in self.rows(combatant) {
            let base = row.base as usize;
            let cells = base..base + row.len();
            (self.counts).each_some(cells, |cell, n| dealt.plus(n.times(net(cell))));
        }
        dealt
    }

    /// Returns the damage that a combatant suffered after armour, from enemies and from its own side.
    pub fn damage_taken(&self, combatant: CombatantId) -> C {
        if self.layout.crowded {
            return self.counts[self.layout.taken + combatant.index()];
        }
        C::total(self.weapons().flat_map(|(attacker, weapon)| {
            let row = self.layout.lanes(attacker, weapon)[combatant.index()];
            let base = row.base as usize;
            let counts = (0..row.len()).map(move |cell| (cell, self.counts[base + cell]));
            counts.map(|(cell, n)| n.times(net(cell)))
        }))
    }

    /// Returns the amounts of damage that hits with a weapon did, ascending, each with the number of hits.
    pub fn damage(
        &self,
        combatant: CombatantId,
        weapon: WeaponId,
    ) -> impl Iterator<Item = (u64, C)> {
        let lanes = self.layout.lanes(combatant, weapon);
        let length = lanes.first().map_or(0, |row| row.len());
        (LANDED..length).filter_map(move |cell| {
            let hits = lanes
                .iter()
                .map(|row| self.counts[row.base as usize + cell]);
            let hits = C::total(hits);
            (!hits.is_nothing()).then(|| (net(cell), hits))
        })
    }

    /// Returns the numbers of Ranks that hits with a weapon cost the target, ascending, each with the number
    /// of hits. Empty if the cast does not count Ranks.
    pub fn ranks_lost(
        &self,
        combatant: CombatantId,
        weapon: WeaponId,
    ) -> impl Iterator<Item = (u64, C)> {
        (0..)
            .zip(self.counts.range(self.layout.lost(combatant, weapon)))
            .filter(|(_, hits)| !hits.is_nothing())
    }

    /// Returns every combatant with each of its weapons.
    fn weapons(&self) -> impl Iterator<Item = (CombatantId, WeaponId)> {
        (0..self.layout.combatants.len()).flat_map(|i| {
            let weapons = self.layout.combatants[i].weapons;
            (0..weapons).map(move |w| (CombatantId::at(i), WeaponId::at(w)))
        })
    }

    /// Returns all results of a combatant's attacks, each with its count. A result is given as the index of
    /// its cell in a histogram. The same result is returned once for every histogram.
    pub(super) fn blows(&self, combatant: CombatantId) -> impl Iterator<Item = (usize, C)> {
        self.rows(combatant).flat_map(|row| {
            (0..row.len()).map(|cell| (cell, self.counts[row.base as usize + cell]))
        })
    }

    /// Returns how many attacks of a combatant have the result that the cell with this index counts in every
    /// histogram.
    fn blows_in(&self, combatant: CombatantId, cell: usize) -> C {
        let rows = self.rows(combatant);
        C::total(rows.map(|row| self.counts[row.base as usize + cell]))
    }

    /// Returns the histograms of a combatant's attacks: those of all its weapons, for all targets.
    fn rows(&self, combatant: CombatantId) -> impl Iterator<Item = &Histogram> {
        let weapons = 0..self.layout.combatants[combatant.index()].weapons;
        weapons.flat_map(move |weapon| self.layout.lanes(combatant, WeaponId::at(weapon)))
    }
}

/// Figures about the use of policies.
impl<C: Count> Tally<C> {
    /// Returns how many times a combatant used a line of its policy.
    pub fn used(&self, combatant: CombatantId, line: LineId) -> C {
        self.counts[self.layout.combatants[combatant.index()].lines + line.index()]
    }

    /// Returns how many times no line of a list could be used.
    pub fn ran_out(&self, combatant: CombatantId, list: ListId) -> C {
        self.counts[self.layout.combatants[combatant.index()].lists + list.index()]
    }

    /// Returns how many times a line was considered. This is how many times this line or a later line of its
    /// list was used, or no line at all.
    pub fn considered(&self, combatant: CombatantId, line: LineId) -> C {
        let list_of = &self.layout.combatants[combatant.index()].list_of;
        let list = list_of[line.index()];
        let taken = (line.index()..list_of.len())
            .filter(|&later| list_of[later] == list)
            .map(|later| self.used(combatant, LineId::at(later)));
        C::total(taken.chain([self.ran_out(combatant, list)]))
    }
}

/// Returns the standard error of a histogram's mean.
fn standard_error<C: Count>(histogram: impl Iterator<Item = (u32, C)>) -> Option<f64> {
    let (mut all, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for (value, count) in histogram {
        let (value, count) = (f64::from(value), count.number());
        all += count;
        sum += count * value;
        squares += count * value * value;
    }
    error_of_mean::<C>(all, sum, squares)
}

/// Returns the standard error of the mean of `n` numbers from their sum and their sum of squares. `None` for
/// exact odds, and for fewer than two numbers.
pub(super) fn error_of_mean<C: Count>(n: f64, sum: f64, squares: f64) -> Option<f64> {
    let mean = sum / n;
    // Rounding errors may make the variance negative.
    let variance = (squares / n - mean * mean).max(0.0);
    (C::METHOD == Method::Sampled && n >= 2.0).then(|| (variance / (n - 1.0)).sqrt())
}

/// Returns the damage after armour that is counted in the cell with this index of a histogram.
pub(super) fn net(cell: usize) -> u64 {
    cell.saturating_sub(LANDED) as u64
}
