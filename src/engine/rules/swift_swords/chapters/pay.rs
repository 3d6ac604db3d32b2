//! Paying with Action Dice, and the effects of paying on the payer; also spending ones, for an additional die in a roll
//! or for raising a die.
//!
//! Clauses: SST-0-9, SST-7-1, SST-7-2, SST-7-5, SST-9-1..3, SST-9-4. Costs are pips, or usable dice of any face.

use super::phrases::dice;
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::decisions::lists::{PAY, PAYMENTS, RAISE, RAISES, answer};
use crate::rules::swift_swords::nouns::{
    Cost, DecisionContext, Incoming, Payment, Rolled, Scene, need,
};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Takes the dice for a cost out of a creature's hand [SST-0-9]. Returns false, and takes nothing, if they do not
    /// suffice.
    pub(crate) fn pay(&mut self, who: FighterId, cost: Cost) -> bool {
        let hand = self.body(who).hand;
        let paid = match cost {
            Cost::Free => return true,
            Cost::Pips(cost) => {
                let matter = || DecisionContext {
                    cost,
                    ..DecisionContext::default()
                };
                let how = self.meant(who, PAY, PAYMENTS, matter);
                hand.pay(cost, how.unwrap_or(Payment::Cheapest))
            }
            Cost::Dice(dice) => {
                let highest = const { answer("die", "highest") };
                let highest = self.answers(who, highest, DecisionContext::default);
                hand.ends(dice, highest)
            }
        };
        let Some(paid) = paid else { return false };
        let left = hand.without(paid);
        self.body_mut(who).hand = left;
        self.state.turns.spent.add(who);
        let told = format_args!("pays {paid} and has {left} left");
        self.tell("SST-7-1", who, told);
        true
    }

    /// Lets a creature spend a one for an additional die; `incoming` is the attack that the roll belongs to, if any
    /// [SST-9-1]. Returns whether a one has been spent.
    #[inline]
    pub(crate) fn effort(
        &mut self,
        who: FighterId,
        incoming: impl FnOnce() -> Option<Incoming>,
    ) -> bool {
        self.body(who).hand.ones() > 0 && self.exerts(who, incoming())
    }

    /// Asks a creature with a one whether it spends the one for an additional die.
    #[inline(never)]
    fn exerts(&mut self, who: FighterId, incoming: Option<Incoming>) -> bool {
        let matter = || DecisionContext {
            incoming,
            ..DecisionContext::default()
        };
        let spends = self.answers(who, const { answer("effort", "effort") }, matter);
        if spends {
            self.spend_one(who);
            let more = self.rules().ones.effort;
            self.say("SST-9-1", [who], |[who]| match more {
                1 => format!("{who} spends a 1 for a die more."),
                more => format!("{who} spends a 1 for {} more.", dice(more)),
            });
        }
        spends
    }

    /// The roll of an attack or of a defence against it, after one die may have been raised by spending a one
    /// [SST-9-3].
    #[inline(never)]
    pub(crate) fn raise(&mut self, who: FighterId, incoming: Incoming, rolled: Rolled) -> Rolled {
        let own = incoming.attack.attacker == who;
        let matter = || DecisionContext {
            rolled,
            incoming: Some(incoming),
            ..DecisionContext::default()
        };
        let mut raised = rolled;
        let may = self.meant(who, RAISE, RAISES, matter);
        let [near, one] = may.unwrap_or_default();
        if near && rolled.near > 0 {
            raised.near -= 1;
            raised.hits += 1;
        } else if one && rolled.ones > 0 {
            raised.ones -= 1;
            let rolls = self.rules().rolls;
            let need = if own {
                need(rolls.attack_face, incoming.sl)
            } else {
                rolls.defence_face
            };
            let (face, raise) = (1 + self.rules().ones.raise, self.rules().ones.raise);
            match need.saturating_sub(face) {
                0 => raised.hits += 1,
                short if short <= raise => raised.near += 1,
                _ => raised.misses += 1,
            }
        }
        if raised != rolled {
            self.spend_one(who);
            self.tell("SST-9-3", who, "spends a 1 to raise a die");
        }
        raised
    }

    /// Lets a creature spend a one for a roll to end panic or a State [SST-9-2]. Returns whether a one has been spent.
    pub(super) fn shakes(&mut self, who: FighterId) -> bool {
        let may = self.body(who).hand.ones() > 0;
        let shakes = may
            && self.answers(
                who,
                const { answer("shake", "roll") },
                DecisionContext::default,
            );
        if shakes {
            self.spend_one(who);
        }
        shakes
    }

    /// Takes a one out of a creature's hand, which must have one. Spending a one does not make the creature a caller
    /// [SST-9-4].
    pub(super) fn spend_one(&mut self, who: FighterId) {
        self.body_mut(who).hand.remove(1);
    }
}
