//! Tests of laws that hold for any fight with any numbers.

mod common;

use common::{
    bout, duel, duellist, house_rule, matches, murdham, persona, semiautomagic, swift_swords,
};
use proptest::prelude::*;
use skirmish::exact::Budget;
use skirmish::fight::{CombatantId, Ending, EventId, LineId, SideId, Stream, WeaponId};
use skirmish::tally::{Expected, Tally};

const STATES: usize = 100_000;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(17),
        ..ProptestConfig::default()
    }
}

/// Returns the probabilities of the four endings of a duel: the first side wins, the second side wins, draw,
/// undecided. Returns `None` if the duel is too large for exact odds.
fn odds(text: &str) -> Option<[f64; 4]> {
    let odds = bout(text).solve(STATES).ok()?;
    let endings = [
        Ending::Won(SideId(0)),
        Ending::Won(SideId(1)),
        Ending::Draw,
        Ending::Undecided,
    ];
    Some(endings.map(|ending| odds.of(ending)))
}

proptest! {
    #![proptest_config(config(8))]

    #[test]
    fn weights_sum_to_one(first in duellist(), second in duellist(), rule in house_rule()) {
        if let Some(odds) = odds(&duel(&first, &second, rule)) {
            prop_assert!((odds.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn swapping_the_sides_mirrors_the_odds(first in duellist(), second in duellist(), rule in house_rule()) {
        let text = duel(&first, &second, rule);
        let swapped = text.replace("[run]\n", "[run]\nseats = \"both\"\n");
        let seats = matches(&swapped).remove(0).seats;
        if let (Ok(listed), Ok(reversed)) = (seats[0].solve(STATES), seats[1].solve(STATES)) {
            for (here, there) in [(0, 1), (1, 0)] {
                let gap = listed.of(Ending::Won(SideId(here))) - reversed.of(Ending::Won(SideId(there)));
                prop_assert!(gap.abs() < 1e-9, "{gap}");
            }
        }
    }

    #[test]
    fn swapping_the_sides_of_a_murdham_duel_mirrors_the_odds(
        first in murdham::brawler(),
        second in murdham::brawler(),
        rule in murdham::house_rule(),
        ground in murdham::ground(),
    ) {
        // If two fighters in the same place shove each other, the listing order matters, because the first
        // side faces the higher zones.
        prop_assume!(!first.act.contains("shove") && !second.act.contains("shove"));
        // If both fighters lie in ambush, their initiative depends on the listing order.
        prop_assume!(first.extra != "concealed = true" || second.extra != "concealed = true");
        let text = murdham::fight(&first, &second, 1, rule, ground);
        let swapped = text.replace("[run]\n", "[run]\nseats = \"both\"\n");
        let seats = matches(&swapped).remove(0).seats;
        if let (Ok(listed), Ok(reversed)) = (seats[0].solve(STATES), seats[1].solve(STATES)) {
            for (here, there) in [(0, 1), (1, 0)] {
                let gap = listed.of(Ending::Won(SideId(here))) - reversed.of(Ending::Won(SideId(there)));
                prop_assert!(gap.abs() < 1e-9, "{gap}");
            }
        }
    }

    #[test]
    fn who_starts_hurt_fights_like_one_with_no_more_hit_points(
        first in duellist(),
        second in duellist(),
        rule in house_rule(),
    ) {
        let text = duel(&first, &second, rule);
        let whole = format!("hit_points = {}\n", first.hit_points);
        let hurt = format!("hit_points = 30\nstart_hit_points = {}\n", first.hit_points);
        let injured = format!("hit_points = 12\nstart_injuries = [1, {}]\n", 11 - first.hit_points);
        prop_assert!(text.contains(&whole));
        if let Some(odds_of_whole) = odds(&text) {
            for changed in [hurt, injured] {
                let odds = odds(&text.replacen(&whole, &changed, 1)).expect("as many states");
                let mut pairs = odds.iter().zip(odds_of_whole);
                prop_assert!(pairs.all(|(one, other)| (one - other).abs() < 1e-9));
            }
        }
    }

    #[test]
    fn who_starts_hurt_in_persona_fights_like_one_with_no_more_wounds(
        first in persona::brawler(),
        second in persona::brawler(),
    ) {
        let text = persona::fight(&first, &second, 1, "", 0);
        let whole = format!("wounds = {}\n", first.wounds);
        let hurt = format!("wounds = 30\nstart_wounds = {}\n", first.wounds);
        prop_assert!(text.contains(&whole));
        if let Some(odds_of_whole) = odds(&text) {
            let odds = odds(&text.replacen(&whole, &hurt, 1)).expect("as many states");
            let mut pairs = odds.iter().zip(odds_of_whole);
            prop_assert!(pairs.all(|(one, other)| (one - other).abs() < 1e-9));
        }
    }

    #[test]
    fn more_armour_never_lowers_the_odds(first in duellist(), second in duellist(), more in 1u32..4) {
        let armoured = common::Duellist { armour: first.armour + more, ..first.clone() };
        let (before, after) = (odds(&duel(&first, &second, "")), odds(&duel(&armoured, &second, "")));
        if let (Some(before), Some(after)) = (before, after) {
            prop_assert!(after[1] <= before[1] + 1e-9, "the enemy wins {} and then {}", before[1], after[1]);
        }
    }

    #[test]
    fn weights_of_a_murdham_fight_sum_to_one(
        first in murdham::brawler(),
        second in murdham::brawler(),
        rule in murdham::house_rule(),
        ground in murdham::ground(),
    ) {
        if let Some(odds) = odds(&murdham::fight(&first, &second, 1, rule, ground)) {
            prop_assert!((odds.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn turned_and_mirrored_maps_have_the_same_odds(
        first in semiautomagic::brawler(),
        second in semiautomagic::brawler(),
    ) {
        let all = semiautomagic::TURNS.map(|turn| odds(&semiautomagic::on_a_map(&first, &second, turn)));
        let known: Vec<[f64; 4]> = all.into_iter().flatten().collect();
        for other in known.windows(2) {
            let gap = other[0].iter().zip(&other[1]).map(|(a, b)| (a - b).abs());
            prop_assert!(gap.fold(0.0, f64::max) < 1e-9, "{known:?}");
        }
    }

    #[test]
    fn swapping_the_sides_of_a_persona_duel_mirrors_the_odds(
        first in persona::brawler(),
        second in persona::brawler(),
        rule in persona::house_rule(),
        apart in 1u32..7,
    ) {
        let text = persona::fight(&first, &second, 1, rule, apart);
        let swapped = text.replace("[run]\n", "[run]\nseats = \"both\"\n");
        let seats = matches(&swapped).remove(0).seats;
        if let (Ok(listed), Ok(reversed)) = (seats[0].solve(STATES), seats[1].solve(STATES)) {
            prop_assert!((listed.sum(|_| 1.0) - 1.0).abs() < 1e-9);
            for (here, there) in [(0, 1), (1, 0)] {
                let gap = listed.of(Ending::Won(SideId(here))) - reversed.of(Ending::Won(SideId(there)));
                prop_assert!(gap.abs() < 1e-9, "{gap}");
            }
        }
    }
}

proptest! {
    // Enumerating all rolls of heroes takes long.
    #![proptest_config(config(4))]

    #[test]
    fn swapping_the_sides_of_a_swift_swords_duel_mirrors_the_odds(
        first in swift_swords::brawler(),
        second in swift_swords::brawler(),
        rule in swift_swords::house_rule(),
    ) {
        let text = swift_swords::fight(&first, &second, 1, rule);
        let swapped = text.replace("[run]\n", "[run]\nseats = \"both\"\n");
        let seats = matches(&swapped).remove(0).seats;
        if let (Ok(listed), Ok(reversed)) = (seats[0].solve(STATES), seats[1].solve(STATES)) {
            prop_assert!((listed.sum(|_| 1.0) - 1.0).abs() < 1e-9);
            for (here, there) in [(0, 1), (1, 0)] {
                let gap = listed.of(Ending::Won(SideId(here))) - reversed.of(Ending::Won(SideId(there)));
                prop_assert!(gap.abs() < 1e-9, "{gap}");
            }
        }
    }

    #[test]
    fn more_armour_never_lowers_the_odds_in_swift_swords(
        first in swift_swords::brawler(),
        second in swift_swords::brawler(),
        more in 1u32..3,
    ) {
        // Other effects that depend on earlier rolls are left out. Otherwise a hit that is prevented could
        // help its target in other ways.
        let quiet = |brawler: swift_swords::Brawler| {
            swift_swords::Brawler { lists: "defend = []", extra: "", ..brawler }
        };
        let (first, second) = (quiet(first), quiet(second));
        let armoured = swift_swords::Brawler { armour: first.armour + more, ..first.clone() };
        let fight = |first| odds(&swift_swords::fight(first, &second, 1, ""));
        if let (Some(before), Some(after)) = (fight(&first), fight(&armoured)) {
            prop_assert!(after[1] <= before[1] + 1e-9, "the enemy wins {} and then {}", before[1], after[1]);
        }
    }
}

proptest! {
    #![proptest_config(config(8))]

    #[test]
    fn counts_of_a_swift_swords_tally_agree(
        first in swift_swords::brawler(),
        second in swift_swords::brawler(),
        count in 1u32..5,
        rule in swift_swords::house_rule(),
    ) {
        for tables in ["tables = true\n", "tables = false\n"] {
            let text = swift_swords::fight(&first, &second, count, rule);
            let bout = bout(&text.replace("[run]\n", &["[run]\n", tables].concat()));
            let stream = Stream::new(3, bout.label());
            let mut tally = Tally::new(bout.cast());
            bout.play(&stream, 0..500, &mut tally);
            let decided: u64 = [SideId(0), SideId(1)].into_iter().map(|side| tally.wins(side)).sum();
            prop_assert_eq!(decided + tally.draws() + tally.undecided(), 500);
            for n in 0..20 {
                prop_assert_eq!(bout.tell(&stream, n).outcome, bout.outcome(&stream, n));
            }
        }
    }

    #[test]
    fn counts_of_a_murdham_tally_agree(
        first in murdham::brawler(),
        second in murdham::brawler(),
        count in 1u32..5,
        rule in murdham::house_rule(),
        ground in murdham::ground(),
    ) {
        let bout = bout(&murdham::fight(&first, &second, count, rule, ground));
        let stream = Stream::new(3, bout.label());
        let mut tally = Tally::new(bout.cast());
        bout.play(&stream, 0..500, &mut tally);
        let decided: u64 = [SideId(0), SideId(1)].into_iter().map(|side| tally.wins(side)).sum();
        prop_assert_eq!(decided + tally.draws() + tally.undecided(), 500);
        prop_assert_eq!(bout.tell(&stream, 7).outcome, bout.outcome(&stream, 7));
    }

    #[test]
    fn counts_of_a_tally_agree(first in duellist(), second in duellist(), rule in house_rule()) {
        let bout = bout(&duel(&first, &second, rule));
        let mut tally = Tally::new(bout.cast());
        bout.play(&Stream::new(3, bout.label()), 0..500, &mut tally);
        let decided: u64 = [SideId(0), SideId(1)].into_iter().map(|side| tally.wins(side)).sum();
        prop_assert_eq!(decided + tally.draws() + tally.undecided(), 500);
        prop_assert_eq!(tally.fights(), 500);
    }

    #[test]
    fn a_story_is_the_fight_that_was_counted(first in duellist(), second in duellist(), n in 0u64..1000) {
        let bout = bout(&duel(&first, &second, ""));
        let stream = Stream::new(9, bout.label());
        let told = bout.tell(&stream, n).outcome;
        prop_assert_eq!(told, bout.outcome(&stream, n));
        let mut tally = Tally::new(bout.cast());
        bout.play(&stream, n..n + 1, &mut tally);
        prop_assert_eq!(tally.ended_so(told.ending), 1);
    }
}

/// Returns a fight with `each` fighters on a side. All are equal and strike at the same time, with blades
/// that soon break.
fn tied(each: u32) -> String {
    let combatant = |name: &str| {
        format!(
            "[combatants.{name}]\ndex = 12\nhit_points = 9\narmour = {{ ap = 1 }}\n\
             carries = [\"blade\", \"dagger\"]\nskills = {{ blade = 90, dagger = 50 }}\npolicy = \"steady\"\n"
        )
    };
    let side = |name: &str| {
        format!(
            "[[sides]]\nname = \"{name}s\"\nfighters = [{{ combatant = \"{name}\", count = {each} }}]\n"
        )
    };
    [
        "ruleset = \"brp\"\n[weapons.blade]\nskill = \"Melee Weapon\"\nspecialty = \"Sword\"\nbase = 60\n\
         damage = \"1d6\"\ndb = \"none\"\nhands = 1\npoints = 3\nlength = \"medium\"\n\
         [policies.steady]\nact = [\"attack nearest\"]\nreact = [\"parry\", \"dodge\"]\n",
        &combatant("one"),
        &combatant("two"),
        &side("one"),
        &side("two"),
    ]
    .concat()
}

#[test] // MUR-17-1, MUR-17-4
fn mounted_fights_mirror_agree_and_are_told_as_they_are_counted() {
    for [lancer, mount, spearman, policy, rule] in murdham::MOUNTED {
        let text = murdham::mounted(lancer, mount, spearman, policy, rule);
        let swapped = text.replace("[run]\n", "[run]\nseats = \"both\"\n");
        let seats = matches(&swapped).remove(0).seats;
        let [listed, reversed] = [0, 1].map(|at| seats[at].solve(STATES).expect("few situations"));
        assert!((listed.sum(|_| 1.0) - 1.0).abs() < 1e-9);
        // If two fighters in the same place shove each other, the listing order matters, because the first
        // side faces the higher zones.
        if !spearman.contains("shove") {
            for (here, there) in [(0, 1), (1, 0)] {
                let gap =
                    listed.of(Ending::Won(SideId(here))) - reversed.of(Ending::Won(SideId(there)));
                assert!(gap.abs() < 1e-9, "{gap}\n{text}");
            }
        }
        let bout = bout(&text);
        let stream = Stream::new(3, bout.label());
        let mut tally = Tally::new(bout.cast());
        bout.play(&stream, 0..500, &mut tally);
        if mount.contains("vehicle") {
            let mut combatants = bout.cast().combatants.iter();
            let at = combatants.position(|combatant| combatant.name == "horse");
            let id = CombatantId::at(at.expect("it is ridden"));
            assert_eq!(tally.downs(id) + tally.survived(id), 500);
        }
        for n in 0..50 {
            assert_eq!(bout.tell(&stream, n).outcome, bout.outcome(&stream, n));
        }
    }
}

#[test] // BRP-5.4-4
fn equals_who_act_together_fight_alike_step_by_step_and_all_at_once() {
    // If a fight has a transcript, a group that acts at the same time acts in one step. In other fights, each
    // blow of such a group is a step.
    for each in [1, 2] {
        let bout = bout(&tied(each));
        let stream = Stream::new(3, bout.label());
        let mut draws = 0;
        for n in 0..3000 {
            let outcome = bout.outcome(&stream, n);
            assert_eq!(outcome, bout.tell(&stream, n).outcome, "fight {n}");
            draws += u32::from(outcome.ending == Ending::Draw);
        }
        assert!(draws > 0, "{each} against {each} may kill each other");
    }
}

#[test]
fn what_never_comes_to_matter_changes_no_odds() {
    // A condition about the round turns off two shortcuts: rounds that count as alike, and blows that are
    // computed in advance.
    let text = tied(1).replace("[weapons", "[run]\nround_cap = 6\n[weapons");
    let text = text.replace("hit_points = 9", "hit_points = 5");
    let asking = text.replace("attack nearest", "attack nearest if round < 1000");
    let [plain, asking] = [text, asking].map(|text| {
        bout(&text).work_out(
            &Budget {
                negligible: 0.0,
                ..Budget::ANY
            },
            &(),
        )
    });
    for (outcome, weight) in plain.odds.iter() {
        let twin = asking
            .odds
            .sum(|other| f64::from(u8::from(other == outcome)));
        assert!(
            (weight - twin).abs() < 1e-13,
            "{outcome:?}: {weight}, {twin}"
        );
    }
    assert_eq!(plain.odds.iter().count(), asking.odds.iter().count());
    for who in [0, 1].map(CombatantId) {
        let figures = |tally: &Tally<Expected>| {
            let mut figures = vec![tally.attacks(who), tally.hits(who), tally.evaded(who)];
            figures.extend([
                tally.damage_dealt(who),
                tally.damage_taken(who),
                tally.downs(who),
            ]);
            figures.extend((0..3).map(|line| tally.used(who, LineId(line))));
            figures.extend(tally.kills(who).map(|(_, downs)| downs));
            figures
        };
        let (here, there) = (figures(&plain.tally), figures(&asking.tally));
        assert_eq!(here.len(), there.len());
        for (a, b) in here.iter().zip(&there) {
            assert!((a.value() - b.value()).abs() < 1e-12, "{a} is not {b}");
        }
    }
}

#[test] // BRP-5.4-4, BRP-5.6-7
fn things_break_under_the_last_blows_as_well() {
    // The fighters strike at the same time, so a fighter that goes down still strikes. Both have the same
    // odds.
    let text = tied(1).replace("[weapons", "[run]\nround_cap = 6\n[weapons");
    let text = text.replace("points = 3", "points = 2");
    let text = text.replace("hit_points = 9", "hit_points = 5");
    let figures = |text: &str| {
        let budget = Budget {
            negligible: 0.0,
            ..Budget::ANY
        };
        let fight = bout(text);
        let tally = fight.work_out(&budget, &()).tally;
        let mut events = fight.cast().events.iter();
        let broken = events.position(|event| event.name == "weapon broken");
        let broken = EventId::at(broken.expect("the book counts them"));
        [0, 1].map(|side| {
            let per_fight = tally.event(SideId(side), broken);
            per_fight.expect("blades break").mean
        })
    };
    let [one, other] = figures(&text);
    assert!(one > 0.1 && (one - other).abs() < 1e-12, "{one}, {other}");
    // A condition about hit points turns off the shortcuts.
    let asking = text.replace("attack nearest", "attack nearest if self.hp < 1000");
    let apart = figures(&asking);
    assert!(
        (apart[0] - one).abs() < 1e-12 && (apart[1] - one).abs() < 1e-12,
        "{one}, {apart:?}"
    );
}

#[test] // BRP-5.12-4, BRP-X-7
fn who_asks_for_hit_points_below_nothing_is_told_the_same_fight() {
    let asks = "[\"attack fallen if target.hp < 0\", \"attack nearest\"]";
    let text = tied(2).replace("[\"attack nearest\"]", asks);
    let text = text.replace("[weapons", "[options]\nintent = \"skip\"\n[weapons");
    let text = text.replace("damage = \"1d6\"", "damage = \"3d6\"");
    // The added fighters act later in the round. By then, the enemies may already be down.
    let late = "[combatants.late]\nlike = \"one\"\ndex = 9\n[[sides]]";
    let both = "{ combatant = \"one\" }, { combatant = \"late\" }";
    let text = text.replacen("[[sides]]", late, 1);
    let text = text.replace("{ combatant = \"one\", count = 2 }", both);
    let (fight, stream) = (bout(&text), Stream::new(1, b"fallen"));
    for n in 0..200 {
        assert_eq!(
            fight.outcome(&stream, n),
            fight.tell(&stream, n).outcome,
            "fight {n}"
        );
    }
}

#[test] // SST-18-1
fn every_landed_hit_of_swift_swords_costs_some_number_of_ranks() {
    for file in ["duel", "goblins-per-hero"] {
        let text = std::fs::read_to_string(format!("scenarios/swift-swords/{file}.toml"))
            .expect("a shipped scenario");
        for bout in matches(&text).iter().flat_map(|found| &found.seats) {
            let cast = bout.cast();
            let mut tally = Tally::new(cast);
            bout.play(&Stream::new(3, bout.label()), 0..300, &mut tally);
            let (mut hits, mut lost) = (0, 0);
            for (at, combatant) in cast.combatants.iter().enumerate() {
                let who = CombatantId::at(at);
                let weapons = (0..combatant.weapons.len()).map(WeaponId::at);
                let costs: Vec<_> = weapons.flat_map(|w| tally.ranks_lost(who, w)).collect();
                let counted: u64 = costs.iter().map(|&(_, hits)| hits).sum();
                assert_eq!(counted, tally.hits(who), "{file}: {}", combatant.name);
                hits += counted;
                lost += costs.iter().map(|&(ranks, hits)| ranks * hits).sum::<u64>();
            }
            assert!(hits > 0 && lost > 0, "{file}: {hits} hits, {lost} Ranks");
        }
    }
}

#[test] // BRP-5.4-4, MUR-0-7, PER-2-4
fn fights_that_are_drawn_are_told_as_they_are_counted() {
    let group = |name: &str, at: u32| {
        format!(
            "[combatants.{name}]\nws = 30\nbs = 55\ns = 35\nt = 5\nag = 35\nwp = 35\nwounds = 8\n\
             carries = [\"gun\"]\npolicy = \"bursts\"\n\
             [[sides]]\nname = \"{name}s\"\nfighters = [{{ combatant = \"{name}\", count = 2, at = {at} }}]\n"
        )
    };
    let shooters = [
        "ruleset = \"persona\"\n[weapons.gun]\nkind = \"ranged\"\ndamage = \"3\"\nrange = 60\nhands = 2\nsemi = 3\n\
         [policies.bursts]\nact = [\"clear\", \"semi-burst\"]\n",
        &group("one", 0),
        &group("two", 10),
    ];
    let shooters = shooters.concat();
    let lasting = shooters.replace("wounds = 8", "wounds = 40");
    let cut_off = format!("{lasting}[run]\nround_cap = 6\n");
    // Special damage gives the damage of a shot a long tail. Only the beginning of the tail can be drawn from
    // a table.
    let critical = lasting.replace("damage = \"3\"", "damage = \"1d10+3\"");
    let critical = critical
        .replace("wounds = 40", "wounds = 150")
        .replace("semi-burst", "attack");
    // From this fight number on, drawn fights do not track the order of initiative.
    let melees = [shooters, cut_off, critical].map(|text| (text, 1 << 17));
    // If a fighter is knocked out, what becomes of it depends on the damage, which the next state does not
    // contain.
    let deadly = tied(1)
        .replace("[combatants.two]\ndex = 12", "[combatants.two]\ndex = 3")
        .replace("hit_points = 9", "hit_points = 4")
        .replace("{ ap = 1 }", "\"hard-leather\"")
        .replace("1d6", "2d4+1")
        .replace("\"parry\", \"dodge\"", "\"dodge if round > 1\"");
    // Policies of `murdham` can test the wounds of others, but not why a fighter is out of the fight.
    let guards = |each: u32, health: u32| {
        let side = |name: &str, with: &str| {
            format!(
                "[combatants.{name}]\nhealth = {health}\ncarries = [\"{with}\"]\n\
                 [[sides]]\nname = \"{name}s\"\nfighters = [{{ combatant = \"{name}\", count = {each} }}]\n"
            )
        };
        [
            "ruleset = \"murdham\"\n",
            &side("one", "sword"),
            &side("two", "axe"),
        ]
        .concat()
    };
    // The rule `weakest` chooses the target when actions are declared, and again if that target has gone
    // down.
    let weakest = tied(2)
        .replace("attack nearest", "attack weakest")
        .replace("[combatants.two]\ndex = 12", "[combatants.two]\ndex = 11");
    let blades = [tied(2), weakest, deadly, guards(1, 40), guards(2, 6)].map(|text| (text, 5000));
    for (text, from) in blades.into_iter().chain(melees) {
        let bout = bout(&text);
        let stream = Stream::new(4, bout.label());
        for n in from..from + 30 {
            let outcome = bout.outcome(&stream, n);
            assert_eq!(outcome, bout.tell(&stream, n).outcome, "fight {n}");
        }
    }
}
