//! An attack, from its announcement to the successes that are left for damage.
//!
//! Clauses: SST-0-4, SST-8-4, SST-9-1, SST-9-3, SST-9-4, SST-10-1..7, SST-10-9, SST-13-4, SST-13-7,
//! SST-13-10, SST-13-11, SST-15-7. The steps follow the order of SST-10-2. Before them, `turn.rs` pays for
//! the attack. `block.rs` computes the effect of a Block, and `damage.rs` that of damage.

use super::block::Blocked;
use super::phrases::{dice, successes};
use super::special::Bought;
use crate::dice::{Dice, Topic};
use crate::fight::{Blow, Witness};
use crate::rules::swift_swords::decisions::lists::answer;
use crate::rules::swift_swords::events::{FUMBLE, RIPOSTE};
use crate::rules::swift_swords::nouns::{
    Attack, AttackMeans, AttackRoll, DecisionContext, Defence, DefenceKind, Fighter, Hit, Incoming,
    Luck, MOST_DICE, Purpose, Result, Rolled, Scene, Status, need,
};
use crate::rules::swift_swords::options::BlockRule;
use crate::rules::swift_swords::questions::arms;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Brings an attacker into contact with its target, and resolves the attack. The dice have already been
    /// paid.
    pub(super) fn strike(&mut self, blow: Attack) -> Result {
        if let AttackMeans::Melee(weapon) = blow.means {
            self.engage(blow.attacker, blow.target, weapon);
        }
        self.attack(blow)
    }

    /// Resolves an attack whose dice have been paid.
    pub(crate) fn attack(&mut self, attack: Attack) -> Result {
        let (who, target) = (attack.attacker, attack.target);
        let fallen = !self.state.fighting.has(target);
        if fallen && self.body(target).status != Status::Out {
            return self.missed(&attack);
        }
        let (striker, struck) = (self.fighter(who), self.fighter(target));
        let real = struck.real(self.view().track(&attack));
        if !fallen
            && i16::from(real) <= i16::from(self.rules().ranks.beaten)
            && attack.purpose == Purpose::Harm
        {
            return self.squash(&attack);
        }
        let terms = self.view().terms(&attack, striker);
        let mut incoming = Incoming {
            attack,
            dice: 0,
            sl: terms.sl,
        };
        let picked = self.pick_up(&incoming.attack);
        let effort = terms.ones && self.effort(who, || Some(incoming));
        // Two ones must not be spent on the same roll [SST-9-4].
        let ones = terms.ones && !effort;
        let effort = u8::from(effort) * self.rules().ones.effort;
        let sum = terms.dice + i32::from(picked) + i32::from(effort);
        let pool = u8::try_from(sum.clamp(0, MOST_DICE.into())).expect("few dice");
        incoming.dice = pool;
        let (incoming, attack) = (&incoming, &incoming.attack);
        self.announce(incoming, picked);
        if pool == 0 {
            return self.missed(attack);
        }
        let defence = self.defend(incoming, struck);
        let rules = self.rules().defences;
        let dodges = defence.by(DefenceKind::Dodge);
        let removed = dodges * rules.dodged;
        if removed >= pool {
            return self.dodged(attack, dodges - pool.div_ceil(rules.dodged));
        }
        let ones = ones && self.view().may_raise(striker, who);
        let rolled = self.roll_attack(incoming, pool - removed, ones);
        let settled = self.settle_parry(attack, rolled, defence);
        self.finish_attack(incoming, struck, settled, defence)
    }

    /// Ends an attack whose dice have all been removed by a Dodge. `more` is the number of successes of the
    /// Dodge beyond those that were needed for this [SST-13-4].
    #[inline(never)]
    fn dodged(&mut self, attack: &Attack, more: u8) -> Result {
        let (who, target, rules) = (attack.attacker, attack.target, self.rules().defences);
        let surplus = more * rules.dodge_exposes;
        self.expose(who, surplus);
        self.decay(target, rules.worn);
        let left = self.body(target).pool;
        self.say("SST-13-4", [who], |[who]| {
            let exposed = format!("; {who} is exposed by {}", dice(surplus));
            let more = if surplus > 0 { &*exposed } else { "" };
            format!("No dice are left to the attack{more}. {left} is left.")
        });
        self.count(attack, Blow::Evaded);
        Result::default()
    }

    /// Reports the attack and its number of dice. `picked` of them are exposure dice of the target.
    #[inline]
    fn announce(&mut self, incoming: &Incoming, picked: u8) {
        let (arena, attack, sl) = (self.arena, &incoming.attack, incoming.sl);
        let (clause, verb) = match (attack.means, attack.purpose) {
            (AttackMeans::Riposte(..), _) => ("SST-13-11", "strikes back at"),
            (AttackMeans::Mind, _) => ("SST-19-2", "daunts"),
            (AttackMeans::Spell, _) => ("SST-10-2", "casts at"),
            (AttackMeans::Missile(_), _) => ("SST-10-2", "shoots at"),
            (_, Purpose::Break) => ("SST-10-2", "strikes at the defence of"),
            (_, Purpose::Touch) => ("SST-10-2", "grabs at"),
            (_, Purpose::Slam) => ("SST-10-2", "slams into"),
            _ => ("SST-10-2", "attacks"),
        };
        self.say(clause, [attack.attacker, attack.target], |[who, target]| {
            let weapon = attack.means.weapon();
            let with = weapon.map(|weapon| format!(" with {}", arena.weapon(weapon).name));
            let level = (sl != 0).then(|| format!(" at SL {sl:+}"));
            let exposed = (picked > 0).then(|| format!(", {picked} of them for exposure"));
            let [with, level, exposed] = [with, level, exposed].map(Option::unwrap_or_default);
            let pool = dice(incoming.dice);
            format!("{who} {verb} {target}{with}: {pool}{level}{exposed}.")
        });
    }

    /// Rolls the attack dice that a Dodge has left. If `raises`, the attacker may raise one of them
    /// [SST-9-3].
    #[inline]
    fn roll_attack(&mut self, incoming: &Incoming, count: u8, raises: bool) -> Rolled {
        let who = incoming.attack.attacker;
        let need = need(self.rules().rolls.attack_face, incoming.sl);
        let near = u8::from(raises) * self.rules().ones.raise;
        self.dice.about(Topic::Deed(who.0));
        self.dice.about(Topic::Attack);
        let (rolled, faces) = self.roll(AttackRoll(need, near).times(count));
        self.say("SST-10-3", [who], |[who]| {
            let ones = match rolled.ones {
                0 => String::new(),
                1 => " and a 1".to_owned(),
                more => format!(" and {more} ones"),
            };
            let hits = successes(rolled.hits);
            format!("{who} needs {need} and rolls {faces}: {hits}{ones}.")
        });
        if !raises || rolled.near + rolled.ones == 0 {
            return rolled;
        }
        self.raise(who, incoming, rolled)
    }

    /// Applies a Parry: its successes turn misses into ones. Then determines whether the attack is a fumble
    /// [SST-10-4, SST-10-5, SST-13-10].
    #[inline]
    fn settle_parry(&mut self, attack: &Attack, rolled: Rolled, defence: Defence) -> Settled {
        let options = &self.arena.options;
        let who = attack.attacker;
        let parried = defence.by(DefenceKind::Parry) * options.rules.defences.parried;
        let converted = parried.min(rolled.misses + rolled.near);
        let ones = rolled.ones + converted;
        let fumbles = |ones: u8| ones >= rolled.hits + options.rules.attacks.fumble;
        let natural = fumbles(rolled.ones);
        let fumble = natural || (options.parry_can_fumble && fumbles(ones));
        let exposures = match fumble {
            false => ones,
            true if options.parry_keep_on_fumble => converted,
            true => 0,
        };
        self.expose(who, exposures);
        if fumble && self.state.fighting.has(who) {
            self.note(who, FUMBLE);
            self.body_mut(who).fumbled = true;
        }
        if parried > 0 {
            self.say("SST-13-10", [attack.target], |[who]| {
                format!("{who} turns {} into ones.", dice(converted))
            });
        }
        if exposures > 0 || fumble {
            let clause = if fumble { "SST-10-5" } else { "SST-10-4" };
            self.say(clause, [who], |[who]| match (fumble, exposures) {
                (true, 0) => format!("{who} fumbles."),
                (true, more) => format!("{who} fumbles and is exposed by {}.", dice(more)),
                (false, more) => format!("{who} is exposed by {}.", dice(more)),
            });
        }
        let lost = options.fumble_negates;
        Settled {
            rolled,
            counted: if lost && fumble { 0 } else { rolled.hits },
            unparried: if lost && natural { 0 } else { rolled.hits },
        }
    }

    /// Resolves the rest of an attack after the roll: Block, armour, damage, riposte.
    #[inline]
    fn finish_attack(
        &mut self,
        incoming: &Incoming,
        struck: &Fighter,
        settled: Settled,
        defence: Defence,
    ) -> Result {
        let (attack, counted) = (&incoming.attack, settled.counted);
        let target = attack.target;
        if attack.purpose == Purpose::Break {
            return self.strike_off(attack, counted);
        }
        let blocked = self.settle_block(attack, struck, settled, defence.by(DefenceKind::Block));
        let worn = self.rules().defences.worn;
        match defence.kind {
            Some(DefenceKind::Block) if self.arena.options.block_rule == BlockRule::Permanent => {
                self.decay(target, worn + blocked.spent);
            }
            Some(DefenceKind::Dodge | DefenceKind::Block) => self.decay(target, worn),
            Some(DefenceKind::Parry) | None => {}
        }
        let hurt = if matches!(attack.purpose, Purpose::Touch | Purpose::Slam) {
            self.missed(attack).hurt
        } else {
            self.harm(incoming, settled, blocked)
        };
        if defence.kind == Some(DefenceKind::Parry) {
            self.riposte(attack);
        }
        Result {
            last: blocked.last,
            hurt,
        }
    }

    /// Ends an attack on a defence pool, which removes dice from the pool [SST-8-4].
    #[inline(never)]
    fn strike_off(&mut self, attack: &Attack, counted: u8) -> Result {
        let target = attack.target;
        let struck = counted * self.rules().actions.break_loss;
        self.decay(target, struck);
        let left = self.body(target).pool;
        self.say("SST-8-4", [target], |[target]| {
            format!("{} struck off: {target} has {left} left.", dice(struck))
        });
        Result {
            last: counted,
            ..self.missed(attack)
        }
    }

    /// Does the damage of the remaining successes. Returns whether any damage was dealt.
    #[inline]
    fn harm(&mut self, incoming: &Incoming, settled: Settled, blocked: Blocked) -> bool {
        let attack = &incoming.attack;
        let (who, target, code) = (attack.attacker, attack.target, self.view().code(attack));
        let last = if self.view().may_buy(attack, blocked.last) {
            self.buy_special(incoming, settled.rolled, blocked.last)
        } else {
            Bought::nothing(blocked.last)
        };
        let points = self.view().points(attack, code, last.successes);
        let blow = match settled.counted {
            0 if settled.unparried > 0 => Blow::Evaded,
            0 => Blow::Missed,
            _ if points == 0 && blocked.by_shield => Blow::Evaded,
            counted => {
                let rolled = code.damage(counted).max(points);
                Blow::landed(rolled.into(), points.into())
            }
        };
        self.say("SST-10-8", [target], |[target]| match blow {
            Blow::Missed => format!("{target} is not hit."),
            Blow::Evaded => format!("{target} has stopped it."),
            Blow::Landed { dealt: 0, .. } => format!("The armour of {target} stops it."),
            Blow::Landed { dealt, .. } => format!("{target} is hit for {dealt}."),
        });
        let Blow::Landed { rolled, .. } = blow else {
            self.count(attack, blow);
            return false;
        };
        let hit = Hit {
            target,
            by: Some(attack),
            track: self.view().track(attack),
            damage: points,
            massive: code.massive,
        };
        let weapon = self.arena.counted(attack.means);
        let hurts = self.land(who, weapon, rolled, &hit);
        if hurts {
            self.carry_out_special(attack, last);
        }
        hurts
    }

    /// Takes exposure dice off the target and adds them to this attack, unless the attacker's policy leaves
    /// them there. Returns how many attack dice they add [SST-10-6].
    #[inline]
    fn pick_up(&mut self, attack: &Attack) -> u8 {
        let there = self.body(attack.target).exposures;
        let leaves = const { answer("pick-up", "leave") };
        let about = || DecisionContext::about(attack.target);
        if there == 0 || self.answers(attack.attacker, leaves, about) {
            return 0;
        }
        let rules = self.rules().attacks;
        let all = self.arena.options.pickup_all;
        let taken = if all { there } else { there.min(rules.pick_up) };
        self.body_mut(attack.target).exposures -= taken;
        taken * rules.exposed
    }

    /// Makes a riposte, if the parrier can and wants to. It is an attack on the attacker, with the exposure
    /// dice that lie on the attacker after the Parry [SST-13-11].
    #[inline(never)]
    fn riposte(&mut self, parried: &Attack) {
        let (who, target) = (parried.target, parried.attacker);
        let both = self.state.fighting.has(who) && self.state.fighting.has(target);
        let exposed = self.body(target).exposures;
        let may = both && exposed > 0 && !self.body(who).states.any();
        let declines = const { answer("riposte", "nothing") };
        if !may || self.answers(who, declines, || DecisionContext::about(target)) {
            return;
        }
        let weapon = self.view().melee_weapon(who, arms::ANY);
        let weapon = weapon.filter(|&weapon| self.view().strikes_from(who, weapon, target));
        let Some(weapon) = weapon else { return };
        self.body_mut(target).exposures = 0;
        self.note(who, RIPOSTE);
        let means = AttackMeans::Riposte(weapon, exposed * self.rules().attacks.exposed);
        self.attack(Attack::new(who, target, means));
    }

    #[inline]
    fn missed(&mut self, attack: &Attack) -> Result {
        self.count(attack, Blow::Missed);
        Result::default()
    }

    /// Reports the result of an attack to the tally.
    #[inline]
    pub(super) fn count(&mut self, attack: &Attack, blow: Blow) {
        let (who, target) = (attack.attacker, attack.target);
        let weapon = self.arena.counted(attack.means);
        self.witness.attacked(who, target, weapon, blow);
    }
}

/// The result of an attack roll after a Parry.
#[derive(Debug, Clone, Copy)]
pub(super) struct Settled {
    pub rolled: Rolled,
    /// Number of successes after the Parry.
    pub counted: u8,
    /// Number of successes that there would have been without the Parry.
    unparried: u8,
}

#[cfg(test)]
mod tests;
