//! The columns of a situation that decisions depend on, as seen by the fighter that decides.
//!
//! Clauses: PER-13.7-3.

use crate::policy::Columns;

pub(crate) const ROUND: Columns = Columns::column(0);
/// The progress of the current turn.
pub(crate) const TURN: Columns = Columns::column(1);
/// The own Aim.
pub(crate) const AIM: Columns = Columns::column(2);
/// The own Reactions.
pub(crate) const REACTIONS: Columns = Columns::column(3);
/// The enemy attacked last.
pub(crate) const LAST: Columns = Columns::column(4);
/// The target of the own Feint.
pub(crate) const FEINT: Columns = Columns::column(5);
/// The own fatigue.
pub(crate) const FATIGUE: Columns = Columns::column(6);
/// The own wounds.
pub(crate) const WOUNDS: Columns = Columns::column(7);
/// Whether it is on Overwatch.
pub(crate) const WATCH: Columns = Columns::column(8);
/// The own place, conditions and grapple.
pub(crate) const SELF: Columns = Columns::column(9);
/// The own weapons.
pub(crate) const ITEMS: Columns = Columns::column(10);
/// The enemies that are not out, with their places, conditions and grapples.
pub(crate) const FOES: Columns = Columns::column(11);
/// The allies that are not out, with their places, conditions and grapples.
pub(crate) const ALLIES: Columns = Columns::column(12);
/// The kind of the attack that the decision is about, and whether it is the own turn.
pub(crate) const ATTACK: Columns = Columns::column(13);
/// The number of hits of that attack.
pub(crate) const HITS: Columns = Columns::column(14);
/// The enemy that the decision is about.
pub(crate) const ATTACKER: Columns = Columns::column(15);

/// Columns whose values fit into a key, so that choices which read no others are kept. The others are wounds, fatigue,
/// Reactions and weapons of others, helpers in a grapple, and uses of remedies.
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

/// All other columns.
pub(crate) const OTHERS: Columns = Columns::ALL.without(KEYED).without(Columns::DICE);
