//! Counters: hit points and parrying points, taken out of a state, so that states that differ only in these
//! numbers can be solved together.
//!
//! Clauses: BRP-5.4-4, BRP-5.6-4, BRP-5.6-7, BRP-5.12-1..4. Counters only decrease. They can be used if no
//! policy, house rule or end-of-round task depends on the numbers. The numbers then matter only when a
//! fighter falls or an item breaks. In a fight of more than two, the numbers of a fallen fighter no longer
//! matter once the group that felled it has acted. Until then another member may strike the fighter again
//! [BRP-5.4-4], so its hit points decide whether it lives. In a duel, nobody strikes a fallen fighter, so all
//! that matters is whether it lives. Items of both fighters may still break in a duel, because both may
//! strike at the same moment.

use crate::fight::{Counters, FighterId, FighterSet};
use crate::frame::lineup::Lineup;
use crate::rules::brp::nouns::{Arena, Body, Condition, Fighter, Scope, State};

/// Returns whether the hit points and item points of this fight can be counters.
pub(crate) fn count_down(scope: &Scope, roster: &[Fighter], lineup: &Lineup) -> bool {
    let of_one = |who| {
        let items = &roster[lineup.role(who)].items;
        1 + items.iter().filter(|item| item.points.is_some()).count()
    };
    let few = lineup.everybody().map(of_one).sum::<usize>() <= Counters::MOST;
    let plain =
        !scope.asks_points && !scope.first_aid && !scope.wakes && !scope.leaves && !scope.afflicts;
    few && plain && (is_duel(lineup) || !scope.asks_fallen)
}

pub(crate) fn is_duel(lineup: &Lineup) -> bool {
    lineup.count() == 2 && lineup.sides.len() == 2
}

impl Arena {
    /// Returns the lowest number of hit points that a standing fighter can have.
    pub(crate) fn last_stand(&self) -> i32 {
        self.options.unconscious_at.max(0) + 1
    }

    /// Returns how many parrying points an item can lose without breaking. Panics if the item has no parrying
    /// points.
    pub(crate) fn last_hold(&self, who: FighterId, item: usize) -> i32 {
        let points = self.fighter(who).items[item].points;
        i32::from(points.expect("only what has points counts down")) - self.options.breaks_at - 1
    }

    /// Returns the hit points of a fighter whose hit points are `below` points under [`Self::last_stand`],
    /// but at least 0.
    pub(crate) fn hit_points_left(&self, below: i16) -> i16 {
        let hp = self.last_stand() - i32::from(below);
        i16::try_from(hp.max(0)).expect("it is less than a counter")
    }
}

/// Calls `each` for every item with parrying points. The arguments are the position of its counter, its
/// fighter, and its index among the fighter's items. The counters of items come after those of the hit
/// points.
fn things(arena: &Arena, mut each: impl FnMut(usize, FighterId, usize)) {
    let mut place = arena.lineup.count();
    for who in arena.lineup.everybody() {
        for (at, item) in arena.fighter(who).items.iter().enumerate() {
            if item.points.is_some() {
                each(place, who, at);
                place += 1;
            }
        }
    }
}

/// Moves hit points and parrying points from a state into counters. See
/// [`Counting::take`](crate::fight::Counting::take).
pub(crate) fn take(arena: &Arena, state: &mut State) -> Option<Counters> {
    if !arena.scope.counts_down {
        return None;
    }
    forget_defences(arena, state);
    // `opened` says that the statements of the first round are already made. If nothing has changed since
    // then, the fight continues from such a state as from one of a later round.
    state.opened &= !state.written.is_empty();
    let mut counters = Counters::NONE;
    let mut fits = true;
    let mut set = |place, number| match counter(number) {
        Some(counter) => counters.set(place, counter),
        None => fits = false,
    };
    let duel = is_duel(&arena.lineup);
    let to_come = arena.lineup.to_come(state.round, state.stage());
    let is_over = state.view.is_empty()
        && arena
            .lineup
            .ending_in((state.round, state.stage()), state.able)
            .is_some();
    things(arena, |place, who, at| {
        let is_there = state.able.has(who) || state.view.has(who);
        let may_be_used = duel || is_there || to_come.has(who);
        let thing = &mut state.body_mut(who).items[at];
        let lost = std::mem::take(&mut thing.lost);
        if may_be_used && !is_over && !thing.broken {
            set(place, arena.last_hold(who, at) - i32::from(lost));
        }
    });
    for who in arena.lineup.everybody() {
        let stands = state.able.has(who) || to_come.has(who);
        let acts = state.view.has(who);
        let body = state.body_mut(who);
        let hp = std::mem::take(&mut body.hp);
        if stands {
            set(who.index(), hp - arena.last_stand());
        } else {
            set(who.index(), hp.max(0));
            body.condition = Condition::Unconscious;
            if !duel && !acts {
                *body = Body {
                    turn_of: body.turn_of,
                    condition: Condition::Unconscious,
                    ..Body::default()
                };
            }
        }
    }
    fits.then_some(counters)
}

