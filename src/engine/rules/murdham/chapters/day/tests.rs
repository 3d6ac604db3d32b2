//! Tests of days: durability rolls, the values that carry over from fight to fight, and rests.

use crate::fight::SideId;
use crate::fight::{Arena as _, Days, Ending, Silent};
use crate::rules::murdham::nouns::state::{Status, Whereabouts};
use crate::rules::murdham::testing::{Setup, Trial, fighters, fraction};
use crate::rules::testing::{Lots, assert_sound_days, compiled};

use super::*;

const SURE: &str = "[rules.gear]\ndurability_risk = 0";

/// Returns the `[[day]]` tables of a day. A number stands for a fight against the side with this number, and
/// other text for a rest.
fn stages(all: &[&str]) -> String {
    let stage = |stage: &&str| match stage.parse::<u8>() {
        Ok(side) => format!("[[day]]\nfight = 'side {side}'\n"),
        Err(_) => format!("[[day]]\nrest = '{stage}'\n"),
    };
    all.iter().map(stage).collect()
}

/// Returns a day of `a` and an idle `mate`. They fight `b` and then `c`, which do nothing and fall at the
/// first blow. Between these fights come the stages `between`. `stats` are lines of the stat block of `a`.
fn day(stats: &str, between: &[&str]) -> Setup {
    let weak = "health = 1\nfearless = true\npolicy = 'idle'";
    let all: Vec<_> = [&["2"], between, &["3"]].concat();
    let defaults = ["carries = ['sword']", "policy = 'plain'"];
    let is_unsaid = |line: &&str| !stats.contains(line.split(' ').next().expect("a key"));
    let more: Vec<_> = defaults.into_iter().filter(is_unsaid).collect();
    fighters(
        "a",
        &format!("fearless = true\n{stats}\n{}", more.join("\n")),
    )
    .and("mate", "policy = 'idle'\nfearless = true")
    .against("b", weak)
    .against("c", weak)
    .with(&stages(&all))
}

#[test] // MUR-0-3
fn two_fights_are_won_as_often_as_each_of_them_in_turn() {
    let one = "health = 1\narmour = 3\ncarries = ['sword']\npolicy = 'plain'\nfearless = true";
    let wins = |stages: &str| {
        let fight = fighters("a", one).against("b", one).against("c", one);
        let odds = fight.with(SURE).with(stages).solved();
        odds.of(Ending::Won(SideId(0)))
    };
    // Each blow fells with a chance of 1/2, and `a` strikes first. So `a` wins one fight with a chance of 1/2
    // + 1/8 + 1/32 … = 2/3.
    let both = wins(&stages(&["2", "3"]));
    assert!((both - 4.0 / 9.0).abs() < 1e-9, "{both}");
    // The chances are the same if `c` is fought first. A third fight multiplies them by 2/3 once more.
    let three = wins(&stages(&["3", "2", "3"]));
    assert!((three - 8.0 / 27.0).abs() < 1e-9, "{three}");
}

#[test] // MUR-15-1
fn sword_and_shield_both_used_are_both_sound_with_nine_sixteenths() {
    let used = day("shield = 1", &[])
        .ready()
        .given("a", |a| a.wear.hit = true);
    let odds = used.stage_odds(|after| {
        let a = after.body("a");
        (a.items[0].damaged, a.wear.shield)
    });
    assert_eq!(
        odds.of(|&(sword, shield)| !sword && !shield),
        fraction(9, 16)
    );
    assert_eq!(odds.of(|&(sword, shield)| sword && shield), fraction(1, 16));
    let rare = day("", &[]).with("[rules.gear]\ndurability_risk = 10");
    let odds = rare
        .ready()
        .stage_odds(|after| after.body("a").items[0].damaged);
    assert_eq!(odds.of(|&damaged| damaged), fraction(1, 10));
}

