//! Counters: hit points and parrying points, which only decrease.
//!
//! Clauses: BRP-5.4-4, BRP-5.6-4, BRP-5.6-7, BRP-5.12-1..4. As long as no policy, house rule or end-of-round task asks
//! for these numbers, the dice and the effects of a blow depend on them only when a fighter falls or an item breaks. In
//! a melee, the numbers of a fallen fighter no longer matter once the group that felled it has acted. Until then it may
//! be struck again [BRP-5.4-4], so its remaining hit points decide whether it lives. In a duel, nobody strikes a fallen
//! fighter, so only whether it lives matters; but items of both fighters may still break under a blow of the same
//! moment.

use crate::fight::{Counters, FighterId, FighterSet};
use crate::frame::lineup::Lineup;
use crate::rules::brp::nouns::{Arena, Body, Condition, Fighter, Scope, State};

/// Returns whether a step of this fight depends on these numbers only through who falls and what breaks.
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
    /// The lowest hit points of a standing fighter.
    pub(crate) fn last_stand(&self) -> i32 {
        self.options.unconscious_at.max(0) + 1
    }

    /// The maximum of points that an item with points can have lost and still be whole.
    pub(crate) fn last_hold(&self, who: FighterId, item: usize) -> i32 {
        let points = self.fighter(who).items[item].points;
        i32::from(points.expect("only what has points counts down")) - self.options.breaks_at - 1
    }

    /// The hit points of a fighter `below` points under the lowest of a standing one; never below 0.
    pub(crate) fn hit_points_left(&self, below: i16) -> i16 {
        let hp = self.last_stand() - i32::from(below);
        i16::try_from(hp.max(0)).expect("it is less than a counter")
    }
}

/// Calls `each` with the counter position of every item with points; these positions follow those of the hit points.
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

/// Takes the numbers out of a state; see [`Counting::take`](crate::fight::Counting::take).
pub(crate) fn take(arena: &Arena, state: &mut State) -> Option<Counters> {
    if !arena.scope.counts_down {
        return None;
    }
    forget_defences(arena, state);
    // The statements made before the first round hold for it like those of a later round without changes.
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

/// Clears the defences of fighters that nobody attacks any more this round, if only the rules count defences.
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

/// Puts the numbers back; see [`Counting::put`](crate::fight::Counting::put).
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

/// A number as a counter, if it fits.
fn counter(number: i32) -> Option<i16> {
    let number = i16::try_from(number).ok()?;
    (0..=Counters::TOP).contains(&number).then_some(number)
}

#[cfg(test)]
mod tests {
    use crate::rules::brp::testing::{Setup, fighters};

    const SWORD: &str =
        "carries = ['broad-sword']\nskills = { broad-sword = 60 }\npolicy = 'parries'";

    /// A fighter strikes and an enemy parries; `others` more fighters are to strike that enemy later.
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
