//! Reports of what happens in a fight, received by a [`Witness`].
//!
//! All books share these reports, so that every ruleset fills the same tables. Details of a single book go to
//! [`Witness::say`], which makes its texts only if a reader wants them. A [`Silent`] witness costs no time at
//! all.

use super::{
    CombatantId, EventId, FighterId, FighterSet, LineId, ListId, ObjectiveId, Outcome, Supplies,
    WeaponId,
};

/// The result of one attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Blow {
    /// The attack failed by its own roll, or its success did not count as a hit.
    Missed,
    /// The attack would have hit, but a defence stopped it.
    Evaded,
    /// The attack hit. The numbers are in the book's own unit of damage, with `rolled - stopped = dealt`.
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
    /// The number that [`Blow::mark`] returns for a landed blow without net damage. Each point of net damage
    /// adds one.
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

    /// Returns the result as one number: 0 for a miss, 1 for an evaded blow, otherwise [`Blow::LANDED`] plus
    /// the net damage.
    #[inline]
    pub const fn mark(self) -> u32 {
        match self {
            Self::Missed => 0,
            Self::Evaded => 1,
            Self::Landed { dealt, .. } => Self::LANDED + dealt,
        }
    }
}

/// The entries that a witness keeps for one kind of attack, as a range of its own table. See
/// [`Witness::place`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoteRange {
    /// Index of the first entry.
    pub at: u32,
    /// Number of entries.
    pub len: u32,
}

/// Receives reports of what happens in a fight. Every method has an empty default.
pub trait Witness {
    /// Whether this witness uses [`Witness::say`]. If not, rules may skip work that only its texts need.
    const LISTENS: bool = false;

    /// Returns whether the counters of the reported fight ([`Fight::counting`](super::Fight::counting)) have
    /// definite values. They have none if one step is worked out for all possible values of the counters at
    /// once.
    #[inline]
    fn knows_counters(&self) -> bool {
        true
    }

    /// A round begins; the first is 1.
    #[inline]
    fn round_began(&mut self, _round: u32) {}

    /// An attack was made, and its result is known.
    #[inline]
    fn attacked(
        &mut self,
        _attacker: FighterId,
        _target: FighterId,
        _weapon: WeaponId,
        _blow: Blow,
    ) {
    }

    /// A landed blow cost its target this number of Ranks. The number is 0 if armour stopped the blow, or if
    /// the target gave up something else instead. Books whose [`Cast::most_lost`](super::Cast::most_lost) is
    /// not 0 call this method once for every landed blow, after [`Witness::attacked`].
    #[inline]
    fn lost(&mut self, _attacker: FighterId, _target: FighterId, _weapon: WeaponId, _ranks: u32) {}

    /// A fighter went down in this round.
    #[inline]
    fn downed(&mut self, _who: FighterId, _round: u32) {}

    /// A fighter that was down stands again, or a fighter of [`Cast::absent`](super::Cast::absent) has
    /// arrived.
    #[inline]
    fn back(&mut self, _who: FighterId, _round: u32) {}

    /// A fighter left the fight alive.
    #[inline]
    fn fled(&mut self, _who: FighterId, _round: u32) {}

    /// One of the book's own events happened, which `_who` caused or suffered. `parts` is the weight of the
    /// event: [`WHOLE`](super::WHOLE) for an event that happened once.
    #[inline]
    fn happened(&mut self, _who: FighterId, _event: EventId, _parts: u64) {}

    /// The fight is over, and a standing fighter has `health` left. `parts` is the weight of the report:
    /// [`WHOLE`](super::WHOLE) if it is certain.
    #[inline]
    fn left(&mut self, _who: FighterId, _health: u32, _parts: u64) {}

    /// A fighter's policy chose this line.
    #[inline]
    fn line_used(&mut self, _who: FighterId, _line: LineId) {}

    /// A fighter's policy went through this list and chose no line.
    #[inline]
    fn list_ran_out(&mut self, _who: FighterId, _list: ListId) {}

    /// A fighter's policy chose `line` `times` times.
    #[inline]
    fn line_repeated(&mut self, who: FighterId, line: LineId, times: u64) {
        for _ in 0..times {
            self.line_used(who, line);
        }
    }

    /// A fighter's policy went through `list` `times` times and chose no line.
    #[inline]
    fn list_ran_out_repeatedly(&mut self, who: FighterId, list: ListId, times: u64) {
        for _ in 0..times {
            self.list_ran_out(who, list);
        }
    }

    /// Returns the place of this witness's notes on attacks of `_attacker` on `_target` with `_weapon`. The
    /// caller looks the place up once and passes it to [`Witness::marked`] for many attacks.
    #[inline]
    fn place(&self, _attacker: FighterId, _target: FighterId, _weapon: WeaponId) -> NoteRange {
        NoteRange::default()
    }

    /// `times` attacks had the same result, which `mark` gives (see [`Blow::mark`]). Called instead of
    /// [`Witness::attacked`] if no reader needs the rolls. The place is that of [`Witness::place`] for the
    /// attacker, the target and the weapon.
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

    /// The people of a day have got through this stage, and `_standing` are those of them who stand.
    #[inline]
    fn stage_over(&mut self, _stage: usize, _standing: FighterSet) {}

    /// The standing fighters of a combatant have `health` left in all. Called after each stage of a day that
    /// the people have got through.
    #[inline]
    fn stage_left(&mut self, _stage: usize, _combatant: CombatantId, _health: u32) {}

    /// The standing fighters of a combatant have these supplies left in all. Called after each stage of a day
    /// that the people have got through, for combatants that began the day with supplies.
    #[inline]
    fn stage_supplies(&mut self, _stage: usize, _combatant: CombatantId, _supplies: Supplies) {}

    /// The people of a day got through this stage and then ended the day.
    #[inline]
    fn day_stopped(&mut self, _stage: usize) {}

    /// The fight is over.
    #[inline]
    fn ended(&mut self, _outcome: &Outcome) {}

    /// `times` fights ended in the same way: no fighter went down before the last round, and the fighters in
    /// `downed` went down in it. Called instead of [`Witness::downed`] and [`Witness::ended`].
    #[inline]
    fn ended_alike(&mut self, outcome: &Outcome, downed: FighterSet, times: u64) {
        for _ in 0..times {
            for who in downed.iter() {
                self.downed(who, outcome.rounds);
            }
            self.ended(outcome);
        }
    }

    /// Switches to another fight: later reports concern a fight whose fighters in `out` are already out.
    /// Returns the fighters that are out in the fight reported until now. Needed because the endings of
    /// fights are drawn first and reported later, many at once.
    #[inline]
    fn turn_to(&mut self, _out: FighterSet) -> FighterSet {
        FighterSet::NONE
    }

    /// Adds a detail to the transcript, with the clause of the rulebook that it follows. `text` is only
    /// called if a reader wants the text.
    #[inline]
    fn say(&mut self, _clause: &'static str, _text: impl FnOnce() -> String) {}
}

/// A witness that ignores all reports.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Witness for Silent {}
