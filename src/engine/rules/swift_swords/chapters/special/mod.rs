//! Special results, bought with successes beyond the first; and slams.
//!
//! Clauses: SST-35-1, SST-35-2, SST-34-1. The larger creature gets the dice for size. Readings: only blows and shots buy special
//! results; more damage is rolled last, and its successes count as damage; armour protects against a slam as against any blow.

use super::phrases::successes;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::decisions::Choice;
use crate::rules::swift_swords::decisions::lists::{LISTS, SPECIAL, special};
use crate::rules::swift_swords::nouns::{
    Attack, Daze, FISTS, Incoming, Luck, Matter, Purpose, Rolled, Scene, Successes, Trait, View,
    need,
};

/// The special results bought, as bits by the actions of the list `special`, and the successes left for damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bought {
    pub results: u16,
    pub successes: u8,
}

impl Bought {
    pub(super) const fn nothing(successes: u8) -> Self {
        let results = 0;
        Self { results, successes }
    }

    const fn has(self, result: u8) -> bool {
        self.results >> result & 1 == 1
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Lets the attacker spend successes, before damage is computed [SST-35-1].
    pub(crate) fn buy_special(&mut self, from: Incoming, rolled: Rolled, last: u8) -> Bought {
        let attack = from.attack;
        let mut bought = Bought::nothing(last);
        let price = self.arena.options.special_price;
        let possible = self.view().possible_specials(attack);
        while bought.successes > price {
            let matter = || Matter {
                rolled,
                spare: bought.successes - 1,
                offers: possible & !bought.results,
                ..Matter::about(attack.target)
            };
            let choice = self.choice(attack.attacker, SPECIAL, matter);
            match choice.and_then(Choice::action) {
                Some(result) if result != const { special("nothing") } => {
                    bought.results |= 1 << result;
                    bought.successes -= price;
                    self.say("SST-35-1", [attack.attacker], |[who]| {
                        let actions = LISTS[SPECIAL].actions;
                        let name = actions[usize::from(result)].name.replace('-', " ");
                        format!("{who} buys {name} for {}.", successes(price))
                    });
                }
                _ => break,
            }
        }
        if bought.has(const { special("more-damage") }) {
            self.dice.about(Topic::Bonus);
            let (more, faces) = self.roll(Successes(need(from.sl)).times(2));
            bought.successes += more;
            let told = format_args!("rolls {faces}: {more} more");
            self.tell("SST-35-2", attack.attacker, told);
        }
        bought
    }

    /// Applies the results that were bought, after the damage [SST-35-2].
    #[inline]
    pub(crate) fn carry_out_special(&mut self, attack: Attack, bought: Bought) {
        if bought.results == 0 {
            return;
        }
        if self.state.fighting.has(attack.target) {
            self.befall(attack, bought);
        }
        if bought.has(const { special("step-away") }) && self.body(attack.attacker).group != 0 {
            self.leave(attack.attacker);
            self.tell("SST-35-2", attack.attacker, "is out of contact");
        }
    }

    /// Applies the bought results that affect the target, if it is not out.
    fn befall(&mut self, attack: Attack, bought: Bought) {
        let (who, target) = (attack.attacker, attack.target);
        let both = [who, target];
        if bought.has(const { special("disarm") }) && self.contest(Trait::Dex, both, [0, 0]) > 0 {
            self.drop_weapon(target, |weapon| !weapon.natural);
            self.tell("SST-35-2", target, "drops its weapon");
        }
        if bought.has(const { special("drain") })
            && let Some(face) = self.body(target).hand.lowest()
        {
            self.body_mut(target).hand.remove(face);
            let hand = self.body(target).hand;
            let told = format_args!("loses 1 die of {face} and has {hand} left");
            self.tell("SST-35-2", target, told);
        }
        if bought.has(const { special("stun") }) && !self.body(target).states.has(Daze::Stun) {
            self.daze_with(target, Daze::Stun);
        }
        if bought.has(const { special("break-weapon") })
            && self.contest(Trait::Body, both, [0, 0]) > 1
        {
            self.break_weapon(target);
            self.say("SST-35-2", [target], |[target]| {
                format!("The weapon of {target} breaks.")
            });
        }
        if bought.has(const { special("expose") }) {
            self.expose(target, 1);
            self.tell("SST-10-4", target, "is exposed by 1 die");
        }
        if bought.has(const { special("strip") }) {
            self.body_mut(target).stripped += 1;
        }
        if bought.has(const { special("draw-in") }) {
            self.join(who, target);
        }
        if bought.has(const { special("knock-down") }) && self.outweighs(attack) {
            self.fells(target);
        }
        if bought.has(const { special("knock-back") }) && self.outweighs(attack) {
            self.leave(target);
            self.tell("SST-35-2", target, "is out of contact");
        }
        if bought.has(const { special("hamstring") }) {
            self.body_mut(target).hamstrung = true;
        }
        if bought.has(const { special("wear-down") }) {
            self.decay(target, 1);
        }
    }

    /// Rolls BODY against BODY, with one die for every point of size for the larger creature; returns whether the
    /// attacker wins.
    fn outweighs(&mut self, attack: Attack) -> bool {
        let (who, target) = (attack.attacker, attack.target);
        let larger = self.view().larger(who, target);
        let more = [larger.max(0), (-larger).max(0)];
        self.contest(Trait::Body, [who, target], more) > 0
    }

    /// Slams into an enemy: a blow with the whole body that throws it down and does no damage. A house rule [SST-34-1].
    pub(crate) fn slam(&mut self, who: FighterId, target: FighterId) {
        let touched = self.touches(Attack::blow(who, target, FISTS).to(Purpose::Slam));
        let more = self.view().larger(who, target);
        if touched && self.contest(Trait::Body, [who, target], [more, 0]) > 0 {
            self.fells(target);
        }
    }

    /// Throws a creature down.
    pub(crate) fn fells(&mut self, who: FighterId) {
        if !self.body(who).prone {
            self.body_mut(who).prone = true;
            self.tell("SST-22-8", who, "falls prone");
        }
    }
}

impl View<'_> {
    /// Returns whether `successes` final successes of an attack may buy special results.
    #[inline]
    pub(crate) fn may_buy(self, attack: Attack, successes: u8) -> bool {
        let some = self.arena.scope.decides(SPECIAL) && attack.means.weapon().is_some();
        let enough = successes > self.arena.options.special_price;
        some && enough && attack.purpose == Purpose::Harm
    }

    /// The special results that would change anything, as bits.
    fn possible_specials(self, attack: Attack) -> u16 {
        let rows = Self::SPECIALS.iter().rev();
        rows.fold(0, |bits, (_, fits)| {
            bits << 1 | u16::from(fits(self, attack))
        })
    }
}

#[cfg(test)]
mod tests;
