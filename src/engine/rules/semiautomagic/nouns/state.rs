//! The state of a fight: everything that can change during a fight.
//!
//! Clauses: SAM-0-8, SAM-0-12, SAM-1-4, SAM-2-3, SAM-2-4, SAM-7-4, SAM-10-7, SAM-11-8, SAM-11-12, SAM-12-3, SAM-13-4,
//! SAM-6-4, SAM-15-1..9, SAM-17-1, SAM-17-2, SAM-18-5..11, SAM-19-2..13, SAM-21-1, SAM-21-8.

use super::arena::Arena;
use super::memo::{CachedAction, CachedAttack, Changes, ChosenAction, Memo};
use super::strike::{BodyPart, Landing, Strike};
use crate::fight::{FighterId, FighterSet, LineId, Rounds, SideId, Situation};
use crate::frame::remedies;
use crate::grid::{Block, Cell, CellCounts, Direction};
use crate::rules::semiautomagic::fields::CONFUSION;
use crate::rules::semiautomagic::reading::sheet::{MOST_CARRIED, MOST_ILLS, Posture};

/// The situation, with a cache of values that are computed from it. Every change of a body also updates the
/// cache.
pub(crate) type State = Situation<Shared, Body, Memo>;

/// The part of the state that belongs to no single fighter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Shared {
    pub round: u16,
    pub phase: Phase,
    /// The fighter whose place in the turn order has been reached.
    pub next_up: FighterId,
    /// The body that acts and the mind that directs it. They differ only if the body is possessed.
    pub actor: FighterId,
    pub mind: FighterId,
    /// Number of actions that have been taken at this place of the turn order.
    pub deeds: u8,
    /// Fighters that are in the fight.
    pub fighting: FighterSet,
    /// Fighters whose bodies are present, in the fight or out of it.
    pub bodily: FighterSet,
    /// `absent`: fighters that take no part in this fight at present, because they have not risen yet, belong
    /// to another fight of the day, or died in an earlier one. `rising`: those absent fighters that will rise
    /// because the fighter that they rise from has died [SAM-21-8].
    pub absent: FighterSet,
    pub rising: FighterSet,
    /// Areas that stay on the map for some rounds.
    pub clouds: [Option<Cloud>; MOST_CLOUDS],
    /// The steps of cover that attacks have taken from cells. At most eight cells are recorded, because more
    /// would make every situation larger. All other cells keep their cover [SAM-11-8].
    pub holes: CellCounts<8>,
}

impl Rounds for Shared {
    fn set_round(&mut self, round: u32) {
        self.round = u16::try_from(round).expect("at most 10,000 rounds");
    }
}

/// The next place in the turn order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct NextInOrder {
    pub who: FighterId,
    /// Whether this place is the first of the next round.
    pub round_ends: bool,
}

/// Maximum number of areas that stay on the map at the same time.
pub(crate) const MOST_CLOUDS: usize = 2;

/// Maximum number of delayed effects that one fighter can have at the same time. A scenario that allows more
/// is faulty.
pub(crate) const MOST_PENDING: usize = 8;

/// The next thing that play does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// The fight begins, and initiative is rolled.
    Opening,
    Start,
    Acting,
    Over,
}

/// An area effect that stays on the map. Fighters in it inhale its poison [SAM-21-3].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Cloud {
    pub at: Landing,
    /// How far the area has scattered from the intended place, in columns and rows. Zero if it has not.
    pub off: (i32, i32),
    pub weapon: u8,
    pub rounds: u8,
    /// The side that made the area. `None` if nobody who dies of its poison can rise from the dead
    /// [SAM-21-8].
    pub by: Option<SideId>,
}

/// How far a fighter's turn has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Clock {
    /// Seconds left in the turn.
    pub left: u8,
    /// Whether the fighter has not done anything in this turn yet.
    pub fresh: bool,
    /// The direction of a straight movement that has just ended, and its length in half cells [SAM-10-7].
    pub heading: Option<Direction>,
    pub straight: u8,
    /// Distance in half cells that the last moves allowed but that was too short for one more cell. It is
    /// added to the next move [SAM-3-1].
    pub carry: u16,
    /// The speed in the last second of a movement that has just ended, in half metres per second [SAM-11-13].
    pub pace: u16,
    /// Distance moved in this turn, in half cells. It is reset only when the next turn of the fighter begins
    /// [SAM-11-12].
    pub moved: u16,
    /// Whether the fighter has controlled its mount in this round, and has paid the seconds for it
    /// [SAM-14-1].
    pub controlled: bool,
    /// The unfinished action, if there is one.
    pub busy: Option<Busy>,
}

