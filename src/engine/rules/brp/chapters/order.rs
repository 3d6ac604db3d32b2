//! The order of fighters for statements and for actions.
//!
//! Clauses: BRP-5.2-3, BRP-5.2-5, BRP-5.4-1..4. The DEX rank counts first, then the class of the stated
//! weapon, then the fighter's rating with this weapon. Fighters that are equal in all three act together.

use std::ops::Range;

use crate::fight::{FighterId, FighterSet, MOST_FIGHTERS, in_row};
use crate::rules::brp::nouns::{Action, State, View, turn};
use crate::rules::brp::words::Class;

impl View<'_> {
    /// Returns the class of the stated weapon, as a number, and the fighter's rating with this weapon. Both
    /// help to decide the order of actions. An action that is no attack has the class of a short weapon and a
    /// rating of 0 [BRP-5.2-3].
    pub(super) fn declared(self, who: FighterId) -> (u8, i32) {
        let intent = &self.body(who).intent;
        let attack = match intent.action {
            Action::Strike { item, .. } => self.arena.item(who, item).strike,
            Action::Shoot { item, .. } => self.arena.item(who, item).shoot.map(|shot| shot.attack),
            _ => None,
        };
        let order = &self.arena.options.rules.order;
        attack.map_or((order.of(Class::Short), 0), |attack| {
            let class = intent.length.unwrap_or(attack.class);
            (order.of(class), attack.rating)
        })
    }

    /// Returns the class of the first usable weapon, as a number, and the fighter's rating with this weapon.
    /// They count for a fighter that has stated no weapon.
    pub(super) fn first_choice(self, who: FighterId) -> (u8, i32) {
        let arms = self.arms(who);
        let attack = arms.items[arms.first_weapon()].attacks().next();
        let attack = attack.expect("a weapon strikes or shoots");
        let order = &self.arena.options.rules.order;
        (order.of(attack.class), attack.rating)
    }

    /// Returns the able fighters in the order of their statements, and their number [BRP-5.2-1].
    pub(crate) fn by_first_choice(self) -> ([FighterId; MOST_FIGHTERS], usize) {
        self.by_dex(View::first_choice)
    }

    /// Returns the able fighters, and their number. They are sorted by DEX, then by the class and the rating
    /// that `weapon` returns, highest first. Fighters that are equal in all three are in listing order.
    pub(super) fn by_dex(
        self,
        weapon: impl Fn(Self, FighterId) -> (u8, i32),
    ) -> ([FighterId; MOST_FIGHTERS], usize) {
        let able = self.state.able.iter();
        sorted(able, |who| turn(self.fighter(who).dex, weapon(self, who)))
    }

    /// Returns the fighters that act this round, in their order, and their number.
    pub(super) fn of_actions(self) -> ([FighterId; MOST_FIGHTERS], usize) {
        let everybody = self.arena.scope.turns || !self.arena.options.declared;
        let acts = |&who: &FighterId| {
            let intent = &self.body(who).intent;
            !intent.late && (everybody || intent.action != Action::None)
        };
        let acting = self.state.able.iter().filter(acts);
        sorted(acting, |who| self.body(who).intent.turn)
    }
}

/// Returns these fighters and their number. They are sorted by `key`, the highest first. Fighters with equal
/// keys are in listing order.
fn sorted(
    fighters: impl Iterator<Item = FighterId>,
    key: impl Fn(FighterId) -> u32,
) -> ([FighterId; MOST_FIGHTERS], usize) {
    // Each sorted number contains a key and its fighter. So the same code sorts by any kind of key.
    let (mut keys, mut count) = ([0; MOST_FIGHTERS], 0);
    for who in fighters {
        keys[count] = u64::from(!key(who)) << 8 | u64::from(who.0);
        count += 1;
    }
    keys[..count].sort_unstable();
    let sorted = keys[..count].iter();
    in_row(sorted.map(|key| FighterId::at((key & 0xff) as usize)))
}

