use proptest::prelude::*;
use rayon::ThreadPoolBuilder;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::*;
use crate::bout::Compiled;
use crate::dice::{Dice, Die};
use crate::fight::{
    Arena, Blow, Cast, CastCombatant, CastWeapon, CombatantId, Days, Ending, Fight, FighterId,
    FighterSet, Objectives, Outcome, Progress, SideId, State, WeaponId, Witness,
};
use crate::tally::Interval;

/// A fight of two players who throw a coin or a die in turn until one wins. A coin wins with heads, and a
/// larger die with any face but 1.
#[derive(Debug, Clone)]
struct Coins(Cast, Die);

impl Coins {
    fn bout(names: [&str; 2], label: &str) -> Box<dyn Bout> {
        Self::with(Die(2), names, label)
    }

    fn with(die: Die, names: [&str; 2], label: &str) -> Box<dyn Bout> {
        let combatant = |(place, name): (usize, &str)| CastCombatant {
            name: name.to_owned(),
            side: SideId::at(place),
            count: 1,
            health: 0,
            weapons: vec![CastWeapon {
                name: "coin".to_owned(),
                most: 1,
            }],
            carries: Vec::new(),
            playbook: Arc::default(),
        };
        let cast = Cast {
            sides: names.iter().map(|&name| name.to_owned()).collect(),
            combatants: names.into_iter().enumerate().map(combatant).collect(),
            fighters: vec![CombatantId(0), CombatantId(1)],
            round_cap: 100,
            alliances: crate::fight::Alliances::default(),
            alike_from: None,
            most_lost: 0,
            things: FighterSet::NONE,
            absent: FighterSet::NONE,
            objectives: Vec::new(),
            day: None,
            events: &[],
        };
        Box::new(Compiled::new(Self(cast, die), label.as_bytes().to_vec()))
    }
}

impl State for u32 {}

impl Arena for Coins {
    type State = u32;

    fn cast(&self) -> &Cast {
        &self.0
    }

    fn start(&self) -> &u32 {
        &0
    }
}

impl Objectives for Coins {}

impl Days for Coins {}

impl Fight for Coins {
    fn step<D: Dice, W: Witness>(
        &self,
        tosses: &mut u32,
        dice: &mut D,
        witness: &mut W,
    ) -> Progress {
        let (who, foe) = ((*tosses % 2) as u8, 1 - (*tosses % 2) as u8);
        *tosses += 1;
        let round = tosses.div_ceil(2);
        if who == 0 {
            witness.round_began(round);
        }
        if dice.roll(self.1) == 1 {
            return Progress::Goes;
        }
        let blow = Blow::Landed {
            rolled: 1,
            stopped: 0,
            dealt: 1,
        };
        witness.attacked(FighterId(who), FighterId(foe), WeaponId(0), blow);
        witness.downed(FighterId(foe), round);
        let mut standing = FighterSet::NONE;
        standing.add(FighterId(who));
        Progress::Ended(Outcome {
            ending: Ending::Won(SideId(who)),
            rounds: round,
            standing,
        })
    }
}

fn never() -> AtomicBool {
    AtomicBool::new(false)
}

fn plan(fights: u64) -> Plan {
    Plan { seed: 5, fights }
}

/// Returns several matchups, each with its number of fights. One of them is played in two orders of its
/// sides.
fn seats() -> Vec<(Vec<Box<dyn Bout>>, u64)> {
    vec![
        (vec![Coins::bout(["a", "b"], "a b")], 3 * BLOCK + 17),
        (
            vec![
                Coins::bout(["a", "c"], "a c"),
                Coins::bout(["c", "a"], "c a"),
            ],
            BLOCK,
        ),
        (vec![Coins::bout(["b", "c"], "b c")], 100),
    ]
}

fn tasks(seats: &[(Vec<Box<dyn Bout>>, u64)]) -> Vec<Task<'_>> {
    seats
        .iter()
        .map(|(seats, fights)| Task {
            seats,
            plan: plan(*fights),
            looks: None,
        })
        .collect()
}

