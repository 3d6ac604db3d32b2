//! Tests of the verdicts on made-up counts.

use super::sequential::looks;
use super::*;
use crate::fight::{
    Cast, CastCombatant, CastItem, CastWeapon, CombatantId, Ending, FighterId, FighterSet, Outcome,
    SideId, WeaponId, Witness,
};
use crate::rules::RulesetId;
use crate::scenario::Overrides;

/// A scenario with the two sides `left` and `right`.
pub(super) const SCENARIO: &str = "
ruleset = 'brp'
[combatants.one]
[combatants.two]
[[sides]]
name = 'left'
fighters = [{ combatant = 'one', count = 2 }]
[[sides]]
name = 'right'
fighters = [{ combatant = 'two' }]
";

pub(super) fn cast() -> Cast {
    let weapon = |name: &str| CastWeapon {
        name: name.to_owned(),
        most: 9,
    };
    let item = |(at, name): (usize, &str)| CastItem {
        name: name.to_owned(),
        weapons: vec![WeaponId::at(at)],
    };
    let combatant = |(name, side, count): (&str, usize, u32)| CastCombatant {
        name: name.to_owned(),
        side: SideId::at(side),
        count,
        health: 0,
        weapons: ["axe", "knife"].map(weapon).to_vec(),
        carries: (0..).zip(["axe", "knife"]).map(item).collect(),
        playbook: std::sync::Arc::default(),
    };
    Cast {
        sides: vec!["left".to_owned(), "right".to_owned()],
        combatants: [("one", 0, 2), ("two", 1, 1)].map(combatant).to_vec(),
        fighters: [0, 0, 1].map(CombatantId::at).to_vec(),
        round_cap: 50,
        alliances: crate::fight::Alliances::default(),
        alike_from: None,
        most_lost: 0,
        things: FighterSet::NONE,
        absent: FighterSet::NONE,
        objectives: Vec::new(),
        day: None,
        events: &[],
    }
}

/// A matchup with made-up results: its values on the axes, the numbers of fights that the left side won, that
/// the right side won and that were draws, and the number of rounds of every fight.
pub(super) type Row<'r> = (&'r [(&'r str, &'r str)], [u64; 3], u32);

pub(super) fn tally(cast: &Cast, counts: [u64; 3], rounds: u32) -> Tally {
    let mut tally = Tally::new(cast);
    let left = FighterSet(0b011);
    let endings = [
        (Ending::Won(SideId::at(0)), left),
        (Ending::Won(SideId::at(1)), FighterSet(0b100)),
        (Ending::Draw, FighterSet::NONE),
    ];
    for ((ending, standing), times) in endings.into_iter().zip(counts) {
        let outcome = Outcome {
            ending,
            rounds,
            standing,
        };
        if times > 0 {
            tally.ended_alike(&outcome, FighterSet::NONE, times);
        }
    }
    tally
}

pub(super) fn scenario(text: &str) -> Scenario {
    let library = |_: &str| Some(RulesetId::Brp.book().shelf());
    let text = format!("{SCENARIO}{text}");
    let texts = [("made-up.toml", text.as_str())];
    let (scenario, faults) = Scenario::parse(&texts, &Overrides::default(), &library, &["brp"]);
    assert!(faults.is_empty(), "{}", faults.render(false, 100));
    scenario.expect("a sound scenario")
}

