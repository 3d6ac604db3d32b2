//! Compiles a checked scenario into a fight, with the fighters of all sides placed for the first round.
//!
//! Clauses: SAM-0-6, SAM-0-7, SAM-1-3, SAM-2-6, SAM-7-6, SAM-10-5, SAM-11-15, SAM-14-2, SAM-19-10..13,
//! SAM-21-1, SAM-21-8. The compiled fight also records which kinds of events cannot happen in it, so that
//! play need not check for them.

use indexmap::IndexSet;

use super::Draft;
use super::decisions::{ACT, DEFEND, WORDS};
use super::events::EVENTS;
use super::fields::LARGEST;
use super::nouns::{
    Arena, Body, FOREVER, Fighter, Ill, Item, Life, MOST_WEAPONS, Riser, SELECTORS, Scope, State,
    UNARMED, Whereabouts,
};
use super::reading::{
    Ailment, Combo, Condition, Dread, MOST_CARRIED, Posture, Sheet, Starts, Suffering, Weapon,
    WeaponKind,
};
use super::rules::Rules;
use crate::fight::{CastWeapon, FighterId, FighterSet, ListId};
use crate::frame::draft::number_of;
use crate::frame::lineup::Lineup;
use crate::frame::meanings::{Meanings, bits};
use crate::frame::remedies::Remedies;
use crate::grid::Cell;
use crate::policy::Line;
use crate::scenario::{Faults, RunSettings, Span};

/// Makes the checks that need the whole matchup. There may be at most [`MOST_WEAPONS`] weapons, and the
/// weapons of a fighter must reach an enemy. `surprised_by` and collisions must name fighters of the matchup.
/// `hidden` and the keys of cover are faulty if nothing in the fight makes use of them.
pub(super) fn check(draft: &Draft<'_>, places: &Starts, faults: &Faults) {
    draft.check_armoury(&draft.matchup.sides, MOST_WEAPONS, faults);
    let sheets = draft.sheets.values().flatten();
    let names = sheets.flat_map(|sheet| &sheet.surprised_by);
    let names = names.chain(draft.ground.collisions.iter().flat_map(|each| &each.who));
    draft.check_people(names, "semiautomagic::unknown-name", faults);
    draft.check_foes(|sheet| &sheet.surprised_by, faults);
    for &name in draft.sheets.keys() {
        let (sheet, ground) = (draft.sheet(name), &draft.ground);
        let is_covered = sheet.cover.step > 0 || !ground.covers.is_empty();
        for key in ["cover_scale", "cover_durability"] {
            let fault = ("semiautomagic::no-use", "there is no cover");
            draft.check_use((name, key), is_covered, fault, faults);
        }
        let dim = ground.light > 0 || !ground.lights.is_empty();
        let is_used = is_covered || dim || sheet.concealed;
        let fault = ("semiautomagic::no-use", "there is nothing to hide behind");
        draft.check_use((name, "hidden"), is_used, fault, faults);
    }
    // A mount needs no weapon that reaches an enemy. Neither does a fighter whose policy has no actions.
    let idle = |at: usize, sheet: &Sheet| {
        !places.mounts.contains(&Some(FighterId::at(at)))
            && !draft.policy(sheet).list(ListId::at(ACT)).is_empty()
            && sheet.reaches_past(&draft.tables, draft.options.reach_up_to)
    };
    if !draft.ground.mapped {
        let why = "without places everybody is 1 square away";
        let help = "place all fighters with `at`, or give this one a weapon that reaches 1 with its `natural_reach`";
        draft.check_reach(("semiautomagic::no-reach", why, help), idle, faults);
    }
}

