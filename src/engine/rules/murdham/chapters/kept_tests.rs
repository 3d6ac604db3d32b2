//! Tests that kept results are equal to newly computed ones, and that fights have the same outcomes with and
//! without kept results.

use crate::dice::Scripted;
use crate::fight::{
    Arena as _, Fight, FighterId, Outcome, Progress, Silent, Stream, Witness, play_all, tell_fates,
};
use crate::rules::murdham::nouns::memo::Striking;
use crate::rules::murdham::nouns::{Arena, Attack, AttackMeans, Delivery, Scene, View};
use crate::rules::murdham::testing::{Setup, fighters};
use crate::rules::testing::compiled;
use crate::tally::Tally;

/// Plays a fight without keeping any results.
fn play_plainly<W: Witness>(arena: &Arena, stream: &Stream, fight: u64, witness: &mut W) {
    let (mut state, mut dice) = (arena.start().clone(), stream.dice(fight));
    let outcome: Outcome = loop {
        if let Progress::Ended(outcome) = arena.step(&mut state, &mut dice, witness) {
            break outcome;
        }
    };
    tell_fates(arena, &state, &outcome, witness);
    witness.ended(&outcome);
}

/// Returns several fights that together use zones, shots, cover, barriers, darkness, lost gear, changes of
/// weapons, and mounts.
fn setups() -> Vec<Setup> {
    let acts = "ready = []\nact = ['disarm if target.armed and chance(20%)', 'shoot while moving if chance(30%)', \
                'attack spent if target.nearby', 'hold-back if chance(10%)', 'attack weakest']\n\
                move = ['close if chance(30%)']\nafter = ['withdraw if chance(30%)']\n\
                react = ['counter-shove if chance(20%)', 'counter', 'dodge']\nopportunity = ['strike']\n\
                bonus = ['pick-up if chance(50%)']\nsaddle = ['dismount if chance(20%)', 'mount']";
    let stats = "health = 14\npolicy = 'acts'\ncarries = ['sword', 'bow', 'worn']\nextra_reactions = 1\narmour = 1\n\
                 shield = 1\ndamaged = ['shield', 'armour']";
    let field = "zones = 3\nplaces = { 1 = { dark = true, cover = true }, 2 = { barrier = true } }";
    let worn = "[weapons.worn]\ndamage = '1d8'\ndamaged = true\n\
                [combatants.horse]\nhealth = 16\nsize = 'large'\nspeed = 4\nseats = 1\npolicy = 'acts'\n";
    let melee = fighters("a", &format!("count = 2\n{stats}"))
        .against("b", &format!("count = 3\nat = 2\n{stats}"))
        .field(field);
    let mounted = fighters(
        "a",
        &format!("count = 2\nriding = 'horse'\nat = 2\n{stats}"),
    )
    .against("b", &format!("count = 4\nsize = 'small'\n{stats}"))
    .field(field);
    let hidden = fighters("a", &format!("concealed = true\nat = 1\n{stats}"))
        .against("b", &format!("count = 2\n{stats}"))
        .field(field)
        .option("weapon_swap = \"bonus\"");
    let all = [melee, mounted, hidden];
    all.map(|setup| setup.with(worn).policy("acts", acts))
        .into()
}

#[test] // MUR-2-12, MUR-0-4, MUR-0-5
fn fights_with_kept_results_are_those_without() {
    const FIGHTS: u64 = 300;
    for setup in setups() {
        let arena: Arena = compiled(&setup.text());
        let stream = Stream::new(7, b"kept");
        let (mut kept, mut plain) = (Tally::new(arena.cast()), Tally::new(arena.cast()));
        // When a unit test uses a kept result, the code compares it with a newly computed one.
        play_all(&arena, &stream, 0..FIGHTS, &mut kept);
        for fight in 0..FIGHTS {
            play_plainly(&arena, &stream, fight, &mut plain);
        }
        assert!(kept == plain);
    }
}

fn attack(attacker: FighterId, target: FighterId) -> Attack {
    Attack::plain(attacker, target, AttackMeans::Item(0), Delivery::default())
}

fn striking(attacker: FighterId, target: FighterId) -> Striking {
    Striking::new(&attack(attacker, target), false).expect("it is an attack with a weapon")
}

#[test] // MUR-0-4
fn a_kept_result_holds_until_one_of_the_two_bodies_changes() {
    let setup = fighters("a", "carries = ['sword']")
        .against("b", "")
        .and("c", "");
    let trial = setup.ready();
    let [a, b, c] = ["a", "b", "c"].map(|name| trial.who(name));
    let (asked, start) = (striking(a, b), trial.arena.start());
    let mut state = start.clone();
    state.begin_memo();
    state.clone_from(start);
    let strike = View::new(&*trial.arena, &state).strike(attack(a, b), false);
    state.keep_strike(a, asked, strike);
    state.set_health(b, 1);
    state.body_mut(c).shield_gone = true;
    assert_eq!(state.kept_strike(a, asked), Some(strike));
    assert_eq!(state.kept_strike(a, striking(a, c)), None);
    for who in [a, b] {
        state.clone_from(start);
        assert_eq!(state.kept_strike(a, asked), Some(strike));
        state.body_mut(who).shield_gone = true;
        assert_eq!(state.kept_strike(a, asked), None);
    }
    // A result that was kept for a later state of the fight is not used for the first state of the fight.
    let mut later = start.clone();
    later.body_mut(b).shield_gone = true;
    state.clone_from(&later);
    state.keep_strike(a, asked, strike);
    assert_eq!(state.kept_strike(a, asked), Some(strike));
    state.clone_from(start);
    assert_eq!(state.kept_strike(a, asked), None);
    // A kept result is not used for the first state of another fight.
    state.clone_from(setup.ready().arena.start());
    assert_eq!(state.kept_strike(a, asked), None);
}

#[test]
#[should_panic(expected = "attacker")]
fn a_change_that_is_not_counted_is_noticed() {
    let trial = fighters("a", "carries = ['sword']")
        .against("b", "shield = 1")
        .ready();
    let [a, b] = ["a", "b"].map(|name| trial.who(name));
    let mut state = trial.state.clone();
    state.begin_memo();
    let mut dice = Scripted::new([3, 3]);
    for gone in [false, true] {
        state.body_untold(b).shield_gone = gone;
        let mut silent = Silent;
        let mut scene = Scene::new(&*trial.arena, &mut state, &mut dice, &mut silent);
        scene.roll_damage(attack(a, b), false);
    }
}
