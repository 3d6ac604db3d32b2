//! One attack, from the announcement to what is left of it for damage.
//!
//! Clauses: SST-0-4, SST-8-4, SST-9-1, SST-9-3, SST-9-4, SST-10-1..7, SST-10-9, SST-13-4, SST-13-7, SST-13-10, SST-13-11,
//! SST-15-7. In the order of SST-10-2; what comes before, the payment, is in `turn.rs`. What a Block comes to is in
//! `block.rs`, what damage does in `damage.rs`.

use super::phrases::{dice, successes};
use super::{block, damage, defence, marks};
use crate::dice::{Dice, Topic};
use crate::fight::{Blow, FighterId, Witness};
use crate::rules::swift_swords::decisions;
use crate::rules::swift_swords::events::{FUMBLE, RIPOSTE};
use crate::rules::swift_swords::nouns::attack::{Attack, Hit, Incoming, Means, Purpose, Result};
use crate::rules::swift_swords::nouns::choices::Helps;
use crate::rules::swift_swords::nouns::defence::Defence;
use crate::rules::swift_swords::nouns::luck::{AttackRoll, MOST_DICE, Rolled, need};
use crate::rules::swift_swords::nouns::scene::Scene;
use crate::rules::swift_swords::questions::{arms, attacks, reach, tohit};
use crate::rules::swift_swords::reading::tables::Code;

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Resolves a plain blow whose dice have been paid: what most attacks are, so it has code of its own.
    pub(crate) fn blow(&mut self, attacker: FighterId, target: FighterId, weapon: u8) {
        let attack = Attack {
            attacker,
            target,
            means: Means::Melee(weapon),
            purpose: Purpose::Harm,
            bonus: 0,
        };
        self.resolve(attack);
    }

    /// Resolves an attack whose dice have been paid.
    pub(crate) fn attack(&mut self, attack: Attack) -> Result {
        self.resolve(attack)
    }

    /// The same, made anew for every caller, so that what it knows of its attacks is asked no more.
    #[expect(
        clippy::inline_always,
        reason = "two callers, one of which leaves little of it"
    )]
    #[inline(always)]
    fn resolve(&mut self, attack: Attack) -> Result {
        let (who, target) = (attack.attacker, attack.target);
        let fallen = !self.state.fighting.has(target);
        if fallen && !self.body(target).status.is_down() {
            return self.missed(attack);
        }
        if !fallen
            && self
                .arena
                .fighter(target)
                .real(attacks::track(self.arena, attack))
                == 0
            && attack.purpose == Purpose::Harm
        {
            return self.squash(attack);
        }
        let terms = tohit::terms(self.view(), attack);
        let incoming = Incoming {
            attacker: who,
            dice: 0,
            sl: terms.sl,
            missile: attack.means.is_shot(),
            code: attacks::code(self.view(), attack),
        };
        let picked = self.pick_up(attack);
        let effort = terms.ones && !attack.means.is_riposte();
        let effort = effort && self.effort(who, (Helps::Attack, Some(incoming)));
        // A second one could not go into the same roll [SST-9-4].
        let terms = tohit::Terms {
            ones: terms.ones && !effort,
            ..terms
        };
        let sum = terms.dice + i32::from(picked) + i32::from(effort);
        let pool = u8::try_from(sum.clamp(0, MOST_DICE.into())).expect("few dice");
        self.announce(attack, pool, terms.sl, picked);
        if pool == 0 {
            return self.missed(attack);
        }
        let incoming = Incoming {
            dice: pool,
            ..incoming
        };
        let defence = if attack.means.is_riposte() || attack.purpose == Purpose::Break {
            Defence::None
        } else {
            self.defend(attack, incoming)
        };
        let dodged = if let Defence::Dodge(n) = defence {
            n
        } else {
            0
        };
        if dodged >= pool {
            marks::expose(self.state, who, dodged - pool, self.witness);
            defence::decay(self.state, target, 1);
            let (left, surplus) = (self.body(target).pool, dodged - pool);
            self.say("SST-13-4", [who], |[who]| {
                let more = match surplus {
                    0 => String::new(),
                    more => format!("; {who} is exposed by {}", dice(more)),
                };
                format!("No dice are left to the attack{more}. {left} is left.")
            });
            self.evaded(attack);
            return Result::default();
        }
        let rolled = self.roll_attack(attack, pool - dodged, terms);
        let settled = self.settle_parry(attack, rolled, defence);
        self.finish_attack(attack, terms, rolled, incoming.code, settled, defence)
    }

    /// Tells with what an attack is rolled.
    #[inline]
    fn announce(&mut self, attack: Attack, pool: u8, sl: i8, picked: u8) {
        let arena = self.arena;
        let (clause, verb) = match (attack.means, attack.purpose) {
            (Means::Riposte(..), _) => ("SST-13-11", "strikes back at"),
            (Means::Mind, _) => ("SST-19-2", "daunts"),
            (Means::Spell, _) => ("SST-10-2", "casts at"),
            (Means::Missile(_), _) => ("SST-10-2", "shoots at"),
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
            format!(
                "{who} {verb} {target}{with}: {}{level}{exposed}.",
                dice(pool)
            )
        });
    }

    /// Rolls the dice that are left, and raises one of them if the attacker wants to [SST-9-3].
    #[inline]
    fn roll_attack(&mut self, attack: Attack, count: u8, terms: tohit::Terms) -> Rolled {
        let who = attack.attacker;
        let raises =
            terms.ones && !attack.means.is_riposte() && decisions::may_raise(self.view(), who);
        let pool = AttackRoll {
            dice: count,
            need: need(terms.sl),
            near: raises,
        };
        self.dice.about(Topic::Deed(who.0));
        self.dice.about(Topic::Attack);
        let (rolled, faces) = self.roll(pool);
        self.say("SST-10-3", [who], |[who]| {
            let ones = match rolled.ones {
                0 => String::new(),
                1 => " and a 1".to_owned(),
                more => format!(" and {more} ones"),
            };
            let (need, hits) = (pool.need, successes(rolled.hits));
            format!("{who} needs {need} and rolls {faces}: {hits}{ones}.")
        });
        if !raises || rolled.near + rolled.ones == 0 {
            return rolled;
        }
        let seen = (Helps::Attack, rolled, pool.need);
        self.raise(who, seen)
    }

    /// Turns misses into ones by a Parry, and finds out whether it was a fumble [SST-10-4, SST-10-5, SST-13-10].
    #[inline]
    fn settle_parry(&mut self, attack: Attack, rolled: Rolled, defence: Defence) -> Settled {
        let options = &self.arena.options;
        let who = attack.attacker;
        let parried = if let Defence::Parry(n) = defence {
            n
        } else {
            0
        };
        let converted = parried.min(rolled.misses + rolled.near);
        let ones = rolled.ones + converted;
        let natural = rolled.ones > rolled.hits;
        let fumble = natural || (options.parry_can_fumble && ones > rolled.hits);
        let exposures = if !fumble {
            ones
        } else if options.parry_keep_on_fumble {
            converted
        } else {
            0
        };
        marks::expose(self.state, who, exposures, self.witness);
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
        let counts = |fumbled: bool| {
            if fumbled && options.fumble_negates {
                0
            } else {
                rolled.hits
            }
        };
        Settled {
            counted: counts(fumble),
            unparried: counts(natural),
        }
    }

    /// Block, armour, damage, riposte.
    #[inline]
    fn finish_attack(
        &mut self,
        attack: Attack,
        terms: tohit::Terms,
        rolled: Rolled,
        code: Code,
        settled: Settled,
        defence: Defence,
    ) -> Result {
        let target = attack.target;
        let counted = settled.counted;
        if attack.purpose == Purpose::Break {
            defence::decay(self.state, target, counted);
            let left = self.body(target).pool;
            self.say("SST-8-4", [target], |[target]| {
                format!("{} struck off: {target} has {left} left.", dice(counted))
            });
            self.missed(attack);
            return Result {
                last: counted,
                hurt: false,
            };
        }
        let against = block::Against {
            armour: attacks::armour(self.view(), attack),
            pool: if let Defence::Block(n) = defence {
                n
            } else {
                0
            },
        };
        let blocked = self.settle_block(attack, counted, rolled, against);
        match defence {
            Defence::Dodge(_) => defence::decay(self.state, target, 1),
            Defence::Block(_) => defence::decay(self.state, target, 1 + blocked.struck),
            Defence::None | Defence::Parry(_) => {}
        }
        let hurt = if matches!(attack.purpose, Purpose::Touch | Purpose::Slam) {
            self.missed(attack);
            false
        } else {
            let landed = (terms, rolled, code, settled);
            self.harm(attack, landed, blocked)
        };
        if matches!(defence, Defence::Parry(_)) {
            self.riposte(attack);
        }
        Result {
            last: blocked.last,
            hurt,
        }
    }

    /// What is left of the successes does damage. Whether it did any.
    #[inline]
    fn harm(
        &mut self,
        attack: Attack,
        (terms, rolled, code, settled): (tohit::Terms, Rolled, Code, Settled),
        blocked: block::Blocked,
    ) -> bool {
        let (who, target) = (attack.attacker, attack.target);
        let seen = (terms, rolled, blocked.last);
        let last = self.choose_special(attack, seen);
        let points = damage::points(self.view(), attack, code, last.successes);
        let blow = ended(settled, blocked, (code, points));
        let weapon = self.arena.counted(attack.means.cause());
        self.say("SST-10-8", [target], |[target]| match blow {
            Blow::Missed => format!("{target} is not hit."),
            Blow::Evaded => format!("{target} has stopped it."),
            Blow::Landed { dealt: 0, .. } => format!("The armour of {target} stops it."),
            Blow::Landed { dealt, .. } => format!("{target} is hit for {dealt}."),
        });
        let Blow::Landed { rolled, .. } = blow else {
            self.witness.attacked(who, target, weapon, blow);
            return false;
        };
        let hit = Hit {
            target,
            by: Some(attack),
            track: attacks::track(self.arena, attack),
            damage: points,
            massive: code.massive,
        };
        let hurts = self.land(who, weapon, rolled, hit);
        if hurts {
            self.carry_out_special(attack, last);
        }
        hurts
    }

    /// Takes exposure dice off the target for this attack [SST-10-6]. How many dice they add.
    #[inline]
    fn pick_up(&mut self, attack: Attack) -> u8 {
        let there = self.body(attack.target).exposures;
        if there == 0 || attack.means.is_riposte() {
            return 0;
        }
        if !decisions::picks_up(self, attack.attacker, attack.target) {
            return 0;
        }
        let taken = if self.arena.options.pickup_all {
            there
        } else {
            1
        };
        self.body_mut(attack.target).exposures -= taken;
        taken
    }

    /// An attack with the exposure dice that a Parry has left on the attacker [SST-13-11].
    fn riposte(&mut self, parried: Attack) {
        let (who, target) = (parried.target, parried.attacker);
        if !self.state.fighting.has(who)
            || !self.state.fighting.has(target)
            || self.body(who).states.any()
        {
            return;
        }
        let exposed = self.body(target).exposures;
        if exposed == 0 || !decisions::ripostes(self, who, target) {
            return;
        }
        let Some(weapon) = arms::melee(self.view(), who, arms::ANY) else {
            return;
        };
        if !reach::strikes_from(self.view(), (who, weapon), target) {
            return;
        }
        self.body_mut(target).exposures = 0;
        self.note(who, RIPOSTE);
        let riposte = Attack {
            attacker: who,
            target,
            means: Means::Riposte(weapon, exposed),
            purpose: Purpose::Harm,
            bonus: 0,
        };
        self.attack(riposte);
    }

    #[inline]
    fn missed(&mut self, attack: Attack) -> Result {
        let weapon = self.arena.counted(attack.means.cause());
        self.witness
            .attacked(attack.attacker, attack.target, weapon, Blow::Missed);
        Result::default()
    }

    #[inline]
    fn evaded(&mut self, attack: Attack) {
        let weapon = self.arena.counted(attack.means.cause());
        self.witness
            .attacked(attack.attacker, attack.target, weapon, Blow::Evaded);
    }
}

/// What an attack roll comes to once a Parry has done its part.
#[derive(Debug, Clone, Copy)]
struct Settled {
    /// Successes that count.
    counted: u8,
    /// Those that would have counted without the Parry.
    unparried: u8,
}

/// How the tally counts it.
fn ended(settled: Settled, blocked: block::Blocked, (code, points): (Code, u8)) -> Blow {
    let counted = settled.counted;
    if counted == 0 {
        if settled.unparried > 0 {
            Blow::Evaded
        } else {
            Blow::Missed
        }
    } else if points == 0 && blocked.without_shield > 0 {
        Blow::Evaded
    } else {
        let rolled = u32::from(code.damage(counted).max(points));
        Blow::Landed {
            rolled,
            stopped: rolled - u32::from(points),
            dealt: points.into(),
        }
    }
}

#[cfg(test)]
mod tests;
