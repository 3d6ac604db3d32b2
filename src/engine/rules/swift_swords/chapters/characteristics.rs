//! Rolls of a characteristic, and opposed rolls.
//!
//! Clauses: SST-0-2, SST-0-3, SST-9-4.

use super::phrases::successes;
use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::{Luck, MOST_DICE, Scene, Successes, TRAITS, Trait};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Rolls a characteristic. Returns whether the roll passes [SST-0-2].
    pub(super) fn passes(&mut self, who: FighterId, which: Trait, modifier: i8) -> bool {
        let successes = self.successes(who, which, modifier);
        self.pass(successes)
    }

    /// Returns whether this number of successes passes a characteristic roll [SST-0-2].
    pub(super) fn pass(&self, successes: u8) -> bool {
        successes >= self.rules().rolls.passes
    }

    /// Rolls a characteristic. Returns the number of successes [SST-0-2].
    pub(super) fn successes(&mut self, who: FighterId, which: Trait, modifier: i8) -> u8 {
        self.roll_trait(who, which, modifier, true)
    }

    /// Rolls the same characteristic for two creatures, with `more` as modifiers in dice. Returns whether the
    /// first is ahead by as many successes as an opposed roll needs [SST-0-3].
    pub(super) fn wins(&mut self, which: Trait, pair: [FighterId; 2], more: [i8; 2]) -> bool {
        let least = self.rules().rolls.margin;
        self.contest(which, pair, more) >= least
    }

    /// Rolls the same characteristic for two creatures, with `more` as modifiers in dice. Returns by how many
    /// successes the first is ahead. Negative if it is behind.
    pub(super) fn contest(&mut self, which: Trait, pair: [FighterId; 2], more: [i8; 2]) -> i8 {
        let ahead = self.successes(pair[0], which, more[0]).cast_signed();
        ahead - self.successes(pair[1], which, more[1]).cast_signed()
    }

    /// Rolls a characteristic with a modifier. Returns the number of successes. `effort` is whether a one may
    /// be spent on the roll. `effort` must be false for a roll that was bought with a one [SST-9-4].
    pub(super) fn roll_trait(
        &mut self,
        who: FighterId,
        which: Trait,
        modifier: i8,
        effort: bool,
    ) -> u8 {
        let may = effort && self.state.fighting.has(who);
        let effort = may && self.effort(who, || None);
        let rules = self.rules();
        let usual =
            i32::from(rules.rolls.characteristic) + i32::from(self.fighter(who).level(which));
        let sum = usual + i32::from(modifier) - i32::from(self.body(who).injuries.of_trait(which))
            + i32::from(u8::from(effort) * rules.ones.effort);
        let count = u8::try_from(sum.clamp(0, MOST_DICE.into())).expect("few dice");
        let name = || TRAITS[which as usize].to_uppercase();
        if count == 0 {
            self.say("SST-0-2", [who], |[who]| {
                format!("{who} has no dice for {}: fails.", name())
            });
            return 0;
        }
        self.dice.about(Topic::Deed(who.0));
        self.dice.about(Topic::Save);
        let (hits, faces) = self.roll(Successes(rules.rolls.characteristic_face).times(count));
        self.say("SST-0-2", [who], |[who]| {
            let result = match hits {
                0 => "fails".to_owned(),
                some => successes(some),
            };
            format!("{who} rolls {faces} for {}: {result}.", name())
        });
        hits
    }
}

#[cfg(test)]
mod tests {
    use super::{Scene, Trait};
    use crate::dice::outcomes;
    use crate::fight::Silent;
    use crate::rules::swift_swords::nouns::{Body, BodyPart, Grip, Track, Wits};
    use crate::rules::swift_swords::testing::{Setup, Trial, fighters, fraction};

    #[test] // SST-0-3
    fn whoever_has_more_successes_wins_by_as_many() {
        let trial = fighters("a", "").against("b", "").ready();
        let (a, b) = (trial.who("a"), trial.who("b"));
        let odds = |more: i8| {
            outcomes(|dice| {
                let mut state = trial.state.clone();
                let mut silent = Silent;
                let mut scene = Scene::new(&trial.arena, &mut state, dice, &mut silent);
                scene.contest(Trait::Body, [a, b], [more, 0])
            })
        };
        assert_eq!(odds(0).of(|&margin| margin >= 1), fraction(2320, 6561));
        assert_eq!(odds(0).of(|&margin| margin == 0), fraction(1921, 6561));
        assert_eq!(odds(0).of(|&margin| margin >= 2), fraction(280, 2187));
        assert_eq!(odds(1).of(|&margin| margin >= 1), fraction(8881, 19683));
        assert_eq!(odds(2).of(|&margin| margin >= 1), fraction(10655, 19683));
    }
    #[test] // SST-22-7, SST-0-2
    fn an_injury_hinders_the_rolls_of_its_part() {
        let fails = |which: Trait, hurt: &dyn Fn(&mut Body)| {
            let trial = fighters("a", "").against("b", "").ready().given("a", hurt);
            let who = trial.who("a");
            let odds = outcomes(|dice| {
                let mut state = trial.state.clone();
                let mut silent = Silent;
                let mut scene = Scene::new(&trial.arena, &mut state, dice, &mut silent);
                scene.successes(who, which, 0)
            });
            odds.of(|&successes| successes == 0)
        };
        let all = [
            Trait::Body,
            Trait::Mind,
            Trait::Soul,
            Trait::Will,
            Trait::Spirit,
            Trait::Dex,
        ];
        let [four, two] = [fraction(16, 81), fraction(4, 9)];
        for (part, hindered) in [
            (BodyPart::Leg, &[Trait::Dex][..]),
            (BodyPart::LeftArm, &[]),
            (BodyPart::RightArm, &[]),
            (BodyPart::Chest, &[Trait::Body]),
            (BodyPart::Head, &[Trait::Mind, Trait::Will]),
        ] {
            for which in all {
                let found = fails(which, &|body| body.injuries.fractures[part as usize] = 2);
                let expected = if hindered.contains(&which) {
                    &two
                } else {
                    &four
                };
                assert_eq!(&found, expected, "{part:?}, {which:?}");
            }
        }
        for which in all {
            assert_eq!(
                fails(which, &|body| body.injuries.all = 2),
                two,
                "{which:?}"
            );
            assert_eq!(
                fails(which, &|body| body.injuries.sight = 2),
                four,
                "{which:?}"
            );
        }
    }

