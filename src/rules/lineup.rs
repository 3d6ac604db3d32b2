//! Who lines up: the stat blocks that the sides of a matchup fight by, and which of them each fighter has.

use crate::fight::SideId;
use crate::scenario::Side;

/// A stat block of one side, and how many fight by it.
#[derive(Debug)]
pub(super) struct Role<'t> {
    /// The combatant's name.
    pub(super) name: &'t str,
    /// The side it fights for.
    pub(super) side: SideId,
    /// How many there are.
    pub(super) count: u32,
}

/// The stat blocks of each side in listing order, and which of them each fighter has.
pub(super) fn roles(sides: &[Side]) -> (Vec<Role<'_>>, Vec<u8>) {
    let mut roles: Vec<Role<'_>> = Vec::new();
    let mut role_of = Vec::new();
    for (at, side) in sides.iter().enumerate() {
        for group in &side.groups {
            let side = SideId::at(at);
            let known = roles
                .iter()
                .position(|role| role.side == side && role.name == group.combatant);
            let role = known.unwrap_or_else(|| {
                roles.push(Role {
                    name: &group.combatant,
                    side,
                    count: 0,
                });
                roles.len() - 1
            });
            roles[role].count += group.count;
            let role = u8::try_from(role).expect("at most 64 fighters");
            role_of.extend(std::iter::repeat_n(role, group.count as usize));
        }
    }
    (roles, role_of)
}
