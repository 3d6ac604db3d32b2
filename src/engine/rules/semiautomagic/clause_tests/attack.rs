//! Tests of attack rolls, defences, damage, scale, reach and range.

use crate::fight::Blow;
use crate::grid::Cell;
use crate::rules::semiautomagic::nouns::state::{Life, Whereabouts};
use crate::rules::semiautomagic::options::Options;
use crate::rules::semiautomagic::questions::numbers::{doublings, squares};
use crate::rules::semiautomagic::testing::{Setup, does, fighters, fraction, on_a_field};
use num_rational::BigRational;

/// Returns the probability that the first attack hits and that no defence stops it.
fn lands(setup: &Setup) -> BigRational {
    setup
        .odds(|trial| trial.tallied()[0])
        .of(|&landed| landed > 0)
}

/// Returns the probability that the attack roll succeeds.
fn hits(setup: &Setup) -> BigRational {
    setup
        .odds(|trial| trial.tallied()[2])
        .of(|&missed| missed == 0)
}

#[test] // SAM-0-1, SAM-5-1
fn a_check_succeeds_with_its_number() {
    let setup = |bonus: i32| does("attack", &format!("melee = {bonus}"), "");
    assert_eq!(hits(&setup(2)), fraction(5, 6));
    assert_eq!(hits(&setup(0)), fraction(1, 2));
    assert_eq!(hits(&setup(0).option("ties = 'failure'")), fraction(1, 3));
    let checks = Options::default();
    assert_eq!([checks.least(3, 9), checks.least(3, 10)], [6, 7]);
}

#[test] // SAM-0-2
fn no_face_settles_a_check_by_itself() {
    let setup = |bonus: i32| does("attack", &format!("melee = {bonus}"), "");
    assert_eq!(
        [hits(&setup(3)), hits(&setup(-3))],
        [fraction(1, 1), fraction(0, 1)]
    );
    let auto = |bonus: i32| setup(bonus).option("naturals = 'auto'");
    assert_eq!(
        [hits(&auto(3)), hits(&auto(-3))],
        [fraction(5, 6), fraction(1, 6)]
    );
}

#[test] // SAM-0-3, SAM-4-1
fn squares_are_counted_when_they_are_full() {
    assert_eq!(
        [squares(18, 0) / 5, squares(18, 1) / 5, squares(18, -1) / 5],
        [3, 1, 7]
    );
}

#[test] // SAM-4-1, SAM-4-2
fn scale_counts_for_target_and_attack() {
    let at = |mine: i32, theirs: i32, bonus: i32| {
        hits(&does(
            "attack",
            &format!("melee = {bonus}\nscale = {mine}"),
            &format!("scale = {theirs}"),
        ))
    };
    assert_eq!(at(2, 0, 3), fraction(2, 3));
    assert_eq!(at(0, 2, 3), fraction(1, 1));
    assert_eq!(at(-1, 0, 1), fraction(5, 6));
    assert_eq!(at(0, -1, 1), fraction(1, 2));
    // The Toughness is 6, plus 3 for each step of scale. The width of a square doubles with each step.
    let sheet = does(
        "wait",
        "scale = 2\nendurance = 0",
        "scale = -1\nendurance = 0",
    )
    .ready();
    let view = crate::rules::semiautomagic::nouns::scene::View {
        arena: &sheet.arena,
        state: &sheet.state,
    };
    let [a, b] = ["a", "b"].map(|name| sheet.who(name));
    assert_eq!([view.toughness(a), view.toughness(b)], [12, 3]);
    assert_eq!([view.fighter(a).width(), view.fighter(b).width()], [4, 1]);
}

#[test] // SAM-5-2, SAM-5-4, SAM-4-1
fn a_defence_needs_4_and_the_attack_bonus() {
    let setup = does("attack", "melee = 2", "parry = 1\npolicy = 'defends'");
    assert_eq!(lands(&setup), fraction(5, 9));
    // Scale and cover do not change the number that a defence must reach.
    let large = does(
        "attack",
        "melee = 3\nscale = 2",
        "parry = 1\npolicy = 'defends'",
    );
    assert_eq!(lands(&large), fraction(2, 3) * fraction(5, 6));
    let covered = does(
        "attack",
        "melee = 3",
        "parry = 1\ncover = 'light'\npolicy = 'defends'",
    );
    assert_eq!(lands(&covered), fraction(5, 6) * fraction(5, 6));
}

