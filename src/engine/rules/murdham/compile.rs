//! Connects this book with the code that all books share, and compiles checked data into a fight.
//!
//! Clauses: MUR-0-20, MUR-0-23, MUR-1-7, MUR-11-1, MUR-11-2, MUR-12-7, MUR-17-1, MUR-17-4. This file also
//! finds out which events are possible in the fight ([`Scope`]). The fight skips the work for all others.

use std::array::from_fn;

use super::decisions::targets::{FALLEN, NEAREST, SURRENDERED, rule_of};
use super::decisions::{ACT, GUARD, OPPORTUNITY, REACT, VOCABULARY};
use super::events::EVENTS;
use super::fields::Size;
use super::nouns::{
    Arena, Body, Fighter, Item, Pool, Pools, Riding, Scope, Shared, State, Status, Strike,
    Whereabouts, meets, selected,
};
use super::options::Options;
use super::reading::boarding::{self, Boarding};
use super::reading::ground::{self, Ground, Initiative};
use super::reading::tables::Tables;
use super::reading::{MOST_WEAPONS, NONE, Place, Sheet, Weapon, sheet};
use super::{BOOK, Draft, Murdham};
use crate::fight::{CastWeapon, FighterId, FighterSet, ListId, SideId, Spot};
use crate::frame::afflictions::{self, AFFLICTIONS, Bits};
use crate::frame::book::{Book, BookInfo};
use crate::frame::draft::{check_ways, number_of};
use crate::frame::lineup::Lineup;
use crate::frame::meanings::Meanings;
use crate::policy::vocabulary::whole;
use crate::policy::{Bounds, FactSpec, Line, Names, Policy, Script, compile};
use crate::scenario::{Faults, Fields, Node, RunSettings, Side, Table};

impl Book for Murdham {
    const INFO: &'static BookInfo = &BOOK;

    type Options = Options;
    type Tables = Tables;
    type Ground = Ground;
    type Sheet = Sheet;
    type Places = Boarding;
    type Fight = Arena;

    fn tables(tree: &Table, faults: &Faults) -> Tables {
        Tables::read(tree, faults)
    }

    fn combine(options: &mut Options, tables: &Tables) {
        options.rules = tables.rules;
    }

    fn ground(fields: Fields<'_>, tables: &Tables, sides: &[Side], faults: &Faults) -> Ground {
        ground::read(fields, sides, tables.rules.zones, faults)
    }

    fn zones(ground: &Ground) -> &[String] {
        &ground.field.names[..ground.field.zones]
    }

    fn sheet(name: &str, node: &Node, tables: &Tables, faults: &Faults) -> Option<Sheet> {
        sheet::read(name, node, tables, faults)
    }

    fn items(tables: &Tables) -> impl Iterator<Item = &str> {
        tables.weapons.keys().map(String::as_str)
    }

    fn places(draft: &Draft<'_>, faults: &Faults) -> Option<Boarding> {
        let sides = &draft.matchup.sides;
        boarding::read(sides, &draft.sheets, &draft.ground.field, faults)
    }

    fn spot(draft: &Draft<'_>, node: &Node, faults: &Faults) -> Option<Spot> {
        let place = ground::standing_place(&draft.ground.field, node, faults)?;
        Some(Spot::at(place.into()))
    }

    fn starts_at(start: &Boarding, who: usize, spot: Spot) -> bool {
        Spot::at(start.places[who].into()) == spot
    }