#[test] // MUR-15-1
fn damaged_and_destroyed_gear_is_not_left() {
    let left = |change: fn(&mut Body)| {
        let trial = day("shield = 1\nremedies = { herbs = 2 }", &[])
            .with("[remedies.herbs]\nheals = '1d4'")
            .ready()
            .given("a", change);
        trial.arena.supplies(&trial.state, trial.who("a")).numbers()
    };
    assert_eq!(left(|_| ()), [0, 2, 2]);
    assert_eq!(left(|a| a.wear.shield = true), [0, 2, 1]);
    assert_eq!(left(|a| a.shield_gone = true), [0, 2, 1]);
    assert_eq!(left(|a| a.items[0].damaged = true), [0, 2, 1]);
    assert_eq!(left(|a| a.items[0].at = Whereabouts::Gone), [0, 2, 1]);
    assert_eq!(left(|a| a.remedies[0] = 1), [0, 1, 2]);
}

#[test] // MUR-15-1
fn only_what_was_used_or_hit_gets_a_durability_roll_and_only_once() {
    // After the one blow of the fight, only the sword gets a durability roll. The dagger, the shield and the
    // armour get none.
    let fight = day(
        "carries = ['sword', 'dagger']\nshield = 1\narmour = 1",
        &["a stretch"],
    );
    let after = fight.ready().stage([4, 25]);
    let a = after.body("a");
    assert!(a.items[0].damaged && !a.items[1].damaged && !a.wear.armour);
    assert!(after.says("the sword of a is damaged"));
    // A damaged sword gets no further roll, and a part of the body never gets one.
    let after = after.stage([]).stage([4]);
    assert!(after.outcome.is_some());
    day("carries = ['bite']", &[]).ready().stage([4]);
}

#[test] // MUR-15-1
fn shield_and_armour_wear_when_they_are_hit() {
    let fighting = "health = 20\nshield = 1\narmour = 1\nfearless = true\npolicy = 'idle'";
    let fight = fighters("a", fighting)
        .and(
            "mate",
            "carries = ['sword']\nfearless = true\npolicy = 'plain'",
        )
        .against(
            "b",
            "health = 8\ncarries = ['dagger']\nfearless = true\npolicy = 'plain'",
        )
        .against("c", "")
        .with(&stages(&["2", "3"]))
        .with("[rules.wounds]\ncritical = 100");
    // `b` hits `a` with the dagger and `mate` hits `b` with the sword, twice each. Then come three durability
    // rolls: for the shield and the armour of `a`, and for the sword of `mate`.
    let after = fight.ready().stage([3, 6, 1, 6, 26, 25, 100]);
    assert_eq!(after.health("a"), 19);
    let wear = after.body("a").wear;
    assert_eq!((wear.shield, wear.armour, wear.hit), (false, true, false));
}

#[test] // MUR-15-1, MUR-15-2
fn a_sword_that_a_roll_has_damaged_is_lost_at_a_one_for_the_rest_of_the_day() {
    let fight = day("carries = ['sword', 'dagger']", &[]).with(&stages(&["2"]));
    let worn = fight.ready().stage([4, 1]);
    assert_eq!(worn.holds("a"), ["sword", "dagger"]);
    let odds = worn.odds(|after| after.holds("a").len());
    assert_eq!(odds.of(|&left| left == 1), fraction(1, 6));
    // The sword was destroyed in the second fight, so the third begins with the dagger in hand.
    let lost = worn.stage([1]);
    assert_eq!(
        (lost.holds("a"), lost.body("a").in_hand),
        (vec!["dagger"], 1)
    );
    let rolled = lost.stage([3, 100]);
    assert_eq!(rolled.attacks()[0].2, "dagger");
}

#[test] // MUR-15-1, MUR-15-3
fn a_shield_that_a_roll_has_damaged_is_destroyed_by_a_heavy_blow_in_a_later_fight() {
    let strong = "health = 1\ncarries = ['battleaxe']\npolicy = 'plain'\nfearless = true";
    let fight = day("shield = 1\nhealth = 40", &[]).against("d", strong);
    let fight = fight.with(&stages(&["4"])).field("initiative = 'side 4'");
    let hit = fight.ready().given("a", |a| a.wear.hit = true);
    // After the first fight, the durability rolls leave the sword sound and damage the shield. Nobody hits
    // `a` in the second fight.
    let worn = hit.stage([1, 4, 100, 25]).stage([1, 4, 100]);
    assert!(worn.body("a").wear.shield);
    let odds = worn.odds(|after| after.body("a").shield_gone);
    assert_eq!(odds.of(|&gone| gone), fraction(1, 8));
}

