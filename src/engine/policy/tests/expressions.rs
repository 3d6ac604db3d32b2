//! Tests of expressions: the precedence of operators, draws of chances, and values of numbers.

use super::*;

/// Returns whether a condition holds in this moment. The condition is in a `let`, because a condition that
/// never holds is not a flaw there.
fn holds_in(condition: &str, moment: &mut Moment) -> bool {
    let written = Written {
        lists: vec![("act", vec!["attack if so"])],
        lets: vec![("so", condition)],
        ..Written::default()
    };
    written.policy().decide(ACT_LIST, moment).is_some()
}

/// Returns whether a condition holds in round 2, for a fighter that has 7 hit points, is prone and big, and
/// is 1.5 away from its target.
fn holds(condition: &str) -> bool {
    let mut moment = Moment {
        facts: [7000, 2000, 1500, 0, 0, 1, 1],
        usable: vec![ItemRef::Named(0), ItemRef::Selector(1)],
        ..Moment::default()
    };
    holds_in(condition, &mut moment)
}

#[test]
fn what_binds_tighter() {
    assert!(holds("true or false and false"));
    assert!(holds("not false or true"));
    assert!(!holds("not (false or true)"));
    assert!(holds("not self.hp == 3"));
    assert!(holds("self.hp + 2 * 3 == 13"));
    assert!(holds("(self.hp + 2) * 3 == 27"));
    assert!(holds("self.hp - 2 - 1 == 4"));
    assert!(holds("self.hp - (2 - 1) == 6"));
    assert!(holds("self.hp / 2 * 2 == 7"));
    assert!(holds("-self.hp + 8 = 1"));
    assert!(holds("--2 == 2"));
    assert!(holds("2 * -round == -4"));
    assert!(holds("self.hp < 8 and round < 3 or false"));
}

#[test]
fn every_comparison() {
    for (how, less, same, more) in [
        ("<", true, false, false),
        ("<=", true, true, false),
        (">", false, false, true),
        (">=", false, true, true),
        ("==", false, true, false),
        ("=", false, true, false),
        ("!=", true, false, true),
    ] {
        let three = [8, 7, 6].map(|n| holds(&format!("self.hp {how} {n}")));
        assert_eq!(three, [less, same, more], "{how}");
        let folded = [8, 7, 6].map(|n| holds(&format!("7{how}{n}")));
        assert_eq!(folded, [less, same, more], "{how}");
        let facts = [8000, 7000, 6000].map(|round| {
            let mut moment = Moment {
                facts: [7000, round, 0, 0, 0, 0, 0],
                ..Moment::default()
            };
            holds_in(&format!("self.hp {how} round"), &mut moment)
        });
        assert_eq!(facts, [less, same, more], "{how}");
    }
}

#[test]
fn numbers_are_thousandths() {
    assert!(holds("30% == 0.3"));
    assert!(holds("12.5% == 0.125"));
    assert!(holds("target.distance == 1.5000"));
    assert!(holds("target.distance * 2 == 300%"));
    assert!(holds("1 / 3 == 0.333 and -1 / 3 == -0.333"));
}

#[test]
fn a_minus_within_a_name_belongs_to_it() {
    assert!(holds("self.hp - 1 == 6"));
    assert!(holds("self.hp -1 == 6"));
    assert!(holds("(self.hp)-1 == 6"));
    assert!(holds("9-self.hp == 2"));
    assert!(holds("usable(broad-sword)"));
}

#[test]
fn expressions_read_facts_about_items_and_compare_words_of_a_scale() {
    assert!(holds("usable( any-shield ) and not usable('sword, broad')"));
    assert!(!holds("usable(2-handed-axe)"));
    assert!(holds("self.size == big and big >= self.size"));
    assert!(holds("small < self.size and self.size > small"));
    assert!(holds("self.prone == true and self.prone != (round < 1)"));
}

