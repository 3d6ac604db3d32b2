//! A cache of choices that policies have made.
//!
//! A decision list that draws no dice always makes the same choice if the parts of the state that it reads
//! ([`Policy::reads`]) have the same values. A book packs these values into a key of a few words.
//! [`ChoiceCache`] stores the choices for the latest keys, in this fight and in earlier ones. Because the key
//! has the values themselves, a stored choice never becomes invalid. [`Rows`] replaces the values of many
//! fighters by one number, so that keys stay short.
//!
//! A book keeps both in the memo of its state. Each book has tests that compare stored choices with new ones.

use super::{Decision, ItemRef, Line, Policy};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, LineId, ListId, Witness};

/// The greatest number of reports that are stored with a choice. Choices with more reports are not stored.
const MOST_REPORTS: usize = 4;

/// A report to the witness during a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Report {
    Used(LineId),
    RanOut(ListId),
}

/// A choice that a decision list has made, with the reports to the witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CachedChoice<C> {
    /// The choice. `None` if no line was chosen.
    pub choice: Option<C>,
    reports: [Report; MOST_REPORTS],
    /// The number of all reports, including those for which `reports` has no place.
    count: u8,
}

impl<C: Copy> CachedChoice<C> {
    /// A value without a choice and without reports. It stands for a list that has not been evaluated.
    pub const NONE: Self = Self {
        choice: None,
        reports: [Report::RanOut(ListId(0)); MOST_REPORTS],
        count: 0,
    };

    fn add(&mut self, report: Report) {
        if let Some(room) = self.reports.get_mut(usize::from(self.count)) {
            *room = report;
        }
        self.count = self.count.saturating_add(1);
    }

    /// Returns whether `reports` has all reports.
    fn is_whole(&self) -> bool {
        usize::from(self.count) <= MOST_REPORTS
    }

    /// Makes the same reports to the witness as the choice did: which lines were used, and which lists had no
    /// line to use.
    #[inline]
    pub fn tell<W: Witness>(&self, who: FighterId, witness: &mut W) {
        for report in self.reports.iter().take(self.count.into()) {
            match *report {
                Report::Used(line) => witness.line_used(who, line),
                Report::RanOut(list) => witness.list_ran_out(who, list),
            }
        }
    }
}

/// A decision that makes its reports to the witness and also records them.
struct Noting<'a, D: Decision> {
    decision: &'a mut D,
    answer: CachedChoice<D::Choice>,
}

impl<D: Decision<Choice: Copy>> Decision for Noting<'_, D> {
    type Choice = D::Choice;

    const ASKS_FIRST: bool = D::ASKS_FIRST;

    #[inline]
    fn who(&self) -> FighterId {
        self.decision.who()
    }

    #[inline]
    fn aim(&mut self, line: &Line) -> bool {
        self.decision.aim(line)
    }

    #[inline]
    fn fact(&self, fact: usize, item: Option<ItemRef>) -> i64 {
        self.decision.fact(fact, item)
    }

    #[inline]
    fn take(&mut self, line: &Line, numbers: [i64; 4]) -> Self::Choice {
        self.decision.take(line, numbers)
    }

    fn line_used<W: Witness>(&mut self, line: LineId, witness: &mut W) {
        self.answer.add(Report::Used(line));
        self.decision.line_used(line, witness);
    }

    fn list_ran_out<W: Witness>(&mut self, list: ListId, witness: &mut W) {
        self.answer.add(Report::RanOut(list));
        self.decision.list_ran_out(list, witness);
    }
}

impl Policy {
    /// Makes a choice like [`Policy::choose`], including all reports to the witness. Returns the choice and
    /// these reports.
    ///
    /// # Panics
    /// When the policy has no such list.
    pub fn answer<C: Decision<Choice: Copy>, D: Dice, W: Witness>(
        &self,
        list: ListId,
        decision: &mut C,
        dice: &mut D,
        witness: &mut W,
    ) -> CachedChoice<C::Choice> {
        let mut noting = Noting {
            decision,
            answer: CachedChoice::NONE,
        };
        let choice = self.choose(list, &mut noting, dice, witness);
        CachedChoice {
            choice,
            ..noting.answer
        }
    }
}

/// The choices for the latest keys, each of `WORDS` words.
#[derive(Debug)]
pub struct ChoiceCache<C, const WORDS: usize> {
    /// The entries, in pairs. The number of pairs is a power of two, and the hash of a key determines its
    /// pair. The first entry of a pair is the newer one.
    entries: Box<[Entry<C, WORDS>]>,
    /// For each kind of decision, the index of the entry that was found last. The next decision of the kind
    /// often has the same key.
    latest: Box<[u32]>,
}

