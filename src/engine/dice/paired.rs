//! Dice that give two fights equal luck, so that the fights can be compared.
//!
//! The effect of a change shows best if both fights have equal luck, because differences in luck would hide
//! it. If faces were drawn one after another, the luck would soon differ: one roll that only one of the
//! fights makes would shift all later rolls. Here each draw is therefore computed from the question. The
//! inputs are the number of the fight, the round, the fighter who acts, the topic of the roll ([`Topic`]),
//! how often this fighter has had the topic in this round, and how many draws the topic has used. If the
//! fights make different rolls in one round, they have equal luck again in the next round. A different die
//! for one fighter's damage does not change any other roll.
//!
//! Every question uses one draw, and the answer increases with the draw. A d8 and a d10, or a d8 and 2d4, are
//! therefore high in the same fights. For the total of several dice, the draw is looked up in the exact
//! distribution of totals. Each fight, seen alone, has exactly the probabilities of rolled dice.

use std::collections::HashMap;
use std::rc::Rc;

use super::{Dice, Die, Throw};

/// A topic: the subject of the next questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    /// This stage of a day begins. The rounds of its fight are counted from the start again.
    Stage(u32),
    /// This round begins.
    Round(u32),
    /// This fighter acts, given by its number in the order of the cast. The next questions belong to its
    /// action.
    Deed(u8),
    /// The order in which fighters act.
    Initiative,
    /// A random choice in a policy.
    Choice,
    /// Whether an attack hits.
    Attack,
    /// Whether a defence stops an attack.
    Defence,
    /// The damage of a weapon.
    Damage,
    /// The damage bonus of a strong fighter.
    Bonus,
    /// Whether a fighter resists: morale, a grip, poison.
    Save,
    /// The points that first aid restores.
    Healing,
}

/// The number of topics. Topic 0 is for questions without a topic.
const TOPICS: usize = 9;

/// The greatest number of fighters, plus one for questions that belong to no fighter.
const DEEDS: usize = 65;

impl Topic {
    const fn index(self) -> usize {
        match self {
            Self::Stage(_) | Self::Round(_) | Self::Deed(_) => 0,
            Self::Initiative => 1,
            Self::Choice => 2,
            Self::Attack => 3,
            Self::Defence => 4,
            Self::Damage => 5,
            Self::Bonus => 6,
            Self::Save => 7,
            Self::Healing => 8,
        }
    }
}

/// Dice that compute every draw from the question, not from the draws before.
#[derive(Debug, Clone)]
pub struct Paired {
    key: [u64; 2],
    /// For each fighter, a code that identifies it in all fights compared. The last code is for questions
    /// that belong to no fighter.
    codes: Box<[u64; DEEDS]>,
    /// The stage of the day.
    stage: u64,
    /// The latest round that has begun in this stage.
    begun: Option<u32>,
    /// How often a round of this stage has begun that is not later than the one before it, such as a second round
    /// for an ambush.
    again: u64,
    round: u64,
    deed: usize,
    /// How often each fighter has had each topic in this round.
    asked: Box<[[u16; TOPICS]; DEEDS]>,
    /// The key that the random numbers of the present topic are computed from. `drawn` is how many of these
    /// numbers have been used.
    topic: u64,
    drawn: u64,
    totals: HashMap<(u16, u16), Option<Rc<[u64]>>, foldhash::fast::FixedState>,
}

impl Paired {
    /// Creates dice for fighters with these codes. If two fighters in different fights have the same code,
    /// they have the same luck.
    ///
    /// # Panics
    /// When there are more than 64 codes.
    pub fn new(codes: &[u64]) -> Self {
        assert!(codes.len() < DEEDS, "a fight has at most 64 fighters");
        let mut all = [u64::MAX; DEEDS];
        all[..codes.len()].copy_from_slice(codes);
        let mut dice = Self {
            key: [0; 2],
            codes: Box::new(all),
            stage: 0,
            begun: None,
            again: 0,
            round: 0,
            deed: DEEDS - 1,
            asked: Box::new([[0; TOPICS]; DEEDS]),
            topic: 0,
            drawn: 0,
            totals: HashMap::default(),
        };
        dice.turn_to([0; 2]);
        dice
    }

    /// Sets the dice to the start of the fight with this key.
    pub fn turn_to(&mut self, key: [u64; 2]) {
        self.key = key;
        self.about(Topic::Stage(0));
    }

    /// Begins to count the questions of a round.
    fn turn_to_round(&mut self, round: u32) {
        self.round = u64::from(round);
        self.deed = DEEDS - 1;
        *self.asked = [[0; TOPICS]; DEEDS];
    }

