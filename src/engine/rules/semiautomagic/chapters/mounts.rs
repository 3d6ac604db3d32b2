//! Riders and their mounts.
//!
//! Clauses: SAM-2-4, SAM-14-1..3, SAM-15-4, SAM-15-6, SAM-19-2, SAM-19-6.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::grid::Block;
use crate::rules::semiautomagic::nouns::{Clock, Scene};
use crate::rules::semiautomagic::reading::Posture;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Gives the mount of `who` all seconds of a turn, when the turn of the rider `who` starts [SAM-14-2].
    pub(super) fn refresh_mount(&mut self, who: FighterId) {
        let Some(mount) = self.view().mount(who) else {
            return;
        };
        let seconds = self.seconds_of_turn(mount);
        let left = if self.is_able(mount) { seconds } else { 0 };
        let clock = self.state.clock_mut(mount);
        *clock = Clock {
            left,
            busy: clock.busy,
            ..Clock::default()
        };
        self.lose_stunned_seconds(mount);
        self.disobey(who, mount);
    }

    /// Carries out the actions that panic, rage or confusion force on a mount. They come before the commands
    /// of its rider, and leave the mount no seconds for commands [SAM-15-4, SAM-15-6, SAM-19-6].
    fn disobey(&mut self, rider: FighterId, mount: FighterId) {
        self.state.hand_to(mount);
        while self.is_able(mount) && self.body(mount).clock.left > 0 && !self.is_over() {
            let goes_on = match self.body(mount).clock.busy {
                Some(busy) => Some(self.go_on(mount, busy.intent)),
                None => self.compelled(mount),
            };
            match goes_on {
                Some(true) => {}
                Some(false) => self.spend(mount, self.body(mount).clock.left),
                None => break,
            }
        }
        self.state.hand_to(rider);
    }

    /// Makes a mount carry out `act`, which takes `seconds` seconds of the mount's turn [SAM-14-2]. Delayed
    /// effects of the mount may take place meanwhile [SAM-2-4]. The first command in a round marks the mount
    /// as controlled. The seconds that this costs the rider have already been subtracted by the caller
    /// [SAM-14-1].
    pub(super) fn command(
        &mut self,
        who: FighterId,
        seconds: u8,
        act: impl FnOnce(&mut Self, FighterId),
    ) {
        let Some(mount) = self.view().mount(who) else {
            return;
        };
        if !std::mem::replace(&mut self.state.clock_mut(who).controlled, true) {
            self.tell("SAM-14-1", who, "takes the reins");
        }
        self.spend(mount, seconds);
        act(self, mount);
        self.due(mount);
        self.state.clock_mut(who).pace = self.body(mount).clock.pace;
    }

    /// Knocks a fighter prone. If it is a mount, its rider falls with it [SAM-14-3].
    pub(super) fn fall_prone(&mut self, who: FighterId) {
        self.body_mut(who).posture = Posture::Prone;
        if let Some(rider) = self.view().sitter(who) {
            self.thrown_off(rider, who);
        }
    }

    /// Throws riders off their mounts if the mounts are prone or out of the fight already when they enter the
    /// fight [SAM-14-3].
    pub(super) fn unseat(&mut self) {
        for rider in self.arena.lineup.everybody() {
            let mount = self.arena.mounts[rider.index()];
            let Some(mount) = mount.filter(|&mount| self.state.bodily.has(mount)) else {
                continue;
            };
            let down =
                self.body(mount).posture == Posture::Prone || !self.state.fighting.has(mount);
            if down && self.state.fighting.has(rider) && !self.body(rider).unmounted {
                self.thrown_off(rider, mount);
            }
        }
    }

    /// Puts the rider of a fallen mount on the ground next to the mount, prone. Under a house rule, the rider
    /// also takes damage from the fall [SAM-14-3].
    pub(super) fn thrown_off(&mut self, rider: FighterId, mount: FighterId) {
        let near = Block::new(self.body(mount).cell(), self.fighter(mount).width());
        let body = self.body_mut(rider);
        body.unmounted = true;
        body.posture = Posture::Prone;
        self.put_near(rider, near);
        self.tell("SAM-14-3", rider, "falls with its mount");
        self.fall(rider, self.arena.options.mount_fall.into(), 0, false);
    }
}
