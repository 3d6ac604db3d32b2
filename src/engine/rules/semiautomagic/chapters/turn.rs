//! Rounds and turns: the turn order, the start and the end of each turn, and the actions in between.
//!
//! Clauses: SAM-0-9, SAM-0-10, SAM-0-12, SAM-0-15, SAM-1-4, SAM-2-1..4, SAM-14-2, SAM-14-3, SAM-15-4, SAM-17-2, SAM-18-6.

use crate::dice::{Dice, Topic};
use crate::fight::{Ending, FighterId, FighterSet, Outcome, Progress, Witness};
use crate::rules::semiautomagic::decisions::FINISH;
use crate::rules::semiautomagic::nouns::{Clock, FOREVER, Intent, Life, Mad, Phase, Scene};
use crate::rules::semiautomagic::questions::sight::fast_squares;

/// Maximum number of actions at one place of the turn order. It stops turns without end, and no sensible turn
/// reaches it.
const MOST_DEEDS: u8 = 200;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Plays one step of the fight. A step is either the roll of initiative, or the start of a turn with its
    /// first action, or a further action. If the action is the last one of its turn, the step also ends the
    /// turn and finds the next fighter in the turn order.
    #[inline]
    pub(crate) fn step(&mut self) -> Progress {
        self.state.begin_step(self.arena);
        self.play().unwrap_or_else(|| {
            let last = self.arena.lineup.last_alliance(self.unbeaten());
            self.ended(last.map_or(Ending::Draw, Ending::Won))
        })
    }

    /// Plays a step as [`step`](Self::step) does. Returns `None` if the fight is decided before the step
    /// ends.
    fn play(&mut self) -> Option<Progress> {
        let phase = self.state.phase;
        match phase {
            Phase::Opening => return self.open(),
            Phase::Over => return self.pass_on(),
            Phase::Start => self.state.hand_to(self.state.next_up),
            Phase::Acting => {}
        }
        self.dice.about(Topic::Deed(self.state.mind.0));
        let acts = phase == Phase::Acting || self.begin_turn(self.state.next_up);
        self.undecided()?;
        self.state.deeds = self.state.deeds.saturating_add(1);
        let goes_on = acts && self.state.deeds < MOST_DEEDS && self.act();
        self.undecided()?;
        if goes_on {
            if self.arena.scope.delays {
                self.break_in(true);
            }
            return Some(Progress::Goes);
        }
        if acts {
            self.leave_at_last();
        }
        self.end_turn(self.state.actor);
        self.undecided()?;
        if self.arena.scope.delays && (self.break_in(false) || self.resume()) {
            return Some(Progress::Goes);
        }
        self.state.phase = Phase::Over;
        self.state.deeds = 0;
        self.state.hand_to(FighterId(0));
        self.pass_on()
    }

    /// Starts the fight: rolls initiative, hiding and the starting conditions, and plays the events that are
    /// scheduled for the first round.
    fn open(&mut self) -> Option<Progress> {
        let down = self.state.bodily.without(self.state.fighting);
        for who in down.without(self.people_known()).iter() {
            self.witness.downed(who, 0);
        }
        self.witness.round_began(1);
        self.dice.about(Topic::Round(1));
        let anybody = self.roll_initiative();
        self.hide();
        self.start_conditions();
        self.state.phase = if anybody { Phase::Start } else { Phase::Over };
        self.unseat();
        self.events();
        self.draw_map();
        self.undecided()?;
        Some(Progress::Goes)
    }

    /// Returns the fighters of the side that goes through the day, from its second stage on. If one of them
    /// is out when a fight begins, this was reported earlier. The set is empty in the first stage, and if the
    /// fight is not part of a day.
    fn people_known(&self) -> FighterSet {
        match &self.arena.cast.day {
            Some(day) if self.state.stage() > 0 => day.folk(&self.arena.cast),
            _ => FighterSet::NONE,
        }
    }

    /// Returns `None` if the fight is over and `Some` otherwise, so that callers can return early with `?`.
    #[inline]
    fn undecided(&self) -> Option<()> {
        (!self.is_over()).then_some(())
    }

    /// Returns whether at most one alliance is left. An alliance is left as long as one of its members is in
    /// the fight [SAM-0-9], is still to arrive [SAM-1-3], or is certain to rise from the dead [SAM-21-8].
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        let (lineup, fighting) = (&self.arena.lineup, self.state.fighting);
        let is_of_one = |people: FighterSet| {
            let mut alliances = lineup.alliances.iter();
            let mut another = || alliances.any(|members| members.0 & people.0 != 0);
            !(another() && another())
        };
        let scope = &self.arena.scope;
        let comes = scope.arrivals || scope.rises;
        is_of_one(fighting) && (!comes || is_of_one(self.unbeaten()))
    }

    /// Returns the fighters that are in the fight, that are still to arrive, or that are certain to rise from
    /// the dead.
    fn unbeaten(&self) -> FighterSet {
        let to_come = self
            .arena
            .lineup
            .to_come(self.state.round.into(), self.state.stage());
        FighterSet(self.state.fighting.0 | to_come.0 | self.state.rising.0)
    }

    fn ended(&mut self, ending: Ending) -> Progress {
        if self.arena.options.aftermath {
            self.aftermath();
        }
        Progress::Ended(Outcome {
            ending,
            rounds: self.state.round.into(),
            standing: self.state.fighting,
        })
    }

    /// Begins a turn, and plays its automatic events. Returns whether the fighter can take actions in it
    /// [SAM-0-10].
    fn begin_turn(&mut self, who: FighterId) -> bool {
        self.state.phase = Phase::Acting;
        if self.body(who).delays {
            self.lose_delayed_turn(who);
            if self.is_over() {
                return false;
            }
        }
        let ridden = self.view().rider(who).is_some();
        let shared = self.arena.scope.possession && self.is_shared(who);
        let surprised = self.body(who).surprised;
        let seconds = self.seconds_of_turn(who);
        if surprised || self.body(who).mad != Mad::Sane {
            let body = self.body_mut(who);
            (body.surprised, body.mad) = (false, Mad::Sane);
        }
        if !ridden {
            let clock = self.state.clock_mut(who);
            let left = if shared { clock.left } else { seconds };
            *clock = Clock {
                left,
                fresh: true,
                busy: clock.busy,
                ..Clock::default()
            };
        }
        self.upkeep(who);
        // A Broken mind that is in another fighter's body may still leave it [SAM-17-9].
        let inside = self.body(who).inside.is_some();
        let stuck = inside && self.body(who).broken;
        if self.is_over() {
            return false;
        }
        let loses_turn = surprised && self.arena.options.surprise_round;
        let may_wait = !(ridden || inside || shared || loses_turn) && self.may_delay_first(who);
        if may_wait {
            self.refresh_mount(who);
            if self.is_over() || self.delays_first(who) {
                return false;
            }
        }
        self.lose_control(who);
        if self.is_over() || ridden || !(stuck || self.state.fighting.has(who)) {
            return false;
        }
        if loses_turn {
            self.tell("SAM-11-15", who, "is surprised and loses this turn");
            return false;
        }
        if inside || shared {
            return self.begin_shared_turn(who);
        }
        if !may_wait {
            self.refresh_mount(who);
        }
        self.lose_stunned_seconds(who);
        self.state.fighting.has(who)
    }

    /// Ends a delayed turn that the fighter did not take before its next turn. For delayed effects, the six
    /// seconds of the delayed turn have passed, and for conditions, one turn has passed [SAM-0-12, SAM-1-4,
    /// SAM-2-4].
    fn lose_delayed_turn(&mut self, who: FighterId) {
        self.body_mut(who).delays = false;
        if self.state.fighting.has(who) {
            self.tell("SAM-1-4", who, "loses its delayed turn");
        }
        self.end_turn(who);
    }

    /// Returns the number of seconds in a turn of `who`: by default six, or three if it is Disabled [SAM-2-1,
    /// SAM-19-8].
    pub(super) fn seconds_of_turn(&self, who: FighterId) -> u8 {
        let disabled = self.body(who).disabled > 0;
        let time = &self.arena.options.rules.time;
        if disabled {
            time.disabled_turn
        } else {
            time.turn
        }
    }

    /// Plays one action of the acting fighter, if it can act and its policy chooses one. Returns whether its
    /// turn continues.
    fn act(&mut self) -> bool {
        let who = self.state.actor;
        if !self.is_able(who) {
            return false;
        }
        if let Some(busy) = self.body(who).clock.busy
            && self.body(who).clock.fresh
            && busy.mind == self.state.mind
        {
            return self.go_on(who, busy.intent);
        }
        if !self.view().has_seconds(who) {
            return false;
        }
        if let Some(goes_on) = self.compelled(who) {
            return goes_on;
        }
        self.know_weapons(who);
        let (deed, line) = self.next_deed();
        self.undertake(deed, line.map(Intent::Line))
    }

    /// Caches which weapons a fighter can use. In fights with mounts nothing is cached, because a change of
    /// the mount may change which weapons the rider can use.
    fn know_weapons(&mut self, who: FighterId) {
        if self.state.kept_usable(who).is_none() && !self.arena.scope.mounts {
            let view = self.view();
            let weapons = view.meant(who, None);
            let usable = weapons.filter(|&weapon| view.usable_now(who, weapon));
            let usable = usable.fold(0, |all, weapon| all | 1 << weapon);
            self.state.keep_usable(who, usable);
        }
    }

    /// Returns whether a fighter can act. While another fighter's mind directs the body of `who`, the
    /// condition of its own mind does not matter [SAM-17-9].
    #[inline]
    pub(super) fn is_able(&self, who: FighterId) -> bool {
        let body = self.body(who);
        if self.state.actor == who && self.state.mind != who {
            return body.life == Life::Well && !body.paralysed && !body.asleep;
        }
        self.state.fighting.has(who) && !body.is_helpless()
    }

    /// Continues an unfinished action, or abandons it if the policy says so. Returns whether the turn
    /// continues afterwards [SAM-2-3].
    pub(super) fn go_on(&mut self, who: FighterId, intent: Intent) -> bool {
        if self.body(who).clock.left == 0 {
            return false;
        }
        let of = [self.state.actor, self.state.mind];
        if matches!(intent, Intent::Line(_)) && !self.does(of, FINISH, true) {
            self.state.clock_mut(who).busy = None;
            self.tell("SAM-2-3", who, "lets its unfinished action be");
            return true;
        }
        let clock = self.state.clock_mut(who);
        let Some(busy) = &mut clock.busy else {
            return true;
        };
        let spent = busy.left.min(clock.left);
        clock.fresh = false;
        busy.left -= spent;
        let done = busy.left == 0;
        self.spend(who, spent);
        if !done {
            return false;
        }
        self.state.clock_mut(who).busy = None;
        let deed = match intent {
            Intent::Line(line) => self.finished_deed(line),
            Intent::Forced(forced) => self.forced_deed(who, forced),
            Intent::Flees => self.crawling_off(who),
        };
        match deed {
            Some(deed) => self.perform(who, deed),
            None => self.tell("SAM-2-3", who, "has nobody left for its unfinished action"),
        }
        self.due(who);
        self.body(who).clock.left > 0
    }

    /// Returns whether a turn of `who` is in progress: it acts now, or it has been interrupted by a fighter
    /// that takes its delayed turn [SAM-1-4].
    fn is_in_own_turn(&self, who: FighterId) -> bool {
        if self.state.phase != Phase::Acting {
            return false;
        }
        let mut acts = self.state.actor;
        if acts == who {
            return self.state.mind == who;
        }
        while let Some(interrupted) = self.body(acts).broke_in_on {
            if interrupted == who {
                return true;
            }
            acts = interrupted;
        }
        false
    }

    /// Returns the number of turn ends of `who` after which a condition of `rounds` rounds is over, if it
    /// begins now. If a turn of `who` is in progress, the end of that turn is added, because it does not
    /// count as one of the rounds [SAM-0-12].
    pub(super) fn turns_to_end(&self, who: FighterId, rounds: u8) -> u8 {
        rounds + u8::from(self.is_in_own_turn(who))
    }

    /// Ends a turn. Its unused seconds pass, and the conditions that have no rounds left end [SAM-0-12,
    /// SAM-2-4].
    fn end_turn(&mut self, who: FighterId) {
        if self.body(who).delays {
            return;
        }
        let shared = self.arena.scope.possession && self.is_shared(who);
        if !shared {
            let left = self.body(who).clock.left;
            self.spend(who, left);
            self.due(who);
        }
        // If several minds share the body, its conditions count down only in the turn of its own mind.
        let counts = self.state.mind == who;
        let speeds = u16::from(self.arena.scope.speed);
        let situations = &self.arena.options.rules.situations;
        let fast = fast_squares(self.fighter(who), situations);
        let clock = self.state.clock_mut(who);
        *clock = Clock {
            left: if shared { clock.left } else { 0 },
            moved: speeds * (clock.moved / fast * fast),
            pace: speeds * clock.pace,
            busy: clock.busy,
            ..Clock::default()
        };
        let body = self.body(who);
        if body.life != Life::Well || !counts {
            return;
        }
        let rounds = [body.drowsy, body.staggered, body.blinded, body.confused];
        let more = [body.disabled, body.held, body.panic_rounds];
        if rounds.iter().chain(&more).any(|&rounds| rounds > 0) {
            self.count_down(who);
        }
        self.flee_if_far(who);
    }

    /// Subtracts one round from each condition of a fighter. A condition that has no rounds left ends
    /// [SAM-0-12].
    fn count_down(&mut self, who: FighterId) {
        let body = self.body_mut(who);
        body.drowsy = body.drowsy.saturating_sub(1);
        let is_held = body.held > 0;
        for rounds in [
            &mut body.staggered,
            &mut body.blinded,
            &mut body.confused,
            &mut body.disabled,
            &mut body.held,
        ] {
            if *rounds != FOREVER {
                *rounds = rounds.saturating_sub(1);
            }
        }
        if body.panic_rounds == 1 {
            body.panic = None;
        }
        body.panic_rounds = body.panic_rounds.saturating_sub(1);
        if is_held && body.held == 0 {
            self.free(who);
        }
    }

    /// Moves on to the next fighter in the turn order that has a turn or an event. After the last fighter of
    /// the order, the next round begins, or the fight ends if this was the last round [SAM-0-9]. If the order
    /// has only one fighter, it comes next again.
    fn pass_on(&mut self) -> Option<Progress> {
        loop {
            let after = self.state.after(self.state.next_up);
            let is_alone = after.who == self.state.next_up;
            self.state.next_up = after.who;
            if after.round_ends || is_alone {
                if u32::from(self.state.round) >= self.arena.cast.round_cap {
                    return Some(self.ended(Ending::Undecided));
                }
                self.next_round();
                self.undecided()?;
            }
            if self.has_a_turn(self.state.next_up) {
                self.state.phase = Phase::Start;
                return Some(Progress::Goes);
            }
        }
    }

    /// Returns whether anything happens at a fighter's place in the turn order: its own turn, a delayed
    /// effect, or an automatic event. Fighters with automatic events are those that are dying, Broken or
    /// poisoned, and dead ones that will rise.
    fn has_a_turn(&self, who: FighterId) -> bool {
        if self.state.fighting.has(who) {
            return true;
        }
        let body = self.body(who);
        body.life == Life::Dying
            || body.broken
            || body.rises.is_some()
            || body.pending.iter().any(Option::is_some)
            || (body.life != Life::Dead && body.ills.iter().any(Option::is_some))
    }

    fn next_round(&mut self) {
        self.state.round += 1;
        let round = self.state.round.into();
        self.witness.round_began(round);
        self.dice.about(Topic::Round(round));
        if self.arena.scope.arrivals {
            self.arrivals();
            self.unseat();
        }
        if self.arena.scope.possession {
            self.refill_bodies();
        }
        if self.arena.scope.poison {
            self.clouds_drift();
        }
        self.events();
        self.draw_map();
    }

    /// Adds a map of the field to the transcript. It shows every fighter as a letter, and has a legend.
    fn draw_map(&mut self) {
        if !self.arena.ground.mapped || !W::LISTENS {
            return;
        }
        let (view, ground) = (self.view(), &self.arena.ground);
        let look = |who| {
            let is_dead = view.body(who).life == Life::Dead;
            (view.block(who), is_dead, view.arena.cast.name(who))
        };
        let people: Vec<_> = self.state.bodily.iter().map(look).collect();
        for line in ground.drawing.told(&people) {
            self.witness.say("SAM-0-6", || line);
        }
    }
}
