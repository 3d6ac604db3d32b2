//! Tests of dead fighters that rise from the dead as other fighters.

use crate::exact;
use crate::fight::{CombatantId, Ending, EventId, FighterId, FighterSet, SideId, Stream};
use crate::grid::Cell;
use crate::rules::semiautomagic::events::DEAD;
use crate::rules::semiautomagic::nouns::Arena;
use crate::rules::semiautomagic::nouns::state::{Ill, Life};
use crate::rules::semiautomagic::testing::{Setup, Trial, fighters};
use crate::rules::testing::compiled;
use crate::tally::{Count, Tally};

/// Rows for a scenario: a disease without symptoms whose dead victims rise, a weapon that transmits it, a
/// weapon that kills, and the ghoul that victims rise as.
const GRAVE: &str = "
[poisons.grave]
dc = 9
every = 'longer'
symptom = 'none'
rises = 'ghoul'
[weapons.fang]
damage = '1'
adds_strength = false
poison = 'grave'
[weapons.axe]
damage = '60'
[combatants.ghoul]
reflex = 2
carries = ['sword']
policy = 'idle'
";

/// Lines of a fighter with attributes so low that it dies as soon as it starts dying.
const FRAIL: &str = "endurance = -9\nnatural = 12";

/// Sets up `a`, which acts first, against `b`. `a` bites `b` in the first round and kills it in the second.
fn bites(theirs: &str) -> Setup {
    let mine = "melee = 20\ncarries = ['fang', 'axe']\npolicy = 'bites'";
    let bites = "act = [\"attack with fang if round == 1 and self.seconds == 6\", \"attack with axe if round == 2 and self.seconds == 6\"]";
    fighters("a", mine)
        .against("b", &format!("{FRAIL}\n{theirs}"))
        .policy("bites", bites)
        .with(GRAVE)
}

/// Plays until `a` has killed `b`, which will rise in `turns` turns. `b` has a friend `c`.
fn dead(theirs: &str, turns: u32) -> Trial {
    let trial = bites(theirs).and("c", "").ready();
    trial.turn([1]).turn([]).turn([]).turn([1, turns])
}

/// Sets up `a`, which kills `b` in the first round. `b` has the disease from the start. `b` are more lines
/// for its stat block, and `x` are more lines for the scenario.
fn kills(b: &str, x: &str) -> Setup {
    let mine = "melee = 20\ncarries = ['axe']\npolicy = 'kills'\nreflex = 20";
    fighters("a", mine)
        .against("b", &format!("{FRAIL}\nafflicted = ['grave']\n{b}"))
        .policy(
            "kills",
            "act = ['attack if round == 1 and self.seconds == 6']",
        )
        .with(GRAVE)
        .with(x)
}

fn order(trial: &Trial) -> Vec<String> {
    let order: Vec<FighterId> = trial.state.order().collect();
    trial.names(&order)
}

#[test] // SAM-21-8
fn the_dead_rise_after_so_many_of_their_own_turns() {
    for turns in 1..=4 {
        let mut trial = dead("", turns);
        assert_eq!(trial.life("b"), Life::Dead);
        for _ in 1..turns {
            // A round has three turns: that of the dead `b`, that of `c`, and that of `a`.
            trial = trial.turn([]);
            assert!(!trial.fights("ghoul 1") && trial.state.next_up == trial.who("c"));
            trial = trial.turn([]).turn([]);
        }
        assert!(!trial.fights("ghoul 1") && trial.state.bodily.has(trial.who("b")));
        let trial = trial.turn([4]);
        assert!(trial.fights("ghoul 1") && !trial.state.bodily.has(trial.who("b")));
        assert!(trial.says("b rises as ghoul 1"));
        assert_eq!(u32::from(trial.state.round), 1 + turns);
    }
}

#[test] // SAM-21-8, SAM-18-7
fn whoever_dies_while_it_suffers_rises_whatever_it_dies_of() {
    // Here `b` dies of a failed dying check. Its d10 does not make it stable, and its d6 shows a 1.
    let trial = bites("").and("c", "").ready().turn([1]);
    let mut trial = trial.given("b", |body| body.life = Life::Dying);
    let b = trial.who("b");
    trial.state.fighting.remove(b);
    let trial = trial.turn([1, 1, 3]);
    assert_eq!(trial.life("b"), Life::Dead);
    assert_eq!(trial.body("b").rises.map(|rising| rising.turns), Some(3));
    // Here `b` dies of a fall.
    let setup = bites("falls = { round = 2, metres = 50 }");
    let trial = setup.and("c", "").ready().turn([1]).turn([]).turn([6, 2]);
    assert_eq!(trial.life("b"), Life::Dead);
    assert!(trial.body("b").rises.is_some());
}

