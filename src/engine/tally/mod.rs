//! Counts what happens in many fights, in whole numbers that can be added without rounding.
//!
//! A [`Tally`] is a [`Witness`], so rulesets report to it what happens in a fight. All counts are in one flat
//! list, whose layout depends on the cast of the matchup: its sides, fighters and weapons. An event therefore
//! costs one increment, tallies are merged by adding their lists, and a fight allocates no memory. An attack
//! is one increment in the histogram of its attacker, weapon and target. The numbers of attacks and hits and
//! the damage are calculated from these histograms later (`figures.rs`).
//!
//! A tally does not store rates and means. Its methods calculate them from the counts, together with their
//! [`Interval`].

mod absorb;
mod batches;
mod blows;
mod cells;
mod count;
mod day;
mod events;
mod evidence;
mod family;
mod fighters;
mod figures;
mod interval;
mod layout;
mod packed;
mod pairs;
mod singles;
mod stopping;
mod survival;

pub use count::{Count, Expected, Method, Weighing};
pub use day::AfterStage;
pub use events::PerFight;
pub use evidence::{Evidence, Moment};
pub use family::{Family, holm, sure};
pub use fighters::{Departure, Mean};
pub use interval::Interval;
pub use packed::Mismatch;
pub use pairs::Pairs;
pub use singles::{Figure, Singles};
pub use stopping::{Looks, Stop};
pub use survival::SideAfterRound;

use crate::fight::{
    Blow, Cast, CombatantId, Ending, EventId, EventKind, FighterId, FighterSet, LineId, ListId,
    NoteRange, ObjectiveId, Outcome, SideId, Supplies, WeaponId, Witness,
};
use batches::Batches;
use blows::Blows;
pub use blows::Hits;
use cells::Cells;
use layout::{Gone, Layout, Person};

/// The counts of many fights of one matchup.
///
/// ```
/// use skirmish_engine::fight::{Alliances, Cast, Ending, FighterSet, Outcome, Witness};
/// use skirmish_engine::tally::Tally;
///
/// let sides = vec!["us".into(), "them".into()];
/// let cast = Cast { sides, combatants: vec![], fighters: vec![], round_cap: 9, alliances: Alliances::default(), alike_from: None, most_lost: 0, things: FighterSet::NONE, absent: FighterSet::NONE, objectives: vec![], day: None, events: &[] };
/// let mut tally = Tally::new(&cast);
/// tally.ended(&Outcome { ending: Ending::Draw, rounds: 3, standing: FighterSet::NONE });
/// assert_eq!((tally.fights(), tally.draws()), (1, 1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally<C: Count = u64> {
    layout: Layout,
    counts: Cells<C>,
    /// The fights with an unknown result, which only exact odds have.
    unresolved: C,
    scale: C::Scale,
    /// The fighters that are down or have left, in the fight that is being reported.
    out: FighterSet,
    /// The last blows of the fight that is being reported, which are known only if blows are reported in
    /// their order.
    blows: Blows,
    batches: Batches,
}

impl Tally {
    /// Returns an empty tally for this cast, and allocates all the memory that it needs.
    ///
    /// # Panics
    /// If the cast has more than [`MOST_FIGHTERS`](crate::fight::MOST_FIGHTERS) fighters.
    pub fn new(cast: &Cast) -> Self {
        Self::empty(cast)
    }

    /// Sets how the run ended, which affects the width of the intervals.
    pub fn stopped(&mut self, stop: Stop) {
        self.scale = stop;
    }
}

/// A tally of exact odds: each event is counted with its probability.
impl Tally<Expected> {
    /// Returns an empty tally of probabilities and expected values. Events count with a weight of 0 until
    /// [`Tally::weigh`] is called.
    ///
    /// # Panics
    /// If the cast has more than [`MOST_FIGHTERS`](crate::fight::MOST_FIGHTERS) fighters.
    pub fn weighed(cast: &Cast) -> Self {
        Self::empty(cast)
    }

