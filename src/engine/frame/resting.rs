//! The decision list `rest`, which the policies of all books can have. It decides what happens between the
//! fights of a day.
//!
//! The people are the side that goes through the day. After each stage except the last, one of them decides
//! whether the day continues: the first one that stands and has lines in `rest`. If the rules of a book leave
//! open who is treated in a rest, healers choose their patients by this list too. Each line has an action for
//! one of these two decisions, and is skipped in the other.

use crate::dice::Dice;
use crate::fight::{
    Days, FighterId, FighterSet, LineId, ListId, StageKind, State, Supplies, Witness,
};
use crate::policy::vocabulary::{action, list, number, share, slot, whole};
use crate::policy::{
    ActionSpec, Decision, FactSpec, ItemRef, Line, ListSpec, Policy, SlotSpec, Takes,
};

/// The name of the decision list in policies.
pub(crate) const NAME: &str = "rest";

/// The slot of a line that names the person to treat.
pub(crate) const PATIENT: SlotSpec = slot(
    "at",
    Takes::Target,
    "the patient; without it the first who can be treated",
);

pub(crate) const STOP: ActionSpec = action(
    "stop",
    "ends the day here: the side does not get through it, and nobody is harmed any more",
    &[],
);
pub(crate) const CONTINUE: ActionSpec =
    action("continue", "goes on with the day; so without a line", &[]);

/// The name of the action that treats a patient.
pub(crate) const TREAT: &str = "treat";

/// The actions in a book whose rules determine who is treated.
pub(crate) const ACTIONS: &[ActionSpec] = &[STOP, CONTINUE];

// The positions of `STOP` and `CONTINUE` in the list of actions. An action that treats a patient comes after
// them.
const STOPS: u8 = 0;
const CONTINUES: u8 = 1;

/// The decision list in a book whose rules determine who is treated.
pub(crate) const REST: ListSpec = list(
    NAME,
    "asked between the stages of a day of the first fighter of its side who can fight and has lines here: whether the day \
     goes on; without a line, it does",
    ACTIONS,
);

/// Returns the decision list for a book whose healers choose their patients. `actions` must be [`ACTIONS`],
/// followed by an action that treats a patient.
pub(crate) const fn with_treatment(actions: &'static [ActionSpec]) -> ListSpec {
    list(
        NAME,
        "asked between the stages of a day of the first fighter of its side who can fight and has lines here: whether the day \
         goes on; without a line, it does. Asked as well of those who treat others after a fight or in a rest: whom to treat; \
         without a line, in the order of the book",
        actions,
    )
}

const HERE: &[&str] = &[NAME];

/// A fact for conditions in policies. Its value is computed by [`party_hurt`].
pub(crate) const PARTY_HURT: FactSpec = share(
    "party.hurt",
    "the share of the health of the whole party that is lost; the dead have lost all of theirs",
)
.only_in(HERE);
/// A fact for conditions in policies. Its value is computed by [`party_standing`].
pub(crate) const PARTY_STANDING: FactSpec = number(
    "party.standing",
    "people of the day who can fight, oneself included",
)
.from(0)
.only_in(HERE);
/// A fact for conditions in policies. Its value is computed by [`party_out`].
pub(crate) const PARTY_OUT: FactSpec = number(
    "party.out",
    "people of the day who cannot fight, the dead included",
)
.from(0)
.only_in(HERE);
/// A fact for conditions in policies. Its value is computed by [`party_dead`].
pub(crate) const PARTY_DEAD: FactSpec = number("party.dead", "people of the day who are dead")
    .from(0)
    .only_in(HERE);
/// A fact for conditions in policies. Its value is computed by [`day_fights`].
pub(crate) const DAY_FIGHTS: FactSpec = number(
    "day.fight",
    "fights of the day that have been fought, from 1",
)
.from(0)
.only_in(HERE);
/// A fact for conditions in policies. Its value is computed by [`day_left`].
pub(crate) const DAY_LEFT: FactSpec =
    number("day.left", "fights of the day that are still to come")
        .from(0)
        .only_in(HERE);

/// A fact for conditions in policies. Its value is computed by [`party_ammunition`].
pub(crate) const PARTY_AMMUNITION: FactSpec = number(
    "party.ammunition",
    "shots and pieces to throw that those who can fight have left of weapons whose number is limited",
)
.from(0)
.only_in(HERE);
/// A fact for conditions in policies. Its value is computed by [`party_remedies`].
pub(crate) const PARTY_REMEDIES: FactSpec = number(
    "party.remedies",
    "uses that those who can fight have left of remedies whose number is limited",
)
.from(0)
.only_in(HERE);