#[test]
fn any_number_of_threads_gives_the_same_counts() {
    let seats = seats();
    let tasks = tasks(&seats);
    let on = |threads| {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool");
        pool.install(|| run(&tasks, &(), &never()))
    };
    let alone = on(1);
    assert_eq!(alone, on(2));
    assert_eq!(alone, on(7));
    for (done, task) in alone.iter().zip(&tasks) {
        assert_eq!(done.fights, task.plan.fights);
        for tally in &done.seats {
            assert_eq!(tally.fights(), task.plan.fights);
        }
    }
}

#[test]
fn many_matchups_are_dealt_in_rows() {
    let label = |at: usize| format!("matchup {at}");
    let seats: Vec<(Vec<Box<dyn Bout>>, u64)> = (0..MANY)
        .map(|at| (vec![Coins::bout(["a", "b"], &label(at))], 3 * BLOCK))
        .collect();
    let tasks = tasks(&seats);
    let nothing: Vec<Done> = tasks.iter().map(Done::nothing).collect();
    let stop = never();
    let deal = Deal::new(&tasks, (Shard::WHOLE, &nothing), true, &stop);
    let mut dealt = Vec::new();
    let mut rested = Vec::new();
    while let Some(job) = deal.next() {
        deal.counted(&job, job.own.end, || true);
        rested.extend(deal.rests(job.task).then_some(job.task));
        dealt.push(job.task);
    }
    let first = 0..MANY;
    let later = (0..MANY).flat_map(|at| [at, at]);
    assert!(dealt.into_iter().eq(first.clone().chain(later)));
    assert!(rested.into_iter().eq(first.clone().chain(first)));
    let done = run(&tasks, &(), &stop);
    for (done, task) in done.iter().zip(&tasks) {
        let mut alone = run(std::slice::from_ref(task), &(), &stop);
        alone[0].seats.iter_mut().for_each(Tally::pack);
        assert_eq!(*done, alone[0]);
    }
}

#[test]
fn other_matchups_leave_a_matchups_counts_alone() {
    let seats = seats();
    let tasks = tasks(&seats);
    let together = run(&tasks, &(), &never());
    let reversed: Vec<_> = tasks.iter().rev().copied().collect();
    let mut back = run(&reversed, &(), &never());
    back.reverse();
    assert_eq!(together, back);
    assert_eq!(run(&tasks[1..2], &(), &never()), together[1..2]);
}

#[test]
fn blocks_add_up_to_the_fights_played_in_one_go() {
    let bout = Coins::bout(["a", "b"], "a b");
    let whole = told(&*bout, 0..2 * BLOCK + 3);
    let seats = [bout];
    let task = Task {
        seats: &seats,
        plan: plan(2 * BLOCK + 3),
        looks: None,
    };
    assert_eq!(run(&[task], &(), &never())[0].seats[0], whole);
}

/// Returns the tally of these fights, played in one go instead of in blocks.
fn told(bout: &dyn Bout, fights: Range<u64>) -> Tally {
    let mut tally = Tally::new(bout.cast());
    let stream = Stream::new(5, bout.label());
    let (mut sums, mut at) = (tally.sums(), fights.start);
    while at < fights.end {
        let end = fights.end.min(Tally::batch_end(at));
        bout.play(&stream, at..end, &mut tally);
        tally.told(at..end, &mut sums);
        at = end;
    }
    tally
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// The test also compares the sums of batches ([`Tally::sums`]). A batch is a fixed number of fights, and
    /// most batches are split between pieces.
    #[test]
    fn pieces_cut_anywhere_add_up_in_any_order(
        cuts in prop::collection::btree_set(1..2 * BLOCK, 1..20),
        order in any::<u64>(),
    ) {
        let seats = [Coins::bout(["a", "b"], "a b")];
        let task = Task { seats: &seats, plan: plan(2 * BLOCK), looks: None };
        let whole = run(&[task], &(), &never()).remove(0);
        let ends = cuts.iter().copied().chain([2 * BLOCK]);
        let starts = std::iter::once(0).chain(cuts.iter().copied());
        let mut pieces: Vec<Range<u64>> = starts.zip(ends).map(|(start, end)| start..end).collect();
        pieces.sort_by_key(|piece| (piece.start ^ order).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut sum = Done::nothing(&task);
        for piece in pieces {
            let (tallies, end) = play(&task, piece.clone(), &Pace::default(), &never());
            prop_assert_eq!(end, piece.end);
            sum.add(piece, &tallies);
        }
        sum.settle(&task, Shard::WHOLE);
        let damage = sum.seats[0].damage_per_fight(CombatantId(0)).expect("fights");
        prop_assert!(damage.error.is_some_and(|error| (0.004..0.008).contains(&error)));
        prop_assert_eq!(sum, whole);
    }
}

/// A watch that stops the run after this number of reports.
struct StopAfter<'a> {
    blocks: AtomicU64,
    stop: &'a AtomicBool,
}

