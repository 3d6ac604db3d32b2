use roxmltree::{Document, Node, ParsingOptions};

use super::super::fixtures::{broken_off, cut_short, half_of_a_grid, played, report};
use super::super::{Played, Report};
use super::*;

/// Returns an invented transcript for every matchup.
#[expect(
    clippy::unnecessary_wraps,
    reason = "it is a teller, which may have nothing to tell"
)]
fn tells(wanted: &RequestedFight<'_>) -> Result<Transcript, String> {
    Ok(Transcript {
        fight: 7,
        lines: vec![(1, "He <strikes>.".to_owned()), (2, "He falls.".to_owned())],
        ending: format!("{} in {}", wanted.matchup, wanted.rounds),
        again: "skirmish explain".to_owned(),
        as_wanted: wanted.winner.is_some(),
    })
}

fn owned(report: &Report) -> Vec<(String, Vec<u8>)> {
    let files = report.files().into_iter();
    files
        .map(|(name, bytes)| (name.to_owned(), bytes))
        .collect()
}

fn made(files: &[(String, Vec<u8>)]) -> Result<String, Vec<Flaw>> {
    let means = PageSources {
        teller: &tells,
        quoted: |word| format!("'{word}'"),
        doubts: &[],
    };
    page(files, means)
}

fn page_of(played: Vec<Played>) -> String {
    made(&owned(&report(played))).expect("a sound report")
}

/// Parses the page as XML and passes its root node to `into`.
fn look<T>(page: &str, into: impl Fn(Node<'_, '_>) -> T) -> T {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(page, options).expect("well-formed");
    into(document.root())
}