#[test] // SAM-21-1, SAM-21-8
fn who_is_cured_in_time_stays_dead() {
    // `b` passes three checks against the disease, which cannot fail, and is then killed with the axe.
    let late = "act = [\"attack with fang if round == 1 and self.seconds == 6\", \"attack with axe if round == 4 and self.seconds == 6\"]";
    let setup = bites("fortitude = 9").and("c", "").policy("late", late);
    let text = setup.text();
    let text = text.replace("every = 'longer'", "every = 'round'");
    let text = text.replace("policy = 'bites'", "policy = 'late'");
    let slain = |rounds: usize, last: &[u32]| {
        let text = text.replace("round == 4", &format!("round == {rounds}"));
        let mut trial = Trial::of(compiled::<Arena>(&text)).turn([1]);
        for _ in 2..rounds {
            trial = trial.turn([1]).turn([]).turn([]);
        }
        let trial = trial.turn([1]).turn([]).turn(last.iter().copied());
        assert_eq!(trial.life("b"), Life::Dead);
        trial.body("b").rises.is_some()
    };
    assert!(slain(3, &[1, 1]));
    assert!(!slain(4, &[1]));
}

#[test] // SAM-21-8
fn the_dead_rise_on_the_side_that_brought_the_latest_dose() {
    let bites = "melee = 20\ncarries = ['fang']\npolicy = 'bites'";
    let setup = fighters("a", bites)
        .against("b", FRAIL)
        .against("c", bites)
        .policy(
            "bites",
            "act = ['attack at b if round == 1 and self.seconds == 6']",
        )
        .with(GRAVE);
    let of = |trial: &Trial| trial.body("b").ills[0].and_then(|ill| ill.by);
    let trial = setup.ready().turn([1]);
    assert_eq!(of(&trial), Some(SideId(0)));
    let trial = trial.turn([]).turn([1]);
    assert_eq!(of(&trial), Some(SideId(2)));
    assert_eq!(trial.body("b").ills[0].map(|ill| ill.doses), Some(2));
    let poison = trial.body("b").ills[0].map_or(0, |ill| ill.poison);
    let rises_for = |side: u8| {
        let who = (trial.arena).riser(trial.who("b"), poison, Some(SideId(side)));
        who.map(|who| trial.arena.lineup.side(who).0)
    };
    assert_eq!([0, 1, 2].map(rises_for), [Some(0), None, Some(2)]);
}

#[test] // SAM-21-8
fn who_suffers_from_the_start_rises_on_its_own_side() {
    let trial = kills("", "").ready().turn([1, 1]);
    assert_eq!(trial.life("b"), Life::Dead);
    let ghoul = trial.who("ghoul");
    assert_eq!(trial.arena.lineup.side(ghoul), SideId(1));
    let trial = trial.turn([6]);
    assert!(trial.fights("ghoul") && trial.outcome.is_none());
}

#[test] // SAM-21-4, SAM-21-8
fn what_is_caught_from_the_air_is_brought_by_whom_it_is_caught_from() {
    let airborne = "[poisons.breath]\ndc = 9\nevery = 'longer'\nsymptom = 'none'\nairborne = true\nrises = 'ghoul'";
    let setup = fighters("a", "afflicted = ['breath']")
        .against("b", "")
        .with(GRAVE);
    let trial = setup.with(airborne).ready().turn([]).turn([1]);
    assert_eq!(
        trial.body("b").ills[0].and_then(|ill| ill.by),
        Some(SideId(0))
    );
}

