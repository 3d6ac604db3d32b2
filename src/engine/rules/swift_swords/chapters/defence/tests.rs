//! Tests of Dodge, Block and Parry, and of defence pools.

use crate::fight::Blow;
use crate::rules::swift_swords::nouns::{
    Attack, AttackMeans, BodyPart, Daze, Defence, DefenceKind, Ward, injuries::Injuries,
};
use crate::rules::swift_swords::testing::{Setup, Trial, fighters, fraction};

/// Returns a setup of `a`, which attacks with `attack` dice, and `b`, which has the policy `defends` and the
/// lines `stats`.
fn against(attack: u8, defends: &str, stats: &str) -> Setup {
    let hand = "ad_set = [5, 3, 2]\nphysical = 8";
    fighters("a", &format!("attack = {attack}\n{hand}"))
        .against("b", &format!("{hand}\npolicy = \"{defends}\"\n{stats}"))
}

fn seen(fight: &Trial) -> (u32, u8, bool) {
    let a = fight.body("a");
    (fight.dealt(), a.exposures, a.fumbled)
}

fn shot(fight: &Trial) -> Attack {
    Attack {
        means: AttackMeans::Missile(1),
        ..fight.blow("a", "b")
    }
}

#[test] // SST-13-1, SST-13-2
fn a_dodge_removes_dice_before_the_roll() {
    let fight = against(4, "dodges", "dodge = 5");
    let odds = fight
        .ready()
        .odds(|fight| (fight.dealt() > 0, fight.blows()[0].mark()));
    assert_eq!(odds.of(|found| found.0), fraction(1220, 2187));
    assert_eq!(odds.of(|found| found.1 == 1), fraction(11, 243));
    let fight = fight.ready().step([5, 5, 5, 5, 2]);
    assert_eq!(seen(&fight), (0, 0, false));
    assert_eq!(fight.body("b").pool, Defence::of(DefenceKind::Dodge, 3));
    assert_eq!(fight.hand("b"), "5, 3", "the lowest die has paid");
}

#[test] // SST-13-3
fn a_dodge_counts_less_against_missiles() {
    let fight = against(4, "dodges", "dodge = 5")
        .begun([])
        .holding("b", &[3]);
    let odds = fight.strike_odds(shot(&fight), |fight| fight.dealt() > 0);
    assert_eq!(odds.of(|&hit| hit), fraction(4390, 6561));
    // Three successes of the Dodge remove only two dice. The pool of three then loses one die.
    let arrow = shot(&fight);
    let fight = fight.struck(arrow, [5, 5, 5, 2, 2, 3, 3]);
    assert_eq!(fight.body("b").pool, Defence::of(DefenceKind::Dodge, 2));
}

#[test] // SST-14-1, SST-13-1
fn a_pool_that_does_not_help_leaves_room_for_another_defence() {
    let fight = fighters("a", "cast = { dice = 2 }\nad_set = [5]").against(
        "b",
        "dodge = 2\nblock = 2\nphysical = 8\nad_set = [5]\npolicy = \"dodges\"",
    );
    let begun = fight.begun([]).holding("b", &[5]);
    let begun = begun.given("b", |b| b.pool = Defence::of(DefenceKind::Block, 3));
    let spell = Attack {
        means: AttackMeans::Spell,
        ..begun.blow("a", "b")
    };
    // Of the two successes of the Dodge, only one counts against a spell. The pool of two loses one die, and
    // one is left.
    let after = begun.struck(spell, [5, 5, 5]);
    assert_eq!((after.dealt(), after.hand("b")), (1, "no dice".to_owned()));
    assert_eq!(after.body("b").pool, Defence::of(DefenceKind::Dodge, 1));
}

