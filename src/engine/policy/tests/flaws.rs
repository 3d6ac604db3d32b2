//! Tests of every flaw that a policy can have: its code and the exact place that it marks.

use super::*;

/// Returns the flaws of a policy, sorted by text and place. Each is its code and the text that it marks.
fn flaws(written: &Written) -> Vec<(&'static str, String)> {
    let mut texts = Vec::new();
    for (name, lines) in written.lists.iter().chain(&written.sublists) {
        texts.push(*name);
        texts.extend(lines);
    }
    for (name, text) in &written.lets {
        texts.extend([name, text]);
    }
    let mut flaws = written.compile().expect_err("the policy is at fault");
    flaws.sort_by_key(|flaw| (flaw.key, flaw.range.start));
    flaws
        .iter()
        .map(|flaw| {
            let code = flaw
                .code
                .strip_prefix("policy::")
                .expect("every code begins so");
            (code, texts[flaw.key][flaw.range.clone()].to_owned())
        })
        .collect()
}

fn written<'a>(lines: &[&'a str]) -> Written<'a> {
    Written {
        lists: vec![("act", lines.to_vec())],
        lets: vec![("near", "target.distance < 2")],
        ..Written::default()
    }
}

/// Asserts that `line`, in the list `act`, has exactly one flaw. It must have this code and mark this text.
#[track_caller]
fn flaw(line: &str, code: &str, marked: &str) {
    assert_eq!(
        flaws(&written(&[line])),
        [(code, marked.to_owned())],
        "{line}"
    );
}

/// Returns the help of the only flaw of `line` in the list `act`.
fn help(line: &str) -> String {
    let flaws = written(&[line])
        .compile()
        .expect_err("the line is at fault");
    assert_eq!(flaws.len(), 1, "{flaws:?}");
    flaws[0].help.clone().unwrap_or_default()
}

#[test]
fn a_number_is_written_in_digits() {
    flaw("attack nearest if round > 1e9", "syntax", "1e9");
    for (number, said) in [
        ("1e9", "write it in digits: `1000000000`"),
        ("1_500", "write it in digits: `1500`"),
        (
            "0x10",
            "write a number in digits, such as `30`, `2.5` or `30%`",
        ),
    ] {
        assert_eq!(help(&format!("attack nearest if round > {number}")), said);
    }
}

#[test]
fn zones_that_are_not_there_are_told_from_facts() {
    flaw("go to yrd", "unknown-zone", "yrd");
    assert_eq!(help("go to yrd"), "did you mean `yard`?");
    let all = "there are `gate`, `yard`, `2nd-floor` and `round`";
    assert_eq!(help("go to lava"), all);
    flaw("go to yrd + 1", "unknown-fact", "yrd");
    assert_eq!(help("go to yrd + 1"), "did you mean `yard`?");
}

#[test]
fn shares_are_compared_in_per_cent_and_other_numbers_are_not() {
    for (line, marked, said) in [
        ("wait if risk < 40", "40", "write `40%`"),
        ("wait if 2.5 >= risk", "2.5", "write `2.5%`"),
        (
            "wait if risk > 140%",
            "140%",
            "compare it with a possible value",
        ),
        (
            "wait if risk > 250",
            "250",
            "compare it with a possible value",
        ),
        ("wait if self.hp < 40%", "40%", "write `40`"),
    ] {
        flaw(line, "unit", marked);
        assert_eq!(help(line), said, "{line}");
    }
    for line in [
        "risk < 40%",
        "risk >= 1",
        "risk * 100 < 40",
        "self.hp / 12 < 50%",
    ] {
        let line = format!("wait if {line}");
        assert!(written(&[&line]).compile().is_ok(), "{line}");
    }
}

const LEAVE_OUT: &str = "remove this condition, or give it a name in `let` if it is to be varied";
const THE_SAME: &str = "both sides are the same";