/// Whether a fighter is well, or why it is out of the fight.
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

/// An unfinished action, which continues in the next turn [SAM-2-3].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Busy {
    /// The mind that began the action. If several minds share the body, only this mind can continue it
    /// [SAM-17-2].
    pub mind: FighterId,
    pub intent: Intent,
    /// Seconds that the action still needs.
    pub left: u8,
}

/// The way to complete an unfinished action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Intent {
    /// The action that this policy line chooses at the time of completion.
    Line(LineId),
    /// The attack that a condition, such as rage, forces on the fighter.
    Forced(Forced),
    /// The fighter crawls away in panic.
    Flees,
}

/// An attack that a condition, such as rage, forces on a fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Forced {
    pub with: AttackMeans,
    pub target: FighterId,
}

/// The weapon or combo of an attack, by its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AttackMeans {
    Weapon(u8),
    Combo(u8),
}

/// A delayed effect, and the time until it takes place [SAM-2-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Pending {
    /// Seconds until the effect. Only seconds of the turns of the fighter that caused it count.
    pub left: u8,
    pub effect: Effect,
}

/// The effect of an action with a weapon. It is delayed if the weapon has a delay.
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

/// The limbs of a fighter that are impaired, and what this costs it [SAM-12-3].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Limbs {
    /// `arms`: number of useless arms or hands. `legs`: number of useless legs.
    pub arms: u8,
    pub legs: u8,
    /// Lost speed in squares per second. `slowed`: by wounds of legs. `wings`: by wounds of wings, in flight
    /// only.
    pub slowed: u8,
    pub wings: u8,
    pub grounded: bool,
}

/// The state of a carried item. The default value stands for an entry without an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Item {
    pub place: Whereabouts,
    pub wounds: u8,
    pub jammed: bool,
    /// Whether the hand that wields the item has been hit, which gives -1/-1 [SAM-12-1].
    pub shaky: bool,
    /// `shots`: attacks left until the item must be reloaded. `ammunition`: attacks left in total. A number
    /// of 0 may also mean that there is no limit.
    pub shots: u8,
    pub ammunition: u8,
    /// Seconds that have been spent on reloading the item, since it was loaded last.
    pub loaded: u8,
    /// Doses of poison left on the item.
    pub doses: u8,
}

/// The place where an item is.
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

/// An affliction of a fighter by a poison or disease [SAM-21-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Ill {
    pub poison: u8,
    pub doses: u8,
    /// `successes`: number of checks passed in a row. `failures`: number of checks failed in a row.
    pub successes: u8,
    pub failures: u8,
    /// `stayed`: full check intervals spent in an area where the poison is inhaled. `inhaled`: seconds spent
    /// there in the fighter's last turn [SAM-21-3].
    pub stayed: u8,
    pub inhaled: u8,
    /// The side that brought the latest dose. `None` if nobody who dies of this poison can rise from the
    /// dead [SAM-21-8].
    pub by: Option<SideId>,
}

/// A dead fighter's rise from the dead, which is still to come [SAM-21-8].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Rising {
    /// Number of turns of the dead fighter until the rise.
    pub turns: u8,
    /// The fighter that the dead one rises as.
    pub who: FighterId,
}

/// The cell of a fighter. Of several cells it is the one with the lowest column and row. During a fight, only
/// [`State::put`] changes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct FighterCell(Cell);

