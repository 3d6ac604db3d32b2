//! [`Asker`], a character that is about to make a decision, and the choice that each policy line makes for
//! it.
//!
//! Clauses: MUR-1-8, MUR-1-9, MUR-2-3, MUR-2-4, MUR-2-12, MUR-12-6. Main actions are in `actions.rs`, and
//! replies to other characters in `answers.rs`. Numbers that a policy gives are in thousandths.

use super::lists::RACING;
use super::targets::{NEAREST, rule_of};
use crate::fight::{FighterId, FighterSet, SideId};
use crate::policy::{Decision, ItemRef, Line, Slot, TargetRef};
use crate::rules::murdham::nouns::{
    AttackChoice, AttackMeans, Deed, Go, Incoming, Manner, Pace, Ready, Reply, Ride, Seat, View,
};
use crate::rules::murdham::options::Sprint;

/// Defines the enum `Choice` with one variant for each type that a decision can result in, and the
/// conversions from `Choice` to these types.
macro_rules! choices {
    ($($name:ident($kind:ty),)+) => {
        /// The result of a decision.
        #[derive(Debug, Clone, Copy)]
        pub(crate) enum Choice {
            $($name($kind),)+
        }

        $(impl TryFrom<Choice> for $kind {
            type Error = Choice;

            #[inline]
            fn try_from(choice: Choice) -> Result<Self, Choice> {
                match choice {
                    Choice::$name(chosen) => Ok(chosen),
                    other => Err(other),
                }
            }
        })+
    };
}

// `Does` is the result of a list with two actions. It is true for the first action and false for the second.
choices! {
    Lead(SideId),
    Ready(Ready),
    Pace(Pace),
    Act(Deed),
    Go(Ride),
    Seat(Seat),
    React(Reply),
    Does(bool),
}

/// A character at the moment of a decision.
pub(super) struct Asker<'a> {
    pub(super) view: View<'a>,
    pub(super) who: FighterId,
    list: usize,
    /// The attack that the character may reply to.
    pub(super) seen: Option<&'a Incoming>,
    /// The character that the decision is about, if there is one: a character that moves away, or the target
    /// of the main action.
    pub(super) stated: Option<FighterId>,
    pub(super) target: Option<FighterId>,
    aimed: Choice,
}

impl<'a> Asker<'a> {
    #[inline]
    pub(super) fn new(
        view: View<'a>,
        who: FighterId,
        list: usize,
        seen: Option<&'a Incoming>,
        stated: Option<FighterId>,
    ) -> Self {
        let stated = stated.or(seen.map(|seen| seen.attack.target));
        Self {
            view,
            who,
            list,
            seen,
            stated,
            target: stated,
            aimed: Choice::Does(false),
        }
    }

    /// Returns the weapons that a line names, as bits. If the line names none, all bits are set.
    #[inline]
    pub(super) fn wish(&self, line: &Line) -> u64 {
        line.item()
            .map_or(u64::MAX, |item| self.view.arena.meant(item))
    }

    /// Picks a character of the set `among` by the target rule `rule`. Returns `None` if no character fits.
    #[inline]
    pub(super) fn aim_among(&mut self, rule: TargetRef, among: FighterSet) -> Option<FighterId> {
        let found = self.view.pick(self.who, rule, among)?;
        self.target = Some(found);
        Some(found)
    }

    /// Picks an enemy by the target rule of a line. The rule is `nearest` if the line has none.
    #[inline]
    pub(super) fn aim_at(&mut self, line: &Line) -> Option<FighterId> {
        let rule = rule_of(line, NEAREST);
        self.target = Some(self.view.aims(self.who, rule)?);
        self.target
    }

    /// Returns the movement `go` relative to an enemy. If the line has no target rule, that enemy is the one
    /// that the decision is about, if any.
    pub(super) fn go(&mut self, line: &Line, go: fn(FighterId) -> Go) -> Option<Choice> {
        self.target = self.stated;
        let whom = match (self.stated, line.target()) {
            (Some(stated), None) => stated,
            _ => self.aim_at(line)?,
        };
        Some(ride(line, go(whom)))
    }