#[test] // MUR-0-3, MUR-0-15, MUR-2-10
fn health_remedies_and_lost_gear_go_on_and_places_do_not() {
    let fight = day(
        "remedies = { herbs = 3 }\nshield = 1\narmour = 1\nhealth = 9",
        &[],
    );
    let fight = fight
        .with("[remedies.herbs]\nheals = '1d4'")
        .field("zones = 3")
        .with(SURE);
    let hurt = fight.ready().given("a", |a| {
        (a.health, a.remedies) = (5, [2, 0]);
        (a.shield_gone, a.steadfast) = (true, true);
        (a.concealed, a.extra) = (true, 1);
    });
    let after = hurt.stage([4, 25]).state;
    let a = *after.body(FighterId(0));
    assert_eq!((a.health, a.remedies, a.place), (5, [2, 0], 0));
    assert!(a.shield_gone && a.steadfast && !a.armour_gone);
    assert!(!a.concealed && a.captor.is_none() && a.extra == 0);
    assert_eq!((after.round, after.open, after.holder), (0, false, None));
}

#[test] // MUR-0-21, MUR-15-1
fn counted_uses_are_uses_in_one_fight() {
    let fight = day("carries = ['sling']", &[]).with(SURE);
    let sling = "[weapons.sling]\ndamage = '1d4'\nrange = 3\nshots = 2";
    let after = fight.with(sling).ready().stage([4, 25]);
    assert_eq!(after.body("a").items[0].shots, 2);
}

#[test] // MUR-0-8, MUR-0-15
fn the_incapacitated_lie_in_safety_until_the_stretch_ends() {
    let fight = |between: &[&str]| day("", between).with(SURE);
    let down = |between: &[&str]| {
        let trial = fight(between).ready().out("mate", Status::Incapacitated, 3);
        trial.stage([4, 100])
    };
    let next = down(&[]);
    assert_eq!(next.status("mate"), Status::Behind);
    assert!(!next.fights("mate") && !next.status("mate").is_there());
    assert!(!next.status("mate").is_down());
    let rested = down(&["a stretch"]).stage([]);
    assert_eq!(
        (rested.status("mate"), rested.health("mate")),
        (Status::Fighting, 3)
    );
    assert!(rested.fights("mate"));
    // A character recovers even if it has been down for more than one fight.
    let later = day("", &["2", "a stretch"]).with(SURE).ready();
    let later = later.out("mate", Status::Incapacitated, 3);
    let later = later.stage([4, 100]).stage([4, 100]);
    assert_eq!(later.status("mate"), Status::Behind);
    let later = later.stage([]);
    assert!(later.fights("mate") && !later.body("mate").steadfast);
}

#[test] // MUR-12-4, MUR-0-15
fn who_has_passed_a_morale_check_is_steadfast_until_the_stretch_ends() {
    let steadfast = |between: &[&str]| {
        let trial = day("", between).with(SURE).ready();
        let trial = trial.given("a", |a| a.steadfast = true).stage([4, 100]);
        let trial = if between.is_empty() {
            trial
        } else {
            trial.stage([])
        };
        trial.body("a").steadfast
    };
    assert!(steadfast(&[]));
    assert!(!steadfast(&["a stretch"]));
}

#[test] // MUR-0-3
fn a_night_restores_health_and_wakes_the_incapacitated() {
    let trial = day("health = 9", &["a night"]).with(SURE).ready();
    let trial = trial
        .given("a", |a| a.health = 2)
        .out("mate", Status::Incapacitated, 7);
    let rested = trial.stage([4, 100]).stage([5, 6]);
    assert_eq!((rested.health("a"), rested.health("mate")), (7, 8));
    assert!(rested.fights("mate"));
    let more = day("health = 9", &["a night"]).with("[rules.rest]\nnight = '2d6'");
    let trial = more.with(SURE).ready().given("a", |a| a.health = 1);
    let odds = trial.stage([4, 100]).stage_odds(|after| after.health("a"));
    assert_eq!(odds.of(|&health| health == 3), fraction(1, 36));
}

