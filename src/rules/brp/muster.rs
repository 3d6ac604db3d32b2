//! The fighters of all sides, lined up for the first round.
//!
//! Clauses: BRP-5.6-3, BRP-X-6, BRP-X-10. What no policy, weapon or option of the fight can bring about is found out
//! here, so that it costs nothing later.

use super::arena::{Arena, Scope};
use super::compile::Draft;
use super::duel::Duel;
use super::exchange::Exchanges;
use super::fighter::{Attack, Fighter, MOST_ITEMS, small};
use super::options::Options;
use super::round;
use super::state::{Body, Condition, INJURY_SIZES, Intent, ItemState, State};
use super::words::{ACT, TURN, VOCABULARY, act, turn};
use crate::fight::{Cast, CastCombatant, CombatantId, FighterId, FighterSet, ListId, SideId};
use crate::rules::lineup::roles;
use crate::scenario::{RunSettings, Side};

impl Draft<'_> {
    /// The fight itself, with tables of its exchanges or without.
    pub(super) fn arena<const N: usize>(self, sides: &[Side], run: &RunSettings) -> Arena<N> {
        let (round_cap, tables) = (run.round_cap, run.tables);
        let (roles, role_of) = roles(sides);
        let side_of: Vec<SideId> = role_of
            .iter()
            .map(|&role| roles[usize::from(role)].side)
            .collect();
        let members = |which: &dyn Fn(FighterId) -> bool| -> FighterSet {
            (0..role_of.len())
                .map(FighterId::at)
                .filter(|&who| which(who))
                .collect()
        };
        let side_sets: Vec<FighterSet> = (0..sides.len())
            .map(|at| members(&|who| side_of[who.index()] == SideId::at(at)))
            .collect();
        let mut roster: Vec<Fighter> = Vec::new();
        let mut cast_combatants = Vec::new();
        for role in &roles {
            let sheet = self.sheet(role.name);
            let unaware_of = members(&|who| {
                let enemy = &roles[usize::from(role_of[who.index()])];
                enemy.side != role.side
                    && sheet.unaware_of.iter().any(|(name, _)| {
                        name == enemy.name || *name == sides[enemy.side.index()].name
                    })
            });
            let (fighter, weapons) = self.fighter(sheet, unaware_of);
            cast_combatants.push(CastCombatant {
                name: role.name.to_owned(),
                side: role.side,
                count: role.count,
                weapons,
                playbook: fighter.policy.playbook(),
            });
            roster.push(fighter);
        }
        let called = roles
            .iter()
            .map(|role| {
                self.combatants
                    .iter()
                    .position(|name| name == role.name)
                    .expect("roles are combatants")
            })
            .map(|at| u16::try_from(at).expect("fewer combatants than that"))
            .collect();
        let scope = scope(&self.options, &roster);
        let role_sides: Vec<SideId> = roles.iter().map(|role| role.side).collect();
        let start = start(&roster, &role_of, &self.places);
        let mut arena = Arena {
            exchanges: if scope.plain && tables {
                Exchanges::new(&self.options, &roster, &role_sides)
            } else {
                Exchanges::default()
            },
            duel: None,
            reach: self.reach,
            cast: Cast {
                sides: sides.iter().map(|side| side.name.clone()).collect(),
                combatants: cast_combatants,
                fighters: role_of.iter().map(|&role| CombatantId(role)).collect(),
                round_cap,
                most_lost: 0,
                things: FighterSet::NONE,
            },
            options: self.options,
            roster,
            roles: role_of,
            called,
            sides: side_sets,
            side_of,
            scope,
            unopened: start.clone(),
            start,
        };
        arena.start = round::opened(&arena, arena.unopened.clone());
        arena.duel = Duel::new(&arena);
        arena
    }
}

/// What can happen in a fight of these fighters.
fn scope(options: &Options, roster: &[Fighter]) -> Scope {
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
    let counts_defences = options.parry_limit.is_some()
        || options.successive_defence_penalty > 0
        || asks(const { VOCABULARY.fact("self.defences") })
        || asks(const { VOCABULARY.fact("self.parries") });
    let steady = roster.iter().all(|fighter| fighter.steady);
    let turns = roster
        .iter()
        .any(|fighter| !fighter.policy.list(list(TURN)).is_empty());
    let reloads = |fighter: &Fighter| fighter.items.iter().any(|item| item.reload > 0);
    let chores = first_aid || roster.iter().any(reloads);
    let settled = |fighter: &Fighter| fighter.settled && fighter.unaware_of.is_empty();
    Scope {
        plain: steady
            && !turns
            && !counts_defences
            && !chores
            && options.same_weapon
            && roster.iter().all(settled),
        first_aid,
        chores,
        counts_defences,
        steady,
        turns,
        timed: asks(const { VOCABULARY.fact("round") }),
        stalemates: options.stalemate_ends && least_harm.min() <= thickest.max(),
        wakes: options.waking && uses(ACT, act::WAKE),
    }
}

/// The first weapon of the list is in hand from the start.
fn first_in_hand(fighter: &Fighter) -> u8 {
    let weapon = fighter.items.iter().position(|item| !item.is_shield());
    small(weapon.expect("bare hands are on every list"))
}

fn start<const N: usize>(roster: &[Fighter], role_of: &[u8], places: &[i32]) -> State<N> {
    let body = |at: usize| {
        let mut items = [ItemState::default(); MOST_ITEMS];
        let fighter = role_of.get(at).map(|&role| &roster[usize::from(role)]);
        for (state, item) in items
            .iter_mut()
            .zip(fighter.map_or(&[][..], |fighter| &fighter.items))
        {
            state.ammo = item.ammo.unwrap_or(0);
        }
        Body {
            hp: fighter.map_or(0, |fighter| fighter.hit_points),
            at: places.get(at).copied().unwrap_or(0),
            condition: if fighter.is_some() {
                Condition::Able
            } else {
                Condition::Dead
            },
            woken: false,
            moved: false,
            in_hand: fighter.map_or(0, first_in_hand),
            defences: 0,
            parries: 0,
            struck: 0,
            parried: 0,
            items,
            injuries: [0; INJURY_SIZES],
            treating: None,
            treating_later: None,
            intent: Intent::NONE,
            guard: None,
        }
    };
    State {
        round: 0,
        acting: 0,
        acted: 0,
        tied: FighterSet::NONE,
        stale: true,
        opened: false,
        able: (0..role_of.len()).map(FighterId::at).collect(),
        view: FighterSet::NONE,
        order: [FighterId(0); N],
        bodies: std::array::from_fn(body),
    }
}
