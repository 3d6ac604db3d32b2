//! The layout of a tally: the position of each count in its flat list.
//!
//! Blows have a histogram of their marks for every attacker, weapon and target, up to the most damage that the weapon
//! can do. If that would exceed a processor's cache, because combatants are numerous or damage is high, targets share a
//! histogram, and the damage that they take is added up separately.

use std::ops::Range;

use crate::fight::{
    Alliances, Blow, Cast, CombatantId, Ending, EventId, FighterId, FighterSet, ListId,
    MOST_FIGHTERS, SideId, Supplies, WeaponId,
};

/// The cell of attacks that failed.
pub(super) const MISSED: usize = Blow::Missed.mark() as usize;
/// The cell of attacks that a defence stopped.
pub(super) const WARDED: usize = Blow::Evaded.mark() as usize;
/// The cell of hits that did no damage; the cells of hits with damage follow.
pub(super) const LANDED: usize = Blow::LANDED as usize;

/// Most cells that blows may take with one histogram per target: 256 kB.
const ROOM: usize = 1 << 15;

/// The layout of a tally's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    slots: Box<[Slot]>,
    rows: Vec<Histogram>,
    /// Rows of one weapon: one per target, or one for all.
    lanes: u32,
    /// Whether all targets share a row.
    pub(super) crowded: bool,
    pub(super) round_cap: u32,
    /// The most Ranks that a blow costs; 0 if Ranks are not counted.
    pub(super) most_lost: u32,
    pub(super) combatants: Vec<CombatantPart>,
    pub(super) sides: Vec<SidePart>,
    /// The sides that win together.
    pub(super) alliances: Alliances,
    rounds: usize,
    /// The number of fights whose blows are known in their order.
    pub(super) followed: usize,
    /// The counts of each row of blows that need this order.
    ends: usize,
    pub(super) taken: usize,
    /// The counts of met objectives.
    pub(super) objectives: Range<usize>,
    /// The counts of the stages of a day.
    pub(super) day: Option<DayPart>,
    /// Number of the book's events.
    pub(super) events: usize,
    /// The cells whose sums are also kept per batch: events, health, and departures from the fight. The damage that
    /// each combatant does is kept per batch as well, after them.
    pub(super) batched: Range<usize>,
    /// The first cell of departures.
    pub(super) gone: usize,
}

/// Cells for one fighter's events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Slot {
    pub(super) combatant: u32,
    /// The row of its first weapon.
    row: u32,
    /// Its offset in the row as a target.
    lane: u32,
    pub(super) downs: u32,
    pub(super) back: u32,
    pub(super) fled: u32,
    /// The histograms of the Ranks that its landed blows cost.
    pub(super) lost: u32,
    pub(super) lines: u32,
    pub(super) lists: u32,
    /// The events of its side.
    pub(super) events: u32,
    /// The histogram of its remaining health, and its last cell; 0 if that is not counted.
    pub(super) health: u32,
    pub(super) most_health: u32,
    /// First cell of the counts of [`Gone`] for the single fighter.
    pub(super) gone: u32,
    /// First cell of the counts of [`Person`] for the single fighter.
    pub(super) person: u32,
    /// Fighters of its side, without objects.
    pub(super) mates: FighterSet,
}

/// The number of times that a single fighter went out of the fight, and that it did so as the first of its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gone {
    Out,
    First,
}

impl Gone {
    /// Number of these counts.
    pub(super) const CELLS: usize = 2;
}

/// The other counts of a single fighter: the sums of the rounds when it went out of the fight and of their
/// squares, and the sums of its positions in the order of departure and of their squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Person {
    Rounds,
    RoundSquares,
    Order,
    OrderSquares,
}

impl Person {
    /// Number of these counts.
    pub(super) const CELLS: usize = 4;
}

/// Counts of a histogram of blows, from fights whose blows are known in their order: the fighters that a blow knocked out,
/// and the damage beyond the health that the targets had left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Felled,
    Overkill,
}

impl End {
    /// Number of these counts.
    pub(super) const CELLS: usize = 2;
}

/// A histogram of blows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Histogram {
    pub(super) base: u32,
    pub(super) last: u32,
}

