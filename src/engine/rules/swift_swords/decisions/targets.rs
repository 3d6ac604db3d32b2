//! The targets of actions.
//!
//! Clauses: SST-0-5, SST-0-10, SST-21-3. Ties go to the first in listed order.

use super::lists::{FALLEN, FIRST};
use crate::fight::FighterId;
use crate::policy::vocabulary::target;
use crate::policy::{TargetRef, TargetSpec};
use crate::rules::swift_swords::nouns::{Status, Track, View};

/// The key of a rule; the candidate with the lowest key is picked. Arguments: the view, the deciding creature with the
/// track that it attacks, and the candidate.
type Key = fn(View<'_>, (FighterId, Track), FighterId) -> i32;

impl View<'_> {
    /// Rules for picking a target.
    #[rustfmt::skip]
    pub(super) const TARGETS: &'static [(TargetSpec, Key)] = &[
        (target("first", "the first in listed order"), |_, _, _| 0),
        (target("weakest", "the fewest Ranks left on the track that is attacked; ties by listed order, as for all rules"),
            |v, (_, track), foe| v.ranks_left(foe, track).into()),
        (target("strongest", "the most Ranks left on that track"), |v, (_, track), foe| -i32::from(v.ranks_left(foe, track))),
        (target("exposed", "the most exposure dice; of those with none, the Fumbled first"),
            |v, _, foe| -2 * i32::from(v.body(foe).exposures) - i32::from(v.body(foe).fumbled)),
        (target("fresh", "the most dice in hand"), |v, _, foe| -i32::from(v.body(foe).hand.total())),
        (target("spent", "the fewest dice in hand"), |v, _, foe| v.body(foe).hand.total().into()),
        (target("undefended", "the smallest defence pool; then the fewest usable dice"),
            |v, _, foe| 256 * i32::from(v.body(foe).pool.dice) + i32::from(v.body(foe).hand.usable())),
        (target("dazed", "the first in a State, else the first"), |v, _, foe| i32::from(!v.body(foe).states.any())),
        (target("nearest", "the fewest zones away"), |v, (who, _), foe| v.distance(who, foe).into()),
        (target("wounded", "the most Ranks lost on both tracks"), |v, _, foe| -i32::from(v.lost(foe))),
        (target("fallen", "the first who is Out of Action"), |_, _, _| 0),
    ];

    /// Applies a target rule to the enemies in `fit`, which are not out. The rule for those Out of Action applies to
    /// all of them in the same zone.
    pub(super) fn pick(
        self,
        who: FighterId,
        track: Track,
        rule: TargetRef,
        mut fit: impl Iterator<Item = FighterId>,
    ) -> Option<FighterId> {
        let down = |&foe: &FighterId| {
            self.body(foe).status == Status::Out && self.body(foe).zone == self.body(who).zone
        };
        match rule {
            FALLEN => self.arena.lineup.enemies(who).iter().find(down),
            FIRST => fit.next(),
            TargetRef::Rule(rule) => {
                let (_, key) = Self::TARGETS[usize::from(rule)];
                fit.min_by_key(|&foe| key(self, (who, track), foe))
            }
            TargetRef::Combatant(name) => fit.find(|&foe| self.arena.lineup.is_called(foe, name)),
        }
    }
}
