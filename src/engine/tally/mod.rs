//! The counts of many fights: whole numbers only, merged exactly.
//!
//! A [`Tally`] receives reports of fights as a [`Witness`]. All counts stand in one flat list, whose layout is made
//! for the cast together with the tally, so an event costs one increment, merging is adding two lists, and nothing is
//! allocated during a fight. An attack is one increment in the histogram of its attacker, weapon and target; attacks,
//! hits, damage dealt and taken are computed from that histogram afterwards (`figures.rs`). Left out: rates and
//! means. They are computed from the counts on request, with their [`Interval`].

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

/// Counts of many fights of one matchup.
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
    /// Fights with an unknown ending.
    unresolved: C,
    scale: C::Scale,
    /// The fighters that have gone down or left in the fight being reported.
    out: FighterSet,
    /// The last blows of the fight being reported, if its blows are reported in their order.
    blows: Blows,
    batches: Batches,
}

impl Tally {
    /// An empty tally for this cast. All of its memory is allocated here.
    ///
    /// # Panics
    /// When the cast has more than [`MOST_FIGHTERS`](crate::fight::MOST_FIGHTERS) fighters.
    pub fn new(cast: &Cast) -> Self {
        Self::empty(cast)
    }

    /// Sets how the run ended, which determines the width of its intervals.
    pub fn stopped(&mut self, stop: Stop) {
        self.scale = stop;
    }
}

/// A weighted tally: each event counts with its weight.
impl Tally<Expected> {
    /// An empty tally of probabilities and expected values. Reports have weight 0 until [`Tally::weigh`].
    ///
    /// # Panics
    /// When the cast has more than [`MOST_FIGHTERS`](crate::fight::MOST_FIGHTERS) fighters.
    pub fn weighed(cast: &Cast) -> Self {
        Self::empty(cast)
    }

    /// Sets the probability of all later reports.
    pub fn weigh(&mut self, weight: f64) {
        self.scale.weight = weight;
    }

    /// Adds the probability of fights that are not followed to their end.
    pub fn leave(&mut self, unresolved: f64) {
        self.unresolved.add(unresolved);
    }

    /// Sets the relative bound on rounding errors of any figure.
    pub fn off_by(&mut self, error: f64) {
        self.scale.error = error;
    }

    /// Halves every figure, which is exact: for one of two seats.
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

    /// The relative bound on rounding errors of any figure; 0 for counted fights.
    pub fn error(&self) -> f64 {
        C::error(&self.scale)
    }

    /// The scale of the counts.
    pub fn scale(&self) -> &C::Scale {
        &self.scale
    }

    /// Counts an event in a cell `times` times.
    #[inline]
    fn count(&mut self, cell: usize, times: u64) {
        self.counts[cell].count(times, &self.scale);
    }

    /// The tally without events and health, for comparisons: drawn fights report probable events instead of actual
    /// ones, and these differ per batch.
    #[cfg(test)]
    pub(crate) fn without_events(mut self) -> Self {
        for cell in self.layout.batched.start..self.layout.gone {
            self.counts[cell] = C::default();
        }
        self.batches = Batches::new();
        self
    }

    /// Clears the book's own events, except the fates of fighters. `cast` is this tally's own.
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

    /// Adds the counts of other fights of the same cast.
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

    /// Packs the counts until the next one is added. Has no other effect.
    pub fn pack(&mut self) {
        self.counts.pack();
        self.batches.pack();
    }

    /// Adds the parts of a tally that are no counts of cells.
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
        // If targets share a row, more than the row is counted, so the general code is used.
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
    /// Counts attacks whose place is not known.
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

    /// Counts that a fighter went out of the fight, with the round and the number of its side's fighters that were
    /// already out.
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

    /// Sets the fighters that went down or left before the part of the fight that is reported next.
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

/// All endings of a fight with this number of sides, in the order of the tables.
pub fn endings(sides: usize) -> impl Iterator<Item = Ending> {
    (0..sides)
        .map(|side| Ending::Won(crate::fight::SideId::at(side)))
        .chain([Ending::Draw, Ending::Undecided])
}

#[cfg(test)]
mod tests;
