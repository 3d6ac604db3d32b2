//! Tests that play random days, which are chains of fights and rests, and check that no fighter is lost or
//! counted twice.

use super::{Testable, compiled};
use crate::dice::{Dice, Die, Sampled};
use crate::fight::{
    Cast, CombatantId, Fight, FighterId, FighterSet, ObjectiveId, Progress, SideId, StageKind,
    State, Stream, Witness, advance, play_all, tell_fates,
};
use crate::tally::Tally;

/// A source of random choices for writing a scenario.
pub(crate) struct Lots(Sampled);

impl Lots {
    /// Returns a random number from 1 to `most`.
    pub(crate) fn up_to(&mut self, most: u32) -> u32 {
        self.0.roll(Die(most))
    }

    /// Returns one of these values at random.
    pub(crate) fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        let most = u32::try_from(all.len()).expect("a few");
        all[self.up_to(most) as usize - 1]
    }

    /// Returns a random list `rest`, to be added at the end of a policy's text. The result may be empty, so
    /// that the policy has no such list.
    pub(crate) fn rest(&mut self) -> &'static str {
        self.one_of(&[
            "",
            "\nrest = ['stop if party.hurt > 40%']",
            "\nrest = ['continue if day.left > 1', 'stop if party.out > 0 or chance(20%)']",
            "\nrest = ['stop if party.dead > 0 and day.fight > 1', 'continue if party.standing > 1']",
        ])
    }

    /// Returns the text of a scenario at random with objectives for both of the first two sides, for the
    /// first side, or for none.
    fn with_objectives(&mut self, text: &str) -> String {
        let people = "name = \"side 1\"\n";
        let foes = "name = \"side 2\"\n";
        assert!(text.contains(people) && text.contains(foes), "{text}");
        match self.up_to(4) {
            1 => {
                let text = text.replace(people, &format!("{people}wins = [{{ out = \"c\" }}]\n"));
                let wins = "wins = [{ out = \"side 1\", count = 1 }]";
                text.replace(foes, &format!("{foes}{wins}\n"))
            }
            2 => text.replace(people, &format!("{people}wins = [{{ hold = 4 }}]\n")),
            _ => text.to_owned(),
        }
    }

    /// Returns the text of a scenario, in most cases with a later arrival for the fighters `c` of the third
    /// side.
    fn with_arrivals(&mut self, text: &str) -> String {
        let group = "combatant = \"c\"";
        assert!(text.contains(group), "{text}");
        match self.up_to(4) {
            1 => text.to_owned(),
            round => text.replace(group, &format!("{group}, arrives = {round}")),
        }
    }

    /// Returns the `[[day]]` tables of a scenario: fights of `side 1` against side 2, against side 3 and
    /// against both. A rest, chosen from `rests`, follows some of the fights.
    pub(crate) fn stages(&mut self, rests: &[&str]) -> String {
        let mut all = Vec::new();
        for side in ["'side 2'", "'side 3'", "['side 2', 'side 3']"] {
            let times = self.up_to(2);
            let away = self.one_of(&["", "fled = 'away'\n", "captured = 'away'\n"]);
            all.push(format!("[[day]]\nfight = {side}\nrepeat = {times}\n{away}"));
            if self.up_to(2) == 1 {
                all.push(format!("[[day]]\nrest = '{}'\n", self.one_of(rests)));
            }
        }
        all.concat()
    }
}

/// The name of the environment variable that sets how many random scenarios are tested for each book. If it
/// is not set, the test itself gives the number.
const COUNT: &str = "SKIRMISH_RANDOM_DAYS";

/// The number of days that are played for each scenario.
const DAYS: u64 = 5;

/// Plays a few days of each of `count` random scenarios and checks them. `text` writes a scenario, and
/// `check` may examine each state.
/// Fails unless the following holds:
/// - After every step, each fighter of the present fight is either standing or out, or has not arrived yet.
///   No other fighter is standing or out.
/// - For each combatant, its fighters that took part are counted, plus how often one of them came back after
///   it had gone down or fled. The sum is equal to how often one went down or fled, plus the number of
///   survivors.
/// - The tally of a whole run is equal to the merged tallies of its parts, and its numbers are consistent.
pub(crate) fn assert_sound_days<F: Testable>(
    count: u64,
    text: impl Fn(&mut Lots) -> String,
    check: impl Fn(&F, &F::State),
) {
    let stream = Stream::new(1, b"random days");
    let wanted = std::env::var(COUNT).ok();
    let wanted = wanted.map(|count| count.parse().expect("a number of scenarios"));
    for n in 0..wanted.unwrap_or(count) {
        let mut lots = Lots(stream.dice(n));
        let text = text(&mut lots);
        let text = lots.with_arrivals(&text);
        let text = lots.with_objectives(&text);
        let fight: F = compiled(&text);
        for day in 0..DAYS {
            play(&fight, &mut lots.0, &check, &format!("day {day} of {text}"));
        }
        assert_adds_up(&fight, &Stream::new(n, b"the same days"), &text);
    }
}

