//! Compiles a checked draft into a fight: the fighters of all sides at their starting places.
//!
//! Clauses: BRP-5.6-3, BRP-X-6, BRP-X-10. This file also finds out what can happen in the fight at all
//! ([`Scope`]), given its policies, weapons and options. The fight then skips the work for everything else.

use super::Draft;
use super::chapters::plain::first_plans;
use super::chapters::repeats::opened;
use super::decisions::{ACT, DYING, FALLEN, STRONGEST, TURN, VOCABULARY, WEAKEST};
use super::events::EVENTS;
use super::nouns::columns::{SELDOM_WRITTEN, Written};
use super::nouns::counters;
use super::nouns::{
    Arena, Body, Condition, Exchanges, Fighter, INJURY_SIZES, Item, ItemState, Scope, Shared,
    State, UsableArms, View, small,
};
use super::options::Options;
use super::reading::MOST_ITEMS;
use crate::fight::{FighterId, FighterSet, ListId};
use crate::frame::afflictions::Bits;
use crate::frame::lineup::Lineup;
use crate::frame::rules::note;
use crate::policy::{Columns, Policy};
use crate::scenario::tables::combatants;
use crate::scenario::{Fault, Faults, Matchup, Node, RunSettings, Span, Table};

/// Checks the names in `unaware_of`, the fighters whose attacks a combatant does not notice. Reads them from
/// the text of the scenario, so that a wrong name is reported even if the stat block has other faults.
pub(super) fn check_unaware(matchup: &Matchup, faults: &Faults) {
    let tree = &matchup.tree;
    let sides = matchup.sides.iter().map(|side| side.name.as_str());
    let all: Vec<&str> = combatants(tree)
        .map(|(name, _)| name)
        .chain(sides)
        .collect();
    for (_, block) in combatants(tree) {
        for (name, span) in texts(block, "unaware_of") {
            if !all.contains(&name) {
                let known = all.iter().copied();
                let (code, kind) = ("scenario::unknown-combatant", "combatant or side");
                faults.unknown(code, kind, name, span, known, "in this scenario");
            }
        }
    }
}

/// Checks that every fighter that starts with lost hit points is conscious [BRP-5.12-2].
pub(super) fn check_start(draft: &Draft<'_>, faults: &Faults) {
    let least = draft.options.unconscious_at;
    for (name, node) in combatants(&draft.matchup.tree) {
        let Some(Some(sheet)) = draft.sheets.get(name) else {
            continue;
        };
        let hurt = sheet.start_hit_points < sheet.hit_points;
        if hurt && sheet.start_hit_points <= least {
            let mut keys = ["start_hit_points", "start_injuries"].into_iter();
            let place = keys.find_map(|key| node.as_table()?.get(key));
            let message = format!("`{name}` starts with {} hit points", sheet.start_hit_points);
            let label = format!("unconscious at {least}");
            let span = place.map_or(node.span, |node| node.span);
            let fault = Fault::at("brp::start-injuries", span, message, label);
            faults.push(fault.help("raise the hit points, or remove the fighter"));
        }
    }
}

/// Checks that First Aid restores at least 0 points, and at most 8, the largest size of injuries that the
/// state of a fight distinguishes [BRP-5.14-2].
pub(super) fn check_first_aid(options: &Options, tree: &Table, faults: &Faults) {
    let dice = options.rules.healing.first_aid;
    let most = i32::try_from(INJURY_SIZES).expect("few sizes") - options.first_aid_special_bonus;
    if dice.min() < 0 || dice.max() > most {
        let message =
            format!("`rules.healing.first_aid` must be from 0 to {most} points, not `{dice}`");
        note(tree, ("healing", "first_aid"), message, faults);
    }
}

