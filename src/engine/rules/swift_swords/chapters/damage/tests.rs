//! Tests of the effects of damage.

use crate::fight::{Arena as _, Ending, SideId};
use crate::rules::swift_swords::events::{FLED, KILLED, OUT, YIELDED};
use crate::rules::swift_swords::nouns::{
    Band, BodyPart, Daze, Defence, DefenceKind, Status, Track::Mental, Track::Physical, band,
};
use crate::rules::swift_swords::testing::{Setup, Trial, fighters, fraction};

/// Returns a setup of `a`, which has the lines `stats` in its stat block, and `b`, which has default values.
fn one(stats: &str) -> Setup {
    fighters("a", &format!("{stats}\npolicy = \"idle\"")).against("b", "policy = \"idle\"")
}

fn hero() -> Trial {
    one("heroic = true").ready()
}

#[test] // SST-16-5, SST-18-3
fn damage_falls_into_bands() {
    for (rank, firsts) in [(3, [4, 7, 10]), (2, [3, 5, 7])] {
        let bands = [Band::Trauma, Band::Killing, Band::Massive];
        for (first, expected) in firsts.into_iter().zip(bands) {
            let band = |damage| band(damage, rank, [10, 20, 30]);
            assert_eq!(band(first), expected);
            assert!(band(first - 1) < expected);
        }
    }
}

#[test] // SST-17-1, SST-18-1, SST-18-2
fn the_first_hit_may_be_taken_as_a_stun() {
    let fight = hero().hurt("a", (Physical, 3), []);
    assert!(fight.body("a").states.has(Daze::Stun));
    assert_eq!(fight.left("a"), 6);
    let fight = fight.hurt("a", (Physical, 3), []);
    assert_eq!(fight.left("a"), 5);
    assert!(fight.body("a").states.has(Daze::Stun));
    let stateless = one("").ready().hurt("a", (Physical, 1), []);
    assert_eq!(
        (stateless.left("a"), stateless.body("a").states.any()),
        (2, false)
    );
    let mental = hero().hurt("a", (Mental, 2), []);
    assert!(mental.body("a").states.has(Daze::Shock));
}

#[test] // SST-17-1
fn house_rules_change_what_a_state_absorbs() {
    let with = |option: &str| one("heroic = true").option(option).ready();
    let point = with("state_absorbs = \"point\"");
    let fight = point.hurt("a", (Physical, 1), []);
    assert_eq!((fight.left("a"), fight.body("a").states.any()), (6, true));
    let fight = with("state_absorbs = \"point\"").hurt("a", (Physical, 2), []);
    assert_eq!((fight.left("a"), fight.body("a").states.any()), (5, true));
    let trauma = with("state_on_trauma = true").hurt("a", (Physical, 4), []);
    assert_eq!((trauma.left("a"), trauma.body("a").states.any()), (6, true));
    assert_eq!(hero().hurt("a", (Physical, 4), []).left("a"), 5);
}

#[test] // SST-17-1
fn a_policy_may_prefer_the_rank() {
    let lists = "act = []\nsuffer = [\"state if damage > 1\", \"rank\"]";
    let fight = fighters("a", "heroic = true\npolicy = \"p\"")
        .policy("p", lists)
        .against("b", "policy = \"idle\"");
    assert_eq!(fight.ready().hurt("a", (Physical, 1), []).left("a"), 5);
    assert_eq!(fight.ready().hurt("a", (Physical, 2), []).left("a"), 6);
}

#[test] // SST-17-2, SST-18-4
fn states_and_traumas_end_what_is_kept_up() {
    let pooled = || hero().given("a", |a| a.pool = Defence::of(DefenceKind::Dodge, 3));
    assert_eq!(
        pooled().hurt("a", (Physical, 1), []).body("a").pool,
        Defence::NONE
    );
    assert_eq!(
        pooled().hurt("a", (Physical, 4), []).body("a").pool,
        Defence::NONE
    );
    let stunned = pooled().given("a", |a| a.states.add(Daze::Stun));
    assert_eq!(
        stunned.hurt("a", (Physical, 1), []).body("a").pool,
        Defence::of(DefenceKind::Dodge, 3)
    );
}

#[test] // SST-18-5
fn a_killing_blow_puts_heroes_out() {
    let fight = hero().hurt("a", (Physical, 7), []);
    assert_eq!(fight.body("a").status, Status::Out);
    assert!(!fight.fights("a"));
    assert_eq!(fight.heard.downed, [fight.who("a")]);
}

