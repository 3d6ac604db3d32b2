//! Tests of flanking, posture, cover, light, hiding, speed and surprise.

use crate::grid::Cell;
use crate::rules::semiautomagic::nouns::scene::View;
use crate::rules::semiautomagic::nouns::state::Life;
use crate::rules::semiautomagic::testing::{Setup, Trial, does, fighters, fraction, on_a_field};
use num_rational::BigRational;

/// Returns the probability that the attack of `a` hits.
fn hits(setup: &Setup) -> BigRational {
    setup
        .odds(|trial| trial.tallied()[2])
        .of(|&missed| missed == 0)
}

/// Returns the probability that a defence succeeds against an attack that has hit.
fn defended(setup: &Setup) -> BigRational {
    let odds = setup.odds(Trial::tallied);
    odds.of(|tallied| tallied[1] == 1) / odds.of(|tallied| tallied[2] == 0)
}

fn melee(theirs: &str) -> Setup {
    does("attack", "melee = 2", theirs)
}

fn shot(theirs: &str) -> Setup {
    does("attack", "carries = ['bow']\nranged = 2", theirs)
}

#[test] // SAM-11-1, SAM-11-6, SAM-5-1
fn cover_adds_to_the_target_score() {
    let at = |step: &str| hits(&melee(&format!("cover = '{step}'")));
    let expected = [("none", 5), ("light", 4), ("medium", 3), ("heavy", 2)];
    for (step, ways) in expected {
        assert_eq!(at(step), fraction(ways, 6), "{step}");
    }
    assert_eq!(hits(&melee("invisible = true")), fraction(1, 6));
    // The target has light cover and stands in hazy light.
    let fog = on_a_field("attack", "melee = 3", "cover = 'light'").field("light = 'hazy'");
    assert_eq!(hits(&fog), fraction(2, 3));
}

#[test] // SAM-11-2
fn enemies_on_two_sides_flank() {
    let with = |ally: &str| {
        let theirs = "parry = 3\npolicy = 'defends'\nat = [11, 10]";
        fighters("a", "melee = 3\npolicy = 'p'\nat = [10, 10]")
            .and("c", ally)
            .against("b", theirs)
            .policy("p", "act = ['attack']")
            .field("size = [40, 40]")
    };
    assert_eq!(defended(&with("at = [30, 30]")), fraction(1, 2));
    assert_eq!(defended(&with("at = [12, 10]")), fraction(1, 3));
    assert_eq!(defended(&with("at = [12, 11]")), fraction(1, 2));
    // Fighters that are prone, crouched or without weapons flank, too.
    for ally in ["posture = 'prone'", "posture = 'crouched'", "carries = []"] {
        assert_eq!(
            defended(&with(&format!("at = [12, 10]\n{ally}"))),
            fraction(1, 3)
        );
    }
    assert_eq!(
        defended(&with("at = [12, 10]\nstarts = ['paralysed']")),
        fraction(1, 2)
    );
    // Broken fighters do not flank, even if a house rule keeps them in the fight.
    let broken = with("at = [12, 10]\nstarts = ['broken']");
    assert_eq!(
        defended(&broken.option("broken_is_out = 'no'")),
        fraction(1, 2)
    );
    // Two attackers flank a creature of four cells if they stand opposite each other, seen from the centre of
    // the creature.
    let large = with("at = [13, 11]")
        .text()
        .replace("policy = 'defends'", "policy = 'defends'\nscale = 1");
    let trial =
        crate::rules::semiautomagic::testing::Trial::of(crate::rules::testing::compiled(&large));
    let odds = trial.odds(Trial::tallied);
    assert_eq!(odds.of(|tallied| tallied[1] == 1), fraction(1, 3));
    // A single fighter cannot flank, so the action `move-to-flank` is not possible for it.
    let alone = on_a_field("move-to-flank", "", "").step([]);
    assert_eq!(alone.at("a"), (10, 10));
}

#[test] // SAM-11-3
fn posture_helps_against_shots_and_not_in_melee() {
    let at = |posture: &str| {
        let stats = format!("posture = '{posture}'");
        [hits(&shot(&stats)), hits(&melee(&stats))]
    };
    assert_eq!(at("crouched"), [fraction(4, 6), fraction(1, 1)]);
    assert_eq!(at("prone"), [fraction(1, 2), fraction(1, 1)]);
}

