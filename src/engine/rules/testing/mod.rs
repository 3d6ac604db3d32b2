//! Support for tests: short ways to write a scenario, to play it with scripted dice, and to check its error
//! messages.
//!
//! A book makes use of this module by implementing [`Testable`] for its compiled fight. The implementation
//! also gives default lines for its scenarios:
//!
//! ```text
//! type Setup = testing::Setup<Arena>;
//! let after = Setup::of("knight", "skills = { broad-sword = 65 }").against("goblin", "").round([12, 61, 3]);
//! assert_eq!(after.body("goblin").hp, 9);
//! ```
//!
//! In a book's own `testing.rs`, further methods of `Setup<Arena>` and `Trial<Arena>` read the state that
//! only this book has. Tests that are the same for every book are in `every_book.rs` and `every_word.rs`.

mod days;
mod every_book;
mod every_word;
mod flawed;
mod heard;
mod numbers;
mod setup;
mod trial;

pub(super) use days::{Lots, assert_sound_days};
pub(super) use flawed::{assert_flaws, assert_ranges};
pub(super) use heard::Heard;
pub(super) use setup::Setup;
pub(super) use trial::Trial;

use num_rational::BigRational;

use super::{BookInfo, RulesetId};
use crate::dice::Dice;
use crate::fight::{
    Cast, CombatantId, Fight, FighterId, FighterSet, ListId, Progress, SideId, Stream, Witness,
    play, tell_fates,
};
use crate::policy::Policy;
use crate::scenario::{Faults, Matchup, Overrides, RunSettings, Scenario};
use crate::tally::Tally;

/// Returns the texts of the lines in a compiled decision list. Lines that the fighter can never use are
/// missing, because they are left out when a fight is compiled.
pub(super) fn lines_asked(policy: &Policy, list: usize) -> Vec<String> {
    let playbook = policy.playbook();
    let lines = policy.list(ListId::at(list)).iter();
    lines
        .map(|line| playbook.lines[line.id.index()].text.clone())
        .collect()
}

/// A book's compiled fight, with the functions that tests need to set it up, play it and look into it.
pub(super) trait Testable: Fight + Sized {
    const BOOK: &'static BookInfo;
    /// Default lines of every stat block. `OPTIONS` and `FIELD` are those of the tables `[options]` and
    /// `[field]`. A default is left out if the test gives a line with the same key.
    const STATS: &'static [&'static str] = &[];
    const OPTIONS: &'static [&'static str] = &[];
    const FIELD: &'static [&'static str] = &[];
    /// Names of decision lists. Policies in tests have these lists without lines, unless the test gives the
    /// list.
    const LISTS: &'static [&'static str] = &[];
    /// Policies that every scenario has. Each is a name and the lists, as in [`Setup::policy`].
    const POLICIES: &'static [(&'static str, &'static str)] = &[];
    /// Further TOML tables that every scenario has.
    const TABLES: &'static str = "";

    /// The state of one fighter.
    type Body;

    /// Compiles a matchup. If the matchup has faults, adds them to `faults` and returns `None`.
    fn compile(matchup: &Matchup, run: &RunSettings, faults: &Faults) -> Option<Self>;

    /// Returns the state that tests begin with. By default it is the start of the fight.
    fn unopened(&self) -> Self::State {
        self.start().clone()
    }

    fn body(state: &Self::State, who: FighterId) -> &Self::Body;

    fn body_mut(state: &mut Self::State, who: FighterId) -> &mut Self::Body;

    /// Returns the fighters that are still in the fight.
    fn fighting(state: &Self::State) -> FighterSet;

    /// Returns whether the next step only opens a round and nobody acts in it. [`Trial::step`] then also
    /// plays the step after it.
    fn only_opens(_state: &Self::State) -> bool {
        false
    }

    /// Returns whether the next step only continues the last one. [`Trial::step`] then plays it together with
    /// the last one.
    fn goes_on(_state: &Self::State) -> bool {
        false
    }

    /// Plays steps without an action, such as passing the turn on. A trial calls this function after each
    /// step. Tests then see the next state with something to decide.
    fn settle(
        &self,
        _state: &mut Self::State,
        _dice: &mut impl Dice,
        _witness: &mut Heard,
    ) -> Progress {
        Progress::Goes
    }

    /// Returns whether the round that was in progress, or began, at the state `before` is still in progress
    /// at the state `now`.
    fn round_goes_on(before: &Self::State, now: &Self::State) -> bool;
}

