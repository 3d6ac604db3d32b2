//! Contact and holds; reach of blows, shots and spells; and possible movements.
//!
//! Clauses: SST-3-7, SST-3-8, SST-3-11, SST-3-12, SST-8-5, SST-11-3, SST-11-4, SST-12-4..6, SST-12-9, SST-19-5, SST-27-4,
//! SST-33-1, SST-37-1, SST-37-3, SST-37-5. Distances are zones. The beginning of melees and close combat, and their
//! numbering, are in `contact`. Reading: a spell reaches as far as the book's bow.

use crate::fight::{Fight as _, FighterId, FighterSet, Spot};
use crate::rules::swift_swords::nouns::{Act, Body, Deed, Grip, NO_WAY, State, View, Wits};

/// The tightest hold.
pub(crate) const TIGHTEST: u8 = 4;

impl View<'_> {
    /// Returns whether a creature can strike at an enemy in reach: not too many have done so in this round [SST-3-11].
    #[expect(
        clippy::inline_always,
        reason = "it is asked of one enemy after the other"
    )]
    #[inline(always)]
    pub(crate) fn can_strike(self, who: FighterId, target: FighterId) -> bool {
        self.state.reaches(who, target) && self.has_room(who, target) && self.in_reach(who, target)
    }

    /// The enemies that a creature can strike at.
    #[inline]
    pub(crate) fn strikeable(self, who: FighterId) -> FighterSet {
        self.foes(who).filter(|foe| self.can_strike(who, foe))
    }

    /// Zones between two creatures.
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

    /// Returns whether a weapon strikes at a target from its bearer's position, without coming nearer [SST-33-1].
    pub(crate) fn strikes_from(self, who: FighterId, weapon: u8, target: FighterId) -> bool {
        if self.arena.weapon(weapon).reach {
            self.body(who).group == 0 && self.body(who).zone == self.body(target).zone
        } else {
            self.state.together(who, target)
        }
    }

    /// Returns whether a shot with this weapon, or a spell, reaches a target [SST-3-12, SST-11-3].
    pub(crate) fn carries(self, who: FighterId, weapon: Option<u8>, target: FighterId) -> bool {
        let [here, there] = [who, target].map(|who| self.body(who).zone);
        let spell = self.rules().attacks.spell_range;
        let range = weapon.map_or(spell, |weapon| self.arena.weapon(weapon).range);
        self.distance(who, target) <= range && self.arena.ground.sees(here, there)
    }

    /// The missile weapon in hand that a creature would gather for or shoot with, if it is in `wish` and can be used
    /// [SST-11-3].
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

    /// Returns whether a blow can reach a target at all: not from the ground into the air [SST-37-5].
    #[inline]
    pub(crate) fn in_reach(self, who: FighterId, target: FighterId) -> bool {
        !self.aloft(target) || self.aloft(who)
    }

    /// Returns whether a creature outside contact can charge an enemy [SST-8-5].
    pub(crate) fn can_charge(self, who: FighterId, target: FighterId) -> bool {
        let near = self.distance(who, target) <= self.rush(who);
        near && self.has_room(who, target) && self.in_reach(who, target)
    }

    /// Returns whether a creature in contact can pull an enemy into it: one that stands alone in the zone [SST-3-9].
    pub(crate) fn can_drag(self, who: FighterId, target: FighterId) -> bool {
        let (me, it) = (self.body(who), self.body(target));
        it.group == 0 && it.zone == me.zone && self.in_reach(who, target)
    }

    /// Returns whether a waiting creature can reach an attacking enemy in the air: it is the target, or in contact with
    /// the target [SST-37-5].
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

    /// Returns whether a creature could get away from its enemies at all, and would profit from it.
    pub(crate) fn can_retreat(self, who: FighterId) -> bool {
        let body = self.body(who);
        self.arena.ground.count() == 1 || body.group != 0 || self.refuge(who) != body.zone
    }

    /// Returns whether a creature lies on the ground and could stand up.
    pub(crate) fn can_stand(self, who: FighterId) -> bool {
        let body = self.body(who);
        body.prone && body.close == 0 && !body.injuries.legless
    }

    /// The zone in a creature's reach that is farthest from the nearest enemy; of several, its own, then the first.
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

    /// Returns whether a creature is at the place of an objective, where others are still to come.
    pub(crate) fn must_stay(self, who: FighterId) -> bool {
        let is_at = |spot| self.arena.is_at(self.state, who, spot);
        self.arena.lineup.must_stay(who, is_at)
    }

    /// The zone of an objective that a creature must reach.
    pub(crate) fn zone_to_reach(self, who: FighterId) -> Option<u8> {
        let is_at = |spot| self.arena.is_at(self.state, who, spot);
        let Spot([zone, _]) = self.arena.lineup.spot_to_reach(who, is_at)?;
        u8::try_from(zone).ok()
    }

    /// Maximum number of zones of one move [SST-8-5, SST-37-1].
    pub(crate) fn speed(self, who: FighterId) -> u8 {
        let fighter = self.fighter(who);
        fighter.flies.map_or(fighter.speed, |flight| flight.speed)
    }

    /// Maximum number of zones of a charge: from the air that of a dive, on the ground no farther than a move of the lame
    /// [SST-8-5, SST-22-7, SST-37-1].
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

    /// Returns whether panic drives a creature away. A held creature cannot get away.
    #[inline]
    pub(crate) fn panics(self, who: FighterId) -> bool {
        let body = self.body(who);
        matches!(body.wits, Wits::Panicked { .. }) && body.held.is_none()
    }

    /// Returns whether a creature must get away in its next turn, against its policy; its last option is a turn, too
    /// [SST-7-7, SST-19-5].
    #[inline]
    pub(crate) fn must_retreat(self, who: FighterId) -> bool {
        self.panics(who) && self.pays_for(who, Deed::of(Act::Retreat))
    }

    /// The creature that this one holds.
    pub(crate) fn holding(self, who: FighterId) -> Option<FighterId> {
        let held_by = |other| self.body(other).held.map(|grip| grip.by);
        let mut all = self.state.fighting.iter();
        all.find(|&other| held_by(other) == Some(who))
    }

    /// The size of `who` minus that of `than`, in points; negative if `who` is smaller.
    pub(crate) fn larger(self, who: FighterId, than: FighterId) -> i8 {
        let [one, other] = [who, than].map(|who| self.fighter(who).size.cast_signed());
        one - other
    }

    /// Returns whether a creature has the skill for putting on and tightening holds [SST-12-4].
    pub(crate) fn wrestles(self, who: FighterId) -> bool {
        self.fighter(who).wrestle > 0
    }

    /// Returns whether a hold can be put on a creature: not on one that is too large, unless it is down
    /// [SST-12-4, SST-12-9].
    pub(crate) fn can_hold(self, who: FighterId, target: FighterId) -> bool {
        let (me, it) = (self.fighter(who).size, self.fighter(target).size);
        let (body, close) = (self.body(target), self.rules().close);
        self.state.locked(who, target)
            && body.held.is_none()
            && (it < close.held * me.max(close.least_size) || body.prone)
    }
}

