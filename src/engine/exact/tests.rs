//! Compares the exact solutions with each other and with an enumeration of whole fights.

use std::fmt;

use super::boxing::{
    Boxing, DODGED, DOWN, HARD, OUT_COLD, Ring, alike_from, at_once, boxing, counting_down,
};
use super::*;
use crate::dice::{Dice, Die, visit};
use crate::fight::{
    Arena, Blow, CombatantId, Counting, Days, FighterId, LineId, Moment, Objectives, SideId,
    WeaponId, Witness, play,
};

/// Returns the tally of all possible fights, with each fight played as a whole from its start and counted
/// with its weight.
fn one_by_one(fight: &Boxing) -> Tally<Expected> {
    /// A witness that keeps the attacks and the knockouts of a fight until the weight of the fight is known.
    #[derive(Default)]
    struct Memory(Vec<(FighterId, FighterId, Blow)>, Vec<(FighterId, u32)>);
    impl Witness for Memory {
        fn attacked(&mut self, by: FighterId, at: FighterId, _: WeaponId, blow: Blow) {
            self.0.push((by, at, blow));
        }
        fn downed(&mut self, who: FighterId, round: u32) {
            self.1.push((who, round));
        }
    }
    let mut tally = Tally::weighed(&fight.cast);
    let whole = |dice: &mut crate::dice::Enumerated| {
        let mut memory = Memory::default();
        let outcome = play(fight, dice, &mut memory);
        (memory, outcome)
    };
    visit(whole, |(memory, outcome), path| {
        tally.weigh(path.probability());
        for (by, at, blow) in memory.0 {
            tally.line_used(by, LineId(0));
            tally.attacked(by, at, WeaponId(0), blow);
        }
        for (who, round) in memory.1 {
            tally.downed(who, round);
        }
        tally.ended(&outcome);
    });
    tally
}

/// Returns the means of the events that boxing defines, of the remaining health and of the departures, in one
/// list.
fn beside(tally: &Tally<Expected>) -> Vec<f64> {
    let mut figures = Vec::new();
    for at in 0..2 {
        for event in [HARD, DODGED, DOWN, OUT_COLD] {
            let event = tally.event(SideId::at(at), event);
            figures.push(event.map_or(0.0, |event| event.mean));
        }
        let left: Vec<_> = tally.health_left(CombatantId::at(at)).collect();
        figures.extend((0..10).map(|health| {
            let found = left.iter().find(|found| found.0 == health);
            found.map_or(0.0, |found| found.1.mean)
        }));
        let departure = tally
            .departure(FighterId::at(at))
            .expect("each is down at times");
        figures.extend([departure.out, departure.round, departure.first].map(|one| one.mean));
    }
    figures
}

/// Returns the probabilities and means of a tally that `beside` does not return, in one list.
fn figures(tally: &Tally<Expected>) -> Vec<f64> {
    let mut figures = vec![tally.fights(), tally.undecided(), tally.draws()];
    for i in 0..2u8 {
        let (side, id) = (SideId(i), CombatantId(i));
        figures.extend([tally.wins(side), tally.losses(side), tally.survived(id)]);
        figures.extend([tally.attacks(id), tally.hits(id), tally.evaded(id)]);
        figures.extend([tally.damage_dealt(id), tally.damage_taken(id)]);
        figures.push(tally.used(id, LineId(0)));
        for (round, weight) in tally.kills(id).chain(tally.rounds(Ending::Won(side))) {
            figures.extend([Expected::from(f64::from(round)), weight]);
        }
        figures.extend(tally.damage(id, WeaponId(0)).map(|(_, hits)| hits));
    }
    let mut figures: Vec<f64> = figures.into_iter().map(Expected::value).collect();
    figures.push(tally.rounds_mean().expect("some end").estimate);
    figures
}

fn near(one: &[f64], other: &[f64], within: f64) {
    assert_eq!(one.len(), other.len());
    for (at, (a, b)) in one.iter().zip(other).enumerate() {
        assert!(
            (a - b).abs() <= within * b.abs(),
            "figure {at}: {a}, not {b}"
        );
    }
}

#[test]
fn the_walk_finds_what_going_through_whole_fights_finds() {
    for round_cap in [1, 2, 4] {
        let fights = [false, true].map(|alike| boxing(4, round_cap, alike));
        for fight in fights.into_iter().chain([
            alike_from(3, boxing(4, round_cap, true)),
            alike_from(3, counting_down(4, round_cap)),
        ]) {
            let solved = work_out(&fight, &Budget::ANY, &());
            assert_eq!(solved.broken_off, None);
            near(
                &figures(&solved.tally),
                &figures(&one_by_one(&fight)),
                1e-13,
            );
        }
    }
}