    /// Returns the choice to stay. If the line names a zone as its goal, `take` later replaces this by a
    /// movement to the zone.
    pub(super) fn stay(&mut self, line: &Line) -> Choice {
        self.target = self.stated;
        ride(line, Go::Stay)
    }

    /// Returns the movement to the place that the character still has to reach as its objective, or `None` if
    /// there is no such place. If the line names a zone, returns the choice to stay, which `take` later
    /// replaces by the movement to the zone.
    pub(super) fn go_to(&mut self, line: &Line) -> Option<Choice> {
        if line.is_measured() {
            return Some(self.stay(line));
        }
        let place = self.view.place_to_reach(self.who)?;
        self.target = self.stated;
        Some(ride(line, Go::To(place)))
    }

    /// Returns the choice to let another side go first. This is the side of the enemy that the line names. If
    /// the line names none, it is the next side in listed order [MUR-1-9].
    pub(super) fn give_way(&mut self, line: &Line) -> Option<Choice> {
        let lineup = &self.view.arena.lineup;
        if line.target().is_none() {
            return Some(Choice::Lead(self.view.following(lineup.alliance(self.who))));
        }
        let enemy = self.aim_at(line)?;
        Some(Choice::Lead(lineup.alliance(enemy)))
    }

    /// Returns whether the fighter may sprint [MUR-2-3].
    pub(super) fn may_sprint(&self) -> bool {
        let allowed = self.view.arena.options.sprint != Sprint::Forbidden;
        allowed && self.view.fighter(self.who).sprint_allowed
    }
}

/// Returns a movement at the pace that the line names in its second slot, after the destination.
fn ride(line: &Line, go: Go) -> Choice {
    let racing = line.word(1) == RACING;
    Choice::Go(Ride { go, racing })
}

impl Decision for Asker<'_> {
    type Choice = Choice;

    #[inline]
    fn who(&self) -> FighterId {
        self.who
    }

    fn aim(&mut self, line: &Line) -> bool {
        let (_, actions) = Self::LISTS[self.list];
        let (_, act) = actions[usize::from(line.action)];
        let Some(aimed) = act(self, line) else {
            return false;
        };
        self.aimed = aimed;
        true
    }

    fn fact(&self, fact: usize, item: Option<ItemRef>) -> i64 {
        let (spec, answer) = &Self::FACTS[fact];
        spec.kept(answer(self, item))
    }

    fn take(&mut self, line: &Line, numbers: [i64; 4]) -> Choice {
        if !line.is_measured() {
            return self.aimed;
        }
        let Some(at) = (0..4).find(|&at| matches!(line.slots[at], Slot::Number(_))) else {
            return self.aimed;
        };
        let number = numbers[at] / 1000;
        let zones = i64::try_from(self.view.arena.field.zones).expect("few zones");
        let zone = u8::try_from(number.clamp(0, zones - 1)).expect("few zones");
        // With fewer than two targets, this is an ordinary attack on the first of them.
        if let Choice::Act(Deed::Split { item, first, .. }) = self.aimed
            && number < 2
        {
            let weapon = self.view.body(self.who).items[usize::from(item)].weapon;
            return Choice::Act(Deed::Attack(AttackChoice {
                target: first,
                wish: 1 << weapon,
                manner: Manner::Plain,
                ranged: false,
                moving: false,
            }));
        }
        match &mut self.aimed {
            Choice::Go(ride) => ride.go = Go::To(zone),
            Choice::Act(Deed::Split { among, .. }) => {
                *among = u32::try_from(number.min(64)).expect("a small number");
            }
            Choice::Act(Deed::Nonlethal(_, AttackMeans::Shove { to }))
            | Choice::React(Reply::Counter(AttackMeans::Shove { to }, _)) => *to = Some(zone),
            _ => {}
        }
        self.aimed
    }
}
