//! A duel in which both strike in turn, drawn a round at a time.
//!
//! Clauses: those of `nouns/exchange.rs`. While both stand by what they stated at first, a round is two exchanges with
//! known odds, so one draw settles both; should the first change anything, the second is drawn anew. What the fight
//! still needs to remember are its counters, numbers that only go down: hit points and parrying points. They are packed
//! side by side into 64 bits ([`Duel::lanes`]), a round takes its losses off all of them at once, and any that falls
//! below zero loses its uppermost bit.

use std::ops::Range;

use super::chapters::statement;
use super::events::{DEAD, UNCONSCIOUS};
use super::nouns::arena::Arena;
use super::nouns::duel::{Duel, Spin};
use super::nouns::exchange::{Exchange, Tabled};
use super::nouns::reply::Reply;
use super::nouns::scene::View;
use super::nouns::state::State;
use super::rounds::{exchange, steps};
use super::speed::plain::{self, Step};
use crate::dice::{Alias, Sampled};
use crate::fight::{Ending, Fight, FighterId, FighterSet, Outcome, Silent, Stream, WHOLE, Witness};

/// Bits of a lane. It holds its number and [`AFLOAT`], so that a loss borrows nothing from the lane above.
const LANE: u32 = 10;
/// The uppermost bit of a lane, set while its number is not below zero.
const AFLOAT: u64 = NUMBERS as u64;
/// How many numbers a lane can hold.
const NUMBERS: usize = 1 << (LANE - 1);
/// As many lanes as two fighters can need: hit points, what each strikes with, what each parries with.
const LANES: usize = 6;
/// The most that a lane starts from, and that a loss counts as.
const MOST: i32 = 510;

/// Ways in which a round can go: few enough for its table to stay in a processor's first cache, and most.
const FEW_WAYS: usize = 1024;
const MOST_WAYS: usize = 4096;
/// Rounds whose ends are counted before they are told.
const ROUNDS: usize = 128;
/// Fights after which the counts are told, so that they fit 32 bits.
const BLOCK: u64 = 1 << 16;

/// A counter: a fighter's hit points above those that fell it, or the points that a thing carried can
/// still lose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Lane {
    who: FighterId,
    item: Option<u8>,
}

impl Duel {
    /// The duel that this fight begins as, if it is one.
    pub(super) fn new<const N: usize>(arena: &Arena<N>) -> Option<Self> {
        let start = &arena.start;
        let begins = !start.stale && start.acting == 2;
        let alone = arena.lineup.count() == 2 && arena.scope.plain;
        if !begins || !alone || View::new(arena, start).is_stalemate() {
            return None;
        }
        let steps = steps(arena, &Silent)?;
        let [first, second] = &steps;
        let (Some(one), Some(other)) = (first.tabled, second.tabled) else {
            return None;
        };
        let ways = one.outcomes.len() * other.outcomes.len();
        if ways > MOST_WAYS {
            return None;
        }
        let lanes = lanes(arena, &steps);
        let points: Option<Vec<i32>> = lanes
            .iter()
            .map(|&lane| points_left(arena, start, lane))
            .collect();
        let odds: Vec<u128> = pairs(one, other).map(|(a, b)| (a.1 * b.1) >> 64).collect();
        let table = Alias::new(&odds);
        let losses: Vec<u64> = pairs(one, other)
            .map(|(a, b)| {
                let losses = lanes
                    .iter()
                    .map(|&lane| loss(first, a.0, lane) + loss(second, b.0, lane));
                pack(losses)
            })
            .collect();
        let of = |pick: u32| losses.get(pick as usize).copied().unwrap_or(0);
        let spins = table.columns().iter().map(|column| Spin {
            cut: column.cut,
            losses: column.picks.map(of),
        });
        let won = |winner: FighterId| Outcome {
            ending: Ending::Won(arena.lineup.side(winner)),
            rounds: 0,
            standing: [winner].into_iter().collect(),
        };
        let draw = Outcome {
            ending: Ending::Draw,
            rounds: 0,
            standing: FighterSet::NONE,
        };
        Some(Self {
            spins: spins.collect(),
            table,
            lanes: pack(points?.into_iter().map(|points| points + (1 << (LANE - 1)))),
            tied: !start.tied.is_empty(),
            vital: u32::try_from(lanes.len()).expect("few lanes") - 2,
            terms: [first.terms, second.terms],
            blows: [first, second].map(|step| (step.who, step.item, step.target, step.guard)),
            ends: [won(first.who), won(second.who), draw],
            pairs: (0..short(one.outcomes.len()))
                .flat_map(|a| (0..short(other.outcomes.len())).map(move |b| [a, b]))
                .collect(),
            exchanges: [one.outcomes.clone(), other.outcomes.clone()],
        })
    }
}