#[test]
fn lets_stand_for_what_they_say() {
    let policy = Written {
        lists: vec![("act", vec!["attack if ready and big-one"])],
        lets: vec![
            ("ready", "near and self.hp > spare"),
            ("near", "target.distance < 2"),
            ("spare", "2 * 3"),
            ("big-one", "self.size == big"),
        ],
        ..Written::default()
    }
    .policy();
    let decide = |hp| {
        let facts = [hp, 0, 1500, 0, 0, 0, 1];
        let mut moment = Moment {
            facts,
            ..Moment::default()
        };
        policy.decide(ACT_LIST, &mut moment).is_some()
    };
    assert!(decide(7000));
    assert!(!decide(6000));
}

#[test]
fn chance_is_drawn_only_where_it_decides() {
    let draws = |condition: &str, luck: &[bool]| {
        let mut moment = Moment {
            luck: luck.to_vec(),
            ..Moment::default()
        };
        let holds = holds_in(condition, &mut moment);
        assert!(moment.luck.is_empty(), "every foreseen draw is made");
        (holds, moment.chances)
    };
    assert_eq!(draws("chance(30%)", &[true]), (true, vec![300]));
    assert_eq!(draws("not chance(30%)", &[true]), (false, vec![300]));
    assert_eq!(draws("self.hp > 0 and chance(30%)", &[]), (false, vec![]));
    assert_eq!(draws("self.hp == 0 or chance(30%)", &[]), (true, vec![]));
    assert_eq!(
        draws("self.hp == 0 and chance(0.2)", &[false]),
        (false, vec![200])
    );
    assert_eq!(
        draws("chance(20%) and chance(40%)", &[false]),
        (false, vec![200])
    );
    assert_eq!(
        draws("chance(20%) or chance(40%)", &[true, false]),
        (true, vec![200, 400])
    );
    assert_eq!(draws("chance(0) or chance(1)", &[]), (true, vec![]));
    // If the value of a chance depends on facts, values outside of 0 to 1 become 0 or 1 in the fight.
    assert_eq!(draws("chance(self.hp + 5)", &[true]), (true, vec![1000]));
    assert_eq!(draws("chance(self.hp - 5)", &[true]), (true, vec![0]));
}

/// The tests at the beginning of a condition are evaluated one by one, and the rest as code. The result must
/// be that of the condition as written.
#[test]
fn tests_in_a_row_mean_what_is_written() {
    type Meaning = fn(bool, bool, bool) -> bool;
    let shapes: [(&str, Meaning, u16); 13] = [
        ("A and B and C", |a, b, c| a && b && c, 3),
        ("A and (B and C)", |a, b, c| a && b && c, 3),
        ("(A and B) and (C and A)", |a, b, c| a && b && c, 4),
        ("not A and B", |a, b, _| !a && b, 2),
        ("A and not C", |a, _, c| a && !c, 1),
        ("not (A and B)", |a, b, _| !(a && b), 0),
        ("A and not (B and C)", |a, b, c| a && !(b && c), 0),
        ("A or B", |a, b, _| a || b, 0),
        ("(A or B) and C", |a, b, c| (a || b) && c, 0),
        ("A and (B or C)", |a, b, c| a && (b || c), 1),
        ("A and B and (C or B) and A", |a, b, _| a && b, 0),
        ("B and A and (C or not A)", |a, b, c| a && b && c, 2),
        ("not (A or B) and C", |a, b, c| !(a || b) && c, 0),
    ];
    for (shape, meaning, tests) in shapes {
        let condition = shape
            .replace('A', "self.prone")
            .replace('B', "usable(broad-sword)")
            .replace('C', "self.hp == 3");
        let text = format!("attack if {condition}");
        let written = Written {
            lists: vec![("act", vec![&text])],
            ..Written::default()
        };
        let policy = written.policy();
        let line = policy.line(LineId(0));
        assert_eq!(line.tests.1 - line.tests.0, tests, "{shape}");
        for bits in 0..8 {
            let [a, b, c] = [0, 1, 2].map(|at| bits >> at & 1 == 1);
            let mut moment = Moment {
                facts: [if c { 3000 } else { 2000 }, 0, 0, 0, 0, i64::from(a), 0],
                usable: if b { vec![ItemRef::Named(0)] } else { vec![] },
                ..Moment::default()
            };
            let decided = policy.decide(ACT_LIST, &mut moment).is_some();
            assert_eq!(decided, meaning(a, b, c), "{shape}: {a} {b} {c}");
        }
    }
}
