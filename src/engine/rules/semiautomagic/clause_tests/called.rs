//! Tests of called shots at body parts, and of attacks on items.

use crate::fight::Blow;
use crate::rules::semiautomagic::nouns::state::{Body, Life, Whereabouts};
use crate::rules::semiautomagic::reading::sheet::Posture;
use crate::rules::semiautomagic::testing::{Setup, does, fraction, on_a_field};
use num_rational::BigRational;

fn hits(setup: &Setup) -> BigRational {
    setup
        .odds(|trial| trial.tallied()[2])
        .of(|&missed| missed == 0)
}

fn at(part: &str, bonus: i32, theirs: &str) -> Setup {
    does(
        &format!("attack on {part}"),
        &format!("melee = {bonus}"),
        theirs,
    )
}

#[test] // SAM-12-1, SAM-12-5
fn every_place_has_its_target_score() {
    let expected = [
        ("leg", 4),
        ("arm", 4),
        ("hand", 3),
        ("off-arm", 4),
        ("off-hand", 3),
        ("head", 2),
        ("vitals", 2),
        ("torso", 5),
        ("body", 5),
    ];
    for (part, ways) in expected {
        assert_eq!(
            hits(&at(part, 2, "fortitude = 20")),
            fraction(ways, 6),
            "{part}"
        );
    }
    assert_eq!(hits(&at("wings", 2, "wings = true")), fraction(6, 6));
    // A shot can be called only at a body part that the target has.
    assert!(at("wings", 2, "").step([]).blows().is_empty());
    assert!(at("leg", 2, "legs = 0").step([]).blows().is_empty());
    assert_eq!(hits(&at("hand", 2, "carries = []")), fraction(3, 6));
}

#[test] // SAM-12-1
fn the_head_is_soft() {
    let setup = at("head", 4, "fortitude = 20");
    let odds = setup.odds(|trial| (trial.wounds("b"), trial.life("b")));
    assert_eq!(odds.of(|&(_, life)| life == Life::Dying), fraction(5, 12));
    assert_eq!(
        odds.of(|&(wounds, life)| wounds == 1 && life == Life::Well),
        fraction(1, 4)
    );
    // The damage of 5 exceeds the Minimum Toughness of the head. `b` is staggered unless its fortitude roll
    // reaches 5.
    let trial = at("head", 4, "fortitude = 0").step([6, 2, 4]);
    assert_eq!(trial.body("b").staggered, 1);
    let trial = at("head", 4, "fortitude = 0").step([6, 2, 5]);
    assert_eq!(trial.body("b").staggered, 0);
    // A fighter that is already dying from another attack of the same action makes no fortitude check.
    let both = does("combo on head", "melee = 9\ncombos = ['two']", "");
    let trial = both.step([1, 8, 1, 1]);
    assert_eq!(
        (trial.life("b"), trial.body("b").staggered),
        (Life::Dying, 0)
    );
}

#[test] // SAM-12-1, SAM-12-2, SAM-12-3
fn legs_slow_and_fail() {
    let setup = at("leg", 9, "");
    let odds = setup.odds(|trial| (trial.body("b").limbs.legs, trial.body("b").limbs.slowed));
    assert_eq!(
        odds.of(|&(legs, slowed)| legs == 1 && slowed == 2),
        fraction(3, 8)
    );
    assert_eq!(
        odds.of(|&(legs, slowed)| legs == 0 && slowed == 1),
        fraction(5, 8)
    );
    // With a fortitude of 3, only a 6 reaches 9, the damage.
    assert_eq!(setup.step([1, 6, 5]).body("b").posture, Posture::Prone);
    assert_eq!(setup.step([1, 6, 6]).body("b").posture, Posture::Standing);
    assert_eq!(setup.step([1, 6, 6]).life("b"), Life::Well);
    // A fighter whose legs are useless can only crawl.
    let crawls = on_a_field("move", "at = [0, 0]", "at = [9, 0]").ready();
    let trial = crawls.given("a", |body| body.limbs.legs = 2).step([]);
    assert_eq!((trial.at("a"), trial.body("a").clock.left), ((1, 0), 2));
}

