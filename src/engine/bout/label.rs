//! Labels of matchups, stored in pieces that matchups can share.
//!
//! Thousands of matchups commonly differ in only a few stat blocks, while a label has the whole content of
//! its matchup. Labels are therefore stored in pieces, and equal pieces are stored once.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

/// The content of a matchup as bytes. Equal contents have equal bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Label(Box<[Arc<[u8]>]>);

impl Label {
    /// Returns the label with its pieces joined.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.concat()
    }
}

impl From<Vec<u8>> for Label {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Box::new([bytes.into()]))
    }
}

/// A store for the pieces of many labels.
#[derive(Debug, Default)]
pub struct Labels(RefCell<HashSet<Arc<[u8]>>>);

impl Labels {
    /// Returns this label in pieces. A piece ends at the end of each of `parts`, which must occur in the
    /// label in this order.
    pub fn cut<'p>(&self, label: &[u8], parts: impl IntoIterator<Item = &'p [u8]>) -> Label {
        let mut pieces = Vec::new();
        let mut rest = label;
        for part in parts {
            // If a part occurs twice in the label, either place may be cut.
            let at = rest
                .windows(part.len().max(1))
                .position(|here| here == part);
            if let Some(at) = at.filter(|_| !part.is_empty()) {
                pieces.push(self.piece(&rest[..at]));
                pieces.push(self.piece(part));
                rest = &rest[at + part.len()..];
            }
        }
        pieces.push(self.piece(rest));
        Label(pieces.into())
    }

    fn piece(&self, bytes: &[u8]) -> Arc<[u8]> {
        let mut known = self.0.borrow_mut();
        if let Some(piece) = known.get(bytes) {
            return Arc::clone(piece);
        }
        let piece: Arc<[u8]> = bytes.into();
        known.insert(Arc::clone(&piece));
        piece
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_that_was_cut_says_the_same_and_shares_its_parts() {
        let labels = Labels::default();
        let parts = |words: &'static [&str]| words.iter().map(|word| word.as_bytes());
        let one = labels.cut(b"{axe: 1d8, who: 12}", parts(&["1d8", "12"]));
        let other = labels.cut(b"{axe: 1d8, who: 13}", parts(&["1d8", "", "no", "13"]));
        assert_eq!(one.bytes(), b"{axe: 1d8, who: 12}");
        assert_eq!(other.bytes(), b"{axe: 1d8, who: 13}");
        assert!(one != other && one == labels.cut(&one.bytes(), parts(&["1d8", "12"])));
        let shared = one.0.iter().zip(&other.0);
        assert_eq!(shared.filter(|(a, b)| Arc::ptr_eq(a, b)).count(), 4);
        assert_eq!(Label::from(b"whole".to_vec()).bytes(), b"whole");
    }
}
