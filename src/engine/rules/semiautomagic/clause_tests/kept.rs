//! Tests that the cache of values never changes the course of a fight.

use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::fight::{Arena as _, Fight, FighterId, Progress, Silent, Stream};
use crate::rules::semiautomagic::nouns::Whereabouts;
use crate::rules::semiautomagic::testing::{Setup, does, fighters};
use crate::rules::testing::Heard;

/// Lines for the list `act`. Their conditions and targets depend on many parts of the situation.
#[rustfmt::skip]
const LINES: [&str; 44] = [
    "attack", "attack", "attack on best", "attack on best", "attack at weakest", "attack at strongest", "attack at last",
    "attack at flanked on best", "attack at helpless", "attack at wounded on leg", "attack at easiest on weapon",
    "attack with ranged on best if target.needed < 6", "attack with bow on best", "attack if self.wounds == 0",
    "attack if target.wounds > 0", "attack with knife on best if self.toughness > 6", "attack at shaken if target.toughness < 9",
    "attack on best if round > 2", "attack on head if target.flanked", "attack on hand if chance(50%)",
    "combo on best", "combo", "combo with two at weakest on best", "combo over several on best", "combo with charge",
    "combo at last if foes.in_reach > 1", "area", "area put clear", "daunt if not target.panicked", "aim", "heal",
    "move-to-flank if foes.in_reach > 0", "move-to-flank", "charge", "run if foes.distance > 20", "move to weakest",
    "move-away if self.wounds > 1", "move-to-cover", "crouch if foes.distance > 2", "go-prone if self.wounds > 2",
    "drop with ranged if foes.touching > 0", "draw if not self.armed", "pick-up if not self.armed", "attack if self.seconds > 3",
];

const WEAPONS: [&str; 8] = [
    "'sword'",
    "'knife', 'sword'",
    "'spear', 'knife'",
    "'sword', 'shield'",
    "'bow', 'knife'",
    "'crossbow'",
    "'fireball', 'sword'",
    "'terror', 'spear'",
];

/// Lines for stat blocks. Each fighter of a random fight gets one of these entries.
const STATS: [&str; 9] = [
    "",
    "melee = 4",
    "scale = 1",
    "armour = 3",
    "dodge = 2\nparry = 3",
    "combos = ['two', 'charge']",
    "combos = ['three']",
    "starts = ['disabled']",
    "hidden = true\nstealth = 3\nconcealed = true",
];

const DEFENCES: [&str; 4] = [
    "\"best\"",
    "\"parry if self.flanked\", \"dodge if self.wounds > 0\", \"best\"",
    "\"dodge if attack.dc < 9\", \"best\"",
    "",
];

/// Returns a policy with lines chosen from [`LINES`] and this defence.
fn policy(lines: &[Index], defence: Index) -> String {
    let lines = lines.iter().map(|line| format!("\"{}\"", line.get(&LINES)));
    let lines: Vec<String> = lines
        .chain(["\"attack\"".into(), "\"move\"".into()])
        .collect();
    format!(
        "act = [{}]\ndefend = [{}]\nfinish = [\"go-on\"]",
        lines.join(", "),
        defence.get(&DEFENCES)
    )
}

/// Plays several fights twice and compares every step. The first time, the cache is kept from step to step
/// and from fight to fight. The second time, it is emptied before each step.
fn plays_as_without(setup: &Setup) {
    let arena = setup.ready().arena;
    let start = arena.start();
    let stream = Stream::new(7, setup.text());
    let mut kept = start.clone();
    for fight in 0..6 {
        kept.clone_from(start);
        let mut plain = start.clone();
        let (mut dice, mut other) = (stream.dice(fight), stream.dice(fight));
        let (mut heard, mut told) = (Heard::default(), Heard::default());
        for _ in 0..400 {
            plain = plain.clone();
            let goes = arena.step(&mut kept, &mut dice, &mut heard);
            assert_eq!(goes, arena.step(&mut plain, &mut other, &mut told));
            assert_eq!(kept, plain);
            assert_eq!(
                (&heard.blows, &heard.lines, &heard.said),
                (&told.blows, &told.lines, &told.said)
            );
            if goes != Progress::Goes {
                break;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn a_fight_is_the_same_without_kept_values(
        policies in proptest::collection::vec((proptest::collection::vec(any::<Index>(), 1..7), any::<Index>()), 2),
        weapons in proptest::collection::vec(select(&WEAPONS[..]), 2),
        stats in proptest::collection::vec(select(&STATS[..]), 2),
        counts in proptest::collection::vec(1usize..4, 2),
        mapped in any::<bool>(),
        walls in any::<bool>(),
    ) {
        let block = |at: usize| {
            let places = (0..counts[at]).map(|y| format!("[{}, {}]", 4 + 9 * at, 3 + 3 * y));
            let places = places.collect::<Vec<_>>().join(", ");
            let place = if mapped { format!("\nat = [{places}]") } else { String::new() };
            let (count, weapons, stats) = (counts[at], weapons[at], stats[at]);
            let policy = ["p", "q"][at];
            format!("count = {count}{place}\ncarries = [{weapons}]\npolicy = '{policy}'\n{stats}")
        };
        let policies: Vec<String> = policies.iter().map(|(lines, defence)| policy(lines, *defence)).collect();
        let mut setup = fighters("a", &block(0)).against("b", &block(1))
            .policy("p", &policies[0])
            .policy("q", &policies[1])
            .run("round_cap = 12");
        if mapped {
            let row = |y: usize| if walls && (4..9).contains(&y) { "........##.........." } else { "...................." };
            let rows: Vec<&str> = (0..16).map(row).collect();
            setup = setup.field(&format!("map = \"\"\"\n{}\n\"\"\"", rows.join("\n")));
        }
        plays_as_without(&setup);
    }
}

#[test]
#[should_panic(expected = "a kept")]
fn a_change_that_is_not_counted_is_found() {
    let arena = does("attack", "melee = 2", "parry = 1").ready().arena;
    let mut state = arena.start().clone();
    let mut dice = Stream::new(1, "").dice(0);
    for step in 0..40 {
        if step == 3 {
            for item in &mut state.body_untold(FighterId(0)).items {
                item.place = Whereabouts::Destroyed;
            }
        }
        let goes = arena.step(&mut state, &mut dice, &mut Silent);
        assert_eq!(goes, Progress::Goes);
    }
}
