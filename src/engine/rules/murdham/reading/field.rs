//! The battlefield: zones, the borders between neighbouring zones, and the distances between places.
//!
//! Clauses: MUR-0-16, MUR-0-17, MUR-0-18, MUR-7-1, MUR-7-3, MUR-10-7. A place is a zone or a border. Places
//! are numbered: first all zones, then all borders in the order of the scenario's `joins`. Movement between
//! two places is counted in half-zones, and their distance in zones. Both are computed once per matchup, so
//! that a fight only looks them up.

use std::collections::VecDeque;

use super::ground::Feature;
use crate::rules::murdham::fields::MOST_ZONES;

/// The number of a place. Zones come first, then borders.
pub(crate) type Place = u8;

/// Maximum number of borders.
pub(crate) const MOST_BORDERS: usize = 128;

/// Maximum number of places.
const MOST_PLACES: usize = MOST_ZONES + MOST_BORDERS;

/// Stands for a way or a distance that does not exist.
pub(crate) const NONE: u8 = u8::MAX;

/// The zones and borders, and all tables that are computed from them. A table about pairs of places has one
/// row for each first place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Field {
    /// The names of all places, for transcripts.
    pub names: Vec<String>,
    pub zones: usize,
    /// The two zones of each border.
    pub borders: Vec<(u8, u8)>,
    /// The features of each place, such as cover.
    pub features: Vec<Feature>,
    /// Whether the zones form a line in the order of their numbers.
    pub line: bool,
    /// The zones that each place touches, as bits. A zone touches only itself, and a border touches its two
    /// zones.
    touches: Vec<u64>,
    /// The neighbours of each place. Those of a zone are its borders, in listed order. Those of a border are
    /// its zones, the lower one first.
    neighbours: Vec<Vec<Place>>,
    /// Distance in zones between any two places, whether or not walls are between them.
    distances: Vec<u8>,
    /// Half-zones to walk from each place to each other place.
    steps: Vec<u8>,
    /// The first step on a shortest way from each place to each other place.
    next: Vec<u8>,
    /// Whether the line of sight between any two places is blocked.
    blind: Vec<bool>,
    /// The largest distance that counts as nearby, in zones [MUR-0-17].
    pub reach: u8,
    /// Whether the field is a single zone, so that all fighters are nearby each other.
    pub single: bool,
}

impl Field {
    /// Makes a field. `blind` lists pairs of places without a line of sight between them.
    pub(crate) fn new(
        names: Vec<String>,
        borders: Vec<(u8, u8)>,
        features: Vec<Feature>,
        blind: &[(Place, Place)],
    ) -> Self {
        let places = features.len();
        let zones = places - borders.len();
        let upwards = borders.iter().map(|&(a, b)| (a.min(b), a.max(b)));
        let line = upwards.eq(line_borders(zones));
        let mut touches: Vec<u64> = (0..zones).map(|zone| 1 << zone).collect();
        let mut neighbours = vec![Vec::new(); places];
        for (at, &(a, b)) in borders.iter().enumerate() {
            let border = zones + at;
            touches.push(1 << a | 1 << b);
            for zone in [a.min(b), a.max(b)] {
                neighbours[usize::from(zone)].push(small(border));
                neighbours[border].push(zone);
            }
        }
        let mut sight = vec![false; places * places];
        for (a, b) in blind.iter().flat_map(|&(a, b)| [(a, b), (b, a)]) {
            sight[usize::from(a) * places + usize::from(b)] = true;
        }
        let mut field = Self {
            names,
            zones,
            borders,
            features,
            line,
            touches,
            neighbours,
            distances: vec![NONE; places * places],
            steps: vec![NONE; places * places],
            next: vec![NONE; places * places],
            blind: sight,
            reach: 0,
            single: places == 1,
        };
        field.measure();
        field
    }

    /// Returns a single zone without features, which is the default field of a scenario [MUR-0-16].
    #[cfg(test)]
    pub(crate) fn single() -> Self {
        Self::line_of(1)
    }

    /// Returns a line of zones.
    #[cfg(test)]
    pub(crate) fn line_of(zones: usize) -> Self {
        let borders = line_borders(zones);
        let names = (0..zones)
            .map(|zone| zone.to_string())
            .chain(borders.iter().map(|(a, b)| format!("{a}|{b}")))
            .collect();
        let features = vec![Feature::default(); zones + borders.len()];
        Self::new(names, borders, features, &[])
    }

