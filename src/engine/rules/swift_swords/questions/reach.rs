//! Contact and holds, the reach of melee attacks, shots and spells, and possible moves.
//!
//! Clauses: SST-3-7, SST-3-8, SST-3-11, SST-3-12, SST-8-5, SST-11-3, SST-11-4, SST-12-4..6, SST-12-9,
//! SST-19-5, SST-27-4, SST-33-1, SST-37-1, SST-37-3, SST-37-5.
//!
//! Distances are in zones. The module `contact` forms and numbers melees and close combats. Interpretation: a
//! spell reaches as far as the book's bow.

use crate::fight::{FighterId, FighterSet, Objectives as _, Spot};
use crate::rules::swift_swords::nouns::{Act, Body, Deed, Grip, NO_WAY, State, View, Wits};

/// The level of the tightest hold.
pub(crate) const TIGHTEST: u8 = 4;

impl View<'_> {
    /// Returns whether a creature can strike at an enemy: the enemy is in reach, and not too many others have
    /// struck at it in this round [SST-3-11].
    #[inline]
    pub(crate) fn can_strike(self, who: FighterId, target: FighterId) -> bool {
        self.state.reaches(who, target) && self.has_room(who, target) && self.in_reach(who, target)
    }

    /// Returns the enemies that a creature can strike at.
    #[expect(
        clippy::inline_always,
        reason = "most fights have no limit and no flyers"
    )]
    #[inline(always)]
    pub(crate) fn strikeable(self, who: FighterId) -> FighterSet {
        let (foes, me) = (self.foes(who), self.body(who));
        if self.arena.ground.max_attackers > 0 || self.arena.scope.flight {
            return self.strikeable_of(who, foes);
        }
        let (bodies, mut near) = (self.state.bodies(), FighterSet::NONE);
        for foe in foes.iter() {
            let it = &bodies[foe.index()];
            let reached = match me.group {
                0 => it.zone == me.zone,
                group => it.group == group,
            };
            near.0 |= u64::from(reached) << foe.0;
        }
        debug_assert_eq!(near, self.strikeable_of(who, foes));
        near
    }

    /// Returns the enemies of `foes` that a creature can strike at.
    #[inline(never)]
    fn strikeable_of(self, who: FighterId, foes: FighterSet) -> FighterSet {
        foes.filter(|foe| self.can_strike(who, foe))
    }

    /// Returns the distance of two creatures, in zones.
    #[inline]
    pub(crate) fn distance(self, who: FighterId, other: FighterId) -> u8 {
        let [here, there] = [who, other].map(|who| self.body(who).zone);
        self.arena.ground.ways.distance(here, there)
    }

    /// Returns whether one more creature may strike at the target in this round [SST-3-11].
    #[inline]
    pub(crate) fn has_room(self, who: FighterId, target: FighterId) -> bool {
        let most = self.arena.ground.max_attackers;
        let strikers = self.body(target).strikers;
        most == 0 || strikers.has(who) || strikers.count() < most.into()
    }

    /// Returns whether a creature can strike the target with this weapon without changing its position
    /// [SST-33-1].
    pub(crate) fn strikes_from(self, who: FighterId, weapon: u8, target: FighterId) -> bool {
        if self.arena.weapon(weapon).reach {
            self.body(who).group == 0 && self.body(who).zone == self.body(target).zone
        } else {
            self.state.together(who, target)
        }
    }

    /// Returns whether a shot with this weapon reaches the target. `weapon` is `None` for a spell [SST-3-12,
    /// SST-11-3].
    pub(crate) fn carries(self, who: FighterId, weapon: Option<u8>, target: FighterId) -> bool {
        let [here, there] = [who, target].map(|who| self.body(who).zone);
        let spell = self.rules().attacks.spell_range;
        let range = weapon.map_or(spell, |weapon| self.arena.weapon(weapon).range);
        self.distance(who, target) <= range && self.arena.ground.sees(here, there)
    }

    /// Returns the missile weapon in a creature's hand, if the weapon is in `wish` and the creature is not in
    /// contact [SST-11-3].
    pub(crate) fn shooting_weapon(self, who: FighterId, wish: u64) -> Option<u8> {
        let weapon = self.in_hand(who)?;
        let meant = wish >> weapon & 1 == 1 && self.arena.weapon(weapon).range > 0;
        (meant && self.body(who).group == 0).then_some(weapon)
    }

    /// Returns whether a creature is in the air.
    #[inline]
    pub(crate) fn aloft(self, who: FighterId) -> bool {
        let flies = self.arena.scope.flight && self.fighter(who).flies.is_some();
        flies && !self.body(who).landed && !self.body(who).prone
    }

    /// Returns whether an attack can reach the target. A creature on the ground cannot strike one in the air
    /// [SST-37-5].
    #[inline]
    pub(crate) fn in_reach(self, who: FighterId, target: FighterId) -> bool {
        !self.aloft(target) || self.aloft(who)
    }

    /// Returns whether a creature that is not in contact can charge this enemy [SST-8-5].
    pub(crate) fn can_charge(self, who: FighterId, target: FighterId) -> bool {
        let near = self.distance(who, target) <= self.rush(who);
        near && self.has_room(who, target) && self.in_reach(who, target)
    }

    /// Returns whether a creature in contact can pull an enemy into its melee. The enemy must be alone in the
    /// zone [SST-3-9].
    pub(crate) fn can_drag(self, who: FighterId, target: FighterId) -> bool {
        let (me, it) = (self.body(who), self.body(target));
        it.group == 0 && it.zone == me.zone && self.in_reach(who, target)
    }

    /// Returns whether a waiting creature can reach `flyer`. An enemy that attacks from the air can be
    /// reached by its target, and by creatures in contact with the target [SST-37-5].
    pub(crate) fn meets(self, who: FighterId, flyer: FighterId, declared: Deed) -> bool {
        let target = declared.target;
        let met = target == who || self.state.together(target, who);
        self.in_reach(who, flyer) || (declared.act.is_blow() && met)
    }

    /// Returns whether a creature can stay in the air without leaving its zone [SST-37-3].
    pub(crate) fn circles(self, who: FighterId) -> bool {
        let flight = self.fighter(who).flies;
        flight.is_some_and(|flight| flight.turns >= self.rules().flight.circles)
    }

    /// Returns whether a creature may still attack in this round [SST-27-4].
    #[inline]
    pub(crate) fn may_attack(self, who: FighterId) -> bool {
        !self.body(who).swarmed
    }

    /// Returns whether a retreat would change anything: the creature would leave the fight, leave contact, or
    /// change its zone.
    pub(crate) fn can_retreat(self, who: FighterId) -> bool {
        let body = self.body(who);
        self.arena.ground.count() == 1 || body.group != 0 || self.refuge(who) != body.zone
    }

    /// Returns whether a creature lies on the ground and could stand up.
    pub(crate) fn can_stand(self, who: FighterId) -> bool {
        let body = self.body(who);
        body.prone && body.close == 0 && !body.injuries.legless
    }

    /// Returns the zone that is farthest from the nearest enemy, of all zones that a way connects with the
    /// creature's own. Of equally far zones, returns the creature's own, or else the first.
    pub(crate) fn refuge(self, who: FighterId) -> u8 {
        let here = self.body(who).zone;
        let (foes, ways) = (self.foes(who), &self.arena.ground.ways);
        let far = |zone: u8| {
            let there = foes.iter().map(|foe| self.body(foe).zone);
            there.map(|there| ways.distance(zone, there)).min()
        };
        let count = u8::try_from(self.arena.ground.count()).expect("few zones");
        let zones = (0..count).filter(|&zone| ways.distance(here, zone) != NO_WAY);
        let best = zones.rev().max_by_key(|&zone| (far(zone), zone == here));
        best.expect("it is somewhere")
    }

    /// Returns whether a creature is at the place of an objective `reach` that includes it. The objective
    /// still needs other creatures there, so the creature must not leave.
    pub(crate) fn must_stay(self, who: FighterId) -> bool {
        let is_at = |spot| self.arena.is_at(self.state, who, spot);
        let lineup = &self.arena.lineup;
        let able = lineup.able(self.state.fighting, self.state.round, self.state.stage());
        lineup.must_stay(who, able, is_at)
    }

    /// Returns whether an objective needs a creature to flee, and the battlefield lets it. With several zones, a
    /// retreat leads to another zone and never out of the fight.
    pub(crate) fn must_leave(self, who: FighterId) -> bool {
        self.arena.ground.count() == 1 && self.arena.lineup.must_leave(who)
    }

    /// Returns the zone that a creature has to reach for an objective. `None` if there is no such objective,
    /// or if the creature is already in the zone of one.
    pub(crate) fn zone_to_reach(self, who: FighterId) -> Option<u8> {
        let is_at = |spot| self.arena.is_at(self.state, who, spot);
        let lineup = &self.arena.lineup;
        let able = lineup.able(self.state.fighting, self.state.round, self.state.stage());
        let Spot([zone, _]) = lineup.spot_to_reach(who, able, is_at)?;
        u8::try_from(zone).ok()
    }

    /// Returns the maximum number of zones in one move [SST-8-5, SST-37-1].
    pub(crate) fn speed(self, who: FighterId) -> u8 {
        let fighter = self.fighter(who);
        fighter.flies.map_or(fighter.speed, |flight| flight.speed)
    }

    /// Returns the maximum number of zones in a charge. In the air, this is the range of a dive. On the
    /// ground, a lame creature charges no farther than it moves [SST-8-5, SST-22-7, SST-37-1].
    pub(crate) fn rush(self, who: FighterId) -> u8 {
        match self.fighter(who).flies {
            Some(flight) if self.aloft(who) => flight.dive,
            _ => {
                let rules = self.rules();
                let wounds = &self.body(who).injuries;
                let speed = wounds.slowed(self.speed(who), rules.injuries);
                speed.min(rules.actions.charge_zones)
            }
        }
    }

    /// Returns whether panic makes a creature run away. A held creature cannot.
    #[inline]
    pub(crate) fn panics(self, who: FighterId) -> bool {
        let body = self.body(who);
        matches!(body.wits, Wits::Panicked { .. }) && body.held.is_none()
    }

    /// Returns whether panic makes a creature run away in its next turn, even against its policy, and its
    /// dice can pay for that. The last option counts as a turn [SST-7-7, SST-19-5].
    #[inline]
    pub(crate) fn must_retreat(self, who: FighterId) -> bool {
        self.panics(who) && self.pays_for(who, Deed::of(Act::Retreat))
    }

    /// Returns the creature that `who` holds.
    pub(crate) fn holding(self, who: FighterId) -> Option<FighterId> {
        let held_by = |other| self.body(other).held.map(|grip| grip.by);
        let mut all = self.state.fighting.iter();
        all.find(|&other| held_by(other) == Some(who))
    }

    /// Returns the size of `who` minus that of `than`, in points. Negative if `who` is smaller.
    pub(crate) fn larger(self, who: FighterId, than: FighterId) -> i8 {
        let [one, other] = [who, than].map(|who| self.fighter(who).size.cast_signed());
        one - other
    }

    /// Returns whether a creature has the skill for putting on and tightening holds [SST-12-4].
    pub(crate) fn wrestles(self, who: FighterId) -> bool {
        self.fighter(who).wrestle > 0
    }

    /// Returns whether a creature can take hold of another. The other must not be too large, unless it is
    /// down [SST-12-4, SST-12-9].
    pub(crate) fn can_hold(self, who: FighterId, target: FighterId) -> bool {
        let (me, it) = (self.fighter(who).size, self.fighter(target).size);
        let (body, close) = (self.body(target), self.rules().close);
        self.state.locked(who, target)
            && body.held.is_none()
            && (it < close.held * me.max(close.least_size) || body.prone)
    }
}