#[test] // SAM-1-1, SAM-1-3, SAM-21-8
fn the_risen_have_an_initiative_of_their_own() {
    // The ghoul adds 5 to the face of its initiative roll.
    let rises = |face: u32| {
        let trial = dead("", 1);
        let trial = trial.given("a", |body| body.initiative = 20);
        let trial = trial.given("b", |body| body.initiative = 9);
        let trial = trial.given("c", |body| body.initiative = 7);
        trial.turn([face])
    };
    let next = |trial: &Trial| trial.name(trial.state.next_up);
    // If the ghoul comes after the dead fighter in the turn order, it takes a turn in the same round.
    let soon = rises(3);
    assert_eq!(order(&soon), ["a", "b", "ghoul 1", "c"]);
    assert_eq!(next(&soon), "ghoul 1");
    let last = rises(1);
    assert_eq!(order(&last), ["a", "b", "c", "ghoul 1"]);
    assert_eq!(next(&last), "c");
    // If the ghoul comes before the dead fighter in the turn order, its first turn is in the next round.
    let late = rises(6);
    assert_eq!(order(&late), ["a", "ghoul 1", "b", "c"]);
    assert_eq!(next(&late), "c");
    let late = late.turn([]).turn([]);
    assert_eq!((next(&late).as_str(), late.state.round), ("ghoul 1", 3));
}

#[test] // SAM-21-8
fn the_dead_rise_where_they_lie_or_in_the_nearest_free_cell() {
    let setup = || {
        let bites = bites("at = [11, 10]").field("size = [40, 40]");
        let text = bites.and("c", "at = [30, 30]").text();
        let text = text.replace("combatant = \"a\"", "combatant = \"a\", at = [10, 10]");
        let trial = Trial::of(compiled::<Arena>(&text));
        trial.turn([1]).turn([]).turn([]).turn([1, 1])
    };
    assert_eq!(setup().turn([4]).at("ghoul 1"), (11, 10));
    let lies_under = setup().given("c", |body| *body = body.at(Cell { x: 11, y: 10 }));
    // Of the cells adjacent to the occupied one, the ghoul takes the one in the lowest row.
    assert_eq!(lies_under.turn([4]).at("ghoul 1"), (10, 9));
}

#[test] // SAM-0-9, SAM-1-3, SAM-21-8
fn a_fight_goes_on_while_somebody_will_rise_on_another_side() {
    // `c`, the last friend of `b`, kills `a`. After that, `b` rises on the side of `a`.
    let avenges = bites("")
        .and("c", "melee = 20\ncarries = ['axe']\npolicy = 'avenges'")
        .policy(
            "avenges",
            "act = ['attack if round == 2 and self.seconds == 6']",
        );
    let text = avenges.text().replace(
        "[combatants.a]",
        "[combatants.a]\nendurance = -9\nnatural = 12",
    );
    let trial = Trial::of(compiled::<Arena>(&text));
    let trial = trial
        .turn([1])
        .turn([])
        .turn([])
        .turn([1, 2])
        .turn([])
        .turn([1]);
    assert!(!trial.fights("a") && trial.outcome.is_none());
    let trial = trial.turn([4]);
    assert!(trial.fights("ghoul 1") && trial.outcome.is_none());
    // A side has won if it has no enemies left, even if one of its friends will still rise.
    let over = bites("").ready().turn([1]).turn([]).turn([1, 4]);
    let outcome = over.outcome.map(|outcome| outcome.ending);
    assert_eq!(outcome, Some(Ending::Won(SideId(0))));
    // The fight does not wait for a dead fighter that did not have the disease.
    let well = kills("", "")
        .ready()
        .given("b", |body| body.ills = Default::default());
    let outcome = well.turn([1]).outcome.map(|outcome| outcome.ending);
    assert_eq!(outcome, Some(Ending::Won(SideId(0))));
}

#[test] // SAM-0-9, SAM-21-8
fn nobody_rises_after_the_fight() {
    // `b` is dying after the fight. All its dying checks fail, until it is dead.
    let setup = kills("", "").option("aftermath = 'resolve'");
    let text = setup.text().replace("endurance = -9", "endurance = 1");
    let trial = Trial::of(compiled::<Arena>(&text)).step([1, 20, 20, 20]);
    assert_eq!(trial.life("b"), Life::Dead);
    assert!(trial.outcome.is_some() && trial.body("b").rises.is_none());
}

