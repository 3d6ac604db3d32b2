//! Chooses the details of a main action, such as the weapon, from where a fighter stands. Also finds out
//! whether the action is possible there at all.
//!
//! Clauses: MUR-2-8, MUR-2-12, MUR-3-7, MUR-3-11, MUR-3-15, MUR-8-2, MUR-8-7, MUR-16-12.

use crate::fight::FighterId;
use crate::rules::murdham::nouns::{
    Aim, Attack, AttackChoice, AttackMeans, Chosen, Deed, Manner, Stance, Turn, View,
};
use crate::rules::murdham::reading::UNARMED;

impl View<'_> {
    /// Chooses all details that a main action leaves open. Returns `None` if the action is not possible from
    /// the fighter's place.
    pub(crate) fn settle(self, turn: Turn, deed: Deed) -> Option<Chosen> {
        let who = turn.who;
        let possible = match deed {
            Deed::Attack(pick) => return self.choose(turn, pick),
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
            Deed::Surrender | Deed::Nothing | Deed::Go(_) => true,
        };
        possible.then_some(Chosen::AsSaid)
    }

    /// Chooses the first weapon of the fighter's list that `pick` allows and that it can use on the target
    /// from its place, or else bare hands. A weapon that makes blasts is used for a blast at the target's
    /// zone, but not at a zone that the fighter itself touches [MUR-3-15, MUR-8-7].
    fn choose(self, turn: Turn, pick: AttackChoice) -> Option<Chosen> {
        let who = turn.who;
        let moving = turn.walked > 0 || pick.moving;
        let stance = Stance::moving(moving);
        for (at, item) in self.body(who).held() {
            let weapon = self.arena.weapon(item.weapon);
            let wanted = pick.wish >> item.weapon & 1 == 1 && self.is_drawn(turn, at);
            if !wanted || (pick.ranged && weapon.range == 0) {
                continue;
            }
            if weapon.blast {
                let field = &self.arena.field;
                let (here, there) = (self.body(who).place, self.body(pick.target).place);
                let reach = |zone| self.blast_reach(who, weapon, zone, moving);
                let fits = |zone| !field.touches(here, zone) && reach(zone).is_some();
                if pick.manner == Manner::Plain
                    && self.is_usable(who, at.into())
                    && let Some(zone) = self.blast_zone(who, there, fits)
                {
                    return Some(Chosen::Blast(at, zone, reach(zone)?));
                }
                continue;
            }
            let attack = self.suitable(who, pick, AttackMeans::Item(at), stance);
            if attack.is_some() {
                return attack;
            }
        }
        let bare = pick.wish >> UNARMED & 1 == 1 && !pick.ranged;
        bare.then(|| self.suitable(who, pick, AttackMeans::Unarmed, stance))?
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

    /// Returns the attack with `means`, if it is of the kind that `pick` wants. A wanted shot must come from
    /// a distance, and a death blow from nearby [MUR-3-7].
    fn suitable(
        self,
        who: FighterId,
        pick: AttackChoice,
        means: AttackMeans,
        stance: Stance,
    ) -> Option<Chosen> {
        let way = self.way(who, pick.target, means, stance)?;
        let suits = match pick.manner {
            Manner::DeathBlow => !way.ranged && self.nearby(who, pick.target),
            _ => !pick.ranged || way.ranged,
        };
        let attack = Attack {
            manner: pick.manner,
            ..Attack::plain(who, pick.target, means, way)
        };
        suits.then_some(Chosen::Attack(attack))
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
