//! Tests that parse the tables of a report.

use std::collections::HashMap;

use super::super::fixtures::{in_both_seats, played, report};
use super::*;
use crate::fight::{Cast, EventId, EventSpec, FighterId, FighterSet, Outcome, WHOLE, Witness};
use crate::scenario::RESERVED;
use crate::tally::Tally;

fn two_scenarios() -> Report {
    let duel = played("duel, \"night\"", &[], [600, 300, 60, 40]);
    report(vec![
        in_both_seats(duel, [350, 550, 60, 40]),
        played(
            "blades",
            &[("weapon", "axe"), ("side", "left")],
            [10, 0, 0, 0],
        ),
        played(
            "blades",
            &[("weapon", "bow"), ("side", "left")],
            [0, 0, 0, 0],
        ),
    ])
}

fn text(report: &Report, name: &str) -> String {
    let (_, bytes) = report
        .tables()
        .into_iter()
        .find(|(table, _)| *table == name)
        .expect("a table of that name");
    String::from_utf8(bytes).expect("tables are UTF-8")
}

/// Returns the rows of a table. Each row has its cells by the names of the columns.
fn rows(report: &Report, name: &str) -> Vec<HashMap<String, String>> {
    csv::Reader::from_reader(text(report, name).as_bytes())
        .deserialize()
        .collect::<Result<_, _>>()
        .expect("tables are CSV")
}

fn number(row: &HashMap<String, String>, column: &str) -> u64 {
    row[column].parse().expect("a whole number")
}

#[test]
fn headers_are_as_documented() {
    let report = two_scenarios();
    for (name, columns) in [
        (
            "summary.csv",
            "axis weapon,axis side,side,fights,wins,losses,draws,undecided,win_rate,win_rate_low,win_rate_high,rounds_mean,rounds_p10,\
             rounds_p50,rounds_p90,survivors_mean,rounds_mean_low,rounds_mean_high,survivors_mean_low,\
             survivors_mean_high,rounds_mean_se,survivors_mean_se,seat_effect,seat_effect_low,seat_effect_high,\
             seed,version,digest",
        ),
        (
            "kills.csv",
            "axis weapon,axis side,side,combatant,round,downed",
        ),
        (
            "standing.csv",
            "axis weapon,axis side,side,round,standing_mean,standing_mean_low,standing_mean_high,fights_going",
        ),
        (
            "damage.csv",
            "axis weapon,axis side,side,combatant,weapon,damage,hits",
        ),
        (
            "hits.csv",
            "axis weapon,axis side,side,combatant,weapon,target_side,target,attacks,hits,evaded,damage_dealt,fights_followed",
        ),
        (
            "combatants.csv",
            "axis weapon,axis side,side,combatant,count,attacks,hits,evaded,damage_dealt,damage_taken,downs,survived,back,fled,\
             damage_per_fight",
        ),
        (
            "policies.csv",
            "axis weapon,axis side,side,combatant,policy,list,line,considered,used",
        ),
        ("rounds.csv", "axis weapon,axis side,winner,round,fights"),
        (
            "fighters.csv",
            "axis weapon,axis side,side,combatant,fighter_number,out_share,out_share_se,out_round,out_round_se,out_first,\
             out_first_se,out_place,out_place_se",
        ),
        (
            "health.csv",
            "axis weapon,axis side,side,combatant,health_left,per_fight,per_fight_se",
        ),
        (
            "events.csv",
            "axis weapon,axis side,side,event_kind,event,per_fight,per_fight_se",
        ),
        ("axes.csv", "axis,label,number"),
    ] {
        let text = text(&report, name);
        // A row of axes.csv is about one axis and not about the matchup as a whole, so it has no id of the
        // matchup.
        let id = if name == "axes.csv" {
            ""
        } else {
            ",matchup_id"
        };
        let header = format!("scenario,ruleset,matchup,{columns}{id}");
        assert_eq!(text.split("\r\n").next(), Some(&*header));
    }
    assert_eq!(report.tables().len(), 12);
}