    fn sides<'a>(_: &'a Draft<'_>, start: &'a Boarding) -> &'a [Side] {
        &start.sides
    }

    /// Checks that the fighters of any two hostile sides can walk or shoot to each other. Also checks that
    /// the matchup does not have too many weapons and afflictions.
    fn check(draft: &Draft<'_>, start: &Boarding, faults: &Faults) {
        let sides = &start.sides;
        let groups = boarding::each_group(sides);
        let field = &draft.ground.field;
        // Size multiplies the range of a weapon by this factor at most.
        let farthest = draft.options.rules.size.range_factor.pow(4);
        let shoots = |who: usize, distance: u8| {
            let mut carried = draft.sheet(&groups[who].combatant).carries.iter();
            carried.any(|weapon| {
                let range = draft.tables.weapons[weapon].range;
                distance != NONE && range > 0 && i32::from(range) * farthest >= distance.into()
            })
        };
        let meets = |a: usize, b: usize| {
            let distance = field.distance(start.places[a], start.places[b]);
            let way = field.steps(start.places[a], start.places[b]) != NONE;
            let nearby = field.nearby(start.places[a], start.places[b]);
            way || nearby || shoots(a, distance) || shoots(b, distance)
        };
        let label = "neither side can walk or shoot to the other";
        check_ways(sides, "murdham::no-way", label, meets, faults);
        draft.check_armoury(sides, MOST_WEAPONS, faults);
        let armoury = draft.armoury(sides);
        afflictions::check_count(&draft.matchup.tree, &draft.brought(&armoury), faults);
    }

    fn content(draft: &Draft<'_>, sides: &[Side]) -> Vec<(&'static str, String)> {
        let armoury = draft.armoury(sides);
        let brought = draft.brought(&armoury).into_iter();
        let afflictions: Vec<_> = brought.map(|name| (AFFLICTIONS, name.to_owned())).collect();
        let weapons = armoury.into_iter().map(|name| ("weapons", name));
        let groups = sides.iter().flat_map(|side| &side.groups);
        let remedies = groups.flat_map(|group| &draft.sheet(&group.combatant).remedies);
        let names: Vec<&String> = draft.tables.remedies.keys().collect();
        let remedies = remedies.map(|&(at, _)| ("remedies", names[usize::from(at)].clone()));
        weapons.chain(remedies).chain(afflictions).collect()
    }

    fn fight(draft: &Draft<'_>, start: &Boarding, lineup: Lineup, run: &RunSettings) -> Arena {
        let armoury = draft.armoury(&start.sides);
        let mut weapons = vec![Weapon::unarmed(&draft.options.rules.attacks)];
        let listed = armoury.iter().map(|name| &draft.tables.weapons[name]);
        weapons.extend(listed.cloned());
        let afflictions =
            afflictions::of_matchup(&draft.tables.afflictions, &draft.brought(&armoury));
        let brings = weapons
            .iter()
            .map(|weapon| afflictions::bits(&afflictions, &weapon.afflictions));
        let brings: Vec<Bits> = brings.collect();
        let roles = lineup.roles.iter();
        let mut roster: Vec<Fighter> = roles
            .enumerate()
            .map(|(at, role)| {
                let sheet = draft.sheet(&role.name);
                let policy = lineup.suited(at, draft.policy(sheet), &VOCABULARY);
                draft.fighter(sheet, policy, &armoury)
            })
            .collect();
        let exits = exits(&draft.ground, &lineup.sides, &start.places);
        // If all members of a faction lie in ambush at the start, the faction has the initiative, unless the
        // scenario decides this [MUR-11-1].
        let hides = |who| roster[lineup.role(who)].concealed;
        let starting = lineup.starting();
        let ambushes = |faction: &FighterSet| {
            let here = faction.and(starting);
            !here.is_empty() && here.iter().all(hides)
        };
        let (initiative, ambushing) = match draft.ground.initiative {
            Initiative::Unsaid => {
                let factions = lineup.alliances.iter().enumerate();
                let ambushing = factions.filter(|(_, faction)| ambushes(faction));
                (None, ambushing.fold(0, |bits, (at, _)| bits | 1 << at))
            }
            Initiative::Random => (None, 0),
            Initiative::Side(side) => {
                let faction = draft.matchup.sides[side.index()].alliance;
                (Some(SideId::at(faction)), 0)
            }
        };
        let mut scope = scope(draft, &weapons, &roster, &lineup);
        scope.afflicts = !afflictions.is_empty();
        scope.day = draft.matchup.day.is_some();
        scope.uses |= scope.day;
        // With afflictions or on a day, the health of fallen fighters still matters: afflictions go on to
        // harm them, and rests heal them.
        scope.forgets_fallen &= !scope.afflicts && !scope.day;
        if !scope.grabs {
            let free = VOCABULARY.lists[ACT].action("free");
            for fighter in &mut roster {
                let never = |line: &Line| line.action == free;
                fighter.policy = fighter.policy.without(ListId::at(ACT), never);
            }
        }
        let keeps = keeps_arms(&scope, &roster, &weapons);
        for (role, fighter) in roster.iter_mut().enumerate() {
            let side = lineup.roles[role].side;
            let mates = lineup.sides[side.index()].count().saturating_sub(1);
            leave_out_idle_lines(fighter, mates, keeps[role]);
            fighter.strikes = strikes(&fighter.policy, draft.ground.field.single);
        }
        let first = first_state(draft, &roster, &weapons, &lineup, start);
        let mut arena = Arena {
            meanings: Meanings::new(draft.named(&armoury), |at| selected(at, &weapons)),
            cast: lineup
                .cast(run.round_cap, 0, |at| {
                    let mut counted = draft.counted(&weapons, &roster, at);
                    counted.extend(afflictions.iter().map(|row| CastWeapon {
                        name: row.name.clone(),
                        most: row.most(),
                    }));
                    (counted, roster[at].policy.playbook())
                })
                .counting(EVENTS, |combatant| {
                    let fighter = &roster[combatant.index()];
                    u32::try_from(fighter.health.max(fighter.start_health)).unwrap_or(0)
                }),
            options: draft.options.clone(),
            field: draft.ground.field.clone(),
            pools: Pools::new(&draft.options, &weapons, |larger| meets(&roster, larger)),
            scope,
            roster,
            lineup,
            weapons,
            afflictions,
            brings,
            remedies: draft.tables.remedies.values().copied().collect(),
            exits,
            initiative,
            ambushing,
            draws: run.tables && !scope.day,
            blows: None,
            unopened: first.clone(),
            start: first,
        };
        arena.cast.alike_from = arena.scope.alike_from.map(|from| from.max(2));
        arena
    }
}

