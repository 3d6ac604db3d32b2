//! Implements the framework's trait for this book: reads a scenario, and places the fighters of all sides for
//! the first round.
//!
//! Clauses: SST-0-5, SST-1-2, SST-3-4, SST-4-2, SST-5-4, SST-5-6, SST-12-3, SST-24-1, SST-27-1, SST-27-2,
//! SST-29-2. This module also finds the events that no policy of the fight can cause, so that later steps
//! need not handle them.

use super::chapters::damage::most_lost;
use super::decisions::lists::{ACT, DEFENCES, DEFEND, FIRST, LIMITED, LISTS, WORDS, answer};
use super::events::EVENTS;
use super::fields::FIELDS;
use super::nouns::{
    Arena, Body, CAUSES, Fighter, Hand, Kinds, LIGHT, Losses, MOST_DICE, MOST_WEAPONS, NO_WAY,
    Odds, Phase, Scope, Shared, State, Status, Track, Turns, Weapon, chances, selected,
};
use super::options::Options;
use super::reading::ground::{self, Event, Ground, Spot};
use super::reading::remedies::Effect;
use super::reading::sheet::{self, Sheet};
use super::reading::tables::Tables;
use super::reading::zones::Ways;
use super::rules::Ranks;
use super::{BOOK, Draft, SwiftSwords};
use crate::fight::{self, CastWeapon, FighterId, FighterSet, LineId, ListId};
use crate::frame::afflictions::{self, AFFLICTIONS, Affliction, Bits};
use crate::frame::book::{Book, BookInfo};
use crate::frame::draft::{check_ways, number_of};
use crate::frame::lineup::Lineup;
use crate::frame::meanings::Meanings;
use crate::frame::remedies::Remedies;
use crate::frame::rules::RULES;
use crate::policy::vocabulary::whole;
use crate::policy::{Bounds, Line, Policy, Slot, TargetRef};
use crate::scenario::tables::{combatants, of};
use crate::scenario::{Fault, Faults, Fields, Node, RunSettings, Side, Table};

/// Tables whose rows do not all belong to the label of a fight, the key to its random numbers. For some of
/// them, `content` lists only the rows that the fight uses. For others, the label has only the rows that the
/// scenario changes. The rest do not belong to the book.
const BY_ROW: [&str; 14] = [
    AFFLICTIONS,
    "remedies",
    "combatants",
    "field",
    "weapons",
    "sizes",
    "action_dice",
    "situations",
    "mental_ranks",
    "wounds",
    "tactics",
    "specials",
    "nations",
    RULES,
];

impl Book for SwiftSwords {
    const INFO: &'static BookInfo = &BOOK;

