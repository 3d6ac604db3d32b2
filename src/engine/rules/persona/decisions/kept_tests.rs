//! Tests that every fact, target rule and action reads only the parts of the situation (columns) that it
//! declares. A choice from the cache must be the choice that the decision list would make.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Luck;

use super::asker::Asker;
use crate::fight::{
    Arena as _, Fight, FighterId, ListId, Outcome, Progress, Silent, Stream, Witness, play_all,
    tell_fates,
};
use crate::policy::{Columns, Decision, ItemRef, Line, Slot, TargetRef};
use crate::rules::persona::nouns::arena::Arena;
use crate::rules::persona::nouns::evasion::Attack;
use crate::rules::persona::nouns::memo::{self, Memo, Reads};
use crate::rules::persona::nouns::scene::View;
use crate::rules::persona::nouns::state::{Hold, Overwatch, Shot, State, Trigger, Whereabouts};
use crate::rules::persona::reading::sheet::Band;
use crate::rules::persona::testing::fighters;
use crate::rules::persona::vocabulary::VOCABULARY;
use crate::rules::persona::words::{ACT, COUNTER, EVADE, OPPORTUNITY};
use crate::rules::testing::compiled;
use crate::tally::Tally;

/// Policies with every action of a turn and with evasions that have conditions.
const POLICIES: [(&str, &str); 3] = [
    (
        "all",
        "act = ['stand if self.prone', 'clear', 'reload', 'ready', 'flee if self.wounds < 3', \
         'cautious if self.halves == 2 and foes.adjacent > 1', 'heavy-attack with sword if round > 4', \
         'two-weapons at nearest if not self.moved', 'lightning-attack', 'swift-attack if target.prone', \
         'take-down if target.distance <= 1 and self.aim == 0', 'full-burst with ranged at nearest', \
         'semi-burst with ranged over several', 'suppress', 'overwatch when enemy-moves', 'called-shot at easiest', \
         'attack at helpless', 'attack with knife at b', 'feint', 'disarm', 'stun at first', 'grapple', \
         'knock-down', 'maneuver by past', 'charge at nearest into grapple', 'charge', 'assist', 'guard if self.attacked', \
         'aim if foes.in_range > 0', 'move-away by foes.distance if allies.standing == 0', 'disengage', 'full-move in low', \
         'run', 'surrender if allies.out > 2', 'wait']\n\
         evade = ['deflect if can_deflect', 'parry if self.parry > self.dodge', 'best if attack.hits > 1', 'dodge']\n\
         counter = ['counter with sword', 'counter']\nopportunity = ['attack if not self.watching']\n\
         control = ['damage']\nrestrained = ['break-free']",
    ),
    (
        "some",
        "act = ['stand if self.prone', 'do shoots if not self.in_melee', 'do hits', 'full-move', 'move']\n\
         lists.shoots = ['clear', 'reload if self.empty', 'semi-burst with ranged', 'attack with ranged']\n\
         lists.hits = ['swift-attack if self.halves == 2', 'attack with melee at first if not target.guarding', 'guard']\n\
         evade = ['best']\ncounter = ['counter']\nopportunity = ['attack']\ncontrol = ['throw-down']\n\
         restrained = ['slip-free']",
    ),
    (
        "plainly",
        "act = ['attack with melee', 'charge', 'full-move', 'move']\nevade = ['dodge if chance(50%)', 'best']\n\
         counter = []\nopportunity = []\ncontrol = ['release']\nrestrained = ['break-free']",
    ),
];

