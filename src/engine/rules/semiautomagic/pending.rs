//! Checks that the delayed effects of every fighter fit into its state, such as attacks of weapons with a
//! delay. The state of a fighter has a fixed number of places for them.
//!
//! Clauses: SAM-2-3, SAM-2-4.

use super::Draft;
use super::nouns::MOST_PENDING;
use super::reading::Sheet;
use crate::scenario::{Fault, Faults, tables};

/// Checks that every fighter of a matchup can have at most [`MOST_PENDING`] delayed effects at the same time.
pub(super) fn check(draft: &Draft<'_>, faults: &Faults) {
    let blocks = draft.blocks(&draft.matchup.sides);
    for (name, block) in tables::combatants(&draft.matchup.tree) {
        let most = most_pending(draft, draft.sheet(name));
        if most <= MOST_PENDING || blocks.iter().all(|block| block != name) {
            continue;
        }
        let carries = block.as_table().and_then(|block| block.entry("carries"));
        let span = carries.map_or(block.span, |entry| entry.node.span);
        let message = format!("{most} delayed effects of `{name}` can be pending at the same time");
        let label = format!("at most {MOST_PENDING}");
        let fault = Fault::at("semiautomagic::too-many", span, message, label);
        faults.push(fault.help("shorten `delay`, or limit them by `ammunition`"));
    }
}

/// Returns an upper bound for the number of delayed effects that one fighter can have at the same time. In
/// the time of the longest delay, the fighter may end its quickest action again and again, and then once more
/// before the first effect takes place. Each of these actions may have as many delayed attacks as its largest
/// combo. The quickest action counts because an action begun with one weapon may end with another.
fn most_pending(draft: &Draft<'_>, sheet: &Sheet) -> usize {
    let weapons = || sheet.carries.iter().map(|name| &draft.tables.weapons[name]);
    let delayed = || weapons().filter(|weapon| weapon.delay > 0);
    let Some(delay) = delayed().map(|weapon| weapon.delay).max() else {
        return 0;
    };
    // A possessor may use the body's weapons in its own combos [SAM-17-3].
    let others = draft.sheets.values().flatten();
    let others = others.filter(|other| other.possession.is_some());
    let lent = others.flat_map(|other| &other.combos);
    let combos = sheet.combos.iter().chain(lent).map(|name| {
        let row = &draft.tables.combos[name];
        let late = row.attacks.iter().filter(|attack| {
            let weapon = attack.named.as_ref();
            weapon.is_none_or(|name| delayed().any(|weapon| weapon.name == *name))
        });
        (row.seconds, late.count())
    });
    let bare_hands = draft.tables.rules.time.melee_attack;
    let singles = weapons().map(|weapon| (weapon.seconds, usize::from(weapon.delay > 0)));
    let actions = singles.chain(combos).chain([(bare_hands, 0)]);
    let (quickest, largest) = actions
        .filter(|&(seconds, late)| late > 0 || seconds > 1)
        .fold((u8::MAX, 1), |(quickest, largest), (seconds, late)| {
            (quickest.min(seconds), largest.max(late))
        });
    let most = largest * (1 + usize::from(delay.div_ceil(quickest)));
    let limits = delayed().map(|weapon| weapon.ammunition.map(usize::from));
    let supplied: Option<usize> = limits.sum();
    supplied.map_or(most, |supplied| most.min(supplied))
}