    const ROUNDS: &'static [&'static [&'static str]] = &[&["field", "events", "round"]];

    const LATER_LINES: &'static [(&'static str, &'static str)] = &[(
        "default",
        "heal if target.lost > 1 or target.ails or not self.in_contact",
    )];

    type Options = Options;
    type Tables = Tables;
    type Ground = Ground;
    type Sheet = Sheet;
    type Places = Vec<Spot>;
    type Fight = Arena;

    fn tables(tree: &Table, faults: &Faults) -> Tables {
        Tables::read(tree, faults)
    }

    fn combine(options: &mut Options, tables: &Tables) {
        options.rules = tables.rules;
    }

    fn ground(fields: Fields<'_>, tables: &Tables, sides: &[Side], _: &Faults) -> Ground {
        ground::read(fields, &tables.covers, sides)
    }

    fn zones(ground: &Ground) -> &[String] {
        &ground.names
    }

    fn sheet(name: &str, node: &Node, tables: &Tables, faults: &Faults) -> Option<Sheet> {
        sheet::read(name, node, tables, faults)
    }

    fn items(tables: &Tables) -> impl Iterator<Item = &str> {
        let names = tables.weapons.keys().chain(tables.remedies.keys());
        names.map(String::as_str)
    }

    fn places(draft: &Draft<'_>, faults: &Faults) -> Option<Vec<Spot>> {
        let (covers, sides) = (&draft.tables.covers, &draft.matchup.sides);
        Some(ground::spots(&draft.ground, covers, sides, faults))
    }

    fn spot(draft: &Draft<'_>, node: &Node, faults: &Faults) -> Option<fight::Spot> {
        let zone = ground::zone(node, &draft.ground.names, faults)?;
        Some(fight::Spot::at(zone.into()))
    }

    fn starts_at(spots: &Vec<Spot>, who: usize, spot: fight::Spot) -> bool {
        fight::Spot::at(spots[who].zone.into()) == spot
    }

    /// Checks that any two sides can reach each other, that there are not too many weapons or afflictions,
    /// and that fatigue leaves every combatant some Ranks.
    fn check(draft: &Draft<'_>, spots: &Vec<Spot>, faults: &Faults) {
        let sides = &draft.matchup.sides;
        let field = &draft.ground;
        let meets =
            |a: usize, b: usize| field.ways.distance(spots[a].zone, spots[b].zone) != NO_WAY;
        let label = "the sides cannot get to each other";
        check_ways(sides, "swift-swords::no-way", label, meets, faults);
        draft.check_armoury(sides, MOST_WEAPONS, faults);
        let armoury = draft.armoury(sides);
        afflictions::check_count(&draft.matchup.tree, &draft.brought(&armoury), faults);
        check_fatigue(draft, faults);
    }

    fn content(draft: &Draft<'_>, sides: &[Side]) -> Vec<(&'static str, String)> {
        let armoury = draft.armoury(sides);
        let brought = draft.brought(&armoury).into_iter();
        let mut content: Vec<_> = brought.map(|name| (AFFLICTIONS, name.to_owned())).collect();
        content.extend(armoury.into_iter().map(|name| ("weapons", name)));
        let blocks = draft.blocks(sides).into_iter();
        let remedies = blocks.flat_map(|name| draft.sheet(&name).remedies.clone());
        content.extend(remedies.map(|name| ("remedies", name)));
        for group in sides.iter().flat_map(|side| &side.groups) {
            let size = draft.sheet(&group.combatant).size;
            content.push(("sizes", size.to_string()));
        }
        let tables = FIELDS.iter().map(|row| row.key);
        for table in tables.filter(|table| !BY_ROW.contains(table)) {
            let rows = of(&draft.matchup.tree, table).keys();
            content.extend(rows.map(|row| (table, row.to_owned())));
        }
        content
    }

    fn fight(draft: &Draft<'_>, spots: &Vec<Spot>, lineup: Lineup, run: &RunSettings) -> Arena {
        let (tables, ground) = (&draft.tables, &draft.ground);
        let armoury = draft.armoury(&draft.matchup.sides);
        let mut weapons = vec![fists()];
        weapons.extend(armoury.iter().map(|name| tables.weapons[name].clone()));
        let afflictions = afflictions::of_matchup(&tables.afflictions, &draft.brought(&armoury));
        let brings = weapons
            .iter()
            .map(|weapon| afflictions::bits(&afflictions, &weapon.afflictions));
        let brings: Vec<Bits> = brings.collect();
        let most_suffered = afflictions.iter().map(Affliction::most).max().unwrap_or(0);
        let sheets = lineup.roles.iter().map(|role| draft.sheet(&role.name));
        let remedies = sheets.flat_map(|sheet| &sheet.remedies);
        let remedies = Remedies::new(&tables.remedies, remedies, &draft.items);
        let roles = lineup.roles.iter().enumerate().map(|(at, role)| {
            let sheet = draft.sheet(&role.name);
            let policy = lineup.suited(at, draft.policy(sheet), &WORDS);
            let mut fighter = draft.fighter(sheet, policy, &armoury, &remedies);
            let others = lineup.those(|who| lineup.are_hostile(lineup.role(who), at));
            settle(&mut fighter, &weapons, others.count());
            fighter
        });
        let roster: Vec<Fighter> = roles.collect();
        // Conditions of policies also use these odds, even if the fight rolls every die.
        let luck = Odds::get();
        chances(draft.options.rules.attacks.fumble);
        Hand::prepare();
        let everybody = lineup.everybody();
        let everybody = everybody.map(|who| Fighter {
            allies: lineup.allies(who),
            ..roster[lineup.role(who)].clone()
        });
        let day = draft.matchup.day.is_some();
        let start = draft.start(&roster, &lineup, spots, &remedies);
        let mut arena = Arena {
            odds: (run.tables && !day).then_some(luck),
            tables: tables.clone(),
            ground: ground.clone(),
            parts: draft.parts(),
            meanings: Meanings::new(draft.named(&armoury), |at| selected(at, &weapons)),
            cast: lineup
                .cast(run.round_cap, most_lost(tables).max(most_suffered), |at| {
                    let fighter = &roster[at];
                    let mut counted = counted(&weapons, fighter, tables);
                    counted.extend(afflictions.iter().map(|row| CastWeapon {
                        name: row.name.clone(),
                        most: row.most(),
                    }));
                    (counted, fighter.policy.playbook())
                })
                .counting(EVENTS, |combatant| {
                    let fighter = &roster[combatant.index()];
                    (fighter.real(Track::Physical) + fighter.depth).into()
                }),
            scope: Scope {
                afflicts: !afflictions.is_empty(),
                day,
                ..scope(&roster, &lineup, &ground.events)
            },
            unopened: start.clone(),
            start,
            players: lineup.those(|who| ground.players >> lineup.side(who).index() & 1 == 1),
            cover_of: spots.iter().map(|spot| spot.cover).collect(),
            options: draft.options.clone(),
            roster: everybody.collect(),
            remedies,
            lineup,
            kinds: Kinds::of(&weapons, draft.options.rules.close.heaviest),
            weapons,
            afflictions,
            brings,
        };
        arena.start.settle(&arena.lineup);
        arena.cast.alike_from = arena.scope.alike_from.map(|from| from.max(2));
        arena
    }
}

