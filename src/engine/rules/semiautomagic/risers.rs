//! Lists the fighters that may rise from the dead in a fight, and the sides that they rise on. They are
//! listed before the fight, because a fight reserves room for all its fighters.
//!
//! Clauses: SAM-21-2..4, SAM-21-8, SAM-22-2.

use super::Draft;
use super::decisions::ACT;
use super::fields::SEVERITIES;
use super::reading::ground::PLACE;
use super::reading::{Condition, Dread, Sheet, Weapon};
use crate::fight::{FighterId, ListId, MOST_FIGHTERS, SideId};
use crate::scenario::{Fault, Faults};

/// A fighter of the matchup that may die and then rise as another fighter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rise {
    /// The fighter that may die. Its id is its position among all fighters of the matchup.
    pub victim: FighterId,
    /// The side that the risen fighter belongs to.
    pub side: SideId,
    /// The stat block of the risen fighter.
    pub block: String,
}

/// A fighter that is present from the start and that can catch a poison or disease. Objects cannot.
struct Mortal<'m> {
    who: FighterId,
    side: SideId,
    sheet: &'m Sheet,
}

/// Lists all fighters that can rise: first those of the first side, then those of the second, and so on. The
/// order within a side does not depend on the order of the sides.
pub(super) fn all(draft: &Draft<'_>) -> Vec<Rise> {
    let mut rises: Vec<Rise> = Vec::new();
    if draft.tables.poisons.values().all(|row| row.rises.is_none()) {
        return rises;
    }
    let mortals = mortals(draft);
    // Risen fighters may infect others, which may then rise as well. The loop ends when it finds no new
    // fighter.
    loop {
        let known = rises.len();
        for place in 0..draft.tables.poisons.len() {
            for rise in of_poison(draft, &mortals, &rises, place) {
                if !rises.contains(&rise) {
                    rises.push(rise);
                }
            }
        }
        if rises.len() == known {
            break;
        }
    }
    rises.sort_by_cached_key(|rise| {
        let victim = mortals.iter().find(|one| one.who == rise.victim);
        let own = victim.map(|one| draft.matchup.sides[one.side.index()].name.clone());
        let block = draft.sheets.get_index_of(rise.block.as_str());
        (rise.side, own, rise.victim, block)
    });
    rises
}

fn mortals<'d>(draft: &'d Draft<'_>) -> Vec<Mortal<'d>> {
    let sides = (0..).zip(&draft.matchup.sides);
    let groups = sides.flat_map(|(at, side)| side.groups.iter().map(move |group| (at, group)));
    let each =
        groups.flat_map(|(at, group)| std::iter::repeat_n((at, group), group.count as usize));
    let all = each.enumerate().map(|(who, (at, group))| Mortal {
        who: FighterId::at(who),
        side: SideId::at(at),
        sheet: draft.sheet(&group.combatant),
    });
    all.filter(|one| !one.sheet.object).collect()
}

/// Lists the fighters that can rise because of the poison with index `place`. `known` has the fighters that
/// have already been found. They may pass the poison on after they have risen.
fn of_poison(draft: &Draft<'_>, mortals: &[Mortal<'_>], known: &[Rise], place: usize) -> Vec<Rise> {
    let (name, poison) = draft.tables.poisons.get_index(place).expect("it is a row");
    let Some((block, _)) = &poison.rises else {
        return Vec::new();
    };
    let sides = (0..draft.matchup.sides.len()).map(SideId::at);
    let has_it = |weapon: &&Weapon| weapon.poison.is_some_and(|at| usize::from(at) == place);
    let ails = |sheet: &Sheet| sheet.afflicted.iter().any(|&at| usize::from(at) == place);
    let everybody = sides.clone().flat_map(|side| blocks(draft, known, side));
    let strikes_friends = friends_are_struck(draft, everybody);
    let rise = |victim: &Mortal<'_>, side: SideId| Rise {
        victim: victim.who,
        side,
        block: block.clone(),
    };
    let mut rises = Vec::new();
    for side in sides.clone() {
        let carried = blocks(draft, known, side).flat_map(|sheet| &sheet.carries);
        let weapons = carried.map(|name| &draft.tables.weapons[name]);
        let brought: Vec<&Weapon> = weapons.filter(has_it).collect();
        if brought.is_empty() {
            continue;
        }
        let own = strikes_friends || brought.iter().any(|weapon| weapon.area.is_some());
        let alliance = |side: SideId| draft.matchup.sides[side.index()].alliance;
        let is_friend = |one: &Mortal<'_>| alliance(one.side) == alliance(side);
        let victims = mortals.iter().filter(|one| own || !is_friend(one));
        rises.extend(victims.map(|victim| rise(victim, side)));
    }
    // If no side brings a poison, it counts as brought by the victim's own side.
    let mut areas = draft.ground.radiation.iter();
    let radiates = areas.any(|(_, at)| name.strip_prefix("radiation-") == Some(SEVERITIES[*at]));
    let victims = mortals.iter().filter(|one| radiates || ails(one.sheet));
    rises.extend(victims.map(|victim| rise(victim, victim.side)));
    let risen_ail = known.iter().any(|rise| ails(draft.sheet(&rise.block)));
    if poison.airborne && (!rises.is_empty() || risen_ail) {
        // Any fighter can catch an airborne poison from any other, including its friends.
        for side in sides {
            rises.extend(mortals.iter().map(|victim| rise(victim, side)));
        }
    }
    rises
}

