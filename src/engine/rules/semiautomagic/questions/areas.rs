//! Areas: the cells that they cover, the fighters in them, and where to place them.
//!
//! Clauses: SAM-9-1..3, SAM-9-8..12, SAM-11-7, SAM-21-3.

use super::numbers::doublings;
use crate::fight::{FighterId, FighterSet};
use crate::grid::{Block, Cell, Cells, Direction, cone, line, sphere};
use crate::rules::semiautomagic::nouns::{Landing, View};
use crate::rules::semiautomagic::reading::{Shape, Weapon};

/// Returns the cells of an area placed at `landing` [SAM-9-9..11]. If the area has scattered, `dx` and `dy`
/// say how many cells it is shifted. It may then lie partly off the grid [SAM-9-3].
pub(crate) fn cells_of(weapon: &Weapon, landing: Landing, (dx, dy): (i32, i32)) -> Cells {
    let (x, y): (i32, i32) = landing.cell.into();
    let at = (x + dx, y + dy);
    let spread = &weapon.spread;
    match (weapon.area, landing.heading) {
        (Some(Shape::Line), Some(heading)) => {
            let length = spread.line_length;
            let slants = heading.is_diagonal();
            let length = if slants {
                (2 * length).div_ceil(3)
            } else {
                length
            };
            line(at, heading, length, spread.line_width)
        }
        (Some(Shape::Cone), Some(heading)) => cone(at, heading, spread.cone),
        _ => sphere(at, spread.sphere),
    }
}

impl View<'_> {
    /// Returns the fighters that stand at least partly in these cells. Dying fighters are included [SAM-9-2].
    pub(crate) fn within(self, cells: &Cells) -> FighterSet {
        let bodily = self.state.bodily;
        bodily.filter(|who| cells.touches(self.block(who)))
    }

    /// Returns how many times the range of `weapon` must be doubled to reach `landing` [SAM-9-1]. Returns 0
    /// for lines and cones, which start at their user [SAM-9-12].
    pub(crate) fn doublings_at(self, who: FighterId, weapon: &Weapon, landing: Landing) -> u32 {
        if landing.heading.is_some() || !self.arena.ground.mapped {
            return 0;
        }
        let distance = self.block(who).distance(Block::new(landing.cell, 1));
        doublings(distance, 2 * u32::from(weapon.range))
    }

    /// Returns whether `who` may place an area at `landing`. The place must be within range and in sight.
    fn may_land(self, who: FighterId, weapon: &Weapon, landing: Landing) -> bool {
        let (own, there) = (self.block(who), Block::new(landing.cell, 1));
        landing.heading.is_some()
            || (self.doublings_at(who, weapon, landing) <= u32::from(weapon.max_doublings)
                && self.arena.ground.terrain.sees(own, there))
    }

    /// Returns the enemies of `who` in these cells, and its friends in them, itself included.
    pub(crate) fn caught(self, who: FighterId, cells: &Cells) -> [FighterSet; 2] {
        let mind = self.mind_of(who);
        let held = self.within(cells).and(self.state.fighting);
        [self.foes(mind), self.arena.lineup.allies(mind)].map(|some| held.and(some))
    }

    /// Returns the best position for an area that contains `target`. The value of a position is the number of
    /// enemies in the area, minus `friend` for each friend. It must be above 0. If `friend` is `None`, a
    /// sphere is centred on the target, and a line or cone may have any value. Returns `None` if no position
    /// is possible.
    pub(crate) fn landing(
        self,
        who: FighterId,
        weapon: &Weapon,
        target: FighterId,
        friend: Option<i32>,
    ) -> Option<Landing> {
        // A fighter behind total cover cannot attack out of it [SAM-11-7].
        if self.walled(who, target) {
            return None;
        }
        let there = self.block(target).at;
        let on = Landing::around(there);
        if !self.arena.ground.mapped {
            return Some(on);
        }
        if weapon.area == Some(Shape::Sphere) && friend.is_none() {
            return self.may_land(who, weapon, on).then_some(on);
        }
        let mut chosen: Option<(i32, Landing)> = None;
        let mut consider = |landing: Landing| {
            let cells = cells_of(weapon, landing, (0, 0));
            if !cells.touches(self.block(target)) || !self.may_land(who, weapon, landing) {
                return;
            }
            let held = self.caught(who, &cells);
            let [foes, friends] = held.map(|some| some.count().cast_signed());
            let worth = foes - friend.unwrap_or(2) * friends;
            let enough = friend.is_none() || worth > 0;
            if enough && chosen.is_none_or(|(most, _)| worth > most) {
                chosen = Some((worth, landing));
            }
        };
        if weapon.area == Some(Shape::Sphere) {
            consider(on);
            let wide = weapon.spread.sphere;
            // The centre of a sphere that contains the target is at most this many cells away from the
            // target.
            let half = if wide > 1 { wide - wide / 2 } else { 0 };
            let near =
                |cell: &Cell| self.block(target).gap(Block::new(*cell, 1)) <= u32::from(half);
            let cells = there.around(wide).filter(near);
            cells.map(Landing::around).for_each(consider);
        } else {
            let wide = weapon.area == Some(Shape::Line) && weapon.spread.line_width > 1;
            // A line starts at a cell next to its user. A line wider than one cell cannot be diagonal
            // [SAM-9-10].
            let straight = |heading: &Direction| !(wide && heading.is_diagonal());
            for heading in Direction::ALL.into_iter().filter(straight) {
                for cell in self.block(who).edge(heading) {
                    let heading = Some(heading);
                    consider(Landing { cell, heading });
                }
            }
        }
        chosen.map(|(_, landing)| landing)
    }
}