pub(super) fn fight(
    draft: &Draft<'_>,
    places: &Starts,
    lineup: Lineup,
    run: &RunSettings,
) -> Arena {
    let armoury = draft.armoury(&draft.matchup.sides);
    let weapons = weapons(draft, &armoury);
    let sheets = || lineup.roles.iter().map(|role| draft.sheet(&role.name));
    let mut combos = combos(draft, sheets(), &armoury);
    let ailments = ailments(&mut combos);
    let remedies = sheets().flat_map(|sheet| &sheet.remedies);
    let remedies = Remedies::new(&draft.tables.remedies, remedies, &draft.items);
    let combo = |name: &String| combos.iter().position(|combo| combo.name == *name);
    let named = |names: &[(String, Span)]| {
        let names: Vec<&String> = names.iter().map(|(name, _)| name).collect();
        lineup.named(&names)
    };
    let absent = lineup.absent();
    let carries = |sheet: &Sheet| -> Vec<u8> {
        let all = sheet.carries.iter();
        all.map(|name| number_of(name, &armoury)).collect()
    };
    let fighter = |(role, sheet): (usize, &Sheet)| Fighter {
        carries: carries(sheet),
        weapons: [carries(sheet), vec![UNARMED]].concat(),
        combos: (sheet.combos.iter())
            .map(|name| u8::try_from(combo(name).unwrap_or(0)).unwrap_or(0))
            .collect(),
        remedies: remedies.numbers(&sheet.remedies),
        surprised_by: named(&sheet.surprised_by).without(absent),
        policy: lineup.suited(role, draft.policy(sheet), &WORDS),
        keeps: false,
        sheet: sheet.clone(),
    };
    let roles: Vec<Fighter> = sheets().enumerate().map(fighter).collect();
    let roster: Vec<Fighter> = (lineup.everybody())
        .map(|who| {
            let role = roles[lineup.role(who)].clone();
            if absent.has(who) { risen(role) } else { role }
        })
        .collect();
    let ground = &draft.ground;
    let largest = roster.iter().map(|fighter| fighter.scale.max(0)).max();
    let largest = largest.filter(|_| ground.mapped).unwrap_or(0);
    let riders = lineup.everybody().map(|mount| {
        let mut mounts = places.mounts.iter();
        let rider = mounts.position(|&ridden| ridden == Some(mount));
        rider.map(FighterId::at)
    });
    let mut arena = Arena {
        options: draft.options.clone(),
        ground: ground.clone(),
        meanings: Meanings::new(named_items(draft, &armoury, combo), |at| {
            [bits(&weapons, |_, weapon| SELECTORS[at].1(weapon)), 0]
        }),
        mounts: (lineup.everybody())
            .map(|who| places.mounts.get(who.index()).copied().flatten())
            .collect(),
        riders: riders.collect(),
        footings: (0..=largest)
            .map(|scale| ground.terrain.footing(1 << scale))
            .collect(),
        collisions: (ground.collisions.iter())
            .map(|collision| named(&collision.who))
            .collect(),
        poisons: draft.tables.poisons.values().cloned().collect(),
        charts: draft.tables.printed.charts,
        cast: lineup
            .cast(run.round_cap, 0, |role| {
                let fighter = &roles[role];
                // A fighter may use any weapon of the matchup at some time, so the statistics of each fighter
                // have an entry for every weapon.
                let counted = weapons.iter().map(|weapon| CastWeapon {
                    name: weapon.name.clone(),
                    most: (fighter.dice(weapon).max().max(0) + most_more(&draft.tables.rules))
                        .unsigned_abs(),
                });
                (counted.collect(), fighter.policy.playbook())
            })
            .counting(EVENTS, |_| 0),
        risers: risers(draft, &lineup),
        scope: Scope::default(),
        ailments,
        remedies,
        start: State::empty(lineup.count()),
        combos,
        roster,
        weapons,
        lineup,
    };
    arena.scope = scope(&arena);
    arena.cast.alike_from = arena.scope.alike_from.map(|from| from.max(2));
    put_up(&mut arena, places);
    leave_out(&mut arena);
    arena.start.set_first();
    arena
}

/// Removes policy lines that can never be possible, and sets [`Fighter::keeps`] for fighters whose decisions
/// may be cached. If the fight has possession, all lines stay and nothing is cached, because a mind may enter
/// a body with other items.
fn leave_out(arena: &mut Arena) {
    for who in arena.lineup.everybody().filter(|_| !arena.scope.possession) {
        let policy = &arena.fighter(who).policy;
        let policy = policy.without(ListId::at(ACT), |line| lacks(arena, who, line));
        let calls = |list| {
            policy
                .list(ListId::at(list))
                .iter()
                .any(|line| line.calls().is_some())
        };
        let keeps = !arena.scope.mounts && !policy.draws() && !calls(ACT) && !calls(DEFEND);
        let fighter = &mut arena.roster[who.index()];
        (fighter.policy, fighter.keeps) = (policy, keeps);
    }
}

