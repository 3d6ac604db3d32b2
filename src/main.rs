//! The `skirmish` program; everything happens in the library.

fn main() {}
