//! Chooses the details of a main action, such as the weapon, from where a fighter stands. Also finds out
//! whether the action is possible there at all.
//!
//! Clauses: MUR-2-8, MUR-2-12, MUR-3-7, MUR-3-11, MUR-3-15, MUR-8-2, MUR-8-7, MUR-16-12.

use crate::fight::FighterId;
use crate::rules::murdham::nouns::{
    Aim, Attack, AttackChoice, AttackMeans, Chosen, Deed, Delivery, Gap, Item, Manner, Stance,
    Turn, View,
};
use crate::rules::murdham::reading::UNARMED;

impl View<'_> {
    /// Chooses all details that a main action leaves open. Returns `None` if the action is not possible from
    /// the fighter's place.
    #[inline]
    pub(crate) fn settle(self, turn: Turn, deed: Deed) -> Option<Chosen> {
        if let Deed::Attack(pick) = deed {
            self.choose(turn, pick)
        } else {
            self.settle_other(turn, deed)
        }
    }

    /// Chooses the details of a main action that is no attack with a weapon of one's choice.
    #[inline(never)]
    fn settle_other(self, turn: Turn, deed: Deed) -> Option<Chosen> {
        let who = turn.who;
        let possible = match deed {
            Deed::Nonlethal(target, means) => {
                let way = self.way(who, target, means, Stance::Plain)?;
                return Some(Chosen::Attack(Attack::plain(who, target, means, way)));
            }
            Deed::Blast(aim) => return self.aim(turn, aim),
            Deed::Split { item, first, among } => {
                let at_hand = self.is_at_hand(turn, item);
                let targets = at_hand.then(|| self.shares(who, item, first, among))??;
                return Some(Chosen::Split(targets));
            }
            Deed::Free(ally) => self.state.is_grabbed(ally) && self.nearby(who, ally),
            Deed::Use { patient, .. } => self.nearby(who, patient),
            Deed::PickUp(lying) => self.in_reach(who, lying),
            Deed::Attack(_) | Deed::Surrender | Deed::Nothing | Deed::Go(_) => true,
        };
        possible.then_some(Chosen::AsSaid)
    }

    /// Chooses the first weapon of the fighter's list that `pick` allows and that it can use on the target
    /// from its place, or else bare hands. A weapon that makes blasts is used for a blast at the target's
    /// zone, but not at a zone that the fighter itself touches [MUR-3-15, MUR-8-7].
    fn choose(self, turn: Turn, pick: AttackChoice) -> Option<Chosen> {
        let who = turn.who;
        let moving = turn.walked > 0 || pick.moving;
        let gap = self.gap(who, pick.target, Stance::moving(moving));
        if gap.is_none() && !self.arena.scope.blasts {
            return None;
        }
        for (at, item) in self.body(who).held() {
            let chosen = self.choose_item(turn, pick, (at, item), gap);
            if chosen.is_some() {
                return chosen;
            }
        }
        if pick.wish >> UNARMED & 1 == 0 || pick.ranged {
            return None;
        }
        let way = self.with_weapon(gap?, self.arena.weapon(UNARMED));
        let way = way.filter(|&way| self.suits(who, pick, way))?;
        Some(attack_of(who, pick, AttackMeans::Unarmed, way))
    }

    /// Returns the attack or the blast with an item of the fighter's list and its index there, if it is
    /// possible and of the kind that `pick` wants.
    #[inline(never)]
    fn choose_item(
        self,
        turn: Turn,
        pick: AttackChoice,
        (at, item): (u8, &Item),
        gap: Option<Gap>,
    ) -> Option<Chosen> {
        let weapon = self.arena.weapon(item.weapon);
        let wanted = pick.wish >> item.weapon & 1 == 1 && self.is_drawn(turn, at);
        if !wanted || (pick.ranged && weapon.range == 0) {
            return None;
        }
        if weapon.blast {
            return self.blast_at(turn, pick, at);
        }
        let way = self.with_item(gap?, item)?;
        let suits = self.suits(turn.who, pick, way);
        suits.then(|| attack_of(turn.who, pick, AttackMeans::Item(at), way))
    }

    /// Returns the blast that an attack with the weapon at index `at` of the fighter's list makes, or `None`
    /// if it is not possible [MUR-3-15, MUR-8-7].
    #[inline(never)]
    fn blast_at(self, turn: Turn, pick: AttackChoice, at: u8) -> Option<Chosen> {
        let (who, field) = (turn.who, &self.arena.field);
        let weapon = self.weapon_of(who, AttackMeans::Item(at));
        let (here, there) = (self.body(who).place, self.body(pick.target).place);
        let moving = turn.walked > 0 || pick.moving;
        let reach = |zone| self.blast_reach(who, weapon, zone, moving);
        let fits = |zone| !field.touches(here, zone) && reach(zone).is_some();
        if pick.manner != Manner::Plain || !self.is_usable(who, at.into()) {
            return None;
        }
        let zone = self.blast_zone(who, there, fits)?;
        Some(Chosen::Blast(at, zone, reach(zone)?))
    }

    /// Returns whether a weapon can still be used in this turn.
    fn is_at_hand(self, turn: Turn, item: u8) -> bool {
        self.is_usable(turn.who, item.into()) && self.is_drawn(turn, item)
    }

    /// Returns whether a weapon is in hand or can still be taken in hand in this turn. Changing weapons uses
    /// up the bonus action [MUR-2-8].
    fn is_drawn(self, turn: Turn, item: u8) -> bool {
        turn.bonus || !self.swaps(turn.who, AttackMeans::Item(item))
    }

    /// Returns whether an attack that reaches its target in this way is of the kind that `pick` wants. A
    /// wanted shot must come from a distance, and a death blow from nearby [MUR-3-7].
    #[inline]
    fn suits(self, who: FighterId, pick: AttackChoice, way: Delivery) -> bool {
        match pick.manner {
            Manner::DeathBlow => !way.ranged && self.nearby(who, pick.target),
            _ => !pick.ranged || way.ranged,
        }
    }

    /// Returns a blast with the weapon and at the target of `aim`: the zone that it hits, and how it reaches
    /// that zone. Returns `None` if it is not possible.
    fn aim(self, turn: Turn, aim: Aim) -> Option<Chosen> {
        let (who, item) = (turn.who, aim.item);
        let weapon = self.weapon_of(who, AttackMeans::Item(item));
        let reach = |zone| self.blast_reach(who, weapon, zone, turn.walked > 0);
        if !self.is_at_hand(turn, item) {
            return None;
        }
        let around = aim.anybody && weapon.melee && self.nearby(who, aim.target);
        let there = self.body(if around { who } else { aim.target }).place;
        let zone = self.blast_zone(who, there, |zone| reach(zone).is_some())?;
        Some(Chosen::Blast(item, zone, reach(zone)?))
    }
}

/// Returns the attack that `pick` wants, with `means`.
#[inline]
fn attack_of(who: FighterId, pick: AttackChoice, means: AttackMeans, way: Delivery) -> Chosen {
    Chosen::Attack(Attack {
        manner: pick.manner,
        ..Attack::plain(who, pick.target, means, way)
    })
}
