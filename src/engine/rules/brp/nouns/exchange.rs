//! Exchanges: a blow and the reply to it, rolled together or drawn from a table of all outcomes.
//!
//! Clauses: BRP-5.5-1, BRP-5.6-2, BRP-5.8-2, BRP-5.9-2, BRP-5.10-1, BRP-5.13-1. If the reply to a blow is
//! known in advance, the outcome depends only on the numbers in [`Terms`]. The probabilities of all outcomes
//! are then computed once per matchup ([`Tabled`]), and each exchange takes a single random draw. An exchange
//! that is rolled uses its dice in the same order as `chapters/attack` does. There are no tables for
//! missiles, nor for targets whose reply depends on the attack.

use indexmap::IndexMap;

use super::chance::{Level, Limits};
use super::damage::{Damage, Harm};
use super::fighter::{Fighter, Threat};
use super::matrix::Hit;
use super::reply::Reply;
use crate::dice::{Alias, Dice, Piece, Topic, odds};
use crate::fight::{Blow, WHOLE};
use crate::frame::lineup::Lineup;
use crate::rules::brp::options::Options;
use crate::rules::brp::reading::MOST_ITEMS;
use crate::rules::brp::rules::Matrix;

/// Everything that the outcome of an exchange depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Terms {
    attack: Limits,
    /// The limits of the defence roll, if the target makes one.
    defence: Option<Limits>,
    damage: Damage,
    /// Whether a special hit rolls the weapon's dice in addition to its maximum [BRP-5.9-2].
    adds_roll: bool,
    armour: i32,
    /// Whether the item that the target parries with can lose parrying points, and whether the attacker's
    /// weapon can. Both are false if the reply is not a parry.
    wears: [bool; 2],
    matrix: Matrix,
}

/// The outcome of a blow and the reply to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Exchange {
    /// The result of the blow, as a number from [`Blow::mark`].
    pub mark: u32,
    /// Parrying points that are lost by the item that the target parries with. `weapon_loss` has those lost
    /// by the attacker's weapon.
    pub tool_loss: i16,
    pub weapon_loss: i16,
    /// Whether the exchange has a special attack, a special hit and a special defence. If it was rolled, each
    /// entry is 0 (no) or [`WHOLE`] (yes). If the outcome was drawn from a table, an entry is the probability
    /// of the event given that outcome, times [`WHOLE`].
    pub specials: [u32; 3],
}

/// The entry of [`Exchange::specials`] for an event that has certainly happened.
#[expect(clippy::cast_possible_truncation, reason = "it is small")]
const SPECIAL: u32 = WHOLE as u32;

impl Exchange {
    /// Returns the part of the outcome that the rest of the fight depends on: its `mark`, and the parrying
    /// points that the target's item and the attacker's weapon lose.
    #[inline]
    pub(crate) fn comes_to(self) -> (u32, [i16; 2]) {
        (self.mark, [self.tool_loss, self.weapon_loss])
    }

    /// Returns the net damage of the exchange, in hit points.
    #[inline]
    pub(crate) fn dealt(self) -> i32 {
        self.mark.saturating_sub(Blow::LANDED).cast_signed()
    }

    /// Returns whether the target's item or the attacker's weapon loses parrying points.
    #[inline]
    pub(crate) fn wears(self) -> bool {
        self.tool_loss | self.weapon_loss != 0
    }

    /// Returns whether the target made its defence. It makes none against a blow that misses.
    #[inline]
    pub(crate) fn is_answered(self) -> bool {
        self.mark != Blow::Missed.mark()
    }
}

