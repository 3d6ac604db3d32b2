//! Possible movements: paths to enemies, away from them and to cover, runs, charges, and speed.
//!
//! Clauses: SAM-0-3, SAM-3-1..7, SAM-10-7, SAM-12-3, SAM-14-2, SAM-19-1, SAM-19-8, SAM-19-12, SAM-22-1.

use std::cell::OnceCell;

use super::numbers::doublings;
use crate::fight::{FighterId, FighterSet, Objectives as _, Spot};
use crate::grid::{Block, Cell, Cells, Direction, Directions, GridPath, Stretch, Walker, apart};
use crate::rules::semiautomagic::nouns::{Going, Run, View};
use crate::rules::semiautomagic::options::Occupancy;
use crate::rules::semiautomagic::reading::{Posture, Shape, Weapon, WeaponKind};

/// A weapon that is to reach a target, and the fighter that wields it. The reach of a rider is counted from
/// the cells of the mount [SAM-14-2].
pub(crate) type Reach<'a> = (&'a Weapon, FighterId);

/// A creature that looks for a path. The obstacles are found only once, when they are first needed.
#[derive(Debug)]
pub(crate) struct Mover<'a> {
    view: View<'a>,
    pub who: FighterId,
    walker: OnceCell<Walker<'a>>,
}

/// A movement away from a fighter. `headings`: the directions that gain most distance. `most`: the largest
/// number of steps that is possible in any direction. `gap`: the gap to the fighter afterwards.
struct Away {
    headings: Directions,
    most: u8,
    gap: u32,
}

impl<'a> View<'a> {
    /// Returns the speed on foot or in flight in half squares per second, never below 0 [SAM-3-1, SAM-12-1,
    /// SAM-19-1].
    fn speed(self, who: FighterId) -> i32 {
        let (fighter, body) = (self.fighter(who), self.body(who));
        let penalties = fighter.hindrance() + i32::from(body.hindered);
        let lost = self.arena.options.rules.movement.mobility_speed * penalties
            + 2 * i32::from(body.limbs.slowed);
        let flies = fighter.flies_at > 0 && !body.limbs.grounded;
        let wings = i32::from(flies) * 2 * i32::from(body.limbs.wings);
        (fighter.speed - lost - wings).max(0)
    }

    /// Returns the distance of one move, or of one second of a run, in half cells. A run is three times as
    /// fast by default. Squares are rounded half up [SAM-0-3, SAM-3-1, SAM-3-4].
    #[inline]
    pub(crate) fn pace(self, who: FighterId, runs: bool) -> u32 {
        let times = if runs {
            self.arena.options.rules.movement.run_factor
        } else {
            1
        };
        let squares = (times * self.speed(who) + 1) / 2;
        2 * squares.unsigned_abs() * u32::from(self.fighter(who).width())
    }

    /// Returns the number of seconds of the shortest run [SAM-3-4].
    pub(crate) fn shortest_run(self) -> u8 {
        self.arena.options.rules.time.run
    }

    /// Returns how many moves fit into these seconds [SAM-2-6].
    fn moves_in(self, seconds: u8) -> u8 {
        seconds / self.arena.options.rules.time.moving
    }

    /// Returns the distance of the next `moves` moves in half cells, including distance kept from earlier
    /// moves [SAM-3-1].
    pub(crate) fn stride(self, who: FighterId, moves: u8) -> u32 {
        u32::from(moves) * self.pace(who, false) + u32::from(self.body(who).clock.carry)
    }

    /// Returns the seconds per square of a fighter that can only crawl or is overloaded. `None` for other
    /// fighters [SAM-3-7, SAM-12-3, SAM-19-8, SAM-22-1].
    pub(crate) fn crawls(self, who: FighterId) -> Option<u8> {
        let (fighter, body) = (self.fighter(who), self.body(who));
        let legless = fighter.legs > 0 && body.limbs.legs >= fighter.legs;
        let low = body.posture == Posture::Prone || legless;
        let time = &self.arena.options.rules.time;
        match fighter.burden {
            None => Some(time.overloaded),
            Some(_) => (low || body.disabled > 0).then_some(time.crawl),
        }
    }

    /// Returns whether a fighter is at the place of an objective, where others are still to come.
    pub(crate) fn must_stay(self, who: FighterId) -> bool {
        let is_at = |spot| self.arena.is_at(self.state, who, spot);
        self.arena.lineup.must_stay(who, is_at)
    }