impl Watch for StopAfter<'_> {
    fn progressed(&self, _: &RunProgress) {
        if self.blocks.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_stopped_run_has_whole_blocks_in_every_seat() {
    let seats = seats();
    let tasks = tasks(&seats);
    let stop = never();
    let watch = StopAfter {
        blocks: AtomicU64::new(2),
        stop: &stop,
    };
    let pool = ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("a pool");
    let done = pool.install(|| run(&tasks, &watch, &stop));
    assert_eq!(
        done.iter().map(|done| done.fights).collect::<Vec<_>>(),
        [BLOCK, BLOCK, 0]
    );
    assert_eq!(
        done[1].seats.iter().map(Tally::fights).collect::<Vec<_>>(),
        [BLOCK, BLOCK]
    );
}

/// A matchup that sets the stop flag while it is played, if it has such a flag.
#[derive(Debug)]
struct Stopping<'s>(Box<dyn Bout>, Option<&'s AtomicBool>);

impl Bout for Stopping<'_> {
    fn cast(&self) -> &Cast {
        self.0.cast()
    }

    fn label(&self) -> Vec<u8> {
        self.0.label()
    }

    fn play(&self, stream: &Stream, fights: std::ops::Range<u64>, tally: &mut Tally) {
        if let Some(stop) = self.1
            && fights.contains(&100)
        {
            stop.store(true, Ordering::Relaxed);
        }
        self.0.play(stream, fights, tally);
    }

    fn play_paired(&self, _: &Stream, _: std::ops::Range<u64>, _: &mut crate::tally::Singles) {
        unreachable!("nothing is compared")
    }

    fn outcome(&self, stream: &Stream, n: u64) -> Outcome {
        self.0.outcome(stream, n)
    }

    fn solve(&self, states: usize) -> Result<crate::exact::Odds, crate::exact::TooLarge> {
        self.0.solve(states)
    }

    fn work_out(
        &self,
        budget: &crate::exact::Budget,
        watch: &dyn crate::exact::Watch,
    ) -> crate::exact::Solved {
        self.0.work_out(budget, watch)
    }

    fn work_out_unmerged(&self, most_paths: usize) -> Option<crate::exact::Solved> {
        self.0.work_out_unmerged(most_paths)
    }

    fn tell(&self, stream: &Stream, n: u64) -> crate::bout::Story {
        self.0.tell(stream, n)
    }

    fn onward(&self, stream: &Stream, n: u64) -> Box<dyn crate::bout::Onward + '_> {
        self.0.onward(stream, n)
    }
}

#[test]
fn a_run_is_stopped_within_a_block_and_counts_what_every_seat_has_played() {
    static STOP: AtomicBool = AtomicBool::new(false);
    let seats: Vec<Box<dyn Bout>> = vec![
        Box::new(Stopping(Coins::bout(["a", "c"], "a c"), Some(&STOP))),
        Box::new(Stopping(Coins::bout(["c", "a"], "c a"), None)),
    ];
    let task = Task {
        seats: &seats,
        plan: plan(BLOCK),
        looks: None,
    };
    let done = run(&[task], &(), &STOP).remove(0);
    assert!(100 < done.fights && done.fights < BLOCK, "{}", done.fights);
    assert!(!done.complete);
    assert!(done.seats.iter().all(|seat| seat.fights() == done.fights));
    // The counts must be those of a run with `done.fights` planned fights that is not stopped.
    let plain = [
        Coins::bout(["a", "c"], "a c"),
        Coins::bout(["c", "a"], "c a"),
    ];
    let task = Task {
        seats: &plain,
        plan: plan(done.fights),
        looks: None,
    };
    assert_eq!(run(&[task], &(), &never())[0].seats, done.seats);
}

