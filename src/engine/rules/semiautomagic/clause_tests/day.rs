//! Tests of days with several fights: the state that fighters keep from one fight to the next, and rests.

use num_rational::BigRational;

use crate::fight::{Arena as _, Away, Days, Ending, FighterId, FighterSet, Pause, SideId, Silent};
use crate::grid::Cell;
use crate::rules::semiautomagic::nouns::state::{
    Body, FOREVER, Ill, Life, Limbs, State, Whereabouts,
};
use crate::rules::semiautomagic::nouns::{Arena, View};
use crate::rules::semiautomagic::reading::sheet::Posture;
use crate::rules::semiautomagic::testing::{Setup, Trial, fighters, fraction};
use crate::rules::testing::{Lots, assert_sound_days, compiled};

/// Lines of a fighter with attributes so low that it dies as soon as it starts dying.
const FRAIL: &str = "endurance = -9\nnatural = 12";

const THINGS: &str = "
[weapons.axe]
damage = '60'
[weapons.arbalest]
kind = 'ranged'
damage = '1d8'
range = 15
shots = 2
ammunition = 5
[remedies.balm]
wounds = 1
uses = 3
[poisons.fever]
dc = 6
every = 'longer'
symptom = 'wound'
[poisons.sting]
dc = 6
every = 'round'
symptom = 'wound'
";

/// Sets up a day: `a` and its friend `d` fight `b`, whom `a` kills with its first blow, and later `c`.
/// `between` has the lines for the stages of the day between these two fights.
fn with(mine: &str, between: &str) -> Setup {
    let fight = |side: &str| format!("[[day]]\nfight = '{side}'\n");
    fighters(
        "a",
        &format!(
            "policy = 'p'\nmelee = 20\ncarries = ['axe', 'arbalest']\nremedies = ['balm']\n{mine}"
        ),
    )
    .and("d", "spirit = 1\nendurance = 0")
    .against("b", FRAIL)
    .against("c", FRAIL)
    .policy("p", "act = ['attack with axe']")
    .with(&[THINGS, &fight("side 2"), between, &fight("side 3")].concat())
}

/// Plays the first fight, and the stages in `between` if there are any. `change` alters the state of `who`
/// before the blow that ends the first fight.
fn after(who: &str, mine: &str, between: &str, change: impl FnOnce(&mut Body)) -> Trial {
    let trial = with(mine, between).ready().given(who, change).step([1]);
    if between.is_empty() {
        trial
    } else {
        trial.step([])
    }
}

#[test] // SAM-12-3, SAM-13-4, SAM-15-1, SAM-18-1, SAM-18-11, SAM-21-1
fn wounds_morale_limbs_afflictions_and_damaged_things_go_on() {
    let ill = Ill {
        poison: 0,
        doses: 2,
        ..Ill::default()
    };
    let trial = after("a", "", "", |body| {
        (body.wounds, body.penalties, body.armour_wounds, body.bare) = (2, 3, 1, true);
        (body.limbs.legs, body.ills[1], body.uses[0]) = (1, Some(ill), 1);
        (body.items[0].wounds, body.items[1].ammunition) = (1, 3);
    });
    let body = trial.body("a");
    assert_eq!((body.wounds, body.penalties, body.limbs.legs), (2, 3, 1));
    assert_eq!((body.armour_wounds, body.bare), (1, true));
    assert_eq!((body.ills[1], body.uses[0]), (Some(ill), 1));
    assert_eq!((body.items[0].wounds, body.items[1].ammunition), (1, 3));
}

#[test] // SAM-0-7, SAM-15-4, SAM-15-6, SAM-19-2, SAM-19-3, SAM-19-12
fn places_postures_stuns_holds_and_panic_end_with_the_fight() {
    let trial = after("d", "", "", |body| {
        (body.posture, body.stunned, body.staggered) = (Posture::Prone, 5, 3);
        (body.held, body.disabled, body.drowsy) = (FOREVER, 2, 1);
        (body.blinded, body.hindered) = (FOREVER, 0);
        (body.panic, body.rage) = (Some(FighterId(2)), Some(FighterId(2)));
        *body = body.at(Cell { x: 9, y: 9 });
    });
    let start = trial.arena.start.body(trial.who("d"));
    let body = Body {
        after: start.after,
        ..*trial.body("d")
    };
    assert_eq!(body, *start);
    assert_eq!(body.posture, Posture::Standing);
}