#[test] // SST-14-3, SST-22-7
fn injuries_leave_less_room_in_a_pool() {
    let fight = fighters("a", "dodge = 4\nad_set = [5, 4]\npolicy = \"p\"")
        .policy("p", "act = [\"pool\"]")
        .against("b", "policy = \"idle\"\nad_set = [2]");
    let begun = |injured: u8| {
        let begun = fight.begun([]).given("a", |a| a.injuries.all = injured);
        begun.given("a", |a| a.pool = Defence::of(DefenceKind::Dodge, 3))
    };
    assert_eq!(begun(0).step([]).body("a").pool.dice, 4);
    assert_eq!(begun(1).round([]).body("a").pool.dice, 3);
}

#[test] // SST-0-10
fn who_weighs_an_attack_goes_by_its_own_armour() {
    let dodges = |armour: (u8, u8)| {
        let a = format!("attack = 4\nad_set = [5]\narmour = {}", armour.0);
        let b = format!(
            "dodge = 2\nad_set = [5]\npolicy = \"p\"\narmour = {}",
            armour.1
        );
        let fight = fighters("a", &a).against("b", &b);
        let fight = fight.policy("p", "defend = [\"dodge if attack.chance > 0.5\"]");
        fight.begun([])
    };
    assert_eq!(dodges((3, 0)).step([2; 6]).hand("b"), "no dice");
    assert_eq!(dodges((0, 3)).step([2; 4]).hand("b"), "5");
}

#[test] // SST-13-4, SST-14-4
fn what_is_left_of_a_dodge_exposes_the_attacker() {
    let fight = against(3, "dodges", "dodge = 5").ready().step([5; 5]);
    assert_eq!(fight.body("a").exposures, 2);
    assert_eq!(fight.body("b").pool, Defence::of(DefenceKind::Dodge, 4));
}

#[test] // SST-13-5, SST-13-6, SST-13-7
fn a_block_makes_a_pool_of_its_successes_and_the_shield() {
    let fight = against(4, "blocks", "block = 5\nshield = \"medium\"");
    let blocked = fight.ready().step([5, 5, 2, 2, 2, 3, 3, 3, 3]);
    assert_eq!(blocked.body("b").pool, Defence::of(DefenceKind::Block, 3));
    assert_eq!(
        blocked.body("a").exposures,
        3,
        "also when the attack failed"
    );
    let failed = fight.ready().step([2, 2, 2, 2, 2, 5, 3, 3, 3]);
    assert_eq!((failed.body("b").pool, failed.dealt()), (Defence::NONE, 1));
    let with = |option: &str| fight.clone().option(option).ready();
    let always = with("shield_dice = \"always\"").step([2, 2, 2, 2, 2, 3, 3, 3, 3]);
    assert_eq!(always.body("b").pool, Defence::of(DefenceKind::Block, 1));
    let none = with("shield_dice = \"none\"").step([5, 5, 2, 2, 2, 3, 3, 3, 3]);
    assert_eq!(none.body("b").pool, Defence::of(DefenceKind::Block, 1));
}

#[test] // SST-13-6, SST-13-8
fn the_attacker_makes_the_best_of_a_block() {
    let fight = against(4, "blocks", "block = 5\nshield = 2").ready();
    let odds = fight.odds(Trial::dealt);
    for (damage, ways, of) in [
        (0, 5288, 6561),
        (1, 2552, 19683),
        (2, 979, 19683),
        (3, 256, 19683),
        (4, 32, 19683),
    ] {
        assert_eq!(
            odds.of(|&dealt| dealt == damage),
            fraction(ways, of),
            "{damage}"
        );
    }
}

#[test] // SST-13-6
fn successes_may_strike_a_block_for_good() {
    let fight = against(4, "blocks", "block = 5\nshield = 2");
    let faces = [5, 5, 2, 2, 2, 5, 5, 3, 3];
    let after = |option: &str| fight.clone().option(option).ready().step(faces);
    assert_eq!(
        after("block_rule = \"spend\"").body("b").pool,
        Defence::of(DefenceKind::Block, 3)
    );
    assert_eq!(
        after("block_rule = \"permanent\"").body("b").pool,
        Defence::of(DefenceKind::Block, 1)
    );
}

