//! What a step may ask of counters beside whether they last: which of some of them is the least, or the most.

use super::Counters;

/// The least of some counters, or the most: of several the one in the first place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Extreme {
    /// The places of the counters, as bits.
    pub places: u32,
    /// Whether it is the most.
    pub most: bool,
}

impl Extreme {
    /// The place of the counter that is it.
    fn find(self, counters: &Counters) -> usize {
        let all = self.all().map(|place| {
            let counter = counters.get(place).unwrap_or(-1);
            (if self.most { -counter } else { counter }, place)
        });
        all.min().map_or(0, |(_, place)| place)
    }

    fn all(self) -> impl Iterator<Item = usize> {
        (0..Counters::MOST).filter(move |place| self.places >> place & 1 == 1)
    }

    /// How many counters may be it.
    fn count(self) -> u32 {
        self.places.count_ones().max(1)
    }
}

/// What a step asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Extremes {
    list: [Extreme; Self::MOST],
    count: u8,
}

impl Extremes {
    /// Most that a step may ask for.
    pub const MOST: usize = 4;
    /// Most answers that there may be to all that a step asks for.
    pub const MOST_ANSWERS: u32 = 64;

    /// These; `None` if they are too many, or have too many answers.
    pub fn new(all: impl IntoIterator<Item = Extreme>) -> Option<Self> {
        let mut extremes = Self::default();
        for extreme in all {
            *extremes.list.get_mut(usize::from(extremes.count))? = extreme;
            extremes.count += 1;
        }
        (extremes.answers() <= Self::MOST_ANSWERS).then_some(extremes)
    }

    /// Whether nothing is asked.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn all(&self) -> &[Extreme] {
        &self.list[..usize::from(self.count)]
    }

    /// How many answers there may be.
    pub(crate) fn answers(&self) -> u32 {
        self.all().iter().map(|extreme| extreme.count()).product()
    }

    /// The answer that these counters give, as a number below [`Extremes::answers`].
    pub(crate) fn answer(&self, counters: &Counters) -> u32 {
        self.all().iter().fold(0, |answer, extreme| {
            let place = extreme.find(counters);
            let before = extreme.places & ((1 << place) - 1);
            answer * extreme.count() + before.count_ones()
        })
    }

    /// The places that are the least and the most by an answer.
    pub(crate) fn places(&self, mut answer: u32) -> Vec<(Extreme, usize)> {
        let mut places = Vec::new();
        for &extreme in self.all().iter().rev() {
            let at = (answer % extreme.count()) as usize;
            answer /= extreme.count();
            places.extend(extreme.all().nth(at).map(|place| (extreme, place)));
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counters(of: &[i16]) -> Counters {
        let mut counters = Counters::NONE;
        for (place, &counter) in of.iter().enumerate() {
            counters.set(place, counter);
        }
        counters
    }

    const LEAST: Extreme = Extreme {
        places: 0b1_1010,
        most: false,
    };
    const MOST: Extreme = Extreme {
        places: 0b0_0101,
        most: true,
    };

    #[test]
    fn of_equals_the_first_is_the_least_and_the_most() {
        let found = |extreme: Extreme, of: &[i16]| extreme.find(&counters(of));
        assert_eq!(found(LEAST, &[0, 5, 0, 4, 4]), 3);
        assert_eq!(found(LEAST, &[0, 4, 0, 4, 4]), 1);
        assert_eq!(found(MOST, &[7, 9, 8, 9, 9]), 2);
        assert_eq!(found(MOST, &[8, 9, 8, 9, 9]), 0);
    }

    #[test]
    fn an_answer_names_the_places_that_gave_it() {
        let asked = Extremes::new([LEAST, MOST]).expect("six answers");
        assert_eq!(asked.answers(), 6);
        let mut answers = Vec::new();
        for least in [1, 3, 4] {
            for most in [0, 2] {
                let mut of = [10; 5];
                of[least] = 1;
                of[most] = 20;
                let answer = asked.answer(&counters(&of));
                assert_eq!(asked.places(answer), [(MOST, most), (LEAST, least)]);
                answers.push(answer);
            }
        }
        assert_eq!(answers, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn too_much_cannot_be_asked() {
        let eight = Extreme {
            places: 0xff,
            most: false,
        };
        assert!(Extremes::new([eight, eight]).is_some());
        assert!(Extremes::new([eight, eight, MOST]).is_none());
        assert!(Extremes::new([MOST; 5]).is_none());
    }
}