#[test]
fn conditions_that_can_never_hold_are_flaws() {
    for (line, marked, said) in [
        ("wait if foes < 0", "foes < 0", "`foes` is 0 or more"),
        (
            "wait if -2.5 >= foes",
            "-2.5 >= foes",
            "`foes` is 0 or more",
        ),
        ("wait if armour == 4", "armour == 4", "`armour` is 0 to 3"),
        (
            "wait if self.hp > 3 and (armour > 3 or round > 1)",
            "armour > 3",
            "`armour` is 0 to 3",
        ),
        (
            "wait if armour + 2 > foes + 5",
            "armour + 2 > foes + 5",
            "`foes` is 0 or more, `armour` is 0 to 3",
        ),
        ("wait if risk > 100%", "risk > 100%", "`risk` is 0% to 100%"),
        (
            "wait if self.size > big",
            "self.size > big",
            "`self.size` goes from `small` to `big`",
        ),
        (
            "wait if not foes >= 0",
            "not foes >= 0",
            "`foes` is 0 or more",
        ),
        (
            "wait if (foes < 0) == true",
            "(foes < 0) == true",
            "`foes` is 0 or more",
        ),
        ("wait if false", "false", LEAVE_OUT),
        ("wait if self.prone or 1 > 2", "1 > 2", LEAVE_OUT),
        ("wait if chance(0%)", "chance(0%)", LEAVE_OUT),
        ("wait if not true", "not true", LEAVE_OUT),
        ("wait if self.hp < self.hp", "self.hp < self.hp", THE_SAME),
        (
            "wait if round + 1 != (round + 1)",
            "round + 1 != (round + 1)",
            THE_SAME,
        ),
        (
            "attack if target.distance > target.distance",
            "target.distance > target.distance",
            THE_SAME,
        ),
        (
            "wait if usable(best) != usable(best)",
            "usable(best) != usable(best)",
            THE_SAME,
        ),
    ] {
        flaw(line, "never-true", marked);
        assert_eq!(help(line), said, "{line}");
    }
}

#[test]
fn conditions_that_always_hold_or_cannot_be_judged_are_no_flaws() {
    for line in [
        "foes >= 0",
        "not foes < 0",
        "armour != 4",
        "self.hp < -3",
        "foes - armour < -2",
        "foes / armour < 0",
        "self.size >= small",
        "true",
        "not false",
        "self.prone == false",
        "chance(50%) != chance(50%)",
        "self.hp <= self.hp",
        "self.hp == 2.5",
        "foes > 2 and foes < 1",
    ] {
        let line = format!("wait if {line}");
        assert!(written(&[&line]).compile().is_ok(), "{line}");
    }
}

#[test]
fn a_let_that_can_never_hold_is_a_flaw_and_a_number_with_a_name_may_be_any() {
    let named = |bound, condition| Written {
        lists: vec![("act", vec!["wait if few"])],
        lets: vec![("bound", bound), ("few", condition)],
        ..Written::default()
    };
    for condition in [
        "foes < bound",
        "false",
        "1 > 2",
        "chance(0%)",
        "chance(bound)",
        "bound > 1",
        "bound < bound",
    ] {
        let named = named("0", condition);
        assert!(named.compile().is_ok(), "{condition}");
    }
    for line in ["wait if chance(bound)", "wait if bound > 1", "wait if few"] {
        let written = Written {
            lists: vec![("act", vec![line])],
            lets: vec![("bound", "0"), ("few", "false")],
            ..Written::default()
        };
        assert!(written.compile().is_ok(), "{line}");
    }
    let flaws = named("0", "foes < 0").compile();
    let flaws = flaws.expect_err("nobody is fewer than none");
    let told: Vec<_> = flaws.iter().map(|flaw| (flaw.code, flaw.key)).collect();
    assert_eq!(told, [("policy::never-true", 5)]);
}

