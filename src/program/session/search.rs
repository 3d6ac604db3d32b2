//! Searches for an interesting fight: the first one of some kind, within a number of fights.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::tell::ending;
use super::words::grouped;
use crate::bout::Bout;
use crate::fight::{Cast, Ending, FighterSet, Outcome, SideId, Stream};
use crate::suggest::help_for;

/// The kinds of fights that can be searched for by `--where`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Seek {
    /// A fight with the fewest rounds.
    Shortest,
    /// A fight with the most rounds.
    Longest,
    /// A fight as long as the first, second or third quartile of all lengths.
    Quartile(u8),
    /// A fight with the rarest ending. An ending is the winner together with the fighters who are left.
    Rarest,
    /// A fight after which no fighter stands.
    Draw,
    /// A fight without a decision, for example one that reached the round cap.
    Undecided,
    /// A fight that the side of this name has won.
    WonBy(String),
}

/// Parses the argument of `--where`. The error lists the valid arguments.
pub(crate) fn seek(text: &str) -> Result<Seek, String> {
    match text {
        "shortest" => Ok(Seek::Shortest),
        "longest" => Ok(Seek::Longest),
        "rarest" => Ok(Seek::Rarest),
        "draw" => Ok(Seek::Draw),
        "undecided" => Ok(Seek::Undecided),
        "quartile=1" => Ok(Seek::Quartile(1)),
        "quartile=2" => Ok(Seek::Quartile(2)),
        "quartile=3" => Ok(Seek::Quartile(3)),
        _ => match text.strip_prefix("won-by=") {
            Some(side) if !side.is_empty() => Ok(Seek::WonBy(side.to_owned())),
            _ => Err(
                "one of shortest, longest, quartile=1, quartile=2, quartile=3, rarest, draw, undecided, won-by=SIDE"
                    .to_owned(),
            ),
        },
    }
}

/// The reason why a search has found nothing, as a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NotFound {
    /// The fight has no side of the requested name.
    NoSide(String),
    /// No fight is of the requested kind.
    NoFight(String),
}

/// A fight that a search has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FoundFight {
    pub(crate) number: u64,
    /// A remark on how the fight compares with the others. `None` if the kind says that already.
    pub(crate) remark: Option<String>,
}

/// Returns the first fight of the kind `seek` among the first `among` fights. If `stop` becomes true, no
/// further fight is played and the search fails.
pub(crate) fn search(
    bout: &dyn Bout,
    stream: &Stream,
    (seek, among): (&Seek, u64),
    stop: &AtomicBool,
) -> Result<FoundFight, NotFound> {
    let fights = (0..among).into_par_iter();
    let stopped = || stop.load(Ordering::Relaxed);
    let ends = |n: u64| {
        if stopped() {
            NOTHING
        } else {
            bout.outcome(stream, n)
        }
    };
    let with = |ending: Ending| fights.clone().find_first(|&n| ends(n).ending == ending);
    let plain = |number: Option<u64>| {
        let remark = None;
        number.map(|number| FoundFight { number, remark })
    };
    let found = match seek {
        Seek::Shortest => plain(fights.min_by_key(|&n| (ends(n).rounds, n))),
        Seek::Longest => plain(fights.max_by_key(|&n| (ends(n).rounds, u64::MAX - n))),
        Seek::Quartile(quarters) => {
            quartile(*quarters, &Kinds::of(fights, |n| ends(n).rounds), among)
        }
        Seek::Rarest => {
            let kinds = Kinds::of(fights, |n| {
                let Outcome {
                    ending, standing, ..
                } = ends(n);
                (ending, standing.0)
            });
            rarest(bout.cast(), &kinds, among, ends)
        }
        Seek::Draw => plain(with(Ending::Draw)),
        Seek::Undecided => plain(with(Ending::Undecided)),
        Seek::WonBy(name) => plain(with(Ending::Won(winner(bout.cast(), name)?))),
    };
    if stopped() {
        return Err(NotFound::NoFight("cancelled".to_owned()));
    }
    found.ok_or_else(|| {
        let what = match seek {
            Seek::Draw => "is a draw".to_owned(),
            Seek::Undecided => "is undecided".to_owned(),
            Seek::WonBy(name) => format!("is won by {name}"),
            Seek::Shortest | Seek::Longest | Seek::Quartile(_) | Seek::Rarest => {
                "is there".to_owned()
            }
        };
        NotFound::NoFight(format!(
            "none of the first {} fights {what}",
            grouped(among)
        ))
    })
}

