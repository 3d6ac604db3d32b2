//! A cache of the results of drafts (edited versions of a scenario) that were played recently. The charts of
//! a later draft show these results for comparison.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::scenario::Scenario;

/// Maximum number of drafts in the cache. `MOST_BYTES` limits the total size of their files.
const MOST: usize = 40;
const MOST_BYTES: usize = 32 << 20;

/// The name and the content of each file of a report.
pub(super) type Files = Vec<(String, Vec<u8>)>;

/// The key of a draft in the cache: the scenario's files with their digests, and the changed values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StateKey {
    digests: Vec<(String, String)>,
    set: Vec<String>,
}

impl StateKey {
    /// Returns the key of a scenario that was read with the changed values `set`.
    pub(super) fn of(scenario: &Scenario, set: Vec<String>) -> Self {
        Self {
            digests: scenario.digests.clone(),
            set,
        }
    }
}

/// The results of drafts with their keys, the oldest first.
#[derive(Debug, Default)]
pub(super) struct ResultCache(Mutex<VecDeque<(StateKey, Arc<Files>)>>);

impl ResultCache {
    /// Adds the results of a draft. They replace earlier results of the same draft. If the cache is too
    /// large, the oldest results are removed.
    pub(super) fn keep(&self, key: &StateKey, files: Arc<Files>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|(other, _)| other != key);
        all.push_back((key.clone(), files));
        let size = |files: &Files| files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
        let mut bytes: usize = all.iter().map(|(_, files)| size(files)).sum();
        while all.len() > MOST || (bytes > MOST_BYTES && all.len() > 1) {
            let oldest = all.pop_front();
            bytes -= oldest.map_or(0, |(_, files)| size(&files));
        }
    }

    /// Returns the results of a draft. Returns `None` if they are not in the cache.
    pub(super) fn find(&self, key: &StateKey) -> Option<Arc<Files>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = all.iter().find(|(other, _)| other == key);
        found.map(|(_, files)| Arc::clone(files))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: usize) -> StateKey {
        StateKey {
            digests: Vec::new(),
            set: vec![name.to_string()],
        }
    }

    fn files(bytes: usize) -> Arc<Files> {
        Arc::new(vec![("summary.csv".to_owned(), vec![0; bytes])])
    }

    #[test]
    fn the_latest_results_are_kept_within_bounds() {
        let kept = ResultCache::default();
        for name in 0..MOST + 2 {
            kept.keep(&key(name), files(name));
        }
        kept.keep(&key(5), files(77));
        assert_eq!(kept.find(&key(5)), Some(files(77)));
        assert_eq!([0, 1].map(|name| kept.find(&key(name))), [None, None]);
        assert!(kept.find(&key(2)).is_some());
        kept.keep(&key(100), files(MOST_BYTES));
        assert!(kept.find(&key(5)).is_none());
        assert!(kept.find(&key(100)).is_some());
    }
}
