//! Reports of what happens in a fight, received by a [`Witness`].
//!
//! All books share these reports, so that every ruleset fills the same tables. A book's own details go to
//! [`Witness::say`], whose texts are only made if a reader wants them. [`Silent`] compiles to nothing.

use super::{
    CombatantId, EventId, FighterId, FighterSet, LineId, ListId, ObjectiveId, Outcome, Supplies,
    WeaponId,
};

/// The result of one attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Blow {
    /// The attack itself failed, or succeeded without being a hit.
    Missed,
    /// It would have hit, but a defence stopped it.
    Evaded,
    /// It landed. The numbers are in the book's own unit of damage; `rolled - stopped = dealt`.
    Landed {
        /// Damage before armour.
        rolled: u32,
        /// Damage that armour stopped.
        stopped: u32,
        /// Net damage, 0 where armour stopped it all.
        dealt: u32,
    },
}

impl Blow {
    /// The mark of a landed blow without net damage; each point of net damage adds one.
    pub const LANDED: u32 = 2;

    /// A landed blow that rolled `rolled` damage before armour and dealt `dealt` net damage.
    #[inline]
    pub const fn landed(rolled: u32, dealt: u32) -> Self {
        Self::Landed {
            rolled,
            stopped: rolled - dealt,
            dealt,
        }
    }

    /// The result as one number: 0 for a miss, 1 for an evaded blow, otherwise [`Blow::LANDED`] plus the net damage.
    #[inline]
    pub const fn mark(self) -> u32 {
        match self {
            Self::Missed => 0,
            Self::Evaded => 1,
            Self::Landed { dealt, .. } => Self::LANDED + dealt,
        }
    }
}

/// The location of a witness's own notes on a kind of attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoteRange {
    /// Index of the first entry.
    pub at: u32,
    /// Number of entries.
    pub len: u32,
}

/// Receives reports of what happens in a fight. Every method has an empty default.
pub trait Witness {
    /// Whether [`Witness::say`] is used. If not, rules may skip work that only serves its texts.
    const LISTENS: bool = false;

    /// Returns whether the counters of a fight ([`Fight::counting`](super::Fight::counting)) have the values of one
    /// state. False where one step is worked out for all their possible values at once.
    #[inline]
    fn knows_counters(&self) -> bool {
        true
    }

    /// A round begins; the first is 1.
    #[inline]
    fn round_began(&mut self, _round: u32) {}

    /// An attack was made and settled.
    #[inline]
    fn attacked(
        &mut self,
        _attacker: FighterId,
        _target: FighterId,
        _weapon: WeaponId,
        _blow: Blow,
    ) {
    }

    /// The Ranks that a landed blow cost its target at once: 0 if armour stopped the blow, or if the target gave up
    /// something else instead. Called once for every landed blow, after [`Witness::attacked`], by books whose
    /// [`Cast::most_lost`](super::Cast::most_lost) is not 0.
    #[inline]
    fn lost(&mut self, _attacker: FighterId, _target: FighterId, _weapon: WeaponId, _ranks: u32) {}

    /// A fighter went down in this round.
    #[inline]
    fn downed(&mut self, _who: FighterId, _round: u32) {}

    /// A fighter that was down is back, or a fighter of [`Cast::absent`](super::Cast::absent) has arrived.
    #[inline]
    fn back(&mut self, _who: FighterId, _round: u32) {}

    /// A fighter left the fight alive.
    #[inline]
    fn fled(&mut self, _who: FighterId, _round: u32) {}

    /// One of the book's own events happened to a fighter or was its doing. `parts` is its weight; an event that
    /// happened once weighs [`WHOLE`](super::WHOLE).
    #[inline]
    fn happened(&mut self, _who: FighterId, _event: EventId, _parts: u64) {}

    /// The fight is over, and a standing fighter has `health` left. `parts` is the weight of the report; a certain
    /// one weighs [`WHOLE`](super::WHOLE).
    #[inline]
    fn left(&mut self, _who: FighterId, _health: u32, _parts: u64) {}

    /// A fighter's policy took this line.
    #[inline]
    fn line_used(&mut self, _who: FighterId, _line: LineId) {}

    /// A fighter's policy went through this list and took no line.
    #[inline]
    fn list_ran_out(&mut self, _who: FighterId, _list: ListId) {}

    /// A fighter's policy took `line` `times` times.
    #[inline]
    fn line_repeated(&mut self, who: FighterId, line: LineId, times: u64) {
        for _ in 0..times {
            self.line_used(who, line);
        }
    }

    /// A fighter's policy went through `list` `times` times and took no line.
    #[inline]
    fn list_ran_out_repeatedly(&mut self, who: FighterId, list: ListId, times: u64) {
        for _ in 0..times {
            self.list_ran_out(who, list);
        }
    }

    /// The place of this witness's notes on attacks of these fighters with this weapon, for [`Witness::marked`];
    /// worked out once for many attacks.
    #[inline]
    fn place(&self, _attacker: FighterId, _target: FighterId, _weapon: WeaponId) -> NoteRange {
        NoteRange::default()
    }

    /// `times` attacks ended alike, as `mark` says (see [`Blow::mark`]). Called instead of [`Witness::attacked`]
    /// where the rolls are of no interest. The place belongs to the attacker, the target and the weapon.
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

    /// The people of a day have got through this stage, and these of them stand.
    #[inline]
    fn stage_over(&mut self, _stage: usize, _standing: FighterSet) {}

    /// After a stage of a day that the people have got through, those fighters of a combatant that stand have `health`
    /// left in all.
    #[inline]
    fn stage_left(&mut self, _stage: usize, _combatant: CombatantId, _health: u32) {}

    /// After a stage of a day that the people have got through, those fighters of a combatant that stand have these supplies
    /// left in all. Reported for combatants that begin the day with any.
    #[inline]
    fn stage_supplies(&mut self, _stage: usize, _combatant: CombatantId, _supplies: Supplies) {}

    /// The people of a day have ended it after this stage, which they have got through.
    #[inline]
    fn day_stopped(&mut self, _stage: usize) {}

    /// The fight is over.
    #[inline]
    fn ended(&mut self, _outcome: &Outcome) {}

    /// `times` fights ended alike, and no fighter went down before the last round, when those in `downed` did. Called
    /// instead of [`Witness::downed`] and [`Witness::ended`].
    #[inline]
    fn ended_alike(&mut self, outcome: &Outcome, downed: FighterSet, times: u64) {
        for _ in 0..times {
            for who in downed.iter() {
                self.downed(who, outcome.rounds);
            }
            self.ended(outcome);
        }
    }

    /// Later reports concern another fight, with the fighters of `out` out. Returns the fighters that are out in the
    /// fight reported until now. The endings of drawn fights are reported later, many at once.
    #[inline]
    fn turn_to(&mut self, _out: FighterSet) -> FighterSet {
        FighterSet::NONE
    }

    /// Adds a detail to the transcript, with the clause behind it. The text is only made if a reader
    /// wants it.
    #[inline]
    fn say(&mut self, _clause: &'static str, _text: impl FnOnce() -> String) {}
}

/// A witness that ignores all reports.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Witness for Silent {}