#[test]
fn rounds_that_are_alike_change_no_figure_and_take_fewer_situations() {
    for round_cap in [5, 6, 7, 40] {
        let apart = work_out(&boxing(9, round_cap, false), &Budget::ANY, &());
        let all = boxing(9, round_cap, true);
        let late = alike_from(4, boxing(9, round_cap, true));
        let late_counts = alike_from(4, counting_down(9, round_cap));
        for fight in [all, late, late_counts] {
            let alike = work_out(&fight, &Budget::ANY, &());
            near(&figures(&alike.tally), &figures(&apart.tally), 1e-13);
            near(&beside(&alike.tally), &beside(&apart.tally), 1e-13);
            for (outcome, weight) in apart.odds.iter() {
                let twin = alike
                    .odds
                    .sum(|other| f64::from(u8::from(other == outcome)));
                near(&[twin], &[weight], 1e-13);
            }
        }
    }
    let states = |round_cap| {
        work_out(&boxing(9, round_cap, true), &Budget::ANY, &())
            .odds
            .states
    };
    assert!(states(400) < 3 * states(8), "{} situations", states(400));
}

#[test]
fn counters_that_run_out_together_change_no_figure() {
    for round_cap in [5, 6, 7, 40] {
        for hit_points in [1, 3, 9] {
            let (one, all) = (
                boxing(hit_points, round_cap, true),
                counting_down(hit_points, round_cap),
            );
            let [one, all] = [one, all]
                .map(Boxing::hard)
                .map(|fight| work_out(&fight, &Budget::ANY, &()));
            near(&figures(&all.tally), &figures(&one.tally), 1e-13);
            near(&beside(&all.tally), &beside(&one.tally), 1e-13);
            assert_eq!(all.broken_off, None);
            assert!(all.tally.error() <= one.tally.error());
        }
    }
}

#[test]
fn a_fight_too_wide_for_grids_goes_the_other_way() {
    let fight = counting_down(9, 40);
    let budget = |states| Budget {
        states,
        ..Budget::ANY
    };
    let has_grids = |states| {
        let budget = budget(states);
        grids::walk(
            &fight,
            &budget,
            &mut Work::new(size_of::<Ring>(), &budget),
            &(),
        )
        .is_some()
    };
    assert!(has_grids(1000));
    assert!(!has_grids(60));
    let part = work_out(&fight, &budget(60), &());
    assert_eq!(part.broken_off.map(|broken| broken.by), Some(End::States));
}

#[test]
fn too_little_memory_for_shortcuts_changes_no_figure() {
    let fight = boxing(30, 40, true);
    let whole = work_out(&fight, &Budget::ANY, &());
    let mut least = None;
    for bytes in (10..24).map(|power| 1 << power) {
        let budget = Budget {
            bytes,
            ..Budget::ANY
        };
        let solved = work_out(&fight, &budget, &());
        if solved.broken_off.is_none() {
            least.get_or_insert(bytes);
            near(&figures(&solved.tally), &figures(&whole.tally), 1e-13);
        }
    }
    // Half of the least memory that suffices is not enough, so the solution must end early.
    let bytes = least.expect("16 MiB are plenty") / 2;
    let budget = Budget {
        bytes,
        ..Budget::ANY
    };
    let broken = work_out(&fight, &budget, &()).broken_off;
    assert_eq!(broken.map(|broken| broken.by), Some(End::Bytes));
}

#[test]
fn a_budget_of_situations_ends_the_walk_and_what_is_left_is_unresolved() {
    let fight = boxing(9, 40, true);
    let whole = work_out(&fight, &Budget::ANY, &());
    let budget = Budget {
        states: 60,
        ..Budget::ANY
    };
    let part = work_out(&fight, &budget, &());
    let broken = part.broken_off.expect("there are more");
    assert_eq!((broken.by, broken.states), (End::States, 60));
    assert!(0.0 < broken.left && broken.left < 1.0);
    assert!((part.tally.unresolved().value() - broken.left).abs() < 1e-15);
    assert!((part.tally.fights().value() - 1.0).abs() < 1e-13);
    for side in [0, 1].map(SideId) {
        let truth = whole.tally.wins(side).value();
        let bounds = part.tally.win_rate(side).expect("some end");
        assert!(bounds.low <= truth && truth <= bounds.high);
        assert!(bounds.low < bounds.high);
    }
}

#[test]
fn what_is_negligible_is_left_open_and_no_more() {
    for fight in [boxing(9, 400, true), counting_down(9, 400)] {
        for negligible in [0.0, 1e-12, 1e-6, 0.25] {
            let budget = Budget {
                negligible,
                ..Budget::ANY
            };
            let solved = work_out(&fight, &budget, &());
            assert_eq!(solved.broken_off, None);
            let open = solved.tally.unresolved().value();
            assert!(open <= negligible, "{open} of {negligible}");
            assert_eq!(open > 0.0, negligible > 0.0);
        }
    }
}

#[test]
fn whoever_has_seen_enough_gets_what_is_known() {
    /// A watch that stops the solution after this number of progress reports.
    struct Impatient(std::sync::atomic::AtomicUsize);
    impl Watch for Impatient {
        fn progressed(&self, _: usize, _: f64) {
            self.0.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
        }
        fn stops(&self) -> bool {
            self.0.load(std::sync::atomic::Ordering::Relaxed) == 0
        }
    }
    for fight in [boxing(9, 40, true), counting_down(9, 40)] {
        let solved = work_out(&fight, &Budget::ANY, &Impatient(7.into()));
        let broken = solved.broken_off.expect("it was stopped");
        assert_eq!((broken.by, broken.round), (End::Stopped, 3));
        assert!((solved.tally.fights().value() - 1.0).abs() < 1e-13);
    }
}

