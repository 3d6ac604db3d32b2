//! The time between the fights of a day, which is a chain of fights and rests: waking, First Aid, weekly
//! healing, and the state that the next fight begins with.
//!
//! Clauses: BRP-5.12-2, BRP-5.12-5, BRP-5.14-1..5.

use crate::dice::{Dice, Topic};
use crate::fight::{Away, FighterId, FighterSet, Pause, Witness};
use crate::frame::day::RestSpec;
use crate::rules::brp::nouns::{Arena, Body, Condition, INJURY_SIZES, Scene, State, Treatment};
use crate::rules::brp::telling::count;

const FIRST_AID: usize = 0;
const WEEK: usize = 1;

/// The kinds of rest that a day may have in this book.
#[rustfmt::skip]
pub(crate) const RESTS: &[RestSpec] = &[
    RestSpec::new("first aid", "BRP-5.14-2", "every untreated injury is treated once: as lines of `rest` say, the others by the able fighter with the best chance of First Aid, the largest first"),
    RestSpec::new("a week", "BRP-5.14-1", "everybody alive regains 1D3 hit points; injuries can no longer be treated").with(&["healing.week"]),
    RestSpec::new("a week in hospital", "BRP-5.14-1", "everybody alive regains 3 hit points; injuries can no longer be treated").with(&["healing.hospital_week"]),
];

impl Arena {
    /// Begins a fight of a day. `folk` are the fighters that go through the whole day. They keep their hit
    /// points, untreated injuries, damaged and broken items and remaining shots, but they begin at their
    /// starting places with loaded weapons. `fresh` are the foes of this fight. Foes that arrive in a later
    /// round are absent at first. All other fighters stay absent.
    pub(crate) fn begin_fight(&self, state: &mut State, fresh: FighterSet, folk: FighterSet) {
        **state = (*self.unopened).clone();
        state.able = FighterSet::NONE;
        let late = self.lineup.to_come(1, state.stage());
        for who in self.lineup.everybody() {
            let before = *state.body(who);
            let start = *self.unopened.body(who);
            let body = if folk.has(who) {
                carried(start, &before)
            } else {
                let absent = Condition::Absent;
                let condition = if fresh.without(late).has(who) {
                    Condition::Able
                } else {
                    absent
                };
                Body { condition, ..start }
            };
            *state.body_mut(who) = body;
            if body.condition == Condition::Able {
                state.able.add(who);
                let item = self.first_whole(who, &body);
                state.body_mut(who).in_hand = item;
            }
        }
    }

    /// Returns the index of the item that a fighter has in hand at the start of a fight. This is the first
    /// item of its list that is neither a shield nor broken.
    fn first_whole(&self, who: FighterId, body: &Body) -> u8 {
        let items = (0u8..).zip(&self.fighter(who).items);
        let mut whole =
            items.filter(|(at, item)| !item.is_shield() && !body.items[usize::from(*at)].broken);
        whole.next().map_or(body.in_hand, |(at, _)| at)
    }
}