    /// The cell of an objective that a fighter must reach.
    pub(crate) fn cell_to_reach(self, who: FighterId) -> Option<Cell> {
        let is_at = |spot| self.arena.is_at(self.state, who, spot);
        let Spot(cell) = self.arena.lineup.spot_to_reach(who, is_at)?;
        let [x, y] = cell.map(u8::try_from);
        Some(Cell::new(x.ok()?, y.ok()?))
    }

    /// Returns whether a fighter can leave its cell at all [SAM-19-12].
    #[inline]
    pub(crate) fn mobile(self, who: FighterId) -> bool {
        self.arena.ground.mapped && self.body(who).held == 0 && self.speed(who) > 0
    }

    /// Returns the creature that moves when a fighter wants to move: its mount, or itself if it does not
    /// ride. `None` if that creature cannot move or has no seconds left [SAM-14-2].
    pub(crate) fn mover(self, who: FighterId) -> Option<FighterId> {
        let mover = self.mount(who).unwrap_or(who);
        let able = self.mobile(mover) && self.crawls(mover).is_none();
        (able && self.body(mover).clock.left > 0).then_some(mover)
    }

    /// Returns a fighter as a mover on the map, with the cells that other fighters close to it [SAM-3-5].
    pub(crate) fn walker(self, who: FighterId) -> Walker<'a> {
        let width = self.fighter(who).width();
        let block = Block::new(self.block(who).at, width);
        let mut walker = Walker::new(block, self.arena.footing(who));
        let occupancy = self.arena.options.occupancy;
        if occupancy == Occupancy::Free {
            return walker;
        }
        let mind = self.mind_of(who);
        let pair = [self.rider(who), self.mount(who)];
        for other in self.others(who).iter() {
            if pair.contains(&Some(other)) {
                continue;
            }
            let hostile = self.arena.lineup.are_enemies(mind, other);
            let set = match (hostile, occupancy) {
                (true, Occupancy::CloseIn) => &mut walker.stops,
                (true, _) => &mut walker.closed,
                (false, _) => &mut walker.taken,
            };
            let other = self.block(other);
            if width == 1 && other.width == 1 {
                set.add(other.at);
            } else {
                set.add_near(other, 0, width);
            }
        }
        walker
    }

    /// Returns the cells where a fighter reaches an enemy with a weapon. For lines and cones these are
    /// the cells next to the enemy [SAM-3-6].
    fn reaching(self, walker: &Walker<'_>, foe: FighterId, reach: Reach<'_>) -> Cells {
        self.reaching_in(walker, foe, reach, None)
    }

    /// As [`View::reaching`], but only for cells in `within`, if that is given.
    fn reaching_in(
        self,
        walker: &Walker<'_>,
        foe: FighterId,
        (weapon, wielder): Reach<'_>,
        within: Option<&Cells>,
    ) -> Cells {
        let target = self.block(foe);
        if weapon.is_melee() {
            let far = self.reach(wielder, weapon) * u32::from(self.fighter(wielder).width());
            return walker.ends_at(target, far, within, |gap| {
                self.reaches_over(wielder, weapon, gap)
            });
        }
        let shoots = shoots(weapon);
        let far = if shoots {
            u32::from(weapon.range) << weapon.max_doublings
        } else {
            1
        };
        walker.ends_near(target, far, within, |cell| {
            let own = walker.block_at(cell);
            !walker.stops.has(cell)
                && if shoots {
                    self.shoots_from(own, target, weapon)
                } else {
                    own.gap(target) == 1
                }
        })
    }

    /// Returns whether a shot from one block of cells reaches another: within range and without a wall in
    /// between [SAM-7-1, SAM-7-2].
    fn shoots_from(self, from: Block, to: Block, weapon: &Weapon) -> bool {
        let doubled = doublings(from.distance(to), 2 * u32::from(weapon.range));
        doubled <= u32::from(weapon.max_doublings) && self.arena.ground.terrain.sees(from, to)
    }

    /// Returns a move in the directions that gain most distance from `from` [SAM-3-6]. A single move may be
    /// too short for a step although the rest of the turn is not. The result then has no direction, and the
    /// move is kept for that step [SAM-3-1]. `None` if no direction is open or the rest of the turn is too
    /// short.
    pub(crate) fn going_off(self, who: FighterId, from: FighterId) -> Option<Going> {
        let left = self.moves_in(self.body(who).clock.left);
        if left == 0 {
            return None;
        }
        let away = |moves: u8| {
            let budget = self.stride(who, moves);
            self.away(who, from, |walker, heading| {
                walker.straight(heading, budget, false)
            })
        };
        let here = self.block(who).gap(self.block(from));
        let gains = |away: &Away| away.gap > here;
        let now = away(1);
        if now.as_ref().is_some_and(gains) {
            return now.map(|away| Going::Away(away.headings));
        }
        let walker = self.walker(who).keeping_clear();
        let slow = |heading| walker.straight(heading, self.stride(who, 1), false).steps == 0;
        let later = away(left);
        let waits = later.as_ref().is_some_and(|later| {
            now.is_none() || (gains(later) && later.headings.iter().all(slow))
        });
        let headings = if waits {
            Directions::NONE
        } else {
            now?.headings
        };
        Some(Going::Away(headings))
    }

    /// Returns a crawl by one square in the directions that gain most distance. `None` if all directions are
    /// blocked [SAM-3-6, SAM-3-7].
    pub(crate) fn crawling_off(self, who: FighterId, from: FighterId) -> Option<Going> {
        let away = self.away(who, from, |walker, heading| {
            crawled(walker, std::iter::repeat(heading))
        });
        Some(Going::Away(away?.headings))
    }

    /// Returns whether a step away from `from` is possible, no matter how long the step takes [SAM-15-4].
    pub(crate) fn has_a_way_off(self, who: FighterId, from: FighterId) -> bool {
        let away = self.away(who, from, |walker, heading| {
            walker.straight(heading, u32::MAX, false)
        });
        away.is_some()
    }

    /// Returns whether a fighter may run at all [SAM-3-4].
    pub(crate) fn may_run(self, who: FighterId) -> bool {
        self.mobile(who)
            && !self.fighter(who).impractical_shoes
            && self.body(who).posture == Posture::Standing
            && self.crawls(who).is_none()
    }

    /// Returns the best movement away from `from`. `stretch` returns the movement in a given direction.
    /// `None` if all directions are blocked.
    fn away(
        self,
        who: FighterId,
        from: FighterId,
        stretch: impl Fn(&Walker<'_>, Direction) -> Stretch,
    ) -> Option<Away> {
        let walker = self.walker(who).keeping_clear();
        let stretches = Direction::ALL.map(|heading| stretch(&walker, heading));
        let from = self.block(from);
        let headings = walker.farthest(from, &stretches);
        let heading = headings.iter().next()?;
        let end = stretches[heading as usize].end;
        let most = stretches.iter().map(|stretch| stretch.steps).max();
        Some(Away {
            headings,
            most: most.unwrap_or(0),
            gap: walker.block_at(end).gap(from),
        })
    }

    /// Returns a run of at most `seconds` seconds towards the nearest cell where the weapon reaches an
    /// enemy. The run ends as near to that cell as possible, and nearer than its start [SAM-3-4].
    pub(crate) fn run_to(
        self,
        who: FighterId,
        foe: FighterId,
        reach: Reach<'_>,
        seconds: u8,
    ) -> Option<Going> {
        if !self.may_run(who) || seconds < self.shortest_run() {
            return None;
        }
        let walker = self.walker(who);
        let goals = self.reaching(&walker, foe, reach);
        self.straight_run(&walker, &goals, (who, seconds))
    }

    /// A run like [`View::run_to`] to the cell of an objective, if it is longer than moves of as many seconds.
    pub(crate) fn run_to_cell(self, who: FighterId, cell: Cell) -> Option<Going> {
        let seconds = self.body(who).clock.left;
        if !self.may_run(who) || seconds < self.shortest_run() {
            return None;
        }
        let walker = self.walker(who);
        let going = self.straight_run(&walker, &covering(&walker, cell), (who, seconds))?;
        let Going::Run(run) = going else { return None };
        let step = run.headings.iter().next()?.cost();
        let moves = self.stride(who, self.moves_in(run.seconds));
        (u32::from(run.cells) * step > moves).then_some(going)
    }

    /// A run of at most `seconds` seconds that ends as near as possible to the nearest of these cells.
    fn straight_run(
        self,
        walker: &Walker<'_>,
        goals: &Cells,
        (who, seconds): (FighterId, u8),
    ) -> Option<Going> {
        let goal = goals
            .iter()
            .min_by_key(|&goal| apart(walker.block.at, goal))?;
        let budget = self.pace(who, true) * u32::from(seconds);
        let (direction, cells) = walker.straight_towards(goal, budget)?;
        let cost = u32::from(cells) * direction.cost();
        let seconds = cost.div_ceil(self.pace(who, true).max(1));
        Some(Going::Run(Run {
            headings: Directions::only(direction),
            cells,
            seconds: u8::try_from(seconds)
                .unwrap_or(u8::MAX)
                .max(self.shortest_run()),
            away: false,
        }))
    }

    /// Returns a run of `seconds` seconds away from `from`.
    pub(crate) fn run_from(self, who: FighterId, from: FighterId, seconds: u8) -> Option<Going> {
        Some(self.run_and_gap(who, from, seconds)?.0)
    }

    /// Returns a run of `seconds` seconds away from `from`, if it gains distance. A fleeing fighter does not
    /// run towards its enemy [SAM-15-4].
    pub(crate) fn run_off(self, who: FighterId, from: FighterId, seconds: u8) -> Option<Going> {
        let (run, gap) = self.run_and_gap(who, from, seconds)?;
        (gap > self.block(who).gap(self.block(from))).then_some(run)
    }

    /// Returns a run away from `from`, and the gap at its end.
    fn run_and_gap(self, who: FighterId, from: FighterId, seconds: u8) -> Option<(Going, u32)> {
        if !self.may_run(who) || seconds < self.shortest_run() {
            return None;
        }
        let budget = self.pace(who, true) * u32::from(seconds);
        let away = self.away(who, from, |walker, heading| {
            walker.straight(heading, budget, true)
        })?;
        let run = Going::Run(Run {
            headings: away.headings,
            cells: away.most,
            seconds,
            away: true,
        });
        Some((run, away.gap))
    }

    /// Returns whether a fighter has just moved straight far enough for a charge [SAM-10-7].
    pub(crate) fn has_charged(self, who: FighterId) -> bool {
        let mount = self.mount(who).unwrap_or(who);
        let [own, carried] = [who, mount].map(|of| self.body(of).clock.straight);
        u32::from(own.max(carried)) >= self.shortest_charge()
    }

    /// Returns the length of the straight movement that a charge needs, in half cells [SAM-10-7].
    fn shortest_charge(self) -> u32 {
        2 * u32::from(self.arena.options.rules.movement.charge)
    }

    /// Returns a free cell for a fighter next to a block of cells, or as near to it as possible. Among equals
    /// the lowest row counts, then the lowest column [SAM-14-3, SAM-17-10].
    pub(crate) fn free_cell(self, who: FighterId, near: Block) -> Option<Cell> {
        let walker = self.walker(who);
        let free = |cell: &Cell| walker.may_stay(*cell) && !near.overlaps(walker.block_at(*cell));
        let all = self.arena.ground.terrain.open.iter().filter(free);
        all.min_by_key(|&cell| near.gap(walker.block_at(cell)))
    }

    /// Returns `cell` if it is free for a fighter, otherwise the nearest free cell. Among equals the lowest
    /// row counts, then the lowest column [SAM-21-8].
    pub(crate) fn cell_at(self, who: FighterId, cell: Cell) -> Option<Cell> {
        let walker = self.walker(who);
        if !self.arena.ground.mapped || walker.may_stay(cell) {
            return Some(cell);
        }
        let near = Block::new(cell, 1);
        let all = self.arena.ground.terrain.open.iter();
        let free = all.filter(|cell| walker.may_stay(*cell));
        free.min_by_key(|&cell| near.gap(walker.block_at(cell)))
    }

    /// Returns whether a fighter can step over the edge of the field from its place [SAM-15-4].
    pub(crate) fn at_edge(self, who: FighterId) -> bool {
        let ground = &self.arena.ground;
        ground.edged && ground.terrain.at_edge(self.block(who))
    }
}

