//! What the matchups of a scenario have in common, made once for all of them.
//!
//! Thousands of matchups commonly have the same policies and house rules, and most of their labels.

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
    /// Zones and enemies that its lines name, each with its place.
    pub(super) mentions: Vec<(Mentioned, Span)>,
}

/// How many sets of policies are kept: an axis may set something in one, and others in turn.
const MOST: usize = 16;

/// What has been made for the matchups of a scenario so far.
#[derive(Debug, Default)]
pub struct Known {
    policies: RefCell<Vec<(Asked, Rc<Policies>)>>,
    record: RefCell<Arc<Record>>,
    pub(super) labels: Labels,
}

/// What policies are made from.
#[derive(Debug, PartialEq)]
struct Asked {
    written: Table,
    items: Vec<String>,
    combatants: Vec<String>,
    zones: Vec<String>,
}

impl Known {
    /// The policies that are written so, of which `compile` says whether they have no faults: those that have are read
    /// again for each matchup, so that each is told of them.
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
        let is_asked = |asked: &Asked| {
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
            let asked = Asked {
                written: written.clone(),
                items: items.to_vec(),
                combatants: combatants.to_vec(),
                zones: zones.to_vec(),
            };
            known.push((asked, Rc::clone(&policies)));
        }
        policies
    }

    /// This record, or an equal one that was there before.
    pub(super) fn record(&self, record: Record) -> Arc<Record> {
        let mut known = self.record.borrow_mut();
        if **known != record {
            *known = Arc::new(record);
        }
        Arc::clone(&known)
    }
}
