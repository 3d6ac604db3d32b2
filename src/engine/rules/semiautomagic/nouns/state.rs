//! The state of a fight: everything that changes in it.
//!
//! Clauses: SAM-0-8, SAM-0-12, SAM-1-4, SAM-2-3, SAM-2-4, SAM-7-4, SAM-10-7, SAM-11-8, SAM-11-12, SAM-12-3, SAM-13-4,
//! SAM-6-4, SAM-15-1..9, SAM-17-1, SAM-17-2, SAM-18-5..11, SAM-19-2..13, SAM-21-1, SAM-21-8.

use super::arena::Arena;
use super::memo::{CachedAction, CachedAttack, Changes, ChosenAction, Memo, SharedInputs};
use super::strike::{BodyPart, Landing, Strike};
use crate::fight::{FighterId, FighterSet, LineId, Rounds, SideId, Situation};
use crate::frame::remedies;
use crate::grid::{Cell, CellCounts, Direction};
use crate::rules::semiautomagic::fields::CONFUSION;
use crate::rules::semiautomagic::reading::sheet::{MOST_CARRIED, MOST_ILLS, Posture};

/// The situation, with a memo of values that follow from it. Each way to write to a body tells the memo.
pub(crate) type State = Situation<Shared, Body, Memo>;

/// The part of the state that belongs to no single fighter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Shared {
    pub round: u16,
    pub phase: Phase,
    /// The fighter whose place in the order it is.
    pub next_up: FighterId,
    /// The body that acts, and the mind that directs it; they differ only for the possessed.
    pub actor: FighterId,
    pub mind: FighterId,
    /// Number of actions in this place of the order.
    pub deeds: u8,
    /// Fighters that are not out.
    pub fighting: FighterSet,
    /// Fighters whose bodies are present, out or not.
    pub bodily: FighterSet,
    /// Fighters that take no part: those that can rise and have not yet, those of other fights of the day, and the dead of
    /// earlier fights; and those whose victim is dead and will rise [SAM-21-8].
    pub absent: FighterSet,
    pub rising: FighterSet,
    /// Areas that stay.
    pub clouds: [Option<Cloud>; MOST_CLOUDS],
    /// Steps of cover that cells have lost. Further cells keep their cover [SAM-11-8], because more counts would
    /// enlarge every situation.
    pub holes: CellCounts<8>,
}

impl Rounds for Shared {
    fn set_round(&mut self, round: u32) {
        self.round = u16::try_from(round).expect("at most 10,000 rounds");
    }
}

/// The next place in the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct NextInOrder {
    pub who: FighterId,
    /// Whether it is the first of the next round: nobody else follows in this one.
    pub round_ends: bool,
}

/// Maximum number of areas that stay at once.
pub(crate) const MOST_CLOUDS: usize = 2;

/// Maximum number of delayed effects of one owner; a fighter that may have more is a fault.
pub(crate) const MOST_PENDING: usize = 8;

/// The next phase of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// Initiative is about to be rolled.
    Opening,
    Start,
    Acting,
    Over,
}

/// An area that stays, with the poison inhaled in it [SAM-21-3].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Cloud {
    pub at: Landing,
    /// The distance from the intended place, if it has gone astray.
    pub off: (i32, i32),
    pub weapon: u8,
    pub rounds: u8,
    /// The side of its maker, if its poison makes the dead rise [SAM-21-8].
    pub by: Option<SideId>,
}

/// The progress of a fighter's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Clock {
    /// Seconds left.
    pub left: u8,
    /// Whether nothing has been done yet.
    pub fresh: bool,
    /// A straight movement that has just ended: its direction and its length in halves of a cell [SAM-10-7].
    pub heading: Option<Direction>,
    pub straight: u8,
    /// The part of the last seconds of moving that no step has used, in halves of a cell [SAM-3-1].
    pub carry: u16,
    /// Half metres of the last second of a movement that has just ended [SAM-11-13].
    pub pace: u16,
    /// The distance moved in this turn, in halves of a cell; it counts until the next turn [SAM-11-12].
    pub moved: u16,
    /// Whether the rider has paid for its mount in this round [SAM-14-1].
    pub controlled: bool,
    /// The unfinished action, if there is one.
    pub busy: Option<Busy>,
}

/// The life state of a fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Life {
    #[default]
    Well,
    Dying,
    Stable,
    Unconscious,
    /// Dead, or destroyed in the case of an object.
    Dead,
    Fled,
}

/// An action that runs over the end of a turn [SAM-2-3].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Busy {
    /// The mind that began it: in a shared body only this one can continue it [SAM-17-2].
    pub mind: FighterId,
    pub intent: Intent,
    /// Seconds that are still needed.
    pub left: u8,
}

