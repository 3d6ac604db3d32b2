//! Possible movements: paths to enemies, away from them and to cover, runs, charges, and speed.
//!
//! Clauses: SAM-0-3, SAM-3-1..7, SAM-10-7, SAM-12-3, SAM-14-2, SAM-19-1, SAM-19-8, SAM-19-12, SAM-22-1.

use super::numbers::doublings;
use crate::fight::{FighterId, FighterSet, Objectives as _, Spot};
use crate::grid::{Block, Cell, Cells, Direction, Directions, GridPath, Stretch, Walker, apart};
use crate::rules::semiautomagic::nouns::{Going, Run, View};
use crate::rules::semiautomagic::options::Occupancy;
use crate::rules::semiautomagic::reading::{Posture, Shape, Weapon, WeaponKind};

/// A weapon that is to reach a target, and the fighter that wields it. For a rider, the reach begins at the
/// cells of its mount [SAM-14-2].
pub(crate) type Reach<'a> = (&'a Weapon, FighterId);

/// A creature that needs a path.
#[derive(Debug)]
pub(crate) struct Mover<'a> {
    view: View<'a>,
    pub who: FighterId,
}

/// A movement away from a fighter. `headings`: the directions that gain most distance from it. `most`: the
/// largest number of steps that is possible in any direction. `gap`: the distance to the fighter afterwards,
/// in cells.
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

    /// Returns how many moves fit into `seconds` seconds [SAM-2-6].
    fn moves_in(self, seconds: u8) -> u8 {
        seconds / self.arena.options.rules.time.moving
    }

    /// Returns the distance of the next `moves` moves in half cells, including distance kept from earlier
    /// moves [SAM-3-1].
    pub(crate) fn stride(self, who: FighterId, moves: u8) -> u32 {
        u32::from(moves) * self.pace(who, false) + u32::from(self.body(who).clock.carry)
    }

    /// Returns the seconds per square for a fighter that can only crawl or that is overloaded. Returns `None`
    /// for a fighter that moves normally [SAM-3-7, SAM-12-3, SAM-19-8, SAM-22-1].
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

    /// Returns whether a fighter is at the place of an objective `reach` that includes it. The fight
    /// continues, so the objective still needs other fighters there.
    pub(crate) fn must_stay(self, who: FighterId) -> bool {
        let is_at = |spot| self.arena.is_at(self.state, who, spot);
        let lineup = &self.arena.lineup;
        let able = lineup.able(
            self.state.fighting,
            self.state.round.into(),
            self.state.stage(),
        );
        lineup.must_stay(who, able, is_at)
    }

    /// Returns the cell that an objective wants a fighter to reach. Returns `None` if there is no such
    /// objective, or if the fighter is already in such a cell.
    pub(crate) fn cell_to_reach(self, who: FighterId) -> Option<Cell> {
        let is_at = |spot| self.arena.is_at(self.state, who, spot);
        let lineup = &self.arena.lineup;
        let able = lineup.able(
            self.state.fighting,
            self.state.round.into(),
            self.state.stage(),
        );
        let Spot(cell) = lineup.spot_to_reach(who, able, is_at)?;
        let [x, y] = cell.map(u8::try_from);
        Some(Cell::new(x.ok()?, y.ok()?))
    }

    /// Returns whether a fighter can leave its cell at all [SAM-19-12].
    #[inline]
    pub(crate) fn mobile(self, who: FighterId) -> bool {
        self.arena.ground.mapped && self.body(who).held == 0 && self.speed(who) > 0
    }

    /// Returns the creature that moves when a fighter wants to move: its mount, or itself if it does not
    /// ride. Returns `None` if that creature cannot move or has no seconds left [SAM-14-2].
    pub(crate) fn mover(self, who: FighterId) -> Option<FighterId> {
        let mover = self.mount(who).unwrap_or(who);
        let able = self.mobile(mover) && self.crawls(mover).is_none();
        (able && self.body(mover).clock.left > 0).then_some(mover)
    }

    /// Returns the [`Walker`] of the fighter, which finds paths on the grid. The cells that other fighters
    /// occupy may be closed to it [SAM-3-5].
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

    /// Returns the steps of `way` that a fighter can take: as many as possible that cost at most `budget` and
    /// lead to a cell where its movement may end. `way` must be a path that a [`Mover`] has found for the
    /// fighter from its present cell. Such a path leads only over cells that the fighter may enter and leave,
    /// so only allies in its cells can matter here [SAM-3-5].
    pub(crate) fn walked(self, who: FighterId, way: &GridPath, budget: u32) -> Stretch {
        let footing = self.arena.footing(who);
        let none = Stretch {
            steps: 0,
            cost: 0,
            end: self.block(who).at,
        };
        let mut gone = none;
        for direction in way.steps() {
            let Some(end) = gone.end.next(direction) else {
                break;
            };
            let cost = gone.cost + footing.cost(end, direction);
            if cost > budget {
                break;
            }
            let steps = gone.steps + 1;
            gone = Stretch { steps, cost, end };
        }
        let steps = way.steps().take(gone.steps.into()).rev();
        for direction in steps {
            if !self.is_taken(who, gone.end, gone.steps) {
                break;
            }
            let before = gone.end.next(direction.turned(4));
            gone = Stretch {
                steps: gone.steps - 1,
                cost: gone.cost - footing.cost(gone.end, direction),
                end: before.unwrap_or(none.end),
            };
        }
        debug_assert_eq!(
            gone,
            self.walker(who).along(way.steps(), budget),
            "the steps of {who:?} on {way:?}"
        );
        gone
    }

    /// Returns whether a fighter that is not an enemy of `who` occupies a cell that `who` would occupy at
    /// `cell`, so that the movement of `who` may not end there. Its own rider and mount do not count. `cell`
    /// is at most `steps` steps away from the present cell [SAM-3-5].
    fn is_taken(self, who: FighterId, cell: Cell, steps: u8) -> bool {
        if self.arena.options.occupancy == Occupancy::Free {
            return false;
        }
        let block = Block::new(cell, self.fighter(who).width());
        let bars = |other: FighterId| {
            self.gap(who, other) <= steps.into()
                && block.overlaps(self.block(other))
                && !self.arena.lineup.are_enemies(self.mind_of(who), other)
                && ![self.rider(who), self.mount(who)].contains(&Some(other))
        };
        self.others(who).iter().any(bars)
    }

    /// Returns the cells where the fighter of `reach` reaches the enemy `foe` with its weapon. For lines and
    /// cones these are the cells next to the enemy [SAM-3-6].
    fn reaching(self, walker: &Walker<'_>, foe: FighterId, reach: Reach<'_>) -> Cells {
        self.reaching_in(walker, foe, reach, None)
    }

    /// Like [`View::reaching`]. If `within` is given, only cells in it are returned.
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

    /// Returns whether a shot from the cells `from` can reach the cells `to`. The target must be within
    /// range, with no wall in between [SAM-7-1, SAM-7-2].
    fn shoots_from(self, from: Block, to: Block, weapon: &Weapon) -> bool {
        let doubled = doublings(from.distance(to), 2 * u32::from(weapon.range));
        doubled <= u32::from(weapon.max_doublings) && self.arena.ground.terrain.sees(from, to)
    }

    /// Returns a move away from `from`, in the directions that gain most distance [SAM-3-6]. A move may be
    /// too short for the next cell although all moves left in the turn together are not. The result then has
    /// no directions, and the distance is saved for that cell [SAM-3-1]. Returns `None` if all directions are
    /// blocked, or if the rest of the turn is too short.
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

    /// Returns a crawl by one square away from `from`, in the directions that gain most distance. Returns
    /// `None` if all directions are blocked [SAM-3-6, SAM-3-7].
    pub(crate) fn crawling_off(self, who: FighterId, from: FighterId) -> Option<Going> {
        let away = self.away(who, from, |walker, heading| {
            crawled(walker, std::iter::repeat(heading))
        });
        Some(Going::Away(away?.headings))
    }

    /// Returns whether any step of `who` is possible when it flees from `from`, no matter how long the step
    /// takes [SAM-15-4].
    pub(crate) fn has_a_way_off(self, who: FighterId, from: FighterId) -> bool {
        let away = self.away(who, from, |walker, heading| {
            walker.straight(heading, u32::MAX, false)
        });
        away.is_some()
    }

    /// Returns whether a fighter may run at all, over any distance [SAM-3-4].
    pub(crate) fn may_run(self, who: FighterId) -> bool {
        self.mobile(who)
            && !self.fighter(who).impractical_shoes
            && self.body(who).posture == Posture::Standing
            && self.crawls(who).is_none()
    }

    /// Returns the best movement away from `from`. `stretch` computes how far the movement in a given
    /// direction leads. Returns `None` if all directions are blocked.
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

    /// Returns a run of at most `seconds` seconds towards the nearest cell where the weapon reaches an enemy.
    /// The run is straight, and it ends as near to that cell as possible. Returns `None` if no run gets
    /// nearer [SAM-3-4].
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

    /// Returns a run like [`View::run_to`], but towards the cell of an objective. Returns `None` if `who`
    /// cannot run, or if moves that take as many seconds would lead at least as far.
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

    /// Returns a straight run of at most `seconds` seconds towards the nearest of the cells `goals`. It ends
    /// as near to that cell as possible.
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

    /// Returns a run of `seconds` seconds away from `from`, or `None` if `who` may not run or all directions
    /// are blocked.
    pub(crate) fn run_from(self, who: FighterId, from: FighterId, seconds: u8) -> Option<Going> {
        Some(self.run_and_gap(who, from, seconds)?.0)
    }

    /// Returns a run of `seconds` seconds away from `from`, or `None` if no run increases the distance. A
    /// fleeing fighter does not run towards its enemy [SAM-15-4].
    pub(crate) fn run_off(self, who: FighterId, from: FighterId, seconds: u8) -> Option<Going> {
        let (run, gap) = self.run_and_gap(who, from, seconds)?;
        (gap > self.block(who).gap(self.block(from))).then_some(run)
    }

    /// Returns a run away from `from`, and the distance to `from` at the end of the run, in cells.
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

    /// Returns whether a fighter or its mount has just moved far enough in a straight line for a charge
    /// [SAM-10-7].
    pub(crate) fn has_charged(self, who: FighterId) -> bool {
        let mount = self.mount(who).unwrap_or(who);
        let [own, carried] = [who, mount].map(|of| self.body(of).clock.straight);
        u32::from(own.max(carried)) >= self.shortest_charge()
    }

    /// Returns the length of the straight movement that a charge needs, in half cells [SAM-10-7].
    fn shortest_charge(self) -> u32 {
        2 * u32::from(self.arena.options.rules.movement.charge)
    }

    /// Returns a free cell for `who` next to the cells `near`, or as near to them as possible. If several are
    /// equally near, the one in the lowest row is returned, and in a row the one in the lowest column
    /// [SAM-14-3, SAM-17-10].
    pub(crate) fn free_cell(self, who: FighterId, near: Block) -> Option<Cell> {
        let walker = self.walker(who);
        let free = |cell: &Cell| walker.may_stay(*cell) && !near.overlaps(walker.block_at(*cell));
        let all = self.arena.ground.terrain.open.iter().filter(free);
        all.min_by_key(|&cell| near.gap(walker.block_at(cell)))
    }

    /// Returns `cell` if it is free for `who`, and otherwise the nearest free cell. If several are equally
    /// near, the one in the lowest row is returned, and in a row the one in the lowest column [SAM-21-8].
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

    /// Returns whether a fighter stands at the edge of the field and can step over it [SAM-15-4].
    pub(crate) fn at_edge(self, who: FighterId) -> bool {
        let ground = &self.arena.ground;
        ground.edged && ground.terrain.at_edge(self.block(who))
    }
}

