//! Who rides what: the `riding` of a side's fighters.
//!
//! Clauses: SAM-14-2. The first rider has the first mount of that name on its side, the second the second.

use crate::fight::FighterId;
use crate::scenario::{Fault, Faults, Side, Value};

/// Of each fighter in listing order, what it rides.
pub(crate) fn read(sides: &[Side], faults: &Faults) -> Vec<Option<FighterId>> {
    let mut mounts = Vec::new();
    for side in sides {
        let first = mounts.len();
        let members: Vec<&str> = side
            .groups
            .iter()
            .flat_map(|group| std::iter::repeat_n(&*group.combatant, group.count as usize))
            .collect();
        let mut taken = vec![false; members.len()];
        for group in &side.groups {
            let wanted = group.riding.as_ref().map(|node| (node, &node.value));
            let (node, name) = match wanted {
                None | Some((_, Value::Truth(false))) => {
                    mounts.extend(std::iter::repeat_n(None, group.count as usize));
                    continue;
                }
                Some((node, Value::Text(name))) => (node, name.as_str()),
                Some((node, other)) => {
                    let kind = other.kind();
                    let message =
                        format!("`riding` is the name of a mount, or `false`, not {kind}");
                    let label = "not a mount";
                    faults.push(Fault::at("scenario::type", node.span, message, label));
                    mounts.extend(std::iter::repeat_n(None, group.count as usize));
                    continue;
                }
            };
            if !members.contains(&name) || name == group.combatant {
                let known = members.iter().copied();
                let known = known.filter(|known| *known != group.combatant);
                let code = "semiautomagic::unknown-mount";
                faults.unknown(code, "mount", name, node.span, known, "on this side");
            }
            for _ in 0..group.count {
                let free = (0..members.len()).find(|&at| members[at] == name && !taken[at]);
                if let Some(at) = free {
                    taken[at] = true;
                } else if members.contains(&name) {
                    let message = format!("there are not enough of `{name}` to ride");
                    let (code, label) = ("semiautomagic::too-many-riders", "a mount has one rider");
                    faults.push(Fault::at(code, node.span, message, label));
                }
                mounts.push(free.map(|at| FighterId::at((first + at).min(63))));
            }
        }
    }
    mounts
}
