//! For tests: a few characters, given faces, and what came of it.
//!
//! ```text
//! let after = fighters("a", "carries = [\"sword\"]\npolicy = \"plain\"")
//!     .against("b", "policy = \"idle\"")
//!     .turn([4]);
//! assert_eq!(after.health("b"), 4);
//! ```

use std::hash::Hash;
use std::sync::Arc;

use num_rational::BigRational;

use crate::dice::{Dice, Odds, Recorded, Scripted, outcomes};
use crate::fight::{Blow, Fight, FighterId, LineId, Outcome, Progress, WeaponId, Witness};
use crate::rules::testing;

use super::arena::Arena;
use super::compile;
use super::round;
use super::state::{Body, State, Status, Whereabouts};

/// A scenario being written. Later lines of the same side go on with [`Setup::and`].
#[derive(Debug, Clone, Default)]
pub(super) struct Setup {
    options: String,
    field: String,
    run: String,
    extra: String,
    combatants: String,
    sides: Vec<Vec<String>>,
}

/// Policies of those who stand there, and of those who do one thing. Nobody holds its turn unless a test says so.
const SIMPLE: &str = r#"
[policies.default]
ready = []
[policies.idle]
act = []
bonus = []
react = []
opportunity = []
[policies.dodges]
act = []
react = ["dodge"]
opportunity = []
[policies.counters]
act = []
react = ["counter"]
opportunity = []
"#;

/// Begins the first side with one character. `stats` are lines of its stat block; 8 `health` where it is not given.
/// `at = …` among them is the starting place, `count = …` makes several, `riding = …` is what they ride. The first side holds the initiative.
pub(super) fn fighters(name: &str, stats: &str) -> Setup {
    Setup::default().against(name, stats)
}

impl Setup {
    /// Begins the next side.
    pub(super) fn against(mut self, name: &str, stats: &str) -> Self {
        self.sides.push(Vec::new());
        self.and(name, stats)
    }

    /// Adds to the side begun last.
    pub(super) fn and(mut self, name: &str, stats: &str) -> Self {
        let (mut block, mut group) = (
            format!("[combatants.{name}]\n"),
            format!("combatant = \"{name}\""),
        );
        if !stats
            .lines()
            .any(|line| line.trim_start().starts_with("health"))
        {
            block += "health = 8\n";
        }
        for line in stats.lines().map(str::trim) {
            if ["at =", "count =", "riding ="]
                .iter()
                .any(|key| line.starts_with(key))
            {
                group += &[", ", line].concat();
            } else {
                block += &[line, "\n"].concat();
            }
        }
        self.combatants += &block;
        self.sides
            .last_mut()
            .expect("a side was begun")
            .push(format!("{{ {group} }}"));
        self
    }

    /// A line of `[options]`.
    pub(super) fn option(mut self, line: &str) -> Self {
        self.options += &[line, "\n"].concat();
        self
    }

    /// A line of `[field]`.
    pub(super) fn field(mut self, line: &str) -> Self {
        self.field += &[line, "\n"].concat();
        self
    }

    /// A line of `[run]`.
    pub(super) fn run(mut self, line: &str) -> Self {
        self.run += &[line, "\n"].concat();
        self
    }

    /// Any further tables: policies, weapons.
    pub(super) fn with(mut self, toml: &str) -> Self {
        self.extra += &[toml, "\n"].concat();
        self
    }

    /// A policy that does this as its main action and never reacts.
    pub(super) fn acts(self, policy: &str, line: &str) -> Self {
        let table = format!(
            "[policies.{policy}]\nact = ['{line}']\nbonus = []\nreact = []\nopportunity = []"
        );
        self.with(&table)
    }

    /// A policy that answers attacks so and does nothing else.
    pub(super) fn reacts(self, policy: &str, line: &str) -> Self {
        let table = format!(
            "[policies.{policy}]\nact = []\nbonus = []\nreact = ['{line}']\nopportunity = []"
        );
        self.with(&table)
    }

    /// The scenario's text. Sides are called `side 1`, `side 2` …
    pub(super) fn text(&self) -> String {
        let side = |(at, groups): (usize, &Vec<String>)| {
            let groups = groups.join(", ");
            format!(
                "[[sides]]\nname = \"side {}\"\nfighters = [{groups}]\n",
                at + 1
            )
        };
        let sides: Vec<String> = self.sides.iter().enumerate().map(side).collect();
        let initiative = if self.field.contains("initiative") {
            ""
        } else {
            "initiative = \"side 1\"\n"
        };
        format!(
            "ruleset = \"murdham\"\n[run]\n{}[options]\n{}[field]\n{}{initiative}{}\n{SIMPLE}{}\n{}",
            self.run,
            self.options,
            self.field,
            self.combatants,
            self.extra,
            sides.concat()
        )
    }

