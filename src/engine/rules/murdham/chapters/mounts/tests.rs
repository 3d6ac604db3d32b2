use crate::fight::{Arena as _, SideId, Stream, play_all};
use crate::rules::murdham::nouns::Arena;
use crate::rules::murdham::nouns::scene::View;
use crate::rules::murdham::nouns::state::{Gait, Riding, Status};
use crate::rules::murdham::testing::{Setup, Trial, fighters, fraction};
use crate::rules::testing::compiled;
use crate::tally::Tally;

/// Stat blocks of a horse and a wagon. The horse has a speed of four zones and does nothing of its own
/// accord. The wagon has three seats.
const STABLE: &str = "[combatants.horse]\nhealth = 10\nspeed = 4\nseats = 1\npolicy = 'idle'\n\
    [combatants.wagon]\nhealth = 8\nspeed = 2\nseats = 3\nvehicle = true\n";

/// Returns a fight of a lancer on a horse in zone 0 of eight, against an idle enemy in zone `there`. `stats`
/// are lines of the lancer's stat block.
fn lancer(stats: &str, there: &str) -> Setup {
    fighters(
        "lancer",
        &format!("carries = ['battleaxe']\nriding = 'horse'\n{stats}"),
    )
    .against("b", &format!("policy = 'idle'\nat = {there}"))
    .field("zones = 8")
    .with(STABLE)
}

/// Returns the fight of [`lancer`] with a policy that has these lists.
fn with_policy(there: &str, policy: &str) -> Setup {
    lancer("policy = 'own'", there).with(&format!(
        "[policies.own]\nact = []\nbonus = []\nreact = []\nopportunity = []\n{policy}"
    ))
}

/// Returns the lists of a policy that attacks. `more` are further lists.
fn attacks(more: &str) -> String {
    format!("act = ['attack']\n{more}")
}

fn own(more: &str, there: &str) -> Setup {
    lancer("policy = 'own'", there).with(&format!(
        "[policies.own]\nbonus = []\nreact = []\nopportunity = []\n{}",
        attacks(more)
    ))
}

fn gait(trial: &Trial, name: &str) -> Option<Gait> {
    trial.state.gait(trial.who(name))
}

#[test] // MUR-17-1
fn a_mount_and_its_rider_take_one_turn_together() {
    let after = lancer("policy = 'plain'", "2").turn([3, 5]);
    assert_eq!((after.at("lancer"), after.at("horse")), ("2", "2"));
    assert_eq!(after.health("b"), 5);
    assert!(after.says("lancer and horse take their turn together"));
    assert!(!after.has_turn("lancer") && !after.has_turn("horse"));
    assert_eq!(gait(&after, "horse"), Some(Gait::Rode));
}

#[test] // MUR-17-1
fn one_opportunity_of_the_side_covers_them_all() {
    let round = lancer("policy = 'idle'", "5")
        .and("c", "policy = 'idle'\nat = 5")
        .round([]);
    // Nobody of the first side has a turn left after the shared one, so both enemies act then.
    assert_eq!(round.turns(), ["b", "c"]);
    let together = round.heard.said.iter();
    assert_eq!(
        together.filter(|(clause, _)| *clause == "MUR-17-1").count(),
        2
    );
    // The sides take turns alternately: lancer and horse together, then `b`, the page, and `c`.
    let page = fighters("lancer", "riding = 'horse'\npolicy = 'idle'")
        .and("page", "policy = 'idle'")
        .against("b", "policy = 'idle'")
        .and("c", "policy = 'idle'")
        .with(STABLE)
        .round([]);
    assert_eq!(page.turns(), ["b", "page", "c"]);
}

#[test] // MUR-17-1
fn the_mount_has_the_actions_of_its_own_turn_too() {
    let after = fighters(
        "lancer",
        "carries = ['sword']\nriding = 'horse'\npolicy = 'plain'",
    )
    .against("b", "policy = 'idle'\nhealth = 40")
    .with("[combatants.horse]\nhealth = 10\nseats = 1\ncarries = ['axe']\npolicy = 'plain'")
    .turn([4, 6, 3]);
    assert_eq!(after.health("b"), 40 - 4 - 3);
}

