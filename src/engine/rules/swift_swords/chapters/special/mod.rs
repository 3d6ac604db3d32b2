//! Special results, which attackers buy with successes beyond the first, and slams.
//!
//! Clauses: SST-35-1, SST-35-2, SST-34-1. The table `specials` has the numbers. The larger creature gets the
//! dice for size. Interpretations: only attacks with a weapon buy special results. More damage is rolled
//! last, and its successes count as damage. Armour protects against a slam as against any attack.

use super::phrases::{dice, successes};
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::decisions::Choice;
use crate::rules::swift_swords::decisions::lists::{LISTS, SPECIAL, special};
use crate::rules::swift_swords::nouns::{
    Attack, Daze, DecisionContext, FISTS, HAMSTRING, Incoming, Luck, Purpose, Rolled, Scene,
    Successes, Trait, View, need,
};

// Indices of the special results that have numbers in the table.
const MORE_DAMAGE: u8 = special("more-damage");
const DISARM: u8 = special("disarm");
const DRAIN: u8 = special("drain");
const BREAK_WEAPON: u8 = special("break-weapon");
const EXPOSE: u8 = special("expose");
const STRIP: u8 = special("strip");
const KNOCK_DOWN: u8 = special("knock-down");
const KNOCK_BACK: u8 = special("knock-back");
const WEAR_DOWN: u8 = special("wear-down");