#[test] // SAM-21-8
fn the_risen_bring_what_others_rise_of() {
    let fanged = |x: &str| kills("", x).and("c", "count = 2").ready();
    let count = |trial: &Trial| trial.arena.risers.len();
    // Only `b` has the disease, so one riser is possible.
    assert_eq!(count(&fanged("")), 1);
    // A ghoul that carries the fang can infect the other side. It does not attack its own side.
    let text = kills("", "").and("c", "count = 2").text();
    let text = text.replace(
        "carries = ['sword']\npolicy = 'idle'\n",
        "carries = ['fang']\npolicy = 'idle'\n",
    );
    let trial = Trial::of(compiled::<Arena>(&text));
    assert_eq!(count(&trial), 2);
    let sides = trial
        .arena
        .risers
        .iter()
        .map(|riser| (trial.name(riser.victim), trial.arena.lineup.side(riser.who)));
    let expected = [("a".to_owned(), SideId(1)), ("b".to_owned(), SideId(1))];
    assert!(sides.eq(expected));
    // Ghouls in rage can also infect their friends.
    let text = text.replace("reflex = 2\n", "reflex = 2\nstarts = ['frenzied']\n");
    assert_eq!(count(&Trial::of(compiled::<Arena>(&text))), 4);
    // A gas can infect both friends and enemies.
    let gas = kills(
        "",
        "[weapons.gas]\nkind = 'ranged'\ndamage = '0'\nrange = 10\narea = 'sphere'\npoison = 'grave'",
    );
    let text = gas
        .text()
        .replace("carries = ['axe']", "carries = ['axe', 'gas']");
    // Both `a` and `b` may rise because of the gas of `a`. `b` may also rise because of the disease that it
    // has from the start.
    assert_eq!(count(&Trial::of(compiled::<Arena>(&text))), 3);
}

#[test] // SAM-21-8
fn risen_fighters_are_absent_before_they_rise() {
    let text = kills("", "").and("c", "").text();
    let trial = Trial::of(compiled::<Arena>(&text));
    let ghoul = trial.who("ghoul");
    let cast = &trial.arena.cast;
    assert_eq!(cast.absent, FighterSet::of(ghoul));
    assert_eq!(cast.starting(cast.fighters[ghoul.index()]), 0);
    for begins in [
        "dying",
        "broken",
        "paralysed",
        "staggered",
        "asleep",
        "panicked",
    ] {
        let text = text.replace(
            "reflex = 2\n",
            &format!("arrives = 2\nwounds = 1\nstarts = ['{begins}']\n"),
        );
        let text = text.replace("if round == 1", "if round == 9");
        let fight: Arena = compiled(&(text + "[run]\nround_cap = 4"));
        let mut tally = Tally::new(&fight.cast);
        crate::fight::play(&fight, &mut Stream::new(1, b"").dice(0), &mut tally);
        let id = fight.cast.fighters[ghoul.index()];
        assert_eq!(
            (tally.survived(id), tally.downs(id), tally.times_back(id)),
            (0, 0, 0),
            "{begins}"
        );
        let events =
            (0..fight.cast.events.len()).filter_map(|at| tally.event(SideId(1), EventId::at(at)));
        assert!(
            events.map(|event| event.mean).sum::<f64>() < 1e-9,
            "{begins}"
        );
    }
}

/// Returns numbers for the second side: the mean number of fighters standing after round 0, 1, 2 and so on,
/// and how many ghouls survive, go down and join the fight, per fight.
fn told<C: Count>(fight: &Arena, tally: &Tally<C>) -> (Vec<f64>, [f64; 3]) {
    let side = tally.survival(SideId(1)).into_iter();
    let ghoul = CombatantId::at(fight.cast.combatants.len() - 1);
    let fights = tally.fights().number();
    let counts = [
        tally.survived(ghoul),
        tally.downs(ghoul),
        tally.times_back(ghoul),
    ];
    let standing = side.map(|after| after.standing.estimate).collect();
    (standing, counts.map(|count| count.number() / fights))
}

