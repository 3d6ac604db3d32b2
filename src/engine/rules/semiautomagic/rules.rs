//! The numbers of the rules, which a scenario may change in `[rules]`, with their defaults.

use crate::dice::Throw;
use crate::frame::rules::{check_ascending, note, rules};
use crate::scenario::{Faults, Table};

/// Largest number of seconds that a scenario may give to an action.
const LONG: i64 = 60;
/// Largest modifier that a scenario may give to a roll, a Target score or a Toughness, up or down.
const LARGE: i64 = 20;

rules! {
    /// The numbers of the rules, as read from `[rules]`.
    pub(crate) struct Rules;

    time: Time = "seconds of turns and actions; the options `stand_prone` and `aim_seconds` have two more" {
        turn: u8 = book(6, "seconds", 1..=30, "SAM-2-1", "a turn"),
        disabled_turn: u8 = book(3, "seconds", 1..=30, "SAM-19-8", "a turn of the Disabled"),
        melee_attack: u8 = book(4, "seconds", 1..=LONG, "SAM-2-6", "an attack with a melee weapon that has no `seconds` of its own, or with bare hands"),
        ranged_attack: u8 = book(4, "seconds", 1..=LONG, "SAM-2-6", "an attack with a ranged weapon that has no `seconds` of its own, or a throw"),
        spell: u8 = book(4, "seconds", 1..=LONG, "SAM-2-6", "a spell that has no `seconds` of its own"),
        combo: u8 = book(4, "seconds", 1..=LONG, "SAM-2-6", "a combo that has no `seconds` of its own"),
        daunt: u8 = ours(4, "seconds", 1..=LONG, "SAM-2-7", "a morale effect that has no `seconds` of its own"),
        moving: u8 = book(1, "seconds", 1..=10, "SAM-2-6", "a move, up to the speed"),
        run: u8 = book(3, "seconds", 1..=30, "SAM-2-6", "the shortest run"),
        crawl: u8 = book(4, "seconds", 1..=LONG, "SAM-19-8", "a square of crawling"),
        overloaded: u8 = book(6, "seconds", 1..=LONG, "SAM-22-1", "a square with more than `encumbrance.most_steps`"),
        draw: u8 = book(1, "seconds", 0..=LONG, "SAM-2-6", "to draw or sheathe a weapon"),
        take_out: u8 = book(2, "seconds", 0..=LONG, "SAM-2-6", "to take an item out of a pack or pocket"),
        pick_up: u8 = ours(2, "seconds", 0..=LONG, "SAM-2-7", "to pick an item up"),
        drop: u8 = book(0, "seconds", 0..=LONG, "SAM-2-6", "to drop a held item"),
        clear: u8 = ours(4, "seconds", 0..=LONG, "SAM-2-7", "to clear a jam"),
        get_down: u8 = book(1, "seconds", 0..=LONG, "SAM-2-6", "to crouch from standing, or to go prone"),
        rise_to_crouch: u8 = book(1, "seconds", 0..=LONG, "SAM-2-6", "to rise from prone to a crouch"),
        stand_from_crouch: u8 = book(1, "seconds", 0..=LONG, "SAM-2-6", "to stand up from a crouch"),
        reload: u8 = book(4, "seconds", 1..=LONG, "SAM-7-7", "to load a weapon that has no `reload` of its own"),
        reload_per_scale: u8 = book(4, "seconds", 0..=16, "SAM-7-7", "what loading takes longer for each scale that the weapon is larger than the loader"),
        mount_control: u8 = book(2, "seconds", 0..=30, "SAM-14-1", "what the control of a mount costs its rider in a round"),
        stabilise: u8 = ours(4, "seconds", 0..=LONG, "SAM-2-7", "to stabilise a dying ally"),
        possess: u8 = ours(4, "seconds", 0..=LONG, "SAM-2-7", "an attempt to possess"),
        remedy: u8 = ours(4, "seconds", 1..=LONG, "SAM-18-11", "the use of a remedy that has no `seconds` of its own"),
        break_free: u8 = ours(4, "seconds", 1..=LONG, "SAM-2-7", "an attempt to break free of a hold"),
    }

    movement: Movement = "moving, running and mobility penalties" {
        run_factor: i32 = book(3, "", 1..=LARGE, "SAM-3-4", "multiplies the speed of a run"),
        difficult: u8 = book(2, "", 1..=4, "SAM-3-2", "multiplies the cost of a step onto difficult ground"),
        extreme: u8 = book(3, "", 1..=4, "SAM-3-3", "multiplies the cost of a step onto extreme ground"),
        charge: u8 = book(6, "metres", 0..=100, "SAM-10-7", "the shortest straight movement before a charge"),
        mobility_speed: i32 = book(1, "half squares", 0..=LARGE, "SAM-19-1", "speed that a mobility penalty costs"),
        mobility_skills: i32 = book(1, "", 0..=3, "SAM-19-1", "what a mobility penalty takes off stealth, and under the option `mobility_affects` off dodge and initiative"),
    }

    scale: Scale = "effects of scale beside those of the table `scales`" {
        damage: i32 = book(3, "", 0..=LARGE, "SAM-5-6", "damage for each scale"),
        fortitude: i32 = book(1, "", 0..=LARGE, "SAM-4-2", "added to fortitude checks for each scale"),
        stealth: i32 = book(1, "", 0..=LARGE, "SAM-4-2", "taken off stealth checks for each scale"),
        falls: i32 = book(3, "", 0..=LARGE, "SAM-16-1", "damage of falls for each scale"),
        collisions: i32 = book(3, "", 0..=LARGE, "SAM-16-4", "damage of collisions for each scale"),
        item_toughness: i32 = book(3, "", 0..=LARGE, "SAM-13-3", "Toughness of an item, and of armour, for each scale"),
        item_target: i32 = book(1, "", 0..=LARGE, "SAM-13-3", "taken off the Target score of an item for each scale"),
    }

    attack: AttackNumbers = "attacks and defences" {
        defence: i32 = book(4, "", -LARGE..=40, "SAM-5-2", "what a defence needs against an attack bonus of 0"),
        doubling: i32 = book(1, "", 0..=LARGE, "SAM-7-2", "taken off a ranged attack for each doubling of the range increment"),
        max_doublings: u8 = book(4, "", 0..=10, "SAM-7-3", "doublings that a weapon without `max_doublings` reaches"),
        scatter_die: u16 = book(6, "faces", 1..=20, "SAM-9-3", "faces of each die of squares that a missed area goes astray"),
        area_dodge: i32 = book(3, "", 0..=100, "SAM-9-6", "taken off the damage of an area by a dodge"),
    }

    situations: Situations = "situations of the defender" {
        flanked: i32 = book(-1, "", -LARGE..=LARGE, "SAM-11-1", "added to defence rolls of the flanked"),
        light_cover: i32 = book(1, "", 0..=LARGE, "SAM-11-1", "added to the Target score by light cover"),
        medium_cover: i32 = book(2, "", 0..=LARGE, "SAM-11-1", "added to the Target score by medium cover"),
        heavy_cover: i32 = book(3, "", 0..=LARGE, "SAM-11-1", "added to the Target score by heavy cover"),
        light_cover_hides: i32 = book(1, "", 0..=LARGE, "SAM-11-1", "added to stealth by light cover"),
        medium_cover_hides: i32 = book(2, "", 0..=LARGE, "SAM-11-1", "added to stealth by medium cover"),
        heavy_cover_hides: i32 = book(3, "", 0..=LARGE, "SAM-11-1", "added to stealth by heavy or total cover"),
        evasion_cover: u8 = book(3, "", 1..=5, "SAM-11-1", "the least cover that gives Evasion: 1 light to 4 total, 5 none"),
        concealment: i32 = book(1, "", 0..=LARGE, "SAM-11-1", "added to the Target score by concealment"),
        invisibility: i32 = book(4, "", 0..=LARGE, "SAM-11-1", "added to the Target score by invisibility, or by total cover"),
        high_speed: i32 = book(1, "", 0..=LARGE, "SAM-11-1", "added to the Target score for every full `high_speed_squares` moved"),
        high_speed_squares: u16 = book(30, "squares", 1..=500, "SAM-11-1", "squares moved in a turn that count as high speed"),
        crouched: i32 = book(1, "", 0..=LARGE, "SAM-11-3", "added to the Target score of the crouched in the open against ranged attacks, taken off it in melee"),
        prone: i32 = book(2, "", 0..=LARGE, "SAM-11-3", "added to the Target score of the prone in the open against ranged attacks, taken off it in melee"),
        crouched_cover: u8 = book(1, "steps", 0..=4, "SAM-11-4", "how much better the cover of the crouched is"),
        prone_cover: u8 = book(2, "steps", 0..=4, "SAM-11-4", "how much better the cover of the prone is"),
        pierced_cover: i32 = book(3, "", 0..=100, "SAM-11-8", "taken off the damage of an attack that wounds the cover, under the option `hit_cover`"),
        locate: i32 = ours(6, "", 1..=40, "SAM-11-10", "what a check to locate the invisible needs, under the option `locate`"),
        flat_footed: i32 = book(-1, "", -LARGE..=LARGE, "SAM-11-14", "added to defence rolls of the flat-footed"),
        speed_damage_squares: i32 = book(5, "squares", 1..=1000, "SAM-11-13", "squares per second that add 1 to melee damage, under the option `speed_damage`"),
    }

    items: ItemNumbers = "attacks on items and on parts of the body, beside the tables `items` and `locations`" {
        armour: i32 = book(3, "", -LARGE..=60, "SAM-13-2", "Toughness of armour beside its Defence"),
        wound: i32 = book(1, "", 0..=LARGE, "SAM-13-1", "Toughness that a wound costs an item"),
        wound_damage: i32 = book(1, "", 0..=LARGE, "SAM-13-4", "taken off the damage of a weapon for each of its wounds"),
        wound_attack: i32 = book(1, "", 0..=LARGE, "SAM-13-4", "taken off attacks with a ranged weapon for each of its wounds"),
        jam: u32 = book(1, "", 0..=6, "SAM-13-5", "the highest face of the attack die on which a wounded firearm jams"),
        hit_hand: i32 = book(-1, "", -LARGE..=0, "SAM-12-1", "added to attacks with what a hit hand holds"),
        head_rounds: u8 = book(1, "rounds", 0..=100, "SAM-12-1", "how long a hit of the head staggers"),
    }

    morale: Morale = "Will, breaking and rage" {
        will: i32 = book(6, "", 0..=60, "SAM-15-1", "Will beside spirit"),
        minimum: i32 = book(6, "", 0..=60, "SAM-15-1", "how much lower the Minimum Will is"),
        untyped: u8 = book(2, "penalties", 1..=LARGE, "SAM-15-2", "morale penalties of untyped morale damage over the Will"),
        broken: u8 = book(10, "", 1..=40, "SAM-15-9", "what the first check of the Broken needs"),
        broken_step: u8 = book(1, "", 0..=LARGE, "SAM-15-9", "how much less the check of the Broken needs after each failure"),
        recovered: u8 = book(1, "penalties", 1..=LARGE, "SAM-15-9", "morale penalties that a Broken fighter loses that recovers"),
        rage: i32 = book(-1, "", -LARGE..=LARGE, "SAM-15-6", "added to the skills that the option `rage_dex_skills` names"),
    }

    falls: Falls = "falls and collisions, beside the table `surfaces`" {
        damage: Throw = book_dice("1d6", "SAM-16-1", "damage of a fall before all else"),
        metres: i32 = book(5, "metres", 1..=1000, "SAM-16-1", "metres that add 1 to the damage of a fall"),
        most: i32 = book(12, "", 0..=1000, "SAM-16-1", "the most that the height adds"),
        ledge: i32 = book(4, "", 1..=40, "SAM-16-3", "what a reflex check to catch a ledge needs"),
        collision: Throw = book_dice("1d6", "SAM-16-4", "damage of a collision before all else"),
        collision_squares: i32 = book(5, "squares", 1..=1000, "SAM-16-4", "squares per second that add 1 to the damage of a collision"),
        collision_dodge: i32 = book(4, "", -LARGE..=40, "SAM-16-4", "what a dodge needs in a collision of equal scales"),
    }

    dying: Dying = "Toughness, wounds and dying" {
        minimum: i32 = book(6, "", 0..=60, "SAM-18-1", "how much lower the Minimum Toughness is"),
        wound: i32 = book(1, "", 0..=LARGE, "SAM-18-1", "Toughness that a wound costs"),
        object_endurance: i32 = book(3, "", -LARGE..=60, "SAM-18-2", "endurance of objects"),
        wound_check: i32 = book(1, "", 0..=LARGE, "SAM-18-6", "taken off dying checks for each wound, unless the option `dying_wound_penalty` says no"),
        step: u8 = book(1, "", 1..=LARGE, "SAM-18-6", "how much more dying checks need after each failure"),
        stabilise_die: u32 = book(10, "faces", 1..=100, "SAM-18-8", "faces of the die with which the dying stabilise"),
        stabilise_from: u32 = book(10, "", 1..=100, "SAM-18-8", "the lowest face that stabilises"),
    }

    conditions: Conditions = "conditions, and confusion beside the table `confusion`" {
        staggered_rounds: Throw = book_dice("1d6", "SAM-19-3", "rounds that those who start staggered are so"),
        staggered_seconds: Throw = book_dice("1d6", "SAM-19-3", "seconds that the staggered lose in each round"),
        waking: u8 = book(1, "rounds", 0..=100, "SAM-19-4", "how long those who wake are flat-footed"),
        held: i32 = book(-1, "", -LARGE..=LARGE, "SAM-19-12", "added to dodges of the held"),
        control_rounds: Throw = book_dice("1d6", "SAM-19-6", "rounds in control by the entry `control-rounds`"),
        minute: u8 = book(10, "rounds", 1..=200, "SAM-19-6", "rounds of a minute in control by the entry `control-minute`"),
        stray: u8 = book(3, "seconds", 0..=30, "SAM-19-6", "seconds that the entries `stray` and `dash` take"),
        throw_range: u16 = ours(5, "metres", 1..=1000, "SAM-19-7", "range increment of a thrown item that does not shoot"),
        throw_doublings: u32 = ours(4, "", 0..=10, "SAM-19-7", "doublings of the increment that a thrown item reaches"),
    }

    poison: PoisonNumbers = "poisons and diseases, beside the table `poisons`" {
        cured: u8 = book(3, "checks", 1..=100, "SAM-21-1", "successful checks in a row that end an affliction"),
        overdose: i32 = book(1, "", 0..=LARGE, "SAM-21-5", "added to what checks need for each doubling of the dose"),
        overdose_symptoms: u8 = book(1, "", 0..=LARGE, "SAM-21-5", "further symptoms of a failed check for each doubling of the dose"),
        inhaled: i32 = book(1, "", 0..=LARGE, "SAM-21-3", "added to what checks need for each interval in an area where the poison is inhaled"),
        air: u8 = book(3, "metres", 0..=60, "SAM-21-4", "how near the airborne are caught"),
        air_faces: u32 = book(1, "", 0..=6, "SAM-21-4", "the highest face of a d6 on which the airborne are caught"),
        blinded: Throw = book_dice("1d6", "SAM-21-7", "rounds of the symptom `blinded-and-staggered`"),
        staggered: u8 = book(1, "rounds", 0..=100, "SAM-21-7", "rounds of the symptom `staggered`"),
        paralysed: u8 = book(3, "checks", 1..=100, "SAM-21-7", "failed checks in a row that paralyse, by the symptom `staggered-then-paralysed`"),
        rises: Throw = book_dice("1d4", "SAM-21-8", "own turns after which the dead rise"),
        radiation: u8 = book(1, "scales", 0..=6, "SAM-22-2", "how much larger than its source the area of the strongest radiation is"),
    }

    rest: Rest = "what rests between the fights of a day restore" {
        hour_penalties: u8 = book(200, "penalties", 0..=200, "SAM-15-10", "morale penalties that a calm hour removes, by default all"),
        night_wounds: u8 = book(1, "wounds", 0..=200, "SAM-18-11", "wounds that a night heals"),
        bed_factor: i32 = book(1, "", 0..=LARGE, "SAM-18-11", "multiplies endurance for the wounds that a day in bed heals"),
    }

    levels: Levels = "skill bonuses of those with a `level`" {
        fast: i32 = book(1, "levels", 1..=LARGE, "SAM-23-1", "levels for each point of a skill of the rate Fast"),
        staggered: i32 = book(2, "levels", 1..=LARGE, "SAM-23-1", "levels for each point of a skill of the rate Staggered"),
    }

    encumbrance: Encumbrance = "loads, beside the table `loads`" {
        most_steps: u8 = book(5, "steps", 0..=LARGE, "SAM-22-1", "the heaviest load with which one walks"),
        free_steps: u8 = book(1, "steps", 0..=LARGE, "SAM-22-1", "the heaviest load without a mobility penalty"),
        wheels: u8 = book(4, "", 1..=100, "SAM-22-1", "divides the mass of what rolls on wheels"),
    }
}

