//! A rulebook with only a few rules, which uses nothing but the frame for books. It is the example of
//! `docs/add-a-book.md`, and shows that a book is just a folder and an entry in the list of books.
//!
//! The rules: fighters strike in listing order. A blow hits if a d6 reaches the target's guard. The
//! attacker's damage dice are then subtracted from the target's stamina. A fighter without stamina is out of
//! the fight. Instead of striking, a fighter may rest, which restores one point of its stamina.

mod book;
mod fight;
mod words;

use skirmish::exact::Budget;
use skirmish::fight::{CombatantId, Ending, SideId, Stream};
use skirmish::frame::{Match, load_from};
use skirmish::scenario::Overrides;
use skirmish::tally::{PerFight, Tally};
use words::{OUT, SIX};

/// Returns the matchups of a scenario, or its faults as text.
fn read(text: &str) -> Result<Vec<Match>, String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("toy.toml");
    std::fs::write(&path, text).expect("a temporary file");
    match load_from(&[&book::BOOK], &path, &Overrides::default()) {
        Ok((_, matches)) => Ok(matches),
        Err(faults) => Err(faults.render(false, 120)),
    }
}

#[test]
fn sampled_and_exact_odds_agree() {
    let matches = read(book::BOOK.starter).expect("the starter has no faults");
    let bout = &matches[0].seats[0];
    let solved = bout.work_out(&Budget::ANY, &());
    let chance = solved.odds.of(Ending::Won(SideId(0)));
    let fights: u32 = 40_000;
    let mut tally = Tally::new(bout.cast());
    bout.play(&Stream::new(1, bout.label()), 0..fights.into(), &mut tally);
    let wins = u32::try_from(tally.wins(SideId(0))).expect("no more than fights");
    let rate = f64::from(wins) / f64::from(fights);
    let error = (chance * (1.0 - chance) / f64::from(fights)).sqrt();
    assert!((rate - chance).abs() < 5.0 * error, "{rate} and {chance}");
    // The standard deviation of each of these figures is at most three per fight.
    let most = 3.0 / f64::from(fights).sqrt();
    let near = |sampled: Option<PerFight>, exact: Option<PerFight>| {
        let [sampled, exact] = [sampled, exact].map(|one| one.expect("it happens").mean);
        assert!(
            exact > 0.01 && (sampled - exact).abs() < 5.0 * most,
            "{sampled} and {exact}"
        );
    };
    for side in [SideId(0), SideId(1)] {
        for event in [SIX, OUT] {
            near(tally.event(side, event), solved.tally.event(side, event));
        }
    }
    for (health, exact) in solved.tally.health_left(CombatantId(0)) {
        let found = tally
            .health_left(CombatantId(0))
            .find(|found| found.0 == health);
        near(found.map(|found| found.1), Some(exact));
    }
}

#[test]
fn a_fight_is_told_as_it_is_counted() {
    let matches = read(book::BOOK.starter).expect("the starter has no faults");
    let bout = &matches[0].seats[0];
    let stream = Stream::new(1, bout.label());
    let story = bout.tell(&stream, 7);
    assert_eq!(story.outcome, bout.outcome(&stream, 7));
    let first = &story.lines[0];
    assert_eq!((first.round, first.clause), (1, "TOY-2"));
    assert!(
        first.text.starts_with("veteran strikes at recruit 1: "),
        "{}",
        first.text
    );
}

#[test]
fn a_scenario_can_change_every_number() {
    let odds = |change: &dyn Fn(&str) -> String| {
        let matches = read(&change(book::BOOK.starter)).expect("no faults");
        let odds = matches[0].seats[0].work_out(&Budget::ANY, &()).odds;
        odds.of(Ending::Won(SideId(0)))
    };
    let plain = odds(&str::to_owned);
    let tougher = odds(&|text| text.replace("stamina = 6", "stamina = 8"));
    let doubled = odds(&|text| format!("{text}\n[options]\nsixes = \"double\"\n"));
    let heavier = odds(&|text| text.replacen("1d3", "1d6", 1));
    assert!(
        tougher > plain && heavier > plain,
        "{plain} {tougher} {heavier}"
    );
    assert!((doubled - plain).abs() > 1e-6, "{plain} {doubled}");
}

#[test]
fn a_mistake_is_shown_where_it_is() {
    let shown = |from: &str, to: &str| {
        let read = read(&book::BOOK.starter.replace(from, to));
        read.expect_err("a mistake")
    };
    let typo = shown("stamina = 6", "stamna = 6");
    assert!(typo.contains("did you mean `stamina`?"), "{typo}");
    let range = shown("guard = 5", "guard = 7");
    assert!(
        range.contains("`guard` must be from 2 to 6, not 7"),
        "{range}"
    );
    let action = shown("strike at weakest", "strik at weakest");
    assert!(action.contains("did you mean `strike`?"), "{action}");
}

#[test]
fn the_page_on_adding_a_book_shows_this_one() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("it is there");
    let code = ["book", "fight", "words"].map(|name| read(&format!("tests/toy/{name}.rs")));
    let page = read("docs/add-a-book.md");
    let mut blocks = 0;
    for block in page.split("```rust\n").skip(1) {
        let block = block.split("```").next().expect("a block ends");
        assert!(code.iter().any(|file| file.contains(block)), "{block}");
        blocks += 1;
    }
    assert_eq!(blocks, 11);
}