/// The action that an unfinished action becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Intent {
    /// The choice of this policy line at that time.
    Line(LineId),
    /// An action forced by a condition.
    Forced(Forced),
    /// Crawling away in panic.
    Flees,
}

/// An action forced by a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Forced {
    pub with: AttackMeans,
    pub target: FighterId,
}

/// The means of an attack: a weapon or a combo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AttackMeans {
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

/// A delayed effect.
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

/// Limbs that are impaired [SAM-12-3].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Limbs {
    /// Useless arms or hands, and useless legs.
    pub arms: u8,
    pub legs: u8,
    /// Squares per second that wounds of legs cost, and that wounds of wings cost in flight.
    pub slowed: u8,
    pub wings: u8,
    pub grounded: bool,
}

/// The state of an item carried; the default is an empty place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Item {
    pub place: Whereabouts,
    pub wounds: u8,
    pub jammed: bool,
    /// Whether its wielder's hand has been hit: -1/-1 [SAM-12-1].
    pub shaky: bool,
    /// Attacks before it must be reloaded, and in total; 0 also stands for no limit.
    pub shots: u8,
    pub ammunition: u8,
    /// Seconds spent on reloading it.
    pub loaded: u8,
    /// Doses of poison left.
    pub doses: u8,
}

/// The location of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Whereabouts {
    Held,
    Sheathed,
    Packed,
    Dropped(Cell),
    Destroyed,
    #[default]
    Nowhere,
}

/// An affliction of a fighter [SAM-21-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Ill {
    pub poison: u8,
    pub doses: u8,
    /// Consecutive successes and consecutive failures.
    pub successes: u8,
    pub failures: u8,
    /// Full check intervals spent in an inhaled poison, and seconds of the last own turn [SAM-21-3].
    pub stayed: u8,
    pub inhaled: u8,
    /// The side that brought the latest dose, if it makes the dead rise [SAM-21-8].
    pub by: Option<SideId>,
}

/// The pending rise of a dead fighter [SAM-21-8].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Rising {
    /// Number of own turns until it rises.
    pub turns: u8,
    /// The fighter as which it rises.
    pub who: FighterId,
}

/// The cell of a fighter, which only [`State::put`] changes during a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct FighterCell(Cell);

/// The state of one fighter; the default is an unused place in a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Body {
    /// The next fighter in the order of initiative; late arrivals are inserted when they come.
    pub after: NextInOrder,
    pub cell: FighterCell,
    pub life: Life,
    pub wounds: u8,
    /// Morale penalties.
    pub penalties: u8,
    /// The number that the next dying check must reach, or the next check of a Broken fighter.
    pub dc: u8,
    pub broken: bool,
    pub posture: Posture,
    pub clock: Clock,
    /// Delayed effects [SAM-2-4].
    pub pending: [Option<Pending>; MOST_PENDING],
    /// Whether its turn waits; and the fighter that it has interrupted [SAM-1-4].
    pub delays: bool,
    pub broke_in_on: Option<FighterId>,
    /// Seconds of being stunned.
    pub stunned: u8,
    /// Rounds of each condition; `FOREVER` for the whole fight.
    pub staggered: u8,
    pub blinded: u8,
    pub paralysed: bool,
    pub asleep: bool,
    /// Rounds of being held; the fighter that holds it; and the number that it must reach to break free, 0 if it
    /// cannot.
    pub held: u8,
    pub held_by: Option<FighterId>,
    pub escape: u8,
    pub disabled: u8,
    /// Number of own turns that it is flat-footed after waking.
    pub drowsy: u8,
    pub surprised: bool,
    pub confused: u8,
    /// Rounds in control despite confusion.
    pub control: u8,
    /// The effect of confusion in this turn.
    pub mad: Mad,
    /// The fighter it flees from, and the number of rounds; 0: until it has fled.
    pub panic: Option<FighterId>,
    pub panic_rounds: u8,
    /// The fighter that has enraged it.
    pub rage: Option<FighterId>,
    pub aim: Option<FighterId>,
    /// The fighter it attacked last, and the fighter that wounded it last.
    pub last: Option<FighterId>,
    pub wounded_by: Option<FighterId>,
    /// Fighters that do not see it.
    pub unseen_by: FighterSet,
    pub limbs: Limbs,
    pub items: [Item; MOST_CARRIED],
    /// Uses left of its remedies; 0 also stands for no limit.
    pub uses: [u8; remedies::MOST],
    /// Wounds of its armour, and whether the armour is destroyed.
    pub armour_wounds: u8,
    pub bare: bool,
    /// Steps that its own cover has lost.
    pub cover_lost: u8,
    pub ills: [Option<Ill>; MOST_ILLS],
    pub rises: Option<Rising>,
    /// Mobility penalties of symptoms.
    pub hindered: u8,
    /// Whether it has been thrown off its mount, or its mount has fallen.
    pub unmounted: bool,
    /// The body that it is in.
    pub inside: Option<FighterId>,
    /// Whether it came in as an ally, and still is one [SAM-17-7].
    pub welcome: bool,
    /// Minds whose turns it has vetoed in this round.
    pub vetoed: FighterSet,
    /// Its initiative roll, if somebody is still to come.
    pub initiative: i8,
}

