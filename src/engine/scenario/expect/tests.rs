//! Tests of reading expectations: valid ones, and every fault with its source location.

use super::super::testing::{duel, faults, set, told, vary};
use super::super::{Faults, Overrides, Scenario};
use super::{Fielded, Figure, Shape, Trend};

const AXES: &str = "
[[vary]]
name = 'health'
set = 'combatants.guard.hp'
to = [5, 10, 15]
[[vary]]
name = 'blade'
set = 'combatants.guard.carries[0]'
to = ['sword', 'axe']
labels = ['short', 'long']
";

fn expect(keys: &str) -> (Option<Scenario>, Faults) {
    with("", &format!("[[expect]]\n{keys}\n"), &Overrides::default())
}

fn with(before: &str, expect: &str, overrides: &Overrides) -> (Option<Scenario>, Faults) {
    let (scenario, found) = duel(&format!("{before}{AXES}{expect}"), overrides);
    if let Some(scenario) = &scenario {
        let matchups = scenario.matchups(&found);
        let fielded: Vec<Fielded> = matchups.iter().map(Fielded::of).collect();
        scenario.check_owners(&fielded, &found);
    }
    (scenario, found)
}

/// Returns the expectation with these keys, which must have no faults.
fn sound(keys: &str) -> super::Expectation {
    let (scenario, found) = expect(keys);
    assert!(found.is_empty(), "{}", found.render(false, 100));
    let mut all = scenario.expect("a scenario").expectations;
    assert_eq!(all.len(), 1);
    all.remove(0)
}

fn faulty(keys: &str) -> Vec<(&'static str, String)> {
    let (_, found) = expect(keys);
    told(&found)
}

fn help(keys: &str) -> String {
    let (_, found) = expect(keys);
    let first = found.sorted().into_iter().next().expect("a fault");
    first.help.unwrap_or_default()
}

const WHY: &str = "why = 'so'\n";

#[test]
fn a_band_is_read_with_its_bounds_and_matchups() {
    let found = sound(&format!(
        "{WHY}figure = 'win_rate'\nof = 'left'\nat_least = '45%'\nat_most = '55 %'\nwhere = {{ health = [5, 10], blade = 'long' }}"
    ));
    assert_eq!(found.figure, Figure::WinRate);
    assert_eq!(found.why, "so");
    let Shape::Band(band) = &found.shape else {
        panic!("a band")
    };
    assert_eq!((band.at_least, band.at_most), (Some(0.45), Some(0.55)));
    assert_eq!(
        found.statement(Some("left")),
        "left win rate from 45 % to 55 %, where health is 5 or 10 and blade is long"
    );
    // `where` can also select a value by the setting that its label stands for.
    let found = sound(&format!(
        "{WHY}figure = 'rounds'\nat_most = 8.5\nwhere = {{ blade = 'axe', health = 10.0 }}"
    ));
    assert_eq!(
        found.statement(None),
        "rounds at most 8.5, where blade is long and health is 10"
    );
    let found = sound(&format!(
        "{WHY}figure = 'rounds'\nquantile = '90%'\nat_most = 8"
    ));
    assert_eq!(found.figure, Figure::RoundsQuantile(90));
    let found = sound(&format!(
        "{WHY}figure = 'score'\nof = 'left'\nmean_over = 'blade'\nat_least = '1%'"
    ));
    assert_eq!(
        found.statement(Some("left")),
        "left score (mean over blade) at least 1 %"
    );
}

