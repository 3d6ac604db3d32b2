//! The faces of the dice at the beginning of a path. A path is one combination of answers that dice can give
//! to the questions of a rule.

use std::sync::Arc;

/// A range of faces of a die, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Faces {
    pub low: u32,
    pub high: u32,
}

impl Faces {
    /// Returns the range with a single face.
    pub(crate) const fn one(face: u32) -> Self {
        Self {
            low: face,
            high: face,
        }
    }
}

/// The faces of the first dice of a path, in the order of rolling. If several combinations of faces lead
/// along the path, this is one of them. A rule that rolls these faces gets the same answers as on the path.
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
