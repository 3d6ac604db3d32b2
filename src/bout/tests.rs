use super::*;
use crate::exact::boxing::{at_once, boxing, counting_down};

#[test]
fn the_first_fights_are_rolled_and_how_the_others_are_cut_does_not_matter() {
    let stream = Stream::new(3, b"boxing");
    let play = |drawn: bool, cuts: &[u64]| {
        let bout = Compiled::new(counting_down(9, 40), Vec::new()).drawn(drawn);
        let mut tally = Tally::new(bout.cast());
        for cut in cuts.windows(2) {
            bout.play(&stream, cut[0]..cut[1], &mut tally);
        }
        tally
    };
    assert_eq!(play(true, &[0, ROLLED]), play(false, &[0, ROLLED]));
    let end = 3 * ROLLED;
    let whole = play(true, &[0, end]);
    assert_eq!(whole, play(true, &[0, 7, ROLLED + 9, end - 1, end]));
    assert_ne!(whole, play(false, &[0, end]));
}

#[test]
fn a_drawn_fight_is_told_as_it_was_counted() {
    let stream = Stream::new(5, b"boxing");
    for fight in [
        counting_down(9, 40),
        at_once(4, 40, true),
        boxing(6, 40, true),
    ] {
        let bout = Compiled::new(fight, Vec::new());
        for n in ROLLED - 20..ROLLED + 60 {
            assert_eq!(
                bout.tell(&stream, n).outcome,
                bout.outcome(&stream, n),
                "fight {n}"
            );
        }
    }
}
