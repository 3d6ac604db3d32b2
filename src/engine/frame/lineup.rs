//! The lineup of a fight: its sides, and the side and the stat block of each fighter.

use std::sync::Arc;

use super::time::OBJECTIVE_LEFT;
use crate::fight::{
    Alliances, Cast, CastCombatant, CastItem, CastWeapon, CombatantId, Ending, FighterId,
    FighterSet, Goal, Objective, Playbook, SideId, WeaponId,
};
use crate::policy::{Policy, Vocabulary, all_settle_at};
use crate::scenario::Side;

/// A role: a stat block on one side, and how many fighters have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Role {
    /// The name of the combatant, that is, of the stat block.
    pub name: String,
    /// The side of the fighters.
    pub side: SideId,
    /// The number of fighters with this stat block.
    pub count: u32,
    /// The items that each of these fighters attacks with.
    pub arms: Vec<Arm>,
}

/// An item that fighters attack with: its name, and the names of its attacks in tables.
pub(super) type Arm = (String, Vec<String>);

/// The sides of a fight and their fighters. Fighters are in the order of the scenario.
#[derive(Debug, Clone)]
pub struct Lineup {
    /// The names of the sides.
    side_names: Vec<String>,
    /// The roles of all sides, in the order of the scenario.
    pub roles: Vec<Role>,
    /// For each fighter, the position of its role in `roles`.
    role_of: Vec<u8>,
    /// For each fighter, its side.
    side_of: Vec<SideId>,
    /// For each side, its fighters without things.
    pub sides: Vec<FighterSet>,
    /// For each side, the fighters of its alliance, without things, if the side is the first one of the
    /// alliance. The set is empty for all other sides. If no sides are allied, this is the same as `sides`.
    pub alliances: Vec<FighterSet>,
    /// For each fighter, its alliance: the first side in it.
    alliance_of: Vec<SideId>,
    /// The groups of sides that fight together.
    allied: Alliances,
    /// The fighters that are things, such as vehicles.
    things: FighterSet,
    /// The fighters that are absent at the start and may never arrive: see [`Cast::absent`].
    absent: FighterSet,
    /// The fighters that join the fight after its first round. Each entry is a round, and the fighters that
    /// arrive at its start. Rounds are in ascending order.
    waves: Vec<(u32, FighterSet)>,
    /// For each stage of a day, the fighters that take part in it. Empty if the fight is not part of a day.
    pub(super) stages: Vec<FighterSet>,
    /// For each role, the number of its name in policies. This is the position of the name among the
    /// combatants of the scenario.
    called: Vec<u16>,
    /// The objectives of all sides.
    pub(super) objectives: Vec<Objective>,
    /// The round of an objective `hold`, if a side has one. The side wins if it stands at the end of this
    /// round.
    pub(super) last_round: Option<u32>,
    /// The fighters that an objective `reach` of their side includes.
    pub(super) reaching: FighterSet,
    /// The fighters that have to flee for an objective of their side or of an ally.
    pub(super) leaving: FighterSet,
}

/// Functions that return data of a stat block, given its name.
pub(super) struct Blocks<'b> {
    /// Returns whether fighters with the stat block are things.
    pub is_thing: &'b dyn Fn(&str) -> bool,
    /// Returns the round at whose start fighters with the stat block join the fight, if the scenario gives
    /// their group no round.
    pub arrives: &'b dyn Fn(&str) -> u32,
    /// Returns the items that fighters with the stat block attack with.
    pub arms: &'b dyn Fn(&str) -> Vec<Arm>,
}