#[test] // SAM-5-3, SAM-18-4
fn damage_wounds_or_fells() {
    let setup = does("attack", "melee = 2", "parry = 1\npolicy = 'defends'");
    let odds = setup.odds(|trial| (trial.wounds("b"), trial.life("b")));
    assert_eq!(odds.of(|&(wounds, _)| wounds == 0), fraction(4, 9));
    assert_eq!(odds.of(|&(_, life)| life == Life::Dying), fraction(5, 36));
    let wounded = |&(wounds, life): &(u8, Life)| wounds == 1 && life == Life::Well;
    assert_eq!(odds.of(wounded), fraction(5, 12));
}

#[test] // SAM-5-4, SAM-5-5
fn modifiers_are_of_the_roll_and_of_the_defence() {
    let weapon =
        |x: i32, y: i32| format!("[weapons.trick]\ndamage = '1d8'\nattack_mod = {x}\ndc_mod = {y}");
    let setup = |x, y| {
        does(
            "attack",
            "melee = 3\ncarries = ['trick']",
            "parry = 2\npolicy = 'defends'",
        )
        .with(&weapon(x, y))
    };
    assert_eq!(lands(&setup(-1, -1)), fraction(5, 6) * fraction(1, 2));
    assert_eq!(lands(&setup(1, 0)), fraction(2, 3));
    let slow = "[weapons.slow]\ndamage = '1d8'\nseconds = 5";
    let after = does("attack", "carries = ['slow']", "")
        .with(slow)
        .step([1]);
    assert_eq!(after.body("a").clock.left, 1);
}

/// Returns the damage roll of an attack that lands, when the dice show `faces`.
fn rolled(setup: &Setup, faces: [u32; 2]) -> u32 {
    let trial = setup.step(faces);
    let Some(Blow::Landed { rolled, .. }) = trial.blows().last().copied() else {
        panic!("it did not land");
    };
    rolled
}

#[test] // SAM-0-5, SAM-5-6
fn strength_and_scale_are_added_to_melee_damage() {
    assert_eq!(rolled(&does("attack", "", ""), [6, 1]), 4);
    let club = "[weapons.club]\ndamage = '1d8+5'\nadds_strength = false";
    let giant = does("attack", "scale = 2\nmelee = 9\ncarries = ['club']", "").with(club);
    assert_eq!(rolled(&giant, [6, 3]), 3 + 11);
    assert_eq!(
        rolled(&giant.clone().option("scale_damage = 'none'"), [6, 3]),
        8
    );
    let bow = does("attack", "scale = 1\nranged = 9\ncarries = ['bow']", "");
    assert_eq!(rolled(&bow, [6, 1]), 4);
    assert_eq!(
        rolled(&bow.clone().option("scale_damage = 'all'"), [6, 1]),
        7
    );
    // Strength is not added to the damage of an area, unless the row of the weapon says so.
    let sweep = |more: &str| {
        let row = format!("[weapons.sweep]\ndamage = '1d8'\narea = 'cone'\n{more}");
        let setup = does("area", "carries = ['sweep']\nmelee = 9", "armour = 40").with(&row);
        rolled(&setup, [1, 1])
    };
    assert_eq!([sweep(""), sweep("adds_strength = true")], [1, 4]);
}

#[test] // SAM-5-7, SAM-18-10
fn damage_is_never_below_nothing() {
    let bite = "[weapons.bite]\ndamage = '1d4+1'\nadds_strength = false";
    let cat = does(
        "attack",
        "scale = -1\nmelee = 9\ncarries = ['bite']",
        "wounds = 3",
    )
    .with(bite);
    let odds = cat.odds(|trial| (trial.wounds("b"), trial.life("b")));
    assert_eq!(odds.of(|&(wounds, _)| wounds == 3), fraction(1, 2));
    assert_eq!(
        odds.of(|&(wounds, life)| wounds == 4 && life == Life::Well),
        fraction(1, 2)
    );
}

