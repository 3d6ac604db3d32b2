//! Builds a fight from checked data: places the fighters of all sides for the first round.
//!
//! Clauses: PER-1-3, PER-2-1, PER-2-2, PER-4-20, PER-5-1, PER-12.13-1, PER-13.5-2, PER-13.5-5. This module
//! also finds the events that no policy of the fight can cause, so that later steps need not handle them.

use super::Draft;
use super::events::EVENTS;
use super::nouns::arena::{Arena, Scope};
use super::nouns::fighter::{Fighter, LISTS, MOST_WEAPONS, UNARMED};
use super::nouns::luck::ExtraDice;
use super::nouns::memo::Reads;
use super::nouns::selectors::SELECTORS;
use super::nouns::state::{Body, Item, Phase, Shared, Stance, State, Turn, Whereabouts};
use super::nouns::volley::MOST_DEGREES;
use super::options::Options;
use super::reading::remedies::Effect;
use super::reading::sheet::{Band, Sheet, Talent};
use super::reading::tables::{Weapon, WeaponKind};
use super::vocabulary::VOCABULARY;
use super::words::{ACT, EVADE, act, evade, target};
use crate::fight::{CastWeapon, Counters, FighterId, ListId};
use crate::frame::draft::number_of;
use crate::frame::lineup::Lineup;
use crate::frame::meanings::{Meanings, bits};
use crate::frame::remedies::Remedies;
use crate::policy::Policy;
use crate::scenario::{Fault, Faults, RunSettings};

/// Reports a fault if the matchup has more than [`MOST_WEAPONS`] weapons, or if a fighter has a
/// `lethal_buffer` that no rule of the fight uses.
pub(super) fn check(draft: &Draft<'_>, faults: &Faults) {
    let sides = &draft.matchup.sides;
    let count = draft.weapons(&draft.armoury(sides)).len();
    if count > MOST_WEAPONS {
        let message = format!(
            "a matchup can have at most {MOST_WEAPONS} weapons, bare hands included, not {count}"
        );
        faults.push(Fault::at(
            "scenario::too-many",
            sides[0].span,
            message,
            "too many weapons",
        ));
    }
    for (&name, sheet) in &draft.sheets {
        let is_used = sheet.as_ref().is_none_or(|sheet| {
            sheet.lethal_buffer == 0 || (sheet.fate && draft.options.lethal_buffer)
        });
        let why = "only for those with Fate Points under `lethal = \"buffer\"`";
        let fault = ("persona::no-use", why);
        draft.check_use((name, "lethal_buffer"), is_used, fault, faults);
    }
}

/// Builds the fight from the checked data in `draft`. `places` has the starting place of each fighter.
pub(super) fn fight(draft: &Draft<'_>, places: &[i32], lineup: Lineup, run: &RunSettings) -> Arena {
    let armoury = draft.armoury(&draft.matchup.sides);
    let weapons = draft.weapons(&armoury);
    let sheets = || lineup.roles.iter().map(|role| draft.sheet(&role.name));
    let remedies = sheets().flat_map(|sheet| &sheet.remedies);
    let remedies = Remedies::new(&draft.tables.remedies, remedies, &draft.items);
    let roster: Vec<Fighter> = lineup
        .roles
        .iter()
        .enumerate()
        .map(|(at, role)| {
            let sheet = draft.sheet(&role.name);
            let policy = lineup.suited(at, draft.policy(sheet), &VOCABULARY);
            draft.fighter(sheet, policy, &armoury, &weapons, &remedies)
        })
        .collect();
    let mut arena = Arena {
        options: draft.options.clone(),
        ground: draft.ground.clone(),
        meanings: Meanings::new(with_seconds(draft.named(&armoury), &weapons), |at| {
            bits(&weapons, |_, weapon| SELECTORS[at].1(weapon))
        }),
        cast: lineup
            .cast(run.round_cap, 0, |at| {
                let fighter = &roster[at];
                (
                    counted(&weapons[..=armoury.len()], fighter, &draft.options),
                    fighter.policy.playbook(),
                )
            })
            .counting(EVENTS, |combatant| {
                u32::try_from(roster[combatant.index()].wounds).unwrap_or(0)
            }),
        scope: scope(&roster, &lineup, &weapons),
        day: draft.matchup.day.is_some(),
        start: start(&roster, &lineup, places, (&weapons, &remedies)),
        roster: lineup
            .everybody()
            .map(|who| roster[lineup.role(who)].clone())
            .collect(),
        weapons,
        remedies,
        lineup,
    };
    let after_surprise = u32::from(draft.options.rules.turns.surprise_rounds) + 1;
    arena.cast.alike_from = (arena.scope.alike_from).map(|from| from.max(after_surprise));
    for who in arena.lineup.everybody() {
        let policy = &arena.fighter(who).policy;
        let policy = policy.without(ListId::at(ACT), |line| arena.lacks(who, line));
        let fighter = &mut arena.roster[who.index()];
        fighter.reads = reads(&policy, fighter.carries.len());
        fighter.policy = policy;
    }
    // Lines that read lost wounds are usually lines of `heal`. For a fighter without remedies, such lines
    // have been removed above. If a line is left, the exact number of wounds matters.
    if arena.roster.iter().any(asks_for_lost_wounds) {
        arena.scope.counts_down = false;
    }
    // Rests between the fights of a day restore wounds, so wounds do not only decrease.
    if arena.day {
        arena.scope.counts_down = false;
    }
    arena
}

