//! The decisions of fighters, and how a policy makes them.
//!
//! Clauses: BRP-5.2-1, BRP-5.2-4, BRP-5.3-4, BRP-5.4-3, BRP-5.6-2, BRP-5.6-8, BRP-5.7-2, BRP-5.11-3,
//! BRP-5.12-5, BRP-5.14-5, BRP-X-7, BRP-X-8. The rules offer the choices. The first policy line whose
//! condition holds and whose choice is possible decides. The lists and their choices are in `lists.rs`, the
//! target rules in `targets.rs`.

mod asker;
mod facts;
mod unavailable;
#[rustfmt::skip]
mod lists;
mod targets;

use crate::dice::{Dice, Die};
use crate::fight::{FighterId, FighterSet, LineId, ListId, Silent, Witness};
use crate::frame::resting;
use crate::policy::vocabulary::specs;
use crate::policy::{self, Vocabulary};
use crate::rules::brp::nouns::{
    CachedReply, Fighter, Incoming, Limits, Line, Reply, SELECTORS, Scene, Tool, Treatment, View,
    places, small,
};
use crate::rules::brp::options::Options;
use asker::Asker;
pub(crate) use asker::{Choice, Timing};
use lists::SMALLEST;
pub(crate) use targets::{DYING, FALLEN, STRONGEST, WEAKEST};

/// All words that a policy of this book can use.
pub(crate) static VOCABULARY: Vocabulary = Vocabulary {
    lists: &lists::LISTS,
    facts: &facts::FACTS,
    scales: facts::SCALES,
    targets: &targets::TARGETS,
    selectors: &specs::<_, _, { SELECTORS.len() }>(SELECTORS),
};

// The indices of the decisions in the vocabulary.
pub(crate) const STANCE: usize = VOCABULARY.list("stance");
pub(crate) const ACT: usize = VOCABULARY.list("act");
pub(crate) const MOVE: usize = VOCABULARY.list("move");
pub(crate) const TURN: usize = VOCABULARY.list("turn");
pub(crate) const REACT: usize = VOCABULARY.list("react");
const REST: usize = VOCABULARY.list(resting::NAME);

// The indices of actions of the list `act`.
const ATTACK: u8 = VOCABULARY.lists[ACT].action("attack");
const SHOOT: u8 = VOCABULARY.lists[ACT].action("shoot");
const RELOAD: u8 = VOCABULARY.lists[ACT].action("reload");

// The indices of actions of the list `react`.
const PARRY: u8 = VOCABULARY.lists[REACT].action("parry");
const PARRY_THEN_DODGE: u8 = VOCABULARY.lists[REACT].action("parry-then-dodge");
const DODGE: u8 = VOCABULARY.lists[REACT].action("dodge");
const NOTHING: u8 = VOCABULARY.lists[REACT].action("nothing");

/// Dice for decisions that roll none. A roll is an error in the program.
pub(crate) struct NoDice;