#[test]
fn orders_trends_and_ratios_are_read() {
    let found = sound(&format!(
        "{WHY}order = ['long', 'short']\nalong = 'blade'\nby = '2%'\nof = 'left'"
    ));
    assert_eq!(found.kind(), "order");
    assert_eq!(
        found.statement(Some("left")),
        "left score: long above short by at least 2 %"
    );
    let found = sound(&format!("{WHY}beats = ['10', 'long']\nof = 'left'").replace("'10'", "10"));
    assert_eq!(found.statement(Some("left")), "10 beats long");
    let found = sound(&format!(
        "{WHY}none_dominated = true\nalong = ['blade', 'health']\nof = 'left'"
    ));
    assert_eq!(
        found.statement(None),
        "nothing on the axis blade is dominated"
    );
    let found = sound(&format!(
        "{WHY}figure = 'damage'\nof = 'guard'\ntrend = 'rising'\nalong = 'health'\nmean_over = ['blade']"
    ));
    let Shape::Trend {
        direction, values, ..
    } = &found.shape
    else {
        panic!("a trend")
    };
    assert_eq!((*direction, values.len()), (Trend::Rising, 3));
    let found = sound(&format!(
        "{WHY}figure = 'rounds'\nat_least = 1.5\nwhere = {{ health = 15 }}\nratio_to = {{ health = 5 }}"
    ));
    assert_eq!(
        found.statement(None),
        "rounds as a multiple of that where health is 5: at least 1.5, where health is 15"
    );
}

#[test]
fn a_trend_can_be_about_some_values_of_its_axis() {
    let found = sound(&format!(
        "{WHY}figure = 'rounds'\ntrend = 'rising'\nalong = 'health'\nwhere = {{ health = [15, 5] }}"
    ));
    let Shape::Trend { values, .. } = &found.shape else {
        panic!("a trend")
    };
    assert_eq!(values, &["5", "15"]);
    let order = format!(
        "{WHY}order = ['long', 'short']\nalong = 'blade'\nwhere = {{ blade = ['long', 'short'] }}"
    );
    assert_eq!(faulty(&order), faults([("scenario::expect", "where")]));
}

#[test]
fn the_side_that_an_axis_changes_is_the_contenders_own() {
    let text = format!("[[expect]]\n{WHY}order = ['long', 'short']\nalong = 'blade'\n");
    let (scenario, found) = with("", &text, &Overrides::default());
    assert!(found.is_empty(), "{}", found.render(false, 100));
    let scenario = scenario.expect("a scenario");
    let owner = scenario.owner_of(&scenario.expectations[0]);
    assert_eq!(owner.as_deref(), Some("left"));
}

#[test]
fn every_fault_of_an_expectation_is_found_at_its_place() {
    assert_eq!(
        faulty(
            "figure = 'win_rat'\nof = 'lefft'\nat_least = 0.45\nat_most = '155%'\nwhere = { helth = 5, blade = 'lung' }\ncolour = 3"
        ),
        faults([
            ("scenario::missing-key", "[[expect]]"),
            ("scenario::word", "'win_rat'"),
            ("scenario::unknown-axis", "helth"),
            ("scenario::unknown-value", "'lung'"),
            ("scenario::unknown-key", "colour"),
        ])
    );
    assert_eq!(
        faulty(&format!(
            "{WHY}figure = 'win_rate'\nof = 'left'\nat_least = 0.45\nat_most = '155%'"
        )),
        faults([("scenario::type", "0.45"), ("scenario::expect", "'155%'")])
    );
    assert_eq!(
        help(&format!(
            "{WHY}figure = 'win_rate'\nof = 'left'\nat_least = 0.45"
        )),
        "write `at_least = \"45%\"`"
    );
    assert_eq!(
        faulty(&format!(
            "{WHY}figure = 'win_rate'\nof = 'lefft'\nat_least = '45%'"
        )),
        faults([("scenario::unknown-side", "'lefft'")])
    );
    assert_eq!(
        help(&format!(
            "{WHY}figure = 'win_rate'\nof = 'lefft'\nat_least = '45%'"
        )),
        "did you mean `left`?"
    );
    assert_eq!(
        faulty(&format!(
            "{WHY}figure = 'first_down'\nof = 'gard'\nat_least = '45%'"
        )),
        faults([("scenario::unknown-combatant", "'gard'")])
    );
}