/// Returns a fight of six fighters on two sides. Each action of the policy language is possible for at least
/// one of them.
fn arena() -> Arena {
    let stats = "carries = ['pistol', 'sword', 'knife', 'gun']\nstowed = ['gun']\nws = 45\nbs = 45\nwounds = 9\n\
                 talents = ['swift-attack', 'lightning-attack', 'counter-attack', 'disarm', 'takedown', \
                 'two-weapons-melee', 'two-weapons-ranged']";
    let setup = fighters("a", &format!("ag = 40\ncount = 2\npolicy = 'all'\n{stats}"))
        .and(
            "b",
            &format!("at = 3\npolicy = 'some'\nflies = true\n{stats}"),
        )
        .against("c", &format!("at = 5\ncount = 2\npolicy = 'some'\n{stats}"))
        .and(
            "d",
            &format!("at = 20\npolicy = 'plainly'\ndeflect = 30\n{stats}"),
        )
        .option("leaving = 'yes'");
    let setup = POLICIES
        .iter()
        .fold(setup, |setup, (name, lists)| setup.policy(name, lists));
    compiled(&setup.text())
}

/// Changes the state of a fighter or of the turn in a random way.
fn write(state: &mut State, who: FighterId, luck: &mut Luck) {
    let other = FighterId(luck.random_range(0..6));
    let (few, truth, item) = (
        luck.random_range(0..4_u8),
        luck.random(),
        luck.random_range(0..4),
    );
    let kind = luck.random_range(0..36);
    let body = state.body_mut(who);
    match kind {
        0..4 => body.at = luck.random_range(-3..25),
        4 => body.band = Band::ALL[usize::from(few % 3)],
        5 => body.stunned = few,
        6 => body.prone = truth,
        7 => body.pinned = truth,
        8 => body.surprised = truth,
        9 => body.guarding = truth,
        10 => body.grounded = truth,
        11 => body.immobilised = truth,
        12 => body.exposed = truth,
        13 => body.cautious = truth,
        14 => body.hesitant = truth,
        15 => body.hampered = truth,
        16 => body.wounds = luck.random_range(-2..10),
        17 => body.fatigue = few,
        18 => body.reactions = few,
        19 => body.aim = 10 * few,
        20 => body.last = truth.then_some(other),
        21 => body.feint = truth.then_some(other),
        22 => {
            body.overwatch = truth.then_some(Overwatch {
                weapon: 1,
                shot: Shot::Standard,
                trigger: Trigger::Acts,
                upwards: true,
            });
        }
        23 => {
            body.hold =
                [Hold::Free, Hold::Controls(other), Hold::HeldBy(other)][usize::from(few % 3)];
        }
        24 => body.helpers.add(other),
        25 => body.items[item].jammed = truth,
        26 => body.items[item].rounds = few,
        27 => {
            let places = [
                Whereabouts::AtHand,
                Whereabouts::Stowed,
                Whereabouts::Taken,
                Whereabouts::Dropped(1),
            ];
            body.items[item].place = places[usize::from(few)];
        }
        28 => state.round += 1,
        29 => state.turn.halves = few,
        30 => state.turn.attacks = few % 2,
        31 => state.turn.concentrations = few % 2,
        32 => state.turn.half_moved = truth,
        33 => state.turn.fresh = truth,
        34 => state.turn.actions = few,
        _ if truth => state.fighting.add(who),
        _ => state.fighting.remove(who),
    }
}

/// A decision whose result is compared: the fighter, the list, and the attack or enemy that the decision is
/// about.
#[derive(Clone, Copy)]
struct Asked {
    who: FighterId,
    list: usize,
    attack: Option<Attack>,
    mover: Option<FighterId>,
}

impl Asked {
    fn of<'a>(self, arena: &'a Arena, state: &'a State) -> Asker<'a> {
        let view = View::new(arena, state);
        Asker::new(view, self.who, self.list, self.attack, self.mover)
    }

