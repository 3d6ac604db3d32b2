//! Plain blows: the attacker's weapon is whole and the defender's reply settled, so the odds are known.
//!
//! Clauses: those of `chapters/attack`. What such a blow needs is looked up; what is left is to draw or roll its
//! [`Exchange`].

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Place, WeaponId, Witness};
use crate::rules::brp::events::{SPECIAL_ATTACK, SPECIAL_DEFENCE, SPECIAL_HIT};
use crate::rules::brp::nouns::{
    Action, Arena, Exchange, Guard, Scene, State, Swing, Tabled, Terms, View,
};

impl<D, W, const N: usize> Scene<'_, D, W, N> {
    /// Settles how everybody who stands meets armed blows, until the next statements or the first change.
    pub(crate) fn take_guard(&mut self) {
        if self.arena.scope.plain {
            for who in self.state.able.iter() {
                self.body_mut(who).guard = self.view().guard(who, false);
            }
        }
    }
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

/// What a fighter's stated blow comes down to, if it is a plain one.
pub(crate) fn prepare<'a, const N: usize, W: Witness>(
    arena: &'a Arena<N>,
    state: &State<N>,
    who: FighterId,
    witness: &W,
) -> Option<Step<'a>> {
    let Action::Strike { item, target } = state.body(who).intent.action else {
        return None;
    };
    let view = View::new(arena, state);
    let held = arena.item(who, item).is_shield() || state.body(who).in_hand == item;
    if !view.in_reach(who, target.who) || !held {
        return None;
    }
    let blow = (who, item, target.who);
    Step::new(arena, blow, view.met_with(blow)?, witness)
}

impl<'a, D, W: Witness, const N: usize> Scene<'a, D, W, N> {
    /// What an attack that is being made comes down to, if it is a plain blow.
    pub(crate) fn plain(&self, swing: Swing) -> Option<Step<'a>> {
        let (view, target, item) = (self.view(), swing.target, swing.item);
        if !view.arena.scope.plain || swing.missile || !view.state.able.has(target) {
            return None;
        }
        let blow = (swing.attacker, item, target);
        let guard = if view.state.stale {
            view.guard(target, view.arena.item(swing.attacker, item).is_bare())
        } else {
            view.met_with(blow)
        };
        Step::new(self.arena, blow, guard?, self.witness)
    }
}

impl<const N: usize> View<'_, N> {
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

    /// Tells a witness of so many exchanges that ended alike.
    #[inline]
    pub(crate) fn tell<W: Witness>(&self, outcome: Exchange, times: u64, witness: &mut W) {
        let (place, mark) = (self.place, outcome.mark);
        witness.marked(place, self.who, self.target, self.weapon, mark, times);
        if outcome.is_answered() {
            witness.line_repeated(self.target, self.guard.line, times);
        }
        let [attack, hit, defence] = outcome.specials;
        for (who, event, parts) in [
            (self.who, SPECIAL_ATTACK, attack),
            (self.who, SPECIAL_HIT, hit),
            (self.target, SPECIAL_DEFENCE, defence),
        ] {
            if parts > 0 {
                witness.happened(who, event, u64::from(parts) * times);
            }
        }
    }
}