    /// Returns the next 64 random bits.
    fn bits(&mut self) -> u64 {
        self.drawn += 1;
        mix(self.topic.wrapping_add(self.drawn.wrapping_mul(GOLDEN)))
    }

    /// Returns a uniformly distributed random number below `of`. Greater random bits give a greater number.
    fn below(&mut self, of: u64) -> u64 {
        loop {
            let product = u128::from(self.bits()) * u128::from(of);
            let (high, low) = halves(product);
            // Lemire's method: random bits that would make some numbers more likely are rejected. This almost
            // never happens.
            if low >= of || low >= of.wrapping_neg() % of {
                return high;
            }
        }
    }

    fn open(&mut self, topic: usize) {
        let asked = &mut self.asked[self.deed][topic];
        let round = self.again << 56 | self.stage << 48 | self.round << 24;
        let place = round | (topic as u64) << 16 | u64::from(*asked);
        *asked = asked.saturating_add(1);
        let [first, second] = self.key;
        let deed = mix(first.wrapping_add(self.codes[self.deed]));
        self.topic = mix(deed ^ second.wrapping_add(place.wrapping_mul(GOLDEN)));
        self.drawn = 0;
    }
}

/// 2^64 divided by the golden ratio.
pub(crate) const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Scrambles 64 bits, without a collision. This is the final step of `SplitMix64`.
#[inline]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the halves are what is wanted"
)]
const fn halves(product: u128) -> (u64, u64) {
    ((product >> 64) as u64, product as u64)
}

impl Dice for Paired {
    fn roll(&mut self, die: Die) -> u32 {
        let face = self.below(u64::from(die.0)) + 1;
        u32::try_from(face).expect("a face of the die")
    }

    fn total(&mut self, throw: Throw) -> i32 {
        if throw.count == 0 {
            return throw.plus;
        }
        let key = (throw.count, throw.sides);
        let ways = self.totals.entry(key).or_insert_with(|| ways(throw));
        let Some(ways) = ways.clone() else {
            let die = Die(u32::from(throw.sides));
            let sum: u32 = (0..throw.count).map(|_| self.roll(die)).sum();
            return throw.read(sum.cast_signed());
        };
        let all = *ways.last().expect("dice can fall in some way");
        let drawn = self.below(all);
        // The dice are subtracted, so low faces must give a high total.
        let drawn = if throw.negative {
            all - 1 - drawn
        } else {
            drawn
        };
        let above = ways.partition_point(|&up_to| up_to <= drawn);
        throw.read(i32::from(throw.count) + i32::try_from(above).expect("a sum of few dice"))
    }

    fn about(&mut self, topic: Topic) {
        match topic {
            Topic::Stage(stage) => {
                (self.stage, self.begun, self.again) = (stage.into(), None, 0);
                self.turn_to_round(0);
            }
            Topic::Round(round) => {
                self.again += u64::from(self.begun.is_some_and(|begun| round <= begun));
                self.begun = Some(round);
                self.turn_to_round(round);
            }
            Topic::Deed(who) => self.deed = usize::from(who).min(DEEDS - 1),
            _ => {}
        }
        self.open(topic.index());
    }
}