#[test]
fn a_run_that_is_stopped_before_it_begins_plays_nothing() {
    let seats = seats();
    let done = run(&tasks(&seats), &(), &AtomicBool::new(true));
    assert!(done.iter().all(|done| done.fights == 0));
}

/// A watch that records the progress at each report.
#[derive(Default)]
struct Last(Mutex<Vec<(u64, u64, f64)>>);

impl Watch for Last {
    fn progressed(&self, standing: &RunProgress) {
        let seen = (standing.fights(), standing.of(), standing.widest());
        self.0.lock().expect("nobody panics").push(seen);
    }
}

#[test]
fn the_watch_sees_all_fights_and_a_narrowing_interval() {
    let seats = [Coins::bout(["a", "b"], "a b")];
    let task = Task {
        seats: &seats,
        plan: plan(4 * BLOCK),
        looks: None,
    };
    let watch = Last::default();
    run(&[task], &watch, &never());
    let seen = watch.0.into_inner().expect("nobody panics");
    let fights = seen.iter().map(|seen| seen.0).max();
    // There are more than four reports if a block takes longer than a second, because its parts are reported.
    assert!(seen.len() >= 4, "{seen:?}");
    assert_eq!(fights, Some(4 * BLOCK));
    assert!(seen.iter().all(|seen| seen.1 == 4 * BLOCK));
    let narrowest = seen.iter().map(|seen| seen.2).fold(1.0, f64::min);
    assert!((0.005..0.01).contains(&narrowest), "{narrowest}");
}

#[test]
fn nothing_to_do_is_done_at_once() {
    assert_eq!(run(&[], &(), &never()), []);
}

/// Returns the results of tasks that may end after each number of fights in `looks`.
fn looked_at(seats: &[Vec<Box<dyn Bout>>], looks: &[Looks]) -> Vec<Done> {
    let tasks: Vec<_> = seats
        .iter()
        .zip(looks)
        .map(|(seats, looks)| Task {
            seats,
            plan: plan(1),
            looks: Some(looks),
        })
        .collect();
    run(&tasks, &(), &never())
}

#[test]
fn a_task_ends_at_the_first_look_at_which_it_is_precise() {
    let seats = [
        vec![Coins::with(Die(10), ["a", "b"], "a b")],
        vec![
            Coins::bout(["a", "c"], "a c"),
            Coins::bout(["c", "a"], "c a"),
        ],
        vec![Coins::bout(["a", "d"], "a d")],
    ];
    let looks = [
        Looks::new(0.01, 1, u64::MAX),
        Looks::new(0.02, 2, u64::MAX),
        Looks::new(0.01, 1, 5000),
    ];
    let on = |threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a pool").install(|| looked_at(&seats, &looks))
    };
    let done = on(1);
    assert_eq!(done, on(3));
    for ((done, looks), seats) in done.iter().zip(&looks).zip(&seats) {
        let all = seats.len() as u64;
        let wins: u64 = (0..seats.len())
            .map(|seat| done.seats[seat].wins(SideId::at(seat)))
            .sum();
        let narrow = looks.is_narrow(wins, done.fights * all);
        assert!(done.complete && looks.fights().contains(&done.fights));
        assert_eq!(done.precise, narrow);
        let rate = done.seats[0].win_rate(SideId(0)).expect("fights");
        let wide = Interval::wilson_after(Stop::Narrow, done.seats[0].wins(SideId(0)), done.fights);
        assert_eq!(Some(rate), wide);
    }
    // A win rate of 90 % is precise after fewer fights than one of 50 %. The matchup with two seats has a
    // rate of 50 %.
    assert!(done[0].precise && done[0].fights < looks[0].cap());
    assert!(done[1].precise && done[1].fights == looks[1].cap());
    assert!(!done[2].precise && done[2].fights == 5000);
    // The counts of a matchup must not depend on the other tasks of the run.
    assert_eq!(looked_at(&seats[1..2], &looks[1..2]), done[1..2]);
}

