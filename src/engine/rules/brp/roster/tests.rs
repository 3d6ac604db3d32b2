//! Tests of the ratings, armour, hands and supplies that a compiled fighter has.

use super::*;
use crate::dice::outcomes;
use crate::rules::brp::nouns::chance::Level;
use crate::rules::brp::testing::{Setup, Trial, fighters, fraction};

/// Returns the fighter that a stat block with these lines compiles to.
fn fighter(stats: &str) -> Fighter {
    built(&fighters("knight", stats).against("goblin", ""))
}

fn built(setup: &Setup) -> Fighter {
    let trial: Trial = setup.ready();
    trial.arena.fighter(trial.who("knight")).clone()
}

fn item<'f>(fighter: &'f Fighter, name: &str) -> &'f Item {
    let found = fighter.items.iter().find(|item| item.name == name);
    found.unwrap_or_else(|| panic!("no {name}"))
}

fn strike(fighter: &Fighter, name: &str) -> i32 {
    item(fighter, name).strike.expect("a melee use").rating
}

fn shot(fighter: &Fighter, name: &str) -> Attack {
    item(fighter, name).shoot.expect("a missile use").attack
}

/// Returns the chances of a special success, an ordinary success and a failure, in percent.
fn split(limits: Limits) -> [i64; 3] {
    let odds = outcomes(|dice| limits.grade(dice));
    [Level::Special, Level::Success, Level::Failure].map(|level| {
        let share = odds.of(|&l| l == level) * fraction(100, 1);
        share.to_integer().try_into().expect("at most a hundred")
    })
}

#[test] // BRP-5.9-1, BRP-X-3
fn without_a_rating_the_base_chance_is_the_rating() {
    let novice = fighter(
        "carries = [\"great-sword\", \"dagger\", \"long-bow\", \"thrown-rock\", \"kite-shield\"]",
    );
    assert_eq!(strike(&novice, "great-sword"), 5);
    assert_eq!(strike(&novice, "dagger"), 25);
    assert_eq!(shot(&novice, "dagger").rating, 15);
    assert_eq!(shot(&novice, "long-bow").rating, 5);
    assert_eq!(shot(&novice, "thrown-rock").rating, 25);
    assert_eq!(strike(&novice, "kite-shield"), 15);
    assert_eq!(strike(&novice, "brawl"), 25);
    assert_eq!(split(novice.first_aid), [5, 25, 70]);
}

