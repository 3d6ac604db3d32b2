//! Tests of values that are read from tables, and of the messages about values that cannot be read.

use super::super::spec::{
    TEXTS, by_name, field, list, scaled, table, text, throw, truth, whole, word,
};
use super::super::testing::{faults, told};
use super::super::{Sources, parse};
use super::*;

/// Parses the table in `text` and reads it with `ask`. Returns what `ask` returned, and the faults.
fn ask<T>(text: &str, rows: &'static [FieldSpec], ask: impl Fn(&mut Fields) -> T) -> (T, Faults) {
    let mut sources = Sources::default();
    let source = sources.add("a.toml", text);
    let faults = Faults::new(sources);
    let (table, sound) = parse::document(source, &faults);
    assert!(sound, "tests of fields are sound TOML");
    let span = Span {
        source,
        start: 0,
        end: 0,
    };
    let mut fields = Fields::new(&table, span, "combatant `guard`", rows, &faults);
    let answer = ask(&mut fields);
    fields.finish();
    (answer, faults)
}

#[rustfmt::skip]
const GUARD: &[FieldSpec] = &[
    whole("hp", "", 1..=13, "", "").needed(),
    truth("n", "", ""),
    word("w", &["one", "both"], "", ""),
    throw("d", "", ""),
    throw("f", "", "").needed(),
    field("l", TEXTS, "", ""),
    table("t", &[], "", ""),
    whole("absent", "", 1..=2, "", "").or(2),
    scaled("speed", (2, "zones"), 0..=40, "", "").or(3),
    truth("awake", "", "").or_true(),
    word("seats", &["one", "both"], "", "").or_word("both"),
];

#[test]
fn right_answers_are_given_and_absent_ones_are_none_or_what_the_row_says() {
    let text = "hp = 13\nn = true\nw = 'both'\nd = '2d6+2'\nf = 3\nl = ['a', 'b']\n[t]\n";
    let ((), found) = ask(text, GUARD, |fields| {
        assert_eq!(fields.whole("hp"), Some(13));
        assert_eq!(fields.number::<u8>("hp"), 13);
        assert_eq!(fields.truth("n"), Some(true));
        assert_eq!(fields.word("w"), Some(1));
        assert_eq!(fields.text("w").map(|(text, _)| text), Some("both"));
        assert_eq!(fields.throw("d"), Some(Throw::new(2, 6, 2)));
        assert_eq!(fields.throw("f"), Some(Throw::new(0, 0, 3)));
        assert_eq!(fields.list("l").map(|(list, _)| list.len()), Some(2));
        let texts = fields.texts("l").expect("texts");
        assert_eq!(texts.iter().map(|t| t.0).collect::<Vec<_>>(), ["a", "b"]);
        assert!(fields.inner("t", "`t`").is_some());
        assert_eq!(fields.whole("absent"), None);
        assert_eq!(fields.number::<i16>("absent"), 2);
        assert_eq!(fields.number::<u8>("speed"), 6, "three zones in halves");
        assert_eq!((fields.truth("awake"), fields.flag("awake")), (None, true));
        assert_eq!(fields.choice("seats", ['a', 'b']), 'b');
        assert_eq!(fields.choice("w", ['a', 'b']), 'b');
    });
    assert!(found.is_empty());
}

type Refuses = fn(&mut Fields) -> bool;

const NUMBER: &[FieldSpec] = &[whole("x", "", 0..=100, "", "")];

