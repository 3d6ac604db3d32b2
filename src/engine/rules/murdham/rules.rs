//! The numbers of the rules that `[rules]` may set, each with its default.

use super::fields::Size;
use crate::dice::Throw;
use crate::frame::rules::{check_ascending, note, rules};
use crate::scenario::{Faults, Table};

/// The scale and the unit of numbers that are written in zones and stored in half-zones.
const ZONES: (i64, &str) = (2, "zones");
/// Maximum number of damage dice of a weapon. For a larger attacker, the number is doubled by default for
/// each step of size.
pub(super) const MOST_DICE: u16 = 4;
/// Maximum number of sides of a damage die.
pub(super) const MOST_SIDES: u16 = 20;
/// Maximum damage of a fall or a shove, and maximum health that a night restores.
const MOST_BRUISE: i32 = 1000;

rules! {
    /// The numbers of the rules.
    pub(crate) struct Rules;

    saves: Saves = "saves" {
        die: u32 = book(20, "sides", 2..=100, "MUR-0-1", "the die of a save, which passes at the ability or below"),
    }

    armour: ArmourValue = "armour value" {
        most: u8 = book(3, "", 0..=20, "MUR-0-4", "the highest armour value, shield and cover included"),
        shield: u8 = book(1, "", 0..=20, "MUR-0-4", "armour value of a shield"),
        cover: u8 = book(1, "", 0..=20, "MUR-7-1", "armour value of cover, and of a barrier against a counter"),
    }

    damage: Damage = "damage rolls" {
        impaired_rolls: u8 = ours(2, "rolls", 1..=3, "MUR-0-9", "rolls of an impaired attack, of which the lowest counts"),
        open_rerolls: u8 = ours(12, "rolls", 0..=12, "MUR-0-12", "most further rolls of one die, if the option `open_dice` is on"),
        open_less: u8 = ours(1, "", 0..=2, "MUR-0-12", "subtracted from the highest face of a die that is rolled again, if the option `open_dice` is on"),
    }

    step_down: StepDown = "sides of the die that replaces an impaired one, if the option `impaired` is `step_down`" {
        d3: u16 = ours(2, "sides", 2..=3, "MUR-0-9", "replaces a d3"),
        d4: u16 = ours(3, "sides", 2..=4, "MUR-0-9", "replaces a d4"),
        d6: u16 = ours(4, "sides", 2..=6, "MUR-0-9", "replaces a d6"),
        d8: u16 = ours(6, "sides", 2..=8, "MUR-0-9", "replaces a d8"),
        d10: u16 = ours(8, "sides", 2..=10, "MUR-0-9", "replaces a d10"),
        d12: u16 = ours(10, "sides", 2..=12, "MUR-0-9", "replaces a d12"),
        d20: u16 = ours(12, "sides", 2..=20, "MUR-0-9", "replaces a d20"),
    }

    wounds: Wounds = "critical damage and death" {
        critical: i32 = ours(50, "percent", 0..=100, "MUR-0-6", "least share of the health left that makes damage critical; of full health, if the option `critical` is `maximum`"),
        dying: u8 = ours(2, "rounds", 1..=100, "MUR-0-7", "the dying are dead at the end of this round, the current one being 1, if the option `zero_health` is `dying`"),
    }

    zones: Zones = "places and distances" {
        nearby: u8 = ours(0, "zones", 0..=20, "MUR-0-17", "the largest distance that is nearby"),
        room_factor: u32 = ours(2, "", 1..=4, "MUR-0-18", "room that a size takes, in multiples of the next smaller size, if an option limits the capacity"),
    }

    movement: Movement = "movement in a turn" {
        speed: u8 = book_scaled(2, ZONES, 0..=40, "MUR-2-2", "speed of a character whose stat block gives none"),
        action_divisor: u8 = book(2, "", 1..=100, "MUR-2-1", "divides the speed in a turn with actions, rounded up; riders of a mount that moves further cannot act"),
        sprint_factor: u8 = book(2, "", 1..=6, "MUR-2-3", "multiplies the speed of a sprint"),
        sneak_divisor: u8 = ours(2, "", 1..=100, "MUR-11-3", "divides the speed of sneaking, rounded up"),
        leaving: u8 = ours(2, "half-zones", 1..=40, "MUR-12-7", "movement beyond the exit that takes a character off the map"),
    }

    attacks: Attacks = "attacks" {
        unarmed: Throw = book_dice("1d4", "MUR-3-4", "damage of bare hands: 1 to 4 dice of at most 20 sides"),
        unarmed_impaired: u8 = book(1, "", 0..=1, "MUR-3-4", "1: the damage of bare hands is impaired, 0: it is not"),
        sure_range: i32 = book(50, "percent", 0..=100, "MUR-3-11", "share of the range up to which a shot needs no save, and can be taken while moving"),
    }

    reactions: Reactions = "which reactions there are: 1 possible, 0 not" {
        counter: u8 = book(1, "", 0..=1, "MUR-2-11", "countering an attack"),
        dodge: u8 = book(1, "", 0..=1, "MUR-2-11", "dodging an attack"),
        guard: u8 = book(1, "", 0..=1, "MUR-2-11", "guarding somebody nearby"),
        hide: u8 = book(1, "", 0..=1, "MUR-2-11", "hiding behind somebody nearby"),
        opportunity: u8 = book(1, "", 0..=1, "MUR-2-11", "an attack on an enemy that moves away"),
    }

    nonlethal: Nonlethal = "non-lethal attacks" {
        shove: u32 = book(1, "half-zones", 0..=20, "MUR-10-6", "how far a character of the same size is shoved"),
    }

    ambush: Ambush = "ambushes" {
        bonus_rounds: u8 = book(1, "rounds", 0..=10, "MUR-11-2", "rounds of the concealed alone before the first round"),
    }

    morale: Morale = "morale" {
        group: i32 = book(50, "percent", 0..=99, "MUR-12-1", "a group checks its morale when it is reduced to this share of its original number or less"),
        alone: i32 = book(50, "percent", 0..=99, "MUR-12-2", "a character fighting alone checks its morale when it is reduced to this share of its full health or less"),
    }

    gear: Gear = "damaged weapons, shields and armour" {
        breaks: u8 = book(1, "", 0..=20, "MUR-15-2", "the highest face of a damage die at which a damaged weapon is destroyed"),
        durability_risk: u32 = ours(25, "percent", 0..=100, "MUR-15-1", "chance that a weapon that was used, or a shield or armour that was hit, is damaged after a fight of a day; it stands for spent ammunition, too"),
        heavy: i32 = book(8, "damage", 0..=10_000, "MUR-15-3", "least damage before armour that destroys a damaged shield or armour"),
    }

    rest: Resting = "rests between the fights of a day" {
        night: Throw = our_dice("1d6", "MUR-0-3", "health that `a night` restores, 0 to 1000; the book has no healing by time"),
    }

    size: Sizes = "sizes" {
        tiny: i8 = book(0, "", 0..=4, "MUR-0-24", "the position of tiny characters; the difference of two positions is the difference in size"),
        small: i8 = book(1, "", 0..=4, "MUR-0-24", "the position of small characters"),
        medium: i8 = book(2, "", 0..=4, "MUR-0-24", "the position of medium characters"),
        large: i8 = book(3, "", 0..=4, "MUR-0-24", "the position of large characters"),
        massive: i8 = book(4, "", 0..=4, "MUR-0-24", "the position of massive characters"),
        damage_divisor: u16 = book(2, "", 1..=10, "MUR-16-1", "divides the damage of a smaller attacker for each difference in size"),
        dice_factor: u16 = book(2, "", 1..=3, "MUR-16-2", "multiplies the damage dice of a larger attacker for each difference in size"),
        massive_reach: u8 = book(1, "zones", 0..=20, "MUR-16-6", "the largest distance of a massive attacker's melee attacks"),
        range_divisor: i32 = book(2, "", 1..=10, "MUR-16-7", "divides the range for each size that the target is smaller"),
        range_factor: i32 = book(2, "", 1..=10, "MUR-16-7", "multiplies the range for each size that the target is larger"),
        shove: Throw = book_dice("1d4", "MUR-16-11", "direct damage of a shove by a larger character, 0 to 1000"),
        shove_factor: u32 = book(2, "", 1..=8, "MUR-16-11", "multiplies the distance of a shove for each size that the target is smaller"),
        hands: u32 = book(1, "", 0..=20, "MUR-16-12", "hands or other appendages that a larger character needs to hold a smaller one"),
    }

    mounts: Mounts = "mounts and vehicles" {
        impaired: u8 = book(1, "", 0..=1, "MUR-17-5", "1: attacks of riders and passengers are impaired, 0: they are not"),
        seat: u8 = book(1, "half-zones", 0..=10, "MUR-17-6", "movement that mounting or dismounting costs"),
        fall: Throw = book_dice("1d4", "MUR-17-7", "direct damage of a fall from a moving mount or vehicle, 0 to 1000"),
    }
}

