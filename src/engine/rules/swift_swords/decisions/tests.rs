//! Tests of a policy that leaves every decision to the book's default.

use super::Choice;
use super::asker::Asker;
use crate::dice::Scripted;
use crate::fight::{Arena as _, ListId, Silent, Stream, play};
use crate::policy::TargetRef;
use crate::rules::swift_swords::decisions::lists::{ACT, WORDS};
use crate::rules::swift_swords::nouns::{
    BodyPart, Daze, DecisionContext, Defence, DefenceKind, Fighter, Hand, Rolled, Status,
    Track::Physical,
};
use crate::rules::swift_swords::testing::{Setup, Trial, fighters};
use crate::tally::Tally;

/// A decision: its name, a function that returns what the policy `plain` does, and the expected default.
type Decision = (&'static str, fn() -> String, &'static str);

const IDLE: &str = "policy = \"idle\"";

/// Returns a setup of `a`, which has the policy `plain` and the lines `stats`, and an idle enemy.
fn plain(stats: &str) -> Setup {
    fighters("a", stats).against("b", &format!("physical = 8\nad_set = [2]\n{IDLE}"))
}

/// Returns the targets of the attacks, in order.
fn targets(trial: &Trial) -> String {
    trial.targets().join(", ")
}

/// Returns a setup of `a` and two enemies. The first enemy is stronger, so only the listing order makes it
/// the first choice.
fn two_enemies() -> Setup {
    fighters("a", "attack = 0\nad_set = [5]")
        .against("b", &format!("ad_set = [2]\n{IDLE}"))
        .and("c", &format!("physical = 1\nad_set = [2]\n{IDLE}"))
}

fn first_enemy() -> String {
    targets(&two_enemies().ready().step([]))
}

fn first_active_enemy() -> String {
    targets(&two_enemies().ready().losing("b", Physical, 3).step([]))
}

fn no_enemy_for_want_of_dice() -> String {
    let round = plain("ad_set = [3]").ready().round([]);
    assert!(round.says("a waits."));
    targets(&round)
}

fn payment() -> String {
    let hand = "attack = 0\nad_set = [6, 3, 2, 2]";
    plain(hand).ready().step([]).hand("a")
}

/// `a` does not spend its 1 on a fifth die, nor to raise the 4 to a 5.
fn a_one_beside_an_attack() -> String {
    let after = plain("attack = 4\nad_set = [5, 4, 1]")
        .ready()
        .step([4, 3, 3, 1]);
    assert!(after.body("a").fumbled);
    after.hand("a")
}

fn a_stunned_hero() -> Trial {
    let trial = plain("heroic = true\nattack = 1").begun([2, 2, 2, 2]);
    trial.given("a", |a| {
        a.states.add(Daze::Stun);
        a.hand = Hand::of(&[5, 3, 1]);
    })
}

/// `a` makes no roll to end its State, although its 1 could pay for one. It spends its lowest usable die to
/// end the State, and does not attack.
fn a_state_to_get_over() -> String {
    let after = a_stunned_hero().step([]);
    assert!(!after.body("a").states.any() && after.attacks().is_empty());
    after.hand("a")
}

/// Four attack dice are rolled against a creature that can use every defence.
fn an_attack_to_meet() -> String {
    let able = "dodge = 4\nblock = 4\nparry = 4\nshield = 2\nad_set = [5, 3]\nphysical = 8";
    let fight = fighters("b", "attack = 4\nad_set = [5, 5, 5]").against("a", able);
    let after = fight.ready().step([5, 2, 2, 2]);
    assert_eq!(after.dealt(), 1);
    after.hand("a")
}

/// `a` spends two of its four successes on the Block. If it spent none, two would also be left, but it would
/// get an exposure die.
fn a_block_to_get_past() -> String {
    let fight = fighters("a", "attack = 4\nad_set = [5]").against(
        "b",
        &format!("block = 4\nshield = 2\nphysical = 8\nad_set = [2]\n{IDLE}"),
    );
    let fight = fight
        .ready()
        .given("b", |b| b.pool = Defence::of(DefenceKind::Block, 2));
    let after = fight.step([5, 5, 5, 5]);
    assert!(after.says("a spends 2"));
    format!(
        "{} hits, {} exposed",
        after.dealt(),
        after.body("a").exposures
    )
}

