//! A duel in which both strike in turn, drawn a round at a time.
//!
//! Clauses: those of `nouns/exchange.rs`. While both stand by what they stated at first, a round is two exchanges with
//! known odds, so one draw settles both; should the first change anything, the second is drawn anew. What the fight
//! still needs to remember are its counters, numbers that only go down: hit points and parrying points. They are packed
//! side by side into 64 bits ([`Duel::lanes`]), a round takes its losses off all of them at once, and any that falls
//! below zero loses its uppermost bit.

use std::ops::Range;

use super::events::{DEAD, UNCONSCIOUS};
use super::nouns::{Arena, Duel, Exchange, Reply, Scene, Spin, State, View};
use super::rounds::first_blows;
use super::speed::plain::Step;
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
const BLOCK: usize = 1 << 16;

/// A counter: a fighter's hit points above those that fell it, or the points that a thing carried can still lose.
type Lane = (FighterId, Option<u8>);

impl Duel {
    /// The duel that this fight begins as, if it is one.
    pub(super) fn new<const N: usize>(arena: &Arena<N>) -> Option<Self> {
        let start = &arena.start;
        let begins = !start.stale && start.acting == 2;
        let alone = arena.lineup.count() == 2 && arena.scope.plain;
        if !begins || !alone || View::new(arena, start).is_stalemate() {
            return None;
        }
        let steps = first_blows(arena, &Silent)?;
        let [first, second] = &steps;
        let (one, other) = (first.tabled?, second.tabled?);
        if one.outcomes.len() * other.outcomes.len() > MOST_WAYS {
            return None;
        }
        let lanes = lanes(arena, &steps);
        let points: Option<Vec<i32>> = lanes
            .iter()
            .map(|&lane| points_left(arena, start, lane))
            .collect();
        let both = |&(a, parts): &(Exchange, u128), &(b, of_parts): &(Exchange, u128)| {
            let lost = |&lane: &Lane| loss(first, a, lane) + loss(second, b, lane);
            ((parts * of_parts) >> 64, pack(lanes.iter().map(lost)))
        };
        let pairs =
            (one.outcomes.iter()).flat_map(|a| other.outcomes.iter().map(move |b| both(a, b)));
        let (odds, losses): (Vec<u128>, Vec<u64>) = pairs.unzip();
        let table = Alias::new(&odds);
        let of = |pick: u32| losses.get(pick as usize).copied().unwrap_or(0);
        let spins = table.columns().iter().map(|column| Spin {
            cut: column.cut,
            losses: column.picks.map(of),
        });
        let won = |winner: FighterId| {
            let ending = Ending::Won(arena.lineup.side(winner));
            (ending, FighterSet::of(winner))
        };
        Some(Self {
            spins: spins.collect(),
            table,
            lanes: pack(points?.into_iter().map(|points| points + (1 << (LANE - 1)))),
            tied: !start.tied.is_empty(),
            vital: u32::try_from(lanes.len()).expect("few lanes") - 2,
            blows: [first, second].map(|step| (step.who, step.item, step.target, step.guard)),
            ends: [
                won(first.who),
                won(second.who),
                (Ending::Draw, FighterSet::NONE),
            ],
            exchanges: [one.clone(), other.clone()],
        })
    }
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
            let wears = arena.item(who, item).points.is_some();
            if wears && !lanes.contains(&(who, Some(item))) {
                lanes.push((who, Some(item)));
            }
        }
    }
    lanes.extend(steps.iter().map(|step| (step.target, None)));
    lanes
}

/// How much a counter can lose without anything happening. `None` when that does not fit a lane.
fn points_left<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    (who, item): Lane,
) -> Option<i32> {
    let body = state.body(who);
    let points = match item.map(usize::from) {
        None => body.hp - arena.last_stand(),
        Some(item) => arena.last_hold(who, item) - i32::from(body.items[item].lost),
    };
    (0..=MOST).contains(&points).then_some(points)
}

/// What an exchange takes off a lane.
fn loss(step: &Step<'_>, outcome: Exchange, (who, item): Lane) -> i32 {
    let parried_with = |item| matches!(step.guard.reply, Reply::Parry(tool) if tool.item == item);
    match item {
        None if who == step.target => outcome.dealt().min(MOST),
        Some(item) if who == step.who && item == step.item => outcome.weapon_loss.into(),
        Some(item) if who == step.target && parried_with(item) => outcome.tool_loss.into(),
        _ => 0,
    }
}