#[test] // MUR-17-1, MUR-3-11
fn who_is_carried_shoots_on_the_move_and_the_mount_goes_on_after_a_blow() {
    let archer = |ride: &str, onward: &str| {
        fighters(
            "archer",
            "carries = ['bow']\nriding = 'horse'\npolicy = 'own'",
        )
        .against("b", "policy = 'idle'\nat = 4")
        .field("zones = 8")
        .with(STABLE)
        .with(&format!(
            "[policies.own]\nact = ['attack']\nbonus = []\nride = [{ride}]\nonward = [{onward}]"
        ))
    };
    // A roll of 10 passes the WIT save to hit. The damage is the lower of two dice.
    let moving = archer("'go to 1'", "").turn([10, 3, 2]);
    assert_eq!((moving.at("horse"), moving.health("b")), ("1", 6));
    let still = archer("'stay'", "'go to 2'").turn([3, 2]);
    assert_eq!((still.at("horse"), still.health("b")), ("0", 6));
    let by = own("onward = ['go to 7']", "1").turn([3, 3]);
    assert_eq!(
        (by.health("b"), by.at("lancer"), by.at("horse")),
        (5, "2", "2")
    );
    assert_eq!(gait(&by, "horse"), Some(Gait::Rode));
}

#[test] // MUR-17-2
fn a_rider_may_keep_its_turn_for_a_reaction_and_only_for_that() {
    let rides = |react: &str| {
        fighters(
            "lancer",
            "carries = ['battleaxe']\nriding = 'horse'\npolicy = 'waits'",
        )
        .against("b", "carries = ['sword']\npolicy = 'plain'\nhealth = 20")
        .with(STABLE)
        .with(&format!(
            "[policies.waits]\nact = ['nothing']\nbonus = []\nreact = [{react}]"
        ))
    };
    let kept = rides("'counter'").turn([]);
    assert!(kept.has_turn("lancer") && kept.has_turn("horse"));
    let answered = kept.turn([2, 5, 4]);
    assert_eq!((answered.health("lancer"), answered.health("b")), (6, 16));
    assert!(!answered.has_turn("lancer"));
    // The lancer and the horse have kept their turn for a reaction and cannot act any more. So only `b` takes
    // a turn.
    let round = rides("").round([2]);
    assert_eq!(round.turns(), ["b"]);
    assert!(!round.state.open);
}

#[test] // MUR-17-2
fn neither_a_mount_that_has_moved_nor_anybody_on_foot_keeps_a_turn() {
    let rode = with_policy("7", "ride = ['close']").turn([]);
    assert!(rode.has_turn("lancer") && !rode.has_turn("horse"));
    let on = with_policy("7", "ride = ['stay']\nonward = ['close']").turn([]);
    assert!(on.has_turn("lancer") && !on.has_turn("horse"));
    assert_eq!(on.at("horse"), "2");
    let on_foot = fighters("a", "policy = 'idle'")
        .against("b", "policy = 'idle'")
        .turn([]);
    assert!(!on_foot.has_turn("a"));
}

#[test] // MUR-17-3
fn at_full_speed_riders_neither_act_nor_react() {
    let charge = |there: &str| {
        fighters(
            "lancer",
            "carries = ['battleaxe']\nriding = 'horse'\npolicy = 'own'\nextra_reactions = 1",
        )
        .against("b", &format!("policy = 'plain'\nat = {there}"))
        .field("zones = 8")
        .with(STABLE)
        .with("[policies.own]\nact = ['attack']\nbonus = []\nride = ['close while racing']\nreact = ['counter']")
    };
    let far = charge("4").turn([]);
    assert_eq!((far.at("lancer"), far.health("b")), ("4", 8));
    assert_eq!(gait(&far, "horse"), Some(Gait::Raced));
    // `b` strikes the lancer with bare hands, and the lancer cannot reply.
    let struck = far.turn([2, 3]);
    assert_eq!((struck.health("lancer"), struck.health("b")), (6, 8));
    // The lancer can attack if the horse has moved at most half its speed.
    assert_eq!(charge("2").turn([1, 1]).health("b"), 7);
    let more = charge("3").turn([]);
    assert_eq!(
        (more.at("lancer"), gait(&more, "horse")),
        ("3", Some(Gait::Raced))
    );
}

#[test] // MUR-17-3
fn without_a_line_the_mount_races_only_under_fire_and_where_half_its_speed_is_not_enough() {
    for (there, at) in [("0", "0"), ("2", "2")] {
        assert_eq!(
            lancer("policy = 'plain'", there).turn([1, 1]).at("horse"),
            at
        );
    }
    let safe = lancer("policy = 'plain'", "3").turn([]);
    assert_eq!(
        (safe.at("horse"), gait(&safe, "horse")),
        ("2", Some(Gait::Rode))
    );
    let archer = |there: &str| {
        fighters(
            "lancer",
            "carries = ['sword']\nriding = 'horse'\npolicy = 'plain'",
        )
        .against(
            "b",
            &format!("carries = ['bow']\npolicy = 'idle'\nat = {there}"),
        )
        .field("zones = 8")
        .with(STABLE)
    };
    let fire = archer("3").turn([]);
    assert_eq!(
        (fire.at("horse"), gait(&fire, "horse")),
        ("3", Some(Gait::Raced))
    );
    assert_eq!(archer("2").turn([1, 1]).health("b"), 7);
}

