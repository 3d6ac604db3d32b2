//! Ids of the parts of a fight: fighters, sides, combatants, weapons, policy lines and events. Each is a
//! position in a list of the [`Cast`](super::Cast).

use serde::Serialize;

use super::MOST_FIGHTERS;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($inner:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize)]
        pub struct $name(pub $inner);

        impl $name {
            /// Returns the position in the list.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns the id for a position in a list.
            ///
            /// # Panics
            /// When the position does not fit into the id.
            #[inline]
            pub fn at(index: usize) -> Self {
                Self(<$inner>::try_from(index).expect("lists of a fight are short"))
            }
        }
    )*};
}

ids! {
    /// A fighter, by its position in the cast's list of fighters.
    FighterId(u8);
    /// A side, by its position in the cast's list of sides.
    SideId(u8);
    /// A combatant, by its position in the cast's list: one stat block on one side, for one or more fighters.
    CombatantId(u8);
    /// A weapon of a combatant, by its position in [`CastCombatant::weapons`](super::CastCombatant::weapons).
    WeaponId(u8);
    /// A line of a combatant's policy, by its position in [`Playbook::lines`](super::Playbook::lines).
    LineId(u16);
    /// A decision list of a combatant's policy, by its position in
    /// [`Playbook::lists`](super::Playbook::lists).
    ListId(u8);
    /// An event that the book defines, by its position in the book's list of events.
    EventId(u8);
    /// An objective, by its position in the cast's list of objectives.
    ObjectiveId(u8);
}

/// A set of fighters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
pub struct FighterSet(pub u64);

impl FighterSet {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Returns the set that contains only this fighter.
    #[inline]
    pub const fn of(who: FighterId) -> Self {
        Self(1 << who.0)
    }

    /// Returns whether the fighter is in the set.
    #[inline]
    pub const fn has(self, who: FighterId) -> bool {
        self.0 >> who.0 & 1 == 1
    }

    /// Adds a fighter.
    #[inline]
    pub const fn add(&mut self, who: FighterId) {
        self.0 |= 1 << who.0;
    }

    /// Removes a fighter.
    #[inline]
    pub const fn remove(&mut self, who: FighterId) {
        self.0 &= !(1 << who.0);
    }

    /// Returns the fighters that are in both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns this set with one more fighter.
    #[inline]
    #[must_use]
    pub const fn with(self, who: FighterId) -> Self {
        Self(self.0 | Self::of(who).0)
    }

    /// Returns the fighters of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the number of fighters in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set has two or more fighters.
    #[inline]
    pub const fn is_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the fighters of this set that satisfy `which`.
    #[inline]
    #[must_use]
    pub fn filter(mut self, which: impl Fn(FighterId) -> bool) -> Self {
        for who in self.iter() {
            if !which(who) {
                self.remove(who);
            }
        }
        self
    }

    /// Chooses a fighter with `pick`, and returns it with the value that `fit` returns for it. If `fit`
    /// returns `None`, `pick` chooses again among the fighters of this set that have a value. The choice of
    /// `pick` must be consistent: if it chooses a fighter from a set, it must choose the same fighter from
    /// every subset that contains it. `fit` is usually called only once.
    #[inline]
    pub fn pick_fit<T>(
        mut self,
        pick: impl Fn(Self) -> Option<FighterId>,
        fit: impl Fn(FighterId) -> Option<T>,
    ) -> Option<(FighterId, T)> {
        let first = pick(self)?;
        if let Some(what) = fit(first) {
            return Some((first, what));
        }
        self.remove(first);
        let found = pick(self.filter(|who| fit(who).is_some()))?;
        Some((found, fit(found)?))
    }

    /// Returns the fighters in the order of the cast.
    #[inline]
    #[expect(clippy::missing_panics_doc, reason = "a set has 64 places")]
    pub fn iter(self) -> impl Iterator<Item = FighterId> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let who = rest.trailing_zeros();
                rest &= rest - 1;
                FighterId(u8::try_from(who).expect("a set has 64 places"))
            })
        })
    }
}

/// Returns an array that begins with these fighters, and their number. The other entries of the array have no
/// meaning.
///
/// # Panics
/// When there are more fighters than a fight can have.
pub(crate) fn in_row(
    fighters: impl Iterator<Item = FighterId>,
) -> ([FighterId; MOST_FIGHTERS], usize) {
    let (mut row, mut count) = ([FighterId(0); MOST_FIGHTERS], 0);
    for who in fighters {
        row[count] = who;
        count += 1;
    }
    (row, count)
}

impl FromIterator<FighterId> for FighterSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = FighterId>>(fighters: I) -> Self {
        let mut set = Self::NONE;
        fighters.into_iter().for_each(|who| set.add(who));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_lists_its_members_in_order() {
        let mut set: FighterSet = [FighterId(63), FighterId(0), FighterId(5)]
            .into_iter()
            .collect();
        assert_eq!(set.iter().map(|f| f.0).collect::<Vec<_>>(), [0, 5, 63]);
        set.remove(FighterId(5));
        assert!(set.is_several());
        let one: FighterSet = std::iter::once(FighterId(63)).collect();
        assert!(!one.is_several() && !FighterSet::NONE.is_several());
        assert_eq!(
            (set.count(), set.has(FighterId(5)), set.has(FighterId(63))),
            (2, false, true)
        );
    }

    #[test]
    fn a_rule_picks_of_those_who_fit_and_asks_no_more_than_it_has_to() {
        let all: FighterSet = (0..6).map(FighterId).collect();
        let last = |of: FighterSet| of.iter().last();
        let asked = std::cell::Cell::new(FighterSet::NONE);
        let fits = |those: &'static [u8]| {
            asked.set(FighterSet::NONE);
            let asked = &asked;
            move |who: FighterId| {
                let mut so_far = asked.get();
                so_far.add(who);
                asked.set(so_far);
                those.contains(&who.0).then_some(who.0 * 10)
            }
        };
        assert_eq!(all.pick_fit(last, fits(&[1, 5])), Some((FighterId(5), 50)));
        assert_eq!(asked.get().count(), 1);
        assert_eq!(all.pick_fit(last, fits(&[1, 3])), Some((FighterId(3), 30)));
        assert_eq!(asked.get(), all);
        assert_eq!(all.pick_fit(last, fits(&[])), None);
        assert_eq!(FighterSet::NONE.pick_fit(last, fits(&[1])), None);
    }
}