    /// Returns the characteristics that were rolled, in order.
    fn rolled(trial: &Trial) -> Vec<&str> {
        let said = trial.heard.said.iter();
        let rolls = said.filter(|(clause, _)| *clause == "SST-0-2");
        let mut names: Vec<&str> = rolls
            .filter_map(|(_, text)| text.split(" for ").nth(1)?.split(':').next())
            .collect();
        names.dedup();
        names
    }

    /// Returns a setup of `a`, which has the policy lists `lists`, and its enemy `b`.
    fn does(lists: &str) -> Setup {
        fighters("a", "attack = 2\nad_set = [5, 5]\npolicy = \"p\"")
            .against(
                "b",
                "physical = 8\nmental = 5\nad_set = [3]\npolicy = \"q\"",
            )
            .policy("p", lists)
            .policy("q", "soak = [\"soak\"]")
    }

    #[test] // SST-12-5, SST-12-8, SST-12-9
    fn close_combat_goes_by_body() {
        let close = |lists: &str, held: &str| {
            let trial = does(lists).begun([]);
            let by = trial.who(if held == "a" { "b" } else { "a" });
            let trial = trial
                .given("a", |a| a.close = 1)
                .given("b", |b| b.close = 1);
            if held.is_empty() {
                return trial;
            }
            trial.given(held, |body| body.held = Some(Grip { by, level: 2 }))
        };
        let throws = close("act = [\"knock-down\"]", "").step([2; 8]);
        let subdues = close("act = []\ngrip = [\"subdue\"]", "b").step([2; 4]);
        let breaks = close("act = []", "a").step([2; 8]);
        for trial in [throws, subdues, breaks] {
            assert_eq!(rolled(&trial), ["BODY"]);
        }
    }

    #[test] // SST-35-2, SST-3-9
    fn hands_are_disarmed_by_dex_and_weapons_broken_by_body() {
        let bought = |result: &str| {
            let lists = format!("act = [\"attack\"]\nspecial = [\"{result}\"]");
            does(&lists).begun([]).step([5, 5, 2, 2, 2, 2, 2, 2, 2, 2])
        };
        assert_eq!(rolled(&bought("disarm")), ["DEX"]);
        assert_eq!(rolled(&bought("break-weapon")), ["BODY"]);
        let bystander = "policy = \"q\"\nat = { zone = 0, alone = true }";
        let drags = does("act = [\"drag at c\"]").and("c", bystander);
        assert_eq!(rolled(&drags.begun([]).step([2; 8])), ["DEX"]);
    }

    #[test] // SST-19-4, SST-18-6, SST-21-3
    fn blows_are_borne_by_body_and_frights_by_spirit() {
        let hurt = |track: Track, damage: u8, option: &str| {
            let begun = does("").option(option).begun([]).holding("b", &[3]);
            begun.hurt("b", (track, damage), [2; 4])
        };
        assert_eq!(
            rolled(&hurt(Track::Mental, 1, "soak = \"both\"")),
            ["SPIRIT"]
        );
        assert_eq!(
            rolled(&hurt(Track::Physical, 1, "soak = \"both\"")),
            ["BODY"]
        );
        assert_eq!(
            rolled(&hurt(Track::Physical, 25, "soak = \"none\"")),
            ["BODY"]
        );
        let fallen = does("").begun([]).losing("b", Track::Physical, 8);
        let blow = fallen.blow("a", "b");
        assert_eq!(rolled(&fallen.struck(blow, [5, 2, 2, 2, 2, 2])), ["BODY"]);
    }

    #[test] // SST-19-5, SST-19-6, SST-19-7, SST-23-1
    fn courage_is_a_matter_of_spirit() {
        for wits in [
            Wits::Panicked { fresh: false },
            Wits::Crushed { fresh: false },
        ] {
            let begun = does("act = [\"attack\"]").begun([]);
            let after = begun.given("a", |a| a.wits = wits).step([5, 2, 2, 2, 2, 2]);
            assert_eq!(rolled(&after), ["SPIRIT"]);
        }
        let event = "events = [{ round = 1, side = \"side 2\", ranks = 1, test = true }]";
        let shaken = does("act = [\"attack\"]").field(event).ready();
        assert_eq!(rolled(&shaken.step([5, 2, 2, 2, 2, 2])), ["SPIRIT"]);
        let horror = fighters("a", "attack = 2\nad_set = [5, 5]")
            .against("b", "fear = \"scary\"\nad_set = [3]\npolicy = \"idle\"");
        assert_eq!(rolled(&horror.begun([]).step([2; 4])), ["SPIRIT"]);
    }
}
