//! Phrases that several sentences of a transcript share: target numbers and rolls of tests, and sums of
//! damage.
//!
//! The modules in `chapters` write the sentences where their events happen. Text is only made if a witness
//! wants it.

use std::fmt::Display;

use super::nouns::luck::{Extra, ExtraDice, Opposed};
use super::nouns::scene::Scene;
use crate::dice::{Dice, Throw};
use crate::fight::{FighterId, Witness};
use crate::scenario::counted;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Reports the test that has just been rolled. `text` makes the sentence from the names of the fighters
    /// and a phrase such as `needs 45 or less, rolls 41`.
    pub(crate) fn tell_test<const K: usize>(
        &mut self,
        clause: &'static str,
        of: [FighterId; K],
        number: i32,
        text: impl FnOnce([String; K], String) -> String,
    ) {
        let (arena, dice) = (self.arena, &*self.dice);
        self.witness.say(clause, || {
            text(
                of.map(|who| arena.cast.name(who)),
                test(number, dice.faces()),
            )
        });
    }

    /// Reports an opposed test. The report has the sentence that `text` makes, and the target number and roll
    /// of both fighters.
    pub(crate) fn tell_opposed(
        &mut self,
        clause: &'static str,
        of: [FighterId; 2],
        ended: Opposed,
        text: impl FnOnce(&str, &str) -> String,
    ) {
        let (arena, dice) = (self.arena, &*self.dice);
        self.witness.say(clause, || {
            let [who, other] = of.map(|who| arena.cast.name(who));
            let tests: Vec<String> = (ended.numbers.iter().zip(dice.faces()))
                .map(|(&number, &face)| test(number, &[face]))
                .collect();
            let sentence = text(&who, &other);
            format!("{sentence}: {who} {}.", tests.join(&format!("; {other} ")))
        });
    }
}

/// Returns a phrase such as `needs 45 or less, rolls 41`. If `faces` has two rolls, the phrase says that the
/// higher roll counts.
fn test(number: i32, faces: &[u32]) -> String {
    let mut text = format!("needs {number} or less, rolls {}", listed(faces, " and "));
    if faces.len() > 1 {
        text += ", of which the higher counts";
    }
    text
}

fn listed(faces: &[u32], between: &str) -> String {
    let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
    faces.join(between)
}

/// Returns the phrase for a number of degrees, such as `1 degree`.
pub(crate) fn told(degrees: i32) -> String {
    counted(degrees.unsigned_abs() as usize, "degree")
}

/// Returns the phrase for the result of an attack test.
pub(crate) fn hit_or_miss(degrees: Option<i32>, jammed: bool) -> String {
    match (degrees, jammed) {
        (_, true) => "the weapon jams".to_owned(),
        (None, _) => "a miss".to_owned(),
        (Some(degrees), _) => format!("a hit with {}", told(degrees)),
    }
}

/// Returns a sum such as `9 (1d10+1) + 3 (SB) = 12`: the first part, all other parts that are not zero, and
/// the total.
pub(crate) fn sum(parts: &[(i32, &dyn Display)], total: i32) -> String {
    let all = parts.iter().enumerate();
    let some = all.filter(|(at, (part, _))| *at == 0 || *part != 0);
    let shown: Vec<String> = some
        .map(|(_, (part, what))| format!("{part} ({what})"))
        .collect();
    let is_plain = shown.len() == 1 && parts[0].0 == total;
    let equals = if is_plain {
        String::new()
    } else {
        format!(" = {total}")
    };
    format!("{}{equals}", shown.join(" + "))
}

/// Returns the damage throw as text. `gain` is the number of points that degrees of success add to the sum by
/// replacing a die.
pub(crate) fn thrown(throw: Throw, gain: u8) -> String {
    match gain {
        0 => throw.to_string(),
        gain => format!("{throw}, {gain} of it by degrees of success"),
    }
}

