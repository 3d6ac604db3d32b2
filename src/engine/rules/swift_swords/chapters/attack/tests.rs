//! Tests of an attack, from its dice to its effects on the attacker.

use crate::fight::Blow;
use crate::rules::swift_swords::nouns::{Attack, AttackMeans, Defence, DefenceKind, Status};
use crate::rules::swift_swords::testing::{Setup, Trial, fighters, fraction};

/// Returns a setup of `a`, which attacks with `attack` dice, and an idle target with the lines `target`.
fn on(attack: u8, target: &str) -> Setup {
    let hand = "ad_set = [5, 3, 2]";
    fighters("a", &format!("attack = {attack}\n{hand}")).against(
        "b",
        &format!("physical = 8\npolicy = \"idle\"\n{hand}\n{target}"),
    )
}

/// Returns the damage, the exposure dice on the attacker, and whether the attacker is Fumbled.
fn seen(fight: &Trial) -> (u32, u8, bool) {
    let a = fight.body("a");
    (fight.dealt(), a.exposures, a.fumbled)
}

#[test] // SST-10-3, SST-10-4
fn ones_that_are_no_more_than_hits_expose() {
    let odds = on(4, "").ready().odds(seen);
    let exposed = odds.of(|&(_, exposures, _)| exposures > 0);
    assert_eq!(exposed, fraction(26, 81));
    for (damage, exposures, ways, of) in [(1, 1, 1, 6), (2, 1, 1, 9), (2, 2, 1, 54), (3, 1, 2, 81)]
    {
        let chance = odds.of(|&found| found == (damage, exposures, false));
        assert_eq!(chance, fraction(ways, of));
    }
    assert_eq!(
        on(1, "").ready().odds(seen).of(|found| found.1 > 0),
        fraction(0, 1)
    );
}

#[test] // SST-10-5
fn more_ones_than_hits_are_a_fumble() {
    for (dice, fumbles, hits) in [
        (1, (1, 6), (1, 3)),
        (2, (7, 36), (5, 9)),
        (3, (43, 216), (73, 108)),
        (4, (85, 432), (20, 27)),
        (5, (497, 2592), (1007, 1296)),
        (6, (8659, 46656), (9317, 11664)),
    ] {
        let odds = on(dice, "").ready().odds(seen);
        assert_eq!(odds.of(|found| found.2), fraction(fumbles.0, fumbles.1));
        assert_eq!(odds.of(|found| found.0 > 0), fraction(hits.0, hits.1));
        assert_eq!(odds.of(|found| found.2 && found.1 > 0), fraction(0, 1));
    }
    let fight = on(3, "")
        .option("fumble_negates = false")
        .ready()
        .step([5, 1, 1]);
    assert_eq!(seen(&fight), (1, 0, true));
}

#[test] // SST-10-5, SST-7-3
fn a_fumble_helps_every_attacker_until_the_next_action() {
    let hand = "ad_set = [5, 3, 2]\nattack = 2\nphysical = 8";
    let fight = fighters("a", hand).against("b", hand);
    let fight = fight.ready().step([1, 1]);
    assert!(fight.body("a").fumbled);
    let fight = fight.step([4, 4]);
    assert_eq!(fight.blows(), [landed(2, 2)]);
    assert!(fight.body("a").fumbled, "it is no action of a's");
    let fight = fight.step([4, 4]);
    assert_eq!(fight.attackers(), ["a"]);
    assert!(!fight.body("a").fumbled);
}

fn landed(rolled: u32, dealt: u32) -> Blow {
    Blow::Landed {
        rolled,
        stopped: rolled - dealt,
        dealt,
    }
}

