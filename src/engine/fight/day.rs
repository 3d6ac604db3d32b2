//! Days: several fights of the same people, one after another, with rests between them.
//!
//! A day is played like one long fight. Its fights and rests are called stages, and the state has the number
//! of the present stage. The same cast has the fighters of all stages; those of other stages are absent. Code
//! that plays, solves or reports fights can therefore also do so with days.

use serde::Serialize;

use super::{
    Arena, Cast, CombatantId, Ending, FighterId, FighterSet, LineId, Outcome, Progress, SideId,
    State, WHOLE, Witness,
};
use crate::dice::{Dice, Topic};

/// The fights and rests of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Day {
    /// The side that goes through the day, called the people. Its fighters take part in every fight.
    pub people: SideId,
    /// The fights and rests, in order. The first stage is a fight.
    pub stages: Vec<Stage>,
    /// The fighters of the people whose policies may end the day after a stage. The first of them that still
    /// stands decides.
    #[serde(skip)]
    pub planners: FighterSet,
    /// For each combatant, what its fighters have together at the start of the day. Combatants of other sides
    /// have no supplies.
    #[serde(skip)]
    pub supplies: Vec<Supplies>,
}

/// A fight or a rest of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stage {
    /// The name of the stage in tables: the names of the opposing sides, or the name of the rest.
    pub name: String,
    /// The kind of the stage, a fight or a rest.
    #[serde(skip)]
    pub what: StageKind,
    /// The people that do not come back after the stage. Only used if the stage is a fight.
    #[serde(skip)]
    pub away: Away,
}

/// Which of the people, the side that goes through the day, are missing from its next fights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Away {
    /// Whether people who have fled are missing.
    pub fled: bool,
    /// Whether captured people are missing.
    pub captured: bool,
}

/// The kind of a stage, with its data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StageKind {
    /// A fight against these fighters. When it begins, they are as the scenario describes them, however many
    /// fights came before.
    Fight(FighterSet),
    /// A rest, by its position in the rulebook's list of rests.
    Rest(usize),
}

/// A time between the fights of a day. The people may heal and their things may be damaged during this time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// The time right after a fight. The people in [`Away`] do not come back.
    Aftermath(Away),
    /// A rest, by its position in the rulebook's list of rests.
    Rest(usize),
}

/// How much a fighter has left of everything that can run out in a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Supplies {
    /// Shots left in weapons with limited ammunition, plus the limited weapons left to throw.
    pub ammunition: u32,
    /// Uses left of remedies with a limited number of uses.
    pub remedies: u32,
    /// The number of items that are not broken.
    pub things: u32,
}

impl Supplies {
    /// The number of kinds of supplies.
    pub const KINDS: usize = 3;

    /// Returns the three numbers, in the order of the fields.
    pub fn numbers(self) -> [u32; Self::KINDS] {
        [self.ammunition, self.remedies, self.things]
    }

    /// Returns the sum of both, field by field.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            ammunition: self.ammunition + other.ammunition,
            remedies: self.remedies + other.remedies,
            things: self.things + other.things,
        }
    }
}

/// The part of a book's fights that is needed for days. The default methods are for a book that has no days.
pub trait Days: Arena {
    /// Returns the cast and the start state, so that they can be changed before the first fight. Returns
    /// `None` if the book has no days.
    fn parts(&mut self) -> Option<(&mut Cast, &mut Self::State)> {
        None
    }

    /// Changes `_state` to the beginning of a fight of a day. The state is that at the end of the fight
    /// before, or the start state. The fighters in `_fresh` are as at the start of the scenario, and those in
    /// `_folk` have what they have left. All other fighters are absent: they are not in the fight and have no
    /// fate.
    fn begin(&self, _state: &mut Self::State, _fresh: FighterSet, _folk: FighterSet) {}

    /// Plays a time without a fight. The fighters in `_folk` may heal during this time, and their things may
    /// be damaged.
    fn pause<D: Dice, W: Witness>(
        &self,
        _state: &mut Self::State,
        _pause: Pause,
        _folk: FighterSet,
        _dice: &mut D,
        _witness: &mut W,
    ) {
    }

    /// Asks the policy of `_who`, one of the people, whether the people end the day after the present stage.
    /// Returns the policy line that ends the day, or `None` if the day continues.
    fn ends_day<D: Dice, W: Witness>(
        &self,
        _state: &mut Self::State,
        _who: FighterId,
        _dice: &mut D,
        _witness: &mut W,
    ) -> Option<LineId> {
        None
    }

    /// Returns whether a fighter is dead, so that it takes no further part in the day.
    fn is_dead(&self, _state: &Self::State, _who: FighterId) -> bool {
        false
    }

    /// Returns how many shots, uses of remedies and unbroken items a fighter has left. All of these can run
    /// out in the course of a [`Day`].
    fn supplies(&self, _state: &Self::State, _who: FighterId) -> Supplies {
        Supplies::default()
    }

