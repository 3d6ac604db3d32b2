//! Tests of the facts in the conditions of policies, and of target rules.

use super::asker::Asker;
use super::{ACT, BONUS, READY, VOCABULARY};
use crate::fight::{FighterId, ListId, Stream, Witness, play_all};
use crate::policy::Decision;
use crate::rules::murdham::nouns::scene::View;
use crate::rules::murdham::nouns::state::{Status, Whereabouts};
use crate::rules::murdham::testing::{Trial, fighters, fraction};

const WAITS: &str = "[policies.waits]\nact = []\nreact = []\nbonus = []\nopportunity = []";
const IDLE: &str = "policy = \"waits\"\ncarries = [\"spear\"]";

/// Returns a fight of `a` and `b` against `c` and `d`, who all do nothing.
fn four() -> Trial {
    fighters("a", IDLE)
        .and("b", IDLE)
        .against("c", IDLE)
        .and("d", IDLE)
        .with(WAITS)
        .ready()
}

/// Returns the value of a fact for a decision of `a` about the target `c`.
fn asked(trial: &Trial, fact: &str) -> i64 {
    let view = View::new(&*trial.arena, &trial.state);
    let asker = Asker::new(view, trial.who("a"), ACT, None, Some(trial.who("c")));
    let number = VOCABULARY.facts.iter().position(|known| known.name == fact);
    asker.fact(number.expect("a fact of the book"), None)
}

#[test] // MUR-0-7
fn the_dead_of_either_side_are_counted() {
    let dead = |trial: Trial, name: &str| trial.given(name, |body| body.status = Status::Dead);
    let trial = dead(dead(four(), "b"), "c");
    let (foes, allies) = (asked(&trial, "foes.dead"), asked(&trial, "allies.dead"));
    assert_eq!((foes, allies), (1000, 1000));
    let trial = dead(trial, "d");
    let (foes, allies) = (asked(&trial, "foes.dead"), asked(&trial, "allies.dead"));
    assert_eq!((foes, allies), (2000, 1000));
    let down = four().given("d", |body| body.status = Status::Incapacitated);
    assert_eq!(asked(&down, "foes.dead"), 0);
}

#[test] // MUR-10-3
fn a_target_without_a_weapon_is_known() {
    assert!(asked(&four(), "target.armed") > 0);
    let bare = four().given("c", |body| body.items[0].at = Whereabouts::Gone);
    assert_eq!(asked(&bare, "target.armed"), 0);
    assert!(asked(&bare, "self.armed") > 0);
}

#[test] // MUR-12-7
fn who_is_on_the_way_off_the_map_knows_it() {
    assert_eq!(asked(&four(), "self.retreating"), 0);
    let flees = four().given("a", |body| body.retreating = true);
    assert!(asked(&flees, "self.retreating") > 0);
}

#[test] // MUR-0-15
fn the_own_zone_is_known_by_its_number() {
    let at = |zone: u8| {
        let line = fighters("a", &format!("{IDLE}\nat = {zone}"))
            .against("c", IDLE)
            .with(WAITS)
            .field("zones = 3");
        asked(&line.ready(), "self.zone")
    };
    assert_eq!((at(0), at(2)), (0, 2000));
}

#[test] // MUR-1-5
fn passes_and_the_first_opportunity_are_known() {
    let mut trial = four();
    trial.state.unused = trial.state.fighting;
    let known = |trial: &Trial| {
        let [passed, first] = ["passed", "first_opportunity"].map(|fact| asked(trial, fact) > 0);
        (passed, first)
    };
    assert_eq!(known(&trial), (false, true));
    trial.state.passes = 1;
    assert_eq!(known(&trial), (true, false));
    trial.state.passes = 0;
    let who = trial.who("d");
    trial.state.unused.remove(who);
    assert_eq!(known(&trial), (false, false));
}

#[test] // MUR-2-3
fn a_line_that_only_stays_may_ask_about_the_target_of_the_action() {
    let zone = |condition: &str| {
        let after = fighters("a", "policy = \"wary\"\ncarries = [\"spear\"]\nat = 0")
            .against("c", &format!("{IDLE}\nhealth = 7\nat = 2"))
            .with(WAITS)
            .field("zones = 3")
            .with(&format!(
                "[policies.wary]\nact = ['attack at c']\nmove = ['stay if {condition}', 'close']\nafter = ['stay']"
            ))
            .round([]);
        asked(&after, "self.zone")
    };
    assert_eq!(zone("target.health == 7"), 0);
    assert!(zone("target.health == 8") > 0);
}