/// The state of one fighter. The default value stands for an entry without a fighter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Body {
    /// The next fighter in the turn order. A fighter that arrives late is inserted when it arrives.
    pub after: NextInOrder,
    pub cell: FighterCell,
    pub life: Life,
    pub wounds: u8,
    /// Number of morale penalties that the fighter has.
    pub penalties: u8,
    /// The number that the next dying check of the fighter must reach or, if it is Broken, its next check to
    /// recover.
    pub dc: u8,
    pub broken: bool,
    pub posture: Posture,
    pub clock: Clock,
    /// The delayed effects that the fighter has caused and that are still to come [SAM-2-4].
    pub pending: [Option<Pending>; MOST_PENDING],
    /// `delays`: whether the fighter has delayed its turn. `broke_in_on`: the fighter that its delayed turn
    /// has interrupted [SAM-1-4].
    pub delays: bool,
    pub broke_in_on: Option<FighterId>,
    /// Seconds until the fighter is no longer stunned.
    pub stunned: u8,
    /// Rounds left of each of these conditions. [`FOREVER`] means that it lasts for the whole fight.
    pub staggered: u8,
    pub blinded: u8,
    pub paralysed: bool,
    pub asleep: bool,
    /// `held`: rounds left of a hold on this fighter. `held_by`: the fighter that holds it. `escape`: the
    /// number that a check to break free must reach, or 0 if breaking free is impossible.
    pub held: u8,
    pub held_by: Option<FighterId>,
    pub escape: u8,
    pub disabled: u8,
    /// Number of its own turns that the fighter stays flat-footed, mostly after waking.
    pub drowsy: u8,
    pub surprised: bool,
    pub confused: u8,
    /// Number of rounds that a confused fighter still keeps control of itself.
    pub control: u8,
    /// The behaviour that confusion causes in this turn.
    pub mad: Mad,
    /// `panic`: the fighter that this one flees from in panic. `panic_rounds`: rounds left of the panic, or 0
    /// if it lasts until the fighter has fled.
    pub panic: Option<FighterId>,
    pub panic_rounds: u8,
    /// The fighter that has enraged this one.
    pub rage: Option<FighterId>,
    pub aim: Option<FighterId>,
    /// `last`: the fighter that this one attacked last. `wounded_by`: the fighter that wounded this one last.
    pub last: Option<FighterId>,
    pub wounded_by: Option<FighterId>,
    /// The fighters that this one is hidden from.
    pub unseen_by: FighterSet,
    pub limbs: Limbs,
    pub items: [Item; MOST_CARRIED],
    /// Uses left of each remedy. 0 may also mean that there is no limit.
    pub uses: [u8; remedies::MOST],
    /// `armour_wounds`: wounds of the armour. `bare`: whether the armour is destroyed.
    pub armour_wounds: u8,
    pub bare: bool,
    /// Number of steps that attacks have taken from the fighter's own cover.
    pub cover_lost: u8,
    pub ills: [Option<Ill>; MOST_ILLS],
    pub rises: Option<Rising>,
    /// Number of mobility penalties caused by afflictions and ailments.
    pub hindered: u8,
    /// Whether the fighter has lost its mount, because it was thrown off or the mount fell.
    pub unmounted: bool,
    /// The fighter whose body this fighter's mind has entered, if it is not in its own body.
    pub inside: Option<FighterId>,
    /// Whether the mind entered that body as an ally and still is an ally [SAM-17-7].
    pub welcome: bool,
    /// Minds that share a body with this mind and whose turns it has vetoed in this round.
    pub vetoed: FighterSet,
    /// The result of the initiative roll. It is needed when others arrive later.
    pub initiative: i8,
}

/// The behaviour that confusion causes until the fighter's next turn [SAM-19-6].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Mad {
    /// The fighter decides for itself.
    #[default]
    Sane,
    Nothing,
    /// The fighter fights phantoms. Enemies attack it as if it were flanked.
    Phantoms,
    /// `Attacks`: the fighter makes its deadliest attack on this target. `Pesters`: it makes a single attack
    /// on this target with its least harmful weapon.
    Attacks(FighterId),
    Pesters(FighterId),
    /// The fighter does this once, as soon as it can act.
    Does(Raving),
    Flees,
}

/// The rows of the confusion table that make a fighter act on its own [SAM-19-6].
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

/// The number of rounds of a condition that lasts for the whole fight.
pub(crate) const FOREVER: u8 = u8::MAX;

impl Limbs {
    /// Reduces the speed by `squares` per second after a wound of `part`. Wounds of wings reduce only the
    /// speed in flight.
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

    /// Returns a copy of this state with the fighter in `cell`. It is used for the start of a fight.
    #[must_use]
    pub(crate) const fn at(self, cell: Cell) -> Self {
        Self {
            cell: FighterCell(cell),
            ..self
        }
    }

