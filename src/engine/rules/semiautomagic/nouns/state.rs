//! What changes in a fight.
//!
//! Clauses: SAM-0-8, SAM-0-12, SAM-1-4, SAM-2-3, SAM-2-4, SAM-7-4, SAM-10-7, SAM-11-8, SAM-11-12, SAM-12-3, SAM-13-4,
//! SAM-15-1..9, SAM-17-1, SAM-17-2, SAM-18-5..8, SAM-19-2..13, SAM-21-1, SAM-21-8.

use super::strike::{Landing, Strike};
use crate::fight::{FighterId, FighterSet, LineId, Rounds, SideId, Situation};
use crate::grid::{Cell, CellCounts, Direction};
use crate::rules::semiautomagic::reading::sheet::{MOST_CARRIED, MOST_ILLS, Posture};

/// The situation.
pub(crate) type State = Situation<Shared, Body>;

/// What changes in a fight beside the fighters themselves.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Shared {
    pub round: u16,
    pub phase: Phase,
    /// Whose place in the order it is.
    pub next_up: FighterId,
    /// The body that acts, and who directs it: the same but for the possessed.
    pub actor: FighterId,
    pub mind: FighterId,
    /// How much has been done in this place of the order.
    pub deeds: u8,
    /// Who is not out.
    pub fighting: FighterSet,
    /// Whose bodies are there, out or not.
    pub bodily: FighterSet,
    /// All who can rise and have not yet, and those of them whose victim is dead and will rise [SAM-21-8].
    pub absent: FighterSet,
    pub rising: FighterSet,
    /// Areas that stay.
    pub clouds: [Option<Cloud>; MOST_CLOUDS],
    /// Steps of cover that cells have lost; that of more cells than these holds [SAM-11-8]: with them situations would be larger.
    pub holes: CellCounts<8>,
}

impl Rounds for Shared {
    fn set_round(&mut self, round: u32) {
        self.round = u16::try_from(round).expect("at most 10,000 rounds");
    }
}

/// Whose place in the order comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct After {
    pub who: FighterId,
    /// It is the first of the next round: nobody else comes in this one.
    pub round_ends: bool,
}

/// Most areas that stay at once.
pub(crate) const MOST_CLOUDS: usize = 2;

/// Most effects of one owner that are still to come: who may have more is a fault.
pub(crate) const MOST_PENDING: usize = 8;

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// Initiative is rolled.
    Opening,
    Start,
    Acting,
    Over,
}

/// An area that stays, with what is inhaled in it [SAM-21-3].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Cloud {
    pub at: Landing,
    /// How far it has gone astray.
    pub off: (i32, i32),
    pub weapon: u8,
    pub rounds: u8,
    /// The side of its maker, if the dead rise because of its poison [SAM-21-8].
    pub by: Option<SideId>,
}

/// How far somebody's turn has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Clock {
    /// Seconds left.
    pub left: u8,
    /// Nothing has been done yet.
    pub fresh: bool,
    /// A straight movement that ends now: its direction and its length in halves of a cell [SAM-10-7].
    pub heading: Option<Direction>,
    pub straight: u8,
    /// The part of the last seconds of moving that no step has used, in halves of a cell [SAM-3-1].
    pub carry: u16,
    /// Half metres of the last second of a movement that ends now [SAM-11-13].
    pub pace: u16,
    /// What has been moved in this turn, in halves of a cell: it holds until the next [SAM-11-12].
    pub moved: u16,
    /// The rider has paid for its mount in this round [SAM-14-1].
    pub controlled: bool,
    /// What it has begun and not ended.
    pub busy: Option<Busy>,
}

/// Whether somebody lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Life {
    #[default]
    Well,
    Dying,
    Stable,
    Unconscious,
    /// Also of destroyed objects.
    Dead,
    Fled,
}

/// An action that runs over the end of a turn [SAM-2-3].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Busy {
    /// Who began it: of several in a body only this one goes on with it [SAM-17-2].
    pub mind: FighterId,
    pub intent: Intent,
    /// Seconds that it still takes.
    pub left: u8,
}

/// What an unfinished action is to become.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Intent {
    /// What this line of the policy comes to then.
    Line(LineId),
    /// What a condition makes it do.
    Forced(Forced),
    /// In panic it crawls away.
    Flees,
}