/// Adds up the results of several shards of a run. In the sums, the set `played` has the right number of
/// fights, but not the right fight numbers: each shard counts its fights from 0.
fn added(parts: Vec<Vec<Done>>, tasks: &[Task<'_>]) -> Vec<Done> {
    let mut sums: Vec<Done> = tasks.iter().map(Done::nothing).collect();
    for part in parts {
        for (sum, done) in sums.iter_mut().zip(part) {
            assert!(done.complete);
            sum.add(sum.fights..sum.fights + done.fights, &done.seats);
        }
    }
    for (sum, task) in sums.iter_mut().zip(tasks) {
        sum.settle(task, Shard::WHOLE);
    }
    sums
}

#[test]
fn shards_add_up_to_the_run() {
    let seats = seats();
    let tasks = tasks(&seats);
    let whole = run(&tasks, &(), &never());
    for of in [1, 2, 3, 5] {
        let shard = |number| {
            let nothing = tasks.iter().map(Done::nothing).collect();
            let shard = Shard::new(number, of).expect("it is one of them");
            go_on(&tasks, (shard, nothing), &(), &never())
        };
        assert_eq!(added((1..=of).rev().map(shard).collect(), &tasks), whole);
    }
}

/// Returns the counts of a run that continues from `before` and is stopped after this number of blocks.
fn stopped(tasks: &[Task<'_>], before: (Shard, Vec<Done>), blocks: u64) -> Vec<Done> {
    let stop = never();
    let watch = StopAfter {
        blocks: AtomicU64::new(blocks),
        stop: &stop,
    };
    go_on(tasks, before, &watch, &stop)
}

#[test]
fn a_run_that_goes_on_again_and_again_is_the_run() {
    let seats = seats();
    let tasks = tasks(&seats);
    let shard = Shard::new(1, 2).expect("the first");
    for shard in [Shard::WHOLE, shard] {
        let nothing: Vec<Done> = tasks.iter().map(Done::nothing).collect();
        let whole = go_on(&tasks, (shard, nothing.clone()), &(), &never());
        let mut done = nothing;
        for _ in 0..20 {
            done = stopped(&tasks, (shard, done), 1);
        }
        assert_eq!(done, whole);
        // The earlier counts may be those of any fights. Here they are a part of the second block of the
        // first task, and three fights of its first block.
        let mut done: Vec<Done> = tasks.iter().map(Done::nothing).collect();
        for own in [BLOCK..2 * BLOCK - 9, 5..8] {
            let first = shard.fight(own.start);
            let fights = first..first + (own.end - own.start);
            let tally = told(&*seats[0].0[0], fights);
            done[0].add(own, &[tally]);
        }
        assert_eq!(go_on(&tasks, (shard, done), &(), &never()), whole);
    }
}

#[test]
fn more_fights_go_on_from_fewer() {
    let seats = seats();
    let few = run(&tasks(&seats), &(), &never());
    let more: Vec<Task<'_>> = tasks(&seats)
        .into_iter()
        .map(|task| Task {
            plan: plan(task.plan.fights + 2 * BLOCK + 1),
            ..task
        })
        .collect();
    assert_eq!(
        go_on(&more, (Shard::WHOLE, few), &(), &never()),
        run(&more, &(), &never())
    );
}

fn precise<'t>(seats: &'t [Box<dyn Bout>], looks: &'t Looks) -> Task<'t> {
    Task {
        seats,
        plan: plan(1),
        looks: Some(looks),
    }
}

#[test]
fn a_precise_run_goes_on_to_the_look_that_it_would_have_ended_at() {
    let seats = [vec![Coins::with(Die(10), ["a", "b"], "a b")]];
    let looks = Looks::new(0.004, 1, u64::MAX);
    let task = |looks| precise(&seats[0], looks);
    let whole = run(&[task(&looks)], &(), &never());
    assert!(whole[0].precise && whole[0].fights < looks.cap());
    let mut done = vec![Done::nothing(&task(&looks))];
    for _ in 0..40 {
        done = stopped(&[task(&looks)], (Shard::WHOLE, done), 1);
    }
    assert_eq!(done, whole);
    // The first cap is a number of fights after which the task may end. The second cap is not.
    for cap in [looks.fights()[2], looks.fights()[1] + 7] {
        let capped = Looks::new(0.004, 1, cap);
        let few = run(&[precise(&seats[0], &capped)], &(), &never());
        assert!(few[0].complete && !few[0].precise && few[0].fights == cap);
        let done = go_on(&[task(&looks)], (Shard::WHOLE, few), &(), &never());
        assert_eq!(done, whole);
    }
}