/// Returns the attackers after an attack and a Parry with these `faces`. `riposte` are the faces of the
/// riposte.
fn parried(faces: [u32; 3], riposte: &[u32]) -> String {
    let stats = "parry = 1\nad_set = [3]\nphysical = 8";
    let fight = fighters("b", "attack = 2\nphysical = 8\nad_set = [5, 5]").against("a", stats);
    // The policy has only one line, which parries.
    let fight = fight.with("[policies.plain]\ndefend = [\"parry if self.parry > 0\"]");
    let after = fight
        .ready()
        .step(faces.into_iter().chain(riposte.iter().copied()));
    after.attackers().join(", ")
}

fn a_parry_that_exposes() -> String {
    parried([5, 5, 3], &[2])
}

fn a_parry_that_does_not() -> String {
    parried([2, 5, 3], &[])
}

fn a_hit_to_suffer() -> String {
    let hero = plain("heroic = true").ready();
    let hit = hero.hurt("a", (Physical, 2), []);
    assert_eq!(hit.left("a"), 6, "no Rank is lost");
    hit.body("a").states.has(Daze::Stun).to_string()
}

/// Returns the fight after `b` has called a refresh while `a` had the hand `hand`.
fn caught(hand: &str) -> Trial {
    let fight = fighters("b", "attack = 0\nad_set = [6]");
    let fight = fight.against("a", &format!("attack = 0\nad_set = {hand}"));
    fight.with("[weapons.medium]\ncost = 6").ready().round([])
}

fn a_last_option_that_pays() -> String {
    let after = caught("[6]");
    assert_eq!(after.body("a").kept, 0);
    after.attackers().join(", ")
}

fn a_last_option_that_does_not() -> String {
    let after = caught("[3, 2]");
    assert_eq!(after.attackers(), ["b"]);
    after.body("a").kept.to_string()
}

fn dice_to_burn() -> String {
    let fight = plain("ad_set = [5, 3, 2]").ready();
    let fight = fight.given("a", |a| a.injuries.burns = 1).round([2; 4]);
    assert!(fight.says("a holds 5, 3, 1."));
    fight.attackers().join(", ")
}

/// Four equal location dice would allow a shift by two steps. `a` does not shift the wound, so the fracture
/// is in the arm.
fn a_wound_to_place() -> String {
    let fight = fighters("a", "attack = 3\nad_set = [5]")
        .against("b", &format!("physical = 2\nad_set = [2]\n{IDLE}"))
        .option("injuries = \"full\"");
    let after = fight.ready().step([5, 5, 5, 4, 4, 4, 4, 5]);
    let injuries = after.body("b").injuries;
    format!(
        "{} in the arm, {} in the chest",
        injuries.fractures[BodyPart::RightArm as usize],
        injuries.fractures[BodyPart::Chest as usize]
    )
}

/// Three successes do three points of damage and buy no special result.
fn successes_to_spare() -> String {
    // Another creature in the fight has a policy that buys special results.
    let fight = fighters("a", "attack = 3\nad_set = [5]")
        .against("b", "physical = 8\nad_set = [2]\npolicy = \"p\"")
        .policy("p", "special = [\"expose\"]");
    let after = fight.ready().step([5, 5, 5]);
    let b = after.body("b");
    assert_eq!(
        (b.exposures, b.dropped, b.stripped, b.prone),
        (0, 0, 0, false)
    );
    after.dealt().to_string()
}

fn an_enemy_on_the_ground() -> String {
    let fight = fighters("a", "attack = 0\nad_set = [5]")
        .against("b", &format!("ad_set = [2]\n{IDLE}"))
        .and("c", &format!("ad_set = [2]\nat = 1\n{IDLE}"))
        .field("zones = 2");
    targets(&fight.ready().losing("b", Physical, 3).round([]))
}