    /// The fight before its first roll.
    pub(super) fn ready(&self) -> Trial {
        let (matchup, run, faults) = testing::matchup(&self.text());
        let arena = compile::arena::<8>(&matchup, &run, &faults)
            .unwrap_or_else(|| panic!("{}", faults.render(false, 100)));
        let state = arena.start();
        Trial {
            arena: Arc::new(arena),
            state,
            heard: Heard::default(),
            outcome: None,
        }
    }

    /// Every fault of the scenario, rendered.
    pub(super) fn faults(&self) -> String {
        let faults = match testing::scenario(&self.text()) {
            Ok((scenario, faults)) => {
                for matchup in scenario.matchups(&faults) {
                    drop(compile::arena::<8>(&matchup, &scenario.run, &faults));
                }
                faults
            }
            Err(faults) => faults,
        };
        faults.render(false, 100)
    }

    /// Plays the first turn with exactly these faces.
    pub(super) fn turn(&self, faces: impl IntoIterator<Item = u32>) -> Trial {
        self.ready().turn(faces)
    }

    /// Plays the first round with exactly these faces.
    pub(super) fn round(&self, faces: impl IntoIterator<Item = u32>) -> Trial {
        self.ready().round(faces)
    }

    /// The exact odds of whatever `read` says after the first turn.
    pub(super) fn odds<T: Eq + Hash>(&self, read: impl Fn(&Trial) -> T) -> Odds<T> {
        self.ready().odds(read)
    }
}

/// A fight with given faces, and what was heard of it.
#[derive(Debug)]
pub(super) struct Trial {
    pub arena: Arc<Arena<8>>,
    pub state: State<8>,
    pub heard: Heard,
    pub outcome: Option<Outcome>,
}

/// What was heard since the turn or round began.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// Attacker, target, weapon and ending of every attack, in order.
    pub blows: Vec<(FighterId, FighterId, WeaponId, Blow)>,
    /// Policy lines used, in order.
    pub lines: Vec<(FighterId, LineId)>,
    /// Who went down, who came back, who left alive.
    pub downed: Vec<FighterId>,
    pub back: Vec<FighterId>,
    pub fled: Vec<FighterId>,
    /// What a transcript says, with its clause.
    pub said: Vec<(&'static str, String)>,
}

impl Witness for Heard {
    const LISTENS: bool = true;

    fn attacked(&mut self, attacker: FighterId, target: FighterId, weapon: WeaponId, blow: Blow) {
        self.blows.push((attacker, target, weapon, blow));
    }

    fn line_used(&mut self, who: FighterId, line: LineId) {
        self.lines.push((who, line));
    }

    fn downed(&mut self, who: FighterId, _round: u32) {
        self.downed.push(who);
    }

    fn back(&mut self, who: FighterId, _round: u32) {
        self.back.push(who);
    }

    fn fled(&mut self, who: FighterId, _round: u32) {
        self.fled.push(who);
    }

    fn say(&mut self, clause: &'static str, text: impl FnOnce() -> String) {
        self.said.push((clause, text()));
    }
}

impl Trial {
    /// Plays one turn, and the passes before it, with exactly these faces; fails if one is missing or left over.
    pub(super) fn turn(mut self, faces: impl IntoIterator<Item = u32>) -> Self {
        assert!(self.outcome.is_none(), "the fight is over");
        self.heard = Heard::default();
        self.play_turn(&mut Recorded::new(Scripted::new(faces)));
        self
    }

    /// Plays what is left of the round, or a whole one, with exactly these faces.
    pub(super) fn round(mut self, faces: impl IntoIterator<Item = u32>) -> Self {
        assert!(self.outcome.is_none(), "the fight is over");
        self.heard = Heard::default();
        self.play_round(&mut Recorded::new(Scripted::new(faces)));
        self
    }

    fn play_turn(&mut self, dice: &mut impl Dice) {
        match round::step(&self.arena, &mut self.state, dice, &mut self.heard) {
            Progress::Goes => {}
            Progress::Ended(outcome) => self.outcome = Some(outcome),
        }
    }

    fn play_round(&mut self, dice: &mut impl Dice) {
        loop {
            self.play_turn(dice);
            if self.outcome.is_some() || !self.state.open {
                return;
            }
        }
    }

    fn again(&self) -> Self {
        Self {
            arena: Arc::clone(&self.arena),
            state: self.state.clone(),
            heard: Heard::default(),
            outcome: None,
        }
    }

