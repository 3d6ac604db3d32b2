//! Where somebody can go: ways to enemies, away from them, to cover; runs and charges; how fast.
//!
//! Clauses: SAM-0-3, SAM-3-1..7, SAM-10-7, SAM-12-3, SAM-14-2, SAM-19-1, SAM-19-8, SAM-19-12, SAM-22-1.

use super::numbers::doublings;
use crate::fight::FighterId;
use crate::grid::{Block, Cell, Cells, Direction, Limits, SIZE, Way, apart, sees, way};
use crate::rules::semiautomagic::nouns::deeds::Run;
use crate::rules::semiautomagic::nouns::scene::View;
use crate::rules::semiautomagic::options::Occupancy;
use crate::rules::semiautomagic::reading::sheet::{Condition, Posture};
use crate::rules::semiautomagic::reading::tables::{Kind, Shape, Weapon};

/// What stands in somebody's way.
#[derive(Debug, Clone)]
pub(crate) struct Obstacles {
    /// May be entered, and is not gone on from.
    stops: Cells,
    /// May not be entered.
    closed: Cells,
    /// May be gone through, and not stopped on.
    taken: Cells,
}

/// Seconds of a run at least [SAM-3-4].
pub(crate) const RUN: u8 = 3;
/// What a charge takes in a straight line, in halves of a cell: 6 m [SAM-10-7].
pub(crate) const CHARGE: u32 = 12;