#[test] // SAM-21-8
fn tables_count_the_risen_when_they_rise() {
    // `b` dies in the first round, before its own turn. With two of the four faces of the die it has risen by
    // the end of the second round.
    let fight: Arena = compiled(&(kills("", "").run("round_cap = 2").text()));
    let tally = exact::work_out(&fight, &exact::Budget::ANY, &()).tally;
    let (standing, [survived, downs, back]) = told(&fight, &tally);
    let equals = |one: f64, other: f64| (one - other).abs() < 1e-9;
    let expected = [1.0, 0.25, 0.5].into_iter();
    assert!(
        standing
            .iter()
            .zip(expected)
            .all(|(&one, other)| equals(one, other)),
        "{standing:?}"
    );
    assert!(equals(survived, 0.5) && equals(downs, 0.0) && equals(back, 0.5));
    // A fighter that has died and risen still counts as dead.
    let dead = tally.event(SideId(1), DEAD).expect("it is counted");
    assert!(equals(dead.mean, 1.0));
    // Fights with random dice give about the same results.
    let mut rolled = Tally::new(&fight.cast);
    let stream = Stream::new(3, b"rising");
    crate::fight::play_all(&fight, &stream, 0..4_000, &mut rolled);
    let (standing, counts) = told(&fight, &rolled);
    let near = |one: f64, other: f64| (one - other).abs() < 0.03;
    assert!(equals(standing[0], 1.0) && near(standing[1], 0.25) && near(standing[2], 0.5));
    assert!(near(counts[0], 0.5) && near(counts[2], 0.5));
}

/// Sets up two men against a fighter whose bite makes its dead victims rise as ghouls.
fn plague() -> Setup {
    let man = "melee = 4\nparry = 3\ncarries = ['sword']\ncount = 2\npolicy = 'plain'";
    let lord = "melee = 4\nnatural = 3\ncarries = ['fang', 'sword']\npolicy = 'plain'";
    fighters("man", man)
        .against("lord", lord)
        .policy(
            "plain",
            "act = ['attack at fallen', 'attack']\ndefend = ['best']",
        )
        .with(&GRAVE.replace("policy = 'idle'", "policy = 'plain'"))
}

#[test] // SAM-21-8
fn seats_count_the_same_risen() {
    let text = plague().text();
    let (first, second) = text.split_at(text.find("[[sides]]").expect("sides"));
    let sides: Vec<&str> = second
        .split("[[sides]]")
        .filter(|side| !side.trim().is_empty())
        .collect();
    let swapped = format!("{first}[[sides]]{}\n[[sides]]{}", sides[1], sides[0]);
    let [one, other]: [Arena; 2] = [text.clone(), swapped].map(|text| compiled(&text));
    let play = |fight: &Arena| {
        let mut tally = Tally::new(&fight.cast);
        crate::fight::play_all(fight, &Stream::new(5, b"seats"), 0..500, &mut tally);
        tally
    };
    let (mut tally, added) = (play(&one), play(&other));
    let men = |fight: &Arena, tally: &Tally| {
        let at = fight
            .cast
            .combatants
            .iter()
            .position(|one| one.name == "man");
        tally.survived(CombatantId::at(at.expect("men")))
    };
    let sum = men(&one, &tally) + men(&other, &added);
    tally.absorb(&added, &other.cast, &one.cast);
    assert_eq!(men(&one, &tally), sum);
}

#[test] // SAM-21-8
fn who_rises_as_what_is_checked() {
    let told = |rises: &str, extra: &str| {
        let grave = GRAVE.replace("rises = 'ghoul'", rises);
        let setup = fighters("a", "").against("b", "");
        setup.with(&grave).with(extra).faults()
    };
    let unknown = told("rises = 'goul'", "");
    assert!(
        unknown.contains("semiautomagic::unknown-combatant")
            && unknown.contains("did you mean `ghoul`?"),
        "{unknown}"
    );
    let thing = told("rises = 'door'", "[combatants.door]\nobject = true\n");
    assert!(
        thing.contains("semiautomagic::rises") && thing.contains("which is an object"),
        "{thing}"
    );
    // One fighter that bites and 40 fighters that may rise from its bite are more than a fight has room for.
    let many = bites("count = 40").faults();
    assert!(
        many.contains("scenario::too-many") && many.contains("not 41 and 40 that may rise"),
        "{many}"
    );
}

#[test] // SAM-21-8
fn a_dose_of_something_else_brings_nobody_back() {
    let mut trial = bites("").and("c", "").ready();
    let snake = trial
        .arena
        .poisons
        .iter()
        .position(|row| row.name == "snake-venom");
    let poison = u8::try_from(snake.expect("it is the book's")).expect("few");
    let ill = Ill {
        poison,
        doses: 1,
        ..Ill::default()
    };
    trial = trial.given("b", |body| body.ills[0] = Some(ill));
    assert_eq!(trial.arena.bearer(poison, SideId(0)), None);
    trial.state.round = 2;
    let trial = trial.turn([1]);
    assert_eq!((trial.life("b"), trial.body("b").rises), (Life::Dead, None));
}