impl State {
    /// Sorts the fighters at these places in the order of actions by their field `turn`, the highest first.
    /// Fighters with equal turns are in listing order and are recorded in `tied` as acting together. A
    /// fighter that does nothing comes last and acts together with nobody.
    pub(super) fn order_again(&mut self, places: Range<usize>) {
        let key = |state: &Self, who: FighterId| {
            let intent = &state.body(who).intent;
            (!intent.turn, intent.action == Action::None)
        };
        let (mut sorted, count) = in_row(self.order(places.clone()));
        sorted[..count].sort_unstable_by_key(|&who| (key(self, who), who));
        self.set_order(places.start, &sorted[..count]);
        for at in places.start + 1..places.end {
            let [before, this] = [at - 1, at].map(|at| key(self, self.turn_of(at)));
            if before == this && !this.1 {
                self.tied.add(FighterId::at(at));
            }
        }
    }
}

/// Returns the places in the order of actions whose fighter has the same rank, class and rating as the
/// fighter before it [BRP-5.4-4].
pub(crate) fn ties(state: &State, order: &[FighterId]) -> FighterSet {
    let turn = |at: usize| state.body(order[at]).intent.turn;
    (1..order.len())
        .filter(|&at| turn(at) == turn(at - 1))
        .map(FighterId::at)
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::rules::brp::testing::{Setup, fighters};
    use crate::rules::brp::words::Class;

    /// Returns a fight of several fighters that attack a post, which does nothing.
    fn all_upon_a_post(members: &[(&str, &str)]) -> Setup {
        let (name, stats) = members[0];
        let side = members[1..]
            .iter()
            .fold(fighters(name, stats), |side, (name, stats)| {
                side.and(name, stats)
            });
        side.against("post", "dex = 1\npolicy = \"post\"")
            .with("[policies.post]\nact = [\"wait\"]\nreact = [\"nothing\"]")
    }

    fn bearing(weapon: &str, dex: i32, skill: i32) -> String {
        format!("dex = {dex}\ncarries = [\"{weapon}\"]\nskills = {{ {weapon} = {skill} }}")
    }

    #[test] // BRP-5.2-3, BRP-5.4-1, BRP-5.4-2, BRP-5.1-2
    fn equal_dex_goes_by_class_and_then_by_rating() {
        let after = all_upon_a_post(&[
            ("dagger-99", &bearing("dagger", 12, 99)),
            ("broadsword-60", &bearing("broad-sword", 12, 60)),
            ("quick", &bearing("dagger", 13, 20)),
            ("longbow", &bearing("long-bow", 12, 40)),
            ("broadsword-90", &bearing("broad-sword", 12, 90)),
            ("long-spear", &bearing("long-spear", 12, 55)),
        ])
        .round([100; 6]);
        assert_eq!(
            after.attackers(),
            [
                "quick",
                "longbow",
                "long-spear",
                "broadsword-90",
                "broadsword-60",
                "dagger-99"
            ]
        );
    }

    #[test] // BRP-5.4-1
    fn higher_dex_acts_first_whatever_the_weapon() {
        let after = all_upon_a_post(&[
            ("slow-bow", &bearing("long-bow", 14, 99)),
            ("fast-fist", &bearing("brawl", 15, 1)),
            ("slowest", &bearing("pike", 3, 99)),
        ])
        .round([100; 3]);
        assert_eq!(after.attackers(), ["fast-fist", "slow-bow", "slowest"]);
    }

    #[test] // BRP-5.2-3
    fn the_rating_counts_before_anything_modifies_it() {
        let after = all_upon_a_post(&[
            ("fair", &bearing("short-sword", 12, 50)),
            (
                "clumsy",
                "dex = 12\ncarries = [\"broad-sword\"]\nskills = { broad-sword = 51 }\nskill_factor = { broad-sword = 0.5 }",
            ),
            ("far", "dex = 12\ncarries = [\"long-bow\"]\nskills = { long-bow = 41 }\nat = 200"),
            ("near", &bearing("sling", 12, 40)),
            (
                "encumbered",
                "dex = 12\ncarries = [\"thrown-rock\"]\nthrow = 39\narmour = \"full-plate\"",
            ),
            ("bare", "dex = 12\ncarries = [\"thrown-rock\"]\nthrow = 38\nat = 10"),
        ])
        .with("[policies.default]\nact = [\"shoot\", \"attack nearest\"]")
        .round([100; 6]);
        assert_eq!(
            after.attackers(),
            ["far", "near", "encumbered", "bare", "clumsy", "fair"]
        );
    }

    #[test] // BRP-5.4-2, BRP-5.2-3
    fn class_comes_before_rating() {
        let after = all_upon_a_post(&[
            ("good", &bearing("broad-sword", 12, 99)),
            ("poor", &bearing("quarterstaff", 12, 1)),
        ])
        .round([100; 2]);
        assert_eq!(after.attackers(), ["poor", "good"]);
    }

    #[test] // BRP-5.4-2
    fn every_weapon_acts_in_the_class_of_its_length() {
        let class_of = |weapon: &str| {
            let trial = fighters("user", &format!("carries = [\"{weapon}\"]"))
                .against("other", "")
                .ready();
            let items = &trial.arena.fighter(trial.who("user")).items;
            let found = items.iter().find(|item| item.name == weapon);
            let found = found.expect("it is carried");
            (
                found.strike.map(|attack| attack.class),
                found.shoot.map(|shot| shot.attack.class),
            )
        };
        for weapon in ["halberd", "pike", "long-spear", "quarterstaff"] {
            assert_eq!(class_of(weapon), (Some(Class::Long), None), "{weapon}");
        }
        for weapon in [
            "battle-axe",
            "great-axe",
            "heavy-club",
            "light-club",
            "hammer",
            "great-hammer",
            "heavy-mace",
            "light-mace",
            "broad-sword",
            "great-sword",
            "short-sword",
        ] {
            assert_eq!(class_of(weapon), (Some(Class::Medium), None), "{weapon}");
        }
        for weapon in ["brawl", "heater-shield", "riot-shield", "target-shield"] {
            assert_eq!(class_of(weapon), (Some(Class::Short), None), "{weapon}");
        }
        for weapon in [
            "long-bow",
            "light-crossbow",
            "sling",
            "pistol",
            "laser-rifle",
            "thrown-rock",
        ] {
            assert_eq!(class_of(weapon), (None, Some(Class::Missile)), "{weapon}");
        }
        for weapon in ["dagger", "knife"] {
            let both = (Some(Class::Short), Some(Class::Missile));
            assert_eq!(class_of(weapon), both, "{weapon}");
        }
        let axe = (Some(Class::Medium), Some(Class::Missile));
        assert_eq!(class_of("hand-axe"), axe);
    }

    /// Plays a round of three fighters of DEX 12, with a hand axe, a spear and a sword, and returns them in
    /// the order of their attacks. `way` is what the first does with the axe: `attack` or `shoot`.
    fn with_hand_axe(way: &str) -> Vec<String> {
        all_upon_a_post(&[
            ("spear", &bearing("long-spear", 12, 99)),
            (
                "axe",
                "dex = 12\ncarries = [\"hand-axe\"]\nskills = { hand-axe = 70, thrown-hand-axe = 5 }\npolicy = \"axe\"",
            ),
            ("sword", &bearing("broad-sword", 12, 60)),
        ])
        .with(&format!("[policies.axe]\nact = [\"{way} with hand-axe\"]"))
        .round([100; 3])
        .attackers()
    }

    #[test] // BRP-5.4-3, BRP-5.4-2
    fn a_weapon_of_two_uses_acts_in_the_class_of_the_use_stated() {
        assert_eq!(with_hand_axe("shoot"), ["axe", "spear", "sword"]);
        assert_eq!(with_hand_axe("attack"), ["spear", "axe", "sword"]);
    }

    const BILL: &str = "[weapons.bill]\nbase = 15\ndamage = \"1d8\"\nhands = 2\npoints = 10\n\
                        length = [\"long\", \"medium\"]";

    /// Plays a round of three fighters of DEX 12, with a bill, a spear and a sword. The bill can be used as a
    /// long or a medium weapon, and `line` is the line of its fighter's policy.
    fn with_bill(line: &str) -> crate::rules::brp::testing::Trial {
        all_upon_a_post(&[
            ("sword", &bearing("broad-sword", 12, 90)),
            (
                "bill",
                "dex = 12\ncarries = [\"bill\"]\nskills = { bill = 50 }\npolicy = \"bill\"",
            ),
            ("spear", &bearing("long-spear", 12, 40)),
        ])
        .with(BILL)
        .with(&format!("[policies.bill]\nact = [{line}]"))
        .round([100; 3])
    }

    #[test] // BRP-5.4-3, BRP-5.4-2
    fn a_weapon_of_two_lengths_acts_in_the_one_stated() {
        let order = |line: &str| with_bill(line).attackers();
        let (long, medium) = (["bill", "spear", "sword"], ["spear", "sword", "bill"]);
        assert_eq!(order("\"attack\""), long);
        assert_eq!(order("\"attack with bill as long\""), long);
        assert_eq!(order("\"attack with bill as medium at nearest\""), medium);
        assert_eq!(order("\"attack as medium\""), medium);
        assert_eq!(
            order("\"attack with bill as short\", \"attack as medium\""),
            medium
        );
        let short = with_bill("\"attack as short\"");
        assert_eq!(short.attacks()[2].2, "brawl");
        let told = with_bill("\"attack as medium\"");
        assert!(told.says("bill means to attack post with bill as a medium weapon."));
    }

    #[test] // BRP-5.4-3
    fn the_length_is_stated_anew_each_round() {
        let after = with_bill("\"attack as medium if round == 1\", \"attack\"");
        assert_eq!(after.attackers()[2], "bill");
        assert_eq!(after.round([100; 3]).attackers()[0], "bill");
    }

    #[test] // BRP-5.4-3
    fn a_row_of_the_book_can_be_given_two_lengths() {
        let after = all_upon_a_post(&[
            ("sword", &bearing("broad-sword", 12, 90)),
            ("spear", &bearing("long-spear", 12, 40)),
        ])
        .with("[weapons.long-spear]\nlength = [\"medium\", \"long\"]")
        .round([100; 2]);
        assert_eq!(after.attackers(), ["sword", "spear"]);
    }

    /// Returns a fight of a waker and an unconscious sleeper against a killer. All have the same DEX. The
    /// killer's weapon has the rating `rating`, and each of its hits fells a fighter.
    fn waking_under_threat(rating: i32) -> crate::rules::brp::testing::Trial {
        fighters("sleeper", "")
            .and("waker", "policy = \"waker\"")
            .against(
                "killer",
                &format!("carries = [\"fang\"]\nskills = {{ fang = {rating} }}"),
            )
            .with("[policies.waker]\nact = [\"wake\"]\nreact = [\"nothing\"]")
            .with("[weapons.fang]\nbase = 0\ndamage = \"11\"\nlength = \"short\"")
            .ready()
            .felled("sleeper", 5, 0)
    }

    #[test] // BRP-5.2-3
    fn whoever_does_not_attack_comes_as_short_and_unskilled() {
        let rated = waking_under_threat(1).round([1]);
        assert!(!rated.fights("waker") && !rated.fights("sleeper"));
        let unrated = waking_under_threat(0).round([100]);
        assert!(unrated.says("waker and killer act at the same moment"));
        assert!(unrated.fights("sleeper"));
    }
}
