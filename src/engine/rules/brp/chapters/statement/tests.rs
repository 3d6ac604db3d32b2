//! Tests of statements: their order, and what each fighter knows of the others' intents.

use crate::fight::FighterId;
use crate::rules::brp::nouns::{Action, Go, Intent};
use crate::rules::brp::testing::{Setup, Trial, fighters};
use crate::rules::brp::words::Class;
use crate::rules::testing::forgetting_changes_nothing;

/// Plays a round of two fighters and returns the names of those that attack. `seer` attacks only if it knows
/// that `plain` will attack. `plain` always attacks.
fn seer_against_plain(seer: &str, plain: &str, intent: &str) -> Vec<String> {
    let sturdy = "hit_points = 100\n";
    let odds = fighters("seer", &format!("{sturdy}{seer}\npolicy = \"seer\""))
        .against("plain", &format!("{sturdy}{plain}"))
        .option(&format!("intent = \"{intent}\""))
        .with("[policies.seer]\nact = [\"attack nearest if target.intent == attacks\"]")
        .ready()
        .round_odds(Trial::attackers);
    assert_eq!(odds.iter().count(), 1);
    let (attackers, _) = odds.iter().next().expect("something happens");
    attackers.clone()
}

#[test] // BRP-5.2-1
fn the_slower_know_the_intents_of_the_faster_only() {
    let both = ["plain", "seer"];
    assert_eq!(seer_against_plain("dex = 11", "dex = 12", "declared"), both);
    assert_eq!(
        seer_against_plain("dex = 13", "dex = 12", "declared"),
        ["plain"]
    );
}

#[test] // BRP-5.2-1, BRP-5.2-3
fn equal_dex_states_by_class_then_rating_then_listing() {
    let spear = "carries = [\"long-spear\"]\nskills = { long-spear = 20 }";
    let sword =
        |skill: i32| format!("carries = [\"broad-sword\"]\nskills = {{ broad-sword = {skill} }}");
    let knows = |seer: &str, plain: &str| {
        seer_against_plain(seer, plain, "declared").contains(&"seer".to_owned())
    };
    assert!(knows(&sword(90), spear));
    assert!(!knows(spear, &sword(90)));
    assert!(knows(&sword(50), &sword(51)));
    assert!(!knows(&sword(51), &sword(50)));
    assert!(!knows(&sword(50), &sword(50)), "the seer is listed first");
    // The class of the seer's first weapon, here a bow, decides when it states its intent. If its bare hands
    // counted instead, it would state after the fighter with the spear and know the intent of that fighter.
    assert!(!knows("carries = [\"long-bow\"]", spear));
    // For the order of statements, a weapon that can both strike and be thrown counts as a melee weapon.
    assert!(knows("carries = [\"hand-axe\"]", spear));
}

#[test] // BRP-5.2-1
fn who_aims_at_whom_is_known_to_the_slower() {
    let after = fighters("bold", "dex = 14\npolicy = \"bold\"")
        .and("helper", "dex = 10\npolicy = \"helper\"")
        .against("near", "dex = 12\nhit_points = 9\npolicy = \"wary\"")
        .against("weak", "dex = 12\nhit_points = 5\npolicy = \"wary\"\nat = 1")
        .with("[policies.bold]\nact = [\"attack weakest\"]")
        .with("[policies.helper]\nact = [\"attack at weakest if allies.aiming_at_target == 0\", \"attack nearest\"]")
        .with("[policies.wary]\nact = [\"wait if foes.aiming_at_me > 0\", \"attack nearest\"]")
        .round([100, 100, 100]);
    let told: Vec<(String, String)> = after
        .attacks()
        .into_iter()
        .map(|(who, whom, _)| (who, whom))
        .collect();
    let pair = |who: &str, whom: &str| (who.to_owned(), whom.to_owned());
    assert_eq!(
        told,
        [
            pair("bold", "weak"),
            pair("near", "bold"),
            pair("helper", "near")
        ]
    );
}

