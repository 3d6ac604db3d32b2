//! A compiled BRP fight: its fighters, its house rules, and everything else that does not change while it is
//! played.

use super::exchange::Exchanges;
use super::fighter::{Fighter, Item};
use super::plan::Plan;
use super::state::State;
use crate::fight::{Cast, FighterId};
use crate::frame::afflictions::Affliction;
use crate::frame::lineup::Lineup;
use crate::policy::Columns;
use crate::rules::brp::options::Options;
use crate::rules::brp::reading::Save;

/// A compiled fight.
#[derive(Debug, Clone)]
pub(crate) struct Arena {
    pub options: Options,
    /// The reach of melee weapons, in centimetres [BRP-X-6].
    pub reach: i32,
    /// The compiled stat block of each combatant.
    pub roster: Vec<Fighter>,
    /// The side and the combatant of each fighter.
    pub lineup: Lineup,
    pub cast: Cast,
    /// The afflictions that weapons of the matchup inflict. Afflictions are a house rule of this program.
    pub afflictions: Vec<Affliction<Save>>,
    /// The events that are possible in this fight, given its policies, weapons and options.
    pub scope: Scope,
    /// Whether outcomes of blows may be drawn from tables instead of being rolled.
    pub draws: bool,
    /// The outcome tables of blows and the replies to them, for every combination of attacker, target, item
    /// and reply that has a table. Empty before the fight is prepared.
    pub exchanges: Exchanges,
    /// The plan of the plain blow that each fighter strikes in every round as long as nothing changes. `None`
    /// for a fighter that strikes no plain blow.
    pub plans: Vec<Option<Plan>>,
    /// The state before the first statement. `start` is the state that fights begin with, which may already
    /// include the statements and the movement of the first round.
    pub unopened: State,
    pub start: State,
}

impl Scope {
    /// Returns what can happen if the fight belongs to a day. Injuries are then recorded for the rests, and
    /// no blow is computed in advance.
    pub(crate) fn of_a_day(self) -> Self {
        Self {
            first_aid: true,
            stable: false,
            repeats: false,
            counts_down: false,
            plain: false,
            ..self
        }
    }
}

/// The events that are possible in a fight. Code skips the work for impossible events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Scope {
    /// A policy can give First Aid, so injuries have to be remembered.
    pub first_aid: bool,
    /// A fighter may reload or give First Aid, so the end of a round has work to do.
    pub chores: bool,
    /// An option or a policy depends on the number of defences in the round, so they are counted.
    pub counts_defences: bool,
    /// The condition of a policy line depends on the number of defences in the round.
    pub asks_defences: bool,
    /// All statements of a round are the same as in the last round as long as no column has changed (see
    /// `columns.rs`).
    pub stable: bool,
    /// A fighter makes the same statement as in the last round as long as no column that its own policy
    /// depends on has changed. Used only if `stable` is false.
    pub repeats: bool,
    /// The columns that the policies depend on when fighters state their intents.
    pub reads: Columns,
    /// Statements may depend on dice, or on the statements that others made before them.
    pub hears: bool,
    /// The condition of a policy line depends on hit points or on the parrying points of an item.
    pub asks_points: bool,
    /// The condition of a policy line depends on whether fighters have fallen, are dying or are dead, or a
    /// line picks such fighters as targets.
    pub asks_fallen: bool,
    /// Hit points and parrying points matter only when a fighter falls or an item breaks. They can then be
    /// counters (see `counters.rs`).
    pub counts_down: bool,
    /// Some blows may be plain ones (see `chapters/plain.rs`).
    pub plain: bool,
    /// A policy has lines in the list `turn`, so its fighter decides again when it is its turn to act.
    pub turns: bool,
    /// The number of the first round that no policy can distinguish from any later one. `None` if some policy
    /// distinguishes every round from the next.
    pub alike_from: Option<u32>,
    /// A fight can end in a stalemate, because a fighter may be unable to hurt any enemy.
    pub stalemates: bool,
    /// Items can break, because somebody parries.
    pub wears: bool,
    /// A policy can wake the unconscious.
    pub wakes: bool,
    /// A policy can flee or surrender.
    pub leaves: bool,
    /// A weapon inflicts an affliction.
    pub afflicts: bool,
}

impl Arena {
    #[inline]
    pub(crate) fn fighter(&self, who: FighterId) -> &Fighter {
        &self.roster[self.lineup.role(who)]
    }

    /// Returns an item that a fighter carries.
    #[inline]
    pub(crate) fn item(&self, who: FighterId, item: u8) -> &Item {
        &self.fighter(who).items[usize::from(item)]
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::brp::testing::fighters;

    #[test] // BRP-X-6
    fn melee_needs_the_two_within_reach_of_each_other() {
        let blows = |reach: &str, distance: f64| {
            let fight = fighters("one", "dex = 13\npolicy = \"rooted\"")
                .against("other", &format!("at = {distance}\npolicy = \"rooted\""))
                .with("[policies.rooted]\nmove = [\"stay\"]");
            let fight = if reach.is_empty() {
                fight
            } else {
                fight.field(reach)
            };
            let faces = if distance > 2.0 && reach.is_empty() {
                0
            } else {
                2
            };
            fight.round(vec![100; faces]).attackers().len()
        };
        assert_eq!(blows("", 2.0), 2);
        assert_eq!(blows("", 2.01), 0);
        assert_eq!(blows("melee_reach = 3.5", 3.5), 2);
        assert_eq!(blows("melee_reach = 0", 0.0), 2);
    }

    #[test] // BRP-X-6
    fn the_same_reach_serves_all_weapons_and_both_sides() {
        let after = fighters("pikeman", "dex = 13\ncarries = [\"pike\"]\nat = -10")
            .against("puncher", "policy = \"never\"")
            .field("melee_reach = 1.5")
            .round([100, 100]);
        assert_eq!(after.at("pikeman"), -150);
        assert_eq!(after.attackers().len(), 2);
    }

    #[test] // BRP-X-6
    fn several_may_share_a_place_and_bodies_stop_no_shot() {
        let after = fighters(
            "archer",
            "dex = 13\ncarries = [\"long-bow\"]\npolicy = \"archer\"\nat = -10",
        )
        .and("friend", "dex = 5\ncount = 3\nat = -5\npolicy = \"idle\"")
        .against("wall", "dex = 4\ncount = 2\nat = 0\npolicy = \"idle\"")
        .against(
            "mark",
            "dex = 3\nat = 5\npolicy = \"idle\"\nhit_points = 50",
        )
        .with("[policies.archer]\nact = [\"shoot at mark\"]")
        .with("[policies.idle]\nact = [\"wait\"]\nmove = [\"stay\"]")
        .round([5, 3]);
        assert_eq!(after.hp("mark"), 46);
        assert_eq!(after.at("friend 1"), after.at("friend 3"));
    }
}
