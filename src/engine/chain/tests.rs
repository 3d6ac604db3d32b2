use super::*;
use crate::exact::boxing::{Boxing, alike_from, at_once, boxing, counting_down, getting_up};
use crate::exact::{Budget, work_out};
use crate::fight::{Arena, CombatantId, Ending, SideId, Silent, Stream, WeaponId, tell_fates_but};
use crate::tally::Tally;

const FIGHTS: u64 = 12_000;

pub(super) fn chain(fight: &Boxing) -> Option<Chain<<Boxing as Arena>::State>> {
    let step = |state: &mut _, dice: &mut Sampled| fight.step(state, dice, &mut Silent);
    survey(fight, step)
}

/// Returns the tally of many fights whose steps were drawn on the chain.
pub(super) fn drawn(fight: &Boxing, chain: &Chain<<Boxing as Arena>::State>) -> Tally {
    let stream = Stream::new(7, b"boxing");
    let mut tally = Tally::new(fight.cast());
    chain.play_all(fight, &stream, 0..FIGHTS, &mut tally);
    tally
}

#[test]
fn drawn_fights_have_the_odds_of_all_their_rolls() {
    for fight in [
        boxing(9, 40, true),
        boxing(5, 9, false),
        boxing(9, 20, true),
        alike_from(5, boxing(9, 20, true)),
        alike_from(5, counting_down(9, 20)),
        counting_down(9, 40),
        counting_down(9, 20),
        counting_down(1, 40),
        getting_up(9, 100),
        at_once(9, 40, true),
        at_once(6, 7, false),
    ] {
        has_the_odds_of_all_its_rolls(&fight, &chain(&fight).expect("few situations"));
    }
}

fn has_the_odds_of_all_its_rolls(fight: &Boxing, chain: &Chain<<Boxing as Arena>::State>) {
    let tally = drawn(fight, chain);
    let exact = work_out(fight, &Budget::ANY, &()).tally;
    let near = |what: &str, counted: u64, expected: f64| {
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
        let (counted, fights) = (counted as f64, FIGHTS as f64);
        // This bounds the variance of an event: a fight has at most 40 of each event, and usually far fewer.
        let error = (expected.max(1e-4) * 10.0 / fights).sqrt();
        let mean = counted / fights;
        assert!(
            (mean - expected).abs() < 5.0 * error,
            "{what}: {mean}, not {expected}, {fight:?}"
        );
    };
    near("draws", tally.draws(), exact.draws().value());
    near("undecided", tally.undecided(), exact.undecided().value());
    for at in 0..2u8 {
        let (side, id) = (SideId(at), CombatantId(at));
        near("wins", tally.wins(side), exact.wins(side).value());
        near("attacks", tally.attacks(id), exact.attacks(id).value());
        near("hits", tally.hits(id), exact.hits(id).value());
        near(
            "damage",
            tally.damage_dealt(id),
            exact.damage_dealt(id).value(),
        );
        let kills = tally
            .kills(id)
            .map(|(round, times)| u64::from(round) * times)
            .sum();
        let expected = exact
            .kills(id)
            .map(|(round, times)| f64::from(round) * times.value());
        near("rounds of kills", kills, expected.sum());
        for (mark, (counted, expected)) in tally
            .damage(id, WeaponId(0))
            .zip(exact.damage(id, WeaponId(0)))
            .enumerate()
        {
            near(&format!("blows {mark}"), counted.1, expected.1.value());
        }
    }
}

#[test]
fn counters_stand_for_many_situations() {
    let situations = |fight: &Boxing| chain(fight).map(|chain| chain.situations.len());
    let few = situations(&counting_down(9, 40)).expect("few situations");
    assert!(few <= 6, "{few}");
    assert!(situations(&boxing(9, 40, true)).expect("few situations") > 100);
    // Nearly every state of this fight occurs only once.
    assert_eq!(situations(&boxing(3000, 5000, true)), None);
}

#[test]
fn a_survey_without_counters_knows_all_that_may_come() {
    let chain = chain(&boxing(9, 40, true)).expect("few situations");
    assert!(chain.steps.iter().all(Option::is_some));
}

#[test]
fn a_situation_is_found_again() {
    let fight = counting_down(9, 40);
    let chain = chain(&fight).expect("few situations");
    let mut dice = Stream::new(1, b"boxing").dice(0);
    let mut here = chain.start(&fight).expect("the start is common");
    let mut told = FighterSet::NONE;
    for _ in 0..6 {
        let state = chain.state(&fight, &here);
        assert!(chain.stands(&fight, &state, &here));
        if chain.draw(&fight, &mut here, &mut dice, &mut told, &mut Silent) != Some(Progress::Goes)
        {
            break;
        }
        assert!(!chain.stands(&fight, &state, &here));
    }
}

/// Draws a fight on the chain, one step after another, and reports the events of each step at once.
fn draw_alone(
    fight: &Boxing,
    chain: &Chain<<Boxing as Arena>::State>,
    dice: &mut Sampled,
    tally: &mut Tally,
) {
    let (mut state, mut on_it, mut told) =
        (fight.start().clone(), chain.start(fight), FighterSet::NONE);
    loop {
        if let Some(here) = &mut on_it {
            match chain.draw(fight, here, dice, &mut told, tally) {
                Some(Progress::Goes) => continue,
                Some(Progress::Ended(_)) => return,
                None => state = chain.state(fight, here),
            }
        }
        if let Progress::Ended(outcome) = fight.step(&mut state, dice, tally) {
            tell_fates_but(fight, &state, outcome.standing, told, tally);
            tally.ended(&outcome);
            return;
        }
        on_it = chain.find(fight, &state);
    }
}

#[test]
fn fights_told_together_are_those_drawn_one_by_one() {
    let mut longest = 0;
    for fight in [
        boxing(9, 40, true),
        counting_down(9, 40),
        counting_down(1, 40),
        // Fights last more rounds than [`Sums`] can count together, and have more different ends than it has
        // slots.
        counting_down(150, 400),
        getting_up(9, 100),
        at_once(9, 40, true),
    ] {
        let chain = chain(&fight).expect("few situations");
        let stream = Stream::new(8, b"boxing");
        let (mut together, mut apart) = (Tally::new(fight.cast()), Tally::new(fight.cast()));
        chain.play_all(&fight, &stream, 0..60, &mut together);
        for n in 0..60 {
            draw_alone(&fight, &chain, &mut stream.dice(n), &mut apart);
        }
        assert!(together == apart, "{fight:?}");
        let rounds = [SideId(0), SideId(1)].map(Ending::Won).map(|ending| {
            let ended = together.rounds(ending).filter(|&(_, fights)| fights > 0);
            ended.map(|(round, _)| round).max().unwrap_or(0)
        });
        longest = longest.max(rounds[0].max(rounds[1]));
    }
    assert!(longest > 150, "{longest}");
}