#[test]
fn a_summary_row_has_every_figure() {
    let text = text(&two_scenarios(), "summary.csv");
    let lines: Vec<_> = text.split("\r\n").collect();
    assert_eq!(
        lines[1],
        "\"duel, \"\"night\"\"\",brp,,,,guards,2000,1150,650,120,80,0.575000,0.553211,0.596502,3.000000,3,3,3,\
         0.615000,2.998155,3.001845,0.593656,0.636344,0.000000,0.010884,0.050000,0.006671,0.093064,7,1.2.3,sha256:00ff,00ff"
    );
    assert_eq!(
        lines[6],
        "blades,brp,bow vs left,bow,left,raiders,0,0,0,0,0,,,,,,,,,,,,,,,,,,7,1.2.3,sha256:00ff,00ff"
    );
    assert_eq!(lines[7..], [""]);
}

#[test]
fn parts_add_up_in_every_table() {
    let report = two_scenarios();
    let summary = rows(&report, "summary.csv");
    for row in &summary {
        let parts = ["wins", "losses", "draws", "undecided"].map(|part| number(row, part));
        assert_eq!(parts.iter().sum::<u64>(), number(row, "fights"));
    }
    let sum = |table: &str, column: &str| {
        rows(&report, table)
            .iter()
            .map(|row| number(row, column))
            .sum::<u64>()
    };
    // The summary has a row for each of the two sides, so it counts each fight twice.
    assert_eq!(
        sum("rounds.csv", "fights") * 2,
        sum("summary.csv", "fights")
    );
    assert_eq!(sum("kills.csv", "downed"), sum("combatants.csv", "downs"));
    assert_eq!(sum("damage.csv", "hits"), sum("combatants.csv", "hits"));
    for column in ["attacks", "hits", "evaded", "damage_dealt"] {
        assert_eq!(sum("hits.csv", column), sum("combatants.csv", column));
    }
    let dealt = sum("combatants.csv", "damage_dealt");
    assert_eq!(dealt, sum("combatants.csv", "damage_taken"));
    assert_eq!(dealt, 4 * sum("summary.csv", "wins"));
    let histogram = rows(&report, "damage.csv");
    let weighed = histogram
        .iter()
        .map(|row| number(row, "damage") * number(row, "hits"));
    assert_eq!(weighed.sum::<u64>(), dealt);
}

#[test]
fn histograms_name_their_rows_and_skip_zeros() {
    let report = two_scenarios();
    let winners: Vec<_> = rows(&report, "rounds.csv")
        .iter()
        .map(|row| {
            (
                row["winner"].clone(),
                number(row, "round"),
                number(row, "fights"),
            )
        })
        .collect();
    let expected = [
        ("guards", 1150),
        ("raiders", 650),
        ("draw", 120),
        ("undecided", 80),
        ("guards", 10),
    ];
    assert_eq!(winners, expected.map(|(who, n)| (who.to_owned(), 3, n)));
    let damage = rows(&report, "damage.csv");
    assert_eq!(damage[0]["weapon"], "axe, \"great\"");
    let hits = damage
        .iter()
        .map(|row| (number(row, "damage"), number(row, "hits")));
    // The hits are those of guards and raiders in the duel, and then those of both in the scenario `blades`,
    // where the raiders never win.
    assert!(hits.eq([(0, 850), (4, 1150), (0, 1350), (4, 650), (4, 10), (0, 10)]));
}

