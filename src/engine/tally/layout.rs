//! The layout of a tally: where each count is in its flat list.
//!
//! The results of attacks are counted in one histogram for each attacker, weapon and target. A histogram has
//! a cell for each amount of damage, up to the most that the weapon can do. If the histograms would not fit a
//! processor's cache, all targets share one histogram per weapon. The damage that each target takes is then
//! added up separately.

use std::ops::Range;

use crate::fight::{
    Alliances, Blow, Cast, CombatantId, Ending, EventId, FighterId, FighterSet, ListId,
    MOST_FIGHTERS, SideId, Supplies, WeaponId,
};

/// The index of the cell that counts attacks that missed, in the histogram of an attack.
pub(super) const MISSED: usize = Blow::Missed.mark() as usize;
/// The index of the cell that counts attacks that a defence stopped.
pub(super) const WARDED: usize = Blow::Evaded.mark() as usize;
/// The index of the cell that counts hits without damage. The cells of hits with damage follow it.
pub(super) const LANDED: usize = Blow::LANDED as usize;

/// The largest number of cells for histograms if each target has its own, which is 256 kB.
const ROOM: usize = 1 << 15;

/// The positions of all counts in the list of a tally.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    slots: Box<[Slot]>,
    rows: Vec<Histogram>,
    /// The number of histograms of a weapon: one for each target, or one for all targets.
    lanes: u32,
    /// Whether all targets of a weapon share a histogram.
    pub(super) crowded: bool,
    pub(super) round_cap: u32,
    /// The largest number of Ranks that a blow can cost; 0 if Ranks are not counted.
    pub(super) most_lost: u32,
    pub(super) combatants: Vec<CombatantPart>,
    pub(super) sides: Vec<SidePart>,
    /// The groups of sides that win together.
    pub(super) alliances: Alliances,
    rounds: usize,
    /// The cell that counts the fights whose blows were reported in their order.
    pub(super) followed: usize,
    /// The first cell of the [`End`] counts, which are counted only if blows are reported in their order.
    /// Each histogram of attacks has two of them.
    ends: usize,
    pub(super) taken: usize,
    /// The cells that count how often each objective was met.
    pub(super) objectives: Range<usize>,
    /// The cells of the stages of a day, if the matchup is a day.
    pub(super) day: Option<DayPart>,
    /// The number of events that the rulebook defines.
    pub(super) events: usize,
    /// The cells whose sums are also kept per batch of fights: events, health, and departures from the fight.
    /// The damage that each combatant does is kept per batch as well, after the sums of these cells.
    pub(super) batched: Range<usize>,
    /// The first cell that counts departures of fighters.
    pub(super) gone: usize,
}

/// The positions of the counts that belong to one fighter, its combatant or its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Slot {
    pub(super) combatant: u32,
    /// The index of the first histogram of the combatant's first weapon.
    row: u32,
    /// Which of a weapon's histograms counts attacks at this fighter.
    lane: u32,
    pub(super) downs: u32,
    pub(super) back: u32,
    pub(super) fled: u32,
    /// The first cell of the histograms of Ranks that this combatant's hits cost their targets.
    pub(super) lost: u32,
    pub(super) lines: u32,
    pub(super) lists: u32,
    /// The first cell of the events of its side.
    pub(super) events: u32,
    /// The first cell of the combatant's histogram of remaining health; 0 if health is not counted. The next
    /// field is the largest health in this histogram.
    pub(super) health: u32,
    pub(super) most_health: u32,
    /// The first cell of this fighter's [`Gone`] counts.
    pub(super) gone: u32,
    /// The first cell of this fighter's [`Person`] counts.
    pub(super) person: u32,
    /// The fighters of its side, without objects such as vehicles.
    pub(super) mates: FighterSet,
}

/// The counts of a fighter's departures: how often it left the fight, and how often it was the first of its
/// side to leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gone {
    Out,
    First,
}

impl Gone {
    /// The number of these counts.
    pub(super) const CELLS: usize = 2;
}

/// The sums for a fighter's departures: the rounds and their squares, and the positions in the order of its
/// side's departures and their squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Person {
    Rounds,
    RoundSquares,
    Order,
    OrderSquares,
}

impl Person {
    /// The number of these counts.
    pub(super) const CELLS: usize = 4;
}

/// The counts of a histogram that depend on the order of blows: fighters that were knocked out, and damage
/// beyond the remaining health of the targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Felled,
    Overkill,
}

impl End {
    /// The number of these counts.
    pub(super) const CELLS: usize = 2;
}

/// The cells that count the results of attacks by one combatant with one weapon: the first cell, and the
/// offset of the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Histogram {
    pub(super) base: u32,
    pub(super) last: u32,
}