#[test]
fn what_can_never_be_judged_is_a_fault() {
    let band = format!("{WHY}figure = 'win_rate'\nof = 'left'\n");
    for (keys, place) in [
        (
            format!("{band}at_least = '60%'\nat_most = '40%'"),
            "at_most",
        ),
        (format!("{band}at_least = '40%'\nwhere = {{}}"), "{}"),
        (
            format!("{band}at_least = '40%'\nwhere = {{ health = [] }}"),
            "[]",
        ),
        (format!("{band}at_most = '100%'"), "at_most"),
        (band.clone(), "[[expect]]"),
        (
            format!("{WHY}order = ['long']\nalong = 'blade'"),
            "['long']",
        ),
        (
            format!("{WHY}beats = [5, 'long', 10]\nof = 'left'"),
            "[5, 'long', 10]",
        ),
        (format!("{WHY}none_dominated = false\nof = 'left'"), "false"),
        (
            format!("{WHY}figure = 'rounds'\ntrend = 'rising'\nalong = 'blade'"),
            "trend",
        ),
        (
            format!("{WHY}figure = 'rounds'\ntrend = 'flat'\nalong = 'health'"),
            "[[expect]]",
        ),
        (
            format!("{WHY}figure = 'rounds'\nof = 'left'\nat_least = 3"),
            "'left'",
        ),
        (
            format!("{WHY}figure = 'seat_effect'\nof = 'left'\nwithin = '2%'"),
            "'seat_effect'",
        ),
        (
            format!("{WHY}figure = 'survivors'\nof = 'left'\nat_least = 2"),
            "[[expect]]",
        ),
        (
            format!("{WHY}figure = 'draws'\nquantile = '90%'\nat_most = '1%'"),
            "quantile",
        ),
        (
            format!("{WHY}figure = 'rounds'\nquantile = '90.5%'\nat_most = 9"),
            "'90.5%'",
        ),
        (format!("{WHY}figure = 'rounds'\nat_least = -3"), "-3"),
        (
            format!("{WHY}figure = 'rounds'\nat_least = 3\nby = 2"),
            "by",
        ),
        (
            format!("{WHY}figure = 'rounds'\nat_least = 3\nratio_to = {{ health = 5 }}"),
            "ratio_to",
        ),
        (
            format!(
                "{WHY}figure = 'rounds'\nat_least = 3\nwhere = {{ health = 5 }}\nratio_to = {{ health = 5 }}"
            ),
            "ratio_to",
        ),
        (
            format!(
                "{WHY}figure = 'rounds'\ntrend = 'rising'\nalong = 'health'\nwhere = {{ health = 5 }}"
            ),
            "where",
        ),
        (
            format!("{WHY}order = ['long', 'short']\nalong = 'blade'\ntrend = 'rising'"),
            "trend",
        ),
        (
            "why = ' '\nfigure = 'rounds'\nat_least = 3".to_owned(),
            "' '",
        ),
    ] {
        assert_eq!(
            faulty(&keys),
            faults([("scenario::expect", place)]),
            "{keys}"
        );
    }
}

#[test]
fn what_is_missing_or_twice_is_a_fault() {
    let band = format!("{WHY}figure = 'win_rate'\nof = 'left'\n");
    assert_eq!(
        faulty(&format!("{WHY}order = ['long', 'long']\nalong = 'blade'")),
        faults([
            ("scenario::expect", "['long', 'long']"),
            ("scenario::duplicate", "'long'")
        ])
    );
    assert_eq!(
        faulty(&format!("{WHY}order = ['long', 'short']")),
        faults([("scenario::missing-key", "[[expect]]")])
    );
    assert_eq!(
        faulty(&format!("{band}at_least = '40%'").replace("of = 'left'\n", "")),
        faults([("scenario::missing-key", "[[expect]]")])
    );
    let (_, found) = duel("expect = 3\n", &Overrides::default());
    assert_eq!(told(&found).len(), 1, "{}", found.render(false, 100));
}

