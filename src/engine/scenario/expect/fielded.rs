//! Checks the sides and combatants that `[[expect]]` entries name against those that take part in the
//! matchups.

use super::read::CODE;
use super::{Expectation, Owner, Shape};
use crate::scenario::{Fault, Faults, Matchup, Scenario, counted};

/// The sides and combatants of a matchup.
#[derive(Debug, Clone)]
pub struct Fielded {
    /// The name of each axis and the matchup's value on it.
    pub axes: Vec<(String, String)>,
    /// The name of each side, with the names of its combatants and the number of fighters of each.
    pub sides: Vec<(String, Vec<(String, u32)>)>,
}

impl Fielded {
    /// Returns the sides and combatants of `matchup`.
    pub fn of(matchup: &Matchup) -> Self {
        let sides = matchup.sides.iter().map(|side| {
            let groups = side.groups.iter();
            let combatants = groups.map(|group| (group.combatant.clone(), group.count));
            (side.name.clone(), combatants.collect())
        });
        Self {
            axes: matchup.axes.clone(),
            sides: sides.collect(),
        }
    }

    fn has_side(&self, name: &str) -> bool {
        self.sides.iter().any(|(side, _)| side == name)
    }

    fn combatants(&self) -> impl Iterator<Item = &str> {
        let groups = self.sides.iter().flat_map(|(_, groups)| groups);
        groups.map(|(combatant, _)| combatant.as_str())
    }

    fn size(&self, name: &str) -> u32 {
        let side = self.sides.iter().find(|(side, _)| side == name);
        side.map_or(0, |(_, groups)| groups.iter().map(|(_, count)| count).sum())
    }
}

impl Scenario {
    /// Returns the name of the side or combatant whose figure is judged. This is the value of the key `of`.
    /// If contenders are compared without that key, it is the side that the contenders' axis changes. `None`
    /// in all other cases.
    pub fn owner_of(&self, expectation: &Expectation) -> Option<String> {
        if expectation.of.is_some() {
            return expectation.of.clone();
        }
        if matches!(expectation.shape, Shape::Band(_) | Shape::Trend { .. })
            || expectation.figure.owner() == Owner::None
        {
            return None;
        }
        let along = *expectation.along().first()?;
        let axis = self.axes.iter().find(|axis| axis.name == along)?;
        let side = self.side_of(axis)?;
        Some(self.sides().get(side)?.name.clone())
    }

    /// Reports expectations that need the key `of` but have none, and those whose `of` names a side or
    /// combatant that is not in all matchups to judge. Also checks the objectives and the survivors that they
    /// are about.
    pub fn check_owners(&self, fielded: &[Fielded], faults: &Faults) {
        for expectation in &self.expectations {
            self.check_owner(expectation, fielded, faults);
        }
    }

    fn check_owner(&self, expectation: &Expectation, fielded: &[Fielded], faults: &Faults) {
        let owner = expectation.figure.owner();
        let (key, span) = (expectation.figure.key(), expectation.of_span);
        let Some(name) = self.owner_of(expectation) else {
            if matches!(
                owner,
                Owner::Side | Owner::SideOrCombatant | Owner::Combatant
            ) {
                let message = format!("an expectation about `{key}` has no `of`");
                let fault = Fault::at("scenario::missing-key", span, message, "`of` is missing");
                faults.push(fault.help(match owner {
                    Owner::Combatant => "add `of = \"COMBATANT\"`",
                    _ => "add `of = \"SIDE\"`",
                }));
            }
            return;
        };
        if owner == Owner::None {
            let message =
                format!("`{key}` is a figure of the whole matchup, not of a side or combatant");
            let fault = Fault::at(CODE, span, message, "remove `of`");
            faults.push(fault);
            return;
        }
        let picked = fielded.iter().filter(|one| expectation.picks(&one.axes));
        let picked: Vec<&Fielded> = picked.collect();
        let is_there = |one: &&Fielded| match owner {
            Owner::Side => one.has_side(&name),
            Owner::SideOrCombatant => {
                one.has_side(&name) || one.combatants().any(|known| known == name)
            }
            _ => one.combatants().any(|known| known == name),
        };
        let with = picked.iter().filter(|one| is_there(one)).count();
        if with == picked.len() {
            Self::check_survivors(expectation, &name, &picked, faults);
            self.check_objective(expectation, &name, faults);
            return;
        }
        if with > 0 {
            let message = format!("`{name}` does not fight in all matchups of this expectation");
            let fault = Fault::at(CODE, span, message, "missing in some matchups");
            faults.push(fault.help("select the matchups where it fights with `where`"));
            return;
        }
        let (kind, place) = match owner {
            Owner::Side => ("side", "one of the sides"),
            Owner::SideOrCombatant => ("side or combatant", "one that fights in these matchups"),
            _ => ("combatant", "one that fights in these matchups"),
        };
        let mut known: Vec<&str> = Vec::new();
        if matches!(owner, Owner::Side | Owner::SideOrCombatant) {
            known.extend(
                picked
                    .iter()
                    .flat_map(|one| one.sides.iter().map(|(side, _)| &**side)),
            );
        }
        if owner != Owner::Side {
            known.extend(picked.iter().flat_map(|one| one.combatants()));
        }
        let code = match owner {
            Owner::Side => "scenario::unknown-side",
            _ => "scenario::unknown-combatant",
        };
        faults.unknown(code, kind, &name, span, known, place);
    }

    /// Reports an expectation about an objective that `side` does not have.
    fn check_objective(&self, expectation: &Expectation, side: &str, faults: &Faults) {
        let super::Figure::WonBy(at) = expectation.figure else {
            return;
        };
        let sides = self.sides();
        let count = sides.iter().find(|one| one.name == side);
        let count = count.map_or(0, |side| side.wins.len());
        let mut paths = self.axes.iter().flat_map(|axis| &axis.paths);
        let is_varied = paths.any(|path| path.to_string().split('.').next_back() == Some("wins"));
        if usize::from(at) > count && !is_varied {
            let message = format!("side `{side}` has no objective {at}");
            let label = match count {
                0 => "it has no `wins`".to_owned(),
                count => format!("its `wins` has {}", counted(count, "entry")),
            };
            faults.push(Fault::at(CODE, expectation.of_span, message, label));
        }
    }

    /// Reports an expectation of more survivors than the side has fighters.
    fn check_survivors(
        expectation: &Expectation,
        side: &str,
        picked: &[&Fielded],
        faults: &Faults,
    ) {
        let Shape::Band(band) = &expectation.shape else {
            return;
        };
        if expectation.figure != super::Figure::Survivors || !band.ratio_to.is_empty() {
            return;
        }
        let most = picked.iter().map(|one| one.size(side)).max().unwrap_or(0);
        if band.at_least.is_some_and(|least| least > f64::from(most)) {
            let message = format!("`{side}` has only {most} fighters that can survive");
            faults.push(Fault::at(
                CODE,
                expectation.span,
                message,
                "can never be met",
            ));
        }
    }
}
