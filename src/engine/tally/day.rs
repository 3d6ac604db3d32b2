//! The stages of a day: how many days get through them, and who and what is left after them.

use super::figures::error_of_mean;
use super::layout::DayPart;
use super::{Count, Interval, Mean, Tally};
use crate::fight::{CombatantId, FighterSet};

/// The state of a combatant of a day's people after a stage, over all days that got through it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AfterStage {
    /// The mean number of its fighters that stand; `None` if no day got through.
    pub standing: Option<Interval>,
    /// The mean health of these fighters together; `None` if the book counts no health.
    pub health: Option<Mean>,
}

impl<C: Count> Tally<C> {
    /// The number of days whose people got through a stage, counted from 0.
    ///
    /// # Panics
    /// If the fight is not a day, or has no such stage.
    pub fn through(&self, stage: usize) -> C {
        self.counts[self.day().through(stage)]
    }

    /// The share of all days whose people got through a stage, from 0 to 1; `None` without days.
    ///
    /// # Panics
    /// As [`Tally::through`].
    pub fn through_rate(&self, stage: usize) -> Option<Interval> {
        let through = self.through(stage);
        C::share(through, self.unresolved, self.fights(), &self.scale)
    }

    /// The number of days that the people ended after a stage, counted from 0, because a policy said so.
    ///
    /// # Panics
    /// As [`Tally::through`].
    pub fn days_stopped(&self, stage: usize) -> C {
        self.counts[self.day().stopped(stage)]
    }

    /// The share of all days that the people ended after a stage, from 0 to 1; `None` without days.
    ///
    /// # Panics
    /// As [`Tally::through`].
    pub fn days_stopped_rate(&self, stage: usize) -> Option<Interval> {
        let stopped = self.days_stopped(stage);
        C::share(stopped, self.unresolved, self.fights(), &self.scale)
    }

    /// The state of a combatant after a stage.
    ///
    /// # Panics
    /// As [`Tally::through`], and for a combatant that is not of the day's people.
    pub fn after_stage(&self, stage: usize, combatant: CombatantId) -> AfterStage {
        let day = self.day();
        let base = day.of(stage, combatant);
        let part = &self.layout.combatants[combatant.index()];
        let most = part.fighters.count();
        let through = self.through(stage);
        let histogram =
            (0..=most).map(|standing| (standing, self.counts[base + standing as usize]));
        // Days that are not followed to their end are not known to get through, so they are no part of the mean.
        let none = C::default();
        let standing = (!through.is_nothing())
            .then(|| C::mean(histogram, most, none, &self.scale))
            .flatten();
        let [sum, squares] = [1, 2].map(|at| self.counts[base + most as usize + at].number());
        let n = through.number();
        let health = (part.most_health > 0 && !through.is_nothing()).then(|| Mean {
            mean: sum / n,
            error: error_of_mean::<C>(n, sum, squares),
        });
        AfterStage { standing, health }
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
        let health = u64::from(health);
        self.counts[cell].count(health, &self.scale);
        self.counts[cell + 1].count(health * health, &self.scale);
    }
}
