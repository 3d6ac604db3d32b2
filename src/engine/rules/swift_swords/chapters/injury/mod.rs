//! Lasting injuries, which a Trauma causes for the rest of the fight.
//!
//! Clauses: SST-18-4, SST-22-1, SST-22-4..7. Penalties are numbers of dice. The module `parts` determines the
//! location of a wound, `wounds.rs` applies its effects. Creatures that are out get no injuries, because
//! these would not matter.

mod wounds;

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::decisions::{Choice, lists::SHIFT};
use crate::rules::swift_swords::nouns::{
    Arena, D6, Deal, DecisionContext, Hit, Luck, Scene, Track, Trait, Wound,
};
use crate::rules::swift_swords::questions::parts::landing;
use crate::rules::swift_swords::words::WoundKind;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Gives a creature that is still in the fight the injury of a Trauma: rolls the location and the wound,
    /// and applies it. Returns how many Ranks the wound costs [SST-22-1].
    pub(crate) fn suffer(&mut self, hit: &Hit<'_>) -> u8 {
        if !self.arena.options.injuries {
            return 0;
        }
        self.dice.about(Topic::Damage);
        let rules = self.rules().injuries;
        let (hand, faces) = self.roll(Deal::Plain.times(rules.location_dice));
        let landing = landing(hand, rules.shift_from);
        let Some(rolled) = self.arena.part_numbered(landing.0) else {
            return 0;
        };
        let at = self.shifted(hit, rolled, landing);
        let effect = self.dice.roll(D6);
        let arena = self.arena;
        let wound = arena.tables.locations[at].wounds[effect as usize - 1];
        self.say("SST-22-2", [hit.target], |[who]| {
            let shifted = (rolled != at).then(|| format!(", shifted from {}", part(arena, rolled)));
            let (at, shifted) = (part(arena, at), shifted.unwrap_or_default());
            format!("{who} is injured: {faces}, {at}{shifted}; {effect}, {wound}.")
        });
        self.deal_wound(hit.target, at, wound)
    }

    /// Returns the location of a wound. The attacker may shift the wound away from the location `rolled`
    /// [SST-22-2].
    fn shifted(&mut self, hit: &Hit<'_>, rolled: usize, landing: (u8, u8)) -> usize {
        let by = hit.by.map(|attack| attack.attacker);
        let (_, steps) = landing;
        let Some(who) = by.filter(|&who| steps > 0 && self.state.fighting.has(who)) else {
            return rolled;
        };
        let matter = || DecisionContext {
            landing,
            ..DecisionContext::about(hit.target)
        };
        match self.choice(who, SHIFT, matter) {
            Some(Choice::Part(to)) => self.arena.shifted(rolled, to, steps),
            _ => rolled,
        }
    }

    /// Applies bleeding at the start of a round to all creatures, in listing order [SST-22-6].
    pub(crate) fn bleed(&mut self) {
        if !self.arena.options.injuries {
            return;
        }
        let bleeding = |who| self.body(who).injuries.bleeding != 0;
        for who in self.state.fighting.filter(bleeding).iter() {
            let injuries = self.body(who).injuries;
            for at in 0..self.arena.tables.locations.len() {
                let is = |bits: u16| bits >> at & 1 == 1;
                if !is(injuries.bleeding) || !self.state.fighting.has(who) {
                    continue;
                }
                let worse = is(injuries.bleeding_worse);
                let arena = self.arena;
                self.say("SST-22-6", [who], |[who]| {
                    format!("{who} bleeds at {}.", part(arena, at))
                });
                let modifier = self.roll_of(Wound {
                    kind: WoundKind::Bleeder,
                    worse,
                });
                if !self.passes(who, Trait::Body, modifier) {
                    self.lose_ranks(who, Track::Physical, self.rules().injuries.bleeding);
                }
            }
        }
    }

    /// Rolls whether a creature falls when it moves, if injuries make it unsteady [SST-22-7].
    pub(super) fn stumbles(&mut self, who: FighterId) {
        let body = self.body(who);
        let modifier = -body.injuries.stumbling.cast_signed();
        let may = body.injuries.unsteady && !body.prone && self.state.fighting.has(who);
        if may && !self.passes(who, Trait::Dex, modifier) {
            self.fells(who);
        }
    }
}

/// Returns the name of a location, such as `the left arm`.
fn part(arena: &Arena, at: usize) -> String {
    let part = arena.tables.locations.get_index(at);
    let (name, _) = part.expect("a part is in the table");
    format!("the {}", name.replace('-', " "))
}

#[cfg(test)]
mod tests;
