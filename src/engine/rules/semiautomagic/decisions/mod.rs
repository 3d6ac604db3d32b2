//! The decisions that combatants make during a fight, and how their policies make them.
//!
//! Clauses: SAM-0-14, SAM-1-4, SAM-2-3, SAM-5-9, SAM-17-4, SAM-17-8. The lines of a policy are tried in
//! order. The first line whose action is possible and whose conditions hold makes the choice. Actions are in
//! `actions.rs` and `moves.rs`, the rules that choose targets in `targets.rs`, and the facts of conditions in
//! `facts.rs`.

mod actions;
mod asker;
mod facts;
mod moves;
mod targets;

use super::nouns::{
    CachedAction, CachedAttack, ChosenAction, Deed, Defence, DefenceMeans, SELECTORS, Scene,
    Strike, TargetValues, View,
};
use super::questions::Attack;
use super::words;
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, LineId, ListId, Silent, Witness};
use crate::frame::resting;
use crate::policy::vocabulary::{action, list, specs};
use crate::policy::{ActionSpec, ListSpec, Vocabulary};
use asker::{Asker, Decided, Reads};

/// The lists of a policy, one for each kind of decision, roughly in the order that a fight needs them.
#[rustfmt::skip]
const LISTS: [ListSpec; 7] = [
    list("act", "asked for every action of its turn; without a line, the rest of the turn is lost", &actions::ACTIONS),
    words::FINISH,
    words::INTERRUPT,
    list("defend", "asked of the target of every attack that hits, about the attacker, before damage is rolled; without a line, no defence", &actions::DEFENCES).about_target(),
    words::VETO,
    words::RESIST,
    resting::with_treatment(&RESTS),
];

/// The actions of the list `rest`, for decisions between the fights of a day.
const RESTS: [ActionSpec; 3] = [
    resting::STOP,
    resting::CONTINUE,
    action(
        resting::TREAT,
        "after a fight: treats a dying ally by Medicine until it is stable or dead",
        &[resting::PATIENT],
    ),
];

/// All words that a policy of this book can use.
pub(super) const WORDS: Vocabulary = Vocabulary {
    lists: &LISTS,
    facts: &facts::FACTS,
    scales: &[],
    targets: &targets::TARGETS,
    selectors: &specs::<_, _, { SELECTORS.len() }>(SELECTORS),
};