#[test]
fn a_wrong_type_names_what_it_found() {
    for (text, message, help) in [
        (
            "x = '60%'",
            "`x` must be a whole number, not a text",
            Some("write 60"),
        ),
        (
            "x = '100k'",
            "`x` must be a whole number, not a text",
            Some("write a whole number from 0 to 100"),
        ),
        (
            "x = 1e6",
            "`x` must be a whole number, not a decimal number",
            Some("write a whole number from 0 to 100"),
        ),
        (
            "x = 'many'",
            "`x` must be a whole number, not a text",
            Some("write a whole number from 0 to 100"),
        ),
        (
            "x = 1.5",
            "`x` must be a whole number, not a decimal number",
            Some("write a whole number from 0 to 100"),
        ),
        (
            "x = [1]",
            "`x` must be a whole number, not a list",
            Some("write a whole number from 0 to 100"),
        ),
    ] {
        let (answer, found) = ask(text, NUMBER, |fields| fields.whole("x"));
        assert_eq!(answer, None);
        let fault = found.sorted().pop().expect("a fault");
        assert_eq!((fault.code, &*fault.message), ("scenario::type", message));
        assert_eq!(fault.help.as_deref(), help);
        assert_eq!(fault.label, "in combatant `guard`");
    }
}

#[test]
fn every_reader_refuses_what_it_cannot_read() {
    const TRUTH: &[FieldSpec] = &[truth("x", "", "")];
    const WORD: &[FieldSpec] = &[word("x", &["a"], "", "")];
    const LIST: &[FieldSpec] = &[list("x", &FieldKind::Text, "", "")];
    const SCALED: &[FieldSpec] = &[scaled("x", (10, "metres"), 0..=1, "", "")];
    const TEXT: &[FieldSpec] = &[text("x", "", "")];
    const THROW: &[FieldSpec] = &[throw("x", "", "")];
    const TABLE: &[FieldSpec] = &[table("x", &[], "", "")];
    let wrong: [(_, Refuses); 8] = [
        (NUMBER, |f| f.whole("x").is_none()),
        (TRUTH, |f| f.truth("x").is_none()),
        (TEXT, |f| f.text("x").is_none()),
        (WORD, |f| f.word("x").is_none()),
        (THROW, |f| f.throw("x").is_none()),
        (LIST, |f| f.list("x").is_none()),
        (LIST, |f| f.texts("x").is_none()),
        (SCALED, |f| f.whole("x").is_none()),
    ];
    for (rows, wrong) in wrong {
        let (none, found) = ask("x = {}", rows, wrong);
        assert!(none);
        assert_eq!(told(&found), faults([("scenario::type", "{}")]));
    }
    let (none, found) = ask("x = 1", TABLE, |f| f.table("x").is_none());
    assert!(none);
    assert_eq!(told(&found), faults([("scenario::type", "1")]));
    let (texts, found) = ask("x = ['a', 2]", LIST, |f| f.texts("x").map(|t| t.len()));
    assert_eq!(texts, Some(1));
    assert_eq!(told(&found), faults([("scenario::type", "2")]));
}

#[test]
fn what_was_meant_is_told_of_other_types() {
    #[rustfmt::skip]
    const ROWS: &[FieldSpec] = &[
        field("texts", TEXTS, "", ""),
        list("numbers", &FieldKind::Whole { unit: "", least: 0, most: 9 }, "", ""),
        list("tables", &FieldKind::Table(NUMBER), "", ""),
        word("word", &["low", "high"], "", ""),
        field("words", FieldKind::Words(&["low", "high"]), "", ""),
        by_name("counts", "", &FieldKind::Whole { unit: "", least: 0, most: 9 }, "", ""),
    ];
    for (line, help) in [
        ("texts = 'axe'", "write `[\"axe\"]`"),
        ("texts = 3", ""),
        ("numbers = 3", "write `[3]`"),
        ("numbers = 'x'", ""),
        ("tables = { x = 1 }", "write `[{ x = 1 }]`"),
        ("[tables]", "write `[[tables]]`"),
        ("word = true", "there are `low` and `high`"),
        ("words = 300", "there are `low` and `high`"),
        (
            "counts = ['herbs', 'salve']",
            "write `{ herbs = 1, salve = 1 }`",
        ),
        ("counts = 'herbs'", "write `{ herbs = 1 }`"),
        ("counts = []", ""),
        ("counts = 3", ""),
    ] {
        let ((), found) = ask(line, ROWS, |fields| {
            fields.list("texts");
            fields.list("numbers");
            fields.list("tables");
            fields.word("word");
            fields.words("words");
            fields.table("counts");
        });
        let found = found.sorted();
        assert_eq!(found.len(), 1, "{line}");
        assert_eq!(found[0].code, "scenario::type", "{line}");
        assert_eq!(found[0].help.as_deref().unwrap_or_default(), help, "{line}");
    }
}

