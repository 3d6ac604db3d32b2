//! Which parts of a situation a step asks for.
//!
//! A step hangs on little of a melee: on whoever acts, and on whom it attacks. A state notes of each of its parts, while
//! somebody looks, that it was read or written: with a [`Watch`] where they are asked for, or as a [`Watched`] part.

use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

thread_local! {
    static NOTED: RefCell<Noted> = const { RefCell::new(Noted::NOTHING) };
}

/// Places of parts, each once.
#[derive(Debug)]
struct Noted {
    /// Those that were asked for, in the order of the first time.
    asked: Places,
    /// Those that may have been changed, and those of them that were replaced by something else and had not been asked for.
    changed: Places,
    replaced: Places,
}

#[derive(Debug)]
struct Places {
    known: u64,
    all: Vec<u8>,
}

impl Noted {
    const NOTHING: Self = Self {
        asked: Places::NONE,
        changed: Places::NONE,
        replaced: Places::NONE,
    };
}

impl Places {
    const NONE: Self = Self {
        known: 0,
        all: Vec::new(),
    };

    fn note(&mut self, place: u8) {
        let bit = 1 << place;
        if self.known & bit == 0 {
            self.known |= bit;
            self.all.push(place);
        }
    }

    fn forget(&mut self) {
        self.known = 0;
        self.all.clear();
    }
}

/// Forgets what has been asked for and changed in this thread.
pub(crate) fn forget_asked() {
    forget_changed();
    NOTED.with_borrow_mut(|noted| noted.asked.forget());
}

/// Forgets what has been changed.
pub(crate) fn forget_changed() {
    NOTED.with_borrow_mut(|noted| {
        noted.changed.forget();
        noted.replaced.forget();
    });
}

/// Gives the places of what has been asked for in this thread since that was forgotten, in the order of the first time.
pub(crate) fn with_asked<R>(run: impl FnOnce(&[u8]) -> R) -> R {
    NOTED.with_borrow(|noted| run(&noted.asked.all))
}

/// Gives the places of what may have been changed, and of what of that has been replaced without being asked for.
pub(crate) fn with_changed<R>(run: impl FnOnce(&[u8], &[u8]) -> R) -> R {
    NOTED.with_borrow(|noted| run(&noted.changed.all, &noted.replaced.all))
}

#[cold]
#[inline(never)]
fn note_asked(mark: u8) {
    NOTED.with_borrow_mut(|noted| noted.asked.note(mark - 1));
}

#[cold]
#[inline(never)]
fn note_place(place: usize) {
    note_asked(mark(place));
}

#[cold]
#[inline(never)]
fn note_changed(mark: u8) {
    NOTED.with_borrow_mut(|noted| {
        noted.asked.note(mark - 1);
        noted.changed.note(mark - 1);
    });
}

#[cold]
#[inline(never)]
fn note_changed_place(place: usize) {
    note_changed(mark(place));
}

#[cold]
#[inline(never)]
fn note_replaced(mark: u8) {
    NOTED.with_borrow_mut(|noted| {
        noted.changed.note(mark - 1);
        if noted.asked.known >> (mark - 1) & 1 == 0 {
            noted.replaced.note(mark - 1);
        }
    });
}

/// What is noted of parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Looks {
    /// Nobody looks.
    #[default]
    Not,
    /// That they may have been changed.
    ForChanges,
    /// That they are asked for, and that they may have been changed.
    ForAll,
}

/// What is noted of parts that are kept elsewhere. It is no part of what a situation is.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Watch(Looks);

impl Watch {
    /// Has it note this from now on.
    pub(crate) fn begin(&mut self, looks: Looks) {
        self.0 = looks;
    }

    /// The part of this place is asked for.
    #[inline]
    pub(crate) fn asked(self, place: usize) {
        if self.0 == Looks::ForAll {
            note_place(place);
        }
    }

    /// It is asked for to be changed.
    #[inline]
    pub(crate) fn changed(self, place: usize) {
        if self.0 != Looks::Not {
            note_changed_place(place);
        }
    }
}