#[test] // SAM-12-2
fn fortitude_is_checked_against_the_damage() {
    // With a fortitude of 3, half of the faces reach 7, the damage.
    let seven = "[weapons.seven]\ndamage = '7'\nadds_strength = false";
    let setup = does(
        "attack on head",
        "melee = 9\ncarries = ['seven']",
        "armour = 4",
    )
    .with(seven);
    let odds = setup.odds(|trial| trial.body("b").staggered > 0);
    assert_eq!(odds.of(|&staggered| staggered), fraction(1, 2));
    // The scale is added to fortitude, so the check is a d6 + 5.
    let large = "scale = 2\nendurance = -3\nfortitude = 3\narmour = 4";
    let setup = does("attack on head", "melee = 9\ncarries = ['seven']", large).with(seven);
    let odds = setup.odds(|trial| trial.body("b").staggered > 0);
    assert_eq!(odds.of(|&staggered| staggered), fraction(1, 6));
}

#[test] // SAM-12-1, SAM-12-3
fn arms_and_hands_drop_what_they_hold() {
    let trial = at("arm", 9, "").step([1, 6]);
    assert!(matches!(
        trial.body("b").items[0].place,
        Whereabouts::Dropped(_)
    ));
    assert_eq!((trial.body("b").limbs.arms, trial.wounds("b")), (1, 1));
    // A hit on the hand is no wound. The item in the hand gets -1/-1, and it falls if the fortitude check
    // fails.
    let trial = at("hand", 9, "fortitude = 0").step([1, 2, 4]);
    let item = trial.body("b").items[0];
    assert!(item.shaky && matches!(item.place, Whereabouts::Dropped(_)));
    assert_eq!(trial.wounds("b"), 0);
    let trial = at("hand", 9, "fortitude = 0").step([1, 2, 5]);
    assert_eq!(trial.body("b").items[0].place, Whereabouts::Held);
    // A two-handed weapon falls whichever arm is hit.
    let trial = at("arm", 9, "carries = ['spear']").step([1, 6]);
    assert!(matches!(
        trial.body("b").items[0].place,
        Whereabouts::Dropped(_)
    ));
    let shaky = does("attack", "melee = 2", "").ready();
    let odds = shaky
        .given("a", |body| body.items[0].shaky = true)
        .odds(|trial| trial.tallied()[2]);
    assert_eq!(odds.of(|&missed| missed == 0), fraction(4, 6));
}

#[test] // SAM-12-3
fn the_attacker_names_the_hand() {
    let dropped = |part: &str, carries: &str, faces: &[u32]| {
        let theirs = format!("carries = {carries}\nfortitude = 0");
        let trial = at(part, 9, &theirs).step(faces.iter().copied());
        [0, 1].map(|slot| matches!(trial.body("b").items[slot].place, Whereabouts::Dropped(_)))
    };
    let both = "['sword', 'shield']";
    assert_eq!(dropped("arm", both, &[1, 6]), [true, false]);
    assert_eq!(dropped("off-arm", both, &[1, 6]), [false, true]);
    assert_eq!(dropped("off-hand", both, &[1, 2, 4]), [false, true]);
    assert_eq!(dropped("off-hand", both, &[1, 2, 5]), [false, false]);
    // A two-handed weapon falls whichever arm or hand is hit.
    assert_eq!(dropped("off-arm", "['spear']", &[1, 6]), [true, false]);
    assert_eq!(dropped("off-hand", "['spear']", &[1, 2, 4]), [true, false]);
    // A fighter with one arm has no off-arm, so no shot can be called at it.
    let one = at("off-arm", 9, "carries = ['sword']\narms = 1").step([]);
    assert!(one.blows().is_empty());
    // If the remaining hands cannot hold all items, the item that is last in the stat block falls.
    let buckler = "[weapons.buckler]\nkind = 'shield'";
    let shields = at("arm", 9, "carries = ['shield', 'buckler']").with(buckler);
    let trial = shields.step([1, 6]);
    let fell = [0, 1].map(|slot| trial.body("b").items[slot].place != Whereabouts::Held);
    assert_eq!(fell, [false, true]);
}

#[test] // SAM-12-1, SAM-12-4
fn flyers_fall_without_wings() {
    let trial = at("wings", 9, "wings = true\nflies_at = 20").step([1, 6, 3]);
    // The damage of 9 exceeds 6, the Toughness of the wings. `b` then falls from 20 m, and the damage of 3 +
    // 4 wounds it again.
    assert!(trial.body("b").limbs.grounded);
    assert_eq!(
        (trial.wounds("b"), trial.body("b").posture),
        (2, Posture::Prone)
    );
    let trial = at("wings", 9, "wings = true\nflies_at = 20").step([1, 2]);
    assert_eq!((trial.body("b").limbs.wings, trial.wounds("b")), (1, 0));
    // Two attacks that hit the wings at the same time cause only one fall.
    let flyer = "wings = true\nflies_at = 20";
    let both = does("combo on wings", "melee = 9\ncombos = ['two']", flyer);
    assert_eq!(both.step([1, 6, 1, 6, 3]).wounds("b"), 3);
    // The height of the fall counts as distance moved: 60 m are 120 half cells.
    let trial = at(
        "wings",
        9,
        "wings = true\nflies_at = 60\ntuck_and_roll = 12\narmour = 4",
    )
    .and("c", "");
    assert_eq!(trial.step([1, 8, 1]).body("b").clock.moved, 120);
}

