//! Tests of the values that a stat block gives, and of their effects.

use num_rational::BigRational;

use crate::dice::Throw;
use crate::rules::brp::testing::{fighters, fraction};

/// Returns the hit points and the damage bonus of a fighter with these lines.
fn read(stats: &str) -> (i32, Throw) {
    read_beside(stats, "")
}

/// Returns the hit points and the damage bonus of a fighter with these lines, in a scenario with further
/// `tables`.
fn read_beside(stats: &str, tables: &str) -> (i32, Throw) {
    let text = fighters("knight", stats)
        .against("goblin", "")
        .with(tables)
        .text()
        .replacen("hit_points = 13\n", "", usize::from(stats.contains("con")));
    let (matchup, _, faults) = crate::rules::testing::matchup(&text);
    let tables = super::Tables::read(&matchup.tree, &faults);
    let (name, node) = crate::scenario::tables::combatants(&matchup.tree)
        .find(|(name, _)| *name == "knight")
        .expect("a knight");
    let sheet = super::read(name, node, &tables, &faults);
    assert!(faults.is_empty(), "{}", faults.render(false, 100));
    let sheet = sheet.expect("a sheet without faults");
    (sheet.hit_points, sheet.db)
}

#[test] // BRP-X-1
fn hit_points_are_half_of_con_and_siz_rounded_up() {
    assert_eq!(read("con = 11\nsiz = 14").0, 13);
    assert_eq!(read("con = 12\nsiz = 14").0, 13);
    assert_eq!(read("con = 1\nsiz = 1").0, 1);
    assert_eq!(read("hit_points = 17").0, 17);
    assert_eq!(read("hit_points = 17\nsiz = 14").0, 17);
}

#[test] // BRP-X-1, BRP-X-2
fn what_is_set_holds_rather_than_what_it_would_follow_from() {
    let elder = "[combatants.elder]\ndex = 9\ncon = 11\nsiz = 14\nstr = 12\n";
    let like = |stats: &str| read_beside(&format!("like = 'elder'\n{stats}"), elder);
    let bonus = |text: &str| text.parse::<Throw>().expect("a throw");
    assert_eq!(like("hit_points = 17\ndb = '1d8'"), (17, bonus("1d8")));
    let given = "[combatants.elder]\ndex = 9\nhit_points = 17\ndb = '1d8'\n";
    let derived = "like = 'elder'\ncon = 11\nsiz = 14\nstr = 12";
    assert_eq!(read_beside(derived, given), (13, bonus("1d4")));
    let set = |path: &str, value: &str| {
        format!("[[vary]]\nname = 'x'\nset = 'combatants.knight.{path}'\nto = [{value}]\n")
    };
    let stats = "con = 11\nsiz = 14\nstr = 12";
    assert_eq!(read_beside(stats, &set("hit_points", "17")).0, 17);
    assert_eq!(read_beside(stats, &set("db", "'1d8'")).1, bonus("1d8"));
    assert_eq!(read_beside("con = 11\nsiz = 14", &set("con", "15")).0, 15);
}

#[test] // BRP-X-1
fn hit_points_are_those_at_the_start_and_the_most() {
    let trial = fighters("knight", "hit_points = 17")
        .against("goblin", "")
        .ready();
    assert_eq!(trial.hp("knight"), 17);
    assert_eq!(trial.arena.fighter(trial.who("knight")).hit_points, 17);
}

#[test] // BRP-X-2
fn the_six_rows_of_the_damage_bonus() {
    for (least, most, bonus) in [
        (2, 12, "-1d6"),
        (13, 16, "-1d4"),
        (17, 24, "0"),
        (25, 32, "1d4"),
        (33, 40, "1d6"),
        (41, 56, "2d6"),
    ] {
        let bonus: Throw = bonus.parse().expect("a throw");
        for total in [least, most] {
            for strength in [1, total / 2, total - 1] {
                let stats = format!("str = {strength}\nsiz = {}", total - strength);
                assert_eq!(read(&stats).1, bonus, "{stats}");
            }
        }
    }
}