impl Dice for NoDice {
    fn roll(&mut self, _: Die) -> u32 {
        unreachable!("such a policy draws no dice")
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Returns the choice that a fighter's policy makes in `list`, and the policy line that it comes from.
    /// Without a usable line, the choice is [`Choice::AsBefore`].
    #[inline]
    pub(crate) fn decide(&mut self, list: usize, who: FighterId, when: Timing) -> (Choice, Line) {
        if self.fighter(who).policy.list(ListId::at(list)).is_empty() {
            return (Choice::AsBefore, Line::Unasked);
        }
        let mut asker = Asker::new(View::new(self.arena, self.state), who, when);
        let choice = asker.decide(list, self.dice, self.witness);
        (choice.unwrap_or(Choice::AsBefore), asker.line)
    }

    /// Returns the reply of a fighter to a successful attack [BRP-5.6-2, BRP-5.7-2].
    #[inline]
    pub(crate) fn react(&mut self, who: FighterId, incoming: Incoming) -> Reply {
        if self.fighter(who).has_reflexes {
            let Some((reply, line)) = self.view().reflex(who, incoming) else {
                self.witness.list_ran_out(who, ListId::at(REACT));
                return Reply::Nothing;
            };
            self.witness.line_used(who, line);
            return reply;
        }
        let mut asker = Asker::new(View::new(self.arena, self.state), who, Timing::Now);
        asker.incoming = Some(incoming);
        match asker.decide(REACT, self.dice, self.witness) {
            Some(Choice::React(reply)) => reply,
            _ => Reply::Nothing,
        }
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Returns the line of the fighter's list `rest` that ends the day now. Returns `None` if the day goes
    /// on.
    pub(crate) fn ends_day(&mut self, who: FighterId) -> Option<LineId> {
        let asker = Asker::new(View::new(self.arena, self.state), who, Timing::Now);
        let policy = (&self.arena.fighter(who).policy, REST);
        resting::ends_day(asker, policy, self.dice, self.witness)
    }

    /// Returns the First Aid that a healer's policy gives next during a rest. The patient is one of
    /// `patients`, which all have untreated injuries. Returns `None` if the policy treats nobody
    /// [BRP-5.14-5].
    pub(crate) fn treats(&mut self, healer: FighterId, patients: FighterSet) -> Option<Treatment> {
        let asker = Asker::new(View::new(self.arena, self.state), healer, Timing::Now);
        let policy = (&self.arena.fighter(healer).policy, REST);
        let aims = (patients, Asker::aim_at_patient as _);
        let (patient, word) = resting::treats(asker, aims, policy, self.dice, self.witness)?;
        let smallest = word == SMALLEST;
        Some(Treatment { patient, smallest })
    }
}

impl View<'_> {
    /// Returns the reply that a line of the list `react` names, if that reply is possible.
    #[inline]
    fn reply(self, who: FighterId, attack: Incoming, line: &policy::Line) -> Option<Reply> {
        let parry = || self.parry(who, attack, self.fighter(who).meant_by(line));
        match line.action {
            PARRY => Some(Reply::Parry(parry()?)),
            DODGE => Some(Reply::Dodge(self.dodge(who, attack, 0)?)),
            NOTHING => Some(Reply::Nothing),
            _ if !self.arena.options.double_defence => None,
            _ => Some(Reply::ParryThenDodge(parry()?, self.dodge(who, attack, 1)?)),
        }
    }

    /// Returns the first possible reaction and its line. Valid only for fighters whose reactions have no
    /// conditions.
    #[inline]
    fn reflex(self, who: FighterId, attack: Incoming) -> Option<(Reply, LineId)> {
        let mut lines = self.fighter(who).policy.list(ListId::at(REACT)).iter();
        lines.find_map(|line| Some((self.reply(who, attack, line)?, line.id)))
    }

    /// Returns the reply of a fighter to any blow in the present state. `brawl` says whether the blow is one
    /// with bare hands. Returns `None` if no reaction is possible, if the reply consists of two defences, or
    /// if the reactions depend on columns that change often (see [`Fighter::settled`]).
    pub(crate) fn cached_reply(self, who: FighterId, brawl: bool) -> Option<CachedReply> {
        let blow = Incoming::blow(who, brawl);
        let (reply, line) = if self.fighter(who).has_reflexes {
            self.reflex(who, blow)?
        } else {
            let mut asker = Asker::new(self, who, Timing::Now);
            asker.incoming = Some(blow);
            // The line is not counted here. It is counted each time that the reply is made.
            let choice = asker.decide(REACT, &mut NoDice, &mut Silent);
            match (choice, asker.line) {
                (Some(Choice::React(reply)), Line::Used(line)) => (reply, line),
                _ => return None,
            }
        };
        let single = !matches!(reply, Reply::ParryThenDodge(..));
        (single && self.fighter(who).settled).then_some(CachedReply { reply, line })
    }
}

/// Returns the possible replies of a fighter with at most one defence, with their unmodified chances. Returns
/// an empty list if the fighter's reactions depend on columns that change often (see [`Fighter::settled`]).
pub(crate) fn settled_replies(fighter: &Fighter, options: &Options) -> Vec<Reply> {
    let parry = |at: usize| {
        let (item, limits, flat) = (small(at), fighter.items[at].parry?.limits, false);
        Some(Reply::Parry(Tool { item, limits, flat }))
    };
    let lines = fighter.policy.list(ListId::at(REACT)).iter();
    let replies = lines.flat_map(|line| match line.action {
        PARRY => {
            let wish = fighter.meant_by(line).unwrap_or(u8::MAX);
            let meant = places(wish).take_while(|&at| at < fighter.items.len());
            meant.filter_map(parry).collect()
        }
        DODGE => vec![Reply::Dodge(Limits::of(fighter.dodge, options))],
        NOTHING => vec![Reply::Nothing],
        _ => Vec::new(),
    });
    replies.filter(|_| fighter.settled).collect()
}

#[cfg(test)]
mod columns_tests;
#[cfg(test)]
mod tests;