#[test] // SAM-7-6, SAM-7-7, SAM-12-3, SAM-13-4
fn weapons_are_loaded_and_in_the_hands_that_are_left() {
    let of = |ammunition: u8, arms: u8| {
        let trial = after("a", "", "", |body| {
            (body.items[1].ammunition, body.items[1].shots) = (ammunition, 0);
            (body.items[1].loaded, body.items[1].jammed) = (3, true);
            body.limbs.arms = arms;
        });
        let item = trial.body("a").items[1];
        assert!(!item.jammed && item.loaded == 0);
        (item.shots, item.place)
    };
    assert_eq!(of(4, 0), (2, Whereabouts::Held));
    assert_eq!(of(1, 0), (1, Whereabouts::Held));
    assert_eq!(of(0, 1), (0, Whereabouts::Sheathed));
    // Afterwards, the dropped item has been picked up. A destroyed item is gone, and another one is drawn
    // instead.
    let places = |place: Whereabouts| {
        let mine = "carries = ['sword', 'spear']";
        let setup = with("", "").text().replacen(
            "[combatants.d]\n",
            &format!("[combatants.d]\n{mine}\n"),
            1,
        );
        let setup = setup.replacen(
            &format!("{mine}\ncarries = [\"sword\"]\n"),
            &format!("{mine}\n"),
            1,
        );
        let trial = Trial::of(compiled(&setup));
        let trial = trial
            .given("d", |body| body.items[0].place = place)
            .step([1]);
        let [first, second, ..] = trial.body("d").items;
        (first.place, second.place)
    };
    let dropped = Whereabouts::Dropped(Cell { x: 1, y: 1 });
    assert_eq!(places(dropped), (Whereabouts::Held, Whereabouts::Sheathed));
    assert_eq!(
        places(Whereabouts::Destroyed),
        (Whereabouts::Destroyed, Whereabouts::Held)
    );
}

#[test] // SAM-1-1
fn only_those_in_the_fight_roll_initiative_and_are_there() {
    let trial = after("a", "", "", |_| {});
    let (b, c) = (trial.who("b"), trial.who("c"));
    let call = trial.arena.roll_call(&trial.state);
    assert!(!call.standing.has(b) && !call.out.has(b) && call.standing.has(c));
    assert_eq!(trial.arena.left(&trial.state, b).fate, None);
    let trial = trial.step([1, 6, 4]);
    let names: Vec<String> = trial.state.order().map(|who| trial.name(who)).collect();
    assert_eq!(names, ["d", "c", "a"]);
    let a = trial.who("a");
    let view = View {
        arena: &trial.arena,
        state: &trial.state,
    };
    assert_eq!(trial.names(&view.foes(a).iter().collect::<Vec<_>>()), ["c"]);
}

#[test] // SAM-0-8, SAM-18-6, SAM-18-8, SAM-19-10
fn after_a_fight_all_wake_but_the_dead() {
    let state = |life: Life, faces: &[u32]| {
        let mut trial = with("", "").ready();
        let d = trial.who("d");
        trial.state.fighting.remove(d);
        let trial = trial.given("d", |body| {
            (body.life, body.dc, body.wounds) = (life, 4, 1);
        });
        let after = trial.step([&[1], faces].concat());
        assert_eq!(after.fights("d"), after.heard.back.contains(&d));
        assert_eq!(after.fights("d"), after.life("d") == Life::Well);
        let call = after.arena.roll_call(&after.state);
        assert_eq!(call.out.has(d), after.life("d") == Life::Dead);
        after.fights("d")
    };
    assert!(state(Life::Unconscious, &[]));
    assert!(state(Life::Stable, &[]));
    assert!(state(Life::Fled, &[]));
    assert!(!state(Life::Dead, &[]));
    // Each die decides what changes next for the dying fighter. With a 6 or less, it becomes stable. With
    // more, its check fails, and the next check must reach 1 more. After two failures it would have to reach
    // 6, but it can reach at most 6 - 1, for the wound. It therefore dies.
    assert!(state(Life::Dying, &[6]));
    assert!(!state(Life::Dying, &[7, 7]));
    assert!(state(Life::Dying, &[7, 1]));
}