/// Plays the same days as one run and in parts. Fails unless both ways give the same tally and its numbers
/// are consistent.
fn assert_adds_up<F: Testable>(fight: &F, stream: &Stream, which: &str) {
    let cast = fight.cast();
    let played = |parts: &[(u64, u64)]| {
        let mut all = Tally::new(cast);
        for &(first, end) in parts {
            let mut tally = Tally::new(cast);
            play_all(fight, stream, first..end, &mut tally);
            all.merge(&tally);
        }
        all
    };
    let whole = played(&[(0, DAYS)]);
    assert!(
        whole == played(&[(3, DAYS), (0, 1), (1, 3)]),
        "parts of {which}"
    );
    let mut before = played(&[(0, 1)]);
    play_all(fight, stream, 1..DAYS, &mut before);
    assert!(whole == before, "resumed: {which}");
    let day = cast.day.as_ref().expect("it is a day");
    let sides = (0..cast.sides.len()).map(SideId::at);
    let wins: u64 = sides.map(|side| whole.wins(side)).sum();
    assert_eq!(wins + whole.draws() + whole.undecided(), DAYS, "{which}");
    if !cast.objectives.is_empty() {
        let all = (0..cast.objectives.len()).map(|at| whole.met(ObjectiveId::at(at)));
        assert_eq!(all.sum::<u64>(), wins, "objectives of {which}");
    }
    let mut left = DAYS;
    for stage in 0..day.stages.len() {
        let (through, stopped) = (whole.through(stage), whole.days_stopped(stage));
        assert!(through <= left && stopped <= through, "{stage} of {which}");
        left = through - stopped;
        for (at, combatant) in cast.combatants.iter().enumerate() {
            if combatant.side != day.people || through == 0 {
                continue;
            }
            let after = whole.after_stage(stage, CombatantId::at(at));
            let most = f64::from(combatant.count);
            let standing = after.standing.expect("days").estimate;
            assert!((0.0..=most).contains(&standing), "{standing} {which}");
            let health = after.health.map_or(0.0, |health| health.mean);
            let full = most * f64::from(combatant.health);
            assert!((0.0..=full).contains(&health), "{health} {which}");
            let begun = day.supplies[at].numbers();
            for (mean, begun) in after.supplies.into_iter().zip(begun) {
                let mean = mean.map_or(0.0, |mean| mean.mean);
                assert!((0.0..=f64::from(begun)).contains(&mean), "{mean} {which}");
            }
        }
    }
    assert_eq!(left, whole.wins(day.people), "{which}");
}

/// Returns the fighters that belong to the present fight. During a rest, returns those of the last fight.
fn present<F: Fight>(fight: &F, state: &F::State) -> FighterSet {
    let cast = fight.cast();
    let day = cast.day.as_ref().expect("it is a day");
    let fights = day.stages[..=state.stage()].iter().rev();
    let mut foes = fights.filter_map(|stage| match stage.what {
        StageKind::Fight(foes) => Some(foes),
        StageKind::Rest(_) => None,
    });
    let foes = foes.next().expect("a day must begin with a fight");
    FighterSet(day.folk(cast).0 | foes.0)
}

/// Returns all fighters of the combatants with this name.
fn named(cast: &Cast, name: &str) -> FighterSet {
    let all = cast.everybody();
    all.filter(|who| cast.combatant(who).name == name)
}

fn play<F: Testable>(fight: &F, dice: &mut Sampled, check: &impl Fn(&F, &F::State), which: &str) {
    let cast = fight.cast();
    let (mut state, mut tally) = (fight.start().clone(), Tally::new(cast));
    let mut met = present(fight, &state);
    let late = named(cast, "c");
    let (outcome, waiting) = loop {
        let progress = advance(fight, &mut state, dice, &mut tally);
        let (call, here) = (fight.roll_call(&state), present(fight, &state));
        met = FighterSet(met.0 | here.0);
        let both = call.standing.and(call.out);
        assert!(both.is_empty(), "standing and out: {both:?}, {which}");
        let known = FighterSet(call.standing.0 | call.out.0);
        let missing = here.without(known).without(cast.absent);
        // All that are left must be fighters that arrive later. They have no fate yet. In `murdham`, a
        // fighter that has surrendered is also neither standing nor out until the fight ends, but it already
        // has a fate.
        let missing = missing.filter(|who| fight.fate(&state, who).is_none());
        let others = known.without(here);
        assert!(
            missing.without(late).is_empty() && others.is_empty(),
            "{missing:?} {others:?}, {which}"
        );
        check(fight, &state);
        if let Progress::Ended(outcome) = progress {
            break (outcome, missing);
        }
    };
    tell_fates(fight, &state, &outcome, &mut tally);
    tally.ended(&outcome);
    for (at, combatant) in cast.combatants.iter().enumerate() {
        let id = CombatantId::at(at);
        let people = (0..cast.fighters.len()).map(FighterId::at);
        let met = met.without(cast.absent).without(waiting);
        let people = people.filter(|who| met.has(*who) && cast.fighters[who.index()] == id);
        let gone = tally.downs(id) + tally.times_fled(id) + tally.survived(id);
        let all = tally.times_back(id) + people.count() as u64;
        assert_eq!(gone, all, "{}, {which}", combatant.name);
    }
}
