//! Tests of actions at the same moment, and of targets that fall or move away before the attacker's turn to
//! act.

use crate::fight::{Blow, Ending};
use crate::rules::brp::nouns::state::Condition;
use crate::rules::brp::testing::{Setup, Trial, fighters, fraction};

/// Two weapons: a hit with `feller` does enough damage to fell anybody, and a hit with `fang` does 3 points.
const WEAPONS: &str = "[weapons.feller]\nbase = 0\ndamage = \"11\"\nlength = \"short\"\n\
                       [weapons.fang]\nbase = 0\ndamage = \"3\"\nlength = \"short\"";
const SURE: &str = "carries = [\"feller\"]\nskills = { feller = 100 }\npolicy = \"never\"";
/// Lines of a fighter with the weapon `fang` at a rating of 60. It makes special hits up to a roll of 11.
const FANG: &str = "carries = [\"fang\"]\nskills = { fang = 60 }\npolicy = \"never\"";
const IDLE: &str = "[policies.idle]\nact = [\"wait\"]\nreact = [\"nothing\"]";

#[test] // BRP-5.4-4, BRP-X-9
fn two_identical_sure_killers_fell_each_other_and_it_is_a_draw() {
    let duel = fighters("one", SURE).against("other", SURE).with(WEAPONS);
    let after = duel.round([50, 50]);
    assert_eq!(after.attackers(), ["one", "other"]);
    assert!(!after.fights("one") && !after.fights("other"));
    let outcome = after.outcome.as_ref().expect("nobody stands");
    assert_eq!((outcome.ending, outcome.rounds), (Ending::Draw, 1));
    let draws = duel
        .ready()
        .round_odds(|trial| trial.outcome.as_ref().map(|o| o.ending));
    assert_eq!(
        draws.of(|&ending| ending == Some(Ending::Draw)),
        fraction(1, 1)
    );
}

#[test] // BRP-5.4-4, BRP-5.2-3
fn a_better_rating_strikes_first_and_alone() {
    let better = SURE.replace("100", "101");
    let after = fighters("one", SURE)
        .against("other", &better)
        .with(WEAPONS)
        .round([50]);
    assert_eq!(after.attackers(), ["other"]);
    let outcome = after.outcome.expect("one side stands");
    assert_eq!(outcome.ending, Ending::Won(crate::fight::SideId::at(1)));
}

#[test] // BRP-5.4-4
fn two_identical_allies_both_strike_the_foe_that_one_would_have_felled() {
    let after = fighters("ally", &format!("count = 2\n{SURE}"))
        .against("foe", "dex = 11\nhit_points = 10\npolicy = \"idle\"")
        .against("spare", "dex = 10\npolicy = \"idle\"\nat = 1")
        .with(WEAPONS)
        .with(IDLE)
        .round([50, 50]);
    assert_eq!(
        after
            .attacks()
            .iter()
            .map(|(_, whom, _)| whom.as_str())
            .collect::<Vec<_>>(),
        ["foe", "foe"]
    );
    assert_eq!((after.hp("foe"), after.hp("spare")), (-12, 13));
}

#[test] // BRP-5.4-4
fn tied_attacks_are_rolled_in_listing_order() {
    let after = fighters("a", FANG)
        .and("b", FANG)
        .against("c", FANG)
        .with(WEAPONS)
        .round([50, 100, 50]);
    assert_eq!(after.attackers(), ["a", "b", "c"]);
    assert_eq!([after.hp("a"), after.hp("b"), after.hp("c")], [10, 13, 10]);
}

#[test] // BRP-5.4-4, BRP-5.4-1
fn only_those_who_are_able_when_the_group_comes_up_act_in_it() {
    let after = fighters("quick", &format!("dex = 13\n{SURE}"))
        .and("tied-a", FANG)
        .against("tied-b", FANG)
        .and("tied-c", FANG)
        .with(WEAPONS)
        .round([50, 100, 100]);
    assert_eq!(after.attackers(), ["quick", "tied-a", "tied-c"]);
    assert!(!after.fights("tied-b"));
    assert!(after.says("tied-a and tied-c act at the same moment"));
    let alone = fighters("quick", &format!("dex = 13\n{SURE}"))
        .and("tied-a", FANG)
        .against("tied-b", FANG)
        .with(WEAPONS)
        .round([50]);
    assert!(!alone.says("act at the same moment"));
}