#[test] // SST-13-9
fn three_goblins_against_a_block_that_is_compared() {
    let fight = fighters(
        "roland",
        "physical = 8\nblock = 5\nshield = 2\nad_set = [5, 5]\npolicy = \"blocks\"",
    )
    .against("goblin", "count = 3\nad_set = [4, 2]")
    .option("block_rule = \"compare\"")
    .even();
    let fight = fight.ready().step([5, 5, 2, 2, 2, 5, 5, 3, 3]);
    assert_eq!((fight.dealt(), fight.body("goblin 1").exposures), (0, 2));
    let fight = fight.step([5, 5, 3, 3]);
    assert_eq!((fight.dealt(), fight.body("goblin 2").exposures), (0, 1));
    let fight = fight.given("roland", |roland| {
        roland.pool = Defence::of(DefenceKind::Block, 3);
    });
    let fight = fight.step([5, 5, 5, 5]);
    assert_eq!((fight.dealt(), fight.body("goblin 3").exposures), (4, 0));
    assert_eq!(
        fight.body("roland").pool,
        Defence::of(DefenceKind::Block, 2)
    );
}

#[test] // SST-13-10
fn a_parry_turns_misses_into_ones() {
    let quiet = "act = []\ndefend = [\"parry\"]\nriposte = [\"nothing\"]";
    let fight = against(4, "p", "parry = 4").policy("p", quiet);
    let odds = fight.ready().odds(seen);
    assert_eq!(odds.of(|found| found.2), fraction(109, 243));
    for (damage, ways, of) in [
        (0, 112, 243),
        (1, 32, 243),
        (2, 8, 27),
        (3, 8, 81),
        (4, 1, 81),
    ] {
        assert_eq!(odds.of(|found| found.0 == damage), fraction(ways, of));
    }
    for (exposures, ways, of) in [
        (0, 1745, 11664),
        (1, 1349, 2916),
        (2, 2059, 5832),
        (3, 11, 324),
        (4, 1, 1296),
    ] {
        assert_eq!(odds.of(|found| found.1 == exposures), fraction(ways, of));
    }
    let faces = [5, 5, 2, 2, 5, 3, 3, 1];
    assert_eq!(seen(&fight.ready().step(faces)), (0, 2, true));
    let with = |option: &str| seen(&fight.clone().option(option).ready().step(faces));
    assert_eq!(with("parry_can_fumble = false"), (1, 3, false));
    assert_eq!(with("parry_keep_on_fumble = false"), (0, 0, true));
}

#[test] // SST-13-10
fn a_parry_needs_misses_and_something_to_parry_with() {
    let fight = against(2, "parries", "parry = 2")
        .ready()
        .step([5, 5, 5, 5]);
    assert_eq!((fight.dealt(), fight.body("a").exposures), (2, 0));
    let bare = against(2, "parries", "parry = 2\ncarries = []")
        .ready()
        .step([5, 5]);
    assert_eq!(bare.dealt(), 2);
    let fight = against(2, "parries", "parry = 2")
        .begun([])
        .holding("b", &[3]);
    let shot = shot(&fight);
    assert_eq!(fight.struck(shot, [5, 5]).hand("b"), "3");
}

#[test] // SST-13-11
fn a_riposte_takes_all_exposure_dice() {
    let fight = against(4, "parries", "parry = 4");
    // The Parry turns two misses into ones. With three ones against one success, the attack is a fumble. The
    // riposte has two dice, and `a` is Fumbled, so a 4 hits.
    let fight = fight.ready().step([5, 5, 2, 2, 5, 3, 3, 1, 4, 4]);
    assert_eq!(fight.attackers(), ["a", "b"]);
    assert_eq!((fight.dealt(), fight.body("a").exposures), (2, 0));
    assert!(!fight.body("b").fumbled);
    let base = against(1, "parries", "parry = 4")
        .begun([])
        .given("a", |a| a.fumbled = true);
    let riposte = Attack {
        means: AttackMeans::Riposte(1, 2),
        ..base.blow("b", "a")
    };
    let odds = base.strike_odds(riposte, |fight| (fight.dealt(), fight.body("b").fumbled));
    for (damage, ways, of) in [(0, 1, 4), (1, 1, 2), (2, 1, 4)] {
        assert_eq!(odds.of(|found| found.0 == damage), fraction(ways, of));
    }
    assert_eq!(odds.of(|found| found.1), fraction(5, 36));
    // A defence pool does not work against a riposte.
    let kept = base.given("a", |a| a.pool = Defence::of(DefenceKind::Dodge, 9));
    let odds = kept.strike_odds(riposte, Trial::dealt);
    assert_eq!(odds.of(|&damage| damage == 2), fraction(1, 4));
}

