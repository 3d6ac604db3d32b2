//! Figures of days. A day is a series of stages, which are fights and rests. One side goes through it, which
//! is called the day's side. The figures of a stage say how many days get through it, and which fighters,
//! health and supplies are left then.

use super::figures::error_of_mean;
use super::layout::DayPart;
use super::{Count, Interval, Mean, Tally};
use crate::fight::{CombatantId, FighterSet, Supplies};

/// The state of a combatant after a stage, over all days when the day's side got through that stage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AfterStage {
    /// The mean number of the combatant's fighters that stand. `None` if no day got through the stage.
    pub standing: Option<Interval>,
    /// The mean of the summed health of these fighters. `None` if the ruleset does not count health.
    pub health: Option<Mean>,
    /// The mean number of each kind of supplies that these fighters have left together, in the order of
    /// [`Supplies`]. `None` for kinds that they do not have at the start of the day.
    pub supplies: [Option<Mean>; Supplies::KINDS],
}

impl<C: Count> Tally<C> {
    /// Returns the number of days when the day's side got through a stage. Stages are counted from 0.
    ///
    /// # Panics
    /// If the matchup is not a day, or if it does not have this stage.
    pub fn through(&self, stage: usize) -> C {
        self.counts[self.day().through(stage)]
    }

    /// Returns the share, from 0 to 1, of those days when the day's side got through a stage. `None` if no
    /// days were played.
    ///
    /// # Panics
    /// In the same cases as [`Tally::through`].
    pub fn through_rate(&self, stage: usize) -> Option<Interval> {
        let through = self.through(stage);
        C::share(through, self.unresolved, self.fights(), &self.scale)
    }

    /// Returns the number of days that the day's side ended after a stage, because its policy said so. Stages
    /// are counted from 0.
    ///
    /// # Panics
    /// In the same cases as [`Tally::through`].
    pub fn days_stopped(&self, stage: usize) -> C {
        self.counts[self.day().stopped(stage)]
    }

    /// Returns the share of all days that the day's side ended after a stage, from 0 to 1. `None` if no days
    /// were played.
    ///
    /// # Panics
    /// In the same cases as [`Tally::through`].
    pub fn days_stopped_rate(&self, stage: usize) -> Option<Interval> {
        let stopped = self.days_stopped(stage);
        C::share(stopped, self.unresolved, self.fights(), &self.scale)
    }

    /// Returns the state of a combatant after a stage.
    ///
    /// # Panics
    /// In the same cases as [`Tally::through`], and if the combatant is not on the side that goes through the
    /// day.
    pub fn after_stage(&self, stage: usize, combatant: CombatantId) -> AfterStage {
        let day = self.day();
        let base = day.of(stage, combatant);
        let part = &self.layout.combatants[combatant.index()];
        let most = part.fighters.count();
        let through = self.through(stage);
        let histogram =
            (0..=most).map(|standing| (standing, self.counts[base + standing as usize]));
        // If a day has an unknown result, it is unknown whether the day's side got through. Such days are not
        // part of the mean.
        let none = C::default();
        let standing = (!through.is_nothing())
            .then(|| C::mean(histogram, most, none, &self.scale))
            .flatten();
        let n = through.number();
        let mean = |first: usize, is_counted: bool| {
            let [sum, squares] = [0, 1].map(|at| self.counts[first + at].number());
            (is_counted && !through.is_nothing()).then(|| Mean {
                mean: sum / n,
                error: error_of_mean::<C>(n, sum, squares),
            })
        };
        let health = base + most as usize + 1;
        let supplied = day.supplied_of(combatant);
        AfterStage {
            standing,
            health: mean(health, part.most_health > 0),
            supplies: std::array::from_fn(|kind| mean(health + 2 + 2 * kind, supplied[kind])),
        }
    }

    fn day(&self) -> &DayPart {
        self.layout.day.as_ref().expect("the fight is a day")
    }

    pub(super) fn count_stage(&mut self, stage: usize, standing: FighterSet) {
        let Some(day) = &self.layout.day else {
            return;
        };
        let (counts, scale) = (&mut self.counts, &self.scale);
        counts[day.through(stage)].count(1, scale);
        for &(combatant, _) in &day.people {
            let part = &self.layout.combatants[combatant.index()];
            let own = standing.and(part.fighters).count();
            counts[day.of(stage, combatant) + own as usize].count(1, scale);
        }
    }

    pub(super) fn count_stopped(&mut self, stage: usize) {
        if let Some(day) = &self.layout.day {
            self.counts[day.stopped(stage)].count(1, &self.scale);
        }
    }

    pub(super) fn count_stage_health(&mut self, stage: usize, combatant: CombatantId, health: u32) {
        let Some(day) = &self.layout.day else {
            return;
        };
        let part = &self.layout.combatants[combatant.index()];
        let cell = day.of(stage, combatant) + part.fighters.count() as usize + 1;
        self.count_sums(cell, health);
    }

    pub(super) fn count_stage_supplies(
        &mut self,
        stage: usize,
        combatant: CombatantId,
        supplies: Supplies,
    ) {
        let Some(day) = &self.layout.day else {
            return;
        };
        let part = &self.layout.combatants[combatant.index()];
        let first = day.of(stage, combatant) + part.fighters.count() as usize + 3;
        for (kind, number) in supplies.numbers().into_iter().enumerate() {
            self.count_sums(first + 2 * kind, number);
        }
    }

    /// Adds `number` to a cell, and its square to the next cell.
    fn count_sums(&mut self, cell: usize, number: u32) {
        let number = u64::from(number);
        self.counts[cell].count(number, &self.scale);
        self.counts[cell + 1].count(number * number, &self.scale);
    }
}
