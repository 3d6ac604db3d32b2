//! Tests of decisions: the order of lines, sublists, and the reports to the witness.

use super::*;

#[test]
fn the_first_line_that_can_be_done_is_done() {
    let policy = act(&["draw with best", "attack if self.hp > 5", "wait"]);
    let decide = |facts, impossible| {
        let mut moment = Moment {
            facts,
            impossible,
            ..Moment::default()
        };
        let choice = policy.decide(ACT_LIST, &mut moment);
        (choice.map(|c| c.0), moment.used, moment.ran_out)
    };
    assert_eq!(decide([0; 7], vec![]), (Some(3), vec![0], vec![]));
    assert_eq!(decide([6000; 7], vec![3]), (Some(0), vec![1], vec![]));
    assert_eq!(decide([5000; 7], vec![3]), (Some(2), vec![2], vec![]));
    assert_eq!(decide([0; 7], vec![3, 2]), (None, vec![], vec![0]));
}

#[test]
fn an_empty_list_runs_out() {
    let mut moment = Moment::default();
    assert_eq!(act(&["wait"]).decide(REACT_LIST, &mut moment), None);
    assert_eq!(moment.ran_out, [1]);
}

#[test]
fn an_impossible_action_asks_nothing() {
    let policy = act(&["attack if chance(30%)", "wait"]);
    let mut moment = Moment {
        impossible: vec![0],
        ..Moment::default()
    };
    assert!(policy.decide(ACT_LIST, &mut moment).is_some());
    assert!(moment.chances.is_empty());
}

fn with_sublists() -> Policy {
    Written {
        lists: vec![(
            "act",
            vec!["do charge if round < 2", "do 'last stand'", "wait"],
        )],
        sublists: vec![
            (
                "charge",
                vec!["do 'last stand' if self.prone", "attack nearest"],
            ),
            ("last stand", vec!["draw with best if self.hp < 3"]),
        ],
        ..Written::default()
    }
    .policy()
}

#[test]
fn lines_left_out_are_not_asked_and_the_others_keep_their_numbers() {
    let draws = |line: &Line| line.action == 3;
    let policy = with_sublists().without(ACT_LIST, draws);
    let mut moment = Moment {
        facts: [2000, 0, 0, 0, 0, 1, 0],
        ..Moment::default()
    };
    let choice = policy.decide(ACT_LIST, &mut moment).map(|c| c.0);
    // The sublist `last stand` has no line left and makes no choice, so the next line of `charge` is tried.
    assert_eq!((choice, moment.used), (Some(0), vec![4, 0]));
    assert_eq!(moment.ran_out, [3]);
    assert_eq!(policy.line(LineId::at(5)).action, 3);
    let same = with_sublists().without(REACT_LIST, draws);
    assert_eq!(same, with_sublists());
}