/// Returns the stat blocks of a side: first those of its starting fighters, then those of the fighters in
/// `known` that rise on this side.
fn blocks<'d>(
    draft: &'d Draft<'_>,
    known: &'d [Rise],
    side: SideId,
) -> impl Iterator<Item = &'d Sheet> {
    let groups = draft.matchup.sides[side.index()].groups.iter();
    let risen = known.iter().filter(move |rise| rise.side == side);
    let names = groups.map(|group| &group.combatant);
    let names = names.chain(risen.map(|rise| &rise.block));
    names.map(|name| draft.sheet(name))
}

/// Returns whether any of these fighters may attack its own side: in confusion, in rage, or in another's
/// body.
fn friends_are_struck<'d>(
    draft: &'d Draft<'_>,
    mut sheets: impl Iterator<Item = &'d Sheet>,
) -> bool {
    let maddens = |name: &String| {
        let weapon = &draft.tables.weapons[name];
        matches!(weapon.dread, Dread::Insanity | Dread::Rage)
    };
    sheets.any(|sheet| {
        let starts = [Condition::Confused, Condition::Frenzied].map(|one| sheet.starts(one));
        starts.contains(&true) || sheet.possession.is_some() || sheet.carries.iter().any(maddens)
    })
}

/// Checks that every creature that rises from the dead can reach an enemy, and that a fight has room for all
/// risen fighters.
pub(super) fn check(draft: &Draft<'_>, faults: &Faults) {
    for (name, poison) in &draft.tables.poisons {
        if let Some((block, span)) = &poison.rises
            && draft.sheet(block).object
        {
            let message =
                format!("fighters cannot rise from `{name}` as `{block}`, which is an object");
            let fault = Fault::at(
                "semiautomagic::rises",
                *span,
                message,
                "it has `object = true`",
            );
            faults.push(fault.help("name the stat block of a creature"));
        }
    }
    let all = all(draft);
    for (block, span) in draft
        .tables
        .poisons
        .values()
        .filter_map(|row| row.rises.as_ref())
    {
        let sheet = draft.sheet(block);
        let acts = !draft.policy(sheet).list(ListId::at(ACT)).is_empty();
        let is_short = sheet.reaches_past(&draft.tables, draft.options.reach_up_to);
        let is_used = all.iter().any(|rise| rise.block == *block);
        if draft.ground.mapped && is_used && sheet.metres() > u32::from(sheet.width()) {
            let message = format!("`{block}` is larger than any map");
            let label = format!("{0} x {0} cells", sheet.metres());
            faults.note(PLACE, *span, message, label);
        }
        if !draft.ground.mapped && acts && is_short && is_used {
            let message = format!("`{block}` can never reach an enemy");
            let label = "without places, all enemies are 1 square away";
            let fault = Fault::at("semiautomagic::no-reach", *span, message, label);
            faults.push(fault.help("give it a weapon that reaches 1 with its `natural_reach`"));
        }
    }
    let later = all.len();
    let groups = draft.matchup.sides.iter().flat_map(|side| &side.groups);
    let starting: usize = groups.map(|group| group.count as usize).sum();
    let mut spans = (draft.tables.poisons.values()).filter_map(|row| row.rises.as_ref());
    if starting + later > MOST_FIGHTERS
        && let Some((_, span)) = spans.next()
    {
        let message = format!(
            "a fight has at most {MOST_FIGHTERS} fighters, not {starting} and {later} that may rise"
        );
        let label = "one for each fighter that may die of it, for each side that may cause it";
        let fault = Fault::at("scenario::too-many", *span, message, label);
        faults.push(fault.help("use fewer fighters, or let fewer sides cause it"));
    }
}
