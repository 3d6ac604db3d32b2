//! The fighters of all sides, put up for the first round.
//!
//! Clauses: SAM-0-6, SAM-0-7, SAM-1-3, SAM-2-6, SAM-7-6, SAM-10-5, SAM-11-15, SAM-14-2, SAM-19-10..13, SAM-21-1. What no policy of
//! the fight can bring about is found out here, so that it costs nothing later.

use super::Draft;
use super::events::EVENTS;
use super::nouns::arena::{Arena, Combo, Component, Scope};
use super::nouns::fighter::{Fighter, MOST_WEAPONS};
use super::nouns::selectors::SELECTORS;
use super::nouns::state::{After, Body, FOREVER, Frame, Ill, Item, Life, Phase, Place, State};
use super::options::Options;
use super::reading::sheet::{Condition, Posture, Sheet};
use super::reading::starts::Starts;
use super::reading::tables::{Dread, Weapon};
use super::vocabulary::VOCABULARY;
use super::words::{ACT, act, target};
use crate::fight::{CastWeapon, FighterId, FighterSet, ListId, Watched};
use crate::grid::Cell;
use crate::policy::all_settle_at;
use crate::rules::draft::number_of;
use crate::rules::lineup::Lineup;
use crate::scenario::{Faults, RunSettings, Side, Span};

/// Checks that there is room for the weapons of a matchup, and that the names of people in it are names.
pub(super) fn check(draft: &Draft<'_>, faults: &Faults) {
    let sides = &draft.matchup.sides;
    draft.check_armoury(sides, MOST_WEAPONS, faults);
    let known = |name: &str| {
        draft.sheets.contains_key(name) || sides.iter().any(|side: &Side| side.name == name)
    };
    let check = |names: &[(String, Span)]| {
        for (name, span) in names.iter().filter(|(name, _)| !known(name)) {
            let candidates = draft.sheets.keys().copied();
            let candidates = candidates.chain(sides.iter().map(|side| &*side.name));
            let place = "among combatants and sides";
            let code = "semiautomagic::unknown-name";
            faults.unknown(code, "combatant", name, *span, candidates, place);
        }
    };
    for sheet in draft.sheets.values().flatten() {
        check(&sheet.surprised_by);
    }
    for collision in &draft.ground.collisions {
        check(&collision.who);
    }
    if draft.sheets.values().all(Option::is_some) {
        draft.check_foes(|sheet| &sheet.surprised_by, faults);
    }
    for (&name, sheet) in &draft.sheets {
        let covered = sheet.as_ref().is_none_or(|sheet| sheet.cover.step > 0);
        let is_covered = covered || !draft.ground.covers.is_empty();
        for key in ["cover_scale", "cover_durability"] {
            let fault = ("semiautomagic::no-use", "there is no cover");
            draft.check_use((name, key), is_covered, fault, faults);
        }
        let ground = &draft.ground;
        let dim = ground.light > 0 || !ground.lights.is_empty();
        let is_used = is_covered || dim || sheet.as_ref().is_none_or(|sheet| sheet.concealed);
        let fault = ("semiautomagic::no-use", "there is nothing to hide behind");
        draft.check_use((name, "hidden"), is_used, fault, faults);
    }
}