fn pack(numbers: impl DoubleEndedIterator<Item = i32>) -> u64 {
    let lane = |number: i32| u64::try_from(number).expect("lanes hold no negative numbers");
    numbers
        .rev()
        .fold(0, |packed, number| packed << LANE | lane(number))
}

/// Plays these fights of a duel. Counts are kept by how a round went, and told at the end.
pub(super) fn play<const N: usize, W: Witness>(
    arena: &Arena<N>,
    duel: &Duel,
    stream: &Stream,
    fights: Range<u64>,
    witness: &mut W,
) {
    let steps = first_blows(arena, witness).expect("a duel begins with two plain blows");
    for first in fights.clone().step_by(BLOCK) {
        let fights = first..fights.end.min(first + BLOCK as u64);
        if duel.spins.len() <= FEW_WAYS {
            block::<FEW_WAYS, N, W>(arena, duel, &steps, stream, fights, witness);
        } else {
            block::<MOST_WAYS, N, W>(arena, duel, &steps, stream, fights, witness);
        }
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
    // How often either was left standing with such a lane of hit points, by whether whom it strikes died of it; how often
    // whom either strikes lived or died where both fell at once.
    let mut stood = [[[0u32; 2]; NUMBERS]; 2];
    let mut together = [[0u32; 2]; 2];
    // The lowest lane of hit points, counted from the bottom, with which a fighter is not dead: that of 1.
    let last_stand = u32::try_from(arena.last_stand()).expect("it is above 0");
    let mortal = AFLOAT + 1 - u64::from(last_stand);
    let vital = duel.vital * LANE;
    let ended = |round: u32, end: usize, times: u32, witness: &mut W| {
        let (ending, standing) = duel.ends[end];
        let outcome = Outcome {
            ending,
            rounds: round,
            standing,
        };
        let felled = arena.start.able.without(standing);
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
            together[0][dies(0)] += 1;
            together[1][dies(1)] += 1;
        } else {
            // Who is felled first does not strike back, so nothing has come off whom it would have struck.
            let before = if first_won && !duel.tied { lanes } else { left };
            let number = hp(before, u32::from(first_won)) & (AFLOAT - 1);
            let number = usize::try_from(number).unwrap_or(0) % NUMBERS;
            stood[usize::from(!first_won)][number][dies(u32::from(!first_won))] += 1;
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
    for (step, (stood, together)) in steps.iter().zip(stood.iter().zip(together)) {
        tell_fates(step, stood, together, last_stand, witness);
    }
    arena.start.repeat(arena.start.able, stated, witness);
    for (column, counts) in duel.table.columns().iter().zip(&rounds) {
        for (&pick, &[whole, cut_short]) in column.picks.iter().zip(counts) {
            if whole + cut_short > 0 {
                let [one, other] = duel.outcomes(pick as usize);
                let times = u64::from(whole) + u64::from(cut_short);
                steps[0].tell(one, times, witness);
                steps[1].tell(other, whole.into(), witness);
            }
        }
    }
}

/// Tells how often whoever strikes was left standing with each lane of hit points, the lowest of which is so many, and what has
/// become of whom it strikes.
#[inline(never)]
fn tell_fates<W: Witness>(
    step: &Step<'_>,
    stood: &[[u32; 2]; NUMBERS],
    together: [u32; 2],
    last_stand: u32,
    witness: &mut W,
) {
    for (died, fate) in [UNCONSCIOUS, DEAD].into_iter().enumerate() {
        let alone: u32 = stood.iter().map(|by_fate| by_fate[died]).sum();
        let times = together[died] + alone;
        if times > 0 {
            witness.happened(step.target, fate, u64::from(times) * WHOLE);
        }
    }
    let left = stood.iter().map(|by_fate| by_fate[0] + by_fate[1]);
    for (number, times) in (0..).zip(left).filter(|&(_, times)| times > 0) {
        witness.left(step.who, number + last_stand, u64::from(times) * WHOLE);
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
        let left = i32::try_from(lanes >> (at * LANE) & (AFLOAT - 1)).expect("a lane is small");
        let lost = points_left(arena, &arena.start, lane).expect("a duel's points fit") - left;
        let body = state.body_mut(lane.0);
        match lane.1 {
            None => body.hp -= lost,
            Some(item) => {
                body.items[usize::from(item)].lost += i16::try_from(lost).expect("a lane is small");
            }
        }
    }
    state.repeat(state.able, 1, witness);
    Scene::new(arena, &mut state, &mut dice, witness).exchange(steps, outcomes);
    let outcome = arena.run(&mut state, &mut dice, witness);
    witness.ended(&outcome);
}

#[cfg(test)]
mod tests;