#[test] // BRP-5.2-1
fn every_part_of_an_intent_is_stated() {
    let after = fighters("healer", "dex = 15\npolicy = \"healer\"")
        .and("waker", "dex = 14\npolicy = \"waker\"")
        .and("sleeper", "dex = 1")
        .and("bowman", "dex = 13\ncarries = [\"light-crossbow\"]\npolicy = \"bowman\"")
        .and("kneeler", "dex = 12\ncarries = [\"hoplite-shield\"]\npolicy = \"kneeler\"")
        .against("swordsman", "dex = 11\nat = 90\ncarries = [\"dagger\", \"broad-sword\"]\npolicy = \"swordsman\"")
        .against("thrower", "dex = 10\nat = 30\ncarries = [\"thrown-rock\"]\npolicy = \"thrower\"")
        .with("[policies.healer]\nact = [\"first-aid at sleeper\"]")
        .with("[policies.waker]\nact = [\"wake\"]")
        .with("[policies.bowman]\nact = [\"reload\"]")
        .with("[policies.kneeler]\nstance = [\"kneel\"]\nact = [\"wait\"]")
        .with("[policies.swordsman]\nact = [\"attack with broad-sword at kneeler\"]\nmove = [\"stay\"]")
        .with("[policies.thrower]\nact = [\"shoot at bowman\"]")
        .ready()
        .felled("sleeper", 2, 5)
        .given("bowman", |body| body.items[0].unloaded = 1)
        .round([100, 100]);
    let stated: Vec<&str> = after
        .heard
        .said
        .iter()
        .filter(|(clause, _)| *clause == "BRP-5.2-1")
        .map(|(_, text)| text.as_str())
        .collect();
    assert_eq!(
        stated,
        [
            "healer means to give First Aid to sleeper.",
            "waker means to wake sleeper.",
            "bowman means to reload light-crossbow.",
            "kneeler means to wait, kneeling behind the shield.",
            "swordsman means to attack kneeler with broad-sword.",
            "thrower means to shoot at bowman with thrown-rock.",
        ]
    );
}

/// Returns a fight of a slow fighter against a fast enemy 10 m away. The slow fighter attacks if `condition`
/// holds. The enemy moves up to it and hits it.
fn hit_before_its_rank(condition: &str) -> Setup {
    fighters("slow", "dex = 5\nat = 10\npolicy = \"slow\"")
        .against("fast", "dex = 20\nbrawl = 60")
        .with(&format!(
            "[policies.slow]\nact = [\"attack nearest if {condition}\"]\nmove = [\"stay\"]\nreact = [\"nothing\"]"
        ))
}

#[test] // BRP-5.2-1
fn statements_read_the_start_of_the_round() {
    for condition in ["self.hp == 13", "target.distance == 10"] {
        let after = hit_before_its_rank(condition).round([50, 3, 100]);
        assert_eq!(after.attackers(), ["fast", "slow"], "{condition}");
        assert_eq!(after.hp("slow"), 10);
    }
}

#[test] // BRP-5.2-5, BRP-5.2-1
fn without_a_statement_each_decides_when_its_rank_comes() {
    for condition in ["self.hp == 13", "target.distance == 10"] {
        let skipping = hit_before_its_rank(condition).option("intent = \"skip\"");
        let after = skipping.round([50, 3]);
        assert_eq!(after.attackers(), ["fast"], "{condition}");
    }
    let now = hit_before_its_rank("self.hp < 13").option("intent = \"skip\"");
    assert_eq!(now.round([50, 3, 100]).attackers(), ["fast", "slow"]);
    let stated = hit_before_its_rank("self.hp < 13").option("intent = \"declared\"");
    assert_eq!(stated.round([50, 3]).attackers(), ["fast"]);
}