/// The outcome of a fight that is not played any more because the search was stopped.
const NOTHING: Outcome = Outcome {
    ending: Ending::Undecided,
    rounds: 0,
    standing: FighterSet::NONE,
};

/// For each kind of fights: the number of fights of this kind, and the number of the first one.
#[derive(Debug)]
struct Kinds<K>(BTreeMap<K, (u64, u64)>);

impl<K: Ord + Copy + Send> Kinds<K> {
    /// Counts the fights with the numbers `fights` by their kind. `kind` returns the kind of a fight.
    fn of(fights: rayon::range::Iter<u64>, kind: impl Fn(u64) -> K + Sync) -> Self {
        let add = |mut kinds: BTreeMap<K, (u64, u64)>, kind, (count, first): (u64, u64)| {
            let seen = kinds.entry(kind).or_insert((0, first));
            *seen = (seen.0 + count, seen.1.min(first));
            kinds
        };
        Self(
            fights
                .fold(BTreeMap::new, |kinds, n| add(kinds, kind(n), (1, n)))
                .reduce(BTreeMap::new, |one, other| {
                    let (more, fewer) = if one.len() < other.len() {
                        (other, one)
                    } else {
                        (one, other)
                    };
                    fewer
                        .into_iter()
                        .fold(more, |kinds, (kind, seen)| add(kinds, kind, seen))
                }),
        )
    }
}

/// Returns the first fight whose length is the quartile number `quarters` of all lengths.
fn quartile(quarters: u8, lengths: &Kinds<u32>, among: u64) -> Option<FoundFight> {
    let mut over = 0;
    let (rounds, (_, number)) = lengths.0.iter().find(|(_, (count, _))| {
        over += count;
        u128::from(over) * 4 >= u128::from(among) * u128::from(quarters)
    })?;
    let part = ["a quarter", "half", "three quarters"][usize::from(quarters) - 1];
    let remark = format!(
        "{part} of the first {} fights are over by round {rounds}",
        grouped(among)
    );
    Some(FoundFight {
        number: *number,
        remark: Some(remark),
    })
}

/// Returns the first fight with the rarest ending. If several endings are equally rare, the one that occurs
/// first is chosen.
fn rarest(
    cast: &Cast,
    endings: &Kinds<(Ending, u64)>,
    among: u64,
    ends: impl Fn(u64) -> Outcome,
) -> Option<FoundFight> {
    let &(count, number) = endings.0.values().min()?;
    let times = match count {
        1 => "once".to_owned(),
        count => format!("{} times", grouped(count)),
    };
    let as_rare = endings.0.values().filter(|seen| seen.0 == count).count();
    let others = match as_rare - 1 {
        0 => String::new(),
        1 => ", as does another ending".to_owned(),
        others => format!(", as do {} other endings", grouped(others as u64)),
    };
    let remark = format!(
        "{}. This ending occurs {times} in the first {} fights{others}",
        ending(cast, &ends(number), false),
        grouped(among)
    );
    Some(FoundFight {
        number,
        remark: Some(remark),
    })
}

