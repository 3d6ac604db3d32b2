//! The cost of an action, and whether the action keeps gathered dice.
//!
//! Clauses: SST-7-4, SST-8-1, SST-8-2, SST-14-2, SST-32-2.

use crate::fight::FighterId;
use crate::rules::swift_swords::fields::pips;
use crate::rules::swift_swords::nouns::{
    Act, Aim, Cost, Deed, HAMSTRING, State, Tactic, View, WantedDeed,
};

impl View<'_> {
    /// Returns the table row of an action with two weapons [SST-32-2].
    #[inline]
    pub(crate) fn tactic(self, act: Act) -> Tactic {
        self.arena.tables.tactics[act as usize - Act::AllOut as usize]
    }

    /// Returns the action `deed` together with its cost for the creature. `short` is whether the dice could
    /// not pay for an action that the creature preferred.
    pub(crate) fn wanted(self, who: FighterId, deed: Deed, short: bool) -> WantedDeed {
        let cost = deed.cost(self, who);
        WantedDeed { deed, cost, short }
    }

    /// Returns the cost of a melee attack, in pips. If the two creatures are in close combat with each other,
    /// the cost is `attack-close` of the table of costs [SST-8-1, SST-8-2].
    #[expect(clippy::inline_always, reason = "it is one number of most weapons")]
    #[inline(always)]
    pub(crate) fn blow_cost(self, who: FighterId, target: FighterId, weapon: u8) -> u8 {
        if self.state.locked(who, target) {
            self.arena.tables.costs[const { pips("attack-close") }]
        } else {
            self.attack_cost(who, weapon)
        }
    }

    /// Returns whether a creature has `dice` usable dice.
    #[inline]
    pub(crate) fn pays_dice(self, who: FighterId, dice: u8) -> bool {
        Cost::Dice(dice).fits(self.body(who).hand)
    }

    /// Returns whether a creature's dice can pay for an action.
    #[inline]
    pub(crate) fn pays_for(self, who: FighterId, deed: Deed) -> bool {
        deed.cost(self, who).fits(self.body(who).hand)
    }
}

impl Deed {
    /// Returns the cost of this action for a creature. A shot or a spell with gathered dice costs nothing
    /// more. Each further gathering costs dice.
    #[inline]
    pub(crate) fn cost(self, view: View<'_>, who: FighterId) -> Cost {
        let blow = || view.attack_cost(who, self.weapon);
        let gathered = || self.gathered(view.state, who).is_some();
        let (more, at) = match self.act {
            Act::Attack => return Cost::Pips(view.blow_cost(who, self.target, self.weapon)),
            Act::AllOut | Act::FollowOn => {
                return Cost::Pips(blow() + view.tactic(self.act).cost);
            }
            Act::Shoot | Act::Cast if gathered() => return Cost::Free,
            Act::Aim | Act::Gather if gathered() => {
                return Cost::Dice(view.rules().actions.gather);
            }
            Act::Heal => return Cost::Pips(view.arena.remedy(who, self.weapon).cost),
            Act::Pool => return Cost::Dice(view.rules().actions.pool),
            Act::Yield | Act::Wait => return Cost::Free,
            Act::DoubleStrike => (blow(), const { pips("double-strike") }),
            Act::Charge => (blow(), const { pips("charge") }),
            Act::Move | Act::Retreat => {
                let hamstrung = view.body(who).hamstrung;
                let more = u8::from(hamstrung) * view.special(HAMSTRING).pips;
                (more, const { pips("move") })
            }
            Act::Break => (0, const { pips("break") }),
            Act::Slam => (0, const { pips("slam") }),
            Act::Daunt => (0, const { pips("mental") }),
            Act::Shoot | Act::Aim => (0, const { pips("missile") }),
            Act::Cast | Act::Gather => (0, const { pips("cast") }),
            Act::Close => (0, const { pips("close") }),
            Act::Hold => (0, const { pips("hold") }),
            Act::Improve => (0, const { pips("improve") }),
            Act::KnockDown => (0, const { pips("knock-down") }),
            Act::Squeeze => (0, const { pips("squeeze") }),
            Act::Subdue => (0, const { pips("subdue") }),
            Act::BreakHold => (0, const { pips("break-hold") }),
            Act::Reverse => (0, const { pips("reverse") }),
            Act::Withdraw => (0, const { pips("withdraw") }),
            Act::Drag => (0, const { pips("drag") }),
            Act::Stand => (0, const { pips("stand") }),
            Act::Ready => (0, const { pips("ready") }),
        };
        Cost::Pips(more + view.arena.tables.costs[at])
    }

    /// Returns whether this action keeps the gathered dice and the defence pool. This holds for adding to the
    /// pool, and for gathering after the first payment [SST-7-4, SST-14-2].
    pub(crate) fn gathers(self, state: &State, who: FighterId) -> bool {
        let more = matches!(self.act, Act::Aim | Act::Gather);
        self.act == Act::Pool || (more && self.gathered(state, who).is_some())
    }

    /// Returns the number of dice gathered for this shot or spell, or `None` if gathering has not begun.
    pub(crate) fn gathered(self, state: &State, who: FighterId) -> Option<u8> {
        match (self.act, state.body(who).aim) {
            (Act::Shoot | Act::Aim, Aim::Shot { item, dice }) => {
                (item == self.weapon).then_some(dice)
            }
            (Act::Cast | Act::Gather, Aim::Spell { dice }) => Some(dice),
            _ => None,
        }
    }
}