#[test] // SAM-18-6, SAM-18-8, SAM-18-9
fn after_a_fight_a_medic_sees_to_the_first_of_the_dying() {
    // `d` is dying and needs a 4 for its check. Three failed checks kill `d`.
    let lives = |medicine: &str| {
        let mut trial = with(medicine, "").ready();
        let d = trial.who("d");
        trial.state.fighting.remove(d);
        let trial = trial.given("d", |body| (body.life, body.dc) = (Life::Dying, 4));
        trial.odds(|after| after.fights("d")).of(|&fights| fights)
    };
    // A turn has 60 combinations of the d10 and the d6, and 6 of them make `d` stable. Failures bring `d`
    // nearer to death. There are 27, 36 or 45 of them if the check needs 4, 5 or 6. The third failure kills
    // `d`.
    let alone = |failing: i64, then: BigRational| {
        let all = fraction(6 + failing, 1);
        (fraction(6, 1) + fraction(failing, 1) * then) / all
    };
    let dead = || fraction(0, 1);
    assert_eq!(lives(""), alone(27, alone(36, alone(45, dead()))));
    // With `medicine = 1`, the medic must roll 3, 4 or 5 in these three cases, or more.
    let helped = |failing: i64, helps: i64, then: BigRational| {
        let unchanged = fraction((54 - failing) * helps, 6);
        let nearer = fraction(failing, 1);
        let all = fraction(6, 1) + unchanged.clone() + nearer.clone();
        (fraction(6, 1) + unchanged + nearer * then) / all
    };
    let or_else =
        |helps: i64, then: BigRational| fraction(helps, 6) + fraction(6 - helps, 6) * then;
    let third = helped(45, 2, dead());
    let second = helped(36, 3, or_else(2, third));
    let first = helped(27, 4, or_else(3, second));
    assert_eq!(lives("medicine = 1"), first);
}

#[test] // SAM-7-6
fn spent_shots_and_destroyed_things_are_not_left() {
    let left = |change: fn(&mut Body)| {
        let trial = with("", "").ready().given("a", change);
        trial.arena.supplies(&trial.state, trial.who("a")).numbers()
    };
    assert_eq!(left(|_| ()), [5, 3, 2]);
    assert_eq!(left(|a| a.items[1].ammunition = 2), [2, 3, 2]);
    assert_eq!(
        left(|a| a.items[1].place = Whereabouts::Destroyed),
        [0, 3, 1]
    );
    assert_eq!(left(|a| a.uses[0] = 1), [5, 1, 2]);
}

#[test] // SAM-18-9
fn the_policy_of_a_medic_chooses_whom_it_treats() {
    let lives = |rest: &str| {
        let weak = "spirit = 1\nendurance = 0";
        let setup = fighters(
            "a",
            "policy = 'p'\nmelee = 20\ncarries = ['axe']\nmedicine = 1",
        );
        let setup = setup.and("d", weak).and("e", weak).against("b", FRAIL);
        let lists = format!("act = ['attack with axe']\nrest = [{rest}]");
        let setup = setup.policy("p", &lists).with(THINGS);
        let mut trial = setup.with("[[day]]\nfight = 'side 2'\n").ready();
        for name in ["d", "e"] {
            let who = trial.who(name);
            trial.state.fighting.remove(who);
            trial = trial.given(name, |body| (body.life, body.dc) = (Life::Dying, 6));
        }
        let odds = trial.odds(|after| ["d", "e"].map(|name| after.life(name) == Life::Well));
        [0, 1].map(|at| odds.of(|lives| lives[at]))
    };
    let [first, second] = lives("");
    assert!(first > second);
    assert_eq!(lives("'treat e'"), [second.clone(), first.clone()]);
    assert_eq!(
        lives("'treat e if target.wounds > 0'"),
        [first.clone(), second.clone()]
    );
    assert_eq!(lives("'treat'"), [first, second]);
}

