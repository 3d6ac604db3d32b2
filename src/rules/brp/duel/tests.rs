use crate::dice::{Recorded, odds};
use crate::fight::{Fight, Progress, Stream, Witness, play, tell_fates};
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::testing::{self, Aloud};
use crate::tally::Tally;

/// A knight against a guard, with these lines in their stat blocks and in the scenario.
fn duel(knight: &str, guard: &str, rest: &str) -> Arena<2> {
    let block = |name: &str, dex: i32, lines: &str| {
        let dex = if lines.contains("dex") {
            String::new()
        } else {
            format!("dex = {dex}\n")
        };
        format!("[combatants.{name}]\nhit_points = 13\narmour = {{ ap = 2 }}\n{dex}{lines}\n")
    };
    let text = format!(
        "ruleset = 'brp'\n{rest}\n{}{}[[sides]]\nname = 'a'\nfighters = [{{ combatant = 'knight' }}]\n\
        [[sides]]\nname = 'b'\nfighters = [{{ combatant = 'guard' }}]\n",
        block("knight", 13, knight),
        block("guard", 12, guard)
    );
    testing::compiled(&text)
}

const SWORD: &str = "carries = ['broad-sword']\nskills = { broad-sword = 60 }";
const AXE: &str = "carries = ['great-axe', 'dagger']\nskills = { great-axe = 70, dagger = 40 }";
const SHIELD: &str = "carries = ['short-sword', 'round-shield']\n\
    skills = { short-sword = 55 }\nshield_skill = 60";
const DODGER: &str =
    "carries = ['great-axe']\nskills = { great-axe = 60 }\ndodge = 45\npolicy = 'dodge'";

fn duels() -> Vec<Arena<2>> {
    let dodge = "[policies.dodge]\nact = ['attack nearest']\nreact = ['dodge']\n";
    vec![
        duel(SWORD, SWORD, ""),
        duel(AXE, SWORD, ""),
        duel(AXE, SHIELD, "[options]\nbreaks_at = 'below_zero'"),
        duel(SHIELD, SHIELD, "[run]\nround_cap = 3"),
        duel(DODGER, AXE, dodge),
        duel(SHIELD, DODGER, dodge),
        duel(&format!("{SWORD}\ndex = 12"), SWORD, ""),
        duel("brawl = 60", AXE, ""),
        duel(
            "brawl = 70",
            "brawl = 70\nnatural_ap = 1",
            "[options]\nbrawl_parry = 'all_melee'",
        ),
        duel(
            &format!("{AXE}\ndex = 12"),
            AXE,
            "[options]\ndeath = 'immediate'",
        ),
    ]
}

#[test]
fn fights_counted_together_are_the_fights_played_one_by_one() {
    for (at, arena) in duels().into_iter().enumerate() {
        assert!(arena.duel.is_some(), "{at}");
        let stream = Stream::new(4, b"duels");
        let (mut together, mut apart) = (Tally::new(arena.cast()), Tally::new(arena.cast()));
        arena.play_all(&stream, 7..3007, &mut together);
        for n in 7..3007 {
            play(&arena, &mut stream.dice(n), &mut apart);
        }
        assert!(together == apart, "{at}");
    }
}

#[test]
fn a_fight_stepped_through_is_the_fight_played() {
    for arena in duels() {
        let stream = Stream::new(5, b"duels");
        for n in 0..300 {
            let (mut played, mut stepped) = (Tally::new(arena.cast()), Tally::new(arena.cast()));
            play(&arena, &mut stream.dice(n), &mut played);
            let mut state = arena.start();
            let mut dice = stream.dice(n);
            let outcome = loop {
                let progress = arena.step(&mut state, &mut dice, &mut stepped);
                if let Progress::Ended(outcome) = progress {
                    break outcome;
                }
            };
            tell_fates(&arena, &state, &outcome, &mut stepped);
            stepped.ended(&outcome);
            assert!(played == stepped, "fight {n}");
        }
    }
}

#[test]
fn a_fight_whose_dice_are_shown_is_the_fight_played() {
    for arena in duels() {
        let stream = Stream::new(6, b"duels");
        for n in 0..60 {
            let mut played = Tally::new(arena.cast());
            let mut shown = Aloud(Tally::new(arena.cast()));
            play(&arena, &mut stream.dice(n), &mut played);
            let mut dice = Recorded::beside(stream.dice(n), stream.aside(n));
            let mut state = arena.start();
            let outcome = loop {
                let progress = arena.step(&mut state, &mut dice, &mut shown);
                if let Progress::Ended(outcome) = progress {
                    break outcome;
                }
            };
            shown.ended(&outcome);
            assert!(
                played.without_events() == shown.0.without_events(),
                "fight {n}"
            );
        }
    }
}

#[test]
fn a_round_has_the_odds_of_its_two_exchanges() {
    for arena in duels() {
        let duel = arena.duel.as_ref().expect("a duel");
        let both = odds(|dice| crate::dice::Piece::roll(duel, dice));
        let [first, second] = duel.exchanges.each_ref().map(|tabled| &tabled.outcomes);
        for (&at, &exact) in &both {
            let product = (first[at / second.len()].1 * second[at % second.len()].1) >> 64;
            let off = exact.abs_diff(product);
            assert!(off < 10_000, "position {at} is off by {off} parts of 2^64");
        }
    }
}

#[test]
fn what_a_round_cannot_say_is_no_duel() {
    let stalemate = "natural_ap = 60\ncarries = ['dagger']";
    assert!(duel(stalemate, stalemate, "").duel.is_none());
    let wary = duel(
        &format!("{SWORD}\npolicy = 'wary'"),
        SWORD,
        "[policies.wary]\nact = ['attack nearest if self.hp > 5']",
    );
    assert!(wary.duel.is_none(), "hit points change what is stated");
    assert!(duel(SWORD, SWORD, "[run]\ntables = false").duel.is_none());
    let tough = "carries = ['broad-sword']\nskills = { broad-sword = 60 }\nnatural_ap = 1";
    assert!(duel(tough, SWORD, "").duel.is_some());
}

#[test]
fn dice_beyond_counting_are_rolled() {
    let arena = duel(SWORD, SWORD, "[weapons.broad-sword]\ndamage = '90d1000'");
    assert!(arena.duel.is_none());
    let mut tally = Tally::new(arena.cast());
    arena.play_all(&Stream::new(4, b"duels"), 0..50, &mut tally);
    assert_eq!(tally.fights(), 50);
}
