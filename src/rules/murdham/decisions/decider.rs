//! A character at the moment of a decision: what each line of its policy would come to here and now.
//!
//! Clauses: MUR-1-8, MUR-1-9, MUR-2-3, MUR-2-4, MUR-2-12, MUR-12-6. What a main action comes to is in `actions.rs`, an
//! answer to somebody else's in `answers.rs`. Numbers of a policy are thousandths.

use super::targets::{enemies, pick};
use crate::fight::{FighterId, FighterSet, SideId};
use crate::policy::{self, Decision, ItemRef, Slot, TargetRef};
use crate::rules::murdham::nouns::attack::{Incoming, Manner, Means};
use crate::rules::murdham::nouns::deeds::{Deed, Go, Pace, Pick, Ready, Reply, Ride, Seat};
use crate::rules::murdham::nouns::scene::View;
use crate::rules::murdham::options::Sprint;
use crate::rules::murdham::words::{
    ACCEPT, ACT, AFTER, BONUS, BROKEN, CAPTIVE, GIVE_WAY, GUARD, LEAD, MOVE, OFFER, ONWARD,
    OPPORTUNITY, PACE, PICK_UP, REACT, READY, RIDE, SADDLE, YES, go as moves, pace, ready, target,
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

/// What a decision is about, where it is about anything.
#[derive(Debug, Clone, Copy)]
pub(super) struct About {
    /// The attack that is to be answered.
    pub(super) incoming: Option<Incoming>,
    /// Whom the decision is about, where the rules say so.
    pub(super) stated: Option<FighterId>,
    /// Those who have hidden from this attack already.
    pub(super) hidden: FighterSet,
}

impl About {
    pub(super) const NOTHING: Self = Self {
        incoming: None,
        stated: None,
        hidden: FighterSet::NONE,
    };

    pub(super) const fn attack(seen: Incoming) -> Self {
        Self {
            incoming: Some(seen),
            ..Self::NOTHING
        }
    }

    pub(super) const fn somebody(stated: Option<FighterId>) -> Self {
        Self {
            stated,
            ..Self::NOTHING
        }
    }
}

/// A character at the moment of a decision.
pub(super) struct Decider<'a, const N: usize> {
    pub(super) view: View<'a, N>,
    pub(super) who: FighterId,
    list: usize,
    pub(super) about: About,
    pub(super) target: Option<FighterId>,
    aimed: Choice,
}

impl<'a, const N: usize> Decider<'a, N> {
    #[inline]
    pub(super) fn new(view: View<'a, N>, who: FighterId, list: usize, about: About) -> Self {
        Self {
            view,
            who,
            list,
            about,
            target: about.stated.or(about.incoming.map(|seen| seen.target)),
            aimed: Choice::Does(false),
        }
    }

    /// The weapons that a slot means; all of them without one.
    pub(super) fn wish(&self, slot: Slot) -> u64 {
        match slot {
            Slot::Item(item) => self.view.arena.meant(item),
            _ => u64::MAX,
        }
    }

    /// One of these, by a rule.
    pub(super) fn aim_among(&mut self, rule: TargetRef, among: FighterSet) -> Option<FighterId> {
        let found = pick(self.view, self.who, rule, among)?;
        self.target = Some(found);
        Some(found)
    }

    pub(super) fn aim_at(&mut self, rule: TargetRef) -> Option<FighterId> {
        self.aim_among(rule, enemies(self.view, self.who, rule))
    }

    /// An enemy who is down, by a rule that says which of them [MUR-3-7, MUR-3-8].
    pub(super) fn aim_at_fallen(&mut self, rule: TargetRef) -> Option<FighterId> {
        if rule == TargetRef::Rule(target::SURRENDERED) {
            return None;
        }
        let fallen = TargetRef::Rule(target::FALLEN);
        self.aim_among(rule, enemies(self.view, self.who, fallen))
    }

    /// Somebody of the own side, by a rule.
    pub(super) fn aim_at_ally(
        &mut self,
        rule: TargetRef,
        which: impl Fn(FighterId) -> bool,
    ) -> Option<FighterId> {
        let allies = self.view.arena.lineup.allies(self.who);
        self.aim_among(rule, allies.filter(which))
    }

    pub(super) fn is_usable(&self, at: usize) -> bool {
        self.view.is_usable(self.who, at)
    }

    pub(super) fn aim_go(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Choice> {
        self.target = self.about.stated;
        if !matches!(action, moves::CLOSE | moves::WITHDRAW) {
            return Some(Choice::Go(Go::Stay));
        }
        let whom = match (self.about.stated, slots[0]) {
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
        let own = self.view.arena.lineup.side(self.who);
        if action != GIVE_WAY {
            return Some(Choice::Lead(own));
        }
        let enemy = match slot {
            Slot::Absent => {
                let sides = &self.view.arena.lineup.sides;
                let fighting = self.view.state.fighting;
                let fights = |side: &usize| !sides[*side].and(fighting).is_empty();
                let mut others = (1..sides.len()).map(|step| (own.index() + step) % sides.len());
                return Some(Choice::Lead(SideId::at(others.find(fights)?)));
            }
            _ => self.aim_at(target_of(slot, target::NEAREST))?,
        };
        Some(Choice::Lead(self.view.arena.lineup.side(enemy)))
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
            PACE => self.aim_pace(action).map(Choice::Pace),
            BONUS if action == PICK_UP => self.aim_pick_up(slots[0]).map(Choice::Act),
            BONUS => Some(Choice::Act(Deed::Nothing)),
            ACT => self.aim_act(action, slots),
            MOVE | AFTER => self.aim_go(action, slots),
            REACT => self.aim_reply(action, slots).map(Choice::React),
            GUARD => self.aim_guard(action, slots[0]),
            OPPORTUNITY => self.aim_opportunity(action, slots),
            SADDLE => self.aim_saddle(action, slots[0]).map(Choice::Seat),
            RIDE | ONWARD => self.aim_ride(action, slots),
            OFFER if !self.is_meant(slots) => None,
            CAPTIVE | BROKEN | OFFER | ACCEPT => Some(Choice::Does(action == YES)),
            list => unreachable!("the book has no list {list}"),
        };
        if let Some(choice) = aimed {
            self.aimed = choice;
        }
        aimed.is_some()
    }

    fn fact(&self, fact: usize, item: Option<ItemRef>) -> i64 {
        self.answer(fact, item)
    }

    fn take(&mut self, line: &policy::Line, numbers: [i64; 4]) -> Choice {
        let Some(at) = (0..4).find(|&at| matches!(line.slots[at], Slot::Number(_))) else {
            return self.aimed;
        };
        let number = numbers[at] / 1000;
        let zones = i64::try_from(self.view.arena.field.zones).expect("few zones");
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
                let weapon = self.view.body(self.who).items[usize::from(item)].weapon;
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
}

impl<const N: usize> Decider<'_, N> {
    fn aim_pace(&self, action: u8) -> Option<Pace> {
        let (fighter, options) = (self.view.fighter(self.who), &self.view.arena.options);
        let sprints = fighter.sprint_allowed && options.sprint != Sprint::Forbidden;
        match action {
            pace::SPRINT => sprints.then_some(Pace::Sprint),
            pace::SNEAK => Some(Pace::Sneak),
            _ => Some(Pace::Walk),
        }
    }
}