#[test] // SAM-15-5, SAM-15-9, SAM-15-10
fn the_broken_take_heart_and_a_calm_hour_removes_all_morale_penalties() {
    let hour = "[[day]]\nrest = 'an hour'\n";
    let morale = |between: &str, rules: &str, penalties: u8, broken: bool| {
        let mut trial = with("", &[between, rules].concat()).ready();
        let d = trial.who("d");
        if broken {
            trial.state.fighting.remove(d);
        }
        let trial = trial.given("d", |body| {
            (body.penalties, body.broken, body.confused) = (penalties, broken, FOREVER);
        });
        let trial = trial.step([1]);
        let trial = if between.is_empty() {
            trial
        } else {
            trial.step([])
        };
        let body = trial.body("d");
        assert!(trial.fights("d"));
        (body.penalties, body.broken, body.confused)
    };
    // The Will is 7. The flag says whether the fighter is insane. Insanity lasts until a morale penalty is
    // removed.
    assert_eq!(morale("", "", 7, true), (6, false, 0));
    assert_eq!(morale("", "", 3, false), (3, false, FOREVER));
    assert_eq!(morale("", "", 0, false), (0, false, 0));
    assert_eq!(morale(hour, "", 3, false), (0, false, 0));
    assert_eq!(
        morale("[[day]]\nrest = 'a night'\n", "", 3, false),
        (0, false, 0)
    );
    let two = "[rules.rest]\nhour_penalties = 2\n";
    assert_eq!(morale(hour, two, 3, false), (1, false, 0));
}

#[test] // SAM-18-11, SAM-21-6
fn a_night_heals_a_wound_and_a_day_in_bed_as_many_as_the_endurance() {
    let left = |rest: &str, mine: &str, poison: Option<&str>| {
        let trial = with(mine, &format!("[[day]]\nrest = '{rest}'\n")).ready();
        let poisons = (0u8..).zip(&trial.arena.poisons);
        let ill = { poisons }.find(|(_, row)| Some(&*row.name) == poison);
        let ill = ill.map(|(poison, _)| Ill {
            poison,
            doses: 1,
            ..Ill::default()
        });
        let trial = trial.given("a", |body| {
            (body.wounds, body.ills[0], body.limbs.arms) = (4, ill, 1);
        });
        let trial = trial.step([1]).step([]);
        (trial.wounds("a"), trial.body("a").limbs == Limbs::default())
    };
    let rules = |rules: &str| format!("endurance = 3\n[rules.rest]\n{rules}");
    assert_eq!(left("an hour", "", None), (4, false));
    assert_eq!(left("a night", "endurance = 3", None), (3, false));
    assert_eq!(
        left("a night", &rules("night_wounds = 2"), None),
        (2, false)
    );
    assert_eq!(left("a day in bed", "endurance = 3", None), (1, false));
    assert_eq!(left("a day in bed", "endurance = 5", None), (0, true));
    assert_eq!(left("a day in bed", "endurance = -2", None), (3, false));
    assert_eq!(
        left("a day in bed", &rules("bed_factor = 2"), None),
        (0, true)
    );
    // A disease whose symptom is a wound prevents healing. The poison with checks in every turn has ended by
    // now.
    assert_eq!(left("a night", "", Some("fever")), (4, false));
    assert_eq!(left("a night", "", Some("sting")), (3, false));
}

/// Returns the probability that `a` survives a day. `a` starts with `wounds` wounds and kills `b` with its
/// first blow. `c` strikes back with a rod, whose damage is always `rod`. With 9, the rod wounds `a` if `a`
/// has no wound, and makes it start dying if it has one.
fn through(wounds: u8, rod: u8, stages: &str) -> f64 {
    let mine = format!("carries = ['axe']\npolicy = 'p'\nwounds = {wounds}\nendurance = 3");
    let c = format!("{FRAIL}\ncarries = ['rod']\npolicy = 'p'");
    let setup = fighters("a", &mine);
    let setup = if stages.contains("side 3") {
        setup.against("b", FRAIL)
    } else {
        setup
    };
    let setup = setup
        .against("c", &c)
        .policy("p", "act = ['attack']")
        .run("round_cap = 12")
        .with("[weapons.axe]\ndamage = '60'")
        .with(&format!(
            "[weapons.rod]\ndamage = '{rod}'\nadds_strength = false"
        ))
        .with(stages);
    let odds = setup.solved();
    let lost = (1..3).map(|side| odds.of(Ending::Won(SideId(side))));
    1.0 - lost.sum::<f64>()
}