/// Checks that fatigue leaves every combatant some Ranks [SST-24-1].
fn check_fatigue(draft: &Draft<'_>, faults: &Faults) {
    for (name, node) in combatants(&draft.matchup.tree) {
        let sheet = draft.sheet(name);
        let losses = fatigue(sheet, draft.options.crossover);
        let left =
            |track: Track| sheet.ranks[track as usize] + depth(sheet, draft.options.rules.ranks);
        let gone = |track: Track| losses[track as usize].total() >= left(track);
        if sheet.fatigue != [0, 0] && Track::ALL.into_iter().any(gone) {
            let (code, label) = ("swift-swords::worn-out", "out before the first round");
            let message = format!("fatigue leaves `{name}` no ranks to fight with");
            faults.push(Fault::at(code, node.span, message, label));
        }
    }
}

/// Returns the Ranks that fatigue takes before the first round. For every `crossover` Ranks on one track, one
/// Rank of the other track is lost too. If `crossover` is 0, none is.
fn fatigue(sheet: &Sheet, crossover: u8) -> [Losses; 2] {
    Track::ALL.map(|track| Losses {
        direct: sheet.fatigue[track as usize],
        crossed: sheet.fatigue[track.other() as usize]
            .checked_div(crossover)
            .unwrap_or(0),
    })
}

/// Returns how many Ranks below 0 a creature must be to be out [SST-21-1].
const fn depth(sheet: &Sheet, ranks: Ranks) -> u8 {
    if sheet.heroic {
        ranks.below_heroic
    } else {
        ranks.below
    }
}

