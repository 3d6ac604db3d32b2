//! The attacks that a fighter can make in a state: which are possible, their dice, and who can reply to them.
//!
//! Clauses: MUR-0-4, MUR-0-5, MUR-0-19, MUR-2-5, MUR-2-8, MUR-3-2, MUR-3-3, MUR-3-9..12, MUR-4-5, MUR-7-3,
//! MUR-7-4, MUR-10-1, MUR-10-8, MUR-16-6, MUR-16-7, MUR-16-10, MUR-16-12. Distances are in zones.

use crate::fight::{FighterId, FighterSet};
use crate::rules::murdham::nouns::{
    Attack, AttackMeans, Delivery, Gap, Item, Lying, Manner, Pool, Stance, State, View, Whereabouts,
};
use crate::rules::murdham::reading::{NONE, Place, UNARMED, Weapon};

impl<'a> View<'a> {
    /// Returns the enemies that are still fighting.
    #[inline]
    pub(crate) fn foes(self, who: FighterId) -> FighterSet {
        self.state.fighting.without(self.arena.lineup.allies(who))
    }

    /// Returns whether two fighters are nearby each other [MUR-0-17].
    #[inline]
    pub(crate) fn nearby(self, a: FighterId, b: FighterId) -> bool {
        let field = &self.arena.field;
        field.nearby(self.body(a).place, self.body(b).place)
    }

    /// Returns those fighters of the set `some` that are nearby the fighter `who`.
    #[inline]
    pub(crate) fn near(self, who: FighterId, some: FighterSet) -> FighterSet {
        let field = &self.arena.field;
        if field.single {
            return some;
        }
        let distances = field.distances(self.body(who).place);
        // A place has the distance 0 to itself, so fighters in the same place are included.
        some.filter(|other| distances[usize::from(self.body(other).place)] <= field.reach)
    }

    /// Returns the distance between two fighters in zones.
    #[inline]
    pub(crate) fn distance(self, a: FighterId, b: FighterId) -> u8 {
        let field = &self.arena.field;
        field.distance(self.body(a).place, self.body(b).place)
    }

    /// Returns whether a fighter can see the place of another. Concealment is not considered [MUR-0-19].
    #[inline]
    pub(crate) fn sees(self, who: FighterId, target: FighterId) -> bool {
        self.sees_place(who, self.body(target).place)
    }

    #[inline]
    pub(crate) fn sees_place(self, who: FighterId, there: Place) -> bool {
        !self.arena.scope.blinds || self.is_in_sight(who, there)
    }

    #[inline(never)]
    fn is_in_sight(self, who: FighterId, there: Place) -> bool {
        let dark = self.arena.field.feature(there).dark && !self.fighter(who).sees_in_dark;
        !dark && !self.arena.field.is_blind(self.body(who).place, there)
    }