#[test] // SAM-13-1, SAM-13-2, SAM-13-3
fn things_are_attacked_in_place_of_their_owners() {
    let setup = at("weapon", 3, "carries = ['sword']");
    assert_eq!(hits(&setup), fraction(5, 6));
    let odds = setup.odds(|trial| (trial.body("b").items[0].wounds, trial.wounds("b")));
    assert_eq!(
        odds.of(|&(worn, wounds)| worn == 1 && wounds == 0),
        fraction(5, 6) * fraction(1, 2)
    );
    let at_bonus = |weapon: &str, bonus: i32, scale: i32| {
        hits(&at(
            "weapon",
            bonus,
            &format!("carries = ['{weapon}']\nscale = {scale}"),
        ))
    };
    assert_eq!(at_bonus("knife", 3, 0), fraction(4, 6));
    assert_eq!(at_bonus("spear", 3, 0), fraction(5, 6));
    assert_eq!(at_bonus("sword", 2, 1), fraction(5, 6));
    // A haft has Toughness 10 and Minimum Toughness 4. By a house rule these are 4 and -2, so that damage of
    // 5 or more destroys it.
    let haft = |option: &str| {
        at("weapon", 9, "carries = ['spear']")
            .option(option)
            .step([1, 3])
    };
    assert_eq!(haft("").body("b").items[0].wounds, 1);
    assert_eq!(
        haft("hafted_toughness = 4").body("b").items[0].place,
        Whereabouts::Destroyed
    );
    // The Toughness of armour is its scale times 3, plus its Defence, plus 3.
    let armour = |face: u32| at("armour", 9, "armour = 2").step([1, face]);
    assert_eq!(
        (armour(2).body("b").armour_wounds, armour(2).body("b").bare),
        (1, false)
    );
    assert!(armour(3).body("b").bare);
    assert!(at("armour", 9, "").step([]).blows().is_empty());
    // An item may have a scale of its own. Its wounds reduce its Toughness. If armour is destroyed, a fighter
    // keeps its Defence from other sources.
    let large = at("weapon", 2, "carries = ['club']");
    let large = large.with("[weapons.club]\ndamage = '1'\nscale = 1");
    assert_eq!(hits(&large), fraction(5, 6));
    let worn = |line: &str, theirs: &str, change: fn(&mut Body), face: u32| {
        let trial = does(line, "melee = 9", theirs).ready();
        trial.given("b", change).step([1, face])
    };
    let sword = worn("attack on weapon", "", |body| body.items[0].wounds = 3, 8);
    assert_eq!(sword.body("b").items[0].place, Whereabouts::Destroyed);
    let armour = worn(
        "attack on armour",
        "armour = 2",
        |body| body.armour_wounds = 2,
        1,
    );
    assert!(armour.body("b").bare);
    let hide = worn(
        "attack",
        "armour = 4\nnatural = 2",
        |body| body.bare = true,
        8,
    );
    assert_eq!((hide.wounds("b"), hide.life("b")), (1, Life::Well));
    // The word `weapon` means the main weapon. This is the sword, because a shield is never the main weapon.
    let main = at("weapon", 9, "carries = ['shield', 'sword']").step([1, 5]);
    assert_eq!([0, 1].map(|slot| main.body("b").items[slot].wounds), [0, 1]);
}

