//! Tests of special results and slams.

use super::*;
use crate::rules::swift_swords::events::{EXPOSURE, STATE, WEAPON_BROKEN};
use crate::rules::swift_swords::nouns::{Body, Defence, DefenceKind, Track};
use crate::rules::swift_swords::testing::{Setup, Trial, fighters};

/// Returns a setup of `a`, which attacks with two dice and buys the special result `result` if it can, and
/// `b`, which has rank 5.
fn buying(result: &str, stats: &str) -> Setup {
    let policy = if stats.contains("policy") {
        ""
    } else {
        "policy = \"idle\""
    };
    fighters("a", "attack = 2\nad_set = [5]\npolicy = \"buys\"")
        .against("b", &format!("physical = 5\nmental = 5\n{stats}\n{policy}"))
        .policy(
            "buys",
            &format!("act = [\"attack\"]\nspecial = [\"{result}\"]"),
        )
}

fn bought(result: &str, stats: &str, more: &[u32]) -> Trial {
    let faces = [5, 5].into_iter().chain(more.iter().copied());
    buying(result, stats).begun([]).step(faces)
}

#[test] // SST-35-1
fn a_result_costs_a_success_and_leaves_the_first_to_damage() {
    let after = bought("expose", "", &[]);
    assert_eq!(
        (after.dealt(), after.left("b"), after.body("b").exposures),
        (1, 4, 1)
    );
    // One success must remain for the damage.
    let one = buying("expose", "").begun([]).step([5, 2]);
    assert_eq!((one.dealt(), one.body("b").exposures), (1, 0));
    // Two successes are too few at a price of 2.
    let dear = buying("expose", "")
        .option("special_price = 2")
        .begun([])
        .step([5, 5]);
    assert_eq!((dear.dealt(), dear.body("b").exposures), (2, 0));
}

#[test] // SST-35-1
fn each_result_is_bought_once() {
    let both = fighters("a", "attack = 4\nad_set = [5]\npolicy = \"buys\"")
        .against("b", "physical = 5\npolicy = \"idle\"\narmour = 1")
        .policy(
            "buys",
            "act = [\"attack\"]\nspecial = [\"expose\", \"strip if spare > 0\"]",
        );
    let after = both.begun([]).step([5, 5, 5, 5]);
    let body = after.body("b");
    assert_eq!((after.dealt(), body.exposures, body.stripped), (1, 1, 1));
    assert!(after.says("a buys expose for 1 success"));
    // A policy without the list `special` buys nothing.
    let none = fighters("a", "attack = 2\nad_set = [5]").against("b", "policy = \"idle\"");
    assert_eq!(none.begun([]).step([5, 5]).dealt(), 2);
}

#[test] // SST-35-2
fn two_dice_of_damage() {
    assert_eq!(bought("more-damage", "", &[5, 6]).dealt(), 3);
    assert_eq!(bought("more-damage", "", &[4, 1]).dealt(), 1);
    // The dice are rolled at the Superiority Level of the attack. A Fumbled target raises this level.
    let easy = buying("more-damage", "")
        .begun([])
        .given("b", |body| body.fumbled = true);
    assert_eq!(easy.step([4, 4, 4, 3]).dealt(), 2);
}

#[test] // SST-35-2
fn disarming_and_breaking() {
    let disarmed = bought("disarm", "", &[5, 1, 1, 1, 4, 1, 1, 1]);
    assert_eq!(disarmed.body("b").dropped, 1);
    assert_eq!(
        bought("disarm", "", &[5, 1, 1, 1, 5, 1, 1, 1])
            .body("b")
            .dropped,
        0
    );
    let broken = bought("break-weapon", "", &[5, 5, 1, 1, 4, 1, 1, 1]);
    assert_eq!(broken.body("b").broken, 1);
    assert_eq!(
        bought("break-weapon", "", &[5, 1, 1, 1, 4, 1, 1, 1])
            .body("b")
            .broken,
        0
    );
    // Claws cannot be dropped, so the attacker does not buy the result.
    assert_eq!(bought("disarm", "carries = [\"claws\"]", &[]).dealt(), 2);
}

