//! The numbers of the rules that `[rules]` may set, each with its default value.
//!
//! Modifiers are percentages that are added to a characteristic or a skill. A Full Action costs two Half
//! Actions.

use std::ops::RangeInclusive;

use crate::dice::Throw;
use crate::frame::rules::{check_ascending, note, rules};
use crate::scenario::{Faults, Table};

/// The allowed values of a modifier of a test, in percent.
const MODIFIER: RangeInclusive<i64> = -200..=200;
/// The allowed values of a number of degrees of success.
const DEGREES: RangeInclusive<i64> = 1..=20;
/// The allowed values of the number of Half Moves in a move.
const TIMES: RangeInclusive<i64> = 0..=50;
/// The allowed values of a distance, in units.
const UNITS: RangeInclusive<i64> = 0..=30_000;
/// The allowed costs of an action, in Half Actions: 1 for a Half Action, 2 for a Full Action.
const COST: RangeInclusive<i64> = 1..=2;
/// The allowed values of a number of fatigue levels, or of a number of turns.
const FEW: RangeInclusive<i64> = 0..=100;

/// Maximum number of dice in the damage of a weapon.
pub(crate) const MOST_DICE: u16 = 8;

rules! {
    /// The numbers of the rules, one group for each table of `[rules]`.
    pub(crate) struct Rules;

    turns: Turns = "rounds and turns" {
        halves: u8 = book(2, "Half Actions", 2..=4, "PER-1-2", "Half Actions of a turn; a Full Action takes two"),
        attacks: u8 = book(1, "actions", 0..=4, "PER-12-2", "actions of the Attack subtype in a turn"),
        concentrations: u8 = book(1, "actions", 0..=4, "PER-12-2", "actions of the Concentration subtype in a turn"),
        reactions: u8 = book(1, "Reactions", FEW, "PER-1-3", "Reactions from one turn to the next, if the stat block does not say"),
        surprise_rounds: u16 = book(1, "rounds", 1..=100, "PER-2-3", "the round at whose end surprise ends"),
        initiative: Throw = book_dice("1d10", "PER-2-4", "the roll to which AB is added for the initiative"),
    }

    costs: Costs = "what actions cost: 1 for a Half Action, 2 for a Full Action" {
        attack: u8 = book(1, "Half Actions", COST, "PER-12.33-1", "a Standard Attack"),
        close_attack: u8 = book(2, "Half Actions", COST, "PER-12.23-1", "a Standard Attack by the restrained participant of a grapple"),
        aim: u8 = book(1, "Half Actions", COST, "PER-12.1-1", "an Aim that adds `attacks.aim`"),
        aim_long: u8 = book(2, "Half Actions", COST, "PER-12.1-1", "an Aim that adds `attacks.aim_long`"),
        semi_burst: u8 = book(2, "Half Actions", COST, "PER-12.3-1", "a semi-automatic burst"),
        full_burst: u8 = book(2, "Half Actions", COST, "PER-12.4-1", "a fully automatic burst"),
        called_shot: u8 = book(2, "Half Actions", COST, "PER-12.5-1", "a Called Shot"),
        cautious: u8 = book(1, "Half Actions", COST, "PER-12.6-1", "a Cautious Action"),
        charge: u8 = book(2, "Half Actions", COST, "PER-12.7-1", "a Charge"),
        disarm: u8 = book(2, "Half Actions", COST, "PER-12.9-1", "a Disarm"),
        feint: u8 = book(1, "Half Actions", COST, "PER-12.10-1", "a Feint"),
        swift_attack: u8 = book(2, "Half Actions", COST, "PER-12.11-1", "a Swift Attack"),
        lightning_attack: u8 = book(2, "Half Actions", COST, "PER-12.12-1", "a Lightning Attack"),
        grapple: u8 = book(2, "Half Actions", COST, "PER-12.13-1", "a Grapple that initiates"),
        control: u8 = book(2, "Half Actions", COST, "PER-12.13-3", "the Grapple of a controller, with the action that it brings"),
        assist: u8 = ours(1, "Half Actions", COST, "PER-12.14-3", "assisting a participant of a grapple"),
        break_free: u8 = book(1, "Half Actions", COST, "PER-12.24-1", "a Break Free"),
        slip_free: u8 = book(1, "Half Actions", COST, "PER-12.25-1", "a Slip Free"),
        take_control: u8 = book(1, "Half Actions", COST, "PER-12.26-1", "a Take Control"),
        guard: u8 = book(2, "Half Actions", COST, "PER-12.27-1", "Guard Mode"),
        heavy_attack: u8 = book(2, "Half Actions", COST, "PER-12.28-1", "a Heavy Attack"),
        knock_down: u8 = book(1, "Half Actions", COST, "PER-12.29-1", "a Knock Down"),
        maneuver: u8 = book(1, "Half Actions", COST, "PER-12.30-1", "a Maneuver"),
        two_weapons: u8 = book(1, "Half Actions", COST, "PER-12.31-1", "a Multiple Attack of two Standard Attacks"),
        two_weapons_full: u8 = ours(2, "Half Actions", COST, "PER-12.31-4", "a Multiple Attack with anything else"),
        overwatch: u8 = book(2, "Half Actions", COST, "PER-12.32-1", "Overwatch"),
        suppress: u8 = book(2, "Half Actions", COST, "PER-12.35-1", "Suppressing Fire"),
        stun: u8 = book(1, "Half Actions", COST, "PER-12.34-1", "a Stun"),
        take_down: u8 = book(1, "Half Actions", COST, "PER-12.36-1", "a Take Down"),
        half_move: u8 = ours(1, "Half Actions", COST, "PER-13.3-1", "a Half Move"),
        full_move: u8 = ours(2, "Half Actions", COST, "PER-13.3-1", "a Full Move"),
        run: u8 = ours(2, "Half Actions", COST, "PER-13.3-4", "a Run"),
        disengage: u8 = ours(2, "Half Actions", COST, "PER-13.3-3", "a Disengage"),
        stand: u8 = ours(1, "Half Actions", COST, "PER-13.2-7", "standing up"),
        clear: u8 = ours(2, "Half Actions", COST, "PER-13.5-4", "clearing a jam"),
        ready: u8 = ours(1, "Half Actions", COST, "PER-13.5-5", "drawing a weapon or picking it up"),
    }

    tests: Tests = "tests, degrees of success, bonuses" {
        always_passes: u8 = ours(1, "", 0..=100, "PER-13.1-2", "the highest roll that passes whatever the target number, if the option `auto_results` allows it"),
        always_fails: u8 = ours(100, "", 1..=101, "PER-13.1-2", "the lowest roll that fails whatever the target number, if the option `auto_results` allows it"),
        degree: u8 = ours(10, "percent", 1..=100, "PER-13.1-3", "points below the target number for each further degree of success"),
        bonus: i32 = ours(10, "percent", 1..=100, "PER-13.1-4", "points of a characteristic for each point of its bonus: SB, TB, AB, WSB"),
    }

    attacks: Attacks = "what attack actions add to their tests" {
        standard: i32 = book(10, "percent", MODIFIER, "PER-12.33-1", "added to a Standard Attack"),
        called: i32 = book(-20, "percent", MODIFIER, "PER-12.5-1", "added to a Called Shot"),
        charge: i32 = book(20, "percent", MODIFIER, "PER-12.7-1", "added to the attack at the end of a Charge, a Grapple included"),
        heavy: i32 = book(30, "percent", MODIFIER, "PER-12.28-1", "added to a Heavy Attack"),
        swift: i32 = book(0, "percent", MODIFIER, "PER-12.11-1", "added to a Swift Attack"),
        swift_degrees: i32 = book(2, "degrees", DEGREES, "PER-12.11-1", "degrees of success for each further hit of a Swift Attack"),
        lightning: i32 = book(-10, "percent", MODIFIER, "PER-12.12-1", "added to a Lightning Attack"),
        lightning_degrees: i32 = book(1, "degrees", DEGREES, "PER-12.12-1", "degrees of success for each further hit of a Lightning Attack"),
        counter: i32 = book(-20, "percent", MODIFIER, "PER-12.8-1", "added to a Counter-Attack"),
        stun: i32 = book(-20, "percent", MODIFIER, "PER-12.34-1", "added to the test of a Stun"),
        take_down: i32 = book(0, "percent", MODIFIER, "PER-12.36-1", "added to the test of a Take Down"),
        semi: i32 = book(0, "percent", MODIFIER, "PER-12.3-1", "added to a semi-automatic burst"),
        semi_braced: i32 = book(10, "percent", MODIFIER, "PER-12.3-1", "added to a semi-automatic burst that is braced"),
        semi_degrees: i32 = book(2, "degrees", DEGREES, "PER-12.3-1", "degrees of success for each further hit of a semi-automatic burst"),
        full: i32 = book(-10, "percent", MODIFIER, "PER-12.4-1", "added to a fully automatic burst"),
        full_braced: i32 = book(0, "percent", MODIFIER, "PER-12.4-1", "added to a fully automatic burst that is braced"),
        full_degrees: i32 = book(1, "degrees", DEGREES, "PER-12.4-1", "degrees of success for each further hit of a fully automatic burst"),
        aim: u8 = book(10, "percent", 0..=200, "PER-12.1-1", "added to the next attack test by an Aim that takes a Half Action"),
        aim_long: u8 = book(20, "percent", 0..=200, "PER-12.1-1", "added to the next attack test by an Aim that takes a Full Action"),
        cautious: i32 = book(-10, "percent", MODIFIER, "PER-12.6-1", "added to WS and BS tests in the turn of a Cautious Action"),
        surprised: i32 = book(30, "percent", MODIFIER, "PER-2-3", "added to attacks on the surprised, a Knock Down included"),
        guard: i32 = book(-20, "percent", MODIFIER, "PER-12.27-1", "added to attacks on a fighter in Guard Mode"),
        from_ground: i32 = book(-20, "percent", MODIFIER, "PER-7-3", "added to attacks from the Ground on a target at Low"),
    }

    two_weapons: TwoWeapons = "what a Multiple Attack adds to the tests of its attacks" {
        both: i32 = book(-20, "percent", MODIFIER, "PER-12.31-1", "added to both attacks"),
        off_hand: i32 = book(-20, "percent", MODIFIER, "PER-12.31-1", "added to the attack of the off hand, beside `both`"),
        ambidextrous: i32 = book(-10, "percent", MODIFIER, "PER-12.31-2", "added to both attacks of an Ambidextrous fighter, in place of `both`"),
        ambidextrous_off_hand: i32 = book(0, "percent", MODIFIER, "PER-12.31-2", "added to the attack of the off hand of an Ambidextrous fighter, beside `ambidextrous`"),
        blade_dancer: i32 = book(0, "percent", MODIFIER, "PER-12.31-3", "added to the attack of a Blade Dancer with a balanced weapon, in place of `both`"),
        gunslinger: i32 = book(0, "percent", MODIFIER, "PER-12.31-3", "added to the attack of a Gunslinger with a pistol or carbine, in place of `both`"),
    }

    shooting: Shooting = "shots, bursts and pinning" {
        reach: i32 = book(2, "ranges", 1..=10, "PER-4-3", "the Maximum Distance of a thrown or ranged weapon, in multiples of its range"),
        spread: i32 = book(2, "units", UNITS, "PER-12.3-2", "how far from the first target further hits of a burst may go"),
        jam_from: u32 = book(94, "", 2..=101, "PER-12.3-3", "the lowest attack roll of a burst that jams the weapon, if the weapon does not say; 101: none"),
        suppress: i32 = book(-20, "percent", MODIFIER, "PER-12.35-1", "added to the test of Suppressing Fire"),
        suppress_degrees: i32 = book(2, "degrees", DEGREES, "PER-12.35-2", "degrees of success for each further hit of Suppressing Fire"),
        suppress_pinning: i32 = book(-10, "percent", MODIFIER, "PER-12.35-3", "added to Pinning tests against semi-automatic Suppressing Fire"),
        suppress_pinning_full: i32 = book(-20, "percent", MODIFIER, "PER-12.35-3", "added to Pinning tests against fully automatic Suppressing Fire"),
        overwatch_pinning: i32 = ours(0, "percent", MODIFIER, "PER-12.32-4", "added to Pinning tests after a shot from Overwatch"),
        clear: i32 = ours(0, "percent", MODIFIER, "PER-13.5-4", "added to the BS test that clears a jam"),
    }

    ranges: Ranges = "the farthest distance of each range bracket" {
        assault: i32 = book(10, "units", UNITS, "PER-6-1", "Assault Range"),
        close: i32 = book(30, "units", UNITS, "PER-6-1", "Close Range"),
        medium: i32 = book(60, "units", UNITS, "PER-6-1", "Medium Range"),
        long: i32 = book(100, "units", UNITS, "PER-6-1", "Long Range"),
        very_long: i32 = book(150, "units", UNITS, "PER-6-1", "Very Long Range; beyond it is Longshot"),
    }

    evasion: Evasion = "Dodge, Parry, Deflect" {
        degrees: i32 = book(1, "degrees", DEGREES, "PER-4-10", "degrees of success for each of several hits that an evasion removes, at least one"),
        cautious: i32 = book(10, "percent", MODIFIER, "PER-12.6-1", "added to evasions after a Cautious Action"),
        heavy: i32 = book(-20, "percent", MODIFIER, "PER-12.28-1", "added to evasions after a Heavy Attack"),
    }

    damage: Damage = "Righteous Fury, Critical Hits, and being out" {
        fury_die: u8 = book(10, "faces", 2..=20, "PER-4-14", "faces of the die of Righteous Fury; its largest face brings another die"),
        special_die: u8 = book(10, "faces", 2..=20, "PER-11-1", "faces of the die of Special Damage; its largest face may bring another die"),
        further_dice: u8 = ours(10, "dice", 0..=10, "PER-4-15", "the most dice that largest faces bring, one after the other"),
        guard_confirm: i32 = book(-20, "percent", MODIFIER, "PER-12.27-1", "added to Critical Confirm tests against a fighter in Guard Mode"),
        out_at: i16 = book(0, "wounds", -10_000..=0, "PER-4-19", "a fighter is out at this number of wounds"),
    }

    unarmed: Unarmed = "bare hands" {
        damage: Throw = book_dice("1d5-3", "PER-5-1", "damage, to which SB is added; at most 8 dice"),
        pen: i32 = book(0, "points", 0..=1000, "PER-5-1", "Penetration: armour points that they ignore"),
        fatigue: u8 = book(1, "levels", FEW, "PER-5-2", "fatigue from a hit that does as much damage as TB"),
    }

    moves: Moves = "moves and distances" {
        half: i32 = ours(1, "", TIMES, "PER-13.3-1", "multiplies AB for the Half Move, if the stat block does not say"),
        least: i32 = ours(1, "units", 1..=5000, "PER-13.3-1", "the shortest Half Move, if the stat block does not say"),
        full: i32 = ours(2, "Half Moves", TIMES, "PER-13.3-1", "distance of a Full Move"),
        charge: i32 = ours(3, "Half Moves", TIMES, "PER-13.3-1", "the farthest Charge"),
        run: i32 = ours(6, "Half Moves", TIMES, "PER-13.3-4", "distance of a Run"),
        disengage: i32 = ours(1, "Half Moves", TIMES, "PER-13.3-3", "distance of a Disengage"),
        charge_line: i32 = book(4, "units", 0..=30_000, "PER-12.7-1", "the shortest Charge"),
        adjacent: i32 = ours(1, "units", 1..=100, "PER-4-2", "the farthest distance at which fighters are adjacent, and the reach of melee weapons that do not say"),
        pick_up: i32 = ours(1, "units", UNITS, "PER-12.9-1", "how far away a weapon may lie that is picked up"),
    }

    flight: Flight = "altitude" {
        low: i32 = book(60, "units", UNITS, "PER-7-2", "height of Low above the Ground"),
        high: i32 = book(400, "units", UNITS, "PER-7-5", "height of High above the other bands, for weapons that reach it"),
        half_bands: u8 = book(1, "bands", 0..=2, "PER-7-6", "bands that a flyer may change in a Half Move"),
        full_bands: u8 = book(2, "bands", 0..=2, "PER-7-6", "bands that a flyer may change in a Full Move, Charge or Run"),
        fall: u8 = book(1, "bands", 1..=2, "PER-7-7", "bands that a falling fighter drops in a round"),
    }

    tricks: Tricks = "Disarm, Knock Down, Maneuver, Stun, Take Down" {
        advanced_disarm: i32 = book(20, "percent", MODIFIER, "PER-12.9-3", "added to the test of a Disarm with the talent Advanced Disarm"),
        take_degrees: i32 = book(3, "degrees", DEGREES, "PER-12.9-2", "degrees of success of a Disarm that takes the weapon"),
        run_up: i32 = book(10, "percent", MODIFIER, "PER-12.29-1", "added to the test of a Knock Down after a Half Move"),
        hurt_degrees: i32 = book(2, "degrees", 0..=20, "PER-12.29-2", "degrees of success beyond the target's of a Knock Down that hurts"),
        hurt_fatigue: u8 = book(1, "levels", FEW, "PER-12.29-2", "fatigue from a Knock Down that hurts"),
        fall_degrees: i32 = book(2, "degrees", 0..=20, "PER-12.29-3", "degrees of success beyond the attacker's with which a target that withstands a Knock Down brings the attacker down"),
        shift: i32 = book(1, "units", 0..=1000, "PER-12.30-1", "how far a Maneuver shifts its target"),
        advance: i32 = book(1, "units", 0..=1000, "PER-12.30-1", "how far the attacker may advance after a Maneuver"),
        obstacle: i32 = book(-10, "percent", MODIFIER, "PER-12.30-2", "added to attacks after being forced into an obstacle"),
        stun_roll: Throw = book_dice("1d10", "PER-12.34-1", "the roll of a Stun, to which SB is added"),
        stun_turns: u8 = book(1, "turns", 1..=100, "PER-12.34-1", "turns of a Stun whose roll equals TB and the armour of the head; each point above is a further turn"),
        stun_fatigue: u8 = book(1, "levels", FEW, "PER-12.34-1", "fatigue from a Stun"),
        take_down_step: i32 = book(-10, "percent", MODIFIER, "PER-12.36-2", "added to the Toughness test against a Take Down for each multiple of TB in the damage, if the damage exceeds TB"),
        take_down_turns: u8 = book(1, "turns", 1..=100, "PER-12.36-1", "turns of being stunned by a Take Down"),
    }

    grapple: Grapple = "grapples" {
        initiate: i32 = book(0, "percent", MODIFIER, "PER-12.13-1", "added to the test of a Grapple"),
        outsider: i32 = book(20, "percent", MODIFIER, "PER-12.14-2", "added to WS attacks on a participant by a fighter outside the grapple"),
        help: i32 = ours(10, "percent", MODIFIER, "PER-12.14-3", "added by each helper"),
        helpers: u8 = book(2, "helpers", 0..=63, "PER-12.14-3", "the most helpers of a participant"),
        prone: i32 = book(10, "percent", MODIFIER, "PER-12.20-2", "added to the controller's tests against a prone opponent, beside `conditions.prone_melee`"),
        damage_fatigue: u8 = book(1, "levels", FEW, "PER-12.15-1", "fatigue from Damage by the controller"),
        push: i32 = book(1, "units", 0..=1000, "PER-12.16-1", "how far a Push moves the opponent"),
        push_degree: i32 = book(1, "units", 0..=1000, "PER-12.16-1", "how much farther a Push goes for each degree of success, up to a Half Move"),
    }

    conditions: Conditions = "fatigued, prone, pinned" {
        fatigue: i32 = ours(-10, "percent", MODIFIER, "PER-13.2-1", "added to all tests of the fatigued"),
        prone_melee: i32 = book(10, "percent", MODIFIER, "PER-13.2-4", "added to melee attacks on the prone"),
        pinned: i32 = ours(-20, "percent", MODIFIER, "PER-13.2-8", "added to BS tests of the pinned"),
        pinned_actions: u8 = ours(1, "Half Actions", 0..=4, "PER-13.2-8", "Half Actions of the pinned in a turn"),
        unpin: i32 = ours(0, "percent", MODIFIER, "PER-13.2-9", "added to the WP test that ends being pinned"),
    }

    rest: Rest = "what rests between the fights of a day restore" {
        hour_wounds: i16 = ours(0, "wounds", 0..=10_000, "PER-4-19", "what everybody alive regains in an hour"),
        hour_fatigue: u8 = ours(1, "levels", FEW, "PER-13.2-1", "fatigue that everybody loses in an hour"),
        hour_rounds: u8 = ours(0, "rounds", 0..=255, "PER-13.5-2", "rounds that come into each magazine in an hour"),
        night_wounds: i16 = ours(1, "wounds", 0..=10_000, "PER-4-19", "what everybody alive regains in a night"),
        night_fatigue: u8 = ours(100, "levels", FEW, "PER-13.2-1", "fatigue that everybody loses in a night"),
        night_rounds: u8 = ours(0, "rounds", 0..=255, "PER-13.5-2", "rounds that come into each magazine in a night"),
    }
}