#[test] // BRP-5.2-5
fn without_a_statement_target_and_weapon_are_chosen_at_the_rank() {
    let fight = fighters("ally", "dex = 15\nbrawl = 60\npolicy = \"strong\"")
        .and("picker", "dex = 10\ncarries = [\"broad-sword\", \"dagger\"]\npolicy = \"picker\"")
        .against("big", "dex = 1\nhit_points = 10\npolicy = \"idle\"")
        .against("small", "dex = 1\nhit_points = 9\npolicy = \"idle\"")
        .with("[policies.strong]\nact = [\"attack at big\"]")
        .with("[policies.picker]\nact = [\"attack with dagger at strongest if target.hp < 10\", \"attack strongest\"]")
        .with("[policies.idle]\nact = [\"wait\"]\nreact = [\"nothing\"]");
    let picked = |intent: &str| {
        let after = fight
            .clone()
            .option(&format!("intent = \"{intent}\""))
            .round([50, 3, 100]);
        after.attacks().pop().expect("the picker attacks")
    };
    let choice =
        |whom: &str, weapon: &str| ("picker".to_owned(), whom.to_owned(), weapon.to_owned());
    assert_eq!(picked("declared"), choice("big", "broad-sword"));
    assert_eq!(picked("skip"), choice("small", "dagger"));
}

#[test] // BRP-5.2-5
fn without_a_statement_movement_is_decided_when_it_comes() {
    let place = |intent: &str| {
        fighters("fast", "dex = 20\nat = 20\npolicy = \"fast\"")
            .against("slow", "dex = 5\npolicy = \"slow\"")
            .option(&format!("intent = \"{intent}\""))
            .with("[policies.fast]\nact = [\"wait\"]\nmove = [\"advance by 10\"]")
            .with("[policies.slow]\nact = [\"wait\"]\nmove = [\"withdraw by 7 if foes.distance <= 10\"]")
            .round([])
            .at("slow")
    };
    assert_eq!((place("declared"), place("skip")), (0, -700));
}

#[test] // BRP-5.2-5
fn without_a_statement_what_is_in_view_binds_no_hands() {
    let hits = |intent: &str| {
        fighters("knight", "dex = 15\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 65 }")
            .against(
                "guard",
                "dex = 10\ncarries = [\"broad-sword\", \"great-axe\", \"kite-shield\"]\nshield_skill = 40\n\
                 hit_points = 100\npolicy = \"guard\"",
            )
            .with("[policies.default]\nreact = [\"nothing\"]")
            .with("[policies.guard]\nact = [\"attack with great-axe\"]\nreact = [\"parry with shield\"]")
            .option(&format!("intent = \"{intent}\""))
    };
    assert_eq!(hits("skip").round([65, 40, 100]).hp("guard"), 100);
    assert_eq!(hits("declared").round([65, 8, 100]).hp("guard"), 91);
}

#[test] // BRP-5.2-5
fn without_a_statement_only_deeds_are_known() {
    assert_eq!(
        seer_against_plain("dex = 13", "dex = 12", "skip"),
        ["plain"]
    );
    assert_eq!(
        seer_against_plain("dex = 11", "dex = 12", "skip"),
        ["plain", "seer"]
    );
    let aware = fighters("early", "dex = 15\npolicy = \"early\"")
        .against("late", "dex = 5")
        .option("intent = \"skip\"")
        .with("[policies.early]\nact = [\"attack nearest if foes.aiming_at_me == 0\"]")
        .round([100, 100]);
    assert_eq!(aware.attackers(), ["early", "late"]);
    assert!(!aware.says("means to"));
}

#[test] // BRP-5.2-5
fn without_a_statement_an_action_is_chosen_once_in_the_books() {
    let used = |intent: &str| {
        fighters("one", "dex = 13")
            .against("other", "")
            .option(&format!("intent = \"{intent}\""))
            .round([100, 100])
            .heard
            .lines
            .len()
    };
    assert_eq!((used("declared"), used("skip")), (2, 2));
}

#[test] // BRP-5.2-5, BRP-5.4-1
fn without_a_statement_nothing_else_changes() {
    let fight = fighters("spear", "carries = [\"long-spear\"]\nat = 12")
        .and("bow", "carries = [\"long-bow\"]\nat = 30")
        .against("sword", "dex = 9\ncarries = [\"broad-sword\"]")
        .against("fists", "dex = 12");
    let told = |intent: &str| {
        let after = fight
            .clone()
            .option(&format!("intent = \"{intent}\""))
            .round([100; 4]);
        (after.attacks(), after.at("spear"), after.at("sword"))
    };
    assert_eq!(told("declared"), told("skip"));
}