#[derive(Debug, Clone, Copy)]
struct Entry<C, const WORDS: usize> {
    key: [u64; WORDS],
    answer: Option<CachedChoice<C>>,
}

impl<C: Copy, const WORDS: usize> ChoiceCache<C, WORDS> {
    /// Creates a cache for at least `entries` choices. `kinds` is the number of kinds of decisions.
    pub fn new(entries: usize, kinds: usize) -> Self {
        let none = Entry {
            key: [0; WORDS],
            answer: None,
        };
        Self {
            entries: vec![none; entries.next_power_of_two().max(2)].into(),
            latest: vec![0; kinds].into(),
        }
    }

    /// Returns the choice for this key. Returns `None` if the cache does not have it. `kind` is the kind of
    /// the decision.
    #[inline]
    pub fn get(&mut self, kind: usize, key: &[u64; WORDS]) -> Option<&CachedChoice<C>> {
        let mut at = self.latest[kind] as usize;
        if !self.is_at(at, key) {
            at = self.find(kind, key)?;
        }
        self.entries[at].answer.as_ref()
    }

    /// Returns whether the entry with index `at` has this key. An unused entry has a key of zeros, and no
    /// choice.
    #[inline]
    fn is_at(&self, at: usize, key: &[u64; WORDS]) -> bool {
        let both = self.entries[at].key.iter().zip(key);
        both.fold(0, |differ, (own, word)| differ | (own ^ word)) == 0
    }

    /// Returns the index of the entry with this key, and records it as found last. Returns `None` if there is
    /// none.
    #[inline(never)]
    fn find(&mut self, kind: usize, key: &[u64; WORDS]) -> Option<usize> {
        let pair = self.pair(key);
        let at = (pair..pair + 2).find(|&at| self.is_at(at, key))?;
        self.latest[kind] = u32::try_from(at).expect("few choices are kept");
        Some(at)
    }

    /// Returns the index of the first entry in the pair for this key.
    fn pair(&self, key: &[u64; WORDS]) -> usize {
        2 * place(mixed(0, key), self.entries.len() / 2)
    }

    /// Stores the choice for this key. Does nothing if the choice has more reports than an entry can hold.
    pub fn keep(&mut self, key: [u64; WORDS], answer: CachedChoice<C>) {
        if answer.is_whole() {
            let at = self.pair(&key);
            let answer = Some(answer);
            self.entries[at + 1] = self.entries[at];
            self.entries[at] = Entry { key, answer };
        }
    }
}

