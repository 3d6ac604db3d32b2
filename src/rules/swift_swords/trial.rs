//! For tests: a few creatures, given faces, and what came of it.
//!
//! ```text
//! let after = fighters("a", "attack = 4").against("b", "physical = 2").begun([]).step([5, 3, 3, 2]);
//! assert_eq!(after.left("b"), 1);
//! ```
//!
//! Faces come in the order in which the rules ask for them; a deal rolls the extra die of a 6 at once.

use std::hash::Hash;
use std::sync::Arc;

use num_rational::BigRational;

use crate::dice::{Dice, Odds, Recorded, Scripted, outcomes};
use crate::exact;
use crate::fight::{Blow, Fight, FighterId, LineId, Outcome, Progress, WeaponId, Witness};
use crate::rules::testing;

use super::arena::Arena;
use super::arms;
use super::attack::{self, Attack, Means, Purpose};
use super::compile;
use super::damage::{self, Hit};
use super::fighter::Track;
use super::hand::Hand;
use super::ranks;
use super::round;
use super::state::{Body, Phase, State};

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

/// Begins the first side, the players', with one creature. `stats` are lines of its stat block. Its policy is `plain`
/// unless given; so `injuries` are off and it takes no State unless it is heroic. `at = …` among the lines is the starting
/// place, `count = …` makes several.
pub(super) fn fighters(name: &str, stats: &str) -> Setup {
    Setup::default().against(name, stats)
}

