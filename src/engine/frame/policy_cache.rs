//! A cache of what several matchups of a scenario have in common: compiled policies, settings, and pieces of
//! labels.
//!
//! A scenario may have thousands of matchups. Most of them have the same policies and house rules, and nearly
//! the same labels.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexMap;

use super::settings::Record;
use crate::bout::Labels;
use crate::policy::{Mentioned, Names, Policy};
use crate::scenario::{Span, Table};

/// The compiled policies of a matchup, by name. The value is `None` for a policy with faults.
pub(super) type Policies = IndexMap<String, Option<Checked>>;

/// A compiled policy without faults.
#[derive(Debug)]
pub(super) struct Checked {
    pub(super) policy: Policy,
    /// The zones, enemies and objectives that the lines of the policy name or need, each with the place in
    /// the file.
    pub(super) mentions: Vec<(Mentioned, Span)>,
}

/// The greatest number of sets of policies in the cache. The matchups of a scenario use several sets if its
/// axes change policies.
const MOST: usize = 16;

/// The cache for all matchups of one scenario.
#[derive(Debug, Default)]
pub struct PolicyCache {
    policies: RefCell<Vec<(PolicyInputs, Rc<Policies>)>>,
    record: RefCell<Arc<Record>>,
    pub(super) labels: Labels,
}

/// The inputs that a set of policies is compiled from: the table `[policies]`, and the names that policies
/// can use. They are the key of the cache.
#[derive(Debug, PartialEq)]
struct PolicyInputs {
    written: Table,
    items: Vec<String>,
    combatants: Vec<String>,
    zones: Vec<String>,
}

impl PolicyCache {
    /// Returns the policies compiled from `written` and `names`, from the cache if they are there. Otherwise
    /// calls `compile`, which returns the policies and whether they have no faults. Policies with faults are
    /// not put into the cache. Each matchup then compiles them again and reports their faults.
    pub(super) fn policies(
        &self,
        written: &Table,
        names: &Names<'_>,
        compile: impl FnOnce() -> (Policies, bool),
    ) -> Rc<Policies> {
        let Names {
            items,
            combatants,
            zones,
        } = *names;
        let is_asked = |asked: &PolicyInputs| {
            let known = [&asked.items, &asked.combatants, &asked.zones];
            known == [items, combatants, zones] && asked.written.is(written)
        };
        let mut known = self.policies.borrow_mut();
        if let Some((_, policies)) = known.iter().rev().find(|(asked, _)| is_asked(asked)) {
            return Rc::clone(policies);
        }
        let (policies, sound) = compile();
        let policies = Rc::new(policies);
        if sound {
            if known.len() == MOST {
                known.remove(0);
            }
            let asked = PolicyInputs {
                written: written.clone(),
                items: items.to_vec(),
                combatants: combatants.to_vec(),
                zones: zones.to_vec(),
            };
            known.push((asked, Rc::clone(&policies)));
        }
        policies
    }

    /// Returns this record as an [`Arc`]. If it equals the record of the last call, both share one [`Arc`].
    pub(super) fn record(&self, record: Record) -> Arc<Record> {
        let mut known = self.record.borrow_mut();
        if **known != record {
            *known = Arc::new(record);
        }
        Arc::clone(&known)
    }
}