#[test] // MUR-0-24, MUR-0-22
fn numbers_are_those_of_whom_they_are_about() {
    let trial = fighters("a", &format!("{IDLE}\nsize = \"large\"\narmour = 1"))
        .and("b", IDLE)
        .and("e", &format!("{IDLE}\nat = 2"))
        .against(
            "c",
            &format!("{IDLE}\nsize = \"small\"\nhealth = 12\nstr = 7\nagi = 9\narmour = 2"),
        )
        .and("d", &format!("{IDLE}\nat = 1"))
        .with(WAITS)
        .field("zones = 3")
        .ready()
        .given("a", |body| body.health = 5)
        .given("c", |body| body.health = 11);
    for (fact, value) in [
        ("self.health", 5),
        ("self.health_max", 8),
        ("self.armour", 1),
        ("self.holding", 0),
        ("target.health", 11),
        ("target.health_max", 12),
        ("target.str", 7),
        ("target.agi", 9),
        ("target.armour", 2),
        ("target.larger", -2),
        ("target.distance", 0),
        ("foes.fighting", 2),
        ("foes.nearby", 1),
        ("foes.distance", 0),
        ("allies.fighting", 2),
        ("allies.nearby", 1),
        ("allies.grabbed", 0),
    ] {
        assert_eq!(asked(&trial, fact), 1000 * value, "{fact}");
    }
    let held = trial.holding("a", "c").holding("d", "e");
    let grabbed = ["self.holding", "allies.grabbed"].map(|fact| asked(&held, fact));
    assert_eq!(grabbed, [1000, 1000]);
}

#[test] // MUR-11-1, MUR-0-22
fn the_concealed_and_the_fallen_are_in_no_number_of_those_who_fight() {
    assert_eq!(asked(&four(), "foes.fighting"), 2000);
    let hidden = four().hiding("d");
    let foes = ["foes.fighting", "foes.nearby"].map(|fact| asked(&hidden, fact));
    assert_eq!(foes, [1000, 1000]);
    let fallen = four().out("b", Status::Incapacitated, 4);
    let allies = ["allies.fighting", "allies.nearby"].map(|fact| asked(&fallen, fact));
    assert_eq!(allies, [0, 0]);
}

/// Returns whether `b` always dodges an attack of `a`. `line` is the main action of `a`, and `b` dodges if
/// `condition` holds. `a` and `b` are lines of their stat blocks.
fn dodges(condition: &str, line: &str, a: &str, b: &str) -> bool {
    let odds = fighters("a", &format!("policy = \"acts\"\n{a}"))
        .against("b", &format!("policy = \"wary\"\n{b}"))
        .with("[weapons.needle]\ndamage = \"1d6\"\ndirect = true")
        .acts("acts", line)
        .reacts("wary", &format!("dodge if {condition}"))
        .odds(|after| after.says("dodges"));
    odds.of(|&dodged| dodged) == fraction(1, 1)
}

#[test] // MUR-4-14, MUR-0-5
fn whoever_may_react_knows_what_a_blow_does_to_it() {
    let attacks = |condition: &str, a: &str, b: &str| dodges(condition, "attack", a, b);
    let (sword, needle) = ("carries = [\"sword\"]", "carries = [\"needle\"]");
    assert!(attacks("attack.most == 6", needle, "armour = 2"));
    assert!(attacks("attack.most == 4", sword, "armour = 2"));
    // The large `b` halves damage of 1 to 6, rounded up. Only 5 and 6 become 3, which is at least half of its
    // 5 health.
    let large = "size = \"large\"\nhealth = 5";
    assert!(attacks(
        "attack.risk > 33% and attack.risk < 34%",
        sword,
        large
    ));
    assert!(attacks("attack.damage == 1.75", sword, large));
    assert!(dodges("attack.risk == 25%", "hold-back", sword, ""));
    assert!(attacks("attack.risk == 50%", sword, ""));
}

#[test] // MUR-4-14, MUR-4-7
fn the_risk_of_a_counter_is_the_attackers() {
    let sword = "carries = [\"sword\"]";
    let (weak, strong) = (
        "carries = [\"sword\"]\nhealth = 2",
        "carries = [\"sword\"]\nhealth = 20",
    );
    assert!(dodges("counter.risk == 100%", "attack", weak, strong));
    assert!(dodges("counter.risk == 0", "attack", strong, weak));
    assert!(dodges("counter.risk == 50%", "attack", sword, sword));
}

#[test] // MUR-4-14, MUR-12-7, MUR-7-4
fn the_risk_of_a_counter_counts_what_stands_in_its_way() {
    let archers = |condition: &str| {
        fighters("a", "carries = [\"bow\"]\npolicy = \"plain\"\nhealth = 6")
            .against("b", "carries = [\"bow\"]\npolicy = \"wary\"\nat = 2")
            .and("c", IDLE)
            .with(WAITS)
            .field("zones = 3\nplaces = { 0 = { barrier = true } }")
            .policy("plain", "act = ['attack at b']")
            .reacts("wary", &format!("dodge if {condition}"))
            .ready()
    };
    // 3 damage after armour is critical for `a`, and the barrier counts as one point of armour. So a die has
    // to show 4 to 6.
    assert!(archers("counter.risk == 50%").turn([10]).says("dodges"));
    let flees = archers("counter.risk == 0").given("b", |body| body.retreating = true);
    assert!(flees.turn([10]).says("dodges"));
}

