//! The fighters of all sides, lined up for the first round.
//!
//! Clauses: SST-0-5, SST-1-2, SST-3-4, SST-4-2, SST-5-4, SST-5-6, SST-12-3, SST-24-1, SST-27-1, SST-27-2, SST-29-2.
//! What no policy of the fight can bring about is found out here, so that it costs nothing later.

use super::arena::{Arena, CAUSES, Location, Scope};
use super::compile::Draft;
use super::contact;
use super::damage::MOST_LOST;
use super::fighter::{Fighter, selected};
use super::ground::Spot;
use super::hand::Hand;
use super::injury::Part;
use super::luck::{self, MOST_DICE};
use super::perils::{Fear, Unit};
use super::sheet::Sheet;
use super::state::{Body, Losses, Phase, State, Status};
use super::tables::{Code, MEDIUM, Weapon};
use super::words::{ACT, SELECTORS, VOCABULARY, act, target};
use super::zones::Chokes;
use crate::fight::{
    Cast, CastCombatant, CastWeapon, CombatantId, FighterId, FighterSet, LineId, ListId, SideId,
};
use crate::policy::{Line, Policy, Slot, TargetRef};
use crate::rules::lineup::{Role, roles};
use crate::scenario::{RunSettings, Side};

impl Draft<'_> {
    /// The fight itself.
    pub(super) fn arena<const N: usize>(self, sides: &[Side], run: &RunSettings) -> Arena<N> {
        let (roles, role_of) = roles(sides);
        let side_of: Vec<SideId> = role_of
            .iter()
            .map(|&role| roles[usize::from(role)].side)
            .collect();
        let of_side = |at: usize| -> FighterSet {
            let all = (0..role_of.len()).map(FighterId::at);
            all.filter(|who| side_of[who.index()] == SideId::at(at))
                .collect()
        };
        let side_sets: Vec<FighterSet> = (0..sides.len()).map(of_side).collect();
        let armoury = self.armoury(sides);
        let mut weapons = vec![fists()];
        weapons.extend(armoury.iter().map(|name| self.tables.weapons[name].clone()));
        let roster: Vec<Fighter> = roles
            .iter()
            .map(|role| self.fighter(self.sheet(role.name), &armoury))
            .collect();
        let scope = scope(&roster);
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
                let at = armoury.iter().position(|known| known == name);
                at.map_or(0, |at| 1 << (at + 1))
            })
            .collect();
        let surprised: FighterSet = (0..role_of.len())
            .map(FighterId::at)
            .filter(|who| {
                let role = &roles[usize::from(role_of[who.index()])];
                let is =
                    |name: &String| name == role.name || *name == sides[role.side.index()].name;
                self.ground.surprised.iter().any(is)
            })
            .collect();
        let crossover = self.options.crossover;
        // Policies look odds up as well, whether or not fights draw from them.
        let tables = luck::Tables::get();
        Hand::prepare();
        let mut arena = Arena {
            tables: run.tables.then_some(tables),
            costs: self.tables.costs,
            modifiers: self.tables.modifiers,
            codes: self.tables.codes.values().copied().collect(),
            covers: self.tables.covers.values().copied().collect(),
            locations: self.locations(),
            selected: std::array::from_fn::<u64, { SELECTORS.len() }, _>(|at| {
                selected(at, &weapons)
            }),
            cast: Cast {
                sides: sides.iter().map(|side| side.name.clone()).collect(),
                combatants: cast(&roles, &roster, &weapons),
                fighters: role_of.iter().map(|&role| CombatantId(role)).collect(),
                round_cap: run.round_cap,
                most_lost: MOST_LOST,
                things: FighterSet::NONE,
            },
            scope: Scope {
                rounds_matter: !self.ground.events.is_empty() || scope.rounds_matter,
                ..scope
            },
            events: self.ground.events.clone(),
            start: start(&roster, &role_of, &self.spots, (surprised, crossover)),
            players: (0..sides.len())
                .filter(|&at| self.ground.players >> at & 1 == 1)
                .fold(FighterSet::NONE, |all, at| {
                    FighterSet(all.0 | side_sets[at].0)
                }),
            clusters: self.ground.clusters,
            cover_of: self.spots.iter().map(|spot| spot.cover).collect(),
            options: self.options,
            field: self.ground.field,
            roster: role_of
                .iter()
                .map(|&role| roster[usize::from(role)].clone())
                .collect(),
            roles: role_of,
            called,
            weapons,
            named,
            sides: side_sets,
            side_of,
        };
        let mut first = arena.start.clone();
        contact::settle(&arena, &mut first);
        arena.start = first;
        arena
    }

    /// A stat block in numbers.
    fn fighter(&self, sheet: &Sheet, armoury: &[String]) -> Fighter {
        let number = |name: &String| {
            let at = armoury.iter().position(|known| known == name);
            u8::try_from(at.expect("the armoury is what is carried") + 1).expect("few weapons")
        };
        let unit = sheet.unit.map(|at| self.tables.units[usize::from(at)]);
        let Unit {
            physical,
            mental,
            dice,
            attacks,
        } = unit.unwrap_or(Unit {
            physical: 0,
            mental: 0,
            dice: 0,
            attacks: 1,
        });
        let codes = &self.tables.codes;
        let code = |at: u8| codes.get_index(at.into()).map(|(_, &code)| code);
        let medium = code(MEDIUM).expect("the book has its codes");
        // A skill of no dice is none, in a mob as well.
        let more = |skill: u8| if skill > 0 { skill + dice } else { 0 };
        let ad = sheet.ad.cast_signed() + sheet.ad_mod;
        let ad = ad.min(sheet.max_ad.cast_signed());
        let set = usize::try_from(ad - 1)
            .ok()
            .and_then(|at| self.tables.sets.get(at));
        let policy = self.policy(&sheet.policy).clone();
        Fighter {
            ad,
            ad_rolled: sheet.ad_rolled && sheet.ad_set.is_none(),
            set: sheet.ad_set.or(set.copied()).unwrap_or(Hand::NONE),
            max_ad: sheet.max_ad,
            attack: sheet.attack + dice,
            sl: sheet.sl,
            armour: sheet.armour,
            shield: sheet.shield,
            dodge: more(sheet.dodge),
            block: more(sheet.block),
            parry: more(sheet.parry),
            parry_missiles: sheet.parry_missiles,
            physical: sheet.physical + physical,
            mental: sheet.mental + mental,
            bonus_physical: sheet.bonus_physical,
            bonus_mental: sheet.bonus_mental,
            bonus_by_place: sheet.bonus_by_place,
            fatigue_physical: sheet.fatigue_physical,
            fatigue_mental: sheet.fatigue_mental,
            depth: if sheet.heroic { 3 } else { 0 },
            stateless: sheet.stateless || unit.is_some(),
            levels: sheet.levels,
            recovery_bonus: sheet.recovery_bonus,
            size: sheet.size,
            stability: sheet.stability,
            wrestle: sheet.wrestle + dice,
            carries: sheet.carries.iter().map(number).collect(),
            natural: code(sheet.natural_code).unwrap_or(medium),
            natural_inclose_sl: sheet.natural_inclose_sl,
            dual: sheet.dual,
            mental_attack: more(sheet.mental_attack),
            mental_fear: sheet.mental_fear,
            fear: sheet.fear.map(|at| self.fear(at)),
            cast: sheet
                .cast
                .map(|spell| (spell, code(spell.code).unwrap_or(medium))),
            attacks: if sheet.chariot == Some(true) {
                attacks.max(2)
            } else {
                attacks
            },
            aboard: sheet.chariot.is_some(),
            hard_cover_armour: sheet.hard_cover_armour,
            speed: sheet.speed,
            flies: sheet.flies,
            lists: (0..super::words::COUNT)
                .filter(|&list| !policy.list(ListId::at(list)).is_empty())
                .fold(0, |bits, list| bits | 1 << list),
            rising: rising(&policy),
            strikes: strikes(&policy),
            policy,
        }
    }

    /// A level of fear, by its place in the table; a house rule may let dread reach farther [SST-23-3].
    fn fear(&self, at: u8) -> Fear {
        let (name, fear) = self
            .tables
            .fears
            .get_index(at.into())
            .expect("the stat block was checked");
        let reaches = name == "dread" && self.options.dread_adjacent;
        Fear {
            adjacent: fear.adjacent || reaches,
            ..*fear
        }
    }

    /// The parts of the body, by number.
    fn locations(&self) -> Vec<Location> {
        let all = &self.tables.locations;
        let bit = |name: &String| 1u16 << all.get_index_of(name).expect("the tables were checked");
        all.iter()
            .map(|(name, location)| Location {
                name: name.clone(),
                part: Part::of(name),
                number: location.number,
                wounds: self.tables.injuries[&location.effects],
                next: location.next.iter().fold(0, |bits, name| bits | bit(name)),
            })
            .collect()
    }
}