impl Terms {
    /// Returns the terms of a blow with the item at index `item`. Returns `None` if the item cannot strike,
    /// or if the reply is more than one defence roll.
    pub(crate) fn new(
        options: &Options,
        attacker: &Fighter,
        item: u8,
        target: &Fighter,
        reply: Reply,
    ) -> Option<Self> {
        let item = attacker.items.get(usize::from(item))?;
        let attack = item.strike?;
        if !reply.is_plain() {
            return None;
        }
        let wears = match reply {
            Reply::Parry(tool) => {
                let parried = &target.items[usize::from(tool.item)];
                let weapon_wears = item.points.is_some() && !parried.is_bare();
                [parried.points.is_some(), weapon_wears]
            }
            _ => [false; 2],
        };
        Some(Self {
            attack: attack.skill.limits,
            defence: reply.roll(),
            damage: attack.damage,
            adds_roll: options.special_adds_roll,
            armour: target.armour[Threat::Melee as usize],
            wears,
            matrix: options.rules.matrix,
        })
    }

    /// Rolls the attack, the defence if the target makes one, and the damage.
    #[inline]
    pub(crate) fn roll(&self, dice: &mut impl Dice) -> Exchange {
        dice.about(Topic::Attack);
        let level = self.attack.grade(dice);
        if level == Level::Failure {
            let mark = Blow::Missed.mark();
            return Exchange {
                mark,
                ..Exchange::default()
            };
        }
        dice.about(Topic::Defence);
        let defence = self
            .defence
            .map_or(Level::Failure, |limits| limits.grade(dice));
        let result = self.matrix.settle(level, defence);
        let special = result.hit == Hit::Special;
        let blow = if result.hit == Hit::None {
            Blow::Evaded
        } else {
            let rolled = self.damage.total(special, self.adds_roll, dice);
            Harm::soak(rolled, self.armour).blow()
        };
        let counted = |special: bool| if special { SPECIAL } else { 0 };
        let [tool_wears, weapon_wears] = self.wears.map(i16::from);
        Exchange {
            mark: blow.mark(),
            tool_loss: tool_wears * result.tool_loss,
            weapon_loss: weapon_wears * result.weapon_loss,
            specials: [level == Level::Special, special, defence == Level::Special].map(counted),
        }
    }

    /// Returns whether a table of the outcomes would be small enough to make.
    fn is_small(&self) -> bool {
        let percentiles = 10_000_u64;
        let throws = [self.damage.weapon, self.damage.bonus];
        let mut all = throws.iter();
        let ways = all.try_fold(percentiles, |ways, throw| ways.checked_mul(throw.ways()?));
        let spread: i32 = throws.iter().map(|throw| throw.max() - throw.min()).sum();
        ways.is_some() && spread < MOST_SPREAD
    }
}

/// An exchange has a table only if the highest and the lowest roll of its damage dice differ by less than
/// this.
const MOST_SPREAD: i32 = 200;

/// Maximum number of tables of one matchup. Further exchanges are rolled.
const MOST_TABLES: usize = 2000;

/// A table of all outcomes of an exchange and their probabilities, together with the terms of the exchange.
#[derive(Debug, Clone)]
pub(crate) struct Tabled {
    pub terms: Terms,
    /// Every outcome, with its probability in units of 2^-64.
    pub outcomes: Vec<(Exchange, u128)>,
    table: Alias,
}

impl Tabled {
    fn new(terms: Terms) -> Self {
        let mut sums: IndexMap<_, (Exchange, u128, [u128; 3])> = IndexMap::new();
        for (rolled, parts) in odds(|dice| terms.roll(dice)) {
            let new = || (rolled, 0, [0; 3]);
            let (_, all, specials) = sums.entry(rolled.comes_to()).or_insert_with(new);
            *all += parts;
            for (sum, special) in specials.iter_mut().zip(rolled.specials) {
                *sum += parts * u128::from(special);
            }
        }
        let outcomes = sums.into_values().map(|(mut outcome, parts, specials)| {
            outcome.specials = specials.map(|sum| {
                let likely = (sum + parts / 2) / parts.max(1);
                u32::try_from(likely).expect("no more than once")
            });
            (outcome, parts)
        });
        let outcomes: Vec<(Exchange, u128)> = outcomes.collect();
        let parts: Vec<u128> = outcomes.iter().map(|&(_, parts)| parts).collect();
        let table = Alias::new(&parts);
        Self {
            terms,
            outcomes,
            table,
        }
    }

