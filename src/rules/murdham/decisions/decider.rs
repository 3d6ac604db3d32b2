//! A character at the moment of a decision: what each line of its policy would come to here and now.
//!
//! Clauses: MUR-1-8, MUR-1-9, MUR-2-3, MUR-2-4, MUR-2-12, MUR-12-6. What a main action comes to is in `actions.rs`, an
//! answer to somebody else's in `answers.rs`. Numbers of a policy are thousandths.

use super::facts;
use super::targets::{enemies, pick};
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, LineId, ListId, SideId, Witness};
use crate::policy::{self, Decision, ItemRef, Slot, TargetRef};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::nouns::attack::{Incoming, Manner, Means, Stance};
use crate::rules::murdham::nouns::deeds::{Deed, Go, Pace, Pick, Ready, Reply, Ride, Seat};
use crate::rules::murdham::nouns::scene::View;
use crate::rules::murdham::nouns::state::State;
use crate::rules::murdham::options::Sprint;
use crate::rules::murdham::words::{
    ACCEPT, ACT, AFTER, BONUS, BROKEN, CAPTIVE, GUARD, LEAD, MOVE, OFFER, ONWARD, OPPORTUNITY,
    PACE, REACT, READY, RIDE, SADDLE, accept, bonus, broken, captive, go as moves, lead, offer,
    pace, ready, target,
};

/// What a policy can come to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Choice {
    Lead(SideId),
    Ready(Ready),
    Pace(Pace),
    Act(Deed),
    Go(Go),
    Ride(Ride),
    Seat(Seat),
    React(Reply),
    /// The first action of a list of two, or the other.
    Does(bool),
}

/// A character at the moment of a decision.
pub(super) struct Decider<'a, const N: usize> {
    pub(super) arena: &'a Arena<N>,
    pub(super) state: &'a State<N>,
    pub(super) who: FighterId,
    pub(super) list: usize,
    /// The attack that is to be answered.
    pub(super) incoming: Option<Incoming>,
    /// Whom the decision is about, where the rules say so.
    pub(super) stated: Option<FighterId>,
    /// Those who have hidden from this attack already.
    pub(super) hidden: FighterSet,
    pub(super) target: Option<FighterId>,
    pub(super) aimed: Choice,
    /// The line used last.
    pub(super) used: Option<LineId>,
}

