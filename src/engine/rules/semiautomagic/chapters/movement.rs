//! Moving, running and crawling over the grid. The speed and the length of each movement are stored, because
//! other rules need them.
//!
//! Clauses: SAM-0-3, SAM-3-1..7, SAM-4-3, SAM-7-5, SAM-10-7, SAM-11-12, SAM-11-13, SAM-14-2, SAM-15-4.

use crate::dice::{Dice, Die, Topic};
use crate::fight::{FighterId, Witness};
use crate::grid::{Block, Cell, Direction, Directions, GridPath};
use crate::rules::semiautomagic::nouns::{Going, Life, Run, Scene};
use crate::rules::semiautomagic::questions::crawled;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Draws one of several directions at random [SAM-3-6].
    pub(super) fn draw(&mut self, headings: Directions) -> Option<Direction> {
        headings.iter().nth(self.lot(headings.count()))
    }

    /// Returns a random number from 0 to `count - 1`, drawn with the dice.
    pub(super) fn lot(&mut self, count: u32) -> usize {
        if count <= 1 {
            return 0;
        }
        self.dice.about(Topic::Choice);
        self.dice.roll(Die(count)) as usize - 1
    }

    /// Carries out a move or a run. A move follows a path, or leads straight away from an enemy. A run leads
    /// straight in one direction [SAM-3-1, SAM-3-4]. The distance of a move that is too short for one more
    /// cell is saved for the next move.
    pub(super) fn go(&mut self, who: FighterId, going: Going) {
        let (headings, away, most, runs) = match going {
            Going::Along(way) => return self.follow(who, way),
            Going::Away(headings) => (headings, true, u8::MAX, false),
            Going::Run(run) => (run.headings, run.away, run.cells, true),
        };
        let seconds = going.seconds(self.arena.options.rules.time.moving);
        if let Some(direction) = self.draw(headings) {
            let view = self.view();
            let mut walker = view.walker(who);
            if away {
                walker = walker.keeping_clear();
            }
            let budget = if runs {
                view.pace(who, true) * u32::from(seconds)
            } else {
                view.stride(who, 1)
            };
            let gone = walker.straight(direction, budget, runs);
            self.shift(who, direction, gone.steps.min(most), seconds);
            if runs {
                self.state.clock_mut(who).carry = 0;
            } else {
                self.keep(who, budget - gone.cost);
            }
        } else if !runs {
            self.keep(who, self.view().stride(who, 1));
        }
    }

    /// Saves `rest` half cells of movement for the next move [SAM-3-1]. The stored speed is limited to the
    /// fighter's normal speed, even if this move also used distance saved from earlier moves [SAM-11-13].
    fn keep(&mut self, who: FighterId, rest: u32) {
        let moving = u32::from(self.arena.options.rules.time.moving);
        let most = self.view().pace(who, false) / moving;
        let most = u16::try_from(most).unwrap_or(u16::MAX);
        let clock = self.state.clock_mut(who);
        clock.pace = clock.pace.min(most);
        clock.carry = u16::try_from(rest).unwrap_or(u16::MAX);
    }

    fn follow(&mut self, who: FighterId, way: GridPath) {
        let view = self.view();
        let budget = view.stride(who, 1);
        let gone = view.walked(who, &way, budget);
        if gone.steps > 0 {
            let steps = way.steps().take(gone.steps.into());
            self.arrive(who, gone.end, steps, self.arena.options.rules.time.moving);
        } else {
            self.tell(
                "SAM-3-1",
                who,
                "needs more than this second for its next step",
            );
        }
        let there = gone.end == way.goal;
        self.keep(who, if there { 0 } else { budget - gone.cost });
    }

    /// Moves a fighter by `cells` cells in one direction, within `seconds` seconds.
    pub(super) fn shift(&mut self, who: FighterId, direction: Direction, cells: u8, seconds: u8) {
        if let Some(to) = self.view().block(who).at.along(direction, cells) {
            let steps = std::iter::repeat_n(direction, cells.into());
            self.arrive(who, to, steps, seconds);
        }
    }

    /// Moves a fighter and its rider along `steps` to the cell `to`, and stores the length and the speed of
    /// the movement.
    fn arrive(
        &mut self,
        who: FighterId,
        to: Cell,
        steps: impl ExactSizeIterator<Item = Direction> + DoubleEndedIterator + Clone,
        seconds: u8,
    ) {
        let last = steps.clone().next_back();
        let alike = steps.clone().rev().take_while(|&step| Some(step) == last);
        let alike = alike.count();
        let whole = alike == steps.len();
        let plain: u32 = steps.map(Direction::cost).sum();
        let from = self.body(who).cell();
        let plain = u16::try_from(plain).unwrap_or(u16::MAX);
        self.state.put(who, to);
        let clock = self.state.clock_mut(who);
        let along = last.map_or(0, Direction::cost) * u32::try_from(alike).unwrap_or(0);
        let goes_on = whole && clock.heading == last;
        let before = u32::from(goes_on) * u32::from(clock.straight);
        clock.heading = last;
        clock.straight = u8::try_from(before + along).unwrap_or(u8::MAX);
        clock.moved = clock.moved.saturating_add(plain);
        clock.pace = plain / u16::from(seconds.max(1));
        if let Some(rider) = self.view().rider(who) {
            // The distance and the speed also count for the rider [SAM-11-12].
            self.state.put(rider, to);
            let body = self.body_mut(rider);
            body.clock.moved = body.clock.moved.saturating_add(plain);
            self.come_out(rider, who, seconds);
        }
        self.come_out(who, who, seconds);
        self.out_of_sight(who);
        self.say("SAM-3-1", [who], |[who]| {
            let [from, to] = [from, to].map(|Cell { x, y }| format!("{x}, {y}"));
            let metres = plain / 2;
            format!("{who} moves {metres} m from {from} to {to}.")
        });
    }

    /// Puts a fighter into the free cell nearest to `near`, if there is one [SAM-14-3, SAM-17-10].
    pub(super) fn put_near(&mut self, who: FighterId, near: Block) {
        if self.arena.ground.mapped
            && let Some(cell) = self.view().free_cell(who, near)
        {
            self.state.put(who, cell);
        }
    }

    /// Ends the aim of every fighter that aims at `who` and cannot see it any more because of a wall
    /// [SAM-7-5].
    fn out_of_sight(&mut self, who: FighterId) {
        if self.arena.ground.terrain.solid.is_empty() {
            return;
        }
        for other in self.state.fighting.iter() {
            if self.body(other).aim == Some(who) && !self.view().in_sight(other, who) {
                self.body_mut(other).aim = None;
            }
        }
    }

    /// Moves a fighter that can only crawl by one square [SAM-3-7].
    pub(super) fn crawl(&mut self, who: FighterId, going: Going) {
        let gone = match going {
            Going::Along(way) => crawled(&self.view().walker(who), way.steps()),
            Going::Away(headings) | Going::Run(Run { headings, .. }) => {
                let direction = self.draw(headings);
                let walker = self.view().walker(who).keeping_clear();
                crawled(&walker, direction.into_iter().cycle())
            }
        };
        if gone.steps == 0 {
            return;
        }
        let to = gone.end;
        self.state.put(who, to);
        let body = self.body_mut(who);
        (body.clock.straight, body.clock.heading) = (0, None);
        let seconds = self.view().crawls(who).unwrap_or(0);
        self.come_out(who, who, seconds);
        self.tell("SAM-3-7", who, format_args!("crawls to {}, {}", to.x, to.y));
    }

    /// Removes a panicked fighter from the fight if it is far enough from every enemy [SAM-15-4].
    pub(super) fn flee_if_far(&mut self, who: FighterId) {
        if self.body(who).panic.is_none() || !self.state.fighting.has(who) {
            return;
        }
        let far = 2 * u32::from(self.arena.ground.flee_distance);
        let view = self.view();
        let mut foes = view.foes(who).iter();
        if foes.all(|foe| view.distance(who, foe) >= far) && self.arena.ground.mapped {
            self.flee(who);
        }
    }

    /// Removes a fighter from the fight because it flees. Its rider or mount flees with it [SAM-14-2].
    pub(super) fn flee(&mut self, who: FighterId) {
        let view = self.view();
        let well = |rider: &FighterId| view.body(*rider).life == Life::Well;
        let other = view.mount(who).or(view.sitter(who).filter(well));
        self.leaves(who);
        if let Some(other) = other {
            self.leaves(other);
        }
    }

    fn leaves(&mut self, who: FighterId) {
        let round = self.state.round.into();
        let fought = self.state.fighting.has(who);
        self.state.fighting.remove(who);
        self.state.bodily.remove(who);
        self.body_mut(who).life = Life::Fled;
        self.settle(who);
        // If the fighter was Broken, it was already out of the fight, and this has been reported.
        if fought {
            self.witness.fled(who, round);
        }
        self.tell("SAM-15-4", who, "has fled");
    }
}
