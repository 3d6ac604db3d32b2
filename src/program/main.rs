//! The `skirmish` program. It only calls the library.

use std::process::ExitCode;

use skirmish::cli;
use skirmish::memory::Memory;

fn main() -> ExitCode {
    cli::main()
}

#[global_allocator]
static MEMORY: Memory = Memory(cli::out_of_memory);
