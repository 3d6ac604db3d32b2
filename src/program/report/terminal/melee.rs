//! Shows more about fights with several stat blocks on a side: who falls first, who knocks out whom, wasted
//! damage, and hits against the own side.

use super::super::{Played, form};
use crate::fight::{CombatantId, SideId};
use crate::tally::{Count, Hits, Interval, Tally};

/// Returns lines about the fighters of a matchup. Empty if each side has only one stat block.
pub(super) fn lines<C: Count>(played: &Played<C>) -> Vec<String> {
    let cast = &played.cast;
    let blocks = |side: SideId| {
        let all = cast.combatants.iter().enumerate();
        let own = all.filter(|(_, combatant)| combatant.side == side);
        own.map(|(at, _)| CombatantId::at(at)).collect::<Vec<_>>()
    };
    let sides: Vec<Vec<CombatantId>> = (0..cast.sides.len())
        .map(|side| blocks(SideId::at(side)))
        .collect();
    if sides.iter().all(|blocks| blocks.len() < 2) {
        return Vec::new();
    }
    let mut lines = Vec::new();
    for (name, blocks) in cast.sides.iter().zip(&sides) {
        if blocks.len() > 1 {
            lines.extend(first_to_fall(played, name, blocks));
        }
    }
    let hits = played.tally.who_hit_whom();
    for blocks in &sides {
        lines.extend(
            blocks
                .iter()
                .filter_map(|&who| felled_by(played, &hits, who)),
        );
    }
    lines.extend(wasted(played, &hits));
    lines.extend(friends_hit(played, &hits));
    lines
}

/// Returns a line with the share of fights where a fighter of each stat block is the side's first to fall, or
/// for a day with the mean number of such fights. The largest number comes first. `None` if the number of a
/// stat block is not known.
fn first_to_fall<C: Count>(
    played: &Played<C>,
    side: &str,
    blocks: &[CombatantId],
) -> Option<String> {
    let is_day = played.cast.day.is_some();
    let first = |&who: &CombatantId| Some((played.name(who), played.tally.first_down(who)?));
    let mut shares: Vec<(String, Interval)> = blocks.iter().map(first).collect::<Option<_>>()?;
    shares.sort_by(|(_, one), (_, other)| other.estimate.total_cmp(&one.estimate));
    let shown = |share| {
        let show = if is_day { form::mean } else { form::percent };
        show(C::METHOD, Some(share))
    };
    let shares: Vec<String> = (shares.into_iter())
        .map(|(name, share)| format!("{name} {}", shown(share)))
        .collect();
    let unit = if is_day { ", times per day" } else { "" };
    Some(format!(
        "first of {side} to fall{unit}: {}",
        shares.join(", ")
    ))
}

/// Returns a line on which stat blocks knock out the fighters of `target`. Their shares are of all falls that
/// a blow caused. `None` unless at least two stat blocks knock them out.
fn felled_by<C: Count>(
    played: &Played<C>,
    hits: &[Hits<C>],
    target: CombatantId,
) -> Option<String> {
    let mut by: Vec<(String, f64)> = Vec::new();
    for hits in hits.iter().filter(|hits| hits.target == Some(target)) {
        let name = played.name(hits.attacker);
        let falls = hits.felled.number();
        match by.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += falls,
            None => by.push((name, falls)),
        }
    }
    by.retain(|(_, falls)| *falls > 0.0);
    by.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let all: f64 = by.iter().map(|(_, falls)| falls).sum();
    let [_, _, ..] = by.as_slice() else {
        return None;
    };
    let shares: Vec<String> = (by.iter())
        .map(|(name, falls)| format!("{name} {:.0} %", 100.0 * falls / all))
        .collect();
    let name = played.name(target);
    let (shares, all) = (shares.join(", "), falls(all));
    Some(format!("who fells {name}: {shares}, of {all} falls"))
}

/// Returns a number of falls as text. The expected number of exact odds has decimals.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a count of falls"
)]
fn falls(number: f64) -> String {
    if number.fract() == 0.0 {
        form::count(number as u64)
    } else {
        format!("{number:.2}")
    }
}

/// Returns a line with the share of each stat block's damage that goes beyond the remaining health of its
/// targets. `None` if this share is not known.
fn wasted<C: Count>(played: &Played<C>, hits: &[Hits<C>]) -> Option<String> {
    let tally: &Tally<C> = &played.tally;
    // If some fights are from probability tables, their damage is counted, but not the part beyond the
    // remaining health.
    let followed = tally.followed().number();
    if !tally.has_overkill() || followed < tally.fights().number() {
        return None;
    }
    let of = |who: CombatantId, count: fn(&Hits<C>) -> C| {
        let own = hits.iter().filter(|hits| hits.attacker == who);
        own.map(|hits| count(hits).number()).sum::<f64>()
    };
    let share = |who: CombatantId| {
        let [damage, beyond] = [of(who, |hits| hits.damage), of(who, |hits| hits.overkill)];
        (damage > 0.0).then(|| format!("{} {:.0} %", played.name(who), 100.0 * beyond / damage))
    };
    let all = (0..played.cast.combatants.len()).map(CombatantId::at);
    let shares: Vec<String> = all.filter_map(share).collect();
    (!shares.is_empty()).then(|| {
        format!(
            "damage beyond the target's remaining health: {}",
            shares.join(", ")
        )
    })
}

/// Returns a line with the stat blocks that hit fighters of their own or an allied side, each with its number
/// of such hits per fight. `None` if there were no such hits.
fn friends_hit<C: Count>(played: &Played<C>, hits: &[Hits<C>]) -> Option<String> {
    let side = |who: CombatantId| played.cast.combatants[who.index()].side;
    let alliances = &played.cast.alliances;
    let fights = played.tally.fights().number();
    let mut friends: Vec<(CombatantId, f64)> = Vec::new();
    for hits in hits {
        if hits
            .target
            .is_some_and(|target| alliances.are_allied(side(target), side(hits.attacker)))
        {
            let number = hits.hits.number();
            match friends
                .iter_mut()
                .find(|(known, _)| *known == hits.attacker)
            {
                Some((_, sum)) => *sum += number,
                None => friends.push((hits.attacker, number)),
            }
        }
    }
    friends.retain(|(_, hits)| *hits > 0.0);
    let each: Vec<String> = (friends.into_iter())
        .map(|(who, hits)| format!("{} {:.2}", played.name(who), hits / fights))
        .collect();
    (!each.is_empty()).then(|| format!("friends hit in a fight: by {}", each.join(", by ")))
}