#[test] // SST-18-6
fn massive_damage_may_kill() {
    let fight = hero().hurt("a", (Physical, 10), [2, 2, 2, 2]);
    assert_eq!(fight.body("a").status, Status::Killed);
    let fight = hero().hurt("a", (Physical, 10), [2, 5, 2, 2]);
    assert_eq!(fight.body("a").status, Status::Out);
    let sure = one("heroic = true").option("massive = \"kia\"").ready();
    assert_eq!(
        sure.hurt("a", (Physical, 10), []).body("a").status,
        Status::Killed
    );
}

#[test] // SST-16-3
fn a_massive_weapon_needs_one_success() {
    let fight = fighters("a", "size = 9\nattack = 1\nad_set = [5]")
        .against("b", "heroic = true\nphysical = 8\npolicy = \"idle\"");
    let odds = fight
        .begun([2, 2, 2, 2])
        .odds(|fight| fight.body("b").status);
    assert_eq!(
        odds.of(|&status| status == Status::Killed),
        fraction(16, 243)
    );
}

#[test] // SST-15-5
fn bonus_ranks_raise_the_bar_and_absorb_nothing() {
    let fight = one("bonus_physical = 1").ready();
    let fight = fight.hurt("a", (Physical, 4), []);
    assert!(!fight.says("Trauma"));
    let fight = fight.hurt("a", (Physical, 5), []);
    assert!(fight.says("Trauma"));
    assert_eq!(fight.left("a"), 1);
}

#[test] // SST-15-6
fn rank_nine_is_beyond_damage() {
    let fight = one("physical = 9\nmental = 3")
        .ready()
        .hurt("a", (Physical, 99), []);
    assert_eq!(fight.left("a"), 9);
    let fight = fight.losing("a", Mental, 2);
    assert_eq!((fight.left("a"), fight.mind("a")), (9, 1));
    let hammer = |profile: &str| {
        let hammer = format!("[weapons.hammer]\ncode = \"medium\"\n{profile}");
        fighters("a", "attack = 1\nad_set = [5]\ncarries = [\"hammer\"]")
            .against("b", "physical = 9\npolicy = \"idle\"\nad_set = [3]")
            .with(&hammer)
            .ready()
            .step([5])
            .left("b")
    };
    assert_eq!((hammer(""), hammer("bane = true")), (9, 8));
}

#[test] // SST-20-1
fn every_second_rank_crosses_over() {
    let fight = hero().losing("a", Physical, 5);
    assert_eq!((fight.left("a"), fight.mind("a")), (1, 4));
    let brittle = one("physical = 4\nmental = 1")
        .ready()
        .losing("a", Physical, 2);
    assert!(!brittle.fights("a"));
    let with = |every: u8| {
        let fight = one("heroic = true")
            .option(&format!("crossover = {every}"))
            .ready();
        fight.losing("a", Physical, 4).mind("a")
    };
    assert_eq!((with(0), with(2), with(3), with(4)), (6, 4, 5, 5));
    // Ranks that have crossed over do not cross back.
    let both = hero().losing("a", Physical, 2).losing("a", Mental, 1);
    assert_eq!((both.left("a"), both.mind("a")), (4, 4));
}

#[test] // SST-21-1, SST-24-1
fn heroes_go_below_zero() {
    let losses = |stats: &str| {
        let fight = one(stats).option("crossover = 0").ready();
        let mut fight = fight;
        for lost in 1.. {
            fight = fight.losing("a", Physical, 1);
            if !fight.fights("a") {
                return lost;
            }
        }
        0
    };
    assert_eq!((losses(""), losses("heroic = true")), (3, 6));
    assert_eq!(losses("heroic = true\nfatigue_physical = 2"), 4);
    assert_eq!(losses("heroic = true\nheroic_level = \"physical\""), 7);
}

#[test] // SST-0-7, SST-21-2
fn a_side_without_anybody_has_lost() {
    let fight =
        fighters("a", "attack = 1\nad_set = [5]").against("b", "physical = 1\nad_set = [5]");
    let fight = fight.ready().step([5]);
    let outcome = fight.outcome.expect("b is out");
    assert_eq!(
        (outcome.ending, outcome.rounds),
        (Ending::Won(SideId(0)), 1)
    );
}

#[test] // SST-21-3
fn those_who_are_out_may_be_killed() {
    let fight = fighters("a", "attack = 1\nad_set = [5]\npolicy = \"p\"")
        .policy("p", "act = [\"attack fallen\"]")
        .against("b", "ad_set = [3]\npolicy = \"idle\"\ncount = 2")
        .ready()
        .losing("b 1", Physical, 3);
    let odds = fight.odds(|fight| fight.body("b 1").status);
    assert_eq!(
        odds.of(|&status| status == Status::Killed),
        fraction(16, 243)
    );
}