/// Expands to the facts of a book, each with the function that computes it, followed by the facts of this
/// module. The book's type for decisions must have a field `view` of type
/// [`View`](crate::frame::scene::View).
macro_rules! facts {
    ($($fact:expr),* $(,)?) => {
        &[
            $($fact,)*
            ($crate::frame::resting::PARTY_HURT, |a, _| $crate::frame::resting::party_hurt(a.view.arena, a.view.state)),
            ($crate::frame::resting::PARTY_STANDING, |a, _| $crate::frame::resting::party_standing(a.view.arena, a.view.state)),
            ($crate::frame::resting::PARTY_OUT, |a, _| $crate::frame::resting::party_out(a.view.arena, a.view.state)),
            ($crate::frame::resting::PARTY_DEAD, |a, _| $crate::frame::resting::party_dead(a.view.arena, a.view.state)),
            ($crate::frame::resting::PARTY_AMMUNITION, |a, _| $crate::frame::resting::party_ammunition(a.view.arena, a.view.state)),
            ($crate::frame::resting::PARTY_REMEDIES, |a, _| $crate::frame::resting::party_remedies(a.view.arena, a.view.state)),
            ($crate::frame::resting::DAY_FIGHTS, |a, _| $crate::frame::resting::day_fights(a.view.arena, a.view.state)),
            ($crate::frame::resting::DAY_LEFT, |a, _| $crate::frame::resting::day_left(a.view.arena, a.view.state)),
        ]
    };
}

pub(crate) use facts;

/// Returns the fighters of the side that goes through the day, except things, such as vehicles, and fighters
/// that are absent at the start. The set is empty if the fight is not part of a day.
fn party<F: Days>(fight: &F) -> FighterSet {
    let cast = fight.cast();
    let day = cast.day.as_ref();
    day.map_or(FighterSet::NONE, |day| {
        day.folk(cast).without(cast.things).without(cast.absent)
    })
}

/// Returns the share of their health that the people of the day have lost together, in thousandths. The dead
/// have lost all.
pub(crate) fn party_hurt<F: Days>(fight: &F, state: &F::State) -> i64 {
    let harms = party(fight).iter().map(|who| {
        let (lost, most) = fight.harm(state, who);
        if fight.is_dead(state, who) {
            (most, most)
        } else {
            (lost.min(most), most)
        }
    });
    let (lost, most) = harms.fold((0, 0), |(lost, most), (a, b)| {
        (lost + i64::from(a), most + i64::from(b))
    });
    whole(lost) / most.max(1)
}

/// Returns the number of people of the day who can fight.
pub(crate) fn party_standing<F: Days>(fight: &F, state: &F::State) -> i64 {
    whole(fight.roll_call(state).standing.and(party(fight)).count())
}

/// Returns the number of people of the day who cannot fight.
pub(crate) fn party_out<F: Days>(fight: &F, state: &F::State) -> i64 {
    let standing = fight.roll_call(state).standing;
    whole(party(fight).without(standing).count())
}

/// Returns the number of people of the day who are dead.
pub(crate) fn party_dead<F: Days>(fight: &F, state: &F::State) -> i64 {
    let dead = |who| fight.is_dead(state, who);
    whole(party(fight).filter(dead).count())
}

/// Returns the supplies (ammunition, uses of remedies, unbroken items) that those people of the day who can
/// fight have left together.
fn party_supplies<F: Days>(fight: &F, state: &F::State) -> Supplies {
    let standing = fight.roll_call(state).standing.and(party(fight));
    let supplies = standing.iter().map(|who| fight.supplies(state, who));
    supplies.fold(Supplies::default(), Supplies::plus)
}

/// Returns how many shots and weapons to throw those people of the day who can fight have left.
pub(crate) fn party_ammunition<F: Days>(fight: &F, state: &F::State) -> i64 {
    whole(party_supplies(fight, state).ammunition)
}

/// Returns how many uses of remedies those people of the day who can fight have left.
pub(crate) fn party_remedies<F: Days>(fight: &F, state: &F::State) -> i64 {
    whole(party_supplies(fight, state).remedies)
}

/// Returns the number of fights of the day that have been fought, including the present one.
pub(crate) fn day_fights<F: Days>(fight: &F, state: &F::State) -> i64 {
    fights(fight, |at| at <= state.stage())
}

