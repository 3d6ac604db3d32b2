//! A cache of the parts that the matchups of a scenario have in common.
//!
//! Thousands of matchups commonly share the same policies and house rules, and most of their labels.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexMap;

use super::settings::Record;
use crate::bout::Labels;
use crate::policy::{Mentioned, Names, Policy};
use crate::scenario::{Span, Table};

/// Every policy of a matchup by name; `None` where it has faults.
pub(super) type Policies = IndexMap<String, Option<Checked>>;

/// A policy without faults.
#[derive(Debug)]
pub(super) struct Checked {
    pub(super) policy: Policy,
    /// Zones and enemies that its lines name, each with its place in the file.
    pub(super) mentions: Vec<(Mentioned, Span)>,
}

/// Most sets of policies in the cache: several axes may change policies in turn.
const MOST: usize = 16;

/// The cache for the matchups of a scenario.
#[derive(Debug, Default)]
pub struct PolicyCache {
    policies: RefCell<Vec<(PolicyInputs, Rc<Policies>)>>,
    record: RefCell<Arc<Record>>,
    pub(super) labels: Labels,
}

/// The inputs of a set of policies.
#[derive(Debug, PartialEq)]
struct PolicyInputs {
    written: Table,
    items: Vec<String>,
    combatants: Vec<String>,
    zones: Vec<String>,
}

impl PolicyCache {
    /// The policies with this source, from the cache, or by calling `compile`, which also returns whether they have
    /// no faults. Policies with faults are compiled again for each matchup, so that each matchup reports them.
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

    /// This record, or an equal one from the cache.
    pub(super) fn record(&self, record: Record) -> Arc<Record> {
        let mut known = self.record.borrow_mut();
        if **known != record {
            *known = Arc::new(record);
        }
        Arc::clone(&known)
    }
}
