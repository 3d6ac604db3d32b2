//! For tests: a few fighters, given faces, and what came of it.
//!
//! ```text
//! let after = fighters("knight", "skills = { broad-sword = 65 }\ncarries = [\"broad-sword\"]")
//!     .against("goblin", "carries = [\"broad-sword\"]")
//!     .round([12, 61, 3]);
//! assert_eq!(after.hp("goblin"), 9);
//! ```

use std::hash::Hash;
use std::sync::Arc;

use num_rational::BigRational;

use crate::dice::{Dice, Odds, Recorded, Scripted, outcomes};
use crate::fight::{Blow, FighterId, LineId, Outcome, Progress, WeaponId, Witness};
use crate::rules::testing;

use super::arena::Arena;
use super::compile;
use super::round;
use super::state::{Body, Condition, ItemState, State};

/// A scenario being written. Later lines of the same side go on with [`Setup::and`].
#[derive(Debug, Clone, Default)]
pub(super) struct Setup {
    options: String,
    field: String,
    extra: String,
    combatants: String,
    sides: Vec<Vec<String>>,
}

/// Begins the first side with one fighter. `stats` are lines of its stat block; `dex` 12 and `hit_points` 13 where
/// they are not given. `at = …` among them is the starting place, `count = …` makes several.
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
        for (key, value) in [("dex", "12"), ("hit_points", "13")] {
            if !stats.lines().any(|line| line.trim_start().starts_with(key)) {
                block += &[key, " = ", value, "\n"].concat();
            }
        }
        for line in stats.lines().map(str::trim) {
            if line.starts_with("at =") || line.starts_with("count =") {
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

    /// Any further tables: policies, weapons.
    pub(super) fn with(mut self, toml: &str) -> Self {
        self.extra += &[toml, "\n"].concat();
        self
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
        format!(
            "ruleset = \"brp\"\n[options]\n{}[field]\n{}{}\n{}\n{}",
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
        let state = arena.unopened.clone();
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

    /// Plays the first round with exactly these faces.
    pub(super) fn round(&self, faces: impl IntoIterator<Item = u32>) -> Trial {
        self.ready().round(faces)
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

/// What was heard since the round began.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// Attacker, target, weapon and ending of every attack, in order.
    pub blows: Vec<(FighterId, FighterId, WeaponId, Blow)>,
    /// Policy lines used, in order.
    pub lines: Vec<(FighterId, LineId)>,
    /// Who went down, and who came back.
    pub downed: Vec<FighterId>,
    pub back: Vec<FighterId>,
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

    fn say(&mut self, clause: &'static str, text: impl FnOnce() -> String) {
        self.said.push((clause, text()));
    }
}

impl Trial {
    /// Plays one whole round with exactly these faces; fails if one is missing or left over.
    pub(super) fn round(mut self, faces: impl IntoIterator<Item = u32>) -> Self {
        assert!(self.outcome.is_none(), "the fight is over");
        self.heard = Heard::default();
        self.play_round(&mut Recorded::new(Scripted::new(faces)));
        self
    }

    fn play_round(&mut self, dice: &mut impl Dice) {
        loop {
            match round::step(&self.arena, &mut self.state, dice, &mut self.heard) {
                Progress::Goes if self.state.acted > 0 => {}
                Progress::Goes => return,
                Progress::Ended(outcome) => {
                    self.outcome = Some(outcome);
                    return;
                }
            }
        }
    }

    /// The exact odds of whatever `read` says after one whole round from here.
    pub(super) fn odds<T: Eq + Hash>(&self, read: impl Fn(&Trial) -> T) -> Odds<T> {
        outcomes(|dice| {
            let mut trial = Trial {
                arena: Arc::clone(&self.arena),
                state: self.state.clone(),
                heard: Heard::default(),
                outcome: None,
            };
            trial.play_round(dice);
            read(&trial)
        })
    }

    /// Changes the situation by hand before the next round.
    pub(super) fn given(mut self, name: &str, change: impl FnOnce(&mut Body)) -> Self {
        let who = self.who(name);
        change(self.state.body_mut(who));
        self
    }

    /// Puts a fighter down by hand: unconscious, dying or dead by its hit points, with one injury of `injury` points.
    pub(super) fn felled(mut self, name: &str, hp: i32, injury: u8) -> Self {
        let who = self.who(name);
        self.state.able.remove(who);
        let body = self.state.body_mut(who);
        body.hp = hp;
        body.condition = if hp > 0 {
            Condition::Unconscious
        } else {
            Condition::Dying
        };
        if injury > 0 {
            body.injuries[usize::from(injury.min(8)) - 1] += 1;
        }
        self
    }

    /// The fighter of this name, as transcripts call it: `knight`, `goblin 2`.
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

    pub(super) fn hp(&self, name: &str) -> i32 {
        self.body(name).hp
    }

    pub(super) fn is_able(&self, name: &str) -> bool {
        self.state.able.has(self.who(name))
    }

    pub(super) fn condition(&self, name: &str) -> Condition {
        self.body(name).condition
    }

    /// Place on the line, in centimetres.
    pub(super) fn at(&self, name: &str) -> i32 {
        self.body(name).at
    }

    /// What has become of a thing carried.
    pub(super) fn item(&self, name: &str, item: &str) -> ItemState {
        let items = &self.arena.fighter(self.who(name)).items;
        let at = items.iter().position(|thing| thing.name == item);
        self.body(name).items[at.unwrap_or_else(|| panic!("{name} carries no {item}"))]
    }

    /// Who attacked, in order.
    pub(super) fn attackers(&self) -> Vec<String> {
        self.heard
            .blows
            .iter()
            .map(|&(who, ..)| self.arena.name(who))
            .collect()
    }

    /// Attacker, target and weapon of every attack, in order.
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

    /// How every attack ended, in order.
    pub(super) fn blows(&self) -> Vec<Blow> {
        self.heard.blows.iter().map(|&(.., blow)| blow).collect()
    }

    /// The names of these fighters.
    pub(super) fn names(&self, fighters: &[FighterId]) -> Vec<String> {
        fighters.iter().map(|&who| self.arena.name(who)).collect()
    }

    /// Whether the transcript has such words in it.
    pub(super) fn says(&self, words: &str) -> bool {
        self.heard.said.iter().any(|(_, text)| text.contains(words))
    }
}

/// A sword of exactly so much damage, without parrying points: `blow-9`, which never misses when rated 100.
pub(super) fn blow(damage: i32) -> String {
    format!(
        "[weapons.blow-{damage}]\nskill = \"Melee Weapon\"\nspecialty = \"Sword\"\nbase = 100\ndb = \"full\"\n\
         damage = \"{damage}\"\nhands = 1\nlength = \"medium\""
    )
}

/// Policies of those who do nothing, and of those who strike and never defend.
pub(super) const SIMPLE: &str = "[policies.idle]\nact = [\"wait\"]\nreact = []\n[policies.bold]\nact = [\"attack nearest\"]\nreact = []";

/// An exact fraction.
pub(super) fn fraction(ways: i64, of: i64) -> BigRational {
    BigRational::new(ways.into(), of.into())
}
