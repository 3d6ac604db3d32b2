//! Afflictions such as poison, bleeding and burning. They are not in the book.
//!
//! Clauses: SST-0-2, SST-7-10, SST-20-1, SST-22-6. Afflictions work like the bleeding in the book.
//!
//! A weapon may name an affliction. Its hits cause it if damage is left after armour and soaking, or always
//! with `on = "hit"`. Creatures that are beyond physical harm are spared. At the start of each later round,
//! after bleeding and before new dice, the victim rolls the characteristic that the affliction names, if any.
//! If the roll passes, the affliction ends before it does harm. Otherwise the victim loses Physical Ranks,
//! which cross over as usual.
//!
//! The tally counts the lost Ranks as a hit of the fighter that caused the affliction last, under the name of
//! the affliction. Another hit restarts the number of rounds. A creature can have several afflictions at a
//! time. They take effect in the order of the table. Creatures that are out do not suffer.

use crate::dice::{Dice, Topic};
use crate::fight::{Blow, FighterId, Witness};
use crate::frame::afflictions::MOST;
use crate::rules::swift_swords::nouns::{Hit, Scene, Track};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Gives the target of a hit the afflictions that the weapon causes. `wounds` is whether damage was left
    /// after armour and soaking.
    pub(super) fn afflict(&mut self, by: FighterId, hit: &Hit<'_>, wounds: bool) {
        let weapon = hit.by.and_then(|attack| attack.means.weapon());
        let brings = weapon.map_or(0, |weapon| {
            self.arena.brings[usize::from(weapon)].of(wounds)
        });
        let who = hit.target;
        let spared = !self.state.fighting.has(who) || self.view().is_beyond(who, Track::Physical);
        if brings == 0 || spared {
            return;
        }
        for (at, row) in self.arena.afflictions.iter().enumerate() {
            if brings >> at & 1 == 1 {
                self.body_mut(who).suffers.take_hold(at, row, by);
                self.tell("SST-22-6", who, format_args!("suffers from {}", row.name));
            }
        }
    }

    /// Applies the afflictions of all creatures at the start of a round.
    pub(super) fn suffer_on(&mut self) {
        for who in self.arena.lineup.everybody() {
            for at in 0..MOST {
                self.suffer_from(who, at);
            }
        }
    }

    fn suffer_from(&mut self, who: FighterId, at: usize) {
        let Some(by) = self.body(who).suffers.by(at) else {
            return;
        };
        let row = &self.arena.afflictions[at];
        self.tell("SST-22-6", who, format_args!("suffers from {}", row.name));
        if let Some(which) = row.save
            && self.passes(who, which, 0)
        {
            return self.body_mut(who).suffers.end(at);
        }
        self.dice.about(Topic::Deed(who.0));
        self.dice.about(Topic::Damage);
        let ranks = u8::try_from(self.dice.total(row.damage).max(0)).unwrap_or(u8::MAX);
        self.body_mut(who).suffers.pass(at);
        let weapon = self.arena.counted_affliction(at);
        let blow = Blow::landed(ranks.into(), ranks.into());
        self.witness.attacked(by, who, weapon, blow);
        let lost = self.lose_ranks(who, Track::Physical, ranks);
        self.witness.lost(by, who, weapon, lost.into());
    }
}

#[cfg(test)]
mod tests {
    use crate::fight::Blow;
    use crate::rules::swift_swords::nouns::{Phase, Track};
    use crate::rules::swift_swords::testing::{Setup, Trial, fighters, fraction};
    use crate::rules::testing::assert_flaws;

    /// Returns a setup of a viper, whose fang causes venom, and a victim with 8 Physical Ranks. `venom` is
    /// added to the table row of the venom, `victim` to the stat block. Nobody rolls for Action Dice.
    fn bitten(venom: &str, victim: &str) -> Setup {
        let hand = "ad_set = [5, 3, 2]";
        let victim = format!("physical = 8\npolicy = 'idle'\n{hand}\n{victim}");
        fighters("viper", &format!("attack = 3\ncarries = ['fang']\n{hand}"))
            .against("victim", &victim)
            .with("[weapons.fang]\ncode = 'light'\naffliction = 'venom'")
            .with(&format!("[afflictions.venom]\ndamage = 1\n{venom}"))
    }

    /// Returns the fight of [`bitten`] at the start of the second round, after a hit for one point.
    fn envenomed(venom: &str, victim: &str) -> Trial {
        next_round(bitten(venom, victim).ready().step([5, 2, 2]))
    }