#[test] // MUR-0-7
fn the_dead_and_the_dying_take_no_further_part() {
    let dead = day("", &["a night"]).with(SURE).ready();
    let dead = dead.out("mate", Status::Dead, 0).stage([4, 100]).stage([3]);
    assert_eq!(dead.status("mate"), Status::Dead);
    let fight = day("", &["a night"]).with(SURE);
    let dying = fight.option("zero_health = 'dying'").ready();
    let dying = dying.out("mate", Status::Dying(2), 0).stage([4, 100]);
    assert_eq!(dying.status("mate"), Status::Dead);
}

#[test] // MUR-12-7, MUR-13-2
fn who_has_fled_or_surrendered_is_back_for_the_next_fight_with_its_weapons() {
    let armed = |status: Status| {
        let trial = day("", &[]).with(SURE).ready();
        let trial = trial.out("mate", status, 6);
        trial.stage([4, 100])
    };
    for status in [Status::Fled, Status::Surrendered] {
        let after = armed(status);
        assert!(after.fights("mate") && after.health("mate") == 6);
        assert_eq!(after.heard.back, [after.who("mate")]);
    }
}

#[test] // MUR-10-5
fn everybody_has_its_own_weapons_again_wherever_they_are() {
    let fight = day("carries = ['sword', 'dagger', 'axe']", &[]).with(SURE);
    let ready = || fight.ready();
    let items = ready().body("a").items;
    let taken = |a: &mut Body| a.items[1].at = Whereabouts::Gone;
    let dropped = |a: &mut Body| a.items[2].at = Whereabouts::Lying(0);
    let trial = ready().given("a", |a| {
        taken(a);
        dropped(a);
    });
    // The axe that `a` dropped is damaged, and `mate` has picked it up.
    let mut axe = items[2];
    axe.damaged = true;
    let trial = trial
        .given("mate", |mate| mate.items[0] = axe)
        .given("a", |a| a.items[2].at = Whereabouts::Gone);
    let after = trial.stage([4, 100]);
    assert_eq!(after.holds("a"), ["sword", "dagger", "axe"]);
    assert!(after.body("a").items[2].damaged);
    assert!(after.holds("mate").is_empty());
    // A weapon that was destroyed does not come back.
    let lost = ready().given("a", |a| {
        taken(a);
        a.wear.lost = 0b10;
    });
    assert_eq!(lost.stage([4, 100]).holds("a"), ["sword", "axe"]);
}

#[test] // MUR-12-1
fn the_numbers_of_a_group_are_those_that_begin_the_fight() {
    let group = "health = 8\npolicy = 'idle'\nwit = 20";
    let fight = |stages: &str| {
        fighters("a", &format!("{group}\ncount = 4"))
            .against("b", "carries = ['battleaxe']\npolicy = 'plain'\nhealth = 8")
            .with(SURE)
            .with(stages)
    };
    let checks = |dead: usize, twice: bool| {
        let stages = stages(if twice { &["2", "2"] } else { &["2"] });
        let mut trial = fight(&stages).ready();
        for name in &["a 2", "a 3", "a 4"][..dead] {
            trial = trial.out(name, Status::Dead, 0);
        }
        if twice {
            let mut state = trial.state.clone();
            let fresh = FighterSet::of(trial.who("b"));
            let folk = trial.arena.lineup.sides[0];
            trial.arena.begin(&mut state, fresh, folk);
            trial.state = state;
        }
        let shows = |after: &Trial| after.says("side 1 side checks its morale");
        let named = trial.given("a 1", |a| a.health = 20);
        let named = named.given("a 4", |a| a.health = 20);
        shows(&named.round([8]))
    };
    // A group of four that loses one member does not check its morale. A group that begins the fight with
    // three, because one has died before, and loses one does not check either.
    assert!(!checks(0, false));
    assert!(!checks(1, true));
}

