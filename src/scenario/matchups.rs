//! A scenario's matchups: the product of its axes.

use super::{Axis, AxisValue, Faults, Scenario, Side, Table, axes, sides};

/// One pairing under one set of values.
#[derive(Debug, Clone)]
pub struct Matchup {
    /// Its name: the values of its axes, or its sides.
    pub name: String,
    /// The axes and this matchup's values.
    pub axes: Vec<(String, String)>,
    /// The whole tree: the book's tables, includes, file, overrides, and this matchup's values.
    pub tree: Table,
    /// Who fights, in seat order; two or more.
    pub sides: Vec<Side>,
    /// Whether the sides are swapped.
    pub seat: Seat,
}

/// The order in which a matchup's sides sit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// As the scenario lists them.
    Listed,
    /// The other way round.
    Swapped,
}

impl Scenario {
    /// How many matchups there are.
    pub fn len(&self) -> usize {
        self.axes.iter().map(|axis| axis.values.len()).product()
    }

    /// Whether there are none; there is always one.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All matchups: the product of the axes, the first axis slowest. Those that some value breaks are faults and
    /// left out.
    pub fn matchups(&self, faults: &Faults) -> Vec<Matchup> {
        (0..self.len())
            .filter_map(|n| self.matchup(n, faults))
            .collect()
    }

    /// The `n`th matchup.
    pub(super) fn matchup(&self, n: usize, faults: &Faults) -> Option<Matchup> {
        let chosen = self.chosen(n);
        let mut tree = self.tree.clone();
        if !axes::set(&mut tree, &chosen, faults) {
            return None;
        }
        let sides = sides::read(&tree, self.start, faults)?;
        let name = if chosen.is_empty() {
            let names: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
            names.join(" v ")
        } else {
            let texts: Vec<&str> = chosen
                .iter()
                .map(|(_, value)| value.text.as_str())
                .collect();
            texts.join(" / ")
        };
        let axes = chosen
            .iter()
            .map(|(axis, value)| (axis.name.clone(), value.text.clone()))
            .collect();
        Some(Matchup {
            name,
            axes,
            tree,
            sides,
            seat: Seat::Listed,
        })
    }

    /// The values of the `n`th matchup, axis by axis.
    fn chosen(&self, mut n: usize) -> Vec<(&Axis, &AxisValue)> {
        let mut chosen: Vec<_> = self
            .axes
            .iter()
            .rev()
            .map(|axis| {
                let value = &axis.values[n % axis.values.len()];
                n /= axis.values.len();
                (axis, value)
            })
            .collect();
        chosen.reverse();
        chosen
    }
}

impl Matchup {
    /// The same with its sides in reverse order.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let mut swapped = self.clone();
        swapped.sides.reverse();
        swapped.seat = match self.seat {
            Seat::Listed => Seat::Swapped,
            Seat::Swapped => Seat::Listed,
        };
        swapped
    }
}