impl Draft<'_> {
    /// Returns the names of the afflictions that the weapons in `armoury` inflict.
    fn brought(&self, armoury: &[String]) -> Vec<&str> {
        let rows = armoury.iter().map(|name| &self.tables.weapons[name]);
        rows.flat_map(|row| row.afflictions.iter().map(String::as_str))
            .collect()
    }

    /// Compiles a stat block. `armoury` has the names of all weapons of the matchup.
    fn fighter(&self, sheet: &Sheet, policy: Policy, armoury: &[String]) -> Fighter {
        let first = sheet.carries.first().map(|name| &self.tables.weapons[name]);
        let armed = first.filter(|weapon| !weapon.natural);
        let takes_both = armed.is_some_and(|weapon| weapon.two_handed || sheet.shield > 0);
        let policy = if sheet.vehicle {
            let idle = compile(&Script::default(), &VOCABULARY, &Names::default());
            idle.expect("a policy without lines has no faults")
        } else {
            policy
        };
        let lists = 0..VOCABULARY.lists.len();
        let decides = lists.filter(|&list| !policy.list(ListId::at(list)).is_empty());
        let carries = sheet.carries.iter();
        let rules = &self.options.rules;
        let nearby = rules.zones.nearby;
        Fighter {
            rank: rules.size.rank(sheet.size),
            reach: match sheet.size {
                Size::Massive => nearby.max(rules.size.massive_reach),
                _ => nearby,
            },
            shield: sheet.shield * rules.armour.shield,
            half: sheet.speed.div_ceil(rules.movement.action_divisor),
            carries: carries.map(|name| number_of(name, armoury)).collect(),
            free_hand: sheet.free_hand.unwrap_or(!takes_both),
            decides: decides.fold(0, |bits, list| bits | 1 << list),
            asks: 0,
            strikes: Vec::new(),
            policy,
            sheet: sheet.clone(),
        }
    }

    /// Returns the weapons of a combatant as the tally counts them. Weapons may change hands, so each
    /// combatant has all weapons of the matchup.
    fn counted(&self, weapons: &[Weapon], roster: &[Fighter], at: usize) -> Vec<CastWeapon> {
        let ranks = roster.iter().map(|fighter| fighter.rank);
        let larger = ranks.map(|rank| roster[at].rank - rank).max();
        let counted = |weapon: &Weapon| {
            let most = Pool::of(&self.options, weapon, larger.unwrap_or(0), 0).most();
            CastWeapon {
                name: weapon.name.clone(),
                most: most.max(1).cast_unsigned(),
            }
        };
        weapons.iter().map(counted).collect()
    }
}

