//! Plain blows: the attacker's weapon is whole and the defender's reply settled, so the odds are known.
//!
//! Clauses: those of `chapters/attack`. What such a blow needs is looked up; what is left is to draw or roll its
//! [`Exchange`].

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Place, WeaponId, Witness};
use crate::policy::TargetRef;
use crate::rules::brp::events::{SPECIAL_ATTACK, SPECIAL_DEFENCE, SPECIAL_HIT};
use crate::rules::brp::nouns::{
    Action, Arena, Effects, Exchange, Fighter, Guard, Guards, Item, Reply, Scene, Swing, Tabled,
    Target, Terms, View, small,
};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Makes an attack: a plain blow at once, any other by its rules.
    #[inline]
    pub(crate) fn attack(&mut self, swing: Swing) -> Effects {
        let Some(step) = self.plain(swing) else {
            self.dice.draw(None::<&Tabled>);
            return self.resolve(swing);
        };
        let Some(outcome) = step.settle::<_, W, N>(self.arena, self.dice) else {
            return self.resolve(swing);
        };
        step.tell(outcome, self.witness);
        let tool = match step.guard.reply {
            Reply::Parry(tool) if outcome.is_answered() => Some((tool.item, outcome.tool_loss)),
            _ => None,
        };
        Effects {
            dealt: outcome.dealt(),
            weapon_loss: outcome.weapon_loss,
            tool,
            ..Effects::none(swing)
        }
    }
}

impl<D, W, const N: usize> Scene<'_, D, W, N> {
    /// Settles how everybody who stands meets armed blows, until the next statements or the first change.
    pub(crate) fn take_guard(&mut self) {
        if self.arena.scope.plain {
            for who in self.state.able.iter() {
                self.body_mut(who).guard = self.view().armed_guard(who);
            }
        }
    }
}

/// How those of every stat block meet armed blows while all that they carry is whole.
pub(crate) fn guards<const N: usize>(arena: &Arena<N>) -> Vec<Guards> {
    let first_of = |role: usize| {
        let mut all = arena.lineup.everybody();
        all.find(|&who| arena.lineup.role(who) == role)
    };
    let of_role = |role: usize, fighter: &Fighter| {
        let hangs_on_more = !fighter.has_reflexes || fighter.items.iter().any(Item::is_thrown);
        let who = first_of(role).filter(|_| arena.scope.plain && !hangs_on_more)?;
        let target = Target {
            who,
            rule: TargetRef::Rule(0),
        };
        let in_action = |action: Action| {
            let mut state = arena.unopened.clone();
            state.body_mut(who).intent.action = action;
            View::new(arena, &state).guard(who, false)
        };
        let with = |item: u8| {
            let actions = [
                Action::Strike { item, target },
                Action::Shoot { item, target },
            ];
            actions.map(in_action)
        };
        let carried = fighter.items.len();
        let guards = std::array::from_fn(|at| {
            if at < carried {
                with(small(at))
            } else {
                [None; 2]
            }
        });
        Some(guards)
    };
    let roster = arena.roster.iter().enumerate();
    roster
        .map(|(role, fighter)| of_role(role, fighter))
        .collect()
}

/// One blow of the round, ready to be drawn or rolled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step<'a> {
    pub who: FighterId,
    pub target: FighterId,
    pub item: u8,
    pub weapon: WeaponId,
    pub tabled: Option<&'a Tabled>,
    pub guard: Guard,
    place: Place,
}

/// A blow that somebody has stated.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stated {
    who: FighterId,
    pub item: u8,
    pub target: FighterId,
    guard: Guard,
}

impl Stated {
    /// As a step, if it is a plain one.
    pub(super) fn prepare<'a, const N: usize, W: Witness>(
        self,
        arena: &'a Arena<N>,
        witness: &W,
    ) -> Option<Step<'a>> {
        Step::new(
            arena,
            (self.who, self.item, self.target),
            self.guard,
            witness,
        )
    }
}

impl<'a, D, W: Witness, const N: usize> Scene<'a, D, W, N> {
    /// What an attack that is being made comes down to, if it is a plain blow.
    pub(crate) fn plain(&self, swing: Swing) -> Option<Step<'a>> {
        let (view, target, item) = (self.view(), swing.target, swing.item);
        if !view.arena.scope.plain || swing.missile || !view.state.able.has(target) {
            return None;
        }
        let blow = (swing.attacker, item, target);
        let guard = if view.state.changed {
            view.guard_against(target, view.arena.item(swing.attacker, item).is_bare())
        } else {
            view.met_with(blow)
        };
        Step::new(self.arena, blow, guard?, self.witness)
    }
}

