//! The lineup of a fight: its sides, their stat blocks, and the stat block of each fighter.

use std::sync::Arc;

use super::time::OBJECTIVE_LEFT;
use crate::fight::{
    Alliances, Cast, CastCombatant, CastItem, CastWeapon, CombatantId, Ending, FighterId,
    FighterSet, Goal, Objective, Playbook, SideId, WeaponId,
};
use crate::policy::{Policy, Vocabulary, all_settle_at};
use crate::scenario::Side;

/// A stat block on one side, and the number of fighters that share it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Role {
    /// The name of the combatant.
    pub name: String,
    /// The side on which the fighters are.
    pub side: SideId,
    /// The number of fighters that share the stat block.
    pub count: u32,
    /// The items that each fighter attacks with.
    pub arms: Vec<Arm>,
}

/// An item to attack with: its name, and the names that tables use for its attacks.
pub(super) type Arm = (String, Vec<String>);

/// The sides of a fight and their fighters. Fighters are in listing order.
#[derive(Debug, Clone)]
pub struct Lineup {
    /// The names of the sides.
    side_names: Vec<String>,
    /// The stat blocks of each side in listing order.
    pub roles: Vec<Role>,
    /// The role of each fighter, as a position in `roles`.
    role_of: Vec<u8>,
    /// The side of each fighter.
    side_of: Vec<SideId>,
    /// The fighters of each side, without its things.
    pub sides: Vec<FighterSet>,
    /// The fighters of each alliance, without things, at the position of the alliance's first side. The sets
    /// at the positions of its other sides are empty. Without alliances, the list is the same as `sides`.
    pub alliances: Vec<FighterSet>,
    /// The alliance of each fighter, as the first side of that alliance.
    alliance_of: Vec<SideId>,
    /// The groups of sides that fight together.
    allied: Alliances,
    /// The fighters that are things, such as vehicles.
    things: FighterSet,
    /// The fighters that are absent at the start: [`Cast::absent`].
    absent: FighterSet,
    /// The fighters that join the fight after its first round. Each entry is a round and the fighters that
    /// come at its start, in the order of rounds.
    waves: Vec<(u32, FighterSet)>,
    /// The fighters of each stage of a day; empty if the fight is not part of a day.
    pub(super) stages: Vec<FighterSet>,
    /// The number of each role's name in policies, which is its position among the combatants of the
    /// scenario.
    called: Vec<u16>,
    /// The objectives of the sides.
    pub(super) objectives: Vec<Objective>,
    /// The round of an objective `hold`, if there is one: a side wins if it stands at the end of this round.
    pub(super) last_round: Option<u32>,
    /// The fighters that an objective of their side counts at a place.
    pub(super) reaching: FighterSet,
    /// The fighters that an objective of their side, or of an ally, counts as fled.
    pub(super) leaving: FighterSet,
}

/// Functions that return facts about a stat block, given its name.
pub(super) struct Blocks<'b> {
    /// Returns whether the stat block is that of a thing.
    pub is_thing: &'b dyn Fn(&str) -> bool,
    /// Returns the round of arrival, unless the side gives another.
    pub arrives: &'b dyn Fn(&str) -> u32,
    /// Returns the items that the stat block attacks with.
    pub arms: &'b dyn Fn(&str) -> Vec<Arm>,
}

impl Lineup {
    /// Creates the lineup of `sides`. `later` are the fighters that may arrive in the fight, each as a side
    /// and a stat block, and come after all others. `combatants` are the names of all combatants, in the
    /// order that policies number them.
    ///
    /// # Panics
    /// If a side has a fighter without a stat block, or there are more fighters than a fight has room for.
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

    /// Returns the cast of the fight. `part` returns the weapons and the playbook of each role. `most_lost`
    /// is the value of [`Cast::most_lost`].
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

    /// Returns the fighters that are in the fight when it begins.
    pub fn starting(&self) -> FighterSet {
        let all: FighterSet = self.everybody().collect();
        let late = self.waves.iter().fold(0, |all, (_, who)| all | who.0);
        all.without(self.absent).without(FighterSet(late))
    }

    /// Returns whether a fighter joins the fight after its start.
    pub fn has_arrivals(&self) -> bool {
        !self.waves.is_empty()
    }

    /// Returns the fighters that join the fight at the start of this round. The round must not be the first. `stage` is
    /// the stage of the day, 0 outside of days.
    pub fn arriving(&self, round: u32, stage: usize) -> FighterSet {
        let mut waves = self.waves.iter();
        let wave = waves.find(|&&(at, _)| at == round);
        wave.map_or(FighterSet::NONE, |&(_, who)| self.in_stage(who, stage))
    }

    /// Returns the fighters that join the fight after this round has begun. `stage` is the stage of the day, 0 outside
    /// of days.
    #[inline]
    pub fn to_come(&self, round: u32, stage: usize) -> FighterSet {
        let later = self.waves.iter().filter(|&&(at, _)| at > round);
        let later = later.fold(0, |all, (_, who)| all | who.0);
        if later == 0 {
            return FighterSet::NONE;
        }
        self.in_stage(FighterSet(later), stage)
    }