/// Returns the state of a fighter at the start of the next fight. The hit points, condition, injuries and
/// items are those that the last fight left in `before`. Everything else is as in `start`.
fn carried(start: Body, before: &Body) -> Body {
    let mut items = before.items;
    for (item, fresh) in items.iter_mut().zip(&start.items) {
        item.unloaded = fresh.unloaded;
    }
    Body {
        hp: before.hp,
        condition: before.condition,
        injuries: before.injuries,
        items,
        ..start
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Plays what follows a fight: the return of fighters after it, or a rest.
    pub(crate) fn pause(&mut self, pause: Pause, folk: FighterSet) {
        match pause {
            Pause::Aftermath(away) => self.gather(folk, away),
            Pause::Rest(FIRST_AID) => self.tend(folk),
            Pause::Rest(rest) => self.heal_weekly(rest, folk),
        }
    }

    /// [BRP-5.12-2, BRP-5.12-5] Gathers the living after a fight. The unconscious wake up. Fighters that fled
    /// or surrendered return, unless the scenario keeps them `away`.
    fn gather(&mut self, folk: FighterSet, away: Away) {
        for who in folk.without(self.state.able).iter() {
            let told = match self.body(who).condition {
                Condition::Unconscious | Condition::Waking => "is awake again",
                Condition::Fled if away.fled => continue,
                Condition::Surrendered if away.captured => continue,
                Condition::Fled | Condition::Surrendered => "is back with the others",
                Condition::Able | Condition::Dying | Condition::Dead | Condition::Absent => {
                    continue;
                }
            };
            self.state.set_condition(who, Condition::Able);
            self.tell("BRP-5.12-2", who, told);
        }
    }

    /// Treats every untreated injury of the able fighters once. The healers whose policies choose a patient
    /// treat first, in listing order. The able fighter with the best chance of First Aid treats all other
    /// injuries [BRP-5.14-2, BRP-5.14-3, BRP-5.14-5].
    fn tend(&mut self, folk: FighterSet) {
        let skill = |who: FighterId| self.fighter(who).first_aid.success;
        let able = folk.and(self.state.able).iter();
        let better = |best: FighterId, who| if skill(who) > skill(best) { who } else { best };
        let Some(healer) = able.reduce(better) else {
            return;
        };
        let hurt = |scene: &Self| {
            let able = folk.and(scene.state.able);
            able.filter(|who| scene.body(who).injuries != [0; INJURY_SIZES])
        };
        for one in folk.and(self.state.able).iter() {
            loop {
                let patients = hurt(self);
                if patients.is_empty() {
                    return;
                }
                let Some(treatment) = self.treats(one, patients) else {
                    break;
                };
                self.treat(one, treatment);
            }
        }
        for patient in folk.and(self.state.able).iter() {
            let untreated = |scene: &Self| scene.body(patient).injuries != [0; INJURY_SIZES];
            while untreated(self) {
                let smallest = false;
                self.treat(healer, Treatment { patient, smallest });
            }
        }
    }

    /// [BRP-5.14-1] Gives every able fighter the healing of a week's rest, which may be one in hospital.
    /// Their old injuries can no longer be treated after it.
    fn heal_weekly(&mut self, rest: usize, folk: FighterSet) {
        let healing = self.arena.options.rules.healing;
        for who in folk.and(self.state.able).iter() {
            let points = if rest == WEEK {
                self.dice.about(Topic::Healing);
                self.dice.total(healing.week)
            } else {
                healing.hospital_week
            };
            let most = self.fighter(who).hit_points;
            let body = self.body_mut(who);
            body.hp = (body.hp + points).min(most.max(body.hp));
            body.injuries = [0; INJURY_SIZES];
            let hp = body.hp;
            self.say("BRP-5.14-1", [who], |[who]| {
                format!("{who} rests, and has {}.", count(hp, "hit point"))
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{Budget, Solved, work_out};
    use crate::fight::{Arena as _, CombatantId, Days, Silent};
    use crate::frame::resting;
    use crate::rules::brp::nouns::ItemState;
    use crate::rules::brp::testing::{SIMPLE, blow, fighters};
    use crate::rules::testing::{Lots, assert_sound_days, compiled};

    /// Returns a day of fights against one foe each. The foe strikes first, and every blow of a hero kills.
    /// Nobody has armour, defends or makes special hits.
    fn day(hero: &str, foe: &str, heroes: u32, stages: &[&str]) -> Arena {
        day_with_rest("", (hero, heroes), foe, stages)
    }

    /// Returns a [`day`] with these lines as the list `rest` of the heroes' policy.
    fn day_with_rest(rest: &str, (hero, heroes): (&str, u32), foe: &str, stages: &[&str]) -> Arena {
        let side = |name: &str, who: &str, count: u32| {
            let fighters = format!("[{{ combatant = '{who}', count = {count} }}]");
            format!("[[sides]]\nname = '{name}'\nfighters = {fighters}\n")
        };
        compiled(&format!(
            "ruleset = 'brp'\n[rules.success]\nspecial_divisor = 100\n{SIMPLE}\n{}\n{}\n\
             [policies.careful]\nact = ['attack nearest']\nreact = []\nrest = [{rest}]\n\
             [combatants.hero]\ndex = 10\ncarries = ['blow-20']\npolicy = 'careful'\n{hero}\n\
             [combatants.foe]\ndex = 15\nhit_points = 9\npolicy = 'bold'\n{foe}\n{}{}{}",
            blow(20),
            blow(6),
            side("heroes", "hero", heroes),
            side("foes", "foe", 1),
            stages
                .iter()
                .map(|stage| ["[[day]]\n", stage, "\n"].concat())
                .collect::<Vec<_>>()
                .concat(),
        ))
    }

    const FIGHT: &str = "fight = 'foes'";
    /// The items of a foe whose blow takes 6 hit points.
    const SIX: &str = "carries = ['blow-6']";

    fn solved(arena: &Arena) -> Solved {
        let solved = work_out(arena, &Budget::ANY, &());
        assert!(solved.broken_off.is_none());
        solved
    }

    /// Returns the chances that the heroes survive each stage of the day, in order.
    fn through<const N: usize>(arena: &Arena) -> [f64; N] {
        let solved = solved(arena);
        std::array::from_fn(|stage| solved.tally.through(stage).value())
    }

    fn near<const N: usize>(ours: [f64; N], wanted: [f64; N]) {
        let is_near = ours.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(is_near, "{ours:?} {wanted:?}");
    }

    /// In each fight the foe strikes first and kills with a chance of one half. The chance to survive several
    /// fights is the product of the chances of the single fights.
    #[test]
    fn fights_without_wounds_multiply() {
        let foe = "carries = ['blow-20']\nskills = { blow-20 = 50 }";
        let arena = day("hit_points = 13", foe, 1, &["fight = 'foes'\nrepeat = 3"]);
        near(through(&arena), [0.5, 0.25, 0.125]);
    }

    /// A hero of 13 hit points loses 6 in each fight. It has 7 left after the first fight. After the second
    /// it has 1 left and is unconscious.
    #[test] // BRP-5.12-1, BRP-5.12-2
    fn wounds_go_on_to_the_next_fight() {
        let stages = [FIGHT, FIGHT];
        near(
            through(&day("hit_points = 13", SIX, 1, &stages)),
            [1.0, 0.0],
        );
        near(
            through(&day("hit_points = 15", SIX, 1, &stages)),
            [1.0, 1.0],
        );
    }

    /// After the first fight the hero has 7 hit points. First Aid then restores 1 to 3 points, so it has 8 to
    /// 10. The second fight takes 6 of them. A hero with 2 points left is unconscious.
    #[test] // BRP-5.14-2, BRP-5.14-3
    fn first_aid_treats_each_injury_once() {
        let sure = "hit_points = 13\nfirst_aid = 100";
        let once = [FIGHT, "rest = 'first aid'", FIGHT];
        near(through(&day(sure, SIX, 1, &once)), [1.0, 1.0, 2.0 / 3.0]);
        let twice = [FIGHT, "rest = 'first aid'", "rest = 'first aid'", FIGHT];
        near(
            through(&day(sure, SIX, 1, &twice)),
            [1.0, 1.0, 1.0, 2.0 / 3.0],
        );
        let unsure = "hit_points = 13\nfirst_aid = 60";
        near(through(&day(unsure, SIX, 1, &once)), [1.0, 1.0, 0.4]);
    }

    /// A blow takes 6 of 13 hit points. This is 46 % of the health of one hero, and 23 % of that of two. Each
    /// fight brings one blow.
    #[test]
    fn a_policy_ends_the_day_by_the_health_that_the_party_has_lost() {
        let stopped = |rest: &str, heroes: u32| {
            let stages = [FIGHT, FIGHT, FIGHT];
            let arena = day_with_rest(rest, ("hit_points = 13", heroes), SIX, &stages);
            let solved = solved(&arena);
            let stopped = [0, 1, 2].map(|stage| solved.tally.days_stopped(stage).value());
            let undecided = solved.odds.of(crate::fight::Ending::Undecided);
            near([undecided], [stopped.iter().sum()]);
            stopped
        };
        near(stopped("'stop if party.hurt > 45%'", 1), [1.0, 0.0, 0.0]);
        near(stopped("'stop if party.hurt > 47%'", 1), [0.0, 0.0, 0.0]);
        near(stopped("'stop if party.hurt > 45%'", 2), [0.0, 1.0, 0.0]);
        near(stopped("'stop if day.left < 2'", 2), [0.0, 1.0, 0.0]);
        near(stopped("'stop if day.fight = 1'", 2), [1.0, 0.0, 0.0]);
        // No decision is made after the last stage.
        near(stopped("'stop if day.left = 0'", 3), [0.0, 0.0, 0.0]);
    }

    /// Of three heroes of 13 hit points, one is unhurt, one is unconscious with 2, and one is dead. They have
    /// lost (11 + 13) / 39 of their health. The dead hero counts as having lost all of it, although 3 of its
    /// hit points are left.
    #[test]
    fn facts_about_the_party_count_the_unconscious_and_the_dead() {
        let stages = [FIGHT, "rest = 'first aid'", FIGHT, FIGHT];
        let arena = day("hit_points = 13", SIX, 3, &stages);
        let mut state = arena.start().clone();
        for (at, hp, condition) in [(1, 2, Condition::Unconscious), (2, 3, Condition::Dead)] {
            let who = FighterId::at(at);
            let body = state.body_mut(who);
            (body.hp, body.condition) = (hp, condition);
            state.able = state.able.without(FighterSet::of(who));
        }
        assert_eq!(resting::party_hurt(&arena, &state), 24_000 / 39);
        assert_eq!(resting::party_standing(&arena, &state), 1000);
        assert_eq!(resting::party_out(&arena, &state), 2000);
        assert_eq!(resting::party_dead(&arena, &state), 1000);
        assert_eq!(resting::day_fights(&arena, &state), 1000);
        assert_eq!(resting::day_left(&arena, &state), 2000);
    }

    /// Fighter `a` has an injury of 6 points. A success in First Aid restores 1D3 points, 2 on average.
    #[test] // BRP-5.14-5
    fn policies_choose_who_treats_whom() {
        let health = |rest: &str| {
            let setup = fighters(
                "a",
                "hit_points = 13\nfirst_aid = 50\ncarries = ['blow-20']\npolicy = 'careful'\ndex = 10",
            );
            let arena: Arena = compiled(
                &setup
                    .and(
                        "d",
                        "hit_points = 13\nfirst_aid = 100\npolicy = 'bold'\ndex = 3",
                    )
                    .against(
                        "b",
                        "dex = 15\nhit_points = 9\ncarries = ['blow-6']\npolicy = 'bold'",
                    )
                    .with(&format!(
                        "[rules.success]\nspecial_divisor = 100\n{SIMPLE}\n{}\n{}\n[policies.careful]\n\
                         act = ['attack nearest']\nreact = []\nrest = [{rest}]\n\
                         [[day]]\nfight = 'side 2'\n[[day]]\nrest = 'first aid'",
                        blow(20),
                        blow(6),
                    ))
                    .text(),
            );
            let solved = solved(&arena);
            let after = solved.tally.after_stage(1, crate::fight::CombatantId(0));
            after.health.expect("hit points").mean
        };
        near([health("")], [9.0]);
        near([health("'treat self'")], [8.0]);
        near([health("'treat on smallest'")], [8.0]);
        near([health("'treat self if target.hp < 5'")], [9.0]);
        near([health("'treat d'")], [9.0]);
    }

    #[test] // BRP-5.14-1
    fn a_week_restores_1d3_and_a_week_in_hospital_3() {
        let after = |rest: &str| through(&day("hit_points = 13", SIX, 1, &[FIGHT, rest, FIGHT]));
        near(after("rest = 'a week'"), [1.0, 1.0, 2.0 / 3.0]);
        near(after("rest = 'a week in hospital'"), [1.0, 1.0, 1.0]);
        // After a week, old injuries can no longer be treated.
        let late = [FIGHT, "rest = 'a week'", "rest = 'first aid'", FIGHT];
        let sure = "hit_points = 13\nfirst_aid = 100";
        near(
            through(&day(sure, SIX, 1, &late)),
            [1.0, 1.0, 1.0, 2.0 / 3.0],
        );
    }

    #[test] // BRP-5.14-1
    fn rest_heals_up_to_the_hit_points_of_the_stat_block() {
        let arena = day(
            "hit_points = 13",
            SIX,
            1,
            &[FIGHT, "rest = 'a week in hospital'"],
        );
        let mut state = arena.start.clone();
        state.body_mut(FighterId(0)).hp = 12;
        let dice = &mut crate::dice::Scripted::new([]);
        arena.pause(&mut state, Pause::Rest(2), FighterSet(1), dice, &mut Silent);
        assert_eq!(state.body(FighterId(0)).hp, 13);
    }

    /// One of two heroes with 8 hit points falls unconscious with 2 left. Both stand again after the fight.
    #[test] // BRP-5.12-2, BRP-5.12-5
    fn the_unconscious_come_to_after_the_fight() {
        let arena = day("hit_points = 8", SIX, 2, &[FIGHT, FIGHT]);
        let solved = solved(&arena);
        let standing = |stage| {
            let after = solved
                .tally
                .after_stage(stage, crate::fight::CombatantId(0));
            after.standing.expect("days").estimate
        };
        near([standing(0)], [2.0]);
        let health = solved.tally.after_stage(0, crate::fight::CombatantId(0));
        near([health.health.expect("hit points").mean], [10.0]);
    }

    #[test] // BRP-5.6-7, BRP-5.9-9
    fn broken_and_spent_things_go_on_and_the_next_weapon_is_in_hand() {
        let hero = "hit_points = 13\nskills = {}";
        let arena = day(hero, SIX, 1, &[FIGHT, FIGHT]);
        let hero = FighterId(0);
        let mut state = arena.start.clone();
        let body = state.body_mut(hero);
        let first = body.in_hand;
        let item = &mut body.items[usize::from(first)];
        *item = ItemState {
            lost: 3,
            broken: true,
            unloaded: 2,
            ammo: 1,
        };
        arena.begin(&mut state, FighterSet(2), FighterSet(1));
        let body = state.body(hero);
        let item = body.items[usize::from(first)];
        let kept = ItemState {
            lost: 3,
            broken: true,
            unloaded: 0,
            ammo: 1,
        };
        assert_eq!((item, body.in_hand == first), (kept, false));
    }

    #[test]
    fn after_each_stage_the_shots_and_whole_things_of_those_who_stand_are_counted() {
        let arena = day("hit_points = 8", SIX, 2, &[FIGHT, FIGHT]);
        let hero = FighterId(0);
        let mut state = arena.start.clone();
        state.body_mut(hero).items[0].ammo = 3;
        assert_eq!(arena.supplies(&state, hero).numbers(), [3, 0, 1]);
        state.body_mut(hero).items[0].broken = true;
        assert_eq!(arena.supplies(&state, hero).numbers(), [0, 0, 0]);
        let solved = solved(&arena);
        let supplies = [0, 1].map(|stage| {
            let after = solved.tally.after_stage(stage, CombatantId(0));
            after.supplies.map(|mean| mean.map(|mean| mean.mean))
        });
        // Both heroes stand after the first fight. In the second, the foe hits the same hero again and kills
        // it.
        let left = |things: f64| [None, None, Some(things)];
        assert_eq!(supplies, [left(2.0), left(1.0)]);
    }

    #[test]
    fn the_people_are_back_at_their_places_and_others_are_absent() {
        let arena = day("hit_points = 13", SIX, 1, &[FIGHT, FIGHT]);
        let (hero, foe) = (FighterId(0), FighterId(1));
        let mut state = arena.start.clone();
        state.body_mut(hero).at = 900;
        state.set_condition(hero, Condition::Fled);
        state.set_condition(foe, Condition::Dead);
        state.round = 7;
        let dice = &mut crate::dice::Scripted::new([]);
        arena.pause(
            &mut state,
            Pause::Aftermath(Away::default()),
            FighterSet(1),
            dice,
            &mut Silent,
        );
        let mut alone = state.clone();
        arena.begin(&mut alone, FighterSet::NONE, FighterSet(1));
        assert_eq!(alone.able, FighterSet(1));
        assert_eq!(arena.left(&alone, foe).fate, None);
        arena.begin(&mut state, FighterSet(2), FighterSet(1));
        assert_eq!((state.round, state.body(hero).at), (0, 0));
        assert_eq!((state.able, state.body(foe).hp), (FighterSet(3), 9));
    }

    #[test] // BRP-5.12-1, BRP-5.14-1, BRP-5.14-2
    fn in_random_days_nobody_is_lost_and_values_stay_in_their_ranges() {
        let text = |lots: &mut Lots| {
            let mut block = || {
                let carries = lots.one_of(&[
                    "'broad-sword', 'round-shield'",
                    "'hand-axe'",
                    "'long-bow', 'dagger'",
                    "",
                ]);
                let policy = lots.one_of(&["default", "runs", "medic"]);
                let (dex, hp) = (5 + lots.up_to(12), 2 + lots.up_to(14));
                let (rating, count) = (20 + lots.up_to(60), lots.up_to(2));
                format!(
                    "dex = {dex}\nhit_points = {hp}\nskills = {{ Sword = {rating}, Axe = {rating} }}\nfirst_aid = {rating}\n\
                     carries = [{carries}]\npolicy = '{policy}'\ncount = {count}"
                )
            };
            let blocks = [block(), block(), block(), block()];
            let setup = fighters("a", &blocks[0])
                .and("d", &blocks[1])
                .against("b", &blocks[2])
                .against("c", &blocks[3])
                .option("leaving = 'yes'")
                .run("round_cap = 12")
                .policy(
                    "runs",
                    &format!(
                        "act = ['surrender if self.hp < 4', 'flee if self.hp < 7', 'attack nearest']{}",
                        lots.rest()
                    ),
                );
            let rests = ["first aid", "a week", "a week in hospital"];
            setup.with(&lots.stages(&rests)).text()
        };
        assert_sound_days(300, text, |arena: &Arena, state: &State| {
            for who in arena.lineup.everybody() {
                let (body, start) = (state.body(who), arena.unopened.body(who));
                assert!(body.hp <= arena.fighter(who).hit_points);
                let items = body.items.iter().zip(&start.items);
                assert!({ items }.all(|(item, full)| item.ammo <= full.ammo && item.lost >= 0));
                assert_eq!(state.able.has(who), body.condition == Condition::Able);
            }
        });
    }

    #[test]
    fn whoever_has_fled_or_is_captured_stays_away_if_the_scenario_says_so() {
        let arena = &day("hit_points = 13", SIX, 1, &[FIGHT, FIGHT]);
        let who = FighterId(0);
        let folk = arena.cast.day.as_ref().expect("a day").folk(&arena.cast);
        let stands_after = |fate, aways: &[Away]| {
            let mut state = arena.start().clone();
            state.set_condition(who, fate);
            for &away in aways {
                let dice = &mut crate::dice::Scripted::new([]);
                arena.pause(&mut state, Pause::Aftermath(away), folk, dice, &mut Silent);
                arena.begin(&mut state, FighterSet::NONE, folk);
            }
            let call = arena.roll_call(&state);
            assert_ne!(call.standing.has(who), call.out.has(who));
            call.standing.has(who)
        };
        let [none, fled, captured] = [(false, false), (true, false), (false, true)]
            .map(|(fled, captured)| Away { fled, captured });
        assert!(
            stands_after(Condition::Fled, &[none]) && stands_after(Condition::Fled, &[captured])
        );
        assert!(
            !stands_after(Condition::Fled, &[fled])
                && !stands_after(Condition::Fled, &[fled, fled])
        );
        // A fighter that has stayed away returns after a later fight that does not keep such fighters away.
        assert!(stands_after(Condition::Fled, &[fled, none]));
        assert!(
            stands_after(Condition::Surrendered, &[none])
                && stands_after(Condition::Surrendered, &[fled])
        );
        assert!(!stands_after(Condition::Surrendered, &[captured]));
    }
}
