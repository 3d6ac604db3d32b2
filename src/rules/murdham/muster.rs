//! The characters of all sides, lined up for the first round.
//!
//! Clauses: MUR-0-20, MUR-0-23, MUR-1-7, MUR-11-1, MUR-11-2, MUR-12-7, MUR-17-1, MUR-17-4. What no policy of the fight can
//! bring about is found out here, so that it costs nothing later.

use std::sync::OnceLock;

use super::arena::{Arena, Scope};
use super::compile::Draft;
use super::field::Place;
use super::fighter::{Fighter, MOST_ITEMS, Remedy, Size, Weapon, selected};
use super::ground::Initiative;
use super::sheet::Sheet;
use super::state::{Body, Item, Riding, State, Status, Whereabouts};
use super::words::{
    ACT, GUARD, OPPORTUNITY, REACT, SELECTORS, VOCABULARY, act, opportunity, react,
};
use crate::fight::{
    Cast, CastCombatant, CastWeapon, CombatantId, FighterId, FighterSet, ListId, SideId,
};
use crate::policy::{Names, Script, compile};
use crate::rules::lineup::{Role, roles};
use crate::scenario::{RunSettings, Side};

impl Draft<'_> {
    /// The fight itself.
    pub(super) fn arena<const N: usize>(self, run: &RunSettings) -> Arena<N> {
        let sides: &[Side] = &self.boarding.sides;
        let (roles, role_of) = roles(sides);
        let is_thing = |at: usize| self.sheet(roles[usize::from(role_of[at])].name).vehicle;
        let things: FighterSet = (0..role_of.len())
            .filter(|&at| is_thing(at))
            .map(FighterId::at)
            .collect();
        let side_of: Vec<SideId> = role_of
            .iter()
            .map(|&role| roles[usize::from(role)].side)
            .collect();
        let side_sets: Vec<FighterSet> = (0..sides.len())
            .map(|at| {
                (0..role_of.len())
                    .map(FighterId::at)
                    .filter(|who| side_of[who.index()] == SideId::at(at))
                    .filter(|&who| !things.has(who))
                    .collect()
            })
            .collect();
        let armoury = self.armoury(sides);
        let mut weapons = vec![Weapon::unarmed()];
        weapons.extend(armoury.iter().map(|name| self.tables.weapons[name].clone()));
        let remedies: Vec<Remedy> = self.tables.remedies.values().cloned().collect();
        let roster: Vec<Fighter> = roles
            .iter()
            .map(|role| self.fighter(self.sheet(role.name), &armoury))
            .collect();
        let called = roles
            .iter()
            .map(|role| {
                let found = self.combatants.iter().position(|name| name == role.name);
                u16::try_from(found.expect("roles are combatants")).expect("few combatants")
            })
            .collect();
        let named = self
            .items
            .iter()
            .map(|name| {
                armoury
                    .iter()
                    .position(|known| known == name)
                    .map_or(0, |at| 1 << (at + 1))
            })
            .collect();
        let exits = exits(
            &self.ground.exits,
            &side_sets,
            &self.places,
            &self.ground.field,
        );
        let ambush: Vec<bool> = role_of
            .iter()
            .map(|&role| roster[usize::from(role)].concealed)
            .collect();
        let initiative = match self.ground.initiative {
            Initiative::Unsaid => ambushers(&side_sets, &ambush),
            Initiative::Random => None,
            Initiative::Side(side) => Some(side),
        };
        let mut start = start(&roster, &weapons, &role_of, &self.places);
        start.fighting = start.fighting.without(things);
        for (body, mount) in start.bodies.iter_mut().zip(&self.boarding.mounts) {
            body.riding = mount.map_or(Riding::No, Riding::On);
        }
        let scope = scope(&roster);
        let mut arena = Arena {
            selected: std::array::from_fn::<u64, { SELECTORS.len() }, _>(|at| {
                selected(at, &weapons)
            }),
            cast: Cast {
                sides: sides.iter().map(|side| side.name.clone()).collect(),
                combatants: Vec::new(),
                fighters: role_of.iter().map(|&role| CombatantId(role)).collect(),
                round_cap: run.round_cap,
                most_lost: 0,
                things,
            },
            options: self.options,
            field: self.ground.field,
            roster,
            roles: role_of,
            called,
            weapons,
            remedies,
            named,
            sides: side_sets,
            side_of,
            exits,
            initiative,
            scope,
            draws: run.tables,
            tabled: OnceLock::new(),
            plans: OnceLock::new(),
            start,
        };
        arena.cast.combatants = cast(&arena, &roles);
        arena
    }

    /// A stat block in numbers.
    fn fighter(&self, sheet: &Sheet, armoury: &[String]) -> Fighter {
        let number = |name: &String| {
            let at = armoury.iter().position(|known| known == name);
            u8::try_from(at.expect("the armoury is what is carried") + 1).expect("few weapons")
        };
        let first = sheet.carries.first().map(|name| &self.tables.weapons[name]);
        let armed = first.filter(|weapon| !weapon.natural);
        let takes_both = armed.is_some_and(|weapon| weapon.two_handed || sheet.shield > 0);
        let remedy = |(name, uses): &(String, u8)| {
            let at = self.tables.remedies.get_index_of(name);
            let at = at.expect("the sheet checks what is carried");
            (u8::try_from(at).expect("few remedies"), *uses)
        };
        let idle = || {
            compile(
                &Script::default(),
                &VOCABULARY,
                &Names {
                    items: &[],
                    combatants: &[],
                },
            )
        };
        let policy = if sheet.vehicle {
            idle().expect("a policy without lines has no faults")
        } else {
            self.policy(&sheet.policy).clone()
        };
        let decides =
            (0..VOCABULARY.lists.len()).filter(|&list| !policy.list(ListId::at(list)).is_empty());
        Fighter {
            strength: sheet.strength,
            agility: sheet.agility,
            wit: sheet.wit,
            health: sheet.health,
            start_health: sheet.start_health,
            armour: sheet.armour,
            shield: sheet.shield,
            shield_damaged: sheet.shield_damaged,
            armour_damaged: sheet.armour_damaged,
            full: sheet.speed,
            half: sheet.speed.div_ceil(2),
            sprints: sheet.sprint_allowed,
            size: sheet.size,
            carries: sheet.carries.iter().map(number).collect(),
            remedies: sheet.remedies.iter().map(remedy).collect(),
            free_hand: sheet.free_hand.unwrap_or(!takes_both),
            extra_reactions: sheet.extra_reactions,
            willing: sheet.willing,
            sees_in_dark: sheet.sees_in_dark,
            concealed: sheet.concealed,
            fearless: sheet.fearless,
            appendages: sheet.appendages,
            seats: sheet.seats,
            decides: decides.fold(0, |bits, list| bits | 1 << list),
            policy,
        }
    }
}