    /// The fighters of `who` that take part in this stage of the day; all of them outside of days.
    fn in_stage(&self, who: FighterSet, stage: usize) -> FighterSet {
        self.stages
            .get(stage)
            .map_or(who, |of_stage| who.and(*of_stage))
    }

    /// Returns the value of [`Cast::alike_from`], as far as policies and arrivals distinguish rounds. `None`
    /// if a policy counts the rounds that are left to hold, because no two rounds are then alike.
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

    /// Returns the number of rounds after this one until the next ally of `who` arrives; 0 if no ally is
    /// still to come.
    pub fn help_arrives(&self, who: FighterId, round: u32, stage: usize) -> u32 {
        let allies = self.in_stage(self.allies(who), stage);
        let mut later = self.waves.iter().filter(|&&(at, _)| at > round);
        let next = later.find(|(_, wave)| !wave.and(allies).is_empty());
        next.map_or(0, |&(at, _)| at - round)
    }

    /// Returns the number of rounds that the alliance of `who` still has to hold, this one included. Returns
    /// 0 without an objective `hold`.
    pub fn objective_left(&self, who: FighterId, round: u32) -> u32 {
        let own = |one: &&Objective| self.allied.are_allied(one.side, self.side(who));
        let mut holds = self.objectives.iter().filter(own);
        let until = holds.find_map(|objective| match objective.goal {
            Goal::Standing(until) => Some(until),
            _ => None,
        });
        until.map_or(0, |until| (until + 1).saturating_sub(round))
    }

    /// Returns whether an objective of a side is to reach a place.
    pub fn has_places_to_reach(&self) -> bool {
        let mut goals = self.objectives.iter().map(|objective| &objective.goal);
        goals.any(|goal| matches!(goal, Goal::At(_)))
    }

    /// Returns the number of fighters, things included.
    pub fn count(&self) -> usize {
        self.role_of.len()
    }

    /// Returns all fighters in listing order, followed by those that may arrive later.
    pub fn everybody(&self) -> impl Iterator<Item = FighterId> + use<> {
        (0..self.role_of.len()).map(FighterId::at)
    }

    /// Returns the fighters that satisfy `which`.
    pub fn those(&self, which: impl Fn(FighterId) -> bool) -> FighterSet {
        self.everybody().filter(|&who| which(who)).collect()
    }

    /// Returns the fighters whose name, or whose side's name, is in `names`.
    pub fn named(&self, names: &[impl AsRef<str>]) -> FighterSet {
        self.those(|who| {
            let role = &self.roles[self.role(who)];
            let side = &self.side_names[role.side.index()];
            names
                .iter()
                .any(|name| name.as_ref() == role.name || name.as_ref() == side)
        })
    }

    /// All fighters of the side of this name, things included.
    pub(super) fn of_side(&self, name: &str) -> FighterSet {
        self.those(|who| self.side_names[self.side(who).index()] == name)
    }

    /// Returns the role of a fighter, as a position in `roles`.
    #[inline]
    pub fn role(&self, who: FighterId) -> usize {
        usize::from(self.role_of[who.index()])
    }

    /// Returns the fighters that are things.
    pub fn things(&self) -> FighterSet {
        self.things
    }

    /// Returns the side of a fighter.
    #[inline]
    pub fn side(&self, who: FighterId) -> SideId {
        self.side_of[who.index()]
    }

    /// Returns the alliance of a fighter, as the first side of that alliance.
    #[inline]
    pub fn alliance(&self, who: FighterId) -> SideId {
        self.alliance_of[who.index()]
    }

    /// Returns all fighters of the alliance of `who`, including `who` and fighters that are down, but without
    /// things.
    #[inline]
    pub fn allies(&self, who: FighterId) -> FighterSet {
        self.alliances[self.alliance_of[who.index()].index()]
    }

    /// Returns all fighters of other alliances than that of `who`, including fighters that are down, but
    /// without things.
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

    /// Returns the only alliance with a fighter in `standing`. Returns `None` if several alliances have one,
    /// or none has.
    pub fn last_alliance(&self, standing: FighterSet) -> Option<SideId> {
        let stands = |at: &usize| !self.alliances[*at].and(standing).is_empty();
        let mut alliances = (0..self.alliances.len()).filter(stands);
        let first = alliances.next()?;
        alliances.next().is_none().then(|| SideId::at(first))
    }

    /// Returns the ending of a fight with these standing fighters; `None` while several alliances have a
    /// standing fighter.
    #[inline]
    pub fn ending(&self, standing: FighterSet) -> Option<Ending> {
        match self.last_alliance(standing) {
            Some(alliance) => Some(Ending::Won(alliance)),
            None => standing.is_empty().then_some(Ending::Draw),
        }
    }

    /// Returns the ending of a fight with these standing fighters after `round` has begun. Returns `None`
    /// while several alliances have a fighter that stands or is still to come.
    #[inline]
    pub fn ending_in(&self, (round, stage): (u32, usize), standing: FighterSet) -> Option<Ending> {
        let to_come = self.to_come(round, stage).without(self.things);
        self.ending(FighterSet(standing.0 | to_come.0))
    }

    /// Returns whether `name` in a policy means this fighter. `name` is the number of a combatant's name.
    #[inline]
    pub fn is_called(&self, who: FighterId, name: u16) -> bool {
        self.called[self.role(who)] == name
    }
}