#[test] // BRP-5.4-4
fn conditions_read_the_state_before_the_group() {
    let fight = fighters("foe", &format!("count = 2\n{FANG}"))
        .against("fresh", "dex = 11\ndodge = 60\npolicy = \"fresh\"")
        .with(WEAPONS)
        .with("[policies.fresh]\nact = [\"wait\"]\nreact = [\"dodge if self.hp == 13\"]");
    let tied = fight.round([50, 100, 50, 50]);
    assert_eq!(
        tied.blows(),
        [
            Blow::Landed {
                rolled: 3,
                stopped: 0,
                dealt: 3
            },
            Blow::Evaded
        ]
    );
    assert_eq!(tied.hp("fresh"), 10);
}

#[test] // BRP-5.4-4
fn a_defence_is_not_lost_by_falling_in_the_same_moment() {
    let after = fighters("foe", &format!("count = 2\n{SURE}"))
        .against("victim", "dex = 11\ndodge = 60\npolicy = \"dodge\"")
        .with(WEAPONS)
        .round([50, 100, 50, 50]);
    assert_eq!(after.blows()[1], Blow::Evaded);
    assert_eq!((after.hp("victim"), after.fights("victim")), (2, false));
}

/// Returns a fight of two attackers that act at the same moment against a defender. The defender has a sword,
/// a buckler and the lines `defender` in its stat block.
fn two_upon(defender: &str) -> Setup {
    fighters("foe", &format!("count = 2\n{FANG}"))
        .against("defender", &format!("dex = 11\ncarries = [\"broad-sword\", \"buckler\"]\nskills = {{ broad-sword = 60 }}\nshield_skill = 60\ndodge = 60\n{defender}"))
        .with(WEAPONS)
        .with("[shields.buckler]\nbase = 0\npoints = 2\ndamage = \"1\"\nsize = \"target\"")
        .with("[policies.wait]\nact = [\"wait\"]\nreact = [\"parry with buckler\"]")
        .with("[policies.once]\nact = [\"wait\"]\nreact = [\"parry if self.defences == 0\"]")
        .with("[policies.one]\nact = [\"wait\"]\nreact = [\"parry if self.parries < 1\"]")
}

#[test] // BRP-5.4-4, BRP-5.6-4
fn limited_defences_count_at_once_in_a_group() {
    for once in ["policy = \"once\"", "policy = \"one\""] {
        let after = two_upon(once).round([50, 50, 50]);
        assert_eq!(after.blows()[0], Blow::Evaded);
        assert_eq!(after.hp("defender"), 10);
    }
    let limited = two_upon("policy = \"wait\"")
        .option("parry_limit = 1")
        .round([50, 50, 50]);
    assert_eq!(limited.hp("defender"), 10);
    let unlimited = two_upon("policy = \"wait\"").round([50, 50, 50, 50]);
    assert_eq!(unlimited.hp("defender"), 13);
    let penalty = two_upon("policy = \"wait\"")
        .option("successive_defence_penalty = 20")
        .round([50, 50, 50, 50]);
    assert_eq!(penalty.hp("defender"), 10);
}

#[test] // BRP-5.4-4, BRP-5.6-7
fn wear_and_breakage_wait_until_the_group_has_acted() {
    let after = two_upon("policy = \"wait\"").round([5, 50, 50, 50]);
    assert!(after.item("defender", "buckler").broken);
    assert_eq!(
        after.blows(),
        [
            Blow::Landed {
                rolled: 3,
                stopped: 0,
                dealt: 3
            },
            Blow::Evaded
        ]
    );
}