#[test]
fn riding_costs_two_bytes() {
    assert_eq!(std::mem::size_of::<Riding>(), 2);
}

#[test] // MUR-17-4
fn mounts_and_riders_are_aimed_at_one_by_one() {
    let strikes = |whom: &str| {
        fighters("b", "carries = ['sword']\npolicy = 'strikes'")
            .against("lancer", "riding = 'horse'\npolicy = 'idle'")
            .with(STABLE)
            .acts("strikes", &format!("attack at {whom}"))
            .turn([3])
    };
    for (whom, lancer, horse) in [("mount", 8, 7), ("rider", 5, 10), ("horse", 8, 7)] {
        let after = strikes(whom);
        assert_eq!(
            (after.health("lancer"), after.health("horse")),
            (lancer, horse),
            "{whom}"
        );
    }
}

#[test] // MUR-17-4, MUR-8-1
fn blasts_hit_all_of_them() {
    let after = fighters("b", "carries = ['fire-bomb']\npolicy = 'plain'")
        .against(
            "crew",
            "riding = 'wagon'\npolicy = 'idle'\ncount = 2\nat = 1",
        )
        .field("zones = 2")
        .with(STABLE)
        .turn([1, 2, 3]);
    let health = ["crew 1", "crew 2", "wagon"].map(|name| after.health(name));
    assert_eq!(health, [7, 6, 5]);
}

/// Returns a fight of a fighter with a battleaxe that attacks a wagon with two passengers.
fn raid(health: u32) -> Setup {
    fighters("b", "carries = ['battleaxe']\npolicy = 'wrecks'")
        .against("crew", "riding = 'wagon'\npolicy = 'idle'\ncount = 2")
        .with(&format!(
            "[combatants.wagon]\nhealth = {health}\nseats = 2\nvehicle = true"
        ))
        .acts("wrecks", "attack at vehicle")
}

#[test] // MUR-17-4
fn a_vehicle_is_of_use_to_its_last_health_and_nobody_in_it_is_hurt() {
    let hit = raid(8).turn([7]);
    assert_eq!(
        (hit.health("wagon"), hit.status("wagon")),
        (1, Status::Fighting)
    );
    let wrecked = raid(8).option("zero_health = 'dying'").turn([8]);
    assert_eq!(wrecked.status("wagon"), Status::Dead);
    assert!(wrecked.says("wagon is wrecked"));
    for name in ["crew 1", "crew 2"] {
        assert_eq!(
            (wrecked.health(name), wrecked.body(name).riding),
            (8, Riding::No)
        );
        assert!(wrecked.has_turn(name));
    }
}

#[test] // MUR-17-4
fn vehicles_never_act_and_count_in_no_numbers() {
    let fight = raid(8).ready();
    assert_eq!(fight.arena.lineup.sides[1].count(), 2);
    assert_eq!(fight.arena.cast.side(SideId(1)).count(), 2);
    let wagon = fight.who("wagon");
    assert!(!fight.state.fighting.has(wagon));
    let lost = fight
        .out("crew 1", Status::Dead, 0)
        .out("crew 2", Status::Dead, 0)
        .turn([1]);
    let outcome = lost.outcome.expect("nobody is left to fight");
    assert_eq!(outcome.ending, crate::fight::Ending::Won(SideId(0)));
}

#[test] // MUR-17-5
fn attacks_from_the_saddle_are_impaired() {
    let mounted = lancer("policy = 'plain'", "0");
    let out = mounted.odds(|after| !after.fights("b"));
    assert_eq!(out.of(|&out| out), fraction(25, 64));
    let on_foot = fighters("a", "carries = ['battleaxe']\npolicy = 'plain'")
        .against("b", "policy = 'idle'")
        .odds(|after| !after.fights("b"));
    assert_eq!(on_foot.of(|&out| out), fraction(5, 8));
}