#[test] // SAM-11-4
fn posture_makes_cover_better() {
    let at = |stats: &str| hits(&melee(stats));
    assert_eq!(at("cover = 'light'\nposture = 'crouched'"), fraction(3, 6));
    assert_eq!(at("cover = 'light'\nposture = 'prone'"), fraction(2, 6));
    // If a fighter behind medium cover is prone, its cover counts as total, and nobody can attack it.
    let total = melee("cover = 'medium'\nposture = 'prone'").step([]);
    assert!(total.blows().is_empty());
}

#[test] // SAM-11-5
fn cover_has_its_directions() {
    let from = |x: u8, y: u8| {
        let mine = format!("carries = ['bow']\nranged = 2\nat = [{x}, {y}]");
        let theirs = "cover = 'medium'\ncover_from = ['w', 'nw']\nat = [20, 20]";
        hits(&on_a_field("attack", &mine, theirs))
    };
    assert_eq!(
        [from(10, 20), from(10, 30), from(30, 20)],
        [fraction(3, 6), fraction(3, 6), fraction(5, 6)]
    );
    let map = "map = \"\"\"\na...c\n\"\"\"\n";
    let legend = "[field.legend.c]\ncover = 'heavy'";
    let setup = does(
        "attack",
        "carries = ['bow']\nranged = 2\nat = 'a'",
        "at = 'c'",
    );
    assert_eq!(hits(&setup.field(map).with(legend)), fraction(2, 6));
    // If a fighter has cover of its own and its cell has cover as well, the better of the two counts.
    let both = does("attack", "melee = 2\nat = 'a'", "at = 'c'\ncover = 'light'");
    let map = "map = \"\"\"\nac\n\"\"\"\n";
    let both = both.field(map).with("[field.legend.c]\ncover = 'light'");
    assert_eq!(hits(&both), fraction(4, 6));
    // Steps of cover that shots have destroyed do not count any more.
    let shot_away = melee("cover = 'medium'").ready();
    let odds = shot_away
        .given("b", |body| body.cover_lost = 1)
        .odds(|trial| trial.tallied()[2]);
    assert_eq!(odds.of(|&missed| missed == 0), fraction(4, 6));
}

#[test] // SAM-11-7, SAM-11-8
fn total_cover_has_to_be_shot_through() {
    assert!(shot("cover = 'total'").step([]).blows().is_empty());
    // A fighter cannot attack from behind total cover either.
    assert!(
        does("attack", "cover = 'total'", "")
            .step([])
            .blows()
            .is_empty()
    );
    let on = |stats: &str| shot(stats).option("hit_cover = 'on'");
    // The attack roll must reach 8, which only a 6 does, with a bonus of 2. Totals from 4 to 7 hit the cover.
    let odds =
        on("cover = 'total'").odds(|trial| (trial.tallied()[2], trial.says("hits the cover")));
    assert_eq!(odds.of(|&(_, cover)| cover), fraction(4, 6));
}

#[test] // SAM-11-8
fn narrow_misses_hit_the_cover() {
    let setup = does(
        "attack",
        "carries = ['bow']\nranged = 2",
        "cover = 'medium'",
    );
    let setup = setup.option("hit_cover = 'on'");
    let said = |words: &'static str| setup.odds(move |trial| trial.says(words));
    assert_eq!(said("it hits the cover").of(|&said| said), fraction(1, 3));
    assert_eq!(said("a miss").of(|&said| said), fraction(1, 6));
    // The cover has Toughness 10 and Minimum Toughness 4. Damage of 11 breaks it, and all of it comes
    // through. Damage of 9 comes through with 3 less. Damage of 4 is stopped.
    let stats = "cover = 'medium'\narmour = 2\ncover_durability = 1";
    let setup = shot(stats).option("hit_cover = 'on'");
    let after = |face: u32| {
        let trial = setup.step([2, face]);
        (trial.body("b").cover_lost, trial.wounds("b"))
    };
    assert_eq!([after(8), after(6), after(1)], [(1, 1), (0, 1), (0, 0)]);
    // Damage that breaks the cover comes through in full. The scale of the cover raises its Toughness.
    let broken = |stats: &str| {
        let theirs = format!("cover = 'medium'\n{stats}");
        let trial = shot(&theirs).option("hit_cover = 'on'").step([2, 8]);
        (
            trial.body("b").cover_lost,
            trial.wounds("b"),
            trial.life("b"),
        )
    };
    assert_eq!(broken("cover_durability = 1"), (0, 1, Life::Dying));
    assert_eq!(broken("cover_scale = 1"), (0, 1, Life::Well));
    // Both attacks of a combo are rolled against the full cover that the target had before the combo
    // [SAM-0-11, SAM-10-2].
    let mine = "carries = ['bow']\nranged = 1\ncombos = ['two']";
    let setup = does("combo", mine, "cover = 'heavy'\narmour = 40");
    let trial = setup.option("hit_cover = 'on'").step([5, 8, 5, 8]);
    assert_eq!(trial.body("b").cover_lost, 2);
}

