//! Tests of combos, which are several attacks made at the same time.

use crate::rules::semiautomagic::events::WOUND;
use crate::rules::semiautomagic::nouns::state::Life;
use crate::rules::semiautomagic::testing::{Trial, does, fighters, fraction, on_a_field};

#[test] // SAM-10-1, SAM-10-6
fn a_combo_takes_as_long_as_one_attack() {
    let trial = does("combo", "combos = ['three']", "").step([1, 1, 1]);
    assert_eq!(trial.blows().len(), 3);
    assert_eq!(trial.body("a").clock.left, 2);
    let slow = "[combos.slow]\ncomponents = [{}]\nseconds = 6";
    let trial = does("combo", "combos = ['slow']", "").with(slow).step([1]);
    assert_eq!(trial.body("a").clock.left, 0);
}

#[test] // SAM-5-5, SAM-10-6
fn each_attack_of_a_combo_has_its_modifiers() {
    let of = |component: &str| {
        let row = format!("[combos.odd]\ncomponents = [{{ {component} }}]");
        let theirs = "parry = 2\npolicy = 'defends'\narmour = 40";
        let setup = does("combo", "combos = ['odd']\nmelee = 2", theirs).with(&row);
        let odds = setup.odds(Trial::tallied);
        let missed = odds.of(|tallied| tallied[2] == 1);
        let defended = odds.of(|tallied| tallied[1] == 1) / odds.of(|tallied| tallied[2] == 0);
        (
            missed,
            defended,
            setup.step([6, 1, 1]).says("rolls 4 for damage"),
        )
    };
    let sixths = |ways: i64| fraction(ways, 6);
    assert_eq!(of(""), (sixths(1), sixths(3), true));
    assert_eq!(of("attack_mod = -2"), (sixths(3), sixths(3), true));
    assert_eq!(of("dc_mod = 1"), (sixths(1), sixths(2), true));
    assert_eq!(of("damage = 2"), (sixths(1), sixths(3), false));
}

#[test] // SAM-10-4, SAM-7-6, SAM-2-4
fn a_combo_shoots_no_more_than_there_is() {
    let row = |delay: u8| {
        let row = "[weapons.few]\nkind = 'ranged'\ndamage = '1'\nrange = 15\nammunition = 1";
        let row = format!("{row}\ndelay = {delay}");
        let mine = "carries = ['few']\ncombos = ['two']\nranged = 9";
        does("combo if self.seconds == 6", mine, "armour = 40").with(&row)
    };
    assert_eq!(row(0).step([1]).blows().len(), 1);
    let later = row(9).step([]);
    assert_eq!(later.body("a").pending.iter().flatten().count(), 1);
}

#[test] // SAM-10-2, SAM-0-11
fn the_attacks_of_a_combo_happen_at_once() {
    let setup = does(
        "combo",
        "combos = ['two']\nmelee = 3",
        "parry = 3\npolicy = 'defends'",
    );
    let odds = setup.odds(|trial| (trial.wounds("b"), trial.life("b")));
    assert_eq!(odds.of(|&(wounds, _)| wounds == 0), fraction(1, 4));
    let well = |n: u8| odds.of(|&(wounds, life)| wounds == n && life == Life::Well);
    assert_eq!([well(1), well(2)], [fraction(3, 8), fraction(9, 64)]);
    assert_eq!(odds.of(|&(_, life)| life == Life::Dying), fraction(15, 64));
    // Each of the two attacks exceeds the Toughness of `b`. Together they cause two wounds, and `b` is dying
    // but not dead.
    let trial = does("combo", "combos = ['two']\nmelee = 9", "").step([1, 8, 1, 8]);
    assert_eq!((trial.wounds("b"), trial.life("b")), (2, Life::Dying));
}

#[test] // SAM-0-11, SAM-0-15, SAM-10-2
fn wounds_count_of_all_hits_of_the_combo_that_kills() {
    let strong = "[weapons.maul]\ndamage = '1d8+20'";
    let wounds = |theirs: &str, act: &str| {
        let mine = "combos = ['two']\ncarries = ['maul']\nmelee = 20\nreflex = 12";
        let setup = does(act, mine, theirs).with(strong);
        let odds = setup.odds(|trial| {
            let wounds = trial.heard.events.iter();
            let wounds = wounds.filter(|(_, event)| *event == WOUND).count();
            (wounds, trial.life("b"))
        });
        [1, 2].map(|count| odds.of(|&heard| heard == (count, Life::Dead)))
    };
    // The combo causes two wounds, and the first of them is the third wound of `b`. Its dying check must
    // reach 4, but can reach at most 6 - 3.
    assert_eq!(
        wounds("endurance = 0\nwounds = 2", "combo"),
        [fraction(0, 1), fraction(1, 1)]
    );
    // If the target was already dying before the action, both hits of the combo count as wounds.
    let dying = "starts = ['dying']";
    let setup = does(
        "combo at fallen",
        "combos = ['two']\ncarries = ['maul']\nmelee = 20",
        dying,
    );
    let setup = setup.with(strong).and("c", "").step([1, 1]);
    assert_eq!((setup.wounds("b"), setup.life("b")), (3, Life::Dead));
    // A hit on a fighter that is already dead does not count as a wound if its damage has no effect.
    let light = does(
        "combo",
        "combos = ['odd']\nmelee = 20",
        "endurance = 0\nwounds = 2",
    );
    let odd = "[combos.odd]\ncomponents = [{ damage = 20 }, { damage = -20 }]";
    assert_eq!(light.with(odd).step([1, 1, 1, 1]).wounds("b"), 3);
}

