//! Tests of the modifiers of an attack roll.

use crate::rules::swift_swords::nouns::{Attack, AttackMeans, Body, BodyPart, Purpose};
use crate::rules::swift_swords::testing::{Setup, Trial, fighters};

const IDLE: &str = "policy = \"idle\"";

/// Returns the dice and the Superiority Level of an attack by the first `a` on `b` with its first weapon.
fn blow(trial: &Trial) -> (i32, i8) {
    of(trial, AttackMeans::Melee(1))
}

fn of(trial: &Trial, means: AttackMeans) -> (i32, i8) {
    let first = trial
        .arena
        .lineup
        .everybody()
        .next()
        .expect("there are fighters");
    let attack = Attack {
        attacker: first,
        target: trial.view().foes(first).iter().next().expect("foes"),
        means,
        purpose: Purpose::Harm,
        bonus: 0,
    };
    let view = trial.view();
    let terms = view.terms(&attack, view.fighter(attack.attacker));
    (terms.dice, terms.sl)
}

fn many(ours: u8, theirs: u8) -> Setup {
    let count = |count: u8| format!("{IDLE}\ncount = {count}");
    fighters("a", &count(ours)).against("b", &count(theirs))
}

#[test] // SST-11-2
fn those_who_are_more_have_the_advantage() {
    let dice = |ours, theirs| blow(&many(ours, theirs).ready()).0;
    assert_eq!(dice(3, 1), 6);
    assert_eq!(dice(3, 2), 5);
    assert_eq!(dice(2, 2), 4);
    assert_eq!(dice(1, 3), 4);
    assert_eq!(dice(2, 1), 6);
    assert_eq!(dice(1, 1), 4);
    let more = "[modifiers]\nminor_advantage = 2\nmajor_advantage = 3";
    assert_eq!(blow(&many(3, 2).with(more).ready()).0, 6);
    assert_eq!(blow(&many(3, 1).with(more).ready()).0, 7);
}

#[test] // SST-11-2
fn those_who_are_out_or_elsewhere_give_no_advantage() {
    let apart = many(1, 1).and("c", IDLE);
    let trial = apart.ready().given("b", |body| body.prone = false);
    assert_eq!(blow(&trial).0, 4);
    let away = fighters("a", IDLE).and("x", &[IDLE, "\nat = 1"].concat());
    let trial = away.against("b", IDLE).field("zones = 2").ready();
    assert_eq!(blow(&trial).0, 4);
    // A creature that strikes from outside a melee has no bonus dice for outnumbering the enemies in it.
    let spear = "carries = [\"spear\"]\npolicy = \"idle\"\nat = { zone = 0, alone = true }";
    let reach = fighters("a", spear)
        .and("x", IDLE)
        .against("b", IDLE)
        .ready();
    assert_eq!(blow(&reach).0, 4);
}

#[test] // SST-11-1, SST-22-8
fn lying_on_the_ground_matters_to_those_who_do_not() {
    let down = |trial: Trial, name: &str| trial.given(name, |body| body.prone = true);
    let begun = || many(1, 1).ready();
    assert_eq!(blow(&down(begun(), "b")).0, 5);
    assert_eq!(blow(&down(begun(), "a")).0, 3);
    assert_eq!(blow(&down(down(begun(), "a"), "b")).0, 3);
}

#[test] // SST-12-1
fn nothing_is_changed_between_those_in_close_combat() {
    let close =
        |trial: Trial, name: &str| trial.given(name, |body| (body.prone, body.close) = (true, 1));
    let trial = close(close(many(1, 1).ready(), "a"), "b");
    assert_eq!(blow(&trial).0, 4);
    // A creature that is not in close combat has bonus dice against creatures that are, because they lie on
    // the ground and are outnumbered.
    let trial = close(close(many(2, 1).ready(), "a 2"), "b");
    assert_eq!(blow(&trial).0, 4 + 2 + 1);
}

#[test] // SST-11-1
fn it_is_harder_in_the_dark() {
    let dice = |light: &str| {
        let trial = many(1, 1).field(&format!("light = \"{light}\"")).ready();
        blow(&trial).0
    };
    assert_eq!(["bright", "poor", "dark"].map(dice), [4, 3, 2]);
}