    /// Sets the probability of all events that are reported from now on.
    pub fn weigh(&mut self, weight: f64) {
        self.scale.weight = weight;
    }

    /// Adds the probability of fights whose course was not calculated to the end.
    pub fn leave(&mut self, unresolved: f64) {
        self.unresolved.add(unresolved);
    }

    /// Sets the bound on the rounding errors of any figure, as a fraction of the figure.
    pub fn off_by(&mut self, error: f64) {
        self.scale.error = error;
    }

    /// Divides every count by 2, without rounding. A matchup that is played in two seats (with the sides in
    /// both orders) has one tally for each seat. Both are halved and then added.
    pub fn halve(&mut self) {
        for count in self.counts.iter_mut() {
            *count = count.part(0.5);
        }
        self.unresolved = self.unresolved.part(0.5);
    }
}

impl<C: Count> Tally<C> {
    fn empty(cast: &Cast) -> Self {
        let (layout, cells) = Layout::new(cast);
        Self {
            batches: Batches::new(),
            out: FighterSet::NONE,
            blows: Blows::new(cast.fighters.len()),
            layout,
            counts: Cells::new(cells),
            unresolved: C::default(),
            scale: C::Scale::default(),
        }
    }

    /// Returns the bound on the rounding errors of any figure, as a fraction of the figure. The bound is 0
    /// for fights that were played.
    pub fn error(&self) -> f64 {
        C::error(&self.scale)
    }

    /// Returns the data that apply to all counts together: how the run ended, or the present probability of
    /// events and the error bound of exact odds.
    pub fn scale(&self) -> &C::Scale {
        &self.scale
    }

    /// Counts an event that happened `times` times in a cell.
    #[inline]
    fn count(&mut self, cell: usize, times: u64) {
        self.counts[cell].count(times, &self.scale);
    }

    /// Returns the tally without events and health, so that two tallies can be compared. Fights from
    /// probability tables report the mean number of events in place of actual ones, so these counts differ
    /// between the two ways to play.
    #[cfg(test)]
    pub(crate) fn without_events(mut self) -> Self {
        for cell in self.layout.batched.start..self.layout.gone {
            self.counts[cell] = C::default();
        }
        self.batches = Batches::new();
        self
    }

    /// Sets the counts of all events to 0, except the fates of fighters, such as being dead. `cast` is the
    /// cast of this tally.
    pub(crate) fn forget_deeds(&mut self, cast: &Cast) {
        for side in (0..cast.sides.len()).map(SideId::at) {
            for (event, spec) in cast.events.iter().enumerate() {
                if spec.kind == EventKind::Deed {
                    let cell = self.layout.event(side, EventId::at(event));
                    self.counts[cell] = C::default();
                }
            }
        }
    }

    /// Adds the counts of other fights with the same cast.
    ///
    /// # Panics
    /// If the other tally was made for another cast.
    pub fn merge(&mut self, other: &Self) {
        assert!(
            self.layout == other.layout,
            "only tallies of one cast can be merged"
        );
        for (mine, theirs) in self.counts.iter_mut().zip(other.counts.iter()) {
            mine.plus(theirs);
        }
        self.batches.merge(&other.batches);
        self.join(other);
    }

    /// Packs the counts to save memory. The next count unpacks them.
    pub fn pack(&mut self) {
        self.counts.pack();
        self.batches.pack();
    }

    /// Adds those parts of the other tally that are not in the list of counts.
    fn join(&mut self, other: &Self) {
        self.unresolved.plus(other.unresolved);
        self.scale = C::joined(self.scale, other.scale);
    }
}

impl<C: Count> Witness for Tally<C> {
    #[inline]
    fn attacked(&mut self, attacker: FighterId, target: FighterId, weapon: WeaponId, blow: Blow) {
        self.marked_anywhere(attacker, target, weapon, blow.mark(), 1);
    }