#[test] // SST-14-1, SST-14-3, SST-14-4
fn three_goblins_against_a_dodge() {
    let stats = "dodge = 5\nad_set = [5, 5, 5, 5]\npolicy = \"p\"";
    let fight = fighters("roland", stats)
        .policy(
            "p",
            "act = [\"pool if self.pool == 2\"]\ndefend = [\"dodge\"]",
        )
        .against("goblin", "count = 3\nad_set = [4, 2]")
        .even()
        .ready();
    let fight = fight.step([5, 5, 5, 5, 2]);
    assert_eq!(
        fight.body("roland").pool,
        Defence::of(DefenceKind::Dodge, 3)
    );
    assert_eq!(fight.body("goblin 1").exposures, 0);
    let second = fight.odds(|fight| (fight.dealt() > 0, fight.body("goblin 2").fumbled));
    assert_eq!(second.of(|found| found.0), fraction(1, 3));
    assert_eq!(second.of(|found| found.1), fraction(1, 6));
    let fight = fight.step([3]);
    assert_eq!(
        fight.body("roland").pool,
        Defence::of(DefenceKind::Dodge, 2)
    );
    let fight = fight.step([]);
    assert_eq!(
        fight.body("roland").pool,
        Defence::of(DefenceKind::Dodge, 3)
    );
    let odds = fight.odds(|fight| (fight.dealt() > 0, fight.body("goblin 3").fumbled));
    assert_eq!(odds.of(|found| found.0), fraction(1, 3));
    assert_eq!(odds.of(|found| found.1), fraction(1, 6));
    let fight = fight.step([1]);
    assert!(fight.body("goblin 3").fumbled);
    assert_eq!(
        fight.body("roland").pool,
        Defence::of(DefenceKind::Dodge, 2)
    );
}

#[test] // SST-14-3
fn a_pool_grows_to_the_dice_of_its_roll() {
    let stats = "dodge = 2\nad_set = [5, 5]\npolicy = \"p\"";
    let fight = fighters("a", stats).policy("p", "act = [\"pool\"]");
    let fight = fight
        .against("b", "policy = \"idle\"\nad_set = [3]")
        .ready();
    let fight = fight
        .given("a", |a| a.pool = Defence::of(DefenceKind::Dodge, 1))
        .step([]);
    assert_eq!(fight.body("a").pool, Defence::of(DefenceKind::Dodge, 2));
    let fight = fight.round([]);
    assert!(fight.says("Nobody acts any more"));
    assert_eq!(fight.body("a").pool, Defence::of(DefenceKind::Dodge, 2));
}

#[test] // SST-14-2, SST-7-3
fn any_action_but_pool_ends_a_defence() {
    let fight = against(2, "idle", "").ready();
    let fight = fight.given("a", |a| {
        a.pool = Defence::of(DefenceKind::Dodge, 3);
        a.ward = Ward::DodgeOnly;
        a.exposures = 2;
    });
    let fight = fight.step([2, 2]);
    assert_eq!(
        (fight.body("a").pool, fight.body("a").ward),
        (Defence::NONE, Ward::All)
    );
    assert_eq!(fight.body("a").exposures, 0);
}

#[test] // SST-13-1, SST-17-2
fn whoever_is_dazed_or_without_dice_cannot_defend() {
    let fight = against(1, "dodges", "dodge = 5");
    let dazed = fight.ready().given("b", |b| b.states.add(Daze::Stun));
    assert_eq!(dazed.step([5]).dealt(), 1);
    let ones = fight.begun([]).holding("a", &[5]).holding("b", &[1, 1]);
    let blow = ones.blow("a", "b");
    assert_eq!(ones.struck(blow, [5]).dealt(), 1);
    let surprised = fight.field("surprised = [\"b\"]").ready().step([5]);
    assert_eq!(surprised.dealt(), 1);
}