/// Sets the number of defences to 0 for fighters that nobody can attack any more this round. Does nothing if
/// a policy depends on that number.
fn forget_defences(arena: &Arena, state: &mut State) {
    if !arena.scope.counts_defences || arena.scope.asks_defences {
        return;
    }
    let to_come = usize::from(state.acted)..usize::from(state.acting);
    let to_come: FighterSet = state.order(to_come).collect();
    for who in arena.lineup.everybody() {
        if arena.lineup.enemies(who).and(to_come).is_empty() {
            let body = state.body_mut(who);
            (body.defences, body.parries) = (0, 0);
        }
    }
}

/// Moves the counters back into the state. See [`Counting::put`](crate::fight::Counting::put).
pub(crate) fn put(arena: &Arena, state: &mut State, counters: &Counters) {
    let to_come = arena.lineup.to_come(state.round, state.stage());
    for who in arena.lineup.everybody() {
        let Some(counter) = counters.get(who.index()) else {
            continue;
        };
        let stands = state.able.has(who) || to_come.has(who);
        let body = state.body_mut(who);
        if stands {
            body.hp = i32::from(counter) + arena.last_stand();
        } else {
            body.hp = counter.into();
            body.condition = if counter > 0 {
                Condition::Unconscious
            } else {
                Condition::Dead
            };
        }
    }
    things(arena, |place, who, at| {
        if let Some(counter) = counters.get(place) {
            let lost = arena.last_hold(who, at) - i32::from(counter);
            state.body_mut(who).items[at].lost = i16::try_from(lost).expect("counters are small");
        }
    });
}

/// Returns a number as a counter. Returns `None` if the number is negative or too large.
fn counter(number: i32) -> Option<i16> {
    let number = i16::try_from(number).ok()?;
    (0..=Counters::TOP).contains(&number).then_some(number)
}

#[cfg(test)]
mod tests {
    use crate::rules::brp::testing::{Setup, fighters};

    const SWORD: &str =
        "carries = ['broad-sword']\nskills = { broad-sword = 60 }\npolicy = 'parries'";

    /// Returns a fight that begins with a blow of `first` against `foe`. The foe parries if the condition
    /// `asks` holds. `others` is the number of fighters that strike `foe` later in the round.
    fn parried(others: usize, asks: &str) -> Setup {
        let mut setup = fighters("first", &format!("{SWORD}\ndex = 15"));
        for at in 0..others {
            setup = setup.and(&format!("later-{at}"), &format!("{SWORD}\ndex = 5"));
        }
        let parries =
            format!("[policies.parries]\nact = ['attack nearest']\nreact = ['parry{asks}']");
        setup
            .against("foe", &format!("{SWORD}\ndex = 10"))
            .option("successive_defence_penalty = 20")
            .with(&parries)
    }

    #[test] // BRP-5.6-4
    fn defences_are_forgotten_once_nobody_is_to_attack_any_more() {
        let kept = |others: usize, asks: &str| {
            let after = parried(others, asks).step([40, 40]);
            let foe = after.who("foe");
            assert_eq!(after.state.body(foe).defences, 1);
            let mut state = after.state.clone();
            super::take(&after.arena, &mut state).expect("it counts down");
            state.body(foe).defences
        };
        assert_eq!(kept(0, ""), 0);
        assert_eq!(kept(1, ""), 1);
        assert_eq!(kept(0, " if self.defences == 0"), 1);
    }
}