#[test] // SST-10-6, SST-10-7, SST-0-4
fn an_exposure_die_of_the_target_joins_the_attack() {
    let fight = on(4, "").ready().given("b", |b| b.exposures = 2);
    let fight = fight.step([5, 5, 3, 3, 3]);
    assert_eq!((fight.dealt(), fight.body("b").exposures), (2, 1));
    let all = on(4, "").option("exposure_pickup = \"all\"");
    let fight = all
        .ready()
        .given("b", |b| b.exposures = 2)
        .step([5, 5, 3, 3, 3, 3]);
    assert_eq!(fight.body("b").exposures, 0);
    let none = on(0, "").ready().step([]);
    assert_eq!(none.blows(), [Blow::Missed]);
    let leaves = fighters("a", "ad_set = [5]\nattack = 1\npolicy = \"p\"");
    let leaves = leaves.policy("p", "act = [\"attack\"]\npick-up = [\"leave\"]");
    let fight = leaves
        .against("b", "policy = \"idle\"\nad_set = [3]")
        .ready();
    let fight = fight.given("b", |b| b.exposures = 1).step([2]);
    assert_eq!(fight.body("b").exposures, 1);
}

#[test] // SST-10-9
fn armour_takes_off_successes() {
    for (armour, ways, of) in [(0, 1007, 1296), (1, 173, 324), (2, 17, 81), (3, 11, 243)] {
        let odds = on(5, &format!("armour = {armour}")).ready().odds(seen);
        assert_eq!(odds.of(|found| found.0 > 0), fraction(ways, of), "{armour}");
    }
    let fight = on(3, "armour = \"light\"").ready().step([5, 5, 2]);
    assert_eq!(fight.blows(), [landed(2, 1)]);
    assert_eq!(fight.heard.lost, [1]);
    let heavy = on(3, "armour = 3").ready().step([5, 5, 2]);
    assert_eq!(heavy.blows(), [landed(2, 0)]);
    assert_eq!(heavy.heard.lost, [0]);
}

#[test] // SST-10-9
fn armour_may_take_off_damage_or_be_rolled() {
    let with = |mode: &str| on(3, "armour = 2").option(&format!("armour_mode = \"{mode}\""));
    let fight = with("damage").with("[weapons.medium]\ncode = \"large\"");
    assert_eq!(fight.ready().step([5, 2, 2]).blows(), [landed(3, 1)]);
    let fight = with("roll").ready().step([5, 5, 2, 6, 4]);
    assert_eq!(fight.blows(), [landed(2, 1)]);
    assert_eq!(with("roll").ready().step([2, 2, 2]).blows(), [Blow::Missed]);
}

#[test] // SST-9-1, SST-9-4
fn effort_is_worth_a_die() {
    let tries = fighters("a", "attack = 4\nad_set = [5, 1, 1]\npolicy = \"p\"")
        .policy(
            "p",
            "act = [\"attack\"]\neffort = [\"effort if effort.for == 0\"]",
        )
        .against("b", "physical = 8\npolicy = \"idle\"");
    let odds = tries.ready().odds(seen);
    assert_eq!(odds.of(|found| found.0 > 0), fraction(1007, 1296));
    let fight = tries.ready().step([5, 2, 2, 2, 2]);
    assert_eq!(fight.hand("a"), "no dice", "a caller keeps nothing");
}

#[test] // SST-9-3
fn a_one_raises_a_die_after_the_roll() {
    let raises = |line: &str| {
        fighters("a", "attack = 4\nad_set = [5, 4, 1]\npolicy = \"p\"")
            .policy("p", &format!("act = [\"attack\"]\nraise = [\"{line}\"]"))
            .against("b", "physical = 8\npolicy = \"idle\"\nad_set = [3]")
    };
    let fight = raises("raise if roll.hits == 0").ready().step([4, 3, 3, 1]);
    assert_eq!(seen(&fight), (1, 1, false));
    assert_eq!(fight.hand("a"), "5");
    let fight = raises("spare").ready().step([5, 1, 1, 2]);
    assert_eq!(seen(&fight), (1, 1, false));
    let fight = raises("raise if roll.near > 1").ready().step([4, 3, 3, 1]);
    assert_eq!(seen(&fight), (0, 0, true));
}