impl StepDown {
    /// Returns the sides of the die that replaces an impaired die with `sides` sides. If `[rules]` has no
    /// entry for this die, it is replaced by the next smaller die that has an entry.
    pub(crate) const fn below(self, sides: u16) -> u16 {
        match sides {
            0..=2 => 2,
            3 => self.d3,
            4 => self.d4,
            5 => 4,
            6 => self.d6,
            7 => 6,
            8 => self.d8,
            9 => 8,
            10 => self.d10,
            11 => 10,
            12 => self.d12,
            13..=19 => 12,
            _ => self.d20,
        }
    }
}

impl Sizes {
    /// Returns a size as a number, which is higher for larger sizes. Two such numbers differ by four at most.
    pub(crate) fn rank(self, size: Size) -> i32 {
        i32::from(match size {
            Size::Tiny => self.tiny,
            Size::Small => self.small,
            Size::Medium => self.medium,
            Size::Large => self.large,
            Size::Massive => self.massive,
        })
    }
}

/// Returns whether dice can be the damage of a weapon: few dice, with few sides and no flat number.
pub(super) fn is_damage(throw: Throw) -> bool {
    let fits = (1..=MOST_DICE).contains(&throw.count) && throw.sides <= MOST_SIDES;
    fits && !throw.negative && throw.plus == 0
}