#[test] // SST-35-2
fn the_disarmed_fight_light_until_they_pick_it_up() {
    let setup = fighters(
        "b",
        "attack = 3\nad_set = [5, 4]\ncarries = [\"great-axe\"]\nnatural_code = \"heavy\"",
    )
    .against("a", "physical = 5\nmental = 5\npolicy = \"idle\"");
    let dropped = setup.begun([]).given("b", |body| body.dropped = 1);
    // Three successes with the light code do 2 damage. The attack costs 4 pips.
    let after = dropped.step([5, 5, 5]);
    assert_eq!((after.dealt(), after.hand("b").as_str()), (2, "5"));
}

#[test] // SST-35-2
fn a_die_is_lost() {
    let after = bought("drain", "ad_set = [6, 3, 2]", &[]);
    assert_eq!(after.hand("b"), "6, 3");
}

#[test] // SST-35-2
fn a_stun_comes_besides_the_rank() {
    let setup = buying("stun", "stateless = false\npolicy = \"proud\"")
        .policy("proud", "suffer = [\"rank\"]");
    let after = setup.begun([]).step([5, 5]);
    assert!(after.body("b").states.has(Daze::Stun));
    assert_eq!(after.left("b"), 4);
    // A stateless creature cannot be Stunned, so the attacker does not buy the result.
    assert_eq!(bought("stun", "", &[]).dealt(), 2);
}

#[test] // SST-35-2
fn armour_is_stripped_and_pools_are_worn_down() {
    let stripped = bought("strip", "armour = 1", &[]);
    // Armour has stopped one of two successes. The other is not enough for a result.
    assert_eq!((stripped.dealt(), stripped.body("b").stripped), (1, 0));
    let setup = fighters("a", "attack = 3\nad_set = [5]\npolicy = \"buys\"")
        .against("b", "physical = 5\narmour = 1\npolicy = \"idle\"")
        .policy(
            "buys",
            "act = [\"attack\"]\nspecial = [\"strip\", \"wear-down\"]",
        );
    assert_eq!(setup.begun([]).step([5, 5, 5]).body("b").stripped, 1);
    let keeps = setup.begun([]).given("b", |body| {
        body.stripped = 1;
        body.pool = Defence::of(DefenceKind::Block, 3);
    });
    // The attacker spends nothing on the Block. The pool loses one die to the attack and one to the result.
    let after = keeps.step([5, 5, 5]);
    assert_eq!(after.body("b").pool.dice, 1);
}

#[test] // SST-35-2
fn out_of_contact_and_into_it() {
    let away = bought("step-away", "", &[]);
    assert_eq!(
        (
            away.body("a").group,
            away.body("b").group,
            away.attackers().len()
        ),
        (0, 0, 1)
    );
    let back = bought("knock-back", "", &[5, 1, 1, 1, 4, 1, 1, 1]);
    assert_eq!(back.body("b").group, 0);
    assert_ne!(
        bought("knock-back", "", &[4, 1, 1, 1, 4, 1, 1, 1])
            .body("b")
            .group,
        0
    );
    // A shot from the same zone draws a spearman that stands apart into contact.
    let drawn = fighters(
        "a",
        "attack = 2\nad_set = [5]\ncarries = [\"sling\"]\npolicy = \"buys\"",
    )
    .against(
        "b",
        "physical = 5\ncarries = [\"spear\"]\npolicy = \"idle\"",
    )
    .policy("buys", "act = [\"shoot\"]\nspecial = [\"draw-in\"]")
    .field("start = \"alone\"");
    let after = drawn.begun([]).step([5, 5]);
    assert!(&after.state.together(after.who("a"), after.who("b")));
}

#[test] // SST-35-2
fn size_tells_when_throwing_down() {
    let sized = |size: u8, faces: &[u32]| {
        let setup = buying("knock-down", &format!("size = {size}"));
        setup
            .begun([])
            .step([5, 5].into_iter().chain(faces.iter().copied()))
    };
    assert!(sized(3, &[5, 1, 1, 1, 1, 1, 1, 1]).body("b").prone);
    // The larger creature has one more die for each point of the difference in size.
    assert!(sized(2, &[1, 1, 1, 1, 5, 1, 1, 1, 1]).body("b").prone);
    assert!(!sized(4, &[5, 1, 1, 1, 1, 1, 1, 1, 5]).body("b").prone);
}

