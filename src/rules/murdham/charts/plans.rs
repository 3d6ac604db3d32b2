//! Settled plans worked out, and fights played by them for as long as they hold.
//!
//! Clauses: MUR-2-12, MUR-3-15. Whoever attacks the nearest enemy on no condition does the same turn after turn, and goes
//! on to the next enemy when one falls. Such attacks are worked out once, for each enemy; they hold from the start of a
//! fight until something else happens than blows and falls ([`State::stale`]).

use crate::dice::{Dice, Enumerated};
use crate::fight::{FighterId, ListId, Outcome, Progress, Silent, Witness, tell_fates};
use crate::policy::{Line, Slot, TargetRef};
use crate::rules::murdham::chapters::turn::Turn;
use crate::rules::murdham::chapters::turn::choice::{self, Chosen};
use crate::rules::murdham::decisions;
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::attack::{Attack, Strike};
use crate::rules::murdham::nouns::deeds::Deed;
use crate::rules::murdham::nouns::fighter::Fighter;
use crate::rules::murdham::nouns::plans::{Plan, Plans};
use crate::rules::murdham::nouns::scene::{Scene, View};
use crate::rules::murdham::nouns::state::{State, Status};
use crate::rules::murdham::words::{ACT, AFTER, BONUS, MOVE, PACE, act, bonus, target};

/// Plays a fight to its end; from its start on by plans, for as long as they hold.
#[inline]
pub(crate) fn run<const N: usize, D: Dice, W: Witness>(
    arena: &Arena<N>,
    state: &mut State<N>,
    dice: &mut D,
    witness: &mut W,
) -> Outcome {
    let begins = !state.open && (state.round, state.ambush) == (0, arena.start.ambush);
    let mut plans = begins.then(|| plans(arena));
    loop {
        let progress = Scene::new(arena, state, dice, witness).step_by(plans);
        if std::mem::replace(&mut state.stale, false) {
            plans = None;
        }
        if let Progress::Ended(outcome) = progress {
            tell_fates(arena, state, &outcome, witness);
            return outcome;
        }
    }
}

/// What those do who have nothing to decide.
#[inline]
fn plans<const N: usize>(arena: &Arena<N>) -> &Plans {
    arena.plans.get_or_init(|| Plans::new(arena))
}

impl Plans {
    /// Works out what everybody does in whose turn there is nothing to be decided.
    fn new<const N: usize>(arena: &Arena<N>) -> Self {
        let list = |who: FighterId| {
            let mut plans = Vec::new();
            let mut state = arena.start.clone();
            if !arena.scope.mounts && is_settled(arena.fighter(who)) {
                while let Some(plan) = plan(arena, &state, who) {
                    state.fighting.remove(plan.attack.target);
                    state.body_mut(plan.attack.target).status = Status::Dead;
                    plans.push(plan);
                }
            }
            plans
        };
        Self {
            lists: arena.lineup.everybody().map(list).collect(),
        }
    }
}

/// Whether a turn of this fighter is nothing but an attack on the first enemy of a settled order.
fn is_settled(fighter: &Fighter) -> bool {
    let list = |list: usize| fighter.policy.list(ListId::at(list));
    // Nothing lies about before something has changed hands.
    let idle = |line: &Line| line.calls().is_none() && line.action == bonus::PICK_UP;
    let attacks = |line: &Line| {
        let whom = match line.slots[1] {
            Slot::Absent | Slot::Target(TargetRef::Combatant(_)) => true,
            Slot::Target(TargetRef::Rule(rule)) => matches!(rule, target::NEAREST | target::FIRST),
            _ => false,
        };
        let how = matches!(line.action, act::ATTACK | act::SHOOT | act::HOLD_BACK);
        line.is_unconditional() && line.calls().is_none() && how && whom
    };
    list(ACT).first().is_some_and(attacks)
        && list(BONUS).iter().all(idle)
        && [PACE, MOVE, AFTER].iter().all(|&at| list(at).is_empty())
}