#[test]
fn a_fault_is_shown_with_its_line_and_caret() {
    let (_, found) = expect(&format!(
        "{WHY}figure = 'win_rate'\nof = 'left'\nat_least = '60%'\nat_most = '40%'"
    ));
    insta::assert_snapshot!(found.render(false, 100));
}

#[test]
fn the_command_line_changes_expectations_like_anything_else() {
    let text = format!("[[expect]]\n{WHY}figure = 'rounds'\nat_most = 8\n");
    let (scenario, found) = with("", &text, &set(&["expect[0].at_most=9"]));
    assert!(found.is_empty(), "{}", found.render(false, 100));
    let all = scenario.expect("a scenario").expectations;
    assert_eq!(all[0].statement(None), "rounds at most 9");
    let (_, found) = with("", &text, &set(&["expect[0].at_most=-9"]));
    assert_eq!(told(&found), faults([("scenario::expect", "-9")]));
    let (_, found) = with("", &text, &vary(&["expect[0].at_most=8,9"]));
    assert_eq!(
        told(&found),
        faults([
            ("scenario::no-such-path", "expect"),
            ("scenario::axis-path", "expect[0].at_most")
        ])
    );
}

#[test]
fn values_that_the_command_line_takes_away_leave_an_expectation_unjudged() {
    let text =
        format!("[[expect]]\n{WHY}figure = 'rounds'\nat_most = 8\nwhere = {{ health = 5 }}\n");
    let (scenario, found) = with("", &text, &vary(&["combatants.guard.hp=7,8"]));
    assert!(found.is_empty(), "{}", found.render(false, 100));
    let all = scenario.expect("a scenario").expectations;
    assert_eq!(
        all[0].unjudged.as_deref(),
        Some("the axis `health` has no value `5` now")
    );
    let seats = format!("[[expect]]\n{WHY}figure = 'seat_effect'\nof = 'left'\nwithin = '2%'\n");
    let one = Overrides {
        seats: Some(super::Seats::One),
        ..Overrides::default()
    };
    let (scenario, found) = with("[run]\nseats = 'both'\n", &seats, &one);
    assert!(found.is_empty(), "{}", found.render(false, 100));
    let all = scenario.expect("a scenario").expectations;
    assert_eq!(all[0].unjudged.as_deref(), Some("only one seat is played"));
}

#[test]
fn an_include_has_no_expectations() {
    let main = format!("include = ['a.toml']\n{}", super::super::testing::DUEL);
    let texts = [
        ("main.toml", main.as_str()),
        ("a.toml", "[[expect]]\nwhy = 'so'\n"),
    ];
    let (_, found) = super::super::testing::read(&texts, &Overrides::default());
    assert_eq!(told(&found), faults([("scenario::misplaced", "expect")]));
}

#[test]
fn a_mix_is_of_the_same_contenders_on_both_sides_and_no_more_than_whole() {
    let told = |keys: &str| -> Vec<String> {
        let (_, found) = expect(&format!("{WHY}of = 'left'\n{keys}"));
        let all = found.sorted().into_iter();
        all.map(|fault| fault.message).collect()
    };
    let along = "along = ['blade', 'health']";
    let other = "the axis `blade` has the value `short`, but the axis `health` does not";
    assert_eq!(told(&format!("in_mix = '5%'\n{along}")), [other]);
    let found = told(&format!("in_mix = '60%'\n{along}"));
    assert_eq!(
        found,
        [other, "2 contenders cannot all have this share of a mix"]
    );
    let found = told(&format!("in_mix = '0%'\n{along}"));
    assert_eq!(
        found,
        [
            other,
            "this expectation is always met: every share is 0 % or more"
        ]
    );
    let found = told("in_mix = '5%'\nalong = 'blade'");
    assert!(
        found[0].starts_with("`along` must be two axes here"),
        "{found:?}"
    );
    let found = told(&format!("in_mix = '5%'\n{along}\nat_most = '9%'"));
    let unfit = "`at_most` cannot be used with `in_mix`".to_owned();
    assert!(found.contains(&unfit), "{found:?}");
}