fn pairs<'t>(
    one: &'t Tabled,
    other: &'t Tabled,
) -> impl Iterator<Item = (&'t (Exchange, u128), &'t (Exchange, u128))> {
    one.outcomes
        .iter()
        .flat_map(|a| other.outcomes.iter().map(move |b| (a, b)))
}

/// The counters: the things that can wear, and uppermost both fighters' hit points, in the order in which they are
/// struck at.
fn lanes<const N: usize>(arena: &Arena<N>, steps: &[Step<'_>; 2]) -> Vec<Lane> {
    let mut lanes = Vec::with_capacity(LANES);
    for step in steps {
        let tool = match step.guard.reply {
            Reply::Parry(tool) => Some((step.target, tool.item)),
            _ => None,
        };
        for (who, item) in [Some((step.who, step.item)), tool].into_iter().flatten() {
            let lane = Lane {
                who,
                item: Some(item),
            };
            let wears = arena.fighter(who).items[usize::from(item)].points.is_some();
            if wears && !lanes.contains(&lane) {
                lanes.push(lane);
            }
        }
    }
    lanes.extend(steps.iter().map(|step| Lane {
        who: step.target,
        item: None,
    }));
    lanes
}

/// How much a counter can lose without anything happening. `None` when that does not fit a lane.
fn points_left<const N: usize>(arena: &Arena<N>, state: &State<N>, lane: Lane) -> Option<i32> {
    let body = state.body(lane.who);
    let points = match lane.item {
        None => body.hp - 1 - arena.options.unconscious_at.max(0),
        Some(item) => {
            let points = arena.fighter(lane.who).items[usize::from(item)].points?;
            let lost = body.items[usize::from(item)].lost;
            i32::from(points - lost) - 1 - arena.options.breaks_at
        }
    };
    (0..=MOST).contains(&points).then_some(points)
}

/// What an exchange takes off a lane.
fn loss(step: &Step<'_>, outcome: Exchange, lane: Lane) -> i32 {
    let parried_with = |item| matches!(step.guard.reply, Reply::Parry(tool) if tool.item == item);
    match lane.item {
        None if lane.who == step.target => outcome.dealt().min(MOST),
        Some(item) if lane.who == step.who && item == step.item => outcome.weapon_loss.into(),
        Some(item) if lane.who == step.target && parried_with(item) => outcome.tool_loss.into(),
        _ => 0,
    }
}

fn short(outcomes: usize) -> u16 {
    u16::try_from(outcomes).expect("an exchange has few outcomes")
}

fn pack(numbers: impl DoubleEndedIterator<Item = i32>) -> u64 {
    let lane = |number: i32| u64::try_from(number).expect("lanes hold no negative numbers");
    numbers
        .rev()
        .fold(0, |packed, number| packed << LANE | lane(number))
}

/// The number of a lane that is afloat; lanes are counted from the lowest bits up.
fn unpack(packed: u64, lane: u32) -> i32 {
    let number = packed >> (lane * LANE) & (AFLOAT - 1);
    i32::try_from(number).expect("a lane is small")
}

/// Plays these fights of a duel. Counts are kept by how a round went, and told at the end.
pub(super) fn play<const N: usize, W: Witness>(
    arena: &Arena<N>,
    duel: &Duel,
    stream: &Stream,
    fights: Range<u64>,
    witness: &mut W,
) {
    let steps = steps(arena, witness).expect("a duel begins with two plain blows");
    let mut next = fights.start;
    while next < fights.end {
        let end = fights.end.min(next + BLOCK);
        let fights = next..end;
        if duel.spins.len() <= FEW_WAYS {
            block::<FEW_WAYS, N, W>(arena, duel, &steps, stream, fights, witness);
        } else {
            block::<MOST_WAYS, N, W>(arena, duel, &steps, stream, fights, witness);
        }
        next = end;
    }
}

#[inline(never)]
fn block<const WAYS: usize, const N: usize, W: Witness>(
    arena: &Arena<N>,
    duel: &Duel,
    steps: &[Step<'_>; 2],
    stream: &Stream,
    fights: Range<u64>,
    witness: &mut W,
) {
    let cap = arena.cast.round_cap;
    let lane = |at: u32| AFLOAT << (at * LANE);
    let unbroken = (0..duel.vital).map(lane).sum::<u64>();
    let (one_stands, other_stands) = (lane(duel.vital), lane(duel.vital + 1));
    let afloat = unbroken | one_stands | other_stands;
    // How often a round went so, by the column drawn, which of its two outcomes it was, and whether its first
    // exchange ended the fight.
    let mut rounds = [[[0u32; 2]; 2]; WAYS];
    // How often a fight ended so in each of the rounds counted here.
    let mut ends = [[0u32; 3]; ROUNDS];
    // How often whom a fight left standing had such a lane of hit points, by the end of the fight and by whether the other
    // died of it; how often each of two died who fell at once.
    let mut fates = [[[0u32; 2]; NUMBERS]; 2];
    let mut together = [0u32; 4];
    let mortal = mortal(arena);
    let vital = duel.vital * LANE;
    let ended = |round: u32, end: usize, times: u32, witness: &mut W| {
        let outcome = Outcome {
            rounds: round,
            ..duel.ends[end]
        };
        let felled = arena.start.able.without(outcome.standing);
        witness.ended_alike(&outcome, felled, times.into());
    };
    let mut stated = 0;
    for n in fights {
        let mut dice = stream.dice(n);
        let (mut lanes, mut round) = (duel.lanes, 0);
        let (column, pick, left) = loop {
            round += 1;
            let (column, rest) = duel.table.split(dice.bits());
            let spin = &duel.spins[column];
            let pick = usize::from(rest >= spin.cut);
            let left = lanes.wrapping_sub(spin.losses[pick]);
            if left & afloat != afloat || round >= cap {
                break (column % WAYS, pick, left);
            }
            lanes = left;
            rounds[column % WAYS][pick][0] += 1;
        };
        if left & unbroken != unbroken || left & afloat == afloat {
            stated += u64::from(round - 1);
            let drawn = duel.table.columns()[column].picks[pick] as usize;
            go_on(
                arena,
                steps,
                (lanes, round),
                duel.outcomes(drawn),
                dice,
                witness,
            );
            continue;
        }
        stated += u64::from(round);
        // Who strikes first and fells the other is not struck back, unless both strike at once.
        let first_won = left & one_stands == 0;
        let both_fell = duel.tied && first_won && left & other_stands == 0;
        let end = usize::from(!first_won) + 2 * usize::from(both_fell);
        rounds[column][pick][usize::from(first_won && !duel.tied)] += 1;
        let hp = |lanes: u64, place: u32| lanes >> (vital + place * LANE);
        let dies = |place: u32| usize::from(hp(left, place) & (2 * AFLOAT - 1) < mortal);
        if both_fell {
            together[dies(0) + 2 * dies(1)] += 1;
        } else {
            // Who is felled first does not strike back, so nothing has come off whom it would have struck.
            let (stood, fell) = (u32::from(first_won), u32::from(!first_won));
            let before = if first_won && !duel.tied { lanes } else { left };
            let number = usize::try_from(hp(before, stood) & (AFLOAT - 1)).unwrap_or(0);
            fates[usize::from(!first_won)][number % NUMBERS][dies(fell)] += 1;
        }
        if let Some(ends) = ends.get_mut(round as usize) {
            ends[end] += 1;
        } else {
            ended(round, end, 1, witness);
        }
    }
    for (round, counts) in (0..).zip(&ends) {
        for (end, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
            ended(round, end, count, witness);
        }
    }
    tell_fates(arena, steps, (&fates, together), witness);
    statement::repeat(&arena.start, arena.start.able, stated, witness);
    for (column, counts) in duel.table.columns().iter().zip(&rounds) {
        for (&pick, &[whole, cut_short]) in column.picks.iter().zip(counts) {
            if whole + cut_short > 0 {
                let [one, other] = duel.outcomes(pick as usize);
                plain::tell(
                    &steps[0],
                    one,
                    u64::from(whole) + u64::from(cut_short),
                    witness,
                );
                plain::tell(&steps[1], other, whole.into(), witness);
            }
        }
    }
}

/// The lowest lane of hit points, counted from the bottom, with which a fighter is not dead: that of 1.
fn mortal<const N: usize>(arena: &Arena<N>) -> u64 {
    let stands_above = u64::try_from(arena.options.unconscious_at.max(0)).expect("it is no less");
    AFLOAT - stands_above
}

/// How fights ended for their fighters: see [`block`].
type Fates = [[[u32; 2]; NUMBERS]; 2];

/// Tells what has become of the two in so many fights.
fn tell_fates<const N: usize, W: Witness>(
    arena: &Arena<N>,
    steps: &[Step<'_>; 2],
    (fates, together): (&Fates, [u32; 4]),
    witness: &mut W,
) {
    let last_stand = u32::try_from(arena.options.unconscious_at.max(0) + 1).expect("it is no less");
    let mut fell = |who: FighterId, dies: bool, times: u32| {
        if times > 0 {
            let fate = if dies { DEAD } else { UNCONSCIOUS };
            witness.happened(who, fate, u64::from(times) * WHOLE);
        }
    };
    for (deaths, times) in (0..4).zip(together) {
        fell(steps[0].target, deaths & 1 == 1, times);
        fell(steps[1].target, deaths & 2 == 2, times);
    }
    for (step, numbers) in steps.iter().zip(fates) {
        for dies in [false, true] {
            let times = numbers.iter().map(|times| times[usize::from(dies)]).sum();
            fell(step.target, dies, times);
        }
    }
    for (step, numbers) in steps.iter().zip(fates) {
        for (number, &[one, other]) in (0..).zip(numbers) {
            if one + other > 0 {
                let times = u64::from(one) + u64::from(other);
                witness.left(step.who, number + last_stand, times * WHOLE);
            }
        }
    }
}

/// Goes on by the ordinary rules with a fight in whose round something breaks, or which reaches the round cap.
#[cold]
#[inline(never)]
fn go_on<const N: usize, W: Witness>(
    arena: &Arena<N>,
    steps: &[Step<'_>; 2],
    (lanes, round): (u64, u32),
    outcomes: [Exchange; 2],
    mut dice: Sampled,
    witness: &mut W,
) {
    let mut state = arena.start.clone();
    state.round = round;
    for (at, lane) in (0..).zip(self::lanes(arena, steps)) {
        let lost = points_left(arena, &arena.start, lane).expect("a duel's points fit")
            - unpack(lanes, at);
        let body = state.body_mut(lane.who);
        match lane.item {
            None => body.hp -= lost,
            Some(item) => {
                body.items[usize::from(item)].lost += i16::try_from(lost).expect("a lane is small");
            }
        }
    }
    statement::repeat(&state, state.able, 1, witness);
    exchange(arena, &mut state, steps, outcomes, witness);
    let outcome = arena.run(&mut state, &mut dice, witness);
    witness.ended(&outcome);
}

#[cfg(test)]
mod tests;
