//! The movements that policy lines can name, for a fighter or its mount.
//!
//! Clauses: SAM-3-1, SAM-3-4, SAM-3-6, SAM-3-7, SAM-10-7, SAM-14-1, SAM-14-2.

use super::asker::Asker;
use crate::fight::FighterId;
use crate::grid::{Cell, GridPath};
use crate::policy::Line;
use crate::rules::semiautomagic::nouns::{Deed, Going};
use crate::rules::semiautomagic::questions::{Mover, Reach, crawled};
use crate::rules::semiautomagic::reading::WeaponKind;
use crate::rules::semiautomagic::words::RUN;

impl<'a> Asker<'a> {
    /// Returns the creature that moves: the mount of the fighter if `rides`, and otherwise the fighter
    /// itself. Returns `None` if it cannot move, or if the fighter is on foot and `rides` is set, or mounted
    /// and `rides` is not set.
    fn mover(&self, rides: bool) -> Option<FighterId> {
        let mover = self.view.mover(self.who)?;
        ((mover != self.who) == rides).then_some(mover)
    }

    /// Returns one move along the path that `way` finds to an enemy. Returns `None` if there is no such path,
    /// or if the rest of the turn is too short for its first step.
    pub(super) fn moves(
        &mut self,
        line: &Line,
        rides: bool,
        way: impl Fn(&Mover<'a>, FighterId, Reach<'a>) -> Option<GridPath>,
    ) -> Option<Deed> {
        let mover = Mover::new(self.view, self.mover(rides)?);
        let foe = self.aim_among(line, self.foes())?;
        let way = way(&mover, foe, self.approached_with(line))?;
        self.reads_clock();
        let going = Deed::moving(self.who, mover.who, Going::Along(way));
        mover.goes_on(&way).then_some(going)
    }

    /// Returns one move of the fighter on foot towards a place where it reaches an enemy. Prone and crippled
    /// fighters crawl [SAM-3-6, SAM-3-7].
    pub(super) fn walk(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        if view.crawls(who).is_none() || view.mount(who).is_some() || !view.mobile(who) {
            return self.moves(line, false, Mover::way_to);
        }
        let foe = self.aim_among(line, self.foes())?;
        let mover = Mover::new(view, who);
        let way = mover.way_to(foe, self.approached_with(line))?;
        let gone = crawled(&mover.walker(), way.steps());
        (gone.steps > 0).then_some(Deed::Crawl(Going::Along(way)))
    }

    /// Returns one move, or a run, towards the cell of an objective. If the fighter rides, its mount moves.
    /// Fighters that can only crawl do so.
    pub(super) fn go(&mut self, line: &Line) -> Option<Deed> {
        self.reads_clock();
        let (view, who) = (self.view, self.who);
        let cell = self.cell_to_reach()?;
        let mover = Mover::new(view, view.mount(who).unwrap_or(who));
        if line.word(0) == RUN {
            let going = view.run_to_cell(mover.who, cell)?;
            return Some(Deed::moving(who, mover.who, going));
        }
        if !view.mobile(mover.who) {
            return None;
        }
        let way = mover.way_to_cell(cell)?;
        if view.crawls(mover.who).is_none() {
            let going = Deed::moving(who, mover.who, Going::Along(way));
            return mover.goes_on(&way).then_some(going);
        }
        let gone = crawled(&mover.walker(), way.steps());
        let crawls = mover.who == who && gone.steps > 0;
        crawls.then_some(Deed::Crawl(Going::Along(way)))
    }

    /// Returns the cell that an objective wants the fighter to reach. Returns `None` if no objective does, or
    /// if the mind that decides is in another fighter's body.
    pub(super) fn cell_to_reach(&self) -> Option<Cell> {
        if self.mind != self.who {
            return None;
        }
        self.view.cell_to_reach(self.who)
    }

    /// Returns one move straight towards an enemy, for a charge. Movement made earlier in the turn counts for
    /// the length of the charge.
    pub(super) fn charge(&mut self, line: &Line) -> Option<Deed> {
        self.reads_clock();
        self.moves(line, false, Mover::charge_to)
    }

    /// Returns one move away from an enemy, by the mount if `rides`.
    pub(super) fn back_off(&mut self, line: &Line, rides: bool) -> Option<Deed> {
        self.reads_clock();
        let mover = self.mover(rides)?;
        let foe = self.aim_among(line, self.foes())?;
        let going = self.view.going_off(mover, foe)?;
        Some(Deed::moving(self.who, mover, going))
    }

    /// Returns a run towards a place where the fighter reaches an enemy or, if `away`, a run away from the
    /// enemy. If the fighter rides, its mount runs [SAM-3-4, SAM-14-2].
    pub(super) fn run(&mut self, line: &Line, away: bool) -> Option<Deed> {
        self.reads_clock();
        let (view, who) = (self.view, self.who);
        let runner = view.mount(who).unwrap_or(who);
        let foe = self.aim_among(line, self.foes())?;
        let left = view.body(runner).clock.left;
        let going = if away {
            view.run_from(runner, foe, left - left % view.shortest_run())?
        } else {
            view.run_to(runner, foe, self.approached_with(line), left)?
        };
        Some(Deed::moving(who, runner, going))
    }

    /// Returns the weapon that is to reach an enemy: the first usable melee weapon that the line allows,
    /// otherwise the first usable ranged weapon, otherwise bare hands [SAM-3-6].
    fn approached_with(&self, line: &Line) -> Reach<'a> {
        let (view, who) = (self.view, self.who);
        let fitting = |kind: WeaponKind| {
            let mut weapons = view.meant(who, line.item());
            weapons.find(|&weapon| view.weapon(weapon).kind == kind && view.usable(who, weapon))
        };
        let weapon = fitting(WeaponKind::Melee).or_else(|| fitting(WeaponKind::Ranged));
        (view.weapon(weapon.unwrap_or_default()), who)
    }
}
