//! One characteristic against another.
//!
//! Clauses: SST-0-3.

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::scene::{Scene, View};
use crate::rules::swift_swords::reading::sheet::Trait;

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Rolls the same characteristic for two, each with dice more or fewer. By how many successes the first is ahead; 0 or
    /// less: nothing changes.
    pub(super) fn contest(&mut self, which: Trait, pair: [FighterId; 2], more: [i8; 2]) -> i8 {
        let ahead = self.successes((pair[0], which), more[0]).cast_signed();
        ahead - self.successes((pair[1], which), more[1]).cast_signed()
    }
}

impl<const N: usize> View<'_, N> {
    /// Points of size that one is ahead of another; negative where it is smaller.
    pub(crate) fn larger(self, who: FighterId, than: FighterId) -> i8 {
        let [one, other] = [who, than].map(|who| self.fighter(who).size.cast_signed());
        one - other
    }
}

#[cfg(test)]
mod tests {
    use super::{Scene, Trait};
    use crate::dice::outcomes;
    use crate::fight::Silent;
    use crate::rules::swift_swords::testing::{fighters, fraction};

    #[test] // SST-0-3
    fn whoever_has_more_successes_wins_by_as_many() {
        let trial = fighters("a", "").against("b", "").ready();
        let (a, b) = (trial.who("a"), trial.who("b"));
        let odds = |more: i8| {
            outcomes(|dice| {
                let mut state = trial.state.clone();
                let mut silent = Silent;
                let mut scene = Scene::new(&trial.arena, &mut state, dice, &mut silent);
                scene.contest(Trait::Body, [a, b], [more, 0])
            })
        };
        assert_eq!(odds(0).of(|&margin| margin >= 1), fraction(2320, 6561));
        assert_eq!(odds(0).of(|&margin| margin == 0), fraction(1921, 6561));
        assert_eq!(odds(0).of(|&margin| margin >= 2), fraction(280, 2187));
        assert_eq!(odds(1).of(|&margin| margin >= 1), fraction(8881, 19683));
        assert_eq!(odds(2).of(|&margin| margin >= 1), fraction(10655, 19683));
    }
}