/// Returns the exit zone of each side. If the scenario gives none, the exit is the zone where the side's
/// first member starts. If that member starts on a border, it is the border's first zone.
fn exits(ground: &Ground, sides: &[FighterSet], places: &[Place]) -> Vec<Place> {
    let own = |side: FighterSet| {
        let first = side.iter().next().expect("a side has a fighter");
        let mut zones = ground.field.zones_of(places[first.index()]);
        zones.next().expect("a place touches a zone")
    };
    let sides = ground.exits.iter().zip(sides);
    let exits = sides.map(|(given, &side)| given.unwrap_or_else(|| own(side)));
    exits.collect()
}

/// Returns for each combatant whether its fighters keep a weapon as long as they fight. This is so if the
/// combatant carries a weapon that cannot be dropped, taken away or destroyed in this matchup.
fn keeps_arms(scope: &Scope, roster: &[Fighter], weapons: &[Weapon]) -> Vec<bool> {
    let any = |has: &dyn Fn(&Fighter) -> bool| roster.iter().any(has);
    let disarms = [
        (ACT, "disarm"),
        (REACT, "counter-disarm"),
        (OPPORTUNITY, "disarm"),
    ];
    let disarms = disarms.into_iter().any(|(list, action)| {
        let action = VOCABULARY.lists[list].action(action).into();
        any(&|fighter| fighter.policy.uses_action(ListId::at(list), action))
    });
    // A fighter that surrenders throws its weapons away, but may fight again if somebody harms it.
    let resumes = scope.blasts || any(&|fighter| fighter.policy.aims_by(SURRENDERED));
    let loses = disarms || resumes || scope.day || scope.afflicts;
    let lasts = |&weapon: &u8| !weapons[usize::from(weapon)].damaged;
    let keeps = |fighter: &Fighter| !loses && fighter.carries.iter().any(lasts);
    roster.iter().map(keeps).collect()
}

/// Removes the lines of a policy whose conditions can never hold in this matchup. `mates` is the number of
/// the fighter's allies, and `keeps_arms` says whether it always has a weapon. The remaining lines keep their
/// ids.
fn leave_out_idle_lines(fighter: &mut Fighter, mates: u32, keeps_arms: bool) {
    let fact = |fact: usize| {
        let FactSpec { name, bounds, .. } = VOCABULARY.facts[fact];
        match name {
            "self.armed" if keeps_arms => Bounds::new(1, 1),
            _ if name.starts_with("allies.") => Bounds::new(0, whole(mates)),
            _ => bounds,
        }
    };
    for list in (0..VOCABULARY.lists.len()).map(ListId::at) {
        let never = |line: &Line| fighter.policy.never_holds(line, &fact);
        fighter.policy = fighter.policy.without(list, never);
    }
    let lists = 0..VOCABULARY.lists.len();
    let asked = lists.filter(|&list| !fighter.policy.list(ListId::at(list)).is_empty());
    fighter.asks = asked.fold(0, |bits, list| bits | 1 << list);
}

/// Returns the first lines of the list `act`, up to the first that is no [`Strike`]. If the field is a `single`
/// zone, every target is nearby.
fn strikes(policy: &Policy, single: bool) -> Vec<Strike> {
    let near = const { VOCABULARY.fact("target.nearby") };
    let strike = |line: &Line| {
        let attacks =
            line.action == VOCABULARY.lists[ACT].action("attack") && line.item().is_none();
        let nearby = !line.is_unconditional();
        let simple = !nearby || policy.only_if(line) == Some(near);
        (attacks && simple).then(|| Strike {
            line: line.id,
            rule: rule_of(line, NEAREST),
            nearby: nearby && !single,
        })
    };
    let lines = policy.list(ListId::at(ACT)).iter();
    lines.map_while(strike).collect()
}