#[test] // SAM-18-11
fn the_odds_of_a_day_follow_from_those_of_its_fights() {
    let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-9, "{one}, {other}");
    let [sound, hurt] = [0, 1].map(|wounds| through(wounds, 9, ""));
    assert!(
        hurt > 0.3 && sound > hurt + 0.1 && sound < 0.95,
        "{hurt}, {sound}"
    );
    let both = "[[day]]\nfight = 'side 2'\n[[day]]\nfight = 'side 3'";
    near(through(1, 9, both), hurt);
    let night = "[[day]]\nfight = 'side 2'\n[[day]]\nrest = 'a night'\n[[day]]\nfight = 'side 3'";
    near(through(1, 9, night), sound);
    // A rod with damage 60 makes `a` start dying with any hit, so `a` has no wounds to keep from fight to
    // fight.
    let thrice = "[[day]]\nfight = 'side 2'\nrepeat = 3";
    near(through(0, 60, thrice), through(0, 60, "").powi(3));
}

#[test] // SAM-14-2
fn riders_are_in_the_saddle_again_if_the_mount_lives() {
    let rides = |life: Life| {
        let setup = fighters(
            "a",
            "policy = 'p'\nmelee = 20\ncarries = ['axe']\nriding = 'horse'",
        )
        .and("horse", "carries = []")
        .against("b", FRAIL)
        .policy("p", "act = ['attack with axe']")
        .with(THINGS)
        .with("[[day]]\nfight = 'side 2'\nrepeat = 2");
        let mut trial = setup.ready();
        let horse = trial.who("horse");
        trial.state.fighting.remove(horse);
        let trial = trial
            .given("a", |body| {
                (body.unmounted, body.posture) = (true, Posture::Prone);
            })
            .given("horse", |body| body.life = life);
        let after = trial.step([1]);
        let (body, a) = (*after.body("a"), after.who("a"));
        assert!(after.fights("a") && body.posture == Posture::Standing);
        let view = View {
            arena: &after.arena,
            state: &after.state,
        };
        assert_eq!(view.mount(a).is_some(), !body.unmounted);
        assert_eq!(view.sitter(horse).is_some(), !body.unmounted);
        !body.unmounted
    };
    assert!(rides(Life::Unconscious));
    assert!(!rides(Life::Dead));
}

#[test] // SAM-21-8
fn the_risen_of_the_people_go_on_and_rise_only_once() {
    let setup = with("", "[[day]]\nfight = 'side 2'\n").with(
        "[poisons.grave]\ndc = 9\nevery = 'longer'\nsymptom = 'none'\nrises = 'ghoul'\n\
         [combatants.ghoul]\ncarries = ['sword']\npolicy = 'idle'",
    );
    let text = setup
        .text()
        .replacen("spirit = 1", "spirit = 1\nafflicted = ['grave']", 1);
    let trial = Trial::of(compiled(&text));
    let (d, ghoul) = (trial.who("d"), trial.who("ghoul"));
    assert!(trial.arena.lineup.absent().has(ghoul));
    // Changes the state: `d` has died and risen as the ghoul, and the ghoul has a wound.
    let rise = |mut trial: Trial| {
        trial.state.fighting.remove(d);
        trial.state.bodily.remove(d);
        trial.state.absent.remove(ghoul);
        trial.state.fighting.add(ghoul);
        trial.state.bodily.add(ghoul);
        let trial = trial.given("d", |body| body.life = Life::Dead);
        trial.given("ghoul", |body| body.wounds = 1)
    };
    let after = rise(trial).step([1]);
    assert!(after.fights("ghoul") && !after.fights("d"));
    assert_eq!((after.wounds("ghoul"), after.life("d")), (1, Life::Dead));
    let call = after.arena.roll_call(&after.state);
    assert!(call.standing.has(ghoul) && call.out.has(d));
    // Without this change, nobody has died and risen in the first fight.
    let after = Trial::of(compiled(&text)).step([1]);
    assert!(!after.fights("ghoul") && after.fights("d"));
    let call = after.arena.roll_call(&after.state);
    assert!(!call.standing.has(ghoul) && !call.out.has(ghoul));
}

