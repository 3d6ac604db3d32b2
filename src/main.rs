//! The `skirmish` program; everything happens in the library.

use std::alloc::{GlobalAlloc, Layout, System};
use std::process::ExitCode;

fn main() -> ExitCode {
    skirmish::cli::main()
}

#[global_allocator]
static MEMORY: Memory = Memory;

/// The system's memory. Where there is none left the program ends with a sentence, unless it asked whether there is.
struct Memory;

#[expect(
    unsafe_code,
    reason = "whoever hands out memory says so; all is left to the system's"
)]
// SAFETY: as for `System`, which is asked for everything.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        given(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        given(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise.
        given(unsafe { System.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// What the system gave, if it gave anything.
#[inline]
fn given(memory: *mut u8) -> *mut u8 {
    if memory.is_null() && !skirmish::memory::is_asked() {
        skirmish::cli::out_of_memory();
    }
    memory
}