/// Returns, for each sum of the dice from the lowest, the number of ways to roll this sum or a lower one.
/// Returns `None` if these numbers do not fit into 64 bits.
fn ways(throw: Throw) -> Option<Rc<[u64]>> {
    throw.ways()?;
    let sides = usize::from(throw.sides);
    let mut exactly = vec![1u64];
    for _ in 0..throw.count {
        let mut next = vec![0u64; exactly.len() + sides - 1];
        for (sum, ways) in exactly.iter().enumerate() {
            for face in 0..sides {
                next[sum + face] += ways;
            }
        }
        exactly = next;
    }
    let mut sum = 0;
    let up_to = exactly.iter().map(|ways| {
        sum += ways;
        sum
    });
    Some(up_to.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dice(n: u64) -> Paired {
        let mut dice = Paired::new(&[11, 12, 13]);
        dice.turn_to([n, 7]);
        dice
    }

    /// Rolls a die with this number of sides, in this round, for this fighter and topic.
    fn asked(dice: &mut Paired, round: u32, who: u8, topic: Topic, sides: u32) -> u32 {
        dice.about(Topic::Round(round));
        dice.about(Topic::Deed(who));
        dice.about(topic);
        dice.roll(Die(sides))
    }

    #[test]
    fn a_question_has_the_luck_of_its_place_and_of_nothing_before_it() {
        const FINE: u32 = 1 << 30;
        let mut one = dice(1);
        let mut other = dice(1);
        // Before the comparison, `one` makes rolls that `other` does not make.
        one.about(Topic::Round(1));
        one.about(Topic::Deed(0));
        one.about(Topic::Attack);
        one.total(Throw::new(3, 6, 0));
        one.about(Topic::Choice);
        one.roll(Die(6));
        for topic in [Topic::Attack, Topic::Damage, Topic::Save] {
            assert_eq!(
                asked(&mut one, 2, 1, topic, FINE),
                asked(&mut other, 2, 1, topic, FINE)
            );
        }
        // The result differs if the round, the fighter, the topic, the fight, or the number of earlier
        // questions on the topic differs.
        let here = asked(&mut one, 3, 1, Topic::Attack, FINE);
        one.about(Topic::Attack);
        let again = one.roll(Die(FINE));
        let others = [
            again,
            asked(&mut one, 4, 1, Topic::Attack, FINE),
            asked(&mut one, 3, 2, Topic::Attack, FINE),
            asked(&mut one, 3, 1, Topic::Defence, FINE),
            asked(&mut dice(2), 3, 1, Topic::Attack, FINE),
        ];
        assert!(!others.contains(&here), "{here}: {others:?}");
    }

    #[test]
    fn each_stage_of_a_day_and_each_repeated_round_has_luck_of_its_own() {
        const FINE: u32 = 1 << 30;
        let mut dice = dice(1);
        let mut faces = Vec::new();
        for stage in 0..3 {
            dice.about(Topic::Stage(stage));
            for round in [0, 0, 1, 2] {
                faces.push(asked(&mut dice, round, 1, Topic::Attack, FINE));
            }
        }
        let first = faces.clone();
        faces.sort_unstable();
        faces.dedup();
        assert_eq!(faces.len(), 12, "{first:?}");
        // A fight of another length before it does not change the luck of a stage.
        dice.about(Topic::Stage(2));
        assert_eq!(asked(&mut dice, 1, 1, Topic::Attack, FINE), {
            let mut other = self::dice(1);
            other.about(Topic::Stage(2));
            asked(&mut other, 1, 1, Topic::Attack, FINE)
        });
    }

    #[test]
    fn who_is_known_by_the_same_code_has_the_same_luck() {
        let mut here = dice(1);
        let mut there = Paired::new(&[12, 11]);
        there.turn_to([1, 7]);
        assert_eq!(
            asked(&mut here, 1, 0, Topic::Attack, 1 << 30),
            asked(&mut there, 1, 1, Topic::Attack, 1 << 30)
        );
    }

    #[test]
    fn what_is_high_on_one_throw_is_high_on_another() {
        let total = |n, throw| {
            let mut dice = dice(n);
            dice.about(Topic::Damage);
            dice.total(throw)
        };
        let [d8, d10, two, less] = [
            Throw::new(1, 8, 0),
            Throw::new(1, 10, 0),
            Throw::new(2, 4, 0),
            "-1d8".parse().expect("a throw"),
        ];
        for n in 0..2000 {
            assert!(total(n, d8) <= total(n, d10));
            assert_eq!(total(n, less), total(n, d8) - 9);
            for m in [n + 5000, n + 9000] {
                let by = |throw| total(n, throw).cmp(&total(m, throw));
                assert!(by(d8).is_eq() || by(two).is_eq() || by(d8) == by(two));
            }
        }
    }

    #[test]
    fn every_total_comes_as_often_as_it_should() {
        let throw = Throw::new(3, 6, 2);
        let mut seen = [0u32; 21];
        let rolls = 43_200u32;
        for n in 0..rolls {
            seen[usize::try_from(dice(n.into()).total(throw)).expect("positive")] += 1;
        }
        for (total, ways) in [(5, 1), (6, 3), (12, 27), (13, 27), (19, 3), (20, 1)] {
            let expected = f64::from(rolls * ways / 216);
            let off = (f64::from(seen[total]) - expected).abs();
            assert!(off < 5.0 * expected.sqrt(), "{total}: {}", seen[total]);
        }
    }

    #[test]
    fn many_dice_are_rolled_one_by_one() {
        let total = dice(3).total(Throw::new(100, 1000, 0));
        assert!((100..=100_000).contains(&total));
    }

    #[test]
    fn neighbouring_fights_share_nothing() {
        // The correlation of independent faces has a standard error of 1/√n.
        let n = 20_000;
        let faces: Vec<f64> = (0..n).map(|n| f64::from(dice(n).roll(Die(1000)))).collect();
        let mean = 500.5;
        let spread: f64 = faces.iter().map(|face| (face - mean).powi(2)).sum();
        let joint: f64 = faces
            .windows(2)
            .map(|two| (two[0] - mean) * (two[1] - mean))
            .sum();
        assert!((joint / spread).abs() < 5.0 / 20_000f64.sqrt());
    }
}