#[test] // SST-12-2, SST-12-3
fn light_weapons_are_better_in_close_combat() {
    let sl = |stats: &str, means: AttackMeans, close: u8| {
        let trial = fighters("a", &format!("{IDLE}\n{stats}")).against("b", IDLE);
        let trial = trial.ready().given("a", |body| body.close = close);
        of(&trial.given("b", |body| body.close = 1), means).1
    };
    let dagger = "carries = [\"dagger\"]";
    assert_eq!(sl(dagger, AttackMeans::Melee(1), 1), 1);
    assert_eq!(sl(dagger, AttackMeans::Melee(1), 0), 0);
    assert_eq!(
        sl("carries = [\"broadsword\"]", AttackMeans::Melee(1), 1),
        0
    );
    assert_eq!(sl("carries = [\"claws\"]", AttackMeans::Melee(1), 1), 1);
    // Bare hands give no Superiority Level, unless the creature's stat block says so.
    assert_eq!(sl(dagger, AttackMeans::Melee(0), 1), 0);
    assert_eq!(sl("natural_inclose_sl = 1", AttackMeans::Melee(0), 1), 1);
}

#[test] // SST-11-2
fn only_those_of_ones_own_melee_are_counted() {
    let away = [IDLE, "\nat = 1"].concat();
    let setup = fighters("a", IDLE).and("x", IDLE).and("y", &away);
    let setup = setup.against("b", IDLE).and("c", &away).field("zones = 2");
    assert_eq!(blow(&setup.ready()).0, 6);
}

#[test] // SST-11-1, SST-12-1
fn whoever_lies_in_close_combat_strikes_at_others_without_a_penalty() {
    let setup = many(1, 1).and("c", IDLE);
    let trial = setup
        .ready()
        .given("a", |body| (body.prone, body.close) = (true, 1))
        .given("c", |body| (body.prone, body.close) = (true, 1));
    assert_eq!(blow(&trial).0, 4);
}

#[test] // SST-11-1, SST-22-8, SST-22-7
fn what_changes_shots_spells_and_attacks_on_the_mind() {
    let stats = "carries = [\"bow\"]\ncast = { dice = 4 }\nmental_attack = 4";
    let setup = fighters("a", &format!("{IDLE}\n{stats}")).against("b", IDLE);
    let setup = setup.field("start = \"alone\"");
    let dice = |trial: &Trial| {
        [
            AttackMeans::Missile(1),
            AttackMeans::Spell,
            AttackMeans::Mind,
        ]
        .map(|means| of(trial, means).0)
    };
    assert_eq!(dice(&setup.ready()), [4, 4, 4]);
    let dark = setup.clone().field("light = \"dark\"");
    assert_eq!(dice(&dark.ready()), [2, 2, 4]);
    let with = |name: &str, change: fn(&mut Body)| dice(&setup.ready().given(name, change));
    assert_eq!(with("b", |body| body.prone = true), [5, 4, 4]);
    assert_eq!(with("a", |body| body.prone = true), [3, 4, 4]);
    let head = |body: &mut Body| body.injuries.fractures[BodyPart::Head as usize] = 2;
    assert_eq!(with("a", head), [4, 2, 4]);
}

#[test] // SST-22-7, SST-32-1
fn a_fracture_hinders_the_weapon_in_that_hand() {
    let two = "dual = true\ncarries = [\"broadsword\", \"dagger\"]";
    let setup = fighters("a", &format!("{IDLE}\n{two}")).against("b", IDLE);
    let dice = |part: BodyPart| {
        let fractured = |body: &mut Body| body.injuries.fractures[part as usize] = 2;
        let trial = setup.ready().given("a", fractured);
        let (sword, dagger) = (AttackMeans::Melee(1), AttackMeans::Melee(2));
        [sword, dagger].map(|means| of(&trial, means).0)
    };
    assert_eq!(dice(BodyPart::RightArm), [2, 3]);
    assert_eq!(dice(BodyPart::LeftArm), [4, 1]);
    assert_eq!(dice(BodyPart::Chest), [4, 3]);
}

#[test] // SST-22-7
fn what_hinders_a_spell_hinders_no_blow_and_the_weapon_arm_hinders_shots() {
    let stats = "carries = [\"bow\"]\ncast = { dice = 4 }\nmental_attack = 4";
    let setup = fighters("a", &format!("{IDLE}\n{stats}")).against("b", IDLE);
    let setup = setup.field("start = \"alone\"");
    let dice = |change: fn(&mut Body)| {
        let trial = setup.ready().given("a", change);
        [
            AttackMeans::Melee(0),
            AttackMeans::Missile(1),
            AttackMeans::Spell,
            AttackMeans::Mind,
        ]
        .map(|means| of(&trial, means).0)
    };
    assert_eq!(dice(|body| body.injuries.casting = 2), [4, 4, 2, 4]);
    assert_eq!(dice(|body| body.injuries.sight = 1), [3; 4]);
    assert_eq!(dice(|body| body.injuries.all = 1), [3; 4]);
    let right = |body: &mut Body| body.injuries.fractures[BodyPart::RightArm as usize] = 2;
    assert_eq!(dice(right), [2, 2, 4, 4]);
}