#[test] // MUR-17-5
fn the_mounts_own_attacks_are_not() {
    let horse = fighters("lancer", "riding = 'horse'\npolicy = 'idle'")
        .against("b", "policy = 'idle'")
        .with(
            "[combatants.horse]\nhealth = 10\nseats = 1\ncarries = ['battleaxe']\npolicy = 'plain'",
        )
        .odds(|after| !after.fights("b"));
    assert_eq!(horse.of(|&out| out), fraction(5, 8));
}

#[test] // MUR-17-5, MUR-4-7, MUR-6-2
fn counters_and_opportunity_attacks_of_riders_are_impaired_too() {
    let counter = fighters("b", "carries = ['sword']\npolicy = 'plain'\nhealth = 20")
        .against(
            "lancer",
            "carries = ['battleaxe']\nriding = 'horse'\npolicy = 'counters'",
        )
        .with(STABLE)
        .turn([1, 7, 5]);
    assert_eq!((counter.health("b"), counter.health("lancer")), (15, 7));
    let leaves = fighters("b", "policy = 'leaves'")
        .against(
            "lancer",
            "carries = ['battleaxe']\nriding = 'horse'\npolicy = 'strikes'",
        )
        .field("zones = 4")
        .with(STABLE)
        .with("[policies.leaves]\nact = []\nmove = ['go to 2']\nbonus = []\nreact = []")
        .with("[policies.strikes]\nact = []\nopportunity = ['strike']")
        .turn([3, 2]);
    assert_eq!((leaves.health("b"), leaves.at("b")), (6, "2"));
}

#[test] // MUR-17-4, MUR-6-1
fn riding_away_draws_one_blow_at_one_of_them() {
    let leaves = |strike: &str| {
        fighters("lancer", "riding = 'horse'\npolicy = 'leaves'")
            .against("b", "carries = ['sword']\npolicy = 'strikes'")
            .field("zones = 4")
            .with(STABLE)
            .with("[policies.leaves]\nact = []\nride = ['withdraw']\nbonus = []\nreact = []")
            .with(&format!(
                "[policies.strikes]\nact = []\nopportunity = ['{strike}']"
            ))
            .turn([3])
    };
    for (strike, lancer, horse) in [("strike", 5, 10), ("strike at horse", 8, 7)] {
        let after = leaves(strike);
        assert_eq!(
            (after.health("lancer"), after.health("horse")),
            (lancer, horse)
        );
        assert_eq!((after.at("lancer"), after.at("horse")), ("2", "2"));
    }
}

#[test] // MUR-17-6
fn getting_off_is_half_a_zone_of_ones_own_movement() {
    let off = |there: &str| own("saddle = ['dismount']\nride = ['stay']", there);
    // The lancer uses half a zone of movement to dismount and half a zone to walk. It can still strike, and
    // the blow is not impaired.
    let near = off("1").turn([3]);
    assert_eq!((near.at("lancer"), near.at("horse")), ("0|1", "0"));
    assert_eq!(
        (near.health("b"), near.body("lancer").riding),
        (5, Riding::No)
    );
    // If it has to walk one and a half zones after dismounting, it cannot act any more.
    let far = off("2").turn([]);
    assert_eq!((far.at("lancer"), far.health("b")), ("1|2", 8));
}

/// Returns a fight of a page in zone 0 against an enemy at `there`. The page wants to mount a horse at
/// `here`.
fn mounts(here: &str, there: &str) -> Setup {
    fighters("page", "carries = ['battleaxe']\npolicy = 'mounts'")
        .and("horse", &format!("at = {here}\nspeed = 4\nseats = 1\npolicy = 'idle'"))
        .against("b", &format!("policy = 'idle'\nat = {there}"))
        .field("zones = 8")
        .with("[policies.mounts]\nact = ['attack']\nbonus = []\nreact = []\nsaddle = ['mount if mount.distance < 3']")
}

#[test] // MUR-17-6
fn getting_on_is_half_a_zone_in_the_mounts_place() {
    let here = mounts("0", "0").turn([3, 5]);
    assert_eq!((here.health("b"), here.at("page")), (5, "0"));
    assert_eq!(
        here.state.mount_of(here.who("page")),
        Some(here.who("horse"))
    );
    // The page walks one zone and uses half a zone of movement to mount. After that it can neither act nor
    // move.
    let away = mounts("1", "1").turn([]);
    assert_eq!((away.at("page"), away.health("b")), ("1", 8));
    assert!(away.state.mount_of(away.who("page")).is_some());
    // The horse is two zones away, too far to reach and mount it in one turn.
    let far = mounts("2", "7").turn([]);
    assert_eq!(far.at("page"), "2");
    assert!(far.state.mount_of(far.who("page")).is_none());
    // The horse has not taken its turn of the round yet. It takes it now, together with the page.
    let next = mounts("0", "0").turn([3, 5]).turn([]).turn([]);
    assert!(next.says("page and horse take their turn together"));
}