/// Bare hands; what they do is the fighter's.
fn fists() -> Weapon {
    Weapon {
        name: "unarmed".to_owned(),
        code: Code {
            base: 1,
            per: 2,
            cost: 4,
            massive: false,
        },
        weight: super::tables::LIGHT,
        cost: 4,
        melee: true,
        range: 0,
        reach: false,
        natural: true,
        inclose_sl: 0,
        bane: false,
    }
}

/// The combatants as the tally counts them. Each may come to use any weapon of the matchup.
fn cast(roles: &[Role<'_>], roster: &[Fighter], weapons: &[Weapon]) -> Vec<CastCombatant> {
    let most = |base: u8| u32::from(base) + u32::from(MOST_DICE) + 2;
    roles
        .iter()
        .zip(roster)
        .map(|(role, fighter)| {
            let named = weapons.iter().enumerate().map(|(at, weapon)| CastWeapon {
                name: weapon.name.clone(),
                most: most(if at == 0 {
                    fighter.natural.base
                } else {
                    weapon.code.base
                }),
            });
            let causes = CAUSES.iter().map(|&name| CastWeapon {
                name: name.to_owned(),
                most: most(20),
            });
            CastCombatant {
                name: role.name.to_owned(),
                side: role.side,
                count: role.count,
                weapons: named.chain(causes).collect(),
                playbook: fighter.policy.playbook(),
            }
        })
        .collect()
}

/// What can happen in a fight of these fighters.
fn scope(roster: &[Fighter]) -> Scope {
    let lists = roster
        .iter()
        .fold(0, |lists, fighter| lists | fighter.lists);
    let round = const { VOCABULARY.fact("round") };
    Scope {
        lists,
        flight: roster.iter().any(|fighter| fighter.flies.is_some()),
        fear: roster.iter().any(|fighter| fighter.fear.is_some()),
        rounds_matter: roster.iter().any(|fighter| fighter.policy.asks(round)),
    }
}

/// How many lines a policy's turns begin with that somebody who is not prone passes over, and no more comes of it.
fn rising(policy: &Policy) -> usize {
    let can_stand = const { VOCABULARY.fact("self.can_stand") };
    let falls_to_the_prone = |line: &&Line| match line.action {
        act::STAND => true,
        act::WAIT => policy.only_if(line) == Some(can_stand),
        _ => false,
    };
    let lines = policy.list(ListId::at(ACT)).iter();
    lines.take_while(falls_to_the_prone).count()
}

/// The line after those, where it is an attack at the first enemy on no condition, with whatever is in hand.
fn strikes(policy: &Policy) -> Option<LineId> {
    let line = policy.list(ListId::at(ACT)).get(rising(policy))?;
    let [with, at, ..] = line.slots;
    let first = Slot::Target(TargetRef::Rule(target::FIRST));
    let plain = with == Slot::Absent && (at == Slot::Absent || at == first);
    let attacks = line.action == act::ATTACK && line.is_unconditional();
    (attacks && plain).then_some(line.id)
}

fn start<const N: usize>(
    roster: &[Fighter],
    role_of: &[u8],
    spots: &[Spot],
    (surprised, crossover): (FighterSet, u8),
) -> State<N> {
    let body = |at: usize| {
        let Some(&role) = role_of.get(at) else {
            return Body::NOBODY;
        };
        let (fighter, spot) = (&roster[usize::from(role)], spots[at]);
        let lost = |direct, other: u8| Losses {
            direct,
            crossed: other.checked_div(crossover).unwrap_or(0),
        };
        Body {
            status: Status::Fighting,
            physical: lost(fighter.fatigue_physical, fighter.fatigue_mental),
            mental: lost(fighter.fatigue_mental, fighter.fatigue_physical),
            zone: spot.zone,
            // All of a zone in one melee, numbered anew by `contact::settle`.
            group: if spot.alone || fighter.flies.is_some() {
                0
            } else {
                spot.zone + 1
            },
            covered: spot.cover.is_some() || fighter.bonus_by_place,
            ..Body::NOBODY
        }
    };
    State {
        round: 1,
        phase: Phase::Opening,
        fighting: (0..role_of.len()).map(FighterId::at).collect(),
        waiting: FighterSet::NONE,
        done: FighterSet::NONE,
        acted: FighterSet::NONE,
        spent: FighterSet::NONE,
        surprised,
        again: None,
        chokes: Chokes::default(),
        bodies: std::array::from_fn(body),
    }
}