impl<'a> Mover<'a> {
    pub(crate) const fn new(view: View<'a>, who: FighterId) -> Self {
        Self {
            view,
            who,
            walker: OnceCell::new(),
        }
    }

    /// Returns the creature as a mover on the map, with the cells that other fighters close to it.
    pub(crate) fn walker(&self) -> &Walker<'a> {
        self.walker.get_or_init(|| self.view.walker(self.who))
    }

    /// Returns the path to a cell within the weapon's reach of an enemy [SAM-3-6].
    pub(crate) fn way_to(&self, foe: FighterId, reach: Reach<'_>) -> Option<GridPath> {
        let (view, weapon) = (self.view, reach.0);
        if shoots(weapon) && view.shoots_from(view.block(self.who), view.block(foe), weapon) {
            return None;
        }
        let walker = self.walker();
        walker.way(&view.reaching(walker, foe, reach))
    }

    /// The way to a place whose block has this cell, the cell of an objective.
    pub(crate) fn way_to_cell(&self, cell: Cell) -> Option<GridPath> {
        let walker = self.walker();
        walker.way(&covering(walker, cell))
    }

    /// Returns the path to a cell within the weapon's reach of an enemy, where the fighter and an
    /// ally flank that enemy.
    pub(crate) fn way_to_flank(&self, foe: FighterId, reach: Reach<'_>) -> Option<GridPath> {
        let (view, who) = (self.view, self.who);
        let partners = view.flankers(foe).without(FighterSet::of(who));
        if partners.is_empty() || (view.gap(who, foe) <= 1 && view.flanked(foe)) {
            return None;
        }
        let (walker, own) = (self.walker(), view.block(foe));
        let mut opposite = Cells::NONE;
        for other in partners.iter() {
            own.add_opposite(view.block(other), walker.block.width, &mut opposite);
        }
        walker.way(&view.reaching_in(walker, foe, reach, Some(&opposite)))
    }

    /// Returns the path to the nearest cell with better cover from an enemy than the present cell.
    pub(crate) fn way_to_cover(&self, foe: FighterId) -> Option<GridPath> {
        let (view, who) = (self.view, self.who);
        let covers = &view.arena.ground.covers;
        if covers.is_empty() {
            return None;
        }
        let here = view.cover_at(who, view.block(who).at, foe);
        let walker = self.walker();
        let better = |cell: &Cell| {
            covers.at(*cell).step > here
                && view.cover_at(who, *cell, foe) > here
                && walker.may_stay(*cell)
        };
        let open = &view.arena.ground.terrain.open;
        walker.way(&open.iter().filter(better).collect())
    }

    /// Returns a straight path to a cell within the weapon's reach of an enemy. The path and the movement
    /// just made in the same direction are together long enough for a charge [SAM-10-7].
    pub(crate) fn charge_to(&self, foe: FighterId, reach: Reach<'_>) -> Option<GridPath> {
        let (view, who) = (self.view, self.who);
        let walker = self.walker();
        let goals = view.reaching(walker, foe, reach);
        let clock = &view.body(who).clock;
        let moves = view.moves_in(view.arena.options.rules.time.turn).max(1);
        let budget = view.pace(who, false).max(1) * u32::from(moves);
        let least = view.shortest_charge();
        walker.straight_way(&goals, budget, |direction| {
            let goes_on = clock.heading == Some(direction);
            let gone = u32::from(goes_on) * u32::from(clock.straight);
            least.saturating_sub(gone).div_ceil(direction.cost())
        })
    }

    /// Returns whether the rest of the turn suffices for the first step of a path. A step may need more than
    /// one move [SAM-3-1, SAM-2-3].
    pub(crate) fn goes_on(&self, way: &GridPath) -> bool {
        let view = self.view;
        let moves = view.moves_in(view.body(self.who).clock.left);
        let budget = view.stride(self.who, moves);
        moves > 0 && self.walker().goes(way.steps(), budget)
    }
}

/// The cells where the block of a walker has this cell and where it may end.
fn covering(walker: &Walker<'_>, cell: Cell) -> Cells {
    let covers = |at: Cell| walker.block_at(at).cells().any(|own| own == cell);
    walker.ends_near(
        Block::new(cell, 1),
        u32::from(walker.block.width),
        None,
        covers,
    )
}

/// Returns whether a weapon is used at a distance. Lines and cones are not, because they start at their user
/// [SAM-9-12].
fn shoots(weapon: &Weapon) -> bool {
    weapon.kind == WeaponKind::Ranged && !matches!(weapon.area, Some(Shape::Line | Shape::Cone))
}

/// Returns the part of these steps that a fighter makes in one crawl: at most one square of its own size
/// [SAM-3-7].
pub(crate) fn crawled(walker: &Walker<'_>, steps: impl Iterator<Item = Direction>) -> Stretch {
    walker.along(steps.take(walker.block.width.into()), u32::MAX)
}
