//! The items that a fighter can use at this moment because they are whole and loaded, and the hands that its
//! weapons need.
//!
//! Clauses: BRP-5.6-8, BRP-5.9-4, BRP-5.9-8, BRP-5.9-9, BRP-5.6-4 (`same_weapon`).

use crate::fight::FighterId;
use crate::rules::brp::nouns::{Action, Body, Item, ItemKind, View, small};

/// The items of a fighter, together with the fighter's state, which contains the state of the items.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Arms<'a> {
    pub items: &'a [Item],
    pub body: &'a Body,
}

impl<'a> View<'a> {
    #[inline]
    pub(crate) fn arms(self, who: FighterId) -> Arms<'a> {
        Arms {
            items: &self.fighter(who).items,
            body: self.body(who),
        }
    }
}

impl Arms<'_> {
    /// Returns whether the item is not broken and, if it can be thrown, has not been thrown away.
    #[inline]
    pub(crate) fn is_whole(self, at: usize) -> bool {
        !self.body.items[at].broken && (!self.items[at].is_thrown() || self.has_ammo(at))
    }

    /// Returns whether the item has any shots or pieces left. Always true for an item whose number is not
    /// limited [BRP-5.9-9].
    #[inline]
    pub(crate) fn has_ammo(self, at: usize) -> bool {
        self.items[at].ammo.is_none() || self.body.items[at].ammo > 0
    }

    /// Returns whether the item can strike now.
    #[inline]
    pub(crate) fn can_strike(self, at: usize) -> bool {
        self.items[at].strike.is_some() && self.is_whole(at)
    }

    /// Returns whether the item can be shot or thrown now [BRP-5.9-8, BRP-5.9-9].
    #[inline]
    pub(crate) fn can_shoot(self, at: usize) -> bool {
        self.body.items[at].unloaded == 0 && self.may_shoot(at)
    }

    /// Returns whether the item needs reloading and has anything to be loaded with.
    pub(crate) fn can_reload(self, at: usize) -> bool {
        self.body.items[at].unloaded > 0 && self.may_shoot(at)
    }

    /// Returns whether the item could be shot or thrown if it were loaded.
    #[inline]
    fn may_shoot(self, at: usize) -> bool {
        self.items[at].shoot.is_some() && !self.body.items[at].broken && self.has_ammo(at)
    }

    /// Returns the index of the first item that satisfies `is_so`.
    #[inline]
    pub(crate) fn first(self, is_so: impl Fn(usize) -> bool) -> Option<usize> {
        (0..self.items.len()).find(|&at| is_so(at))
    }

    /// Returns the index of the first item that can strike and is no shield. Bare hands can always strike
    /// [BRP-5.6-8].
    pub(crate) fn first_melee(self) -> u8 {
        let found = self.first(|at| !self.items[at].is_shield() && self.can_strike(at));
        small(found.expect("bare hands are on every list and never break"))
    }

    /// Returns the index of the first item that can strike or shoot now and is no shield. The class and
    /// rating of this item help to decide the order of statements.
    pub(crate) fn first_weapon(self) -> usize {
        let is_usable = |at| self.can_strike(at) || self.can_shoot(at);
        let found = self.first(|at| !self.items[at].is_shield() && is_usable(at));
        found.expect("bare hands are on every list and never break")
    }

    /// Returns the index of the weapon in use for melee: the declared one, or else the item in hand. If that
    /// one cannot strike, it is the first usable one. Returns `None` if the fighter shoots or reloads
    /// [BRP-5.6-1].
    pub(crate) fn wielded(self) -> Option<u8> {
        let declared = match self.body.intent.action {
            Action::Shoot { .. } | Action::Reload { .. } => return None,
            Action::Strike { item, .. } => Some(item),
            Action::None
            | Action::FirstAid(_)
            | Action::Wake { .. }
            | Action::Flee
            | Action::Surrender => {
                let held = self.body.in_hand;
                (self.items[usize::from(held)].kind == ItemKind::Melee).then_some(held)
            }
        };
        let usable = declared.filter(|&item| self.can_strike(item.into()));
        usable.or_else(|| Some(self.first_melee()))
    }

    /// Returns the number of hands that are not free this round [BRP-5.9-4]. A declared weapon occupies its
    /// hands even after it has broken, and a replacement that needs more hands occupies more. If no weapon
    /// was declared, the weapon in hand occupies its hands. A kneeling fighter puts that weapon away to hold
    /// the shield.
    pub(crate) fn hands_taken(self) -> u8 {
        let item = |item: u8| &self.items[usize::from(item)];
        let held = || self.wielded().map_or(0, |held| item(held).hands);
        match self.body.intent.action {
            Action::Shoot { item: at, .. } | Action::Reload { item: at } => {
                item(at).shoot.map_or(item(at).hands, |shot| shot.hands)
            }
            Action::Strike { item: at, .. } => item(at).hands.max(held()),
            _ if self.body.intent.kneel => 0,
            Action::None
            | Action::FirstAid(_)
            | Action::Wake { .. }
            | Action::Flee
            | Action::Surrender => held(),
        }
    }

    /// Returns whether the melee weapon at index `at` is ready to strike or parry. It is ready if it is
    /// `held`, the weapon in use. It is also ready if both are one-handed and no shield is on the other arm
    /// [BRP-5.9-4].
    pub(crate) fn is_ready(self, at: usize, held: Option<u8>) -> bool {
        held.map(usize::from).is_some_and(|held| {
            let beside = self.items[at].hands == 1 && self.items[held].hands == 1;
            held == at || beside && !self.has_shield(held)
        })
    }

    /// Returns whether the fighter has a whole shield other than the item `beside`.
    fn has_shield(self, beside: usize) -> bool {
        let is_shield = |at: usize| at != beside && self.items[at].is_shield() && self.is_whole(at);
        self.first(is_shield).is_some()
    }

    /// Returns whether the fighter has a whole large shield, which it could kneel behind [BRP-5.11-3].
    pub(crate) fn has_large_shield(self) -> bool {
        let is_large =
            |kind| matches!(kind, ItemKind::Shield { kneeling, .. } if kneeling.is_some());
        let found = self.first(|at| is_large(self.items[at].kind) && self.is_whole(at));
        found.is_some()
    }
}