    /// Computes the distances and the shortest ways between all places. The distance between two places is
    /// that of the nearest zones that they touch, whether or not walls are between them [MUR-0-17]. A way on
    /// foot leads around walls. Of equally short ways, the one through the neighbour listed first is used.
    fn measure(&mut self) {
        let places = self.features.len();
        let open = |place: &usize| !self.features[*place].wall;
        let beside = |place: usize| self.neighbours[place].iter().map(|&next| usize::from(next));
        for goal in 0..places {
            for (from, &steps) in steps_from(goal, places, beside).iter().enumerate() {
                // A border touches its zones, so the half-zone from a border to a zone does not count as
                // distance.
                let borders = u8::from(from >= self.zones) + u8::from(goal >= self.zones);
                if steps != NONE {
                    self.distances[from * places + goal] = steps.saturating_sub(borders) / 2;
                }
            }
            if !open(&goal) {
                continue;
            }
            let ways = steps_from(goal, places, |place| beside(place).filter(open));
            for (from, &way) in ways.iter().enumerate().filter(|(_, way)| **way != NONE) {
                self.steps[from * places + goal] = way;
                if from != goal {
                    let first = beside(from).find(|&next| ways[next] == way - 1);
                    let first = small(first.expect("a way has a first step"));
                    self.next[from * places + goal] = first;
                }
            }
        }
    }

    #[inline]
    fn at(&self, from: Place, to: Place) -> usize {
        usize::from(from) * self.features.len() + usize::from(to)
    }

    /// Returns the distances from a place to each place in zones, or [`NONE`] if the two are not connected.
    #[inline]
    pub(crate) fn distances(&self, from: Place) -> &[u8] {
        &self.distances[self.at(from, 0)..][..self.features.len()]
    }

    /// Returns the distance between two places in zones, or [`NONE`] if they are not connected.
    #[inline]
    pub(crate) fn distance(&self, a: Place, b: Place) -> u8 {
        self.distances[self.at(a, b)]
    }

    /// Returns whether two places are nearby each other, so that melee attacks reach from one to the other
    /// [MUR-0-17].
    #[inline]
    pub(crate) fn nearby(&self, a: Place, b: Place) -> bool {
        self.single || a == b || self.distance(a, b) <= self.reach
    }

    /// Returns the half-zones to walk from one place to another, or [`NONE`] if there is no way.
    #[inline]
    pub(crate) fn steps(&self, from: Place, to: Place) -> u8 {
        self.steps[self.at(from, to)]
    }

    /// Returns the next place on the way. Returns `None` if there is no way or `from` is already the goal.
    #[inline]
    pub(crate) fn next(&self, from: Place, to: Place) -> Option<Place> {
        Some(self.next[self.at(from, to)]).filter(|&next| next != NONE)
    }

    /// Returns the next place on a shortest way to `to` that avoids all places that satisfy `closed`. The
    /// goal itself may be closed. Returns `None` if there is no such way.
    pub(crate) fn next_round(
        &self,
        from: Place,
        to: Place,
        closed: impl Fn(Place) -> bool,
    ) -> Option<Place> {
        let shortest = self.next(from, to)?;
        let mut ahead = shortest;
        while ahead != to && !closed(ahead) {
            ahead = self.next(ahead, to)?;
        }
        if ahead == to {
            return Some(shortest);
        }
        // The places reached already, nearest first. Each comes with the first step of the way to it.
        let mut reached = [(from, from); MOST_PLACES];
        let mut seen = [false; MOST_PLACES];
        seen[usize::from(from)] = true;
        let (mut at, mut count) = (0, 1);
        while at < count {
            let (place, first) = reached[at];
            at += 1;
            for &next in self.beside(place) {
                let first = if place == from { next } else { first };
                if next == to {
                    return Some(first);
                }
                let known = std::mem::replace(&mut seen[usize::from(next)], true);
                if !known && !self.feature(next).wall && !closed(next) {
                    reached[count] = (next, first);
                    count += 1;
                }
            }
        }
        None
    }

    /// Returns the neighbours of a place, in listed order.
    #[inline]
    pub(crate) fn beside(&self, place: Place) -> &[Place] {
        &self.neighbours[usize::from(place)]
    }

    #[inline]
    pub(crate) fn feature(&self, place: Place) -> &Feature {
        &self.features[usize::from(place)]
    }

    /// Returns whether the line of sight between two places is blocked.
    #[inline]
    pub(crate) fn is_blind(&self, a: Place, b: Place) -> bool {
        self.blind[self.at(a, b)]
    }

    /// Returns whether some places cannot be seen from everywhere.
    pub(crate) fn blinds(&self) -> bool {
        self.blind.contains(&true) || self.features.iter().any(|feature| feature.dark)
    }

    #[inline]
    pub(crate) fn is_zone(&self, place: Place) -> bool {
        usize::from(place) < self.zones
    }

    /// Returns whether a place is this zone or one of its borders.
    #[inline]
    pub(crate) fn touches(&self, place: Place, zone: Place) -> bool {
        self.touches[usize::from(place)] >> zone & 1 == 1
    }

    /// Returns the zones that a place touches, the lowest first.
    #[inline]
    pub(crate) fn zones_of(&self, place: Place) -> impl Iterator<Item = Place> + use<> {
        let mut rest = self.touches[usize::from(place)];
        std::iter::from_fn(move || {
            let zone = (rest != 0).then_some(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(small(zone))
        })
    }

    /// Returns the neighbouring zones of a zone, in the order of the scenario's `joins`.
    pub(crate) fn zones_beside(&self, zone: Place) -> impl Iterator<Item = Place> + '_ {
        self.beside(zone).iter().map(move |&border| {
            let (a, b) = self.borders[usize::from(border) - self.zones];
            if a == zone { b } else { a }
        })
    }
}

