//! Tables of single fights: `fights.csv` has the fights, and `endings.csv` the situations at their end.
//!
//! Both tables are about the first fights of every matchup, with the sides in the listed order. All other
//! tables have sums over all fights.

use std::collections::BTreeMap;

use super::Played;
use crate::bout::{Bout, Happened};
use crate::fight::{Blow, Cast, CombatantId, Ending, SideId, Stream};
use crate::tally::Count;

/// The largest number of rows that a matchup has in `endings.csv`.
const ENDINGS: usize = 1000;

/// The result of a single fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EachFight {
    ending: Ending,
    rounds: u32,
    sides: Vec<SideEnd>,
    /// The fighters that stand at the end, by stat block, with their health.
    left: String,
}

/// The state of a side after a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SideEnd {
    standing: u32,
    /// The summed health of its standing fighters. `None` if the rulebook does not count health.
    health: Option<u64>,
    /// The damage that the side did in the fight.
    dealt: u64,
}

/// The single fights of each matchup. The key is the name of the scenario and the name of the matchup.
pub type Each = BTreeMap<(String, String), Vec<EachFight>>;

impl EachFight {
    /// Plays the fight with the number `n` in `stream`, and returns its result.
    ///
    /// # Panics
    /// Never, because the record of a fight always begins with the state at its start.
    pub fn of(bout: &dyn Bout, stream: &Stream, n: u64) -> Self {
        let (cast, story) = (bout.cast(), bout.tell(stream, n));
        let last = story.moments.last().expect("a story has its start");
        let mut dealt_by = vec![0; cast.sides.len()];
        for event in &story.events {
            if let Happened::Attacked {
                attacker,
                blow: Blow::Landed { dealt, .. },
                ..
            } = event.what
            {
                dealt_by[cast.combatant(attacker).side.index()] += u64::from(dealt);
            }
        }
        let counts_health = cast.combatants.iter().any(|combatant| combatant.health > 0);
        let standing = story.outcome.standing;
        let side = |(at, &dealt): (usize, &u64)| {
            let own = standing.and(cast.side(SideId::at(at)));
            let health = own.iter().map(|who| u64::from(last.health[who.index()]));
            SideEnd {
                standing: own.count(),
                health: counts_health.then(|| health.sum()),
                dealt,
            }
        };
        Self {
            ending: story.outcome.ending,
            rounds: story.outcome.rounds,
            sides: dealt_by.iter().enumerate().map(side).collect(),
            left: left(cast, standing, &last.health, counts_health),
        }
    }

    fn ending_in_words(&self, cast: &Cast) -> String {
        match self.ending {
            Ending::Won(side) => cast.alliance(side),
            Ending::Draw => "draw".to_owned(),
            Ending::Undecided => "undecided".to_owned(),
        }
    }
}

/// Returns the standing fighters as text, such as `guard 13, 8; squire 5`: the health of each fighter by stat
/// block, the highest first. If the rulebook does not count health, the text is `guard x2`. The name of the
/// side is added if several sides have the stat block. The text is empty if nobody stands.
fn left(
    cast: &Cast,
    standing: crate::fight::FighterSet,
    health: &[u32],
    counts_health: bool,
) -> String {
    let mut parts = Vec::new();
    for (at, combatant) in cast.combatants.iter().enumerate() {
        let own = standing.and(cast.fighters_of(CombatantId::at(at)));
        if own.count() == 0 {
            continue;
        }
        let namesakes = cast
            .combatants
            .iter()
            .filter(|other| other.name == combatant.name);
        let side = if namesakes.count() > 1 {
            format!(" ({})", cast.sides[combatant.side.index()])
        } else {
            String::new()
        };
        let name = &combatant.name;
        if counts_health {
            let mut all: Vec<u32> = own.iter().map(|who| health[who.index()]).collect();
            all.sort_unstable_by_key(|health| std::cmp::Reverse(*health));
            let all: Vec<String> = all.iter().map(u32::to_string).collect();
            parts.push(format!("{name}{side} {}", all.join(", ")));
        } else {
            parts.push(format!("{name}{side} x{}", own.count()));
        }
    }
    parts.join("; ")
}

fn number(number: Option<u64>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}

/// Adds the rows of `fights.csv` for a matchup: one for each fight and side.
pub(super) fn fights<C: Count>(
    fights: &[EachFight],
    played: &Played<C>,
    row: &mut dyn FnMut(Vec<String>),
) {
    for (n, fight) in fights.iter().enumerate() {
        for (side, end) in played.cast.sides.iter().zip(&fight.sides) {
            row(vec![
                n.to_string(),
                fight.ending_in_words(&played.cast),
                fight.rounds.to_string(),
                side.clone(),
                end.standing.to_string(),
                number(end.health),
                end.dealt.to_string(),
            ]);
        }
    }
}

/// Adds the rows of `endings.csv` for a matchup: the most frequent situations at the end, with the number of
/// fights. Equally frequent situations are ordered by their texts.
pub(super) fn endings<C: Count>(
    fights: &[EachFight],
    played: &Played<C>,
    row: &mut dyn FnMut(Vec<String>),
) {
    let mut found: BTreeMap<(String, &str), (u64, &EachFight)> = BTreeMap::new();
    for fight in fights {
        let key = (fight.ending_in_words(&played.cast), fight.left.as_str());
        found.entry(key).or_insert((0, fight)).0 += 1;
    }
    let mut all: Vec<_> = found.into_iter().collect();
    all.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    for ((winner, left), (count, fight)) in all.into_iter().take(ENDINGS) {
        let standing: u32 = fight.sides.iter().map(|side| side.standing).sum();
        let health: Option<u64> = fight.sides.iter().map(|side| side.health).sum();
        row(vec![
            winner,
            left.to_owned(),
            standing.to_string(),
            number(health),
            count.to_string(),
        ]);
    }
}
