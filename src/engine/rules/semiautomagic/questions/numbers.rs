//! The numbers that attack rolls, defences and damage rolls need: bonuses, Target scores, and dice.
//!
//! Clauses: SAM-4-1, SAM-5-1, SAM-5-2, SAM-5-4..6, SAM-7-2..4, SAM-9-1, SAM-11-13, SAM-12-1, SAM-13-1,
//! SAM-13-4, SAM-15-6.

use crate::dice::Throw;
use crate::fight::FighterId;
use crate::rules::semiautomagic::nouns::{
    Aimed, BodyPart, Deed, Effect, Fighter, Figures, Speeds, Strike, TargetValues, View,
};
use crate::rules::semiautomagic::reading::{Location, Skill, Weapon};

/// Returns how many times `increment`, the range increment of a weapon, must be doubled to reach `distance`.
/// Both are in half metres [SAM-7-2].
pub(crate) fn doublings(distance: u32, increment: u32) -> u32 {
    let mut reached = increment.max(1);
    let mut count = 0;
    while reached < distance {
        reached *= 2;
        count += 1;
    }
    count
}

impl<'a> View<'a> {
    /// Returns the row of the table of locations for a body part [SAM-12-1].
    #[inline]
    pub(crate) fn location(self, part: BodyPart) -> &'a Location {
        part.of(&self.arena.charts.locations)
    }

    /// Returns how many times a weapon's range must be doubled to reach a target.
    #[inline]
    pub(crate) fn doublings_to(self, who: FighterId, target: FighterId, weapon: &Weapon) -> u32 {
        doublings(self.distance(who, target), 2 * u32::from(weapon.range))
    }

    /// Returns the penalty of an attack roll at a distance that needs `doubled` doublings of the range. If
    /// `who` aims at `target`, the penalty is smaller [SAM-7-2, SAM-7-4].
    fn range_penalty(self, who: FighterId, target: FighterId, weapon: u8, doubled: u32) -> i32 {
        let magic = self.weapon(weapon).skill == Skill::Magic;
        let aims = self.body(who).aim == Some(target) && !magic;
        let options = &self.arena.options;
        let most = i32::from(options.aim_amount);
        let penalty = options.rules.attack.doubling * doubled.cast_signed();
        (penalty - if aims { most } else { 0 }).max(0)
    }

    /// Returns the bonus of `who` that is added both to the attack roll and to the number that a defence must
    /// reach. It has the skill and the modifiers for a hit on the hand, for wounds of a ranged weapon, and
    /// for rage [SAM-5-4, SAM-12-1, SAM-13-4, SAM-15-6].
    pub(crate) fn attack_bonus(self, who: FighterId, weapon: u8) -> i32 {
        let rules = &self.arena.options.rules;
        let row = self.weapon(weapon);
        let skill = |fighter: &Fighter| Some(fighter.skill(row.skill));
        let mut bonus = self.shared(who, skill).unwrap_or(0);
        if let Some(item) = self.item(who, weapon) {
            bonus += i32::from(item.shaky) * rules.items.hit_hand;
            if !row.is_melee() {
                bonus -= i32::from(item.wounds) * rules.items.wound_attack;
            }
        }
        let dexterous = row.skill != Skill::Melee;
        let rages = self.body(who).rage.is_some() && self.arena.options.rage.attacks;
        bonus + i32::from(rages && dexterous) * rules.morale.rage
    }

    /// Returns the bonus, the Target score and the defence number of the attack `strike` [SAM-5-1, SAM-5-2].
    pub(crate) fn figures(self, who: FighterId, strike: Strike) -> Figures {
        let row = self.weapon(strike.weapon);
        let ranged = !row.is_melee();
        let doubled = || self.doublings_to(who, strike.target, row);
        let doubled = if ranged { doubled() } else { 0 };
        let plain = self.area_figures([who, strike.target], strike.weapon, doubled);
        let score = self.score(strike.target, strike.aimed);
        Figures {
            bonus: plain.bonus + i32::from(strike.attack_mod),
            target: score + self.situation(who, strike.target, ranged),
            dc: plain.dc + i32::from(strike.dc_mod),
        }
    }

    /// Returns the Target score of the body part or item that an attack is aimed at. Modifiers for the
    /// situation of the target, such as cover, are not included [SAM-5-1, SAM-12-1, SAM-13-1].
    pub(crate) fn score(self, target: FighterId, aimed: Aimed) -> i32 {
        let own = self.fighter(target).size.target;
        match aimed {
            Aimed::Body | Aimed::Armour => own,
            Aimed::Part(part) => own + self.location(part).target,
            Aimed::Thing(slot) => self.thing(target, slot).0,
        }
    }

    /// Returns whether an attack hits without a roll. Melee attacks on helpless targets do [SAM-19-9].
    #[inline]
    pub(crate) fn hits_surely(self, strike: Strike) -> bool {
        self.weapon(strike.weapon).is_melee() && self.body(strike.target).is_helpless()
    }

    /// Returns the numbers of an attack on an area, at a distance that needs `doubled` doublings of the
    /// range. `of` is the attacker and the target [SAM-9-1].
    pub(crate) fn area_figures(self, of: [FighterId; 2], weapon: u8, doubled: u32) -> Figures {
        let [who, target] = of;
        let row = self.weapon(weapon);
        let both = self.attack_bonus(who, weapon);
        let size = &self.fighter(who).size;
        let penalty = self.range_penalty(who, target, weapon, doubled);
        Figures {
            bonus: both + size.attack + row.attack_mod - penalty,
            target: size.target,
            dc: self.arena.options.rules.attack.defence + both + row.dc_mod,
        }
    }

    /// Returns the damage dice of `who` with a weapon and what is added to them, except for damage by speed
    /// [SAM-5-6, SAM-13-4].
    pub(crate) fn damage_throw(self, who: FighterId, weapon: u8) -> Throw {
        let (fighter, row) = (self.fighter(who), self.weapon(weapon));
        let dice = fighter.dice(row);
        let strength = i32::from(row.adds_strength) * fighter.strength;
        let options = &self.arena.options;
        let [melee, others] = options.scale_damage;
        let scaled = if row.is_melee() { melee } else { others };
        let scale = if scaled {
            options.rules.scale.damage * fighter.scale
        } else {
            0
        };
        let wounds: i32 = self.item(who, weapon).map_or(0, |item| item.wounds.into());
        let worn = wounds * options.rules.items.wound_damage;
        Throw {
            plus: dice.plus + strength + scale - worn,
            ..dice
        }
    }

    /// Returns the damage dice of an attack on its target and what is added to them, with damage by speed and
    /// the modifier of the combo component [SAM-10-4, SAM-11-13].
    pub(crate) fn damage_of(self, who: FighterId, strike: Strike) -> Throw {
        let mut throw = self.damage_throw(who, strike.weapon);
        throw.plus += i32::from(strike.damage);
        if self.weapon(strike.weapon).is_melee() {
            throw.plus += self.speed_damage(who, strike.target);
        }
        throw
    }

    /// Returns the speeds of `who` and its target that modify an attack [SAM-11-12, SAM-11-13].
    #[inline]
    pub(crate) fn speeds(self, who: FighterId, target: FighterId) -> Speeds {
        let clock = &self.body(target).clock;
        Speeds {
            paces: [self.body(who).clock.pace, clock.pace],
            moved: clock.moved,
        }
    }

    /// Returns the values of the attacker and its target on which a cached action depends. `target` is `None`
    /// for an action that is no attack on fighters.
    #[inline]
    pub(crate) fn target_values(self, who: FighterId, target: Option<FighterId>) -> TargetValues {
        target.map_or_else(TargetValues::default, |one| TargetValues {
            target,
            speeds: self.speeds(who, one),
            wounds: self.body(one).wounds,
        })
    }

    /// Returns the values of the attacker `who` and of the target of `deed` on which a cached action depends.
    /// Returns `None` for a combo with several targets.
    pub(crate) fn target_of(self, who: FighterId, deed: &Deed) -> Option<TargetValues> {
        let target = match deed {
            Deed::Effect(Effect::Strike(strike)) => Some(strike.target),
            Deed::Combo { strikes, .. } => {
                let mut targets = strikes.iter().flatten().map(|strike| strike.target);
                let first = targets.next()?;
                if targets.any(|target| target != first) {
                    return None;
                }
                Some(first)
            }
            _ => None,
        };
        Some(self.target_values(who, target))
    }

    /// Returns the damage that speed adds to a melee attack. By default this is 1 for every 5 squares per
    /// second, at the speed of the faster of the two. The squares are those of the target's scale
    /// [SAM-11-13].
    pub(crate) fn speed_damage(self, who: FighterId, target: FighterId) -> i32 {
        if !self.arena.options.speed_damage {
            return 0;
        }
        let pace = |one: FighterId| {
            let mount = self.mount(one).unwrap_or(one);
            let [own, carried] = [one, mount].map(|of| self.body(of).clock.pace);
            i32::from(own.max(carried))
        };
        let halves = pace(who).max(pace(target));
        let step = self.arena.options.rules.situations.speed_damage_squares;
        squares(halves, self.fighter(target).scale) / (2 * step)
    }
}

/// Returns how many whole squares fit into `metres` metres. The squares are those of a creature of this scale
/// [SAM-4-1].
pub(crate) fn squares(metres: i32, scale: i32) -> i32 {
    if scale >= 0 {
        metres >> scale
    } else {
        metres << -scale
    }
}