impl Body {
    /// Returns whether this creature is in close combat with another.
    #[inline]
    pub(crate) const fn is_locked(&self, other: &Self) -> bool {
        self.close != 0 && self.close == other.close
    }
}

impl State {
    /// The members of a creature's melee, itself included; itself alone if it is in none.
    #[inline]
    pub(crate) fn group(&self, who: FighterId) -> FighterSet {
        let group = self.body(who).group;
        if group == 0 {
            return FighterSet::of(who);
        }
        self.fighting
            .filter(|other| self.body(other).group == group)
    }

    /// The creatures in close combat with a creature, itself included; itself alone if it is in none.
    pub(crate) fn knot(&self, who: FighterId) -> FighterSet {
        let close = self.body(who).close;
        if close == 0 {
            return FighterSet::of(who);
        }
        self.fighting
            .filter(|other| self.body(other).close == close)
    }

    /// Returns whether two creatures are in the same melee.
    #[inline]
    pub(crate) fn together(&self, a: FighterId, b: FighterId) -> bool {
        self.body(a).group != 0 && self.body(a).group == self.body(b).group
    }

    /// Returns whether two creatures are in close combat with each other.
    #[inline]
    pub(crate) fn locked(&self, a: FighterId, b: FighterId) -> bool {
        self.body(a).is_locked(self.body(b))
    }

    /// Returns whether a creature can reach an enemy: one of its own melee, or, if it stands alone, any enemy in the
    /// zone [SST-3-7, SST-3-8].
    #[inline]
    pub(crate) fn reaches(&self, who: FighterId, target: FighterId) -> bool {
        self.together(who, target)
            || (self.body(who).group == 0 && self.body(who).zone == self.body(target).zone)
    }

    /// The hold that a creature is in; it must be in one.
    pub(crate) fn grip_of(&self, who: FighterId) -> Grip {
        let held = self.body(who).held;
        held.expect("only the held are squeezed, subdued and break free")
    }
}
