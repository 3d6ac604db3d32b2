//! A cache of the choices that policies have made.
//!
//! A list that draws no dice makes the same choice whenever the columns that it depends on
//! ([`Policy::reads`]) have the same values. A book packs these values into a key of a few words.
//! [`ChoiceCache`] holds the choices for the latest keys, in this fight or in earlier ones. The key contains
//! the values themselves. Code that writes a column therefore has nothing to report, and a cached choice is
//! never outdated. [`Rows`] replaces the values of many fighters by one number, so that a key stays short.
//!
//! A book keeps both in the memo of its state. Tests of the book compare cached choices with new choices of
//! the same list.

use super::{Decision, ItemRef, Line, Policy};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, LineId, ListId, Witness};

/// The greatest number of reports that the cache keeps for one choice.
const MOST_REPORTS: usize = 4;

/// A report to the witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Report {
    Used(LineId),
    RanOut(ListId),
}

/// The result of evaluating a list: the choice, if there is one, and the reports to the witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CachedChoice<C> {
    /// The choice; `None` if no line led to a choice.
    pub choice: Option<C>,
    reports: [Report; MOST_REPORTS],
    /// The number of all reports, even of those that do not fit into `reports`.
    count: u8,
}

impl<C: Copy> CachedChoice<C> {
    /// No choice and no reports, for a list that was not evaluated.
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

    /// Returns whether all reports fit into `reports`.
    fn is_whole(&self) -> bool {
        usize::from(self.count) <= MOST_REPORTS
    }

    /// Reports to the witness which lines were used and which lists ran out.
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

/// A decision whose reports to the witness are recorded as well.
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
    /// Makes a choice like [`Policy::choose`], with all reports to the witness. Returns the choice together
    /// with these reports.
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

/// The choices for the latest keys. A key has `WORDS` words.
#[derive(Debug)]
pub struct ChoiceCache<C, const WORDS: usize> {
    /// The entries, in pairs. The hash of a key determines its pair. The first entry of a pair is the newer
    /// one. The number of pairs is a power of two.
    entries: Box<[Entry<C, WORDS>]>,
    /// The index of the entry found last, for each kind of decision. The next decision of the same kind often
    /// has the same key.
    latest: Box<[u32]>,
}

#[derive(Debug, Clone, Copy)]
struct Entry<C, const WORDS: usize> {
    key: [u64; WORDS],
    answer: Option<CachedChoice<C>>,
}

impl<C: Copy, const WORDS: usize> ChoiceCache<C, WORDS> {
    /// Creates a cache with room for at least `entries` choices. `kinds` is the number of kinds of decisions.
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

    /// Returns the choice for this key, if the cache has it. `kind` is the kind of the decision.
    #[inline]
    pub fn get(&mut self, kind: usize, key: &[u64; WORDS]) -> Option<&CachedChoice<C>> {
        let mut at = self.latest[kind] as usize;
        if !self.is_at(at, key) {
            at = self.find(kind, key)?;
        }
        self.entries[at].answer.as_ref()
    }

    /// Returns whether the entry at index `at` has this key. An unused entry has a key of zeros and no
    /// choice.
    #[inline]
    fn is_at(&self, at: usize, key: &[u64; WORDS]) -> bool {
        let both = self.entries[at].key.iter().zip(key);
        both.fold(0, |differ, (own, word)| differ | (own ^ word)) == 0
    }

    /// Returns the index of the entry with this key.
    #[inline(never)]
    fn find(&mut self, kind: usize, key: &[u64; WORDS]) -> Option<usize> {
        let pair = self.pair(key);
        let at = (pair..pair + 2).find(|&at| self.is_at(at, key))?;
        self.latest[kind] = u32::try_from(at).expect("few choices are kept");
        Some(at)
    }

    /// Returns the index of the first entry in the key's pair.
    fn pair(&self, key: &[u64; WORDS]) -> usize {
        2 * place(mixed(0, key), self.entries.len() / 2)
    }

