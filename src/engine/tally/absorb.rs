//! Adds the counts of a matchup that was played with its sides in another order.
//!
//! The ids of sides, combatants and weapons are positions in the lists of a cast: the sides, combatants and
//! weapons of a matchup. In a cast with another order of sides, the same id belongs to another item. This
//! module therefore matches sides by name, combatants by name and side, and weapons and policy lines by name
//! within their combatant.

use super::layout::{DayPart, End, Gone, Person};
use super::{Count, Tally, endings};
use crate::fight::{
    Cast, CombatantId, Ending, EventId, FighterId, Goal, LineId, ListId, SideId, WeaponId,
};

impl<C: Count> Tally<C> {
    /// Adds the counts of the same matchup with its sides in another order. `cast` is the cast of this tally,
    /// and `other_cast` that of the other one.
    ///
    /// # Panics
    /// If the casts differ in more than the order of their sides.
    pub fn absorb(&mut self, other: &Self, other_cast: &Cast, cast: &Cast) {
        let twins = CastMapping::new(other_cast, cast);
        assert!(
            other.layout.crowded == self.layout.crowded
                && other.layout.round_cap == self.layout.round_cap
                && other.layout.most_lost == self.layout.most_lost,
            "both seats of a matchup have the same fighters, round cap and book"
        );
        self.join(other);
        self.absorb_endings(other, &twins);
        self.add(self.layout.followed, other, other.layout.followed, 1);
        self.absorb_batched(other, &twins, (other_cast, cast));
        self.absorb_fighters(other, &twins, (other_cast, cast));
        self.absorb_objectives(other, &twins, (other_cast, cast));
        self.absorb_day(other, &twins);
        for (from, theirs) in other_cast.combatants.iter().enumerate() {
            let to = twins.combatants[from];
            let ours = &cast.combatants[to.index()];
            self.absorb_combatant(other, CombatantId::at(from), to);
            let weapons = twins_of(&theirs.weapons, &ours.weapons, |weapon| &weapon.name);
            for (weapon, twin) in weapons.into_iter().enumerate() {
                let (weapon, twin) = (WeaponId::at(weapon), WeaponId::at(twin));
                self.absorb_blows(other, (CombatantId::at(from), weapon), (to, twin), &twins);
                let lost = other.layout.lost(CombatantId::at(from), weapon);
                let here = self.layout.lost(to, twin).start;
                self.add(here, other, lost.start, lost.len());
            }
            let lists = twins_of(&theirs.playbook.lists, &ours.playbook.lists, |list| list);
            for (list, twin) in lists.into_iter().enumerate() {
                let count = other.ran_out(CombatantId::at(from), ListId::at(list));
                self.counts[self.layout.combatants[to.index()].lists + twin].plus(count);
            }
            let lines = twins_of(&theirs.playbook.lines, &ours.playbook.lines, |line| line);
            for (line, twin) in lines.into_iter().enumerate() {
                let count = other.used(CombatantId::at(from), LineId::at(line));
                self.counts[self.layout.combatants[to.index()].lines + twin].plus(count);
            }
        }
    }

    fn absorb_endings(&mut self, other: &Self, twins: &CastMapping) {
        for ending in endings(twins.sides.len()) {
            let here = match ending {
                Ending::Won(side) => {
                    let twin = twins.sides[side.index()];
                    Ending::Won(self.layout.alliances.of(twin))
                }
                undivided => undivided,
            };
            let (from, to) = (other.layout.rounds(ending), self.layout.rounds(here));
            self.add(to, other, from, self.layout.round_cap as usize + 1);
        }
        for (from, to) in other.layout.sides.iter().zip(&twins.sides) {
            let to = self.layout.sides[to.index()].standing;
            self.add(to, other, from.standing, from.fighters.count() as usize + 1);
        }
    }