impl Draft<'_> {
    /// Returns the names of the afflictions that these weapons cause.
    fn brought(&self, armoury: &[String]) -> Vec<&str> {
        let rows = armoury.iter().map(|name| &self.tables.weapons[name]);
        rows.flat_map(|row| row.afflictions.iter().map(String::as_str))
            .collect()
    }

    /// Converts a checked stat block into a [`Fighter`], with the Ranks and dice of its unit.
    fn fighter(
        &self,
        sheet: &Sheet,
        policy: Policy,
        armoury: &[String],
        remedies: &Remedies<Effect>,
    ) -> Fighter {
        let mut own = sheet.clone();
        let more = own.unit.unwrap_or_default();
        own.stateless |= own.unit.is_some();
        own.ranks[0] += more.physical;
        own.ranks[1] += more.mental;
        own.attack += more.dice;
        // A skill of 0 dice stays at 0, even in a mob.
        let defences = own.defences.iter_mut();
        for skill in defences.chain([&mut own.mental_attack, &mut own.wrestle]) {
            *skill += if *skill > 0 { more.dice } else { 0 };
        }
        own.ad_rolled &= own.ad_set.is_none();
        if let Some(fear) = &mut own.fear {
            fear.adjacent |= fear.is_dread && self.options.dread_adjacent;
        }
        let dice = own.ad_set.map_or(own.ad, Hand::total);
        let ad = (dice.cast_signed() + own.ad_mod).min(own.max_ad.cast_signed());
        // The fixed hand `ad_set` of the stat block is used only if `ad_mod` leaves its number of dice
        // unchanged. Otherwise the hand is taken from the table of fixed hands.
        let given = own.ad_set.filter(|_| own.ad_mod == 0);
        let set = usize::try_from(ad - 1).ok();
        let set = set.and_then(|at| self.tables.sets.get(at)).copied();
        let carries = own.carries.iter().map(|name| number_of(name, armoury));
        let chariots = self.options.rules.chariots;
        let least = match own.chariot {
            None => 1,
            Some(false) if !own.heavy_chariot => chariots.two_horse,
            Some(_) => chariots.four_horse,
        };
        let lists = (0..LISTS.len()).filter(|&list| !policy.list(ListId::at(list)).is_empty());
        Fighter {
            allies: FighterSet::NONE,
            ad,
            set: given
                .or(set)
                .unwrap_or(Hand::of(&[self.options.rules.hands.least_face])),
            depth: depth(&own, self.options.rules.ranks),
            carries: carries.collect(),
            remedies: remedies.numbers(&sheet.remedies),
            attacks: more.attacks.max(least),
            lists: lists.fold(0, |bits, list| bits | 1 << list),
            settled: Vec::new(),
            rising: 0,
            strikes: None,
            sheet: own,
            policy,
        }
    }

    /// Returns the parts of the body, each with the neighbours that wounds can be shifted to.
    fn parts(&self) -> Ways {
        let all = &self.tables.locations;
        let bit = |bits: u32, name: &String| {
            let (at, _, part) = all.get_full(name).expect("the tables were checked");
            bits | u32::from(self.options.neck_groin || part.number > 0) << at
        };
        let next = all.values().map(|part| part.next.iter().fold(0, bit));
        Ways::new(next.collect())
    }

    /// Returns the state at the beginning of a fight.
    fn start(
        &self,
        roster: &[Fighter],
        lineup: &Lineup,
        spots: &[Spot],
        remedies: &Remedies<Effect>,
    ) -> State {
        let starting = lineup.starting();
        let surprised = lineup.named(&self.ground.surprised).and(starting);
        let body = |who: FighterId| {
            let (spot, fighter) = (spots[who.index()], &roster[lineup.role(who)]);
            let is_there = starting.has(who);
            let alone = spot.alone || fighter.flies.is_some() || !is_there;
            Body {
                status: if is_there {
                    Status::Fighting
                } else {
                    Status::Absent
                },
                losses: fatigue(fighter, self.options.crossover),
                tired: if self.matchup.day.is_some() {
                    fighter.fatigue
                } else {
                    [0; 2]
                },
                zone: spot.zone,
                // All creatures of a zone start in one melee. `State::settle` assigns the final melee
                // numbers.
                group: if alone { 0 } else { spot.zone + 1 },
                covered: spot.cover.is_some() || fighter.bonus_by_place,
                uses: remedies.uses(&fighter.remedies),
                ..Body::default()
            }
        };
        let shared = Shared {
            round: 1,
            phase: Phase::Opening,
            fighting: starting,
            turns: Turns {
                surprised,
                ..Turns::default()
            },
            weeks: 0,
        };
        State::new(shared, lineup.everybody().map(body))
    }
}

/// Returns the weapon that stands for bare hands. Their damage and cost depend on the fighter.
fn fists() -> Weapon {
    Weapon {
        name: "unarmed".to_owned(),
        weight: LIGHT,
        melee: true,
        natural: true,
        ..Weapon::default()
    }
}

/// Returns the causes of damage that the tally counts, each with the maximum damage by this fighter. Every
/// weapon of the matchup has an entry, because any fighter may get hold of it.
fn counted(weapons: &[Weapon], fighter: &Fighter, tables: &Tables) -> Vec<CastWeapon> {
    let specials = tables.specials.iter();
    let more = specials.map(|special| special.dice).max().unwrap_or(0);
    let cause = |name: &str, base: u8| CastWeapon {
        name: name.to_owned(),
        most: u32::from(base) + u32::from(MOST_DICE) + u32::from(more),
    };
    let named = weapons.iter().enumerate().map(|(at, weapon)| match at {
        0 => cause(&weapon.name, fighter.natural.base),
        _ => cause(&weapon.name, weapon.code.base),
    });
    let causes = CAUSES.iter().map(|name| cause(name, 20));
    named.chain(causes).collect()
}

