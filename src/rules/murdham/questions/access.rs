//! Whether an attack can be made from here, and what it takes to hit.
//!
//! Clauses: MUR-0-19, MUR-2-8, MUR-3-2, MUR-3-3, MUR-3-9..12, MUR-7-3, MUR-7-4, MUR-10-1, MUR-10-8, MUR-16-6, MUR-16-7,
//! MUR-16-10, MUR-16-12. Distances are zones.

use crate::fight::FighterId;
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::attack::{Means, Stance, Way};
use crate::rules::murdham::nouns::deeds::Lying;
use crate::rules::murdham::nouns::state::{State, Whereabouts};
use crate::rules::murdham::reading::field::NONE;
use crate::rules::murdham::reading::sheet::Size;
use crate::rules::murdham::reading::tables::{UNARMED, Weapon};

impl<const N: usize> Arena<N> {
    /// The weapon that an attack is made with; bare hands for one without.
    #[inline]
    pub(crate) fn weapon_of(&self, state: &State<N>, who: FighterId, means: Means) -> &Weapon {
        match means {
            Means::Item(at) => self.weapon(state.body(who).items[usize::from(at)].weapon),
            _ => self.weapon(UNARMED),
        }
    }

    /// Whether somebody sees what is in the other's place, concealment aside [MUR-0-19].
    pub(crate) fn sees(&self, state: &State<N>, who: FighterId, target: FighterId) -> bool {
        let (here, there) = (state.body(who).place, state.body(target).place);
        self.sees_place(who, here, there)
    }

    pub(crate) fn sees_place(&self, who: FighterId, here: u8, there: u8) -> bool {
        let dark = self.field.feature(there).dark && !self.fighter(who).sees_in_dark;
        !dark && !self.field.is_blind(here, there)
    }

    /// Whether an attack on this target can be made from here; the target's own state is not looked at, but for
    /// concealment, nor whether the attacker may act.
    #[inline]
    pub(crate) fn way(
        &self,
        state: &State<N>,
        who: FighterId,
        target: FighterId,
        means: Means,
        stance: Stance,
    ) -> Option<Way> {
        let hidden = state.body(target).concealed && self.lineup.are_enemies(who, target);
        if hidden || who == target {
            return None;
        }
        let distance = self.distance(state, who, target);
        match means {
            Means::Item(at) => {
                let weapon = self.weapon_of(state, who, means);
                if weapon.blast || !self.is_usable(state, who, at.into()) {
                    return None;
                }
                self.way_with(state, who, target, weapon, distance, stance)
            }
            Means::Unarmed => {
                let weapon = self.weapon(UNARMED);
                self.way_with(state, who, target, weapon, distance, stance)
            }
            Means::Disarm { .. } | Means::Shove { .. } | Means::Grapple => {
                let larger = self.over(who, target);
                let near = self.nearby(state, who, target);
                let possible = match means {
                    Means::Disarm { of } => self.droppable(state, target, of).is_some(),
                    Means::Grapple => self.can_grab(state, who, target, larger),
                    _ => true,
                };
                (near && larger >= 0 && possible).then(|| Way {
                    ranged: false,
                    save: !self.sees(state, who, target),
                })
            }
        }
    }

    fn way_with(
        &self,
        state: &State<N>,
        who: FighterId,
        target: FighterId,
        weapon: &Weapon,
        distance: u8,
        stance: Stance,
    ) -> Option<Way> {
        if distance == NONE {
            return None;
        }
        let barred =
            distance > 0 && !stance.exposed && self.field.feature(state.body(target).place).barrier;
        if barred {
            return None;
        }
        let reach = u8::from(self.fighter(who).size == Size::Massive && !stance.close);
        let sees = self.sees(state, who, target);
        if weapon.melee && distance <= reach {
            return Some(Way {
                ranged: false,
                save: !sees,
            });
        }
        if weapon.range == 0 || !sees {
            return None;
        }
        let range = Self::range(weapon, self.over(who, target));
        self.shot(range, distance, stance.moving)
    }

    /// Whether a shot reaches so far, and whether it needs a save [MUR-3-11, MUR-3-12].
    pub(crate) fn shot(&self, range: i32, distance: u8, moving: bool) -> Option<Way> {
        let distance = i32::from(distance);
        let far = !self.options.at_most_half(distance, range);
        (distance <= range && !(far && moving)).then_some(Way {
            ranged: true,
            save: far || moving,
        })
    }