impl Lineup {
    /// Creates the lineup of `sides`. `later` are the fighters that may arrive during the fight, each as a
    /// side and the name of a stat block. They come after all other fighters. `combatants` are the names of
    /// all combatants, in the order of their numbers in policies.
    ///
    /// # Panics
    /// If a fighter has no stat block, or if there are more fighters than a fight may have.
    pub(super) fn new(
        sides: &[Side],
        later: &[(SideId, String)],
        combatants: &[&str],
        blocks: &Blocks<'_>,
    ) -> Self {
        let mut roles: Vec<Role> = Vec::new();
        let mut role_of = Vec::new();
        let mut add = |side: SideId, combatant: &String, count: u32| {
            let known = roles
                .iter()
                .position(|role| role.side == side && role.name == *combatant);
            let role = known.unwrap_or_else(|| {
                roles.push(Role {
                    name: combatant.clone(),
                    side,
                    count: 0,
                    arms: (blocks.arms)(combatant),
                });
                roles.len() - 1
            });
            roles[role].count += count;
            let role = u8::try_from(role).expect("at most 64 fighters");
            role_of.extend(std::iter::repeat_n(role, count as usize));
            role_of.len()
        };
        let mut starting = 0;
        let mut rounds = Vec::new();
        for (at, side) in sides.iter().enumerate() {
            for group in &side.groups {
                starting = add(SideId::at(at), &group.combatant, group.count);
                let given = group.arrives.map(|(round, _)| round);
                let round = given.unwrap_or_else(|| (blocks.arrives)(&group.combatant));
                rounds.resize(starting, round);
            }
        }
        for (side, combatant) in later {
            add(*side, combatant, 1);
        }
        let side_of: Vec<SideId> = role_of
            .iter()
            .map(|&role| roles[usize::from(role)].side)
            .collect();
        let those = |which: &dyn Fn(usize) -> bool| -> FighterSet {
            let all = (0..role_of.len()).filter(|&at| which(at));
            all.map(FighterId::at).collect()
        };
        let things = those(&|at| (blocks.is_thing)(&roles[usize::from(role_of[at])].name));
        let absent = those(&|at| at >= starting);
        let mut waves: Vec<u32> = rounds.iter().copied().filter(|&round| round > 1).collect();
        waves.sort_unstable();
        waves.dedup();
        let wave = |round| (round, those(&|at| rounds.get(at) == Some(&round)));
        let waves = waves.into_iter().map(wave).collect();
        let allied = Alliances::new(sides.iter().map(|side| SideId::at(side.alliance)));
        let alliance_of: Vec<SideId> = side_of.iter().map(|&side| allied.of(side)).collect();
        let fighters = |of: &[SideId]| -> Vec<FighterSet> {
            (0..sides.len())
                .map(|side| those(&|at| of[at] == SideId::at(side)).without(things))
                .collect()
        };
        let (of_sides, of_alliances) = (fighters(&side_of), fighters(&alliance_of));
        let called = roles
            .iter()
            .map(|role| {
                let found = combatants.iter().position(|&name| name == role.name);
                u16::try_from(found.expect("roles are combatants")).expect("few combatants")
            })
            .collect();
        Self {
            side_names: sides.iter().map(|side| side.name.clone()).collect(),
            roles,
            role_of,
            side_of,
            sides: of_sides,
            alliances: of_alliances,
            alliance_of,
            allied,
            things,
            absent,
            waves,
            stages: Vec::new(),
            called,
            objectives: Vec::new(),
            last_round: None,
            reaching: FighterSet::NONE,
            leaving: FighterSet::NONE,
        }
    }

    /// Returns the cast of the fight. `part` returns the weapons and the playbook of a role, given its
    /// position in `roles`. `most_lost` is the value of [`Cast::most_lost`].
    pub fn cast(
        &self,
        round_cap: u32,
        most_lost: u32,
        mut part: impl FnMut(usize) -> (Vec<CastWeapon>, Arc<Playbook>),
    ) -> Cast {
        let combatant = |(at, role): (usize, &Role)| {
            let (weapons, playbook) = part(at);
            let item = |(name, causes): &Arm| CastItem {
                name: name.clone(),
                weapons: (weapons.iter().enumerate())
                    .filter(|(_, weapon)| causes.contains(&weapon.name))
                    .map(|(at, _)| WeaponId::at(at))
                    .collect(),
            };
            CastCombatant {
                name: role.name.clone(),
                side: role.side,
                count: role.count,
                health: 0,
                carries: role.arms.iter().map(item).collect(),
                weapons,
                playbook,
            }
        };
        Cast {
            sides: self.side_names.clone(),
            alliances: self.allied.clone(),
            combatants: self.roles.iter().enumerate().map(combatant).collect(),
            fighters: self.role_of.iter().map(|&role| CombatantId(role)).collect(),
            round_cap: self
                .last_round
                .map_or(round_cap, |last| last.min(round_cap)),
            alike_from: None,
            most_lost,
            things: self.things,
            absent: self.absent,
            objectives: self.objectives.clone(),
            day: None,
            events: &[],
        }
    }