/// The fight itself.
pub(super) fn fight<const N: usize>(
    draft: &Draft<'_>,
    places: &Starts,
    lineup: Lineup,
    run: &RunSettings,
) -> Arena<N> {
    let armoury = draft.armoury(&draft.matchup.sides);
    let weapons = draft.weapons(&armoury);
    let combos = draft.combos(&lineup);
    let names: Vec<String> = combos.iter().map(|combo| combo.name.clone()).collect();
    let compiled: Vec<Combo> = combos.iter().map(|row| compiled(row, &armoury)).collect();
    let roster: Vec<Fighter> = lineup
        .roles
        .iter()
        .map(|role| draft.fighter(draft.sheet(&role.name), &armoury, &names, &lineup))
        .collect();
    let roster: Vec<Fighter> = lineup
        .everybody()
        .map(|who| roster[lineup.role(who)].clone())
        .collect();
    let ground = &draft.ground;
    let largest = roster.iter().map(|fighter| fighter.scale.max(0)).max();
    let largest = largest.filter(|_| ground.mapped).unwrap_or(0);
    let footing = |scale: i32| ground.terrain.footing(1 << scale);
    let riders = lineup.everybody().map(|mount| {
        let rider = places
            .mounts
            .iter()
            .position(|&ridden| ridden == Some(mount));
        rider.map(FighterId::at)
    });
    let named_combos = draft.items.iter().map(|item| {
        let at = names.iter().position(|name| name == item);
        at.map_or(0, |at| 1 << at)
    });
    let collided = ground.collisions.iter().map(|collision| {
        let names: Vec<&str> = collision.who.iter().map(|(name, _)| &**name).collect();
        lineup.named(&names)
    });
    let mut scope = scope(draft, &roster, &weapons);
    scope.mounts = places.mounts.iter().any(Option::is_some);
    Arena {
        options: draft.options.clone(),
        ground: ground.clone(),
        selected: std::array::from_fn(|at| selected(at, &weapons)),
        named: draft.named(&armoury),
        named_combos: named_combos.collect(),
        mounts: places.mounts.clone(),
        riders: riders.collect(),
        footings: (0..=largest).map(footing).collect(),
        collisions: collided.collect(),
        poisons: draft.tables.poisons.values().cloned().collect(),
        cast: lineup
            .cast(run.round_cap, 0, |at| {
                let who = lineup.everybody().find(|&who| lineup.role(who) == at);
                let fighter = &roster[who.map_or(0, FighterId::index)];
                (counted(&weapons, fighter), fighter.policy.playbook())
            })
            .counting(EVENTS, |_| 0),
        scope,
        start: start(&roster, &lineup, places, &weapons, &draft.options),
        combos: compiled,
        roster,
        weapons,
        lineup,
    }
}

/// The weapons that a selector means, as bits.
fn selected(selector: usize, weapons: &[Weapon]) -> u64 {
    let is_meant = SELECTORS[selector].1;
    let all = (0..weapons.len()).filter(|&at| is_meant(&weapons[at]));
    all.fold(0, |bits, at| bits | 1 << at)
}

fn compiled(row: &super::reading::tables::Combo, armoury: &[String]) -> Combo {
    let small = |number: i32| i8::try_from(number).expect("the range was checked");
    let attacks = row.attacks.iter().map(|part| {
        // A weapon that nobody carries is one that nobody attacks with.
        let carried = |name: &String| armoury.contains(name);
        let known = part.weapon.as_ref().map(|name| {
            if carried(name) {
                number_of(name, armoury)
            } else {
                u8::MAX
            }
        });
        Component {
            weapon: known,
            attack_mod: small(part.attack_mod),
            dc_mod: small(part.dc_mod),
            damage: small(part.damage),
        }
    });
    Combo {
        name: row.name.clone(),
        seconds: row.seconds,
        charge: row.charge,
        attacks: attacks.collect(),
    }
}

impl Draft<'_> {
    /// The weapons of the matchup: bare hands, then one of each kind.
    fn weapons(&self, armoury: &[String]) -> Vec<Weapon> {
        let rows = armoury.iter().map(|name| Weapon {
            counted: number_of(name, armoury),
            ..self.tables.weapons[name].clone()
        });
        std::iter::once(Weapon::unarmed()).chain(rows).collect()
    }

    /// The combos that somebody has.
    fn combos(&self, lineup: &Lineup) -> Vec<super::reading::tables::Combo> {
        let mut found: Vec<super::reading::tables::Combo> = Vec::new();
        for role in &lineup.roles {
            for name in &self.sheet(&role.name).combos {
                if found.iter().all(|known| known.name != *name) && found.len() < 64 {
                    found.push(self.tables.combos[name].clone());
                }
            }
        }
        found
    }

    /// A stat block in numbers.
    fn fighter(
        &self,
        sheet: &Sheet,
        armoury: &[String],
        combos: &[String],
        lineup: &Lineup,
    ) -> Fighter {
        let combo = |name: &String| {
            let at = combos.iter().position(|known| known == name);
            u8::try_from(at.unwrap_or(0)).unwrap_or(0)
        };
        let surprised_by: Vec<&str> = sheet.surprised_by.iter().map(|(name, _)| &**name).collect();
        let carries = sheet.carries.iter();
        Fighter {
            carries: carries.map(|name| number_of(name, armoury)).collect(),
            combos: sheet.combos.iter().map(combo).collect(),
            surprised_by: lineup.named(&surprised_by),
            policy: self.policy(sheet).clone(),
            sheet: sheet.clone(),
        }
    }
}