#[test] // SAM-5-8
fn blocks_need_a_shield_and_parries_a_weapon() {
    let setup = |stats: &str| {
        does(
            "attack",
            "melee = 0",
            &format!("{stats}\npolicy = 'defends'"),
        )
    };
    let defended = |stats: &str| lands(&setup(stats)) < fraction(1, 2);
    assert!(defended("block = 3\ncarries = ['shield']"));
    assert!(!defended("block = 3\ncarries = ['sword']"));
    assert!(defended("parry = 3"));
    assert!(!defended("parry = 3\ncarries = ['bow']"));
    assert!(defended("parry = 3\ncarries = []\nparries_unarmed = true"));
    assert!(defended("dodge = 3\ncarries = []"));
    assert!(!defended(""));
    // A fighter may defend itself any number of times in a turn, also against ranged attacks.
    let bow = does(
        "attack",
        "carries = ['bow']\nranged = 0",
        "parry = 0\npolicy = 'defends'",
    );
    assert_eq!(lands(&bow), fraction(1, 4));
    let not = bow.option("parry_ranged = 'no'");
    assert_eq!(lands(&not), fraction(1, 2));
}

#[test] // SAM-5-9, SAM-0-14
fn who_defends_may_ask_about_the_attacker() {
    let parries = |wounds: u8| {
        let theirs = "parry = 3\npolicy = 'q'\narmour = 40";
        let setup = does("attack", "melee = 9", theirs)
            .policy("q", "defend = ['best if target.wounds == 0']")
            .ready();
        let hurt = setup.given("a", |body| body.wounds = wounds);
        let faces = if wounds == 0 {
            vec![1, 1, 1]
        } else {
            vec![1, 1]
        };
        hurt.step(faces).says("parries")
    };
    assert!(parries(0) && !parries(1));
}

#[test] // SAM-5-9
fn the_best_defence_is_chosen() {
    let stats = |block: i32, parry: i32, dodge: i32| {
        format!(
            "block = {block}\nparry = {parry}\ndodge = {dodge}\ncarries = ['shield', 'sword']\npolicy = 'defends'"
        )
    };
    let word = |block, parry, dodge| {
        let trial = does("attack", "melee = 9", &stats(block, parry, dodge)).step([1, 1, 1]);
        let words = ["blocks", "parries", "dodges"];
        words
            .into_iter()
            .find(|word| trial.says(word))
            .expect("one")
    };
    assert_eq!(word(2, 2, 2), "blocks");
    assert_eq!(word(1, 2, 2), "parries");
    assert_eq!(word(1, 2, 3), "dodges");
    let never = does(
        "attack",
        "melee = 9",
        &stats(1, 1, 1).replace("defends", "reckless"),
    );
    assert!(!never.step([1, 1]).says("blocks"));
}

/// Returns whether `weapon` reaches an enemy that stands at `at`. `mine` are lines for the attacker, and
/// `option` is a house rule.
fn reaches(weapon: &str, mine: &str, at: &str, option: &str) -> bool {
    let mine = format!("carries = ['{weapon}']\nmelee = 9\nranged = 9\n{mine}");
    let setup = on_a_field("attack", &mine, &format!("at = {at}")).option(option);
    setup
        .odds(|trial| trial.blows().len())
        .of(|&blows| blows > 0)
        == fraction(1, 1)
}