impl PartialEq for Watch {
    #[inline]
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Watch {}

impl Hash for Watch {
    #[inline]
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// A place, and 1.
fn mark(place: usize) -> u8 {
    u8::try_from(place + 1).expect("there are few places")
}

/// A part of a situation that notes, once it has a place, whenever it is asked for. The place is no part of what it is.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Watched<T> {
    it: T,
    /// Its place and 1; 0 while nobody looks.
    mark: u8,
    /// Whether it is noted that it is asked for.
    reads: bool,
}

impl<T> Watched<T> {
    /// One at which nobody looks.
    #[cfg(test)]
    const fn new(it: T) -> Self {
        Self {
            it,
            mark: 0,
            reads: false,
        }
    }

    /// Has it note this from now on, under this place.
    pub(crate) fn watch(&mut self, place: usize, looks: Looks) {
        self.mark = if looks == Looks::Not { 0 } else { mark(place) };
        self.reads = looks == Looks::ForAll;
    }

    /// The same part, replaced by something that does not hang on what it was.
    pub(crate) fn replaced(self, it: T) -> Self {
        if self.mark != 0 {
            note_replaced(self.mark);
        }
        Self { it, ..self }
    }

    /// What it is, which is not noted.
    pub(crate) const fn unseen(&self) -> &T {
        &self.it
    }

    /// The same to be changed.
    pub(crate) const fn unseen_mut(&mut self) -> &mut T {
        &mut self.it
    }
}

impl<T> Deref for Watched<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        if self.reads {
            note_asked(self.mark);
        }
        &self.it
    }
}

impl<T> DerefMut for Watched<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        if self.mark != 0 {
            note_changed(self.mark);
        }
        &mut self.it
    }
}

impl<T: PartialEq> PartialEq for Watched<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.it == other.it
    }
}

impl<T: Eq> Eq for Watched<T> {}

impl<T: Hash> Hash for Watched<T> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.it.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_elsewhere_is_noted_as_well() {
        let mut watch = Watch::default();
        forget_asked();
        watch.asked(4);
        watch.begin(Looks::ForChanges);
        watch.asked(5);
        with_asked(|asked| assert!(asked.is_empty()));
        watch.begin(Looks::ForAll);
        watch.asked(7);
        with_asked(|asked| assert_eq!(asked, [7u8]));
        with_changed(|changed, _| assert!(changed.is_empty()));
        watch.changed(3);
        with_changed(|changed, replaced| assert!(changed == [3u8] && replaced.is_empty()));
        assert_eq!(watch, Watch::default(), "it is no part of a situation");
    }

    #[test]
    fn what_is_asked_for_is_noted_once_in_order() {
        let mut parts = [Watched::new(1), Watched::new(2), Watched::new(3)];
        forget_asked();
        assert_eq!(*parts[0], 1);
        with_asked(|asked| assert!(asked.is_empty(), "nobody looks"));
        for (place, part) in parts.iter_mut().enumerate() {
            part.watch(place, Looks::ForAll);
        }
        *parts[2] = *parts[1];
        assert_eq!((*parts[2], *parts[1].unseen()), (2, 2));
        parts[0] = parts[0].replaced(5);
        parts[1] = parts[1].replaced(2);
        with_asked(|asked| assert_eq!(asked, [1u8, 2]));
        with_changed(|changed, replaced| {
            assert_eq!((changed, replaced), (&[2, 0, 1][..], &[0][..]));
        });
        assert_eq!(parts[1], Watched::new(2), "the place is no part of it");
        forget_asked();
        with_asked(|asked| assert!(asked.is_empty()));
        with_changed(|changed, replaced| assert!(changed.is_empty() && replaced.is_empty()));
        assert_eq!(*parts[0], 5);
        with_asked(|asked| assert_eq!(asked, [0u8], "it is still watched"));
        forget_asked();
        parts[0].watch(0, Looks::ForChanges);
        assert_eq!(*parts[0], 5);
        with_asked(|asked| assert!(asked.is_empty(), "reads are not noted"));
        *parts[0] = 6;
        with_changed(|changed, _| assert_eq!(changed, [0u8]));
    }
}