const DEFAULTS: [Decision; 17] = [
    ("which target", first_enemy, "b"),
    ("which target, the first being out", first_active_enemy, "c"),
    ("act or wait", no_enemy_for_want_of_dice, ""),
    ("payment", payment, "6, 3"),
    ("use of a one-die", a_one_beside_an_attack, "5, 1"),
    ("shaking off a State", a_state_to_get_over, "5, 1"),
    ("declaring a defence", an_attack_to_meet, "5, 3"),
    (
        "successes against a Block",
        a_block_to_get_past,
        "2 hits, 0 exposed",
    ),
    ("riposte", a_parry_that_exposes, "b, a"),
    (
        "riposte without an exposure die",
        a_parry_that_does_not,
        "b",
    ),
    ("State or Rank", a_hit_to_suffer, "true"),
    (
        "last option that can be paid",
        a_last_option_that_pays,
        "b, a",
    ),
    ("last option that cannot", a_last_option_that_does_not, "2"),
    ("burned dice", dice_to_burn, "a"),
    (
        "shift of a location",
        a_wound_to_place,
        "2 in the arm, 0 in the chest",
    ),
    ("special results", successes_to_spare, "3"),
    ("attacking an OoA enemy", an_enemy_on_the_ground, ""),
];

#[test] // SST-0-10
fn every_decision_has_its_default() {
    for (decision, made, default) in DEFAULTS {
        assert_eq!(made(), default, "{decision}");
    }
}

#[test] // SST-21-1, SST-18-6, SST-8-1
fn who_is_out_who_is_killed_and_who_has_no_weapon_is_known() {
    let trial = fighters("a", IDLE)
        .and("b", IDLE)
        .against("c", &format!("carries = [\"heavy\"]\n{IDLE}"))
        .and("d", IDLE)
        .ready()
        .given("b", |body| body.status = Status::Out)
        .given("d", |body| body.status = Status::Killed);
    let asked = |trial: &Trial, fact: &str| {
        let mut asker = Asker::new(trial.view(), trial.who("a"), DecisionContext::default());
        asker.target = Some(trial.who("c"));
        let number = WORDS.facts.iter().position(|known| known.name == fact);
        asker.answer(number.expect("a fact of the book"), None)
    };
    let counts = ["foes.out", "foes.killed", "allies.out", "allies.killed"];
    assert_eq!(counts.map(|fact| asked(&trial, fact)), [0, 1000, 1000, 0]);
    assert!(asked(&trial, "target.armed") > 0);
    let dropped = trial.given("c", |body| body.dropped = u8::MAX);
    assert_eq!(asked(&dropped, "target.armed"), 0);
}

/// Returns the value of a fact, in thousandths, for `a`, which decides about `c`.
fn known(trial: &Trial, fact: &str) -> i64 {
    let matter = DecisionContext {
        rolled: Rolled {
            hits: 1,
            near: 2,
            misses: 3,
            ones: 4,
        },
        ..DecisionContext::about(trial.who("c"))
    };
    let asker = Asker::new(trial.view(), trial.who("a"), matter);
    let number = WORDS.facts.iter().position(|known| known.name == fact);
    asker.answer(number.expect("a fact of the book"), None)
}

#[test] // SST-0-10
fn numbers_are_those_of_whom_they_are_about() {
    let trial = fighters("a", &format!("size = 4\narmour = 1\n{IDLE}"))
        .and("m", IDLE)
        .and("n", &format!("at = 1\n{IDLE}"))
        .against("c", &format!("size = 6\narmour = 2\nattack = 7\n{IDLE}"))
        .and("d", &format!("at = 1\n{IDLE}"))
        .field("zones = 2")
        .begun([])
        .holding("a", &[5, 3, 2, 1])
        .holding("m", &[6, 1])
        .holding("n", &[4, 4])
        .holding("c", &[2, 2, 1])
        .holding("d", &[5, 5, 5])
        .given("a", |body| {
            (body.exposures, body.losses[0].direct) = (1, 1);
        })
        .given("c", |body| {
            (body.exposures, body.losses[1].direct) = (3, 2);
        });
    for (fact, value) in [
        ("self.dice", 4),
        ("self.usable", 3),
        ("self.ones", 1),
        ("self.pips", 10),
        ("self.attacks", 2),
        ("self.physical", 3),
        ("self.mental", 3),
        ("self.armour", 1),
        ("self.exposures", 1),
        ("target.dice", 3),
        ("target.usable", 2),
        ("target.ones", 1),
        ("target.physical", 6),
        ("target.mental", 1),
        ("target.attack", 7),
        ("target.armour", 2),
        ("target.exposures", 3),
        ("target.larger", 2),
        ("other.larger", 2),
        ("foes.fighting", 2),
        ("foes.in_group", 1),
        ("foes.dice", 5),
        ("foes.distance", 0),
        ("allies.fighting", 2),
        ("allies.in_group", 1),
        ("allies.dice", 3),
        ("roll.hits", 1),
        ("roll.near", 2),
        ("roll.misses", 5),
        ("roll.ones", 4),
    ] {
        assert_eq!(known(&trial, fact), 1000 * value, "{fact}");
    }
}