#[test] // MUR-17-6
fn vehicles_are_boarded_and_left() {
    let boards = fighters("page", "policy = 'boards'\ncount = 2")
        .and("wagon", "seats = 1\nvehicle = true")
        .against("b", "policy = 'idle'\nat = 7")
        .field("zones = 8")
        .with("[policies.boards]\nact = []\nbonus = []\nride = ['stay']\nsaddle = ['leave', 'mount', 'board']")
        .round([]);
    let aboard = ["page 1", "page 2"].map(|name| boards.state.mount_of(boards.who(name)));
    assert_eq!(
        aboard,
        [Some(boards.who("wagon")), None],
        "one seat for two"
    );
    let left = boards.round([]);
    let aboard = ["page 1", "page 2"].map(|name| left.state.mount_of(left.who(name)));
    assert_eq!(aboard, [None, Some(left.who("wagon"))]);
}

#[test] // MUR-17-7
fn getting_off_what_moves_takes_an_agi_save() {
    let odds = lancer("policy = 'own'\nagi = 11\nhealth = 6", "7")
        .with("[policies.own]\nact = []\nbonus = []\nride = ['go to 1']\nsaddle = ['dismount']")
        .odds(|after| (after.health("lancer") < 6, after.fights("lancer")));
    assert_eq!(odds.of(|&(falls, _)| falls), fraction(9, 20));
    assert_eq!(odds.of(|&(_, fights)| !fights), fraction(9, 40));
    // A rider that falls while dismounting is on foot as well, and can use the rest of its movement to walk.
    let fell = own("ride = ['go to 1']\nsaddle = ['dismount']", "3").turn([11, 2]);
    assert_eq!(
        (fell.health("lancer"), fell.body("lancer").riding),
        (6, Riding::No)
    );
    assert_eq!((fell.at("lancer"), fell.at("horse")), ("2|3", "1"));
}

#[test] // MUR-17-7
fn so_does_getting_on() {
    let late = mounts("0", "7")
        .with("[policies.walks]\nact = []\nmove = ['go to 1']\nready = ['act']")
        .ready()
        .given("horse", |body| body.riding = Riding::Bears(Gait::Rode));
    let mut trial = late;
    let horse = trial.who("horse");
    trial.state.open = true;
    trial.state.round = 1;
    trial.state.holder = Some(SideId(0));
    trial.state.unused = trial.state.fighting;
    trial.state.unused.remove(horse);
    let fell = trial.turn([11, 1]);
    assert_eq!(
        (fell.health("page"), fell.state.mount_of(fell.who("page"))),
        (7, None)
    );
}

/// Returns a fight of a fighter that kills the horse of a lancer.
fn unhorses(option: &str) -> Setup {
    fighters("b", "carries = ['battleaxe']\npolicy = 'kills'")
        .against(
            "lancer",
            "riding = 'horse'\npolicy = 'plain'\ncarries = ['sword']\nhealth = 7\nfearless = true",
        )
        .option(option)
        .with("[combatants.horse]\nhealth = 4\nseats = 1\npolicy = 'idle'")
        .acts("kills", "attack at horse")
}

#[test] // MUR-17-8
fn riders_whose_mount_falls_are_on_foot_with_their_turn() {
    let after = unhorses("").turn([4]);
    assert_eq!(after.status("horse"), Status::Dead);
    assert_eq!(
        (after.health("lancer"), after.body("lancer").riding),
        (7, Riding::No)
    );
    assert!(after.has_turn("lancer"));
    // The lancer, now on foot, attacks in its own turn. The attack is not impaired.
    assert_eq!(after.turn([3]).health("b"), 5);
}

#[test] // MUR-17-8
fn or_need_a_save_not_to_fall_with_it() {
    let option = "mount_down = 'save'";
    let stays = unhorses(option).turn([4, 10]);
    assert_eq!(
        (stays.health("lancer"), stays.body("lancer").riding),
        (7, Riding::No)
    );
    let falls = unhorses(option).turn([4, 11, 3]);
    assert_eq!(
        (falls.health("lancer"), falls.body("lancer").riding),
        (4, Riding::No)
    );
    let out = unhorses(option).turn([4, 11, 4]);
    assert!(!out.fights("lancer"));
}

