//! What somebody answers: attackers and their targets, whoever is hurt, and those who see others move, declare or hold.
//!
//! Clauses: SST-0-10, SST-8-6..8, SST-9-1, SST-9-3, SST-10-6, SST-12-5, SST-12-6, SST-13-1, SST-13-8, SST-13-11, SST-17-1,
//! SST-19-4, SST-22-2, SST-32-2, SST-35-1.

use super::decider::{Choice, Decider, meant};
use super::lists::{
    DEFENCES, DEFEND, GRIP, GRIPS, HELD, INTERRUPT, PARTS, RAISE, RAISES, SHIFT, SPECIAL, SPEND,
    SPENDINGS, STRUGGLES, answer,
};
use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::policy::{Line, Slot};
use crate::rules::swift_swords::nouns::{
    Attack, Deed, Helps, Hit, Incoming, Kind, Matter, Rolled, Scene, Spending, View,
};

impl<const N: usize> View<'_, N> {
    /// Whether it matters to somebody which dice are just short of a hit: it may raise one [SST-9-3].
    #[inline]
    pub(crate) fn may_raise(self, who: FighterId) -> bool {
        self.fighter(who).decides(RAISE) && self.body(who).hand.ones() > 0
    }
}

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Whether an attacker takes exposure dice of its target [SST-10-6].
    pub(crate) fn picks_up(&mut self, who: FighterId, target: FighterId) -> bool {
        !self.says(
            who,
            const { answer("pick-up", "leave") },
            Matter::about(target),
        )
    }

    /// Whether somebody wants to spend a one for a die more [SST-9-1].
    #[inline]
    pub(crate) fn makes_effort(
        &mut self,
        who: FighterId,
        (helps, incoming): (Helps, Option<Incoming>),
    ) -> bool {
        if self.body(who).hand.ones() == 0 {
            return false;
        }
        let matter = Matter {
            incoming,
            helps,
            ..Matter::default()
        };
        self.says(who, const { answer("effort", "effort") }, matter)
    }

    /// How the target of an attack defends itself, of what is possible in the order of [`Kind::ALL`] [SST-13-1].
    #[inline]
    pub(crate) fn chosen_defence(
        &mut self,
        who: FighterId,
        incoming: Incoming,
        possible: [bool; 3],
    ) -> Option<Kind> {
        let matter = Matter {
            incoming: Some(incoming),
            possible,
            ..Matter::default()
        };
        self.meant(who, DEFEND, DEFENCES, matter)?
    }

    /// The roll of an attack or a defence after one die may have been raised [SST-9-3].
    #[inline(never)]
    pub(crate) fn raised(
        &mut self,
        who: FighterId,
        (helps, rolled, need): (Helps, Rolled, u8),
    ) -> Rolled {
        let matter = Matter {
            rolled: Some(rolled),
            helps,
            ..Matter::default()
        };
        let mut raised = rolled;
        let may = self.meant(who, RAISE, RAISES, matter);
        let [near, one] = may.unwrap_or_default();
        if near && rolled.near > 0 {
            raised.near -= 1;
            raised.hits += 1;
        } else if one && rolled.ones > 0 {
            raised.ones -= 1;
            match need {
                2 => raised.hits += 1,
                3 => raised.near += 1,
                _ => raised.misses += 1,
            }
        }
        raised
    }

    /// How many successes an attacker spends on a Block [SST-13-8]. Seen are its roll, the pool and the shield.
    pub(crate) fn spending(
        &mut self,
        attack: Attack,
        (rolled, pool, shield): (Rolled, u8, u8),
    ) -> Spending {
        let matter = Matter {
            rolled: Some(rolled),
            block: Some((pool, shield)),
            ..Matter::about(attack.target)
        };
        let how = self.meant(attack.attacker, SPEND, SPENDINGS, matter);
        how.unwrap_or(Spending::Best)
    }

    /// The next special result that an attacker buys, of those offered [SST-35-1]. Seen are its roll and the successes it could
    /// spend.
    pub(crate) fn next_special(
        &mut self,
        attack: Attack,
        (rolled, spare, offers): (Rolled, u8, u16),
    ) -> Option<u8> {
        let matter = Matter {
            rolled: Some(rolled),
            spare,
            offers,
            ..Matter::about(attack.target)
        };
        self.choice(attack.attacker, SPECIAL, matter)?.action()
    }

    /// Whether somebody strikes back after a Parry [SST-13-11].
    pub(crate) fn ripostes(&mut self, who: FighterId, target: FighterId) -> bool {
        !self.says(
            who,
            const { answer("riposte", "nothing") },
            Matter::about(target),
        )
    }

    /// Whether somebody would take a State instead of losing a Rank [SST-17-1].
    #[inline]
    pub(crate) fn prefers_state(&mut self, hit: Hit) -> bool {
        !self.says(
            hit.target,
            const { answer("suffer", "rank") },
            Matter::of_hit(hit),
        )
    }

    /// Whether somebody spends a die to soak off damage [SST-19-4].
    pub(crate) fn soaks(&mut self, hit: Hit) -> bool {
        self.says(
            hit.target,
            const { answer("soak", "soak") },
            Matter::of_hit(hit),
        )
    }

    /// The part towards which an attacker shifts a wound, by its place in the table [SST-22-2]. Seen are the number rolled
    /// and how far it may go.
    pub(crate) fn shifts(
        &mut self,
        who: FighterId,
        target: FighterId,
        landing: (u8, u8),
    ) -> Option<usize> {
        let matter = Matter {
            landing,
            ..Matter::about(target)
        };
        match self.choice(who, SHIFT, matter) {
            Some(Choice::Part(part)) => Some(part),
            _ => None,
        }
    }

    /// Whether somebody strikes at an enemy who leaves contact [SST-8-6].
    pub(crate) fn strikes_opportunely(&mut self, who: FighterId, mover: FighterId) -> bool {
        !self.says(
            who,
            const { answer("opportunity", "nothing") },
            Matter::about(mover),
        )
    }

    /// Whether somebody pays to step in a mover's way [SST-8-7].
    pub(crate) fn intercepts(&mut self, who: FighterId, mover: FighterId) -> bool {
        self.says(
            who,
            const { answer("intercept", "intercept") },
            Matter::about(mover),
        )
    }

    /// The attack by which somebody who waits comes first, if any [SST-8-8].
    pub(crate) fn interrupts(&mut self, who: FighterId, actor: FighterId) -> Option<Deed> {
        match self.choice(who, INTERRUPT, Matter::about(actor)) {
            Some(Choice::Deed(deed)) => Some(deed),
            _ => None,
        }
    }

    /// Whether somebody pays for the second blow of a follow-on [SST-32-2].
    pub(crate) fn follows(&mut self, who: FighterId, target: FighterId) -> bool {
        !self.says(
            who,
            const { answer("follow", "nothing") },
            Matter::about(target),
        )
    }

    /// What somebody does who is held by another [SST-12-5], and whether it would do something that its dice do not pay for.
    pub(crate) fn when_held(&mut self, who: FighterId, by: FighterId) -> (Deed, bool) {
        let (action, short) = self.in_hold(who, HELD, by);
        (meant(STRUGGLES, action), short)
    }

    /// What somebody does with its hold on an enemy, if it does not let go [SST-12-6], and whether it would do something that
    /// its dice do not pay for.
    pub(crate) fn with_grip(&mut self, who: FighterId, target: FighterId) -> (Option<Deed>, bool) {
        let (action, short) = self.in_hold(who, GRIP, target);
        (meant(GRIPS, action)(target), short)
    }

    /// Asks a list of somebody in a hold, of which the first action is the default. Whether something was too dear: a line, or
    /// that.
    fn in_hold(&mut self, who: FighterId, list: usize, other: FighterId) -> (u8, bool) {
        let view = View::new(self.arena, self.state);
        let mut decider = Decider::new(view, who, Matter::about(other));
        match decider.decide(list, self.dice, self.witness) {
            Some(Choice::Action(action)) => (action, decider.short),
            _ => (0, true),
        }
    }
}

impl<const N: usize> Decider<'_, N> {
    /// What a line of `shift` comes to, if wounds land on that part at all.
    pub(super) fn aim_shift(&self, line: &Line) -> Option<Choice> {
        let Slot::Word(word) = line.slots[0] else {
            return Some(Choice::Action(line.action));
        };
        let (name, arena) = (PARTS[usize::from(word)].name, self.view.arena);
        let mut parts = arena.locations.iter();
        let part = parts.position(|part| part.name == name)?;
        arena.can_shift(part).then_some(Choice::Part(part))
    }
}