/// Sets up `a`, which shoots with a bow at the nearest enemy. The enemies are `b` and `d`, whose armour stops
/// every shot. `b` stands in the first of two cells with the cover `cover`, and `d` stands in the open.
fn before_cover(cover: &str, theirs: &str) -> Setup {
    let mine = "carries = ['bow']\nranged = 2\nat = 'a'";
    let theirs = format!("at = 'c'\narmour = 40\n{theirs}");
    does("attack", mine, &theirs)
        .and("d", "at = 'd'\narmour = 40")
        .option("hit_cover = 'on'")
        .field("map = 'a..c.c..d.'")
        .with(&format!("[field.legend.c]\ncover = '{cover}'\n"))
}

/// Moves these fighters to these columns, and returns the probability that `a` then hits its target. Hits on
/// cover do not count.
fn hits_at(trial: Trial, columns: &[(&str, u8)]) -> BigRational {
    let trial = trial.given("a", |body| body.clock.left = 6);
    let placed = columns.iter().fold(trial, |trial, &(name, x)| {
        trial.given(name, |body| *body = body.at(Cell::new(x, 0)))
    });
    let odds = placed.odds(|trial| trial.says(": a hit."));
    odds.of(|&hit| hit)
}

/// The attack roll and the damage of a shot that hits cover. Its damage of 11 exceeds the cover's Toughness,
/// so the cover breaks.
const BREAKS: [u32; 2] = [2, 8];

#[test] // SAM-11-5, SAM-11-8
fn cover_of_the_ground_stays_shot_away_for_everybody() {
    let setup = before_cover("heavy", "");
    assert_eq!(hits_at(setup.ready(), &[]), fraction(2, 6));
    let after = |columns: &[(&str, u8)]| hits_at(setup.step(BREAKS), columns);
    assert_eq!(after(&[]), fraction(3, 6));
    // Another cell with cover still has its full cover. The cell with damaged cover has one step less for
    // everybody.
    assert_eq!(after(&[("b", 5)]), fraction(2, 6));
    assert_eq!(after(&[("b", 9), ("d", 3)]), fraction(3, 6));
    // The cover of a cell loses a step with every such shot, no matter which fighter stands there.
    let again = |columns: &[(&str, u8)]| {
        let trial = setup.step(BREAKS).given("a", |body| body.clock.left = 6);
        let trial = trial.given("b", |body| *body = body.at(Cell::new(9, 0)));
        let trial = trial.given("d", |body| *body = body.at(Cell::new(3, 0)));
        hits_at(trial.step(BREAKS), columns)
    };
    assert_eq!(again(&[]), fraction(4, 6));
    assert_eq!(again(&[("b", 3), ("d", 8)]), fraction(4, 6));
    assert_eq!(again(&[("d", 5)]), fraction(2, 6));
    // A shot that exceeds only the Minimum Toughness of the cover does not reduce the cover by a step.
    assert_eq!(hits_at(setup.step([2, 6]), &[]), fraction(2, 6));
}

