//! Opposed rolls of a six-sided die whose ties are rolled again: who wins, and who of several is first.
//!
//! Rolling until nobody ties is to draw one of the ways in which nobody ties, so these are few draws, and never endless.

use super::{Dice, Die};

/// Most who are put into an order.
const MOST: usize = 64;

/// Whether d6 and the first number beat d6 and the second; ties are rolled again until there is none.
///
/// Rolling until nobody ties is to draw one of the ways in which nobody ties.
pub(crate) fn beats(dice: &mut impl Dice, first: i32, second: i32) -> bool {
    let ahead = first - second;
    let (won, lost) = (ways_ahead(1 - ahead), ways_ahead(1 + ahead));
    if lost == 0 {
        return true;
    }
    won > 0 && dice.band(Die(won + lost), &[won]) == 0
}

/// In how many of the 36 ways of two d6 one is ahead of the other by this much or more.
const fn ways_ahead(by: i32) -> u32 {
    match by {
        ..=0 => 36 - ways_ahead(1 - by),
        1..=5 => ((6 - by) * (7 - by) / 2).unsigned_abs(),
        _ => 0,
    }
}

/// Most who roll for an order as one die of all their ways.
const MOST_TOGETHER: usize = 6;
/// Most of those to come whose chance to tie as well is reckoned with: that of more is less than one in 10^7.
const MOST_TO_COME: usize = 9;

/// Puts those who tie into an order: each rolls d6 and its bonus, highest first; who still tie roll again among
/// themselves.
pub(crate) fn untie<T: Copy>(dice: &mut impl Dice, tied: &mut [T], bonus: &impl Fn(T) -> i32) {
    match tied.len() {
        0 | 1 => {}
        2 => {
            if !beats(dice, bonus(tied[0]), bonus(tied[1])) {
                tied.swap(0, 1);
            }
        }
        count if count > MOST_TOGETHER => {
            let bonuses = || tied.iter().map(|&one| bonus(one));
            let (least, most) = (bonuses().min().unwrap_or(0), bonuses().max().unwrap_or(0));
            let mut to_come = count;
            // The total of all so far, while they tie and all others may tie with them.
            let mut common = None;
            let totals = |dice: &mut _, one: T| {
                to_come -= 1;
                let own = bonus(one);
                let may_tie = |face: i32| {
                    let total = face + own;
                    let all_may = total > most && total <= least + 6;
                    all_may && (to_come + 1 == count || common == Some(total))
                };
                let total = roll_total_apart(dice, own, to_come, may_tie);
                common = may_tie(total - own).then_some(total);
                total
            };
            order_by_totals(dice, tied, bonus, totals);
        }
        count => {
            // One of the ways in which not all tie again, each as likely.
            let mut places = [1i32; MOST_TOGETHER];
            let mut ways = 6;
            for place in &mut places[1..count] {
                (*place, ways) = (ways, ways * 6);
            }
            let added: [i32; MOST_TOGETHER] =
                std::array::from_fn(|at| tied.get(at).map_or(0, |&one| bonus(one)));
            // Those in which they do: one at most for each face of the first, in ascending order.
            let again = |face: i32| {
                let mut faces = (0..count).map(|at| (at, face + added[0] - added[at]));
                faces.try_fold(0, |way, (at, face)| {
                    (1..=6)
                        .contains(&face)
                        .then(|| way + (face - 1) * places[at])
                })
            };
            let again_all = (1..=6).filter_map(again).count();
            let left = ways.unsigned_abs() - u32::try_from(again_all).unwrap_or(0);
            let mut way = dice.roll(Die(left)).cast_signed() - 1;
            for other in (1..=6).filter_map(again) {
                way += i32::from(way >= other);
            }
            let mut at = 0;
            let totals = |_: &mut _, _: T| {
                at += 1;
                way / places[at - 1] % 6 + 1 + added[at - 1]
            };
            order_by_totals(dice, tied, bonus, totals);
        }
    }
}

/// The d6 and bonus of one of several, so many of whom are to come, given that not all of them tie in the end: of the ways in
/// which the others can fall, a face with which all may tie has one less.
fn roll_total_apart(
    dice: &mut impl Dice,
    bonus: i32,
    to_come: usize,
    may_tie: impl Fn(i32) -> bool,
) -> i32 {
    let ways = (0..to_come.min(MOST_TO_COME)).fold(1u32, |ways, _| ways * 6);
    let (mut limits, mut limit) = ([0; 5], 0);
    for face in 1..=6 {
        limit += ways - u32::from(may_tie(face));
        if let Some(place) = limits.get_mut(face.unsigned_abs() as usize - 1) {
            *place = limit;
        }
    }
    let face = dice.band(Die(limit), &limits);
    i32::try_from(face).expect("six faces") + 1 + bonus
}