#[test] // SST-0-10
fn each_rule_picks_its_target() {
    let trial = fighters("a", IDLE)
        .against("b", &format!("physical = 4\n{IDLE}"))
        .and("c", &format!("physical = 5\n{IDLE}"))
        .and("d", &format!("physical = 3\nat = 1\n{IDLE}"))
        .field("zones = 2")
        .begun([])
        .holding("b", &[1, 1, 1])
        .holding("c", &[2])
        .holding("d", &[4, 4])
        .given("b", |body| (body.exposures, body.fumbled) = (1, true))
        .given("c", |body| body.exposures = 2)
        .given("d", |body| body.states.add(Daze::Stun));
    let who = trial.who("a");
    let picked = |rule: &str| {
        let rule = TargetRef::Rule(WORDS.target(rule));
        let found = trial
            .view()
            .pick(who, Physical, rule, trial.view().foes(who));
        trial.name(found.expect("three enemies"))
    };
    for (rule, name) in [
        ("first", "b"),
        ("weakest", "d"),
        ("strongest", "c"),
        ("exposed", "c"),
        ("fresh", "b"),
        ("spent", "c"),
        ("undefended", "b"),
        ("dazed", "d"),
        ("nearest", "b"),
    ] {
        assert_eq!(picked(rule), name, "{rule}");
    }
}

#[test] // SST-21-3, SST-0-10
fn the_fallen_of_another_zone_are_out_of_reach() {
    let attacked = |zone: u8| {
        let trial = fighters("a", "attack = 1\nad_set = [5]\npolicy = \"p\"")
            .policy("p", "act = [\"attack fallen\"]")
            .against("b", &format!("at = {zone}\n{IDLE}"))
            .and("c", IDLE)
            .field("zones = 2")
            .begun([])
            .losing("b", Physical, 3);
        trial.odds(targets).of(|found| found == "b")
    };
    let [here, there] = [0, 1].map(attacked);
    assert!(here > there);
}

#[test] // SST-0-10
fn ties_of_a_rule_go_by_what_else_it_looks_at() {
    let trial = fighters("a", IDLE)
        .against("b", IDLE)
        .and("c", IDLE)
        .begun([])
        .holding("b", &[3, 3])
        .holding("c", &[3, 1, 1])
        .given("c", |body| body.fumbled = true);
    let who = trial.who("a");
    for rule in ["exposed", "undefended"] {
        let rule = TargetRef::Rule(WORDS.target(rule));
        let foes = trial.view().foes(who);
        let found = trial.view().pick(who, Physical, rule, foes);
        assert_eq!(found, Some(trial.who("c")));
    }
}

#[test] // SST-21-3
fn whoever_has_fled_is_not_among_the_fallen() {
    let setup = fighters("a", "attack = 1\nad_set = [5]\npolicy = \"p\"")
        .policy("p", "act = [\"attack fallen\"]")
        .against("b", &format!("ad_set = [1]\n{IDLE}"))
        .and("c", &format!("ad_set = [1]\n{IDLE}"));
    for status in [Status::Fled, Status::Yielded, Status::Killed] {
        let mut trial = setup.begun([]);
        let gone = trial.who("b");
        trial.state.fighting.remove(gone);
        let trial = trial.given("b", |body| body.status = status);
        assert!(trial.round([]).attackers().is_empty());
    }
}