    #[inline]
    fn line_repeated(&mut self, who: FighterId, line: LineId, times: u64) {
        self.count(self.layout.slot(who).lines as usize + line.index(), times);
    }

    #[inline]
    fn list_ran_out_repeatedly(&mut self, who: FighterId, list: ListId, times: u64) {
        self.count(self.layout.slot(who).lists as usize + list.index(), times);
    }

    #[inline]
    fn place(&self, attacker: FighterId, target: FighterId, weapon: WeaponId) -> NoteRange {
        let row = self.layout.row(attacker, weapon, target);
        // If all targets share a histogram, the damage to each target is also added up separately. This
        // function returns an empty range in that case. `marked` then calls `marked_anywhere`.
        if self.layout.crowded {
            NoteRange::default()
        } else {
            NoteRange {
                at: row.base,
                len: row.last + 1,
            }
        }
    }

    #[inline]
    fn marked(
        &mut self,
        place: NoteRange,
        attacker: FighterId,
        target: FighterId,
        weapon: WeaponId,
        mark: u32,
        times: u64,
    ) {
        if place.len == 0 {
            return self.marked_anywhere(attacker, target, weapon, mark, times);
        }
        let last = place.len - 1;
        debug_assert!(mark <= last, "{mark} is more than promised");
        self.count((place.at + mark.min(last)) as usize, times);
        self.follow(place.at, target, mark);
    }

    #[inline]
    fn lost(&mut self, attacker: FighterId, _target: FighterId, weapon: WeaponId, ranks: u32) {
        let most = self.layout.most_lost;
        if most > 0 {
            debug_assert!(ranks <= most, "{ranks} is more than promised");
            let cell = self.layout.lost_by(attacker, weapon, ranks.min(most));
            self.count(cell, 1);
        }
    }

    #[inline]
    fn downed(&mut self, who: FighterId, round: u32) {
        self.count_downed(who, round, 1);
    }

    #[inline]
    fn back(&mut self, who: FighterId, round: u32) {
        self.blows.clear(who);
        let layout = &self.layout;
        self.count(layout.slot(who).back as usize + layout.round(round), 1);
        self.out.remove(who);
    }

    #[inline]
    fn fled(&mut self, who: FighterId, round: u32) {
        let layout = &self.layout;
        self.count(layout.slot(who).fled as usize + layout.round(round), 1);
        self.count_out(who, round, 1);
    }

    #[inline]
    fn happened(&mut self, who: FighterId, event: EventId, parts: u64) {
        debug_assert!(event.index() < self.layout.events, "the book lists it");
        self.count(self.layout.slot(who).events as usize + event.index(), parts);
    }

    #[inline]
    fn left(&mut self, who: FighterId, health: u32, parts: u64) {
        let slot = self.layout.slot(who);
        if slot.most_health > 0 {
            debug_assert!(health <= slot.most_health, "{health} is more than promised");
            let cell = slot.health + health.min(slot.most_health);
            self.count(cell as usize, parts);
        }
    }

    #[inline]
    fn line_used(&mut self, who: FighterId, line: LineId) {
        self.count(self.layout.slot(who).lines as usize + line.index(), 1);
    }

    #[inline]
    fn list_ran_out(&mut self, who: FighterId, list: ListId) {
        self.count(self.layout.slot(who).lists as usize + list.index(), 1);
    }

    #[inline]
    fn met(&mut self, objective: ObjectiveId) {
        self.count(self.layout.objectives.start + objective.index(), 1);
    }

    fn stage_over(&mut self, stage: usize, standing: FighterSet) {
        self.count_stage(stage, standing);
    }

    fn stage_supplies(&mut self, stage: usize, combatant: CombatantId, supplies: Supplies) {
        self.count_stage_supplies(stage, combatant, supplies);
    }

    fn day_stopped(&mut self, stage: usize) {
        self.count_stopped(stage);
    }

