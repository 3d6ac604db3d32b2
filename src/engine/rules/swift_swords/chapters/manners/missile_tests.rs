//! Tests of shots and spells, and of gathering dice for them.

use crate::rules::swift_swords::nouns::{
    Aim, Attack, AttackMeans, Body, Daze, Defence, DefenceKind,
};
use crate::rules::swift_swords::testing::{Setup, fighters, fraction};

const IDLE: &str = "policy = \"idle\"";
const ALONE: &str = "at = { zone = 0, alone = true }";

/// Returns a setup of `a`, which stands alone and has the stat block lines `stats` and the list `act`, and
/// `b`, which starts at the place `at`.
fn archer(stats: &str, act: &str, at: &str) -> Setup {
    let hand = if stats.contains("ad_set") {
        ""
    } else {
        "ad_set = [5, 4, 3]\n"
    };
    fighters("a", &format!("{hand}policy = \"p\"\n{ALONE}\n{stats}"))
        .against("b", &format!("{IDLE}\nat = {at}"))
        .field("zones = 5")
        .policy("p", &format!("act = [{act}]"))
}

const BOW: &str = "carries = [\"bow\"]";
const APART: &str = "{ zone = 0, alone = true }";

#[test] // SST-3-8, SST-8-1, SST-11-3
fn a_shot_costs_four_and_nobody_comes_nearer() {
    let after = archer(BOW, "\"shoot\"", APART).begun([]).step([5, 2, 2, 2]);
    assert_eq!((after.body("a").group, after.body("b").group), (0, 0));
    assert_eq!((after.hand("a"), after.left("b")), ("5, 3".to_owned(), 2));
}

#[test] // SST-11-3, SST-11-4
fn each_zone_takes_a_die_and_beyond_the_range_there_is_no_shot() {
    let shoots = |zone: u8, faces: &[u32]| {
        let begun = archer(BOW, "\"shoot\"", &zone.to_string()).begun([]);
        assert_eq!(begun.step(faces.iter().copied()).attackers(), ["a"]);
    };
    shoots(1, &[2; 3]);
    shoots(2, &[2; 2]);
    shoots(3, &[2; 1]);
    let nothing = |weapon: &str, zone: u8| {
        let begun = archer(
            &format!("carries = [\"{weapon}\"]"),
            "\"shoot\"",
            &zone.to_string(),
        );
        begun.begun([]).round([]).attackers().is_empty()
    };
    assert!(nothing("bow", 4) && nothing("sling", 3) && nothing("javelin", 2));
}

#[test] // SST-11-3
fn a_friend_in_the_melee_takes_a_die() {
    let setup = fighters("a", &format!("policy = \"p\"\n{ALONE}\n{BOW}"))
        .and("x", IDLE)
        .against("b", IDLE)
        .policy("p", "act = [\"shoot\"]");
    assert_eq!(setup.begun([]).step([2; 3]).attackers(), ["a"]);
}

#[test] // SST-11-3
fn nobody_shoots_while_in_contact() {
    let begun = archer(BOW, "\"shoot\"", "0").begun([]);
    let contact = |body: &mut Body| body.group = 1;
    let begun = begun.given("a", contact).given("b", contact);
    assert!(begun.round([]).attackers().is_empty());
}

#[test] // SST-3-12
fn nobody_shoots_at_what_it_does_not_see() {
    let setup = archer(BOW, "\"shoot\"", "2").field("blocked = [[0, 2]]");
    assert!(setup.begun([]).round([]).attackers().is_empty());
}

#[test] // SST-13-3
fn a_dodge_is_worth_less_against_a_missile() {
    let setup = fighters("a", &format!("policy = \"p\"\n{ALONE}\n{BOW}"))
        .against(
            "b",
            "dodge = 5\nphysical = 8\npolicy = \"dodges\"\nat = { zone = 0, alone = true }",
        )
        .policy("p", "act = [\"shoot\"]");
    let begun = setup.begun([]);
    // Three successes of the Dodge count as two. The pool of three is kept, and loses one die as after every
    // use.
    let after = setup.begun([]).step([5, 5, 5, 2, 2, 5, 2]);
    assert_eq!(
        (after.left("b"), after.body("b").pool),
        (7, Defence::of(DefenceKind::Dodge, 2))
    );
    let hit = begun.odds(|t| t.left("b") < 8).of(|&hit| hit);
    assert_eq!(hit, fraction(4390, 6561));
}