impl<'a> Mover<'a> {
    pub(crate) const fn new(view: View<'a>, who: FighterId) -> Self {
        Self { view, who }
    }

    /// Returns the [`Walker`] of the creature, which finds paths on the grid. The cells that other fighters
    /// occupy may be closed to it.
    pub(crate) fn walker(&self) -> Walker<'a> {
        self.view.walker(self.who)
    }

    /// Returns the path to the nearest cell from which the fighter and weapon in `reach` reach the enemy
    /// `foe` [SAM-3-6]. Returns `None` if the weapon can already shoot at the enemy, or if there is no path.
    pub(crate) fn way_to(&self, foe: FighterId, reach: Reach<'_>) -> Option<GridPath> {
        let (view, weapon) = (self.view, reach.0);
        if shoots(weapon) && view.shoots_from(view.block(self.who), view.block(foe), weapon) {
            return None;
        }
        let walker = self.walker();
        walker.way(&view.reaching(&walker, foe, reach))
    }

    /// Returns the path to a place where the creature occupies `cell`, the cell of an objective.
    pub(crate) fn way_to_cell(&self, cell: Cell) -> Option<GridPath> {
        let walker = self.walker();
        walker.way(&covering(&walker, cell))
    }

    /// Returns the path to the nearest cell from which the fighter and weapon in `reach` reach the enemy
    /// `foe`, and where the creature and one of its allies flank that enemy.
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
        walker.way(&view.reaching_in(&walker, foe, reach, Some(&opposite)))
    }

    /// Returns the path to the nearest cell that gives better cover from an enemy than the present cell.
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

    /// Returns a straight path to a cell where the fighter of `reach` reaches the enemy `foe` with its
    /// weapon. This path must be long enough for a charge, together with a movement just made in the same
    /// direction [SAM-10-7].
    pub(crate) fn charge_to(&self, foe: FighterId, reach: Reach<'_>) -> Option<GridPath> {
        let (view, who) = (self.view, self.who);
        let walker = self.walker();
        let goals = view.reaching(&walker, foe, reach);
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

    /// Returns whether the seconds left in the turn are enough for the first step of `way`. A step may need
    /// more than one move [SAM-3-1, SAM-2-3].
    pub(crate) fn goes_on(&self, way: &GridPath) -> bool {
        let view = self.view;
        let moves = view.moves_in(view.body(self.who).clock.left);
        let budget = view.stride(self.who, moves);
        let goes = moves > 0 && self.gets_somewhere(way, budget);
        debug_assert_eq!(
            goes,
            moves > 0 && self.walker().goes(way.steps(), budget),
            "the first steps of {:?} on {way:?}",
            self.who
        );
        goes
    }

    /// Returns whether [`View::walked`] with the same arguments takes at least one step.
    fn gets_somewhere(&self, way: &GridPath, budget: u32) -> bool {
        let (view, who) = (self.view, self.who);
        let footing = view.arena.footing(who);
        let (mut at, mut cost) = (view.block(who).at, 0);
        for (steps, direction) in (1..).zip(way.steps()) {
            let Some(to) = at.next(direction) else {
                return false;
            };
            cost += footing.cost(to, direction);
            if cost > budget {
                return false;
            }
            if !view.is_taken(who, to, steps) {
                return true;
            }
            at = to;
        }
        false
    }
}

/// Returns the positions where the creature of `walker` may stop so that it occupies `cell`.
fn covering(walker: &Walker<'_>, cell: Cell) -> Cells {
    let covers = |at: Cell| walker.block_at(at).cells().any(|own| own == cell);
    walker.ends_near(
        Block::new(cell, 1),
        u32::from(walker.block.width),
        None,
        covers,
    )
}

/// Returns whether a weapon is used at a distance. For lines and cones this is false, because they start at
/// their user [SAM-9-12].
fn shoots(weapon: &Weapon) -> bool {
    weapon.kind == WeaponKind::Ranged && !matches!(weapon.area, Some(Shape::Line | Shape::Cone))
}

/// Returns the part of `steps` that a fighter covers in one crawl: at most one square of its own size
/// [SAM-3-7].
pub(crate) fn crawled(walker: &Walker<'_>, steps: impl Iterator<Item = Direction>) -> Stretch {
    walker.along(steps.take(walker.block.width.into()), u32::MAX)
}