#[test] // MUR-11-1, MUR-1-7
fn an_ambush_in_a_later_fight_gives_no_initiative_before() {
    let hidden = "concealed = true\npolicy = 'idle'\nhealth = 1\nfearless = true";
    let fight = |stages: &str| {
        fighters(
            "a",
            "carries = ['sword']\npolicy = 'plain'\nfearless = true",
        )
        .against("b", "policy = 'idle'\nhealth = 1\nfearless = true")
        .against("c", hidden)
        .field("initiative = 'side 1'")
        .with(SURE)
        .with(stages)
    };
    let first = fight(&stages(&["2", "3"])).ready();
    assert_eq!(first.state.ambush, 0);
    let second = first.stage([4, 100]);
    assert_eq!(second.state.ambush, 1);
    assert!(second.body("c").concealed && second.status("b") == Status::Absent);
}

#[test] // MUR-0-22
fn who_is_not_in_this_fight_is_nowhere_and_has_no_fate() {
    let fight = day("policy = 'asks'", &[]).with(SURE);
    let fight = fight.acts(
        "asks",
        "attack if foes.dead + foes.down == 0 and foes.fighting == 1",
    );
    let trial = fight.ready();
    let c = trial.who("c");
    assert_eq!(trial.arena.left(&trial.state, c).fate, None);
    let call = trial.arena.roll_call(&trial.state);
    assert!(!call.standing.has(c) && !call.out.has(c));
    let second = trial.stage([4, 100]);
    assert!(second.fights("c") && !second.fights("b"));
    // Characters that died in the first fight do not count in the second, so the condition of `a` holds and
    // it attacks.
    let over = second.stage([4, 100]);
    let outcome = over.outcome.expect("the day is over");
    assert_eq!(outcome.ending, Ending::Won(SideId(0)));
}

#[test] // MUR-17-1
fn a_rider_whose_mount_is_dead_goes_on_foot() {
    let fight = fighters(
        "a",
        "riding = 'horse'\ncarries = ['sword']\npolicy = 'plain'\nfearless = true",
    )
    .against("b", "health = 1\nfearless = true\npolicy = 'idle'")
    .against("c", "health = 1\nfearless = true\npolicy = 'idle'")
    .with("[combatants.horse]\nhealth = 8\nseats = 1\nfearless = true\npolicy = 'idle'")
    .with(SURE)
    .with(&stages(&["2", "3"]));
    let mut trial = fight.ready();
    assert!(trial.state.mount_of(trial.who("a")).is_some());
    let (fresh, folk) = (FighterSet::of(trial.who("c")), trial.arena.lineup.sides[0]);
    let mut state = trial.state.clone();
    trial.arena.begin(&mut state, fresh, folk);
    assert!(state.mount_of(trial.who("a")).is_some());
    trial = trial.out("horse", Status::Dead, 0);
    let mut state = trial.state.clone();
    trial.arena.begin(&mut state, fresh, folk);
    assert!(state.mount_of(trial.who("a")).is_none());
}

#[test]
fn a_fight_of_the_day_begins_like_a_fight_of_its_own() {
    let one = "health = 9\ncarries = ['sword']\nconcealed = true";
    let two = "health = 7\ncarries = ['axe']\nat = 2";
    let field = "zones = 3";
    let alone: Arena = compiled(&fighters("a", one).against("b", two).field(field).text());
    let with = fighters("a", one)
        .against("b", two)
        .against("c", two)
        .field(field);
    let day: Arena = compiled(&with.with(&stages(&["2", "3"])).text());
    let (alone, first) = (alone.start().clone(), day.start().clone());
    assert_eq!(alone.fighting, first.fighting);
    assert_eq!(alone.ambush, first.ambush);
    for at in 0..2 {
        let plain = |body: Body| {
            let mut body = body;
            for item in &mut body.items {
                item.home = (FighterId::default(), 0);
            }
            body
        };
        assert!(plain(*first.body(FighterId::at(at))) == *alone.body(FighterId::at(at)));
    }
}