#[test]
fn a_number_of_too_many_digits_is_told_once() {
    for (line, number) in [
        ("x = 99999999999999999999", 1),
        ("x = 9223372036854775807", 1),
    ] {
        let (none, found) = ask(line, NUMBER, |fields| fields.whole("x").is_none());
        assert!(none);
        assert_eq!(found.len(), number, "{line}");
        assert!(found.met() > 0);
    }
}

#[test]
#[should_panic(expected = "`x` of combatant `guard` is 0 to 100")]
fn a_question_of_another_kind_than_the_row_is_a_mistake() {
    ask("x = 1", NUMBER, |fields| fields.truth("x"));
}

#[test]
#[should_panic(expected = "`y` of combatant `guard` has no specification")]
fn a_question_without_a_row_is_a_mistake() {
    ask("x = 1", NUMBER, |fields| fields.whole("y"));
}

#[test]
#[should_panic(expected = "never read from combatant `guard`")]
fn a_row_that_nobody_asks_for_is_a_mistake() {
    ask("x = 1", NUMBER, |_| ());
}

#[test]
fn numbers_words_and_dice_have_limits() {
    #[rustfmt::skip]
    const ROWS: &[FieldSpec] = &[
        whole("hp", "", 1..=1000, "", ""),
        word("seats", &["one", "both"], "", ""),
        throw("damage", "", ""),
    ];
    let text = "hp = -3\nseats = 'bth'\ndamage = '0d6'\n";
    let ((), found) = ask(text, ROWS, |fields| {
        assert_eq!(fields.whole("hp"), None);
        assert_eq!(fields.word("seats"), None);
        assert_eq!(fields.throw("damage"), None);
    });
    assert_eq!(
        told(&found),
        faults([
            ("scenario::range", "-3"),
            ("scenario::word", "'bth'"),
            ("scenario::dice", "'0d6'"),
        ])
    );
    let found = found.sorted();
    assert_eq!(found[0].message, "`hp` must be from 1 to 1000, not -3");
    assert_eq!(found[1].help.as_deref(), Some("did you mean `both`?"));
}

#[test]
fn bad_dice_are_faults() {
    const DICE: &[FieldSpec] = &[throw("d", "", "")];
    for dice in ["d", "1d1000000", "2x6", "", "d1"] {
        let (answer, found) = ask(&format!("d = '{dice}'"), DICE, |fields| fields.throw("d"));
        assert_eq!(answer, None);
        let words = format!("'{dice}'");
        assert_eq!(told(&found), faults([("scenario::dice", &words)]));
    }
}

#[test]
fn missing_and_unknown_keys_are_faults() {
    #[rustfmt::skip]
    const ROWS: &[FieldSpec] = &[
        whole("hit_points", "", 1..=20, "", "").needed(),
        text("armour", "", "").needed(),
    ];
    let ((), found) = ask("hit_point = 13\nx = 1\n", ROWS, |fields| {
        assert_eq!(fields.whole("hit_points"), None);
        assert_eq!(fields.number::<u8>("hit_points"), 1);
        assert_eq!(fields.text("armour"), None);
    });
    assert_eq!(
        told(&found),
        faults([
            ("scenario::missing-key", ""),
            ("scenario::unknown-key", "hit_point"),
            ("scenario::unknown-key", "x"),
        ])
    );
    let found = found.sorted();
    assert_eq!(found[0].message, "combatant `guard` has no `armour`");
    assert_eq!(found[1].help.as_deref(), Some("did you mean `hit_points`?"));
    let all = "there are `hit_points` and `armour`";
    assert_eq!(found[2].help.as_deref(), Some(all));
}