#[test] // SAM-6-1, SAM-6-2, SAM-6-3, SAM-4-3
fn weapons_reach_just_so_far() {
    let human = |weapon: &str, at: &str| reaches(weapon, "", at, "");
    assert!(human("sword", "[11, 11]") && !human("sword", "[12, 10]"));
    assert!(human("spear", "[12, 12]") && !human("spear", "[11, 10]"));
    assert!(!human("teeth", "[11, 10]"));
    let up_to = "min_reach = 'up-to'";
    assert!(reaches("spear", "", "[11, 10]", up_to) && !reaches("spear", "", "[13, 10]", up_to));
    // A creature of scale 1 occupies columns 10 and 11. Its squares are two cells wide, so distances of 1 and
    // of 2 cells both count as one square.
    let large = |weapon: &str, at: &str| reaches(weapon, "scale = 1", at, "");
    assert!(large("sword", "[12, 10]") && large("sword", "[13, 10]"));
    assert!(
        !large("sword", "[14, 10]") && large("spear", "[14, 10]") && large("spear", "[15, 10]")
    );
    assert!(reaches("teeth", "natural_reach = 1", "[11, 10]", ""));
    // The natural reach of a creature is added to the reach of its weapon.
    let long = |at: &str| reaches("sword", "natural_reach = 1", at, "");
    assert!(long("[12, 10]") && !long("[11, 10]"));
    // With this house rule, a weapon also reaches enemies in the cell of its user.
    let inside = on_a_field("attack", "melee = 9", "armour = 40")
        .option(up_to)
        .ready();
    let inside = inside.given("b", |body| *body = body.at(Cell::new(10, 10)));
    assert_eq!(inside.step([1, 1]).attackers(), ["a"]);
}

#[test] // SAM-6-3
fn bare_hands_reach_the_own_cell() {
    let mine = "carries = []\nunarmed = '1d3'\nmelee = 9";
    let near = on_a_field("attack", mine, "");
    assert!(near.step([]).blows().is_empty());
    let long = on_a_field("attack", &format!("{mine}\nnatural_reach = 1"), "");
    let trial = long.step([1, 2]);
    assert_eq!(
        trial.blows(),
        [Blow::Landed {
            rolled: 5,
            stopped: 0,
            dealt: 5
        }]
    );
}

#[test] // SAM-7-2, SAM-7-3
fn every_doubling_of_the_range_costs_1() {
    let metres = |metres: u32| doublings(2 * metres, 30);
    assert_eq!(
        [15, 16, 30, 31, 60, 61, 120, 121, 240, 241].map(metres),
        [0, 1, 1, 2, 2, 3, 3, 4, 4, 5]
    );
    let at = |x: u32| {
        let other = format!("at = [{x}, 0]\nparry = 1\npolicy = 'defends'");
        let setup = on_a_field(
            "attack",
            "carries = ['bow']\nranged = 2\nat = [0, 0]",
            &other,
        );
        setup.field("light = 'clear'")
    };
    assert_eq!(hits(&at(15)), fraction(5, 6));
    assert_eq!(hits(&at(39)), fraction(1, 2));
    assert_eq!(lands(&at(39)), fraction(1, 2) * fraction(2, 3));
    let sling = "[weapons.sling]\nkind = 'ranged'\ndamage = '1d4'\nrange = 1\nmax_doublings = 2";
    let shoots = |x: u32| {
        let mine = "carries = ['sling']\nranged = 9\nat = [0, 0]";
        let setup = on_a_field("attack", mine, &format!("at = [{x}, 0]")).with(sling);
        let odds = setup.odds(|trial| trial.blows().len());
        odds.of(|&blows| blows == 1) == fraction(1, 1)
    };
    assert!(shoots(4) && !shoots(5));
}