/// Returns, for each decision list of `policy`, which parts of a cache key the choices of the list depend on.
/// `carried` is the number of weapons that the fighter carries.
fn reads(policy: &Policy, carried: usize) -> [Reads; LISTS] {
    // If a fighter cannot evade, the list `evade` is not evaluated. The cached choice must depend on this as well.
    let possible = const { VOCABULARY.lists[EVADE].actions[evade::BEST as usize].reads };
    let columns = |list: usize| {
        let own = policy.still_reads(ListId::at(list), &VOCABULARY);
        if list == EVADE {
            own.and(possible)
        } else {
            own
        }
    };
    std::array::from_fn(|list| Reads::of(columns(list), carried))
}

/// Returns whether a condition in the fighter's policy reads how many wounds a target has lost. Lines that
/// can never apply do not count.
fn asks_for_lost_wounds(fighter: &Fighter) -> bool {
    let facts = const {
        [
            VOCABULARY.fact("target.lost"),
            VOCABULARY.fact("target.hurt"),
        ]
    };
    let lists = (0..VOCABULARY.lists.len()).map(ListId::at);
    let asks = |list: ListId| {
        facts
            .into_iter()
            .any(|fact| fighter.policy.asks_in(list, fact))
    };
    { lists }.any(asks)
}

/// Returns, for each weapon name in policies, the weapons that it matches, as bits. `named` has only the
/// first copy of each weapon. This adds further copies, which exist if a fighter carries several of a kind.
fn with_seconds(named: Vec<u64>, weapons: &[Weapon]) -> Vec<u64> {
    let all = |firsts: u64| bits(weapons, |_, weapon| firsts >> weapon.counted & 1 == 1);
    named.into_iter().map(all).collect()
}

/// Returns how many weapons before position `at` of `carries` have the same name as the weapon at `at`.
fn nth(carries: &[String], at: usize) -> usize {
    carries[..at]
        .iter()
        .filter(|name| **name == carries[at])
        .count()
}

impl Draft<'_> {
    /// Returns the weapons of the matchup: bare hands first, then each kind in `armoury` once, then further
    /// copies. There are as many copies of a kind as any one fighter carries.
    fn weapons(&self, armoury: &[String]) -> Vec<Weapon> {
        let mut weapons = vec![Weapon::unarmed(&self.options.rules)];
        for name in armoury {
            let counted = number_of(name, armoury);
            weapons.push(Weapon {
                counted,
                ..self.tables.weapons[name].clone()
            });
        }
        let sides = &self.matchup.sides;
        let groups = || sides.iter().flat_map(|side| &side.groups);
        for (at, name) in armoury.iter().enumerate() {
            let of_it = |carries: &[String]| carries.iter().filter(|own| *own == name).count();
            let most = groups()
                .map(|group| of_it(&self.sheet(&group.combatant).carries))
                .max();
            for _ in 1..most.unwrap_or(1) {
                weapons.push(weapons[at + 1].clone());
            }
        }
        weapons
    }

    /// Converts a checked stat block into a [`Fighter`], which refers to its weapons and remedies by number
    /// instead of by name.
    fn fighter(
        &self,
        sheet: &Sheet,
        policy: Policy,
        armoury: &[String],
        weapons: &[Weapon],
        remedies: &Remedies<Effect>,
    ) -> Fighter {
        let number = |at: usize| {
            let counted = number_of(&sheet.carries[at], armoury);
            let mut of_it = (0..weapons.len()).filter(|&other| weapons[other].counted == counted);
            let number = of_it
                .nth(nth(&sheet.carries, at))
                .expect("there are as many as somebody carries");
            u8::try_from(number).expect("few weapons")
        };
        let in_hand = |name: &&String| !sheet.stowed.contains(name);
        let hands = |name: &String| u8::from(self.tables.weapons[name].two_handed) + 1;
        let buffered = sheet.fate && self.options.lethal_buffer;
        let carries: Vec<u8> = (0..sheet.carries.len()).map(number).collect();
        Fighter {
            weapons: [&carries[..], &[UNARMED]].concat(),
            carries,
            remedies: remedies.numbers(&sheet.remedies),
            free_hand: sheet
                .free_hand
                .unwrap_or_else(|| sheet.carries.iter().filter(in_hand).map(hands).sum::<u8>() < 2),
            least_wounds: if buffered {
                -sheet.lethal_buffer
            } else {
                self.options.rules.damage.out_at + 1
            },
            reads: reads(&policy, sheet.carries.len()),
            policy,
            sheet: sheet.clone(),
        }
    }
}

/// The largest difference between target number and roll that `counted` assumes. It limits the degrees of
/// success that may replace a die, and so the maximum damage in the tally.
const MOST_MARGIN: i32 = 600;

