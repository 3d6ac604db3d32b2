//! Parry and dodge: what a defender may answer an attack with, and at what chance.
//!
//! Clauses: BRP-5.6-1..9, BRP-5.7-1..5, BRP-5.9-4, BRP-5.11-1..3. Reading: no weapon parries a missile, only a
//! shield does, and nothing answers a fast one.

use super::hands::{hands_taken, has_shield, is_whole, wielded};
use crate::fight::FighterId;
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::brp::nouns::attack::Incoming;
use crate::rules::brp::nouns::chance::{Limits, modified};
use crate::rules::brp::nouns::fighter::{ItemKind, Parry, Threat, small};
use crate::rules::brp::nouns::reply::Tool;
use crate::rules::brp::nouns::state::{Action, State};
use crate::rules::brp::options::BrawlParry;

/// Who defends against what; `live` knows the defences already made, `view` everything else.
#[derive(Debug)]
pub(crate) struct Defence<'a, const N: usize> {
    pub arena: &'a Arena<N>,
    pub view: &'a State<N>,
    pub live: &'a State<N>,
    pub who: FighterId,
}

impl<const N: usize> Defence<'_, N> {
    /// Whether the defender is able to defend against this attacker at all [BRP-5.6-3].
    #[inline]
    pub(crate) fn is_aware(&self, attacker: FighterId) -> bool {
        self.view.able.has(self.who) && !self.arena.fighter(self.who).unaware_of.has(attacker)
    }

    /// The chance to dodge, if a dodge may be tried [BRP-5.7-1, BRP-5.7-4, BRP-5.7-5, BRP-5.11-3].
    #[inline]
    pub(crate) fn dodge(&self, incoming: Incoming) -> Option<Limits> {
        self.dodge_after(incoming, 0)
    }

    /// The same after so many defences against this very attack.
    pub(crate) fn dodge_after(&self, incoming: Incoming, defences: i32) -> Option<Limits> {
        let options = &self.arena.options;
        let halves = match incoming.threat {
            Threat::Melee => 0,
            Threat::SlowMissile if options.dodge_missiles => 1,
            Threat::SlowMissile | Threat::FastMissile => return None,
        };
        if self.view.body(self.who).intent.kneel {
            return None;
        }
        let chance = modified(
            self.arena.fighter(self.who).dodge,
            self.successive(defences),
            halves,
            options,
        );
        Some(Limits::of(chance, options))
    }

    /// The tool to parry with: the first of `wish`, or by custom a shield, else the weapon in use [BRP-5.6-1].
    #[inline]
    pub(crate) fn parry(&self, incoming: Incoming, wish: Option<u8>) -> Option<Tool> {
        let options = &self.arena.options;
        if incoming.threat == Threat::FastMissile {
            return None;
        }
        if options
            .parry_limit
            .is_some_and(|limit| self.live.body(self.who).parries >= limit)
        {
            return None;
        }
        let fighter = self.arena.fighter(self.who);
        let held = wielded(self.arena, self.view, self.who);
        if let Some(wish) = wish {
            return self.first_tool(wish, held, incoming);
        }
        if fighter.shields != 0
            && let Some(tool) = self.first_tool(fighter.shields, held, incoming)
        {
            return Some(tool);
        }
        if incoming.threat != Threat::Melee {
            return None;
        }
        let in_use = held.or_else(|| shot_with(self.view.body(self.who).intent.action));
        self.tool(usize::from(in_use?), held, incoming)
    }

    /// The first of these things that may be used as a tool.
    fn first_tool(&self, among: u8, held: Option<u8>, incoming: Incoming) -> Option<Tool> {
        let mut rest = among;
        while rest != 0 {
            if let Some(tool) = self.tool(rest.trailing_zeros() as usize, held, incoming) {
                return Some(tool);
            }
            rest &= rest - 1;
        }
        None
    }

    /// This thing as a tool against this attack, if it may be used.
    #[inline]
    fn tool(&self, at: usize, held: Option<u8>, incoming: Incoming) -> Option<Tool> {
        let options = &self.arena.options;
        let body = self.view.body(self.who);
        let item = &self.arena.fighter(self.who).items[at];
        let parry = item.parry?;
        let spent = !options.same_weapon && body.struck >> at & 1 == 1;
        if spent || !is_whole(item, body, at) {
            return None;
        }
        let ready = match item.kind {
            ItemKind::Shield { .. } => hands_taken(self.arena, self.view, self.who) < 2,
            ItemKind::Brawl => self.hands_may_parry(at, held, incoming),
            ItemKind::Melee => self.is_ready(at, held),
            ItemKind::Missile => shot_with(body.intent.action).map(usize::from) == Some(at),
        };
        let weapon_against_missile =
            incoming.threat == Threat::SlowMissile && !matches!(item.kind, ItemKind::Shield { .. });
        let kneeler_with_weapon =
            body.intent.kneel && !matches!(item.kind, ItemKind::Shield { .. });
        if !ready || weapon_against_missile || kneeler_with_weapon {
            return None;
        }
        Some(self.rated(at, item.kind, parry, incoming))
    }

    /// The roll with this tool.
    #[inline]
    fn rated(&self, at: usize, kind: ItemKind, parry: Parry, incoming: Incoming) -> Tool {
        let options = &self.arena.options;
        let (chance, halves, flat) = match (kind, incoming.threat) {
            (ItemKind::Shield { missile, kneeling }, Threat::SlowMissile) => {
                let kneels = self.view.body(self.who).intent.kneel;
                let figure = if kneels {
                    kneeling.unwrap_or(missile)
                } else {
                    missile
                };
                (figure, 0, !options.shield_missile_graded)
            }
            _ => (parry.chance, parry.halves, false),
        };
        let successive = self.successive(0);
        let limits = if successive == 0 && incoming.threat == Threat::Melee {
            parry.limits
        } else {
            Limits::of(modified(chance, successive, halves, options), options)
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
        let items = &self.arena.fighter(self.who).items;
        held.map(usize::from).is_some_and(|held| {
            let beside = items[at].hands == 1 && items[held].hands == 1;
            held == at || beside && !has_shield(items, self.view.body(self.who), held)
        })
    }

    /// Bare hands parry bare hands, if they are what the defender fights with [BRP-5.6-9].
    fn hands_may_parry(&self, at: usize, held: Option<u8>, incoming: Incoming) -> bool {
        let fights_bare = held.map(usize::from) == Some(at);
        fights_bare
            && match self.arena.options.brawl_parry {
                BrawlParry::UnarmedOnly => incoming.brawl,
                BrawlParry::AllMelee => incoming.threat == Threat::Melee,
                BrawlParry::Never => false,
            }
    }

    /// Points off for the defences already made this round, and for `more` about to be made [BRP-5.6-4].
    #[inline]
    fn successive(&self, more: i32) -> i32 {
        let made = i32::from(self.live.body(self.who).defences) + more;
        -self.arena.options.successive_defence_penalty * made
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