/// More than strength, scale, a combo and speed can add to damage.
const MOST_MORE: i32 = 200;

/// The weapons of a combatant as the tally counts them. Each may come to use any weapon of the matchup.
fn counted(weapons: &[Weapon], fighter: &Fighter) -> Vec<CastWeapon> {
    let counted = weapons.iter().map(|weapon| {
        let dice = if weapon.unarmed {
            fighter.unarmed.unwrap_or_default()
        } else {
            weapon.damage
        };
        CastWeapon {
            name: weapon.name.clone(),
            most: (dice.max().max(0) + MOST_MORE).unsigned_abs(),
        }
    });
    counted.collect()
}

/// What can happen in a fight of these fighters.
fn scope(draft: &Draft<'_>, roster: &[Fighter], weapons: &[Weapon]) -> Scope {
    let round = const { VOCABULARY.fact("round") };
    let uses = |action: u8| {
        move |fighter: &Fighter| fighter.policy.uses_action(ListId::at(ACT), action.into())
    };
    let settled = all_settle_at(roster.iter().map(|fighter| &fighter.policy), round);
    let ground = &draft.ground;
    let of_fighters = roster.iter().flat_map(|fighter| {
        let falls = fighter.falls.map(|fall| fall.round);
        [Some(fighter.arrives), fighter.wakes, falls]
    });
    let of_collisions = ground.collisions.iter().map(|each| each.round);
    let after_all = (of_fighters.flatten().chain(of_collisions)).map(|round| u32::from(round) + 1);
    let dread = |kind: Dread| {
        weapons
            .iter()
            .any(|weapon| weapon.dread == kind && !weapon.unarmed)
    };
    let ill = |fighter: &Fighter| !fighter.afflicted.is_empty();
    let possession = uses(act::POSSESS);
    let joins = uses(act::JOIN);
    let confusion = roster
        .iter()
        .any(|fighter| fighter.starts(Condition::Confused))
        || dread(Dread::Insanity);
    Scope {
        alike_from: settled.map(|from| after_all.fold(from, u32::max)),
        arrivals: roster.iter().any(|fighter| fighter.arrives > 1),
        delays: roster.iter().any(uses(act::DELAY)),
        remembers: roster
            .iter()
            .any(|fighter| fighter.policy.aims_by(target::LAST))
            || confusion,
        confusion,
        mounts: false,
        poison: roster.iter().any(ill)
            || weapons.iter().any(|weapon| weapon.poison.is_some())
            || !ground.radiation.is_empty(),
        events: roster
            .iter()
            .any(|fighter| fighter.falls.is_some() || fighter.wakes.is_some())
            || !ground.collisions.is_empty(),
        possession: roster
            .iter()
            .any(|fighter| fighter.possession.is_some() && (possession(fighter) || joins(fighter))),
        speed: ground.mapped
            || roster
                .iter()
                .any(|fighter| fighter.falls.is_some() || fighter.flies_at > 0),
        combos: roster.iter().any(|fighter| !fighter.combos.is_empty()),
        areas: weapons.iter().any(|weapon| weapon.area.is_some()),
    }
}

/// What has become of a thing at the start: in hand as long as there are hands, unless something else is said [SAM-0-7].
fn items(fighter: &Fighter, weapons: &[Weapon]) -> [Item; super::reading::sheet::MOST_CARRIED] {
    let mut hands = fighter.arms;
    std::array::from_fn(|at| {
        let Some(&number) = fighter.carries.get(at) else {
            return Item::default();
        };
        let weapon = &weapons[usize::from(number)];
        let needs = 1 + u8::from(weapon.two_handed);
        let packed = fighter.packed.contains(&weapon.name);
        let sheathed = fighter.sheathed.contains(&weapon.name);
        let place = if packed {
            Place::Packed
        } else if sheathed || hands < needs {
            Place::Sheathed
        } else {
            hands -= needs;
            Place::Held
        };
        let ammunition = weapon.ammunition.unwrap_or(0);
        let shots = weapon.shots.unwrap_or(0);
        Item {
            place,
            shots: if weapon.ammunition.is_some() {
                shots.min(ammunition)
            } else {
                shots
            },
            ammunition,
            doses: weapon.doses,
            ..Item::default()
        }
    })
}