/// The positions of the counts of one combatant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CombatantPart {
    pub(super) fighters: FighterSet,
    pub(super) weapons: usize,
    row: u32,
    pub(super) survived: usize,
    /// The first cell of a histogram of the rounds when the combatant's fighters went down. `back` is the
    /// same for the rounds when they came back, and `fled` for the rounds when they left the fight.
    pub(super) downs: usize,
    pub(super) back: usize,
    pub(super) fled: usize,
    pub(super) lines: usize,
    /// The list that each line of the policy belongs to.
    pub(super) list_of: Vec<ListId>,
    pub(super) lists: usize,
    /// The first cell of the histograms of Ranks that its hits cost the target, one for each weapon. These
    /// histograms are empty if Ranks are not counted.
    lost: usize,
    /// The largest health that is counted; 0 if health is not counted.
    pub(super) most_health: u32,
}

/// The positions of the counts of one side, and its number of absent fighters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SidePart {
    pub(super) fighters: FighterSet,
    /// The number of its fighters that are absent when a fight begins.
    pub(super) absent: u32,
    /// The first cell of a histogram of how many of its fighters stood at the end.
    pub(super) standing: usize,
}

/// The positions of the counts of a day.
///
/// One side goes through the day, and its combatants are called the people. Each stage has a cell for the
/// days when they got through it, and a cell for the days that they ended there. Each combatant of the people
/// then has a histogram of how many of its fighters stand, the sum of their health, and the sum of the
/// squares. Each kind of supplies has the same two sums.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DayPart {
    /// The first cell of all stages. `cells` is the number of cells for each stage.
    stages: usize,
    cells: usize,
    /// The combatants of the side that goes through the day, each with the offset of its cells within a
    /// stage.
    pub(super) people: Vec<(CombatantId, usize)>,
    /// For each of these combatants, whether it has each kind of supplies at the start of the day.
    pub(super) supplied: Vec<[bool; Supplies::KINDS]>,
    /// The number of stages in the day.
    pub(super) count: usize,
}

impl DayPart {
    fn new(cast: &Cast, plan: &mut Plan) -> Option<Self> {
        let day = cast.day.as_ref()?;
        let mut cells = 2;
        let (mut people, mut supplied) = (Vec::new(), Vec::new());
        for (at, combatant) in cast.combatants.iter().enumerate() {
            if combatant.side == day.people {
                people.push((CombatantId::at(at), cells));
                let begun = day.supplies.get(at).copied().unwrap_or_default();
                supplied.push(begun.numbers().map(|number| number > 0));
                cells += Self::cells_of(combatant.count);
            }
        }
        let count = day.stages.len();
        Some(Self {
            stages: plan.take(count * cells),
            cells,
            people,
            supplied,
            count,
        })
    }

    /// Returns the number of cells for each stage of a combatant with this number of fighters.
    pub(super) fn cells_of(fighters: u32) -> usize {
        fighters as usize + 3 + 2 * Supplies::KINDS
    }

    /// Returns the first cell of a combatant for a stage.
    ///
    /// # Panics
    /// If the combatant is not on the side that goes through the day.
    pub(super) fn of(&self, stage: usize, combatant: CombatantId) -> usize {
        let mut people = self.people.iter();
        let found = people.find(|(known, _)| *known == combatant);
        let (_, offset) = found.expect("the combatant is of the people");
        self.through(stage) + offset
    }

    /// Returns, for each kind of supplies, whether a combatant of the people has it at the start of the day.
    pub(super) fn supplied_of(&self, combatant: CombatantId) -> [bool; Supplies::KINDS] {
        let at = self
            .people
            .iter()
            .position(|(known, _)| *known == combatant);
        self.supplied[at.expect("the combatant is of the people")]
    }

    /// Returns the cell that counts the days when the people got through a stage.
    pub(super) fn through(&self, stage: usize) -> usize {
        self.stages + stage * self.cells
    }

    /// Returns the cell that counts the days that the people ended after a stage.
    pub(super) fn stopped(&self, stage: usize) -> usize {
        self.through(stage) + 1
    }
}

impl Histogram {
    /// Returns the number of cells of the histogram.
    pub(super) fn len(self) -> usize {
        self.last as usize + 1
    }
}