/// The attack that somebody makes in its turn by the first line of its policy, if that is an attack on one target which
/// is possible from where it stands. The line must draw no dice.
fn plan<const N: usize>(arena: &Arena<N>, state: &State<N>, who: FighterId) -> Option<Plan> {
    let fighter = arena.fighter(who);
    let (mut dice, mut witness) = (Enumerated::default(), Silent);
    let mut asked = state.clone();
    let mut scene = Scene::new(arena, &mut asked, &mut dice, &mut witness);
    let (deed, line) = decisions::act(&mut scene, who);
    let line = line.filter(|&line| fighter.policy.list(ListId::at(ACT))[0].id == line)?;
    let Deed::Attack(pick) = deed else {
        return None;
    };
    let Some(Chosen::Single(means, way)) =
        choice::settle(View::new(arena, state), Turn::new(who, fighter), deed)
    else {
        return None;
    };
    let attack = Attack {
        attacker: who,
        target: pick.target,
        means,
        manner: pick.manner,
        way,
    };
    Some(Plan {
        attack,
        strike: Strike::new(arena, state, attack, false),
        line,
    })
}

#[cfg(test)]
mod tests {
    use crate::fight::{Fight, Outcome, Progress, Stream, tell_fates};
    use crate::rules::murdham::testing::{Setup, fighters};
    use crate::tally::Tally;

    /// Plays fights with plans and turn by turn without: they are the same, and so is what is counted.
    fn is_the_same_without_plans(setup: &Setup) {
        let arena = setup.ready().arena;
        let stream = Stream::new(3, b"plans");
        let (mut planned, mut unplanned) = (Tally::new(arena.cast()), Tally::new(arena.cast()));
        for n in 0..500 {
            let mut state = arena.start();
            let outcome = arena.run(&mut state, &mut stream.dice(n), &mut planned);
            assert_eq!(
                outcome,
                step_by_step(&*arena, &stream, n, &mut unplanned),
                "fight {n}"
            );
        }
        assert!(planned == unplanned);
    }

    fn step_by_step<F: Fight>(fight: &F, stream: &Stream, n: u64, tally: &mut Tally) -> Outcome {
        let (mut state, mut dice) = (fight.start(), stream.dice(n));
        loop {
            if let Progress::Ended(outcome) = fight.step(&mut state, &mut dice, tally) {
                tell_fates(fight, &state, &outcome, tally);
                return outcome;
            }
        }
    }

    const PLAIN: &str = "carries = ['sword', 'dagger']\ncount = 3\npolicy = 'plain'";

    fn against(setup: &Setup, stats: &str, policy: &str) -> Setup {
        let (stats, name) = (
            format!("carries = ['spear']\ncount = 3\npolicy = 'other'\n{stats}"),
            "foe",
        );
        let policy = format!("[policies.other]\n{policy}");
        setup.clone().against(name, &stats).with(&policy)
    }

    #[test]
    fn a_plan_is_what_would_be_done_anyway() {
        let plain = fighters("plain", PLAIN);
        for (stats, policy) in [
            ("", ""),
            (
                "health = 12\nshield = 1\ndamaged = ['shield']",
                "act = ['attack first']",
            ),
            (
                "",
                "act = ['shove if foes.nearby > 1', 'attack']\nreact = ['counter-disarm', 'dodge']",
            ),
            (
                "",
                "act = ['grapple if not target.grabbed', 'attack captive', 'attack']\nreact = ['hide']",
            ),
            (
                "",
                "guard = ['guard']\nact = ['death-blow', 'disarm', 'attack']\nready = ['last']",
            ),
            (
                "at = 2",
                "act = ['attack with hands at plain', 'attack']\nmove = ['withdraw if round == 2']",
            ),
            (
                "concealed = true",
                "pace = ['sneak']\nact = ['attack nearest']\nbroken = ['retreat']",
            ),
        ] {
            let setup = against(&plain, stats, policy).field("zones = 4");
            is_the_same_without_plans(&setup);
            let house = setup.option("weapon_swap = 'bonus'");
            is_the_same_without_plans(&house.option("stunts = 'yield'"));
        }
    }

    #[test]
    fn shots_run_out_and_brittle_weapons_break_whatever_was_planned() {
        let archers = "carries = ['bow', 'club']\ncount = 2\npolicy = 'plain'";
        let setup = fighters("archer", archers)
            .against(
                "foe",
                "carries = ['club']\ncount = 3\npolicy = 'plain'\nat = 2",
            )
            .with("[weapons.club]\ndamage = '1d6'\ndamaged = true\n[weapons.bow]\nshots = 2")
            .field("zones = 4");
        is_the_same_without_plans(&setup);
    }
}