/// Returns the hash after these words have been added to it.
#[inline]
fn mixed(hash: u64, words: &[u64]) -> u64 {
    words.iter().fold(hash, |hash, word| {
        (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

/// Returns a number below `count`, which must be a power of two, for a hash. It depends on the high bits of
/// the hash, because these depend on all bits of the words.
#[inline]
fn place(hash: u64, count: usize) -> usize {
    usize::try_from(hash >> 32).unwrap_or(0) & (count - 1)
}

/// Numbers for the values of whole groups of fighters. The values of a fighter are a row of `WORDS` words. If
/// a group has the same number at two times, the same fighters of the group stood, and their rows were equal.
#[derive(Debug)]
pub struct Rows<const WORDS: usize> {
    groups: Box<[Group<WORDS>]>,
    /// The number that was given last. Numbers are ascending.
    latest: u64,
}

/// A group of fighters, with numbers for its present and its earlier values.
#[derive(Debug)]
struct Group<const WORDS: usize> {
    fighters: FighterSet,
    /// The standing fighters of the group, and the rows of all its fighters, as [`Rows::number`] has last
    /// found them.
    standing: FighterSet,
    rows: Box<[[u64; WORDS]]>,
    /// The number for these values; 0 until [`Rows::number`] is called.
    number: u64,
    /// The earlier values. The index is the hash of the values.
    earlier: Box<[Earlier]>,
    /// The rows of the earlier values, one group after another.
    earlier_rows: Box<[[u64; WORDS]]>,
}

/// Earlier values of a group, except the rows.
#[derive(Debug, Clone, Copy)]
struct Earlier {
    /// The number for the values; 0 if none are stored.
    number: u64,
    standing: FighterSet,
}

/// The number of earlier values that are stored for each group.
const KEPT_VALUES: usize = 128;

impl<const WORDS: usize> Rows<WORDS> {
    /// Creates numbers for these groups of fighters.
    pub fn new(groups: impl IntoIterator<Item = FighterSet>) -> Self {
        let none = Earlier {
            number: 0,
            standing: FighterSet::NONE,
        };
        let group = |fighters: FighterSet| {
            let size = fighters.count() as usize;
            Group {
                fighters,
                standing: FighterSet::NONE,
                rows: vec![[0; WORDS]; size].into(),
                number: 0,
                earlier: vec![none; KEPT_VALUES].into(),
                earlier_rows: vec![[0; WORDS]; KEPT_VALUES * size].into(),
            }
        };
        Self {
            groups: groups.into_iter().map(group).collect(),
            latest: 0,
        }
    }

    /// Returns the number for the present values of the group with index `group`. `standing` are the fighters
    /// that stand, and `row` returns the row of a fighter.
    #[inline]
    pub fn number(
        &mut self,
        group: usize,
        standing: FighterSet,
        row: impl Fn(FighterId) -> [u64; WORDS],
    ) -> u64 {
        let of = &mut self.groups[group];
        let standing = standing.and(of.fighters);
        let mut differ = of.standing.0 ^ standing.0;
        of.standing = standing;
        for (seen, who) in of.rows.iter_mut().zip(of.fighters.iter()) {
            let now = row(who);
            differ |= (seen.iter().zip(&now)).fold(0, |differ, (seen, now)| differ | (seen ^ now));
            *seen = now;
        }
        if differ == 0 && of.number > 0 {
            of.number
        } else {
            self.find(group)
        }
    }

    /// Returns the number for the values of a group that have just been found. This is the same number as
    /// before if the values are among the stored earlier ones, and otherwise a new number.
    #[inline(never)]
    fn find(&mut self, group: usize) -> u64 {
        let group = &mut self.groups[group];
        let rows = &*group.rows;
        let hash = mixed(mixed(0, &[group.standing.0]), rows.as_flattened());
        let at = place(hash, KEPT_VALUES);
        let earlier = &mut group.earlier[at];
        let kept = &mut group.earlier_rows[at * rows.len()..][..rows.len()];
        let known = earlier.number > 0 && earlier.standing == group.standing && kept == rows;
        if !known {
            self.latest += 1;
            earlier.number = self.latest;
            earlier.standing = group.standing;
            kept.copy_from_slice(rows);
        }
        group.number = earlier.number;
        group.number
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus as Luck;

    use super::*;

    #[test]
    fn a_choice_is_found_by_an_equal_key_only() {
        let mut kept: ChoiceCache<u64, 2> = ChoiceCache::new(9, 2);
        assert_eq!(kept.get(0, &[0, 0]), None);
        let mut found = 0;
        for n in 0..200_u64 {
            let choice = Some(n);
            let answer = CachedChoice {
                choice,
                ..CachedChoice::NONE
            };
            kept.keep([n % 20, n / 20], answer);
            for earlier in 0..=n {
                let kind = usize::from(earlier % 3 > 0);
                let answer = kept.get(kind, &[earlier % 20, earlier / 20]);
                assert!(answer.is_none_or(|answer| answer.choice == Some(earlier)));
                found += u32::from(answer.is_some());
            }
            assert_eq!(kept.get(0, &[n / 20 + 100, n % 20]), None);
        }
        assert!(found > 1000, "{found}");
    }

    #[test]
    fn a_choice_with_more_reports_than_there_is_room_for_is_not_kept() {
        let mut kept: ChoiceCache<u8, 1> = ChoiceCache::new(1, 1);
        let mut answer = CachedChoice {
            choice: Some(1),
            ..CachedChoice::NONE
        };
        for line in 0..MOST_REPORTS {
            answer.add(Report::Used(LineId::at(line)));
            kept.keep([line as u64], answer);
            assert_eq!(kept.get(0, &[line as u64]), Some(&answer));
        }
        answer.add(Report::RanOut(ListId(0)));
        kept.keep([99], answer);
        assert_eq!(kept.get(0, &[99]), None);
    }

    #[test]
    fn groups_have_the_same_number_only_for_the_same_rows() {
        let mut luck = Luck::seed_from_u64(3);
        let groups = [FighterSet(0b0011), FighterSet(0b1100), FighterSet(0b1111)];
        let mut rows: Rows<1> = Rows::new(groups);
        let (mut values, mut standing) = ([[0_u64]; 4], FighterSet(0b1111));
        let mut known = std::collections::HashMap::new();
        let mut again = 0;
        for _ in 0..5000 {
            match luck.random_range(0..4) {
                0 => standing = FighterSet(luck.random_range(0..16)),
                _ => values[luck.random_range(0..4)][0] = luck.random_range(0..3),
            }
            for (at, group) in groups.into_iter().enumerate() {
                let number = rows.number(at, standing, |who| values[who.index()]);
                let these: Vec<u64> = group.iter().map(|who| values[who.index()][0]).collect();
                let value = (at, standing.and(group), these);
                let before = known.insert(number, value.clone());
                assert!(before.as_ref().is_none_or(|before| *before == value));
                again += u32::from(before.is_some());
            }
        }
        assert!(again > 1000 && known.len() > 100, "{again} {}", known.len());
    }
}