/// Returns the weapons of the matchup: bare hands, then one entry for each weapon name in `armoury`.
fn weapons(draft: &Draft<'_>, armoury: &[String]) -> Vec<Weapon> {
    let rows = armoury.iter().map(|name| Weapon {
        counted: number_of(name, armoury),
        ..draft.tables.weapons[name].clone()
    });
    std::iter::once(Weapon::unarmed(&draft.tables.rules))
        .chain(rows)
        .collect()
}

/// Returns the combos that `sheets` name, each combo once. Combos after the 64th are left out.
fn combos<'s>(
    draft: &Draft<'_>,
    sheets: impl Iterator<Item = &'s Sheet>,
    armoury: &[String],
) -> Vec<Combo> {
    let names: IndexSet<&String> = sheets.flat_map(|sheet| &sheet.combos).collect();
    let combos = names.into_iter().take(64);
    combos
        .map(|name| draft.tables.combos[name].with(armoury))
        .collect()
}

/// Returns two bit masks for each item name that policies use: the weapons and the combos that have this
/// name. `combo` returns the index of the combo with a given name.
fn named_items(
    draft: &Draft<'_>,
    armoury: &[String],
    combo: impl Fn(&String) -> Option<usize>,
) -> Vec<[u64; 2]> {
    let all = draft.named(armoury).into_iter().zip(&draft.items);
    let named = all.map(|(weapons, item)| [weapons, combo(item).map_or(0, |at| 1 << at)]);
    named.collect()
}

/// Collects the ailments of all components of `combos`, each ailment once. Stores the position of its ailment
/// in each component, counted from 1.
fn ailments(combos: &mut [Combo]) -> Vec<Ailment> {
    let mut all = Vec::new();
    for part in combos.iter_mut().flat_map(|combo| &mut combo.attacks) {
        let Some(ailment) = part.ailment else {
            continue;
        };
        let known = all.iter().position(|&known| known == ailment);
        let at = known.unwrap_or_else(|| {
            all.push(ailment);
            all.len() - 1
        });
        part.ails = u8::try_from(at + 1).expect("as many ailments as components at most");
    }
    all
}

/// Returns `fighter` with the changes for one that has risen from the dead: it is neither hidden nor
/// surprised.
fn risen(mut fighter: Fighter) -> Fighter {
    fighter.sheet.hidden = false;
    fighter.surprised_by = FighterSet::NONE;
    fighter
}

/// Lists the fighters that can rise from the dead. They come last in `lineup` [SAM-21-8].
fn risers(draft: &Draft<'_>, lineup: &Lineup) -> Vec<Riser> {
    let all = super::risers::all(draft).into_iter();
    let all = lineup.absent().iter().zip(all).map(|(who, rise)| {
        let mut poisons = [0; 4];
        for (at, row) in draft.tables.poisons.values().enumerate().take(256) {
            let is_it = row
                .rises
                .as_ref()
                .is_some_and(|(block, _)| *block == rise.block);
            poisons[at / 64] |= u64::from(is_it) << (at % 64);
        }
        Riser {
            who,
            victim: rise.victim,
            poisons,
        }
    });
    all.collect()
}

/// Returns an upper bound for the damage that strength, scale, a combo and speed together can add to the
/// dice.
fn most_more(rules: &Rules) -> i32 {
    200 + LARGEST * (rules.scale.damage - 3).max(0)
}

