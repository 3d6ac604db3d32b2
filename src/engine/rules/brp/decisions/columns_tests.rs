//! Tests that every fact, target rule and action depends only on the columns of the state that it declares
//! (see `columns.rs`).

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Luck;

use super::asker::{Asker, Timing};
use super::{ACT, MOVE, STANCE, VOCABULARY};
use crate::fight::{Arena as _, Fight, FighterId, ListId, Progress, Silent, Stream};
use crate::policy::{Columns, Decision, ItemRef, Line, Slot, TargetRef};
use crate::rules::brp::nouns::columns::{
    AMMUNITION, FALLEN, HIT_POINTS, INTENTS, PICKED, POINTS, ROUND, Written,
};
use crate::rules::brp::nouns::{Action, Arena, Condition, Intent, PickedTarget, State, View};
use crate::rules::brp::testing::fighters;

/// Returns a fight of three fighters against three. Their policies use every action. Some of the enemies are
/// within reach of each other and some are not.
fn arena() -> std::sync::Arc<Arena> {
    let stats = "carries = ['broad-sword', 'kite-shield', 'thrown-dagger', 'light-crossbow']\n\
                 skills = { broad-sword = 60, thrown-dagger = 55, light-crossbow = 50 }\npolicy = 'all'";
    fighters("a", &format!("dex = 13\ncount = 2\n{stats}"))
        .and("b", &format!("dex = 11\nat = 3\n{stats}"))
        .against("c", &format!("dex = 12\ncount = 2\n{stats}"))
        .and("d", &format!("dex = 9\nat = 20\n{stats}"))
        .with(
            "[policies.all]\nstance = ['kneel if chance(10%)', 'stand']\nact = ['attack nearest if chance(40%)', \
             'shoot strongest if chance(30%)', 'reload', 'first-aid at dying', 'wake', 'attack weakest', 'attack first', \
             'flee if chance(5%)', 'surrender if chance(5%)', 'attack fallen', 'attack dying', 'attack with thrown-dagger at b', 'shoot', 'first-aid at self', 'wait']\n\
             move = ['close nearest if chance(50%)', 'advance weakest by 3', 'withdraw strongest by 2', 'stay']",
        )
        .option("leaving = 'yes'")
        .ready()
        .arena
}

/// Changes the state in one of many random ways, and records the columns that have changed.
fn write(state: &mut State, who: FighterId, luck: &mut Luck) {
    let item = luck.random_range(0..4_u8);
    let at = usize::from(item);
    match luck.random_range(0..12) {
        0 => {
            let place = luck.random_range(-5..25) * 100;
            state.move_to(who, place);
        }
        1 => {
            let conditions = [
                Condition::Able,
                Condition::Unconscious,
                Condition::Waking,
                Condition::Dying,
                Condition::Dead,
                Condition::Surrendered,
                Condition::Fled,
            ];
            state.set_condition(who, conditions[luck.random_range(0..7)]);
        }
        2 => state.break_thing(who, item),
        3 => state.take_in_hand(who, item),
        4 => state.unload(who, 3, 2),
        5 => {
            state.load(who, 3);
        }
        6 => {
            state.use_up(who, item);
            state.write(who, AMMUNITION);
        }
        7 => state.injure(who, luck.random_range(1..9)),
        8 => {
            state.body_mut(who).hp -= luck.random_range(1..5);
            state.write(who, HIT_POINTS);
        }
        9 => {
            state.body_mut(who).items[at].lost += 1;
            state.write(who, POINTS);
        }
        10 => {
            state.round += 1;
            state.write(who, ROUND);
        }
        _ => {
            let target = PickedTarget {
                who: FighterId(luck.random_range(0..6)),
                rule: TargetRef::Rule(0),
            };
            state.body_mut(who).intent = Intent {
                spoken: luck.random(),
                action: Action::Strike { item: 0, target },
                ..Intent::default()
            };
            state.write(who, INTENTS);
        }
    }
}