impl Layout {
    /// Returns the layout for a cast, and the number of cells in it.
    pub(super) fn new(cast: &Cast) -> (Self, usize) {
        let mut plan = Plan { cells: 0 };
        let (rows, lanes) = plan.rows(cast);
        let cap = cast.round_cap as usize + 1;
        let mut first_row = 0;
        let combatants: Vec<CombatantPart> = cast
            .combatants
            .iter()
            .enumerate()
            .map(|(i, combatant)| {
                let row = first_row;
                first_row += small(combatant.weapons.len()) * lanes;
                CombatantPart {
                    fighters: cast.fighters_of(CombatantId::at(i)),
                    weapons: combatant.weapons.len(),
                    row,
                    survived: plan.take(1),
                    downs: plan.take(cap),
                    back: plan.take(cap),
                    fled: plan.take(cap),
                    lines: plan.take(combatant.playbook.lines.len()),
                    list_of: combatant.playbook.lines.iter().map(|l| l.list).collect(),
                    lists: plan.take(combatant.playbook.lists.len()),
                    lost: plan.take(combatant.weapons.len() * most_cells(cast.most_lost)),
                    most_health: combatant.health,
                }
            })
            .collect();
        let sides = (0..cast.sides.len())
            .map(|side| {
                let fighters = cast.side(SideId::at(side));
                SidePart {
                    fighters,
                    absent: fighters.and(cast.absent).count(),
                    standing: plan.take(fighters.count() as usize + 1),
                }
            })
            .collect();
        let batched = plan.cells;
        let events = plan.take(cast.sides.len() * cast.events.len());
        let health: Vec<usize> = (cast.combatants.iter())
            .map(|combatant| plan.take(most_cells(combatant.health)))
            .collect();
        let gone = plan.take(cast.fighters.len() * Gone::CELLS);
        let batched = batched..plan.cells;
        let mut next = small(gone);
        let slot = |combatant: &CombatantId| {
            let part = &combatants[combatant.index()];
            let side = cast.combatants[combatant.index()].side;
            let own = next;
            next += small(Gone::CELLS);
            Slot {
                events: small(events + side.index() * cast.events.len()),
                health: small(health[combatant.index()]),
                most_health: part.most_health,
                gone: own,
                person: small(plan.take(Person::CELLS)),
                mates: cast.side(side),
                combatant: u32::from(combatant.0),
                row: part.row,
                lane: u32::from(combatant.0) % lanes,
                downs: small(part.downs),
                back: small(part.back),
                fled: small(part.fled),
                lost: small(part.lost),
                lines: small(part.lines),
                lists: small(part.lists),
            }
        };
        let slots = cast.fighters.iter().map(slot).collect();
        assert!(
            cast.fighters.len() <= MOST_FIGHTERS,
            "a fight has at most {MOST_FIGHTERS} fighters"
        );
        let followed = plan.take(1);
        let ends = plan.take(rows.len() * End::CELLS);
        let layout = Self {
            slots,
            followed,
            ends,
            rows,
            lanes,
            crowded: lanes == 1,
            round_cap: cast.round_cap,
            most_lost: cast.most_lost,
            rounds: plan.take((cast.sides.len() + 2) * cap),
            taken: plan.take(combatants.len()),
            objectives: plan.range(cast.objectives.len()),
            day: DayPart::new(cast, &mut plan),
            events: cast.events.len(),
            batched,
            gone,
            combatants,
            sides,
            alliances: cast.alliances.clone(),
        };
        (layout, plan.cells)
    }

    /// Returns the positions of the counts of every fighter.
    pub(super) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Returns the positions of the counts of one fighter.
    #[inline]
    pub(super) fn slot(&self, who: FighterId) -> &Slot {
        &self.slots[who.index()]
    }

    /// Returns the histogram that counts the attacks of one fighter with a weapon at another.
    #[inline]
    pub(super) fn row(
        &self,
        attacker: FighterId,
        weapon: WeaponId,
        target: FighterId,
    ) -> Histogram {
        let row =
            self.slot(attacker).row + u32::from(weapon.0) * self.lanes + self.slot(target).lane;
        self.rows[row as usize]
    }

    /// Returns the cell of an [`End`] count. `row` is the index of the histogram that the count belongs to.
    #[inline]
    pub(super) fn end(&self, row: usize, what: End) -> usize {
        self.ends + row * End::CELLS + what as usize
    }

    /// Returns the index of the histogram whose first cell is `base`.
    pub(super) fn row_at(&self, base: u32) -> usize {
        let found = self.rows.binary_search_by_key(&base, |row| row.base);
        found.expect("every histogram belongs to a row")
    }

    /// Returns the index of the first histogram of a combatant's weapon. If each target has its own
    /// histogram, the others follow the first one.
    pub(super) fn first_row(&self, combatant: CombatantId, weapon: WeaponId) -> usize {
        let row = self.combatants[combatant.index()].row + u32::from(weapon.0) * self.lanes;
        row as usize
    }

    /// Returns the histograms of a combatant's weapon: one for each target, or one for all targets.
    pub(super) fn lanes(&self, combatant: CombatantId, weapon: WeaponId) -> &[Histogram] {
        let first = self.combatants[combatant.index()].row + u32::from(weapon.0) * self.lanes;
        &self.rows[first as usize..][..self.lanes as usize]
    }