/// Reads a scenario from a text written in a test.
pub(super) fn scenario(text: &str) -> Result<(Scenario, Faults), Faults> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("trial.toml");
    std::fs::write(&path, text).expect("a temporary file");
    let names: Vec<&str> = RulesetId::ALL.iter().map(|id| id.book().name).collect();
    let library = |name: &str| RulesetId::named(name).map(|id| id.book().shelf());
    Scenario::load(&path, &Overrides::default(), &library, &names)
}

/// Reads a scenario from a text written in a test and returns its first matchup.
///
/// # Panics
/// If the scenario has faults. The message shows them.
pub(super) fn matchup(text: &str) -> (Matchup, RunSettings, Faults) {
    match scenario(text) {
        Ok((scenario, faults)) => {
            let matchup = scenario.matchups(&faults).into_iter().next();
            let matchup = matchup.unwrap_or_else(|| panic!("{}", faults.render(false, 100)));
            (matchup, scenario.run, faults)
        }
        Err(faults) => panic!("{}", faults.render(false, 100)),
    }
}

/// Compiles the first matchup of a scenario written in a test.
///
/// # Panics
/// If the scenario has faults. The message shows them.
pub(super) fn compiled<F: Testable>(text: &str) -> F {
    let (matchup, run, faults) = matchup(text);
    let fight = F::compile(&matchup, &run, &faults);
    let fight = fight.unwrap_or_else(|| panic!("{}", faults.render(false, 100)));
    fight.prepared().unwrap_or(fight)
}

/// Checks that [`Fight::forget`] clears only fields that cannot affect a fight. Plays a hundred fights twice
/// with the same dice, once with a call of `forget` after each step. Fails unless both ways give the same
/// results. Returns how often `forget` has changed the state.
pub(super) fn forgetting_changes_nothing<F: Fight>(fight: &F) -> usize {
    let stream = Stream::new(3, b"forgetting");
    let (mut kept, mut forgotten) = (Tally::new(fight.cast()), Tally::new(fight.cast()));
    let mut steps = 0;
    for n in 0..100 {
        let (mut state, mut dice) = (fight.start().clone(), stream.dice(n));
        let outcome = loop {
            if let Progress::Ended(outcome) = fight.step(&mut state, &mut dice, &mut forgotten) {
                tell_fates(fight, &state, &outcome, &mut forgotten);
                forgotten.ended(&outcome);
                break outcome;
            }
            let before = state.clone();
            fight.forget(&mut state);
            steps += usize::from(state != before);
        };
        assert_eq!(
            play(fight, &mut stream.dice(n), &mut kept),
            outcome,
            "fight {n}"
        );
    }
    assert!(kept == forgotten);
    steps
}

/// Fails unless two tallies of the same matchup have nearly the same means. The outcomes in `drawn` were
/// drawn from tables, and those in `rolled` were rolled with dice. Both are of the same number of fights
/// between two sides. `most` is the maximum number of attacks, and of points of damage, that a combatant can
/// have in one fight.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
pub(super) fn are_alike(cast: &Cast, [drawn, rolled]: [&Tally; 2], most: f64) {
    let fights = rolled.fights() as f64;
    assert_eq!(drawn.fights(), rolled.fights());
    let near = |what: &str, of: &dyn Fn(&Tally) -> u64, most: f64| {
        let [drawn, rolled] = [drawn, rolled].map(|tally| of(tally) as f64 / fights);
        // Among numbers from 0 to `most` with a given mean, the variance is largest if each is either 0 or
        // `most`.
        let error = (2.0 * rolled.max(1e-4) * most / fights).sqrt();
        let off = (drawn - rolled).abs();
        assert!(off < 5.0 * error, "{what}: {drawn} drawn, {rolled} rolled");
    };
    for side in [SideId(0), SideId(1)] {
        near("wins", &|tally| tally.wins(side), 1.0);
    }
    for id in (0..cast.combatants.len()).map(CombatantId::at) {
        near("attacks", &|tally| tally.attacks(id), most);
        near("hits", &|tally| tally.hits(id), most);
        near("damage", &|tally| tally.damage_dealt(id), most);
    }
}

/// Returns the exact fraction `ways / of`.
pub(super) fn fraction(ways: i64, of: i64) -> BigRational {
    BigRational::new(ways.into(), of.into())
}
