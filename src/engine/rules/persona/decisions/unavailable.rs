//! Finds policy lines that never apply, because the fighter lacks the weapon or the talent for the action.
//!
//! Clauses: PER-12-1, PER-12.7-1, PER-12.32-1, PER-12.35-1, PER-13.2-7, PER-13.5-2, PER-13.5-4, PER-13.5-8.

use crate::fight::FighterId;
use crate::policy::Line;
use crate::rules::persona::nouns::arena::Arena;
use crate::rules::persona::reading::sheet::Talent;
use crate::rules::persona::reading::tables::{Weapon, WeaponKind};
use crate::rules::persona::words::act;

impl Arena {
    /// Returns whether a line of `act` can never be possible for this fighter.
    pub(crate) fn lacks(&self, who: FighterId, line: &Line) -> bool {
        let fighter = self.fighter(who);
        let bits = line.item().map_or(u64::MAX, |item| self.meant(item));
        let all = fighter.weapons.iter().copied();
        let mut meant = all.filter(|weapon| bits >> weapon & 1 == 1);
        let mut any = |fits: fn(&Weapon) -> bool| meant.any(|weapon| fits(self.weapon(weapon)));
        match line.action {
            act::ATTACK | act::CALLED_SHOT => !any(|_| true),
            act::HEAVY | act::CHARGE => !any(Weapon::is_melee),
            act::SWIFT => !fighter.has(Talent::SwiftAttack) || !any(Weapon::is_melee),
            act::LIGHTNING => !fighter.has(Talent::LightningAttack) || !any(Weapon::is_melee),
            act::TAKE_DOWN => !fighter.has(Talent::Takedown) || !any(Weapon::is_melee),
            act::HEAL => fighter.remedies.is_empty(),
            act::DISARM => !fighter.has(Talent::Disarm),
            act::SEMI_BURST => !any(|row| row.semi > 0),
            act::FULL_BURST => !any(|row| row.full > 0),
            act::SUPPRESS => !any(|row| row.semi > 0 || row.full > 0),
            act::OVERWATCH | act::CLEAR => !any(|row| row.kind == WeaponKind::Ranged),
            act::RELOAD => !any(|row| row.clip.is_some()),
            _ => false,
        }
    }
}