/// Returns all text in the node, with single spaces between words.
fn text(node: Node<'_, '_>) -> String {
    let texts = node.descendants().filter(Node::is_text);
    let words = texts
        .filter_map(|one| one.text())
        .flat_map(str::split_whitespace);
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the sentences of the answer on a page.
fn answer(page: &str) -> Vec<String> {
    look(page, |root| {
        let found = root
            .descendants()
            .find(|one| one.attribute("class") == Some("answer"));
        let found = found.expect("there is an answer");
        found
            .children()
            .filter(|one| one.has_tag_name("p"))
            .map(text)
            .collect()
    })
}

#[test]
fn nine_in_ten_fights_are_over_where_no_more_than_one_in_ten_was_cut_off() {
    let page = |undecided| {
        let counts = [1000 - undecided, 0, 0, undecided];
        page_of(vec![played("wall", &[], counts)])
    };
    let (ends, mostly, hardly) = (page(100), page(101), page(501));
    assert!(answer(&ends)[2].ends_with("on average; nine in ten are over by round 3."));
    assert!(answer(&mostly)[2].ends_with("rounds on average."));
    assert!(ends.contains("; half are over by round 3, nine in ten by round 3."));
    assert!(mostly.contains("; half are over by round 3."));
    assert!(!hardly.contains("over by round"));
}

fn along(counts: &[(&str, u64)]) -> Vec<Played> {
    let one = |&(value, wins): &(&str, u64)| {
        played("gate", &[("skill", value)], [wins, 1000 - wins, 0, 0])
    };
    counts.iter().map(one).collect()
}

#[test]
fn one_matchup_is_told_apart_only_where_the_intervals_are() {
    let sure = answer(&page_of(vec![played("duel", &[], [700, 300, 0, 0])]));
    assert_eq!(
        sure,
        [
            "Of all fights, side guards wins 70.0 % (67.0 to 72.8 %) and side raiders wins 30.0 % (27.2 to 33.0 %).",
            "Side guards is ahead of side raiders: the intervals do not overlap.",
            "A fight lasts 3.000 (2.996 to 3.004) rounds on average; nine in ten are over by round 3.",
        ]
    );
    let open = answer(&page_of(vec![played("duel", &[], [510, 480, 10, 0])]));
    assert_eq!(
        open[1],
        "Whether guards or raiders wins more often is open: the intervals overlap."
    );
    assert_eq!(
        open[3],
        "1.0 % (0.5 to 1.9 %) of all fights ended in a draw."
    );
}

#[test]
fn a_sweep_says_where_the_balance_turns_and_what_is_open() {
    let said = answer(&page_of(along(&[
        ("45", 300),
        ("55", 500),
        ("65", 700),
        ("75", 710),
    ])));
    assert_eq!(
        said,
        [
            "Side guards wins most often with skill = 75: 71.0 % (68.1 to 73.8 %), and least often with 45: 30.0 % \
             (27.2 to 33.0 %).",
            "Whether 75 is really best is open: its interval overlaps that of 65.",
            "Side guards wins more often than the other side at 65 and 75; less often at 45; which of them wins more often is \
             open at 55.",
        ]
    );
    let level = answer(&page_of(along(&[("45", 500), ("55", 505), ("65", 495)])));
    assert!(
        level[0].starts_with("These fights do not show that any value of skill"),
        "{level:?}"
    );
}

#[test]
fn a_value_of_few_fights_may_be_best_for_all_that_is_known() {
    let few = played("gate", &[("skill", "55")], [6, 4, 0, 0]);
    let all = along(&[("75", 800), ("65", 700), ("45", 300)]);
    let said = answer(&page_of(all.into_iter().chain([few]).collect()));
    assert_eq!(
        said[1],
        "Whether 75 is really best is open: its interval overlaps that of 55."
    );
}

#[test]
fn a_matrix_names_the_best_and_lays_its_contenders_out_in_order() {
    let cell = |row, column, wins| {
        played(
            "blades",
            &[("blade", row), ("against", column)],
            [wins, 1000 - wins, 0, 0],
        )
    };
    let page = page_of(vec![
        cell("axe", "axe", 500),
        cell("axe", "bow", 200),
        cell("bow", "axe", 800),
        cell("bow", "bow", 500),
    ]);
    let said = answer(&page);
    assert!(
        said[0].starts_with("Side guards wins most often with blade = bow: 65.0 %"),
        "{said:?}"
    );
    let rows = look(&page, |root| {
        let heat = root.descendants().find(|one| {
            one.attribute("class")
                .is_some_and(|class| class.starts_with("heat"))
        });
        let rows = heat
            .expect("a heat map")
            .descendants()
            .filter(|one| one.has_tag_name("tr"));
        rows.map(text).collect::<Vec<_>>()
    });
    assert_eq!(
        rows,
        ["blade ↓ against → bow axe", "bow 50 80", "axe 20 50"]
    );
}

#[test]
fn numbers_beside_another_axis_are_a_curve_for_each_of_its_values() {
    let of = |skills: &[u64], weapons: &[&str]| {
        let mut all = Vec::new();
        for &skill in skills {
            for (rank, weapon) in (0..).zip(weapons) {
                let axes = [("skill", &*skill.to_string()), ("weapon", *weapon)];
                let wins = skill + rank;
                all.push(played("training", &axes, [wins, 100 - wins, 0, 0]));
            }
        }
        page_of(all)
    };
    let curves = |page: &str| {
        look(page, |root| {
            let plots = root
                .descendants()
                .filter(|node| node.has_tag_name("figure"));
            let mut plots = plots.filter(|plot| text(*plot).contains("a curve for each weapon"));
            plots.next().map(|plot| {
                let strokes = plot
                    .descendants()
                    .filter(|node| node.attribute("class") == Some("stroke"));
                strokes.filter(|node| node.has_tag_name("path")).count()
            })
        })
    };
    assert_eq!(curves(&of(&[20, 40, 60], &["axe", "club"])), Some(2));
    let many = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let page = of(&[20, 40, 60], &many);
    assert_eq!(curves(&page), Some(6));
    assert!(page.contains("6 of 8 values of weapon"));
    assert_eq!(curves(&of(&[20, 40], &["axe", "club"])), None);
}

#[test]
fn a_broken_off_run_says_so() {
    let page = made(&owned(&broken_off(report(vec![played(
        "duel",
        &[],
        [6, 3, 0, 0],
    )]))));
    let said = answer(&page.expect("a sound report"));
    assert!(
        said.iter()
            .any(|sentence| sentence.starts_with("The run is partial")),
        "{said:?}"
    );
}

#[test]
fn a_broken_off_run_has_no_averages_of_different_matchups() {
    let page = made(&owned(&cut_short(half_of_a_grid()))).expect("a sound report");
    let said = answer(&page).join(" ");
    assert!(
        said.starts_with(
            "Of 3 matchups, side guards is ahead in 3 and behind in 0; in 0 the intervals overlap."
        ),
        "{said}"
    );
    assert!(!said.contains("averaged over"), "{said}");
    let text = look(&page, text);
    assert!(text.contains("3 matchups, 300 fights, seed 7, partial (of 6 planned matchups)"));
    assert!(!text.contains("Averages"), "{text}");
}

#[test]
fn equal_reports_give_equal_bytes_and_a_table_that_is_not_there_is_missed() {
    let files = owned(&report(along(&[("45", 300), ("55", 500)])));
    let page = made(&files).expect("a sound report");
    assert_eq!(made(&files).as_ref(), Ok(&page));
    let fewer: Vec<_> = files
        .iter()
        .filter(|(name, _)| name != "damage.csv")
        .cloned()
        .collect();
    let without = made(&fewer).expect("a report without damage");
    assert!(page.contains("What hits do") && !without.contains("What hits do"));
    assert!(without.contains("what hits do"), "it says what is missing");
}

#[test]
fn all_texts_are_escaped_and_nothing_is_loaded_or_run() {
    let nasty = "<script>alert(1)</script>\" onload=\"x\" & 'y' \u{1b}[31m \u{202e}";
    let mut hostile = report(vec![played(nasty, &[(nasty, nasty)], [6, 3, 1, 1])]);
    hostile.info.titles = [(nasty.to_owned(), nasty.to_owned())].into();
    hostile.info.command.push(nasty.to_owned());
    hostile
        .info
        .files
        .push((nasty.to_owned(), nasty.to_owned()));
    let page = made(&owned(&hostile)).expect("a sound report");
    let shown = "<script>alert(1)</script>\" onload=\"x\" & 'y' ␛[31m ⟨U+202E⟩";
    look(&page, |root| {
        let title = root.descendants().find(|one| one.has_tag_name("h1"));
        assert_eq!(title.map(text).as_deref(), Some(shown));
        for one in root.descendants().filter(Node::is_element) {
            let name = one.tag_name().name();
            assert!(
                ![
                    "script", "img", "link", "iframe", "object", "embed", "base", "form"
                ]
                .contains(&name),
                "{name}"
            );
            for attribute in one.attributes() {
                assert!(!attribute.name().starts_with("on"), "{}", attribute.name());
                assert!(!["src", "action", "xlink:href"].contains(&attribute.name()));
                assert!(attribute.name() != "href" || attribute.value().starts_with('#'));
            }
        }
        let policy = root
            .descendants()
            .find(|one| one.attribute("http-equiv").is_some());
        let policy = policy
            .and_then(|one| one.attribute("content"))
            .expect("there is a policy");
        assert!(policy.starts_with("default-src 'none';"), "{policy}");
    });
}

/// Replaces `from` by `to` in a file of a report, and returns the messages about that report.
fn after(file: &str, from: &str, to: &str) -> Vec<String> {
    let mut files = owned(&report(along(&[("45", 300), ("55", 500)])));
    let (_, bytes) = files
        .iter_mut()
        .find(|(name, _)| name == file)
        .expect("it is there");
    let text = String::from_utf8(bytes.clone()).expect("UTF-8");
    assert!(text.contains(from), "{text}");
    *bytes = text.replacen(from, to, 1).into_bytes();
    let flaws = made(&files).expect_err("it is damaged");
    flaws.iter().map(Flaw::to_string).collect()
}

#[test]
fn damage_is_told_with_its_place() {
    assert_eq!(
        after("summary.csv", "45,guards,1000,300,", "45,guards,1000,301,"),
        [
            "summary.csv: row 2: the sum of wins, losses, draws and undecided is 1001 instead of 1000 fights",
            "summary.csv: row 2: `win_rate` is not `wins / fights`",
        ]
    );
    assert_eq!(
        after("summary.csv", ",wins,", ",won,"),
        ["summary.csv: the column `wins` is missing"]
    );
    assert_eq!(
        after("summary.csv", "0.300000", "0.9"),
        [
            "summary.csv: row 2: `win_rate` is outside of its interval",
            "summary.csv: row 2: `win_rate` is not `wins / fights`",
        ]
    );
    assert_eq!(
        after(
            "summary.csv",
            "gate,brp,55,55,guards",
            "gate,brp,56,55,guards"
        ),
        ["summary.csv: there are 3 matchups of `gate`, but run.json has 2"]
    );
    assert_eq!(
        after("rounds.csv", "gate,brp,45", "gate,brp,46"),
        ["rounds.csv: row 2: summary.csv has no matchup `46` of `gate`"]
    );
    assert_eq!(
        after("rounds.csv", ",3,300", ",3,299"),
        ["rounds.csv: there are 999 fights of the matchup `45`, but summary.csv has 1000"]
    );
    assert_eq!(
        after("damage.csv", ",4,300", ",4,many"),
        ["damage.csv: row 3: `hits` is `many`, which is not possible"]
    );
    assert_eq!(
        after(
            "run.json",
            "\"scenario\": \"gate\"",
            "\"scenario\": \"gaet\""
        ),
        (2..6)
            .map(|row| format!("summary.csv: row {row}: run.json has no scenario `gate`"))
            .collect::<Vec<_>>()
    );
    assert_eq!(
        after(
            "run.json",
            "\"program\": \"skirmish\"",
            "\"program\": \"other\""
        ),
        ["run.json: a record of `other`, not of skirmish"]
    );
    let torn = after("run.json", "\"command\"", "");
    assert!(
        torn[0].starts_with("run.json: not a record of a run: "),
        "{torn:?}"
    );
}

#[test]
fn many_matchups_stay_within_bounds_and_what_is_left_out_is_said() {
    let names: Vec<String> = (0..40).map(|n| format!("contender {n}")).collect();
    let all = names
        .iter()
        .flat_map(|row| names.iter().map(move |column| (row, column)));
    let all = all.enumerate().map(|(at, (row, column))| {
        let wins = at as u64 % 20;
        played(
            "crowd",
            &[("one", row), ("other", column)],
            [wins, 20 - wins, 0, 0],
        )
    });
    let page = page_of(all.collect());
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
    let said = look(&page, text);
    assert!(said.contains("The first 800 of 3200 rows; summary.csv has them all."));
    assert!(said.contains("6 of 1600 matchups: the most lopsided ones, then the most even."));
}

/// Returns a file of a report with these lines of CSV.
fn file(name: &str, lines: &[&str]) -> (String, Vec<u8>) {
    (name.to_owned(), (lines.join("\r\n") + "\r\n").into_bytes())
}

/// Returns the rows of the chart of bars with this caption, each as its text.
fn bars(page: &str, caption: &str) -> Vec<String> {
    look(page, |root| {
        let mut tables = root
            .descendants()
            .filter(|one| one.attribute("class") == Some("bars"));
        let found = tables.find(|one| {
            let caption_of = one.children().find(|child| child.has_tag_name("caption"));
            caption_of.is_some_and(|of| text(of) == caption)
        });
        let body = found
            .expect("such a table")
            .children()
            .find(|one| one.has_tag_name("tbody"));
        let rows = body
            .expect("it has rows")
            .children()
            .filter(Node::is_element);
        rows.map(|row| {
            row.children()
                .map(text)
                .filter(|cell| !cell.is_empty())
                .collect::<Vec<_>>()
                .join(" | ")
        })
        .collect()
    })
}

const WORTH_RECORD: &str = r#"{ "program": "skirmish", "version": "1.2.3", "seed": 7, "partial": false,
    "command": ["skirmish", "worth", "gate.toml"], "files": [["gate.toml", "00ff"]] }"#;