#[test] // SAM-13-1
fn spells_wails_and_claws_are_no_things() {
    let rows = "[weapons.claws]\ndamage = '1d6'\nheld = false
        [weapons.jaws]\ndamage = '1d6'\nhands = 0
        [weapons.amulet]\ndamage = '1d6'\nhands = 0\nheld = true
        [weapons.spell]\nkind = 'ranged'\nskill = 'magic'\ndamage = '1d6'\nrange = 10";
    let attacked = |carries: &str| {
        let theirs = format!("carries = [{carries}]");
        let setup = at("weapon", 20, &theirs).with(rows).ready();
        let odds = setup.odds(|trial| trial.blows().len());
        odds.of(|&blows| blows == 1) == fraction(1, 1)
    };
    assert!(attacked("'sword'") && attacked("'amulet'"));
    for carries in ["'claws'", "'jaws'", "'spell'", "'terror'"] {
        assert!(!attacked(carries), "{carries}");
        assert!(attacked(&format!("{carries}, 'sword'")), "{carries}");
    }
    // An item on the ground cannot be attacked, whether its owner dropped it, lost the use of the arm, or was
    // confused.
    let places = |line: &str, mine: &str, faces: &[u32]| {
        let setup = does(line, mine, "").with(rows);
        let trial = setup.ready().turn(faces.iter().copied());
        [0, 1].map(|slot| trial.body("a").items[slot].place == Whereabouts::Held)
    };
    let mine = "carries = ['claws', 'sword']";
    assert_eq!(places("drop", mine, &[]), [true, false]);
    let confused = format!("{mine}\nstarts = ['confused']");
    assert_eq!(places("wait", &confused, &[9]), [true, false]);
    let crippled = at("arm", 20, "carries = ['claws', 'spell']").with(rows);
    let trial = crippled.step([1, 6]);
    assert_eq!(trial.body("b").limbs.arms, 1);
    assert!(
        [0, 1]
            .iter()
            .all(|&slot| trial.body("b").items[slot].place == Whereabouts::Held)
    );
    let faults = |row: &str| {
        let row = format!("[weapons.row]\ndamage = '1'\nheld = true\n{row}");
        does("attack", "carries = ['row']", "").with(&row).faults()
    };
    assert!(faults("kind = 'ranged'\nrange = 5\nskill = 'magic'").contains("`held` has no effect"));
    assert!(!faults("").contains("held"));
}

#[test] // SAM-13-4
fn wounded_weapons_are_weaker() {
    let worn = |stats: &str, faces: [u32; 2]| {
        let trial = does("attack", stats, "")
            .ready()
            .given("a", |body| body.items[0].wounds = 2);
        trial.step(faces)
    };
    let rolled = |trial: &crate::rules::semiautomagic::testing::Trial| match trial.blows()[..] {
        [Blow::Landed { rolled, .. }] => rolled,
        _ => 0,
    };
    assert_eq!(rolled(&worn("melee = 0", [4, 5])), 6);
    assert_eq!(rolled(&worn("carries = ['bow']\nranged = 2", [4, 5])), 6);
    let trial = does("attack", "carries = ['bow']\nranged = 2", "").ready();
    let odds = trial
        .given("a", |body| body.items[0].wounds = 2)
        .odds(|trial| trial.tallied()[2]);
    assert_eq!(odds.of(|&missed| missed == 0), fraction(1, 2));
    let broken = does("attack", "", "").ready().given("a", |body| {
        body.items[0].place = Whereabouts::Destroyed;
    });
    assert!(broken.step([]).blows().is_empty());
}

#[test] // SAM-13-4, SAM-12-4
fn what_is_gone_is_no_target_any_more() {
    let none = |line: &str, theirs: &str, change: fn(&mut Body)| {
        let setup = does(line, "melee = 9", theirs).ready();
        let odds = setup.given("b", change).odds(|trial| trial.blows().len());
        odds.of(|&blows| blows == 0) == fraction(1, 1)
    };
    assert!(!none("attack on armour", "armour = 2", |_| {}));
    assert!(none("attack on armour", "armour = 2", |body| body.bare = true));
    let wings = "wings = true\nflies_at = 1";
    assert!(!none("attack on wings", wings, |_| {}));
    assert!(none("attack on wings", wings, |body| body.limbs.grounded = true));
}

#[test] // SAM-13-4
fn of_two_alike_the_one_in_hand_is_used() {
    let two = does("attack", "carries = ['knife', 'knife']", "").ready();
    let trial = two.given("a", |body| body.items[0].place = Whereabouts::Destroyed);
    assert_eq!(trial.step([1]).attackers(), ["a"]);
}