/// The special results that were bought, as bits (by index in the list `special`), and the successes left for
/// damage.
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
    /// Lets the attacker spend successes on special results, before damage is computed [SST-35-1].
    pub(crate) fn buy_special(&mut self, from: &Incoming, rolled: Rolled, last: u8) -> Bought {
        let attack = &from.attack;
        let mut bought = Bought::nothing(last);
        let possible = self.view().possible_specials(attack);
        while bought.successes > self.view().least_price() {
            let payable = self.view().payable_specials(bought.successes);
            let matter = || DecisionContext {
                rolled,
                spare: bought.successes - 1,
                offers: possible & payable & !bought.results,
                ..DecisionContext::about(attack.target)
            };
            let choice = self.choice(attack.attacker, SPECIAL, matter);
            match choice.and_then(Choice::action) {
                Some(result) if result != const { special("nothing") } => {
                    let price = self.view().price(result);
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
        if bought.has(MORE_DAMAGE) {
            self.dice.about(Topic::Bonus);
            let need = need(self.rules().rolls.attack_face, from.sl);
            let dice = self.view().special(MORE_DAMAGE).dice;
            let (more, faces) = self.roll(Successes(need).times(dice));
            bought.successes += more;
            let told = format_args!("rolls {faces}: {more} more");
            self.tell("SST-35-2", attack.attacker, told);
        }
        bought
    }

    /// Applies the special results that were bought, after the damage [SST-35-2].
    #[inline]
    pub(crate) fn carry_out_special(&mut self, attack: &Attack, bought: Bought) {
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

    /// Applies the bought results that affect the target. The target must not be out.
    fn befall(&mut self, attack: &Attack, bought: Bought) {
        let (who, target) = (attack.attacker, attack.target);
        let both = [who, target];
        if bought.has(DISARM) && self.gets_through(DISARM, Trait::Dex, both, [0, 0]) {
            self.drop_weapon(target, |weapon| !weapon.natural);
            self.tell("SST-35-2", target, "drops its weapon");
        }
        if bought.has(DRAIN) && self.body(target).hand.is_usable() {
            self.drains(target, self.view().special(DRAIN).dice);
        }
        if bought.has(const { special("stun") }) && !self.body(target).states.has(Daze::Stun) {
            self.daze_with(target, Daze::Stun);
        }
        if bought.has(BREAK_WEAPON) && self.gets_through(BREAK_WEAPON, Trait::Body, both, [0, 0]) {
            self.break_weapon(target);
            self.say("SST-35-2", [target], |[target]| {
                format!("The weapon of {target} breaks.")
            });
        }
        let exposed = self.view().special(EXPOSE).dice;
        if bought.has(EXPOSE) && exposed > 0 {
            self.expose(target, exposed);
            self.say("SST-10-4", [target], |[target]| {
                format!("{target} is exposed by {}.", dice(exposed))
            });
        }
        if bought.has(STRIP) {
            let more = self.view().special(STRIP).armour;
            let stripped = &mut self.body_mut(target).stripped;
            *stripped = stripped.saturating_add(more);
        }
        if bought.has(const { special("draw-in") }) {
            self.join(who, target);
        }
        if bought.has(KNOCK_DOWN) && self.outweighs(KNOCK_DOWN, attack) {
            self.fells(target);
        }
        if bought.has(KNOCK_BACK) && self.outweighs(KNOCK_BACK, attack) {
            self.leave(target);
            self.tell("SST-35-2", target, "is out of contact");
        }
        if bought.has(HAMSTRING) {
            self.body_mut(target).hamstrung = true;
        }
        if bought.has(WEAR_DOWN) {
            self.decay(target, self.view().special(WEAR_DOWN).dice);
        }
    }

    /// Takes the `count` lowest usable dice out of a creature's hand, or all if it has fewer.
    fn drains(&mut self, target: FighterId, count: u8) {
        let hand = self.body(target).hand;
        let count = count.min(hand.usable());
        if count == 0 {
            return;
        }
        let lost = hand.ends(count, false).expect("there are so many");
        self.body_mut(target).hand = hand.without(lost);
        let hand = self.body(target).hand;
        self.say("SST-35-2", [target], |[target]| {
            format!(
                "{target} loses {} of {lost} and has {hand} left.",
                dice(count)
            )
        });
    }

    /// Rolls the characteristic `which` for both creatures, with `more` as modifiers in dice. Returns whether
    /// the special result succeeds.
    fn gets_through(
        &mut self,
        result: u8,
        which: Trait,
        both: [FighterId; 2],
        more: [i8; 2],
    ) -> bool {
        let margin = self.view().special(result).margin;
        self.contest(which, both, more) >= margin
    }

    /// Rolls BODY for both creatures. The larger one has more dice for every point of the difference in size.
    /// Returns whether the special result succeeds.
    fn outweighs(&mut self, result: u8, attack: &Attack) -> bool {
        let (who, target) = (attack.attacker, attack.target);
        let larger = self.view().larger(who, target) * self.view().special(result).size;
        let more = [larger.max(0), (-larger).max(0)];
        self.gets_through(result, Trait::Body, [who, target], more)
    }

    /// Makes a slam, an attack with the whole body that throws the target down and does no damage. A house
    /// rule allows it [SST-34-1].
    pub(crate) fn slam(&mut self, who: FighterId, target: FighterId) {
        let touched = self.touches(Attack::blow(who, target, FISTS).to(Purpose::Slam));
        let rules = self.rules().slams;
        let more = self.view().larger(who, target) * rules.size_dice;
        if touched && self.contest(Trait::Body, [who, target], [more, 0]) >= rules.margin {
            self.fells(target);
        }
    }

    /// Makes a creature fall prone.
    pub(crate) fn fells(&mut self, who: FighterId) {
        if !self.body(who).prone {
            self.body_mut(who).prone = true;
            self.tell("SST-22-8", who, "falls prone");
        }
    }
}

impl View<'_> {
    /// Returns whether an attack with `successes` successes left may buy special results.
    #[inline]
    pub(crate) fn may_buy(self, attack: &Attack, successes: u8) -> bool {
        let some = self.arena.scope.decides(SPECIAL) && attack.means.weapon().is_some();
        some && successes > self.least_price() && attack.purpose == Purpose::Harm
    }

    /// Returns the number of successes that a special result costs [SST-35-1].
    fn price(self, result: u8) -> u8 {
        self.arena.options.special_price + self.special(result).extra
    }

    /// Returns the smallest number of successes that any special result costs.
    fn least_price(self) -> u8 {
        self.arena.options.special_price + self.arena.tables.least_extra
    }

    /// Returns the special results that cost fewer than `successes` successes, as bits. The bit of `nothing`
    /// is always set.
    fn payable_specials(self, successes: u8) -> u16 {
        let results = 0..const { special("nothing") };
        let costly = results.filter(|&result| self.price(result) >= successes);
        costly.fold(u16::MAX, |bits, result| bits & !(1 << result))
    }

    /// Returns the special results that would change anything, as bits.
    fn possible_specials(self, attack: &Attack) -> u16 {
        let rows = Self::SPECIALS.iter().rev();
        rows.fold(0, |bits, (_, fits)| {
            bits << 1 | u16::from(fits(self, attack))
        })
    }
}

#[cfg(test)]
mod tests;
