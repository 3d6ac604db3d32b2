//! Tests of turns: ending a State, waiting, paying.

use crate::rules::swift_swords::nouns::{Act, Cost, Daze, Deed};
use crate::rules::swift_swords::testing::{Setup, Trial, fighters, fraction};

/// Returns a fight between `a`, a Stunned hero with the hand `hand` and the policy lists `lists`, and an idle
/// enemy.
fn stunned(hand: &[u8], lists: &str) -> Trial {
    let setup: Setup = fighters("a", "heroic = true\nattack = 1\npolicy = \"p\"")
        .policy("p", lists)
        .against("b", "ad_set = [2]\nphysical = 8\npolicy = \"idle\"");
    let trial = setup.begun([2, 2, 2, 2]).holding("a", hand);
    trial.given("a", |a| a.states.add(Daze::Stun))
}

#[test] // SST-17-3
fn a_die_shakes_off_a_state_and_ends_the_turn() {
    let fight = stunned(&[5, 3], "act = [\"attack\"]").step([]);
    assert!(!fight.body("a").states.any());
    assert_eq!((fight.hand("a").as_str(), fight.attacks().len()), ("5", 0));
}

#[test] // SST-17-3, SST-17-5
fn a_roll_may_let_one_act() {
    let lists = "act = [\"attack\"]\nrecover = [\"by-roll\"]";
    let odds = stunned(&[5, 3], lists).odds(|fight| fight.attacks().len());
    assert_eq!(odds.of(|&attacks| attacks == 1), fraction(65, 81));
    let failed = stunned(&[5, 3], lists).step([2, 2, 2, 2]);
    assert!(failed.body("a").states.any());
    assert_eq!(failed.hand("a"), "3", "the cost is lost");
    // Without enough pips for an action, the creature spends a die.
    let short = stunned(&[3], lists).step([]);
    assert!(!short.body("a").states.any());
}

#[test] // SST-9-2, SST-17-4
fn a_one_is_good_for_a_roll() {
    let lists = "act = [\"attack\"]\nshake = [\"roll\"]";
    let fight = stunned(&[5, 3, 1], lists).step([5, 2, 2, 2, 3]);
    assert_eq!((fight.hand("a").as_str(), fight.attacks().len()), ("3", 1));
    let odds = stunned(&[5, 1], lists).odds(|fight| fight.attacks().len());
    assert_eq!(odds.of(|&attacks| attacks == 1), fraction(65, 81));
}

#[test] // SST-17-3
fn states_are_shaken_off_one_by_one() {
    let fight = stunned(&[5, 4, 3], "act = [\"attack\"]");
    let fight = fight.given("a", |a| a.states.add(Daze::Shock)).step([]);
    assert!(!fight.body("a").states.has(Daze::Stun) && fight.body("a").states.has(Daze::Shock));
    assert!(!fight.step([]).body("a").states.any());
}

#[test] // SST-8-2
fn heavier_weapons_cost_more() {
    let fight = |weapon: &str| {
        let stats = format!("attack = 0\nad_set = [4, 4]\ncarries = [\"{weapon}\"]");
        fighters("a", &stats).against("b", "ad_set = [2]\npolicy = \"idle\"")
    };
    let attacks = |setup: &Setup| setup.ready().round([]).attacks().len();
    assert_eq!(attacks(&fight("broadsword")), 2);
    assert_eq!(attacks(&fight("great-sword")), 1);
    assert_eq!(
        attacks(&fight("great-sword").option("attack_cost = \"flat\"")),
        2
    );
    let cheap = fight("great-sword").with("[weapons.great-sword]\ncost = 3");
    assert_eq!(attacks(&cheap), 2);
}

