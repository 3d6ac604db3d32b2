//! Rolls of d6 against each other. Tied fighters roll again. The functions decide who of two fighters wins,
//! or the order of several fighters.
//!
//! Rolling until nobody ties has the same probabilities as one draw among the results without ties, all
//! equally likely. The functions make such draws. They therefore need few rolls and always end.

use super::{Dice, Die};

/// The greatest number of fighters that can be put in order.
const MOST: usize = 64;

/// Returns whether d6 plus `first` beats d6 plus `second`. Ties are rolled again until one side wins.
///
/// Instead of rolling until nobody ties, the function makes one draw among the results without ties. The
/// probabilities are the same.
pub(crate) fn beats(dice: &mut impl Dice, first: i32, second: i32) -> bool {
    let ahead = first - second;
    let (won, lost) = (ways_ahead(1 - ahead), ways_ahead(1 + ahead));
    if lost == 0 {
        return true;
    }
    won > 0 && dice.band(Die(won + lost), &[won]) == 0
}

/// Returns how many of the 36 results of two d6 have a first die that is higher than the second by at least
/// `by`.
const fn ways_ahead(by: i32) -> u32 {
    match by {
        ..=0 => 36 - ways_ahead(1 - by),
        1..=5 => ((6 - by) * (7 - by) / 2).unsigned_abs(),
        _ => 0,
    }
}

/// The greatest number of tied rollers that a single die decides. It has a side for every combination of
/// faces, except those with a tie of all.
const MOST_TOGETHER: usize = 6;
/// The greatest number of later rollers that [`roll_total_apart`] takes into account. It needs the
/// probability that all later rollers tie with the earlier ones. With more later rollers than this, that
/// probability is below 10^-7.
const MOST_TO_COME: usize = 9;

/// A fighter that rolls d6 plus a bonus.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Roller<T> {
    pub who: T,
    pub bonus: i32,
    /// The total of the d6 and the bonus; 0 before the roll.
    pub total: i32,
}

impl<T> Roller<T> {
    /// Creates a roller that has not rolled yet.
    pub(crate) const fn new(who: T, bonus: i32) -> Self {
        let total = 0;
        Self { who, bonus, total }
    }
}

/// Puts rollers in order, the highest first. Each rolls d6 plus its bonus. Rollers who tie roll again among
/// themselves. The field `total` keeps the total of the first roll.
pub(crate) fn order<T: Copy>(dice: &mut impl Dice, all: &mut [Roller<T>]) {
    for one in &mut *all {
        one.total = dice.roll(Die(6)).cast_signed() + one.bonus;
    }
    order_by_totals(dice, all);
}

/// The bonuses of tied rollers. They are the key of a piece of luck, because the probabilities of the order
/// depend on nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Tied([Option<i32>; MOST_TOGETHER]);

/// Puts tied rollers in order, the highest first. Each rolls d6 plus its bonus. Rollers who still tie roll
/// again among themselves. The field `total` has no meaning afterwards.
fn untie<D: Dice, T: Copy>(dice: &mut D, tied: &mut [Roller<T>]) {
    // Four or five rollers have up to 7,776 combinations of faces, but at most 120 orders, so merging saves
    // time. For six rollers, it would take too long to go through all combinations even once.
    if !D::TAKES_TOGETHER || !(4..=5).contains(&tied.len()) {
        return roll_apart(dice, tied);
    }
    let key = Tied(std::array::from_fn(|at| tied.get(at).map(|one| one.bonus)));
    let count = tied.len();
    let order = dice.piece(key, |dice| {
        let mut places: [Roller<usize>; MOST_TOGETHER] =
            std::array::from_fn(|at| Roller::new(at, key.0[at].unwrap_or(0)));
        roll_apart(dice, &mut places[..count]);
        places.map(|one| one.who)
    });
    let mut before = [tied[0]; MOST_TOGETHER];
    before[..count].copy_from_slice(tied);
    for (one, from) in tied.iter_mut().zip(order) {
        *one = before[from];
    }
}

