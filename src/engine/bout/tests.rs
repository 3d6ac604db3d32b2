use super::*;
use crate::chain::ROLLED;
use crate::exact::Budget;
use crate::exact::boxing::{Boxing, at_once, boxing, counting_down};
use crate::fight::{CombatantId, Ending, EventKind, SideId};
use crate::tally::PerFight;

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
fn a_chain_that_was_dropped_is_built_again() {
    let stream = Stream::new(3, b"boxing");
    let bout = Compiled::new(counting_down(9, 40), Vec::new());
    let knows = || {
        let ready = bout.ready.lock().expect(UNPOISONED);
        let chain = ready.as_ref().and_then(|ready| ready.chain.get());
        matches!(chain, Some(Some(_)))
    };
    let (mut whole, mut parts) = (Tally::new(bout.cast()), Tally::new(bout.cast()));
    bout.play(&stream, 0..3 * ROLLED, &mut whole);
    assert!(knows());
    for part in 0..3 {
        bout.play(&stream, part * ROLLED..(part + 1) * ROLLED, &mut parts);
        bout.forget();
        assert!(!knows());
    }
    assert_eq!(whole, parts);
}

#[test]
fn that_there_is_no_chain_is_not_forgotten() {
    let stream = Stream::new(3, b"boxing");
    // A fight of so few rounds has no chain, because a chain would save no time.
    let bout = Compiled::new(counting_down(9, 4), Vec::new());
    let mut tally = Tally::new(bout.cast());
    assert!(!bout.unchained.load(Ordering::Relaxed));
    bout.play(&stream, ROLLED..ROLLED + 1, &mut tally);
    bout.forget();
    assert!(bout.unchained.load(Ordering::Relaxed));
}

#[test]
fn a_drawn_fight_is_told_as_it_was_counted() {
    let stream = Stream::new(5, b"boxing");
    for fight in [
        counting_down(9, 40),
        at_once(4, 40, true),
        boxing(6, 40, true),
        // Many of these fights reach the last rounds before the cap. Steps in these rounds are rolled, not
        // drawn.
        counting_down(9, 7),
    ] {
        let bout = Compiled::new(fight, Vec::new());
        for n in ROLLED - 2..ROLLED + 60 {
            assert_eq!(
                bout.tell(&stream, n).outcome,
                bout.outcome(&stream, n),
                "fight {n}"
            );
        }
    }
}

#[test]
fn chances_at_each_moment_are_those_of_the_state_there() {
    const FRESH: u64 = 4000;
    let stream = Stream::new(8, b"boxing");
    for fight in [
        counting_down(5, 40),
        at_once(4, 40, true),
        boxing(6, 5, false),
    ] {
        let bout = Compiled::new(fight.clone(), Vec::new());
        for n in [3, ROLLED + 5] {
            let (story, states) = bout.told(&bout.ready(), &stream, n);
            let onward = bout.onward(&stream, n);
            assert_eq!(
                (onward.story(), story.moments.len()),
                (&story, states.len())
            );
            assert!(states.len() > 4);
            for (moment, state) in states.iter().enumerate() {
                let fresh = onward.play(moment, 0..FRESH);
                let parts = [onward.play(moment, 0..9), onward.play(moment, 9..FRESH)];
                let mut sum = Endings::none(2);
                for part in &parts {
                    sum += part;
                }
                assert_eq!(sum, fresh);
                let is_over = moment + 1 == states.len();
                let odds = exact::solve(&fight.clone().begun_from(state.clone()), 10_000);
                let odds = odds.expect("few states");
                for (side, found) in [0, 1].map(SideId).into_iter().zip(fresh.chances()) {
                    let ending = Ending::Won(side);
                    if is_over {
                        let won = f64::from(u8::from(story.outcome.ending == ending));
                        for figure in [found.low, found.estimate, found.high] {
                            assert!((figure - won).abs() < 1e-12);
                        }
                        continue;
                    }
                    let exact = odds.of(ending);
                    #[expect(clippy::cast_precision_loss, reason = "few fights")]
                    let error = (exact * (1.0 - exact) / FRESH as f64).sqrt();
                    let apart = (found.estimate - exact).abs();
                    assert!(apart <= 5.0 * error, "{state:?}: {found:?}, not {exact}");
                    assert!(found.high - found.low > 0.0);
                }
            }
        }
    }
}

