//! Paying costs with Action Dice, and spending ones for an additional die in a roll or for raising a die.
//!
//! Clauses: SST-0-9, SST-7-1, SST-7-2, SST-7-5, SST-9-1..3, SST-9-4. A cost is a number of pips, or a number
//! of usable dice with any faces.

use super::phrases::dice;
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::decisions::lists::{PAY, PAYMENTS, RAISE, RAISES, answer};
use crate::rules::swift_swords::nouns::{
    Cost, DecisionContext, Hand, Incoming, Payment, Rolled, Scene, need,
};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Takes the dice that pay a cost out of a creature's hand [SST-0-9]. If the hand cannot pay the
    /// cost, takes nothing and returns false.
    #[inline(never)]
    pub(crate) fn pay(&mut self, who: FighterId, cost: Cost) -> bool {
        self.pay_at_once(who, cost)
    }

    /// Does the same as [`Self::pay`]. Its code is repeated wherever it is called.
    #[expect(
        clippy::inline_always,
        reason = "nearly every action is paid for in one place"
    )]
    #[inline(always)]
    pub(super) fn pay_at_once(&mut self, who: FighterId, cost: Cost) -> bool {
        let hand = self.body(who).hand;
        let paid = match cost {
            Cost::Free => return true,
            Cost::Pips(cost) if !self.fighter(who).decides(PAY) => {
                hand.pay(cost, Payment::Cheapest)
            }
            Cost::Pips(cost) => hand.pay(cost, self.payment(who, cost)),
            Cost::Dice(dice) => self.chosen_dice(who, hand, dice),
        };
        let Some(paid) = paid else { return false };
        let left = hand.without(paid);
        self.body_mut(who).hand = left;
        self.state.turns.spent.add(who);
        let told = format_args!("pays {paid} and has {left} left");
        self.tell("SST-7-1", who, told);
        true
    }

    /// Returns how a creature pays a number of pips, by its policy.
    #[inline(never)]
    fn payment(&mut self, who: FighterId, cost: u8) -> Payment {
        let matter = || DecisionContext {
            cost,
            ..DecisionContext::default()
        };
        let how = self.meant(who, PAY, PAYMENTS, matter);
        how.unwrap_or(Payment::Cheapest)
    }

    /// Returns the dice that a creature uses to pay a number of usable dice, or `None` if it has fewer.
    #[inline(never)]
    fn chosen_dice(&mut self, who: FighterId, hand: Hand, dice: u8) -> Option<Hand> {
        let highest = const { answer("die", "highest") };
        let highest = self.answers(who, highest, DecisionContext::default);
        hand.ends(dice, highest)
    }

    /// Lets a creature spend a 1 for an additional die. `incoming` is the attack that the roll belongs to, if
    /// any. Returns whether a 1 has been spent [SST-9-1].
    #[inline]
    pub(crate) fn effort(
        &mut self,
        who: FighterId,
        incoming: impl FnOnce() -> Option<Incoming>,
    ) -> bool {
        self.body(who).hand.ones() > 0 && self.exerts(who, incoming())
    }

    /// Lets a creature's policy decide whether to spend a 1 for an additional die. Returns whether a 1 has
    /// been spent.
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

    /// Returns the roll of an attack or of a defence after the creature may have spent a 1 to raise a die
    /// [SST-9-3].
    #[inline(never)]
    pub(crate) fn raise(&mut self, who: FighterId, incoming: &Incoming, rolled: Rolled) -> Rolled {
        let own = incoming.attack.attacker == who;
        let matter = || DecisionContext {
            rolled,
            incoming: Some(*incoming),
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

    /// Lets a creature spend a 1 for a roll that may end panic or a State. Returns whether a 1 has been spent
    /// [SST-9-2].
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

    /// Takes a 1 out of a creature's hand, which must have one. Spending it never calls a refresh [SST-9-4].
    pub(super) fn spend_one(&mut self, who: FighterId) {
        self.body_mut(who).hand.remove(1);
    }
}