/// Reads the table `[rules]`. The numbers of the sizes must be in ascending order, and dice must be suitable
/// for their purpose.
pub(crate) fn read(tree: &Table, faults: &Faults) -> Rules {
    let mut rules = Rules::read(tree, faults);
    let Sizes {
        tiny,
        small,
        medium,
        large,
        massive,
        ..
    } = rules.size;
    let sizes = [
        ("tiny", tiny.into()),
        ("small", small.into()),
        ("medium", medium.into()),
        ("large", large.into()),
        ("massive", massive.into()),
    ];
    check_ascending(tree, "size", &sizes, 1, faults);
    let unarmed = rules.attacks.unarmed;
    if !is_damage(unarmed) {
        let message = format!(
            "`rules.attacks.unarmed` must be 1 to {MOST_DICE} dice of at most {MOST_SIDES} sides, not `{unarmed}`"
        );
        note(tree, ("attacks", "unarmed"), message, faults);
        rules.attacks.unarmed = Rules::default().attacks.unarmed;
    }
    let bruises = [
        (("size", "shove"), "damage", rules.size.shove),
        (("mounts", "fall"), "damage", rules.mounts.fall),
        (("rest", "night"), "health", rules.rest.night),
    ];
    for ((group, key), unit, dice) in bruises {
        if dice.min() < 0 || dice.max() > MOST_BRUISE {
            let message =
                format!("`rules.{group}.{key}` must be 0 to {MOST_BRUISE} {unit}, not `{dice}`");
            note(tree, (group, key), message, faults);
        }
    }
    rules
}

#[cfg(test)]
mod tests {
    use crate::fight::Arena as _;
    use crate::rules::murdham::nouns::state::Status;
    use crate::rules::murdham::testing::{Setup, fighters, fraction};
    use crate::rules::testing::assert_flaws;