impl Body {
    /// Returns whether two creatures are in close combat with each other.
    #[inline]
    pub(crate) const fn is_locked(&self, other: &Self) -> bool {
        self.close != 0 && self.close == other.close
    }
}

impl State {
    /// Returns the members of a creature's melee, including itself. Outside a melee this is only the
    /// creature.
    #[inline]
    pub(crate) fn group(&self, who: FighterId) -> FighterSet {
        let group = self.body(who).group;
        if group == 0 {
            FighterSet::of(who)
        } else {
            self.members(group)
        }
    }

    /// Returns the members of the melee with this number.
    #[inline]
    pub(crate) fn members(&self, group: u8) -> FighterSet {
        self.fighting
            .filter(|other| self.body(other).group == group)
    }

    /// Returns the creatures in close combat with a creature, including itself. Outside close combat this is
    /// only the creature.
    pub(crate) fn knot(&self, who: FighterId) -> FighterSet {
        let close = self.body(who).close;
        if close == 0 {
            return FighterSet::of(who);
        }
        self.fighting
            .filter(|other| self.body(other).close == close)
    }

    /// Returns whether two creatures are in the same melee.
    #[expect(clippy::inline_always, reason = "it compares two numbers")]
    #[inline(always)]
    pub(crate) fn together(&self, a: FighterId, b: FighterId) -> bool {
        let group = self.body(a).group;
        group != 0 && group == self.body(b).group
    }

    /// Returns whether two creatures are in close combat with each other.
    #[expect(clippy::inline_always, reason = "it compares two numbers")]
    #[inline(always)]
    pub(crate) fn locked(&self, a: FighterId, b: FighterId) -> bool {
        self.body(a).is_locked(self.body(b))
    }

    /// Returns whether a creature can reach an enemy. In a melee, it reaches the other members. Alone, it
    /// reaches any enemy in its zone [SST-3-7, SST-3-8].
    #[inline]
    pub(crate) fn reaches(&self, who: FighterId, target: FighterId) -> bool {
        self.together(who, target)
            || (self.body(who).group == 0 && self.body(who).zone == self.body(target).zone)
    }

    /// Returns the hold that a creature is in. The creature must be in one.
    pub(crate) fn grip_of(&self, who: FighterId) -> Grip {
        let held = self.body(who).held;
        held.expect("only the held are squeezed, subdued and break free")
    }
}