#[test]
fn steps_of_numbers_stand_from_the_highest_to_the_lowest() {
    let files = [
        file("worth.json", &[WORTH_RECORD]),
        file(
            "worth.csv",
            &[
                "scenario,ruleset,matchup,path,unit,step,from,to,figure,side,difference,family_low,family_high,verdict",
                "gate,brp,*,guard.dex,,-1,12,11,win_rate,guards,-0.050000,-0.080000,-0.020000,worse",
                "gate,brp,*,guard.luck,,1,0,1,win_rate,guards,0.000000,-0.010000,0.010000,undecided",
                "gate,brp,*,guard.wit,,1,9,10,win_rate,guards,0.010000,-0.020000,0.040000,undecided",
                "gate,brp,*,guard.hp,points,1,13,14,win_rate,guards,0.100000,0.060000,0.140000,better",
                "gate,brp,*,guard.hp,points,1,13,14,rounds,,0.500000,0.100000,0.900000,longer",
            ],
        ),
    ];
    let page = made(&files).expect("a page without a run");
    assert_eq!(
        bars(&page, "Win rate of guards, percentage points"),
        [
            "hp +1 points | 13 → 14 | +10.0 6.0 to 14.0 | better",
            "wit +1 | 9 → 10 | +1.0 −2.0 to 4.0 | undecided",
            "dex −1 | 12 → 11 | −5.0 −8.0 to −2.0 | worse",
        ]
    );
    assert_eq!(bars(&page, "Rounds that a fight lasts").len(), 1);
    let said = look(&page, text);
    assert!(
        said.contains("the range of 2 out of 4 excludes zero"),
        "{said}"
    );
    assert!(
        said.contains("Zero is within the range of wit +1."),
        "{said}"
    );
    // The start that all paths have in common is written once. Numbers that changed no fight are listed in
    // one line.
    assert!(said.contains("All numbers are in guard"), "{said}");
    assert!(said.contains("No difference in any fight: luck."), "{said}");
    assert!(said.contains("skirmish' 'worth' 'gate.toml"), "{said}");
}