/// Somebody before the first round.
fn body(fighter: &Fighter, cell: Cell, weapons: &[Weapon], options: &Options) -> Body {
    let starts = |condition: Condition| fighter.starts(condition);
    let lasting = |condition: Condition| if starts(condition) { FOREVER } else { 0 };
    let dying = starts(Condition::Dying);
    let will = fighter.full_will().max(0);
    let most = u8::try_from(will).unwrap_or(u8::MAX);
    let penalties = if starts(Condition::Broken) {
        most
    } else {
        fighter.morale_penalties.min(most)
    };
    let down = dying
        || [Condition::Unconscious, Condition::Asleep]
            .into_iter()
            .any(starts);
    let ill = |at: usize| {
        fighter.afflicted.get(at).map(|&poison| Ill {
            poison,
            doses: 1,
            ..Ill::default()
        })
    };
    let broken = penalties == most;
    Body {
        cell,
        life: if dying {
            Life::Dying
        } else if starts(Condition::Unconscious) {
            Life::Unconscious
        } else {
            Life::Well
        },
        wounds: fighter.wounds + u8::from(dying && fighter.wounds == 0),
        penalties,
        dc: match (dying, broken) {
            (true, _) => options.dying_dc,
            (_, true) => 10,
            _ => 0,
        },
        broken,
        posture: if down {
            Posture::Prone
        } else {
            fighter.posture
        },
        stunned: fighter.stunned,
        // Rolled when the fight begins [SAM-19-3].
        staggered: starts(Condition::Staggered).into(),
        blinded: lasting(Condition::Blinded),
        confused: lasting(Condition::Confused),
        paralysed: starts(Condition::Paralysed),
        asleep: starts(Condition::Asleep),
        held: starts(Condition::Held),
        surprised: !fighter.surprised_by.is_empty(),
        items: items(fighter, weapons),
        ills: std::array::from_fn(ill),
        ..Body::default()
    }
}

fn start<const N: usize>(
    roster: &[Fighter],
    lineup: &Lineup,
    places: &Starts,
    weapons: &[Weapon],
    options: &Options,
) -> State<N> {
    let first_foe = |who: FighterId| lineup.enemies(who).iter().next();
    let bodies: [Body; N] = std::array::from_fn(|at| {
        let Some(fighter) = roster.get(at) else {
            return Body::default();
        };
        let foe = first_foe(FighterId::at(at));
        let starts = |condition: Condition| fighter.starts(condition);
        Body {
            panic: foe.filter(|_| starts(Condition::Panicked)),
            panic_rounds: if starts(Condition::Panicked) {
                options.panic_rounds
            } else {
                0
            },
            rage: foe.filter(|_| starts(Condition::Frenzied)),
            ..body(fighter, places.cells[at], weapons, options)
        }
    });
    let comes_later = |who: FighterId| roster[who.index()].arrives > 1;
    let bodily = lineup.those(|who| !comes_later(who));
    let out = |who: FighterId| {
        let body = &bodies[who.index() % N];
        body.life != Life::Well || body.paralysed || (body.broken && options.broken_is_out)
    };
    let fighting: FighterSet = bodily.filter(|who| !out(who));
    State {
        frame: Frame {
            round: 1,
            phase: Phase::Opening,
            next_up: FighterId(0),
            actor: FighterId(0),
            mind: FighterId(0),
            deeds: 0,
            fighting,
            bodily,
            clouds: [None; super::nouns::state::MOST_CLOUDS],
        },
        bodies: bodies.map(Watched::new),
        after: [const { Watched::new(After::NOBODY) }; N],
    }
}