#[test] // MUR-3-15, MUR-0-19
fn those_who_are_seen_come_before_those_who_are_not() {
    let after = fighters("a", "carries = [\"bow\"]\npolicy = \"plain\"")
        .against("dim", "policy = \"idle\"\nat = 1")
        .and("lit", "policy = \"idle\"\nat = 2")
        .field("zones = 3\nplaces = { 1 = { dark = true } }")
        .turn([3]);
    assert_eq!((after.health("dim"), after.health("lit")), (8, 5));
}

#[test] // MUR-3-15
fn the_deadliest_is_so_by_a_weapon_in_its_hands() {
    let after = fighters("a", "carries = [\"sword\"]\npolicy = \"picks\"")
        .against("one", "carries = [\"battleaxe\"]\npolicy = \"idle\"")
        .and("two", "carries = [\"sword\"]\npolicy = \"idle\"")
        .acts("picks", "attack deadliest")
        .ready()
        .given("one", |body| body.items[0].at = Whereabouts::Lying(0))
        .turn([3]);
    assert_eq!((after.health("one"), after.health("two")), (8, 5));
}

#[test] // MUR-17-4
fn nobody_aims_at_a_wreck() {
    let after = fighters("b", "carries = [\"sword\"]\npolicy = \"does\"")
        .against("crew", "policy = \"idle\"")
        .and("wagon", "seats = 1\nvehicle = true")
        .policy("does", "act = ['attack at wagon', 'attack']")
        .ready()
        .given("wagon", |body| {
            (body.status, body.health) = (Status::Dead, 0);
        })
        .turn([3]);
    assert_eq!((after.health("crew"), after.health("wagon")), (5, 0));
}

/// A witness that counts how often a decision list had no usable line.
struct RanOut(ListId, u32);

impl Witness for RanOut {
    fn list_ran_out(&mut self, _: FighterId, list: ListId) {
        self.1 += u32::from(list == self.0);
    }
}

#[test] // MUR-2-8, MUR-10-5
fn lines_that_can_never_apply_are_not_asked_and_their_list_is_still_reported() {
    let bonus = "bonus = ['pick-up if not self.armed']";
    let setup = |stats: &str, act: &str| {
        fighters("a", &format!("policy = 'p'\nhealth = 20\n{stats}"))
            .against("b", "policy = 'idle'\nhealth = 20\ncarries = ['spear']")
            .with("[weapons.worn]\ndamage = '1d6'\ndamaged = true")
            .policy("p", &format!("act = [{act}]\n{bonus}"))
            .ready()
    };
    let asks = |trial: &Trial| trial.arena.fighter(trial.who("a")).asks(BONUS);
    let ran_out = |trial: &Trial| {
        let mut heard = RanOut(ListId::at(BONUS), 0);
        play_all(&*trial.arena, &Stream::new(1, b"idle"), 0..50, &mut heard);
        heard.1
    };
    let sword = "carries = ['sword']";
    let keeps = setup(sword, "'attack'");
    let disarms = setup(sword, "'disarm if round > 99', 'attack'");
    assert!(!asks(&keeps) && asks(&disarms));
    assert_eq!(ran_out(&keeps), ran_out(&disarms));
    assert!(ran_out(&keeps) > 100);
    assert!(asks(&setup("", "'attack'")));
    assert!(asks(&setup("carries = ['worn']", "'attack'")));
    assert!(asks(&setup(sword, "'attack surrendered', 'attack'")));
}

#[test] // MUR-1-8
fn whoever_is_alone_is_not_asked_what_only_a_group_can_do() {
    let alone = |count: u32| {
        let trial = fighters("a", &format!("policy = 'p'\ncount = {count}"))
            .against("b", "policy = 'idle'")
            .policy("p", "ready = ['hold if allies.ready > 0 and round > 1']")
            .ready();
        trial.arena.roster[0].asks(READY)
    };
    assert_eq!([1, 2].map(alone), [false, true]);
}

#[test] // MUR-2-12
fn a_first_line_that_attacks_nobody_leaves_the_choice_to_the_next() {
    let after = |first: &str, at: u8| {
        fighters("a", "carries = ['sword']\npolicy = 'own'")
            .against("b", &format!("{IDLE}\nat = {at}"))
            .and("c", IDLE)
            .field("zones = 2")
            .with(WAITS)
            .policy("own", &format!("act = ['{first}', 'attack at c']"))
            .turn([3])
    };
    let struck = |first: &str, at: u8| ["b", "c"].map(|name| after(first, at).health(name));
    assert_eq!(struck("attack at b", 0), [5, 8]);
    assert_eq!(struck("attack at b if target.nearby", 1), [8, 5]);
    // All enemies still have their turns.
    assert_eq!(struck("attack spent", 0), [8, 5]);
}
