//! The effects of remedies: they restore Ranks, and end States and other harm.
//!
//! Clauses: SST-17-3, SST-19-5, SST-20-1, SST-22-6, SST-28-1.
//!
//! Interpretation: healing spells are not part of this chapter, so the scenario defines everything about a
//! remedy. Using a remedy is an action like any other. It is possible in contact and in close combat, but not
//! in a hold. A restored Rank returns on the track where it was lost, together with what it had cost on the
//! other track. A creature that is out stays out.

use crate::dice::{Dice, Throw, Topic};
use crate::fight::{FighterId, Witness};
use crate::frame::afflictions::Suffers;
use crate::rules::swift_swords::events::HEALS;
use crate::rules::swift_swords::nouns::{Cure, Daze, Scene, Track, Wits};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Uses the remedy `slot` of a creature's list on `patient`.
    pub(super) fn heal(&mut self, who: FighterId, slot: u8, patient: FighterId) {
        let remedy = self.arena.remedy(who, slot);
        remedy.use_up(&mut self.body_mut(who).uses, slot);
        self.tell_remedy("SST-28-1", [who, patient], &remedy.name);
        if let Some(test) = remedy.test
            && !self.passes(who, test, remedy.modifier)
        {
            return;
        }
        for track in Track::ALL {
            self.give_back(who, patient, track, remedy.ranks[track as usize]);
        }
        for cure in Cure::ALL {
            if remedy.ends(cure) && self.view().suffers(patient, cure) {
                self.end(patient, cure);
            }
        }
    }

    /// Restores Ranks on a track, but no more than the patient has lost there.
    fn give_back(&mut self, who: FighterId, patient: FighterId, track: Track, dice: Throw) {
        let lost = self.body(patient).losses[track as usize].direct;
        if dice.max() == 0 || lost == 0 {
            return;
        }
        self.dice.about(Topic::Healing);
        let rolled = u8::try_from(self.dice.total(dice)).unwrap_or(u8::MAX);
        let given = rolled.min(lost);
        self.regain(patient, track, given);
        for _ in 0..given {
            self.note(who, HEALS);
        }
        let now = Track::ALL.map(|track| self.view().rank_now(patient, track));
        self.say("SST-20-1", [patient], |[patient]| {
            let [physical, mental] = now;
            let ranks = if given == 1 { "Rank" } else { "Ranks" };
            format!(
                "{patient} gets {given} {track:?} {ranks} back: Physical {physical}, Mental {mental}."
            )
        });
    }

    fn end(&mut self, patient: FighterId, cure: Cure) {
        let body = self.body_mut(patient);
        let (clause, told) = match cure {
            Cure::Stun | Cure::Shock | Cure::Doubt => {
                let (daze, told) = match cure {
                    Cure::Stun => (Daze::Stun, "is no longer Stunned"),
                    Cure::Shock => (Daze::Shock, "is no longer Shocked"),
                    _ => (Daze::Doubt, "is no longer in Doubt"),
                };
                body.states.remove(daze);
                ("SST-17-3", told)
            }
            Cure::Panic => {
                body.wits = Wits::Calm;
                ("SST-19-5", "is itself again")
            }
            Cure::Bleeding => {
                body.injuries.bleeding = 0;
                body.injuries.bleeding_worse = 0;
                ("SST-22-6", "bleeds no longer")
            }
            Cure::Afflictions => {
                body.suffers = Suffers::default();
                ("SST-22-6", "suffers from nothing any more")
            }
        };
        self.tell(clause, patient, told);
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::swift_swords::events::HEALS;
    use crate::rules::swift_swords::nouns::{Daze, States, Track, Wits};
    use crate::rules::swift_swords::testing::{Setup, Trial, fighters, fraction};

    /// Returns a setup of `a`, its ally `c` beside it, and the enemy `b`. `a` acts first, and does `act` with
    /// a remedy that has the table row `row`. The others do nothing. Nobody rolls for Action Dice.
    fn with(act: &str, row: &str) -> Setup {
        by_policy("p", row).policy("p", &format!("act = [\"{act}\"]"))
    }

    /// Returns the setup of [`with`] for an `a` that has the policy `policy`.
    fn by_policy(policy: &str, row: &str) -> Setup {
        let ranks = "physical = 5\nmental = 5";
        let idle = format!("{ranks}\npolicy = 'idle'\nad_set = [3]");
        let healer =
            format!("{ranks}\nremedies = ['balm']\npolicy = '{policy}'\nad_set = [5, 5, 5]");
        fighters("a", &healer)
            .and("c", &idle)
            .against("b", &format!("{idle}\ncarries = ['fang']"))
            .with("[weapons.fang]\ncode = 'light'\naffliction = 'venom'")
            .with("[afflictions.venom]\ndamage = 1\nrounds = 9")
            .with(&format!("[remedies.balm]\n{row}"))
    }

    /// Returns the fight after `c` has lost `lost` Physical Ranks.
    fn hurt(setup: &Setup, lost: u8) -> Trial {
        setup.begun([]).losing("c", Track::Physical, lost)
    }

    fn healed(trial: &Trial) -> usize {
        let events = trial.heard.events.iter();
        events.filter(|(_, event)| *event == HEALS).count()
    }

    #[test] // SST-28-1, SST-20-1
    fn a_remedy_gives_back_ranks_up_to_those_lost_and_what_they_cost_on_the_other_track() {
        let before = hurt(&with("heal", "physical = '1d3'"), 3);
        assert_eq!((before.left("c"), before.mind("c")), (2, 4));
        let after = before.step([2]);
        assert_eq!(
            (after.left("c"), after.mind("c"), healed(&after)),
            (4, 5, 2)
        );
        assert!(after.says("gets 2 Physical Ranks back: Physical 4, Mental 5"));
        let all = hurt(&with("heal", "physical = 9"), 3).step([]);
        assert_eq!((all.left("c"), all.mind("c"), healed(&all)), (5, 5, 3));
        let odds = hurt(&with("heal", "physical = '1d3'"), 2).odds(|trial| trial.left("c"));
        assert_eq!(odds.of(|&left| left == 5), fraction(2, 3));
    }

    #[test] // SST-28-1, SST-20-1
    fn ranks_that_have_crossed_over_come_back_with_their_cause_only() {
        let of_mind = with("heal", "mental = 1");
        let trial = hurt(&of_mind, 2);
        assert_eq!(trial.mind("c"), 4);
        assert!(!trial.step([]).says("uses balm"));
        let trial = of_mind.begun([]).losing("c", Track::Mental, 2).step([]);
        assert_eq!((trial.mind("c"), trial.left("c")), (4, 5));
    }

    #[test] // SST-28-1, SST-8-1
    fn a_remedy_costs_pips_and_has_so_many_uses() {
        let setup = with("heal if uses(balm) > 0", "physical = 1\nuses = 1\ncost = 6");
        let trial = hurt(&setup, 3).step([]);
        assert_eq!((trial.hand("a").as_str(), trial.left("c")), ("5", 3));
        assert_eq!(trial.body("a").uses[0], 0);
        let dear = hurt(&with("heal", "physical = 1\ncost = 16"), 3).step([]);
        assert_eq!(dear.left("c"), 2);
        let usual = hurt(&with("heal", "physical = 1"), 3).step([]);
        assert_eq!(usual.hand("a"), "5, 5");
    }

    #[test] // SST-28-1
    fn a_remedy_serves_whom_it_says() {
        let heals = |row: &str| {
            let setup = with("heal", &format!("physical = 1\n{row}"));
            hurt(&setup, 2).losing("a", Track::Physical, 1).step([])
        };
        let left = |row: &str| ["a", "c"].map(|name| heals(row).left(name));
        assert_eq!(left(""), [4, 4]);
        assert_eq!(left("on = 'others'"), [4, 4]);
        assert_eq!(left("on = 'self'"), [5, 3]);
        assert!(heals("on = 'self'").says("uses balm on itself"));
    }

    #[test] // SST-28-1, SST-0-10
    fn whoever_has_lost_most_is_healed_unless_the_policy_says_otherwise() {
        let left = |act: &str| {
            let setup = with(act, "physical = 1");
            let trial = hurt(&setup, 3).losing("a", Track::Physical, 1).step([]);
            ["a", "c"].map(|name| trial.left(name))
        };
        assert_eq!(left("heal"), [4, 3]);
        assert_eq!(left("heal at wounded"), [4, 3]);
        assert_eq!(left("heal with balm at first"), [5, 2]);
        assert_eq!(left("heal if target.lost > 9"), [4, 2]);
    }

    #[test] // SST-28-1, SST-3-12
    fn without_a_range_a_remedy_is_a_touch() {
        let heals = |row: &str, far: bool| {
            let setup = with("heal", &format!("physical = 1\n{row}")).field("zones = 3");
            let trial = hurt(&setup, 3).given("c", |c| {
                c.group = 0;
                c.zone = if far { 2 } else { 0 };
            });
            trial.step([]).left("c") == 3
        };
        assert!(!heals("", false) && !heals("range = 1", true));
        assert!(heals("range = 0", false) && heals("range = 2", true));
        let alone = hurt(&with("heal", "physical = 1"), 3).given("a", |a| a.group = 0);
        assert_eq!(alone.step([]).left("c"), 3);
    }

    #[test] // SST-28-1, SST-0-2
    fn a_spell_may_need_a_roll_and_a_failed_roll_is_a_use() {
        let setup = with(
            "heal",
            "physical = 1\ntest = 'soul'\nmodifier = -3\nuses = 2",
        );
        let odds = hurt(&setup, 3).odds(|trial| (trial.left("c"), trial.body("a").uses[0]));
        assert_eq!(odds.of(|&left| left == (3, 1)), fraction(1, 3));
        assert_eq!(odds.of(|&left| left == (2, 1)), fraction(2, 3));
    }

    #[test] // SST-17-3, SST-19-5, SST-22-6, SST-28-1
    fn a_remedy_ends_states_panic_and_bleeding() {
        let ends = |word: &str| {
            let trial = with("heal if target.ails", &format!("ends = ['{word}']")).begun([]);
            let trial = trial.given("c", |c| {
                c.states = States(0b111);
                c.wits = Wits::Panicked { fresh: true };
                c.injuries.bleeding = 0b11;
                c.injuries.bleeding_worse = 0b1;
            });
            let trial = trial.step([]);
            let c = trial.body("c");
            (
                [Daze::Stun, Daze::Shock, Daze::Doubt].map(|daze| c.states.has(daze)),
                c.wits == Wits::Calm,
                c.injuries.bleeding == 0 && c.injuries.bleeding_worse == 0,
            )
        };
        assert_eq!(ends("stun"), ([false, true, true], false, false));
        assert_eq!(ends("doubt"), ([true, true, false], false, false));
        assert_eq!(ends("shock"), ([true, false, true], false, false));
        assert_eq!(ends("panic"), ([true; 3], true, false));
        assert_eq!(ends("bleeding"), ([true; 3], false, true));
    }

    #[test] // SST-22-6, SST-28-1
    fn a_remedy_ends_afflictions() {
        let trial = with("heal", "ends = ['afflictions']").begun([]);
        let blow = trial.blow("b", "c");
        let trial = trial.struck(blow, [5, 2, 2, 2]);
        assert_eq!(trial.body("c").suffers.count(), 1);
        assert_eq!(trial.step([]).body("c").suffers.count(), 0);
    }

    #[test] // SST-0-10, SST-28-1
    fn the_default_policy_heals_who_has_lost_two_ranks() {
        let setup = by_policy("default", "physical = 1\nuses = 2");
        assert_eq!(hurt(&setup, 2).step([]).left("c"), 4);
        let kept = hurt(&setup, 1).odds(|trial| trial.body("a").uses[0]);
        assert_eq!(kept.of(|&uses| uses == 2), fraction(1, 1));
    }
}
