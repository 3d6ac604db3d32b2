//! The list `rest` of policies, which all books have: decisions between the fights of a day.
//!
//! After each stage but the last, the first fighter of the people that stands and has lines in `rest` decides whether the day
//! continues. In books where the rules leave open who is treated in a rest, those who treat choose by the same list. A line
//! whose action does not belong to the present question is not possible, and the next line is tried.

use crate::dice::Dice;
use crate::fight::{
    Days, FighterId, FighterSet, LineId, ListId, StageKind, State, Supplies, Witness,
};
use crate::policy::vocabulary::{action, list, number, share, slot, whole};
use crate::policy::{
    ActionSpec, Decision, FactSpec, ItemRef, Line, ListSpec, Policy, SlotSpec, Takes,
};

/// The name of the list.
pub(crate) const NAME: &str = "rest";

/// The slot for the person to treat.
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

/// The name of the action that treats somebody.
pub(crate) const TREAT: &str = "treat";

/// The actions of a book that leaves nothing open about treatment.
pub(crate) const ACTIONS: &[ActionSpec] = &[STOP, CONTINUE];

// The numbers of the actions; that of a treatment follows.
const STOPS: u8 = 0;
const CONTINUES: u8 = 1;

/// The list of a book that leaves nothing open about treatment.
pub(crate) const REST: ListSpec = list(
    NAME,
    "asked between the stages of a day of the first fighter of its side who can fight and has lines here: whether the day \
     goes on; without a line, it does",
    ACTIONS,
);

/// The list of a book whose healers choose their patients.
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

/// The answer is [`party_hurt`].
pub(crate) const PARTY_HURT: FactSpec = share(
    "party.hurt",
    "the share of the health of the whole party that is lost; the dead have lost all of theirs",
)
.only_in(HERE);
/// The answer is [`party_standing`].
pub(crate) const PARTY_STANDING: FactSpec = number(
    "party.standing",
    "people of the day who can fight, oneself included",
)
.from(0)
.only_in(HERE);
/// The answer is [`party_out`].
pub(crate) const PARTY_OUT: FactSpec = number(
    "party.out",
    "people of the day who cannot fight, the dead included",
)
.from(0)
.only_in(HERE);
/// The answer is [`party_dead`].
pub(crate) const PARTY_DEAD: FactSpec = number("party.dead", "people of the day who are dead")
    .from(0)
    .only_in(HERE);
/// The answer is [`day_fights`].
pub(crate) const DAY_FIGHTS: FactSpec = number(
    "day.fight",
    "fights of the day that have been fought, from 1",
)
.from(0)
.only_in(HERE);
/// The answer is [`day_left`].
pub(crate) const DAY_LEFT: FactSpec =
    number("day.left", "fights of the day that are still to come")
        .from(0)
        .only_in(HERE);

/// The answer is [`party_ammunition`].
pub(crate) const PARTY_AMMUNITION: FactSpec = number(
    "party.ammunition",
    "shots and pieces to throw that those who can fight have left of weapons whose number is limited",
)
.from(0)
.only_in(HERE);
/// The answer is [`party_remedies`].
pub(crate) const PARTY_REMEDIES: FactSpec = number(
    "party.remedies",
    "uses that those who can fight have left of remedies whose number is limited",
)
.from(0)
.only_in(HERE);

/// The facts of a book with their answers, followed by the facts about the party and the day. The decision context of
/// the book has a `view` of the state.
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

/// The people of the day; nobody if the fight is not a day.
fn party<F: Days>(fight: &F) -> FighterSet {
    let cast = fight.cast();
    let day = cast.day.as_ref();
    day.map_or(FighterSet::NONE, |day| {
        day.folk(cast).without(cast.things).without(cast.absent)
    })
}

/// The share of the health of the whole party that is lost, in thousandths.
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

/// The number of people of the day who can fight.
pub(crate) fn party_standing<F: Days>(fight: &F, state: &F::State) -> i64 {
    whole(fight.roll_call(state).standing.and(party(fight)).count())
}

/// The number of people of the day who cannot fight.
pub(crate) fn party_out<F: Days>(fight: &F, state: &F::State) -> i64 {
    let standing = fight.roll_call(state).standing;
    whole(party(fight).without(standing).count())
}

/// The number of people of the day who are dead.
pub(crate) fn party_dead<F: Days>(fight: &F, state: &F::State) -> i64 {
    let dead = |who| fight.is_dead(state, who);
    whole(party(fight).filter(dead).count())
}

/// The supplies of the people of the day who can fight.
fn party_supplies<F: Days>(fight: &F, state: &F::State) -> Supplies {
    let standing = fight.roll_call(state).standing.and(party(fight));
    let supplies = standing.iter().map(|who| fight.supplies(state, who));
    supplies.fold(Supplies::default(), Supplies::plus)
}

/// The shots and pieces to throw of the people of the day who can fight.
pub(crate) fn party_ammunition<F: Days>(fight: &F, state: &F::State) -> i64 {
    whole(party_supplies(fight, state).ammunition)
}

/// The uses of remedies of the people of the day who can fight.
pub(crate) fn party_remedies<F: Days>(fight: &F, state: &F::State) -> i64 {
    whole(party_supplies(fight, state).remedies)
}

/// The number of fights that have been fought.
pub(crate) fn day_fights<F: Days>(fight: &F, state: &F::State) -> i64 {
    fights(fight, |at| at <= state.stage())
}

/// The number of fights that are still to come.
pub(crate) fn day_left<F: Days>(fight: &F, state: &F::State) -> i64 {
    fights(fight, |at| at > state.stage())
}

/// The number of fights among the stages at these positions.
fn fights<F: Days>(fight: &F, counts: impl Fn(usize) -> bool) -> i64 {
    let stages = fight.cast().day.iter().flat_map(|day| &day.stages);
    let fights = stages.enumerate().filter(|(at, stage)| {
        let is_fight = matches!(stage.what, StageKind::Fight(_));
        is_fight && counts(*at)
    });
    whole(i64::try_from(fights.count()).expect("a day has few stages"))
}

/// Picks the patient that a line names among those who can be treated, and makes it the target of the decision.
type Aims<C> = fn(&mut C, &Line, FighterSet) -> Option<FighterId>;

/// A question to the list.
enum RestQuestion<C> {
    /// Whether the day continues.
    Continues,
    /// Which of these is treated.
    Treats(FighterSet, Aims<C>),
}

/// The answer of a line.
#[derive(Clone, Copy)]
enum RestDecision {
    Stops,
    Continues,
    /// Treats this patient; with the number of the word in the second slot.
    Treats(FighterId, u8),
}

/// A decision in the list: the decision context of the book answers its facts.
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

/// Asks a policy whether its side ends the day here, and returns the line that says so. `list` is the number of the list `rest`.
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

/// Asks a policy which of these to treat; returns also the number of the word in the second slot of the line. `None` if the
/// policy leaves that to the book.
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