    /// Stores the choice for this key, unless it has too many reports.
    pub fn keep(&mut self, key: [u64; WORDS], answer: CachedChoice<C>) {
        if answer.is_whole() {
            let at = self.pair(&key);
            let answer = Some(answer);
            self.entries[at + 1] = self.entries[at];
            self.entries[at] = Entry { key, answer };
        }
    }
}

/// Adds words to a hash.
#[inline]
fn mixed(hash: u64, words: &[u64]) -> u64 {
    words.iter().fold(hash, |hash, word| {
        (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

/// Returns the place of a hash among `count` places, which must be a power of two. Uses the high bits,
/// because the high bits of a product depend on all bits of its factors.
#[inline]
fn place(hash: u64, count: usize) -> usize {
    usize::try_from(hash >> 32).unwrap_or(0) & (count - 1)
}

/// The present values of each fighter (a row of `WORDS` words), and numbers that identify the values of whole
/// groups. If a group has the same number twice, its rows were equal, and the same fighters stood.
#[derive(Debug)]
pub struct Rows<const WORDS: usize> {
    /// The rows at the latest [`Rows::look`].
    seen: Box<[[u64; WORDS]]>,
    standing: FighterSet,
    groups: Box<[Group<WORDS>]>,
    /// The latest number given, which is the greatest.
    latest: u64,
}

/// A group of fighters.
#[derive(Debug)]
struct Group<const WORDS: usize> {
    fighters: FighterSet,
    /// The number of the present values; 0 if it has not been looked up.
    number: u64,
    /// The numbers of earlier values, at the place of their hash; 0 for an unused place.
    numbers: Box<[u64]>,
    /// The standing fighters and the rows that belong to each of these numbers.
    standing: Box<[FighterSet]>,
    rows: Box<[[u64; WORDS]]>,
}

/// How many earlier values of each group are kept.
const KEPT_VALUES: usize = 64;

impl<const WORDS: usize> Rows<WORDS> {
    /// Creates the rows for this many fighters, with these groups.
    pub fn new(fighters: usize, groups: impl IntoIterator<Item = FighterSet>) -> Self {
        let group = |fighters: FighterSet| Group {
            fighters,
            number: 0,
            numbers: vec![0; KEPT_VALUES].into(),
            standing: vec![FighterSet::NONE; KEPT_VALUES].into(),
            rows: vec![[0; WORDS]; KEPT_VALUES * fighters.count() as usize].into(),
        };
        Self {
            seen: vec![[0; WORDS]; fighters].into(),
            standing: FighterSet::NONE,
            groups: groups.into_iter().map(group).collect(),
            latest: 0,
        }
    }

    /// Records the present rows, one for each fighter, and the fighters that stand.
    #[inline]
    pub fn look(&mut self, standing: FighterSet, rows: impl IntoIterator<Item = [u64; WORDS]>) {
        let mut changed = FighterSet(self.standing.0 ^ standing.0);
        for (at, (seen, now)) in self.seen.iter_mut().zip(rows).enumerate() {
            if *seen != now {
                *seen = now;
                changed.0 |= 1 << at;
            }
        }
        if !changed.is_empty() {
            self.standing = standing;
            for group in &mut self.groups {
                if !group.fighters.and(changed).is_empty() {
                    group.number = 0;
                }
            }
        }
    }

    /// Returns the row of a fighter at the latest [`Rows::look`].
    #[inline]
    pub fn row(&self, who: FighterId) -> [u64; WORDS] {
        self.seen[who.index()]
    }

    /// Returns the number that identifies the present values of a group. `group` is the position of the
    /// group.
    #[inline]
    pub fn number(&mut self, group: usize) -> u64 {
        match self.groups[group].number {
            0 => self.find(group),
            number => number,
        }
    }

    /// Returns the number of the group's present values if they are among the earlier ones, and a new number
    /// otherwise.
    #[inline(never)]
    fn find(&mut self, group: usize) -> u64 {
        let group = &mut self.groups[group];
        let standing = self.standing.and(group.fighters);
        let seen = |who: FighterId| &self.seen[who.index()];
        let rows = || group.fighters.iter().map(seen);
        let hash = rows().fold(mixed(0, &[standing.0]), |hash, row| mixed(hash, row));
        let at = place(hash, KEPT_VALUES);
        let size = group.fighters.count() as usize;
        let kept = &mut group.rows[at * size..(at + 1) * size];
        let known =
            group.numbers[at] != 0 && group.standing[at] == standing && kept.iter().eq(rows());
        if !known {
            self.latest += 1;
            group.numbers[at] = self.latest;
            group.standing[at] = standing;
            for (kept, row) in kept.iter_mut().zip(group.fighters.iter().map(seen)) {
                *kept = *row;
            }
        }
        group.number = group.numbers[at];
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
        let mut rows: Rows<1> = Rows::new(4, groups);
        let (mut values, mut standing) = ([[0_u64]; 4], FighterSet(0b1111));
        let mut known = std::collections::HashMap::new();
        let mut again = 0;
        for _ in 0..5000 {
            match luck.random_range(0..4) {
                0 => standing = FighterSet(luck.random_range(0..16)),
                _ => values[luck.random_range(0..4)][0] = luck.random_range(0..3),
            }
            rows.look(standing, values);
            for (at, group) in groups.into_iter().enumerate() {
                let number = rows.number(at);
                let these: Vec<u64> = group.iter().map(|who| values[who.index()][0]).collect();
                let value = (at, standing.and(group), these);
                let before = known.insert(number, value.clone());
                assert!(before.as_ref().is_none_or(|before| *before == value));
                again += u32::from(before.is_some());
            }
            assert_eq!(rows.row(FighterId(2)), values[2]);
        }
        assert!(again > 1000 && known.len() > 100, "{again} {}", known.len());
    }
}