/// Policies of those who stand there, and of those who do one thing.
const SIMPLE: &str = r#"
[policies.idle]
act = []
defend = []
pay = []
raise = []
effort = []
shake = []
last = []
[policies.dodges]
act = []
defend = ["dodge"]
pay = []
raise = []
effort = []
shake = []
last = []
[policies.blocks]
act = []
defend = ["block"]
pay = []
raise = []
effort = []
shake = []
last = []
[policies.parries]
act = []
defend = ["parry"]
pay = []
raise = []
effort = []
shake = []
last = []
"#;

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
        if !stats.contains("policy =") {
            block += "policy = \"plain\"\n";
        }
        for line in stats.lines().map(str::trim) {
            if line.starts_with("at =") || line.starts_with("count =") {
                group += &[", ", line].concat();
            } else {
                block += &[line, "\n"].concat();
            }
        }
        self.combatants += &block;
        let side = self.sides.last_mut().expect("a side was begun");
        side.push(format!("{{ {group} }}"));
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

    /// A policy of these lists, for instance `act = ["attack"]`; nothing is done that they do not say.
    pub(super) fn policy(self, name: &str, lists: &str) -> Self {
        let idle = ["act", "defend", "pay", "raise", "effort", "shake", "last"].map(|list| {
            if lists
                .lines()
                .any(|line| line.trim_start().starts_with(&format!("{list} =")))
            {
                String::new()
            } else {
                format!("{list} = []\n")
            }
        });
        self.with(&format!("[policies.{name}]\n{}{lists}\n", idle.concat()))
    }

    /// Numbers bring no advantage: the dice of the book's examples include it already.
    pub(super) fn even(self) -> Self {
        self.with("[modifiers]\nminor_advantage = 0\nmajor_advantage = 0")
    }

    /// The scenario's text. Sides are called `side 1`, `side 2` …
    pub(super) fn text(&self) -> String {
        let side = |(at, groups): (usize, &Vec<String>)| {
            let groups = groups.join(", ");
            let name = at + 1;
            format!("[[sides]]\nname = \"side {name}\"\nfighters = [{groups}]\n")
        };
        let sides: Vec<String> = self.sides.iter().enumerate().map(side).collect();
        let injuries = if self.options.contains("injuries") {
            ""
        } else {
            "injuries = \"off\"\n"
        };
        format!(
            "ruleset = \"swift-swords\"\n[run]\n{}[options]\n{}{injuries}[field]\n{}{}\n{SIMPLE}{}\n{}",
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

    /// The fight once nobody's dice have to be rolled any more: the deal with these faces.
    pub(super) fn begun(&self, faces: impl IntoIterator<Item = u32>) -> Trial {
        self.ready().begun(faces)
    }

    /// The exact odds of the whole fight.
    pub(super) fn solved(&self) -> exact::Odds {
        let (matchup, run, faults) = testing::matchup(&self.text());
        let arena = compile::arena::<2>(&matchup, &run, &faults)
            .unwrap_or_else(|| panic!("{}", faults.render(false, 100)));
        exact::solve(&arena, 1_000_000).expect("a small fight")
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

/// What was heard since the last call.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// Attacker, target, weapon and ending of every attack, in order.
    pub blows: Vec<(FighterId, FighterId, WeaponId, Blow)>,
    /// Ranks that each landed blow cost, in order.
    pub lost: Vec<u32>,
    /// Policy lines used, in order.
    pub lines: Vec<(FighterId, LineId)>,
    pub downed: Vec<FighterId>,
    pub fled: Vec<FighterId>,
    /// What a transcript says, with its clause.
    pub said: Vec<(&'static str, String)>,
}

impl Witness for Heard {
    const LISTENS: bool = true;

    fn attacked(&mut self, attacker: FighterId, target: FighterId, weapon: WeaponId, blow: Blow) {
        self.blows.push((attacker, target, weapon, blow));
    }

    fn lost(&mut self, _: FighterId, _: FighterId, _: WeaponId, ranks: u32) {
        self.lost.push(ranks);
    }

    fn line_used(&mut self, who: FighterId, line: LineId) {
        self.lines.push((who, line));
    }

    fn downed(&mut self, who: FighterId, _round: u32) {
        self.downed.push(who);
    }

    fn fled(&mut self, who: FighterId, _round: u32) {
        self.fled.push(who);
    }

    fn say(&mut self, clause: &'static str, text: impl FnOnce() -> String) {
        self.said.push((clause, text()));
    }
}

impl Trial {
    /// Plays on until dice have been dealt to everybody, with exactly these faces.
    pub(super) fn begun(mut self, faces: impl IntoIterator<Item = u32>) -> Self {
        let mut dice = Recorded::new(Scripted::new(faces));
        self.heard = Heard::default();
        while matches!(self.state.phase, Phase::Opening | Phase::Dealing(_)) {
            // Whoever does not roll is dealt to on the way to the first action: see `begin`.
            if self.all_fixed() {
                break;
            }
            self.play(&mut dice);
        }
        self
    }

    /// Whether nobody who is still to be dealt to rolls.
    fn all_fixed(&self) -> bool {
        let Phase::Dealing(next) = self.state.phase else {
            return false;
        };
        let rest = self.arena.lineup.everybody().skip(next.index());
        rest.into_iter()
            .all(|who| !self.arena.fighter(who).ad_rolled)
    }

    /// Plays one step, an action or an option, with exactly these faces; fails if one is missing or left over. Steps that
    /// only open a round or deal fixed hands are taken on the way.
    pub(super) fn step(mut self, faces: impl IntoIterator<Item = u32>) -> Self {
        self.heard = Heard::default();
        self.play_step(&mut Recorded::new(Scripted::new(faces)));
        self
    }

    /// Plays to the end of the round, with exactly these faces.
    pub(super) fn round(mut self, faces: impl IntoIterator<Item = u32>) -> Self {
        self.heard = Heard::default();
        let mut dice = Recorded::new(Scripted::new(faces));
        let round = self.state.round;
        while self.outcome.is_none() && self.state.round == round {
            self.play(&mut dice);
        }
        self
    }

    fn play(&mut self, dice: &mut impl Dice) {
        assert!(self.outcome.is_none(), "the fight is over");
        match round::step(&self.arena, &mut self.state, dice, &mut self.heard) {
            Progress::Goes => {}
            Progress::Ended(outcome) => self.outcome = Some(outcome),
        }
    }

    fn play_step(&mut self, dice: &mut impl Dice) {
        while self.outcome.is_none() && self.state.phase == Phase::Opening {
            self.play(dice);
        }
        self.play(dice);
    }

    fn again(&self) -> Self {
        Self {
            arena: Arc::clone(&self.arena),
            state: self.state.clone(),
            heard: Heard::default(),
            outcome: None,
        }
    }

    /// The exact odds of whatever `read` says after one step from here.
    pub(super) fn odds<T: Eq + Hash>(&self, read: impl Fn(&Self) -> T) -> Odds<T> {
        outcomes(|dice| {
            let mut trial = self.again();
            trial.play_step(dice);
            read(&trial)
        })
    }

    /// The same after what is left of the round.
    pub(super) fn round_odds<T: Eq + Hash>(&self, read: impl Fn(&Self) -> T) -> Odds<T> {
        outcomes(|dice| {
            let mut trial = self.again();
            let round = trial.state.round;
            while trial.outcome.is_none() && trial.state.round == round {
                trial.play(dice);
            }
            read(&trial)
        })
    }

    /// Changes the situation by hand before the next step.
    pub(super) fn given(mut self, name: &str, change: impl FnOnce(&mut Body)) -> Self {
        let who = self.who(name);
        change(self.state.body_mut(who));
        self
    }

    /// Resolves an attack by itself, paid for already, with exactly these faces.
    pub(super) fn struck(mut self, attack: Attack, faces: impl IntoIterator<Item = u32>) -> Self {
        self.heard = Heard::default();
        let mut dice = Recorded::new(Scripted::new(faces));
        let heard = &mut self.heard;
        attack::resolve(&self.arena, &mut self.state, attack, &mut dice, heard);
        self
    }

    /// The exact odds of whatever `read` says after such an attack.
    pub(super) fn strike_odds<T: Eq + Hash>(
        &self,
        attack: Attack,
        read: impl Fn(&Self) -> T,
    ) -> Odds<T> {
        outcomes(|dice| {
            let mut trial = self.again();
            attack::resolve(
                &trial.arena,
                &mut trial.state,
                attack,
                dice,
                &mut trial.heard,
            );
            read(&trial)
        })
    }

    /// An attack of one on the other with what it would strike with.
    pub(super) fn blow(&self, who: &str, target: &str) -> Attack {
        let (attacker, target) = (self.who(who), self.who(target));
        let weapon = arms::melee(&self.arena, &self.state, attacker, arms::ANY);
        Attack {
            attacker,
            target,
            means: Means::Melee(weapon.expect("anybody has hands")),
            purpose: Purpose::Harm,
            bonus: 0,
        }
    }

    /// Does so much damage to somebody, with exactly these faces.
    pub(super) fn hurt(
        mut self,
        name: &str,
        (track, damage): (Track, u8),
        faces: impl IntoIterator<Item = u32>,
    ) -> Self {
        let hit = Hit {
            target: self.who(name),
            by: None,
            track,
            damage,
            massive: false,
        };
        let mut dice = Recorded::new(Scripted::new(faces));
        self.heard = Heard::default();
        damage::hurt(
            &self.arena,
            &mut self.state,
            hit,
            &mut dice,
            &mut self.heard,
        );
        self
    }

    /// Takes so many Ranks off somebody.
    pub(super) fn losing(mut self, name: &str, track: Track, ranks: u8) -> Self {
        let who = self.who(name);
        ranks::lose(
            &self.arena,
            &mut self.state,
            who,
            track,
            ranks,
            &mut self.heard,
        );
        self
    }

    /// Net damage of the first blow that landed; 0 without one.
    pub(super) fn dealt(&self) -> u32 {
        let landed = self.heard.blows.iter().find_map(|&(.., blow)| match blow {
            Blow::Landed { dealt, .. } => Some(dealt),
            _ => None,
        });
        landed.unwrap_or(0)
    }

    /// Puts dice in somebody's hand.
    pub(super) fn holding(self, name: &str, faces: &[u8]) -> Self {
        self.given(name, |body| body.hand = Hand::of(faces))
    }

    /// The creature of this name, as transcripts call it: `hero`, `goblin 2`.
    pub(super) fn who(&self, name: &str) -> FighterId {
        let mut everybody = self.arena.lineup.everybody();
        let found = everybody.find(|&who| self.arena.name(who) == name);
        found.unwrap_or_else(|| panic!("nobody is called {name}"))
    }

    pub(super) fn body(&self, name: &str) -> &Body {
        self.state.body(self.who(name))
    }

    /// Dice in hand, as they are told: `6, 4, 1`.
    pub(super) fn hand(&self, name: &str) -> String {
        self.body(name).hand.to_string()
    }

    /// Physical Ranks that can still be lost.
    pub(super) fn left(&self, name: &str) -> u8 {
        ranks::left(&self.arena, &self.state, self.who(name), Track::Physical)
    }

    /// Mental Ranks that can still be lost.
    pub(super) fn mind(&self, name: &str) -> u8 {
        ranks::left(&self.arena, &self.state, self.who(name), Track::Mental)
    }

    pub(super) fn fights(&self, name: &str) -> bool {
        self.state.fighting.has(self.who(name))
    }

    /// Attacker and target of every attack, in order.
    pub(super) fn attacks(&self) -> Vec<(String, String)> {
        let blows = self.heard.blows.iter();
        blows
            .map(|&(who, target, ..)| (self.arena.name(who), self.arena.name(target)))
            .collect()
    }

    /// Who attacked, in order.
    pub(super) fn attackers(&self) -> Vec<String> {
        self.attacks().into_iter().map(|(who, _)| who).collect()
    }

    /// How every attack ended, in order.
    pub(super) fn blows(&self) -> Vec<Blow> {
        self.heard.blows.iter().map(|&(.., blow)| blow).collect()
    }

    /// Whether the transcript has such words in it.
    pub(super) fn says(&self, words: &str) -> bool {
        self.heard.said.iter().any(|(_, text)| text.contains(words))
    }
}

/// An exact fraction.
pub(super) fn fraction(ways: i64, of: i64) -> BigRational {
    BigRational::new(ways.into(), of.into())
}