    /// The range of a weapon against somebody so many sizes smaller [MUR-16-7].
    pub(crate) fn range(weapon: &Weapon, larger: i32) -> i32 {
        let range = i32::from(weapon.range);
        match larger {
            _ if weapon.blast => range,
            0.. => (0..larger).fold(range, |range, _| (range + 1) / 2),
            _ => range << -larger,
        }
    }

    /// Whether enough hands are free of captives for a weapon [MUR-16-12]. Who holds somebody of its own size lets
    /// go instead.
    fn has_hands(&self, state: &State<N>, who: FighterId, weapon: &Weapon) -> bool {
        if weapon.natural || !self.scope.grabs {
            return true;
        }
        let held = self.small_captives(state, who);
        held == 0 || self.fighter(who).appendages >= held + weapon.hands()
    }

    /// How many smaller captives somebody holds.
    pub(crate) fn small_captives(&self, state: &State<N>, who: FighterId) -> u8 {
        let captives = state.captives(who).iter();
        let small = captives
            .filter(|&captive| self.over(who, captive) > 0)
            .count();
        u8::try_from(small).expect("at most 64 fighters")
    }

    /// Whether somebody can take hold of a target that is no larger [MUR-10-8, MUR-16-12].
    pub(crate) fn can_grab(
        &self,
        state: &State<N>,
        who: FighterId,
        target: FighterId,
        larger: i32,
    ) -> bool {
        if state.is_grabbed(target) || !state.fighting.has(target) {
            return false;
        }
        if larger > 0 {
            return self.small_captives(state, who) < self.fighter(who).appendages;
        }
        !self.options.grapple_needs_free_hand || self.fighter(who).free_hand
    }

    /// The weapon of these that somebody can be made to drop, by its place on the list: the one in hand, else the first
    /// [MUR-10-5].
    pub(crate) fn droppable(&self, state: &State<N>, who: FighterId, of: u64) -> Option<usize> {
        let body = state.body(who);
        let fits = |&at: &usize| {
            let item = body.items[at];
            item.at == Whereabouts::Held
                && of >> item.weapon & 1 == 1
                && !self.weapon(item.weapon).natural
        };
        let in_hand = usize::from(body.in_hand);
        std::iter::once(in_hand)
            .chain(0..body.items.len())
            .find(fits)
    }

    /// Armour value of somebody against a blow from this place [MUR-0-4, MUR-7-1]. `exposed`: struck back at behind
    /// its barrier [MUR-7-4].
    pub(crate) fn armour(
        &self,
        state: &State<N>,
        who: FighterId,
        attacker: FighterId,
        weapon: &Weapon,
        exposed: bool,
    ) -> i32 {
        let body = state.body(who);
        let fighter = self.fighter(who);
        let worn = if body.armour_gone { 0 } else { fighter.armour };
        let shield = if body.shield_gone { 0 } else { fighter.shield };
        let feature = self.field.feature(body.place);
        let near = self.nearby(state, who, attacker) && !self.options.cover_in_melee;
        let behind = feature.cover || (exposed && feature.barrier);
        let cover = behind && !near && !weapon.penetrates_cover;
        i32::from((worn + shield + u8::from(cover)).min(3))
    }

    /// Whether somebody holds this weapon of its list and has a shot and hands for it.
    #[inline]
    pub(crate) fn is_usable(&self, state: &State<N>, who: FighterId, at: usize) -> bool {
        let item = state.body(who).items[at];
        let weapon = self.weapon(item.weapon);
        item.at == Whereabouts::Held
            && (weapon.shots.is_none() || item.shots > 0)
            && self.has_hands(state, who, weapon)
    }

    /// Whether somebody has to take another weapon in hand for an attack, which is a bonus action [MUR-2-8].
    #[inline]
    pub(crate) fn swaps(&self, state: &State<N>, who: FighterId, means: Means) -> bool {
        let Means::Item(at) = means else { return false };
        self.options.swap_costs
            && state.body(who).in_hand != at
            && !self.weapon_of(state, who, means).natural
    }

    /// Whether a weapon on the ground is within somebody's reach, and there is room for it.
    pub(crate) fn in_reach(&self, state: &State<N>, who: FighterId, lying: Lying) -> bool {
        let item = state.body(lying.owner).items[lying.item];
        let Whereabouts::Lying(place) = item.at else {
            return false;
        };
        self.field.nearby(place, state.body(who).place)
            && (lying.owner == who || state.room(who).is_some())
    }
}