/// Returns the borders between neighbouring zones on a line of `zones` zones.
pub(crate) fn line_borders(zones: usize) -> Vec<(u8, u8)> {
    let numbers = (0..zones).map(small);
    numbers.clone().zip(numbers.skip(1)).collect()
}

/// Returns the number of steps from one place to every place, or [`NONE`] if no way leads there. `beside`
/// returns the neighbours of a place.
fn steps_from<I: Iterator<Item = usize>>(
    from: usize,
    places: usize,
    beside: impl Fn(usize) -> I,
) -> Vec<u8> {
    let mut steps = vec![NONE; places];
    steps[from] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(place) = queue.pop_front() {
        for next in beside(place) {
            if steps[next] == NONE {
                steps[next] = steps[place] + 1;
                queue.push_back(next);
            }
        }
    }
    steps
}

fn small(place: usize) -> Place {
    u8::try_from(place).expect("a field has fewer than 200 places")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the border above the zone `low`, on a line of six zones.
    const fn border(low: u8) -> Place {
        6 + low
    }

    #[test] // MUR-0-16, MUR-0-17
    fn distances_on_a_line_are_counted_from_the_nearer_zone() {
        let line = Field::line_of(6);
        assert!(line.line);
        assert_eq!(line.distance(2, 5), 3);
        assert_eq!(line.distance(border(2), 5), 2);
        assert_eq!(line.distance(border(2), border(3)), 0);
        assert!(line.nearby(border(2), border(3)));
        assert_eq!(line.distance(2, 3), 1);
        assert!(!line.nearby(2, 3));
        assert!(line.nearby(2, border(2)));
    }

    #[test] // MUR-0-16
    fn half_a_zone_leads_from_a_zone_to_its_border() {
        let line = Field::line_of(6);
        assert_eq!(line.steps(2, border(2)), 1);
        assert_eq!(line.steps(2, 3), 2);
        assert_eq!(line.steps(border(2), 0), 5);
        assert_eq!(line.next(2, 5), Some(border(2)));
        assert_eq!(line.next(border(2), 5), Some(3));
        assert_eq!(line.next(5, 5), None);
    }

    #[test] // MUR-0-16
    fn a_ring_goes_round_the_shorter_way_and_walls_are_walked_around() {
        let ring = [(0, 1), (1, 2), (2, 3), (3, 0)];
        let names = || (0..8).map(|n| n.to_string()).collect();
        let open = Field::new(names(), ring.to_vec(), vec![Feature::default(); 8], &[]);
        assert!(!open.line);
        assert_eq!((open.steps(0, 3), open.distance(0, 2)), (2, 2));
        let mut features = vec![Feature::default(); 8];
        features[7].wall = true;
        let walled = Field::new(names(), ring.to_vec(), features, &[]);
        assert_eq!((walled.steps(0, 3), walled.distance(0, 3)), (6, 1));
        assert_eq!(walled.zones_beside(0).collect::<Vec<_>>(), [1, 3]);
    }

    #[test] // MUR-0-18
    fn closed_places_are_gone_round_where_a_way_leads_round_them() {
        let ring = [(0, 1), (1, 2), (2, 3), (3, 0)];
        let names = (0..8).map(|n| n.to_string()).collect();
        let ring = Field::new(names, ring.to_vec(), vec![Feature::default(); 8], &[]);
        let round = |to: Place, closed: &[Place]| ring.next_round(0, to, |at| closed.contains(&at));
        assert_eq!((round(2, &[]), round(2, &[1])), (Some(4), Some(7)));
        assert_eq!((round(1, &[1]), round(1, &[4])), (Some(4), Some(7)));
        assert_eq!((round(2, &[1, 3]), round(0, &[])), (None, None));
    }

    #[test] // MUR-0-16
    fn unless_told_otherwise_all_are_in_one_zone() {
        let zone = Field::single();
        assert!(zone.nearby(0, 0));
        assert!(zone.beside(0).is_empty());
    }

    #[test] // MUR-0-19
    fn what_blocks_a_line_of_sight_blocks_it_both_ways() {
        let features = vec![Feature::default(); 3];
        let names = (0..3).map(|n| n.to_string()).collect();
        let field = Field::new(names, vec![(0, 1)], features, &[(0, 1)]);
        assert!(field.is_blind(0, 1) && field.is_blind(1, 0));
        assert!(!field.is_blind(0, 2) && !field.is_blind(2, 1));
    }

    #[test] // MUR-0-18
    fn a_way_round_a_full_place_leads_through_no_wall() {
        let ring = [(0, 1), (1, 2), (2, 3), (3, 0)];
        let names = (0..8).map(|n| n.to_string()).collect();
        let mut features = vec![Feature::default(); 8];
        features[7].wall = true;
        let ring = Field::new(names, ring.to_vec(), features, &[]);
        assert_eq!(ring.next_round(0, 2, |at| at == 1), None);
    }
}