    /// Returns a fight of a swordsman against a target that does not reply. `attacker` and `target` are lines
    /// of their stat blocks, and `rules` are tables of the scenario.
    fn blow(attacker: &str, target: &str, rules: &str) -> Setup {
        let attacker = format!("carries = ['sword']\npolicy = 'plain'\n{attacker}");
        struck(&attacker, &format!("policy = 'idle'\n{target}"), rules)
    }

    fn struck(attacker: &str, target: &str, rules: &str) -> Setup {
        fighters("a", attacker).against("b", target).with(rules)
    }

    #[test] // MUR-0-1, MUR-4-6
    fn a_save_has_the_odds_of_its_die() {
        let dodges = "agi = 8\npolicy = 'dodges'";
        let sword = "carries = ['sword']\npolicy = 'plain'";
        let dodges = struck(sword, dodges, "[rules.saves]\ndie = 12");
        let odds = dodges.odds(|after| after.health("b") == 8);
        assert_eq!(odds.of(|&dodged| dodged), fraction(2, 3));
    }

    #[test] // MUR-0-4
    fn armour_reaches_the_highest_value_of_the_rules() {
        let rules = "[rules.armour]\nmost = 4\nshield = 2";
        let shielded = blow("", "armour = 3\nshield = 1", rules);
        let odds = shielded.odds(|after| after.health("b") == 8);
        assert_eq!(odds.of(|&unhurt| unhurt), fraction(2, 3));
        let bare = blow("", "armour = 4", "[rules.armour]\nmost = 4");
        assert_eq!(bare.turn([5]).health("b"), 7);
    }

    #[test] // MUR-0-9
    fn the_lowest_of_three_rolls_counts() {
        let rules = "[rules.damage]\nimpaired_rolls = 3";
        let fists = struck("policy = 'plain'", "policy = 'idle'", rules);
        let odds = fists.odds(|after| after.health("b") == 7);
        assert_eq!(odds.of(|&scratched| scratched), fraction(37, 64));
        let after = fists.turn([2, 1, 3]);
        assert!(after.says("a rolls 1, 2 and 3 for impaired damage (1d4)"));
    }

    #[test] // MUR-0-6
    fn critical_damage_is_a_share_of_health() {
        let odds = |share: u8| {
            let rules = format!("[rules.wounds]\ncritical = {share}");
            blow("", "", &rules).odds(|after| after.fights("b"))
        };
        assert_eq!(odds(75).of(|&fights| fights), fraction(5, 6));
        assert_eq!(odds(60).of(|&fights| fights), fraction(2, 3));
    }

    #[test] // MUR-16-1, MUR-16-2
    fn damage_and_dice_go_by_the_difference_in_size() {
        let small = blow("size = 'small'", "", "[rules.size]\ndamage_divisor = 3");
        let odds = small.odds(|after| after.health("b") == 6);
        assert_eq!(odds.of(|&two| two), fraction(1, 2));
        assert!(small.turn([5]).says("divided by 3 to 2"));
        let large = blow("size = 'large'", "", "[rules.size]\ndice_factor = 3");
        assert_eq!(large.turn([1, 2, 2]).health("b"), 3);
        let same = "[rules.size]\nlarge = 2";
        assert_eq!(blow("size = 'large'", "", same).turn([3]).health("b"), 5);
    }

    #[test] // MUR-16-3
    fn three_dice_are_shared_out_among_two() {
        let after = fighters(
            "a",
            "size = 'large'\ncarries = ['sword']\npolicy = 'splits'",
        )
        .against("b", "health = 20\npolicy = 'idle'")
        .and("c", "health = 20\npolicy = 'idle'")
        .with("[rules.size]\ndice_factor = 3")
        .acts("splits", "split at b among 2")
        .turn([1, 2, 4]);
        assert_eq!((after.health("b"), after.health("c")), (17, 16));
    }