impl<'a, const N: usize> Decider<'a, N> {
    #[inline]
    pub(super) fn view(&self) -> View<'a, N> {
        View::new(self.arena, self.state)
    }

    #[inline]
    pub(super) fn new(arena: &'a Arena<N>, state: &'a State<N>, who: FighterId) -> Self {
        Self {
            arena,
            state,
            who,
            list: 0,
            incoming: None,
            stated: None,
            hidden: FighterSet::NONE,
            target: None,
            aimed: Choice::Does(false),
            used: None,
        }
    }

    #[inline]
    pub(super) fn decide<D: Dice, W: Witness>(
        &mut self,
        list: usize,
        dice: &mut D,
        witness: &mut W,
    ) -> Option<Choice> {
        let fighter = self.arena.fighter(self.who);
        if !fighter.decides(list) {
            return None;
        }
        self.list = list;
        self.target = self.stated.or(self.incoming.map(|seen| seen.target));
        fighter.policy.choose(ListId::at(list), self, dice, witness)
    }

    /// The weapons that a slot means; all of them without one.
    pub(super) fn wish(&self, slot: Slot) -> u64 {
        match slot {
            Slot::Item(item) => self.arena.meant(item),
            _ => u64::MAX,
        }
    }

    pub(super) fn aim_at(&mut self, rule: TargetRef) -> Option<FighterId> {
        let among = enemies(self.view(), self.who, rule);
        let found = pick(self.view(), self.who, rule, among)?;
        self.target = Some(found);
        Some(found)
    }

    /// An enemy who is down, by a rule that says which of them [MUR-3-7, MUR-3-8].
    pub(super) fn aim_at_fallen(&mut self, rule: TargetRef) -> Option<FighterId> {
        if rule == TargetRef::Rule(target::SURRENDERED) {
            return None;
        }
        let among = enemies(self.view(), self.who, TargetRef::Rule(target::FALLEN));
        let found = pick(self.view(), self.who, rule, among)?;
        self.target = Some(found);
        Some(found)
    }

    /// Somebody of the own side, by a rule.
    pub(super) fn aim_at_ally(
        &mut self,
        rule: TargetRef,
        which: impl Fn(FighterId) -> bool,
    ) -> Option<FighterId> {
        let allies = self.arena.lineup.allies(self.who).iter();
        let among = allies.filter(|&ally| which(ally)).collect();
        let found = pick(self.view(), self.who, rule, among)?;
        self.target = Some(found);
        Some(found)
    }

    /// Whether one has a weapon of these with a shot and hands for it.
    pub(super) fn has_any(&self, wish: u64, fits: impl Fn(usize) -> bool) -> bool {
        let items = &self.state.body(self.who).items;
        (0..items.len())
            .any(|at| wish >> items[at].weapon & 1 == 1 && self.is_usable(at) && fits(at))
    }

    pub(super) fn is_usable(&self, at: usize) -> bool {
        self.arena.is_usable(self.state, self.who, at)
    }

    pub(super) fn aim_go(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Choice> {
        self.target = self.stated;
        if !matches!(action, moves::CLOSE | moves::WITHDRAW) {
            return Some(Choice::Go(Go::Stay));
        }
        let whom = match (self.stated, slots[0]) {
            (Some(stated), Slot::Absent) => stated,
            _ => self.aim_at(target_of(slots[0], target::NEAREST))?,
        };
        self.target = Some(whom);
        Some(Choice::Go(if action == moves::WITHDRAW {
            Go::From(whom)
        } else {
            Go::Towards(whom)
        }))
    }

    fn aim_lead(&mut self, action: u8, slot: Slot) -> Option<Choice> {
        let own = self.arena.lineup.side(self.who);
        if action != lead::GIVE_WAY {
            return Some(Choice::Lead(own));
        }
        let enemy = match slot {
            Slot::Absent => {
                let sides = self.arena.lineup.sides.len();
                let fights = |side: &usize| {
                    !self.arena.lineup.sides[*side]
                        .and(self.state.fighting)
                        .is_empty()
                };
                let mut others = (1..sides).map(|step| (own.index() + step) % sides);
                return Some(Choice::Lead(SideId::at(others.find(fights)?)));
            }
            _ => self.aim_at(target_of(slot, target::NEAREST))?,
        };
        Some(Choice::Lead(self.arena.lineup.side(enemy)))
    }
}

pub(super) fn small(at: usize) -> u8 {
    u8::try_from(at).expect("a list is short")
}

pub(super) fn target_of(slot: Slot, default: u8) -> TargetRef {
    match slot {
        Slot::Target(target) => target,
        _ => TargetRef::Rule(default),
    }
}