/// Returns the id of the alliance that the side named `name` belongs to. Fails if there is no such side.
fn winner(cast: &Cast, name: &str) -> Result<SideId, NotFound> {
    let names = || cast.sides.iter().map(String::as_str);
    names()
        .position(|side| side == name)
        .map(|at| cast.alliances.of(SideId::at(at)))
        .ok_or_else(|| {
            let help = help_for(name, names()).map_or(String::new(), |help| format!("; {help}"));
            NotFound::NoSide(format!("there is no side named `{name}`{help}"))
        })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::fight::{CastCombatant, CombatantId};

    fn cast() -> Cast {
        let combatant = |(name, side, count): (&str, u8, u32)| CastCombatant {
            name: name.to_owned(),
            side: SideId(side),
            count,
            health: 0,
            weapons: Vec::new(),
            carries: Vec::new(),
            playbook: Arc::default(),
        };
        Cast {
            sides: vec!["guards".to_owned(), "goblins".to_owned()],
            combatants: [("guard", 0, 2), ("goblin", 1, 1)].map(combatant).to_vec(),
            fighters: vec![CombatantId(0), CombatantId(0), CombatantId(1)],
            round_cap: 100,
            alliances: crate::fight::Alliances::default(),
            alike_from: None,
            most_lost: 0,
            things: FighterSet::NONE,
            absent: FighterSet::NONE,
            objectives: Vec::new(),
            day: None,
            events: &[],
        }
    }

    #[test]
    fn kinds_are_read_as_they_are_written() {
        for (text, kind) in [
            ("shortest", Seek::Shortest),
            ("longest", Seek::Longest),
            ("quartile=1", Seek::Quartile(1)),
            ("quartile=3", Seek::Quartile(3)),
            ("rarest", Seek::Rarest),
            ("draw", Seek::Draw),
            ("undecided", Seek::Undecided),
            ("won-by=orcs", Seek::WonBy("orcs".to_owned())),
        ] {
            assert_eq!(seek(text), Ok(kind));
        }
        for text in ["won-by=", "quartile=", "quartile=0", "quartile=4", "median"] {
            assert!(seek(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_side_that_is_not_there_is_wrong_usage() {
        assert_eq!(winner(&cast(), "goblins"), Ok(SideId(1)));
        let failure = winner(&cast(), "goblin").expect_err("no such side");
        assert_eq!(
            failure,
            NotFound::NoSide("there is no side named `goblin`; did you mean `goblins`?".to_owned())
        );
    }

    /// The lengths of twelve fights in rounds: two fights last three rounds, four last one round and six last
    /// seven rounds.
    const LENGTHS: [u32; 12] = [3, 3, 1, 1, 1, 1, 7, 7, 7, 7, 7, 7];

    fn lengths(of: usize) -> Kinds<u32> {
        let place = |n| usize::try_from(n).expect("few");
        Kinds::of((0..of as u64).into_par_iter(), |n| LENGTHS[place(n)])
    }

    #[test]
    fn a_quartile_is_the_first_fight_of_the_length_that_parts_them() {
        let found = |quarters| quartile(quarters, &lengths(12), 12).expect("fights");
        assert_eq!([1, 2, 3].map(|q| found(q).number), [2, 0, 6]);
        assert_eq!(
            found(2).remark.as_deref(),
            Some("half of the first 12 fights are over by round 3")
        );
        assert_eq!(quartile(2, &lengths(0), 0), None);
    }

    #[test]
    fn the_rarest_ending_is_told_with_how_often_it_came() {
        let outcome = |n: u64| Outcome {
            ending: if n < 5 {
                Ending::Won(SideId(0))
            } else {
                Ending::Draw
            },
            rounds: 2,
            standing: match n {
                0 | 1 => FighterSet(0b11),
                2 | 3 => FighterSet(0b01),
                4 => FighterSet(0b10),
                _ => FighterSet::NONE,
            },
        };
        let kinds = |of: u64| {
            Kinds::of((0..of).into_par_iter(), |n| {
                let outcome = outcome(n);
                (outcome.ending, outcome.standing.0)
            })
        };
        let found = rarest(&cast(), &kinds(9), 9, outcome).expect("fights");
        assert_eq!(found.number, 4);
        assert_eq!(
            found.remark.as_deref(),
            Some(
                "The guards side has won; still standing: guard 2. This ending occurs once in the \
                 first 9 fights"
            )
        );
        // Two endings have each occurred twice, so they are equally rare. The first fight with one of them is
        // chosen.
        let found = rarest(&cast(), &kinds(4), 4, outcome).expect("fights");
        assert_eq!(found.number, 0);
        let remark = found.remark.expect("one");
        assert!(
            remark.ends_with("2 times in the first 4 fights, as does another ending"),
            "{remark}"
        );
    }
}