#[test] // SST-15-7
fn rank_zero_falls_to_the_mere_effort() {
    let fight = fighters("a", "ad_set = [5]").against("b", "size = 0\npolicy = \"idle\"");
    let fight = fight.ready().step([]);
    assert!(!fight.fights("b"));
    assert_eq!(fight.blows(), [landed(1, 1)]);
    assert_eq!(fight.heard.lost, [0]);
}

#[test] // SST-8-4
fn breaking_wears_a_defence_down() {
    let breaks = fighters("a", "attack = 4\nad_set = [5]\npolicy = \"p\"")
        .policy("p", "act = [\"break\"]")
        .against("b", "dodge = 4\npolicy = \"idle\"\nad_set = [3]");
    let pool = |dice| {
        use crate::rules::swift_swords::nouns::{Defence, DefenceKind};
        breaks
            .ready()
            .given("b", |b| b.pool = Defence::of(DefenceKind::Dodge, dice))
    };
    let odds = pool(2).odds(|fight| fight.body("b").pool.dice);
    assert_eq!(odds.of(|&left| left == 0), fraction(11, 27));
    assert_eq!(odds.of(|&left| left == 1), fraction(1, 3));
    assert_eq!(odds.of(|&left| left == 2), fraction(7, 27));
    assert!(
        breaks.ready().round([]).attackers().is_empty(),
        "there is nothing to break"
    );
}

/// Returns the clauses that the sentences of the transcript cite, in order, without the clause for the deal.
fn course(fight: &Trial) -> Vec<&'static str> {
    let said = fight.heard.said.iter().map(|&(clause, _)| clause);
    said.filter(|clause| *clause != "SST-5-4").collect()
}

#[test] // SST-10-1
fn melee_missile_and_spell_are_resolved_alike() {
    let stats = "attack = 4\nad_set = [5]\ncarries = [\"broadsword\", \"bow\"]\n\
        cast = { dice = 4, code = \"medium\", stopped = true }";
    let fight = fighters("a", stats).against(
        "b",
        "physical = 8\nmental = 8\narmour = 1\nad_set = [3]\npolicy = \"idle\"",
    );
    let begun = || fight.begun([]).given("b", |b| b.exposures = 1);
    let ways = |fight: &Trial| {
        let bow = fight
            .arena
            .weapons
            .iter()
            .position(|weapon| weapon.name == "bow");
        let bow = u8::try_from(bow.expect("it is carried")).expect("few weapons");
        let struck = fight.blow("a", "b");
        [struck.means, AttackMeans::Missile(bow), AttackMeans::Spell]
            .map(|means| Attack { means, ..struck })
    };
    // The pool of five dice includes an exposure die. The roll has three hits and a 1. Armour stops one of
    // the hits.
    let odds = ways(&begun()).map(|attack| {
        let after = begun().struck(attack, [5, 5, 6, 1, 2]);
        assert_eq!(seen(&after), (2, 1, false), "{attack:?}");
        let fumble = begun().struck(attack, [5, 1, 1, 2, 2]);
        assert_eq!(seen(&fumble), (0, 0, true), "{attack:?}");
        begun().strike_odds(attack, seen)
    });
    for damage in 0..=4 {
        let chances = odds
            .each_ref()
            .map(|odds| odds.of(|found| found.0 == damage));
        assert_eq!(chances[0], chances[1]);
        assert_eq!(chances[0], chances[2]);
    }
}

#[test] // SST-10-1, SST-3-8
fn one_acts_once_in_a_turn_and_may_move_to_do_so() {
    let fight = fighters("a", "attack = 1\nad_set = [5, 5, 5]").against("b", "policy = \"idle\"");
    let fight = fight.field("start = \"alone\"").begun([]).step([2]);
    assert_eq!(
        (fight.attackers().len(), fight.hand("a").as_str()),
        (1, "5, 5")
    );
    assert_eq!((fight.body("a").group, fight.body("b").group), (1, 1));
}