#[test] // SAM-11-5, SAM-11-8
fn own_cover_is_shot_away_from_its_owner() {
    let setup = before_cover("none", "cover = 'heavy'");
    let after = |columns: &[(&str, u8)]| hits_at(setup.step(BREAKS), columns);
    assert_eq!(
        [after(&[]), after(&[("b", 5)])],
        [fraction(3, 6), fraction(3, 6)]
    );
    assert_eq!(after(&[("b", 9), ("d", 3)]), fraction(5, 6));
    // If a fighter and its cell have different cover, the better cover loses the step.
    let setup = before_cover("heavy", "cover = 'light'");
    let after = |columns: &[(&str, u8)]| hits_at(setup.step(BREAKS), columns);
    assert_eq!(
        [after(&[]), after(&[("b", 6)])],
        [fraction(3, 6), fraction(4, 6)]
    );
    let setup = before_cover("light", "cover = 'heavy'");
    let after = |columns: &[(&str, u8)]| hits_at(setup.step(BREAKS), columns);
    assert_eq!(
        [after(&[]), after(&[("b", 9), ("d", 3)])],
        [fraction(3, 6), fraction(4, 6)]
    );
    // If both have equally good cover, both lose a step. Otherwise the shot would make no difference.
    let setup = before_cover("heavy", "cover = 'heavy'");
    let after = |columns: &[(&str, u8)]| hits_at(setup.step(BREAKS), columns);
    assert_eq!(
        [after(&[]), after(&[("b", 6)])],
        [fraction(3, 6), fraction(3, 6)]
    );
    assert_eq!(after(&[("b", 9), ("d", 3)]), fraction(3, 6));
}

#[test] // SAM-11-5, SAM-11-8
fn cover_of_the_large_is_shot_away_wherever_they_stand() {
    let mine = "carries = ['bow']\nranged = 2\nat = [0, 0]";
    let setup = does("attack", mine, "scale = 1\narmour = 40\nat = [4, 0]")
        .and("d", "armour = 40\nat = [9, 0]")
        .option("hit_cover = 'on'")
        .field("map = \"\"\"\n....cc....\n....cc....\n\"\"\"\n")
        .with("[field.legend.c]\ncover = 'heavy'\n");
    assert_eq!(hits_at(setup.ready(), &[]), fraction(3, 6));
    let after = |columns: &[(&str, u8)]| hits_at(setup.step(BREAKS), columns);
    assert_eq!(after(&[]), fraction(4, 6));
    assert_eq!(after(&[("b", 7), ("d", 5)]), fraction(3, 6));
}

#[test] // SAM-0-11, SAM-10-2, SAM-11-8
fn each_attack_of_a_combo_shoots_a_step_away() {
    let mine = "carries = ['bow']\nranged = 1\ncombos = ['two']\nat = 'a'";
    let setup = does("combo", mine, "armour = 40\nat = 'c'")
        .option("hit_cover = 'on'")
        .field("map = 'a..c'")
        .with("[field.legend.c]\ncover = 'heavy'\n");
    let lost = |faces: [u32; 4]| setup.step(faces).state.holes.of(Cell::new(3, 0));
    assert_eq!([lost([5, 8, 5, 8]), lost([5, 8, 5, 1])], [2, 1]);
}

#[test] // SAM-11-8
fn a_fight_remembers_so_many_cells_whose_cover_is_shot_away() {
    let holed = |cells: &[(u8, u8)]| {
        let mut trial = before_cover("heavy", "").ready();
        for &(x, y) in cells {
            trial.state.holes.add(Cell::new(x, y));
        }
        trial
    };
    // The order of the cells does not matter. A cell in column 0 of row 0 can be recorded, too.
    let [one, other] = [[3, 0, 3, 5], [0, 3, 5, 3]].map(|row| holed(&row.map(|x| (x, 0))));
    assert_eq!(one.state, other.state);
    let lost = [0, 3, 4, 5].map(|x| one.state.holes.of(Cell::new(x, 0)));
    assert_eq!(lost, [1, 2, 0, 1]);
    // The steps lost are recorded for at most eight cells. All other cells keep their full cover.
    let others = |count: usize| (0..).map(|y| (63, y)).take(count).collect::<Vec<_>>();
    let after = |cells: &[(u8, u8)]| hits_at(holed(cells).step(BREAKS), &[]);
    assert_eq!(after(&others(7)), fraction(3, 6));
    assert_eq!(after(&others(8)), fraction(2, 6));
    let noted = [others(7), vec![(3, 0)]].concat();
    assert_eq!(after(&noted), fraction(4, 6));
}

