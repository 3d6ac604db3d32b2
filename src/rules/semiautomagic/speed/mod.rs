//! What a fight can do without its rules being asked anew.
//!
//! What a step may ask for of a situation: how everybody is, how far the turn of each has come, and who comes next.

use crate::fight::{Looks, Parts};
use crate::rules::semiautomagic::nouns::{Arena, Frame, Life, Piece, State};

/// Takes situations apart; see [`Parts`].
#[derive(Debug)]
pub(crate) struct Pieces;

impl<const N: usize> Parts<Arena<N>> for Pieces {
    type Frame = Frame;
    type Part = Piece;

    const PLACES: usize = State::<N>::PIECES;
    const ENDS: usize = N;

    fn frame(state: &State<N>) -> Frame {
        state.frame.clone()
    }

    fn put_frame(state: &mut State<N>, frame: &Frame) {
        state.frame = frame.clone();
    }

    fn round(frame: &Frame) -> u32 {
        frame.round.into()
    }

    fn set_round(frame: &mut Frame, round: u32) {
        frame.round = u16::try_from(round).expect("at most 10,000 rounds");
    }

    fn part(arena: &Arena<N>, state: &State<N>, place: usize) -> Piece {
        let mut piece = state.piece(place);
        if let Piece::Body(body) = &mut piece {
            if !arena.scope.remembers {
                (body.last, body.wounded_by) = (None, None);
            }
            // Damage in an area is counted of the dead as well.
            if body.life == Life::Dead && !arena.scope.areas && !arena.scope.events {
                (body.wounds, body.penalties, body.dc) = (0, 0, 0);
            }
        }
        piece
    }

    fn put_part(state: &mut State<N>, place: usize, part: &Piece) {
        state.put_piece(place, part);
    }

