//! The house rules that a scenario may set in `[options]`, and their types. The first value of each house
//! rule is its default.
//!
//! There is a house rule for every passage of the book that can be read in more than one way.

use std::sync::LazyLock;

use super::rules::Rules;
use crate::frame::settings::{HouseRules, OptionSpec, Settings, number, range, small, word};

/// Who may enter occupied cells [SAM-3-5].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Occupancy {
    CloseIn,
    Exclusive,
    Free,
}

/// How invisible fighters are located [SAM-11-10].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Locate {
    Always,
    Never,
    Check,
}

/// The rolls and skills that rage reduces by 1 [SAM-15-6].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct RageSkills {
    pub dodge: bool,
    /// Attack rolls of ranged and magic attacks.
    pub attacks: bool,
    pub perception: bool,
}

/// All house rules of a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Options {
    /// Whether a check fails if its total equals the number that it must reach [SAM-0-1].
    pub ties_fail: bool,
    /// Whether a 6 always succeeds and a 1 always fails on attack and defence rolls [SAM-0-2].
    pub naturals: bool,
    pub broken_is_out: bool,
    pub aftermath: bool,
    pub spill: bool,
    pub stand_prone: u8,
    pub aim_seconds: u8,
    pub occupancy: Occupancy,
    /// Whether scale is added to the damage of melee attacks (first value) and of other attacks (second
    /// value) [SAM-5-6].
    pub scale_damage: [bool; 2],
    pub parry_ranged: bool,
    /// Whether a weapon also reaches targets that are nearer than its reach [SAM-6-2].
    pub reach_up_to: bool,
    pub aim_amount: u8,
    /// Whether the number of scatter dice is one more than the number of range doublings. If not, the two
    /// numbers are equal, with at least one die [SAM-9-3].
    pub scatter_plus: bool,
    pub hit_cover: bool,
    pub locate: Locate,
    pub speed_damage: bool,
    /// Whether flat-footed fighters cannot defend themselves at all [SAM-11-14].
    pub flat_footed_helpless: bool,
    pub surprise_round: bool,
    pub hafted_toughness: i32,
    pub mount_fall: u8,
    /// Rounds that a panic lasts. With 0 it lasts until the victim has fled [SAM-15-4].
    pub panic_rounds: u8,
    pub rage: RageSkills,
    /// Whether a possessor's own body stays on the map, helpless [SAM-17-1].
    pub body_stays: bool,
    /// Numbers added to damage before a comparison: the first before damage is compared with the Minimum
    /// Toughness, the second before it is compared with the Toughness [SAM-18-4].
    pub threshold: [i32; 2],
    pub dying_dc: u8,
    pub dying_wounds: bool,
    /// Whether a fighter starts dying if wounds reduce its Toughness to 0 [SAM-18-10].
    pub wound_death: bool,
    /// Whether mobility penalties also reduce dodge and initiative [SAM-22-1].
    pub mobility_dexterity: bool,
    /// The numbers of the rules, from `[rules]`.
    pub rules: Rules,
}