/// The positions of a combatant's counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CombatantPart {
    pub(super) fighters: FighterSet,
    pub(super) weapons: usize,
    row: u32,
    pub(super) survived: usize,
    /// Histograms by round of going down, coming back and leaving.
    pub(super) downs: usize,
    pub(super) back: usize,
    pub(super) fled: usize,
    pub(super) lines: usize,
    /// The list of each line.
    pub(super) list_of: Vec<ListId>,
    pub(super) lists: usize,
    /// Histograms of the Ranks that its landed blows cost, weapon by weapon; empty if Ranks are not counted.
    lost: usize,
    /// The most health that is counted, 0 if health is not counted.
    pub(super) most_health: u32,
}

/// The positions of a side's counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SidePart {
    pub(super) fighters: FighterSet,
    /// Number of its fighters that are absent when a fight begins.
    pub(super) absent: u32,
    /// A histogram of the number of its fighters that stood at the end.
    pub(super) standing: usize,
}

/// The positions of the counts of a day.
///
/// For each stage: the number of days whose people got through it, the number of those that ended there because the people
/// stopped, and for each combatant of the people a histogram of
/// the number of its fighters that stand after it, the sum of their health, and the sum of the squares of that; and the same two
/// sums for each kind of supplies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DayPart {
    /// The first cell of each stage, and its number of cells.
    stages: usize,
    cells: usize,
    /// The combatants of the people, with the offset of each within the cells of a stage.
    pub(super) people: Vec<(CombatantId, usize)>,
    /// The kinds of supplies that each of these has at the start of the day.
    pub(super) supplied: Vec<[bool; Supplies::KINDS]>,
    /// The number of stages.
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

    /// The number of cells of a combatant with this number of fighters, for one stage.
    pub(super) fn cells_of(fighters: u32) -> usize {
        fighters as usize + 3 + 2 * Supplies::KINDS
    }

    /// The first cell of a combatant, for one stage.
    ///
    /// # Panics
    /// If it is not of the people.
    pub(super) fn of(&self, stage: usize, combatant: CombatantId) -> usize {
        let mut people = self.people.iter();
        let found = people.find(|(known, _)| *known == combatant);
        let (_, offset) = found.expect("the combatant is of the people");
        self.through(stage) + offset
    }

    /// The kinds of supplies that a combatant of the people has at the start of the day.
    pub(super) fn supplied_of(&self, combatant: CombatantId) -> [bool; Supplies::KINDS] {
        let at = self
            .people
            .iter()
            .position(|(known, _)| *known == combatant);
        self.supplied[at.expect("the combatant is of the people")]
    }

    /// The cell of the number of days whose people got through a stage.
    pub(super) fn through(&self, stage: usize) -> usize {
        self.stages + stage * self.cells
    }

    /// The cell of the number of days that the people ended after a stage.
    pub(super) fn stopped(&self, stage: usize) -> usize {
        self.through(stage) + 1
    }
}

impl Histogram {
    /// The number of cells of the row.
    pub(super) fn len(self) -> usize {
        self.last as usize + 1
    }
}

impl Layout {
    /// The layout for a cast, and its number of cells.
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

    /// Cells for the events of each fighter.
    pub(super) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Cells for a fighter's events.
    #[inline]
    pub(super) fn slot(&self, who: FighterId) -> &Slot {
        &self.slots[who.index()]
    }

    /// The histogram of a blow.
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

    /// A count of a row of blows, by the row's position in the list of all.
    #[inline]
    pub(super) fn end(&self, row: usize, what: End) -> usize {
        self.ends + row * End::CELLS + what as usize
    }

    /// The position of the row whose histogram begins with this cell.
    pub(super) fn row_at(&self, base: u32) -> usize {
        let found = self.rows.binary_search_by_key(&base, |row| row.base);
        found.expect("every histogram belongs to a row")
    }

    /// The position of the first row of a combatant's weapon; those of the other targets follow.
    pub(super) fn first_row(&self, combatant: CombatantId, weapon: WeaponId) -> usize {
        let row = self.combatants[combatant.index()].row + u32::from(weapon.0) * self.lanes;
        row as usize
    }

