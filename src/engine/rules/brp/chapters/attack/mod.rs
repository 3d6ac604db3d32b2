//! One attack, from the attack roll to the damage.
//!
//! Clauses: BRP-5.5-1..5, BRP-5.6-2..7, BRP-5.8-2, BRP-5.9-5, BRP-5.10-1, BRP-5.11-4.
//! [`resolve`](Scene::resolve) rolls an attack and computes its effects, but does not apply them. That is
//! done by [`aftermath`](super::aftermath). Attacks at the same moment can therefore all be computed from the
//! state before the first of them [BRP-5.4-4].

use crate::dice::{Dice, Topic};
use crate::fight::{Blow, Witness};
use crate::rules::brp::events::{SPECIAL_ATTACK, SPECIAL_DEFENCE, SPECIAL_HIT};
use crate::rules::brp::nouns::{
    Attack, Effects, Harm, Hit, Incoming, Landed, Level, Limits, Reply, Scene, Swing, Threat, Tool,
};
use crate::rules::brp::telling::Roll;

/// The level of success of a defence, and the index of the item that parried, or `None` if the level is not
/// that of a parry. If the whole result is `None`, the defence stops an attack of any level.
type DefenceResult = Option<(Level, Option<u8>)>;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Rolls the attack, the defence that the target chooses, and the damage. Returns the effects.
    #[inline]
    pub(crate) fn resolve(&mut self, swing: Swing) -> Effects {
        let mut effects = Effects::none(swing);
        let (attack, threat) = self.arena.threat(swing);
        let blow = self.blow(attack, threat, &mut effects);
        self.witness
            .attacked(swing.attacker, swing.target, attack.weapon, blow);
        effects
    }

    /// Rolls an attack step by step: attack, defence, damage. Returns the result to report to the witness,
    /// and writes into `effects` what the attack changes in the fight.
    #[inline]
    fn blow(&mut self, attack: &Attack, threat: Threat, effects: &mut Effects) -> Blow {
        let swing = effects.swing;
        let (attacker, target) = (swing.attacker, swing.target);
        let limits = self.view().chance_to_hit(swing, attack);
        self.dice.about(Topic::Deed(attacker.0));
        self.dice.about(Topic::Attack);
        let roll = Roll::of(limits, self.dice);
        let level = roll.level;
        self.tell_attack(swing, roll);
        if level == Level::Special {
            self.note(attacker, SPECIAL_ATTACK);
        }
        if level == Level::Failure {
            return Blow::Missed;
        }
        let incoming = Incoming {
            attacker,
            level,
            threat,
            item: Some(swing.item),
            brawl: self.arena.item(attacker, swing.item).is_bare(),
        };
        let is_aware = self.view().is_aware(target, attacker);
        let reply = if is_aware {
            self.react(target, incoming)
        } else {
            Reply::Nothing
        };
        if matches!(reply, Reply::Nothing) {
            let (clause, why) = match (self.state.able.has(target), is_aware) {
                (false, _) => ("BRP-5.6-3", "lies helpless"),
                (true, false) => ("BRP-5.6-3", "is not aware of the attack"),
                (true, true) => ("BRP-5.6-2", "makes no defence"),
            };
            self.tell(clause, target, why);
        }
        let Some((defence, tool)) = self.answer(incoming, reply, effects) else {
            return self.evaded("parry");
        };
        if defence == Level::Special {
            self.note(target, SPECIAL_DEFENCE);
        }
        let result = self.arena.options.rules.matrix.settle(level, defence);
        if let Some(tool) = tool {
            let bare = self.arena.item(target, tool).is_bare();
            effects.tool = Some((tool, result.tool_loss));
            let spared = swing.missile || bare;
            effects.weapon_loss = if spared { 0 } else { result.weapon_loss };
        }
        if result.hit == Hit::None {
            return self.evaded(if tool.is_some() { "parry" } else { "dodge" });
        }
        let special = result.hit == Hit::Special;
        if special {
            self.note(attacker, SPECIAL_HIT);
        }
        let armour = self.view().armour(target, threat);
        let adds_roll = self.arena.options.special_adds_roll;
        let harm = if W::LISTENS {
            let damage = attack.damage;
            let rolled = damage.roll(special, adds_roll, self.dice);
            let harm = Harm::soak(rolled.total(), armour);
            effects.landed = Some(Landed {
                level,
                damage,
                rolled,
                harm,
            });
            harm
        } else {
            attack.damage.harm(special, armour, adds_roll, self.dice)
        };
        (effects.dealt, effects.hits) = (harm.dealt, true);
        harm.blow()
    }

    /// Reports that the defence called `by`, a parry or a dodge, stopped the attack. Returns
    /// [`Blow::Evaded`].
    #[inline]
    fn evaded(&mut self, by: &str) -> Blow {
        self.say("BRP-5.8-1", [], |[]| format!("The {by} stops the attack."));
        Blow::Evaded
    }

    /// Rolls the chosen defence. If the target both parries and dodges, the result has the better of the two
    /// levels. At equal levels the parry counts [BRP-5.6-4].
    #[inline]
    fn answer(&mut self, incoming: Incoming, reply: Reply, effects: &mut Effects) -> DefenceResult {
        match reply {
            Reply::Nothing => Some((Level::Failure, None)),
            Reply::Parry(tool) => self.parry(incoming, tool, effects),
            Reply::Dodge(limits) => Some((self.dodge(limits, effects), None)),
            Reply::ParryThenDodge(tool, limits) => {
                let (level, counting) = self.parry(incoming, tool, effects)?;
                if level >= incoming.level {
                    return Some((level, counting));
                }
                let dodged = self.dodge(limits, effects);
                Some((level.max(dodged), counting.filter(|_| level >= dodged)))
            }
        }
    }

    #[inline]
    fn dodge(&mut self, limits: Limits, effects: &mut Effects) -> Level {
        let (who, roll) = (effects.swing.target, self.defends(limits, effects));
        self.tell("BRP-5.7-1", who, format_args!("dodges: {roll}"));
        roll.level
    }

    #[inline]
    fn parry(&mut self, incoming: Incoming, tool: Tool, effects: &mut Effects) -> DefenceResult {
        effects.tool = Some((tool.item, 0));
        let roll = self.defends(tool.limits, effects);
        let who = effects.swing.target;
        let clause = match incoming.threat {
            Threat::Melee => "BRP-5.6-1",
            _ if self.body(who).intent.kneel => "BRP-5.11-3",
            _ => "BRP-5.11-2",
        };
        let name = &self.arena.item(who, tool.item).name;
        self.tell(clause, who, format_args!("parries with {name}: {roll}"));
        if tool.flat {
            (roll.level == Level::Failure).then_some((roll.level, None))
        } else {
            Some((roll.level, Some(tool.item)))
        }
    }

    /// Rolls one defence and adds 1 to the number of defences in `effects`.
    #[inline]
    fn defends(&mut self, limits: Limits, effects: &mut Effects) -> Roll {
        effects.defences += 1;
        self.dice.about(Topic::Defence);
        Roll::of(limits, self.dice)
    }
}

#[cfg(test)]
mod tests;