#[test] // SST-7-4
fn dice_are_gathered_for_a_shot_one_by_one() {
    let act = "\"shoot if self.gathered >= 2\", \"aim\"";
    let begun = archer(&format!("{BOW}\nad_set = [6, 5, 4, 3, 2]"), act, APART).begun([]);
    let paid = begun.step([]);
    assert_eq!(
        (paid.body("a").aim, paid.hand("a").as_str()),
        (Aim::Shot { item: 1, dice: 0 }, "6, 5, 3, 2")
    );
    let one = paid.step([]);
    assert_eq!(
        (one.body("a").aim, one.hand("a").as_str()),
        (Aim::Shot { item: 1, dice: 1 }, "6, 5, 3")
    );
    let two = one.given("a", |body| body.exposures = 1).step([]);
    assert_eq!(two.hand("a"), "6, 5");
    assert_eq!(two.body("a").exposures, 0);
    // The shot has two more dice and costs nothing more. An action without a cost does not end marks.
    let shot = two.given("a", |body| body.exposures = 1).step([2; 6]);
    assert_eq!(
        (shot.body("a").aim, shot.hand("a").as_str()),
        (Aim::None, "6, 5")
    );
    assert_eq!(
        (shot.attackers(), shot.body("a").exposures),
        (vec!["a".to_owned()], 1)
    );
}

#[test] // SST-7-4
fn what_is_gathered_is_lost_by_doing_something_else_or_being_dazed() {
    let aim = |body: &mut Body| body.aim = Aim::Shot { item: 1, dice: 2 };
    let begun = || {
        archer(BOW, "\"move to 1\"", APART)
            .begun([])
            .given("a", aim)
    };
    assert_eq!(begun().step([]).body("a").aim, Aim::None);
    let hero =
        fighters("a", &format!("{IDLE}\nstateless = false")).against("b", "ad_set = [5, 5, 5, 5]");
    let dazed = hero.begun([]).given("a", aim).step([5, 2, 2, 2]);
    assert_eq!(dazed.body("a").aim, Aim::None);
    // Waiting keeps the gathered dice, and so does the end of a round.
    let waits = archer(BOW, "\"wait\"", APART)
        .begun([])
        .given("a", aim)
        .round([]);
    assert_eq!(waits.body("a").aim, Aim::Shot { item: 1, dice: 2 });
}

#[test] // SST-10-11
fn a_spell_reaches_like_a_bow_and_is_not_hampered_by_distance() {
    let spell = "cast = { dice = 5, code = \"heavy\", track = \"mental\" }";
    let after = archer(spell, "\"cast\"", "3")
        .begun([])
        .step([5, 2, 2, 2, 2]);
    assert_eq!((after.left("b"), after.mind("b")), (3, 2));
    let far = archer(spell, "\"cast\"", "4").begun([]).round([]);
    assert!(far.attackers().is_empty());
    let begun = archer(spell, "\"cast if self.gathered > 0\", \"gather\"", "3").begun([]);
    let after = begun.step([]).step([]).step([2; 6]);
    assert_eq!(after.hand("a"), "5");
}

#[test] // SST-37-4
fn a_flyer_is_hit_the_harder_the_faster_it_is() {
    let setup = fighters("a", &format!("policy = \"p\"\nattack = 5\n{ALONE}\n{BOW}"))
        .against("b", &format!("{IDLE}\n{ALONE}\nflies = {{ speed = 2 }}"))
        .policy("p", "act = [\"shoot\"]");
    assert_eq!(setup.begun([]).step([2; 3]).attackers(), ["a"]);
    let landed = setup.begun([]).given("b", |body| body.landed = true);
    assert_eq!(landed.step([2; 5]).attackers(), ["a"]);
}

#[test] // SST-8-3, SST-7-4
fn any_usable_die_is_one_more_for_what_is_gathered() {
    let aims = |hand: &str| {
        let stats = format!("{BOW}\nad_set = {hand}");
        let begun = archer(&stats, "\"aim\"", APART).begun([]);
        let aiming = begun.given("a", |a| a.aim = Aim::Shot { item: 1, dice: 1 });
        aiming.step([])
    };
    let gathered = |dice| Aim::Shot { item: 1, dice };
    for face in 2..=6 {
        let after = aims(&format!("[6, {face}]"));
        assert_eq!(after.body("a").aim, gathered(2));
        assert_eq!(after.hand("a"), "6");
    }
    assert_eq!(aims("[1, 1]").body("a").aim, gathered(1));
}

#[test] // SST-22-7, SST-12-3
fn what_is_part_of_the_body_needs_no_hand() {
    let shoots = |spit: &str| {
        let setup = archer("carries = [\"spit\"]", "\"shoot\"", APART);
        let spit = format!("[weapons.spit]\ncode = \"light\"\nrange = 1\n{spit}");
        let begun = setup.with(&spit).begun([]);
        begun.given("a", |body| body.injuries.right_useless = true)
    };
    assert_eq!(shoots("natural = true").step([2; 4]).attackers(), ["a"]);
    assert!(shoots("").round([]).attackers().is_empty());
}