/// Returns the events that are possible in a fight of these fighters.
fn scope(draft: &Draft<'_>, weapons: &[Weapon], roster: &[Fighter], lineup: &Lineup) -> Scope {
    let (options, field) = (&draft.options, &draft.ground.field);
    let reactions = &options.rules.reactions;
    let any = |has: &dyn Fn(&Fighter) -> bool| roster.iter().any(has);
    let uses = |list: usize, action: &str| {
        let action = VOCABULARY.lists[list].action(action).into();
        let list = ListId::at(list);
        any(&|fighter| fighter.policy.uses_action(list, action))
    };
    let asks_fallen = |fighter: &Fighter| {
        let policy = &fighter.policy;
        let facts = ["foes.down", "foes.dead", "allies.down", "allies.dead"];
        let asks = |fact: &str| policy.asks(VOCABULARY.fact(fact));
        facts.into_iter().any(asks) || policy.aims_by(FALLEN)
    };
    let touches_fallen = uses(ACT, "death-blow")
        || weapons.iter().any(|weapon| weapon.blast)
        || any(&|fighter| !fighter.remedies.is_empty())
        || options.dying
        || options.zone_capacity.is_some()
        || options.border_capacity.is_some();
    let mounts = any(&|fighter| fighter.seats > 0);
    let seats = |who| roster[lineup.role(who)].seats;
    let is_own_mount = |who, mount| seats(mount) > 0 && !lineup.are_enemies(who, mount);
    let can_ride = |who| seats(who) == 0 && lineup.everybody().any(|one| is_own_mount(who, one));
    Scope {
        forgets_fallen: lineup.count() > 2 && !mounts && !touches_fallen && !any(&asks_fallen),
        conceals: any(&|fighter| fighter.concealed),
        blasts: weapons.iter().any(|weapon| weapon.blast),
        reacts_more: any(&|fighter| fighter.extra_reactions > 0),
        uses: weapons.iter().any(|weapon| weapon.shots.is_some()),
        blinds: field.blinds(),
        guards: reactions.guard > 0 && any(&|fighter| fighter.decides(GUARD)),
        opportunities: reactions.opportunity > 0 && any(&|fighter| fighter.decides(OPPORTUNITY)),
        grabs: uses(ACT, "grapple")
            || uses(REACT, "counter-grapple")
            || uses(OPPORTUNITY, "grapple"),
        morale: any(&|fighter| !fighter.fearless),
        mounts,
        afflicts: false,
        day: false,
        riders: lineup.those(can_ride),
        rides: lineup.those(|who| can_ride(who) || seats(who) > 0),
        alike_from: lineup.alike_from(roster.iter().map(|fighter| &fighter.policy), &VOCABULARY),
    }
}

/// Returns the state at the beginning of a fight.
fn first_state(
    draft: &Draft<'_>,
    roster: &[Fighter],
    weapons: &[Weapon],
    lineup: &Lineup,
    start: &Boarding,
) -> State {
    let starting = lineup.starting();
    let wears = draft.matchup.day.is_some();
    let everybody: FighterSet = lineup.everybody().collect();
    let body = |who: FighterId| {
        let (at, fighter) = (who.index(), &roster[lineup.role(who)]);
        let held = |slot: usize, weapon: u8| Item {
            weapon,
            at: Whereabouts::Held,
            shots: weapons[usize::from(weapon)].shots.unwrap_or(0),
            home: if wears {
                (who, u8::try_from(slot).expect("few weapons"))
            } else {
                (FighterId::default(), 0)
            },
            ..Item::default()
        };
        let item = |slot: usize| fighter.carries.get(slot).map(|&weapon| held(slot, weapon));
        let uses = |at| fighter.remedies.get(at).map_or(0, |&(_, uses)| uses);
        Body {
            health: fighter.start_health,
            place: start.places[at],
            status: if starting.has(who) {
                Status::Fighting
            } else {
                Status::Absent
            },
            riding: start.mounts[at].map_or(Riding::No, Riding::On),
            concealed: fighter.concealed,
            items: from_fn(|slot| item(slot).unwrap_or_default()),
            remedies: from_fn(uses),
            ..Body::default()
        }
    };
    let conceals = |who| roster[lineup.role(who)].concealed;
    let hides = starting.iter().any(conceals);
    let shared = Shared {
        round: 0,
        ambush: if hides {
            draft.options.rules.ambush.bonus_rounds
        } else {
            0
        },
        open: false,
        holder: None,
        next: SideId(0),
        passes: 0,
        above: 0,
        lost: 0,
        present: everybody,
        fighting: starting.without(lineup.things()),
        unused: FighterSet::NONE,
    };
    State::new(shared, lineup.everybody().map(body))
}