/// Returns a fight with the option `intent = 'skip'`. Fighters of DEX 12 attack a post, which does nothing.
fn unstated(members: &[(&str, &str)]) -> Setup {
    let (name, stats) = members[0];
    let fight = fighters(name, stats);
    let more = members[1..].iter();
    let fight = more.fold(fight, |fight, (name, stats)| fight.and(name, stats));
    fight
        .against("post", "dex = 1\nhit_points = 99\npolicy = \"idle\"")
        .option("intent = \"skip\"")
        .with("[policies.idle]\nact = [\"wait\"]\nreact = [\"nothing\"]")
}

#[test] // BRP-5.2-5, BRP-5.4-2, BRP-5.2-3
fn without_a_statement_the_weapons_chosen_set_the_order_within_a_rank() {
    let order = |line: &str, faces: usize| {
        let after = unstated(&[
            ("sword", "carries = [\"broad-sword\"]"),
            (
                "picker",
                "carries = [\"dagger\", \"long-spear\", \"short-sword\"]\nskills = { short-sword = 90 }\npolicy = \"picker\"",
            ),
            ("quick", "dex = 13\ncarries = [\"dagger\"]"),
        ])
        .policy("picker", &format!("act = ['{line}']"))
        .round(vec![100; faces]);
        after.attackers()
    };
    assert_eq!(
        order("attack with long-spear", 3),
        ["quick", "picker", "sword"]
    );
    assert_eq!(
        order("attack with short-sword", 3),
        ["quick", "picker", "sword"]
    );
    assert_eq!(order("attack with dagger", 3), ["quick", "sword", "picker"]);
    assert_eq!(order("shoot with dagger", 3), ["quick", "picker", "sword"]);
    assert_eq!(order("wait", 2), ["quick", "sword"]);
}

#[test] // BRP-5.2-5, BRP-5.4-3
fn without_a_statement_the_length_chosen_counts_as_well() {
    let order = |line: &str| {
        let after = unstated(&[
            ("sword", "carries = [\"broad-sword\"]\nskills = { broad-sword = 90 }"),
            ("bill", "carries = [\"bill\"]\nskills = { bill = 50 }\npolicy = \"bill\""),
        ])
        .with("[weapons.bill]\nbase = 15\ndamage = \"1d8\"\nhands = 2\npoints = 10\nlength = [\"long\", \"medium\"]")
        .policy("bill", &format!("act = ['{line}']"))
        .round([100; 2]);
        after.attackers()
    };
    assert_eq!(order("attack as long"), ["bill", "sword"]);
    assert_eq!(order("attack as medium"), ["sword", "bill"]);
}

/// Returns a fight between two fighters that state nothing. `dex` has the DEX of `spear` and of `sword`.
/// `spear` always hits, and `sword` strikes only if `condition` holds. At the same DEX, `spear` acts first
/// because its weapon is long.
fn rivals(dex: [i32; 2], condition: &str) -> Setup {
    let stats = |at: usize, weapon: &str, policy: &str| {
        format!(
            "dex = {}\ncarries = ['{weapon}']\nskills = {{ {weapon} = 100 }}\npolicy = '{policy}'",
            dex[at]
        )
    };
    fighters("sword", &stats(1, "broad-sword", "asks"))
        .against("spear", &stats(0, "long-spear", "bold"))
        .policy("bold", "act = ['attack nearest']\nreact = ['nothing']")
        .policy(
            "asks",
            &format!("act = ['attack nearest if {condition}']\nreact = ['nothing']"),
        )
        .option("intent = 'skip'")
}

#[test] // BRP-5.2-5
fn without_a_statement_those_of_one_rank_choose_together() {
    for condition in ["self.hp == 13", "target.intent == unstated"] {
        let tied = rivals([12, 12], condition).round([50, 1, 50, 1]);
        assert_eq!(tied.attackers(), ["spear", "sword"], "{condition}");
        let apart = rivals([13, 12], condition).round([50, 1]);
        assert_eq!(apart.attackers(), ["spear"], "{condition}");
    }
}

