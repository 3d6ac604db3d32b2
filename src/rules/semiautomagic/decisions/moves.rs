//! What the lines of a turn come to that lead elsewhere.
//!
//! Clauses: SAM-3-1, SAM-3-4, SAM-3-6, SAM-10-7, SAM-14-1, SAM-14-2.

use super::asker::{Asker, item_in};
use crate::fight::FighterId;
use crate::policy::{ItemRef, Line};
use crate::rules::semiautomagic::nouns::deeds::{Deed, Going, Run};
use crate::rules::semiautomagic::questions::routes::crawled;
use crate::rules::semiautomagic::reading::tables::{Kind, Weapon};
use crate::rules::semiautomagic::words::act;

impl<'a, const N: usize> Asker<'a, N> {
    /// Moves, runs and charges on foot. Of who rides the mount runs.
    pub(super) fn going(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        if view.mount(who).is_some() {
            let runs = matches!(line.action, act::RUN | act::RUN_AWAY);
            return runs.then(|| self.ride(line))?;
        }
        if !view.mobile(who) {
            return None;
        }
        if matches!(line.action, act::MOVE_AWAY | act::RUN_AWAY) {
            return self.away(line, who, line.action == act::RUN_AWAY);
        }
        let to_cover = line.action == act::TO_COVER;
        let foe = self.aim_among(line, usize::from(!to_cover), view.foes(self.mind))?;
        let weapon = self.approached_with(who, item_in(line, 0));
        if view.crawls(who).is_some() {
            let crawls = line.action == act::MOVE;
            let way = crawls.then(|| view.way_to(who, foe, weapon))??;
            let gone = crawled(&view.walker(who), way.steps());
            return (gone.steps > 0).then_some(Deed::Crawl(Going::Along(way)));
        }
        let way = match line.action {
            act::RUN => {
                let left = view.body(who).clock.left;
                let run = view.run_to(who, foe, (weapon, who), left);
                return run.map(Deed::Run);
            }
            act::FLANK if view.flanked(foe) && view.gap(who, foe) <= 1 => None,
            act::FLANK => view.way_to_flank(who, foe, weapon),
            act::TO_COVER => view.way_to_cover(who, foe),
            act::CHARGE => view.charge_to(who, foe, weapon),
            _ => view.way_to(who, foe, weapon),
        }?;
        view.goes_on(who, &way)
            .then_some(Deed::Move(Going::Along(way)))
    }

    /// Away from an enemy, moving or running.
    fn away(&mut self, line: &Line, body: FighterId, runs: bool) -> Option<Deed> {
        let view = self.view;
        let foe = self.aim_among(line, 0, view.foes(self.mind))?;
        if runs {
            return self.run_off(body, foe).map(Deed::Run);
        }
        if view.crawls(body).is_some() {
            return None;
        }
        view.going_off(body, foe).map(Deed::Move)
    }

    fn run_off(&self, body: FighterId, foe: FighterId) -> Option<Run> {
        let seconds = self.view.body(body).clock.left;
        self.view.run_from(body, foe, seconds - seconds % 3)
    }

    /// A second of the mount's own moving, or a run of the mount [SAM-14-2].
    pub(super) fn ride(&mut self, line: &Line) -> Option<Deed> {
        let (view, who) = (self.view, self.who);
        let mount = view.mount(who)?;
        view.mover(who)?;
        let away = matches!(line.action, act::RIDE_AWAY | act::RUN_AWAY);
        let foe = self.aim_among(line, usize::from(!away), view.foes(self.mind))?;
        let weapon = self.approached_with(who, item_in(line, 0));
        match line.action {
            act::RIDE_AWAY => view.going_off(mount, foe).map(Deed::Ride),
            act::RUN_AWAY => self.run_off(mount, foe).map(Deed::RideRun),
            act::RUN => {
                let left = view.body(mount).clock.left;
                let run = view.run_to(mount, foe, (weapon, who), left);
                run.map(Deed::RideRun)
            }
            _ => {
                let way = view.way_with_reach(mount, foe, weapon, who)?;
                view.goes_on(mount, &way)
                    .then_some(Deed::Ride(Going::Along(way)))
            }
        }
    }

    /// The weapon that is to reach an enemy: the first in hand that the line means and that strikes, else one that shoots
    /// [SAM-3-6].
    fn approached_with(&self, who: FighterId, item: Option<ItemRef>) -> &'a Weapon {
        let view = self.view;
        let fitting = |kind: Kind| {
            let mut weapons = view.meant(who, item);
            weapons.find(|&weapon| view.weapon(weapon).kind == kind && view.usable(who, weapon))
        };
        let weapon = fitting(Kind::Melee).or_else(|| fitting(Kind::Ranged));
        view.arena.weapon(weapon.unwrap_or_default())
    }
}