    /// Returns how much health a fighter has lost, and the greatest amount that it can lose. Both are in the
    /// same unit, which each book may choose.
    fn harm(&self, state: &Self::State, who: FighterId) -> (u32, u32) {
        let most = self.cast().combatant(who).health;
        (most.saturating_sub(self.left(state, who).health), most)
    }
}

impl Day {
    /// Returns the fighters of the people, the side that goes through the day.
    pub fn folk(&self, cast: &Cast) -> FighterSet {
        let all = (0..cast.fighters.len()).map(FighterId::at);
        all.filter(|&who| cast.combatant(who).side == self.people)
            .collect()
    }

    /// Returns the fighters that take part in this stage: the people and their opponents.
    pub fn present(&self, cast: &Cast, stage: usize) -> FighterSet {
        FighterSet(self.folk(cast).0 | self.stages[stage].foes().0)
    }

    /// Returns the opponents of the people in the first fight.
    pub fn first_foes(&self) -> FighterSet {
        self.stages.first().map_or(FighterSet::NONE, Stage::foes)
    }
}

impl Stage {
    /// Returns the word for the kind of the stage in tables: `fight` or `rest`.
    pub fn kind(&self) -> &'static str {
        match self.what {
            StageKind::Fight(_) => "fight",
            StageKind::Rest(_) => "rest",
        }
    }

    /// Returns the opponents of the people in this stage; none in a rest.
    pub fn foes(&self) -> FighterSet {
        match self.what {
            StageKind::Fight(foes) => foes,
            StageKind::Rest(_) => FighterSet::NONE,
        }
    }
}

/// Turns a compiled fight into a day. Stores `day` in its cast, with the supplies at the start, and changes
/// its start state to the beginning of the first fight.
///
/// # Panics
/// If the fight's book has no days.
pub(crate) fn set<F: Days>(fight: &mut F, day: Day) {
    let (folk, foes) = (day.folk(fight.cast()), day.first_foes());
    let mut start = fight.start().clone();
    fight.begin(&mut start, foes, folk);
    let supplies = {
        let (fight, state) = (&*fight, &start);
        let all = |who: FighterSet| {
            let all = who.and(folk).iter().map(|who| fight.supplies(state, who));
            all.fold(Supplies::default(), Supplies::plus)
        };
        let cast = fight.cast();
        let numbers = (0..cast.combatants.len()).map(CombatantId::at);
        numbers.map(|one| all(cast.fighters_of(one))).collect()
    };
    let day = Day { supplies, ..day };
    let (cast, own) = fight.parts().expect("a book has days");
    cast.alike_from = None;
    cast.day = Some(day);
    *own = start;
}

/// Continues a day after one of its fights has ended with `outcome`. If the people have lost, the day ends
/// with `outcome`. Otherwise plays the time after the fight and begins the next stage.
pub(super) fn go_on<F: Days + ?Sized, D: Dice, W: Witness>(
    (fight, day): (&F, &Day),
    state: &mut F::State,
    outcome: Outcome,
    dice: &mut D,
    witness: &mut W,
) -> Progress {
    let cast = fight.cast();
    let folk = day.folk(cast);
    let has_lost = match outcome.ending {
        Ending::Won(side) => side != day.people,
        Ending::Draw | Ending::Undecided => outcome.standing.and(folk).count() == 0,
    };
    if has_lost {
        return Progress::Ended(outcome);
    }
    let standing = outcome.standing;
    pause(
        fight,
        state,
        Pause::Aftermath(day.stages[state.stage()].away),
        (folk, standing),
        dice,
        witness,
    );
    stage_over((fight, day), state, folk, outcome, dice, witness)
}

/// Plays the present stage if it is a rest, and begins the next stage. Returns whether the day continues, or
/// `None` if the present stage is a fight.
pub(super) fn rest<F: Days + ?Sized, D: Dice, W: Witness>(
    (fight, day): (&F, &Day),
    state: &mut F::State,
    dice: &mut D,
    witness: &mut W,
) -> Option<Progress> {
    let present = &day.stages[state.stage()];
    let StageKind::Rest(rest) = present.what else {
        return None;
    };
    let folk = day.folk(fight.cast());
    witness.say("", || format!("The day continues: {}.", present.name));
    let standing = fight.roll_call(state).standing;
    pause(
        fight,
        state,
        Pause::Rest(rest),
        (folk, standing),
        dice,
        witness,
    );
    let standing = fight.roll_call(state).standing;
    let outcome = Outcome {
        ending: Ending::Won(day.people),
        rounds: fight.moment(state).round,
        standing,
    };
    Some(stage_over(
        (fight, day),
        state,
        folk,
        outcome,
        dice,
        witness,
    ))
}