#[test] // SAM-7-4, SAM-7-5
fn aiming_takes_one_doubling_off() {
    let aimed = |x: u32, option: &str| {
        let mine = "carries = ['bow']\nranged = 2\nat = [0, 0]\npolicy = 'q'";
        let setup = on_a_field("wait", mine, &format!("at = [{x}, 0]")).option(option);
        let setup = setup.policy("q", "act = ['aim if not self.aims', 'attack']");
        hits(&Setup::clone(&setup)) == fraction(1, 1)
            && setup
                .ready()
                .step([])
                .odds(|trial| trial.tallied()[2])
                .of(|&missed| missed == 0)
                == fraction(if x > 30 { 4 } else { 5 }, 6)
    };
    assert!(aimed(39, ""));
    assert!(aimed(20, "aim_amount = 1"));
    // At up to 10 m an aim has no effect, so `a` does not aim.
    let near = on_a_field("aim", "carries = ['bow']", "at = [20, 10]");
    assert_eq!(near.step([]).body("a").aim, None);
    // An aim at one enemy gives no bonus against another.
    let setup = on_a_field(
        "attack at first",
        "carries = ['bow']\nranged = 2\nat = [0, 0]",
        "at = [39, 0]",
    );
    let trial = setup.and("c", "at = [39, 9]").ready();
    let at_c = Some(trial.who("c"));
    let odds = trial
        .given("a", |body| body.aim = at_c)
        .odds(|trial| trial.tallied()[2]);
    assert_eq!(odds.of(|&missed| missed == 0), fraction(3, 6));
    // An aim ends when the fighter moves or shoots.
    let mine = "carries = ['bow']\nranged = 2\nat = [5, 5]\npolicy = 'q'";
    let setup = on_a_field("wait", mine, "at = [39, 5]");
    let moves = setup
        .clone()
        .policy("q", "act = ['aim if self.seconds == 6', 'move-away']");
    let trial = moves.ready().step([]);
    assert!(trial.body("a").aim.is_some());
    assert!(trial.step([]).body("a").aim.is_none());
    let shoots = setup.policy("q", "act = ['aim if self.seconds == 6', 'attack']");
    let trial = shoots.ready().step([]).step([1]);
    assert!(trial.body("a").aim.is_none() && trial.blows() == [Blow::Missed]);
    // A fighter does not aim again at the enemy that it is aiming at. Therefore `a` does the next action of
    // its policy and sheathes its bow.
    let mine = "carries = ['bow']\nat = [5, 5]\npolicy = 'q'";
    let twice = on_a_field("wait", mine, "at = [39, 5]").policy("q", "act = ['aim', 'sheathe']");
    let twice = twice.ready().step([]).step([]);
    assert_eq!(twice.body("a").items[0].place, Whereabouts::Sheathed);
}

#[test] // SAM-7-5
fn an_aim_is_lost_with_its_target_behind_a_wall_and_with_nobody_else() {
    let map = "map = \"\"\"\n..b..c...\n.........\n...#.....\na..#.e...\n\"\"\"";
    let setup = fighters("a", "carries = ['bow']\nat = 'a'")
        .and("e", "at = 'e'")
        .against("b", "at = 'b'")
        .and("c", "at = 'c'\npolicy = 'p'")
        .field(map)
        .policy("p", "act = ['move to e']");
    let aims = |at: &str| {
        let trial = setup.ready();
        let target = Some(trial.who(at));
        let trial = trial.given("a", |body| body.aim = target);
        let trial = trial.turn([]).turn([]).turn([]).step([]);
        assert_eq!(trial.at("c"), (5, 1));
        trial.body("a").aim == target
    };
    assert!(aims("b") && !aims("c"));
}

#[test] // SAM-7-1
fn walls_hide_and_creatures_do_not() {
    let map = |row: &str| format!("map = \"\"\"\n{row}\n.......\n\"\"\"");
    let shot = |row: &str| {
        let setup = does("attack", "carries = ['bow']\nat = 'a'", "at = 'b'")
            .and("c", "at = 'c'")
            .field(&map(row));
        let odds = setup.odds(|trial| trial.blows().len());
        odds.of(|&blows| blows == 1) == fraction(1, 1)
    };
    assert!(shot("a..c..b"));
    let text = "attack at b";
    let past = |row: &str| {
        let setup = does(text, "carries = ['bow']\nat = 'a'", "at = 'b'").field(&map(row));
        let odds = setup.odds(|trial| trial.blows().len());
        odds.of(|&blows| blows == 1) == fraction(1, 1)
    };
    assert!(past("a.....b") && !past("a..#..b"));
}