    #[inline]
    pub(crate) fn outcome(&self, at: usize) -> Exchange {
        self.outcomes[at].0
    }
}

impl Piece for Tabled {
    #[inline]
    fn table(&self) -> &Alias {
        &self.table
    }

    fn roll<D: Dice>(&self, dice: &mut D) -> usize {
        let rolled = self.terms.roll(dice).comes_to();
        let mut outcomes = self.outcomes.iter();
        let at = outcomes.position(|(outcome, _)| outcome.comes_to() == rolled);
        at.expect("the table has every outcome")
    }
}

/// The outcome tables of a matchup.
#[derive(Debug, Clone, Default)]
pub(crate) struct Exchanges {
    list: IndexMap<Terms, Tabled>,
    /// The number of the table for each combination of attacker, item, target and reply, at the position that
    /// `Exchanges::index` returns. `None` for a combination without a table.
    at: Vec<Option<u16>>,
    roles: usize,
}

/// The number of different replies: no defence, a dodge, and a parry with each of the items carried.
const REPLIES: usize = 2 + MOST_ITEMS;

impl Exchanges {
    /// Makes the tables of all exchanges between combatants of hostile sides. `replies` returns the possible
    /// replies of a target.
    pub(crate) fn new(
        options: &Options,
        roster: &[Fighter],
        lineup: &Lineup,
        replies: impl Fn(&Fighter) -> Vec<Reply>,
    ) -> Self {
        let roles = roster.len();
        let mut all = Self {
            list: IndexMap::new(),
            at: vec![None; roles * MOST_ITEMS * roles * REPLIES],
            roles,
        };
        for (attacking, attacker) in roster.iter().enumerate() {
            let foes = roster.iter().enumerate();
            for (answering, target) in foes.filter(|&(at, _)| lineup.are_hostile(at, attacking)) {
                for item in (0..).take(attacker.items.len()) {
                    for reply in replies(target) {
                        let terms = Terms::new(options, attacker, item, target, reply);
                        if let Some(terms) = terms.filter(Terms::is_small) {
                            let at = all.index((attacking, item, answering), reply);
                            all.at[at] = all.table(terms);
                        }
                    }
                }
            }
        }
        all
    }

    /// Returns the number of the table of these terms. Makes the table if it does not exist yet. Returns
    /// `None` if it does not exist and there are already too many tables.
    fn table(&mut self, terms: Terms) -> Option<u16> {
        if self.list.len() < MOST_TABLES {
            let new = || Tabled::new(terms);
            self.list.entry(terms).or_insert_with(new);
        }
        let at = self.list.get_index_of(&terms)?;
        Some(u16::try_from(at).expect("so many at most"))
    }

    fn index(&self, (attacker, item, target): (usize, u8, usize), reply: Reply) -> usize {
        let answer = match reply {
            Reply::Parry(tool) => 2 + usize::from(tool.item),
            Reply::Dodge(_) => 1,
            Reply::Nothing | Reply::ParryThenDodge(..) => 0,
        };
        ((attacker * MOST_ITEMS + usize::from(item)) * self.roles + target) * REPLIES + answer
    }

    /// Returns the number of the table for the blow `(attacker, item, target)` with exactly this reply.
    /// Returns `None` if the exchange has no table.
    #[inline]
    pub(crate) fn of(&self, blow: (usize, u8, usize), reply: Reply) -> Option<u16> {
        let at = (*self.at.get(self.index(blow, reply))?)?;
        let is_of_it = reply.is_plain() && self.table_of(at).terms.defence == reply.roll();
        is_of_it.then_some(at)
    }