#[test] // MUR-17-8
fn who_falls_out_of_the_fight_is_carried_no_further() {
    let after = fighters("b", "carries = ['battleaxe']\npolicy = 'kills'")
        .against("lancer", "riding = 'horse'\npolicy = 'plain'")
        .field("zones = 3")
        .with("[combatants.horse]\nhealth = 9\nseats = 1\npolicy = 'runs'\nfearless = true")
        .with("[policies.runs]\nact = []\nbonus = []\nmove = ['go to 2']\nready = ['act']")
        .acts("kills", "attack at lancer")
        .turn([8])
        .turn([]);
    assert_eq!((after.at("lancer"), after.at("horse")), ("0", "2"));
}

#[test] // MUR-17-1, MUR-12-7
fn a_rider_who_flees_rides() {
    let flees = lancer("policy = 'plain'", "3")
        .ready()
        .given("lancer", |body| body.retreating = true)
        .turn([]);
    assert_eq!(flees.status("lancer"), Status::Fled);
    assert_eq!(flees.status("horse"), Status::Fled);
    assert!(flees.outcome.is_some());
}

#[test] // MUR-17-1, MUR-10-6, MUR-10-9
fn who_is_shoved_is_off_and_who_is_held_stays_behind() {
    let shoved = fighters("b", "policy = 'shoves'\nsize = 'large'")
        .against("lancer", "riding = 'horse'\npolicy = 'idle'")
        .field("zones = 4")
        .with(STABLE)
        .acts("shoves", "shove at rider")
        .turn([1]);
    assert_eq!((shoved.at("lancer"), shoved.at("horse")), ("1", "0"));
    assert_eq!(shoved.body("lancer").riding, Riding::No);
    let both = fighters("b", "policy = 'shoves'\nsize = 'large'")
        .against("lancer", "riding = 'horse'\npolicy = 'idle'")
        .field("zones = 4")
        .with(STABLE)
        .acts("shoves", "shove at mount")
        .turn([1]);
    assert_eq!((both.at("lancer"), both.at("horse")), ("1", "1"));
    let held = with_policy("1", "ride = ['go to 2']")
        .and("c", "policy = 'idle'")
        .ready()
        .holding("c", "lancer")
        .turn([11]);
    assert_eq!(
        held.at("horse"),
        "0",
        "without the lancer nobody rides it on"
    );
    assert!(held.says("lancer tries to break free"));
}

#[test] // MUR-17-2, MUR-17-3
fn policies_can_ask_who_rides() {
    for condition in [
        "self.mounted",
        "self.riders == 0",
        "not target.mounted",
        "target.riders == 0",
        "mount.health == mount.health_max",
        "mount.speed == 4",
        "not mount.moved",
        "mount.distance > 100",
        "foes.mounted == 0",
    ] {
        let policy = format!("[policies.own]\nbonus = []\nact = ['attack if {condition}']");
        let after = lancer("policy = 'own'", "0").with(&policy).turn([3, 2]);
        assert_eq!(after.health("b"), 6, "{condition}");
    }
}

#[test] // MUR-6-2, MUR-12-7
fn a_mount_that_is_shoved_on_leaving_the_map_goes_on_with_the_movement_left() {
    let shoved = |speed: u8| {
        fighters("lancer", "riding = 'horse'\npolicy = 'idle'")
            .against("b", "policy = 'pushes'")
            .field("zones = 4")
            .with(&format!(
                "[combatants.horse]\nhealth = 10\nspeed = {speed}\nseats = 1\npolicy = 'idle'"
            ))
            .with("[policies.pushes]\nact = []\nopportunity = ['shove to 3 at horse']")
            .ready()
            .given("lancer", |body| body.retreating = true)
            .turn([20])
    };
    let short = shoved(1);
    assert_eq!(
        (short.status("lancer"), short.at("lancer")),
        (Status::Fighting, "0")
    );
    assert_eq!(shoved(2).status("lancer"), Status::Fled);
}

#[test] // MUR-12-7
fn a_slow_mount_leaves_the_map_by_halves() {
    let flees = |speed: &str| {
        fighters("lancer", "riding = 'horse'\npolicy = 'idle'")
            .against("b", "policy = 'idle'\nat = 3")
            .field("zones = 4")
            .with(&format!(
                "[combatants.horse]\nhealth = 10\nspeed = {speed}\nseats = 1\npolicy = 'idle'"
            ))
            .ready()
            .given("lancer", |body| body.retreating = true)
            .round([])
    };
    let slow = flees("0.5");
    assert_eq!(slow.status("lancer"), Status::Fighting);
    assert_eq!(slow.turn([]).status("lancer"), Status::Fled);
    assert_eq!(flees("1").status("lancer"), Status::Fled);
    assert_eq!(flees("0").round([]).status("lancer"), Status::Fighting);
}

