//! From a checked draft to the fight: the fighters of all sides, lined up for the first round.
//!
//! Clauses: BRP-5.6-3, BRP-X-6, BRP-X-10. What no policy, weapon or option of the fight can bring about is found out
//! here, so that it costs nothing later.

use super::Draft;
use super::chapters::round;
use super::events::EVENTS;
use super::nouns::arena::{Arena, Scope};
use super::nouns::exchange::Exchanges;
use super::nouns::fighter::{Attack, Fighter, small};
use super::nouns::state::{Body, Condition, ItemState, State};
use super::options::Options;
use super::reading::sheet::MOST_ITEMS;
use super::speed::{counters, extremes};
use super::vocabulary::VOCABULARY;
use super::words::{ACT, TURN, act, target, turn};
use crate::fight::{FighterId, FighterSet, ListId};
use crate::policy::all_settle_at;
use crate::rules::lineup::Lineup;
use crate::scenario::RunSettings;

/// The fight itself, without tables of its exchanges.
pub(super) fn fight<const N: usize>(
    draft: &Draft<'_>,
    places: &[i32],
    lineup: Lineup,
    run: &RunSettings,
) -> Arena<N> {
    let mut roster: Vec<Fighter> = Vec::new();
    let cast = lineup.cast(run.round_cap, 0, |at| {
        let role = &lineup.roles[at];
        let sheet = draft.sheet(&role.name);
        let names: Vec<&str> = sheet.unaware_of.iter().map(|(name, _)| &**name).collect();
        let unaware_of = lineup
            .named(&names)
            .without(lineup.sides[role.side.index()]);
        let (fighter, weapons) = draft.fighter(sheet, unaware_of);
        let playbook = fighter.policy.playbook();
        roster.push(fighter);
        (weapons, playbook)
    });
    let cast = cast.counting(EVENTS, |combatant| {
        roster[combatant.index()].hit_points.max(0).unsigned_abs()
    });
    let scope = scope(&draft.options, &roster, &lineup, places);
    let start = start(&roster, &lineup, places);
    let mut arena = Arena {
        draws: scope.plain && run.tables,
        exchanges: Exchanges::default(),
        duel: None,
        reach: draft.ground,
        cast,
        options: draft.options.clone(),
        roster,
        lineup,
        scope,
        unopened: start.clone(),
        start,
    };
    arena.start = round::opened(&arena, arena.unopened.clone());
    arena
}

/// What can happen in a fight of these fighters.
fn scope(options: &Options, roster: &[Fighter], lineup: &Lineup, places: &[i32]) -> Scope {
    let list = ListId::at;
    let uses = |at: usize, action: u8| {
        roster
            .iter()
            .any(|fighter| fighter.policy.uses_action(list(at), usize::from(action)))
    };
    let first_aid = uses(ACT, act::FIRST_AID) || uses(TURN, turn::FIRST_AID);
    let asks = |fact: usize| roster.iter().any(|fighter| fighter.policy.asks(fact));
    let least_harm = roster
        .iter()
        .flat_map(|fighter| &fighter.items)
        .filter_map(|item| {
            let most = |attack: Attack| attack.most(options);
            [item.strike.map(most), item.shoot.map(|s| most(s.attack))]
                .into_iter()
                .flatten()
                .min()
        });
    let thickest = roster
        .iter()
        .map(|fighter| *fighter.armour.iter().max().expect("three kinds"));
    let asks_defences = asks(const { VOCABULARY.fact("self.defences") })
        || asks(const { VOCABULARY.fact("self.parries") });
    let counts_defences =
        options.parry_limit.is_some() || options.successive_defence_penalty > 0 || asks_defences;
    let steady = roster.iter().all(|fighter| fighter.steady);
    let turns = roster
        .iter()
        .any(|fighter| !fighter.policy.list(list(TURN)).is_empty());
    let points = const {
        [
            VOCABULARY.fact("self.hp"),
            VOCABULARY.fact("target.hp"),
            VOCABULARY.fact("attacker.hp"),
            VOCABULARY.fact("points"),
        ]
    };
    let fallen = const {
        [
            VOCABULARY.fact("target.down"),
            VOCABULARY.fact("foes.fallen"),
            VOCABULARY.fact("foes.dead"),
            VOCABULARY.fact("allies.fallen"),
            VOCABULARY.fact("allies.dying"),
            VOCABULARY.fact("allies.dead"),
        ]
    };
    let aims = |rule: u8| roster.iter().any(|fighter| fighter.policy.aims_by(rule));
    let by_fall = [target::FALLEN, target::DYING];
    let by_points = [target::WEAKEST, target::STRONGEST];
    let aims_by_points = by_points.into_iter().any(aims);
    let melee = lineup.count() > 2;
    let asks_extremes = melee && aims_by_points && extremes::serve(options, roster, lineup, places);
    let reloads = |fighter: &Fighter| fighter.items.iter().any(|item| item.reload > 0);
    let chores = first_aid || roster.iter().any(reloads);
    let settled = |fighter: &Fighter| fighter.settled && fighter.unaware_of.is_empty();
    let mut scope = Scope {
        asks_points: points.into_iter().any(asks),
        asks_fallen: fallen.into_iter().any(asks) || by_fall.into_iter().any(aims),
        counts_down: false,
        asks_extremes,
        plain: (steady || asks_extremes)
            && !turns
            && !counts_defences
            && !chores
            && options.same_weapon
            && roster.iter().all(settled),
        first_aid,
        chores,
        counts_defences,
        asks_defences,
        steady,
        turns,
        alike_from: all_settle_at(
            roster.iter().map(|fighter| &fighter.policy),
            const { VOCABULARY.fact("round") },
        ),
        stalemates: options.stalemate_ends && least_harm.min() <= thickest.max(),
        wakes: options.waking && uses(ACT, act::WAKE),
    };
    let told = asks_extremes || !aims_by_points;
    scope.counts_down = (told || !melee) && counters::count_down(&scope, roster, lineup);
    scope
}

/// The first weapon of the list is in hand from the start.
fn first_in_hand(fighter: &Fighter) -> u8 {
    let weapon = fighter.items.iter().position(|item| !item.is_shield());
    small(weapon.expect("bare hands are on every list"))
}

fn start<const N: usize>(roster: &[Fighter], lineup: &Lineup, places: &[i32]) -> State<N> {
    let body = |at: usize| {
        if at >= lineup.count() {
            return Body::NOBODY;
        }
        let fighter = &roster[lineup.role(FighterId::at(at))];
        let mut items = [ItemState::default(); MOST_ITEMS];
        for (state, item) in items.iter_mut().zip(&fighter.items) {
            state.ammo = item.ammo.unwrap_or(0);
        }
        Body {
            hp: fighter.hit_points,
            at: places[at],
            condition: Condition::Able,
            in_hand: first_in_hand(fighter),
            items,
            ..Body::NOBODY
        }
    };
    State {
        round: 0,
        acting: 0,
        acted: 0,
        tied: FighterSet::NONE,
        stale: true,
        opened: false,
        able: lineup.everybody().collect(),
        view: FighterSet::NONE,
        order: [FighterId(0); N],
        bodies: std::array::from_fn(body),
    }
}