/// Returns which kinds of rules can matter in a fight of these fighters.
fn scope(arena: &Arena) -> Scope {
    let (roster, weapons, ground) = (&arena.roster, &arena.weapons, &arena.ground);
    let acts = &WORDS.lists[ACT];
    let any = |fits: &dyn Fn(&Fighter) -> bool| roster.iter().any(fits);
    let any_weapon = |fits: &dyn Fn(&Weapon) -> bool| weapons.iter().any(fits);
    let uses = |fighter: &Fighter, action: &str| {
        let action = acts.action(action).into();
        fighter.policy.uses_action(ListId::at(ACT), action)
    };
    let policies = roster.iter().map(|fighter| &fighter.policy);
    let settled = arena.lineup.alike_from(policies, &WORDS);
    let of_fighters = roster.iter().flat_map(|fighter| {
        let falls = fighter.falls.map(|fall| fall.round);
        [fighter.wakes, falls]
    });
    let of_collisions = ground.collisions.iter().map(|each| each.round);
    let after_all = (of_fighters.flatten().chain(of_collisions)).map(|round| u32::from(round) + 1);
    let confusion = any(&|fighter| fighter.starts(Condition::Confused))
        || any_weapon(&|weapon| weapon.dread == Dread::Insanity && !weapon.unarmed);
    Scope {
        alike_from: settled.map(|from| after_all.fold(from, u32::max)),
        arrivals: arena.lineup.has_arrivals(),
        delays: any(&|fighter| uses(fighter, "delay")),
        confusion,
        pending: any_weapon(&|weapon| weapon.delay > 0),
        large: any(&|fighter| fighter.width() > 1),
        mounts: arena.mounts.iter().any(Option::is_some),
        places: ground.mapped && arena.mounts.iter().all(Option::is_none),
        poison: any(&|fighter| !fighter.afflicted.is_empty())
            || any_weapon(&|weapon| weapon.poison.is_some())
            || !ground.radiation.is_empty(),
        events: any(&|fighter| fighter.falls.is_some() || fighter.wakes.is_some())
            || !ground.collisions.is_empty(),
        possession: any(&|fighter| {
            let joins = uses(fighter, "possess") || uses(fighter, "join");
            fighter.possession.is_some() && joins
        }),
        cover: !ground.covers.is_empty() || any(&|fighter| fighter.cover.step > 0),
        speed: ground.mapped || any(&|fighter| fighter.falls.is_some() || fighter.flies_at > 0),
        rises: !arena.risers.is_empty(),
        holds: {
            let holds = |ailment: &Ailment| ailment.effect == Suffering::Held;
            arena.ailments.iter().any(holds)
                || any_weapon(&|weapon| weapon.ailment.as_ref().is_some_and(holds))
        },
    }
}

/// Returns whether the fighter `who`, in its own body, can never do what `line` says. `line` belongs to the
/// list `act`.
fn lacks(arena: &Arena, who: FighterId, line: &Line) -> bool {
    let (fighter, lineup, acts) = (arena.fighter(who), &arena.lineup, &WORDS.lists[ACT]);
    let [bits, ..] = arena.meant(line.item());
    let own = |weapon: u8| weapon != UNARMED || fighter.unarmed.is_some();
    let none = |fits: fn(&Weapon) -> bool| {
        let mut all = fighter.weapons.iter().copied();
        !all.any(|weapon| bits >> weapon & 1 == 1 && own(weapon) && fits(arena.weapon(weapon)))
    };
    let is_alone = |foe| lineup.enemies(foe).without(FighterSet::of(who)).is_empty();
    let sheathe = acts.action("sheathe").into();
    let sheathes = fighter.policy.uses_action(ListId::at(ACT), sheathe);
    let mut items = arena.start.body(who).items.iter();
    match acts.actions[usize::from(line.action)].name {
        "attack" => none(Weapon::strikes),
        "combo" => fighter.combos.is_empty(),
        "area" => none(|row| row.area.is_some()),
        "daunt" => none(|row| row.kind == WeaponKind::Morale),
        "aim" => none(|row| row.kind == WeaponKind::Ranged),
        "clear" => none(|row| row.firearm),
        "draw" => !sheathes && items.all(|item| item.place != Whereabouts::Sheathed),
        "drop" => none(|row| row.held),
        "sheathe" | "pick-up" | "take-out" => none(|row| !row.unarmed),
        "reload" => arena.weapons.iter().all(|row| row.shots.is_none()),
        "move" | "move-away" | "charge" | "run" | "run-away" => !arena.ground.mapped,
        "move-to-flank" => !arena.ground.mapped || lineup.enemies(who).iter().all(is_alone),
        "move-to-cover" => arena.ground.covers.is_empty(),
        "mount-attack" | "ride" | "ride-away" => arena.mounts[who.index()].is_none(),
        "stabilise" => fighter.medicine.is_none(),
        "heal" => fighter.remedies.is_empty(),
        "break-free" => !arena.scope.holds,
        "possess" | "join" => fighter.possession.is_none(),
        _ => false,
    }
}