    /// Returns the weapon of an attack, or bare hands if the attack uses no weapon.
    #[inline]
    pub(crate) fn weapon_of(self, who: FighterId, means: AttackMeans) -> &'a Weapon {
        self.arena.weapon(self.state.weapon_number(who, means))
    }

    /// Returns how an attack reaches a target from the attacker's place, or `None` if it cannot. Does not
    /// check whether the attacker may act. Of the target's state, only its place and its concealment matter.
    pub(crate) fn way(
        self,
        who: FighterId,
        target: FighterId,
        means: AttackMeans,
        stance: Stance,
    ) -> Option<Delivery> {
        match means {
            AttackMeans::Item(at) => {
                let item = &self.body(who).items[usize::from(at)];
                self.with_item(self.gap(who, target, stance)?, item)
            }
            AttackMeans::Unarmed => {
                self.with_weapon(self.gap(who, target, stance)?, self.arena.weapon(UNARMED))
            }
            AttackMeans::Disarm { .. } | AttackMeans::Shove { .. } | AttackMeans::Grapple => {
                let possible = !self.is_hidden(who, target)
                    && who != target
                    && self.nearby(who, target)
                    && self.can_handle(who, target, means);
                possible.then(|| self.at_hand(who, target))
            }
        }
    }

    #[inline]
    fn is_hidden(self, who: FighterId, target: FighterId) -> bool {
        self.body(target).concealed && self.arena.lineup.are_enemies(who, target)
    }

    /// Returns how an attack reaches a target that is near enough for a melee attack.
    #[inline]
    fn at_hand(self, who: FighterId, target: FighterId) -> Delivery {
        Delivery {
            ranged: false,
            save: !self.sees(who, target),
        }
    }

    /// Returns the gap between a fighter and the target of a blow or a shot. Returns `None` if no weapon can
    /// reach the target.
    #[expect(clippy::inline_always, reason = "every attack asks for it")]
    #[inline(always)]
    pub(crate) fn gap(self, who: FighterId, target: FighterId, stance: Stance) -> Option<Gap> {
        if self.is_hidden(who, target) || who == target {
            return None;
        }
        let field = &self.arena.field;
        let there = self.body(target).place;
        let distance = field.distance(self.body(who).place, there);
        let exposed = stance == Stance::Exposed || distance <= field.reach;
        let possible = distance != NONE && (exposed || !field.feature(there).barrier);
        possible.then_some(Gap {
            who,
            target,
            distance,
            stance,
        })
    }

    /// Returns how an attack with a weapon of the attacker's list reaches the target, or `None` if it cannot.
    #[inline]
    pub(crate) fn with_item(self, gap: Gap, item: &Item) -> Option<Delivery> {
        let weapon = self.arena.weapon(item.weapon);
        if weapon.blast || !self.is_ready(gap.who, item, weapon) {
            return None;
        }
        self.with_weapon(gap, weapon)
    }

    /// Returns how an attack with a weapon reaches the target, or `None` if it cannot. Does not check whether
    /// the attacker can use the weapon.
    #[inline]
    pub(crate) fn with_weapon(self, gap: Gap, weapon: &Weapon) -> Option<Delivery> {
        let Gap {
            who,
            target,
            distance,
            stance,
        } = gap;
        let reach = if stance == Stance::Close {
            self.arena.field.reach
        } else {
            self.fighter(who).reach
        };
        if weapon.melee && distance <= reach {
            return Some(self.at_hand(who, target));
        }
        if weapon.range == 0 {
            return None;
        }
        self.shot_over(gap, weapon)
    }

    /// Returns how a shot reaches the target, or `None` if it cannot.
    #[inline(never)]
    fn shot_over(self, gap: Gap, weapon: &Weapon) -> Option<Delivery> {
        if !self.sees(gap.who, gap.target) {
            return None;
        }
        let larger = self.arena.over(gap.who, gap.target);
        let range = weapon.range_at(larger, &self.arena.options.rules.size);
        self.shot(range, gap.distance, gap.stance == Stance::Moving)
    }

    /// Returns whether a fighter can attack another from its place, with one of its weapons or with bare
    /// hands. `moving` says whether it moves in the same turn.
    pub(crate) fn can_attack(self, who: FighterId, foe: FighterId, moving: bool) -> bool {
        let Some(gap) = self.gap(who, foe, Stance::moving(moving)) else {
            return false;
        };
        let mut held = self.body(who).held();
        held.any(|(_, item)| self.with_item(gap, item).is_some())
            || self.with_weapon(gap, self.arena.weapon(UNARMED)).is_some()
    }

    /// Returns whether a fighter could disarm, shove or grab a target if it were nearby. A smaller fighter
    /// never can [MUR-16-10].
    pub(crate) fn can_handle(self, who: FighterId, target: FighterId, means: AttackMeans) -> bool {
        let larger = self.arena.over(who, target);
        let possible = match means {
            AttackMeans::Disarm { of } => self.droppable(target, of).is_some(),
            AttackMeans::Grapple => self.can_grab(who, target, larger),
            _ => true,
        };
        possible && larger >= 0
    }

    /// Returns how a shot reaches a target at this distance: with or without a save to hit. Returns `None` if
    /// the target is too far away [MUR-3-11, MUR-3-12].
    pub(crate) fn shot(self, range: i32, distance: u8, moving: bool) -> Option<Delivery> {
        let distance = i32::from(distance);
        let options = &self.arena.options;
        let far = !options.at_most_share(distance, options.rules.attacks.sure_range, range);
        (distance <= range && !(far && moving)).then_some(Delivery {
            ranged: true,
            save: far || moving,
        })
    }

    /// Returns whether a fighter has enough hands for a weapon. It needs hands for its smaller captives
    /// [MUR-16-12]. A captive of its own size needs none, because the fighter would release it.
    #[inline]
    fn has_hands(self, who: FighterId, weapon: &Weapon) -> bool {
        weapon.natural || !self.arena.scope.grabs || self.has_hands_left(who, weapon)
    }

    #[inline(never)]
    fn has_hands_left(self, who: FighterId, weapon: &Weapon) -> bool {
        let taken = self.small_captives(who) * self.arena.options.rules.size.hands;
        taken == 0 || u32::from(self.fighter(who).appendages) >= taken + u32::from(weapon.hands())
    }

    /// Returns the number of captives of a fighter that are smaller than it.
    fn small_captives(self, who: FighterId) -> u32 {
        let captives = self.state.captives(who);
        captives
            .filter(|captive| self.arena.over(who, captive) > 0)
            .count()
    }

    /// Returns whether a fighter can grab a target of its own size or smaller [MUR-10-8, MUR-16-12].
    fn can_grab(self, who: FighterId, target: FighterId, larger: i32) -> bool {
        if !self.state.is_free(target) {
            return false;
        }
        if larger > 0 {
            let taken = (self.small_captives(who) + 1) * self.arena.options.rules.size.hands;
            return taken <= self.fighter(who).appendages.into();
        }
        !self.arena.options.grapple_needs_free_hand || self.fighter(who).free_hand
    }

    /// Returns the list index of the weapon that a fighter would drop. This is the weapon in hand if it is
    /// among the weapons `of`, and otherwise the first of its weapons that is. Natural weapons, such as
    /// claws, cannot be dropped. Returns `None` if the fighter has nothing to drop [MUR-10-5].
    pub(crate) fn droppable(self, who: FighterId, of: u64) -> Option<usize> {
        let body = self.body(who);
        let fits = |&at: &usize| {
            let item = body.items[at];
            item.at == Whereabouts::Held
                && of >> item.weapon & 1 == 1
                && !self.arena.weapon(item.weapon).natural
        };
        let in_hand = [usize::from(body.in_hand)].into_iter();
        in_hand.chain(0..body.items.len()).find(fits)
    }

    /// Returns the armour value of what a fighter wears: its armour and its shield. Cover is not included.
    #[inline]
    pub(crate) fn worn(self, who: FighterId) -> u8 {
        let (fighter, body) = (self.fighter(who), self.body(who));
        let armour = if body.armour_gone { 0 } else { fighter.armour };
        let shield = if body.shield_gone { 0 } else { fighter.shield };
        (armour + shield).min(self.arena.options.rules.armour.most)
    }

    /// Returns the armour value of a fighter against a blow of `attacker`, including cover [MUR-0-4,
    /// MUR-7-1]. `exposed` says whether the blow is a counter. Against a counter, a barrier protects as cover
    /// does [MUR-7-4].
    #[expect(clippy::inline_always, reason = "every attack asks for it")]
    #[inline(always)]
    pub(crate) fn armour(
        self,
        who: FighterId,
        attacker: FighterId,
        weapon: &Weapon,
        exposed: bool,
    ) -> i32 {
        let feature = self.arena.field.feature(self.body(who).place);
        let near = || self.nearby(who, attacker) && !self.arena.options.cover_in_melee;
        let behind = feature.cover || (exposed && feature.barrier);
        let rules = &self.arena.options.rules.armour;
        if behind && !weapon.penetrates_cover && !near() {
            return (self.worn(who) + rules.cover).min(rules.most).into();
        }
        self.worn(who).into()
    }

    /// Returns whether a fighter can use the weapon at this index of its list. It must hold the weapon, have
    /// a use of it left, and have enough hands for it.
    #[inline]
    pub(crate) fn is_usable(self, who: FighterId, at: usize) -> bool {
        let item = &self.body(who).items[at];
        self.is_ready(who, item, self.arena.weapon(item.weapon))
    }

    /// Returns the same as [`View::is_usable`], for callers that already have the item and its weapon.
    #[inline]
    fn is_ready(self, who: FighterId, item: &Item, weapon: &Weapon) -> bool {
        item.at == Whereabouts::Held
            && (weapon.shots.is_none() || item.shots > 0)
            && self.has_hands(who, weapon)
    }

    /// Returns whether a fighter would have to change weapons for an attack, which costs a bonus action
    /// [MUR-2-8].
    #[inline]
    pub(crate) fn swaps(self, who: FighterId, means: AttackMeans) -> bool {
        let AttackMeans::Item(at) = means else {
            return false;
        };
        self.arena.options.swap_costs
            && self.body(who).in_hand != at
            && !self.weapon_of(who, means).natural
    }

    /// Returns whether a fighter can pick up a weapon from the ground. The weapon must be nearby. The
    /// fighter's list must have room, unless the weapon is on this list already.
    pub(crate) fn in_reach(self, who: FighterId, lying: Lying) -> bool {
        let item = self.body(lying.owner).items[lying.item];
        let Whereabouts::Lying(place) = item.at else {
            return false;
        };
        self.arena.field.nearby(place, self.body(who).place)
            && (lying.owner == who || self.state.room(who).is_some())
    }

    /// Returns the dice of an attack against its target.
    #[expect(clippy::inline_always, reason = "every attack asks for it")]
    #[inline(always)]
    pub(crate) fn pool_of(self, attack: Attack) -> Pool {
        let weapon = self.state.weapon_number(attack.attacker, attack.means);
        let held_back = u8::from(attack.manner == Manner::HeldBack);
        let larger = self.arena.over(attack.attacker, attack.target);
        let causes = held_back + self.hampered(attack.attacker);
        let mut pool = self.arena.pool(weapon, larger, causes);
        if self.arena.scope.day
            && let AttackMeans::Item(at) = attack.means
        {
            pool.brittle = self.worn_dice(attack.attacker, at, pool).brittle;
        }
        pool
    }

    /// Returns the dice of an attack with the weapon at index `at` of a fighter's list. If a durability roll
    /// has damaged the weapon, these dice may destroy it [MUR-15-1, MUR-15-2].
    #[inline]
    pub(crate) fn worn_dice(self, who: FighterId, at: u8, pool: Pool) -> Pool {
        let damaged = self.body(who).items[usize::from(at)].damaged;
        Pool {
            brittle: pool.brittle || (damaged && pool.breaks > 0),
            ..pool
        }
    }

    /// Returns the dice of an attack and the armour value against it. `exposed` says whether the attack is a
    /// counter.
    #[expect(clippy::inline_always, reason = "every attack asks for it")]
    #[inline(always)]
    pub(crate) fn strike(self, attack: Attack, exposed: bool) -> (Pool, i32) {
        let (who, target) = (attack.attacker, attack.target);
        let weapon = self.weapon_of(who, attack.means);
        let armour = self.armour(target, who, weapon, exposed);
        (self.pool_of(attack), armour)
    }
}