#[test] // SST-16-1, SST-16-2
fn damage_comes_of_the_final_successes_and_the_weight_of_the_weapon() {
    let damage = |weapon: &str, armour: u8| {
        let stats = format!("attack = 4\nad_set = [5]\ncarries = [\"{weapon}\"]");
        let b = format!("physical = 8\narmour = {armour}\nad_set = [3]\npolicy = \"idle\"");
        let after = fighters("a", &stats)
            .against("b", &b)
            .ready()
            .step([5, 5, 5, 2]);
        after.dealt()
    };
    // An attack with three successes, by a Light, a Medium and a Heavy weapon. Without armour, all three
    // count. In the next lines, armour leaves two, one and none of them.
    let weapons = ["dagger", "broadsword", "great-sword"];
    assert_eq!(weapons.map(|weapon| damage(weapon, 0)), [2, 3, 4]);
    assert_eq!(weapons.map(|weapon| damage(weapon, 1)), [1, 2, 3]);
    assert_eq!(weapons.map(|weapon| damage(weapon, 2)), [1, 1, 2]);
    assert_eq!(weapons.map(|weapon| damage(weapon, 3)), [0, 0, 0]);
}

#[test] // SST-16-4, SST-18-1
fn damage_that_is_not_stopped_costs_a_state_or_a_rank_and_enough_of_it_more() {
    let after = |damage: u8| {
        let hurt = |stats: &str| one(stats).ready().hurt("a", (Physical, damage), []);
        let (minor, hero) = (hurt("ad_rolled = true"), hurt("heroic = true"));
        let state = hero.body("a").states.has(Daze::Stun);
        (3 - minor.left("a"), state, 6 - hero.left("a"))
    };
    // Without damage nothing is lost. Any damage costs one Rank, or a hero takes a State instead.
    assert_eq!(after(0), (0, false, 0));
    for damage in 1..=3 {
        assert_eq!(after(damage), (1, true, 0), "{damage}");
    }
    for damage in 4..=6 {
        assert_eq!(after(damage), (1, false, 1), "{damage}");
    }
    // A Trauma causes a wound. A Killing Blow puts the creature out.
    let full = || one("physical = 3").option("injuries = \"full\"").ready();
    let wounded = full().hurt("a", (Physical, 4), [5, 5, 5, 5, 5]);
    assert_eq!(
        wounded.body("a").injuries.fractures[BodyPart::Chest as usize],
        2
    );
    assert!(!full().hurt("a", (Physical, 7), []).fights("a"));
}

#[test] // SST-15-5
fn bonus_ranks_are_no_ranks_to_lose() {
    let losses = |stats: &str| {
        let mut fight = one(&format!("bonus_physical = 1\n{stats}"))
            .option("crossover = 0")
            .ready();
        let mut lost = 0;
        while fight.fights("a") {
            fight = fight.losing("a", Physical, 1);
            lost += 1;
        }
        lost
    };
    assert_eq!((losses(""), losses("heroic = true")), (3, 6));
}

#[test] // SST-18-5, SST-21-1
fn who_is_out_is_told_by_what_put_it_out() {
    let told = |damage: u8| {
        let setup = fighters("a", "").against("b", "policy = \"idle\"");
        let after = setup.begun([]).hurt("b", (Physical, damage), []);
        let mut said = after.heard.said.into_iter();
        said.find(|(_, text)| text == "b is out of action.")
            .map(|(clause, _)| clause)
    };
    assert_eq!((told(3), told(7)), (None, Some("SST-18-5")));
    let last = fighters("a", "").against("b", "physical = 1\npolicy = \"idle\"");
    let last = last.begun([]).hurt("b", (Physical, 1), []);
    let out = ("SST-21-1", "b is out of action.".to_owned());
    assert!(last.heard.said.contains(&out));
}

#[test] // SST-16-5, SST-18-6
fn massive_damage_may_kill_whoever_had_one_rank_left() {
    let last = |option: &str, damage: u8, faces: &[u32]| {
        let fight = one("physical = 1").option(option).ready();
        let after = fight.hurt("a", (Physical, damage), faces.iter().copied());
        assert_eq!(after.heard.downed, [after.who("a")]);
        after.body("a").status
    };
    assert_eq!(last("massive = \"roll\"", 3, &[]), Status::Out);
    assert_eq!(last("massive = \"roll\"", 4, &[2; 4]), Status::Killed);
    assert_eq!(last("massive = \"roll\"", 4, &[2, 5, 2, 2]), Status::Out);
    assert_eq!(last("massive = \"kia\"", 4, &[]), Status::Killed);
}