// The indices of the lists in [`WORDS`].
pub(super) const ACT: usize = WORDS.list("act");
pub(super) const FINISH: usize = WORDS.list("finish");
pub(super) const INTERRUPT: usize = WORDS.list("interrupt");
pub(super) const DEFEND: usize = WORDS.list("defend");
pub(super) const VETO: usize = WORDS.list("veto");
pub(super) const RESIST: usize = WORDS.list("resist");
const REST: usize = WORDS.list(resting::NAME);

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Makes a decision with the policy list of index `list`. `of` has the body and the mind that decides for
    /// it. In a decision of `defend`, `attack` has the attack and the best defence against it. Returns the
    /// choice and the line that made it, or `None` if no line did.
    fn decides(
        &mut self,
        of: [FighterId; 2],
        list: usize,
        attack: Option<(Attack, DefenceMeans)>,
    ) -> Option<(Decided, LineId)> {
        let mut asker = Asker::new(View::new(self.arena, self.state), of, list, attack);
        let policy = &self.arena.fighter(of[1]).policy;
        policy.choose(ListId::at(list), &mut asker, self.dice, self.witness)?
    }

    /// Returns the line of a fighter's policy that ends the day now, between two fights, if there is such a
    /// line.
    pub(super) fn ends_day(&mut self, who: FighterId) -> Option<LineId> {
        let asker = Asker::new(View::new(self.arena, self.state), [who; 2], REST, None);
        let policy = (&self.arena.fighter(who).policy, REST);
        resting::ends_day(asker, policy, self.dice, self.witness)
    }

    /// Returns the dying fighter that a medic treats after a fight, if its policy chooses one [SAM-18-9].
    pub(super) fn treats(&mut self, medic: FighterId, dying: FighterSet) -> Option<FighterId> {
        let asker = Asker::new(View::new(self.arena, self.state), [medic; 2], REST, None);
        let policy = (&self.arena.fighter(medic).policy, REST);
        let aims = (dying, Asker::aim_at_patient as _);
        let (patient, _) = resting::treats(asker, aims, policy, self.dice, self.witness)?;
        Some(patient)
    }

    /// Returns the next action of the turn, and the line that chose it. Without a line the action is
    /// [`Deed::Wait`].
    pub(super) fn next_deed(&mut self) -> (Deed, Option<LineId>) {
        let (who, mind) = (self.state.actor, self.state.mind);
        if let Some(chosen) = self.kept_deed(who, CachedAction::Choice) {
            self.witness.line_used(mind, chosen.line);
            return (chosen.deed, Some(chosen.line));
        }
        let mut asker = Asker::new(View::new(self.arena, self.state), [who, mind], ACT, None);
        let policy = &self.arena.fighter(mind).policy;
        let chosen = policy.choose(ListId::at(ACT), &mut asker, self.dice, self.witness);
        let reads = asker.reads();
        match chosen.flatten() {
            Some((Decided::Deed(deed), line)) => {
                self.keep_deed(who, CachedAction::Choice, (deed, line), reads);
                (deed, Some(line))
            }
            _ => (Deed::Wait, None),
        }
    }

    /// Returns the cached action of a fighter, if it is still valid.
    fn kept_deed(&mut self, who: FighterId, asked: CachedAction) -> Option<ChosenAction> {
        if !self.fighter(who).keeps {
            return None;
        }
        let now = self.state.changes();
        let view = View::new(self.arena, &*self.state);
        let mut kept = view.state.kept_deeds(who, asked).iter().flatten();
        let chosen = *kept.find(|chosen| {
            let same = |kept: TargetValues| view.target_values(who, kept.target) == kept;
            chosen.holds(now) && chosen.target.is_none_or(same)
        })?;
        debug_assert_eq!(
            Some((chosen.deed, chosen.line)),
            self.asked_again(who, asked, chosen.line),
            "a kept action"
        );
        Some(chosen)
    }

    /// Makes the decision about an action without the cache, to check a cached action.
    fn asked_again(
        &mut self,
        who: FighterId,
        asked: CachedAction,
        line: LineId,
    ) -> Option<(Deed, LineId)> {
        let mut decision = Asker::new(View::new(self.arena, self.state), [who, who], ACT, None);
        let policy = &self.arena.fighter(who).policy;
        if asked == CachedAction::Finish {
            decision.finishing = true;
            return Some((decision.deed(policy.line(line))?, line));
        }
        decision.asks_ahead = true;
        match policy.choose(ListId::at(ACT), &mut decision, self.dice, &mut Silent)?? {
            (Decided::Deed(deed), line) => Some((deed, line)),
            _ => None,
        }
    }

    /// Caches an action, unless it depends on something whose changes the cache does not notice.
    fn keep_deed(
        &mut self,
        who: FighterId,
        asked: CachedAction,
        (deed, line): (Deed, LineId),
        reads: Reads,
    ) {
        if reads.clock || !self.fighter(who).keeps {
            return;
        }
        let target = self.view().target_of(who, &deed);
        if reads.aim && target.is_none() {
            return;
        }
        let changes = self.state.changes();
        let chosen = ChosenAction {
            deed,
            line,
            changes,
            wounds: reads.wounds,
            target: target.filter(|_| reads.aim),
        };
        self.state.keep_deed(who, asked, chosen);
    }

    /// Returns whether the policy delays the turn that is about to begin. The policy's line counts as used
    /// only if it delays, because otherwise the policy decides once more after the turn has begun.
    pub(super) fn would_delay(&mut self) -> bool {
        let of = [self.state.actor, self.state.mind];
        let mut asker = Asker::new(View::new(self.arena, self.state), of, ACT, None);
        asker.asks_ahead = true;
        let policy = &self.arena.fighter(of[1]).policy;
        let chosen = policy.choose(ListId::at(ACT), &mut asker, self.dice, self.witness);
        matches!(chosen.flatten(), Some((Decided::Deed(Deed::Delay), _)))
    }

    /// Returns the action that completes an unfinished action of the policy line `line`, after its last
    /// second. The targets are chosen only now [SAM-2-3].
    pub(super) fn finished_deed(&mut self, line: LineId) -> Option<Deed> {
        let (who, mind) = (self.state.actor, self.state.mind);
        let kept = self.kept_deed(who, CachedAction::Finish);
        if let Some(chosen) = kept.filter(|chosen| chosen.line == line) {
            return Some(chosen.deed);
        }
        let mut asker = Asker::new(self.view(), [who, mind], ACT, None);
        asker.finishing = true;
        let deed = asker.deed(self.fighter(mind).policy.line(line))?;
        let reads = asker.reads();
        self.keep_deed(who, CachedAction::Finish, (deed, line), reads);
        Some(deed)
    }

    /// Returns the answer of a mind to a question of yes or no: whether it continues its unfinished action
    /// [SAM-2-3], takes its delayed turn now [SAM-1-4], vetoes [SAM-17-4], or resists [SAM-17-8]. `of` has
    /// the body and the mind. `unsaid` is the answer if no line of the list makes the choice.
    pub(super) fn does(&mut self, of: [FighterId; 2], list: usize, unsaid: bool) -> bool {
        match self.decides(of, list, None) {
            Some((Decided::Does(does), _)) => does,
            _ => unsaid,
        }
    }

    /// Returns the defence that `who`, the target of an attack, chooses, and its bonus. Returns `None` for no
    /// defence [SAM-5-9]. If `strike` is given, the choice is cached together with that attack.
    pub(super) fn chosen_defence(
        &mut self,
        who: FighterId,
        attack: Attack,
        strike: Option<Strike>,
    ) -> Option<(DefenceMeans, i32)> {
        let kept = strike.and_then(|strike| self.kept_defence(who, attack, strike));
        if let Some(defence) = kept {
            self.witness.line_used(who, defence.line);
            return defence.means;
        }
        let best = self.view().best_defence(who, attack)?;
        let about = Some((attack, best));
        let mut asker = Asker::new(View::new(self.arena, self.state), [who, who], DEFEND, about);
        let policy = &self.arena.fighter(who).policy;
        let chosen = policy.choose(ListId::at(DEFEND), &mut asker, self.dice, self.witness);
        let reads = asker.reads();
        let Some((Decided::Means(means), line)) = chosen.flatten() else {
            return None;
        };
        let means = means.and_then(|means| {
            let bonus = self.view().defence_bonus(who, attack, means)?;
            Some((means, bonus))
        });
        if reads == Reads::default() && self.fighter(who).keeps {
            self.keep_defence(attack, strike, Defence { means, line });
        }
        means
    }

    /// Returns the cached defence of `who` against `strike`, if it is still valid.
    fn kept_defence(&mut self, who: FighterId, attack: Attack, strike: Strike) -> Option<Defence> {
        let blow = self.state.kept_blow(attack.who, strike)?;
        let defence = blow.defence.filter(|_| blow.figures.dc == attack.dc)?;
        debug_assert_eq!(
            Some(defence),
            self.defence_again(who, attack),
            "a kept defence"
        );
        Some(defence)
    }

    /// Makes the decision about a defence without the cache, to check a cached defence.
    fn defence_again(&mut self, who: FighterId, attack: Attack) -> Option<Defence> {
        let about = Some((attack, self.view().best_defence(who, attack)?));
        let mut asker = Asker::new(View::new(self.arena, self.state), [who, who], DEFEND, about);
        let policy = &self.arena.fighter(who).policy;
        let chosen = policy.choose(ListId::at(DEFEND), &mut asker, self.dice, &mut Silent);
        let (Decided::Means(means), line) = chosen?? else {
            return None;
        };
        let with_bonus = |means| Some((means, self.view().defence_bonus(who, attack, means)?));
        Some(Defence {
            means: means.and_then(with_bonus),
            line,
        })
    }

    fn keep_defence(&mut self, attack: Attack, strike: Option<Strike>, defence: Defence) {
        let blow = strike.and_then(|strike| self.state.kept_blow(attack.who, strike));
        if let Some(blow) = blow.copied().filter(|blow| blow.figures.dc == attack.dc) {
            let defence = Some(defence);
            self.state
                .keep_blow(attack.who, CachedAttack { defence, ..blow });
        }
    }
}
