//! Picks the targets of actions.
//!
//! Clauses: SST-0-5, SST-0-10, SST-21-3. Of equally good targets, the first in listing order is picked.

use super::lists::{FALLEN, FIRST};
use crate::fight::{FighterId, FighterSet};
use crate::policy::vocabulary::target;
use crate::policy::{TargetRef, TargetSpec};
use crate::rules::swift_swords::nouns::{Status, Track, View};

/// A function that picks a target. Its arguments are the view, the creature that decides with the track that
/// it attacks, and the candidates.
type Pick = fn(View<'_>, (FighterId, Track), FighterSet) -> Option<FighterId>;

/// Returns the candidate with the lowest key.
#[inline]
fn least(fit: FighterSet, key: impl Fn(FighterId) -> i32) -> Option<FighterId> {
    fit.iter().min_by_key(|&foe| key(foe))
}

impl View<'_> {
    /// The rules for picking a target, each with its function.
    #[rustfmt::skip]
    pub(super) const TARGETS: &'static [(TargetSpec, Pick)] = &[
        (target("first", "the first in listed order"), |_, _, fit| fit.iter().next()),
        (target("weakest", "the fewest Ranks left on the track that is attacked; ties by listed order, as for all rules"),
            |v, (_, track), fit| least(fit, |foe| v.ranks_left(foe, track).into())),
        (target("strongest", "the most Ranks left on that track"), |v, (_, track), fit| least(fit, |foe| -i32::from(v.ranks_left(foe, track)))),
        (target("exposed", "the most exposure dice; of those with none, the Fumbled first"),
            |v, _, fit| least(fit, |foe| -2 * i32::from(v.body(foe).exposures) - i32::from(v.body(foe).fumbled))),
        (target("fresh", "the most dice in hand"), |v, _, fit| least(fit, |foe| -i32::from(v.body(foe).hand.total()))),
        (target("spent", "the fewest dice in hand"), |v, _, fit| least(fit, |foe| v.body(foe).hand.total().into())),
        (target("undefended", "the smallest defence pool; then the fewest usable dice"),
            |v, _, fit| least(fit, |foe| 256 * i32::from(v.body(foe).pool.dice) + i32::from(v.body(foe).hand.usable()))),
        (target("dazed", "the first in a State, else the first"), |v, _, fit| least(fit, |foe| i32::from(!v.body(foe).states.any()))),
        (target("nearest", "the fewest zones away"), |v, (who, _), fit| least(fit, |foe| v.distance(who, foe).into())),
        (target("wounded", "the most Ranks lost on both tracks"), |v, _, fit| least(fit, |foe| -i32::from(v.lost(foe)))),
        (target("fallen", "the first who is Out of Action"), |_, _, fit| fit.iter().next()),
    ];

    /// Returns the enemy in `fit` that a target rule picks. The enemies in `fit` are not out. The rule
    /// `fallen` ignores `fit`, and picks from the enemies in the creature's zone that are Out of Action.
    #[expect(
        clippy::inline_always,
        reason = "most creatures have only one enemy to pick"
    )]
    #[inline(always)]
    pub(super) fn pick(
        self,
        who: FighterId,
        track: Track,
        rule: TargetRef,
        fit: FighterSet,
    ) -> Option<FighterId> {
        let some = matches!(rule, TargetRef::Rule(_)) && rule != FALLEN;
        if some && !fit.is_several() {
            return fit.iter().next();
        }
        self.pick_of(who, track, rule, fit)
    }

    /// Returns the enemy that a target rule picks from several.
    #[inline(never)]
    fn pick_of(
        self,
        who: FighterId,
        track: Track,
        rule: TargetRef,
        fit: FighterSet,
    ) -> Option<FighterId> {
        let down = |&foe: &FighterId| {
            self.body(foe).status == Status::Out && self.body(foe).zone == self.body(who).zone
        };
        let mut all = fit.iter();
        match rule {
            FALLEN => self.arena.lineup.enemies(who).iter().find(down),
            TargetRef::Combatant(name) => all.find(|&foe| self.arena.lineup.is_called(foe, name)),
            FIRST => all.next(),
            TargetRef::Rule(rule) => {
                let (_, pick) = Self::TARGETS[usize::from(rule)];
                pick(self, (who, track), fit)
            }
        }
    }
}
