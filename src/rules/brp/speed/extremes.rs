//! Who is the weakest and who the strongest, where hit points have been taken out of a situation.
//!
//! Clauses: BRP-5.2-1, BRP-5.2-4, BRP-X-7. Targets are picked at the statement, and anew by those who are about to act and whose
//! target has fallen: no other step asks who is the weakest. Of all this only two sides are served that stand in one place for the whole
//! fight, so that everybody picks among all who stand.

use crate::fight::{Extreme, Extremes, FighterId, FighterSet, ListId};
use crate::frame::lineup::Lineup;
use crate::policy::TargetRef;
use crate::rules::brp::decisions::{MOVE, STRONGEST, WEAKEST};
use crate::rules::brp::nouns::{Arena, Fighter, State};
use crate::rules::brp::options::Options;

/// The rules that pick by hit points, and whether they pick the most of them.
const RULES: [(u8, bool); 2] = [(WEAKEST, false), (STRONGEST, true)];

/// Most fighters of a melee whose situations are few enough, and of one in which somebody aims at the strongest: there all are
/// wounded and all that they carry is worn before the first of them falls.
const MOST_FIGHTERS: usize = 8;
const MOST_WITH_STRONGEST: usize = 4;

/// Whether a melee can be asked who is the weakest and the strongest, in whose policies somebody aims so.
pub(crate) fn serve(
    options: &Options,
    roster: &[Fighter],
    lineup: &Lineup,
    places: &[i32],
) -> bool {
    let stays = |fighter: &Fighter| fighter.policy.list(ListId::at(MOVE)).is_empty();
    let one_place = places[..lineup.count()].iter().all(|at| *at == places[0]);
    let aims = |who: FighterId, rule| roster[lineup.role(who)].policy.aims_by(rule);
    let asked = of_sides(lineup, lineup.everybody().collect(), aims);
    let strongest = asked.iter().any(|extreme| extreme.most);
    options.declared
        && lineup.count() <= MOST_FIGHTERS
        && !(strongest && lineup.count() > MOST_WITH_STRONGEST)
        && one_place
        && lineup.sides.len() == 2
        && roster.iter().all(stays)
        && Extremes::new(asked).is_some_and(|asked| !asked.is_empty())
}

/// What the next step asks; see [`Fight::extremes`](crate::fight::Fight::extremes).
pub(crate) fn asked<const N: usize>(arena: &Arena<N>, state: &State<N>) -> Extremes {
    if !arena.scope.asks_extremes || !state.view.is_empty() {
        return Extremes::default();
    }
    let about_to_act: FighterSet = if state.acted == 0 {
        state.able
    } else {
        let group = state.order[state.group()].iter().copied();
        group.filter(|who| state.able.has(*who)).collect()
    };
    let picks = |who: FighterId, rule: u8| {
        if !about_to_act.has(who) {
            return false;
        }
        if state.acted == 0 {
            return arena.fighter(who).policy.aims_by(rule);
        }
        let aim = state.body(who).intent.action.aim();
        aim.is_some_and(|aim| aim.rule == TargetRef::Rule(rule) && !state.able.has(aim.who))
    };
    let asked = Extremes::new(of_sides(&arena.lineup, state.able, picks));
    asked.expect("all that may ever be asked was little enough")
}

/// The weakest and the strongest of those able, of each side that has an enemy who picks by that.
fn of_sides(
    lineup: &Lineup,
    able: FighterSet,
    picks: impl Fn(FighterId, u8) -> bool,
) -> Vec<Extreme> {
    let mut asked = Vec::new();
    for &side in &lineup.sides {
        for (rule, most) in RULES {
            let foes = lineup.everybody().filter(|who| !side.has(*who));
            let standing = side.and(able);
            if !standing.is_empty() && foes.into_iter().any(|foe| picks(foe, rule)) {
                let places = standing.iter().fold(0, |bits, who| bits | 1 << who.index());
                asked.push(Extreme { places, most });
            }
        }
    }
    asked
}