/// What a condition makes somebody do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Forced {
    pub with: With,
    pub target: FighterId,
}

/// A weapon or a combo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum With {
    Weapon(u8),
    Combo(u8),
}

/// An effect that comes later [SAM-2-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Pending {
    /// Seconds of its owner's turns until then.
    pub left: u8,
    pub effect: Effect,
}

/// What comes later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Effect {
    Strike(Strike),
    Area {
        weapon: u8,
        target: FighterId,
        landing: Landing,
    },
    Daunt {
        weapon: u8,
        target: FighterId,
    },
}

/// Limbs that are of less use than they were [SAM-12-3].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Limbs {
    /// Useless arms or hands, and useless legs.
    pub arms: u8,
    pub legs: u8,
    /// Squares per second that leg wounds take, and that wing wounds take of flight.
    pub slowed: u8,
    pub wings: u8,
    pub grounded: bool,
}

/// What has become of a thing carried; the default is a place for one that is not filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Item {
    pub place: Place,
    pub wounds: u8,
    pub jammed: bool,
    /// Its wielder's hand has been hit: -1/-1 [SAM-12-1].
    pub shaky: bool,
    /// Attacks before it must be reloaded, and in all; 0 also where there is no limit.
    pub shots: u8,
    pub ammunition: u8,
    /// Seconds spent on reloading it.
    pub loaded: u8,
    /// Doses of poison left.
    pub doses: u8,
}

/// Where a thing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Place {
    Held,
    Sheathed,
    Packed,
    Dropped(Cell),
    Destroyed,
    #[default]
    Nowhere,
}

/// Something that somebody suffers from [SAM-21-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Ill {
    pub poison: u8,
    pub doses: u8,
    /// Successes and failures in a row.
    pub successes: u8,
    pub failures: u8,
    /// Full intervals of checks spent in what is inhaled, and seconds of the last own turn [SAM-21-3].
    pub stayed: u8,
    pub inhaled: u8,
    /// The side that brought the latest dose, if the dead rise because of this [SAM-21-8].
    pub by: Option<SideId>,
}

/// How a dead one will rise [SAM-21-8].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Rising {
    /// Own turns until then.
    pub turns: u8,
    /// As whom.
    pub who: FighterId,
}

/// What changes of one fighter; the default is nobody, where a fight has room left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Body {
    /// Who comes after this fighter in the order of initiative; late arrivals are put in when they come.
    pub after: After,
    pub cell: Cell,
    pub life: Life,
    pub wounds: u8,
    /// Morale penalties.
    pub penalties: u8,
    /// What the next dying check needs, or the next check of a Broken one.
    pub dc: u8,
    pub broken: bool,
    pub posture: Posture,
    pub clock: Clock,
    /// Effects that are still to come [SAM-2-4].
    pub pending: [Option<Pending>; MOST_PENDING],
    /// Its turn waits; whom it has broken in on [SAM-1-4].
    pub delays: bool,
    pub broke_in_on: Option<FighterId>,
    /// Seconds.
    pub stunned: u8,
    /// Rounds; `FOREVER` for the fight.
    pub staggered: u8,
    pub blinded: u8,
    pub paralysed: bool,
    pub asleep: bool,
    pub held: bool,
    /// Own turns that it is flat-footed after waking.
    pub drowsy: u8,
    pub surprised: bool,
    pub confused: u8,
    /// Rounds in control in spite of confusion.
    pub control: u8,
    /// What confusion makes it do in this turn.
    pub mad: Mad,
    /// Whom it flees from, and for how many rounds; 0: until it has fled.
    pub panic: Option<FighterId>,
    pub panic_rounds: u8,
    /// Who has enraged it.
    pub rage: Option<FighterId>,
    pub aim: Option<FighterId>,
    /// Whom it attacked last, and who wounded it last.
    pub last: Option<FighterId>,
    pub wounded_by: Option<FighterId>,
    /// Who does not see it.
    pub unseen_by: FighterSet,
    pub limbs: Limbs,
    pub items: [Item; MOST_CARRIED],
    /// Wounds of its armour, and whether that is destroyed.
    pub armour_wounds: u8,
    pub bare: bool,
    /// What its own cover has lost of its steps.
    pub cover_lost: u8,
    pub ills: [Option<Ill>; MOST_ILLS],
    pub rises: Option<Rising>,
    /// Mobility penalties of symptoms.
    pub hindered: u8,
    /// It has been thrown off its mount, or its mount has fallen.
    pub unmounted: bool,
    /// The body in which it is.
    pub inside: Option<FighterId>,
    /// It came in as an ally, and still is one [SAM-17-7].
    pub welcome: bool,
    /// Whose turns it has vetoed in this round.
    pub vetoed: FighterSet,
    /// What it rolled, where somebody is still to come.
    pub initiative: i8,
}