#[test] // BRP-5.4-4, BRP-5.6-7
fn a_weapon_broken_in_the_group_still_strikes_in_it() {
    let brittle = "[weapons.fang]\nbase = 0\ndamage = \"3\"\nlength = \"short\"\npoints = 1";
    let after = fighters("one", &FANG.replace("never", "parry"))
        .against("other", &FANG.replace("never", "parry"))
        .with(brittle)
        .round([50, 5, 50, 100]);
    assert!(after.item("one", "fang").broken);
    assert_eq!(after.attacks()[1].2, "fang");
    assert_eq!((after.hp("one"), after.hp("other")), (10, 13));
}

#[test] // BRP-5.4-4, BRP-5.6-4
fn one_weapon_for_one_use_counts_from_before_the_group() {
    let parrying = FANG.replace("never", "parry");
    let fight = |dex: i32| {
        fighters("one", &format!("dex = {dex}\n{parrying}"))
            .against("other", &parrying)
            .option("same_weapon = \"no\"")
            .with(WEAPONS)
    };
    let tied = fight(12).round([50, 50, 50, 50]);
    assert_eq!(tied.blows(), [Blow::Evaded, Blow::Evaded]);
    let apart = fight(13).round([50, 50]);
    assert_eq!(apart.attackers(), ["one"]);
}

#[test] // BRP-5.4-4, BRP-5.2-5
fn unstated_actions_of_a_group_are_chosen_before_any_of_them_is_known() {
    let after = fighters("one", "policy = \"sly\"")
        .against("other", "policy = \"sly\"")
        .option("intent = \"skip\"")
        .with("[policies.sly]\nact = [\"attack nearest if target.intent == unstated\"]")
        .round([100, 100]);
    assert_eq!(after.attackers(), ["one", "other"]);
}

#[test] // BRP-5.4-4, BRP-5.14-4
fn a_healer_felled_in_the_same_moment_has_acted_but_treats_nobody() {
    let after = fighters("healer", &SURE.replace("never", "healer"))
        .and("patient", "")
        .and("guard", "dex = 1\npolicy = \"idle\"")
        .against("foe", SURE)
        .with(WEAPONS)
        .with(IDLE)
        .with("[policies.healer]\nturn = [\"first-aid at patient\"]\nreact = [\"nothing\"]")
        .ready()
        .felled("patient", 0, 5)
        .round([50]);
    assert!(after.says("healer and foe act at the same moment"));
    assert!(after.says("healer tends to patient"));
    assert!(!after.fights("healer"));
    assert_eq!(after.condition("patient"), Condition::Dead);
}

/// Plays a round of `quick` and `slow` against enemies with different hit points. `quick` fells the enemy
/// called `stated`, which `slow` has stated as its target. `rule` is the target rule of `slow`.
fn target_felled(rule: &str, stated: &str, options: &str) -> Trial {
    fighters(
        "quick",
        &format!("dex = 20\n{SURE}").replace("never", "quick"),
    )
    .and("slow", "dex = 5\npolicy = \"slow\"")
    .against("middle", "dex = 1\nhit_points = 9\npolicy = \"idle\"")
    .against(
        "strong",
        "dex = 1\nhit_points = 11\npolicy = \"idle\"\nat = 1",
    )
    .against(
        "weak",
        "dex = 1\nhit_points = 7\npolicy = \"idle\"\nat = -2",
    )
    .against(
        "weaker-far",
        "dex = 1\nhit_points = 3\npolicy = \"idle\"\nat = 2.5",
    )
    .option(options)
    .with(WEAPONS)
    .with(IDLE)
    .with(&format!("[policies.quick]\nact = [\"attack at {stated}\"]"))
    .with(&format!(
        "[policies.slow]\nact = [\"attack at {rule}\"]\nmove = [\"stay\"]"
    ))
    .round(if options.contains("no") {
        vec![50]
    } else {
        vec![50, 100]
    })
}