#[test] // MUR-12-7, MUR-11-3
fn nobody_sneaks_off_the_map() {
    let sneaks = "[policies.sneaks]\nact = []\npace = ['sneak']";
    let on_foot = fighters("runner", "policy = 'sneaks'\nat = 1")
        .against("b", "policy = 'idle'\nat = 5")
        .field("zones = 6\nexits = { \"side 1\" = 0 }")
        .with(sneaks)
        .ready()
        .given("runner", |body| body.retreating = true)
        .turn([]);
    assert_eq!(on_foot.status("runner"), Status::Fled);
    let mounted = fighters("lancer", "riding = 'horse'\npolicy = 'idle'\nat = 1")
        .against("b", "policy = 'idle'\nat = 5")
        .field("zones = 6\nexits = { \"side 1\" = 0 }")
        .with("[combatants.horse]\nhealth = 10\nspeed = 2\nseats = 1\npolicy = 'sneaks'")
        .with(sneaks)
        .ready()
        .given("lancer", |body| body.retreating = true)
        .turn([]);
    assert_eq!(mounted.status("lancer"), Status::Fled);
}

#[test] // MUR-17-1
fn who_has_just_mounted_goes_nowhere_on_its_own() {
    let after = fighters("page", "policy = 'mounts'")
        .and("horse", "speed = 4\nseats = 1\npolicy = 'idle'")
        .against("b", "policy = 'idle'\nat = 7")
        .field("zones = 8")
        .with("[policies.mounts]\nact = []\nbonus = []\nsaddle = ['mount']\nafter = ['go to 3']")
        .turn([]);
    assert_eq!((after.at("page"), after.at("horse")), ("0", "0"));
    assert_eq!(
        after.state.mount_of(after.who("page")),
        Some(after.who("horse"))
    );
}

/// Plays a turn of a lancer whose horse sneaks up to an enemy. The lancer then attacks. The enemy would dodge
/// if it noticed the attack.
fn sneaks_up(option: &str, faces: &[u32]) -> Trial {
    fighters(
        "lancer",
        "carries = ['battleaxe']\nriding = 'horse'\npolicy = 'plain'",
    )
    .against("b", "policy = 'dodges'\nat = 1")
    .field("zones = 8")
    .option(option)
    .with("[combatants.horse]\nhealth = 10\nspeed = 4\nseats = 1\npolicy = 'sneaks'")
    .with("[policies.sneaks]\nact = []\npace = ['sneak']")
    .ready()
    .given("lancer", |body| body.concealed = true)
    .given("horse", |body| body.concealed = true)
    .turn(faces.iter().copied())
}

#[test] // MUR-11-3, MUR-11-4
fn who_sneaks_up_on_a_mount_is_noticed_after_its_attack() {
    let after = sneaks_up("", &[3, 5]);
    assert_eq!((after.health("b"), after.has_turn("b")), (5, true));
    assert!(!after.body("horse").concealed, "it ended nearby an enemy");
}

#[test] // MUR-11-3
fn who_hears_the_mount_notices_the_rider() {
    let after = sneaks_up("sneak_save = \"AGI\"", &[11, 20, 3, 5]);
    assert_eq!((after.health("b"), after.has_turn("b")), (5, false));
    let unheard = sneaks_up("sneak_save = \"AGI\"", &[10, 3, 5]);
    assert!(unheard.has_turn("b"));
}

#[test] // MUR-17-6
fn nobody_takes_a_seat_on_a_mount_of_the_other_side() {
    let beside = |side: &str| {
        let thief = fighters("a", "policy = 'own'");
        let mare = "health = 10\nseats = 1\npolicy = 'idle'";
        let idle = "policy = 'idle'";
        let setup = match side {
            "own" => thief.and("mare", mare).against("b", idle),
            _ => thief.against("b", idle).and("mare", mare),
        };
        let setup = setup.with("[policies.own]\nact = []\nbonus = []\nsaddle = ['mount']");
        let after = setup.turn([]);
        after.state.mount_of(after.who("a")).is_some()
    };
    assert_eq!(["own", "other"].map(beside), [true, false]);
}

