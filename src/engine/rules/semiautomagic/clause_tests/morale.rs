//! Tests of morale: morale damage, panic, rage, and Broken fighters.

use crate::fight::{FighterId, FighterSet};
use crate::rules::semiautomagic::nouns::scene::View;
use crate::rules::semiautomagic::nouns::state::{Busy, FOREVER, Intent, Life};
use crate::rules::semiautomagic::reading::sheet::Posture;
use crate::rules::semiautomagic::testing::{Setup, Trial, does, fighters, fraction, on_a_field};

fn will(trial: &Trial, name: &str) -> i32 {
    let view = View {
        arena: &trial.arena,
        state: &trial.state,
    };
    view.will(trial.who(name))
}

fn terror(theirs: &str) -> Setup {
    does("daunt", "carries = ['terror']", theirs)
}

fn of_type(dread: &str) -> Setup {
    let row = format!("[weapons.dread]\nkind = 'morale'\ndamage = '20'\nmorale = '{dread}'");
    does(
        "daunt if self.seconds == 6",
        "carries = ['dread']",
        "policy = 'plain'",
    )
    .with(&row)
}

#[test] // SAM-15-1, SAM-19-15
fn will_is_spirit_and_6() {
    let trial = does(
        "wait",
        "",
        "spirit = 3\nwill_misc = 1\nmorale_penalties = 2",
    )
    .ready();
    assert_eq!([will(&trial, "a"), will(&trial, "b")], [9, 8]);
}

#[test] // SAM-15-2
fn fear_shakes_or_overcomes() {
    let odds =
        terror("").odds(|trial| (trial.body("b").penalties, trial.body("b").panic.is_some()));
    assert_eq!(
        odds.of(|&(penalties, panics)| penalties == 1 && panics),
        fraction(1, 4)
    );
    assert_eq!(
        odds.of(|&(penalties, panics)| penalties == 1 && !panics),
        fraction(3, 4)
    );
    let nothing = "[weapons.boo]\nkind = 'morale'\ndamage = '3'";
    let trial = does("daunt", "carries = ['boo']", "")
        .with(nothing)
        .step([]);
    assert_eq!(trial.body("b").penalties, 0);
    let untyped = of_type("untyped").step([]);
    assert_eq!(untyped.body("b").penalties, 2);
}