impl State {
    /// Returns the number of an attack's weapon among all weapons of the matchup.
    #[inline]
    pub(crate) fn weapon_number(&self, who: FighterId, means: AttackMeans) -> u8 {
        match means {
            AttackMeans::Item(at) => self.body(who).items[usize::from(at)].weapon,
            _ => UNARMED,
        }
    }

    /// Returns whether a fighter can react. It must have its turn or a further reaction left [MUR-2-5,
    /// MUR-4-5]. It must also be fighting, and neither be held by somebody nor be about to surrender.
    #[inline]
    pub(crate) fn can_react(&self, who: FighterId) -> bool {
        let body = self.body(who);
        self.fighting.has(who)
            && body.captor.is_none()
            && !body.giving_up
            && (self.unused.has(who) || body.extra > 0)
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::murdham::nouns::state::Status;
    use crate::rules::murdham::testing::fighters;

    #[test] // MUR-3-7, MUR-16-6
    fn a_death_blow_is_dealt_from_nearby_with_what_strikes() {
        let sling = "[weapons.sling]\ndamage = '1d4'\nmelee = false\nrange = 3\nshots = 2";
        let blow = |there: u8| {
            fighters(
                "a",
                "size = 'massive'\ncarries = ['sling', 'sword']\npolicy = 'cruel'",
            )
            .against("b", &format!("policy = 'idle'\nat = {there}"))
            .and("c", "policy = 'idle'\nat = 2")
            .field("zones = 3")
            .with(sling)
            .policy("cruel", "act = ['death-blow']\nmove = ['stay']")
            .ready()
            .out("b", Status::Incapacitated, 4)
            .turn([])
        };
        let near = blow(0);
        assert_eq!(
            (near.status("b"), near.body("a").items[0].shots),
            (Status::Dead, 2)
        );
        assert_eq!(blow(1).status("b"), Status::Incapacitated);
    }

    #[test] // MUR-10-8
    fn whoever_is_held_is_left_to_its_grabber() {
        let after = fighters("a", "carries = ['sword']\npolicy = 'does'")
            .and("d", "policy = 'idle'")
            .against("b", "policy = 'idle'")
            .and("c", "policy = 'idle'")
            .policy("does", "act = ['grapple at b', 'attack at b']")
            .ready()
            .holding("d", "b")
            .turn([3]);
        assert_eq!(
            (after.health("b"), after.captor("b").as_deref()),
            (5, Some("d"))
        );
    }

    #[test] // MUR-16-12, MUR-10-8
    fn the_larger_grab_the_smaller_with_any_appendage() {
        let after = fighters(
            "a",
            "size = 'large'\ncarries = ['sword']\nshield = 1\npolicy = 'does'",
        )
        .against("b", "policy = 'idle'")
        .option("grapple_needs_free_hand = 'yes'")
        .acts("does", "grapple")
        .turn([]);
        assert_eq!(after.captor("b").as_deref(), Some("a"));
    }

    #[test] // MUR-7-2, MUR-7-4
    fn what_pierces_cover_pierces_a_barrier_when_it_counters() {
        let health = |weapon: &str| {
            fighters("a", "carries = ['bow']\npolicy = 'plain'")
                .against("c", &format!("carries = ['{weapon}']\npolicy = 'counters'\nat = 2"))
                .field("zones = 3\nplaces = { 0 = { barrier = true } }")
                .with("[weapons.ballista]\ndamage = '1d6'\nmelee = false\nrange = 8\npenetrates_cover = true")
                .turn([1, 3])
                .health("a")
        };
        assert_eq!((health("bow"), health("ballista")), (6, 5));
    }

    #[test] // MUR-4-13
    fn nobody_hides_behind_an_ally_who_is_held_or_a_captive_of_others() {
        let hides = |willing: bool, captor: &str, captive: &str| {
            let after = fighters("a", "carries = ['sword']\npolicy = 'plain'")
                .and("d", "policy = 'idle'")
                .against("b", "policy = 'hides'")
                .and("c", &format!("policy = 'idle'\nwilling = {willing}"))
                .reacts("hides", "hide")
                .ready()
                .holding(captor, captive)
                .turn([3]);
            ["b", "c", "d"].map(|name| after.health(name))
        };
        assert_eq!(hides(true, "d", "c"), [5, 8, 8]);
        assert_eq!(hides(false, "c", "d"), [5, 8, 8]);
        assert_eq!(hides(false, "b", "d"), [8, 8, 5]);
    }

    #[test] // MUR-4-11, MUR-17-1
    fn riders_neither_hide_nor_are_hidden_behind() {
        let health = |whom: &str| {
            fighters("a", "carries = ['sword']\npolicy = 'does'")
                .against("lancer", "riding = 'horse'\npolicy = 'hides'")
                .and("page", "policy = 'hides'")
                .with("[combatants.horse]\nhealth = 10\nseats = 1\npolicy = 'idle'")
                .acts("does", &format!("attack at {whom}"))
                .reacts("hides", "hide")
                .turn([3])
                .health(whom)
        };
        assert_eq!((health("lancer"), health("page")), (5, 5));
    }

    #[test] // MUR-2-10
    fn the_dead_are_beyond_remedy() {
        let after = fighters(
            "a",
            "carries = ['sword']\nremedies = { salve = 1 }\npolicy = 'heals'\nfearless = true",
        )
        .and("friend", "policy = 'idle'")
        .against("b", "policy = 'idle'")
        .with("[remedies.salve]\nheals = '1d6'")
        .policy("heals", "act = ['use at friend', 'attack']")
        .ready()
        .out("friend", Status::Dead, 0)
        .turn([3]);
        assert_eq!((after.health("b"), after.body("a").remedies[0]), (5, 1));
    }
}