#[test]
fn lines_that_hold_only_with_a_fact_are_left_out_while_it_never_holds() {
    let policy = act(&[
        "draw with best if self.prone and self.hp < 3",
        "attack if self.prone or self.hp > 3",
        "attack if not self.prone",
        "wait",
    ]);
    let prone = WORDS.fact("self.prone");
    let left = policy.while_false(&[prone], &WORDS);
    let ids = left.list(ACT_LIST).iter().map(|line| line.id.index());
    assert_eq!(ids.collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(policy.while_false(&[], &WORDS), policy);
    // This line is left out too, so the choice no longer depends on the columns that it reads.
    let rests = act(&["wait if self.prone"]);
    assert_eq!(rests.reads(ACT_LIST), Columns::ALL);
    let rests = rests.while_false(&[prone], &WORDS);
    assert_eq!(rests.reads(ACT_LIST), Columns::NONE);
}

#[test]
fn a_sublist_that_yields_nothing_is_passed_over() {
    let decide = |hp, round, prone, impossible: &[u8]| {
        let mut moment = Moment {
            facts: [hp, round, 0, 0, 0, prone, 0],
            impossible: impossible.to_vec(),
            ..Moment::default()
        };
        let action = with_sublists().decide(ACT_LIST, &mut moment).map(|c| c.0);
        (action, moment.used, moment.ran_out)
    };
    // The ids of the lines are 0, 1 and 2 in `act`, 3 and 4 in `charge`, and 5 in `last stand`. The ids of
    // the lists are 0 for `act`, 1 for `react`, 2 for `charge`, and 3 for `last stand`.
    assert_eq!(decide(9000, 1000, 0, &[]), (Some(0), vec![4, 0], vec![]));
    assert_eq!(decide(2000, 1000, 1, &[]), (Some(3), vec![5, 3, 0], vec![]));
    assert_eq!(decide(9000, 1000, 1, &[]), (Some(0), vec![4, 0], vec![3]));
    assert_eq!(decide(2000, 2000, 1, &[]), (Some(3), vec![5, 1], vec![]));
    assert_eq!(
        decide(9000, 1000, 1, &[0]),
        (Some(2), vec![2], vec![3, 2, 3])
    );
}

#[test]
fn actions_are_found_through_sublists() {
    let policy = with_sublists();
    let uses = |list, action| policy.uses_action(list, action);
    assert_eq!(
        [0, 1, 2, 3].map(|a| uses(ACT_LIST, a)),
        [true, false, true, true]
    );
    assert_eq!([0, 3].map(|a| uses(ListId(3), a)), [false, true]);
    assert!(!uses(REACT_LIST, 0));
}

#[test]
fn a_list_reads_what_its_facts_targets_and_actions_read() {
    let reads = |line: &str| {
        Written {
            lists: vec![("act", vec![line])],
            sublists: vec![("sub", vec!["attack nearest if self.hp < 3"])],
            lets: vec![("hurt", "self.hp < 3")],
        }
        .policy()
        .reads(ACT_LIST)
    };
    let both = HIT_POINTS | PLACES;
    for (line, columns) in [
        ("wait", Columns::NONE),
        ("attack", THINGS),
        ("attack nearest", THINGS | PLACES),
        ("attack troll if hurt", THINGS | HIT_POINTS),
        (
            "attack nearest if self.hp < 3 and target.distance < 2",
            THINGS | both,
        ),
        ("move to nearest by self.hp", both),
        ("do sub", THINGS | both),
        ("do sub if chance(50%)", THINGS | both | Columns::DICE),
        ("wait if chance(100%)", Columns::NONE),
        ("attack weakest", Columns::ALL),
        ("wait if round < 3", Columns::ALL),
    ] {
        assert_eq!(reads(line), columns, "{line}");
    }
}

#[test]
fn columns_are_sets() {
    let both = HIT_POINTS | PLACES;
    assert!(HIT_POINTS.within(both) && !both.within(HIT_POINTS));
    assert!(both.meets(PLACES) && !HIT_POINTS.meets(PLACES));
    assert_eq!(both.without(PLACES), HIT_POINTS);
    assert!(Columns::NONE.is_empty() && !Columns::DICE.is_empty());
}

#[test]
fn a_fact_settles_above_all_that_it_is_compared_with() {
    let settles = |lines: Vec<&'static str>| {
        Written {
            lists: vec![("act", lines)],
            lets: vec![("late", "round > 3")],
            ..Written::default()
        }
        .policy()
        .settles_at(1)
    };
    for (line, at) in [
        ("attack if self.hp < 3", 0),
        ("attack if round > 0", 1),
        ("attack if round <= 12", 13),
        ("attack if 2.5 != round and self.hp < 3", 3),
        ("attack if not (self.hp < 3 or round == 4)", 5),
        ("attack if round > -5", 0),
        ("attack if late", 4),
    ] {
        assert_eq!(settles(vec![line]), Some(at), "{line}");
    }
    for line in [
        "attack if round > self.hp",
        "attack if round * 2 > 7",
        "attack if -round < -3",
        "attack if chance(50%) and self.hp > round - 1",
        "move to nearest by round",
    ] {
        assert_eq!(settles(vec![line]), None, "{line}");
        assert_eq!(settles(vec!["wait if round > 2", line]), None, "{line}");
    }
    let lines = vec!["attack if round == 7", "wait if round < 3"];
    assert_eq!(settles(lines), Some(8));
}