impl<const N: usize> View<'_, N> {
    /// How somebody meets a blow now, armed or with bare hands.
    fn guard_against(self, who: FighterId, brawl: bool) -> Option<Guard> {
        if brawl {
            self.guard(who, true)
        } else {
            self.armed_guard(who)
        }
    }

    /// The same of an armed one: by heart, where all that it carries is whole.
    fn armed_guard(self, who: FighterId) -> Option<Guard> {
        let (body, role) = (self.body(who), self.arena.lineup.role(who));
        let (item, shoots) = match body.intent.action {
            Action::Strike { item, .. } => (item, false),
            Action::Shoot { item, .. } => (item, true),
            _ => return self.guard(who, false),
        };
        match &self.arena.guards[role] {
            Some(guards) if !body.intent.kneel && !body.items.iter().any(|item| item.broken) => {
                guards[usize::from(item)][usize::from(shoots)]
            }
            _ => self.guard(who, false),
        }
    }

    /// The blow that somebody has stated, if it can be struck from here with what is in hand, and the target meets it as was
    /// settled.
    pub(super) fn stated_blow(self, who: FighterId) -> Option<Stated> {
        let Action::Strike { item, target } = self.body(who).intent.action else {
            return None;
        };
        let thing = self.arena.item(who, item);
        let held = thing.is_shield() || self.body(who).in_hand == item;
        if !held || thing.strike.is_none() || !self.in_reach(who, target.who) {
            return None;
        }
        let guard = self.met_with((who, item, target.who))?;
        guard.reply.is_plain().then_some(Stated {
            who,
            item,
            target: target.who,
            guard,
        })
    }

    /// How the target meets a blow with this thing by what was settled at the statement.
    fn met_with(self, (who, item, target): (FighterId, u8, FighterId)) -> Option<Guard> {
        if self.arena.item(who, item).is_bare() {
            self.guard(target, true)
        } else {
            self.body(target).guard
        }
    }
}

impl<'a> Step<'a> {
    fn new<const N: usize, W: Witness>(
        arena: &'a Arena<N>,
        (who, item, target): (FighterId, u8, FighterId),
        guard: Guard,
        witness: &W,
    ) -> Option<Self> {
        let roles = (arena.lineup.role(who), item, arena.lineup.role(target));
        let weapon = arena.item(who, item).strike.as_ref()?.weapon;
        guard.reply.is_plain().then(|| Self {
            who,
            target,
            item,
            weapon,
            tabled: arena.exchanges.of(roles, guard.reply),
            guard,
            place: witness.place(who, target, weapon),
        })
    }

    /// Draws or rolls a plain exchange. `None` where somebody wants to hear how it is rolled: step by step then, though
    /// dice that draw know by now what it comes to.
    #[inline]
    pub(crate) fn settle<D: Dice, W: Witness, const N: usize>(
        &self,
        arena: &Arena<N>,
        dice: &mut D,
    ) -> Option<Exchange> {
        if let (Some(tabled), Some(drawn)) = (self.tabled, dice.draw(self.tabled)) {
            return Some(tabled.outcome(drawn));
        }
        dice.about(Topic::Deed(self.who.0));
        if W::LISTENS {
            return None;
        }
        let (attacker, defender) = (arena.fighter(self.who), arena.fighter(self.target));
        let (options, reply) = (&arena.options, self.guard.reply);
        let terms = Terms::new(options, attacker, self.item, defender, reply);
        let terms = terms.expect("the blow is plain");
        Some(dice.piece(terms, |dice| terms.roll(dice)))
    }

    /// Tells a witness how the exchange ended.
    #[inline]
    pub(crate) fn tell<W: Witness>(&self, outcome: Exchange, witness: &mut W) {
        let (place, mark) = (self.place, outcome.mark);
        witness.marked(place, self.who, self.target, self.weapon, mark, 1);
        if outcome.is_answered() {
            witness.line_repeated(self.target, self.guard.line, 1);
        }
        let [attack, hit, defence] = outcome.specials;
        for (who, event, parts) in [
            (self.who, SPECIAL_ATTACK, attack),
            (self.who, SPECIAL_HIT, hit),
            (self.target, SPECIAL_DEFENCE, defence),
        ] {
            if parts > 0 {
                witness.happened(who, event, u64::from(parts));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::brp::testing::fighters;

    #[test] // BRP-5.6-1, BRP-5.9-4
    fn guards_known_by_heart_are_those_of_the_rules() {
        let mut known = 0;
        for react in ["parry", "parry with broad-sword", "dodge", "nothing"] {
            for carries in [
                "'broad-sword', 'round-shield'",
                "'great-axe', 'broad-sword'",
                "'long-bow', 'broad-sword', 'round-shield'",
                "'thrown-dagger', 'broad-sword'",
            ] {
                let mut trial = fighters("one", &format!("carries = [{carries}]\npolicy = 'p'"))
                    .against("other", "policy = 'p'")
                    .with(&format!("[policies.p]\nreact = ['{react}']"))
                    .ready();
                let (who, target) = (trial.who("one"), trial.who("other"));
                let target = Target {
                    who: target,
                    rule: TargetRef::Rule(0),
                };
                let carried = trial.arena.fighter(who).items.len();
                known += usize::from(trial.arena.guards[0].is_some());
                for broken in std::iter::once(None).chain((0..carried).map(Some)) {
                    for item in (0..carried).map(small) {
                        for action in [
                            Action::Strike { item, target },
                            Action::Shoot { item, target },
                            Action::None,
                        ] {
                            let body = trial.state.body_mut(who);
                            body.intent.action = action;
                            for (at, item) in body.items.iter_mut().enumerate() {
                                item.broken = broken == Some(at);
                            }
                            let view = View::new(&trial.arena, &trial.state);
                            let [by_heart, right] = [view.armed_guard(who), view.guard(who, false)];
                            assert_eq!(by_heart, right, "{react} with {carries}: {action:?}");
                        }
                    }
                }
            }
        }
        assert_eq!(known, 12, "all but those with something to throw");
    }
}