#[cfg(test)]
mod tests {
    mod loading;

    use crate::rules::brp::testing::{Setup, fighters};

    /// Returns a fight of a knight against a faster goblin, both with 100 hit points. The knight parries
    /// every blow. `carries` is its list of items.
    fn pressed(carries: &str) -> Setup {
        fighters(
            "knight",
            &format!(
                "dex = 10\nhit_points = 100\ncarries = [{carries}]\n\
                 skills = {{ broad-sword = 60, dagger = 50, great-axe = 40 }}\nbrawl = 30\npolicy = \"parry\""
            ),
        )
        .against(
            "goblin",
            "dex = 13\nhit_points = 100\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 60 }\npolicy = \"never\"",
        )
    }

    #[test] // BRP-5.6-8
    fn a_weapon_that_breaks_before_its_turn_is_replaced_at_once() {
        // The knight parries the goblin's special attack, which breaks the sword. At its own rank it strikes
        // with the dagger.
        let after = pressed("\"broad-sword\", \"dagger\"")
            .ready()
            .given("knight", |body| body.items[0].lost = 10)
            .round([11, 60, 1, 50, 4]);
        assert_eq!(after.attacks()[1].2, "dagger");
        assert_eq!(after.hp("goblin"), 96);
        // In the next round it declares the dagger.
        let after = after.round([61, 50, 4]);
        assert_eq!(after.attacks()[1].2, "dagger");
    }

    #[test] // BRP-5.6-8
    fn the_first_usable_weapon_of_the_list_comes_next_and_bare_hands_last() {
        let striking_with = |broken: &[usize]| {
            let ready = pressed("\"great-axe\", \"broad-sword\", \"dagger\"").ready();
            let after = ready
                .given("knight", |body| {
                    for &at in broken {
                        body.items[at].broken = true;
                    }
                })
                .round([61, 99]);
            after.attacks()[1].2.clone()
        };
        assert_eq!(striking_with(&[]), "great-axe");
        assert_eq!(striking_with(&[0]), "broad-sword");
        assert_eq!(striking_with(&[0, 1]), "dagger");
        assert_eq!(striking_with(&[0, 2]), "broad-sword");
        assert_eq!(striking_with(&[0, 1, 2]), "brawl");
    }

