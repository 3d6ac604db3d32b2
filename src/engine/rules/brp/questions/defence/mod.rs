//! Parries and dodges: which are allowed against an attack, and their chances.
//!
//! Clauses: BRP-5.6-1..9, BRP-5.7-1..5, BRP-5.9-4, BRP-5.11-1..3. As this program reads the book, only
//! shields parry missiles, and there is no defence against a fast missile.

use crate::fight::FighterId;
use crate::rules::brp::nouns::{
    Action, Incoming, ItemKind, Limits, Threat, Tool, View, places, small,
};

impl View<'_> {
    /// Returns whether the fighter can defend against attacks of this attacker at all [BRP-5.6-3].
    #[inline]
    pub(crate) fn is_aware(self, who: FighterId, attacker: FighterId) -> bool {
        self.state.able.has(who) && !self.fighter(who).unaware_of.has(attacker)
    }

    /// Returns the limits of a dodge, or `None` if a dodge is not allowed [BRP-5.7-1, BRP-5.7-4, BRP-5.7-5,
    /// BRP-5.11-3]. `defences` is the number of earlier defences against the same attack, which the state
    /// does not count yet.
    #[inline]
    pub(crate) fn dodge(self, who: FighterId, attack: Incoming, defences: i32) -> Option<Limits> {
        let options = &self.arena.options;
        let divisor = match attack.threat {
            Threat::Melee => 1,
            Threat::SlowMissile if options.dodge_missiles => options.rules.missiles.dodge_divisor,
            Threat::SlowMissile | Threat::FastMissile => return None,
        };
        if self.body(who).intent.kneel {
            return None;
        }
        let (rating, points) = (self.fighter(who).dodge, self.successive(who, defences));
        Some(Limits::modified(rating, points, divisor, options))
    }

    /// Returns the item that the fighter parries with, or `None` if it cannot parry. With a bit set `wish`,
    /// this is the first usable item of the set. Without one, it is the first usable shield. If there is
    /// none, it is the weapon in use, but only against a blow [BRP-5.6-1].
    #[inline]
    pub(crate) fn parry(self, who: FighterId, attack: Incoming, wish: Option<u8>) -> Option<Tool> {
        let limit = self.arena.options.parry_limit;
        let spent = limit.is_some_and(|limit| self.body(who).parries >= limit);
        if spent || attack.threat == Threat::FastMissile {
            return None;
        }
        let held = self.arms(who).wielded();
        let tool = |at: usize| self.tool(who, at, held, attack);
        let found = places(wish.unwrap_or(self.fighter(who).shields)).find_map(tool);
        if found.is_some() || wish.is_some() || attack.threat != Threat::Melee {
            return found;
        }
        tool(
            held.or_else(|| shot_with(self.body(who).intent.action))?
                .into(),
        )
    }

    /// Returns the item at index `at` with its chance to parry the attack. Returns `None` if the item cannot
    /// parry it. `held` is the weapon in use.
    #[inline]
    fn tool(self, who: FighterId, at: usize, held: Option<u8>, attack: Incoming) -> Option<Tool> {
        let (arms, options) = (self.arms(who), &self.arena.options);
        let (item, body) = (&arms.items[at], arms.body);
        let skill = item.parry?;
        let spent = !options.same_weapon && body.struck >> at & 1 == 1;
        if spent || !arms.is_whole(at) {
            return None;
        }
        let is_slow = attack.threat == Threat::SlowMissile;
        let ready = match item.kind {
            ItemKind::Shield { .. } => arms.hands_taken() < 2,
            _ if is_slow || body.intent.kneel => false,
            ItemKind::Brawl => held == Some(small(at)) && self.hands_may_parry(attack),
            ItemKind::Melee => arms.is_ready(at, held),
            ItemKind::Missile => shot_with(body.intent.action) == Some(small(at)),
        };
        if !ready {
            return None;
        }
        let points = self.successive(who, 0);
        let (limits, flat) = match item.kind {
            ItemKind::Shield { missile, kneeling } if is_slow => {
                let kneeling = kneeling.filter(|_| body.intent.kneel);
                let chance = kneeling.unwrap_or(missile);
                let limits = Limits::modified(chance, points, 1, options);
                (limits, !options.shield_missile_graded)
            }
            _ => (skill.modified(points, 1, options), false),
        };
        let item = small(at);
        Some(Tool { item, limits, flat })
    }

    /// Returns whether bare hands may parry this attack. This may depend on whether the attacker has a weapon
    /// [BRP-5.6-9].
    fn hands_may_parry(self, attack: Incoming) -> bool {
        let [bare, armed] = self.arena.options.brawl_parry;
        let may = if attack.brawl { bare } else { armed };
        may && attack.threat == Threat::Melee
    }

    /// Returns the modifier for earlier defences, in percentage points: 0 or negative. It counts the defences
    /// that the state has recorded for this round, and `more` further ones [BRP-5.6-4].
    #[inline]
    fn successive(self, who: FighterId, more: i32) -> i32 {
        let made = i32::from(self.body(who).defences) + more;
        -self.arena.options.successive_defence_penalty * made
    }
}

/// Returns the missile weapon that an action shoots or reloads, or `None` for other actions.
fn shot_with(action: Action) -> Option<u8> {
    match action {
        Action::Shoot { item, .. } | Action::Reload { item } => Some(item),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
