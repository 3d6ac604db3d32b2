//! Parry and dodge: what a defender may answer an attack with, and at what chance.
//!
//! Clauses: BRP-5.6-1..9, BRP-5.7-1..5, BRP-5.9-4, BRP-5.11-1..3. Reading: no weapon parries a missile, only a
//! shield does, and nothing answers a fast one.

use super::hands::Arms;
use crate::fight::FighterId;
use crate::rules::brp::nouns::{
    Action, Frozen, Incoming, ItemKind, Limits, Skill, State, Threat, Tool, View, small,
};
use crate::rules::brp::options::Options;

/// Who defends against what; `live` knows the defences already made, `view` everything else.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Defence<'a, const N: usize> {
    pub view: View<'a, N>,
    pub live: &'a State<N>,
    pub who: FighterId,
}

impl<'a, D, W, const N: usize> Frozen<'a, D, W, N> {
    /// Somebody who defends now.
    #[inline]
    pub(crate) fn defence(&self, who: FighterId) -> Defence<'a, N> {
        let (view, live) = (self.view, self.live);
        Defence { view, live, who }
    }
}

impl<'a, const N: usize> Defence<'a, N> {
    fn options(&self) -> &'a Options {
        &self.view.arena.options
    }

    #[inline]
    fn arms(&self) -> Arms<'a> {
        self.view.arms(self.who)
    }

    /// Whether the defender is able to defend against this attacker at all [BRP-5.6-3].
    #[inline]
    pub(crate) fn is_aware(&self, attacker: FighterId) -> bool {
        let unaware_of = self.view.fighter(self.who).unaware_of;
        self.view.state.able.has(self.who) && !unaware_of.has(attacker)
    }

    /// The chance to dodge, if a dodge may be tried [BRP-5.7-1, BRP-5.7-4, BRP-5.7-5, BRP-5.11-3], after so many defences
    /// against this very attack.
    #[inline]
    pub(crate) fn dodge(&self, incoming: Incoming, defences: i32) -> Option<Limits> {
        let halves = match incoming.threat {
            Threat::Melee => 0,
            Threat::SlowMissile if self.options().dodge_missiles => 1,
            Threat::SlowMissile | Threat::FastMissile => return None,
        };
        if self.view.body(self.who).intent.kneel {
            return None;
        }
        let (rating, points) = (self.view.fighter(self.who).dodge, self.successive(defences));
        Some(Limits::modified(rating, points, halves, self.options()))
    }

    /// The tool to parry with: the first of `wish`, or by custom a shield, else the weapon in use [BRP-5.6-1].
    #[inline]
    pub(crate) fn parry(&self, incoming: Incoming, wish: Option<u8>) -> Option<Tool> {
        let limit = self.options().parry_limit;
        let spent = limit.is_some_and(|limit| self.live.body(self.who).parries >= limit);
        if spent || incoming.threat == Threat::FastMissile {
            return None;
        }
        let held = self.arms().wielded();
        let among = wish.unwrap_or(self.view.fighter(self.who).shields);
        let mut rest = among;
        while rest != 0 {
            if let Some(tool) = self.tool(rest.trailing_zeros() as usize, held, incoming) {
                return Some(tool);
            }
            rest &= rest - 1;
        }
        if wish.is_some() || incoming.threat != Threat::Melee {
            return None;
        }
        let in_use = held.or_else(|| shot_with(self.view.body(self.who).intent.action));
        self.tool(usize::from(in_use?), held, incoming)
    }

    /// This thing as a tool against this attack, if it may be used.
    #[inline]
    fn tool(&self, at: usize, held: Option<u8>, incoming: Incoming) -> Option<Tool> {
        let arms = self.arms();
        let (item, body) = (&arms.items[at], arms.body);
        let parry = item.parry?;
        let spent = !self.options().same_weapon && body.struck >> at & 1 == 1;
        if spent || !arms.is_whole(at) {
            return None;
        }
        let ready = match item.kind {
            ItemKind::Shield { .. } => arms.hands_taken() < 2,
            ItemKind::Brawl => self.hands_may_parry(at, held, incoming),
            ItemKind::Melee => self.is_ready(at, held),
            ItemKind::Missile => shot_with(body.intent.action).map(usize::from) == Some(at),
        };
        let shield_only = incoming.threat == Threat::SlowMissile || body.intent.kneel;
        if !ready || (shield_only && !item.is_shield()) {
            return None;
        }
        Some(self.rated(at, item.kind, parry, incoming))
    }

    /// The roll with this tool.
    #[inline]
    fn rated(&self, at: usize, kind: ItemKind, skill: Skill, incoming: Incoming) -> Tool {
        let options = self.options();
        let successive = self.successive(0);
        let (limits, flat) = match (kind, incoming.threat) {
            (ItemKind::Shield { missile, kneeling }, Threat::SlowMissile) => {
                let kneeling = kneeling.filter(|_| self.view.body(self.who).intent.kneel);
                let chance = kneeling.unwrap_or(missile);
                let limits = Limits::modified(chance, successive, 0, options);
                (limits, !options.shield_missile_graded)
            }
            _ => (skill.modified(successive, 0, options), false),
        };
        Tool {
            item: small(at),
            limits,
            flat,
        }
    }

    /// A melee weapon is ready when it is in hand, or in the other hand beside a one-handed one if there is no shield on that
    /// arm [BRP-5.9-4].
    fn is_ready(&self, at: usize, held: Option<u8>) -> bool {
        let arms = self.arms();
        held.map(usize::from).is_some_and(|held| {
            let beside = arms.items[at].hands == 1 && arms.items[held].hands == 1;
            held == at || beside && !arms.has_shield(held)
        })
    }

    /// Bare hands parry bare hands, if they are what the defender fights with [BRP-5.6-9].
    fn hands_may_parry(&self, at: usize, held: Option<u8>, incoming: Incoming) -> bool {
        let [bare, armed] = self.options().brawl_parry;
        let may = if incoming.brawl { bare } else { armed };
        let fights_bare = held.map(usize::from) == Some(at);
        fights_bare && may && incoming.threat == Threat::Melee
    }

    /// Points off for the defences already made this round, and for `more` about to be made [BRP-5.6-4].
    #[inline]
    fn successive(&self, more: i32) -> i32 {
        let made = i32::from(self.live.body(self.who).defences) + more;
        -self.options().successive_defence_penalty * made
    }
}

/// The missile weapon in use.
fn shot_with(action: Action) -> Option<u8> {
    match action {
        Action::Shoot { item, .. } | Action::Reload { item } => Some(item),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