/// Sorts by totals, highest first, and parts those who tie.
pub(crate) fn order_by_totals<T: Copy, D: Dice>(
    dice: &mut D,
    all: &mut [T],
    bonus: &impl Fn(T) -> i32,
    mut total: impl FnMut(&mut D, T) -> i32,
) {
    let Some(&first) = all.first() else {
        return;
    };
    let (mut unsorted, mut rolled) = ([first; MOST], [0; MOST]);
    unsorted[..all.len()].copy_from_slice(all);
    let rolled = &mut rolled[..all.len()];
    for (rolled, &one) in rolled.iter_mut().zip(&*all) {
        *rolled = total(dice, one);
    }
    // To count who comes before each is quicker for a few than to compare and swap.
    let mut totals = [0; MOST];
    for (at, &total) in rolled.iter().enumerate() {
        let (earlier, later) = rolled.split_at(at);
        let place = earlier.iter().filter(|&&other| other >= total).count()
            + later.iter().filter(|&&other| other > total).count();
        (all[place], totals[place]) = (unsorted[at], total);
    }
    let mut at = 0;
    while at < all.len() {
        let alike = (at..all.len())
            .take_while(|&other| totals[other] == totals[at])
            .count();
        if alike > 1 {
            untie(dice, &mut all[at..at + alike], bonus);
        }
        at += alike;
    }
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::super::{Enumerated, Sampled, Scripted, outcomes};
    use super::*;

    fn fraction(ways: i64, of: i64) -> BigRational {
        BigRational::new(ways.into(), of.into())
    }

    #[test]
    fn of_two_the_one_with_the_greater_bonus_wins_more_often() {
        let first = |ahead: i32| outcomes(|dice| beats(dice, ahead, 0)).of(|&won| won);
        let expected = [(1, 2), (21, 31), (13, 16), (10, 11), (33, 34), (1, 1)];
        for (ahead, (won, of)) in (0..).zip(expected) {
            assert_eq!(first(ahead), fraction(won, of), "{ahead}");
            assert_eq!(first(-ahead), fraction(of - won, of), "-{ahead}");
        }
    }

    #[test]
    fn several_who_tie_are_ordered_alike() {
        let odds = outcomes(|dice| {
            let mut order = [0, 1, 2];
            untie(dice, &mut order, &|_| 0);
            order
        });
        assert_eq!(odds.iter().count(), 6);
        assert!(odds.iter().all(|(_, chance)| *chance == fraction(1, 6)));
        let odds = outcomes(|dice| {
            let mut order = [0, 1, 2];
            untie(dice, &mut order, &|one| if one == 2 { 5 } else { 0 });
            order[0]
        });
        assert!(odds.of(|&first| first == 2) > fraction(95, 100));
    }

    #[test]
    fn only_those_who_tied_roll_again() {
        let mut dice = Scripted::new([5, 2, 5, 30]);
        let mut order = [0, 1, 2];
        order_by_totals(&mut dice, &mut order, &|_| 0, |dice, _| {
            dice.roll(Die(6)).cast_signed()
        });
        assert_eq!(order, [2, 0, 1]);
    }

    #[test]
    fn many_who_tie_are_ordered_by_rolls_that_come_to_an_end() {
        // The last of seven who show the same face cannot show it, too.
        let mut order = [0, 1, 2, 3, 4, 5, 6];
        let mut dice = Scripted::new([1; 12]);
        untie(&mut dice, &mut order, &|_| 0);
        assert_eq!(order, [6, 0, 1, 2, 3, 4, 5]);

        let mut dice = Enumerated::default();
        let mut paths = 0;
        let untied = |dice: &mut Enumerated| {
            let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
            untie(dice, &mut order, &|one| i32::from(one == 3));
            order
        };
        dice.visit_while(untied, |order, _| {
            paths += 1;
            assert_eq!(order.iter().sum::<i32>(), 28);
            paths < 1000
        });
        assert_eq!(paths, 1000);
    }

    #[test]
    fn of_many_each_is_first_as_often() {
        let mut dice = Sampled::new(Xoshiro256PlusPlus::seed_from_u64(1));
        let mut first = [0.0; 8];
        for _ in 0..16_000 {
            let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
            untie(&mut dice, &mut order, &|_| 0);
            first[order[0]] += 1.0;
        }
        let error = (16_000.0 * 7.0 / 64.0_f64).sqrt();
        let off = |times: &f64| (times - 2000.0).abs() > 5.0 * error;
        assert!(!first.iter().any(off), "{first:?}");
    }
}
