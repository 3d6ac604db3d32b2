//! How a path of dice begins.

use std::sync::Arc;

/// Between which faces a die falls, these included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Faces {
    pub low: u32,
    pub high: u32,
}

impl Faces {
    /// One face alone.
    pub(crate) const fn one(face: u32) -> Self {
        Self {
            low: face,
            high: face,
        }
    }
}

/// The faces of the first dice of a path, in the order in which they are rolled: of dice that come to the same in several
/// ways those of one way, so that what is asked of them has the same answers as on the path.
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
