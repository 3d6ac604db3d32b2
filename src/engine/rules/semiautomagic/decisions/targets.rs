//! The target rules of policy lines, such as `nearest`, and the sets of fighters that they choose from.
//!
//! Clauses: SAM-0-14, SAM-10-4, SAM-18-2.

use super::WORDS;
use super::asker::Asker;
use crate::fight::{FighterId, FighterSet};
use crate::policy::vocabulary::{specs, target};
use crate::policy::{Line, TargetRef, TargetSpec};

/// A function that chooses one fighter of a set, or `None` if no fighter fits.
type Pick = fn(&Asker<'_>, FighterSet) -> Option<FighterId>;

pub(super) const TARGETS: [TargetSpec; Asker::TARGETS.len()] = specs(Asker::TARGETS);

/// The index of the target rule `fallen`, which chooses among dying enemies.
const FALLEN: u8 = WORDS.target("fallen");

impl Asker<'_> {
    /// Every target rule with its function. If several fighters fit equally well, the first in listing order
    /// is chosen.
    #[rustfmt::skip]
    const TARGETS: &'static [(TargetSpec, Pick)] = &[
        (target("nearest", "the smallest gap; ties by listing order, as for all rules"), |a, some| a.nearest(some)),
        (target("first", "the first in listing order"), |_, some| some.iter().next()),
        (target("last", "the one attacked last while it is a legal target, else the nearest"),
            |a, some| a.last().filter(|&last| some.has(last)).or_else(|| a.nearest(some))),
        (target("weakest", "the lowest Toughness"), |a, some| some.iter().min_by_key(|&who| a.toughness(who))),
        (target("strongest", "the highest Toughness"), |a, some| some.iter().min_by_key(|&who| -a.toughness(who))),
        (target("easiest", "the lowest bonus to defend itself"), |a, some| some.iter().min_by_key(|&who| a.view.defensive(who))),
        (target("flanked", "the nearest who is flanked, else the nearest"),
            |a, some| a.nearest_flanked(some).or_else(|| a.nearest(some))),
        (target("helpless", "the nearest who is helpless"), |a, some| a.nearest(some.filter(|who| a.view.body(who).is_helpless()))),
        (target("shaken", "the lowest Will"), |a, some| some.iter().min_by_key(|&who| a.view.will(who))),
        (target("wounded", "the most wounds"), |a, some| a.most_wounded(some)),
        (target("fallen", "the nearest who is out and dying"), |a, some| a.nearest(some)),
    ];

    pub(super) fn nearest(&self, some: FighterSet) -> Option<FighterId> {
        self.view.nearest(self.who, some)
    }

    /// Returns the fighter that this one attacked last. The cache does not notice when this changes, so a
    /// decision that uses it is never cached.
    fn last(&self) -> Option<FighterId> {
        self.reads_clock();
        self.me().last
    }

    fn toughness(&self, who: FighterId) -> i32 {
        self.reads_wounds();
        self.view.toughness(who)
    }

    pub(super) fn most_wounded(&self, some: FighterSet) -> Option<FighterId> {
        self.reads_wounds();
        let wounds = |&who: &FighterId| std::cmp::Reverse(self.view.body(who).wounds);
        some.iter().min_by_key(wounds)
    }

    fn nearest_flanked(&self, mut some: FighterSet) -> Option<FighterId> {
        loop {
            let who = self.nearest(some)?;
            if self.view.flanked(who) {
                return Some(who);
            }
            some.remove(who);
        }
    }

    /// Returns the enemies that a line may choose from: dying ones for the target rule `fallen`, and
    /// otherwise those in the fight [SAM-0-14].
    pub(super) fn prey(&self, line: &Line) -> FighterSet {
        let (lineup, there) = (&self.view.arena.lineup, self.view.state.bodily);
        match line.target() {
            Some(TargetRef::Rule(FALLEN)) => {
                let enemies = lineup.enemies(self.mind).and(there);
                enemies.filter(|foe| self.view.is_dying(foe))
            }
            // Objects do not count as enemies. A line can attack an object only by its name [SAM-18-2].
            Some(TargetRef::Combatant(_)) => {
                let things = lineup.things().and(self.view.state.fighting);
                let hostile = things.filter(|thing| lineup.are_enemies(self.mind, thing));
                FighterSet(self.foes().0 | hostile.0)
            }
            _ => self.foes(),
        }
    }

    /// Returns the fighter of `among` that the line chooses, by its name or its target rule. Without either,
    /// the nearest is chosen.
    pub(super) fn pick(&self, line: &Line, among: FighterSet) -> Option<FighterId> {
        match line.target() {
            Some(TargetRef::Combatant(name)) => {
                let lineup = &self.view.arena.lineup;
                among.iter().find(|&who| lineup.is_called(who, name))
            }
            Some(TargetRef::Rule(rule)) => Self::TARGETS[usize::from(rule)].1(self, among),
            None => self.nearest(among),
        }
    }

    /// Chooses the patient for a line of the list `rest`, and stores it as the target. Without a target rule,
    /// the first of `among` is chosen.
    pub(super) fn aim_at_patient(&mut self, line: &Line, among: FighterSet) -> Option<FighterId> {
        if line.target().is_none() {
            self.target = among.iter().next();
            return self.target;
        }
        self.aim_among(line, among)
    }

    /// Chooses a target as [`pick`](Self::pick) does, and stores it as the target of the line.
    pub(super) fn aim_among(&mut self, line: &Line, among: FighterSet) -> Option<FighterId> {
        self.target = Some(self.pick(line, among)?);
        self.target
    }
}