/// Where each side leaves the map: as given, or the zone of its first member; of a border, its first zone.
fn exits(
    given: &[Option<Place>],
    sides: &[FighterSet],
    places: &[Place],
    field: &super::field::Field,
) -> Vec<Place> {
    let own = |side: FighterSet| {
        let first = side.iter().next().expect("a side has a fighter");
        let mut zones = field.zones_of(places[first.index()]);
        zones.next().expect("a place touches a zone")
    };
    given
        .iter()
        .zip(sides)
        .map(|(given, &side)| given.unwrap_or_else(|| own(side)))
        .collect()
}

/// The side that lies in ambush as a whole holds the initiative, unless the scenario says otherwise [MUR-11-1].
fn ambushers(sides: &[FighterSet], concealed: &[bool]) -> Option<SideId> {
    let hidden = |side: &FighterSet| side.iter().all(|who| concealed[who.index()]);
    sides.iter().position(hidden).map(SideId::at)
}

/// The combatants as the tally counts them. Weapons change hands, so each may use any of the matchup.
fn cast<const N: usize>(arena: &Arena<N>, roles: &[Role<'_>]) -> Vec<CastCombatant> {
    let smallest = arena.roster.iter().map(|fighter| fighter.size).min();
    let smallest = smallest.unwrap_or(Size::Medium);
    roles
        .iter()
        .zip(&arena.roster)
        .map(|(role, fighter)| CastCombatant {
            name: role.name.to_owned(),
            side: role.side,
            count: role.count,
            weapons: arena
                .weapons
                .iter()
                .map(|weapon| CastWeapon {
                    name: weapon.name.clone(),
                    most: arena
                        .pool(weapon, fighter.size.over(smallest).max(0), 0)
                        .most()
                        .max(1)
                        .cast_unsigned(),
                })
                .collect(),
            playbook: fighter.policy.playbook(),
        })
        .collect()
}

/// What can happen in a fight of these fighters.
fn scope(roster: &[Fighter]) -> Scope {
    let has = |list: usize| {
        roster
            .iter()
            .any(|fighter| !fighter.policy.list(ListId::at(list)).is_empty())
    };
    let uses = |list: usize, action: u8| {
        let list = ListId::at(list);
        roster
            .iter()
            .any(|fighter| fighter.policy.uses_action(list, usize::from(action)))
    };
    Scope {
        guards: has(GUARD),
        opportunities: has(OPPORTUNITY),
        grabs: uses(ACT, act::GRAPPLE)
            || uses(REACT, react::COUNTER_GRAPPLE)
            || uses(OPPORTUNITY, opportunity::GRAPPLE),
        morale: roster.iter().any(|fighter| !fighter.fearless),
        mounts: roster.iter().any(|fighter| fighter.seats > 0),
    }
}

fn start<const N: usize>(
    roster: &[Fighter],
    weapons: &[Weapon],
    role_of: &[u8],
    places: &[Place],
) -> State<N> {
    let body = |at: usize| {
        let fighter = role_of.get(at).map(|&role| &roster[usize::from(role)]);
        let mut items = [Item::NONE; MOST_ITEMS];
        let mut remedies = [0; 2];
        if let Some(fighter) = fighter {
            for (item, &weapon) in items.iter_mut().zip(&fighter.carries) {
                *item = Item {
                    weapon,
                    at: Whereabouts::Held,
                    shots: weapons[usize::from(weapon)].shots.unwrap_or(0),
                };
            }
            for (uses, (_, given)) in remedies.iter_mut().zip(&fighter.remedies) {
                *uses = *given;
            }
        }
        Body {
            health: fighter.map_or(0, |fighter| fighter.start_health),
            place: places.get(at).copied().unwrap_or(0),
            status: if fighter.is_some() {
                Status::Fighting
            } else {
                Status::Dead
            },
            captor: None,
            riding: Riding::No,
            concealed: fighter.is_some_and(|fighter| fighter.concealed),
            retreating: false,
            leaving: false,
            giving_up: false,
            steadfast: false,
            hale: false,
            extra: 0,
            shield_gone: false,
            armour_gone: false,
            in_hand: 0,
            items,
            remedies,
        }
    };
    State {
        round: 0,
        ambush: role_of
            .iter()
            .any(|&role| roster[usize::from(role)].concealed),
        open: false,
        holder: None,
        next: SideId(0),
        passes: 0,
        above: 0,
        lost: 0,
        fighting: (0..role_of.len()).map(FighterId::at).collect(),
        unused: FighterSet::NONE,
        bodies: std::array::from_fn(body),
        stale: false,
    }
}