#[test] // SAM-15-3
fn morale_effects_have_range_and_targets() {
    let at = |x: u8| {
        let setup = on_a_field(
            "daunt",
            "carries = ['terror']\nat = [0, 0]",
            &format!("at = [{x}, 0]"),
        );
        setup
            .odds(|trial| trial.blows().len())
            .of(|&blows| blows == 1)
            == fraction(1, 1)
    };
    assert!(at(10) && !at(11));
    let all = "[weapons.howl]\nkind = 'morale'\ndamage = '1d8+3'\neverybody = true";
    let trial = does("daunt", "carries = ['howl']", "")
        .and("c", "")
        .with(all)
        .step([8]);
    assert_eq!(trial.names(&[trial.who("b"), trial.who("c")]).len(), 2);
    assert!(
        ["b", "c"]
            .iter()
            .all(|name| trial.body(name).panic.is_some())
    );
    let rolled = "[weapons.curse]\nkind = 'morale'\ndamage = '20'\nrolled = true";
    let setup = does(
        "daunt",
        "carries = ['curse']\nmagic = 2",
        "dodge = 1\npolicy = 'defends'",
    )
    .with(rolled);
    let odds = setup.odds(|trial| trial.body("b").panic.is_some());
    assert_eq!(odds.of(|&panics| panics), fraction(5, 9));
    // Scale, the target's situation and the weapon's own modifiers change the attack roll. Total cover and
    // invisibility do not prevent the effect.
    let curses = |mods: &str, daunter: &str, target: &str| {
        let daunter = format!("carries = ['curse']\nmagic = 2\n{daunter}");
        let odds = does("daunt", &daunter, target)
            .with(&format!("{rolled}\n{mods}"))
            .odds(|trial| trial.body("b").panic.is_some());
        odds.of(|&panics| panics)
    };
    assert_eq!(curses("", "", "cover = 'medium'"), fraction(1, 2));
    assert_eq!(curses("", "scale = 2", ""), fraction(1, 2));
    assert_eq!(curses("", "", "scale = 1"), fraction(1, 1));
    assert_eq!(curses("attack_mod = -1", "", ""), fraction(2, 3));
    assert_eq!(curses("", "", "cover = 'total'"), fraction(1, 6));
    let invisible = does(
        "daunt",
        "carries = ['curse']\nmagic = 2",
        "invisible = true",
    );
    let unseen = invisible
        .with(rolled)
        .option("locate = 'never'")
        .odds(|trial| trial.body("b").panic.is_some());
    assert_eq!(unseen.of(|&panics| panics), fraction(1, 6));
    let dodges = |mods: &str| {
        let setup = does(
            "daunt",
            "carries = ['curse']\nmagic = 9",
            "dodge = 12\npolicy = 'defends'",
        );
        let odds = setup
            .with(&format!("{rolled}\n{mods}"))
            .odds(|trial| trial.tallied()[1]);
        odds.of(|&defended| defended == 1)
    };
    assert_eq!(
        [dodges("dc_mod = 2"), dodges("")],
        [fraction(4, 6), fraction(1, 1)]
    );
    // An attack on morale ends the hiding of its user.
    let hides = "carries = ['curse']\nconcealed = true\nhidden = true\nstealth = 9";
    let setup = does("daunt", hides, "").with(rolled);
    let hides = setup.ready();
    let foe = FighterSet::of(hides.who("b"));
    let trial = hides.given("a", |body| body.unseen_by = foe).step([1]);
    assert!(!trial.body("a").unseen_by.has(trial.who("b")));
    // A weapon for all enemies affects those within its range.
    let howls = on_a_field("daunt", "carries = ['howl']\nat = [0, 0]", "at = [10, 0]");
    let howls = howls.and("c", "at = [11, 0]").with(all).step([8]);
    let shaken = ["b", "c"].map(|name| howls.body(name).penalties);
    assert_eq!(shaken, [1, 0]);
}

#[test] // SAM-15-3
fn only_range_and_walls_stop_a_morale_effect() {
    let panics = |at: u8, theirs: &str| {
        let mine = "carries = ['terror']\nat = [0, 1]";
        let setup = on_a_field("daunt", mine, &format!("at = [{at}, 1]\n{theirs}"));
        let odds = setup.odds(|trial| trial.body("b").panic.is_some());
        odds.of(|&panics| panics)
    };
    // The Will is 9 and the Minimum Will 3, and the damage is d8 + 3. The range is not divided into
    // increments, and an enemy beyond it is not affected.
    assert_eq!(
        [panics(10, ""), panics(11, "")],
        [fraction(1, 4), fraction(0, 1)]
    );
    assert_eq!(panics(10, "cover = 'total'"), fraction(1, 4));
    assert_eq!(panics(10, "invisible = true"), fraction(1, 4));
    let daunted = |map: &str| {
        let setup = does("daunt", "carries = ['terror']\nat = 'a'", "at = 'b'");
        let setup = setup.field(&format!("map = \"\"\"\n{map}\n\"\"\""));
        setup
            .odds(|trial| trial.body("b").penalties)
            .of(|&lost| lost > 0)
    };
    assert_eq!(daunted("....\na..b"), fraction(1, 1));
    assert_eq!(daunted("....\na#.b"), fraction(0, 1));
}

#[test] // SAM-15-3, SAM-0-14
fn morale_effects_go_at_whom_the_line_names() {
    let setup = does("daunt at c", "carries = ['terror']", "").and("c", "");
    let trial = setup.step([1]);
    assert_eq!(
        [trial.body("b").penalties, trial.body("c").penalties],
        [0, 1]
    );
}