#[test] // SAM-7-6, SAM-7-7
fn weapons_are_loaded_and_run_out() {
    let bow =
        "[weapons.hand-bow]\nkind = 'ranged'\ndamage = '1'\nrange = 15\nshots = 1\nammunition = 2";
    let setup = does("wait", "carries = ['hand-bow']\npolicy = 'q'", "").with(bow);
    let setup = setup.policy("q", "act = ['attack', 'reload']");
    // In the first turn, the fighter shoots for four seconds, and uses two of the four seconds that loading
    // takes. In the second turn, it uses the other two and shoots again.
    let trial = setup.ready().turn([1]);
    assert_eq!(trial.body("a").items[0].loaded, 2);
    let trial = trial.turn([]).turn([1]);
    assert_eq!(trial.blows().len(), 1);
    assert_eq!(trial.body("a").items[0].ammunition, 0);
    let trial = trial.turn([]).turn([]);
    assert!(trial.blows().is_empty());
    // At the start, a weapon is loaded with no more shots than there is ammunition.
    let few = "[weapons.few]\nkind = 'ranged'\ndamage = '1'\nrange = 15\nshots = 5\nammunition = 2";
    let few = does("wait", "carries = ['few']", "").with(few).ready();
    assert_eq!(few.body("a").items[0].shots, 2);
}

#[test] // SAM-7-6, SAM-7-7
fn every_loading_takes_its_seconds_and_fills_what_there_is_ammunition_for() {
    let setup = |row: &str| {
        let row = format!("[weapons.thrower]\nkind = 'ranged'\ndamage = '1'\nrange = 15\n{row}");
        does("wait", "carries = ['thrower']\npolicy = 'q'", "")
            .with(&row)
            .policy("q", "act = ['reload']")
    };
    let loaded = |row: &str, ammunition: u8, seconds: usize| {
        let mut trial = setup(row).ready().given("a", |body| {
            (body.items[0].shots, body.items[0].ammunition) = (0, ammunition);
        });
        for _ in 0..seconds {
            trial = trial.step([]);
        }
        trial
    };
    let shots = |row: &str, ammunition: u8, seconds: usize| {
        loaded(row, ammunition, seconds).body("a").items[0].shots
    };
    let two = "shots = 2\nammunition = 9";
    assert_eq!(
        [shots(two, 9, 3), shots(two, 9, 4), shots(two, 1, 4)],
        [0, 2, 1]
    );
    // Loading the weapon again takes the same number of seconds.
    let again = loaded(two, 9, 4).given("a", |body| body.items[0].shots = 0);
    assert_eq!(again.step([]).body("a").items[0].shots, 0);
    // Loading a small weapon takes as long as loading a large one.
    assert_eq!(shots("shots = 1\nscale = -1", 0, 3), 0);
    // A weapon cannot be loaded if no ammunition is left for it.
    let last = setup(two).ready().given("a", |body| {
        (body.items[0].shots, body.items[0].ammunition) = (1, 1);
    });
    assert_eq!(last.step([]).body("a").items[0].loaded, 0);
}

#[test] // SAM-0-14, SAM-2-6, SAM-7-6
fn conditions_ask_what_is_spent_and_what_could_be_drawn() {
    let arm = "[weapons.arm]\nkind = 'ranged'\ndamage = '1'\nrange = 15\nammunition = 1";
    let holds = |condition: &str, carries: &str, ammunition: u8| {
        let mine = format!("melee = 3\nranged = 2\ncarries = {carries}");
        let setup = does(&format!("drop if {condition}"), &mine, "").with(arm);
        let ready = setup.ready().given("a", |body| {
            body.items[0].ammunition = ammunition;
            body.items[1].shaky = ammunition > 1;
        });
        let first = ready.step([]).body("a").items[0].place;
        matches!(first, Whereabouts::Dropped(_))
    };
    let pair = "['arm', 'sword']";
    assert!(holds("spent(arm)", pair, 0) && holds("spent(ranged)", pair, 0));
    assert!(!holds("spent(arm)", pair, 1) && !holds("spent(melee)", pair, 0));
    assert!(!holds("spent(ranged)", "['arm', 'gun']", 0));
    assert!(!holds("spent(bow)", "['bow']", 0));
    assert!(holds("drawable(sword)", "['bow', 'sword']", 0));
    assert!(holds("drawable(spear)", "['arm', 'gun', 'spear']", 1));
    assert!(!holds("drawable(spear)", "['arm', 'shield', 'spear']", 1));
    assert!(!holds("drawable(sword)", pair, 1) && !holds("drawable(melee)", "['arm']", 1));
    assert!(holds(
        "skill(sword) == 3 and skill(melee) > skill(ranged)",
        pair,
        1
    ));
    assert!(holds("skill(sword) == 2 and skill(arm) == 2", pair, 2));
}