/// Returns the state of each carried item at the start. An item is in a hand as long as a hand is free,
/// unless the scenario says where the item is [SAM-0-7].
fn items(fighter: &Fighter, weapons: &[Weapon]) -> [Item; MOST_CARRIED] {
    let mut hands = fighter.arms;
    std::array::from_fn(|at| {
        let Some(&number) = fighter.carries.get(at) else {
            return Item::default();
        };
        let weapon = &weapons[usize::from(number)];
        let packed = fighter.packed.contains(&weapon.name);
        let sheathed = fighter.sheathed.contains(&weapon.name);
        let place = if packed {
            Whereabouts::Packed
        } else if sheathed || hands < weapon.hands {
            Whereabouts::Sheathed
        } else {
            hands -= weapon.hands;
            Whereabouts::Held
        };
        let shots = weapon.shots.unwrap_or(0);
        Item {
            place,
            shots: weapon.ammunition.map_or(shots, |most| shots.min(most)),
            ammunition: weapon.ammunition.unwrap_or(0),
            doses: weapon.doses,
            ..Item::default()
        }
    })
}

/// Returns the state of the fighter `who` before the first round, when it stands in `cell`.
fn body(arena: &Arena, who: FighterId, cell: Cell) -> Body {
    let (fighter, options) = (arena.fighter(who), &arena.options);
    let foes = arena.lineup.enemies(who).without(arena.lineup.absent());
    let foe = foes.iter().next();
    let starts = |condition: Condition| fighter.starts(condition);
    let lasting = |condition: Condition| if starts(condition) { FOREVER } else { 0 };
    let dying = starts(Condition::Dying);
    let will = fighter.full_will(options.rules.morale.will).max(0);
    let most = u8::try_from(will).unwrap_or(u8::MAX);
    let least = if starts(Condition::Broken) { most } else { 0 };
    let penalties = fighter.morale_penalties.max(least).min(most);
    let broken = penalties == most;
    let unconscious = starts(Condition::Unconscious);
    let down = dying || unconscious || starts(Condition::Asleep);
    let panicked = starts(Condition::Panicked);
    let ill = |at: usize| {
        fighter.afflicted.get(at).map(|&poison| Ill {
            poison,
            doses: 1,
            // No side has brought this poison, so it counts as brought by the fighter's own side [SAM-21-8].
            by: arena.bearer(poison, arena.lineup.side(who)),
            ..Ill::default()
        })
    };
    let body = Body {
        life: match (dying, unconscious) {
            (true, _) => Life::Dying,
            (false, true) => Life::Unconscious,
            (false, false) => Life::Well,
        },
        wounds: fighter.wounds + u8::from(dying && fighter.wounds == 0),
        penalties,
        dc: match (dying, broken) {
            (true, _) => options.dying_dc,
            (_, true) => options.rules.morale.broken,
            _ => 0,
        },
        broken,
        posture: if down {
            Posture::Prone
        } else {
            fighter.posture
        },
        stunned: fighter.stunned,
        // This is 1 for now. The real duration is rolled when the fight begins [SAM-19-3].
        staggered: starts(Condition::Staggered).into(),
        blinded: lasting(Condition::Blinded),
        confused: lasting(Condition::Confused),
        paralysed: starts(Condition::Paralysed),
        asleep: starts(Condition::Asleep),
        held: lasting(Condition::Held),
        disabled: lasting(Condition::Disabled),
        panic: foe.filter(|_| panicked),
        panic_rounds: if panicked { options.panic_rounds } else { 0 },
        rage: foe.filter(|_| starts(Condition::Frenzied)),
        surprised: !fighter.surprised_by.is_empty(),
        items: items(fighter, &arena.weapons),
        ills: std::array::from_fn(ill),
        uses: arena.remedies.uses(&fighter.remedies),
        ..Body::default()
    };
    body.at(cell)
}

/// Sets the starting state of all fighters, and puts them in their starting cells.
fn put_up(arena: &mut Arena, places: &Starts) {
    for who in arena.lineup.everybody() {
        let cell = places.cells.get(who.index()).copied().unwrap_or_default();
        let body = body(arena, who, cell);
        *arena.start.body_mut(who) = body;
    }
    let absent = arena.lineup.absent();
    let bodily = arena.lineup.starting();
    let fighting = bodily.filter(|who| !arena.begins_out(who));
    (arena.start.bodily, arena.start.fighting) = (bodily, fighting);
    arena.start.absent = absent;
}

impl Arena {
    /// Returns whether a fighter is out of the fight as soon as it enters the fight, such as a fighter that
    /// starts unconscious.
    pub(super) fn begins_out(&self, who: FighterId) -> bool {
        let body = self.start.body(who);
        let breaks = body.broken && self.options.broken_is_out;
        body.life != Life::Well || body.paralysed || breaks
    }
}
