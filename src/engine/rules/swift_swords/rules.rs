//! The numbers of the rules that `[rules]` may set, each with its default value.

use crate::frame::rules::{check_ascending, rules};
use crate::scenario::{Faults, Table};

/// Multiples of a rank are stored in tenths. This is the number for one times the rank.
pub(crate) const TENTHS: i32 = 10;
/// The scale and the unit of keys whose values are multiples of a rank.
const RANKS: (i64, &str) = (TENTHS as i64, "times the rank");
/// Largest multiple of a rank, in tenths.
const MANY: i64 = 1000;

rules! {
    /// The numbers of the rules, one group for each table of `[rules]`.
    pub(crate) struct Rules;

    rolls: Rolls = "rolls of six-sided dice" {
        attack_face: u8 = book(5, "", 2..=6, "SST-0-1", "the lowest face that is a success of an attack at Superiority Level 0"),
        defence_face: u8 = book(5, "", 2..=6, "SST-0-1", "the lowest face that is a success of a defence, or of armour that is rolled"),
        characteristic_face: u8 = book(5, "", 2..=6, "SST-0-1", "the lowest face that is a success of a characteristic roll"),
        characteristic: i8 = book(4, "dice", 0..=24, "SST-0-2", "dice of a characteristic roll at level 0"),
        passes: u8 = ours(1, "successes", 1..=24, "SST-0-2", "successes that pass a characteristic roll"),
        margin: i8 = ours(1, "successes", 0..=24, "SST-0-3", "successes by which the winner of an opposed roll is ahead at least"),
    }

    hands: Hands = "hands of Action Dice" {
        most: u8 = book(6, "dice", 1..=10, "SST-5-6", "most Action Dice in a round, if the stat block has no `max_ad`"),
        again: u8 = book(6, "", 1..=7, "SST-5-2", "the lowest face of a rolled die that adds dice; 7: none does"),
        extra: u8 = book(1, "dice", 0..=2, "SST-5-2", "dice that such a face adds"),
        least_face: u8 = book(3, "", 1..=6, "SST-5-6", "the face of the only die of a creature whose modifiers leave it none"),
        further_face: u8 = ours(6, "", 1..=6, "SST-5-4", "the face of each further die of a fixed hand larger than those of `sets`"),
    }

    actions: Actions = "actions and their costs; most costs are in `costs`" {
        defence: u8 = book(1, "dice", 1..=6, "SST-13-1", "usable dice that a defence costs"),
        pool: u8 = book(1, "dice", 1..=6, "SST-8-3", "usable dice that a Pool action costs"),
        gather: u8 = book(1, "dice", 1..=6, "SST-7-4", "usable dice that each further step of aiming or gathering costs"),
        recover: u8 = book(1, "dice", 1..=6, "SST-17-3", "usable dice that ending a State without a roll costs"),
        soak: u8 = ours(1, "dice", 1..=6, "SST-19-4", "usable dice that soaking costs"),
        follow: u8 = ours(1, "dice", 1..=6, "SST-32-2", "usable dice that the second blow of a follow-on costs"),
        flat: u8 = book(4, "pips", 1..=20, "SST-8-2", "a melee attack, if the option `attack_cost` says `flat`"),
        unarmed: u8 = ours(4, "pips", 1..=20, "SST-33-1", "a melee attack of a creature that has lost the use of its weapon"),
        gathered: i32 = ours(1, "dice", 0..=5, "SST-7-4", "attack dice for each step of aiming or gathering"),
        most_gathered: u8 = ours(12, "steps", 1..=24, "SST-7-4", "most steps of aiming or gathering"),
        break_loss: u8 = ours(1, "dice", 0..=5, "SST-8-4", "dice that each success of a Break takes off a defence pool"),
        charge_zones: u8 = ours(1, "zones", 0..=20, "SST-8-5", "the farthest charge on the ground, if no farther than a move"),
    }

    ones: Ones = "uses of dice that show 1" {
        effort: u8 = book(1, "dice", 0..=10, "SST-9-1", "dice that Effort adds to a roll"),
        raise: u8 = book(1, "", 1..=5, "SST-9-3", "by how much a one raises a die of a roll"),
    }

    attacks: Attacks = "attack rolls; most modifiers are in `modifiers`" {
        fumble: u8 = book(1, "ones", 1..=24, "SST-10-5", "ones beyond the successes with which an attack is a fumble"),
        fumbled_sl: i8 = book(1, "", 0..=4, "SST-10-5", "Superiority Levels of an attack on a Fumbled creature"),
        pick_up: u8 = book(1, "dice", 1..=24, "SST-10-6", "most exposure dice that one attack takes, unless the option `exposure_pickup` says `all`"),
        exposed: u8 = book(1, "dice", 0..=5, "SST-10-6", "attack dice for each exposure die taken"),
        major_ratio: u32 = book(2, "", 1..=64, "SST-11-2", "friends for each enemy in a melee that make a Major Advantage"),
        same_zone: i32 = ours(0, "dice", -10..=10, "SST-11-3", "attack dice of a shot within a zone"),
        spell_range: u8 = ours(3, "zones", 0..=30, "SST-10-11", "range of a spell"),
    }

    close: Close = "close combat and holds" {
        light_sl: i8 = book(1, "", -4..=4, "SST-12-2", "Superiority Levels of light weapons that are not natural"),
        heaviest: u8 = book(1, "", 0..=5, "SST-12-2", "heaviest class of weapon that is not dropped, from 0, Light, to 5, Massive"),
        stands: u8 = book(3, "", 1..=10, "SST-12-1", "times the size of every opponent that a creature needs to stay standing"),
        held: u8 = book(3, "", 1..=10, "SST-12-4", "times the size of the holder that no standing creature may have to be held"),
        least_size: u8 = ours(1, "", 0..=9, "SST-12-1", "the size that smaller creatures count as"),
        first_hold: u8 = book(0, "", 0..=4, "SST-12-4", "class of a new or reversed hold, from 0, Light, to 4, Huge"),
        tightens: u8 = book(1, "classes", 1..=4, "SST-12-6", "classes that improving adds to a hold"),
        loosens: u8 = book(1, "classes", 1..=4, "SST-12-5", "classes that each success ahead takes off a hold"),
        reverse: i8 = book(2, "successes", 0..=24, "SST-12-5", "successes by which a held creature that reverses the hold is ahead at least"),
        hold_successes: u8 = ours(1, "successes", 1..=24, "SST-12-7", "successes with whose damage a hold hurts and subdues"),
        size_dice: i8 = book(1, "dice", 0..=5, "SST-12-9", "dice for each point of size against being subdued or thrown down"),
    }

    defences: Defences = "Dodge, Block and Parry" {
        dodged: u8 = book(1, "dice", 1..=5, "SST-13-2", "attack dice that each success of a Dodge removes"),
        dodge_missile: u8 = book(1, "successes", 0..=24, "SST-13-3", "successes that a Dodge loses against a missile"),
        dodge_exposes: u8 = book(1, "dice", 0..=5, "SST-13-4", "exposure dice for each success of a Dodge that is left over"),
        block_works: u8 = book(1, "dice", 1..=24, "SST-13-7", "dice of a Block that are left at least where it works"),
        block_exposes: u8 = book(1, "dice", 0..=5, "SST-13-7", "exposure dice for each die of a Block beyond those"),
        parried: u8 = book(1, "dice", 1..=5, "SST-13-10", "misses that each success of a Parry turns into ones"),
        pooled: u8 = book(1, "dice", 1..=24, "SST-14-3", "dice that a Pool action adds to a defence pool"),
        worn: u8 = book(1, "dice", 0..=24, "SST-14-4", "dice that a defence pool loses after each attack"),
    }

    ranks: Ranks = "Ranks" {
        heroic_level: u8 = book(1, "ranks", 0..=9, "SST-15-3", "Ranks that `heroic_level` adds on a track"),
        beyond: u8 = book(9, "ranks", 1..=60, "SST-15-6", "Ranks with which a track is beyond damage"),
        beaten: i8 = book(0, "ranks", -1..=9, "SST-15-7", "most Ranks of a creature that is beaten without a roll; -1: none is"),
        below: u8 = book(0, "ranks", 0..=9, "SST-21-1", "Ranks below 0 at which a creature is out"),
        below_heroic: u8 = book(3, "ranks", 0..=9, "SST-21-1", "Ranks below 0 at which a hero is out"),
    }

    damage: Damage = "effects of damage" {
        ranks: u8 = book(1, "ranks", 1..=9, "SST-18-1", "Ranks that a hit costs"),
        trauma: i32 = book_scaled(1, RANKS, 0..=MANY, "SST-16-5", "damage above this is a Trauma"),
        killing: i32 = book_scaled(2, RANKS, 0..=MANY, "SST-16-5", "damage above this is a Killing Blow"),
        massive: i32 = book_scaled(3, RANKS, 0..=MANY, "SST-16-5", "damage above this is Massive"),
        panic: i32 = book_scaled(1, RANKS, 0..=MANY, "SST-19-2", "mental damage above this makes one panic"),
        crush: i32 = book_scaled(2, RANKS, 0..=MANY, "SST-19-2", "mental damage above this crushes"),
        state_points: u8 = book(1, "points", 1..=20, "SST-17-1", "damage that a State is taken instead of, if the option `state_absorbs` says `point`"),
        soaked: u8 = ours(1, "points", 0..=20, "SST-19-4", "damage that each success of soaking takes off"),
        crushed: u8 = ours(1, "dice", 1..=10, "SST-19-6", "dice that a turn costs a Crushed creature"),
    }

    injuries: Wounding = "injuries; the figures of each wound are in `wounds`" {
        location_dice: u8 = book(4, "dice", 1..=12, "SST-22-1", "dice for the location of a wound"),
        shift_from: u8 = book(3, "dice", 2..=12, "SST-22-2", "equal dice that shift a wound by one part of the body; each further one shifts it by another"),
        worse: i8 = book(-2, "dice", -12..=0, "SST-22-4", "dice of the roll of a wound that is marked as worse"),
        sight: u8 = ours(3, "", 1..=5, "SST-22-7", "the highest number on a die with which `sight-or-sound` is sight"),
        bleeding: u8 = book(1, "ranks", 0..=9, "SST-22-6", "Ranks that a failed roll against bleeding costs"),
        lame_divisor: u8 = ours(2, "", 1..=20, "SST-22-7", "divides the speed of a creature with a hurt foot"),
        lame_least: u8 = ours(1, "zones", 0..=20, "SST-22-7", "the least speed of a creature with a hurt foot"),
    }

    rest: Resting = "rests between the fights of a day" {
        first_aid: u8 = book(1, "ranks", 0..=9, "SST-28-1", "Physical Ranks that first aid gives back to a creature that has lost no more than that"),
        first_week: u8 = book(2, "ranks", 0..=9, "SST-28-1", "Physical Ranks that come back in the first week of rest after a fight"),
        week: u8 = book(1, "ranks", 0..=9, "SST-28-1", "Physical Ranks that come back in each further week"),
        healer: u8 = book(1, "ranks", 0..=9, "SST-28-1", "more Ranks in a week with a healer, for each patient for whom the healer's roll passes"),
        healer_dice: u8 = ours(4, "dice", 0..=24, "SST-28-1", "dice of the healer's roll"),
        tired: u8 = book(1, "ranks", 0..=9, "SST-24-1", "Ranks that fatigue costs"),
        night: u8 = ours(1, "ranks", 0..=9, "SST-19-3", "Mental Ranks that come back in a night; the book has no rule for it"),
    }

    fear: Fearing = "fear; its levels are in `fears`" {
        ranks: u8 = book(1, "ranks", 1..=9, "SST-23-1", "Mental Ranks that failing against fear costs"),
        zones: u8 = book(1, "zones", 0..=30, "SST-23-3", "how far the levels reach that reach beyond their zone"),
    }

    slams: Slams = "slam attacks, under the option `slam`" {
        margin: i8 = ours(1, "successes", 0..=24, "SST-34-1", "successes by which a slam that throws down is ahead at least"),
        size_dice: i8 = ours(1, "dice", 0..=5, "SST-34-1", "dice for each point of size that the attacker is larger"),
    }

    chariots: Chariots = "chariots" {
        cover: i8 = book(-1, "dice", -10..=0, "SST-36-2", "dice of a shot at the crew"),
        two_horse: u8 = book(1, "targets", 1..=16, "SST-36-2", "targets that a team of two strikes at once, with a light chariot"),
        four_horse: u8 = book(2, "targets", 1..=16, "SST-36-2", "targets that a team of four, or a heavy chariot, strikes at once"),
    }

    flight: Flying = "flight" {
        circles: u8 = book(6, "turns", 0..=64, "SST-37-3", "turns in an action with which a flyer circles in its zone"),
        missile: i32 = book(-1, "dice", -5..=5, "SST-37-4", "dice of a missile for each zone of speed of a flyer"),
    }
}

/// Reads `[rules]`. Reports a fault if the multiples of a rank are not in ascending order.
pub(crate) fn read(tree: &Table, faults: &Faults) -> Rules {
    let rules = Rules::read(tree, faults);
    let damage = rules.damage;
    let physical = [
        ("trauma", damage.trauma),
        ("killing", damage.killing),
        ("massive", damage.massive),
    ];
    let mental = [("panic", damage.panic), ("crush", damage.crush)];
    for bands in [&physical[..], &mental] {
        check_ascending(tree, "damage", bands, RANKS.0, faults);
    }
    rules
}