    /// Moves the fight to the start of the next round.
    fn next_round(mut trial: Trial) -> Trial {
        trial.state.round += 1;
        trial.state.phase = Phase::Opening;
        trial
    }

    /// Plays the events before the deal of the round. The dice show these faces.
    fn opened(trial: Trial, faces: &[u32]) -> Trial {
        trial.played(faces.iter().copied(), Trial::play)
    }

    #[test] // SST-7-10, SST-22-6
    fn it_costs_ranks_at_the_start_of_each_later_round() {
        let hit = bitten("rounds = 2", "").ready().step([5, 2, 2]);
        assert_eq!(hit.left("victim"), 7);
        assert!(hit.says("victim suffers from venom"));
        let first = opened(next_round(hit), &[]);
        assert_eq!(first.left("victim"), 6);
        let second = opened(next_round(first), &[]);
        assert_eq!(second.left("victim"), 5);
        assert_eq!(opened(next_round(second), &[]).left("victim"), 5);
        let missed = bitten("rounds = 2", "").ready().step([4, 2, 2]);
        assert_eq!(opened(next_round(missed), &[]).left("victim"), 8);
    }

    #[test] // SST-21-1
    fn its_harm_is_a_hit_of_whoever_brought_it_under_its_own_name() {
        let after = opened(envenomed("rounds = 2", ""), &[]);
        let named = |weapon: &str| ("viper".to_owned(), "victim".to_owned(), weapon.to_owned());
        assert_eq!(after.attacks(), [named("venom")]);
        assert_eq!(
            (after.blows(), &after.heard.lost),
            (vec![Blow::landed(1, 1)], &vec![1])
        );
        let last = envenomed("rounds = 2", "mental = 9").losing("victim", Track::Physical, 6);
        let after = opened(last, &[]);
        assert_eq!(after.names(&after.heard.downed), ["victim"]);
        assert!(after.outcome.is_some());
    }

    #[test] // SST-10-10
    fn armour_that_stops_the_hit_stops_it_unless_any_hit_brings_it() {
        let hit = |venom: &str| {
            opened(
                envenomed(&format!("rounds = 2\n{venom}"), "armour = 'medium'"),
                &[],
            )
        };
        assert_eq!(hit("").left("victim"), 8);
        assert_eq!(hit("on = 'hit'").left("victim"), 7);
    }

    #[test] // SST-0-2
    fn a_save_ends_it_before_it_does_harm() {
        let saved = opened(envenomed("save = 'body'", ""), &[1, 2, 3, 5]);
        assert_eq!(saved.left("victim"), 7);
        assert_eq!(opened(next_round(saved), &[]).left("victim"), 7);
        let failed = opened(envenomed("save = 'body'", ""), &[1, 2, 3, 4]);
        assert_eq!(failed.left("victim"), 6);
        let stays = envenomed("save = 'will'", "will = 1");
        let odds = stays.odds_after(Trial::play, |after| after.left("victim"));
        assert_eq!(odds.of(|&left| left == 6), fraction(32, 243));
    }

    #[test] // SST-22-6
    fn a_further_hit_begins_the_rounds_anew_and_does_not_add_up() {
        let trial = opened(envenomed("rounds = 2", ""), &[]);
        let blow = trial.blow("viper", "victim");
        let again = trial.struck(blow, [5, 2, 2]);
        assert_eq!(again.left("victim"), 5);
        let mut left = Vec::new();
        let mut trial = again;
        for _ in 0..3 {
            trial = opened(next_round(trial), &[]);
            left.push(trial.left("victim"));
        }
        assert_eq!(left, [4, 3, 3]);
    }

    #[test] // SST-22-6
    #[rustfmt::skip]
    fn faults_of_afflictions_are_told_with_their_place() {
        let setup = |lines: &str| bitten("rounds = 3", "").with(lines);
        assert_flaws(setup, &[
            ["[weapons.claw]\nlike = 'fang'\naffliction = «'venon'»", "scenario::unknown-affliction", "there is no affliction named `venon`", "did you mean `venom`?"],
            ["[afflictions.«fang»]\ndamage = 1\nrounds = 2", "scenario::duplicate", "`fang` is both a weapon and an affliction", ""],
            ["[afflictions.fire]\nrounds = 2\ndamage = 1\nsave = «'bodi'»", "scenario::word", "`save` cannot be `bodi`", "did you mean `body`?"],
        ]);
        let endless = setup("[afflictions.fire]\ndamage = 1").faults();
        assert!(endless.contains("affliction `fire` never ends"), "{endless}");
    }
}
