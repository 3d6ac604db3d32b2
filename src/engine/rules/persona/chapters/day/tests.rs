//! Tests of days: the state that a fighter keeps from one fight to the next, and the effects of rests.

use crate::fight::{Arena as _, Away, Days, Ending, FighterSet, Pause, SideId, Silent};
use crate::rules::persona::events::{DOWN, FLED, SURRENDERED, UNCONSCIOUS};
use crate::rules::persona::nouns::arena::Arena;
use crate::rules::persona::nouns::state::{State, Whereabouts};
use crate::rules::persona::testing::{Setup, Trial, fighters};
use crate::rules::testing::{Lots, assert_sound_days};

/// Returns a setup of a day with these stages. `a` and its friend `d` are side 1, `b` is side 2 and `c` is
/// side 3. `b` and `c` have one wound each. Enemies begin one unit apart, and only `a` acts.
fn day(mine: &str, stages: &str) -> Setup {
    let mine =
        format!("policy = 'strikes'\ncarries = ['sword', 'pistol', 'knife']\nat = 0\n{mine}");
    fighters("a", &mine)
        .and("d", "at = 0\ncarries = ['pistol']")
        .against("b", "wounds = 1\nat = 1")
        .against("c", "wounds = 1\nat = 1")
        .policy("strikes", "act = ['attack with sword']")
        .with(stages)
}

/// Returns a setup of a day. Its stages are a fight against `b`, the stages `between`, and a fight against
/// `c`.
fn with(mine: &str, between: &str) -> Setup {
    let fight = |side: &str| format!("[[day]]\nfight = '{side}'\n");
    day(
        mine,
        &[&fight("side 2"), between, &fight("side 3")].concat(),
    )
}

/// The faces of the attack that fells `b` or `c`.
const BLOW: [u32; 2] = [15, 9];

#[test] // PER-2-1, PER-4-19, PER-13.2-1, PER-13.5-2, PER-13.5-4
fn wounds_fatigue_magazines_and_jams_go_on_and_places_and_postures_do_not() {
    let given = with("", "").ready().given("a", |body| {
        (body.wounds, body.fatigue, body.aim) = (7, 2, 20);
        (body.guarding, body.pinned, body.immobilised) = (true, false, true);
        (body.items[1].rounds, body.items[1].jammed) = (2, true);
        body.items[2].place = Whereabouts::Dropped(9);
    });
    let given = given.given("d", |body| {
        (body.at, body.prone, body.stunned) = (30, true, 3);
    });
    let after = given.step(BLOW);
    let (a, d) = (after.body("a"), after.body("d"));
    assert_eq!((a.wounds, a.fatigue, a.aim), (7, 2, 0));
    assert!(!a.guarding && !a.immobilised);
    let [_, pistol, knife, ..] = a.items;
    assert_eq!(
        (pistol.rounds, pistol.jammed, knife.place),
        (2, true, Whereabouts::AtHand)
    );
    assert_eq!((d.at, d.prone, d.stunned), (0, false, 0));
    // A jammed pistol does not count as a usable weapon.
    let supplies = after.arena.supplies(&after.state, after.who("a"));
    assert_eq!(supplies.numbers(), [2, 0, 2]);
}

#[test] // PER-2-4
fn only_those_in_the_fight_roll_initiative_and_act() {
    let after = with("", "").step(BLOW);
    assert!(after.fights("a") && after.fights("c") && !after.fights("b"));
    assert!(after.body("b").absent && !after.body("c").absent);
    let after = after.step([9, 5, 4]);
    let names: Vec<String> = after.state.order().map(|who| after.name(who)).collect();
    assert_eq!(names, ["a", "d", "c", "b"]);
    // `b` is absent. It neither stands nor is out, and has no fate.
    let call = after.arena.roll_call(&after.state);
    let b = after.who("b");
    assert!(!call.standing.has(b) && !call.out.has(b));
    assert_eq!(after.arena.left(&after.state, b).fate, None);
    // `b` still has a place in the initiative order, which is skipped.
    let round = after.step(BLOW);
    assert!(
        round
            .outcome
            .is_some_and(|outcome| outcome.ending == Ending::Won(SideId(0)))
    );
}

/// Returns the chance that `a` wins all fights of `stages`, or a single fight against `b`. In each fight, two
/// fighters strike each other until one is out. `mine` sets the wounds of `a`. `b` and `c` have one wound
/// each. A hit takes one wound.
fn duels(mine: &str, stages: &str) -> f64 {
    let fencer = "ws = 30\npolicy = 'strikes'\ncarries = ['needle']\nt = 30";
    let setup = fighters("a", &format!("{fencer}\n{mine}"))
        .against("b", &format!("{fencer}\nwounds = 1\nat = 1"));
    let setup = if stages.contains("side 3") {
        setup.against("c", &format!("{fencer}\nwounds = 1\nat = 1"))
    } else {
        setup
    };
    let setup = setup
        .policy("strikes", "act = ['attack']")
        .option("dos_die = 'off'")
        .with(&format!(
            "[weapons.needle]\ndamage = '4'\nadds_sb = false\n{stages}"
        ));
    setup.solved().of(Ending::Won(SideId(0)))
}