/// Notes who is; see [`Fight::put_extremes`](crate::fight::Fight::put_extremes).
pub(crate) fn put<const N: usize>(state: &mut State<N>, found: &[(Extreme, usize)]) {
    for (extreme, _) in found {
        for who in FighterSet(extreme.places.into()).iter() {
            state.body_mut(who).ranks = 2;
        }
    }
    // Who is both has as many as all others of the side.
    for (extreme, place) in found {
        let body = state.body_mut(FighterId::at(*place));
        body.ranks = if extreme.most {
            body.ranks + 1
        } else {
            body.ranks - 1
        };
    }
}

#[cfg(test)]
mod tests {
    use crate::fight::{Extreme, Extremes, Fight, FighterId};
    use crate::rules::brp::nouns::state::Action;
    use crate::rules::brp::testing::{Setup, fighters};

    /// Two who aim at the weakest of two others.
    fn pairs(more: &str) -> Setup {
        let sheet = |dex: u32, policy: &str| {
            format!("dex = {dex}\nhit_points = 9\nbrawl = 50\npolicy = '{policy}'\n{more}")
        };
        fighters("one", &sheet(14, "weakest"))
            .and("two", &sheet(13, "weakest"))
            .against("three", &sheet(5, "first"))
            .and("four", &sheet(4, "first"))
            .with("[policies.weakest]\nact = ['attack weakest']\nreact = ['nothing']")
            .with("[policies.first]\nact = ['attack first']\nreact = ['nothing']")
    }

    const THREE_OR_FOUR: Extreme = Extreme {
        places: 0b1100,
        most: false,
    };

    #[test] // BRP-5.2-1, BRP-X-7
    fn a_statement_asks_for_the_weakest_whom_anybody_aims_at() {
        let fight = pairs("").ready();
        assert_eq!(
            fight.arena.extremes(&fight.state),
            Extremes::new([THREE_OR_FOUR]).expect("one question")
        );
        // Targets are known by the time of the second blow.
        let after = pairs("").step([100]);
        assert!(after.arena.extremes(&after.state).is_empty());
    }

    #[test] // BRP-5.2-4
    fn whose_target_has_fallen_asks_anew() {
        let after = pairs("").step([20, 3]);
        assert!(after.arena.extremes(&after.state).is_empty(), "it stands");
        let after = pairs("db = '4d6'").step([20, 3, 6, 6, 6, 6]);
        assert!(!after.state.able.has(after.who("three")));
        let four = Extreme {
            places: 0b1000,
            most: false,
        };
        let asked = Extremes::new([four]).expect("one question");
        assert_eq!(after.arena.extremes(&after.state), asked);
    }

    #[test] // BRP-5.2-1, BRP-X-7
    fn the_answer_is_who_is_aimed_at() {
        for place in [2, 3] {
            let mut fight = pairs("").ready();
            let (arena, state) = (&fight.arena, &mut fight.state);
            let counters = arena.take_counters(state).expect("it counts down");
            arena.put_counters(state, &counters);
            arena.put_extremes(state, &[(THREE_OR_FOUR, place)]);
            let after = fight.step([100]);
            let aimed = after.body("two").intent.action;
            let Action::Strike { target, .. } = aimed else {
                panic!("it strikes, not {aimed:?}");
            };
            assert_eq!(target.who, FighterId::at(place));
        }
    }

    #[test] // BRP-5.2-1, BRP-X-7
    fn where_all_are_alike_the_first_is_the_weakest_and_the_strongest() {
        let most = Extreme {
            most: true,
            ..THREE_OR_FOUR
        };
        for (most_in, wanted) in [(2, [2, 2]), (3, [2, 3])] {
            let mut state = pairs("").ready().state;
            // As where the next blow takes the last that is left of one of them.
            state.bodies[3].hp = 1;
            super::put(&mut state, &[(most, most_in), (THREE_OR_FOUR, 2)]);
            let strength = |at: &usize| state.bodies[*at].strength();
            let weakest = [2, 3].into_iter().min_by_key(strength);
            let strongest = [2, 3].into_iter().min_by_key(|at| -strength(at));
            assert_eq!([weakest, strongest], wanted.map(Some));
        }
    }

    #[test]
    fn nobody_is_asked_where_not_all_are_in_one_place() {
        let apart = pairs("at = 1")
            .against("far", "at = 9\npolicy = 'weakest'")
            .ready();
        assert!(apart.arena.extremes(&apart.state).is_empty());
    }
}