#[test] // SAM-13-5
fn wounded_firearms_jam() {
    let setup = does("attack", "carries = ['gun']\nranged = 9\npolicy = 'q'", "");
    let setup = setup.policy("q", "act = ['clear', 'attack']");
    let trial = setup
        .ready()
        .given("a", |body| body.items[0].wounds = 1)
        .step([1]);
    assert!(trial.body("a").items[0].jammed);
    assert_eq!(trial.tallied(), [0, 0, 1]);
    // Clearing the jam takes four seconds: two in this turn and two in the next.
    let trial = trial.turn([]).turn([]).step([]);
    assert!(!trial.body("a").items[0].jammed);
    let sound = setup.step([1, 1]);
    assert!(!sound.body("a").items[0].jammed);
    // Weapons that are not firearms do not jam.
    let bow = does("attack", "carries = ['bow']\nranged = 9", "").ready();
    let bow = bow.given("a", |body| body.items[0].wounds = 1).step([1, 1]);
    assert!(!bow.body("a").items[0].jammed);
    // The gun jams on a 1, also if the target has cover.
    let gun = "carries = ['gun']\nranged = 9";
    let covered = does("attack", gun, "cover = 'light'\narmour = 40").option("hit_cover = 'on'");
    let covered = covered.ready().given("a", |body| body.items[0].wounds = 1);
    let odds = covered.odds(|trial| (trial.body("a").items[0].jammed, trial.tallied()[0]));
    assert_eq!(odds.of(|&(jams, _)| jams), fraction(1, 6));
    assert_eq!(odds.of(|&(_, landed)| landed == 1), fraction(5, 6));
}

/// Returns what `a` attacks with `on best`, as named in the transcript: `b`, a body part of `b`, or an item
/// of `b`.
fn best(mine: &str, theirs: &str) -> String {
    let odds = does("attack on best", mine, theirs).odds(|trial| {
        let mut said = trial.heard.said.iter();
        let (_, text) = said
            .find(|(clause, _)| *clause == "SAM-5-1")
            .expect("an attack roll");
        let end = text.find(" with ").expect("a weapon");
        text["a attacks ".len()..end].to_owned()
    });
    let mut all = odds.iter().map(|(what, _)| what.clone());
    let only = all.next().expect("an attack");
    assert_eq!(all.next(), None);
    only
}

#[test] // SAM-12-5
fn best_is_the_head_of_whoever_is_easily_hit_and_hard_to_harm() {
    // The sword does 4 to 11 damage, and `b` has Toughness 9/3. With `melee = 4`, three of the six faces hit
    // the head. Five of the eight damage rolls exceed the Toughness of the head, which is 6/0.
    assert_eq!(best("melee = 3", ""), "b");
    assert_eq!(best("melee = 4", ""), "the head of b");
    assert_eq!(best("melee = 4", "endurance = -3"), "b");
    assert_eq!(best("melee = 0", ""), "b");
    // A weapon whose damage is always 0 or less does no more harm to the head than to the body, even if the
    // Toughness is very low.
    let weak = "melee = 9\ncarries = ['club']\n[weapons.club]\ndamage = '1d8-6'";
    assert_eq!(best(weak, "endurance = -6"), "b");
}

#[test] // SAM-12-5, SAM-13-1
fn best_is_the_weapon_of_whoever_can_hardly_be_harmed() {
    // With Toughness 15/9, `b` has a head of 12/6. Four of the eight damage rolls wound its sword, which has
    // 13/7.
    let sword = "what is in the hand of b";
    assert_eq!(best("melee = 4", "armour = 6"), sword);
    assert_eq!(
        best("melee = 4", "armour = 6\ncarries = []"),
        "the head of b"
    );
    // Nonlethal damage and EMP have no effect on items, so these attacks are not aimed at items. Attacks on a
    // helpless enemy are not aimed at its weapon either.
    let with = |kind: &str| {
        let club =
            format!("carries = ['club']\nmelee = 4\n[weapons.club]\ndamage = '1d8'\n{kind} = true");
        best(&club, "armour = 6")
    };
    assert_eq!(with("light"), sword);
    assert_eq!(with("nonlethal"), "the head of b");
    assert_eq!(with("emp"), "b");
    let asleep = does("attack on best", "melee = 4", "armour = 6").ready();
    let asleep = asleep.given("b", |body| body.asleep = true).step([4, 6]);
    assert_eq!(
        (asleep.wounds("b"), asleep.body("b").items[0].wounds),
        (1, 0)
    );
}

#[test] // SAM-12-5, SAM-10-4
fn attacks_of_a_combo_are_aimed_where_each_does_most_harm() {
    let both = does("combo on best", "melee = 4\ncombos = ['two']", "");
    let trial = both.step([1, 1]);
    let said = trial.heard.said.iter();
    let heads = said
        .filter(|(_, text)| text.contains("the head of b"))
        .count();
    assert_eq!(heads, 2);
}