#[test]
fn standing_fighters_have_a_row_for_each_round_up_to_the_last_change() {
    let report = report(vec![played("duel", &[], [600, 300, 60, 40])]);
    let rows = rows(&report, "standing.csv");
    let figures: Vec<_> = rows
        .iter()
        .map(|row| {
            let cells = ["side", "round", "standing_mean", "fights_going"];
            cells.map(|column| &*row[column]).join(" ")
        })
        .collect();
    assert_eq!(
        figures,
        [
            "guards 0 1.000000 1000",
            "guards 1 1.000000 1000",
            "guards 2 1.000000 1000",
            "guards 3 0.640000 0",
            "raiders 0 1.000000 1000",
            "raiders 1 1.000000 1000",
            "raiders 2 1.000000 1000",
            "raiders 3 0.340000 0",
        ]
    );
    let summary = &self::rows(&report, "summary.csv")[0];
    assert_eq!(summary["survivors_mean"], rows[3]["standing_mean"]);
    let reach = |row: &HashMap<String, String>, column: &str| -> [f64; 2] {
        ["low", "high"].map(|end| row[&format!("{column}_{end}")].parse().expect("a number"))
    };
    // For a side of one fighter, the interval is Wilson's, which is close to the normal one.
    let ends = reach(&rows[3], "standing_mean");
    let known = reach(summary, "survivors_mean");
    assert!(ends.iter().zip(known).all(|(a, b)| (a - b).abs() < 1e-3));
}

#[test]
fn lost_ranks_have_a_table_where_a_book_counts_them() {
    let counted = played("duel", &[], [0; 4]);
    let cast = Cast {
        most_lost: 3,
        things: FighterSet::NONE,
        absent: FighterSet::NONE,
        objectives: Vec::new(),
        day: None,
        events: &[],
        ..counted.cast
    };
    let mut tally = Tally::new(&cast);
    for ranks in [0, 2, 2] {
        tally.lost(FighterId(1), FighterId(0), WeaponId(0), ranks);
    }
    let counted = Played {
        cast,
        tally,
        ..counted
    };
    let report = report(vec![played("blades", &[], [1, 0, 0, 0]), counted]);
    assert_eq!(report.tables().len(), 12);
    assert_eq!(
        text(&report, "ranks.csv"),
        "scenario,ruleset,matchup,side,combatant,weapon,lost,hits,matchup_id\r\n\
         duel,brp,,raiders,raider,\"axe, \"\"great\"\"\",0,1,00ff\r\n\
         duel,brp,,raiders,raider,\"axe, \"\"great\"\"\",2,2,00ff\r\n"
    );
}

#[test]
fn who_comes_later_is_no_part_of_the_count() {
    let counted = played("duel", &[], [1, 0, 0, 0]);
    let of = |absent: FighterSet| {
        let cast = Cast {
            absent,
            ..counted.cast.clone()
        };
        let tally = Tally::new(&cast);
        let report = report(vec![Played {
            cast,
            tally,
            ..played("duel", &[], [1, 0, 0, 0])
        }]);
        let rows = rows(&report, "combatants.csv");
        let counts = rows.iter().map(|row| row["count"].parse::<u32>());
        counts.map(|count| count.expect("a number")).sum::<u32>()
    };
    let everybody = counted.cast.everybody().count();
    assert_eq!(of(FighterSet::NONE), everybody);
    assert_eq!(of(FighterSet(0b11)), everybody - 2);
}

#[test]
fn a_column_of_numbers_that_nobody_has_is_left_out() {
    let one_seat = report(vec![played("duel", &[], [6, 3, 1, 0])]);
    let text = text(&one_seat, "summary.csv");
    let header = text.split("\r\n").next().expect("a header");
    assert!(header.ends_with(",rounds_mean_se,survivors_mean_se,seed,version,digest,matchup_id"));
    let cells = |line: &str| line.split(',').count();
    assert!(text.lines().all(|line| cells(line) == cells(header)));
}

#[test]
fn labels_have_their_values_beside_them() {
    let matchups = || {
        let skill = |label| played("duel", &[("skill", label), ("rule", "new")], [1, 0, 0, 0]);
        vec![skill("good"), skill("bad")]
    };
    let values = |good: Json, bad: Json| {
        let key = |axis: &str, label: &str| ["duel", axis, label].map(str::to_owned);
        let rows = [
            (key("skill", "good"), good),
            (key("skill", "bad"), bad),
            (key("rule", "new"), Json::from("new")),
        ];
        rows.into_iter().collect::<HashMap<_, _>>()
    };
    let columns = |values| {
        let report = report(matchups()).with_values(values);
        rows(&report, "rounds.csv")
            .iter()
            .map(|row| (row["skill"].clone(), row.get("skill value").cloned()))
            .collect::<Vec<_>>()
    };
    let owned = |text: &str| Some(text.to_owned());
    assert_eq!(
        columns(values(Json::from(55), Json::from(2.5))),
        [
            ("good".to_owned(), owned("55")),
            ("bad".to_owned(), owned("2.5"))
        ]
    );
    // The column is left out if the labels are the values themselves, and for values without a short text.
    assert_eq!(columns(HashMap::new())[0].1, None);
    let report = report(matchups()).with_values(values(Json::from(1), Json::from(2)));
    assert!(!rows(&report, "rounds.csv")[0].contains_key("rule value"));
}