/// Returns the number of fights of the day that are still to come.
pub(crate) fn day_left<F: Days>(fight: &F, state: &F::State) -> i64 {
    fights(fight, |at| at > state.stage())
}

/// Returns the number of fights among the stages of the day whose index satisfies `counts`.
fn fights<F: Days>(fight: &F, counts: impl Fn(usize) -> bool) -> i64 {
    let stages = fight.cast().day.iter().flat_map(|day| &day.stages);
    let fights = stages.enumerate().filter(|(at, stage)| {
        let is_fight = matches!(stage.what, StageKind::Fight(_));
        is_fight && counts(*at)
    });
    whole(i64::try_from(fights.count()).expect("a day has few stages"))
}

/// A function that returns the patient that a line names, if this is one of the fighters that can be treated.
/// It also makes the patient the target of the decision, so that facts in the condition of the line can be
/// about the patient.
type Aims<C> = fn(&mut C, &Line, FighterSet) -> Option<FighterId>;

/// A question that the decision list `rest` decides.
enum RestQuestion<C> {
    /// Whether the day continues.
    Continues,
    /// Which of these fighters is treated.
    Treats(FighterSet, Aims<C>),
}

/// The answer of a line of the decision list.
#[derive(Clone, Copy)]
enum RestDecision {
    Stops,
    Continues,
    /// To treat this patient. The number is that of the word in the second slot of the line.
    Treats(FighterId, u8),
}

/// A decision by the list `rest`. `asker` is the book's decision, which computes facts.
struct Resting<C> {
    asker: C,
    question: RestQuestion<C>,
    answer: RestDecision,
}

impl<C: Decision> Decision for Resting<C> {
    type Choice = (RestDecision, LineId);

    fn who(&self) -> FighterId {
        self.asker.who()
    }

    fn aim(&mut self, line: &Line) -> bool {
        let answer = match (&self.question, line.action) {
            (RestQuestion::Continues, STOPS) => Some(RestDecision::Stops),
            (RestQuestion::Continues, CONTINUES) => Some(RestDecision::Continues),
            (RestQuestion::Treats(..), STOPS | CONTINUES) | (RestQuestion::Continues, _) => None,
            (&RestQuestion::Treats(patients, aims), _) => {
                let patient = aims(&mut self.asker, line, patients);
                patient.map(|patient| RestDecision::Treats(patient, line.word(1)))
            }
        };
        self.answer = answer.unwrap_or(self.answer);
        answer.is_some()
    }

    fn fact(&self, fact: usize, item: Option<ItemRef>) -> i64 {
        self.asker.fact(fact, item)
    }

    fn take(&mut self, line: &Line, _: [i64; 4]) -> (RestDecision, LineId) {
        (self.answer, line.id)
    }
}

fn ask<C: Decision, D: Dice, W: Witness>(
    (asker, question): (C, RestQuestion<C>),
    (policy, list): (&Policy, usize),
    dice: &mut D,
    witness: &mut W,
) -> Option<(RestDecision, LineId)> {
    let list = ListId::at(list);
    if policy.list(list).is_empty() {
        return None;
    }
    let mut resting = Resting {
        asker,
        question,
        answer: RestDecision::Continues,
    };
    policy.choose(list, &mut resting, dice, witness)
}

/// Decides with a fighter's policy whether the day ends now. Returns the line that ends it, or `None` if the
/// day continues. `policy` is the policy, with the position of the list `rest` among its lists.
pub(crate) fn ends_day<C: Decision, D: Dice, W: Witness>(
    asker: C,
    policy: (&Policy, usize),
    dice: &mut D,
    witness: &mut W,
) -> Option<LineId> {
    match ask((asker, RestQuestion::Continues), policy, dice, witness) {
        Some((RestDecision::Stops, line)) => Some(line),
        _ => None,
    }
}

/// Decides with a healer's policy which of `patients` to treat. Returns the patient, and the number of the
/// word in the second slot of the line. Returns `None` if the policy does not choose a patient, so that the
/// book's rules must.
pub(crate) fn treats<C: Decision, D: Dice, W: Witness>(
    asker: C,
    (patients, aims): (FighterSet, Aims<C>),
    policy: (&Policy, usize),
    dice: &mut D,
    witness: &mut W,
) -> Option<(FighterId, u8)> {
    let question = RestQuestion::Treats(patients, aims);
    match ask((asker, question), policy, dice, witness) {
        Some((RestDecision::Treats(patient, word), _)) => Some((patient, word)),
        _ => None,
    }
}