#[test] // SST-8-3, SST-14-3, SST-9-4
fn a_pool_action_costs_one_usable_die_of_any_face() {
    let pooled = |hand: &str| {
        let stats = format!("dodge = 4\nad_set = {hand}\npolicy = \"p\"");
        let fight = fighters("a", &stats)
            .policy("p", "act = [\"pool\"]")
            .against("b", "policy = \"idle\"\nad_set = [3]")
            .ready();
        fight
            .given("a", |a| a.pool = Defence::of(DefenceKind::Dodge, 1))
            .step([])
    };
    for face in 2..=6 {
        let after = pooled(&format!("[{face}, 1]"));
        assert_eq!(
            after.body("a").pool,
            Defence::of(DefenceKind::Dodge, 2),
            "one success more"
        );
        assert!(after.says(&format!("a pays {face} and has 1 left.")));
    }
    assert_eq!(pooled("[6, 3, 2]").hand("a"), "6, 3");
    // A 1 cannot pay for the pool.
    assert_eq!(
        pooled("[1, 1]").body("a").pool,
        Defence::of(DefenceKind::Dodge, 1)
    );
}

/// Returns a setup of `a`, which attacks with two dice, and `b`, which dodges with three. The policy of `b`
/// has the lists `lists`.
fn raising(lists: &str) -> Setup {
    let lists = format!("defend = [\"dodge\"]\n{lists}");
    fighters("a", "attack = 2\nad_set = [5]")
        .against(
            "b",
            "dodge = 3\nphysical = 8\nad_set = [3, 2, 1, 1]\npolicy = \"p\"",
        )
        .policy("p", &lists)
}

#[test] // SST-9-3
fn a_one_raises_a_die_of_a_defence() {
    // The 4 of the Dodge becomes a success and removes one of the two attack dice.
    for lists in [
        "raise = [\"raise\"]",
        "raise = [\"raise if roll.for == 1\"]",
        "raise = [\"spare\", \"raise if roll.hits == 0\"]",
    ] {
        let after = raising(lists).ready().step([4, 3, 1, 5]);
        assert_eq!((after.dealt(), after.hand("b").as_str()), (1, "3, 1"));
    }
    // In these cases no die can be raised, or no line raises one.
    for (lists, faces) in [
        ("raise = [\"raise\"]", [3, 3, 1, 3, 3]),
        ("raise = [\"raise if roll.for == 0\"]", [4, 3, 1, 3, 3]),
        ("raise = [\"spare\"]", [4, 3, 1, 3, 3]),
    ] {
        assert_eq!(raising(lists).ready().step(faces).hand("b"), "3, 1, 1");
    }
    // With three dice, the chance of at least one 4 but no success is 37 in 216.
    let odds = raising("raise = [\"raise if roll.hits == 0\"]").ready();
    let odds = odds.odds(|after| after.body("b").hand.ones());
    assert_eq!(odds.of(|&ones| ones == 1), fraction(37, 216));
}

#[test] // SST-9-4
fn one_one_at_most_goes_into_a_defence() {
    let lists = "raise = [\"raise\"]\neffort = [\"effort\"]";
    let after = raising(lists).ready().step([4, 3, 1, 2, 3, 3]);
    assert_eq!(after.hand("b"), "3, 1");
}