fn fights() -> [Boxing; 5] {
    [
        counting_down(9, 40),
        at_once(4, 40, true),
        at_once(7, 40, true),
        boxing(6, 40, true),
        boxing(5, 12, false),
    ]
    .map(Boxing::hard)
}

/// A drawn fight must report the end that follows by the rules from the blows that it reports.
#[test]
fn a_drawn_fight_ends_as_its_blows_have_it() {
    let stream = Stream::new(6, b"boxing");
    for fight in fights() {
        let hit_points = fight.cast.combatants[0].health;
        let bout = Compiled::new(fight, Vec::new());
        let cast = bout.cast().clone();
        for n in ROLLED..ROLLED + 300 {
            let mut tally = Tally::new(&cast);
            bout.play(&stream, n..n + 1, &mut tally);
            let outcome = bout.outcome(&stream, n);
            for at in 0..2 {
                let (who, side) = (CombatantId::at(at), SideId::at(at));
                let left =
                    i64::from(hit_points) - i64::try_from(tally.damage_taken(who)).expect("few");
                let told: Vec<(u32, f64)> = tally
                    .health_left(who)
                    .map(|(health, times)| (health, times.mean))
                    .collect();
                let fates = cast.events.iter().enumerate().filter_map(|(event, spec)| {
                    let times = tally.event(side, EventId::at(event))?;
                    (spec.kind == EventKind::Fate).then_some((spec.name, times.mean))
                });
                let fates: Vec<(&str, f64)> = fates.collect();
                if outcome.standing.has(FighterId::at(at)) {
                    let left = u32::try_from(left).expect("somebody stands");
                    assert_eq!((told, fates), (vec![(left, 1.0)], vec![]), "fight {n}");
                } else {
                    let fate = if left == 0 { "down" } else { "out cold" };
                    assert_eq!((told, fates), (vec![], vec![(fate, 1.0)]), "fight {n}");
                }
                let dodged = tally
                    .event(side, EventId(1))
                    .map_or(0.0, |times| times.mean);
                let evaded = tally.evaded(CombatantId::at(1 - at));
                assert!((dodged - f64::from(u32::try_from(evaded).expect("few"))).abs() < 1e-9);
            }
        }
    }
}

/// The test includes the events that a book defines itself. Drawn steps report the mean number of such
/// events, and rolled steps the actual number.
#[test]
fn drawn_fights_have_the_events_of_all_their_rolls() {
    const FIGHTS: u64 = 20_000;
    let stream = Stream::new(7, b"boxing");
    for fight in fights() {
        let bout = Compiled::new(fight, Vec::new());
        let mut tally = Tally::new(bout.cast());
        let (mut sums, mut at) = (tally.sums(), 0);
        while at < ROLLED + FIGHTS {
            let end = Tally::batch_end(at).min(ROLLED + FIGHTS);
            bout.play(&stream, at..end, &mut tally);
            tally.told(at..end, &mut sums);
            at = end;
        }
        let exact = bout.work_out(&Budget::ANY, &()).tally;
        let near = |what: String, sampled: Option<PerFight>, exact: Option<PerFight>| {
            let mean = exact.map_or(0.0, |exact| exact.mean);
            let found = sampled.map_or(0.0, |sampled| sampled.mean);
            // The variance of the number of such events in one fight is at most a few times the mean number.
            #[expect(clippy::cast_precision_loss, reason = "few fights")]
            let error = (mean.max(1e-4) * 10.0 / (ROLLED + FIGHTS) as f64).sqrt();
            assert!(
                (found - mean).abs() < 5.0 * error,
                "{what}: {found}, not {mean}"
            );
            let told = sampled.and_then(|sampled| sampled.error).unwrap_or(0.0);
            assert!(told < 2.0 * error, "{what}: {told}");
        };
        for side in (0..2).map(SideId) {
            for event in 0..bout.cast().events.len() {
                let event = EventId::at(event);
                near(
                    format!("{event:?}"),
                    tally.event(side, event),
                    exact.event(side, event),
                );
            }
            let who = CombatantId(side.0);
            for (health, exact) in exact.health_left(who) {
                let mut left = tally.health_left(who);
                let sampled = left
                    .find(|&(found, _)| found == health)
                    .map(|(_, times)| times);
                near(format!("{health} left"), sampled, Some(exact));
            }
        }
    }
}