#[test] // PER-4-19
fn the_odds_of_a_day_follow_from_those_of_its_fights() {
    let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{one}, {other}");
    let (one, two) = (duels("wounds = 1", ""), duels("wounds = 2", ""));
    assert!(one > 0.3 && two > one && two < 0.9, "{one}, {two}");
    let thrice = "[[day]]\nfight = 'side 2'\nrepeat = 3";
    near(duels("wounds = 1", thrice), one.powi(3));
    // If `a` has one of two wounds left after the first fight, the second fight is like that of a fighter
    // with one wound.
    let both = "[[day]]\nfight = 'side 2'\n[[day]]\nfight = 'side 3'";
    near(duels("wounds = 2", both), one * two + (two - one) * one);
    // A night between the fights restores the wound.
    let night = "[[day]]\nfight = 'side 2'\n[[day]]\nrest = 'a night'\n[[day]]\nfight = 'side 3'";
    near(duels("wounds = 2", night), two * two);
}

/// Returns the day after its first fight and the rest named `rest`. `a` begins this rest with 7 wounds, 3
/// levels of fatigue and 2 rounds.
fn rested(rest: &str, rules: &str) -> Trial {
    let setup = with("", &format!("[[day]]\nrest = '{rest}'\n"));
    let setup = setup.with(&format!("[rules.rest]\n{rules}"));
    let hurt = setup.ready().given("a", |body| {
        (body.wounds, body.fatigue) = (7, 3);
        body.items[1].rounds = 2;
    });
    hurt.step(BLOW).step([])
}

#[test] // PER-4-19, PER-13.2-1, PER-13.5-2
fn an_hour_takes_fatigue_off_and_a_night_all_of_it_and_heals_a_wound() {
    let left = |rest: &str, rules: &str| {
        let after = rested(rest, rules);
        let body = after.body("a");
        (body.wounds, body.fatigue, body.items[1].rounds)
    };
    assert_eq!(left("an hour", ""), (7, 2, 2));
    assert_eq!(left("a night", ""), (8, 0, 2));
    let hour = "hour_wounds = 2\nhour_fatigue = 2\nhour_rounds = 3";
    assert_eq!(left("an hour", hour), (9, 1, 5));
    let night = "night_wounds = 40\nnight_fatigue = 1\nnight_rounds = 9";
    assert_eq!(left("a night", night), (30, 2, 6));
}

#[test] // PER-2-8, PER-4-19, PER-13.2-2
fn after_a_fight_the_unconscious_wake_and_those_who_left_are_back() {
    let after = |fate, fatigue| {
        let mut trial = with("", "").ready();
        let d = trial.who("d");
        trial.state.fighting.remove(d);
        let trial = trial.given("d", |body| {
            (body.fate, body.fatigue, body.wounds) = (Some(fate), fatigue, 3);
        });
        let after = trial.step(BLOW);
        let (body, back) = (*after.body("d"), after.heard.back.contains(&d));
        assert_eq!(after.fights("d"), back);
        assert_eq!(body.fate.is_none(), back);
        (back, body.fatigue, body.wounds)
    };
    assert_eq!(after(UNCONSCIOUS, 9), (true, 3, 3));
    assert_eq!(after(UNCONSCIOUS, 2), (true, 2, 3));
    assert_eq!(after(FLED, 1), (true, 1, 3));
    assert_eq!(after(SURRENDERED, 0), (true, 0, 3));
    assert_eq!(after(DOWN, 0), (false, 0, 3));
}

#[test] // PER-5-2, PER-13.2-2
fn one_who_falls_unconscious_keeps_what_it_has_left() {
    let a = "policy = 'waits'\ncarries = ['sword']\nat = 0";
    let setup = fighters("a", a)
        .and("d", "at = 0\ncarries = ['pistol']")
        .against("b", "wounds = 1\nat = 1\ncarries = []\npolicy = 'boxes'")
        .policy("waits", "act = ['attack with sword if round == 2']")
        .policy("boxes", "act = ['attack at d']")
        .with("[[day]]\nfight = 'side 2'\nrepeat = 2");
    let ready = setup.ready().given("d", |body| {
        (body.wounds, body.fatigue, body.items[0].rounds) = (9, 3, 2);
    });
    let felled = ready.turn([]).turn([]).step([45, 5]);
    assert!(!felled.fights("d") && felled.says("d falls unconscious"));
    let after = felled.until("a", []).step(BLOW);
    let body = after.body("d");
    assert!(after.fights("d") && after.fights("b"));
    assert_eq!((body.wounds, body.fatigue, body.items[0].rounds), (7, 3, 2));
}