#[test] // SAM-11-5, SAM-11-8
fn nobody_seeks_cover_that_is_shot_away() {
    let seeks = |faces: &[u32]| {
        let setup = before_cover("light", "policy = 'seeks'");
        let setup = setup.policy("seeks", "act = ['move-to-cover']");
        let shot = setup.turn_of_a(faces.iter().copied());
        let out = shot.given("b", |body| *body = body.at(Cell::new(2, 0)));
        out.step([]).at("b")
    };
    assert_eq!(seeks(&[1]), (3, 0));
    assert_eq!(seeks(&BREAKS), (5, 0));
}

#[test] // SAM-11-9
fn light_conceals() {
    let lit = |light: &str, mine: &str| {
        let setup = on_a_field("attack", &format!("melee = 2\n{mine}"), "");
        hits(&setup.field(&format!("light = '{light}'")))
    };
    assert_eq!(
        [lit("clear", ""), lit("hazy", ""), lit("dark", "")],
        [5, 4, 1].map(|ways| fraction(ways, 6))
    );
    assert_eq!(
        [
            lit("hazy", "lowlight = true"),
            lit("dark", "lowlight = true")
        ],
        [5, 1].map(|ways| fraction(ways, 6))
    );
    assert_eq!(hits(&melee("concealed = true")), fraction(4, 6));
    // If a fighter is concealed and also stands in poor light, the one that hinders sight more counts.
    let both = on_a_field("attack", "melee = 2", "concealed = true").field("light = 'hazy'");
    assert_eq!(hits(&both), fraction(4, 6));
    let map = "map = \"\"\"\nad\n\"\"\"";
    let legend = "[field.legend.d]\nlight = 'dark'";
    let setup = does("attack", "melee = 2\nat = 'a'", "at = 'd'")
        .field(map)
        .with(legend);
    assert_eq!(hits(&setup), fraction(1, 6));
    // The light of the field and the light of the cell are compared, and the darker one counts. For a
    // creature of several cells, this is the light of its brightest cell.
    let setup = |map: &str, theirs: &str, light: &str| {
        let map = format!("map = \"\"\"\n{map}\n\"\"\"\nlight = '{light}'");
        let setup = does(
            "attack",
            "melee = 1\nat = 'a'",
            &format!("at = 'b'\n{theirs}"),
        );
        hits(&setup.field(&map).with(legend))
    };
    assert_eq!(setup("d.\nab", "", "hazy"), fraction(3, 6));
    assert_eq!(setup(".dd\nab.", "scale = 1", "clear"), fraction(5, 6));
}

#[test] // SAM-11-10
fn the_invisible_have_to_be_located() {
    let setup = |option: &str| melee("invisible = true").option(option);
    assert_eq!(hits(&setup("locate = 'always'")), fraction(1, 6));
    assert!(setup("locate = 'never'").step([]).blows().is_empty());
    assert_eq!(hits(&setup("locate = 'check'")), fraction(1, 36));
    // A house rule decides whether rage also gives -1 to perception.
    let hears = |option: &str| {
        let mine = "melee = 2\nperception = 1\nstarts = ['frenzied']";
        let setup = does("attack", mine, "invisible = true").option("locate = 'check'");
        hits(&setup.option(option))
    };
    assert_eq!(hears("rage_dex_skills = 'all'"), fraction(1, 36));
    assert_eq!(hears("rage_dex_skills = 'attacks'"), fraction(2, 36));
    // A target is flat-footed against an attacker that it cannot see.
    let unseen = does(
        "attack",
        "melee = 3\ninvisible = true",
        "parry = 3\npolicy = 'defends'",
    );
    assert_eq!(defended(&unseen), fraction(1, 3));
}

#[test] // SAM-11-7, SAM-11-9, SAM-11-15
fn who_is_not_seen_finds_its_target_flat_footed() {
    let in_the = |light: &str| {
        let setup = on_a_field("attack", "melee = 3", "parry = 3\npolicy = 'defends'");
        defended(&setup.field(&format!("light = '{light}'")))
    };
    assert_eq!(
        [in_the("hazy"), in_the("dark")],
        [fraction(1, 2), fraction(1, 3)]
    );
    let out_of = |cover: &str| {
        let mine = format!("melee = 3\ncover = '{cover}'");
        let setup = does("attack", &mine, "parry = 3\npolicy = 'defends'");
        defended(&setup.option("hit_cover = 'on'"))
    };
    assert_eq!(
        [out_of("heavy"), out_of("total")],
        [fraction(1, 2), fraction(1, 3)]
    );
}