#[test]
fn a_change_of_all_matchups_is_named_once() {
    let files = [
        file(
            "differences.json",
            &[&WORTH_RECORD.replace("worth", "compare")],
        ),
        file(
            "differences.csv",
            &[
                "scenario,ruleset,matchup,skill,changed,before,after,figure,side,difference,difference_low,difference_high,verdict",
                "gate,brp,45,45,set,as it stands,guard.dex=16,win_rate,guards,0.040000,0.020000,0.060000,better",
                "gate,brp,55,55,set,as it stands,guard.dex=16,win_rate,guards,0.030000,0.020000,0.040000,better",
            ],
        ),
    ];
    let page = made(&files).expect("a page without a run");
    let rows = bars(&page, "Win rate of guards, percentage points");
    assert!(
        rows[0].starts_with("skill 45 | ") && rows[1].starts_with("skill 55 | "),
        "{rows:?}"
    );
    assert_eq!(page.matches("guard.dex=16").count(), 1);
}

#[test]
fn the_win_rate_of_the_second_of_two_sides_is_shown_only_if_it_is_no_mirror_image() {
    let charts = |second: &str| {
        let row =
            format!("gate,brp,45,skill,45,55,win_rate,raiders,{second},-0.060000,-0.020000,worse");
        let files = [
            file(
                "differences.json",
                &[&WORTH_RECORD.replace("worth", "compare")],
            ),
            file(
                "differences.csv",
                &[
                    "scenario,ruleset,matchup,changed,before,after,figure,side,difference,difference_low,difference_high,verdict",
                    "gate,brp,45,skill,45,55,win_rate,guards,0.040000,0.020000,0.060000,better",
                    &row,
                ],
            ),
        ];
        let page = made(&files).expect("a page without a run");
        let captions = look(&page, |root| {
            let captions = root
                .descendants()
                .filter(|node| node.has_tag_name("caption"));
            captions.map(text).collect::<Vec<_>>()
        });
        (captions, look(&page, text))
    };
    let (captions, said) = charts("-0.040000");
    assert_eq!(captions, ["Win rate of guards, percentage points"]);
    assert!(
        said.contains("The win rate of side raiders changes by the same amounts the other way."),
        "{said}"
    );
    // If there are draws, the second side's win rate does not mirror the first one's, so it has its own
    // chart.
    assert_eq!(charts("-0.030000").0.len(), 2);
}