/// Judges the expectations of a scenario by the made-up counts `rows`.
fn judged(text: &str, rows: &[Row<'_>]) -> Vec<Judgement> {
    let scenario = scenario(text);
    let cast = cast();
    let axes: Vec<Vec<(String, String)>> = rows
        .iter()
        .map(|(axes, ..)| {
            let own = axes.iter();
            own.map(|(axis, value)| ((*axis).to_owned(), (*value).to_owned()))
                .collect()
        })
        .collect();
    let names: Vec<String> = axes
        .iter()
        .map(|axes| axes.iter().map(|(_, value)| value.clone()).collect())
        .collect();
    let matchups: Vec<Fielded<'_>> = axes
        .iter()
        .zip(&names)
        .map(|(axes, name)| Fielded {
            name,
            axes,
            cast: &cast,
        })
        .collect();
    let tallies: Vec<Tally> = rows
        .iter()
        .map(|(_, counts, rounds)| tally(&cast, *counts, *rounds))
        .collect();
    let counted: Vec<Option<Counted<'_>>> = tallies
        .iter()
        .map(|tally| counted(&cast, tally, None))
        .collect();
    judge(&intentions(&scenario, &matchups, 0), &counted, 1)
}

fn verdicts(text: &str, rows: &[Row<'_>]) -> Vec<Option<Verdict>> {
    judged(text, rows).iter().map(|one| one.verdict).collect()
}

const BLADES: &str = "
[[vary]]
name = 'blade'
set = 'combatants.one.dex'
to = [5, 10, 15]
labels = ['axe', 'bow', 'cat']
";
const AGAINST: &str = "
[[vary]]
name = 'against'
set = 'combatants.two.dex'
to = [5, 10, 15]
labels = ['axe', 'bow', 'cat']
";
const NUMBERS: &str = "
[[vary]]
name = 'skill'
set = 'combatants.one.dex'
to = [5, 10, 15]
";

const MEANT: Option<Verdict> = Some(Verdict::AsMeant);
const OPEN: Option<Verdict> = Some(Verdict::Open);
const FAILED: Option<Verdict> = Some(Verdict::NotAsMeant);

fn expects(keys: &str) -> String {
    format!("[[expect]]\nwhy = 'so'\n{keys}\n")
}

#[test]
fn a_band_is_met_missed_or_open() {
    let band = expects("figure = 'win_rate'\nof = 'left'\nat_least = '45%'\nat_most = '55%'");
    for (wins, verdict) in [
        (5000, MEANT),
        (5500, OPEN),
        (5460, OPEN),
        (5700, FAILED),
        (4300, FAILED),
    ] {
        let counts = [wins, 10_000 - wins, 0];
        assert_eq!(verdicts(&band, &[(&[], counts, 5)]), [verdict], "{wins}");
    }
    // With 1,000 fights, a tenth of those above, there is no verdict yet.
    assert_eq!(verdicts(&band, &[(&[], [570, 430, 0], 5)]), [OPEN]);
}

#[test]
fn one_matchup_outside_is_enough_and_is_named() {
    let band = BLADES.to_owned() + &expects("figure = 'win_rate'\nof = 'left'\nat_most = '55%'");
    let rows: [Row<'_>; 3] = [
        (&[("blade", "axe")], [5000, 5000, 0], 5),
        (&[("blade", "bow")], [6000, 4000, 0], 5),
        (&[("blade", "cat")], [7000, 3000, 0], 5),
    ];
    let found = judged(&band, &rows);
    assert_eq!(found[0].verdict, FAILED);
    let decisive = found[0].decisive().expect("a claim");
    assert_eq!((decisive.about.as_str(), decisive.fights), ("cat", 10_000));
    assert_eq!(found[0].how_many().as_deref(), Some("2 of 3"));
    assert!(decisive.low.expect("an interval") > 0.55);
    // The mean over the axis is 60 %, which is within the band. The second expectation is only about the axe,
    // which is within its band too.
    let mean = expects(
        "figure = 'win_rate'\nof = 'left'\nat_most = '62%'\nat_least = '58%'\nmean_over = 'blade'",
    );
    let axe =
        expects("figure = 'win_rate'\nof = 'left'\nat_most = '55%'\nwhere = { blade = 'axe' }");
    assert_eq!(
        verdicts(&(BLADES.to_owned() + &mean + &axe), &rows),
        [MEANT, MEANT]
    );
}

#[test]
fn draws_rounds_and_quantiles_are_judged() {
    let text = expects("figure = 'draws'\nat_most = '2%'")
        + &expects("figure = 'rounds'\nat_least = 3\nat_most = 8")
        + &expects("figure = 'rounds'\nquantile = '90%'\nat_most = 5")
        + &expects("figure = 'rounds'\nquantile = '90%'\nat_most = 4")
        + &expects("figure = 'rounds'\nquantile = '10%'\nat_least = 5")
        + &expects("figure = 'score'\nof = 'left'\nat_least = '60%'")
        + &expects("figure = 'survivors'\nof = 'left'\nat_least = 1.9");
    let found = verdicts(&text, &[(&[], [5000, 4900, 100], 5)]);
    assert_eq!(found, [MEANT, MEANT, MEANT, FAILED, MEANT, FAILED, FAILED]);
}

#[test]
fn contenders_are_ordered_by_their_means() {
    let order = |names: &str, by: &str| {
        let keys = format!("order = {names}\nalong = 'blade'\nof = 'left'\nby = '{by}'");
        BLADES.to_owned() + &expects(&keys)
    };
    let rows: [Row<'_>; 3] = [
        (&[("blade", "axe")], [6000, 4000, 0], 5),
        (&[("blade", "bow")], [5500, 4500, 0], 5),
        (&[("blade", "cat")], [5495, 4505, 0], 5),
    ];
    assert_eq!(verdicts(&order("['axe', 'bow']", "0%"), &rows), [MEANT]);
    assert_eq!(verdicts(&order("['axe', 'bow']", "5%"), &rows), [OPEN]);
    assert_eq!(verdicts(&order("['axe', 'bow']", "9%"), &rows), [FAILED]);
    assert_eq!(verdicts(&order("['bow', 'axe']", "0%"), &rows), [FAILED]);
    assert_eq!(
        verdicts(&order("['axe', 'bow', 'cat']", "0%"), &rows),
        [OPEN]
    );
}

/// Judges a matrix of three weapons that fight each other. `wins[row][column]` is how many of 10,000 fights
/// the left side wins.
fn matrix(wins: [[u64; 3]; 3]) -> Vec<Judgement> {
    let keys = "none_dominated = true\nof = 'left'";
    let beats = "beats = ['axe', 'cat']\nby = '5%'\nof = 'left'";
    let text = BLADES.to_owned() + AGAINST + &expects(keys) + &expects(beats);
    let names = ["axe", "bow", "cat"];
    let axes: Vec<[(&str, &str); 2]> = (0..9)
        .map(|at| [("blade", names[at / 3]), ("against", names[at % 3])])
        .collect();
    let rows: Vec<Row<'_>> = (axes.iter().zip(wins.iter().flatten()))
        .map(|(axes, &wins)| (axes.as_slice(), [wins, 10_000 - wins, 0], 5))
        .collect();
    judged(&text, &rows)
}

#[test]
fn who_is_outdone_against_everybody_is_dominated() {
    let found = matrix([[5000, 6000, 4000], [4000, 5000, 6000], [6000, 4000, 5000]]);
    assert_eq!((found[0].verdict, found[0].findings.len()), (MEANT, 6));
    // The axe wins only 4,000 of 10,000 fights against the cat.
    assert_eq!(found[1].verdict, FAILED);
    let found = matrix([[5000, 6000, 7000], [4000, 5000, 6000], [3000, 4000, 5000]]);
    let failed = found[0].decisive().expect("a claim");
    assert_eq!(found[0].verdict, FAILED);
    assert!(["bow under axe", "cat under axe", "cat under bow"].contains(&failed.about.as_str()));
    assert_eq!(found[1].verdict, MEANT);
    // The bow and the axe do equally well against one opponent. Whether the axe dominates the bow is
    // therefore open.
    let found = matrix([[5000, 6000, 7000], [4000, 5000, 7000], [3000, 3000, 5000]]);
    assert_eq!(
        found[0]
            .findings
            .iter()
            .filter(|one| one.about == "bow under axe")
            .map(|one| one.verdict)
            .next(),
        OPEN
    );
}

#[test]
fn trends_and_ratios_follow_the_numbers_of_an_axis() {
    let rows = |wins: [u64; 3], rounds: [u32; 3]| -> Vec<Row<'static>> {
        let axes: [&[(&str, &str)]; 3] =
            [&[("skill", "5")], &[("skill", "10")], &[("skill", "15")]];
        let both = wins.into_iter().zip(rounds);
        axes.into_iter()
            .zip(both)
            .map(|(axes, (wins, rounds))| (axes, [wins, 10_000 - wins, 0], rounds))
            .collect()
    };
    let text = NUMBERS.to_owned()
        + &expects("figure = 'win_rate'\nof = 'left'\ntrend = 'rising'\nby = '5%'")
        + &expects("figure = 'win_rate'\nof = 'left'\ntrend = 'falling'")
        + &expects("figure = 'win_rate'\nof = 'left'\ntrend = 'flat'\nwithin = '5%'")
        + &expects(
            "figure = 'rounds'\nwhere = { skill = 15 }\nratio_to = { skill = 5 }\nat_least = 1.9\nat_most = 2.1",
        );
    let found = verdicts(&text, &rows([4000, 5000, 6000], [4, 6, 8]));
    assert_eq!(found, [MEANT, FAILED, FAILED, MEANT]);
    let found = verdicts(&text, &rows([5000, 5000, 5000], [4, 6, 9]));
    assert_eq!(found, [FAILED, OPEN, MEANT, FAILED]);
}

#[test]
fn what_combatants_do_is_judged() {
    let cast = cast();
    let mut tally = Tally::new(&cast);
    let blow = crate::fight::Blow::Landed {
        rolled: 3,
        stopped: 0,
        dealt: 3,
    };
    let (first, second, foe) = (FighterId::at(0), FighterId::at(1), FighterId::at(2));
    let outcome = Outcome {
        ending: Ending::Won(SideId::at(1)),
        rounds: 4,
        standing: FighterSet(0b100),
    };
    let mut sums = tally.sums();
    for fight in 0..8192 {
        // The knife makes one of ten blows. In one of four fights, the second fighter of the side falls
        // before the first.
        for at in 0..10 {
            tally.attacked(first, foe, WeaponId::at(usize::from(at == 0)), blow);
        }
        let order = if fight % 4 == 0 {
            [second, first]
        } else {
            [first, second]
        };
        for who in order {
            tally.downed(who, 4);
        }
        tally.ended(&outcome);
        if (fight + 1) % 16 == 0 {
            let end = fight + 1;
            if end == Tally::batch_end(end - 1) {
                let size = if end <= 4096 { 16 } else { 4096 };
                tally.told(end - size..end, &mut sums);
            }
        }
    }
    let text = expects("figure = 'weapon_use'\nof = 'one'\nat_least = '5%'")
        + &expects("figure = 'weapon_use'\nof = 'one'\nat_least = '20%'")
        + &expects("figure = 'weapon_use'\nat_least = '1%'")
        + &expects("figure = 'first_down'\nof = 'one'\nat_least = '99%'")
        + &expects("figure = 'first_down'\nof = 'two'\nat_most = '1%'")
        + &expects("figure = 'damage'\nof = 'left'\nat_least = 29\nat_most = 31")
        + &expects("figure = 'damage'\nof = 'one'\nat_least = 31")
        + &expects("figure = 'line_use'\nat_least = '1%'");
    let scenario = scenario(&text);
    let matchups = [Fielded {
        name: "left v right",
        axes: &[],
        cast: &cast,
    }];
    let counts = [counted(&cast, &tally, None)];
    let found = judge(&intentions(&scenario, &matchups, 0), &counts, 1);
    let verdicts: Vec<_> = found.iter().map(|one| one.verdict).collect();
    // Combatants that never attack use no weapon.
    assert_eq!(
        verdicts,
        [MEANT, FAILED, FAILED, MEANT, MEANT, MEANT, FAILED, None]
    );
    assert_eq!(
        found[7].unjudged.as_deref(),
        Some("the scenario's own policies have no lines")
    );
}

#[test]
fn who_has_no_fights_is_open() {
    let scenario = scenario(&expects(
        "figure = 'win_rate'\nof = 'left'\nat_most = '55%'",
    ));
    let cast = cast();
    let matchups = [Fielded {
        name: "left v right",
        axes: &[],
        cast: &cast,
    }];
    let found = judge(&intentions(&scenario, &matchups, 0), &[None], 1);
    assert_eq!(found[0].verdict, OPEN);
    assert_eq!(
        found[0].figure().as_deref(),
        Some("left v right: no fight to judge by")
    );
}

#[test]
fn the_more_is_expected_the_surer_everything_has_to_be() {
    let band = expects("figure = 'win_rate'\nof = 'left'\nat_most = '55%'");
    let row: [Row<'_>; 1] = [(&[], [5630, 4370, 0], 5)];
    assert_eq!(verdicts(&band, &row), [FAILED]);
    let many = verdicts(&band.repeat(40), &row);
    assert!(many.iter().all(|verdict| *verdict == OPEN), "{many:?}");
}

#[test]
fn looks_grow_by_a_fifth_up_to_the_most_fights() {
    assert_eq!(looks(500), [500]);
    assert_eq!(looks(1500), [1000, 1200, 1440, 1500]);
    assert_eq!(looks(100_000).len(), 27);
    let far = looks(1_000_000_000_000);
    assert!(far.len() < 120 && far.windows(2).all(|pair| pair[0] < pair[1]));
}

/// A matchup of two contenders: its values on the two axes, and the numbers of wins, losses and draws.
type Bout = ([(&'static str, &'static str); 2], [u64; 3]);

/// Returns the results of the 9 matchups of three contenders against each other. Each contender beats the one
/// before it by `lead` percentage points.
fn circle(lead: u64, fights: u64) -> Vec<Bout> {
    let names = ["axe", "bow", "cat"];
    let mut rows = Vec::new();
    for (i, own) in names.into_iter().enumerate() {
        for (j, other) in names.into_iter().enumerate() {
            let wins = match (3 + i - j) % 3 {
                0 => fights / 2,
                1 => fights * (50 + lead) / 100,
                _ => fights * (50 - lead) / 100,
            };
            rows.push((
                [("blade", own), ("against", other)],
                [wins, fights - wins, 0],
            ));
        }
    }
    rows
}

fn in_mix(least: &str, rows: &[Bout]) -> Judgement {
    let rows: Vec<Row<'_>> = rows
        .iter()
        .map(|(axes, counts)| (&axes[..], *counts, 5))
        .collect();
    let text = format!(
        "{BLADES}{AGAINST}[[expect]]\nwhy = 'all are of use'\nin_mix = '{least}%'\nalong = ['blade', 'against']"
    );
    judged(&text, &rows).remove(0)
}

#[test]
fn each_of_a_circle_is_in_the_best_mix() {
    let rows = circle(20, 20_000);
    let found = in_mix("20", &rows);
    assert_eq!(found.verdict, MEANT);
    assert_eq!(found.findings.len(), 3);
    for finding in &found.findings {
        let near = |is: Option<f64>, to: f64| (is.expect("it is known") - to).abs() < 0.1;
        assert!(near(finding.estimate, 1.0 / 3.0), "{finding:?}");
        assert!(
            near(finding.low, 0.3) && near(finding.high, 0.36),
            "{finding:?}"
        );
    }
    assert_eq!(
        found.statement,
        "each on the axis blade has at least 20 % of the best mix"
    );
    // Forty fights are too few for a verdict.
    assert_eq!(in_mix("20", &circle(20, 40)).verdict, Some(Verdict::Open));
}

#[test]
fn who_is_beaten_by_all_is_not_in_the_best_mix() {
    let mut rows = circle(20, 20_000);
    for (axes, counts) in &mut rows {
        let [own, other] = axes.map(|(_, value)| value);
        if own == "cat" && other != "cat" {
            *counts = [6_000, 14_000, 0];
        } else if other == "cat" && own != "cat" {
            *counts = [14_000, 6_000, 0];
        }
    }
    let found = in_mix("1", &rows);
    assert_eq!(found.verdict, Some(Verdict::NotAsMeant));
    let cat = &found.findings[2];
    assert_eq!(
        (cat.about.as_str(), cat.verdict),
        ("cat", Verdict::NotAsMeant)
    );
    assert!(cat.high < Some(0.001), "{cat:?}");
}

#[test]
fn the_better_side_is_no_better_contender() {
    // With every weapon, the left side wins ten percentage points more than in the results of `circle`.
    let mut rows = circle(20, 20_000);
    for (_, counts) in &mut rows {
        *counts = [counts[0] + 2_000, counts[1] - 2_000, 0];
    }
    assert_eq!(in_mix("20", &rows).verdict, MEANT);
}