#[test] // BRP-5.2-5, BRP-5.3-2
fn without_a_statement_a_rank_is_what_movement_leaves_of_dex() {
    let after = unstated(&[
        ("picker", "dex = 7\ncarries = ['dagger']\npolicy = 'asks'"),
        (
            "runner",
            "dex = 13\nat = 7.5\ncarries = ['long-spear']\nskills = { long-spear = 100 }",
        ),
    ])
    .policy("asks", "act = ['attack nearest if target.hp == 99']")
    .round([50, 1, 100]);
    assert!(after.hp("post") < 99);
    assert_eq!(after.attackers(), ["runner", "picker"]);
}

#[test] // BRP-5.2-5, BRP-5.14-4
fn without_a_statement_first_aid_comes_last_of_its_rank() {
    let after = fighters("healer", "policy = 'healer'\nfirst_aid = 60")
        .and("patient", "")
        .and("sword", "carries = ['broad-sword']")
        .against("post", "dex = 1\nhit_points = 99\npolicy = 'idle'")
        .option("intent = 'skip'")
        .policy("idle", "act = ['wait']\nreact = ['nothing']")
        .policy("healer", "act = ['attack nearest']\nturn = ['first-aid']")
        .ready()
        .felled("patient", 0, 5)
        .round([100, 60, 1]);
    assert_eq!(after.attackers(), ["sword"]);
    let told = |words: &str| {
        let mut said = after.heard.said.iter();
        said.position(|(_, text)| text.contains(words))
            .expect(words)
    };
    assert!(told("sword attacks post") < told("healer tends to patient"));
    assert!(after.hp("patient") > 0);
}

#[test] // BRP-5.2-5, BRP-5.4-4
fn without_a_statement_those_who_wait_act_together_with_nobody() {
    let after = unstated(&[
        ("one", "policy = 'idle'"),
        ("fists", "brawl = 0"),
        ("two", "policy = 'idle'"),
        ("more-fists", "brawl = 0"),
    ])
    .round([100, 100]);
    assert!(after.says("fists and more-fists act at the same moment."));
}

/// Returns a fight of three fighters against two. Of the three, `one` and `two` have a policy with these
/// `lists`, and the lines `more` in their stat blocks. The third, `plain`, has the default policy.
fn some_ask(lists: &str, more: &str) -> Setup {
    let stats = "brawl = 60\ndodge = 30\ncarries = ['broad-sword', 'hoplite-shield']\nskills = { broad-sword = 55 }";
    let foe = stats.replace("['broad-sword'", "['broad-sword', 'long-bow'");
    let asks = |name: &str, dex: u32| {
        (
            name.to_owned(),
            format!("{stats}\ndex = {dex}\npolicy = 'asks'\n{more}"),
        )
    };
    let [(one, one_is), (two, two_is)] = [asks("one", 12), asks("two", 16)];
    fighters(&one, &one_is)
        .and("plain", &format!("{stats}\ndex = 14"))
        .and(&two, &two_is)
        .against(
            "foe",
            &format!("{foe}\ndex = 13\ncount = 2\nhit_points = 15\npolicy = 'shoots'"),
        )
        .policy("asks", lists)
        .policy(
            "shoots",
            "act = ['shoot if foes.standing > 2', 'attack nearest']\nreact = ['parry']",
        )
}

