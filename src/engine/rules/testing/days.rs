//! Random days: nobody is lost between their fights.

use super::{Testable, compiled};
use crate::dice::{Dice, Die, Sampled};
use crate::fight::{
    CombatantId, Fight, FighterId, FighterSet, Progress, State, Stream, What, Witness, tell_fates,
};
use crate::tally::Tally;

/// Random numbers for the text of a scenario.
pub(crate) struct Lots(Sampled);

impl Lots {
    /// A number from 1 to `most`.
    pub(crate) fn up_to(&mut self, most: u32) -> u32 {
        self.0.roll(Die(most))
    }

    /// One of these values, at random.
    pub(crate) fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        let most = u32::try_from(all.len()).expect("a few");
        all[self.up_to(most) as usize - 1]
    }

    /// The stages of a day: fights of `side 1` against the sides 2 and 3 and against both, with or without rests.
    pub(crate) fn stages(&mut self, rests: &[&str]) -> String {
        let mut all = Vec::new();
        for side in ["'side 2'", "'side 3'", "['side 2', 'side 3']"] {
            let times = self.up_to(2);
            all.push(format!("[[day]]\nfight = {side}\nrepeat = {times}\n"));
            if self.up_to(2) == 1 {
                all.push(format!("[[day]]\nrest = '{}'\n", self.one_of(rests)));
            }
        }
        all.concat()
    }
}

/// Plays three days of each of `count` scenarios, and fails unless, after every step, each fighter of the fight is
/// standing or out, and no other; and unless those who went down or away, less those who came back, and those who stand at the
/// end are all of them. `check` looks at the states.
pub(crate) fn assert_sound_days<F: Testable>(
    count: u64,
    text: impl Fn(&mut Lots) -> String,
    check: impl Fn(&F, &F::State),
) {
    let stream = Stream::new(1, b"random days");
    for n in 0..count {
        let mut lots = Lots(stream.dice(n));
        let text = text(&mut lots);
        let fight: F = compiled(&text);
        for day in 0..3 {
            play(&fight, &mut lots.0, &check, &format!("day {day} of {text}"));
        }
    }
}

/// The fighters of the present fight, or of the latest one in a rest.
fn present<F: Fight>(fight: &F, state: &F::State) -> FighterSet {
    let cast = fight.cast();
    let day = cast.day.as_ref().expect("it is a day");
    let fights = day.stages[..=state.stage()].iter().rev();
    let mut foes = fights.filter_map(|stage| match stage.what {
        What::Fight(foes) => Some(foes),
        What::Rest(_) => None,
    });
    let foes = foes.next().expect("a day begins with a fight");
    FighterSet(day.folk(cast).0 | foes.0)
}

fn play<F: Testable>(fight: &F, dice: &mut Sampled, check: &impl Fn(&F, &F::State), which: &str) {
    let cast = fight.cast();
    let (mut state, mut tally) = (fight.start().clone(), Tally::new(cast));
    let mut met = present(fight, &state);
    let outcome = loop {
        let progress = fight.advance(&mut state, dice, &mut tally);
        let (call, here) = (fight.roll_call(&state), present(fight, &state));
        met = FighterSet(met.0 | here.0);
        let both = call.standing.and(call.out);
        assert!(both.is_empty(), "standing and out: {both:?}, {which}");
        let known = FighterSet(call.standing.0 | call.out.0);
        let missing = here.without(known).without(cast.absent);
        let others = known.without(here);
        assert!(
            missing.is_empty() && others.is_empty(),
            "{missing:?} {others:?}, {which}"
        );
        check(fight, &state);
        if let Progress::Ended(outcome) = progress {
            break outcome;
        }
    };
    tell_fates(fight, &state, &outcome, &mut tally);
    tally.ended(&outcome);
    for (at, combatant) in cast.combatants.iter().enumerate() {
        let id = CombatantId::at(at);
        let people = (0..cast.fighters.len()).map(FighterId::at);
        let met = met.without(cast.absent);
        let people = people.filter(|who| met.has(*who) && cast.fighters[who.index()] == id);
        let gone = tally.downs(id) + tally.times_fled(id) + tally.survived(id);
        let all = tally.times_back(id) + people.count() as u64;
        assert_eq!(gone, all, "{}, {which}", combatant.name);
    }
}
