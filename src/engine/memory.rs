//! Memory requests that can be refused.
//!
//! If the system refuses memory for an ordinary request, the program ends with a message ([`Memory`]). Code
//! that can go on with less memory makes its request through [`asked`], and gets an error instead.
//! [`of_container`] returns the memory limit of the container that the program runs in.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs;
use std::path::Path;

thread_local! {
    static ASKING: Cell<bool> = const { Cell::new(false) };
}

/// Calls `ask`, a request for memory that can fail, such as one with `try_reserve`. Returns what `ask`
/// returns. If the system refuses the memory, the program does not end.
pub fn asked<T>(ask: impl FnOnce() -> T) -> T {
    ASKING.set(true);
    let answer = ask();
    ASKING.set(false);
    answer
}

/// Returns the most memory that the container of this process may use, in bytes. Returns `None` if nothing
/// limits it, or if the system has no control groups.
pub fn of_container() -> Option<u64> {
    limit_below(Path::new("/"))
}

/// Returns the lowest memory limit of the control groups of this process and of their ancestors, in bytes.
/// The limits are in files below `root`: `memory.max` in version 2 of control groups, `memory.limit_in_bytes`
/// in version 1.
fn limit_below(root: &Path) -> Option<u64> {
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).ok()?;
    let limits = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':');
        let (_, controllers, path) = (parts.next()?, parts.next()?, parts.next()?);
        let (folder, file) = if controllers.is_empty() {
            ("sys/fs/cgroup", "memory.max")
        } else if controllers.split(',').any(|one| one == "memory") {
            ("sys/fs/cgroup/memory", "memory.limit_in_bytes")
        } else {
            return None;
        };
        // Within a container, the file of this path may not exist. The root group is then the group of the
        // container.
        let groups = Path::new(path.trim_start_matches('/')).ancestors();
        let limit = |group: &Path| {
            let text = fs::read_to_string(root.join(folder).join(group).join(file)).ok()?;
            text.trim().parse::<u64>().ok()
        };
        groups.filter_map(limit).min()
    });
    limits.min()
}

/// A global allocator that uses the system's allocator. If the system refuses memory, the allocator calls the
/// given function, which ends the program and must not allocate. This does not apply to requests within
/// [`asked`].
#[derive(Debug)]
pub struct Memory(pub fn() -> !);

#[expect(
    unsafe_code,
    reason = "whoever hands out memory says so; all is left to the system's"
)]
// SAFETY: every request is passed on to `System` unchanged.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller of this function meets the conditions that `System` requires.
        self.given(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller of this function meets the conditions that `System` requires.
        self.given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller of this function meets the conditions that `System` requires.
        self.given(unsafe { System.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller of this function meets the conditions that `System` requires.
        unsafe { System.dealloc(memory, layout) }
    }
}

impl Memory {
    /// Returns `memory`, which the system has returned. If it is null, ends the program, except within
    /// [`asked`].
    #[inline]
    fn given(&self, memory: *mut u8) -> *mut u8 {
        if memory.is_null() && !ASKING.get() {
            (self.0)();
        }
        memory
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the limit that [`limit_below`] finds. `groups` is the content of `proc/self/cgroup`. `files`
    /// are the paths and contents of the files with limits.
    fn limit(groups: &str, files: &[(&str, &str)]) -> Option<u64> {
        let root = tempfile::tempdir().expect("a directory for temporary files");
        for (file, text) in [("proc/self/cgroup", groups)].iter().chain(files) {
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("it is ours");
            fs::write(path, text).expect("it is ours");
        }
        limit_below(root.path())
    }

    #[test]
    fn a_container_has_as_much_memory_as_the_tightest_of_its_groups() {
        let mine = ("sys/fs/cgroup/a/b/memory.max", "2000\n");
        let above = ("sys/fs/cgroup/a/memory.max", "1000\n");
        let none = ("sys/fs/cgroup/memory.max", "max\n");
        assert_eq!(limit("0::/a/b\n", &[mine, none]), Some(2000));
        assert_eq!(limit("0::/a/b\n", &[mine, above, none]), Some(1000));
        assert_eq!(limit("0::/a\n", &[none]), None);
        let inside = ("sys/fs/cgroup/memory.max", "3000\n");
        assert_eq!(limit("0::/\n", &[inside]), Some(3000));
    }

    #[test]
    fn control_groups_of_version_1_limit_memory_too() {
        let groups = "5:cpu,cpuacct:/x\n4:memory:/docker/1\n0::/\n";
        let mine = (
            "sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes",
            "500\n",
        );
        let root = ("sys/fs/cgroup/memory/memory.limit_in_bytes", "900\n");
        assert_eq!(limit(groups, &[mine, root]), Some(500));
        assert_eq!(limit(groups, &[root]), Some(900));
        assert_eq!(limit(groups, &[]), None);
        assert_eq!(limit_below(Path::new("/nowhere/at/all")), None);
    }

    #[test]
    fn one_asks_only_while_asking() {
        let mut list: Vec<u64> = Vec::new();
        assert!(!ASKING.get());
        let (asking, answer) = asked(|| (ASKING.get(), list.try_reserve_exact(usize::MAX / 16)));
        assert!(asking && answer.is_err() && !ASKING.get());
    }
}