impl Situations {
    /// Returns the modifier that a step of cover gives to the Target score.
    #[inline]
    pub(crate) fn cover(&self, step: u8) -> i32 {
        match step {
            0 => 0,
            1 => self.light_cover,
            2 => self.medium_cover,
            3 => self.heavy_cover,
            _ => self.invisibility,
        }
    }

    /// Returns the modifier that a step of cover gives to stealth.
    pub(crate) fn hides(&self, step: u8) -> i32 {
        match step {
            0 => 0,
            1 => self.light_cover_hides,
            2 => self.medium_cover_hides,
            _ => self.heavy_cover_hides,
        }
    }
}

/// The two limits of a roll: the largest number of its dice, and the largest number of faces of each die.
const MOST_DICE: u16 = 12;
const MOST_FACES: u16 = 100;

/// Reads the table `[rules]`. Reports rolls with too many dice or faces, and a face for stabilising that is
/// not on its die.
pub(crate) fn read(tree: &Table, faults: &Faults) -> Rules {
    let rules = Rules::read(tree, faults);
    let Dying {
        stabilise_from,
        stabilise_die,
        ..
    } = rules.dying;
    let faces = [
        ("stabilise_from", stabilise_from.cast_signed()),
        ("stabilise_die", stabilise_die.cast_signed()),
    ];
    check_ascending(tree, "dying", &faces, 1, faults);
    let (falls, conditions, poison) = (&rules.falls, &rules.conditions, &rules.poison);
    for (group, key, dice, least, most) in [
        ("falls", "damage", falls.damage, -100, 1300),
        ("falls", "collision", falls.collision, -100, 1300),
        (
            "conditions",
            "staggered_rounds",
            conditions.staggered_rounds,
            0,
            200,
        ),
        (
            "conditions",
            "staggered_seconds",
            conditions.staggered_seconds,
            0,
            200,
        ),
        (
            "conditions",
            "control_rounds",
            conditions.control_rounds,
            1,
            200,
        ),
        ("poison", "blinded", poison.blinded, 0, 200),
        ("poison", "rises", poison.rises, 1, 200),
    ] {
        let many = dice.count > MOST_DICE || dice.sides > MOST_FACES;
        if many || dice.min() < least || dice.max() > most {
            let message = format!(
                "`rules.{group}.{key}` must be at most {MOST_DICE} dice of {MOST_FACES} faces, in all from {least} to {most}, not `{dice}`"
            );
            note(tree, (group, key), message, faults);
        }
    }
    rules
}
