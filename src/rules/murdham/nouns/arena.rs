//! A compiled fight of this book: who fights under which house rules, where, and what is true from the first round
//! to the last.

use std::ops::Range;
use std::sync::OnceLock;

use super::fighter::Fighter;
use super::pool::Pool;
use super::selectors::SELECTORS;
use super::state::State;
use crate::dice::Dice;
use crate::fight::{
    Cast, Fight, FighterId, FighterSet, MOST_FIGHTERS, Outcome, Progress, SideId, Stream, Witness,
    play,
};
use crate::policy::ItemRef;
use crate::rules::lineup::Lineup;
use crate::rules::murdham::chapters::round;
use crate::rules::murdham::options::Options;
use crate::rules::murdham::reading::field::Field;
use crate::rules::murdham::reading::tables::{Remedy, Weapon};
use crate::rules::murdham::speed::blows::Blows;
use crate::rules::murdham::speed::chart;
use crate::rules::murdham::speed::plans::Plans;
use crate::rules::murdham::speed::tabled::Tabled;

/// A compiled fight of at most `N` fighters.
#[derive(Debug)]
pub(crate) struct Arena<const N: usize> {
    pub options: Options,
    pub field: Field,
    /// One per combatant.
    pub roster: Vec<Fighter>,
    /// Who belongs to which side, and has which stat block.
    pub lineup: Lineup,
    /// The weapons of the matchup; bare hands first.
    pub weapons: Vec<Weapon>,
    pub remedies: Vec<Remedy>,
    /// For each thing that a policy can name, the weapons of that name, as bits; and for each selector.
    pub named: Vec<u64>,
    pub selected: [u64; SELECTORS.len()],
    /// The zone by which each side leaves the map [MUR-12-7].
    pub exits: Vec<u8>,
    /// Who holds the initiative, if the scenario or an ambush says so [MUR-1-7, MUR-11-1].
    pub initiative: Option<SideId>,
    pub cast: Cast,
    pub scope: Scope,
    /// Whether luck may be drawn from tables.
    pub draws: bool,
    /// The tables, once somebody has played.
    pub tabled: OnceLock<Tabled<N>>,
    pub plans: OnceLock<Plans>,
    pub start: State<N>,
}

/// What can happen at all in a fight, so that what cannot costs nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "what can happen, each on its own"
)]
pub(crate) struct Scope {
    /// Somebody's policy guards.
    pub guards: bool,
    /// Somebody's policy makes opportunity attacks.
    pub opportunities: bool,
    /// Somebody can take hold of somebody.
    pub grabs: bool,
    /// Somebody's morale can break.
    pub morale: bool,
    /// There is somebody or something that can be ridden.
    pub mounts: bool,
    /// Somebody's policy asks for the number of the round.
    pub timed: bool,
}

impl<const N: usize> Arena<N> {
    #[inline]
    pub(crate) fn fighter(&self, who: FighterId) -> &Fighter {
        &self.roster[self.lineup.role(who)]
    }

    #[inline]
    pub(crate) fn weapon(&self, weapon: u8) -> &Weapon {
        &self.weapons[usize::from(weapon)]
    }

    /// Enemies who fight on.
    #[inline]
    pub(crate) fn foes(&self, state: &State<N>, who: FighterId) -> FighterSet {
        state.fighting.without(self.lineup.allies(who))
    }

    /// Whether two are nearby each other [MUR-0-17].
    #[inline]
    pub(crate) fn nearby(&self, state: &State<N>, a: FighterId, b: FighterId) -> bool {
        self.field.nearby(state.body(a).place, state.body(b).place)
    }

    /// Zones between two.
    #[inline]
    pub(crate) fn distance(&self, state: &State<N>, a: FighterId, b: FighterId) -> u8 {
        self.field
            .distance(state.body(a).place, state.body(b).place)
    }

    /// How many sizes larger one is than the other.
    #[inline]
    pub(crate) fn over(&self, a: FighterId, b: FighterId) -> i32 {
        self.fighter(a).size.over(self.fighter(b).size)
    }

    /// The weapons that a policy's word means, as bits.
    #[inline]
    pub(crate) fn meant(&self, item: ItemRef) -> u64 {
        match item {
            ItemRef::Named(name) => self.named[usize::from(name)],
            ItemRef::Selector(selector) => self.selected[usize::from(selector)],
        }
    }

    /// The dice of an attack with this weapon, see [`Pool::of`].
    pub(crate) fn pool(&self, weapon: &Weapon, larger: i32, causes: u8) -> Pool {
        Pool::of(&self.options, weapon, larger, causes)
    }

    /// What is drawn from tables in this fight. They are worked out when it is first played, for not all fights are.
    fn tabled(&self) -> &Tabled<N> {
        self.tabled.get_or_init(|| Tabled::new(self))
    }

    /// The tables of blows that are to be drawn by themselves.
    #[inline]
    pub(crate) fn blows(&self) -> Option<&Blows> {
        match self.tabled.get() {
            Some(Tabled::Blows(blows)) => Some(blows),
            _ => None,
        }
    }

    /// What those do who have nothing to decide.
    #[inline]
    pub(crate) fn plans(&self) -> &Plans {
        self.plans.get_or_init(|| Plans::new(self))
    }

    /// Whether it is a thing and no character [MUR-17-4].
    #[inline]
    pub(crate) fn is_vehicle(&self, who: FighterId) -> bool {
        self.cast.things.has(who)
    }

    pub(crate) fn name(&self, who: FighterId) -> String {
        self.cast.name(who)
    }
}

impl<const N: usize> Fight for Arena<N> {
    type State = State<N>;
    type Roomy = Arena<MOST_FIGHTERS>;

    fn cast(&self) -> &Cast {
        &self.cast
    }

    fn roomy(&self) -> Arena<MOST_FIGHTERS> {
        Arena {
            options: self.options.clone(),
            field: self.field.clone(),
            roster: self.roster.clone(),
            lineup: self.lineup.clone(),
            weapons: self.weapons.clone(),
            remedies: self.remedies.clone(),
            named: self.named.clone(),
            selected: self.selected,
            exits: self.exits.clone(),
            initiative: self.initiative,
            cast: self.cast.clone(),
            scope: self.scope,
            draws: self.draws,
            tabled: OnceLock::new(),
            plans: OnceLock::new(),
            start: self.start.roomy(),
        }
    }

    #[inline]
    fn start(&self) -> State<N> {
        self.start.clone()
    }

    #[inline]
    fn step<D: Dice, W: Witness>(
        &self,
        state: &mut State<N>,
        dice: &mut D,
        witness: &mut W,
    ) -> Progress {
        round::step(self, state, dice, witness)
    }

    #[inline]
    fn run<D: Dice, W: Witness>(
        &self,
        state: &mut State<N>,
        dice: &mut D,
        witness: &mut W,
    ) -> Outcome {
        if let Tabled::Turns(chart) = self.tabled() {
            return chart::run(self, chart, state, dice, witness);
        }
        round::run(self, state, dice, witness)
    }

    #[inline]
    fn play_all<W: Witness>(&self, stream: &Stream, fights: Range<u64>, witness: &mut W) {
        match self.tabled() {
            Tabled::Turns(chart) if !W::LISTENS => {
                chart::play(self, chart, stream, fights, witness);
            }
            _ => fights.for_each(|n| {
                play(self, &mut stream.dice(n), witness);
            }),
        }
    }
}