/// Returns a sentence about Righteous Fury, and a sentence about Special Damage. The first is `None` if there
/// was no test for Fury. The second is `None` if there was neither a test for a Critical Hit nor a Weakness.
///
/// `faces` are the faces that [`extra`](super::nouns::luck::extra) rolled, in order. `sums` are the damage of
/// Fury and the Special Damage. `came` says whether Fury and a Critical Hit were confirmed.
pub(crate) fn further(
    faces: &[u32],
    extra: Extra,
    sums: [i32; 2],
    came: [bool; 2],
    [who, target]: &[String; 2],
) -> [Option<String>; 2] {
    let mut left = Faces(faces);
    let fury = extra.fury.map(|number| match (left.test(number), came[0]) {
        (rolled, true) => {
            let sum = of(sums[0], &left.chain(extra.dice.fury, extra.dice.further));
            format!("Righteous Fury: {who} {rolled}, and adds {sum}.")
        }
        (rolled, false) => format!("No Righteous Fury: {who} {rolled}."),
    });
    let critical = extra.critical.map(|number| {
        let word = if came[1] { "A" } else { "No" };
        format!(
            "{word} Critical Hit on {target}: {who} {}",
            left.test(number)
        )
    });
    let weakness = extra.weakness.then(|| match critical {
        Some(_) => "a Weakness".to_owned(),
        None => format!("A Weakness on {target}"),
    });
    let special = match u8::from(came[1]) + u8::from(extra.weakness) {
        0 => None,
        1 => Some(left.special(extra, sums[1])),
        _ => Some(left.chain(extra.dice.special, extra.dice.further)),
    };
    let special = special.map(|dice| format!("Special Damage {}", of(sums[1], &dice)));
    let parts: Vec<String> = [critical, weakness, special]
        .into_iter()
        .flatten()
        .collect();
    let told = (!parts.is_empty()).then(|| format!("{}.", parts.join("; ")));
    [fury, told]
}

/// The recorded faces of dice. Each method takes faces from the front.
struct Faces<'f>(&'f [u32]);

impl Faces<'_> {
    /// Takes the next `count` faces, or fewer if the faces were not recorded. Returns them as text.
    fn take(&mut self, count: usize) -> String {
        let (taken, left) = self.0.split_at(count.min(self.0.len()));
        self.0 = left;
        listed(taken, " + ")
    }

    fn test(&mut self, number: i32) -> String {
        format!("needs {number} or less, rolls {}", self.take(1))
    }

    /// Takes the faces of one die that is rolled again after each largest face, at most `further` times.
    /// Returns them as text.
    fn chain(&mut self, faces: u8, further: u8) -> String {
        let again = self.0.iter().take(further.into());
        let again = again.take_while(|&&face| face == u32::from(faces)).count();
        self.take(again + 1)
    }

    /// Takes the faces of the Special Damage die and returns them as text. After the largest face, a test
    /// decides whether the die is rolled again. A `sum` above the largest face shows that the test passed.
    fn special(&mut self, extra: Extra, sum: i32) -> String {
        let ExtraDice {
            special, further, ..
        } = extra.dice;
        let first = self.take(1);
        if sum < i32::from(special) {
            return first;
        }
        let test = self.test(extra.confirm);
        if sum == i32::from(special) {
            return format!("{first}, {test}");
        }
        format!("{first}, {test}, + {}", self.chain(special, further))
    }
}