#[test] // SAM-7-7
fn large_weapons_take_longer_and_several_share_it() {
    let ballista =
        "[weapons.ballista]\nkind = 'ranged'\ndamage = '3d6'\nrange = 30\nshots = 1\nscale = 2";
    let crew = |count: u32| {
        let setup = fighters_of(count)
            .with(ballista)
            .policy("load", "act = ['reload']");
        let trial = setup.ready().given("a", |body| body.items[0].shots = 0);
        let mut turns = 0;
        let mut trial = trial;
        while trial.body("a").items[0].shots == 0 {
            trial = trial.turn([]);
            turns += 1;
        }
        turns
    };
    // Loading takes twelve seconds. One fighter needs two of its turns for this, and the turn of the enemy
    // comes in between. With two helpers, the first two fighters spend six seconds each, so the weapon is
    // loaded after the second turn.
    assert_eq!(crew(0), 2 + 1);
    assert_eq!(crew(2), 2);
    // Only a fighter adjacent to the owner can help to load.
    let helps = |column: u8| {
        let setup = fighters("h", "carries = []\npolicy = 'load'\nat = [5, 5]")
            .and("a", &format!("carries = ['crossbow']\nat = [{column}, 5]"))
            .against("b", "at = [30, 30]")
            .field("size = [40, 40]")
            .policy("load", "act = ['reload']");
        let trial = setup.ready().given("a", |body| body.items[0].shots = 0);
        trial.step([]).body("a").items[0].loaded
    };
    assert_eq!([helps(6), helps(7)], [1, 0]);
}

/// Sets up a fighter with a ballista, `helpers` friends that help to load it, and an enemy.
fn fighters_of(helpers: u32) -> Setup {
    let mut setup = crate::rules::semiautomagic::testing::fighters(
        "a",
        "carries = ['ballista']\npolicy = 'load'",
    );
    if helpers > 0 {
        setup = setup.and("helper", &format!("count = {helpers}\npolicy = 'load'"));
    }
    setup.against("b", "")
}

#[test] // SAM-8-1
fn magic_uses_its_own_skill() {
    let bolt = "[weapons.bolt]\nkind = 'ranged'\nskill = 'magic'\ndamage = '1d6'\nrange = 10";
    let setup = does("attack", "carries = ['bolt']\nmagic = 2\nranged = -9", "").with(bolt);
    assert_eq!(hits(&setup), fraction(5, 6));
    let aims = on_a_field("aim", "carries = ['bolt']\nat = [0, 0]", "at = [30, 0]").with(bolt);
    assert!(aims.step([]).body("a").aim.is_none());
    // An aim does not reduce the range penalty of a spell.
    let mine = "carries = ['bolt']\nmagic = 2\nat = [0, 0]";
    let trial = on_a_field("attack", mine, "at = [15, 0]")
        .with(bolt)
        .ready();
    let target = Some(trial.who("b"));
    let odds = trial
        .given("a", |body| body.aim = target)
        .odds(|trial| trial.tallied()[2]);
    assert_eq!(odds.of(|&missed| missed == 0), fraction(4, 6));
}

#[test] // SAM-0-15
fn attacks_are_counted() {
    let setup = does("attack", "melee = 2", "parry = 1\npolicy = 'defends'");
    assert_eq!(setup.step([1]).blows(), [Blow::Missed]);
    assert_eq!(setup.step([2, 5]).blows(), [Blow::Evaded]);
    let landed = |rolled: u32, dealt: u32| Blow::Landed {
        rolled,
        stopped: rolled - dealt,
        dealt,
    };
    assert_eq!(setup.step([2, 4, 2]).blows(), [landed(5, 5)]);
    let hard = does("attack", "melee = 2", "armour = 9");
    assert_eq!(hard.step([2, 2]).blows(), [landed(5, 0)]);
}
