//! The results of states that were played a while ago, so that the charts of a later state can show an earlier one.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::scenario::Scenario;

/// Most states that are kept, and most bytes of their files together.
const MOST: usize = 40;
const MOST_BYTES: usize = 32 << 20;

/// The files of a report, each with its name.
pub(super) type Files = Vec<(String, Vec<u8>)>;

/// A state of a scenario: its files with their digests, and the changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StateKey {
    digests: Vec<(String, String)>,
    set: Vec<String>,
}

impl StateKey {
    /// The state of a scenario that was read with these changes.
    pub(super) fn of(scenario: &Scenario, set: Vec<String>) -> Self {
        Self {
            digests: scenario.digests.clone(),
            set,
        }
    }
}

/// The results of some states, the latest last.
#[derive(Debug, Default)]
pub(super) struct ResultCache(Mutex<VecDeque<(StateKey, Arc<Files>)>>);

impl ResultCache {
    /// Keeps the results of a state in place of earlier ones, and forgets the oldest states if there are too many.
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

    /// The results of a state, if they are kept.
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