    fn watch(state: &mut State<N>, looks: Looks) {
        state.watch(looks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bout::{Bout, Compiled};
    use crate::chain::factored::{EFFORTS, survey};
    use crate::dice::Sampled;
    use crate::fight::{
        Fight, Progress, SideId, Silent, Stream, forget_asked, with_asked, with_changed,
    };
    use crate::rules::semiautomagic::testing::{Setup, fighters};
    use crate::rules::testing::{are_alike, compiled};
    use crate::tally::Tally;

    const FIGHTS: u64 = 2_000;

    /// Two swordsmen and a knife-thrower against three, some of whom ask for a lot.
    fn melee() -> Arena<8> {
        let sword = "melee = 3\nparry = 3\ncarries = ['sword']\ncount = 2\npolicy = 'plain'";
        against_last_and_weak(
            fighters("a", sword).and("b", "melee = 2\nreflex = 2\npolicy = 'plain'"),
            2,
        )
    }

    /// These against one who strikes at whoever was last and so many who strike at the weakest.
    fn against_last_and_weak(first: Setup, weak: u32) -> Arena<8> {
        let strong = "melee = 4\nstrength = 5\ncarries = ['sword']\npolicy = 'last'";
        let setup = first
            .against("c", strong)
            .and(
                "d",
                &format!("melee = 2\nparry = 4\nendurance = 4\ncount = {weak}\npolicy = 'weak'"),
            )
            .policy(
                "last",
                "act = ['attack at last', 'attack']\ndefend = ['best']",
            )
            .policy(
                "weak",
                "act = ['attack at weakest']\ndefend = ['parry if self.wounds > 0', 'best']",
            );
        compiled(&setup.text())
    }

    /// Two wizards who throw fire at three, and wherever some of these lie.
    fn fire() -> Arena<8> {
        let wizards =
            "magic = 4\ncarries = ['fire']\npolicy = 'throws'\ncount = 2\nat = [[4, 4], [4, 6]]";
        let men = "armour = 2\ncarries = ['sword']\ncount = 3\nat = [[9, 4], [9, 5], [10, 5]]\npolicy = 'plain'";
        let fire = "kind = 'ranged'\nskill = 'magic'\ndamage = '1d6+3'\nrange = 10\narea = 'sphere'\narea_scale = 1";
        let setup = fighters("a", wizards)
            .against("c", men)
            .with(&format!("[weapons.fire]\n{fire}\n"))
            .policy(
                "throws",
                "act = ['area', 'attack']\nfinish = ['go-on']\ndefend = ['best']",
            )
            .policy("plain", "act = ['attack', 'move']\ndefend = ['best']")
            .field("size = [16, 12]");
        compiled(&setup.text())
    }

    fn parts(arena: &Arena<8>, state: &State<8>) -> Vec<Piece> {
        let places = 0..<Pieces as Parts<Arena<8>>>::PLACES;
        places
            .map(|place| Pieces::part(arena, state, place))
            .collect()
    }

    /// Calls this with each situation of some fights and the dice of its next step.
    fn each_step(arena: &Arena<8>, mut each: impl FnMut(&State<8>, &Sampled)) {
        let stream = Stream::new(3, b"pieces");
        for n in 0..25 {
            let (mut state, mut dice) = (arena.start(), stream.dice(n));
            loop {
                each(&state, &dice);
                if arena.step(&mut state, &mut dice, &mut Silent) != Progress::Goes {
                    break;
                }
            }
        }
    }

    /// Steps on: how, where to, and what is counted.
    fn stepped(arena: &Arena<8>, state: &mut State<8>, dice: &Sampled) -> (Progress, Frame, Tally) {
        let mut tally = Tally::new(arena.cast());
        let progress = arena.step(state, &mut dice.clone(), &mut tally);
        (progress, state.frame.clone(), tally)
    }

    /// A situation that is made of its pieces goes on as it did, whatever they leave out.
    #[test]
    fn pieces_are_put_back_where_they_were() {
        for arena in [melee(), fire()] {
            each_step(&arena, |state, dice| {
                let mut again = arena.start();
                Pieces::put_frame(&mut again, &state.frame);
                for (place, part) in parts(&arena, state).iter().enumerate() {
                    Pieces::put_part(&mut again, place, part);
                }
                assert_eq!(parts(&arena, &again), parts(&arena, state));
                let mut after = state.clone();
                let told = stepped(&arena, &mut after, dice);
                assert!(stepped(&arena, &mut again, dice) == told);
                assert_eq!(parts(&arena, &again), parts(&arena, &after));
            });
        }
    }

    /// A step is the same, whatever the pieces are that it does not ask for, and leaves those as they are.
    #[test]
    fn what_is_not_asked_for_makes_no_difference() {
        for arena in [melee(), fire()] {
            makes_no_difference(&arena);
        }
    }

    fn makes_no_difference(arena: &Arena<8>) {
        let mut met: Vec<Vec<Piece>> = vec![Vec::new(); 24];
        each_step(arena, |state, _| {
            for (met, part) in met.iter_mut().zip(parts(arena, state)) {
                if !met.contains(&part) {
                    met.push(part);
                }
            }
        });
        let mut others = 0;
        each_step(arena, |state, dice| {
            let mut after = state.clone();
            Pieces::watch(&mut after, Looks::ForAll);
            forget_asked();
            let told = stepped(arena, &mut after, dice);
            let changed = with_changed(|changed, _| changed.to_vec());
            for (place, (now, before)) in
                (0..).zip(parts(arena, &after).iter().zip(parts(arena, state)))
            {
                assert!(*now == before || changed.contains(&place), "{place}");
            }
            let asked = with_asked(|asked| [asked, &changed].concat());
            let mut other = state.clone();
            let mut replaced = Vec::new();
            for place in (0..24u8).filter(|place| !asked.contains(place)) {
                let met = &met[usize::from(place)];
                let part = met[others % met.len()].clone();
                others += 1;
                Pieces::put_part(&mut other, place.into(), &part);
                replaced.push((usize::from(place), part));
            }
            assert!(stepped(arena, &mut other, dice) == told);
            let mut expected = parts(arena, &after);
            for (place, part) in replaced {
                expected[place] = part;
            }
            assert_eq!(parts(arena, &other), expected);
        });
        assert!(others > 4_000, "{others}");
    }

    #[test]
    fn more_effort_knows_more() {
        let arena: Arena<8> = compiled(
            &fighters("a", "carries = ['sword']\ncount = 2\npolicy = 'plain'")
                .against("b", "melee = 4\ncarries = ['sword']\npolicy = 'plain'")
                .text(),
        );
        let step = |state: &mut _, dice: &mut _| arena.step(state, dice, &mut Silent);
        let few = survey(&arena, EFFORTS[0], None, step).expect("few steps");
        let more = survey(&arena, EFFORTS[1], Some(&few), step).expect("few steps");
        assert!(
            more.steps() > few.steps(),
            "{} {}",
            more.steps(),
            few.steps()
        );
    }

    /// What is drawn from a tree has the odds of what is rolled, and is told as it was counted.
    #[test]
    fn drawn_melees_have_the_odds_of_their_rolls() {
        let sword = "melee = 4\nparry = 3\ncarries = ['sword']\ncount = 2\npolicy = 'plain'";
        let two_and_two = || against_last_and_weak(fighters("a", sword), 1);
        let bout = Compiled::new(two_and_two(), Vec::new());
        let stream = Stream::new(5, b"pieces");
        let first = EFFORTS[1];
        let later = first..first + FIGHTS;
        let cast = bout.cast();
        let [mut drawn, mut rolled] = [Tally::new(cast), Tally::new(cast)];
        bout.play(&stream, later.clone(), &mut drawn);
        two_and_two().play_all(&stream, later, &mut rolled);
        assert!(drawn != rolled, "nothing is drawn");
        are_alike(cast, [&drawn, &rolled], 60.0);
        assert!(rolled.wins(SideId(0)) > FIGHTS / 10 && rolled.wins(SideId(1)) > FIGHTS / 10);
        for n in first..first + 6 {
            assert_eq!(bout.tell(&stream, n).outcome, bout.outcome(&stream, n));
        }
    }
}