/// Returns the texts at a key, which holds one text or a list of texts. Values of other types are skipped,
/// because they were reported when the stat block was read.
fn texts<'n>(block: &'n Node, key: &str) -> impl Iterator<Item = (&'n str, Span)> {
    let node = block.as_table().and_then(|table| table.get(key));
    let list = node.map_or(&[][..], |node| {
        node.as_list().unwrap_or(std::slice::from_ref(node))
    });
    list.iter()
        .filter_map(|node| Some((node.as_text()?, node.span)))
}

/// Compiles the fight. The outcome tables of its exchanges, which are blows with the replies to them, are
/// made only when the fight is prepared.
pub(super) fn fight(draft: &Draft<'_>, places: &[i32], lineup: Lineup, run: &RunSettings) -> Arena {
    let mut roster: Vec<Fighter> = Vec::new();
    let cast = lineup.cast(run.round_cap, 0, |at| {
        let (fighter, weapons) = draft.fighter(&lineup, at);
        let playbook = fighter.policy.playbook();
        roster.push(fighter);
        (weapons, playbook)
    });
    let cast = cast.counting(EVENTS, |combatant| {
        roster[combatant.index()].hit_points.max(0).unsigned_abs()
    });
    let wears = roster.iter().any(Fighter::parries);
    for fighter in &mut roster {
        fighter.arms = fighter.usable_arms(wears);
    }
    let mut scope = scope(&draft.options, &roster, &lineup, wears);
    if draft.matchup.day.is_some() {
        scope = scope.of_a_day();
    }
    let start = start(&roster, &lineup, places);
    let mut arena = Arena {
        draws: scope.plain && run.tables,
        exchanges: Exchanges::default(),
        afflictions: draft.afflictions(),
        reach: draft.ground,
        cast,
        options: draft.options.clone(),
        roster,
        lineup,
        scope,
        plans: Vec::new(),
        unopened: start.clone(),
        start,
    };
    for fighter in &mut arena.roster {
        let policy = fighter
            .policy
            .without(ListId::at(ACT), |line| fighter.lacks(line));
        fighter.policy = policy;
    }
    arena.start = opened(&arena, arena.unopened.clone());
    arena.plans = first_plans(&arena);
    // A fight that starts as a stalemate ends with the first round if nothing changes in it. The first round
    // therefore differs from all later ones, and rounds are alike from the second on at the earliest.
    if arena.scope.stalemates && View::new(&arena, &arena.start).is_stalemate() {
        let alike_from = arena.scope.alike_from;
        arena.scope.alike_from = alike_from.map(|from| from.max(2));
    }
    arena.cast.alike_from = arena.scope.alike_from;
    arena
}