/// Asserts that each character is in exactly one state, and that all values are within their ranges.
fn check(arena: &Arena, state: &State) {
    let start = &arena.unopened;
    for who in arena.lineup.everybody() {
        let (body, fresh) = (state.body(who), start.body(who));
        let fights = body.status == Status::Fighting && !arena.is_vehicle(who);
        assert_eq!(state.fighting.has(who), fights, "{who:?} {body:?}");
        let fighter = arena.fighter(who);
        assert!((0..=fighter.health).contains(&body.health), "{body:?}");
        for (uses, most) in body.remedies.iter().zip(&fresh.remedies) {
            assert!(uses <= most);
        }
        for item in body
            .items
            .iter()
            .filter(|item| item.at != Whereabouts::Gone)
        {
            let most = arena.weapon(item.weapon).shots.unwrap_or(0);
            assert!(item.shots <= most);
        }
        let has_fate = arena.left(state, who).fate.is_some();
        let stands = matches!(body.status, Status::Fighting | Status::Absent);
        assert_eq!(has_fate, !stands);
    }
}

#[test]
fn in_random_days_everybody_is_in_one_state_with_values_in_range() {
    let text = |lots: &mut Lots| {
        let mut person = |name: &str| {
            let carries = lots.one_of(&["sword", "axe", "bow", "fire-bomb", "stone"]);
            let policy = lots.one_of(&["default", "runner", "dodger", "rash"]);
            format!(
                "health = {}\narmour = {}\nshield = {}\nwit = {}\nagi = {}\nseats = 0\n\
                 carries = ['dagger', '{carries}']\nremedies = {{ herbs = 2 }}\npolicy = '{policy}'\n\
                 size = '{}'\ncount = {}\n# {name}",
                lots.up_to(12),
                lots.up_to(3) - 1,
                lots.up_to(2) - 1,
                lots.up_to(18),
                lots.up_to(18),
                lots.one_of(&["small", "medium", "large"]),
                lots.up_to(3),
            )
        };
        let blocks = ["a", "d", "b", "c"].map(&mut person);
        let setup = fighters("a", &blocks[0])
            .and("d", &blocks[1])
            .against("b", &blocks[2])
            .against("c", &blocks[3])
            .field("zones = 3")
            .run("round_cap = 12")
            .with("[weapons.stone]\ndamage = '1d4'\nrange = 2\nshots = 2")
            .with("[remedies.herbs]\nheals = '1d4'")
            .with(&format!(
                "[policies.rash]\nbonus = ['pick-up']\nact = ['use if self.health < self.health_max',\
                 'grapple if chance(20%)', 'disarm if chance(30%)', 'blast', 'attack']{}",
                lots.rest()
            ));
        let zero = lots.one_of(&["dead", "dying"]);
        let setup = setup.option(&format!("zero_health = '{zero}'"));
        setup.with(&lots.stages(&["a stretch", "a night"])).text()
    };
    assert_sound_days(150, text, check);
}

#[test] // MUR-13-2
fn whoever_has_fled_or_is_captured_stays_away_if_the_scenario_says_so() {
    let trial = day("", &[]).ready();
    let (arena, who) = (&trial.arena, trial.who("a"));
    let folk = arena.cast.day.as_ref().expect("a day").folk(&arena.cast);
    let stands_after = |fate, aways: &[Away]| {
        let mut state = arena.start().clone();
        state.body_mut(who).status = fate;
        state.present.remove(who);
        state.fighting.remove(who);
        for &away in aways {
            let dice = &mut crate::dice::Scripted::new([]);
            arena.pause(&mut state, Pause::Aftermath(away), folk, dice, &mut Silent);
            arena.begin(&mut state, FighterSet::NONE, folk);
        }
        let call = arena.roll_call(&state);
        assert_ne!(call.standing.has(who), call.out.has(who));
        call.standing.has(who)
    };
    let [none, fled, captured] = [(false, false), (true, false), (false, true)]
        .map(|(fled, captured)| Away { fled, captured });
    assert!(stands_after(Status::Fled, &[none]) && stands_after(Status::Fled, &[captured]));
    assert!(!stands_after(Status::Fled, &[fled]) && !stands_after(Status::Fled, &[fled, fled]));
    // A character that has stayed away returns after a later fight that does not keep it away.
    assert!(stands_after(Status::Fled, &[fled, none]));
    assert!(
        stands_after(Status::Surrendered, &[none]) && stands_after(Status::Surrendered, &[fled])
    );
    assert!(!stands_after(Status::Surrendered, &[captured]));
}
