//! Who acts before whom.
//!
//! Clauses: BRP-5.2-3, BRP-5.4-1, BRP-5.4-2, BRP-5.4-4. DEX rank first, then the class of the weapon declared, then
//! the rating with it; equal in all three act together.

use super::arena::Arena;
use super::hands;
use super::state::{Action, State};
use super::tables::Class;
use crate::fight::{FighterId, FighterSet};

/// Ranks below zero, which drawing a weapon can bring, still sort.
const LOWEST_RANK: i32 = -1024;

/// Rank, class and rating as one number: the higher acts first.
pub(super) fn turn(rank: i32, class: Class, rating: i32) -> u32 {
    let rank = (rank - LOWEST_RANK).max(0).cast_unsigned();
    let rating = rating.clamp(0, 1023).cast_unsigned();
    rank << 12 | (class as u32) << 10 | rating
}

/// The DEX rank in such a number.
pub(super) fn rank_of(turn: u32) -> i32 {
    (turn >> 12).cast_signed() + LOWEST_RANK
}

/// Class and rating of the declared weapon; short and 0 for whatever is not an attack [BRP-5.2-3].
pub(super) fn declared<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
) -> (Class, i32) {
    let items = &arena.fighter(who).items;
    let attack = match state.body(who).intent.action {
        Action::Strike { item, .. } => items[usize::from(item)].strike.as_ref(),
        Action::Shoot { item, .. } => items[usize::from(item)]
            .shoot
            .as_ref()
            .map(|shot| &shot.attack),
        _ => None,
    };
    attack.map_or((Class::Short, 0), |attack| (attack.class, attack.rating))
}

/// Class and rating of the weapon that a fighter would use first, before it has declared any.
pub(super) fn first_choice<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
) -> (Class, i32) {
    let items = &arena.fighter(who).items;
    let item = &items[hands::first_weapon(items, state.body(who))];
    let attack = item
        .strike
        .or(item.shoot.map(|shot| shot.attack))
        .expect("a weapon strikes or shoots");
    (attack.class, attack.rating)
}

/// Lists the able by DEX, class and rating (highest first), then in listing order; returns how many they are.
pub(super) fn by_dex<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    list: &mut [FighterId; N],
    weapon: impl Fn(&Arena<N>, &State<N>, FighterId) -> (Class, i32),
) -> usize {
    sort(state, list, |who| {
        let (class, rating) = weapon(arena, state, who);
        turn(arena.fighter(who).dex, class, rating)
    })
}

/// Lists those who act this round in their order; returns how many they are.
pub(super) fn of_actions<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    list: &mut [FighterId; N],
) -> usize {
    let all = sort(state, list, |who| state.body(who).intent.turn);
    let mut kept = 0;
    for at in 0..all {
        let intent = &state.body(list[at]).intent;
        let has_turn =
            intent.action != Action::None || arena.scope.turns || !arena.options.declared;
        if intent.acts && has_turn {
            list[kept] = list[at];
            kept += 1;
        }
    }
    list[kept..].fill(FighterId(0));
    kept
}

/// Places of the order that share rank, class and rating with the place before [BRP-5.4-4].
pub(super) fn ties<const N: usize>(state: &State<N>, order: &[FighterId]) -> FighterSet {
    let turn = |at: usize| state.body(order[at]).intent.turn;
    (1..order.len())
        .filter(|&at| turn(at) == turn(at - 1))
        .map(FighterId::at)
        .collect()
}

fn sort<const N: usize>(
    state: &State<N>,
    list: &mut [FighterId; N],
    key: impl Fn(FighterId) -> u32,
) -> usize {
    let mut count = 0;
    for who in state.able.iter() {
        list[count] = who;
        count += 1;
    }
    list[..count].sort_unstable_by_key(|&who| (std::cmp::Reverse(key(who)), who));
    count
}