/// Returns which special events can happen in a fight of these fighters, and from which round on all rounds
/// are alike.
fn scope(roster: &[Fighter], lineup: &Lineup, events: &[Event]) -> Scope {
    let policies = roster.iter().map(|fighter| &fighter.policy);
    let after = events.iter().map(|event| event.round + 1).max();
    let after = after.unwrap_or(0);
    let all = roster.iter().map(|fighter| fighter.lists);
    Scope {
        lists: all.fold(0, |all, lists| all | lists),
        flight: roster.iter().any(|fighter| fighter.flies.is_some()),
        fear: roster.iter().any(|fighter| fighter.fear.is_some()),
        afflicts: false,
        day: false,
        alike_from: (lineup.alike_from(policies, &WORDS)).map(|from| from.max(after)),
    }
}

/// Simplifies the policy of a fighter that has `others` enemies. Removes lines that can never be possible,
/// and finds lists that always choose the same action. The ids of lines do not change.
fn settle(fighter: &mut Fighter, weapons: &[Weapon], others: u32) {
    let never = |line: &Line| never_defends(fighter, line, others);
    let mut policy = fighter.policy.without(ListId::at(DEFEND), never);
    let shoots = |&weapon: &u8| weapons[usize::from(weapon)].range > 0;
    if !fighter.carries.iter().any(shoots) {
        let never = |line: &Line| acts(line, "shoot") || acts(line, "aim");
        policy = policy.without(ListId::at(ACT), never);
    }
    if fighter.remedies.is_empty() {
        policy = policy.without(ListId::at(ACT), |line| acts(line, "heal"));
    }
    fighter.policy = policy;
    let lists = (0..LISTS.len()).map(|list| settled(&fighter.policy, list));
    fighter.settled = lists.collect();
    fighter.rising = rising(fighter);
    fighter.strikes = strikes(fighter);
}

/// Returns whether a line of the list `act` has this action.
fn acts(line: &Line, action: &str) -> bool {
    line.action == answer("act", action).1
}

/// Returns whether a line of the list `defend` can never be possible for a fighter that has `others` enemies.
fn never_defends(fighter: &Fighter, line: &Line, others: u32) -> bool {
    let fact = |fact: usize| match WORDS.facts[fact].name {
        "self.stateless" if !fighter.stateless => Bounds::new(0, 0),
        "foes.fighting" | "foes.in_group" => Bounds::new(0, whole(others)),
        _ => WORDS.facts[fact].bounds,
    };
    let (_, kind) = DEFENCES[usize::from(line.action)];
    let lacks = kind.is_some_and(|kind| fighter.defences[kind as usize] == 0);
    lacks || fighter.policy.never_holds(line, &fact)
}

/// Returns the line and action that a list always chooses. This is its first line if the line has no
/// condition and all actions of the list are always possible.
fn settled(policy: &Policy, list: usize) -> Option<(LineId, u8)> {
    let line = policy.list(ListId::at(list)).first()?;
    let holds = line.is_unconditional() && line.calls().is_none();
    (holds && !LIMITED.contains(&list)).then_some((line.id, line.action))
}

/// Returns the number of lines at the start of the list `act` that only serve to stand up or to pick up a
/// weapon. A fighter that is not prone and has dropped nothing skips these lines.
fn rising(fighter: &Fighter) -> usize {
    let (policy, lone) = (&fighter.policy, fighter.carries.len() < 2);
    let can_stand = const { WORDS.fact("self.can_stand") };
    let is_left_to_others = |line: &&Line| {
        acts(line, "stand")
            || (acts(line, "ready") && lone)
            || (acts(line, "wait") && policy.only_if(line) == Some(can_stand))
    };
    let lines = policy.list(ListId::at(ACT)).iter();
    lines.take_while(is_left_to_others).count()
}

/// Returns the line after the [`rising`] lines and its target rule. Returns `None` unless this line is an
/// attack with the weapon in hand and has no condition.
fn strikes(fighter: &Fighter) -> Option<(LineId, TargetRef)> {
    let line = (fighter.policy.list(ListId::at(ACT))).get(fighter.rising)?;
    let attacks = acts(line, "attack") && line.is_unconditional();
    let target = line.target().unwrap_or(FIRST);
    (attacks && line.slots[0] == Slot::Absent).then_some((line.id, target))
}