    /// The histograms of a combatant's weapon, one for each target or one for all.
    pub(super) fn lanes(&self, combatant: CombatantId, weapon: WeaponId) -> &[Histogram] {
        let first = self.combatants[combatant.index()].row + u32::from(weapon.0) * self.lanes;
        &self.rows[first as usize..][..self.lanes as usize]
    }

    /// The cells of the Ranks that a weapon's landed blows cost, from 0 up; empty if Ranks are not counted.
    #[inline]
    pub(super) fn lost(&self, combatant: CombatantId, weapon: WeaponId) -> Range<usize> {
        let cells = most_cells(self.most_lost);
        let first = self.combatants[combatant.index()].lost + weapon.index() * cells;
        first..first + cells
    }

    /// The cell of the landed blows of a fighter's weapon that cost this number of Ranks, if Ranks are counted.
    #[inline]
    pub(super) fn lost_by(&self, who: FighterId, weapon: WeaponId, ranks: u32) -> usize {
        let row = u32::from(weapon.0) * (self.most_lost + 1);
        (self.slot(who).lost + row + ranks) as usize
    }

    /// The cell of an event on a side, whose fighters share the cell.
    #[inline]
    pub(super) fn event(&self, side: SideId, event: EventId) -> usize {
        self.batched.start + side.index() * self.events + event.index()
    }

    /// The cells of the remaining health of a combatant's fighters, from 0 up; empty if health is not counted.
    pub(super) fn health(&self, combatant: CombatantId) -> Range<usize> {
        let before = self.combatants[..combatant.index()].iter();
        let first = self.batched.start
            + self.sides.len() * self.events
            + before
                .map(|part| most_cells(part.most_health))
                .sum::<usize>();
        first..first + most_cells(self.combatants[combatant.index()].most_health)
    }

    /// A cell of a fighter's departures from the fight.
    #[inline]
    pub(super) fn gone(&self, who: FighterId, what: Gone) -> usize {
        self.slot(who).gone as usize + what as usize
    }

    /// A cell of another count of a fighter.
    #[inline]
    pub(super) fn person(&self, who: FighterId, what: Person) -> usize {
        self.slot(who).person as usize + what as usize
    }

    /// The cell of the damage that a combatant takes, if targets share a row.
    #[inline]
    pub(super) fn taken_by(&self, who: FighterId) -> usize {
        self.taken + self.slot(who).combatant as usize
    }

    /// The combatants whose fighters count in the numbers of a side.
    pub(super) fn combatants_of(&self, side: SideId) -> impl Iterator<Item = CombatantId> {
        let members = self.sides[side.index()].fighters;
        (0..)
            .zip(&self.combatants)
            .filter(move |(_, part)| part.fighters.and(members).count() > 0)
            .map(|(i, _)| CombatantId::at(i))
    }

    /// The histogram of rounds of the fights with this ending.
    #[inline]
    pub(super) fn rounds(&self, ending: Ending) -> usize {
        let which = match ending {
            Ending::Won(side) => side.index(),
            Ending::Draw => self.sides.len(),
            Ending::Undecided => self.sides.len() + 1,
        };
        self.rounds + which * (self.round_cap as usize + 1)
    }

    /// The cell of a round. Events after the last round count as in the last.
    #[inline]
    pub(super) fn round(&self, round: u32) -> usize {
        round.min(self.round_cap) as usize
    }
}

/// Number of cells of a histogram up to this maximum; 0 if nothing is counted.
#[inline]
const fn most_cells(most: u32) -> usize {
    if most == 0 { 0 } else { most as usize + 1 }
}

/// Assigns cells.
struct Plan {
    cells: usize,
}

impl Plan {
    /// Reserves this number of cells and returns the first.
    fn take(&mut self, cells: usize) -> usize {
        let base = self.cells;
        self.cells += cells;
        base
    }

    /// Reserves this number of cells.
    fn range(&mut self, cells: usize) -> Range<usize> {
        let base = self.take(cells);
        base..self.cells
    }

    /// The rows of blows, by attacker, weapon and target, and the number of rows per weapon.
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

/// A position in the list, which always fits.
fn small(place: usize) -> u32 {
    u32::try_from(place).expect("a tally has fewer than four thousand million counts")
}