#[test] // SAM-11-11
fn hiders_are_seen_with_their_number() {
    let setup = fighters(
        "a",
        "hidden = true\nconcealed = true\nstealth = 1\nscale = 0\npolicy = 'p'\nmelee = 3",
    )
    .against("b", "perception = 2\nparry = 3\npolicy = 'defends'")
    .policy("p", "act = ['attack']");
    let open = |faces: [u32; 4]| {
        let mut trial = setup.ready();
        trial.state = trial.arena.start.clone();
        trial.step(faces)
    };
    let unseen =
        |trial: &crate::rules::semiautomagic::testing::Trial| !trial.body("a").unseen_by.is_empty();
    // The stealth total of `a` is 5 + 1, or 6. Perception totals of 3 + 2 do not reach it, and 4 + 2 do.
    assert!(unseen(&open([6, 1, 5, 3])));
    assert!(!unseen(&open([6, 1, 5, 4])));
    // An attack ends the hiding from all enemies. Its target is still flat-footed against it.
    let trial = open([6, 1, 5, 3]).step([6, 4, 1]);
    assert!(trial.says("in vain") && !unseen(&trial));
    // A fighter cannot hide from an enemy if it has neither cover nor concealment from that enemy.
    let walled = "hidden = true\ncover = 'light'\ncover_from = ['w']\nstealth = 9";
    let seen = on_a_field("wait", walled, "at = [20, 10]");
    let mut trial = seen.ready();
    trial.state = trial.arena.start.clone();
    assert!(!unseen(&trial.step([6, 1, 6])));
    // Mobility penalties reduce stealth. Total cover improves it no more than heavy cover does.
    let number = |stats: &str, words: &str| {
        let setup = fighters("a", &format!("hidden = true\nstealth = 1\n{stats}"));
        let mut trial = setup.against("b", "").ready();
        trial.state = trial.arena.start.clone();
        trial.step([6, 1, 5, 1]).says(words)
    };
    assert!(number("concealed = true\nmobility = 2", "a hides with 4;"));
    assert!(number("cover = 'heavy'", "a hides with 9;"));
    assert!(number("cover = 'total'", "a hides with 9;"));
}

#[test] // SAM-11-12
fn the_fast_are_hard_to_hit() {
    let moved = |halves: u16| {
        let setup = on_a_field("attack", "melee = 2", "");
        let trial = setup.ready().given("b", |body| body.clock.moved = halves);
        trial
            .odds(|trial| trial.tallied()[2])
            .of(|&missed| missed == 0)
    };
    assert_eq!(
        [moved(58), moved(108), moved(120)],
        [5, 4, 3].map(|ways| fraction(ways, 6))
    );
    let runs = on_a_field("run-away", "at = [0, 0]\nspeed = 5", "at = [1, 0]");
    let text = runs.text().replace("size = [40, 40]", "size = [64, 64]");
    let trial =
        crate::rules::semiautomagic::testing::Trial::of(crate::rules::testing::compiled(&text));
    let odds = trial.odds(|trial| trial.body("a").clock.moved >= 120);
    assert_eq!(odds.of(|&fast| fast), fraction(1, 1));
    // The height of a fall counts as distance moved.
    let falls = does(
        "attack",
        "melee = 2",
        "falls = { metres = 60 }\narmour = 40",
    );
    let mut trial = falls.ready();
    trial.state = trial.arena.start.clone();
    let odds = trial.step([6, 1, 1]).odds(|trial| trial.tallied()[2]);
    // The attack roll must reach 4, plus 2 for the target's speed, less 2 because the target is prone.
    assert_eq!(odds.of(|&missed| missed == 0), fraction(5, 6));
}

