use crate::bout::{Bout, Compiled};
use crate::dice::Recorded;
use crate::fight::{Fight, Outcome, Stream, play};
use crate::rules::murdham::nouns::arena::{Arena, Tabled};
use crate::rules::testing::{self, Aloud};
use crate::tally::Tally;

/// A knight against a guard, with these lines in their stat blocks and in the scenario.
fn duel(knight: &str, guard: &str, rest: &str) -> Arena<2> {
    let text = format!(
        "ruleset = 'murdham'\n{rest}\n[combatants.knight]\n{knight}\n[combatants.guard]\n{guard}\n\
        [[sides]]\nname = 'a'\nfighters = [{{ combatant = 'knight' }}]\n\
        [[sides]]\nname = 'b'\nfighters = [{{ combatant = 'guard' }}]\n"
    );
    testing::compiled(&text)
}

const FIGHTS: u64 = 400;

/// Whether the fight has a chart. What is counted is what is told, fight by fight and all at once.
fn is_charted(arena: Arena<2>) -> bool {
    let stream = Stream::new(1, b"duel");
    let mut aloud = Aloud(Tally::new(arena.cast()));
    let outcomes: Vec<Outcome> = (0..FIGHTS)
        .map(|n| {
            let mut dice = Recorded::beside(stream.dice(n), stream.aside(n));
            play(&arena, &mut dice, &mut aloud)
        })
        .collect();
    let charted = matches!(arena.tabled.get(), Some(Tabled::Turns(_)));
    let bout = Compiled::new(arena, Vec::new());
    let mut tally = Tally::new(bout.cast());
    bout.play(&stream, 0..FIGHTS, &mut tally);
    let (drawn, told) = (tally.without_events(), aloud.0.without_events());
    assert!(drawn == told, "{drawn:?}\n{told:?}");
    for (n, outcome) in (0..).zip(outcomes) {
        assert_eq!(bout.outcome(&stream, n), outcome, "fight {n}");
    }
    charted
}

const SWORD: &str = "health = 8\ncarries = ['sword']\n";

#[test]
fn a_fight_drawn_turn_by_turn_is_the_fight_that_is_told() {
    for (knight, guard, rest) in [
        ("policy = 'plain'", "policy = 'plain'", ""),
        ("", "", ""),
        ("policy = 'plain'", "policy = 'counterer'\nshield = 1", ""),
        (
            "policy = 'dodger'",
            "extra_reactions = 1",
            "[options]\ninitiative_changes = 'each_round'",
        ),
        (
            "concealed = true\nagi = 14",
            "wit = 5",
            "[field]\nzones = 3",
        ),
        (
            "policy = 'runner'",
            "armour = 1\ndamaged = ['armour']",
            "[options]\nzero_health = 'dying'",
        ),
        (
            "policy = 'plain'",
            "armour = 3\nsize = 'small'",
            "[field]\ndark = true",
        ),
    ] {
        let (knight, guard) = ([SWORD, knight].concat(), [SWORD, guard].concat());
        assert!(
            is_charted(duel(&knight, &guard, rest)),
            "{knight} {guard} {rest}"
        );
    }
}

#[test] // MUR-1-14
fn the_last_round_is_played_by_the_ordinary_rules() {
    for cap in 1..=3 {
        let rest = format!("[run]\nround_cap = {cap}");
        let guard = [SWORD, "armour = 3"].concat();
        assert!(is_charted(duel(SWORD, &guard, &rest)));
    }
}

#[test]
fn who_asks_the_round_has_too_much_health_or_throws_too_many_dice_has_no_chart() {
    let timed = "[policies.timed]\nact = ['attack if round > 1']\n";
    let knight = [SWORD, "policy = 'timed'"].concat();
    assert!(!is_charted(duel(&knight, SWORD, timed)));
    let troll = "health = 90\ncarries = ['sword']";
    assert!(!is_charted(duel(troll, troll, "")));
    let open = "[options]\nopen_dice = 'on'\n[weapons.maul]\ndamage = '4d6'";
    let knight = "health = 8\ncarries = ['maul']";
    assert!(!is_charted(duel(knight, SWORD, open)));
}

#[test]
fn nothing_is_drawn_where_every_die_is_to_be_rolled() {
    assert!(!is_charted(duel(SWORD, SWORD, "[run]\ntables = false")));
    let troll = "health = 90\ncarries = ['sword']";
    let drawn = |run: &str| {
        let arena = duel(troll, troll, run);
        let stream = Stream::new(1, b"duel");
        play(&arena, &mut stream.dice(0), &mut crate::fight::Silent);
        matches!(arena.tabled.get(), Some(Tabled::Blows(_)))
    };
    assert!(drawn("") && !drawn("[run]\ntables = false"));
}