#[test] // SAM-15-4, SAM-19-5
fn the_panicked_flee() {
    let row = "[weapons.dread]\nkind = 'morale'\ndamage = '20'";
    let setup = on_a_field(
        "daunt if self.seconds == 6",
        "carries = ['dread']\nat = [0, 20]",
        "at = [5, 20]",
    )
    .with(row);
    // `b` flees with two runs of three seconds each. For the second run, three directions lead equally far
    // from `a`, and the die chooses straight ahead. At the edge `b` is more than 30 m from `a`, so it leaves
    // the fight.
    let trial = setup.ready().turn([]).turn([2]);
    assert_eq!(trial.at("b"), (39, 20));
    assert_eq!(trial.life("b"), Life::Fled);
    assert_eq!(trial.names(&trial.heard.fled), ["b"]);
    // Without a field, a panicked fighter leaves the fight at the start of its next turn.
    let trial = does("daunt if self.seconds == 6", "carries = ['dread']", "")
        .with(row)
        .ready()
        .turn([])
        .turn([]);
    assert_eq!(trial.life("b"), Life::Fled);
    // A fighter that has no way to flee attacks an enemy in reach. A panic with a limited number of rounds
    // ends by itself.
    let map = "map = \"\"\"\n####\n#ab#\n####\n\"\"\"";
    let held = does("wait", "at = 'a'", "at = 'b'\nstarts = ['panicked']").field(map);
    let trial = held.ready().turn([]).turn([1]);
    assert_eq!(trial.attackers(), ["b"]);
    let setup = on_a_field(
        "daunt if self.seconds == 6",
        "carries = ['dread']\nat = [0, 20]",
        "at = [5, 20]\nspeed = 1",
    );
    let trial = setup
        .with(row)
        .option("panic_rounds = 1")
        .ready()
        .turn([])
        .turn([]);
    assert!(trial.body("b").panic.is_none() && trial.fights("b"));
    // The panic of a fighter that is panicked from the start ends in the same way.
    let starts = "at = [5, 20]\nspeed = 1\nstarts = ['panicked']";
    let trial = on_a_field("wait", "at = [0, 20]", starts)
        .option("panic_rounds = 1")
        .ready()
        .turn([])
        .turn([]);
    assert!(trial.body("b").panic.is_none() && trial.fights("b"));
}

#[test] // SAM-0-12, SAM-1-4, SAM-15-4
fn a_panic_that_begins_in_ones_own_turn_covers_the_next_one() {
    let setup = fighters("a", "carries = ['dread']\npolicy = 'late'\nat = [0, 20]")
        .against("b", "policy = 'busy'\nat = [5, 20]\nspeed = 1")
        .field("size = [40, 40]")
        .with("[weapons.dread]\nkind = 'morale'\ndamage = '20'")
        .option("panic_rounds = 1")
        .policy(
            "late",
            "act = ['delay if round == 1', 'daunt if round == 1 and self.seconds >= 4']\ninterrupt = ['act if round == 1']",
        )
        .policy("busy", "act = ['crouch', 'stand']");
    // `a` interrupts the turn of `b` after `b` has crouched. `b` panics, stands up, runs for three seconds,
    // and moves for one.
    let trial = setup.ready().turn([]).turn([]);
    assert!(trial.body("b").panic.is_some());
    assert_eq!(trial.at("b"), (15, 20));
    let trial = trial.turn([]).turn([]);
    assert!(trial.body("b").panic.is_none() && trial.fights("b"));
    assert_eq!(trial.at("b"), (33, 20));
}

#[test] // SAM-15-4, SAM-3-7
fn the_panicked_stand_up_first() {
    for posture in ["crouched", "prone"] {
        let mine = format!("starts = ['panicked']\nposture = '{posture}'\nat = [20, 20]");
        let trial = on_a_field("wait", &mine, "at = [21, 20]").step([]);
        assert_eq!(
            (trial.body("a").posture, trial.at("a")),
            (Posture::Standing, (20, 20))
        );
    }
}

#[test] // SAM-15-5
fn the_insane_are_confused() {
    let trial = of_type("insanity").step([]);
    assert!(trial.body("b").confused > 0);
}

