//! What happens in a fight, told to whoever wants to know.
//!
//! The vocabulary is shared by all books, so that every ruleset fills the same tables. A book's own details go to
//! [`Witness::say`], whose words are only made where somebody reads them. [`Silent`] compiles away.

use super::{EventId, FighterId, FighterSet, LineId, ListId, Outcome, WeaponId};

/// How one attack ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Blow {
    /// The attack itself failed, or succeeded without being a hit.
    Missed,
    /// It would have hit, and a defence stopped it.
    Evaded,
    /// It landed. In the book's own unit of damage; `rolled - stopped = dealt`.
    Landed {
        /// Damage before armour.
        rolled: u32,
        /// What armour took off.
        stopped: u32,
        /// Net damage, 0 where armour stopped it all.
        dealt: u32,
    },
}

impl Blow {
    /// The mark of a landed blow that did no damage; one more for each point of net damage.
    pub const LANDED: u32 = 2;

    /// One that landed, with so much damage before armour, and so much of it dealt.
    #[inline]
    pub const fn landed(rolled: u32, dealt: u32) -> Self {
        Self::Landed {
            rolled,
            stopped: rolled - dealt,
            dealt,
        }
    }

    /// How it ended in one number: 0 missed, 1 evaded, [`Blow::LANDED`] and its net damage.
    #[inline]
    pub const fn mark(self) -> u32 {
        match self {
            Self::Missed => 0,
            Self::Evaded => 1,
            Self::Landed { dealt, .. } => Self::LANDED + dealt,
        }
    }
}

/// A witness's own note of where something is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// Where.
    pub at: u32,
    /// How many entries there are.
    pub len: u32,
}

/// Hears what happens in a fight. Every method has an empty default.
pub trait Witness {
    /// Whether [`Witness::say`] is listened to. Where it is not, rules may skip what only words would show.
    const LISTENS: bool = false;

    /// Whether the numbers that [`Fight::take_counters`](super::Fight::take_counters) takes are those of one situation. Not
    /// so where a step is worked out for all that they may be at once.
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

    /// What a landed blow cost its target at once, in Ranks: 0 where armour stopped it all, or something else was given
    /// for them. Told once for every landed blow, after [`Witness::attacked`], by books whose
    /// [`Cast::most_lost`](super::Cast::most_lost) says so.
    #[inline]
    fn lost(&mut self, _attacker: FighterId, _target: FighterId, _weapon: WeaponId, _ranks: u32) {}

    /// A fighter went down in this round.
    #[inline]
    fn downed(&mut self, _who: FighterId, _round: u32) {}

    /// A fighter that was down is back, or one of [`Cast::absent`](super::Cast::absent) has come.
    #[inline]
    fn back(&mut self, _who: FighterId, _round: u32) {}

    /// A fighter left the fight alive.
    #[inline]
    fn fled(&mut self, _who: FighterId, _round: u32) {}

    /// One of the book's own events happened to a fighter, or was its doing: so many parts of
    /// [`WHOLE`](super::WHOLE), which is once.
    #[inline]
    fn happened(&mut self, _who: FighterId, _event: EventId, _parts: u64) {}

    /// The fight is over, and a fighter that stands has so much health left: so many parts of
    /// [`WHOLE`](super::WHOLE), which is once.
    #[inline]
    fn left(&mut self, _who: FighterId, _health: u32, _parts: u64) {}

    /// A fighter's policy took this line.
    #[inline]
    fn line_used(&mut self, _who: FighterId, _line: LineId) {}

    /// A fighter's policy went through this list and took no line.
    #[inline]
    fn list_ran_out(&mut self, _who: FighterId, _list: ListId) {}

    /// The same line, so many times.
    #[inline]
    fn line_repeated(&mut self, who: FighterId, line: LineId, times: u64) {
        for _ in 0..times {
            self.line_used(who, line);
        }
    }

    /// The same list, so many times.
    #[inline]
    fn list_ran_out_repeatedly(&mut self, who: FighterId, list: ListId, times: u64) {
        for _ in 0..times {
            self.list_ran_out(who, list);
        }
    }

    /// Where this witness writes down such attacks, for [`Witness::marked`]; worked out once for many.
    #[inline]
    fn place(&self, _attacker: FighterId, _target: FighterId, _weapon: WeaponId) -> Place {
        Place::default()
    }

    /// So many attacks were settled alike, each ending as `mark` says (see [`Blow::mark`]): told in place of
    /// [`Witness::attacked`] where how it was rolled is of no interest. The place is that of these three.
    #[inline]
    fn marked(
        &mut self,
        _place: Place,
        _attacker: FighterId,
        _target: FighterId,
        _weapon: WeaponId,
        _mark: u32,
        _times: u64,
    ) {
    }

    /// The fight is over.
    #[inline]
    fn ended(&mut self, _outcome: &Outcome) {}

    /// So many fights were over alike, and nobody went down before the last round, in which these did: told in place
    /// of [`Witness::downed`] and [`Witness::ended`].
    #[inline]
    fn ended_alike(&mut self, outcome: &Outcome, downed: FighterSet, times: u64) {
        for _ in 0..times {
            for who in downed.iter() {
                self.downed(who, outcome.rounds);
            }
            self.ended(outcome);
        }
    }

    /// What is told from now on is of another fight, in which these are out. Says who is out in the one told of before. Fights
    /// that are played side by side are told of by turns.
    #[inline]
    fn turn_to(&mut self, _out: FighterSet) -> FighterSet {
        FighterSet::NONE
    }

    /// A detail for the transcript, with the clause it follows from. The text is made only where it is wanted.
    #[inline]
    fn say(&mut self, _clause: &'static str, _text: impl FnOnce() -> String) {}
}

/// A witness that looks away.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Witness for Silent {}
