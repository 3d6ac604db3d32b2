//! Areas: which cells they cover, whom they hold, where one would put them.
//!
//! Clauses: SAM-9-1..3, SAM-9-8..12, SAM-11-7, SAM-21-3.

use super::numbers::doublings;
use crate::fight::{FighterId, FighterSet};
use crate::grid::{Block, Cell, Cells, Direction, cone, line, sphere};
use crate::rules::semiautomagic::nouns::{Landing, View};
use crate::rules::semiautomagic::reading::{Shape, Weapon};

/// The cells of an area that lies there [SAM-9-9..11], or goes so far astray, beyond the grid too [SAM-9-3].
pub(crate) fn cells_of(weapon: &Weapon, landing: Landing, (dx, dy): (i32, i32)) -> Cells {
    let (x, y): (i32, i32) = landing.cell.into();
    let at = (x + dx, y + dy);
    let scale = weapon.area_scale;
    let square = 1u8 << scale.max(0);
    match (weapon.area, landing.heading) {
        (Some(Shape::Line), Some(heading)) => {
            let length = if scale < 0 { 1 } else { 2 * square };
            let slants = heading.is_diagonal();
            let length = if slants {
                (2 * length).div_ceil(3)
            } else {
                length
            };
            line(at, heading, length, (square / 2).max(1))
        }
        (Some(Shape::Cone), Some(heading)) => cone(at, heading, square),
        _ => sphere(at, square),
    }
}

impl View<'_> {
    /// Everybody who is even partly in some cells, the dying too [SAM-9-2].
    pub(crate) fn within(self, cells: &Cells) -> FighterSet {
        let bodily = self.state.bodily;
        bodily.filter(|who| cells.touches(self.block(who)))
    }

    /// Doublings of the range to where an area lies [SAM-9-1]; those that start at their user have none [SAM-9-12].
    pub(crate) fn doublings_at(self, who: FighterId, weapon: &Weapon, landing: Landing) -> u32 {
        if landing.heading.is_some() || !self.arena.ground.mapped {
            return 0;
        }
        let distance = self.block(who).distance(Block::new(landing.cell, 1));
        doublings(distance, 2 * u32::from(weapon.range))
    }

    /// Whether an area may be put there: within range and in sight.
    fn may_land(self, who: FighterId, weapon: &Weapon, landing: Landing) -> bool {
        let (own, there) = (self.block(who), Block::new(landing.cell, 1));
        landing.heading.is_some()
            || (self.doublings_at(who, weapon, landing) <= u32::from(weapon.max_doublings)
                && self.arena.ground.terrain.sees(own, there))
    }

    /// Enemies and friends whom an area holds.
    pub(crate) fn caught(self, who: FighterId, cells: &Cells) -> [FighterSet; 2] {
        let mind = self.mind_of(who);
        let held = self.within(cells).and(self.state.fighting);
        [self.foes(mind), self.arena.lineup.allies(mind)].map(|some| held.and(some))
    }

    /// Where an area is put at somebody: on its cell, or where it holds most enemies and that one, if that is worth it. Each
    /// `friend` in it then counts against so many of them.
    pub(crate) fn landing(
        self,
        who: FighterId,
        weapon: &Weapon,
        target: FighterId,
        friend: Option<i32>,
    ) -> Option<Landing> {
        // Nobody attacks out of total cover [SAM-11-7].
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
            let wide = 1u8 << weapon.area_scale.max(0);
            // Who is farther off than half its width is in no sphere.
            let near =
                |cell: &Cell| self.block(target).gap(Block::new(*cell, 1)) <= u32::from(wide / 2);
            let cells = there.around(wide).filter(near);
            cells.map(Landing::around).for_each(consider);
        } else {
            let wide = weapon.area == Some(Shape::Line) && weapon.area_scale > 1;
            // A line starts at a cell that touches its user [SAM-9-10].
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