#[test] // SAM-0-3, SAM-4-3, SAM-11-12
fn fractions_of_squares_moved_add_up() {
    // Forty diagonal steps in six seconds are 60 m, which are 30 squares for a creature of the size of a
    // horse.
    let setup = on_a_field(
        "move",
        "scale = 1\nspeed = 5\nat = [0, 0]",
        "at = [60, 60]\nmelee = 3",
    );
    let text = setup.text().replace("size = [40, 40]", "size = [64, 64]");
    let trial = Trial::of(crate::rules::testing::compiled(&text)).turn([]);
    assert_eq!(trial.at("a"), (40, 40));
    let view = View {
        arena: &trial.arena,
        state: &trial.state,
    };
    assert_eq!(view.situation(trial.who("b"), trial.who("a"), false), 1);
}

#[test] // SAM-11-13
fn speed_adds_to_damage_by_a_house_rule() {
    let dealt = |option: &str, scale: i32| {
        let theirs = format!("scale = {scale}\narmour = 40\nat = [11, 10]");
        let setup = on_a_field("attack", "melee = 12", &theirs).option(option);
        let trial = setup.ready().given("a", |body| body.clock.pace = 35);
        let who = trial.who("a");
        let arena = &trial.arena;
        let view = crate::rules::semiautomagic::nouns::scene::View {
            arena,
            state: &trial.state,
        };
        view.speed_damage(who, trial.who("b"))
    };
    let on = "speed_damage = 'on'";
    assert_eq!(
        [dealt("", 0), dealt(on, 0), dealt(on, 1), dealt(on, -1)],
        [0, 3, 1, 7]
    );
    // Speed adds to the damage of melee attacks only.
    let rolled = |stats: &str| {
        let setup = on_a_field("attack", stats, "armour = 40").option(on);
        let trial = setup.ready().given("b", |body| body.clock.pace = 35);
        trial.step([6, 1]).says("rolls 7 for damage")
    };
    assert!(rolled("melee = 9") && !rolled("carries = ['bow']\nranged = 9"));
    // Any action after the movement ends the bonus for speed.
    let setup = on_a_field(
        "wait",
        "melee = 9\nat = [8, 10]\npolicy = 'q'",
        "armour = 40",
    );
    let trial = setup.policy("q", "act = ['attack', 'move']").step([]);
    assert_eq!(trial.body("a").clock.pace, 4);
    assert_eq!(trial.step([1, 1]).body("a").clock.pace, 0);
}

#[test] // SAM-11-14, SAM-11-15
fn the_surprised_are_flat_footed() {
    let setup = |stats: &str| {
        does(
            "attack",
            "melee = 3",
            &format!("parry = 3\npolicy = 'defends'\n{stats}"),
        )
    };
    assert_eq!(defended(&setup("")), fraction(1, 2));
    let surprised = setup("surprised_by = ['a']");
    assert_eq!(defended(&surprised), fraction(1, 3));
    let none = surprised.clone().option("flat_footed = 'no-defence'");
    assert_eq!(defended(&none), fraction(0, 1));
    // A surprised fighter is flat-footed until its own first turn. A house rule may also take this turn away.
    let begins = does("wait", "", "surprised_by = ['side 1']\npolicy = 'plain'");
    let trial = begins.ready().turn([]);
    assert!(trial.body("b").surprised);
    let trial = trial.turn([1]);
    assert!(!trial.body("b").surprised && trial.attackers() == ["b"]);
    let loses = begins.option("surprise_round = 'yes'");
    let trial = loses.ready().turn([]).turn([]);
    assert!(trial.says("is surprised and loses this turn"));
    let flanked = fighters("a", "melee = 3\npolicy = 'p'\nat = [10, 10]")
        .and("c", "at = [12, 10]")
        .against(
            "b",
            "parry = 3\npolicy = 'defends'\nat = [11, 10]\nsurprised_by = ['a']",
        )
        .policy("p", "act = ['attack']")
        .field("size = [40, 40]");
    assert_eq!(defended(&flanked), fraction(1, 6));
    // A fighter that is surprised by `c` is not surprised by other fighters.
    let other = setup("surprised_by = ['c']").text();
    let other = other.replace(
        "{ combatant = \"a\" }",
        "{ combatant = \"a\" }, { combatant = \"c\" }",
    );
    let other = other.replacen("[[sides]]", "[combatants.c]\npolicy = 'idle'\n[[sides]]", 1);
    let odds = Trial::of(crate::rules::testing::compiled(&other)).odds(Trial::tallied);
    assert_eq!(odds.of(|tallied| tallied[1] == 1), fraction(1, 2));
}