/// Reads `[rules]`. Reports a fault if `always_passes` and `always_fails` or the range brackets are not in
/// ascending order. Also reports bare hands with more than [`MOST_DICE`] dice or with dice that are
/// subtracted.
pub(crate) fn read(tree: &Table, faults: &Faults) -> Rules {
    let rules = Rules::read(tree, faults);
    let Tests {
        always_passes,
        always_fails,
        ..
    } = rules.tests;
    let rolls = [
        ("always_passes", i32::from(always_passes)),
        ("always_fails", i32::from(always_fails)),
    ];
    check_ascending(tree, "tests", &rolls, 1, faults);
    let Ranges {
        assault,
        close,
        medium,
        long,
        very_long,
    } = rules.ranges;
    let brackets = [
        ("assault", assault),
        ("close", close),
        ("medium", medium),
        ("long", long),
        ("very_long", very_long),
    ];
    check_ascending(tree, "ranges", &brackets, 1, faults);
    let damage = rules.unarmed.damage;
    if damage.negative || damage.count > MOST_DICE {
        let message = format!(
            "`rules.unarmed.damage` must be at most {MOST_DICE} dice, added up, not `{damage}`"
        );
        note(tree, ("unarmed", "damage"), message, faults);
    }
    rules
}

#[cfg(test)]
mod tests {
    use crate::rules::persona::testing::does;

    #[test] // PER-5-1, PER-6-1, PER-13.1-2
    fn numbers_that_contradict_others_are_faults() {
        let setup = does("attack", "", "").with(
            "[rules.tests]\nalways_passes = 60\nalways_fails = 50\n[rules.ranges]\nclose = 5\n\
             [rules.unarmed]\ndamage = \"9d5\"",
        );
        let faults = setup.faults();
        for message in [
            "`rules.tests.always_fails` must be at least `always_passes`, which is 60, not 50",
            "`rules.ranges.close` must be at least `assault`, which is 10, not 5",
            "`rules.unarmed.damage` must be at most 8 dice, added up, not `9d5`",
        ] {
            assert!(faults.contains(message), "{faults}");
        }
    }
}