/// Plays a time without a fight. Reports those people that stand after it but were not in `standing`, the
/// fighters that stood before it.
fn pause<F: Days + ?Sized, D: Dice, W: Witness>(
    fight: &F,
    state: &mut F::State,
    pause: Pause,
    (folk, standing): (FighterSet, FighterSet),
    dice: &mut D,
    witness: &mut W,
) {
    fight.pause(state, pause, folk, dice, witness);
    let round = fight.moment(state).round;
    let now = fight.roll_call(state).standing.and(folk);
    for who in now.without(standing).iter() {
        witness.back(who, round);
    }
}

/// Reports the end of a stage that the people have got through, and what they have left. Then begins the next
/// stage, unless it was the last one or the people end the day. `outcome` is the outcome of the last fight.
fn stage_over<F: Days + ?Sized, D: Dice, W: Witness>(
    (fight, day): (&F, &Day),
    state: &mut F::State,
    folk: FighterSet,
    outcome: Outcome,
    dice: &mut D,
    witness: &mut W,
) -> Progress {
    let cast = fight.cast();
    let at = state.stage();
    let standing = fight.roll_call(state).standing.and(folk);
    witness.stage_over(at, standing);
    for (number, combatant) in cast.combatants.iter().enumerate() {
        if combatant.side == day.people && combatant.health > 0 {
            let number = CombatantId::at(number);
            let mates = standing.filter(|who| cast.fighters[who.index()] == number);
            let health = mates.iter().map(|who| fight.left(state, who).health);
            witness.stage_left(at, number, health.sum());
        }
        if day.supplies[number] != Supplies::default() {
            let number = CombatantId::at(number);
            let mates = standing.filter(|who| cast.fighters[who.index()] == number);
            let supplies = mates.iter().map(|who| fight.supplies(state, who));
            let supplies = supplies.fold(Supplies::default(), Supplies::plus);
            witness.stage_supplies(at, number, supplies);
        }
    }
    let ended = |state: &F::State, ending: Ending| {
        let standing = fight.roll_call(state).standing;
        Progress::Ended(Outcome {
            ending,
            standing,
            ..outcome
        })
    };
    let Some(next) = day.stages.get(at + 1) else {
        return ended(state, Ending::Won(day.people));
    };
    let planner = standing.and(day.planners).iter().next();
    if let Some(planner) = planner
        && let Some(line) = fight.ends_day(state, planner, dice, witness)
    {
        witness.day_stopped(at);
        witness.say("", || {
            let lines = &cast.combatant(planner).playbook.lines;
            let (who, line) = (cast.name(planner), &lines[line.index()].text);
            format!("{who} ends the day here: `{line}`.")
        });
        return ended(state, Ending::Undecided);
    }
    state.set_stage(at + 1);
    let number = u32::try_from(at + 1).expect("a day has few stages");
    dice.about(Topic::Stage(number));
    let StageKind::Fight(foes) = next.what else {
        return Progress::Goes;
    };
    // The opponents of the last fight take no further part in the day, so their health or fates are reported
    // now.
    let before = fight.roll_call(state).standing;
    let leaving = cast.everybody().without(folk);
    for who in leaving.and(before).iter() {
        witness.left(who, fight.left(state, who).health, WHOLE);
        witness.fled(who, outcome.rounds);
    }
    for who in leaving.without(before).iter() {
        if let Some(fate) = fight.left(state, who).fate {
            witness.happened(who, fate, WHOLE);
        }
    }
    for who in waiting(fight, state, day.stages[at].foes()).iter() {
        witness.fled(who, outcome.rounds);
    }
    fight.begin(state, foes, folk);
    let now = fight.roll_call(state).standing;
    // [`Witness::back`] must report only fighters that the witness knows from this stage or earlier ones. The
    // first appearance of other opponents is not reported.
    let known = day.stages[..=at].iter().map(Stage::foes);
    let known = known.fold(folk, |all, some| FighterSet(all.0 | some.0));
    let here = FighterSet(now.0 | waiting(fight, state, foes).0);
    for who in here.without(before.and(folk)).and(known).iter() {
        witness.back(who, 0);
    }
    witness.say("", || format!("The next fight of the day: {}.", next.name));
    if now.and(folk).count() > 0 {
        return Progress::Goes;
    }
    let foe = foes.iter().next().expect("a fight has foes");
    Progress::Ended(Outcome {
        ending: Ending::Won(cast.alliances.of(cast.combatant(foe).side)),
        rounds: 0,
        standing: now,
    })
}

/// Returns those of `foes` that have not arrived yet. They do not stand, are not out, and have no fate.
fn waiting<F: Arena + ?Sized>(fight: &F, state: &F::State, foes: FighterSet) -> FighterSet {
    let call = fight.roll_call(state);
    let waits = |who| fight.left(state, who).fate.is_none();
    foes.without(call.standing).without(call.out).filter(waits)
}
