//! Those who are out of a melee, in whom nobody takes any interest until it is over.
//!
//! Clauses: MUR-0-6, MUR-0-7, MUR-18-2. Whether they are dead or incapacitated is told at the end of the fight. If nothing asks
//! for it before, it is no part of a situation: it is kept beside it as if it were a number that runs out.

use crate::fight::Counters;
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::state::{Item, State, Status, Whereabouts};

/// Takes what has become of the fallen out of a situation; see [`Fight::take_counters`](crate::fight::Fight::take_counters).
pub(crate) fn take<const N: usize>(arena: &Arena<N>, state: &mut State<N>) -> Option<Counters> {
    if !arena.scope.forgets_fallen {
        return None;
    }
    let mut counters = Counters::NONE;
    for who in arena.lineup.everybody() {
        let body = &mut state.bodies[who.index()];
        if !matches!(body.status, Status::Incapacitated | Status::Dead) {
            continue;
        }
        counters.set(who.index(), body.health);
        body.status = Status::Incapacitated;
        body.health = 0;
        body.steadfast = false;
        body.hale = false;
        body.in_hand = 0;
        for item in &mut body.items {
            if item.at == Whereabouts::Held {
                *item = Item::NONE;
            }
        }
    }
    Some(counters)
}

/// Puts it back; see [`Fight::put_counters`](crate::fight::Fight::put_counters).
pub(crate) fn put<const N: usize>(arena: &Arena<N>, state: &mut State<N>, counters: &Counters) {
    for (place, health) in counters.iter().take(arena.lineup.count()) {
        let body = &mut state.bodies[place];
        body.health = health;
        body.status = if health > 0 {
            Status::Incapacitated
        } else {
            Status::Dead
        };
    }
}

#[cfg(test)]
mod tests {
    use crate::fight::Fight;
    use crate::rules::murdham::nouns::state::Status;
    use crate::rules::murdham::testing::{Setup, Trial, fighters};

    fn three(policy: &str) -> Setup {
        let one = "carries = ['sword']\npolicy = 'plain'";
        fighters("a", one)
            .against("b", one)
            .and("c", &format!("policy = '{policy}'"))
    }

    /// A fight in which one lies with so much health, or is dead.
    fn lies(setup: &Setup, health: i16) -> Trial {
        let status = if health > 0 {
            Status::Incapacitated
        } else {
            Status::Dead
        };
        setup.ready().out("c", status, health)
    }

    #[test] // MUR-0-6, MUR-0-7
    fn what_has_become_of_the_fallen_is_no_part_of_a_situation() {
        let setup = three("plain");
        let taken = |health: i16| {
            let fallen = lies(&setup, health);
            let mut state = fallen.state.clone();
            let counters = fallen.arena.take_counters(&mut state).expect("it forgets");
            let situation = state.clone();
            fallen.arena.put_counters(&mut state, &counters);
            let who = fallen.who("c");
            assert_eq!(state.body(who).status, fallen.status("c"));
            assert_eq!(state.body(who).health, fallen.health("c"));
            let fate = fallen.arena.fate(&state, who);
            assert_eq!(fate, fallen.arena.fate(&fallen.state, who));
            situation
        };
        assert!(taken(3) == taken(1) && taken(1) == taken(0));
    }

    #[test]
    fn nothing_is_forgotten_where_somebody_asks_or_nobody_is_left_to() {
        let forgets = |setup: &Setup| {
            let Trial { arena, state, .. } = setup.ready();
            arena.take_counters(&mut state.clone()).is_some()
        };
        let plain = three("plain");
        assert!(forgets(&plain));
        for act in [
            "death-blow",
            "attack at fallen",
            "attack if foes.dead > 0",
            "attack if allies.down > 0",
        ] {
            assert!(!forgets(&three("asks").acts("asks", act)), "{act}");
        }
        assert!(!forgets(&plain.clone().option("zero_health = 'dying'")));
        assert!(!forgets(&plain.clone().option("zone_capacity = 4")));
        assert!(!forgets(&plain.option("border_capacity = 4")));
        let duel = fighters("a", "policy = 'plain'").against("b", "policy = 'plain'");
        assert!(!forgets(&duel));
    }
}