    #[test] // BRP-5.6-8
    fn after_the_last_weapon_bare_hands_strike_in_the_same_round() {
        let after = pressed("\"broad-sword\"")
            .ready()
            .given("knight", |body| body.items[0].lost = 10)
            .round([11, 60, 1, 30, 3]);
        assert_eq!(after.attacks()[1].2, "brawl");
        assert_eq!(after.hp("goblin"), 97);
    }

    /// Returns a fight of a knight of DEX 10 and a squire of DEX 9 against a goblin that does nothing. `cost`
    /// is the number of ranks that drawing a weapon costs.
    fn drawing(cost: &str, carries: &str) -> Setup {
        fighters(
            "knight",
            &format!("dex = 10\ncarries = [{carries}]\npolicy = \"never\""),
        )
        .and(
            "squire",
            "dex = 9\ncarries = [\"broad-sword\"]\npolicy = \"never\"",
        )
        .against("goblin", "hit_points = 100\npolicy = \"prey\"")
        .with("[policies.prey]\nact = [\"wait\"]\nreact = [\"nothing\"]")
        .option(&format!("draw_rank_cost = {cost}"))
    }

    #[test] // BRP-5.6-8
    fn drawing_costs_ranks_in_its_round_where_the_table_says_so() {
        let order = |cost: &str, carries: &str| {
            let first = drawing(cost, carries)
                .ready()
                .given("knight", |body| body.items[0].broken = true)
                .round([99, 99]);
            let first_order = first.attackers();
            (first_order, first.round([99, 99]).attackers())
        };
        let (knight_first, squire_first) = (["knight", "squire"], ["squire", "knight"]);
        let both = "\"broad-sword\", \"dagger\"";
        assert_eq!(
            order("0", both),
            (
                knight_first.map(String::from).to_vec(),
                knight_first.map(String::from).to_vec()
            )
        );
        assert_eq!(
            order("2", both),
            (
                squire_first.map(String::from).to_vec(),
                knight_first.map(String::from).to_vec()
            )
        );
        // Bare hands need no drawing, so the knight still acts first.
        let hands_only = "\"broad-sword\"";
        assert_eq!(order("2", hands_only).0, knight_first);
    }

    #[test] // BRP-5.6-8
    fn what_is_in_hand_from_the_start_needs_no_drawing() {
        for carries in [
            "\"broad-sword\", \"round-shield\"",
            "\"round-shield\", \"broad-sword\"",
        ] {
            let after = drawing("2", carries).round([99, 99]);
            assert_eq!(after.attackers(), ["knight", "squire"], "{carries}");
        }
    }

    #[test] // BRP-5.6-8
    fn a_shield_is_on_the_arm_and_not_drawn() {
        let bash = "[policies.never]\nact = [\"attack with shield if round == 1\", \"attack\"]\nreact = [\"nothing\"]";
        let after = drawing("2", "\"broad-sword\", \"round-shield\"")
            .with(bash)
            .ready();
        // In the first round the knight strikes with the shield, and in the second with the sword. It draws
        // neither of them, so it keeps its rank.
        let after = after.round([99, 99]);
        assert_eq!(after.attacks()[0].2, "round-shield");
        let after = after.round([99, 99]);
        assert_eq!(
            (after.attackers()[0].as_str(), after.attacks()[0].2.as_str()),
            ("knight", "broad-sword")
        );
    }

    #[test] // BRP-5.6-8
    fn a_weapon_drawn_on_the_way_is_in_hand_on_arrival() {
        let after = fighters(
            "knight",
            "dex = 10\ncarries = [\"broad-sword\", \"dagger\"]\npolicy = \"never\"",
        )
        .and(
            "squire",
            "at = 62\ndex = 9\ncarries = [\"broad-sword\"]\npolicy = \"never\"",
        )
        .against("goblin", "at = 62\nhit_points = 100\npolicy = \"prey\"")
        .with("[policies.prey]\nact = [\"wait\"]\nreact = [\"nothing\"]")
        .option("draw_rank_cost = 2")
        .ready()
        .given("knight", |body| body.items[0].broken = true)
        .round([99])
        .round([99])
        .round([99, 99]);
        assert_eq!(after.attackers(), ["knight", "squire"]);
    }
}