/// Returns what can happen in a fight of these fighters. `wears` says whether items can break.
fn scope(options: &Options, roster: &[Fighter], lineup: &Lineup, wears: bool) -> Scope {
    let policies = || roster.iter().map(|fighter| &fighter.policy);
    let items = || roster.iter().flat_map(|fighter| &fighter.items);
    let uses = |list: usize, action: &str| {
        let action = VOCABULARY.lists[list].action(action).into();
        policies().any(|policy| policy.uses_action(ListId::at(list), action))
    };
    let asks = |facts: &[&str]| {
        let mut facts = facts.iter().map(|fact| VOCABULARY.fact(fact));
        facts.any(|fact| policies().any(|policy| policy.asks(fact)))
    };
    let aims = |rules: [u8; 2]| {
        let mut rules = rules.into_iter();
        rules.any(|rule| policies().any(|policy| policy.aims_by(rule)))
    };
    let first_aid = uses(ACT, "first-aid") || uses(TURN, "first-aid");
    let leaves = options.leaving && (uses(ACT, "flee") || uses(ACT, "surrender"));
    let mut attacks = items().flat_map(Item::attacks);
    let afflicts = attacks.any(|attack| attack.brings != Bits::default());
    let chores = first_aid || items().any(|item| item.reload > 0);
    let turns = policies().any(|policy| !policy.list(ListId::at(TURN)).is_empty());
    let reads = (roster.iter()).fold(Columns::NONE, |all, fighter| all | fighter.reads);
    let asks_defences = asks(&["self.defences", "self.parries"]);
    let counts_defences =
        options.parry_limit.is_some() || options.successive_defence_penalty > 0 || asks_defences;
    let aims_by_points = aims([WEAKEST, STRONGEST]);
    let melee = lineup.count() > 2;
    let unsettled = |fighter: &Fighter| !fighter.settled || !fighter.unaware_of.is_empty();
    let thickest = roster.iter().flat_map(|fighter| fighter.armour).max();
    let may_be_harmless = |fighter: &Fighter| {
        let harms_always = |(at, item): (usize, &Item)| {
            let UsableArms { strikes, shoots } = fighter.arms;
            let is_usable = (strikes | shoots) >> at & 1 == 1;
            let mut harms = item
                .attacks()
                .map(|attack| Some(attack.most(options)) > thickest);
            is_usable && !item.may_be_lost(wears) && harms.all(|harms| harms)
        };
        !fighter.items.iter().enumerate().any(harms_always)
    };
    let mut scope = Scope {
        asks_points: asks(&["self.hp", "target.hp", "attacker.hp", "points"]),
        asks_fallen: asks(&["target.down", "foes.fallen", "foes.dead"])
            || asks(&["allies.fallen", "allies.dying", "allies.dead"])
            || aims([FALLEN, DYING]),
        counts_down: false,
        plain: options.declared
            && !turns
            && !counts_defences
            && !chores
            && options.same_weapon
            && !roster.iter().any(unsettled),
        first_aid,
        chores,
        counts_defences,
        asks_defences,
        stable: options.declared && reads.within(SELDOM_WRITTEN),
        repeats: options.declared && !first_aid,
        reads,
        hears: first_aid
            || policies().any(Policy::draws)
            || asks(&[
                "target.intent",
                "foes.aiming_at_me",
                "allies.aiming_at_target",
            ]),
        turns,
        alike_from: lineup.alike_from(policies(), &VOCABULARY),
        // A fighter that cannot hurt anybody may still decide the fight by leaving it, by reaching a place,
        // or by an affliction that it has inflicted.
        stalemates: options.stalemate_ends
            && !leaves
            && !lineup.has_places_to_reach()
            && !afflicts
            && roster.iter().any(may_be_harmless),
        wears,
        wakes: options.waking && uses(ACT, "wake"),
        leaves,
        afflicts,
    };
    scope.counts_down = !(melee && aims_by_points) && counters::count_down(&scope, roster, lineup);
    scope
}

fn start(roster: &[Fighter], lineup: &Lineup, places: &[i32]) -> State {
    let starting = lineup.starting();
    let body = |who: FighterId| {
        let fighter = &roster[lineup.role(who)];
        // At the start, each fighter has the first item of its list in hand that is no shield.
        let weapon = fighter.items.iter().position(|item| !item.is_shield());
        let mut items = [ItemState::default(); MOST_ITEMS];
        for (state, item) in items.iter_mut().zip(&fighter.items) {
            state.ammo = item.ammo.unwrap_or(0);
        }
        let mut injuries = [0; INJURY_SIZES];
        for &injury in &fighter.start_injuries {
            let size = usize::try_from(injury).unwrap_or(1).clamp(1, INJURY_SIZES);
            injuries[size - 1] += 1;
        }
        Body {
            hp: fighter.start_hit_points,
            injuries,
            at: places[who.index()],
            condition: if starting.has(who) {
                Condition::Able
            } else {
                Condition::Absent
            },
            in_hand: small(weapon.expect("bare hands are on every list")),
            items,
            ..Body::default()
        }
    };
    let shared = Shared {
        round: 0,
        acting: 0,
        acted: 0,
        tied: FighterSet::NONE,
        written: Written::default(),
        opened: false,
        able: starting,
        view: FighterSet::NONE,
    };
    State::new(shared, lineup.everybody().map(body))
}