#[test]
fn contenders_are_ranked_by_their_means_and_those_that_are_dominated_named() {
    let cell = |row, column, wins| {
        played(
            "blades",
            &[("blade", row), ("against", column)],
            [wins, 1000 - wins, 0, 0],
        )
    };
    let all = vec![
        cell("axe", "axe", 500),
        cell("axe", "bow", 200),
        cell("bow", "axe", 800),
        cell("bow", "bow", 500),
    ];
    let mut files = owned(&report(all));
    files.push(file(
        "contenders.csv",
        &[
            "scenario,contender,mean,mean_low,mean_high,rating,rating_low,rating_high,worst,best,dominated,dominated_by,cycle,\
             share,share_low,share_high",
            "blades,axe,0.200000,0.180000,0.220000,1379.6,1362.0,1397.2,bow,bow,yes,bow,,0.000000,0.000000,0.000000",
            "blades,bow,0.800000,0.780000,0.820000,1620.4,1602.8,1638.0,axe,axe,no,,,1.000000,1.000000,1.000000",
        ],
    ));
    files.push(file(
        "matrix.csv",
        &[
            "scenario,row_axis,row,column_axis,column,side,at,averaged,win_rate,win_rate_low,win_rate_high,score,score_low,\
             score_high",
            "blades,blade,axe,against,bow,guards,,,0.200000,0.170000,0.230000,0.200000,0.170000,0.230000",
            "blades,blade,bow,against,axe,guards,,,0.800000,0.770000,0.830000,0.800000,0.770000,0.830000",
        ],
    ));
    let page = made(&files).expect("a sound report");
    let said = answer(&page);
    let first = "By the mean score against all others, bow comes first: 80.0 % (78.0 to 82.0 %).";
    assert!(said[0].starts_with(first), "{said:?}");
    assert!(
        said[2].ends_with("scores at least as well against every opponent: axe (by bow)."),
        "{said:?}"
    );
    let rows = bars(&page, "Mean score");
    assert!(
        rows[0].starts_with("bow | 80") && rows[0].ends_with("rating 1620 ± 18"),
        "{rows:?}"
    );
    assert!(
        rows[1].ends_with("rating 1380 ± 18, dominated by bow"),
        "{rows:?}"
    );
    assert!(page.contains("The mix holds for these contenders with these policies only"));
    assert_eq!(
        bars(&page, "The mix that nobody can exploit"),
        ["bow | 100.0 %"]
    );
    let heat = look(&page, |root| {
        let heat = root.descendants().find(|one| {
            one.attribute("class")
                .is_some_and(|class| class.starts_with("heat"))
        });
        let rows = heat
            .expect("a heat map")
            .descendants()
            .filter(|one| one.has_tag_name("tr"));
        rows.map(text).collect::<Vec<_>>()
    });
    assert_eq!(heat, ["blade ↓ against → bow axe", "bow 80", "axe 20"]);
}