/// The behaviour of a confused fighter until its next turn [SAM-19-6].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Mad {
    /// It acts as it wants.
    #[default]
    Sane,
    Nothing,
    /// It fights them, and counts as flanked.
    Phantoms,
    /// It makes its most deadly attack on a fighter, or a single one with its least harmful weapon.
    Attacks(FighterId),
    Pesters(FighterId),
    /// It does the action of this entry: once, as soon as it can act.
    Does(Raving),
    Flees,
}

/// The entries of the table of confusion, in its order [SAM-19-6].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Raving {
    Longer,
    Towards,
    Disliked,
    Nearest,
    Panic,
    Again,
    Throw,
    Pester,
    Drop,
    Nothing,
    Stray,
    Dash,
    Phantoms,
    Prone,
    Sit,
    Control,
    ControlRounds,
    ControlMinute,
}

impl Raving {
    pub(crate) const ALL: [Self; CONFUSION.len()] = [
        Self::Longer,
        Self::Towards,
        Self::Disliked,
        Self::Nearest,
        Self::Panic,
        Self::Again,
        Self::Throw,
        Self::Pester,
        Self::Drop,
        Self::Nothing,
        Self::Stray,
        Self::Dash,
        Self::Phantoms,
        Self::Prone,
        Self::Sit,
        Self::Control,
        Self::ControlRounds,
        Self::ControlMinute,
    ];
}

/// A number of rounds that lasts for the whole fight.
pub(crate) const FOREVER: u8 = u8::MAX;

impl Limbs {
    /// Takes squares per second off the speed: in flight, if it is a part of the wings.
    pub(crate) fn slow(&mut self, part: BodyPart, squares: u8) {
        let lost = if part == BodyPart::Wings {
            &mut self.wings
        } else {
            &mut self.slowed
        };
        *lost = lost.saturating_add(squares);
    }
}

impl Body {
    #[inline]
    pub(crate) fn is_helpless(&self) -> bool {
        let left = self.inside.is_some();
        self.life != Life::Well || self.broken || self.paralysed || self.asleep || left
    }

    #[inline]
    pub(crate) const fn cell(&self) -> Cell {
        self.cell.0
    }

    /// A copy of the state with the fighter in another cell, for the beginning of a fight.
    #[must_use]
    pub(crate) const fn at(self, cell: Cell) -> Self {
        Self {
            cell: FighterCell(cell),
            ..self
        }
    }

    /// Clears the state of a fighter that is out for good with `left` seconds left, except the fields that the rest of
    /// the fight can still read.
    pub(crate) fn settle(&mut self, left: u8) {
        // Delayed effects may be those of poisoned items [SAM-2-4, SAM-21-2].
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
            // The seconds of a waiting turn still count for those effects [SAM-2-4].
            delays: self.delays && is_awaited,
            unmounted: true,
            paralysed: self.paralysed,
            // The seconds of its turns still count for delayed effects [SAM-19-8].
            disabled: self.disabled,
            broke_in_on: self.broke_in_on,
            clock: Clock {
                left,
                ..Clock::default()
            },
            ..Self::default()
        };
    }
}

/// A further fight of a day.
impl Body {
    /// Keeps of the state before it was settled what matters in a further fight.
    pub(crate) fn keep(&mut self, before: &Self) {
        *self = Self {
            items: before.items,
            uses: before.uses,
            limbs: before.limbs,
            hindered: before.hindered,
            confused: before.confused,
            ..*self
        };
    }

    /// The state of a fighter at the beginning of a further fight, which begins as `start`, with what it has left:
    /// wounds, impaired limbs, morale penalties, afflictions, damaged items, ammunition, doses, and uses of remedies.
    pub(crate) fn carried(&self, start: &Self) -> Self {
        // Insanity lasts until a morale penalty is removed [SAM-15-5].
        let insane = self.confused == FOREVER && self.penalties > 0;
        Self {
            life: self.life,
            wounds: self.wounds,
            penalties: self.penalties,
            dc: self.dc,
            broken: self.broken,
            confused: if insane { FOREVER } else { start.confused },
            limbs: self.limbs,
            items: self.items,
            uses: self.uses,
            armour_wounds: self.armour_wounds,
            bare: self.bare,
            ills: self.ills,
            hindered: self.hindered,
            ..*start
        }
    }
}

