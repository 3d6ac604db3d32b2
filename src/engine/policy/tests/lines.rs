//! Tests of lines: the slots after an action, in any order and spelling.

use super::*;

const SWORD: Slot = Slot::Item(ItemRef::Named(0));
const NEAREST: Slot = Slot::Target(TargetRef::Rule(0));

fn slots(line: &str) -> [Slot; 4] {
    act(&[line]).list(ACT_LIST)[0].slots
}

#[test]
fn a_zone_is_named_or_numbered() {
    for (name, number) in [
        ("gate", "0"),
        ("'yard'", "1"),
        ("2nd-floor", "2"),
        ("round", "3"),
    ] {
        let [named, numbered] = [name, number].map(|zone| act(&[&format!("go to {zone}")]));
        assert_eq!(named.code, numbered.code, "{name}");
        assert_eq!(named.lines[0].slots, numbered.lines[0].slots, "{name}");
    }
    let [named, numbered] = ["yard", "1"].map(|zone| act(&[&format!("wait if foes == {zone}")]));
    assert_eq!(named.code, numbered.code);
}

#[test]
fn slots_come_in_any_order_and_stay_in_their_own() {
    let both = [SWORD, NEAREST, Slot::Absent, Slot::Absent];
    assert_eq!(slots("attack with broad-sword at nearest"), both);
    assert_eq!(slots("attack at nearest with broad-sword"), both);
    assert_eq!(slots("  attack  nearest\twith broad-sword "), both);
    assert_eq!(slots("attack"), [Slot::Absent; 4]);
    assert_eq!(slots("attack nearest")[1], NEAREST);
}

#[test]
fn things_are_named_quoted_or_selected() {
    let item = |line| slots(line)[0];
    assert_eq!(item("attack with 'broad-sword'"), SWORD);
    assert_eq!(
        item("attack with 'sword, broad' at troll"),
        Slot::Item(ItemRef::Named(1))
    );
    assert_eq!(
        item("attack with 2-handed-axe if true"),
        Slot::Item(ItemRef::Named(2))
    );
    assert_eq!(item("draw with 2h-mace"), Slot::Item(ItemRef::Named(3)));
    assert_eq!(item("draw with best-bow"), Slot::Item(ItemRef::Named(4)));
    assert_eq!(item("draw with best"), Slot::Item(ItemRef::Selector(0)));
    assert_eq!(
        item("draw with any-shield"),
        Slot::Item(ItemRef::Selector(1))
    );
}

#[test]
fn targets_are_rules_or_combatants() {
    assert_eq!(slots("attack weakest")[1], Slot::Target(TargetRef::Rule(1)));
    assert_eq!(
        slots("attack 'troll'")[1],
        Slot::Target(TargetRef::Combatant(1))
    );
}

#[test]
fn numbers_and_words_are_told_when_a_line_is_taken() {
    let policy = act(&["move nearest at-pace fast by self.hp / 2 + 1 if round > 1"]);
    let mut moment = Moment {
        facts: [7000, 2000, 0, 0, 0, 0, 0],
        ..Moment::default()
    };
    let (action, slots, numbers) = policy
        .decide(ACT_LIST, &mut moment)
        .expect("the line holds");
    assert_eq!((action, numbers), (1, [4500, 0, 0, 0]));
    assert!(matches!(slots[0], Slot::Number(_)));
    assert_eq!(slots[1..3], [NEAREST, Slot::Word(1)]);
}

#[test]
fn a_policy_is_the_same_however_it_is_spaced() {
    let content = |line| {
        let policy = act(&[line]);
        (policy.lists, policy.lines, policy.code)
    };
    assert_eq!(
        content("attack nearest with broad-sword if self.hp<3"),
        content("attack with 'broad-sword' at nearest  if (self.hp < 3)")
    );
    assert_ne!(
        content("attack nearest if self.hp < 3"),
        content("attack nearest if self.hp < 4")
    );
}

#[test]
fn a_condition_that_always_holds_is_none() {
    let policy = act(&[
        "wait if true",
        "wait if 1 < 2 and not (2 == 3)",
        "wait if chance(100%)",
        "wait if round < 2 or true",
    ]);
    let free: Vec<_> = policy
        .list(ACT_LIST)
        .iter()
        .map(Line::is_unconditional)
        .collect();
    assert_eq!(free, [true, true, true, false]);
}

#[test]
fn the_playbook_has_all_lists_and_lines() {
    let policy = Written {
        lists: vec![("react", vec!["parry"])],
        sublists: vec![("flee", vec!["parry with best"])],
        ..Written::default()
    }
    .policy();
    let book = policy.playbook();
    assert_eq!(book.name, "steady");
    assert_eq!(book.lists, ["act", "react", "flee"]);
    let lines: Vec<_> = book
        .lines
        .iter()
        .map(|line| (line.list.0, line.text.as_str()))
        .collect();
    assert_eq!(lines, [(1, "parry"), (2, "parry with best")]);
    assert!(policy.list(ACT_LIST).is_empty());
}