/// Returns a setup of `a`, which has the lists `lists` and two melee weapons, against two enemies with
/// default policies. One of the two shoots.
fn against_two(lists: &str) -> Setup {
    fighters("a", "attack = 4\nparry = 3\ndodge = 2\nheroic = true\ncarries = ['medium', 'light']\npolicy = 'asks'")
        .policy("asks", lists)
        .against("b", "attack = 3\ncarries = ['light']\npolicy = 'default'")
        .and("c", "attack = 3\nparry = 2\ncarries = ['bow', 'light']\npolicy = 'default'")
}

#[test]
fn what_is_known_of_a_policy_before_the_fight_comes_to_the_same_as_asking_it() {
    for lists in [
        "",
        "act = ['stand', 'ready', 'attack weakest']\npay = ['most']\ndie = ['highest']\nburn = ['highest']",
        "act = ['attack spent']\nsuffer = ['rank']\nshake = ['roll']\neffort = ['effort']\npick-up = ['take']",
        "act = ['stand', 'wait if self.can_stand', 'attack']\ndefend = ['dodge if foes.fighting > 2', 'parry']",
    ] {
        let Trial { arena, .. } = against_two(lists).ready();
        let known = (*arena).clone();
        let mut asked = known.clone();
        let is_known = |fighter: &Fighter| {
            fighter.strikes.is_some() || fighter.settled.iter().any(Option::is_some)
        };
        assert!(known.roster.iter().any(is_known), "{lists}");
        for fighter in &mut asked.roster {
            fighter.settled.fill(None);
            (fighter.rising, fighter.strikes) = (0, None);
        }
        let [known, asked] = [known, asked].map(|arena| {
            let (stream, mut tally) = (Stream::new(5, b"known"), Tally::new(arena.cast()));
            for n in 0..200 {
                play(&arena, &mut stream.dice(n), &mut tally);
            }
            tally
        });
        assert!(known == asked, "{lists}");
    }
}

#[test]
fn lines_that_can_never_come_to_anything_are_not_asked() {
    let left = |name: &str, list: &str, lists: &str| {
        let trial = against_two(lists).ready();
        let policy = &trial.arena.fighter(trial.who(name)).policy;
        let (list, names) = WORDS
            .lists
            .iter()
            .zip(0..)
            .find(|(spec, _)| spec.name == list)
            .map(|(spec, at)| (ListId::at(at), spec.actions))
            .expect("a list");
        let lines = policy.list(list).iter();
        lines
            .map(|line| names[usize::from(line.action)].name.to_owned())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let acts = "act = ['shoot', 'aim', 'attack', 'wait']";
    assert_eq!(left("a", "act", acts), "attack wait");
    assert!(left("c", "act", acts).contains("shoot"));
    let defends =
        "defend = ['block', 'dodge if foes.fighting > 2', 'parry if foes.fighting > 1', 'dodge']";
    assert_eq!(left("a", "defend", defends), "parry dodge");
    assert_eq!(left("b", "defend", ""), "");
}

#[test] // SST-0-10
fn lines_with_the_same_action_are_aimed_each_with_its_own_weapons() {
    let stats = "ad_set = [6, 6]\ncarries = [\"broadsword\"]\npolicy = \"p\"";
    let lines = |first: &str, second: &str| {
        let policy = format!("[policies.p]\nact = [\"{first} if round > 9\", \"{second}\"]");
        let trial = fighters("a", stats)
            .against("b", &format!("physical = 8\n{IDLE}"))
            .with(&policy)
            .ready();
        let trial = trial.holding("a", &[6, 6]);
        let mut asker = Asker::new(trial.view(), trial.who("a"), DecisionContext::default());
        match asker.decide(ACT, &mut Scripted::new([]), &mut Silent) {
            Some(Choice::Deed(deed)) => trial.arena.weapon(deed.weapon).name.clone(),
            _ => "nothing".to_owned(),
        }
    };
    assert_eq!(lines("attack with hands", "attack"), "broadsword");
    assert_eq!(lines("attack", "attack with hands"), "unarmed");
    assert_eq!(lines("attack", "attack at weakest"), "broadsword");
    // The weapon found for one action is not used for another action.
    assert_eq!(lines("attack", "drag"), "nothing");
}