    /// Returns the fighters that are absent at the start and may never arrive, such as the dead who rise.
    pub fn absent(&self) -> FighterSet {
        self.absent
    }

    /// Returns the fighters that are in the fight from its start.
    pub fn starting(&self) -> FighterSet {
        let all: FighterSet = self.everybody().collect();
        let late = self.waves.iter().fold(0, |all, (_, who)| all | who.0);
        all.without(self.absent).without(FighterSet(late))
    }

    /// Returns whether any fighter joins the fight after its first round.
    pub fn has_arrivals(&self) -> bool {
        !self.waves.is_empty()
    }

    /// Returns the fighters that join the fight at the start of this round, which must not be the first.
    /// `stage` is the index of the stage of a day; 0 if the fight is not part of a day.
    pub fn arriving(&self, round: u32, stage: usize) -> FighterSet {
        let mut waves = self.waves.iter();
        let wave = waves.find(|&&(at, _)| at == round);
        wave.map_or(FighterSet::NONE, |&(_, who)| self.in_stage(who, stage))
    }

    /// Returns the fighters that join the fight in a later round than this one. `stage` is the index of the
    /// stage of a day; 0 if the fight is not part of a day.
    #[inline]
    pub fn to_come(&self, round: u32, stage: usize) -> FighterSet {
        let later = self.waves.iter().filter(|&&(at, _)| at > round);
        let later = later.fold(0, |all, (_, who)| all | who.0);
        if later == 0 {
            return FighterSet::NONE;
        }
        self.in_stage(FighterSet(later), stage)
    }

    /// Returns the fighters that stand or are still to come: `standing`, and those that [`Lineup::to_come`] returns.
    pub fn able(&self, standing: FighterSet, round: u32, stage: usize) -> FighterSet {
        FighterSet(standing.0 | self.to_come(round, stage).0)
    }

    /// Returns the fighters of `who` that take part in this stage of a day. Returns all of them if the fight
    /// is not part of a day.
    fn in_stage(&self, who: FighterSet, stage: usize) -> FighterSet {
        self.stages
            .get(stage)
            .map_or(who, |of_stage| who.and(*of_stage))
    }