    fn stage_left(&mut self, stage: usize, combatant: CombatantId, health: u32) {
        self.count_stage_health(stage, combatant, health);
    }

    #[inline]
    fn ended(&mut self, outcome: &Outcome) {
        self.count_ended(outcome, 1);
    }

    fn ended_alike(&mut self, outcome: &Outcome, downed: FighterSet, times: u64) {
        for who in downed.iter() {
            self.count_downed(who, outcome.rounds, times);
        }
        self.count_ended(outcome, times);
    }

    #[inline]
    fn turn_to(&mut self, out: FighterSet) -> FighterSet {
        std::mem::replace(&mut self.out, out)
    }
}

impl<C: Count> Tally<C> {
    /// Counts `times` attacks with the result `mark`. Finds their histogram, which the caller does not know.
    /// If all targets share a histogram, also adds the damage to the sum of the target.
    fn marked_anywhere(
        &mut self,
        attacker: FighterId,
        target: FighterId,
        weapon: WeaponId,
        mark: u32,
        times: u64,
    ) {
        let layout = &self.layout;
        let row = layout.row(attacker, weapon, target);
        if layout.crowded {
            let dealt = u64::from(mark.saturating_sub(Blow::LANDED));
            self.counts[layout.taken_by(target)].count(times * dealt, &self.scale);
        }
        debug_assert!(mark <= row.last, "{mark} is more than promised");
        self.count((row.base + mark.min(row.last)) as usize, times);
        self.follow(row.base, target, mark);
    }

    #[inline]
    fn count_downed(&mut self, who: FighterId, round: u32, times: u64) {
        let layout = &self.layout;
        self.count(layout.slot(who).downs as usize + layout.round(round), times);
        self.count_out(who, round, times);
        self.count_felled(who);
    }

    /// Counts the departure of a fighter from the fight, with its round and its position among the departures
    /// of its side.
    #[inline]
    fn count_out(&mut self, who: FighterId, round: u32, times: u64) {
        let slot = self.layout.slot(who);
        let mut before = self.out.and(slot.mates);
        before.remove(who);
        let (round, order) = (
            u64::from(round.min(self.layout.round_cap)),
            u64::from(before.count()) + 1,
        );
        let (gone, base) = (slot.gone as usize, slot.person as usize);
        self.out.add(who);
        self.count(gone + Gone::Out as usize, times);
        self.count(
            gone + Gone::First as usize,
            if order == 1 { times } else { 0 },
        );
        let mut count = |what: Person, times| self.count(base + what as usize, times);
        count(Person::Rounds, times * round);
        count(Person::RoundSquares, times * round * round);
        count(Person::Order, times * order);
        count(Person::OrderSquares, times * order * order);
    }

    /// Sets the fighters that are already down or gone, for a report that begins in the middle of a fight.
    pub(crate) fn resume(&mut self, out: FighterSet) {
        self.out = out;
    }

    #[inline]
    fn count_ended(&mut self, outcome: &Outcome, times: u64) {
        let layout = &self.layout;
        let (counts, scale) = (&mut self.counts, &self.scale);
        counts[layout.rounds(outcome.ending) + layout.round(outcome.rounds)].count(times, scale);
        for part in &layout.combatants {
            let standing = outcome.standing.and(part.fighters).count();
            counts[part.survived].count(times * u64::from(standing), scale);
        }
        for part in &layout.sides {
            let standing = outcome.standing.and(part.fighters).count();
            counts[part.standing + standing as usize].count(times, scale);
        }
        self.out = FighterSet::NONE;
        self.count_followed();
    }
}

/// Returns all possible endings of a fight with this number of sides, in the order of tables.
pub fn endings(sides: usize) -> impl Iterator<Item = Ending> {
    (0..sides)
        .map(|side| Ending::Won(crate::fight::SideId::at(side)))
        .chain([Ending::Draw, Ending::Undecided])
}

#[cfg(test)]
mod tests;
