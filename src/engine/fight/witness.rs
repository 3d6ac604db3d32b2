//! Reports of what happens in a fight, and the trait [`Witness`] that receives them.
//!
//! Fights of all books make the same reports, so that the same tables can be filled from them. Details that
//! only one book has are reported with [`Witness::say`], which makes a text only if somebody reads it.
//! Reports to a [`Silent`] witness take no time.

use super::{
    CombatantId, EventId, FighterId, FighterSet, LineId, ListId, ObjectiveId, Outcome, Supplies,
    WeaponId,
};

/// The result of one attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Blow {
    /// The attack did not hit: its roll failed, or the success did not count as a hit.
    Missed,
    /// The attack would have hit, but a defence stopped it.
    Evaded,
    /// The attack hit. The numbers are in the unit of damage of the book, and `rolled` is the sum of
    /// `stopped` and `dealt`.
    Landed {
        /// Damage before armour.
        rolled: u32,
        /// Damage that armour stopped.
        stopped: u32,
        /// Net damage; 0 if armour stopped all of it.
        dealt: u32,
    },
}

impl Blow {
    /// The number that [`Blow::mark`] returns for a landed blow without net damage. For a landed blow with
    /// net damage, it returns this number plus the damage.
    pub const LANDED: u32 = 2;

    /// Returns a landed blow that rolled `rolled` damage before armour and dealt `dealt` net damage.
    #[inline]
    pub const fn landed(rolled: u32, dealt: u32) -> Self {
        Self::Landed {
            rolled,
            stopped: rolled - dealt,
            dealt,
        }
    }

    /// Returns the result as a single number: 0 for a miss, 1 for an evaded blow, and for a landed blow the
    /// sum of [`Blow::LANDED`] and the net damage.
    #[inline]
    pub const fn mark(self) -> u32 {
        match self {
            Self::Missed => 0,
            Self::Evaded => 1,
            Self::Landed { dealt, .. } => Self::LANDED + dealt,
        }
    }
}

/// A range in a table of the witness: its entries for attacks by one fighter on another with one weapon. See
/// [`Witness::place`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoteRange {
    /// The index of the first entry.
    pub at: u32,
    /// The number of entries.
    pub len: u32,
}

/// Receives reports of what happens in a fight. The default methods ignore the reports.
pub trait Witness {
    /// Whether this witness uses the texts of [`Witness::say`]. If not, rules may skip work that is needed
    /// only for them.
    const LISTENS: bool = false;

    /// Returns whether the values of the fight's counters ([`Fight::counting`](super::Fight::counting)) are
    /// known. They are not known if a step is worked out once for all values that the counters may have.
    #[inline]
    fn knows_counters(&self) -> bool {
        true
    }

    /// A round begins. The first round is 1.
    #[inline]
    fn round_began(&mut self, _round: u32) {}

    /// An attack was made, with this result.
    #[inline]
    fn attacked(
        &mut self,
        _attacker: FighterId,
        _target: FighterId,
        _weapon: WeaponId,
        _blow: Blow,
    ) {
    }

    /// The Ranks that a landed blow has cost its target: 0 if armour stopped the blow, or if the target gave
    /// up something else instead. Books whose [`Cast::most_lost`](super::Cast::most_lost) is not 0 report
    /// this for every landed blow, after [`Witness::attacked`].
    #[inline]
    fn lost(&mut self, _attacker: FighterId, _target: FighterId, _weapon: WeaponId, _ranks: u32) {}

    /// A fighter went down in this round.
    #[inline]
    fn downed(&mut self, _who: FighterId, _round: u32) {}

    /// A fighter that was down stands again. Or a fighter in [`Cast::absent`](super::Cast::absent) has
    /// arrived.
    #[inline]
    fn back(&mut self, _who: FighterId, _round: u32) {}

    /// A fighter left the fight alive.
    #[inline]
    fn fled(&mut self, _who: FighterId, _round: u32) {}

    /// An event that the book defines ([`EventSpec`](super::EventSpec)). `_who` caused or suffered it.
    /// `_parts` is the weight of the event, which is [`WHOLE`](super::WHOLE) for an event that happened once.
    #[inline]
    fn happened(&mut self, _who: FighterId, _event: EventId, _parts: u64) {}