#[test]
fn texts_that_cannot_be_read() {
    flaw("", "syntax", "");
    flaw("if round < 2", "syntax", "if");
    flaw("attack nearest if", "syntax", "");
    flaw("attack nearest if round <", "syntax", "");
    flaw("attack nearest if < 3", "syntax", "<");
    flaw("attack nearest round < 3", "syntax", "<");
    flaw("attack if (round < 3", "syntax", "");
    flaw("attack if round < 3)", "syntax", ")");
    flaw("attack if 1 < round < 3", "syntax", "<");
    flaw("attack if round => 3", "syntax", "=>");
    flaw("attack if round < 3 && self.prone", "syntax", "&&");
    flaw("attack if round < 3 attack", "syntax", "attack");
    flaw("attack with", "syntax", "");
    flaw("attack with at nearest", "syntax", "at");
    flaw("attack with 'broad-sword", "syntax", "'broad-sword");
    flaw("attack with ''", "syntax", "''");
    flaw("attack if round < 0.0005", "syntax", "0.0005");
    flaw("attack if chance(0.05%)", "syntax", "0.05%");
    flaw(
        "attack if round < 99999999999999999",
        "syntax",
        "99999999999999999",
    );
    flaw("attack if round < é!", "syntax", "!");
}

#[test]
fn unknown_names() {
    flaw("atack nearest if round < 2", "unknown-action", "atack");
    flaw("attack with sord", "unknown-item", "sord");
    flaw("attack if usable(sord)", "unknown-item", "sord");
    flaw("attack with 3 - 1", "unknown-item", "3 - 1");
    flaw("attack nearst", "unknown-target", "nearst");
    flaw("attack at 'the troll'", "unknown-target", "'the troll'");
    flaw("attack if self.hq < 3", "unknown-fact", "self.hq");
    flaw("attack if self.hp-1 < 3", "unknown-fact", "self.hp-1");
    flaw("attack if max(3) < 3", "unknown-fact", "max");
    flaw("do chrge", "unknown-list", "chrge");
    flaw("attack if self.size > huge", "unknown-word", "huge");
    flaw("attack if failure == self.size", "unknown-word", "failure");
    flaw("move nearest by 2 at-pace quick", "unknown-word", "quick");
    flaw("move nearest by -1", "range", "-1");
    assert_eq!(
        flaws(&written(&["attack if small < big"])),
        [
            ("unknown-fact", "small".into()),
            ("unknown-fact", "big".into())
        ]
    );
    let lists = Written {
        lists: vec![("acts", vec!["nonsense"])],
        ..Written::default()
    };
    assert_eq!(flaws(&lists), [("unknown-list", "acts".into())]);
}

#[test]
fn kinds_that_do_not_fit() {
    flaw("attack if self.hp", "type", "self.hp");
    flaw("attack if not round", "type", "round");
    flaw("attack if self.prone and round", "type", "round");
    flaw("attack if self.prone + 1 < 2", "type", "self.prone");
    flaw("attack if self.prone < true", "type", "self.prone < true");
    flaw("attack if round == self.prone", "type", "self.prone");
    flaw("attack if self.size == round", "type", "round");
    flaw("attack if -self.prone < 3", "type", "self.prone");
    flaw("attack if chance(self.prone)", "type", "self.prone");
    flaw("attack if chance(30)", "type", "30");
    flaw("move nearest by self.prone", "type", "self.prone");
    // The flaw is reported for the faulty part only, and not again for the whole expression.
    flaw(
        "attack if (round + (self.prone * 2)) < 3 and true",
        "type",
        "self.prone",
    );
    let levels = Written {
        lists: vec![("react", vec!["parry if attack.level >= self.size"])],
        ..Written::default()
    };
    assert_eq!(flaws(&levels), [("type", "self.size".into())]);
}