    /// Returns whether a choice stored before a change would be used after it. This is so if the key of
    /// `columns` exists in both states and is the same.
    fn is_kept(
        self,
        arena: &Arena,
        memo: &mut Memo,
        columns: Columns,
        states: [&mut State; 2],
    ) -> bool {
        let reads = &Reads::of(columns, arena.fighter(self.who).carries.len());
        let [before, after] = states.map(|state| {
            let asked = memo::DecisionKey {
                who: self.who,
                list: self.list,
                reads,
                subject: memo::subject(self.attack, self.mover, state.actor() == self.who),
            };
            let (shared, bodies, _) = state.beside_memo();
            memo.key((shared, bodies), &asked)
        });
        reads.keeps && before.is_some() && before == after
    }
}

fn read_by(list: usize, line: &Line) -> Columns {
    let rules = line.slots.iter().map(|slot| match slot {
        Slot::Target(TargetRef::Rule(rule)) => VOCABULARY.targets[usize::from(*rule)].reads,
        _ => Columns::NONE,
    });
    let own = VOCABULARY.lists[list].actions[usize::from(line.action)].reads;
    rules.fold(own, Columns::and)
}

#[test] // PER-13.7-3
fn what_is_asked_depends_on_no_column_that_it_does_not_declare() {
    let arena = &arena();
    let mut luck = Luck::seed_from_u64(4);
    let stream = Stream::new(1, b"columns");
    let memo = &mut Memo::new(&arena.lineup);
    let mut changed = [0_u32; 3];
    for n in 0..6000 {
        let (mut state, mut dice) = (arena.start().clone(), stream.dice(n));
        for _ in 0..luck.random_range(1..40) {
            if let Progress::Ended(_) = arena.step(&mut state, &mut dice, &mut Silent) {
                break;
            }
        }
        let mut before = state.clone();
        for _ in 0..luck.random_range(1..4) {
            write(&mut state, FighterId(luck.random_range(0..6)), &mut luck);
        }
        let list = [ACT, ACT, EVADE, COUNTER, OPPORTUNITY][luck.random_range(0..5)];
        let who = match list {
            ACT => before.actor(),
            _ => FighterId(luck.random_range(0..6)),
        };
        let enemies: Vec<FighterId> = arena.lineup.enemies(who).iter().collect();
        let enemy = enemies[luck.random_range(0..enemies.len())];
        let now = Asked {
            who,
            list,
            attack: (list == EVADE).then(|| Attack {
                who: enemy,
                melee: luck.random(),
                grapple: luck.random(),
                certain: false,
                hits: 2,
            }),
            mover: (list == COUNTER || list == OPPORTUNITY).then_some(enemy),
        };
        for (fact, spec) in VOCABULARY.facts.iter().enumerate() {
            let targets = enemies.iter().copied().map(Some).chain([None]);
            let items = (0..4).map(ItemRef::Selector).map(Some).chain([None]);
            for (target, item) in targets.flat_map(|t| items.clone().map(move |i| (t, i))) {
                if item.is_some() != spec.of_item {
                    continue;
                }
                let says = [&before, &state].map(|state| {
                    let mut asker = now.of(arena, state);
                    asker.target = target;
                    asker.fact(fact, item)
                });
                if says[0] != says[1] {
                    changed[0] += 1;
                    assert!(
                        !now.is_kept(arena, memo, spec.reads, [&mut before, &mut state]),
                        "{}",
                        spec.name
                    );
                }
            }
        }
        for (rule, spec) in (0..).zip(VOCABULARY.targets) {
            let mut line = arena.fighter(who).policy.list(ListId::at(ACT))[0];
            line.slots = [Slot::Target(TargetRef::Rule(rule)); 4];
            let picks = [&before, &state].map(|state| {
                let among = arena.foes(state, who);
                now.of(arena, state).pick(&line, 0, 0, among)
            });
            if picks[0] != picks[1] {
                changed[1] += 1;
                assert!(
                    !now.is_kept(arena, memo, spec.reads, [&mut before, &mut state]),
                    "{}",
                    spec.name
                );
            }
        }
        for line in arena.fighter(who).policy.list(ListId::at(list)) {
            if line.calls().is_some() {
                continue;
            }
            let choices = [&before, &state].map(|state| {
                let mut asker = now.of(arena, state);
                asker.aim(line).then(|| asker.take(line, [3000; 4]))
            });
            if choices[0] != choices[1] {
                changed[2] += 1;
                let name = VOCABULARY.lists[list].actions[usize::from(line.action)].name;
                let kept = now.is_kept(arena, memo, read_by(list, line), [&mut before, &mut state]);
                assert!(!kept, "{name}: {choices:?}");
            }
        }
    }
    assert!(changed.iter().all(|&count| count > 500), "{changed:?}");
}

