//! The `skirmish` program; everything happens in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    skirmish::cli::main()
}