    /// The exact odds of whatever `read` says after one turn from here.
    pub(super) fn odds<T: Eq + Hash>(&self, read: impl Fn(&Self) -> T) -> Odds<T> {
        outcomes(|dice| {
            let mut trial = self.again();
            trial.play_turn(dice);
            read(&trial)
        })
    }

    /// The same after what is left of the round.
    pub(super) fn round_odds<T: Eq + Hash>(&self, read: impl Fn(&Self) -> T) -> Odds<T> {
        outcomes(|dice| {
            let mut trial = self.again();
            trial.play_round(dice);
            read(&trial)
        })
    }

    /// Changes the situation by hand before the next turn.
    pub(super) fn given(mut self, name: &str, change: impl FnOnce(&mut Body)) -> Self {
        let who = self.who(name);
        change(self.state.body_mut(who));
        self
    }

    /// Puts a character out of the fight by hand.
    pub(super) fn out(mut self, name: &str, status: Status, health: i16) -> Self {
        let who = self.who(name);
        self.state.fighting.remove(who);
        self.state.unused.remove(who);
        let body = self.state.body_mut(who);
        body.status = status;
        body.health = health;
        self
    }

    /// Lets one hold another by hand.
    pub(super) fn holding(mut self, captor: &str, captive: &str) -> Self {
        let arena = Arc::get_mut(&mut self.arena).expect("nobody else plays this trial yet");
        arena.scope.grabs = true;
        let who = self.who(captor);
        self.given(captive, |body| body.captor = Some(who))
    }

    /// The character of this name, as transcripts call it: `knight`, `bandit 2`.
    pub(super) fn who(&self, name: &str) -> FighterId {
        let found = self
            .arena
            .lineup
            .everybody()
            .find(|&who| self.arena.name(who) == name);
        found.unwrap_or_else(|| panic!("nobody is called {name}"))
    }

    pub(super) fn body(&self, name: &str) -> &Body {
        self.state.body(self.who(name))
    }

    pub(super) fn health(&self, name: &str) -> i16 {
        self.body(name).health
    }

    pub(super) fn status(&self, name: &str) -> Status {
        self.body(name).status
    }

    pub(super) fn fights(&self, name: &str) -> bool {
        self.state.fighting.has(self.who(name))
    }

    /// Whether the turn of this round is unused.
    pub(super) fn has_turn(&self, name: &str) -> bool {
        self.state.unused.has(self.who(name))
    }

    /// The name of the place.
    pub(super) fn at(&self, name: &str) -> &str {
        &self.arena.field.names[usize::from(self.body(name).place)]
    }

    /// Who holds somebody.
    pub(super) fn captor(&self, name: &str) -> Option<String> {
        self.body(name).captor.map(|who| self.arena.name(who))
    }

    /// Names of the weapons in somebody's hands.
    pub(super) fn holds(&self, name: &str) -> Vec<&str> {
        let items = self.body(name).items.iter();
        items
            .filter(|item| item.at == Whereabouts::Held)
            .map(|item| self.arena.weapon(item.weapon).name.as_str())
            .collect()
    }

    /// Attacker, target and weapon of every counted attack, in order.
    pub(super) fn attacks(&self) -> Vec<(String, String, String)> {
        let named = |&(who, target, weapon, _): &(FighterId, FighterId, WeaponId, Blow)| {
            let weapon = &self.arena.cast.combatant(who).weapons[weapon.index()].name;
            (
                self.arena.name(who),
                self.arena.name(target),
                weapon.clone(),
            )
        };
        self.heard.blows.iter().map(named).collect()
    }

    /// How every counted attack ended, in order.
    pub(super) fn blows(&self) -> Vec<Blow> {
        self.heard.blows.iter().map(|&(.., blow)| blow).collect()
    }

    /// The names of those whose turn came, in order.
    pub(super) fn turns(&self) -> Vec<String> {
        let said = self.heard.said.iter();
        said.filter(|(clause, _)| *clause == "MUR-1-2")
            .filter_map(|(_, text)| Some(text.split_once(" takes its turn")?.0.to_owned()))
            .collect()
    }

    /// Whether the transcript has such words in it.
    pub(super) fn says(&self, words: &str) -> bool {
        self.heard.said.iter().any(|(_, text)| text.contains(words))
    }
}

/// A weapon of exactly this profile: `weapon("club", "damage = \"1d6\"")`.
pub(super) fn weapon(name: &str, profile: &str) -> String {
    format!("[weapons.{name}]\n{profile}")
}

/// An exact fraction.
pub(super) fn fraction(ways: i64, of: i64) -> BigRational {
    BigRational::new(ways.into(), of.into())
}