impl HouseRules for Options {
    #[rustfmt::skip]
    fn ask(set: &mut Settings<'_>) -> Self {
        Self {
            ties_fail: set.differs("ties", "SAM-0-1", "a total equal to the number it needs", ("success", "succeeds"), ("failure", "fails")),
            naturals: set.differs("naturals", "SAM-0-2", "dice of attack and defence rolls that settle them by themselves", ("none", "none"), ("auto", "a 6 succeeds, a 1 fails")),
            broken_is_out: set.keeps("broken_is_out", "SAM-0-8", "whether the Broken count as out", ("yes", "they do, until they recover"), ("no", "they do not")),
            aftermath: set.differs("aftermath", "SAM-0-9", "the dying once the fight is over", ("off", "are left as they are"), ("resolve", "roll on until dead or stabilised, which decides nothing else")),
            spill: set.keeps("spill", "SAM-2-3", "whether an action may run over the end of a turn", ("yes", "its other seconds are the first of the next turn"), ("no", "it must finish in the turn in which it begins")),
            stand_prone: set.option("stand_prone", "SAM-2-6", "seconds to stand up from prone", &[
                number(2, "a second to crouch and one to stand", 2),
                number(4, "as the list of actions has it", 4),
                range(0, 60, "so many", small),
            ]),
            aim_seconds: set.option("aim_seconds", "SAM-2-6", "seconds to aim", &[
                number(2, "as the text on aiming has it", 2),
                number(1, "as the second entry of the list has it", 1),
                range(0, 60, "so many", small),
            ]),
            occupancy: set.option("occupancy", "SAM-3-5", "who may enter cells where others stand", &[
                word("close-in", "an enemy's cell as the last step of a movement", Occupancy::CloseIn),
                word("exclusive", "no enemy's cell can be entered", Occupancy::Exclusive),
                word("free", "all cells can be entered and stood on", Occupancy::Free),
            ]),
            scale_damage: set.option("scale_damage", "SAM-5-6", "attacks to whose damage three times the scale is added", &[
                word("melee", "melee attacks", [true, false]),
                word("none", "none", [false, false]),
                word("all", "all attacks", [true, true]),
            ]),
            parry_ranged: set.keeps("parry_ranged", "SAM-5-8", "whether ranged attacks can be parried", ("yes", "they can"), ("no", "they cannot")),
            reach_up_to: set.differs("min_reach", "SAM-6-2", "enemies nearer than a weapon's reach", ("exact", "are out of its reach"), ("up-to", "are within its reach")),
            aim_amount: set.option("aim_amount", "SAM-7-4", "how much range penalty aiming takes away", &[
                number(1, "1", 1),
                range(0, 10, "so much", small),
            ]),
            scatter_plus: set.differs("scatter_dice", "SAM-9-3", "dice of how far a missed area goes astray", ("max1", "one for each doubling of the range, at least one"), ("plus1", "one more than doublings of the range")),
            hit_cover: set.differs("hit_cover", "SAM-11-8", "whether narrow misses hit the cover", ("off", "they do not; nobody can attack into or out of total cover"), ("on", "they do, and may go on through it")),
            locate: set.option("locate", "SAM-11-10", "whether the invisible are located", &[
                word("always", "by hearing", Locate::Always),
                word("never", "never: they cannot be attacked", Locate::Never),
                word("check", "by d6 and perception against 6 at each attack, which fails otherwise", Locate::Check),
            ]),
            speed_damage: set.differs("speed_damage", "SAM-11-13", "melee damage for speed", ("off", "none"), ("on", "1 for every 5 squares per second of the faster one")),
            flat_footed_helpless: set.differs("flat_footed", "SAM-11-14", "defence rolls of the flat-footed", ("minus-one", "at -1"), ("no-defence", "none")),
            surprise_round: set.differs("surprise_round", "SAM-11-15", "whether the surprised lose their first turn", ("no", "they do not"), ("yes", "they do")),
            hafted_toughness: set.option("hafted_toughness", "SAM-13-2", "Toughness of a wooden haft", &[
                number(10, "10", 10),
                range(1, 30, "so much", |number| number),
            ]),
            mount_fall: set.option("mount_fall_metres", "SAM-14-3", "metres that a rider falls whose mount falls", &[
                number(0, "none: prone, unharmed", 0),
                range(0, 60, "so many", small),
            ]),
            panic_rounds: set.option("panic_rounds", "SAM-15-4", "rounds that a panic lasts", &[
                word("fight", "until the victim has fled", 0),
                range(1, 100, "so many", small),
            ]),
            rage: set.option("rage_dex_skills", "SAM-15-6", "skills that are at -1 in a frenzy", &[
                word("all", "dodge, ranged and magic attacks, perception", RageSkills { dodge: true, attacks: true, perception: true }),
                word("dodge", "dodge", RageSkills { dodge: true, ..RageSkills::default() }),
                word("attacks", "ranged and magic attacks", RageSkills { attacks: true, ..RageSkills::default() }),
                word("none", "none", RageSkills::default()),
            ]),
            body_stays: set.differs("possessor_body", "SAM-17-1", "the body of who possesses another", ("leaves", "leaves the field"), ("stays-helpless", "stays, helpless")),
            threshold: set.option("threshold", "SAM-18-4", "what damage must do to a Toughness", &[
                word("exceed", "exceed it", [0, 0]),
                word("meet", "reach it", [1, 1]),
                word("mixed", "exceed the Minimum Toughness, reach the Toughness", [0, 1]),
            ]),
            dying_dc: set.option("dying_dc", "SAM-18-6", "what the first dying check needs", &[
                number(4, "4", 4),
                number(6, "6", 6),
                range(1, 40, "so much", small),
            ]),
            dying_wounds: set.keeps("dying_wound_penalty", "SAM-18-6", "whether wounds count against dying checks", ("yes", "they do"), ("no", "they do not")),
            wound_death: set.differs("wound_death", "SAM-18-10", "wounds alone", ("none", "fell nobody"), ("zero", "fell whoever has no Toughness left")),
            mobility_dexterity: set.differs("mobility_affects", "SAM-22-1", "what mobility penalties count for", ("list", "speed and stealth"), ("dexterity", "dodge and initiative as well")),
            rules: Rules::default(),
        }
    }
}

/// The description of every house rule, in the same order as the program lists them.
pub(crate) static OPTIONS: LazyLock<Vec<OptionSpec>> = LazyLock::new(Options::listed);

#[cfg(test)]
impl Default for Options {
    fn default() -> Self {
        Self::defaults().0
    }
}