#[test] // BRP-5.2-1
fn who_has_no_reason_to_state_anything_else_states_the_same() {
    let nearest = "act = ['attack nearest']\nreact = ['parry']";
    let weakest = "act = ['attack weakest']\nreact = ['parry']";
    let now_and_then =
        "act = ['attack weakest if self.hp > 8 or round > 3', 'wait']\nreact = ['parry']";
    let kneels = "stance = ['kneel if self.hp < 9']\nact = ['attack nearest']\nreact = ['parry']";
    let hides = "stance = ['kneel if self.hp < 9']\nact = ['wait']\nreact = ['parry']";
    let by_ear = "act = ['attack nearest if allies.aiming_at_target == 0 or foes.aiming_at_me > 1', \
                  'attack strongest if target.intent == attacks', 'wait']\nreact = ['dodge']";
    let by_chance =
        "act = ['attack weakest if chance(50%)', 'attack strongest']\nreact = ['parry']";
    let closes =
        "act = ['attack nearest']\nmove = ['advance by 5 if round > 2', 'stay']\nreact = ['parry']";
    let heals = "act = ['first-aid if self.hp < 9', 'attack weakest']\nreact = ['parry']";
    for lists in [
        nearest,
        weakest,
        now_and_then,
        kneels,
        hides,
        by_ear,
        by_chance,
        closes,
        heals,
    ] {
        for (more, intent) in [("", "declared"), ("at = 6", "declared"), ("", "skip")] {
            let setup = some_ask(lists, more).option(&format!("intent = '{intent}'"));
            let forgets = forgetting_changes_nothing(&*setup.ready().arena);
            assert!(forgets > 10, "{lists} {more} {intent}: {forgets}");
        }
    }
}

#[test] // BRP-5.2-1, BRP-5.4-3
fn an_intent_is_another_by_any_of_its_parts() {
    let plain = Intent::default();
    let whom = FighterId(1);
    let action = Action::Wake { patient: whom };
    let length = Some(Class::Long);
    let go = Go::up_to(whom);
    assert!(plain.says(&Intent { turn: 5, ..plain }));
    for other in [
        Intent { action, ..plain },
        Intent { length, ..plain },
        Intent {
            kneel: true,
            ..plain
        },
        Intent { go, ..plain },
    ] {
        assert!(!plain.says(&other), "{other:?}");
    }
}

#[test] // BRP-5.2-1
fn who_speaks_first_matters_where_somebody_listens_or_dice_are_drawn() {
    let hears = |condition: &str| {
        let act = format!("act = ['attack nearest if {condition}', 'wait']");
        some_ask(&act, "").ready().arena.scope.hears
    };
    for condition in [
        "target.intent == attacks",
        "foes.aiming_at_me > 0",
        "allies.aiming_at_target > 0",
        "chance(50%)",
    ] {
        assert!(hears(condition), "{condition}");
    }
    assert!(!hears("self.hp > 3"));
}

#[test] // BRP-5.2-1, BRP-5.9-9
fn who_counts_its_arrows_is_asked_after_each() {
    let archer = "carries = ['long-bow']\nammo = { long-bow = 9 }\npolicy = 'saves'";
    let mut trial = fighters("archer", archer)
        .against("mark", "at = 30\npolicy = 'idle'")
        .policy(
            "saves",
            "act = ['shoot if ammo(long-bow) > 7', 'wait']\nmove = ['stay']\nreact = []",
        )
        .with("[policies.idle]\nact = ['wait']\nmove = ['stay']\nreact = []")
        .ready();
    for attacks in [1, 1, 0] {
        trial = trial.round(vec![100; attacks]);
        assert_eq!(trial.attackers().len(), attacks);
    }
}

#[test] // BRP-5.2-2
fn defences_are_decided_when_the_attack_has_been_rolled() {
    let fight = fighters(
        "attacker",
        "dex = 13\ncarries = [\"fang\"]\nskills = { fang = 60 }",
    )
    .against(
        "defender",
        "carries = [\"broad-sword\"]\ndodge = 60\npolicy = \"wary\"",
    )
    .with("[weapons.fang]\nbase = 0\ndamage = \"1\"\nlength = \"short\"")
    .with("[policies.wary]\nact = [\"wait\"]\nreact = [\"dodge if attack.level == special\"]");
    let plain = fight.clone().round([40]);
    assert_eq!(plain.hp("defender"), 12);
    let special = fight.clone().round([5, 5]);
    assert_eq!(special.hp("defender"), 13);
    assert!(
        fight
            .round([61])
            .attackers()
            .contains(&"attacker".to_owned())
    );
}
