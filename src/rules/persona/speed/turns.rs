//! The order of initiative, and what nobody asks for in the turns of others: magazines, and guns that have jammed.
//!
//! Clauses: PER-2-4, PER-2-6, PER-13.5-2..4. Guns are fired in the own turn alone, but from Overwatch.

use crate::fight::{FighterId, Turns};
use crate::rules::persona::nouns::arena::Arena;
use crate::rules::persona::nouns::state::{Body, Phase, State};

/// Takes the turns out of a situation; see [`Fight::take_turns`](crate::fight::Fight::take_turns).
pub(crate) fn take<const N: usize>(arena: &Arena<N>, state: &mut State<N>) -> Option<Turns> {
    let owner = match state.phase {
        Phase::Opening => return None,
        Phase::Over => None,
        Phase::Start | Phase::Acting => Some(state.actor()),
    };
    if owner.is_some_and(|owner| !state.fighting.has(owner)) {
        return None;
    }
    let all = &state.order[..arena.lineup.count()];
    let stands = |who: &FighterId| state.fighting.has(*who);
    // In the last round of all it is past the last of them.
    let begun = all
        .iter()
        .copied()
        .take(usize::from(state.at) + 1)
        .filter(stands);
    let mut turns = Turns::new(all.iter().copied().filter(stands), begun.count());
    state.order = [owner.unwrap_or(FighterId(0)); N];
    state.at = 0;
    if let Some(volley) = &mut state.volley {
        volley.forget_a_single_degree();
    }
    for who in arena.lineup.everybody() {
        if arena.scope.private_guns && Some(who) != owner {
            turns.keep(who, take_guns(state.body_mut(who)));
        }
    }
    Some(turns)
}

/// Puts them back; see [`Fight::put_turns`](crate::fight::Fight::put_turns).
pub(crate) fn put<const N: usize>(arena: &Arena<N>, state: &mut State<N>, turns: &Turns) {
    let owner = (state.phase != Phase::Over).then(|| state.actor());
    let out = arena
        .lineup
        .everybody()
        .filter(|who| !turns.order().contains(who));
    let mut at = 0;
    for who in out.chain(turns.order().iter().copied()) {
        state.order[at] = who;
        at += 1;
    }
    let begun = at - turns.order().len() + turns.begun();
    state.at = u8::try_from(begun - 1).expect("few turns");
    if arena.scope.private_guns {
        for &who in turns.order() {
            if Some(who) != owner {
                put_guns(state.body_mut(who), turns.kept(who));
            }
        }
    }
}

/// Bits for each weapon: whether it has jammed, and the rounds in its magazine.
const BITS: usize = 16;

fn take_guns(body: &mut Body) -> u64 {
    let mut taken = 0;
    for (at, item) in body.items.iter_mut().enumerate() {
        let gun = u64::from(std::mem::take(&mut item.rounds)) << 1
            | u64::from(std::mem::take(&mut item.jammed));
        taken |= gun << (BITS * at);
    }
    taken
}