impl<const N: usize> View<'_, N> {
    /// Half squares per second on foot or in flight, never below 0 [SAM-3-1, SAM-12-1, SAM-19-1].
    fn speed(self, who: FighterId) -> i32 {
        let (fighter, body) = (self.fighter(who), self.body(who));
        let lost =
            fighter.hindrance() + i32::from(body.hindered) + 2 * i32::from(body.limbs.slowed);
        let wings = if fighter.flies_at > 0 && !body.limbs.grounded {
            2 * i32::from(body.limbs.wings)
        } else {
            0
        };
        (fighter.speed - lost - wings).max(0)
    }

    /// What somebody moves in a second, in halves of a cell: whole squares, rounded half up [SAM-0-3, SAM-3-1].
    #[inline]
    pub(crate) fn pace(self, who: FighterId) -> u32 {
        let squares = (self.speed(who) + 1) / 2;
        2 * squares.unsigned_abs() * u32::from(self.fighter(who).width())
    }

    /// The same of a run: three times the speed, rounded half up [SAM-3-4].
    pub(crate) fn run_pace(self, who: FighterId) -> u32 {
        let squares = (3 * self.speed(who) + 1) / 2;
        2 * squares.unsigned_abs() * u32::from(self.fighter(who).width())
    }

    /// Seconds a square of who can only crawl, or is laden beyond measure [SAM-3-7, SAM-12-3, SAM-19-8, SAM-22-1].
    pub(crate) fn crawls(self, who: FighterId) -> Option<u8> {
        let (fighter, body) = (self.fighter(who), self.body(who));
        let legless = fighter.legs > 0 && body.limbs.legs >= fighter.legs;
        if fighter.burden.is_none() {
            Some(6)
        } else if body.posture == Posture::Prone || legless || fighter.starts(Condition::Disabled) {
            Some(4)
        } else {
            None
        }
    }

    /// Whether somebody can leave its cell at all [SAM-19-12].
    #[inline]
    pub(crate) fn mobile(self, who: FighterId) -> bool {
        self.arena.ground.mapped && !self.body(who).held && self.speed(who) > 0
    }

    /// Who moves when somebody wants to get somewhere: itself, or its mount while that has seconds [SAM-14-2].
    pub(crate) fn mover(self, who: FighterId) -> Option<FighterId> {
        let mover = self.mount(who).unwrap_or(who);
        let able = self.mobile(mover) && self.crawls(mover).is_none();
        (able && self.body(mover).clock.left > 0).then_some(mover)
    }

    /// What stands in the way of somebody [SAM-3-5].
    pub(crate) fn obstacles(self, who: FighterId) -> Obstacles {
        let mut found = Obstacles {
            stops: Cells::NONE,
            closed: Cells::NONE,
            taken: Cells::NONE,
        };
        let occupancy = self.arena.options.occupancy;
        if occupancy == Occupancy::Free {
            return found;
        }
        let width = self.fighter(who).width();
        let mind = self.mind_of(who);
        let pair = [self.rider(who), self.mount(who)];
        for other in self.others(who).iter() {
            if pair.contains(&Some(other)) {
                continue;
            }
            let hostile = self.arena.lineup.are_enemies(mind, other);
            let set = match (hostile, occupancy) {
                (true, Occupancy::CloseIn) => &mut found.stops,
                (true, _) => &mut found.closed,
                (false, _) => &mut found.taken,
            };
            let block = self.block(other);
            if width == 1 {
                set.add_block(block);
                continue;
            }
            let low = |at: u8| at.saturating_sub(width - 1);
            let small = |at: usize| u8::try_from(at).unwrap_or(u8::MAX);
            let high = |at: u8| (usize::from(at) + usize::from(block.width)).min(SIZE);
            for y in usize::from(low(block.at.y))..high(block.at.y) {
                for x in usize::from(low(block.at.x))..high(block.at.x) {
                    set.add(Cell::new(small(x), small(y)));
                }
            }
        }
        found
    }

    fn limits<'o>(self, who: FighterId, obstacles: &'o Obstacles) -> Limits<'o>
    where
        Self: 'o,
    {
        Limits {
            footing: self.arena.footing(who),
            stops: &obstacles.stops,
            closed: &obstacles.closed,
        }
    }

    /// Whether somebody may end a movement there.
    #[inline]
    fn may_end(self, who: FighterId, at: Cell, obstacles: &Obstacles) -> bool {
        self.arena.footing(who).fits.has(at)
            && !obstacles.taken.has(at)
            && !obstacles.closed.has(at)
    }

    /// The cells on which somebody's block reaches an enemy with a weapon; with a line or cone, those next to it [SAM-3-6].
    fn reaching(
        self,
        who: FighterId,
        foe: FighterId,
        (weapon, wielder): (&Weapon, FighterId),
        obstacles: &Obstacles,
    ) -> Cells {
        let width = self.fighter(who).width();
        let target = self.block(foe);
        let square = u32::from(self.fighter(wielder).width());
        let melee = weapon.is_melee();
        let shoots = shoots(weapon);
        let reach = if melee {
            self.reach(wielder, weapon) * square
        } else if shoots {
            u32::from(weapon.range) << weapon.max_doublings
        } else {
            1
        };
        let far = i32::try_from(reach).unwrap_or(64).min(64);
        let low = |at: u8| (i32::from(at) - far - i32::from(width) + 1).max(0);
        let high = |at: u8| (i32::from(at) + i32::from(target.width) - 1 + far).min(63);
        let small = |at: i32| u8::try_from(at).unwrap_or(0);
        let mut cells = Cells::NONE;
        for y in low(target.at.y)..=high(target.at.y) {
            for x in low(target.at.x)..=high(target.at.x) {
                let cell = Cell::new(small(x), small(y));
                let own = Block::new(cell, width);
                let gap = own.gap(target);
                let fits = || {
                    if melee {
                        self.reaches_over(wielder, weapon, gap)
                    } else if shoots {
                        self.shoots_from(own, target, weapon)
                    } else {
                        gap == 1
                    }
                };
                let close = (melee && gap == 0) || !obstacles.stops.has(cell);
                if close && self.may_end(who, cell, obstacles) && fits() {
                    cells.add(cell);
                }
            }
        }
        cells
    }

    /// Whether a shot reaches from one block to another: within range and past all walls [SAM-7-1, SAM-7-2].
    fn shoots_from(self, from: Block, to: Block, weapon: &Weapon) -> bool {
        let solid = &self.arena.ground.solid;
        let doubled = doublings(from.distance(to), 2 * u32::from(weapon.range));
        doubled <= u32::from(weapon.max_doublings) && (solid.is_empty() || sees(from, to, solid))
    }

    /// The way to where a weapon reaches an enemy [SAM-3-6].
    pub(crate) fn way_to(self, who: FighterId, foe: FighterId, weapon: &Weapon) -> Option<Way> {
        self.way_with_reach(who, foe, weapon, who)
    }

    /// The same for the weapon of another: of its rider, which counts its reach from the mount's block [SAM-14-2].
    pub(crate) fn way_with_reach(
        self,
        who: FighterId,
        foe: FighterId,
        weapon: &Weapon,
        wielder: FighterId,
    ) -> Option<Way> {
        if shoots(weapon) && self.shoots_from(self.block(who), self.block(foe), weapon) {
            return None;
        }
        let obstacles = self.obstacles(who);
        let goals = self.reaching(who, foe, (weapon, wielder), &obstacles);
        way(self.block(who).at, self.limits(who, &obstacles), &goals)
    }

    /// The way to where a weapon reaches an enemy who is then between somebody and an ally.
    pub(crate) fn way_to_flank(
        self,
        who: FighterId,
        foe: FighterId,
        weapon: &Weapon,
    ) -> Option<Way> {
        let obstacles = self.obstacles(who);
        let width = self.fighter(who).width();
        let goals = self.reaching(who, foe, (weapon, who), &obstacles);
        let goals: Cells = goals
            .iter()
            .filter(|&cell| self.would_flank(who, foe, Block::new(cell, width)))
            .collect();
        way(self.block(who).at, self.limits(who, &obstacles), &goals)
    }

    /// The way to the nearest cell with better cover from an enemy than here.
    pub(crate) fn way_to_cover(self, who: FighterId, foe: FighterId) -> Option<Way> {
        let covers = &self.arena.ground.covers;
        if covers.is_empty() {
            return None;
        }
        let here = self.cover_at(who, self.block(who).at, foe);
        let obstacles = self.obstacles(who);
        let open = &self.arena.ground.open;
        let better = |cell: &Cell| {
            covers[cell.index()].step > here
                && self.cover_at(who, *cell, foe) > here
                && !obstacles.stops.has(*cell)
                && self.may_end(who, *cell, &obstacles)
        };
        let goals: Cells = open.iter().filter(better).collect();
        way(self.block(who).at, self.limits(who, &obstacles), &goals)
    }

    /// What stands in the way of somebody who flees: no enemy's cell is entered.
    pub(crate) fn obstacles_off(self, who: FighterId) -> Obstacles {
        let mut obstacles = self.obstacles(who);
        obstacles.closed = obstacles.closed.or(&obstacles.stops);
        obstacles
    }

    /// How many cells somebody gets past these obstacles in a direction for so much, where the last is one that it may end
    /// on; and what they cost. `level`: over plain ground only.
    pub(crate) fn straight(
        self,
        who: FighterId,
        obstacles: &Obstacles,
        (direction, budget, level): (Direction, u32, bool),
    ) -> (u8, u32) {
        let footing = self.arena.footing(who);
        let mut at = self.block(who).at;
        let (mut ended, mut spent, mut steps) = ((0, 0), 0, 0);
        while let Some(next) = at.next(direction) {
            let cost = footing.cost(next, direction);
            spent += cost;
            let enters = footing.fits.has(next) && !obstacles.closed.has(next);
            if !enters || spent > budget || (level && cost > direction.cost()) || steps == 200 {
                break;
            }
            steps += 1;
            if !obstacles.taken.has(next) {
                ended = (steps, spent);
            }
            if obstacles.stops.has(next) {
                break;
            }
            at = next;
        }
        ended
    }

    /// The directions that gain most gap from somebody, as bits, with the cells that each goes; none where all are blocked
    /// [SAM-3-6].
    pub(crate) fn ways_off(
        self,
        who: FighterId,
        from: FighterId,
        budget: u32,
        level: bool,
    ) -> (u8, [u8; 8]) {
        let own = self.block(who);
        let target = self.block(from);
        let obstacles = self.obstacles_off(who);
        let mut steps = [0; 8];
        let (mut best, mut bits) = (None, 0);
        for direction in Direction::ALL {
            let (cells, _) = self.straight(who, &obstacles, (direction, budget, level));
            if cells == 0 {
                continue;
            }
            let (dx, dy) = direction.step();
            let end = own.at.moved((dx * i32::from(cells), dy * i32::from(cells)));
            let Some(end) = end else {
                continue;
            };
            let gap = Block::new(end, own.width).gap(target);
            steps[direction as usize] = cells;
            if best.is_none_or(|most| gap > most) {
                (best, bits) = (Some(gap), 0);
            }
            if best == Some(gap) {
                bits |= 1 << direction as u8;
            }
        }
        (bits, steps)
    }

    /// Whether somebody may run at all [SAM-3-4].
    pub(crate) fn may_run(self, who: FighterId) -> bool {
        self.mobile(who)
            && !self.fighter(who).impractical_shoes
            && self.body(who).posture == Posture::Standing
            && self.crawls(who).is_none()
    }

    /// Seconds that a run of such a cost takes.
    fn run_seconds(self, who: FighterId, cost: u32) -> u8 {
        let seconds = cost.div_ceil(self.run_pace(who).max(1));
        u8::try_from(seconds).unwrap_or(u8::MAX).max(RUN)
    }

    /// A run of so many seconds at most that ends as near as may be to where a weapon reaches an enemy: nearer than here
    /// [SAM-3-4].
    pub(crate) fn run_to(
        self,
        who: FighterId,
        foe: FighterId,
        (weapon, wielder): (&Weapon, FighterId),
        seconds: u8,
    ) -> Option<Run> {
        if !self.may_run(who) || seconds < RUN {
            return None;
        }
        let obstacles = self.obstacles(who);
        let goals = self.reaching(who, foe, (weapon, wielder), &obstacles);
        let start = self.block(who).at;
        let goal = goals.iter().min_by_key(|&goal| apart(start, goal))?;
        let budget = self.run_pace(who) * u32::from(seconds);
        let mut best = (apart(start, goal), None);
        for direction in Direction::ALL {
            let (most, _) = self.straight(who, &obstacles, (direction, budget, true));
            let (dx, dy) = direction.step();
            for cells in 1..=most {
                let by = i32::from(cells);
                let Some(end) = start.moved((dx * by, dy * by)) else {
                    break;
                };
                let left = apart(end, goal);
                if left < best.0 && self.may_end(who, end, &obstacles) {
                    best = (left, Some((direction, cells)));
                }
            }
        }
        let (direction, cells) = best.1?;
        Some(Run {
            headings: 1 << direction as u8,
            cells,
            seconds: self.run_seconds(who, u32::from(cells) * direction.cost()),
            away: false,
        })
    }

    /// A run away from somebody, in so many seconds.
    pub(crate) fn run_from(self, who: FighterId, from: FighterId, seconds: u8) -> Option<Run> {
        if !self.may_run(who) || seconds < RUN {
            return None;
        }
        let budget = self.run_pace(who) * u32::from(seconds);
        let (bits, steps) = self.ways_off(who, from, budget, true);
        (bits != 0).then(|| Run {
            headings: bits,
            cells: steps.into_iter().max().unwrap_or(0),
            seconds,
            away: true,
        })
    }

    /// A straight way to where a weapon reaches an enemy, long enough for a charge with what has been moved in its
    /// direction just before [SAM-10-7].
    pub(crate) fn charge_to(self, who: FighterId, foe: FighterId, weapon: &Weapon) -> Option<Way> {
        let obstacles = self.obstacles(who);
        let goals = self.reaching(who, foe, (weapon, who), &obstacles);
        let start = self.block(who).at;
        let clock = &self.body(who).clock;
        let budget = 2 * self.pace(who).max(1) * 3;
        let (low, high) = goals.bounds()?;
        let mut best: Option<(u32, Way)> = None;
        for direction in Direction::ALL {
            let gone = if clock.heading == Some(direction) {
                u32::from(clock.straight)
            } else {
                0
            };
            let Some((least, farthest)) = start.steps_between(direction, low, high) else {
                continue;
            };
            if gone + u32::from(farthest) * direction.cost() < CHARGE {
                continue;
            }
            let (most, _) = self.straight(who, &obstacles, (direction, budget, false));
            let (dx, dy) = direction.step();
            for cells in least..=most.min(farthest) {
                let by = i32::from(cells);
                let Some(end) = start.moved((dx * by, dy * by)) else {
                    break;
                };
                let cost = u32::from(cells) * direction.cost();
                let shorter = best.is_none_or(|(least, _)| cost < least);
                if goals.has(end) && gone + cost >= CHARGE && shorter {
                    best = Some((cost, Way::straight(end, direction, cells)));
                }
            }
        }
        best.map(|(_, way)| way)
    }

    /// Whether a straight movement that a charge needs ends now [SAM-10-7].
    pub(crate) fn has_charged(self, who: FighterId) -> bool {
        let own = self.body(who).clock.straight;
        let carried = self
            .mount(who)
            .map_or(0, |mount| self.body(mount).clock.straight);
        u32::from(own.max(carried)) >= CHARGE
    }

    /// Where these steps lead who crawls: one own square on at most [SAM-3-7].
    pub(crate) fn crawled(
        self,
        who: FighterId,
        steps: impl Iterator<Item = Direction>,
        obstacles: &Obstacles,
    ) -> Option<Cell> {
        let fits = &self.arena.footing(who).fits;
        let (mut at, mut ended) = (self.block(who).at, None);
        for step in steps.take(self.fighter(who).width().into()) {
            let Some(next) = at.next(step) else {
                break;
            };
            if !fits.has(next) || obstacles.closed.has(next) {
                break;
            }
            at = next;
            if self.may_end(who, at, obstacles) {
                ended = Some(at);
            }
        }
        ended
    }

    /// The directions that gain who crawls most gap from somebody, as bits [SAM-3-6, SAM-3-7].
    pub(crate) fn crawls_off(self, who: FighterId, from: FighterId) -> u8 {
        let (own, target) = (self.block(who), self.block(from));
        let obstacles = self.obstacles_off(who);
        let (mut best, mut bits) = (0, 0);
        for direction in Direction::ALL {
            let end = self.crawled(who, std::iter::repeat(direction), &obstacles);
            let Some(end) = end else {
                continue;
            };
            let gap = Block::new(end, own.width).gap(target);
            if gap > best {
                (best, bits) = (gap, 0);
            }
            if gap == best {
                bits |= 1 << direction as u8;
            }
        }
        bits
    }

    /// A free cell for somebody next to a block, or as near to it as there is one: the lowest row, then column
    /// [SAM-14-3, SAM-17-10].
    pub(crate) fn free_cell(self, who: FighterId, near: Block) -> Option<Cell> {
        let obstacles = self.obstacles(who);
        let width = self.fighter(who).width();
        let free = |cell: &Cell| {
            self.may_end(who, *cell, &obstacles)
                && !obstacles.stops.has(*cell)
                && !near.overlaps(Block::new(*cell, width))
        };
        let open = &self.arena.ground.open;
        let all = open.iter().filter(free);
        all.min_by_key(|&cell| near.gap(Block::new(cell, width)))
    }

    /// Whether a step over the edge of the field is possible from where somebody is [SAM-15-4].
    pub(crate) fn at_edge(self, who: FighterId) -> bool {
        let (ground, own) = (&self.arena.ground, self.block(who));
        let ends =
            |at: u8, size: usize| at == 0 || usize::from(at) + usize::from(own.width) >= size;
        ground.edged && (ends(own.at.x, ground.width) || ends(own.at.y, ground.height))
    }
}

/// Whether a weapon reaches over a distance: lines and cones start at their user [SAM-9-12].
fn shoots(weapon: &Weapon) -> bool {
    weapon.kind == Kind::Ranged && !matches!(weapon.area, Some(Shape::Line | Shape::Cone))
}

/// Steps of a way that fit into so much, the last of which may be ended on; what they cost and where they lead.
pub(crate) fn part_of<const N: usize>(
    view: View<'_, N>,
    who: FighterId,
    way: &Way,
    budget: u32,
) -> (usize, u32, Cell) {
    let obstacles = view.obstacles(who);
    let footing = view.arena.footing(who);
    let mut at = view.block(who).at;
    let mut ended = (0, 0, at);
    let mut spent = 0;
    for (count, direction) in way.steps().enumerate() {
        let Some(next) = at.next(direction) else {
            break;
        };
        spent += footing.cost(next, direction);
        if spent > budget {
            break;
        }
        at = next;
        if view.may_end(who, at, &obstacles) {
            ended = (count + 1, spent, at);
        }
    }
    ended
}