/// Rolls for tied rollers until all are in order, without merging paths.
fn roll_apart<T: Copy>(dice: &mut impl Dice, tied: &mut [Roller<T>]) {
    match tied.len() {
        0 | 1 => {}
        2 => {
            if !beats(dice, tied[0].bonus, tied[1].bonus) {
                tied.swap(0, 1);
            }
        }
        count if count > MOST_TOGETHER => {
            let bonuses = || tied.iter().map(|one| one.bonus);
            let (least, most) = (bonuses().min().unwrap_or(0), bonuses().max().unwrap_or(0));
            // The total of all rollers up to here, if all of them have the same one and every other roller
            // may still get it too.
            let mut common = None;
            for (at, one) in tied.iter_mut().enumerate() {
                let own = one.bonus;
                let may_tie = |face: i32| {
                    let total = face + own;
                    let all_may = total > most && total <= least + 6;
                    all_may && (at == 0 || common == Some(total))
                };
                one.total = roll_total_apart(dice, own, count - at - 1, may_tie);
                common = may_tie(one.total - own).then_some(one.total);
            }
            order_by_totals(dice, tied);
        }
        count => {
            // One roll chooses among all combinations of faces, except those with a tie of all rollers.
            let mut places = [1i32; MOST_TOGETHER];
            let mut ways = 6;
            for place in &mut places[1..count] {
                (*place, ways) = (ways, ways * 6);
            }
            let added: [i32; MOST_TOGETHER] =
                std::array::from_fn(|at| tied.get(at).map_or(0, |one| one.bonus));
            // The numbers of the combinations with a tie of all rollers, in ascending order. There is at most
            // one for each face of the first roller.
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
            for (one, place) in tied.iter_mut().zip(places) {
                one.total = way / place % 6 + 1 + one.bonus;
            }
            order_by_totals(dice, tied);
        }
    }
}

/// Rolls d6 plus `bonus` for one of several rollers, on the condition that not all of them tie. `to_come` is
/// the number of rollers after this one. The weight of a face is the number of combinations of faces that the
/// later rollers can have. `may_tie` says whether all rollers would tie in one of these combinations. If so,
/// that combination does not count.
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