    /// Adds the counts of objectives. Each side has its objectives in the same order in both casts.
    fn absorb_objectives(
        &mut self,
        other: &Self,
        twins: &CastMapping,
        (theirs, ours): (&Cast, &Cast),
    ) {
        for (from, &side) in twins.sides.iter().enumerate() {
            let of = |cast: &Cast, side: SideId, is_last: bool| -> Vec<usize> {
                let all = cast.objectives.iter().enumerate();
                let own = all.filter(|(_, one)| one.side == side);
                own.filter(|(_, one)| (one.goal == Goal::Last) == is_last)
                    .map(|(at, _)| at)
                    .collect()
            };
            // Wins as the last side standing are counted for the first side of an alliance. With another
            // order of sides, another side of the alliance may be the first.
            let first = ours.alliances.of(side);
            for (is_last, side) in [(false, side), (true, first)] {
                let pairs = of(theirs, SideId::at(from), is_last).into_iter();
                for (from, to) in pairs.zip(of(ours, side, is_last)) {
                    let to = self.layout.objectives.start + to;
                    self.add(to, other, other.layout.objectives.start + from, 1);
                }
            }
        }
    }

    /// Adds the counts of a day's stages (its fights and rests), if the matchup is a day. Both casts have the
    /// same stages.
    fn absorb_day(&mut self, other: &Self, twins: &CastMapping) {
        let (Some(ours), Some(theirs)) = (self.layout.day.clone(), other.layout.day.as_ref())
        else {
            return;
        };
        for stage in 0..ours.count {
            self.add(ours.through(stage), other, theirs.through(stage), 1);
            self.add(ours.stopped(stage), other, theirs.stopped(stage), 1);
            for &(from_whom, offset) in &theirs.people {
                let to = twins.combatants[from_whom.index()];
                let twin = ours.people.iter().find(|(combatant, _)| *combatant == to);
                let (_, here) = twin.expect("the people are the same in both seats");
                let (to, from) = (ours.through(stage) + here, theirs.through(stage) + offset);
                let fighters = other.layout.combatants[from_whom.index()].fighters;
                self.add(to, other, from, DayPart::cells_of(fighters.count()));
            }
        }
    }

    /// Adds the counts that are also kept per batch of fights: events, remaining health and departures.
    fn absorb_batched(&mut self, other: &Self, twins: &CastMapping, casts: (&Cast, &Cast)) {
        assert!(
            self.layout.events == other.layout.events,
            "both seats of a matchup are of one book"
        );
        // `twin_of` has, for each cell of this tally, the other tally's cell for the same count.
        let cells = self.layout.batched.len();
        let mut twin_of = vec![0; cells + twins.combatants.len()];
        let mut pair = |to: usize, from: usize, length: usize| {
            for at in 0..length {
                twin_of[to + at - self.layout.batched.start] =
                    from + at - other.layout.batched.start;
            }
        };
        for (from, &to) in twins.sides.iter().enumerate() {
            if self.layout.events > 0 {
                let first = EventId(0);
                let (to, from) = (
                    self.layout.event(to, first),
                    other.layout.event(SideId::at(from), first),
                );
                pair(to, from, self.layout.events);
            }
        }
        for (from, &to) in twins.combatants.iter().enumerate() {
            let (to, from) = (
                self.layout.health(to),
                other.layout.health(CombatantId::at(from)),
            );
            assert!(
                to.len() == from.len(),
                "a combatant has the same health in either seat"
            );
            pair(to.start, from.start, to.len());
        }
        for (from, to) in twins.fighters(casts) {
            let first = |tally: &Self, who: FighterId| tally.layout.gone(who, Gone::Out);
            pair(first(self, to), first(other, from), Gone::CELLS);
        }
        for (from, to) in twins.combatants.iter().enumerate() {
            twin_of[cells + to.index()] = cells + from;
        }
        let (to, from) = (self.layout.batched.start, other.layout.batched.start);
        for (at, &twin) in twin_of[..cells].iter().enumerate() {
            self.counts[to + at].plus(other.counts[from + twin]);
        }
        self.batches.absorb(&other.batches, &twin_of);
    }

    /// Adds those counts of single fighters that are not kept per batch of fights.
    fn absorb_fighters(&mut self, other: &Self, twins: &CastMapping, casts: (&Cast, &Cast)) {
        for (from, to) in twins.fighters(casts) {
            let base = |tally: &Self, who: FighterId| tally.layout.person(who, Person::Rounds);
            self.add(base(self, to), other, base(other, from), Person::CELLS);
        }
    }