#[test]
fn events_health_and_departures_have_their_rows() {
    const EVENTS: &[EventSpec] = &[
        EventSpec::deed("stumble", "X-1", "stumbles"),
        EventSpec::fate("asleep", "X-2", "asleep at the end"),
    ];
    let counted = played("duel", &[], [0, 0, 0, 0]);
    let cast = counted.cast.counting(EVENTS, |_| 9);
    let mut tally = Tally::new(&cast);
    let mut sums = tally.sums();
    for n in 0..512 {
        for _ in 0..n % 3 {
            tally.happened(FighterId(0), EventId(0), WHOLE);
        }
        tally.downed(FighterId(1), 2 + n % 2);
        tally.happened(FighterId(1), EventId(1), WHOLE);
        tally.left(FighterId(0), 4, WHOLE / 4);
        tally.ended(&Outcome {
            ending: Ending::Won(SideId(0)),
            rounds: 3,
            standing: FighterSet(0b01),
        });
        if n % 16 == 15 {
            let next = u64::from(n) + 1;
            tally.told(next - 16..next, &mut sums);
        }
    }
    let counted = Played {
        cast,
        tally,
        ..played("duel", &[], [0, 0, 0, 0])
    };
    let report = report(vec![counted]);
    assert_eq!(
        text(&report, "events.csv"),
        "scenario,ruleset,matchup,side,event_kind,event,per_fight,per_fight_se,matchup_id\r\n\
         duel,brp,,guards,deed,stumble,0.998047,0.009087,00ff\r\n\
         duel,brp,,raiders,fate,asleep,1.000000,0.000000,00ff\r\n"
    );
    assert_eq!(
        text(&report, "health.csv"),
        "scenario,ruleset,matchup,side,combatant,health_left,per_fight,per_fight_se,matchup_id\r\n\
         duel,brp,,guards,guard,4,0.250000,0.000000,00ff\r\n"
    );
    assert_eq!(
        text(&report, "fighters.csv"),
        "scenario,ruleset,matchup,side,combatant,fighter_number,out_share,out_share_se,out_round,out_round_se,out_first,\
         out_first_se,out_place,out_place_se,matchup_id\r\n\
         duel,brp,,raiders,raider,1,1.000000,0.000000,2.500000,0.022119,1.000000,0.000000,1.000000,0.000000,00ff\r\n"
    );
}

#[test]
fn policy_lines_say_how_often_they_were_looked_at() {
    let rows = rows(&two_scenarios(), "policies.csv");
    let lines: Vec<_> = rows
        .iter()
        .take(2)
        .map(|row| {
            (
                &*row["line"],
                number(row, "considered"),
                number(row, "used"),
            )
        })
        .collect();
    assert_eq!(lines, [("attack nearest", 2000, 2000), ("wait", 0, 0)]);
}

#[test]
fn no_axis_is_called_like_a_column() {
    let columns = || {
        let columns = TABLES.iter().flat_map(|table| table.columns);
        let columns = LEADING.iter().chain(columns).chain([&MATCHUP_ID]);
        columns.map(|column| column.name)
    };
    for column in columns() {
        assert!(RESERVED.contains(&column), "{column}");
    }
    for name in RESERVED.iter().filter(|&&name| name != "seat") {
        assert!(
            columns().any(|column| column == *name),
            "{name} is no column"
        );
    }
}