#[test] // SAM-10-3
fn damage_of_several_hits_is_not_added() {
    let trial = does("combo", "combos = ['three']\nmelee = 9", "").step([1, 5, 1, 3, 1, 1]);
    assert_eq!((trial.wounds("b"), trial.life("b")), (3, Life::Well));
    let odds = does("combo", "combos = ['three']\nmelee = 9", "").odds(|trial| trial.life("b"));
    assert_eq!(odds.of(|&life| life == Life::Well), fraction(27, 64));
}

#[test] // SAM-10-4
fn the_attacks_of_a_combo_may_have_several_targets() {
    let setup = |line: &str| {
        fighters("a", "policy = 'p'\ncombos = ['three']")
            .against("b", "")
            .and("c", "")
            .policy("p", &format!("act = ['{line}']"))
    };
    assert_eq!(setup("combo").step([1, 1, 1]).targets(), ["b", "b", "b"]);
    let several = setup("combo over several").step([1, 1, 1]);
    assert_eq!(several.targets(), ["b", "c", "b"]);
    // If the line names one enemy, all attacks have this target, although the line says `over several`.
    let named = setup("combo at c over several").step([1, 1, 1]);
    assert_eq!(named.targets(), ["c", "c", "c"]);
    // A component of the combo is lost if there is no weapon or no target for it.
    let mixed = "[combos.mixed]\ncomponents = [{ weapon = 'sword' }, { weapon = 'knife' }]";
    let trial = does("combo", "combos = ['mixed']", "")
        .with(mixed)
        .step([1]);
    assert_eq!(trial.blows().len(), 1);
    // If no enemy has been attacked yet, `at last` chooses the nearest.
    let last = does("attack at last", "", "").step([1]);
    assert_eq!(last.targets(), ["b"]);
    let easiest = does("attack at easiest", "", "dodge = 1\nparry = 9").and("c", "dodge = 2");
    assert_eq!(easiest.step([1]).targets(), ["c"]);
    let flanked = fighters("a", "carries = ['bow']\npolicy = 'p'\nat = [10, 10]")
        .and("d", "at = [31, 10]")
        .and("e", "at = [29, 10]")
        .and("f", "at = [21, 10]")
        .and("g", "at = [19, 10]")
        .against("b", "at = [30, 10]")
        .and("c", "at = [20, 10]")
        .field("size = [40, 40]")
        .policy("p", "act = ['attack at flanked']");
    assert_eq!(flanked.step([1]).targets(), ["c"]);
    // Attacks that miss and area attacks also decide which enemy `at last` means.
    let missed = does("attack at c", "", "").and("c", "").step([1]);
    assert_eq!(missed.body("a").last, Some(missed.who("c")));
    let area = does("area at c", "carries = ['fireball']\nmagic = 9", "").and("c", "");
    let area = area.step([1, 1]);
    assert_eq!(area.body("a").last, Some(area.who("c")));
}

#[test] // SAM-10-5
fn ratings_and_components_are_limited() {
    let combo = "[combos.long]\ncomponents = [{}, {}, {}, { kind = 'charge' }]";
    let faults = |stats: &str| {
        let stats = format!("combos = ['long']\n{stats}");
        does("combo", &stats, "").with(combo).faults()
    };
    assert!(!faults("combo_rating = 2\ncombo_ranks = 3").contains("combo `long`"));
    assert!(faults("combo_rating = 1").contains("combo `long` has a rating of 2"));
    assert!(faults("combo_ranks = 2").contains("combo `long` has 4 components"));
}

#[test] // SAM-10-7
fn a_charge_must_come_first() {
    let stats = "combos = ['charge']\npolicy = 'q'\nat = [0, 10]";
    let lines = "act = ['combo', 'charge', 'move']";
    let setup = on_a_field("wait", stats, "at = [7, 10]").policy("q", lines);
    let trial = setup.ready().step([]).step([]).step([1]);
    assert_eq!(trial.blows().len(), 1);
    let near = stats.replace("[0, 10]", "[6, 10]");
    let setup = on_a_field("wait", &near, "at = [7, 10]").policy("q", lines);
    assert!(setup.ready().turn([]).blows().is_empty());
    // If another action comes between the movement and the combo, the combo is not possible.
    let lines = "act = ['combo if self.seconds < 4', 'crouch if self.charged', 'charge']";
    let setup = on_a_field("wait", stats, "at = [7, 10]").policy("q", lines);
    assert!(setup.ready().turn([]).blows().is_empty());
    // A combo in progress may be finished even if it could not be begun at that moment.
    let far = stats.replace("[0, 10]", "[0, 20]");
    let setup =
        on_a_field("wait", &far, "at = [10, 20]").policy("q", "act = ['combo', 'charge', 'wait']");
    let trial = setup.ready().turn([]).turn([]);
    assert_eq!(trial.body("a").clock.busy.map(|busy| busy.left), Some(1));
    assert_eq!(trial.step([1]).blows().len(), 1);
}