/// Boxing with additional rolls, so that a step has very many paths. `paths` is how many paths have been
/// played.
struct Endless {
    boxing: Boxing,
    paths: std::sync::atomic::AtomicUsize,
}

impl fmt::Debug for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.boxing.fmt(f)
    }
}

impl Arena for Endless {
    type State = Ring;

    fn cast(&self) -> &Cast {
        self.boxing.cast()
    }

    fn start(&self) -> &Ring {
        self.boxing.start()
    }

    fn moment(&self, ring: &Ring) -> Moment {
        self.boxing.moment(ring)
    }
}

impl Objectives for Endless {}

impl Days for Endless {}

impl Fight for Endless {
    fn step<D: Dice, W: Witness>(
        &self,
        ring: &mut Ring,
        dice: &mut D,
        witness: &mut W,
    ) -> Progress {
        self.paths
            .fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        for _ in 0..4 {
            dice.roll(Die(100));
        }
        self.boxing.step(ring, dice, witness)
    }

    fn counting(&self) -> Option<&dyn Counting<Ring>> {
        self.boxing.counting()
    }
}

#[test]
fn a_step_of_very_many_paths_is_no_reason_to_wait() {
    /// A watch that stops the solution when [`Watch::stops`] has been called ten times.
    struct Ten(std::sync::atomic::AtomicUsize);
    impl Watch for Ten {
        fn progressed(&self, _: usize, _: f64) {}
        fn stops(&self) -> bool {
            self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= 10
        }
    }
    for boxing in [boxing(9, 40, true), counting_down(9, 40)] {
        let fight = Endless {
            boxing,
            paths: 0.into(),
        };
        let solved = work_out(&fight, &Budget::ANY, &Ten(0.into()));
        let broken = solved.broken_off.expect("it was stopped");
        assert_eq!(broken.by, End::Stopped);
        assert!((broken.left - 1.0).abs() < 1e-13);
        let paths = fight.paths.into_inner();
        assert!(paths < 20, "{paths} of a hundred million paths");
    }
}

#[test]
fn the_bound_counts_every_rounding() {
    assert!(error_after(0) >= 72.0 * f64::EPSILON / 2.0);
    assert!(error_after(200) < 2e-13);
    let fight = boxing(9, 40, true);
    let error = work_out(&fight, &Budget::ANY, &()).tally.error();
    assert!(0.0 < error && error < 1e-12);
}

/// If a step is a whole round, it may lead to a state that another step reaches in an earlier or a later
/// round.
#[test]
fn a_step_that_is_a_whole_round_takes_no_weight_a_round_early() {
    for reducible in [false, true] {
        for round_cap in [1, 4, 5] {
            let fight = at_once(3, round_cap, reducible);
            let solved = work_out(&fight, &Budget::ANY, &());
            let plain = unmerged(&fight, usize::MAX).expect("as many steps as it takes");
            near(&figures(&solved.tally), &figures(&plain.tally), 1e-13);
            for round in 1..=round_cap {
                near(
                    &[solved.odds.in_round(round)],
                    &[plain.odds.in_round(round)],
                    1e-13,
                );
            }
        }
    }
}

#[test]
fn the_plain_walk_finds_what_going_through_whole_fights_finds() {
    let fight = boxing(4, 3, false);
    let plain = unmerged(&fight, usize::MAX).expect("as many steps as it takes");
    near(&figures(&plain.tally), &figures(&one_by_one(&fight)), 1e-13);
    assert_eq!(unmerged(&fight, 10), None);
}

/// A fight that reports the same moment within the round for all its states, which is wrong.
#[derive(Debug, Clone)]
struct Unordered(Boxing);

impl Arena for Unordered {
    type State = Ring;

    fn cast(&self) -> &Cast {
        self.0.cast()
    }

    fn start(&self) -> &Ring {
        self.0.start()
    }

    fn moment(&self, ring: &Ring) -> Moment {
        Moment {
            round: ring.round,
            ..Moment::default()
        }
    }
}

impl Objectives for Unordered {}

impl Days for Unordered {}

impl Fight for Unordered {
    fn step<D: Dice, W: Witness>(
        &self,
        ring: &mut Ring,
        dice: &mut D,
        witness: &mut W,
    ) -> Progress {
        self.0.step(ring, dice, witness)
    }

    fn counting(&self) -> Option<&dyn Counting<Ring>> {
        self.0.counting()
    }
}

#[test]
fn a_fight_that_declares_wrong_moments_still_has_the_right_odds() {
    for boxing in [boxing(4, 5, true), counting_down(4, 5)] {
        let solved = work_out(&Unordered(boxing.clone()), &Budget::ANY, &());
        assert_eq!(solved.broken_off, None);
        near(
            &figures(&solved.tally),
            &figures(&one_by_one(&boxing)),
            1e-13,
        );
    }
}