#[test] // SST-10-11, SST-17-1
fn a_spell_casts_doubt_whatever_it_hurts() {
    for track in ["physical", "mental"] {
        let a = format!("cast = {{ dice = 2, track = \"{track}\" }}");
        let b = "stateless = false\npolicy = \"idle\"";
        let begun = fighters("a", &a).against("b", b).begun([]);
        let spell = Attack {
            means: AttackMeans::Spell,
            ..begun.blow("a", "b")
        };
        let states = begun.struck(spell, [5, 2]).body("b").states;
        let found = [Daze::Doubt, Daze::Stun, Daze::Shock].map(|daze| states.has(daze));
        assert_eq!(found, [true, false, false], "{track}");
    }
}

#[test] // SST-11-4
fn what_is_thrown_may_be_struck_with_where_its_row_says_so() {
    let strikes = |row: &str| {
        let setup = fighters("a", "carries = [\"javelin\"]\nad_set = [5]").against("b", IDLE);
        let after = setup.with(row).begun([]).step([2; 4]);
        after.attacks()[0].2.clone()
    };
    assert_eq!(strikes(""), "unarmed");
    assert_eq!(strikes("[weapons.javelin]\nmelee = true"), "javelin");
}

#[test] // SST-7-4
fn what_is_gathered_for_one_weapon_helps_no_other() {
    let begun = archer("carries = [\"sling\", \"bow\"]", "\"shoot\"", APART).begun([]);
    let aims = |item: u8| move |body: &mut Body| body.aim = Aim::Shot { item, dice: 2 };
    let weapon = |trial: &crate::rules::swift_swords::testing::Trial, name: &str| {
        let at = trial
            .arena
            .weapons
            .iter()
            .position(|weapon| weapon.name == name);
        u8::try_from(at.expect("it is carried")).expect("few weapons")
    };
    let [sling, bow] = ["sling", "bow"].map(|name| weapon(&begun, name));
    let again = || archer("carries = [\"sling\", \"bow\"]", "\"shoot\"", APART).begun([]);
    assert_eq!(
        again().given("a", aims(sling)).step([2; 6]).hand("a"),
        "5, 4, 3"
    );
    assert_eq!(again().given("a", aims(bow)).step([2; 4]).hand("a"), "5, 3");
}

#[test] // SST-13-10, SST-13-11, SST-33-1
fn whoever_parries_a_shot_from_afar_does_not_strike_back() {
    let b = "parry = 2\nparry_missiles = true\nphysical = 8\nad_set = [3]\ncarries = [\"spear\"]\npolicy = \"parries\"";
    let shot = |zone: u8, faces: &[u32]| {
        let setup = fighters(
            "a",
            &format!("policy = \"p\"\nad_set = [5]\n{ALONE}\n{BOW}"),
        )
        .against("b", &format!("{b}\nat = {{ zone = {zone}, alone = true }}"))
        .field("zones = 2")
        .policy("p", "act = [\"shoot\"]");
        setup.begun([]).step(faces.iter().copied()).attackers()
    };
    assert_eq!(shot(0, &[5, 2, 5, 5, 2, 2, 2]), ["a", "b"]);
    assert_eq!(shot(1, &[5, 2, 5, 5, 2]), ["a"]);
}

#[test] // SST-10-11, SST-13-10
fn a_spell_is_not_parried() {
    let b = "parry = 2\nparry_missiles = true\nphysical = 8\nad_set = [3]\npolicy = \"parries\"";
    let begun = fighters("a", "cast = { dice = 2 }")
        .against("b", b)
        .begun([]);
    let begun = begun.holding("b", &[3]);
    let spell = Attack {
        means: AttackMeans::Spell,
        ..begun.blow("a", "b")
    };
    assert_eq!(begun.struck(spell, [2, 2]).hand("b"), "3");
}

#[test] // SST-10-11, SST-0-10
fn the_weakest_on_the_track_of_the_spell_is_cast_at_first() {
    let casts = |track: &str| {
        let stats = format!("cast = {{ dice = 1, track = \"{track}\" }}\nad_set = [5]");
        let setup = fighters("a", &format!("{stats}\npolicy = \"p\""))
            .against("b", &format!("{IDLE}\nphysical = 2\nmental = 4"))
            .and("c", &format!("{IDLE}\nphysical = 4\nmental = 2"))
            .policy("p", "act = [\"cast weakest\"]");
        setup.begun([]).step([2]).targets()
    };
    assert_eq!(["physical", "mental"].map(casts), [["b"], ["c"]]);
}