    /// Returns the cells that count how many Ranks the hits with a weapon cost, from 0 Ranks on. Empty if
    /// Ranks are not counted.
    #[inline]
    pub(super) fn lost(&self, combatant: CombatantId, weapon: WeaponId) -> Range<usize> {
        let cells = most_cells(self.most_lost);
        let first = self.combatants[combatant.index()].lost + weapon.index() * cells;
        first..first + cells
    }

    /// Returns the cell that counts the hits with a fighter's weapon that cost `ranks` Ranks. Only valid if
    /// Ranks are counted.
    #[inline]
    pub(super) fn lost_by(&self, who: FighterId, weapon: WeaponId, ranks: u32) -> usize {
        let row = u32::from(weapon.0) * (self.most_lost + 1);
        (self.slot(who).lost + row + ranks) as usize
    }

    /// Returns the cell that counts an event for all fighters of a side.
    #[inline]
    pub(super) fn event(&self, side: SideId, event: EventId) -> usize {
        self.batched.start + side.index() * self.events + event.index()
    }

    /// Returns the cells that count the remaining health of a combatant's fighters, from 0 on. Empty if
    /// health is not counted.
    pub(super) fn health(&self, combatant: CombatantId) -> Range<usize> {
        let before = self.combatants[..combatant.index()].iter();
        let first = self.batched.start
            + self.sides.len() * self.events
            + before
                .map(|part| most_cells(part.most_health))
                .sum::<usize>();
        first..first + most_cells(self.combatants[combatant.index()].most_health)
    }

    /// Returns the cell of a fighter's [`Gone`] count.
    #[inline]
    pub(super) fn gone(&self, who: FighterId, what: Gone) -> usize {
        self.slot(who).gone as usize + what as usize
    }

    /// Returns the cell of a fighter's [`Person`] count.
    #[inline]
    pub(super) fn person(&self, who: FighterId, what: Person) -> usize {
        self.slot(who).person as usize + what as usize
    }

    /// Returns the cell of the damage that the fighter's combatant takes. This cell is used only if all
    /// targets share a histogram.
    #[inline]
    pub(super) fn taken_by(&self, who: FighterId) -> usize {
        self.taken + self.slot(who).combatant as usize
    }

    /// Returns the combatants of a side, without those that are objects such as vehicles.
    pub(super) fn combatants_of(&self, side: SideId) -> impl Iterator<Item = CombatantId> {
        let members = self.sides[side.index()].fighters;
        (0..)
            .zip(&self.combatants)
            .filter(move |(_, part)| part.fighters.and(members).count() > 0)
            .map(|(i, _)| CombatantId::at(i))
    }

    /// Returns the first cell of the histogram of last rounds, for fights with this ending.
    #[inline]
    pub(super) fn rounds(&self, ending: Ending) -> usize {
        let which = match ending {
            Ending::Won(side) => side.index(),
            Ending::Draw => self.sides.len(),
            Ending::Undecided => self.sides.len() + 1,
        };
        self.rounds + which * (self.round_cap as usize + 1)
    }

    /// Returns the offset of a round in its histogram. Later rounds than the last are counted in the last
    /// one.
    #[inline]
    pub(super) fn round(&self, round: u32) -> usize {
        round.min(self.round_cap) as usize
    }
}

/// Returns the number of cells of a histogram from 0 to `most`. Returns 0 if `most` is 0, as nothing is
/// counted then.
#[inline]
const fn most_cells(most: u32) -> usize {
    if most == 0 { 0 } else { most as usize + 1 }
}

/// Assigns consecutive cells of the list while a layout is built.
struct Plan {
    cells: usize,
}

impl Plan {
    /// Reserves `cells` cells and returns the first of them.
    fn take(&mut self, cells: usize) -> usize {
        let base = self.cells;
        self.cells += cells;
        base
    }

    /// Reserves `cells` cells and returns their range.
    fn range(&mut self, cells: usize) -> Range<usize> {
        let base = self.take(cells);
        base..self.cells
    }

    /// Reserves the histograms of attacks, ordered by attacker, weapon and target. Returns them with their
    /// number per weapon.
    fn rows(&mut self, cast: &Cast) -> (Vec<Histogram>, u32) {
        let lengths = || {
            cast.combatants
                .iter()
                .flat_map(|c| &c.weapons)
                .map(|weapon| weapon.most as usize + LANDED + 1)
        };
        let told_apart = cast.combatants.len().max(1);
        let lanes = if lengths().sum::<usize>() * told_apart <= ROOM {
            told_apart
        } else {
            1
        };
        let rows = lengths()
            .flat_map(|length| std::iter::repeat_n(length, lanes))
            .map(|length| Histogram {
                base: small(self.take(length)),
                last: small(length - 1),
            })
            .collect();
        (rows, small(lanes))
    }
}

/// Converts a position in the list to `u32`, which is always large enough.
fn small(place: usize) -> u32 {
    u32::try_from(place).expect("a tally has fewer than four thousand million counts")
}