    /// The fight is over, and `_who` stands and has this health left. `_parts` is the weight of the report,
    /// which is [`WHOLE`](super::WHOLE) if the report is certain.
    #[inline]
    fn left(&mut self, _who: FighterId, _health: u32, _parts: u64) {}

    /// The policy of a fighter has chosen this line.
    #[inline]
    fn line_used(&mut self, _who: FighterId, _line: LineId) {}

    /// The policy of a fighter has tried all lines of this decision list and chosen none.
    #[inline]
    fn list_ran_out(&mut self, _who: FighterId, _list: ListId) {}

    /// The policy of a fighter has chosen this line `times` times.
    #[inline]
    fn line_repeated(&mut self, who: FighterId, line: LineId, times: u64) {
        for _ in 0..times {
            self.line_used(who, line);
        }
    }

    /// The policy of a fighter has tried all lines of this decision list and chosen none, `times` times.
    #[inline]
    fn list_ran_out_repeatedly(&mut self, who: FighterId, list: ListId, times: u64) {
        for _ in 0..times {
            self.list_ran_out(who, list);
        }
    }

    /// Returns the entries of this witness for attacks of `_attacker` on `_target` with `_weapon`. The caller
    /// may keep the range and pass it to [`Witness::marked`] for many attacks.
    #[inline]
    fn place(&self, _attacker: FighterId, _target: FighterId, _weapon: WeaponId) -> NoteRange {
        NoteRange::default()
    }

    /// `times` attacks had the same result. `mark` is the number that [`Blow::mark`] returns for it. Called
    /// instead of [`Witness::attacked`] if the witness does not need the damage before armour. The range is
    /// the one that [`Witness::place`] returns for this attacker, target and weapon.
    #[inline]
    fn marked(
        &mut self,
        _place: NoteRange,
        _attacker: FighterId,
        _target: FighterId,
        _weapon: WeaponId,
        _mark: u32,
        _times: u64,
    ) {
    }

    /// A side has won the fight by this objective.
    #[inline]
    fn met(&mut self, _objective: ObjectiveId) {}

    /// The people of a day have got through this stage. `_standing` are those of them who stand.
    #[inline]
    fn stage_over(&mut self, _stage: usize, _standing: FighterSet) {}

    /// Called after each stage that the people of a day have got through. `_health` is the total health of
    /// those fighters of the combatant that stand.
    #[inline]
    fn stage_left(&mut self, _stage: usize, _combatant: CombatantId, _health: u32) {}

    /// Called after each stage that the people of a day have got through, for combatants that had supplies at
    /// the start of the day. `_supplies` is what those fighters of the combatant that stand have together.
    #[inline]
    fn stage_supplies(&mut self, _stage: usize, _combatant: CombatantId, _supplies: Supplies) {}

    /// The people of a day have got through this stage and have then ended the day.
    #[inline]
    fn day_stopped(&mut self, _stage: usize) {}

    /// The fight is over.
    #[inline]
    fn ended(&mut self, _outcome: &Outcome) {}

    /// `times` fights have ended with the same outcome. In each of them, exactly the fighters in `downed`
    /// went down, all in the last round. Called instead of [`Witness::downed`] and [`Witness::ended`].
    #[inline]
    fn ended_alike(&mut self, outcome: &Outcome, downed: FighterSet, times: u64) {
        for _ in 0..times {
            for who in downed.iter() {
                self.downed(who, outcome.rounds);
            }
            self.ended(outcome);
        }
    }

    /// Says that later reports are about another fight. The fighters in `_out` are already out of that fight.
    /// Returns the fighters that are out of the fight reported up to now. This is needed if the endings of
    /// many fights are drawn first and reported later.
    #[inline]
    fn turn_to(&mut self, _out: FighterSet) -> FighterSet {
        FighterSet::NONE
    }

    /// A detail for the transcript, with the clause of the rulebook that it follows. `_text` is called only
    /// if the witness uses the text.
    #[inline]
    fn say(&mut self, _clause: &'static str, _text: impl FnOnce() -> String) {}
}

/// A witness that ignores all reports.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Witness for Silent {}