#[test] // SST-0-10, SST-13-1
fn a_defence_that_cannot_work_is_none() {
    let attacks = |change: fn(&mut crate::rules::swift_swords::nouns::Body)| {
        let setup = fighters("a", "attack = 1\nad_set = [5]\npolicy = \"p\"")
            .policy("p", "act = [\"attack if not target.defends\"]")
            .against(
                "b",
                "parry = 4\nphysical = 8\nad_set = [3]\npolicy = \"idle\"",
            );
        let trial = setup.begun([]).given("b", change);
        let odds = trial.odds(|after| after.attackers().len());
        odds.of(|&attacks| attacks == 1) == fraction(1, 1)
    };
    assert!(!attacks(|_| {}));
    assert!(attacks(|b| b.ward = Ward::DodgeOnly));
    assert!(attacks(|b| b.dropped = 1));
    assert!(attacks(|b| b.states.add(Daze::Stun)));
}

#[test] // SST-13-3, SST-14-1
fn a_dodge_that_is_kept_up_counts_less_against_missiles_as_well() {
    let begun = against(4, "dodges", "dodge = 5").begun([]);
    let begun = begun.given("b", |b| b.pool = Defence::of(DefenceKind::Dodge, 3));
    let arrow = shot(&begun);
    let after = begun.struck(arrow, [2, 2]);
    assert_eq!(after.body("b").pool, Defence::of(DefenceKind::Dodge, 2));
}

#[test] // SST-13-10, SST-10-5
fn a_hit_that_a_parry_turns_into_a_fumble_is_evaded() {
    let fight = against(3, "parries", "parry = 2").ready();
    let after = fight.step([5, 5, 5, 3, 3, 2, 2]);
    assert_eq!(after.blows()[0], Blow::Evaded);
    // If the attack is a fumble even without the Parry, it counts as a miss.
    let fight = against(3, "parries", "parry = 2").ready();
    assert_eq!(fight.step([5, 5, 5, 1, 1]).blows(), [Blow::Missed]);
}

#[test] // SST-22-7
fn an_injury_hinders_the_defence_that_uses_the_part() {
    let dice = |hurt: &dyn Fn(&mut Injuries)| {
        let stats = "dodge = 4\nblock = 4\nparry = 4\nshield = 1";
        let trial = against(1, "idle", stats).ready();
        let trial = trial.given("b", |b| hurt(&mut b.injuries));
        DefenceKind::ALL.map(|kind| trial.view().skill(trial.who("b"), kind))
    };
    for (part, left) in [
        (BodyPart::Leg, [2, 4, 4]),
        (BodyPart::LeftArm, [4, 2, 4]),
        (BodyPart::RightArm, [4, 4, 2]),
        (BodyPart::Chest, [4; 3]),
        (BodyPart::Head, [4; 3]),
    ] {
        let found = dice(&|injuries| injuries.fractures[part as usize] = 2);
        assert_eq!(found, left, "{part:?}");
    }
    assert_eq!(dice(&|injuries| injuries.all = 1), [3; 3]);
    assert_eq!(dice(&|injuries| injuries.sight = 1), [3; 3]);
    assert_eq!(dice(&|injuries| injuries.casting = 2), [4; 3]);
}

#[test] // SST-13-10
fn a_shield_is_something_to_parry_with() {
    let fight = against(2, "parries", "parry = 2\ncarries = []\nshield = 1");
    assert_eq!(fight.ready().step([2, 2, 5, 5]).hand("b"), "5, 3");
}

#[test] // SST-13-11, SST-9-1, SST-10-9
fn a_riposte_has_its_exposure_dice_alone_and_meets_armour() {
    let fight = fighters("a", "attack = 4\narmour = 1\nphysical = 8\nad_set = [5, 3]").against(
        "b",
        "parry = 2\nphysical = 8\nad_set = [3, 3, 1]\npolicy = \"p\"",
    );
    let fight = fight.policy(
        "p",
        "defend = [\"parry\"]\neffort = [\"effort if effort.for == 0\"]",
    );
    // `b` has more attack dice and a 1 for Effort, but a riposte rolls only the exposure dice. The two misses
    // of `a` come back as hits.
    let after = fight.ready().step([5, 5, 5, 5, 2, 2, 5, 5]);
    assert_eq!(after.attackers(), ["a", "b"]);
    assert_eq!((after.left("a"), after.hand("b").as_str()), (7, "3, 1"));
    assert!(after.says("a is hit for 1."));
}