#[test] // SST-10-2, SST-7-3, SST-0-4
fn an_attack_takes_its_course() {
    let stats = "attack = 4\nad_set = [4, 3, 1]\npolicy = \"p\"";
    let fight = fighters("a", stats)
        .policy("p", "act = [\"attack\"]\neffort = [\"effort\"]")
        .against(
            "b",
            "dodge = 4\narmour = 1\nphysical = 8\nad_set = [3, 2]\npolicy = \"dodges\"",
        );
    let fight = fight
        .ready()
        .given("b", |b| (b.exposures, b.fumbled) = (2, true));
    let fight = fight.given("a", |a| {
        (a.exposures, a.pool) = (1, Defence::of(DefenceKind::Dodge, 3));
    });
    // Paying ends the marks of `a`. An exposure die and Effort raise the four dice to six. Then the Dodge is
    // rolled and removes two. Because `b` is Fumbled, a 4 is a success.
    let after = fight.step([5, 5, 2, 2, 4, 4, 4, 1]);
    assert!(after.says("a attacks b with medium: 6 dice at SL +1, 1 of them for exposure."));
    assert_eq!(
        seen(&after),
        (2, 1, false),
        "one of three stopped by armour"
    );
    assert_eq!(
        (after.body("b").exposures, after.body("b").pool),
        (1, Defence::of(DefenceKind::Dodge, 1))
    );
    assert_eq!(
        (after.body("a").pool, after.hand("a").as_str()),
        (Defence::NONE, "3")
    );
    let paid_announced = ["SST-7-1", "SST-9-1", "SST-10-2"];
    let dodged = ["SST-7-1", "SST-13-2"];
    let rolled_hit_hurt = ["SST-10-3", "SST-10-4", "SST-10-8", "SST-18-1"];
    let whole = [&paid_announced[..], &dodged, &rolled_hit_hurt].concat();
    assert_eq!(course(&after), whole);
}

#[test] // SST-10-2, SST-13-11
fn a_riposte_comes_after_the_damage_and_before_the_end() {
    let parried = |ranks: u8, faces: &[u32]| {
        let b = format!("parry = 2\nphysical = {ranks}\nad_set = [3]\npolicy = \"parries\"");
        let fight = fighters("a", "attack = 4\nad_set = [5, 5]").against("b", &b);
        fight.ready().step(faces.iter().copied())
    };
    let after = parried(8, &[5, 2, 5, 5, 3, 2, 5]);
    let attack = [
        "SST-7-1",
        "SST-10-2",
        "SST-7-1",
        "SST-13-10",
        "SST-10-3",
        "SST-13-10",
        "SST-10-4",
        "SST-10-8",
        "SST-18-1",
    ];
    let riposte = ["SST-13-11", "SST-10-3", "SST-10-8", "SST-18-1"];
    assert_eq!(course(&after)[..13], [&attack[..], &riposte].concat());
    assert_eq!((after.left("b"), after.left("a")), (7, 2));
    // A creature that the damage puts out makes no riposte.
    let out = parried(1, &[5, 2, 5, 5, 3, 2]);
    assert_eq!(out.attackers(), ["a"]);
    assert!(out.outcome.is_some());
}

#[test] // SST-13-11, SST-12-1, SST-34-1
fn whatever_is_parried_can_be_answered() {
    let parried = |act: &str, faces: &[u32]| {
        let b = "parry = 2\nphysical = 8\nad_set = [3]\npolicy = \"parries\"";
        let fight = fighters("a", "attack = 4\nad_set = [5, 5]\npolicy = \"p\"").against("b", b);
        let fight = fight.policy("p", &format!("act = [\"{act}\"]"));
        fight
            .option("slam = \"on\"")
            .ready()
            .step(faces.iter().copied())
    };
    // The Parry turns one of two misses into an exposure die, and this die hits in the riposte.
    let closes = parried("close", &[5, 2, 5, 5, 3, 2, 5]);
    assert_eq!(closes.attackers(), ["a", "b"]);
    assert_eq!((closes.body("a").exposures, closes.left("a")), (0, 2));
    assert_eq!((closes.body("b").close, closes.left("b")), (1, 8));
    let slams = parried("slam", &[5, 2, 5, 5, 3, 2, 5, 5, 2, 2, 2, 2, 2, 2, 2]);
    assert_eq!((slams.attackers().len(), slams.left("a")), (2, 2));
    assert!(slams.body("b").prone);
    // Without a miss there is no riposte.
    assert_eq!(parried("close", &[5, 2, 5, 5, 6, 6]).attackers(), ["a"]);
}

