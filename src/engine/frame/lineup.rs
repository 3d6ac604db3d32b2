//! Who lines up: sides, the stat blocks that they fight by, and which of them each fighter has.

use std::sync::Arc;

use crate::fight::{
    Cast, CastCombatant, CastItem, CastWeapon, CombatantId, Ending, FighterId, FighterSet,
    Playbook, SideId, WeaponId,
};
use crate::scenario::Side;

/// A stat block of one side, and how many fight by it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Role {
    /// The combatant's name.
    pub name: String,
    /// The side it fights for.
    pub side: SideId,
    /// How many there are.
    pub count: u32,
    /// What each of them carries to attack with.
    pub arms: Vec<Arm>,
}

/// Something that is carried to attack with: its name, and those that attacks with it are counted under.
pub(super) type Arm = (String, Vec<String>);

/// The sides of a fight and who belongs to them. Fighters are in listing order.
#[derive(Debug, Clone)]
pub struct Lineup {
    /// The names of the sides.
    side_names: Vec<String>,
    /// The stat blocks of each side in listing order.
    pub roles: Vec<Role>,
    /// Which of them each fighter has.
    role_of: Vec<u8>,
    /// The side of each fighter.
    side_of: Vec<SideId>,
    /// The fighters of each side, without its things.
    pub sides: Vec<FighterSet>,
    /// Those that are things, as vehicles are.
    things: FighterSet,
    /// The fighters that are not there at the start: [`Cast::absent`].
    absent: FighterSet,
    /// The name that policies call each role by: its place among the combatants of the scenario.
    called: Vec<u16>,
}

impl Lineup {
    /// Lines up these sides, and after everybody who starts those who may come later, each by its side and stat block.
    /// `combatants` are the names that policies know; `is_thing` tells stat blocks of things, `arms`
    /// what they carry to attack with.
    ///
    /// # Panics
    /// When a side has a fighter of no stat block, or there are more fighters than a fight has room for.
    pub fn new(
        sides: &[Side],
        later: &[(SideId, String)],
        combatants: &[&str],
        is_thing: &dyn Fn(&str) -> bool,
        arms: &dyn Fn(&str) -> Vec<Arm>,
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
                    arms: arms(combatant),
                });
                roles.len() - 1
            });
            roles[role].count += count;
            let role = u8::try_from(role).expect("at most 64 fighters");
            role_of.extend(std::iter::repeat_n(role, count as usize));
            role_of.len()
        };
        let mut starting = 0;
        for (at, side) in sides.iter().enumerate() {
            for group in &side.groups {
                starting = add(SideId::at(at), &group.combatant, group.count);
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
        let things = those(&|at| is_thing(&roles[usize::from(role_of[at])].name));
        let absent = those(&|at| at >= starting);
        let of_sides = (0..sides.len())
            .map(|side| those(&|at| side_of[at] == SideId::at(side)).without(things))
            .collect();
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
            things,
            absent,
            called,
        }
    }

    /// The cast of the fight: `part` gives each role's weapons and its policy as the tally counts them. `most_lost` is
    /// [`Cast::most_lost`].
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
            combatants: self.roles.iter().enumerate().map(combatant).collect(),
            fighters: self.role_of.iter().map(|&role| CombatantId(role)).collect(),
            round_cap,
            alike_from: None,
            most_lost,
            things: self.things,
            absent: self.absent,
            events: &[],
        }
    }

    /// The fighters that are not there at the start.
    pub fn absent(&self) -> FighterSet {
        self.absent
    }

    /// How many fighters there are, things included.
    pub fn count(&self) -> usize {
        self.role_of.len()
    }

    /// Everybody in listing order, then those who may come later.
    pub fn everybody(&self) -> impl Iterator<Item = FighterId> + use<> {
        (0..self.role_of.len()).map(FighterId::at)
    }

    /// All who fit.
    pub fn those(&self, which: impl Fn(FighterId) -> bool) -> FighterSet {
        self.everybody().filter(|&who| which(who)).collect()
    }

    /// Those who are themselves named so, or whose side is.
    pub fn named(&self, names: &[impl AsRef<str>]) -> FighterSet {
        self.those(|who| {
            let role = &self.roles[self.role(who)];
            let side = &self.side_names[role.side.index()];
            names
                .iter()
                .any(|name| name.as_ref() == role.name || name.as_ref() == side)
        })
    }

    /// Which role a fighter has.
    #[inline]
    pub fn role(&self, who: FighterId) -> usize {
        usize::from(self.role_of[who.index()])
    }

    /// Those that are things.
    pub fn things(&self) -> FighterSet {
        self.things
    }

    /// The side of a fighter.
    #[inline]
    pub fn side(&self, who: FighterId) -> SideId {
        self.side_of[who.index()]
    }

    /// Everybody on this fighter's side, itself included, down or not; without things.
    #[inline]
    pub fn allies(&self, who: FighterId) -> FighterSet {
        self.sides[self.side_of[who.index()].index()]
    }

    /// Everybody who is on another side, down or not; without things.
    pub fn enemies(&self, who: FighterId) -> FighterSet {
        let all = self.sides.iter().fold(0, |set, side| set | side.0);
        FighterSet(all).without(self.allies(who))
    }

    /// Whether two are on different sides.
    #[inline]
    pub fn are_enemies(&self, a: FighterId, b: FighterId) -> bool {
        self.side(a) != self.side(b)
    }

    /// The side that alone has somebody among these; `None` where several have, or none.
    pub fn last_side(&self, standing: FighterSet) -> Option<SideId> {
        let stands = |at: &usize| !self.sides[*at].and(standing).is_empty();
        let mut sides = (0..self.sides.len()).filter(stands);
        let first = sides.next()?;
        sides.next().is_none().then(|| SideId::at(first))
    }

    /// How a fight ends in which these stand; `None` where it goes on, as several sides have somebody.
    #[inline]
    pub fn ending(&self, standing: FighterSet) -> Option<Ending> {
        match self.last_side(standing) {
            Some(side) => Some(Ending::Won(side)),
            None => standing.is_empty().then_some(Ending::Draw),
        }
    }

    /// Whether a policy means this fighter by a combatant's name.
    #[inline]
    pub fn is_called(&self, who: FighterId, name: u16) -> bool {
        self.called[self.role(who)] == name
    }
}