#[test]
fn slots_that_do_not_fit() {
    flaw("draw", "missing-slot", "draw");
    flaw("do", "missing-slot", "do");
    flaw("attack if usable", "missing-slot", "usable");
    flaw("attack by 3", "extra-slot", "by");
    flaw("wait nearest", "extra-slot", "nearest");
    flaw("attack nearest troll", "extra-slot", "troll");
    flaw("attack nearest wiht broad-sword", "extra-slot", "wiht");
    flaw("attack wiht broad-sword", "extra-slot", "wiht");
    flaw("attack if self.hp(best) < 3", "extra-slot", "(best)");
    flaw("attack with best with best", "duplicate", "with");
    flaw("attack nearest at troll", "duplicate", "at");
    assert_eq!(
        flaws(&written(&["move at-pace fast"])),
        [
            ("missing-slot", "move".into()),
            ("missing-slot", "move".into())
        ]
    );
}

#[test]
fn what_belongs_elsewhere() {
    flaw("parry with best", "wrong-list", "parry");
    let own = "there are `attack`, `move`, `wait`, `draw`, `go` and `do` here";
    let elsewhere = "`parry` is an action of the list `react`";
    assert_eq!(help("parry with best"), format!("{own}; {elsewhere}"));
    flaw(
        "attack if attack.level > success",
        "wrong-list",
        "attack.level",
    );
    flaw(
        "wait if target.distance < 3",
        "no-target",
        "target.distance",
    );
    flaw("wait if round < 2 or near", "no-target", "near");
    flaw("do act", "recursion", "act");
    flaw("do react", "wrong-list", "react");
    let shared = Written {
        lists: vec![
            ("act", vec!["do rest"]),
            ("react", vec!["do rest if round < 3"]),
        ],
        sublists: vec![("rest", vec!["wait if near"])],
        lets: vec![("near", "target.distance < 2")],
    };
    assert_eq!(
        flaws(&shared),
        [("wrong-list", "rest".into()), ("no-target", "near".into())]
    );
}

#[test]
fn nothing_calls_itself() {
    let circle = Written {
        lists: vec![("act", vec!["do one"])],
        sublists: vec![
            ("one", vec!["do two"]),
            ("two", vec!["wait", "do one if true"]),
            ("alone", vec!["do alone"]),
        ],
        lets: vec![
            ("a", "b + 1 < 2"),
            ("b", "c + 1"),
            ("c", "b * round"),
            ("d", "d and nonsense"),
        ],
    };
    assert_eq!(
        flaws(&circle),
        [
            ("recursion", "one".into()),
            ("recursion", "alone".into()),
            ("recursion", "b".into()),
            ("recursion", "d".into()),
            ("unknown-fact", "nonsense".into()),
        ]
    );
}

#[test]
fn a_sublist_without_callers_is_checked() {
    let idle = Written {
        sublists: vec![("idle", vec!["parry with best", "wait", "prry with best"])],
        ..Written::default()
    };
    assert_eq!(flaws(&idle), [("unknown-action", "prry".into())]);
}

#[test]
fn names_are_given_once_and_can_be_written() {
    let twice = Written {
        lists: vec![("act", vec!["wait"]), ("act", vec!["wait"])],
        sublists: vec![("rest", vec![]), ("rest", vec![]), ("react", vec![])],
        lets: vec![
            ("near", "true"),
            ("near", "true"),
            ("round", "true"),
            ("special", "true"),
            ("two words", "true"),
            ("and", "true"),
            ("chance", "true"),
        ],
    };
    assert_eq!(
        flaws(&twice),
        [
            ("duplicate", "act".into()),
            ("duplicate", "rest".into()),
            ("duplicate", "react".into()),
            ("duplicate", "near".into()),
            ("duplicate", "round".into()),
            ("duplicate", "special".into()),
            ("syntax", "two words".into()),
            ("syntax", "and".into()),
            ("syntax", "chance".into()),
        ]
    );
}