/// Returns a sum with its dice, such as `14 (10 + 4)`. For a single die, returns only the face.
fn of(sum: i32, dice: &str) -> String {
    if sum.to_string() == dice {
        dice.to_owned()
    } else {
        format!("{sum} ({dice})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Recorded, Scripted};
    use crate::rules::persona::nouns::luck::{self, TestRules};
    use crate::rules::persona::options::Options;
    use crate::rules::persona::testing::does;

    /// Rolls Fury and Special Damage with these faces, and returns the sentences about them.
    fn rolled(extra: Extra, faces: &[u32]) -> [Option<String>; 2] {
        let rules = TestRules::of(&Options::default());
        let mut dice = Recorded::new(Scripted::new(faces.iter().copied()));
        let (sums, came) = luck::extra(&mut dice, extra, rules);
        let names = ["a", "b"].map(str::to_owned);
        further(dice.faces(), extra, sums, came, &names)
    }

    #[test] // PER-4-14, PER-4-15, PER-11-2
    fn dice_with_other_faces_are_told_up_to_the_last_that_they_may_bring() {
        let dice = ExtraDice {
            fury: 6,
            special: 4,
            further: 1,
        };
        let extra = Extra {
            fury: Some(40),
            critical: None,
            confirm: 40,
            weakness: true,
            dice,
        };
        let [fury, special] =
            rolled(extra, &[40, 6, 6, 4, 40, 4, 4]).map(Option::unwrap_or_default);
        assert_eq!(
            fury,
            "Righteous Fury: a needs 40 or less, rolls 40, and adds 12 (6 + 6)."
        );
        assert_eq!(
            special,
            "A Weakness on b; Special Damage 12 (4, needs 40 or less, rolls 40, + 4 + 4)."
        );
    }

    #[test] // PER-4-14, PER-4-15, PER-11-1..4
    fn further_damage_is_told_with_its_tests_and_dice() {
        let told = |fury, critical, weakness, faces: &[u32]| {
            let extra = Extra {
                fury,
                critical,
                confirm: 40,
                weakness,
                dice: ExtraDice::of(&Options::default()),
            };
            rolled(extra, faces).map(Option::unwrap_or_default)
        };
        let fury = |faces: &[u32]| told(Some(40), None, false, faces)[0].clone();
        assert_eq!(
            fury(&[40, 10, 4]),
            "Righteous Fury: a needs 40 or less, rolls 40, and adds 14 (10 + 4)."
        );
        assert_eq!(
            fury(&[41]),
            "No Righteous Fury: a needs 40 or less, rolls 41."
        );
        let weak = |faces: &[u32]| told(None, None, true, faces)[1].clone();
        assert_eq!(weak(&[7]), "A Weakness on b; Special Damage 7.");
        assert_eq!(
            weak(&[10, 40, 10, 3]),
            "A Weakness on b; Special Damage 23 (10, needs 40 or less, rolls 40, + 10 + 3)."
        );
        assert_eq!(
            weak(&[10, 41]),
            "A Weakness on b; Special Damage 10 (10, needs 40 or less, rolls 41)."
        );
        let critical = |weakness, faces: &[u32]| told(None, Some(40), weakness, faces)[1].clone();
        assert_eq!(
            critical(false, &[41]),
            "No Critical Hit on b: a needs 40 or less, rolls 41."
        );
        assert_eq!(
            critical(false, &[1, 6]),
            "A Critical Hit on b: a needs 40 or less, rolls 1; Special Damage 6."
        );
        assert_eq!(
            critical(true, &[41, 6]),
            "No Critical Hit on b: a needs 40 or less, rolls 41; a Weakness; Special Damage 6."
        );
        assert_eq!(
            critical(true, &[1, 10, 6]),
            "A Critical Hit on b: a needs 40 or less, rolls 1; a Weakness; Special Damage 16 (10 + 6)."
        );
    }

    #[test] // PER-4-18
    fn damage_adds_up_before_the_eyes_of_the_reader() {
        assert_eq!(sum(&[(9, &"1d10+1")], 9), "9 (1d10+1)");
        assert_eq!(
            sum(&[(9, &"1d10"), (3, &"SB"), (0, &"Fury")], 12),
            "9 (1d10) + 3 (SB) = 12"
        );
        assert_eq!(sum(&[(-2, &"1d5-3")], 0), "-2 (1d5-3) = 0");
        assert_eq!(
            thrown(Throw::new(1, 10, 0), 2),
            "1d10, 2 of it by degrees of success"
        );
    }

    #[test] // PER-13.1-5, PER-12.6-2
    fn tests_are_told_with_what_they_need_and_show() {
        let feint = does("feint", "", "").step([21, 90]);
        let told = "who is taken in: a needs 40 or less, rolls 21; b needs 40 or less, rolls 90.";
        assert!(feint.says(told), "{:?}", feint.heard.said);
        assert_eq!(test(40, &[12]), "needs 40 or less, rolls 12");
        assert_eq!(
            test(40, &[60, 12]),
            "needs 40 or less, rolls 60 and 12, of which the higher counts"
        );
    }
}
