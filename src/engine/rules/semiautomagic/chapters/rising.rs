//! Dead fighters that rise from the dead as other fighters, because of a poison.
//!
//! Clauses: SAM-1-3, SAM-21-8.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::semiautomagic::nouns::{Rising, Scene};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Checks whether a fighter that has just died will rise, and rolls after how many turns. It rises if it
    /// has an affliction by a poison that makes the dead rise. If it has several, the first decides as which
    /// fighter it rises [SAM-21-8].
    pub(super) fn may_rise(&mut self, victim: FighterId) {
        let ills = self.body(victim).ills.into_iter().flatten();
        let mut risers = ills.filter_map(|ill| self.arena.riser(victim, ill.poison, ill.by));
        let Some(who) = risers.next() else {
            let mut ills = self.body(victim).ills.iter().flatten();
            let has_risen = self.arena.lineup.absent().has(victim);
            debug_assert!(
                has_risen || ills.all(|ill| ill.by.is_none()),
                "all risers are known"
            );
            return;
        };
        if !self.state.absent.has(who) {
            // The victim would rise as the fighter `who`, but `who` is already in play since an earlier
            // fight of the day.
            return;
        }
        self.dice.about(Topic::Save);
        let dice = self.arena.options.rules.poison.rises;
        let turns = u8::try_from(self.dice.total(dice)).unwrap_or(1);
        self.body_mut(victim).rises = Some(Rising { turns, who });
        self.state.rising.add(who);
        let plural = if turns == 1 { "" } else { "s" };
        let told = format_args!("will rise in {turns} turn{plural}");
        self.tell("SAM-21-8", victim, told);
    }

    /// Counts down the turns of a dead fighter until its rise, and lets it rise when none is left [SAM-21-8].
    pub(super) fn rise_in_time(&mut self, victim: FighterId) {
        let Some(rising) = self.body(victim).rises else {
            return;
        };
        let turns = rising.turns - 1;
        self.body_mut(victim).rises = (turns > 0).then_some(Rising { turns, ..rising });
        if turns == 0 {
            self.rise(victim, rising.who);
        }
    }

    /// Removes the body of `victim`, and puts `who`, the fighter that it rises as, in the same place. `who`
    /// rolls its own initiative [SAM-1-3, SAM-21-8].
    fn rise(&mut self, victim: FighterId, who: FighterId) {
        let body = self.body_mut(victim);
        body.ills = Default::default();
        let lay = body.cell();
        self.state.bodily.remove(victim);
        self.state.absent.remove(who);
        self.state.rising.remove(who);
        let cell = self.view().cell_at(who, lay).unwrap_or(lay);
        self.state.put(who, cell);
        self.state.bodily.add(who);
        self.state.fighting.add(who);
        let round = self.state.round.into();
        self.witness.back(who, round);
        self.tell_of("SAM-21-8", [victim, who], "rises as");
        if self.arena.begins_out(who) {
            self.state.fighting.remove(who);
            self.witness.downed(who, round);
        }
        self.start_condition(who);
        let next_up = self.state.next_up;
        let total = self.join_order(who);
        self.state.next_up = next_up;
        self.tell_initiative(who, total);
    }
}