    fn absorb_combatant(&mut self, other: &Self, from: CombatantId, to: CombatantId) {
        let (there, here) = (&other.layout, &self.layout);
        let (part, twin) = (
            &there.combatants[from.index()],
            &here.combatants[to.index()],
        );
        let rounds = here.round_cap as usize + 1;
        for (to, from, length) in [
            (twin.survived, part.survived, 1),
            (twin.downs, part.downs, rounds),
            (twin.back, part.back, rounds),
            (twin.fled, part.fled, rounds),
            (here.taken + to.index(), there.taken + from.index(), 1),
        ] {
            self.add(to, other, from, length);
        }
    }

    fn absorb_blows(
        &mut self,
        other: &Self,
        from: (CombatantId, WeaponId),
        to: (CombatantId, WeaponId),
        twins: &CastMapping,
    ) {
        for (target, theirs) in other.layout.lanes(from.0, from.1).iter().enumerate() {
            let lane = if self.layout.crowded {
                0
            } else {
                twins.combatants[target].index()
            };
            let ours = self.layout.lanes(to.0, to.1)[lane];
            assert!(
                ours.len() == theirs.len(),
                "a weapon does as much in either seat"
            );
            self.add(ours.base as usize, other, theirs.base as usize, ours.len());
            let first = |tally: &Self, (who, weapon)| tally.layout.first_row(who, weapon);
            let [to, from] = [first(self, to) + lane, first(other, from) + target];
            let end = |tally: &Self, row| tally.layout.end(row, End::Felled);
            self.add(end(self, to), other, end(other, from), End::CELLS);
        }
    }

    /// Adds `length` cells of the other tally, beginning at `from`, to those of this tally that begin at
    /// `to`.
    fn add(&mut self, to: usize, other: &Self, from: usize, length: usize) {
        for at in 0..length {
            self.counts[to + at].plus(other.counts[from + at]);
        }
    }
}

/// Maps the sides and combatants of one cast to their positions in the other.
struct CastMapping {
    sides: Vec<SideId>,
    combatants: Vec<CombatantId>,
}

impl CastMapping {
    fn new(from: &Cast, to: &Cast) -> Self {
        let sides = twins_of(&from.sides, &to.sides, |name| name);
        let key = |cast: &Cast| {
            let name = |combatant: &crate::fight::CastCombatant| {
                let side = cast.sides[combatant.side.index()].clone();
                (side, combatant.name.clone(), combatant.count)
            };
            cast.combatants.iter().map(name).collect::<Vec<_>>()
        };
        let combatants = twins_of(&key(from), &key(to), |name| name);
        Self {
            sides: sides.into_iter().map(SideId::at).collect(),
            combatants: combatants.into_iter().map(CombatantId::at).collect(),
        }
    }

    /// Pairs the fighters of both casts: for each combatant, the first fighter with the first, the second
    /// with the second, and so on.
    fn fighters(&self, (from, to): (&Cast, &Cast)) -> impl Iterator<Item = (FighterId, FighterId)> {
        let pairs = self.combatants.iter().enumerate();
        pairs.flat_map(move |(at, &twin)| {
            let theirs: Vec<_> = from.fighters_of(CombatantId::at(at)).iter().collect();
            let ours: Vec<_> = to.fighters_of(twin).iter().collect();
            theirs.into_iter().zip(ours)
        })
    }
}

/// Returns, for each element of `from`, the position in `to` of the element with the same key. If several
/// elements have the same key, they are matched in order.
fn twins_of<T, K: PartialEq + ?Sized>(from: &[T], to: &[T], key: impl Fn(&T) -> &K) -> Vec<usize> {
    assert!(
        from.len() == to.len(),
        "both seats of a matchup have the same cast"
    );
    let mut taken = vec![false; to.len()];
    from.iter()
        .map(|thing| {
            let twin = (0..to.len())
                .find(|&i| !taken[i] && key(&to[i]) == key(thing))
                .expect("both seats of a matchup have the same cast");
            taken[twin] = true;
            twin
        })
        .collect()
}