#[expect(clippy::cast_possible_truncation, reason = "one magazine of several")]
fn put_guns(body: &mut Body, taken: u64) {
    for (at, item) in body.items.iter_mut().enumerate() {
        let gun = taken >> (BITS * at);
        (item.jammed, item.rounds) = (gun & 1 == 1, (gun >> 1) as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::{self, EFFORTS};
    use crate::fight::{Fight, Progress, SideId, Silent, Stream};
    use crate::rules::persona::testing::Setup;
    use crate::rules::testing::{are_alike, compiled, forgetting_changes_nothing};
    use crate::tally::Tally;

    const FIGHTS: u64 = 4_000;

    /// Three shooters against two, whose guns jam often.
    fn shooters() -> Arena<8> {
        let stats =
            "bs = 60\nt = 5\nag = 30\nwounds = 6\ncarries = [\"needler\"]\npolicy = \"bursts\"";
        let one =
            "bs = 50\nt = 5\nag = 40\nwounds = 9\ncarries = [\"needler\"]\npolicy = \"bursts\"";
        let setup = Setup::of("a", &format!("{stats}\ncount = 3"))
            .against("b", &format!("{one}\ncount = 2"))
            .policy("bursts", "act = ['clear', 'full-burst']");
        compiled(&setup.text())
    }

    #[test]
    fn turns_are_put_back_where_they_were() {
        let arena = shooters();
        let stream = Stream::new(3, b"turns");
        let mut jams = 0;
        for n in 0..200 {
            let (mut state, mut dice) = (arena.start(), stream.dice(n));
            assert_eq!(
                take(&arena, &mut state.clone()),
                None,
                "nobody has turns yet"
            );
            while arena.step(&mut state, &mut dice, &mut Silent) == Progress::Goes {
                let mut without = state.clone();
                let turns = take(&arena, &mut without).expect("initiative is rolled");
                jams += u32::from(turns.order().iter().any(|&who| turns.kept(who) & 1 == 1));
                let mut again = without.clone();
                put(&arena, &mut again, &turns);
                assert_eq!(
                    again.bodies.map(|body| body.items),
                    state.bodies.map(|body| body.items)
                );
                if state.phase != Phase::Over {
                    assert_eq!(again.actor(), state.actor());
                }
                let stand = |state: &State<8>| {
                    let order = state.order.into_iter().take(5);
                    order
                        .filter(|who| state.fighting.has(*who))
                        .collect::<Vec<_>>()
                };
                assert_eq!(stand(&again), stand(&state));
                assert_eq!(take(&arena, &mut again), Some(turns));
                assert_eq!(again, without);
            }
        }
        assert!(jams > 100, "{jams}");
    }

    #[test] // PER-4-1
    fn whom_somebody_attacks_by_default_need_not_be_remembered() {
        assert!(forgetting_changes_nothing(&shooters()) > 300);
        // Others are: those who were the weakest once are attacked on and on.
        let fencer = "ws = 50\nwounds = 8\ncarries = [\"sword\"]\ncount = 2\npolicy = \"weak\"";
        let setup = Setup::of("a", fencer)
            .against("b", "wounds = 9")
            .and("c", "wounds = 6")
            .policy("weak", "act = ['attack weakest if round == 1', 'attack']");
        let fencers: Arena<8> = compiled(&setup.text());
        assert!(forgetting_changes_nothing(&fencers) > 30);
    }

    /// What a chain without the order of turns draws has the odds of what is rolled.
    #[test]
    fn drawn_melees_have_the_odds_of_their_rolls() {
        let arena = shooters();
        let stream = Stream::new(5, b"turns");
        let step = |state: &mut _, dice: &mut _| arena.step(state, dice, &mut Silent);
        let chain = chain::survey(&arena, &EFFORTS[1], None, step).expect("few situations");
        // A burst has the same outcomes whichever of those who are alike fires it at whom.
        let (steps, kinds) = chain.steps_and_kinds();
        assert!(
            4 * kinds < steps,
            "{kinds} kinds of steps in {steps} situations"
        );
        let (mut drawn, mut rolled) = (Tally::new(arena.cast()), Tally::new(arena.cast()));
        chain.play_all(&arena, &stream, 0..FIGHTS, &mut drawn);
        arena.play_all(&stream, FIGHTS..2 * FIGHTS, &mut rolled);
        are_alike(arena.cast(), [&drawn, &rolled], 40.0);
        assert!(rolled.wins(SideId(0)) > FIGHTS / 10 && rolled.wins(SideId(1)) > FIGHTS / 10);
        // Whoever falls is told alike from what is packed and from what that was made of.
        let mut unpacked = Tally::new(arena.cast());
        chain
            .without_fellings()
            .play_all(&arena, &stream, 0..FIGHTS, &mut unpacked);
        assert!(drawn == unpacked);
    }
}