#[test] // BRP-5.2-4
fn a_target_felled_before_the_rank_is_replaced_by_the_same_rule() {
    for (rule, stated, next) in [
        ("nearest", "middle", "strong"),
        ("strongest", "strong", "middle"),
        ("first", "middle", "strong"),
    ] {
        let after = target_felled(rule, stated, "retarget = \"yes\"");
        let (who, whom, _) = after.attacks().pop().expect("two attacks");
        assert_eq!((who.as_str(), whom.as_str()), ("slow", next), "{rule}");
    }
}

#[test] // BRP-5.2-4
fn under_no_retargeting_the_action_is_lost() {
    for (rule, stated) in [("nearest", "middle"), ("strongest", "strong")] {
        let after = target_felled(rule, stated, "retarget = \"no\"");
        assert_eq!(after.attackers(), ["quick"], "{rule}");
        assert!(after.says("slow finds nobody to attack; the action is lost"));
    }
}

#[test] // BRP-5.2-4
fn a_target_out_of_reach_is_replaced_by_one_within_it() {
    let after = target_felled("weakest", "middle", "retarget = \"yes\"");
    let (_, whom, _) = after.attacks().pop().expect("two attacks");
    assert_eq!(whom, "weak");
}

#[test] // BRP-5.2-4
fn a_target_that_can_be_attacked_is_kept_whatever_the_rule_says_now() {
    let after = fighters(
        "quick",
        &format!("dex = 20\n{FANG}").replace("never", "quick"),
    )
    .and("slow", "dex = 5\npolicy = \"slow\"")
    .against("one", "dex = 1\nhit_points = 10\npolicy = \"idle\"")
    .against("other", "dex = 1\nhit_points = 9\npolicy = \"idle\"")
    .with(WEAPONS)
    .with(IDLE)
    .with("[policies.quick]\nact = [\"attack at first\"]")
    .with("[policies.slow]\nact = [\"attack at weakest\"]")
    .round([50, 100]);
    assert_eq!(after.hp("one"), 7);
    assert_eq!(after.attacks()[1].1, "other");
}

#[test] // BRP-5.2-4
fn without_anybody_left_to_attack_the_action_is_lost() {
    let after = fighters("quick", &format!("dex = 20\n{SURE}"))
        .and("slow", "dex = 5")
        .against("victim", "dex = 1\npolicy = \"idle\"")
        .against("far", "dex = 1\npolicy = \"idle\"\nat = 50")
        .with(WEAPONS)
        .with(IDLE)
        .round([50]);
    assert_eq!(after.attackers(), ["quick"]);
    assert!(after.says("slow finds nobody"));
}

/// Returns the targets of a slinger, which can shoot 240 m. The walker, its stated target, starts at `from`
/// metres and moves 10 m away before the shot.
fn shooting_at_a_walker(from: i32, options: &str, faces: &[u32]) -> Vec<String> {
    fighters(
        "slinger",
        "dex = 12\ncarries = [\"sling\"]\npolicy = \"slinger\"",
    )
    .against(
        "walker",
        &format!("dex = 5\nat = {from}\npolicy = \"walker\""),
    )
    .and(
        "stander",
        "dex = 5\nhit_points = 9\nat = 239\npolicy = \"idle\"",
    )
    .option(options)
    .with("[policies.slinger]\nact = [\"shoot at strongest\"]")
    .with("[policies.walker]\nact = [\"wait\"]\nmove = [\"withdraw by 10\"]")
    .with(IDLE)
    .round(faces.iter().copied())
    .attacks()
    .into_iter()
    .map(|(_, whom, _)| whom)
    .collect()
}

#[test] // BRP-5.2-4
fn a_shot_reaches_three_times_the_range_at_its_rank() {
    assert_eq!(
        shooting_at_a_walker(230, "retarget = \"no\"", &[100]),
        ["walker"]
    );
    assert_eq!(
        shooting_at_a_walker(231, "retarget = \"yes\"", &[100]),
        ["stander"]
    );
    assert!(shooting_at_a_walker(231, "retarget = \"no\"", &[]).is_empty());
}