#[test] // SAM-0-6
fn only_those_of_one_fight_need_cells_of_their_own() {
    let start = |side: &str, at: &str| {
        let setup = fighters("a", "at = [1, 1]")
            .against("b", "at = [4, 4]")
            .against("c", &format!("at = {at}"))
            .field("size = [9, 9]");
        let stages = format!("[[day]]\nfight = 'side 2'\n[[day]]\nfight = {side}");
        setup.with(&stages).faults()
    };
    assert_eq!(start("'side 3'", "[4, 4]"), "");
    assert!(
        start("['side 2', 'side 3']", "[4, 4]").contains("two fighters start in the same cell")
    );
    assert!(start("'side 3'", "[1, 1]").contains("two fighters start in the same cell"));
}

#[test] // SAM-0-8, SAM-7-6, SAM-15-1, SAM-18-5, SAM-18-11
fn in_random_days_nobody_is_lost_and_values_stay_in_their_ranges() {
    let text = |lots: &mut Lots| {
        let mapped = lots.up_to(2) == 1;
        let mut one = |column: u32| {
            let arms = lots.one_of(&[
                "'sword'",
                "'arbalest', 'knife'",
                "'fang'",
                "'terror', 'sword'",
                "'gun'",
            ]);
            let count = lots.up_to(2);
            let at = if mapped {
                let places = ["[[{}, 3]]", "[[{}, 3], [{}, 5]]"][count as usize - 1];
                format!("at = {}\n", places.replace("{}", &column.to_string()))
            } else {
                String::new()
            };
            format!(
                "{at}count = {count}\nmelee = {}\nranged = {}\ndodge = {}\nendurance = {}\nspirit = {}\nmedicine = 2\n\
                 carries = [{arms}]\npolicy = 'rests'\nremedies = ['balm']",
                lots.up_to(4),
                lots.up_to(4),
                lots.up_to(3),
                lots.up_to(5) - 1,
                lots.up_to(3) - 1,
            )
        };
        let blocks = [one(2), one(4), one(12), one(14)];
        let rests = format!("[policies.rests]\nlike = 'default'{}", lots.rest());
        let grave = lots.one_of(&["", "\nafflicted = ['grave']"]);
        let setup = fighters("a", &blocks[0])
            .and("d", &[&blocks[1], grave].concat())
            .against("b", &blocks[2])
            .against("c", &blocks[3])
            .run("round_cap = 15")
            .option(&format!(
                "aftermath = '{}'",
                lots.one_of(&["off", "resolve"])
            ))
            .with(THINGS)
            .with(&rests)
            .with(
                "[weapons.fang]\ndamage = '1d6'\npoison = 'sting'\n\
                 [poisons.grave]\ndc = 9\nevery = 'longer'\nsymptom = 'none'\nrises = 'ghoul'\n\
                 [combatants.ghoul]\ncarries = ['sword']",
            );
        let setup = if mapped {
            setup.field("size = [20, 10]")
        } else {
            setup
        };
        let rests = ["an hour", "a night", "a day in bed"];
        setup.with(&lots.stages(&rests)).text()
    };
    assert_sound_days(300, text, |arena: &Arena, state: &State| {
        for who in arena.lineup.everybody() {
            let (body, fighter) = (state.body(who), arena.fighter(who));
            let start = arena.start.body(who);
            let will = fighter.full_will(arena.options.rules.morale.will);
            assert!(i32::from(body.penalties) <= will);
            for (item, full) in body.items.iter().zip(&start.items) {
                assert!(item.ammunition <= full.ammunition && item.doses <= full.doses);
            }
            let uses = body.uses.iter().zip(&start.uses);
            assert!({ uses }.all(|(left, all)| left <= all));
            if state.fighting.has(who) {
                assert!(body.life == Life::Well && !state.absent.has(who));
            }
        }
    });
}

#[test] // SAM-15-4
fn whoever_has_fled_or_is_captured_stays_away_if_the_scenario_says_so() {
    let trial = with("", "").ready();
    let (arena, who) = (&trial.arena, trial.who("a"));
    let folk = arena.cast.day.as_ref().expect("a day").folk(&arena.cast);
    let stands_after = |fate, aways: &[Away]| {
        let mut state = arena.start().clone();
        state.body_mut(who).life = fate;
        state.bodily.remove(who);
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
    assert!(stands_after(Life::Fled, &[none]) && stands_after(Life::Fled, &[captured]));
    assert!(!stands_after(Life::Fled, &[fled]) && !stands_after(Life::Fled, &[fled, fled]));
    // Fighters that fled are back after the first fight whose settings let them come back.
    assert!(stands_after(Life::Fled, &[fled, none]));
}