/// Returns one tally entry for each weapon, with the maximum damage that this combatant can do with it. Every
/// weapon of the matchup has an entry, because any fighter may get hold of it.
fn counted(weapons: &[Weapon], fighter: &Fighter, options: &Options) -> Vec<CastWeapon> {
    let degrees = (MOST_MARGIN / i32::from(options.rules.tests.degree)).min(MOST_DEGREES);
    let extra = ExtraDice::of(options).most();
    let most = |weapon: &Weapon| {
        let bonus = if weapon.adds_sb { fighter.sb } else { 0 };
        weapon.damage.max().max(0) + degrees + bonus + extra
    };
    let counted = weapons.iter().map(|weapon| CastWeapon {
        name: weapon.name.clone(),
        most: most(weapon).unsigned_abs(),
    });
    counted.collect()
}

/// Returns which special events can happen in a fight of these fighters, and from which round on all rounds
/// are alike.
fn scope(roster: &[Fighter], lineup: &Lineup, weapons: &[Weapon]) -> Scope {
    let policies = roster.iter().map(|fighter| &fighter.policy);
    let settled = lineup.alike_from(policies, &VOCABULARY);
    let flights = roster.iter().filter_map(|fighter| fighter.flight_ends);
    let after_flights = flights.map(|round| u32::from(round) + 1);
    Scope {
        alike_from: settled.map(|from| after_flights.fold(from, u32::max)),
        counts_down: counts_down(roster, lineup, weapons),
        overwatch: somebody_uses(roster, act::OVERWATCH),
        assistance: somebody_uses(roster, act::ASSIST),
        flight: roster
            .iter()
            .any(|fighter| fighter.altitude != Band::Ground || fighter.flies),
    }
}

fn somebody_uses(roster: &[Fighter], action: u8) -> bool {
    let uses = |fighter: &Fighter| fighter.policy.uses_action(ListId::at(ACT), action.into());
    roster.iter().any(uses)
}

/// Returns whether the wounds of all fighters can be stored as [`Counters`]. Each number must fit into a
/// counter, and may matter only when the fighter runs out of wounds. So no policy may read wounds, no fighter
/// may have remedies, and no roll after a hit may depend on whether this hit put its target out.
fn counts_down(roster: &[Fighter], lineup: &Lineup, weapons: &[Weapon]) -> bool {
    let facts = const {
        [
            VOCABULARY.fact("self.wounds"),
            VOCABULARY.fact("target.wounds"),
        ]
    };
    let asks = |fighter: &Fighter| {
        let policy = &fighter.policy;
        facts.into_iter().any(|fact| policy.asks(fact))
            || policy.aims_by(target::WEAKEST)
            || policy.aims_by(target::STRONGEST)
            || policy.aims_by(target::WOUNDED)
            || !fighter.remedies.is_empty()
    };
    let bursts = (weapons.iter()).any(|weapon| weapon.semi > 1 || weapon.full > 1);
    let fits = |fighter: &Fighter| fighter.wounds - fighter.least_wounds <= Counters::TOP;
    lineup.count() <= Counters::MOST
        && roster
            .iter()
            .all(|fighter| fits(fighter) && !asks(fighter) && !fighter.has(Talent::CounterAttack))
        && weapons.iter().all(|weapon| weapon.ailment.is_none())
        && !somebody_uses(roster, act::OVERWATCH)
        && !somebody_uses(roster, act::TWO_WEAPONS)
        && !(somebody_uses(roster, act::SUPPRESS) && bursts)
}

fn start(
    roster: &[Fighter],
    lineup: &Lineup,
    places: &[i32],
    (weapons, remedies): (&[Weapon], &Remedies<Effect>),
) -> State {
    let item = |fighter: &Fighter, at: usize| {
        let weapon = fighter
            .carries
            .get(at)
            .map(|&weapon| &weapons[usize::from(weapon)]);
        let stowed = weapon.is_some_and(|weapon| fighter.stowed.contains(&weapon.name));
        Item {
            place: if stowed {
                Whereabouts::Stowed
            } else {
                Whereabouts::AtHand
            },
            jammed: false,
            rounds: weapon
                .filter(|weapon| weapon.kind == WeaponKind::Ranged)
                .and_then(|weapon| weapon.clip)
                .unwrap_or(0),
        }
    };
    let body = |who: FighterId| {
        let fighter = &roster[lineup.role(who)];
        Body {
            stance: Stance {
                at: i16::try_from(places[who.index()]).expect("the range was checked"),
                band: fighter.altitude,
                prone: fighter.prone,
                surprised: fighter.surprised,
                wounds: fighter.start_wounds,
                reactions: if fighter.surprised {
                    0
                } else {
                    fighter.reactions
                },
                ..Body::NOBODY.stance
            },
            items: std::array::from_fn(|at| item(fighter, at)),
            uses: remedies.uses(&fighter.remedies),
            ..Body::NOBODY
        }
    };
    let shared = Shared {
        round: 1,
        phase: Phase::Opening,
        at: 0,
        turn: Turn::default(),
        fighting: lineup.starting(),
        volley: None,
    };
    State::new(shared, lineup.everybody().map(body))
}