    #[test] // MUR-10-6, MUR-16-11
    fn a_shove_goes_as_far_as_the_rules_say() {
        let after = fighters("a", "size = 'large'\npolicy = 'pushes'")
            .against("b", "policy = 'idle'")
            .field("zones = 9")
            .with("[rules.nonlethal]\nshove = 2\n[rules.size]\nshove = '2'\nshove_factor = 3")
            .acts("pushes", "shove")
            .turn([]);
        assert_eq!((after.at("b"), after.health("b")), ("3", 6));
    }

    #[test] // MUR-11-2
    fn bonus_rounds_come_one_after_the_other() {
        let ambush = fighters("a", "concealed = true\npolicy = 'idle'")
            .against("b", "policy = 'idle'")
            .with("[rules.ambush]\nbonus_rounds = 2");
        let mut trial = ambush.ready();
        let mut moments = vec![trial.arena.moment(&trial.state)];
        let mut rounds = Vec::new();
        for _ in 0..3 {
            trial = trial.round([]);
            moments.push(trial.arena.moment(&trial.state));
            rounds.push((trial.state.round, trial.state.ambush));
        }
        assert_eq!(rounds, [(0, 1), (0, 0), (1, 0)]);
        assert!(moments.is_sorted_by(|one, next| one < next), "{moments:?}");
    }

    #[test] // MUR-12-7
    fn the_way_off_the_map_takes_several_turns() {
        let leaves = fighters("b", "policy = 'idle'")
            .against("runner", "policy = 'idle'\nspeed = 1")
            .field("zones = 2")
            .with("[rules.movement]\nleaving = 3");
        let begun = leaves
            .ready()
            .given("runner", |body| body.retreating = true);
        let first = begun.round([]);
        assert_eq!((first.at("runner"), first.body("runner").leaving), ("0", 2));
        assert_eq!(first.turn([]).turn([]).status("runner"), Status::Fled);
    }

    #[test] // MUR-15-2
    fn a_worn_weapon_is_lost_at_the_lower_faces() {
        let worn = "carries = ['worn']\npolicy = 'plain'";
        let worn = struck(worn, "policy = 'idle'", "[rules.gear]\nbreaks = 3");
        let worn = worn.with("[weapons.worn]\ndamage = '1d6'\ndamaged = true");
        let odds = worn.odds(|after| after.holds("a").is_empty());
        assert_eq!(odds.of(|&lost| lost), fraction(1, 2));
    }

    #[test] // MUR-0-17
    fn blows_reach_what_is_nearby_by_the_rules() {
        let near = blow("", "at = 1", "[rules.zones]\nnearby = 1").field("zones = 3");
        let after = near.turn([3]);
        assert_eq!((after.at("a"), after.health("b")), ("0", 5));
    }

    #[test] // MUR-2-11
    fn a_reaction_that_there_is_not_is_not_chosen() {
        let sword = "carries = ['sword']\npolicy = 'plain'";
        let after = struck(sword, "policy = 'answers'", "[rules.reactions]\ndodge = 0")
            .policy("answers", "react = ['dodge', 'counter']")
            .turn([2, 1, 3]);
        assert_eq!((after.health("a"), after.health("b")), (7, 6));
    }

    #[test] // MUR-0-24, MUR-3-4, MUR-16-11, MUR-17-7
    #[rustfmt::skip]
    fn numbers_of_the_rules_have_to_suit_each_other() {
        let with = |line: &str| blow("", "", &format!("[rules]\n{line}"));
        assert_flaws(with, &[
            ["size.tiny = «3»", "scenario::range", "`rules.size.small` must be at least `tiny`, which is 3, not 1", ""],
            ["attacks.unarmed = «'1d6+1'»", "scenario::range", "`rules.attacks.unarmed` must be 1 to 4 dice of at most 20 sides, not `1d6+1`", ""],
            ["size.shove = «'1d4-2'»", "scenario::range", "`rules.size.shove` must be 0 to 1000 damage, not `1d4-2`", ""],
            ["mounts.fall = «2000»", "scenario::range", "`rules.mounts.fall` must be 0 to 1000 damage, not `2000`", ""],
            ["rest.night = «'1d4-2'»", "scenario::range", "`rules.rest.night` must be 0 to 1000 health, not `1d4-2`", ""],
        ]);
    }
}
