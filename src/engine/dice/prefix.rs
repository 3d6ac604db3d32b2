//! The beginning of a path of dice.

use std::sync::Arc;

/// The range of faces of a die, inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Faces {
    pub low: u32,
    pub high: u32,
}

impl Faces {
    /// A single face.
    pub(crate) const fn one(face: u32) -> Self {
        Self {
            low: face,
            high: face,
        }
    }
}

/// The faces of the first dice of a path, in rolling order. Where several combinations of faces give the same answer,
/// this holds one of them, so that the rules get the same answers as on the path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Prefix(Arc<[Faces]>);

impl Prefix {
    pub(crate) fn faces(&self) -> &[Faces] {
        &self.0
    }
}

impl FromIterator<Faces> for Prefix {
    fn from_iter<I: IntoIterator<Item = Faces>>(faces: I) -> Self {
        Self(faces.into_iter().collect())
    }
}