#[test] // BRP-5.9-1, BRP-X-3
fn a_rating_given_for_the_weapon_goes_before_that_of_its_specialty() {
    let swordsman = fighter(
        "carries = [\"broad-sword\", \"short-sword\", \"dagger\"]
         skills = { Sword = 70, short-sword = 55, \"Throwing Dagger\" = 40 }",
    );
    assert_eq!(strike(&swordsman, "broad-sword"), 70);
    assert_eq!(strike(&swordsman, "short-sword"), 55);
    assert_eq!(strike(&swordsman, "dagger"), 25);
    assert_eq!(shot(&swordsman, "dagger").rating, 40);
}

#[test] // BRP-X-3, BRP-X-10, BRP-5.11-4
fn ratings_that_are_not_a_weapons_have_keys_of_their_own() {
    let able = fighter(
        "carries = [\"round-shield\", \"thrown-rock\"]
         shield_skill = 45\nbrawl = 52\nthrow = 61\nfirst_aid = 38\ndodge = 33",
    );
    let shield = item(&able, "round-shield");
    assert_eq!(shield.strike.expect("a blow").rating, 45);
    assert_eq!(shield.parry.expect("a parry").chance, 45);
    assert_eq!(strike(&able, "brawl"), 52);
    assert_eq!(shot(&able, "thrown-rock").rating, 61);
    assert_eq!(split(able.first_aid), [7, 31, 62]);
    assert_eq!(able.dodge, 33);
    let plain = fighter("dex = 14\nskills = { brawl = 48 }");
    assert_eq!((plain.dodge, strike(&plain, "brawl")), (28, 48));
}

#[test] // BRP-5.10-2
fn chain_and_a_heavy_helmet_are_nine_points() {
    let knight = fighter("armour = [\"chain\", \"heavy-helmet\"]\ndodge = 50");
    assert_eq!(knight.armour, [9, 9, 9]);
    assert_eq!(knight.dodge, 30);
    assert_eq!(fighter("armour = \"none\"").armour, [0, 0, 0]);
    assert_eq!(fighter("").armour, [0, 0, 0]);
}

#[test] // BRP-5.10-2
fn a_helmet_counts_for_nothing_where_the_option_says_so() {
    let setup = fighters("knight", "armour = [\"chain\", \"heavy-helmet\"]").against("goblin", "");
    assert_eq!(
        built(&setup.clone().option("helmet = \"add\"")).armour,
        [9, 9, 9]
    );
    assert_eq!(
        built(&setup.option("helmet = \"ignore\"")).armour,
        [7, 7, 7]
    );
}

#[test] // BRP-5.10-2
fn riot_gear_has_two_figures() {
    let setup = fighters("knight", "armour = \"riot-gear\"").against("goblin", "");
    assert_eq!(built(&setup).armour, [12, 6, 6]);
    let same = setup.clone().option("riot_gear = \"melee_missile\"");
    assert_eq!(built(&same).armour, [12, 6, 6]);
    let low_high = setup.option("riot_gear = \"low_high\"");
    assert_eq!(built(&low_high).armour, [12, 12, 6]);
}

#[test] // BRP-5.10-2, BRP-X-10
fn a_hide_adds_to_what_is_worn() {
    let troll = fighter("armour = \"quilted\"\nnatural_ap = 3");
    assert_eq!(troll.armour, [5, 5, 5]);
    assert_eq!(fighter("natural_ap = 3").armour, [3, 3, 3]);
}

#[test] // BRP-X-10, BRP-5.10-2
fn armour_may_be_written_out() {
    let knight = fighter("armour = { ap = 5, ap_missile = 2, physical = -7 }\ndodge = 40");
    assert_eq!((knight.armour, knight.dodge), ([5, 2, 2], 33));
    assert_eq!(fighter("armour = { ap = 5 }").armour, [5, 5, 5]);
}

#[test] // BRP-5.10-4
fn armour_hinders_dodge() {
    let plate = fighter("armour = \"full-plate\"\ndodge = 60");
    assert_eq!(plate.dodge, 35);
    assert_eq!(
        split(Limits::of(
            plate.dodge,
            &crate::rules::brp::options::Options::default()
        )),
        [6, 29, 65]
    );
    let chain = fighter("armour = \"chain\"\ndodge = 15");
    assert_eq!(chain.dodge, 0);
}

#[test] // BRP-5.10-4
fn armour_hinders_a_thrown_rock_and_not_its_place_in_the_order() {
    let slinger = fighter("armour = \"full-plate\"\ncarries = [\"thrown-rock\"]\nthrow = 60");
    let rock = shot(&slinger, "thrown-rock");
    assert_eq!((rock.rating, rock.skill.chance), (60, 35));
    assert_eq!(split(rock.skill.limits), [6, 29, 65]);
    let weak = fighter("armour = \"chain\"\ncarries = [\"thrown-rock\"]\nthrow = 15");
    assert_eq!(split(shot(&weak, "thrown-rock").skill.limits), [0, 0, 100]);
}

#[test] // BRP-5.10-4, BRP-5.10-3
fn armour_hinders_nothing_else() {
    let knight = |armour| {
        fighter(&format!(
            "armour = {armour}\nfirst_aid = 44
             carries = [\"broad-sword\", \"dagger\", \"long-bow\", \"kite-shield\"]
             skills = {{ broad-sword = 60, thrown-dagger = 50, long-bow = 55 }}
             shield_skill = 40\nbrawl = 35"
        ))
    };
    let (bare, clad) = (
        knight("\"none\""),
        knight("[\"full-plate\", \"heavy-helmet\"]"),
    );
    assert_eq!(bare.items.len(), 5);
    for (bare, clad) in bare.items.iter().zip(&clad.items) {
        assert_eq!((bare.strike, bare.shoot), (clad.strike, clad.shoot));
        assert_eq!(bare.parry, clad.parry);
    }
    assert_eq!(bare.first_aid, clad.first_aid);
}

#[test] // BRP-5.9-9, BRP-X-10
fn shots_are_those_of_the_table_pieces_one_and_arrows_without_end() {
    let armed = "carries = [\"pistol\", \"laser-rifle\", \"dagger\", \"thrown-rock\", \"long-bow\", \"sling\"]";
    let supplied = |names: &[&str], more: &str| {
        let fighter = fighter(&format!("{armed}\n{more}"));
        names
            .iter()
            .map(|name| item(&fighter, name).ammo)
            .collect::<Vec<_>>()
    };
    let names = [
        "pistol",
        "laser-rifle",
        "dagger",
        "thrown-rock",
        "long-bow",
        "sling",
    ];
    assert_eq!(
        supplied(&names, ""),
        [Some(6), Some(20), Some(1), Some(1), None, None]
    );
    let given =
        "ammo = { pistol = 2, laser-rifle = 0, dagger = 3, thrown-rock = 5, long-bow = 12 }";
    assert_eq!(
        supplied(&names, given),
        [Some(2), Some(0), Some(3), Some(5), Some(12), None]
    );
    let by_its_thrown_row = supplied(&["dagger"], "ammo = { thrown-dagger = 4 }");
    assert_eq!(by_its_thrown_row, [Some(4)]);
    let trial = fighters("knight", armed).against("goblin", "").ready();
    assert_eq!(trial.item("knight", "pistol").ammo, 6);
}

#[test] // BRP-5.11-4, BRP-5.11-5, BRP-5.9-4
fn a_shield_is_a_short_one_handed_weapon() {
    let guard = fighter("carries = [\"hoplite-shield\"]\ndb = \"1d4\"\nshield_skill = 50");
    let shield = item(&guard, "hoplite-shield");
    let blow = shield.strike.expect("a blow");
    assert_eq!((blow.class, blow.rating), (Class::Short, 50));
    assert_eq!(blow.damage.weapon, crate::dice::Throw::new(1, 4, 0));
    assert_eq!(blow.damage.bonus, crate::dice::Throw::new(1, 4, 0));
    assert_eq!(blow.damage.share, BonusShare::Full);
    assert_eq!((shield.hands, shield.points), (1, Some(16)));
}

#[test] // BRP-5.9-6, BRP-X-10
fn bare_hands_are_always_there_and_last_unless_listed() {
    let names = |stats: &str| {
        let fighter = fighter(stats);
        fighter
            .items
            .into_iter()
            .map(|item| item.name)
            .collect::<Vec<_>>()
    };
    assert_eq!(names(""), ["brawl"]);
    assert_eq!(names("carries = [\"dagger\"]"), ["dagger", "brawl"]);
    assert_eq!(
        names("carries = [\"brawl\", \"dagger\"]"),
        ["brawl", "dagger"]
    );
    assert_eq!(item(&fighter(""), "brawl").points, None);
}

#[test] // BRP-5.9-7
fn a_missile_weapon_parries_only_by_a_rating_of_its_own() {
    let archer = |more: &str| fighter(&format!("carries = [\"long-bow\"]\n{more}"));
    assert_eq!(item(&archer(""), "long-bow").parry, None);
    let parry = item(&archer("parry_skill = { long-bow = 20 }"), "long-bow").parry;
    assert_eq!(parry.expect("a parry").chance, 20);
}

#[test] // BRP-5.5-3
fn a_factor_halves_all_that_is_done_with_the_thing_carried() {
    let juggler = |factor: &str| {
        fighter(&format!(
            "carries = [\"dagger\", \"kite-shield\", \"long-bow\"]\nshield_skill = 45\n\
             skills = {{ dagger = 55, thrown-dagger = 35, long-bow = 61 }}\n\
             parry_skill = {{ long-bow = 21 }}\nskill_factor = {{ {factor} }}"
        ))
    };
    let hits = |attack: Attack| attack.skill.limits.success;
    let strikes = |who: &Fighter, name: &str| item(who, name).strike.map_or(0, hits);
    let parries =
        |who: &Fighter, name: &str| item(who, name).parry.expect("a parry").limits.success;
    let dagger = |who: &Fighter| (strikes(who, "dagger"), hits(shot(who, "dagger")));

    assert_eq!(dagger(&juggler("")), (55, 35));
    let halved = juggler("dagger = 0.5");
    assert_eq!(
        (dagger(&halved), parries(&halved, "dagger")),
        ((28, 18), 28)
    );
    // A factor given for `thrown-dagger` takes precedence over one given for `dagger`.
    assert_eq!(dagger(&juggler("thrown-dagger = 0.5")), (55, 18));
    assert_eq!(
        dagger(&juggler("dagger = 0.5, thrown-dagger = 1")),
        (28, 35)
    );

    let shield = juggler("kite-shield = 0.5");
    assert_eq!(
        (
            strikes(&shield, "kite-shield"),
            parries(&shield, "kite-shield")
        ),
        (23, 23)
    );
    let bow = juggler("long-bow = 0.5");
    assert_eq!(
        (hits(shot(&bow, "long-bow")), parries(&bow, "long-bow")),
        (31, 11)
    );
    assert_eq!(shot(&bow, "long-bow").rating, 61);
}

#[test] // BRP-5.4-3, BRP-5.6-7
fn a_weapon_of_two_lengths_is_one_thing() {
    let ready = fighters(
        "knight",
        "dex = 15\ncarries = [\"bill\"]\nskills = { bill = 60 }\npolicy = \"both-ways\"",
    )
    .against("goblin", "brawl = 0\nskills = { broad-sword = 60 }\ncarries = [\"broad-sword\"]\npolicy = \"wall\"")
    .with("[weapons.bill]\ndamage = \"1d8\"\nhands = 2\npoints = 2\nlength = [\"long\", \"medium\"]")
    .with("[policies.both-ways]\nact = [\"attack as medium if round == 1\", \"attack as long if usable(bill)\", \"attack\"]")
    .with("[policies.wall]\nact = [\"wait\"]\nreact = [\"parry\"]")
    .ready();
    let counted: Vec<&str> = ready.arena.cast.combatants[0]
        .weapons
        .iter()
        .map(|weapon| weapon.name.as_str())
        .collect();
    assert_eq!(counted, ["bill", "brawl"]);
    // A special parry costs the weapon one point, whether the weapon is used in one class or the other. The
    // second special parry breaks it for both.
    let after = ready.round([12, 11]);
    assert_eq!(after.item("knight", "bill").lost, 1);
    let after = after.round([12, 11]);
    assert!(after.item("knight", "bill").broken);
    assert_eq!(after.round([100]).attacks()[0].2, "brawl");
}

#[test] // BRP-X-8
fn lines_that_the_book_lends_are_told_from_those_of_the_scenario() {
    let ready = fighters("knight", "policy = \"calm\"")
        .against("goblin", "")
        .with("[policies.calm]\nact = [\"wait if call\", \"do others\"]\nlists.others = [\"wait\"]\nlet.call = \"round > 1\"")
        .with("[policies.default]\nreact = [\"dodge\"]")
        .ready();
    let written = |combatant: usize| -> Vec<&str> {
        let lines = &ready.arena.cast.combatants[combatant].playbook.lines;
        let own = lines.iter().filter(|line| !line.lent);
        own.map(|line| line.text.as_str()).collect()
    };
    assert_eq!(written(0), ["wait if call", "do others", "dodge", "wait"]);
    assert_eq!(written(1), ["dodge"]);
}