/// What a confused one does until its next turn [SAM-19-6].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Mad {
    /// What it wants.
    #[default]
    Sane,
    Nothing,
    /// It fights them, and counts as flanked.
    Phantoms,
    /// Its most deadly attack at somebody, or a single one with its least harmful weapon.
    Attacks(FighterId),
    Pesters(FighterId),
    /// What this face of the die says: once, as soon as it can act.
    Does(u8),
    Flees,
}

/// Rounds that last as long as the fight.
pub(crate) const FOREVER: u8 = u8::MAX;

impl Body {
    #[inline]
    pub(crate) fn is_helpless(&self) -> bool {
        let left = self.inside.is_some();
        self.life != Life::Well || self.broken || self.paralysed || self.asleep || left
    }

    /// What is left of somebody who is out for good with so many seconds left: what the rest of the fight could still ask.
    pub(crate) fn settle(&mut self, left: u8) {
        // Effects that are still to come may be of poisoned things [SAM-2-4, SAM-21-2].
        let is_awaited = self.pending.iter().any(Option::is_some);
        *self = Self {
            after: self.after,
            items: self
                .items
                .map(|item| if is_awaited { item } else { Item::default() }),
            cell: self.cell,
            life: self.life,
            wounds: self.wounds,
            penalties: self.penalties,
            dc: self.dc,
            pending: self.pending,
            posture: Posture::Prone,
            bare: self.bare,
            armour_wounds: self.armour_wounds,
            ills: self.ills,
            rises: self.rises,
            initiative: self.initiative,
            // The seconds of a turn that waits still count for those effects [SAM-2-4].
            delays: self.delays && is_awaited,
            unmounted: true,
            paralysed: self.paralysed,
            broke_in_on: self.broke_in_on,
            clock: Clock {
                left,
                ..Clock::default()
            },
            ..Self::default()
        };
    }
}

impl State {
    /// The first situation of a fight, in which nobody is there yet.
    pub(crate) fn empty(fighters: usize) -> Self {
        let nobody = FighterId(0);
        Self::new(
            Shared {
                round: 1,
                phase: Phase::Opening,
                next_up: nobody,
                actor: nobody,
                mind: nobody,
                deeds: 0,
                fighting: FighterSet::NONE,
                bodily: FighterSet::NONE,
                absent: FighterSet::NONE,
                rising: FighterSet::NONE,
                clouds: [None; MOST_CLOUDS],
                holes: CellCounts::NONE,
            },
            (0..fighters).map(|_| Body::default()),
        )
    }

    /// Somebody acts now, and directs its own body.
    #[inline]
    pub(crate) fn hand_to(&mut self, who: FighterId) {
        (self.actor, self.mind) = (who, who);
    }

    /// Who comes after somebody in the order.
    #[inline]
    pub(crate) fn after(&self, who: FighterId) -> After {
        self.body(who).after
    }

    /// Those who are there by initiative, whoever goes first first.
    pub(crate) fn order(&self) -> impl Iterator<Item = FighterId> {
        let all = || self.bodies.iter().map(|body| body.after);
        let last = all().find(|after| after.round_ends);
        let mut next = last.map(|last| last.who);
        std::iter::from_fn(move || {
            let who = next?;
            let after = self.after(who);
            next = (!after.round_ends).then_some(after.who);
            Some(who)
        })
    }

    /// Makes that their order. It is the place of whoever is first.
    pub(crate) fn set_order(&mut self, order: &[FighterId]) {
        let followers = order.iter().cycle().skip(1);
        for (at, (who, &next)) in order.iter().zip(followers).enumerate() {
            self.body_mut(*who).after = After {
                who: next,
                round_ends: at + 1 == order.len(),
            };
        }
        self.next_up = order.first().copied().unwrap_or(FighterId(0));
    }
}
