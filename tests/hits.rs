//! Checks the table `hits.csv`. Attacks, downs and overkill of random scenarios of every book are counted
//! again from the events of fights that are told as stories.

#[path = "../examples/agree/generate.rs"]
mod generate;

use std::collections::BTreeMap;
use std::path::Path;

use assert_cmd::Command;
use generate::{Shape, Source};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus as Luck;
use skirmish::bout::{Bout, Happened, Story};
use skirmish::fight::{Blow, Cast, FighterId, Stream, WeaponId};
use skirmish::rules::{self, RulesetId};
use skirmish::scenario::Overrides;

/// Number of fights per matchup and seat (order of the sides). It is so small that all fights are rolled, and
/// none is drawn from tables.
const FIGHTS: u64 = 30;

/// The key of a row: matchup, side, combatant, weapon, side of the target, target.
type Key = [String; 6];

/// The counts in a row of `hits.csv`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Counts {
    attacks: u64,
    hits: u64,
    evaded: u64,
    damage: u64,
    downs: u64,
    overkill: u64,
}

/// The damage that a fighter has taken since it last joined the fight, and the attacker and weapon of the
/// last blow.
#[derive(Debug, Clone, Default)]
struct Suffered {
    damage: u64,
    last: Option<(FighterId, WeaponId)>,
}

/// Adds the events of one fight to the counts of all rows.
fn count(matchup: &str, cast: &Cast, story: &Story, all: &mut BTreeMap<Key, Counts>) {
    let key = |attacker: FighterId, weapon: WeaponId, target: FighterId| -> Key {
        let [one, other] = [attacker, target].map(|who| cast.combatant(who));
        [
            matchup,
            &cast.sides[one.side.index()],
            &one.name,
            &one.weapons[weapon.index()].name,
            &cast.sides[other.side.index()],
            &other.name,
        ]
        .map(str::to_owned)
    };
    let mut suffered: BTreeMap<usize, Suffered> = BTreeMap::new();
    for event in &story.events {
        match event.what {
            Happened::Attacked {
                attacker,
                target,
                weapon,
                blow,
            } => {
                let row = all.entry(key(attacker, weapon, target)).or_default();
                row.attacks += 1;
                match blow {
                    Blow::Missed => {}
                    Blow::Evaded => row.evaded += 1,
                    Blow::Landed { dealt, .. } => {
                        let dealt = u64::from(dealt);
                        row.hits += 1;
                        row.damage += dealt;
                        let own = suffered.entry(target.index()).or_default();
                        let health = u64::from(cast.combatant(target).health);
                        let left = health.saturating_sub(own.damage);
                        if health > 0 {
                            row.overkill += dealt.saturating_sub(left);
                        }
                        own.damage += dealt;
                        if dealt > 0 {
                            own.last = Some((attacker, weapon));
                        }
                    }
                }
            }
            Happened::Downed(who) => {
                let last = suffered.get(&who.index()).and_then(|own| own.last);
                if let Some((attacker, weapon)) = last {
                    all.entry(key(attacker, weapon, who)).or_default().downs += 1;
                }
            }
            Happened::Back(who) => drop(suffered.remove(&who.index())),
            Happened::Fled(_) => {}
        }
    }
}

/// Returns the rows of `hits.csv` of a run. Also returns whether the file has the columns for downs and for
/// overkill.
fn written(out: &Path) -> (BTreeMap<Key, Counts>, [bool; 2]) {
    let mut table = csv::Reader::from_path(out.join("hits.csv")).expect("a table");
    let heads = table.headers().expect("a header").clone();
    let place = |name: &str| heads.iter().position(|head| head == name);
    let mut all: BTreeMap<Key, Counts> = BTreeMap::new();
    let [downs, overkill] = ["downs", "overkill"].map(|name| place(name).is_some());
    for row in table.records() {
        let row = row.expect("a row");
        let text = |name: &str| place(name).map_or("", |at| &row[at]).to_owned();
        let number = |name: &str| text(name).parse::<u64>().unwrap_or_default();
        let key = [
            "matchup",
            "side",
            "combatant",
            "weapon",
            "target_side",
            "target",
        ]
        .map(text);
        // Two weapons of a combatant may have the same name, so the counts of such rows are added.
        let sum = all.entry(key).or_default();
        sum.attacks += number("attacks");
        sum.hits += number("hits");
        sum.evaded += number("evaded");
        sum.damage += number("damage_dealt");
        sum.downs += number("downs");
        sum.overkill += number("overkill");
    }
    (all, [downs, overkill])
}

/// Plays random scenarios of a book, and compares `hits.csv` with the events. Returns the sum of all counts.
fn recounted(name: &str, seed: u64) -> Counts {
    let book = RulesetId::named(name).expect("a book").book();
    let source = Source::of(book);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("scenario.toml");
    let out = folder.path().join("out");
    let mut luck = Luck::seed_from_u64(seed);
    let mut total = Counts::default();
    let mut played = 0;
    while played < 12 {
        let shape = if played % 2 == 0 {
            Shape::SMALL
        } else {
            Shape::DRAWN
        };
        let text = toml::to_string(&source.scenario(&mut luck, &shape)).expect("a table");
        std::fs::write(&path, &text).expect("a temporary file");
        let Ok((scenario, matches)) = rules::load(&path, &Overrides::default()) else {
            continue;
        };
        played += 1;
        Command::new(assert_cmd::cargo::cargo_bin!("skirmish"))
            .current_dir(folder.path())
            .args([
                "run",
                "scenario.toml",
                "--quiet",
                "--out",
                "out",
                "--fights",
            ])
            .arg(FIGHTS.to_string())
            .assert()
            .success();
        let (found, [downs, overkill]) = written(&out);
        let mut told: BTreeMap<Key, Counts> = BTreeMap::new();
        for one in &matches {
            for bout in &one.seats {
                let bout: &dyn Bout = bout.as_ref();
                let stream = Stream::new(scenario.run.seed, bout.label());
                for n in 0..FIGHTS {
                    count(&one.name, bout.cast(), &bout.tell(&stream, n), &mut told);
                }
            }
        }
        for row in told.values_mut() {
            row.downs *= u64::from(downs);
            row.overkill *= u64::from(overkill);
            total.attacks += row.attacks;
            total.hits += row.hits;
            total.downs += row.downs;
            total.overkill += row.overkill;
        }
        assert_eq!(found, told, "{text}");
        std::fs::remove_dir_all(&out).expect("it was written");
    }
    total
}

#[test]
fn downs_and_overkill_are_those_of_the_told_fights_in_every_book() {
    for (book, seed) in [
        ("brp", 1),
        ("murdham", 2),
        ("persona", 3),
        ("semiautomagic", 4),
        ("swift-swords", 5),
    ] {
        let total = recounted(book, seed);
        assert!(total.attacks > 500 && total.hits > 100, "{book}: {total:?}");
        assert!(total.downs > 20, "{book}: {total:?}");
        // Two books have wounds or ranks instead of health.
        let has_health = !["semiautomagic", "swift-swords"].contains(&book);
        let has_overkill = total.overkill > 0;
        assert_eq!(has_overkill, has_health, "{book}: {total:?}");
    }
}