#[test] // SAM-15-6
fn the_frenzied_attack_the_source() {
    let setup = fighters("a", "carries = ['dread']\npolicy = 'p'")
        .and("x", "")
        .against("b", "policy = 'idle'\ncombos = ['two']\nspirit = 20")
        .with("[weapons.dread]\nkind = 'morale'\ndamage = '40'\nmorale = 'rage'")
        .policy("p", "act = ['daunt if self.seconds == 6']");
    let trial = setup.ready().turn([]).turn([]).turn([1, 1]);
    assert_eq!(trial.targets(), ["a", "a"]);
    // Rage gives -1 to ranged attacks and to dodges, but not to melee attacks.
    let hits = |stats: &str, option: &str| {
        let stats = format!("{stats}\nstarts = ['frenzied']");
        let setup = does("wait", &stats, "").option(option);
        setup
            .odds(|trial| trial.tallied()[2])
            .of(|&missed| missed == 0)
    };
    assert_eq!(hits("carries = ['bow']\nranged = 2", ""), fraction(4, 6));
    assert_eq!(
        hits("carries = ['bow']\nranged = 2", "rage_dex_skills = 'dodge'"),
        fraction(5, 6)
    );
    assert_eq!(hits("melee = 2", ""), fraction(5, 6));
    // A fighter in rage cannot use magic attacks.
    let bolt = "[weapons.bolt]\nkind = 'ranged'\nskill = 'magic'\ndamage = '1d6'\nrange = 10";
    let casts = does("wait", "carries = ['bolt']\nstarts = ['frenzied']", "").with(bolt);
    assert!(casts.step([]).blows().is_empty());
}

#[test] // SAM-15-6
fn the_frenzied_attack_whoever_is_nearest_once_the_source_is_out() {
    let setup = fighters("r", "starts = ['frenzied']\nat = [10, 10]")
        .and("f", "at = [11, 10]")
        .against("b", "starts = ['dying']\nat = [9, 10]")
        .and("c", "at = [20, 10]")
        .field("size = [40, 40]");
    let trial = setup.step([1]);
    assert_eq!(
        (trial.body("r").rage, trial.targets()),
        (Some(trial.who("b")), vec!["f".into()])
    );
}

#[test] // SAM-15-6, SAM-2-3
fn an_attack_that_has_begun_finds_nobody_in_who_is_out() {
    let setup = fighters("a", "starts = ['frenzied']")
        .against("b", "")
        .and("c", "");
    let mut trial = setup.ready().turn([1]).until("a", []);
    let foe = trial.who("b");
    trial.state.fighting.remove(foe);
    let trial = trial.given("b", |body| body.life = Life::Unconscious);
    let trial = trial.turn([1]);
    assert!(trial.says("has nobody left for its unfinished action"));
    assert_eq!(trial.targets(), ["c"]);
}

#[test] // SAM-15-6
fn the_frenzied_make_single_attacks_without_a_combo() {
    // There is no room for the movement before the combo, so a single attack is made.
    let beside = on_a_field("wait", "starts = ['frenzied']\ncombos = ['charge']", "");
    let trial = beside.step([1]);
    assert!(trial.blows().len() == 1 && !trial.says("uses the combo"));
    // The combo needs a bow, which the fighter does not have, so it approaches and makes a single attack.
    let shot = "[combos.shot]\ncomponents = [{ weapon = 'bow' }]";
    let stats = "starts = ['frenzied']\ncombos = ['shot']";
    let far = on_a_field("wait", stats, "at = [13, 10]").with(shot);
    let trial = far.ready().step([]);
    assert_eq!(trial.at("a"), (12, 10));
    assert_eq!(trial.step([1]).blows().len(), 1);
}

#[test] // SAM-15-6, SAM-2-3, SAM-10-7
fn the_frenzied_finish_the_charge_that_they_have_begun() {
    let mine = "starts = ['frenzied']\ncombos = ['charge']\nat = [0, 10]";
    let setup = on_a_field("wait", mine, "at = [10, 10]");
    // Three seconds of moving bring `a` next to its enemy. The combo takes four seconds, so it ends in the
    // first second of the next turn.
    let trial = setup.ready().turn([]).turn([]);
    assert_eq!((trial.at("a"), trial.blows().len()), ((9, 10), 0));
    let trial = trial.step([1]);
    assert!(trial.says("uses the combo charge"));
    assert_eq!((trial.blows().len(), trial.body("a").clock.left), (1, 5));
}