#[test] // SST-35-2
fn the_hamstrung_dodge_and_move_worse() {
    let lame = bought("hamstring", "dodge = 2", &[]);
    assert!(lame.body("b").hamstrung);
    let dodges = fighters("a", "attack = 1\nad_set = [5]")
        .against("b", "dodge = 2\npolicy = \"dodges\"\nad_set = [5]");
    let hurt = dodges.begun([]).given("b", |body| body.hamstrung = true);
    drop(hurt.step([3, 3]));
    let mover = fighters("b", "ad_set = [3, 4]\npolicy = \"moves\"")
        .against("a", "policy = \"idle\"\nat = 1")
        .policy("moves", "act = [\"move to 1\"]")
        .field("zones = 2");
    let hurt = mover.begun([]).given("b", |body| body.hamstrung = true);
    assert_eq!(hurt.step([]).hand("b"), "3");
}

#[test] // SST-35-1
fn nothing_befalls_those_who_are_out() {
    let setup = fighters("a", "attack = 2\nad_set = [5]\npolicy = \"buys\"")
        .against("b", "physical = 1\npolicy = \"idle\"")
        .policy("buys", "act = [\"attack\"]\nspecial = [\"disarm\"]");
    assert!(!setup.begun([]).step([5, 5]).fights("b"));
}