#[test] // SST-10-8
fn what_is_left_of_the_hits_decides() {
    let struck = |stats: &str, hits: usize| {
        let b = format!("armour = 1\n{stats}\npolicy = \"idle\"");
        let fight = fighters("a", "attack = 8\nad_set = [5]")
            .against("b", &b)
            .begun([2; 4]);
        let blow = fight.blow("a", "b");
        let faces = (0..8).map(|die| if die < hits { 5 } else { 2 });
        fight.struck(blow, faces)
    };
    // Armour stops one success. A damage of up to three costs one of the three Ranks. Up to six it is a
    // Trauma, and seven is a Killing Blow.
    for (hits, ranks, trauma) in [
        (1, 3, false),
        (2, 2, false),
        (4, 2, false),
        (5, 2, true),
        (7, 2, true),
    ] {
        let after = struck("ad_rolled = true\nad = 4", hits);
        assert_eq!(after.left("b"), ranks, "{hits} hits");
        assert_eq!((after.says("a Trauma"), after.fights("b")), (trauma, true));
    }
    let killed = struck("ad_rolled = true\nad = 4", 8);
    assert!(killed.says("a Killing Blow") && !killed.fights("b"));
    // A hero may take a State instead of losing the Rank of a hit, but not instead of the Rank of a Trauma.
    for (hits, state, ranks) in [(1, false, 6), (2, true, 6), (4, true, 6), (5, false, 5)] {
        let after = struck("heroic = true", hits);
        assert_eq!(
            (after.body("b").states.any(), after.left("b")),
            (state, ranks)
        );
    }
}

#[test] // SST-0-4
fn a_pool_is_summed_up_before_it_is_rolled() {
    let pool = |skill: u8, injured: u8, exposed: u8, hand: &str| {
        let stats = format!("attack = {skill}\nad_set = {hand}\npolicy = \"p\"");
        let fight = fighters("a", &stats)
            .policy("p", "act = [\"attack\"]\neffort = [\"effort\"]")
            .against(
                "b",
                "dodge = 4\npolicy = \"dodges\"\nad_set = [3]\nphysical = 8",
            );
        let fight = fight.begun([]).given("a", |a| a.injuries.all = injured);
        fight.given("b", |b| b.exposures = exposed)
    };
    // The skill is 4, an injury takes two dice, and Effort adds one. Of the three dice, the Dodge removes
    // two.
    let after = pool(4, 2, 0, "[5, 4, 1]").step([5, 5, 2, 2, 3]);
    assert!(after.says("3 dice"));
    // The skill is 2, the injury takes four dice, and the exposure die of `b` adds one. Without dice there is
    // no roll and no defence.
    let none = pool(2, 4, 1, "[5, 4]").step([]);
    assert_eq!(
        (seen(&none), none.body("b").pool),
        ((0, 0, false), Defence::NONE)
    );
    assert!(none.says("0 dice"));
}

#[test] // SST-9-4
fn one_one_at_most_goes_into_an_attack() {
    let lists = "act = [\"attack\"]\neffort = [\"effort\"]\nraise = [\"raise\"]";
    let fight = fighters("a", "attack = 4\nad_set = [5, 4, 1, 1]\npolicy = \"p\"")
        .policy("p", lists)
        .against("b", "physical = 8\npolicy = \"idle\"\nad_set = [3]");
    // One 1 has bought the fifth die by Effort, so the second 1 cannot raise the 4.
    let after = fight.ready().step([4, 3, 3, 1, 2]);
    assert_eq!(seen(&after), (0, 0, true));
    assert_eq!(after.hand("a"), "5, 1");
}

