//! Finds the contenders of a scenario, which `tune --target even` makes win about equally often.
//!
//! If two axes list the same values, as in a matrix of weapons, these values are the contenders. The win rate
//! of such a contender is the mean over all matchups with the others. Matchups of a value with itself say
//! nothing about balance and are left out. If no two axes list the same values, the sides of the scenario are
//! the contenders.

use std::collections::HashSet;

use crate::scenario::Scenario;

/// The contenders of a scenario. The search makes all of them win about equally often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contenders {
    /// Names of the contenders.
    pub names: Vec<String>,
    /// Kind of the contenders: `side`, or the name of the axis that lists them.
    pub kind: String,
    /// The matchups between contenders, as indices of the scenario's matchups.
    pub(super) matchups: Vec<usize>,
    /// The matchups of each contender. An entry is an index into `matchups` and the index of the contender's
    /// side.
    pub(super) places: Vec<Vec<(usize, usize)>>,
}

impl Contenders {
    /// Returns the contenders of a scenario, without those named in `without`.
    ///
    /// # Errors
    /// If a name in `without` is no contender. The error has that name and all names of contenders.
    pub fn of(scenario: &Scenario, without: &[String]) -> Result<Self, (String, Vec<String>)> {
        let texts = |axis: usize| -> Vec<String> {
            let values = scenario.axes[axis].values.iter();
            values.map(|value| value.text.clone()).collect()
        };
        let all = |axis: usize| texts(axis).into_iter().collect::<HashSet<_>>();
        let count = scenario.axes.len();
        let alike = (0..count)
            .flat_map(|a| (a + 1..count).map(move |b| (a, b)))
            .find(|&(a, b)| all(a).len() > 1 && all(a) == all(b));
        let names = match alike {
            Some((axis, _)) => texts(axis),
            None => scenario.sides().into_iter().map(|side| side.name).collect(),
        };
        if let Some(unknown) = without.iter().find(|name| !names.contains(name)) {
            return Err((unknown.clone(), names));
        }
        Ok(match alike {
            Some(pair) => Self::of_axes(scenario, pair, without),
            None => Self::of_sides(scenario, &names, without),
        })
    }

    /// Returns the sides of a scenario as contenders, even if two axes list the same values.
    pub fn sides(scenario: &Scenario) -> Self {
        let names: Vec<String> = scenario.sides().into_iter().map(|side| side.name).collect();
        Self::of_sides(scenario, &names, &[])
    }

    fn of_sides(scenario: &Scenario, names: &[String], without: &[String]) -> Self {
        let matchups: Vec<usize> = (0..scenario.len()).collect();
        let everywhere = |side: usize| matchups.iter().map(|&at| (at, side)).collect();
        let left = |&side: &usize| !without.contains(&names[side]);
        let sides: Vec<usize> = (0..names.len()).filter(left).collect();
        Self {
            names: sides.iter().map(|&side| names[side].clone()).collect(),
            kind: "side".to_owned(),
            places: sides.into_iter().map(everywhere).collect(),
            matchups,
        }
    }

    fn of_axes(scenario: &Scenario, (a, b): (usize, usize), without: &[String]) -> Self {
        let (first, second) = (&scenario.axes[a], &scenario.axes[b]);
        let sides = match (scenario.side_of(first), scenario.side_of(second)) {
            (Some(one), Some(other)) if one != other => [one, other],
            _ => [0, 1],
        };
        let names: Vec<String> = first
            .values
            .iter()
            .map(|value| value.text.clone())
            .filter(|name| !without.contains(name))
            .collect();
        let mut matchups = Vec::new();
        let mut places = vec![Vec::new(); names.len()];
        for matchup in 0..scenario.len() {
            let value = |axis: usize| {
                let inner: usize = scenario.axes[axis + 1..]
                    .iter()
                    .map(|axis| axis.values.len())
                    .product();
                let axis = &scenario.axes[axis];
                &axis.values[matchup / inner % axis.values.len()].text
            };
            let place = |axis| names.iter().position(|name| name == value(axis));
            if let (Some(one), Some(other)) = (place(a), place(b))
                && one != other
            {
                places[one].push((matchups.len(), sides[0]));
                places[other].push((matchups.len(), sides[1]));
                matchups.push(matchup);
            }
        }
        Self {
            kind: first.name.clone(),
            names,
            matchups,
            places,
        }
    }

    /// Returns the number of matchups of each contender.
    pub fn counts(&self) -> Vec<u64> {
        self.places.iter().map(|all| all.len() as u64).collect()
    }

    /// Returns the number of matchups of the contender that has the fewest.
    pub fn fewest(&self) -> usize {
        self.places.iter().map(Vec::len).min().unwrap_or(0)
    }
}