#[test]
fn what_is_too_deep_too_long_or_too_many() {
    let nested = format!("attack if {}round{} < 2", "(".repeat(51), ")".repeat(51));
    flaw(&nested, "too-deep", "(");
    let signs = format!("attack if round < {}2", "- ".repeat(100_000));
    flaw(&signs, "too-deep", "-");
    let stacked = format!("{}round{}", "round + (".repeat(32), ")".repeat(32));
    let line = format!("attack if {stacked} < 2");
    flaw(&line, "too-deep", &stacked);
    let chained = format!("attack if round{} < 2", " + round".repeat(501));
    let start = format!("round{}", " + round".repeat(501));
    flaw(&chained, "too-deep", &start);

    // If the names in it are replaced by their expressions, each `let` is twice as long as the one before.
    let names: Vec<_> = (0..20).map(|i| format!("n{i}")).collect();
    let texts: Vec<_> = names.iter().map(|n| format!("{n} + {n}")).collect();
    let mut lets = vec![("n0", "round")];
    lets.extend((1..20).map(|i| (names[i].as_str(), texts[i - 1].as_str())));
    let doubling = Written {
        lets,
        ..Written::default()
    };
    assert_eq!(flaws(&doubling), [("too-deep", "n11 + n11".into())]);

    let long = vec!["wait"; 10_001];
    assert_eq!(flaws(&written(&long)), [("too-many", "wait".into())]);
}

#[test]
fn all_flaws_of_all_lines_are_told_at_once() {
    let many = Written {
        lists: vec![
            (
                "act",
                vec![
                    "atack nearest if rond < 2",
                    "attack nearst with sord if self.hp",
                    "wait",
                ],
            ),
            ("react", vec!["parry if ("]),
        ],
        sublists: vec![("rest", vec!["wait if self.prone > 2"])],
        lets: vec![("broken", "1 +"), ("uses", "broken < 2")],
    };
    let codes: Vec<_> = flaws(&many).into_iter().map(|(code, _)| code).collect();
    assert_eq!(
        codes,
        [
            "unknown-action",
            "unknown-fact",
            "unknown-target",
            "unknown-item",
            "type",
            "syntax",
            "type",
            "syntax"
        ]
    );
}

#[test]
fn help_says_what_was_meant() {
    for (line, hint) in [
        ("atack nearest", "`attack`"),
        ("attack with brodsword", "`broad-sword`"),
        ("attack nearst", "`nearest`"),
        ("attack troll wiht best", "`with`"),
        ("attack troll best", "`with best`"),
        ("attack if self.hq < 3", "`self.hp`"),
        ("attack if self.hp-1 < 3", "`self.hp - 1`"),
        ("attack if self.strength < 3", "`self.hp`, `self.prone`"),
        ("attack if self.size == bigg", "`big`"),
        ("attack if attack.level > success", "react"),
        ("parry", "`react`"),
        ("attack if chance < 3", "`chance(30%)`"),
        ("attack if chance(30)", "`chance(30%)`"),
        ("attack if round < 3 & self.prone", "`and`"),
        ("attack nearest round < 3", "`if`"),
        ("attack if self.hp", "> 0"),
        ("draw", "what it is"),
    ] {
        let help = help(line);
        assert!(help.contains(hint), "{line}: {help}");
    }
}

#[test]
fn what_is_always_zero_divides_nothing() {
    for (line, marked) in [
        ("attack nearest if round / 0 > 1", "0"),
        ("attack nearest if 6 / 0 == 0", "0"),
        ("attack nearest if round / (2 - 2) > 1", "(2 - 2)"),
        ("move nearest by 1 + round / -0", "-0"),
    ] {
        flaw(line, "division", marked);
    }
    let zero = Written {
        lets: vec![("none", "0")],
        ..written(&["attack nearest if round / none > 1"])
    };
    assert_eq!(flaws(&zero), [("division", "none".to_owned())]);
    // It is not a flaw if a divisor may be zero, because a division by zero gives zero.
    assert!(
        written(&["attack nearest if 6 / (round - 1) > 1"])
            .compile()
            .is_ok()
    );
}