/// Plays a fight without the cache of choices.
fn play_plainly<W: Witness>(arena: &Arena, stream: &Stream, fight: u64, witness: &mut W) {
    let (mut state, mut dice) = (arena.start().clone(), stream.dice(fight));
    let outcome: Outcome = loop {
        if let Progress::Ended(outcome) = arena.step(&mut state, &mut dice, witness) {
            break outcome;
        }
    };
    tell_fates(arena, &state, &outcome, witness);
    witness.ended(&outcome);
}

#[test] // PER-13.7-3
fn fights_with_kept_choices_are_those_in_which_every_list_is_asked() {
    const FIGHTS: u64 = 400;
    let shots = "bs = 50\nwounds = 12\ncarries = ['gun', 'pistol']\npolicy = 'some'";
    let shooters = fighters("a", shots).against("b", &format!("at = 15\n{shots}"));
    let mob = fighters(
        "a",
        "ws = 55\nwounds = 18\ncarries = ['sword']\npolicy = 'default'",
    )
    .against(
        "b",
        "at = 4\ncount = 5\nwounds = 5\ncarries = ['knife']\npolicy = 'default'",
    );
    // Stunned fighters cannot evade, so that an `evade` without lines is evaluated for some attacks only.
    let brawler = "ws = 60\nwounds = 12\ncount = 2\ncarries = ['maul']\npolicy = 'reckless'";
    let brawl = fighters("a", brawler)
        .against("b", &format!("at = 1\n{brawler}"))
        .policy("reckless", "act = ['attack', 'move']\nevade = []")
        .with("[weapons.maul]\ndamage = '1d5'\nailment = { effect = 'stunned' }");
    let setups = [shooters, mob, brawl].map(|setup| setup.policy(POLICIES[1].0, POLICIES[1].1));
    let arenas = setups.map(|setup| compiled(&setup.text()));
    for arena in arenas.into_iter().chain([arena()]) {
        let stream = Stream::new(7, b"kept");
        let (mut kept, mut plain) = (Tally::new(arena.cast()), Tally::new(arena.cast()));
        // In test builds, each choice from the cache is compared with the choice that the list would make.
        play_all(&arena, &stream, 0..FIGHTS, &mut kept);
        for fight in 0..FIGHTS {
            play_plainly(&arena, &stream, fight, &mut plain);
        }
        assert!(kept == plain);
    }
}

#[test] // PER-13.7-3
fn lists_whose_choices_depend_on_dice_or_on_wounds_of_others_are_asked_each_time() {
    let keeps = |act: &str| {
        let setup = fighters("a", "carries = ['sword']\npolicy = 'p'").against("b", "");
        let setup = setup.policy("p", &format!("act = ['{act}', 'wait']"));
        let arena: Arena = compiled(&setup.text());
        arena.fighter(FighterId(0)).reads[ACT].keeps
    };
    assert!(keeps("attack nearest if self.wounds > 3") && keeps("attack with melee"));
    assert!(!keeps("attack weakest") && !keeps("attack if target.lost > 2"));
    assert!(!keeps("attack if chance(50%)") && !keeps("assist"));
    // A line that can never apply reads nothing. `a` has no remedy and no talent for a Disarm.
    assert!(keeps("heal if target.hurt") && keeps("disarm"));
}
