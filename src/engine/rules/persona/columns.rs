//! Names for the parts of a situation ("columns") that a fighter's decision may depend on. Each part is seen
//! from the fighter that decides.
//!
//! Clauses: PER-13.7-3.

use crate::policy::Columns;

pub(crate) const ROUND: Columns = Columns::column(0);
/// The progress of the current turn: the actions used and the Half Actions left.
pub(crate) const TURN: Columns = Columns::column(1);
/// The Aim bonus of the fighter that decides.
pub(crate) const AIM: Columns = Columns::column(2);
/// The remaining Reactions of the fighter that decides.
pub(crate) const REACTIONS: Columns = Columns::column(3);
/// The enemy that was last attacked by the fighter that decides.
pub(crate) const LAST: Columns = Columns::column(4);
/// The target of a Feint by the fighter that decides.
pub(crate) const FEINT: Columns = Columns::column(5);
/// The fatigue of the fighter that decides.
pub(crate) const FATIGUE: Columns = Columns::column(6);
/// The wounds of the fighter that decides.
pub(crate) const WOUNDS: Columns = Columns::column(7);
/// Whether the fighter that decides is on Overwatch.
pub(crate) const WATCH: Columns = Columns::column(8);
/// The place, conditions and grapple of the fighter that decides.
pub(crate) const SELF: Columns = Columns::column(9);
/// The weapons of the fighter that decides.
pub(crate) const ITEMS: Columns = Columns::column(10);
/// The enemies that are not out, with their places, conditions and grapples.
pub(crate) const FOES: Columns = Columns::column(11);
/// The allies that are not out, with their places, conditions and grapples.
pub(crate) const ALLIES: Columns = Columns::column(12);
/// The kind of the attack that the decision is about, and whether the fighter that decides has the turn.
pub(crate) const ATTACK: Columns = Columns::column(13);
/// The number of hits of the attack that the decision is about.
pub(crate) const HITS: Columns = Columns::column(14);
/// The enemy that the decision is about.
pub(crate) const ATTACKER: Columns = Columns::column(15);

/// The columns whose values fit into the key under which a choice is stored. A choice that reads only these
/// columns can be stored and used again. All other columns except [`Columns::DICE`] are in [`OTHERS`].
pub(crate) const KEYED: Columns = ROUND
    .and(TURN)
    .and(AIM)
    .and(REACTIONS)
    .and(LAST)
    .and(FEINT)
    .and(FATIGUE)
    .and(WOUNDS)
    .and(WATCH)
    .and(SELF)
    .and(ITEMS)
    .and(FOES)
    .and(ALLIES)
    .and(ATTACK)
    .and(HITS)
    .and(ATTACKER);

/// The columns that do not fit into a key. These are the wounds, fatigue, Reactions and weapons of other
/// fighters, the helpers in a grapple, and the remaining uses of remedies.
pub(crate) const OTHERS: Columns = Columns::ALL.without(KEYED).without(Columns::DICE);