    /// Returns the table with this number.
    #[inline]
    pub(crate) fn table_of(&self, number: u16) -> &Tabled {
        &self.list[usize::from(number)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::brp::reading::tables::BonusShare;

    /// Returns the terms of a sword of 1d8+1 with a chance of 70 % against a parry with a chance of 40 % and
    /// 5 points of armour.
    fn terms(wears: bool) -> Terms {
        let options = Options::default();
        Terms {
            attack: Limits::of(70, &options),
            defence: Some(Limits::of(40, &options)),
            damage: Damage {
                weapon: "1d8+1".parse().expect("a throw"),
                bonus: "0".parse().expect("a throw"),
                share: BonusShare::Full,
            },
            adds_roll: true,
            armour: 5,
            wears: [wears; 2],
            matrix: options.rules.matrix,
        }
    }

    /// Returns the total probability of the outcomes that satisfy `holds`, in parts per hundred million,
    /// rounded.
    fn chance(tabled: &Tabled, holds: impl Fn(Exchange) -> bool) -> u128 {
        let which = tabled
            .outcomes
            .iter()
            .filter(|(outcome, _)| holds(*outcome));
        let parts: u128 = which.map(|&(_, parts)| parts).sum();
        (parts * 100_000_000 + (1 << 63)) >> 64
    }

    #[test] // BRP-5.8-2, BRP-5.5-4, BRP-5.6-5
    fn a_table_has_the_odds_of_the_matrix() {
        let tabled = Tabled::new(terms(true));
        let missed = |outcome: Exchange| !outcome.is_answered();
        let evaded = |outcome: Exchange| outcome.mark == Blow::Evaded.mark();
        assert_eq!(chance(&tabled, missed), 30_000_000);
        assert_eq!(chance(&tabled, evaded), 23_710_000);
        assert_eq!(chance(&tabled, |o| o.tool_loss == 2), 4_290_000);
        assert_eq!(chance(&tabled, |o| o.weapon_loss == 1), 3_990_000);
        // Of 9 + 1d8+1 points, armour stops 5: a special hit that is not parried does 6 to 13 points.
        assert_eq!(chance(&tabled, |o| o.dealt() == 13), 7_800_000 / 8);
        // Of 1d8+1 points, armour stops 5: half of the ordinary hits do no damage.
        let nothing = |o: Exchange| o.mark == Blow::LANDED;
        assert_eq!(chance(&tabled, nothing), 38_490_000 / 2);
    }

    #[test] // BRP-5.5-2, BRP-5.8-2
    fn a_drawn_exchange_is_as_special_as_is_likely() {
        let tabled = Tabled::new(terms(true));
        let hundredths = |which: usize| {
            let sums = (tabled.outcomes.iter())
                .map(|&(outcome, parts)| parts / 10_000 * u128::from(outcome.specials[which]));
            (sums.sum::<u128>() / u128::from(SPECIAL) * 100_000_000 + (1 << 63)) >> 64
        };
        // Of 100 attack rolls, 13 are special. They land as special hits if the parry fails, which happens 60
        // times in 100.
        assert_eq!(hundredths(0).abs_diff(1300), 0);
        assert_eq!(hundredths(1).abs_diff(780), 0);
        // Of 100 attack rolls, 70 hit. Of 100 parries against them, 7 are special.
        assert_eq!(hundredths(2).abs_diff(490), 0);
    }

    #[test] // BRP-5.6-7
    fn what_has_no_points_loses_none() {
        let tabled = Tabled::new(terms(false));
        let unworn = |&(o, _): &(Exchange, u128)| (o.tool_loss, o.weapon_loss) == (0, 0);
        assert!(tabled.outcomes.iter().all(unworn));
    }

    #[test]
    fn more_dice_than_can_be_counted_have_no_table() {
        let heavy = |damage: &str| {
            let mut terms = terms(true);
            terms.damage.weapon = damage.parse().expect("a throw");
            terms.is_small()
        };
        assert!(heavy("3d6") && heavy("d200"));
        assert!(!heavy("d202") && !heavy("90d1000") && !heavy("64d2"));
    }
}