#[test] // BRP-X-2
fn a_damage_bonus_may_be_written_and_is_none_by_default() {
    assert_eq!(read("").1, Throw::default());
    assert_eq!(read("siz = 40").1, Throw::default());
    assert_eq!(read("db = \"none\"").1, Throw::default());
    assert_eq!(read("db = \"+1d4\"").1, Throw::new(1, 4, 0));
    assert_eq!(read("db = \"3D6\"\nsiz = 60").1, Throw::new(3, 6, 0));
    assert_eq!(read("db = 2").1, Throw::new(0, 0, 2));
    let weak = read("db = \"-1d4\"").1;
    assert_eq!((weak.min(), weak.max()), (-4, -1));
}

#[test] // BRP-X-10, BRP-X-3, BRP-5.9-9
fn what_a_scenario_need_not_say() {
    let trial = fighters("knight", "dex = 11").against("goblin", "").ready();
    let knight = trial.arena.fighter(trial.who("knight"));
    let names: Vec<&str> = knight.items.iter().map(|item| item.name.as_str()).collect();
    assert_eq!(names, ["brawl"]);
    let brawl = knight.items[0].strike.expect("a blow");
    assert_eq!((brawl.rating, brawl.damage.bonus), (25, Throw::default()));
    assert_eq!((knight.dex, knight.dodge), (11, 22));
    assert_eq!((knight.armour, knight.cover), ([0; 3], 0));
    assert_eq!(knight.first_aid.success, 30);
    assert!(knight.unaware_of.is_empty());
    assert_eq!(trial.at("knight"), 0);
    assert_eq!(trial.arena.reach, 200);
    assert_eq!(trial.arena.cast.round_cap, 100);
}

#[test] // BRP-X-10
fn what_a_scenario_may_say() {
    let trial = fighters(
        "knight",
        "unaware_of = [\"goblin\"]\nat = -2.5\nfixed_cover_ap = 16",
    )
    .against("goblin", "at = [1, 2.25]\ncount = 2")
    .and("wolf", "")
    .field("melee_reach = 3.5")
    .with("[run]\nround_cap = 7")
    .ready();
    let knight = trial.arena.fighter(trial.who("knight"));
    assert!(knight.unaware_of.has(trial.who("goblin 1")));
    assert!(knight.unaware_of.has(trial.who("goblin 2")));
    assert!(!knight.unaware_of.has(trial.who("wolf")));
    assert_eq!(knight.cover, 16);
    assert_eq!((trial.at("knight"), trial.at("goblin 2")), (-250, 225));
    assert_eq!((trial.arena.reach, trial.arena.cast.round_cap), (350, 7));
    let side = fighters("knight", "unaware_of = [\"side 2\"]")
        .against("wolf", "")
        .ready();
    let knight = side.arena.fighter(side.who("knight"));
    assert!(knight.unaware_of.has(side.who("wolf")));
}

#[test] // BRP-X-2, BRP-5.9-2
fn a_strong_fighter_hits_harder() {
    let mean = |stats: &str| -> BigRational {
        let trial = fighters("knight", &format!("{stats}\nskills = {{ brawl = 100 }}"))
            .against("goblin", "hit_points = 1000\npolicy = \"idle\"")
            .with("[policies.idle]\nact = [\"wait\"]\nreact = [\"nothing\"]")
            .ready();
        trial
            .round_odds(|after| 1000 - after.hp("goblin"))
            .mean(|&dealt| dealt.into())
    };
    // Of 100 blows, 81 do 1D3, and 19 are special and do 3 + 1D3.
    assert_eq!(mean(""), fraction(81 * 2 + 19 * 5, 100));
    // With STR + SIZ = 25, each blow also does 1D4, which is 2.5 on average.
    assert_eq!(
        mean("str = 11\nsiz = 14"),
        fraction(2 * (81 * 2 + 19 * 5) + 500, 200)
    );
}