impl State {
    /// The first situation of a fight, before anybody is present.
    pub(crate) fn empty(fighters: usize) -> Self {
        let nobody = FighterId(0);
        let bodies = (0..fighters).map(|_| Body::default());
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
            bodies,
        )
    }

    /// The clock of a fighter, to write to.
    #[inline]
    pub(crate) fn clock_mut(&mut self, who: FighterId) -> &mut Clock {
        &mut self.body_untold(who).clock
    }

    /// Stores the target that a fighter attacks.
    #[inline]
    pub(crate) fn attacks(&mut self, who: FighterId, target: FighterId) {
        self.body_untold(who).last = Some(target);
    }

    /// Makes the situation the first one of all fights of its matchup.
    pub(crate) fn set_first(&mut self) {
        self.memo.set_first();
    }

    /// Counts one more wound of a fighter.
    pub(crate) fn wound(&mut self, who: FighterId) {
        self.memo.wounded();
        let body = self.body_untold(who);
        body.wounds = body.wounds.saturating_add(1);
    }

    /// Moves a fighter into a cell.
    pub(crate) fn put(&mut self, who: FighterId, cell: Cell) {
        self.memo.moved();
        self.body_untold(who).cell = FighterCell(cell);
        self.memo.places.put(who, cell);
    }

    /// Prepares the kept values for the next step.
    #[inline]
    pub(crate) fn begin_step(&mut self, arena: &Arena) {
        let (_, bodies, memo) = self.beside_memo();
        memo.begin_step(arena, bodies);
    }

    /// The gap between two fighters, if it is kept.
    #[inline]
    pub(crate) fn kept_gap(&self, one: FighterId, other: FighterId) -> Option<u32> {
        self.memo.places.gap(one, other)
    }

    /// The fighters whose gap to a fighter is exactly one cell, if they are kept.
    #[inline]
    pub(crate) fn kept_touching(&self, who: FighterId) -> Option<FighterSet> {
        self.memo.places.touching(who)
    }

    /// The numbers of the latest changes.
    #[inline]
    pub(crate) fn changes(&mut self) -> Changes {
        let there = SharedInputs::of(self);
        self.memo.changes(there)
    }

    /// The deeds that are kept for a fighter.
    #[inline]
    pub(crate) fn kept_deeds(
        &self,
        who: FighterId,
        asked: CachedAction,
    ) -> &[Option<ChosenAction>] {
        self.memo.deeds(who, asked)
    }

    /// The weapons that a fighter can use, as bits, if they are kept.
    #[inline]
    pub(crate) fn kept_usable(&self, who: FighterId) -> Option<u64> {
        self.memo.usable(who)
    }

    pub(crate) fn keep_usable(&mut self, who: FighterId, weapons: u64) {
        self.memo.keep_usable(who, weapons);
    }

    pub(crate) fn keep_deed(&mut self, who: FighterId, asked: CachedAction, chosen: ChosenAction) {
        self.memo.keep_deed(who, asked, chosen);
    }

    /// The attack that is kept for a fighter, if it is this one and holds now.
    #[inline]
    pub(crate) fn kept_blow(&mut self, who: FighterId, strike: Strike) -> Option<&CachedAttack> {
        let now = self.changes();
        self.memo.blow(who, strike, now)
    }

    pub(crate) fn keep_blow(&mut self, who: FighterId, blow: CachedAttack) {
        self.memo.keep_blow(who, blow);
    }

    /// Gives the turn to a fighter, which directs its own body.
    #[inline]
    pub(crate) fn hand_to(&mut self, who: FighterId) {
        (self.actor, self.mind) = (who, who);
    }

    /// The fighter that follows another in the order.
    #[inline]
    pub(crate) fn after(&self, who: FighterId) -> NextInOrder {
        self.body(who).after
    }

    /// The fighters in the order of initiative, the first to act first.
    pub(crate) fn order(&self) -> impl Iterator<Item = FighterId> {
        let all = || self.bodies().iter().map(|body| body.after);
        let last = all().find(|after| after.round_ends);
        let mut next = last.map(|last| last.who);
        std::iter::from_fn(move || {
            let who = next?;
            let after = self.after(who);
            next = (!after.round_ends).then_some(after.who);
            Some(who)
        })
    }

    /// Sets the order; it is the place of its first fighter.
    pub(crate) fn set_order(&mut self, order: &[FighterId]) {
        let followers = order.iter().cycle().skip(1);
        for (at, (who, &next)) in order.iter().zip(followers).enumerate() {
            self.body_untold(*who).after = NextInOrder {
                who: next,
                round_ends: at + 1 == order.len(),
            };
        }
        self.next_up = order.first().copied().unwrap_or(FighterId(0));
    }
}