/// Returns a fight of two riders, `p` and `q`, on one elephant at the start of a round. The function `change`
/// may alter the fight before that.
fn two_on_one(change: impl FnOnce(Trial) -> Trial) -> Trial {
    let rider = "riding = 'elephant'\npolicy = 'idle'";
    let setup = fighters("p", rider).and("q", rider);
    let setup = setup.against("b", "policy = 'idle'");
    let setup = setup.with("[combatants.elephant]\nhealth = 10\nseats = 2\npolicy = 'idle'");
    let mut trial = change(setup.ready());
    trial.state.unused = trial.state.fighting;
    trial
}

#[test] // MUR-17-1, MUR-12-6
fn the_first_rider_who_is_free_to_steers() {
    let steers = |trial: &Trial| {
        let view = View::new(&*trial.arena, &trial.state);
        let found = view.steers(trial.who("elephant"));
        trial.name(found.expect("somebody, or the beast itself"))
    };
    assert_eq!(steers(&two_on_one(|trial| trial)), "p");
    let held = two_on_one(|trial| trial.holding("b", "p"));
    assert_eq!(steers(&held), "q");
    let gives_up = held.given("q", |body| body.giving_up = true);
    assert_eq!(steers(&gives_up), "elephant");
}

#[test] // MUR-17-1, MUR-17-2
fn whoever_steers_says_when_the_turn_of_all_comes() {
    let begin = |trial: &Trial| {
        let view = View::new(&*trial.arena, &trial.state);
        ["p", "q", "elephant"].map(|name| view.may_begin(trial.who(name)))
    };
    assert_eq!(begin(&two_on_one(|trial| trial)), [true, false, false]);
    let held = two_on_one(|trial| trial.holding("b", "p"));
    assert_eq!(begin(&held), [false, true, false]);
    // `q` has lost its mount after the shared turn. Its own turn is left only for a reaction.
    let fell = two_on_one(|trial| trial.given("q", |body| body.riding = Riding::Kept));
    assert_eq!(begin(&fell), [true, false, false]);
}

#[test] // MUR-17-3, MUR-17-6
fn whoever_gets_on_a_mount_at_full_speed_is_done_for_the_round() {
    let gets_on = |gait: Gait| {
        fighters(
            "a",
            "carries = ['sword']\npolicy = 'own'\nextra_reactions = 1",
        )
        .and("mare", "health = 10\nseats = 1\npolicy = 'idle'")
        .against("b", "policy = 'idle'")
        .with("[policies.own]\nact = ['attack']\nbonus = []\nreact = []\nsaddle = ['mount']")
        .ready()
        .given("mare", |body| body.riding = Riding::Bears(gait))
    };
    let raced = gets_on(Gait::Raced).turn([10]);
    assert!(raced.attacks().is_empty());
    assert_eq!(raced.body("a").extra, 0);
    let rode = gets_on(Gait::Rode).turn([10, 5, 3]);
    assert_eq!((rode.health("b"), rode.body("a").extra), (5, 1));
}

#[test] // MUR-12-6, MUR-17-1
fn a_mount_that_gives_up_goes_nowhere() {
    let begun = lancer("policy = 'plain'", "2").ready();
    let after = begun.given("horse", |body| body.giving_up = true).turn([]);
    assert_eq!((after.at("lancer"), after.at("horse")), ("0", "0"));
    assert_eq!(after.status("horse"), Status::Surrendered);
}

#[test] // MUR-17-4, MUR-17-8
fn no_ride_goes_on_that_cannot() {
    let acts = "ready = []\nact = ['shove if chance(30%)', 'attack']\nmove = ['close if chance(30%)']\n\
                after = ['withdraw if chance(30%)']\nreact = ['counter-shove if chance(20%)', 'counter', 'dodge']\n\
                opportunity = ['strike']\nsaddle = ['dismount if chance(20%)', 'mount']";
    let stats = "health = 14\ncarries = ['sword']\npolicy = 'acts'";
    let setup = fighters(
        "a",
        &format!("count = 2\nriding = 'horse'\nat = 2\n{stats}"),
    )
    .against("b", &format!("count = 4\n{stats}"))
    .field("zones = 3")
    .with(
        "[combatants.horse]\nhealth = 16\nsize = 'large'\nspeed = 4\nseats = 1\npolicy = 'acts'\n",
    )
    .policy("acts", acts);
    let arena: Arena = compiled(&setup.text());
    // In a unit test, `settle_riders` asserts that no ride is left that cannot continue.
    let mut tally = Tally::new(arena.cast());
    play_all(&arena, &Stream::new(7, b"rides"), 0..300, &mut tally);
}
