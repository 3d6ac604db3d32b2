//! What a fighter can use at this moment: weapons that are whole, loaded and free.
//!
//! Clauses: BRP-5.6-8, BRP-5.9-4, BRP-5.9-8, BRP-5.9-9, BRP-5.6-4 (`same_weapon`).

use crate::fight::FighterId;
use crate::rules::brp::nouns::arena::Arena;
use crate::rules::brp::nouns::fighter::{Item, ItemKind, small};
use crate::rules::brp::nouns::state::{Action, Body, State};

/// Whether the thing is whole and, where it can be thrown away, still there.
#[inline]
pub(crate) fn is_whole(item: &Item, body: &Body, at: usize) -> bool {
    let state = &body.items[at];
    !state.broken && (!item.is_thrown() || item.ammo.is_none() || state.ammo > 0)
}

/// Whether it can strike now.
#[inline]
pub(crate) fn can_strike(item: &Item, body: &Body, at: usize) -> bool {
    item.strike.is_some() && is_whole(item, body, at)
}

/// Whether it can shoot or be thrown now [BRP-5.9-8, BRP-5.9-9].
#[inline]
pub(crate) fn can_shoot(item: &Item, body: &Body, at: usize) -> bool {
    let state = &body.items[at];
    item.shoot.is_some()
        && !state.broken
        && state.unloaded == 0
        && (item.ammo.is_none() || state.ammo > 0)
}

/// Whether reloading it is of use.
pub(crate) fn can_reload(item: &Item, body: &Body, at: usize) -> bool {
    let state = &body.items[at];
    item.shoot.is_some()
        && !state.broken
        && state.unloaded > 0
        && (item.ammo.is_none() || state.ammo > 0)
}

/// The first thing of the list that can strike, shields excepted; bare hands at the latest [BRP-5.6-8].
pub(crate) fn first_melee(items: &[Item], body: &Body) -> u8 {
    let usable = |&at: &usize| {
        !matches!(items[at].kind, ItemKind::Shield { .. }) && can_strike(&items[at], body, at)
    };
    let at = (0..items.len())
        .find(usable)
        .expect("bare hands are on every list and never break");
    small(at)
}

/// The first usable weapon of the list, of whatever class: what a statement's place in the order goes by.
pub(crate) fn first_weapon(items: &[Item], body: &Body) -> usize {
    let usable = |&at: &usize| {
        let item = &items[at];
        !matches!(item.kind, ItemKind::Shield { .. })
            && (can_strike(item, body, at) || can_shoot(item, body, at))
    };
    (0..items.len())
        .find(usable)
        .expect("bare hands are on every list and never break")
}

/// The weapon that a fighter holds for melee: the one declared; if that broke or none was declared, the next usable
/// one; none beside a bow or while reloading [BRP-5.6-1].
pub(crate) fn wielded<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
) -> Option<u8> {
    let body = state.body(who);
    let items = &arena.fighter(who).items;
    match body.intent.action {
        Action::Shoot { .. } | Action::Reload { .. } => None,
        Action::Strike { item, .. }
            if can_strike(&items[usize::from(item)], body, usize::from(item)) =>
        {
            Some(item)
        }
        Action::Strike { .. } => Some(first_melee(items, body)),
        Action::None | Action::FirstAid(_) | Action::Wake { .. } => {
            let held = usize::from(body.in_hand);
            let holds = items[held].kind == ItemKind::Melee && can_strike(&items[held], body, held);
            Some(if holds {
                body.in_hand
            } else {
                first_melee(items, body)
            })
        }
    }
}

/// Hands that are not free this round: those that the declared weapon takes, whole or broken by now, or the one that
/// has taken its place if that needs more [BRP-5.9-4]. Where none was declared, those of the weapon in hand, which makes way
/// for the shield that somebody kneels behind.
pub(crate) fn hands_taken<const N: usize>(
    arena: &Arena<N>,
    state: &State<N>,
    who: FighterId,
) -> u8 {
    let body = state.body(who);
    let hands = |item: u8| arena.fighter(who).items[usize::from(item)].hands;
    match body.intent.action {
        Action::Shoot { item, .. } | Action::Reload { item } => {
            let item = &arena.fighter(who).items[usize::from(item)];
            item.shoot.map_or(item.hands, |shot| shot.hands)
        }
        Action::Strike { item, .. } => {
            wielded(arena, state, who).map_or(hands(item), |held| hands(item).max(hands(held)))
        }
        Action::None | Action::FirstAid(_) | Action::Wake { .. } if body.intent.kneel => 0,
        Action::None | Action::FirstAid(_) | Action::Wake { .. } => {
            wielded(arena, state, who).map_or(0, hands)
        }
    }
}

/// Whether a whole shield other than this thing is on the arm.
pub(crate) fn has_shield(items: &[Item], body: &Body, beside: usize) -> bool {
    (0..items.len())
        .any(|at| at != beside && items[at].is_shield() && is_whole(&items[at], body, at))
}

/// The whole large shield that a fighter could kneel behind [BRP-5.11-3].
pub(crate) fn large_shield(items: &[Item], body: &Body) -> Option<usize> {
    (0..items.len()).find(|&at| {
        matches!(
            items[at].kind,
            ItemKind::Shield {
                kneeling: Some(_),
                ..
            }
        ) && is_whole(&items[at], body, at)
    })
}

#[cfg(test)]
mod tests {
    mod loading;

    use crate::rules::brp::testing::{Setup, fighters};

    /// A knight who parries every blow of a faster goblin; both have 100 hit points.
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
        // The goblin's special is turned aside and breaks the sword; the knight strikes on its own rank all the same.
        let after = pressed("\"broad-sword\", \"dagger\"")
            .ready()
            .given("knight", |body| body.items[0].lost = 10)
            .round([11, 60, 1, 50, 4]);
        assert_eq!(after.attacks()[1].2, "dagger");
        assert_eq!(after.hp("goblin"), 96);
        // Next round the dagger is declared.
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

    /// Two knights of DEX 10 and 9 against a goblin that does nothing. The first one's sword is broken.
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
        // Bare hands need no drawing.
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
        // The squire carries no shield and strikes with the sword in both rounds.
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