#[test] // SAM-15-7, SAM-15-8, SAM-0-8
fn without_will_one_is_broken() {
    let trial = terror("morale_penalties = 8").and("c", "").step([3]);
    assert!(trial.body("b").broken && !trial.fights("b"));
    assert_eq!(will(&trial, "b"), 0);
    // A Broken fighter is helpless, so attacks hit it without a roll, and it does not defend itself.
    let broken = does(
        "attack at b",
        "melee = 0",
        "starts = ['broken']\nparry = 9\npolicy = 'defends'",
    )
    .option("broken_is_out = 'no'");
    let odds = broken.odds(|trial| (trial.tallied()[0], trial.life("b")));
    assert_eq!(odds.of(|&(landed, _)| landed == 1), fraction(1, 1));
    assert_eq!(odds.of(|&(_, life)| life == Life::Dying), fraction(1, 4));
}

#[test] // SAM-15-4, SAM-15-7, SAM-2-3, SAM-7-5
fn who_panics_or_breaks_drops_what_it_was_about() {
    let daunted = |stats: &str, option: &str| {
        let setup = terror(stats).and("c", "").option(option).ready();
        let at = Some(setup.who("a"));
        let trial = setup.given("b", |body| {
            (body.aim, body.clock.busy) = (
                at,
                Some(Busy {
                    mind: FighterId(1),
                    intent: Intent::Flees,
                    left: 2,
                }),
            );
        });
        let trial = trial.step([8]);
        let body = trial.body("b");
        (
            body.panic.is_some(),
            body.aim.is_some(),
            body.clock.busy.is_some(),
        )
    };
    assert_eq!(daunted("spirit = 20", ""), (false, true, true));
    assert_eq!(daunted("", ""), (true, true, false));
    let no = "broken_is_out = 'no'";
    assert_eq!(daunted("morale_penalties = 8", no), (true, false, false));
    // Fear has no further effect on a Broken fighter.
    assert_eq!(daunted("starts = ['broken']", no), (false, true, true));
}

#[test] // SAM-15-9
fn the_broken_recover() {
    let setup = fighters("x", "")
        .and("a", "starts = ['broken']")
        .against("b", "");
    // With a spirit of 3, the first check must reach 10, which is impossible. The next check must reach 9,
    // which a 6 does.
    let chances = |turn: u32| {
        let mut trial = setup.ready();
        for n in 1..turn {
            trial = trial.turn([]).turn([1]).turn([]);
            assert_eq!(trial.body("a").dc, u8::try_from(10 - n).expect("small"));
        }
        trial
            .turn([])
            .odds(|trial| trial.body("a").broken)
            .of(|&broken| !broken)
    };
    assert_eq!(
        [chances(1), chances(2), chances(3)],
        [fraction(0, 1), fraction(1, 6), fraction(2, 6)]
    );
    let trial = setup.ready().turn([]).turn([1]).turn([]).turn([]).turn([6]);
    assert!(trial.fights("a") && will(&trial, "a") == 1);
    assert_eq!(trial.names(&trial.heard.back), ["a"]);
    // The end of Brokenness also ends confusion.
    let trial = setup
        .ready()
        .given("a", |body| (body.confused, body.dc) = (FOREVER, 9));
    let trial = trial.turn([]).turn([6]);
    assert_eq!(
        (trial.body("a").broken, trial.body("a").confused),
        (false, 0)
    );
}

#[test] // SAM-0-8, SAM-15-9
fn the_broken_who_are_paralysed_stay_out() {
    let fights = |paralysed: bool| {
        let setup = fighters("a", "starts = ['broken']")
            .and("c", "")
            .against("b", "");
        let trial = setup.ready().given("a", |body| {
            (body.paralysed, body.dc) = (paralysed, 4);
        });
        trial.turn([6]).fights("a")
    };
    assert_eq!([fights(false), fights(true)], [true, false]);
}