#[test]
fn who_is_standing_is_drawn_where_there_is_a_table_of_it() {
    let mut files = owned(&report(along(&[("45", 300)])));
    files.push(file(
        "standing.csv",
        &[
            "scenario,ruleset,matchup,skill,side,round,standing_mean,standing_mean_low,standing_mean_high",
            "gate,brp,45,45,guards,0,1.000000,0.990000,1.000000",
            "gate,brp,45,45,guards,3,0.300000,0.270000,0.330000",
            "gate,brp,45,45,raiders,0,1.000000,0.990000,1.000000",
            "gate,brp,45,45,raiders,3,0.700000,0.670000,0.730000",
        ],
    ));
    let page = made(&files).expect("a sound report");
    look(&page, |root| {
        let title = "Fighters standing after each round";
        let chart = root
            .descendants()
            .find(|one| one.has_tag_name("title") && one.text() == Some(title));
        let chart = chart
            .and_then(|title| title.parent())
            .expect("the chart is there");
        let strokes = chart
            .descendants()
            .filter(|one| one.attribute("class") == Some("stroke"));
        assert_eq!(strokes.count(), 2);
    });
}

#[test]
fn contenders_are_alike_on_the_axes_that_list_them() {
    let gate = |skill: u64, health: u64| {
        let wins = if (skill, health) == (9, 9) {
            10
        } else {
            500 + skill
        };
        let values = [skill, health].map(|value| value.to_string());
        let axes = [("skill", &*values[0]), ("health", &*values[1])];
        played("gate", &axes, [wins, 1000 - wins, 0, 0])
    };
    let all = [9, 55, 95].map(|skill| [3, 5, 9].map(|health| gate(skill, health)));
    let said = answer(&page_of(all.into_iter().flatten().collect())).remove(0);
    assert!(said.starts_with("Of 9 matchups, "), "{said}");
    assert!(
        said.contains("The most lopsided is 9 vs 9: 1.0 %"),
        "{said}"
    );
    let mut all = Vec::new();
    for guard in ["axe", "club", "spear"] {
        for raider in ["axe", "club", "spear"] {
            for field in ["open", "narrow"] {
                let wins = if guard == raider { 500 } else { 700 };
                let axes = [("guard", guard), ("raider", raider), ("field", field)];
                all.push(played("blades", &axes, [wins, 1000 - wins, 0, 0]));
            }
        }
    }
    let page = page_of(all);
    let said = answer(&page).remove(0);
    assert!(
        said.starts_with("Of 12 matchups of different contenders, "),
        "{said}"
    );
    // If several matchups are equally lopsided, the first one is named, as in the list below.
    assert!(
        said.contains("The most lopsided is axe vs club vs open:"),
        "{said}"
    );
    let text = look(&page, text);
    let (_, list) = text
        .split_once("The most lopsided matchup")
        .expect("a list");
    let place = |name: &str| list.find(name).expect("it is in the list");
    assert!(place("axe vs club vs open") < place("axe vs club vs narrow"));
}

