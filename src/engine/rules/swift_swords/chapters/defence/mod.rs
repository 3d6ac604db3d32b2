//! Dodge, Block and Parry, and defence pools, which last for several attacks.
//!
//! Clauses: SST-9-1, SST-9-3, SST-9-4, SST-13-1..5, SST-13-10, SST-14-1..4.

use super::phrases::successes;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::decisions::lists::{DEFENCES, DEFEND};
use crate::rules::swift_swords::nouns::{
    AttackRoll, Cost, DecisionContext, Defence, DefenceKind, Fighter, Incoming, Luck, Purpose,
    Scene, Successes,
};
use crate::rules::swift_swords::options::ShieldDice;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Chooses and rolls the defence against an attack. The defence is the defence pool, or one that the
    /// target's policy declares. A riposte and an attack on a defence pool meet no defence.
    #[inline]
    pub(crate) fn defend(&mut self, incoming: &Incoming, struck: &Fighter) -> Defence {
        let attack = &incoming.attack;
        let who = attack.target;
        let decides = struck.decides(DEFEND);
        let met = !attack.means.is_riposte() && attack.purpose != Purpose::Break;
        let may = met && (decides || self.body(who).pool != Defence::NONE);
        if !may || !self.view().can_defend(who) {
            return Defence::NONE;
        }
        self.chosen_defence(incoming)
    }

    /// Chooses and rolls the defence of a target that is able to defend itself.
    #[inline(never)]
    fn chosen_defence(&mut self, incoming: &Incoming) -> Defence {
        let attack = &incoming.attack;
        let who = attack.target;
        let decides = self.fighter(who).decides(DEFEND);
        let (missile, rules) = (attack.means.is_shot(), self.rules());
        let kept = self.body(who).pool;
        if let Some(kind) = kept.kind
            && self.view().works(attack, kind)
        {
            self.say("SST-14-1", [who], |[who]| format!("{who} keeps up {kept}."));
            return kept.against(missile, rules.defences.dodge_missile);
        }
        if !decides || !self.view().pays_dice(who, rules.actions.defence) {
            return Defence::NONE;
        }
        let mut all = DefenceKind::ALL.into_iter();
        if !all.any(|kind| self.view().can_meet(attack, kind)) {
            return Defence::NONE;
        }
        let matter = || DecisionContext {
            incoming: Some(*incoming),
            ..DecisionContext::default()
        };
        let Some(Some(kind)) = self.meant(who, DEFEND, DEFENCES, matter) else {
            return Defence::NONE;
        };
        self.pay(who, Cost::Dice(rules.actions.defence));
        let mut dice = self.roll_defence(who, kind, incoming);
        let shielded = match self.arena.options.shield_dice {
            ShieldDice::Always => true,
            ShieldDice::AfterSuccess => dice > 0,
            ShieldDice::None => false,
        };
        if shielded && kind == DefenceKind::Block {
            dice += self.fighter(who).shield;
        }
        let defence = Defence::of(kind, dice);
        if kind == DefenceKind::Parry {
            return defence;
        }
        self.body_mut(who).pool = defence.kept(dice);
        defence.against(missile, rules.defences.dodge_missile)
    }

    /// Removes dice from a defence pool after its use [SST-14-4].
    #[inline]
    pub(super) fn decay(&mut self, who: FighterId, dice: u8) {
        let pool = &mut self.body_mut(who).pool;
        *pool = pool.kept(pool.dice.saturating_sub(dice));
    }

    /// Rolls a defence whose cost has been paid. Returns the number of successes.
    fn roll_defence(&mut self, who: FighterId, kind: DefenceKind, incoming: &Incoming) -> u8 {
        let effort = self.effort(who, || Some(*incoming));
        let rules = self.rules();
        let count = self.view().skill(who, kind) + u8::from(effort) * rules.ones.effort;
        self.dice.about(Topic::Deed(who.0));
        self.dice.about(Topic::Defence);
        // At most one 1 may be spent on a roll [SST-9-4].
        if effort || !self.view().may_raise(self.fighter(who), who) {
            let (hits, faces) = self.roll(Successes(rules.rolls.defence_face).times(count));
            self.tell_defence(who, kind, &faces, hits);
            return hits;
        }
        let (rolled, faces) =
            self.roll(AttackRoll(rules.rolls.defence_face, rules.ones.raise).times(count));
        self.tell_defence(who, kind, &faces, rolled.hits);
        if rolled.near == 0 {
            return rolled.hits;
        }
        self.raise(who, incoming, rolled).hits
    }

    #[inline]
    fn tell_defence(&mut self, who: FighterId, kind: DefenceKind, faces: &str, hits: u8) {
        let (clause, verb) = match kind {
            DefenceKind::Dodge => ("SST-13-2", "dodges"),
            DefenceKind::Block => ("SST-13-5", "blocks"),
            DefenceKind::Parry => ("SST-13-10", "parries"),
        };
        self.say(clause, [who], |[who]| {
            format!("{who} {verb} and rolls {faces}: {}.", successes(hits))
        });
    }
}

#[cfg(test)]
mod tests;