#[test] // SST-9-3, SST-0-10
fn a_die_that_cannot_be_raised_hides_no_later_line() {
    let lists = "act = [\"attack\"]\nraise = [\"spare\", \"raise\"]";
    let fight = fighters("a", "attack = 3\nad_set = [5, 4, 1]\npolicy = \"p\"")
        .policy("p", lists)
        .against("b", "physical = 8\npolicy = \"idle\"\nad_set = [3]");
    assert_eq!(seen(&fight.ready().step([4, 3, 3])), (1, 0, false));
}

#[test] // SST-8-4, SST-21-3
fn nobody_breaks_the_defence_of_the_fallen() {
    let after = fighters("a", "attack = 4\nad_set = [5]\npolicy = \"p\"")
        .policy("p", "act = [\"break fallen\"]")
        .against("b", "policy = \"idle\"")
        .and("c", "policy = \"idle\"")
        .ready()
        .given("b", |body| body.status = Status::Out);
    assert!(after.round([]).attackers().is_empty());
}

#[test] // SST-8-8, SST-10-2, SST-21-3
fn an_attack_on_somebody_who_is_gone_by_then_misses() {
    for status in [Status::Killed, Status::Yielded, Status::Fled] {
        let mut fight = on(2, "").and("c", "policy = \"idle\"").begun([]);
        let (blow, who) = (fight.blow("a", "b"), fight.who("b"));
        fight.state.fighting.remove(who);
        let fight = fight.given("b", |body| body.status = status);
        let after = fight.struck(blow, []);
        assert_eq!(after.blows(), [Blow::Missed]);
        assert_eq!(after.body("b").status, status);
    }
}

#[test] // SST-15-7, SST-12-1
fn what_is_to_do_no_harm_is_rolled_for_against_rank_zero_too() {
    let closes = fighters("a", "ad_set = [5]\npolicy = \"p\"")
        .policy("p", "act = [\"close\"]")
        .against("b", "size = 0\npolicy = \"idle\"");
    let after = |faces: [u32; 4]| closes.begun([]).step(faces);
    let [missed, touched] = [after([2; 4]), after([5, 2, 2, 2])];
    assert_eq!((missed.fights("b"), missed.body("b").close), (true, 0));
    assert_eq!((touched.fights("b"), touched.body("b").close), (true, 1));
}

#[test] // SST-13-10, SST-9-3
fn a_parry_turns_a_die_that_is_just_short_of_a_hit_as_well() {
    let fight = fighters("a", "attack = 2\nad_set = [5, 1]\npolicy = \"p\"")
        .policy(
            "p",
            "act = [\"attack\"]\nraise = [\"raise if roll.near > 1\"]",
        )
        .against(
            "b",
            "parry = 2\nphysical = 8\nad_set = [3]\npolicy = \"parries\"",
        );
    // `a` does not raise its 4. The Parry turns this die into a one, and `b` makes a riposte with it.
    let after = fight.ready().step([5, 2, 5, 4, 2]);
    assert_eq!(after.attackers(), ["a", "b"]);
}

#[test] // SST-13-11, SST-17-2
fn nobody_strikes_back_whom_the_blow_has_dazed() {
    let stats = "parry = 2\nphysical = 8\nad_set = [3]\nstateless = false\npolicy = \"parries\"";
    let fight = fighters("a", "attack = 4\nad_set = [5, 5]").against("b", stats);
    let after = fight.ready().step([5, 2, 5, 2, 2, 2]);
    assert!(after.body("b").states.any());
    assert_eq!(
        (after.attackers(), after.body("a").exposures),
        (vec!["a".to_owned()], 1)
    );
}

#[test] // SST-9-3, SST-0-1
fn where_all_but_ones_hit_a_raised_one_hits() {
    let fight = fighters(
        "a",
        "attack = 2\nsl = 3\nad_set = [5, 4, 1]\npolicy = \"p\"",
    )
    .policy("p", "act = [\"attack\"]\nraise = [\"raise\"]")
    .against("b", "physical = 8\npolicy = \"idle\"");
    assert_eq!(seen(&fight.ready().step([3, 1])), (2, 0, false));
}