#[test]
fn an_axis_of_one_value_is_said_once() {
    let health = |health: u64| {
        let axes = [("skill", "55"), ("health", &*health.to_string())];
        played("gate", &axes, [500 + 40 * health, 500 - 40 * health, 0, 0])
    };
    let page = page_of([3, 5, 9].map(health).to_vec());
    let text = look(&page, text);
    assert!(text.contains(" · skill = 55"), "{text}");
    assert!(text.contains("Fights won, by health"), "{text}");
    assert!(!text.contains("By skill"), "{text}");
    let said = answer(&page);
    assert!(said[0].contains("with health = 9"), "{said:?}");
}

#[test]
fn what_is_seldom_is_counted() {
    let said = answer(&page_of(vec![played("duel", &[], [70_000, 29_999, 1, 0])]));
    assert_eq!(said[3], "1 of 100,000 fights ended in a draw.");
}

#[test]
fn no_section_is_made_once_it_is_no_longer_wanted() {
    let files = owned(&report(vec![played("duel", &[], [5, 5, 0, 0])]));
    let made = |most: usize| {
        let asked = std::cell::Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > most
        };
        let view = LiveView {
            files: &files,
            before: None,
            chosen: None,
        };
        let found = sections(&view, &stop);
        (
            found.map(|found| found.expect("a sound report").len()),
            asked.get(),
        )
    };
    // The function `stop` is called once after the files have been read, and once before each of the five
    // sections.
    for most in 0..6 {
        assert_eq!(made(most), (None, most + 1));
    }
    assert_eq!(made(6), (Some(5), 6));
}