#[test] // SST-34-1
fn slams_throw_down_and_do_no_damage() {
    let slams = |sizes: (u8, u8), option: &str| {
        fighters(
            "a",
            &format!(
                "attack = 2\nad_set = [5, 2]\nsize = {}\npolicy = \"slams\"",
                sizes.0
            ),
        )
        .against(
            "b",
            &format!("physical = 5\nsize = {}\npolicy = \"idle\"", sizes.1),
        )
        .policy("slams", "act = [\"slam\"]")
        .option(option)
    };
    let on = "slam = \"on\"";
    let after = slams((3, 3), on)
        .begun([])
        .step([5, 2, 5, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(
        (
            after.body("b").prone,
            after.left("b"),
            after.hand("a").as_str()
        ),
        (true, 5, "2")
    );
    assert!(!slams((3, 3), on).begun([]).step([4, 2]).body("b").prone);
    // The attacker has one more die for each point of size that it is larger, and one fewer for each that it
    // is smaller.
    assert!(
        slams((4, 3), on)
            .begun([])
            .step([5, 2, 1, 1, 1, 1, 5, 1, 1, 1, 1])
            .body("b")
            .prone
    );
    assert!(
        slams((2, 3), on)
            .begun([])
            .step([5, 2, 1, 1, 5, 1, 1, 1, 1])
            .body("b")
            .prone
    );
    // Armour helps against a slam. Without the house rule there are no slams.
    let armoured = fighters("a", "attack = 2\nad_set = [5]\npolicy = \"slams\"")
        .against("b", "armour = 1\npolicy = \"idle\"")
        .policy("slams", "act = [\"slam\"]")
        .option(on);
    assert!(!armoured.begun([]).step([5, 2]).body("b").prone);
    assert!(slams((3, 3), "").begun([]).round([]).attacks().is_empty());
}

#[test] // SST-35-2, SST-15-6
fn nothing_befalls_whoever_is_beyond_damage() {
    let after = |ranks: u8| {
        let fight = fighters("a", "attack = 2\nad_set = [5]\npolicy = \"buys\"")
            .against("b", &format!("physical = {ranks}\npolicy = \"idle\""))
            .policy("buys", "act = [\"attack\"]\nspecial = [\"expose\"]");
        let fight = fight.begun([]).step([5, 5]);
        (fight.left("b"), fight.body("b").exposures)
    };
    assert_eq!((after(8), after(9)), ((7, 1), (9, 0)));
}

#[test] // SST-35-2
fn the_hamstrung_block_as_well_as_before() {
    let setup = fighters("a", "attack = 1\nad_set = [5]")
        .against("b", "block = 2\npolicy = \"blocks\"\nad_set = [5]");
    let hurt = setup.begun([]).given("b", |body| body.hamstrung = true);
    assert!(hurt.step([3, 3, 3]).says("b blocks and rolls 3, 3"));
}

#[test] // SST-35-1
fn a_dear_result_leaves_the_first_success_to_damage() {
    let setup = fighters("a", "attack = 4\nad_set = [5]\npolicy = \"buys\"")
        .against("b", "physical = 8\npolicy = \"idle\"")
        .policy(
            "buys",
            "act = [\"attack\"]\nspecial = [\"expose\", \"hamstring\"]",
        )
        .option("special_price = 2");
    let after = setup.begun([]).step([5, 5, 5, 5]);
    let body = after.body("b");
    assert_eq!(
        (after.dealt(), body.exposures, body.hamstrung),
        (2, 1, false)
    );
}

#[test] // SST-35-2
fn armour_that_is_gone_is_not_stripped() {
    let setup = buying("strip", "armour = 1").begun([]);
    let after = setup.given("b", |body| body.stripped = 1).step([5, 5]);
    assert_eq!((after.dealt(), after.body("b").stripped), (2, 1));
}

#[test] // SST-35-2
fn whoever_has_felled_its_target_may_step_away_as_well() {
    let setup = buying("step-away", "").and("c", "policy = \"idle\"").even();
    let begun = setup.begun([]).losing("b", Track::Physical, 4);
    let after = begun.step([5, 5]);
    assert_eq!((after.fights("b"), after.body("a").group), (false, 0));
}

#[test] // SST-35-2
fn whoever_is_thrown_back_leaves_others_in_contact() {
    let setup = buying("knock-back", "")
        .and("c", "policy = \"idle\"")
        .even();
    let after = setup.begun([]).step([5, 5, 5, 1, 1, 1, 4, 1, 1, 1]);
    assert_eq!(
        ["a", "b", "c"].map(|name| after.body(name).group),
        [1, 0, 1]
    );
}

#[test] // SST-35-2
fn nothing_is_bought_that_would_change_nothing() {
    let keeps = |result: &str, stats: &str, change: fn(&mut Body)| {
        let begun = buying(result, stats).begun([]);
        let after = begun.given("b", change).step([5, 5]);
        assert_eq!(after.dealt(), 2, "{result}");
    };
    let spear = "carries = [\"spear\"]";
    keeps("draw-in", spear, |_| {});
    keeps("drain", "ad_set = [1, 1]", |_| {});
    keeps("wear-down", "", |_| {});
    keeps("hamstring", "", |body| body.hamstrung = true);
    // `a` shoots and is not in contact. The results that end contact would change nothing, so they are not
    // bought. `draw-in` brings a spearman in the same zone into contact, so it is bought.
    let shoots = |result: &str, weapon: &str, zone: u8| {
        let stats = "attack = 3\nad_set = [5]\ncarries = [\"bow\"]\npolicy = \"buys\"";
        let b = format!("physical = 5\ncarries = [\"{weapon}\"]\npolicy = \"idle\"\nat = {zone}");
        let setup = fighters("a", stats)
            .against("b", &b)
            .policy(
                "buys",
                &format!("act = [\"shoot\"]\nspecial = [\"{result}\"]"),
            )
            .field("start = \"alone\"\nzones = 2");
        let dice = if zone == 0 {
            [5, 5, 2].as_slice()
        } else {
            &[5, 5]
        };
        setup.begun([]).step(dice.iter().copied()).dealt()
    };
    assert_eq!(shoots("step-away", "spear", 0), 2);
    assert_eq!(shoots("knock-back", "spear", 0), 2);
    assert_eq!(shoots("draw-in", "broadsword", 0), 2);
    assert_eq!(shoots("draw-in", "spear", 0), 1);
    assert_eq!(shoots("draw-in", "spear", 1), 2);
}

#[test] // SST-34-1
fn nobody_slams_those_who_lie_on_the_ground() {
    let setup = fighters("a", "attack = 2\nad_set = [5]\npolicy = \"slams\"")
        .against("b", "ad_set = [1]\npolicy = \"idle\"")
        .policy("slams", "act = [\"slam\"]")
        .option("slam = \"on\"");
    let down = setup.begun([]).given("b", |body| body.prone = true);
    assert!(down.round([]).attackers().is_empty());
}

#[test] // SST-10-4, SST-17-1, SST-35-2
fn what_befalls_somebody_is_counted() {
    let counted = |after: &Trial| {
        let b = after.who("b");
        let events = after.heard.events.iter();
        assert!(events.clone().all(|&(who, _)| who == b));
        events.map(|&(_, event)| event).collect::<Vec<_>>()
    };
    let broken = bought("break-weapon", "", &[5, 5, 1, 1, 4, 1, 1, 1]);
    assert_eq!(counted(&broken), [WEAPON_BROKEN]);
    assert_eq!(counted(&bought("expose", "", &[])), [EXPOSURE]);
    let proud = buying("stun", "stateless = false\npolicy = \"proud\"")
        .policy("proud", "suffer = [\"rank\"]");
    assert_eq!(counted(&proud.begun([]).step([5, 5])), [STATE]);
    assert_eq!(counted(&bought("hamstring", "", &[])), []);
}