#[test] // SST-0-9
fn a_policy_chooses_the_dice() {
    let pays = |lists: &str| {
        let lists = format!("act = [\"attack\"]\n{lists}");
        let fight = fighters("a", "attack = 0\nad_set = [6, 4, 2, 2]\npolicy = \"p\"");
        let fight = fight
            .policy("p", &lists)
            .against("b", "ad_set = [2]\npolicy = \"idle\"");
        fight.ready().step([]).hand("a")
    };
    assert_eq!(pays(""), "6, 2, 2");
    assert_eq!(pays("pay = [\"most if cost > 3\"]"), "6, 4");
    let last = |lists: &str| {
        let fight = fighters("a", "attack = 0\nad_set = [3, 2]\npolicy = \"p\"");
        let fight = fight
            .policy("p", lists)
            .against("b", "ad_set = [4]\nattack = 0");
        fight.ready().round([]).body("a").kept
    };
    assert_eq!(last("last = [\"carry-high\"]"), 3);
    assert_eq!(last(""), 2);
    assert_eq!(last("last = [\"nothing\"]"), 0);
}

#[test] // SST-8-1
fn giving_up_costs_nothing() {
    let fight = fighters("a", "ad_set = [2]\npolicy = \"p\"").policy("p", "act = [\"yield\"]");
    let fight = fight
        .against("b", "ad_set = [2]\npolicy = \"idle\"")
        .ready()
        .step([]);
    assert_eq!(fight.heard.fled, [fight.who("a")]);
    assert!(fight.outcome.is_some());
}

#[test] // SST-9-2, SST-9-4, SST-17-4
fn no_effort_goes_into_a_roll_bought_with_a_one() {
    let lists = "act = [\"attack\"]\nshake = [\"roll\"]\neffort = [\"effort\"]";
    // Four dice are rolled, and Effort cannot add a fifth. The roll fails, and then a die ends the State.
    let fight = stunned(&[5, 3, 1, 1], lists).step([2, 2, 2, 2]);
    assert!(!fight.body("a").states.any());
    assert_eq!(fight.hand("a"), "5, 1");
}

/// Returns the die that `a` keeps for the next round, and the number of its policy lines that were used.
/// `act` has the lines of its list `act`, and `last` defines its list `last`.
fn kept(act: &str, last: &str) -> (u8, usize) {
    let lists = format!("act = [{act}]\n{last}");
    let fight = fighters("a", "attack = 0\nad_set = [3, 2]\npolicy = \"p\"")
        .policy("p", &lists)
        .against("b", "ad_set = [4]\nattack = 0");
    let after = fight.ready().round([]);
    let who = after.who("a");
    let lines = after.heard.lines.iter().filter(|line| line.0 == who);
    (after.body("a").kept, lines.count())
}

#[test] // SST-0-10, SST-7-7, SST-7-8
fn a_last_action_that_cannot_be_paid_hides_no_later_line() {
    assert_eq!(kept("", "last = [\"act\", \"carry-high\"]"), (3, 1));
    assert_eq!(kept("", "last = [\"act\", \"nothing\"]"), (0, 1));
    assert_eq!(kept("", "last = [\"act\"]"), (2, 0));
    // In the next cases, some lines are in the sublist `later`, which the list `last` runs with `do later`.
    let with = |last: &str, later: &str| {
        let lists = format!("last = [{last}]\n[policies.p.lists]\nlater = [{later}]");
        kept("", &lists)
    };
    let poor = "\"act\", \"carry-high if self.dice > 2\"";
    assert_eq!(with("\"do later\"", poor), (2, 0));
    assert_eq!(with("\"do later\", \"carry-high\"", poor), (3, 1));
    let rich = "\"act\", \"carry-high\"";
    assert_eq!(with("\"do later\", \"nothing\"", rich), (3, 2));
}

#[test] // SST-0-10, SST-7-7
fn a_last_action_that_can_be_paid_is_taken() {
    let lists = "act = [\"attack if closing\"]\nlast = [\"act\", \"carry-high\"]";
    let fight = fighters("a", "attack = 0\nad_set = [3, 2]\npolicy = \"p\"")
        .policy("p", lists)
        .against("b", "ad_set = [4]\nattack = 0");
    let after = fight.ready().round([]);
    assert_eq!(after.attackers(), ["b", "a"]);
    assert_eq!(after.body("a").kept, 0);
}