/// Returns the fight after `a` has attacked `b 1`, which is Out of Action. `mine` is added to the stat block
/// of `a`, `lists` to its policy, and `others` to the stat block of the enemies.
fn at_the_fallen(mine: &str, lists: &str, others: &str, faces: &[u32]) -> Trial {
    fighters("a", &format!("attack = 4\n{mine}\npolicy = \"p\""))
        .policy("p", &format!("act = [\"attack fallen\"]\n{lists}"))
        .against(
            "b",
            &format!("count = 2\nad_set = [3]\npolicy = \"idle\"\n{others}"),
        )
        .ready()
        .losing("b 1", Physical, 3)
        .step(faces.iter().copied())
}

#[test] // SST-21-3, SST-10-4, SST-10-5
fn whoever_attacks_the_fallen_is_exposed_and_fumbles() {
    let after = |faces: &[u32]| at_the_fallen("ad_set = [5, 5]", "", "", faces);
    let hit = after(&[5, 5, 1, 2, 2, 2, 2, 2]);
    assert_eq!(hit.body("b 1").status, Status::Killed);
    assert_eq!((hit.body("a").exposures, hit.body("a").fumbled), (1, false));
    let fumble = after(&[5, 1, 1, 2]);
    assert_eq!(fumble.body("b 1").status, Status::Out);
    assert_eq!(
        (fumble.body("a").exposures, fumble.body("a").fumbled),
        (0, true)
    );
}

#[test] // SST-21-3, SST-9-1, SST-9-3
fn ones_help_against_the_fallen_too() {
    let hand = "ad_set = [5, 5, 1]";
    let status = |lists: &str, faces: &[u32]| {
        let after = at_the_fallen(hand, lists, "", faces);
        assert_eq!(after.hand("a"), "5");
        after.body("b 1").status
    };
    let effort = "effort = [\"effort\"]";
    assert_eq!(status(effort, &[2, 2, 2, 2, 5, 2, 2, 2, 2]), Status::Killed);
    let raise = "raise = [\"raise\"]";
    assert_eq!(status(raise, &[4, 2, 2, 2, 2, 2, 2, 2]), Status::Killed);
}

#[test] // SST-21-3, SST-10-9
fn armour_helps_the_fallen_as_it_helps_others() {
    let status = |mode: &str, faces: &[u32]| {
        fighters("a", "attack = 2\nad_set = [5]\npolicy = \"p\"")
            .policy("p", "act = [\"attack fallen\"]")
            .against(
                "b",
                "count = 2\narmour = 2\nad_set = [3]\npolicy = \"idle\"",
            )
            .with("[weapons.medium]\ncode = \"large\"")
            .option(&format!("armour_mode = \"{mode}\""))
            .ready()
            .losing("b 1", Physical, 3)
            .step(faces.iter().copied())
            .body("b 1")
            .status
    };
    assert_eq!(status("successes", &[5, 5]), Status::Out);
    // The attack does three points of damage, and armour takes two of them.
    assert_eq!(status("damage", &[5, 2, 2, 2, 2, 2]), Status::Killed);
    assert_eq!(status("roll", &[5, 2, 2, 2, 2, 2, 2, 2]), Status::Killed);
    assert_eq!(status("roll", &[5, 2, 5, 2]), Status::Out);
}

#[test] // SST-17-1
fn states_of_different_kinds_are_taken_together() {
    let shocked = one("stateless = false")
        .ready()
        .given("a", |a| a.states.add(Daze::Shock));
    let both = shocked.hurt("a", (Physical, 1), []);
    let states = both.body("a").states;
    assert!(states.has(Daze::Stun) && states.has(Daze::Shock));
    assert_eq!(both.left("a"), 3);
    // A creature that is already in this State loses the Rank.
    assert_eq!(both.hurt("a", (Physical, 1), []).left("a"), 2);
}

#[test] // SST-21-1, SST-21-2
fn how_somebody_has_ended_and_what_it_has_left_is_known() {
    let trial = one("physical = 5\nmental = 4").ready();
    let who = trial.who("a");
    assert_eq!(trial.arena.left(&trial.state, who).health, 5);
    let fate = |status: Status| {
        let trial = one("").ready().given("a", |body| body.status = status);
        trial.arena.left(&trial.state, who).fate
    };
    for (status, known) in [
        (Status::Fighting, None),
        (Status::Out, Some(OUT)),
        (Status::Killed, Some(KILLED)),
        (Status::Yielded, Some(YIELDED)),
        (Status::Fled, Some(FLED)),
    ] {
        assert_eq!(fate(status), known);
    }
}