    /// Clears the state of a fighter that is out of the fight for good, except for the fields that the rest
    /// of the fight may still use. `left` is the number of seconds left in its turn.
    pub(crate) fn settle(&mut self, left: u8) {
        // A delayed effect of this fighter may come from a poisoned item, so the items are still needed
        // [SAM-2-4, SAM-21-2].
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
            // Delayed effects wait for seconds of the fighter's turns, also for those of a delayed turn
            // [SAM-2-4].
            delays: self.delays && is_awaited,
            unmounted: true,
            paralysed: self.paralysed,
            // A disabled fighter has shorter turns, and delayed effects count the seconds of turns
            // [SAM-19-8].
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

/// The state that a fighter keeps from one fight of a day to the next.
impl Body {
    /// Restores the fields that matter in the next fight of a day. `before` is the state before
    /// [`Body::settle`] cleared it.
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

    /// Returns the fighter's state at the start of the next fight of a day. It keeps its wounds, impaired
    /// limbs, morale penalties, afflictions, damaged items, ammunition, doses, and uses of remedies. Other
    /// fields are as in `start`, the state at the start of the day.
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
    /// Returns the state of a fight before anybody is present.
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

    /// Returns the clock of a fighter for writing. Cached values stay valid, because none depends on clocks.
    #[inline]
    pub(crate) fn clock_mut(&mut self, who: FighterId) -> &mut Clock {
        &mut self.body_untold(who).clock
    }

    /// Stores `target` as the fighter that `who` attacked last.
    #[inline]
    pub(crate) fn attacks(&mut self, who: FighterId, target: FighterId) {
        self.body_untold(who).last = Some(target);
    }

    /// Marks this state as the start of all fights of its matchup.
    pub(crate) fn set_first(&mut self) {
        self.memo.set_first();
    }

    /// Adds one wound to a fighter.
    pub(crate) fn wound(&mut self, who: FighterId) {
        self.memo.wounded();
        let body = self.body_untold(who);
        body.wounds = body.wounds.saturating_add(1);
    }

    /// Moves the fighter `who` to `cell`.
    pub(crate) fn put(&mut self, who: FighterId, cell: Cell) {
        self.body_untold(who).cell = FighterCell(cell);
        self.memo.put(who, cell);
    }

    /// Updates the cache at the beginning of a step.
    #[inline]
    pub(crate) fn begin_step(&mut self, arena: &Arena) {
        let (_, bodies, memo) = self.beside_memo();
        memo.begin_step(arena, bodies);
    }

    /// Returns the cells that a fighter occupies, or `None` if they are not cached.
    #[inline]
    pub(crate) fn kept_block(&self, who: FighterId) -> Option<Block> {
        self.memo.places.block(who)
    }

    /// Returns the distance between two fighters in cells, or `None` if distances are not cached.
    #[inline]
    pub(crate) fn kept_gap(&self, one: FighterId, other: FighterId) -> Option<u32> {
        self.memo.places.gap(one, other)
    }

    /// Returns the fighters at a distance of exactly one cell from `who`, or `None` if distances are not
    /// cached.
    #[inline]
    pub(crate) fn kept_touching(&self, who: FighterId) -> Option<FighterSet> {
        self.memo.places.touching(who)
    }

    /// Returns when bodies and wounds changed last, as numbers of changes.
    #[inline]
    pub(crate) fn changes(&mut self) -> Changes {
        let (shared, _, memo) = self.beside_memo();
        memo.changes(shared)
    }

    /// Returns the cached actions of the fighter `who` of the kind `asked`.
    #[inline]
    pub(crate) fn kept_deeds(
        &self,
        who: FighterId,
        asked: CachedAction,
    ) -> &[Option<ChosenAction>] {
        self.memo.deeds(who, asked)
    }

    /// Returns the weapons that a fighter can use, as a bit mask, or `None` if they are not cached.
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

    /// Returns the cached attack of a fighter, or `None` if it is not `strike` or is no longer valid.
    #[inline]
    pub(crate) fn kept_blow(&mut self, who: FighterId, strike: Strike) -> Option<&CachedAttack> {
        let now = self.changes();
        self.memo.blow(who, strike, now)
    }

    pub(crate) fn keep_blow(&mut self, who: FighterId, blow: CachedAttack) {
        self.memo.keep_blow(who, blow);
    }

    /// Gives the turn to `who`, with its own mind in control of its body.
    #[inline]
    pub(crate) fn hand_to(&mut self, who: FighterId) {
        (self.actor, self.mind) = (who, who);
    }

    /// Returns the place after that of `who` in the turn order.
    #[inline]
    pub(crate) fn after(&self, who: FighterId) -> NextInOrder {
        self.body(who).after
    }

    /// Iterates over the fighters in turn order, beginning with the first to act in a round.
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

    /// Sets the turn order, and makes its first fighter the next one to act.
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