/// Puts rollers in order by their totals, the highest first. Rollers who tie roll again. The field `total`
/// stays the same.
fn order_by_totals<T: Copy>(dice: &mut impl Dice, all: &mut [Roller<T>]) {
    let Some(&first) = all.first() else {
        return;
    };
    let mut unsorted = [first; MOST];
    let unsorted = &mut unsorted[..all.len()];
    unsorted.copy_from_slice(all);
    // For a few rollers, it is faster to count how many come before each than to compare and swap.
    for (at, one) in unsorted.iter().enumerate() {
        let (earlier, later) = unsorted.split_at(at);
        let place = earlier
            .iter()
            .filter(|other| other.total >= one.total)
            .count()
            + later.iter().filter(|other| other.total > one.total).count();
        all[place] = *one;
    }
    for alike in all.chunk_by_mut(|one, other| one.total == other.total) {
        let total = alike[0].total;
        untie(dice, alike);
        for one in alike {
            one.total = total;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use num_rational::BigRational;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::super::{Enumerated, Sampled, Scripted, outcomes};
    use super::*;

    fn fraction(ways: i64, of: i64) -> BigRational {
        BigRational::new(ways.into(), of.into())
    }

    /// Returns `K` rollers. Each has its index as `who`, and the bonus that `bonus` returns for the index.
    fn rollers<const K: usize>(bonus: impl Fn(usize) -> i32) -> [Roller<usize>; K] {
        std::array::from_fn(|who| Roller::new(who, bonus(who)))
    }

    fn who<const K: usize>(order: [Roller<usize>; K]) -> [usize; K] {
        order.map(|one| one.who)
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
    fn all_orders_of_several_tied_rollers_are_equally_likely() {
        let odds = outcomes(|dice| {
            let mut order = rollers::<3>(|_| 0);
            untie(dice, &mut order);
            who(order)
        });
        assert_eq!(odds.iter().count(), 6);
        assert!(odds.iter().all(|(_, chance)| *chance == fraction(1, 6)));
        let odds = outcomes(|dice| {
            let mut order = rollers::<3>(|one| if one == 2 { 5 } else { 0 });
            untie(dice, &mut order);
            order[0].who
        });
        assert!(odds.of(|&first| first == 2) > fraction(95, 100));
    }

    #[test] // SAM-1-2
    fn an_order_of_five_who_tie_is_one_of_120_for_who_walks_through_all() {
        let mut dice = Enumerated::default();
        let (mut orders, mut first) = (0, 0.0);
        let untied = |dice: &mut Enumerated| {
            let mut order = rollers::<5>(|one| i32::from(one == 2));
            untie(dice, &mut order);
            who(order)
        };
        dice.visit(untied, |order, weight| {
            orders += 1;
            if order[0] == 2 {
                first += weight.probability();
            }
        });
        assert_eq!(orders, 120);
        // If the faces are rolled without merging, the roller with the bonus must be first with the same
        // probability.
        let by_face = outcomes(|dice| {
            let mut order = rollers::<5>(|one| i32::from(one == 2));
            roll_apart(dice, &mut order);
            order[0].who
        });
        let by_face = by_face.of(|&who| who == 2);
        let (numer, denom) = (by_face.numer(), by_face.denom());
        let parsed = |text: String| -> f64 { text.parse().expect("a whole number") };
        let expected = parsed(numer.to_string()) / parsed(denom.to_string());
        assert!((first - expected).abs() < 1e-12, "{first}, not {expected}");
    }

    #[test]
    fn only_those_who_tied_roll_again() {
        let mut dice = Scripted::new([5, 2, 5, 30]);
        let mut rolled = rollers::<3>(|_| 0);
        order(&mut dice, &mut rolled);
        assert_eq!(who(rolled), [2, 0, 1]);
        assert_eq!(rolled.map(|one| one.total), [5, 5, 2], "what came first");
        // A roll of 77 stands for faces of 1, 2 and 3, in the order of the three tied rollers.
        let mut rolled = rollers::<3>(|_| 0);
        order(&mut Scripted::new([4, 4, 4, 77]), &mut rolled);
        assert_eq!(who(rolled), [2, 1, 0]);
        assert_eq!(rolled.map(|one| one.total), [4; 3], "what came first");
    }

    #[test]
    fn a_bonus_counts_in_the_first_roll() {
        let mut rolled = rollers::<3>(|one| if one == 1 { 3 } else { 0 });
        order(&mut Scripted::new([4, 2, 6]), &mut rolled);
        assert_eq!(who(rolled), [2, 1, 0]);
        assert_eq!(rolled.map(|one| one.total), [6, 5, 4]);
    }

    #[test]
    fn many_who_tie_are_ordered_by_rolls_that_come_to_an_end() {
        // The first six of seven rollers show the same face. The last one then cannot show it, because all
        // would tie.
        let mut order = rollers::<7>(|_| 0);
        let mut dice = Scripted::new([1; 12]);
        untie(&mut dice, &mut order);
        assert_eq!(who(order), [6, 0, 1, 2, 3, 4, 5]);

        let mut dice = Enumerated::default();
        let mut paths = 0;
        let untied = |dice: &mut Enumerated| {
            let mut order = rollers::<8>(|one| i32::from(one == 3));
            untie(dice, &mut order);
            who(order)
        };
        dice.visit_while(untied, |order, _| {
            paths += 1;
            assert_eq!(order.iter().sum::<usize>(), 28);
            paths < 1000
        });
        assert_eq!(paths, 1000);
    }

    /// Dice that show given faces, and then only ones. They record the number of sides of each die that is
    /// rolled.
    struct Sides<'a> {
        faces: &'a [u32],
        asked: Vec<u32>,
    }

    impl Dice for Sides<'_> {
        fn roll(&mut self, die: Die) -> u32 {
            self.asked.push(die.0);
            let face = self.faces.get(self.asked.len() - 1).copied();
            face.unwrap_or(1)
        }
    }

    /// Orders tied rollers with these bonuses. Returns the total of each roller, and the number of sides of
    /// every die that was rolled.
    fn unties<const K: usize>(bonuses: [i32; K], faces: &[u32]) -> ([i32; K], Vec<u32>) {
        let asked = Vec::new();
        let mut dice = Sides { faces, asked };
        let mut tied = rollers::<K>(|who| bonuses[who]);
        untie(&mut dice, &mut tied);
        tied.sort_by_key(|one| one.who);
        (tied.map(|one| one.total), dice.asked)
    }

    /// Returns the number of combinations of faces of `dice` six-sided dice.
    fn ways(dice: u32) -> u32 {
        6u32.pow(dice)
    }

    #[test]
    fn a_face_with_which_all_may_tie_has_one_way_less() {
        for to_come in 0..4 {
            for tying in [&[][..], &[1], &[3, 4], &[1, 2, 3, 4, 5]] {
                let may_tie = |face: i32| tying.contains(&face);
                let count = usize::try_from(to_come).expect("few");
                let odds = outcomes(|dice| roll_total_apart(dice, 10, count, may_tie));
                let tying_faces = (1..=6).filter(|&face| may_tie(face)).count();
                let all = ways(to_come + 1) - u32::try_from(tying_faces).expect("few");
                for face in 1..=6 {
                    let left = ways(to_come) - u32::from(may_tie(face));
                    let chance = odds.of(|&total| total == face + 10);
                    let expected = fraction(left.into(), all.into());
                    assert_eq!(chance, expected, "{face} of {tying:?}, {to_come} to come");
                }
            }
        }
    }

    #[test]
    fn seven_who_show_the_same_lack_one_way_each_and_the_last_cannot() {
        let three = |to_come| 3 * ways(to_come) - 1;
        let faces = [
            3 * (ways(6) - 1),
            three(5),
            three(4),
            three(3),
            three(2),
            three(1),
            3,
        ];
        let (totals, asked) = unties([0; 7], &faces);
        assert_eq!(totals, [3, 3, 3, 3, 3, 3, 4]);
        let first = [6, 1, 1, 1, 1, 1].into_iter().zip((2..=7).rev());
        let first = first.map(|(fewer, dice)| ways(dice) - fewer);
        // One die orders the six rollers that still tie. It has no sides for combinations with a tie of all
        // six.
        let then = [6, 5, 4, 3].map(|dice| ways(dice) - 6);
        let expected: Vec<u32> = first.chain([5]).chain(then).chain([30]).collect();
        assert_eq!(asked, expected);
    }

    #[test]
    fn once_two_of_seven_differ_the_others_fall_as_they_like() {
        let four = |to_come| 4 * ways(to_come);
        // These rolls stand for a face of 3, then for a 4 by the lowest possible roll, and then for more 4s.
        let faces = [
            3 * (ways(6) - 1),
            3 * ways(5),
            four(4),
            four(3),
            four(2),
            four(1),
            4,
        ];
        let (totals, asked) = unties([0; 7], &faces);
        assert_eq!(totals, [3, 4, 4, 4, 4, 4, 4]);
        let others = [5, 4, 3, 2, 1].map(ways);
        assert_eq!(asked[..2], [ways(7) - 6, ways(6) - 1]);
        assert_eq!(asked[2..7], others);
    }

    #[test]
    fn all_tie_only_with_a_total_that_each_can_have() {
        // With bonuses from 0 to 2, all rollers may tie at totals from 3 to 6. The first rolls give totals of
        // 5.
        let bonuses = [0, 2, 0, 1, 0, 0, 0];
        let five = [
            5 * ways(6) - 3,
            3 * ways(5) - 1,
            5 * ways(4) - 1,
            4 * ways(3) - 1,
        ];
        let (totals, asked) = unties(bonuses, &five);
        assert_eq!(totals[..4], [5; 4]);
        let sides = [
            ways(7) - 4,
            ways(6) - 1,
            ways(5) - 1,
            ways(4) - 1,
            ways(3) - 1,
        ];
        assert_eq!(asked[..5], sides);
        // The fifth roller gets a face of 1 and a total of 1, so not all can tie any more.
        assert_eq!(asked[5..7], [ways(2), ways(1)]);
        // If the second roll is higher by one, the second roller has a total of 6, and not all can tie any
        // more.
        let (totals, asked) = unties(bonuses, &[five[0], five[1] + 1]);
        assert_eq!((totals[1], asked[2]), (6, ways(5)));
        // With a bonus of 2, the first roller may tie with all others only by a face from 1 to 4.
        let bonuses = [2, 0, 0, 0, 0, 0, 0];
        let (totals, asked) = unties(bonuses, &[4 * ways(6) - 4]);
        assert_eq!(
            (totals[0], &asked[..2]),
            (6, &[ways(7) - 4, ways(6) - 1][..])
        );
        let (totals, _) = unties(bonuses, &[ways(6)]);
        assert_eq!(totals[0], 4);
        // With this bonus, the first roller's total is at least 7 and the others' totals are at most 6, so
        // all cannot tie.
        let (_, asked) = unties([6, 0, 0, 0, 0, 0, 0], &[]);
        assert_eq!(asked[..7], [7, 6, 5, 4, 3, 2, 1].map(ways));
    }

    #[test]
    fn of_many_to_come_nine_are_reckoned_with() {
        let (_, asked) = unties([0; 12], &[]);
        assert_eq!(
            asked[..4],
            [ways(10) - 6, ways(10) - 1, ways(10) - 1, ways(9) - 1]
        );
    }

    #[test]
    fn sixty_four_who_tie_are_ordered() {
        let mut all = rollers::<64>(|_| 0);
        let mut dice = Sampled::new(Xoshiro256PlusPlus::seed_from_u64(1));
        untie(&mut dice, &mut all);
        let mut ordered = who(all);
        ordered.sort_unstable();
        assert_eq!(ordered, std::array::from_fn(|who| who));
    }

    #[test]
    fn several_who_tie_with_bonuses_are_ordered_as_by_rolls_until_none_ties() {
        let bonuses = [0, 1, 3];
        let odds = outcomes(|dice| {
            let mut order = rollers::<3>(|one| bonuses[one]);
            untie(dice, &mut order);
            who(order)
        });
        for (order, chance) in &until_none_ties(&bonuses) {
            let order: [usize; 3] = order.as_slice().try_into().expect("three");
            assert_eq!(odds.of(|found| *found == order), *chance, "{order:?}");
        }
    }

    /// Returns the probability of each order of rollers with these bonuses. Goes through all combinations of
    /// faces, and leaves out those with a tie of all rollers.
    fn until_none_ties(bonuses: &[i32]) -> HashMap<Vec<usize>, BigRational> {
        let count = u32::try_from(bonuses.len()).expect("few");
        if count == 1 {
            return HashMap::from([(vec![0], fraction(1, 1))]);
        }
        let (mut odds, mut resolved) = (HashMap::new(), 0);
        for way in 0..ways(count) {
            let face = |at: usize| way / ways(u32::try_from(at).expect("few")) % 6;
            let total = |at: usize| bonuses[at] + face(at).cast_signed();
            let mut levels: Vec<i32> = (0..bonuses.len()).map(total).collect();
            levels.sort_unstable_by_key(|&level| std::cmp::Reverse(level));
            levels.dedup();
            if levels.len() == 1 {
                continue;
            }
            resolved += 1;
            let mut orders = vec![(Vec::new(), fraction(1, 1))];
            for level in levels {
                let tied: Vec<usize> = (0..bonuses.len())
                    .filter(|&at| total(at) == level)
                    .collect();
                let own: Vec<i32> = tied.iter().map(|&at| bonuses[at]).collect();
                let mut longer = Vec::new();
                for (order, chance) in &orders {
                    for (next, then) in &until_none_ties(&own) {
                        let next = next.iter().map(|&at| tied[at]);
                        let order: Vec<usize> = order.iter().copied().chain(next).collect();
                        longer.push((order, chance * then));
                    }
                }
                orders = longer;
            }
            for (order, chance) in orders {
                *odds.entry(order).or_insert_with(|| fraction(0, 1)) += chance;
            }
        }
        for chance in odds.values_mut() {
            *chance /= fraction(resolved, 1);
        }
        odds
    }

    #[test]
    fn of_many_each_is_first_as_often() {
        let mut dice = Sampled::new(Xoshiro256PlusPlus::seed_from_u64(1));
        let mut first = [0.0; 8];
        for _ in 0..16_000 {
            let mut order = rollers::<8>(|_| 0);
            untie(&mut dice, &mut order);
            first[order[0].who] += 1.0;
        }
        let error = (16_000.0 * 7.0 / 64.0_f64).sqrt();
        let off = |times: &f64| (times - 2000.0).abs() > 5.0 * error;
        assert!(!first.iter().any(off), "{first:?}");
    }
}