#[test] // PER-4-19, PER-4-20
fn those_with_fate_points_who_are_down_are_able_again_once_they_have_wounds() {
    let back = |block: &str, wounds: i16, night: u32| {
        let between = "[[day]]\nrest = 'a night'\n";
        let fight = |side: &str| format!("[[day]]\nfight = '{side}'\n");
        let setup = fighters("a", "policy = 'strikes'\nat = 0\ncarries = ['sword']")
            .and("d", block)
            .against("b", "wounds = 1\nat = 1")
            .against("c", "at = 1")
            .policy("strikes", "act = ['attack with sword']")
            .with(&format!("[rules.rest]\nnight_wounds = {night}"))
            .with(&[&fight("side 2"), between, &fight("side 3")].concat());
        let mut trial = setup.ready();
        let d = trial.who("d");
        trial.state.fighting.remove(d);
        let trial = trial.given("d", |body| (body.fate, body.wounds) = (Some(DOWN), wounds));
        let after = trial.step(BLOW);
        assert!(!after.fights("d"));
        after.step([]).fights("d")
    };
    assert!(back("fate = 1", -2, 3));
    assert!(!back("fate = 1", -3, 3));
    assert!(!back("", -2, 3));
}

#[test] // PER-2-8, PER-4-19, PER-13.2-1, PER-13.5-2
fn in_random_days_nobody_is_lost_and_values_stay_in_their_ranges() {
    let text = |lots: &mut Lots| {
        let mut one = |name: &str, at: u32| {
            let arms = lots.one_of(&["'sword'", "'pistol', 'knife'", "'gun'", ""]);
            let policy = lots.one_of(&["default", "leaves", "grapples", "heals"]);
            format!(
                "wounds = {}\nws = {}\nbs = {}\nfate = {}\nat = {at}\ncount = {}\n\
                 carries = [{arms}]\npolicy = '{policy}'\nremedies = ['balm']\n# {name}",
                2 + lots.up_to(14),
                20 + lots.up_to(40),
                20 + lots.up_to(40),
                lots.up_to(2) - 1,
                lots.up_to(2),
            )
        };
        let blocks = [one("a", 0), one("d", 1), one("b", 4), one("c", 2)];
        let setup = fighters("a", &blocks[0])
            .and("d", &blocks[1])
            .against("b", &blocks[2])
            .against("c", &blocks[3])
            .option("leaving = 'yes'")
            .run("round_cap = 20")
            .with(&format!(
                "[remedies.balm]\nwounds = '1d5'\nuses = 2\n\
                 [policies.leaves]\nlike = 'default'\nact = ['surrender if self.wounds < 3', 'flee if self.wounds < 6', 'semi-burst', 'attack', 'full-move']{}\n\
                 [policies.grapples]\nlike = 'default'\nact = ['grapple', 'stun', 'attack', 'full-move']\n\
                 [policies.heals]\nlike = 'default'\nact = ['heal if target.lost > 2', 'disarm if target.armed', 'attack', 'full-move']",
                lots.rest()
            ));
        setup.with(&lots.stages(&["an hour", "a night"])).text()
    };
    assert_sound_days(300, text, |arena: &Arena, state: &State| {
        for who in arena.lineup.everybody() {
            let (body, fighter) = (state.body(who), arena.fighter(who));
            let start = arena.start.body(who);
            assert!(body.wounds <= fighter.wounds);
            let items = body.items.iter().zip(&start.items);
            assert!({ items }.all(|(item, full)| item.rounds <= full.rounds));
            let uses = body.uses.iter().zip(&start.uses);
            assert!({ uses }.all(|(left, all)| left <= all));
            if state.fighting.has(who) {
                assert!(body.wounds >= fighter.least_wounds && !body.absent);
                assert!(i32::from(body.fatigue) <= fighter.tb);
                assert_eq!(body.fate, None);
            }
        }
    });
}

#[test] // PER-2-8
fn whoever_has_fled_or_is_captured_stays_away_if_the_scenario_says_so() {
    let trial = with("", "").ready();
    let (arena, who) = (&trial.arena, trial.who("a"));
    let folk = arena.cast.day.as_ref().expect("a day").folk(&arena.cast);
    let stands_after = |fate, aways: &[Away]| {
        let mut state = arena.start().clone();
        state.body_mut(who).fate = Some(fate);
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
    assert!(stands_after(FLED, &[none]) && stands_after(FLED, &[captured]));
    assert!(!stands_after(FLED, &[fled]) && !stands_after(FLED, &[fled, fled]));
    // The fighter returns after the first fight whose `fled` is false.
    assert!(stands_after(FLED, &[fled, none]));
    assert!(stands_after(SURRENDERED, &[none]) && stands_after(SURRENDERED, &[fled]));
    assert!(!stands_after(SURRENDERED, &[captured]));
}
