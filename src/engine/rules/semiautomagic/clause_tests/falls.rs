//! Tests of falls and collisions.

use crate::rules::semiautomagic::nouns::state::Life;
use crate::rules::semiautomagic::testing::{Setup, Trial, fighters, fraction};

/// Returns the probabilities that a fighter with Toughness 9 and Minimum Toughness 3 is wounded by a fall,
/// and that it starts dying.
fn falls(stats: &str) -> [num_rational::BigRational; 2] {
    let setup = fighters("a", &format!("falls = {{ {stats} }}")).against("b", "");
    let mut trial = setup.ready();
    trial.state = trial.arena.start.clone();
    let odds = trial.odds(|trial| (trial.wounds("a"), trial.life("a")));
    [
        odds.of(|&(wounds, life)| wounds == 1 && life == Life::Well),
        odds.of(|&(_, life)| life != Life::Well),
    ]
}

#[test] // SAM-16-1, SAM-0-3
fn falls_hurt_by_their_height() {
    let sixths = |wound: i64, dying: i64| [fraction(wound, 6), fraction(dying, 6)];
    assert_eq!(falls("metres = 5"), sixths(4, 0));
    assert_eq!(falls("metres = 10"), sixths(5, 0));
    assert_eq!(falls("metres = 20"), sixths(5, 1));
    assert_eq!(falls("metres = 40"), sixths(1, 5));
    assert_eq!(falls("metres = 60"), sixths(0, 6));
    assert_eq!(falls("metres = 600"), sixths(0, 6));
    assert_eq!(falls("metres = 0"), sixths(0, 0));
}

#[test] // SAM-16-2
fn surfaces_are_soft_or_hard() {
    assert_eq!(
        falls("metres = 20, surface = 'soft'"),
        [fraction(4, 6), fraction(0, 6)]
    );
    assert_eq!(
        falls("metres = 60, surface = 'deep-water'"),
        [fraction(3, 6), fraction(0, 6)]
    );
    assert_eq!(
        falls("metres = 20, surface = 'spikes'"),
        [fraction(2, 6), fraction(4, 6)]
    );
}

#[test] // SAM-16-3
fn ledges_are_caught() {
    let caught = falls("metres = 60, ledge = true");
    assert_eq!(caught, [fraction(0, 1), fraction(1, 2)]);
    let rolls = fighters("a", "falls = { metres = 60 }\ntuck_and_roll = 12").against("b", "");
    let mut trial = rolls.ready();
    trial.state = trial.arena.start.clone();
    let odds = trial.odds(|trial| trial.wounds("a"));
    assert_eq!(odds.of(|&wounds| wounds == 1), fraction(3, 6));
}

/// Plays the first step of a fight. `faces` are the faces of the dice after those for initiative.
fn opened(setup: &Setup, faces: &[u32]) -> Trial {
    let mut trial = setup.ready();
    trial.state = trial.arena.start.clone();
    trial.step([&[6, 1], faces].concat())
}

#[test] // SAM-16-1
fn beyond_60_m_the_height_adds_no_more() {
    let setup = fighters("a", "falls = { metres = 600 }\narmour = 9").against("b", "");
    // The damage of 18 is compared with Toughness 18 and Minimum Toughness 12.
    let trial = opened(&setup, &[6]);
    assert_eq!((trial.wounds("a"), trial.life("a")), (1, Life::Well));
}

#[test] // SAM-16-2
fn every_surface_has_its_number() {
    let damage = |surface: &str| {
        let stats = format!("falls = {{ metres = 60, surface = '{surface}' }}\narmour = 60");
        let trial = opened(&fighters("a", &stats).against("b", ""), &[1]);
        (0..=20).find(|damage| trial.says(&format!("takes {damage} damage")))
    };
    let surfaces = [
        "hard",
        "deep-water",
        "very-soft",
        "soft",
        "slightly-soft",
        "hazardous",
        "spikes",
    ];
    assert_eq!(surfaces.map(damage), [13, 1, 7, 10, 12, 14, 16].map(Some));
}

#[test] // SAM-16-1, SAM-0-9
fn nobody_falls_once_the_fight_is_over() {
    let falls = "falls = { metres = 60 }";
    let trial = opened(&fighters("a", falls).against("b", falls), &[6]);
    assert!(trial.outcome.is_some());
    assert_eq!(
        [trial.life("a"), trial.life("b")],
        [Life::Dying, Life::Well]
    );
}

#[test] // SAM-16-4, SAM-19-9
fn who_dodges_a_collision_must_be_able_to() {
    let setup = |stats: &str| {
        let field = "collisions = [{ who = ['a'], scale = 2, speed = 10 }]";
        fighters("a", &format!("dodge = 2\n{stats}"))
            .against("b", "")
            .field(field)
    };
    assert_eq!(opened(&setup(""), &[4]).wounds("a"), 0);
    assert_eq!(opened(&setup("starts = ['asleep']"), &[5]).wounds("a"), 1);
    // The difference of the scales is added to 5, the number that the dodge must reach.
    assert_eq!(opened(&setup("scale = 1"), &[3]).wounds("a"), 0);
    assert_eq!(opened(&setup("scale = 1"), &[2, 6]).wounds("a"), 1);
}

#[test] // SAM-16-4
fn collisions_hurt_who_does_not_dodge() {
    let setup = |collision: &str| {
        fighters("a", "dodge = 2")
            .against("b", "")
            .field(&format!("collisions = [{{ {collision} }}]"))
    };
    let wounded = |collision: &str| {
        let mut trial = setup(collision).ready();
        trial.state = trial.arena.start.clone();
        trial
            .odds(|trial| trial.wounds("a"))
            .of(|&wounds| wounds > 0)
    };
    // The dodge must reach 6, and succeeds in half of the cases. If it fails, the damage of d6 + 2 is
    // compared with Toughness 9 and Minimum Toughness 3.
    assert_eq!(
        wounded("who = ['a'], scale = 2, speed = 10"),
        fraction(1, 2) * fraction(5, 6)
    );
    // With `crushed`, the larger of the scales counts, which adds 6 to the damage.
    assert_eq!(
        wounded("who = ['a'], scale = 2, speed = 10, crushed = true"),
        fraction(1, 2)
    );
    assert_eq!(wounded("who = ['b'], scale = 0"), fraction(0, 1));
}

#[test] // SAM-16-4
fn collisions_count_the_squares_of_who_is_hurt() {
    // The cart has scale 2. Its eight wounds have reduced its Toughness to 7 and its Minimum Toughness to 1.
    let mut trial = fighters("a", "dodge = 2")
        .and("cart", "object = true\nscale = 2\nwounds = 8\ncarries = []")
        .against("b", "")
        .field("collisions = [{ who = ['a', 'cart'], speed = 10 }]")
        .ready();
    trial.state = trial.arena.start.clone();
    let odds = trial.odds(|trial| (trial.wounds("a") > 0, trial.wounds("cart") > 8));
    // For the human, the speed is ten squares per second, which adds 2 to the damage. For the larger cart, it
    // is two and a half squares per second, which adds nothing. A d6 of 2 or more wounds either of them.
    assert_eq!(
        odds.of(|&(human, _)| human),
        fraction(1, 2) * fraction(5, 6)
    );
    assert_eq!(odds.of(|&(_, cart)| cart), fraction(5, 6));
    assert_eq!(odds.of(|&(human, cart)| human && !cart), fraction(0, 1));
}