/// Returns the choice that a line makes for the fighter `who`, as text.
fn comes_to(view: View<'_>, who: FighterId, list: usize, line: &Line) -> String {
    let mut asker = Asker::new(view, who, Timing::Ahead);
    asker.look_at(list);
    let aimed = asker.aim(line);
    format!("{:?}", aimed.then(|| asker.take(line, [3000; 4])))
}

fn read_by(list: usize, line: &Line) -> Columns {
    let rules = line.slots.iter().map(|slot| match slot {
        Slot::Target(TargetRef::Rule(rule)) => VOCABULARY.targets[usize::from(*rule)].reads,
        _ => Columns::NONE,
    });
    let own = VOCABULARY.lists[list].actions[usize::from(line.action)].reads;
    rules.fold(own, Columns::and)
}

#[test] // BRP-5.2-1, BRP-X-7
fn what_is_asked_hangs_on_no_column_that_it_does_not_declare() {
    let arena = &*arena();
    let mut luck = Luck::seed_from_u64(4);
    let stream = Stream::new(1, b"columns");
    let mut changed = [0_u32; 3];
    for n in 0..2000 {
        let (mut state, mut dice) = (arena.start().clone(), stream.dice(n));
        for _ in 0..luck.random_range(1..40) {
            if let Progress::Ended(_) = arena.step(&mut state, &mut dice, &mut Silent) {
                break;
            }
        }
        let who = FighterId(luck.random_range(0..6));
        state.body_mut(who).intent = Intent::default();
        state.take_written();
        let before = state.clone();
        let other = FighterId((who.0 + luck.random_range(0..6)) % 6);
        write(&mut state, other, &mut luck);
        state.body_mut(who).intent = Intent::default();
        let written: Written = state.take_written();
        let [old, new] = [&before, &state].map(|state| View::new(arena, state));
        let says = |view, fact: usize, target, item| {
            let mut asker = Asker::new(view, who, Timing::Ahead);
            asker.target = target;
            asker.fact(fact, item)
        };
        for (fact, spec) in VOCABULARY.facts.iter().enumerate() {
            let targets = (0..6).map(FighterId).map(Some).chain([None]);
            let items = (0..4).map(ItemRef::Selector).map(Some).chain([None]);
            for (target, item) in targets.flat_map(|t| items.clone().map(move |i| (t, i))) {
                if item.is_some() != spec.of_item || !spec.lists.is_empty() {
                    continue;
                }
                if says(old, fact, target, item) != says(new, fact, target, item) {
                    changed[0] += 1;
                    assert!(
                        spec.reads.meets(written.columns),
                        "{}: {written:?}",
                        spec.name
                    );
                }
            }
        }
        for (rule, spec) in (0..).zip(VOCABULARY.targets) {
            let pick = |view: View<'_>| {
                let picked = view.pick_foe(who, TargetRef::Rule(rule), i32::MAX);
                picked.map(|target| target.who)
            };
            if pick(old) != pick(new) {
                changed[1] += 1;
                assert!(
                    spec.reads.meets(written.columns),
                    "{}: {written:?}",
                    spec.name
                );
                // A rule that reads `PICKED` may also pick another fighter after a fall, but only if the
                // fallen fighter is the one that it picked before.
                let falls = spec.reads.meets(PICKED) && written.columns.meets(FALLEN);
                let picked = pick(old).is_some_and(|one| written.fallen.has(one));
                assert!(!falls || picked, "{}: {written:?}", spec.name);
            }
        }
        for list in [STANCE, ACT, MOVE] {
            for line in arena.fighter(who).policy.list(ListId::at(list)) {
                if comes_to(old, who, list, line) != comes_to(new, who, list, line) {
                    changed[2] += 1;
                    let name = VOCABULARY.lists[list].actions[usize::from(line.action)].name;
                    assert!(
                        read_by(list, line).meets(written.columns),
                        "{name}: {written:?}"
                    );
                }
            }
        }
    }
    assert!(changed.iter().all(|&count| count > 50), "{changed:?}");
}