#[test] // SST-17-5, SST-9-2
fn what_helps_to_get_over_a_state_helps_a_roll_for_a_one_too() {
    let stats = "heroic = true\nrecovery_bonus = 2\nattack = 1\npolicy = \"p\"";
    let setup = fighters("a", stats)
        .policy("p", "act = [\"attack\"]\nshake = [\"roll\"]")
        .against("b", "ad_set = [2]\nphysical = 8\npolicy = \"idle\"");
    let begun = setup.begun([2, 2, 2, 2]).holding("a", &[5, 3, 1]);
    let begun = begun.given("a", |a| a.states.add(Daze::Stun));
    let after = begun.step([2, 2, 2, 2, 2, 5, 3]);
    assert!(!after.body("a").states.any());
    assert_eq!(after.attackers(), ["a"]);
}

#[test] // SST-17-5
fn each_state_is_rolled_against_with_what_it_concerns() {
    let rolls = |daze: Daze, dice: usize| {
        let stats = "heroic = true\nbody = 1\nmind = 2\nsoul = 3\nattack = 1\npolicy = \"p\"";
        let setup = fighters("a", stats)
            .policy("p", "act = [\"attack\"]\nrecover = [\"by-roll\"]")
            .against("b", "ad_set = [2]\nphysical = 8\npolicy = \"idle\"");
        let begun = setup.begun([2, 2, 2, 2]).holding("a", &[5, 3]);
        let after = begun.given("a", |a| a.states.add(daze)).step(vec![2; dice]);
        assert!(after.body("a").states.has(daze));
    };
    rolls(Daze::Stun, 5);
    rolls(Daze::Shock, 6);
    rolls(Daze::Doubt, 7);
}

#[test] // SST-9-1, SST-17-3
fn an_effort_helps_the_roll_of_who_acts_in_spite_of_a_state() {
    let lists =
        "act = [\"attack\"]\nrecover = [\"by-roll\"]\neffort = [\"effort if effort.for == 2\"]";
    let fight = stunned(&[5, 3, 1], lists).step([2, 2, 2, 2, 5, 3]);
    assert_eq!((fight.hand("a").as_str(), fight.attacks().len()), ("3", 1));
}

#[test] // SST-7-3, SST-17-3
fn getting_over_a_state_ends_marks() {
    for lists in [
        "act = [\"attack\"]",
        "act = [\"attack\"]\nrecover = [\"by-roll\"]",
    ] {
        let marked = stunned(&[3], lists).given("a", |a| (a.exposures, a.fumbled) = (2, true));
        let after = marked.step([]);
        let a = after.body("a");
        assert_eq!((a.exposures, a.fumbled, a.states.any()), (0, false, false));
    }
}

#[test] // SST-8-1, SST-8-2, SST-32-2, SST-34-1
fn each_action_takes_its_pips() {
    let trial = fighters("a", "natural_code = \"heavy\"")
        .against("b", "")
        .ready();
    let (a, b) = (trial.who("a"), trial.who("b"));
    let cost = |trial: &Trial, act: Act| Deed::to(act, b).cost(trial.view(), a);
    for (pips, acts) in [
        (2, &[Act::Ready][..]),
        (3, &[Act::Move, Act::Retreat, Act::Stand]),
        (
            4,
            &[
                Act::Shoot,
                Act::Aim,
                Act::Cast,
                Act::Gather,
                Act::Daunt,
                Act::Break,
            ],
        ),
        (
            4,
            &[
                Act::Withdraw,
                Act::Drag,
                Act::Close,
                Act::Hold,
                Act::Squeeze,
                Act::Improve,
            ],
        ),
        (
            4,
            &[Act::Subdue, Act::KnockDown, Act::BreakHold, Act::Reverse],
        ),
        (5, &[Act::Attack, Act::AllOut, Act::FollowOn, Act::Slam]),
        (6, &[Act::Charge]),
        (7, &[Act::DoubleStrike]),
    ] {
        for &act in acts {
            assert_eq!(cost(&trial, act), Cost::Pips(pips), "{act:?}");
        }
    }
    assert_eq!(cost(&trial, Act::Pool), Cost::Dice(1));
    assert_eq!(
        [Act::Yield, Act::Wait].map(|act| cost(&trial, act)),
        [Cost::Free; 2]
    );
    // In close combat, an attack with any weapon costs four pips.
    let close = trial
        .given("a", |body| body.close = 1)
        .given("b", |body| body.close = 1);
    assert_eq!(cost(&close, Act::Attack), Cost::Pips(4));
}