impl<const N: usize> Decision for Decider<'_, N> {
    type Choice = Choice;

    #[inline]
    fn who(&self) -> FighterId {
        self.who
    }

    fn aim(&mut self, line: &policy::Line) -> bool {
        let (action, slots) = (line.action, &line.slots);
        let aimed = match self.list {
            LEAD => self.aim_lead(action, slots[0]),
            READY => Some(Choice::Ready(match action {
                ready::LAST => Ready::Last,
                ready::HOLD => Ready::Holds,
                _ => Ready::Acts,
            })),
            PACE => match action {
                pace::SPRINT => self.may_sprint().then_some(Choice::Pace(Pace::Sprint)),
                pace::SNEAK => Some(Choice::Pace(Pace::Sneak)),
                _ => Some(Choice::Pace(Pace::Walk)),
            },
            BONUS if action == bonus::PICK_UP => self.aim_pick_up(slots[0]).map(Choice::Act),
            BONUS => Some(Choice::Act(Deed::Nothing)),
            ACT => self.aim_act(action, slots),
            MOVE | AFTER => self.aim_go(action, slots),
            REACT => self.aim_reply(action, slots).map(Choice::React),
            GUARD => self.aim_guard(action, slots[0]),
            OPPORTUNITY => self.aim_opportunity(action, slots),
            SADDLE => self.aim_saddle(action, slots[0]).map(Choice::Seat),
            RIDE | ONWARD => self.aim_ride(action, slots),
            OFFER if !self.is_meant(slots) => None,
            CAPTIVE => Some(Choice::Does(action == captive::BREAK_FREE)),
            BROKEN => Some(Choice::Does(action == broken::SURRENDER)),
            OFFER => Some(Choice::Does(action == offer::OFFER)),
            ACCEPT => Some(Choice::Does(action == accept::ACCEPT)),
            list => unreachable!("the book has no list {list}"),
        };
        if let Some(choice) = aimed {
            self.aimed = choice;
        }
        aimed.is_some()
    }

    fn fact(&self, fact: usize, item: Option<ItemRef>) -> i64 {
        let counter = || {
            let seen = self.incoming?;
            let stance = Stance {
                exposed: true,
                ..Stance::default()
            };
            let free = !seen.countered && !self.state.body(self.who).retreating;
            let (means, _) = self.blow(seen.attacker, u64::MAX, stance)?;
            free.then_some(means)
        };
        facts::Asker {
            arena: self.arena,
            state: self.state,
            who: self.who,
            target: self.target,
            incoming: self.incoming,
            counter: &counter,
        }
        .answer(fact, item)
    }

    fn take(&mut self, line: &policy::Line, numbers: [i64; 4]) -> Choice {
        let number = (0..4).find(|&at| matches!(line.slots[at], Slot::Number(_)));
        let Some(number) = number.map(|at| numbers[at] / 1000) else {
            return self.aimed;
        };
        let zones = i64::try_from(self.arena.field.zones).expect("few zones");
        let zone = u8::try_from(number.clamp(0, zones - 1)).expect("few zones");
        let to = Some(zone);
        match self.aimed {
            Choice::Go(_) => Choice::Go(Go::To(zone)),
            Choice::Ride(ride) => Choice::Ride(Ride {
                go: Go::To(zone),
                ..ride
            }),
            // Nothing is shared among one.
            Choice::Act(Deed::Split { item, first, .. }) if number < 2 => {
                let weapon = self.state.body(self.who).items[usize::from(item)].weapon;
                Choice::Act(Deed::Attack(Pick {
                    target: first,
                    wish: 1 << weapon,
                    manner: Manner::Plain,
                    ranged: false,
                    moving: false,
                }))
            }
            Choice::Act(Deed::Split { item, first, .. }) => Choice::Act(Deed::Split {
                item,
                first,
                among: u32::try_from(number.min(64)).expect("a small number"),
            }),
            Choice::Act(Deed::Nonlethal(target, Means::Shove { .. })) => {
                Choice::Act(Deed::Nonlethal(target, Means::Shove { to }))
            }
            Choice::React(Reply::Counter(Means::Shove { .. }, way)) => {
                Choice::React(Reply::Counter(Means::Shove { to }, way))
            }
            aimed => aimed,
        }
    }

    #[inline]
    fn line_used<W: Witness>(&mut self, line: LineId, witness: &mut W) {
        self.used = Some(line);
        witness.line_used(self.who, line);
    }
}

impl<const N: usize> Decider<'_, N> {
    fn may_sprint(&self) -> bool {
        self.arena.fighter(self.who).sprints && self.arena.options.sprint != Sprint::Forbidden
    }
}