    /// Returns the first of the equivalent rounds, the value for [`Cast::alike_from`]. From this round on, no
    /// policy distinguishes between rounds, and no fighter arrives any more. Returns `None` if there is no
    /// such round. A policy that asks how many rounds a side still has to hold distinguishes between all
    /// rounds.
    pub fn alike_from<'p>(
        &self,
        policies: impl Iterator<Item = &'p Policy> + Clone,
        vocabulary: &Vocabulary,
    ) -> Option<u32> {
        let left = vocabulary.fact(OBJECTIVE_LEFT.name);
        if self.last_round.is_some() && policies.clone().any(|policy| policy.asks(left)) {
            return None;
        }
        let after = self.waves.last().map_or(0, |&(round, _)| round + 1);
        let settled = all_settle_at(policies, vocabulary.fact("round"))?;
        Some(settled.max(after))
    }

    /// Returns the number of rounds from this one until the next ally of `who` arrives. Returns 0 if no ally
    /// is still to arrive.
    pub fn help_arrives(&self, who: FighterId, round: u32, stage: usize) -> u32 {
        let allies = self.in_stage(self.allies(who), stage);
        let mut later = self.waves.iter().filter(|&&(at, _)| at > round);
        let next = later.find(|(_, wave)| !wave.and(allies).is_empty());
        next.map_or(0, |&(at, _)| at - round)
    }

    /// Returns the number of rounds that the alliance of `who` still has to stand for its objective `hold`,
    /// including this round. Returns 0 if the alliance has no such objective.
    pub fn objective_left(&self, who: FighterId, round: u32) -> u32 {
        let own = |one: &&Objective| self.allied.are_allied(one.side, self.side(who));
        let mut holds = self.objectives.iter().filter(own);
        let until = holds.find_map(|objective| match objective.goal {
            Goal::Standing(until, _) => Some(until),
            _ => None,
        });
        until.map_or(0, |until| (until + 1).saturating_sub(round))
    }

    /// Returns whether a side has an objective to reach or to hold a place.
    pub fn has_places_to_reach(&self) -> bool {
        let mut goals = self.objectives.iter().map(|objective| &objective.goal);
        goals.any(|goal| matches!(goal, Goal::At(_) | Goal::Standing(_, Some(_))))
    }

    /// Returns the number of all fighters, including things.
    pub fn count(&self) -> usize {
        self.role_of.len()
    }

    /// Returns all fighters, in the order of the scenario. Fighters that may arrive later come last.
    pub fn everybody(&self) -> impl Iterator<Item = FighterId> + use<> {
        (0..self.role_of.len()).map(FighterId::at)
    }

    /// Returns the fighters that satisfy `which`.
    pub fn those(&self, which: impl Fn(FighterId) -> bool) -> FighterSet {
        self.everybody().filter(|&who| which(who)).collect()
    }

    /// Returns the fighters whose combatant or side has a name in `names`.
    pub fn named(&self, names: &[impl AsRef<str>]) -> FighterSet {
        self.those(|who| {
            let role = &self.roles[self.role(who)];
            let side = &self.side_names[role.side.index()];
            names
                .iter()
                .any(|name| name.as_ref() == role.name || name.as_ref() == side)
        })
    }

    /// Returns all fighters of the side named `name`, including things.
    pub(super) fn of_side(&self, name: &str) -> FighterSet {
        self.those(|who| self.side_names[self.side(who).index()] == name)
    }

    /// Returns the position of a fighter's role in `roles`.
    #[inline]
    pub fn role(&self, who: FighterId) -> usize {
        usize::from(self.role_of[who.index()])
    }

    /// Returns the fighters that are things, such as vehicles.
    pub fn things(&self) -> FighterSet {
        self.things
    }

    /// Returns the side of a fighter.
    #[inline]
    pub fn side(&self, who: FighterId) -> SideId {
        self.side_of[who.index()]
    }

    /// Returns the alliance of a fighter: the first side in it.
    #[inline]
    pub fn alliance(&self, who: FighterId) -> SideId {
        self.alliance_of[who.index()]
    }

    /// Returns all fighters in the alliance of `who`, including `who` and fighters that are down, but no
    /// things.
    #[inline]
    pub fn allies(&self, who: FighterId) -> FighterSet {
        self.alliances[self.alliance_of[who.index()].index()]
    }

    /// Returns all fighters of other alliances than that of `who`, including fighters that are down, but no
    /// things.
    pub fn enemies(&self, who: FighterId) -> FighterSet {
        let all = self.sides.iter().fold(0, |set, side| set | side.0);
        FighterSet(all).without(self.allies(who))
    }

    /// Returns whether two fighters belong to different alliances.
    #[inline]
    pub fn are_enemies(&self, a: FighterId, b: FighterId) -> bool {
        self.alliance(a) != self.alliance(b)
    }

    /// Returns whether the fighters of two roles belong to different alliances.
    pub fn are_hostile(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|role| self.roles[role].side);
        !self.allied.are_allied(one, other)
    }

    /// Returns the only alliance that has a fighter in `standing`. Returns `None` if several alliances have
    /// one, or if `standing` has no fighter but things.
    pub fn last_alliance(&self, standing: FighterSet) -> Option<SideId> {
        let stands = |at: &usize| !self.alliances[*at].and(standing).is_empty();
        let mut alliances = (0..self.alliances.len()).filter(stands);
        let first = alliances.next()?;
        alliances.next().is_none().then(|| SideId::at(first))
    }

    /// Returns the ending of a fight if these fighters stand. Returns `None` if fighters of several alliances
    /// stand.
    #[inline]
    pub fn ending(&self, standing: FighterSet) -> Option<Ending> {
        match self.last_alliance(standing) {
            Some(alliance) => Some(Ending::Won(alliance)),
            None => standing.is_empty().then_some(Ending::Draw),
        }
    }

    /// Returns the ending of a fight if these fighters stand after `round` has begun. Fighters that are still
    /// to arrive count as standing. Returns `None` if several alliances have such fighters.
    #[inline]
    pub fn ending_in(&self, (round, stage): (u32, usize), standing: FighterSet) -> Option<Ending> {
        let to_come = self.to_come(round, stage).without(self.things);
        self.ending(FighterSet(standing.0 | to_come.0))
    }

    /// Returns whether a fighter's combatant has the name with number `name` in policies.
    #[inline]
    pub fn is_called(&self, who: FighterId, name: u16) -> bool {
        self.called[self.role(who)] == name
    }
}
